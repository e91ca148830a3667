"""
What reading a text takes, whatever the text: never more than its format reckons for each of its bytes.

The shapes are those that take the most: short names that are all different, which dictionaries hold as
they have just grown, one wide character that makes every other one wide, lists of nothing.
"""

import itertools
import string

import pytest

import edgemark as em
from edgemark.errors import LimitError
from edgemark.io import FORMATS, Limits, limits
from tests.io.test_untrusted_memory import peak

N = 11_000  # tables of 2**14 places have just become those of 2**15
WIDE = chr(0x1F600)
SLACK = 300_000  # what does not grow with the file


def names(n=N, length=3):
    letters = itertools.product(string.ascii_letters, repeat=length)
    return ["".join(name) for name in itertools.islice(letters, n)]


def pairs(n=N):
    return list(itertools.islice(itertools.combinations(names(200, 2), 2), n))


def linked(join, apart="\n"):
    return apart.join(join.join(pair) for pair in pairs())


def by_child(n=N):
    parents = {}
    for parent, child in pairs(n):
        parents.setdefault(child, []).append(parent)
    return "".join(
        f"[{name}|{':'.join(parents[name])}]" if name in parents else f"[{name}]"
        for name in names(200, 2)
    )


def matrix(n=150, cells="01", apart=","):
    head = apart.join(names(n, 2))
    return "\n".join(
        [head, *(apart.join(cells[0] * (i + 1) + cells[1] * (n - i - 1)) for i in range(n))]
    )


GRAPH = '{"format": "edgemark.graph", "version": 1, "kind": null, '
TETRAD = "Graph Nodes:\n", "\n\nGraph Edges:\n"
SHAPES = {
    ("json", "nodes"): GRAPH + '"nodes": ["' + '","'.join(names()) + '"], "edges": []}',
    ("json", "a wide node"): GRAPH + f'"nodes": ["{WIDE}","' + '","'.join(names()) + '"], "edges": []}',
    ("json", "edges"): GRAPH
    + '"nodes": ["'
    + '","'.join(names(200, 2))
    + '"], "edges": [["'
    + '"],["'.join('","-->","'.join(pair) for pair in pairs())
    + '"]]}',
    ("json", "lists"): GRAPH + '"nodes": 1, "edges": [], "x": [' + ",".join(["[[]]"] * N) + "]}",
    ("json", "objects"): GRAPH + '"nodes": 1, "edges": [], "x": [' + ",".join(["{}"] * N) + "]}",
    ("json", "keys"): GRAPH
    + '"nodes": 1, "edges": [], "x": {'
    + ",".join(f'"{name}":[]' for name in names())
    + "}}",
    ("text", "lines"): "\n".join(names()),
    ("text", "statements"): ";".join(names()),
    ("text", "a chain"): " --> ".join(names()),
    ("text", "edges"): linked(" --> "),
    ("text", "new nodes"): "\n".join(map(" --> ".join, zip(names()[::2], names()[1::2], strict=True))),
    ("text", "a wide node"): "\n".join([*names(), WIDE]),
    ("text", "no edge between"): " ".join("AB" * N),
    ("text", "words"): " ".join(names()),
    ("text", "escapes"): 'A --> "' + "\\n" * 2 * N + '"',
    ("text", "line ends"): "A --> B" + "\n" * 4 * N,
    ("tetrad", "nodes"): ";".join(names()).join(TETRAD),
    ("tetrad", "a wide node"): ";".join([*names(), WIDE]).join(TETRAD),
    ("tetrad", "edges"): ";".join(names(200, 2)).join(TETRAD)
    + "\n".join(f"0. {a} --> {b}" for a, b in pairs()),
    ("tetrad", "blank lines"): "A;B".join(TETRAD) + "  \n" * N,
    ("bnlearn", "nodes"): "".join(f"[{name}]" for name in names()),
    ("bnlearn", "a wide node"): "".join(f"[{name}]" for name in [*names(), WIDE]),
    ("bnlearn", "one parent"): "[A]" + "".join(f"[{name}|A]" for name in names()),
    ("bnlearn", "edges"): by_child(),
    ("bnlearn", "one node"): "[A]" * N,
    ("dot", "nodes"): "digraph{" + ";".join(names()) + "}",
    ("dot", "a chain"): "digraph{" + "->".join(names()) + "}",
    ("dot", "a group"): "digraph{{" + " ".join(names()) + "}->z}",
    ("dot", "edges"): "digraph{" + linked("->", ";") + "}",
    ("dot", "defaults"): "digraph{node[a=b c=d e=f g=h label=i]" + " ".join(names()) + "}",
    ("dot", "labels"): "digraph{" + "".join(f"{name}[label=y]" for name in names()) + "}",
    ("dot", "escapes"): 'digraph{a[label="' + "\\n" * 2 * N + '"]}',
    ("edges", "nodes"): "source,target\n" + "\n".join(names()),
    ("edges", "edges"): "source,target\n" + linked(","),
    ("edges", "new nodes"): "source,target\n"
    + "\n".join(map(",".join, zip(names()[::2], names()[1::2], strict=True))),
    ("edges", "semicolons"): "source;target\n" + linked(";") + "\n",
    ("edges", "a wide node"): "source,target\n" + "\n".join([WIDE, *names()]),
    ("adjacency", "ones"): matrix(),
    ("adjacency", "semicolons"): matrix(apart=";") + "\n",
    ("adjacency", "no matrix"): ",".join(names()),
    ("pcalg-cpdag", "ones"): matrix(),
    ("pcalg-pag", "no matrix"): ",".join(names()),
}  # fmt: skip


