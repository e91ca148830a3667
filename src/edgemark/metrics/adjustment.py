"""
Distances between causal effects: count the effects that adjustment in the estimate infers wrongly.

One file, because all of its distances choose in the same way which classes are compared.
"""

from __future__ import annotations

import shlex
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from edgemark import _core
from edgemark.arguments import demand_whole
from edgemark.conventions.effects import ADJUSTMENT
from edgemark.conventions.options import ComparedClass, Invalid, Kind, Strategy, WrongEffects
from edgemark.errors import ClassWarning, KindError, Remedy, levels_to_caller, plural
from edgemark.graph import Graph, GraphStack
from edgemark.graph.equivalence import (
    can_be_repaired,
    chain_objection,
    class_read,
    has_hidden_variables,
    refuse_declaration,
    refuse_false_class,
    repair,
)
from edgemark.graph.equivalence.hidden_variables import warn_how_skeleton_is_read
from edgemark.graph.kinds import (
    WITHOUT_SELECTION,
    class_of,
    demand,
    describe,
    is_plain_dag,
    remedies_for_undirected_edges,
    undirected_is_tail_tail,
)
from edgemark.graph.likes import GraphLike
from edgemark.metrics.batch import Compared, GraphBatch, shared_answer
from edgemark.metrics.cache import remembered
from edgemark.metrics.compared_graphs import OtherSide, Side, cpdag_of
from edgemark.metrics.declaration import as_graphs, metric
from edgemark.metrics.pair_sums import count
from edgemark.resources import demand_memory, n_threads
from edgemark.values import Bounds, Count

__all__ = [
    "ancestor_aid",
    "compared_classes",
    "oset_aid",
    "parent_aid",
    "sid",
    "sid_bounds",
    "sid_lower",
    "sid_upper",
    "wrong_effects",
]

STRATEGIES: tuple[Strategy, ...] = ("parents", "ancestors", "oset")

_MISTAKES: tuple[WrongEffects, ...] = ("zero", "amenability", "adjustment")
_STAND_FOR_CLASS = frozenset({"cpdag", "pdag", "undirected"})
_FEW_NODES = 128  # With fewer nodes, more threads do not help.
_BYTES_PER_NODE = 64 * 12  # Each thread works on 64 treatments at once.
_DEFAULT_EFFORT = 1 << 26
_LARGEST_EFFORT = 1 << 40  # A larger search would take years.


# ---- compared graphs


def compared_classes(
    name: str, truth: Side, estimate: OtherSide, compare: ComparedClass, invalid: Invalid
) -> tuple[Side, OtherSide]:
    """Return the graphs that are compared, both of one class unless `compare` is "native"."""
    if compare != "cpdag" and _valid_class(truth) == _valid_class(estimate) is not None:
        return truth, estimate  # Two DAGs, or two valid CPDAGs, need no further checks.
    _refuse_declarations(truth, estimate, name)
    try:
        return _graphs_of_one_class(name, truth, estimate, compare, invalid)
    except KindError as error:
        raise error.advising(*_remedies_for_hidden(truth, estimate)) from None


def _graphs_of_one_class(
    name: str, truth: Side, estimate: OtherSide, compare: ComparedClass, invalid: Invalid
) -> tuple[Side, OtherSide]:
    kind = _kind_taken_for(estimate)
    if compare == "cpdag" or (compare == "auto" and _stands_for_class(kind, invalid)):
        if compare == "auto":
            _refuse_less_knowledge(name, truth, estimate)
        compared_truth = (
            truth if _is_mpdag_without_knowledge(truth, compare) else cpdag_of(truth, "truth")
        )
        if kind in ("dag", "mpdag"):
            return compared_truth, cpdag_of(estimate, "estimate")
        return compared_truth, _repaired_estimate(name, truth, estimate, invalid)
    _demand_accepted(name, truth, "truth", truth)
    if compare == "auto":
        _refuse_other_class(name, truth, estimate)
    return truth, _repaired_estimate(name, truth, estimate, invalid)


