"""Numbers over candidate pairs, against definitions written over sets of pairs."""

import pickle
import random
import warnings
from itertools import combinations, permutations
from math import isnan

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

import edgemark as em
from edgemark import Candidates, EdgeScores, Graph
from edgemark.errors import AlignmentError, GraphError, KindError
from edgemark.metrics.restricted_pairs import within
from tests.oracle import metrics as oracle

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
NODES = list("ABCDE")
ORDERED = list(permutations(NODES, 2))


def drawn_edges(rng, glyphs):
    found = []
    for pair in combinations(NODES, 2):
        if rng.random() < 0.6:
            a, b = rng.sample(pair, 2)
            found.append((a, rng.choice(glyphs), b))
    return found


def drawn(seed, glyphs=("-->", "---")):
    rng = random.Random(seed)
    counted = [pair for pair in ORDERED if rng.random() < 0.5]
    return drawn_edges(rng, glyphs), drawn_edges(rng, glyphs), counted


def either_way(counted):
    return {frozenset(pair) for pair in counted}


def kept(edges, counted):
    """The edges of the unordered pairs for which a direction counts."""
    return [edge for edge in edges if frozenset((edge[0], edge[2])) in either_way(counted)]


def value(truth, estimate, counted, metric, convention=""):
    report = em.evaluate(
        Graph(NODES, truth), Graph(NODES, estimate), f"{metric}:{convention}" if convention else metric,
        candidates=Candidates(NODES, counted),
    )  # fmt: skip
    return report[metric, convention] if convention else report[metric]


def by_sets(true, found, places):
    true, found = true & places, found & places
    return len(true & found), len(found - true), len(true - found), len(places - true - found)


def confusion_of(truth, estimate, counted, of):
    names = ("tp", "fp", "fn", "tn")
    return tuple(value(truth, estimate, counted, name, of).value for name in names)


SEEDS = range(40)


@pytest.mark.parametrize("seed", SEEDS)
def test_shd_counts_the_unordered_pairs_that_may_have_an_edge(seed):
    truth, estimate, counted = drawn(seed, ("-->", "---", "<->", "o->"))
    pairs = either_way(counted)
    true, found = oracle.states(NODES, truth), oracle.states(NODES, estimate)
    row = value(truth, estimate, counted, "shd", "pair mismatch")
    assert (row.value, row.of) == (sum(true[p] != found[p] for p in pairs), len(pairs))
    left = kept(truth, counted), kept(estimate, counted)
    row = value(truth, estimate, counted, "endpoint_hamming")
    assert (row.value, row.of) == (oracle.endpoint_hamming(NODES, *left), 2 * len(pairs))


@pytest.mark.parametrize("seed", SEEDS)
def test_directions_are_counted_where_they_are_candidates(seed):
    truth, estimate, counted = drawn(seed)
    arrows = [{(a, b) for a, glyph, b in edges if glyph == "-->"} for edges in (truth, estimate)]
    assert confusion_of(truth, estimate, counted, "directed") == by_sets(*arrows, set(counted))
    entries = [
        true | {pair for a, glyph, b in edges if glyph == "---" for pair in ((a, b), (b, a))}
        for true, edges in zip(arrows, (truth, estimate), strict=True)
    ]
    assert confusion_of(truth, estimate, counted, "entries") == by_sets(*entries, set(counted))
    row = value(truth, estimate, counted, "shd", "arc hamming")
    assert (row.value, row.of) == (len((entries[0] ^ entries[1]) & set(counted)), len(counted))
    shared = either_way((a, b) for a, _, b in truth) & either_way((a, b) for a, _, b in estimate)
    both = {pair for pair in counted if frozenset(pair) in shared}
    assert confusion_of(truth, estimate, counted, "directed shared") == by_sets(*arrows, both)


