"""``edgemark chance``: compare an estimate with random guessing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from edgemark.cli.console import emit, is_watched
from edgemark.cli.inputs import candidates_of, refuse_contradicting_scores, refuse_input_twice
from edgemark.cli.options import (
    ArePvalues,
    AreScores,
    BurnIn,
    CandidatesFile,
    DataFormat,
    Metrics,
    Output,
    SignOption,
    Unlisted,
)
from edgemark.cli.output_suffix import refuse_other_suffix
from edgemark.cli.request import command
from edgemark.cli.sides import Sides

__all__ = ["EPILOG", "chance"]

EPILOG = """
\b
Examples:
  edgemark chance truth.json estimate.json
  edgemark chance truth.json estimate.json -m shd -m f1:skeleton -m sid
  edgemark chance truth.json pag.json
  edgemark chance truth.json cpdag.json --null-model permuted-labels
  edgemark chance truth.txt scores.csv --direction row-to-column
  edgemark chance truth.txt rankedEdges.csv --candidates regulators.csv
  edgemark chance truth.txt chain.csv --burn-in 10000 -m expected_shd
  edgemark chance series.json found.json -m f1:lagged -m temporal_sid
  edgemark chance truth.json estimate.json --format csv --output chance.csv

For each value of edgemark score, the table shows what random guessing would score: the mean, the
interval of 95 % of the guesses, the p-value, and how far the estimate is above chance (0 = chance, 1 =
perfect). --null-model names the null model. random-dags: random DAGs with as many edges as the estimate,
or their CPDAGs, MAGs or PAGs; for time series, random graphs with as many lagged edges, autolinks and
contemporaneous edges. permuted-scores: the edge scores at random pairs. permuted-labels: the estimate
with its nodes in a random order. The default is the first null model that is defined for the estimate.
The same seed gives the same numbers.

Exit status: 0 success; 1 no guesses can be drawn, so the values are printed without them; 2 unreadable
input or wrong usage.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceRequest(Sides):
    """The estimate to compare with random guesses, and the null model."""

    truth: Annotated[str, typer.Argument(metavar="TRUTH", help="File of the true graph.")]
    estimate: Annotated[str, typer.Argument(metavar="ESTIMATE", help="File of a learned graph.")]
    metric: Metrics = None
    null_model: Annotated[
        Literal["random-dags", "permuted-labels", "permuted-scores"] | None,
        typer.Option(
            "--null-model",
            help="Null model of the guesses. Default: the first that is defined for the estimate.",
        ),
    ] = None
    n_guesses: Annotated[
        int, typer.Option("--n-guesses", metavar="N", min=1, help="Number of guesses.")
    ] = 1000
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Random seed of the guesses.")
    ] = 0
    format: DataFormat = "table"
    output: Output = None
    burn_in: BurnIn = 0
    are_scores: AreScores = False
    are_pvalues: ArePvalues = False
    sign: SignOption = "refuse"
    unlisted: Unlisted = None
    candidates: CandidatesFile = None

    def __post_init__(self) -> None:
        """Refuse standard input for two files, and options that contradict each other."""
        refuse_contradicting_scores(self.are_scores, self.are_pvalues, self.sign)
        refuse_input_twice(self.truth, self.estimate, *([self.candidates] if self.candidates else ()))
        refuse_other_suffix(self.output, self.format)


@command
def chance(request: ChanceRequest) -> int:
    """Show what random guessing would score on every metric."""
    import edgemark as em
    from edgemark.cli.score_output import Scores, with_names_of_graphs, write_for_programs

    truth, estimate = request.read(
        request.truth,
        request.estimate,
        any_estimate=True,
        burn_in=request.burn_in,
        scores=request.are_scores,
        sign=request.sign,
        pvalues=request.are_pvalues,
        unlisted=request.unlisted,
    )
    report = em.chance(
        truth,
        estimate,
        request.metric,
        candidates=candidates_of(request.candidates, truth),
        null_model=request.null_model,
        n_guesses=request.n_guesses,
        seed=request.seed,
        progress=is_watched(),
    )
    has_guesses = any(row.chance is not None and row.chance.method != "none" for row in report)
    report = with_names_of_graphs(report, request.truth, request.estimate)
    if request.format == "table":
        from edgemark.cli.score_table import report_text

        emit(report_text(report), request.output)
    else:
        write_for_programs(Scores((report,), ()), request.format, request.output)
    return 0 if has_guesses else 1
