"""The key numbers at the top of a page, the scores of random guessing, and the warnings."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from math import isnan
from typing import Any

from edgemark.display.elements import Element, Node, element
from edgemark.errors import EdgemarkError, EdgemarkWarning, plural
from edgemark.graph import Candidates
from edgemark.null_models import chance
from edgemark.pages.blocks import link, note, number
from edgemark.pages.conventions import about, is_ratio, name_of, value_of
from edgemark.report import Report, Row
from edgemark.report.rows import Chance

__all__ = ["cards", "cautions", "key_rows", "sentence", "with_chance"]

KEYS: tuple[tuple[str, str], ...] = (
    ("shd", "pair mismatch"),
    ("shd", "both to CPDAG"),
    ("f1", "skeleton"),
    ("f1", "directed"),
    ("precision", "arrowheads"),
    ("recall", "arrowheads"),
    ("nced", "k = 0.2"),
    ("roc_auc", "directed"),
    ("average_precision", "directed"),
    ("roc_auc", "skeleton"),
    ("average_precision", "skeleton"),
    ("f1_at_k", "directed, k = E"),
    ("temporal_shd", "total"),
    ("f1", "lagged"),
    ("f1", "contemporaneous skeleton"),
    ("f1", "contemporaneous"),
    ("f1", "changing modules"),
    ("f1", "summary"),
)
"""The metrics and conventions of key numbers: of graphs, of scores and of time series graphs."""

_IN_CLASS = ("shd", "truth to CPDAG")
"""The first key number if the truth is a DAG and the estimate a CPDAG."""

_N_GUESSES = 200
_FEWEST_ROWS = 3
_MOST_ROWS = 7
_LEVEL = 0.05


def key_rows(report: Report) -> tuple[Row, ...]:
    """Return up to 7 key numbers; if the report has fewer than 3, also its first other numbers."""
    present = {(row.metric, row.convention): row for row in report if row.status != "refused"}
    in_class = (report.truth.kind, report.estimate.kind) == ("dag", "cpdag")
    keys = [_IN_CLASS, *KEYS] if in_class else KEYS
    rows = [present[key] for key in keys if key in present]
    if len(rows) < _FEWEST_ROWS:
        rows = [*rows, *(row for row in present.values() if row not in rows)]
    return tuple(rows[:_MOST_ROWS])


def with_chance(
    truth: Any,
    estimate: Any,
    rows: Sequence[Row],
    candidates: Candidates | None,
    *,
    drawn: bool = True,
) -> tuple[dict[tuple[str, str], Chance], str]:
    """
    Return the scores of random guessing on these metrics, and a note about them.

    Scores that the rows already have are returned as they are. Otherwise guesses are drawn. If `drawn`
    is False, no guesses are drawn, and the note says how to compute the scores.
    """
    known = {(row.metric, row.convention): row.chance for row in rows if row.chance is not None}
    if known or not rows:
        return known, ""
    if not drawn:
        return {}, (
            "For graphs of this size, a page leaves out the scores of random guessing and the numbers "
            "of other packages. To compute them: em.chance(truth, estimate), em.printed_by(truth, "
            "estimate, package)."
        )
    names = [":".join(part for part in (row.metric, row.convention) if part) for row in rows]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", EdgemarkWarning)
            report = chance(truth, estimate, names, candidates=candidates, n_guesses=_N_GUESSES)
    except EdgemarkError as error:
        return {}, f"What random guessing would score is not known here: {error}"
    guesses = {(row.metric, row.convention): row.chance for row in report if row.chance is not None}
    reasons = dict.fromkeys(
        guess.reason for guess in guesses.values() if isnan(guess.mean) and guess.reason
    )
    warnings_of_chance = [text for text in report.warnings if text.startswith("chance")]
    return guesses, " ".join(
        [*(f"{text[0].upper()}{text[1:]}." for text in warnings_of_chance), *reasons]
    )


def sentence(text: str) -> str:
    """
    Return a text that begins with a capital letter, and ends with a full stop or a closing bracket.

    Examples:
        >>> sentence("the truth is a DAG")
        'The truth is a DAG.'
    """
    plain = str(text)
    return f"{plain[:1].upper()}{plain[1:]}{'' if plain.endswith(('.', ')')) else '.'}"


# ---- cards


def cards(rows: Sequence[Row], guesses: dict[tuple[str, str], Chance]) -> Element:
    """Write each number in large letters, with its maximum and the score of random guessing."""
    return element(
        "ul", (_card(row, guesses.get((row.metric, row.convention))) for row in rows), class_="cards"
    )


def _card(row: Row, guess: Chance | None) -> Element:
    out_of = "" if row.of is None or row.status != "ok" or is_ratio(row) else f" of {row.of}"
    return element(
        "li",
        element("h3", name_of(row.metric, row.convention)),
        element(
            "p",
            element("strong", value_of(row)),
            out_of,
            element("span", _arrow(row.better), class_="better"),
        ),
        element("p", f"Undefined: {row.reason}", class_="note") if row.status != "ok" else None,
        _beside_chance(guess) if guess is not None and row.status == "ok" else None,
        about(row),
    )


def _arrow(better: str) -> str:
    words = {"lower": "lower is better", "higher": "higher is better", "ratio": "above 1 is better"}
    return f" {words[better]}" if better in words else ""


def _beside_chance(guess: Chance) -> Element:
    if isnan(guess.mean):
        return note(f"Random guessing: not known. {guess.reason}".strip())
    interval = (
        ""
        if isnan(guess.low) or isnan(guess.high)
        else f", 95 % between {number(guess.low)} and {number(guess.high)}"
    )
    parts: list[Node] = [f"Random guessing: {number(guess.mean)}{interval}."]
    if not isnan(guess.above):
        share = round(100 * guess.above)
        words = (
            f" {share} % of the way from guessing to perfect."
            if guess.above >= 0
            else " No better than guessing."
        )
        parts.append(words)
    return element(
        "div",
        element("p", parts, class_="note"),
        None if isnan(guess.above) else _meter(guess.above),
    )


def _meter(above: float) -> Element:
    share = min(max(above, 0.0), 1.0)
    return element(
        "meter",
        f"{100 * share:.0f} %",
        min=0,
        max=1,
        value=round(share, 3),
        aria_label="from random guessing to a perfect estimate",
    )


# ---- warnings


def cautions(report: Report, rows: Sequence[Row], guesses: dict[tuple[str, str], Chance]) -> list[Node]:
    """List warnings about these numbers."""
    return [
        *map(sentence, report.warnings),
        *_no_better_than_chance(rows, guesses),
        *_conventions(report),
        *_other_cautions(report),
    ]


def _no_better_than_chance(rows: Sequence[Row], guesses: dict[tuple[str, str], Chance]) -> Iterator[str]:
    """Name the metrics on which the p-value against random guessing is 0.05 or more."""
    names = []
    for row in rows:
        guess = guesses.get((row.metric, row.convention))
        if guess is not None and row.status == "ok" and guess.p_value >= _LEVEL:
            names.append(f"{name_of(row.metric, row.convention)} (p = {guess.p_value:.2g})")
    if names:
        yield f"Random guessing scores at least as well in 1 of 20 cases or more on: {', '.join(names)}."


def _conventions(report: Report) -> Iterator[str]:
    """State the lowest and the highest SHD over its conventions."""
    values = {row.convention: row.value for row in report if row.metric == "shd" and row.status == "ok"}
    if len(set(values.values())) > 1:
        low, high = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
        yield (
            f"SHD is {number(values[low])} ({low}) to {number(values[high])} ({high}), depending on the "
            "convention. Say which one you report."
        )


def _other_cautions(report: Report) -> Iterator[Node]:
    for side, name in ((report.truth, "truth"), (report.estimate, "estimate")):
        if side.edges == 0:
            noun = {"scores": "score", "samples": "sample"}.get(side.kind, "edge")
            yield f"The {name} has no {noun}s, so ratios that are divided by their number are undefined."
        if side.also_cpdag:
            yield (
                f"Every edge of the {name} is directed. It is read as a DAG; if it is a CPDAG, declare "
                'it with kind="cpdag" or --kind cpdag.'
            )
    n_rows = {status: sum(row.status == status for row in report) for status in ("undefined", "refused")}
    if n_rows["undefined"]:
        yield _link_to_table(
            f"{plural(n_rows['undefined'], 'number')} undefined, mostly because there is nothing to "
            f"count"
        )
    if n_rows["refused"]:
        yield _link_to_table(
            f"{plural(n_rows['refused'], 'number')} not defined on graphs of these classes"
        )


def _link_to_table(text: str) -> Node:
    return element("span", f"{text}; ", link("the table of all numbers", "numbers"), " says why.")
