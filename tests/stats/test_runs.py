"""What comes in: values in order, by key, in frames; and what is refused."""

import io
from math import inf, isnan, nan

import numpy as np
import pandas as pd
import polars as pl
import pytest

import edgemark as em
from edgemark.errors import ConventionError, InputTypeError, StatisticsError, StatisticsWarning
from edgemark.stats import (
    Run,
    Runs,
    against_chance,
    as_runs,
    compare,
    complete_cases,
    metric_agreement,
    rank,
    signed_ranks,
    summarize,
)
from edgemark.stats.compared_truths import Truth
from edgemark.stats.runs_by_method import runs_of_table

ROWS = [
    {"method": "PC", "dataset": "asia", "seed": 1, "metric": "shd", "better": "lower", "value": 3},
    {"method": "PC", "dataset": "asia", "seed": 2, "metric": "shd", "better": "lower", "value": None},
    {"method": "GES", "dataset": "asia", "seed": 1, "metric": "shd", "better": "lower", "value": 2.5},
]


@pytest.mark.parametrize(
    "given",
    [
        [1, 2.5, None],
        (1, 2.5, nan),
        np.array([1, 2.5, nan]),
        iter([1, 2.5, None]),
        pd.Series([1, 2.5, nan]),
    ],
)
def test_values_in_order_are_runs_of_their_own(given):
    runs = as_runs(given)
    assert [run.key for run in runs] == [("", "0"), ("", "1"), ("", "2")]
    assert [run.value for run in runs][:2] == [1, 2.5]
    assert [run.status for run in runs] == ["ok", "ok", "undefined"]


def test_a_key_of_two_parts_is_data_set_and_seed():
    keys = [run.key for run in as_runs({("asia", 1): 3, ("alarm", 1): 4})]
    assert keys == [("asia", "1"), ("alarm", "1")]
    assert [run.key for run in as_runs({"asia": 3, 7: 4})] == [("", "asia"), ("", "7")]


def test_a_series_of_pandas_goes_by_its_index():
    index = pd.MultiIndex.from_tuples([("asia", 1), ("asia", 2)], names=["dataset", "seed"])
    assert [run.key for run in as_runs(pd.Series([1.0, 2.0], index))] == [("asia", "1"), ("asia", "2")]


@pytest.mark.parametrize("given", [ROWS, pd.DataFrame(ROWS), pl.DataFrame(ROWS)])
def test_tidy_tables_are_the_same_in_every_form(given):
    runs = as_runs(given)
    assert runs.methods == ("PC", "GES")
    assert [run.key for run in runs] == [("asia", "1"), ("asia", "2"), ("asia", "1")]
    assert [run.status for run in runs] == ["ok", "undefined", "ok"]
    assert {run.better for run in runs} == {"lower"}


def test_a_frame_that_goes_out_comes_in_again():
    runs = as_runs([{**row, "worst": 10} for row in ROWS])
    again = as_runs(runs.to_frame())
    assert again.to_dicts() == runs.to_dicts()
    assert as_runs(pl.DataFrame(runs.to_dicts())).to_dicts() == runs.to_dicts()


def test_integers_that_a_gap_made_floats_are_integers_again():
    frame = pd.DataFrame({"value": [1.0, 2.0], "dataset": ["a", "b"], "seed": [3.0, nan]})
    assert [run.seed for run in as_runs(frame)] == ["3", ""]


def test_reports_keep_what_they_say_of_a_number():
    truth = em.Graph.parse("A --> B; C")
    reports = {
        ("empty", "tiny", 0): em.evaluate(
            truth, em.Graph.parse("A; B; C"), ["precision:directed", "shd"]
        )
    }
    runs = Runs.from_reports(reports)
    (precision,) = runs.only(metric="precision")
    assert (precision.status, precision.better, precision.key) == ("undefined", "higher", ("tiny", "0"))
    assert precision.reason
    assert runs.only(metric="shd", convention="pair-mismatch").rows[0].value == 1


