"""Archives that contradict themselves, and objects that hold no graph, are refused with what to do."""

import networkx
import numpy as np
import pytest
import scipy.sparse

import edgemark as em
from edgemark import EdgeScores, Graph, GraphSamples
from edgemark.errors import AmbiguityError, FormatError, GraphError, InputTypeError
from edgemark.graph import GraphStack

EDGE = np.array([[0, 1], [0, 0]])


def test_an_archive_of_samples_stands_for_a_draw_of_each_graph_at_least(tmp_path):
    path = tmp_path / "s.npz"
    several = np.stack([EDGE] * 5)
    np.savez(path, adjacency=several, draws=3)
    with pytest.raises(FormatError, match="at least 5, one for each graph with a weight; got 3"):
        em.io.read_samples(path, direction="row-to-column")
    for n_draws, weights in ((5, [1] * 5), (3, [1, 2, 3, 0, 0]), (50, [10] * 5)):
        np.savez(path, adjacency=several, draws=n_draws, weights=weights)
        assert em.io.read_samples(path, direction="row-to-column").n_draws == n_draws


def test_moves_counted_in_fractions_are_written_and_read_back(tmp_path):
    path = tmp_path / "chain.csv"
    head = "index,added,removed\n-2,[A->B;A->C],[]\n-1,[],[A->B;A->C]\n"
    path.write_text(f"{head}0,[A->B],[]\n0.5,[B->C],[]\n")
    samples = em.io.read_samples(path, length=1)
    em.io.write_samples(samples, tmp_path / "s.npz")
    assert em.io.read_samples(tmp_path / "s.npz") == samples


@pytest.mark.parametrize("layout", [scipy.sparse.bsr_array, scipy.sparse.dia_array])
def test_zeros_that_fill_a_sparse_matrix_are_no_pvalues(layout):
    """A zero that fills a block was read as p = 0, the best p-value."""
    values = np.array([[0, 0.5, 0, 0.4], [0, 0, 0.2, 0], [0, 0, 0, 0.1], [0, 0, 0, 0]])
    matrix = layout(values) if layout is scipy.sparse.dia_array else layout(values, blocksize=(2, 2))
    for unlisted in (None, 1.0, float("nan")):
        with pytest.raises(AmbiguityError, match="with zeros, and some zeros may be numbers"):
            EdgeScores.from_pvalues(matrix, direction="row-to-column", unlisted=unlisted)
    with pytest.raises(AmbiguityError, match="with zeros, and some zeros may be numbers"):
        EdgeScores(matrix, direction="row-to-column", unlisted=float("nan"))
    rows = matrix.tocsr()
    rows.eliminate_zeros()
    pvalues = EdgeScores.from_pvalues(rows, direction="row-to-column", unlisted=1.0)
    assert pvalues["1", "0"] == -1
    assert EdgeScores(matrix, direction="row-to-column") == EdgeScores(rows, direction="row-to-column")
    ones = layout((values > 0).astype(int))
    assert Graph.from_adjacency(ones, direction="row-to-column").n_edges == 4


@pytest.mark.parametrize("layout", ["bsr", "dia"])
def test_archives_of_blocks_and_diagonals_say_how_to_save_them(layout, tmp_path):
    path = tmp_path / "s.npz"
    scipy.sparse.save_npz(path, scipy.sparse.csr_array(EDGE).asformat(layout))
    for read in (em.read, em.io.read_scores):
        with pytest.raises(FormatError, match=f"csr, csc or coo; got '{layout}'") as caught:
            read(path, direction="row-to-column")
    exec(caught.value.message.remedies[0].python, {"path": path})
    assert em.read(path, direction="row-to-column") == Graph.parse("#0 --> #1")


def test_weights_of_an_iterator_are_read_and_those_of_a_set_are_refused():
    graphs = [Graph.parse("A --> B"), Graph.parse("A; B")]
    weights = (weight for weight in (1, 3))
    assert GraphSamples(graphs, weights=weights).weights.tolist() == [0.25, 0.75]
    for unordered in ({1, 3}, frozenset({1, 3})):
        with pytest.raises(InputTypeError, match="must be in an order, which a set does not have"):
            GraphSamples(graphs, weights=unordered)
        with pytest.raises(InputTypeError, match="must be in an order"):
            GraphSamples(graphs).mean(unordered)
    assert GraphSamples(graphs).mean(iter([1, 3])) == 2
    for wrong in (iter([1]), iter([1, 2, 3])):
        with pytest.raises(GraphError, match="2 graphs need 2 weights"):
            GraphSamples(graphs, weights=wrong)


