"""
Write files completely or not at all, if possible, and keep the permissions and links of old files.

A new file, or a file with only one name, is written to a temporary file in the same folder and then
moved, so that no reader sees half of it. A file is overwritten in place if it has several names (hard
links), if it belongs to a user or group that the new file cannot have, or if it lies in a folder without
write permission. In these cases, moving another file there would break the other names or change the
owner, or is not allowed. If the folder allows new files, a temporary file is written first, to see that
the content fits on the disk.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import NoReturn

from edgemark.errors import EdgemarkError

__all__ = ["inputs_protected", "note_input", "refuse_same_pipe", "replace_file"]

_Identity = tuple[int, int]  # the numbers of a file: device and inode
_INPUTS: ContextVar[dict[_Identity, str] | None] = ContextVar("inputs", default=None)


@contextmanager
def inputs_protected() -> Iterator[None]:
    """Refuse to write to a file that was read within this block. Every command runs in such a block."""
    token = _INPUTS.set({})
    try:
        yield
    finally:
        _INPUTS.reset(token)


def note_input(path: Path, status: os.stat_result) -> None:
    """Remember a file that was read, if inputs are protected."""
    inputs = _INPUTS.get()
    if inputs is not None and (stat.S_ISREG(status.st_mode) or stat.S_ISFIFO(status.st_mode)):
        inputs.setdefault((status.st_dev, status.st_ino), str(path))


def refuse_same_pipe(inputs: Iterable[str], outputs: Iterable[str]) -> None:
    """
    Refuse a named pipe that is both input and output, before the command waits for it.

    Opening a pipe to read waits until another process opens it to write, and the other way round.

    Raises:
        EdgemarkError: one pipe is among the inputs and the outputs.
    """
    pipes = {_pipe_of(path): path for path in inputs}
    for path in outputs:
        pipe = _pipe_of(path)
        if pipe is not None and pipe in pipes:
            _refuse(Path(path), pipes[pipe])


def _pipe_of(path: str) -> _Identity | None:
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None  # The function that opens the file reports the error.
    return (status.st_dev, status.st_ino) if stat.S_ISFIFO(status.st_mode) else None


def replace_file(path: Path, data: bytes) -> None:
    """
    Write a file. The old content stays until the new content is complete, except in the cases that the
    docstring of this module lists.

    The data are written straight to a device or a pipe, because neither can be replaced.

    Raises:
        OSError: the file cannot be written; the error names the file.
        EdgemarkError: the file is an input of the running command.

    Examples:
        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> replace_file(Path(folder.name) / "a.txt", b"whole")
        >>> (Path(folder.name) / "a.txt").read_bytes()
        b'whole'
        >>> folder.cleanup()
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "an output must be a file; this is a folder", str(path))
    if path.exists() and not path.is_file():
        _refuse_input(path, path.stat())
        path.write_bytes(data)
        return
    try:
        _replace(Path(os.path.realpath(path)), path, data)
    except OSError as error:
        if error.errno is None:
            raise
        raise type(error)(error.errno, error.strerror, str(path)) from None


def _replace(target: Path, path: Path, data: bytes) -> None:
    try:
        old = target.stat()
    except FileNotFoundError:
        old = None
    if old is not None:
        _refuse_input(path, old)
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    # A temporary name in the same folder, since a replacement is atomic only within a file system.
    draft = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        try:
            with draft.open("xb") as file:
                file.write(data)
        except PermissionError:  # The folder does not allow new files.
            if old is None:
                raise
            target.write_bytes(data)
            return
        if old is None or _adopt_permissions(draft, old):
            draft.replace(target)
        else:
            target.write_bytes(data)
    finally:
        draft.unlink(missing_ok=True)


def _refuse_input(path: Path, old: os.stat_result) -> None:
    name = (_INPUTS.get() or {}).get((old.st_dev, old.st_ino))
    if name is not None:
        _refuse(path, name)


def _refuse(path: Path, name: str) -> NoReturn:
    same_file = "" if name == str(path) else f", which is the same file as {name}"
    raise EdgemarkError(
        f"{path}: an output must not replace an input; got a file that the command reads{same_file}. "
        f"Choose another name"
    )


def _adopt_permissions(draft: Path, old: os.stat_result) -> bool:
    """Give a new file the owner and permissions of the old one; return whether it can replace it."""
    if old.st_nlink > 1:
        return False
    new = draft.stat()
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        with suppress(OSError):
            os.chown(draft, old.st_uid, old.st_gid)
        new = draft.stat()
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            return False
    draft.chmod(stat.S_IMODE(old.st_mode))
    return True
