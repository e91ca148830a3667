"""Read and write rows of comma-separated files."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from math import isfinite

from edgemark.arguments import written_number
from edgemark.errors import FormatError, Remedy
from edgemark.graph.headings import NO_HEADING
from edgemark.io.formats import remedy_to_write_json
from edgemark.io.source import Source

DECIMAL_COMMA = re.compile(r"[-+]?[0-9]*,[0-9]+(?:[eE][-+]?[0-9]+)?")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_NEEDS_QUOTES = re.compile(r'[,"\r\n]|^[\s\ufeff#]|\s$')
_QUOTE_NAME = Remedy("If a name begins with #, put the name into double quotes")
_LATER_COMMENT = re.compile(r"[\r\n][^\S\r\n]*#")
_STATES_SEPARATOR = re.compile(r"sep=[,;\t]", re.IGNORECASE)
_COMMENT = re.compile(r"\s*(#[^\r\n]*)")


def rows_of(source: Source) -> Iterator[tuple[int, list[str]]]:
    """
    Yield each row with the number of its last line; skip empty lines and strip blanks around fields.

    In a file with double quotes, only blanks before a field are stripped, so that quoted blanks stay.
    """
    text = source.text
    refuse_comment(text)
    may_have_padding = source.has_blanks_without_quotes
    reader = csv.reader(lines_of(text), strict=True, skipinitialspace=True)
    try:
        for row in reader:
            if row:
                yield reader.line_num, [field.strip() for field in row] if may_have_padding else row
    except csv.Error as error:
        if "field larger" in str(error):
            raise FormatError(
                f"line {reader.line_num}: a field may have at most {csv.field_size_limit()} characters; "
                f"got more",
                Remedy("If the file needs such long fields, raise the limit with csv.field_size_limit"),
            ) from None
        raise FormatError(
            f"line {reader.line_num}: the file must be comma-separated values; {error}. A double quote "
            f"inside a quoted field is written twice",
            *_remedies_for_blanks(text),
        ) from None


def refuse_comment(text: str, separator: str = ",") -> None:
    r"""
    Refuse lines that start with # outside of quotes: headings of numpy.savetxt, a comment, or a name.

    After the first line, a name such as #1 may start with #, if no blank follows the # and the row has
    another field.

    Examples:
        >>> refuse_comment('"# A",B\n0,1\n0,0\n')
    """
    if found := _COMMENT.match(text):
        raise FormatError(
            f"the first line must hold headings or cells, and must not be a comment; got "
            f"{found[1][:40]!r}",
            Remedy(
                "If it holds headings of numpy.savetxt, write them with delimiter=',' and comments=''"
            ),
            Remedy("If it is a comment, leave it out: grep -v '^#' FILE"),
            _QUOTE_NAME,
        )
    if not _LATER_COMMENT.search(text):
        return
    lines_of_row: list[str] = []

    def kept_lines() -> Iterator[str]:
        for line in lines_of(text):
            lines_of_row.append(line)
            yield line

    reader = csv.reader(kept_lines(), delimiter=separator, strict=True, skipinitialspace=True)
    try:
        for row in reader:
            line = lines_of_row[0].strip()
            is_alone = len([field for field in row if field.strip()]) == 1
            if line.startswith("#") and (is_alone or line[1:2].isspace()):
                raise FormatError(
                    f"line {reader.line_num}: a line must not be a comment; got {line[:40]!r}",
                    Remedy("Leave comments out: grep -v '^#' FILE"),
                    _QUOTE_NAME,
                )
            lines_of_row.clear()
    except csv.Error:
        return  # The caller explains what is wrong.


def _remedies_for_blanks(text: str) -> list[Remedy]:
    """Remedy for fields that are separated by blanks, as R's write.table writes them."""
    if not re.match(r'\s*"[^"]*" +"', text):
        return []
    return [
        Remedy(
            "If blanks separate the fields, write commas instead, and no row names: write.csv(table, "
            "path, row.names=FALSE) in R"
        )
    ]


