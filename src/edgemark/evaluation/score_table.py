"""The numbers of many estimates as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import is_whole
from edgemark.content_equality import EqualByContent
from edgemark.conventions.classes import class_named
from edgemark.errors import ConventionError, InputTypeError, MissingExtraError, plural, shown
from edgemark.evaluation.estimate import evaluate
from edgemark.graph import Candidates, Graph, GraphStack, TemporalGraph
from edgemark.graph.estimate import Estimate
from edgemark.graph.kinds import class_of
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics.declaration import as_sides, better_by_name
from edgemark.metrics.restricted_pairs import fingerprint_of
from edgemark.metrics.selectors import position_of
from edgemark.report import Report
from edgemark.report.tables import NO_BEST, HasPaperTable, Table, best_in_column, head

__all__ = ["ScoreTable"]

Values = NDArray[np.float64]
_OVER_SEVERAL_TRUTHS = "no best value is marked, because the estimates have different truths"
_ON_SEVERAL_CANDIDATES = (
    "no best value is marked, because some estimates were scored on other candidate pairs; score every "
    "estimate with the same candidates"
)
_SMALL, _LARGE = 0.01, 1e12  # Between these limits, three decimals suffice.


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable(EqualByContent, HasPaperTable):
    """
    Metrics of many estimates: one row for each estimate, one column for each number.

    A value is nan if the number is undefined (0 of 0) or refused (not defined on this estimate).
    ``table.report(estimate)`` gives the reason.

    Attributes:
        truth: the true graph. If each estimate has its own truth, a stack with the truth of each row; or
            a tuple if the graphs have different nodes or are time series graphs, or if the estimates are
            scores or samples.
        estimates: the estimates in the order of the rows: a stack, or a tuple in these cases.
        names: names of the estimates, or their positions.
        columns: (metric, convention) of each column; ratios of a confusion have names such as "f1".
        values: shape (estimates, columns); read-only.
        candidates: the ordered pairs that count; None for all.

    Examples:
        >>> from edgemark import evaluate_many
        >>> truth = Graph.parse("A --> B --> C")
        >>> found = Graph.parse("A --> B; C"), Graph.parse("A <-- B --> C")
        >>> table = evaluate_many(truth, found, ["shd", "f1"])
        >>> table["shd", "pair mismatch"], table["f1", "directed"].round(2)
        (array([1., 1.]), array([0.67, 0.5 ]))
    """

    truth: Graph | GraphStack | TemporalGraph | tuple[Graph | TemporalGraph, ...]
    estimates: GraphStack | tuple[Graph | Estimate | TemporalEstimate, ...]
    names: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]
    values: Values
    candidates: Candidates | None = None

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, key: tuple[str, str] | str) -> Values:
        """
        Return a column by metric and convention, or by metric if it has one convention.

        Raises:
            ConventionError: there is no such column, or several; the error lists their conventions.
        """
        return self.values[:, position_of(key, self.columns, "table")]

    def report(self, estimate: int | str) -> Report:
        """
        Return the report of an estimate, with counts and reasons, which the table lacks.

        Args:
            estimate: its position or its name.

        Raises:
            ConventionError: there is no estimate of this name.
            InputTypeError: there is no estimate at this position, or the argument is neither a position
                nor a name.
        """
        k = self._position(estimate)
        truth = self.truth[k] if isinstance(self.truth, GraphStack | tuple) else self.truth
        columns = [":".join(column) for column in self.columns]
        return evaluate(truth, self.estimates[k], columns, candidates=self.candidates)

    def _position(self, estimate: int | str) -> int:
        if isinstance(estimate, str):
            if estimate not in self.names:
                raise ConventionError.unknown("the estimate", estimate, self.names)
            return self.names.index(estimate)
        if not is_whole(estimate) or not -len(self) <= estimate < len(self):
            raise InputTypeError(
                f"the estimate must be a name or one of {len(self)} positions, from 0; "
                f"got {shown(estimate)}"
            )
        return estimate

    def to_frame(self) -> Any:
        """
        Return a pandas data frame with a row for each estimate and columns by metric and convention.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "frames") from None
        columns = pandas.MultiIndex.from_tuples(self.columns, names=["metric", "convention"])
        return pandas.DataFrame(self.values, pandas.Index(self.names, name="estimate"), columns)

    def _table(self) -> Table:
        is_one = isinstance(self.truth, Graph | TemporalGraph)
        has_one_truth = is_one or len(set(self._truths())) <= 1
        reasons = [] if has_one_truth else [_OVER_SEVERAL_TRUTHS]
        classes = {
            class_named(class_of(estimate)) for estimate in self.estimates if isinstance(estimate, Graph)
        }
        reasons += [NO_BEST] if len(classes) > 1 else []
        reasons += [_ON_SEVERAL_CANDIDATES] if has_one_truth and self._has_several_candidates() else []
        truth = "the truth" if has_one_truth else "their truths"
        title = f"{plural(len(self), 'estimate')} compared with {truth}"
        return _table_of_scores(title, self.names, self.columns, self.values, reasons)

    def _truths(self) -> Sequence[Graph | TemporalGraph]:
        """Return the truth of each row."""
        if isinstance(self.truth, Graph | TemporalGraph):
            return [self.truth] * len(self)
        return list(self.truth)

    def _has_several_candidates(self) -> bool:
        """Whether the values of some estimates count other pairs of nodes than those of others."""
        if self.candidates is not None or isinstance(self.estimates, GraphStack):
            return False
        if all(getattr(estimate, "candidates", None) is None for estimate in self.estimates):
            return False
        pairs = zip(self._truths(), self.estimates, strict=True)
        return len({fingerprint_of(as_sides(truth, estimate)[0]) for truth, estimate in pairs}) > 1

    def __repr__(self) -> str:
        return f"<ScoreTable: {plural(len(self), 'estimate')}, {plural(len(self.columns), 'number')}>"


