"""
No kernel takes many more steps than its input grows, unless it is said here why.

Steps are counted for inputs of sizes n, 2n and 4n by a build that `scripts/count-steps` makes; no clock
is read. What grows in proportion to the size has the exponent 1, n log n a little more.

One file, because each recipe is read beside the inputs that it makes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from math import log2

import numpy as np
import pytest

from edgemark import Graph, _core, data
from edgemark._core import _native
from edgemark.data.series_sample import _arrays_of
from edgemark.graph.equivalence.counting import _counted_class
from edgemark.graph.marks import BACKWARD, FORWARD, STATE_OF, UNDIRECTED
from tests.core.growing import (
    apart,
    complete,
    dense,
    mag,
    near,
    observed,
    path,
    path_from_a_collider,
    path_from_an_arrow,
    roles,
    star,
    strip,
    tournament,
    triples,
    true_mag,
    turned,
    two_stars,
)

LINEAR = 1.25  # n log n from a thousand nodes on is below
FEW = 64

COUNTS = hasattr(_native, "counted_steps")


@dataclass(frozen=True)
class Recipe:
    """
    How a kernel is called.

    Attributes:
        prepare: makes an input of a size and gives the call; only the call is counted.
        most: the greatest exponent that is right for the kernel.
        why: the reason why the exponent may be greater than that of n log n.
        size: the smallest of the three sizes.
    """

    prepare: Callable[[int], Callable[[], object]]
    most: float = LINEAR
    why: str = ""
    size: int = 1000


# ---- counting


def steps_of(call: Callable[[], object]) -> int:
    before = _native.counted_steps()
    call()
    return _native.counted_steps() - before


def exponent(counts: list[int]) -> float:
    """The power of the size that the counts grow with; 0 where they hardly do."""
    first, second = counts[1] - counts[0], counts[2] - counts[1]
    return log2(second / max(first, FEW)) if second > FEW else 0.0


# ---- stacks


NODES = 20


@cache
def stack(n: int, states: tuple[int, ...] = (FORWARD,)) -> tuple[np.ndarray, np.ndarray]:
    """`n` different graphs of twenty nodes."""
    graphs = [near(NODES, seed) for seed in range(n)]
    starts = np.cumsum([0, *map(len, graphs)], dtype=np.uint64)
    found = np.concatenate(graphs)
    chosen = np.array(states, np.uint64)[np.arange(found.size) % len(states)]
    return found & ~np.uint64(15) | chosen, starts


def one() -> np.ndarray:
    return near(NODES, 10**6)


def alone() -> tuple[np.ndarray, np.ndarray]:
    return one(), np.array([0, one().size], np.uint64)


def classes(n: int) -> tuple[np.ndarray, np.ndarray]:
    return _core.cpdags(*stack(n), NODES)


# ---- numbers


def numbers(n: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=n)


def ascending(n: int, seed: int = 0) -> np.ndarray:
    return np.sort(numbers(n, seed))


def every(n: int, step: int) -> np.ndarray:
    return np.arange(0, step * n, step)


def bits(n: int) -> np.ndarray:
    return np.random.default_rng(0).integers(0, 2**64, n, np.uint64)


# ---- recipes


def call(kernel: Callable[..., object], arguments: Callable[[int], tuple], **how) -> Recipe:
    return Recipe(lambda n: partial(kernel, *arguments(n)), **how)


def listed(n: int) -> list[tuple[str, str, str]]:
    """A path, from its end on."""
    return [(str(k), "-->", str(k + 1)) for k in reversed(range(n))]


def on_stack(kernel: Callable[..., object], *more: object, make=stack) -> Recipe:
    """The size is the number of graphs."""
    return call(kernel, lambda n: (*make(n), *more), size=200)


def matrices(n: int) -> np.ndarray:
    return np.random.default_rng(0).random((n, 10, 10)).__lt__(0.2).astype(np.uint8) * np.triu(
        np.ones((10, 10), np.uint8), 1
    )


def matrix(n: int) -> np.ndarray:
    """A matrix of about `n` cells."""
    p = round(n**0.5)
    return np.triu(np.random.default_rng(0).random((p, p)) < 0.05, 1).astype(np.int8)


def bit_matrix(n: int) -> _core.BitMatrix:
    found = _core.BitMatrix.read(matrix(n), True, UNDIRECTED)
    assert found is not None
    return found


def chain(n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Moves that add one of twenty edges, and take it away again."""
    edges = path(21, FORWARD)
    changes = np.repeat(edges[np.arange(n) % 20], 2)
    added = np.tile(np.array([1, 0], np.uint8), n)
    return changes, added, np.arange(2 * n + 1, dtype=np.uint64), np.ones(2 * n)


