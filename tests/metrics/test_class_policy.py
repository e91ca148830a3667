"""One policy says what a graph is read as; every function of classes agrees with its table."""

import warnings
from itertools import product

import numpy as np
import pytest

import edgemark as em
from edgemark.graph.equivalence import class_read

P = em.Graph.parse
CHAIN, COLLIDER = P("A --> B --> C"), P("A --> B <-- C")
GRAPHS = {
    "chain": "A --> B --> C",
    "collider": "A --> B <-- C",
    "line": "A --- B --- C",
    "mixed": "A --> B --- C",
    "closed": "A --> B <-- C; D --- E",
    "square": "A --- B --- C --- D --- A",
    "cycle": "A --> B --> C --> A",
}
KINDS = (None, "dag", "digraph", "admg", "cpdag", "pdag", "mpdag", "undirected", "mag", "pag")
DIRECTED = {"chain", "collider"}
CPDAGS = {"collider", "line", "closed"}  # of which no other DAG has these marks in common
MPDAGS = CPDAGS | {"chain"}


def table(kind, name):
    """The policy of the docs, in words of this file."""
    if kind in ("mag", "pag"):
        return None
    if kind in (None, "dag", "digraph", "admg") and name in DIRECTED:
        return "dag"
    if kind == "mpdag":
        return "mpdag" if name in MPDAGS else None
    if kind == "undirected":
        return "cpdag" if name == "line" else None
    if kind in ("cpdag", "pdag") or (kind is None and name not in DIRECTED):
        return "cpdag" if name in CPDAGS else None
    return None


def outcome(code):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = code()
        except em.errors.KindError:
            return "refused", False
    said = [str(one.message) for one in caught]
    return value, any("read as a CPDAG without unshielded" in text for text in said)


CLASSES = {
    "class_size": em.class_size,
    "members": lambda g: list(em.members(g)),
    "sample_members": lambda g: em.equivalence.sample_members(g, 2),
    "to_mpdag": em.to_mpdag,
    "over_class": lambda g: em.over_class("shd", g, g) if class_read(g) else em.over_class("sid", g, g),
}
"""They take whatever the table reads."""

TO_CPDAGS = {
    "shd cpdag": lambda g: em.shd(g, g, of="cpdag"),
    "shd truth": lambda g: em.shd(g, em.to_cpdag(CHAIN).with_nodes(g.nodes), of="truth-cpdag"),
    "confusion cpdag": lambda g: em.confusion(g, g, compare="cpdag"),
    "coverage": lambda g: em.metrics.class_coverage(g, em.graph.GraphSamples([_dag_on(g)])),
    "posterior": lambda g: em.metrics.posterior_mass(g, em.graph.GraphSamples([_dag_on(g)]), of="class"),
}
"""They make a CPDAG, so that they take a DAG and a CPDAG and no MPDAG."""

OF_EFFECTS = {
    "parent_aid": lambda g: em.parent_aid(g, g),
    "ancestor_aid": lambda g: em.ancestor_aid(g, g),
    "oset_aid": lambda g: em.oset_aid(g, g),
    "effects": lambda g: em.effects(g, g),
    "compelled_recall": lambda g: em.metrics.compelled_recall(g, _dag_on(g)),
}
"""They take all three."""

OF_DAGS = {
    "d_top": lambda g: em.metrics.d_top(g, list(g.nodes)),
    "ancestral_precision": lambda g: em.metrics.ancestral_precision(g, _dag_on(g)),
    "sid truth": lambda g: em.sid(g, _dag_on(g)),
    "sid estimate": lambda g: em.sid(_dag_on(g), g),
    "sid_bounds truth": lambda g: em.sid_bounds(g, _dag_on(g).skeleton().with_kind("cpdag")),
    "latent_projection": lambda g: em.latent_projection(g, ["A"]),
}
"""They take a graph whose class has one DAG: all edges directed."""


def _dag_on(graph):
    return em.Graph(graph.nodes, [("A", "-->", "B")])


CASES = list(product(KINDS, GRAPHS))


