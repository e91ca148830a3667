"""H4: every note of a report stands where it applies, and not beside it, where it does not."""

import warnings

import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import Candidates, EdgeScores, Graph, GraphSamples, TemporalGraph, TemporalScores

DAG = Graph.parse("A --> B --> C", kind="dag")
CPDAG = Graph.parse("A --- B --- C", kind="cpdag")
PAG = Graph.parse("A o-o B o-o C", kind="pag")
MAG = Graph.parse("A --> B <-> C", kind="mag")
SERIES = TemporalGraph.parse("A --> B; B --> B @1; lags 1")
DECLARED = TemporalGraph.parse("A --- B; B --> B @1; lags 1", kind="dag")
UNDIRECTED = TemporalGraph.parse("A --- B; B --> B @1; lags 1")
LONGER = SERIES.with_max_lag(2)
LAGGED = TemporalGraph.parse("A --> B @1; B --> B @1; lags 1")
SOME = Candidates(list("ABC"), [("A", "B"), ("B", "A")])
FIRST = Candidates(list("ABC"), [("C", "A")])
SCORES = EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4)])
BOTH_WAYS = EdgeScores(np.ones((3, 3)) - np.eye(3), list("ABC"))
LISTED = EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4)], unlisted=float("nan"))
STRENGTHS = TemporalScores([[[0, 0.9], [0.1, 0.4]]], list("AB"), direction="row-to-column", first_lag=1)
SHARES = GraphSamples([DAG, DAG])
CIRCLES = GraphSamples([CPDAG, CPDAG])
GUESSED = em.as_temporal(networkx.MultiDiGraph([("A", "B", {"lag": 0}), ("B", "B", {"lag": 1})]))
PULLED = TemporalGraph(list("AB"), [("A", "---", "B", 0), ("B", "-->", "B", 1)], max_lag=1,
                       conflicts=[("A", "B", 0)])  # fmt: skip
ROUND = TemporalGraph(list("AB"), [("A", "-->", "B", 0), ("B", "-->", "A", 0)], max_lag=1, cycles="keep")

WITHOUT_WEIGHT = em.GraphSamples([*CIRCLES, DAG], weights=[0] * len(CIRCLES) + [1])


