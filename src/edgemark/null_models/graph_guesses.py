"""
Guesses instead of an estimated graph: random graphs of its class with about as many edges, or the
estimate with its labels permuted.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from edgemark.conventions.options import Kind
from edgemark.errors import KindError, Message, Remedy, plural
from edgemark.graph import Graph, GraphStack
from edgemark.graph.kinds import WITHOUT_SELECTION, class_of, describe
from edgemark.metrics import REGISTRY
from edgemark.metrics.batch import GraphBatch
from edgemark.metrics.selectors import Number
from edgemark.null_models.hidden_guesses import NODES_PER_HIDDEN, random_mags
from edgemark.null_models.laws import (
    Law,
    law_of_confusion,
    law_of_distance,
    mean_of_confusion,
    mean_of_sum,
    positives_of_fixed_number,
)
from edgemark.null_models.random_dags_and_labels import no_null_model, permuted_labels, random_dags
from edgemark.values import Confusion

_KIND_OF_EMPTY: dict[str, Kind] = {"cpdag": "cpdag", "undirected": "cpdag", "pag": "pag"}
"""The declared kind of the empty graph by the class of the truth; it is a DAG for all other classes."""

__all__ = ["GraphGuesses"]

_BYTES_OF_EDGE, _BYTES_OF_NODE = 100, 24
_PARTIALLY_DIRECTED = frozenset({"cpdag", "pdag", "mpdag", "undirected"})
_WITH_HIDDEN = frozenset({"mag", "pag"})


@dataclass(frozen=True)
class GraphGuesses:
    """Guesses for a graph: random DAGs, CPDAGs, MAGs or PAGs, or the estimate with permuted labels."""

    offered: ClassVar[tuple[str, ...]] = ("random-dags", "permuted-labels")

    truth: Graph
    estimate: Graph
    null_model: str

    @property
    def permuted(self) -> bool:
        """Whether a guess is the estimate with its labels permuted."""
        return self.null_model == "permuted-labels"

    @property
    def is_dag(self) -> bool:
        """Whether the estimate is taken for a DAG, not for an equivalence class or a MAG."""
        return class_of(self.estimate) in ("dag", "digraph") and self.estimate.is_dag()

    @property
    def with_hidden(self) -> bool:
        """Whether the estimate is taken for a MAG or a PAG, and has no mark of selection."""
        present = self.estimate.present_states
        return class_of(self.estimate) in _WITH_HIDDEN and present <= WITHOUT_SELECTION

    @property
    def bytes_of_one(self) -> int:
        """The approximate memory of a guess in bytes while it is drawn."""
        return _BYTES_OF_EDGE * self.estimate.words.size + _BYTES_OF_NODE * self.estimate.n_nodes

    @property
    def what(self) -> str:
        """Noun phrase for the guesses, for messages."""
        if self.permuted:
            return "the estimate with its labels permuted"
        if self.with_hidden:
            return (
                f"{class_of(self.estimate).upper()}s with about "
                f"{plural(self.estimate.words.size, 'edge')}, of random DAGs with one hidden node for "
                f"every {NODES_PER_HIDDEN} observed ones"
            )
        graphs = "random DAGs" if self.is_dag else "CPDAGs of random DAGs"
        return f"{graphs} of {plural(self.estimate.words.size, 'edge')}"

    def objection(self) -> Message | None:
        """Explain why the null model is not defined for the estimate; None if it is."""
        if (refusal_of_candidates := no_null_model(self.truth)) is not None:
            return refusal_of_candidates
        kind = class_of(self.estimate)
        if self.permuted or self.is_dag or self.with_hidden:
            return None
        if kind in _PARTIALLY_DIRECTED and (kind == "cpdag" or self.estimate.objection("cpdag") is None):
            return None
        if kind in _WITH_HIDDEN:
            reason = "it has marks of selection"
        else:
            reason = self.estimate.objection("cpdag" if kind in _PARTIALLY_DIRECTED else "dag") or ""
        return Message(
            "random DAGs are the null model of a DAG, a CPDAG, or a MAG or a PAG without marks of "
            f"selection; the estimate is {describe(kind)}{f': {reason}' if reason else ''}",
            Remedy(
                "Permute the labels of the estimate",
                'null_model="permuted-labels"',
                "--null-model permuted-labels",
            ),
        )

    def drawn(self, n_graphs: int, rng: np.random.Generator) -> GraphStack:
        """Draw guesses."""
        if self.permuted:
            return permuted_labels(self.estimate, n_graphs, rng)
        if self.with_hidden:
            as_pags = class_of(self.estimate) == "pag"
            n_edges = self.estimate.words.size
            return random_mags(self.estimate, n_edges, n_graphs, rng, as_pags=as_pags)
        dags = random_dags(self.estimate, self.estimate.words.size, n_graphs, rng)
        return dags if self.is_dag else GraphBatch(dags).cpdag().stack

    def trivial(self, rng: np.random.Generator) -> Mapping[str, Graph]:
        """Return the truth as the perfect estimate, and the empty and complete graphs, by name."""
        truth = self.truth
        nodes: Any = truth.nodes if truth.is_named else truth.n_nodes
        complete = random_dags(truth, truth.n_pairs, 1, rng)[0]
        # Some metrics compare an equivalence class only with another one.
        empty = Graph(nodes, kind=_KIND_OF_EMPTY.get(class_of(truth) or "", "dag"))
        undirected = complete.skeleton().with_kind("cpdag")
        return {
            "perfect": truth,
            "empty": empty,
            "complete": complete,
            "complete undirected": undirected,
        }

    def exact(self, measure: str, number: Number) -> tuple[Law | None, float | None]:
        """Return the exact distribution of a metric, or else its exact mean, or neither."""
        if self.with_hidden and not self.permuted:
            return None, None  # The number of edges varies, and its distribution is unknown.
        metric, convention, _ = number
        options = convention.options
        of = options.get("of", "")
        if metric.name == "confusion":
            if "compare" in options or of not in self._confusions or not self.truth.n_pairs:
                return None, None
            if of == "skeleton" and not self.permuted:
                return law_of_confusion(measure, self._confusions[of]), None
            return None, mean_of_confusion(measure, self._confusions[of])
        if metric.name == "shd" and of == "skeleton" and not self.permuted:
            errors_of_pair = 2 if options.get("reversal") == "two" else 1
            return law_of_distance(self._confusions[of], each=errors_of_pair), None
        model = {"is_dag": self.is_dag, "permuted": self.permuted}
        return None, mean_of_sum(metric, options, self.truth, self.estimate, **model)

    @cached_property
    def _confusions(self) -> dict[str, Confusion]:
        """The confusion matrices, by option `of`, with the same number of positives in every guess."""
        confusions = {}
        for of in positives_of_fixed_number(is_dag=self.is_dag, permuted=self.permuted):
            with suppress(KindError):
                confusions[of] = REGISTRY["confusion"].compute(self.truth, self.estimate, of=of)
        return confusions
