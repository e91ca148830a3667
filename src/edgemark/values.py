"""
The types of the values that metrics return.

One file, because the types are small and use each other.
"""

from dataclasses import dataclass, field
from math import isfinite, isinf, nan
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from edgemark.content_equality import EqualByContent
from edgemark.errors import ConventionError, MissingExtraError

__all__ = [
    "BayesysCounts",
    "Bounds",
    "Confusion",
    "Count",
    "CrossTable",
    "Curve",
    "Estimated",
    "Undefined",
]


def divide(numerator: Any, denominator: Any, reason: str = "") -> float:
    """
    Divide numbers or arrays; the result is nan if the denominator is 0.

    For a number, the nan is `Undefined` if `reason` is given, so that a report can state the reason. For
    arrays, it is a plain nan.

    Examples:
        >>> divide(1, 2), divide(0, 0), divide(0, 0, "the truth has no edge")
        (0.5, nan, Undefined('the truth has no edge'))
    """
    if not isinstance(denominator, np.ndarray):
        if denominator:
            return cast(float, numerator / denominator)
        return Undefined(reason) if reason else nan
    return cast(
        float,
        np.divide(numerator, denominator, out=np.full(denominator.shape, nan), where=denominator != 0),
    )


SAME = 0.9e-12
"""Numbers are equal if they differ by this share of the larger absolute value, or less."""


def exceeds(a: float, b: float) -> bool:
    """
    Whether a is larger than b by more than rounding.

    The answer is monotone: a larger a never turns it into False, and a larger b never into True.

    Examples:
        >>> exceeds(0.1 + 0.2, 0.3), exceeds(6e-13, 1e-13), exceeds(float("nan"), 0)
        (False, True, False)
        >>> exceeds(float("inf"), 1), exceeds(1, float("inf")), exceeds(float("inf"), float("inf"))
        (True, False, False)
    """
    larger = max(abs(a), abs(b))
    return a > b if isinf(larger) else a - b > SAME * larger


class Count(int):
    """
    A number of errors, with the largest possible number.

    It is an ``int``, so you can compare, add and print it. ``of`` is the largest possible number, and
    ``rate`` is the number divided by ``of``. Results of arithmetic are plain integers.

    Examples:
        >>> errors = Count(2, of=10)
        >>> errors, errors + 1, errors.of, errors.rate
        (Count(2, of=10), 3, 10, 0.2)
        >>> print(errors)
        2
    """

    _of: int

    def __new__(cls, value: int, of: int) -> "Count":
        self = int.__new__(cls, value)
        self._of = of
        return self

    def __getnewargs__(self) -> tuple[int, int]:  # type: ignore[override]
        return int(self), self._of

    @property
    def of(self) -> int:
        """The largest possible number."""
        return self._of

    @property
    def rate(self) -> float:
        """The share of the largest possible number, 0 to 1; nan for 0 of 0."""
        return int(self) / self._of if self._of else nan

    def __repr__(self) -> str:
        return f"Count({int(self)}, of={self._of})"

    def __str__(self) -> str:
        return int.__repr__(self)

    def __format__(self, spec: str) -> str:
        return format(int(self), spec)


class AtThreshold(float):
    """
    A value, with the threshold at which it is reached.

    It is a ``float``; results of arithmetic are plain floats.

    Examples:
        >>> value = AtThreshold(0.8, 0.35)
        >>> value, value.threshold
        (0.8, 0.35)
    """

    _threshold: float

    def __new__(cls, value: float, threshold: float) -> "AtThreshold":
        self = super().__new__(cls, value)
        self._threshold = threshold
        return self

    def __reduce__(self) -> tuple[type["AtThreshold"], tuple[float, float]]:
        return AtThreshold, (float(self), self._threshold)

    @property
    def threshold(self) -> float:
        """The threshold: pairs with at least this score count as edges."""
        return self._threshold


