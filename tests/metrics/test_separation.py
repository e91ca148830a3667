"""Separation distances against the enumeration of paths and sets, on all small graphs."""

import contextlib
import pickle
import random
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph, separation_distance
from edgemark.errors import ConventionError, KindError
from edgemark.metrics import c_metric, s_metric, sc_metric
from tests.oracle import ancestral, separations
from tests.oracle import graphs as oracle

LETTERS = tuple("ABCDE")
SEPARATORS = ("parents", "ancestors", "minimal")


def graph_of(nodes, edges, kind=None):
    return Graph.from_edges(list(edges), nodes=list(nodes), kind=kind)


@cache
def cpdags(nodes):
    """Every CPDAG with the DAGs of its class."""
    return [
        (tuple(oracle.intersection(dags)), tuple(map(tuple, dags)))
        for dags in oracle.all_classes(nodes).values()
    ]


def distances(truth, estimate):
    return {name: separation_distance(truth, estimate, separator=name) for name in SEPARATORS}


# ---- a graph and itself


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_dag_and_cpdag_is_at_0_from_itself_and_from_its_class(size):
    nodes = LETTERS[:size]
    for cpdag_edges, dags in cpdags(nodes):
        cpdag = graph_of(nodes, cpdag_edges, "cpdag")
        for dag_edges in dags:
            dag = graph_of(nodes, dag_edges, "dag")
            for sides in ((dag, dag), (dag, cpdag), (cpdag, dag), (cpdag, cpdag)):
                assert set(distances(*sides).values()) == {0}


@pytest.mark.long
def test_every_cpdag_of_five_nodes_is_at_0_from_itself():
    for cpdag_edges, _ in cpdags(LETTERS):
        cpdag = graph_of(LETTERS, cpdag_edges, "cpdag")
        assert set(distances(cpdag, cpdag).values()) == {0}


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_mag_and_pag_is_at_0_from_itself_and_from_its_class(size):
    nodes = LETTERS[:size]
    for members in ancestral.classes(nodes):
        pag = graph_of(nodes, ancestral.pag(members), "pag")
        assert separation_distance(pag, pag, separator="minimal") == 0
        assert sc_metric(pag, pag) == 0
        for edges in members[:: 1 if size < 4 else 5]:
            mag = graph_of(nodes, edges, "mag")
            assert separation_distance(mag, mag, separator="ancestors") == 0
            assert separation_distance(mag, mag, separator="minimal") == 0
            assert separation_distance(pag, mag, separator="minimal") == 0
            assert separation_distance(mag, pag, separator="minimal") == 0


def test_parents_do_not_separate_in_a_mag():
    """The case of metrics.md: why parents are refused there."""
    mag = Graph.parse("X <-> C; V --> C; V --> E; E <-> Y; C --> Y; E --> X")
    assert mag.objection("mag") is None
    assert not em.m_separated(mag, "X", "Y", mag.parents("X") | mag.parents("Y"))
    with pytest.raises(KindError, match=r"parents of two nodes do not always separate them in a MAG"):
        separation_distance(mag, mag)
    assert separation_distance(mag, mag, separator="ancestors") == 0


def test_ancestors_differ_between_the_members_of_125_pags():
    """There are 248 with four nodes; this is why ancestors are refused in a PAG."""
    nodes, differing = LETTERS[:4], 0
    for members in ancestral.classes(nodes):
        pairs = [
            p for p in combinations(nodes, 2) if frozenset(p) not in separations.adjacent(members[0])
        ]
        found = {
            tuple(
                frozenset(a for a, b in oracle.ancestors(nodes, mag) if b in pair) - set(pair)
                for pair in pairs
            )
            for mag in members
        }
        differing += len(found) > 1
    assert differing == 125


# ---- against the definitions


def check(nodes, truth, estimate, members, separators):
    """Compare the distances of two lists of edges, the estimate's class being listed."""
    for name in separators:
        wrong, asked = separations.separation_distance(nodes, truth, members, name)
        found = separation_distance(graph_of(nodes, truth), estimate, separator=name)
        pairs = len(nodes) * (len(nodes) - 1) // 2
        assert (wrong, pairs * (2 if name == "minimal" else 1)) == (found, found.of)
        assert asked >= wrong