def _refuse_declarations(truth: Compared, estimate: Compared, name: str) -> None:
    """Refuse unsupported declared kinds; for MAGs and PAGs, name the distance that supports them."""
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        try:
            refuse_declaration(graph, name, side)
        except KindError as error:
            remedies = (
                _remedies_by_canonical_sets(truth, estimate) if has_hidden_variables(graph) else ()
            )
            raise error.advising(*remedies) from None


def _remedies_by_canonical_sets(truth: Compared, estimate: Compared) -> Iterator[Remedy]:
    say = "Adjust for canonical sets, which are valid with hidden variables too"
    if class_of(truth) in ("cpdag", "pag") and class_of(estimate) in ("dag", "mag"):
        yield Remedy(say, "adjustment_aid(truth, to_pag(estimate))")
    else:
        yield Remedy(say, "adjustment_aid(truth, estimate)", "--metric adjustment_aid")


def _remedies_for_hidden(truth: Compared, estimate: Compared) -> Iterator[Remedy]:
    """Suggest the distance for MAGs and PAGs, if a graph is declared one or has the marks of one."""
    kinds = {class_of(graph) for graph in (truth, estimate)}
    if kinds.isdisjoint(("mag", "pag")) or not kinds <= {"dag", "cpdag", "mag", "pag"}:
        return
    for graph in (truth, estimate):
        kind = class_of(graph)
        if graph.objection(kind) is not None or (
            kind in ("mag", "pag") and not WITHOUT_SELECTION.issuperset(graph.present_states)
        ):
            return
    yield from _remedies_by_canonical_sets(truth, estimate)


def _is_mpdag_without_knowledge(truth: Compared, compare: ComparedClass) -> bool:
    """Whether a true MPDAG is also a CPDAG, because knowledge directed none of its edges."""
    return compare == "auto" and truth.kind == "mpdag" and truth.objection("cpdag") is None


def _kind_taken_for(graph: Compared) -> Kind:
    """Return the kind that a graph is read as. A DAG is read as one, unless it is declared a class."""
    kind = class_of(graph)
    if kind in (*_STAND_FOR_CLASS, "mpdag") or has_hidden_variables(graph):
        return kind
    return "dag" if graph.is_dag() else kind


def _stands_for_class(kind: Kind, invalid: Invalid) -> bool:
    """Whether the truth is converted to a CPDAG. With "repair", directed cycles are invalid CPDAGs."""
    return kind in _STAND_FOR_CLASS or (kind == "digraph" and invalid == "repair")


def _valid_class(graph: Compared) -> Kind | None:
    """Return the kind of a valid graph that the distances support; None for other graphs."""
    return graph.cached("valid class", _find_valid_class)


def _find_valid_class(graph: Compared) -> Kind | None:
    if is_plain_dag(graph):
        return "dag"
    kind = class_read(graph)
    return None if kind == "mpdag" and _chain_objection(graph) is not None else kind


def _objection(graph: Compared, wanted: Kind) -> str | None:
    reason = graph.objection(wanted)
    return _chain_objection(graph) if reason is None and wanted == "mpdag" else reason


def _refuse_less_knowledge(name: str, truth: Compared, estimate: Compared) -> None:
    """Refuse a CPDAG as the estimate of an MPDAG, because the MPDAG stands for a smaller class."""
    if truth.kind != "mpdag" or truth.objection("cpdag") is None:
        return
    problem = f"{name} compares graphs of one class; the truth is an MPDAG and the estimate a CPDAG"
    if estimate.objection("mpdag") is None:
        raise KindError(problem, *_declare_mpdag())
    raise KindError(problem, _compare_as_given(name))


def _refuse_other_class(name: str, truth: Compared, estimate: Compared) -> None:
    true_kind, estimated_kind = _kind_taken_for(truth), _kind_taken_for(estimate)
    if true_kind == estimated_kind or estimated_kind not in ("dag", "mpdag"):
        return
    problem = (
        f"{name} compares graphs of one class; the estimate is {describe(estimated_kind)} "
        f"and the truth {describe(true_kind)}"
    )
    if estimated_kind == "mpdag":
        remedies = [Remedy("Give the truth the same knowledge, with to_mpdag or to_icpdag")]
        if target := _likely_target(truth, estimate):
            say = f"If interventions gave it, name their targets, such as {target}"
            code = f"to_icpdag(truth, [[{target!r}]])"
            remedies.append(Remedy(say, code, f"--targets {shlex.quote(target)}"))
        raise KindError(problem, *remedies, _compare_as_given(name))
    remedies = [_score_members(name), _compare_as_given(name)]
    if true_kind == "cpdag":
        remedies.insert(0, Remedy("Score the class of the estimate", "to_cpdag(estimate)"))
    if true_kind == "mpdag":
        remedies[:0] = _declare_mpdag()
    raise KindError(problem, *remedies)


