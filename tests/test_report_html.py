"""A report in a notebook: the rows of its text form, and text that fights back."""

from dataclasses import replace
from math import nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import edgemark as em
from edgemark import Graph
from edgemark.display.text import printable
from edgemark.graph.side import Side
from edgemark.report import Report, Row
from edgemark.report.layout import (
    TITLES,
    decimal,
    head,
    number,
    recovery,
    refusals,
    refusals_by_reason,
    sections,
)
from tests.markup import page
from tests.strategies import HOSTILE_NAMES, names

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

TAGS = {
    "div", "style", "section", "table", "thead", "tbody", "tr", "th", "td", "p", "b", "ul", "li",
}  # fmt: skip
ATTRIBUTES = {"class", "scope", "colspan", "title"}
PAIRS = [
    ("A --> B; C --> B; B --> D", "A --> B; B --- C; B --> D; A --> D"),
    ("A --> B; A <-> B; C o-o D", "A --> B; B --> A; C --- D"),
    ("A; B", "A; B"),
    ("", ""),
    ("A --> B --> C --> A; D", "A --- B; B --> C; C --> D; D --> B"),
    ("#0 --> #1", "#0 <-- #1"),
]
SIDE = Side(1, 0, "dag", False)


@pytest.fixture(scope="module")
def reports():
    return [em.evaluate(Graph.parse(truth), Graph.parse(estimate)) for truth, estimate in PAIRS]


def row(**changes):
    return replace(Row("shd", "pair mismatch", "source", "dag / dag", 1, 1, 3, "lower"), **changes)


def read(report):
    return page(report._repr_html_())


def body(found):
    """Text of the cells of each line of each table, headings apart."""
    lines = []
    for tag, has, text in found.elements:
        if tag == "tr":
            lines.append([])
        elif tag in ("th", "td") and has.get("scope") not in ("col", "colgroup"):
            lines[-1].append("".join(text))
    return [line for line in lines if line]


# ---- safe


def test_no_tag_or_attribute_appears_beyond_ours(reports):
    for report in reports:
        found = read(report)
        assert found.tags <= TAGS
        assert {name for _, name in found.attributes} <= ATTRIBUTES


@given(st.tuples(*[names()] * 7), st.sampled_from(["ok", "undefined", "refused"]))
@settings(deadline=None)
def test_no_text_becomes_markup(texts, status):
    metric, convention, source, compared, reason, name, warning = texts
    rows = [
        row(metric=m, convention=convention, source=source, compared=compared, status=status,
            reason=reason, value=1 if status == "ok" else nan)
        for m in (metric, "precision")
    ]  # fmt: skip
    found = read(Report(tuple(rows), replace(SIDE, name=name), SIDE, (warning,)))
    assert found.tags <= TAGS
    assert {name for _, name in found.attributes} <= ATTRIBUTES
    assert f"Warning: {printable(warning)}" in found.texts("p", **{"class": "warning"})
    assert found.texts("td", **{"class": "text"})[0] == str(replace(SIDE, name=name))


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=lambda name: ascii(name[:20]))
def test_a_hostile_node_name_in_a_reason_is_shown_as_text(name):
    truth = Graph([name, "B"], [(name, "-->", "B"), ("B", "-->", name)])
    report = em.evaluate(truth, Graph([name, "B"]))
    refused = [f"{what}: {printable(reason)}" for what, reason in refusals_by_reason(report.rows)]
    assert any(str(Graph([name])) in line for line in refused)
    assert set(refused) <= set(read(report).texts("li"))


def test_nothing_is_loaded_and_nothing_runs(reports):
    for report in reports:
        html = report._repr_html_()
        assert not [w for w in ("href", "url(", "src=", "@import", "<script", " on") if f'{w}"' in html]
        assert "<script" not in html
        assert "url(" not in html
        assert " id=" not in html


def test_style_holds_for_reports_only(reports):
    (style,) = read(reports[0]).texts("style")
    selectors = [rule.partition("{")[0] for rule in style.split("}")[:-1]]
    assert selectors
    assert all(part.strip().startswith(".edgemark-report") for s in selectors for part in s.split(","))
    assert "background" not in style
    assert " color:" not in style


# ---- the same numbers as the text


def test_every_value_of_a_section_stands_with_its_metric_and_convention(reports):
    for report in reports:
        lines = body(read(report))
        for line in (r for section in sections(report.rows) for r in section.rows):
            shown = [x for x in lines if x[:2] == [line.metric, line.convention]]
            assert [x[2] for x in shown] == [number(line)]


def test_every_confusion_stands_with_its_measures(reports):
    for report in reports:
        lines, found = body(read(report)), recovery(report.rows)
        for convention, measures in found.rows.items():
            wanted = [number(measures[name]) for name in found.columns]
            assert [convention, *wanted] in lines


def test_both_forms_show_the_same_words(reports):
    for report in reports:
        text = " ".join("".join(read(report).texts("div")[0]).lower().split())
        for line in str(report).lower().splitlines():
            for word in line.replace("warning:", "").split():
                assert word.rstrip(":") in text