class Estimated(float):
    """
    A mean over random draws, with its standard error.

    It is a ``float``; results of arithmetic are plain floats.

    Examples:
        >>> value = Estimated(0.25, 0.01)
        >>> value, value.standard_error
        (0.25, 0.01)
    """

    _standard_error: float

    def __new__(cls, value: float, standard_error: float) -> "Estimated":
        self = super().__new__(cls, value)
        self._standard_error = standard_error
        return self

    def __reduce__(self) -> tuple[type["Estimated"], tuple[float, float]]:
        return Estimated, (float(self), self._standard_error)

    @property
    def standard_error(self) -> float:
        """The standard error of the mean, estimated from the draws."""
        return self._standard_error


class Undefined(float):
    """
    A nan, with the reason why there is no value.

    It is a ``float`` and behaves like nan.

    Examples:
        >>> value = Undefined("the truth has no edge")
        >>> value != value, value.reason
        (True, 'the truth has no edge')
        >>> print(value)
        nan
    """

    _reason: str

    def __new__(cls, reason: str) -> "Undefined":
        self = super().__new__(cls, nan)
        self._reason = reason
        return self

    def __reduce__(self) -> tuple[type["Undefined"], tuple[str]]:
        return Undefined, (self._reason,)

    @property
    def reason(self) -> str:
        """Why there is no value."""
        return self._reason

    def __repr__(self) -> str:
        return f"Undefined({self._reason!r})"

    def __str__(self) -> str:
        return "nan"


@dataclass(frozen=True, slots=True)
class Bounds:
    """
    Bounds of a count: its smallest and its largest possible value, if they are exact.

    Attributes:
        lower: lower bound of the count.
        upper: upper bound of the count.
        exact: whether the count can reach both bounds. If not, they are outer bounds: the count cannot
            lie beyond them, but the range of its possible values may be narrower.
        gap: how much wider the range between the bounds is than the range between the smallest and the
            largest value that was found; 0 if the bounds are exact.

    Examples:
        >>> bounds = Bounds(Count(1, of=6), Count(4, of=6))
        >>> bounds.lower, bounds.upper.rate, bounds.exact
        (Count(1, of=6), 0.6666666666666666, True)
    """

    lower: Count
    upper: Count
    exact: bool = True
    gap: int = field(default=0, repr=False)


