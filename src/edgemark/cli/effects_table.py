"""Wrong effects as text: their number, the number with each verdict, and a list with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from edgemark.cli.console import width, wrapped
from edgemark.cli.tables import Column, table, tables_text
from edgemark.display.text import printable

if TYPE_CHECKING:
    from rich.table import Table

    from edgemark.cli.effects import WrongEffects

__all__ = ["effects_text"]

_MAX_ROWS = 200
_GAP = 2  # spaces between two columns
_ADJUSTED_FOR = {
    "parents": "the parents of the treatment",
    "ancestors": "the ancestors of the treatment",
    "oset": "the optimal set",
}


def effects_text(wrong_effects: WrongEffects) -> str:
    """Write how many effects are wrong and how many have each verdict, and list them."""
    effects = wrong_effects.effects
    strategy = (
        f"adjusting for {_ADJUSTED_FOR[effects.strategy]} in the estimate ({wrong_effects.compared})"
    )
    if not effects.n_wrong:
        return "\n".join(wrapped(f"all {wrong_effects.n_effects} effects are right, {strategy}"))
    headline = (
        f"{effects.n_wrong} of {wrong_effects.n_effects} effects would be estimated wrongly, {strategy}:"
    )
    counts = ", ".join(f"{n} {verdict}" for verdict, n in sorted(wrong_effects.by_verdict().items()))
    lines = [*wrapped(headline), *wrapped(counts, "  ")]
    lines += ["", tables_text(_effects_table(wrong_effects, list(islice(effects.wrong(), _MAX_ROWS))))]
    if effects.n_wrong > _MAX_ROWS:
        rest = effects.n_wrong - _MAX_ROWS
        ways = "--of NODE lists those of one treatment, --format csv all of them"
        lines += ["", *wrapped(f"and {rest} more; {ways}")]
    return "\n".join(lines)


def _effects_table(wrong_effects: WrongEffects, wrong: Sequence[tuple[str, str, str]]) -> Table:
    number_width = len(str(len(wrong)))
    verdict_width = max(len(verdict) for _, _, verdict in wrong)
    rows = [
        [
            str(k),
            verdict,
            f"{printable(treatment)} on {printable(outcome)}\n"
            f"{printable(wrong_effects.effects.why(treatment, outcome))}",
        ]
        for k, (treatment, outcome, verdict) in enumerate(wrong, 1)
    ]
    columns = [
        Column("", right=True, width=number_width),
        Column("error", width=verdict_width),
        Column("effect", width=width() - number_width - verdict_width - 2 * _GAP),
    ]
    return table(columns, rows)
