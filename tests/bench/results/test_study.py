"""
What a study says of stored runs: means with what is missing, ranks over what is independent.

One file, because all tests read studies that one function stores.
"""

import csv
import io
import json
import subprocess
import sys
from dataclasses import dataclass, field
from math import isnan, nan
from typing import Any

import pytest

import edgemark as em
from edgemark import EdgemarkError
from edgemark.bench.estimates import from_plain, to_plain
from edgemark.bench.results import Study
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, RunRecord, Score, Store
from edgemark.errors import ConventionError, StatisticsWarning

TRUTH = em.Graph.parse("A --> B --> C", kind="dag")
FOUND = em.Graph.parse("A --> B; C", kind="dag")
PLAN = """
[plan]
name = "by hand"
seeds = 2
primary = "shd:pair mismatch"
metrics = ["f1:skeleton"]
"""


@dataclass
class One:
    """A stored run, as little of it as a test needs."""

    algorithm: str
    data: str = "asia"
    seed: int = 0
    shd: float | None = 1.0
    f1: float = 0.5
    status: str = "ok"
    unit: str = ""
    oracle: bool = False
    fits: bool = True
    scored: bool = True
    data_seed: int | None = -1
    cpu: float = 0.5
    use: str = ""
    ranked: bool = True
    estimate: Any = field(default_factory=lambda: FOUND)
    details: dict = field(default_factory=dict)


def study_of(folder, *runs, reference="dag", plan=PLAN):
    with Store.write(folder) as store:
        records = [_record(k, one) for k, one in enumerate(runs)]
        store.begin_study("by hand", plan, records)
        store.set_reference(reference)
        store.add_dataset("data", "asia", to_plain(TRUTH), {"truth": "dag"})
        for record, one in zip(records, runs, strict=True):
            if one.status == "waiting":
                continue
            outcome = Outcome(
                one.status,
                reason="" if one.status == "ok" else "it did",
                cpu=one.cpu,
                wall=1.0,
                memory=7,
            )
            good = one.status == "ok"
            attempt = Attempt(
                outcome, RunLimits(), to_plain(one.estimate) if good else None, {"edgemark": "0"}
            )
            store.add_attempt(
                record.key, attempt, _scores(one, reference) if good and one.scored else ()
            )
    return Study.open(folder)


def _record(k, one):
    details = {
        "data": "data", "group": one.data, "unit": one.unit or one.data, "seed": one.seed,
        "use": one.use or one.algorithm,
        "parameters": {"alpha": 0.05}, "returns": "dag", "oracle": one.oracle, "fits": one.fits,
        "ranked": one.ranked,
    }  # fmt: skip
    data_seed = one.seed if one.data_seed == -1 else one.data_seed
    return RunRecord(f"{k:064x}"[::-1], one.data, one.algorithm, data_seed, one.seed, details)


def _scores(one, reference):
    value, status = (nan, "refused") if one.shd is None else (one.shd, "ok")
    status = "undefined" if one.shd is not None and isnan(one.shd) else status
    return [
        Score(
            "shd:pair mismatch", reference, em.__version__, value, status, "", 3.0,
            one.details.get("chance", 1.5),
        ),
        Score("f1:skeleton", reference, em.__version__, one.f1, "ok", "", 0.0, nan),
        Score("shd:pair mismatch", "pag", em.__version__, 77.0),
    ]  # fmt: skip


def cell(study, algorithm, data="asia"):
    [found] = [c for c in study.summary() if (c.algorithm, c.data) == (algorithm, data)]
    return found


def test_a_failed_run_counts_as_the_worst_beside_the_mean_of_the_others(tmp_path):
    study = study_of(
        tmp_path,
        One("PC", shd=1),
        One("PC", seed=1, status="timeout"),
        One("GES", shd=2),
        One("GES", seed=1, shd=1),
    )
    found = cell(study, "PC")
    assert (found.summary.mean, found.mean_failed_as_worst) == (1.0, 2.0)
    assert (found.summary.counts.ok, found.summary.counts.failed) == (1, 1)
    assert "2.000† (1/2)" in study.report()
    assert cell(study, "GES").mean_failed_as_worst == 1.5


