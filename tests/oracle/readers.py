"""
Simple readers of files: the nodes in order (their number if they have no names) and the edges.

These readers refuse nothing, because they get only files that edgemark accepts. Matrices point
from row to column, and ones in both cells of a pair are one ``---``.
"""

import csv
import io
import json
import re

import numpy as np

LEFT, RIGHT = {1: "o", 2: "<", 3: "-"}, {1: "o", 2: ">", 3: "-"}
GLYPHS = [f"{left}-{right}" for left in LEFT.values() for right in RIGHT.values()]
BAYESYS = {"->": "-->", "<-": "<--", "--": "---"}


def text_of(data):
    """The text of a file; if no line ends with a line feed, carriage returns end the lines."""
    text = data.decode().removeprefix("\ufeff")
    return text if "\n" in text else text.replace("\r", "\n")


# ---- matrices


def directed(ones):
    """Edges of the cells (row, column) that hold a 1."""
    edges = [(i, "---" if (j, i) in ones else "-->", j) for i, j in ones]
    return [(i, glyph, j) for i, glyph, j in edges if glyph == "-->" or i < j]


def ones_of(matrix):
    n = len(matrix)
    return {(i, j) for i in range(n) for j in range(n) if {0: False, 1: True}[number_of(matrix[i][j])]}


def with_renamed_nodes(names, edges):
    return names, [(names[a], glyph, names[b]) for a, glyph, b in edges]


def with_names(names, n_nodes, edges):
    return (n_nodes, edges) if names is None else with_renamed_nodes(names, edges)


LOGICALS = {
    word: value
    for value in (False, True)
    for word in (str(value), str(value).lower(), str(value).upper())
}


def number_of(cell):
    """A number, or one of R's and Python's logical values."""
    return float(LOGICALS.get(cell, cell) if isinstance(cell, str) else cell)


def is_number(written):
    try:
        return number_of(written) == number_of(written)
    except ValueError:
        return False


def rows_of(text):
    """Fields without blanks around them; in files with quotes, only blanks before a field go."""
    rows = [row for row in csv.reader(io.StringIO(text, newline=""), skipinitialspace=True) if row]
    return rows if '"' in text else [[field.strip() for field in row] for row in rows]


def table(data):
    """Names or None, and the cells of a matrix as CSV."""
    rows = rows_of(text_of(data))
    n, width = len(rows) - 1, len(rows[-1])
    if len(rows) == width == len(rows[0]) and all(map(is_number, rows[0])):
        return None, rows
    if width == n:
        return rows[0], rows[1:]
    names = rows[0][-n:]
    row_names = [row[0] for row in rows[1:]]
    return names, [rows[1 + row_names.index(name)][1:] for name in names]


def adjacency(data):
    names, cells = table(data)
    return with_names(names, len(cells), directed(ones_of(cells)))


def pcalg_cpdag(data):
    names, cells = table(data)
    return with_names(names, len(cells), directed({(j, i) for i, j in ones_of(cells)}))


def pcalg_pag(data):
    names, cells = table(data)
    marks = [[{0: 0, 1: 1, 2: 2, 3: 3}[float(cell)] for cell in row] for row in cells]
    n = len(marks)
    pairs = [(i, j) for i in range(n) for j in range(i) if marks[i][j]]
    return with_names(names, n, [(i, f"{LEFT[marks[j][i]]}-{RIGHT[marks[i][j]]}", j) for i, j in pairs])


def npy(data):
    matrix = np.load(io.BytesIO(data), allow_pickle=False)
    return len(matrix), directed(ones_of(matrix))


def npz(data):
    with np.load(io.BytesIO(data), allow_pickle=False) as archive:
        names = archive["nodes"].tolist() if "nodes" in archive else None
        if {"format", "shape"} <= set(archive):
            matrix = sparse(archive)
        else:
            other_keys = ("nodes", "direction", "symmetric", "kind")
            key = (
                "adjacency"
                if "adjacency" in archive
                else next(n for n in archive if n not in other_keys)
            )
            matrix = archive[key]
            is_transposed = "direction" in archive and str(archive["direction"]) == "column-to-row"
            matrix = matrix.T if is_transposed else matrix
    return with_names(names, len(matrix), directed(ones_of(matrix)))