def graph_of(kind, name):
    return P(GRAPHS[name], kind=kind)


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_the_policy_is_the_table(kind, name):
    assert class_read(graph_of(kind, name)) == table(kind, name)


@pytest.mark.parametrize("function", [*CLASSES, *OF_EFFECTS])
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_3effects_1_all_functions_of_classes_take_what_the_table_reads(kind, name, function):
    graph = graph_of(kind, name)
    value, said = outcome(lambda: {**CLASSES, **OF_EFFECTS}[function](graph))
    expected = table(kind, name) is not None
    if function == "over_class" and name == "cycle" and kind in (None, "dag", "digraph"):
        expected = False  # sid refuses the cycle itself
    assert (value != "refused") is expected
    assert said is (kind == "undirected" and expected)


@pytest.mark.parametrize("function", TO_CPDAGS)
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_3effects_4_no_cpdag_is_made_of_an_mpdag(kind, name, function):
    value, said = outcome(lambda: TO_CPDAGS[function](graph_of(kind, name)))
    expected = table(kind, name) in ("dag", "cpdag")
    if function == "shd truth" and name in ("closed", "square"):
        return  # the other graph of the comparison has three nodes
    assert (value != "refused") is expected
    assert said is (kind == "undirected" and expected)


@pytest.mark.parametrize("function", OF_DAGS)
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_3effects_5_a_dag_is_one_that_the_table_reads(kind, name, function):
    if function == "ancestral_precision" and kind == "mag":
        return  # it reads true MAGs too
    value, _ = outcome(lambda: OF_DAGS[function](graph_of(kind, name)))
    assert (value != "refused") is (name in DIRECTED and table(kind, name) is not None)


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_3effects_4_cpdags_pags_and_patterns_of_marks(kind, name):
    graph, read = graph_of(kind, name), table(kind, name)
    of_dag = name in DIRECTED and read in ("dag", "cpdag")
    assert (outcome(lambda: em.to_cpdag(graph))[0] != "refused") is of_dag
    icpdag = outcome(lambda: em.equivalence.to_icpdag(graph, [["A"]]))[0]
    assert (icpdag != "refused") is of_dag
    if kind != "mag":
        assert (outcome(lambda: em.to_pag(graph))[0] != "refused") is of_dag
    loose = kind in (None, "pdag") and name in ("chain", "mixed")  # marks, read as they are
    square = name == "square" and kind in (None, "pdag", "undirected")
    pattern = outcome(lambda: em.equivalence.pattern(graph))
    assert (pattern[0] != "refused") is (read in ("dag", "cpdag") or loose or square)
    extension = outcome(lambda: em.equivalence.extension(graph))
    assert (extension[0] != "refused") is (read is not None or loose)
    for of_pattern in (
        lambda: em.shd(graph, graph, of="pattern"),
        lambda: em.confusion(graph, graph, compare="pattern"),
    ):
        assert outcome(of_pattern) == outcome(of_pattern)
        assert (outcome(of_pattern)[0] == "refused") is (pattern[0] == "refused")


OF_HIDDEN_VARIABLES = {
    "visible_edges": em.equivalence.visible_edges,
    "confusion visible": lambda g: em.confusion(g, g, of="visible"),
    "canonical_set": lambda g: em.metrics.canonical_set(g, "A", "C"),
    "is_adjustment_set": lambda g: em.metrics.is_adjustment_set(g, "A", "C", ["B"]),
    "adjustment_aid": lambda g: em.metrics.adjustment_aid(g, g),
    "ancestral_errors": lambda g: em.metrics.ancestral_errors(g, g),
    "confounding_errors": lambda g: em.metrics.confounding_errors(g, g),
    "nearest_separator": lambda g: em.equivalence.nearest_separator(g, "A", "C"),
}
"""They take graphs with hidden variables too, and read all others by the same policy."""


