"""``edgemark diff --effects``: list the causal effects that would be estimated wrongly."""

from __future__ import annotations

import json
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgemark.cli.console import emit, for_shell, use_utf8, warn
from edgemark.errors import ClassWarning

if TYPE_CHECKING:
    from edgemark.cli.options import Shape
    from edgemark.conventions.options import Invalid, Strategy
    from edgemark.graph import Graph
    from edgemark.metrics import Effects

__all__ = ["WrongEffects", "print_effects"]

SCHEMA, SCHEMA_VERSION = "edgemark.effects", 1

_COLUMNS = ("treatment", "outcome", "verdict", "adjusted_for", "why")


@dataclass(frozen=True, slots=True)
class WrongEffects:
    """
    The effects that would be estimated wrongly.

    Attributes:
        effects: the verdicts on all effects that were checked, including those that are right.
        warnings: the warnings that were raised while the effects were checked.
    """

    effects: Effects
    warnings: tuple[str, ...]

    @property
    def n_effects(self) -> int:
        """Number of effects that were checked."""
        return len(self.effects.treatments) * max(len(self.effects.outcomes) - 1, 0)

    @property
    def compared(self) -> str:
        """Classes of the truth and of the estimate as they were compared, such as "dag / cpdag"."""
        from edgemark.graph.kinds import class_of

        return f"{class_of(self.effects.truth)} / {class_of(self.effects.estimate)}"

    def by_verdict(self) -> Counter[str]:
        """Number of wrong effects for each verdict."""
        return Counter(verdict for _, _, verdict in self.effects.wrong())


def print_effects(
    truth: Graph,
    estimate: Graph,
    *,
    names: tuple[str, str],
    strategy: Strategy,
    of: Sequence[str] | None,
    invalid: Invalid,
    format: Shape,
) -> int:
    """Print the effects that would be estimated wrongly, and return the exit status."""
    wrong_effects = _find_wrong_effects(truth, estimate, strategy, of, invalid)
    if format == "table":
        from edgemark.cli.effects_table import effects_text

        emit(effects_text(wrong_effects))
    else:
        use_utf8()
        emit(_as_json(wrong_effects, *names) if format == "json" else _as_csv(wrong_effects))
    if format != "json":
        for text in wrong_effects.warnings:
            warn(for_shell(text))
    return 1 if wrong_effects.effects.n_wrong else 0


def _find_wrong_effects(
    truth: Graph, estimate: Graph, strategy: Strategy, of: Sequence[str] | None, invalid: Invalid
) -> WrongEffects:
    import edgemark as em
    from edgemark.cli.knowledge import all_nodes

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ClassWarning)
        treatments = None if of is None else list(dict.fromkeys(all_nodes(of)))
        verdicts = em.effects(truth, estimate, strategy=strategy, treatments=treatments, invalid=invalid)
    messages = []
    for warning in caught:
        if isinstance(warning.message, ClassWarning):
            messages.append(warning.message.message)
        else:
            warnings.showwarning(warning.message, warning.category, warning.filename, warning.lineno)
    return WrongEffects(verdicts, tuple(messages))


def _rows(effects: Effects) -> Iterator[tuple[str, str, str, list[str], str]]:
    for treatment, outcome, verdict in effects.wrong():
        # None if the estimate claims that the effect is zero, or if it does not identify the effect.
        adjustment_set = list(effects.adjusted_for(treatment, outcome) or ())
        yield treatment, outcome, verdict, adjustment_set, effects.why(treatment, outcome)


def _as_json(wrong_effects: WrongEffects, truth: str, estimate: str) -> str:
    content = {
        "format": SCHEMA,
        "version": SCHEMA_VERSION,
        "truth": truth,
        "estimate": estimate,
        "compared": wrong_effects.compared,
        "strategy": wrong_effects.effects.strategy,
        "warnings": list(wrong_effects.warnings),
        "n_effects": wrong_effects.n_effects,
        "n_wrong": wrong_effects.effects.n_wrong,
        "by_verdict": dict(wrong_effects.by_verdict()),
        "wrong": [dict(zip(_COLUMNS, row, strict=True)) for row in _rows(wrong_effects.effects)],
    }
    return json.dumps(content, indent=1, allow_nan=False)


def _as_csv(wrong_effects: WrongEffects) -> str:
    from edgemark.display.text import csv_line
    from edgemark.graph.text import quoted

    lines = [csv_line(_COLUMNS)]
    for treatment, outcome, verdict, adjustment_set, why in _rows(wrong_effects.effects):
        lines.append(
            csv_line([treatment, outcome, verdict, "; ".join(map(quoted, adjustment_set)), why])
        )
    return "".join(lines)
