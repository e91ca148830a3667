"""Canonical adjustment sets and their distance, on all small graphs, by brute force over the members."""

import random
from functools import cache
from itertools import combinations, permutations

import pytest

import edgemark as em
from edgemark import Graph, adjustment_aid
from edgemark.errors import KindError
from edgemark.metrics import adjustment_claims, adjustment_coverage, canonical_set, is_adjustment_set
from edgemark.metrics.canonical_adjustment import verdicts_on_effects
from tests.oracle import ancestral, canonical
from tests.oracle import graphs as oracle

NODES = {size: tuple("ABCD"[:size]) for size in (2, 3, 4)}
EVERY_SIZE = pytest.mark.parametrize("size", NODES)


def graph_of(nodes, edges, kind):
    return Graph.from_edges(list(edges), nodes=list(nodes), kind=kind)


@cache
def cpdags(nodes):
    """Every CPDAG, with the DAGs of its class."""
    return [
        (oracle.intersection(dags), tuple(map(tuple, dags)))
        for dags in oracle.all_classes(nodes).values()
    ]


# ---- which sets are valid


@EVERY_SIZE
def test_verdicts_on_sets_are_those_of_all_members_of_a_class(size):
    """All 12,036 triples of treatment, outcome and set of the PAGs of three and four nodes."""
    nodes, asked = NODES[size], 0
    for members in ancestral.classes(nodes):
        pag = graph_of(nodes, ancestral.pag(members), "pag")
        for t, y, given in canonical.triples(nodes):
            asked += 1
            assert canonical.is_valid(nodes, members, t, y, given) == is_adjustment_set(pag, t, y, given)
    assert {2: 4, 3: 132, 4: 11_904}[size] == asked


@EVERY_SIZE
def test_verdicts_on_sets_of_mags(size):
    nodes = NODES[size]
    for edges in ancestral.mags(nodes)[:: 1 if size < 4 else 11]:
        mag = graph_of(nodes, edges, "mag")
        for t, y, given in canonical.triples(nodes):
            assert canonical.is_valid_in_mag(nodes, edges, t, y, given) == is_adjustment_set(
                mag, t, y, given
            )


def test_the_criterion_is_what_dags_with_hidden_causes_say():
    nodes = NODES[3]
    for edges in ancestral.mags(nodes):
        assert canonical.dags_of_mag(nodes, edges)
        for t, y, given in canonical.triples(nodes):
            expected = canonical.is_valid_in_dags(nodes, edges, t, y, given)
            assert expected == canonical.is_valid_in_mag(nodes, edges, t, y, given), (edges, t, y, given)


@pytest.mark.parametrize("seed", range(12))
def test_the_criterion_is_what_dags_with_hidden_causes_say_of_four_nodes(seed):
    nodes = NODES[4]
    edges = random.Random(seed).choice(ancestral.mags(nodes))
    for t, y, given in canonical.triples(nodes):
        expected = canonical.is_valid_in_dags(nodes, edges, t, y, given)
        assert expected == canonical.is_valid_in_mag(nodes, edges, t, y, given), (edges, t, y, given)


@EVERY_SIZE
def test_the_canonical_set_is_valid_if_any_is(size):
    nodes = NODES[size]
    for members in ancestral.classes(nodes):
        pag = graph_of(nodes, ancestral.pag(members), "pag")
        for t, y in permutations(nodes, 2):
            told, found = canonical.told_by(nodes, members, t, y), canonical_set(pag, t, y)
            assert (found is None) == (not told)
            if found is not None:
                assert found in told
                assert found == canonical.canonical(nodes, members, t, y)


# ---- a graph and itself


@EVERY_SIZE
def test_every_mag_and_pag_is_at_0_from_itself(size):
    nodes = NODES[size]
    for members in ancestral.classes(nodes):
        pag = graph_of(nodes, ancestral.pag(members), "pag")
        assert adjustment_aid(pag, pag) == 0
        for edges in members:
            mag = graph_of(nodes, edges, "mag")
            assert adjustment_aid(mag, mag) == 0
            assert adjustment_aid(mag, pag) == 0


