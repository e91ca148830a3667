"""Counts of the pairs of an ancestor and a descendant that two graphs share."""

from __future__ import annotations

from edgemark import _core
from edgemark.errors import KindError, Remedy
from edgemark.graph import Graph
from edgemark.graph.kinds import WITHOUT_SELECTION, HasKind, class_of, describe
from edgemark.metrics.cache import remembered

__all__ = ["ancestor_pairs", "refuse_selection"]


def ancestor_pairs(
    truth: Graph, estimate: Graph, truth_is_class: bool = False, estimate_is_class: bool = False
) -> tuple[int, int, int]:
    """
    Count ordered pairs of an ancestor and a descendant: in both graphs, in the truth, in the estimate.

    A pair counts if a directed path leads from its first to its second node. If a graph stands for an
    equivalence class, every member must have such a path. The counts are cached on the estimate for the
    last truth, because several metrics need them.
    """
    return remembered(
        estimate,
        truth,
        ("ancestor pairs", truth_is_class, estimate_is_class),
        lambda: _core.ancestor_overlap(
            truth.words, truth_is_class, estimate.words, estimate_is_class, truth.n_nodes
        ),
    )


def refuse_selection(
    graph: HasKind, what: str, side: str, remedy: Remedy | None = None, *, kind: str | None = None
) -> None:
    """
    Refuse a MAG or a PAG with marks of selection.

    There, A --> B means that A is an ancestor of B or of the selection, and A <-> B may come from the
    selection alone.
    """
    kind = class_of(graph) if kind is None else kind
    if kind in ("mag", "pag") and not graph.present_states <= WITHOUT_SELECTION:
        raise KindError(
            f"{what} are known in graphs without selection; the {side} has an edge --- or o--, which "
            f"stands for selection in {describe(kind)}",
            remedy
            or Remedy(
                "Compare arrowheads",
                'confusion(truth, estimate, of="arrowheads")',
                "-m confusion:arrowheads",
            ),
        )
