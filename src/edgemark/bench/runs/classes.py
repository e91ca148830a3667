"""The classes of graph in a study, which determine the reference class of its scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from edgemark.bench.plan import AlgorithmSpec, DataSpec, Plan
from edgemark.bench.store import RunRecord, Store
from edgemark.conventions.classes import coarsest

__all__ = ["Classes"]


class Classes:
    """
    The reference class of a plan; "auto" is the coarsest class of the truths and estimates so far.

    Time series graphs are left out, because they are compared as given.

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
    def reference(self) -> str:
        """The reference class according to the runs so far."""
        return self._fixed or coarsest(self._classes)

    def add(self, run: RunRecord, facts: Mapping[str, Any], estimate: Mapping[str, Any]) -> None:
        """Add the class of the truth, and that of the estimate if the algorithm declares none."""
        if run.details["oracle"] or facts["truth"] == "temporal":
            return
        self._classes.add(str(facts["truth"]))
        if not run.details["returns"]:
            self._classes.add(str(estimate.get("class", estimate["type"])))

    def add_stored(self, store: Store) -> None:
        """Add the classes of all stored runs of the plan."""
        if self._fixed is not None:
            return
        for stored in store.runs(texts=True, scores=False):
            if stored.attempt is not None and stored.attempt.estimate is not None:
                dataset = store.dataset(stored.run.details["data"])
                facts = {"truth": ""} if dataset is None else dataset[1]
                self.add(stored.run, facts, stored.attempt.estimate)


def _runs_on_tables(spec: AlgorithmSpec, data: Iterable[DataSpec]) -> bool:
    """Return whether the plan runs an algorithm on data that are no time series."""
    return any(entry.kind != "series" and spec.runs_on(entry.kind, entry.group) for entry in data)
