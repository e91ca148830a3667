"""``edgemark chance``: is an estimate better than guessing?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from edgemark.cli.console import SCORING, emit, is_watched
from edgemark.cli.inputs import Reading, refuse_input_twice
from edgemark.cli.knowledge import Targets, Tiers, informed
from edgemark.cli.options import (
    AddMissingNodes,
    AreScores,
    BurnIn,
    CandidatesFile,
    DataFormat,
    DirectionOption,
    InputFormat,
    KindOption,
    Metrics,
    Output,
    SignOption,
    SymmetricOption,
    TruthFormat,
    TruthKind,
)
from edgemark.cli.series_inputs import (
    ContemporaneousOption,
    MaxLag,
    SeriesReading,
    is_over_time,
    read_sides,
)

if TYPE_CHECKING:
    from edgemark.graph import Candidates

__all__ = ["EPILOG", "chance"]

EPILOG = """
\b
Examples:
  edgemark chance truth.json estimate.json
  edgemark chance truth.json estimate.json -m shd -m f1:skeleton -m sid
  edgemark chance truth.json pag.json
  edgemark chance truth.json cpdag.json --controls permuted-labels
  edgemark chance truth.txt scores.csv --direction row-to-column
  edgemark chance truth.txt rankedEdges.csv --candidates regulators.csv
  edgemark chance truth.txt chain.csv --burn-in 10000 -m expected_shd
  edgemark chance series.json found.json -m f1:lagged -m temporal_sid
  edgemark chance truth.json estimate.json --format csv --output chance.csv

Each value of edgemark score is shown beside what random guessing scores: the mean, 95 % of guesses, the
p-value, and how far above guessing the estimate is (0 = guessing, 1 = perfect). --controls names the
null model. random-dags: random DAGs with as many edges as the estimate, or their CPDAGs; for time
series, random graphs with as many lagged edges, autolinks and contemporaneous edges. permuted-scores:
edge scores at randomly chosen pairs. permuted-labels: the estimate with its nodes in a random order, for
every estimate. Without --controls the first of these is taken that is defined for the estimate. The same
seed gives the same numbers.

Exit status: 0 fine; 1 no guesses can be drawn, and the values are printed without them; 2 unreadable
input or wrong usage.
"""
_OPTIONS = SCORING - {"--by-regime", "--pvalues", "--summary", "--unlisted"} | {
    "--controls",
    "--n-controls",
}


def chance(
    truth: Annotated[str, typer.Argument(metavar="TRUTH", help="File of the true graph.")],
    estimate: Annotated[str, typer.Argument(metavar="ESTIMATE", help="File of a learned graph.")],
    metric: Metrics = None,
    controls: Annotated[
        Literal["random-dags", "permuted-labels", "permuted-scores"] | None,
        typer.Option(
            "--controls", help="The null model. Default: the first that is defined for the estimate."
        ),
    ] = None,
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
    burn_in: BurnIn = 0,
    are_scores: AreScores = False,
    sign: SignOption = "refuse",
    candidates: CandidatesFile = None,
    contemporaneous: ContemporaneousOption = None,
    max_lag: MaxLag = None,
    targets: Targets = None,
    tiers: Tiers = None,
) -> int:
    """Show what random guessing would score on every metric."""
    import edgemark as em
    from edgemark.cli.named_reports import named
    from edgemark.cli.score import Scores, show_rows

    refuse_input_twice(truth, estimate, *([candidates] if candidates else ()))
    true_graph, found = _sides(
        (truth, estimate),
        Reading(truth_format, direction, symmetric, truth_kind, of_truth=True),
        Reading(input_format, direction, symmetric, kind, burn_in, are_scores, sign),
        SeriesReading(contemporaneous, max_lag),
        add_missing_nodes=add_missing_nodes,
    )
    if (targets or tiers) and isinstance(true_graph, em.TemporalGraph):
        raise typer.BadParameter("--targets and --tier need graphs without lags")
    true_graph = informed(true_graph, targets, tiers)
    report = em.chance(
        true_graph,
        found,
        metric,
        candidates=_candidates(candidates, true_graph),
        controls=controls,
        n_controls=n_controls,
        seed=seed,
        progress=is_watched(),
    )
    has_guesses = any(row.chance is not None and row.chance.method != "none" for row in report)
    report = named(report, truth, estimate, _OPTIONS)
    if format == "table":
        from edgemark.cli.score_table import report_text

        emit(report_text(report), output)
    else:
        show_rows(Scores((report,), ()), format, output)
    return 0 if has_guesses else 1


def _candidates(path: str | None, truth: Any) -> Candidates | None:
    if path is None:
        return None
    from edgemark.io import read_candidates

    return read_candidates(path, truth.nodes)


def _sides(
    names: tuple[str, str],
    of_truth: Reading,
    of_estimate: Reading,
    series: SeriesReading,
    *,
    add_missing_nodes: bool,
) -> tuple[Any, Any]:
    """Read a truth, and an estimate of any type; both are time series if the truth is."""
    truth, estimate = names
    if of_truth.format is not None or not is_over_time(truth):
        series.refuse_without_lags()
        true_graph = of_truth.read(truth)
        found = of_estimate.read_any_estimate(estimate, true_graph, add_missing_nodes=add_missing_nodes)
        return true_graph, found
    sign = None if of_estimate.sign == "refuse" else of_estimate.sign
    SeriesReading.beside(None, None, burn_in=of_estimate.burn_in, scores=of_estimate.scores, sign=sign)
    return read_sides(
        names,
        (of_truth, of_estimate),
        series.contemporaneous,
        series.max_lag,
        add_missing_nodes=add_missing_nodes,
    )
