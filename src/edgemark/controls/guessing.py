"""What guessing gets: every number of a report beside its negative controls."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import isnan, nan, sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from edgemark.controls.draws import demand_integer
from edgemark.controls.graph_guesses import GraphGuesses
from edgemark.controls.laws import Law, at_least_as_good
from edgemark.controls.series_guesses import SeriesGuesses
from edgemark.conventions import choices, require
from edgemark.errors import ClassWarning, KindError
from edgemark.evaluation import Selected, report_of, selected
from edgemark.graph import Graph, TemporalGraph
from edgemark.machine import demand_memory
from edgemark.many import evaluate_many
from edgemark.metrics._metric import as_sides
from edgemark.report import Chance, Report, Row
from edgemark.values import LOWER_IS_BETTER

__all__ = ["Controls", "chance"]

Controls = Literal["random-dags", "permuted-labels"]
Guesses = GraphGuesses | SeriesGuesses
Values = NDArray[np.float64]

_BYTES_OF_NUMBER = 32  # while guesses are scored


def chance(
    truth: Any,
    estimate: Any,
    metrics: Iterable[str] | str | None = None,
    *,
    controls: Controls = "random-dags",
    n_controls: int = 1000,
    seed: int = 0,
    progress: bool = False,
) -> Report:
    """
    Compare an estimate with the truth, and every number with what guessing gets.

    Numbers of the skeleton have an exact law: with m true and e found adjacencies among P pairs, those
    that agree by chance are hypergeometric; so have numbers of edges over time. Distances that add up
    over pairs, and precision, recall and their like, have exact means. Everything else is simulated.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads; or a `TemporalGraph`.
        estimate: learned graph on the same nodes, in any order.
        metrics: as for `evaluate`.
        controls: what a guess is. "random-dags": a random order of the nodes and as many edges as the
            estimate, at pairs drawn uniformly; the CPDAG of such a DAG if the estimate has undirected
            edges or is declared one. Over time: as many autolinks, other edges over time and edges
            within a time step, and as many changing variables. "permuted-labels": the estimate with its
            nodes in a random order, which keeps its structure; for graphs of any kind, PAGs too.
        n_controls: guesses drawn, 1 or more; no simulated p-value is below 1 / (n_controls + 1).
        seed: of the draws; the same seed gives the same report.
        progress: whether to count the numbers done on standard error.

    Returns:
        The rows of `evaluate`, each with its `Row.chance`: mean, interval of 95 % of guesses, p-value,
        how far above guessing, and what trivial graphs get.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: a name in `metrics` is not known, or n_controls is no positive integer.
        KindError: not two graphs, or random DAGs for an estimate with regimes, with cycles, with other
            edges than ``-->`` and ``---``, or declared a MAG, PAG or ADMG.
        LimitError: so many guesses that memory does not hold them.

    Warns:
        ClassWarning: see `evaluate`.

    References:
        Petersen (2025), Are you doing better than random guessing?, UAI, arXiv:2412.10039.

    Examples:
        >>> truth = Graph.parse("A --> B --> C --> D --> E; A --> C; B --> D; C --> E; A --> D")
        >>> found = Graph.parse("A --> B --> C --> D --> E; A --> C; B --> E; A --> E")
        >>> row = chance(truth, found, "f1:skeleton")[0]
        >>> round(row.value, 2), round(row.chance.mean, 4), round(row.chance.above, 2)
        (0.67, 0.7467, -0.32)
    """
    require("controls", controls, choices(Controls))
    demand_integer("n_controls", n_controls, 1)
    demand_integer("seed", seed, 0)
    truth, estimate = as_sides(truth, estimate)
    for side in (truth, estimate):
        if not isinstance(side, Graph | TemporalGraph):
            raise KindError(f"chance compares graphs; {side.way_to_graphs}")
    if metrics is not None and not isinstance(metrics, str):
        metrics = tuple(metrics)  # read more than once
    report = report_of(truth, estimate, metrics)
    for note in report.warnings:
        warnings.warn(note, ClassWarning, stacklevel=2)
    asked = {
        (measure or metric.name, convention.name): (metric, convention, measures)
        for metric, convention, measures in _asked(metrics, type(estimate), truth)
        for measure in measures or ("",)
    }
    permuted = controls == "permuted-labels"
    guesses: Guesses = (SeriesGuesses if isinstance(truth, TemporalGraph) else GraphGuesses)(
        truth, estimate, permuted
    )
    rng, numbers = np.random.default_rng(seed), tuple(dict.fromkeys(asked.values()))
    demand_memory(
        n_controls * (guesses.bytes_of_one + _BYTES_OF_NUMBER * len(numbers)),
        f"drawing {n_controls} guesses",
        "Draw fewer",
    )
    drawn = _numbers(truth, guesses.drawn(n_controls, rng), numbers, progress=progress)
    nobody_learns = guesses.trivial(rng)
    trivial = {
        key: dict(zip(nobody_learns, values.tolist(), strict=True))
        for key, values in _numbers(truth, nobody_learns, numbers).items()
    }
    rows = (
        replace(row, chance=_chance(row, asked[key], guesses, drawn[key], trivial[key]))
        if key in asked and row.status != "refused"
        else row
        for row in report
        for key in [(row.metric, row.convention)]
    )
    said = _said(guesses.what, n_controls, seed, _fewest(drawn))
    return replace(report, rows=tuple(rows), warnings=(*report.warnings, said))


def _fewest(drawn: Mapping[Any, Values]) -> int:
    """How many guesses have a value of the number that the fewest have, if any have."""
    counts = (int((~np.isnan(values)).sum()) for values in drawn.values())
    return min((count for count in counts if count), default=0)


def _asked(metrics: Iterable[str] | str | None, estimate: type[Any], truth: Any) -> Iterator[Selected]:
    for one in selected(metrics, estimate):
        if metrics is not None or not one[0].takes_long(truth):
            yield one


def _numbers(
    truth: Any, graphs: Any, asked: Iterable[Selected], *, progress: bool = False
) -> dict[tuple[str, str], Values]:
    """Every number that was asked for, of each graph."""
    names = [
        ":".join([m or metric.name, c.name])
        for metric, c, measures in asked
        for m in (measures if len(measures) < len(metric.measures) else ("",))
    ]
    table = evaluate_many(truth, graphs, names, progress=progress)
    return {key: table[key] for key in table.columns}


def _chance(
    row: Row, number: Selected, guesses: Guesses, drawn: Values, trivial: Mapping[str, float]
) -> Chance:
    """What guesses get for the number of a row."""
    best = _best(row, number, trivial["perfect"])
    law, mean = guesses.exact(row.metric, number)
    found = _from_draws(row, drawn, mean, best) if law is None else _from_law(row, law, best)
    return replace(
        found,
        empty=trivial["empty"],
        complete=trivial.get("complete", nan),
        complete_undirected=trivial.get("complete undirected", nan),
    )


def _said(what: str, n_controls: int, seed: int, fewest: int) -> str:
    drawn = "1 guess" if n_controls == 1 else f"{n_controls} guesses"
    left_out = ""
    if 0 < fewest < n_controls:
        left_out = f", {0.5 / sqrt(fewest):.2g} where guesses without a value are left out"
    return (
        f"chance, where it is not exact: {drawn}, {what}, seed {seed}; the standard error of a "
        f"p-value is at most {0.5 / sqrt(n_controls):.2g}{left_out}"
    )


def _best(row: Row, number: Selected, perfect: float) -> float:
    if row.metric in ("tp", "tn"):
        return perfect
    if not number[2]:
        return number[0].best
    return 0.0 if row.metric in LOWER_IS_BETTER else 1.0


def _from_law(row: Row, law: Law, best: float) -> Chance:
    if np.isnan(law.values).any():
        return _without_number(best, "exact", row.reason or "undefined for every guess")
    low, high = law.quantiles(0.025, 0.975)
    p_value = law.share_at_least_as_good(row.value, row.better) if row.status == "ok" else nan
    above, reason = _above(row, law.mean, best)
    return Chance(law.mean, low, high, p_value, above, best, 0.0, "exact", reason)


def _from_draws(row: Row, drawn: Values, mean: float | None, best: float) -> Chance:
    known = drawn[~np.isnan(drawn)]
    method: Literal["exact mean", "simulated"] = "simulated" if mean is None else "exact mean"
    if not known.size:
        return _without_number(best, method, row.reason or "undefined or refused for every guess")
    low, high = (float(x) for x in np.quantile(known, [0.025, 0.975], method="inverted_cdf"))
    error = 0.0
    if mean is None or isnan(mean):
        mean, method = float(known.mean()), "simulated"
        error = float(known.std(ddof=1)) / sqrt(known.size) if known.size > 1 else nan
    p_value = nan
    if row.status == "ok" and row.better != "neither":
        as_good = int(at_least_as_good(known, row.value, row.better).sum())
        p_value = (1 + as_good) / (1 + known.size)
    above, reason = _above(row, mean, best)
    left_out = drawn.size - known.size
    if left_out:
        reason = f"{left_out} of {drawn.size} guesses left out, on which it is undefined; {reason}"
    return Chance(mean, low, high, p_value, above, best, error, method, reason.removesuffix("; "))


def _without_number(
    best: float, method: Literal["exact", "exact mean", "simulated"], reason: str
) -> Chance:
    return Chance(nan, nan, nan, nan, nan, best, nan, method, reason)


def _above(row: Row, mean: float, best: float) -> tuple[float, str]:
    """How far from guessing (0) to perfect (1), or why that cannot be said."""
    if row.status != "ok":
        return nan, row.reason
    if row.better == "neither":
        return nan, "neither higher nor lower is better"
    if isnan(best):
        return nan, "the number of a perfect estimate is not defined"
    if abs(mean - best) <= 1e-12 * max(1.0, abs(best)):
        return nan, "guessing is perfect"
    return (mean - row.value) / (mean - best) + 0.0, ""
