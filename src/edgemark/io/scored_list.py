"""
Lists of scored edges as CSV: headings, then one line for each edge with cause, effect and score.

The headings say which column is the cause and which is the effect, so the columns may come in any order,
as in `target,regulator,importance`. The remaining column is the score. A first column without a heading
holds row numbers or row names, which are not read.

The table of bnlearn's `boot.strength` has the columns from, to, strength and direction. `strength` is
the share of graphs with an edge between the two nodes. `direction` is the share of those in which the
edge points from `from` to `to`. The score is their product: the share of all graphs with that directed
edge.

One file, because a list is told from a matrix by the rules for headings by which it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import isfinite, isinf, isnan, nan, prod

from edgemark.arguments import written_number
from edgemark.errors import EdgemarkError, FormatError, Remedy
from edgemark.graph import EdgeScores
from edgemark.graph.ambiguity import is_called_lag, refuse_lags
from edgemark.graph.headings import (
    LAGS,
    are_headings_of_pair_list,
    cause_and_effect,
    columns_by_role,
    remedy_for_ends,
    word_of,
)
from edgemark.graph.rounding import exactly_written, vanishes
from edgemark.io.csv_rows import (
    is_missing,
    line_of,
    name_without_nul,
    refuse_repeated_headings,
    remedies_for_decimal_comma,
    remedy_for_empty_ends,
    rows_of,
)
from edgemark.io.separators import MISSING_VALUES
from edgemark.io.source import Source

__all__ = [
    "edges_of",
    "has_lag_column",
    "has_losses",
    "has_pvalues",
    "heading_objection",
    "holds_fractions",
    "holds_lags",
    "holds_list",
    "holds_strengths",
    "names_ends_of_edges",
    "refuse_listed_lags",
    "score_heading",
    "table_of",
]

Roles = tuple[int, int, tuple[int, ...]]
"""The columns of cause and effect, and the columns whose product is the score."""

# Memory for a line: two copies of its triple, the index of its pair, and its text.
_BYTES_OF_EDGE = 300
_CHECK_EVERY = 4096  # lines between two checks of the memory
_LEAST_SHARE = 1e-5  # A bootstrap with fewer than 100,000 graphs has no smaller share.
_ROUNDED = 1e-9  # Numbers that differ by less may be the same number, rounded.
_MARK_HEADINGS = frozenset({"arrow", "edge", "edgetype", "interaction", "mark", "marks", "sign", "type"})
_STRENGTH_HEADINGS = ("from", "to", "strength", "direction")  # the headings of bnlearn's boot.strength


def holds_list(source: Source) -> bool:
    """Whether a table is a list of scored edges instead of a matrix."""
    first_rows = [row for _, row in islice(rows_of(source), 5)]
    heading, *body = first_rows
    columns_of_roles = columns_by_role(heading)
    if all(len(columns) == 1 for columns in columns_of_roles) or are_headings_of_pair_list(heading):
        # These are headings of a list, but the nodes of a larger matrix may have such names.
        return len(heading) == 3 or not _looks_like_matrix(source, heading, body)
    if _has_score_under_unknown_heading(heading, body):
        return True
    if is_missing(heading[0]):  # The first column has row numbers or row names.
        if len(heading) != 4 or not body or all(row[0] in heading[1:] for row in body):
            return False
        return _are_ends(columns_of_roles) or not any(map(_is_number, body[0][1:3]))
    if len(heading) == 3 and _are_ends(columns_of_roles) and _has_number_on_diagonal(body):
        return True
    if _are_edges_of_numbered_nodes(first_rows):
        return True
    if any(len(row) != 3 for row in first_rows[:2]) or _are_rows_of_matrix(body):
        return False
    if _is_number(heading[2]):
        # Without headings, a list starts with two names and a number.
        return not any(map(_is_number, heading[:2])) and not any(_is_number(row[1]) for row in body[:1])
    if not body or not _is_number(body[0][2]):
        # In a list with a missing or invalid score, this line has no number. In a matrix, it has one.
        return bool(body) and not any(map(_is_number, body[0]))
    # A table with three columns is a matrix if its two rows are named like the last two columns.
    return len(body) != 2 or {row[0] for row in body} != set(heading[1:])


def names_ends_of_edges(source: Source) -> bool:
    """Whether the headings name the two ends of an edge, and the table is no matrix of such nodes."""
    heading, *body = [row for _, row in islice(rows_of(source), 5)]
    return _are_ends(columns_by_role(heading)) and not _looks_like_matrix(source, heading, body)


def _are_ends(columns_of_roles: Sequence[Sequence[int]]) -> bool:
    """Return whether headings name one column of causes and one of effects."""
    return [len(columns) for columns in columns_of_roles[:2]] == [1, 1]


def _has_number_on_diagonal(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether some cell of a row and the column of the same position is a number other than 0."""
    diagonal = (row[k] for k, row in enumerate(rows) if k < len(row))
    return any(_is_number(text) and written_number(text) != 0 for text in diagonal)


