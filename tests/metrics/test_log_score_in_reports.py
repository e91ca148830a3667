"""The log score in reports: its row without a limit, and the heading above it."""

import edgemark as em
from edgemark import Graph, GraphSamples

CHAIN = Graph(3, [(0, "-->", 1), (1, "-->", 2)])
WORKED = GraphSamples([CHAIN, CHAIN, Graph(3, [(1, "-->", 0), (1, "-->", 2)]), Graph(3)])


def test_a_score_without_a_limit_keeps_its_row_and_the_others():
    """The error ended the whole report, instead of standing in its row as other refusals do."""
    scores = WORKED.edge_scores()
    report = em.evaluate(CHAIN, scores, ["edge_log_score", "edge_brier"])
    row = report["edge_log_score", "directed"]
    assert (row.status, report["edge_brier", "directed"].status) == ("refused", "ok")
    assert "State the limit of the probabilities" in row.reason
    of_skeleton = report["edge_log_score", "skeleton"].reason
    assert 'of="directed"' in of_skeleton
    assert "Also state the limit" in of_skeleton  # the scores are those of another relation, too


def test_the_heading_of_a_log_score_does_not_say_that_0_is_best():
    text = str(em.evaluate(CHAIN, WORKED, ["edge_brier", "edge_log_score"]))
    first, second = text.split("DISTANCE (lower is better)")
    assert "DISTANCE (0 is best)" in first
    assert "edge_brier" in first
    assert "edge_log_score" not in first
    assert "edge_log_score" in second
    assert "SCORE (higher is better)" in str(
        em.evaluate(CHAIN, WORKED.edge_scores(), ["f1_at_k:directed, k = 0.5E"])
    )
