"""What random guessing scores: against every possible guess, published numbers, and what must hold."""

import csv
import math
import random
from itertools import permutations

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import ConventionError
from edgemark.graph.marks import GLYPHS
from edgemark.null_models.random_dags_and_labels import permuted_labels, random_dags
from tests.oracle import chance as oracle
from tests.strategies import random_dag

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

TRUTH = Graph.parse("A --> B --> C --> D --> E; A --> C; B --> D; C --> E; A --> D")  # 8 of 10 pairs
FOUND = Graph.parse("A --> B --> C --> D --> E; A --> C; B --> D; A --> E")  # 7 edges, 6 of them true
SERIES = em.TemporalGraph.parse("A --> B @1; B --> C @2; A --> C; A --> A @1; lags 2; changing A")
LINEAR = ["precision", "recall", "f1", "npv", "specificity", "fpr", "fdr", "mcc", "youden_j", "tp", "fn"]


def mean_or_nan(values):
    known = [v for v in values if not math.isnan(v)]
    return sum(known) / len(known) if known else math.nan


def numbers(truth, guesses, name):
    """A number of every guess, found by the public functions one graph at a time."""
    metric, _, convention = name.partition(":")
    values = []
    for edges in guesses:
        row = em.evaluate(truth, Graph(truth.n_nodes, edges), name)[metric, convention]
        values.append(row.value)
    return values


# ---- the law of the skeleton


def test_the_worked_example_holds():
    report = em.chance(TRUTH, FOUND, ["precision:skeleton", "recall:skeleton", "f1:skeleton",
                                      "npv:skeleton", "specificity:skeleton"])  # fmt: skip
    means = [round(row.chance.mean, 4) for row in report]
    assert means == [0.8, 0.7, 0.7467, 0.2, 0.3]
    assert {round(row.chance.p_value, 3) for row in report} == {0.533}
    assert {row.chance.method for row in report} == {"exact"}
    assert {row.chance.error for row in report} == {0}


@pytest.mark.parametrize("n_nodes", [3, 4])
def test_exact_laws_are_those_of_all_guesses(n_nodes):
    rng = random.Random(n_nodes)
    names = [f"{m}:skeleton" for m in (*LINEAR, "jaccard", "fp", "tn", "balanced_accuracy", "shd")]
    names.append("shd:of=skeleton,reversal=two")
    for density in (0.3, 0.8):
        truth = Graph(n_nodes, random_dag(rng, n_nodes, density))
        found = Graph(n_nodes, random_dag(rng, n_nodes, density))
        guesses = list(oracle.random_dags(n_nodes, found.n_edges))
        for name in names:
            row = em.chance(truth, found, name, n_guesses=1)[0]
            values = numbers(truth, guesses, name)
            if math.isnan(row.value) or any(map(math.isnan, values)):
                assert math.isnan(row.chance.mean)
                continue
            assert row.chance.method == "exact"
            assert row.chance.mean == pytest.approx(sum(values) / len(values), abs=1e-12)
            assert row.chance.p_value == pytest.approx(
                oracle.share_at_least_as_good(values, row.value, row.better), abs=1e-12
            )
            assert row.chance.low == pytest.approx(oracle.quantile(values, 0.025), abs=1e-12)
            assert row.chance.high == pytest.approx(oracle.quantile(values, 0.975), abs=1e-12)


def test_means_on_the_skeleton_are_the_closed_forms():
    rng = random.Random(1)
    truth, found = (Graph(20, random_dag(rng, 20, density)) for density in (0.2, 0.3))
    e, m, pairs = found.n_edges, truth.n_edges, 190
    closed = {
        "precision": m / pairs,
        "recall": e / pairs,
        "f1": 2 * e * m / (pairs * (e + m)),
        "npv": 1 - m / pairs,
        "specificity": 1 - e / pairs,
        "shd": e + m - 2 * e * m / pairs,
    }
    for name, mean in closed.items():
        row = em.chance(truth, found, f"{name}:skeleton", n_guesses=1)[0]
        assert row.chance.mean == pytest.approx(mean, abs=1e-12)


