"""Lists of ordered pairs and of nodes: what has values or no order is refused."""

import numpy as np
import pytest

import edgemark as em
from edgemark import Candidates
from edgemark.errors import GraphError, InputTypeError

L = ["A", "B", "C"]
UNDIRECTED = em.Graph.parse("A --- B")


@pytest.mark.parametrize("option", ["required", "forbidden"])
@pytest.mark.parametrize("mapping", [{("A", "B"): False}, {("A", "B"): True}, {"A": "B"}])
def test_files7_knowledge_in_a_mapping_is_refused(option, mapping):
    with pytest.raises(InputTypeError, match="got a dict"):
        em.to_mpdag(UNDIRECTED, **{option: mapping})
    with pytest.raises(InputTypeError, match="got a dict"):
        Candidates(L, **{option: mapping})


@pytest.mark.parametrize("pair", [{"A", "B"}, frozenset({"A", "B"}), "AB", ("A",), 7])
def test_files16_a_pair_without_an_order_is_refused(pair):
    for option in ("required", "forbidden"):
        with pytest.raises(InputTypeError, match="must be a pair such as"):
            em.to_mpdag(UNDIRECTED, **{option: [pair]})


@pytest.mark.parametrize(
    "causes", [{"A": ["B"]}, {"A": False, "B": True}, {"A": {"B"}, "B": ()}, "AB", 7]
)
def test_files7_causes_with_values_are_refused(causes):
    with pytest.raises(InputTypeError, match="must be a list of nodes"):
        Candidates.from_causes(L, causes)
    with pytest.raises(InputTypeError, match="must be a list of nodes"):
        Candidates.from_causes(L, ["A"], causes)


def test_the_order_of_causes_does_not_matter():
    assert Candidates.from_causes(L, {"B", "A"}) == Candidates.from_causes(L, ["A", "B"])


def test_files23_a_sparse_mask_is_told_how_to_become_dense():
    sparse = pytest.importorskip("scipy.sparse").csr_array(np.eye(3, k=1))
    with pytest.raises(GraphError, match=r"sparse matrix of shape \(3, 3\).*toarray"):
        Candidates.from_mask(sparse, L)
    assert len(Candidates.from_mask(sparse.toarray() != 0, L)) == 2


def test_files23_a_frame_of_pairs_is_told_how_to_give_its_rows():
    frame = pytest.importorskip("pandas").DataFrame({"target": ["A"], "source": ["B"]})
    with pytest.raises(InputTypeError, match=r"frame.itertuples\(index=False\)"):
        Candidates(L, frame)
    assert Candidates(L, frame.itertuples(index=False)).pairs() == [("B", "A")]
