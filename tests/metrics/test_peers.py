"""
Other packages on the same random graphs, live: the same number where they count alike, and where they
do not, their number beside ours with the reason.

One file, because all packages are compared on the same random graphs.
"""

import random
import warnings
from fractions import Fraction
from math import comb

import gadjid
import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from tests.metrics.samples import LETTERS, MARKS_OF, equivalence_pairs, lettered
from tests.oracle import graphs as oracle
from tests.oracle.peers_causallearn import general_graph
from tests.strategies import random_dag, random_edges

pytest.importorskip("bnmetrics")
pytest.importorskip("causallearn")
BNMETRICS_MARKS = {"-": 1, ">": 2, "<": 2, "o": 3}


def random_pairs(states, n=60, most=7):
    rng = random.Random(99)
    for _ in range(n):
        nodes = LETTERS[: rng.randint(2, most)]
        yield tuple(
            Graph(nodes, lettered(random_edges(rng, len(nodes), rng.random(), states))) for _ in range(2)
        )


def dag_pairs(n=60, most=7):
    rng = random.Random(98)
    for _ in range(n):
        nodes = LETTERS[: rng.randint(2, most)]
        yield tuple(Graph(nodes, lettered(random_dag(rng, len(nodes), rng.random()))) for _ in range(2))


def classes_and_dags():
    return list(equivalence_pairs(random.Random(97), 60))


def one_edge_graphs(glyph):
    return Graph(["A", "B"], [("A", glyph, "B")] if glyph else [])


# ---- gadjid


def for_gadjid(graph, nodes):
    """int8: 1 for an arc, 2 for an undirected edge, on one side."""
    place = {name: k for k, name in enumerate(nodes)}
    matrix = np.zeros((len(nodes), len(nodes)), np.int8)
    for a, glyph, b in graph.edges():
        matrix[place[a], place[b]] = {"-->": 1, "---": 2}[glyph]
    return matrix


@pytest.mark.parametrize("pairs", [dag_pairs, classes_and_dags], ids=["DAGs", "DAGs and CPDAGs"])
def test_gadjid_counts_pairs(pairs):
    for truth, estimate in pairs():
        rate, errors = gadjid.shd(*(for_gadjid(g, truth.nodes) for g in (truth, estimate)))
        got = em.shd(truth, estimate)
        assert (got, got.rate) == (errors, pytest.approx(rate))


@pytest.mark.parametrize("text", ["A --> B --> C --> A; D", "A --> B --> C --> A; C --- D"])
def test_gadjid_raises_for_a_directed_cycle_on_either_side(text):
    cyclic, other = Graph.parse(text), Graph.parse("A --> B; C; D")
    for sides in ((cyclic, other), (other, cyclic)):
        with pytest.raises(RuntimeError, match="Graph is not acyclic"):
            gadjid.shd(*(for_gadjid(g, other.nodes) for g in sides))
        with pytest.raises(em.errors.KindError, match="gadjid raises for a directed cycle"):
            em.printed_by(*sides, "gadjid")


def test_gadjid_takes_a_pdag_that_is_no_cpdag_and_counts_it_as_we_do():
    truth, invalid = Graph.parse("A --> B; C"), Graph.parse("A --> B; B --- C")
    assert invalid.objection("cpdag") is not None
    _, errors = gadjid.shd(*(for_gadjid(g, truth.nodes) for g in (truth, invalid)))
    assert em.shd(truth, invalid) == errors == 1


# ---- causal-learn


def test_causallearns_shd_compares_the_marks_of_pairs():
    from causallearn.graph.SHD import SHD

    for truth, estimate in random_pairs(MARKS_OF["one edge on a pair"]):
        peer = SHD(general_graph(truth), general_graph(estimate))
        assert em.shd(truth, estimate) == peer.get_shd()


def test_causallearns_adjacency_confusion_is_that_of_skeletons():
    from causallearn.graph.AdjacencyConfusion import AdjacencyConfusion

    for truth, estimate in random_pairs(MARKS_OF["one edge on a pair"]):
        peer = AdjacencyConfusion(general_graph(truth), general_graph(estimate))
        c = em.confusion(truth, estimate, of="skeleton")
        assert (c.tp, c.fp, c.fn, c.tn) == (
            peer.get_adj_tp(),
            peer.get_adj_fp(),
            peer.get_adj_fn(),
            peer.get_adj_tn(),
        )