def test_every_number_names_its_convention_and_source_when_pointed_at(reports):
    for report in reports:
        titles = [
            has.get("title", "")
            for tag, has, text in read(report).elements
            if (tag, has.get("class")) == ("td", "number")
        ]
        assert all(titles)
        for line in (r for section in sections(report.rows) for r in section.rows):
            assert any(
                title.startswith(f"{line.metric}, {line.convention}: ") and title.endswith(line.source)
                for title in titles
            )


def test_a_ratio_shows_its_fraction_when_pointed_at():
    found = em.evaluate(Graph.parse("A --> B --> C"), Graph.parse("A --> B; C"), "recall:skeleton")
    ((title, text),) = [
        (has["title"], "".join(text))
        for tag, has, text in read(found).elements
        if (tag, has.get("class")) == ("td", "number")
    ]
    assert text == "0.500"
    assert title.startswith("recall, skeleton: 1 of 2 (skeleton")


def test_what_is_undefined_says_why():
    found = read(em.evaluate(Graph.parse("A --> B"), Graph.parse("A; B"), "confusion:skeleton"))
    assert "precision of skeleton: tp + fp = 0" in found.texts("li")


def test_a_convention_without_a_positive_in_either_graph_is_named_only():
    found = read(em.evaluate(Graph.parse("A --> B"), Graph.parse("A --> B"), "confusion:circles"))
    assert found.texts("p") == ["In neither graph: circles"]


def test_columns_say_what_they_hold_when_pointed_at(reports):
    heads = {
        "".join(text): has["title"]
        for tag, has, text in read(reports[0]).elements
        if tag == "th" and "title" in has
    }
    assert heads["FP"] == "false positives"
    assert heads["precision"].startswith("Share of the found positives that are true")


def test_every_heading_says_whether_it_is_of_a_row_or_a_column(reports):
    for report in reports:
        scopes = {has.get("scope") for tag, has, _ in read(report).elements if tag == "th"}
        assert scopes <= {"row", "col", "colgroup"}


def test_lines_of_a_table_have_as_many_cells_as_its_heading(reports):
    for report in reports:
        for table in report._repr_html_().split("<table>")[1:]:
            lines = [x["elements"] for x in cells(table.partition("</table>")[0])]
            assert len(set(lines)) == 1


def cells(table):
    for line in table.split("<tr>")[1:]:
        found = page(f"<table><tr>{line.partition('</tr>')[0]}</tr></table>")
        wide = sum(int(has.get("colspan", 1)) for tag, has, _ in found.elements if tag in ("th", "td"))
        yield {"elements": wide}


def test_a_report_of_no_rows_shows_both_sides():
    found = read(Report((), SIDE, SIDE))
    assert body(found) == [["truth", str(SIDE)], ["estimate", str(SIDE)]]
    assert found.texts("section") == []


# ---- which rows stand where


def test_sections_follow_what_is_better():
    rows = (row(metric="b", better="higher"), row(metric="a"), row(metric="c", better="higher"))
    found = [(section.title, [r.metric for r in section.rows]) for section in sections(rows)]
    assert found == [(TITLES["lower"], ["a"]), (TITLES["higher"], ["b", "c"])]


def test_a_metric_of_which_nobody_said_what_is_better_is_shown_all_the_same():
    report = Report((row(metric="density", better="unknown", of=None),), SIDE, SIDE)
    assert ["density", "pair mismatch", "1"] in body(read(report))
    assert "\nUNKNOWN " in str(report)


def test_a_section_without_rates_has_no_columns_for_them():
    report = Report((row(count=None, of=None, value=0.5),), SIDE, SIDE)
    assert body(read(report))[2:] == [["shd", "pair mismatch", "0.500"]]
    assert "rate" not in str(report)


def test_rows_are_shown_once_each(reports):
    for report in reports:
        found = recovery(report.rows)
        shown = [r for section in sections(report.rows) for r in section.rows]
        shown += [r for measures in found.rows.values() for r in measures.values()]
        shown += [r for rows in refusals(report.rows).values() for r in rows]
        assert len({id(r) for r in shown}) == len(shown)


def test_every_row_is_in_a_section_a_confusion_or_a_refusal(reports):
    for report in reports:
        found = recovery(report.rows)
        somewhere = {(r.metric, r.convention) for s in sections(report.rows) for r in s.rows}
        somewhere |= {(r.metric, r.convention) for m in found.rows.values() for r in m.values()}
        refused = [r for rows in refusals(report.rows).values() for r in rows]
        for r in report:
            assert r in refused or r.convention in found.absent or (r.metric, r.convention) in somewhere


def test_numbers_are_written_in_full_or_with_three_digits():
    assert [decimal(x) for x in (12345, 0.5, nan)] == ["12345", "0.500", "nan"]
    assert number(row(metric="tn", value=nan, status="undefined")) == "-"
    assert (head("tp"), head("f1")) == ("TP", "f1")
