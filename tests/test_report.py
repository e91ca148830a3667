"""The forms of a report: text, dictionary, JSON, CSV, frame."""

import builtins
import csv
import io
import json
import sys
from dataclasses import replace
from math import isnan, nan

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.display.text import printable
from edgemark.errors import ConventionError
from edgemark.graph.side import Side
from edgemark.report import COLUMNS, Report, Row
from edgemark.report.report import _SIDE
from tests.metrics.samples import pairs_of_graphs
from tests.strategies import HOSTILE_NAMES

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

SPECIAL = [
    ("A --> B --> C", "A --- B; C"),
    ("A --> B; A <-> B; C o-o D", "A --> B; B --> A; C --- D"),
    ("A; B", "A; B"),
    ("A", "A"),
    ("", ""),
    ("A --> B --> C --> A; D", "A --- B; B --> C; C --> D; D --> B"),
    ("A <-> B; A --- C", "A o-> B; C"),
    ("#0 --> #1", "#0 <-- #1"),
]


@pytest.fixture(scope="module")
def reports():
    graphs = [(Graph.parse(t), Graph.parse(e)) for t, e in SPECIAL]
    return [em.evaluate(t, e) for t, e in (*graphs, *pairs_of_graphs()[::8])]


@pytest.fixture
def report():
    return em.evaluate(Graph.parse("A --> B --> C"), Graph.parse("A --> B; C"))


# ---- dictionary and JSON


def no_constant(name):
    raise AssertionError(f"{name} is not JSON")


def test_json_is_strict_and_reads_back_as_the_dictionary(reports):
    for report in reports:
        text = report.to_json()
        assert json.loads(text, parse_constant=no_constant) == report.to_dict()


def test_the_dictionary_has_the_fields_of_the_schema(reports):
    for report in reports:
        found = report.to_dict()
        assert list(found) == ["format", "version", "truth", "estimate", "warnings", "rows"]
        assert (found["format"], found["version"]) == ("edgemark.report", 1)
        for side in ("truth", "estimate"):
            assert list(found[side]) == [*_SIDE]
        for row in found["rows"]:
            assert list(row) == [
                "metric", "convention", "source", "compared", "value", "count", "of", "better", "status",
                "reason", "candidates",
            ]  # fmt: skip


def test_values_of_the_dictionary_are_plain(reports):
    for report in reports:
        for row in report.to_dict()["rows"]:
            assert {type(value) for value in row.values()} <= {str, int, float, type(None)}


def test_a_value_is_null_exactly_where_it_is_not_defined(reports):
    for report in reports:
        for row, plain in zip(report, report.to_dict()["rows"], strict=True):
            assert (plain["value"] is None) == (row.status != "ok")


def test_json_keeps_every_digit():
    found = em.evaluate(Graph.parse("A --> B --> C"), Graph.parse("A --> B; B --> C; A --> C"), "f1")
    row = json.loads(found.to_json())["rows"][0]
    assert row["value"] == found["f1", "directed"].value == 0.8


def test_the_dictionary_is_the_callers_own(report):
    report.to_dict()["rows"].clear()
    report.to_dict()["truth"]["nodes"] = 99
    assert len(report.to_dict()["rows"]) == len(report)
    assert report.truth.nodes == 3


# ---- CSV


def test_csv_has_a_line_for_each_row_and_the_same_values(reports):
    for report in reports:
        lines = list(csv.DictReader(io.StringIO(report.to_csv())))
        assert len(lines) == len(report)
        for line, row in zip(lines, report, strict=True):
            assert list(line) == ["truth", "estimate", *COLUMNS]
            assert line["metric"] == row.metric
            assert line["reason"] == row.reason
            assert line["value"] == "" if isnan(row.value) else float(line["value"]) == row.value


def test_rows_of_csv_end_with_a_line_feed_alone(report):
    named = replace(report, truth=replace(report.truth, name="a\r\nb"))
    assert named.to_csv().count("\r") == len(report)


