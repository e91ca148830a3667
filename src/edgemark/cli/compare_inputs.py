"""From files that ``edgemark score`` wrote to runs with method, data set and seed."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from edgemark.cli.inputs import checked
from edgemark.errors import ConventionError, EdgemarkError, FormatError

if TYPE_CHECKING:
    from edgemark.stats import Run, Runs

__all__ = ["Naming", "read_runs"]

PARTS = ("method", "dataset", "seed")
_SCORES, _REPORT, _NEWEST = "edgemark.scores", "edgemark.report", 1
_BOUNDS = ("best", "chance")  # what edgemark score --chance writes too
_COLUMNS = ("truth", "estimate", "metric", "convention", "value", "better", "status", "reason")


@dataclass(frozen=True, slots=True)
class Naming:
    """
    Where method, data set and seed of an estimate are from.

    Attributes:
        given: what options say of every estimate, by part.
        pattern: of the name of the estimate's file, or of the results' file, such as
            "{dataset}/{method}_{seed}.json"; it is compared with the end of the name.
    """

    given: Mapping[str, str]
    pattern: str | None = None

    def parts(self, truth: str, estimate: str, results: str) -> dict[str, str]:
        """
        Say whose estimate it is; without pattern or option the truth's and the estimate's name do.

        Raises:
            EdgemarkError: the pattern is of neither name.

        Examples:
            >>> naming = Naming({}, "{dataset}/{method}_{seed}.json")
            >>> naming.parts("truth.json", "runs/asia/pc_3.json", "results.csv")
            {'method': 'pc', 'dataset': 'asia', 'seed': '3'}
            >>> Naming({}).parts("asia/truth.json", "asia/pc.json", "r.csv")
            {'method': 'pc', 'dataset': 'asia/truth.json', 'seed': ''}
        """
        found = {"method": PurePath(estimate).stem, "dataset": truth, "seed": ""}
        if self.pattern is not None:
            expression = _expression(self.pattern)
            match = expression.fullmatch(_slashes(estimate)) or expression.fullmatch(_slashes(results))
            if match is None:
                raise EdgemarkError(
                    f"--pattern {self.pattern!r} must be the end of an estimate's name, or of its "
                    f"results' file; it is of neither {estimate!r} nor {results!r}"
                )
            found |= match.groupdict()
        return {**found, **self.given}


def read_runs(names: Iterable[str], naming: Naming) -> Runs:
    """
    Read the results of `edgemark score`, JSON or CSV; what failed there is a failed run here.

    Raises:
        FormatError: a file of something else.
        StatisticsError: a run twice.
    """
    from edgemark.stats import Runs

    runs: list[Run] = []
    failed: list[dict[str, str]] = []
    for name in names:
        for entry in _entries(checked(name)):
            parts = naming.parts(entry.truth, entry.estimate, name)
            if entry.rows is None:
                failed.append({**parts, "reason": entry.error})
            else:
                runs += [_run(row, parts) for row in entry.rows]
    if not runs:
        raise FormatError("the results hold no number at all; see what edgemark score printed")
    return Runs((*_with_bounds(runs), *_with_bounds(_failed(runs, failed), runs)))


@dataclass(frozen=True, slots=True)
class _Entry:
    """One estimate of a file of results: its rows, or why it has none."""

    truth: str
    estimate: str
    rows: Sequence[Mapping[str, Any]] | None
    error: str = ""


# ---- names


def _slashes(name: str) -> str:
    return name.replace("\\", "/")


def _expression(pattern: str) -> re.Pattern[str]:
    r"""
    Make a regular expression of a pattern.

    Examples:
        >>> _expression("{method}.json").pattern
        '(?:.*/)?(?P<method>[^/]+?)\\.json'
    """
    parts = re.split(r"\{(\w*)\}|(\*)", _slashes(pattern))
    names = [name for name in parts[1::3] if name is not None]
    for name in names:
        if name not in PARTS:
            raise ConventionError.unknown("a part of --pattern", name, PARTS)
    if not names or len(set(names)) < len(names):
        raise EdgemarkError(
            f"--pattern must name parts, each once: {{{'}, {'.join(PARTS)}}}; got {pattern!r}"
        )
    made = "(?:.*/)?"
    for text, name, star in zip(parts[::3], [*parts[1::3], None], [*parts[2::3], None], strict=True):
        made += re.escape(text) + (f"(?P<{name}>[^/]+?)" if name else "[^/]*" if star else "")
    return re.compile(made, re.DOTALL)


# ---- files


def _entries(name: str) -> list[_Entry]:
    from edgemark.io.limits import Limits
    from edgemark.replacing import note_input

    place = Path(name)
    status = place.stat()
    note_input(place, status)
    Limits().check_bytes(status.st_size)
    try:
        text = place.read_text(encoding="utf-8-sig")
        made = _of_json(text) if text.lstrip()[:1] in ("{", "[") else _of_csv(text)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        what = str(error) if isinstance(error, FormatError) else "it is neither"
        raise FormatError(
            f"{name}: results must be what edgemark score writes with --format json or csv; {what}"
        ) from error
    return made


def _of_json(text: str) -> list[_Entry]:
    whole = json.loads(text)
    kind, version = whole.get("format"), whole.get("version")
    if kind not in (_SCORES, _REPORT):
        raise FormatError(f"its format is {kind!r}")
    if version != _NEWEST:
        raise FormatError(f"its version is {version!r}, and only {_NEWEST} is known")
    reports = whole["reports"] if kind == _SCORES else [whole]
    truths = {_text(report["truth"]["name"]) for report in reports}
    truth = truths.pop() if len(truths) == 1 else ""
    made = [
        _Entry(_text(r["truth"]["name"]), _text(r["estimate"]["name"]), [*map(_checked, r["rows"])])
        for r in reports
    ]
    failed = whole["failed"] if kind == _SCORES else []
    return made + [
        _Entry(_text(one.get("truth", truth)), _text(one["estimate"]), None, _text(one["error"]))
        for one in failed
    ]


def _of_csv(text: str) -> list[_Entry]:
    reader = csv.DictReader(text.splitlines(keepends=True))
    missing = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise FormatError(f"the column {missing[0]!r} is missing")
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    failed: list[_Entry] = []
    for row in reader:
        if row["status"] == "failed":
            failed.append(_Entry(row["truth"], row["estimate"], None, row["reason"]))
            continue
        row |= {name: float(row[name]) if row.get(name) else None for name in ("value", *_BOUNDS)}
        row |= {name: int(row[name]) if row.get(name) else None for name in ("count", "of")}
        groups.setdefault((row["truth"], row["estimate"]), []).append(_checked(row))
    return [*(_Entry(*names, rows) for names, rows in groups.items()), *failed]


def _checked(row: Mapping[str, Any]) -> dict[str, Any]:
    texts = {name: _text(row[name]) for name in ("metric", "convention", "better", "status", "reason")}
    numbers = {name: row.get(name) for name in ("value", "count", "of", *_BOUNDS)}
    if any(isinstance(one, bool) or not isinstance(one, int | float | None) for one in numbers.values()):
        raise FormatError("a row has something else than a number where a number must be")
    return texts | {name: None if one is None else float(one) for name, one in numbers.items()}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise FormatError(f"it has {value!r} where text must be")
    return value


# ---- runs


def _run(row: Mapping[str, Any], parts: Mapping[str, str]) -> Run:
    from edgemark.stats import as_runs

    names = ("metric", "convention", "better", "status", "reason", "value", *_BOUNDS)
    (run,) = as_runs([{**{name: row[name] for name in names}, **parts}])
    worst = row["of"] if row["of"] is not None and row["value"] == row["count"] else nan
    return replace(run, worst=worst if run.better == "lower" else nan)


def _failed(runs: Iterable[Run], failed: Iterable[Mapping[str, str]]) -> Iterator[Run]:
    """Every number that others have, for each estimate that could not be scored."""
    first = {run.number: run for run in runs}
    for parts in failed:
        for run in first.values():
            named: dict[str, Any] = {**parts}
            yield replace(run, value=nan, status="failed", best=nan, worst=nan, chance=nan, **named)


def _with_bounds(runs: Iterable[Run], known: Iterable[Run] | None = None) -> Iterator[Run]:
    """Give runs the best and the worst possible; the most errors are those of others on the data set."""
    from edgemark.metrics import bounds_by_name

    runs = list(runs)
    most = {
        (run.dataset, *run.number): run.worst
        for run in (runs if known is None else known)
        if not isnan(run.worst)
    }
    for run in runs:
        best, worst = bounds_by_name(run.metric)
        if isnan(worst):
            worst = most.get((run.dataset, *run.number), nan)
        if run.better == "lower":
            best = 0.0
        yield replace(run, best=best if isnan(run.best) else run.best, worst=worst)
