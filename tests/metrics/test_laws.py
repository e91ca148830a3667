"""Laws that every metric of graphs in the registry keeps, in each of its conventions."""

import gc
import warnings
from math import inf, isnan

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import edgemark as em
from edgemark import Graph
from edgemark.conventions.options import ComparedEffects
from edgemark.conventions.references import REFERENCES
from edgemark.errors import ConventionError, KindError
from edgemark.graph.align import align
from edgemark.graph.kinds import class_of
from edgemark.metrics import REGISTRY, declaration
from edgemark.values import RATIOS, Confusion, Count, Undefined
from tests.metrics.samples import LABELS, conventions, pairs_of_graphs, plain, value_of
from tests.strategies import edges_over, graphs

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
GRAPH_METRICS = [metric for metric in REGISTRY.values() if metric.takes is Graph]


def of_conventions(wanted):
    """Parametrize a law over the conventions that it is about."""
    chosen = [(one, label) for one, label in zip(conventions(), LABELS, strict=True) if wanted(*one)]
    pairs, labels = zip(*chosen, strict=True)
    return pytest.mark.parametrize(("metric", "convention"), pairs, ids=labels)


every_convention = of_conventions(lambda metric, convention: True)
every_judgement = of_conventions(lambda metric, convention: metric.better != "neither")
every_symmetric = of_conventions(
    lambda metric, convention: metric.symmetric and not convention.one_sided
)


def values(metric, convention):
    """(truth, estimate, value) of all sample pairs on which the metric is defined."""
    found = [(t, e, value_of(metric, convention, t, e)) for t, e in pairs_of_graphs()]
    defined = [case for case in found if case[2] is not None]
    assert len(defined) > 40
    return defined


def distance_or_score(value):
    """One number to compare with the best: a confusion's Jaccard index, else the value."""
    return value.jaccard if isinstance(value, Confusion) else float(value)


def perfect_for(convention, truth):
    """The estimate that a convention calls perfect: the truth, or what it puts in the truth's place."""
    if convention.options.get("of") == "truth-pag":
        return pag_of(truth)
    if convention.options.get("of") != "truth-cpdag":
        return truth
    return em.to_cpdag(truth) if truth.is_dag() and truth.kind != "cpdag" else truth


def pag_of(truth):
    """The PAG of a DAG, a CPDAG or a MAG; another graph as it is."""
    try:
        member = em.equivalence.extension(truth) if "---" in str(truth) else truth
        return em.to_pag(member.with_kind("mag"))
    except KindError:
        return truth


@every_convention
def test_node_order_does_not_matter(metric, convention):
    for truth, estimate, value in values(metric, convention):
        for nodes in (sorted(truth.nodes), sorted(truth.nodes, reverse=True)):
            again = value_of(metric, convention, truth.with_nodes(nodes), estimate)
            assert plain(again) == plain(value)
            again = value_of(metric, convention, truth, estimate.with_nodes(nodes))
            assert plain(again) == plain(value)


@every_convention
def test_names_do_not_matter(metric, convention):
    turn = 1 if convention.name == "repaired" else -1  # a repair goes by the order of the names
    for truth, estimate, value in values(metric, convention):
        new = {name: f"{100 + turn * k} {name}" for k, name in enumerate(sorted(truth.nodes))}
        renamed = [
            Graph(
                [new[name] for name in graph.nodes],
                [(new[a], glyph, new[b]) for a, glyph, b in graph.edges()],
                kind=graph.kind,
            )
            for graph in (truth, estimate)
        ]
        assert plain(value_of(metric, convention, *renamed)) == plain(value)


@every_convention
def test_names_can_be_left_out_on_both_sides(metric, convention):
    for truth, estimate, value in values(metric, convention):
        place = {name: k for k, name in enumerate(truth.nodes)}
        unnamed = [
            Graph(
                graph.n_nodes,
                [(place[a], glyph, place[b]) for a, glyph, b in graph.edges()],
                kind=graph.kind,
            )
            for graph in (truth, estimate)
        ]
        assert plain(value_of(metric, convention, *unnamed)) == plain(value)


@every_judgement
def test_a_perfect_estimate_is_best(metric, convention):
    for truth, _, _ in values(metric, convention):
        value = value_of(metric, convention, truth, perfect_for(convention, truth))
        if value is None or isnan(distance_or_score(value)):
            continue
        assert distance_or_score(value) == metric.best


@every_judgement
def test_nothing_is_better_than_the_best(metric, convention):
    for _, _, value in values(metric, convention):
        got = distance_or_score(value)
        assert isnan(got) or (got >= metric.best if metric.better == "lower" else got <= metric.best)


@every_convention
def test_nothing_is_worse_than_the_worst(metric, convention):
    for _, _, value in values(metric, convention):
        got = distance_or_score(value)
        assert not (got > metric.worst if metric.better == "lower" else got < metric.worst)


