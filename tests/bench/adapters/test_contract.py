"""What holds for every adapter: quiet, repeatable, declared, and nothing of ours is changed."""

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
TESTING = {"causal-learn:pc", "pgmpy:pc", "pyagrum:miic"}
"""Adapters whose graph may fail to be of its class, where tests contradict each other."""


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
    """A run that could change its data, and all that it left behind."""

    found: object
    printed: bytes
    warned: list
    data_before: np.ndarray
    data_after: np.ndarray
    world_before: tuple
    world_after: tuple


def world():
    """What is global."""
    generators = random.getstate(), str(np.random.get_state())
    return generators, dict(os.environ), Path.cwd(), logging.root.manager.disable, np.geterr()


@contextmanager
def caught():
    """What reaches the files 1 and 2, written by whatever language."""
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
    learned(name, kind)  # what is global after the first import is the import's business
    before = data(kind).values.copy()
    mine = Dataset(before, data(kind).names, kind)
    object.__setattr__(mine, "values", before.copy())  # a Dataset's own values are read-only
    random.seed(5)
    np.random.seed(5)
    start = world()
    said = io.StringIO()
    with (
        warnings.catch_warnings(record=True) as warned,
        redirect_stdout(said),
        redirect_stderr(said),
        caught() as printed,
    ):
        warnings.simplefilter("always")
        found = learn(name, kind, columns=mine)
    text = printed[0] + said.getvalue().encode()
    return Watched(found, text, warned, before, mine.values, start, world())


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
        assert name in TESTING or found.objection() is None


def test_nodes_are_the_columns_in_their_order(case):
    found = learned(*case)
    assert found.nodes == data(case[1]).names
    assert {type(node) for node in found.nodes} == {str}


def test_nothing_is_printed_and_no_warning_gets_out(case):
    assert watched(*case).printed == b""
    assert watched(*case).warned == []


def test_data_are_not_changed_even_where_they_could_be(case):
    assert (watched(*case).data_before == watched(*case).data_after).all()


def test_what_is_global_stays_as_it_was(case):
    assert watched(*case).world_before == watched(*case).world_after


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
        truth=under(truth, odd),
        **fitting(adapter, kind),
    )
    assert under(learned(*case), odd) == found


def under(learned, names):
    """The same with other names of its nodes."""
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
print(json.dumps({found}))
"""
OF_ALL = "{**everything(), **hard()}"


def in_a_fresh_process(found, hash_seed):
    run = subprocess.run(
        [sys.executable, "-c", RERUN.format(found=found)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.fspath(ROOT)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(run.stdout)


@pytest.mark.long
def test_hash_seeds_change_nothing_where_libraries_go_through_sets():
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
