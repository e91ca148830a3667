"""One exam for all: what says less is not better."""

import warnings

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import ConventionError, InputTypeError, KindError, StatisticsError
from edgemark.evaluation import common_reference

TRUTH = Graph.parse("A --> B", kind="dag")
VAGUE = {text: Graph.parse(text) for text in ("A --> B", "A --- B", "A o-o B")}


def shd(estimate, reference, truth=TRUTH):
    return em.evaluate(truth, estimate, "shd:pair mismatch", reference=reference)[0].value


def test_each_under_its_own_class_would_be_perfect():
    assert [shd(graph, "auto") for graph in VAGUE.values()] == [0, 0, 0]


def test_under_one_class_a_wrong_direction_that_data_tell_is_an_error():
    truth = Graph.parse("A --> B <-- C", kind="dag")
    wrong, vague = Graph.parse("A --> B --> C"), Graph.parse("A o-> B <-o C", kind="pag")
    reference = common_reference([truth, wrong, vague])
    assert reference == "pag"
    assert (shd(wrong, reference, truth), shd(vague, reference, truth)) == (2, 0)


def test_the_coarsest_class_is_that_of_estimates_and_truth():
    dag, cpdag, pag = VAGUE.values()
    assert common_reference([dag]) == "dag"
    assert common_reference([cpdag, dag]) == "cpdag"
    assert common_reference([cpdag, pag]) == "pag"
    assert common_reference([dag, Graph.parse("A <-> B", kind="mag")]) == "pag"
    assert common_reference([]) is None
    assert common_reference(["no graph"]) is None


def test_what_has_no_graph_of_its_class_does_not_decide():
    selection = Graph.parse("A --- B --- C", kind="mag")
    assert common_reference([TRUTH, selection]) == "dag"
    assert common_reference([selection]) is None
    assert common_reference([TRUTH, Graph.parse("A --> B; A <-> B", kind="admg")]) == "dag"


@pytest.mark.parametrize("kind", ["digraph", "admg"])
def test_an_acyclic_graph_declared_otherwise_is_the_dag_that_it_is(kind):
    chain = Graph.parse("A --> B --> C")
    for reference in ("dag", "cpdag", "pag", "auto"):
        assert shd(chain.with_kind(kind), reference, chain) == 0


def test_the_reference_is_said_in_every_row():
    report = em.evaluate(TRUTH, VAGUE["A --- B"], ["shd", "f1:arrowheads"], reference="pag")
    assert {row.compared for row in report if row.convention == "pair mismatch"} == {"pag / pag"}
    assert report.truth.kind == report.estimate.kind == "pag"


def test_a_class_is_no_single_dag():
    with pytest.raises(KindError, match="the reference class is a DAG; the estimate is a CPDAG"):
        em.evaluate(TRUTH, VAGUE["A --- B"], reference="dag")
    with pytest.raises(ConventionError, match="reference"):
        em.evaluate(TRUTH, TRUTH, reference="mag")


def test_candidates_are_counted_in_the_class_too():
    truth = Graph.parse("A --> B; C; D", kind="dag")
    pairs = em.Candidates(truth.nodes, [("A", "B"), ("B", "A")])
    report = em.evaluate(
        truth, Graph.parse("A; B; C --> D"), "shd:skeleton", candidates=pairs, reference="cpdag"
    )
    assert (report[0].value, report[0].of) == (1, 1)


def of_methods(methods, number):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reports = {name: em.evaluate(TRUTH, graph, number) for name, graph in methods.items()}
    keyed = {(name, f"d{k}", 0): report for name, report in reports.items() for k in range(6)}
    return em.stats.Runs.from_reports(keyed)


@pytest.mark.parametrize("judge", [em.stats.rank, em.stats.compare])
def test_numbers_of_several_classes_are_not_ranked(judge):
    methods = {"PC": VAGUE["A --- B"], "GES": TRUTH}
    if judge is em.stats.rank:
        methods["FCI"] = VAGUE["A o-o B"]
    runs = of_methods(methods, "shd:pair mismatch")
    sides = [runs] if judge is em.stats.rank else list(runs.by_method().values())
    with pytest.raises(StatisticsError, match="in one class of graphs"):
        judge(*sides)