def test_the_law_is_that_of_scipy():
    from scipy.stats import hypergeom

    row = em.chance(TRUTH, FOUND, "tp:skeleton", n_guesses=1)[0]
    law = hypergeom(10, 8, 7)
    assert (row.chance.low, row.chance.high) == (law.ppf(0.025), law.ppf(0.975))
    assert row.chance.p_value == pytest.approx(law.sf(5))


# ---- exact means


def test_means_of_arcs_are_the_closed_forms():
    e, m, pairs = FOUND.n_edges, TRUTH.n_edges, TRUTH.n_pairs
    report = em.chance(TRUTH, FOUND, ["tp:directed", "shd", "nced"])
    assert report["tp", "directed"].chance.mean == pytest.approx(e * m / (2 * pairs))
    assert report["shd", "pair mismatch"].chance.mean == pytest.approx(e + m - 3 * e * m / (2 * pairs))
    assert report["shd", "arc Hamming"].chance.mean == pytest.approx(e + m - e * m / pairs)
    assert report["nced"].chance.mean == pytest.approx((e + m - e * m / pairs) / (2 * pairs))
    known = [r.chance for r in report if r.status != "refused"]
    assert {one.method for one in known} == {"exact", "exact mean", "simulated"}


@pytest.mark.parametrize("n_nodes", [3, 4])
def test_exact_means_are_those_of_all_random_dags(n_nodes):
    rng = random.Random(n_nodes)
    truth, found = (Graph(n_nodes, random_dag(rng, n_nodes, 0.7)) for _ in range(2))
    guesses = list(oracle.random_dags(n_nodes, found.n_edges))
    exact = 0
    for row in em.chance(truth, found, n_guesses=5):
        if row.chance is not None and row.chance.method == "exact mean":
            values = numbers(truth, guesses, f"{row.metric}:{row.convention}")
            assert row.chance.mean == pytest.approx(mean_or_nan(values), abs=1e-12, nan_ok=True), row
            exact += 1
    assert exact > 40


@pytest.mark.parametrize("states", [("-->",), ("-->", "---"), GLYPHS])
def test_exact_means_are_those_of_all_permutations(states):
    rng = random.Random(len(states))
    n = 4
    truth = Graph(n, random_dag(rng, n, 0.7))
    found = Graph(n, [(a, rng.choice(states), b) for a, _, b in random_dag(rng, n, 0.8)])
    guesses = list(oracle.relabellings(n, edges_of(found)))
    exact = 0
    for row in em.chance(truth, found, null_model="permuted-labels", n_guesses=5):
        if row.chance is not None and row.chance.method == "exact mean":
            values = numbers(truth, guesses, f"{row.metric}:{row.convention}")
            assert row.chance.mean == pytest.approx(mean_or_nan(values), abs=1e-12, nan_ok=True), row
            exact += 1
    assert exact > 20


@pytest.mark.parametrize(
    ("true_edges", "edges"),
    [
        ("#0 --> #1 --> #2; #3", "#0 --> #1 --> #0; #1 --> #2; #3"),
        ("#0 --> #1 --> #2 --> #1; #3", "#0 --> #1 --> #0; #2 --> #3 --> #2"),
        ("#0 <-> #1; #0 --> #1; #2 --> #3", "#0 <-> #2; #2 --> #0; #2 --> #1; #3"),
    ],
)
def test_exact_means_count_two_edges_on_a_pair_once(true_edges, edges):
    truth, found = Graph.parse(true_edges), Graph.parse(edges)
    guesses = list(oracle.relabellings(4, edges_of(found)))
    for name in ("shd:pair mismatch", "shd:lenient", "shd:skeleton"):
        (row,) = em.chance(truth, found, name, null_model="permuted-labels", n_guesses=5)
        assert row.chance.method == "exact mean"
        assert row.chance.mean == pytest.approx(np.mean(numbers(truth, guesses, name)), abs=1e-12), name


def edges_of(graph):
    return [(int(a), glyph, int(b)) for a, glyph, b in graph.edges()]


# ---- simulation