def simulated(n: int) -> Callable[[], object]:
    """A process of `n` steps."""
    model = data.random_series_model(5, 0)
    random = bits(5 * (n + 10))
    starts = np.array([0], np.uint64)
    return lambda: _core.simulate(random, starts, **_arrays_of(model), drifts_from=10)


def drawn(n: int) -> Callable[[], object]:
    counted = _counted_class(Graph.parse("A --- B --- C"), "drawing")
    return lambda: counted.picking.sample(counted.limits, n, 0)


def some(n: int, most: int = 64) -> np.ndarray:
    return np.linspace(0, n - 1, most).astype(np.uint32)


def adjusted(n: int) -> tuple:
    """For some nodes their parents in a DAG."""
    graph, treatments = near(n, 1), some(n)
    sets = [(graph[(graph >> np.uint64(4)) % 2**28 == t] >> np.uint64(32)) for t in treatments]
    starts = np.cumsum([0, *map(len, sets)], dtype=np.uint64)
    return near(n), n, treatments, starts, np.concatenate(sets).astype(np.uint32), 1


def costs(n: int) -> tuple:
    sets = _core.ParentSets(triples(n), n, 1000)
    treatments, _, _ = sets.adjustments(triples(n), n)
    weights = np.random.default_rng(0).integers(0, 9, len(treatments)).astype(np.uint64)
    return triples(n), n, sets, weights, n, 10**9


def class_over_truth(n: int) -> tuple:
    true, found = near(n), triples(n)
    ends = [np.array([0, graph.size], np.uint64) for graph in (true, found)]
    return true, ends[0], found, ends[1], n, 10**9, 1


BLOCKS = "512 nodes are followed at a time, each over all edges: p m / 512"
EACH = "every node is followed to its descendants: the number of ancestor pairs, up to p m"
PAIRS = "planes hold every pair of nodes, for dense graphs: p (p - 1) / 2 pairs, 64 of them at a time"
PACKED = "pairs of a treatment and an outcome that it may affect, 512 at a time, over all edges"
LANES = "each node with all others, 512 at a time, over all edges; at first one block is not full"
HUB = "pairs of neighbours of a node are looked at, and a hub has many"
OUTPUT = "as many results"
CLIQUES = "each maximal clique comes first once, and the whole component is looked at for each"
DENSE = "an arrow is tried against the neighbours of its ends, p of them: m^1.5 and what is tried again"
STATES = np.array([0, FORWARD], np.uint8)
CIRCLES = STATE_OF["o-o"]


def two(n: int) -> tuple[np.ndarray, np.ndarray]:
    return near(n), near(n, 1)


def class_of(n: int, seed: int = 1) -> np.ndarray:
    return _core.cpdag(near(n, seed), n)


def of_graph(kernel: Callable[..., object], make: Callable[[int], np.ndarray] = near, **how) -> Recipe:
    return call(kernel, lambda n: (make(n), n), **how)


def of_two(kernel: Callable[..., object], **how) -> Recipe:
    return call(kernel, lambda n: (*two(n), n), **how)


def mistakes(strategy: int, why: str) -> Recipe:
    return call(
        _core.adjustment_mistakes, lambda n: (*two(n), n, strategy, 1), most=2.1, why=why, size=2048
    )