@every_judgement
def test_some_estimate_is_worse_than_the_best(metric, convention):
    got = [distance_or_score(value) for _, _, value in values(metric, convention)]
    assert any(x > metric.best if metric.better == "lower" else x < metric.best for x in got)


@every_symmetric
def test_declared_symmetric_means_symmetric(metric, convention):
    for truth, estimate, value in values(metric, convention):
        assert plain(value_of(metric, convention, estimate, truth)) == plain(value), (truth, estimate)


@pytest.mark.parametrize(("metric", "convention"), [case for case in conventions() if case[1].one_sided])
def test_one_sided_means_that_the_order_matters_somewhere(metric, convention):
    assert any(
        plain(value_of(metric, convention, estimate, truth)) != plain(value)
        for truth, estimate, value in values(metric, convention)
    )


@pytest.mark.parametrize("metric", GRAPH_METRICS, ids=lambda metric: metric.name)
def test_a_metric_is_symmetric_unless_the_order_matters_in_a_convention_that_is_not_one_sided(metric):
    order_matters = any(
        plain(value_of(metric, convention, estimate, truth)) != plain(value)
        for convention in metric.conventions
        if not convention.one_sided
        for truth, estimate, value in values(metric, convention)
    )
    assert order_matters is not metric.symmetric


@every_convention
def test_inputs_are_unchanged(metric, convention):
    for truth, estimate in pairs_of_graphs():
        before = [(g.nodes, g.kind, g.words.tobytes(), hash(g), str(g)) for g in (truth, estimate)]
        value_of(metric, convention, truth, estimate)
        after = [(g.nodes, g.kind, g.words.tobytes(), hash(g), str(g)) for g in (truth, estimate)]
        assert before == after


@every_convention
def test_a_value_lies_between_0_and_the_most_possible(metric, convention):
    for truth, _, value in values(metric, convention):
        if isinstance(value, Confusion):
            counts = [value.tp, value.fp, value.fn, *([] if value.tn is None else [value.tn])]
            assert min(counts) >= 0
        elif isinstance(value, Count):
            assert 0 <= value <= value.of
            assert not value.of or 0 <= value.rate <= 1
        else:
            doubled = 2 if convention.name.startswith("double") else 1
            most = doubled * truth.n_pairs if metric.name == "weighted_shd" else 1
            least = {"bsf": -1, "ddm": -inf}.get(metric.name, 0)
            assert isnan(value) or least <= value <= most


@every_convention
def test_no_pair_of_nodes_gives_nan_and_no_error(metric, convention):
    for nodes in (0, 1, ["A"], []):
        value = value_of(metric, convention, Graph(nodes), Graph(nodes))
        if isinstance(value, Confusion):
            assert all(isnan(getattr(value, ratio)) for ratio in RATIOS)
        elif isinstance(value, Count):
            assert (value, value.of) == (0, 0)
            assert isnan(value.rate)
        else:
            assert isnan(value) or (metric.name == "weighted_shd" and value == 0)


@every_convention
def test_graphs_without_edges_are_at_no_distance_and_have_no_ratio_of_positives(metric, convention):
    value = value_of(metric, convention, Graph(["A", "B", "C"]), Graph(["C", "B", "A"]))
    if isinstance(value, Confusion):
        assert (value.tp, value.fp, value.fn) == (0, 0, 0)
        assert isnan(value.precision)
        assert isnan(value.recall)
        assert isnan(value.f1)
    elif metric.better == "lower":
        assert value == 0
    elif metric.name in ("adjustment_coverage", "ancestral_coverage", "confounding_coverage"):
        assert value == 1
    else:
        assert isnan(value)


@every_convention
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_mix_of_marks_gives_a_value_or_a_refusal(metric, convention, data):
    truth = data.draw(graphs(most=5))
    places = truth.nodes if truth.is_named else range(truth.n_nodes)
    edges = data.draw(edges_over(places))
    estimate = Graph(truth.nodes if truth.is_named else truth.n_nodes, edges)
    value = value_of(metric, convention, truth, estimate)
    assert value is None or isinstance(value, Count | Confusion | float)


@every_convention
@pytest.mark.parametrize("kind", ["dag", "pdag", "cpdag", "digraph", "undirected", "mag", "pag", "admg"])
def test_a_false_declaration_does_not_crash(metric, convention, kind):
    for truth, estimate in pairs_of_graphs()[::7]:
        value = value_of(metric, convention, truth.with_kind(kind), estimate)
        assert value is None or isinstance(value, Count | Confusion | float)


@every_convention
def test_options_do_not_change_the_type(metric, convention):
    found = [value for c in metric.conventions for _, _, value in values(metric, c)[:40]]
    assert len({float if isinstance(value, Undefined) else type(value) for value in found}) == 1


