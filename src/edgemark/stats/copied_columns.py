"""Refuse columns that have the same name, even if the reader of a file renamed one to "PC.1"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from edgemark.errors import Remedy, StatisticsError, listing
from edgemark.foreign import package_of
from edgemark.stats.frame_advice import KEYS

__all__ = ["demand_different", "demand_no_copies"]

# A name that ends in a digit may have a version after the point: "v2.1" is not a copy of "v2".
# pandas and R add ".1", polars adds "_duplicated_0".
_COPY: Final = re.compile(r"(?P<name>.*(?:\D(?=\.)|(?=_duplicated_)))(?:\.[1-9]\d*|_duplicated_\d+)")


def demand_different(names: Sequence[str], frame: Any = None) -> None:
    """
    Refuse columns that have the same name, since the last of them would replace the others.

    Args:
        names: names of columns or levels.
        frame: the pandas frame whose columns they are; None for advice without code.

    Examples:
        >>> import pandas as pd
        >>> table = pd.DataFrame([["PC", 3, "GES", 2]], columns=["method", "value"] * 2)
        >>> demand_different(list(table.columns), table)
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: every column must have a name of its own; got 'method', \
'value' more than once. Put the tables below each other: \
pandas.concat([table.iloc[:, 0:2].dropna(how='all'), table.iloc[:, 2:4].dropna(how='all')])
    """
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        raise StatisticsError(
            f"every column must have a name of its own; got {listing(repeated)} more than once",
            *(
                [Remedy("Put tables of runs below each other, with a row for each run")]
                if frame is None
                else _different(names, frame)
            ),
        )


def _different(names: Sequence[str], frame: Any) -> Iterator[Remedy]:
    """
    Advice for a pandas frame with repeated columns, which are tables side by side, copies, or neither.
    """
    first = names[: names.index(names[0], 1)] if names.count(names[0]) > 1 else names
    width, count = len(first), names.count(names[0])
    if list(first) * count == list(names) and count > 1 and "value" in first:
        # A shorter table ends in empty rows. In a single column, a missing value may be that of a run.
        filled = ".dropna(how='all')" if width > 1 else ""
        parts = [f"table.iloc[:, {k * width}:{(k + 1) * width}]{filled}" for k in range(count)]
        if "method" in (*first, *frame.index.names):
            yield Remedy("Put the tables below each other", f"pandas.concat([{', '.join(parts)}])")
            return
        methods = [chr(ord("A") + k % 26) for k in range(count)]
        named = [f"{part}.assign(method={name!r})" for part, name in zip(parts, methods, strict=True)]
        yield Remedy(
            "Put the tables below each other, with the names of their methods instead of 'A', 'B'",
            f"pandas.concat([{', '.join(named)}])",
        )
        return
    if all(frame.iloc[:, k].equals(frame.iloc[:, names.index(name)]) for k, name in enumerate(names)):
        yield Remedy("Leave out the second of each", "table.loc[:, ~table.columns.duplicated()]")
        return
    yield Remedy("Put tables of runs below each other, with a row for each run")


def demand_no_copies(frame: Any, columns: Sequence[str], known: Collection[str]) -> None:
    """
    Refuse a column whose name is that of another one with a number that pandas, R or polars added.

    In a frame with a column "value", the copies of columns that are not read are ignored.

    Args:
        frame: a pandas or polars frame.
        columns: the names of its columns.
        known: names that a column of a tidy table may have.

    Raises:
        StatisticsError: there is such a column. The error says how to put tables below each other that
            were side by side.

    Examples:
        >>> import pandas as pd
        >>> frame = pd.DataFrame({"PC": [3, 5], "PC.1": [2, 4]})
        >>> demand_no_copies(frame, ["PC", "PC.1"], ["method", "value"])
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: every column must have a name of its own; got 'PC.1', as \
readers of files name a second column 'PC'. Rename it, if it holds something else: \
table.rename(columns={'PC.1': 'PC (other)'}). Leave it out, if it holds the same: \
table.drop(columns=['PC.1']). If it holds repetitions, give a tidy table with a seed for each
    """
    copies = {
        column: match["name"]
        for column in columns
        if (match := _COPY.fullmatch(column)) and match["name"] in columns
    }
    if "value" in columns:
        copies = {column: name for column, name in copies.items() if name in known}
    if not copies:
        return
    raise StatisticsError(
        f"every column must have a name of its own; got {listing(list(copies))}, as readers of files "
        f"name a second column {listing(list(dict.fromkeys(copies.values())))}",
        *_advice(frame, columns, copies, known),
    )


def _advice(
    frame: Any, columns: Sequence[str], copies: Mapping[str, str], known: Collection[str]
) -> Iterator[Remedy]:
    pronoun, holds = ("it", "holds") if len(copies) == 1 else ("them", "hold")
    subject = "it" if len(copies) == 1 else "they"
    names = set(copies.values())
    if "value" in names and names & set(KEYS):
        yield Remedy("Put the tables below each other", _below(frame, columns, copies, known))
    elif "value" in names:
        if "seed" not in (*columns, *getattr(getattr(frame, "index", None), "names", ())):
            yield Remedy("If these are repetitions, make them seeds", _as_seeds(frame, columns, copies))
        yield Remedy(
            f"Leave {pronoun} out, if {subject} {holds} something else", _without(frame, copies)
        )
    elif names & set(known):
        same = [column for column, name in copies.items() if list(frame[column]) == list(frame[name])]
        if len(same) == len(copies):
            yield Remedy(f"Leave {pronoun} out: {subject} {holds} the same", _without(frame, copies))
        else:
            yield Remedy("Match the tables by these columns first, or put them below each other")
    else:
        others = {column: f"{name} (other)" for column, name in copies.items()}
        if len(set(others.values())) < len(others):
            others = {column: f"{name} ({column})" for column, name in copies.items()}
        yield Remedy(f"Rename {pronoun}, if {subject} {holds} something else", _renamed(frame, others))
        yield Remedy(f"Leave {pronoun} out, if {subject} {holds} the same", _without(frame, copies))
        yield Remedy(f"If {subject} {holds} repetitions, give a tidy table with a seed for each")


def _below(frame: Any, columns: Sequence[str], copies: Mapping[str, str], known: Collection[str]) -> str:
    """The code that puts tables below each other; a shorter table ends in empty rows, which it drops."""
    read = [column for column in columns if column in known]
    repeated = set(copies.values())
    tables: dict[str, dict[str, str]] = {"": {name: name for name in read if name in repeated}}
    for column, name in copies.items():
        tables.setdefault(column.removeprefix(name), {})[name] = column
    parts = []
    for own in tables.values():
        chosen = [own.get(name, name) for name in read if name in own or name not in repeated]
        parts.append(_table(frame, chosen, own))
    if package_of(frame) == "polars":
        return f"polars.concat([{', '.join(parts)}], how='diagonal_relaxed')"
    return f"pandas.concat([{', '.join(parts)}])"


def _table(frame: Any, chosen: Sequence[str], own: Mapping[str, str]) -> str:
    """The code that selects the columns of one table, and removes the numbers from their names."""
    filled = list(own.values())
    back = {column: name for name, column in own.items() if column != name}
    rename = f".{_renamed(frame, back).partition('.')[2]}" if back else ""
    if package_of(frame) == "polars":
        empty = f"polars.all_horizontal(polars.col({filled}).is_null())"
        return f"table.select({chosen}).filter(~{empty}){rename}"
    return f"table[{chosen}].dropna(subset={filled}, how='all'){rename}"


def _as_seeds(frame: Any, columns: Sequence[str], copies: Mapping[str, str]) -> str:
    """The code that makes a row of each value; its seed is the name of the column that it is from."""
    values = ["value.0", *(column for column, name in copies.items() if name == "value")]
    keys = [column for column in columns if column in KEYS]
    if package_of(frame) == "polars":
        unpivot = f"on={values}, index={keys}, variable_name='seed', value_name='value'"
        return f"table.rename({{'value': 'value.0'}}).unpivot({unpivot})"
    melt = f"id_vars={keys}, value_vars={values}, var_name='seed', value_name='value'"
    kept = ", ignore_index=False" if any(name is not None for name in frame.index.names) else ""
    return f"table.rename(columns={{'value': 'value.0'}}).melt({melt}{kept})"


def _without(frame: Any, copies: Mapping[str, str]) -> str:
    columns = list(copies)
    return (
        f"table.drop({columns})" if package_of(frame) == "polars" else f"table.drop(columns={columns})"
    )


def _renamed(frame: Any, names: Mapping[str, str]) -> str:
    return (
        f"table.rename({names})" if package_of(frame) == "polars" else f"table.rename(columns={names})"
    )
