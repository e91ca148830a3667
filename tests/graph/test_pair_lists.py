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
def test_knowledge_in_a_mapping_is_refused(option, mapping):
    with pytest.raises(InputTypeError, match="got a dict"):
        em.to_mpdag(UNDIRECTED, **{option: mapping})
    with pytest.raises(InputTypeError, match="got a dict"):
        Candidates(L, **{option: mapping})


@pytest.mark.parametrize("pair", [{"A", "B"}, frozenset({"A", "B"}), "AB", ("A",), 7])
def test_a_pair_without_an_order_is_refused(pair):
    for option in ("required", "forbidden"):
        with pytest.raises(InputTypeError, match="must be a pair such as"):
            em.to_mpdag(UNDIRECTED, **{option: [pair]})


@pytest.mark.parametrize(
    "causes", [{"A": ["B"]}, {"A": False, "B": True}, {"A": {"B"}, "B": ()}, "AB", 7]
)
def test_causes_with_values_are_refused(causes):
    with pytest.raises(InputTypeError, match="must be a list of nodes"):
        Candidates.from_causes(L, causes)
    with pytest.raises(InputTypeError, match="must be a list of nodes"):
        Candidates.from_causes(L, ["A"], causes)


def test_the_order_of_causes_does_not_matter():
    assert Candidates.from_causes(L, {"B", "A"}) == Candidates.from_causes(L, ["A", "B"])


def test_a_sparse_mask_is_told_how_to_become_dense():
    sparse = pytest.importorskip("scipy.sparse").csr_array(np.eye(3, k=1))
    with pytest.raises(GraphError, match=r"sparse matrix of shape \(3, 3\).*toarray"):
        Candidates.from_mask(sparse, L)
    assert len(Candidates.from_mask(sparse.toarray() != 0, L)) == 2


PANDAS, POLARS = map(pytest.importorskip, ("pandas", "polars"))


def advised(call, pairs):
    """Follow the first advice about pairs: what is typed, and the remedy in words."""
    with pytest.raises(InputTypeError, match="got a") as caught:
        call(pairs)
    remedy = caught.value.remedies[0]
    code = remedy.python
    given = {"Candidates": Candidates, "pairs": pairs, "nodes": L}
    return call(eval(code, given)) if code else None, remedy.say


def as_candidates(pairs):
    return pairs if isinstance(pairs, Candidates) else Candidates(L, pairs)


def as_required(pairs):
    return Candidates(L, required=pairs)


def as_forbidden(pairs):
    return em.to_mpdag(em.Graph.parse("A --- B; C"), forbidden=pairs)


EXPECTED = {
    as_candidates: Candidates(L, [("B", "A")]),
    as_required: Candidates(L, required=[("B", "A")]),
    as_forbidden: em.Graph.parse("A --> B; C", kind="mpdag"),
}
LISTS = {
    "source, target": {"target": ["A"], "source": ["B"]},
    "from, to": {"from": ["B"], "to": ["A"]},
    "weights": {"target": ["A"], "w": [0.5], "TF": ["B"]},
    "other words": {"x": ["B"], "y": ["A"]},
}


@pytest.mark.parametrize("call", EXPECTED)
@pytest.mark.parametrize("columns", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("package", [PANDAS, POLARS], ids=["pandas", "polars"])
def test_a_frame_of_pairs_is_told_how_to_give_its_rows(package, columns, call):
    found, say = advised(call, package.DataFrame(columns))
    assert found == EXPECTED[call]
    assert ("whose pairs count" in say) == ("w" in columns)


@pytest.mark.parametrize("call", EXPECTED)
def test_a_frame_of_marks_is_not_read_as_pairs(call):
    for package in (PANDAS, POLARS):
        found, say = advised(
            call, package.DataFrame({"source": ["A"], "mark": ["<--"], "target": ["B"]})
        )
        assert found is None
        assert "the cause of each edge under 'source'" in say


CELLS = [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
MASKS = {
    "an array": np.array(CELLS),
    "a sparse matrix": pytest.importorskip("scipy.sparse").csr_array(CELLS),
    "a frame": PANDAS.DataFrame(CELLS, L, L),
    "a frame of booleans": PANDAS.DataFrame(CELLS, L, L) != 0,
    "a frame without labels": PANDAS.DataFrame(CELLS),
    "a frame that lists names": PANDAS.DataFrame(CELLS, L, L).reset_index(names="node"),
    "a frame of polars": POLARS.DataFrame(dict(zip(L, np.transpose(CELLS).tolist(), strict=True))),
    "a frame of polars that lists names": POLARS.DataFrame(
        {"node": L} | dict(zip(L, np.transpose(CELLS).tolist(), strict=True))
    ),
}


@pytest.mark.parametrize("call", EXPECTED)
@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
def test_a_matrix_of_pairs_is_told_how_to_become_a_mask(mask, call):
    found, _ = advised(call, mask)
    assert found == EXPECTED[call]


@pytest.mark.parametrize(("pairs", "found"), [(5, "an int, 5"), ("AB", "a str, 'AB'"), ({}, "a dict")])
def test_what_is_no_list_of_pairs_is_named_with_its_value(pairs, found):
    with pytest.raises(InputTypeError, match=f"must be in a list; got {found}"):
        Candidates(L, pairs)
