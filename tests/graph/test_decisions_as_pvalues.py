"""Decisions such as (p < 0.05).astype(int) are not p-values: their 1 marks an edge."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

import edgemark as em
from edgemark import EdgeScores
from edgemark.errors import AmbiguityError

PVALUES = np.array([[1, 0.01], [0.5, 1]])
ROWS = {"direction": "row-to-column"}


@pytest.mark.parametrize(
    "decisions",
    [
        (PVALUES < 0.05).astype(int),
        (PVALUES < 0.05).astype(float).tolist(),
        pd.DataFrame((PVALUES < 0.05) * 1.0, ["A", "B"], ["A", "B"]),
        scipy.sparse.coo_array(([1, 0], ([0, 1], [1, 0])), (2, 2)),
    ],
    ids=["integers", "lists", "frame", "sparse"],
)
def test_a_matrix_of_decisions_is_not_one_of_pvalues(decisions):
    with pytest.raises(AmbiguityError, match=r"got 1 pair with 0, 1 with 1.*EdgeScores"):
        EdgeScores.from_pvalues(decisions, ["A", "B"], **ROWS)


def test_a_list_of_decisions_is_not_one_of_pvalues():
    with pytest.raises(AmbiguityError, match="may be decisions"):
        EdgeScores.from_pvalues([("A", "B", 1), ("B", "A", 0)])


def test_a_file_of_decisions_is_not_one_of_pvalues(tmp_path):
    (tmp_path / "p.csv").write_text("source,target,p_value\nA,B,1\nB,A,0\n")
    with pytest.raises(AmbiguityError, match="may be decisions"):
        em.io.read_scores(tmp_path / "p.csv", pvalues=True)
    scores = em.io.read_scores(tmp_path / "p.csv", pvalues=False)
    assert em.roc_auc(em.Graph.parse("A --> B"), scores) == 1


@pytest.mark.parametrize("cell", [0, 1])
def test_one_number_alone_and_the_diagonal_are_no_decisions(cell):
    matrix = np.full((2, 2), cell)
    np.fill_diagonal(matrix, 1 - cell)
    assert EdgeScores.from_pvalues(matrix, ["A", "B"])["A", "B"] == -cell
    other = np.array([[0, 0, 1], [1, 0, 0.5], [0, 1, 0]])
    assert EdgeScores.from_pvalues(other, **ROWS)["1", "2"] == -0.5
