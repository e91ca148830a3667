"""Graphs with hidden variables that are refused: every refusal says what is wrong and what to do."""

import pytest

import edgemark as em
from edgemark import Graph, TemporalGraph
from edgemark.errors import AlignmentError, EdgemarkError, GraphError, KindError

CYCLE = "A --> B --> C --> A; A <-> D"
ALMOST = "A --> B --> C; A <-> C"
NOT_MAXIMAL = "A <-> B <-> C <-> D; B --> D; C --> A"
SERIES = TemporalGraph.parse("A --> B @1; lags 1")


def mag(text):
    return Graph.parse(text, kind="mag")


REFUSED = {
    "a directed cycle": (lambda: em.to_pag(mag(CYCLE)), "A --> B --> C --> A is a directed cycle"),
    "a directed cycle in effects": (
        lambda: em.adjustment_aid(mag(CYCLE), mag(CYCLE)),
        "A --> B --> C --> A is a directed cycle",
    ),
    "a directed cycle in a DAG": (
        lambda: em.latent_projection(Graph.parse("A --> B --> A; L --> A"), hidden=["L"]),
        "A --> B --> A is a directed cycle",
    ),
    "a 2-cycle in separations": (
        lambda: em.m_separated(Graph.parse("A --> B --> A; C"), "A", "C"),
        "A --> B --> A is a directed cycle. Remove or reverse",
    ),
    "an almost directed cycle": (lambda: em.to_pag(mag(ALMOST)), "almost directed cycle"),
    "an almost directed cycle in separations": (
        lambda: em.m_separated(mag(ALMOST), "A", "C", ["B"]),
        "almost directed cycle",
    ),
    "an almost directed cycle in effects": (
        lambda: em.adjustment_aid(mag(ALMOST), mag(ALMOST)),
        "almost directed cycle",
    ),
    "not maximal": (lambda: em.to_pag(mag(NOT_MAXIMAL)), "A and D are not adjacent, although no set"),
    "not maximal in effects": (
        lambda: em.adjustment_aid(mag(NOT_MAXIMAL), mag(NOT_MAXIMAL)),
        "A and D are not adjacent, although no set",
    ),
    "not maximal in separations": (
        lambda: em.separation_distance(mag(NOT_MAXIMAL), mag(NOT_MAXIMAL), separator="minimal"),
        "A and D are not adjacent, although no set",
    ),
    "circles in a MAG": (lambda: em.to_pag(mag("A o-> B")), "A o-> B is not -->, <-> or ---"),
    "circles in a MAG in effects": (
        lambda: em.adjustment_aid(mag("A o-> B"), mag("A o-> B")),
        "A o-> B is not -->, <-> or ---",
    ),
    "tails in nCED": (lambda: em.nced(mag("A --- B"), mag("A --- B")), "it has two tails"),
    "tails in effects": (lambda: em.adjustment_aid(mag("A --- B"), mag("A --- B")), "selection"),
    "tails in a PAG": (lambda: em.to_pag(mag("A --- B")), "selection"),
    "no observed node": (
        lambda: em.latent_projection(Graph.parse("A --> B"), hidden=["A", "B"]),
        "at least one node must be observed",
    ),
    "no observed variable": (
        lambda: em.latent_projection(SERIES, hidden=["A", "B"]),
        "at least one variable must be observed",
    ),
    "hidden and selected": (
        lambda: em.latent_projection(Graph.parse("A --> B"), hidden=["A"], selected=["A"]),
        "'A' is in both lists",
    ),
    "selection in an ADMG": (
        lambda: em.latent_projection(Graph.parse("A --> B"), selected=["B"], to="admg"),
        "an ADMG has no marks for selection",
    ),
    "selection in a time series graph": (
        lambda: em.latent_projection(SERIES, selected=["A"]),
        "has no selected variables",
    ),
    "a class of DAGs with hidden nodes": (
        lambda: em.latent_projection(Graph.parse("A --- B; L --- A", kind="cpdag"), hidden=["L"]),
        "is not directed",
    ),
    "marks of no PAG": (
        lambda: em.to_mag(Graph.parse("A o-> B; C", kind="pag")),
        "a valid PAG with the same adjacencies has A o-o B",
    ),
    "marks of no PAG in effects": (
        lambda: em.adjustment_aid(mag("A --> B; C"), Graph.parse("A o-> B; C", kind="pag")),
        "a valid PAG with the same adjacencies has A o-o B",
    ),
    "a hidden node in the estimate": (
        lambda: em.evaluate(Graph.parse("L --> A; A --> B"), Graph.parse("L --> A"), hidden=["L"]),
        "estimates must not have hidden nodes; this one has 'L'",
    ),
    "a hidden node in the estimate, given as an integer": (
        lambda: em.evaluate(Graph.parse("1 --> 2; 2 --> 3"), Graph.parse("1 --> 2; 3"), hidden=[1]),
        "estimates must not have hidden nodes; this one has '1'",
    ),
    "a hidden variable in an estimated time series graph": (
        lambda: em.evaluate(
            em.TemporalGraph.parse("L --> A @1; A --> B @1; lags 1"),
            em.TemporalGraph.parse("L --> A @1; A --> B @1; lags 1"),
            hidden=["L"],
        ),
        "estimates must not have hidden nodes; this one has 'L'",
    ),
    "an estimate without names if nodes are hidden": (
        lambda: em.evaluate(Graph.parse("A --> B; B --> C"), Graph.parse("#0 --> #1"), hidden=["A"]),
        "nodes are matched by name if some are hidden; the estimate has none",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_says_why_and_what_to_do(name):
    call, words = REFUSED[name]
    with pytest.raises(EdgemarkError) as refused:
        call()
    assert words in str(refused.value)
    assert refused.value.remedies, "the error has no remedy"


@pytest.mark.parametrize("graph", [Graph.parse("A --> B"), SERIES])
def test_an_unknown_hidden_name_is_refused_with_the_known_ones(graph):
    with pytest.raises(GraphError, match="unknown node 'Z'; the nodes are 'A', 'B'"):
        em.latent_projection(graph, hidden=["Z"])


def test_a_mag_that_separation_refuses_can_be_declared_an_admg_as_advised():
    with pytest.raises(KindError) as refused:
        em.m_separated(mag(ALMOST), "A", "C", ["B"])
    (remedy,) = refused.value.remedies
    names = {"m_separated": em.m_separated, "graph": mag(ALMOST), "a": "A", "b": "C", "given": ["B"]}
    assert eval(remedy.python, names) is False


def test_the_error_about_a_hidden_node_in_an_estimate_does_not_advise_adding_it_to_the_truth():
    """Adding it to the truth, as for other missing nodes, led to the same error again."""
    with pytest.raises(AlignmentError) as refused:
        em.evaluate(Graph.parse("L --> A; A --> B"), Graph.parse("L --> A --> B"), hidden=["L"])
    assert "with_nodes" not in str(refused.value)


@pytest.mark.parametrize("convert", [em.to_mag, em.to_pag])
def test_the_refusal_of_an_admg_that_is_no_mag_says_how_to_get_a_mag(convert):
    with pytest.raises(KindError, match="project the DAG with latent_projection"):
        convert(Graph.parse("A --> B; A <-> B"))


def test_sid_does_not_advise_declaring_a_cpdag_that_it_refuses_too():
    estimate = Graph.parse("A --> B --- C", kind="mag")
    with pytest.raises(KindError, match="B --- C is not directed") as refused:
        em.sid(Graph.parse("A --> B --> C"), estimate)
    assert not refused.value.remedies


@pytest.mark.parametrize("kind", ["pdag", "cpdag", "mpdag", "undirected"])
def test_a_graph_without_bidirected_edges_is_not_told_to_replace_them(kind):
    with pytest.raises(KindError, match="needs a PAG") as refused:
        em.to_mag(Graph.parse("A --> B --> C", kind=kind))
    assert "<->" not in str(refused.value)
