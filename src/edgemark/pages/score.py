"""The page of one truth and one or several estimates."""

from __future__ import annotations

import warnings
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite, isnan, nan
from typing import Any

from edgemark.arguments import as_number
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
from edgemark.pages.order import RULE_FOR_BOLD, Standing, changes_section, no_value, side_by_side
from edgemark.pages.page import Page
from edgemark.pages.printed import printed_section
from edgemark.report import Row

__all__ = ["page_of", "score_page"]

_MAX_SECTIONS = 12  # of single estimates, on the page of several
_MAX_NODES_FOR_SLOW_PARTS = 1000
"""
For larger graphs, the scores of random guessing and the numbers of other packages would take minutes.
"""


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
    Make a page that shows how good an estimate is, with key numbers, a picture and tables.

    The page is one file, which works offline. It compares the estimate with random guessing, and lists
    the numbers that other packages print. Above 1000 nodes, it leaves out these two slow parts.

    The page of several estimates compares them with each other instead of with random guessing. It has
    a picture and tables for each of the first 12 estimates. The running time is quadratic in the number
    of nodes.

    Args:
        truth: reference graph: a Graph, an object that `as_graph` reads, or a `TemporalGraph`.
        estimate: an estimate as for `evaluate`; or a mapping from names to several estimates.
        metrics: the metrics to compute, as for `evaluate`; None takes all.
        candidates: the ordered pairs that count, as for `evaluate`; None for all.
        reference: class of graphs to which truth and estimate are converted, as for `evaluate`.
            Estimates of different classes can be ranked only if all are converted to one class.
        threshold: the picture of scores shows the edges whose score is higher than this; the picture of
            samples shows the edges with a higher share of the samples. None takes the threshold with
            the best F1 for scores without lags, and 0.5 for samples. Scores of time series graphs have
            no picture without a threshold.
        title: heading of the page; "" for the default.

    Returns:
        The page: `write` writes it to a file, `to_html` returns its text.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: no such metric.
        GraphError: an empty mapping of estimates; or the threshold is not finite.
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
    if threshold is not None and not isfinite(as_number(threshold)):
        raise GraphError(f"a threshold must be a finite number; got {threshold!r}")
    judged = []
    for name, each in estimates.items():
        with warnings.catch_warnings():
            # The report holds the texts of these warnings.
            warnings.simplefilter("ignore", EdgemarkWarning)
            report = evaluate(truth, each, metrics, candidates=candidates, reference=reference)
        judged.append(Judged(str(name), each, report))
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
    """
    Make the page of estimates that have reports.

    `failed` holds the name of each estimate without a report, and the reason.
    """
    if len(judged) == 1 and not failed:
        return _page_of_one(truth, judged[0], candidates, threshold, title)
    return _page_of_several(truth, judged, failed, candidates, threshold, title)


# ---- one estimate


def _page_of_one(
    truth: Any, judged: Judged, candidates: Candidates | None, threshold: float | None, title: str
) -> Page:
    report = judged.report
    rows = key_rows(report)
    is_large = report.truth.nodes > _MAX_NODES_FOR_SLOW_PARTS
    guesses, chance_note = with_chance(truth, judged.estimate, rows, candidates, drawn=not is_large)
    warning_list = _warning_list(cautions(report, rows, guesses))
    parts = (
        Section(
            "key", "Key numbers", (cards(rows, guesses), *([note(chance_note)] if chance_note else []))
        ),
        Section("careful", "Be careful about", (warning_list,)),
        differing_section(
            truth, judged.estimate, _threshold_of_picture(truth, judged.estimate, threshold), judged.name
        ),
        numbers_section(report),
        None if is_large else printed_section(truth, judged.estimate),
    )
    lead = (_sides([("truth", report.truth), ("estimate", report.estimate)]),)
    heading = title or f"How good is {judged.name}?"
    return Page(heading, lead, tuple(part for part in parts if part is not None))


def _warning_list(texts: Sequence[Node]) -> Element:
    return notes(texts) if texts else note("There is no warning.")