def remedies_for_decimal_comma(text: str) -> list[Remedy]:
    """
    Remedies for a number with a comma, which may separate thousands; none for other texts.

    Examples:
        >>> [remedy.say for remedy in remedies_for_decimal_comma("0,5")]
        ['Write 0.5 instead of 0,5 and so on, or separate the fields by semicolons']
        >>> remedies_for_decimal_comma("1,234")[0].say
        'If the comma separates thousands, write 1234 instead of 1,234'
    """
    if not DECIMAL_COMMA.fullmatch(text.strip()) or len(text) > 40:
        return []
    if re.fullmatch(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}", text.strip()):
        point, whole = text.replace(",", "."), text.replace(",", "")
        return [
            Remedy(f"If the comma separates thousands, write {whole} instead of {text}"),
            Remedy(f"If it is a decimal mark, write {point}, or separate the fields by semicolons"),
        ]
    return [
        Remedy(
            f"Write {text.replace(',', '.')} instead of {text} and so on, or separate the fields by "
            f"semicolons"
        )
    ]


def remedy_for_empty_ends() -> Remedy:
    """Remedy for separators at the ends of the lines, as spreadsheets write for empty cells."""
    return Remedy(
        "Leave out the separators at the ends of the lines; in a spreadsheet, delete the empty columns "
        "and rows"
    )


def remedies_for_row_names(row: Sequence[str], n_headings: int) -> list[Remedy]:
    """
    Remedy for a row with more fields than headings: empty fields at its end, or a row name.

    R's write.table adds row names, which have no heading.
    """
    if len(row) > n_headings and not any(row[n_headings:]):
        return [remedy_for_empty_ends()]
    if len(row) != n_headings + 1:
        return []
    return [
        Remedy(
            "If each line begins with the name or number of its row, write the table without them "
            "(row.names=FALSE in R)"
        )
    ]


def rows_without_row_numbers(
    source: Source, is_known: Callable[[list[str]], bool]
) -> Iterator[tuple[int, list[str]]]:
    """
    Yield the rows of a table. Leave out its first column if that has row numbers, as R and pandas write.

    Args:
        source: the file.
        is_known: whether the caller reads a table with these headings, which are all but that of the row
            numbers.
    """
    width = _width_with_row_numbers(source, is_known)
    if width is None:
        yield from rows_of(source)
        return
    for line, row in rows_of(source):
        if len(row) != width:
            raise FormatError(f"line {line}: every row must have {width} fields; got {len(row)}")
        yield line, row[1:]


def refuse_repeated_headings(
    line: int, row: Sequence[str], heading: Sequence[str], *remedies: Remedy
) -> None:
    """
    Refuse a row that repeats the headings of a table, which happens if two tables were joined.

    Examples:
        >>> refuse_repeated_headings(2, ["A", "B"], ["source", "target"])
    """
    if row[-1].lower().endswith(heading[-1].lower()) and _plain(row) == _plain(heading):
        raise FormatError(
            f"line {line}: a table must have its headings once, in the first line; got "
            f"{','.join(row)[:80]!r} again. Write each table to its own file",
            *remedies,
        )


def _plain(row: Sequence[str]) -> list[str]:
    return [field.strip("\ufeff \t").lower() for field in row]


def is_missing(heading: str) -> bool:
    """
    Whether a heading is empty or the one that pandas gives to a column of row numbers.

    Examples:
        >>> is_missing(" "), is_missing("Unnamed: 0"), is_missing("A")
        (True, True, False)
    """
    return heading.replace(" ", "").lower() in NO_HEADING


def _width_with_row_numbers(source: Source, is_known: Callable[[list[str]], bool]) -> int | None:
    """The number of columns of a table that has row numbers; None for any other table."""
    (_, header), *body = islice(rows_of(source), 2)
    if is_missing(header[0]) and body and re.fullmatch("[0-9]+", body[0][1][0]) and is_known(header[1:]):
        return len(header)
    return None