def _demand_accepted(name: str, graph: Compared, side: str, truth: Compared) -> None:
    """Refuse a graph whose paths do not show what is true in every member of its class."""
    kind = _kind_taken_for(graph)
    stands_for_class = kind in _STAND_FOR_CLASS or undirected_is_tail_tail(graph)
    wanted: Kind = "cpdag" if stands_for_class else "mpdag" if kind == "mpdag" else "dag"
    reason = _objection(graph, wanted)
    if reason is None:
        return
    if wanted == "mpdag" and graph.objection("mpdag") is None:
        raise KindError(
            f"{name} reads DAGs, CPDAGs and MPDAGs without a partially directed cycle; in the {side} "
            f"{reason}",
            _score_members(name),
        )
    problem = f"{name} reads DAGs and CPDAGs; the {side} is no {wanted.upper()}: {reason}"
    raise KindError(problem, *_remedies_for_invalid_class(name, graph, side, truth))


# ---- remedies


def _remedies_for_invalid_class(
    name: str, graph: Compared, side: str, truth: Compared
) -> Iterator[Remedy]:
    """Suggest how to handle an invalid CPDAG: declare the source of its arrows, or repair it."""
    if not can_be_repaired(graph):
        if isinstance(graph, Graph):
            yield from remedies_for_undirected_edges(graph, side)
        return
    if side == "truth":
        yield Remedy("Repair it", "repair(truth)[0]")
        return
    stands_for_class = _stands_for_class(_kind_taken_for(graph), "repair")
    if stands_for_class and graph.objection("mpdag") is None:
        yield from _declare_mpdag(_likely_target(truth, graph))
    if stands_for_class:
        option = "--invalid repair" if name == "effects" else f"--metric {name}:repaired"
        yield Remedy("Compare the CPDAG that repair returns", 'invalid="repair"', option)


def _declare_mpdag(target: str | None = None) -> Iterator[Remedy]:
    """Suggest declaring the source of the arrows. The command needs a target if the truth is a DAG."""
    yield Remedy(
        "If knowledge or interventions directed its edges, declare an MPDAG",
        'estimate.with_kind("mpdag")',
        "--kind mpdag" if target is None else "",
    )
    if target is not None:
        say = f"If interventions did, pass their targets for the truth, such as {target}"
        code = f"to_icpdag(truth, [[{target!r}]])"
        yield Remedy(say, code, f"--targets {shlex.quote(target)} --kind mpdag")


def _likely_target(truth: Compared, estimate: Compared) -> str | None:
    """
    Return a likely intervention target: the node with the most edges, all of them directed; or None.

    An intervention on a single node directs all of its edges. A truth that is not a DAG needs no target.
    """
    if (
        isinstance(truth, GraphBatch)
        or not truth.is_named
        or not truth.is_dag()
        or truth.kind in _STAND_FOR_CLASS
    ):
        return None
    graph = estimate.stack[0] if isinstance(estimate, GraphBatch) else estimate
    arrows = Counter(node for a, glyph, b in graph.edges() if glyph == "-->" for node in (a, b))
    undirected = {node for a, glyph, b in graph.edges() if glyph != "-->" for node in (a, b)}
    likely = [v for v in graph.nodes if arrows[v] and v not in undirected and _can_be_typed(v)]
    return max(likely, key=lambda v: arrows[v], default=None)


def _can_be_typed(name: str) -> bool:
    """Whether `--targets` reads a name unchanged."""
    return "," not in name and name == name.strip() and name.isprintable() and not name.startswith("-")


