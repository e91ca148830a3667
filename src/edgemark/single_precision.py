"""Convert numbers of single and half precision to doubles with the digits that NumPy prints."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgemark.foreign import package_of
from edgemark.host import is_tensor, on_host

__all__ = ["as_printed", "with_doubles"]

_DOUBLE = np.dtype(np.float64).itemsize
_POLARS_TYPES = ("Float32", "Float16")


def as_printed(value: Any) -> float:
    """
    Convert a number to the double with the digits that NumPy prints for it.

    Examples:
        >>> as_printed(np.float32(0.1)), float(np.float32(0.1))
        (0.1, 0.10000000149011612)
    """
    if is_tensor(value):
        value = on_host(value)[()]  # a NumPy scalar, if the tensor has no axes
    is_short = isinstance(value, np.floating) and value.dtype.itemsize < _DOUBLE
    return float(str(value)) if is_short else float(value)


def with_doubles(values: Any) -> Any:
    """
    Convert floats of lower precision in an array, a series or a frame to double precision.

    Other objects, and columns of other types, are returned unchanged.

    Examples:
        >>> with_doubles(np.float32([0.1, 0.7])).tolist()
        [0.1, 0.7]
    """
    if isinstance(values, np.ndarray):
        return _doubles(values) if _needs_conversion(values.dtype) else values
    package = package_of(values)
    if package == "pandas":
        return _with_doubles_of_pandas(values)
    if package == "polars" and hasattr(values, "columns"):
        short = [name for name, kind in values.schema.items() if str(kind) in _POLARS_TYPES]
        return values.with_columns([values[name].cast(str).cast(float) for name in short])
    if package == "polars" and str(getattr(values, "dtype", "")) in _POLARS_TYPES:
        return values.cast(str).cast(float)
    return values


def _with_doubles_of_pandas(values: Any) -> Any:
    if not hasattr(values, "columns"):
        if not _needs_conversion(getattr(values, "dtype", None)):
            return values
        labels = {"index": values.index} if hasattr(values, "index") else {}  # an Index has none
        return type(values)(_doubles(_array(values)), name=values.name, **labels)
    frame = values
    for position, dtype in enumerate(values.dtypes):
        if _needs_conversion(dtype):
            frame = values.copy() if frame is values else frame
            frame.isetitem(position, _doubles(_array(values.iloc[:, position])))
    return frame


def _needs_conversion(dtype: Any) -> bool:
    """
    Whether a type of NumPy or pandas holds floats of less than 64 bits, or floats in a byte order other
    than that of the machine.
    """
    # Examples of other names are "float[pyarrow]", "halffloat[pyarrow]" and "Sparse[float32, nan]".
    name = str(dtype).lower().removeprefix("sparse[")
    return (
        name.startswith(("float32", "float16", "halffloat", "float[", "<f", ">f")) and "64" not in name
    )


def _array(column: Any) -> Any:
    """Return a column of pandas as a NumPy array; NA becomes nan."""
    if isinstance(column.dtype, np.dtype):
        return column.to_numpy()
    return column.to_numpy(dtype=np.float32, na_value=np.nan)


def _doubles(array: Any) -> Any:
    return np.array([as_printed(value) for value in array.ravel()], np.float64).reshape(array.shape)
