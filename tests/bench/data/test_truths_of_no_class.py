"""Truths whose marks suggest a CPDAG that they are not."""

import pytest

from edgemark.bench.data import draw
from edgemark.bench.plan import Plan
from edgemark.evaluation.references import mapped
from edgemark.graph import Graph


def truth_of(folder, text):
    (folder / "mine.csv").write_text("A,B,C,D\n1,2,3,4\n4,3,2,1\n")
    (folder / "truth.txt").write_text(text)
    plan = Plan.parse(
        '[plan]\nprimary = "sid"\n[[data]]\nfile = "mine.csv"\ntruth = "truth.txt"\n'
        '[[algorithm]]\nuse = "m:f"\n',
        folder=folder,
    )
    return draw(plan.data[0], 0).truth


@pytest.mark.parametrize(
    ("text", "kind", "cpdag"),
    [
        ("A --> B; C --- D", "pdag", "A --- B; C --- D"),
        ("A --> B --- C; D", "pdag", "A --- B --- C; D"),
        ("A --> B <-- C; D --- A", None, "A --> B <-- C; D --- A"),
        ("A --- B --- C; D", None, "A --- B --- C; D"),
        ("A --> B --> C; D", None, "A --- B --- C; D"),
    ],
)
def test_a_truth_that_is_no_cpdag_has_the_directions_of_its_cpdag(text, kind, cpdag, tmp_path):
    """Its directions counted as errors of every CPDAG, without a warning."""
    truth = truth_of(tmp_path, text)
    assert truth.kind == kind
    assert mapped(truth, "cpdag", "truth") == Graph.parse(cpdag, kind="cpdag")
