"""Files that are broken at random, and what must hold whatever is read from them."""

import io
import json
import re
import warnings
import zipfile

import numpy as np
import scipy.sparse

from edgemark import EdgemarkError, Graph
from edgemark.errors import EdgemarkWarning
from edgemark.io import FORMATS, Limits
from edgemark.io.formats import of_suffix
from edgemark.io.source import Source
from tests.oracle import readers as plain
from tests.oracle.graphs import marks
from tests.strategies import HOSTILE_NAMES

TARGETS = (*FORMATS, "parse")
LIMITS = Limits(2**20, 1000, 1000)
MATRICES = ("adjacency", "npy", "npz", "pcalg-cpdag")

GRAPHS = (
    "A --> B --- C; D",
    "A o-> B <-> C o-o D; E --o A",
    "A --> B; B --> A; C <-> D; C --> D",
    '"a b" --> "c,d"; "say \\"x\\"" --- "#1"; 0 --> 1',
    "A",
)
TOKENS = (
    b"\0", b"\n", b"\r\n", b"\r", b";", b",", b'"', b"'", b"\\", b" ", b"\t", b"[", b"]", b"{", b"}",
    b"<", b">", b"<!--", b"/*", b"*/", b"//", b"#", b"#0", b"#99999999", b"-->", b"<--", b"---", b"<->",
    b"o->", b"o-o", b"--", b"->", b"=", b"0", b"1", b"2", b"-1", b"1.0", b"1e0", b"0x1", b"1_0", b"nan",
    b"inf", b"1e999", b"0.9999999", b"99999999999999999999", b"null", b"true", b"[[[[[[[[", b"\\u0000",
    b"\\ud800", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3\xa9", b"\xe2\x80\xa8", b"\xc2\x85",
    b"source", b"target", b"weight", b"mark", b"ID", b"Graph Nodes:\n", b"Graph Edges:\n", b"1. ",
    b"Ambiguous triples:\n", b" dd nl [A --> B]:0.5;", b"strict ", b"subgraph ", b"label=", b"dir=both",
    b"dir=none", b"style=invis", b"arrowhead=odot", b"&#65;", b"&amp;", b"\\N", b"edgemark_unnamed=true",
    b"9" * 400, b"1e308", b"-0", b"@1", b"@1,2", b"lags 2", b"lags 99999999", b"changing ", b"time",
    b"index", b"score", b"added", b"removed", b"[a->b;b->c]", b"NaN", b"Infinity", b"-Infinity",
    b"p_value", b"x->", b"'descr': '|b1'", b"'descr': '<U3'", b"'descr': '<f2'", b'"nodes"', b'"edges"',
    b'"kind": "dag"', b"kind: dag\n", b"kind: ", b"mpdag", b"kind", b"[B|A]", b"|", b":", b"TF",
    b"'descr': '|O'", b"'shape': (9, 9)", b"PK\x03\x04",
)  # fmt: skip


# ---- what must hold


def read(name, data):
    """The graph that bytes hold in a format, or that `Graph.parse` finds in them."""
    if name == "parse":
        return Graph.parse(data.decode("utf-8", "surrogateescape"))
    with warnings.catch_warnings():  # of attributes that are not read, which bytes may form by chance
        warnings.simplefilter("ignore", EdgemarkWarning)
        return FORMATS[name].read(Source(data, "row-to-column", "undirected", LIMITS))


def accepted(name, data):
    """Read some bytes; False if they are refused. What is accepted must be right in all that we know."""
    if name != "parse":
        _sniff(name, data)
    try:
        graph = read(name, data)
    except EdgemarkError:
        return False
    assert_same(graph, read("json", FORMATS["json"].write(graph)))
    assert Graph.parse(str(graph)) == graph
    assert_as_plainly_read(name, data, graph)
    try:
        written = FORMATS[name if name != "parse" else "text"].write(graph)
    except EdgemarkError:
        return True
    assert_same(graph, read(name, written))
    return True


def assert_same(graph, again):
    assert again == graph
    assert again.nodes == graph.nodes
    assert again.is_named == graph.is_named


