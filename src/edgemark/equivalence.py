"""
The public functions about equivalence classes, separation and hidden variables.

Functions that take a graph accept every object that `as_graph` reads. Functions that take a time
series graph need a TemporalGraph.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from edgemark.graph import Graph, TemporalGraph, ancestral_paths, equivalence, latent
from edgemark.graph.equivalence import to_tiered_mpdag
from edgemark.graph.equivalence.dpags import lpcmci_target, to_dpag
from edgemark.graph.equivalence.hidden_variables import warn_how_skeleton_is_read
from edgemark.io import as_graph

__all__ = [
    "class_size",
    "discriminating_path",
    "extension",
    "inducing_path",
    "latent_projection",
    "lpcmci_target",
    "m_separated",
    "mag_members",
    "members",
    "nearest_separator",
    "pattern",
    "repair",
    "sample_members",
    "to_cpdag",
    "to_dpag",
    "to_icpdag",
    "to_mag",
    "to_mpdag",
    "to_pag",
    "to_tiered_mpdag",
    "visible_edges",
]

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def _reading_any_graph(
    function: Callable[Concatenate[Graph, P], T], *, warns_of_skeletons: bool = False
) -> Callable[Concatenate[Any, P], T]:
    """
    Wrap a function so that it accepts graphs of other libraries.

    If `warns_of_skeletons` is true, the wrapped function also warns if it reads an undirected graph as a
    CPDAG. Set it for functions that do so without a warning of their own.
    """
    first_parameter = function.__code__.co_varnames[0]

    @wraps(function)
    def read(*args: Any, **options: Any) -> T:
        if not args and first_parameter in options:
            args = (options.pop(first_parameter),)
        if args and not isinstance(args[0], Graph):
            args = (as_graph(args[0]), *args[1:])
        result = function(*args, **options)
        if warns_of_skeletons:
            warn_how_skeleton_is_read(args[0])
        return result

    return read


def _also_for_series(function: F) -> F:
    """Wrap a function of a graph or a TemporalGraph, so that it accepts graphs of other libraries."""
    first_parameter = function.__code__.co_varnames[0]
    of_any_graph: Any = _reading_any_graph(function)

    @wraps(function)
    def read(*args: Any, **options: Any) -> Any:
        graph = args[0] if args else options.get(first_parameter)
        chosen = function if isinstance(graph, TemporalGraph) else of_any_graph
        return chosen(*args, **options)

    return cast(F, read)


class_size = _reading_any_graph(equivalence.class_size)
discriminating_path = _reading_any_graph(ancestral_paths.discriminating_path)
extension = _reading_any_graph(equivalence.extension, warns_of_skeletons=True)
inducing_path = _reading_any_graph(ancestral_paths.inducing_path)
latent_projection = _also_for_series(latent.latent_projection)
m_separated = _reading_any_graph(latent.m_separated)
mag_members = _reading_any_graph(equivalence.mag_members)
members = _reading_any_graph(equivalence.members)
nearest_separator = _reading_any_graph(ancestral_paths.nearest_separator, warns_of_skeletons=True)
pattern = _reading_any_graph(equivalence.pattern, warns_of_skeletons=True)
repair = _reading_any_graph(equivalence.repair, warns_of_skeletons=True)
sample_members = _reading_any_graph(equivalence.sample_members)
to_cpdag = _reading_any_graph(equivalence.to_cpdag)
to_icpdag = _reading_any_graph(equivalence.to_icpdag)
to_mag = _reading_any_graph(equivalence.to_mag)
to_mpdag = _reading_any_graph(equivalence.to_mpdag)
to_pag = _reading_any_graph(equivalence.to_pag)
visible_edges = _reading_any_graph(ancestral_paths.visible_edges, warns_of_skeletons=True)