def test_all_pairs_of_dags_of_three_nodes():
    nodes = LETTERS[:3]
    for truth, estimate in product(oracle.all_dags(nodes), repeat=2):
        check(nodes, tuple(truth), graph_of(nodes, estimate), [tuple(estimate)], SEPARATORS)


@pytest.mark.parametrize("seed", range(40))
def test_dags_and_cpdags_of_four_and_five_nodes(seed):
    chance = random.Random(seed)
    nodes = LETTERS[: chance.choice((4, 4, 5))]
    truth = tuple(random_dag(chance, nodes))
    estimate = random_dag(chance, nodes)
    check(nodes, truth, graph_of(nodes, estimate), [tuple(estimate)], SEPARATORS)
    dags = [tuple(dag) for dag in oracle.members(nodes, estimate)]
    check(nodes, truth, graph_of(nodes, oracle.intersection(dags), "cpdag"), dags, SEPARATORS)


def random_dag(chance, nodes):
    order = chance.sample(nodes, len(nodes))
    return [(a, "-->", b) for a, b in combinations(order, 2) if chance.random() < 0.5]


@pytest.mark.parametrize("seed", range(60))
def test_mags_pags_and_admgs(seed):
    chance = random.Random(seed)
    nodes = LETTERS[:4]
    classes = ancestral.classes(nodes)
    truth = chance.choice(chance.choice(classes))
    members = chance.choice(classes)
    estimate = chance.choice(members)
    check(nodes, truth, graph_of(nodes, estimate, "mag"), [estimate], ("ancestors", "minimal"))
    check(nodes, truth, graph_of(nodes, ancestral.pag(members), "pag"), members, ("minimal",))
    glyphs = [(), ("-->",), ("<->",), ("-->", "<->")]
    bows = tuple((a, g, b) for a, b in combinations(nodes, 2) for g in chance.choice(glyphs))
    wrong, asked = separations.separation_distance(nodes, truth, [bows], "minimal")
    admg = graph_of(nodes, bows, "admg")
    inseparable = 12 - 2 * len(separations.adjacent(bows)) - asked
    with warned(inseparable):
        assert wrong == separation_distance(graph_of(nodes, truth), admg, separator="minimal")


def warned(inseparable):
    if not inseparable:
        return contextlib.nullcontext()
    return pytest.warns(em.errors.ClassWarning, match=f"{inseparable} ordered pairs")


@pytest.mark.parametrize("seed", range(30))
def test_the_metrics_of_all_sets(seed):
    chance = random.Random(seed)
    nodes = LETTERS[: chance.choice((2, 3, 4, 5))]
    if len(nodes) < 5 and chance.random() < 0.5:
        truth, estimate = (chance.choice(ancestral.mags(nodes)) for _ in range(2))
    else:
        truth, estimate = (tuple(random_dag(chance, nodes)) for _ in range(2))
    expected = separations.all_separations(nodes, truth, estimate)
    sides = graph_of(nodes, truth), graph_of(nodes, estimate)
    for name, function in (("s", s_metric), ("c", c_metric), ("sc", sc_metric)):
        assert expected[name] == pytest.approx(function(*sides), abs=1e-12)


# ---- larger graphs


@pytest.mark.parametrize("n_nodes", [12, 65, 130, 520, 1030])
def test_many_lanes_count_what_pairs_one_by_one_do(n_nodes):
    """Blocks of 512 pairs begin anywhere; single pairs are asked by `m_separated`."""
    from edgemark.data import random_dag

    truth, found = (random_dag(n_nodes, 2 * n_nodes, seed) for seed in (1, 2))
    if n_nodes > 200:  # all but a few nodes without an edge, so that few pairs need be asked
        keep = set(truth.nodes[::97])
        truth, found = (
            Graph(g.nodes, [e for e in g.edges() if e[0] in keep or e[2] in keep])
            for g in (truth, found)
        )
    nodes = truth.nodes
    asked = [(a, b) for a, b in combinations(nodes, 2) if b not in found.adjacent(a)]
    touched = {v for g in (truth,) for a, _, b in g.edges() for v in (a, b)}
    parents = {v: found.parents(v) for v in touched}
    wrong = sum(
        not em.m_separated(truth, a, b, parents[a] | parents[b])
        for a, b in asked
        if a in touched and b in touched
    )
    assert wrong == separation_distance(truth, found)


