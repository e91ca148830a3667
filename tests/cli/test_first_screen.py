"""``edgemark score`` of one estimate: how good, compared with chance, and what to be careful about."""

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import edgemark as em
from edgemark.cli import first_screen as screen
from edgemark.report.p_values import p_value_text
from edgemark.values import COUNTS, RATIOS
from tests.cli.conftest import HOSTILE

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
ASIA = Path(__file__).parent.parent.parent / "examples" / "asia"
ESTIMATES = sorted(path.name for path in ASIA.glob("*.*"))
LINES = 25


def cells_of(line):
    """Match the cells of a row: value, mean and interval of chance, p-value, and share above chance."""
    return re.fullmatch(r".{31} +(\S+) +(\S+?)[~*]? ? *(\S+ to \S+) +((?:≤ )?\S+) +(\S+)", line)


@pytest.mark.parametrize("name", ESTIMATES)
def test_the_screen_has_25_lines_and_its_numbers_are_those_of_chance(edgemark, name):
    found = edgemark("score", ASIA / "truth.txt", ASIA / name)
    lines = found.out.splitlines()
    assert (found.status, found.err) == (0, "")
    assert len(lines) <= LINES
    truth, estimate = em.read(ASIA / "truth.txt"), em.read(ASIA / name)
    report = em.chance(truth, estimate, ["shd:pair mismatch", "recall:skeleton"])
    for row, start in zip(report, ("shd pair mismatch", "recall skeleton"), strict=True):
        value, mean, _, p, above = cells_of(next(x for x in lines if x.startswith(start))).groups()
        assert float(value) == pytest.approx(row.value, abs=6e-4)
        assert float(mean) == pytest.approx(row.chance.mean, abs=0.06)
        assert float(p.removeprefix("≤ ")) == pytest.approx(row.chance.p_value, abs=6e-4)
        written = float("nan" if above == "-" else above)
        assert written == pytest.approx(row.chance.above, abs=6e-3, nan_ok=True)


def test_a_sentence_counts_the_true_and_the_extra_edges(edgemark, save):
    truth = save("t.txt", "A --> B --> C --> D; E")
    found = edgemark("score", truth, save("e.txt", "A --> B <-- C; D --> E"))
    assert "Found 2 of 3 true edges, 1 of them with the right marks; extra edges: 1." in found.out
    found = edgemark("score", save("none.txt", "A; B; C"), save("one.txt", "A --> B; C"))
    assert "The truth has no edge; extra edges in the estimate: 1." in found.out


def test_a_pair_with_two_edges_is_not_called_one_edge(edgemark, save):
    cycle, chain = save("c.txt", "A --> B; B --> A; B --> C"), save("a.txt", "A --> B --> C")
    missed = " ".join(edgemark("score", cycle, chain).out.split())
    assert "Found 2 of 2 pairs with a true edge, 1 of them with the right marks;" in missed
    assert "extra pairs: 0." in missed
    extra = " ".join(edgemark("score", chain, cycle).out.split())
    assert "Found 2 of 2 pairs with a true edge, 1 of them" in extra
    found = edgemark("score", save("none.txt", "A; B; C"), cycle)
    assert "The truth has no edge; extra pairs in the estimate: 2." in found.out


def test_remarks_name_the_range_of_shd_the_weak_numbers_and_what_is_not_defined(edgemark):
    found = edgemark("score", ASIA / "truth.txt", ASIA / "hill-climbing.json")
    words = " ".join(found.out.split())
    truth, estimate = em.read(ASIA / "truth.txt"), em.read(ASIA / "hill-climbing.json")
    rows = em.evaluate(truth, estimate, ["shd"])
    values = {r.convention: r.value for r in rows if r.convention != "truth to CPDAG"}
    low, high = min(values, key=values.get), max(values, key=values.get)
    assert f"SHD depends on the convention: {values[low]} ({low}) to {values[high]} ({high})." in words
    weak = re.search(r"Not clearly better than chance \(p above 0\.05\): ([^.]*)\.", words)[1].split(
        ", "
    )
    rows = em.chance(truth, estimate, ["precision:directed", "sid", "shd:pair mismatch"])
    assert {f"{row.metric} {row.convention}".strip() for row in rows if row.chance.p_value > 0.05} <= {
        *weak
    }
    assert "shd pair mismatch" not in weak
    found = edgemark("score", ASIA / "truth.txt", ASIA / "pc-fisherz.json")
    assert "Not defined on these graphs: sid. --all gives the reasons." in found.out
    assert found.out.count("the truth is a DAG and the estimate a CPDAG") == 1
    found = edgemark("score", ASIA / "truth.txt", ASIA / "fci-fisherz.json")
    assert found.out.count("the truth is a DAG and the estimate a PAG") == 1


