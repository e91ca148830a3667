"""Names of methods and data sets that are missing, or spelled in two ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import normalize

from edgemark.conventions.convention import plain_name
from edgemark.errors import listing, plural
from edgemark.stats.runs import Runs

__all__ = ["spelling_warnings"]


def spelling_warnings(runs: Runs) -> Iterator[str]:
    """Warn of runs without the name of a data set, and of names that differ only in their spelling."""
    unnamed = len({run.key for run in runs if not run.dataset})
    if unnamed and len(runs.datasets) > 1:
        yield (
            f"{plural(unnamed, 'run')} without the name of a data set {'is' if unnamed == 1 else 'are'} "
            f"counted as a data set of {'its' if unnamed == 1 else 'their'} own, beside "
            f"{listing([name for name in runs.datasets if name])}"
        )
    for noun, names in (("methods", runs.methods), ("data sets", runs.datasets)):
        for names_alike in _similar_names(names):
            yield (
                f"{' and '.join(map(repr, names_alike))} are counted as {len(names_alike)} {noun}, "
                "but their names differ only in case, spaces, hyphens or Unicode form. Give them one "
                "name if they are the same"
            )


def _similar_names(names: Sequence[str]) -> list[list[str]]:
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(plain_name(normalize("NFKC", name.casefold())), []).append(name)
    return [group for group in groups.values() if len(group) > 1]
