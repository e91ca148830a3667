"""Properties that describe a data set."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from edgemark.bench.dataset import Dataset
from edgemark.data import sortability
from edgemark.errors import EdgemarkError
from edgemark.graph import Graph, TemporalGraph
from edgemark.graph.kinds import class_of

if TYPE_CHECKING:
    from edgemark.bench.plan.data_entries import DataSpec

__all__ = ["facts_of"]

_MAX_NODES_FOR_SORTABILITY = (
    200  # With more columns, computing sortability takes longer than some algorithms.
)


def facts_of(
    spec: DataSpec, data: Dataset, truth: Graph | TemporalGraph, deterministic: tuple[str, ...]
) -> dict[str, Any]:
    """
    Describe a data set by values that JSON holds.

    Returns:
        Names of the columns; numbers of rows, columns and edges; the class of the truth;
        "var_sortability" and "r2_sortability", None if they are undefined, if the truth is not a DAG, or
        if it has more than 200 nodes; "deterministic", the variables that are functions of their
        parents; "targets", the variables that are intervened on; "identifiable", the class of graph that
        the distribution identifies, None if unknown.
    """
    return {
        "names": list(data.names),
        "rows": len(data.values),
        "columns": len(data.names),
        "edges": truth.n_edges,
        "truth": class_of(truth) if isinstance(truth, Graph) else "temporal",
        "var_sortability": _sortability(truth, data, "variance"),
        "r2_sortability": _sortability(truth, data, "r2"),
        "deterministic": list(deterministic),
        "targets": sorted({name for row in data.targets or () for name in row}),
        "identifiable": _identifiable(spec),
    }


def _sortability(truth: Graph | TemporalGraph, data: Dataset, by: Any) -> float | None:
    if not isinstance(truth, Graph) or not truth.is_dag() or truth.n_nodes > _MAX_NODES_FOR_SORTABILITY:
        return None
    order = [data.names.index(node) for node in truth.nodes]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = sortability(truth, data.values[:, order], by=by)
    except EdgemarkError:
        return None
    return value if value == value else None


def _identifiable(spec: DataSpec) -> str | None:
    """
    Return the class of graph that infinite data of this kind identify; None if unknown.

    Discrete models and linear models with Gaussian noise identify the CPDAG. If Gaussian noise has equal
    variance, the DAG is identified; under interventions, the interventional class. Linear models with
    other noise and nonlinear models identify the DAG. With hidden variables, the PAG is identified.
    """
    if spec.source in ("file", "series"):
        return None
    if spec.settings.get("hidden"):
        return "pag"
    mechanism = spec.settings.get("mechanism", "discrete")
    if mechanism == "linear-gaussian" and spec.settings["scale"] == "raw":
        return "dag"  # noise of equal variance, Peters and Bühlmann (2014)
    if mechanism == "linear-gaussian" and spec.intervenes:
        return "mpdag"  # the interventional class, Hauser and Bühlmann (2012)
    return "cpdag" if mechanism in ("linear-gaussian", "discrete") else "dag"
