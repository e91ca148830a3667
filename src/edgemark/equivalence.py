"""The functions about classes of DAGs, for every object that `as_graph` reads."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from edgemark import graph
from edgemark.graph import Graph
from edgemark.io import as_graph

__all__ = [
    "class_size",
    "extension",
    "members",
    "pattern",
    "repair",
    "sample_members",
    "to_cpdag",
    "to_icpdag",
    "to_mpdag",
]

P = ParamSpec("P")
T = TypeVar("T")


def _of_anything(function: Callable[Concatenate[Graph, P], T]) -> Callable[Concatenate[Any, P], T]:
    name = function.__code__.co_varnames[0]

    @wraps(function)
    def read(*args: Any, **options: Any) -> T:
        if not args and name in options:
            args = (options.pop(name),)
        if args and not isinstance(args[0], Graph):
            args = (as_graph(args[0]), *args[1:])
        return function(*args, **options)

    return read


class_size = _of_anything(graph.class_size)
extension = _of_anything(graph.extension)
members = _of_anything(graph.members)
pattern = _of_anything(graph.pattern)
repair = _of_anything(graph.repair)
sample_members = _of_anything(graph.sample_members)
to_cpdag = _of_anything(graph.to_cpdag)
to_icpdag = _of_anything(graph.to_icpdag)
to_mpdag = _of_anything(graph.to_mpdag)
