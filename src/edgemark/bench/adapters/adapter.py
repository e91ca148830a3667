"""The description of an algorithm: its source, its parameters, its result, and how to call it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module, metadata
from math import isfinite
from types import MappingProxyType
from typing import Any, Literal, get_args

from edgemark.bench.adapters._preparation import importing
from edgemark.bench.dataset import DataKind, Dataset
from edgemark.conventions.options import Kind
from edgemark.errors import ConventionError, InputTypeError, KindError, MissingExtraError
from edgemark.graph import EdgeScores, Graph, GraphSamples, TemporalGraph

__all__ = ["EVERY_KIND", "OURS", "Adapter", "Learned", "Parameter", "Returned"]

Learned = Graph | EdgeScores | GraphSamples | TemporalGraph
Returned = Kind | Literal["scores", "samples", "temporal"]

EXTRA = "algorithms"
OURS = "edgemark"
EVERY_KIND: frozenset[DataKind] = frozenset(get_args(DataKind))
_TYPE_NAMES: Mapping[type, str] = {int: "a whole number", float: "a number", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """
    A parameter of an algorithm.

    Attributes:
        default: the value chosen by the authors of the algorithm.
        choices: all allowed values; None for any value of the default's type.
        doc: what it does.
        data: for each choice that needs certain kinds of data, these kinds.
        minimum: the smallest allowed number; None for no bound.
        maximum: the largest allowed number.

    Examples:
        >>> Parameter(0.05, minimum=0, maximum=1).objection(2.0)
        'must be from 0 to 1; got 2.0'
        >>> Parameter("fisherz", ("fisherz", "chisq")).objection("chi")
        "must be one of 'fisherz', 'chisq'; got 'chi'"
    """

    default: Any
    choices: tuple[Any, ...] | None = None
    doc: str = ""
    data: Mapping[Any, frozenset[DataKind]] = field(default_factory=dict, hash=False)
    minimum: float | None = None
    maximum: float | None = None

    def objection(self, value: Any) -> str | None:
        """Explain why the parameter cannot have a value; None if it can."""
        if self.choices is not None:
            if any(value == choice and type(value) is type(choice) for choice in self.choices):
                return None
            return f"must be one of {', '.join(map(repr, self.choices))}; got {value!r}"
        required_type = type(self.default)
        if type(value) is not required_type and not (required_type is float and type(value) is int):
            return f"must be {_TYPE_NAMES[required_type]}; got {value!r}"
        return None if required_type is bool else self._objection_to_number(value)

    def _objection_to_number(self, value: float) -> str | None:
        low, high = self.minimum, self.maximum
        if low is not None and high is not None and not low <= value <= high:
            return f"must be from {low:g} to {high:g}; got {value!r}"
        if low is not None and not low <= value:
            return f"must be {low:g} or more; got {value!r}"
        if high is not None and not value <= high:
            return f"must be {high:g} or less; got {value!r}"
        return None if isfinite(value) else f"must be a finite number; got {value!r}"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Adapter:
    """
    One algorithm of a library or of edgemark.

    Attributes:
        name: name of the algorithm in plans, ``package:method``.
        title: a readable name.
        package: the distribution that holds it.
        licence: the licence of the distribution.
        citation: the reference of the method.
        returns: the class of graph that the algorithm learns, or "scores", "samples" or "temporal".
            Baselines for all kinds of data, such as edgemark:empty, state the class for data without
            time, and return time series graphs for time series.
        learn: ``learn(dataset, *, seed, **parameters)``, called with every parameter, and with ``truth``
            too if `oracle`. If it returns a `Graph`, this must have a declared kind.
        parameters: the parameters that a plan may set.
        data: kinds of data that the algorithm is meant for. It may run on others, outside its
            assumptions.
        oracle: whether it uses the truth; then it is not ranked.
        deterministic: whether the result does not depend on the seed.
        repeatable: whether the same seed gives the same graph. False if the library draws numbers that
            cannot be seeded.
        targets: whether it reads which variables were intervened on in each row.
        revision: the revision of this adapter. Increase it if the same call returns another graph than
            before.
        modules: the modules that the algorithm needs. A sandbox imports them once, before all runs.

    Examples:
        >>> from edgemark.bench.adapters import ADAPTERS
        >>> pc = ADAPTERS["causal-learn:pc"]
        >>> pc.returns, pc.parameters["alpha"].default
        ('cpdag', 0.05)
        >>> sorted(pc.suitable({"test": "chisq"}))
        ['discrete']
    """

    name: str
    title: str
    package: str
    licence: str
    citation: str
    returns: Returned
    learn: Callable[..., Learned]
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    data: frozenset[DataKind] = EVERY_KIND
    oracle: bool = False
    deterministic: bool = True
    repeatable: bool = True
    targets: bool = False
    revision: int = 1
    modules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", MappingProxyType(dict(self.parameters)))

    def __reduce__(self) -> tuple[Any, ...]:
        parts = {field.name: getattr(self, field.name) for field in fields(self)}
        return _adapter_from, (parts | {"parameters": dict(self.parameters)},)

    @property
    def version(self) -> str | None:
        """The installed version of the package; None if it is not installed."""
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return None

    @property
    def takes_interventions(self) -> bool:
        """
        Whether it is meant for rows drawn under interventions. All baselines of edgemark are.
        """
        return self.targets or self.package == OURS

    def missing(self) -> str | None:
        """The extra of edgemark to install before the algorithm can run; None if nothing is missing."""
        return EXTRA if self.package != OURS and self.version is None else None

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """
        Return the values of all parameters; those that are not given have their defaults.

        Raises:
            ConventionError: a parameter is unknown, or a value is not allowed.

        Examples:
            >>> from edgemark.bench.adapters import ADAPTERS
            >>> ADAPTERS["edgemark:empty"].settings({"lags": 2})
            {'lags': 2}
        """
        for name, value in given.items():
            if name not in self.parameters:
                if self.parameters:
                    raise ConventionError.unknown(f"a parameter of {self.name}", name, self.parameters)
                raise ConventionError(f"{self.name} has no parameters; got {name!r}")
            objection = self.parameters[name].objection(value)
            if objection is not None:
                raise ConventionError(f"{name} of {self.name} {objection}")
        values = {name: given.get(name, spec.default) for name, spec in self.parameters.items()}
        return {
            name: float(value) if type(self.parameters[name].default) is float else value
            for name, value in values.items()
        }

    def suitable(self, given: Mapping[str, Any]) -> frozenset[DataKind]:
        """
        Return the kinds of data that the algorithm is meant for with these parameters.

        Raises:
            ConventionError: see `settings`.
        """
        kinds = self.data
        for name, value in self.settings(given).items():
            kinds &= self.parameters[name].data.get(value, EVERY_KIND)
        return kinds

    def load(self) -> None:
        """
        Import the modules that the algorithm needs, and suppress their output and warnings.

        Raises:
            MissingExtraError: the package is not installed.
        """
        with importing(self.package):
            for module in self.modules:
                import_module(module)

    def run(
        self,
        dataset: Dataset,
        *,
        seed: int = 0,
        truth: Graph | TemporalGraph | None = None,
        **given: Any,
    ) -> Learned:
        """
        Learn a graph, with the defaults for parameters that are not given.

        Args:
            dataset: the data; never changed.
            seed: the seed of the algorithm.
            truth: the true graph; only `oracle` algorithms read it.
            given: values of parameters.

        Raises:
            ConventionError: see `settings`.
            EdgemarkError: the data do not fit the algorithm.
            TypeError: the data are not a `Dataset`.
            KindError: the algorithm is an oracle, and no truth is given.
            MissingExtraError: the package is not installed.

        Examples:
            >>> from edgemark.bench.adapters import ADAPTERS
            >>> from edgemark.bench.dataset import Dataset
            >>> ADAPTERS["edgemark:chow-liu"].run(Dataset([[0, 0], [1, 1]], ["A", "B"], "discrete"))
            Graph.parse('A --- B', kind='cpdag')
        """
        if not isinstance(dataset, Dataset):
            raise InputTypeError(f"{self.name} learns from a Dataset; got {type(dataset).__name__}")
        settings = self.settings(given)
        if self.missing():
            raise MissingExtraError(self.package, EXTRA)
        if not self.oracle:
            return self.learn(dataset, seed=seed, **settings)
        if truth is None:
            raise KindError(f"{self.name} uses the truth; got none")
        return self.learn(dataset, seed=seed, truth=truth, **settings)


def _adapter_from(parts: dict[str, Any]) -> Adapter:
    """Make an adapter from its pickled fields; the read-only mapping of parameters has no pickle."""
    return Adapter(**parts)


def only(*kinds: DataKind) -> frozenset[DataKind]:
    """Return a set of kinds of data."""
    return frozenset(kinds)


def for_data(choices: Collection[tuple[Any, DataKind]]) -> dict[Any, frozenset[DataKind]]:
    """Return, for each choice of a parameter, the kind of data that it needs."""
    return {choice: only(kind) for choice, kind in choices}
