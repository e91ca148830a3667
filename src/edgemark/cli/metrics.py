"""``edgemark metrics``: what can be counted, and what each number means."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from edgemark.cli.console import emit
from edgemark.errors import ConventionError

if TYPE_CHECKING:
    from edgemark.metrics import Metric

__all__ = ["EPILOG", "metrics"]

EPILOG = """
\b
Examples:
  edgemark metrics
  edgemark metrics shd
  edgemark metrics f1
  edgemark metrics --format json

Exit status: 0 fine; 2 no such metric.
"""


def _names(incomplete: str) -> list[str]:
    return [name for name in _known() if name.startswith(incomplete)]


def metrics(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", autocompletion=_names, help="Explain this one."),
    ] = None,
    format: Annotated[
        Literal["table", "json"], typer.Option("--format", help="For people (table) or programs (json).")
    ] = "table",
) -> int:
    """List the metrics, or explain one: what it counts, and who counts so."""
    from edgemark.metrics import REGISTRY
    from edgemark.values import COUNTS, RATIOS

    if name is not None and name not in _known():
        raise ConventionError.unknown("a metric", name, _known())
    of_confusion = name in (*COUNTS, *RATIOS)
    if format == "json":
        found = REGISTRY.values() if name is None else [REGISTRY["confusion" if of_confusion else name]]
        emit(json.dumps([_as_dict(metric) for metric in found], indent=1))
        return 0
    from edgemark.cli import metric_text

    if name is None:
        emit(metric_text.listing(REGISTRY.values()))
    elif of_confusion:
        emit(metric_text.ratio(name, REGISTRY["confusion"]))
    else:
        emit(metric_text.explanation(REGISTRY[name]))
    return 0


def _known() -> list[str]:
    from edgemark.metrics import REGISTRY
    from edgemark.values import COUNTS, RATIOS

    return [*REGISTRY, *COUNTS, *RATIOS]


def _as_dict(metric: Metric) -> dict[str, Any]:
    from edgemark.conventions import REFERENCES

    return {
        "name": metric.name,
        "family": metric.family,
        "summary": metric.summary,
        "better": metric.better,
        "best": metric.best,
        "symmetric": metric.symmetric,
        "kinds": list(metric.kinds) if metric.kinds is not None else None,
        "two_edges_on_a_pair": metric.two_edges,
        "reference": REFERENCES[metric.cite],
        "options": {option: list(allowed) for option, allowed in metric.options.items()},
        "conventions": [
            {
                "name": convention.name,
                "counts": convention.counts,
                "used_by": list(convention.used_by),
                "options": dict(convention.options),
            }
            for convention in metric.conventions
        ],
    }
