"""``edgemark diff``: the pairs, or the causal effects, in which two graphs differ."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from math import fsum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from edgemark.cli.console import emit, for_shell, use_utf8, warn
from edgemark.cli.inputs import output_file, refuse_input_twice
from edgemark.cli.options import (
    Around,
    DataFormat,
    DiffFigure,
    Distances,
    EffectsOf,
    EffectStrategy,
    InvalidEstimate,
    Steps,
    WithEffects,
)
from edgemark.cli.request import command
from edgemark.cli.sides import Sides
from edgemark.errors import ConventionError, KindError, Remedy

if TYPE_CHECKING:
    from edgemark.graph import Graph, TemporalGraph
    from edgemark.metrics import Difference

__all__ = ["EPILOG", "Comparison", "compare", "diff"]

EPILOG = """
\b
Examples:
  edgemark diff truth.json estimate.json
  edgemark diff truth.json estimate.json -m shd:skeleton -m nced
  edgemark diff truth.json estimate.json --format csv > pairs.csv
  edgemark diff truth.json estimate.json --effects
  edgemark diff truth.json estimate.json --effects --strategy oset --of A
  edgemark diff truth.json pc.json --effects --invalid repair
  edgemark diff truth.json estimate.json --figure difference.svg
  edgemark diff truth.json estimate.json --figure near-A.txt --around A

The totals are the distances that edgemark score prints. The number of wrong effects is that of
parent_aid (for two DAGs also sid), ancestor_aid or oset_aid, depending on --strategy.