@pytest.mark.parametrize("function", OF_HIDDEN_VARIABLES)
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_functions_of_hidden_variables_read_graphs_without_them_by_the_table(kind, name, function):
    if kind in ("mag", "pag"):
        return
    graph, read = graph_of(kind, name), table(kind, name)
    value, said = outcome(lambda: OF_HIDDEN_VARIABLES[function](graph))
    expected = read in ("dag", "cpdag") or (read == "mpdag" and name in DIRECTED)
    if function == "nearest_separator":
        expected = read is not None
    assert (value != "refused") is expected
    assert said is (kind == "undirected" and expected)
    if expected and name in DIRECTED:
        assert value == OF_HIDDEN_VARIABLES[function](P(GRAPHS[name], kind="dag"))


@pytest.mark.parametrize("kind", ["digraph", "admg"])
def test_the_pag_of_an_acyclic_digraph_is_that_of_the_dag(kind):
    chain = CHAIN.with_kind(kind)
    assert em.shd(chain, COLLIDER, of="pag") == em.shd(CHAIN, COLLIDER, of="pag") == 2
    with pytest.raises(em.errors.KindError, match="comparing PAGs needs"):
        em.shd(P("A --> B --> C --> A"), COLLIDER, of="pag")


def test_what_has_no_known_ancestors_is_named_in_a_sentence():
    partly = P("A --> B; A --- C; B --- C", kind="mpdag")
    with pytest.raises(em.errors.KindError, match="PAGs and ADMGs; the estimate is an MPDAG"):
        em.metrics.ancestral_errors(P("A --> B --> C"), partly)
    with pytest.raises(
        em.errors.KindError, match="ADMGs; in the truth A --> B --> A is a directed cycle"
    ):
        em.metrics.ancestral_errors(P("A --> B --> A"), P("A --> B"))


def test_a_skeleton_with_arrows_contradicts_itself_everywhere():
    false = P("A --> B <-- C", kind="undirected")
    for metric in (em.separation_distance, em.metrics.ancestral_errors, em.metrics.adjustment_aid):
        with pytest.raises(em.errors.KindError, match="declared an undirected graph, but A --> B"):
            metric(CHAIN, false)


def test_only_one_side_with_background_knowledge_is_refused_as_by_parent_aid():
    known = CHAIN.with_kind("mpdag")
    for metric in (em.parent_aid, em.metrics.adjustment_aid):
        for pair in ((CHAIN, known), (known, CHAIN)):
            with pytest.raises(em.errors.KindError, match="compares graphs of one class"):
                metric(*pair)
            assert metric(*pair, compare="native") == 0


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_3effects_8_ancestors_are_those_of_all_members(kind, name):
    graph, read = graph_of(kind, name), table(kind, name)
    value, said = outcome(lambda: em.confusion(graph, graph, of="ancestral"))
    known = read is not None  # the MPDAGs here are CPDAGs by their marks, or all directed
    of_other_paths = kind in ("digraph", None) and name == "cycle"
    of_other_paths |= kind == "mag" and name in ("chain", "collider")  # others have --- or a cycle
    assert (value != "refused") is (known or of_other_paths)
    assert said is (kind == "undirected" and known)
    if read == "cpdag" or (read == "mpdag" and name in CPDAGS):
        ancestors = [
            {(a, b) for b in dag.nodes for a in dag.ancestors(b)}
            for dag in em.members(graph.with_kind("cpdag"))
        ]
        assert value.tp == len(set.intersection(*ancestors))


# ---- skeletons, wherever one is read

SKELETON = P("A --- B --- C", kind="undirected")


