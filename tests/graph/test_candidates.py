"""Which ordered pairs count, against the definition written out over all pairs."""

import copy
import pickle
from collections import namedtuple
from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgemark as em
from edgemark import Candidates, Graph, GraphSamples, to_mpdag
from edgemark.errors import AlignmentError, AmbiguityError, GraphError, InputTypeError, LimitError
from edgemark.graph import GraphStack

NAMES = ["A", "B", "C", "D", "E"]
PAIRS = list(permutations(NAMES, 2))
pairs = st.lists(st.sampled_from(PAIRS), unique=True)


def by_definition(allowed, required, forbidden, tier_of):
    """The pairs left after each rule, one pair after the other."""
    left = []
    for a, b in PAIRS:
        settled = (a, b) in required or (b, a) in required
        back_in_time = a in tier_of and b in tier_of and tier_of[a] > tier_of[b]
        if (a, b) in allowed and not settled and (a, b) not in forbidden and not back_in_time:
            left.append((a, b))
    return left


@given(pairs, pairs, st.lists(st.integers(-1, 2), min_size=5, max_size=5))
def test_what_is_left_is_what_the_rules_leave(allowed, forbidden, numbers):
    tiers = [[name for name, k in zip(NAMES, numbers, strict=True) if k == tier] for tier in range(3)]
    tier_of = {name: k for name, k in zip(NAMES, numbers, strict=True) if k >= 0}
    found = Candidates(NAMES, allowed, forbidden=forbidden, tiers=tiers)
    assert found.pairs() == by_definition(allowed, (), forbidden, tier_of)
    assert len(found) == int(found.mask.sum())


@given(pairs)
def test_a_required_edge_settles_both_directions(required):
    required = [(a, b) for a, b in required if (b, a) not in required]
    found = Candidates(NAMES, required=required)
    assert found.pairs() == by_definition(PAIRS, required, (), {})


@given(pairs)
def test_arrays_say_the_same_as_the_list(listed):
    found = Candidates(NAMES, listed)
    place = {name: k for k, name in enumerate(NAMES)}
    cells = sorted((place[a], place[b]) for a, b in listed)
    assert list(zip(found.starts.tolist(), found.ends.tolist(), strict=True)) == cells
    rows = [found.ends[found.row_starts[k] : found.row_starts[k + 1]].tolist() for k in range(5)]
    assert rows == [[b for a, b in cells if a == k] for k in range(5)]
    either = {(min(a, b), max(a, b)) for a, b in cells}
    keys, ways = found.unordered()
    assert [(int(k) >> 28, int(k) & 0x0FFFFFFF) for k in keys] == sorted(either)
    assert ways.tolist() == [((a, b) in cells) + 2 * ((b, a) in cells) for a, b in sorted(either)]
    assert found.n_pairs == len(either)


@given(pairs, st.permutations(NAMES))
def test_the_order_of_the_nodes_does_not_matter(listed, order):
    found = Candidates(NAMES, listed)
    moved = found.with_nodes(order)
    assert moved.nodes == tuple(order)
    assert sorted(moved.pairs()) == sorted(listed)
    assert moved == found
    assert hash(moved) == hash(found)
    assert pickle.loads(pickle.dumps(moved)) == copy.deepcopy(found) == found


def test_regulators_reach_every_other_gene():
    found = Candidates.from_causes(NAMES, ["A", "D"])
    assert found.pairs() == [(a, b) for a, b in PAIRS if a in "AD"]
    assert Candidates.from_causes(NAMES, ["A"], ["C", "A"]).pairs() == [("A", "C")]


@pytest.mark.parametrize(("causes", "effects"), [*product(range(1, 6), range(6))])
def test_causes_may_have_as_many_pairs_as_the_limit(causes, effects, monkeypatch):
    chosen = NAMES[:causes], NAMES[5 - effects :]
    size = len([(a, b) for a, b in product(*chosen) if a != b])
    monkeypatch.setattr("edgemark.graph.candidates.MAX_PAIRS", size)
    assert len(Candidates.from_causes(NAMES, *chosen)) == size
    monkeypatch.setattr("edgemark.graph.candidates.MAX_PAIRS", size - 1)
    with pytest.raises(LimitError, match=rf"at most {size - 1} pairs can be candidates; got {size}\b"):
        Candidates.from_causes(NAMES, *chosen)


