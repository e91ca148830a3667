"""Cells of a matrix that are not numbers: None, fractions, decimals, text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.errors import GraphError, Remedy

__all__ = ["INTEGER_TYPES", "REAL_TYPES", "refuse_other_cells"]

INTEGER_TYPES = (bool, int, np.bool_, np.integer)
REAL_TYPES = (*INTEGER_TYPES, float, np.floating)
_AXES = ("matrix", "row", "column")
_OTHER_KINDS = "OUS"  # NumPy's codes of objects and text


def refuse_other_cells(
    cells: NDArray[Any],
    rule: str,
    columns: Sequence[Any] = (),
    rows: Sequence[Any] = (),
    *,
    nan: str = "",
) -> None:
    """
    Refuse an array of objects or text if a cell is not a number.

    The error names the first cell that no float can replace, such as '1/2', or else the first that is
    not a number.

    Args:
        cells: a matrix, or several matrices along the first axis.
        rule: the beginning of the message, such as "scores must be numbers".
        columns: the labels of the columns of a frame.
        rows: the labels of its rows.
        nan: what nan stands for, such as "a pair without a score"; empty if nan is not allowed.

    Examples:
        >>> refuse_other_cells(np.array([["0", "1/2"], ["0", "0"]]), "scores must be numbers")
        Traceback (most recent call last):
        ...
        edgemark.errors.GraphError: scores must be numbers; got '1/2' at row 0, column 1. Put a \
number there
    """
    if cells.dtype.kind not in _OTHER_KINDS:
        return
    if cells.ndim == 0:
        raise GraphError(f"{rule} in an array or a frame; got {type(cells.item()).__name__}")
    others = [item for item in np.ndenumerate(cells) if not isinstance(item[1], REAL_TYPES)]
    if not others:
        return
    position, cell = next((item for item in others if not _is_convertible(item[1])), others[0])
    labels = (rows[position[0]], columns[position[1]]) if columns and len(position) == 2 else position
    where = ", ".join(
        f"{axis} {label!r}" for axis, label in zip(_AXES[-len(position) :], labels, strict=False)
    )
    text = repr(cell.item() if isinstance(cell, np.generic) else cell)
    raise GraphError(f"{rule}; got {text:.60} at {where}", _remedy(cells, nan, bool(columns)))


def _is_convertible(cell: Any) -> bool:
    try:
        float(cell)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def _remedy(cells: NDArray[Any], nan: str, is_frame: bool) -> Remedy:
    by_hand = Remedy(f"Put a number there, or nan for {nan}" if nan else "Put a number there")
    try:
        numbers = cells.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        return by_hand
    code = "frame.astype(float)" if is_frame else "np.array(array, dtype=float)"
    if np.isfinite(numbers).all():
        return Remedy("Convert the cells to floats", code)
    if nan and not np.isinf(numbers).any():
        has_none = any(cell is None for cell in cells.flat)
        say = "Convert None to nan, which" if has_none else "Convert the cells to floats, in which nan"
        return Remedy(f"{say} stands for {nan}", code)
    return by_hand
