"""
Lists of scored edges as CSV: under a row of headings a line for each edge, cause, effect, score.

Headings whose words say what they are (`target,regulator,importance`) may come in any order, and after
a column without a heading, which holds the numbers of the rows. Others are read in the order above.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import isfinite

from edgemark.errors import AmbiguityError, EdgemarkError, FormatError, Remedy
from edgemark.io.csv_rows import rows_of
from edgemark.io.source import Source

__all__ = ["CAUSES", "EFFECTS", "edges_of", "holds_list", "score_heading"]

Places = tuple[int, int, int]
"""Which columns are cause, effect and score."""

_ROLES = (
    {"cause", "source", "from", "parent", "start", "node1", "gene1", "variable1", "regulator", "tf",
     "i"},
    {"effect", "target", "to", "child", "end", "node2", "gene2", "variable2", "j"},
    {"score", "weight", "w", "value", "confidence", "probability", "strength", "importance",
     "edgeweight"},
)  # fmt: skip
CAUSES, EFFECTS = _ROLES[:2]
_BYTES_OF_EDGE = 300  # its triple, twice, its place among all pairs, and the text that it is read from
_EVERY = 4096
_NO_HEADING = ("", "unnamed: 0")  # how pandas writes and names the numbers of rows


def holds_list(source: Source) -> bool:
    """Whether a table is a list of scored edges rather than a matrix."""
    found = [row for _, row in islice(rows_of(source), 5)]
    heading, *body = found
    if all(len(columns) == 1 for columns in _columns_by_role(heading)):
        return len(heading) == 3 or not _is_square(heading, body)
    if any(len(row) != 3 for row in found[:2]):
        return False
    if _is_number(heading[2]):
        return not any(map(_is_number, heading[:2])) and not any(_is_number(row[1]) for row in body[:1])
    if not body or not _is_number(body[0][2]):
        return bool(body) and not any(map(_is_number, body[0]))
    # A matrix of three nodes has three rows of numbers, one of two nodes their names beside it.
    if len(body) == 3 and all(_is_number(text) for row in body for text in row):
        return False
    return len(body) != 2 or {row[0] for row in body} != set(heading[1:])


def edges_of(source: Source) -> list[tuple[str, str, float]]:
    """
    Read cause, effect and score of each line.

    Raises:
        FormatError: no headings, a line of another length, a score that is no finite number.
        AmbiguityError: headings that contradict each other.
        LimitError: more edges than may be.
    """
    rows = rows_of(source)
    _, heading = next(rows)
    cause, effect, score = _places(heading)
    edges = []
    names: dict[str, str] = {}  # each name once, however often it stands in the file
    for line, row in rows:
        if len(row) != len(heading):
            raise FormatError(
                f"line {line}: a line must have {len(heading)} fields, like the headings "
                f"{','.join(heading)[:80]!r}; got {len(row)}: {','.join(row)[:80]!r}",
                Remedy("Write decimals with a point"),
            )
        if not _is_number(row[score]):
            raise FormatError(
                f"line {line}: a score must be a finite number; got {row[score][:40]!r}",
                Remedy("Leave out edges without a score"),
            )
        a, b = (names.setdefault(name, name) for name in (row[cause], row[effect]))
        edges.append((a, b, float(row[score])))
        if len(edges) % _EVERY == 0:
            source.limits.check_edges(len(edges), bytes_each=_BYTES_OF_EDGE)
    source.limits.check_edges(len(edges), bytes_each=_BYTES_OF_EDGE)
    return edges


def score_heading(source: Source) -> str:
    """The heading of the scores; empty if the headings do not say which column they are in."""
    _, heading = next(rows_of(source))
    try:
        return heading[_places(heading)[2]]
    except EdgemarkError:
        return ""


def _places(heading: list[str]) -> Places:
    """Which columns are what, by the words that are known; the others keep their order."""
    if _is_number(heading[-1]):
        raise FormatError(
            f"a list of scored edges must start with a row of headings such as cause,effect,score; got "
            f"{','.join(heading)[:80]!r}"
        )
    columns = [k for k, name in enumerate(heading) if k or _word(name) not in _NO_HEADING]
    if len(columns) != 3:
        raise FormatError(
            f"a list of scored edges must have the columns cause, effect and score; got "
            f"{','.join(heading)[:80]!r}",
            Remedy("Leave out the other columns"),
        )
    known = _columns_by_role(heading)
    if any(len(found) > 1 for found in known):
        raise AmbiguityError(
            f"headings must say which column is the cause and which the effect; got "
            f"{','.join(heading)[:80]!r}",
            Remedy("Call them cause,effect,score"),
        )
    named = [next(iter(found), None) for found in known]
    rest = iter([k for k in columns if k not in named])
    cause, effect, score = (next(rest) if k is None else k for k in named)
    return cause, effect, score


def _columns_by_role(heading: Sequence[str]) -> list[list[int]]:
    """The columns that are called a cause, an effect, a score."""
    return [[k for k, name in enumerate(heading) if _word(name) in words] for words in _ROLES]


def _word(name: str) -> str:
    return name.strip().lower()


def _is_square(heading: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether it is a matrix, of nodes that are called as columns of a list are."""
    if all(row[0] in heading for row in body):
        return True
    return _word(heading[0]) not in _NO_HEADING and all(map(_is_number, body[0]))


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False
