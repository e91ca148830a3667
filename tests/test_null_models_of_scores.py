"""Chance values of edge scores and samples, compared with those of every possible permutation."""

import math
import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.metrics.batch_values import ranked_together
from edgemark.metrics.bounds import bounds_by_name
from edgemark.metrics.declaration import REGISTRY
from edgemark.metrics.ranking.sorted_scores import ConfidenceBatch
from edgemark.null_models import chance_columns as guessing
from edgemark.null_models.score_guesses import permuted_nodes, permuted_over_pairs
from tests.oracle import chance as oracle
from tests.oracle import permuted_scores

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")

SEVEN = Graph(7, [(i, "-->", i + 1) for i in range(6)] + [(0, "-->", 2), (1, "-->", 4)])
TRUTH = Graph(3, [(0, "-->", 1), (1, "-->", 2)])
LARGER = Graph(4, [(0, "-->", 1), (1, "-->", 2), (0, "-->", 3), (2, "-->", 3)])


def scores_of(numbers, n=3):
    matrix = np.zeros((n, n))
    for (i, j), number in numbers.items():
        matrix[i, j] = number
    return EdgeScores(matrix, direction="row-to-column", sign="keep")


def at_ordered_pairs(numbers, n=3):
    return dict(zip(permutations(range(n), 2), numbers, strict=True))


GIVEN = {
    "distinct": at_ordered_pairs([0.9, 0.4, 0.3, 0.8, 0.1, 0.6]),
    "ties": at_ordered_pairs([0.9, 0.4, 0.4, 0.4, 0.1, 0.9]),
    "zeros": at_ordered_pairs([0.9, 0, 0, 0.2, 0, 0]),
    "negative": at_ordered_pairs([-0.1, -0.2, -0.2, 0, -3, -0.4]),
    "constant": at_ordered_pairs([0.5] * 6),
}


def values_of(truth, guesses, name, n=3):
    return [em.evaluate(truth, scores_of(guess, n), name)[0].value for guess in guesses]


@pytest.mark.parametrize("given", GIVEN.values(), ids=GIVEN)
def test_exact_means_are_those_of_all_permutations_of_the_scores(given):
    """The 720 permutations of six scores."""
    guesses = list(permuted_scores.over_pairs(3, given))
    check_exact_means(TRUTH, given, guesses, "permuted-scores", at_least=12)


def test_symmetric_scores_are_permuted_over_unordered_pairs():
    given = {(0, 1): 0.3, (0, 2): 0.3, (1, 2): 0.9}
    given |= {(j, i): number for (i, j), number in given.items()}
    guesses = list(permuted_scores.over_unordered_pairs(3, given))
    check_exact_means(TRUTH, given, guesses, "permuted-scores", at_least=12)


def test_exact_means_are_those_of_all_permutations_of_the_labels():
    rng = random.Random(4)
    given = at_ordered_pairs([rng.choice([0.1, 0.2, 0.5, 0.7]) for _ in range(12)], 4)
    guesses = list(permuted_scores.by_nodes(4, given))
    check_exact_means(LARGER, given, guesses, "permuted-labels", at_least=10, n=4)


def check_exact_means(truth, given, guesses, null_model, at_least, n=3):
    report = em.chance(truth, scores_of(given, n), null_model=null_model, n_guesses=3)
    exact = [row for row in report if row.chance is not None and row.chance.method == "exact mean"]
    names = [f"{row.metric}:{row.convention}" for row in exact]
    times = Counter(tuple(sorted(guess.items())) for guess in guesses)  # equal scores give equal guesses
    values = [
        [number.value for number in em.evaluate(truth, scores_of(dict(guess), n), names)]
        for guess in times
    ]
    means = np.average(values, axis=0, weights=list(times.values()))
    for row, mean in zip(exact, means, strict=True):
        assert row.chance.mean == pytest.approx(mean, abs=1e-12), row
    assert len(exact) >= at_least


@pytest.mark.parametrize("null_model", ["permuted-scores", "permuted-labels"])
def test_simulated_values_are_near_those_of_all_permutations(null_model):
    given = GIVEN["ties"]
    every = permuted_scores.over_pairs if null_model == "permuted-scores" else permuted_scores.by_nodes
    guesses = list(every(3, given))
    names = ["davis_goadrich:directed", "best_f1:directed, chosen on truth", "roc_auc:skeleton"]
    report = em.chance(TRUTH, scores_of(given), names, null_model=null_model, n_guesses=3000, seed=1)
    for row, name in zip(report, names, strict=True):
        values = values_of(TRUTH, guesses, name)
        slack = 4 * np.std(values) / math.sqrt(3000)
        assert row.chance.mean == pytest.approx(np.mean(values), abs=slack + 1e-12), name
        p_value = oracle.share_at_least_as_good(values, row.value, row.better)
        assert row.chance.p_value == pytest.approx(p_value, abs=0.04), name