@EVERY_SIZE
def test_every_dag_and_cpdag_is_at_0_from_itself(size):
    nodes = NODES[size]
    for edges, dags in cpdags(nodes):
        cpdag = graph_of(nodes, edges, "cpdag")
        assert adjustment_aid(cpdag, cpdag) == 0
        for dag in dags:
            assert adjustment_aid(graph_of(nodes, dag, "dag"), cpdag) == 0
            assert adjustment_aid(graph_of(nodes, dag, "dag"), graph_of(nodes, dag, "dag")) == 0


def test_parents_are_no_adjustment_set_in_a_mag():
    """The case of the issue: why parents and ancestors are refused."""
    mag = Graph.parse("W --> C; C <-> T; C --> Y; T --> Y")
    assert not is_adjustment_set(mag, "T", "Y", mag.parents("T"))
    assert not is_adjustment_set(mag, "T", "Y", mag.ancestors("T"))
    assert is_adjustment_set(mag, "T", "Y", canonical_set(mag, "T", "Y"))
    assert adjustment_aid(mag, mag) == 0


@pytest.mark.parametrize("above", ["parents", "ancestors"])
def test_parents_and_ancestors_are_no_adjustment_set_in_144_mags(above):
    """There are 2,492 with four nodes. Another set tells some effect of these, but this one does not."""
    nodes, failing = NODES[4], 0
    for mag in map(tuple, ancestral.mags(nodes)):
        arcs = oracle.arrows(mag) if above == "parents" else oracle.ancestors(nodes, mag)
        given = {t: frozenset(a for a, b in arcs if b == t != a) for t in nodes}
        told = [
            (t, canonical.told_by(nodes, (mag,), t, y))
            for t in nodes
            for y in set(canonical.descendants(mag, t)) - {t}
        ]
        failing += any(sets and given[t] not in sets for t, sets in told)
    assert failing == 144


# ---- against the definition


def check(nodes, truth, estimate, true_members, members, compare="native"):
    expected = canonical.claims(nodes, true_members, members)
    found = verdicts_on_effects(truth, estimate, compare)
    for (t, y), claim in expected.items():
        number = int(found[nodes.index(t), nodes.index(y)])
        assert claim == canonical.CLAIMS[number], (truth, estimate, t, y)
    wrong = sum("right" not in claim and claim != "open in both" for claim in expected.values())
    assert wrong == adjustment_aid(truth, estimate, compare=compare)


@pytest.mark.parametrize("seed", range(80))
def test_claims_of_mags_and_pags(seed):
    chance = random.Random(seed)
    nodes = NODES[chance.choice((3, 4, 4))]
    true_class, found_class = (chance.choice(ancestral.classes(nodes)) for _ in range(2))
    truth, estimate = chance.choice(true_class), chance.choice(found_class)
    mags = graph_of(nodes, truth, "mag"), graph_of(nodes, estimate, "mag")
    pags = [graph_of(nodes, ancestral.pag(one), "pag") for one in (true_class, found_class)]
    check(nodes, *mags, (truth,), (estimate,))
    check(nodes, *pags, true_class, found_class)
    check(nodes, mags[0], pags[1], true_class, found_class, compare="auto")
    check(nodes, mags[0], pags[1], (truth,), found_class)
    check(nodes, pags[0], mags[1], true_class, (estimate,))


@pytest.mark.parametrize("seed", range(30))
def test_dags_and_cpdags_are_amenable_where_the_ancestor_distance_says(seed):
    """Zero and open effects do not depend on the set: they are those of `ancestor_aid`."""
    from edgemark.data import random_dag

    chance = random.Random(seed)
    n = chance.choice((5, 12, 40))
    truth, found = (random_dag(n, chance.randint(n, 2 * n), 2 * seed + k) for k in (0, 1))
    for estimate in (found, em.to_cpdag(found)):
        assert adjustment_aid(truth, estimate, mistakes="zero") == em.ancestor_aid(
            truth, estimate, mistakes="zero"
        )
        open_in_one = sum(
            adjustment_aid(truth, estimate, mistakes=one) for one in ("overclaimed", "abstained")
        )
        assert open_in_one == em.ancestor_aid(truth, estimate, mistakes="amenability")


