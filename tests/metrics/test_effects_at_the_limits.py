"""Distances of effects at the limits: no nodes, a million nodes, threads, memory, Ctrl-C."""

import random
import signal
import subprocess
import sys
import threading
import time

import pytest

import edgemark as em
from edgemark import EdgemarkError, Graph, _core
from edgemark.errors import LimitError
from tests.strategies import random_dag

AIDS = (em.parent_aid, em.ancestor_aid, em.oset_aid)
NUMBERS = (*AIDS, em.sid)
called = pytest.mark.parametrize("metric", NUMBERS, ids=lambda f: f.__name__)


# ---- few nodes, many nodes


@called
@pytest.mark.parametrize("n_nodes", [0, 1])
def test_no_pair_of_nodes_makes_no_mistake(metric, n_nodes):
    for kind in (None, "dag"):
        number = metric(Graph(n_nodes, kind=kind), Graph(n_nodes, kind=kind))
        assert (int(number), number.of) == (0, 0)


@pytest.mark.parametrize("n_nodes", [0, 1])
def test_verdicts_and_bounds_without_a_pair_of_nodes(n_nodes):
    nothing = Graph(n_nodes)
    bounds = em.sid_bounds(nothing, nothing)
    assert (bounds.lower, bounds.upper, bounds.upper.of, bounds.exact) == (0, 0, 0, True)
    found = em.effects(nothing, nothing)
    assert (found.codes.shape, found.n_wrong, list(found.wrong())) == ((n_nodes, n_nodes), 0, [])


@called
def test_two_nodes(metric):
    assert metric(Graph.parse("A --> B"), Graph.parse("A <-- B")) == 2
    assert metric(Graph.parse("A --> B"), Graph(["A", "B"])) == 1
    assert metric(Graph(["A", "B"]), Graph.parse("A --> B")) == 0


MILLION = 10**6


@called
def test_a_million_nodes_without_edges(metric):
    number = metric(Graph(MILLION), Graph(MILLION))
    assert (int(number), number.of) == (0, MILLION * (MILLION - 1))


@called
def test_a_million_nodes_with_a_few_edges(metric):
    edges = [(k * 1000, "-->", k * 1000 + 7) for k in range(500)]
    truth = Graph(MILLION, edges, kind="dag")
    assert metric(truth, truth) == 0
    assert metric(truth, Graph(MILLION, kind="dag")) == 500
    assert metric(Graph(MILLION, kind="dag"), truth) == 0
    backwards = Graph(MILLION, [(b, "-->", a) for a, _, b in edges], kind="dag")
    assert metric(truth, backwards) == 1000


def test_bounds_of_a_million_nodes_with_one_edge():
    truth, estimate = Graph(MILLION, [(0, "-->", 1)]), Graph(MILLION, [(0, "---", 1)])
    bounds = em.sid_bounds(truth, estimate)
    assert (bounds.lower, bounds.upper, bounds.exact) == (0, 2, True)


def test_classes_of_a_million_nodes_with_a_few_edges():
    edges = [(k * 1000, "-->", k * 1000 + 7) for k in range(500)]
    truth = Graph(MILLION, edges, kind="dag")
    backwards = Graph(MILLION, [(b, "-->", a) for a, _, b in edges], kind="dag")
    for metric in AIDS:
        assert metric(truth, em.to_cpdag(backwards)) == 0
        assert metric(truth, Graph(MILLION, kind="cpdag")) == 1000


def test_effects_of_one_of_a_million_nodes():
    truth = Graph(MILLION, [(5, "-->", 17), (17, "-->", 999_999)])
    found = em.effects(truth, Graph(MILLION), treatments=["5", "17"])
    assert [(t, y) for t, y, _ in found.wrong()] == [("17", "5")]


# ---- memory


def test_verdicts_that_no_memory_holds_are_refused_before_they_are_tried(monkeypatch):
    graph = Graph(3 * 10**6, [(0, "-->", 1)])
    with monkeypatch.context() as without:
        without.setattr(_core, "adjustment_verdicts", lambda *_: pytest.fail("they were tried"))
        with pytest.raises(LimitError) as caught:
            em.effects(graph, graph)
    assert "an array of 3000000 x 3000000 verdicts needs about" in str(caught.value)
    assert "treatments=['0']" in str(caught.value)
    assert em.effects(graph, graph, treatments=["0"]).n_wrong == 0


# ---- threads


def pair_of(n_nodes, degree, seed):
    rng = random.Random(seed)
    density = min(1, degree / n_nodes)
    return [Graph(n_nodes, random_dag(rng, n_nodes, density), kind="dag") for _ in range(2)]


@pytest.mark.parametrize("wrong", ["0", "abc", "-1", "1.5", " 2", "٣"])
def test_a_number_of_threads_that_is_none_is_refused(monkeypatch, wrong):
    truth, estimate = pair_of(200, 3, 0)
    monkeypatch.setenv("EDGEMARK_NUM_THREADS", wrong)
    with pytest.raises(EdgemarkError, match="EDGEMARK_NUM_THREADS must be a whole number above 0"):
        em.sid(truth, estimate)


