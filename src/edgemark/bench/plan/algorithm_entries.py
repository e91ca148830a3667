"""The entries ``[[algorithm]]`` of a plan. An entry may be a grid over its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import product
from types import MappingProxyType
from typing import Any, Literal

from edgemark.bench.adapters import ADAPTERS, Adapter
from edgemark.bench.plan.keys import Reader, UnfitError, choice, flag, text, value_of
from edgemark.bench.plan.places import Place, meant
from edgemark.conventions.options import KINDS
from edgemark.errors import Remedy
from edgemark.io import FORMATS

__all__ = ["AlgorithmSpec", "algorithm_specs"]

Way = Literal["adapter", "function", "command"]

_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_RETURNS = (*KINDS, "scores", "samples", "temporal")


def _command(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        raise UnfitError(
            f"must be a list of words in quotes, the program first; got {value!r}",
            Remedy('Write, for example, command = ["python", "run.py", "{data}", "{graph}"]'),
        )
    if not any("{graph}" in one for one in value):
        raise UnfitError("must name the file that the graph is read from: {graph}")
    return tuple(value)


def _data_kinds(value: Any) -> tuple[str, ...]:
    kinds = ("continuous", "discrete", "series")
    listed = value if isinstance(value, list) else [value]
    return tuple(choice(kinds)(one) for one in listed)


def _words(value: Any) -> tuple[str, ...]:
    return tuple(text(one) for one in (value if isinstance(value, list) else [value]))


_SHARED: Mapping[str, Reader] = {
    "name": text,
    "on": _words,
    "ranked": flag,
    "parameters": lambda value: _table(value),
}
_OWN: Mapping[str, Reader] = {
    **_SHARED,
    "direction": choice(("row-to-column", "column-to-row")),
    "symmetric": choice(("undirected", "bidirected", "cycle", "refuse")),
    "returns": choice(_RETURNS),
    "deterministic": flag,
    "oracle": flag,
    "data": _data_kinds,
    "version": text,
}
_OF_COMMAND: Mapping[str, Reader] = {
    **{key: read for key, read in _OWN.items() if key != "oracle"},
    "command": _command,
    "format": choice(tuple(FORMATS)),
}


@dataclass(frozen=True, slots=True)
class AlgorithmSpec:
    """
    One algorithm of a plan with one value for each parameter.

    Attributes:
        label: its name in tables.
        way: "adapter", "function" (``module:function``) or "command".
        use: the adapter or the function; empty for a command.
        command: the command and its arguments; empty otherwise.
        parameters: the values that the plan gives to parameters of the algorithm.
        reading: options that read the result: format, direction, symmetric.
        returns: the class of graph that it returns; empty if not stated.
        deterministic: whether the same data always give the same graph, whatever the seed.
        oracle: whether it receives the truth; then it is not ranked.
        data: the kinds of data that it is meant for; empty for all.
        version: the version that the plan states, instead of the one that is found.
        on: kinds or names of the data that it is run on; empty for all.
        ranked: whether it takes part in ranks and tests; tuned entries should not.
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
        """The adapter; None for an algorithm of the user's own."""
        return ADAPTERS[self.use] if self.way == "adapter" else None

    def runs_on(self, kind: str, group: str) -> bool:
        """Whether the plan runs it on data of this kind and name."""
        return not self.on or kind in self.on or group in self.on

    def fits(self, kind: str, *, intervenes: bool = False) -> bool:
        """
        Whether the algorithm is meant for data of this kind.

        For interventional data, only baselines and adapters that read the targets count as meant for
        them.
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
        found = "both" if "use" in table else "neither"
        raise place.wrong("", f"an entry has one of the keys use and command; this one has {found}")
    if "command" in table:
        yield from _of_command(table, place)
        return
    use = value_of("use", table["use"], text, place)
    if use in ADAPTERS:
        yield from _of_adapter(use, table, place)
    else:
        _demand_function(use, place)
        yield from _of_function(use, table, place)


def _of_adapter(use: str, table: Mapping[str, Any], place: Place) -> Iterator[AlgorithmSpec]:
    adapter = ADAPTERS[use]
    said, given = _split(table, _SHARED, place, "use")
    for name, value in given.items():
        if name not in adapter.parameters:
            raise place.unknown(name, [*_SHARED, "use", *adapter.parameters])
        for one in value if isinstance(value, list) else [value]:
            if objection := adapter.parameters[name].objection(one):
                choices = adapter.parameters[name].choices or ()
                raise place.wrong(
                    name, objection, *meant(one, [c for c in choices if isinstance(c, str)])
                )
    for parameters in _grid(given, place):
        yield AlgorithmSpec(
            label=_label(said, use, parameters, _varied(given)),
            way="adapter",
            use=use,
            command=(),
            parameters=MappingProxyType(parameters),
            reading=MappingProxyType({}),
            returns=adapter.returns,
            deterministic=adapter.deterministic,
            oracle=adapter.oracle,
            data=tuple(sorted(adapter.suitable(parameters))),
            on=said.get("on", ()),
            ranked=said.get("ranked", True),
        )


def _of_function(use: str, table: Mapping[str, Any], place: Place) -> Iterator[AlgorithmSpec]:
    said, given = _split(table, _OWN, place, "use")
    for parameters in _grid(given, place):
        yield _own("function", use, (), said, parameters, _label(said, use, parameters, _varied(given)))


def _of_command(table: Mapping[str, Any], place: Place) -> Iterator[AlgorithmSpec]:
    said, given = _split(table, _OF_COMMAND, place)
    command = said["command"]
    known = {"data", "graph", "seed", *given}
    for word in command:
        for name in re.findall(r"\{(\w+)\}", word):
            if name not in known:
                raise place.wrong(
                    "command",
                    f"the words in braces are {', '.join(sorted(known))}; got {name!r}",
                    *meant(name, known),
                )
    for name in given:
        if not any(f"{{{name}}}" in word for word in command):
            hint = meant(name, _OF_COMMAND)
            raise place.wrong(name, f"the command must use a parameter as {{{name}}}", *hint)
    default = command[0].rpartition("/")[2]
    for parameters in _grid(given, place):
        label = _label(said, default, parameters, _varied(given))
        yield _own("command", "", command, said, parameters, label)


def _own(
    way: Way,
    use: str,
    command: tuple[str, ...],
    said: Mapping[str, Any],
    parameters: dict[str, Any],
    label: str,
) -> AlgorithmSpec:
    reading = {key: said[key] for key in ("format", "direction", "symmetric") if key in said}
    return AlgorithmSpec(
        label=label,
        way=way,
        use=use,
        command=command,
        parameters=MappingProxyType(parameters),
        reading=MappingProxyType(reading),
        returns=said.get("returns", ""),
        deterministic=said.get("deterministic", False),
        oracle=said.get("oracle", False),
        data=said.get("data", ()),
        version=said.get("version", ""),
        on=said.get("on", ()),
        ranked=said.get("ranked", True),
    )


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
    """Separate the keys that every entry has from the parameters of the algorithm."""
    said = {key: value_of(key, table[key], read, place) for key, read in readers.items() if key in table}
    given = {key: value for key, value in table.items() if key not in readers and key not in others}
    for key in given:
        slips = get_close_matches(key, readers, n=1, cutoff=0.75)
        if slips:
            raise place.wrong(
                key,
                f"there is no such key. Did you mean {slips[0]!r}?",
                Remedy(f"If it is a parameter of the algorithm, write parameters = {{ {key} = ... }}"),
            )
        if key in said.get("parameters", {}):
            raise place.wrong(key, "stands among the parameters too; write it once")
    return said, {**given, **said.get("parameters", {})}


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise UnfitError(f"must be a table such as {{ alpha = 0.05 }}; got {value!r}")
    return value


def _grid(given: Mapping[str, Any], place: Place) -> Iterator[dict[str, Any]]:
    """Yield every combination of the parameters' values."""
    axes = []
    for name, value in given.items():
        values = value if isinstance(value, list) else [value]
        if not values:
            raise place.wrong(name, "a list needs at least one value; this one is empty")
        for k, one in enumerate(values):
            _demand_plain(name, one, place)
            if one in values[:k]:
                raise place.wrong(name, f"each value of a list stands once; {one!r} occurs twice")
        axes.append(values)
    for combination in product(*axes):
        yield dict(zip(given, combination, strict=True))


def _demand_plain(name: str, value: Any, place: Place) -> None:
    """Refuse values that JSON does not hold, such as dates and nan."""
    plain = isinstance(value, str | bool | int | float | list | dict)
    if not plain or value != value or value in (float("inf"), float("-inf")):
        raise place.wrong(name, f"must be a number, text, true or false; got {value!s}")


def _varied(given: Mapping[str, Any]) -> set[str]:
    return {name for name, value in given.items() if isinstance(value, list)}


def _label(said: Mapping[str, Any], use: str, parameters: Mapping[str, Any], varied: set[str]) -> str:
    """
    Return the name followed by the parameters. An entry with a name of its own shows only those that
    vary.
    """
    shown = [
        f"{key}={value}" for key, value in parameters.items() if "name" not in said or key in varied
    ]
    name = said.get("name", use)
    return f"{name} {' '.join(shown)}" if shown else name