def test_the_best_is_found_with_failures_counted(tmp_path):
    study = study_of(
        tmp_path,
        One("careless", shd=0),
        One("careless", seed=1, status="signal"),
        One("careful", shd=1),
        One("careful", seed=1, shd=1),
    )
    lines = study.report().splitlines()
    assert next(line for line in lines if line.startswith("careful ")).endswith("*")
    assert not next(line for line in lines if line.startswith("careless ")).endswith("*")


def test_s8_10_no_mean_is_the_best_beside_one_over_other_runs(tmp_path):
    study = study_of(
        tmp_path,
        One("idle", shd=0),
        One("idle", seed=1, shd=nan),
        One("careful", shd=1),
        One("careful", seed=1, shd=1),
    )
    report = study.report()
    rows = [line for line in report.splitlines() if line.startswith(("idle ", "careful "))]
    assert rows[0].split()[1].startswith("0.000‡")
    assert not any("*" in line for line in rows[:2])
    assert "so no best is marked there" in report


def test_a_failed_run_counts_as_chance_too_and_each_mean_has_its_rate(tmp_path):
    study = study_of(
        tmp_path,
        One("PC", shd=1),
        One("PC", seed=1, status="timeout"),
        One("GES", shd=2),
        One("GES", seed=1, shd=1),
    )
    found = cell(study, "PC")
    assert (found.mean_failed_as_chance, found.failure_rate) == ((1 + 1.5) / 2, 0.5)
    [line] = [one for one in study.report().splitlines() if one.startswith("shd:pair mismatch: PC")]
    assert line.split()[-4:] == ["50", "%", "2", "1.25"]
    [plain] = [
        one
        for one in json.loads(study.report("json"))["means"]
        if (one["algorithm"], one["metric"]) == ("PC", "shd:pair mismatch")
    ]
    assert (plain["mean_failed_as_worst"], plain["mean_failed_as_chance"]) == (2.0, 1.25)
    assert plain["failure_rate"] == 0.5


def test_draws_of_an_algorithm_on_the_same_data_are_no_replicates(tmp_path):
    study = study_of(
        tmp_path,
        *(One("random", data="file", seed=s, shd=s, data_seed=None) for s in range(4)),
        *(One("random", data="net", seed=s, shd=s) for s in range(4)),
        *(One("random", data="er", seed=s, shd=s, unit=f"er #{s}") for s in range(4)),
    )
    varies = {c.data: (c.varies, c.has_interval) for c in study.summary()}
    assert varies == {
        "file": ("algorithm", False),
        "net": ("sample", True),
        "er": ("graph", True),
    }
    lows = {c.data: c.to_dict()["t_low"] for c in study.summary()}
    assert lows["file"] is None
    assert lows["net"] == pytest.approx(max(0.0, 1.5 - 3.182446 * 1.290994 / 2), abs=1e-6)
    report = study.report()
    assert "1.500 ± 1.291‖" in report
    assert "‖: the data are the same for all seeds" in report
    assert [row["data_seed"] for row in study.wide()][:5] == [None] * 4 + [0]


def test_entries_of_one_method_are_summed_up_and_the_best_is_called_tuned(tmp_path):
    runs = [One(f"pc {k}", shd=shd, use="pc", ranked=k == 0) for k, shd in enumerate((2, 3, 1, 0))]
    study = study_of(tmp_path, *runs, One("GES", use="ges"), One("truth", use="pc", oracle=True, shd=0))
    text = study.report()
    [line] = [one for one in text.splitlines() if one.startswith("pc on asia")]
    assert line.split() == ["pc", "on", "asia", "4", "2", "1.5", "3", "0"]
    assert "best: chosen by looking at the truth" in text
    assert not [one for one in text.splitlines() if one.startswith("ges on asia")]
    assert {c.algorithm: c.remark for c in study.summary()} == {
        "pc 0": "",
        **{f"pc {k}": "the plan leaves it out" for k in (1, 2, 3)},
        "GES": "",
        "truth": "uses the truth",
    }


def dominated(points):
    """By definition: another point is no worse in both, and better in one."""
    return {
        name
        for name, (time, loss) in points.items()
        if any(
            (t <= time and x <= loss) and (t < time or x < loss)
            for other, (t, x) in points.items()
            if other != name
        )
    }


