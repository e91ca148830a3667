"""Numbers that differ, and would be equal as float64, are refused by every reader of scores."""

from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from math import isfinite

import networkx
import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import coo_array

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.errors import EdgemarkError
from edgemark.graph.rounding import exactly_written, vanishes

ROWS = {"direction": "row-to-column"}
NAN = float("nan")
# Texts of numbers that differ although float64 does not tell them apart.
TIED = [
    ("1e-350", "1e-330"),
    ("0", "1e-400"),
    ("9007199254740993", "9007199254740992"),
    ("9007199254740993.0", "9007199254740992"),
    ("0.99999999999999999999", "1"),
]
APART = [
    ("1e-300", "1e-301"),
    ("0", "0e-400"),
    ("9007199254740994", "9007199254740992"),
    ("0.5", "0.50"),
]


@pytest.fixture
def files(tmp_path):
    """A reader of two texts, from the lower score to the higher one, for each format."""

    def matrix(low, high, **options):
        (tmp_path / "m.csv").write_text(f",A,B\nA,0,{low}\nB,{high},0\n")
        return em.io.read_scores(tmp_path / "m.csv", **ROWS, **options)

    def listed(low, high, **options):
        (tmp_path / "l.csv").write_text(f"source,target,value\nA,B,{low}\nB,A,{high}\n")
        return em.io.read_scores(tmp_path / "l.csv", unlisted=NAN, **options)

    def causeme(low, high, **options):
        key = '"scores": [[0, 1, 2, 0]], "pvalues"' if options else '"scores"'
        (tmp_path / "c.json").write_text(f"{{{key}: [[0, {low}, {high}, 0]]}}")
        (result,) = em.io.read_causeme(tmp_path / "c.json", nodes=["A", "B"])
        return (
            EdgeScores.from_pvalues(result.pvalues, ["A", "B"], **ROWS) if options else result.scores()
        )

    return matrix, listed, causeme


def test_texts_that_differ_never_tie(files):
    for texts in TIED:
        are_pvalues = all(Decimal(text) <= 1 for text in texts)
        for low, high in permutations(texts):
            for read in files:
                for options in [{}, {"pvalues": True}] if are_pvalues else [{}]:
                    with pytest.raises(EdgemarkError, match=r"so small|would|float64"):
                        read(low, high, **options)


def test_texts_that_float64_tells_apart_keep_their_order(files):
    for texts in APART:
        are_pvalues = all(Decimal(text) <= 1 for text in texts)
        for low, high in permutations(texts):
            for read in files:
                for options in [{}, {"pvalues": True}] if are_pvalues else [{}]:
                    scores = read(low, high, **options)
                    order = np.sign(scores["B", "A"] - scores["A", "B"]) * (-1 if options else 1)
                    assert order == (Decimal(high) > Decimal(low)) - (Decimal(high) < Decimal(low))


def test_what_is_lost_when_a_text_is_read():
    wholes = [str(2**53 + k) for k in range(-3, 4)] + ["1" * 20, "1e23", "0", "-0", "3"]
    decimals = [
        "0.1",
        "1." + "0" * 20 + "1",
        "0." + "9" * 20,
        "2.50",
        "-1e-400",
        "0.0e9",
        "." + "0" * 400,
    ]
    for text in [*wholes, *decimals, *(f"{text}.0" for text in wholes if "e" not in text)]:
        number = float(text)
        exact = Fraction(Decimal(text))
        assert vanishes(text, number) == (number == 0 != exact)
        if isfinite(number) and number.is_integer() and "e" not in text and len(text) < 400:
            assert exactly_written(text, number) == exact
        else:
            assert exactly_written(text, number) == number


def test_the_area_of_the_finding(tmp_path):
    truth = Graph.parse("A --> B; C")
    path = tmp_path / "m.csv"
    text = ",A,B,C\nA,0,{},{}\nB,.9,0,{}\nC,.8,.7,0"
    path.write_text(text.format("1e-300", "1e-280", "1e-290"))
    assert em.roc_auc(truth, em.io.read_scores(path, pvalues=True, **ROWS)) == 1
    path.write_text(text.format("1e-350", "1e-330", "1e-340"))
    with pytest.raises(EdgemarkError, match="so small that it is read as 0"):
        em.io.read_scores(path, pvalues=True, **ROWS)


def _triples(value):
    return [("A", "B", value)]


def _drawn(value):
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", weight=value)
    return graph


def _sparse(value):
    return coo_array((np.array([value]), ([0], [1])), shape=(2, 2))


