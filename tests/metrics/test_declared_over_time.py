"""Declared kinds of time series graphs: what is refused of static graphs is refused here, too."""

import warnings

import pytest

import edgemark as em

FALSE = ("dag", "digraph", "admg")
DIRECTED = em.TemporalGraph.parse("A --> B; lags 1")
OPEN = em.TemporalGraph.parse("A --- B; lags 1")


def _open(kind):
    return em.TemporalGraph(["A", "B"], [("A", "---", "B", 0)], max_lag=1, kind=kind)


@pytest.mark.parametrize("kind", FALSE)
def test_2effects_2_a_false_declaration_over_time_is_refused(kind):
    false = _open(kind)
    for truth, estimate in ((DIRECTED, false), (false, OPEN)):
        for compare in ("auto", "native", "tiered-mpdag"):
            with pytest.raises(em.errors.KindError, match="declared"):
                em.metrics.temporal_aid(truth, estimate, compare=compare)
    with pytest.raises(em.errors.KindError, match=r"but A --- B is not"):
        em.equivalence.to_tiered_mpdag(false)


def test_2effects_2_arrows_that_are_declared_undirected_are_refused():
    false = em.TemporalGraph(["A", "B"], [("A", "-->", "B", 0)], max_lag=1, kind="undirected")
    with pytest.raises(em.errors.KindError, match="is declared an undirected graph, but A --> B"):
        em.metrics.temporal_sid(DIRECTED, false)
    with pytest.raises(em.errors.KindError, match="is declared an undirected graph, but A --> B"):
        em.metrics.temporal_aid(DIRECTED, false)


def test_2effects_2_a_true_declaration_over_time_is_read():
    with pytest.warns(em.errors.ClassWarning, match="a skeleton may have some"):
        of_skeleton = em.metrics.temporal_aid(DIRECTED, _open("undirected"))
    assert of_skeleton == em.metrics.temporal_aid(DIRECTED, OPEN)
    assert em.metrics.temporal_aid(DIRECTED, _open("cpdag")) == em.metrics.temporal_aid(DIRECTED, OPEN)
    for kind in FALSE:
        true = em.TemporalGraph(["A", "B"], [("A", "-->", "B", 0)], max_lag=1, kind=kind)
        assert em.metrics.temporal_aid(DIRECTED, true) == 0
        assert (true.unroll().kind, true.extended_summary().kind) == (None, None)


@pytest.mark.parametrize("made", ["summary", "extended_summary", "unroll"])
@pytest.mark.parametrize("kind", FALSE)
def test_2effects_2_what_is_made_of_a_false_declaration_is_refused_too(made, kind):
    truth, estimate = (getattr(graph, made)() for graph in (DIRECTED, _open(kind)))
    with pytest.raises(em.errors.KindError):
        em.parent_aid(truth, estimate)
    with pytest.raises(em.errors.KindError):
        em.class_size(estimate)


@pytest.mark.parametrize("kind", ["dag", "cpdag", "mpdag", "pdag", "digraph", "undirected"])
def test_2effects_2_an_edge_over_time_can_contradict_a_kind(kind):
    false = em.TemporalGraph(["A", "B"], [("A", "<->", "B", 1)], max_lag=1, kind=kind)
    assert false.objection() == "A <-> B @1 is not directed"
    assert {false.unroll().kind, false.summary().kind, false.extended_summary().kind} == {kind}


@pytest.mark.parametrize("kind", ["mag", "admg"])
def test_2effects_2_a_mag_or_an_admg_has_no_circles_over_time(kind):
    false = em.TemporalGraph(["A", "B"], [("A", "o->", "B", 1)], max_lag=1, kind=kind)
    assert false.objection() == "A o-> B @1 is not --> or <->"
    true = em.TemporalGraph(["A", "B"], [("A", "<->", "B", 1)], max_lag=1, kind=kind)
    assert true.objection() is None


def test_2effects_2_a_false_declaration_of_a_regime_is_kept():
    regimes = [
        em.graph.Regime(0, 5, DIRECTED),
        em.graph.Regime(5, 9, em.TemporalGraph.parse("A; B; lags 1")),
    ]
    assert em.TemporalGraph.from_regimes(regimes).kind is None
    regimes[0] = em.graph.Regime(0, 5, _open("dag"))
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
