"""``edgemark rosetta``: show what every package prints for two graphs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from edgemark.cli.console import emit
from edgemark.cli.inputs import refuse_input_twice
from edgemark.cli.request import command
from edgemark.cli.sides import Sides

if TYPE_CHECKING:
    from edgemark.packages import Rosetta

__all__ = ["EPILOG", "rosetta"]

EPILOG = """
\b
Examples:
  edgemark rosetta truth.json estimate.json --named shd
  edgemark rosetta truth.json estimate.json --format latex

To print the numbers of one package: edgemark score TRUTH ESTIMATE --as PACKAGE. To find what a printed
number counts: edgemark reconcile VALUE TRUTH ESTIMATE.

Exit status: 0 success; 2 wrong usage or unreadable input.
"""
RosettaFormat = Literal["text", "json", "latex", "markdown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RosettaRequest(Sides):
    """The graphs to compare."""

    truth: Annotated[str, typer.Argument(metavar="TRUTH", help="File of the true graph.")]
    estimate: Annotated[str, typer.Argument(metavar="ESTIMATE", help="File of a learned graph.")]
    named: Annotated[
        str,
        typer.Option("--named", metavar="TEXT", help="Show only numbers with this text in their name."),
    ] = ""
    format: Annotated[
        RosettaFormat,
        typer.Option("--format", help="Output as text for people, or as JSON, LaTeX or Markdown."),
    ] = "text"

    def __post_init__(self) -> None:
        """Refuse standard input for both graphs."""
        refuse_input_twice(self.truth, self.estimate)


@command
def rosetta(request: RosettaRequest) -> int:
    """Show what every known package prints for two graphs, sorted by what is counted."""
    import edgemark as em

    truth, estimate = request.read(request.truth, request.estimate, any_estimate=False)
    numbers = em.rosetta(truth, estimate)
    emit(_text_of(numbers.named(request.named) if request.named else numbers, request.format))
    return 0


def _text_of(numbers: Rosetta, format: RosettaFormat) -> str:
    writers = {"json": numbers.to_json, "latex": numbers.to_latex, "markdown": numbers.to_markdown}
    return writers[format]() if format in writers else str(numbers)
