"""Two files in one are refused, unless the format defines what they mean together."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings

import edgemark as em
from edgemark.errors import AmbiguityError, EdgemarkError, FormatError
from edgemark.io import FORMATS
from tests.io.test_round_trips import read_back, same
from tests.strategies import graphs

thorough = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
UNIONS = {"text"}  # It lists statements, so two texts are one text with the statements of both.


@pytest.mark.parametrize("name", FORMATS)
@thorough
@given(graph=graphs())
def test_a_graph_written_twice_is_refused_or_read_once(name, graph):
    try:
        data = FORMATS[name].write(graph)
    except FormatError:
        return
    try:
        again = read_back(name, data + data)
    except EdgemarkError:
        return
    if not graph.is_named and graph.n_nodes == 1:  # "0" above "0" is also the name above its cell.
        assert again.nodes == ("0",)
        return
    assert name in UNIONS
    assert same(graph, again)


@pytest.mark.parametrize("name", sorted(FORMATS.keys() - UNIONS))
@thorough
@given(first=graphs(), second=graphs())
def test_two_graphs_in_one_file_are_refused(name, first, second):
    assume(first != second)
    try:
        data = FORMATS[name].write(first) + FORMATS[name].write(second)
    except FormatError:
        return
    with pytest.raises(EdgemarkError):
        read_back(name, data)


LAGS = em.TemporalGraph.parse("A --> B @1; B --> C @2; lags 2")
NODES = ["A", "B", "C"]
SCORES = em.EdgeScores.from_edges([("A", "B", 0.5), ("B", "C", 0.25)])
SAMPLES = em.GraphSamples([em.Graph.parse("A --> B; C"), em.Graph.parse("A --> B --> C")])
OVER_TIME = em.TemporalScores(np.arange(18.0).reshape(2, 3, 3), direction="row-to-column", first_lag=1)
MOVES = "index,score,added,removed\n-2,0,[A->B;A->C],[]\n-1,0,[],[A->B;A->C]\n0,1,[B->C],[]\n"


def read_own_candidates(path):
    return em.io.read_candidates(path, NODES)


def read_matrix_of_scores(path):
    return em.io.read_scores(path, direction="row-to-column")


def written(write, value, suffix):
    def content(folder):
        write(value, folder / f"one{suffix}")
        return (folder / f"one{suffix}").read_bytes()

    return suffix, content


def stated(suffix, text):
    return suffix, lambda _: text.encode()


WHOLE = {
    "scores as a table": (em.io.read_scores, *written(em.io.write_scores, SCORES, ".csv")),
    "scores with tabs": (em.io.read_scores, *written(em.io.write_scores, SCORES, ".tsv")),
    "scores as an archive": (em.io.read_scores, *written(em.io.write_scores, SCORES, ".npz")),
    "scores of another program": (
        em.io.read_scores, *stated(".csv", "TF\ttarget\timportance\nA\tB\t2\n"),
    ),
    "strengths of bnlearn": (
        em.io.read_scores, *stated(".csv", "from,to,strength,direction\nA,B,1,0.5\n"),
    ),
    "scores with row numbers": (em.io.read_scores, *stated(".csv", ",from,to,score\n1,A,B,0.5\n")),
    "a matrix of scores": (read_matrix_of_scores, *stated(".csv", "A,B\n0,0.5\n0.25,0\n")),
    "a matrix of scores with names": (read_matrix_of_scores, *stated(".csv", ",A,B\nA,0,.5\nB,.2,0\n")),
    "samples as an archive": (em.io.read_samples, *written(em.io.write_samples, SAMPLES, ".npz")),
    "moves of a chain": (em.io.read_samples, *stated(".csv", MOVES)),
    "candidates": (
        read_own_candidates,
        *written(em.io.write_candidates, em.Candidates.from_causes(NODES, ["A"]), ".csv"),
    ),
    "causes": (read_own_candidates, *stated(".csv", "TF\nA\nB\n")),
    "time series scores": (
        em.io.read_temporal_scores, *written(em.io.write_temporal_scores, OVER_TIME, ".npz"),
    ),
    "results for CauseMe": (em.io.read_causeme, *stated(".json", '{"scores": [[0, 1, 0, 1]]}')),
    **{
        f"a time series graph as {suffix}": (
            em.read_temporal, *written(em.io.write_temporal, LAGS, suffix),
        )
        for suffix in (".json", ".txt", ".csv", ".tsv")
    },
    "lagged edges of another program": (em.read_temporal, *stated(".csv", "from,to,tau\nA,B,1\n")),
    "edges with row numbers": (em.read, *stated(".csv", ",from,to\n1,A,B\n")),
    "edges of BEELINE": (em.read, *stated(".csv", "Gene1,Gene2,Type\nA,B,+\n")),
    "edges between semicolons": (em.read, *stated(".csv", "from;to\nA;B\n")),
    "edges below a stated separator": (em.read, *stated(".csv", "sep=;\nfrom;to\nA;B\n")),
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_two_files_in_one_are_refused(name, tmp_path):
    read, suffix, content = WHOLE[name]
    data = content(tmp_path)
    path = tmp_path / f"g{suffix}"
    path.write_bytes(data)
    read(path)
    for start in (b"", b"\n", "\ufeff".encode()):
        path.write_bytes(data + start + data)
        with pytest.raises(EdgemarkError):
            read(path)


@pytest.mark.parametrize("headings", ["source,target", "from,to", "gene1,gene2", "cause,effect"])
def test_headings_below_the_first_line_are_no_edge(headings, tmp_path):
    path = tmp_path / "g.csv"
    for first in (headings, headings.upper()):
        path.write_text(f"{first}\nA,B\n{headings}\nB,C\n")
        with pytest.raises(FormatError, match=r"line 3: a table must have its headings once"):
            em.read(path)
    path.write_text(f"source,mark,target\nA,-->,B\n{headings.replace(',', ',-->,')}\n")
    assert em.read(path).n_edges == 2


def test_headings_of_another_table_are_no_edge(tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("from,to\nA,B\nsource,target\nB,C\n")
    with pytest.raises(FormatError, match=r"line 3: .* got 'source,target' again"):
        em.read(path)


def test_candidates_may_have_the_names_of_headings(tmp_path):
    path = tmp_path / "pairs.csv"
    nodes = ["source", "target"]
    em.io.write_candidates(em.Candidates(nodes, [("source", "target")]), path)
    assert em.io.read_candidates(path, nodes).pairs() == [("source", "target")]


@pytest.mark.parametrize("first", ["TF", "source", "target", "Genes"])
def test_a_first_line_that_may_be_a_heading_or_a_node_is_refused(first, tmp_path):
    path = tmp_path / "causes.csv"
    path.write_text(f"{first}\nA\n")
    with pytest.raises(AmbiguityError, match="must be a heading or a node") as caught:
        em.io.read_candidates(path, ["A", "B", first])
    heading = str(caught.value).partition("write the heading ")[2].split()[0]
    path.write_text(f"{heading}\n{first}\nA\n")
    pairs = em.io.read_candidates(path, ["A", "B", first]).pairs()
    assert {cause for cause, _ in pairs} == {"A", first}
    path.write_text(f"{heading}\nA\n")
    assert {cause for cause, _ in em.io.read_candidates(path, ["A", "B", first]).pairs()} == {"A"}


@pytest.mark.parametrize(
    "text",
    [
        "[A][B|A]\n[C][D|C]\n",
        "[A][B|A][C]\r\n[D][E|D]\r\n",
        "[A]\n[B]\n",
        "[A]\r[B]\r",
        "[B|A][A]\n\n[C]",
    ],
)
def test_lines_that_are_model_strings_of_their_own_are_refused(text, tmp_path):
    path = tmp_path / "g.txt"
    path.write_text(text, newline="")
    with pytest.raises(AmbiguityError, match="must hold one model string"):
        em.read(path)
    path.write_text("".join(text.split()))
    assert em.read(path).kind == "dag"


@pytest.mark.parametrize(
    "text", ["[A][B]\n[C|A:B]\n", "[A]\n[B]\n[C|A]\n", "[C|A]\r\n[A]", "[A][B\n|A]"]
)
def test_a_model_string_may_be_broken_into_lines(text, tmp_path):
    path = tmp_path / "g.txt"
    path.write_text(text, newline="")
    once = tmp_path / "once.txt"
    once.write_text("".join(text.split()))
    assert em.read(path) == em.read(once)


def test_bytes_beside_an_archive_are_refused(tmp_path):
    path = tmp_path / "g.npz"
    em.write(em.Graph.parse("A --> B"), path)
    data = path.read_bytes()
    for wrong in (data + b"x", data + b"\0" * 30, data[:-1]):
        path.write_bytes(wrong)
        with pytest.raises(FormatError, match="archive"):
            em.read(path)


TETRAD = "Graph Nodes:\nA;B;C\n\nGraph Edges:\n1. A --> B\n\n"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("Graph Edges:\n1. B --> C\n", "line 7: each section must occur once.*'Graph Edges:' again"),
        ("Graph Nodes:\nD\n", "line 7: each section must occur once.*'Graph Nodes:' again"),
        ("Graph Edges Removed:\n1. B --> C\n", "line 7: a section of Tetrad's text must be nodes"),
        ("Graph Attributes:\nBIC: -3\n2. B --> C\n", "line 9: the edges must be below 'Graph Edges:'"),
    ],
)
def test_edges_of_tetrad_in_further_sections_are_not_added_or_dropped(more, says, tmp_path):
    path = tmp_path / "g.txt"
    path.write_text(TETRAD + more)
    with pytest.raises(FormatError, match=says):
        em.read(path)


@pytest.mark.parametrize(
    "more",
    [
        "Graph Attributes:\nBIC: -3\n\nGraph Node Attributes:\nBIC: [A: -1;B: -2]\n",
        "Underline triples:\n<A, B, C>\n\nDotted underline triples:\n<A, B, C>\n",
    ],
)
def test_sections_that_tetrad_writes_are_read(more, tmp_path):
    path = tmp_path / "g.txt"
    path.write_text(TETRAD + more)
    assert em.read(path) == em.Graph.parse("A --> B; C")


def test_lines_before_a_graph_of_tetrad_are_not_passed_over(tmp_path):
    path = tmp_path / "g.txt"
    path.write_text(f"3. B --> C\n{TETRAD}")
    with pytest.raises(FormatError, match=r"line 1: .* must start with 'Graph Nodes:'"):
        em.read(path, format="tetrad")


@pytest.mark.parametrize("names", ["A;A:1;B", "A:2;A", "A,A:01"])
def test_a_graph_of_tetrad_over_time_is_no_graph_of_variables(names, tmp_path):
    path = tmp_path / "g.txt"
    path.write_text(f"Graph Nodes:\n{names}\n\nGraph Edges:\n")
    with pytest.raises(AmbiguityError, match=r"in Tetrad, 'A:.*' is 'A' at an earlier time step"):
        em.read(path)
    with pytest.raises(FormatError, match="a lag such as A:1"):
        em.write(em.Graph.parse("A --> A:1"), path, "tetrad")


@pytest.mark.parametrize("names", ["A;B:1", "A;A:0", "A;A:x", "A:1;A:2"])
def test_other_names_with_colons_are_names_for_tetrad(names, tmp_path):
    path = tmp_path / "g.txt"
    path.write_text(f"Graph Nodes:\n{names}\n\nGraph Edges:\n")
    assert em.read(path).nodes == tuple(names.split(";"))


def test_two_results_for_causeme_are_two_data_sets_of_one_file(tmp_path):
    path = tmp_path / "r.json"
    path.write_text(json.dumps({"scores": [[0, 1, 0, 1], [0, 0, 1, 0]]}))
    assert len(em.io.read_causeme(path)) == 2
