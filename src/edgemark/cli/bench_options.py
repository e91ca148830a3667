"""Arguments and options that several commands of ``edgemark bench`` share."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["Folder", "Output", "PlanName", "Workers"]


def _plan_names(incomplete: str) -> list[str]:
    from edgemark.bench.plans import built_in_plans

    return [name for name in ("standard", *built_in_plans()) if name.startswith(incomplete)]


PlanName = Annotated[
    str,
    typer.Argument(
        metavar="PLAN", autocompletion=_plan_names, help="A plan, or the name of a built-in one."
    ),
]
Folder = Annotated[str, typer.Argument(metavar="FOLDER", help="The folder of a study.")]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        help="Number of runs at the same time; by default one for each CPU.",
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to this file instead of standard output."
    ),
]
