"""Laws of the warnings about graphs of different classes, over all metrics and conventions."""

import itertools
import warnings
from math import isnan

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import ClassWarning, KindError
from edgemark.graph.likes import GraphLike
from edgemark.metrics import REGISTRY, declaration
from edgemark.metrics.compared_graphs import sides_read
from edgemark.metrics.declaration import as_sides
from edgemark.values import Confusion

NUMBERS = [
    pytest.param(metric, convention, id=f"{metric.name}:{convention.name}")
    for metric in REGISTRY.values()
    if not metric.over_time
    for convention in metric.conventions
]
RATING = [one for one in NUMBERS if one.values[0].reads_classes == "neither"]
NAMES = ["A", "B", "C"]


def dags_that_differ_from_their_class():
    pairs = list(itertools.combinations(NAMES, 2))
    for glyphs in itertools.product(["-->", "<--", ""], repeat=len(pairs)):
        text = "; ".join(
            f"{a} {glyph} {b}" for (a, b), glyph in zip(pairs, glyphs, strict=True) if glyph
        )
        graph = Graph.parse("; ".join([text, *NAMES]).removeprefix("; "))
        if graph.is_dag() and em.to_cpdag(graph) != graph:
            yield graph


REVERSIBLE = list(dags_that_differ_from_their_class())
LARGER = Graph.parse("A --> B; C --> D; E --> D; D --> F; F --> G; A --> H")


