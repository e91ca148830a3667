"""The entries ``[[data]]`` of a plan. An entry may be a grid of several data sets."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from edgemark.bench.networks import BUNDLED, network_of, networks_of_pgmpy
from edgemark.bench.plan.hashes import digest, digest_of_file, seed_from
from edgemark.bench.plan.keys import (
    Key,
    UnfitError,
    choice,
    grid,
    integer,
    names,
    number,
    text,
    value_of,
)
from edgemark.bench.plan.places import Place, meant
from edgemark.errors import Remedy, listing

__all__ = ["MECHANISMS", "DataSpec", "data_specs", "demand_hidden_of"]

Source = Literal["network", "random", "series", "file"]

_NOISES = ("gaussian", "laplace", "uniform", "exponential", "gumbel", "t4")
MECHANISMS = (*(f"linear-{noise}" for noise in _NOISES), "additive-noise", "neural", "discrete")
_SCALES = ("raw", "standardized", "iscm")
_TOPOLOGIES = ("erdos-renyi", "scale-free", "blocks")
_DRAWING_REVISION = 1
"""
Revision of the code that draws data. Increase it if the same settings and seed give other data; runs
of earlier revisions are then stale.
"""

_NETWORK = {
    "network": Key(text),
    "samples": Key(integer(1)),
    "hidden": Key(names, (), is_grid=False),
}
_RANDOM = {
    "random": Key(choice((*_TOPOLOGIES, "series"))),
    "nodes": Key(integer(1)),
    "edges": Key(integer(0)),
    "mechanism": Key(choice(MECHANISMS), "linear-gaussian"),
    "samples": Key(integer(1)),
    "scale": Key(choice(_SCALES), "raw"),
    "hidden": Key(integer(0), 0),
    "states": Key(integer(2), None),
    "blocks": Key(integer(1), None),
    "within": Key(number(0, 1), None),
    "interventions": Key(integer(1), None),
}
_SERIES = {
    "random": Key(choice(("series",))),
    "nodes": Key(integer(1)),
    "lags": Key(integer(1), 2),
    "lagged": Key(number(0), 1.0),
    "contemporaneous": Key(number(0), 0.5),
    "autocorrelation": Key(number(-0.99, 0.99), 0.4),
    "mechanism": Key(choice(MECHANISMS[:-2]), "linear-gaussian"),
    "samples": Key(integer(1)),
    "scale": Key(choice(_SCALES[:2]), "raw"),
    "hidden": Key(integer(0), 0),
    "changing": Key(integer(0), 0),
    "regimes": Key(integer(2), None),
}
_FILE = {
    "file": Key(text),
    "truth": Key(text),
    "kind": Key(choice(("continuous", "discrete", "series")), "continuous"),
    "truth_kind": Key(choice(("dag", "cpdag", "mag", "pag", "admg")), None),
    "direction": Key(choice(("row-to-column", "column-to-row")), None),
    "symmetric": Key(choice(("undirected", "bidirected", "cycle", "refuse")), None),
}
_KEYS: Mapping[Source, Mapping[str, Key]] = {
    "network": _NETWORK,
    "random": _RANDOM,
    "series": _SERIES,
    "file": _FILE,
}
_STRUCTURE = (
    "network", "random", "nodes", "edges", "blocks", "within", "lags", "lagged", "contemporaneous",
    "changing", "regimes",
)  # fmt: skip
_MODEL = (*_STRUCTURE, "mechanism", "hidden", "states", "autocorrelation")
_SHOWN_OF_SERIES = ("lagged", "contemporaneous", "autocorrelation", "changing", "regimes", "hidden")
"""The settings of series that names show, unless they have their default."""


@dataclass(frozen=True, slots=True)
class DataSpec:
    """
    One data set of a plan. Unless it is in a file, each seed draws another sample, and another graph if
    the graph is random.

    Attributes:
        label: name of the data set in tables.
        source: "network", "random", "series" or "file".
        settings: the keys with their values and defaults, without empty ones; paths are absolute.
        group: name of the data set without the number of samples.
    """

    label: str
    source: Source
    settings: Mapping[str, Any]
    group: str

    @property
    def kind(self) -> str:
        """The kind of its data: "continuous", "discrete" or "series"."""
        if self.source == "file":
            return str(self.settings["kind"])
        if self.source == "network" or self.settings["mechanism"] == "discrete":
            return "discrete"
        return "series" if self.source == "series" else "continuous"

    @property
    def draws(self) -> bool:
        """Whether each seed draws different data."""
        return self.source != "file"

    @property
    def draws_graphs(self) -> bool:
        """Whether each seed draws a different graph."""
        return self.source in ("random", "series")

    @property
    def intervenes(self) -> bool:
        """Whether some rows are drawn under interventions."""
        return "interventions" in self.settings

    def unit(self, seed: int) -> str:
        """
        Name the independent unit of a run: the network, the file, or the drawn graph.

        Entries that draw graphs without lags share their graphs if the settings of the graphs are the
        same, whatever the equations. Entries that draw series share them if only the names, the numbers
        of samples or the scales differ.
        """
        if self.source == "network":
            return str(self.settings["network"])
        if self.source == "file":
            return self.group
        family = _structure if self.source == "random" else _series
        return f"{family(self.settings)} #{seed}"

    def seed_for(self, what: Literal["structure", "model", "rows", "columns"], seed: int) -> int:
        """
        Derive the seed of one step of drawing the data.

        It does not depend on the number of samples or the scale. So a smaller sample is the beginning of
        a larger one before it is standardised, except for series with changing modules. The seed
        "structure", which only random graphs without lags use, does not depend on the equations either.
        """
        keys = _STRUCTURE if what == "structure" else _MODEL
        settings = {key: self.settings[key] for key in keys if key in self.settings}
        return seed_from(what, settings, seed)

    def key(self, seed: int) -> str:
        """
        Hash everything that determines the data and the truth: the settings with the bytes of the files,
        the seed of drawn data, and the revision of the code that draws them.
        """
        settings = dict(self.settings)
        for name in ("file", "truth", "bif"):
            if name in settings:
                settings[name] = digest_of_file(Path(settings[name]))
        return digest([_DRAWING_REVISION, settings, self.data_seed(seed)])

    def missing(self) -> str:
        """Return what must be installed to draw from the network; empty if nothing is missing."""
        name = self.settings.get("network")
        if name is None or "bif" in self.settings or name in BUNDLED or networks_of_pgmpy():
            return ""
        return f"pgmpy, for the network {name}: in a clone of edgemark, pip install -e '.[algorithms]'"

    def data_seed(self, seed: int) -> int | None:
        """Return the seed of the data; None for a file, whose data are the same for every seed."""
        return None if self.source == "file" else seed


def data_specs(table: Mapping[str, Any], place: Place, folder: Path) -> Iterator[DataSpec]:
    """
    Read an entry ``[[data]]``.

    Raises:
        FormatError: a key is unknown, a value is invalid, or settings are incompatible.
    """
    source = _source(table, place)
    table = dict(table)
    name = table.pop("name", None)
    if name is not None and (not isinstance(name, str) or not name.strip()):
        raise place.wrong("name", f"must be text in quotes; got {name!r}")
    for settings, varied_keys in grid(table, _KEYS[source], place):
        _check(settings, source, place)
        group = _label(settings, source, name, [key for key in varied_keys if key != "samples"])
        settings = {key: value for key, value in settings.items() if value not in (None, ())}
        if source == "file":
            for key in ("file", "truth"):
                settings[key] = str(_existing_file(folder / settings[key], key, place))
        if source == "network":
            settings |= _network(settings["network"], folder, place)
            _check_hidden_of_network(settings, place)
        samples = f", n={settings['samples']}" if "samples" in settings else ""
        yield DataSpec(group + samples, source, MappingProxyType(settings), group)


def _source(table: Mapping[str, Any], place: Place) -> Source:
    source_keys = [key for key in ("network", "random", "file") if key in table]
    if len(source_keys) != 1:
        which_keys = " and ".join(source_keys) or f"only {', '.join(table) or 'an empty table'}"
        raise place.wrong(
            "",
            f"an entry has one of the keys network, random and file; this one has {which_keys}",
            Remedy('Write, for example, network = "asia" with samples = 1000'),
        )
    if table.get("random") == "series":
        return "series"
    return source_keys[0]  # type: ignore[return-value]


def _network(name: str, folder: Path, place: Place) -> dict[str, str]:
    """Return the settings of a network from a BIF file, none for others; refuse an unknown name."""
    if name.endswith((".bif", ".bif.gz")):
        path = _existing_file(folder / name, "network", place)
        return {"network": path.name.partition(".bif")[0], "bif": str(path)}
    known = networks_of_pgmpy()
    if name not in BUNDLED and known and name not in known:
        choices = sorted({*BUNDLED, *known})
        raise place.wrong(
            "network", f"must be one of {', '.join(choices)}; got {name!r}", *meant(name, choices)
        )
    return {}


def _check_hidden_of_network(settings: Mapping[str, Any], place: Place) -> None:
    """Refuse hidden variables that the network does not allow, if its nodes are known here."""
    name, bif = settings["network"], settings.get("bif")
    hidden = settings.get("hidden", ())
    if hidden and (bif is not None or name in BUNDLED or name in networks_of_pgmpy()):
        nodes = network_of(name, bif).nodes
        value_of("hidden", hidden, lambda value: demand_hidden_of(nodes, value), place)


def demand_hidden_of(nodes: Collection[str], hidden: Collection[str]) -> None:
    """
    Refuse hidden variables that are not nodes of a network, and those that leave no node observed.

    Raises:
        UnfitError: the hidden variables are such; the message states the nodes of the network.
    """
    for name in hidden:
        if name not in nodes:
            raise UnfitError(
                f"must be nodes of the network, {listing(list(nodes), most=20)}; got {name!r}",
                *meant(name, nodes),
            )
    if set(nodes) <= set(hidden):
        raise UnfitError(
            f"must leave at least one node observed; got all of them, {listing(list(nodes))}",
            Remedy("Leave the names of the observed nodes out of the list"),
        )


def _existing_file(path: Path, key: str, place: Place) -> Path:
    if not path.is_file():
        raise place.wrong(
            key, f"must be a file; there is none at {str(path)!r}. Paths start from the plan's folder"
        )
    return path.resolve()


def _check(settings: Mapping[str, Any], source: Source, place: Place) -> None:
    """Refuse incompatible settings."""
    if source == "random":
        _check_random(settings, place)
    if source == "series":
        _check_series(settings, place)


def _check_random(settings: Mapping[str, Any], place: Place) -> None:
    nodes, edges = settings["nodes"], settings["edges"]
    largest = nodes * (nodes - 1) // 2
    if edges > largest:
        raise place.wrong(
            "edges", f"{nodes} nodes have at most {largest} edges; this grid asks for {edges}"
        )
    is_discrete = settings["mechanism"] == "discrete"
    if settings["states"] is not None and not is_discrete:
        raise place.wrong(
            "states", f"applies to discrete data; the mechanism is {settings['mechanism']!r}"
        )
    for key in ("blocks", "within"):
        if settings[key] is not None and settings["random"] != "blocks":
            raise place.wrong(key, f'applies to random = "blocks"; this is {settings["random"]!r}')
    if is_discrete and settings["hidden"]:
        raise place.wrong("hidden", "hidden variables need a mechanism that is not discrete")
    if is_discrete and settings["scale"] != "raw":
        raise place.wrong("scale", "discrete data have no scale; leave the key out")
    interventions = settings["interventions"]
    if interventions is not None and (is_discrete or settings["hidden"]):
        reason = "the mechanism is 'discrete'" if is_discrete else "there are hidden variables"
        raise place.wrong(
            "interventions",
            f"need a mechanism that is not discrete and no hidden variables; {reason}",
        )
    if interventions is not None and interventions > nodes:
        raise place.wrong(
            "interventions", f"must be at most the number of nodes, {nodes}; got {interventions}"
        )
    if settings["hidden"] and nodes < 2:
        raise place.wrong("hidden", "a hidden variable acts on two others; there is 1 node")


def _check_series(settings: Mapping[str, Any], place: Place) -> None:
    if settings["regimes"] is not None and not settings["changing"]:
        raise place.wrong("regimes", "needs the number of changing variables, such as changing = 1")
    if settings["samples"] <= settings["lags"]:
        raise place.wrong("samples", f"must be more than the largest lag, {settings['lags']}")
    if settings["changing"] > settings["nodes"]:
        raise place.wrong(
            "changing",
            f"must be at most the number of nodes, {settings['nodes']}; got {settings['changing']}",
        )


def _structure(settings: Mapping[str, Any]) -> str:
    """Name a family of random graphs."""
    size = f"{settings['random']} {settings['nodes']}/{settings['edges']}"
    block_settings = [
        f"{key}={settings[key]}" for key in ("blocks", "within") if settings.get(key) is not None
    ]
    return " ".join([size, *block_settings])


def _series(settings: Mapping[str, Any]) -> str:
    """Name a family of random time series models."""
    special_settings = [
        f"{key}={settings[key]}"
        for key in _SHOWN_OF_SERIES
        if settings.get(key, _SERIES[key].default) != _SERIES[key].default
    ]
    size = f"series {settings['nodes']} lags={settings['lags']}"
    return " ".join([size, settings["mechanism"], *special_settings])


def _label(settings: Mapping[str, Any], source: Source, name: str | None, varied_keys: list[str]) -> str:
    if name is not None:
        return ", ".join([name, *(f"{key}={settings[key]}" for key in varied_keys)])
    if source == "file":
        return Path(settings["file"]).stem
    if source == "network":
        hidden = settings["hidden"]
        return str(settings["network"]) + (f" without {', '.join(hidden)}" if hidden else "")
    if source == "series":
        parts = [f"series {settings['nodes']} lags={settings['lags']}", settings["mechanism"]]
        labelled_keys: tuple[str, ...] = _SHOWN_OF_SERIES
    else:
        parts = [_structure(settings), settings["mechanism"]]
        labelled_keys = ("hidden", "states", "interventions")
    if settings["scale"] != "raw":
        parts.append(settings["scale"])
    keys = _KEYS[source]
    parts += [f"{key}={settings[key]}" for key in labelled_keys if settings[key] != keys[key].default]
    return " ".join(parts)
