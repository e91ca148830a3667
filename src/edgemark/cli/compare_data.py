"""Summaries, comparisons and rankings as JSON and CSV."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from edgemark.errors import StatisticsError, in_shell

if TYPE_CHECKING:
    from edgemark.cli.compare_runs import CompareResults, Number, Verdict

__all__ = ["NO_TEST", "results_csv", "results_json"]

SCHEMA, SCHEMA_VERSION = "edgemark.comparison", 1
NO_TEST = "no test: this metric describes a graph, and neither higher nor lower is better"


def results_json(results: CompareResults) -> str:
    """Return everything as one JSON object."""
    content = {
        "format": SCHEMA,
        "version": SCHEMA_VERSION,
        "primary": list(results.primary) if results.primary else None,
        "summaries": results.summaries.to_dicts(),
        "verdicts": [
            {
                **_verdict_dict(results, number, verdict),
                "over_metrics": _family_rows(results, number),
                "without_value": list(
                    without_value.methods if (without_value := results.without_value[number]) else ()
                ),
            }
            for number, verdict in results.verdicts.items()
        ],
        "against_chance": [test.to_dict() for tests in results.chance.values() for test in tests],
        "agreement": results.agreement.to_dicts() if results.agreement else [],
        "claims": [row for claims in results.claims for row in claims.to_dicts()],
        "not_shown": [list(number) for number in results.not_shown],
        "warnings": [in_shell(text, results.options) for text in results.warnings],
    }
    return json.dumps(content, indent=1, allow_nan=False)


def results_csv(results: CompareResults) -> str:
    """
    Return the results as one CSV file; the column "record" names the type of each row.

    The types are "summary", "comparison" (two methods), "ranking" (all methods together), "rank" (one
    method of a ranking), "pair" (two methods of a ranking), "chance" and "agreement". Further types are
    "claim" (a mean share of a method's claims), "warning", and "no test" (why a metric was not tested).
    Columns that a record does not have are empty.
    """
    from edgemark.display.text import csv_line

    rows = list(_records(results))
    columns = list(dict.fromkeys(name for row in rows for name in row))
    lines = [csv_line([row.get(name) for name in columns]) for row in rows]
    return "".join([csv_line(columns), *lines])


def _records(results: CompareResults) -> Iterator[dict[str, Any]]:
    for row in results.summaries.to_dicts():
        yield {"record": "summary", **row}
    for number, verdict in results.verdicts.items():
        yield from _verdict_records(results, number, verdict)
    for tests in results.chance.values():
        for test in tests:
            yield {"record": "chance", **test.to_dict()}
    for row in results.agreement.to_dicts() if results.agreement else ():
        yield {"record": "agreement", **row}
    for claims in results.claims:
        for row in claims.to_dicts():
            yield {"record": "claim", **row}
    for text in results.warnings:
        yield {"record": "warning", "reason": in_shell(text, results.options)}


def _verdict_records(
    results: CompareResults, number: Number, verdict: Verdict
) -> Iterator[dict[str, Any]]:
    values = _verdict_dict(results, number, verdict)
    names = {name: values[name] for name in ("metric", "convention")}
    for text in values["warnings"]:
        yield {"record": "warning", **names, "reason": text}
    family = {(row["a"], row["b"]): row["p_family"] for row in _family_rows(results, number)}
    if values["kind"] == "none":
        yield {"record": "no test", **names, "reason": values["reason"]}
        return
    if values["kind"] == "comparison":
        p_family = family.get((values["a"], values["b"]))
        row = _scalars(values)
        # Here "method" says how the p-value was computed. In all other rows, it names a compared method.
        row["p_method"] = row.pop("method")
        yield {"record": "comparison", **row, "p_family": p_family}
        return
    yield {"record": "ranking", **_scalars(values)}
    for row in values["methods"]:
        yield {"record": "rank", **names, **row}
    for row in values["pairs"]:
        yield {"record": "pair", **names, **row, "p_family": family.get((row["a"], row["b"]))}


def _scalars(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in row.items()
        if name != "kind" and not isinstance(value, list | dict)
    }


def _family_rows(results: CompareResults, number: Number) -> list[dict[str, Any]]:
    """Return the tests of a metric, with p-values that are corrected for all metrics."""
    return [
        {"a": test.a, "b": test.b, "p_value": test.p_value, "p_family": test.p_family}
        for test in results.family
        if test.metric == number
    ]


def _verdict_dict(results: CompareResults, number: Number, verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as plain values, with all its warnings."""
    metric, convention = number
    names: dict[str, Any] = {"metric": metric, "convention": convention}
    without_value = results.without_value[number]
    left_out = [without_value.message()] if without_value is not None else []
    if verdict is None:
        return {**names, "kind": "none", "reason": NO_TEST, "warnings": []}
    if isinstance(verdict, StatisticsError):
        reason = in_shell(verdict.message, results.options)
        return {**names, "kind": "none", "reason": reason, "warnings": []}
    texts = [in_shell(text, results.options) for text in (*verdict.warnings, *left_out)]
    return {**names, **verdict.to_dict(), "warnings": texts}
