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
    The reference class of a plan; "auto" is the coarsest class that has occurred.

    Series do not count: time series graphs are compared as given.

    Args:
        plan: the plan of the study.
    """

    def __init__(self, plan: Plan) -> None:
        self._fixed = None if plan.reference == "auto" else plan.reference
        self._seen = {
            spec.returns
            for spec in plan.algorithms
            if spec.returns and not spec.oracle and _runs_on_rows(spec, plan.data)
        }

    @property
    def reference(self) -> str:
        """The reference class, given the runs so far."""
        return self._fixed or coarsest(self._seen)

    def see(self, run: RunRecord, facts: Mapping[str, Any], estimate: Mapping[str, Any]) -> None:
        """Take into account the truth, and the estimate of an algorithm without a declared class."""
        if run.details["oracle"] or facts["truth"] == "temporal":
            return
        self._seen.add(str(facts["truth"]))
        if not run.details["returns"]:
            self._seen.add(str(estimate.get("class", estimate["type"])))

    def see_stored(self, store: Store) -> None:
        """Take all stored runs of the plan into account."""
        if self._fixed is not None:
            return
        for stored in store.runs(texts=True, scores=False):
            if stored.attempt is not None and stored.attempt.estimate is not None:
                found = store.dataset(stored.run.details["data"])
                facts = {"truth": ""} if found is None else found[1]
                self.see(stored.run, facts, stored.attempt.estimate)


def _runs_on_rows(spec: AlgorithmSpec, data: Iterable[DataSpec]) -> bool:
    """Whether an algorithm is run on data that are no series."""
    return any(one.kind != "series" and spec.runs_on(one.kind, one.group) for one in data)