SMALL = np.longdouble("1e-400")
NEAR_1 = 1 - np.longdouble("1e-19")
UNLISTED = {
    "integers": lambda x: EdgeScores.from_edges(_triples(2**53 + 1), unlisted=x(2**53)),
    "an unlisted integer": lambda x: EdgeScores.from_edges(_triples(2.0**53), unlisted=x(2**53 + 1)),
    "a list": lambda x: EdgeScores.from_edges(_triples(SMALL), unlisted=x(None)),
    "networkx": lambda x: EdgeScores.from_networkx(_drawn(SMALL), unlisted=x(None)),
    "p-values": lambda x: EdgeScores.from_pvalues(_triples(NEAR_1), unlisted=x(None)),
    "sparse": lambda x: EdgeScores(_sparse(2**53 + 1), unlisted=x(2**53), **ROWS),
    "sparse longdouble": lambda x: EdgeScores(_sparse(SMALL), unlisted=x(None), **ROWS),
    "sparse p-values": lambda x: EdgeScores.from_pvalues(_sparse(NEAR_1), unlisted=x(1.0), **ROWS),
}


@pytest.mark.skipif(np.finfo(np.longdouble).eps == np.finfo(float).eps, reason="no longer floats")
@pytest.mark.parametrize("read", UNLISTED.values(), ids=UNLISTED)
def test_a_tie_with_unlisted_pairs_is_refused(read):
    with pytest.raises(EdgemarkError, match="would tie"):
        read(lambda unlisted: unlisted)
    assert read(lambda _: NAN).candidates.pairs() in ([("A", "B")], [("0", "1")])


def test_the_advice_about_ranks_says_what_unlisted_pairs_get():
    edges = [("A", "B", -(2**53)), ("B", "A", -(2**53) - 1)]
    with pytest.raises(EdgemarkError, match="give its rank as unlisted"):
        EdgeScores.from_edges(edges, nodes=list("ABC"), sign="keep", unlisted=0)
    truth = Graph.parse("A --> B; C")
    ranks = {0: 3, -(2**53): 2, -(2**53) - 1: 1}  # as the advice says, among them the rank of unlisted
    ranked = EdgeScores.from_edges(
        [(a, b, ranks[x] / 3) for a, b, x in edges], nodes=list("ABC"), unlisted=ranks[0] / 3
    )
    # Of the five other pairs one is worse than A --> B, and four are better.
    assert em.roc_auc(truth, ranked) == 1 / 5


@pytest.mark.parametrize(
    "matrix",
    [
        np.array([[0, np.inf, 0.2], [0.1, 0, 0.3], [0, 0.5, 0]]),
        pd.DataFrame([[0, np.inf, 0.2], [0.1, 0, 0.3], [0, 0.5, 0]]),
        coo_array(np.array([[0, np.inf, 0.2], [0.1, 0, 0.3], [0, 0.5, 0]])),
    ],
)
def test_infinite_scores_are_the_best_and_not_missing(matrix):
    with pytest.raises(EdgemarkError, match="finite number of the same rank, such as one beyond"):
        EdgeScores(matrix, **ROWS)
    array = np.array([[0, 9, 0.2], [0.1, 0, 0.3], [0, 0.5, 0]])
    truth = Graph.parse("A --> B --> C")
    assert em.roc_auc(truth, EdgeScores(array, list("ABC"), **ROWS)) == 0.875


PVALUES = np.array([[1.0, 0.01], [0.2, 1.0]])


@pytest.mark.parametrize(
    "of",
    [
        np.asarray, np.ndarray.tolist, pd.DataFrame, pl.DataFrame, coo_array,
        lambda array: array.astype(object), lambda array: pd.DataFrame(array).convert_dtypes(),
    ],
)  # fmt: skip
def test_booleans_are_no_pvalues(of):
    assert of(PVALUES) is not None
    assert EdgeScores.from_pvalues(of(PVALUES), **ROWS).to_array()[0, 1] == -0.01
    with pytest.raises(EdgemarkError, match="got True or False"):
        EdgeScores.from_pvalues(of(PVALUES < 0.05), **ROWS)


def test_booleans_of_tigramite_are_no_pvalues():
    pvalues = np.array([[[1, 1], [1, 0.01]], [[1, 0.2], [1, 1]]])
    assert em.io.as_temporal_scores({"p_matrix": pvalues}, of="p-value")["0", "1", 1] == -0.01
    with pytest.raises(EdgemarkError, match="got True or False"):
        em.io.as_temporal_scores({"p_matrix": pvalues < 0.05}, of="p-value")


def test_signs_of_causeme_are_kept_unless_told(tmp_path):
    (tmp_path / "c.json").write_text('{"scores": [[0, -0.9, 0.1, 0]]}')
    (result,) = em.io.read_causeme(tmp_path / "c.json", nodes=["A", "B"])
    assert result.scores()["A", "B"] == -0.9
    assert result.scores(sign="ignore")["A", "B"] == 0.9
    with pytest.raises(EdgemarkError, match="negative"):
        result.scores(sign="refuse")