def test_a_run_twice_is_refused_by_its_name():
    with pytest.raises(
        StatisticsError, match="method 'PC', data set 'asia', seed '1', metric 'shd' twice"
    ):
        as_runs([ROWS[0], ROWS[0]])
    with pytest.raises(StatisticsError, match="twice"):
        as_runs(pd.Series([1.0, 2.0], index=["a", "a"]).rename_axis("dataset"))
    with pytest.raises(StatisticsError, match="twice"):
        as_runs({1: 3, "1": 4})


@pytest.mark.parametrize("value", [inf, -inf])
def test_infinity_is_refused(value):
    with pytest.raises(StatisticsError, match="a value must be finite"):
        as_runs([value])


def test_a_seed_is_the_same_as_an_integer_and_as_a_whole_float():
    keys = {("a", 1.0): 3, ("a", np.float64(2)): 4, ("a", 3): 5}
    assert [run.key for run in as_runs(keys)] == [("a", "1"), ("a", "2"), ("a", "3")]
    series = pd.Series([3.0, 4.0], index=[1.0, 2.0]).rename_axis("seed")
    assert [run.key for run in as_runs(series)] == [("", "1"), ("", "2")]
    a, b = ({("a", kind(s)): float(s % 3) for s in range(7)} for kind in (int, float))
    assert em.stats.compare(a, {key: v + 1 for key, v in b.items()}).wilcoxon.n == 7


def test_what_is_better_is_one_of_a_few_words():
    with pytest.raises(ConventionError, match="better of a run must be one of lower, higher"):
        as_runs([{"value": 1, "better": "up"}])


def test_a_name_that_is_the_same_goes_before_one_that_is_alike():
    runs = as_runs([{"method": m, "value": 1} for m in ("PC", "pc", "GES-1")])
    assert runs.only(method="PC").methods == ("PC",)
    assert runs.only(method="ges 1").methods == ("GES-1",)
    with pytest.raises(ConventionError, match="the method must be one of PC, pc; got 'Pc'"):
        runs.only(method="Pc")


def test_polars_makes_a_frame_even_of_columns_that_begin_with_gaps():
    rows = [{"seed": k, "value": 1.0, "worst": None if k < 150 else 9.0} for k in range(200)]
    frame = pl.DataFrame(as_runs(rows).to_dicts(), infer_schema_length=None)
    assert frame["worst"].to_list() == [None] * 150 + [9.0] * 50


def test_a_report_of_chance_gives_what_stands_in_for_its_missing_numbers():
    truth = em.Graph.parse("A --> B; C")
    report = em.chance(truth, em.Graph.parse("A; B; C"), ["precision:skeleton", "recall:skeleton"])
    precision, recall = Runs.from_reports({("empty", "tiny", 0): report})
    assert (precision.status, precision.best) == ("undefined", 1)
    assert (recall.chance, recall.best) == (0, 1)
    found = em.chance(truth, em.Graph.parse("A --> B; C"), "precision:skeleton")
    (row,) = Runs.from_reports({("PC", "tiny", 0): found})
    assert (row.chance, row.best) == (pytest.approx(1 / 3), 1)


@pytest.mark.parametrize("given", ["0.5", 3, None, ["a"], [True]])
def test_what_is_no_number_is_a_type_error(given):
    with pytest.raises(TypeError):
        as_runs(given)


def test_a_matrix_is_refused_with_the_way_out():
    with pytest.raises(StatisticsError, match="Give a mapping with keys"):
        as_runs(np.ones((2, 2)))


def test_a_table_without_values_is_refused():
    with pytest.raises(StatisticsError, match=r"or a name for its columns.*; got only 'PC'"):
        as_runs(pd.DataFrame({"PC": [1.0]}))


