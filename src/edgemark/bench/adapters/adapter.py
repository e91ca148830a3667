"""What is said of an algorithm: where it is from, what it needs, returns, and how it is called."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module, metadata
from math import isfinite
from types import MappingProxyType
from typing import Any, Literal, get_args

from edgemark.bench.adapters._door import importing
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
_WORDS: Mapping[type, str] = {int: "a whole number", float: "a number", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """
    A parameter of an algorithm.

    Attributes:
        default: the value that its authors chose.
        choices: all values that it may have; None for any of the default's type.
        doc: what it does.
        data: for choices that only some kinds of data suit, those kinds.
        least: the smallest number that it may be; None for any.
        most: the largest.

    Examples:
        >>> Parameter(0.05, least=0, most=1).objection(2.0)
        'must be from 0 to 1; got 2.0'
        >>> Parameter("fisherz", ("fisherz", "chisq")).objection("chi")
        "must be one of 'fisherz', 'chisq'; got 'chi'"
    """

    default: Any
    choices: tuple[Any, ...] | None = None
    doc: str = ""
    data: Mapping[Any, frozenset[DataKind]] = field(default_factory=dict, hash=False)
    least: float | None = None
    most: float | None = None

    def objection(self, value: Any) -> str | None:
        """Say why the parameter cannot have a value, or None."""
        if self.choices is not None:
            if any(value == one and type(value) is type(one) for one in self.choices):
                return None
            return f"must be one of {', '.join(map(repr, self.choices))}; got {value!r}"
        wanted = type(self.default)
        if type(value) is not wanted and not (wanted is float and type(value) is int):
            return f"must be {_WORDS[wanted]}; got {value!r}"
        return None if wanted is bool else self._objection_to_number(value)

    def _objection_to_number(self, value: float) -> str | None:
        low, high = self.least, self.most
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
    One algorithm of a library, or of our own.

    Attributes:
        name: what plans call it, ``package:method``.
        title: what it is, for people.
        package: the distribution that holds it.
        licence: of the distribution.
        citation: of the method.
        returns: the class of graph that it learns, or "scores", "samples" or "temporal".
        learn: ``learn(dataset, *, seed, **parameters)``, every parameter given; with ``truth`` too where
            `oracle` says so. What it returns has its kind declared.
        parameters: those that a plan may set.
        data: kinds of data that it is meant for. It may run on others, outside its assumptions.
        oracle: whether it uses the truth, and is no competitor then.
        deterministic: whether the seed changes nothing.
        repeatable: whether the same seed gives the same graph. False where the library draws numbers
            that nobody can seed.
        targets: whether it reads which rows were drawn under interventions.
        revision: of this adapter. It rises when the same call gives another graph.
        modules: what the algorithm imports, so that a server can do so before it forks.

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
        parts = {one.name: getattr(self, one.name) for one in fields(self)}
        return _rebuilt, (parts | {"parameters": dict(self.parameters)},)

    @property
    def version(self) -> str | None:
        """The installed version of the package; None where it is not installed."""
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return None

    @property
    def takes_interventions(self) -> bool:
        """Whether it is meant for rows drawn under interventions; our baselines are for comparison."""
        return self.targets or self.package == OURS

    def missing(self) -> str | None:
        """The extra of edgemark to install before it can run; None where it can."""
        return EXTRA if self.package != OURS and self.version is None else None

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """
        Give every parameter its value: the one given, or its default.

        Raises:
            ConventionError: an unknown parameter, or a value that it cannot have.

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
        found = {name: given.get(name, one.default) for name, one in self.parameters.items()}
        return {
            name: float(value) if type(self.parameters[name].default) is float else value
            for name, value in found.items()
        }

    def suitable(self, given: Mapping[str, Any]) -> frozenset[DataKind]:
        """
        Kinds of data that the algorithm is meant for with these parameters.

        Raises:
            ConventionError: see `settings`.
        """
        kinds = self.data
        for name, value in self.settings(given).items():
            kinds &= self.parameters[name].data.get(value, EVERY_KIND)
        return kinds

    def load(self) -> None:
        """
        Import what the algorithm needs, without a word.

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
            seed: of the algorithm.
            truth: only looked at by those that are `oracle`.
            given: values of parameters.

        Raises:
            ConventionError: see `settings`.
            EdgemarkError: the data do not fit the algorithm.
            KindError: an oracle without a truth.
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


def _rebuilt(parts: dict[str, Any]) -> Adapter:
    return Adapter(**parts)


def only(*kinds: DataKind) -> frozenset[DataKind]:
    """Write a set of kinds of data."""
    return frozenset(kinds)


def for_data(choices: Collection[tuple[Any, DataKind]]) -> dict[Any, frozenset[DataKind]]:
    """Say for each choice of a parameter which kind of data suits it."""
    return {choice: only(kind) for choice, kind in choices}
