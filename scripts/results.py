"""
Run the standard benchmark and write docs/results.md: .venv/bin/python scripts/results.py FOLDER

FOLDER keeps the runs. A second call continues an interrupted benchmark.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path
from statistics import median

import edgemark as em
from edgemark.bench.adapters import ADAPTERS
from edgemark.bench.plan import Selector
from edgemark.bench.plans import TRACKS
from edgemark.bench.results import Study
from edgemark.bench.results.report import rank_tables, tables_of
from edgemark.bench.results.summaries import Cell, Cost
from edgemark.bench.store import Store
from edgemark.report.tables import Table, as_markdown

PAGE = Path(__file__).resolve().parent.parent / "docs" / "results.md"
NOT_IN_RANKS = "the plan leaves it out"
ABOUT = {
    "standard-discrete": (
        "Discrete networks",
        "Samples of discrete networks. PC, MIIC and the searches use tests and scores for discrete "
        "data. "
        "The CPDAG of the Sachs network has no directed edge, so `precision:directed` is 0 or undefined "
        "there.",
    ),
    "standard-gaussian": (
        "Linear Gaussian data",
        "Random graphs of 20 nodes: raw data, standardised data, and data standardised inside the model "
        "(iSCM). `var-sort` and `r2-sort` show how much the scale of the data alone gives away.",
    ),
    "standard-directed": (
        "Non-Gaussian noise and nonlinear functions",
        "Random graphs of 15 nodes whose data identify the DAG. Only methods that return a DAG take "
        "part.",
    ),
    "standard-hidden": (
        "Hidden variables",
        "The truth is the PAG of the graph over the observed variables. PC and MIIC assume that "
        "there are no hidden variables; their results are converted to PAGs. A run has no value if its "
        "result is not a valid graph.",
    ),
    "timeseries": (
        "Time series",
        "Series with a maximum lag of 2: linear and nonlinear, with hidden variables, and with changing "
        "modules. All methods search lags up to 2.",
    ),
}
HEAD = """# Results of the standard benchmark

Five tracks, each with its own data, methods, reference class and primary metric. Methods
are ranked within a track only, and no number is an average over metrics. To make this page again,
install the extra `algorithms` and run:

```text
.venv/bin/python scripts/results.py FOLDER
```

The script runs `edgemark bench run standard -o FOLDER` and writes this page from the runs.
`edgemark bench report FOLDER` prints more: intervals, all pairs of methods, all costs.

- Every method is ranked with its authors' defaults, on discrete data with a test or score for such
  data. Some methods were also run over a fixed grid of parameters, which is not ranked. In the tables of
  grids, *first* is the default, and *best* was chosen by comparison with the truth.
- We configured all adapters, with the defaults of each library ([algorithms.md](algorithms.md) lists
  their parameters, sources and licences). No author of a method has checked them.
- A run that failed (time, memory) counts as the worst possible value. *Random guessing* is the expected
  value of random graphs with as many edges as each estimate.
- Seeds 0, 1, ... never change. Seeds from 1000 on are drawn anew for each release, so that methods
  cannot be tuned to them.
- `20/40` in the name of a data set stands for 20 nodes and 40 edges, `series 5` for 5 variables, and
  `states` in the name of a method for a test of discrete data.
