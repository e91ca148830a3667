"""The float type in which scores are compared with a threshold: the type in which they were given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.frame_labels import without_column_of_names
from edgemark.graph.ambiguity import is_nan

__all__ = ["DOUBLE", "PRECISIONS", "precision_of_array", "precision_of_list", "rounded"]

DOUBLE: np.dtype[Any] = np.dtype(np.float64)
PRECISIONS = ("float64", "float32", "float16")
"""The names of the types in which scores may be compared."""


def precision_of_array(array: Any) -> np.dtype[Any]:
    """
    Return the float type in which the scores of an array, a frame or a list of rows are compared.

    It is the common type of the columns or numbers if all have a float type, but at most float64; else
    it is float64.
    """
    if isinstance(array, list | tuple) and _may_be_typed(array):
        with suppress(ValueError, TypeError):  # ragged rows are refused later
            array = np.asarray(array)
    if hasattr(array, "columns") and (named := without_column_of_names(array)) is not None:
        array = named[1]
    columns = getattr(array, "dtypes", None)
    types = [getattr(array, "dtype", None)] if columns is None else list(columns)
    dtypes = {_numpy_type(dtype) for dtype in types}
    float_types = [dtype for dtype in dtypes if dtype is not None and dtype.kind == "f"]
    return (
        min(np.result_type(*float_types), DOUBLE)
        if float_types and len(float_types) == len(dtypes)
        else DOUBLE
    )


def precision_of_list(scores: Iterable[Any]) -> np.dtype[Any]:
    """
    Return the float type in which listed scores are compared.

    It is their common type if all of them are NumPy floats, but at most float64; else it is float64. nan
    stands for no score, and its type does not count.

    Examples:
        >>> precision_of_list([np.float32(0.1), float("nan")]), precision_of_list([np.float32(0.1), 0.2])
        (dtype('float32'), dtype('float64'))
    """
    types = {type(score) for score in scores if not is_nan(score)}
    if not types or not all(issubclass(kind, np.floating) for kind in types):
        return DOUBLE
    return min(np.result_type(*types), DOUBLE)


def rounded(thresholds: ArrayLike, dtype: np.dtype[Any]) -> NDArray[np.float64]:
    """
    Round thresholds as NumPy does when it compares them with scores of this type.

    Examples:
        >>> float(rounded(0.1, np.dtype(np.float32))), float(rounded(0.1, DOUBLE))
        (0.10000000149011612, 0.1)
    """
    if isinstance(thresholds, np.generic | np.ndarray):
        dtype = np.result_type(dtype, thresholds)
    with np.errstate(over="ignore"):
        return np.asarray(thresholds, np.float64).astype(dtype).astype(np.float64)


def _may_be_typed(rows: Sequence[Any]) -> bool:
    """
    Whether the first number in a list of rows is a NumPy number. If not, the list is read as float64.
    """
    first = rows[0] if rows else None
    cell = first[0] if isinstance(first, list | tuple) and first else first
    return hasattr(cell, "dtype")


def _numpy_type(dtype: Any) -> np.dtype[Any] | None:
    """
    Return the NumPy type for a type of polars, or a nullable or sparse type of pandas; None for others.

    Examples:
        >>> import pandas
        >>> _numpy_type(pandas.Float32Dtype()), _numpy_type(pandas.StringDtype())
        (dtype('float32'), None)
    """
    if type(dtype).__module__.startswith("polars") and str(dtype) in ("Float32", "Float64"):
        return np.dtype(str(dtype).lower())
    dtype = getattr(dtype, "numpy_dtype", getattr(dtype, "subtype", dtype))
    return dtype if isinstance(dtype, np.dtype) else None
