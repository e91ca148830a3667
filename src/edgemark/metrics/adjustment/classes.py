"""Convert both graphs of an adjustment distance to one kind, such as CPDAG, or refuse them."""

from __future__ import annotations

import shlex
import warnings
from collections import Counter
from collections.abc import Iterator

import numpy as np

from edgemark.conventions.options import ComparedClass, Invalid, Kind
from edgemark.errors import ClassWarning, KindError, Remedy, levels_to_caller, plural
from edgemark.graph import Graph, GraphStack
from edgemark.graph.equivalence import (
    can_be_repaired,
    chain_objection,
    class_read,
    has_hidden_variables,
    refuse_declaration,
    repair,
)
from edgemark.graph.equivalence.cpdags import remedies_for_incomplete_mpdag
from edgemark.graph.kinds import (
    WITHOUT_SELECTION,
    class_of,
    compare_edges,
    demand,
    describe,
    is_plain_dag,
    remedies_for_undirected_edges,
    undirected_is_tail_tail,
)
from edgemark.metrics.batch import GraphBatch, GraphOrBatch, shared_answer
from edgemark.metrics.compared_graphs import OtherSide, Side, cpdag_of

__all__ = ["compared_classes", "refuse_declarations", "remedies_for_hidden", "score_members"]

_READ_AS_CPDAG = frozenset({"cpdag", "pdag", "undirected"})


def compared_classes(
    name: str, truth: Side, estimate: OtherSide, compare: ComparedClass, invalid: Invalid
) -> tuple[Side, OtherSide]:
    """Return the graphs that are compared, both of one kind unless `compare` is "native"."""
    if compare != "cpdag":
        true_kind, estimated_kind = _valid_kind(truth), _valid_kind(estimate)
        if true_kind is not None and true_kind == estimated_kind:
            return truth, estimate  # Two valid graphs of one kind need no further checks.
    refuse_declarations(truth, estimate, name)
    try:
        return _graphs_of_one_kind(name, truth, estimate, compare, invalid)
    except KindError as error:
        raise error.advising(*remedies_for_hidden(truth, estimate)) from None


def _graphs_of_one_kind(
    name: str, truth: Side, estimate: OtherSide, compare: ComparedClass, invalid: Invalid
) -> tuple[Side, OtherSide]:
    kind = _kind_taken_for(estimate)
    if compare == "cpdag" or (compare == "auto" and _is_read_as_cpdag(kind, invalid)):
        if compare == "auto":
            _refuse_less_knowledge(name, truth, estimate)
        is_cpdag_already = compare == "auto" and _is_mpdag_without_knowledge(truth)
        compared_truth = truth if is_cpdag_already else cpdag_of(truth, "truth")
        if kind in ("dag", "mpdag"):
            return compared_truth, cpdag_of(estimate, "estimate")
        return compared_truth, _repaired_estimate(name, truth, estimate, invalid)
    _demand_accepted(name, truth, "truth", truth)
    if compare == "auto":
        _refuse_other_class(name, truth, estimate)
    return truth, _repaired_estimate(name, truth, estimate, invalid)


def _repaired_estimate(
    name: str, truth: GraphOrBatch, estimate: OtherSide, invalid: Invalid
) -> OtherSide:
    """Return the estimate as `invalid` states: checked ("raise"), repaired, or unchanged ("native")."""
    if invalid == "raise" or (
        invalid == "repair" and not _is_read_as_cpdag(_kind_taken_for(estimate), invalid)
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
            f"the estimate is not a CPDAG: {estimate.objection('cpdag')}. repair changed "
            f"{plural(changed, 'mark')}"
        )
        is_mpdag = estimate.objection("mpdag") is None
        remedies = _declare_mpdag(_likely_target(truth, estimate)) if is_mpdag else ()
        warnings.warn(ClassWarning(problem, *remedies), stacklevel=levels_to_caller())
    return repaired


def refuse_declarations(truth: GraphOrBatch, estimate: GraphOrBatch, name: str) -> None:
    """Refuse unsupported declared kinds; for MAGs and PAGs, name the distance that supports them."""
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        try:
            refuse_declaration(graph, name, side)
        except KindError as error:
            remedies = (
                _remedies_by_canonical_sets(truth, estimate) if has_hidden_variables(graph) else ()
            )
            raise error.advising(*remedies) from None


