"""MPDAGs of background knowledge, tiers and interventions."""

import random
from itertools import combinations, permutations

import pytest

from edgemark import Graph, confusion, members, to_cpdag, to_mpdag
from edgemark.equivalence import extension, to_icpdag
from edgemark.errors import GraphError, KindError
from tests.oracle import graphs as oracle
from tests.oracle import knowledge
from tests.strategies import random_dag

LETTERS = tuple("ABCD")
PARTIAL = [(), ("-->",), ("<--",), ("---",)]
CHAIN = Graph.parse("A --- B --- C; D --- C")


def same(graph, edges):
    return oracle.marks(graph.edges()) == oracle.marks(edges)


# ---- the kind


def test_a_pdag_is_an_mpdag_exactly_where_it_shows_what_its_extensions_share():
    every = list(oracle.with_states(LETTERS, PARTIAL))
    found = [edges for edges in every if Graph(LETTERS, edges).objection("mpdag") is None]
    assert found == [edges for edges in every if oracle.is_mpdag(LETTERS, edges)]
    assert len(found) == 1601


@pytest.mark.parametrize(
    ("rule", "text", "edge"),
    [
        (1, "A --> B --- C", "B --> C"),
        (2, "A --> B --> C; A --- C", "A --> C"),
        (3, "D --- A; D --- B; D --- C; A --> B; C --> B", "D --> B"),
        (4, "A --- B; A --- D; A --- C; D --> C --> B", "A --> B"),
    ],
)
def test_an_mpdag_is_closed_under_each_of_meeks_rules(rule, text, edge):
    assert f"must be {edge} in every DAG of its class" in Graph.parse(text).objection("mpdag")


def test_a_square_without_colliders_is_no_mpdag():
    reason = Graph.parse("A --- B --- C --- D --- A").objection("mpdag")
    assert reason == "no DAG has its skeleton, arrows and unshielded colliders"


def test_a_cycle_is_no_mpdag():
    assert "is a directed cycle" in Graph.parse("A --> B --> C --> A").objection("mpdag")


def test_a_graph_that_declares_itself_an_mpdag_is_read_so():
    graph = Graph.parse("A --> B; A --- C", kind="mpdag")
    assert (graph.objection(), graph.objection("cpdag") is None) == (None, False)


def test_ancestors_in_every_member_of_an_mpdag_are_not_read_off_its_arrows():
    mpdag = Graph.parse("A --> B; A --- C; B --- C", kind="mpdag")
    with pytest.raises(KindError, match="the truth is declared an MPDAG"):
        confusion(mpdag, mpdag, of="ancestral")


# ---- background knowledge


def known_arrows(required, forbidden, joined):
    return set(required) | {(b, a) for a, b in forbidden if frozenset({a, b}) in joined}


def try_mpdag(graph, **known):
    try:
        return to_mpdag(graph, **known)
    except KindError:
        return None


def test_every_two_pieces_of_knowledge_give_what_the_agreeing_dags_of_four_nodes_share():
    pieces = list(permutations(LETTERS, 2))
    wrong = []
    for dags in oracle.all_classes(LETTERS).values():
        cpdag, joined = Graph(LETTERS, oracle.intersection(dags)), oracle.skeleton(dags[0])
        for one, other in combinations(pieces, 2):
            for required, forbidden in (([one, other], []), ([one], [other]), ([], [one, other])):
                found = try_mpdag(cpdag, required=required, forbidden=forbidden)
                expected = knowledge.mpdag(dags, known_arrows(required, forbidden, joined))
                if found is None or expected is None:
                    fits = found is None and expected is None
                else:
                    fits = same(found, expected)
                wrong += [] if fits else [(cpdag, required, forbidden)]
    assert wrong == []


@pytest.mark.parametrize("seed", range(60))
def test_knowledge_of_random_dags_gives_what_the_agreeing_dags_share(seed):
    rng = random.Random(seed)
    edges = random_dag(rng, 6, 0.6)
    known = {(a, b) for a, _, b in edges if rng.random() < 0.3}
    expected = knowledge.mpdag(oracle.members(range(6), edges), known)
    found = to_mpdag(Graph(6, edges), required=known)
    assert oracle.marks(expected) == oracle.marks([(int(a), g, int(b)) for a, g, b in found.edges()])
    assert (found.kind, found.objection()) == ("mpdag", None)


