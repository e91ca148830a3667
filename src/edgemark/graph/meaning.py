"""
Input whose meaning is open: one policy, which every entry point applies.

Nothing is guessed. Weights are never left behind, numbers called like p-values are asked about, and a
pair that is not listed has a score that somebody stated.
"""

from __future__ import annotations

from math import isfinite, isnan
from typing import Any

from edgemark.conventions import Sign, as_number
from edgemark.errors import AmbiguityError, GraphError, Remedy

__all__ = [
    "finite",
    "is_called_pvalue",
    "refuse_pvalues",
    "refuse_weights",
    "stated_score",
]

_PVALUES = frozenset(
    {"p", "pv", "pval", "pvals", "pvalue", "pvalues", "padj", "padjusted", "adjp", "adjpval",
     "adjpvalue", "q", "qval", "qvals", "qvalue", "qvalues", "fdr", "significance"}
)  # fmt: skip
_BETWEEN_WORDS = str.maketrans("", "", " _-.'\"")


def is_called_pvalue(name: object) -> bool:
    """
    Whether a heading or attribute is called like p-values or false discovery rates.

    Examples:
        >>> [is_called_pvalue(name) for name in ("p_value", "p.value", "FDR", "score", "power")]
        [True, True, True, False, False]
    """
    return isinstance(name, str) and name.strip().lower().translate(_BETWEEN_WORDS) in _PVALUES


def refuse_pvalues(name: str, *remedies: Remedy) -> None:
    """Ask about numbers called like p-values: of these the smallest is the best."""
    if is_called_pvalue(name):
        raise AmbiguityError(
            f"the highest score must be the best; {name!r} is called like p-values, of which the lowest "
            f"is the best",
            *remedies,
        )


def refuse_weights(graph: Any) -> None:
    """Ask about a networkx graph whose weights say more than that there is an edge."""
    for a, b, weight in graph.edges(data="weight"):
        if weight is None or weight is True or as_number(weight) == 1:
            continue
        raise AmbiguityError(
            f"edges with weights may be scores, or a graph whose weights do not count; the edge of "
            f"{a!r} and {b!r} has the weight {weight!r}",
            Remedy("Rank the edges by their weights", "EdgeScores.from_networkx(graph)"),
            Remedy("Take every edge alike", 'as_graph(graph, weights="ignore")'),
        )


def stated_score(
    unlisted: float | None, sign: Sign, *, complete: bool, lowest: float, example: tuple[str, str]
) -> float | None:
    """
    Give the score of pairs that are not listed: nan for none, None where no pair is left out.

    Scores that are not negative have 0 as the lowest, so that is what is not listed. Where negative
    scores are kept, 0 may be the best: then it must be stated.
    """
    if unlisted is not None:
        score = as_number(unlisted)
        if not (isfinite(score) or isnan(score)) or (isnan(score) and not _is_nan(unlisted)):
            raise GraphError(f"unlisted must be a finite number, or nan for no score; got {unlisted!r}")
        if score < 0 and sign != "keep":
            raise GraphError(
                f"unlisted may be negative only where negative scores are kept; got {unlisted!r}",
                Remedy("Keep negative scores", 'sign="keep"'),
            )
        return score
    if sign != "keep":
        return 0.0
    if complete:
        return None
    a, b = example
    raise AmbiguityError(
        f'with sign="keep" the score of pairs that are not listed must be stated, since 0 may be the '
        f"best score; {a} --> {b} is not listed",
        Remedy(
            "State a score that is worse than all others",
            f"unlisted={lowest - 1!r}",
            f"--unlisted={lowest - 1!r}",
        ),
        Remedy("Or rank the listed pairs only", 'unlisted=float("nan")', "--unlisted nan"),
    )


def finite(unlisted: float) -> float:
    """The score of pairs of added nodes."""
    score = as_number(unlisted)
    if not isfinite(score):
        raise GraphError(f"unlisted must be a finite number; got {unlisted!r}")
    return score


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and isnan(value)
