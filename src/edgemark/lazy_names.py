"""Load a module of a package only when a name that it defines is first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["loaded_when_used"]


def loaded_when_used(
    package: str, module_of: Mapping[str, str], *, others: str | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """
    Return a `__getattr__` and a `__dir__` for a package.

    Args:
        package: name of the package, which must define these two functions under their names.
        module_of: for each name, the module of the package that defines it.
        others: the module that defines all names that `module_of` does not list, `__all__` among them.
    """

    def load(name: str) -> Any:
        module = module_of.get(name, None if _is_private(name) else others)
        found = {} if module is None else vars(import_module(f"{package}.{module}"))
        if name not in found:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, found[name])
        return found[name]

    def names() -> list[str]:
        return sorted(sys.modules[package].__all__)

    return load, names


def _is_private(name: str) -> bool:
    return name.startswith("_") and name != "__all__"