def mag_of_30_nodes(seed):
    """A MAG with --- and <-> in two of three cases."""
    from edgemark.data import random_dag

    dag = random_dag(40, 60, seed)
    left_out = random.Random(seed).sample(dag.nodes, 10)
    selected = left_out[8:] if seed % 3 == 0 else []
    return em.latent_projection(dag, hidden=set(left_out) - set(selected), selected=selected)


def joint_sets(graph, separator):
    """What each node of a DAG or a MAG brings along: parents or ancestors, also along ---."""
    above = {v: set() for v in graph.nodes}
    for a, glyph, b in graph.edges():
        if glyph in ("-->", "---"):
            above[b].add(a)
        if glyph in ("<--", "---"):
            above[a].add(b)
    if separator == "parents":
        return above
    for k, i in product(graph.nodes, repeat=2):
        if k in above[i]:
            above[i] |= above[k]
    return above


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("separator", ["parents", "ancestors"])
def test_truths_with_every_mark_count_what_pairs_one_by_one_do(seed, separator):
    """Most pairs are decided by what either node brings along: none of them wrongly."""
    truth = mag_of_30_nodes(seed)
    near = [e for e in truth.edges() if random.Random(f"{seed} {e}").random() < 0.8]
    order = truth.nodes
    dag = [(a, "-->", b) if order.index(a) < order.index(b) else (b, "-->", a) for a, _, b in near]
    estimates = [Graph(order, dag)]
    if separator == "ancestors":
        other = mag_of_30_nodes(seed + 12)
        estimates.append(other.renamed(dict(zip(other.nodes, order, strict=True))))
    for estimate in estimates:
        sets = joint_sets(estimate, separator)
        wrong = sum(
            not em.m_separated(truth, a, b, (sets[a] | sets[b]) - {a, b})
            for a, b in combinations(order, 2)
            if b not in estimate.adjacent(a)
        )
        assert wrong == separation_distance(truth, estimate, separator=separator)


@pytest.mark.parametrize("n_nodes", [90, 600])
@pytest.mark.parametrize("separator", SEPARATORS)
def test_the_number_of_threads_does_not_matter(n_nodes, separator):
    from edgemark import _core
    from edgemark.data import random_dag

    truth, found = (random_dag(n_nodes, 2 * n_nodes, seed).words for seed in (1, 2))
    place = SEPARATORS.index(separator)
    one, *more = (_core.separation_errors(truth, found, n_nodes, place, k) for k in (1, 2, 3, 7))
    assert more == [one] * 3


def test_samples_are_the_same_for_a_seed_and_near_the_exact_number():
    from edgemark.data import random_dag

    sides = random_dag(12, 20, 1), random_dag(12, 20, 2)
    for function in (s_metric, c_metric, sc_metric):
        exact, drawn = function(*sides), function(*sides, n_samples=4000, seed=3)
        assert type(exact) is float
        assert (
            drawn == function(*sides, n_samples=4000, seed=3) != function(*sides, n_samples=4000, seed=4)
        )
        assert 0 < drawn.standard_error < 0.01
        assert abs(drawn - exact) < 4 * drawn.standard_error
        assert pickle.loads(pickle.dumps(drawn)).standard_error == drawn.standard_error


def test_standard_errors_hold():
    from edgemark.data import random_dag

    sides = random_dag(9, 12, 1), random_dag(9, 12, 2)
    exact = sc_metric(*sides)
    drawn = [sc_metric(*sides, n_samples=60, seed=seed) for seed in range(200)]
    spread = [(one - exact) / one.standard_error for one in drawn]
    assert abs(sum(spread) / 200) < 0.3
    assert 0.8 < sum(z * z for z in spread) / 200 < 1.25


