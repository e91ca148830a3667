"""Counts of the pairs of an ancestor and a descendant: in two graphs, and in both of them."""

from __future__ import annotations

from edgemark import _core
from edgemark.errors import KindError, Remedy
from edgemark.graph import Graph
from edgemark.graph.kinds import WITHOUT_SELECTION, HasKind, class_of, describe
from edgemark.metrics.cache import remembered

__all__ = ["ancestor_pairs", "refuse_claims_under_selection"]


def ancestor_pairs(
    truth: Graph, estimate: Graph, truth_is_class: bool = False, estimate_is_class: bool = False
) -> tuple[int, int, int]:
    """
    Count ordered pairs of an ancestor and a descendant: in both graphs, in the truth, in the estimate.

    A pair counts if a directed path leads from its first to its second node. If `truth_is_class` or
    `estimate_is_class`, that graph stands for an equivalence class, and every DAG of the class must have
    such a path. Several metrics need these counts, so they are cached on the estimate for the last
    truth.
    """
    return remembered(
        estimate,
        truth,
        ("ancestor pairs", truth_is_class, estimate_is_class),
        lambda: _core.ancestor_overlap(
            truth.words, truth_is_class, estimate.words, estimate_is_class, truth.n_nodes
        ),
    )


def refuse_claims_under_selection(
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
