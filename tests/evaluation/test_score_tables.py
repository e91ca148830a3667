"""Tables of scores: their best numbers, and the reports of their estimates."""

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import ConventionError, InputTypeError

TRUTH = Graph.parse("A --> B --> C")
ESTIMATES = {
    "right": TRUTH,
    "empty": Graph.parse("A; B; C"),
    "reversed": Graph.parse("A --> B <-- C"),
}


def test_each_best_number_of_a_column_is_bold():
    scores = em.evaluate_many(TRUTH, ESTIMATES, ["shd:pair mismatch", "recall:skeleton"])
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in scores.to_markdown().splitlines()
        if line.startswith("|")
    ]
    assert rows[2:] == [["right", "**0**", "**1**"], ["empty", "2", "0"], ["reversed", "1", "**1**"]]


@pytest.mark.parametrize("key", [None, (), ("shd",), ("shd", "skeleton", "x"), ("shd", 3), ["shd"]])
def test_a_key_that_is_no_metric_is_refused_with_an_example(key):
    truth, found = em.Graph.parse("A --> B --> C"), em.Graph.parse("A --> B; C")
    table = em.evaluate_many(truth, [found], ["shd:skeleton"])
    for owner, name in ((table, "table"), (em.evaluate(truth, found, ["shd:skeleton"]), "report")):
        with pytest.raises(em.errors.ConventionError) as error:
            owner[key]
        assert f"as in {name}['shd:skeleton']; got {key!r}" in str(error.value)


def test_a_position_is_no_key_of_a_table():
    truth = em.Graph.parse("A --> B --> C")
    with pytest.raises(em.errors.ConventionError, match="a number must be requested by its metric"):
        em.evaluate_many(truth, [truth], ["shd:skeleton"])[0]


def test_a_report_is_found_by_the_name_or_position_of_its_estimate():
    estimates = dict(zip(("pc", "ges", "lingam"), ESTIMATES.values(), strict=True))
    table = em.evaluate_many(TRUTH, estimates, ["shd"])
    assert table.report("ges") == table.report(1) == table.report(-2)
    with pytest.raises(ConventionError, match=r"one of pc, ges, lingam; got 'gas'. Did you mean 'ges'"):
        table.report("gas")
    for position in (3, -4, 1.0, True, None):
        with pytest.raises(InputTypeError, match="a name or one of 3 positions"):
            table.report(position)


def _scores(*pairs):
    return em.EdgeScores.from_edges(pairs, nodes=TRUTH.nodes, unlisted=float("nan"))


FIRST = ("A", "B", 0.9), ("B", "A", 0.1), ("B", "C", 0.5), ("C", "A", 0.6)


def test_estimates_that_count_different_pairs_have_no_best_number():
    note = "no best value is marked, because some estimates were scored on other candidate pairs"
    scored = {"more": _scores(*FIRST), "fewer": _scores(*FIRST[:3])}
    with pytest.warns(em.errors.ClassWarning, match="2 estimates, such as 'more': only the 4 of 6"):
        text = em.evaluate_many(TRUTH, scored, "roc_auc:directed").to_markdown()
    assert note in text
    assert "bold" not in text
    same = {"one": scored["more"], "two": _scores(*FIRST[:3], ("C", "A", 0.2))}
    with pytest.warns(em.errors.ClassWarning, match="only the 4 of 6 ordered pairs"):
        text = em.evaluate_many(TRUTH, same, "roc_auc:directed").to_markdown()
    assert "| two | **1** |" in text
    assert note not in text


@pytest.mark.filterwarnings("ignore:only the .* of 6 ordered pairs")
def test_stated_candidates_are_the_same_for_every_estimate():
    candidates = em.Candidates(TRUTH.nodes, [pair[:2] for pair in FIRST[:3]])
    scored = {"more": _scores(*FIRST), "fewer": _scores(*FIRST[:3])}
    table = em.evaluate_many(TRUTH, scored, "roc_auc:directed", candidates=candidates)
    assert "| fewer | **1** |" in table.to_markdown()


def test_estimates_of_different_truths_have_no_best_number():
    other = Graph.parse("A --> B; C")
    table = em.evaluation.evaluate_pairs([TRUTH, other], [TRUTH, TRUTH], "shd:pair mismatch")
    text = table.to_markdown()
    assert text.startswith("**2 estimates compared with their truths**")
    assert "no best value is marked, because the estimates have different truths" in text
    assert "| 0 | 0 |" in text


def test_pairs_with_one_truth_have_a_best_number():
    table = em.evaluation.evaluate_pairs([TRUTH, TRUTH], [*ESTIMATES.values()][:2], "shd:pair mismatch")
    assert "**2 estimates compared with the truth**" in table.to_markdown()
    assert "| 0 | **0** |" in table.to_markdown()