def _remedies_by_canonical_sets(truth: GraphOrBatch, estimate: GraphOrBatch) -> Iterator[Remedy]:
    say = "Adjust for canonical sets, which are valid with hidden variables too"
    if class_of(truth) in ("cpdag", "pag") and class_of(estimate) in ("dag", "mag"):
        yield Remedy(say, "adjustment_aid(truth, to_pag(estimate))")
    else:
        yield Remedy(say, "adjustment_aid(truth, estimate)", "--metric adjustment_aid")


def remedies_for_hidden(truth: GraphOrBatch, estimate: GraphOrBatch) -> Iterator[Remedy]:
    """Suggest the distance for MAGs and PAGs, if a graph is declared or marked as one and is valid."""
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


def _is_mpdag_without_knowledge(truth: GraphOrBatch) -> bool:
    """Whether the truth is an MPDAG and a CPDAG, because knowledge directed none of its edges."""
    return truth.kind == "mpdag" and truth.objection("cpdag") is None


def _kind_taken_for(graph: GraphOrBatch) -> Kind:
    """
    Return the kind that a graph is read as.

    It is "dag" for a graph that is a DAG, unless the declared kind is that of an equivalence class, such
    as "cpdag", or has hidden variables.
    """
    kind = class_of(graph)
    if kind in (*_READ_AS_CPDAG, "mpdag") or has_hidden_variables(graph):
        return kind
    return "dag" if graph.is_dag() else kind


def _is_read_as_cpdag(kind: Kind, invalid: Invalid) -> bool:
    """
    Whether a graph of this kind is read as a CPDAG, if only as an invalid one.

    With "repair", this includes a graph with a directed cycle.
    """
    return kind in _READ_AS_CPDAG or (kind == "digraph" and invalid == "repair")


def _valid_kind(graph: GraphOrBatch) -> Kind | None:
    """Return "dag", "cpdag" or "mpdag" if the graph is a valid one; None for other graphs."""
    return graph.cached("valid kind", _find_valid_kind)


def _find_valid_kind(graph: GraphOrBatch) -> Kind | None:
    if is_plain_dag(graph):
        return "dag"
    kind = class_read(graph)
    return None if kind == "mpdag" and _chain_objection(graph) is not None else kind


def _objection(graph: GraphOrBatch, wanted: Kind) -> str | None:
    reason = graph.objection(wanted)
    return _chain_objection(graph) if reason is None and wanted == "mpdag" else reason


def _chain_objection(graph: GraphOrBatch) -> str | None:
    """Name an arrow in a partially directed cycle; None if there is none. In a batch, all must agree."""
    if not isinstance(graph, GraphBatch):
        return chain_objection(graph)
    reasons = [chain_objection(graph_of_stack) for graph_of_stack in graph.stack]
    shared_answer(np.array([reason is None for reason in reasons]))
    return reasons[0]


def _refuse_less_knowledge(name: str, truth: GraphOrBatch, estimate: GraphOrBatch) -> None:
    """Refuse a CPDAG as the estimate of an MPDAG, because the MPDAG stands for a smaller class."""
    if truth.kind != "mpdag" or truth.objection("cpdag") is None:
        return
    problem = f"{name} compares graphs of one class; the truth is an MPDAG and the estimate a CPDAG"
    if estimate.objection("mpdag") is None:
        raise KindError(problem, *_declare_mpdag())
    raise KindError(problem, _compare_as_given(name))


def _refuse_other_class(name: str, truth: GraphOrBatch, estimate: GraphOrBatch) -> None:
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
            say = f"If interventions directed its edges, name their targets, such as {target}"
            code = f"to_icpdag(truth, [[{target!r}]])"
            remedies.append(Remedy(say, code, f"--targets {shlex.quote(target)}"))
        raise KindError(problem, *remedies, _compare_as_given(name))
    remedies = [score_members(name), _compare_as_given(name)]
    if true_kind == "cpdag":
        remedies.insert(0, Remedy("Score the class of the estimate", "to_cpdag(estimate)"))
    if true_kind == "mpdag":
        remedies[:0] = _declare_mpdag()
    raise KindError(problem, *remedies)


