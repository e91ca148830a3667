"""Time series graphs whose edges contradict their declared kind are refused, as static graphs are."""

import warnings

import pytest

import edgemark as em

KINDS_WITHOUT_UNDIRECTED_EDGES = ("dag", "digraph", "admg")
DIRECTED = em.TemporalGraph.parse("A --> B; lags 1")
UNDIRECTED = em.TemporalGraph.parse("A --- B; lags 1")


def _undirected(kind):
    return em.TemporalGraph(["A", "B"], [("A", "---", "B", 0)], max_lag=1, kind=kind)


@pytest.mark.parametrize("kind", KINDS_WITHOUT_UNDIRECTED_EDGES)
def test_2effects_2_a_kind_that_the_edges_contradict_is_refused(kind):
    contradicted = _undirected(kind)
    for truth, estimate in ((DIRECTED, contradicted), (contradicted, UNDIRECTED)):
        for compare in ("auto", "native", "tiered-mpdag"):
            with pytest.raises(em.errors.KindError, match="declared"):
                em.metrics.temporal_aid(truth, estimate, compare=compare)
    with pytest.raises(em.errors.KindError, match=r"but A --- B is not"):
        em.equivalence.to_tiered_mpdag(contradicted)


def test_2effects_2_arrows_that_are_declared_undirected_are_refused():
    contradicted = em.TemporalGraph(["A", "B"], [("A", "-->", "B", 0)], max_lag=1, kind="undirected")
    with pytest.raises(em.errors.KindError, match="is declared an undirected graph, but A --> B"):
        em.metrics.temporal_sid(DIRECTED, contradicted)
    with pytest.raises(em.errors.KindError, match="is declared an undirected graph, but A --> B"):
        em.metrics.temporal_aid(DIRECTED, contradicted)


def test_2effects_2_a_kind_that_the_edges_have_is_accepted():
    with pytest.warns(em.errors.ClassWarning, match="a skeleton may have some"):
        of_skeleton = em.metrics.temporal_aid(DIRECTED, _undirected("undirected"))
    of_undeclared = em.metrics.temporal_aid(DIRECTED, UNDIRECTED)
    assert of_skeleton == of_undeclared
    assert em.metrics.temporal_aid(DIRECTED, _undirected("cpdag")) == of_undeclared
    for kind in KINDS_WITHOUT_UNDIRECTED_EDGES:
        consistent = em.TemporalGraph(["A", "B"], [("A", "-->", "B", 0)], max_lag=1, kind=kind)
        assert em.metrics.temporal_aid(DIRECTED, consistent) == 0
        assert (consistent.unroll().kind, consistent.extended_summary().kind) == (None, None)


@pytest.mark.parametrize("derived", ["summary", "extended_summary", "unroll"])
@pytest.mark.parametrize("kind", KINDS_WITHOUT_UNDIRECTED_EDGES)
def test_2effects_2_graphs_derived_from_a_contradicted_kind_are_refused_too(derived, kind):
    truth, estimate = (getattr(graph, derived)() for graph in (DIRECTED, _undirected(kind)))
    with pytest.raises(em.errors.KindError):
        em.parent_aid(truth, estimate)
    with pytest.raises(em.errors.KindError):
        em.class_size(estimate)


@pytest.mark.parametrize("kind", ["dag", "cpdag", "mpdag", "pdag", "digraph", "undirected"])
def test_2effects_2_a_lagged_edge_can_contradict_a_kind(kind):
    contradicted = em.TemporalGraph(["A", "B"], [("A", "<->", "B", 1)], max_lag=1, kind=kind)
    assert contradicted.objection() == "A <-> B @1 is not directed"
    derived = contradicted.unroll(), contradicted.summary(), contradicted.extended_summary()
    assert {graph.kind for graph in derived} == {kind}


@pytest.mark.parametrize("kind", ["mag", "admg"])
def test_2effects_2_a_lagged_edge_of_a_mag_or_an_admg_has_no_circle(kind):
    contradicted = em.TemporalGraph(["A", "B"], [("A", "o->", "B", 1)], max_lag=1, kind=kind)
    assert contradicted.objection() == "A o-> B @1 is not --> or <->"
    consistent = em.TemporalGraph(["A", "B"], [("A", "<->", "B", 1)], max_lag=1, kind=kind)
    assert consistent.objection() is None


def test_2effects_2_a_contradicted_kind_of_a_regime_is_kept():
    regimes = [
        em.graph.Regime(0, 5, DIRECTED),
        em.graph.Regime(5, 9, em.TemporalGraph.parse("A; B; lags 1")),
    ]
    assert em.TemporalGraph.from_regimes(regimes).kind is None
    regimes[0] = em.graph.Regime(0, 5, _undirected("dag"))
    with pytest.raises(em.errors.KindError, match="declared a DAG"):
        em.metrics.temporal_aid(DIRECTED, em.TemporalGraph.from_regimes(regimes))


@pytest.mark.parametrize(
    ("past", "is_class"), [([("A", "-->", "A", 1)], True), ([], False), ([("C", "-->", "A", 1)], True)]
)
def test_the_past_may_direct_an_edge_of_a_declared_cpdag(past, is_class):
    """A perfect result of PCMCI+, declared a CPDAG, got the warning that A --> B would be A --- B."""
    edges = [*past, ("A", "-->", "B", 0), ("C", "---", "D", 0)]
    found = em.TemporalGraph(list("ABCD"), edges, max_lag=1, kind="cpdag")
    truth = em.TemporalGraph(list("ABCD"), [*edges[:-1], ("C", "-->", "D", 0)], max_lag=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = em.evaluate(truth, found, ["temporal_shd:total", "temporal_aid"])
    assert any("is declared a CPDAG" in note for note in report.warnings) is not is_class
    assert (report["temporal_aid", "parents, T=L+1"].status == "ok") is is_class


def test_a_declared_cpdag_that_is_no_class_over_time_gets_a_warning():
    edges = [("A", "-->", "A", 1), ("A", "-->", "B", 0), ("B", "---", "C", 0)]
    found = em.TemporalGraph(list("ABC"), edges, max_lag=1, kind="cpdag")
    truth = em.TemporalGraph(list("ABC"), [*edges[:-1], ("B", "-->", "C", 0)], max_lag=1)
    with pytest.warns(em.errors.ClassWarning, match="is declared a CPDAG, but"):
        em.evaluate(truth, found, "f1:lagged")