Exit status: 0 the graphs are equal as given, all chosen distances are 0, or no effect is wrong; 1 they
differ; 2 an error, or a chosen distance is not defined on these graphs and the others are 0.
"""
SCHEMA, SCHEMA_VERSION = "edgemark.differences", 1

Key = tuple[str, str]
"""A metric and its convention."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """
    Where two graphs differ.

    Attributes:
        differences: the pairs that differ, with the errors of each in every distance.
        keys: the metric and convention of each distance.
        refused: distances that are not defined on the graphs, each with the reason.
        warnings: warnings about the comparison.
        chosen: whether the user named distances; then pairs without errors in them are left out.
        over_time: whether the graphs are time series graphs, whose differences have lags.
    """

    differences: tuple[Difference, ...]
    keys: tuple[Key, ...]
    refused: tuple[tuple[Key, str], ...]
    warnings: tuple[str, ...]
    chosen: bool
    over_time: bool

    @property
    def differ_as_given(self) -> bool:
        """Whether the graphs differ before they are replaced by CPDAGs, patterns or PAGs."""
        return any(difference.error != "equal as given" for difference in self.differences)

    @property
    def status(self) -> int:
        """
        Exit status: 1 if the graphs differ in a chosen distance or, if none was chosen, as given.

        Otherwise 2 if a chosen distance is not defined, else 0.
        """
        if not self.chosen:
            return 1 if self.differ_as_given else 0
        return 1 if self.differences else 2 if self.refused else 0

    def total(self, key: Key) -> float:
        """Return the sum of the errors of the pairs in a distance."""
        return fsum(difference.costs[key] for difference in self.differences)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffRequest(Sides):
    """The graphs to compare, and the distances."""

    truth: Annotated[str, typer.Argument(metavar="TRUTH", help="File of the true graph.")]
    estimate: Annotated[str, typer.Argument(metavar="ESTIMATE", help="File of a learned graph.")]
    metric: Distances = None
    effects: WithEffects = False
    strategy: EffectStrategy = None
    of: EffectsOf = None
    invalid: InvalidEstimate = None
    format: DataFormat = "table"
    figure: DiffFigure = None
    around: Around = None
    steps: Steps = None

    def __post_init__(self) -> None:
        """Refuse options that exclude each other, and options without those that they need."""
        if self.effects and self.metric:
            raise typer.BadParameter(
                "--metric chooses distances of pairs, and --effects lists effects; leave out one of them"
            )
        if not self.effects and (self.strategy or self.of or self.invalid):
            raise typer.BadParameter("--strategy, --of and --invalid need --effects")
        self._refuse_figure()
        refuse_input_twice(self.truth, self.estimate)

    def _refuse_figure(self) -> None:
        if self.figure is not None and self.effects:
            raise typer.BadParameter(
                "--figure draws pairs and --effects lists effects; leave out one of them"
            )
        if self.figure is None and (self.around is not None or self.steps is not None):
            raise typer.BadParameter("--around and --steps need --figure")
        if self.around is None and self.steps is not None:
            raise typer.BadParameter("--steps needs --around")

    def draw(self, truth: Any, estimate: Any) -> None:
        """Write the requested figure."""
        from edgemark.figures import save_diff

        if self.figure is not None:
            file = output_file(self.figure)
            save_diff(truth, estimate, file, around=self.around, steps=self.steps)


@command
def diff(request: DiffRequest) -> int:
    """List the pairs on which two graphs differ, with their errors, or the wrong causal effects."""
    truth, estimate = request.read(request.truth, request.estimate, any_estimate=False)
    request.draw(truth, estimate)
    if not request.effects:
        return _print_differences(compare(truth, estimate, request.metric), request)
    _refuse_effects_over_time(truth, request)
    from edgemark.cli.effects import print_effects

    try:
        return print_effects(
            truth,
            estimate,
            names=(request.truth, request.estimate),
            strategy=request.strategy or "parents",
            of=request.of,
            invalid=request.invalid or "raise",
            format=request.format,
        )
    except KindError as error:
        problem, *remedies = error.args
        raise KindError(problem, *(_as_score_command(remedy, request) for remedy in remedies)) from None


def _as_score_command(remedy: Remedy, request: DiffRequest) -> Remedy:
    """Turn a remedy that chooses a metric into a whole command, since --effects excludes --metric."""
    if not remedy.shell.startswith("--metric"):
        return remedy
    return replace(remedy, shell=f"{_score_command(request)} {remedy.shell}")


def _score_command(request: DiffRequest) -> str:
    """Return the command that scores the same files with the same options."""
    words = ["edgemark", "score", request.truth, request.estimate]
    for field in fields(Sides):
        option = "--tier" if field.name == "tiers" else f"--{field.name.replace('_', '-')}"
        value = getattr(request, field.name)
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            values = value if isinstance(value, list) else [value]
            words += [word for one in values for word in (option, str(one))]
    return shlex.join(words)


def _print_differences(comparison: Comparison, request: DiffRequest) -> int:
    if request.format == "table":
        from edgemark.cli.diff_table import differences_text

        emit(differences_text(comparison))
    else:
        use_utf8()
        names = request.truth, request.estimate
        emit(_as_json(comparison, *names) if request.format == "json" else _as_csv(comparison))
    if request.format == "csv" and request.metric:
        for key, reason in comparison.refused:
            warn(f"{' '.join(key).strip()} is not defined here: {reason}")
    if request.format != "json":
        for text in comparison.warnings:
            warn(text)
    return comparison.status


def _refuse_effects_over_time(graph: Graph | TemporalGraph, request: DiffRequest) -> None:
    import edgemark as em
    from edgemark.graph.equivalence.hidden_variables import has_hidden_variables

    if isinstance(graph, em.TemporalGraph):
        problem = "--effects needs graphs without lags; the files hold time series graphs"
        if has_hidden_variables(graph):
            # No metric of the command counts effects in time series with hidden variables.
            command = f"{_score_command(request)} --metric temporal_shd"
            raise KindError(problem, Remedy(f"Compare the edges: {command}"))
        raise KindError(
            problem,
            Remedy(
                "Count the wrong effects in time series graphs",
                shell=f"{_score_command(request)} --metric temporal_aid",
            ),
        )


def compare(truth: Any, estimate: Any, metrics: Sequence[str] | None = None) -> Comparison:
    """
    Return the pairs on which two graphs differ, with their errors.

    Args:
        truth: the true graph.
        estimate: the estimate.
        metrics: distances that add up over pairs. Then only pairs with an error in one of these are
            returned. None takes all distances and all pairs that differ in any way.

    Raises:
        ConventionError: a metric does not add up over pairs, or is not defined on such graphs.
    """
    import edgemark as em

    differences = em.differences(truth, estimate)
    over_time = isinstance(truth, em.TemporalGraph)
    names = _names_over_time(metrics) if over_time else metrics or _distances()
    report = em.evaluate(truth, estimate, names)
    rows = {(row.metric, row.convention): row for row in report}
    refused = tuple((key, for_shell(row.reason)) for key, row in rows.items() if row.status != "ok")
    defined = [key for key, row in rows.items() if row.status == "ok"]
    _refuse_distances_of_other_graphs([metric for (metric, _), _ in refused], over_time=over_time)
    all_additive = _additive(over_time=over_time)
    additive = list(differences[0].costs) if differences else all_additive
    keys = defined
    if differences or metrics:
        # A distance that is not defined has no costs, so it is looked up among all that add up.
        not_additive = [key for key in rows if key not in (additive if key in defined else all_additive)]
        if metrics and not_additive:
            wrong, *others = (":".join(key).strip(":") for key in (not_additive[0], *all_additive))
            raise ConventionError.unknown("a distance that adds up over pairs", wrong, others)
        keys = [key for key in defined if key in additive]
    if not metrics:
        # Without these distances, the table would not show why some of its pairs are listed.
        free = [d for d in differences if not any(d.costs[key] for key in keys)]
        keys += [key for key in additive if key not in rows and any(d.costs[key] for d in free)]
    if metrics:
        differences = tuple(d for d in differences if any(d.costs[key] for key in keys))
    texts = tuple(for_shell(text) for text in report.warnings)
    return Comparison(differences, tuple(keys), refused, texts, bool(metrics), over_time)


def _refuse_distances_of_other_graphs(metrics: Sequence[str], *, over_time: bool) -> None:
    """Refuse distances of time series graphs for graphs without lags, and the reverse."""
    from edgemark.metrics import REGISTRY

    for metric in metrics:
        if metric in REGISTRY and REGISTRY[metric].over_time is not over_time:
            names = _names_over_time() if over_time else _distances()
            graph_type = "time series graphs" if over_time else "graphs without lags"
            raise ConventionError.unknown(f"a distance of {graph_type}", metric, names)


def _additive(*, over_time: bool) -> list[Key]:
    """Return all distances that add up over pairs."""
    from edgemark.metrics import REGISTRY
    from edgemark.metrics.temporal_differences import DISTANCES_OVER_TIME

    if over_time:
        return list(DISTANCES_OVER_TIME)
    return [
        (name, convention.name) for name in _distances() for convention in REGISTRY[name].conventions
    ]


def _names_over_time(chosen: Sequence[str] | None = None) -> list[str]:
    """Return the chosen distances; a metric without convention stands for all that add up over pairs."""
    additive = [":".join(key) for key in _additive(over_time=True)]
    if not chosen:
        return additive
    names_of_each = [
        [one for one in additive if one.startswith(f"{name.strip()}:")] or [name] for name in chosen
    ]
    return [one for names in names_of_each for one in names]


def _distances() -> list[str]:
    from edgemark.metrics import REGISTRY

    return [name for name, metric in REGISTRY.items() if metric.additive]


# ---- JSON and CSV


def _as_json(comparison: Comparison, truth: str, estimate: str) -> str:
    content = {
        "format": SCHEMA,
        "version": SCHEMA_VERSION,
        "truth": truth,
        "estimate": estimate,
        "warnings": list(comparison.warnings),
        "differences": [_as_dict(difference, comparison) for difference in comparison.differences],
        "totals": [_cost(key, comparison.total(key)) for key in comparison.keys],
        "refused": [
            {"metric": metric, "convention": convention, "reason": reason}
            for (metric, convention), reason in comparison.refused
        ],
    }
    return json.dumps(content, indent=1, allow_nan=False)


def _as_dict(difference: Difference, comparison: Comparison) -> dict[str, Any]:
    return {
        "nodes": list(difference.nodes),
        **({"lag": difference.lag} if comparison.over_time else {}),
        "error": difference.error,
        "truth": difference.truth,
        "estimate": difference.estimate,
        "truth_in_words": difference.truth_in_words,
        "estimate_in_words": difference.estimate_in_words,
        "costs": [_cost(key, difference.costs[key]) for key in comparison.keys],
    }


def _cost(key: Key, value: float) -> dict[str, Any]:
    return {"metric": key[0], "convention": key[1], "value": value}


_COLUMNS = ("error", "truth", "estimate", "truth_in_words", "estimate_in_words")


def _as_csv(comparison: Comparison) -> str:
    from edgemark.display.text import csv_line

    headings = ["first", "second", *(["lag"] if comparison.over_time else []), *_COLUMNS]
    lines = [csv_line([*headings, *(":".join(key).strip(":") for key in comparison.keys)])]
    for pair in comparison.differences:
        nodes_and_lag = [
            *pair.nodes,
            *(["" if pair.lag is None else pair.lag] if comparison.over_time else []),
        ]
        words = (pair.error, pair.truth, pair.estimate, pair.truth_in_words, pair.estimate_in_words)
        lines.append(csv_line([*nodes_and_lag, *words, *(pair.costs[key] for key in comparison.keys)]))
    return "".join(lines)