def test_the_mean_roc_auc_of_permuted_labels_need_not_be_a_half():
    """Over all labels, the score of a --> b need not exceed that of b --> c half of the time."""
    row = em.chance(
        TRUTH, scores_of(GIVEN["distinct"]), "roc_auc:directed", null_model="permuted-labels"
    )
    assert row[0].chance.method == "simulated"


def test_p_values_of_random_scores_are_uniform():
    rng = np.random.default_rng(5)
    truth = Graph(5, [(0, "-->", 1), (1, "-->", 2), (0, "-->", 3), (2, "-->", 4)])
    p_values = []
    for k in range(150):
        matrix = rng.random((5, 5))
        np.fill_diagonal(matrix, 0)
        scores = EdgeScores(matrix, direction="row-to-column")
        report = em.chance(truth, scores, "average_precision:directed", n_guesses=99, seed=k)
        p_values.append(report[0].chance.p_value)
    for level in (0.1, 0.5, 0.8):
        slack = 3.3 * math.sqrt(level * (1 - level) / len(p_values))
        assert np.mean(np.array(p_values) <= level) == pytest.approx(level, abs=slack)


@pytest.mark.parametrize("given", [GIVEN["distinct"], GIVEN["zeros"]])
def test_a_guess_has_the_same_scores(given):
    rng = np.random.default_rng(0)
    scores = scores_of(given)
    sparse = EdgeScores.from_edges([(a, b, x) for (a, b), x in given.items() if x], nodes=3)
    for one in (scores, sparse):
        for guess in (permuted_over_pairs(one, rng), permuted_nodes(one, rng)):
            assert sorted(guess.to_array().ravel()) == sorted(one.to_array().ravel())
            assert not guess.to_array().diagonal().any()
    assert len({permuted_over_pairs(sparse, rng) for _ in range(200)}) > 20


def test_perfect_scores_are_1_on_the_scale_from_guessing_to_perfect():
    report = em.chance(LARGER, EdgeScores.of(LARGER), n_guesses=50)
    above = {
        round(r.chance.above, 9) for r in report if r.metric.endswith(("auc", "precision", "ratio"))
    }
    assert above == {1}


def test_samples_are_relabelled_together():
    draws = [Graph.parse(text) for text in ("A --> B --> C", "A --> B; C", "C --> B; A")]
    truth, samples = Graph.parse("A --> B --> C"), em.GraphSamples(draws, weights=[3, 2, 1])
    names = ["expected_shd:pair mismatch", "edge_brier:directed", "precision_at_k:directed, k = E"]
    report = em.chance(truth, samples, names, n_guesses=3000)
    every = []
    for order in permutations("ABC"):
        to = dict(zip("ABC", order, strict=True))
        graphs = [
            Graph(list("ABC"), [(to[a], glyph, to[b]) for a, glyph, b in g.edges()]) for g in draws
        ]
        every.append(em.GraphSamples(graphs, weights=[3, 2, 1]))
    for row, name in zip(report, names, strict=True):
        values = [em.evaluate(truth, one, name)[0].value for one in every]
        slack = 4 * np.std(values) / math.sqrt(3000)
        assert row.chance.mean == pytest.approx(np.mean(values), abs=slack + 1e-12)
        p_value = oracle.share_at_least_as_good(values, row.value, row.better)
        assert row.chance.p_value == pytest.approx(p_value, abs=0.05)
    assert report[2].chance.method == "exact mean"
    assert report[2].chance.mean == pytest.approx(np.mean(values))


