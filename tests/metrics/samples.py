"""Random pairs of graphs for the tests of metrics: every kind, small enough for the oracles."""

import random
from functools import cache
from itertools import product

from edgemark import Graph, latent_projection, to_pag
from edgemark.conventions.convention import Convention
from edgemark.errors import KindError
from edgemark.metrics import REGISTRY, Metric
from edgemark.values import Confusion
from tests.oracle import graphs as oracle
from tests.strategies import TURNED, random_dag, random_edges

LETTERS = tuple("ABCDEFGH")
ARC, LINE, BOTH = ("-->",), ("---",), ("<->",)
MARKS_OF = {
    "anything": oracle.PAIR_STATES[1:],
    "one edge on a pair": oracle.PAIR_STATES[1:10],
    "arcs and lines": (ARC, ("<--",), LINE),
    "arcs and 2-cycles": (ARC, ("<--",), ("-->", "<--")),
    "circles": (("o->",), ("<-o",), ("o-o",), ("o--",), ("--o",), ARC, BOTH),
    "hidden causes": (ARC, ("<--",), BOTH, ("-->", "<->"), ("<--", "<->")),
}


def lettered(edges):
    return [(LETTERS[a], glyph, LETTERS[b]) for a, glyph, b in edges]


def changed(rng, nodes, edges, states):
    """Edges near the given ones: some are removed, some are reversed, and some are added."""
    near = []
    for a, glyph, b in edges:
        fate = rng.random()
        if fate < 0.2:
            continue
        near.append((a, TURNED.get(glyph, glyph) if fate < 0.4 else glyph, b))
    if len(oracle.skeleton(near)) < len(near):
        near = [edge for edge in edges if rng.random() < 0.7]
    joined = oracle.skeleton(near)
    fresh = lettered(random_edges(rng, len(nodes), 0.2, states))
    return near + [edge for edge in fresh if frozenset({edge[0], edge[2]}) not in joined]


@cache
def pairs_of_graphs(n_each=30, most_nodes=6):
    """(truth, estimate) of every kind, with nodes in any order. About half are near each other."""
    rng = random.Random(20240)
    made = []
    for name, k in product(MARKS_OF, range(n_each)):
        nodes = LETTERS[: rng.randint(2, most_nodes)]
        density = rng.choice((0.2, 0.5, 0.9))
        true = lettered(random_edges(rng, len(nodes), density, MARKS_OF[name]))
        if k % 2:
            found = changed(rng, nodes, true, MARKS_OF[name])
        else:
            other = rng.choice(list(MARKS_OF.values())) if k % 4 else MARKS_OF[name]
            found = lettered(random_edges(rng, len(nodes), density, other))
        made.append((in_random_order(rng, nodes, true), in_random_order(rng, nodes, found)))
    made += equivalence_pairs(rng, 2 * n_each)
    made += hidden_pairs(rng, 2 * n_each)
    return tuple(made)


def hidden_pairs(rng, n_pairs):
    """Pairs of MAGs and PAGs of DAGs with a hidden node, with their kinds declared."""
    for k in range(n_pairs):
        nodes = ["hidden", *LETTERS[: rng.randint(2, 5)]]
        drawn = [random_dag(rng, len(nodes), 0.5) for _ in range(2)]
        dags = [[(nodes[a], glyph, nodes[b]) for a, glyph, b in edges] for edges in drawn]
        if k % 3 == 0:
            dags[1] = dags[0]
        mags = [latent_projection(Graph(nodes, dag), hidden=nodes[:1]) for dag in dags]
        as_classes = k % 4 in (1, 2), k % 4 in (2, 3)
        graphs = [to_pag(mag) if one else mag for mag, one in zip(mags, as_classes, strict=True)]
        yield tuple(in_random_order(rng, g.nodes, g.edges(), g.kind) for g in graphs)


def equivalence_pairs(rng, n_pairs):
    """Pairs of DAGs and CPDAGs, some with their kinds declared."""
    for k in range(n_pairs):
        nodes = LETTERS[: rng.randint(2, 5)]
        dags = [lettered(random_dag(rng, len(nodes), 0.5)) for _ in range(2)]
        if k % 3 == 0:
            dags[1] = rng.choice(oracle.members(nodes, dags[0]))
        sides = []
        for dag, as_class in zip(dags, (k % 4 in (1, 2), k % 4 in (2, 3)), strict=True):
            edges = oracle.cpdag(nodes, dag) if as_class else dag
            declared = rng.choice(("cpdag" if as_class else "dag", None))
            sides.append(in_random_order(rng, nodes, edges, declared))
        yield tuple(sides)


def in_random_order(rng, nodes, edges, kind=None):
    """The graph of the edges, with its nodes in a random order."""
    return Graph(rng.sample(nodes, len(nodes)), edges, kind=kind)


# ---- metrics in each of their conventions


def conventions(takes=Graph) -> list[tuple[Metric, Convention]]:
    return [(m, c) for m in REGISTRY.values() if m.takes is takes for c in m.conventions]


def label(metric: Metric, convention: Convention) -> str:
    return f"{metric.name} {convention.name}".strip().replace(" ", "-")


LABELS = [label(*case) for case in conventions()]


def value_of(metric, convention, truth, estimate):
    """The value that a user gets, or None if the metric is refused."""
    import edgemark

    try:
        return getattr(edgemark.metrics, metric.name)(truth, estimate, **convention.options)
    except KindError:
        return None


def plain(value):
    """A value that can be compared with ==, nan included."""
    if value is None or isinstance(value, Confusion):
        return value
    return "nan" if value != value else (float(value), getattr(value, "of", None))
