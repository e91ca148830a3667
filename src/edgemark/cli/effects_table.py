"""Wrong effects as text: how many, for which reasons, and each in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from edgemark.cli.console import width, wrapped
from edgemark.cli.tables import Column, drawn, table
from edgemark.display.text import printable

if TYPE_CHECKING:
    from rich.table import Table

    from edgemark.cli.effects import WrongEffects

__all__ = ["effects_text"]

_MOST_ROWS = 200
_ADJUSTED_FOR = {
    "parents": "the parents of the treatment",
    "ancestors": "the ancestors of the treatment",
    "oset": "the optimal set",
}


def effects_text(found: WrongEffects) -> str:
    """Write how many effects are wrong, for which reasons, and list them."""
    effects = found.effects
    adjusted = f"adjusting for {_ADJUSTED_FOR[effects.strategy]} in the estimate ({found.compared})"
    if not effects.n_wrong:
        return "\n".join(wrapped(f"all {found.n_effects} effects are right, {adjusted}"))
    head = f"{effects.n_wrong} of {found.n_effects} effects would be estimated wrongly, {adjusted}:"
    causes = ", ".join(f"{n} {verdict}" for verdict, n in sorted(found.by_verdict().items()))
    lines = [*wrapped(head), *wrapped(causes, "  ")]
    lines += ["", drawn(_listed(found, list(islice(effects.wrong(), _MOST_ROWS))))]
    if effects.n_wrong > _MOST_ROWS:
        rest = effects.n_wrong - _MOST_ROWS
        ways = "--of NODE lists those of one treatment, --format csv all"
        lines += ["", *wrapped(f"and {rest} more; {ways}")]
    return "\n".join(lines)


def _listed(found: WrongEffects, wrong: Sequence[tuple[str, str, str]]) -> Table:
    digits = len(str(len(wrong)))
    verdicts = max(len(verdict) for _, _, verdict in wrong)
    rows = [
        [
            str(k),
            verdict,
            f"{printable(treatment)} on {printable(outcome)}\n"
            f"{printable(found.effects.why(treatment, outcome))}",
        ]
        for k, (treatment, outcome, verdict) in enumerate(wrong, 1)
    ]
    columns = [
        Column("", right=True, width=digits),
        Column("error", width=verdicts),
        Column("effect", width=width() - digits - verdicts - 2 * 2),
    ]
    return table(columns, rows)