def lines_of(text: str) -> Iterator[str]:
    r"""
    Yield the lines of a text with their line ends. Unlike a stream, this needs no copy of the text.

    Examples:
        >>> list(lines_of("A\r\nB\n\nC"))
        ['A\r\n', 'B\n', '\n', 'C']
    """
    return (match[0] for match in _LINE.finditer(text))


def comma_hint(first_row: list[str]) -> str:
    r"""
    Explain what is wrong with a first row that has another separator; "" for others.

    Examples:
        >>> comma_hint(["A;B"])
        '; fields must be separated by commas'
        >>> comma_hint(["0 1 0"])
        '; fields must be separated by commas, not by spaces'
    """
    if len(first_row) == 1 and len(first_row[0].split(" ")) > 1 and not set(first_row[0]) & set(";\t"):
        return "; fields must be separated by commas, not by spaces"
    has_other_separator = len(first_row) == 1 and (";" in first_row[0] or "\t" in first_row[0])
    return "; fields must be separated by commas" if has_other_separator else ""


def numbers_hint(words: tuple[str, ...], headers: Collection[tuple[str, ...]]) -> str:
    """
    Explain that a header would be valid without its column of row numbers, which pandas writes; "" if
    it would not.

    Examples:
        >>> numbers_hint(("", "source", "target"), [("source", "target")])
        '; the column of row numbers must be left out'
    """
    has_row_numbers = not words[0] and words[1:] in headers
    return "; the column of row numbers must be left out" if has_row_numbers else ""


def name_without_nul() -> Remedy:
    """Remedy for names in scores, candidates and samples, which have no format that keeps every name."""
    return Remedy("Give the nodes short names without NUL")


def line_of(fields: Iterable[str], remedy: Remedy | None = None) -> str:
    r"""
    Write one row. Names stay as they are, even if a spreadsheet would read one as a formula.

    Args:
        fields: the texts of the fields.
        remedy: what to do about a field with a NUL; None for the one that applies to graphs.

    Examples:
        >>> line_of(["A", "my, node"])
        'A,"my, node"\n'
    """
    return ",".join(field_of(text, remedy) for text in fields) + "\n"


def names_line(names: Sequence[str]) -> str:
    """
    Write the names of a matrix as its first row.

    Raises:
        FormatError: a name with a NUL; or a single name that would be read as a cell, or as the line
            ``sep=;`` of Excel.
    """
    if len(names) == 1 and is_like_cell(names[0]):
        raise FormatError(
            f"the only name above a matrix must not be a number, which may be one more cell; got "
            f"{names[0][:40]!r}",
            remedy_to_write_json(),
        )
    if len(names) == 1 and _STATES_SEPARATOR.fullmatch(names[0]):
        raise FormatError(
            f"a first line {names[0]!r} states the separator of a table, and cannot be a name",
            remedy_to_write_json(),
        )
    return line_of(names)


def is_like_cell(name: str) -> bool:
    """
    Whether a name of a node may be a cell of a matrix: a number, TRUE or FALSE.

    Examples:
        >>> is_like_cell("0"), is_like_cell("TRUE"), is_like_cell("A")
        (True, True, False)
    """
    try:
        return isfinite(written_number(name))
    except ValueError:
        return name.strip().lower() in ("true", "false")


def field_of(text: str, remedy: Remedy | None = None) -> str:
    """Write one field, in quotes if needed. Raises FormatError for a field with a NUL."""
    if "\0" in text:
        raise FormatError(
            f"CSV cannot keep a name with a NUL character; got {text[:60]!r}",
            remedy or remedy_to_write_json(),
        )
    if _NEEDS_QUOTES.search(text):
        return '"' + text.replace('"', '""') + '"'
    return text
