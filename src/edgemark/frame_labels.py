"""The labels of rows and columns of frames, and frames that are made of rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, Self

from edgemark.errors import Message, MissingExtraError, Remedy, listing
from edgemark.foreign import package_of

__all__ = ["Labels", "frame_of"]


@dataclass(frozen=True, slots=True)
class Labels:
    """
    The labels of rows and columns of a frame; None if they are the positions 0, 1, 2, ...

    Attributes:
        rows: the index of a pandas frame or series.
        columns: names of the columns of a pandas or polars frame.
        positions: the numbers of rows and columns of a frame whose labels are their positions.
    """

    rows: tuple[Any, ...] | None = None
    columns: tuple[Any, ...] | None = None
    positions: tuple[int | None, int | None] = field(default=(None, None), repr=False)

    @classmethod
    def of(cls, array: Any) -> Self:
        """
        Read the labels of a frame; any other object has none.

        Examples:
            >>> import pandas
            >>> Labels.of(pandas.DataFrame([[1, 2]], columns=["A", "B"]))
            Labels(rows=None, columns=('A', 'B'))
        """
        if package_of(array) not in ("pandas", "polars"):
            return cls()
        found = [getattr(array, axis, None) for axis in ("index", "columns")]
        rows, columns = map(_unless_places, found)
        n_rows, n_columns = (
            None if axis is None or labels is not None else len(axis)
            for axis, labels in zip(found, (rows, columns), strict=True)
        )
        return cls(rows, columns, (n_rows, n_columns))

    def difference(self, other: Self) -> Message | None:
        """
        Explain that two frames have different labels at the same position.

        A frame whose labels are its positions agrees with a frame whose labels are text or dates. It
        does not agree with other numbers, which are the positions of sorted or selected rows.

        Examples:
            >>> print(Labels(columns=("A", "B")).difference(Labels(columns=("B", "A"))))
            both frames must have the same columns in the same order; got 'A', 'B' and 'B', 'A'. \
Bring them into one order with reindex_like, or compare them by place with to_numpy
        """
        for what, mine, theirs in (
            ("columns", *_comparable((self.columns, other.columns), (self, other), 1)),
            ("index", *_comparable((self.rows, other.rows), (self, other), 0)),
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


def _comparable(labels: tuple[Any, Any], frames: tuple[Labels, Labels], axis: int) -> Iterator[Any]:
    """
    Yield the labels of two frames; labels that are positions only if the other frame has numbers too.
    """
    for k in (0, 1):
        count, others = frames[k].positions[axis], labels[1 - k]
        knows_no_more = labels[k] is None and others is not None and _are_whole(others)
        yield tuple(range(count)) if count is not None and knows_no_more else labels[k]


def _are_whole(labels: Sequence[Any]) -> bool:
    return all(isinstance(label, Integral) and not isinstance(label, bool) for label in labels)


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
