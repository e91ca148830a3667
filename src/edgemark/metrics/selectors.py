"""
Selectors of metrics: ``shd``, ``shd:skeleton``, ``shd:of=cpdag``, ``f1:skeleton``, ``nced:k=0.4``.

Write the label of a convention, a value of the option `of`, or options and their values after the colon.
Options that match a convention are shown with its label, so that each number has one name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from edgemark.conventions.convention import Convention, same_name
from edgemark.errors import ConventionError, InputTypeError, Remedy
from edgemark.graph import Graph
from edgemark.graph.estimate import Estimate
from edgemark.graph.kinds import class_of
from edgemark.graph.nodes import ValueOverNodes
from edgemark.graph.temporal_estimate import TemporalEstimate
from edgemark.metrics.declaration import REGISTRY, Metric
from edgemark.values import COUNTS, RATIOS

__all__ = [
    "Number",
    "Requested",
    "every_number",
    "matching_labels",
    "one_number",
    "position_of",
    "refusal_of_several_numbers",
    "selected",
    "selected_for",
]


class Number(NamedTuple):
    """
    A metric in one convention.

    Attributes:
        metric: the metric.
        convention: the convention of the metric.
        measures: the requested counts and ratios of a confusion; empty for other metrics.
    """

    metric: Metric
    convention: Convention
    measures: tuple[str, ...]

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Return the metric (or the measure of a confusion) and the convention of each column."""
        return [(name, self.convention.name) for name in self.measures or (self.metric.name,)]


Requested = Iterable[str | Number] | str | None
"""A request of users: one name or several, or `Number` objects."""


def selected(metrics: Requested, estimate: type[Graph | Estimate] = Graph) -> tuple[Number, ...]:
    """
    Return the requested numbers in order, each once.

    Without names, return the numbers that a report shows for an estimate of this class.
    """
    names = _names(metrics)
    known = tuple(REGISTRY.values())
    if not issubclass(estimate, Estimate):
        return _selected(names, (estimate,), known)
    types = (estimate, *estimate.scored_as)
    numbers = _selected(names, types, known)
    # Conventions that this estimate cannot have are left out unless they are requested by their label.
    stated = tuple(name for name in names or () if isinstance(name, str) and ":" in name)
    requested = {(number.metric, number.convention) for number in _selected(stated, types, known)}
    return tuple(
        number
        for number in numbers
        if number.convention.name not in estimate.unread
        or (number.metric, number.convention) in requested
    )


def every_number(estimate: type[Graph | Estimate] = Graph) -> tuple[Number, ...]:
    """Return all numbers for an estimate, including conventions that are shown only on request."""
    accepted = (estimate, *getattr(estimate, "scored_as", ()))
    return tuple(
        Number(metric, convention, metric.measures)
        for metric in REGISTRY.values()
        if metric.takes in accepted
        for convention in metric.conventions
    )


def selected_for(metrics: Requested, estimate: Any) -> tuple[Number, ...]:
    """
    Return the requested numbers for one estimate.

    If the estimate is a PAG, SHD also gets the convention that compares it with the PAG of the truth.
    """
    names = _names(metrics)
    numbers = selected(names, type(estimate))
    is_pag = isinstance(estimate, Graph) and class_of(estimate) == "pag"
    if not is_pag or (names is not None and not any(_is_name(name, "shd") for name in names)):
        return numbers
    distance = REGISTRY["shd"]
    truth_to_pag = next(c for c in distance.conventions if c.options.get("of") == "truth-pag")
    if any(number.convention is truth_to_pag for number in numbers):
        return numbers
    position = max(k for k, number in enumerate(numbers) if number.metric is distance) + 1
    return (*numbers[:position], Number(distance, truth_to_pag, ()), *numbers[position:])


def _is_name(request: str | Number, name: str) -> bool:
    return isinstance(request, str) and request.strip() == name