@dataclass(frozen=True, slots=True)
class Confusion:
    """
    True and false positives and negatives (TP, FP, FN, TN), with their ratios.

    The counts are integers, or multiples of one half in conventions with half credit. ``tn`` is None if
    negatives cannot be counted; ratios that need it are then nan. A ratio whose denominator is 0 is nan.
    Each nan of one confusion is `Undefined` and has a reason.
    F-scores and Jaccard are computed from the counts. With errors and no true positive they are 0, even
    if precision is nan.

    Examples:
        >>> c = Confusion(tp=3, fp=2, fn=1, tn=14)
        >>> c.precision, c.recall, round(c.f1, 3), round(c.mcc, 4)
        (0.6, 0.75, 0.667, 0.5774)
        >>> Confusion(tp=0, fp=0, fn=2, tn=4).precision
        Undefined('tp + fp = 0')
    """

    tp: float
    fp: float
    fn: float
    tn: float | None = None

    def fraction(self, ratio: str) -> tuple[Any, Any] | None:
        """
        Return the numerator and denominator of a ratio of counts.

        None for ratios with another numerator than one of the four counts, such as "f1" and "mcc". Also
        None for ratios that need true negatives if these cannot be counted.

        Examples:
            >>> Confusion(tp=3, fp=2, fn=1, tn=14).fraction("precision")
            (3, 5)
        """
        numerator, summands = _FRACTIONS[ratio]
        if numerator is None or (self.tn is None and "tn" in (numerator, *summands)):
            return None
        return getattr(self, numerator), sum(getattr(self, name) for name in summands)

    def _ratio(self, name: str) -> float:
        fraction = self.fraction(name)
        return self._with_reason(divide(*fraction) if fraction else nan, name)

    def _with_reason(self, value: float, name: str) -> float:
        """Return a ratio; if it is nan, with the reason. Arrays of ratios stay as they are."""
        if isinstance(value, np.ndarray) or value == value:
            return value
        return Undefined(self.why_undefined(name))

    @property
    def precision(self) -> float:
        """Share of the found positives that are true: tp / (tp + fp)."""
        return self._ratio("precision")

    @property
    def recall(self) -> float:
        """Share of the actual positives that are found, or true positive rate: tp / (tp + fn)."""
        return self._ratio("recall")

    @property
    def specificity(self) -> float:
        """Share of the negatives that are not found as positives: tn / (tn + fp)."""
        return self._ratio("specificity")

    @property
    def npv(self) -> float:
        """Negative predictive value, the share of the found negatives that are true: tn / (tn + fn)."""
        return self._ratio("npv")

    @property
    def fpr(self) -> float:
        """False positive rate: fp / (fp + tn)."""
        return self._ratio("fpr")

    @property
    def fdr(self) -> float:
        """False discovery rate: fp / (tp + fp)."""
        return self._ratio("fdr")

    @property
    def jaccard(self) -> float:
        """Jaccard index of the found and the actual positives: tp / (tp + fp + fn)."""
        return self._ratio("jaccard")

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall: 2 tp / (2 tp + fp + fn)."""
        return self.fbeta(1)

    def fbeta(self, beta: float) -> float:
        """
        F-score in which recall weighs b = `beta` times as much as precision.

        It is (1+b²) tp / ((1+b²) tp + b² fn + fp).

        Examples:
            >>> round(Confusion(tp=3, fp=2, fn=1, tn=14).fbeta(2), 3)
            0.714
        """
        weight = beta * beta
        denominator = (1 + weight) * self.tp + weight * self.fn + self.fp
        value = divide((1 + weight) * self.tp, denominator)
        return self._with_reason(value, "f1" if weight else "precision")

    @property
    def balanced_accuracy(self) -> float:
        """Mean of recall and specificity."""
        return self._with_reason((self.recall + self.specificity) / 2, "balanced_accuracy")

    @property
    def youden_j(self) -> float:
        """
        Youden's J: recall + specificity - 1; 0 for random guessing. With half credit for half-matched
        edges, it is the balanced scoring function (BSF).
        """
        return self._with_reason(self.recall + self.specificity - 1, "youden_j")

    @property
    def mcc(self) -> float:
        """Matthews correlation coefficient, -1 to 1; 0 for random guessing."""
        if self.tn is None:
            return self._with_reason(nan, "mcc")
        tp, fp, fn, tn = self.tp, self.fp, self.fn, self.tn
        product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        return self._with_reason(divide(tp * tn - fp * fn, product**0.5), "mcc")

    def why_undefined(self, ratio: str) -> str:
        """
        Explain why a ratio is nan, or why a count is None; "" for a ratio that has a value.

        Examples:
            >>> Confusion(tp=0, fp=0, fn=2, tn=4).why_undefined("precision")
            'tp + fp = 0'
        """
        denominators = _DENOMINATORS.get(ratio, ((ratio,),))
        if self.tn is None and any("tn" in counts_in_sum for counts_in_sum in denominators):
            return "true negatives cannot be counted here"
        zero_sums = [
            counts_in_sum
            for counts_in_sum in denominators
            if sum(getattr(self, name) for name in counts_in_sum) == 0
        ]
        return " and ".join(f"{' + '.join(counts_in_sum)} = 0" for counts_in_sum in zero_sums)


@dataclass(frozen=True, slots=True)
class BayesysCounts:
    """
    Numbers of node pairs as Bayesys counts them, with their ratios.

    Attributes:
        matched: true edges that were found; an undirected edge may be found as a directed one.
        half_matched: directed true edges that were found reversed or undirected.
        extra: found edges between nodes that are not adjacent in the truth.
        missing: true edges between nodes that are not adjacent in the estimate.
        absent: pairs that are adjacent in neither graph.

    Examples:
        >>> counts = BayesysCounts(matched=1, half_matched=1, extra=1, missing=1, absent=2)
        >>> counts.credit, counts.precision, counts.recall
        (1.5, 0.5, 0.5)
    """

    matched: int
    half_matched: int
    extra: int
    missing: int
    absent: int

    @property
    def credit(self) -> float:
        """Number of matched edges plus half the number of half-matched edges."""
        return self.matched + self.half_matched / 2

    @property
    def true_edges(self) -> int:
        """Number of edges of the truth."""
        return self.matched + self.half_matched + self.missing

    @property
    def precision(self) -> float:
        """Credit divided by the number of found edges, as in Bayesys since 1.5; nan if there is none."""
        n_found = self.matched + self.half_matched + self.extra
        return divide(self.credit, n_found, "the estimate has no edge")

    @property
    def precision_before_1_5(self) -> float:
        """Credit / (credit + extra), as in Bayesys before 1.5; nan if both are 0."""
        return divide(self.credit, self.credit + self.extra, "no edge gets credit, and none is extra")

    @property
    def recall(self) -> float:
        """Credit divided by the number of true edges; nan if there is none."""
        return divide(self.credit, self.true_edges, "the truth has no edge")

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall: credit / mean of the two graphs' numbers of edges."""
        n_found = self.matched + self.half_matched + self.extra
        return divide(2 * self.credit, n_found + self.true_edges, "neither graph has an edge")


