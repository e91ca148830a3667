"""The classes of graph in a study, which determine the reference class of its scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edgemark.bench.plan import Plan
from edgemark.bench.store import RunRecord, Store
from edgemark.conventions.classes import coarsest

__all__ = ["Classes"]


class Classes:
    """
    The reference class of a plan; "auto" is the coarsest class that has occurred.

    Args:
        plan: the plan of the study.
    """

    def __init__(self, plan: Plan) -> None:
        self._fixed = None if plan.reference == "auto" else plan.reference
        self._seen = {spec.returns for spec in plan.algorithms if spec.returns and not spec.oracle}

    @property
    def reference(self) -> str:
        """The reference class, given the runs so far."""
        return self._fixed or coarsest(self._seen)

    def see(self, run: RunRecord, facts: Mapping[str, Any], estimate: Mapping[str, Any]) -> None:
        """Take into account the truth, and the estimate of an algorithm without a declared class."""
        if run.details["oracle"]:
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
