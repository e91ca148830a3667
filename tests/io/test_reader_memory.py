"""
What the readers of series, scores, samples and candidates take for each byte of a file, at their peak.

`test_text_memory` measures the same for formats of graphs, and says why these shapes take the most.
"""

import json

import pytest

import edgemark as em
from edgemark.errors import LimitError
from edgemark.io import Limits, candidates, causeme, limits, moves, scores, temporal
from tests.io.test_text_memory import SLACK, WIDE, N, names, pairs
from tests.io.test_untrusted_memory import peak

NEW = list(zip(names()[::2], names()[1::2], strict=True))
SERIES = '{"format": "edgemark.temporal-graph", "version": 1, "kind": null, "max_lag": 1, '


def table(heading, rows, last=""):
    return "\n".join([heading, *(",".join(row) + last for row in rows)])


def matrix(cell, n=150):
    zeros = [",".join(["0"] * (k + 1) + [cell] * (n - k - 1)) for k in range(n)]
    return "\n".join([",".join(names(n, 2)), *zeros])


def cells(number, count):
    return json.dumps([[number] * 4] * count, separators=(",", ":"))


def first_graph(edges):
    return "index,added,removed\n0,[" + ";".join(map("->".join, edges)) + "],[]\n1,[],[]\n"


SHAPES = {
    ("scores.csv", "few nodes"): table("source,target,score", pairs(), ",9"),
    ("scores.csv", "new nodes"): table("source,target,score", NEW, ",9"),
    ("scores.csv", "a wide node"): table("source,target,score", [(WIDE, "A"), *NEW], ",9"),
    ("scores.csv", "long numbers"): table("source,target,score", pairs(3000), ",0." + "1" * 25),
    ("scores.csv", "zeros"): matrix("0"),
    ("scores.csv", "nan"): matrix(""),
    ("scores.csv", "headings"): ",".join(names()),
    ("series.csv", "few nodes"): table("source,target,lag", pairs(), ",1"),
    ("series.csv", "new nodes"): table("source,target,lag", NEW, ",1"),
    ("series.csv", "a wide node"): table("source,target,lag", [(WIDE, "A"), *NEW], ",1"),
    ("series.csv", "nodes"): table("source,target,lag", [(name,) for name in names()], ",,"),
    ("series.csv", "headings"): ",".join(["source", "target", "lag", *names()]),
    ("series.txt", "new nodes"): ";".join(map(" --> ".join, NEW)) + ";lags 1",
    ("series.txt", "nodes"): ";".join(names()) + ";lags 1",
    ("series.txt", "a wide node"): ";".join([WIDE, *names()]) + ";lags 1",
    ("series.txt", "a chain"): " --> ".join(names()) + ";lags 1",
    ("series.txt", "words"): " ".join(names()),
    ("series.json", "nodes"): SERIES + '"edges": [], "nodes": ["' + '","'.join(names()) + '"]}',
    ("series.json", "a wide node"): SERIES
    + f'"edges": [], "nodes": ["{WIDE}","' + '","'.join(names()) + '"]}',
    ("series.json", "lists"): SERIES + '"nodes": 1, "x": [' + ",".join(["[[]]"] * N) + "]}",
    ("series.json", "objects"): SERIES + '"nodes": 1, "x": [' + ",".join(["{}"] * N) + "]}",
    ("series.json", "keys"): SERIES
    + '"nodes": 1, "x": {' + ",".join(f'"{name}":[]' for name in names()) + "}}",
    ("causeme.json", "small results"): '{"scores":[' + ",".join(["[1]"] * N) + "]}",
    ("causeme.json", "results"): '{"scores":' + cells(1, 3000) + "}",
    ("causeme.json", "fractions"): '{"scores":' + cells(0.5, 3000) + "}",
    ("causeme.json", "all"): f'{{"scores":{cells(1, 2000)},"pvalues":{cells(1, 2000)},'
    f'"lags":{cells(1, 2000)}}}',
    ("candidates.csv", "few nodes"): table("source,target", pairs()),
    ("candidates.csv", "new nodes"): table("source,target", NEW),
    ("candidates.csv", "causes"): table("TF", [(name,) for name in names()]),
    ("candidates.csv", "a wide cause"): table("TF", [(name,) for name in [WIDE, *names()]]),
    ("candidates.csv", "one cause"): table("TF", [("A",)] * 4 * N),
    ("candidates.csv", "types"): table("gene1,gene2,type", pairs(), ",+"),
    ("moves.csv", "first graph"): first_graph(pairs()),
    ("moves.csv", "new nodes"): first_graph(NEW),
    ("moves.csv", "a wide node"): first_graph([(WIDE, "A"), *NEW]),
    ("moves.csv", "headings"): ",".join(["index", "added", "removed", *names()]),
}  # fmt: skip
RECKONED = {
    "scores.csv": scores._BYTES_OF_TEXT,
    "series.csv": temporal._BYTES_OF_TEXT[".csv"],
    "series.txt": temporal._BYTES_OF_TEXT[".txt"],
    "series.json": temporal._BYTES_OF_TEXT[".json"],
    "causeme.json": causeme._BYTES_OF_TEXT,
    "candidates.csv": candidates._BYTES_OF_TEXT,
    "moves.csv": moves._BYTES_OF_TEXT,
}
NODES = {*names(200, 2), *names(), "A", WIDE}