DOORS = {
    "as_graph": em.as_graph,
    "as_temporal": em.as_temporal,
    "Graph.from_adjacency": lambda cls: Graph.from_adjacency(cls, direction="row-to-column"),
    "Graph.from_edges": Graph.from_edges,
    "EdgeScores": lambda cls: EdgeScores(cls, direction="row-to-column"),
    "EdgeScores.from_networkx": EdgeScores.from_networkx,
    "EdgeScores.from_edges": EdgeScores.from_edges,
    "GraphSamples": lambda cls: GraphSamples([cls]),
    "GraphStack.from_adjacency": lambda cls: GraphStack.from_adjacency(cls, direction="row-to-column"),
    "TemporalScores": lambda cls: em.TemporalScores(cls, direction="row-to-column", first_lag=0),
    "evaluate": lambda cls: em.evaluate(Graph.parse("A --> B"), cls),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("cls", [networkx.DiGraph, np.ndarray, Graph])
def test_a_class_is_no_object(door, cls):
    with pytest.raises(InputTypeError, match=f"got the class {cls.__name__}\\. Make an object of it"):
        DOORS[door](cls)


def test_a_matrix_in_front_of_a_tuple_is_advised_with_its_place():
    """ges and gies return the matrix of a CPDAG and its score."""
    matrix = np.array([[0, 1, 0], [1, 0, 0], [0, 1, 0]])
    with pytest.raises(AmbiguityError, match="a tuple that begins with a matrix") as caught:
        em.as_graph((matrix, np.float64(-3.5)))
    code = caught.value.message.remedies[0].python
    graph = eval(code, {"Graph": Graph, "obj": (matrix, -3.5)})
    assert graph == Graph.parse("#0 --- #1 <-- #2")
    with pytest.raises(InputTypeError, match="as_graph takes"):
        em.as_graph((np.zeros((2, 3)), 1))


def test_a_junction_tree_is_no_graph_of_variables():
    tree = type("CliqueGraph", (), {"__module__": "pyagrum", "nodes": lambda _: {0}})()
    with pytest.raises(InputTypeError, match="Its nodes are groups of variables"):
        em.as_graph(tree)


# ---- tables of bnlearn's boot.strength


def table_of_strengths(folder, *rows):
    path = folder / "strength.csv"
    path.write_text("\n".join(["from,to,strength,direction", *rows, ""]))
    return path


@pytest.mark.parametrize(
    ("first", "second", "problem"),
    [
        ("0.8,0.9", "0.6,0.1", "must have the same strength.*got 0.8 for 'A','B' and 0.6 for 'B','A'"),
        ("0.8,0.9", "0.8,0.3", "must sum to 1.*got 0.9 for 'A','B' and 0.3 for 'B','A'"),
        ("0.8,0", "0.8,0", "must sum to 1"),
        ("0.8,1", "0.8,1", "must sum to 1"),
        ("0.8,0.93", "0.8,0.09", "must sum to 1"),
        ("1.2,0.5", "1.2,0.5", "must be shares from 0 to 1"),
    ],
)
def test_strengths_that_contradict_each_other_are_refused(tmp_path, first, second, problem):
    with pytest.raises(FormatError, match=problem):
        em.io.read_scores(table_of_strengths(tmp_path, f"A,B,{first}", f"B,A,{second}"))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("0.8,0.9", "0.8,0.1"),
        ("0.8,0.335", "0.80,0.665"),
        ("0.8,0.34", "0.8,0.67"),  # 0.335 and 0.665, both rounded up
        ("0,0", "0,0"),
        ("0.8,0.3333333333333333", "0.8,0.6666666666666667"),
    ],
)
def test_strengths_that_agree_are_read(tmp_path, first, second):
    scores = em.io.read_scores(table_of_strengths(tmp_path, f"A,B,{first}", f"B,A,{second}", "A,C,1,1"))
    strength, direction = map(float, first.split(","))
    assert scores["A", "B"] == pytest.approx(strength * direction)
    assert scores["A", "C"] == 1


# ---- other inputs that contradict themselves


@pytest.mark.parametrize("text", ["0\n0\n", "1\n0\n", "0\n1\n", "TRUE\n0\n"])
def test_a_column_of_cells_is_no_matrix(tmp_path, text):
    path = tmp_path / "column.csv"
    path.write_text(text)
    with pytest.raises(FormatError, match="the only name above a matrix must not be a number"):
        em.read(path)
    path.write_text(f",{text[0]}\n{text[0]},0\n")
    assert em.read(path, direction="row-to-column") == Graph([text[0]])


def test_a_column_of_scores_is_no_matrix(tmp_path):
    path = tmp_path / "column.csv"
    path.write_text("0.5\n0.3\n")
    with pytest.raises(FormatError, match="the only name above a matrix must not be a number"):
        em.io.read_scores(path, direction="row-to-column")


def test_a_graph_of_one_numbered_node_needs_another_format(tmp_path):
    with pytest.raises(FormatError, match="the only name above a matrix must not be a number"):
        em.write(Graph(["0"]), tmp_path / "g.csv", "adjacency")


@pytest.mark.parametrize("text", ["[A|B][B|A]", "[A|C][B|A][C|B]"])
@pytest.mark.parametrize("kind", [None, "dag", "pdag"])
def test_a_model_string_with_a_cycle_is_refused(tmp_path, text, kind):
    path = tmp_path / "model.txt"
    path.write_text(text)
    with pytest.raises(FormatError, match=r"a model string holds a DAG; .* is a directed cycle"):
        em.read(path, kind=kind)
    assert em.read(path, kind="digraph").kind == "digraph"