def test_pareto_marks_what_no_other_algorithm_beats(tmp_path):
    import itertools

    times = [1.0, 2.0, 2.0, 3.0, 1.0, 3.0]
    losses = [3, 2, 3, 1, 3, 0]
    for k, order in enumerate(itertools.islice(itertools.permutations(range(6)), 0, 720, 97)):
        points = {f"m{j}": (times[j], losses[i]) for j, i in enumerate(order)}
        runs = [One(name, shd=loss, cpu=time) for name, (time, loss) in points.items()]
        runs += [One("oracle", shd=0, cpu=0.1, oracle=True), One("late", status="timeout", cpu=0.1)]
        study = study_of(tmp_path / str(k), *runs)
        found = {c["algorithm"] for c in json.loads(study.report("json"))["costs"] if c["pareto"]}
        assert found == set(points) - dominated(points)


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_ranks_have_paired_differences_and_corrected_tests(tmp_path):
    runs = [
        One(m, data=d, shd=(k + base) / 4)
        for base, d in enumerate("abcdefgh")
        for k, m in enumerate(("PC", "GES"))
    ]
    study = study_of(tmp_path, *runs)
    text = study.report("latex")
    assert r"difference from PC" in text
    assert r"0.0078$^{**}$" in text
    assert "verbatim" not in text
    [ranks] = json.loads(study.report("json"))["ranks"]
    assert [(pair["a"], pair["b"]) for pair in ranks["pairs"]] == [("PC", "GES")]


def test_only_scores_of_the_reference_are_read(tmp_path):
    study = study_of(tmp_path, One("PC", shd=1))
    assert study.rows[0].scores["shd:pair mismatch"].value == 1.0
    assert study.reference == "dag"


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_what_uses_the_truth_is_shown_and_not_ranked(tmp_path):
    runs = [
        One(name, data=data, shd=shd, oracle=name == "oracle", fits=name != "misfit")
        for data in "abcdef"
        for name, shd in (("oracle", 0), ("misfit", 1), ("PC", 2), ("GES", 3))
    ]
    study = study_of(tmp_path, *runs)
    assert set(study.ranking().methods) == {"PC", "GES"}
    report = study.report()
    assert "0§" in report.replace(".000", "")
    assert "not ranked" in report
    [ranks] = json.loads(study.report("json"))["ranks"]
    assert [row["method"] for row in ranks["algorithms"]] == ["PC", "GES"]


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_runs_of_one_network_are_one_replicate_and_drawn_graphs_are_several(tmp_path):
    networks = [
        One(m, data=f"asia, n={n}", unit="asia", seed=s)
        for m in ("PC", "GES")
        for n in (5, 9)
        for s in (0, 1)
    ]
    drawn = [One(m, data="er", unit=f"er #{s}", seed=s) for m in ("PC", "GES") for s in range(3)]
    ranking = study_of(tmp_path, *networks, *drawn).ranking()
    assert sorted(ranking.blocks.names) == ["asia", "er #0", "er #1", "er #2"]


def test_too_few_for_ranks_is_said(tmp_path):
    assert "on asia: none; ranks need" in study_of(tmp_path, One("PC")).report()
    waiting = study_of(tmp_path / "more", One("PC"), One("GES", status="waiting"))
    assert "1 is not done yet" in waiting.report()


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
@pytest.mark.parametrize("refused", [("SCORES",), ("SCORES", "GES")])
def test_ranks_that_one_refused_method_prevents_say_how_to_rank_the_others(refused, tmp_path):
    methods = ("PC", "GES", "SCORES")
    runs = [One(m, data=d, shd=None if m in refused else 1) for d in "abc" for m in methods]
    study = study_of(tmp_path, *runs)
    advice = "To rank the others, write ranked = false in the plan for 'SCORES'"
    assert (advice in study.report()) == (len(refused) == 1)
    with pytest.raises(em.errors.StatisticsError, match=r"has none at all|have none at all"):
        study.ranking()


