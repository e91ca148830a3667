"""
The classes of the graphs in a study.

They determine the reference class: the class to which truths and estimates are converted before they are
scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from edgemark.bench.plan import AlgorithmSpec, DataSpec, Plan
from edgemark.bench.store import RunRecord, Store
from edgemark.conventions.classes import coarsest

__all__ = ["ReferenceClass"]


class ReferenceClass:
    """
    Finds the reference class of a plan.

    The plan names the class, or says "auto". With "auto", it is the coarsest of these classes: those
    that algorithms declare, those of the truths so far, and those of the estimates so far of algorithms
    that declare none. Time series graphs are left out, because they are compared as given. So are runs
    of oracles, because oracles receive the truth and are not ranked.

    Args:
        plan: the plan of the study.
    """

    def __init__(self, plan: Plan) -> None:
        self._fixed = None if plan.reference == "auto" else plan.reference
        self._classes = {
            spec.returns
            for spec in plan.algorithms
            if spec.returns and not spec.oracle and _runs_on_tables(spec, plan.data)
        }

    @property
    def name(self) -> str:
        """The name of the reference class according to the runs so far."""
        return self._fixed or coarsest(self._classes)

    def add(self, run: RunRecord, facts: Mapping[str, Any], estimate: Mapping[str, Any]) -> None:
        """
        Add the classes of a run, unless it is an oracle's or its truth is a time series graph.

        These are the class of the truth and, if the algorithm declares no class, that of the estimate.
        Declared classes are known from the plan.
        """
        class_of_truth = str(facts["truth"])
        if run.details["oracle"] or class_of_truth == "temporal":
            return
        self._classes.add(class_of_truth)
        if not run.details["returns"]:
            # Only graphs have a class; `coarsest` ignores other types.
            self._classes.add(str(estimate.get("class", estimate["type"])))

    def add_stored(self, store: Store) -> None:
        """
        Add the classes of the plan's stored runs that have an estimate; do nothing if the plan fixes the
        reference class.
        """
        if self._fixed is not None:
            return
        for stored in store.runs(texts=True, scores=False):
            if stored.attempt is not None and stored.attempt.estimate is not None:
                dataset = store.dataset(stored.run.details["data"])
                # If the data set is not stored, the class of its truth is unknown.
                _truth, facts = (None, {"truth": ""}) if dataset is None else dataset
                self.add(stored.run, facts, stored.attempt.estimate)


def _runs_on_tables(spec: AlgorithmSpec, data: Iterable[DataSpec]) -> bool:
    """Return whether the plan runs an algorithm on any data that are not time series."""
    return any(entry.kind != "series" and spec.runs_on(entry.kind, entry.group) for entry in data)
