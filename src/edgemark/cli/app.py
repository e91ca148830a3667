"""The application with all commands, which also prints their errors."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Collection, Sequence
from importlib import import_module
from typing import Annotated, Any, cast

import typer

from edgemark import __version__
from edgemark.cli.console import complain, describe, note, with_options
from edgemark.cli.streams import standard_input
from edgemark.errors import ClassWarning, EdgemarkError, EdgemarkWarning
from edgemark.replacing import inputs_protected

__all__ = ["COMMANDS", "application", "run"]

FAILURE = 2  # exit status
# The class UsageError, which typer does not export. Its module differs between versions of typer.
_USAGE_ERROR = cast(type[Exception], typer.BadParameter.__base__)

COMMANDS = {
    "score": "Score learned graphs against the truth.",
    "chance": "Show what random guessing would score on every metric.",
    "compare": "Compare methods over data sets and seeds: summaries, tests, ranks.",
    "diff": "List the pairs on which two graphs differ, with their errors, or the wrong causal effects.",
    "rosetta": "Show what every known package prints for two graphs, sorted by what is counted.",
    "reconcile": "Find what a printed number counts: every metric and package that gives it.",
    "convert": "Write a graph in another format.",
    "check": "List which kinds of graph a file holds, and why it does not hold the others.",
    "metrics": "List the metrics, or explain one: what it counts, and which packages use it.",
    "criteria": "Test metrics by the nCED paper's criteria, or print their values as a graph changes.",
    "simulate": "Simulate data with a known true graph.",
    "demo": "Learn graphs from data with a known true graph, and score them.",
    "bench": "Run algorithms over data sets and seeds, and summarize their results.",
}
"""What ``edgemark --help`` prints for each command. Each command is in the module of the same name."""

_EPILOG = """
    \b
    Examples:
      edgemark demo
      edgemark score truth.json estimate.json
      edgemark score truth.json 'results/*.csv' --direction row-to-column
      edgemark compare scores/*.json --pattern '{dataset}/{method}_{seed}.json'
      edgemark diff truth.json estimate.json
      edgemark reconcile 7 truth.json estimate.json
      edgemark simulate data --nodes 20 --edges 40
      edgemark metrics shd
      edgemark bench run plan.toml -o study

    Exit status: 0 success; 1 the graphs differ (diff), the graph is not of the stated kind (check), an
    estimate could not be scored (score), no guesses can be drawn (chance), a metric could not be tested
    (compare), a run failed (bench run), or no number agrees (reconcile); 2 any other error.
    """


def application(names: Collection[str] = tuple(COMMANDS)) -> typer.Typer:
    """
    Return the application.

    Only the commands in `names` can be run. The help lists the others, but their modules are not
    imported, because importing all of them takes longer than comparing two small graphs.
    """
    app = typer.Typer(
        name="edgemark",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=_EPILOG,
    )
    for name, summary in COMMANDS.items():
        if name not in names:
            app.command(name, help=summary)(_not_loaded)
            continue
        module = import_module(f"edgemark.cli.{name}")
        if isinstance(group := getattr(module, "app", None), typer.Typer):
            app.add_typer(group)
        else:
            app.command(name, epilog=module.EPILOG)(getattr(module, name))
    app.callback(invoke_without_command=True)(edgemark)
    return app


def _not_loaded() -> None:
    """Stand for a command that the arguments do not run."""


def _print_version(is_requested: bool) -> None:
    if is_requested:
        typer.echo(f"edgemark {__version__}")
        raise typer.Exit


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
    return FAILURE


def _commands_to_load(arguments: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the commands that these arguments may run."""
    # To complete a line, a shell passes its words in an environment variable.
    if "_EDGEMARK_COMPLETE" in os.environ:
        return tuple(COMMANDS)
    return tuple(word for word in arguments if not word.startswith("-"))[:1]


def _options_of(command: Any, arguments: Sequence[str]) -> frozenset[str]:
    """Return the options of the command at the start of the arguments."""
    chosen = command
    for word in arguments[:2]:
        chosen = getattr(chosen, "commands", {}).get(word, chosen)
    if chosen is command:
        return frozenset()
    return frozenset(option for parameter in getattr(chosen, "params", ()) for option in parameter.opts)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; errors are printed to stderr."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    command = typer.main.get_command(application(_commands_to_load(words)))
    names_hidden = any(word.partition("=")[0] == "--hidden" for word in words)
    options = with_options(_options_of(command, words), names_hidden=names_hidden)
    with warnings.catch_warnings(), standard_input(), inputs_protected(), options:
        # Reports hold the texts of these warnings. `FileReader` prints those about reading files.
        warnings.simplefilter("ignore", ClassWarning)
        warnings.filterwarnings("ignore", "chance: ", EdgemarkWarning)
        try:
            status = command.main(
                args=list(words),
                prog_name="edgemark",
                standalone_mode=False,
            )
        except _USAGE_ERROR as error:
            message = cast(typer.BadParameter, error).format_message()
            # Some versions of typer keep a prefix that pydantic writes before the message.
            complain(message.replace(": Value error, ", ": ", 1))
            context = getattr(error, "ctx", None)
            note(f"Try '{context.command_path if context else 'edgemark'} --help'.")
            return FAILURE
        except (EdgemarkError, OSError, ImportError) as error:
            complain(describe(error))
            return FAILURE
        except typer.Abort:
            return FAILURE
    return status if isinstance(status, int) else 0
