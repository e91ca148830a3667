"""Names of methods, data sets and seeds that are missing, or spelled in two ways."""

from __future__ import annotations

from collections.abc import Iterator

from edgemark.errors import listing, plural
from edgemark.stats.look_alike_names import groups_of, plain_seed, plain_text, visible_text
from edgemark.stats.runs import Runs

__all__ = ["spelling_warnings"]

_SPELLING = "case, spaces, hyphens or Unicode form"


def spelling_warnings(runs: Runs) -> Iterator[str]:
    """Warn of runs without the name of a data set, and of names or seeds with several spellings."""
    unnamed = len({run.key for run in runs if not run.dataset})
    if unnamed and len(runs.datasets) > 1:
        yield (
            f"{plural(unnamed, 'run')} without the name of a data set {'is' if unnamed == 1 else 'are'} "
            f"counted as a data set of {'its' if unnamed == 1 else 'their'} own, beside "
            f"{listing([name for name in runs.datasets if name])}"
        )
    for noun, names in (("methods", runs.methods), ("data sets", runs.datasets)):
        for names_alike in groups_of(names, lambda name: plain_text(visible_text(name))):
            seem_equal = len({*map(plain_text, names_alike)}) > 1
            yield (
                f"{' and '.join(map(ascii if seem_equal else repr, names_alike))} are counted as "
                f"{len(names_alike)} {noun}, but their names differ only in "
                f"{'characters that are invisible or look alike' if seem_equal else _SPELLING}. Give "
                "them one name if they are the same"
            )
    yield from _seed_warnings(runs)


def _seed_warnings(runs: Runs) -> Iterator[str]:
    """Warn of one seed in several spellings, in the first data set that has such a seed."""
    seeds: dict[str, dict[str, None]] = {}
    for run in runs:
        seeds.setdefault(run.dataset, {})[run.seed] = None
    for dataset, names in seeds.items():
        for alike in groups_of(names, lambda name: plain_seed(visible_text(name))):
            place = f" of {dataset!r}" if dataset else ""
            yield (
                f"the seeds {' and '.join(map(ascii, alike))}{place} are counted as {len(alike)} seeds, "
                "but are one number in several spellings. Write each seed in one way"
            )
            return
