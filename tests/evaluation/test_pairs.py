"""`evaluate_pairs`: every row is what `evaluate` gives for its truth and its estimate."""

import random
import warnings

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import GraphError, InputTypeError
from edgemark.evaluation import evaluate_pairs
from edgemark.graph import GraphStack
from edgemark.metrics import REGISTRY
from tests.metrics.samples import LETTERS, lettered, pairs_of_graphs
from tests.strategies import random_cpdag, random_dag, random_edges

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

EFFECTS = [
    f"{name}:{convention.name}"
    for name in ("parent_aid", "ancestor_aid", "oset_aid", "sid", "sid_lower")
    for convention in REGISTRY[name].conventions
]
CHAIN = Graph.parse("A --> B --> C")
SOME = [*EFFECTS, "shd", "f1", "nced", "orientation_accuracy", "ancestral_precision"]


def singly(truths, estimates, metrics):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", em.errors.ClassWarning)
        reports = [em.evaluate(t, e, metrics) for t, e in zip(truths, estimates, strict=True)]
    of_all = [[row for row in report if row.convention != "truth to PAG"] for report in reports]
    return np.array([[row.value for row in rows] for rows in of_all])  # that one is of PAGs only


def check(truths, estimates, metrics=SOME):
    table = evaluate_pairs(truths, estimates, metrics)
    expected = singly(truths, estimates, metrics)
    np.testing.assert_array_equal(table.values, expected)
    return table


def pairs_on(n_nodes):
    pairs = [pair for pair in pairs_of_graphs() if pair[0].n_nodes == n_nodes]
    truths = [pair[0] for pair in pairs]
    return [truth.with_nodes(truths[0].nodes) for truth in truths], [pair[1] for pair in pairs]


@pytest.mark.parametrize("n_nodes", [2, 3, 4, 5, 6])
def test_pairs_of_every_kind_have_the_numbers_that_they_have_alone(n_nodes):
    truths, estimates = pairs_on(n_nodes)
    assert len(truths) > 30
    check(truths, estimates)


def test_declared_kinds_of_either_side_count():
    rng = random.Random(1)
    kinds = ["dag", "cpdag", "pdag", "mpdag", "digraph", None]
    sides = [
        [
            Graph(LETTERS[:4], lettered(draw(rng, 4, 0.5)), kind=rng.choice(kinds))
            for draw in (random_dag, random_cpdag, random_edges_of_two) * 30
        ]
        for _ in range(2)
    ]
    check(*sides, EFFECTS)


def random_edges_of_two(rng, n_nodes, density):
    return random_edges(rng, n_nodes, density, (("-->",), ("<--",), ("---",)))


def test_truths_that_occur_more_than_once():
    truths, estimates = pairs_on(5)
    again = [truths[k % 3] for k in range(len(truths))]
    check(again, estimates)
    of_two_kinds = [truths[0].with_kind(kind) for kind in ("dag", "cpdag", "dag")]
    check(of_two_kinds, estimates[:3])


@pytest.mark.parametrize("name", ["parent_aid", "shd:truth to CPDAG"])
def test_h4_equal_truths_of_different_declared_kinds_are_different_truths(name):
    """A --> B is a DAG, and no CPDAG: as one it has no distance, to all pairs at once or one by one."""
    truth, found = Graph.parse("A --> B"), Graph.parse("A --- B", kind="cpdag")
    truths = [truth.with_kind(kind) for kind in ("dag", "cpdag", "dag")]
    values = evaluate_pairs(truths, [found] * 3, [name]).values[:, 0].tolist()
    assert values[0] == values[2] == 0
    assert np.isnan(values[1])


def test_stacks_whose_nodes_are_in_different_orders():
    truths, estimates = pairs_on(4)
    table = check(GraphStack(truths), GraphStack(estimates))
    assert table.truth.nodes == table.estimates.nodes == estimates[0].nodes


def test_estimates_may_have_names():
    truth = Graph.parse("A --> B --> C")
    estimates = {"same": truth, "none": Graph(list("ABC"))}
    table = evaluate_pairs(dict.fromkeys(estimates, truth), estimates, "sid")
    assert table.names == ("same", "none")
    assert table["sid"].tolist() == [0, 3]


