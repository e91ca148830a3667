"""
Remedies for files of other programs that edgemark does not read, such as spreadsheets, GraphML and
DAGitty, and for tables whose numbers may be row numbers.
"""

from __future__ import annotations

import re
from itertools import count
from math import isnan

import numpy as np

from edgemark.arguments import written_number
from edgemark.errors import AmbiguityError, EdgemarkError, FormatError, Remedy
from edgemark.graph import Graph
from edgemark.graph.ambiguity import refuse_lowest_first
from edgemark.io.csv_rows import rows_of
from edgemark.io.edge_list import heading_of_row_numbers
from edgemark.io.scored_list import holds_list, score_heading
from edgemark.io.source import Source

__all__ = ["remedies_for_suffix", "remedies_for_text", "remedy_for_row_numbers"]

_SHEETS = frozenset({".xls", ".xlsx", ".xlsm", ".ods"})
_DIRECTED = ", create_using=networkx.DiGraph"
_READ_BY_NETWORKX = {
    ".gml": "read_gml(path)",
    ".graphml": "read_graphml(path)",
    ".gexf": "read_gexf(path)",
    ".adjlist": f"read_adjlist(path{_DIRECTED})",
    ".edgelist": f"read_edgelist(path{_DIRECTED})",
}
_READ_BY_PYAGRUM = frozenset({".bif", ".bifxml", ".dsl", ".net", ".xdsl"})
_R_FILES = frozenset({".rds", ".rda", ".rdata"})
_MAX_TEXT = 100_000  # Finding advice must not take longer than reading.
_GLYPH_OF = {"->": "-->", "<-": "<--", "--": "---", "@->": "o->", "<-@": "<-o", "@-@": "o-o"}
_ARROW = "(<->|@->|<-@|@-@|->|<-|--)"
_OPTIONS = r'\[[^\[\]]*\]|bb="[^"]*"'  # of nodes and edges in [], and the bounding box of the picture
_HEAD = r'\s++(?:"[^"]*+"|\w++)?+\s*+\{|\{'  # possessive, so no backtracking
_DAGITTY = re.compile(rf"\s*+(?:dag|pdag|mag|pag)(?:{_HEAD})", re.IGNORECASE)
_GRAPHVIZ = re.compile(rf"\s*+(?:strict\s++)?+(?:di)?graph(?:{_HEAD})", re.IGNORECASE)


def remedies_for_suffix(suffix: str) -> list[Remedy]:
    """
    Remedies for a file with a suffix of another program; none for other suffixes.

    Examples:
        >>> [remedy.say for remedy in remedies_for_suffix(".xlsx")]
        ['Save the sheet as .csv, and read that file']
    """
    suffix = suffix.lower()
    if suffix in _SHEETS:
        return [Remedy("Save the sheet as .csv, and read that file")]
    if suffix in _R_FILES:
        return [Remedy("Write the matrix or the edges with write.csv(x, path, row.names = FALSE) in R")]
    if suffix in _READ_BY_NETWORKX:
        function = _READ_BY_NETWORKX[suffix]
        say = "If its edges lead from the first node to the second, read it with networkx"
        say = say if _DIRECTED in function else "Read it with networkx"
        return [Remedy(say, f"import networkx; as_graph(networkx.{function})")]
    if suffix in _READ_BY_PYAGRUM:
        say = "If it is a Bayesian network, read it with pyAgrum"
        return [Remedy(say, "import pyagrum; as_graph(pyagrum.loadBN(str(path)))")]
    return []


def remedies_for_text(source: Source) -> list[Remedy]:
    """Remedies for Graphviz, for DAGitty's format, for edges such as ->, and for a bare matrix."""
    text = source.text
    if len(text) > _MAX_TEXT:
        return []
    if _GRAPHVIZ.match(text):
        return [Remedy("If it is Graphviz", 'format="dot"', "--input-format dot")]
    if _DAGITTY.match(text):
        return _remedies_for_arrows(text, "DAGitty's text", in_braces=True)
    return _remedies_for_arrows(text, "the text") or _remedies_for_bare_matrix(text)


def _remedies_for_arrows(text: str, what: str, *, in_braces: bool = False) -> list[Remedy]:
    """Remedy for a text with edges such as ->, if edgemark reads it once they are written as -->."""
    code, whole_text = "Path(path).read_text()", text
    if in_braces:
        text = text.partition("{")[2].rpartition("}")[0]
        code += '.partition("{")[2].rpartition("}")[0]'
        if re.search(_OPTIONS, text):
            text, code = re.sub(_OPTIONS, "", text), f"re.sub(r'{_OPTIONS}', '', {code})"
    if in_braces and re.search(rf"\S{_ARROW}|{_ARROW}\S", text):
        pattern = f"[ ]*{_ARROW}[ ]*"
        text, code = re.sub(pattern, r" \1 ", text), f"re.sub(r'{pattern}', r' \\1 ', {code})"
    for arrow, glyph in _GLYPH_OF.items():
        if f" {arrow} " in text:
            text = text.replace(f" {arrow} ", f" {glyph} ")
            code += f'.replace(" {arrow} ", " {glyph} ")'
    try:
        if not Graph.parse(text).n_edges:
            return []
    except EdgemarkError:
        return []
    imported = "from pathlib import Path; "
    if "re.sub" in code:
        imported += "import re; "
    keeps = ", with latent variables as nodes" if "[latent" in whole_text else ""
    return [
        Remedy(f"Write the edges of {what} as --> and so on{keeps}", f"{imported}Graph.parse({code})")
    ]


def _remedies_for_bare_matrix(text: str) -> list[Remedy]:
    """Remedies for rows of numbers separated by blanks, as numpy.savetxt writes them."""
    from edgemark.io.objects import remedies_for_matrix

    try:
        rows = [list(map(written_number, line.split())) for line in text.split("\n") if line.strip()]
    except ValueError:
        return []
    if any(len(row) != len(rows) for row in rows) or any(
        isnan(number) for row in rows for number in row
    ):
        return []
    return [
        Remedy(
            f"{remedy.say} of a matrix of numpy.savetxt",
            "import numpy; " + remedy.python.replace("(obj,", "(numpy.loadtxt(path, ndmin=2),"),
        )
        for remedy in remedies_for_matrix(np.array(rows))
        if remedy.python
    ]


def remedy_for_row_numbers(source: Source) -> Remedy | None:
    """
    Remedy for a list of edges whose scores count the rows from 0 or 1, or whose first column is called
    id or index; None for others.

    Raises:
        FormatError: a heading such as index or rank suggests that the numbers are not scores. The error
            holds the remedy.
    """
    if numbers := heading_of_row_numbers(source):
        return Remedy(f"If {numbers!r} numbers the rows, leave out this column")
    if not holds_list(source) or not (heading := score_heading(source)):
        return None
    _, first = next(rows_of(source))
    column = first.index(heading)
    cells = [row[column] for _, row in rows_of(source)][1:]
    if not all(text.strip().isdigit() for text in cells):
        return None  # Only whole numbers can number the rows.
    remedy = Remedy(f"If {heading!r} numbers the rows, leave out this column")
    try:
        refuse_lowest_first(heading)
    except AmbiguityError:
        raise FormatError("no scores", remedy) from None
    counted = (zip(cells, count(start), strict=False) for start in (0, 1))
    is_counted = any(all(text == str(number) for text, number in pairs) for pairs in counted)
    return remedy if is_counted else None
