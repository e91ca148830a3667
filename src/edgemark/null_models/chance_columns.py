"""The scores of random guessing for every row of a report."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import demand_whole
from edgemark.conventions.options import choices, require
from edgemark.errors import ClassWarning, EdgemarkWarning, LimitError, Message
from edgemark.evaluation.batch import guesses_scored
from edgemark.evaluation.estimate import report_of
from edgemark.graph import Candidates, Graph, GraphSamples, TemporalGraph
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.graph.temporal_scores import TemporalScores
from edgemark.metrics.batch_values import one_by_one, ranked_together
from edgemark.metrics.declaration import as_sides
from edgemark.metrics.ranking.sorted_scores import ConfidenceBatch
from edgemark.metrics.restricted_pairs import candidates_of
from edgemark.metrics.selectors import Number, selected_for
from edgemark.null_models.chosen import ChosenNullModel, Guesses, NullModel, chosen_null_model
from edgemark.null_models.laws import Law, at_least_as_good
from edgemark.progress import with_progress, without_progress
from edgemark.report import Chance, ChanceMethod, Report, Row
from edgemark.resources import demand_memory
from edgemark.values import LOWER_IS_BETTER

__all__ = ["NullModel", "chance"]

Values = NDArray[np.float64]
Key = tuple[str, str]

_BYTES_OF_NUMBER = 32  # Memory while guesses are scored.
_MAX_VALUES_AT_ONCE = 1 << 20
_CACHED_VIEWS = 4  # Samples, and what is cached on them: their classes, skeletons and so on.


def chance(
    truth: Any,
    estimate: Any,
    metrics: Iterable[str] | str | None = None,
    *,
    candidates: Candidates | None = None,
    null_model: NullModel | None = None,
    n_guesses: int = 1000,
    seed: int = 0,
    progress: bool = False,
) -> Report:
    """
    Compare an estimate with the truth, and show what random guessing would score on every metric.

    Under random DAGs, metrics of the skeleton have an exact distribution: with m true and e estimated
    adjacencies among P pairs, the number of correct ones is hypergeometric. Metrics of lagged edges have
    an exact distribution too. Many distances that are sums over pairs, ratios such as the precision of
    directed edges, and ranking metrics have exact means. All other metrics are simulated;
    `Chance.method` says which.

    There are no guesses if no null model is defined for the estimate, or if they do not fit into memory.
    The rows then keep their values, and `Chance.reason` and the report's `warnings` say why.

    Args:
        truth: reference graph: a Graph, or an object `as_graph` reads; or a `TemporalGraph`.
        estimate: an estimate on the same nodes, in any order: a graph, `EdgeScores`,
            `GraphSamples`, a `TemporalGraph` or `TemporalScores`.
        metrics: names such as "shd" or "f1:skeleton", as for `evaluate`; None takes all.
        candidates: the ordered pairs that count, see `Candidates`. None takes all pairs, or all pairs
            that `EdgeScores` have a score for. Scores are permuted over the candidates. Graphs and
            samples have no null model over candidates.
        null_model: the null model. None takes the first of these that is defined for the estimate.

            - "random-dags", for graphs: a random order of the nodes and as many edges as the
              estimate, at pairs drawn uniformly; the CPDAG of such a DAG if the estimate has undirected
              edges or is declared a CPDAG. For MAGs and PAGs: the MAGs or PAGs of random DAGs with one
              hidden node for every five observed ones, with about as many edges as the estimate. For
              time series graphs: as many autolinks, other lagged edges, contemporaneous edges and
              changing variables. Not defined for cycles, regimes, ADMGs, the marks of selection, and
              declared PDAGs and MPDAGs that are not CPDAGs.
            - "permuted-scores", for `EdgeScores`: the same scores at randomly chosen pairs.
            - "permuted-labels", for every estimate: its node names permuted at random, which keeps its
              structure. Not defined over `candidates`.
        n_guesses: number of guesses, 1 or more; no simulated p-value is below 1 / (n_guesses + 1).
        seed: seed of the draws, 0 or more; the same seed gives the same report.
        progress: whether to show the progress on standard error.

    Returns:
        The rows of `evaluate`, each with its `Row.chance`: mean and 95 % interval of the guesses,
        p-value, position between guessing (0) and perfect (1), scores of trivial estimates, and the null
        model.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: a name in `metrics` is unknown, or the value of another option is not allowed.
        KindError: only one of the two is a time series graph, or `candidates` are given for them.

    Warns:
        ClassWarning: see `evaluate`.
        EdgemarkWarning: there are no guesses; the warning says why.

    References:
        Petersen (2025), Are you doing better than random guessing?, UAI, arXiv:2412.10039.

    Examples:
        >>> truth = Graph.parse("A --> B --> C --> D --> E; A --> C; B --> D; C --> E; A --> D")
        >>> found = Graph.parse("A --> B --> C --> D --> E; A --> C; B --> E; A --> E")
        >>> row = chance(truth, found, "f1:skeleton")[0]
        >>> round(row.value, 2), round(row.chance.mean, 4), round(row.chance.above, 2)
        (0.67, 0.7467, -0.32)

        Edge scores:

        >>> from edgemark import EdgeScores
        >>> scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "B", 0.6), ("B", "C", 0.5)])
        >>> row = chance(Graph.parse("A --> B --> C"), scores, "average_precision:directed")[0]
        >>> round(row.value, 4), round(row.chance.mean, 4), row.chance.null_model
        (0.8333, 0.5111, 'permuted-scores')
    """
    if null_model is not None:
        require("null_model", null_model, choices(NullModel))
    n_guesses = demand_whole("n_guesses", n_guesses, 1)
    seed = demand_whole("seed", seed, 0)
    truth, estimate = as_sides(truth, estimate, candidates)
    if metrics is not None and not isinstance(metrics, str):
        metrics = tuple(metrics)  # An iterator could be read only once.
    report = report_of(truth, estimate, metrics)
    for warning in report.warnings:
        warnings.warn(warning, ClassWarning, stacklevel=2)
    number_of_column = {
        column: number for number in _requested(metrics, estimate, truth) for column in number.columns
    }
    model = chosen_null_model(truth, estimate, null_model)
    numbers = tuple(dict.fromkeys(number_of_column.values()))
    objection = model.objection or _objection_of_memory(model.guesses, n_guesses, len(numbers))
    drawing = _Drawing(truth, model.guesses, numbers, number_of_column, progress=progress)
    if objection is not None:
        note = objection.after("chance: there are no guesses: ")
        warnings.warn(EdgemarkWarning(note), stacklevel=2)
        results = drawing.without_guesses(report, objection)
    else:
        drawn, results = drawing.chances(report, n_guesses, seed)
        note = Message(_description(model, n_guesses, seed, _smallest_n_defined(drawn)))
    rows = [
        replace(row, chance=replace(result, null_model="" if objection else model.name))
        if (result := results.get((row.metric, row.convention))) is not None
        else row
        for row in report
    ]
    return replace(report, rows=tuple(rows), warnings=(*report.warnings, note))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The guesses for an estimate, and the metrics to compute."""

    truth: Any
    guesses: Guesses
    numbers: Sequence[Number]
    number_of_column: Mapping[Key, Number]
    progress: bool

    def chances(
        self, report: Report, n_guesses: int, seed: int
    ) -> tuple[Mapping[Key, Values], dict[Key, Chance]]:
        """Draw guesses; return their scores, and the chance result for each row."""
        rng = np.random.default_rng(seed)
        guesses = self.guesses.drawn(n_guesses, rng)
        drawn = _numbers(self.truth, guesses, n_guesses, self.numbers, progress=self.progress)
        trivial = self._trivial(rng)
        return drawn, {
            key: _chance(row, self.number_of_column[key], self.guesses, drawn[key], trivial[key])
            for key, row in self._rows(report)
        }

    def without_guesses(self, report: Report, reason: Message) -> dict[Key, Chance]:
        """
        Return the chance result of each row if there are no guesses: the reason, and scores of trivial
        estimates.
        """
        trivial = self._trivial(np.random.default_rng(0))
        return {
            key: _with_trivial(
                _without_values(
                    _best(row, self.number_of_column[key], trivial[key]["perfect"]), "none", reason
                ),
                trivial[key],
            )
            for key, row in self._rows(report)
        }

    def _rows(self, report: Report) -> Iterator[tuple[Key, Row]]:
        for row in report:
            if (
                key := (row.metric, row.convention)
            ) in self.number_of_column and row.status != "refused":
                yield key, row

    def _trivial(self, rng: np.random.Generator) -> dict[Key, dict[str, float]]:
        graphs = self.guesses.trivial(rng)
        scored = _numbers(self.truth, graphs, len(graphs), self.numbers)
        return {key: dict(zip(graphs, values.tolist(), strict=True)) for key, values in scored.items()}