def test_all_prints_the_report(edgemark, save):
    truth, estimate = save("t.txt", "A --> B --> C"), save("e.txt", "A --> B; C")
    found = edgemark("score", truth, estimate, "--all")
    report = em.evaluate(em.read(truth), em.read(estimate))
    head = "shd                  pair mismatch"
    assert [x for x in found.out.splitlines() if x.startswith(head)] == [
        x for x in str(report).splitlines() if x.startswith(head)
    ]
    measures = {*COUNTS, *RATIOS}
    metrics = {row.metric for row in report if row.status == "ok"} - measures
    assert metrics <= set(found.out.split())
    assert len(found.out.splitlines()) > LINES


@pytest.mark.parametrize(
    "options",
    [("-m", "shd"), ("--as", "pcalg"), ("--chance",), ("--reference", "cpdag"), ("--format", "csv")],
)
def test_all_is_refused_beside_options_that_choose_the_output(edgemark, save, options):
    truth = save("t.txt", "A --> B")
    found = edgemark("score", truth, save("e.txt", "A --> B"), "--all", *options)
    assert (found.status, found.out) == (2, "")
    assert "--all prints every metric as text; leave out" in " ".join(found.err.split())


def test_all_takes_one_estimate(edgemark, save):
    truth = save("t.txt", "A --> B")
    found = edgemark("score", truth, save("e.txt", "A --> B"), save("f.txt", "B --> A"), "--all")
    assert found.status == 2
    assert "one estimate; got 2" in found.err


def test_scores_and_series_have_a_screen_too(edgemark, save, tmp_path):
    truth = save("t.txt", "A --> B --> C")
    np.savez(tmp_path / "s.npz", scores=[[0, 0.9, 0], [0, 0, 0.2], [0.1, 0, 0]], nodes=list("ABC"))
    found = edgemark("score", truth, "s.npz", "--direction", "row-to-column", "--scores")
    assert found.status == 0
    assert "the same scores at random pairs" in found.out
    assert "roc_auc directed" in found.out
    assert "edgemark diff" not in found.out
    assert edgemark("simulate", "ser", "--model", "series", "--nodes", "4").status == 0
    found = edgemark("score", "ser/truth.json", "./ser/truth.json")
    assert len(found.out.splitlines()) <= LINES


def test_a_graph_too_large_for_guesses_is_scored_without_them(edgemark, save):
    names = [f"X{k}" for k in range(2240)]
    path = save("t.txt", f"{names[0]} --> {names[1]}; {'; '.join(names[2:])}")
    copy = save("e.txt", f"{names[0]} --> {names[1]}; {'; '.join(names[2:])}")
    found = edgemark("score", path, copy)
    assert "Not compared with chance: the graphs are large" in found.out
    assert re.search(r"^shd pair mismatch +0$", found.out, re.MULTILINE)


def test_hostile_names_and_long_warnings_stay_within_the_screen(edgemark, tmp_path):
    names = list(HOSTILE)
    truth = em.Graph.from_edges([(a, "-->", b) for a, b in pairwise(names)], nodes=names)
    em.write(truth, tmp_path / "t.json")
    em.write(em.to_cpdag(truth), tmp_path / f"{'long' * 30}.json")
    found = edgemark("score", "t.json", f"{'long' * 30}.json")
    assert found.status == 0
    assert len(found.out.splitlines()) <= LINES