def assert_as_plainly_read(name, data, graph):
    """Compare with what the plainest reader of the format finds."""
    if name == "parse":
        nodes, edges = plain.parse(data.decode("utf-8", "surrogateescape"))
    elif name in plain.READERS:
        nodes, edges = plain.READERS[name](data)
    else:
        return
    if graph.is_named:
        assert list(graph.nodes) == nodes
    else:
        assert nodes in (graph.n_nodes, [])
        edges = [(str(a), glyph, str(b)) for a, glyph, b in edges]
    assert graph.n_edges == len(edges)
    assert marks(graph.edges()) == marks(edges)


def _sniff(name, data):
    candidates = of_suffix(FORMATS[name].suffixes[0])
    if len(candidates) > 1:
        source = Source(data, limits=LIMITS)
        for candidate in candidates:
            try:
                candidate.sniff(source)
            except EdgemarkError:
                continue


# ---- valid files


def seeds(name):
    """Valid files of a format, ours and of the layouts of others."""
    if name == "parse":
        return [text.encode() for text in GRAPHS] + [b"#0 --> #1; #2", b"A-1 --> co-op", b""]
    graphs = [Graph.parse(text) for text in GRAPHS]
    graphs += [graph.with_nodes(graph.nodes[::-1]) for graph in graphs]
    graphs += [Graph(4, [(0, "-->", 2), (2, "---", 3)]), Graph(0), Graph(HOSTILE_NAMES[:-1])]
    graphs += [Graph.parse("A --> B --- C; D --> A; D --> B")]
    files = []
    for graph in graphs:
        try:
            files.append(FORMATS[name].write(graph))
        except EdgemarkError:
            continue
    return files + _FOREIGN.get(name, [])


def _npz(**arrays):
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def _npy(array):
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def _sparse(layout):
    stream = io.BytesIO()
    matrix = scipy.sparse.coo_array(([1, 1, 1], ([0, 1, 2], [1, 2, 1])), shape=(4, 4))
    scipy.sparse.save_npz(stream, matrix.asformat(layout))
    return stream.getvalue()


_ONES = np.array([[0, 1, 0], [0, 0, 1], [0, 1, 0]])
_FOREIGN = {
    "edges": [
        b"source,target\nA,B\nB,C\nC,B\nD\n",
        b"Source,Target,Weight\r\nA,B,0.5\r\nB,C,-2\r\n",
        b'ID,Variable 1,Dependency,Variable 2\n1,A,->,B\n2,B,--,"C ""x"""\n3,C,o-o,A\n',
    ],
    "adjacency": [b"0,1\n0,0\n", b"name,A,B\nB,0,0\nA,0,1\n", b"A,B\nA,0,1.0\nB,1e0,0\n"],
    "pcalg-pag": [b'"","A","B"\n"A",0,2\n"B",1,0\n'],
    "pcalg-cpdag": [b'"","A","B"\n"A",0,1\n"B",1,0\n'],
    "npy": [_npy(np.asfortranarray(_ONES, dtype)) for dtype in ("?", ">i4", "<f8", "u8", "f2")],
    "npz": [
        *(_sparse(layout) for layout in ("csr", "csc", "coo")),
        _npz(any_name=_ONES.astype("?")),
        _npz(adjacency=_ONES.astype(">f4"), nodes=np.array(["A", "B", "ü"], ">U1")),
    ],
    "tetrad": [
        b"Graph Nodes:\nA,B,C\n\nGraph Edges:\n1. A --> B dd nl\n"
        b"2. B o-> C [B --> C]:0.9;[no edge]:0.1\n",
        b"Graph Nodes:\nA;a --> b;B\n\nGraph Edges:\n1. A --> B\n"
        b"2. a --> b --> B\n\nAmbiguous triples:\n",
    ],
    "dot": [
        b'strict graph { a -- b -- "c d"; e [label="E\\n&lt;"]; a -- b }',
        b"digraph g { node [shape=box]; edge [dir=both, arrowtail=odot]; {a b} -> {c d}; e -> a:n }",
        b"digraph { subgraph x { a; b } -> c [dir=none]; // note\n/* more */ c -> d [style=invis] }",
        b"digraph { a [label=<<b>x</b>>]; a -> b [dir=forward]; b -> a [dir=forward] }",
    ],
}


