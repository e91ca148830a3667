"""One run of a plan, and the key under which it is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from edgemark.bench.plan.hashes import digest, seed_from
from edgemark.bench.store.records import RunRecord

if TYPE_CHECKING:
    from edgemark.bench.plan.algorithm_entries import AlgorithmSpec
    from edgemark.bench.plan.data_entries import DataSpec
    from edgemark.bench.plan.versions import Versions

__all__ = ["Task"]


@dataclass(frozen=True, slots=True)
class Task:
    """
    An algorithm on a data set with a seed.

    Attributes:
        data: the data set.
        algorithm: the algorithm.
        seed: one of the plan's seeds.
    """

    data: DataSpec
    algorithm: AlgorithmSpec
    seed: int

    @property
    def algorithm_seed(self) -> int:
        """
        The algorithm's seed. It is derived from the key of the data and, unless the algorithm is
        deterministic, from the plan's seed.
        """
        return seed_from("algorithm", self.data.key(self.seed), self._effective_seed)

    @property
    def _effective_seed(self) -> int | None:
        """None for a deterministic algorithm: its runs on the same data then have the same key."""
        return None if self.algorithm.deterministic else self.seed

    def record(self, versions: Versions) -> RunRecord:
        """Return the row of the store; its key is a hash of everything that determines the result."""
        algorithm, data_key = self.algorithm, self.data.key(self.seed)
        parameters, adapter = dict(algorithm.parameters), algorithm.adapter
        identity: dict[str, Any] = {
            "data": data_key,
            "algorithm": algorithm.use or list(algorithm.command),
            "parameters": parameters if adapter is None else adapter.settings(parameters),
            "reading": dict(algorithm.reading),
            "returns": algorithm.returns,
            "oracle": algorithm.oracle,
            "seed": self._effective_seed,
            "version": versions.of(algorithm),
        }
        details = {
            "data": data_key,
            "group": self.data.group,
            "unit": self.data.unit(self.seed),
            "seed": self.seed,
            "use": algorithm.use or " ".join(algorithm.command),
            "parameters": parameters,
            "returns": algorithm.returns,
            "oracle": algorithm.oracle,
            "ranked": algorithm.ranked,
            "fits": algorithm.fits(self.data.kind, intervenes=self.data.intervenes),
            "version": versions.readable(algorithm),
        }
        return RunRecord(
            key=digest(identity),
            dataset=self.data.label,
            algorithm=algorithm.label,
            data_seed=self.data.data_seed(self.seed),
            seed=self.algorithm_seed,
            details=details,
        )