def _demand_accepted(name: str, graph: GraphOrBatch, side: str, truth: GraphOrBatch) -> None:
    """
    Refuse a graph that is not a valid DAG, CPDAG or MPDAG.

    An MPDAG must not have a partially directed cycle, because its paths would not show which effects
    hold in every DAG of its class.
    """
    kind = _kind_taken_for(graph)
    is_cpdag = kind in _READ_AS_CPDAG or undirected_is_tail_tail(graph)
    wanted: Kind = "cpdag" if is_cpdag else "mpdag" if kind == "mpdag" else "dag"
    reason = _objection(graph, wanted)
    if reason is None:
        return
    if wanted == "mpdag" and graph.objection("mpdag") is None:
        raise KindError(
            f"{name} reads DAGs, CPDAGs and MPDAGs without a partially directed cycle; in the {side} "
            f"{reason}",
            score_members(name),
        )
    problem = f"{name} reads DAGs and CPDAGs; the {side} is not {describe(wanted)}: {reason}"
    raise KindError(problem, *_remedies_for_invalid_class(name, graph, side, truth))


# ---- remedies


def _remedies_for_invalid_class(
    name: str, graph: GraphOrBatch, side: str, truth: GraphOrBatch
) -> Iterator[Remedy]:
    """Suggest how to handle an invalid CPDAG: declare what directed its edges, or repair it."""
    if not can_be_repaired(graph):
        if isinstance(graph, Graph):
            yield from remedies_for_undirected_edges(graph, side)
        return
    if isinstance(graph, Graph) and (ways := remedies_for_incomplete_mpdag(graph, side)):
        yield from ways
        return
    if side == "truth":
        # A truth with a directed cycle is no invalid CPDAG. Repairing it would replace the true effects.
        is_cpdag = _is_read_as_cpdag(_kind_taken_for(graph), "raise")
        yield Remedy("Repair it", "repair(truth)[0]") if is_cpdag else compare_edges()
        return
    is_cpdag = _is_read_as_cpdag(_kind_taken_for(graph), "repair")
    if is_cpdag and graph.objection("mpdag") is None:
        yield from _declare_mpdag(_likely_target(truth, graph))
    if is_cpdag:
        option = "--invalid repair" if name == "effects" else f"--metric {name}:repaired"
        yield Remedy("Compare the CPDAG that repair returns", 'invalid="repair"', option)


def _declare_mpdag(target: str | None = None) -> Iterator[Remedy]:
    """
    Suggest declaring that knowledge or interventions directed the edges of the estimate.

    With a likely target, the truth is a DAG. The only command is then the one that passes the target.
    """
    yield Remedy(
        "If knowledge or interventions directed its edges, declare an MPDAG",
        'estimate.with_kind("mpdag")',
        "--kind mpdag" if target is None else "",
    )
    if target is not None:
        say = f"If interventions directed its edges, pass their targets for the truth, such as {target}"
        code = f"to_icpdag(truth, [[{target!r}]])"
        yield Remedy(say, code, f"--targets {shlex.quote(target)} --kind mpdag")


def _likely_target(truth: GraphOrBatch, estimate: GraphOrBatch) -> str | None:
    """
    Return a likely intervention target: among nodes with directed edges only, the one with the most.

    An intervention on a single node directs all of its edges. Return None if there is no such node, or
    if the truth is not a DAG, because targets can convert only a DAG.
    """
    if (
        isinstance(truth, GraphBatch)
        or not truth.is_named
        or not truth.is_dag()
        or truth.kind in _READ_AS_CPDAG
    ):
        return None
    graph = estimate.stack[0] if isinstance(estimate, GraphBatch) else estimate
    n_arrows = Counter(node for a, glyph, b in graph.edges() if glyph == "-->" for node in (a, b))
    undirected = {node for a, glyph, b in graph.edges() if glyph != "-->" for node in (a, b)}
    likely = [v for v in graph.nodes if n_arrows[v] and v not in undirected and _can_be_typed(v)]
    return max(likely, key=lambda v: n_arrows[v], default=None)


def _can_be_typed(name: str) -> bool:
    """Whether `--targets` reads a name unchanged."""
    return "," not in name and name == name.strip() and name.isprintable() and not name.startswith("-")


def _compare_as_given(name: str) -> Remedy:
    if name == "effects":
        return Remedy("Compare the graphs as given", 'compare="native", invalid="native"')
    return Remedy(
        "Compare the graphs as given", 'compare="native", invalid="native"', f"--metric {name}:native"
    )


def score_members(name: str) -> Remedy:
    """Suggest computing the metric for each DAG of the class."""
    metric = "sid" if name in ("effects", "sid_bounds") else name
    return Remedy("Score the DAGs of the class", f'over_class("{metric}", truth, estimate)')