@dataclass(frozen=True, slots=True)
class CrossTable:
    r"""
    A cross table of counts, with the truth as rows and the estimate as columns.

    Examples:
        >>> table = CrossTable(("none", "edge"), ("none", "edge"), ((3, 1), (0, 2)))
        >>> table["none", "edge"]
        1
        >>> print(table)
        truth \ estimate  none  edge
        none                 3     1
        edge                 0     2
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]

    def __getitem__(self, key: tuple[str, str]) -> int:
        """
        Return the count in the row and the column of these names.

        Raises:
            ConventionError: the key is not a pair of names.
            KeyError: no such row or column.
        """
        if not isinstance(key, tuple) or len(key) != 2:
            example = f"table[{self.rows[0]!r}, {self.columns[0]!r}]"
            raise ConventionError(
                f"a count must be requested by its row and its column, as in {example}; got {key!r}"
            )
        row, column = key
        if row not in self.rows or column not in self.columns:
            raise KeyError(f"rows are {self.rows}, columns {self.columns}; got {key!r}")
        return self.counts[self.rows.index(row)][self.columns.index(column)]

    def to_frame(self) -> Any:
        """
        Return a pandas data frame with rows named truth and columns named estimate.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "frames") from None
        columns = pandas.Index(self.columns, name="estimate")
        return pandas.DataFrame(self.counts, pandas.Index(self.rows, name="truth"), columns)

    def __str__(self) -> str:
        lines = [("truth \\ estimate", *self.columns)]
        lines += [(row, *map(str, counts)) for row, counts in zip(self.rows, self.counts, strict=True)]
        widths = [max(4, *(len(line[k]) for line in lines)) for k in range(len(lines[0]))]
        cells = [[line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])] for line in lines]
        return "\n".join("  ".join(line) for line in cells)


