"""Checks of the inputs of forecasts: numbers, levels, bins, and the observations that are scored."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import booleans, refuse_masked
from edgemark.errors import ForecastError, InputTypeError, Remedy
from edgemark.foreign import package_of
from edgemark.frame_labels import Labels
from edgemark.host import on_host
from edgemark.single_precision import as_printed, with_doubles

Numbers = NDArray[np.float64]
Cells = NDArray[np.bool_]  # A selection of cells: true for those selected.

_MOST_BINS = 10**6


def score_only_where(selection: str) -> Remedy:
    """
    Return the remedy to score only a part of the observations.

    Args:
        selection: the code of a boolean array that is true for this part.
    """
    return Remedy("Score only the others", f"where={selection}")


def finite_cells(array: Any, name: str) -> str:
    """
    Return the code that selects the finite cells of an argument, for `score_only_where`.

    NumPy's `isfinite` refuses a polars series, and returns NA for missing cells of nullable types
    of pandas. The code converts these to floats first.

    Examples:
        >>> finite_cells(np.zeros(2), "observed"), finite_cells([0.0], "observed")
        ('np.isfinite(observed)', 'np.isfinite(observed)')
    """
    is_special = package_of(array) == "polars" or (
        package_of(array) == "pandas" and _has_nullable_cells(array)
    )
    return f"np.isfinite({floats_code(array, name) if is_special else name})"


def floats_code(array: Any, name: str) -> str:
    """
    Return the code that converts an argument to floats, with nan for missing cells.

    Examples:
        >>> floats_code([0.0], "mean")
        'np.asarray(mean, float)'
    """
    if package_of(array) == "pandas" and _has_nullable_cells(array):
        return f"{name}.to_numpy(float, na_value=np.nan)"
    return f"np.asarray({name}, float)"


def _has_nullable_cells(frame: Any) -> bool:
    """Whether a pandas frame or series has an extension type, such as Int64, which can hold NA."""
    dtypes = np.atleast_1d(np.array(getattr(frame, "dtypes", None), dtype=object))
    return any(not isinstance(dtype, np.dtype) for dtype in dtypes)


def numbers(array: Any, subject: str) -> Numbers:
    """Return an array, list or frame as floats; refuse masks, non-numbers and lists of frames."""
    refuse_masked(subject, array, ForecastError, Remedy("Give its data, and its mask as where=~mask"))
    _refuse_frames_in_a_list(array, subject)
    try:
        values = np.asarray(on_host(array))
    except ValueError as error:
        raise ForecastError(f"{subject} must be an array; got ragged rows") from error
    if values.dtype == object and package_of(array) == "pandas":
        values = _floats_of_nullable(array, values)
    if values.dtype.kind not in "biuf":
        raise ForecastError(f"{subject} must be numbers; got an array of {values.dtype}")
    return values.astype(np.float64, copy=False)


def _floats_of_nullable(frame: Any, values: NDArray[Any]) -> NDArray[Any]:
    """
    Return a pandas frame or series as floats, with NA as nan; `values` if a column is not of numbers.
    """
    kinds = {getattr(dtype, "kind", "O") for dtype in np.atleast_1d(getattr(frame, "dtypes", "O"))}
    return frame.to_numpy(dtype=np.float64, na_value=np.nan) if kinds <= set("biuf") else values


def rows_of(array: Any) -> Labels:
    """
    Return the row labels of a frame whose columns are members or quantiles of the forecast.

    The headings of these columns are left out, as the observations have no such columns. A series has
    no row labels either, since its cells are the members or quantiles of one observation.
    """
    labels = Labels.of(array) if hasattr(array, "columns") else Labels()
    return Labels(rows=labels.rows, n_positions=(labels.n_positions[0], None))


def refuse_other_levels(frame: Any, levels: Numbers) -> None:
    """
    Refuse a frame of quantiles whose headings contradict `levels`.

    Headings that are not all numbers between 0 and 1 are not levels, and are not compared.
    """
    try:
        columns = getattr(frame, "columns", ())
        headings = [float(name) for name in with_doubles(getattr(columns, "values", columns))]
    except (TypeError, ValueError):
        return
    if not headings or not all(0 < heading < 1 for heading in headings):
        return
    if len(headings) != levels.size or not np.allclose(headings, levels, rtol=0, atol=1e-9):
        raise ForecastError(
            f"the columns of quantiles must be those of the levels in their order; got columns "
            f"{headings} and levels {levels.tolist()}",
            Remedy("Bring the columns into the order of the levels, or state the levels they have"),
        )


def _refuse_frames_in_a_list(array: Any, subject: str) -> None:
    """Refuse frames whose labels would be lost."""
    if isinstance(array, list | tuple) and any(
        package_of(part) in ("pandas", "polars") for part in array
    ):
        raise ForecastError(
            f"{subject} must be one array or frame; got a list of frames, whose labels would be lost",
            Remedy("Bring the frames into one order, and put them into one array with numpy.stack"),
        )


def refuse_other_labels(first: Labels, second: Labels) -> None:
    """Refuse data frames whose labels differ."""
    if text := first.difference(second):
        raise ForecastError(text)


def frozen_copy(array: Any, subject: str) -> Numbers:
    """
    Return a read-only copy as floats.

    A read-only array is copied too, since it may be a view of an array that can be changed.
    """
    copy = numbers(array, subject).copy()
    copy.flags.writeable = False
    return copy


def checked_level(level: float, subject: str = "a level") -> float:
    """
    Return a level as a float; refuse a number that is not strictly between 0 and 1.

    A level of single precision is read as the decimal that NumPy prints.

    Examples:
        >>> checked_level(95)
        Traceback (most recent call last):
        ...
        edgemark.errors.ForecastError: a level must be between 0 and 1, both excluded; got 95
    """
    if isinstance(level, bool) or not isinstance(level, (int, float, np.integer, np.floating)):
        raise InputTypeError(f"{subject} must be a number; got {type(level).__name__}")
    number = as_printed(level)
    if not 0 < number < 1:
        raise ForecastError(f"{subject} must be between 0 and 1, both excluded; got {level}")
    return number


def checked_levels(levels: Any) -> Numbers:
    """
    Return levels as an array; refuse any that is not between 0 and 1, or not above the one before.

    Levels of single precision are read as the decimals that NumPy prints.

    Examples:
        >>> checked_levels(np.float32([0.1, 0.9])).tolist()
        [0.1, 0.9]
    """
    if isinstance(levels, list | tuple) and any(isinstance(level, np.floating) for level in levels):
        levels = [as_printed(x) if isinstance(x, np.floating) else x for x in levels]
    array = frozen_copy(with_doubles(on_host(levels)), "levels")
    if array.ndim != 1 or not array.size:
        raise ForecastError(f"levels must be a list of one or more numbers; got shape {array.shape}")
    for level in array:
        checked_level(float(level))
    if (np.diff(array) <= 0).any():
        raise ForecastError(f"levels must increase strictly; got {array.tolist()}")
    return array


def checked_bins(bins: int) -> int:
    """Return the number of bins; refuse one that is not a positive integer, or is too large."""
    if isinstance(bins, bool) or not isinstance(bins, (int, np.integer)):
        raise InputTypeError(f"bins must be a whole number; got {type(bins).__name__}")
    if bins < 1:
        raise ForecastError(f"bins must be 1 or more; got {bins}")
    if bins > _MOST_BINS:
        raise ForecastError(f"bins must be at most {_MOST_BINS}; got {bins}")
    return int(bins)


def observations(observed: Any, where: Any) -> tuple[Numbers, Cells]:
    """
    Return the observations, and whether each of them is scored; refuse scored ones that are not finite.

    Args:
        observed: the observations; the masked cells of a masked array are not scored.
        where: which observations to score; None for all.
    """
    given, is_scored = observed, None
    refuse_other_labels(Labels.of(observed), Labels.of(where))
    if isinstance(observed, np.ma.MaskedArray):
        is_scored = ~np.ma.getmaskarray(observed)
        observed = observed.data
    values = numbers(observed, "observations")
    if where is not None:
        refuse_masked("where", where, ForecastError, Remedy("Give where=where.filled(False)"))
        _refuse_frames_in_a_list(where, "where")
        selection = booleans(on_host(where), "where", ForecastError)
        if selection.dtype != np.bool_ or selection.shape != values.shape:
            raise ForecastError(
                f"where must be an array of bool of the observations' shape {values.shape}; got "
                f"{selection.dtype} of shape {selection.shape}"
            )
        is_scored = selection if is_scored is None else selection & is_scored
    if is_scored is None:
        is_scored = np.ones(values.shape, np.bool_)
    refuse(
        is_scored & ~np.isfinite(values),
        values,
        "an observation must be finite",
        score_only_where(finite_cells(given, "observed")),
    )
    return values, is_scored


def refuse(invalid: Cells, values: Numbers, requirement: str, *remedies: Remedy) -> None:
    """Raise an error if a value is invalid; it states the requirement and the first invalid value."""
    if not invalid.any():
        return
    first = tuple(int(k) for k in np.argwhere(invalid)[0])
    n_more = int(invalid.sum()) - 1
    rest = f" and {n_more} more" if n_more else ""
    place = f" at {list(first)}" if first else ""
    raise ForecastError(f"{requirement}; got {values[first]}{place}{rest}", *remedies)


def selected(values: Numbers, cells: Cells) -> Numbers:
    """
    Return the values of the selected cells, read-only, with one entry of the first axis for each cell.

    If `values` has more axes than `cells`, such as one for members, these follow the first axis.
    """
    flat_shape = (cells.size, *values.shape[cells.ndim :])
    values_selected = values.reshape(flat_shape) if cells.all() else values[cells]
    values_selected = values_selected.view()  # Its flag does not change that of `values`.
    values_selected.flags.writeable = False
    return values_selected
