"""Truths with hidden nodes in reports: their MAG, and the PAG that an estimate is compared with."""

import random
import warnings
from dataclasses import replace
from itertools import product

import pytest

import edgemark as em
from edgemark import Graph, shd
from edgemark.errors import ClassWarning, KindError
from tests.oracle import ancestral, graphs

LETTERS = tuple("ABCD")
DAG = Graph.parse("L --> A; L --> B; A --> C; B --> C; D --> A")


def graph_of(nodes, edges, kind=None):
    return Graph.from_edges(list(edges), nodes=list(nodes), kind=kind)


def differing_pairs(one, other):
    """The number of pairs whose edges differ, from sets of marks."""
    differ = graphs.marks(one) ^ graphs.marks(other)
    return len({frozenset(node for node, _ in edge) for edge in differ})


# ---- the distance between PAGs


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_mag_and_the_pag_of_its_class_have_distance_0(size):
    nodes = LETTERS[:size]
    for members in ancestral.classes(nodes):
        pag = graph_of(nodes, ancestral.pag(members), "pag")
        for edges in members[:: 1 if size < 4 else 7]:
            mag = graph_of(nodes, edges, "mag")
            assert (
                shd(mag, pag, of="truth-pag") == shd(mag, pag, of="pag") == shd(pag, mag, of="pag") == 0
            )


@pytest.mark.parametrize("seed", range(40))
def test_the_distance_between_pags_counts_the_pairs_that_differ(seed):
    rng = random.Random(seed)
    classes = [rng.choice(ancestral.classes(LETTERS)) for _ in range(2)]
    mags = [graph_of(LETTERS, rng.choice(one), "mag") for one in classes]
    pags = [ancestral.pag(one) for one in classes]
    expected = differing_pairs(*pags)
    assert expected == shd(*mags, of="pag") == shd(mags[0], graph_of(LETTERS, pags[1]), of="pag")
    found = graph_of(LETTERS, pags[1], "pag")
    assert expected == shd(mags[0], found, of="truth-pag")
    assert differing_pairs(pags[0], mags[1].edges()) == shd(*mags, of="truth-pag")


def test_dags_and_cpdags_can_be_compared_as_pags():
    dag, other = Graph.parse("A --> B --> C"), Graph.parse("A <-- B <-- C")
    assert shd(dag, other, of="pag") == 0
    assert shd(em.to_cpdag(dag), other, of="pag") == 0
    assert shd(dag, Graph.parse("A o-o B o-o C"), of="truth-pag") == 0


def test_evaluate_many_has_the_values_of_evaluate():
    mag = em.latent_projection(DAG, ["L"])
    found = [
        em.to_pag(mag),
        mag,
        mag.with_kind(None),
        Graph.parse("A --> B; C; D"),
        Graph.parse("A o-> B; C; D"),
    ]
    with pytest.warns(ClassWarning, match="estimate '4': the estimate is taken for a PAG because"):
        table = em.evaluate_many(mag, found, ["shd:truth to PAG", "shd:both to PAG", "adjustment_aid"])
    for k, one in enumerate(found):
        for (metric, convention), value in zip(table.columns, table.values[k], strict=True):
            row = silently(em.evaluate, mag, one, f"{metric}:{convention}")[metric, convention]
            assert row.value == value or (value != value and row.status == "refused")


