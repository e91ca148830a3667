"""Draw the data of a run, or read them from the user's files, and save them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from edgemark.bench.data import draw
from edgemark.bench.estimates import to_plain
from edgemark.bench.plan.data_entries import DataSpec
from edgemark.errors import EdgemarkError
from edgemark.replacing import replace_file

__all__ = ["draw_data"]


def draw_data(job: Mapping[str, Any]) -> dict[str, Any]:
    """
    Draw a data set and save it.

    Args:
        job: "spec", the fields of a `DataSpec`; "seed"; "file", the path to save to. The same data are
            also saved as CSV under this name with the suffix .csv.

    Returns:
        "hash" of the content, "truth" as plain values, and "facts", which are properties of the data,
        such as sortability; or only "refused", the reason why there are no data.
    """
    try:
        drawn = draw(DataSpec(**job["spec"]), job["seed"])
    except (EdgemarkError, OSError, ImportError) as error:
        return {"refused": str(error)}
    path = Path(job["file"])
    drawn.data.save(path)
    replace_file(path.with_suffix(".csv"), drawn.data.to_csv().encode())
    return {
        "hash": drawn.data.content_hash,
        "truth": to_plain(drawn.truth),
        "facts": dict(drawn.facts),
    }