@every_convention
def test_a_second_call_gives_the_same_after_other_estimates_came_between(metric, convention):
    pairs = pairs_of_graphs()[:60]
    fresh = [(Graph.parse(str(t), kind=t.kind), e) for t, e in pairs]
    for k, (truth, estimate) in enumerate(fresh):
        first = plain(value_of(metric, convention, truth, estimate))
        empty = Graph(estimate.nodes)
        value_of(metric, convention, truth, empty)
        del empty
        gc.collect(0)
        assert plain(value_of(metric, convention, truth, estimate)) == first, k


@every_convention
def test_an_estimate_can_be_scored_against_truths_in_different_node_orders(metric, convention):
    for truth, estimate, value in values(metric, convention)[:40]:
        reversed_truth = truth.with_nodes(truth.nodes[::-1])
        for side in (reversed_truth, truth, reversed_truth):
            assert plain(value_of(metric, convention, side, estimate)) == plain(value)


# ---- the door


@pytest.mark.parametrize("name", REGISTRY)
def test_other_nodes_are_refused_and_named(name):
    with pytest.raises(
        em.errors.AlignmentError, match=r"only in the truth: 'B'; only in the estimate: 'C'"
    ):
        getattr(em.metrics, name)(Graph.parse("A --> B"), Graph.parse("A --> C"))


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("swapped", [False, True])
def test_named_against_unnamed_is_refused(name, swapped):
    sides = [Graph.parse("A --> B"), Graph.parse("#0 --> #1")]
    with pytest.raises(em.errors.AlignmentError, match="has none"):
        getattr(em.metrics, name)(*sides[:: -1 if swapped else 1])


@pytest.mark.parametrize("swapped", [False, True])
def test_names_that_look_like_positions_are_still_names(swapped):
    unnamed = Graph.parse("#0 --> #1")
    sides = [unnamed, unnamed.with_nodes(unnamed.nodes)]
    with pytest.raises(em.errors.AlignmentError, match="has none"):
        em.shd(*sides[:: -1 if swapped else 1])


@pytest.mark.parametrize("name", REGISTRY)
def test_a_matrix_is_refused_until_its_direction_is_said(name):
    with pytest.raises(em.errors.AmbiguityError, match="from_adjacency"):
        getattr(em.metrics, name)([[0, 1], [0, 0]], Graph(2))


def closed_options():
    return [(name, option) for name, metric in REGISTRY.items() for option in metric.options]


@pytest.mark.parametrize(("name", "option"), closed_options())
@pytest.mark.parametrize("word", ["onee", "", None, 1, ["one"], b"one"])
def test_an_unknown_word_for_an_option_is_refused(name, option, word):
    truth = Graph.parse("A --> B")
    with pytest.raises(ConventionError, match=f"{name}: {option} must be one of"):
        getattr(em.metrics, name)(truth, truth, **{option: word})


@pytest.mark.parametrize("name", REGISTRY)
def test_an_unknown_option_is_a_type_error(name):
    truth = Graph.parse("A --> B")
    with pytest.raises(TypeError, match="no_such_option"):
        getattr(em.metrics, name)(truth, truth, no_such_option=1)


@pytest.mark.parametrize("name", REGISTRY)
def test_options_are_keyword_only(name):
    truth = Graph.parse("A --> B")
    with pytest.raises(TypeError):
        getattr(em.metrics, name)(truth, truth, "one")


@pytest.mark.parametrize("k", [-0.01, 1.01, float("nan"), float("inf"), "0.2", None, True, 1j, [0.2]])
def test_nced_refuses_a_k_that_is_no_number_from_0_to_1(k):
    truth = Graph.parse("A --> B")
    with pytest.raises(ConventionError, match="k must be a number from 0 to 1"):
        em.nced(truth, truth, k=k)


@every_convention
def test_a_refusal_comes_without_a_warning_about_the_number(metric, convention):
    for truth, estimate in pairs_of_graphs():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            refused = value_of(metric, convention, truth, estimate) is None
        assert not (refused and caught), (truth, estimate)


# ---- objects of other libraries


def as_networkx(graph):
    found = networkx.DiGraph()
    found.add_nodes_from(graph.nodes)
    found.add_edges_from((a, b) for a, _, b in graph.edges())
    return found


def dag_pairs():
    return [(t, e) for t, e in pairs_of_graphs() if t.is_dag() and e.is_dag()]


@every_convention
def test_networkx_graphs_score_like_their_graphs(metric, convention):
    assert len(dag_pairs()) > 10
    for truth, estimate in dag_pairs():
        truth, estimate = truth.with_kind(None), estimate.with_kind(None)
        expected = plain(value_of(metric, convention, truth, estimate))
        foreign = as_networkx(truth), as_networkx(estimate)
        assert plain(value_of(metric, convention, *foreign)) == expected
        assert plain(value_of(metric, convention, truth, foreign[1])) == expected