@pytest.mark.parametrize("seed", range(20))
def test_sets_of_dags_are_valid_by_the_criterion_for_dags(seed):
    from edgemark.data import random_dag
    from tests.oracle.adjustment import is_valid_in_dag

    chance = random.Random(seed)
    dags = [random_dag(5, 6, 2 * seed + k) for k in (0, 1)]
    nodes = dags[0].nodes
    arrows = frozenset(oracle.arrows(dags[0].edges()))
    found = verdicts_on_effects(dags[0], dags[1])
    for t, y in permutations(nodes, 2):
        given = canonical_set(dags[1], t, y)
        verdict = canonical.CLAIMS[int(found[nodes.index(t), nodes.index(y)])]
        if y in dags[1].descendants(t):
            assert (verdict == "set, right") == is_valid_in_dag(arrows, t, y, given)
        else:
            assert (verdict == "zero, right") == (y not in dags[0].descendants(t))
    assert chance


@pytest.mark.parametrize("n_nodes", [60, 513, 600])
def test_more_nodes_than_lanes(n_nodes):
    """Nodes without an edge change nothing: their effects are zero on both sides."""
    chance = random.Random(n_nodes)
    nodes = NODES[4]
    names = [f"X{k}" for k in range(n_nodes)]
    place = dict(zip(nodes, chance.sample(names, 4), strict=True))
    for _ in range(5):
        sides = [chance.choice(ancestral.mags(nodes)) for _ in range(2)]
        small = [graph_of(nodes, edges, "mag") for edges in sides]
        large = [
            graph_of(names, [(place[a], g, place[b]) for a, g, b in edges], "mag") for edges in sides
        ]
        assert adjustment_aid(*small) == adjustment_aid(*large)


# ---- what is told and what is left open


def test_a_perfect_pag_is_not_charged_for_what_no_data_can_tell():
    truth = Graph.parse("V --> A; U --> A; A --> B", kind="mag")
    pag = em.to_pag(truth)
    claims = adjustment_claims(truth, pag)
    assert (claims.wrong, claims.abstained) == (0, 0)
    assert claims.coverage == claims.best_coverage == 8 / 12
    assert adjustment_aid(truth, pag) == 0
    assert adjustment_aid(truth.with_kind("dag"), pag, compare="native") == 4


def test_an_estimate_that_leaves_everything_open_is_never_wrong_and_tells_nothing():
    truth = Graph.parse("V --> A; U --> A; A --> B", kind="mag")
    vague = Graph.parse("V o-o A; V o-o U; V o-o B; U o-o A; U o-o B; A o-o B", kind="pag")
    claims = adjustment_claims(truth, vague)
    assert (claims.right, claims.wrong, claims.coverage) == (0, 0, 0)
    assert claims.abstained == claims.decided_by_truth == 8
    assert claims.error_rate != claims.error_rate
    assert adjustment_aid(truth, vague) == 8
    assert adjustment_aid(truth, vague, mistakes="left-open").rate == 1


@EVERY_SIZE
def test_coverage_counts_the_effects_that_a_class_decides(size):
    """Zero in all members, or identified by some set: for every PAG, against a vague estimate."""
    nodes = NODES[size]
    vague = graph_of(nodes, [(a, "o-o", b) for a, b in combinations(nodes, 2)], "pag")
    for members in ancestral.classes(nodes)[:: 1 if size < 4 else 5]:
        decided = [
            not canonical.may_cause(members, t, y) or bool(canonical.told_by(nodes, members, t, y))
            for t, y in permutations(nodes, 2)
        ]
        pag = graph_of(nodes, ancestral.pag(members), "pag")
        mag = graph_of(nodes, members[0], "mag")
        for truth in (pag, mag):
            assert adjustment_coverage(truth, pag) == sum(decided) / len(decided)
            assert adjustment_coverage(truth, vague) == 0
            assert adjustment_coverage(truth, vague, of="best") == sum(decided) / len(decided)


