"""The entries ``[[algorithm]]`` of a plan. An entry may be a grid over its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import product
from math import inf
from types import MappingProxyType
from typing import Any, Literal

from edgemark.bench.adapters import ADAPTERS, Adapter
from edgemark.bench.plan.keys import Reader, UnfitError, choice, flag, text, value_of
from edgemark.bench.plan.places import Place, meant
from edgemark.conventions.options import KINDS
from edgemark.errors import Remedy
from edgemark.io import FORMATS

__all__ = ["AlgorithmSpec", "algorithm_specs", "words"]

Way = Literal["adapter", "function", "command"]

_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_RETURNS = (*KINDS, "scores", "samples", "temporal")
_FORMATS_OF: Mapping[str, tuple[str, ...]] = {
    "scores": ("edges", "adjacency", "npy", "npz"),
    "temporal": ("json", "text", "edges", "npy", "npz"),
}
_IDLE_KEYS: Mapping[str, tuple[str, ...]] = {
    "scores": ("symmetric",),
    "samples": ("direction", "symmetric"),
    "temporal": ("direction", "symmetric"),
}
"""Keys of matrices that say nothing about results that are no graph."""


def _command(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(word, str) for word in value):
        raise UnfitError(
            f"must be a list of words in quotes, the program first; got {value!r}",
            Remedy('Write, for example, command = ["python", "run.py", "{data}", "{graph}"]'),
        )
    if not any("{graph}" in word for word in value):
        raise UnfitError("must have {graph}, the file to which the command writes its graph")
    return tuple(value)


def _data_kinds(value: Any) -> tuple[str, ...]:
    kinds = ("continuous", "discrete", "series")
    listed = value if isinstance(value, list) else [value]
    return tuple(choice(kinds)(kind) for kind in listed)


def words(value: Any) -> tuple[str, ...]:
    """Read a string, or a list of strings."""
    return tuple(text(word) for word in (value if isinstance(value, list) else [value]))


_KEYS_OF_ADAPTER: Mapping[str, Reader] = {
    "name": text,
    "on": words,
    "ranked": flag,
    "parameters": lambda value: _table(value),
}
_KEYS_OF_FUNCTION: Mapping[str, Reader] = {
    **_KEYS_OF_ADAPTER,
    "direction": choice(("row-to-column", "column-to-row")),
    "symmetric": choice(("undirected", "bidirected", "cycle", "refuse")),
    "returns": choice(_RETURNS),
    "deterministic": flag,
    "oracle": flag,
    "data": _data_kinds,
    "version": text,
}
_KEYS_OF_COMMAND: Mapping[str, Reader] = {
    **{key: read for key, read in _KEYS_OF_FUNCTION.items() if key != "oracle"},
    "command": _command,
    "format": choice(tuple(FORMATS)),
}


@dataclass(frozen=True, slots=True)
class AlgorithmSpec:
    """
    One algorithm of a plan with one value for each parameter.

    Attributes:
        label: name of the algorithm in tables.
        way: "adapter", "function" (``module:function``) or "command".
        use: the adapter or the function; empty for a command.
        command: the command and its arguments; empty otherwise.
        parameters: the values that the plan gives to parameters of the algorithm.
        reading: how to read the result: the options format, direction and symmetric.
        returns: the class of graph that the algorithm returns, or "scores", "samples" or "temporal";
            empty if not stated.
        deterministic: whether the same data always give the same graph, whatever the seed.
        oracle: whether the algorithm receives the truth; an oracle is not ranked.
        data: the kinds of data that it is meant for; empty for all.
        version: the version that the plan states; empty if edgemark looks it up.
        on: kinds of data, or names of data sets without the number of samples, that it is run on; empty
            for all.
        ranked: whether it takes part in ranks and tests. Set it to false for the entries of a grid,
            because the best of them is chosen by looking at the truth.
    """

    label: str
    way: Way
    use: str
    command: tuple[str, ...]
    parameters: Mapping[str, Any]
    reading: Mapping[str, str]
    returns: str = ""
    deterministic: bool = False
    oracle: bool = False
    data: tuple[str, ...] = ()
    version: str = ""
    on: tuple[str, ...] = ()
    ranked: bool = True

    @property
    def adapter(self) -> Adapter | None:
        """The adapter; None for a function or command of the user."""
        return ADAPTERS[self.use] if self.way == "adapter" else None

    def runs_on(self, kind: str, group: str) -> bool:
        """Whether the plan runs it on data of this kind and name."""
        return not self.on or kind in self.on or group in self.on

    def fits(self, kind: str, *, intervenes: bool = False) -> bool:
        """
        Whether the algorithm is meant for data of this kind.

        An adapter is meant for interventional data only if it is a baseline or reads the targets.
        Functions and commands of the user always are.
        """
        adapter = self.adapter
        if intervenes and adapter is not None and not adapter.takes_interventions:
            return False
        return not self.data or kind in self.data


def algorithm_specs(table: Mapping[str, Any], place: Place) -> Iterator[AlgorithmSpec]:
    """
    Read an entry ``[[algorithm]]``.

    Raises:
        FormatError: an unknown key or parameter, or an invalid value.
    """
    if ("use" in table) == ("command" in table):
        which_keys = "both" if "use" in table else "neither"
        raise place.wrong("", f"an entry has one of the keys use and command; this one has {which_keys}")
    if "command" in table:
        yield from _command_specs(table, place)
        return
    use = value_of("use", table["use"], text, place)
    if use in ADAPTERS:
        yield from _adapter_specs(use, table, place)
    else:
        _demand_function(use, place)
        yield from _function_specs(use, table, place)


def _adapter_specs(use: str, table: Mapping[str, Any], place: Place) -> Iterator[AlgorithmSpec]:
    adapter = ADAPTERS[use]
    options, values_of_parameters = _split(table, _KEYS_OF_ADAPTER, place, "use")
    for name, value in values_of_parameters.items():
        if name not in adapter.parameters:
            raise place.unknown(name, [*_KEYS_OF_ADAPTER, "use", *adapter.parameters])
        for setting in value if isinstance(value, list) else [value]:
            if objection := adapter.parameters[name].objection(setting):
                choices = adapter.parameters[name].choices or ()
                raise place.wrong(
                    name, objection, *meant(setting, [c for c in choices if isinstance(c, str)])
                )
    for parameters in _grid(values_of_parameters, place):
        yield AlgorithmSpec(
            label=_label(options, use, parameters, _varied(values_of_parameters)),
            way="adapter",
            use=use,
            command=(),
            parameters=MappingProxyType(parameters),
            reading=MappingProxyType({}),
            returns=adapter.returns,
            deterministic=adapter.deterministic,
            oracle=adapter.oracle,
            data=tuple(sorted(adapter.suitable(parameters))),
            on=options.get("on", ()),
            ranked=options.get("ranked", True),
        )


def _function_specs(use: str, table: Mapping[str, Any], place: Place) -> Iterator[AlgorithmSpec]:
    options, values_of_parameters = _split(table, _KEYS_OF_FUNCTION, place, "use")
    given = ("seed", "truth") if options.get("oracle") else ("seed",)
    _refuse_idle_keys(options, place)
    _demand_not_given(values_of_parameters, given, place)
    for parameters in _grid(values_of_parameters, place):
        yield _user_spec(
            "function",
            use,
            (),
            options,
            parameters,
            _label(options, use, parameters, _varied(values_of_parameters)),
        )


def _command_specs(table: Mapping[str, Any], place: Place) -> Iterator[AlgorithmSpec]:
    options, values_of_parameters = _split(table, _KEYS_OF_COMMAND, place)
    command = options["command"]
    given = ("data", "graph", "seed")
    _demand_not_given(values_of_parameters, given, place)
    _demand_readable(options, place)
    _refuse_idle_keys(options, place)
    placeholders = {*given, *values_of_parameters}
    for word in command:
        for name in re.findall(r"\{(\w+)\}", word):
            if name not in placeholders:
                raise place.wrong(
                    "command",
                    f"the words in braces must be among {', '.join(sorted(placeholders))}; got {name!r}",
                    *meant(name, placeholders),
                )
    for name in values_of_parameters:
        if not any(f"{{{name}}}" in word for word in command):
            hint = meant(name, _KEYS_OF_COMMAND)
            raise place.wrong(name, f"the command must contain the parameter as {{{name}}}", *hint)
    default = command[0].rpartition("/")[2]
    for parameters in _grid(values_of_parameters, place):
        label = _label(options, default, parameters, _varied(values_of_parameters))
        yield _user_spec("command", "", command, options, parameters, label)


def _user_spec(
    way: Way,
    use: str,
    command: tuple[str, ...],
    options: Mapping[str, Any],
    parameters: dict[str, Any],
    label: str,
) -> AlgorithmSpec:
    reading = {key: options[key] for key in ("format", "direction", "symmetric") if key in options}
    return AlgorithmSpec(
        label=label,
        way=way,
        use=use,
        command=command,
        parameters=MappingProxyType(parameters),
        reading=MappingProxyType(reading),
        returns=options.get("returns", ""),
        deterministic=options.get("deterministic", False),
        oracle=options.get("oracle", False),
        data=options.get("data", ()),
        version=options.get("version", ""),
        on=options.get("on", ()),
        ranked=options.get("ranked", True),
    )


def _demand_not_given(
    values_of_parameters: Mapping[str, Any], given: Iterable[str], place: Place
) -> None:
    """Refuse parameters to which the study gives a value in every run."""
    for name in given:
        if name in values_of_parameters:
            remedy = "Leave it out, and write the seeds of the study under [plan]: seeds = [1, 2, 3]"
            raise place.wrong(
                name,
                "a parameter must not have the name of a value that every run gets from the study",
                Remedy(remedy if name == "seed" else "Give the parameter another name"),
            )


def _demand_readable(options: Mapping[str, Any], place: Place) -> None:
    """Refuse results that the file of a command cannot hold."""
    returns, file_format = options.get("returns", ""), options.get("format", "json")
    if returns == "samples":
        raise place.wrong(
            "returns",
            "a command must write one graph or edge scores, not samples of graphs",
            Remedy('Write a function that returns edgemark.GraphSamples: use = "module:function"'),
        )
    formats = _FORMATS_OF.get(returns, tuple(FORMATS))
    if file_format not in formats:
        what, headings = (
            ("scores", "source,target,score")
            if returns == "scores"
            else ("time series graphs", "source,mark,target,lag")
        )
        raise place.wrong(
            "format" if "format" in options else "returns",
            f"{what} need one of the formats {', '.join(formats)}; got {file_format}",
            Remedy(f'For a list under the headings {headings}: format = "edges"'),
        )


def _refuse_idle_keys(options: Mapping[str, Any], place: Place) -> None:
    """Refuse keys that would have no effect on what the algorithm returns."""
    returns = options.get("returns", "")
    for key in _IDLE_KEYS.get(returns, ()):
        if key in options:
            raise place.wrong(key, f'has no effect if returns = "{returns}"', Remedy(f"Leave {key} out"))


def _demand_function(use: str, place: Place) -> None:
    """Refuse a name that is neither an adapter nor ``module:function``."""
    known = list(ADAPTERS)
    package = use.partition(":")[0]
    if not _FUNCTION.fullmatch(use) or package in {name.partition(":")[0] for name in known}:
        raise place.wrong(
            "use",
            f"must be an adapter such as causal-learn:pc, or module:function; got {use!r}. "
            f"The adapters are {', '.join(known)}",
            *meant(use, known),
        )
    if package == "__main__":
        raise place.wrong(
            "use",
            "a run starts in another process, which does not have your __main__",
            Remedy("Move the function into a file, such as mymodule.py, and use mymodule:learn"),
        )


def _split(
    table: Mapping[str, Any], readers: Mapping[str, Reader], place: Place, *others: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Separate the keys in `readers` from the parameters of the algorithm."""
    options = {
        key: value_of(key, table[key], read, place) for key, read in readers.items() if key in table
    }
    values_of_parameters = {
        key: value for key, value in table.items() if key not in readers and key not in others
    }
    for key in values_of_parameters:
        similar_keys = get_close_matches(key, readers, n=1, cutoff=0.75)
        if similar_keys:
            raise place.wrong(
                key,
                f"there is no such key. Did you mean {similar_keys[0]!r}?",
                Remedy(f"If it is a parameter of the algorithm, write parameters = {{ {key} = ... }}"),
            )
        if key in options.get("parameters", {}):
            raise place.wrong(key, "must be written once; it is also among the parameters")
    return options, {**values_of_parameters, **options.get("parameters", {})}


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise UnfitError(f"must be a table such as {{ alpha = 0.05 }}; got {value!r}")
    return value


