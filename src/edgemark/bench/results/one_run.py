"""The details of one run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from typing import Any

from edgemark.bench.estimates import from_plain
from edgemark.bench.results.rows import latest_scores
from edgemark.bench.store import Store, StoredRun
from edgemark.display.text import clipped, on_one_line, printable
from edgemark.errors import EdgemarkError, Remedy
from edgemark.evaluation.references import mapped
from edgemark.graph import Graph

__all__ = ["run_text"]

_MAX_TEXT = 20_000


def run_text(folder: str | os.PathLike[str], start: str, reference: str) -> str:
    """
    Describe one run: its settings, how it ended, its output, and how its graph differs from the truth.

    Raises:
        EdgemarkError: the key of no run, or the keys of several runs, begin with `start`.
    """
    with Store.read(folder) as store:
        matches = store.find(start) if start else []
        if len(matches) != 1:
            problem = "no run has this start" if not matches else "several runs have this start"
            raise EdgemarkError(
                f"the start of the key of one run is needed, such as 3f9a1c; got {start!r}: {problem}",
                Remedy(f"List the runs: edgemark bench export {quote(str(Path(folder)))} --to csv"),
            )
        [stored] = matches
        dataset = store.dataset(stored.run.details["data"])
    plain_truth, _facts = (None, {}) if dataset is None else dataset
    truth = None if plain_truth is None else from_plain(plain_truth)
    return "\n".join(_lines(stored, truth, reference)) + "\n"


def _lines(stored: StoredRun, truth: Any, reference: str) -> Iterator[str]:
    run, attempt = stored.run, stored.attempt
    yield f"run        {run.key}"
    yield f"algorithm  {printable(run.algorithm)}"
    yield f"data       {printable(run.dataset)}, seed {run.details['seed']}"
    yield f"seed       {run.seed}, given to the algorithm"
    if attempt is None:
        yield "status     waiting: the run was not done yet"
        return
    outcome = attempt.outcome
    yield f"status     {outcome.status}{f': {printable(outcome.reason)}' if outcome.reason else ''}"
    memory = f"{outcome.memory / 2**20:.0f} MiB" if outcome.memory else "– MiB (too short to measure)"
    yield f"used       {outcome.cpu:.2f} s CPU, {outcome.wall:.2f} s wall, {memory}"
    allowed = attempt.limits
    memory_limit = f"{allowed.memory / 2**20:.0f} MiB"
    yield f"limits     {allowed.seconds:g} s CPU, {allowed.guard:g} s wall, {memory_limit}"
    yield f"attempts   {stored.attempts}"
    yield f"versions   {', '.join(f'{name} {version}' for name, version in attempt.versions.items())}"
    for score in latest_scores(stored.scores, reference):
        value = (
            f"{score.value:g}"
            if score.status == "ok"
            else f"{score.status}: {on_one_line(score.reason)}"
        )
        yield f"score      {score.selector} = {value}"
    if outcome.traceback:
        yield from ("", "TRACEBACK", _text(outcome.traceback))
    if outcome.output:
        yield from ("", "OUTPUT", _text(outcome.output))
    if attempt.estimate is not None:
        yield from _graphs(from_plain(attempt.estimate), truth, reference)


def _graphs(estimate: Any, truth: Any, reference: str) -> Iterator[str]:
    yield from ("", "ESTIMATE", _text(str(estimate)))
    if truth is not None:
        yield from ("", "TRUTH", _text(str(truth)))
    if not isinstance(estimate, Graph) or not isinstance(truth, Graph):
        return
    try:
        sides = mapped(truth, reference, "truth"), mapped(estimate, reference, "estimate")
    except EdgemarkError as error:
        yield from ("", f"not compared: {error}")
        return
    yield from ("", f"DIFFERENCES, both sides as {reference} (truth | estimate)")
    pairs = list(_differing(*sides))
    yield from pairs or ["none"]


def _differing(truth: Graph, estimate: Graph) -> Iterator[str]:
    """Yield a line for each pair of nodes whose edges differ."""
    nodes = sorted(truth.nodes)
    truth, estimate = truth.with_nodes(nodes), estimate.with_nodes(nodes)
    pairs = {tuple(sorted((a, b))) for graph in (truth, estimate) for a, _, b in graph.edges()}
    for a, b in sorted(pairs):
        true_edge, learned_edge = (
            graph.between(a, b) if b in graph.adjacent(a) else "no edge" for graph in (truth, estimate)
        )
        if true_edge != learned_edge:
            yield f"  {printable(f'{a}, {b}: {true_edge} | {learned_edge}')}"


def _text(text: str) -> str:
    return "\n".join(printable(line) for line in clipped(text.rstrip(), _MAX_TEXT).splitlines())
