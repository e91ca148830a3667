"""What guessing gets: every number of a report beside its negative controls."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan, nan, sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from edgemark.controls.draws import demand_integer, permuted_labels, random_dags
from edgemark.controls.laws import (
    Law,
    at_least_as_good,
    mean_of_confusion,
    mean_of_sum,
    of_skeleton_confusion,
    of_skeleton_distance,
    positives_of_fixed_number,
)
from edgemark.controls.over_time import Numbers, numbers, permuted_variables, without_edges
from edgemark.conventions import choices, require
from edgemark.errors import ClassWarning, KindError
from edgemark.evaluation import Selected, report_of, selected
from edgemark.graph import Graph, GraphStack, TemporalGraph, class_of
from edgemark.graph.kinds import describe
from edgemark.machine import demand_memory
from edgemark.many import evaluate_many
from edgemark.metrics import REGISTRY
from edgemark.metrics._many import Many
from edgemark.metrics._metric import as_sides
from edgemark.progress import counted, uncounted
from edgemark.report import Chance, Report, Row, plural
from edgemark.values import LOWER_IS_BETTER, Confusion

__all__ = ["Controls", "chance"]

Controls = Literal["random-dags", "permuted-labels"]
Values = NDArray[np.float64]

_BYTES_OF_EDGE, _BYTES_OF_NODE, _BYTES_OF_NUMBER = 100, 24, 32  # while guesses are drawn
_CLASSES = frozenset({"cpdag", "pdag", "mpdag", "undirected"})


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
    that agree by chance are hypergeometric. Distances that add up over pairs, and precision, recall and
    their like, have exact means. Everything else is simulated.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads; or a `TemporalGraph`.
        estimate: learned graph on the same nodes, in any order.
        metrics: as for `evaluate`.
        controls: what a guess is. "random-dags": a random order of the nodes and as many edges as the
            estimate, at pairs drawn uniformly; the CPDAG of such a DAG if the estimate has undirected
            edges or is declared one. "permuted-labels": the estimate with its nodes in a random order,
            which keeps its structure; for graphs of any kind, MAGs and PAGs too, and for time series.
        n_controls: guesses drawn, 1 or more; no simulated p-value is below 1 / (n_controls + 1).
        seed: of the draws; the same seed gives the same report.
        progress: whether to count the numbers done on standard error.

    Returns:
        The rows of `evaluate`, each with its `Row.chance`: mean, interval of 95 % of guesses, p-value,
        how far above guessing, and what trivial graphs get.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: a name in `metrics` is not known, or n_controls is no positive integer.
        KindError: not two graphs, or random DAGs for a time series or an estimate with cycles, with
            other edges than ``-->`` and ``---``, or declared a MAG, PAG or ADMG.
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
        for metric, convention, measures in _asked(metrics, type(estimate), truth.n_nodes)
        for measure in measures or ("",)
    }
    guess = _Guess(truth, estimate, controls == "permuted-labels")
    drawn, trivial = guess.numbers(n_controls, seed, tuple(dict.fromkeys(asked.values())), progress)
    rows = (
        replace(row, chance=guess.chance(row, asked[key], drawn[key], trivial[key]))
        if key in asked and row.status != "refused"
        else row
        for row in report
        for key in [(row.metric, row.convention)]
    )
    said = guess.said(n_controls, seed, _fewest(drawn))
    return replace(report, rows=tuple(rows), warnings=(*report.warnings, said))


def _fewest(drawn: Numbers) -> int:
    """How many guesses have a value of the number that the fewest have, if any have."""
    counts = (int((~np.isnan(values)).sum()) for values in drawn.values())
    return min((count for count in counts if count), default=0)


def _asked(metrics: Iterable[str] | str | None, estimate: type[Any], n_nodes: int) -> Iterator[Selected]:
    for one in selected(metrics, estimate):
        most = one[0].most_nodes
        if metrics is not None or most is None or n_nodes <= most:
            yield one


def _trivial(truth: Graph, rng: np.random.Generator) -> dict[str, Graph]:
    """The truth itself, and graphs that nobody has to learn."""
    nodes: Any = truth.nodes if truth.is_named else truth.n_nodes
    complete = random_dags(truth, truth.n_pairs, 1, rng)[0]
    empty = Graph(nodes, kind="dag")
    undirected = complete.skeleton().with_kind("cpdag")
    return {"perfect": truth, "empty": empty, "complete": complete, "complete undirected": undirected}


@dataclass(frozen=True)
class _Guess:
    """Truth and estimate, and whether guesses are the estimate with permuted labels."""

    truth: Any
    estimate: Any
    permuted: bool

    @property
    def is_over_time(self) -> bool:
        return isinstance(self.estimate, TemporalGraph)

    @property
    def is_dag(self) -> bool:
        """Whether it is a DAG and is taken for one: not for a class of graphs, nor one with latents."""
        if self.is_over_time or class_of(self.estimate) not in ("dag", "digraph"):
            return False
        return bool(self.estimate.is_dag())

    def numbers(
        self, n_controls: int, seed: int, asked: Sequence[Selected], progress: bool
    ) -> tuple[Numbers, Numbers]:
        """Every number of guesses; and of the truth, the empty and the complete graphs."""
        rng = np.random.default_rng(seed)
        self._demand_memory(n_controls, len(asked))
        if self.is_over_time:
            if not self.permuted:
                raise KindError(
                    "random DAGs are no guesses for a time-series graph. Permute the variables of the "
                    'estimate: controls="permuted-labels"'
                )
            show = counted if progress else uncounted
            guesses = permuted_variables(self.estimate, n_controls, rng, show)
            known = numbers(self.truth, [self.truth, without_edges(self.truth)], asked)
            nothing = np.full(2, nan)
            trivial = {key: np.concatenate([values, nothing]) for key, values in known.items()}
            return numbers(self.truth, guesses, asked), trivial
        names = [
            ":".join([m or metric.name, c.name])
            for metric, c, measures in asked
            for m in (measures if len(measures) < len(metric.measures) else ("",))
        ]
        tables = (
            evaluate_many(self.truth, self.drawn(n_controls, rng), names, progress=progress),
            evaluate_many(self.truth, _trivial(self.truth, rng), names),
        )
        drawn, trivial = ({key: table[key] for key in table.columns} for table in tables)
        return drawn, trivial

    def _demand_memory(self, n_controls: int, n_numbers: int) -> None:
        of_graph = 0
        if not self.is_over_time:
            of_graph = _BYTES_OF_EDGE * self.estimate.words.size + _BYTES_OF_NODE * self.estimate.n_nodes
        n_bytes = n_controls * (of_graph + _BYTES_OF_NUMBER * n_numbers)
        demand_memory(n_bytes, f"drawing {n_controls} guesses", "Draw fewer")

    def drawn(self, n_controls: int, rng: np.random.Generator) -> GraphStack:
        if self.permuted:
            return permuted_labels(self.estimate, n_controls, rng)
        kind = class_of(self.estimate)
        if kind not in _CLASSES and not self.is_dag:
            raise KindError(
                f"random DAGs are guesses for a DAG or a CPDAG; the estimate is {describe(kind)}"
                f'{self._why_no_dag()}. Permute the labels of the estimate: controls="permuted-labels"'
            )
        dags = random_dags(self.estimate, self.estimate.words.size, n_controls, rng)
        return dags if self.is_dag else Many(dags).cpdag().stack

    def _why_no_dag(self) -> str:
        reason = self.estimate.objection("dag")
        return f": {reason}" if reason else ""

    def said(self, n_controls: int, seed: int, fewest: int) -> str:
        drawn = "1 guess" if n_controls == 1 else f"{n_controls} guesses"
        what = "the estimate with its labels permuted"
        if not self.permuted:
            graphs = "random DAGs" if self.is_dag else "CPDAGs of random DAGs"
            what = f"{graphs} of {plural(self.estimate.words.size, 'edge')}"
        left_out = ""
        if 0 < fewest < n_controls:
            left_out = f", {0.5 / sqrt(fewest):.2g} where guesses without a value are left out"
        return (
            f"chance, where it is not exact: {drawn}, {what}, seed {seed}; the standard error of a "
            f"p-value is at most {0.5 / sqrt(n_controls):.2g}{left_out}"
        )

    def chance(self, row: Row, number: Selected, drawn: Values, trivial: Values) -> Chance:
        """What guesses get for the number of a row."""
        perfect, empty, complete, undirected = (float(x) for x in trivial)
        best = _best(row, number, perfect)
        law, mean = self._exact(row.metric, number)
        found = _from_draws(row, drawn, mean, best) if law is None else _from_law(row, law, best)
        return replace(found, empty=empty, complete=complete, complete_undirected=undirected)

    def _exact(self, measure: str, number: Selected) -> tuple[Law | None, float | None]:
        """The law of a number, or else its mean, or neither."""
        metric, convention, _ = number
        options = convention.options
        of = options.get("of", "")
        if self.is_over_time:
            return None, None
        if metric.name == "confusion":
            if "compare" in options or of not in self.confusions or not self.truth.n_pairs:
                return None, None
            if of == "skeleton" and not self.permuted:
                return of_skeleton_confusion(self.confusions[of], measure), None
            return None, mean_of_confusion(self.confusions[of], measure)
        if metric.name == "shd" and of == "skeleton" and not self.permuted:
            return of_skeleton_distance(self.confusions[of]), None
        how = {"is_dag": self.is_dag, "permuted": self.permuted}
        return None, mean_of_sum(metric, options, self.truth, self.estimate, **how)

    @cached_property
    def confusions(self) -> dict[str, Confusion]:
        """Those of which every guess has as many positives."""
        found = {}
        for of in positives_of_fixed_number(is_dag=self.is_dag, permuted=self.permuted):
            with suppress(KindError):
                found[of] = REGISTRY["confusion"].of(self.truth, self.estimate, of=of)
        return found


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