@pytest.mark.parametrize("seed", SEEDS)
def test_adjacencies_and_marks_are_counted_on_pairs(seed):
    truth, estimate, counted = drawn(seed)
    pairs = either_way(counted)
    joined = [either_way((a, b) for a, _, b in edges) for edges in (truth, estimate)]
    assert confusion_of(truth, estimate, counted, "skeleton") == by_sets(*joined, pairs)
    heads = [{(a, b) for a, glyph, b in edges if glyph == "-->"} for edges in (truth, estimate)]
    ends = {(a, b) for a, b in ORDERED if frozenset((a, b)) in pairs}
    assert confusion_of(truth, estimate, counted, "arrowheads") == by_sets(*heads, ends)


@pytest.mark.parametrize("seed", SEEDS)
def test_weighted_sums_are_those_of_the_pairs_that_count(seed):
    truth, estimate, counted = drawn(seed)
    left = kept(truth, counted), kept(estimate, counted)
    found = value(truth, estimate, counted, "weighted_shd", "half match").value
    assert found == oracle.weighted_shd(NODES, *left)
    row = value(truth, estimate, counted, "nced")
    pairs = len(either_way(counted))
    if not pairs:
        assert isnan(row.value)
        return
    whole = oracle.nced(NODES, *left, 0.2) * len(ORDERED) / (2 * pairs)
    assert row.value == pytest.approx(float(whole))


@pytest.mark.parametrize("seed", SEEDS)
def test_classes_are_those_of_whole_graphs_of_which_some_pairs_count(seed):
    rng = random.Random(seed)
    truth, estimate = (
        [(a, "-->", b) for a, b in combinations(NODES, 2) if rng.random() < 0.5] for _ in range(2)
    )
    counted = [pair for pair in ORDERED if rng.random() < 0.5]
    true, found = (oracle.states(NODES, oracle.as_cpdag(NODES, edges)) for edges in (truth, estimate))
    row = value(truth, estimate, counted, "shd", "both to cpdag")
    assert row.value == sum(true[p] != found[p] for p in either_way(counted))


@pytest.mark.parametrize("seed", SEEDS)
def test_scores_are_ranked_over_candidates(seed):
    truth, _, counted = drawn(seed)
    rng = np.random.default_rng(seed)
    array = np.where(np.eye(5), 0, rng.integers(0, 4, (5, 5)) / 4)
    scores = EdgeScores(array, NODES, direction="row-to-column")
    score = {(a, b): array[NODES.index(a), NODES.index(b)] for a, b in ORDERED}
    graph, candidates = Graph(NODES, truth), Candidates(NODES, counted)
    report = em.evaluate(graph, scores, ["roc_auc", "average_precision"], candidates=candidates)
    arrows = {(a, b) for a, glyph, b in truth if glyph == "-->"}
    joined = either_way((a, b) for a, _, b in truth)
    directed = [(score[pair], pair in arrows) for pair in counted]
    skeleton = [
        (max(score[pair] for pair in counted if set(pair) == both), both in joined)
        for both in either_way(counted)
    ]
    for of, places in (("directed", directed), ("skeleton", skeleton)):
        numbers, labels = zip(*places, strict=True)
        for name, peer in (("roc_auc", roc_auc_score), ("average_precision", average_precision_score)):
            row = report[name, of]
            if row.status == "ok":
                assert row.value == pytest.approx(peer(labels, numbers))
            else:
                assert len(set(labels)) == 1
    by_nan = array.copy()
    for a, b in set(ORDERED) - set(counted):
        by_nan[NODES.index(a), NODES.index(b)] = np.nan
    unscored = EdgeScores(by_nan, NODES, direction="row-to-column")
    assert unscored.candidates == candidates
    again = em.evaluate(graph, unscored, ["roc_auc", "average_precision"])
    assert [row.value for row in again] == pytest.approx([row.value for row in report], nan_ok=True)
    if report["roc_auc", "directed"].status == "ok":
        assert em.roc_auc(graph, unscored) == report["roc_auc", "directed"].value