def test_causes_are_counted_before_memory_is_asked_for(monkeypatch):
    monkeypatch.setattr("edgemark.graph.candidates.MAX_PAIRS", 19)
    monkeypatch.setattr(Candidates, "_make", None)
    with pytest.raises(LimitError, match="got 20"):
        Candidates.from_causes(NAMES, NAMES)


def test_a_mask_is_read_and_given_back():
    mask = np.array([[True, True], [False, False]])
    assert Candidates.from_mask(mask, ["A", "B"]).mask.tolist() == [[False, True], [False, False]]
    assert Candidates.from_mask(mask).pairs() == [("0", "1")]


def test_pairs_of_unnamed_nodes_are_positions():
    assert ("0", "2") in Candidates(3, [(0, 2)])
    assert repr(Candidates(3, [(0, 2)])) == "Candidates(3, [(0, 2)])"


def test_those_of_both_are_those_that_both_have():
    both = Candidates(NAMES, PAIRS[:8]) & Candidates(NAMES[::-1], PAIRS[5:])
    assert both.pairs() == PAIRS[5:8]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"pairs": [("A", "X")]}, "unknown node 'X'"),
        ({"pairs": [("A", "A")]}, "two different nodes"),
        ({"required": [("A", "B")], "forbidden": [("A", "B")]}, "excluded by forbidden or tiers"),
        ({"required": [("B", "A")], "tiers": [["A"], ["B"]]}, "excluded by forbidden or tiers"),
        ({"required": [("A", "B"), ("B", "A")]}, "required in the other direction"),
        ({"tiers": [["A"], ["A"]]}, "in two"),
    ],
)
def test_rules_that_contradict_each_other_are_refused(options, words):
    with pytest.raises(GraphError, match=words):
        Candidates(["A", "B"], **options)


def test_what_is_no_pair_is_refused():
    with pytest.raises(InputTypeError, match="must be a pair"):
        Candidates(["A", "B"], ["AB"])
    with pytest.raises(InputTypeError, match="must be a collection of nodes"):
        Candidates(["A", "B"], tiers=["AB"])


def test_other_nodes_are_refused():
    with pytest.raises(AlignmentError, match="missing: 'C'"):
        Candidates(["A", "B"]).with_nodes(["A", "C"])


def test_more_pairs_than_can_be_stored_are_refused():
    with pytest.raises(LimitError, match="at most"):
        Candidates(10_000)
    assert len(Candidates(10_000, [(0, 9_999)])) == 1


def test_it_is_public():
    assert em.Candidates is Candidates


@pytest.mark.parametrize("option", ["pairs", "required", "forbidden"])
def test_r3_8_what_holds_no_list_of_pairs_is_refused(option):
    """R3-8 and R3-16: the values of a mapping were dropped, others raised raw errors."""
    nodes = ["A", "B"]
    wrong = [
        ({("A", "B"): 0, ("B", "A"): 1}, "its keys"),
        (np.array([[0, 1], [0, 0]]), "from_mask"),
        (np.array([[False, True], [False, False]]), "from_mask"),
        (Graph.parse("A --> B"), "pairs of its edges"),
        (3, "list of pairs"),
        ("AB", "list of pairs"),
    ]
    for listed, advice in wrong:
        with pytest.raises(InputTypeError, match=advice):
            Candidates(nodes, **{option: listed})
    listed = {("A", "B"): 1}.keys()
    expected = Candidates(nodes, **{option: [("A", "B")]})
    assert Candidates(nodes, **{option: listed}) == expected
    assert Candidates(nodes, **{option: iter([("A", "B")])}) == expected


def test_r3_8_a_mask_of_0_and_1_is_told_how_to_become_one():
    with pytest.raises(GraphError, match="!= 0"):
        Candidates.from_mask(np.array([[0, 1], [0, 0]]))


