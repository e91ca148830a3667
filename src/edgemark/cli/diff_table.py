"""Differences as text: the pairs in words, and their errors."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from edgemark.cli.console import width, wrapped
from edgemark.cli.tables import Column, drawn, in_blocks, number, table
from edgemark.display.text import printable

if TYPE_CHECKING:
    from rich.table import Table

    from edgemark.cli.diff import Comparison, Key
    from edgemark.metrics import Difference

__all__ = ["differences_text"]

# So that ten distances fit into 80 columns.
_HEAD_WIDTH = 6
_EQUAL = "The graphs are equal as given. These pairs differ after a graph is replaced by its {classes}:"
_CLASSES = {"cpdag": "CPDAG", "pag": "PAG", "pattern": "pattern"}
_SHORT = {"weighted_shd": ""}


def differences_text(found: Comparison) -> str:
    """Write the pairs, their costs with the totals, and the distances that are not defined."""
    lines = []
    if found.differences:
        if not found.differ_as_given:
            lines = [*wrapped(_EQUAL.format(classes=_classes_that_differ(found))), ""]
        tables = (
            [_pairs(found.differences), *_costs(found)] if found.keys else [_pairs(found.differences)]
        )
        lines += [drawn(*tables)]
    else:
        lines = _nothing_differs(found)
    if found.refused:
        lines += [*([""] if lines else []), "NOT DEFINED HERE"]
        for (metric, convention), reason in found.refused:
            lines += wrapped(printable(f"{metric} {convention}".strip() + f": {reason}"))
    return "\n".join(lines)


def _classes_that_differ(found: Comparison) -> str:
    """Name the equivalence classes in which equal graphs differ, since one of them is replaced."""
    from edgemark.metrics import REGISTRY

    of = {
        (metric, convention.name): str(convention.options.get("of", ""))
        for metric in {metric for metric, _ in found.keys}
        for convention in REGISTRY[metric].conventions
    }
    names = [of.get(key, "").removeprefix("truth-") for key in found.keys if found.total(key)]
    return " or ".join(dict.fromkeys(_CLASSES[name] for name in names if name in _CLASSES))


def _nothing_differs(found: Comparison) -> list[str]:
    """Write that the graphs do not differ in the distances that are defined on them."""
    if not found.chosen:
        return ["the graphs are equal"]
    if not found.refused:
        return ["no pair differs in these distances"]
    if not found.keys:
        return []
    names = ", ".join(" ".join(key).strip().replace("_", " ") for key in found.keys)
    return wrapped(printable(f"no pair differs in {names}"))


def _pairs(differences: Sequence[Difference]) -> Table:
    digits = len(str(len(differences)))
    errors = max(len(one.error) for one in differences)
    edge = (width() - digits - errors - 3 * 2) // 2
    rows = [
        [
            str(k),
            one.error,
            f"{one.truth}\n{printable(one.truth_in_words)}",
            f"{one.estimate}\n{printable(one.estimate_in_words)}",
        ]
        for k, one in enumerate(differences, 1)
    ]
    columns = [
        Column("", right=True, width=digits),
        Column("error", width=errors),
        Column("truth", width=edge),
        Column("estimate", width=edge),
    ]
    return table(columns, rows)


def _costs(found: Comparison) -> list[Table]:
    columns = [Column(_head(key), right=True) for key in found.keys]
    rows = [
        [str(k), *(number(one.costs[key]) for key in found.keys)]
        for k, one in enumerate(found.differences, 1)
    ]
    rows.append(["all", *(number(found.total(key)) for key in found.keys)])
    styles = [[""] * len(row) for row in rows[:-1]] + [["bold"] * len(rows[-1])]
    return in_blocks(Column("cost"), columns, rows, gap=1, styles=styles)


def _head(key: Key) -> str:
    metric, convention = (part.replace("_", " ").replace(" = ", "=") for part in key)
    words = textwrap.wrap(_SHORT.get(key[0], metric), _HEAD_WIDTH, break_long_words=False)
    words += textwrap.wrap(convention, _HEAD_WIDTH, break_long_words=False)
    return "\n".join(words)
