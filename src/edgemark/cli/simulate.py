"""``edgemark simulate``: simulate data with a known true graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from edgemark.cli.console import note
from edgemark.cli.request import command

if TYPE_CHECKING:
    import numpy as np

    from edgemark.data import SeriesModel
    from edgemark.graph import Graph, TemporalGraph

    Simulated = tuple[Graph | TemporalGraph, np.ndarray, Sequence[str]]

__all__ = ["EPILOG", "simulate"]

EPILOG = """
\b
Examples:
  edgemark simulate er
  edgemark simulate dense --nodes 20 --edges 80 --mechanism nonlinear --seed 3
  edgemark simulate hubs --model scale-free --noise laplace --rows 5000
  edgemark simulate groups --model blocks --blocks 4 --nodes 40 --standardise
  edgemark simulate votes --mechanism discrete --states 3
  edgemark simulate asia --truth asia.json --mechanism discrete
  edgemark simulate series --model series --lags 3 --changing 2
  edgemark score er/truth.json pc.json

\b
The command writes two files to FOLDER:
  data.csv    data, with names in the first row; no column for hidden variables
  truth.json  the true graph; <-> for a hidden common cause

Each model of a DAG draws adjacent pairs (erdos-renyi: uniformly; scale-free: a few nodes have most of
them; blocks: most are within blocks) and directs them along a random order of the nodes.

With linear, a variable is the sum of its parents, with coefficients from 0.5 to 2 of either sign, and
noise of variance 1. With nonlinear, one of tanh, sin, |x|, max(x, 0) and x exp(-x^2/2) is applied to
each parent first. With discrete, each variable has a random table of probabilities given its parents.
The variance of linear data grows along the causal order, which favours some methods; --standardise
removes this. In time series, coefficients are from 0.3 to 0.6 of either sign, and 0.4 for the previous
value of the variable itself. They are reduced if the series would not be stable. The same options give
the same files on every machine.