- Times are seconds of processor time. They were measured on two cores that other work kept busy.
"""


def page(folder: Path) -> str:
    """Return the page of all tracks; the folder has a study of each."""
    studies = [em.bench.open(folder / name) for name in TRACKS]
    return "\n\n".join([HEAD.rstrip(), software(studies), *map(track, studies)]) + "\n"


def software(studies: Iterable[Study]) -> str:
    """The versions and licences of the libraries that were run."""
    rows: dict[str, str] = {}
    for study in studies:
        with Store.read(study.folder) as store:
            for stored in store.runs(texts=False, scores=False):
                if stored.attempt is not None:
                    rows |= stored.attempt.versions
    licences = {name.partition(":")[0]: adapter.licence for name, adapter in ADAPTERS.items()}
    lines = [f"| {name} | {version} | {licences.get(name, '')} |" for name, version in rows.items()]
    return "\n".join(["| library | version | licence |", "|---|---|---|", *lines])


def track(study: Study) -> str:
    """The section of one study."""
    title, about = ABOUT[study.name]
    cells = {metric: study.summary(str(metric)) for metric in study.metrics}
    labels = list(dict.fromkeys(row.data for row in study.rows))
    means, others = tables_of(study, cells)
    parts = [
        f"## {title}",
        about,
        f"Truth and estimates compared as: {study.compared_as}. Primary metric: {study.primary} "
        f"({study.primary.better} is better). {study.status}.",
        numbered(labels),
        as_markdown(shown(study, means[study.primary], labels)),
        as_markdown(over_grids(study, cells[study.primary], labels)),
    ]
    tests = [short_title(table, labels) for table in others if table.title.startswith("Against random")]
    ranks = [
        table if isinstance(table, str) else short_title(table, labels) for table in rank_tables(study)
    ]
    secondary = [
        shown(study, means[metric], labels) for metric in study.metrics if metric != study.primary
    ]
    folded = "\n\n".join(map(as_markdown, [*secondary, seconds(study, labels)]))
    hidden = f"<details><summary>Secondary metrics and time</summary>\n\n{folded}\n\n</details>"
    texts = [table if isinstance(table, str) else as_markdown(table) for table in [*ranks, *tests]]
    return "\n\n".join([*parts, *texts, *failures(study), hidden])


def numbered(labels: Sequence[str]) -> str:
    """The data sets as a list, whose numbers head the columns."""
    return "\n".join(f"{k}. {label}" for k, label in enumerate(labels, 1))


def shown(study: Study, table: Table, labels: Sequence[str]) -> Table:
    """A table of means with the numbers of the data sets as headings, without the entries of grids."""
    grid = {row.algorithm for row in study.rows if row.remark == NOT_IN_RANKS}
    kept_rows = [k for k, row in enumerate(table.rows) if row[0] not in grid]
    best = {(kept_rows.index(r), c) for r, c in table.best if r in kept_rows}
    notes = [note for note in table.notes if not note.startswith("§")]
    if any("§" in cell for k in kept_rows for cell in table.rows[k]):
        notes.append("§: uses the truth; not ranked")
    heads = tuple(map(str, range(1, len(labels) + 1)))
    rows = tuple(table.rows[k] for k in kept_rows)
    return replace(table, head=("", *heads), rows=rows, best=best, notes=tuple(notes))


def over_grids(study: Study, cells: Sequence[Cell], labels: Sequence[str]) -> Table:
    """First, median, worst and best mean of the entries of each method."""
    method_of = {row.algorithm: row.use for row in study.rows}
    means: dict[str, dict[str, list[float]]] = {}
    for cell in cells:
        if cell.remark != "uses the truth":
            means_of_method = means.setdefault(method_of[cell.algorithm], {})
            means_of_method.setdefault(cell.data, []).append(cell.mean_failed_as_worst)
    rows = tuple(
        (
            f"{method} ({n_entries} entries)",
            *(four_numbers(means_of_data.get(label, ()), study.primary) for label in labels),
        )
        for method, means_of_data in means.items()
        if (n_entries := max(map(len, means_of_data.values()))) > 1
    )
    heads = tuple(map(str, range(1, len(labels) + 1)))
    title = f"{study.primary} over the grid of each method: first / median / worst / best"
    notes = ("first: the authors' defaults. best: tuned on the truth. –: some run has no value",)
    return Table(title, ("", *heads), rows, (), notes)


def four_numbers(means: Sequence[float], metric: Selector) -> str:
    """First, median, worst and best of the means of a grid; – if one of them is undefined."""
    if not means:
        return ""
    if any(map(isnan, means)):
        return "–"
    low, high = min(means), max(means)
    worst, best = (high, low) if metric.better == "lower" else (low, high)
    return " / ".join(f"{value:.3g}" for value in (means[0], median(means), worst, best))


def seconds(study: Study, labels: Sequence[str]) -> Table:
    """The median processor time of every entry, with the share of runs that failed."""
    costs: dict[str, dict[str, Cost]] = {}
    for cost in study.costs():
        costs.setdefault(cost.algorithm, {})[cost.data] = cost
    rows = tuple(
        (name, *(time(costs_of_data.get(label)) for label in labels))
        for name, costs_of_data in costs.items()
    )
    heads = tuple(map(str, range(1, len(labels) + 1)))
    notes = ("In parentheses: failed runs / all runs. >: most runs ran out of time",)
    return Table("Processor time in seconds, median over seeds", ("", *heads), rows, (), notes)


def time(cost: Cost | None) -> str:
    """The time of one entry on one data set."""
    if cost is None:
        return ""
    failed = sum(cost.failed.values())
    time_text = "–" if isnan(cost.cpu) else f"{'> ' if cost.censored else ''}{cost.cpu:.2f}"
    return f"{time_text} ({failed}/{cost.runs})" if failed else time_text


def failures(study: Study) -> list[str]:
    """List how often each entry failed and why, and the runs that a metric refused."""
    counts: dict[tuple[str, str], int] = {}
    for row in study.rows:
        if row.state == "failed":
            key = (row.algorithm, row.cause)
            counts[key] = counts.get(key, 0) + 1
    lines = [f"- {name}: {count} × {cause}" for (name, cause), count in counts.items()]
    sections = [] if not lines else ["Runs that failed:", "\n".join(lines)]
    refused = [f"- {text}" for text in study.refusals()]
    return [*sections, *([] if not refused else ["Runs without a value:", "\n".join(refused)])]


def short_title(table: Table, labels: Sequence[str]) -> Table:
    """The same table with the numbers of data sets in its title."""
    numbers: Mapping[str, str] = {label: str(k) for k, label in enumerate(labels, 1)}
    title = table.title
    for label in sorted(labels, key=len, reverse=True):
        title = title.replace(label, numbers[label])
    return replace(table, title=title)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    command = [sys.executable, "-m", "edgemark", "bench", "run", "standard", "-o", str(target)]
    if subprocess.run(command, check=False).returncode not in (0, 1):  # 1: some runs failed.
        sys.exit("the benchmark did not finish; run the same command again to continue it")
    PAGE.write_text(page(target), encoding="utf-8")
