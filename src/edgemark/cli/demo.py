"""``edgemark demo``: learn graphs from data with a known true graph, and score them."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from edgemark.cli.console import emit, note, wrapped
from edgemark.cli.request import command
from edgemark.errors import EdgemarkError, MissingExtraError, in_shell

if TYPE_CHECKING:
    from edgemark.data import DiscreteNetwork
    from edgemark.graph import Graph
    from edgemark.report import Report

__all__ = ["EPILOG", "RUNS", "demo"]

EPILOG = """
\b
Examples:
  edgemark demo
  edgemark demo --rows 500 --seed 3
  edgemark demo --output asia && edgemark score asia/truth.json 'asia/*.json'

PC, FCI and hill climbing need the extra "algorithms". In a clone: pip install -e '.[algorithms]'
The same versions, rows and seed give the same graphs.

Exit status: 0 success; 2 an error.
"""
_NO_EXTRA = "the extra is not installed"
_EXAMPLES = ("pc-chisq", "pc-fisherz", "complete")  # The first one that has a graph is shown in full.
RUNS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "pc-fisherz": ("causal-learn:pc", {"test": "fisherz"}),
    "pc-chisq": ("causal-learn:pc", {"test": "chisq"}),
    "fci-fisherz": ("causal-learn:fci", {"test": "fisherz"}),
    "fci-chisq": ("causal-learn:fci", {"test": "chisq"}),
    "hill-climbing": ("pyagrum:hill-climbing", {"score": "bic"}),
}
"""For each estimate, its name in tables and files: the algorithm and its parameters."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate: its name, its algorithm, and the graph or the reason why there is no graph."""

    name: str
    origin: str
    graph: Graph | None
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoRequest:
    """The size and the seed of the sample, and the folder for the graphs."""

    rows: Annotated[int, typer.Option("--rows", min=1, help="Number of rows to sample.")] = 10_000
    seed: Annotated[int, typer.Option("--seed", min=0, help="Random seed of the sample.")] = 0
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="Write the truth and the graphs to this folder, as JSON.",
        ),
    ] = None


@command
def demo(request: DemoRequest) -> int:
    """Learn graphs from data with a known true graph, and score them."""
    from edgemark.data import asia

    network = asia()
    emit(_opening(network, request.rows, request.seed) + "\n\n")
    estimates = [*_learned(network, request.rows, request.seed), *_trivial(network.graph)]
    emit(_sources(estimates) + "\n\n")
    files = _written(network.graph, estimates, request.output) if request.output else {}
    graphs = {estimate.name: estimate.graph for estimate in estimates if estimate.graph is not None}
    example = next(name for name in _EXAMPLES if name in graphs)
    emit(_scores(network.graph, graphs, example) + "\n\n")
    emit(_example_in_full(network.graph, example, graphs[example]) + "\n\n")
    emit(_next_steps(files, example))
    return 0


# ---- the estimates


def _learned(network: DiscreteNetwork, rows: int, seed: int) -> list[Estimate]:
    from edgemark.bench.adapters import ADAPTERS
    from edgemark.bench.dataset import Dataset
    from edgemark.graph import Graph

    sample = network.sample(rows, seed)
    data = Dataset(sample.values, sample.names, "discrete")
    estimates = []
    for name, (adapter_name, parameters) in RUNS.items():
        algorithm = ADAPTERS[adapter_name]
        if sys.stderr is not None and sys.stderr.isatty():
            note(f"  learning: {algorithm.title} ...")
        settings = " ".join(f"{key}={value}" for key, value in parameters.items())
        version = algorithm.version or "not installed"
        origin = f"{adapter_name} {settings} ({algorithm.package} {version})"
        try:
            graph = algorithm.run(data, **parameters)
        except MissingExtraError:
            estimates.append(Estimate(name, origin, None, _NO_EXTRA))
        except EdgemarkError as error:
            estimates.append(Estimate(name, origin, None, in_shell(error.message)))
        else:
            assert isinstance(graph, Graph)
            estimates.append(Estimate(name, origin, graph))
    return estimates


def _trivial(truth: Graph) -> list[Estimate]:
    from edgemark.graph import Graph

    pairs = [(a, "---", b) for a, b in combinations(truth.nodes, 2)]
    return [
        Estimate("empty", "no edges", Graph(truth.nodes)),
        Estimate("complete", "all pairs adjacent, no edge directed", Graph(truth.nodes, pairs)),
    ]


def _written(truth: Graph, estimates: list[Estimate], folder: str) -> dict[str, Path]:
    import edgemark as em

    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    files = {}
    for name, graph in (("truth", truth), *((estimate.name, estimate.graph) for estimate in estimates)):
        if graph is not None:
            files[name] = path / f"{name}.json"
            em.write(graph, files[name])
    note(f"{folder}: {len(files)} graphs written")
    return files


# ---- the text