def test_a_failed_run_has_no_value_and_an_unknown_status_is_refused():
    with pytest.raises(
        StatisticsError, match="a run with the status 'failed' must have no value; got 3"
    ):
        as_runs([{"value": 3, "status": "failed"}])
    with pytest.raises(ConventionError, match="Did you mean 'failed'"):
        as_runs([{"value": None, "status": "fail"}])


def test_runs_are_found_by_their_names_or_the_near_one_is_suggested():
    with pytest.raises(ConventionError, match="the method must be one of PC, GES; got 'GSE'"):
        as_runs(ROWS).only(method="GSE")


def test_several_metrics_or_methods_are_not_one_number():
    with pytest.raises(StatisticsError, match="must be of one method; got 'PC', 'GES'"):
        em.stats.compare(ROWS, ROWS)
    other = [{**ROWS[0], "metric": "f1"}]
    with pytest.raises(StatisticsError, match="must be of one metric; got"):
        em.stats.compare([ROWS[0], *other], ROWS[:1])


def test_nothing_is_refused():
    with pytest.raises(StatisticsError, match="must hold at least one run; got none"):
        summarize([])


def test_runs_themselves_are_taken_as_they_are():
    run = Run(1.0, seed="a")
    assert as_runs([run]).rows == (run,)
    assert isnan(run.worst)


@pytest.mark.parametrize(
    ("column", "known"),
    [("Metric", "metric"), ("Dataset", "dataset"), ("data set", "dataset"), (" value", "value")],
)
def test_a_column_that_is_a_known_one_but_for_case_or_spacing_is_refused(column, known):
    row = {"method": "PC", "value": 1, column: 2}
    with pytest.raises(StatisticsError, match=f"{known!r}; got {column!r}. Rename it"):
        as_runs([row])
    frame = pd.DataFrame([row])
    with pytest.raises(StatisticsError, match=f"{known!r}; got {column!r}. Rename it"):
        summarize(frame)


@pytest.mark.parametrize("column", ["Dataset", "Seed", "METHOD"])
def test_the_same_of_a_wide_frame(column):
    frame = pd.DataFrame({"PC": [1, 2], "GES": [3, 4], column: [1, 2]})
    with pytest.raises(StatisticsError, match="the column must be spelled"):
        rank(frame)


@pytest.mark.parametrize("count", ["3", True, 3.0, None])
def test_only_integers_tell_the_size_of_a_truth(count):
    unknown = [
        Truth.of_json({"nodes": count, "edges": 2, "kind": "dag"}),
        Truth.of_json({"nodes": 3, "edges": count, "kind": "dag"}),
    ]
    assert unknown == [Truth(), Truth()]
    assert not unknown[0].differs_from(Truth.of_json({"nodes": 4, "edges": 2, "kind": "dag"}))


def test_the_keys_of_reports_have_three_parts():
    report = em.evaluate(em.Graph.parse("A --> B"), em.Graph.parse("A --> B"), "shd")
    with pytest.raises(StatisticsError, match=r"must be \(method, data set, seed\); got \('PC', 'a'\)"):
        Runs.from_reports({("PC", "a"): report})
    with pytest.raises(TypeError, match=r"reports must be a dictionary .* got list"):
        Runs.from_reports([report])
    with pytest.raises(TypeError, match="every value of reports must be a Report; got int"):
        Runs.from_reports({("PC", "a", 1): 5})
    (run, *_) = Runs.from_reports({("PC", "a", 1.0): report})
    assert run.key == ("a", "1")


@pytest.mark.parametrize("value", [b"1", np.True_, np.complex64(1)], ids=repr)
def test_what_only_float_takes_for_a_number_is_none(value):
    with pytest.raises(TypeError, match="must be a number"):
        as_runs([value])


def test_a_lazy_frame_is_collected():
    frame = pl.DataFrame({"seed": [1, 2], "value": [3.0, 5.0]})
    assert as_runs(frame.lazy()) == as_runs(frame)
    assert summarize(frame.lazy()).rows == summarize(frame).rows
    tidy = pl.DataFrame({"method": ["PC", "GES"], "value": [3, 4]})
    assert runs_of_table(tidy.lazy()) == runs_of_table(tidy)


