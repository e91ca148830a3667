"""The declaration and the documentation of a metric as text for a terminal."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from math import isnan
from shlex import quote
from typing import TYPE_CHECKING

from edgemark.cli.console import wrapped
from edgemark.cli.tables import Column, table, tables_text
from edgemark.conventions.references import REFERENCES

if TYPE_CHECKING:
    from edgemark.conventions.convention import Convention
    from edgemark.metrics import Metric

__all__ = ["explanation", "listing", "ratio"]

_SECTION = re.compile(r"^(Args|Returns|Raises|References|Examples|Warns):$", re.MULTILINE)
_FORMULA = re.compile(r"^\.\. math:: *(.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
# Patterns of reStructuredText and LaTeX with their replacements in plain text, applied in this order.
_PLAIN = (
    (r":math:`(.*?)`", r"\1"),
    (r"\\(?:mathrm|text)\{(.*?)\}", r"\1"),
    (r"\\frac\{(.*?)\}\{(.*?)\}", r"\1 / (\2)"),
    (r"\\begin\{cases\} *", "{ "),
    (r" *\\end\{cases\}", " }"),
    (r" *\\\\ *", "; "),
    (r" *& *else", " otherwise"),
    (r" *& *", " if "),
    (r"\\ne\b", "≠"),
    (r"\\le\b", "≤"),
    (r"\\sum_\{(.*?)\}", r"Σ over \1 of"),
    (r"\\sum_(\w)", r"Σ over \1 of"),
    (r"\\pi\b", "π"),
    (r"\\in\b", "in"),
    (r"\\log_2", "log2"),
    (r",? *\\quad *", "\n"),
    (r"\^\{?\\?\*\}?_\{?(\w+)\}?", r"*_\1"),
    (r"\^\*", "*"),
    (r"_\{(\w+)\}", r"_\1"),
    (r"\\([{}])", r"\1"),
    (r"[^\S\n]+", " "),
)
_COUNTED = {
    "tp": "true positives",
    "fp": "false positives",
    "fn": "false negatives",
    "tn": "true negatives",
}
_NOT_SYMMETRIC = "no: truth and estimate cannot be swapped"


def listing(metrics: Iterable[Metric]) -> str:
    """Return a table of metrics, and where to read more about each."""
    columns = [
        Column("metric", no_wrap=True),
        Column("takes", no_wrap=True),
        Column("better", no_wrap=True),
        Column("conventions", right=True, no_wrap=True),
        Column("what it does"),
    ]
    rows = [
        [
            metric.name,
            metric.takes.__name__,
            metric.better,
            str(len(metric.conventions)),
            plain(metric.summary),
        ]
        for metric in metrics
    ]
    return "\n".join(
        [
            tables_text(table(columns, rows)),
            "",
            "edgemark metrics NAME explains a metric: its formula, conventions and packages.",
            *wrapped(f"Counts and ratios of the confusion: {', '.join(_counts_and_ratios())}."),
        ]
    )


def explanation(metric: Metric, conventions: Sequence[Convention]) -> str:
    """Return the documentation of a metric with the given conventions, a reference and commands."""
    sections = _sections(inspect.getdoc(metric.function) or "")
    lines = [f"{metric.name}: {_what_is_best(metric)}", ""]
    lines += _paragraphs(sections[""])
    lines += ["", *wrapped(f"Gives: {plain(sections.get('Returns', ''))}")]
    lines += [
        *wrapped(f"Defined on: {_defined_on(metric)}"),
        *wrapped(f"Symmetric: {'yes' if metric.symmetric else _NOT_SYMMETRIC}"),
    ]
    named = [convention for convention in conventions if convention.name]
    if named:
        lines += ["", "Conventions", *_conventions(named)]
    if options := _options(sections.get("Args", "")):
        lines += ["", "Options of the Python function", *options]
    return "\n".join(
        [
            *lines,
            "",
            *wrapped(f"Reference: {REFERENCES[metric.cite]}"),
            *_example_commands(metric, conventions),
        ]
    )


def _what_is_best(metric: Metric) -> str:
    if metric.better == "ratio":
        return "higher is better, 1 is chance"
    if metric.better == "neither":
        return "neither higher nor lower is better"
    best = metric.best_with({})
    return f"{metric.better} is better" + ("" if isnan(best) else f", {best:g} is best")


def ratio(name: str, confusion: Metric, conventions: Sequence[Convention]) -> str:
    """Return the meaning of a count or a ratio of a confusion, the given conventions, and commands."""
    from edgemark.values import COUNTS, LOWER_IS_BETTER, RATIOS, Confusion

    if name in COUNTS:
        what, meaning = "count", f"The {_COUNTED[name]}."
    else:
        what = "ratio"
        meaning = plain(inspect.getdoc(getattr(Confusion, name)) or "")
    better = "lower" if name in LOWER_IS_BETTER else "higher"
    lines = [f"{name}: a {what} of the confusion; {better} is better", "", *wrapped(meaning)]
    if name in RATIOS:
        lines += wrapped("Undefined (nan) where the denominator is 0; the report says why.")
    lines += [
        "",
        "Conventions: what counts as positive",
        *_conventions(conventions),
    ]
    selector = f"{name}:{conventions[0].name}"
    commands = {
        f"edgemark score TRUTH ESTIMATE -m {name}": "all conventions",
        f"edgemark score TRUTH ESTIMATE -m {quote(selector)}": "one convention",
        f"edgemark metrics {confusion.name}": "more",
    }
    widest = max(map(len, commands))
    return "\n".join(
        [*lines, "", *(f"{command:<{widest}}  {effect}" for command, effect in commands.items())]
    )


def plain(text: str) -> str:
    r"""
    Return documentation as plain text: without markup, with formulas in Unicode.

    Examples:
        >>> plain(r":math:`G_{ij} \ne H_{ij}` is ``one``")
        'G_ij ≠ H_ij is one'
    """
    text = " ".join(text.replace("``", "").split())
    for pattern, replacement in _PLAIN:
        text = re.sub(pattern, replacement, text)
    return text.strip()


# ---- parts


def _sections(doc: str) -> dict[str, str]:
    """Return the sections of a docstring by heading; the text above the first one has the heading ""."""
    parts = _SECTION.split(doc)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def _paragraphs(text: str) -> list[str]:
    """Wrap paragraphs and indent formulas."""
    lines: list[str] = []
    for paragraph in text.strip().split("\n\n"):
        formula = _FORMULA.match(paragraph)
        lines += [""] if lines else []
        if formula:
            lines += [line for part in plain(formula[1]).split("\n") for line in wrapped(part, "    ")]
        else:
            lines += [line.strip() for line in wrapped(plain(paragraph))]
    return lines


def _options(args: str) -> list[str]:
    """Write the options of the function, without the two graphs."""
    entries = re.split(r"\n(?=    \w+:)", args.strip("\n"))
    options = [entry for entry in entries if not entry.strip().startswith(("truth:", "estimate:"))]
    return [line for option in options for line in _option(option)]


def _option(entry: str) -> list[str]:
    """Write an option; each point of its list starts a new line."""
    first, *points = re.split(r"\n\s+- ", entry)
    lines = wrapped(plain(first), "  ")
    return lines + [line for point in points for line in wrapped(f"- {plain(point)}", "    ")]


def _defined_on(metric: Metric) -> str:
    """Write which graphs a metric takes."""
    from edgemark.graph.kinds import describe

    if metric.over_time:
        return f"a TemporalGraph as the truth, a {metric.takes.__name__} as the estimate"
    if metric.takes.__name__ != "Graph":
        return f"a graph as the truth, {metric.takes.__name__} as the estimate"
    kinds = _sides(metric) if metric.kinds is None else ", ".join(map(describe, metric.kinds))
    return kinds + ("" if metric.two_edges_on_a_pair else "; one edge on a pair")


def _sides(metric: Metric) -> str:
    """Write which graphs a metric without declared kinds takes, according to its documentation."""
    args = _sections(inspect.getdoc(metric.function) or "").get("Args", "")
    descriptions = dict(re.findall(r"^    (truth|estimate): ([^.;:]*)", args, re.MULTILINE))
    sides = {
        side: re.sub(r",? (p nodes|on the same nodes).*", "", plain(text))
        for side, text in descriptions.items()
    }
    if sides.get("truth", "reference graph") == "reference graph":
        return "graphs of any kind"
    return f"{sides['truth']} as the truth; {sides['estimate']} as the estimate"


def _conventions(conventions: Iterable[Convention]) -> list[str]:
    return [line for convention in conventions for line in _convention(convention)]


def _convention(convention: Convention) -> list[str]:
    lines = [f"  {convention.name}", *_indented(convention.counts)]
    if convention.one_sided:
        lines += _indented("not symmetric: truth and estimate are treated differently")
    if convention.used_by:
        lines += _indented(f"used by {', '.join(convention.used_by)}")
    if convention.options:
        options = ", ".join(f"{name}={value!r}" for name, value in convention.options.items())
        lines += _indented(f"in Python: {options}")
    return lines


def _indented(text: str) -> list[str]:
    return [f"      {line.strip()}" for line in wrapped(text, "      ")]


def _example_commands(metric: Metric, conventions: Sequence[Convention]) -> list[str]:
    lines = ["", f"edgemark score TRUTH ESTIMATE -m {metric.name}"]
    first_name = next((convention.name for convention in conventions if convention.name), "")
    if first_name:
        lines.append(f'edgemark score TRUTH ESTIMATE -m "{metric.name}:{first_name}"')
    return lines


def _counts_and_ratios() -> tuple[str, ...]:
    from edgemark.values import COUNTS, RATIOS

    return (*COUNTS, *RATIOS)
