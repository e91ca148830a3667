"""``edgemark metrics``: list the metrics, or explain one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from edgemark.cli.console import emit
from edgemark.cli.request import command
from edgemark.conventions.convention import same_name
from edgemark.errors import ConventionError

if TYPE_CHECKING:
    from edgemark.conventions.convention import Convention
    from edgemark.metrics import Metric

__all__ = ["EPILOG", "metrics"]

EPILOG = """
\b
Examples:
  edgemark metrics
  edgemark metrics shd
  edgemark metrics "shd:arc hamming"
  edgemark metrics f1
  edgemark metrics --format json

Exit status: 0 success; 2 the metric or the convention does not exist.
"""


def _completions(incomplete: str) -> list[str]:
    return [name for name in _metric_names() if name.startswith(incomplete.lower())]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsRequest:
    """The metrics to list, or the metric to explain."""

    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME[:CONVENTION]", autocompletion=_completions, help="Metric to explain."
        ),
    ] = None
    format: Annotated[
        Literal["table", "json"],
        typer.Option("--format", help="Output as a table for people or as JSON for programs."),
    ] = "table"


@command
def metrics(request: MetricsRequest) -> int:
    """List the metrics, or explain one: what it counts, and which packages use it."""
    from edgemark.cli import metric_text
    from edgemark.metrics import REGISTRY
    from edgemark.values import COUNTS, RATIOS

    if request.name is None:
        metric_dicts = [_as_dict(metric, metric.conventions) for metric in REGISTRY.values()]
        emit(
            json.dumps(metric_dicts, indent=1)
            if request.format == "json"
            else metric_text.listing(REGISTRY.values())
        )
        return 0
    name, _, convention = (part.strip() for part in request.name.partition(":"))
    if name.lower() not in _metric_names():
        raise ConventionError.unknown("a metric", name, _metric_names())
    name = name.lower()
    is_of_confusion = name in (*COUNTS, *RATIOS)
    metrics_to_search = (
        [metric for metric in REGISTRY.values() if metric.measures]
        if is_of_confusion
        else [REGISTRY[name]]
    )
    metric, conventions = _chosen_conventions(name, metrics_to_search, convention)
    if request.format == "json":
        emit(json.dumps([_as_dict(metric, conventions)], indent=1))
    elif is_of_confusion:
        emit(metric_text.ratio(name, metric, conventions))
    else:
        emit(metric_text.explanation(metric, conventions))
    return 0


def _chosen_conventions(
    name: str, metrics_to_search: Sequence[Metric], chosen_name: str
) -> tuple[Metric, Sequence[Convention]]:
    """
    Return the first metric that has the chosen convention, with this convention; without a chosen name,
    return the first metric with all its conventions.
    """
    for metric in metrics_to_search:
        chosen = [c for c in metric.conventions if not chosen_name or same_name(c.name, chosen_name)]
        if chosen:
            return metric, chosen
    names = dict.fromkeys(c.name for metric in metrics_to_search for c in metric.conventions)
    raise ConventionError.unknown(f"the convention of {name}", chosen_name, list(names))


def _metric_names() -> list[str]:
    from edgemark.metrics import REGISTRY
    from edgemark.values import COUNTS, RATIOS

    return [*REGISTRY, *COUNTS, *RATIOS]


def _as_dict(metric: Metric, conventions: Sequence[Convention]) -> dict[str, Any]:
    from edgemark.conventions.references import REFERENCES

    return {
        "name": metric.name,
        "family": metric.family,
        "summary": metric.summary,
        "takes": metric.takes.__name__,
        "better": metric.better,
        "best": best if isfinite(best := metric.best_with({})) else None,
        "symmetric": metric.symmetric,
        "kinds": list(metric.kinds) if metric.kinds is not None else None,
        "two_edges_on_a_pair": metric.two_edges_on_a_pair,
        "reference": REFERENCES[metric.cite],
        "options": {option: list(allowed) for option, allowed in metric.options.items()},
        "conventions": [
            {
                "name": convention.name,
                "counts": convention.counts,
                "used_by": list(convention.used_by),
                "options": dict(convention.options),
                "one_sided": convention.one_sided,
            }
            for convention in conventions
        ],
    }