Exit status: 0 the files were written; 2 they were not.
"""

Model = Literal["erdos-renyi", "scale-free", "blocks", "series"]
Mechanism = Literal["linear", "nonlinear", "discrete"]
NoiseOption = Literal["gaussian", "laplace", "uniform", "exponential", "gumbel", "t4"]
_NONLINEAR = ("tanh", "sine", "absolute", "rectified", "bump")


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulateRequest:
    """The truth and the data to simulate."""

    folder: Annotated[
        str,
        typer.Argument(metavar="FOLDER", help="Folder to write to; it is created if it does not exist."),
    ]
    model: Annotated[Model, typer.Option("--model", help="Model of the random graph.")] = "erdos-renyi"
    truth: Annotated[
        str | None,
        typer.Option(
            "--truth", metavar="FILE", help="Simulate data of this DAG instead of a random one."
        ),
    ] = None
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", metavar="N", min=1, help="Number of variables, 10 by default."),
    ] = None
    edges: Annotated[
        int | None,
        typer.Option(
            "--edges",
            metavar="N",
            min=0,
            help="Number of edges; by default twice the number of variables, or all pairs if fewer.",
        ),
    ] = None
    mechanism: Annotated[
        Mechanism, typer.Option("--mechanism", help="How a variable depends on its parents.")
    ] = "linear"
    noise: Annotated[
        NoiseOption | None,
        typer.Option(
            "--noise",
            help="Distribution of the noise, unless the data are discrete; gaussian by default.",
        ),
    ] = None
    rows: Annotated[int, typer.Option("--rows", metavar="N", min=1, help="Number of rows.")] = 1000
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Random seed.")] = 0
    hidden: Annotated[
        int | None,
        typer.Option(
            "--hidden",
            metavar="N",
            min=0,
            help="Number of hidden common causes, each of two variables; 0 by default.",
        ),
    ] = None
    standardise: Annotated[
        bool, typer.Option("--standardise", help="Scale each column to mean 0 and variance 1.")
    ] = False
    blocks: Annotated[
        int | None,
        typer.Option("--blocks", metavar="N", min=1, help="Number of blocks, 2 by default."),
    ] = None
    states: Annotated[
        int | None,
        typer.Option(
            "--states",
            metavar="N",
            min=2,
            help="Number of states of each discrete variable, 2 by default.",
        ),
    ] = None
    lags: Annotated[
        int | None,
        typer.Option(
            "--lags", metavar="N", min=1, help="Maximum lag of the time series graph, 2 by default."
        ),
    ] = None
    lagged: Annotated[
        float | None,
        typer.Option(
            "--lagged",
            metavar="X",
            min=0,
            help="Mean number of lagged effects of other variables on each variable, 1 by default.",
        ),
    ] = None
    contemporaneous: Annotated[
        float | None,
        typer.Option(
            "--contemporaneous",
            metavar="X",
            min=0,
            help="Mean number of contemporaneous effects on each variable, 0.5 by default.",
        ),
    ] = None
    changing: Annotated[
        int | None,
        typer.Option(
            "--changing",
            metavar="N",
            min=0,
            help="Number of variables whose mechanism changes, 0 by default.",
        ),
    ] = None
    regimes: Annotated[
        int | None,
        typer.Option(
            "--regimes",
            metavar="N",
            min=2,
            help="Change the mechanisms abruptly between this number of regimes, instead of smoothly.",
        ),
    ] = None

    def __post_init__(self) -> None:
        """Refuse standard output, and options that would have no effect."""
        if self.folder == "-":
            raise typer.BadParameter("FOLDER must be a folder for two files; got -")
        if self.model == "series":
            options = {"edges": self.edges, "truth": self.truth, "blocks": self.blocks}
            _refuse("graphs without lags", **options, states=self.states)
            return
        _refuse("--model series", **self.options_of_series, **self.options_of_changes)
        if self.mechanism == "discrete":
            options = {"noise": self.noise, "hidden": self.hidden, "standardise": self.standardise}
            _refuse("data that are not discrete", **options)
        else:
            _refuse("--mechanism discrete", states=self.states)

    @property
    def options_of_series(self) -> dict[str, Any]:
        """The options of a random time series graph."""
        return {
            "lags": self.lags,
            "lagged": self.lagged,
            "contemporaneous": self.contemporaneous,
        }

    @property
    def options_of_changes(self) -> dict[str, Any]:
        """The options of the changing mechanisms of a time series graph."""
        return {"changing": self.changing, "regimes": self.regimes}


@command
def simulate(request: SimulateRequest) -> int:
    """Simulate data with a known true graph."""
    _write(request.folder, *_simulated(request), standardise=request.standardise)
    return 0


def _simulated(request: SimulateRequest) -> Simulated:
    """Return the truth, the data and the names of the columns."""
    nodes, seed, rows = request.nodes, request.seed, request.rows
    if request.model == "series":
        terms = _terms(request.mechanism, request.noise, request.hidden)
        return _simulated_series(
            _series_model(nodes, seed, request.options_of_series, request.options_of_changes, terms),
            rows,
            seed,
        )
    dag = _dag(request.model, request.truth, nodes, request.edges, request.blocks, seed)
    if request.mechanism == "discrete":
        return _discrete(dag, request.states or 2, rows, seed)
    return _structural(dag, _terms(request.mechanism, request.noise, request.hidden), rows, seed)


def _refuse(applies_to: str, **options: Any) -> None:
    """Refuse options that are given although they apply only to something else."""
    for option, value in options.items():
        if value is not None and value is not False:
            raise typer.BadParameter(f"--{option} applies to {applies_to} only")


def _terms(mechanism: Mechanism, noise: NoiseOption | None, hidden: int | None) -> dict[str, Any]:
    """
    Return the arguments for equations with continuous noise. Refuse discrete data, which only time
    series request from this function.
    """
    if mechanism == "discrete":
        raise typer.BadParameter(
            "--mechanism discrete does not apply to --model series; use linear or nonlinear"
        )
    responses = ("linear",) if mechanism == "linear" else _NONLINEAR
    return {"responses": responses, "noise": noise or "gaussian", "hidden": hidden or 0}


def _dag(
    model: str, truth: str | None, nodes: int | None, edges: int | None, blocks: int | None, seed: int
) -> Graph:
    """Read the DAG of a file, or draw a random one."""
    import edgemark as em
    from edgemark.cli.inputs import readable_path
    from edgemark.cli.series_inputs import holds_time_series_graph
    from edgemark.data import random_dag

    if truth is not None:
        given_model = None if model == "erdos-renyi" else model
        _refuse("random graphs", model=given_model, nodes=nodes, edges=edges, blocks=blocks)
        if holds_time_series_graph(truth):
            raise typer.BadParameter(
                "--truth must be a DAG without lags; the file holds a time series graph. To draw a "
                "random one, leave out --truth and use --model series"
            )
        return em.read(readable_path(truth))
    if model != "blocks":
        _refuse("--model blocks", blocks=blocks)
    n_nodes = 10 if nodes is None else nodes
    n_edges = min(2 * n_nodes, n_nodes * (n_nodes - 1) // 2) if edges is None else edges
    topology: Any = model
    return random_dag(n_nodes, n_edges, seed, topology=topology, n_blocks=blocks or 2)


def _discrete(dag: Graph, states: int, rows: int, seed: int) -> Simulated:
    from edgemark.data import random_discrete_network

    network = random_discrete_network(dag, seed, n_states=states)
    return network.graph, *network.sample(rows, seed)


def _structural(dag: Graph, terms: dict[str, Any], rows: int, seed: int) -> Simulated:
    from edgemark.data import random_structural_model

    sample = random_structural_model(dag, seed, **terms).sample(rows, seed, burn_in=0)
    return sample.truth._contemporaneous, sample.data, sample.names


def _series_model(
    nodes: int | None,
    seed: int,
    options_of_series: dict[str, Any],
    options_of_changes: dict[str, Any],
    terms: dict[str, Any],
) -> SeriesModel:
    from edgemark.data import Changes, random_series_model

    changing, regimes = options_of_changes["changing"], options_of_changes["regimes"]
    if regimes is not None and not changing:
        raise typer.BadParameter(
            "--regimes needs the number of changing variables, such as --changing 1"
        )
    names = {"lags": "max_lag", "lagged": "lagged", "contemporaneous": "contemporaneous"}
    given = {names[option]: value for option, value in options_of_series.items() if value is not None}
    changes = Changes(changing, smooth=regimes is None, regimes=regimes or 2) if changing else None
    return random_series_model(10 if nodes is None else nodes, seed, **given, **terms, changes=changes)


def _simulated_series(model: SeriesModel, rows: int, seed: int) -> Simulated:
    sample = model.sample(rows, seed)
    return sample.truth, sample.data, sample.names


def _write(
    folder: str, truth: Graph | TemporalGraph, values: Any, names: Sequence[str], *, standardise: bool
) -> None:
    import numpy as np

    import edgemark as em
    from edgemark.display.text import csv_line
    from edgemark.errors import plural
    from edgemark.graph.kinds import side_of
    from edgemark.replacing import replace_file

    if standardise:
        if len(values) < 2:
            raise typer.BadParameter(
                "--standardise needs at least --rows 2, since one row has no variance"
            )
        values = (values - values.mean(axis=0)) / values.std(axis=0)
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    lines = BytesIO()
    lines.write(csv_line(names).encode())
    np.savetxt(lines, values, "%d" if values.dtype.kind == "i" else "%.17g", ",")
    replace_file(path / "data.csv", lines.getvalue())
    write: Callable[[Any, Path], None] = (
        em.write if isinstance(truth, em.Graph) else em.io.write_temporal
    )
    write(truth, path / "truth.json")
    note(f"{path / 'data.csv'}: {plural(len(values), 'row')} of {plural(len(names), 'variable')}")
    note(f"{path / 'truth.json'}: {side_of(truth)}")