def test_graphs_beside_edge_scores_are_ranked_as_the_error_advises():
    """The advice was a reference class, which edge scores do not have."""
    scores = em.EdgeScores.from_edges([("A", "B", 0.9)])
    methods = {"PC": TRUTH, "weights": scores}
    with pytest.raises(StatisticsError, match=r"evaluate\(truth, EdgeScores\.of\(estimate\)\)"):
        em.stats.rank(of_methods(methods, "roc_auc:directed"))
    as_scores = {name: em.EdgeScores.of(estimate) for name, estimate in methods.items()}
    assert em.stats.rank(of_methods(as_scores, "roc_auc:directed")).methods == ("PC", "weights")


def test_skeletons_are_of_no_class():
    empty = Graph(["A", "B"], kind="dag")
    runs = of_methods({"PC": VAGUE["A --- B"], "none": empty}, "shd:skeleton")
    assert em.stats.compare(*runs.by_method().values()).p_value < 0.05


@pytest.mark.filterwarnings("ignore:the estimate is not a CPDAG")
@pytest.mark.parametrize("kind", ["mpdag", "pdag"])
@pytest.mark.parametrize("text", ["A --> B --> C", "A --- B --- C"])
def test_directions_from_knowledge_do_not_reach_a_class_of_data(text, kind):
    """However much of an MPDAG is directed: its members are one class."""
    estimate = Graph.parse(text, kind=kind)
    truth = Graph.parse("A --> B --> C", kind="dag")
    assert shd(estimate, "cpdag", truth) == shd(estimate, "pag", truth) == 0
    collider = Graph.parse("A --> B <-- C", kind="dag")
    assert shd(estimate, "cpdag", collider) == shd(estimate, "pag", collider) == 2


@pytest.mark.filterwarnings("ignore:the estimate, an undirected graph")
@pytest.mark.parametrize("kind", [None, "cpdag", "undirected"])
def test_an_undirected_graph_is_a_cpdag_in_every_class(kind):
    """A declared one was refused as a PAG, although `common_reference` counts it among CPDAGs."""
    estimate = Graph.parse("A --- B --- C", kind=kind)
    truth = Graph.parse("A --> B --> C", kind="dag")
    assert common_reference([truth, estimate, Graph.parse("A o-o B o-o C")]) == "pag"
    assert shd(estimate, "cpdag", truth) == shd(estimate, "pag", truth) == 0


def test_an_mpdag_that_is_none_is_refused_by_a_reference_class():
    estimate = Graph.parse("A --> B --- C", kind="mpdag")
    for reference in ("cpdag", "pag"):
        with pytest.raises(KindError, match="declared an MPDAG, but B --- C must be B --> C"):
            em.evaluation.references.mapped(estimate, reference, "estimate")


@pytest.mark.parametrize("reference", ["dag", "cpdag", "pag"])
def test_the_error_about_an_admg_says_that_no_reference_class_has_admgs(reference):
    """For a CPDAG and a PAG, the error said that the ADMG "has none", and not what to do."""
    admg = Graph.parse("A --> B; A <-> B", kind="admg")
    with pytest.raises(KindError, match=r"no reference class has ADMGs\. Score it as given, without a"):
        em.evaluation.references.mapped(admg, reference, "estimate")


def test_only_graphs_that_have_no_class_are_left_out_of_a_ranking():
    from edgemark.evaluation.references import left_out

    scores = em.EdgeScores([[0, 1], [1, 0]], ["A", "B"], direction="row-to-column")
    cyclic = Graph.parse("A --> B --> A")
    estimates = {"cyclic": cyclic, "dag": TRUTH, "cpdag": VAGUE["A --- B"], "scores": scores}
    for reference in ("cpdag", "pag"):
        reasons = left_out(TRUTH, estimates, reference)
        assert list(reasons) == ["cyclic"]
        assert "the estimate is a directed graph" in str(reasons["cyclic"])


def test_a_single_graph_has_no_common_class():
    with pytest.raises(InputTypeError, match="list of graphs"):
        common_reference(em.Graph.parse("A --> B"))


@pytest.mark.parametrize("kind", [None, "pdag"])
def test_directions_that_a_reference_class_leaves_open_are_noted(kind):
    truth, found = Graph.parse("A --> B --> C"), Graph.parse("A --> B --- C")
    estimate = found if kind is None else found.with_kind(kind)
    with pytest.warns(em.errors.ClassWarning, match="the estimate is not a CPDAG: A --> B would be"):
        em.evaluate(truth, estimate, "shd:pair mismatch", reference="pag")
    valid = em.repair(found)[0]
    assert em.evaluate(truth, valid, "shd:pair mismatch", reference="pag").warnings == ()
