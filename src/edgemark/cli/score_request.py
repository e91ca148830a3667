"""The request of ``edgemark score``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from edgemark.cli.html_output import is_alone
from edgemark.cli.inputs import (
    FileReader,
    expanded,
    refuse_contradicting_scores,
    refuse_input_twice,
)
from edgemark.cli.knowledge import ReferenceClass
from edgemark.cli.options import (
    ArePvalues,
    AreScores,
    AsPackage,
    BurnIn,
    ByRegime,
    CandidatesFile,
    CurvesFile,
    DataFormat,
    Dataset,
    EveryMetric,
    FigureFile,
    HtmlFile,
    Layout,
    LowConfidence,
    Metrics,
    Output,
    Seed,
    SignOption,
    Unlisted,
    WithChance,
)
from edgemark.cli.output_suffix import refuse_other_suffix
from edgemark.cli.series_inputs import SeriesReader, SummaryGraphs
from edgemark.cli.sides import Sides
from edgemark.conventions.options import Symmetric

__all__ = ["ScoreRequest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRequest(Sides):
    """The files to score, the metrics, and the output."""

    truth: Annotated[str, typer.Argument(metavar="TRUTH", help="File of the true graph.")]
    estimates: Annotated[
        list[str],
        typer.Argument(
            metavar="ESTIMATE", help="Files of learned graphs, or quoted patterns such as '*.json'."
        ),
    ]
    metric: Metrics = None
    package: AsPackage = None
    format: DataFormat = "table"
    output: Output = None
    burn_in: BurnIn = 0
    are_scores: AreScores = False
    are_pvalues: ArePvalues = False
    sign: SignOption = "refuse"
    unlisted: Unlisted = None
    candidates: CandidatesFile = None
    low_confidence_undirected: LowConfidence = False
    curves: CurvesFile = None
    figure: FigureFile = None
    html: HtmlFile = None
    layout: Layout = None
    dataset: Dataset = None
    seed: Seed = None
    with_chance: WithChance = False
    every_metric: EveryMetric = False
    by_regime: ByRegime = False
    summary: SummaryGraphs = False
    reference: ReferenceClass = None

    def __post_init__(self) -> None:
        """Refuse options that exclude each other, whatever the files hold."""
        other_inputs = [self.candidates] if self.candidates else []
        refuse_input_twice(self.truth, *self.estimates, *other_inputs)
        refuse_contradicting_scores(self.are_scores, self.are_pvalues, self.sign)
        if self.package is not None:
            refuse(self._excluded_by_package())
        refuse(self._excluded())
        refuse(self._excluded_by_page())
        if self.layout is None:
            refuse_other_suffix(self.output, self.format)
        if self.every_metric and not self._is_default:
            raise typer.BadParameter(
                "--all prints every metric as text; leave out --metric, --as, --chance, --reference, "
                "--layout, --by-regime and --format"
            )
        if self.every_metric and len(self.names) > 1:
            raise typer.BadParameter(
                f"--all prints every metric of one estimate; got {len(self.names)}. Use --format csv"
            )
        if self.reference and (self.package or self.layout or self.with_chance):
            raise typer.BadParameter(
                "--reference applies to the metrics of edgemark; leave out --as, --layout and --chance"
            )
        if self.with_chance and self.format == "table" and len(self.names) > 1:
            raise typer.BadParameter(
                f"--chance prints a table for one estimate; got {len(self.names)}. Use --format csv"
            )

    def _excluded_by_package(self) -> Iterator[tuple[Any, str]]:
        yield (
            self.metric or self.layout or self.are_scores or self.are_pvalues,
            "--as prints the numbers of a package; leave out --metric, --layout, --scores and --pvalues",
        )
        yield (
            self.sign != "refuse"
            or self.unlisted is not None
            or self.low_confidence_undirected
            or self.burn_in,
            "--as prints the numbers of a package for graphs; leave out --sign, --unlisted, "
            "--low-confidence-undirected and --burn-in",
        )

    def _excluded(self) -> Iterator[tuple[Any, str]]:
        yield (
            self.layout and self.low_confidence_undirected,
            "--low-confidence-undirected only ranks pairs; leave it out with --layout, which applies a "
            "threshold",
        )
        yield (
            self.candidates and (self.package or self.layout or self.curves or self.figure),
            "--candidates applies to the metrics of edgemark on graphs without lags; leave out --as, "
            "--layout, --curves and --figure",
        )
        yield (
            self.layout and (self.metric or self.format != "table" or self.curves or self.figure),
            f"--layout writes {_CONTENTS.get(self.layout or '')}; leave out --metric, --format, "
            f"--curves and --figure",
        )
        yield (
            self.with_chance and (self.package is not None or self.layout is not None),
            "--chance applies to the metrics of edgemark; leave out --as and --layout",
        )
        yield (
            _are_same_file(self.output, self.curves, self.figure, self.html),
            "--output, --curves, --figure and --html must be different files",
        )
        yield (
            (self.dataset is None) != (self.seed is None),
            "--dataset and --seed must be given together",
        )
        yield (
            self.dataset is not None and not _can_be_in_file_name(self.dataset),
            f"--dataset must be a word that can be part of a file name, without / and \\; got "
            f"{self.dataset!r}. To write to another folder, use --output",
        )

    def _excluded_by_page(self) -> Iterator[tuple[Any, str]]:
        yield (
            self.html is not None and (self.package or self.layout or self.by_regime),
            "--html applies to the metrics of edgemark on whole graphs; leave out --as, --layout and "
            "--by-regime. The page holds what every package prints",
        )
        yield (
            self.format != "table" and is_alone(self.html, self.output),
            f"--html - writes the page to standard output; write the {self.format} to a file with "
            "--output",
        )

    def checked_series_reader(self) -> SeriesReader:
        """
        Refuse options that do not apply to time series graphs, or that contradict each other for them.

        Return the reader of these graphs.
        """
        self.refuse_knowledge_over_time()
        refuse([
            (
                self.package is not None or self.layout == "rcgnn",
                "--as and --layout rcgnn need graphs without lags; the files hold time series graphs",
            ),
            (
                self.candidates is not None,
                "--candidates needs graphs without lags; the files hold time series graphs",
            ),
            (
                self.reference is not None,
                "--reference needs graphs without lags; the files hold time series graphs",
            ),
            (
                self.hidden and (self.by_regime or self.layout is not None),
                "--hidden compares whole graphs with all metrics; leave out --by-regime and --layout",
            ),
            (
                self.by_regime and self.layout is not None,
                "--layout cdans compares whole graphs; leave out --by-regime",
            ),
            (
                self.by_regime and self.with_chance,
                "--chance compares whole graphs; leave out --by-regime",
            ),
        ])  # fmt: skip
        return self.series_reader_alone(
            burn_in=self.burn_in,
            scores=self.are_scores,
            curves=self.curves,
            figure=self.figure,
            dataset=self.dataset,
            sign=None if self.sign == "refuse" else self.sign,
            low_confidence_undirected=self.low_confidence_undirected,
            pvalues=self.are_pvalues,
            unlisted=self.unlisted is not None,
        )

    def check_options_for_graphs_without_lags(self, files_to_summarize: Sequence[str] = ()) -> None:
        """
        Refuse options that do not apply to graphs without lags, or that contradict each other for them.

        `files_to_summarize` are the files that may hold time series graphs, which --summary reads as
        their summary graphs.
        """
        refuse([
            (
                self.layout == "cdans" or self.by_regime,
                "--layout cdans and --by-regime need time series graphs",
            ),
            (
                (self.are_scores or self.are_pvalues) and self.input_format is not None,
                "--input-format applies to graphs; leave it out with --scores and --pvalues",
            ),
            (
                self.dataset is not None and self.layout is None,
                "--dataset and --seed name the file of --layout rcgnn; add it, or leave them out",
            ),
        ])  # fmt: skip
        if self.summary:
            self.series_reader().refuse_contemporaneous_without_arrays(files_to_summarize)
        else:
            self.series_reader().refuse_options_of_series(self.truth)

    @property
    def names(self) -> list[str]:
        """The files of the estimates, patterns expanded."""
        return expanded(self.estimates)

    def is_table_of(self, n_estimates: int) -> bool:
        """Whether several estimates make a table with the default columns."""
        chosen = self.package is not None or self.metric is not None or self.reference is not None
        return not chosen and self.format == "table" and n_estimates > 1

    @property
    def _is_default(self) -> bool:
        """Whether the output is text, and no option chooses its metrics or its layout."""
        chosen = (self.package, self.metric, self.reference, self.layout)
        return (
            self.format == "table"
            and not (self.with_chance or self.by_regime)
            and all(option is None for option in chosen)
        )

    @property
    def is_first_screen(self) -> bool:
        """Whether the short report is printed that one estimate gets without further options."""
        return self._is_default and not self.every_metric and len(self.names) == 1

    def only_estimate(self, option: str) -> str:
        """Return the file of the only estimate; refuse several, since `option` is for one estimate."""
        names = self.names
        if len(names) != 1:
            raise typer.BadParameter(f"{option} is for one estimate; got {len(names)}")
        return names[0]

    @property
    def file_of_layout(self) -> str | None:
        """The file that --layout rcgnn writes for --dataset and --seed; None without them."""
        return None if self.dataset is None else f"metrics_{self.dataset}_{self.seed}.json"

    @property
    def symmetric_above_threshold(self) -> Symmetric:
        """
        The edge of a pair with both scores above a threshold; by default two directed edges.
        """
        return self.symmetric or "cycle"

    def reader(self, used: set[str]) -> FileReader:
        """
        Return the reader of estimates without lags; --direction and --symmetric are added to `used` when
        they have an effect on a file.
        """
        if self.layout is not None or self.curves is not None or self.figure is not None:
            used.add("symmetric")  # These options turn scores into a graph.
        return self.estimate_reader(
            burn_in=self.burn_in,
            scores=self.are_scores,
            sign=self.sign,
            pvalues=self.are_pvalues,
            unlisted=self.unlisted,
            used=used,
        )


_CONTENTS = {"cdans": "the summary of cdans, as text", "rcgnn": "the metrics of RC-GNN, as JSON"}


def refuse(rules: Iterator[tuple[Any, str]] | list[tuple[Any, str]]) -> None:
    """Raise the reason of the first rule whose condition holds."""
    for is_broken, reason in rules:
        if is_broken:
            raise typer.BadParameter(reason)


def _are_same_file(*outputs: str | None) -> bool:
    """Return whether two outputs are the same file, so that the second would replace the first."""
    paths = [Path(output).resolve() for output in outputs if output is not None]
    return len(set(paths)) < len(paths)


def _can_be_in_file_name(text: str) -> bool:
    return bool(text) and text.isprintable() and {"/", "\\"}.isdisjoint(text)