def refuse_list_with_other_columns(source: Source) -> None:
    """Refuse a list that names cause and effect, but has no score or several other columns."""
    heading, *body = [row for _, row in islice(rows_of(source), 5)]
    if not body or len(body[0]) != len(heading) or not names_ends_of_edges(source):
        return
    raise FormatError(
        f"a list of scored edges must have the columns cause, effect and score; got "
        f"{','.join(heading)[:80]!r}",
        *(
            [
                Remedy("Add a column of scores"),
                Remedy("If each line is an edge, read a graph", "read(path)"),
            ]
            if len(heading) == 2
            else _remedies_for_columns(heading)
        ),
    )


def _are_edges_of_numbered_nodes(rows: Sequence[Sequence[str]]) -> bool:
    """
    Whether rows without headings are edges such as 0,1,0.5, and cannot be a matrix.

    Examples:
        >>> _are_edges_of_numbered_nodes([["0", "1", "0.5"], ["2", "0", "0.3"], ["1", "2", "0.1"]])
        True
        >>> _are_edges_of_numbered_nodes([["0", "1", "0.5"], ["2", "0", "0.3"], ["1", "2", "0"]])
        False
    """
    if any(len(row) != 3 or not _is_number(row[2]) for row in rows):
        return False
    if any(not (row[0].isdecimal() and row[1].isdecimal()) or row[0] == row[1] for row in rows):
        return False
    may_be_square = len(rows) in (3, 4)  # with or without a row of names
    has_fraction = any(not written_number(row[2]).is_integer() for row in rows)
    return not may_be_square or (has_fraction and _has_number_on_diagonal(rows[-3:]))


def _are_rows_of_matrix(rows: Sequence[Sequence[str]]) -> bool:
    """
    Whether rows are a matrix of three nodes: numbers, missing values and at most two other fields.

    Three rows of a list hold six names, which are other fields.
    """
    others = [
        text
        for row in rows
        for text in row
        if not _is_number(text) and text.strip().lower() not in MISSING_VALUES
    ]
    return len(rows) == 3 and len(others) <= 2


