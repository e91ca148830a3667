"""Metrics with options of one's own, such as ``nced:k=0.4``, which no convention has a name for."""

from __future__ import annotations

import warnings
from typing import Any

from edgemark.conventions import same_name
from edgemark.errors import ConventionError
from edgemark.metrics import REGISTRY

__all__ = ["has_options", "options_in", "value_with_options"]


def has_options(name: str) -> bool:
    """
    Whether a name gives options of a metric that has them, and is no convention that has a name.

    Examples:
        >>> has_options("nced:k=0.4"), has_options("shd:pair mismatch"), has_options("f1:k=2")
        (True, False, False)
    """
    metric, _, said = name.partition(":")
    keys = [part.partition("=")[0].strip() for part in said.split(",")]
    if metric.strip() not in REGISTRY or "=" not in said:
        return False
    declared = REGISTRY[metric.strip()]
    is_named = any(same_name(one.name, said) for one in declared.conventions)
    return not is_named and set(keys) <= declared.parameters


def options_in(name: str) -> dict[str, Any]:
    """
    Read the options of a name.

    Examples:
        >>> options_in("nced:k=0.4"), options_in("shd:of=cpdag, reversal=two")
        ({'k': 0.4}, {'of': 'cpdag', 'reversal': 'two'})
    """
    parts = [part.partition("=") for part in name.partition(":")[2].split(",")]
    return {key.strip(): _value(value.strip()) for key, _, value in parts}


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def value_with_options(name: str, truth: Any, estimate: Any) -> Any:
    """
    Give the number of a metric with the options of a name.

    Raises:
        ConventionError: the metric gives no single number.
        EdgemarkError: what the metric raises.

    Examples:
        >>> from edgemark import Graph
        >>> value_with_options("nced:k=0.4", Graph.parse("A --> B"), Graph.parse("A --- B"))
        0.4
    """
    import edgemark

    function = getattr(edgemark, name.partition(":")[0].strip())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value = function(truth, estimate, **options_in(name))
    if not isinstance(value, int | float):
        raise ConventionError(f"one number is needed; {name!r} gives a {type(value).__name__}")
    return value