def _grid(values_of_parameters: Mapping[str, Any], place: Place) -> Iterator[dict[str, Any]]:
    """Yield every combination of the parameters' values."""
    axes = []
    for name, listed in values_of_parameters.items():
        values = listed if isinstance(listed, list) else [listed]
        if not values:
            raise place.wrong(name, "a list needs at least one value; this one is empty")
        for k, value in enumerate(values):
            _demand_plain(name, value, place)
            if any(value == other and _is_flag(value) == _is_flag(other) for other in values[:k]):
                raise place.wrong(name, f"each value must be listed once; {value!r} is listed twice")
        axes.append(values)
    for combination in product(*axes):
        yield dict(zip(values_of_parameters, combination, strict=True))


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)  # In Python, 1 == True.


def _demand_plain(name: str, value: Any, place: Place) -> None:
    """Refuse values that JSON cannot hold, such as dates and nan, also inside lists and tables."""
    if isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            _demand_plain(name, inner, place)
    elif not isinstance(value, str | bool | int | float) or value in (inf, -inf) or value != value:
        raise place.wrong(name, f"must be a number, text, true or false; got {value!s}")


def _varied(values_of_parameters: Mapping[str, Any]) -> set[str]:
    return {name for name, value in values_of_parameters.items() if isinstance(value, list)}


def _label(options: Mapping[str, Any], use: str, parameters: Mapping[str, Any], varied: set[str]) -> str:
    """
    Return the name followed by the parameters, or, if the plan names the entry, only by those that vary.
    """
    shown = [
        f"{key}={value}" for key, value in parameters.items() if "name" not in options or key in varied
    ]
    name = options.get("name", use)
    return f"{name} {' '.join(shown)}" if shown else name