def _remedies_instead_of_sid(truth: Compared, estimate: Compared) -> Iterator[Remedy]:
    """Suggest the distances that accept a CPDAG, a MAG or a PAG, which `sid` refuses."""
    yield from _remedies_for_hidden(truth, estimate)
    if class_of(estimate) != "cpdag" or estimate.objection("cpdag") is not None:
        return
    if truth.is_dag():
        yield Remedy(
            "Bound the distance over the class of the estimate",
            "sid_bounds(truth, estimate)",
            "--metric sid_lower --metric sid_upper",
        )
    if class_of(truth) == "dag" or truth.objection("cpdag") is None:
        yield Remedy("Compare classes", "parent_aid(truth, estimate)", "--metric parent_aid")


def _compare_as_given(name: str) -> Remedy:
    if name == "effects":
        return Remedy("Compare the graphs as given", 'compare="native", invalid="native"')
    return Remedy(
        "Compare the graphs as given", 'compare="native", invalid="native"', f"--metric {name}:native"
    )


def _score_members(name: str) -> Remedy:
    metric = "sid" if name in ("effects", "sid_bounds") else name
    return Remedy("Score the DAGs of the class", f'over_class("{metric}", truth, estimate)')


def _chain_objection(graph: Compared) -> str | None:
    if not isinstance(graph, GraphBatch):
        return chain_objection(graph)
    reasons = [chain_objection(graph_of_stack) for graph_of_stack in graph.stack]
    shared_answer(np.array([reason is None for reason in reasons]))
    return reasons[0]


def _repaired_estimate(name: str, truth: Compared, estimate: OtherSide, invalid: Invalid) -> OtherSide:
    if invalid == "raise" or (
        invalid == "repair" and not _stands_for_class(_kind_taken_for(estimate), invalid)
    ):
        _demand_accepted(name, estimate, "estimate", truth)
        return estimate
    if invalid == "native":
        demand(estimate, "pdag", f'{name} with invalid="native"')
        return estimate
    if isinstance(estimate, GraphBatch):
        return GraphBatch(GraphStack([repair(graph)[0] for graph in estimate.stack]))
    repaired, changed = repair(estimate)
    if changed:
        problem = (
            f"the estimate is no CPDAG: {estimate.objection('cpdag')}. repair changed "
            f"{plural(changed, 'mark')}"
        )
        is_mpdag = estimate.objection("mpdag") is None
        remedies = _declare_mpdag(_likely_target(truth, estimate)) if is_mpdag else ()
        warnings.warn(ClassWarning(problem, *remedies), stacklevel=levels_to_caller())
    return repaired


# ---- counting


def _threads(n_nodes: int) -> int:
    if n_nodes < _FEW_NODES:
        return 1
    threads = n_threads()
    what = f"comparing the effects of {n_nodes} nodes"
    one_thread = Remedy(
        "Use one thread, which needs the least memory",
        'import os; os.environ["EDGEMARK_NUM_THREADS"] = "1"',
        "EDGEMARK_NUM_THREADS=1 edgemark ...",
    )
    remedies = [one_thread] if threads > 1 else []
    demand_memory(threads * n_nodes * _BYTES_PER_NODE, what, *remedies)
    return threads


def _mistake_counts(truth: Compared, estimate: Compared, strategy: Strategy) -> Any:
    """Count effects by mistake: claimed zero, wrong amenability, invalid adjustment set."""
    strategy_code = STRATEGIES.index(strategy)
    if isinstance(estimate, GraphBatch):
        return estimate.cached(
            ("adjustment", truth, strategy),
            lambda many: _mistake_counts_of_batch(truth, many, strategy_code),
        )
    assert isinstance(truth, Graph)  # Several truths are always compared with several estimates.
    true, n = truth, truth.n_nodes
    return remembered(
        true,
        estimate,
        ("adjustment", strategy),
        lambda: _core.adjustment_mistakes(true.words, estimate.words, n, strategy_code, _threads(n)),
    )


def _mistake_counts_of_batch(truth: Compared, estimates: GraphBatch, strategy: int) -> Any:
    counts = _core.stack_adjustment_mistakes(
        *_words_and_starts(truth), *_words_and_starts(estimates), truth.n_nodes, strategy, n_threads()
    )
    return counts.T.astype(np.float64)