def test_several_names_that_are_like_the_one_asked_for_are_named():
    runs = as_runs([{"method": m, "value": 1} for m in ("ges-1", "GES 1")])
    with pytest.raises(ConventionError, match="one of ges-1, GES 1; got 'Ges1', which matches both"):
        runs.only(method="Ges1")


def test_runs_of_a_metric_are_chosen_by_selectors():
    numbers = [("shd", "pair mismatch"), ("shd", "both to CPDAG"), ("f1", "skeleton"), ("a:b", "")]
    runs = as_runs([{"metric": m, "convention": c, "value": 0.5, "seed": 1} for m, c in numbers])
    for metric, convention, chosen in [
        ("shd:pair mismatch", None, numbers[:1]),
        ("shd:Pair-Mismatch", None, numbers[:1]),
        ("shd:of=cpdag", None, numbers[1:2]),
        ("shd", "of=cpdag", numbers[1:2]),
        ("shd", None, numbers[:2]),
        ("f1:skeleton", "skeleton", numbers[2:3]),
        ("a:b", None, numbers[3:]),
    ]:
        assert list(runs.only(metric=metric, convention=convention).numbers) == chosen
    for metric, convention, words in [
        ("shd:pair mismtch", None, "the convention of shd must be one of pair mismatch, both to CPDAG"),
        ("shd:lenient", None, "the convention of shd must be one of"),
        ("shdd:skeleton", None, "the metric must be one of"),
        ("shd:pair mismatch", "both to CPDAG", "the convention of shd must be one of pair mismatch"),
    ]:
        with pytest.raises(ConventionError, match=words):
            runs.only(metric=metric, convention=convention)


def test_results_of_runs_are_chosen_by_selectors():
    runs = [
        {"method": m, "seed": s, "metric": x, "convention": c, "value": s + len(m)}
        for m in ("PC", "GES") for s in range(3)
        for x, c in [("shd", "pair mismatch"), ("shd", "both to CPDAG"), ("sid", "")]
    ]  # fmt: skip
    table = summarize(runs)
    assert table["PC", "shd:of=cpdag"] == table["PC", "shd", "both to CPDAG"]
    assert metric_agreement(runs).best("shd:pair mismatch") == ("PC",)
    with pytest.raises(ConventionError, match="the convention of shd must be one of"):
        table["PC", "shd"]


def test_values_by_method_are_read_by_every_function_of_several_methods():
    by_method = {"PC": [*range(3, 12)], "GES": np.arange(9) * 1.5 + 0.25}
    rows = [
        {"method": m, "seed": s, "value": v} for m, vs in by_method.items() for s, v in enumerate(vs)
    ]
    assert summarize(by_method, better="lower").to_dicts() == summarize(rows, better="lower").to_dicts()
    assert complete_cases(by_method) == complete_cases(rows)
    assert rank(by_method, better="lower").to_dict() == rank(rows, better="lower").to_dict()
    tables = {m: [{k: v for k, v in row.items() if k != "method"} | {"metric": "shd", "chance": 99.0}
                  for row in rows if row["method"] == m] for m in by_method}  # fmt: skip
    tests = against_chance(tables)
    assert [test.method for test in tests] == ["PC", "GES"]
    assert summarize({"asia": 3.0, "alarm": 4.0}).n == 2  # names of runs
    with pytest.raises(StatisticsError, match="paired by position, so there must be equally many"):
        summarize({"PC": [1, 2], "GES": [1]})
    with pytest.raises(InputTypeError, match="'GES': values must be a sequence"):
        summarize({"PC": [1, 2], "GES": 3})


@pytest.mark.parametrize("make", [set, frozenset, lambda values: dict.fromkeys(values).keys()])
def test_m8_sets_have_no_order_to_be_paired_in(make):
    with pytest.raises(InputTypeError, match="which has no order"):
        compare(make([30, 10, 20, 7, 9, 2, 5]), make([3, 1, 2, 77, 16, 33, 64]), better="higher")