@pytest.mark.parametrize("tiers", [{0: ["A"], 1: ["B"]}, {"A": 0}, [0, 1], 2, "AB", [["A"], "B"]])
def test_r3_16_tiers_that_are_no_groups_in_order_are_refused(tiers):
    with pytest.raises(InputTypeError, match="a tier must be"):
        Candidates(["A", "B"], tiers=tiers)
    with pytest.raises(InputTypeError, match="a tier must be"):
        to_mpdag(Graph.parse("A --- B"), tiers=tiers)


@pytest.mark.parametrize("make", [GraphSamples, GraphStack])
def test_r3_16_a_single_graph_is_no_samples(make):
    for one in (Graph.parse("A --> B"), 3, "A --> B"):
        with pytest.raises(InputTypeError, match="into a list"):
            make(one)


@pytest.mark.parametrize("option", ["required", "forbidden"])
def test_r3_w1_fields_of_known_pairs_count_in_any_order(option):
    turned = namedtuple("pair", "target source")("B", "A")
    graph = Graph.parse("A --- B")
    assert to_mpdag(graph, **{option: [turned]}) == to_mpdag(graph, **{option: [("A", "B")]})
    with pytest.raises(AmbiguityError, match="which column is the cause"):
        to_mpdag(graph, **{option: [namedtuple("pair", "i j")("A", "B")]})


COLUMNS = {"gene": ["B", "A"], "A": [1, 0], "B": [0, 0]}


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_the_first_column_of_a_mask_may_hold_the_names(package):
    frame_of = pytest.importorskip(package).DataFrame
    booleans = {name: list(map(bool, cells)) for name, cells in COLUMNS.items() if name != "gene"}
    mask = frame_of({"gene": COLUMNS["gene"], **booleans})
    expected = Candidates(["A", "B"], [("B", "A")])
    assert Candidates.from_mask(mask) == Candidates.from_mask(mask, ["A", "B"]) == expected
    with pytest.raises(GraphError, match="the labels of a mask must be the nodes in their order"):
        Candidates.from_mask(mask, ["B", "A"])
    with pytest.raises(AmbiguityError, match=r"the rows are called 'target', but a mask"):
        Candidates.from_mask(frame_of({"target": COLUMNS["gene"], **booleans}))


@pytest.mark.parametrize("mask", [None, "yes", object()])
def test_what_is_no_mask_is_named(mask):
    with pytest.raises(GraphError, match=r"a mask must be an array; got|got <U3 of shape"):
        Candidates.from_mask(mask, ["A", "B"])


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_the_advice_about_numbers_keeps_the_names(package):
    mask = pytest.importorskip(package).DataFrame({**COLUMNS, "gene": ["A", "B"]})
    for numbers in (mask, [[1, 0], [0, 0]], np.eye(2)):
        with pytest.raises(GraphError, match="to booleans") as caught:
            Candidates.from_mask(numbers)
        found = Candidates.from_mask(eval(caught.value.remedies[0].python, {"mask": numbers}))
        assert found == Candidates(["A", "B"] if numbers is mask else 2, [])


def test_the_labels_of_a_mask_are_its_nodes():
    """The same mask with its rows and columns in another order marked other pairs."""
    names = list("ABC")
    mask = pd.DataFrame([[0, 1, 1], [0, 0, 1], [0, 1, 0]], index=names, columns=names) != 0
    expected = em.Candidates.from_mask(mask.to_numpy(), names)
    assert em.Candidates.from_mask(mask, names) == em.Candidates.from_mask(mask) == expected
    turned = mask.loc[["C", "A", "B"], ["C", "A", "B"]]
    assert em.Candidates.from_mask(turned) == expected
    for wrong in (turned, mask.loc[["C", "A", "B"]]):
        with pytest.raises(GraphError, match="the labels of a mask must be the nodes in their order"):
            em.Candidates.from_mask(wrong, names)
    pl = pytest.importorskip("polars")
    with pytest.raises(GraphError, match="the labels of a mask"):
        em.Candidates.from_mask(pl.DataFrame(turned.to_dict("list")), names)