@pytest.mark.parametrize("seed", range(12))
def test_many_estimates_get_the_numbers_of_one(seed):
    truth, first, counted = drawn(seed)
    others = [drawn(seed + 100 * k)[1] for k in range(1, 4)]
    estimates = [Graph(NODES[::-1], edges) for edges in (first, *others)]
    graph, candidates = Graph(NODES, truth), Candidates(NODES, counted)
    table = em.evaluate_many(graph, estimates, candidates=candidates)
    pairs = em.evaluation.evaluate_pairs([graph] * 4, estimates, candidates=candidates)
    assert np.array_equal(table.values, pairs.values, equal_nan=True)
    for k, estimate in enumerate(estimates):
        report = em.evaluate(graph, estimate, candidates=candidates)
        for row in report:
            found = table[row.metric, row.convention][k]
            assert found == pytest.approx(row.value, nan_ok=True)
        again = table.report(k)
        assert again["shd", "pair mismatch"] == report["shd", "pair mismatch"]


def test_all_pairs_are_the_same_as_no_candidates():
    truth, estimate, _ = drawn(3)
    sides = Graph(NODES, truth), Graph(NODES, estimate)
    every = em.evaluate(*sides, candidates=Candidates(NODES))
    for row in em.evaluate(*sides):
        if every[row.metric, row.convention].status == "ok":
            again = every[row.metric, row.convention]
            assert (again.value, again.of) == (row.value, row.of)


# ---- published protocols


def beeline(true_edges, ranked):
    """Early precision ratio of TF-to-gene edges as BEELINE's documentation of its evaluation says."""
    genes = {gene for pair in true_edges for gene in pair}
    possible = {(a, b) for a in {a for a, _ in true_edges} for b in genes if a != b}
    listed = [(pair, abs(round(weight, 6))) for pair, weight in ranked if pair in possible]
    k = min(len(listed), len(true_edges))
    smallest = min((weight for _, weight in listed if weight), default=None)
    if smallest is None:
        return None
    bound = max(smallest, listed[k - 1][1])
    taken = {pair for pair, weight in listed if weight >= bound}
    return len(taken & set(true_edges)) / len(taken) / (len(true_edges) / len(possible))


@pytest.mark.parametrize("seed", range(60))
def test_the_early_precision_ratio_of_beeline_is_reproduced(seed):
    rng = random.Random(seed)
    genes = [f"G{k}" for k in range(8)]
    regulators = genes[:3]
    pairs = [(a, b) for a in regulators for b in genes if a != b]
    true = rng.sample(pairs, rng.randint(2, 8))
    nodes = sorted({gene for pair in true for gene in pair})
    everything = [pair for pair in permutations(nodes, 2) if rng.random() < 0.6]
    ranked = sorted(((pair, rng.randint(-4, 4) / 8) for pair in everything), key=lambda x: -abs(x[1]))
    expected = beeline(true, ranked)
    if expected is None:
        return
    truth = Graph(nodes, [(a, "-->", b) for a, b in true])
    scores = EdgeScores.from_edges(
        [(*pair, weight) for pair, weight in ranked], nodes=nodes, sign="ignore"
    )
    candidates = Candidates.from_causes(nodes, {a for a, _ in true})
    name = "early_precision_ratio", "directed, BEELINE"
    found = em.evaluate(truth, scores, ":".join(name), candidates=candidates)[name]
    assert found.value == pytest.approx(expected)


def test_what_was_known_before_is_no_merit():
    truth = Graph.parse("A --> B --> C; A --> C")
    knowledge = Candidates(truth.nodes, required=[("A", "B")], forbidden=[("C", "A")])
    report = em.evaluate(truth, Graph.parse("A --> B; C"), ["tp", "fn", "tn"], candidates=knowledge)
    counts = [report[name, "directed"].value for name in ("tp", "fn", "tn")]
    assert counts == [0, 2, 1]  # A --> C and B --> C are missed, C --> B is rightly left out


# ---- what is refused, and what is said


