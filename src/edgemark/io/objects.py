"""Graphs of other libraries."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Literal

from numpy import asarray

from edgemark.conventions.options import Kind, require
from edgemark.errors import AmbiguityError, EdgemarkError, InputTypeError, Remedy, a_type
from edgemark.foreign import refuse_lazy
from edgemark.graph import EdgeScores, Graph
from edgemark.graph.ambiguity import has_attributes
from edgemark.graph.edge_attributes import (
    refuse_other_attributes,
    refuse_weights,
)
from edgemark.graph.estimate import Estimate
from edgemark.graph.matrices_of_marks import (
    are_marks,
    has_twos_for_undirected,
    may_be_codes,
    remedy_for_marks,
)
from edgemark.graph.nodes_at_steps import refuse_time_steps
from edgemark.graph.unread_attributes import warn_of_unread_attributes
from edgemark.graph.unread_graph_attributes import warn_of_unread_graph_attributes
from edgemark.host import is_tensor, on_host
from edgemark.io.lingam_results import (
    code_of_graph,
    has_lags,
    nan_is_unknown,
    refusal_of_several_matrices,
)
from edgemark.io.models_with_graphs import remedies_for_bootstrap, remedies_for_model
from edgemark.keys import refuse_set

__all__ = ["as_graph", "demand_several"]

_READER_MODULES: Mapping[str, str] = MappingProxyType(
    {
        "causaldag": "graphical_models_graphs",
        "causallearn": "causallearn_graphs",
        "graphical_models": "graphical_models_graphs",
        "networkx": "networkx_graphs",
        "pgmpy": "pgmpy_graphs",
        "pyagrum": "pyagrum_graphs",
    }
)
"""For each library, the module of this package that reads its objects."""

_DRAWINGS = frozenset({"graphviz", "pydot", "pygraphviz"})
_MATRICES = frozenset({"numpy", "scipy", "pandas", "polars"})
_ACCEPTED = (
    "graphs of causal-learn, graphical_models, networkx, pgmpy and pyAgrum, which "
    "help(edgemark.as_graph) lists"
)


def as_graph(
    obj: Any, *, kind: Kind | None = None, weights: Literal["refuse", "ignore"] = "refuse"
) -> Graph:
    """
    Convert a graph of another library to a Graph.

    Names are the labels of the library, converted by `str`. Latent variables stay nodes; layout
    positions are dropped.

    Args:
        obj: a Graph, which is returned unchanged; causal-learn's GeneralGraph, Dag and CausalGraph; the
            DAG, PDAG, AncestralGraph and UndirectedGraph of graphical_models (causaldag); a networkx
            graph; pgmpy's DAG, PDAG, ADMG, MAG, AncestralBase, UndirectedGraph and Bayesian networks; or
            pyAgrum's BayesNet, DAG, PDAG, MixedGraph, DiGraph and UndiGraph.
        kind: what the graph is declared to be; None takes it from the class of the object, such as "dag"
            for a DAG, "cpdag" for a CausalGraph of PC, "undirected" for a networkx Graph and "mag" for
            an AncestralGraph of graphical_models. A PDAG of pgmpy is declared "cpdag" if it is a valid
            CPDAG, else "pdag".
            For a networkx DiGraph with A,B and B,A, "digraph" means a cycle, and "pdag", "cpdag" or
            "mpdag" means one undirected edge. If both edges have the attribute `mark`, they are read as
            written.
        weights: what to do if edges of a networkx graph have p-values, or weights other than 1, in
            attributes such as `weight`, `coef`, `effect` and `pvalue`. A Graph cannot keep them: raise
            an error ("refuse"), or drop them ("ignore"). To rank edges by their weights, use
            `EdgeScores.from_networkx`. Other attributes are dropped, with a warning unless they are
            about the picture, such as colours; "ignore" drops them without a warning.

    Returns:
        The graph.

    Raises:
        AmbiguityError: a matrix, whose direction is unknown. A networkx DiGraph with A,B and B,A, or
            with weights, needs the option that states how to read it. A networkx graph is refused if
            its edges have attributes such as `present=False` and ``label="lag 1"``, or the colours with
            which causal-learn's `nx_graph` marks a bidirected edge. It is also refused if its nodes may
            be variables at a time step, such as ``("A", -1)``.
        GraphError: the object holds something that no Graph can, such as a self-loop.
        TypeError: the object is not such a graph.

    Warns:
        ClassWarning: edges of a networkx graph have attributes with names that edgemark does not know,
            and values that may change what an edge means: numbers, booleans, or different texts. Or
            attributes of nodes or of the graph say what it is, such as ``hidden=True``, ``kind="pag"``
            and the default attributes of edges.

    Examples:
        >>> import networkx
        >>> as_graph(networkx.DiGraph([("smoke", "lung")]))
        Graph.parse('smoke --> lung')
    """
    require("weights", weights, ("refuse", "ignore"))
    if isinstance(obj, Graph):
        return obj if kind is None else obj.with_kind(kind)
    refuse_lazy(obj)
    if isinstance(obj, Estimate):
        raise InputTypeError(
            f"as_graph takes graphs; got {type(obj).__name__}",
            *(Remedy(say, code.format("obj")) for say, code in obj.way_to_graphs),
        )
    packages = [cls.__module__.partition(".")[0] for cls in type(obj).__mro__]
    package = next((name for name in packages if name in _READER_MODULES), None)
    if package is None or _holds_matrices(obj) or is_over_time(obj):
        raise _refusal(obj, packages)
    reader = import_module(f"edgemark.io.{_READER_MODULES[package]}")
    graph: Graph | None = None
    if package == "networkx":
        if hasattr(obj, "edges"):
            refuse_time_steps(obj, "as_graph(obj)")
        graph = reader.plain_graph(obj)  # None if edges may have attributes
    if graph is None:
        if "networkx" in packages and hasattr(obj, "edges"):
            _check_attributes(obj, package, weights)
        graph = reader.graph_of(obj, kind)
    if package == "networkx" and weights == "refuse":
        warn_of_unread_graph_attributes(obj, _remedy_to_ignore(), kind=kind)
    return graph if kind is None else graph.with_kind(kind)


def _check_attributes(graph: Any, package: str, weights: Literal["refuse", "ignore"]) -> None:
    """Refuse attributes of edges that a Graph cannot keep; warn about others that may matter."""
    _refuse_lags(graph)
    if package == "networkx":
        refuse_other_attributes(graph)
    if weights == "refuse":
        refuse_weights(graph)
        _warn_of_unread(graph, package)


def demand_several(graphs: Any, what: str) -> None:
    """Raise TypeError for one graph, one path, a set, or any other object that is not iterable."""
    refuse_set(graphs, what, Remedy("Put them into a list, or into a dictionary by name"))
    if isinstance(graphs, str | os.PathLike):
        raise InputTypeError(
            f"{what} must be several graphs; got the path {os.fspath(graphs)!r}",
            Remedy("Read the file, and put the graph in a list", f"[read({what.removeprefix('the ')})]"),
        )
    if isinstance(graphs, Graph) or _is_foreign(graphs):
        name = what.removeprefix("the ")
        raise InputTypeError(
            f"{what} must be several graphs; got one {type(graphs).__name__}",
            *_remedies_for_one(name),
        )
    if not isinstance(graphs, Iterable):
        raise InputTypeError(f"{what} must be several graphs in a list; got {graphs!r}")


def _remedies_for_one(name: str) -> list[Remedy]:
    put_in_list = Remedy("Put it in a list", f"[{name}]")
    if name != "truths":
        return [put_in_list]
    return [
        Remedy("Compare many estimates with one truth", "evaluate_many(truths, estimates)"),
        put_in_list,
    ]


def class_names(obj: Any) -> tuple[str, ...]:
    """
    Return the names of the classes of an object, its own class first, without importing its library.
    """
    return tuple(cls.__name__ for cls in type(obj).__mro__)


def unsupported(obj: Any, *remedies: Remedy) -> InputTypeError:
    """Build the error for an object that `as_graph` does not read."""
    found = remedies_for_model(obj) or remedies_for_bootstrap(obj)
    return InputTypeError(f"as_graph takes {_ACCEPTED}; got {_full_name(obj)}", *(found or remedies))


def _warn_of_unread(graph: Any, package: str) -> None:
    """Warn about attributes of edges that are not read."""
    warn_of_unread_attributes(
        graph,
        ("mark",) if package == "networkx" else ("type", "marks"),
        _remedy_to_ignore(),
    )


def _remedy_to_ignore() -> Remedy:
    return Remedy("If they do not matter, ignore them", 'as_graph(graph, weights="ignore")')


def _refuse_lags(graph: Any) -> None:
    """Refuse a networkx time series graph, whose edges would lose their lags."""
    if not has_attributes(graph):
        return
    for a, b, lag in graph.edges(data="lag"):
        if lag is not None:
            raise InputTypeError(
                f"as_graph takes graphs without lags; the edge of {a!r} and {b!r} has lag={lag!r}",
                *_remedies_for_lags(graph),
            )


def _remedies_for_lags(graph: Any) -> list[Remedy]:
    """Remedies for a networkx graph whose edges have lags, or the reason if the lags are invalid."""
    from edgemark.io.temporal_objects import as_temporal

    try:
        as_temporal(graph)
    except InputTypeError:
        return [Remedy("Give it directed edges, or rename the attribute 'lag'")]
    except EdgemarkError as error:
        return [
            Remedy(
                f"It is not a time series graph either: {error.message.problem}. If the attribute 'lag' "
                f"means something else, rename it"
            )
        ]
    return [
        Remedy("Compare it with a time series graph", "as_temporal(obj)"),
        Remedy("Compare its summary graph with a graph without lags", "as_temporal(obj).summary()"),
    ]


def _full_name(obj: Any) -> str:
    cls = type(obj)
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


def _refusal(obj: Any, packages: list[str]) -> Exception:
    """Return the error for an object that is not a graph of a known library, with remedies for it."""
    if isinstance(obj, os.PathLike):
        return InputTypeError(
            f"as_graph takes objects; got the path {os.fspath(obj)!r}",
            Remedy("Read the file", "read(obj)"),
        )
    if isinstance(obj, str):
        return InputTypeError(
            f"as_graph takes objects; got the text {obj!r:.60}",
            Remedy("Read a file with read(path), and text such as 'A --> B' with Graph.parse(text)."),
        )
    if _is_edges(obj) or _is_array_of_edges(obj):
        return InputTypeError(
            f"as_graph takes graphs; got {'an array' if hasattr(obj, 'ndim') else a_type(obj)} of edges",
            Remedy("Build a graph of them, with marks", "Graph.from_edges([('A', '-->', 'B')])"),
        )
    if _is_edge_list_of_fci(obj):
        return unsupported(
            obj,
            Remedy("The list lacks nodes without an edge. Give the graph that fci returns before it"),
        )
    if _is_list_of_graphs(obj):
        return _refusal_of_several(obj)
    if (refusal := refusal_of_several_matrices(obj)) is not None:
        return refusal
    if is_over_time(obj):
        return InputTypeError(
            f"as_graph takes graphs without lags; got {_full_name(obj)}, whose edges have lags",
            *_remedies_for_series(obj),
        )
    if hasattr(obj, "adjacency_matrix_"):
        return _refusal_of_pgmpy(obj) if "pgmpy" in packages else _refusal_of_weights(obj)
    if isinstance(obj, tuple) and obj and (remedies := _remedies_for_matrix_in_front(obj[0])):
        return AmbiguityError(
            "as_graph takes one graph, and a matrix does not define the direction of its edges; got a "
            f"tuple that begins with a matrix, {_full_name(obj[0])}",
            *remedies,
        )
    is_array = not _MATRICES.isdisjoint(packages) or is_tensor(obj)
    if getattr(obj, "ndim", 2) == 3 and is_array:
        from edgemark.io.temporal_objects import remedies_for_matrices

        return AmbiguityError(
            "as_graph takes graphs without lags; got an array of three dimensions, which may be one "
            "matrix for each lag",
            *remedies_for_matrices(obj),
        )
    if (is_array or _is_matrix(obj)) and (remedies := remedies_for_matrix(obj)):
        problem = f"a matrix does not define the direction of its edges; got {_full_name(obj)}"
        return AmbiguityError(problem, *remedies)
    if is_array and not remedies_for_model(obj) and (refused_cells := _refusal_of_cells(obj)):
        return refused_cells
    return unsupported(obj, *_remedies_for_results(obj))


def _refusal_of_cells(obj: Any) -> InputTypeError | None:
    """Return the error for a frame or a square array that is no matrix of scores; None for edges."""
    is_frame, shape = hasattr(obj, "columns"), getattr(obj, "shape", ()) or (0, 1)
    if all(isinstance(x, str) for x in asarray(obj).flat) if is_frame else shape != shape[:1] * 2:
        return None
    try:
        EdgeScores(on_host(obj), direction="row-to-column", sign="ignore")
    except EdgemarkError as error:
        problem = f"as_graph takes graphs; got {_full_name(obj)}, which is no matrix of scores either"
        return InputTypeError(f"{problem}: {error.message.problem}", *error.remedies)
    return None


def _remedies_for_series(obj: Any) -> list[Remedy]:
    """Remedy for an object with lags; none if `as_temporal` does not read it either."""
    from edgemark.io.temporal_objects import as_temporal

    try:
        as_temporal(obj)
    except InputTypeError:
        return []
    except EdgemarkError:
        pass  # An option is missing, which the error of `as_temporal` names.
    return [Remedy("Make it a time series graph", "as_temporal(obj)")]


def remedies_for_matrix(matrix: Any) -> list[Remedy]:
    """
    Return the code that makes a graph of a matrix, or scores if its cells cannot be those of a graph.

    Return no remedy if the matrix is neither.
    """
    matrix = on_host(matrix)
    if are_marks(matrix):
        return [remedy_for_marks()]
    try:
        Graph.from_adjacency(matrix, direction="row-to-column")
        code = 'Graph.from_adjacency(obj, direction="{}")'
    except AmbiguityError:
        code = 'Graph.from_adjacency(obj, direction="{}", symmetric="undirected")'
    except (EdgemarkError, TypeError):
        try:
            EdgeScores(matrix, direction="row-to-column", sign="ignore")
        except (EdgemarkError, TypeError):
            return []
        code = 'EdgeScores(obj, direction="{}", sign="ignore")'
    remedies = [
        *_remedies_for_codes(matrix),
        Remedy("If the cause is in the row", code.format("row-to-column")),
        Remedy("If the cause is in the column", code.format("column-to-row")),
    ]
    if "EdgeScores" not in code:
        scores = 'EdgeScores(obj, direction="row-to-column")'
        remedies.append(Remedy("If the cells are edge scores", scores))
    return remedies


def _remedies_for_matrix_in_front(matrix: Any) -> list[Remedy]:
    """Remedies for a matrix that begins a tuple, as in the result of ges: the matrix and its score."""
    if getattr(matrix, "ndim", 0) != 2 or matrix.shape[0] != matrix.shape[1]:
        return []
    return [
        Remedy(remedy.say, remedy.python.replace("(obj,", "(obj[0],"))
        for remedy in remedies_for_matrix(matrix)
    ]


def _remedies_for_codes(matrix: Any) -> list[Remedy]:
    """Remedies for a matrix of 1 and 2, which may be the marks of a PAG, or the edges of a CPDAG."""
    remedies = []
    if may_be_codes(matrix):
        remedies = [Remedy("If the numbers are marks, give the graph itself, such as as_graph(cg.G)")]
    if has_twos_for_undirected(matrix):
        code = 'Graph.from_adjacency(obj != 0, direction="row-to-column", symmetric="undirected")'
        say = (
            "If 1 is an arc from row to column, and 2 in both cells an undirected edge, as in flopsearch"
        )
        remedies.append(Remedy(say, code))
    return remedies


def _refusal_of_several(graphs: Any) -> InputTypeError:
    return InputTypeError(
        f"as_graph takes one graph; got a {type(graphs).__name__} of {len(graphs)}",
        Remedy("Convert each of them", "[as_graph(one) for one in obj]"),
    )


def _refusal_of_pgmpy(model: Any) -> InputTypeError:
    """Return the error for a fitted algorithm of pgmpy, which holds its graph in an attribute."""
    return unsupported(
        model,
        Remedy("Its attribute causal_graph_ is a graph. Convert it", "as_graph(obj.causal_graph_)"),
    )


def _refusal_of_weights(model: Any) -> AmbiguityError:
    """Return the error for a model of lingam, which holds weights."""
    if getattr(model, "adjacency_matrix_", None) is None:
        return AmbiguityError(
            f"a model must be fitted before it is converted; got {_full_name(model)} without a graph",
            Remedy("Call its method fit first"),
        )
    to_graph = code_of_graph(model.adjacency_matrix_, "obj.adjacency_matrix_")
    has_hidden_cause = "<->" in to_graph
    make_graph = Remedy(
        "Make an edge of every weight"
        + (", and <-> of nan (a hidden cause)" if has_hidden_cause else ""),
        to_graph,
    )
    order_may_be_unknown = nan_is_unknown(model)
    without_nan = ", without the pairs that hold nan" if has_hidden_cause else ""
    return AmbiguityError(
        f"a model of lingam holds weights, with the cause in the column; got {_full_name(model)}"
        + (
            ". Its nan may mean that the order of two variables is unknown"
            if order_may_be_unknown
            else ""
        ),
        *([] if order_may_be_unknown else [make_graph]),
        Remedy(
            f"Score the weights{without_nan}",
            'EdgeScores(obj.adjacency_matrix_, direction="column-to-row", sign="ignore")',
        ),
    )


def _holds_matrices(obj: Any) -> bool:
    """Whether an object is a model of lingam, of its copy in causal-learn, or an algorithm of pgmpy."""
    return hasattr(obj, "adjacency_matrix_") or hasattr(obj, "adjacency_matrices_")


def is_over_time(obj: Any) -> bool:
    """Whether an object of another library is a graph with lags."""
    from edgemark.io.tigramite_arrays import is_result

    packages = {cls.__module__.partition(".")[0] for cls in type(obj).__mro__}
    return (
        is_result(obj)
        or "tigramite" in packages
        or has_lags(obj)
        or hasattr(obj, "contemp_adj")
        or type(obj).__name__ == "VARLiNGAM"
    )


def _is_edges(obj: Any) -> bool:
    """Whether an object is a list of edges, such as ``("A", "B")``, each with some text."""
    return _is_matrix(obj) and all(any(isinstance(end, str) for end in row) for row in obj)


def _is_array_of_edges(obj: Any) -> bool:
    """Whether an array of text lists edges, and is not an array of tigramite, which has only marks."""
    are_edges = getattr(obj, "ndim", 0) == 2 and is_over_time(obj) and _is_edges(obj.tolist())
    return are_edges and any(str(name).strip("<>ox+-") for name in obj[:, 0])


def _is_matrix(obj: Any) -> bool:
    return isinstance(obj, list | tuple) and bool(obj) and all(isinstance(x, list | tuple) for x in obj)


def _is_edge_list_of_fci(obj: Any) -> bool:
    """Whether an object is the list of edges that fci of causal-learn returns beside its graph."""
    return (
        isinstance(obj, list)
        and bool(obj)
        and all("Edge" in class_names(x) and _is_foreign(x) for x in obj)
    )


def _is_list_of_graphs(obj: Any) -> bool:
    """
    Whether an object is a list of graphs. A tuple is not, because it may be the result of an algorithm.
    """
    return (
        isinstance(obj, list)
        and bool(obj)
        and all(isinstance(x, Graph | Estimate) or _is_foreign(x) for x in obj)
    )


def _remedies_for_results(obj: Any) -> tuple[Remedy, ...]:
    """Return remedies that name the graph inside the result of an algorithm."""
    if isinstance(obj, tuple) and obj and _is_foreign(obj[0]):
        return (Remedy("Its first part is a graph. Convert that part", "as_graph(obj[0])"),)
    if isinstance(obj, dict) and _is_foreign(obj.get("G")):
        return (Remedy("Its entry 'G' is a graph. Convert this entry", "as_graph(obj['G'])"),)
    if type(obj).__module__.partition(".")[0] in _DRAWINGS:
        code = "obj.{}('graph.dot'); read('graph.dot')".format(
            "save" if hasattr(obj, "save") else "write"
        )
        return (Remedy("Write the drawing to a file, and read the file", code),)
    if type(obj).__module__.startswith("edgemark."):
        for name in ("graph", "truth"):
            if hasattr(obj, name) and not callable(getattr(obj, name)):
                return (Remedy("Give the graph that it holds", f"obj.{name}"),)
    return (Remedy("Build a graph of its edges", "Graph.from_edges([('A', '-->', 'B')])"),)


def _is_foreign(obj: Any) -> bool:
    return any(cls.__module__.partition(".")[0] in _READER_MODULES for cls in type(obj).__mro__)
