"""Verdicts on single effects: which effects the estimate infers wrongly, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark import _core
from edgemark.content_equality import EqualByContent
from edgemark.conventions.options import ComparedClass, Invalid, Strategy, choices, require
from edgemark.errors import GraphError, MissingExtraError, Remedy, listing
from edgemark.graph import Graph
from edgemark.graph.equivalence.hidden_variables import warn_how_skeleton_is_read
from edgemark.graph.pair_lists import several_nodes
from edgemark.graph.text import quoted
from edgemark.metrics.adjustment.classes import compared_classes
from edgemark.metrics.adjustment.mistakes import STRATEGIES
from edgemark.metrics.declaration import as_graphs
from edgemark.resources import demand_memory, n_threads

__all__ = ["Effects", "effects"]

VERDICTS = ("right", "claimed zero", "not amenable", "invalid adjustment set")
"""The verdicts, indexed by their codes."""

_ZERO, _NOT_AMENABLE, _ADJUSTMENT = 1, 2, 3
_MAX_NAMES = 5


@dataclass(frozen=True, eq=False)
class Effects(EqualByContent):
    """
    Verdicts on the effect of each treatment on each outcome.

    Attributes:
        treatments: names of the treatments, one for each row.
        outcomes: names of all nodes, one for each column.
        codes: uint8 of shape (treatments, outcomes), read-only. 0: "right". 1: "claimed zero", although
            there may be an effect. 2: "not amenable", because the effect is identified, or known to be
            zero, in only one of the graphs. 3: "invalid adjustment set". The effect of a node on itself
            is "right".
        strategy: the adjustment set that is read from the estimate.
        truth: the true graph as it was compared.
        estimate: the estimate as it was compared.

    Examples:
        >>> truth, found = Graph.parse("A --> B --> C"), Graph.parse("A <-- B --> C")
        >>> verdicts = effects(truth, found)
        >>> verdicts["A", "B"], verdicts["B", "C"], verdicts.n_wrong
        ('claimed zero', 'right', 3)
        >>> next(verdicts.wrong())
        ('A', 'B', 'claimed zero')
        >>> verdicts.why("A", "C")
        'adjusting for B does not identify it in the truth'
    """

    treatments: tuple[str, ...]
    outcomes: tuple[str, ...]
    codes: NDArray[np.uint8]
    strategy: Strategy
    truth: Graph
    estimate: Graph

    def __getitem__(self, pair: tuple[str, str]) -> str:
        """
        Return the verdict on the effect of a treatment on an outcome, by their names.

        Raises:
            GraphError: the treatment or the outcome is unknown.
        """
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise GraphError(f"an effect needs a pair of a treatment and an outcome; got {pair!r}")
        return VERDICTS[self._code(*pair)]

    def _code(self, treatment: str, outcome: str) -> int:
        row = self._rows.get(self.truth.index(treatment))
        if row is None:
            raise GraphError(
                f"the treatment must be one of {listing(self.treatments)}, which have verdicts; got "
                f"{treatment!r}"
            )
        return int(self.codes[row, self.truth.index(outcome)])

    @cached_property
    def _rows(self) -> dict[int, int]:
        return {self.truth.index(name): k for k, name in enumerate(self.treatments)}

    @property
    def n_wrong(self) -> int:
        """Number of wrong effects; if all nodes are treatments, this is the adjustment distance."""
        return int(np.count_nonzero(self.codes))

    def wrong(self) -> Iterator[tuple[str, str, str]]:
        """Yield treatment, outcome and verdict of every wrong effect."""
        for row, column in zip(*map(np.ndarray.tolist, np.nonzero(self.codes)), strict=True):
            verdict = VERDICTS[self.codes[row, column]]
            yield self.treatments[row], self.outcomes[column], verdict

    def adjusted_for(self, treatment: str, outcome: str) -> tuple[str, ...] | None:
        """
        Return the nodes that the estimate suggests to adjust for, in the order of the nodes.

        It is None if the estimate claims that the effect is zero. It is also None if adjustment does not
        identify the effect in the estimate, because an edge at the treatment has no direction.

        Raises:
            GraphError: the treatment or the outcome is unknown.

        Examples:
            >>> found = Graph.parse("Z --> A --> B --> C <-- W")
            >>> by = {name: effects(found, found, strategy=name) for name in ("ancestors", "oset")}
            >>> by["ancestors"].adjusted_for("B", "C"), by["oset"].adjusted_for("B", "C")
            (('Z', 'A'), ('W',))
        """
        if self._is_open(treatment, outcome) or self._is_claimed_zero(treatment, outcome):
            return None
        treatment, outcome = (self.truth.nodes[self.truth.index(node)] for node in (treatment, outcome))
        if self.strategy == "parents":
            adjustment_set = self.estimate.parents(treatment)
        elif self.strategy == "ancestors":
            adjustment_set = self.estimate.ancestors(treatment)
        else:
            adjustment_set = _optimal_set(self.estimate, treatment, outcome)
        return tuple(sorted(adjustment_set, key=self.truth.index))

    def why(self, treatment: str, outcome: str) -> str:
        """
        Explain why an effect would be estimated wrongly. The text is empty if the verdict is "right".

        Raises:
            GraphError: the treatment or the outcome is unknown.
        """
        code = self._code(treatment, outcome)
        t, y = quoted(str(treatment)), quoted(str(outcome))
        if code == _ZERO:
            claim = (
                f"{y} is a parent of {t}" if self.strategy == "parents" else f"{t} does not cause {y}"
            )
            causes = "causes" if self.truth.is_dag() else "may cause"
            return f"in the estimate {claim}; in the truth {t} {causes} {y}"
        if code == _NOT_AMENABLE:
            is_open = self._is_open(treatment, outcome)
            graph, decided_in, open_in = (
                (self.truth, "truth", "estimate") if is_open else (self.estimate, "estimate", "truth")
            )
            may_cause = _possible_outcomes(graph, treatment)[self.truth.index(outcome)]
            status = "adjustment identifies it" if may_cause else "it is known to be zero"
            return f"{status} in the {decided_in}; in the {open_in} an edge at {t} has no direction"
        if code == _ADJUSTMENT:
            adjustment_set = self._named_set(treatment, outcome)
            return f"adjusting for {adjustment_set} does not identify it in the truth"
        return ""

    def _named_set(self, treatment: str, outcome: str) -> str:
        names = [quoted(name) for name in self.adjusted_for(treatment, outcome) or ()]
        others = f" and {len(names) - _MAX_NAMES} more" if len(names) > _MAX_NAMES else ""
        return ", ".join(names[:_MAX_NAMES] or ["nothing"]) + others

    def _is_open(self, treatment: str, outcome: str) -> bool:
        """
        Whether the estimate has a possibly directed path from the treatment to the outcome that begins
        with an undirected edge.
        """
        row = self._open_outcomes.get(treatment)
        if row is None:
            row = self._open_outcomes[treatment] = _not_amenable(self.estimate, treatment)
        return bool(row[self.truth.index(outcome)])

    def _is_claimed_zero(self, treatment: str, outcome: str) -> bool:
        """Whether the estimate claims that there is no effect."""
        if self.strategy == "parents":
            return self.truth.nodes[self.truth.index(outcome)] in self.estimate.parents(treatment)
        return not _possible_outcomes(self.estimate, treatment)[self.truth.index(outcome)]

    @cached_property
    def _open_outcomes(self) -> dict[str, NDArray[np.bool_]]:
        return {}

    def to_frame(self) -> Any:
        """
        Return the verdicts as a pandas data frame, with treatments as rows and outcomes as columns.

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
    Return a verdict on each causal effect: whether the estimate infers it wrongly, and why.

    Args:
        truth: a DAG, a CPDAG or a declared MPDAG, p nodes.
        estimate: a DAG, a CPDAG or a declared MPDAG on the same nodes.
        strategy: the adjustment set: the "parents" of the treatment, as in `sid` and `parent_aid`; its
            "ancestors", as in `ancestor_aid`; or the optimal set "oset", as in `oset_aid`.
        treatments: nodes whose effects are examined; repetitions are ignored. None takes all nodes,
            which gives p² verdicts.
        compare: which graphs are compared, "auto", "cpdag" or "native", as for `parent_aid`.
        invalid: how to treat an estimate that is not a valid CPDAG, "raise", "native" or "repair", as
            for `parent_aid`.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: an option has an unknown value.
        GraphError: a treatment is not a node.
        KindError: the graphs are of different classes, or not DAGs, CPDAGs or MPDAGs, or an MPDAG has a
            partially directed cycle; the error suggests a remedy.
        LimitError: the computation needs more memory than is available.

    See also:
        parent_aid: the number of wrong effects.
        sid: the same number for two DAGs.

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
    rows = _treatment_rows(truth, treatments)
    n = truth.n_nodes
    first = truth.nodes[int(rows[0])] if len(rows) else ""
    one_treatment = Remedy("Compute the verdicts of one treatment", f"treatments=[{first!r}]")
    remedies = [one_treatment] if len(rows) > 1 else []
    demand_memory(2 * len(rows) * n, f"an array of {len(rows)} x {n} verdicts", *remedies)
    compared = compared_classes("effects", truth, estimate, compare, invalid)
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        warn_how_skeleton_is_read(graph, side)
    strategy_code = STRATEGIES.index(strategy)
    codes = _core.adjustment_verdicts(
        compared[0].words, compared[1].words, n, strategy_code, rows, n_threads()
    )
    codes.flags.writeable = False
    names = truth.nodes
    return Effects(tuple(names[k] for k in rows), tuple(names), codes, strategy, *compared)


