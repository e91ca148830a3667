"""A table of all measures of a forecast, overall and for each node."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.content_equality import EqualByContent
from edgemark.errors import ConventionError, ForecastError, GraphError, MissingExtraError
from edgemark.forecast.calibration import coverage, miscalibration_area, quantile_calibration
from edgemark.forecast.forecasts import Ensemble, Gaussian, checked_inputs, labels_of
from edgemark.forecast.inputs import Cells, Numbers, checked_levels
from edgemark.forecast.scores import crps, gaussian_nll, interval_score, mae, pinball, rmse
from edgemark.forecast.spread import ence
from edgemark.frame_labels import Labels
from edgemark.graph.frame_values import agreed_names
from edgemark.graph.given_nodes import checked_names
from edgemark.values import Undefined

__all__ = ["ForecastTable", "evaluate"]

Measure = Callable[[Any, Any, Any], float]
Reasons = dict[tuple[str, str | None], str]


@dataclass(frozen=True, eq=False, slots=True)
class ForecastTable(EqualByContent):
    """
    Measures of a forecast over all observations that count, and for each node.

    A value is nan if the measure is undefined or not available for this forecast; `reason` explains it.

    Attributes:
        measures: names of the columns.
        nodes: names of the rows.
        overall: value of each measure over all nodes.
        values: shape (nodes, measures).
        counts: number of observations of each node that count.
        reasons: why values are nan, by (measure, node), or (measure, None) for overall values.

    Examples:
        >>> from edgemark import forecast
        >>> observed, foreseen = [[0.0, 1.0], [2.0, 1.0]], [[0.0, 1.0], [2.0, 3.0]]
        >>> table = forecast.evaluate(observed, foreseen, nodes=["A", "B"])
        >>> table["mae"], table.to_dict()["mae"]
        (array([0., 1.]), 0.5)
        >>> table.reason("crps")
        'the CRPS needs a Gaussian or an Ensemble; got a forecast of single values'
    """

    measures: tuple[str, ...]
    nodes: tuple[str, ...]
    overall: Numbers
    values: Numbers
    counts: NDArray[np.int64]
    reasons: Reasons

    def __getitem__(self, measure: str) -> Numbers:
        """
        Return the values of a measure by node.

        Raises:
            ConventionError: an unknown measure.
        """
        return self.values[:, self._column(measure)]

    def _column(self, measure: str) -> int:
        if measure not in self.measures:
            raise ConventionError.unknown("the measure", measure, self.measures)
        return self.measures.index(measure)

    def reason(self, measure: str, node: str | None = None) -> str:
        """
        Explain why a value is nan, overall or for a node; "" if the value is not nan.

        Raises:
            ConventionError: an unknown measure or node.
        """
        self._column(measure)
        if node is not None and node not in self.nodes:
            raise ConventionError.unknown("the node", node, self.nodes)
        return self.reasons.get((measure, node), "")

    def to_dict(self) -> dict[str, float | None]:
        """Return the overall values by measure; nan becomes None."""
        return {
            name: None if isnan(value) else float(value)
            for name, value in zip(self.measures, self.overall, strict=True)
        }

    def to_frame(self) -> Any:
        """
        Return a pandas frame with a row for each node and columns for the measures and the counts.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "frames") from None
        frame = pandas.DataFrame(self.values, pandas.Index(self.nodes, name="node"), [*self.measures])
        frame.insert(0, "observations", self.counts)
        return frame

    def __repr__(self) -> str:
        return f"<ForecastTable: {len(self.nodes)} nodes, {len(self.measures)} measures>"


