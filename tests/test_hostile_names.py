"""Names that fight back, in everything that is written: nothing is steered, nothing is lost."""

import csv
import io
import json
import re
from itertools import pairwise

import pygraphviz
import pytest

import edgemark as em
from edgemark import EdgemarkError, Graph
from edgemark.cli.app import run
from edgemark.errors import in_shell
from edgemark.io import FORMATS
from edgemark.io.source import Source
from tests.cli.options_of import options_of
from tests.strategies import HOSTILE_NAMES

SCORE_OPTIONS = options_of("score")

NAMES = pytest.mark.parametrize("name", HOSTILE_NAMES, ids=lambda name: ascii(name[:20]))
FORMULAS = ("=1+1", "@x", "+1", "-1")


def safe(text):
    """Whether nothing in a text can steer a terminal: no control, escape or direction character."""
    return text.replace("\n", "").isprintable()


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A chain of all hostile names, and its reverse without the last edge."""
    monkeypatch.chdir(tmp_path)
    chain = [(a, "-->", b) for a, b in pairwise(HOSTILE_NAMES)]
    em.write(Graph(HOSTILE_NAMES, chain), "truth.json")
    em.write(Graph(HOSTILE_NAMES, [(b, "-->", a) for a, _, b in chain[:-1]]), "estimate.json")
    em.write(Graph.parse("A --> B"), "others.json")
    return "truth.json", "estimate.json"


@pytest.fixture
def command(files, capsys):
    def call(*arguments):
        status = run(list(arguments))
        return status, *capsys.readouterr()

    return call


# ---- the terminal


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("score", "truth.json", "estimate.json"), 0),
        (("score", "truth.json", "estimate.json", "estimate.json"), 0),
        (("score", "truth.json", "others.json"), 1),
        (("diff", "truth.json", "estimate.json"), 1),
        (("diff", "truth.json", "others.json"), 2),
        (("check", "truth.json"), 0),
        (("check", "truth.json", "--kind", "undirected"), 1),
        (("convert", "truth.json", "g.txt"), 0),
        (("convert", "truth.json", "g.csv"), 2),
        (("convert", "truth.json", "g.npz"), 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else str(value),
)
def test_no_command_lets_a_name_steer_the_terminal(command, arguments, status):
    found, out, err = command(*arguments)
    assert found == status
    assert safe(out)
    assert safe(err)
    assert len(out + err) > 0


@NAMES
@pytest.mark.parametrize("arguments", ["metrics {}", "score truth.json estimate.json -m {}", "check {}"])
def test_an_argument_that_means_nothing_cannot_steer_the_terminal_either(command, name, arguments):
    if name == "--":
        return  # it ends the options
    status, out, err = command(*(part.format(name) for part in arguments.split(" ")))
    assert status == 2
    assert not out
    assert safe(err)


def test_names_are_shown_as_they_are_and_none_is_read_as_markup(command):
    _, out, _ = command("diff", "truth.json", "estimate.json")
    for shown in (
        "[red]",
        "X[t-1]",
        "<b>x</b>",
        "&amp;",
        "=1+1",
        "%s",
        "{0}",
        "\\u202eabc",
        "\\u001b[31m",
    ):
        assert shown in out


@pytest.mark.parametrize("arguments", ["check g.json", "score g.json h.json", "diff g.json h.json"])
def test_a_line_end_in_a_name_adds_no_line(command, arguments):
    lines = []
    for name in ("a\nb", "aaaaaa"):  # as wide as '"a\\nb"', which is shown for the first
        em.write(Graph([name, "C"], [(name, "-->", "C")]), "g.json")
        em.write(Graph([name, "C"]), "h.json")
        lines.append(command(*arguments.split())[1].count("\n"))
    assert lines[0] == lines[1]


# ---- data


def test_differences_as_json_hold_the_names_as_they_are(command):
    _, out, _ = command("diff", "truth.json", "estimate.json", "--format", "json")
    pairs = {frozenset(one["nodes"]) for one in json.loads(out)["differences"]}
    assert pairs == {frozenset(pair) for pair in pairwise(HOSTILE_NAMES)}


def test_differences_as_csv_hold_the_names_as_they_are(command):
    _, out, _ = command("diff", "truth.json", "estimate.json", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out, newline="")))
    assert {frozenset({row["first"], row["second"]}) for row in rows} == {
        frozenset(pair) for pair in pairwise(HOSTILE_NAMES)
    }


@pytest.mark.parametrize("name", ["a\rb", "a\r\nb", "a\r\n", "\r"], ids=ascii)
def test_a_carriage_return_in_a_name_starts_no_line_in_csv(command, name):
    em.write(Graph([name, "C"], [(name, "-->", "C")]), "g.json")
    em.write(Graph([name, "C"]), "h.json")
    _, out, _ = command("diff", "g.json", "h.json", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out, newline="")))
    assert [row["first"] for row in rows] == [name]


@pytest.mark.parametrize("format", ["json", "csv"])
def test_scores_as_data_have_a_row_for_each_number_whatever_the_names(command, format):
    status, out, _ = command("score", "truth.json", "estimate.json", "--format", format)
    report = em.evaluate(em.read("truth.json"), em.read("estimate.json"))
    assert status == 0
    if format == "json":
        rows = json.loads(out)["reports"][0]["rows"]
    else:
        rows = list(csv.DictReader(io.StringIO(out, newline="")))
    assert [(row["metric"], row["reason"]) for row in rows] == [
        (row.metric, in_shell(row.reason, SCORE_OPTIONS)) for row in report
    ]


def test_objections_as_json_read_back(command):
    _, out, _ = command("check", "truth.json", "--format", "json")
    kinds = {one["kind"]: one["objection"] for one in json.loads(out)["kinds"]}
    assert kinds["undirected"] == em.read("truth.json").objection("undirected")


@NAMES
@pytest.mark.parametrize("format", ["edges", "adjacency"])
def test_a_name_survives_csv_as_the_csv_module_reads_it(name, format):
    graph = Graph([name, "B"], [(name, "-->", "B")])
    if "\0" in name:
        with pytest.raises(em.errors.FormatError, match="NUL"):
            FORMATS[format].write(graph)
        return
    rows = list(csv.reader(io.StringIO(FORMATS[format].write(graph).decode(), newline="")))
    assert rows[0 if format == "adjacency" else -1] == (
        [name, "B"] if format == "adjacency" else [name, "-->", "B"]
    )


@pytest.mark.parametrize("name", FORMULAS)
def test_what_a_spreadsheet_takes_for_a_formula_is_a_name_and_stays_one(name):
    # An apostrophe put before it would make it another name for every other reader.
    graph = Graph([name, "B"], [(name, "-->", "B")])
    data = FORMATS["edges"].write(graph)
    assert data.decode().splitlines()[-1] == f"{name},-->,B"
    assert FORMATS["edges"].read(Source(data)) == graph


@NAMES
def test_graphviz_itself_draws_the_name(name):
    written = FORMATS["dot"].write(Graph([name, "B"], [(name, "-->", "B")])).decode()
    drawn = pygraphviz.AGraph(string=written)
    label = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], drawn.get_node("n0").attr["label"])
    label = re.sub(r"&#(\d+);", lambda m: chr(int(m[1])), label).replace("&amp;", "&")
    assert label == name
    assert [str(node) for node in drawn.nodes()] == ["n0", "n1"]
    assert drawn.edges() == [("n0", "n1")]
    assert set(drawn.get_node("n0").attr.keys()) == {"label"}


# ---- errors


def wrong_ways(name):
    graph = Graph([name, "B"], [(name, "-->", "B")])
    other = Graph.parse("A --> C")
    yield lambda: em.shd(graph, other)
    yield lambda: em.shd(graph, Graph(2))
    yield lambda: Graph([name, name])
    yield lambda: Graph(["B"], [(name, "-->", "B")])
    yield lambda: Graph([name], [(name, "-->", name)])
    yield lambda: Graph([name, "B"], [(name, name, "B")])
    yield lambda: graph.parents(f"{name}?")
    yield lambda: graph.with_nodes(["B"])
    yield lambda: graph.with_kind(name)
    yield lambda: em.shd(graph, graph, of=name)
    yield lambda: em.evaluate(graph, graph, [name])
    yield lambda: Graph.from_adjacency([[0, 2], [0, 0]], direction="row-to-column", nodes=[name, "B"])
    yield lambda: Graph.from_adjacency([[0, 1], [0, 0]], nodes=[name, "B"])
    yield lambda: Graph.parse(f"A --> B {name}\0 C")
    for given in (
        f'source,target\n"{name}",\n{name}',
        f"{name}\n0,1",
        f'digraph {{ "{name}" -> ',
        f"{{{name}",
    ):
        for format in FORMATS.values():
            yield lambda format=format, given=given: format.read(Source(given.encode()))


@NAMES
def test_no_error_message_lets_a_name_steer_the_terminal(name):
    messages = []
    for way in wrong_ways(name):
        try:
            way()
        except (EdgemarkError, TypeError) as error:
            messages.append(str(error))
    assert len(messages) > 15
    assert [message for message in messages if not safe(message)] == []


@pytest.mark.parametrize("glyph", ["-->", "---"])
def test_edges_that_cannot_share_a_pair_are_written_as_parse_reads_them(glyph):
    for name in HOSTILE_NAMES:
        with pytest.raises(em.errors.GraphError) as caught:
            Graph([name, "B"], [(name, "-->", "B"), (name, glyph, "B")])
        assert f"{Graph([name])} --> B" in str(caught.value)
        assert safe(str(caught.value))