def _has_score_under_unknown_heading(heading: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether headings name the cause and the effect, and only the remaining column has a number."""
    causes, effects, _ = columns_by_role(heading)
    if (len(heading), len(causes), len(effects)) != (3, 1, 1) or not body or len(body[0]) != 3:
        return False
    remaining = 3 - causes[0] - effects[0]
    return [k for k, text in enumerate(body[0]) if _is_number(text)] == [remaining]


def holds_strengths(source: Source) -> bool:
    """Whether a table has the columns of bnlearn's `boot.strength`."""
    return _are_headings_of_boot_strength(next(rows_of(source))[1])


def edges_of(source: Source) -> list[tuple[str, str, float]]:
    """
    Read cause, effect and score of each line.

    Raises:
        FormatError: no headings, a line of the wrong length, or a score that is neither a finite
            number nor a missing value.
        AmbiguityError: headings that contradict each other.
        LimitError: more edges than the limits allow.
    """
    rows = rows_of(source)
    _, heading = next(rows)
    cause, effect, factors = _roles(heading)
    edges = []
    strengths: dict[tuple[str, str], tuple[int, str, str]] = {}  # the line and the shares of each pair
    names: dict[str, str] = {}  # store each name once, however often it occurs
    for line, row in rows:
        refuse_repeated_headings(line, row, heading)
        if len(row) != len(heading):
            raise FormatError(
                f"line {line}: a line must have {len(heading)} fields, like the headings "
                f"{','.join(heading)[:80]!r}; got {len(row)}: {','.join(row)[:80]!r}",
                _remedy_for_width(row, len(heading)),
            )
        a, b = row[cause], row[effect]
        if len(factors) == 1:
            score = _score(line, row[factors[0]])
        else:
            score = prod(_share(line, row[column]) for column in factors)
            strength, direction = (row[column] for column in factors)
            if (other := strengths.get((b, a))) is not None:
                _refuse_other_shares((a, b), (line, strength, direction), other)
            strengths[a, b] = line, strength, direction
        edges.append((names.setdefault(a, a), names.setdefault(b, b), score))
        if len(edges) % _CHECK_EVERY == 0:
            source.limits.check_edges(len(edges), bytes_each=_BYTES_OF_EDGE)
    source.limits.check_edges(len(edges), bytes_each=_BYTES_OF_EDGE)
    if not any(heading[k].strip() for k in factors) and all(isnan(score) for _, _, score in edges):
        raise FormatError(
            "a list of scored edges must have a column of scores; the third column is empty",
            Remedy(
                "If each line is an edge, leave out the separators at the ends of the lines, and read a "
                "graph from the file"
            ),
        )
    return edges


def _score(line: int, text: str) -> float:
    """Return the number in a field, or nan if it is missing (NA, an empty field and so on)."""
    try:
        number = written_number(text)
    except ValueError:
        number = nan
    if vanishes(text, number):
        raise FormatError(
            f"line {line}: a score must not be so small that it is read as 0; got {text[:40]!r}",
            Remedy("Write logarithms instead: for p-values, -log10(p) is a valid score"),
        )
    if not isfinite(number) and text.strip().lower() not in MISSING_VALUES:
        raise FormatError(
            f"line {line}: a score must be a finite number; got {text[:40]!r}",
            *(remedies_for_decimal_comma(text) or [_remedy_for_score(number)]),
        )
    # Not the float: scores that differ must not become equal by rounding.
    exact: float = exactly_written(text, number)
    return exact


def _remedy_for_score(number: float) -> Remedy:
    if isinf(number):
        return Remedy(
            "Replace it by a finite number of the same rank, such as one beyond all other scores"
        )
    return Remedy("Write numbers such as 0.5, and NA for a pair without a score")


def _share(line: int, text: str) -> float:
    number = _score(line, text)
    if not 0 <= number <= 1:
        raise FormatError(
            f"line {line}: strength and direction must be shares from 0 to 1, as boot.strength gives "
            f"them; got {text[:40]!r}",
            Remedy("If the strength alone is the score, leave out the column direction"),
        )
    return number


def _refuse_other_shares(
    pair: tuple[str, str], row: tuple[int, str, str], other: tuple[int, str, str]
) -> None:
    """Refuse two lines of one pair whose strengths differ, or whose directions do not sum to 1."""
    (line, strength, direction), (first_line, first_strength, first_direction) = row, other
    a, b = pair
    where = f"lines {first_line} and {line}"
    if abs(written_number(strength) - written_number(first_strength)) > _ROUNDED:
        raise FormatError(
            f"{where}: both lines of a pair must have the same strength, the share of graphs with an "
            f"edge between the two nodes; got {first_strength} for {b!r},{a!r} and {strength} for "
            f"{a!r},{b!r}",
            Remedy("Write the table of boot.strength again, from one bootstrap"),
        )
    total = written_number(direction) + written_number(first_direction)
    # Two halves of the last digit may both be rounded up, or both down.
    places = max(len(text.strip().partition(".")[2]) for text in (direction, first_direction))
    rounded = 10.0**-places if places > 1 else 0
    if abs(total - 1) > rounded + _ROUNDED and (total or written_number(strength)):
        raise FormatError(
            f"{where}: the directions of both lines of a pair must sum to 1, since they are shares of "
            f"the graphs with an edge between the two nodes; got {first_direction} for {b!r},{a!r} and "
            f"{direction} for {a!r},{b!r}",
            Remedy(
                "If each number is the share of all graphs with this edge, write it as the score, under "
                "from,to,score"
            ),
        )


def score_heading(source: Source) -> str:
    """Return the heading of the scores; empty if the headings do not identify the column."""
    _, heading = next(rows_of(source))
    try:
        return heading[_roles(heading)[2][0]]
    except EdgemarkError:
        return ""


def holds_lags(source: Source) -> bool:
    """Whether the heading of a list says that its numbers are lags of a time series."""
    return is_called_lag(score_heading(source), _listed_numbers(source))


def has_lag_column(source: Source) -> bool:
    """Whether a list has a column of lags beside its scores."""
    _, heading = next(rows_of(source))
    return any(word_of(name) in LAGS for name in heading)


def refuse_listed_lags(source: Source) -> None:
    """Refuse a list whose heading says that its numbers are lags."""
    remedy = Remedy("Read the time series graph", "read_temporal(path)")
    refuse_lags(score_heading(source), remedy, numbers=_listed_numbers(source))


def _listed_numbers(source: Source) -> Iterator[float]:
    """Yield the score of each line; nan if its field is not a finite number."""
    _, heading = next(rows_of(source))
    column = _roles(heading)[2][0]
    for _, row in islice(rows_of(source), 1, None):
        text = row[column] if column < len(row) else ""
        yield written_number(text) if _is_number(text) else nan


def heading_objection(source: Source) -> str:
    """Explain what is wrong with the headings of a list; empty if nothing is wrong."""
    _, heading = next(rows_of(source))
    try:
        _roles(heading)
    except EdgemarkError as error:
        return str(error)
    return ""


def holds_fractions(source: Source) -> bool:
    """Whether some number of a table is not an integer."""
    numbers = (written_number(text) for _, row in rows_of(source) for text in row if _is_number(text))
    return any(not number.is_integer() for number in numbers)


def _roles(heading: list[str]) -> Roles:
    """Find the columns of cause, effect and score by the words in their headings."""
    if _is_number(heading[-1]):
        raise FormatError(
            f"a list of scored edges must start with a row of headings such as cause,effect,score; got "
            f"{','.join(heading)[:80]!r}",
            Remedy("If the columns are in this order, add cause,effect,score as the first line"),
        )
    columns = [k for k, name in enumerate(heading) if k or not is_missing(name)]
    if _are_headings_of_boot_strength(heading):
        cause, effect, *factors = (list(map(_word, heading)).index(name) for name in _STRENGTH_HEADINGS)
        return cause, effect, tuple(factors)
    if len(columns) != 3:
        raise FormatError(
            f"a list of scored edges must have the columns cause, effect and score; got "
            f"{','.join(heading)[:80]!r}",
            *_remedies_for_columns(heading),
        )
    cause, effect = cause_and_effect(heading, remedy_for_ends("columns"))
    return cause, effect, (next(k for k in columns if k not in (cause, effect)),)


def _remedies_for_columns(heading: Sequence[str]) -> list[Remedy]:
    """
    Suggest what to do with surplus columns.

    A column with the lag or the type of each edge must not simply be left out.
    """
    words = [word_of(name) for name in heading]
    remedies = []
    if lags := [name for name, word in zip(heading, words, strict=True) if word in LAGS]:
        remedies.append(
            Remedy(
                f"{lags[0]!r} states the lag of an edge: put the scores into one matrix for each "
                f"lag, and give them to TemporalScores"
            )
        )
    if marks := [name for name, word in zip(heading, words, strict=True) if word in _MARK_HEADINGS]:
        remedies.append(
            Remedy(
                f"{marks[0]!r} gives the type of each edge. Swap the ends of edges where needed, so "
                f"that the cause is in the column of the cause. Delete rows that are not directed "
                f"edges, and then the column {marks[0]!r}"
            )
        )
    return remedies or [
        Remedy("Leave out all columns that are neither cause, effect nor the score to rank by")
    ]


def _remedy_for_width(row: Sequence[str], n_headings: int) -> Remedy:
    """Return the remedy for a line with more or fewer fields than the headings."""
    n_extra = len(row) - n_headings
    if n_extra > 0 and not any(row[n_headings:]):
        return remedy_for_empty_ends()
    if n_extra == 1:
        return Remedy(
            "If each line begins with a row name or number, write the table without them "
            "(row.names=FALSE in R). If decimals have a comma, write a point: the comma splits the field"
        )
    if n_extra < 0:
        return Remedy("Complete the line; write NA where a score is missing")
    return Remedy("If decimals have a comma, write a point: the comma splits the field")


def has_losses(source: Source, scores: Sequence[float]) -> bool:
    """
    Whether a list comes from bnlearn's `arc.strength` with a network score as its criterion.

    A strength is then the change of that score if the arc is removed.
    """
    return _has_headings_of_arc_strength(source) and any(score < 0 for score in scores)


def has_pvalues(source: Source, scores: Sequence[float]) -> bool:
    """
    Whether a list comes from bnlearn's `arc.strength` with a test as its criterion.

    A strength is then a p-value. A number below 1e-5 shows this, because no share of a bootstrap's
    graphs is that small.
    """
    if not _has_headings_of_arc_strength(source):
        return False
    known = [score for score in scores if not isnan(score)]
    return all(0 <= score <= 1 for score in known) and any(0 < score < _LEAST_SHARE for score in known)


def _has_headings_of_arc_strength(source: Source) -> bool:
    heading = [_word(name) for name in next(rows_of(source))[1]]
    words = heading[1:] if is_missing(heading[0]) else heading
    return words == ["from", "to", "strength"]


def _are_headings_of_boot_strength(heading: Sequence[str]) -> bool:
    words = [_word(name) for k, name in enumerate(heading) if k or not is_missing(name)]
    return sorted(words) == sorted(_STRENGTH_HEADINGS)


def _word(name: str) -> str:
    return name.strip().lower()


def _looks_like_matrix(source: Source, heading: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether a table is a matrix whose node names, such as i, j, weight, may be headings of a list."""
    if all(row[0] in heading for row in body):
        return True
    if is_missing(heading[0]) or not body or not all(map(_is_number, body[0])):
        return False
    n_lines = sum(1 for _ in islice(rows_of(source), len(heading) + 2)) - 1
    return n_lines == len(heading) and not _has_number_on_diagonal(body)


def _is_number(text: str) -> bool:
    try:
        return isfinite(written_number(text))
    except ValueError:
        return False


# ---- writing


def table_of(scores: EdgeScores) -> bytes:
    """
    Return scores as a table; refuse scores that a table cannot hold.

    A node without scores gets a line with score 0, since the table must name every node.
    """
    _refuse_what_needs_an_archive(scores)
    starts, ends, numbers = scores._cells.triples()
    nodes = scores.nodes
    scored = set(starts.tolist()) | set(ends.tolist())
    lines = [
        (nodes[i], nodes[j], repr(float(number)))
        for i, j, number in zip(starts.tolist(), ends.tolist(), numbers, strict=True)
    ]
    for k in range(scores.n_nodes):
        if k not in scored:
            lines.append((nodes[k], nodes[0 if k else 1], "0.0"))
    rows = [("source", "target", "score"), *lines]
    return "".join(line_of(row, name_without_nul()) for row in rows).encode()


def _refuse_what_needs_an_archive(scores: EdgeScores) -> None:
    _, _, numbers = scores._cells.triples()
    objections = {
        "name its nodes; these nodes have no names": not scores.is_named,
        f"have at least two nodes; got {scores.n_nodes}": scores.n_nodes < 2,
        "have a score for every pair; some pairs have none": scores.candidates is not None,
        "have no negative scores, since it cannot state how they rank; some scores are negative": bool(
            (numbers < 0).any()
        ),
        f"give score 0 to unlisted pairs; here they have {scores._unlisted!r}": scores._unlisted != 0,
        f"rate directed edges; these scores rate the relation {scores.relation!r}": scores.relation
        != "directed",
    }
    for problem, applies in objections.items():
        if applies:
            raise FormatError(
                f"a table of scores must {problem}",
                Remedy("Write an archive, which keeps everything", 'write_scores(scores, "scores.npz")'),
            )