def test_csv_without_a_header_is_the_rest_of_the_one_with_it(report):
    assert report.to_csv().partition("\n")[2] == report.to_csv(header=False)


@pytest.mark.parametrize("name", ["a,b", 'say "x"', "a\nb", "a\rb", "a\r\nb", " a ", "=1+1", "שלום"])
def test_names_of_files_survive_csv(report, name):
    renamed = replace(report, truth=replace(report.truth, name=name))
    lines = list(csv.DictReader(io.StringIO(renamed.to_csv(), newline="")))
    assert {line["truth"] for line in lines} == {name}


# ---- frame


def test_a_frame_has_the_columns_and_types_of_rows(reports):
    pytest.importorskip("pandas")
    for report in reports:
        frame = report.to_frame()
        assert list(frame.columns) == list(COLUMNS)
        assert len(frame) == len(report)
        assert (str(frame["value"].dtype), str(frame["count"].dtype)) == ("float64", "Int64")
        assert str(frame["of"].dtype) == "Int64"


def test_a_frame_holds_nan_for_what_is_undefined_and_missing_for_no_count(report):
    frame = report.to_frame().set_index(["metric", "convention"])
    assert isnan(frame.loc[("precision", "circles"), "value"])
    assert str(frame.loc[("nced", "k = 0.2"), "count"]) == "<NA>"
    assert frame.loc[("shd", "pair mismatch"), "value"] == 1


def test_a_frame_of_no_rows_has_the_same_columns_and_types():
    found = em.evaluate(Graph.parse("A"), Graph.parse("A"), []).to_frame()
    assert list(found.columns) == list(COLUMNS)
    assert str(found["count"].dtype) == "Int64"


