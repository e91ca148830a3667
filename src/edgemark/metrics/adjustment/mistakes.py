"""Counts of the causal effects that would be estimated wrongly, for each kind of mistake."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark import _core
from edgemark.conventions.options import Strategy, WrongEffects
from edgemark.errors import Remedy
from edgemark.graph import Graph, GraphStack
from edgemark.metrics.batch import GraphBatch, GraphOrBatch
from edgemark.metrics.cache import remembered
from edgemark.metrics.pair_sums import count
from edgemark.resources import demand_memory, n_threads
from edgemark.values import Count

__all__ = ["STRATEGIES", "threads_for", "words_and_starts", "wrong_effects"]

STRATEGIES: tuple[Strategy, ...] = ("parents", "ancestors", "oset")
_MISTAKES: tuple[WrongEffects, ...] = ("zero", "amenability", "adjustment")
"""Claimed zero, wrong amenability, invalid adjustment set: the order of the kernels' counts."""
_FEW_NODES = 128  # With fewer nodes, more threads do not help.
# Each thread keeps up to 12 vectors per node, with one bit for each of 512 treatments.
_BYTES_PER_NODE = 12 * 512 // 8


def threads_for(n_nodes: int) -> int:
    """Return how many threads compare two graphs; raise LimitError if they need too much memory."""
    if n_nodes < _FEW_NODES:
        return 1
    threads = n_threads()
    what = f"comparing the effects of {n_nodes} nodes"
    one_thread = Remedy(
        "Use one thread, which needs the least memory",
        'import os; os.environ["EDGEMARK_NUM_THREADS"] = "1"',
        "EDGEMARK_NUM_THREADS=1 edgemark ...",
    )
    remedies = [one_thread] if threads > 1 else []
    demand_memory(threads * n_nodes * _BYTES_PER_NODE, what, *remedies)
    return threads


def _mistake_counts(truth: GraphOrBatch, estimate: GraphOrBatch, strategy: Strategy) -> Any:
    """Return the number of wrong effects for each of `_MISTAKES`; a batch has an array for each."""
    strategy_code = STRATEGIES.index(strategy)
    if isinstance(estimate, GraphBatch):
        return estimate.cached(
            ("adjustment", truth, strategy),
            lambda many: _mistake_counts_of_batch(truth, many, strategy_code),
        )
    assert isinstance(truth, Graph)  # Several truths are always compared with several estimates.
    n, one_truth = truth.n_nodes, truth  # A second name, since mypy forgets the assertion in a lambda.
    return remembered(
        truth,
        estimate,
        ("adjustment", strategy),
        lambda: _core.adjustment_mistakes(
            one_truth.words, estimate.words, n, strategy_code, threads_for(n)
        ),
    )


def _mistake_counts_of_batch(truth: GraphOrBatch, estimates: GraphBatch, strategy: int) -> Any:
    counts = _core.stack_adjustment_mistakes(
        *words_and_starts(truth), *words_and_starts(estimates), truth.n_nodes, strategy, n_threads()
    )
    return counts.T.astype(np.float64)


def words_and_starts(graphs: GraphOrBatch) -> tuple[Any, Any]:
    """Return the core's words of one or several graphs, concatenated, and the start of each graph."""
    stack = graphs.stack if isinstance(graphs, GraphBatch) else GraphStack([graphs])
    return stack.words, stack.starts


def wrong_effects(
    truth: GraphOrBatch, estimate: GraphOrBatch, strategy: Strategy, mistakes: WrongEffects
) -> Count:
    """
    Count the effects with one of these mistakes if one adjusts as the estimate suggests.

    The graphs must come from `compared_classes`: only the paths of DAGs, CPDAGs and MPDAGs show which
    effects are identified in every member of the class.
    """
    counts = _mistake_counts(truth, estimate, strategy)
    wrong = sum(counts) if mistakes == "all" else counts[_MISTAKES.index(mistakes)]
    return count(wrong, of=2 * truth.n_pairs)