@pytest.mark.parametrize("wanted", ["", "1", "3", "64"])
def test_a_number_of_threads_changes_no_number(monkeypatch, wanted):
    truth, estimate = pair_of(700, 3, 1)
    expected = em.sid(truth, estimate)
    monkeypatch.setenv("EDGEMARK_NUM_THREADS", wanted)
    again = [Graph(700, g.edges(), kind="dag").with_nodes(truth.nodes) for g in pair_of(700, 3, 1)]
    assert em.sid(*again) == expected


# ---- Ctrl-C, and other threads of Python

LONG = """
import random, signal, sys, threading
import edgemark as em

signal.signal(signal.SIGINT, signal.default_int_handler)  # Jobs in the background of a shell ignore it.

def dag(rng, n, n_edges):
    ends = set(tuple(sorted(rng.sample(range(n), 2))) for _ in range(n_edges))
    return em.Graph(n, [(a, "-->", b) for a, b in ends], kind="dag")

def pair(n, degree):
    rng = random.Random(0)
    return [dag(rng, n, n * degree // 2) for _ in range(2)]

sides = pair({n}, {degree})
em.sid(*pair(10, 2))
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
else:
    print("done", flush=True)
"""
LONG_CALLS = {
    "oset_aid": (40_000, 10, "em.oset_aid(*sides)"),
    "verdicts": (40_000, 10, "em.effects(*sides, strategy='oset', treatments=sides[0].nodes[:4000])"),
    "cpdags": (40_000, 10, "em.oset_aid(*sides, compare='cpdag')"),
    "stack": (60, 20, "em.evaluate_many(sides[0], sides[1:] * 10**6, 'oset_aid')"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is another thing there")
@pytest.mark.timeout(280)
@pytest.mark.parametrize("what", LONG_CALLS)
def test_ctrl_c_ends_a_long_call(what):
    n, degree, call = LONG_CALLS[what]
    program = LONG.format(n=n, degree=degree, call=call)
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout.readline() == "ready\n"
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=240)
    assert (out, running.returncode) == ("interrupted\n", 0), err


def test_other_threads_of_python_go_on_while_a_kernel_runs():
    """Python would let no other thread go on for a long time; the kernel must."""
    truth, estimate = pair_of(300, 10, 2)
    sides = (truth.words, estimate.words, truth.n_nodes, 2, 1)
    done, ticks = threading.Event(), 0

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0)

    other, before = threading.Thread(target=tick), sys.getswitchinterval()
    sys.setswitchinterval(10_000)
    try:
        other.start()
        first = ticks
        while ticks == first:
            _core.adjustment_mistakes(*sides)
    finally:
        done.set()
        sys.setswitchinterval(before)
        other.join()


def test_more_dags_than_memory_holds_are_not_drawn():
    with pytest.raises(LimitError, match="Draw fewer"):
        em.equivalence.sample_members(Graph.parse("A --> B"), 10**13)


def test_more_threads_than_any_machine_has_are_refused(monkeypatch):
    monkeypatch.setenv("EDGEMARK_NUM_THREADS", "99999999999999999999")
    with pytest.raises(EdgemarkError, match="4096 at most"):
        em.evaluate_many(Graph.parse("A --> B"), [Graph.parse("A --> B")], "sid")


def test_e6_a_node_before_the_treatment_may_do_harm_without_the_true_parents():
    """In M-bias Z opens a path; beside the parent U, which blocks it, Z does none."""
    truth = Graph.parse("U --> Z; U --> A; W --> Z; W --> B; A --> B")
    assert em.metrics.is_adjustment_set(truth, "A", "B", [])
    assert not em.metrics.is_adjustment_set(truth, "A", "B", ["Z"])
    assert em.metrics.is_adjustment_set(truth, "A", "B", ["Z", "U"])
    without_parent = Graph.parse("U; Z --> A; W --> Z; W --> B; A --> B")
    assert em.effects(truth, without_parent)["A", "B"] != "right"


def test_fewer_treatments_are_advised_only_if_there_are_several(monkeypatch):
    graph = em.Graph(2000, [(0, "-->", 1)])
    monkeypatch.setenv("EDGEMARK_MAX_MEMORY", "1kB")
    for treatments, is_advised in (([0, 1], True), ([0], False)):
        with pytest.raises(em.errors.LimitError) as caught:
            em.effects(graph, graph, treatments=treatments)
        assert ("treatments=" in str(caught.value)) == is_advised


def test_bounds_that_no_memory_holds_are_refused(monkeypatch):
    from edgemark.metrics.adjustment import intervention_distance

    def no_memory(*_):
        raise MemoryError

    monkeypatch.setattr(intervention_distance._core, "sid_bounds", no_memory)
    with pytest.raises(LimitError, match="more memory than is available for an effort of 7 steps"):
        em.sid_bounds(Graph.parse("A --> B"), Graph.parse("A --- B"), effort=7)
