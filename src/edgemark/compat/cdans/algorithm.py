"""The algorithm of the installed package cdans, with a check that refuses unusable series."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from edgemark.compat.cdans._package import package_attribute
from edgemark.errors import EdgemarkError

__all__ = ["CDANs", "CDANsResult"]  # noqa: F822  the package has them


def __getattr__(name: str) -> Any:
    attribute = package_attribute("algorithm", name)
    return _checked(attribute) if name == "CDANs" else attribute


@cache
def _checked(original: Any) -> type:
    """Return the package's CDANs with a check of the series before learning."""

    class CDANs(original):  # type: ignore[misc]  # a class of another package
        __doc__ = original.__doc__

        def fit(self, data: Any, var_names: list[str] | None = None) -> Any:
            """
            Learn a graph.

            Args:
                data: shape (n_samples, n_vars).
                var_names: names of the columns.

            Returns:
                The package's CDANsResult.

            Raises:
                EdgemarkError: missing or infinite values, which the package would read as numbers, or
                    too few rows for the largest lag.
            """
            series = np.asarray(data, np.float64)
            if not np.isfinite(series).all():
                raise EdgemarkError(
                    "a series must hold finite numbers; got nan or inf. Drop those rows, or impute them"
                )
            if series.ndim and len(series) <= self.tau_max:
                raise EdgemarkError(
                    f"a series must be longer than the largest lag; got {len(series)} rows for lags up "
                    f"to {self.tau_max}"
                )
            return super().fit(series, var_names)

    CDANs.__module__, CDANs.__qualname__ = "edgemark.compat.cdans.algorithm", "CDANs"
    return CDANs
