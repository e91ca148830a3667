"""
A file, read in the plainest way: nodes in order (a number where they have no names) and edges.

These readers trust the file: they need not refuse anything, for they are asked only about files that
were accepted. Matrices point from row to column, and ones in both cells of a pair are one ``---``.
"""

import csv
import io
import json

import numpy as np

LEFT, RIGHT = {1: "o", 2: "<", 3: "-"}, {1: "o", 2: ">", 3: "-"}
GLYPHS = [f"{left}-{right}" for left in LEFT.values() for right in RIGHT.values()]
BAYESYS = {"->": "-->", "<-": "<--", "--": "---"}


def text_of(data):
    return data.decode().removeprefix("\ufeff")


# ---- matrices


def directed(ones):
    """Edges of the cells (row, column) that hold a 1."""
    edges = [(i, "---" if (j, i) in ones else "-->", j) for i, j in ones]
    return [(i, glyph, j) for i, glyph, j in edges if glyph == "-->" or i < j]


def ones_of(matrix):
    n = len(matrix)
    return {(i, j) for i in range(n) for j in range(n) if {0: False, 1: True}[number_of(matrix[i][j])]}


def named(names, edges):
    return names, [(names[a], glyph, names[b]) for a, glyph, b in edges]


def over(names, n_nodes, edges):
    return (n_nodes, edges) if names is None else named(names, edges)


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
    """Fields without the blanks around them; where there are quotes, only those before a field go."""
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
    beside = [row[0] for row in rows[1:]]
    return names, [rows[1 + beside.index(name)][1:] for name in names]


def adjacency(data):
    names, cells = table(data)
    return over(names, len(cells), directed(ones_of(cells)))


def pcalg_cpdag(data):
    names, cells = table(data)
    return over(names, len(cells), directed({(j, i) for i, j in ones_of(cells)}))


def pcalg_pag(data):
    names, cells = table(data)
    marks = [[{0: 0, 1: 1, 2: 2, 3: 3}[float(cell)] for cell in row] for row in cells]
    n = len(marks)
    pairs = [(i, j) for i in range(n) for j in range(i) if marks[i][j]]
    return over(names, n, [(i, f"{LEFT[marks[j][i]]}-{RIGHT[marks[i][j]]}", j) for i, j in pairs])


def npy(data):
    matrix = np.load(io.BytesIO(data), allow_pickle=False)
    return len(matrix), directed(ones_of(matrix))


def npz(data):
    with np.load(io.BytesIO(data), allow_pickle=False) as archive:
        names = archive["nodes"].tolist() if "nodes" in archive else None
        if {"format", "shape"} <= set(archive):
            matrix = sparse(archive)
        else:
            beside = ("nodes", "direction", "symmetric", "kind")
            key = "adjacency" if "adjacency" in archive else next(n for n in archive if n not in beside)
            matrix = archive[key]
            turned = "direction" in archive and str(archive["direction"]) == "column-to-row"
            matrix = matrix.T if turned else matrix
    return over(names, len(matrix), directed(ones_of(matrix)))


def sparse(archive):
    """The whole matrix from what scipy.sparse keeps of it, entries on one cell added up."""
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
    header = [word.strip().lower() for word in rows[0]]
    first = 1 if header[0] == "id" else 0
    last = 3 if header[0] == "id" else header.index("target")
    nodes, found = {}, []
    for row in rows[1:]:
        nodes[row[first]] = None
        if len(row) > last and row[last]:
            nodes[row[last]] = None
            mark = row[last - 1] if last - first == 2 else "-->"
            found.append((row[first], BAYESYS.get(mark, mark), row[last]))
    if last - first == 1:
        both = {(a, b) for a, _, b in found}
        found = [(a, "---" if (b, a) in both else "-->", b) for a, _, b in found]
        found = [(a, glyph, b) for a, glyph, b in found if glyph == "-->" or a < b]
    return list(nodes), found


def json_graph(data):
    content = json.loads(text_of(data))
    return content["nodes"], [tuple(edge) for edge in content["edges"]]


def words(text):
    """Words of our text; None where a statement ends."""
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


def end_of(word):
    """A name, or a position where the word is no quoted one."""
    if word[0] == '"':
        return json.loads(word, strict=False)
    return int(word[1:]) if word[0] == "#" else word


def parse(text):
    nodes, found, chain, is_first = {}, [], [], True
    for word in words(text):
        if word is None:
            if is_first and chain:
                is_first = False
                if chain[0] == "kind:" and len(chain) == 2:
                    chain = []
            ends = [end_of(end) for end in chain[::2]]
            nodes.update(dict.fromkeys(ends))
            found += list(zip(ends, chain[1::2], ends[1:], strict=False))
            chain = []
        else:
            chain.append(word)
    return len(nodes) if 0 in nodes else list(nodes), found


def text(data):
    return parse(text_of(data))


def tetrad(data):
    """Edges by every known pair of names that a line can start with; the shortest remark wins."""
    lines = [line.removesuffix("\r") for line in text_of(data).split("\n")]
    lines = [line for line in lines if line.strip()]
    heads = [k for k, line in enumerate(lines) if line.strip() == "Graph Nodes:"]
    written = lines[heads[0] + 1]
    names = written.removesuffix(";").split(";") if ";" in written else written.split(",")
    names = names if ";" in written else [name.strip() for name in names]
    found, inside = [], False
    for line in lines[heads[0] + 2 :]:
        heading = line.strip()
        if heading == "Graph Edges:":
            inside = True
        elif heading.endswith(":") and heading.startswith(("Graph", "Ambiguous", "Underlin", "Dotted")):
            inside = False
        elif inside:
            body = line.lstrip().partition(". ")[2]
            starts = [
                (a, glyph, b)
                for a in names
                for glyph in GLYPHS
                if body.startswith(f"{a} {glyph} ")
                for b in names
                if is_remark(body, f"{a} {glyph} {b}")
            ]
            found.append(max(starts, key=lambda edge: len("".join(edge))))
    return names, found


def is_remark(body, edge):
    if not body.startswith(edge):
        return False
    rest = body[len(edge) :].partition(" [")[0]
    return set(rest.split()) <= {"dd", "pd", "nl", "pl"} and (not rest or rest[0].isspace())


READERS = {
    "json": json_graph, "text": text, "edges": edges, "adjacency": adjacency, "npy": npy, "npz": npz,
    "tetrad": tetrad, "pcalg-cpdag": pcalg_cpdag, "pcalg-pag": pcalg_pag,
}  # fmt: skip
