"""Every adapter is quiet and repeatable, declares its class, and changes no data or global state."""

import io
import json
import logging
import os
import pickle
import random
import subprocess
import sys
import tempfile
import warnings
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from edgemark import EdgeScores, Graph, TemporalGraph
from edgemark.bench.adapters import ADAPTERS
from edgemark.bench.dataset import Dataset

from .samples import CASES, HARD, TRUTHS, data, fitting, hard, learn

ROOT = Path(__file__).parents[3]
CONTRADICTORY = {"causal-learn:pc", "pgmpy:pc", "pyagrum:miic"}
"""Adapters whose graph need not be of its class, because tests can contradict each other."""


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]} {case[1]}")
def case(request):
    name, kind = request.param
    if ADAPTERS[name].missing():
        pytest.skip(f"{ADAPTERS[name].package} is not installed")
    return name, kind


@cache
def learned(name, kind):
    return learn(name, kind)


@dataclass(frozen=True)
class Watched:
    """A run on writable data: its result, its output, and the data and global state before and after."""

    found: object
    printed: bytes
    warned: list
    data_before: np.ndarray
    data_after: np.ndarray
    state_before: tuple
    state_after: tuple


def global_state():
    """The global state that a library could change."""
    generators = random.getstate(), str(np.random.get_state())
    return generators, dict(os.environ), Path.cwd(), logging.root.manager.disable, np.geterr()


@contextmanager
def caught():
    """Capture what Python and compiled code write to the file descriptors 1 and 2."""
    kept = [os.dup(1), os.dup(2)]
    with tempfile.TemporaryFile() as file:
        text = []
        sys.stdout.flush()
        sys.stderr.flush()
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        try:
            yield text
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            for number, copy in zip((1, 2), kept, strict=True):
                os.dup2(copy, number)
                os.close(copy)
            file.seek(0)
            text.append(file.read())


@cache
def watched(name, kind):
    learned(name, kind)  # the first import may change global state
    before = data(kind).values.copy()
    writable = Dataset(before, data(kind).names, kind)
    object.__setattr__(writable, "values", before.copy())  # a Dataset makes its values read-only
    random.seed(5)
    np.random.seed(5)
    start = global_state()
    printed_by_python = io.StringIO()
    with (
        warnings.catch_warnings(record=True) as warned,
        redirect_stdout(printed_by_python),
        redirect_stderr(printed_by_python),
        caught() as printed,
    ):
        warnings.simplefilter("always")
        found = learn(name, kind, columns=writable)
    text = printed[0] + printed_by_python.getvalue().encode()
    return Watched(found, text, warned, before, writable.values, start, global_state())


def test_the_class_that_is_promised_is_returned_and_declared(case):
    name, kind = case
    found, promised = learned(*case), ADAPTERS[name].returns
    if promised == "scores":
        assert isinstance(found, EdgeScores)
    elif kind == "series":
        assert isinstance(found, TemporalGraph)
    else:
        assert isinstance(found, Graph)
        assert found.kind == promised
        assert name in CONTRADICTORY or found.objection() is None


def test_nodes_are_the_columns_in_their_order(case):
    found = learned(*case)
    assert found.nodes == data(case[1]).names
    assert {type(node) for node in found.nodes} == {str}


def test_nothing_is_printed_and_no_warning_gets_out(case):
    assert watched(*case).printed == b""
    assert watched(*case).warned == []


def test_writable_data_are_not_changed(case):
    assert (watched(*case).data_before == watched(*case).data_after).all()


def test_global_state_stays_as_it_was(case):
    assert watched(*case).state_before == watched(*case).state_after


def test_the_same_seed_gives_the_same_again(case):
    assert watched(*case).found == learned(*case)


ODD = ["z z", 'q"uote', "x,y", "--> ", "ü", "new\nline", "=1", "a"]


def test_neither_names_nor_the_seed_of_a_deterministic_method_change_the_graph(case):
    name, kind = case
    own, adapter = data(kind), ADAPTERS[name]
    odd = ODD[: len(own.names)]
    truth = TRUTHS[kind].with_nodes(own.names)
    found = adapter.run(
        Dataset(own.values, odd, kind),
        seed=2**40 + 12345 if adapter.deterministic else 1,
        truth=with_names(truth, odd),
        **fitting(adapter, kind),
    )
    assert with_names(learned(*case), odd) == found


def with_names(learned, names):
    """The same graph or scores with other names of the nodes."""
    other = dict(zip(learned.nodes, names, strict=True))
    if isinstance(learned, EdgeScores):
        scores = [(other[a], other[b], learned[a, b]) for a, b in permutations(learned.nodes, 2)]
        return EdgeScores.from_edges(scores, nodes=names)
    if isinstance(learned, Graph):
        edges = [(other[a], glyph, other[b]) for a, glyph, b in learned.edges()]
        return Graph(names, edges, kind=learned.kind)
    return TemporalGraph(
        names,
        [(other[a], glyph, other[b], lag) for a, glyph, b, lag in learned.edges()],
        max_lag=learned.max_lag,
        changing=[other[node] for node in learned.changing],
        kind=learned.kind,
    )


def test_an_adapter_can_be_sent_to_another_process(case):
    sent = pickle.loads(pickle.dumps(ADAPTERS[case[0]]))
    assert (sent.name, sent.learn, dict(sent.parameters)) == (
        ADAPTERS[case[0]].name,
        ADAPTERS[case[0]].learn,
        dict(ADAPTERS[case[0]].parameters),
    )


# ---- fresh processes

RERUN = """
import json
from tests.bench.adapters.samples import everything, hard
print(json.dumps({expression}))
"""
OF_ALL = "{**everything(), **hard()}"


def in_a_fresh_process(expression, hash_seed):
    run = subprocess.run(
        [sys.executable, "-c", RERUN.format(expression=expression)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.fspath(ROOT)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(run.stdout)


@pytest.mark.long
def test_hash_seeds_change_nothing_if_libraries_iterate_over_sets():
    for name in HARD:
        if ADAPTERS[name].missing():
            pytest.skip(f"{ADAPTERS[name].package} is not installed")
    other = "2" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    assert in_a_fresh_process("hard()", other) == hard()


@pytest.mark.long
def test_every_adapter_gives_the_same_in_fresh_processes_with_other_hash_seeds():
    if any(a.missing() for a in ADAPTERS.values()):
        pytest.skip("not all packages are installed")
    first, second = (in_a_fresh_process(OF_ALL, hash_seed) for hash_seed in ("0", "2"))
    assert len(first) == len(CASES) + len(HARD)
    assert first == second