def _opening(network: DiscreteNetwork, rows: int, seed: int) -> str:
    edges = network.graph.edges()
    widest = max(len(f"{a} {glyph} {b}") for a, glyph, b in edges)
    texts = [f"{a} {glyph} {b}".ljust(widest + 2) for a, glyph, b in edges]
    lines = [f"  {''.join(texts[k : k + 4]).rstrip()}" for k in range(0, len(texts), 4)]
    return "\n".join(
        [
            "THE TRUTH",
            *_unindented(
                "Asia, the network of a chest clinic by Lauritzen and Spiegelhalter (1988): "
                f"{network.graph.n_nodes} yes/no variables and {len(edges)} edges."
            ),
            *lines,
            "",
            "THE DATA",
            f"{rows:,} {'row' if rows == 1 else 'rows'} sampled from its tables, seed {seed}",
        ]
    )


def _sources(estimates: list[Estimate]) -> str:
    lines = ["THE ESTIMATES"]
    widest = max(len(estimate.name) for estimate in estimates)
    for estimate in estimates:
        graph = estimate.graph
        result = _n_edges_text(graph) if graph is not None else estimate.problem
        lines += wrapped(f"{estimate.name.ljust(widest + 2)}{estimate.origin}: {result}")
    if any(estimate.problem == _NO_EXTRA for estimate in estimates):
        lines += ["", "To learn the missing ones in a clone of edgemark: pip install -e '.[algorithms]'"]
    return "\n".join(lines)


def _n_edges_text(graph: Graph) -> str:
    return f"{graph.n_edges} edge" if graph.n_edges == 1 else f"{graph.n_edges} edges"


def _scores(truth: Graph, graphs: dict[str, Graph], example: str) -> str:
    from edgemark.cli.class_comparison import class_comparison_text, score_in_one_class
    from edgemark.cli.score_table import MAIN, footnotes, warnings_once
    from edgemark.display.text import printable

    metrics = [f"{head.metric}:{head.convention}" for head in MAIN]
    reports = [_report(truth, name, graph, metrics) for name, graph in graphs.items()]
    shown_later = next(report.warnings for report in reports if report.estimate.name == example)
    without_repeats = [
        replace(report, warnings=tuple(text for text in report.warnings if text not in shown_later))
        for report in reports
    ]
    comparison = score_in_one_class(truth, graphs, "asia")
    assert comparison is not None  # All estimates have a class in common.
    tables, class_notes = class_comparison_text(comparison)
    notes = [
        *footnotes(reports, MAIN, main=True),
        *class_notes,
        "empty and complete ignore the data: an algorithm should score better than both. "
        "On nCED the complete graph scores exactly k on any truth that is a DAG.",
        *(f"warning: {printable(text)}" for text in warnings_once(without_repeats)),
    ]
    return "\n".join(
        [
            "THE SCORES",
            tables,
            "",
            *(line for text in notes for line in _unindented(text)),
        ]
    )


def _report(truth: Graph, name: str, graph: Graph, metrics: list[str] | None = None) -> Report:
    import edgemark as em
    from edgemark.cli.score_output import with_names_of_graphs

    return with_names_of_graphs(em.evaluate(truth, graph, metrics), "asia", name)


def _example_in_full(truth: Graph, name: str, graph: Graph) -> str:
    from edgemark.cli.diff import compare
    from edgemark.cli.diff_table import differences_text

    return "\n".join(
        [
            f"ONE IN FULL: {name}",
            str(_report(truth, name, graph)),
            "",
            f"WHERE {name} DIFFERS, AND WHAT EACH PAIR COSTS",
            differences_text(compare(truth, graph)),
        ]
    )


def _next_steps(files: dict[str, Path], example: str) -> str:
    from edgemark.display.text import printable

    if files:
        folder = files["truth"].parent
        commands = [
            shlex.join(["edgemark", "score", str(files["truth"]), f"{folder}/*.json"]),
            shlex.join(["edgemark", "diff", str(files["truth"]), str(files[example])]),
        ]
    else:
        commands = [
            "edgemark demo --output asia                       keep these graphs as files",
            "edgemark score asia/truth.json 'asia/*.json'      score them again",
            f"edgemark diff asia/truth.json asia/{example}.json",
        ]
    commands += ["edgemark metrics shd", "edgemark score --help"]
    return "\n".join(["NEXT", *(f"  {printable(command)}" for command in commands), *_activation()])


def _activation() -> list[str]:
    """Explain how to put the command on the path, if the shell does not find it."""
    script = Path(sys.prefix, "bin", "activate")
    if shutil.which("edgemark") is not None or not script.exists():
        return []
    current = Path.cwd()
    path = script.relative_to(current) if script.is_relative_to(current) else script
    return [f"({shlex.join(['.', str(path)])} puts edgemark on your path)"]


def _unindented(text: str) -> list[str]:
    return [line.strip() for line in wrapped(text)]
