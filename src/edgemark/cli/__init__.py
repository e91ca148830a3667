"""The command `edgemark`, with one file per command. A command parses, calls the library, and prints."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

__all__ = ["main"]

_INTERRUPTED = 130  # 128 + SIGINT, as shells report it


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """
    Run the command and exit with its status.

    Args:
        arguments: the words after the name of the command; None takes those of the process.
    """
    try:
        from edgemark.cli.app import run

        status = run(arguments)
    except KeyboardInterrupt:
        status = _INTERRUPTED
    sys.exit(status)