@pytest.mark.parametrize("seed", range(30))
def test_tiers_are_the_required_directions_between_them(seed):
    rng = random.Random(seed)
    edges = random_dag(rng, 12, 0.4)
    dag = Graph(12, edges)
    place = {v: k for k, v in enumerate(int(v) for v in topological(dag))}
    tier = {v: place[v] // 4 for v in range(12) if rng.random() < 0.8}
    tiers = [[v for v in tier if tier[v] == k] for k in range(3)]
    between = [(a, b) for a, _, b in edges if a in tier and b in tier and tier[a] != tier[b]]
    assert to_mpdag(dag, required=between) == to_mpdag(dag, tiers=tiers)


def topological(dag):
    return sorted(dag.nodes, key=lambda node: len(dag.ancestors(node)))


def test_more_knowledge_of_an_mpdag_is_all_knowledge_at_once():
    complete = Graph(4, [(a, "---", b) for a, b in combinations(range(4), 2)])
    first = to_mpdag(complete, required=[(2, 1)])
    assert first != complete
    assert to_mpdag(complete, required=[(2, 1), (1, 3)]) == to_mpdag(first, required=[(1, 3)])


def test_no_knowledge_leaves_the_cpdag():
    dag = Graph.parse("A --> B --> C; D --> C")
    assert to_cpdag(dag) == to_mpdag(dag)


def test_nodes_that_are_not_adjacent_may_be_forbidden_to_be():
    assert to_mpdag(CHAIN, forbidden=[("A", "D")]) == CHAIN


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ({"required": [("A", "D")]}, "A --> D is required, but they are not adjacent"),
        ({"required": [("A", "B"), ("C", "B")]},
         "C --> B is required, but given the rest of the knowledge, "
         "every DAG of the class has B --> C"),
        ({"required": [("A", "B")], "forbidden": [("C", "D")]},
         "D --> C is required, since C --> D is forbidden, but given the rest"),
        ({"tiers": [["B"], ["A", "C"]], "required": [("A", "B")]}, "B --> A is required by the tiers"),
    ],
)  # fmt: skip
def test_contradictory_knowledge_is_refused_with_the_edge(known, message):
    with pytest.raises(KindError, match=message):
        to_mpdag(CHAIN, **known)


def test_knowledge_against_the_class_is_refused():
    with pytest.raises(KindError, match="B --> A is required, but every DAG of the class has A --> B"):
        to_mpdag(Graph.parse("A --> B <-- C", kind="cpdag"), required=[("B", "A")])


def test_knowledge_that_a_dag_itself_breaks_is_refused_though_its_class_does_not():
    with pytest.raises(KindError, match=r"B --> A is required, but the DAG has A --> B.*to_cpdag"):
        to_mpdag(Graph.parse("A --> B"), required=[("B", "A")])


@pytest.mark.parametrize(
    ("known", "error", "message"),
    [
        ({"required": [("A", "X")]}, GraphError, "unknown node 'X'"),
        ({"required": ["AB"]}, TypeError, "must be a pair"),
        ({"required": [("A", "A")]}, GraphError, "two different ends"),
        ({"tiers": [["A"], ["A"]]}, GraphError, r"A is in tiers\[0\] and in tiers\[1\]"),
        ({"tiers": [["A", "A"]]}, GraphError, r"A is in tiers\[0\] and in tiers\[0\]"),
        ({"tiers": ["AB"]}, TypeError, "a tier must be a collection of nodes"),
    ],
)
def test_knowledge_that_cannot_be_read_is_refused(known, error, message):
    with pytest.raises(error, match=message):
        to_mpdag(CHAIN, **known)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A --> B --> C --> A", "is a directed cycle"),
        ("A --> B --- C", r"A --- B in the CPDAG of its class.*repair\(graph\)"),
        ("A o-> B", "A o-> B is not directed or undirected$"),
    ],
)
def test_knowledge_about_no_class_is_refused(text, message):
    with pytest.raises(KindError, match=message):
        to_mpdag(Graph.parse(text))


# ---- interventions


def test_interventional_graphs_of_four_nodes_show_what_interventionally_equivalent_dags_share():
    rng = random.Random(0)
    wrong = []
    for dag in oracle.all_dags(LETTERS):
        targets = [set(rng.sample(LETTERS, rng.randint(0, 4))) for _ in range(rng.randint(0, 2))]
        expected = oracle.intersection(knowledge.interventional_class(LETTERS, dag, targets))
        wrong += [] if same(to_icpdag(Graph(LETTERS, dag), targets), expected) else [(dag, targets)]
    assert wrong == []


@pytest.mark.parametrize("seed", range(20))
def test_interventional_graphs_of_random_dags_show_what_equivalent_dags_share(seed):
    rng = random.Random(seed)
    edges = random_dag(rng, 6, 0.6)
    targets = [set(rng.sample(range(6), rng.randint(1, 2)))]
    found = to_icpdag(Graph(6, edges), targets)
    same_data = knowledge.interventional_class(range(6), edges, targets)
    assert oracle.marks(oracle.intersection(same_data)) == oracle.marks(
        [(int(a), g, int(b)) for a, g, b in found.edges()]
    )
    assert len(same_data) == len(list(members(found)))
    assert found.objection("mpdag") is None


def test_no_target_leaves_the_cpdag_and_all_single_ones_the_dag():
    dag = Graph.parse("A --> B --> C; D --> C")
    assert to_cpdag(dag) == to_icpdag(dag, [])
    assert dag == to_icpdag(dag, [[node] for node in dag.nodes])


def test_a_target_that_is_a_name_is_refused():
    with pytest.raises(TypeError, match="an intervention must be a collection of nodes"):
        to_icpdag(Graph.parse("A --> B"), ["A"])


def test_interventions_need_a_dag():
    with pytest.raises(KindError, match="needs a DAG; A --- B is not directed"):
        to_icpdag(Graph.parse("A --- B"), [["A"]])


def test_a_cpdag_of_ten_thousand_nodes_is_extended_at_once():
    rng = random.Random(1)
    edges = {tuple(sorted(rng.sample(range(10_000), 2))) for _ in range(30_000)}
    cpdag = to_cpdag(Graph(10_000, [(a, "-->", b) for a, b in edges]))
    star = Graph(10_000, [(0, "---", k) for k in range(1, 10_000)])
    assert [to_cpdag(extension(g)) == g for g in (cpdag, star)] == [True, True]
