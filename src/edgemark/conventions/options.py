"""
The values that options of metrics and readers accept.

Type checkers read them as types, `require` checks them at run time, and the command lists them.
"""

from collections.abc import Collection
from typing import Any, Literal, get_args

from edgemark.errors import ConventionError

__all__ = [
    "KINDS",
    "Answers",
    "Autolinks",
    "Bins",
    "CanonicalMistakes",
    "Compare",
    "ComparedClass",
    "ComparedEffects",
    "ComparedOverTime",
    "Contemporaneous",
    "Covered",
    "Cycles",
    "DecidedMarks",
    "Diagonal",
    "Direction",
    "EarlyTies",
    "Invalid",
    "Kind",
    "Marginal",
    "NamedCosts",
    "PartialArea",
    "Positives",
    "Ranked",
    "Reference",
    "Reversal",
    "Sampled",
    "Separator",
    "ShdOf",
    "Sign",
    "Strategy",
    "Symmetric",
    "TemporalPositives",
    "TemporalRanked",
    "TemporalShdOf",
    "Ties",
    "Undirected",
    "WrongEffects",
    "choices",
    "require",
]

Kind = Literal["dag", "pdag", "cpdag", "mpdag", "digraph", "undirected", "mag", "pag", "admg"]
Direction = Literal["row-to-column", "column-to-row"]
Symmetric = Literal["undirected", "bidirected", "cycle", "refuse"]
Cycles = Literal["refuse", "keep"]
Contemporaneous = Literal["cpdag", "pag"]
Autolinks = Literal["counted", "excluded"]
TemporalPositives = Literal[
    "lagged",
    "lagged-adjacencies",
    "contemporaneous",
    "contemporaneous-skeleton",
    "all-lags",
    "changing-modules",
    "total",
    "total-skeleton",
    "summary",
    "arrowheads",
    "tails",
    "circles",
    "bidirected",
]
TemporalShdOf = Literal["total", "lagged", "contemporaneous", "window", "summary"]
TemporalRanked = Literal["all-lags", "lagged", "summary"]
Reversal = Literal["one", "two"]
ShdOf = Literal["graph", "skeleton", "pattern", "truth-cpdag", "cpdag", "truth-pag", "pag"]
Undirected = Literal["strict", "lenient"]
Marginal = Literal["directed", "skeleton", "ancestral"]
Bins = Literal["fixed", "adaptive"]
Sampled = Literal["graph", "class"]
NamedCosts = Literal["half", "double-reversal", "double-orientation"]
Positives = Literal[
    "directed",
    "directed-shared",
    "half-directed",
    "orientations",
    "entries",
    "skeleton",
    "exact",
    "exact-once",
    "arrowheads",
    "arrowheads-shared",
    "tails",
    "tails-shared",
    "circles",
    "circles-shared",
    "bidirected",
    "visible",
    "unshielded-colliders",
    "ancestral",
]
Compare = Literal["native", "cpdag", "pattern"]
Sign = Literal["refuse", "ignore", "keep"]
Ties = Literal["refuse", "include", "exclude"]
Ranked = Literal["directed", "skeleton", "entries", "ancestral"]
EarlyTies = Literal["expected", "beeline"]
PartialArea = Literal["mcclish", "raw"]
Diagonal = Literal["excluded", "counted"]
ComparedClass = Literal["auto", "native", "cpdag"]
ComparedEffects = Literal["auto", "native"]
Answers = Literal["decided", "yes", "no"]
DecidedMarks = Literal["decided", "arrowheads", "tails"]
Reference = Literal["auto", "dag", "cpdag", "pag"]
Covered = Literal["estimate", "best"]
CanonicalMistakes = Literal[
    "all", "zero", "adjustment", "overclaimed", "abstained", "decided", "left-open"
]
ComparedOverTime = Literal["auto", "native", "tiered-mpdag"]
Invalid = Literal["raise", "native", "repair"]
Strategy = Literal["parents", "ancestors", "oset"]
Separator = Literal["parents", "ancestors", "minimal"]
WrongEffects = Literal["all", "zero", "amenability", "adjustment"]


def choices(closed_set: Any) -> tuple[Any, ...]:
    """
    List the values that an option accepts.

    Examples:
        >>> choices(Reversal)
        ('one', 'two')
    """
    return get_args(closed_set)


KINDS: frozenset[str] = frozenset(choices(Kind))


def require(what: str, got: object, allowed: Collection[str]) -> None:
    """Raise ConventionError unless `got` is one of the allowed values."""
    if not isinstance(got, str) or got not in allowed:
        raise ConventionError.unknown(what, got, sorted(allowed))
