"""docs/algorithms.md lists every adapter and its parameters."""

from pathlib import Path

import pytest

from edgemark.bench.adapters import ADAPTERS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "algorithms.md").read_text(encoding="utf-8")
CLASSES = {
    "dag": "DAG",
    "cpdag": "CPDAG",
    "mpdag": "MPDAG",
    "pag": "PAG",
    "admg": "ADMG",
    "undirected": "undirected",
    "scores": "scores",
    "temporal": "time series graph",
}


def row(name):
    one = ADAPTERS[name]
    remarks = []
    if one.oracle:
        remarks.append("uses the truth")
    if not one.deterministic:
        remarks.append("random" if one.repeatable else "random, without a seed")
    cells = [
        f"`{name}`",
        one.title,
        CLASSES[one.returns],
        ", ".join(sorted(one.data)),
        one.licence,
        one.citation,
        "; ".join(remarks),
    ]
    return f"| {' | '.join(cells)} |"


def parameter_rows(name):
    for key, one in ADAPTERS[name].parameters.items():
        choices = ", ".join(f"`{choice}`" for choice in one.choices or ())
        default = str(one.default).lower() if isinstance(one.default, bool) else one.default
        yield f"| `{name}` | `{key}` | `{default}` | {choices} | {one.doc} |"


def table():
    """The two tables of the page; print them to update it."""
    lines = ["| name | method | class | data | licence | source | remarks |"]
    lines += ["|---|---|---|---|---|---|---|", *map(row, ADAPTERS), ""]
    lines += ["| algorithm | parameter | default | choices | what it is |", "|---|---|---|---|---|"]
    return "\n".join([*lines, *(line for name in ADAPTERS for line in parameter_rows(name))])


@pytest.mark.parametrize("name", ADAPTERS)
def test_the_page_describes_every_algorithm(name):
    assert row(name) in PAGE.splitlines()


@pytest.mark.parametrize("name", ADAPTERS)
def test_the_page_describes_every_parameter(name):
    assert set(parameter_rows(name)) <= set(PAGE.splitlines())


def test_the_page_lists_nothing_else():
    listed = [line for line in PAGE.splitlines() if line.startswith("| `")]
    assert len(listed) == len(ADAPTERS) + sum(len(one.parameters) for one in ADAPTERS.values())
