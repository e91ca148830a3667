"""
Guesses for time series graphs: random graphs with as many edges, or the estimate with its variables
permuted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from edgemark.conventions.options import Kind
from edgemark.errors import Message, Remedy, plural
from edgemark.graph import Regime, TemporalGraph
from edgemark.graph.edge_words import Index
from edgemark.graph.equivalence.temporal_classes import stands_for_class, tiered_mpdag
from edgemark.graph.lagged_edges import Lagged
from edgemark.graph.marks import BACKWARD, FORWARD, UNDIRECTED
from edgemark.metrics import REGISTRY
from edgemark.metrics.declaration import Metric
from edgemark.metrics.selectors import Number
from edgemark.null_models.laws import (
    Law,
    law_of_confusion,
    law_of_distance,
    mean_of_confusion,
    mean_of_sum,
)
from edgemark.null_models.random_dags_and_labels import distinct_integers, random_dags
from edgemark.values import Confusion

__all__ = ["SeriesGuesses"]

Strata = list[Confusion]
"""The confusion of the estimate on each stratum, which is a set of places (see `laws`)."""

_BYTES_OF_GRAPH, _BYTES_OF_EDGE = 4000, 32
_STATES_OF_CLASSES = frozenset({FORWARD, BACKWARD, UNDIRECTED})


@dataclass(frozen=True)
class SeriesGuesses:
    """Guesses for a time series graph: random graphs, or the estimate with its variables permuted."""

    offered: ClassVar[tuple[str, ...]] = ("random-dags", "permuted-labels")

    truth: TemporalGraph
    estimate: TemporalGraph
    null_model: str

    @property
    def permuted(self) -> bool:
        """Whether a guess is the estimate with its variables permuted."""
        return self.null_model == "permuted-labels"

    @property
    def what(self) -> str:
        """Noun phrase for the guesses, for messages."""
        if self.permuted:
            return "the estimate with its variables permuted"
        between, autolinks = self._lagged_edges
        parts = [
            plural(autolinks.size, "autolink"),
            f"{plural(between.size, 'edge')} between variables over time",
            f"{plural(self.estimate._contemporaneous.words.size, 'edge')} within a time step",
        ]
        class_of_graphs = "tiered MPDAGs of " if self._is_class else ""
        return f"{class_of_graphs}random graphs of {', '.join(parts)}"

    @property
    def bytes_of_one(self) -> int:
        """The approximate memory of a guess, which is kept until it is scored."""
        return _BYTES_OF_GRAPH + _BYTES_OF_EDGE * self.estimate.n_edges

    def drawn(self, n_graphs: int, rng: np.random.Generator) -> list[TemporalGraph]:
        """Draw guesses."""
        if self.permuted:
            return list(_copies_with_permuted_names(self.estimate, n_graphs, rng))
        graphs = self._random(n_graphs, rng)
        return [tiered_mpdag(graph) for graph in graphs] if self._is_class else list(graphs)

    def trivial(self, rng: np.random.Generator) -> Mapping[str, TemporalGraph]:
        """Return the truth as the perfect estimate, and the empty graph."""
        like = self.truth
        kind: Kind | None = "mpdag" if stands_for_class(like) else None  # as in graphs without lags
        nodes = like.nodes if like.is_named else like.n_nodes
        empty = TemporalGraph(nodes, max_lag=like.max_lag, kind=kind)
        return {"perfect": like, "empty": empty}

    def exact(self, measure: str, number: Number) -> tuple[Law | None, float | None]:
        """
        Return the exact distribution of a metric, or else its exact mean, or neither.

        Args:
            measure: the count or ratio of a confusion; ignored for other metrics.
            number: the metric and its convention.
        """
        metric, convention, _ = number
        if self.permuted:
            return None, None
        if metric.name == "temporal_confusion":
            strata, has_law = self._strata(**convention.options)
            if not strata:
                return None, None
            if has_law:
                return law_of_confusion(measure, *strata), None
            return None, mean_of_confusion(measure, *strata)
        if metric.name == "temporal_shd":
            return self._exact_distance(**convention.options)
        return None, None

    # ---- random graphs

    @property
    def _is_class(self) -> bool:
        return stands_for_class(self.estimate)

    @cached_property
    def _lagged_edges(self) -> tuple[Index, Index]:
        """The positions of the lagged edges between two variables, and of the autolinks."""
        _, starts, ends = self.estimate._lagged.unpack()
        return np.flatnonzero(starts != ends), np.flatnonzero(starts == ends)

    def objection(self) -> Message | None:
        """Explain why the null model of random graphs is not defined for the estimate; None if it is."""
        if self.permuted:
            return None
        contemporaneous = self.estimate._contemporaneous
        only_arrows = (self.estimate._lagged.states == FORWARD).all()
        reason = None
        if self.estimate.regimes:
            reason = "this one has regimes"
        elif self._is_class and not (
            contemporaneous.present_states <= _STATES_OF_CLASSES and only_arrows
        ):
            reason = "this one stands for a class, and has edges other than --> and ---"
        elif not self._is_class and not contemporaneous.is_dag():
            reason = f"within a time step {contemporaneous.objection('dag')}"
        if reason is None:
            return None
        return Message(
            "random time series graphs are the null model of estimates that are DAGs or their classes; "
            f"{reason}",
            Remedy(
                "Permute the variables of the estimate",
                'null_model="permuted-labels"',
                "--null-model permuted-labels",
            ),
        )

    def _random(self, n_graphs: int, rng: np.random.Generator) -> Iterator[TemporalGraph]:
        """
        Draw graphs with as many autolinks, other lagged edges and changing variables as the estimate.

        The pairs and lags of lagged edges are drawn uniformly. Contemporaneous edges are those of
        `random_dags`.
        """
        like, contemporaneous = self.estimate, self.estimate._contemporaneous
        n, n_lags = like.n_nodes, like.max_lag
        between, autolinks = self._lagged_edges
        states = like._lagged.states[np.concatenate([between, autolinks])]
        for dag in random_dags(contemporaneous, contemporaneous.words.size, n_graphs, rng):
            lags, pairs = np.divmod(
                distinct_integers(n_lags * n * (n - 1), between.size, rng), max(n * (n - 1), 1)
            )
            starts, others = np.divmod(pairs, max(n - 1, 1))
            ends = others + (others >= starts)
            autolink_lags, variables = np.divmod(
                distinct_integers(n_lags * n, autolinks.size, rng), max(n, 1)
            )
            places = np.concatenate(
                [(lags * n + starts) * n + ends, (autolink_lags * n + variables) * n + variables]
            )
            order = np.argsort(places)
            lagged = Lagged.frozen(n, n_lags, places[order], states[order])
            yield TemporalGraph._make(
                lagged, dag, np.sort(distinct_integers(n, like._changing.size, rng))
            )

    # ---- exact results

    def _strata(self, of: str = "lagged", autolinks: str = "counted") -> tuple[Strata, bool]:
        """
        Return the confusions of independent strata with the same number of positives in every guess.

        Also return whether all sets of places in a stratum are equally likely. If so, the distribution
        is exact, and otherwise only the mean. The list is empty if neither is.

        Args:
            of: option of `temporal_confusion`: the edges that are counted.
            autolinks: option of `temporal_confusion`: "counted" or "excluded".
        """
        if of in ("lagged", "lagged-adjacencies"):
            return _not_empty(*self._lagged_strata(of, autolinks)), True
        if of in ("contemporaneous-skeleton", "changing-modules"):
            return _not_empty(self._part(of)), True
        if of == "total-skeleton":
            parts = self._part("contemporaneous-skeleton"), self._part("changing-modules")
            return _not_empty(*self._lagged_strata("lagged", autolinks), *parts), True
        if self._is_class or of not in ("contemporaneous", "all-lags", "total"):
            return [], False
        strata = [self._part("contemporaneous")]
        if of != "contemporaneous":
            strata += self._lagged_strata("lagged", autolinks)
        if of == "total":
            strata.append(self._part("changing-modules"))
        return _not_empty(*strata), False

    def _lagged_strata(self, of: str, autolinks: str) -> Strata:
        """Return the stratum between two variables and, if they are counted, that of autolinks."""
        between = self._part(of, "excluded")
        if autolinks == "excluded":
            return [between]
        all_edges = self._part(of, "counted")
        assert all_edges.tn is not None
        assert between.tn is not None
        of_autolinks = Confusion(
            all_edges.tp - between.tp,
            all_edges.fp - between.fp,
            all_edges.fn - between.fn,
            all_edges.tn - between.tn,
        )
        return [between, of_autolinks]

    def _part(self, of: str, autolinks: str = "counted") -> Confusion:
        """Return the confusion of the truth and the estimate on a part of their edges."""
        metric: Metric = REGISTRY["temporal_confusion"]
        confusion: Confusion = metric.compute(self.truth, self.estimate, of=of, autolinks=autolinks)
        return confusion

    def _exact_distance(
        self, of: str = "total", autolinks: str = "counted"
    ) -> tuple[Law | None, float | None]:
        sides = self.truth, self.estimate
        # If all lagged edges are -->, an error is a place with an edge in only one of the graphs.
        only_arrows = all((graph._lagged.states == FORWARD).all() for graph in sides)
        lagged = _not_empty(*self._lagged_strata("lagged", autolinks)) if only_arrows else []
        if of == "lagged" and lagged:
            return law_of_distance(*lagged), None
        if of not in ("contemporaneous", "total") or (of == "total" and not lagged):
            return None, None
        contemporaneous = [graph._contemporaneous for graph in sides]
        mean_within = mean_of_sum(
            REGISTRY["shd"], {}, *contemporaneous, is_dag=not self._is_class, permuted=False
        )
        if mean_within is None or of == "contemporaneous":
            return None, mean_within
        return None, mean_within + law_of_distance(*lagged).mean


def _not_empty(*strata: Confusion) -> Strata:
    """The strata with at least one place that can hold an edge."""
    return [each for each in strata if each.tp + each.fp + each.fn + (each.tn or 0)]


# ---- permuted variables


def _copies_with_permuted_names(
    graph: TemporalGraph, n_graphs: int, rng: np.random.Generator
) -> Iterator[TemporalGraph]:
    """Copies of the graph with its variable names permuted at random; lags stay."""
    for _ in range(n_graphs):
        order = rng.permutation(graph.n_nodes)
        yield _with_renamed_variables(
            graph, {a: graph.nodes[k] for a, k in zip(graph.nodes, order, strict=True)}
        )


def _with_renamed_variables(graph: TemporalGraph, new_name: dict[str, str]) -> TemporalGraph:
    position = {node: k for k, node in enumerate(graph.nodes)}
    new_node: dict[str, str | int] = {
        a: b if graph.is_named else position[b] for a, b in new_name.items()
    }
    return TemporalGraph(
        graph.nodes if graph.is_named else graph.n_nodes,
        [(new_node[a], glyph, new_node[b], lag) for a, glyph, b, lag in graph.edges()],
        max_lag=graph.max_lag,
        changing=[new_node[a] for a in graph.changing],
        regimes=[
            Regime(r.start, r.end, _with_renamed_variables(r.graph, new_name)) for r in graph.regimes
        ],
        kind=graph.kind,
        cycles="keep",
        conflicts=[(new_node[a], new_node[b], lag) for a, b, lag in graph.conflicts],
    )
