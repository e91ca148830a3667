"""A plan: data sets, algorithms, seeds, metrics and limits, read from TOML and checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from edgemark.bench.plan.algorithm_entries import AlgorithmSpec, algorithm_specs, words
from edgemark.bench.plan.data_entries import DataSpec, data_specs
from edgemark.bench.plan.keys import (
    Key,
    UnfitError,
    choice,
    demand_known,
    number,
    size,
    size_of_stored_plan,
    text,
    value_of,
)
from edgemark.bench.plan.places import Place, meant, parsed
from edgemark.bench.plan.selectors import Selector, selector, selectors
from edgemark.bench.plan.tasks import Task
from edgemark.bench.sandbox.limits import RunLimits
from edgemark.errors import EdgemarkError, FormatError, Remedy

__all__ = ["REFERENCES", "Plan", "limits_of"]

REFERENCES = ("auto", "dag", "cpdag", "pag", "as-given")
_MAX_RUNS = 10**7
_MAX_SEED = 2**63 - 1


def _seeds(value: Any) -> tuple[int, ...]:
    if type(value) is int and value >= 1:
        if value > _MAX_RUNS:
            raise UnfitError(f"must be at most {_MAX_RUNS:,} seeds; got {value:,}")
        return tuple(range(value))
    if isinstance(value, list) and value and all(type(seed) is int and seed >= 0 for seed in value):
        if len(set(value)) < len(value):
            raise UnfitError(f"each seed must be listed once; got {value}")
        if max(value) > _MAX_SEED:
            raise UnfitError(f"each seed must be at most {_MAX_SEED}, 2**63 - 1; got {max(value)}")
        return tuple(value)
    raise UnfitError(
        f"must be a number of seeds, 1 or more, or a list of integers, each 0 or more; got {value!r}"
    )


def _metric_names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise UnfitError(f'must be a list such as ["shd", "f1:skeleton"]; got {value!r}')
    return tuple(value)


_PLAN = {
    "name": Key(text, "study"),
    "seeds": Key(_seeds, (0,)),
    "primary": Key(text),
    "metrics": Key(_metric_names, ()),
    "reference": Key(choice(REFERENCES), "auto"),
}
_LIMITS = {
    "seconds": Key(number(0.01), 300.0),
    "memory": Key(size, 2 * 2**30),
    "disk": Key(size, 2**30),
}
_STORED_LIMITS = _LIMITS | {
    name: Key(size_of_stored_plan, _LIMITS[name].default) for name in ("memory", "disk")
}
_TABLES = ("plan", "limits", "data", "algorithm")


@dataclass(frozen=True, slots=True)
class Plan:
    """
    The plan of a benchmark: what it runs and how it scores the results.

    Create a plan with `Plan.read`, `Plan.parse` or `Plan.from_dict`, which check everything.

    Attributes:
        name: name of the study.
        seeds: seeds. Every algorithm is run on every data set with each of them.
        primary: the metric that ranks the methods.
        metrics: all metrics that are computed, the primary one first.
        reference: class of graph that truth and estimate are mapped to. "auto" is the coarsest class
            among the truths and what the algorithms declare or return, see `ReferenceClass`; "as-given"
            maps neither.
        limits: limits of each run.
        data: the data sets, with grids expanded.
        algorithms: the algorithms, with grids expanded.
        text: the TOML text of the plan.
        folder: the folder that is searched for modules and files of commands, besides the current one.

    Examples:
        >>> plan = Plan.parse('''
        ... [plan]
        ... seeds = 2
        ... primary = "shd:pair mismatch"
        ... [[data]]
        ... network = "asia"
        ... samples = [500, 1000]
        ... [[algorithm]]
        ... use = "mymodule:learn"
        ... alpha = [0.01, 0.05]
        ... ''')
        >>> [spec.label for spec in plan.data], [spec.label for spec in plan.algorithms]
        (['asia, n=500', 'asia, n=1000'], ['mymodule:learn alpha=0.01', 'mymodule:learn alpha=0.05'])
        >>> len(list(plan.tasks()))
        8
    """

    name: str
    seeds: tuple[int, ...]
    primary: Selector
    metrics: tuple[Selector, ...]
    reference: str
    limits: RunLimits
    data: tuple[DataSpec, ...]
    algorithms: tuple[AlgorithmSpec, ...]
    text: str = field(repr=False)
    folder: Path = field(repr=False)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """
        Read a plan from a file. Relative paths in the plan start at the folder of this file.

        Args:
            path: the file, or the name of a built-in plan.

        Raises:
            FormatError: the plan is invalid; the message has the reason and, if known, line and key.
            OSError: the file cannot be read.
        """
        file = Path(path)
        if os.fspath(path) == "standard" and not file.is_file():
            raise FormatError(
                "a single plan is needed; standard is a set of plans",
                Remedy("Run each plan of edgemark.bench.TRACKS into a folder of its own"),
            )
        if not file.is_file() and (built_in := _built_in(os.fspath(path))) is not None:
            return cls.parse(built_in, source=os.fspath(path))
        try:
            content = file.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise FormatError(f"{file}: a plan must be UTF-8 text; {error}") from None
        return cls.parse(content, source=os.fspath(path), folder=file.resolve().parent)

    @classmethod
    def parse(
        cls, text: str, *, source: str = "plan", folder: str | os.PathLike[str] | None = None
    ) -> Self:
        """
        Read a plan from text.

        Args:
            text: TOML.
            source: the name of the plan in errors.
            folder: where relative paths of the plan start; None is the current folder.

        Raises:
            FormatError: the plan is invalid.
        """
        tables, places = parsed(text, source)
        return cls._checked(tables, places, source, text, folder)

    @classmethod
    def from_dict(
        cls, tables: Mapping[str, Any], *, folder: str | os.PathLike[str] | None = None
    ) -> Self:
        """
        Build a plan from nested dictionaries, such as those that a TOML parser returns.

        Args:
            tables: the tables plan, limits, data and algorithm.
            folder: where relative paths of the plan start; None is the current folder.

        Raises:
            FormatError: the plan is invalid.
            TypeError: a value has a type that a plan cannot have, such as a date.
        """
        from edgemark.bench.plan.writing import as_toml

        text = as_toml(tables)
        return cls._checked(tables, parsed(text, "plan")[1], "plan", text, folder)

    @classmethod
    def _checked(
        cls,
        tables: Mapping[str, Any],
        places: Mapping[str, Place],
        source: str,
        text: str,
        folder: str | os.PathLike[str] | None,
    ) -> Self:
        base = Path(folder) if folder is not None else Path.cwd()
        _demand_tables(tables, places, source)
        head = _values(tables, "plan", _PLAN, places, source)
        limits = RunLimits(**_values(tables, "limits", _LIMITS, places, source))
        place = _place("plan", places, source)
        try:
            primary = selector(head["primary"])
        except EdgemarkError as error:
            raise place.wrong("primary", str(error)) from None
        try:
            others = selectors(head["metrics"])
        except EdgemarkError as error:
            raise place.wrong("metrics", str(error)) from None
        data = _entries(
            tables, "data", places, source, lambda table, place: data_specs(table, place, base)
        )
        algorithms = _entries(tables, "algorithm", places, source, algorithm_specs)
        plan = cls(
            name=head["name"],
            seeds=head["seeds"],
            primary=primary,
            metrics=tuple(dict.fromkeys((primary, *others))),
            reference=head["reference"],
            limits=limits,
            data=data,
            algorithms=algorithms,
            text=text,
            folder=base.resolve(),
        )
        plan._demand_known_data(tables["algorithm"], places, source)
        if plan.n_runs_at_most > _MAX_RUNS:
            raise FormatError(
                f"{source}: a plan has at most {_MAX_RUNS:,} runs; this one has {plan.n_runs_at_most:,}"
            )
        return plan

    def _demand_known_data(
        self, entries: Sequence[Mapping[str, Any]], places: Mapping[str, Place], source: str
    ) -> None:
        """Refuse an entry of an algorithm whose key "on" names data that the plan does not have."""
        known = list(dict.fromkeys(name for data in self.data for name in (data.kind, data.group)))
        for k, entry in enumerate(entries, 1):
            place = _place(f"algorithm[{k}]", places, source)
            for name in words(entry.get("on", [])):
                if name not in known:
                    raise place.wrong(
                        "on",
                        f"must name kinds of data or data sets of the plan, {', '.join(known)}; got "
                        f"{name!r}",
                        *meant(name, known),
                    )

    @property
    def n_runs_at_most(self) -> int:
        """The number of data sets times algorithms times seeds."""
        return len(self.data) * len(self.algorithms) * len(self.seeds)

    def tasks(self) -> Iterator[Task]:
        """
        Yield every run, sorted by algorithm, so that a worker can keep the sandbox of an algorithm.

        A deterministic algorithm is run once on data from a file, since its result is the same for every
        seed.
        """
        for algorithm in self.algorithms:
            for data in self.data:
                if not algorithm.runs_on(data.kind, data.group):
                    continue
                for position, seed in enumerate(self.seeds):
                    if position and not data.draws and algorithm.deterministic:
                        continue
                    yield Task(data, algorithm, seed)


def limits_of(table: Mapping[str, Any]) -> RunLimits:
    """Read the table ``[limits]`` of a stored study."""
    return RunLimits(**_values({"limits": table}, "limits", _STORED_LIMITS, {}, "plan"))


def _demand_tables(tables: Mapping[str, Any], places: Mapping[str, Place], source: str) -> None:
    for name in tables:
        if name not in _TABLES:
            place = next((p for path, p in places.items() if path.partition("[")[0] == name), None)
            raise (place or Place(source, name, {})).wrong(
                "", f"there is no such table; the tables are {', '.join(_TABLES)}", *meant(name, _TABLES)
            )


def _built_in(name: str) -> str | None:
    from edgemark.bench.plans import built_in_plan

    return built_in_plan(name)


def _place(path: str, places: Mapping[str, Place], source: str) -> Place:
    return places.get(path) or Place(source, path, {})


def _values(
    tables: Mapping[str, Any],
    name: str,
    keys: Mapping[str, Key],
    places: Mapping[str, Place],
    source: str,
) -> dict[str, Any]:
    """Read the table with this name; it may be missing if none of its keys is required."""
    place = _place(name, places, source)
    table = tables.get(name, {})
    if not isinstance(table, Mapping):
        raise place.wrong("", f"must be a table: [{name}]")
    demand_known(table, keys, place)
    for key, spec in keys.items():
        if spec.is_required and key not in table:
            raise place.wrong(
                "",
                f"the key {key!r} is needed here; it is missing",
                Remedy('Write, for example, primary = "shd:pair mismatch"'),
            )
    return {
        key: value_of(key, table[key], spec.read, place) if key in table else spec.default
        for key, spec in keys.items()
    }


def _entries(
    tables: Mapping[str, Any],
    name: str,
    places: Mapping[str, Place],
    source: str,
    read: Callable[[Mapping[str, Any], Place], Iterable[Any]],
) -> tuple[Any, ...]:
    """Read all entries with this name; refuse two entries with the same label."""
    listed = tables.get(name, [])
    if not isinstance(listed, list | tuple) or not listed:
        raise _place(name, places, source).wrong("", f"at least one entry is needed: [[{name}]]")
    specs: dict[str, Any] = {}
    for k, table in enumerate(listed, 1):
        place = _place(f"{name}[{k}]", places, source)
        if not isinstance(table, Mapping):
            raise place.wrong("", f"must be a table: [[{name}]]")
        for spec in read(table, place):
            if spec.label in specs:
                raise place.wrong(
                    "",
                    f"each entry needs a name of its own; {spec.label!r} is the name of two",
                    Remedy('Give one of them a name: name = "..."'),
                )
            specs[spec.label] = spec
    return tuple(specs.values())