def value_of(metric, convention, truth, estimate):
    """Return the value; None where the metric is not defined."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ClassWarning)
        try:
            return metric.compute(*as_sides(truth, estimate), **convention.options)
        except KindError:
            return None


def change(metric, convention, sides, equal_sides):
    """Compare the value of equal graphs with that of the sides; None if one is not defined."""
    value, best = (value_of(metric, convention, *pair) for pair in (sides, equal_sides))
    if value is None or best is None:
        return None
    if isinstance(value, Confusion):
        return "same" if value == best else "better"
    if isnan(value) or isnan(best):
        return None
    if value == best:
        return "same"
    is_higher_better = metric.better != "lower"
    return "better" if (best > value) is is_higher_better and metric.better != "neither" else "worse"


def warned(metric, convention, truth, estimate, phrase):
    name = f"{metric.name}:{convention.name}" if convention.name else metric.name
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return any(phrase in text for text in em.evaluate(truth, estimate, name).warnings)


@pytest.mark.parametrize(("metric", "convention"), RATING)
def test_a_report_says_that_undirected_edges_are_errors_only_if_orienting_them_improves_the_value(
    metric, convention
):
    truths = [*REVERSIBLE, LARGER]
    changes = {change(metric, convention, (t, em.to_cpdag(t)), (t, t)) for t in truths} - {None}
    says_so = warned(metric, convention, LARGER, em.to_cpdag(LARGER), "each undirected edge is an error")
    assert says_so == (changes == {"better"})


OTHER_DAG = Graph.parse("A --> B; C --> D; E --> D; D --> F; F --> G")
MAG = Graph.parse("A --> B; C <-> D; E --> F; G --> F; F --> H", kind="mag")
OF_CIRCLES = "edges with circles are errors"


@pytest.mark.parametrize(
    ("graphs", "to_class", "true_class", "phrase"),
    [
        ([LARGER, OTHER_DAG], em.to_cpdag, True, "that the truth leaves undirected is an error"),
        ([LARGER, OTHER_DAG], em.to_pag, False, OF_CIRCLES),
        ([LARGER, OTHER_DAG], em.to_pag, True, OF_CIRCLES),
        ([MAG], em.to_pag, False, OF_CIRCLES),
        ([MAG], em.to_pag, True, OF_CIRCLES),
    ],
    ids=["cpdag / dag", "dag / pag", "pag / dag", "mag / pag", "pag / mag"],
)
def test_a_report_says_that_open_marks_are_errors_only_if_a_graph_without_them_has_a_better_value(
    graphs, to_class, true_class, phrase
):
    pairs = [(to_class(one), one) if true_class else (one, to_class(one)) for one in graphs]
    telling = set()
    for metric, convention in (one.values for one in NUMBERS):
        if warned(metric, convention, *pairs[0], phrase):
            telling.add(metric.name)
            changes = {
                change(metric, convention, pair, (one, one))
                for pair, one in zip(pairs, graphs, strict=True)
            }
            assert {"better"} <= changes <= {"better", "same"}
    assert {"shd", "confusion"} <= telling
    assert not {"mark_errors", "mark_coverage", "decisiveness"} & telling


def test_a_metric_of_another_package_that_needs_its_own_nodes_does_not_stop_the_report():
    def needs_z(truth: GraphLike, estimate: GraphLike) -> float:
        return float(truth.index("Z") == estimate.index("Z"))

    declaration.metric(better="higher", cite="edgemark")(needs_z)
    try:
        truth = Graph.parse("Z --> B")
        report = em.evaluate(truth, em.to_cpdag(truth), "needs_z")
    finally:
        del REGISTRY["needs_z"]
    assert (report[0].value, report.warnings) == (1.0, ())


# ---- which graphs a metric reads as classes

PATH = Graph.parse("A --- B --- C --- D", kind="undirected")
CYCLE = Graph.parse("A --- B --- C --- D --- A", kind="undirected")
CHAIN = Graph.parse("A --> B --> C --> D")


@pytest.mark.parametrize(("metric", "convention"), NUMBERS)
def test_a_metric_that_needs_an_undirected_graph_to_be_a_cpdag_says_that_it_reads_it_as_one(
    metric, convention
):
    sides = {"truth": lambda graph: (graph, CHAIN), "estimate": lambda graph: (CHAIN, graph)}
    refused = {
        side
        for side, pair in sides.items()
        if value_of(metric, convention, *pair(PATH)) is not None
        and value_of(metric, convention, *pair(CYCLE)) is None
    }
    if metric.takes is not Graph:
        refused -= {"estimate"}  # Samples and scores are no graph that could be declared.
    assert refused <= set(sides_read(metric, convention.options))


def test_class_coverage_says_once_that_it_reads_the_truth_as_a_cpdag():
    samples = em.GraphSamples([CHAIN])
    with pytest.warns(
        ClassWarning, match="the truth, an undirected graph, is read as a CPDAG"
    ) as caught:
        assert em.metrics.class_coverage(PATH, samples) == 0.25
    assert len(caught) == 1


def notes_of(truth, estimate, metric, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return " ".join(em.evaluate(truth, estimate, metric, **options).warnings)


@pytest.mark.parametrize("metric", ["expected_shd:pair mismatch", "posterior_mass:graph", "pair_brier"])
def test_samples_of_another_class_than_the_truth_are_named(metric):
    chain = Graph.parse("A --> B --> C")
    cpdag, pag = em.to_cpdag(chain), em.to_pag(chain.with_kind("mag"))
    assert "of another class, such as a CPDAG" in notes_of(
        chain, em.GraphSamples([chain, cpdag]), metric
    )
    assert "such as a DAG: compared" in notes_of(cpdag, em.GraphSamples([chain]), metric)
    assert "such as a PAG: compared" in notes_of(chain, em.GraphSamples([pag]), metric)
    for graph in (chain, cpdag, pag):
        assert "another class" not in notes_of(graph, em.GraphSamples([graph] * 2), metric)


def test_samples_are_not_named_if_no_row_compares_them_as_given_or_if_they_have_no_weight():
    chain = Graph.parse("A --> B --> C")
    of_two_classes = em.GraphSamples([chain, em.to_cpdag(chain)])
    assert not notes_of(chain, of_two_classes, ["expected_shd:both to CPDAG", "expected_shd:skeleton"])
    weightless = em.GraphSamples([chain, em.to_cpdag(chain)], weights=[1, 0])
    assert not notes_of(chain, weightless, "expected_shd")


def test_rankings_of_samples_warn_of_true_edges_that_count_as_absent():
    chain = Graph.parse("A --> B --> C; D --> C")
    partly = Graph.parse("A --- B; B --> C; D --> C", kind="pdag")
    samples = em.GraphSamples([chain])
    assert "which count as absent" in notes_of(partly, samples, "roc_auc:directed")
    assert notes_of(chain, samples, "roc_auc") == notes_of(partly, samples, "roc_auc:skeleton") == ""


def test_candidates_do_not_hide_the_warning_about_classes():
    chain = Graph.parse("A --> B --> C")
    cpdag = em.to_cpdag(chain)
    pairs = em.Candidates(chain.nodes, [("A", "B"), ("B", "C")])
    text = notes_of(chain, cpdag, "shd:pair mismatch", candidates=pairs)
    assert "each undirected edge is an error" in text


@pytest.mark.parametrize("compare", [em.evaluate_many, em.evaluation.evaluate_pairs])
def test_many_samples_and_scores_are_compared_as_given_with_the_warnings_of_one(compare):
    chain = Graph.parse("A --> B --> C")
    cpdag = em.to_cpdag(chain)
    partly = Graph.parse("A --> B; C --> B; D --- E", kind="cpdag")
    scores = em.EdgeScores.from_edges([("A", "B", 0.5)], nodes=partly.nodes)

    def warned(truth, estimate, metric):
        truths = truth if compare is em.evaluate_many else [truth, truth]
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            compare(truths, [estimate, estimate], metric)
        return [str(one.message) for one in caught]

    (text,) = warned(chain, em.GraphSamples([chain, cpdag]), "expected_shd:pair mismatch")
    assert "of another class, such as a CPDAG" in text
    (text,) = warned(partly, scores, "roc_auc:directed")
    assert "the truth has edges other than -->" in text
    assert not warned(chain, em.GraphSamples([chain, cpdag]), "expected_shd:both to CPDAG")
    assert not warned(partly, scores, "roc_auc:skeleton")
    assert not warned(em.equivalence.extension(partly), scores, "roc_auc:directed")


@pytest.mark.parametrize(
    ("truth", "estimate", "number"),
    [
        ("A --> B --- C", "A --> B --> C", "shd:both to CPDAG"),
        ("A --> B --> C", "A --> B --- C", "expected_shd:both to CPDAG"),
    ],
)
def test_a_number_that_the_report_refuses_is_not_advised(truth, estimate, number):
    """A bootstrap of PC has graphs that are no CPDAGs; the advised number was refused."""
    metric = number.partition(":")[0]
    for text in (truth, truth.replace("-->", "---"), estimate, "A --- B --- C"):
        graphs = [Graph.parse(truth if number.startswith("expected") else text), Graph.parse(estimate)]
        if metric == "expected_shd":
            graphs[1] = em.GraphSamples([Graph.parse(text)])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ClassWarning)
            report = em.evaluate(*graphs, metric)
        is_advised = any(f'"{number}"' in note for note in report.warnings)
        is_defined = report[metric, "both to CPDAG"].status == "ok"
        assert is_advised <= is_defined
        if text == "A --- B --- C":
            assert is_advised
