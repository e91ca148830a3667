"""Conventions of metrics of edge scores."""

from types import MappingProxyType
from typing import Any

from edgemark.conventions.convention import Convention

__all__ = [
    "AT_K",
    "AVERAGE_PRECISION",
    "BEST_F1",
    "EARLY_PRECISION",
    "F1_AT_K",
    "PARTIAL_ROC_AUC",
    "PR_TRAPEZOID",
    "RANKED_EDGE_PAIRS",
    "ROC_AUC",
]

_RANKED_PAIRS = {
    "directed": "all p(p-1) ordered pairs, without the diagonal; true if the truth has -->",
    "skeleton": "all p(p-1)/2 unordered pairs, scored by the higher of the two directions (EdgeScores) "
    "or by the share of samples with an edge (GraphSamples); true if the truth has an edge",
    "entries": "all p(p-1) off-diagonal entries of the adjacency matrix; true if the truth has -->, or "
    "--- (which sets both entries)",
    "ancestral": "all p(p-1) ordered pairs, scored by the share of samples with a directed path; "
    "true if the truth has one",
}

_PAIRS_OF_EDGES = ("directed", "skeleton", "entries")


def _ranked(
    *used_by: str,
    suffix: str = "",
    of: tuple[str, ...] = _PAIRS_OF_EDGES,
    on_request: bool = False,
    **options: Any,
) -> tuple[Convention, ...]:
    """
    Return one convention for each set of ranked pairs in `of`.

    `used_by` names packages and papers for "directed" only; the others have none. "entries" is shown on
    request only, and so are all of them if `on_request` is set.
    """
    return tuple(
        Convention(
            f"{name}{suffix}",
            _RANKED_PAIRS[name],
            used_by if name == "directed" else (),
            MappingProxyType({"of": name, **options}),
            on_request=on_request or name == "entries",
        )
        for name in of
    )


# For metrics without conventions of their own: one convention for each set in _PAIRS_OF_EDGES.
RANKED_EDGE_PAIRS = _ranked()
AVERAGE_PRECISION = _ranked(of=tuple(_RANKED_PAIRS))
ROC_AUC = _ranked("RC-GNN document", "avici", "BEELINE", "causationentropy auc", of=tuple(_RANKED_PAIRS))
PR_TRAPEZOID = _ranked("RC-GNN document", "cdt 0.6.0 precision_recall", "BEELINE", on_request=True)
BEST_F1 = _ranked(suffix=", chosen on truth")
# E is the number of true edges, as the metric counts them.
AT_K = _ranked(suffix=", k = E")
F1_AT_K = (
    *_ranked("RC-GNN document F1@1.00E", suffix=", k = E"),
    *(
        convention
        for share in ("0.5E", "0.75E", "1.5E", "2E")
        for convention in _ranked("RC-GNN document", suffix=f", k = {share}", of=("directed",), k=share)
    ),
)
EARLY_PRECISION = (
    *_ranked(),
    *_ranked("BEELINE", suffix=", BEELINE", of=("directed",), on_request=True, ties="beeline"),
)
PARTIAL_ROC_AUC = _ranked(suffix=", FPR to 0.1")