def _objection_of_memory(guesses: Guesses, n_guesses: int, n_numbers: int) -> Message | None:
    """The reason why memory cannot hold that many guesses; None if it can."""
    needed = n_guesses * (guesses.bytes_of_one + _BYTES_OF_NUMBER * n_numbers)
    try:
        demand_memory(needed, f"drawing {n_guesses} guesses", "Draw fewer guesses")
    except LimitError as error:
        return error.message
    return None


def _smallest_n_defined(drawn: Mapping[Any, Values]) -> int:
    """The smallest number of guesses with a value, over all metrics that have any."""
    counts = (int((~np.isnan(values)).sum()) for values in drawn.values())
    return min((count for count in counts if count), default=0)


def _requested(metrics: Iterable[str] | str | None, estimate: Any, truth: Any) -> Iterator[Number]:
    for number in selected_for(metrics, estimate):
        if metrics is not None or not number.metric.takes_long(truth):
            yield number


def _numbers(
    truth: Any, graphs: Any, n_graphs: int, numbers: Sequence[Number], *, progress: bool = False
) -> dict[Key, Values]:
    """Compute every requested metric of each guess, or of each trivial estimate."""
    if not numbers or numbers[0].metric.takes not in (Graph, TemporalGraph):
        return _one_by_one(truth, graphs, n_graphs, numbers, progress=progress)
    table = guesses_scored(truth, graphs, numbers, candidates_of(truth), progress=progress)
    return {key: table[key] for key in table.columns}