def test_without_pandas_a_frame_names_the_extra(report, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(em.errors.MissingExtraError, match=r"\.\[frames\]") as refusal:
        report.to_frame()
    assert isinstance(refusal.value, ImportError)


def test_everything_but_frames_works_without_pandas(report, monkeypatch):
    real_import = builtins.__import__

    def refuse(name, *arguments, **options):
        assert not name.startswith("pandas")
        return real_import(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", refuse)
    assert report.to_json()
    assert report.to_csv()
    assert str(report)


# ---- looking up


def test_a_row_is_found_by_position_metric_and_convention(report):
    assert report[0] is report["shd", "pair mismatch"] is report["shd", "pair-MISMATCH"]
    assert report[-1] is report[report.rows[-1].metric, report.rows[-1].convention]


def test_a_metric_counted_in_several_ways_needs_its_convention(report):
    with pytest.raises(ConventionError, match=r"the report has 7 of shd: pair mismatch, arc Hamming"):
        report["shd"]


def test_large_counts_do_not_run_together():
    text = str(em.evaluate(Graph(3000, [(0, "-->", 1)]), Graph(3000, [(1, "-->", 2)])))
    assert ["directed", "0", "1", "1", "8996998"] == _line(text, "directed")[:5]


def test_the_widest_counts_leave_out_the_negatives_to_stay_apart():
    text = str(
        em.evaluate(Graph(10**6, [(0, "-->", 1)]), Graph(10**6, [(1, "-->", 2)]), "confusion:directed")
    )
    assert ["directed", "0", "1", "1"] == _line(text, "directed")[:4]


def _line(text, start):
    (line,) = [line for line in text.split("\n") if line.startswith(start)]
    return line.split()


def test_a_slice_is_a_tuple_of_rows(report):
    assert report[:2] == tuple(report)[:2]


def test_an_unknown_convention_is_refused_with_the_known_ones(report):
    with pytest.raises(ConventionError, match="Did you mean 'skeleton'"):
        report["shd", "skeletn"]


def test_an_unknown_metric_is_refused_with_the_known_ones(report):
    with pytest.raises(ConventionError, match=r"the metric must be one of shd, .*; got 'sidd'"):
        report["sidd"]


def test_a_measure_of_a_refused_confusion_is_found_and_says_why():
    refused = em.evaluate(Graph.parse("A o-o B; C"), Graph.parse("A --> B; C"))
    row = refused["f1", "ancestral"]
    assert row.status == "refused"
    assert "ancestors are known" in row.reason


def test_a_position_outside_is_an_index_error(report):
    with pytest.raises(IndexError):
        report[10_000]


def test_a_report_does_not_change(report):
    with pytest.raises(AttributeError):
        report.rows = ()
    with pytest.raises(AttributeError):
        report[0].value = 1


# ---- text


def test_text_fits_80_columns(reports):
    for report in reports:
        assert max(len(line) for line in str(report).splitlines()) <= 80, str(report)


def test_text_with_long_names_fits_80_columns():
    truth = Graph.from_edges([("a" * 60, "-->", "b" * 60), ("b" * 60, "-->", "a" * 60)])
    text = str(em.evaluate(truth, Graph(truth.nodes)))
    assert max(len(line) for line in text.splitlines()) <= 80


def test_text_has_no_trailing_spaces(reports):
    for report in reports:
        assert all(line == line.rstrip() for line in str(report).splitlines())


def test_text_has_the_value_of_every_distance_that_is_defined(reports):
    for report in reports:
        lines = str(report).splitlines()
        for row in report:
            if row.metric == "shd" and row.status == "ok":
                begin = ["shd", *row.convention.split()]
                (line,) = [x for x in lines if x.split()[: len(begin)] == begin]
                assert line.split()[-3:-1] == [str(row.value), str(row.of)]


def test_text_says_what_is_refused_and_why(reports):
    for report in reports:
        text = " ".join(str(report).split())
        for row in report:
            if row.status == "refused":
                reason = " ".join(printable(row.reason).split())
                assert reason in text or f"each {reason.partition(' ')[2]}" in text


def test_text_shows_every_warning(reports):
    for report in reports:
        text = " ".join(str(report).split())
        assert all(" ".join(warning.split()) in text for warning in report.warnings)


def test_text_shows_the_counts_of_a_confusion(report):
    (line,) = [x for x in str(report).splitlines() if x.startswith("directed  ")]
    assert line.split() == ["directed", "1", "0", "1", "4", "1.000", "0.500", "0.667"]


def test_text_of_one_measure_shows_only_that():
    found = em.evaluate(Graph.parse("A --> B; C"), Graph.parse("A --> B; C"), ["f1:skeleton"])
    assert str(found).splitlines()[-2:] == [f"{'RECOVERY':<22}     f1", f"{'skeleton':<22}  1.000"]


@pytest.mark.parametrize("name", [name for name in HOSTILE_NAMES if len(name) < 100])
def test_a_hostile_node_name_in_a_reason_cannot_steer_the_terminal(name):
    truth = Graph([name, "B"], [(name, "-->", "B"), ("B", "-->", name)])
    found = em.evaluate(truth, Graph([name, "B"]))
    refused = [row for row in found if row.status == "refused"]
    written = str(Graph([name]))
    assert any(written in row.reason for row in refused)
    assert all(character.isprintable() for character in str(found) if character != "\n")
    assert json.loads(found.to_json())["rows"] == found.to_dict()["rows"]
    assert len(list(csv.reader(io.StringIO(found.to_csv(), newline="")))) == len(found) + 1


def test_a_hostile_name_of_a_file_cannot_steer_the_terminal(report):
    renamed = replace(report, truth=replace(report.truth, name="a\x1b[31m\u202eb"))
    assert "\x1b" not in str(renamed)
    assert "\u202e" not in str(renamed)


def test_printable_leaves_ordinary_text_alone():
    assert printable("Größe −1 → é") == "Größe −1 → é"


@pytest.mark.parametrize("status", ["refused", "undefined"])
def test_a_reason_cannot_steer_the_terminal_either(status):
    hostile = row(value=nan, count=None, of=None, status=status, reason="a\x1b[31m is\u202e no")
    side = Side(1, 0, "dag", False)
    text = str(Report((hostile,), side, side, ("w\x1b[2J",)))
    assert "a\\x1b[31m is\\u202e no" in text
    assert "w\\x1b[2J" in text
    assert text.replace("\n", "").isprintable()


# ---- rows


def row(**changes):
    return replace(Row("shd", "pair mismatch", "source", "dag / dag", 1, 1, 3, "lower"), **changes)


def test_the_rate_of_a_row_is_count_of_most():
    assert row().rate == pytest.approx(1 / 3)
    assert isnan(row(count=None, of=None).rate)
    assert isnan(row(count=0, of=0).rate)


def test_a_report_of_no_rows_prints_both_sides():
    side = Side(1, 0, "dag", False)
    assert str(Report((), side, side)).splitlines() == [
        f"truth     {side}",
        f"estimate  {side}",
    ]


def test_a_side_counts_its_nodes_and_edges_in_words():
    assert str(Side(1, 2, "dag", False)).startswith("1 node, 2 edges, ")
    assert str(Side(2, 1, "dag", True, "x.txt")).startswith("x.txt: 2 nodes, 1 edge, ")


def test_nan_is_none_in_a_dictionary():
    assert row(value=nan, status="undefined").to_dict()["value"] is None


# ---- what is compared in place of the graphs


def test_the_classes_compared_are_said_where_the_names_do_not_say_them():
    truth = Graph.parse("A --> B --> C")
    text = str(em.evaluate(truth, Graph.parse("A --- B --- C")))
    assert "\ncompared as CPDAG / CPDAG: parent_aid, ancestor_aid, oset_aid" in text
    assert "compared as" not in str(em.evaluate(truth, Graph.parse("A --> B; A --> C")))
    invalid = em.evaluate(truth, Graph.parse("A --- B --> C"), ["parent_aid", "parent_aid:repaired"])
    assert "compared as CPDAG / CPDAG, 1 mark changed: parent_aid repaired" in str(invalid)


def test_what_is_not_defined_for_one_reason_is_said_once():
    report = em.evaluate(Graph.parse("A --> B --> C"), Graph.parse("A o-> B; C"))
    lines = str(report).partition("NOT DEFINED HERE")[2].splitlines()
    assert len([line for line in lines if line.startswith("parent_aid")]) == 1
    assert any(line.startswith("parent_aid, ancestor_aid, oset_aid: each reads") for line in lines)


@pytest.mark.parametrize(
    ("text", "kind", "also"),
    [
        ("A --> B <-- C", None, True),
        ("A --> B <-- C", "dag", False),
        ("A --> B --> C", None, False),
        ("A; B", None, False),
        ("A --- B", None, False),
    ],
)
def test_a_graph_that_is_a_dag_and_a_cpdag_says_so(text, kind, also):
    graph = Graph.parse(text, kind=kind)
    report = em.evaluate(graph, graph, "shd:pair mismatch")
    assert report.truth.also_cpdag is also is report.to_dict()["truth"]["also_cpdag"]
    assert str(report.truth).endswith("DAG (or CPDAG)") is also


def test_metrics_that_are_refused_for_one_reason_are_named_together():
    truth, estimate = em.Graph.parse("A --> B --> C --> A"), em.Graph.parse("A --> B --> C")
    text = " ".join(str(em.evaluate(truth, estimate, ["parent_aid", "oset_aid", "shd", "sid"])).split())
    assert "parent_aid, oset_aid: each reads DAGs and CPDAGs; the truth is not a DAG" in text
    assert text.count("reads DAGs and CPDAGs") == 1
    assert "sid: sid needs a DAG as the truth" in text