def _sides(sides: Iterable[tuple[str, Any]]) -> Element:
    return facts((name, str(side)) for name, side in sides)


def _threshold_of_picture(truth: Any, estimate: Any, threshold: float | None) -> float | None:
    """
    Return the given threshold; if it is None, the one with the best F1 for scores without lags.

    The threshold with the best F1 is placed halfway between the scores next to it, above and below.
    """
    is_without_lags = isinstance(estimate, EdgeScores) and not isinstance(estimate, TemporalScores)
    if threshold is not None or not is_without_lags:
        return threshold
    try:
        lowest_shown = float(getattr(best_f1(truth, estimate), "threshold", nan))
    except EdgemarkError:
        return None
    if isnan(lowest_shown):
        return None
    lower = [score for score in estimate.to_array().ravel().tolist() if score < lowest_shown]
    return (max(lower) + lowest_shown) / 2 if lower else lowest_shown - 1.0


# ---- several estimates


def _page_of_several(
    truth: Any,
    judged: Sequence[Judged],
    failed: Sequence[tuple[str, str]],
    candidates: Candidates | None,
    threshold: float | None,
    title: str,
) -> Page:
    folder = common_folder([each.name for each in judged])
    judged = [replace(each, name=each.name.removeprefix(folder)) for each in judged]
    failed = [(name.removeprefix(folder), reason) for name, reason in failed]
    names = [each.name for each in judged]
    standings = _standings(judged)
    sections, ranked, values_note = [], standings, ""
    if any(not standing.is_fair for standing in standings):
        one_class = in_one_class(truth, judged, candidates)
        if one_class is not None:
            ranked = _standings(one_class.judged)
            sections.append(_one_class_section(one_class, ranked))
            values_note = (
                f"The numbers are those of truth and estimates as {one_class.reference.upper()}s."
            )
    sections.append(_overview_section(judged, failed, standings))
    if len(judged) > 1:
        sections.append(changes_section(ranked, names, values_note=values_note))
    if judged:
        sections.append(side_by_side(standings, names, "numbers", "All numbers"))
    for k, each in enumerate(judged[:_MAX_SECTIONS], 1):
        sections.append(_section_of_estimate(truth, each, threshold, f"e{k}"))
    heading = title or f"How good are {plural(len(names), 'estimate')}?"
    sides = [("truth", str(judged[0].report.truth))] if judged else []
    lead = [facts([*sides, *([("estimates in", folder)] if folder else [])])]
    if len(judged) > 1:
        lead.append(note(RULE_FOR_BOLD.format(them="estimates")))
    return Page(heading, tuple(lead), tuple(sections))


def _one_class_section(one_class: InOneClass, standings: Sequence[Standing]) -> Section:
    """Write the key numbers of estimates of several classes, all converted to one class."""
    title = f"Key numbers, all as {one_class.reference.upper()}s"
    body: list[Node] = [
        note(
            "The estimates are graphs of several classes. Truth and estimates were converted to the "
            "coarsest of their classes, in which they can be ranked."
        ),
        _key_table(one_class.judged, standings, "ranked-table", title),
    ]
    if one_class.left_out:
        body.append(notes(f"{name}: {reason}" for name, reason in one_class.left_out))
    return Section("ranked", title, tuple(body))


def _overview_section(
    judged: Sequence[Judged], failed: Sequence[tuple[str, str]], standings: Sequence[Standing]
) -> Section:
    """Write the key numbers of all estimates, the warnings, and the estimates that failed."""
    is_mixed = any(not standing.is_fair for standing in standings)
    title = "Key numbers, each estimate as given" if is_mixed else "Key numbers"
    body: list[Node] = [
        _key_table(judged, standings, "overview-table", title),
        element("h3", "Be careful about"),
        _warning_list(list(_warning_texts(judged, standings))),
    ]
    if failed:
        body += [element("h3", "Estimates without numbers"), _failed_table(failed)]
    if len(judged) > _MAX_SECTIONS:
        body.append(
            note(
                f"The first {_MAX_SECTIONS} estimates have a picture and tables of their own, from ",
                link(judged[0].name, "e1"),
                " on.",
            )
        )
    return Section("overview", title, tuple(body))