def _names(metrics: Requested) -> tuple[str | Number, ...] | None:
    """Return the request as a tuple, or None for no request."""
    if metrics is None:
        return None
    if isinstance(metrics, str):
        return (metrics,)
    if not isinstance(metrics, Iterable):
        remedies = []
        if isinstance(metrics, ValueOverNodes):
            remedies.append(
                Remedy("To compare several estimates, put them into a list for evaluate_many")
            )
        raise InputTypeError(
            f"metrics must be names such as 'shd' or 'f1:skeleton'; got {type(metrics).__name__}",
            *remedies,
        )
    names = tuple(metrics)
    for name in names:
        if not isinstance(name, str | Number):
            raise InputTypeError(f"metrics must be names such as 'shd' or 'f1:skeleton'; got {name!r}")
    return names


@lru_cache(maxsize=256)
def _selected(
    names: tuple[str | Number, ...] | None, estimates: tuple[type[Any], ...], known: tuple[Metric, ...]
) -> tuple[Number, ...]:
    """
    Return the numbers of the names, each once; without names, those of a report.

    The known metrics are an argument, so that the cache is not used after a new metric is declared.
    """
    all_numbers = [Number(m, c, m.measures) for m in known for c in m.conventions]
    over_time = any(issubclass(estimate, TemporalEstimate) for estimate in estimates)
    if names is None:
        return tuple(
            number
            for number in all_numbers
            if number.metric.takes in estimates and not number.convention.on_request
        )
    return tuple(
        _without_repetition(
            number for name in names for number in _matching(name, all_numbers, over_time)
        )
    )


def _without_repetition(numbers: Iterable[Number]) -> Iterator[Number]:
    """Yield each number once. A confusion keeps only the measures that no earlier number has."""
    seen: set[tuple[Metric, Convention, str]] = set()
    for metric, convention, measures in numbers:
        new = [m for m in measures or ("",) if (metric, convention, m) not in seen]
        seen.update((metric, convention, m) for m in new)
        if new:
            yield Number(metric, convention, tuple(filter(None, new)))


_NOT_IN_REPORTS = {
    "over_class": (
        "over_class gives a range",
        "Compute the range of one metric",
        'over_class("shd", truth, estimate)',
    ),
    "symmetrized": (
        "symmetrized has no truth",
        "Compute the mean of both directions",
        'symmetrized("sid", truth, estimate)',
    ),
    "d_top": (
        "d_top scores an order of the nodes",
        "Score an order",
        "d_top(truth, order)",
    ),
}


def _matching(name: str | Number, all_numbers: list[Number], over_time: bool) -> list[Number]:
    """
    Return the numbers of a name, one for each convention that it selects.

    Measures such as "f1" have other conventions for time series graphs. A name without a convention
    selects those of the estimate's type.
    """
    if isinstance(name, Number):
        return [name]
    metric_name, _, convention = (part.strip() for part in name.partition(":"))
    _refuse_other_functions(metric_name)
    numbers = [
        Number(m, c, measures if m.name == metric_name else (metric_name,))
        for m, c, measures in all_numbers
        if m.name == metric_name
        or (metric_name in measures and (convention or m.over_time is over_time))
    ]
    if not numbers:
        # With the usual similarity, names of three letters would suggest shd if two letters agree.
        raise ConventionError.unknown("a metric", metric_name, [*REGISTRY, *COUNTS, *RATIOS], alike=0.7)
    if not convention:
        return [number for number in numbers if not number.convention.on_request] or numbers
    matches = [number for number in numbers if same_name(number.convention.name, convention)]
    return matches or [_number_with_options(metric_name, convention, numbers, over_time)]


def _refuse_other_functions(metric_name: str) -> None:
    """Refuse names of functions that are not metrics of a report."""
    if metric_name == "sid_bounds":
        raise ConventionError(
            "a row of a report holds one number; sid_bounds gives two",
            Remedy("Request both: sid_lower and sid_upper"),
        )
    if metric_name in _NOT_IN_REPORTS:
        problem, say, code = _NOT_IN_REPORTS[metric_name]
        raise ConventionError(f"a row holds one number of two graphs; {problem}", Remedy(say, code))


