"""The scores of random guessing for every row of a report."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan, sqrt
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
from edgemark.null_models.chance_results import chance_of_row, chance_without_guesses
from edgemark.null_models.chosen import ChosenNullModel, Guesses, NullModel, chosen_null_model
from edgemark.progress import with_progress, without_progress
from edgemark.report import Chance, Report, Row
from edgemark.resources import demand_memory

__all__ = ["NullModel", "chance"]

Values = NDArray[np.float64]
Key = tuple[str, str]
"""The metric and the convention of a row."""

_BYTES_OF_VALUE = 32  # of each guess and metric, while guesses are scored
_MAX_VALUES_AT_ONCE = 1 << 20  # in the guesses of a batch
_CACHED_VIEWS = 4  # copies of samples in memory: themselves, their classes, their skeletons and so on


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
    directed edges, and ranking metrics have exact means. All other metrics are simulated. For each row,
    `Chance.method` states which of the three holds.

    There are no guesses if no null model is defined for the estimate, or if they do not fit into memory.
    The rows then keep their values, and `Chance.reason` and the report's `warnings` say why.

    Args:
        truth: reference graph: a Graph, or an object that `as_graph` reads; or a `TemporalGraph`.
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
        KindError: only one of the two is a time series graph, or `candidates` are given for time series
            graphs.

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
    if isinstance(metrics, Iterator):
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
    """
    The null model of an estimate, and the metrics to compute.

    Attributes:
        truth: the reference graph.
        guesses: the object that draws guesses.
        numbers: the metrics in their conventions.
        number_of_column: the metric of each row of the report.
        progress: whether to show the progress.
    """

    truth: Any
    guesses: Guesses
    numbers: Sequence[Number]
    number_of_column: Mapping[Key, Number]
    progress: bool

    def chances(
        self, report: Report, n_guesses: int, seed: int
    ) -> tuple[Mapping[Key, Values], dict[Key, Chance]]:
        """Draw guesses. Return the values of every metric, and the chance result of each row."""
        rng = np.random.default_rng(seed)
        guesses = self.guesses.drawn(n_guesses, rng)
        drawn = _values(self.truth, guesses, n_guesses, self.numbers, progress=self.progress)
        trivial = self._trivial(rng)
        return drawn, {
            key: chance_of_row(row, self.number_of_column[key], self.guesses, drawn[key], trivial[key])
            for key, row in self._rows(report)
        }

    def without_guesses(self, report: Report, reason: Message) -> dict[Key, Chance]:
        """Return the chance result of each row if there are no guesses."""
        trivial = self._trivial(np.random.default_rng(0))
        return {
            key: chance_without_guesses(row, self.number_of_column[key], reason, trivial[key])
            for key, row in self._rows(report)
        }

    def _rows(self, report: Report) -> Iterator[tuple[Key, Row]]:
        for row in report:
            key = row.metric, row.convention
            if key in self.number_of_column and row.status != "refused":
                yield key, row

    def _trivial(self, rng: np.random.Generator) -> dict[Key, dict[str, float]]:
        """Return, for every metric, the value of each trivial estimate by its name."""
        estimates = self.guesses.trivial(rng)
        values = _values(self.truth, estimates, len(estimates), self.numbers)
        return {key: dict(zip(estimates, row.tolist(), strict=True)) for key, row in values.items()}


def _objection_of_memory(guesses: Guesses, n_guesses: int, n_numbers: int) -> Message | None:
    """Return why memory cannot hold that many guesses; None if it can."""
    needed = n_guesses * (guesses.bytes_of_one + _BYTES_OF_VALUE * n_numbers)
    try:
        demand_memory(needed, f"drawing {n_guesses} guesses", "Draw fewer guesses")
    except LimitError as error:
        return error.message
    return None


def _description(model: ChosenNullModel, n_guesses: int, seed: int, fewest: int) -> str:
    """Describe the guesses; `fewest` is the smallest number of them on which a metric is defined."""
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


def _smallest_n_defined(drawn: Mapping[Any, Values]) -> int:
    """Return the smallest number of guesses with a value, over all metrics that have any."""
    counts = (int((~np.isnan(values)).sum()) for values in drawn.values())
    return min((count for count in counts if count), default=0)


def _requested(metrics: Iterable[str] | str | None, estimate: Any, truth: Any) -> Iterator[Number]:
    """Yield the requested metrics; without a request, all except those that take long."""
    for number in selected_for(metrics, estimate):
        if metrics is not None or not number.metric.takes_long(truth):
            yield number


def _values(
    truth: Any, guesses: Any, n_guesses: int, numbers: Sequence[Number], *, progress: bool = False
) -> dict[Key, Values]:
    """Compute every requested metric of guesses, or of a mapping of trivial estimates."""
    if not numbers or numbers[0].metric.takes not in (Graph, TemporalGraph):
        return _values_in_batches(truth, guesses, n_guesses, numbers, progress=progress)
    table = guesses_scored(truth, guesses, numbers, candidates_of(truth), progress=progress)
    return {key: table[key] for key in table.columns}


def _values_in_batches(
    truth: Any, guesses: Any, n_guesses: int, numbers: Sequence[Number], *, progress: bool
) -> dict[Key, Values]:
    """Compute the metrics of guesses that are not graphs, with one batch of them in memory at a time."""
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
    """Return the approximate number of values that a guess holds after it is scored."""
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
