"""``edgemark bench``: run plans of data sets, algorithms and seeds, and summarize the results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from edgemark.cli.bench_options import Folder, Output, PlanName, Workers
from edgemark.cli.bench_tracks import folders_to_write, plans_of, studies_in
from edgemark.cli.console import emit, note, use_utf8
from edgemark.cli.options import HtmlFile

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

Exit status: 0 success; 1 some runs failed (run); 2 an invalid plan or another error; 130 stopped by
Ctrl-C. Finished runs are stored, and the same command continues with the others.
"""

app = typer.Typer(
    name="bench",
    help="Run algorithms over data sets and seeds, and summarize their results.",
    epilog=EPILOG,
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Form = Literal["text", "csv", "json", "markdown", "latex"]
Target = Literal["csv", "parquet", "rcgnn"]


@app.command()
def init(
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="File to write.")] = "plan.toml",
    origin: Annotated[
        str | None,
        typer.Option("--from", metavar="NAME", help="Copy a built-in plan instead of the example."),
    ] = None,
) -> int:
    """Write a commented plan."""
    from edgemark.bench.plans import built_in_plan, built_in_plans
    from edgemark.errors import ConventionError
    from edgemark.replacing import replace_file

    name = origin or "example"
    text = built_in_plan(name)
    if text is None:
        raise ConventionError.unknown("the built-in plan", name, built_in_plans())
    if file == "-":
        emit(text)
        return 0
    if Path(file).exists():
        raise typer.BadParameter(f"{file} is there already; choose another name")
    replace_file(Path(file), text.encode())
    note(f"{file}: written. Next: edgemark bench check {file}")
    return 0


@app.command()
def check(plan: PlanName) -> int:
    """Show what a plan would run, and which packages are missing."""
    import edgemark.bench

    found = [edgemark.bench.check(one) for one in plans_of(plan)]
    emit("\n\n".join(map(str, found)))
    return 2 if any(one.missing for one in found) else 0


@app.command()
def run(
    plan: PlanName,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FOLDER", help="Folder of the study.")
    ],
    workers: Workers = None,
    engine: Annotated[
        Literal["local", "dask"],
        typer.Option("--engine", help="Execute the runs in threads here, or in processes of Dask."),
    ] = "local",
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            help="Address of a Dask scheduler; without it, Dask starts workers here.",
        ),
    ] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Repeat failed runs.")] = False,
) -> int:
    """Run a plan; the same command continues a study that was stopped."""
    import edgemark.bench
    from edgemark.bench.results import status_of
    from edgemark.cli.bench_progress import shown_progress

    failed = 0
    for name, folder in folders_to_write(plan, output):
        try:
            with shown_progress() as progress:
                failed += edgemark.bench.run(
                    name,
                    folder,
                    workers=workers,
                    engine=engine,
                    scheduler=scheduler,
                    retry=retry,
                    progress=progress,
                ).failed
        except KeyboardInterrupt:
            note("stopped; finished runs are stored, and the same command runs the rest")
            raise
        note(str(status_of(folder)))
    note(f"Next: edgemark bench report {output}")
    return 1 if failed else 0


@app.command()
def status(folder: Folder) -> int:
    """Show the progress of a study."""
    from edgemark.bench.results import status_of

    emit("\n".join(str(status_of(one)) for one in studies_in(folder)))
    return 0


@app.command()
def report(
    folder: Folder,
    form: Annotated[Form, typer.Option("--format", help="Format of the report.")] = "text",
    output: Output = None,
    html: HtmlFile = None,
) -> int:
    """Write means, failures, ranks and costs of a study."""
    import edgemark.bench

    folders = studies_in(folder)
    alone = "--html" if html is not None else f"--format {form}" if form in ("json", "csv") else None
    if len(folders) > 1 and alone is not None:
        raise typer.BadParameter(
            f"{alone} reports one study; got {len(folders)}. Give one of them, such as {folders[0]}"
        )
    use_utf8()
    shown = output is not None or form != "text"
    if html is None or shown:
        emit("\n".join(edgemark.bench.open(one).report(form) for one in folders), output)
    if html is not None:
        from edgemark.pages import bench_page

        bench_page(edgemark.bench.open(folders[0])).write(html)
        note(f"{html}: written")
    return 0


@app.command()
def show(
    folder: Folder,
    run: Annotated[str, typer.Argument(metavar="RUN", help="Key of the run, or its first characters.")],
) -> int:
    """Show the log, the traceback, the graph and the differences of one run."""
    import edgemark.bench

    use_utf8()
    emit(edgemark.bench.open(folder).show(run))
    return 0


@app.command()
def score(
    folder: Folder,
    metrics: Annotated[
        list[str],
        typer.Option(
            "--metric", "-m", metavar="NAME[:CONVENTION]", help="A metric to add; may be repeated."
        ),
    ],
    workers: Workers = None,
) -> int:
    """Compute more metrics of the stored graphs, without running the algorithms again."""
    import edgemark.bench
    from edgemark.errors import plural

    n = edgemark.bench.rescore(folder, metrics, workers=workers)
    note(f"{plural(n, 'run')} scored. Next: edgemark bench report {folder}")
    return 0


@app.command()
def export(
    folder: Folder,
    to: Annotated[Target, typer.Option("--to", help="Format of the files.")],
    output: Output = None,
) -> int:
    """Write all runs of a study, including failed ones, for another program."""
    import edgemark.bench
    from edgemark.bench.results.exports import as_csv, write_parquet, write_rcgnn
    from edgemark.errors import plural

    study = edgemark.bench.open(folder)
    if to == "csv":
        use_utf8()
        emit(as_csv(study), output)
        return 0
    if output is None:
        raise typer.BadParameter(
            f"--to {to} needs a place: -o {'FILE' if to == 'parquet' else 'FOLDER'}"
        )
    n = write_parquet(study, output) if to == "parquet" else write_rcgnn(study, output)
    note(f"{output}: {plural(n, 'run')}")
    return 0
