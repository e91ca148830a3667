"""A latent projection is refused before it takes too much memory, and never for its nodes alone."""

import subprocess
import sys

import numpy as np
import pytest

import edgemark as em
from edgemark import _core
from edgemark.errors import LimitError
from edgemark.graph import latent

PEAK = """
import sys
import edgemark as em
n, shape, to = int(sys.argv[1]), sys.argv[2], sys.argv[3]
names = [f"v{k}" for k in range(n)]
if shape == "star":
    hidden = names[:1]
    edges = [(names[0], "-->", b) for b in names[1:]]
elif shape == "bows":  # hidden causes of all, and an edge between all of them besides
    hidden = names[:3]
    edges = [(a, "-->", b) for k, a in enumerate(names) for b in names[k + 1 :]]
else:  # every pair shares many hidden causes
    hidden = names[: n // 4]
    edges = [(a, "-->", b) for a in hidden for b in names[n // 4 :]]
dag = em.Graph(names, edges)
# getrusage would give the peak of the process that started this one, if that was larger
peak = lambda: int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) * 1024
before = int(open("/proc/self/statm").read().split()[1]) * 4096
del edges
found = em.latent_projection(dag, hidden, to=to)
print((peak() - before) / (found.n_edges or 1))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("to", ["mag", "admg"])
@pytest.mark.parametrize(("n", "shape"), [(1500, "star"), (700, "bows"), (1200, "shared")])
def test_the_memory_of_an_edge_is_no_more_than_what_is_reckoned(n, shape, to):
    if shape == "bows" and to == "mag":
        n = 300
    found = subprocess.run(
        [sys.executable, "-c", PEAK, str(n), shape, to], capture_output=True, text=True, check=True
    )
    slack = 40e6 * 2 / n**2  # the interpreter's own, and the planes of all pairs
    assert float(found.stdout) < latent._BYTES_OF_EDGE + slack


@pytest.mark.parametrize("to", ["mag", "admg"])
def test_a_projection_to_too_many_edges_is_refused(monkeypatch, to):
    names = [f"v{k}" for k in range(400)]
    star = em.Graph(names, [("v0", "-->", name) for name in names[1:]])
    assert em.latent_projection(star, ["v0"], to=to).n_edges == 399 * 398 / 2
    monkeypatch.setenv("EDGEMARK_MAX_MEMORY", "3MB")
    with pytest.raises(LimitError, match=r"a latent projection of 400 nodes .*3.0 MB are allowed by"):
        em.latent_projection(star, ["v0"], to=to)
    assert em.latent_projection(star, names[200:], to=to).n_edges == 199


def test_the_nodes_alone_are_no_reason_to_refuse(monkeypatch):
    names = [f"v{k}" for k in range(20_001)]
    sparse = em.Graph(names, [("v0", "-->", "v1"), ("v0", "-->", "v2")])
    assert em.latent_projection(sparse, ["v0"], to="admg").edges() == [("v1", "<->", "v2")]
    monkeypatch.setenv("EDGEMARK_MAX_MEMORY", "100MB")
    with pytest.raises(LimitError, match=r"of 20001 nodes needs about 250\.0 MB"):
        em.latent_projection(sparse, ["v0"])


@pytest.mark.parametrize("project", [_core.mag_of, _core.admg_of])
def test_the_core_stops_only_beyond_the_most_words(project):
    n = 60
    dag = em.Graph(n, [(k, "-->", j) for k in range(20) for j in range(20, n)])
    roles = (np.arange(n) < 20).astype(np.uint8)
    whole = project(dag.words, roles)
    assert whole.size == 40 * 39 / 2
    assert np.array_equal(project(dag.words, roles, whole.size), whole)
    assert project(dag.words, roles, 100).size > 100
