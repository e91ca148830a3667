"""Align the nodes of two graphs by name, or say why they differ."""

from __future__ import annotations

from itertools import islice
from typing import TypeVar, cast

from edgemark.errors import AlignmentError, Remedy, listing
from edgemark.graph.core import Graph
from edgemark.graph.counted_names import (
    are_counted_in_disorder,
    are_numbers_in_disorder,
    prefix_of_positions,
    shift_of_counts,
)
from edgemark.graph.estimate import Estimate

_MOST_TWINS = 5  # names in the code of a remedy
_MOST_EXTRA = 5
AnyEstimate = TypeVar("AnyEstimate", Graph, Estimate)


def align(
    truth: Graph | Estimate, estimate: AnyEstimate, sides: tuple[str, str] = ("truth", "estimate")
) -> AnyEstimate:
    """
    Return the estimate with its nodes in the truth's order.

    Args:
        truth: the graph that gives the order of the nodes.
        estimate: the other graph.
        sides: what error messages call the two graphs.

    Raises:
        AlignmentError: the nodes differ, or only one of the graphs has names.

    Examples:
        >>> align(Graph.parse("A --> B"), Graph.parse("B --> A")).nodes
        ('A', 'B')
    """
    names = truth._names
    if names == estimate._names and truth._n == estimate._n:
        return estimate
    last_names, last_result = estimate._cache.get("aligned", (None, None))
    if last_result is not None and (last_names is names or last_names == names):
        return cast("AnyEstimate", last_result)
    _check(truth, estimate, *sides)
    aligned = estimate.with_nodes(truth.nodes)
    estimate._cache["aligned"] = names, aligned
    return aligned


def _check(truth: Graph | Estimate, estimate: Graph | Estimate, first: str, second: str) -> None:
    if truth.is_named != estimate.is_named:
        named, unnamed = (first, second) if truth.is_named else (second, first)
        problem = f"nodes are matched by name; the {unnamed} {_has(unnamed)} none"
        if truth.n_nodes != estimate.n_nodes:
            raise AlignmentError(
                f"{problem}, and the numbers of nodes differ, {truth.n_nodes} and {estimate.n_nodes}",
                Remedy(f"Build the {unnamed} with the names of all nodes of the {named}"),
            )
        with_names, without = (truth, estimate) if truth.is_named else (estimate, truth)
        code, nodes = _code(without, unnamed), _nodes_of(with_names, named)
        if are_numbers_in_disorder(with_names.nodes):
            raise AlignmentError(
                f"{problem}, and those of the {named} are numbers in another order than the positions, "
                f"{listing(with_names.nodes)}",
                Remedy(
                    f"If {_its(unnamed)} positions follow these numbers, name them",
                    f"{code}.with_nodes(sorted({nodes}, key=int))",
                ),
            )
        order = f", {listing(with_names.nodes)}" if are_counted_in_disorder(with_names.nodes) else ""
        raise AlignmentError(
            problem,
            Remedy(
                f"If {_its(unnamed)} positions follow the order of the {named}{order}, name them",
                f"{code}.with_nodes({nodes})",
                "--add-missing-nodes" if unnamed == "estimate" else "",
            ),
        )
    if not truth.is_named:
        raise AlignmentError(
            f"graphs without names must have the same number of nodes; the {first} has "
            f"{truth.n_nodes}, the {second} {estimate.n_nodes}"
        )
    truth_nodes, estimate_nodes = set(truth.nodes), set(estimate.nodes)
    missing = [name for name in truth.nodes if name not in estimate_nodes]
    extra = [name for name in estimate.nodes if name not in truth_nodes]
    if not missing and not extra:
        return
    parts = [f"only in the {first}: {listing(missing)}"] if missing else []
    parts += [f"only in the {second}: {listing(extra)}"] if extra else []
    twins = _twins(missing, extra)
    if twins:
        extra_name, missing_name = next(iter(twins.items()))
        parts.append(f"{extra_name!a} and {missing_name!a} look the same, but have different characters")
    raise AlignmentError(
        f"the two graphs must have the same nodes; {'; '.join(parts)}",
        *_remedies(truth, estimate, missing, extra, (first, second)),
    )


def _twins(missing: list[str], extra: list[str]) -> dict[str, str]:
    """Map each extra name to the missing name that differs from it only in its Unicode form."""
    from unicodedata import normalize

    name_of = {normalize("NFKC", name): name for name in missing if not name.isascii()}
    # If several missing names have the same form, the one in ASCII is taken.
    name_of |= {name: name for name in missing if name.isascii()}
    forms = {name: normalize("NFKC", name) for name in extra}
    return {name: name_of[form] for name, form in forms.items() if form in name_of}


def _remedies(
    truth: Graph | Estimate,
    estimate: Graph | Estimate,
    missing: list[str],
    extra: list[str],
    sides: tuple[str, str],
) -> tuple[Remedy, ...]:
    """Remedies for different nodes: rename them, or add the missing ones."""
    first, second = sides
    if missing and extra:
        return _remedies_to_rename(truth, estimate, missing, extra, sides)
    truth_code, estimate_code = _code(truth, first), _code(estimate, second)
    truth_nodes, estimate_nodes = _nodes_of(truth, first), _nodes_of(estimate, second)
    if second == "candidates":
        return (_remedy_of_candidates(truth_nodes, extra),)
    if missing:
        incomplete_side, incomplete, all_nodes = second, estimate_code, truth_nodes
    else:
        incomplete_side, incomplete, all_nodes = first, truth_code, estimate_nodes
    return (
        Remedy(
            "If a node is left out because it has no edge, add it",
            f"{incomplete}.with_nodes({all_nodes})",
            "--add-missing-nodes" if incomplete_side == "estimate" else "",
        ),
    )