def test_ranks_of_a_study_advise_no_option_that_it_does_not_have(tmp_path):
    """`Study.ranking` has no argument `worst`."""
    study = study_of(
        tmp_path, *(One(m, data=d, status="exception") for m in ("PC", "GES") for d in "ab")
    )
    with pytest.raises(em.errors.StatisticsError, match="have none at all") as caught:
        study.ranking()
    assert "worst" not in str(caught.value)


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_algorithms_are_ranked_only_on_data_that_all_of_them_ran_on(tmp_path):
    shared = [One(m, data=d, shd=k) for d in "abc" for k, m in enumerate(("PC", "GES"))]
    others = [One(m, data=d, shd=k) for d in "xyz" for k, m in enumerate(("PC", "MIIC"))]
    study = study_of(tmp_path, *shared, *others)
    assert study.tracks() == [("a", "b", "c"), ("x", "y", "z")]
    assert set(study.ranking(data="xyz").methods) == {"PC", "MIIC"}
    with pytest.raises(em.errors.StatisticsError, match="the same data"):
        study.ranking()
    assert "stands in" not in study.report()


def test_status_counts_causes(tmp_path):
    study = study_of(
        tmp_path,
        One("a"),
        One("b", status="timeout"),
        One("c", status="memory"),
        One("d", status="timeout"),
        One("e", status="waiting"),
    )
    assert str(study.status) == (
        "by hand: 4 of 5 runs done: 1 ok, 3 failed (1 memory, 2 timeout); 1 waiting"
    )


def test_runs_that_ran_out_of_time_are_censored_and_not_left_out(tmp_path):
    late = [One("late", seed=s, status="timeout") for s in (1, 2)]
    study = study_of(tmp_path, One("late"), *late, One("fast"), One("fast", seed=1, status="timeout"))
    found = {one.algorithm: one for one in study.costs()}
    assert (found["late"].censored, found["fast"].censored) == (True, False)
    assert "> 0.50" in study.report()


def test_what_is_0_of_0_is_in_no_mean_and_no_failure(tmp_path):
    runs = [
        One("PC", shd=2),
        One("PC", seed=1, shd=nan),
        One("GES", shd=nan),
        One("GES", seed=1, shd=nan),
    ]
    study = study_of(tmp_path, *runs)
    report = study.report()
    assert "2.000‡ (1/2)" in report
    assert "undefined" in report
    assert "†" not in report
    assert cell(study, "PC").mean_failed_as_worst == 2


def test_long_names_of_data_become_numbers_in_text(tmp_path):
    names = [f"a data set with a long name, {k}" for k in range(5)]
    text = study_of(tmp_path, *(One("PC", data=name) for name in names)).report()
    head = text.splitlines()[6]
    assert head.split() == ["[1]", "[2]", "[3]", "[4]", "[5]"]
    assert "[3] a data set with a long name, 2" in text


def test_a_study_of_nothing_yet_has_a_report(tmp_path):
    study = study_of(tmp_path, One("PC", status="waiting"), One("GES", status="waiting"))
    for form in ("text", "csv", "json", "markdown", "latex"):
        study.report(form)
    assert "0 of 2 runs done" in study.report()


def test_a_graph_without_its_scores_yet_is_in_no_mean(tmp_path):
    study = study_of(tmp_path, One("PC", shd=1), One("PC", seed=1, status="ok", scored=False))
    assert cell(study, "PC").summary.counts.runs == 1


def test_a_refused_number_is_no_failure(tmp_path):
    study = study_of(tmp_path, One("PC", shd=None))
    assert study.status.n_failed == 0
    assert "refused" in study.report()


# ---- as tables


def test_the_csv_has_a_row_for_every_run(tmp_path):
    from edgemark.bench.results.exports import as_csv

    study = study_of(
        tmp_path, One("PC, stable", shd=1), One("GES", status="memory"), One("x", status="waiting")
    )
    rows = list(csv.DictReader(io.StringIO(as_csv(study))))
    assert [(row["algorithm"], row["status"], row["cause"]) for row in rows] == [
        ("PC, stable", "ok", ""), ("GES", "failed", "memory"), ("x", "waiting", ""),
    ]  # fmt: skip
    assert [row["shd:pair mismatch"] for row in rows] == ["1.0", "", ""]
    assert rows[0]["parameters"] == "alpha=0.05"
    assert study.show(rows[0]["run"]).startswith("run ")


