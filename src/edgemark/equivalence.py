"""The functions about classes of graphs, for every object that `as_graph` reads."""

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


def _of_anything(
    function: Callable[Concatenate[Graph, P], T], *, reads_lines: bool = False
) -> Callable[Concatenate[Any, P], T]:
    """Wrap a function so that it accepts graphs of other libraries and warns about skeletons."""
    name = function.__code__.co_varnames[0]

    @wraps(function)
    def read(*args: Any, **options: Any) -> T:
        if not args and name in options:
            args = (options.pop(name),)
        if args and not isinstance(args[0], Graph):
            args = (as_graph(args[0]), *args[1:])
        made = function(*args, **options)
        if reads_lines:
            warn_how_skeleton_is_read(args[0])
        return made

    return read


def _with_series(function: F) -> F:
    """Let a function that also takes time series graphs read its arguments."""
    of_graphs: Any = _of_anything(function)

    @wraps(function)
    def read(*args: Any, **options: Any) -> Any:
        first = args[0] if args else options.get(function.__code__.co_varnames[0])
        return (function if isinstance(first, TemporalGraph) else of_graphs)(*args, **options)

    return cast(F, read)


class_size = _of_anything(equivalence.class_size)
discriminating_path = _of_anything(ancestral_paths.discriminating_path)
extension = _of_anything(equivalence.extension, reads_lines=True)
inducing_path = _of_anything(ancestral_paths.inducing_path)
latent_projection = _with_series(latent.latent_projection)
m_separated = _of_anything(latent.m_separated)
mag_members = _of_anything(equivalence.mag_members)
members = _of_anything(equivalence.members)
nearest_separator = _of_anything(ancestral_paths.nearest_separator, reads_lines=True)
pattern = _of_anything(equivalence.pattern, reads_lines=True)
repair = _of_anything(equivalence.repair, reads_lines=True)
sample_members = _of_anything(equivalence.sample_members)
to_cpdag = _of_anything(equivalence.to_cpdag)
to_icpdag = _of_anything(equivalence.to_icpdag)
to_mag = _of_anything(equivalence.to_mag)
to_mpdag = _of_anything(equivalence.to_mpdag)
to_pag = _of_anything(equivalence.to_pag)
visible_edges = _of_anything(ancestral_paths.visible_edges, reads_lines=True)
