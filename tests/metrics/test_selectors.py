"""Numbers by their names: labels of conventions, words of options, options with their values."""

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import ConventionError
from edgemark.metrics import REGISTRY
from edgemark.metrics.selectors import matching_labels, selected

TRUTH, FOUND = Graph.parse("A --> B --> C; D"), Graph.parse("A --> B <-- C; C --- D")

WAYS = [
    (metric, convention)
    for metric in REGISTRY.values()
    for convention in metric.conventions
    if convention.options
]


@pytest.mark.parametrize(("metric", "convention"), WAYS, ids=lambda one: one.name)
def test_the_options_of_a_convention_end_in_its_label(metric, convention):
    said = ",".join(f"{name}={value}" for name, value in convention.options.items())
    (number,) = selected(f"{metric.name}:{said}")
    assert number.metric is metric
    wanted = {**metric.defaults, **convention.options}
    assert {**metric.defaults, **number.convention.options} == wanted
    assert number.convention in metric.conventions


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("shd:of=cpdag", "both to CPDAG"),
        ("shd:cpdag", "both to CPDAG"),
        ("shd:reversal=two", "arc Hamming"),
        ("shd:of=graph", "pair mismatch"),
        ("shd: of = cpdag , undirected = lenient", "of = cpdag, undirected = lenient"),
        ("shd:undirected=lenient,of=cpdag", "of = cpdag, undirected = lenient"),
        ("nced:k=0.2", "k = 0.2"),
        ("nced:k=0.40", "k = 0.4"),
        ("weighted_shd:costs=half", "half match"),
        ("f1:of=skeleton", "skeleton"),
        ("f1_at_k:k=0.5E", "directed, k = 0.5E"),
    ],
)
def test_a_number_has_one_label(said, label):
    assert [number.convention.name for number in selected(said)] == [label]


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
def test_every_k_is_nced_with_that_k():
    for k in (0.0, 0.1, 0.4, 1.0):
        expected = em.nced(TRUTH, FOUND, k=k)
        name = f"nced:k={k}"
        assert em.evaluate(TRUTH, FOUND, name)[0].value == expected
        assert em.evaluate_many(TRUTH, [FOUND, TRUTH], name).values[:, 0].tolist() == [expected, 0]
        assert em.over_class(name, TRUTH, FOUND.skeleton()).lowest == min(
            em.nced(TRUTH, dag, k=k) for dag in em.members(FOUND.skeleton())
        )
        assert em.chance(TRUTH, FOUND, name, n_guesses=9)[0].value == expected


def test_a_row_is_found_by_label_and_by_options():
    report = em.evaluate(TRUTH, TRUTH, ["shd:pair mismatch", "shd:of=cpdag"])
    for key in ("shd:of=cpdag", ("shd", "of=cpdag"), ("shd", "both to CPDAG"), "shd:both to cpdag"):
        assert report[key] is report[1]
    table = em.evaluate_many(TRUTH, [TRUTH], ["shd:pair mismatch", "shd:of=cpdag"])
    assert table["shd", "of=cpdag"].tolist() == [0]
    assert matching_labels("shd", "of=cpdag", ["skeleton"]) == []


def test_asked_twice_is_counted_once():
    assert len(selected(["shd:of=cpdag", "shd:both to CPDAG", "shd:cpdag"])) == 1


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("shd:of=cpdg", "of must be one of .* got 'cpdg'. Did you mean 'cpdag'"),
        ("shd:reverse=two", "an option of shd must be one of .* Did you mean 'reversal'"),
        ("shd:of=cpdag,two", "name=value"),
        ("nced:k", "the convention of nced must be one of"),
        ("sid:k=2", "sid has no options"),
        ("shd:of=graph,of=cpdag", "of must be stated once; shd:of=graph,of=cpdag states it twice"),
        ("f1:of=cpdag", "of must be one of"),
    ],
)
def test_what_is_no_option_is_refused(said, problem):
    with pytest.raises(ConventionError, match=problem):
        selected(said)


@pytest.mark.parametrize(
    "said", ["roc_auc:ancestral", "roc_auc:of=ancestral", "roc_auc: of = ancestral"]
)
def test_a_requested_number_that_scores_do_not_have_is_a_refused_row(said):
    scores = em.EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4)], nodes=TRUTH.nodes)
    (row,) = em.evaluate(TRUTH, scores, said)
    assert (row.convention, row.status) == ("ancestral", "refused")
    assert em.chance(TRUTH, scores, said, n_guesses=2)[0].status == "refused"
    assert em.evaluate_many(TRUTH, [scores], said).columns == (("roc_auc", "ancestral"),)
    with_another = em.evaluate(TRUTH, scores, [said, "edge_brier"])
    assert [row.convention for row in with_another] == ["ancestral", "directed", "skeleton"]


def test_a_value_that_the_metric_refuses_is_refused():
    with pytest.raises(ConventionError, match="k must be a number from 0 to 1; got 7"):
        em.evaluate(TRUTH, FOUND, "nced:k=7")


@pytest.mark.parametrize(
    ("said", "is_one_sided"),
    [
        ("shd:undirected=lenient,of=truth-cpdag", True),
        ("shd:reversal=two,of=truth-cpdag", True),
        ("shd:reversal=two,of=cpdag", False),
        ("shd:reversal=two,undirected=lenient", False),
    ],
)
def test_options_are_one_sided_if_a_convention_of_some_of_them_is(said, is_one_sided):
    (number,) = selected(said)
    options = number.convention.options
    assert number.convention.one_sided is is_one_sided
    estimates = Graph.parse("A --> B <-- C; D"), Graph.parse("A --> B --> C --> D")
    order_matters = any(em.shd(TRUTH, g, **options) != em.shd(g, TRUTH, **options) for g in estimates)
    assert order_matters is is_one_sided


def test_a_tolerance_of_lags_is_that_of_another_function():
    truth = em.TemporalGraph.parse("A --> B @1; lags 1")
    with pytest.raises(ConventionError, match=r"tolerant_confusion\(truth, estimate, tolerance=1\)"):
        em.evaluate(truth, truth, "f1:tolerance=3")
    with pytest.raises(ConventionError) as refusal:
        em.evaluate(Graph.parse("A --> B"), Graph.parse("A --> B"), "f1:tolerance=3")
    assert "tolerant" not in str(refusal.value)