def arrow_confusion(truth, estimate):
    from causallearn.graph.ArrowConfusion import ArrowConfusion

    return ArrowConfusion(general_graph(truth), general_graph(estimate))


def test_causallearns_arrow_confusion_is_that_of_arrowheads_but_counts_the_diagonal_as_negative():
    for truth, estimate in random_pairs(MARKS_OF["one edge on a pair"]):
        peer = arrow_confusion(truth, estimate)
        c = em.confusion(truth, estimate, of="arrowheads")
        assert (c.tp, c.fp, c.fn) == (
            peer.get_arrows_tp(),
            peer.get_arrows_fp(),
            peer.get_arrows_fn(),
        )
        assert c.tn == peer.get_arrows_tn() - truth.n_nodes


def test_causallearns_common_edge_confusion_takes_pairs_that_are_not_shared_for_negative():
    for truth, estimate in random_pairs(MARKS_OF["one edge on a pair"], n=40):
        peer = arrow_confusion(truth, estimate)
        shared = oracle.skeleton(truth.edges()) & oracle.skeleton(estimate.edges())
        c = em.confusion(truth, estimate, of="arrowheads-shared")
        assert (c.tp, c.fp, c.fn) == (
            peer.get_arrows_tp_ce(),
            peer.get_arrows_fp_ce(),
            peer.get_arrows_fn_ce(),
        )
        places_elsewhere = truth.n_nodes + 2 * (truth.n_pairs - len(shared))
        assert c.tn == peer.get_arrows_tn_ce() - places_elsewhere


# ---- bnmetrics


def for_bnmetrics(graph, nodes):
    """int8: entry (i, j) is the mark at j."""
    place = {name: k for k, name in enumerate(nodes)}
    matrix = np.zeros((len(nodes), len(nodes)), np.int8)
    for a, glyph, b in graph.edges():
        matrix[place[a], place[b]] = BNMETRICS_MARKS[glyph[2]]
        matrix[place[b], place[a]] = BNMETRICS_MARKS[glyph[0]]
    return matrix


def bnmetrics_of(name, truth, estimate):
    import bnmetrics

    return getattr(bnmetrics, name)(*(for_bnmetrics(g, truth.nodes) for g in (truth, estimate)))


WITHOUT_CIRCLES = (("-->",), ("<--",), ("---",), ("<->",))


def test_bnmetrics_counts_pairs_of_other_marks():
    for truth, estimate in random_pairs(WITHOUT_CIRCLES):
        assert em.shd(truth, estimate) == bnmetrics_of("shd", truth, estimate)


def test_bnmetrics_confusion_is_the_exact_one():
    for truth, estimate in random_pairs(WITHOUT_CIRCLES):
        c = em.confusion(truth, estimate, of="exact")
        assert c.tp == bnmetrics_of("true_positives", truth, estimate)
        assert c.fp == bnmetrics_of("false_positives", truth, estimate)
        assert c.fn == bnmetrics_of("false_negatives", truth, estimate)


def test_bnmetrics_hamming_distance_is_that_of_skeletons():
    for truth, estimate in random_pairs(MARKS_OF["one edge on a pair"]):
        assert em.shd(truth, estimate, of="skeleton") == bnmetrics_of("hd", truth, estimate)


def test_bnmetrics_sees_no_difference_between_two_edges_with_circles():
    truth, estimate = one_edge_graphs("o->"), one_edge_graphs("o-o")
    assert (bnmetrics_of("shd", truth, estimate), em.shd(truth, estimate)) == (0, 1)


def test_bnmetrics_counts_any_other_edge_type_as_found_wrongly_and_missed():
    truth, estimate = one_edge_graphs("---"), one_edge_graphs("-->")
    counts = [
        bnmetrics_of(f"{name}s", truth, estimate)
        for name in ("true_positive", "false_positive", "false_negative")
    ]
    assert counts == [0, 1, 1]
    c = em.confusion(truth, estimate)
    assert (c.tp, c.fp, c.fn) == (0, 1, 0)


def test_bnmetrics_gives_0_for_a_precision_of_nothing_found():
    truth, estimate = one_edge_graphs("-->"), one_edge_graphs("")
    assert bnmetrics_of("precision", truth, estimate) == 0
    assert np.isnan(em.confusion(truth, estimate).precision)