def test_frames_are_tidy(tmp_path):
    study = study_of(tmp_path, One("PC", shd=1), One("GES", status="memory"))
    for library in ("pandas", "polars"):
        frame = study.to_frame(library)
        assert list(frame["metric"]) == ["shd:pair mismatch", "f1:skeleton", ""]
        assert list(frame["status"]) == ["ok", "ok", "failed"]
    with pytest.raises(ConventionError):
        study.to_frame("numpy")


def test_the_statistics_take_the_runs(tmp_path):
    study = study_of(
        tmp_path, One("PC", shd=1), One("PC", seed=1, status="memory"), One("GES"), One("GES", seed=1)
    )
    runs = study.to_runs("shd:pair mismatch")
    assert [run.status for run in runs] == ["ok", "failed", "ok", "ok"]
    assert {run.worst for run in runs if run.seed == "0"} == {3.0}
    assert em.stats.summarize(runs)["PC", "shd"].mean == 1.0
    with pytest.raises(ConventionError, match="sid"):
        study.to_runs("sid")


def test_the_chance_value_of_a_failed_run_is_explained(tmp_path):
    """A failed run has no estimate, so random guessing has no number of edges to copy."""
    networks = [f"net{k}" for k in range(3)]
    runs = [One(m, data=d, unit=d) for m in "ab" for d in networks]
    study = study_of(tmp_path, *runs, *(One("c", data=d, unit=d, status="memory") for d in networks))
    runs_of_c = study.to_runs("shd:pair mismatch").only(method="c")
    assert [run.chance for run in runs_of_c] == [1.5] * 3
    text = " ".join(study.report().split())
    assert "and is paired with the mean of these expected scores over the estimates" in text
    assert "gets the mean expected score of random guessing over the estimates on the same data" in text


def test_two_samples_of_one_network_can_count_as_one_data_set(tmp_path):
    runs = [
        One(m, data=f"asia, n={n}", seed=s, unit="asia") for m in "ab" for n in (1, 2) for s in (0, 1)
    ]
    study = study_of(tmp_path, *runs, *(One(m, data="x", unit="x") for m in "ab"))
    with pytest.warns(StatisticsWarning, match="'asia, n=1', 'asia, n=2' are data from one graph"):
        assert len(study.to_runs("shd:pair mismatch").datasets) == 3
    assert study.to_runs("shd:pair mismatch", by_unit=True).datasets == ("asia", "x")
    assert len(study.to_runs("shd:pair mismatch", by_unit=False).datasets) == 3


def test_parquet_holds_the_same_rows(tmp_path):
    polars = pytest.importorskip("polars")
    from edgemark.bench.results.exports import write_parquet

    study = study_of(tmp_path / "study", One("PC", shd=1), One("GES", status="memory"))
    write_parquet(study, tmp_path / "runs.parquet")
    assert polars.read_parquet(tmp_path / "runs.parquet").to_dicts() == study.wide()


def test_rcgnn_gets_a_file_for_each_estimate_with_the_documents_numbers(tmp_path):
    from edgemark.bench.results.exports import write_rcgnn
    from edgemark.compat import rcgnn

    study = study_of(tmp_path / "study", One("PC", shd=1), One("GES", status="memory"))
    assert write_rcgnn(study, tmp_path / "out") == 1
    found = json.loads((tmp_path / "out" / "PC" / "metrics_asia_0.json").read_text())
    assert found == rcgnn.graph_metrics(TRUTH, FOUND)
    with pytest.raises(EdgemarkError, match="must be new or empty"):
        write_rcgnn(study, tmp_path / "out")


def test_rcgnn_files_of_similar_names_do_not_replace_each_other(tmp_path):
    from edgemark.bench.results.exports import write_rcgnn

    study = study_of(tmp_path / "study", One("PC", data="a b"), One("PC", data="a-b"))
    assert write_rcgnn(study, tmp_path / "out") == 2
    assert len(list((tmp_path / "out" / "PC").iterdir())) == 2


# ---- one run


