"""From arguments to graphs over time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from edgemark.cli.console import warn
from edgemark.cli.inputs import checked, over_nodes_of
from edgemark.conventions.options import Contemporaneous, Kind
from edgemark.errors import KindError, Remedy

if TYPE_CHECKING:
    from typing import TypeVar

    from edgemark.graph import Graph, TemporalGraph

    Found = TypeVar("Found")

__all__ = [
    "ContemporaneousOption",
    "MaxLag",
    "SeriesReading",
    "SummaryGraphs",
    "is_over_time",
    "say_that_regimes_are_joined",
    "without_lags",
]

ContemporaneousOption = Annotated[
    Contemporaneous | None,
    typer.Option(
        "--contemporaneous",
        help="Meaning of o-o within a time step in arrays of tigramite: no orientation (cpdag: PCMCI, "
        "PCMCI+) or two circles (pag: LPCMCI).",
    ),
]
MaxLag = Annotated[
    int | None,
    typer.Option(
        "--max-lag",
        metavar="L",
        min=0,
        help="Maximum lag of time series graphs. Files that state a smaller one, the truth too, are "
        "extended with empty lags.",
    ),
]
SummaryGraphs = Annotated[
    bool,
    typer.Option(
        "--summary",
        help="Compare time series graphs by their summary graphs, also with graphs without lags. --kind "
        "and --truth-kind then declare what the summary graphs are.",
    ),
]


def is_over_time(path: str) -> bool:
    """Whether a file holds a graph over time; a pipe, which can be read only once, does not."""
    from edgemark.io.temporal import holds_temporal

    place = checked(path)
    return Path(place).is_file() and holds_temporal(place)


@dataclass(frozen=True, slots=True)
class SeriesReading:
    """
    How files of graphs over time are to be read.

    Attributes:
        contemporaneous: what ``o-o`` within a time step means.
        max_lag: the largest lag; None takes the file's word.
    """

    contemporaneous: Contemporaneous | None = None
    max_lag: int | None = None

    @classmethod
    def beside(
        cls, contemporaneous: Contemporaneous | None, max_lag: int | None, **of_graphs: Any
    ) -> SeriesReading:
        """Refuse options that explain files of graphs without lags."""
        for option, value in of_graphs.items():
            if value:
                name = f"--{option.replace('_', '-')}"
                raise typer.BadParameter(
                    f"{name} applies to graphs without lags; the file holds a time series graph"
                )
        return cls(contemporaneous, max_lag)

    def demand_arrays(self, paths: Iterable[str]) -> None:
        """Refuse to say what ``o-o`` means where no file is an array that leaves it open."""
        if self.contemporaneous is not None and not any(
            Path(checked(path)).suffix.lower() in (".npy", ".npz") for path in paths
        ):
            raise typer.BadParameter(
                "--contemporaneous applies to arrays of tigramite, .npy and .npz; other files define "
                "their edges themselves"
            )

    def refuse_without_lags(self) -> None:
        """Refuse options that explain files over time, of a file that is none."""
        for name, value in (("contemporaneous", self.contemporaneous), ("max-lag", self.max_lag)):
            if value is not None:
                raise typer.BadParameter(
                    f"--{name} applies to time series graphs; the file holds no such graph"
                )

    def read(self, path: str) -> TemporalGraph:
        """Read a file."""
        import edgemark as em

        return em.read_temporal(
            checked(path), contemporaneous=self.contemporaneous, max_lag=self.max_lag
        )

    def read_summary(self, path: str, kind: Kind | None) -> Graph:
        """Read the summary graph of a file, declared to be of a kind; None keeps the file's word."""
        series = self.read(path)
        from edgemark.graph.unrolled import summary_of

        say_that_regimes_are_joined(series, path, "--summary")
        graph = summary_of(series)
        return graph if kind is None else graph.with_kind(kind)

    def read_beside_graph(
        self, read: Callable[[str], Found], path: str, *, summary: bool, kind: Kind | None
    ) -> Found | Graph:
        """Read an estimate beside a truth without lags: as `read` does, or its summary graph."""
        if not is_over_time(path):
            return read(path)
        if summary:
            return self.read_summary(path, kind)
        raise without_lags(path, Remedy("Compare the summary graph", shell="--summary"))

    def read_estimate(
        self, path: str, truth: TemporalGraph, *, add_missing_nodes: bool
    ) -> TemporalGraph:
        """Read an estimate, on request over the truth's variables if it has no other."""
        return over_nodes_of(truth, path, self.read(path), add_missing_nodes)


def say_that_regimes_are_joined(graph: TemporalGraph, path: str, option: str) -> None:
    """Say on stderr what a report would say; what an option prints has no place for it."""
    from edgemark.graph.regimes import edges_come_and_go

    if edges_come_and_go(graph):
        warn(
            f"{path}: the graph changes over time: the edges of all its regimes are compared together. "
            f"Compare each regime: --by-regime in place of {option}"
        )


def without_lags(path: str, *remedies: Remedy) -> KindError:
    """Build the error for an estimate with lags beside a truth without."""
    return KindError(f"{path}: the file holds a time series graph; the truth has no lags", *remedies)
