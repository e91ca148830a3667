"""The arguments and options of each command of ``edgemark bench``, and checks of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args

import typer

from edgemark.cli.bench_tracks import folders_to_write, plans_of, studies_in
from edgemark.cli.html_output import is_alone
from edgemark.cli.output_suffix import refuse_other_suffix

__all__ = [
    "CheckRequest",
    "ExportRequest",
    "InitRequest",
    "ReportRequest",
    "RunRequest",
    "ScoreRequest",
    "ShowRequest",
    "StatusRequest",
]


def _plan_names(incomplete: str) -> list[str]:
    from edgemark.bench.plans import built_in_plans

    return [name for name in ("standard", *built_in_plans()) if name.startswith(incomplete)]


PlanName = Annotated[
    str,
    typer.Argument(
        metavar="PLAN", autocompletion=_plan_names, help="File of a plan, or the name of a built-in one."
    ),
]
Folder = Annotated[str, typer.Argument(metavar="FOLDER", help="The folder of a study.")]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        help="Number of parallel runs; by default one for each CPU.",
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to this file instead of standard output."
    ),
]
ReportFormat = Literal["text", "csv", "json", "markdown", "latex"]


# ---- plans


@dataclass(frozen=True, slots=True, kw_only=True)
class InitRequest:
    """The plan to write, and the file."""

    file: Annotated[str, typer.Argument(metavar="[FILE]", help="File to write.")] = "plan.toml"
    origin: Annotated[
        str | None,
        typer.Option("--from", metavar="NAME", help="Copy a built-in plan instead of the example."),
    ] = None

    def __post_init__(self) -> None:
        """Refuse an unknown plan, and a file that exists."""
        from edgemark.bench.plans import built_in_plans
        from edgemark.errors import ConventionError

        if self.name not in built_in_plans():
            raise ConventionError.unknown("the built-in plan", self.name, built_in_plans())
        if self.file != "-" and Path(self.file).exists():
            raise typer.BadParameter(f"{self.file} exists already; choose another name")

    @property
    def name(self) -> str:
        """The name of the built-in plan to copy."""
        return self.origin or "example"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest:
    """The plan to check."""

    plan: PlanName

    @property
    def plans(self) -> tuple[str, ...]:
        """The plans of this name; several for ``standard``."""
        return plans_of(self.plan)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """The plan to run, the folder of the study, and the processes that run it."""

    plan: PlanName
    output: Annotated[str, typer.Option("--output", "-o", metavar="FOLDER", help="Folder of the study.")]
    workers: Workers = None
    engine: Annotated[
        Literal["local", "dask"],
        typer.Option("--engine", help="Execute the runs on this computer, or on workers of Dask."),
    ] = "local"
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            help="Address of a Dask scheduler; without it, Dask starts workers here.",
        ),
    ] = None
    retry: Annotated[bool, typer.Option("--retry", help="Repeat failed runs.")] = False

    def __post_init__(self) -> None:
        """Refuse options that exclude each other."""
        if self.scheduler is None:
            return
        if self.engine != "dask":
            raise typer.BadParameter(
                "--scheduler is the address of a Dask scheduler, so it needs --engine dask"
            )
        if self.workers is not None:
            raise typer.BadParameter("a scheduler has its own workers; leave out --workers")

    @property
    def studies(self) -> list[tuple[str, str]]:
        """Each plan with the folder of its study."""
        return folders_to_write(self.plan, self.output)


# ---- studies


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusRequest:
    """The study whose progress is shown."""

    folder: Folder

    @property
    def studies(self) -> list[str]:
        """The folders of the studies; several for the results of ``standard``."""
        return studies_in(self.folder)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRequest(StatusRequest):
    """The study to summarize, and how."""

    format: Annotated[
        ReportFormat,
        typer.Option("--format", help="Format of the report."),
    ] = "text"
    output: Output = None
    html: Annotated[
        str | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Write a page to this file, or with - to standard output. The report is then written "
            "only with --output or another --format.",
        ),
    ] = None

    def __post_init__(self) -> None:
        """Refuse several studies if the output is for one, and two texts on standard output."""
        if self.writes_tables and is_alone(self.html, self.output):
            raise typer.BadParameter("--html - needs standard output; write the report with --output")
        refuse_other_suffix(self.output, self.format, get_args(ReportFormat))
        if self.html is None and self.format not in ("json", "csv"):
            return
        studies = self.studies
        if len(studies) > 1:
            option = f"--format {self.format}" if self.html is None else "--html"
            raise typer.BadParameter(
                f"{option} reports one study; the folder has {len(studies)}. Name one, such as "
                f"{studies[0]}"
            )

    @property
    def writes_tables(self) -> bool:
        """Whether the report is written; with --html, only if --output or another format is given."""
        return self.html is None or self.output is not None or self.format != "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowRequest:
    """The run to show."""

    folder: Folder
    run: Annotated[str, typer.Argument(metavar="RUN", help="Key of the run, or its first characters.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRequest:
    """The study, and the metrics to add."""

    folder: Folder
    metrics: Annotated[
        list[str],
        typer.Option(
            "--metric", "-m", metavar="NAME[:CONVENTION]", help="A metric to add; may be repeated."
        ),
    ]
    workers: Workers = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRequest:
    """The study to export, and how."""

    folder: Folder
    to: Annotated[Literal["csv", "parquet", "rcgnn"], typer.Option("--to", help="Format of the files.")]
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            help="File to write, or with --to rcgnn a new folder; csv is printed without this option.",
        ),
    ] = None

    def __post_init__(self) -> None:
        """Refuse standard output for formats that need files."""
        if self.to != "csv" and self.output is None:
            target = "FILE" if self.to == "parquet" else "FOLDER"
            raise typer.BadParameter(f"--to {self.to} cannot write to standard output; use -o {target}")