def test_the_advice_about_the_order_of_a_mask_can_be_typed():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    cells = {"A": [False, False], "B": [True, False]}
    for mask in (
        pandas.DataFrame(cells, index=["A", "B"]),
        pandas.DataFrame(cells),
        pandas.DataFrame({"gene": ["A", "B"], **cells}),
        polars.DataFrame(cells),
        polars.DataFrame({"gene": ["A", "B"], **cells}),
    ):
        nodes = ["B", "A"]
        with pytest.raises(GraphError, match="in their order") as caught:
            Candidates.from_mask(mask, nodes)
        (remedy,) = caught.value.message.remedies
        in_order = eval(remedy.python, {"mask": mask, "nodes": nodes})
        assert Candidates.from_mask(in_order, nodes).pairs() == [("A", "B")]
        with pytest.raises(GraphError) as caught:
            Candidates.from_mask(mask, ["B", "C"])
        assert not any(remedy.python for remedy in caught.value.message.remedies)


@pytest.mark.parametrize("nodes", [["A", "B"], ["A", "B", "C", "L"], [*"ABCD"], [*"ABCDEF"]])
def test_the_advice_for_candidates_over_other_nodes_can_be_typed(nodes):
    """It was `candidates.with_nodes(...)`, which refuses new nodes, or nodes added to the truth."""
    truth, candidates = Graph.parse("A --> B; C"), Candidates(nodes, [("A", "B")])
    names = {"truth": truth, "candidates": candidates, "nodes": truth.nodes, "as_graph": em.as_graph}

    def build(given):
        return em.EdgeScores(np.zeros((3, 3)), truth.nodes, direction="row-to-column", candidates=given)

    for call in (
        lambda given: em.evaluate(truth, truth, "f1:directed", candidates=given),
        lambda given: em.evaluate_many(truth, [truth], "f1:directed", candidates=given),
        build,
    ):
        with pytest.raises(AlignmentError, match="must have the same nodes") as caught:
            call(candidates)
        (remedy,) = caught.value.message.remedies
        advised = eval(remedy.python, {"Candidates": Candidates, **names})
        assert set(advised.nodes) == set(truth.nodes)
        assert advised.pairs() == [("A", "B")]
        call(advised)


def test_candidates_over_hidden_nodes_are_told_to_leave_them_out():
    truth, found = Graph.parse("L --> A; L --> B"), Graph.parse("A <-> B")
    candidates = Candidates(truth.nodes, [("A", "B")])
    with pytest.raises(AlignmentError, match="Leave these nodes out of the candidates") as caught:
        em.evaluate(truth, found, "f1:skeleton", hidden=["L"], candidates=candidates)
    (remedy,) = caught.value.message.remedies
    advised = eval(remedy.python, {"Candidates": Candidates, "candidates": candidates})
    assert em.evaluate(truth, found, "f1:skeleton", hidden=["L"], candidates=advised)[0].value == 1


def test_many_extra_nodes_of_candidates_get_no_long_code():
    candidates = Candidates([f"X{k}" for k in range(9)])
    with pytest.raises(AlignmentError, match=r"Leave these nodes out of the candidates$"):
        em.evaluate(Graph(["X0", "X1"]), Graph(["X0", "X1"]), "f1:directed", candidates=candidates)


def test_unnamed_candidates_are_named_by_position_if_their_number_fits():
    truth = Graph.parse("A --> B --> C")
    with pytest.raises(AlignmentError, match=r"the candidates have none\. If their positions") as caught:
        em.evaluate(truth, truth, "f1:directed", candidates=Candidates(3))
    (remedy,) = caught.value.message.remedies
    names = {"candidates": Candidates(3), "as_graph": em.as_graph, "truth": truth}
    assert eval(remedy.python, names) == Candidates(truth.nodes)
    with pytest.raises(AlignmentError, match=r"differ, 3 and 2\. Build the cand"):
        em.evaluate(truth, truth, "f1:directed", candidates=Candidates(2))
