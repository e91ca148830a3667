"""Read time series graphs with the options of the command line."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from edgemark.cli.console import warn
from edgemark.cli.inputs import over_nodes_of, readable_path
from edgemark.conventions.options import Contemporaneous, Kind
from edgemark.errors import KindError, Remedy

if TYPE_CHECKING:
    from edgemark.errors import EdgemarkError
    from edgemark.graph import Graph, TemporalGraph

__all__ = [
    "ContemporaneousOption",
    "MaxLag",
    "SeriesReader",
    "SummaryGraphs",
    "holds_time_series_graph",
    "lags_only_in_estimate",
    "score_the_summary",
    "warn_of_joined_regimes",
]

ContemporaneousOption = Annotated[
    Contemporaneous | None,
    typer.Option(
        "--contemporaneous",
        help="Meaning of a contemporaneous o-o in arrays of tigramite: undirected (cpdag: PCMCI, "
        "PCMCI+) or two circles (pag: LPCMCI).",
    ),
]
MaxLag = Annotated[
    int | None,
    typer.Option(
        "--max-lag",
        metavar="L",
        min=0,
        help="Maximum lag of time series graphs. Files that state a smaller one are extended with "
        "empty lags.",
    ),
]
SummaryGraphs = Annotated[
    bool,
    typer.Option(
        "--summary",
        help="Read time series graphs as their summary graphs, of the kinds --kind and --truth-kind. "
        "One side may be a graph without lags.",
    ),
]


def holds_time_series_graph(path: str) -> bool:
    """Return whether the file exists and holds a time series graph."""
    from edgemark.io.temporal import holds_temporal

    file = readable_path(path)
    return Path(file).is_file() and holds_temporal(file)


@dataclass(frozen=True, slots=True)
class SeriesReader:
    """
    Reads files of time series graphs with the options of the command.

    Attributes:
        contemporaneous: the meaning of a contemporaneous ``o-o``.
        max_lag: the maximum lag; None for the one in the file.
    """

    contemporaneous: Contemporaneous | None = None
    max_lag: int | None = None

    @classmethod
    def refusing_other_options(
        cls, contemporaneous: Contemporaneous | None, max_lag: int | None, **options_of_graphs: Any
    ) -> SeriesReader:
        """
        Return the reader; refuse `options_of_graphs`, which apply only to graphs without lags, if any is
        set.
        """
        for option, value in options_of_graphs.items():
            if value:
                name = f"--{option.replace('_', '-')}"
                raise typer.BadParameter(
                    f"{name} applies to graphs without lags; the file holds a time series graph"
                )
        return cls(contemporaneous, max_lag)

    def refuse_contemporaneous_without_arrays(self, paths: Iterable[str]) -> None:
        """Refuse --contemporaneous, the meaning of ``o-o`` in arrays, if no file is an array."""
        from edgemark.io.temporal import takes_contemporaneous

        if self.contemporaneous is not None and not any(
            takes_contemporaneous(Path(readable_path(path))) for path in paths
        ):
            raise typer.BadParameter(
                "--contemporaneous applies to arrays of tigramite, .npy and .npz; other files define "
                "their edges themselves"
            )

    def refuse_options_of_series(self, path: str) -> None:
        """Refuse --contemporaneous and --max-lag, since the file, if there is one, has no lags."""
        for name, value in (("contemporaneous", self.contemporaneous), ("max-lag", self.max_lag)):
            if value is not None:
                Path(readable_path(path)).stat()  # OSError if there is no such file.
                raise typer.BadParameter(
                    f"--{name} applies to time series graphs; the file holds no such graph"
                )

    def read(self, path: str) -> TemporalGraph:
        """Read the time series graph of a file. --contemporaneous may be meant for another file."""
        import edgemark as em
        from edgemark.io.temporal import takes_contemporaneous

        file = readable_path(path)
        meaning = self.contemporaneous if takes_contemporaneous(Path(file)) else None
        return em.read_temporal(file, contemporaneous=meaning, max_lag=self.max_lag)

    def read_summary(self, path: str, kind: Kind | None) -> Graph:
        """Read a time series graph, and return its summary graph, declared to be of `kind` if given."""
        from edgemark.graph.window_and_summary import cached_summary

        series = self.read(path)
        warn_of_joined_regimes(series, path, "--summary")
        graph = cached_summary(series)
        return graph if kind is None else graph.with_kind(kind)

    def read_estimate(
        self, path: str, truth: TemporalGraph, summary: Remedy, *, add_missing_nodes: bool
    ) -> TemporalGraph:
        """
        Read an estimate; if `add_missing_nodes`, add the variables that only the truth has.

        Args:
            path: the file.
            truth: the truth, for its variables and its maximum lag.
            summary: what to do if the file holds a graph without lags.
            add_missing_nodes: whether to add the variables that only the truth has, without edges.
        """
        from edgemark.errors import EdgemarkError

        try:
            graph = self.read(path)
        except EdgemarkError as error:
            remedies = tuple(_with_lag_of(truth, remedy) for remedy in error.message.remedies)
            _refuse_lagged_scores(path, error)
            if _holds_no_lags(path):
                remedies_with_lag = [
                    replace(remedy, say="If its edges are contemporaneous, state the largest lag")
                    for remedy in remedies
                    if remedy.shell.startswith("--max-lag")
                ]
                raise KindError(
                    f"{path}: the file holds a graph or scores without lags; the truth is a time series "
                    "graph",
                    summary,
                    *remedies_with_lag,
                ) from None
            error.args = (error.message.problem, *remedies)
            raise
        return over_nodes_of(truth, path, graph, add_missing_nodes)


def _with_lag_of(truth: TemporalGraph, remedy: Remedy) -> Remedy:
    """If a remedy states a maximum lag, make it at least that of the truth."""
    if not remedy.shell.startswith("--max-lag"):
        return remedy
    lag = max(truth.max_lag, int(remedy.shell.rpartition(" ")[2]))
    return replace(remedy, python=f"max_lag={lag}", shell=f"--max-lag {lag}")


def _refuse_lagged_scores(path: str, error: EdgemarkError) -> None:
    """Refuse a table of scores with lags; `error` is the one of reading it as a time series graph."""
    from edgemark.errors import AmbiguityError
    from edgemark.io.scores import holds_lagged_list, read_scores

    file = readable_path(path)
    if not holds_lagged_list(file):
        return
    if isinstance(error, AmbiguityError) or holds_time_series_graph(path):
        raise error  # Each row may be an edge, and the error says what is wrong with it.
    read_scores(file)  # raises the error


def _holds_no_lags(path: str) -> bool:
    """Whether a file without a time series graph holds a graph or scores without lags."""
    from edgemark.errors import AmbiguityError, EdgemarkError
    from edgemark.io import read
    from edgemark.io.scores import holds_scores

    file = readable_path(path)
    try:
        read(file)
    except AmbiguityError:
        return True  # a matrix, whose direction is an option
    except EdgemarkError:
        return holds_scores(file)
    return True


def warn_of_joined_regimes(graph: TemporalGraph, path: str, option: str) -> None:
    """Warn on stderr if edges of different regimes are compared together."""
    from edgemark.graph.regimes import edges_come_and_go

    if edges_come_and_go(graph):
        warn(
            f"{path}: the graph changes over time, and the edges of all its regimes are compared "
            f"together. To compare each regime, use --by-regime instead of {option}"
        )


def lags_only_in_estimate(path: str, *remedies: Remedy) -> KindError:
    """Return the error for an estimate with lags if the truth has none."""
    return KindError(f"{path}: the file holds a time series graph; the truth has no lags", *remedies)


def score_the_summary(truth: str, estimate: str) -> Remedy:
    """Return the command that compares the summary graphs, for commands that cannot add --summary."""
    command_line = shlex.join(["edgemark", "score", truth, estimate, "--summary"])
    return Remedy("Score the summary graph", shell=command_line)