@pytest.mark.parametrize("as_class", [False, True])
@pytest.mark.parametrize("null_model", ["random-dags", "permuted-labels"])
def test_simulated_numbers_are_near_those_of_all_guesses(null_model, as_class):
    rng = random.Random(5)
    n = 4
    truth, found = (Graph(n, random_dag(rng, n, 0.7)) for _ in range(2))
    view = em.to_cpdag if as_class else lambda graph: graph
    if null_model == "random-dags":
        guesses = [Graph(n, edges) for edges in oracle.random_dags(n, found.n_edges)]
    else:
        guesses = [Graph(n, edges) for edges in oracle.relabellings(n, edges_of(found))]
    names = ["shd:both to CPDAG", "shd:pair mismatch", "f1:directed", "ancestor_aid:all mistakes"]
    report = em.chance(truth, view(found), names, null_model=null_model, n_guesses=4000, seed=3)
    for row, name in zip(report, names, strict=True):
        values = [em.evaluate(truth, view(graph), name)[0].value for graph in guesses]
        known = [v for v in values if not math.isnan(v)]
        slack = 4 * np.std(known) / math.sqrt(4000)
        assert row.chance.mean == pytest.approx(np.mean(known), abs=slack + 1e-12), name
        p_value = oracle.share_at_least_as_good(known, row.value, row.better)
        assert row.chance.p_value == pytest.approx(p_value, abs=0.04), name
        if row.chance.method == "simulated":
            assert row.chance.error == pytest.approx(np.std(known) / math.sqrt(4000), rel=0.2)


def test_the_draws_are_as_likely_as_all_guesses():
    """Chi-square over the DAGs of three nodes and two edges."""
    drawn = random_dags(Graph(3), 2, 6000, np.random.default_rng(0))
    every = [frozenset(edges_of(Graph(3, edges))) for edges in oracle.random_dags(3, 2)]
    counts = dict.fromkeys(every, 0)
    for graph in drawn:
        counts[frozenset(edges_of(graph))] += 1
    expected = {graph: 6000 * every.count(graph) / len(every) for graph in counts}
    chi_square = sum((counts[g] - expected[g]) ** 2 / expected[g] for g in counts)
    assert chi_square < 32.9  # its 99.9 % quantile is 31.3 with 11 degrees of freedom


@pytest.mark.parametrize(("n_nodes", "n_edges"), [(1, 0), (2, 1), (7, 0), (7, 1), (7, 21), (40, 100)])
def test_random_dags_are_dags_with_as_many_edges(n_nodes, n_edges):
    for graph in random_dags(Graph(n_nodes), n_edges, 20, np.random.default_rng(1)):
        assert (graph.n_edges, graph.is_dag()) == (n_edges, True)
        assert Graph(n_nodes, edges_of(graph)) == graph


def test_permuted_labels_are_relabellings():
    found = Graph(4, [(0, "-->", 1), (2, "o->", 1), (3, "---", 0)])
    every = {Graph(4, edges) for edges in oracle.relabellings(4, edges_of(found))}
    assert set(permuted_labels(found, 400, np.random.default_rng(2))) == every


def test_p_values_of_guesses_are_uniform():
    rng = np.random.default_rng(11)
    truth = Graph(10, random_dag(random.Random(3), 10, 0.4))
    guesses = list(random_dags(Graph(10), 20, 200, rng))
    p_values = np.array(
        [
            em.chance(truth, g, "sid", n_guesses=199, seed=k)[0].chance.p_value
            for k, g in enumerate(guesses)
        ]
    )
    for level in (0.05, 0.2, 0.5, 0.8):
        slack = 3.3 * math.sqrt(level * (1 - level) / len(guesses))
        assert (p_values <= level).mean() == pytest.approx(level, abs=slack)


def test_p_counts_the_estimate_among_the_guesses():
    row = em.chance(TRUTH, TRUTH, "sid", n_guesses=99)[0]
    assert row.chance.p_value >= 1 / 100


def test_the_same_seed_gives_the_same_report():
    first, again = (em.chance(TRUTH, FOUND, "sid", seed=4) for _ in range(2))
    assert first.to_json() == again.to_json()
    assert first[0].chance != em.chance(TRUTH, FOUND, "sid", seed=5)[0].chance


# ---- what it says


