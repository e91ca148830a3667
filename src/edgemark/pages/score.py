"""The page of one truth and one or several estimates."""

from __future__ import annotations

import warnings
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan, nan
from typing import Any

from edgemark.conventions.options import Reference
from edgemark.display.elements import Element, Node, element
from edgemark.errors import EdgemarkError, EdgemarkWarning, GraphError, plural
from edgemark.evaluation import evaluate
from edgemark.graph import Candidates, EdgeScores, TemporalScores
from edgemark.metrics import best_f1
from edgemark.pages.blocks import (
    Cell,
    Column,
    DataTable,
    Section,
    data_table,
    facts,
    link,
    note,
    notes,
    number,
)
from edgemark.pages.conventions import about, name_of
from edgemark.pages.differing import differing_section
from edgemark.pages.judged import InOneClass, Judged, common_folder, in_one_class
from edgemark.pages.key_numbers import cards, cautions, key_rows, with_chance
from edgemark.pages.numbers import numbers_section
from edgemark.pages.order import BOLD, Standing, changes_section, no_value, side_by_side
from edgemark.pages.page import Page
from edgemark.pages.printed import printed_section
from edgemark.report import Row

__all__ = ["page_of", "score_page"]

_MOST_WHOLE = 12
_MOST_NODES = 1000
"""Larger graphs are not compared with random guessing and other packages, which would take minutes."""


def score_page(
    truth: Any,
    estimate: Any,
    metrics: Iterable[str] | str | None = None,
    *,
    candidates: Candidates | None = None,
    reference: Reference | None = None,
    threshold: float | None = None,
    title: str = "",
) -> Page:
    """
    Make a page that shows how good an estimate is: key numbers, picture, tables, other packages.

    The page is one file, which works offline and loads nothing. The running time is quadratic in the
    number of nodes. Above 1000 nodes the slow parts, random guessing and other packages, are left out.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads; or a `TemporalGraph`.
        estimate: an estimate as for `evaluate`; or a mapping from names to several estimates.
        metrics: the metrics of the table of all numbers, as for `evaluate`; None takes all.
        candidates: as for `evaluate`.
        reference: as for `evaluate`; several estimates of different classes can be ranked only in one.
        threshold: the picture shows the edges with a higher score, or share of the samples. None chooses
            the one with the best F1 for scores, and 0.5 for samples.
        title: heading of the page; "" for the default.

    Returns:
        The page: `write` writes it to a file, `to_html` returns its text.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: no such metric.
        GraphError: an empty mapping of estimates.
        KindError: as for `evaluate`.

    Examples:
        >>> import edgemark as em
        >>> truth, found = em.Graph.parse("A --> B --> C"), em.Graph.parse("A --> B; C --> B")
        >>> [section.title for section in score_page(truth, found).sections][:3]
        ['Key numbers', 'Be careful about', 'Where they differ']
    """
    estimates = dict(estimate) if isinstance(estimate, Mapping) else {"the estimate": estimate}
    if not estimates:
        raise GraphError("a page needs at least one estimate; got an empty mapping")
    judged = []
    for name, one in estimates.items():
        with warnings.catch_warnings():
            # The report holds the texts of these warnings.
            warnings.simplefilter("ignore", EdgemarkWarning)
            report = evaluate(truth, one, metrics, candidates=candidates, reference=reference)
        judged.append(Judged(str(name), one, report))
    return page_of(truth, judged, candidates=candidates, threshold=threshold, title=title)


def page_of(
    truth: Any,
    judged: Sequence[Judged],
    *,
    failed: Sequence[tuple[str, str]] = (),
    candidates: Candidates | None = None,
    threshold: float | None = None,
    title: str = "",
) -> Page:
    """Make the page of estimates that have reports, and of estimates that failed."""
    if len(judged) == 1 and not failed:
        return _page_of_one(truth, judged[0], candidates, threshold, title)
    return _page_of_several(truth, judged, failed, candidates, threshold, title)


# ---- one estimate