def read(put, name, text, memory):
    """Read a text by its suffix, if that is enough to know its format."""
    chosen = FORMATS[name]
    how = {"direction": "row-to-column", "symmetric": "undirected"} if name == "adjacency" else {}
    path = put(f"x{chosen.suffixes[0]}", text)
    how |= {"format": name} if chosen.only_by_name else {}
    em.read(put("w" + chosen.suffixes[0], "A --> B\n"), format="text")  # modules are loaded
    return peak(lambda: em.read(path, limits=Limits(memory=memory), **how))


def of_suffix(name):
    """What is asked of a file: of all formats that it may be of, unless its format is named."""
    return max(
        [FORMATS[name].memory]
        + [
            other.memory
            for other in FORMATS.values()
            if not FORMATS[name].only_by_name and set(other.suffixes) & set(FORMATS[name].suffixes)
        ]
    )


@pytest.mark.parametrize(("name", "shape"), SHAPES, ids=" ".join)
def test_reading_takes_no_more_than_is_reckoned(put, name, shape):
    text = SHAPES[name, shape]
    size = len(text.encode())
    read(put, name, text, 2**40)  # what is loaded or cached once
    most, raised = read(put, name, text, of_suffix(name) * size)
    assert not isinstance(raised, LimitError)
    assert most <= FORMATS[name].memory * size + SLACK


@pytest.mark.parametrize(("name", "shape"), SHAPES, ids=" ".join)
def test_a_text_is_refused_before_it_takes_more_memory_than_it_may(put, name, shape):
    text = SHAPES[name, shape]
    memory = FORMATS[name].memory * len(text.encode()) - 1
    most, raised = read(put, name, text, memory)
    assert isinstance(raised, LimitError)
    assert most <= memory


def test_every_format_of_text_has_a_number_of_its_own():
    assert {name for name, of in FORMATS.items() if of.memory} == {name for name, _ in SHAPES}


def test_defaults_in_graphviz_are_not_kept_for_every_node(put):
    """A thousand defaults for a thousand nodes would be a million entries, from a few kilobytes."""
    defaults = " ".join(f"{name}=x" for name in names(1000))
    text = f"digraph{{node[{defaults}] {' '.join(names(1000))}}}"
    read(put, "dot", text, 2**40)
    assert read(put, "dot", text, 2**40)[0] < 80 * len(text)


def test_a_limit_that_is_raised_for_a_file_is_enough_for_every_format():
    assert limits._MAX_BYTES_OF["bytes"] >= max(one.memory for one in FORMATS.values())
