"""The names of the rows of a matrix in a file: counted, empty, or given by the caller."""

import pytest

import edgemark as em
from edgemark.errors import AlignmentError, AmbiguityError, GraphError
from edgemark.io.scores import holds_scores


@pytest.fixture
def saved(tmp_path):
    def save(text):
        path = tmp_path / "m.csv"
        path.write_text(text)
        return path

    return save


@pytest.mark.parametrize("text", ["0,1\n0,1\n0,0\n", ",0,1\n0,0,1\n1,0,0\n", ",1,2\n1,0,1\n2,0,0\n"])
def test_nodes_name_the_rows_of_a_matrix_whose_headings_count_them(saved, text):
    path = saved(text)
    graph = em.read(path, direction="row-to-column", nodes=["A", "B"])
    assert graph == em.Graph.parse("A --> B")
    scores = em.read_scores(path, direction="row-to-column", nodes=["A", "B"])
    assert (scores["A", "B"], scores["B", "A"]) == (1, 0)


def test_nodes_reorder_a_matrix_that_lists_them(saved):
    path = saved("0,1\n0,1\n0,0\n")
    graph = em.read(path, direction="row-to-column", nodes=["1", "0", "A"])
    assert graph.nodes == ("1", "0", "A")
    assert graph.edges() == [("0", "-->", "1")]


@pytest.mark.parametrize("nodes", [["A"], ["A", "1"], ["A", "B", "C"]])
def test_nodes_that_are_not_one_name_for_each_row_are_refused(saved, nodes):
    path = saved("0,1\n0,1\n0,0\n")
    with pytest.raises(AlignmentError, match="must be listed; missing"):
        em.read(path, direction="row-to-column", nodes=nodes)
    with pytest.raises(GraphError):
        em.read_scores(path, direction="row-to-column", nodes=nodes)


def test_nodes_do_not_rename_a_matrix_with_names_nor_a_table_of_edges(saved):
    with pytest.raises(AlignmentError, match="rename its nodes"):
        em.read(saved("V1,V2\n0,1\n0,0\n"), direction="row-to-column", nodes=["A", "B"])
    with pytest.raises(AlignmentError, match=r"must be listed; missing: '0', '1', '2', '3'$"):
        em.read(saved("from,to\n0,1\n1,2\n2,3\n"), nodes=[*"ABCD"])


@pytest.mark.parametrize("numbers", ["0,0.5\n{},0.1,0", "0,0.5\n{},,0", "0,NA\n{},0.1,0"])
def test_an_empty_row_name_is_refused_as_empty(saved, numbers):
    with pytest.raises(GraphError, match=r"'A', 'B' and 'A', ''$"):
        em.read_scores(saved(",A,B\nA," + numbers.format("") + "\n"), direction="row-to-column")
    with pytest.raises(GraphError, match="name must not be empty"):
        em.read_scores(saved(",A,\nA," + numbers.format("") + "\n"), direction="row-to-column")


@pytest.mark.parametrize("missing", ["", "NA"])
def test_fractions_above_and_beside_a_matrix_may_be_names(saved, missing):
    """They were read as scores of one more node, without a word."""
    text = f",1.5,2.5\n1.5,{missing},0.3\n2.5,0.1,{missing}\n"
    with pytest.raises(AmbiguityError, match=r"may be names or scores; got '1\.5', '2\.5'"):
        em.read_scores(saved(text), direction="row-to-column")
    assert holds_scores(saved(text))  # so the commands give the same error
    named = em.read_scores(saved("node" + text), direction="row-to-column")
    assert named == em.EdgeScores.from_edges([("1.5", "2.5", 0.3), ("2.5", "1.5", 0.1)])
    assert em.read_scores(saved("NA" + text), direction="row-to-column").nodes == ("0", "1", "2")


def test_a_symmetric_matrix_has_no_names(saved):
    path = saved(",0.5,0.25\n0.5,,0.75\n0.25,0.75,\n")
    assert em.read_scores(path)[1, 2] == 0.75