@pytest.mark.parametrize(
    "metric",
    [
        "sid",
        "parent_aid",
        "confusion:ancestral",
        "confusion:unshielded-colliders",
        "ancestral_precision",
    ],
)
def test_what_is_defined_over_all_pairs_is_refused_with_the_reason(metric):
    dag = Graph.parse("A --> B --> C")
    report = em.evaluate(dag, dag, metric, candidates=Candidates(dag.nodes, [("A", "B")]))
    assert {row.status for row in report} == {"refused"}
    assert all("only defined over all pairs of nodes" in row.reason for row in report)


def test_a_row_says_how_many_pairs_it_is_of():
    dag = Graph.parse("A --> B --> C")
    report = em.evaluate(dag, dag, "shd", candidates=Candidates(dag.nodes, [("A", "B")]))
    assert report["shd", "pair mismatch"].compared == "dag / dag; 1 of 6 ordered pairs"
    assert any("1 of 2 true edges is not counted" in note for note in report.warnings)


def test_the_number_of_true_edges_that_are_no_candidates_is_grammatical():
    dag = Graph.parse("A --> B --> C --> D")

    def warning(graph, *pairs):
        candidates = Candidates(graph.nodes, pairs)
        return next(
            note
            for note in em.evaluate(graph, graph, "shd:skeleton", candidates=candidates).warnings
            if "true edge" in note
        )

    one = warning(dag, ("A", "B"), ("B", "C"))
    assert one == (
        "1 of 3 true edges is not counted, because 'C' and 'D', which it joins, are not candidates"
    )
    two = warning(dag, ("A", "B"))
    assert two.startswith("2 of 3 true edges are not counted, because they join pairs that are not")
    assert warning(dag, ("A", "C")).startswith("none of the 3 true edges is a candidate")
    single = warning(Graph.parse("A --> B; C"), ("A", "C"))
    assert single.startswith("the only true edge is not a candidate, so it is not counted; it joins 'A'")


def test_scores_must_cover_the_candidates():
    truth = Graph.parse("A --> B --> C")
    scores = EdgeScores.from_edges(
        [("A", "B", 1), ("C", "A", 2)], nodes=list("ABC"), unlisted=float("nan")
    )
    with pytest.raises(GraphError, match="every candidate must have a score; 4 have none"):
        em.evaluate(truth, scores, candidates=Candidates(truth.nodes))
    assert em.roc_auc(truth, scores) == 0.0


def test_candidates_over_other_nodes_are_refused():
    truth = Graph.parse("A --> B --> C")
    with pytest.raises(AlignmentError, match="only in the truth: 'C'"):
        em.evaluate(truth, truth, candidates=Candidates(["A", "B"]))


def test_candidates_of_time_series_are_refused():
    series = em.TemporalGraph(["A", "B"], [("A", "-->", "B", 1)], max_lag=1)
    for compare in (em.evaluate, lambda t, e, **options: em.evaluate_many(t, [e], **options)):
        with pytest.raises(KindError, match="without lags"):
            compare(series, series, candidates=Candidates(["A", "B"]))


def test_a_table_of_candidates_survives_pickling():
    truth = Graph.parse("A --> B --> C")
    table = em.evaluate_many(truth, [truth], candidates=Candidates(truth.nodes, [("A", "B")]))
    again = pickle.loads(pickle.dumps(table))
    assert again == table
    assert again.report(0) == table.report(0)


def test_a_sweep_counts_the_pairs_that_are_scored():
    truth = Graph.parse("A --> B --> C")
    listed = [("A", "B", 0.9), ("C", "B", 0.5), ("A", "C", 0.1)]
    scores = EdgeScores.from_edges(listed, unlisted=float("nan"))
    sweep = em.evaluation.threshold_sweep(
        truth, scores, ["tp:directed", "tn:directed"], thresholds=[0.4]
    )
    assert (sweep["tp"].tolist(), sweep["tn"].tolist()) == ([1.0], [1.0])