def _words_and_starts(graphs: Compared) -> tuple[Any, Any]:
    stack = graphs.stack if isinstance(graphs, GraphBatch) else GraphStack([graphs])
    return stack.words, stack.starts


def wrong_effects(
    truth: Compared, estimate: Compared, strategy: Strategy, mistakes: WrongEffects
) -> Count:
    """
    Count the wrong effects. The paths of both graphs must show what is true in every member of their
    classes, as after `compared_classes`.
    """
    counts = _mistake_counts(truth, estimate, strategy)
    wrong = sum(counts) if mistakes == "all" else counts[_MISTAKES.index(mistakes)]
    return count(wrong, of=2 * truth.n_pairs)


# ---- adjustment identification distances


@metric(better="lower", conventions=ADJUSTMENT, cite="henckel2024", batch="pairs")
def parent_aid(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    compare: ComparedClass = "auto",
    invalid: Invalid = "raise",
    mistakes: WrongEffects = "all",
) -> Count:
    """
    Count the causal effects that parent adjustment in the estimate infers wrongly: Parent-AID.

    The adjustment identification distance asks, for every ordered pair of a treatment t and an outcome
    y, whether the estimate leads to the correct effect. If y is a parent of t in the estimate, the
    estimate claims that there is no effect. This is wrong if y may be a descendant of t in the truth.
    Otherwise the estimate claims that adjusting for the parents of t identifies the effect. This is
    wrong if this set is not valid in some DAG of the truth's class. An effect that adjustment identifies
    in neither graph counts as correct. An effect that it identifies in only one graph counts as wrong.
    For two DAGs, this distance is `sid`.

    Also called parent adjustment identification distance, as in gadjid.

    Args:
        truth: a DAG or a CPDAG, p nodes.
        estimate: a DAG or a CPDAG on the same nodes.
        compare: which graphs are compared. "auto": two DAGs as given; if the estimate is a CPDAG and the
            truth a DAG, the CPDAG of the truth. "cpdag": the CPDAGs of both. "native": the graphs as
            given, which may also be MPDAGs without a partially directed cycle.
        invalid: how to treat an estimate with undirected edges that is not a valid CPDAG: "raise"
            refuses it, "native" reads its walks as they are, "repair" compares the result of `repair`
            and warns.
        mistakes: which mistakes to count. "all": all of them. "zero": an effect claimed to be zero that
            may not be. "amenability": an effect that is identified, or known to be zero, in one graph
            only. "adjustment": an invalid adjustment set.

    Returns:
        Number of wrong ordered pairs, 0 to p(p-1); 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the graphs are of different classes, or not DAGs or CPDAGs; the error suggests a
            remedy.
        LimitError: the computation needs more memory than is available.

    See also:
        ancestor_aid: with ancestor adjustment.
        oset_aid: with optimal adjustment.
        sid: the same distance, for DAGs only.
        adjustment_aid: also for hidden variables.
        effects: the verdict on each effect.

    References:
        Henckel, Würtzen, Weichwald (2024), Adjustment identification distance: a gadjid for causal
        structure learning, UAI.

    Examples:
        >>> truth = Graph.parse("A --> B --> C")
        >>> parent_aid(truth, Graph.parse("A <-- B <-- C"))
        Count(6, of=6)
        >>> parent_aid(truth, Graph.parse("A --- B --- C"))
        Count(0, of=6)
    """
    views = compared_classes("parent_aid", truth, estimate, compare, invalid)
    return wrong_effects(*views, "parents", mistakes)


