"""Names that are numbers: graphs without names are not matched to them in the order of the file."""

import re

import numpy as np
import pytest

import edgemark as em
from edgemark.errors import AlignmentError
from edgemark.graph.align import align

MATRIX = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
POSITIONS = em.Graph.from_adjacency(MATRIX, direction="row-to-column")


@pytest.mark.parametrize("first", [0, 1])
def test_names_in_another_order_than_the_positions_are_sorted_in_the_advice(first):
    truth = em.Graph.parse(f"{first + 1} --> {first + 2}; {first} --> {first + 1}")
    order = ", ".join(repr(name) for name in truth.nodes)
    with pytest.raises(AlignmentError, match=f"in another order than the positions, {order}") as caught:
        em.shd(truth, POSITIONS)
    (remedy,) = caught.value.message.remedies
    assert remedy.shell == ""
    named = eval(remedy.python, {"truth": truth, "estimate": POSITIONS, "as_graph": em.as_graph})
    assert named == truth
    with pytest.raises(AlignmentError, match=re.escape("as_graph(truth).with_nodes(sorted(")):
        em.shd(POSITIONS, truth)


def test_names_in_the_order_of_the_positions_are_taken_as_they_are():
    truth = em.Graph.parse("0 --> 1 --> 2")
    with pytest.raises(
        AlignmentError, match="If its positions follow the order of the truth, name them:"
    ):
        em.shd(truth, POSITIONS)


def test_numbered_names_in_disorder_are_listed_in_the_advice():
    truth = em.Graph.parse("X2 --> X10; X1 --> X2")
    with pytest.raises(AlignmentError, match="order of the truth, 'X2', 'X10', 'X1', name them"):
        em.shd(truth, POSITIONS)


def test_the_advice_renames_numbers_in_ascending_order():
    named, numbered = em.Graph.parse("A --> B --> C"), em.Graph.parse("1 --> 2; 0 --> 1")
    for truth, estimate in ((named, numbered), (numbered, named)):
        with pytest.raises(AlignmentError, match="If the numbers are the positions") as caught:
            em.shd(truth, estimate)
        names = {"truth": truth, "estimate": estimate, "as_graph": em.as_graph}
        assert eval(caught.value.message.remedies[0].python, names) == truth


def test_candidates_without_names_get_the_same_advice():
    truth = em.Graph.parse("1 --> 2; 0 --> 1")
    with pytest.raises(AlignmentError, match=re.escape("candidates.with_nodes(sorted(")):
        align(truth, em.Candidates(3, [(0, 1)]), ("truth", "candidates"))


def test_the_advice_for_many_matrices_lists_the_numbers_in_ascending_order():
    truth = em.Graph.parse("1 --> 2; 0 --> 1")
    expected = re.escape("nodes=['0', '1', '2']")
    with pytest.raises(AlignmentError, match=expected):
        em.evaluate_many(truth, [np.array(MATRIX)], ["shd:pair mismatch"], direction="row-to-column")


def test_add_missing_nodes_refuses_a_truth_with_numbers_in_disorder(edgemark, tmp_path):
    (tmp_path / "list.csv").write_text("source,target\n1,2\n0,1\n")
    (tmp_path / "order.txt").write_text("0; 1; 2\n1 --> 2\n0 --> 1\n")
    np.save(tmp_path / "e.npy", MATRIX)
    options = ["--direction", "row-to-column", "--add-missing-nodes", "-m", "shd:pair mismatch"]
    refused = edgemark("score", str(tmp_path / "list.csv"), str(tmp_path / "e.npy"), *options)
    assert refused.status == 1
    assert "those are numbers in another order than the positions, '1', '2', '0'" in refused.err
    read = edgemark("score", str(tmp_path / "order.txt"), str(tmp_path / "e.npy"), *options)
    assert read.status == 0
    assert re.search(r"pair mismatch +0 ", read.out)