def test_marks_of_both_edges_of_a_pair_are_read_as_written():
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", mark="-->")
    graph.add_edge("B", "A", mark="-->")
    for kind in (None, "pdag", "cpdag", "digraph"):
        assert em.as_graph(graph, kind=kind) == Graph.parse("A --> B --> A", kind=kind)
    del graph["B"]["A"]["mark"]
    assert em.as_graph(graph, kind="pdag") == Graph.parse("A --- B", kind="pdag")
    with pytest.raises(AmbiguityError, match="may mean a cycle or one undirected edge"):
        em.as_graph(graph)


# ---- tables of edges with weights


@pytest.mark.parametrize("heading", ["from,to,weight", "cause,effect,weight", "source,target,Weight"])
def test_weights_of_1_are_read_under_every_heading_of_edges(tmp_path, heading):
    path = tmp_path / "g.csv"
    path.write_text(f"{heading}\nA,B,1\nC\n")
    assert em.read(path) == Graph.parse("A --> B; C")
    path.write_text(f"{heading}\nA,B,0.5\n")
    with pytest.raises(AmbiguityError, match="a table of weights may be a table of scores"):
        em.read(path)
    assert em.io.read_scores(path)["A", "B"] == 0.5


def test_weights_are_read_if_the_effect_comes_first(tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("target,source,weight\nB,A,1\n")
    assert em.read(path) == Graph.parse("A --> B")
    path.write_text("target,source,weight\nB,A\n")
    with pytest.raises(FormatError, match="every row must have 3 fields; got 2"):
        em.read(path)


def test_a_credal_net_is_refused_with_the_network_to_give():
    net = type("CredalNet", (), {"__module__": "pyagrum"})()
    with pytest.raises(InputTypeError, match="current_bn"):
        em.as_graph(net)


@pytest.mark.parametrize("text", ["0 1 0\n0 0 1\n0 0 0\n", "A B\n0 1\n0 0\n", "source target\nA B\n"])
def test_a_table_with_spaces_between_its_fields_is_told_to_use_commas(tmp_path, text):
    path = tmp_path / "g.csv"
    path.write_text(text)
    with pytest.raises(FormatError, match="separated by commas, not by spaces"):
        em.read(path)


def test_true_and_false_as_scores_are_advised_to_be_read_as_a_graph(tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("False,True\nFalse,False\n")
    with pytest.raises(FormatError, match="If True marks an edge, read a graph"):
        em.read_scores(path)


def test_two_names_on_a_line_of_text_are_told_how_to_write_an_edge(tmp_path):
    path = tmp_path / "g.txt"
    path.write_text("A B\nB C\n")
    with pytest.raises(FormatError, match="Write an edge as A --> B"):
        em.read(path)


@pytest.mark.parametrize(("cell", "is_graph"), [("1", True), ("0.5", False)])
def test_a_contradicted_direction_is_not_advised_for_scores(tmp_path, cell, is_graph):
    """A matrix of 0 and 1 was said to look like scores, with a direction that is refused again."""
    path = tmp_path / "m.csv"
    path.write_text(f"target,A,B\nA,0,{cell}\nB,0,0\n")
    with pytest.raises(AmbiguityError, match="the rows are called 'target'") as caught:
        em.read(path, direction="row-to-column")
    assert "read_scores" not in str(caught.value)
    if is_graph:
        assert em.read(path, direction="column-to-row") == Graph.parse("B --> A")
    else:
        with pytest.raises(FormatError, match="looks like edge scores"):
            em.read(path, direction="column-to-row")


def test_other_names_of_samples_are_advised_with_all_options(tmp_path):
    """The advice left out `symmetric`, so that it led to the next refusal."""
    path = tmp_path / "s.npz"
    np.savez(path, adjacency=np.stack([EDGE, EDGE | EDGE.T]), nodes=["A", "B"])
    options = {"direction": "row-to-column", "symmetric": "undirected", "kind": "cpdag"}
    with pytest.raises(FormatError, match="nodes must be left out") as caught:
        em.read_samples(path, nodes=["B", "A"], burn_in=1, **options)
    code = caught.value.remedies[1].python
    assert eval(code, {"read_samples": em.read_samples, "path": path, "nodes": ["B", "A"]}) == (
        em.read_samples(path, burn_in=1, **options)
    )


@pytest.mark.parametrize(
    ("weights", "advice"),
    [([1, 1, 1], "one weight for each matrix"), ([-1, -2], "exponential"), ([[1], [1]], "one weight")],
)
def test_advice_about_weights_of_an_archive_is_about_what_is_wrong(tmp_path, weights, advice):
    """A wrong number of weights was said to be logarithms."""
    np.savez(tmp_path / "s.npz", adjacency=np.stack([EDGE, EDGE]), weights=weights)
    with pytest.raises(GraphError, match=advice) as caught:
        em.read_samples(tmp_path / "s.npz", direction="row-to-column")
    assert ("exponential" in str(caught.value)) == (advice == "exponential")
