"""Labels of nodes that are no names: no function raises an error that is not one of edgemark."""

import contextlib
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import edgemark as em
from edgemark import Candidates, EdgeScores, Graph, TemporalGraph, TemporalScores
from edgemark.errors import GraphError, InputTypeError, shown
from tests.test_named_inputs import (
    AT,
    COLLECTIONS,
    EDGES,
    IN_ORDER,
    IN_TIERS,
    MAY_BE_ONE,
    PAIRS,
    REFUSED,
    ROWS,
    SCORES,
)

LONG = 10**5000
"""Python does not convert an integer of more than 4300 digits to text."""

LABELS = {
    "a list": ["A"],
    "a dictionary": {"A": 1},
    "a set": {"A"},
    "an array": np.array(["A", "B"]),
    "an array without axes": np.array("A"),
    "a slice": slice(2),
    "a long integer": LONG,
    "a long negative integer": -LONG,
    "a long integer in a tuple": (LONG,),
    "a long fraction": Fraction(LONG, 3),
    "None": None,
    "a float": 1.5,
    "bytes": b"A",
}


def with_label(name):
    """Return a call of this function with one edge, whose first node is the label."""
    read, rest = EDGES[name]
    if rest in ((0,), (0.5,)):
        return lambda label: read([(label, "B", *rest)])
    return lambda label: read([(label, rest[0], "B", *rest[1:])])


def graph():
    return Graph.parse("A --> B --> C")


CALLS = {
    **{f"{name}, first": lambda x, f=f: f([x, "B"]) for name, f in IN_ORDER.items()},
    **{f"{name}, whole": f for name, f in IN_ORDER.items()},
    **{f"{name}, node": lambda x, f=f: f([[x], ["B"]]) for name, f in IN_TIERS.items()},
    **{f"{name}, group": lambda x, f=f: f([x, ["B"]]) for name, f in IN_TIERS.items()},
    **{f"{name}, node": lambda x, f=f: f([x]) for name, f in {**COLLECTIONS, **MAY_BE_ONE}.items()},
    **{f"{name}, end": lambda x, f=f: f([(x, "B")]) for name, f in PAIRS.items()},
    **{f"{name}, pair": lambda x, f=f: f([x]) for name, f in PAIRS.items()},
    **{f"{name}, whole": f for name, f in PAIRS.items()},
    **{f"{name}, end": with_label(name) for name in EDGES},
    **{f"{name}, edge": lambda x, f=f: f([x]) for name, (f, _) in EDGES.items()},
    **{f"{name}, whole": f for name, (f, _) in EDGES.items()},
    "hidden": lambda x: em.evaluate(graph(), graph(), hidden=x),
    "a score": lambda x: EdgeScores(SCORES, ["A", "B"], **ROWS)[x, "B"],
    "a lagged score": lambda x: TemporalScores([SCORES], ["A", "B"], first_lag=1, **ROWS)[x, "B", 1],
    "a lag": lambda x: TemporalScores([SCORES], ["A", "B"], first_lag=1, **ROWS)["A", "B", x],
    "parents": lambda x: graph().parents(x),
    "a candidate": lambda x: (x, "B") in Candidates(["A", "B"]),
    "m_separated": lambda x: em.m_separated(graph(), x, "B"),
    "p-values": lambda x: EdgeScores.from_pvalues([(x, "B", 0.5)]),
}


@pytest.mark.parametrize("name", CALLS)
def test_labels_of_other_types_raise_errors_of_edgemark(name):
    """Some of the labels are accepted, such as None for `hidden`; no other error is raised."""
    for label in LABELS.values():
        with contextlib.suppress(*REFUSED):
            CALLS[name](label)


@pytest.mark.parametrize("name", [name for name in AT if name not in ("Graph.index",)])
def test_a_position_of_5000_digits_is_refused(name):
    for position in (LONG, -LONG):
        with pytest.raises(REFUSED, match=r"position|node|int"):
            AT[name](position)


@pytest.mark.parametrize("label", [["A"], {"A": 1}, {"A"}])
@pytest.mark.parametrize(
    "read",
    [
        lambda label: EdgeScores.from_edges([(label, "B", 0.5)]),
        lambda label: EdgeScores.from_pvalues([(label, "B", 0.5)]),
        lambda label: Graph.from_edges([(label, "-->", "B")]),
    ],
)
def test_a_label_that_cannot_be_compared_is_named(read, label):
    with pytest.raises(InputTypeError, match=r"a node must be a name.*got (list|dict|set) "):
        read(label)


@pytest.mark.parametrize("axis", ["rows and columns", "keys", "nodes of networkx"])
def test_labels_that_cannot_be_printed_are_refused(axis):
    if axis == "keys":
        for given in ({LONG: graph()}, {(LONG,): graph()}):
            with pytest.raises(REFUSED, match="cannot be printed"):
                em.evaluate_many(graph(), given, "shd")
        return
    if axis == "nodes of networkx":
        networkx = pytest.importorskip("networkx")
        with pytest.raises(GraphError, match="cannot be printed"):
            em.as_graph(networkx.DiGraph([(LONG, "B")]))
        return
    pandas = pytest.importorskip("pandas")
    labels = pandas.Index([LONG, "B"], dtype=object)
    with pytest.raises(GraphError, match="cannot be printed"):
        Graph.from_adjacency(pandas.DataFrame([[0, 1], [0, 0]], labels, labels), **ROWS)


def test_a_value_that_cannot_be_printed_is_described():
    class Broken:
        def __repr__(self):
            raise RuntimeError

    assert shown(Broken()) == "a Broken that cannot be printed"
    assert shown(LONG) == "an int that cannot be printed"
    assert shown("A" * 300) == f"'{'A' * 199}..."


# ---- edges in another collection than a list


@pytest.mark.parametrize(
    "read",
    [
        EdgeScores.from_edges,
        EdgeScores.from_pvalues,
        lambda edges: TemporalGraph(["A", "B"], edges, max_lag=1),
        lambda edges: TemporalGraph(["A", "B"], [], max_lag=1, conflicts=edges),
        lambda edges: Graph(["A", "B"], edges),
        Graph.from_edges,
    ],
)
def test_a_counter_of_edges_is_refused_because_its_counts_would_be_lost(read):
    for edge in (("A", "B", 0), ("A", "B", 0.5), ("A", "-->", "B"), ("A", "-->", "B", 1)):
        with pytest.raises(REFUSED, match="got a Counter"):
            read(Counter([edge, edge]))


@pytest.mark.parametrize("name", ["DiGraph", "Graph"])
def test_keys_of_a_multigraph_are_no_scores(name):
    networkx = pytest.importorskip("networkx")
    many = getattr(networkx, f"Multi{name}")()
    many.add_edge("A", "B", weight=0.5)
    many.add_edge("A", "B", weight=0.7)
    for edges in (many.edges, many.edges(keys=True)):
        for read in (EdgeScores.from_edges, EdgeScores.from_pvalues):
            with pytest.raises(REFUSED, match=r"the key|undirected networkx graph"):
                read(edges)
    one = getattr(networkx, name)()
    one.add_edge("A", "B", weight=0.5)
    if name == "DiGraph":
        assert EdgeScores.from_edges(one.edges(data="weight"))["A", "B"] == 0.5
