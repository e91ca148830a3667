"""Graphs for hypothesis to choose from, and seeded random ones that are larger."""

import random
from functools import partial
from itertools import combinations
from unicodedata import normalize

from hypothesis import strategies as st

from edgemark import Graph
from tests.oracle.graphs import PAIR_STATES, chickering_cpdag, is_cpdag

TURNED = {"-->": "<--", "<--": "-->", "o->": "<-o", "<-o": "o->", "o--": "--o", "--o": "o--"}

HOSTILE_NAMES = (
    " ", "a b", " leading", "trailing ", '"', '""', "'", "it's", 'say "x"', ";", "A;B", "-->", "<--",
    "---", "o-o", "o->", "<->", "--", "->", "<-", "=>", "A-->B", "A -->B", "A->B", "x o-o y", "#", "#0",
    "#1", "# comment", "0", "1", "-1", "\\", "\\\\", "\\n", '\\"', "a\\", "\n", "a\nb", "\r\n", "\t",
    "\0", "\x07", "\x1b[31m", "\x7f", "\x85", "\u00a0", "\u2028", "\u2029", "\u200b", "\u200d",
    "\u202eabc", "\u05e9\u05dc\u05d5\u05dd", "\ufeff", "\ufeffA", "e\u0301", "🦆",
    "👩‍🔬", "\U000e0041", "=1+1", "@x", "+1", "<b>x</b>", "<script>", "&amp;", "[red]", "X[t-1]", "{}",
    "%s", "{0}", "None", "nan", "true", "a,b", "a|b", "co-occurrence", "x" * 10_000,
)  # fmt: skip

LABELS = tuple("ABCDEFGH")


def names():
    """
    Any text that may name a node, odd ones more often than not, in one Unicode form.

    A graph refuses names that differ only in this form.
    """
    texts = st.one_of(
        st.sampled_from(HOSTILE_NAMES),
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8),
        st.text('"\\;#<>-o \n', min_size=1, max_size=6),
    )
    return texts.map(partial(normalize, "NFD"))


@st.composite
def edges_over(draw, nodes, states=PAIR_STATES):
    """Edges in any order, each written from either of its ends."""
    edges = []
    for a, b in combinations(nodes, 2):
        for glyph in draw(st.sampled_from(states)):
            turned = (b, TURNED.get(glyph, glyph), a)
            edges.append(turned if draw(st.booleans()) else (a, glyph, b))
    return draw(st.permutations(edges))


@st.composite
def nodes_and_edges(draw, most=6, states=PAIR_STATES):
    """Plain letters, in any order, and edges over them."""
    nodes = draw(st.permutations(LABELS[: draw(st.integers(0, most))]))
    return nodes, draw(edges_over(nodes, states))


@st.composite
def graphs(draw, node_names=None, most=6, states=PAIR_STATES):
    """Graphs with any mix of marks, named or not."""
    wanted = names() if node_names is None else node_names
    nodes = draw(st.lists(wanted, max_size=most, unique=True))
    if nodes and draw(st.booleans()):
        places = range(len(nodes))
        return Graph(len(nodes), draw(edges_over(places, states)))
    return Graph(nodes, draw(edges_over(nodes, states)))


@st.composite
def dags(draw, most=6):
    """DAGs with letters for nodes, in any order."""
    nodes = draw(st.permutations(LABELS[: draw(st.integers(0, most))]))
    order = draw(st.permutations(nodes))
    pairs = list(combinations(order, 2))
    kept = draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    return Graph(nodes, [(a, "-->", b) for (a, b), keep in zip(pairs, kept, strict=True) if keep])


@st.composite
def cpdags(draw, most=6):
    """CPDAGs with letters for nodes, in any order."""
    dag = draw(dags(most))
    return Graph(dag.nodes, chickering_cpdag(dag.nodes, dag.edges()))


def random_dag(rng: random.Random, n_nodes, density):
    """A DAG over positions whose causal order is not that of the positions."""
    order = rng.sample(range(n_nodes), n_nodes)
    return [(a, "-->", b) for a, b in combinations(order, 2) if rng.random() < density]


def random_cpdag(rng: random.Random, n_nodes, density):
    """The CPDAG of a random DAG."""
    return chickering_cpdag(range(n_nodes), random_dag(rng, n_nodes, density))


def random_invalid_cpdag(rng: random.Random, n_nodes, density):
    """A few positions, directed and undirected edges, no directed cycle, and the CPDAG of no DAG."""
    while True:
        dag = random_dag(rng, n_nodes, density)
        edges = [(a, rng.choice(("-->", "---")), b) for a, _, b in dag]
        if not is_cpdag(range(n_nodes), edges):
            return edges


def random_edges(rng: random.Random, n_nodes, density, states=PAIR_STATES[1:]):
    """Edges over positions, every state as likely."""
    return [
        (a, glyph, b)
        for a, b in combinations(range(n_nodes), 2)
        if rng.random() < density
        for glyph in rng.choice(states)
    ]


LAGGED_STATES = ((), ("-->",), ("o->",), ("<->",), ("-->", "<->"))


@st.composite
def series_parts(draw, most=3, most_lag=3, states=PAIR_STATES, lagged=LAGGED_STATES):
    """Names, largest lag, edges with lags and changing variables of a time series graph."""
    nodes = draw(st.permutations(LABELS[: draw(st.integers(1, most))]))
    max_lag = draw(st.integers(0, most_lag))
    return nodes, max_lag, *draw(series_edges(nodes, max_lag, states, lagged))


@st.composite
def series_edges(draw, nodes, max_lag, states=PAIR_STATES, lagged=LAGGED_STATES):
    """Edges with lags over given variables, and which of these change."""
    edges = [(a, glyph, b, 0) for a, glyph, b in draw(edges_over(nodes, states))]
    for lag in range(1, max_lag + 1):
        for a in nodes:
            for b in nodes:
                edges += [(a, glyph, b, lag) for glyph in draw(st.sampled_from(lagged))]
    changing = draw(st.lists(st.sampled_from(nodes), unique=True))
    return draw(st.permutations(edges)), changing