def test_show_tells_graph_and_differences(tmp_path):
    study = study_of(tmp_path, One("PC", shd=1), One("GES", status="exception"))
    text = study.show(study.rows[0].run)
    assert "ESTIMATE\nA --> B; C\n" in text
    assert "TRUTH\nA --> B; B --> C\n" in text
    assert "B, C: B --> C | no edge" in text
    assert "A, B" not in text
    assert text.count(" s CPU, ") == text.count(" s wall, ") == 2  # used, and limits
    assert "exception: it did" in study.show(study.rows[1].run)
    for wrong in ("", "zz"):
        with pytest.raises(EdgemarkError, match="no run has this start"):
            study.show(wrong)


# ---- formats


def test_latex_compiles_in_the_head(tmp_path):
    study = study_of(tmp_path, One("a_b & 50 %", data="x^2"), One("GES", data="x^2", shd=0))
    text = study.report("latex")
    assert r"a\_b \& 50 \%" in text
    assert r"x\textasciicircum{}2" in text
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 4
    body = text.partition(r"\midrule")[2].partition(r"\bottomrule")[0]
    assert all(line.endswith(r"\\") for line in body.strip().splitlines())
    assert r"\textbf{0" in body


def test_markdown_rows_have_as_many_cells_as_the_head(tmp_path):
    study = study_of(tmp_path, One("a|b"), One("GES", shd=0))
    lines = [line for line in study.report("markdown").splitlines() if line.startswith("|")]
    assert any(r"a\|b" in line for line in lines)
    table = lines[: 2 + 3]
    assert {line.replace(r"\|", "").count("|") for line in table} == {3}


def test_json_has_means_and_no_nan(tmp_path):
    found = json.loads(study_of(tmp_path, One("PC", shd=1), One("PC", seed=1, shd=3)).report("json"))
    [shd] = [one for one in found["means"] if one["metric"] == "shd:pair mismatch"]
    assert (shd["mean"], shd["n"], shd["algorithm"]) == (2.0, 2, "PC")
    assert found["status"]["total"] == 2


def test_an_unknown_format_is_refused(tmp_path):
    with pytest.raises(ConventionError, match="markdown"):
        study_of(tmp_path, One("PC")).report("html")


def test_a_folder_without_a_study_is_refused(tmp_path):
    with pytest.raises(EdgemarkError, match="bench run"):
        Study.open(tmp_path)


def test_ten_thousand_runs_are_reported_in_time(tmp_path):
    import time

    runs = [One(f"m{m}", data=f"d{d}", seed=s) for m in range(10) for d in range(10) for s in range(100)]
    study_of(tmp_path, *runs)
    begun = time.process_time()
    study = Study.open(tmp_path)
    assert study.status.ok == 10_000
    opened = time.process_time() - begun
    assert opened < 5
    study.report()
    assert time.process_time() - begun < 5 + opened


# ---- the paper


def test_both_tables_of_the_paper_stand_beside_ours(tmp_path):
    plan = PLAN.replace("by hand", "nced-paper")
    study = study_of(tmp_path, One("PC", data="asia"), One("HCS", data="asia without smoke"), plan=plan)
    report = study.report()
    assert "PC on asia, paper" in report
    assert "The paper's nCED by k on the MAG" in report
    assert "contradicts its SHD" in report
    assert "The paper's" not in study_of(tmp_path / "other", One("PC")).report()


@pytest.mark.parametrize(
    "estimate",
    [
        em.Graph.parse("A o-> B; C <-> A", kind="pag"),
        em.Graph.parse("A --> B; B --> A"),
        em.TemporalGraph.parse("A --> B @1; B --> C @0; lags 2"),
        em.EdgeScores([[0, 0.5], [-1.5, 0]], ["A", "B"], direction="row-to-column", sign="keep"),
        em.GraphSamples([FOUND, TRUTH, TRUTH]),
    ],
    ids=lambda one: type(one).__name__,
)  # fmt: skip
def test_estimates_cross_as_plain_values(estimate):
    plain = json.loads(json.dumps(to_plain(estimate), allow_nan=False))
    found = from_plain(plain)
    assert type(found) is type(estimate)
    if isinstance(estimate, em.GraphSamples):
        assert found.mass(TRUTH) == estimate.mass(TRUTH)
    elif isinstance(estimate, em.EdgeScores):
        assert found.to_array().tolist() == estimate.to_array().tolist()
    else:
        assert found == estimate
        assert found.kind == estimate.kind