def _texts_of_column(values: Sequence[float]) -> list[str]:
    """
    Write the numbers of a column, all in one format: four significant digits, or more for large ones.

    Examples:
        >>> _texts_of_column([2 / 3, 1, float("nan")]), _texts_of_column([9999, 1000000])
        (['0.6667', '1', '–'], ['9999', '1000000'])
        >>> _texts_of_column([9999.5, 12345]), _texts_of_column([2e-7, 0.5])
        (['9999.500', '12345.000'], ['2.000e-07', '5.000e-01'])
    """
    known = [value for value in values if not isnan(value)]
    style = ".4g"
    if any("e" in f"{value:.4g}" for value in known):
        are_whole = all(value.is_integer() for value in map(float, known))
        has_decimals = all(not value or _SMALL <= abs(value) < _LARGE for value in known)
        style = (
            ".0f" if are_whole and max(map(abs, known)) < _LARGE else ".3f" if has_decimals else ".3e"
        )
    return ["–" if isnan(value) else f"{value:{style}}" for value in values]


def _table_of_scores(
    title: str,
    names: Sequence[str],
    columns: Sequence[tuple[str, str]],
    values: NDArray[np.float64],
    why_no_best: Sequence[str],
) -> Table:
    """
    Return a table with a row for each estimate; the best value of each column is bold.

    Args:
        title: what the table shows.
        names: names of the estimates.
        columns: metric and convention of each column.
        values: shape (estimates, columns).
        why_no_best: notes that say why the estimates cannot be ranked; then no value is marked as best.
    """
    better_of_columns = [better_by_name(metric) for metric, _ in columns]
    heads = [
        head(":".join(filter(None, column)), better)
        for column, better in zip(columns, better_of_columns, strict=True)
    ]
    texts = [_texts_of_column(column) for column in values.T.tolist()]
    rows = tuple((name, *(column[k] for column in texts)) for k, name in enumerate(names))
    best = {
        (row, column + 1)
        for column, better in enumerate(better_of_columns)
        if not why_no_best
        for row in best_in_column(values[:, column].tolist(), better)
    }
    notes = ["bold: best of the column"] if best else []
    notes += why_no_best
    notes += ["–: undefined, or not defined on this estimate"] if np.isnan(values).any() else []
    return Table(title, ("", *heads), rows, best, tuple(notes))