def notes(truth, estimate, metrics=None, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", em.errors.EdgemarkWarning)
        report = em.evaluate(truth, estimate, metrics, **options)
    return " | ".join(map(str, report.warnings))


@pytest.mark.parametrize(
    ("phrase", "applies", "beside"),
    [
        ("each undirected edge is an error", (DAG, CPDAG, "shd"), (DAG, DAG, "shd")),
        ("estimate a PAG: compared as given, edges with circles", (MAG, PAG, "shd"), (PAG, PAG, "shd")),
        ("even if the truth's class contains", (PAG, MAG, "shd"), (PAG, PAG, "shd")),
        ("that the truth leaves undirected", (CPDAG, DAG, "shd"), (CPDAG, CPDAG, "shd")),
        ("mark by mark", (MAG, DAG, "shd"), (DAG, CPDAG, "shd")),
        ("because of its marks, but", (DAG, Graph.parse("A --> B --- C"), "shd"), (DAG, CPDAG, "shd")),
        ("is declared a CPDAG, but", (DAG, DAG.with_kind("cpdag"), "shd"), (DAG, CPDAG, "shd")),
        ("rows 'directed' and 'ancestral' of edge_brier", (DAG, CIRCLES), (DAG, SHARES)),
        ("rows 'directed' and 'ancestral' of edge_brier", (DAG, CIRCLES, "edge_brier:ancestral"),
         (DAG, CIRCLES, "edge_brier:skeleton")),
        ("rows 'directed' and 'ancestral' of edge_brier", (DAG, CIRCLES), (DAG, WITHOUT_WEIGHT)),
        ("the scores are symmetric", (DAG, BOTH_WAYS), (DAG, SCORES)),
        ("the truth has edges other than -->", (CPDAG, SCORES), (DAG, SCORES)),
        ("the truth has edges other than -->", (MAG, SCORES), (DAG, SCORES)),
        ("such as roc_auc:entries", (CPDAG, SCORES), (MAG, SCORES)),
        ("such as roc_auc:entries", (CPDAG, SCORES), (PAG, SCORES)),
        ("of 6 ordered pairs that have a score", (DAG, LISTED), (DAG, SCORES)),
        ("does not state its maximum lag", (SERIES, GUESSED), (SERIES, SERIES)),
        ("the estimate is declared a DAG, but", (SERIES, DECLARED), (SERIES, SERIES)),
        ("contradict each other on 1 edge", (SERIES, PULLED), (SERIES, SERIES)),
        ("was searched to lag 1 only", (LONGER, LONGER), (SERIES, SERIES)),
        ("the estimate has no lag 0", (SERIES, LAGGED), (LAGGED, SERIES)),
        ("the estimate has no lag 0", (SERIES, STRENGTHS), (LAGGED, STRENGTHS)),
        ("cyclic within a time step", (SERIES, ROUND), (SERIES, SERIES)),
        ("and the estimate has undirected ones", (SERIES, UNDIRECTED), (SERIES, SERIES)),
        ("and the estimate has undirected ones", (SERIES, UNDIRECTED), (UNDIRECTED, UNDIRECTED)),
        ("and the estimate has undirected ones", (SERIES, UNDIRECTED), (SERIES, PULLED)),
        ("1 edge other than -->, which rankings", (UNDIRECTED, STRENGTHS), (SERIES, STRENGTHS)),
    ],
)  # fmt: skip
def test_h4_a_note_stands_where_it_applies_only(phrase, applies, beside):
    assert phrase in notes(*applies)
    assert phrase not in notes(*beside)


def test_h4_true_edges_that_are_no_candidates_are_noted():
    assert "1 of 2 true edges is not counted" in notes(DAG, SCORES, candidates=SOME)
    assert "none of the 2 true edges is a candidate" in notes(DAG, SCORES, candidates=FIRST)
    all_pairs = Candidates(list("ABC"))
    for phrase in ("not counted", "is a candidate"):
        assert phrase not in notes(DAG, SCORES, candidates=all_pairs)


@pytest.mark.parametrize("mark", ["---", "<->"])
def test_a_true_edge_of_both_directions_is_counted_if_one_of_them_is_a_candidate(mark):
    truth = Graph.parse(f"A {mark} B; B --> C")
    for counted in (("A", "B"), ("B", "A")):
        candidates = Candidates(list("ABC"), [counted, ("B", "C")])
        assert "not counted" not in notes(truth, SCORES, candidates=candidates)
    others = Candidates(list("ABC"), [("C", "A"), ("B", "C")])
    assert "1 of 2 true edges is not counted" in notes(truth, SCORES, candidates=others)


def test_one_of_several_true_edges_without_a_score_is_noted():
    listed = EdgeScores.from_edges([("A", "B", 0.9), ("C", "A", 0.4)], unlisted=float("nan"))
    assert "1 of 2 true edges is not counted, because its pair has no score" in notes(DAG, listed)


@pytest.mark.parametrize("nodes", [("A", "B"), ("B", "A")])
def test_a_true_edge_that_is_no_candidate_is_named_from_cause_to_effect(nodes):
    truth = Graph([*nodes, "C"], [("A", "-->", "B"), ("A", "-->", "C")])
    scores = EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4)])
    some = Candidates(list("ABC"), [("A", "C"), ("B", "A")])
    assert "because 'A' and 'B'" in notes(truth, scores, candidates=some)


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
def test_every_row_says_which_candidates_were_counted():
    some, others = (Candidates(list("ABC"), [("A", "B"), pair]) for pair in (("B", "C"), ("C", "A")))
    of_some, of_others = (em.evaluate(DAG, DAG, candidates=one).rows for one in (some, others))
    assert {row.candidates for row in em.evaluate(DAG, DAG, ["shd", "f1"])} == {""}
    (one,), (other,) = ({row.candidates for row in rows} for rows in (of_some, of_others))
    assert "" not in (one, other)
    assert one != other


def test_the_advice_about_undirected_edges_over_time_gives_a_perfect_class_no_error():
    truth = TemporalGraph.parse("A --> A @1; A --> B; C --> D; lags 1")
    found = TemporalGraph.parse("A --> A @1; A --> B; C --- D; lags 1")
    assert "evaluate(to_tiered_mpdag(truth), estimate)" in notes(truth, found)
    of_class = em.equivalence.to_tiered_mpdag(truth)
    assert em.evaluate(of_class, found, "temporal_shd:total")[0].value == 0
    skeleton = TemporalGraph(found.nodes, [("C", "---", "D", 0)], max_lag=1, kind="undirected")
    assert "to_tiered_mpdag" not in notes(truth, skeleton)
    lagged = [str(one) for one in em.evaluate(truth, found, "temporal_shd:lagged").warnings]
    assert lagged == []


def test_conflicts_within_a_regime_are_counted_in_the_report():
    from edgemark.errors import EdgemarkWarning
    from edgemark.graph import Regime

    truth = TemporalGraph.parse("A --> B; B --> C @1; lags 1")
    edges = TemporalGraph.parse("A --- B; B --> C @1; lags 1").edges()
    first = TemporalGraph(["A", "B", "C"], edges, max_lag=1, conflicts=[("A", "B", 0)])
    second = TemporalGraph.parse("A; B; C; lags 1")
    whole = TemporalGraph.from_regimes([Regime(0, 50, first), Regime(50, 80, second)])
    with pytest.warns(EdgemarkWarning):
        report = em.evaluate(truth, whole, "temporal_shd:total")
    assert any("contradict each other on 1 edge," in text for text in report.warnings)
