"""Differences as text: the pairs in words, and their errors."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from edgemark.cli.console import width, wrapped
from edgemark.cli.tables import Column, in_blocks, number, table, tables_text
from edgemark.display.text import printable

if TYPE_CHECKING:
    from rich.table import Table

    from edgemark.cli.diff import Comparison, Key
    from edgemark.metrics import Difference

__all__ = ["differences_text"]

_HEAD_WIDTH = 6  # Ten distances then fit into 80 columns.
_EQUAL_AS_GIVEN = (
    "The graphs are equal as given. These pairs differ after a graph is replaced by its {classes}:"
)
_CLASSES = {"cpdag": "CPDAG", "pag": "PAG", "pattern": "pattern"}
_SHORT_NAMES = {"weighted_shd": ""}  # The name of its convention is enough, such as "half match".


def differences_text(comparison: Comparison) -> str:
    """Write the pairs, their costs with the totals, and the distances that are not defined."""
    lines = []
    if comparison.differences:
        if not comparison.differ_as_given:
            lines = [*wrapped(_EQUAL_AS_GIVEN.format(classes=_classes_that_differ(comparison))), ""]
        tables = (
            [_pairs(comparison.differences), *_costs(comparison)]
            if comparison.keys
            else [_pairs(comparison.differences)]
        )
        lines += [tables_text(*tables)]
    else:
        lines = _nothing_differs(comparison)
    if comparison.refused:
        lines += [*([""] if lines else []), "NOT DEFINED HERE"]
        names_of_reason: dict[str, list[str]] = {}
        for key, reason in comparison.refused:
            names_of_reason.setdefault(reason, []).append(" ".join(key).strip())
        for reason, names in names_of_reason.items():
            lines += wrapped(printable(f"{', '.join(names)}: {reason}"))
    return "\n".join(lines)


def _classes_that_differ(comparison: Comparison) -> str:
    """Name the classes of the distances that are above 0 although the graphs are equal as given."""
    from edgemark.metrics import REGISTRY

    class_of_key = {
        (metric, convention.name): str(convention.options.get("of", ""))
        for metric in {metric for metric, _ in comparison.keys}
        for convention in REGISTRY[metric].conventions
    }
    names = [
        class_of_key.get(key, "").removeprefix("truth-")
        for key in comparison.keys
        if comparison.total(key)
    ]
    return " or ".join(dict.fromkeys(_CLASSES[name] for name in names if name in _CLASSES))


def _nothing_differs(comparison: Comparison) -> list[str]:
    """Write that no pair differs in the distances that are defined on the graphs."""
    if not comparison.chosen:
        return ["the graphs are equal"]
    if not comparison.refused:
        return ["no pair differs in these distances"]
    if not comparison.keys:
        return []
    names = ", ".join(" ".join(key).strip().replace("_", " ") for key in comparison.keys)
    return wrapped(printable(f"no pair differs in {names}"))


def _pairs(differences: Sequence[Difference]) -> Table:
    number_width = len(str(len(differences)))
    error_width = max(len(difference.error) for difference in differences)
    edge_width = (width() - number_width - error_width - 3 * 2) // 2
    rows = [
        [
            str(k),
            pair.error,
            f"{pair.truth}\n{printable(pair.truth_in_words)}",
            f"{pair.estimate}\n{printable(pair.estimate_in_words)}",
        ]
        for k, pair in enumerate(differences, 1)
    ]
    columns = [
        Column("", right=True, width=number_width),
        Column("error", width=error_width),
        Column("truth", width=edge_width),
        Column("estimate", width=edge_width),
    ]
    return table(columns, rows)


def _costs(comparison: Comparison) -> list[Table]:
    columns = [Column(_head(key), right=True) for key in comparison.keys]
    rows = [
        [str(k), *(number(pair.costs[key]) for key in comparison.keys)]
        for k, pair in enumerate(comparison.differences, 1)
    ]
    rows.append(["all", *(number(comparison.total(key)) for key in comparison.keys)])
    styles = [[""] * len(row) for row in rows[:-1]] + [["bold"] * len(rows[-1])]
    return in_blocks(Column("cost"), columns, rows, gap=1, styles=styles)


def _head(key: Key) -> str:
    metric, convention = (part.replace("_", " ").replace(" = ", "=") for part in key)
    words = textwrap.wrap(_SHORT_NAMES.get(key[0], metric), _HEAD_WIDTH, break_long_words=False)
    words += textwrap.wrap(convention, _HEAD_WIDTH, break_long_words=False)
    return "\n".join(words)