def _one_by_one(
    truth: Any, guesses: Any, n_guesses: int, numbers: Sequence[Number], *, progress: bool
) -> dict[Key, Values]:
    """
    Compute every requested metric of guesses that are not graphs. Only one batch is in memory at a time.
    """
    columns: dict[Key, Values] = {
        (measure or metric.name, convention.name): np.full(n_guesses, nan)
        for metric, convention, measures in numbers
        for measure in measures or ("",)
    }
    show = with_progress if progress else without_progress
    each_guess = guesses.values() if isinstance(guesses, Mapping) else guesses
    n_done = 0
    for batch in _in_batches(show("guesses", _WithLength(each_guess, n_guesses))):
        rows = slice(n_done, n_done + len(batch))
        confidences = ConfidenceBatch(batch) if isinstance(batch[0], EdgeConfidences) else None
        for metric, convention, measures in numbers:
            options = convention.options
            if confidences is not None and metric.takes is EdgeConfidences:
                values = ranked_together(truth, confidences, metric, options)
            else:
                values = one_by_one([truth] * len(batch), batch, metric, options, measures)
            for measure, value in zip(measures or ("",), values, strict=True):
                columns[measure or metric.name, convention.name][rows] = value
        n_done = rows.stop
    return columns


def _in_batches(guesses: Iterable[Any]) -> Iterator[list[Any]]:
    """Yield batches of guesses, which are scored together. A batch ends once it holds enough values."""
    batch: list[Any] = []
    n_values = 0
    for guess in guesses:
        batch.append(guess)
        n_values += _n_values_kept(guess)
        if n_values >= _MAX_VALUES_AT_ONCE:
            yield batch
            batch, n_values = [], 0
    if batch:
        yield batch


def _n_values_kept(guess: Any) -> int:
    """The approximate number of values that a guess holds after it is scored."""
    if isinstance(guess, GraphSamples):
        return int(guess.n_nodes**2 + _CACHED_VIEWS * guess.stack.words.size)
    if isinstance(guess, TemporalScores):
        return int(guess._values.size)
    return int(guess.n_nodes**2)


@dataclass(frozen=True, slots=True)
class _WithLength:
    """An iterable of known length whose items are made one by one."""

    items: Iterable[Any]
    size: int

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)