@every_convention
def test_causallearn_graphs_score_like_their_graphs(metric, convention):
    from tests.oracle.peers_causallearn import general_graph

    for truth, estimate in pairs_of_graphs()[::3]:
        if truth.has_two_edges_on_a_pair or estimate.has_two_edges_on_a_pair:
            continue
        truth, estimate = truth.with_kind(None), estimate.with_kind(None)
        foreign = general_graph(truth), general_graph(estimate)
        expected = plain(value_of(metric, convention, truth, estimate))
        assert plain(value_of(metric, convention, *foreign)) == expected


# ---- declarations


@pytest.mark.parametrize("name", REGISTRY)
def test_the_public_function_carries_the_declared_name(name):
    assert getattr(em.metrics, name).__name__ == REGISTRY[name].name == name


@pytest.mark.parametrize("name", REGISTRY)
def test_a_declaration_cites_a_reference_that_exists(name):
    assert REFERENCES[REGISTRY[name].cite]


@every_convention
def test_a_convention_says_what_it_counts_and_its_options_exist(metric, convention):
    assert convention.counts
    assert set(convention.options) <= {*metric.options, "k", "costs"}


@pytest.mark.parametrize("name", REGISTRY)
def test_conventions_of_a_metric_have_different_names_and_options(name):
    declared = REGISTRY[name].conventions
    assert len({c.name for c in declared}) == len(declared)
    assert len({tuple(c.options.items()) for c in declared}) == len(declared)


def test_refusing_is_a_kind_error_that_says_which_side():
    two = Graph.parse("A --> B; A <-> B")
    with pytest.raises(KindError, match="the estimate has two"):
        em.nced(Graph.parse("A --> B"), two)
    with pytest.raises(KindError, match="the truth has two"):
        em.endpoint_hamming(two, Graph.parse("A --> B"))


def test_nced_warns_when_the_truth_leaves_marks_open():
    with pytest.warns(em.errors.ClassWarning, match="meant for a DAG or a MAG"):
        em.nced(Graph.parse("A --- B"), Graph.parse("A --> B"))


def test_nced_does_not_warn_about_an_open_estimate():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert em.nced(Graph.parse("A --> B"), Graph.parse("A o-o B")) == pytest.approx(0.2)


# ---- the option compare="auto"

CLASSES_TO_COMPARE = [
    *pairs_of_graphs(),
    *(
        (Graph.parse(true, kind=kind), Graph.parse(found, kind=of_class))
        for true, kind in [
            ("A --> B; C --> B; B --> D", "dag"),
            ("A --- C; C --- B; D", "cpdag"),
            ("A <-> B; A --> C; D --> A; B --> C", "mag"),
        ]
        for found, of_class in [
            ("A --> B; C --> B; B --> D", "dag"),
            ("B --> A; D --> A; A --> C; B --> C", "cpdag"),
            ("A o-> B; C o-> B; B --> D", "pag"),
        ]
    ),
]


@pytest.mark.parametrize(
    "metric", [one for one in GRAPH_METRICS if one.auto_class], ids=lambda metric: metric.name
)
def test_a_row_names_the_classes_that_auto_compares(metric):
    converted = set()
    for truth, estimate in CLASSES_TO_COMPARE:
        row = em.evaluate(truth, estimate, metric.name)[0]
        if row.status != "ok":
            continue
        true_class, _ = row.compared.split(" / ")
        if true_class == "pag" and class_of(truth) != "pag":
            truth = pag_of(truth)
            converted.add("pag")
        elif true_class == "cpdag" and class_of(truth) == "dag":
            truth = em.to_cpdag(truth)
            converted.add("cpdag")
        assert row.value == value_of_options(metric, truth, estimate, compare="native")
    assert converted == ({"cpdag", "pag"} if metric.auto_class == "pag" else {"cpdag"})


def value_of_options(metric, truth, estimate, **options):
    every_option = {**metric.conventions[0].options, **options}
    return float(metric.compute(truth, align(truth, estimate), **every_option))


def test_a_metric_that_compares_classes_automatically_must_say_which():
    def undeclared(truth: Graph, estimate: Graph, *, compare: ComparedEffects = "auto") -> float:
        raise AssertionError

    with pytest.raises(TypeError, match="undeclared must declare auto_class"):
        declaration.metric(better="lower", cite="edgemark")(undeclared)
    assert "undeclared" not in REGISTRY


def test_a_metric_without_the_option_declares_no_class():
    def overdeclared(truth: Graph, estimate: Graph) -> float:
        raise AssertionError

    with pytest.raises(TypeError, match="and only then; got auto_class='pag'"):
        declaration.metric(better="lower", cite="edgemark", auto_class="pag")(overdeclared)