@metric(better="lower", conventions=ADJUSTMENT, cite="henckel2024", batch="pairs")
def ancestor_aid(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    compare: ComparedClass = "auto",
    invalid: Invalid = "raise",
    mistakes: WrongEffects = "all",
) -> Count:
    """
    Count the causal effects that ancestor adjustment in the estimate infers wrongly: Ancestor-AID.

    Like `parent_aid`, but the estimate claims effects only on possible descendants of the treatment and
    adjusts for the ancestors of the treatment. It is 0 if no true edge is missing and the causal order
    is right, for any number of extra edges.

    Also called ancestor adjustment identification distance, as in gadjid.

    Args:
        truth: a DAG or a CPDAG, p nodes; as for `parent_aid`.
        estimate: a DAG or a CPDAG on the same nodes; as for `parent_aid`.
        compare: as for `parent_aid`: "auto", "cpdag", "native".
        invalid: as for `parent_aid`: "raise", "native", "repair".
        mistakes: as for `parent_aid`: "all", "zero", "amenability", "adjustment".

    Returns:
        Number of wrong ordered pairs of treatment and outcome, 0 to p(p-1); 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: as for `parent_aid`.
        LimitError: the computation needs more memory than is available.

    See also:
        parent_aid: with parent adjustment.
        oset_aid: with optimal adjustment.
        ancestral_errors: errors in the ancestral relations themselves.

    References:
        Henckel, Würtzen, Weichwald (2024), Adjustment identification distance: a gadjid for causal
        structure learning, UAI.

    Examples:
        >>> chain = Graph.parse("A --> B --> C --> D")
        >>> tournament = Graph.parse("A --> B --> C --> D; A --> C; A --> D; B --> D")
        >>> ancestor_aid(tournament, chain), parent_aid(tournament, chain)
        (Count(0, of=12), Count(4, of=12))
    """
    views = compared_classes("ancestor_aid", truth, estimate, compare, invalid)
    return wrong_effects(*views, "ancestors", mistakes)


@metric(
    better="lower",
    conventions=ADJUSTMENT,
    cite="henckel2024",
    batch="pairs",
    most_nodes=1000,
)
def oset_aid(
    truth: GraphLike,
    estimate: GraphLike,
    *,
    compare: ComparedClass = "auto",
    invalid: Invalid = "raise",
    mistakes: WrongEffects = "all",
) -> Count:
    """
    Count the causal effects that optimal adjustment in the estimate infers wrongly: Oset-AID.

    Like `ancestor_aid`, but the estimate adjusts for the O-set, which has the least asymptotic variance:
    the parents of the nodes on directed paths from treatment to outcome, without the descendants of the
    treatment. The set depends on the outcome, so the running time grows with p² times the number of
    edges.

    Also called optimal adjustment identification distance, as in gadjid.

    Args:
        truth: a DAG or a CPDAG, p nodes; as for `parent_aid`.
        estimate: a DAG or a CPDAG on the same nodes; as for `parent_aid`.
        compare: as for `parent_aid`: "auto", "cpdag", "native".
        invalid: as for `parent_aid`: "raise", "native", "repair".
        mistakes: as for `parent_aid`: "all", "zero", "amenability", "adjustment".

    Returns:
        Number of wrong ordered pairs of treatment and outcome, 0 to p(p-1); 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: as for `parent_aid`.
        LimitError: the computation needs more memory than is available.

    See also:
        parent_aid: with parent adjustment.
        ancestor_aid: with ancestor adjustment.

    References:
        Henckel, Würtzen, Weichwald (2024), Adjustment identification distance: a gadjid for causal
        structure learning, UAI.

    Examples:
        >>> chain = Graph.parse("A --> B --> C --> D")
        >>> tournament = Graph.parse("A --> B --> C --> D; A --> C; A --> D; B --> D")
        >>> oset_aid(tournament, chain)
        Count(3, of=12)
    """
    views = compared_classes("oset_aid", truth, estimate, compare, invalid)
    return wrong_effects(*views, "oset", mistakes)


# ---- the structural intervention distance


