"""What readers and results may take in memory: asked before it is taken, and kept."""

import contextlib
import json
import os
import threading
import tracemalloc

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgemarkError
from edgemark.errors import FormatError, LimitError
from edgemark.io import Limits
from tests.io.test_untrusted_arrays import archive, npy, saved


def zeros(n, descr="<f8"):
    """An archive of a few kilobytes that unpacks to n x n numbers."""
    return archive(w=npy((n, n), descr=descr, body=bytes(n * n * int(descr[-1]))))


def listed(heading, last):
    """A CSV file of a row for each of 40,000 ordered pairs."""
    pairs = [(i, j) for i in range(201) for j in range(201) if i != j]
    return "\n".join([heading, *(f"v{i},v{j},{last}" for i, j in pairs)])


def read_list(path, *, limits, direction):
    """Read a list, which says its direction itself."""
    return em.read_scores(path, limits=limits)


def peak(call):
    """The most bytes that a call takes at once, and what it raised."""
    tracemalloc.start()
    raised = None
    try:
        call()
    except EdgemarkError as error:
        raised = error
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return most, raised


@pytest.mark.parametrize(
    ("name", "content", "reader"),
    [
        ("w.npz", zeros(2000), em.read_scores),
        ("w.npz", zeros(2000, "|i1"), em.read_scores),
        ("w.npy", saved(np.ones((2000, 2000))), em.read_scores),
        ("g.npz", zeros(2000), em.read),
        ("g.npy", saved(np.triu(np.ones((2000, 2000), bool), 1)), em.read),
        ("s.npz", archive(w=npy((100, 200, 200), descr="<f8", body=bytes(32 * 10**6))), em.read_samples),
        ("g.json", '{"x": [' + "[]," * 10**6 + "1]}", em.read),
        ("g.json", '{"x": [' + "{}," * 10**6 + "1]}", em.read_temporal),
        ("r.json", '{"scores": [' + "[0]," * 10**5 + "[0]]}", em.io.read_causeme),
        ("w.csv", "\n".join([",".join(["0"] * 1000)] * 1000), em.read_scores),
        ("w.csv", "\n".join([",".join(["0", *[".5"] * 299])] * 300), em.read_scores),
        ("w.csv", "\n".join([";".join(["0", *["0,5"] * 299])] * 300), em.read_scores),
        ("w.csv", "\n".join([",".join(["0", *["NA"] * 299])] * 300), em.read_scores),
        ("l.csv", listed("source,target,score", ".5"), read_list),
        ("t.csv", listed("source,target,lag", "1"), em.read_temporal),
        ("g.csv", "\n".join([",".join(["0", *["1"] * 399])] * 400), em.read),
    ],
)  # fmt: skip
@pytest.mark.parametrize("memory", [2**23, 2**26, 2**31])
def test_x5_no_reader_takes_more_than_the_memory_that_it_may(put, name, content, reader, memory):
    """A tenth more is granted: the estimates are of what grows with the file."""
    path = put(name, content)
    size = path.stat().st_size
    how = {} if reader in (em.read_temporal, em.io.read_causeme) else {"direction": "row-to-column"}
    most, raised = peak(lambda: reader(path, limits=Limits(memory=memory), **how))
    assert most <= 1.1 * memory + size + 2**20
    if memory < 2**31:
        assert raised is None or not isinstance(raised, LimitError) or most < memory


def test_x5_a_hundred_kilobytes_that_unpack_to_ten_thousand_squared_are_refused(put):
    path = put("w.npz", zeros(10_000))
    assert path.stat().st_size < 10**6
    most, raised = peak(lambda: em.read_scores(path, direction="row-to-column"))
    assert isinstance(raised, LimitError)
    assert most < 2**30
    assert "10000 x 10000 scores takes about 2.4 GB of memory to read; the limit is 2.1 GB" in str(
        raised
    )


@pytest.mark.parametrize(
    "reader",
    [em.read_scores, em.read_samples, em.read_temporal, em.io.read_causeme, em.read],
    ids=lambda reader: reader.__name__,
)
def test_x5_a_device_without_an_end_is_refused_at_once(tmp_path, reader):
    path = tmp_path / "zero.npy"
    path.symlink_to("/dev/zero")
    most, raised = peak(lambda: reader(path))
    assert isinstance(raised, FormatError)
    assert "got a device" in str(raised)
    assert most < 10**6


def test_x5_a_pipe_is_read_no_further_than_the_limit(tmp_path):
    path = tmp_path / "pipe.json"
    os.mkfifo(path)
    writer = threading.Thread(target=_feed, args=(path,))
    writer.start()
    with pytest.raises(LimitError, match="at most 3000000 bytes"):
        em.read(path, limits=Limits(bytes=3_000_000))
    writer.join()


