"""
Ctrl-C ends every long kernel.

Each call would take many minutes, or more memory than there is, on any machine. A signal comes while it
runs, and it must end with KeyboardInterrupt, long before. How soon is not measured, as that depends on
what else the machine does: kernels ask every 65,536 inner steps (`cpp/pace.hpp`).
"""

import subprocess
import sys

import pytest

BEFORE = """
import os, signal, sys, threading
import numpy as np
from edgemark import _core
from edgemark.graph.marks import BACKWARD, BIDIRECTED, FORWARD, UNDIRECTED

def words(firsts, seconds, states):
    found = firsts.astype(np.uint64) << np.uint64(32) | seconds.astype(np.uint64) << np.uint64(4)
    return np.unique(found | np.asarray(states).astype(np.uint64))

def random_words(n, n_edges, states, seed=0):
    rng = np.random.default_rng(seed)
    ends = np.sort(rng.choice(n, (n_edges, 2)), axis=1)
    found = words(*ends[ends[:, 0] < ends[:, 1]].T, 0)
    return found | rng.choice(np.array(states, np.uint64), found.size)

def path(n, state):
    return words(np.arange(n - 1), np.arange(1, n), state)

def complete(n, state):
    firsts, seconds = np.triu_indices(n, 1)
    return words(firsts, seconds, state)

def whole(n):
    return np.arange(n, dtype=np.uint64)

signal.signal(signal.SIGINT, signal.default_int_handler)
"""
AFTER = """
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    call()
except KeyboardInterrupt:
    print("interrupted")
else:
    print("done")
"""
DAG = "n, dag = 100_000, random_words(100_000, 800_000, [FORWARD])"
WIDE = "n, dag = 20_000, random_words(20_000, 160_000, [FORWARD])"
SMALL = "n, dag = 6000, random_words(6000, 48_000, [FORWARD])"
HIDDEN = f"{SMALL}\nroles = (np.arange(n) % 10 == 0).astype(np.uint8)"
CALLS = {
    "repair": "p = random_words(2500, 1_500_000, [FORWARD, 11, UNDIRECTED])\n"
    "call = lambda: _core.mended_dag(p, 2500)",
    "ancestors": f"{DAG}\ncall = lambda: _core.ancestor_overlap(dag, False, dag, False, n)",
    "ancestors in every member": "p = path(400_000, UNDIRECTED)\n"
    "p[-1] ^= np.uint64(UNDIRECTED ^ FORWARD)\n"
    "call = lambda: _core.ancestor_overlap(p, True, p, True, 400_000)",
    "ancestral claims": f"{DAG}\ncall = lambda: _core.ancestral_claims(dag, dag, n)",
    "almost directed cycles": "n, g = 100_000, random_words(100_000, 800_000, [FORWARD])\n"
    "heads = np.arange(n, 2 * n)\n"
    "g = np.union1d(g, words(np.arange(n), heads, BIDIRECTED))\n"
    "call = lambda: _core.almost_directed_cycle(g, 2 * n)",
    "colliders": "n = 600_000\ng = words(np.arange(n - 1), np.full(n - 1, n - 1), FORWARD)\n"
    "call = lambda: _core.collider_overlap(g, g, n)",
    "Meek's rules": "g = complete(3000, UNDIRECTED)\n"
    "g ^= np.where((g >> np.uint64(4)) % 2**28 - (g >> np.uint64(32)) == 1, UNDIRECTED ^ FORWARD, 0)"
    ".astype(np.uint64)\ncall = lambda: _core.meek_closure(g, 3000)",
    "background knowledge": "g = complete(3000, UNDIRECTED)\n"
    "ends = np.stack([np.arange(2999), np.arange(1, 3000)], axis=1).astype(np.uint32)\n"
    "call = lambda: _core.with_arrows(g, 3000, ends)",
    "members": "m = _core.Members(complete(14, UNDIRECTED), 14)\ncall = lambda: m.next(10**10)",
    "clique picking": "n = 300_000\ntwo = words(np.arange(n - 2), np.arange(2, n), UNDIRECTED)\n"
    "g = np.union1d(path(n, UNDIRECTED), two)\ncall = lambda: _core.CliquePicking(g, n)",
    "drawing members": "from edgemark import Graph\n"
    "from edgemark.graph.equivalence.counting import _counted_class\n"
    "c = _counted_class(Graph.parse('A --- B --- C'), 'it')\n"
    "call = lambda: c.picking.sample(c.limits, 10**10, 0)",
    "ancestors in samples": "n = 5000\none = random_words(n, 100_000, [FORWARD])\n"
    "many, starts = np.tile(one, 300), np.arange(301, dtype=np.uint64) * np.uint64(one.size)\n"
    "call = lambda: _core.ancestor_weights(many, starts, np.ones(300), n)",
    "the spectral radius": "m = np.random.default_rng(0).normal(size=3000 * 3000)\n"
    "call = lambda: _core.spectral_radius(m, 3000)",
    "matching lags": "k = np.arange(1_000_000)\ncall = lambda: _core.match_lags(k, k, 2_000_000, 10**6)",
    "optimal sets": f"{DAG}\ncall = lambda: _core.adjustment_mistakes(dag, dag, n, 2, 2)",
    "optimal sets of classes": f"{DAG}\nlines = dag | np.uint64(15)\n"
    "call = lambda: _core.adjustment_mistakes(dag, lines, n, 2, 1)",
    "verdicts": f"{DAG}\nt = np.arange(1024, dtype=np.uint32)\n"
    "call = lambda: _core.adjustment_verdicts(dag, dag, n, 2, t, 2)",
    "a stack": "one = random_words(300, 3000, [FORWARD])\n"
    "many, starts = np.tile(one, 20_000), np.arange(20_001, dtype=np.uint64) * np.uint64(one.size)\n"
    "truth = np.array([0, one.size], np.uint64)\n"
    "call = lambda: _core.stack_adjustment_mistakes(one, truth, many, starts, 300, 2, 2)",
    "the projection to a MAG": f"{HIDDEN}\ncall = lambda: _core.mag_of(dag, roles)",
    "the projection to an ADMG": "n = 30_000\n"
    "g = words(np.arange(n - 1), np.full(n - 1, n - 1), BACKWARD)\n"
    "roles = (np.arange(n) == n - 1).astype(np.uint8)\ncall = lambda: _core.admg_of(g, roles)",
    "the PAG": "g = random_words(4000, 1_000_000, [FORWARD, BIDIRECTED])\n"
    "call = lambda: _core.pag_of(g, 4000)",
    "inducing paths": f"{DAG}\ncall = lambda: _core.induced_pair(dag, n)",
    "visible edges": "g = complete(3000, 0)\n"
    "g |= np.random.default_rng(0).choice(np.array([FORWARD, BIDIRECTED], np.uint64), g.size)\n"
    "call = lambda: _core.visible_edges(g, 3000)",
    "separation by parents": f"{WIDE}\ncall = lambda: _core.separation_errors(dag, dag, n, 0, 2)",
    "separation by ancestors": f"{WIDE}\ncall = lambda: _core.separation_errors(dag, dag, n, 1, 2)",
    "separation by nearest sets": f"{WIDE}\ncall = lambda: _core.separation_errors(dag, dag, n, 2, 2)",
    "all separations": "g = random_words(26, 60, [FORWARD])\n"
    "call = lambda: _core.all_connections(g, g, 26, 2)",
    "sampled separations": "g = random_words(300, 1500, [FORWARD])\n"
    "call = lambda: _core.sampled_connections(g, g, 300, 300, 10**8, 0, 2)",
    "ancestors in a PAG": f"{WIDE}\ncall = lambda: _core.ancestral_relations(dag, n)",
    "canonical sets": f"{WIDE}\n"
    "call = lambda: _core.canonical_claims(dag, dag, True, dag, dag, True, n, 2)",
    "canonical sets, visible edges": f"{WIDE}\n"
    "call = lambda: _core.canonical_claims(dag, dag, False, dag, dag, False, n, 2)",
    "the validity of sets": f"{WIDE}\nsets = np.zeros(5000 * n, np.uint8)\n"
    "call = lambda: _core.are_valid_adjustments(dag, dag, False, n, 0, n - 1, sets)",
    "parent sets": "g = complete(60, UNDIRECTED)\ncall = lambda: _core.ParentSets(g, 60, 10**12)",
}


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is another thing there")
@pytest.mark.timeout(240)
@pytest.mark.parametrize("what", CALLS)
def test_e3_ctrl_c_ends_a_long_kernel(what):
    program = f"{BEFORE}\n{CALLS[what]}\n{AFTER}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=200, check=False
    )
    assert (done.stdout, done.returncode) == ("interrupted\n", 0), done.stderr