def test_reports_show_the_coverage_and_the_best_beside_the_distance():
    truth = Graph.parse("V --> A; U --> A; A --> B", kind="mag")
    vague = Graph.parse("V o-o A; V o-o U; V o-o B; U o-o A; U o-o B; A o-o B", kind="pag")
    with pytest.warns(em.errors.ClassWarning, match="the truth is a MAG and the estimate a PAG"):
        rows = {(row.metric, row.convention): row for row in em.evaluate(truth, vague)}
    own, best = (rows["adjustment_coverage", name] for name in ("estimate", "best"))
    assert (own.value, best.value) == (0, 8 / 12)
    assert own.compared == rows["adjustment_aid", "all mistakes"].compared == "pag / pag"
    names = [name for name, _ in rows]
    assert names.index("adjustment_coverage") - names.index("adjustment_aid") == 3


def test_rows_name_what_was_compared():
    truth = Graph.parse("V --> A; U --> A; A --> B", kind="mag")
    report = em.evaluate(truth, em.to_pag(truth), "adjustment_aid")
    assert {row.compared for row in report} == {"pag / pag"}
    assert [(row.convention, row.count, row.of) for row in report] == [
        ("all mistakes", 0, 12),
        ("decided", 0, 8),
        ("left open", 0, 8),
    ]


@pytest.mark.parametrize("metric", ["adjustment_aid", "adjustment_coverage"])
def test_a_mag_is_compared_with_a_cpdag_by_its_pag_and_the_row_says_so(metric):
    """The row named a CPDAG of the truth, which a MAG does not have."""
    truth = Graph.parse("A <-> B; A --> C; D --> A; B --> C", kind="mag")
    cpdag = Graph.parse("B --> A; D --> A; A --> C; B --> C", kind="cpdag")
    report = em.evaluate(truth, cpdag, metric)
    assert {row.compared for row in report} == {"pag / cpdag"}
    native = getattr(em.metrics, metric)(em.to_pag(truth), cpdag, compare="native")
    assert report[0].value == native


# ---- bad input


@pytest.mark.parametrize(
    ("truth", "estimate", "words"),
    [
        ("A o-> B; C o-> B", "A <-> B; C --> B", r"to_pag\(estimate\)"),
        ("A o-> B; C o-> B", "A --> B; C --> B", r"to_pag\(estimate\)"),
        ("A --- B; C", "A --> B; C", r"to_cpdag\(estimate\)"),
        ("A --- B; C", "A <-> B; C", r"to_pag\(estimate\)"),
        (
            "A --> B; C",
            "A --> B --> C --> A",
            "is a directed graph, in which A --> B --> C --> A is a directed cycle",
        ),
        ("A --> B; C", "A --> B; A <-> B; C", "the estimate is an ADMG"),
        ("A --> B; C", "A o-> B; C", "needs a valid PAG as the estimate"),
        ("A --> B --- C", "A --- B --- C", "a CPDAG as the truth"),
    ],
)
def test_graphs_of_other_classes_are_refused_with_a_way_out(truth, estimate, words):
    with pytest.raises(KindError, match=words):
        adjustment_aid(Graph.parse(truth), Graph.parse(estimate))


@pytest.mark.parametrize("compare", ["auto", "native"])
def test_mpdags_with_undirected_edges_get_advice_that_works(compare):
    mpdag = Graph.parse("A --> B --- C; A --> C", kind="mpdag")
    with pytest.raises(KindError, match=r"an MPDAG with undirected edges.*parent_aid\(truth, est"):
        adjustment_aid(mpdag, mpdag, compare=compare)
    with pytest.raises(KindError, match="the same knowledge to both graphs, and use parent_aid"):
        adjustment_aid(Graph.parse("A --> B --> C; A --> C"), mpdag, compare=compare)


MAG, PAG = Graph.parse("A --> B; A <-> C"), Graph.parse("A o-> B; C o-> B")
DAG, CPDAG = Graph.parse("A --> B --> C"), Graph.parse("A --- B --- C")
WITH_HIDDEN = [
    (truth.with_kind(first), estimate.with_kind(second))
    for truth, kind in ((MAG, "mag"), (PAG, "pag"), (DAG, "dag"), (CPDAG, "cpdag"))
    for estimate, other in ((MAG, "mag"), (PAG, "pag"), (DAG, "dag"), (CPDAG, "cpdag"))
    if {kind, other} & {"mag", "pag"}
    for first in (None, kind)
    for second in (None, other)
]