def _chance(
    row: Row, number: Number, guesses: Guesses, drawn: Values, trivial: Mapping[str, float]
) -> Chance:
    """The chance result for one row of the report."""
    best = _best(row, number, trivial["perfect"])
    law, mean = guesses.exact(row.metric, number)
    result = _from_draws(row, drawn, mean, best) if law is None else _from_law(row, law, best)
    return _with_trivial(result, trivial)


def _with_trivial(result: Chance, trivial: Mapping[str, float]) -> Chance:
    return replace(
        result,
        empty=trivial["empty"],
        complete=trivial.get("complete", nan),
        complete_undirected=trivial.get("complete undirected", nan),
    )


def _description(model: ChosenNullModel, n_guesses: int, seed: int, fewest: int) -> str:
    n_drawn = "1 guess" if n_guesses == 1 else f"{n_guesses} guesses"
    left_out = ""
    if 0 < fewest < n_guesses:
        left_out = f", {0.5 / sqrt(fewest):.2g} where guesses without a value are left out"
    reason_of_model = ""
    if model.instead_of is not None:
        reason_of_model = f". {model.name} is the null model here because {model.instead_of.problem}"
    return (
        f"chance, where it is not exact: {n_drawn}, {model.guesses.what}, seed {seed}; the standard "
        f"error of a p-value is at most {0.5 / sqrt(n_guesses):.2g}{left_out}{reason_of_model}"
    )


def _best(row: Row, number: Number, perfect: float) -> float:
    if row.metric in ("tp", "tn") or row.better == "ratio":
        return perfect
    if not number.measures:
        best = number.metric.best_with(number.convention.options)
        return perfect if isnan(best) and row.better != "neither" else best
    return 0.0 if row.metric in LOWER_IS_BETTER else 1.0


def _from_law(row: Row, law: Law, best: float) -> Chance:
    if np.isnan(law.values).any():
        return _without_values(best, "exact", row.reason or "undefined for every guess")
    low, high = law.quantiles(0.025, 0.975)
    p_value = law.share_at_least_as_good(row.value, row.better) if row.status == "ok" else nan
    above, reason = _position(row, law.mean, best)
    return Chance(law.mean, low, high, p_value, above, best, 0.0, "exact", reason)


def _from_draws(row: Row, drawn: Values, mean: float | None, best: float) -> Chance:
    defined = drawn[~np.isnan(drawn)]
    method: ChanceMethod = "simulated" if mean is None else "exact mean"
    if not defined.size:
        return _without_values(best, method, row.reason or "undefined or refused for every guess")
    low, high = (float(x) for x in np.quantile(defined, [0.025, 0.975], method="inverted_cdf"))
    error = 0.0
    if mean is None or isnan(mean):
        mean, method = float(defined.mean()), "simulated"
        error = float(defined.std(ddof=1)) / sqrt(defined.size) if defined.size > 1 else nan
    p_value = nan
    if row.status == "ok" and row.better != "neither":
        as_good = int(at_least_as_good(defined, row.value, row.better).sum())
        p_value = (1 + as_good) / (1 + defined.size)
    above, reason = _position(row, mean, best)
    left_out = drawn.size - defined.size
    if left_out:
        reason = f"{left_out} of {drawn.size} guesses left out, on which it is undefined; {reason}"
    reason = reason.removesuffix("; ")
    return Chance(mean, low, high, p_value, above, best, error, method, reason, n_guesses=defined.size)


def _without_values(best: float, method: ChanceMethod, reason: str) -> Chance:
    return Chance(nan, nan, nan, nan, nan, best, nan, method, reason)


def _position(row: Row, mean: float, best: float) -> tuple[float, str]:
    """
    Return the value of `Chance.above` for the estimate, and the reason if it is undefined.
    """
    if row.status != "ok":
        return nan, row.reason
    if row.better == "neither":
        return nan, "neither higher nor lower is better"
    if isnan(best):
        return nan, "the value of a perfect estimate is not defined"
    if abs(mean - best) <= 1e-12 * max(1.0, abs(best)):
        return nan, "guessing is perfect"
    return (mean - row.value) / (mean - best) + 0.0, ""