def test_lagged_scores_have_their_variables_permuted():
    truth = em.TemporalGraph.parse("A --> B @1; B --> C @1; A --> C; lags 1")
    values = np.random.default_rng(3).random((2, 3, 3))
    np.fill_diagonal(values[0], 0)
    scores = em.TemporalScores(values, list("ABC"), direction="row-to-column", first_lag=0)
    report = em.chance(truth, scores, n_guesses=2000)
    assert {r.chance.null_model for r in report if r.chance} == {"permuted-labels"}
    row = next(r for r in report if r.status == "ok")
    every = []
    for order in permutations(range(3)):
        moved = values[:, np.array(order)[:, None], order]
        guess = em.TemporalScores(moved, list("ABC"), direction="row-to-column", first_lag=0)
        every.append(em.evaluate(truth, guess, f"{row.metric}:{row.convention}")[0].value)
    slack = 4 * np.std(every) / math.sqrt(2000)
    assert row.chance.mean == pytest.approx(np.mean(every), abs=slack + 1e-12)


@pytest.mark.parametrize(
    ("estimate", "null_model"),
    [
        (EdgeScores.of(TRUTH), "random-dags"),
        (em.GraphSamples([TRUTH]), "permuted-scores"),
        (TRUTH, "permuted-scores"),
    ],
)
def test_values_stay_if_the_null_model_is_for_other_estimates(estimate, null_model):
    with pytest.warns(em.errors.EdgemarkWarning, match='null_model="permuted-labels"'):
        report = em.chance(TRUTH, estimate, null_model=null_model)
    plain = em.evaluate(TRUTH, estimate)
    assert [r.value for r in report if r.status == "ok"] == [r.value for r in plain if r.status == "ok"]
    assert {r.chance.method for r in report if r.chance} == {"none"}


def example_scores(case, rng, n=7):
    """Scores of the cases that are ranked in different ways."""
    matrix = rng.random((n, n)) * (1 - np.eye(n))
    if case == "ties":
        matrix = np.floor(3 * matrix) / 3
    if case == "negative":
        matrix = np.round(matrix - 0.5, 1) * (1 - np.eye(n))
    if case == "symmetric":
        matrix = matrix + matrix.T
    if case == "constant":
        matrix = 1.0 - np.eye(n)
    if case == "few":
        edges = [(i, j, i + j / 9) for i, j in permutations(range(n), 2) if (i + 2 * j) % 5 == 0]
        return EdgeScores.from_edges(edges, nodes=n)
    return EdgeScores(matrix, direction="row-to-column", sign="keep")


SPECIAL = {
    "partial_roc_auc": [
        {"max_fpr": x, "scale": s} for x in (0.01, 0.5, 1.0) for s in ("raw", "mcclish")
    ],
    "precision_at_k": [{"k": k} for k in (1, 2, "0.3E", "3E", 10**6)],
    "ndcg": [{"k": k} for k in (1, 5, "2E")],
    "early_precision_ratio": [{"ties": "beeline"}],
}
RANKED = [m for m in REGISTRY.values() if m.takes.__name__ == "EdgeConfidences"]


@pytest.mark.parametrize("of", ["directed", "skeleton", "entries"])
@pytest.mark.parametrize("case", ["distinct", "ties", "negative", "symmetric", "constant", "few"])
def test_guesses_that_are_ranked_together_have_the_values_that_each_has_alone(case, of):
    rng = np.random.default_rng(len(case))
    scores = example_scores(case, rng)
    edges = [(i, "-->", j) for i in range(7) for j in range(i) if rng.random() < 0.4]
    for truth in (Graph(7, edges), Graph(7), Graph(7, edges[:1])):
        guesses = [permuted_over_pairs(scores, rng) for _ in range(15)]
        guesses += [permuted_nodes(scores, rng) for _ in range(15)]
        for metric in RANKED:
            for options in ({}, *SPECIAL.get(metric.name, [])):
                alone = [float(metric.function(truth, guess, of=of, **options)) for guess in guesses]
                many = ConfidenceBatch(guesses)
                (together,) = ranked_together(truth, many, metric, {"of": of, **options})
                assert together == pytest.approx(alone, rel=1e-12, abs=1e-12, nan_ok=True), metric.name


@pytest.mark.parametrize("null_model", ["permuted-scores", "permuted-labels"])
def test_chance_summarises_the_values_of_its_guesses(null_model):
    """Mean, interval and p-value from their definitions, over guesses drawn with the same seed."""
    rng = np.random.default_rng(5)
    truth, scores = SEVEN, example_scores("ties", rng)
    report = em.chance(truth, scores, null_model=null_model, n_guesses=60, seed=8)
    rng, permute = np.random.default_rng(8), permuted_nodes
    if null_model == "permuted-scores":
        permute = permuted_over_pairs
    guesses = [permute(scores, rng) for _ in range(60)]
    for row in report:
        name = f"{row.metric}:{row.convention}"
        values = np.array([em.evaluate(truth, guess, name)[0].value for guess in guesses])
        as_good = (values >= row.value - 1e-12).sum()
        assert row.chance.p_value == pytest.approx((1 + as_good) / 61), name
        if row.chance.method == "simulated":
            assert row.chance.mean == pytest.approx(values.mean(), abs=1e-12), name
        ends = np.quantile(values, [0.025, 0.975], method="inverted_cdf")
        assert (row.chance.low, row.chance.high) == pytest.approx(tuple(ends), abs=1e-12), name


