"""Networks by name: bundled with edgemark, from pgmpy, or in a BIF file."""

from __future__ import annotations

import gzip
import zlib
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from edgemark.bench.networks.bif import network_from_bif
from edgemark.data import DiscreteNetwork, asia
from edgemark.errors import FormatError, MissingExtraError

__all__ = ["BUNDLED", "network_of", "networks_of_pgmpy"]

BUNDLED = ("asia",)
_SUFFIX = ".bif.gz"


def networks_of_pgmpy() -> dict[str, Path]:
    """
    Return the networks of the installed pgmpy by name; empty if pgmpy is not installed.

    The function neither imports pgmpy nor downloads anything.
    """
    spec = find_spec("pgmpy")
    if spec is None or not spec.submodule_search_locations:
        return {}
    folder = Path(next(iter(spec.submodule_search_locations)), "utils", "example_models")
    return {path.name.removesuffix(_SUFFIX): path for path in sorted(folder.glob(f"*{_SUFFIX}"))}


@lru_cache(maxsize=8)
def network_of(name: str, bif: str | None = None) -> DiscreteNetwork:
    """
    Return a network by name, or from a BIF file.

    Args:
        name: "asia", or a network of pgmpy. With `bif`, any name for the network of the file.
        bif: a BIF file, plain or compressed by gzip.

    Raises:
        MissingExtraError: the name is not "asia", there is no `bif`, and pgmpy is not installed.
        EdgemarkError: pgmpy has no such network, or the file is not BIF; see `network_from_bif`.
        OSError: the file cannot be read.

    Examples:
        >>> network_of("asia").graph.n_edges
        8
    """
    if bif is None and name in BUNDLED:
        return asia()
    path = Path(bif) if bif is not None else _path_in_pgmpy(name)
    content = path.read_bytes()
    try:
        text = (gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content).decode()
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise FormatError(f"{path}: a BIF file must be text; {error}") from None
    return network_from_bif(text, name)


def _path_in_pgmpy(name: str) -> Path:
    paths = networks_of_pgmpy()
    if not paths:
        raise MissingExtraError("pgmpy", "algorithms")
    if name not in paths:
        names = ", ".join(sorted({*BUNDLED, *paths}))
        raise FormatError(f"a network must be one of {names}; got {name!r}")
    return paths[name]
