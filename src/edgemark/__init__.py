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
    from edgemark.evaluation import (
        evaluate,
    )
    from edgemark.graph import (
        Graph,
        Mark,
        extension,
        pattern,
        to_cpdag,
    )
    from edgemark.io import (
        FORMATS,
        Limits,
        as_graph,
        read,
        write,
    )
    from edgemark.metrics import (
        Difference,
        confusion,
        differences,
        endpoint_hamming,
        nced,
        orientation_accuracy,
        shd,
        weighted_shd,
    )
    from edgemark.report import (
        Report,
        Row,
    )
    from edgemark.values import (
        Confusion,
        Count,
    )
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
        "edgemark.evaluation": ("evaluate",),
        "edgemark.graph": (
            "Graph",
            "Mark",
            "extension",
            "pattern",
            "to_cpdag",
        ),
        "edgemark.io": (
            "FORMATS",
            "Limits",
            "as_graph",
            "read",
            "write",
        ),
        "edgemark.metrics": (
            "Difference",
            "confusion",
            "differences",
            "endpoint_hamming",
            "nced",
            "orientation_accuracy",
            "shd",
            "weighted_shd",
        ),
        "edgemark.report": (
            "Report",
            "Row",
        ),
        "edgemark.values": (
            "Confusion",
            "Count",
        ),
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
    "FORMATS",
    "AlignmentError",
    "AmbiguityError",
    "ClassWarning",
    "Confusion",
    "ConventionError",
    "Count",
    "Difference",
    "EdgemarkError",
    "EdgemarkWarning",
    "FormatError",
    "Graph",
    "GraphError",
    "KindError",
    "LimitError",
    "Limits",
    "Mark",
    "MissingExtraError",
    "Report",
    "Row",
    "__version__",
    "as_graph",
    "confusion",
    "differences",
    "endpoint_hamming",
    "evaluate",
    "extension",
    "nced",
    "orientation_accuracy",
    "pattern",
    "read",
    "shd",
    "to_cpdag",
    "weighted_shd",
    "write",
]