def _key_table(
    judged: Sequence[Judged], standings: Sequence[Standing], table_key: str, title: str
) -> Element:
    """Write a row for each estimate, and below the table what each column counts."""
    metrics = dict.fromkeys(
        name_of(row.metric, row.convention) for each in judged for row in key_rows(each.report)
    )
    by_metric = {standing.name: standing for standing in standings}
    columns = (
        Column("estimate"),
        Column("class", filtered=True),
        *(Column(metric, number=True) for metric in metrics),
    )
    names = [each.name for each in judged]
    best_of_column = [(by_metric[metric], by_metric[metric].best(names)) for metric in metrics]
    rows: list[Sequence[Cell | str]] = []
    for each in judged:
        cells = [_key_cell(standing, each.name, best) for standing, best in best_of_column]
        rows.append([each.name, each.report.estimate.kind, *cells])
    legend = (element("li", f"{metric} ", by_metric[metric].about) for metric in metrics)
    return element(
        "div",
        data_table(DataTable(table_key, title, columns, rows)),
        element("ul", legend, class_="legend"),
    )


def _key_cell(standing: Standing, name: str, best: Container[str]) -> Cell:
    value = standing.values.get(name, nan)
    if isnan(value):
        return Cell(no_value(standing, name), value)
    return Cell(number(value), value, best=name in best)


def _failed_table(failed: Sequence[tuple[str, str]]) -> Element:
    columns = (Column("estimate"), Column("reason"))
    return data_table(DataTable("failed-table", "Estimates without numbers", columns, failed))


def _warning_texts(judged: Sequence[Judged], standings: Sequence[Standing]) -> Iterator[str]:
    names_of_text: dict[str, list[str]] = {}
    for each in judged:
        for text in each.report.warnings:
            names_of_text.setdefault(str(text), []).append(each.name)
    for text, names in names_of_text.items():
        yield f"{'All estimates' if len(names) == len(judged) else ', '.join(names)}: {text}"
    if any(not each.is_fair for each in standings):
        yield (
            "The estimates are graphs of several classes. Numbers of graphs compared as given cannot be "
            "ranked."
        )


def _standings(judged: Sequence[Judged]) -> list[Standing]:
    """Return the values of all estimates, metric by metric."""
    rows_by_metric: dict[tuple[str, str], dict[str, Row]] = {}
    for each in judged:
        for row in each.report:
            rows_by_metric.setdefault((row.metric, row.convention), {})[each.name] = row
    return [_standing(name_of(*key), rows) for key, rows in rows_by_metric.items()]


def _standing(metric: str, rows: Mapping[str, Row]) -> Standing:
    """Return the values of one metric, from the row of each estimate."""
    with_value = {name: row for name, row in rows.items() if row.status == "ok"}
    any_row = next(iter(with_value.values()), next(iter(rows.values())))
    return Standing(
        metric,
        any_row.better,
        values={name: float(row.value) for name, row in with_value.items()},
        reasons={
            name: (row.status, str(row.reason)) for name, row in rows.items() if row.status != "ok"
        },
        is_fair=len({row.compared for row in with_value.values()}) < 2,
        about=about(any_row),
    )


def _section_of_estimate(truth: Any, judged: Judged, threshold: float | None, key: str) -> Section:
    """Write the key numbers of an estimate, its errors, and the numbers that other packages print."""
    parts = [
        differing_section(
            truth,
            judged.estimate,
            _threshold_of_picture(truth, judged.estimate, threshold),
            judged.name,
            f"{key}-diff",
        ),
        None
        if judged.report.truth.nodes > _MAX_NODES_FOR_SLOW_PARTS
        else printed_section(truth, judged.estimate, f"{key}-printed"),
    ]
    body: list[Node] = [
        _sides([("estimate", replace(judged.report.estimate, name=""))]),
        cards(key_rows(judged.report), {}),
    ]
    for part in parts:
        if part is not None:
            body += [element("h3", part.title), *part.body]
    return Section(key, judged.name, tuple(body))