def test_c9_whole_numbers_beyond_all_floats_are_refused():
    huge = 10**400
    calls = [lambda v=v: compare([v] * 7, [0] * 7, better="higher") for v in (huge, -huge)]
    calls += [lambda: compare([1], [0], worst=huge), lambda: signed_ranks([huge, 1])]
    calls += [lambda: compare([1, 2], [0, 1], rope=huge), lambda: summarize([1, 2], level=huge)]
    for call in calls:
        with pytest.raises(StatisticsError):
            call()


def test_names_that_read_csv_takes_for_empty_cells_are_named():
    text = "method,dataset,value\n" + "".join(
        f"{m},{d},{v}\n" for m in ("PC", "GES") for v, d in enumerate(("NA", "null", "asia"))
    )
    with pytest.raises(StatisticsError, match=r"got 4 rows with an empty .*keep_default_na=False"):
        summarize(pd.read_csv(io.StringIO(text)))
    whole = pd.read_csv(io.StringIO(text), keep_default_na=False)
    assert as_runs(whole).datasets == ("NA", "null", "asia")
    with pytest.raises(StatisticsError, match=r"twice\. Give each repetition a seed"):
        as_runs([{"method": "PC", "value": 1}, {"method": "PC", "value": 2}])


@pytest.mark.parametrize("metric", [{}, {"metric": "own"}])
def test_a_column_better_that_contradicts_itself_is_refused_by_summaries_too(metric):
    rows = [
        {"method": m, "value": 1, "better": b, **metric} for m, b in (("A", "lower"), ("B", "higher"))
    ]
    with pytest.raises(StatisticsError, match=r"must be better; the column 'better' says"):
        summarize(rows)
    unnamed = summarize([{"method": m, "value": 1} for m in "AB"]).to_markdown()
    assert "no best is marked for the values: say" in unnamed


def test_runs_made_one_by_one_are_checked_as_rows_of_a_table_are():
    found = Run(None, 1, seed=np.float64(2), best=np.float32(0.1))
    assert (found.status, found.method, found.seed, found.best) == ("undefined", "1", "2", 0.1)
    assert summarize(Runs((Run(nan, "PC"), Run(2, 3)))).rows[1].method == "3"
    for made, error, text in (
        (lambda: Run(inf, "PC"), StatisticsError, "the value of a run must be finite"),
        (lambda: Run("x", "PC"), InputTypeError, "the value of a run must be a number; got 'x'"),
        (lambda: Run(1.0, status="failed"), StatisticsError, "'failed' must have no value; got 1"),
        (
            lambda: Run(1.0, better="max"),
            ConventionError,
            "better of a run must be one of lower, higher",
        ),
        (lambda: Run(nan, status="timeout"), ConventionError, "must be one of ok, undefined"),
    ):
        with pytest.raises(error, match=text):
            made()


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_methods_that_are_integers_are_found_by_their_integers():
    ranking = rank({1: [1, 2, 3], 2: [2, 3, 5], 3: [4, 5, 6]}, better="lower", control=1)
    assert ranking.control == "1"
    assert ranking.average_rank(1) == 1
    assert ranking.pair(2, 1).a == "2"
    assert ranking.pair(1, 2).a == "1"
    rows = [{"method": m, "metric": "shd", "value": m} for m in (1, 2)]
    assert as_runs(rows).only(method=2).methods == ("2",)
    assert summarize(rows)[2, "shd"].mean == 2


def test_a_bound_of_several_metrics_that_one_cannot_have_is_named_as_a_bound():
    rows = [{"method": "PC", "metric": m, "value": v} for m, v in (("shd", 3), ("f1", 0.3))]
    with pytest.raises(StatisticsError, match=r"got 28 as its worst value\. .* column 'worst'"):
        summarize(rows, worst=28)
    own = [{**row, "worst": worst} for row, worst in zip(rows, (28, 0), strict=True)]
    assert summarize(own)["PC", "shd"].mean == 3


