"""
The names at the top level of `edgemark`, which users need first, and the namespaces of all others.

`scripts/front_door.py` writes these names into the stub for type checkers.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from types import MappingProxyType
from typing import Any

__all__ = ["FRONT", "NAMESPACES", "home_of", "public_names"]

FRONT: MappingProxyType[str, tuple[str, ...]] = MappingProxyType(
    {
        "graph": (
            "Candidates",
            "EdgeScores",
            "Graph",
            "GraphSamples",
            "TemporalGraph",
            "TemporalScores",
        ),
        "io": (
            "as_graph",
            "as_temporal",
            "read",
            "read_samples",
            "read_scores",
            "read_temporal",
            "write",
        ),
        "evaluation": (
            "evaluate",
            "evaluate_many",
            "over_class",
            "reconcile",
        ),
        "null_models": ("chance",),
        "metric_criteria": ("criteria",),
        "metrics": (
            "adjustment_aid",
            "ancestor_aid",
            "average_precision",
            "c_metric",
            "confusion",
            "differences",
            "effects",
            "endpoint_hamming",
            "nced",
            "oset_aid",
            "parent_aid",
            "roc_auc",
            "s_metric",
            "sc_metric",
            "separation_distance",
            "shd",
            "sid",
            "sid_bounds",
            "weighted_shd",
        ),
        "equivalence": (
            "class_size",
            "latent_projection",
            "m_separated",
            "members",
            "repair",
            "to_cpdag",
            "to_mag",
            "to_mpdag",
            "to_pag",
        ),
        "packages": ("printed_by", "rosetta"),
        "figures": ("plot_diff", "plot_diffs"),
        "report": ("Report",),
        "values": ("Bounds", "Confusion", "Count"),
        "errors": ("EdgemarkError",),
    }
)
"""The names at the top level, by the namespace that they come from."""

NAMESPACES: tuple[str, ...] = (
    "equivalence",
    "evaluation",
    "metrics",
    "null_models",
    "metric_criteria",
    "packages",
    "stats",
    "forecast",
    "bench",
    "data",
    "io",
    "graph",
    "figures",
    "pages",
    "report",
    "values",
    "errors",
)
"""The namespaces of all public names, in the order in which a name is looked for."""

_HOME_OF = {name: home for home, names in FRONT.items() for name in names}


def front_attribute(name: str) -> Any:
    """
    Return a top-level name or a namespace. The error for another public name says where to find it.
    """
    if name in NAMESPACES:
        return import_module(f"edgemark.{name}")
    if name in _HOME_OF:
        return getattr(import_module(f"edgemark.{_HOME_OF[name]}"), name)
    home = None if name.startswith("_") else home_of(name)
    home_hint = f"; it is edgemark.{home}.{name}" if home else ""
    raise AttributeError(f"module 'edgemark' has no attribute {name!r}{home_hint}")


def home_of(name: str) -> str | None:
    """
    Return the namespace of a public name.

    Examples:
        >>> home_of("best_f1"), home_of("shd"), home_of("shdd")
        ('metrics', 'metrics', None)
    """
    if name in _HOME_OF:
        return _HOME_OF[name]
    return next((home for home in NAMESPACES if name in import_module(f"edgemark.{home}").__all__), None)


def public_names() -> Iterator[tuple[str, str]]:
    """Yield every public name once, after the namespace that it comes from."""
    seen: set[str] = set()
    for home in NAMESPACES:
        for name in import_module(f"edgemark.{home}").__all__:
            if name not in seen:
                seen.add(name)
                yield home, name
