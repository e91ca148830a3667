"""Algorithms that behave, and some that do what no algorithm should do. Runs import them by name."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import numpy as np

import edgemark as em


def chain(data, *, seed, reverse=False):
    """Give the columns in the order of their names, joined into a chain."""
    names = sorted(data.names, reverse=reverse)
    edges = [(a, "-->", b) for a, b in pairwise(names)]
    return em.Graph.from_edges(edges, nodes=names)


def random_order(data, *, seed):
    names = [data.names[k] for k in np.random.default_rng(seed).permutation(len(data.names))]
    return em.Graph.from_edges([(names[0], "-->", names[1])], nodes=names)


def undirected_chain(data, *, seed):
    return chain(data, seed=seed).skeleton().with_kind("cpdag")


def skeleton_chain(data, *, seed):
    return chain(data, seed=seed).skeleton().with_kind("undirected")


def networkx_chain(data, *, seed):
    import networkx

    names = sorted(data.names)
    return networkx.DiGraph([(names[0], names[1])])


def pandas_weights(data, *, seed):
    frame = data.to_frame()
    return frame.corr() - np.eye(len(frame.columns))


def own_scores(data, *, seed):
    p = len(data.names)
    cells = np.arange(p * p).reshape(p, p) * (1 - np.eye(p))
    return em.EdgeScores(cells, data.names, direction="row-to-column")


def cycle(data, *, seed):
    a, b, *_ = sorted(data.names)
    return em.Graph.from_edges([(a, "-->", b), (b, "-->", a)], nodes=data.names)


def told_the_truth(data, *, seed, truth):
    return truth


def data_seen(data, *, seed):
    """Fail with what it sees of the data."""
    raise ValueError(f"{data.content_hash} {seed}")


def raises(data, *, seed):
    print("about to raise")
    raise ValueError("planted")


def segfaults(data, *, seed):
    ctypes.string_at(0)


def hangs(data, *, seed):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(10_000)


def burns(data, *, seed):
    while True:
        pass


def eats(data, *, seed):
    kept = []
    while True:
        kept.append(bytearray(b"x" * 2**20))


def leaves_orphans(data, *, seed):
    subprocess.Popen(["sleep", "876543"], start_new_session=True)
    return chain(data, seed=seed)


def fills_the_disk(data, *, seed):
    k = 0
    while True:
        Path(f"file{k}").write_bytes(b"x" * 2**20)
        k += 1


def prints(data, *, seed):
    for _ in range(300):
        sys.stdout.write("x" * 2**20)
    return chain(data, seed=seed)


def changes_its_input(data, *, seed):
    data.values[0, 0] = 99
    return chain(data, seed=seed)


def changes_the_frame(data, *, seed):
    frame = data.to_frame()
    frame.iloc[:, :] = 0
    return chain(data, seed=seed)


def rubbish(data, *, seed):
    return {"edges": object()}


def other_nodes(data, *, seed):
    return em.Graph.parse("no_such_column --> nor_this")


def forges(data, *, seed):
    """Write an outcome with another graph wherever it can be written."""
    graph = {"type": "graph", "nodes": list(data.names), "edges": []}
    _write_everywhere(json.dumps({"status": "ok", "value": {"estimate": graph}}).encode())
    return chain(data, seed=seed)


def answers_nothing(data, *, seed):
    """Write an answer without a status, and end before the true one is written."""
    _write_everywhere(b"{}")
    os._exit(0)


def answers_a_number(data, *, seed):
    _write_everywhere(b'{"status": "ok", "value": {"estimate": 5}}')
    os._exit(0)


def answers_an_empty_object(data, *, seed):
    _write_everywhere(b'{"status": "ok", "value": {"estimate": {}}}')
    os._exit(0)


def _write_everywhere(body):
    for fd in range(3, 256):
        try:
            os.write(fd, len(body).to_bytes(8, "big") + body)
        except OSError:
            continue


def names_a_file_that_is_not_utf_8(data, *, seed):
    raise FileNotFoundError(os.fsdecode(b"\xff.csv"))


def exits(data, *, seed):
    os._exit(0)


def waits(data, *, seed, folder):
    """Wait until the file exists that lets it go on."""
    Path(folder, f"started-{seed}").touch()
    while not Path(folder, "go").exists():
        time.sleep(0.02)
    return chain(data, seed=seed)


def slow(data, *, seed):
    time.sleep(0.15)
    return chain(data, seed=seed)
