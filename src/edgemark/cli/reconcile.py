"""``edgemark reconcile``: find what a printed number counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from edgemark.cli.console import emit
from edgemark.cli.inputs import refuse_input_twice
from edgemark.cli.request import command
from edgemark.cli.sides import Sides

__all__ = ["EPILOG", "reconcile"]

EPILOG = """
\b
Examples:
  edgemark reconcile 7 truth.json estimate.json
  edgemark reconcile 0.67 truth.json estimate.json

0.67 agrees with every number that rounds to it, 7 only with 7. Write -- before a negative number. If no
number of two graphs without lags agrees, the search is repeated with truth and estimate exchanged, and
then with every edge of the estimate reversed.

Exit status: 0 a number agrees; 1 none agrees; 2 wrong usage or unreadable input.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconcileRequest(Sides):
    """The printed number, the true graph and the estimate."""

    value: Annotated[str, typer.Argument(metavar="VALUE", help="The printed number, such as 7 or 0.67.")]
    truth: Annotated[str, typer.Argument(metavar="TRUTH", help="File of the true graph.")]
    estimate: Annotated[
        str,
        typer.Argument(
            metavar="ESTIMATE", help="File of the graph, edge scores or samples compared with it."
        ),
    ]
    format: Annotated[
        Literal["text", "json"], typer.Option("--format", help="Output as text for people, or as JSON.")
    ] = "text"

    def __post_init__(self) -> None:
        """Refuse standard input for more than one file."""
        refuse_input_twice(self.truth, self.estimate)


@command
def reconcile(request: ReconcileRequest) -> int:
    """Find what a printed number counts: every metric and package that gives it."""
    import edgemark as em

    truth, estimate = request.read(request.truth, request.estimate, any_estimate=True)
    result = em.reconcile(request.value, truth, estimate)
    emit(result.to_json() if request.format == "json" else str(result))
    return 0 if result.matches else 1