@metric(
    better="lower",
    kinds=("dag",),
    batch="pairs",
    otherwise=_remedies_instead_of_sid,
    cite="peters2015",
)
def sid(truth: GraphLike, estimate: GraphLike) -> Count:
    """
    Count the interventional distributions that the estimate infers wrongly: SID.

    The structural intervention distance computes, for every ordered pair (i, j), the distribution of j
    under an intervention on i by adjusting for the parents of i in the estimate. If j is one of these
    parents, the estimate claims that there is no effect. SID equals `parent_aid` of two DAGs. A distance
    of 0 does not mean that the graphs are equal, because extra edges alone do no harm.

    Args:
        truth: a DAG, p nodes.
        estimate: a DAG on the same nodes.

    Returns:
        Number of wrong ordered pairs, 0 to p(p-1); 0 is best.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: one of the graphs is not a DAG.
        LimitError: the computation needs more memory than is available.

    See also:
        sid_bounds: the range of SID over an equivalence class.
        parent_aid: the same question for CPDAGs.
        expected_sid: mean SID of posterior samples.
        temporal_sid: SID of time series graphs.
        effects: the verdict on each effect.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3).

    Examples:
        >>> truth = Graph.parse("A --> B; A --> C; A --> D; A --> E; B --> C; B --> D; B --> E")
        >>> sid(truth, Graph.parse("B --> A; A --> C; A --> D; A --> E; B --> C; B --> D; B --> E"))
        Count(8, of=20)
    """
    _refuse_declarations(truth, estimate, "sid")
    refuse_false_class(truth, "sid", "truth")
    refuse_false_class(estimate, "sid", "estimate")
    return wrong_effects(truth, estimate, "parents", "all")


def sid_bounds(truth: Any, estimate: Any, *, effort: int = _DEFAULT_EFFORT) -> Bounds:
    """
    Return the smallest and the largest SID over the DAGs of the estimate's equivalence class.

    SID is a sum over the chain components of the CPDAG. The parents of a node are its parents in the
    CPDAG and a clique of its neighbours in the component. Each DAG of the class has an order that begins
    with a maximal clique of the component. The search tries every clique, computes the best order of its
    nodes, and continues with the remaining nodes of the component. It searches each set of remaining
    nodes only once.

    Args:
        truth: a DAG, p nodes.
        estimate: a CPDAG on the same nodes.
        effort: how many steps the search may take for each chain component. A step examines an edge, or
            a subset of a clique. A node may have effort / (16 p) parent sets, which bounds the memory.
            Twice the effort allows one more node in a clique; the default allows 18. The same effort
            always gives the same bounds.

    Returns:
        The SID of the DAG nearest to the truth and of the one farthest from it. If a component needs
        more effort, outer bounds are used: for each node over all its parent sets, and for each pair of
        nodes over the directions of its edge. Then two DAGs of the class are computed, directed along
        the causal order of the truth and against it. If their SIDs equal the bounds, the bounds are
        exact. If not, ``exact`` is false, and ``gap`` is the distance of the bounds from the SIDs that
        were found.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        ConventionError: the effort is not a whole number of at least 0.
        KindError: the truth is not a DAG, or the estimate is not a CPDAG; the error suggests a remedy.
        LimitError: the computation needs more memory than is available.

    See also:
        sid: the distance of two DAGs.
        over_class: the best, mean and worst value of any metric.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3). Wienöbst, Bannach, Liskiewicz (2021), Polynomial-time algorithms for counting
        and sampling Markov equivalent DAGs, for the orders that begin with a maximal clique.

    Examples:
        >>> sid_bounds(Graph.parse("B --> A; C --> A"), Graph.parse("A --- B --- C"))
        Bounds(lower=Count(1, of=6), upper=Count(4, of=6), exact=True)
    """
    demand_whole("effort", effort, 0)
    truth, estimate = as_graphs(truth, estimate)
    bounds = Bounds(*_bounds(truth, estimate, min(int(effort), _LARGEST_EFFORT)))
    warn_how_skeleton_is_read(estimate, "estimate")
    return bounds


def _caution_about_outer_bounds(truth: Compared, estimate: Compared) -> str | None:
    if _bounds(truth, estimate)[2]:
        return None
    return (
        "sid_lower and sid_upper are outer bounds here: the search for the two extreme DAGs reached "
        "its limit of 67 million steps for a chain component, or of parent sets for a node. Raise the "
        "limit with the option effort of sid_bounds"
    )