@dataclass(frozen=True, slots=True, eq=False)
class Curve(EqualByContent):
    """
    The points of a curve, with a name for each coordinate.

    Attributes:
        name: title of the curve.
        columns: names of the coordinates.
        values: shape (points, columns); read-only.
        x: name of the coordinate on the horizontal axis of figures.

    Examples:
        >>> curve = Curve("ROC", ("fpr", "tpr"), np.array([[0.0, 0.0], [0.5, 1.0], [1.0, 1.0]]), "fpr")
        >>> curve["tpr"], len(curve)
        (array([0., 1., 1.]), 3)
    """

    name: str
    columns: tuple[str, ...]
    values: NDArray[np.float64]
    x: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", self.values.view())
        self.values.flags.writeable = False

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, column: str) -> NDArray[np.float64]:
        """
        Return one coordinate of all points.

        Raises:
            ConventionError: the key is not a name, as when a curve is unpacked like a tuple.
            KeyError: no such column.
        """
        if not isinstance(column, str):
            examples = ", ".join(f"curve[{name!r}]" for name in self.columns)
            raise ConventionError(
                f"a coordinate must be requested by its name, as in {examples}; got {column!r}"
            )
        if column not in self.columns:
            raise KeyError(f"columns are {', '.join(self.columns)}; got {column!r}")
        return self.values[:, self.columns.index(column)]

    def __repr__(self) -> str:
        return f"<Curve {self.name}: {len(self)} points of {', '.join(self.columns)}>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: `name`, `x`, and a list for each column; nan and inf become None."""
        lists = [[x if isfinite(x) else None for x in column] for column in self.values.T.tolist()]
        return {"name": self.name, "x": self.x, **dict(zip(self.columns, lists, strict=True))}

    def to_csv(self) -> str:
        """Return CSV text with a header and a line for each point; nan and inf are empty."""
        lines = [",".join(repr(x) if isfinite(x) else "" for x in row) for row in self.values.tolist()]
        return "".join(f"{line}\n" for line in (",".join(self.columns), *lines))

    def to_frame(self) -> Any:
        """
        Return a pandas data frame with a row for each point.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "frames") from None
        return pandas.DataFrame(self.values, columns=list(self.columns))


_PREDICTED, _POSITIVE, _NEGATIVE, _NOT_PREDICTED = ("tp", "fp"), ("tp", "fn"), ("fp", "tn"), ("tn", "fn")
_ANY_EDGE = ("tp", "fp", "fn")
# The numerator of each ratio, None if it is not a single count, and the counts whose sum is the
# denominator, empty if the ratio has several. The denominator of F1, 2 tp + fp + fn, is 0 if and only if
# the sum given here is 0.
_FRACTIONS: dict[str, tuple[str | None, tuple[str, ...]]] = {
    "precision": ("tp", _PREDICTED),
    "recall": ("tp", _POSITIVE),
    "f1": (None, _ANY_EDGE),
    "jaccard": ("tp", _ANY_EDGE),
    "specificity": ("tn", _NEGATIVE),
    "npv": ("tn", _NOT_PREDICTED),
    "fpr": ("fp", _NEGATIVE),
    "fdr": ("fp", _PREDICTED),
    "balanced_accuracy": (None, ()),
    "youden_j": (None, ()),
    "mcc": (None, ()),
}
# A ratio is undefined if one of these sums is 0.
_DENOMINATORS: dict[str, tuple[tuple[str, ...], ...]] = {
    **{name: (summands,) for name, (_, summands) in _FRACTIONS.items() if summands},
    "balanced_accuracy": (_POSITIVE, _NEGATIVE),
    "youden_j": (_POSITIVE, _NEGATIVE),
    "mcc": (_PREDICTED, _POSITIVE, _NEGATIVE, _NOT_PREDICTED),
}
COUNTS: tuple[str, ...] = ("tp", "fp", "fn", "tn")
RATIOS: tuple[str, ...] = tuple(_FRACTIONS)
LOWER_IS_BETTER = frozenset({"fp", "fn", "fpr", "fdr"})


def denominators(ratio: str) -> tuple[tuple[str, ...], ...]:
    """
    Return the sums of counts that must not be 0, because a ratio of a confusion would be nan; empty for
    other measures.

    Examples:
        >>> denominators("balanced_accuracy"), denominators("shd")
        ((('tp', 'fn'), ('fp', 'tn')), ())
    """
    return _DENOMINATORS.get(ratio, ())