def test_perfect_is_one_above_guessing_and_worse_is_negative():
    assert {
        round(row.chance.above, 9)
        for row in em.chance(TRUTH, TRUTH)
        if row.chance is not None and not math.isnan(row.chance.above)
        if row.convention != "truth to CPDAG"  # under which the true DAG is not perfect
    } == {1}
    row = em.chance(TRUTH, Graph.parse("E --> D --> C --> B --> A"), "shd:arc Hamming")[0]
    assert row.chance.above < 0


def test_above_is_undefined_where_guessing_is_perfect():
    row = em.chance(Graph.parse("A; B"), Graph.parse("A; B"), "shd:skeleton")[0]
    assert math.isnan(row.chance.above)
    assert row.chance.reason == "guessing is perfect"


def test_guesses_without_a_number_are_counted():
    truth, found = Graph.parse("A --> B --> C; D"), Graph.parse("A --> C <-- B; D", kind="cpdag")
    row = em.chance(truth, found, "precision:directed")[0]
    assert "guesses left out, as the metric has no value on them" in row.chance.reason


def test_the_error_of_a_p_value_is_of_the_guesses_that_have_a_value():
    truth, found = Graph.parse("A --> B <-- C; D"), Graph.parse("A --> B; C; D")
    report = em.chance(truth, found, "precision:directed shared", n_guesses=1000)
    left_out = int(report[0].chance.reason.split()[0])
    assert 500 < left_out < 800
    error = 0.5 / math.sqrt(1000 - left_out)
    assert f"at most 0.016, {error:.2g} where guesses without a value" in report.warnings[-1]
    assert report[0].chance.p_value * (1001 - left_out) == pytest.approx(
        round(report[0].chance.p_value * (1001 - left_out))
    )
    assert "left out" not in em.chance(truth, found, "f1:directed").warnings[-1]


def test_a_warning_points_at_the_caller():
    with pytest.warns(em.errors.ClassWarning) as caught:
        em.chance(Graph.parse("A --> B --> C"), Graph.parse("A --- B --- C"), "shd", n_guesses=1)
    assert {one.filename for one in caught} == {__file__}


def test_t1_values_stay_if_memory_does_not_hold_the_guesses():
    for n_guesses in (10**11, 10**15):
        with pytest.warns(em.errors.EdgemarkWarning, match=f"drawing {n_guesses} guesses needs about"):
            report = em.chance(TRUTH, FOUND, "sid", n_guesses=n_guesses)
        assert report[0].value == em.sid(TRUTH, FOUND)
        assert report[0].chance.method == "none"
        assert "Draw fewer" in report[0].chance.reason
    with pytest.warns(em.errors.EdgemarkWarning, match="guesses needs about"):
        em.chance(SERIES, SERIES, null_model="permuted-labels", n_guesses=10**12)


def test_what_is_done_is_counted_where_it_is_asked_for(capsys):
    em.chance(TRUTH, FOUND, "sid", n_guesses=3)
    assert capsys.readouterr().err == ""
    em.chance(TRUTH, FOUND, "sid", n_guesses=3, progress=True)
    assert capsys.readouterr().err == "\rnumbers: 1 of 1\n"
    em.chance(SERIES, SERIES, null_model="permuted-labels", n_guesses=2, progress=True)
    assert capsys.readouterr().err.startswith("\restimates: 1 of 2\restimates: 2 of 2\n\rnumbers: 1 of")


def test_the_numbers_are_those_of_evaluate():
    report, plain = em.chance(TRUTH, FOUND), em.evaluate(TRUTH, FOUND)
    assert [(r.metric, r.convention, r.status) for r in report] == [
        (r.metric, r.convention, r.status) for r in plain
    ]
    assert [r.value for r in report if r.status == "ok"] == [r.value for r in plain if r.status == "ok"]
    assert all((r.chance is None) == (r.status == "refused") for r in report)


def test_metrics_may_be_any_iterable():
    names = ["sid", "f1:skeleton"]
    assert em.chance(TRUTH, FOUND, iter(names)).to_json() == em.chance(TRUTH, FOUND, names).to_json()


def test_trivial_graphs_stand_beside_guesses():
    row = em.chance(TRUTH, FOUND, "shd:pair mismatch")[0]
    assert (row.chance.empty, row.chance.complete_undirected) == (8, 10)
    skeleton = em.chance(TRUTH, FOUND, "shd:skeleton")[0]
    assert (skeleton.chance.empty, skeleton.chance.complete) == (8, 2)


