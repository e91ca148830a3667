"""
Algorithms of other libraries and edgemark's own baselines, which are all called in the same way.

`ADAPTERS` holds them by name, ``package:method``. A module of this folder is imported when an algorithm
of its package is looked up, and the package itself at `Adapter.load` or `Adapter.run`. An adapter takes
a `Dataset` and returns scores, a graph with a declared kind, or a time series graph. The same data, seed
and parameters give the same graph in any process and under any hash seed. If a library makes this
impossible, its adapters have ``repeatable=False``. Adapters print nothing and change no input.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from edgemark.bench.adapters.adapter import Adapter, Learned, Parameter, Returned

__all__ = ["ADAPTERS", "Adapter", "Learned", "Parameter", "Returned"]

_MODULES: Mapping[str, tuple[str, ...]] = {
    "causal-learn": ("causal_learn",),
    "pgmpy": ("pgmpy",),
    "pyagrum": ("pyagrum",),
    "lingam": ("lingam",),
    "tigramite": ("tigramite",),
    "cdans": ("cdans",),
    "flopsearch": ("flopsearch",),
    "ges": ("ges",),
    "gies": ("gies",),
    "causaldisco": ("causaldisco",),
    "edgemark": ("trivial", "sorting", "oracles"),
}
"""The modules that hold the algorithms of a package."""


class _Adapters(Mapping[str, Adapter]):
    """Adapters by name, imported package by package when they are looked up."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, Adapter]] = {}

    def __getitem__(self, name: str) -> Adapter:
        package = name.partition(":")[0] if isinstance(name, str) else ""
        if package not in _MODULES:
            raise KeyError(name)
        return self._adapters_of(package)[name]

    def __iter__(self) -> Iterator[str]:
        for package in _MODULES:
            yield from self._adapters_of(package)

    def __len__(self) -> int:
        return sum(len(self._adapters_of(package)) for package in _MODULES)

    def _adapters_of(self, package: str) -> dict[str, Adapter]:
        if package not in self._known:
            modules = [import_module(f"{__name__}.{name}") for name in _MODULES[package]]
            adapters: list[Any] = [adapter for module in modules for adapter in module.ADAPTERS]
            self._known[package] = {adapter.name: adapter for adapter in adapters}
        return self._known[package]


ADAPTERS: Mapping[str, Adapter] = _Adapters()
"""Every adapter by its name."""
