"""causal-learn's PC and FCI."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from itertools import combinations
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.bench.adapters._door import codes, importing, numbers
from edgemark.graph import Graph

__all__ = ["fci", "pc"]

Test = Literal["fisherz", "chisq"]

_ALPHA: Final = 0.05


def pc(data: ArrayLike, names: Sequence[str], *, test: Test) -> Graph:
    """
    Learn a CPDAG with the stable PC algorithm, alpha 0.05.

    Args:
        data: n x p numbers; whole ones, a state each, for the chi-square test.
        names: the p columns' names. The graph can depend on the order of the columns.
        test: of conditional independence, "fisherz" or "chisq".

    Returns:
        A graph declared a CPDAG. Where tests contradict each other it may fail to be one, which
        ``graph.objection()`` then says.

    Raises:
        MissingExtraError: causal-learn is not installed.
        EdgemarkError: the data do not fit the test.
    """
    table = _table(data, names, test)
    with importing("causal-learn"):
        from causallearn.search.ConstraintBased.PC import pc as learn
    learned = learn(table, _ALPHA, test, show_progress=False, node_names=list(names))
    return _as_graph(learned.G).with_kind("cpdag")


def fci(data: ArrayLike, names: Sequence[str], *, test: Test) -> Graph:
    """
    Learn a PAG with the FCI algorithm, alpha 0.05.

    Args:
        data: n x p numbers; whole ones, a state each, for the chi-square test.
        names: the p columns' names. The graph can depend on the order of the columns, and on the
            alphabetical order of the names, in which FCI tries separating sets.
        test: of conditional independence, "fisherz" or "chisq".

    Returns:
        A graph declared a PAG.

    Raises:
        MissingExtraError: causal-learn is not installed.
        EdgemarkError: the data do not fit the test.
    """
    table = _table(data, names, test)
    with importing("causal-learn"):
        from causallearn.search.ConstraintBased.FCI import fci as learn
    with redirect_stdout(StringIO()):  # it prints edges even with verbose=False
        learned, _ = learn(table, test, _ALPHA, show_progress=False, node_names=list(names))
    return _as_graph(learned).with_kind("pag")


def _table(data: ArrayLike, names: Sequence[str], test: Test) -> NDArray[np.int64] | NDArray[np.float64]:
    return codes(data, names) if test == "chisq" else numbers(data, names)


_MARKS_AT_ROW: Final = {-1: "-", 1: "<", 2: "o"}


def _as_graph(learned: Any) -> Graph:
    """Read a GeneralGraph, whose cell i, j holds the mark at i."""
    nodes = [node.get_name() for node in learned.get_nodes()]
    edges = []
    for i, j in combinations(range(len(nodes)), 2):
        if learned.graph[i, j]:
            left, right = (_MARKS_AT_ROW[int(learned.graph[at])] for at in ((i, j), (j, i)))
            edges.append((nodes[i], f"{left}-{right.replace('<', '>')}", nodes[j]))
    return Graph(nodes, edges)