def test_large_guesses_are_not_held_together(monkeypatch):
    """Guesses that are scored one by one give the same results as all guesses at once."""
    truth, scores = SEVEN, example_scores("few", np.random.default_rng(1))
    at_once = em.chance(truth, scores, n_guesses=20)
    monkeypatch.setattr(guessing, "_MAX_VALUES_AT_ONCE", 1)
    for one, other in zip(em.chance(truth, scores, n_guesses=20), at_once, strict=True):
        assert one.chance.mean == pytest.approx(other.chance.mean, abs=1e-12)
        assert one.chance.p_value == other.chance.p_value


def test_progress_counts_the_guesses_if_requested(capsys):
    em.chance(TRUTH, EdgeScores.of(TRUTH), "roc_auc", n_guesses=2, progress=True)
    assert capsys.readouterr().err == "\rguesses: 1 of 2\rguesses: 2 of 2\n"
    em.chance(TRUTH, EdgeScores.of(TRUTH), "roc_auc", n_guesses=2)
    assert capsys.readouterr().err == ""


def test_the_same_seed_gives_the_same_report():
    scores = scores_of(GIVEN["ties"])
    first, again = (em.chance(TRUTH, scores, n_guesses=20, seed=4).to_json() for _ in range(2))
    assert first == again


# ---- candidates


def over_candidates(pairs, given):
    """Yield the scores with those of the candidates in every order; others stay."""
    for numbers in permutations([given[pair] for pair in pairs]):
        yield given | dict(zip(pairs, numbers, strict=True))


FIVE_PAIRS = [(0, 1), (0, 2), (1, 2), (2, 1), (2, 0)]


@pytest.mark.parametrize("given", [GIVEN["distinct"], GIVEN["ties"]])
@pytest.mark.parametrize("pairs", [FIVE_PAIRS, [(0, 1), (0, 2), (1, 2)]])
def test_scores_are_permuted_within_the_candidates(pairs, given):
    """Every order of the scores of the candidates."""
    candidates = em.Candidates(3, pairs)
    report = em.chance(TRUTH, scores_of(given), candidates=candidates, n_guesses=500)
    guesses = list(over_candidates(pairs, given))
    checked = 0
    for row in report:
        if row.chance is None or math.isnan(row.chance.mean):
            continue
        name = f"{row.metric}:{row.convention}"
        values = [
            em.evaluate(TRUTH, scores_of(guess), name, candidates=candidates)[0].value
            for guess in guesses
        ]
        slack = 1e-12 if row.chance.method == "exact mean" else 4.5 * np.std(values) / 500**0.5 + 1e-12
        assert row.chance.mean == pytest.approx(np.mean(values), abs=slack), row
        checked += row.chance.method == "exact mean"
    assert checked >= 8
    assert f"permuted over {len(pairs)} candidates" in report.warnings[-1]


def test_symmetric_scores_over_candidates_stay_symmetric():
    given = {(0, 1): 0.3, (0, 2): 0.2, (1, 2): 0.9}
    given |= {(j, i): number for (i, j), number in given.items()}
    both = em.Candidates(3, [(0, 1), (1, 0), (1, 2), (2, 1)])
    guess = permuted_over_pairs(scores_of(given), np.random.default_rng(0), both)
    assert guess.is_symmetric
    assert sorted(guess.to_array()[[0, 1], [1, 2]]) == [0.3, 0.9]


def test_only_null_models_that_are_defined_over_the_candidates_are_advised():
    truth = Graph.parse("A --> B --> C")
    scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "B", 0.3)], nodes=truth.nodes)
    some = em.Candidates(truth.nodes, [("A", "B"), ("C", "B")])
    with pytest.warns(em.errors.EdgemarkWarning, match='model="permuted-scores"$'):
        report = em.chance(
            truth, scores, "roc_auc:directed", candidates=some, null_model="random-dags", n_guesses=3
        )
    assert "permuted-labels" not in report.warnings[-1]