# ---- options instead of a label


def _number_with_options(metric_name: str, text: str, numbers: list[Number], over_time: bool) -> Number:
    """Return the number with these options, or with this value of the option `of`."""
    of_same_type = [candidate for candidate in numbers if candidate.metric.over_time is over_time]
    number = (of_same_type or numbers)[0]
    metric = number.metric
    if "=" not in text:
        if text not in metric.options.get("of", ()):
            labels = [candidate.convention.name for candidate in numbers]
            raise _unknown_convention(metric_name, text, labels, metric)
        text = f"of={text}"
    options = _options(metric_name, metric, text)
    changed = {
        name: options[name]
        for name, default in metric.defaults.items()
        if options.get(name, default) != default
    }
    return number._replace(convention=_convention(metric, tuple(changed.items())))


def _options(metric_name: str, metric: Metric, text: str) -> dict[str, Any]:
    """Read the options, and refuse one that is stated twice."""
    options: dict[str, Any] = {}
    for part in text.split(","):
        name, value = _option(metric_name, metric, part)
        if name in options:
            raise ConventionError(
                f"{name} must be stated once; {metric_name}:{text} states it twice",
                Remedy("Request each value on its own"),
            )
        options[name] = value
    return options


def _option(metric_name: str, metric: Metric, text: str) -> tuple[str, Any]:
    """Split the text of an option into its name and its value."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise ConventionError(
            f"the options of {metric_name} must be written as name=value, with commas between; got "
            f"{text!r}"
        )
    if not metric.defaults:
        raise ConventionError(f"{metric_name} has no options; got {text!r}")
    if name not in metric.defaults:
        error = ConventionError.unknown(f"an option of {metric_name}", name, list(metric.defaults))
        if metric.over_time and name == "tolerance":
            code = "tolerant_confusion(truth, estimate, tolerance=1)"
            raise error.advising(Remedy("Count edges at nearby lags with the function for this", code))
        raise error
    number = _number_or_text(value)
    metric.check_options({name: number})
    return name, number


def _number_or_text(text: str) -> int | float | str:
    """Return the text as a number if it is one."""
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            continue
    return text


@lru_cache(maxsize=1024)
def _convention(metric: Metric, changed: tuple[tuple[str, Any], ...]) -> Convention:
    """Return the convention with these options, the others at their defaults, or make a new one."""
    options = dict(changed)
    for convention in metric.conventions:
        names = {*convention.options, *options}
        if all(_value(metric, convention.options, n) == _value(metric, options, n) for n in names):
            return convention
    label = ", ".join(f"{name} = {value}" for name, value in changed)
    # The new convention has the properties of the known conventions whose options it includes.
    one_sided = any(
        convention.one_sided and convention.options.items() <= options.items()
        for convention in metric.conventions
    )
    depends_on_estimate = any(
        convention.total_depends_on_estimate
        and all(
            _value(metric, options, name) == value
            for name, value in convention.options.items()
            if value != metric.defaults[name]
        )
        for convention in metric.conventions
    )
    return Convention(
        label,
        "as its options say",
        options=MappingProxyType(options),
        one_sided=one_sided,
        total_depends_on_estimate=depends_on_estimate,
    )


def _value(metric: Metric, options: Mapping[str, Any], name: str) -> Any:
    return options.get(name, metric.defaults[name])


def _unknown_convention(
    metric_name: str, text: str, labels: Sequence[str], metric: Metric
) -> ConventionError:
    error = ConventionError.unknown(f"the convention of {metric_name}", text, labels)
    example = next(iter(metric.defaults.items()), None)
    if example is None:
        return error
    name, value = example
    return error.advising(Remedy(f"Or state options, such as {metric_name}:{name}={value}"))


# ---- one number


def one_number(name: str, asked_by: str, call: str) -> Number:
    """
    Return the number of a name, in its first convention by default; refuse a whole confusion.

    Args:
        name: a name as for `evaluate`.
        asked_by: name of the function that needs one number, for the error text.
        call: code that requests one number, with ``{}`` instead of its name, for the error text.

    Raises:
        ConventionError: the name is unknown, or stands for several numbers.

    Examples:
        >>> one_number("f1:skeleton", "over_class", 'over_class("{}", truth, estimate)').columns
        [('f1', 'skeleton')]
    """
    number = selected(name)[0]
    if len(number.measures) > 1:
        raise refusal_of_several_numbers(name, asked_by, call.format(f"f1:{number.convention.name}"))
    return number


def refusal_of_several_numbers(name: str, asked_by: str, call: str) -> ConventionError:
    """Return the error for a confusion instead of one number."""
    return ConventionError(
        f"{asked_by} needs one number; {name} has several", Remedy("Request one of them", call)
    )


def matching_labels(metric: str, convention_or_options: str, known: Iterable[str]) -> list[str]:
    """
    Return the known labels that a convention or options stand for.

    Examples:
        >>> matching_labels("shd", "of=cpdag", ["pair mismatch", "both to CPDAG"])
        ['both to CPDAG']
        >>> matching_labels("nced", "k=0.2", ["k = 0.2"])
        ['k = 0.2']
    """
    known = list(known)
    matches = [label for label in known if same_name(label, convention_or_options)]
    if matches:
        return matches
    try:
        numbers = selected(f"{metric}:{convention_or_options}")
    except ConventionError:
        return []
    labels = {number.convention.name for number in numbers}
    return [label for label in known if label in labels]


def position_of(
    key: tuple[str, str] | str, columns: Sequence[tuple[str, str]], owner: str, method: str = ""
) -> int:
    """
    Return the position of a number, by metric and convention, or by metric if it has one convention.

    Args:
        key: ``("shd", "skeleton")``, "shd:skeleton" or "shd".
        columns: metric and convention of each number.
        owner: the word for the table that has the columns, for the error text.
        method: the method of the table that takes the key, for the error text; empty for its brackets.

    Raises:
        ConventionError: there is no such number, or there are several; the error lists their
            conventions. Or the key is something else, such as an integer.

    Examples:
        >>> position_of("shd:of=cpdag", [("shd", "pair mismatch"), ("shd", "both to CPDAG")], "table")
        1
    """
    parts = key if isinstance(key, tuple) else (key, None)
    if len(parts) != 2 or not isinstance(parts[0], str) or not isinstance(parts[1], str | None):
        example = next((":".join(filter(None, column)) for column in columns), "shd:skeleton")
        raise ConventionError(
            f"a number must be requested by its metric, as in {_request(owner, method, example)}; "
            f"got {key!r}"
        )
    metric, convention = key if isinstance(key, tuple) else _metric_and_convention(key)
    labels = [label for name, label in columns if name == metric]
    if not labels:
        raise ConventionError.unknown("the metric", metric, dict.fromkeys(name for name, _ in columns))
    matches = labels if convention is None else matching_labels(metric, convention, labels)
    if not matches:
        raise ConventionError.unknown(f"the convention of {metric}", convention, labels)
    if len(matches) > 1:
        raise ConventionError(
            f"the convention must be stated, since the {owner} has {len(labels)} of {metric}: "
            f"{', '.join(labels)}",
            Remedy("State it", _request(owner, method, (metric, labels[0]))),
        )
    return columns.index((metric, matches[0]))


def _request(owner: str, method: str, key: tuple[str, str] | str) -> str:
    """Return the code that requests a number, such as ``table['shd', 'skeleton']``."""
    if method:
        return f"{owner}.{method}({key!r})"
    return f"{owner}[{repr(key).removeprefix('(').removesuffix(')')}]"


def _metric_and_convention(key: str) -> tuple[str, str | None]:
    metric, colon, convention = key.partition(":")
    return metric.strip(), convention if colon else None
