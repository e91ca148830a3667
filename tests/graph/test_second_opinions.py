"""PAGs of DAGs with hidden nodes against FCI of causal-learn with an oracle of d-separation."""

import contextlib
import io
import random
import warnings
from itertools import combinations

import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import Graph


def random_dag_with_hidden(rng):
    """A DAG of five to seven observed nodes and one to three hidden ones, which come last."""
    observed, hidden = rng.randint(5, 7), rng.randint(1, 3)
    names = [f"X{k + 1}" for k in range(observed + hidden)]
    order = rng.sample(names, len(names))
    edges = [(a, "-->", b) for a, b in combinations(order, 2) if rng.random() < 0.35]
    return Graph(names, edges), names[observed:]


def found_by_fci(dag, hidden):
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        search = pytest.importorskip("causallearn.search.ConstraintBased.FCI")
        true = networkx.DiGraph()
        true.add_nodes_from(range(dag.n_nodes))
        true.add_edges_from((dag.index(a), dag.index(b)) for a, _, b in dag.edges())
        columns = np.random.default_rng(0).normal(size=(10, dag.n_nodes - len(hidden)))
        found, _ = search.fci(columns, "d_separation", true_dag=true, show_progress=False, verbose=False)
        return em.as_graph(found)


def assert_wrong_tail(ours, found, a, b):
    """FCI has a tail where a MAG with the same m-separations has an arrowhead."""
    members = list(em.equivalence.mag_members(ours))
    (edge,) = (edge for edge in found.edges() if {edge[0], edge[2]} == {a, b})
    assert edge[1] == "-->"
    counterexample = next(one for one in members if edge[0] not in one.parents(edge[2]))
    assert separations(counterexample) == separations(members[0])


def separations(graph):
    return {
        (a, b, given)
        for a, b in combinations(graph.nodes, 2)
        for size in range(graph.n_nodes - 1)
        for given in combinations([c for c in graph.nodes if c not in (a, b)], size)
        if em.m_separated(graph, a, b, list(given))
    }


def compare(seeds):
    """
    Return the seeds for which FCI finds another PAG than ours, and check that FCI is wrong.

    FCI leaves a circle where all members of our class have a tail. Rarely, it has a tail where a member
    has an arrowhead (seed 1774). Its rule 5 also orients cycles of o-o that are not uncovered as `---`,
    and rules 6 and 7 build on these. Nothing is selected here, and the o-o edges of our PAG are chordal,
    so they have no uncovered cycle, which rule 5 needs.
    """
    differing = []
    for seed in seeds:
        dag, hidden = random_dag_with_hidden(random.Random(seed))
        ours = em.to_pag(em.latent_projection(dag, hidden))
        found = found_by_fci(dag, hidden)
        if found == ours:
            continue
        differing.append(seed)
        assert found.skeleton() == ours.skeleton(), f"seed {seed}: {dag}, hidden {hidden}"
        if "---" in {glyph for _, glyph, _ in found.edges()}:
            circles = networkx.Graph((x, y) for x, glyph, y in ours.edges() if glyph == "o-o")
            assert networkx.is_chordal(circles), f"seed {seed}: {dag}, hidden {hidden}"
            continue
        for difference in em.differences(ours, found):
            a, b = difference.nodes
            cause, effect = (a, b) if a in ours.parents(b) else (b, a)
            if cause not in ours.parents(effect):
                assert_wrong_tail(ours, found, a, b)
                continue
            assert (cause, "o->", effect) in found.edges() or (effect, "<-o", cause) in found.edges()
            assert all(cause in one.parents(effect) for one in em.equivalence.mag_members(ours))
        assert "no class of MAGs has these marks in common" in str(found.objection("pag"))
    return differing


def test_fci_with_an_oracle_finds_our_pag():
    assert compare(range(20)) == []


def test_fci_of_causal_learn_differs_from_our_pag_for_four_known_seeds():
    """It leaves o-> where no member has <->, for two of the first 300 seeds. Rule 5 explains 513."""
    assert compare([33, 178, 513, 1774]) == [33, 178, 513, 1774]


@pytest.mark.long
def test_fci_with_an_oracle_finds_our_pag_of_two_thousand_dags():
    assert len(compare(range(20, 2020))) < 40