def test_pairs_without_a_score_are_no_candidates():
    matrix = np.array([[0, 0.5, np.nan], [0.25, 0, 0.75], [np.nan, 0.125, 0]])
    report = em.chance(TRUTH, EdgeScores(matrix, direction="row-to-column"), "roc_auc:directed")
    assert (report[0].chance.mean, report[0].chance.null_model) == (0.5, "permuted-scores")
    assert "permuted over 4 candidates" in report.warnings[-1]


@pytest.mark.parametrize(
    ("estimate", "metric", "null_model"),
    [
        (TRUTH, "shd:pair mismatch", None),
        (em.GraphSamples([TRUTH]), "edge_brier:directed", None),
        (EdgeScores.of(TRUTH), "roc_auc:directed", "permuted-labels"),
    ],
)
def test_values_stay_where_candidates_leave_no_null_model(estimate, metric, null_model):
    candidates = em.Candidates(3, FIVE_PAIRS)
    with pytest.warns(em.errors.EdgemarkWarning, match="over candidates"):
        report = em.chance(TRUTH, estimate, metric, candidates=candidates, null_model=null_model)
    plain = em.evaluate(TRUTH, estimate, metric, candidates=candidates)
    assert (report[0].value, report[0].status) == (plain[0].value, "ok")
    assert report[0].chance.method == "none"


@pytest.mark.parametrize(
    ("name", "best"),
    [
        ("partial_roc_auc:max_fpr=0.2,scale=raw", 0.2),
        ("partial_roc_auc:max_fpr=0.2", 1),
        ("f1_at_k:k=0.5E", 2 / 3),
        ("recall_at_k:k=1", 1 / 2),
        ("precision_at_k:k=2E", 1 / 2),
        ("precision_at_k:k=0.5E", 1),
        ("recall_at_k:k=2E", 1),
    ],
)
def test_the_best_value_is_that_of_a_perfect_estimate_with_the_same_options(name, best):
    """It was 1, which no estimate can reach with some of these options."""
    truth = Graph.parse("A --> B --> C; D; E")
    scores = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.5)], nodes=list("ABCDE"))
    (row,) = em.chance(truth, scores, [name], n_guesses=5)
    (perfect,) = em.chance(truth, truth, [name], n_guesses=5)
    assert row.chance.best == pytest.approx(best)
    assert perfect.value == pytest.approx(best)
    of_name, _ = bounds_by_name(name)
    assert math.isnan(of_name) or of_name == pytest.approx(best)


def test_text_has_the_whole_name_of_every_metric():
    """If they were cut, "directed" and "directed, of the class" of one metric would look the same."""
    truth = Graph.parse("A --> B --> C")
    samples = em.GraphSamples([truth, Graph.parse("B --> A; C --> B")])
    names = [f"edge_calibration_error:{of}" for of in ("directed", "directed, of the class")]
    text = str(em.chance(truth, samples, names, n_guesses=5))
    assert "\nedge_calibration_error directed  " in text
    assert text.count("\nedge_calibration_error\n  directed, of the class  ") == 2
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("name", ["edge_log_score", "pair_log_score"])
@pytest.mark.parametrize(("options", "clip"), [("", 1 / 22), (":clip=0.2", 0.2)])
def test_log_scores_of_perfect_and_trivial_samples_are_clipped_like_the_estimate(name, options, clip):
    samples = em.GraphSamples([TRUTH] * 9 + [Graph(3)])
    metric = getattr(em.metrics, name)
    found = em.chance(TRUTH, samples, name + options, n_guesses=20)[0].chance
    assert found.best == pytest.approx(-math.log(1 - clip))
    assert found.best == pytest.approx(metric(TRUTH, em.GraphSamples([TRUTH] * 10), clip=clip))
    assert found.empty == pytest.approx(metric(TRUTH, em.GraphSamples([Graph(3)] * 10), clip=clip))
    perfect = em.chance(TRUTH, em.GraphSamples([TRUTH] * 10), name + options, n_guesses=20)[0]
    assert perfect.chance.above == pytest.approx(1)


@pytest.mark.parametrize("name", ["edge_log_score", "pair_log_score"])
def test_the_best_log_score_depends_on_clip(name):
    assert bounds_by_name(f"{name}:clip=0.2")[0] == pytest.approx(-math.log(0.8))
    assert bounds_by_name(name)[0] == 0
