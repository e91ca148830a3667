"""A check that compared runs use one class of graphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from edgemark.conventions.classes import class_named
from edgemark.errors import Message, Remedy, StatisticsError, plural
from edgemark.stats.runs import Run, Runs

__all__ = [
    "classes_notes",
    "demand_same_class",
    "in_several_classes",
    "score_in_one_class",
    "warnings_of_classes",
]


_AVERAGED = "values of several classes are averaged"
_AS_SCORES = "evaluate(truth, EdgeScores.of(estimate))"


def demand_same_class(*sides: Runs) -> None:
    """
    Refuse values of one metric, data set and seed that were counted in different classes of graphs.

    A PAG in which every mark is a circle may have no error if it is compared as a PAG, but a DAG has a
    mark at every end that may be wrong.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> rows = [
        ...     {"method": "PC", "dataset": "asia", "value": 1, "compared": "dag / cpdag"},
        ...     {"method": "GES", "dataset": "asia", "value": 7, "compared": "dag / dag"},
        ... ]
        >>> demand_same_class(as_runs(rows))
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: methods must be ranked in one class of graphs; on 'asia' truth \
and estimate were compared as dag / cpdag for 'PC' and as dag / dag for 'GES'. Score all estimates in \
the coarsest of their classes: evaluate(truth, estimate, reference=common_reference([truth, *estimates]))
    """
    for first, run in _in_two_classes(*sides):
        place = "/".join(filter(None, run.key))
        raise StatisticsError(
            f"methods must be ranked in one class of graphs; {f'on {place!r} ' if place else ''}truth "
            f"and estimate were compared as {first.compared} for {first.method!r} and as "
            f"{run.compared} for {run.method!r}",
            *_in_one_class({*_classes(first), *_classes(run)}),
        )


def score_in_one_class() -> Remedy:
    """Return the remedy for estimates of several classes."""
    return Remedy(
        "Score all estimates in the coarsest of their classes",
        "evaluate(truth, estimate, reference=common_reference([truth, *estimates]))",
        "edgemark score truth.json '*.json' --reference auto --format json",
    )


def _in_one_class(classes: Collection[str]) -> tuple[Remedy, ...]:
    """Return the remedies for estimates of these classes, among which may be edge scores and samples."""
    if not _with_scores(classes):
        return (score_in_one_class(),)
    if "samples" in classes:
        # No command makes edge scores of samples.
        return (Remedy("Score every estimate as edge scores", _AS_SCORES),)
    return (
        Remedy(
            "Make edge scores of each graph",
            "EdgeScores.of(graph)",
            "edgemark convert graph.json graph.csv --to adjacency",
        ),
        Remedy(
            "Score every estimate as edge scores",
            _AS_SCORES,
            "edgemark score truth.json '*.csv' --scores --direction row-to-column --format json",
        ),
    )


def _with_scores(classes: Iterable[str]) -> bool:
    """Whether edge scores or samples, which have no reference class, are among classes or pairs."""
    return any(side in {"scores", "samples"} for pair in classes for side in pair.split(" / "))


def in_several_classes(runs: Runs) -> frozenset[tuple[str, str]]:
    """
    Return the metrics, with conventions, whose values on one data set and seed are of several classes.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> rows = [
        ...     {"method": m, "dataset": "asia", "metric": "shd", "value": 1, "compared": f"dag / {m}"}
        ...     for m in ("dag", "cpdag")
        ... ]
        >>> in_several_classes(as_runs(rows))
        frozenset({('shd', '')})
    """
    return frozenset(run.number for _, run in _in_two_classes(runs))


def warnings_of_classes(*sides: Runs) -> tuple[Message, ...]:
    """
    Return a warning if a method has values of one metric that were counted in different classes.

    Examples:
        >>> from edgemark.stats.runs import as_runs
        >>> rows = [
        ...     {"method": "PC", "dataset": k, "metric": "shd", "value": 1, "compared": f"{k} / {k}"}
        ...     for k in ("dag", "cpdag")
        ... ]
        >>> tuple(map(str, warnings_of_classes(as_runs(rows))))
        ('values of several classes are averaged: shd of PC was counted as dag / dag in 1 run and as \
cpdag / cpdag in 1. Score all runs with one reference class',)
    """
    counts: dict[tuple[str, ...], Counter[str]] = {}
    for run in (run for side in sides for run in side):
        if run.status == "ok" and run.compared:
            classes = " / ".join(_classes(run))
            counts.setdefault((*run.number, run.method), Counter())[classes] += 1
    several = {number: found for number, found in counts.items() if len(found) > 1}
    mixed = [
        f"{f'{metric} {convention}'.strip() or 'the value'} of {method or 'the method'} was counted as "
        + " and as ".join(
            f"{classes} in {plural(n, 'run') if k == 0 else n}"
            for k, (classes, n) in enumerate(classes_counts.items())
        )
        for (metric, convention, method), classes_counts in several.items()
    ]
    if not mixed:
        return ()
    and_others = f" (and {len(mixed) - 1} more)" if len(mixed) > 1 else ""
    return (
        Message(
            f"{_AVERAGED}: {mixed[0]}{and_others}",
            Remedy("Score all runs as edge scores", _AS_SCORES)
            if _with_scores(name for found in several.values() for name in found)
            else Remedy("Score all runs with one reference class"),
        ),
    )


def classes_notes(warnings: Iterable[str]) -> list[str]:
    """Select the warnings about averages over classes, which become notes of a table."""
    return [
        text.problem for text in warnings if isinstance(text, Message) and text.startswith(_AVERAGED)
    ]


def _in_two_classes(*sides: Runs) -> Iterator[tuple[Run, Run]]:
    """
    Yield pairs of runs of one metric, data set and seed whose classes differ.

    The first run of each pair is the first one of its metric, data set and seed.
    """
    first_runs: dict[tuple[str, ...], Run] = {}
    for run in (run for side in sides for run in side):
        if run.status != "ok" or not run.compared:
            continue
        first_run = first_runs.setdefault((*run.number, *run.key), run)
        if _classes(first_run) != _classes(run):
            yield first_run, run


def _classes(run: Run) -> tuple[str, ...]:
    """The classes of truth and estimate, without notes on changes and counts."""
    sides = run.compared.partition(";")[0].split(" / ")
    return tuple(class_named(side.partition(",")[0].strip()) for side in sides)
