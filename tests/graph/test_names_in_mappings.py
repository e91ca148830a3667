"""A mapping of names of nodes is refused with code that makes a list of it; tuples can be names."""

import networkx
import pytest

from edgemark import Graph, as_graph
from edgemark.equivalence import latent_projection
from edgemark.errors import InputTypeError


@pytest.mark.parametrize(
    ("nodes", "names"),
    [
        ({"B": 1, "A": 0}, ["A", "B"]),
        ({1: "B", 0: "A"}, ["A", "B"]),
        ({"A": "x", "B": "y"}, ["A", "B"]),
    ],
)
def test_the_advice_about_a_mapping_of_names_works(nodes, names):
    with pytest.raises(InputTypeError, match="nodes must be a list of names in order") as refused:
        Graph(nodes)
    (remedy,) = refused.value.message.remedies
    assert eval(remedy.python, {"nodes": nodes}) == names


def test_a_mapping_without_names_in_order_gets_no_code():
    with pytest.raises(InputTypeError, match="Give a list of the names, in the order of the rows"):
        Graph({0: 1.5})


def test_tuples_name_the_nodes_that_were_tuples_in_networkx():
    """Only their text was accepted, such as hidden=["('X', 'p')"]."""
    x, y, z = ("X", "p"), ("Y", "p"), ("Z", "q")
    graph = as_graph(networkx.DiGraph([(x, y), (x, z)]))
    assert graph.index(x) == graph.index("('X', 'p')")
    assert graph.renamed({x: "X", y: "Y", z: "Z"}) == Graph.parse("X --> Y; X --> Z")
    assert latent_projection(graph, [x]).n_edges == 1
