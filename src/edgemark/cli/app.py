"""The application of all commands, and how it shows their errors."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from typing import Annotated, Any, cast

import typer

from edgemark import __version__
from edgemark.cli import (
    bench,
    chance,
    check,
    compare,
    convert,
    criteria,
    demo,
    diff,
    metrics,
    score,
    simulate,
)
from edgemark.cli.console import complain, describe, note
from edgemark.cli.streams import standard_input
from edgemark.errors import ClassWarning, EdgemarkError, EdgemarkWarning
from edgemark.replacing import inputs_protected

__all__ = ["app", "run"]

TROUBLE = 2
# UsageError, which some versions of typer have from click and others hold themselves, unexported.
_USAGE_ERROR = cast(type[Exception], typer.BadParameter.__base__)

app = typer.Typer(
    name="edgemark",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""
    \b
    Examples:
      edgemark demo
      edgemark score truth.json estimate.json
      edgemark score truth.json 'results/*.csv' --direction row-to-column
      edgemark compare scores/*.json --pattern '{dataset}/{method}_{seed}.json'
      edgemark diff truth.json estimate.json
      edgemark simulate data --nodes 20 --edges 40
      edgemark metrics shd
      edgemark bench run plan.toml -o study

    Exit status: 0 success; 1 the graphs differ (diff), the graph is not of a kind (check), or an
    estimate could not be scored; 2 wrong usage or unreadable input.
    """,
)
for module in (score, chance, compare, diff, convert, check, metrics, criteria, simulate, demo):
    name = module.__name__.rpartition(".")[2]
    app.command(name, epilog=module.EPILOG)(getattr(module, name))
app.add_typer(bench.app)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"edgemark {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def edgemark(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> int:
    """Score learned causal graphs against the truth; every number states what it counts."""
    if context.invoked_subcommand is not None:
        return 0
    typer.echo(context.get_help(), err=True)
    return TROUBLE


def _options_of(command: Any, arguments: Sequence[str]) -> frozenset[str]:
    """Return the options of the command at the start of the arguments."""
    chosen = command
    for word in arguments[:2]:
        chosen = getattr(chosen, "commands", {}).get(word, chosen)
    if chosen is command:
        return frozenset()
    return frozenset(option for one in getattr(chosen, "params", ()) for option in one.opts)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; errors become a line on stderr."""
    command = typer.main.get_command(app)
    with warnings.catch_warnings(), standard_input(), inputs_protected():
        warnings.simplefilter("ignore", ClassWarning)  # reports hold the same text
        warnings.filterwarnings("ignore", "chance: ", EdgemarkWarning)
        try:
            status = command.main(
                args=None if arguments is None else list(arguments),
                prog_name="edgemark",
                standalone_mode=False,
            )
        except _USAGE_ERROR as error:
            message = cast(typer.BadParameter, error).format_message()
            complain(
                message.replace(": Value error, ", ": ", 1)
            )  # of pydantic, in some versions of typer
            context = getattr(error, "ctx", None)
            note(f"Try '{context.command_path if context else 'edgemark'} --help'.")
            return TROUBLE
        except (EdgemarkError, OSError, ImportError) as error:
            given = sys.argv[1:] if arguments is None else arguments
            complain(describe(error, _options_of(command, given)))
            return TROUBLE
        except typer.Abort:
            return TROUBLE
    return status if isinstance(status, int) else 0