def test_a_study_is_read_and_a_plan_checked_where_there_is_no_sandbox(tmp_path):
    study_of(tmp_path / "study", One("PC", shd=1))
    (tmp_path / "plan.toml").write_text(
        PLAN + '[[data]]\nnetwork = "asia"\nsamples = 9\n[[algorithm]]\nuse = "no_module:learn"\n'
    )
    code = """
import sys
sys.modules.update(dict.fromkeys(("fcntl", "resource")))
sys.platform = "win32"
import edgemark.bench as bench
print(bench.open("study").status, bench.check("plan.toml").n_runs, len(bench.open("study").report()))
try:
    bench.run("plan.toml", "other")
except Exception as error:
    print(error)
"""
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "1 of 1 run done: 1 ok 2" in found.stdout
    assert "this system is win32" in found.stdout


def test_13_runs_that_all_failed_count_as_the_worst_value_of_the_metric(tmp_path):
    """No score of any algorithm says it here, but F1 cannot be below 0."""
    study = study_of(tmp_path, *(One("PC", seed=s, status="timeout") for s in range(2)))
    (found,) = [one for one in study.summary("f1:skeleton") if one.algorithm == "PC"]
    assert (found.mean_failed_as_worst, found.summary.counts.failed) == (0.0, 2)
    assert "0.000† (0/2)" in study.report()


def test_13_a_report_gives_no_advice_that_a_reader_of_it_cannot_follow(tmp_path):
    """`worst=` is an option of a function, and the largest SHD of unknown data is unknown."""
    report = study_of(tmp_path, *(One("PC", seed=s, status="timeout") for s in range(2))).report()
    assert "– (0/2)" in report
    assert "some runs have no value, so there is no mean" in report
    assert "worst=" not in report


def test_a_metric_with_several_conventions_is_refused(tmp_path):
    """It raised an error of Python about the number of values."""
    plan = PLAN.replace('"f1:skeleton"', '"f1:skeleton", "f1:directed", "f1"')
    study = study_of(tmp_path, One("PC"), One("GES"), plan=plan)
    assert study.summary("f1:skeleton")[0].algorithm == "PC"
    for method in (study.summary, study.ranking):
        with pytest.raises(ConventionError, match="a single convention is needed"):
            method("f1")
    with pytest.raises(ConventionError, match="one of the study's"):
        study.summary("sid")


def test_costs_of_runs_that_all_failed_have_no_memory(tmp_path):
    """It was 0 in JSON, and the note said that every run was too short to measure."""
    study = study_of(tmp_path, One("PC", shd=1), One("GES", status="memory"))
    costs = {cost.algorithm: cost.to_dict() for cost in study.costs()}
    assert costs["GES"]["memory"] is costs["GES"]["cpu"] is None
    assert costs["PC"]["memory"] == 7
    text = study.report()
    assert "Memory: peak of a run that succeeded, measured every 0.2 s; – if none did" in text


def test_no_value_is_the_best_if_every_run_failed(tmp_path):
    runs = [One(name, status="memory") for name in ("PC", "GES")]
    runs += [One(name, shd=2, data="other", unit="other") for name in ("PC", "GES")]
    study = study_of(tmp_path, *runs)
    table = study.report("markdown").partition("f1:skeleton")[0]
    assert "**28" not in table
    assert "**2" in table
    page_tables = study.report("latex")
    assert "textbf{28" not in page_tables


def test_a_report_says_which_version_scored(tmp_path):
    import edgemark

    study = study_of(tmp_path, One("PC", shd=1))
    assert f"scored by: edgemark {edgemark.__version__}\n" in study.report()


def test_a_stored_study_may_have_limits_without_a_unit(tmp_path):
    study = study_of(tmp_path, One("PC", shd=1), plan=f"{PLAN}\n[limits]\ndisk = 5000\n")
    assert study.limits.disk == 5000
