"""How good is a learned causal graph? Every number says exactly what it counted."""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from edgemark.errors import (
        AlignmentError,
        AmbiguityError,
        ClassWarning,
        ConventionError,
        EdgemarkError,
        EdgemarkWarning,
        FormatError,
        GraphError,
        KindError,
        LimitError,
        MissingExtraError,
    )
    from edgemark.graph import Graph, Mark, extension, pattern, to_cpdag
    from edgemark.values import Confusion, Count
else:
    _HOMES = {
        "edgemark.errors": (
            "AlignmentError",
            "AmbiguityError",
            "ClassWarning",
            "ConventionError",
            "EdgemarkError",
            "EdgemarkWarning",
            "FormatError",
            "GraphError",
            "KindError",
            "LimitError",
            "MissingExtraError",
        ),
        "edgemark.graph": ("Graph", "Mark", "extension", "pattern", "to_cpdag"),
        "edgemark.values": ("Confusion", "Count"),
    }
    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

    def __getattr__(name):
        from importlib import import_module

        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
        return value

    def __dir__():
        return sorted({*globals(), *_HOME_OF})


__all__ = [
    "AlignmentError",
    "AmbiguityError",
    "ClassWarning",
    "Confusion",
    "ConventionError",
    "Count",
    "EdgemarkError",
    "EdgemarkWarning",
    "FormatError",
    "Graph",
    "GraphError",
    "KindError",
    "LimitError",
    "Mark",
    "MissingExtraError",
    "__version__",
    "extension",
    "pattern",
    "to_cpdag",
]