@pytest.mark.parametrize("text", ["", "A", "A; B; C"])
def test_graphs_without_edges_do_no_harm(text):
    graph = Graph.parse(text)
    report = em.chance(graph, graph, n_guesses=10)
    assert str(report)
    assert all(row.chance is None or math.isnan(row.chance.above) for row in report)


def test_complete_and_empty_estimates_are_as_good_as_guesses():
    for found in (Graph(4), Graph(4, next(iter(oracle.random_dags(4, 6))))):
        row = em.chance(Graph(4, [(0, "-->", 1)]), found, "shd:skeleton")[0]
        assert (row.chance.above, row.chance.p_value) == (0, 1)


def test_every_form_of_the_report_has_the_columns():
    report = em.chance(TRUTH, FOUND, ["shd:skeleton", "compelled_recall", "sid"])
    head = report.to_csv().splitlines()[0]
    assert head.endswith(",chance,chance_low,chance_high,p_value,above_chance,best,chance_error,"
                         "chance_method,chance_reason,empty,complete,complete_undirected,"
                         "null_model")  # fmt: skip
    assert {len(row) for row in csv.reader(report.to_csv().splitlines())} == {head.count(",") + 1}
    assert report.to_dict()["rows"][0]["chance"] == pytest.approx(3.8)
    assert report.to_dict()["rows"][0]["chance_method"] == "exact"
    assert report.to_dict()["rows"][1]["above_chance"] is None
    assert report.to_frame()["p_value"].dtype == "float64"
    assert max(map(len, str(report).splitlines())) <= 80
    assert "chance" not in em.evaluate(TRUTH, FOUND, "sid").to_dict()["rows"][0]


def test_a_notebook_shows_guesses_beside_every_number():
    from tests.markup import Page

    html = em.chance(TRUTH, FOUND, ["f1:skeleton", "sid"])._repr_html_()
    page = Page(html)
    assert (page.open, page.strays) == ([], [])
    for text in ("AGAINST GUESSING", "0.747", "0.533", "95 % of guesses"):
        assert text in html
    assert "Warning" not in html


# ---- estimates for which a null model is not defined

NO_DAGS = {
    "a cycle": Graph.parse("A --> B --> C --> A"),
    "a bow": Graph.parse("A --> B; A <-> B; C"),
    "selection": Graph.parse("A o-- B; C"),
    "an ADMG": Graph.parse("A --> B; C", kind="admg"),
}


@pytest.mark.parametrize("found", NO_DAGS.values(), ids=NO_DAGS)
def test_t1_permuted_labels_stand_in_for_random_dags(found):
    truth = Graph.parse("A --> B; C")
    report = em.chance(truth, found, n_guesses=9)
    plain = em.evaluate(truth, found)
    assert [(r.metric, r.convention, r.status) for r in report] == [
        (r.metric, r.convention, r.status) for r in plain
    ]
    assert [r.value for r in report if r.status == "ok"] == [r.value for r in plain if r.status == "ok"]
    assert {r.chance.null_model for r in report if r.chance} == {"permuted-labels"}
    assert "permuted-labels is the null model here because random DAGs" in report.warnings[-1]


@pytest.mark.parametrize("found", NO_DAGS.values(), ids=NO_DAGS)
def test_t1_values_stay_where_the_null_model_asked_for_is_not_defined(found):
    truth = Graph.parse("A --> B; C")
    with pytest.warns(
        em.errors.EdgemarkWarning, match='there are no guesses.*null_model="permuted-labels"'
    ):
        report = em.chance(truth, found, ["shd", "f1"], null_model="random-dags")
    plain = em.evaluate(truth, found, ["shd", "f1"])
    assert [r.value for r in report if r.status == "ok"] == [r.value for r in plain if r.status == "ok"]
    known = [r.chance for r in report if r.chance is not None]
    assert known
    assert {(one.method, one.null_model) for one in known} == {("none", "")}
    assert all(math.isnan(one.mean) and "null model of a DAG" in one.reason for one in known)
    assert "-" in str(report)
    assert report.to_dict()["rows"][0]["chance"] is None


