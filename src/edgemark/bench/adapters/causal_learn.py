"""causal-learn's PC and FCI."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from typing import Final, Literal
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.bench.adapters._door import codes, importing, numbers
from edgemark.graph import Graph
from edgemark.io import as_graph

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
    return as_graph(learned, kind="cpdag")


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
    columns = [_StableName(name) for name in names]
    with redirect_stdout(StringIO()):  # it prints edges even with verbose=False
        learned, _ = learn(table, test, _ALPHA, show_progress=False, node_names=columns)
    return as_graph(learned, kind="pag")


class _StableName(str):
    """
    A name with the same hash in every process.

    FCI builds possible d-separating sets by going through sets of nodes, in the order of their hashes,
    and that order decides some graphs. Hashes of a plain str change with PYTHONHASHSEED.
    """

    __slots__ = ()

    def __hash__(self) -> int:
        return crc32(self.encode())


def _table(data: ArrayLike, names: Sequence[str], test: Test) -> NDArray[np.int64] | NDArray[np.float64]:
    return codes(data, names) if test == "chisq" else numbers(data, names)
