"""The classes of graph that occur in a study, by which it is decided what is compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edgemark.bench.plan import Plan
from edgemark.bench.store import RunRecord, Store
from edgemark.conventions.classes import coarsest

__all__ = ["Classes"]


class Classes:
    """
    The reference class of a plan; under "auto" the coarsest that was seen.

    Args:
        plan: the plan.
    """

    def __init__(self, plan: Plan) -> None:
        self._fixed = None if plan.reference == "auto" else plan.reference
        self._seen = {spec.returns for spec in plan.algorithms if spec.returns and not spec.oracle}

    @property
    def reference(self) -> str:
        """The class to compare in, as far as it is known."""
        return self._fixed or coarsest(self._seen)

    def see(self, run: RunRecord, facts: Mapping[str, Any], estimate: Mapping[str, Any]) -> None:
        """Take the truth into account, and what an algorithm returned that does not say it itself."""
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
