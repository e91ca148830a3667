"""Tables of scores: each best number of a column is bold."""

import edgemark as em
from edgemark import Graph

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