def _page_of_one(
    truth: Any, one: Judged, candidates: Candidates | None, threshold: float | None, title: str
) -> Page:
    report = one.report
    rows = key_rows(report)
    is_large = report.truth.nodes > _MOST_NODES
    guesses, said = with_chance(truth, one.estimate, rows, candidates, drawn=not is_large)
    careful = _warning_list(cautions(report, rows, guesses))
    parts = (
        Section("key", "Key numbers", (cards(rows, guesses), *([note(said)] if said else []))),
        Section("careful", "Be careful about", (careful,)),
        differing_section(truth, one.estimate, _cut(truth, one.estimate, threshold), one.name),
        numbers_section(report),
        None if is_large else printed_section(truth, one.estimate),
    )
    lead = (_sides([("truth", report.truth), ("estimate", report.estimate)]),)
    heading = title or f"How good is {one.name}?"
    return Page(heading, lead, tuple(part for part in parts if part is not None))


def _warning_list(texts: Sequence[Node]) -> Element:
    return notes(texts) if texts else note("There is no warning.")


def _sides(sides: Iterable[tuple[str, Any]]) -> Element:
    return facts((name, str(side)) for name, side in sides)


def _cut(truth: Any, estimate: Any, threshold: float | None) -> float | None:
    """The threshold of the picture."""
    if (
        threshold is not None
        or isinstance(estimate, TemporalScores)
        or not isinstance(estimate, EdgeScores)
    ):
        return threshold
    try:
        found = float(getattr(best_f1(truth, estimate), "threshold", nan))
    except EdgemarkError:
        return None
    if isnan(found):
        return None
    below = [value for value in estimate.to_array().ravel().tolist() if value < found]
    return (max(below) + found) / 2 if below else found - 1.0


# ---- several


def _page_of_several(
    truth: Any,
    judged: Sequence[Judged],
    failed: Sequence[tuple[str, str]],
    candidates: Candidates | None,
    threshold: float | None,
    title: str,
) -> Page:
    folder = common_folder([one.name for one in judged])
    judged = [replace(one, name=one.name.removeprefix(folder)) for one in judged]
    failed = [(name.removeprefix(folder), reason) for name, reason in failed]
    names = [one.name for one in judged]
    standings = _standings(judged)
    same = in_one_class(truth, judged, candidates) if any(not s.is_fair for s in standings) else None
    ranked = standings if same is None else _standings(same.judged)
    sections = [
        *([_ranked(same, ranked)] if same is not None else []),
        _overview(judged, failed, standings),
        *([changes_section(ranked, names, of=_compared_as(same))] if len(judged) > 1 else []),
        *([side_by_side(standings, names, "numbers", "All numbers")] if judged else []),
    ]
    for k, one in enumerate(judged[:_MOST_WHOLE], 1):
        sections.append(_section_of_estimate(truth, one, candidates, threshold, f"e{k}"))
    heading = title or f"How good are {plural(len(names), 'estimate')}?"
    sides = [("truth", str(judged[0].report.truth))] if judged else []
    lead = [facts([*sides, *([("estimates in", folder)] if folder else [])])]
    if len(judged) > 1:
        lead.append(note(BOLD.format(them="estimates")))
    return Page(heading, tuple(lead), tuple(sections))


def _compared_as(same: InOneClass | None) -> str:
    return (
        ""
        if same is None
        else f"The numbers are those of truth and estimates as {same.reference.upper()}s."
    )


def _ranked(same: InOneClass, standings: Sequence[Standing]) -> Section:
    """Write the key numbers of estimates of several classes, all converted to one class."""
    title = f"Key numbers, all as {same.reference.upper()}s"
    body: list[Node] = [
        note(
            "The estimates are graphs of several classes. Truth and estimates were converted to the "
            "coarsest of these classes, in which they can be ranked."
        ),
        _key_table(same.judged, standings, "ranked-table", title),
    ]
    if same.left_out:
        body.append(notes(f"{name}: {reason}" for name, reason in same.left_out))
    return Section("ranked", title, tuple(body))