def test_expected_numbers_are_those_of_candidates():
    truth = Graph.parse("A --> B --> C")
    samples = em.GraphSamples([truth, Graph.parse("A --> B; C")])
    candidates = Candidates(truth.nodes, [("A", "B"), ("B", "A")])
    assert (
        em.evaluation.expected(truth, samples, "shd:pair mismatch", candidates=candidates)["shd"].value
        == 0
    )
    brier = em.evaluate(truth, samples, "edge_brier:directed", candidates=candidates)["edge_brier"]
    assert brier.value == 0.0


def test_a_graph_without_the_metric_door_is_refused_as_in_the_report():
    dag = Graph.parse("A --> B")
    counted = within(dag, Candidates(dag.nodes))
    with pytest.raises(KindError, match="only defined over all pairs"):
        em.sid(counted, dag)


@pytest.mark.parametrize("given", [[("A", "B")], {("A", "B")}, "pairs.csv", [(0, 1)], np.eye(2) > 0])
def test_c5_what_is_no_candidates_is_refused_at_every_door(given):
    truth, scores = Graph.parse("A --> B"), [[0, 0.5], [0.1, 0]]
    doors = [
        lambda: em.evaluate(truth, truth, "shd", candidates=given),
        lambda: em.evaluate_many(truth, [truth, truth], "shd", candidates=given),
        lambda: em.evaluation.evaluate_pairs([truth], [truth], "shd", candidates=given),
        lambda: EdgeScores(scores, ["A", "B"], direction="row-to-column", candidates=given),
        lambda: EdgeScores.from_edges([("A", "B", 0.5)], candidates=given),
        lambda: EdgeScores.from_pvalues([("A", "B", 0.5)], candidates=given),
        lambda: EdgeScores.from_pvalues(scores, direction="row-to-column", candidates=given),
        lambda: em.evaluation.expected(truth, em.GraphSamples([truth]), "shd", candidates=given),
    ]
    for door in doors:
        with pytest.raises(em.errors.InputTypeError, match=r"Candidates\(nodes, pairs\)"):
            door()


@pytest.mark.parametrize("seed", range(8))
def test_13_true_edges_without_a_score_are_counted_in_words_and_for_tables(seed):
    """`unlisted=nan` leaves pairs out; how many true edges these are is said wherever scores are."""
    rng = np.random.default_rng(seed)
    nodes = list("ABCDE")
    truth = Graph.from_edges(
        [(a, "-->", b) for k, a in enumerate(nodes) for b in nodes[k + 1 :] if rng.random() < 0.6],
        nodes=nodes,
    )
    pairs = [(a, b) for a in nodes for b in nodes if a != b and rng.random() < 0.5]
    scores = em.EdgeScores.from_edges(
        [(a, b, rng.random()) for a, b in pairs], nodes=nodes, unlisted=float("nan")
    )
    lost = [(a, b) for a, _, b in truth.edges() if (a, b) not in pairs]
    n = truth.n_edges
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        notes = em.evaluate(truth, scores, "roc_auc").warnings
        em.evaluate_many(truth, {"pc": scores, "ges": scores}, "roc_auc")
        em.evaluation.evaluate_pairs([truth], [scores], "roc_auc")
    of_tables = [str(one.message) for one in caught if str(one.message).startswith("estimate ")]
    if not lost:
        assert not any("true edge" in note for note in notes)
        assert of_tables == []
        return
    (note,) = [note for note in notes if "true edge" in note]
    words = f"none of the {n} true edges" if len(lost) == n else f"{len(lost)} of {n} true edges"
    assert note.startswith(words)
    assert "score" in note
    a, b = lost[0]
    assert f"{a!r} --> {b!r}" in note
    both, single = of_tables
    assert both == f"estimate 'pc': {note}; true edges are not counted for 1 other estimate either"
    assert single == f"estimate '0': {note}"


def test_13_the_only_true_edge_without_a_score_is_named():
    scores = em.EdgeScores.from_edges([("B", "A", 1.0), ("A", "C", 0.5)], unlisted=float("nan"))
    notes = em.evaluate(Graph.parse("A --> B; C"), scores, "roc_auc").warnings
    assert "the only true edge has no score, so it is not counted: 'A' --> 'B'" in notes