def evaluate(
    observed: Any,
    forecast: Any,
    *,
    levels: Iterable[float] = (0.5, 0.9, 0.95),
    nodes: Iterable[str] | None = None,
    where: Any = None,
) -> ForecastTable:
    """
    Compute every measure that the forecast allows, over all nodes and for each node.

    Args:
        observed: the observations, of shape [test, horizon, node], or of any shape with two or more axes
            whose last one is the node.
        forecast: an array of the same shape, a Gaussian, an Ensemble or Quantiles.
        levels: levels of the prediction intervals, strictly increasing. The interval score, the coverage
            and the coverage gap are computed at each of them. They do not affect the pinball loss, which
            is computed for Quantiles only, at their own levels.
        nodes: names of the nodes; by default the columns of a frame, or "0", "1" and so on. If the
            observations or the forecast are a frame, its columns must have these names in this order.
        where: True for each observation that counts; all count by default.

    Returns:
        A table. Measures that the forecast does not allow are nan, with their reason.

    Raises:
        ForecastError: the forecast does not fit the observations, there is no axis of nodes, the names
            do not match, or the levels are not strictly increasing between 0 and 1.

    Examples:
        >>> from edgemark.forecast import Gaussian
        >>> table = evaluate([[0.5, 1.0]], Gaussian([[0.0, 0.0]], 1.0), levels=[0.5], nodes=["A", "B"])
        >>> table
        <ForecastTable: 2 nodes, 11 measures>
        >>> table["mae"], table["coverage 0.5"], table.to_dict()["coverage gap 0.5"]
        (array([0.5, 1. ]), array([1., 0.]), 0.0)
    """
    original = forecast
    values, is_counted, forecast = checked_inputs(observed, forecast, where)
    if values.ndim < 2:
        raise ForecastError(
            f"observations must have the axes [..., node], two or more; got shape {values.shape}. Give "
            f"the series of a single node as observed[:, None]"
        )
    names = _names(nodes, Labels.of(observed).columns or labels_of(original).columns, values.shape[-1])
    measures = _measures(checked_levels(list(levels) if isinstance(levels, Iterable) else levels))
    reasons: Reasons = {}
    overall = _row(measures, values, forecast, is_counted, None, reasons)
    rows = [
        _row(measures, values[..., k], forecast._at_node(k), is_counted[..., k], name, reasons)
        for k, name in enumerate(names)
    ]
    return ForecastTable(
        tuple(measures),
        names,
        np.array(overall),
        np.array(rows).reshape(len(names), len(measures)),
        is_counted.sum(axis=tuple(range(values.ndim - 1))),
        reasons,
    )


def _names(nodes: Iterable[str] | None, columns: Iterable[Any] | None, size: int) -> tuple[str, ...]:
    """Return the names of the columns, or else the given names, or else "0", "1" and so on."""
    given_names = None if nodes is None else _checked_names(nodes, size)
    try:
        names = agreed_names(given_names, None if columns is None else map(str, columns))
    except GraphError as error:
        raise ForecastError(error.message) from None
    if names is None:
        names = tuple(map(str, range(size)))
    return _checked_names(names, size)


def _checked_names(nodes: Iterable[str], size: int) -> tuple[str, ...]:
    try:
        names = checked_names(nodes)
    except GraphError as error:
        raise ForecastError(error.message) from None
    if len(names) != size:
        raise ForecastError(f"nodes must be {size} different names; got {list(names)[:8]}")
    return names


def _measures(levels: Numbers) -> dict[str, Measure]:
    """Return the measures as functions of the observations y, the forecast f and what counts, w."""
    measures: dict[str, Measure] = {
        "mae": lambda y, f, w: mae(y, f, where=w),
        "rmse": lambda y, f, w: rmse(y, f, where=w),
        "gaussian_nll": lambda y, f, w: gaussian_nll(y, f, where=w),
        "crps": lambda y, f, w: crps(y, f, where=w),
        "pinball": _pinball,
        "quantile_calibration": lambda y, f, w: quantile_calibration(y, f, where=w),
        "miscalibration_area": lambda y, f, w: miscalibration_area(y, f, where=w),
        "ence": lambda y, f, w: ence(y, f, where=w),
    }
    for level in map(float, levels):
        measures[f"interval_score {level}"] = _at_level(level, interval_score)
        measures[f"coverage {level}"] = _at_level(level, lambda *a, **k: coverage(*a, **k).share)
        measures[f"coverage gap {level}"] = _at_level(level, lambda *a, **k: coverage(*a, **k).gap)
    return measures


def _pinball(observed: Any, forecast: Any, where: Any) -> float:
    """Return the pinball loss of Quantiles; refuse a forecast without levels of its own."""
    if isinstance(forecast, (Gaussian, Ensemble)):
        raise ForecastError(
            f"the pinball loss of {forecast.kind} needs the levels of quantiles, and `levels` are those "
            f"of intervals here. Call forecast.pinball with levels"
        )
    return pinball(observed, forecast, where=where)


def _at_level(level: float, measure: Callable[..., float]) -> Measure:
    return lambda y, f, w: measure(y, f, level=level, where=w)


def _row(
    measures: dict[str, Measure],
    values: Numbers,
    forecast: Any,
    is_counted: Cells,
    node: str | None,
    reasons: Reasons,
) -> list[float]:
    """
    Compute every measure of one node, or of all nodes if `node` is None.

    Add the reason for each value that is nan to `reasons`.
    """
    values_of_measures = []
    for name, measure in measures.items():
        try:
            value = measure(values, forecast, is_counted)
        except (ForecastError, MissingExtraError) as error:
            value = Undefined(error.message)
        if isinstance(value, Undefined):
            reasons[name, node] = value.reason
        values_of_measures.append(float(value))
    return values_of_measures
