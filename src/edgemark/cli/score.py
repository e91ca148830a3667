"""``edgemark score``: score estimates by the main metrics, by all, or by chosen ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from edgemark.cli.class_comparison import (
    class_comparison_text,
    compared_in_one_class,
    read_and_keep,
    with_resolved_reference,
)
from edgemark.cli.first_screen import first_report, first_screen
from edgemark.cli.html_output import is_alone
from edgemark.cli.inputs import candidates_of, over_nodes_of, readable_path, refuse_idle
from edgemark.cli.knowledge import refuse_hidden_nodes
from edgemark.cli.mixed_estimates import noting_class, warn_of_mixed_estimates
from edgemark.cli.request import command
from edgemark.cli.score_each import reporter_of, score_estimates
from edgemark.cli.score_layouts import write_as_rcgnn
from edgemark.cli.score_output import show
from edgemark.cli.score_page import read_for_page, write_page
from edgemark.cli.score_request import ScoreRequest
from edgemark.cli.score_series import score_series
from edgemark.cli.series_inputs import holds_time_series_graph, lags_only_in_estimate
from edgemark.errors import EdgemarkError, Remedy

if TYPE_CHECKING:
    from edgemark.cli.inputs import FileReader
    from edgemark.conventions.options import Reference
    from edgemark.graph import Candidates, EdgeScores, Graph, GraphSamples
    from edgemark.report import Report

    Estimate = Graph | EdgeScores | GraphSamples

__all__ = ["EPILOG", "score"]

EPILOG = """
\b
Examples:
  edgemark score truth.json estimate.json
  edgemark score truth.json estimate.json --all
  edgemark score truth.json 'runs/*/graph.json' -m shd -m f1:skeleton
  edgemark score truth.csv pc.csv --direction row-to-column
  edgemark score truth.txt rankedEdges.csv --candidates regulators.csv
  edgemark score truth.txt runs/*.json --format csv --output scores.csv
  edgemark score truth.txt pc.json --as pcalg
  edgemark score truth.txt pc.json --chance
  edgemark score truth.txt pc.json --html report.html
  edgemark score dag.txt fci.json --hidden L1,L2
  edgemark score truth.txt chain.csv --burn-in 10000
  edgemark score series.json found.json --layout cdans
  edgemark score series.json found.json --by-regime
  edgemark score truth.csv scores.csv --direction row-to-column --figure f.svg
  edgemark score truth.txt pc.json --layout rcgnn --dataset asia --seed 3

One estimate is compared with chance on the main metrics, in at most 25 lines. With --all, every metric
is printed instead. Several estimates make a table of the main metrics, with a row for each. Without
--metric and --as, JSON and CSV have every metric. Except with --layout, JSON has the keys
{"format": "edgemark.scores", "version": 1, "reports": [...], "failed": [...]}.

Exit status: 0 all estimates were scored; 1 some estimate could not be read or compared, or none of the
chosen metrics is defined on it (the others were scored); 2 the truth, or the estimate of --layout,
--curves or --figure, could not be read, or wrong usage.
"""


@command
def score(request: ScoreRequest) -> int:
    """Score learned graphs against the truth."""
    is_series = request.is_truth_of_series(request.truth)
    if is_series and not request.summary:
        return score_series(request)
    if not is_series:
        Path(readable_path(request.truth)).stat()  # A missing truth is named before unfit options.
    files_to_summarize = [request.truth, *request.names] if request.summary else ()
    request.check_options_for_graphs_without_lags(files_to_summarize)
    truth, used_options = _true_graph(request, is_series=is_series)
    if request.layout is not None:
        reader = request.reader(used_options)
        write_as_rcgnn(request, truth, _read_function(request, truth, reader), reader)
        return 0
    return _score_graphs(request, truth, used_options)


def _true_graph(request: ScoreRequest, *, is_series: bool) -> tuple[Graph, set[str]]:
    """
    Read the truth, in the class that an algorithm could learn under --targets, --tier and --hidden.

    If `is_series`, the truth is a time series graph, and its summary graph is read. Also return which of
    --direction and --symmetric had an effect on its file. Reading the estimates adds to this set.
    """
    if request.summary and not is_series and not any(map(holds_time_series_graph, request.names)):
        for name in request.names:
            Path(readable_path(name)).stat()  # A missing estimate is named before an unfit option.
        raise typer.BadParameter("--summary needs a time series graph; none of the files holds one")
    if is_series:
        return request.truth_as_learnable(
            request.series_reader().read_summary(request.truth, request.truth_kind)
        ), set()
    truth_reader = request.truth_reader()
    return request.truth_as_learnable(truth_reader.read(request.truth)), truth_reader.used


def _score_graphs(request: ScoreRequest, truth: Graph, used_options: set[str]) -> int:
    names = request.names
    reader = request.reader(used_options)
    read = _read_function(request, truth, reader)
    if request.curves is not None or request.figure is not None:
        option = "--curves" if request.curves is not None else "--figure"
        _draw(request, truth, read(request.only_estimate(option)))
    if (reference := request.reference) is not None:
        read, reference = with_resolved_reference(read, names, truth, reference)
    graphs: dict[str, Graph] = {}
    several = request.is_table_of(len(names))
    if several:
        read = partial(read_and_keep, read, graphs)
    class_of: dict[str, str] = {}
    read = partial(noting_class, read, class_of)
    estimates: dict[str, Any] = {}
    if request.html is not None:
        read = partial(read_for_page, read, estimates)
    scores = score_estimates(
        truth,
        request.truth,
        [(name, partial(read, name)) for name in names],
        _reporter(request, truth, reference, several=several),
    )
    if not scores.failed:  # An option that had no effect may be for a file that cannot be read.
        refuse_idle(reader.idle)
    if not request.low_confidence_undirected:
        warn_of_mixed_estimates(class_of, reader)
    is_default_table = request.package is None and request.metric is None
    candidates = candidates_of(request.candidates, truth)
    comparison = compared_in_one_class(truth, scores, graphs, candidates) if several else None
    make_tables = None if comparison is None else partial(class_comparison_text, comparison)
    write_report = first_screen if request.is_first_screen else None
    if not is_alone(request.html, request.output):
        show(scores, names, request.format, request.output, is_default_table, make_tables, write_report)
    if request.html is not None:
        has_main_metrics_only = several or request.is_first_screen
        report_every_metric = reporter_of(None, None, candidates=candidates)
        report_fully = report_every_metric if has_main_metrics_only else None
        write_page(request.html, truth, estimates, scores, report_fully, candidates)
    return scores.status


def _read_function(request: ScoreRequest, truth: Graph, reader: FileReader) -> Callable[[str], Estimate]:
    """Return the function that reads an estimate."""
    if request.are_pvalues or request.are_scores:
        from edgemark.io.score_headings import refuse_scores_beside_pvalues

        refuse_scores_beside_pvalues(
            [(name, readable_path(name)) for name in request.names],
            "--pvalues" if request.are_pvalues else "--scores",
        )
    read: Callable[[str], Estimate] = partial(
        # Packages compare graphs only. Other metrics also take edge scores and samples of graphs.
        reader.read_estimate if request.package else reader.read_any_estimate,
        truth=truth,
        add_missing_nodes=request.add_missing_nodes,
    )
    if request.input_format is None and not (request.are_scores or request.are_pvalues):
        read = partial(_read_or_summarize, request, truth, reader, read)
    if request.hidden:
        read = partial(_read_without_hidden_nodes, read, request.hidden)
    return partial(_read_low_confidence, read) if request.low_confidence_undirected else read


def _read_or_summarize(
    request: ScoreRequest,
    truth: Graph,
    reader: FileReader,
    read: Callable[[str], Estimate],
    name: str,
) -> Estimate:
    """
    Read an estimate with `read`, unless it is a time series graph.

    Such an estimate is read as its summary graph with --summary, and refused without.
    """
    if not holds_time_series_graph(name):
        return read(name)
    if not request.summary:
        raise lags_only_in_estimate(name, Remedy("Compare the summary graph", shell="--summary"))
    reader.refuse_options_of_scores_and_samples(name)
    graph = request.series_reader().read_summary(name, request.kind)
    return over_nodes_of(truth, name, graph, request.add_missing_nodes)


def _read_without_hidden_nodes(
    read: Callable[[str], Estimate], hidden: Sequence[str], name: str
) -> Estimate:
    """Read an estimate, and refuse it if it has a node of --hidden."""
    estimate = read(name)
    refuse_hidden_nodes(name, estimate.nodes, hidden)
    return estimate


def _read_low_confidence(read: Callable[[str], Estimate], name: str) -> EdgeScores:
    """Read an estimate as scores that rank undirected edges below all others; refuse samples."""
    from edgemark.graph import EdgeScores, GraphSamples

    estimate = read(name)
    if isinstance(estimate, GraphSamples):
        raise EdgemarkError(
            f"{name}: --low-confidence-undirected applies to scores and graphs; the file holds samples"
        )
    return EdgeScores.of(estimate).low_confidence_undirected()


def _draw(request: ScoreRequest, truth: Graph, estimate: Estimate) -> None:
    from edgemark.cli.curves import write_curves, write_figure

    if request.curves is not None:
        write_curves(truth, estimate, request.curves, request.symmetric_above_threshold)
    if request.figure is not None:
        write_figure(truth, estimate, request.figure, request.symmetric_above_threshold)


def _reporter(
    request: ScoreRequest, truth: Graph, reference: Reference | None, *, several: bool
) -> Callable[[Any, Any], Report]:
    """Return the function that reports on a truth and an estimate."""
    candidates = candidates_of(request.candidates, truth)
    if request.is_first_screen:
        return partial(first_report, candidates=candidates)
    if several:
        return partial(_main_columns, candidates=candidates)
    return reporter_of(
        request.metric,
        request.package,
        with_chance=request.with_chance,
        candidates=candidates,
        reference=reference,
    )


def _main_columns(truth: Graph, estimate: Estimate, candidates: Candidates | None) -> Report:
    """Compute the main metrics, which are the columns of a table of several estimates."""
    import edgemark as em
    from edgemark.cli.score_table import MAIN, MAIN_OF_SCORES

    heads = MAIN if isinstance(estimate, em.Graph) else MAIN_OF_SCORES
    return em.evaluate(truth, estimate, [head.selector for head in heads], candidates=candidates)
