"""A lock that allows only one process at a time to write to a folder."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import Self

from edgemark.errors import EdgemarkError, Remedy

__all__ = ["FolderLock", "is_on_network"]

_NETWORK_FILE_SYSTEMS = frozenset(
    {
        "9p", "afs", "beegfs", "ceph", "cifs", "fuse.sshfs", "fuse.glusterfs", "glusterfs", "gpfs",
        "lustre", "ncpfs", "nfs", "nfs4", "pvfs2", "smb3", "smbfs", "virtiofs",
    }
)  # fmt: skip


class FolderLock:
    """
    The right to write to the store of a folder. A process holds it until `close`, or until it ends.

    The kernel locks a file whose text names the holder. Network file systems may not lock between hosts,
    so a lock file that names another host is refused as well.

    Raises:
        EdgemarkError: another process holds the lock, or the lock file names another host.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "store.lock"
        self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            self._take()
        except BaseException:
            os.close(self._fd)
            raise

    def _take(self) -> None:
        import fcntl  # Imported here, since systems that only read studies may lack this module.

        holder = self._holder()
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise self._refusal(holder) from None
        if holder and holder["host"] != socket.gethostname():
            raise self._refusal(holder)
        os.ftruncate(self._fd, 0)
        os.pwrite(self._fd, json.dumps({"host": socket.gethostname(), "pid": os.getpid()}).encode(), 0)

    def _holder(self) -> dict[str, str]:
        try:
            holder = json.loads(os.pread(self._fd, 4096, 0))
        except ValueError:
            return {}
        return holder if isinstance(holder, dict) and {"host", "pid"} <= set(holder) else {}

    def _refusal(self, holder: dict[str, str]) -> EdgemarkError:
        who = f"process {holder['pid']} on {holder['host']}" if holder else "another process"
        return EdgemarkError(
            f"{self._path.parent}: only one process at a time may write to a study; {who} is writing. "
            f"Wait for it, or choose another folder",
            Remedy(f"If that process is gone, delete {self._path.name} in this folder"),
        )

    def close(self) -> None:
        """Release the lock."""
        if self._fd >= 0:
            os.ftruncate(self._fd, 0)
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def is_on_network(folder: Path, mounts: str | None = None) -> bool:
    r"""
    Return whether a folder is on a network file system, where SQLite's WAL mode is not safe.

    Args:
        folder: the folder.
        mounts: the text of ``/proc/self/mountinfo``; None reads it.

    Examples:
        >>> mounts = "1 0 0:1 / / rw - ext4 /dev/a rw\n2 1 0:2 / /home rw - nfs4 host:/home rw\n"
        >>> is_on_network(Path("/home/me/study"), mounts), is_on_network(Path("/data"), mounts)
        (True, False)
    """
    if mounts is None:
        try:
            mounts = os.fsdecode(Path("/proc/self/mountinfo").read_bytes())
        except OSError:
            return False
    longest, file_system = "", ""
    for line in filter(None, mounts.split("\n")):
        before, _, after = line.partition(" - ")
        mount_point = _unescaped(before.split(" ")[4])
        if folder.is_relative_to(mount_point) and len(mount_point) >= len(longest):
            longest, file_system = mount_point, after.split(" ")[0]
    return file_system in _NETWORK_FILE_SYSTEMS


def _unescaped(path: str) -> str:
    r"""Decode a path of mountinfo, in which the kernel writes a space as ``\040``."""
    return os.fsdecode(os.fsencode(path).decode("unicode_escape").encode("latin-1"))