def silently(function, *args, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", em.errors.ClassWarning)
        return function(*args, **options)


@pytest.mark.parametrize(
    ("truth", "estimate", "of", "words"),
    [
        ("A --> B", "A --> B", "truth-pag", 'of="pag"'),
        ("A --> B", "A --- B", "truth-pag", "it is a CPDAG"),
        ("A --> B; A <-> B", "A <-> B", "pag", "as the truth; it is an ADMG"),
        ("A <-> B", "A o-> B", "pag", "needs a valid PAG as the estimate"),
        ("A --> B --> A", "A o-o B", "truth-pag", "it is a directed graph"),
    ],
)
def test_graphs_without_a_pag_are_refused(truth, estimate, of, words):
    with pytest.raises(KindError, match=words):
        shd(Graph.parse(truth), Graph.parse(estimate), of=of)


def test_an_estimate_that_is_no_valid_pag_is_still_compared_with_one():
    """The output of FCI on data often is no valid PAG."""
    truth = Graph.parse("A --> B --> C", kind="mag")
    assert shd(truth, Graph.parse("A o-> B o-> C", kind="pag"), of="truth-pag") == 2


# ---- hidden nodes in one call


def test_a_truth_with_hidden_nodes_is_replaced_by_its_mag():
    mag = em.latent_projection(DAG, ["L"])
    pag = em.to_pag(mag)
    names = ["shd", "adjustment_aid", "separation_distance", "ancestral_precision"]
    report = silently(em.evaluate, DAG, pag, names, hidden=["L"])
    of_mag = silently(em.evaluate, mag, pag, names)
    assert [str(replace(row, reason="")) for row in report] == [
        str(replace(row, reason="")) for row in of_mag
    ]
    # The advice differs: it names the projected truth.
    code = "latent_projection(truth, ['L'])"
    assert [note.replace(code, "truth") for note in report.warnings] == [*of_mag.warnings]
    assert [row.reason.replace(code, "truth") for row in report] == [row.reason for row in of_mag]
    assert report.truth.kind == "mag"
    assert report["shd", "truth to PAG"].value == 0
    assert report["shd", "truth to PAG"].compared == "pag / pag"
    assert {row.value for row in report if row.metric == "adjustment_aid"} == {0}
    assert report["ancestral_precision", "arrowheads"].value == 1


def test_ancestors_of_a_mag_are_those_of_its_dag():
    mag = em.latent_projection(DAG, ["L"])
    for arrows in product(("-->", "<--", "<->"), repeat=2):
        found = Graph(mag.nodes, [("A", arrows[0], "C"), ("D", arrows[1], "C")])
        wide = Graph(DAG.nodes, found.edges())
        for of in ("arrowheads", "tails"):
            one, other = (
                em.metrics.ancestral_precision(*sides, of=of) for sides in ((mag, found), (DAG, wide))
            )
            assert one == other or (one != one and other != other)


def test_objects_of_other_libraries_can_have_hidden_nodes():
    networkx = pytest.importorskip("networkx")
    truth = networkx.DiGraph([("L", "A"), ("L", "B")])
    report = em.evaluate(truth, Graph.parse("A <-> B"), "shd:pair mismatch", hidden=["L"])
    assert report["shd", "pair mismatch"].value == 0


@pytest.mark.parametrize(
    ("truth", "hidden", "error", "words"),
    [
        (DAG, ["X"], em.errors.GraphError, "unknown node 'X'"),
        (DAG, "L", em.errors.InputTypeError, r"hidden=\['L'\]"),
        (DAG, list("LABCD"), em.errors.GraphError, "at least one node must be observed"),
        (Graph.parse("A <-> B"), ["A"], KindError, "needs a DAG"),
        (DAG, ["A"], em.errors.AlignmentError, "this one has 'A'"),
        (em.TemporalGraph.parse("A --> B @1; lags 1"), ["A"], KindError, "is a time series graph"),
    ],
)
def test_impossible_hidden_nodes_are_refused(truth, hidden, error, words):
    with pytest.raises(error, match=words):
        em.evaluate(truth, Graph.parse("A --> B; C; D"), hidden=hidden)


def test_a_projected_truth_is_not_to_be_declared_a_dag():
    """Its MAG may have only -->, but the user has said that a variable is hidden."""
    truth = Graph.parse("A --> B --> C --> D; L --> A; L --> D")
    estimate = Graph.parse("A --> B --> C --> D")
    assert em.latent_projection(truth, ["L"]).is_dag()
    names = ["sid", "shd", "parent_aid", "compelled_recall"]
    with pytest.warns(em.errors.ClassWarning, match="the truth is a MAG"):
        report = em.evaluate(truth, estimate, names, hidden=["L"])
    reasons = [row.reason for row in report if row.status == "refused"]
    assert len(reasons) > 3
    for reason in reasons:
        assert "declare a DAG" not in reason
        assert "evaluate(latent_projection(" in reason or "adjustment_aid(latent_projection(" in reason