@pytest.mark.parametrize(
    "code",
    [
        lambda: em.confusion(COLLIDER, SKELETON, of="ancestral"),
        lambda: em.shd(COLLIDER, SKELETON, of="pattern"),
        lambda: em.metrics.compelled_recall(SKELETON, COLLIDER),
        lambda: em.evaluation.symmetrized("parent_aid", SKELETON, SKELETON.with_kind("cpdag")),
        lambda: em.repair(SKELETON),
        lambda: em.equivalence.extension(SKELETON),
        lambda: em.equivalence.pattern(SKELETON),
        lambda: em.metrics.ancestral_table(COLLIDER, SKELETON),
        lambda: em.metrics.confounding_table(SKELETON, COLLIDER),
        lambda: em.metrics.adjustment_claims(SKELETON, SKELETON.with_kind("cpdag")),
        lambda: em.evaluate(COLLIDER, SKELETON, "shd:pair mismatch", reference="cpdag"),
        lambda: em.metrics.expected_shd(COLLIDER, em.GraphSamples([SKELETON]), of="cpdag"),
    ],
)
def test_3effects_6_how_a_skeleton_is_read_is_said(code):
    assert outcome(code)[1]


def test_3effects_6_what_packages_print_of_a_skeleton_says_how_it_is_read():
    printed = em.printed_by(COLLIDER, SKELETON, "bnlearn")
    assert any("is read as a CPDAG without unshielded" in text for text in printed.warnings)
    assert not em.printed_by(COLLIDER, SKELETON.with_kind("cpdag"), "bnlearn").warnings


def test_3effects_6_a_skeleton_that_is_not_read_is_not_warned_of():
    assert not outcome(lambda: em.metrics.compelled_recall(COLLIDER, SKELETON))[1]
    assert not outcome(lambda: em.shd(COLLIDER, SKELETON))[1]
    assert outcome(lambda: em.evaluate(COLLIDER, SKELETON, "shd:pattern"))[0].warnings


# ---- over time

T = em.TemporalGraph.parse
OPEN = em.TemporalGraph(
    ["A", "B", "C"], [("A", "---", "B", 0), ("B", "---", "C", 0)], max_lag=1, kind="undirected"
)
COLLIDER_OVER_TIME = T("A --> B <-- C; lags 1")


@pytest.mark.parametrize(
    "code",
    [
        lambda: em.metrics.temporal_aid(COLLIDER_OVER_TIME, OPEN),
        lambda: em.metrics.temporal_aid(OPEN, OPEN),
        lambda: em.equivalence.to_tiered_mpdag(OPEN),
        lambda: em.evaluate_many(COLLIDER_OVER_TIME, [OPEN], "temporal_aid"),
    ],
)
def test_3effects_2_how_a_skeleton_over_time_is_read_is_said_once(code):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        code()
    said = [str(one.message) for one in caught]
    assert 1 <= sum("a skeleton may have some" in text for text in said) <= 2


def test_3effects_2_a_report_over_time_says_how_a_skeleton_is_read():
    report = outcome(lambda: em.evaluate(COLLIDER_OVER_TIME, OPEN, "temporal_aid"))[0]
    assert sum("a skeleton may have some" in text for text in report.warnings) == 1
    report = outcome(lambda: em.evaluate(COLLIDER_OVER_TIME, OPEN, "temporal_shd"))[0]
    assert not any("a skeleton may have some" in text for text in report.warnings)


def test_3effects_2_the_window_of_a_skeleton_is_no_class_without_a_word():
    window, summary = OPEN.unroll(), OPEN.summary()
    assert {window.kind, summary.kind, OPEN.extended_summary().kind} == {"undirected"}
    assert outcome(lambda: em.class_size(window))[1]
    assert outcome(lambda: em.class_size(summary))[1]
    beside = em.TemporalGraph(
        ["A", "B"], [("A", "---", "B", 0), ("A", "-->", "A", 1)], max_lag=1, kind="undirected"
    )
    assert beside.unroll().kind == "pdag"
    assert outcome(lambda: em.class_size(beside.unroll()))[0] == "refused"


def test_3effects_3_the_window_of_a_tiered_mpdag_is_an_mpdag():
    mpdag = em.equivalence.to_tiered_mpdag(T("A --> A @1; A --> B; C --> D; lags 1"))
    window = mpdag.unroll()
    assert (window.kind, window.objection()) == ("mpdag", None)
    assert em.parent_aid(window, window) == em.metrics.temporal_aid(mpdag, mpdag) == 0


