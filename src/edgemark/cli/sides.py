"""Options of all commands with a truth and estimates."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import typer

from edgemark.cli.inputs import FileReader, refuse_idle
from edgemark.cli.knowledge import (
    Hidden,
    Targets,
    Tiers,
    observed_of_series,
    refuse_hidden_nodes,
    truth_as_learnable,
    truth_for_estimate,
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
    SeriesReader,
    holds_time_series_graph,
    lags_only_in_estimate,
    score_the_summary,
)

if TYPE_CHECKING:
    from edgemark.graph import Graph, TemporalGraph

__all__ = ["Sides"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """How the command reads the truth and the estimates, and how it converts the truth."""

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

    def is_truth_of_series(self, truth: str) -> bool:
        """Whether the file of the truth holds a time series graph."""
        return self.truth_format is None and holds_time_series_graph(truth)

    def truth_reader(self) -> FileReader:
        """Return the reader of the truth."""
        return FileReader(
            self.truth_format, self.direction, self.symmetric, self.truth_kind, of_truth=True
        )

    def estimate_reader(self, **more: Any) -> FileReader:
        """Return the reader of estimates; `more` are options of some commands only."""
        return FileReader(self.input_format, self.direction, self.symmetric, self.kind, **more)

    def series_reader(self) -> SeriesReader:
        """Return the reader of time series graphs."""
        return SeriesReader(self.contemporaneous, self.max_lag)

    def series_reader_alone(self, **more: Any) -> SeriesReader:
        """
        Return `series_reader()`, but refuse the options of graphs without lags and those in `more`.
        """
        return SeriesReader.refusing_other_options(
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
        """
        Refuse --targets and --tier for time series graphs, whose equivalence classes do not use them.
        """
        if self.targets or self.tiers:
            raise typer.BadParameter(
                "--targets and --tier need graphs without lags; the files hold time series graphs"
            )

    def truth_for_estimate(self, truth: TemporalGraph, estimate: Any) -> TemporalGraph:
        """Return the graph over the observed variables that an estimate is compared with."""
        return truth_for_estimate(truth, self.hidden, estimate)

    def observed_of_series(self, truth: TemporalGraph) -> TemporalGraph:
        """Return the truth, projected onto its observed variables if some are hidden."""
        return observed_of_series(truth, self.hidden)

    def truth_as_learnable(self, truth: Graph) -> Graph:
        """Return the truth in its class under interventions, tiers and hidden nodes."""
        return truth_as_learnable(truth, self.targets, self.tiers, self.hidden)

    def read(self, truth: str, estimate: str, *, any_estimate: bool, **score_options: Any) -> Any:
        """
        Read a truth and an estimate. If one is a time series graph, both must be.

        Args:
            truth: the file of the truth.
            estimate: the file of the estimate.
            any_estimate: whether the estimate may also be edge scores or samples.
            score_options: options with which edge scores and samples are read.
        """
        if self.is_truth_of_series(truth):
            return self._read_series(truth, estimate, score_options)
        self.series_reader().refuse_options_of_series(truth)
        if self.input_format is None and holds_time_series_graph(estimate):
            raise lags_only_in_estimate(estimate, score_the_summary(truth, estimate))
        truth_reader = self.truth_reader()
        estimate_reader = self.estimate_reader(**score_options, used=truth_reader.used)
        true_graph = self.truth_as_learnable(truth_reader.read(truth))
        read = estimate_reader.read_any_estimate if any_estimate else estimate_reader.read_estimate
        learned = read(estimate, true_graph, add_missing_nodes=self.add_missing_nodes)
        refuse_hidden_nodes(estimate, learned.nodes, self.hidden)
        refuse_idle(estimate_reader.idle)
        return true_graph, learned

    def _read_series(self, truth: str, estimate: str, score_options: dict[str, Any]) -> Any:
        defaults = {field.name: field.default for field in fields(FileReader)}
        are_given = {name: value != defaults[name] for name, value in score_options.items()}
        reader = self.series_reader_alone(**are_given)
        reader.refuse_contemporaneous_without_arrays((truth, estimate))
        self.refuse_knowledge_over_time()
        series = reader.read(truth)
        observed = self.observed_of_series(series)
        summary = score_the_summary(truth, estimate)
        learned = reader.read_estimate(
            estimate, observed, summary, add_missing_nodes=self.add_missing_nodes
        )
        refuse_hidden_nodes(estimate, learned.nodes, self.hidden)
        return self.truth_for_estimate(series, learned), learned
