"""Which effects would be estimated wrongly after the estimate, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.conventions import ComparedClass, Invalid, Strategy, choices, require
from edgemark.errors import MissingExtraError
from edgemark.graph import Graph
from edgemark.machine import demand_memory, n_threads
from edgemark.metrics._metric import as_graphs
from edgemark.metrics.adjustment import STRATEGIES, compared_classes

__all__ = ["Effects", "effects"]

VERDICTS = ("right", "claimed zero", "not amenable", "invalid adjustment set")
"""What is said of an effect, by its code."""


@dataclass(frozen=True)
class Effects:
    """
    A verdict on the effect of each treatment on each outcome.

    Attributes:
        treatments: names of the treatments, one for each row.
        outcomes: names of all nodes, one for each column.
        codes: uint8, shape (treatments, outcomes), read-only: 0 "right"; 1 "claimed zero", where there
            may be an effect; 2 "not amenable", identifiable by adjustment in one graph only; 3 "invalid
            adjustment set". A node's effect on itself is "right".

    Examples:
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("A <-- B --> C")
        >>> verdicts = effects(truth, found)
        >>> verdicts["A", "B"], verdicts["B", "C"], verdicts.n_wrong
        ('claimed zero', 'right', 3)
        >>> next(verdicts.wrong())
        ('A', 'B', 'claimed zero')
    """

    treatments: tuple[str, ...]
    outcomes: tuple[str, ...]
    codes: NDArray[np.uint8]

    def __getitem__(self, pair: tuple[str, str]) -> str:
        """
        Give the verdict on the effect of a treatment on an outcome, by their names.

        Raises:
            KeyError: no such treatment or outcome.
        """
        treatment, outcome = pair
        return VERDICTS[self.codes[self._rows[treatment], self._columns[outcome]]]

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {name: k for k, name in enumerate(self.treatments)}

    @cached_property
    def _columns(self) -> dict[str, int]:
        return {name: k for k, name in enumerate(self.outcomes)}

    @property
    def n_wrong(self) -> int:
        """Number of effects that are not right: for all treatments, the distance."""
        return int(np.count_nonzero(self.codes))

    def wrong(self) -> Iterator[tuple[str, str, str]]:
        """Give treatment, outcome and verdict of every effect that is not right."""
        for row, column in zip(*map(np.ndarray.tolist, np.nonzero(self.codes)), strict=True):
            verdict = VERDICTS[self.codes[row, column]]
            yield self.treatments[row], self.outcomes[column], verdict

    def to_frame(self) -> Any:
        """
        Give a pandas frame of verdicts, a row for each treatment, a column for each outcome.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "frames") from None
        words = np.array(VERDICTS)[self.codes]
        rows = pandas.Index(self.treatments, name="treatment")
        return pandas.DataFrame(words, rows, pandas.Index(self.outcomes, name="outcome"))


def effects(
    truth: Any,
    estimate: Any,
    *,
    strategy: Strategy = "parents",
    treatments: Iterable[str] | None = None,
    compare: ComparedClass = "auto",
    invalid: Invalid = "raise",
) -> Effects:
    """
    Say of every effect whether it would be estimated wrongly after the estimate, and why.

    Args:
        truth: a DAG or a CPDAG, p nodes.
        estimate: a DAG or a CPDAG on the same nodes.
        strategy: what the estimate says to adjust for: the "parents" of the treatment, as `sid` and
            `parent_aid`; its "ancestors", as `ancestor_aid`; the optimal set "oset", as `oset_aid`.
        treatments: names of the nodes whose effects are asked for; None takes all, p² verdicts.
        compare: as for `parent_aid`.
        invalid: as for `parent_aid`.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: no such strategy.
        GraphError: a treatment is no node.
        KindError: as for `parent_aid`.
        LimitError: the memory will not suffice.

    References:
        Henckel, Würtzen, Weichwald (2024), Adjustment identification distance: a gadjid for causal
        structure learning, UAI.

    Examples:
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("A <-- B --> C")
        >>> effects(truth, found, treatments=["B"]).n_wrong
        1
    """
    for option, got, allowed in (
        ("strategy", strategy, Strategy),
        ("compare", compare, ComparedClass),
        ("invalid", invalid, Invalid),
    ):
        require(f"effects: {option}", got, choices(allowed))
    truth, estimate = as_graphs(truth, estimate)
    rows = _rows(truth, treatments)
    n = truth.n_nodes
    demand_memory(
        2 * len(rows) * n,
        f"{len(rows)} x {n} verdicts",
        "Ask for some treatments only: treatments=[...]",
    )
    views = compared_classes("effects", truth, estimate, compare, invalid)
    number = STRATEGIES.index(strategy)
    codes = _core.adjustment_verdicts(views[0].words, views[1].words, n, number, rows, n_threads())
    codes.flags.writeable = False
    names = truth.nodes
    return Effects(tuple(names[k] for k in rows), tuple(names), codes)


def _rows(truth: Graph, treatments: Iterable[str] | None) -> NDArray[np.uint32]:
    if treatments is None:
        return np.arange(truth.n_nodes, dtype=np.uint32)
    wanted = [treatments] if isinstance(treatments, str) else treatments
    return np.array([truth.index(name) for name in wanted], np.uint32)
