"""``edgemark bench``: run algorithms on data sets with several seeds, and summarize the results."""

from __future__ import annotations

import shlex
from pathlib import Path

import typer

from edgemark.cli.bench_requests import (
    CheckRequest,
    ExportRequest,
    InitRequest,
    ReportRequest,
    RunRequest,
    ScoreRequest,
    ShowRequest,
    StatusRequest,
)
from edgemark.cli.console import emit, note, use_utf8, warn
from edgemark.cli.html_output import write_html
from edgemark.cli.request import command

__all__ = ["EPILOG", "app"]

EPILOG = """
\b
Examples:
  edgemark bench init plan.toml
  edgemark bench check plan.toml
  edgemark bench run plan.toml -o study
  edgemark bench run plan.toml -o study --engine dask --scheduler ADDRESS
  edgemark bench run standard -o FOLDER
  edgemark bench status study
  edgemark bench report study --format markdown
  edgemark bench report study --html report.html
  edgemark bench show study 3f9a1c
  edgemark bench score study -m nced:k=0.4
  edgemark bench export study --to csv -o runs.csv

Exit status: 0 success; 1 some runs failed (run); 2 an invalid plan, missing packages (check), or
another error; 130 stopped by Ctrl-C. Finished runs are stored, and the same command continues with the
others.
"""

app = typer.Typer(
    name="bench",
    help="Run algorithms over data sets and seeds, and summarize their results.",
    epilog=EPILOG,
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command()
@command
def init(request: InitRequest) -> int:
    """Write a commented plan."""
    from edgemark.bench.plans import built_in_plan
    from edgemark.replacing import replace_file

    text = built_in_plan(request.name) or ""
    if request.file == "-":
        emit(text)
        return 0
    replace_file(Path(request.file), text.encode())
    note(f"{request.file}: written. {_next_command('check', request.file)}")
    return 0


def _next_command(name: str, path: str) -> str:
    """Return the advice to type a command of `edgemark bench` for a file or a folder."""
    return f"Next: {shlex.join(['edgemark', 'bench', name, path])}"


@app.command()
@command
def check(request: CheckRequest) -> int:
    """Show what a plan would run, and which packages are missing."""
    import edgemark.bench

    checks = [edgemark.bench.check(plan) for plan in request.plans]
    emit("\n\n".join(map(str, checks)))
    return 2 if any(check.missing for check in checks) else 0


@app.command()
@command
def run(request: RunRequest) -> int:
    """Run a plan; the same command continues a study that was stopped."""
    import edgemark.bench
    from edgemark.bench.results import status_of

    failed = 0
    for plan, folder in request.studies:
        try:
            failed += _run_plan(plan, folder, request)
        except KeyboardInterrupt:
            note("stopped; finished runs are stored, and the same command runs the others")
            raise
        note(str(status_of(folder)))
        for warning in edgemark.bench.open(folder).warnings:
            warn(warning)
    note(_next_command("report", request.output))
    return 1 if failed else 0


def _run_plan(plan: str, folder: str, request: RunRequest) -> int:
    """Run one plan; return the number of failed runs."""
    import edgemark.bench
    from edgemark.cli.bench_progress import shown_progress

    with shown_progress() as progress:
        return edgemark.bench.run(
            plan,
            folder,
            workers=request.workers,
            engine=request.engine,
            scheduler=request.scheduler,
            retry=request.retry,
            progress=progress,
        ).failed


@app.command()
@command
def status(request: StatusRequest) -> int:
    """Show the progress of a study."""
    from edgemark.bench.results import status_of

    emit("\n".join(str(status_of(study)) for study in request.studies))
    return 0


@app.command()
@command
def report(request: ReportRequest) -> int:
    """Write means, failures, ranks and costs of a study."""
    import edgemark.bench

    studies = request.studies
    use_utf8()
    if request.writes_tables:
        tables = (edgemark.bench.open(study).report(request.format) for study in studies)
        emit("\n".join(tables), request.output)
    if request.html is not None:
        from edgemark.pages import bench_page

        write_html(bench_page(edgemark.bench.open(studies[0])), request.html)
    return 0


@app.command()
@command
def show(request: ShowRequest) -> int:
    """Show the log, the traceback, the graph and the differences of one run."""
    import edgemark.bench

    use_utf8()
    emit(edgemark.bench.open(request.folder).show(request.run))
    return 0


@app.command()
@command
def score(request: ScoreRequest) -> int:
    """Compute more metrics of the stored graphs, without running the algorithms again."""
    import edgemark.bench
    from edgemark.errors import plural

    n = edgemark.bench.rescore(request.folder, request.metrics, workers=request.workers)
    result = plural(n, "run") + " scored" if n else "nothing to score: every estimate has these scores"
    note(f"{result}. {_next_command('report', request.folder)}")
    for text in edgemark.bench.open(request.folder).refusals(request.metrics):
        note(text)
    return 0


@app.command()
@command
def export(request: ExportRequest) -> int:
    """Write all runs of a study for another program; rcgnn gets only those with an estimate."""
    import edgemark.bench
    from edgemark.bench.results.exports import as_csv, write_parquet, write_rcgnn
    from edgemark.errors import plural

    study = edgemark.bench.open(request.folder)
    if request.to == "csv" or request.output is None:
        use_utf8()
        emit(as_csv(study), request.output)
        return 0
    write = write_parquet if request.to == "parquet" else write_rcgnn
    note(f"{request.output}: {plural(write(study, request.output), 'run')}")
    return 0
