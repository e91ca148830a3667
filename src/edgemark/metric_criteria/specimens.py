"""
The graphs on which criteria are checked: true DAGs, and estimates that should not be perfect.

"The paper" is the nCED paper, see `transformations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

from edgemark.conventions.options import Kind
from edgemark.graph import Graph
from edgemark.graph.marks import GLYPHS
from edgemark.metric_criteria.transformations import Landmarks, landmarks

__all__ = [
    "LARGEST",
    "OF_CLASS",
    "Case",
    "extremes",
    "of_other_marks",
    "paper_truth",
    "true_dags",
    "truths_with_other_graphs",
]

Case = tuple[Graph, Graph]
"""A truth and an estimate."""

OF_CLASS: dict[Kind, Graph] = {
    "dag": Graph.parse("A --> B --> C", kind="dag"),
    "cpdag": Graph.parse("A --- B --- C", kind="cpdag"),
    "mag": Graph.parse("A --> B <-> C", kind="mag"),
    "pag": Graph.parse("A o-> B <-o C", kind="pag"),
}
"""An estimate of each class that the paper names."""

_SIZES = range(2, 7)  # numbers of nodes
LARGEST = max(_SIZES)
"""The largest number of nodes in `extremes`."""

_DIRECTED = ("-->", "<--")

# Every DAG of two or three nodes is one of these with other names, and names do not affect metrics.
_SMALL_DAGS = (
    "A --> B", "A --> B; C", "A --> B --> C", "A <-- B --> C", "A --> B <-- C",
    "A --> B --> C; A --> C", "A; B", "A; B; C",
)  # fmt: skip
# On three nodes, every edge that is added to a collider shields it. With a fourth node, some added
# edges do not.
_COLLIDER_AND_FOURTH_NODE = "A --> B <-- C; D"


def paper_truth() -> Graph:
    """A DAG of five nodes and seven edges, as in the paper, with unshielded colliders."""
    return Graph.parse("A --> C; B --> C; A --> D; C --> D; C --> E; D --> E; B --> E")


def true_dags() -> tuple[Graph, ...]:
    """
    DAGs that differ in which edges are compelled.

    They are the truth of the paper, in which all edges are compelled; a DAG with one reversible edge; a
    chain, in which all edges are reversible; and a complete DAG, which has no true negatives.
    """
    return (
        paper_truth(),
        Graph.parse("A --> B --> C; D --> C"),
        Graph.parse("A --> B --> C --> D"),
        Graph.parse("A --> B --> C --> D; A --> C; A --> D; B --> D"),
    )


def of_other_marks() -> tuple[Landmarks, ...]:
    """
    Landmarks with ``<->`` and with circles, for metrics that are undefined if the truth is a DAG.

    These edges have no reverse. Instead, `reversed` has the same type of edge on the pairs of nodes that
    are not adjacent in the truth, so all its edges are false.
    """
    nodes = "; A; B; C; D"
    pairs = "A {0} B {0} C {0} D", "A {0} C; A {0} D; B {0} D"
    derived = []
    for glyph, half_glyph in (("<->", "o->"), ("o-o", "--o")):
        truth, other, half_open, undirected = (
            Graph.parse(text.format(mark) + nodes).with_nodes(list("ABCD"))
            for text, mark in zip(
                (*pairs, pairs[0], pairs[0]), (glyph, glyph, half_glyph, "---"), strict=True
            )
        )
        derived.append(Landmarks(truth, Graph(truth.nodes), other, half_open, undirected))
    return tuple(derived)


@cache
def extremes() -> tuple[Case, ...]:
    """
    Truths of two to six nodes with estimates that give extreme values.

    The truths have one edge, all edges into one node, or all pairs adjacent. The estimates are the
    landmarks of all these truths, and a graph of the edges that the truth lacks. Further cases have
    ``<->`` or circles in the truth, in the estimate, or in both.
    """
    cases: list[Case] = []
    for size in _SIZES:
        nodes = [chr(ord("A") + k) for k in range(size)]
        arcs = [(a, "-->", b) for a, b in combinations(nodes, 2)]
        into_one = [arc for arc in arcs if arc[2] == nodes[-1]]
        derived = [landmarks(Graph(nodes, edges)) for edges in (arcs[:1], into_one, arcs)]
        estimates = [graph for graphs in derived for graph in graphs]
        for truth in (graphs.truth for graphs in derived):
            true_edges = truth.edges()
            others = Graph(nodes, [arc for arc in arcs if arc not in true_edges])
            cases += [(truth, estimate) for estimate in (*estimates, others)]
    return (*cases, *_cases_of_other_marks())


def _cases_of_other_marks() -> Iterator[Case]:
    """
    Yield truths and estimates with edges of one type each, on one pair, half of the pairs or all pairs
    of nodes. At least one of the two has a type other than ``-->``.
    """
    for size in _SIZES:
        nodes = [chr(ord("A") + k) for k in range(size)]
        pairs = list(combinations(nodes, 2))
        half = pairs[: max(1, len(pairs) // 2)]
        for true_glyph, estimated_glyph in product(("-->", "<->", "o-o", "o->"), repeat=2):
            if true_glyph == estimated_glyph == "-->":
                continue
            for true_pairs, estimated_pairs in product(
                (pairs[:1], half, pairs), (pairs[:1], pairs[len(half) :], pairs)
            ):
                sides = ((true_pairs, true_glyph), (estimated_pairs, estimated_glyph))
                truth, estimate = (
                    Graph(nodes, [(a, glyph, b) for a, b in joined]) for joined, glyph in sides
                )
                yield truth, estimate


@cache
def truths_with_other_graphs(*, dags: bool) -> tuple[tuple[Graph, tuple[Graph, ...]], ...]:
    """
    Return true DAGs, each with other graphs on its nodes.

    If `dags`, these are all other DAGs; else all graphs that are not DAGs and have at most one edge on a
    pair. The truths are all DAGs of two and three nodes and, if `dags`, a collider with a fourth node.
    """
    truths = [Graph.parse(text) for text in (*_SMALL_DAGS, *[_COLLIDER_AND_FOURTH_NODE] * dags)]
    graphs_on = {
        nodes: [g for g in _every_graph(nodes, _DIRECTED if dags else GLYPHS) if g.is_dag() is dags]
        for nodes in dict.fromkeys(truth.nodes for truth in truths)
    }
    return tuple((truth, tuple(g for g in graphs_on[truth.nodes] if g != truth)) for truth in truths)


def _every_graph(nodes: tuple[str, ...], glyphs: Sequence[str]) -> Iterator[Graph]:
    pairs = list(combinations(nodes, 2))
    for chosen in product(("", *glyphs), repeat=len(pairs)):
        edges = zip(pairs, chosen, strict=True)
        yield Graph(nodes, [(a, glyph, b) for (a, b), glyph in edges if glyph])
