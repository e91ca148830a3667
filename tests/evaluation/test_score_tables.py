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
