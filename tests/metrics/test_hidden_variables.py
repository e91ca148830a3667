"""A graph that is declared a MAG or a PAG is never scored as a DAG, also if all its edges are arrows."""

import pytest

import edgemark as em
from edgemark import Graph, TemporalGraph
from edgemark.errors import KindError

DAG = Graph.parse("A --> B; C")
HIDDEN = pytest.mark.parametrize("kind", ["mag", "pag"])
PAIRS = {
    "parent_aid": em.parent_aid,
    "ancestor_aid": em.ancestor_aid,
    "oset_aid": em.oset_aid,
    "native": lambda t, e: em.parent_aid(t, e, compare="native", invalid="native"),
    "cpdag": lambda t, e: em.parent_aid(t, e, compare="cpdag"),
    "repair": lambda t, e: em.parent_aid(t, e, invalid="repair"),
    "sid": em.sid,
    "sid_bounds": em.sid_bounds,
    "sid_lower": em.metrics.sid_lower,
    "sid_upper": em.metrics.sid_upper,
    "effects": em.effects,
    "over_class": lambda t, e: em.over_class("shd", t, e),
    "shd of CPDAGs": lambda t, e: em.shd(t, e, of="cpdag"),
    "shd of a CPDAG": lambda t, e: em.shd(t, e, of="truth-cpdag"),
    "symmetrized": lambda t, e: em.evaluation.symmetrized("sid", t, e),
}
ONE = {
    "class_size": em.class_size,
    "members": lambda g: next(em.members(g)),
    "sample_members": lambda g: em.equivalence.sample_members(g, 1),
    "to_cpdag": em.to_cpdag,
    "to_mpdag": em.to_mpdag,
    "to_icpdag": lambda g: em.equivalence.to_icpdag(g, [{"A"}]),
    "extension": em.equivalence.extension,
    "repair": em.repair,
}


def test_e1_an_arrow_of_a_mag_is_not_an_arrow_of_a_dag():
    """If the common cause L is in the truth, three effects are wrong. Its MAG was scored 0 as a DAG."""
    written_out = Graph.parse("A --> B; L --> A; L --> B")
    assert em.parent_aid(written_out, Graph.parse("A --> B; L")) == 3
    with pytest.raises(KindError, match="the truth is declared a MAG"):
        em.parent_aid(Graph.parse("A --> B", kind="mag"), Graph.parse("A --> B"))


@HIDDEN
@pytest.mark.parametrize("name", PAIRS)
def test_e1_effects_and_classes_of_hidden_variables_are_refused_on_either_side(name, kind):
    hidden = DAG.with_kind(kind)
    for truth, estimate in ((hidden, DAG), (DAG, hidden), (hidden, hidden)):
        with pytest.raises(KindError, match=f"is declared a {kind.upper()}, whose arrows allow hidden"):
            PAIRS[name](truth, estimate)


@HIDDEN
@pytest.mark.parametrize("name", ONE)
def test_e1_a_graph_of_hidden_variables_stands_for_no_class_of_dags(name, kind):
    with pytest.raises(KindError, match=f"the graph is declared a {kind.upper()}, whose arrows"):
        ONE[name](DAG.with_kind(kind))


@HIDDEN
@pytest.mark.filterwarnings("ignore:the truth is declared a PAG, but no class of MAGs")
def test_e1_rows_of_reports_are_refused_and_name_the_declared_kind(kind):
    names = ["parent_aid", "ancestor_aid", "oset_aid", "sid", "sid_lower", "sid_upper"]
    report = em.evaluate(DAG.with_kind(kind), DAG, names)
    assert {row.status for row in report} == {"refused"}
    assert {row.compared for row in report} == {f"{kind} / dag"}
    assert all("hidden" in row.reason for row in report)


@HIDDEN
@pytest.mark.filterwarnings("ignore:estimate '1'.* is declared:edgemark.errors.ClassWarning")
def test_e1_many_estimates_are_refused_as_one_is(kind):
    many = [DAG, DAG.with_kind(kind)]
    for name in ("parent_aid", "oset_aid:native", "sid", "shd:both to CPDAG"):
        values = em.evaluate_many(DAG, many, name).values[:, 0]
        assert values[0] == 0
        assert values[1] != values[1]


@HIDDEN
def test_e1_effects_over_time_of_hidden_variables_are_refused(kind):
    series = TemporalGraph.parse("A --> B @1; lags 1", kind=kind)
    plain = TemporalGraph.parse("A --> B @1; lags 1")
    for pair in ((series, plain), (plain, series)):
        for metric in (em.metrics.temporal_sid, em.metrics.temporal_aid):
            with pytest.raises(KindError, match=f"declared a {kind.upper()}, whose arrows allow hidden"):
                metric(*pair)


def test_an_admg_without_bidirected_edges_hides_nothing():
    """Its hidden common causes are written as edges, so that without any it is a DAG."""
    admg = DAG.with_kind("admg")
    assert em.sid(admg, DAG) == em.parent_aid(DAG, admg) == 0