def test_thousands_of_pairs():
    rng = random.Random(2)
    sides = [[Graph(8, random_dag(rng, 8, 0.3)) for _ in range(3000)] for _ in range(2)]
    table = evaluate_pairs(*sides, ["sid", "parent_aid:all mistakes"])
    assert (table.values[:, 0] == table.values[:, 1]).all()
    for k in range(0, 3000, 300):
        assert table["sid"][k] == em.sid(sides[0][k], sides[1][k])


def test_a_report_is_that_of_the_row():
    truths, estimates = pairs_on(5)
    table = evaluate_pairs(truths, estimates, EFFECTS)
    for k in (0, 7, -1):
        values = [row.value for row in table.report(k)]
        np.testing.assert_array_equal(values, table.values[k])


@pytest.mark.parametrize("none", [[], ()])
def test_no_pairs(none):
    table = evaluate_pairs(none, none, ["sid", "nced"])
    assert (len(table), table.values.shape) == (0, (0, 2))


def test_as_many_truths_as_estimates():
    truth = Graph.parse("A --> B")
    with pytest.raises(em.errors.GraphError, match=r"2 truths and 1 estimates. Compare many"):
        evaluate_pairs([truth, truth], [truth])
    with pytest.raises(em.errors.GraphError, match="0 truths and 1 estimates"):
        evaluate_pairs([], [Graph(0)])


def test_other_nodes_are_named():
    truth, other = Graph.parse("A --> B"), Graph.parse("A --> X")
    with pytest.raises(em.errors.AlignmentError, match=r"estimate 1: .*'X'.*'B'"):
        evaluate_pairs([truth, other], [truth, truth])
    with pytest.raises(em.errors.AlignmentError, match=r"estimate 1: .*'B'.*'X'"):
        evaluate_pairs([truth, truth], [truth, other])


def test_progress_is_shown_on_standard_error(capsys):
    truths, estimates = pairs_on(3)
    evaluate_pairs(truths, estimates, ["sid", "nced"], progress=True)
    out, err = capsys.readouterr()
    assert (out, err.count("numbers: ")) == ("", 2)
    evaluate_pairs(truths, estimates, ["sid", "nced"])
    assert capsys.readouterr() == ("", "")


# ---- one truth, many estimates


@pytest.mark.parametrize("truth_as", ["dag", "cpdag"])
def test_a_thousand_estimates_of_twenty_nodes_have_the_numbers_of_the_loop(truth_as):
    rng = random.Random(3)
    dags = [Graph(20, random_dag(rng, 20, 0.15), kind="dag") for _ in range(1001)]
    graphs = dags if truth_as == "dag" else list(map(em.to_cpdag, dags))
    truth, estimates = graphs[0], graphs[1:]
    metrics = [f"{name}:all mistakes" for name in ("parent_aid", "ancestor_aid", "oset_aid")]
    table = em.evaluate_many(truth, estimates, metrics)
    functions = em.parent_aid, em.ancestor_aid, em.oset_aid
    expected = [[function(truth, estimate) for function in functions] for estimate in estimates]
    np.testing.assert_array_equal(table.values, expected)


@pytest.mark.parametrize("wrong", [object(), None, "A --> B", [("A", "B")]])
def test_a_truth_that_cannot_be_read_is_named(wrong):
    """The error did not say which of the truths it was."""
    with pytest.raises(InputTypeError, match=r"truth 1: as_graph takes"):
        evaluate_pairs([CHAIN, wrong], [CHAIN, CHAIN])
    with pytest.raises(InputTypeError, match=r"truth 'b': as_graph takes"):
        evaluate_pairs({"a": CHAIN, "b": wrong}, {"a": CHAIN, "b": CHAIN})
    with pytest.raises(InputTypeError, match=r"estimate 1: as_graph takes"):
        evaluate_pairs([CHAIN, CHAIN], [CHAIN, wrong])


def test_a_matrix_of_a_truth_is_not_called_an_estimate():
    empty = np.zeros((3, 3), int)
    for truths, words in (
        ([empty, np.ones((3, 2), int)], "truth 1: an adjacency matrix must be square"),
        ([empty, np.full((3, 3), 0.5)], "the truths: matrix 1: cells must be 0 or 1"),
    ):
        with pytest.raises(GraphError, match=words):
            evaluate_pairs(truths, [empty, empty], direction="row-to-column")