def test_better_than_chance_is_green_and_no_better_is_yellow():
    truth, estimate = em.read(ASIA / "truth.txt"), em.read(ASIA / "hill-climbing.json")
    report = screen.first_report(truth, estimate)
    plain, painted = screen.first_screen(report), screen.first_screen(report, color=True)
    assert "\x1b" not in plain
    assert "\x1b[32mshd pair mismatch" in painted
    assert "\x1b[33msid" in painted
    assert re.sub(r"\x1b\[\d+m", "", painted) == plain


def test_remarks_that_do_not_fit_are_counted():
    report = screen.first_report(em.read(ASIA / "truth.txt"), em.read(ASIA / "fci-fisherz.json"))
    text = screen.first_screen(report)
    assert len(text.splitlines()) <= LINES
    assert re.search(r"^- and \d more: see --all$", text, re.MULTILINE)


def test_the_first_remark_states_if_nothing_beats_chance():
    truth, estimate = (
        em.Graph.parse("A --> B --> C; D; E"),
        em.Graph.parse("D --- E; A --- C; B", kind="cpdag"),
    )
    text = screen.first_screen(screen.first_report(truth, estimate))
    remarks = text.split("BE CAREFUL\n")[1]
    assert remarks.startswith("- No number is clearly better than chance: every p is above 0.05.")


def test_the_truth_itself_has_one_shd():
    truth = em.read(ASIA / "truth.txt")
    assert "SHD depends" not in screen.first_screen(screen.first_report(truth, truth))


def test_the_reason_for_no_comparison_with_chance_is_stated():
    truth = em.read(ASIA / "truth.txt")
    candidates = em.Candidates(truth.nodes, forbidden=[("asia", "tub")])
    with pytest.warns(em.errors.EdgemarkWarning, match="there are no guesses"):
        report = screen.first_report(truth, em.read(ASIA / "hill-climbing.json"), candidates)
    text = " ".join(screen.first_screen(report).split())
    assert "COMPARED WITH CHANCE" not in text
    assert "Not compared with chance: " + " ".join(report[0].chance.reason.split()) in text


def test_13_a_p_value_at_the_limit_of_the_simulation_is_a_bound(edgemark, save):
    """No p-value of 1000 guesses can be below 1 / 1001, however good the estimate is."""
    nodes = [f"N{k}" for k in range(12)]
    truth = "; ".join(f"{a} --> {b}" for a, b in pairwise(nodes))
    save("chain.json", truth)
    save("same.json", truth)
    text = edgemark("score", "chain.json", "same.json").out
    (line,) = [one for one in text.splitlines() if one.startswith("sid ")]
    assert " ≤ 0.001 " in line
    assert "p: p-value (≤: no guess as good)" in " ".join(text.split())
    row = em.chance(em.read("chain.json"), em.read("same.json"), ["sid"])[0]
    assert (row.chance.p_value, row.chance.n_guesses) == (1 / 1001, 1000)
    assert row.chance.is_at_limit
    table = em.chance(em.read("chain.json"), em.read("same.json"), ["sid"]).to_markdown()
    assert "≤ 0.001" in table


@pytest.mark.parametrize("n", [1, 20, 700, 999, 1000, 1400, 1999, 2001, 10**6, 3 * 10**6])
def test_13_a_bound_is_never_rounded_down(n):
    p = 1 / (n + 1)
    shown = p_value_text(p, is_at_limit=True)
    assert shown.startswith("≤ ")
    assert p <= float(shown[2:]) <= max(2 * p, p + 0.001)
    assert len(shown) <= 7


def test_if_some_effects_are_undecided_the_screen_counts_the_decided_ones(edgemark, save):
    truth = save("t.txt", "L --> A; L --> B; A --> C; B --> C; D --> A")
    found = save("pag.json", "B o-> A; D o-> A; A --> C; B --> C", "pag")
    text = edgemark("score", truth, found, "--hidden", "L").out
    sentence = "Effects decided by adjustment: 8 of 12, 0 wrongly; the true PAG decides 8."
    assert sentence in text.splitlines()
    dag = save("dag.json", "A --> B; D --> A; A --> C; B --> C", "dag")
    assert "Effects decided" not in edgemark("score", save("d.txt", "A --> B; C; D"), dag).out