def _feed(path):
    with contextlib.suppress(BrokenPipeError), path.open("wb", buffering=0) as pipe:
        for _ in range(100):
            pipe.write(bytes(10**6))


def test_l5_regimes_without_names_take_no_memory_for_each_variable(put):
    regimes = [{"start": k, "end": k + 1, "edges": []} for k in range(40)]
    whole = {"format": "edgemark.temporal-graph", "version": 1, "max_lag": 1, "nodes": 10**6,
             "edges": [], "regimes": regimes}  # fmt: skip
    path = put("g.json", json.dumps(whole))
    most, raised = peak(lambda: em.read_temporal(path))
    assert raised is None
    assert most < 50 * 10**6


def test_l5_regimes_with_names_are_within_the_budget(put):
    regimes = [{"start": k, "end": k + 1, "edges": []} for k in range(40)]
    whole = {"format": "edgemark.temporal-graph", "version": 1, "max_lag": 1,
             "nodes": [f"v{k}" for k in range(10_000)], "edges": [], "regimes": regimes}  # fmt: skip
    path = put("g.json", json.dumps(whole))
    with pytest.raises(
        LimitError, match=r"10000 variables in 40 regimes takes about 82\.0 MB of memory"
    ):
        em.read_temporal(path, limits=Limits(memory=10**7))
    most, raised = peak(lambda: em.read_temporal(path, limits=Limits(memory=83 * 10**6)))
    assert raised is None
    assert most < 83 * 10**6


def test_a_number_of_nodes_of_400_digits_is_refused(put):
    path = put(
        "g.json", '{"format": "edgemark.graph", "version": 1, "nodes": ' + "9" * 400 + ', "edges": []}'
    )
    with pytest.raises(LimitError, match=r"at most 1000000 nodes; got a number of 400 digits$"):
        em.read(path)


def test_the_environment_scales_every_limit(monkeypatch):
    assert (Limits().bytes, Limits().nodes, Limits().edges) == (2**30, 10**6, 5 * 10**7)
    monkeypatch.setenv("EDGEMARK_MAX_MEMORY", "4GiB")
    found = Limits(nodes=5)
    assert (found.bytes, found.nodes, found.edges, found.memory) == (2**31, 5, 10**8, 2**32)


@pytest.mark.parametrize("wrong", ["much", "-1", "0", "1PB", "GB", "nan", "1e9"])
def test_a_memory_that_is_no_size_is_refused(monkeypatch, wrong):
    monkeypatch.setenv("EDGEMARK_MAX_MEMORY", wrong)
    with pytest.raises(EdgemarkError, match="EDGEMARK_MAX_MEMORY must be a size such as 500MB or 8GB"):
        Limits().check_bytes(1)


def test_results_ask_for_memory_before_they_take_it(monkeypatch, tmp_path):
    """Every matrix over all pairs of nodes, of a number of nodes that a sparse graph may well have."""
    monkeypatch.setenv("EDGEMARK_MAX_MEMORY", "1GB")
    n = 100_000
    graph, scores = em.Graph(n), em.EdgeScores.from_edges([(0, 1, 0.5)], nodes=n)
    samples = em.GraphSamples([graph])
    series = em.TemporalGraph(n, [], max_lag=2)
    for allocate in (
        lambda: graph.marks,
        scores.to_array,
        samples.marginals,
        lambda: samples.marginals("skeleton"),
        lambda: samples.marginals("ancestral"),
        samples.states,
        samples.consensus,
        samples.edge_scores,
        lambda: em.io.write_samples(samples, tmp_path / "s.npz"),
        lambda: em.write(graph, tmp_path / "g.npy"),
        lambda: em.metrics.edge_brier(graph, samples),
        lambda: em.TemporalScores.from_samples([series]),
        lambda: em.io.to_tigramite(series),
        lambda: em.io.write_causeme([series], tmp_path / "r.json"),
    ):
        most, raised = peak(allocate)
        assert isinstance(raised, LimitError), allocate
        assert "allowed by EDGEMARK_MAX_MEMORY" in str(raised)
        assert most < 50 * 10**6


def test_samples_that_are_too_large_to_write_do_not_speak_of_reading(monkeypatch, tmp_path):
    monkeypatch.setenv("EDGEMARK_MAX_MEMORY", "1GB")
    samples = em.GraphSamples([em.Graph(100_000)])
    with pytest.raises(LimitError, match=r"^writing 1 matrices of 100000 nodes needs about"):
        em.io.write_samples(samples, tmp_path / "s.npz")