@metric(better="lower", cite="peters2015", batch="pairs", caution=_caution_about_outer_bounds)
def sid_lower(truth: GraphLike, estimate: GraphLike) -> Count:
    """
    Return the smallest SID over the DAGs of the estimate's equivalence class.

    Also called the lower SID bound.

    Args:
        truth: a DAG, p nodes.
        estimate: a CPDAG on the same nodes.

    Returns:
        The lower bound of `sid_bounds`, 0 to p(p-1). A warning says if the bounds are not exact.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the truth is not a DAG, or the estimate is not a CPDAG.
        LimitError: the computation needs more memory than is available.

    See also:
        sid_upper: the upper bound.
        sid_bounds: both bounds at once.
        over_class: the best, mean and worst value of any metric.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3).

    Examples:
        >>> sid_lower(Graph.parse("B --> A; C --> A"), Graph.parse("A --- B --- C"))
        Count(1, of=6)
    """
    lower: Count = _bounds(truth, estimate)[0]
    return lower


@metric(better="lower", cite="peters2015", batch="pairs", caution=_caution_about_outer_bounds)
def sid_upper(truth: GraphLike, estimate: GraphLike) -> Count:
    """
    Return the largest SID over the DAGs of the estimate's equivalence class.

    Also called the upper SID bound.

    Args:
        truth: a DAG, p nodes.
        estimate: a CPDAG on the same nodes.

    Returns:
        The upper bound of `sid_bounds`, 0 to p(p-1). A warning says if the bounds are not exact.

    Raises:
        AlignmentError: the graphs do not have the same nodes.
        KindError: the truth is not a DAG, or the estimate is not a CPDAG.
        LimitError: the computation needs more memory than is available.

    See also:
        sid_lower: the lower bound.
        sid_bounds: both bounds at once.
        over_class: the best, mean and worst value of any metric.

    References:
        Peters, Bühlmann (2015), Structural intervention distance for evaluating causal graphs, Neural
        Computation 27(3).

    Examples:
        >>> sid_upper(Graph.parse("B --> A; C --> A"), Graph.parse("A --- B --- C"))
        Count(4, of=6)
    """
    upper: Count = _bounds(truth, estimate)[1]
    return upper


def _bounds(
    truth: Compared, estimate: Compared, effort: int = _DEFAULT_EFFORT
) -> tuple[Any, Any, bool, int]:
    """
    Return both bounds (arrays for a batch). For two graphs, also return whether they are exact, and the
    gap.
    """
    if isinstance(estimate, GraphBatch):
        lower, upper, *_ = estimate.cached(
            ("sid bounds", truth), lambda many: _bounds_from_core(truth, many, effort)
        )
        return lower, upper, True, 0
    numbers = remembered(
        truth, estimate, ("sid bounds", effort), lambda: _bounds_from_core(truth, estimate, effort)
    )
    lower, upper, nearest, farthest = (int(number[0]) for number in numbers)
    of = 2 * truth.n_pairs
    gap = nearest - lower + upper - farthest
    return Count(lower, of=of), Count(upper, of=of), gap == 0, gap


def _bounds_from_core(truth: Compared, estimate: Compared, effort: int) -> tuple[Any, Any, Any, Any]:
    _refuse_declarations(truth, estimate, "sid_bounds")
    reason = truth.objection("dag")
    if reason is not None:
        raise KindError(
            f"sid_bounds needs a DAG as the truth; {reason}",
            *remedies_for_undirected_edges(truth, "truth"),
        )
    refuse_false_class(truth, "sid_bounds", "truth")
    reason = estimate.objection("cpdag")
    if reason is not None:
        raise KindError(
            f"sid_bounds needs a CPDAG as the estimate; {reason}", *_remedies_for_cpdag(estimate)
        )
    n = truth.n_nodes
    threads = n_threads() if isinstance(estimate, GraphBatch) else _threads(n)
    return _core.sid_bounds(*_words_and_starts(truth), *_words_and_starts(estimate), n, effort, threads)


def _remedies_for_cpdag(graph: Compared) -> Iterator[Remedy]:
    if graph.kind == "mpdag" and graph.objection("mpdag") is None:
        yield _score_members("sid_bounds")
    elif graph.is_dag():
        yield Remedy("Bound its class", "sid_bounds(truth, to_cpdag(estimate))")
    elif can_be_repaired(graph):
        yield Remedy("Bound the class that repair returns", "sid_bounds(truth, repair(estimate)[0])")
