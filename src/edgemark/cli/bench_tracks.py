"""The plans of the benchmark ``standard``, called tracks. Each has a folder for its results."""

from __future__ import annotations

from pathlib import Path

__all__ = ["folders_to_write", "plans_of", "studies_in"]


def plans_of(name: str) -> tuple[str, ...]:
    """Return the tracks for ``standard``, unless a file has this name; else the name itself."""
    from edgemark.bench.plans import TRACKS

    return TRACKS if name == "standard" and not Path(name).is_file() else (name,)


def folders_to_write(name: str, folder: str) -> list[tuple[str, str]]:
    """Return each plan with the folder of its study: `folder`, or for a track ``folder/track``."""
    plans = plans_of(name)
    return [(plan, str(Path(folder, plan)) if len(plans) > 1 else folder) for plan in plans]


def studies_in(folder: str) -> list[str]:
    """
    Return the folders of the tracks in a folder, or the folder itself if it holds a study or no track.
    """
    from edgemark.bench.plans import TRACKS
    from edgemark.bench.store import Store

    if Store.is_in(folder):
        return [folder]
    tracks = [str(Path(folder, track)) for track in TRACKS]
    return [track for track in tracks if Store.is_in(track)] or [folder]
