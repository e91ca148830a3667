"""Frames: what their labels say about rows and columns, and rows made into one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from edgemark.errors import Message, MissingExtraError, Remedy, listing

__all__ = ["Labels", "frame_of"]


@dataclass(frozen=True, slots=True)
class Labels:
    """
    The labels of rows and columns of a frame; None if only positions matter.

    Attributes:
        rows: the index of a pandas frame or series.
        columns: names of the columns of a pandas or polars frame.
    """

    rows: tuple[Any, ...] | None = None
    columns: tuple[Any, ...] | None = None

    @classmethod
    def of(cls, array: Any) -> Self:
        """
        Read the labels of a frame; any other object has none.

        Examples:
            >>> import pandas
            >>> Labels.of(pandas.DataFrame([[1, 2]], columns=["A", "B"]))
            Labels(rows=None, columns=('A', 'B'))
        """
        if type(array).__module__.partition(".")[0] not in ("pandas", "polars"):
            return cls()
        return cls(*(_unless_places(getattr(array, axis, None)) for axis in ("index", "columns")))

    def difference(self, other: Self) -> Message | None:
        """
        Explain that two frames have different labels at the same position.

        Examples:
            >>> print(Labels(columns=("A", "B")).difference(Labels(columns=("B", "A"))))
            both frames must have the same columns in the same order; got 'A', 'B' and 'B', 'A'. \
Bring them into one order with reindex_like, or compare them by place with to_numpy
        """
        for what, mine, theirs in (
            ("columns", self.columns, other.columns),
            ("index", self.rows, other.rows),
        ):
            if mine is not None and theirs is not None and mine != theirs:
                return Message(
                    f"both frames must have the same {what} in the same order; got {_shown(mine)} and "
                    f"{_shown(theirs)}",
                    Remedy(
                        "Bring them into one order with reindex_like, or compare them by place with "
                        "to_numpy"
                    ),
                )
        return None


def _unless_places(labels: Any) -> tuple[Any, ...] | None:
    """Labels, or None if they only number the positions."""
    if labels is None:
        return None
    found = tuple(labels)
    return None if found == tuple(range(len(found))) else found


def _shown(labels: Sequence[Any]) -> str:
    return listing([str(label) for label in labels])


def frame_of(rows: list[dict[str, Any]], columns: Iterable[str], numbers: Iterable[str]) -> Any:
    """Return rows as a pandas frame with numbers as floats."""
    try:
        import pandas
    except ImportError:
        raise MissingExtraError("pandas", "frames") from None
    frame = pandas.DataFrame(rows, columns=list(columns))
    return frame.astype(dict.fromkeys(numbers, "float64"))
