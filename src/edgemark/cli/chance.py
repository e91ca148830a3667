"""``edgemark chance``: is an estimate better than guessing?"""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from edgemark.cli.console import emit, is_watched
from edgemark.cli.inputs import Reading
from edgemark.cli.options import (
    AddMissingNodes,
    DataFormat,
    DirectionOption,
    InputFormat,
    KindOption,
    Metrics,
    Output,
    SymmetricOption,
    TruthFormat,
    TruthKind,
)
from edgemark.cli.series_inputs import ContemporaneousOption, MaxLag, read_sides

__all__ = ["EPILOG", "chance"]

EPILOG = """
\b
Examples:
  edgemark chance truth.json estimate.json
  edgemark chance truth.json estimate.json -m shd -m f1:skeleton -m sid
  edgemark chance truth.json pag.json --controls permuted-labels
  edgemark chance series.json found.json -m f1:lagged -m temporal_sid
  edgemark chance truth.json estimate.json --format csv --output chance.csv

Every number of edgemark score, with what guessing gets: mean, 95 % of guesses, p-value, and how far
above guessing the estimate is (0 = guessing, 1 = perfect). A guess is a random DAG with as many edges,
or the estimate with its labels permuted; of graphs over time a random one with as many edges over time,
autolinks and edges within a time step. The same seed gives the same numbers. On a terminal the numbers
done are counted.

Exit status: 0 fine; 2 unreadable input or wrong usage.
"""


def chance(
    truth: Annotated[str, typer.Argument(metavar="TRUTH", help="File of the true graph.")],
    estimate: Annotated[str, typer.Argument(metavar="ESTIMATE", help="File of a learned graph.")],
    metric: Metrics = None,
    controls: Annotated[
        Literal["random-dags", "permuted-labels"],
        typer.Option("--controls", help="What a guess is."),
    ] = "random-dags",
    n_controls: Annotated[
        int, typer.Option("--n-controls", metavar="N", min=1, help="How many guesses to draw.")
    ] = 1000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Seed of the draws.")] = 0,
    format: DataFormat = "table",
    output: Output = None,
    input_format: InputFormat = None,
    truth_format: TruthFormat = None,
    direction: DirectionOption = None,
    symmetric: SymmetricOption = None,
    kind: KindOption = None,
    truth_kind: TruthKind = None,
    add_missing_nodes: AddMissingNodes = False,
    contemporaneous: ContemporaneousOption = None,
    max_lag: MaxLag = None,
) -> int:
    """Say what guessing would get in place of every number."""
    import edgemark as em
    from edgemark.cli.score import Scores, named, show_rows

    true_graph, found = read_sides(
        (truth, estimate),
        (
            Reading(truth_format, direction, symmetric, truth_kind, of_truth=True),
            Reading(input_format, direction, symmetric, kind),
        ),
        contemporaneous,
        max_lag,
        add_missing_nodes=add_missing_nodes,
    )
    report = em.chance(
        true_graph,
        found,
        metric,
        controls=controls,
        n_controls=n_controls,
        seed=seed,
        progress=is_watched(),
    )
    report = named(report, truth, estimate)
    if format == "table":
        from edgemark.cli.score_table import report_text

        emit(report_text(report), output)
        return 0
    show_rows(Scores((report,), ()), format, output)
    return 0