def _remedies_to_rename(
    truth: Graph | Estimate,
    estimate: Graph | Estimate,
    missing: list[str],
    extra: list[str],
    sides: tuple[str, str],
) -> tuple[Remedy, ...]:
    """Remedies for nodes that both sides lack: rename those of the estimate."""
    second = sides[1]
    if twins := _twins(missing, extra):
        say = "Rename nodes whose names look the same"
        # With escapes, since composed and decomposed letters look the same in code.
        new_names = ascii(dict(islice(twins.items(), _MOST_TWINS)))
    else:
        say, new_names = _new_names_of_all(truth, estimate, len(missing), sides) or (
            f"If a node has another name in the {second}, rename it",
            f"{{{extra[0]!r}: {missing[0]!r}}}",
        )
    rename = Remedy(say, f"{_code(estimate, second)}.renamed({new_names})")
    if list(estimate.nodes) != [str(k) for k in range(estimate.n_nodes)]:
        return (rename,)
    write_names = (
        f"Or replace 0, 1, ... in the file of the {second} by the names of the rows and columns"
    )
    return rename, Remedy(write_names)


def _new_names_of_all(
    truth: Graph | Estimate, estimate: Graph | Estimate, n_missing: int, sides: tuple[str, str]
) -> tuple[str, str] | None:
    """Advice to rename all nodes of the estimate, and code for the new names, if all can be guessed."""
    first, second = sides
    truth_nodes, estimate_nodes = _nodes_of(truth, first), _nodes_of(estimate, second)
    if n_missing == truth.n_nodes == estimate.n_nodes:
        say = f"If the nodes of both are in the same order, rename those of the {second}"
        if are_numbers_in_disorder(estimate.nodes):
            estimate_nodes = f"sorted({estimate_nodes}, key=int)"
            say = f"If the numbers are the positions of the nodes in the {first}, rename them"
        elif are_numbers_in_disorder(truth.nodes):
            truth_nodes = f"sorted({truth_nodes}, key=int)"
            say = f"If the numbers are the positions of the nodes in the {second}, rename its nodes"
        return say, f"dict(zip({estimate_nodes}, {truth_nodes}))"
    if (prefix := prefix_of_positions(truth.nodes, estimate.nodes)) is not None:
        # One new name would leave all other names one position off.
        key = f"key=lambda name: int(name[{len(prefix)}:])" if prefix else "key=int"
        by_position = [
            f"sorted({code}, {key})" if are_counted_in_disorder(nodes) else code
            for code, nodes in ((estimate_nodes, estimate.nodes), (truth_nodes, truth.nodes))
        ]
        say = f"If the numbers in the names of the {second} are positions, rename all its nodes"
        return say, f"dict(zip({', '.join(by_position)}))"
    prefix, shift = shift_of_counts(truth.nodes, estimate.nodes)
    if not shift:
        return None
    say = (
        f"If the names of the {second} count from {int(shift < 0)}, and those of the {first} from "
        f"{int(shift > 0)}, rename all its nodes"
    )
    number = f"int(name[{len(prefix)}:]) {'-' if shift < 0 else '+'} 1"
    return say, f"{{name: {prefix!r} + str({number}) for name in {estimate_nodes}}}"


def _remedy_of_candidates(nodes: str, extra: list[str]) -> Remedy:
    """
    Return the remedy for candidates that lack nodes, or have extra ones, such as hidden nodes.

    `with_nodes` adds no nodes to candidates, because it is unknown whether their pairs are candidates.
    """
    if not extra:
        return Remedy(
            "If no pair with these nodes is a candidate, add them without pairs",
            f"Candidates({nodes}, candidates.pairs())",
        )
    say = "Leave these nodes out of the candidates"
    if len(extra) > _MOST_EXTRA:
        return Remedy(say)
    return Remedy(
        say,
        f"Candidates([node for node in candidates.nodes if node not in {extra!r}], "
        f"[pair for pair in candidates.pairs() if not set(pair) & set({extra!r})])",
    )


def _has(side: str) -> str:
    return "have" if side == "candidates" else "has"


def _its(side: str) -> str:
    return "their" if side == "candidates" else "its"


def _nodes_of(side: Graph | Estimate, name: str) -> str:
    """
    Return code for the nodes of a side.

    Scores that are being built have no nodes yet; their nodes are the argument `nodes` of the call.
    """
    return "nodes" if name == "scores" else f"{_code(side, name)}.nodes"


def _code(side: Graph | Estimate, name: str) -> str:
    """
    Return code for a side that also runs if the caller passed an object of another library.
    """
    from edgemark.graph.temporal import TemporalGraph

    if name not in ("truth", "estimate"):
        return name
    if isinstance(side, Graph):
        return f"as_graph({name})"
    return f"as_temporal({name})" if isinstance(side, TemporalGraph) else name
