"""Summaries, comparisons and rankings as JSON and CSV."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from edgemark.errors import StatisticsError, in_shell

if TYPE_CHECKING:
    from edgemark.cli.compare_found import Found, Number, Verdict

__all__ = ["DESCRIBES", "found_csv", "found_json"]

SCHEMA, SCHEMA_VERSION = "edgemark.comparison", 1
DESCRIBES = "no test: this metric describes a graph, and neither higher nor lower is better"


def found_json(found: Found) -> str:
    """Return everything as one JSON object."""
    whole = {
        "format": SCHEMA,
        "version": SCHEMA_VERSION,
        "primary": list(found.primary) if found.primary else None,
        "summaries": found.summaries.to_dicts(),
        "verdicts": [
            {
                **_verdict_dict(found, number, verdict),
                "over_metrics": _family_rows(found, number),
                "without_value": list(silent.methods if (silent := found.silent[number]) else ()),
            }
            for number, verdict in found.verdicts.items()
        ],
        "against_chance": [test.to_dict() for tests in found.chance.values() for test in tests],
        "agreement": found.agreement.to_dicts() if found.agreement else [],
        "claims": [row for one in found.claims for row in one.to_dicts()],
        "not_shown": [list(number) for number in found.not_shown],
        "warnings": [in_shell(text, found.options) for text in found.warnings],
    }
    return json.dumps(whole, indent=1, allow_nan=False)


def found_csv(found: Found) -> str:
    """
    Return everything as one CSV file; the column "record" names the type of each row.

    Rows are of the record "summary", "comparison" (two methods), "ranking" (all methods together),
    "rank" (one method of a ranking), "pair" (two methods of a ranking), "chance", "agreement", "claim"
    (a mean share of a method, which is not ranked), "warning", or "no test" (why a metric was not
    tested). A column that a record does not have is empty.
    """
    from edgemark.display.text import csv_line

    rows = list(_records(found))
    columns = list(dict.fromkeys(name for row in rows for name in row))
    lines = [csv_line([row.get(name) for name in columns]) for row in rows]
    return "".join([csv_line(columns), *lines])


def _records(found: Found) -> Iterator[dict[str, Any]]:
    for row in found.summaries.to_dicts():
        yield {"record": "summary", **row}
    for number, verdict in found.verdicts.items():
        yield from _verdict_records(found, number, verdict)
    for tests in found.chance.values():
        for test in tests:
            yield {"record": "chance", **test.to_dict()}
    for row in found.agreement.to_dicts() if found.agreement else ():
        yield {"record": "agreement", **row}
    for claims in found.claims:
        for row in claims.to_dicts():
            yield {"record": "claim", **row}
    for text in found.warnings:
        yield {"record": "warning", "reason": in_shell(text, found.options)}


def _verdict_records(found: Found, number: Number, verdict: Verdict) -> Iterator[dict[str, Any]]:
    plain = _verdict_dict(found, number, verdict)
    head = {name: plain[name] for name in ("metric", "convention")}
    for text in plain["warnings"]:
        yield {"record": "warning", **head, "reason": text}
    family = {(one["a"], one["b"]): one["p_family"] for one in _family_rows(found, number)}
    if plain["kind"] == "none":
        yield {"record": "no test", **head, "reason": plain["reason"]}
        return
    if plain["kind"] == "comparison":
        p_family = family.get((plain["a"], plain["b"]))
        yield {"record": "comparison", **_scalars(plain), "p_family": p_family}
        return
    yield {"record": "ranking", **_scalars(plain)}
    for row in plain["methods"]:
        yield {"record": "rank", **head, **row}
    for row in plain["pairs"]:
        yield {"record": "pair", **head, **row, "p_family": family.get((row["a"], row["b"]))}


def _scalars(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in row.items()
        if name != "kind" and not isinstance(value, list | dict)
    }


def _family_rows(found: Found, number: Number) -> list[dict[str, Any]]:
    """The tests of a metric, corrected for all metrics."""
    return [
        {"a": test.a, "b": test.b, "p_value": test.p_value, "p_family": test.p_family}
        for test in found.family
        if test.metric == number
    ]


def _verdict_dict(found: Found, number: Number, verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain values, with all its warnings."""
    head: dict[str, Any] = {"metric": number[0], "convention": number[1]}
    silent = found.silent[number]
    left_out = [silent.message()] if silent is not None else []
    if verdict is None:
        return {**head, "kind": "none", "reason": DESCRIBES, "warnings": []}
    if isinstance(verdict, StatisticsError):
        reason = in_shell(verdict.message, found.options)
        return {**head, "kind": "none", "reason": reason, "warnings": []}
    said = [in_shell(text, found.options) for text in (*verdict.warnings, *left_out)]
    return {**head, **verdict.to_dict(), "warnings": said}