def separated(separator: int) -> Recipe:
    return call(
        _core.separation_errors, lambda n: (*two(n), n, separator, 1), most=3.3, why=LANES, size=512
    )


def causal(dag: np.ndarray) -> tuple[np.ndarray, np.ndarray, bool]:
    """A DAG, a member of its class, and that all is visible."""
    return dag, dag, True


def open_path(n: int) -> tuple[np.ndarray, np.ndarray, bool]:
    """A path whose ends are open, and its member that leads away from the last node."""
    return path(n, CIRCLES), path(n, BACKWARD), True


def sets_of_one_effect(n: int) -> tuple:
    return *causal(near(NODES)), NODES, 0, NODES - 1, np.zeros(n * NODES, np.uint8)


RECIPES: Mapping[str, Recipe] = {
    "BitMatrix.read": call(_core.BitMatrix.read, lambda n: (matrix(n), True, UNDIRECTED), size=10_000),
    "BitMatrix.words": Recipe(lambda n: bit_matrix(n).words, size=10_000),
    "BitMatrix.is_acyclic": Recipe(lambda n: bit_matrix(n).is_acyclic, size=10_000),
    "BitMatrix.pair_table": Recipe(
        lambda n: partial(bit_matrix(n).pair_table, bit_matrix(n)), size=10_000
    ),
    "CliquePicking, strip": of_graph(_core.CliquePicking, strip, most=2.1, why=CLIQUES),
    "CliquePicking, small classes": of_graph(_core.CliquePicking, triples),
    "CliquePicking.sample": Recipe(drawn),
    "Members": of_graph(_core.Members, triples),
    "Members.next": Recipe(lambda n: partial(_core.Members(complete(10, UNDIRECTED), 10).next, n)),
    "ParentSets": call(_core.ParentSets, lambda n: (triples(n), n, 1000)),
    "ParentSets.adjustments": Recipe(
        lambda n: partial(_core.ParentSets(triples(n), n, 1000).adjustments, triples(n), n)
    ),
    "acyclic": on_stack(_core.acyclic, NODES),
    "adjustment_mistakes, parents": mistakes(0, BLOCKS),
    "adjustment_mistakes, ancestors": mistakes(1, BLOCKS),
    "adjustment_mistakes, optimal sets": call(
        _core.adjustment_mistakes,
        lambda n: (*two(n), n, 2, 1),
        most=3.1,
        why=PACKED,
        size=512,
    ),
    "adjustment_mistakes, classes": call(
        _core.adjustment_mistakes,
        lambda n: (near(n), class_of(n), n, 0, 1),
        most=2.1,
        why=BLOCKS,
        size=2048,
    ),
    "admg_of, star": call(
        _core.admg_of,
        lambda n: (star(n, BACKWARD), np.append(np.zeros(n - 1), 1).astype(np.uint8)),
        most=2.2,
        why="as many results, which are sorted",
    ),
    "adjustment_verdicts": call(_core.adjustment_verdicts, lambda n: (*two(n), n, 0, some(n), 1)),
    "admg_of": call(_core.admg_of, lambda n: (near(n), roles(n))),
    "almost_directed_cycle": of_graph(_core.almost_directed_cycle, mag, most=2.1, why=BLOCKS),
    "all_connections": call(
        _core.all_connections,
        lambda n: (*two(n.bit_length()), n.bit_length(), 1),
        most=1.7,
        why="the size is the number of sets of log n nodes: each is asked of all pairs, over all edges",
        size=2**12,
    ),
    "ancestor_overlap": call(
        _core.ancestor_overlap,
        lambda n: (near(n), False, near(n, 1), False, n),
        most=2.1,
        why=BLOCKS,
        size=2048,
    ),
    "ancestor_overlap, few ancestors": call(
        _core.ancestor_overlap, lambda n: (apart(n), False, apart(n, 1), False, n), size=2048
    ),
    "ancestor_overlaps": call(
        _core.ancestor_overlaps, lambda n: (one(), False, *stack(n), False, NODES), size=200
    ),
    "ancestor_weights": call(_core.ancestor_weights, lambda n: (*stack(n), np.ones(n), NODES), size=200),
    "ancestral_claims": of_two(_core.ancestral_claims, most=2.1, why=BLOCKS, size=2048),
    "ancestral_relations": of_graph(_core.ancestral_relations, near, most=2.1, why=EACH),
    "ancestral_relations, few ancestors": of_graph(
        _core.ancestral_relations, apart, most=2.1, why=OUTPUT
    ),
    "ancestral_relations, star": of_graph(
        _core.ancestral_relations, lambda n: star(n, CIRCLES), most=2.1, why=OUTPUT
    ),
    "ancestral_relations, two stars": of_graph(
        _core.ancestral_relations, two_stars, most=2.1, why=OUTPUT
    ),
    "appearing": call(_core.appearing, lambda n: (listed(n),)),
    "are_plain_names": call(_core.are_plain_names, lambda n: (tuple(map(str, range(n))),)),
    "are_valid_adjustments": call(_core.are_valid_adjustments, sets_of_one_effect),
    "are_valid_adjustments, of few": call(
        _core.are_valid_adjustments,
        lambda n: (*causal(near(n)), n, 0, n - 1, np.zeros(n, np.uint8)),
        most=2.1,
        why=EACH,
    ),
    "canonical_claims": call(
        _core.canonical_claims,
        lambda n: (*causal(near(n)), *causal(near(n, 1)), n, 1),
        most=3.1,
        why=PACKED,
        size=512,
    ),
    "canonical_claims, paths against the order": call(
        _core.canonical_claims,
        lambda n: (*open_path(n), *open_path(n), n, 1),
        most=3.1,
        why=PACKED,
        size=512,
    ),
    "canonical_set": call(
        _core.canonical_set, lambda n: (*causal(near(n)), n, 0, n - 1), most=2.1, why=EACH
    ),
    "canonical_set, path against the order": call(
        _core.canonical_set, lambda n: (*open_path(n), n, n - 1, 0), most=2.1, why=EACH
    ),
    "collider_overlap": of_two(_core.collider_overlap),
    "collider_overlap, star": call(
        _core.collider_overlap, lambda n: (star(n, FORWARD),) * 2 + (n,), most=2.1, why=HUB
    ),
    "collider_overlaps": call(_core.collider_overlaps, lambda n: (one(), *stack(n), NODES), size=200),
    "cost_bounds": call(_core.cost_bounds, costs),
    "counts_above": call(_core.counts_above, lambda n: (ascending(n), ascending(n, 1)[::-1].copy())),
    "cpdag": of_graph(_core.cpdag),
    "cpdags": on_stack(_core.cpdags, NODES),
    "directed_cycle": of_graph(_core.directed_cycle),
    "distinct": on_stack(_core.distinct),
    "extension": of_graph(_core.extension, class_of),
    "extension, path": of_graph(_core.extension, lambda n: path(n, UNDIRECTED)),
    "falling_thresholds": call(
        _core.falling_thresholds, lambda n: (ascending(n), ascending(n, 1), True)
    ),
    "groups_of_ties": call(_core.groups_of_ties, lambda n: (ascending(n), ascending(n)[::3].copy(), n)),
    "in_both": call(_core.in_both, lambda n: (every(n, 2), every(n, 3))),
    "induced_pair": call(_core.induced_pair, lambda n: (true_mag(n), observed(n)), most=2.1, why=EACH),
    "is_acyclic": of_graph(_core.is_acyclic),
    "is_acyclic, dense": call(_core.is_acyclic, dense),
    "joined": call(
        _core.joined,
        lambda n: (every(n, 1)[:-1], every(n, 1)[1:], np.full(n - 1, FORWARD, np.uint8), n),
    ),
    "m_connected": call(
        _core.m_connected, lambda n: (near(n), n, some(n, 3), (np.arange(n) % 9 == 0).astype(np.uint8))
    ),
    "mag_of": call(_core.mag_of, lambda n: (near(n), roles(n)), most=2.1, why=EACH),
    "mag_of, star": call(
        _core.mag_of,
        lambda n: (star(n, BACKWARD), np.append(np.zeros(n - 1), 1).astype(np.uint8)),
        most=2.1,
        why=OUTPUT,
    ),
    "mag_of, few ancestors": call(_core.mag_of, lambda n: (apart(n), roles(n))),
    "match_lags, wide": call(
        _core.match_lags,
        lambda n: (every(n, 2), every(n, 3), 3 * n, n),
        most=2.1,
        why="each lag is compared with all others within the tolerance, which grows too",
    ),
    "match_lags": call(_core.match_lags, lambda n: (every(n, 2), every(n, 3), 3 * n, 2)),
    "meek_closure": call(_core.meek_closure, lambda n: (_core.pattern(near(n), n), n)),
    "meek_closure, path": of_graph(_core.meek_closure, path_from_an_arrow),
    "meek_closure, star": of_graph(_core.meek_closure, lambda n: star(n, FORWARD)),
    "meek_closure, star of lines": of_graph(
        _core.meek_closure, lambda n: np.append(star(n, UNDIRECTED)[1:], star(n, FORWARD)[:1])
    ),
    "meek_closure, fan": of_graph(
        _core.meek_closure,
        lambda n: np.union1d(path(n - 1, UNDIRECTED), star(n, FORWARD)),
        most=2.1,
        why=HUB,
    ),
    "member_of_pag": call(
        _core.member_of_pag, lambda n: (_core.pag_of(true_mag(n), observed(n)), observed(n))
    ),
    "mended_dag": of_graph(_core.mended_dag, lambda n: turned(near(n))),
    "mended_dag, dense": call(_core.mended_dag, dense, most=1.7, why=DENSE),
    "mended_dag, complete": call(_core.mended_dag, tournament, most=1.7, why=DENSE),
    "nearest_separator": call(_core.nearest_separator, lambda n: (near(n), n, 0, n - 1)),
    "nearest_separator, star": call(_core.nearest_separator, lambda n: (star(n, BACKWARD), n, 0, n - 2)),
    "noise": call(_core.noise, lambda n: (bits(n), 0)),
    "pack_planes": of_graph(_core.pack_planes, most=2.1, why=PAIRS),
    "pag_of": call(_core.pag_of, lambda n: (true_mag(n), observed(n))),
    "pag_of, near": of_graph(_core.pag_of),
    "pag_of, path": of_graph(_core.pag_of, path_from_a_collider),
    "pag_of, star": of_graph(_core.pag_of, lambda n: star(n, FORWARD)),
    "pag_of, two stars": of_graph(_core.pag_of, two_stars, most=2.1, why=HUB),
    "pair_table": of_two(_core.pair_table),
    "pair_table_of_planes": call(
        _core.pair_table_of_planes,
        lambda n: (*(_core.pack_planes(graph, n) for graph in two(n)), n),
        most=2.1,
        why=PAIRS,
    ),
    "pair_tables": call(
        _core.pair_tables, lambda n: (one(), *stack(n), NODES, STATES, STATES), size=200
    ),
    "parent_set_mistakes": call(_core.parent_set_mistakes, adjusted),
    "parents_first": of_graph(_core.parents_first),
    "pattern": of_graph(_core.pattern),
    "pattern, star": of_graph(_core.pattern, lambda n: star(n, FORWARD)),
    "patterns": on_stack(_core.patterns, NODES),
    "present_mask": call(_core.present_mask, lambda n: (near(n),)),
    "present_states": on_stack(_core.present_states),
    "reachable": call(_core.reachable, lambda n: (near(n), n, 0, True)),
    "renumbered": on_stack(_core.renumbered, np.arange(NODES, dtype=np.uint64)[::-1].copy()),
    "sampled_connections": call(_core.sampled_connections, lambda n: (*two(NODES), NODES, 18, n, 0, 1)),
    "sampled_connections, of many nodes": call(
        _core.sampled_connections,
        lambda n: (*two(n), n, n - 1, 1, 0, 1),
        most=2.1,
        why="for each size of the sets all edges are walked",
        size=500,
    ),
    "separation_errors, parents": separated(0),
    "separation_errors, ancestors": separated(1),
    "separation_errors, minimal": separated(2),
    "sid_bounds": call(_core.sid_bounds, class_over_truth, most=2.1, why=BLOCKS, size=2048),
    "simulate": Recipe(simulated),
    "sines_of_turns": call(_core.sines_of_turns, lambda n: (numbers(n),)),
    "sorted_numbers": call(_core.sorted_numbers, lambda n: (numbers(n),), size=10_000),
    "spectral_radius": call(
        _core.spectral_radius,
        lambda n: (numbers(n * n) / n, n),
        most=3.1,
        why="powers of a dense matrix are multiplied",
        size=20,
    ),
    "stack_adjustment_mistakes": call(
        _core.stack_adjustment_mistakes, lambda n: (*alone(), *stack(n), NODES, 0, 1), size=200
    ),
    "stack_of_matrices": call(_core.stack_of_matrices, lambda n: (matrices(n), True, UNDIRECTED)),
    "state_weights": call(
        _core.state_weights, lambda n: (*stack(n), np.ones(n), NODES, STATES[1:].copy()), size=200
    ),
    "unshielded_colliders": of_graph(_core.unshielded_colliders),
    "unshielded_colliders, star": of_graph(
        _core.unshielded_colliders, lambda n: star(n, FORWARD), most=2.1, why=OUTPUT
    ),
    "valid_cpdags": on_stack(_core.valid_cpdags, NODES, make=classes),
    "visible_edges": of_graph(_core.visible_edges, mag),
    "visible_edges, near": of_graph(_core.visible_edges),
    "visible_edges, star": of_graph(_core.visible_edges, lambda n: star(n, BACKWARD)),
    "visits": call(_core.visits, lambda n: (*chain(n), 10**9)),
    "with_arrows": call(
        _core.with_arrows, lambda n: (path(n, UNDIRECTED), n, np.array([[0, 1]], np.uint32))
    ),
    "words_of_listed": call(
        _core.words_of_listed, lambda n: (listed(n), tuple(map(str, range(n + 1))), n + 1, STATE_OF)
    ),
    "words_of_neighbours": call(
        _core.words_of_neighbours,
        lambda n: (list(range(n)), [(k, {k + 1: {}} if k + 1 < n else {}) for k in range(n)], True),
    ),
    "words_of_ones": call(
        _core.words_of_ones, lambda n: (np.arange(n), np.arange(n) + 1, n + 1, True, UNDIRECTED)
    ),
}
"""By the name of the kernel, and a comment after a comma or the method after a point."""


def kernel_of(name: str) -> str:
    return name.split(",")[0].split(".")[0]


def test_every_kernel_has_a_recipe():
    assert sorted(_core.__all__) == sorted({kernel_of(name) for name in RECIPES})


def test_what_may_grow_faster_says_why():
    assert [name for name, one in RECIPES.items() if (one.most > LINEAR) != bool(one.why)] == []


@pytest.mark.skipif(not COUNTS, reason="kernels count their steps in the build of scripts/count-steps")
@pytest.mark.parametrize("name", RECIPES if COUNTS else ["every kernel"])
def test_steps_grow_no_faster_than_the_input(name):
    recipe = RECIPES[name]
    counts = [steps_of(recipe.prepare(recipe.size * factor)) for factor in (1, 2, 4)]
    assert 0 < counts[0] < counts[2], f"{name} does not count its steps: {counts}"
    found = exponent(counts)
    assert found <= recipe.most, f"{name}: {counts} steps, exponent {found:.2f}"