def test_bnmetrics_counts_directed_edges_of_dags_as_we_do():
    for truth, estimate in dag_pairs():
        c = em.confusion(truth, estimate)
        assert c.tp == bnmetrics_of("true_positives", truth, estimate)
        assert c.fp == bnmetrics_of("false_positives", truth, estimate)
        assert c.fn == bnmetrics_of("false_negatives", truth, estimate)


# ---- pgmpy


@pytest.fixture(scope="module")
def pgmpy_of():
    pytest.importorskip("pgmpy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgmpy import metrics
        from pgmpy.base import DAG

    def measured(name, truth, estimate, **options):
        sides = []
        for graph in (truth, estimate):
            dag = DAG()
            dag.add_nodes_from(graph.nodes)
            dag.add_edges_from((a, b) for a, _, b in graph.edges())
            sides.append(dag)
        metric = getattr(metrics, name)(**options)
        return metric(true_causal_graph=sides[0], est_causal_graph=sides[1])

    return measured


@pytest.mark.parametrize(("penalty", "reversal"), [(1, "one"), (2, "two")])
def test_pgmpy_counts_dags_as_we_do(pgmpy_of, penalty, reversal):
    for truth, estimate in dag_pairs(n=30):
        got = em.shd(truth, estimate, reversal=reversal)
        assert got == pgmpy_of("SHD", truth, estimate, edge_reverse_penalty=penalty)


@pytest.mark.parametrize(
    ("name", "of"),
    [("AdjacencyConfusionMatrix", "skeleton"), ("OrientationConfusionMatrix", "directed-shared")],
)
def test_pgmpys_confusions_of_dags_are_ours_but_0_where_ours_is_nan(pgmpy_of, name, of):
    for truth, estimate in dag_pairs(n=30):
        peer = pgmpy_of(name, truth, estimate)
        c = em.confusion(truth, estimate, of=of)
        assert np.asarray(peer["cm"]).tolist() == [[c.tp, c.fn], [c.fp, c.tn]]
        for ratio in ("precision", "recall", "f1", "npv", "specificity"):
            got = getattr(c, ratio)
            assert peer[ratio] == (0 if np.isnan(got) else pytest.approx(got))


@pytest.mark.usefixtures("pgmpy_of")
def test_pgmpy_has_no_dag_with_a_cycle_but_a_pdag():
    from pgmpy import metrics
    from pgmpy.base import DAG, PDAG

    arcs = [("A", "B"), ("B", "C"), ("C", "A")]
    with pytest.raises(ValueError, match="Cycles are not allowed in a DAG"):
        DAG(arcs)
    cycle, dag = Graph.parse("A --> B --> C --> A; D"), Graph.parse("A --> B; C; D")
    for sides in ((cycle, dag), (dag, cycle)):
        assert {row.status for row in em.printed_by(*sides, "pgmpy")} == {"refused"}
    mixed = PDAG(arcs, [("C", "D")])
    cells = metrics.AdjacencyConfusionMatrix()(true_causal_graph=mixed, est_causal_graph=mixed)["cm"]
    graph = Graph.parse("A --> B --> C --> A; C --- D")
    printed = em.printed_by(graph, graph, "pgmpy")
    names = [f"AdjacencyConfusionMatrix.{name}" for name in ("tp", "fn", "fp", "tn")]
    assert [printed[name].value for name in names] == np.asarray(cells).ravel().tolist()


# ---- pyAgrum


def pyagrum_shd(truth, estimate):
    """SHD of pairs and of skeletons, as by GraphicalBNComparator.hamming(), which needs IPython."""
    peer = pytest.importorskip("pyagrum").StructuralMetrics()
    peer.compare(bayes_net(truth), bayes_net(estimate))
    return int(peer.shd()), int(peer.shd_skeleton())


def bayes_net(graph):
    import pyagrum

    net = pyagrum.BayesNet()
    for name in sorted(graph.nodes):
        net.add(pyagrum.LabelizedVariable(name, name, 2))
    for a, _, b in graph.edges():
        net.addArc(a, b)
    return net


def test_pyagrum_compares_the_cpdags_of_networks():
    for truth, estimate in dag_pairs(n=40, most=4):
        ours = em.shd(truth, estimate, of="cpdag"), em.shd(truth, estimate, of="skeleton")
        assert ours == pyagrum_shd(truth, estimate)


def test_pyagrums_counts_are_exact_once_of_cpdags_but_an_open_edge_directed_is_also_a_negative():
    pyagrum = pytest.importorskip("pyagrum")
    also_negative = 0
    for truth, estimate in dag_pairs(n=40, most=4):
        peer = pyagrum.StructuralMetrics()
        peer.compare(bayes_net(truth), bayes_net(estimate))
        c = em.confusion(truth, estimate, of="exact-once", compare="cpdag")
        assert (c.tp, c.fp, c.fn) == (peer.tp(), peer.fp(), peer.fn())
        classes = [em.to_cpdag(graph).edges() for graph in (truth, estimate)]
        open_in_one = undirected(classes[0]) ^ undirected(classes[1])
        shared = oracle.skeleton(classes[0]) & oracle.skeleton(classes[1])
        assert peer.tn() == c.tn + len(open_in_one & shared)
        also_negative += len(open_in_one & shared)
    assert also_negative


def undirected(edges):
    return {frozenset({a, b}) for a, glyph, b in edges if glyph == "---"}


def test_pyagrum_gives_0_for_the_ratios_of_two_empty_graphs():
    pyagrum = pytest.importorskip("pyagrum")
    empty = one_edge_graphs("")
    peer = pyagrum.StructuralMetrics()
    peer.compare(bayes_net(empty), bayes_net(empty))
    assert (peer.precision(), peer.recall(), peer.f_score()) == (0, 0, 0)
    c = em.confusion(empty, empty, of="exact-once", compare="cpdag")
    assert np.isnan([c.precision, c.recall, c.f1]).all()


def test_pyagrum_finds_no_error_in_a_reversed_edge_that_no_data_can_tell():
    truth, estimate = one_edge_graphs("-->"), one_edge_graphs("<--")
    assert (pyagrum_shd(truth, estimate)[0], em.shd(truth, estimate)) == (0, 1)


def test_pyagrum_directs_an_edge_that_the_class_leaves_open():
    pyagrum = pytest.importorskip("pyagrum")
    dag = Graph.parse("A --> B; A --> C; D --> A; A --> E; B --> C; D --> B; B --> E; E --> C; D --> E")
    nodes = tuple(sorted(dag.nodes))
    class_ = Graph(nodes, oracle.intersection(oracle.members(nodes, dag.edges())))
    assert em.to_cpdag(dag) == class_ == dag.skeleton()
    assert pyagrum.EssentialGraph(bayes_net(dag)).arcs()


# ---- every number that they print, by its name


def assert_printed(package, truth, estimate, theirs):
    """Every number is the package's; nan, None and the name of an exception are no number."""
    rows = em.printed_by(truth, estimate, package)
    assert {row.metric for row in rows} == set(theirs)
    for row in rows:
        number = theirs[row.metric]
        if row.status == "refused":
            assert isinstance(number, str), row
            assert f"raises {number}" in row.reason
        elif row.status == "undefined":
            assert np.isnan(number), row
        else:
            assert row.value == pytest.approx(number), (truth, estimate, row, number)


def got(call):
    """A number, or the name of what is raised in its place."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            return call()
    except ZeroDivisionError as error:
        return type(error).__name__


def test_all_that_causallearn_prints():
    from causallearn.graph.AdjacencyConfusion import AdjacencyConfusion
    from causallearn.graph.ArrowConfusion import ArrowConfusion
    from causallearn.graph.SHD import SHD

    for truth, estimate in random_pairs(MARKS_OF["one edge on a pair"], n=30):
        sides = general_graph(truth), general_graph(estimate)
        theirs = {"SHD.get_shd": SHD(*sides).get_shd()}
        for peer in (AdjacencyConfusion(*sides), ArrowConfusion(*sides)):
            for name in dir(peer):
                if name.startswith("get"):
                    theirs[f"{type(peer).__name__}.{name}"] = got(getattr(peer, name))
        assert_printed("causal-learn", truth, estimate, theirs)


def test_all_that_bnmetrics_prints():
    import bnmetrics

    for truth, estimate in random_pairs(MARKS_OF["one edge on a pair"], n=30):
        sides = [for_bnmetrics(g, truth.nodes) for g in (truth, estimate)]
        theirs = bnmetrics.compare(*sides).comparative
        assert_printed("bnmetrics", truth, estimate, theirs)


@pytest.mark.parametrize("pairs", [dag_pairs, classes_and_dags], ids=["DAGs", "DAGs and CPDAGs"])
def test_all_that_gadjid_prints_of_distances_of_pairs(pairs):
    for truth, estimate in pairs():
        theirs = gadjid.shd(*(for_gadjid(g, truth.nodes) for g in (truth, estimate)))
        assert_printed("gadjid", truth, estimate, {f"shd[{k}]": v for k, v in enumerate(theirs)})


def test_all_that_pgmpy_prints_of_dags(pgmpy_of):
    for truth, estimate in dag_pairs(n=30):
        theirs = {
            f"SHD(edge_reverse_penalty={k})": pgmpy_of("SHD", truth, estimate, edge_reverse_penalty=k)
            for k in (1, 2)
        }
        for name in ("AdjacencyConfusionMatrix", "OrientationConfusionMatrix"):
            peer = pgmpy_of(name, truth, estimate)
            (tp, fn), (fp, tn) = np.asarray(peer["cm"]).tolist()
            numbers = {"tp": tp, "fn": fn, "fp": fp, "tn": tn} | peer
            theirs |= {f"{name}.{key}": n for key, n in numbers.items() if key != "cm"}
        assert_printed("pgmpy", truth, estimate, theirs)
        distances = {name: number for name, number in theirs.items() if name.startswith("SHD")}
        assert_printed("pgmpy dev", truth, estimate, distances)


def test_all_that_pyagrum_prints_but_intervention_distances():
    pyagrum = pytest.importorskip("pyagrum")
    names = [n for n in dir(pyagrum.StructuralMetrics) if not n.startswith("_")]
    for truth, estimate in dag_pairs(n=40, most=4):
        peer = pyagrum.StructuralMetrics()
        peer.compare(bayes_net(truth), bayes_net(estimate))
        theirs = {n: getattr(peer, n)() for n in names if n not in ("compare", "sid", "thisown")}
        assert_printed("pyAgrum", truth, estimate, theirs)


def pyagrum_pdag(graph):
    import pyagrum

    made = pyagrum.PDAG()
    place = {name: made.addNode() for name in sorted(graph.nodes)}
    for a, glyph, b in graph.edges():
        (made.addArc if glyph == "-->" else made.addEdge)(place[a], place[b])
    return made


def test_pyagrum_prints_the_same_of_cpdags_as_pdags():
    pyagrum = pytest.importorskip("pyagrum")
    names = [n for n in dir(pyagrum.StructuralMetrics) if not n.startswith("_")]
    for truth, estimate in classes_and_dags()[:30]:
        sides = [g if g.kind == "cpdag" or not g.is_dag() else em.to_cpdag(g) for g in (truth, estimate)]
        peer = pyagrum.StructuralMetrics()
        peer.compare(*map(pyagrum_pdag, sides))
        theirs = {n: getattr(peer, n)() for n in names if n not in ("compare", "sid", "thisown")}
        assert_printed("pyAgrum", truth, estimate, theirs)


def test_pyagrum_has_no_graph_with_a_directed_cycle():
    pyagrum = pytest.importorskip("pyagrum")
    cycle, dag = Graph.parse("A --> B --> C --> A"), Graph.parse("A --> B --> C")
    for made in (bayes_net, pyagrum_pdag):
        with pytest.raises(pyagrum.InvalidDirectedCycle):
            made(cycle)
    for sides in ((cycle, dag), (dag, cycle)):
        with pytest.raises(em.errors.KindError, match="pyAgrum raises for a directed cycle"):
            em.printed_by(*sides, "pyAgrum")


def test_all_that_cdans_prints_of_contemporaneous_edges():
    pytest.importorskip("cdans")
    from cdans.evaluation import evaluate_graph

    for truth, estimate in random_pairs(MARKS_OF["arcs and lines"], n=40):
        of = evaluate_graph(for_cdans(estimate, truth.nodes), for_cdans(truth, truth.nodes))
        theirs = {"shd_contemp": of.shd_contemp}
        for kind in ("contemp_directed", "contemp_skeleton"):
            for name in ("tp", "fp", "fn", "precision", "recall", "fdr", "f1"):
                theirs[f"{kind}.{name}"] = getattr(getattr(of, kind), name)
        assert_printed("cdans", truth, estimate, theirs)


def test_cdans_recalls_nothing_of_undirected_edges_all_found_and_ours_has_nothing_to_recall():
    pytest.importorskip("cdans")
    from cdans.evaluation import evaluate_graph

    graph = Graph.parse("A --- B --- C")
    total = evaluate_graph(*[for_cdans(graph, graph.nodes)] * 2).total
    assert (total.tp, total.recall) == (0, 0)
    assert np.isnan(em.confusion(graph, graph).recall)
    assert em.confusion(graph, graph, of="exact").recall == 1
    row = em.printed_by(graph, graph, "cdans")["contemp_directed.recall"]
    assert (row.value, row.reason) == (0, "tp + fn = 0: cdans prints 0")


def for_cdans(graph, nodes):
    from cdans.graph.timeseries_graph import TimeSeriesGraph

    place = {name: k for k, name in enumerate(nodes)}
    made = TimeSeriesGraph(len(nodes), 1)
    for a, glyph, b in graph.edges():
        made.add_contemp_undirected(place[a], place[b])
        if glyph == "-->":
            made.orient_contemp(place[a], place[b])
    return made


# ---- scikit-learn


def cells(graph, nodes):
    """One 0 or 1 for each ordered pair, the diagonal left out."""
    arcs = {(a, b) for a, glyph, b in graph.edges() if glyph == "-->"}
    return [int((a, b) in arcs) for a in nodes for b in nodes if a != b]


@pytest.mark.parametrize(
    ("peer", "ours"),
    [
        ("precision_score", "precision"),
        ("recall_score", "recall"),
        ("f1_score", "f1"),
        ("jaccard_score", "jaccard"),
        ("balanced_accuracy_score", "balanced_accuracy"),
        ("matthews_corrcoef", "mcc"),
    ],
)
def test_scikit_learn_gives_the_same_ratios_of_cells(peer, ours):
    from sklearn import metrics

    for truth, estimate in random_pairs(MARKS_OF["arcs and lines"]):
        got = getattr(em.confusion(truth, estimate), ours)
        if np.isnan(got):
            continue
        expected = getattr(metrics, peer)(cells(truth, truth.nodes), cells(estimate, truth.nodes))
        assert got == pytest.approx(expected)


# ---- networkx


def test_networkx_gives_the_same_ancestors():
    for truth, estimate in dag_pairs():
        closures = [set(networkx.transitive_closure_dag(digraph(g)).edges) for g in (truth, estimate)]
        c = em.confusion(truth, estimate, of="ancestral")
        assert c.tp == len(closures[0] & closures[1])
        assert c.fp == len(closures[1] - closures[0])
        assert c.fn == len(closures[0] - closures[1])
        assert c.tn == 2 * comb(truth.n_nodes, 2) - len(closures[0] | closures[1])


def digraph(graph):
    found = networkx.DiGraph()
    found.add_nodes_from(graph.nodes)
    found.add_edges_from((a, b) for a, _, b in graph.edges())
    return found


# ---- formulas that are printed and wrong


def test_the_rcgnn_document_counts_a_reversal_three_times():
    true, found = np.array([[0, 1], [0, 0]]), np.array([[0, 0], [1, 0]])
    missing, extra = ((true == 1) & (found == 0)).sum(), ((true == 0) & (found == 1)).sum()
    reversed_ = ((true == 1) & (found.T == 1) & (found == 0)).sum()
    assert missing + extra + reversed_ == 3
    assert em.shd(one_edge_graphs("-->"), one_edge_graphs("<--")) == 1


def test_dividing_two_for_a_reversal_by_the_number_of_pairs_exceeds_1():
    complete = Graph(list("ABC"), [("A", "-->", "B"), ("A", "-->", "C"), ("B", "-->", "C")])
    reverse = Graph(list("ABC"), [(b, "-->", a) for a, _, b in complete.edges()])
    errors = em.shd(complete, reverse, reversal="two")
    assert Fraction(errors, complete.n_pairs) == 2
    assert errors.rate == 1
