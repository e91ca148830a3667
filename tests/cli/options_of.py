"""The options of a command, as typer knows them."""

import typer

from edgemark.cli.app import application

__all__ = ["options_of"]


def options_of(name):
    command = typer.main.get_command(application([name])).commands[name]
    return frozenset(option for one in command.params for option in one.opts)
