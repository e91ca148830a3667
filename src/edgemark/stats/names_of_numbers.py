"""Names that are neither methods nor data sets, such as those of statistics, metrics and costs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from edgemark.errors import Remedy, StatisticsError, listing
from edgemark.metrics.declaration import REGISTRY
from edgemark.values import COUNTS, RATIOS

__all__ = ["demand_names", "demand_names_of_methods", "described"]

_STATISTICS: Final = frozenset(
    {
        "n",
        "count",
        "size",
        "nobs",
        "runs",
        "n_runs",
        "num_runs",
        "number",
        "mean",
        "average",
        "avg",
        "median",
        "mode",
        "sd",
        "std",
        "stdev",
        "stddev",
        "var",
        "variance",
        "se",
        "sem",
        "stderr",
        "ci",
        "ci_low",
        "ci_high",
        "iqr",
        "mad",
        "min",
        "minimum",
        "max",
        "maximum",
        "sum",
        "gmean",
        "wins",
        "total",
        "all",
        "overall",
        "first",
        "last",
        "quantile",
        "percentile",
        "nunique",
        "unique",
        "top",
        "freq",
        "best",
        "worst",
        "chance",
    }
)
# Names of summaries of several words, such as "Mean over seeds" and "Grand Total", but not "mean field".
_SUMMARY: Final = re.compile(
    r"(mean|average|avg|median|std|total|overall)(_(over|of|across|rank|value|score|mean|sd|std|all|total).*)?"
    r"|(grand|macro|micro|weighted)_(total|mean|average|avg)"
)
# In capital letters, these may also name methods or data sets: VAR is vector autoregression.
_MAY_BE_INITIALS: Final = frozenset({"var", "se", "ci", "mad", "mode", "top", "freq", "size"})
_INDEXES_AND_RESULTS: Final = frozenset(
    {
        "rep",
        "replicate",
        "repetition",
        "run",
        "run_id",
        "trial",
        "fold",
        "iter",
        "iteration",
        "split",
        "id",
        "index",
        "rownames",
        "rowname",
        "rank",
        "diff",
        "difference",
        "delta",
        "p_value",
        "pvalue",
    }
)
_COSTS: Final = frozenset(
    {
        "time",
        "runtime",
        "run_time",
        "walltime",
        "wall_time",
        "cpu_time",
        "duration",
        "elapsed",
        "seconds",
        "secs",
        "minutes",
        "memory",
        "peak_memory",
        "nodes",
        "n_nodes",
        "num_nodes",
        "edges",
        "n_edges",
        "num_edges",
        "samples",
        "n_samples",
        "sample_size",
        "alpha",
    }
)
_COLUMNS: Final = frozenset(
    {"method", "dataset", "data_set", "seed", "metric", "convention", "status", "reason"}
)
_COLUMN: Final = "a column of tidy tables"
_PERCENT: Final = re.compile(r"\d+(\.\d+)?\s*%")
_QUARTILES: Final = frozenset({"0.25", "0.5", "0.75"})


def described(name: Any, *, is_method: bool = False) -> str:
    """
    Say what a name stands for if it is neither a method nor a data set; empty for any other name.

    A quartile such as 0.25, or the name of a column such as "seed", may name a data set. As the name of
    a method, a quartile comes from a frame of quantiles.

    Examples:
        >>> described("Mean"), described("shd"), described("runtime"), described("PC")
        ('a statistic of runs', 'a metric', 'a cost or a setting of runs', '')
        >>> described("var"), described("VAR"), described("Mean over seeds"), described("trial")
        ('a statistic of runs', '', 'a statistic of runs', 'an index of runs or a result of a test')
        >>> described(0.25, is_method=True), described(0.25)
        ('a quantile', '')
    """
    text = str(name).strip()
    if not text or text.isdigit():
        return ""
    plain = text.casefold().replace(" ", "_").replace("-", "_")
    if _PERCENT.fullmatch(text) or (is_method and text in _QUARTILES):
        return "a quantile"
    if plain in _MAY_BE_INITIALS and text.isupper():
        return ""
    if plain in _STATISTICS or _SUMMARY.fullmatch("_".join(re.findall(r"[a-z]+", plain))):
        return "a statistic of runs"
    if plain in _INDEXES_AND_RESULTS:
        return "an index of runs or a result of a test"
    if plain in _COSTS:
        return "a cost or a setting of runs"
    if plain == "value" or (is_method and plain in _COLUMNS):
        return _COLUMN
    return "a metric" if _is_metric(plain) else ""


def demand_names_of_methods(names: Iterable[Any]) -> None:
    """
    Refuse names of several parts, since a part may be a data set or a metric; empty names; and names
    that `demand_names` refuses.

    Examples:
        >>> demand_names_of_methods([("asia", "PC")])
        Traceback (most recent call last):
        ...
        edgemark.errors.StatisticsError: a method must have one name; got ('asia', 'PC'). Join its \
parts if all of them name the method, or give a tidy table with the columns method, dataset, seed \
and value
    """
    names = tuple(names)
    if any(name is None or name == "" for name in names):
        raise StatisticsError("a method must have a name; got one without. Name it")
    wrong = next((name for name in names if isinstance(name, tuple)), None)
    if wrong is not None:
        raise StatisticsError(
            f"a method must have one name; got {wrong!r}. Join its parts if all of them name the "
            "method, or give a tidy table with the columns method, dataset, seed and value"
        )
    demand_names("method", names)


def demand_names(what: str, names: Iterable[Any]) -> None:
    """
    Refuse names of numbers, such as statistics, metrics and costs: their rows or columns hold no runs.

    Args:
        what: "method", "data set" or "seed"; a seed may have any such name except that of a statistic
            and "value".
        names: their names.

    Raises:
        StatisticsError: `described` says what a name stands for. The error says what to do if it is a
            mistake, and what to do if it is meant.
    """
    wrong = {
        str(name): meaning
        for name in names
        if (meaning := described(name, is_method=what == "method"))
        and (what != "seed" or meaning in ("a statistic of runs", _COLUMN))
    }
    if not wrong:
        return
    first = next(iter(wrong))
    raise StatisticsError(
        f"a {what} must not have the name of something else, such as a statistic, a metric or a cost; "
        f"got {listing(list(wrong))}, where {first!r} is {wrong[first]}",
        Remedy(f"Leave it out, if it is not a {what}"),
        Remedy(f"Or give it another name, if it is a {what}, such as {f'{first} ({what})'!r}"),
    )


def _is_metric(plain: str) -> bool:
    return plain in RATIOS or plain in COUNTS or plain in REGISTRY
