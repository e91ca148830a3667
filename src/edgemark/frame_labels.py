"""Read the labels of rows and columns of frames, and build frames from rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, Self

from edgemark.errors import Message, MissingExtraError, Remedy, listing
from edgemark.foreign import package_of, refuse_lazy

__all__ = ["Labels", "frame_of", "names_of_axes", "without_column_of_names"]


@dataclass(frozen=True, slots=True)
class Labels:
    """
    The labels of rows and columns of a frame; None if they are the positions 0, 1, 2, ...

    Attributes:
        rows: the index of a pandas frame or series.
        columns: names of the columns of a pandas or polars frame.
        n_positions: the number of rows and the number of columns; each is None unless their labels are
            positions.
    """

    rows: tuple[Any, ...] | None = None
    columns: tuple[Any, ...] | None = None
    n_positions: tuple[int | None, int | None] = field(default=(None, None), repr=False)

    @classmethod
    def of(cls, array: Any) -> Self:
        """
        Read the labels of a frame; any other object has none.

        Examples:
            >>> import pandas
            >>> Labels.of(pandas.DataFrame([[1, 2]], columns=["A", "B"]))
            Labels(rows=None, columns=('A', 'B'))
        """
        refuse_lazy(array)
        if package_of(array) not in ("pandas", "polars"):
            return cls()
        axes = [getattr(array, axis, None) for axis in ("index", "columns")]
        rows, columns = map(_unless_positions, axes)
        n_rows, n_columns = (
            None if axis is None or labels is not None else len(axis)
            for axis, labels in zip(axes, (rows, columns), strict=True)
        )
        return cls(rows, columns, (n_rows, n_columns))

    def difference(self, other: Self) -> Message | None:
        """
        Explain that two frames have different labels at the same position.

        A frame whose labels are its positions agrees with a frame whose labels are text or dates. It
        does not agree with other integers, which are the positions of sorted or selected rows.

        Examples:
            >>> print(Labels(columns=("A", "B")).difference(Labels(columns=("B", "A"))))
            both frames must have the same columns in the same order; got 'A', 'B' and 'B', 'A'. \
Bring them into one order, with reindex_like in pandas or select(other.columns) in polars, or compare \
them by position with to_numpy()
        """
        for axis_name, these, others in (
            ("columns", *_comparable((self.columns, other.columns), (self, other), 1)),
            ("index", *_comparable((self.rows, other.rows), (self, other), 0)),
        ):
            if these is not None and others is not None and these != others:
                return Message(
                    f"both frames must have the same {axis_name} in the same order; got {_shown(these)} "
                    f"and {_shown(others)}",
                    Remedy(
                        "Bring them into one order, with reindex_like in pandas or "
                        "select(other.columns) in polars, or compare them by position with to_numpy()"
                    ),
                )
        return None


def _comparable(labels: tuple[Any, Any], frames: tuple[Labels, Labels], axis: int) -> Iterator[Any]:
    """
    Yield the labels of both frames. A frame without labels has its positions as labels if the labels of
    the other frame are integers, and None otherwise.
    """
    for k in (0, 1):
        count, other_labels = frames[k].n_positions[axis], labels[1 - k]
        use_positions = labels[k] is None and other_labels is not None and _are_integers(other_labels)
        yield tuple(range(count)) if count is not None and use_positions else labels[k]


def _are_integers(labels: Sequence[Any]) -> bool:
    return all(isinstance(label, Integral) and not isinstance(label, bool) for label in labels)


def _unless_positions(labels: Any) -> tuple[Any, ...] | None:
    """Return labels, or None if they are the positions 0, 1, 2, ..."""
    if labels is None:
        return None
    values = tuple(labels)
    return None if values == tuple(range(len(values))) else values


def _shown(labels: Sequence[Any]) -> str:
    return listing([str(label) for label in labels])


def names_of_axes(frame: Any) -> list[Any]:
    """
    Return the names of the two axes of a frame, the index first; an empty list for other objects.

    If the first column holds the names of the rows, its heading comes before these two names.

    Examples:
        >>> import pandas
        >>> names_of_axes(pandas.DataFrame({"gene": ["A", "B"], "A": [0, 0], "B": [1, 0]}))
        ['gene', None, None]
    """
    refuse_lazy(frame)
    if package_of(frame) not in ("pandas", "polars") or not hasattr(frame, "columns"):
        return []
    heading = list(frame.columns[:1]) if _rows_by_first_column(frame) is not None else []
    return [
        *heading,
        *(getattr(getattr(frame, axis, None), "name", None) for axis in ("index", "columns")),
    ]


def without_column_of_names(frame: Any) -> tuple[Any, Any] | None:
    """
    Return the heading of a first column that holds the names of the other columns, and the frame without
    it, with its rows in the order of the columns; None for any other frame.

    A polars frame has no row labels, so its rows are named by such a column. So are the rows of a pandas
    frame that was read from a file without `index_col=0`.

    Examples:
        >>> import pandas
        >>> frame = pandas.DataFrame({"gene": ["B", "A"], "A": [1, 2], "B": [3, 4]})
        >>> heading, cells = without_column_of_names(frame)
        >>> heading, cells.to_numpy().tolist()
        ('gene', [[2, 4], [1, 3]])
    """
    if (order := _rows_by_first_column(frame)) is None:
        return None
    heading, *columns = frame.columns
    if package_of(frame) == "polars":
        return heading, frame[columns][order]
    return heading, frame[columns].iloc[order].set_axis(columns)


def _rows_by_first_column(frame: Any) -> list[int] | None:
    """Return the rows in the order of the columns, if the first column holds the names of the others."""
    names, positions = list(frame.columns)[1:], range(len(frame))
    if (
        len(names) != len(frame)
        or not names
        or list(getattr(frame, "index", positions)) != list(positions)
    ):
        return None
    first = frame[frame.columns[0]] if len(set(frame.columns)) == len(names) + 1 else ()
    row_of = {name: k for k, name in enumerate(first) if isinstance(name, str)}
    return [row_of[name] for name in names] if row_of.keys() == set(names) else None


def frame_of(rows: list[dict[str, Any]], columns: Iterable[str], numbers: Iterable[str]) -> Any:
    """
    Return rows as a pandas frame with these columns; those of `numbers` are float64.

    Raises:
        MissingExtraError: pandas is not installed.
    """
    try:
        import pandas
    except ImportError:
        raise MissingExtraError("pandas", "frames") from None
    frame = pandas.DataFrame(rows, columns=list(columns))
    return frame.astype(dict.fromkeys(numbers, "float64"))