def sparse(archive):
    """The dense matrix from the arrays of scipy.sparse; several entries of one cell are added up."""
    layout = archive["format"].tobytes().replace(b"\0", b"").decode()
    n = int(archive["shape"][0])
    if layout == "coo":
        names = ("row", "col") if "row" in archive else ("coords_0", "coords_1")
        rows, columns = (archive[name].tolist() for name in names)
    else:
        starts, columns = archive["indptr"].tolist(), archive["indices"].tolist()
        rows = [i for i in range(n) for _ in range(starts[i], starts[i + 1])]
        if layout == "csc":
            rows, columns = columns, rows
    matrix = [[0] * n for _ in range(n)]
    for i, j, value in zip(rows, columns, archive["data"].tolist(), strict=True):
        matrix[i][j] += value
    return matrix


# ---- text


def edges(data):
    rows = rows_of(text_of(data))
    # Separators between the words of a heading do not count.
    header = [re.sub(r"[\s_.-]", "", word.lower()) for word in rows[0]]
    first = 1 if header[0] == "id" else 0
    last = 3 if header[0] == "id" else header.index("target")
    nodes, listed = {}, []
    for row in rows[1:]:
        nodes[row[first]] = None
        if len(row) > last and row[last]:
            nodes[row[last]] = None
            mark = row[last - 1] if last - first == 2 else "-->"
            listed.append((row[first], BAYESYS.get(mark, mark), row[last]))
    if last - first == 1:
        both = {(a, b) for a, _, b in listed}
        listed = [(a, "---" if (b, a) in both else "-->", b) for a, _, b in listed]
        listed = [(a, glyph, b) for a, glyph, b in listed if glyph == "-->" or a < b]
    return list(nodes), listed


def json_graph(data):
    content = json.loads(text_of(data))
    return content["nodes"], [tuple(edge) for edge in content["edges"]]


def words(text):
    """Words of edgemark's text format; None where a statement ends."""
    at = 0
    while at < len(text):
        start = at
        at += 1
        if text[start] in ";\n":
            yield None
        elif text[start] == '"':
            while text[at] != '"':
                at += 2 if text[at] == "\\" else 1
            at += 1
            yield text[start:at]
        elif not text[start].isspace():
            while at < len(text) and not text[at].isspace() and text[at] not in ';"':
                at += 1
            yield text[start:at]
    yield None


def node_of(word):
    """The name in a word, or the position if the word is # and a number."""
    if word[0] == '"':
        return json.loads(word, strict=False)
    return int(word[1:]) if word[0] == "#" else word


def parse(text):
    nodes, listed, chain, is_first = {}, [], [], True
    for word in words(text):
        if word is None:
            if is_first and chain:
                is_first = False
                if chain[0] == "kind:" and len(chain) == 2:
                    chain = []
            ends = [node_of(end) for end in chain[::2]]
            nodes.update(dict.fromkeys(ends))
            listed += list(zip(ends, chain[1::2], ends[1:], strict=False))
            chain = []
        else:
            chain.append(word)
    return len(nodes) if 0 in nodes else list(nodes), listed


def text(data):
    return parse(text_of(data))


def tetrad(data):
    """Read each line as the longest edge between known names that it can start with."""
    lines = [line.removesuffix("\r") for line in text_of(data).split("\n")]
    lines = [line for line in lines if line.strip()]
    headings = [k for k, line in enumerate(lines) if line.strip() == "Graph Nodes:"]
    written = lines[headings[0] + 1]
    names = written.removesuffix(";").split(";") if ";" in written else written.split(",")
    names = names if ";" in written else [name.strip() for name in names]
    listed, is_in_edges = [], False
    for line in lines[headings[0] + 2 :]:
        heading = line.strip()
        if heading == "Graph Edges:":
            is_in_edges = True
        elif heading.endswith(":") and heading.startswith(("Graph", "Ambiguous", "Underlin", "Dotted")):
            is_in_edges = False
        elif is_in_edges:
            body = line.lstrip().partition(". ")[2]
            possible = [
                (a, glyph, b)
                for a in names
                for glyph in GLYPHS
                if body.startswith(f"{a} {glyph} ")
                for b in names
                if only_remarks_follow(body, f"{a} {glyph} {b}")
            ]
            listed.append(max(possible, key=lambda edge: len("".join(edge))))
    return names, listed


def only_remarks_follow(body, edge):
    """Whether the line is the edge, followed by nothing but Tetrad's remarks."""
    if not body.startswith(edge):
        return False
    rest = body[len(edge) :].partition(" [")[0]
    return set(rest.split()) <= {"dd", "pd", "nl", "pl"} and (not rest or rest[0].isspace())


READERS = {
    "json": json_graph, "text": text, "edges": edges, "adjacency": adjacency, "npy": npy, "npz": npz,
    "tetrad": tetrad, "pcalg-cpdag": pcalg_cpdag, "pcalg-pag": pcalg_pag,
}  # fmt: skip