def _overview(
    judged: Sequence[Judged], failed: Sequence[tuple[str, str]], standings: Sequence[Standing]
) -> Section:
    """Write the key numbers of all estimates, those that failed, and the warnings."""
    is_mixed = any(not one.is_fair for one in standings)
    title = "Key numbers, each estimate as given" if is_mixed else "Key numbers"
    body: list[Node] = [
        _key_table(judged, standings, "overview-table", title),
        element("h3", "Be careful about"),
        _warning_list(list(_warnings(judged, standings))),
    ]
    if failed:
        body += [element("h3", "Estimates without numbers"), _failures(failed)]
    if len(judged) > _MOST_WHOLE:
        body.append(
            note(
                f"The first {_MOST_WHOLE} estimates have a picture and tables of their own, from ",
                link(judged[0].name, "e1"),
                " on.",
            )
        )
    return Section("overview", title, tuple(body))


def _key_table(judged: Sequence[Judged], standings: Sequence[Standing], key: str, title: str) -> Element:
    """Write a row for each estimate, and below the table what each column counts."""
    keys = list(
        dict.fromkeys((row.metric, row.convention) for one in judged for row in key_rows(one.report))
    )
    by_name = {one.name: one for one in standings}
    columns = (
        Column("estimate"),
        Column("class", filtered=True),
        *(Column(name_of(*key), number=True) for key in keys),
    )
    names = [one.name for one in judged]
    shown = [(one, one.best(names)) for one in (by_name[name_of(*key)] for key in keys)]
    rows: list[Sequence[Cell | str]] = []
    for one in judged:
        cells = [_key_cell(standing, one.name, best) for standing, best in shown]
        rows.append([one.name, one.report.estimate.kind, *cells])
    legend = (element("li", f"{name_of(*key)} ", by_name[name_of(*key)].about) for key in keys)
    return element(
        "div",
        data_table(DataTable(key, title, columns, rows)),
        element("ul", legend, class_="legend"),
    )


def _key_cell(one: Standing, name: str, best: Container[str]) -> Cell:
    value = one.values.get(name, nan)
    if isnan(value):
        return Cell(no_value(one, name), value)
    return Cell(number(value), value, best=name in best)


def _failures(failed: Sequence[tuple[str, str]]) -> Element:
    columns = (Column("estimate"), Column("reason"))
    return data_table(DataTable("failed-table", "Estimates without numbers", columns, failed))


def _warnings(judged: Sequence[Judged], standings: Sequence[Standing]) -> Iterator[str]:
    said: dict[str, list[str]] = {}
    for one in judged:
        for text in one.report.warnings:
            said.setdefault(str(text), []).append(one.name)
    for text, names in said.items():
        yield f"{'All estimates' if len(names) == len(judged) else ', '.join(names)}: {text}"
    if any(not one.is_fair for one in standings):
        yield (
            "The estimates are graphs of several classes. Numbers of graphs compared as given cannot be "
            "ranked."
        )


def _standings(judged: Sequence[Judged]) -> list[Standing]:
    """Collect every metric of every estimate."""
    found: dict[tuple[str, str], dict[str, Row]] = {}
    for one in judged:
        for row in one.report:
            found.setdefault((row.metric, row.convention), {})[one.name] = row
    return [_standing(name_of(*key), rows) for key, rows in found.items()]


def _standing(name: str, rows: Mapping[str, Row]) -> Standing:
    known = {who: row for who, row in rows.items() if row.status == "ok"}
    some = next(iter(known.values()), next(iter(rows.values())))
    return Standing(
        name,
        some.better,
        {who: float(row.value) for who, row in known.items()},
        {who: (row.status, str(row.reason)) for who, row in rows.items() if row.status != "ok"},
        len({row.compared for row in known.values()}) < 2,
        about(some),
    )


def _section_of_estimate(
    truth: Any, one: Judged, candidates: Candidates | None, threshold: float | None, key: str
) -> Section:
    """
    Write one of several estimates: its key numbers, its differences, the numbers of other packages.
    """
    rows = key_rows(one.report)
    parts = [
        differing_section(
            truth, one.estimate, _cut(truth, one.estimate, threshold), one.name, f"{key}-diff"
        ),
        None
        if one.report.truth.nodes > _MOST_NODES
        else printed_section(truth, one.estimate, f"{key}-printed"),
    ]
    body: list[Node] = [_sides([("estimate", replace(one.report.estimate, name=""))]), cards(rows, {})]
    for part in parts:
        if part is not None:
            body += [element("h3", part.title), *part.body]
    return Section(key, one.name, tuple(body))
