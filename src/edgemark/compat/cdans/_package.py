"""Access to the installed package cdans: its algorithm, steps, tests and plots."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from edgemark.errors import MissingExtraError

__all__ = ["is_of_the_package", "package_attribute"]


def package_attribute(module: str, name: str) -> Any:
    """Return an attribute of a module of the package, such as "KCITest" of "ci_tests.kci"."""
    if not name.startswith("__"):  # Lookups of names such as __path__ must not import it.
        attribute = getattr(_module(module), name, None)
        if attribute is not None:
            return attribute
    raise AttributeError(f"module 'edgemark.compat.cdans.{module}' has no attribute {name!r}")


def _module(name: str) -> Any:
    try:
        return import_module(f"cdans.{name}")
    except ImportError:
        raise MissingExtraError("cdans", "algorithms") from None


def is_of_the_package(cls: type, name: str) -> bool:
    """Whether a class is the class with this name in the package, or a subclass of it."""
    return any(base.__name__ == name and base.__module__.startswith("cdans.") for base in cls.__mro__)
