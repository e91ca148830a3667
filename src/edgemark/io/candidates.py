"""Files of candidate pairs: a list of pairs, or a list of possible causes."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NoReturn

from edgemark.errors import (
    AmbiguityError,
    EdgemarkError,
    FormatError,
    GraphError,
    InputTypeError,
    Remedy,
    listing,
)
from edgemark.graph import Candidates
from edgemark.graph.headings import CAUSES, EFFECTS, MARK_WORDS, columns_by_role, word_of
from edgemark.io.contents import CONTENTS, remedies_for_wrong_writer
from edgemark.io.csv_rows import (
    is_missing,
    line_of,
    name_without_nul,
    refuse_repeated_headings,
    remedies_for_row_names,
    rows_of,
)
from edgemark.io.edge_list import refuse_unread_type
from edgemark.io.files import load, name_the_file
from edgemark.io.limits import Limits
from edgemark.io.paths import checked_path
from edgemark.io.separators import tab_separated, with_commas
from edgemark.io.source import Source
from edgemark.replacing import replace_file

__all__ = ["read_candidates", "write_candidates"]

# Memory at the peak of reading for each byte of a file, as tests/io/test_reader_memory.py measures.
_BYTES_OF_TEXT = 128
_DEFAULT_LIMITS = Limits()
_EXCLUDING_WORDS = frozenset(
    {"banned", "blacklist", "blacklisted", "block", "blocked", "blocklist", "denied", "deny", "denylist",
     "disallow", "disallowed", "drop", "dropped", "exclude", "excluded", "excludes", "exclusion",
     "forbid", "forbidden", "ignore", "ignored", "impossible", "invalid", "never", "no", "non", "not",
     "omit", "omitted", "prohibited", "refused", "reject", "rejected", "remove", "removed", "unwanted",
     "veto", "vetoed", "without"}
)  # fmt: skip
"""Words of a heading which mean that the nodes below it are not causes."""

_FURTHER_EFFECTS = frozenset(
    {"children", "dependent", "leaf", "leaves", "outcome", "response", "responding", "sink", "y"}
)
"""Further headings of nodes that edges enter; words such as outcome may also name a variable."""

_ALLOWING = frozenset({"allowed", "allowlist", "candidate", "driver", "node", "whitelist"})
"""Further headings of nodes that edges leave."""

_HEADINGS = ("source", "cause", "parent", "regulator", "TF")

Row = tuple[int, list[str]]
"""The number of a line, and its fields."""


def read_candidates(
    path: str | os.PathLike[str], nodes: Sequence[str], *, limits: Limits = _DEFAULT_LIMITS
) -> Candidates:
    r"""
    Read the ordered pairs of nodes that count.

    A table of two columns lists pairs, cause and effect, under headings such as ``source,target`` or
    ``Gene1,Gene2``, or effect and cause under ``target,source``. BEELINE's column `Type` is ignored if
    it holds signs, or words such as activation.

    A table of one column lists the nodes that an edge can leave, such as transcription factors. A
    heading such as ``TF`` is skipped, and so are causes that are not nodes. Without a heading, the first
    cause must be a node. A first line that may be a heading or a node is refused. A heading that does
    not say causes is refused, such as ``target``, which means effects, and ``blacklist``, which excludes
    nodes.

    A further first column without a heading, or called ``Unnamed: 0``, may hold row numbers.

    Args:
        path: the file, comma-separated or separated by tabs.
        nodes: all nodes, such as ``truth.nodes``.
        limits: limits on size and memory.

    Returns:
        The candidates.

    Raises:
        OSError: the file cannot be opened.
        AmbiguityError: the first line of a list of causes may be a heading or a node.
        FormatError: a table of pairs has no headings, or further columns; a table of one column has a
            heading that does not say causes; headings occur twice; or a type may mean that there is no
            edge.
        GraphError: a pair with an unknown node, or a list of causes without any node.
        LimitError: the file is larger than `limits` allows.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "tfs.csv"
        >>> _ = path.write_text("TF\nA\n")
        >>> read_candidates(path, ["A", "B", "C"]).pairs()
        [('A', 'B'), ('A', 'C')]
        >>> folder.cleanup()
    """
    file_path = checked_path(path)
    try:
        source = Source(load(file_path, limits), limits=limits)
        limits.check_text(len(source.data), _BYTES_OF_TEXT)
        source = with_commas(source, file_path.suffix)
        rows = _without_numbers(list(rows_of(source)))
        _, heading = rows[0]
        if len(heading) == 1:
            return _candidates_of_causes(rows, nodes)
        return Candidates(nodes, _pairs(rows, nodes))
    except EdgemarkError as error:
        name_the_file(error, file_path)
        raise


def write_candidates(candidates: Candidates, path: str | os.PathLike[str]) -> None:
    """
    Write the pairs that count as a table ``source,target``. The file is written whole or not at all.

    ``read_candidates(path, candidates.nodes)`` gives equal candidates.

    Args:
        candidates: the candidates to write.
        path: the path of the file, ending in ``.csv`` or ``.tsv``; an existing file is replaced.

    Raises:
        OSError: the file cannot be written.
        FormatError: another suffix, or nodes without names.

    Examples:
        >>> import tempfile
        >>> from pathlib import Path
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = Path(folder.name) / "pairs.csv"
        >>> write_candidates(Candidates.from_causes(["A", "B", "C"], ["B"]), path)
        >>> read_candidates(path, ["A", "B", "C"]).pairs()
        [('B', 'A'), ('B', 'C')]
        >>> folder.cleanup()
    """
    if not isinstance(candidates, Candidates):
        raise InputTypeError(
            f"write_candidates takes Candidates; got {type(candidates).__name__}",
            *remedies_for_wrong_writer(candidates, "candidates"),
        )
    file_path = checked_path(path)
    CONTENTS["Candidates"].demand_writable(file_path)
    if not candidates.is_named:
        raise FormatError(
            "a table of candidates must name its nodes; these nodes have no names",
            Remedy("Name them", "candidates.with_nodes(names)"),
        )
    rows = [("source", "target"), *candidates.pairs()]
    data = "".join(line_of(row, name_without_nul()) for row in rows).encode()
    replace_file(file_path, tab_separated(data) if file_path.suffix.lower() == ".tsv" else data)


def _without_numbers(rows: list[Row]) -> list[Row]:
    """Drop the row numbers, which R and pandas write into a first column without a heading."""
    width = len(rows[0][1])
    if width == 1 or not is_missing(rows[0][1][0]):
        return rows
    for line, row in rows:
        if len(row) != width:
            raise FormatError(
                f"line {line}: a line must have {width} fields, like the headings; got {len(row)}"
            )
    return [(line, row[1:]) for line, row in rows]


def _candidates_of_causes(rows: list[Row], nodes: Sequence[str]) -> Candidates:
    for line, row in rows:
        if len(row) > 1:
            raise FormatError(
                f"line {line} has {len(row)} columns, but the first line has one",
                *remedies_for_row_names(row, 1),
                Remedy("Begin with the heading source,target, without a title or a comment"),
            )
    first, all_nodes = rows[0][1][0], set(nodes)
    if first in all_nodes:
        if _says_causes(first) or word_of(first).removesuffix("s") in EFFECTS:
            _refuse_heading_or_node(first, nodes)
    else:
        _demand_heading_of_causes(first)
        rows = rows[1:]
        for line, row in rows:
            refuse_repeated_headings(line, row, [first])
    names = [row[0] for _, row in rows]
    causes = [name for name in names if name in all_nodes]
    if not causes:
        raise GraphError(
            f"some of the causes must be nodes; got {listing(names) or 'none'}, and the nodes are "
            f"{listing(list(nodes))}"
        )
    return Candidates.from_causes(nodes, causes)


def _demand_heading_of_causes(first: str) -> None:
    """Refuse a first line, which is not a node, if it is not a heading of causes either."""
    if _means_effects(first):
        raise FormatError(
            f"a table of one column must list causes; its heading says effects: {first!r}",
            Remedy("If they are causes, call the column source"),
            Remedy("Else list pairs of cause and effect under source,target"),
        )
    _refuse_exclusion(first)
    if not _says_causes(first):
        # It may be a heading such as regulated or y_true, whose nodes are not causes.
        raise FormatError(
            f"a table of one column must begin with a heading that says causes, or with a node; got "
            f"{first!r}",
            Remedy("If it is a heading of causes, write source instead"),
            Remedy("If it is a cause that is not a node, write the heading source above it"),
            Remedy("Else list pairs of cause and effect under source,target"),
        )


def _says_causes(heading: str) -> bool:
    return word_of(heading).removesuffix("s") in CAUSES | _ALLOWING


def _means_effects(heading: str) -> bool:
    word = word_of(heading)
    return bool({word, word.removesuffix("s"), word.removesuffix("es")} & (EFFECTS | _FURTHER_EFFECTS))


def _is_negated(heading: str) -> bool:
    """Whether "no", "non" or "not" is the prefix of a word for causes, as in nonregulator."""
    word = word_of(heading).removesuffix("s")
    return any(word.startswith(no) and word.removeprefix(no) in CAUSES for no in ("non", "not", "no"))


def _refuse_exclusion(heading: str) -> None:
    """Refuse a list of nodes that are not causes."""
    words = {word.lower() for word in re.findall("[A-Z]+(?![a-z])|[A-Z]?[a-z]+", heading)}
    if words & _EXCLUDING_WORDS or _is_negated(heading):
        raise FormatError(
            f"a table of one column must list causes; its heading excludes nodes: {heading!r}",
            Remedy("If they are causes, call the column source"),
            Remedy("Else list the pairs that count under source,target"),
        )


def _refuse_heading_or_node(first: str, nodes: Sequence[str]) -> NoReturn:
    """Refuse a first line such as TF if a node is called TF, too."""
    heading = next((word for word in _HEADINGS if word not in nodes), "")
    raise AmbiguityError(
        f"the first line of a list of causes must be a heading or a node; got {first!r}, which may be "
        f"both",
        Remedy(f"If it is a heading, write {heading or 'another word for causes'} instead"),
        Remedy(f"If it is the node, write the heading {heading or 'of causes'} above it"),
    )


def _remedy_for_columns(heading: list[str]) -> Remedy:
    """
    Return the remedy for a table of pairs with unknown headings.

    A column that is dropped may have selected or reversed pairs.
    """
    words = [word_of(name) for name in heading]
    if MARK_WORDS.intersection(words):
        return Remedy(
            "Write A,B under source,target for A --> B and for B <-- A, without the column of marks"
        )
    if len(heading) > 2:
        return Remedy(
            "Keep only the rows whose pairs count, and only the columns of cause and effect, under "
            "source,target"
        )
    return Remedy(
        "Write each pair that counts as cause,effect under source,target, or the causes alone, in one "
        "column under source"
    )


def _pairs(rows: list[Row], nodes: Sequence[str]) -> list[tuple[str, str]]:
    _, heading = rows[0]
    words = [word.strip().lower() for word in heading]
    if words[2:] == ["type"] and words[:2] == ["gene1", "gene2"]:
        for line, row in rows[1:]:
            if len(row) == 3:
                refuse_unread_type(line, row[2])
        words, rows = words[:2], [(line, row[:2] if len(row) == 3 else row) for line, row in rows]
    causes, effects, _ = columns_by_role(words)
    if len(words) != 2 or len(causes) != 1 or len(effects) != 1:
        raise FormatError(
            f"candidates must be a table with the headings source,target, or a list of causes; got "
            f"{','.join(heading)[:80]!r}",
            _remedy_for_columns(heading),
        )
    for line, row in rows:
        if len(row) != 2:
            raise FormatError(
                f"line {line}: a candidate has a cause and an effect; got {len(row)} fields",
                *remedies_for_row_names(row, 2),
            )
    pairs = [(row[causes[0]], row[effects[0]]) for _, row in rows[1:]]
    for line, row in rows[1:]:
        # Nodes may have the names of headings.
        if row[1].lower() == heading[1].lower() and any(name not in nodes for name in row):
            refuse_repeated_headings(line, row, heading)
    return pairs