def test_the_largest_set_can_be_bounded():
    chain, collider = Graph.parse("A --> B --> C"), Graph.parse("A --> B; C --> B")
    assert [s_metric(chain, collider, max_order=k) for k in (0, 1, 9)] == [0, 0.5, 0.5]
    assert [c_metric(chain, collider, max_order=k) for k in (0, 1)] == pytest.approx([1 / 3, 1 / 6])


def test_many_nodes_are_drawn():
    from edgemark.data import random_dag

    drawn = sc_metric(random_dag(40, 60, 1), random_dag(40, 60, 2))
    assert 0 < drawn.standard_error < 0.02


def test_both_ways():
    complete, empty = Graph.parse("A --> B --> C; A --> C"), Graph.parse("A; B; C")
    assert separation_distance(complete, empty) == 3
    assert separation_distance(empty, complete) == 0
    assert em.evaluation.symmetrized("separation_distance", complete, empty) == 1.5
    assert em.evaluation.symmetrized("c_metric", complete, empty) == 0.5


def test_the_mean_of_both_ways_of_sampled_metrics_keeps_its_standard_error():
    from edgemark.data import random_dag

    a, b = random_dag(30, 40, 1), random_dag(30, 40, 2)
    there, back = s_metric(a, b), s_metric(b, a)
    mean = em.evaluation.symmetrized("s_metric", a, b)
    assert mean == (there + back) / 2
    assert mean.standard_error == (there.standard_error + back.standard_error) / 2 > 0
    same = em.evaluation.symmetrized(sc_metric, a, b)
    assert (same, same.standard_error) == (sc_metric(a, b), sc_metric(a, b).standard_error)


# ---- bad input


@pytest.mark.parametrize(
    ("kind", "separator", "words"),
    [
        ("A o-o B", "parents", 'separator="minimal"'),
        ("A o-o B", "ancestors", "do not always separate them in a PAG"),
        ("A <-> B", "parents", 'separator="ancestors"'),
        ("A --> B; A <-> B", "ancestors", 'separator="minimal"'),
        ("A --> B --> A", "parents", "directed cycle"),
    ],
)
def test_separators_that_do_not_separate_are_refused(kind, separator, words):
    with pytest.raises(KindError, match=words):
        separation_distance(Graph.parse("A --> B"), Graph.parse(kind), separator=separator)


@pytest.mark.parametrize("side", ["truth", "estimate"])
def test_a_graph_that_is_not_of_its_kind_is_refused(side):
    good, bad = Graph.parse("A --> B --- C").skeleton(), Graph.parse("A --> B --- C")
    sides = (bad, good) if side == "truth" else (good, bad)
    for function in (separation_distance, sc_metric):
        with pytest.raises(KindError, match=f"needs a CPDAG as the {side}; A --> B would be A --- B"):
            function(*sides)


@pytest.mark.parametrize(
    "options",
    [{"max_order": -1}, {"n_samples": 0}, {"n_samples": 1.5}, {"seed": -1}, {"max_order": True}],
)
def test_options_must_be_whole_numbers(options):
    chain = Graph.parse("A --> B --> C")
    with pytest.raises(ConventionError, match="must be a whole number of at least"):
        sc_metric(chain, chain, **options)


@pytest.mark.parametrize("metric", [s_metric, c_metric, sc_metric])
def test_options_may_be_integers_of_numpy(metric):
    truth, found = Graph.parse("A --> B --> C; D"), Graph.parse("A --> B; C --> B; D --> A")
    for kind in (np.int64, np.uint8):
        assert metric(truth, found, n_samples=9, seed=kind(3)) == metric(
            truth, found, n_samples=9, seed=3
        )
    for largest in (np.int8(127), np.uint8(255)):
        assert metric(truth, found, max_order=largest) == metric(truth, found)


def test_the_advice_names_both_faults():
    """It advised another separator, with which the truth was refused."""
    truth = Graph.parse("A --> B --> C --> A")
    with pytest.raises(KindError) as refusal:
        separation_distance(truth, Graph.parse("A <-> B --> C", kind="mag"))
    assert "A --> B --> C --> A is a directed cycle" in str(refusal.value)
    assert "Also state separator='ancestors', which the estimate, a MAG, needs" in str(refusal.value)