def _treatment_rows(truth: Graph, treatments: Iterable[str] | None) -> NDArray[np.uint32]:
    if treatments is None:
        return np.arange(truth.n_nodes, dtype=np.uint32)
    names = [treatments] if isinstance(treatments, str) else several_nodes(treatments, "treatments")
    return np.array(list(dict.fromkeys(truth.index(name) for name in names)), np.uint32)


# ---- effects in one graph


def _optimal_set(graph: Graph, treatment: str, outcome: str) -> frozenset[str]:
    """
    Return the optimal adjustment set: the parents of the nodes on causal paths, except for the treatment
    and its descendants.
    """
    descendants = graph.descendants(treatment)
    if outcome not in descendants:
        return frozenset()
    causal = descendants & (graph.ancestors(outcome) | {outcome})
    return frozenset().union(*map(graph.parents, causal)) - descendants - {treatment}


def _not_amenable(graph: Graph, treatment: str) -> NDArray[np.bool_]:
    """
    Mark the outcomes on which the effect is not amenable to adjustment.

    The graph is compared with a graph without edges, in which every effect is amenable.
    """
    mask: NDArray[np.bool_] = _compared_with_no_edge(graph, treatment, "parents") == _NOT_AMENABLE
    return mask


def _possible_outcomes(graph: Graph, treatment: str) -> NDArray[np.bool_]:
    """
    Mark the outcomes that the treatment may cause.

    The graph is compared with a graph without edges, which claims that every effect is zero.
    """
    mask: NDArray[np.bool_] = _compared_with_no_edge(graph, treatment, "ancestors") == _ZERO
    return mask


def _compared_with_no_edge(graph: Graph, treatment: str, strategy: Strategy) -> NDArray[np.uint8]:
    row, no_edge = np.array([graph.index(treatment)], np.uint32), np.empty(0, np.uint64)
    strategy_code = STRATEGIES.index(strategy)
    codes: NDArray[np.uint8] = _core.adjustment_verdicts(
        graph.words, no_edge, graph.n_nodes, strategy_code, row, 1
    )
    codes_of_treatment: NDArray[np.uint8] = codes[0]
    return codes_of_treatment
