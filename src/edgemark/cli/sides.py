"""Options of every command with a truth and estimates."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from edgemark.cli.inputs import Reading, refuse_idle
from edgemark.cli.knowledge import (
    Hidden,
    Targets,
    Tiers,
    informed,
    observed_of_series,
    refuse_hidden_nodes,
    seen_of_series,
)
from edgemark.cli.options import (
    AddMissingNodes,
    DirectionOption,
    InputFormat,
    KindOption,
    SymmetricOption,
    TruthFormat,
    TruthKind,
)
from edgemark.cli.series_inputs import (
    ContemporaneousOption,
    MaxLag,
    SeriesReading,
    is_over_time,
    without_lags,
)
from edgemark.errors import Remedy

if TYPE_CHECKING:
    from edgemark.graph import Graph, TemporalGraph

__all__ = ["Sides"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """How the files of the truth and of estimates are read, and how the truth is converted."""

    input_format: InputFormat = None
    truth_format: TruthFormat = None
    direction: DirectionOption = None
    symmetric: SymmetricOption = None
    kind: KindOption = None
    truth_kind: TruthKind = None
    add_missing_nodes: AddMissingNodes = False
    contemporaneous: ContemporaneousOption = None
    max_lag: MaxLag = None
    targets: Targets = None
    tiers: Tiers = None
    hidden: Hidden = None

    def is_over_time(self, truth: str) -> bool:
        """Whether the file of the truth holds a time series graph."""
        return self.truth_format is None and is_over_time(truth)

    def of_truth(self) -> Reading:
        """How the file of the truth is to be read."""
        return Reading(self.truth_format, self.direction, self.symmetric, self.truth_kind, of_truth=True)

    def of_estimate(self, **more: Any) -> Reading:
        """How files of estimates are to be read; some commands say more about them."""
        return Reading(self.input_format, self.direction, self.symmetric, self.kind, **more)

    def of_series(self) -> SeriesReading:
        """How files of time series graphs are to be read."""
        return SeriesReading(self.contemporaneous, self.max_lag)

    def series_alone(self, **more: Any) -> SeriesReading:
        """The same, where options that explain graphs without lags, these and more, are refused."""
        return SeriesReading.beside(
            self.contemporaneous,
            self.max_lag,
            input_format=self.input_format,
            direction=self.direction,
            symmetric=self.symmetric,
            kind=self.kind,
            truth_kind=self.truth_kind,
            **more,
        )

    def refuse_knowledge_over_time(self) -> None:
        """Refuse classes of the truth that time series graphs do not have."""
        if self.targets or self.tiers:
            raise typer.BadParameter(
                "--targets and --tier need graphs without lags; the files hold time series graphs"
            )

    def seen_of_series(self, truth: TemporalGraph, estimate: Any) -> TemporalGraph:
        """What an estimate is compared with, where variables of the truth may be hidden."""
        return seen_of_series(truth, self.hidden, estimate)

    def observed_of_series(self, truth: TemporalGraph) -> TemporalGraph:
        """The truth over the variables that estimates have."""
        return observed_of_series(truth, self.hidden)

    def informed(self, truth: Graph) -> Graph:
        """Return the truth converted for interventions, tiers and hidden nodes."""
        return informed(truth, self.targets, self.tiers, self.hidden)

    def read(self, truth: str, estimate: str, *, any_estimate: bool, **of_scores: Any) -> Any:
        """
        Read a truth and an estimate, which are both time series graphs if the truth is.

        Args:
            truth: its file.
            estimate: its file.
            any_estimate: whether scores and samples are read too, not graphs alone.
            of_scores: what the command is told about files of scores and samples.
        """
        if self.is_over_time(truth):
            return self._read_series(truth, estimate, of_scores)
        self.of_series().refuse_without_lags()
        if self.input_format is None and is_over_time(estimate):
            raise without_lags(estimate, _score_the_summary(truth, estimate))
        of_truth = self.of_truth()
        of_estimate = self.of_estimate(**of_scores, used=of_truth.used)
        true_graph = self.informed(of_truth.read(truth))
        read = of_estimate.read_any_estimate if any_estimate else of_estimate.read_estimate
        found = read(estimate, true_graph, add_missing_nodes=self.add_missing_nodes)
        refuse_hidden_nodes(estimate, found.nodes, self.hidden)
        refuse_idle(of_estimate.idle)
        return true_graph, found

    def _read_series(self, truth: str, estimate: str, of_scores: dict[str, Any]) -> Any:
        given = {name: _is_given(value) for name, value in of_scores.items()}
        reading = self.series_alone(**given)
        reading.demand_arrays((truth, estimate))
        self.refuse_knowledge_over_time()
        series = reading.read(truth)
        observed = self.observed_of_series(series)
        found = reading.read_estimate(estimate, observed, add_missing_nodes=self.add_missing_nodes)
        refuse_hidden_nodes(estimate, found.nodes, self.hidden)
        return self.seen_of_series(series, found), found


def _is_given(value: Any) -> bool:
    return value is not None and value is not False and value not in ("refuse", 0)


def _score_the_summary(truth: str, estimate: str) -> Remedy:
    summarised = shlex.join(["edgemark", "score", truth, estimate, "--summary"])
    return Remedy("Score the summary graph", shell=summarised)
