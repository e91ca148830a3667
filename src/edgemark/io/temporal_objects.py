"""Time series graphs and scores of other libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, Literal

import numpy as np

from edgemark.conventions.options import Contemporaneous, choices, require
from edgemark.errors import (
    AmbiguityError,
    ConventionError,
    EdgemarkError,
    InputTypeError,
    Remedy,
    shown,
)
from edgemark.foreign import refuse_lazy
from edgemark.graph import Graph, TemporalGraph, TemporalScores
from edgemark.graph.given_nodes import checked_names, is_iterable
from edgemark.graph.lag_matrices import checked_matrices
from edgemark.graph.pair_lists import several_nodes
from edgemark.io.lingam_results import refusal_of_several_matrices
from edgemark.io.objects import class_names
from edgemark.io.series_refusals import unsupported_series

__all__ = ["as_temporal", "as_temporal_scores"]

_READER_MODULES: Mapping[str, str] = {
    "tigramite": "tigramite_methods",
    "lingam": "autoregressions",
    "statsmodels": "autoregressions",
    "cdans": "cdans_graphs",
    "networkx": "networkx_series",
    "causallearn": "causallearn_graphs",
}
"""For each library, the module of `edgemark.io` that reads its objects."""

_READERS_THAT_TAKE: Mapping[str, tuple[tuple[str, ...], str]] = {
    "contemporaneous": (
        ("tigramite_methods", "tigramite_arrays"),
        "only results of tigramite have contemporaneous o-o",
    ),
    "threshold": (("autoregressions",), "only results of VARLiNGAM and VAR have coefficients"),
}
"""For each option that some objects do not need: the modules that take it, and why others do not."""


def as_temporal(
    obj: Any,
    *,
    contemporaneous: Contemporaneous | None = None,
    threshold: float | None = None,
    surrogate: str | Iterable[str] = (),
    nodes: Iterable[str] | None = None,
) -> TemporalGraph:
    """
    Convert the result of another library to a time series graph.

    Args:
        obj: a TemporalGraph, which is returned as it is; an object whose attribute `truth` is one, such
            as a `SimulatedSeries`; PCMCI, LPCMCI or J-PCMCI+ of tigramite after a run, its result, or
            its array of strings; a fitted VARLiNGAM of lingam or causal-learn; the result of a fitted
            VAR of statsmodels; a graph, result or data set of cdans; the graph of CD-NOD of
            causal-learn; a networkx graph whose edges have the attribute `lag`. A method of tigramite
            holds the graph of its last run. After `run_sliding_window_of`, this is the last window:
            pass ``result["summary_results"]["most_frequent_links"]`` for the graph over all windows.
        contemporaneous: for tigramite, the meaning of contemporaneous ``o-o``: an open orientation, as
            in PCMCI and PCMCI+ ("cpdag", read as ``---``), or a circle at each end, as in LPCMCI
            ("pag"). A contemporaneous conflict, such as ``x->``, is read as an open orientation too
            ("cpdag"), or with a circle instead of each x ("pag"). The option is needed if a result has
            one of the two, but not if the method object is passed. Every conflict is listed in
            `TemporalGraph.conflicts`.
        threshold: for coefficients, the absolute value above which one is an edge.
        surrogate: nodes that stand for time or context, as in CD-NOD and J-PCMCI+, see
            `TemporalGraph.from_surrogate`. If the method object of J-PCMCI+ is passed, its dummies need
            not be listed.
        nodes: names of all nodes in order, if the object has none, or only the default names of its
            library, such as X1 or y1. If the object has names of its own, they must be the same in the
            same order. There are three exceptions: a TemporalGraph, an object whose `truth` is one, and
            a networkx graph. For these, `nodes` is a new order, and further names become variables
            without edges.

    Returns:
        The graph.

    Raises:
        AmbiguityError: an option is missing: `contemporaneous` for ``o-o`` or a conflict, `threshold`
            for coefficients, or `surrogate` for a graph of causal-learn. Matrices of numbers, which need
            `TemporalGraph.from_matrices`. A networkx graph with weights, or with contemporaneous edges
            in both directions without marks.
        AlignmentError: `nodes` lacks a variable of a TemporalGraph, of a `truth` or of a networkx graph.
        ConventionError: `contemporaneous` or `threshold` has no effect on this object, or
            `contemporaneous` is none of the allowed words.
        FormatError: an object that is broken or not fitted, such as an array of the wrong shape.
        GraphError: the object holds something that no time series graph can hold, such as an edge of a
            variable to itself at lag 0; the names differ from those of the object, or their number is
            wrong; or no node has the name in `surrogate`.
        TypeError: an object of another type.

    Examples:
        >>> import numpy as np
        >>> array = np.full((2, 2, 2), "", dtype="<U3")
        >>> array[0, 1, 1], array[0, 1, 0], array[1, 0, 0] = "-->", "o-o", "o-o"
        >>> as_temporal({"graph": array}, contemporaneous="cpdag", nodes=["A", "B"])
        TemporalGraph.parse('A --- B; A --> B @1; lags 1', kind='pdag')
    """
    if contemporaneous is not None:
        require("contemporaneous", contemporaneous, choices(Contemporaneous))
    refuse_lazy(obj)
    names = None if nodes is None else list(checked_names(nodes))
    surrogates = _surrogate_names(surrogate)
    series = obj if isinstance(obj, TemporalGraph) else getattr(obj, "truth", None)
    if isinstance(series, TemporalGraph):
        _refuse_options_without_effect(obj, None, contemporaneous=contemporaneous, threshold=threshold)
        graph = series if names is None else series.with_nodes(names)
    else:
        reader = _reader_of(obj)
        _refuse_options_without_effect(obj, reader, contemporaneous=contemporaneous, threshold=threshold)
        options = {"contemporaneous": contemporaneous, "threshold": threshold, "surrogate": surrogates}
        graph = reader(obj, options, names)
    return TemporalGraph.from_surrogate(graph, surrogates) if surrogates else graph


def as_temporal_scores(
    obj: Any,
    *,
    of: Literal["strength", "p-value"] = "strength",
    surrogate: str | Iterable[str] = (),
    nodes: Iterable[str] | None = None,
) -> TemporalScores:
    """
    Convert the result of tigramite to lagged edge scores.

    Args:
        obj: TemporalScores, which are returned unchanged; PCMCI, LPCMCI or J-PCMCI+ of tigramite after a
            run, or its result.
        of: "strength" for the absolute test statistic (`val_matrix`); "p-value" for the p-value
            (`p_matrix`), whose score is -p, so that the smallest p-value ranks first.
        surrogate: nodes that stand for time or context, which are left out, see `as_temporal`.
        nodes: names of all nodes in order, if the object has none. If an object of tigramite has names,
            they must be the same in the same order. For TemporalScores, `nodes` is a new order, and
            further names become variables whose scores are 0.

    Returns:
        A score for each cause, effect and lag.

    Raises:
        AlignmentError: `nodes` lacks a variable of TemporalScores.
        ConventionError: ``of="p-value"`` with TemporalScores, or `of` is none of the allowed words.
        FormatError: matrices whose shape is not (p, p, lags), or p-values outside 0 to 1.
        GraphError: the names differ from those of the object, or their number is wrong; or no node has
            the name in `surrogate`.
        TypeError: an object of another type.

    Examples:
        >>> result = {"val_matrix": [[[0, 0.5], [0.3, -0.8]], [[0.3, 0], [0, 0.1]]]}
        >>> as_temporal_scores(result, nodes=["A", "B"])["A", "B", 1]
        0.8
    """
    from edgemark.io.tigramite_arrays import scores_of
    from edgemark.io.tigramite_methods import dummies_of, names_of, result_of

    require("of", of, ("strength", "p-value"))
    names = None if nodes is None else list(checked_names(nodes))
    surrogates = list(_surrogate_names(surrogate))
    if isinstance(obj, TemporalScores):
        if of == "p-value":
            raise ConventionError(
                'of="p-value" has no effect here, because TemporalScores do not keep the numbers that '
                "they were made of",
                Remedy("Leave it out", 'of="strength"'),
            )
        scores = obj if names is None else obj.with_nodes(names)
    elif _reader_module_of(obj) == "tigramite_methods":
        scores = scores_of(
            result_of(obj, f'as_temporal_scores({{}}, of="{of}")'), of, names_of(obj, names)
        )
        surrogates += [scores.nodes[k] for k in dummies_of(obj)]
    else:
        scores = scores_of(obj, of, names)
    return _without(scores, surrogates) if surrogates else scores


def _surrogate_names(surrogate: str | Iterable[str]) -> tuple[str, ...]:
    if not is_iterable(surrogate):
        raise InputTypeError(
            f"surrogate must be the name of a node, or a list of names; got {shown(surrogate)}"
        )
    return (surrogate,) if isinstance(surrogate, str) else tuple(several_nodes(surrogate, "surrogate"))


def _without(scores: TemporalScores, surrogates: Iterable[str]) -> TemporalScores:
    """Return the scores of the other variables."""
    removed = {scores.index(name) for name in surrogates}
    remaining = [k for k in range(scores.n_nodes) if k not in removed]
    names = tuple(scores.nodes[k] for k in remaining) if scores.is_named else None
    values = scores.to_array()[:, remaining][:, :, remaining]
    return TemporalScores._make(names, values, scores.padded_from, scores._dtype)


def _refuse_options_without_effect(
    obj: Any, reader: Callable[..., TemporalGraph] | None, **options: object
) -> None:
    """Raise ConventionError for an option that is not None but has no effect on the object."""
    module = "" if reader is None else reader.__module__.rpartition(".")[2]
    for option, value in options.items():
        modules, reason = _READERS_THAT_TAKE[option]
        if value is not None and module not in modules:
            raise ConventionError(
                f"{option} has no effect here, because {reason}; got {option}={value!r} with a "
                f"{type(obj).__name__}",
                Remedy("Leave it out", f"{option}=None"),
            )


def _reader_of(obj: Any) -> Callable[..., TemporalGraph]:
    if isinstance(obj, Graph):
        raise InputTypeError(
            "as_temporal takes time series graphs; got a Graph, which has no lags",
            Remedy(
                "Read its edges as edges within a time step",
                "TemporalGraph(obj.nodes, [(*edge, 0) for edge in obj.edges()], max_lag=0)",
            ),
            Remedy("Compare it with a summary graph, truth.summary()"),
        )
    module = _reader_module_of(obj)
    if module is None:
        raise _refusal(obj)
    reader: Callable[..., TemporalGraph] = import_module(f"edgemark.io.{module}").temporal_of
    return reader


def _reader_module_of(obj: Any) -> str | None:
    from edgemark.io.tigramite_arrays import is_result

    if is_result(obj):
        return "tigramite_arrays"
    if hasattr(obj, "contemp_adj"):
        return _READER_MODULES["cdans"]
    if "VARLiNGAM" in class_names(obj) or hasattr(obj, "adjacency_matrices_"):
        # causal-learn has copies of the classes of lingam.
        return _READER_MODULES["lingam"]
    packages = (cls.__module__.partition(".")[0] for cls in type(obj).__mro__)
    return next((_READER_MODULES[package] for package in packages if package in _READER_MODULES), None)


def _remedies_for_strings(obj: Any) -> list[Remedy]:
    """Return the remedy for an array of tigramite that was saved as lists, as in JSON, or as bytes."""
    key = '["graph"]' if isinstance(obj, Mapping) and "graph" in obj else ""
    strings = obj["graph"] if key else obj
    if isinstance(strings, np.ndarray):
        is_text = strings.ndim == 3 and strings.dtype.kind == "S"
    else:
        cell, depth = strings, 0
        while isinstance(cell, list) and cell:
            cell, depth = cell[0], depth + 1
        is_text = depth == 3 and isinstance(cell, str)
    if not is_text:
        return []
    return [
        Remedy(
            "If it is the array of strings of tigramite", f"as_temporal(np.array(obj{key}, dtype=str))"
        )
    ]


def remedies_for_matrices(obj: Any) -> list[Remedy]:
    """Return the remedies for an object that may hold one matrix for each lag."""
    if remedies := _remedies_for_strings(obj):
        return remedies
    shape: tuple[int, ...] = getattr(obj, "shape", ())
    put_lags_first = [
        Remedy(
            "If the lags are last, as in arrays of tigramite, put them first: np.moveaxis(array, 2, 0)"
        )
    ]
    remedies = put_lags_first if len(shape) == 3 and shape[0] == shape[1] else []
    try:
        checked_matrices(obj)
    except EdgemarkError:
        return [*remedies, Remedy("TemporalGraph.from_matrices takes one square matrix for each lag")]
    code = 'TemporalGraph.from_matrices(obj, first_lag=1, threshold=0.05, direction="{}")'
    return [
        Remedy("If the cause is in the column", code.format("column-to-row")),
        Remedy("If the cause is in the row", code.format("row-to-column")),
        *remedies,
    ]


def _refusal(obj: Any) -> Exception:
    if (refusal := refusal_of_several_matrices(obj)) is not None:
        return refusal
    if type(obj).__module__.partition(".")[0] in ("numpy", "pandas") or isinstance(obj, list | tuple):
        return AmbiguityError(
            f"matrices need a direction and the lag of the first matrix; got {type(obj).__name__} "
            "without them",
            *remedies_for_matrices(obj),
        )
    return unsupported_series(obj, *_remedies_for_strings(obj))