def test_the_mean_of_a_pag_is_that_of_its_relabellings():
    truth, found = Graph.parse("A --> B; C"), Graph.parse("A o-> B; C")
    report = em.chance(truth, found, "endpoint_hamming", null_model="permuted-labels")
    assert report[0].chance.mean == pytest.approx(4 * 2 / 3 + 1.5 / 3)


def test_guesses_for_a_directed_graph_without_cycle_are_dags():
    truth, found = Graph.parse("A --> B; C"), Graph.parse("A --> B; C", kind="digraph")
    assert "random DAGs of 1 edge" in em.chance(truth, found, "shd").warnings[-1]


@pytest.mark.parametrize("given", [{"n_guesses": 0}, {"n_guesses": True}, {"seed": -1}, {"seed": 0.5},
                                   {"null_model": "random-dag"}])  # fmt: skip
def test_options_that_cannot_be_are_refused(given):
    with pytest.raises(ConventionError, match=next(iter(given))):
        em.chance(TRUTH, FOUND, "shd", **given)


def test_an_mpdag_is_compared_with_its_own_permutations():
    """CPDAGs of random DAGs have no arrows from knowledge, so that any such arrow looked significant."""
    truth, estimate = (
        Graph.parse("A --> B --> C", kind="dag"),
        Graph.parse("A --> B --- C", kind="mpdag"),
    )
    row = em.chance(truth, estimate, "f1:directed")[0]
    assert row.chance.null_model == "permuted-labels"
    values = [
        em.evaluate(truth, Graph.parse(f"{a} --> {b} --- {c}", kind="mpdag"), "f1:directed")[0].value
        for a, b, c in permutations("ABC")
    ]
    share = sum(value >= row.value for value in values) / len(values)
    assert row.chance.p_value == pytest.approx(share, abs=0.06)
    cpdag = Graph.parse("A --> B <-- C", kind="pdag")
    assert em.chance(truth, cpdag, "f1:directed")[0].chance.null_model == "random-dags"


def test_a_report_names_the_marks_that_no_graph_has():
    """Before, the report of such a metric was empty without a word."""
    truth = em.Graph.parse("A --> B; C")
    text = str(em.chance(truth, truth, ["confusion:circles", "shd"], n_guesses=1))
    assert "in neither graph: circles" in text
    text = str(em.chance(truth, truth, "precision:circles", n_guesses=1))
    assert "precision of circles is undefined: tp + fp = 0" in text


def test_a_report_says_whether_there_are_guesses():
    """Before, guesses without a value were reported as "no guesses"."""
    truth, found = em.Graph.parse("A --> B --> C --> D; A --> C"), em.Graph.parse("A --> B; C; D")
    with_guesses = " ".join(str(em.chance(truth, found, "orientation_accuracy", n_guesses=1)).split())
    assert "no guess has a value of orientation_accuracy: undefined or refused" in with_guesses
    with pytest.warns(em.errors.EdgemarkWarning, match="there are no guesses"):
        report = em.chance(truth, found, "orientation_accuracy", null_model="permuted-scores")
    assert "no guesses to compare with orientation_accuracy: " in " ".join(str(report).split())


def test_options_may_be_small_integers_of_numpy():
    truth, found = Graph.parse("A --> B --> C; A --> C; D"), Graph.parse("C --> B --> A; D")
    plain, small = (
        em.chance(truth, found, "sid", n_guesses=kind(30), seed=kind(3)) for kind in (int, np.uint8)
    )
    assert small == plain


@pytest.mark.parametrize(
    ("truth", "metric"),
    [
        (em.Graph.parse("A --> C; B --> C; D --- E", kind="cpdag"), "parent_aid"),
        (em.Graph.parse("A --> C; B --> C; D --- E", kind="cpdag"), "oset_aid"),
        (em.Graph.parse("A o-> C; B o-> C; D o-o E", kind="pag"), "adjustment_aid"),
    ],
)
def test_the_empty_graph_is_of_the_class_of_the_truth(truth, metric):
    row = em.chance(truth, truth, metric, n_guesses=9)[0]
    empty = em.Graph(truth.nodes, kind=truth.kind)
    assert row.chance.empty == float(getattr(em.metrics, metric)(truth, empty))