@pytest.mark.parametrize("kind", ["cpdag", "pdag", "mpdag"])
def test_3effects_5_arrows_over_time_that_no_data_direct_are_refused(kind):
    chain = T("A --> B --> C; lags 1")
    edges = [("A", "-->", "B", 0), ("B", "-->", "C", 0)]
    found = em.TemporalGraph(["A", "B", "C"], edges, max_lag=1, kind=kind)
    with pytest.raises(em.errors.KindError, match="neither colliders nor the past direct A --> B"):
        em.metrics.temporal_aid(chain, found)
    assert em.metrics.temporal_aid(chain, found, compare="native") == 0
    assert em.metrics.temporal_aid(found, found) == 0
    past = em.TemporalGraph(["A", "B", "C"], [("A", "-->", "A", 1), *edges], max_lag=1, kind=kind)
    assert em.metrics.temporal_aid(T("A --> A @1; A --> B --> C; lags 1"), past) == 0


def test_an_edge_that_only_the_truth_directs_by_a_collider_is_not_called_missing_from_it():
    truth = T("A --> B; C --> B; lags 1")
    found = em.TemporalGraph(["A", "B", "C"], [("A", "-->", "B", 0)], max_lag=1, kind="mpdag")
    assert em.equivalence.to_tiered_mpdag(truth).summary().between("A", "B") == "A --> B"
    with pytest.raises(em.errors.KindError, match="but they direct every edge --> in the class of the"):
        em.metrics.temporal_aid(truth, found)


def test_3effects_2_what_pcmci_finds_within_a_time_step_is_a_skeleton():
    class PCMCIbase:
        var_names = ("A", "B", "C")

    class PCMCI(PCMCIbase):
        def __init__(self, **more):
            graph = np.full((3, 3, 2), "", dtype="<U3")
            for a, b in ((0, 1), (1, 2)):
                graph[a, b, 0] = graph[b, a, 0] = "o-o"
            ones = np.ones((3, 3, 2))
            self.results = {"graph": graph, "p_matrix": ones, "val_matrix": ones, **more}

    for base in (PCMCI, PCMCIbase):
        base.__module__ = "tigramite.pcmci"
    assert em.as_temporal(PCMCI()).kind == "undirected"
    assert em.as_temporal(PCMCI(sepsets={}, ambiguous_triples=[])).kind == "pdag"  # PCMCI+
    assert em.as_temporal(PCMCI(), contemporaneous="cpdag").kind == "pdag"


def test_3effects_7_graphs_made_of_joined_regimes_say_so():
    parts = [T("A --> B @1; C; lags 1"), T("B --> C @1; A; lags 1")]
    regimes = [em.graph.Regime(10 * k, 10 * k + 10, part) for k, part in enumerate(parts)]
    changing = em.TemporalGraph.from_regimes(regimes)
    for make in (changing.summary, changing.extended_summary, changing.unroll):
        with pytest.warns(em.errors.ClassWarning, match="the edges of all its regimes together"):
            make()
    same = em.TemporalGraph.from_regimes(regimes[:1])
    assert same.summary() == parts[0].summary()
    assert repr(same).endswith("; 1 regime>")


def test_an_acyclic_summary_graph_is_read_as_the_dag_that_it_is():
    """It is declared a digraph, as every summary graph is."""
    summary = em.TemporalGraph.parse("A --> B @1; B --> C @1; lags 1").summary()
    plain = em.Graph.parse("A --> B --> C")
    other = em.Graph.parse("A --> B; A --> C")
    for metric in (
        em.separation_distance,
        em.metrics.sc_metric,
        em.metrics.ancestral_errors,
        em.metrics.confounding_errors,
    ):
        assert metric(summary, other) == metric(plain, other)
        assert metric(other, summary.with_kind("admg")) == metric(other, plain)
    cyclic = em.Graph.parse("A --> B --> C --> A")
    for metric in (em.separation_distance, em.metrics.ancestral_errors):
        with pytest.raises(em.errors.KindError, match="is a directed cycle"):
            metric(cyclic, cyclic)