def test_results_that_were_made_from_runs_are_no_runs():
    table = summarize([{"method": "PC", "metric": "shd", "value": 3}])
    for given in (table, table["PC", "shd"]):
        with pytest.raises(InputTypeError, match=r"made from runs\. Give these runs"):
            as_runs(given)


def test_runs_are_equal_after_they_were_a_frame():
    runs = as_runs(ROWS)
    assert as_runs(runs.to_frame()) == runs
    assert Run(float("nan")) == Run(np.float64("nan")) == Run(None)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"convention": "lenient"}, "the runs have no convention; got 'lenient'. Leave it out"),
        ({"method": "BOSS"}, "the method must be one of PC, GES; got 'BOSS'"),
    ],
)
def test_a_name_that_no_run_has_is_refused_with_the_names_that_runs_have(chosen, message):
    with pytest.raises(ConventionError, match=message):
        as_runs(ROWS).only(**chosen)


def test_runs_of_a_list_have_no_method_to_choose():
    with pytest.raises(ConventionError, match=r"the runs have no method; got 'PC'\. Leave it out"):
        as_runs([1, 2]).only(method="PC")


@pytest.mark.parametrize("keys", [(1, 0, 2, 3), (1, 2, 3, 4), (0, 1, 2, 4)])
@pytest.mark.parametrize("in_order", [list, np.array, pl.Series])
def test_a_list_is_not_paired_with_keys_that_are_not_its_positions(keys, in_order):
    values, others = pd.Series([4.0, 1, 3, 2], index=keys), in_order([3, 9, 5, 6])
    for sides in ((values, others), (others, values), (dict(values), others)):
        with pytest.raises(StatisticsError, match="only if the keys are 0, 1, 2 and so on"):
            compare(*sides)
    with pytest.raises(StatisticsError, match="as the keys of PC, and values in order of GES"):
        rank({"GES": others, "PC": values}, better="lower")


@pytest.mark.filterwarnings("ignore::edgemark.errors.StatisticsWarning")
def test_a_list_is_paired_with_keys_that_are_its_positions():
    others = [3, 9, 5, 6]
    assert compare(pd.Series([4.0, 1, 3, 2]), others).pairs.differences.tolist() == [1, -8, -2, -4]
    selected = pd.Series([4.0, None, 3, 2]).dropna()
    assert compare(selected, others).pairs.differences.tolist() == [1, -2, -4]


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame])
def test_a_run_that_only_one_of_two_tables_lacks_is_not_one_that_no_method_has(kind):
    rows = [
        {"method": m, "dataset": d, "seed": s, "value": 1.0 + s + (m == "PC")}
        for m in ("PC", "GES") for d in ("asia", "alarm") for s in (1, 2)
    ]  # fmt: skip
    rows[0]["value"] = None
    tables = {m: kind([row for row in rows if row["method"] == m]) for m in ("PC", "GES")}
    for call in (lambda: compare(*tables.values()), lambda: rank(tables, better="lower")):
        with pytest.warns(StatisticsWarning) as caught:
            call()
        assert not [one for one in caught if "no method has a value" in str(one.message)]
    rows[4]["value"] = None
    tables["GES"] = kind(rows[4:])
    for call in (lambda: compare(*tables.values()), lambda: rank(tables, better="lower")):
        with pytest.warns(StatisticsWarning) as caught:
            call()
        assert sum("no method has a value on 1 of 4 pairs" in str(one.message) for one in caught) == 1


def test_tuples_and_records_are_refused_with_what_to_give():
    records = pd.DataFrame([{"method": "PC", "dataset": "asia", "value": 1.0}]).to_records(index=False)
    for values in ([("asia", 1.0)], records):
        with pytest.raises(InputTypeError, match=r"got tuples\. Give a mapping with keys"):
            as_runs(values)
