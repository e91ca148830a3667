"""Truths whose marks suggest a CPDAG that they are not."""

import pytest

from edgemark.bench.data import draw
from edgemark.bench.plan import Plan
from edgemark.errors import GraphError
from edgemark.evaluation.references import mapped
from edgemark.graph import Graph


def truth_of(folder, text, settings=""):
    (folder / "mine.csv").write_text("A,B,C,D\n1,2,3,4\n4,3,2,1\n")
    (folder / "truth.txt").write_text(text)
    plan = Plan.parse(
        '[plan]\nprimary = "sid"\n[[data]]\nfile = "mine.csv"\ntruth = "truth.txt"\n'
        f"{settings}\n"
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


@pytest.mark.parametrize("kind", ["dag", "cpdag"])
def test_a_truth_must_be_of_the_kind_that_the_plan_declares(kind, tmp_path):
    """As a CPDAG, its direction was an error of the true CPDAG; as a DAG, every run was refused."""
    text = "A --- B --> C; D"
    with pytest.raises(GraphError, match=f"that it is declared, {kind}; .* Leave out truth_kind"):
        truth_of(tmp_path, text, f'truth_kind = "{kind}"')
    truth = truth_of(tmp_path, text)
    assert mapped(truth, "cpdag", "truth") == Graph.parse("A --- B --- C; D", kind="cpdag")


def test_a_truth_of_the_declared_kind_is_read(tmp_path):
    assert truth_of(tmp_path, "A --> B <-- C; D", 'truth_kind = "cpdag"').kind == "cpdag"