def read(path, name, shape, memory):
    """Read a file of a shape within some memory; what it is said beside is known before."""
    allowed = Limits(memory=memory)
    if name == "scores.csv":
        how = {"direction": "row-to-column"} if shape in ("zeros", "nan", "headings") else {}
        return peak(lambda: em.read_scores(path, limits=allowed, **how))
    if name == "candidates.csv":
        nodes = sorted(NODES) if shape in ("new nodes", "causes", "a wide cause") else names(200, 2)
        return peak(lambda: em.io.read_candidates(path, nodes, limits=allowed))
    if name == "moves.csv":
        nodes = names(200, 2) if shape == "first graph" else sorted(NODES)
        return peak(lambda: em.read_samples(path, nodes=nodes, limits=allowed))
    reader = em.io.read_causeme if name == "causeme.json" else em.read_temporal
    return peak(lambda: reader(path, limits=allowed))


def saved(put, name, shape, tabs):
    text = SHAPES[name, shape]
    return put(f"x.{name.split('.')[1]}", text) if not tabs else put("x.tsv", text.replace(",", "\t"))


def with_tabs():
    for name, shape in SHAPES:
        yield name, shape, False
        if name.endswith(".csv"):
            yield name, shape, True


@pytest.mark.parametrize(("name", "shape", "tabs"), list(with_tabs()))
def test_x5_reading_takes_no_more_than_is_reckoned(put, name, shape, tabs):
    path = saved(put, name, shape, tabs)
    size = len(SHAPES[name, shape].encode())
    read(path, name, shape, 2**40)  # what is loaded or cached once
    most, _ = read(path, name, shape, 2**40)
    assert most <= RECKONED[name] * size + SLACK


@pytest.mark.parametrize(("name", "shape", "tabs"), list(with_tabs()))
def test_x5_a_file_is_refused_before_it_takes_more_memory_than_it_may(put, name, shape, tabs):
    path = saved(put, name, shape, tabs)
    memory = RECKONED[name] * len(SHAPES[name, shape].encode()) - 1
    most, raised = read(path, name, shape, memory)
    assert isinstance(raised, LimitError)
    assert most <= memory


def test_x5_some_shape_takes_nearly_what_is_reckoned(put):
    """A number that is much too large would refuse files that can be read."""
    most = {}
    for name, shape in SHAPES:
        path = saved(put, name, shape, tabs=False)
        read(path, name, shape, 2**40)
        taken = read(path, name, shape, 2**40)[0] / len(SHAPES[name, shape].encode())
        most[name] = max(most.get(name, 0), taken)
    assert {name for name, taken in most.items() if taken < 0.7 * RECKONED[name]} == set()


def test_x5_moves_that_visit_many_large_graphs_are_refused_while_they_are_read(put):
    """Each move adds an edge, so that the graphs grow with the square of the file."""
    rows = [f"{k},[{a}->{b}],[]" for k, (a, b) in enumerate(NEW)]
    path = put("x.csv", "\n".join(["index,added,removed", *rows]))
    memory = 40_000_000
    most, raised = peak(lambda: em.read_samples(path, nodes=sorted(NODES), limits=Limits(memory=memory)))
    assert isinstance(raised, LimitError)
    assert most <= memory


def test_x5_a_limit_that_is_raised_for_a_file_is_enough_for_every_reader():
    assert limits._MAX_BYTES_OF["bytes"] >= max(RECKONED.values())
