"""Remedies for models of other libraries that are not graphs but hold one: the code that returns it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edgemark.errors import Remedy

__all__ = [
    "columns_of_parameters",
    "remedies_for_bootstrap",
    "remedies_for_causeme",
    "remedies_for_model",
    "remedy_for_parameters",
]

_CODE_OF: Mapping[tuple[str, str], tuple[str, str]] = {
    ("pyagrum", "BNLearner"): ("Learn the network, and convert it", "as_graph(obj.learnBN())"),
    ("pyagrum", "BayesNetFragment"): ("Convert its graph", "as_graph(obj.dag())"),
    ("pyagrum", "CausalModel"): (
        "Convert the network with its latent variables",
        "as_graph(obj.causalDAG())",
    ),
    ("pyagrum", "InfluenceDiagram"): (
        "Convert its graph, in which decisions and utilities are nodes",
        "as_graph(obj.dag())",
    ),
    ("pyagrum", "MarkovRandomField"): ("Convert its graph", "as_graph(obj.graph())"),
    ("pgmpy", "SEMGraph"): (
        "Turn its paths into --> and its correlated errors into <->",
        'Graph(list(obj.graph), [(a, "-->", b) for a, b in obj.graph.edges] + '
        '[(a, "<->", b) for a, b in obj.err_graph.edges])',
    ),
}
"""For a class of a library: what to do with its objects, and the code that does it."""
_COLUMNS = (("lval", "op", "rval"), ("lhs", "op", "rhs"))
"""Columns of the tables of parameters of semopy and of lavaan: a variable, an operator, a variable."""


def remedies_for_model(obj: Any) -> list[Remedy]:
    """Remedies for a model that holds a graph, or a table of its parameters; none for other objects."""
    for cls in type(obj).__mro__:
        if (found := _CODE_OF.get((cls.__module__.partition(".")[0], cls.__name__))) is not None:
            return [Remedy(*found)]
    package = type(obj).__module__.partition(".")[0]
    if package == "semopy" and hasattr(obj, "inspect"):
        return [remedy_for_parameters(_COLUMNS[0], "obj.inspect()")]
    if package == "pandas" and (names := columns_of_parameters(list(getattr(obj, "columns", ())))):
        return [remedy_for_parameters(names, "obj")]
    return remedies_for_causeme(obj)


def remedies_for_causeme(obj: Any) -> list[Remedy]:
    """Remedies for a `CauseMeResult`: its scores, and its graph if it has p-values and lags."""
    if type(obj).__name__ != "CauseMeResult" or not type(obj).__module__.startswith("edgemark."):
        return []
    scores = Remedy("Compare its scores with the summary graph of the truth", "obj.scores()")
    if obj.pvalues is None or obj.lags is None:
        return [scores]
    say = "Take the edges whose p-value is at most alpha, up to the maximum lag of the truth"
    return [scores, Remedy(say, f"obj.graph(0.05, max_lag={int(obj.lags.max())})")]


def columns_of_parameters(names: list[Any]) -> tuple[str, str, str] | None:
    """
    Return the columns that name the edges of a semopy or lavaan table; None for other tables.

    Examples:
        >>> columns_of_parameters(["lhs", "op", "rhs", "est"])
        ('lhs', 'op', 'rhs')
    """
    return next((columns for columns in _COLUMNS if set(columns) <= set(names)), None)


def remedy_for_parameters(columns: tuple[str, str, str], table: str) -> Remedy:
    """
    Return the remedy that converts a table of parameters to a graph.

    Args:
        columns: the names of the columns, as `columns_of_parameters` returns them.
        table: the code of the frame.
    """
    return Remedy(
        "Turn its regressions and loadings into --> and its covariances into <->",
        'Graph.from_edges([{"~": (b, "-->", a), "=~": (a, "-->", b), "~~": (a, "<->", b)}[op] '
        f"for a, op, b in {table}[{list(columns)!r}].values.tolist() "
        'if op in ("~", "=~", "~~") and a != b])',
    )


def remedies_for_bootstrap(obj: Any) -> list[Remedy]:
    """
    Remedies for a result of tigramite's `run_bootstrap_of` or `run_sliding_window_of`; none for others.
    """
    if not isinstance(obj, dict):
        return []
    where = "over all windows" if "window_results" in obj else "in the bootstrap"
    say = f"Take the links that are most frequent {where}"
    key = "most_frequent_links"
    if key in obj:
        return [Remedy(say, f"as_temporal(obj[{key!r}])")]
    if isinstance(summary := obj.get("summary_results"), dict) and key in summary:
        return [Remedy(say, f"as_temporal(obj['summary_results'][{key!r}])")]
    return []