@pytest.mark.parametrize("sides", WITH_HIDDEN, ids=lambda sides: f"{sides[0]!s}|{sides[1]!s}")
@pytest.mark.parametrize("name", ["parent_aid", "ancestor_aid", "oset_aid", "sid"])
def test_distances_for_dags_name_the_one_for_hidden_variables(name, sides):
    """Declared or read from the marks: the code that the error gives returns a number."""
    truth, estimate = sides
    with pytest.raises(KindError) as refused:
        getattr(em, name)(truth, estimate)
    ways = [way.python for way in refused.value.remedies if "adjustment_aid" in way.python]
    assert len(ways) == 1
    values = {"adjustment_aid": em.adjustment_aid, "to_pag": em.to_pag}
    assert 0 <= eval(ways[0], values | {"truth": truth, "estimate": estimate}) <= 6


def test_selection_is_refused():
    tails = Graph.parse("A --- B", kind="mag")
    with pytest.raises(KindError, match="which means selection"):
        adjustment_aid(tails, tails)


def test_one_node_twice_is_refused():
    graph = Graph.parse("A --> B")
    for ask in (lambda: canonical_set(graph, "A", "A"), lambda: is_adjustment_set(graph, "A", "A", [])):
        with pytest.raises(em.errors.GraphError, match="two different nodes; got 'A' for both"):
            ask()
    with pytest.raises(em.errors.InputTypeError, match=r"given=\['AB'\]"):
        is_adjustment_set(graph, "A", "B", "AB")


def test_many_estimates_are_read_once_for_all_conventions_and_metrics(monkeypatch):
    """The claims of a pair are found once, and a graph is checked once, whatever is counted of them."""
    from edgemark.data import random_dag
    from edgemark.graph import kinds
    from edgemark.metrics import canonical_adjustment, claims_of_one_graph

    found = {"claims": 0, "relations": 0, "checks": 0}

    def counted(module, name, what):
        original = getattr(module, name)

        def count(*args, **options):
            found[what] += 1
            return original(*args, **options)

        monkeypatch.setattr(module, name, count)

    counted(canonical_adjustment, "verdicts_on_effects", "claims")
    counted(claims_of_one_graph, "_relations", "relations")
    counted(kinds, "_is_acyclic", "checks")
    truth = random_dag(8, 10, 0)
    estimates = [em.to_cpdag(random_dag(8, 10, seed)).with_kind("cpdag") for seed in range(1, 41)]
    table = em.evaluate_many(
        truth, estimates, ["adjustment_aid", "ancestral_errors", "separation_distance"]
    )
    assert len(table.columns) > 6
    assert found["claims"] <= 41  # the first one also for its warnings
    assert found["relations"] <= 42
    assert found["checks"] < 3 * 41


def test_only_a_dag_is_converted_for_a_cpdag_and_only_for_a_cpdag():
    dag = Graph.parse("A --> B --> C; A --> C")
    for truth, estimate in ((dag, dag.with_kind("mag")), (em.to_pag(dag), em.to_cpdag(dag))):
        as_given = adjustment_aid(truth, estimate, compare="native")
        assert adjustment_aid(truth, estimate) == as_given


@pytest.mark.parametrize("other", ["A --- B --- C", "A o-> B <-o C", "A --> B --> C"])
@pytest.mark.parametrize("compare", ["auto", "native"])
@pytest.mark.parametrize("is_truth", [False, True])
def test_selection_is_refused_before_the_classes_are_compared(other, compare, is_truth):
    """The PAG of such a MAG was advised, which does not exist, and the graphs as given, refused too."""
    selected, other = Graph.parse("A --- B; B --> C", kind="mag"), Graph.parse(other)
    sides = (selected, other) if is_truth else (other, selected)
    with pytest.raises(KindError, match=r"^adjustment_aid needs graphs without selection; the"):
        adjustment_aid(*sides, compare=compare)
