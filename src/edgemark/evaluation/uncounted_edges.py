"""True edges that are not counted, because they are not candidates or have no score."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from edgemark.errors import ClassWarning, levels_to_caller, plural
from edgemark.graph import EdgeScores, Graph
from edgemark.graph.edge_words import unpack
from edgemark.graph.marks import BACKWARD, FORWARD
from edgemark.metrics.restricted_pairs import candidates_of

__all__ = ["notes_on_uncounted", "warn_of_uncounted", "warn_of_uncounted_in"]


def notes_on_uncounted(truth: Graph, estimate: Any = None) -> Iterator[str]:
    """
    Yield a warning if the candidates, or the scored pairs of an estimate, leave out true edges.

    Args:
        truth: the graph with its candidates.
        estimate: the estimate, if known. If its scored pairs are the candidates, the warning says so.
    """
    candidates = candidates_of(truth)
    if candidates is None:
        return
    starts, ends, states = unpack(truth.words)
    forwards, backwards = candidates.has(starts, ends), candidates.has(ends, starts)
    uncounted = np.where(
        states == FORWARD, ~forwards, np.where(states == BACKWARD, ~backwards, ~(forwards | backwards))
    )
    if not uncounted.any():
        return
    k = int(np.flatnonzero(uncounted)[0])
    a, b = truth.nodes[int(starts[k])], truth.nodes[int(ends[k])]
    if states[k] == BACKWARD:
        a, b = b, a
    are_scored_pairs = isinstance(estimate, EdgeScores) and candidates is estimate.candidates
    write = _without_score if are_scored_pairs else _not_candidates
    yield write(int(uncounted.sum()), truth.n_edges, a, b)


def _without_score(count: int, n_edges: int, a: str, b: str) -> str:
    """Return the warning if pairs without a score are not counted (`unlisted=nan`)."""
    pair = f"{a!r} --> {b!r}"
    if count == n_edges == 1:
        return f"the only true edge has no score, so it is not counted: {pair}"
    if count == n_edges:
        return f"none of the {n_edges} true edges has a score, so none is counted, such as {pair}"
    if count == 1:
        return f"1 of {n_edges} true edges is not counted, because its pair has no score: {pair}"
    return (
        f"{count} of {n_edges} true edges are not counted, because their pairs have no score, such as "
        f"{pair}"
    )


def _not_candidates(count: int, n_edges: int, a: str, b: str) -> str:
    pair = f"{a!r} and {b!r}"
    if count == n_edges:
        about_all = f"none of the {n_edges} true edges is a candidate, so none is counted; one of them"
        about_only = "the only true edge is not a candidate, so it is not counted; it"
        rule = "A candidate is an ordered pair, cause and effect"
        return f"{about_only if count == 1 else about_all} joins {pair}. {rule}"
    about_several = f"are not counted, because they join pairs that are not candidates, such as {pair}"
    about_one = f"is not counted, because {pair}, which it joins, are not candidates"
    return f"{count} of {n_edges} true edges {about_one if count == 1 else about_several}"


def warn_of_uncounted_in(truth: Graph) -> None:
    """Warn if the candidates of a truth leave out some of its edges."""
    for note in notes_on_uncounted(truth):
        warnings.warn(ClassWarning(note), stacklevel=levels_to_caller())


def warn_of_uncounted(sides: Sequence[tuple[Any, Any]], names: Sequence[str]) -> None:
    """
    Warn about the first estimate for which true edges are not counted; the warning counts the others.
    """
    notes = [
        (name, note)
        for name, (truth, estimate) in zip(names, sides, strict=True)
        if isinstance(truth, Graph)
        for note in notes_on_uncounted(truth, estimate)
    ]
    if not notes:
        return
    name, note = notes[0]
    n_others = len(notes) - 1
    others = (
        f"; true edges are not counted for {plural(n_others, 'other estimate')} either"
        if n_others
        else ""
    )
    warnings.warn(ClassWarning(f"estimate {name!r}: {note}{others}"), stacklevel=levels_to_caller())