# ---- breaking them


def broken(rng, files):
    """A file changed in one to four places, most often in one."""
    data = rng.choice(files)
    if data.startswith(b"PK") and rng.random() < 0.8:
        return _repacked(rng, data)
    if data.startswith(b"{") and rng.random() < 0.5 and (changed := _other_json(rng, data)):
        return changed
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        data = rng.choice(_WAYS)(rng, data, files)
    return data


def _span(rng, data, longest=8):
    start = rng.randint(0, len(data))
    return start, min(len(data), start + rng.randint(0, longest))


def _flip(rng, data, files):
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _insert(rng, data, files):
    start, end = _span(rng, data, rng.choice((0, 4)))
    return data[:start] + rng.choice(TOKENS) + data[end:]


def _delete(rng, data, files):
    start, end = _span(rng, data)
    return data[:start] + data[end:]


def _repeat(rng, data, files):
    start, end = _span(rng, data, 30)
    return data[:end] + data[start:end] * rng.choice((1, 1, 2, 20)) + data[end:]


def _splice(rng, data, files):
    other = rng.choice(files)
    return data[: rng.randint(0, len(data))] + other[rng.randint(0, len(other)) :]


def _cut(rng, data, files):
    return data[: rng.randint(0, len(data))]


def _lines(rng, data, files):
    lines = data.split(b"\n")
    k, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    how = rng.randrange(4)
    if how == 0:
        lines.insert(other, lines[k])
    elif how == 1:
        lines[k], lines[other] = lines[other], lines[k]
    elif how == 2:
        del lines[k]
    else:
        return (b"\r\n" if rng.random() < 0.5 else b"\r").join(lines)
    return b"\n".join(lines)


def _exchange(rng, data, files):
    words = [match.span() for match in re.finditer(rb"\w+|[^\w\s]+", data)]
    if not words:
        return data
    (start, end), (from_, to) = rng.choice(words), rng.choice(words)
    return data[:start] + data[from_:to] + data[end:]


_WAYS = (_flip, _flip, _insert, _insert, _delete, _repeat, _splice, _cut, _lines, _exchange, _exchange)


_ODD = (
    None, True, False, 0, 1, -1, 2, 0.5, 1e999, -1e999, float("nan"), int("9" * 400), 10**6, 10**9, "",
    "A", "-->", "\ud800", "\0", [], {}, [[]], [0], ["A"], ["A", "-->", "B", 1], [[[[]]]], {"nodes": 3},
    "edgemark.graph",
)  # fmt: skip


def _other_json(rng, data):
    """Put an odd value into a place of valid JSON, or put a part where another one was."""
    try:
        whole = json.loads(data)
    except ValueError:
        return None
    places = list(_places(whole))
    for _ in range(rng.choice((1, 1, 2))):
        holder, key = rng.choice(places)
        other, place = rng.choice(places)
        value = rng.choice(_ODD) if rng.random() < 0.7 else other[place] if _has(other, place) else None
        if not _has(holder, key):
            continue
        if rng.random() < 0.15:
            del holder[key]
        else:
            holder[key] = json.loads(json.dumps(value))
    return json.dumps(whole, ensure_ascii=rng.random() < 0.9).encode("utf-8", "surrogatepass")


def _has(holder, key):
    return key in holder if isinstance(holder, dict) else key < len(holder)


def _places(value):
    """Every place within lists and objects."""
    keys = (
        list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield value, key
        yield from _places(value[key])


def _repacked(rng, data):
    """Break an array within an archive, whose checksums are made anew."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    names = list(members)
    name = rng.choice(names)
    if rng.random() < 0.1:
        members[rng.choice(("nodes.npy", "adjacency.npy", "format.npy", "x.npy"))] = members.pop(name)
    else:
        members[name] = broken(rng, [members[name], members[rng.choice(names)]])
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()
