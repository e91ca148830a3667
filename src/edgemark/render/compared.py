"""The content of a picture of two graphs: the pairs that are adjacent in either, with verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from edgemark.display.svg import shortened
from edgemark.display.text import printable
from edgemark.errors import KindError, Remedy
from edgemark.graph import EdgeScores, Graph, GraphSamples, TemporalGraph, TemporalScores
from edgemark.graph.align import align
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.graph.edge_words import unpack
from edgemark.graph.marks import STATE_OF, STATES_OF_TWO, WRITTEN
from edgemark.graph.regimes import edges_come_and_go
from edgemark.graph.text import quoted
from edgemark.metrics.declaration import as_graphs, as_sides
from edgemark.metrics.difference import error_of

__all__ = ["VERDICTS", "Compared", "Drawn", "Pair", "Verdict", "compared", "cut_at", "neighbourhood"]

Verdict = Literal["right", "missing", "extra", "reversed", "wrong mark"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
_VERDICT_OF: Mapping[str, Verdict] = {
    "equal as given": "right",
    "missing": "missing",
    "extra": "extra",
    "reversed": "reversed",
    "undirected": "wrong mark",
    "oriented": "wrong mark",
    "other marks": "wrong mark",
}
_MOST_LABELLED = 2000
_MOST_DESCRIBED = 12

Drawn = tuple[int, str, int]
"""A node, the marks of an edge, such as "-->", and its other node, at which a single arrowhead is."""


@dataclass(frozen=True, slots=True)
class Pair:
    """
    Two nodes that are adjacent in either graph; in time series graphs, at a lag, the earlier node first.

    Attributes:
        first: position of one node.
        second: position of the other node.
        true: the state of the pair in the truth: 0 without an edge, else a number for the marks.
        found: the state of the pair in the estimate.
        lag: 0 for graphs without lags.
    """

    first: int
    second: int
    true: int
    found: int
    lag: int = 0

    @property
    def verdict(self) -> Verdict:
        """The verdict on the pair."""
        return _VERDICT_OF[error_of(self.true, self.found)]

    def edges(self, state: int) -> Iterator[Drawn]:
        """Yield the edges of the pair in a state."""
        for glyph, backwards in WRITTEN.get(state, ()):
            a, b = (self.second, self.first) if backwards else (self.first, self.second)
            yield a, glyph, b


@dataclass(frozen=True, slots=True)
class Compared:
    """
    Two graphs in the form that pictures show.

    Attributes:
        names: full names of the nodes.
        pairs: the pairs that are adjacent in either graph, in the order of the nodes; time series graphs
            by lag.
        changing: variables whose mechanism changes in either graph, with verdicts.
        max_lag: the largest lag; None for graphs without lags.
        confidence: the score of each drawn edge, or the share of the samples that have it, by its first
            node, second node and lag. None if the estimate is a graph. For graphs without lags, empty
            above 2000 pairs.
        cut: how scores or samples were converted to a graph; "" for a graph.
        costs: the costs of each pair in words, for its tooltip, by first node, second node and lag.
        is_named: whether the nodes have names.
    """

    names: tuple[str, ...]
    pairs: tuple[Pair, ...]
    changing: tuple[tuple[int, Verdict], ...] = ()
    max_lag: int | None = None
    confidence: Mapping[tuple[int, int, int], float] | None = None
    cut: str = ""
    costs: Mapping[tuple[int, int, int], str] | None = None
    is_named: bool = True

    @property
    def counts(self) -> dict[Verdict, int]:
        """The number of pairs with each verdict."""
        counts: dict[Verdict, int] = dict.fromkeys(VERDICTS, 0)
        for (true_state, found_state), count in Counter(
            (pair.true, pair.found) for pair in self.pairs
        ).items():
            counts[_VERDICT_OF[error_of(true_state, found_state)]] += count
        return counts

    @property
    def short_names(self) -> tuple[str, ...]:
        """Short names of the nodes, which are all different."""
        shortened_names = [shortened(printable(name)) for name in self.names]
        counts: dict[str, int] = {}
        for name in shortened_names:
            counts[name] = counts.get(name, 0) + 1
        return tuple(
            name if counts[name] == 1 else f"{shortened(name, 10)} #{k}"
            for k, name in enumerate(shortened_names)
        )

    @property
    def summary(self) -> str:
        """The counts of verdicts in words."""
        parts = [f"{count} {verdict}" for verdict, count in self.counts.items()]
        text = f"Of {len(self.pairs)} pairs with an edge in either graph: {', '.join(parts)}"
        if self.changing:
            wrong = sum(verdict != "right" for _, verdict in self.changing)
            text += f"; of {len(self.changing)} changing mechanisms: {wrong} wrong"
        return text

    @property
    def description(self) -> str:
        """Describe the counts, and up to 12 pairs that differ."""
        wrong = [pair for pair in self.pairs if pair.verdict != "right"]
        descriptions = [self._description_of_pair(pair) for pair in wrong[:_MOST_DESCRIBED]]
        rest = [f"and {len(wrong) - _MOST_DESCRIBED} more"] if len(wrong) > _MOST_DESCRIBED else []
        return (
            ". ".join([self.summary, *(["; ".join([*descriptions, *rest])] if descriptions else [])])
            + "."
        )

    def tooltip(self, pair: Pair) -> str:
        """Describe a pair, with its costs if they are known."""
        costs = (self.costs or {}).get((pair.first, pair.second, pair.lag))
        return (
            f"{self._description_of_pair(pair)}. Costs: {costs}"
            if costs
            else self._description_of_pair(pair)
        )

    def _description_of_pair(self, pair: Pair) -> str:
        both_edges = f"truth {self.written(pair, pair.true)}, estimate {self.written(pair, pair.found)}"
        return (
            f"{pair.verdict}: {both_edges}"
            if pair.verdict != "right"
            else (f"right: {self.written(pair, pair.true)}")
        )

    def name(self, node: int) -> str:
        """Return the name of a node as `parse` reads it, in quotes if needed."""
        return quoted(self.names[node]) if self.is_named else self.names[node]

    def written(self, pair: Pair, state: int) -> str:
        """Return the edges of a pair in a state, such as "A --> B @1"."""
        lag_suffix = f" @{pair.lag}" if pair.lag else ""
        edges = [
            f"{self.name(a)} {glyph} {self.name(b)}{lag_suffix}" for a, glyph, b in pair.edges(state)
        ]
        return " and ".join(edges) or "no edge"

    def among(self, nodes: list[int]) -> Compared:
        """Return the same graphs over some of the nodes."""
        position = {node: k for k, node in enumerate(nodes)}
        pairs = tuple(
            replace(pair, first=position[pair.first], second=position[pair.second])
            for pair in self.pairs
            if pair.first in position and pair.second in position
        )
        return replace(
            self,
            names=tuple(self.names[node] for node in nodes),
            pairs=pairs,
            changing=tuple((position[k], verdict) for k, verdict in self.changing if k in position),
            confidence=self.confidence
            and {
                (position[a], position[b], lag): value
                for (a, b, lag), value in self.confidence.items()
                if a in position and b in position
            },
            costs=self.costs
            and {
                (position[a], position[b], lag): text
                for (a, b, lag), text in self.costs.items()
                if a in position and b in position
            },
        )


def compared(truth: Any, estimate: Any, threshold: float | None = None) -> Compared:
    """
    Compare two graphs of any kind; scores and samples become the graph above a threshold.

    Raises:
        AlignmentError: the nodes or the largest lags differ.
        KindError: scores without a threshold, a threshold for a graph, a time series graph on one
            side only, or time series graphs with regimes whose edges differ.
    """
    scores: Any = estimate if isinstance(estimate, EdgeConfidences | TemporalScores) else None
    if scores is None and threshold is not None:
        raise KindError(
            f"threshold= is for scores and samples of graphs; the estimate is a "
            f"{type(estimate).__name__}",
            Remedy("Leave threshold out"),
        )
    if isinstance(truth, TemporalGraph):
        return _compared_series(truth, estimate, scores, threshold)
    if scores is not None:
        truth = as_graphs(truth, truth)[0]
        scores = align(truth, scores)
        estimate = _cut(scores, threshold)
    truth, estimate = as_graphs(truth, estimate)
    states = _states(truth), _states(estimate)
    pairs = tuple(
        Pair(*key, states[0].get(key, 0), states[1].get(key, 0))
        for key in sorted({**states[0], **states[1]})
    )
    comparison = Compared(_names(truth), pairs, is_named=truth.is_named)
    if scores is None:
        return comparison
    return replace(
        comparison, confidence=_confidence(scores, pairs), cut=_cut_in_words(scores, threshold)
    )


def neighbourhood(compared_graphs: Compared, node: int, steps: int) -> list[int]:
    """Return the nodes within a number of steps from a node in either graph, in their original order."""
    neighbours: dict[int, list[int]] = {}
    for pair in compared_graphs.pairs:
        neighbours.setdefault(pair.first, []).append(pair.second)
        neighbours.setdefault(pair.second, []).append(pair.first)
    reached, border = {node}, [node]
    for _ in range(steps):
        border = [
            k
            for k in {other for border_node in border for other in neighbours.get(border_node, ())}
            if k not in reached
        ]
        reached.update(border)
    return sorted(reached)


# ---- without lags


def _states(graph: Graph) -> dict[tuple[int, int], int]:
    firsts, seconds, states = unpack(graph.words)
    return dict(zip(zip(firsts.tolist(), seconds.tolist(), strict=True), states.tolist(), strict=True))


def _names(graph: Graph | TemporalGraph) -> tuple[str, ...]:
    return graph.nodes if graph.is_named else tuple(f"#{k}" for k in range(graph.n_nodes))


def cut_at(estimate: Any, threshold: float | None) -> Any:
    """
    Convert scores or samples to the graph that a picture shows; return a graph unchanged.

    Raises:
        KindError: scores without a threshold.
    """
    is_graph = not isinstance(estimate, EdgeConfidences | TemporalScores)
    return estimate if is_graph else _cut(estimate, threshold)


def _cut(scores: Any, threshold: float | None) -> Any:
    if isinstance(scores, GraphSamples):
        return scores.consensus(0.5 if threshold is None else threshold)
    if threshold is None:
        raise KindError(
            "a picture of scores needs a threshold: the edges with a score above it are drawn",
            Remedy("Choose one", "threshold=0.5"),
        )
    if isinstance(scores, EdgeScores | TemporalScores):
        return scores.at(threshold)
    return scores.edge_scores().at(threshold)


def _cut_in_words(scores: Any, threshold: float | None) -> str:
    if isinstance(scores, GraphSamples):
        return f"edges in more than {0.5 if threshold is None else threshold:g} of the samples"
    return f"edges with a score above {threshold:g}"


def _confidence(scores: Any, pairs: tuple[Pair, ...]) -> dict[tuple[int, int, int], float]:
    """Return the numbers at the drawn edges; none if there are too many pairs."""
    if len(pairs) > _MOST_LABELLED:
        return {}
    number_of = _share_of_samples if isinstance(scores, GraphSamples) else _score
    return {
        (a, b, 0): number_of(scores, pair, (a, glyph, b))
        for pair in pairs
        for a, glyph, b in pair.edges(pair.found or pair.true)
    }


def _share_of_samples(samples: GraphSamples, pair: Pair, edge: Drawn) -> float:
    """Return the share of the weight of the samples that have exactly the drawn edge on the pair."""
    states, shares = samples.states()
    return float(shares[states == (pair.found or pair.true), pair.first, pair.second].sum())


def _score(scores: EdgeScores, pair: Pair, edge: Drawn) -> float:
    """Return the score of the drawn direction; if the edge has none, the higher of both scores."""
    a, glyph, b = edge
    labels = _labels(scores)
    forwards, backwards = scores[labels[a], labels[b]], scores[labels[b], labels[a]]
    return float(forwards if glyph == "-->" else max(forwards, backwards))


def _labels(scores: Any) -> Sequence[Any]:
    """Return the key of each node: its name, or its position if nodes have no names."""
    names: Sequence[Any] = scores.nodes if scores.is_named else range(scores.n_nodes)
    return names


# ---- time series


def _compared_series(
    truth: TemporalGraph, estimate: Any, scores: Any, threshold: float | None
) -> Compared:
    truth, estimate = as_sides(truth, estimate)
    if scores is not None:
        scores, estimate = estimate, _cut(estimate, threshold)
    estimate = TemporalGraph.of(estimate)
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        if edges_come_and_go(graph):
            raise KindError(
                f"a picture shows one graph for all times; the {side} has {len(graph.regimes)} regimes, "
                f"whose edges differ",
                Remedy("Draw the graphs of one time step", "plot_diff(truth.at(0), estimate.at(0))"),
                Remedy("The command edgemark score --by-regime scores each time interval"),
            )
    states = _lagged_states(truth), _lagged_states(estimate)
    pairs = tuple(
        Pair(i, j, states[0].get((lag, i, j), 0), states[1].get((lag, i, j), 0), lag)
        for lag, i, j in sorted({**states[0], **states[1]})
    )
    comparison = Compared(
        _names(truth),
        pairs,
        tuple(_changing(truth, estimate)),
        truth.max_lag,
        is_named=truth.is_named,
    )
    if scores is None:
        return comparison
    labels = _labels(scores)
    confidence = {
        (a, b, pair.lag): float(scores[labels[a], labels[b], pair.lag])
        for pair in pairs
        for a, _, b in pair.edges(pair.found or pair.true)
    }
    return replace(comparison, confidence=confidence, cut=_cut_in_words(scores, threshold))


def _lagged_states(graph: TemporalGraph) -> dict[tuple[int, int, int], int]:
    states: dict[tuple[int, int, int], int] = {
        (0, i, j): state for (i, j), state in _states(graph._contemporaneous).items()
    }
    position = {name: k for k, name in enumerate(graph.nodes)}
    for a, glyph, b, lag in graph.edges():
        if lag:
            key, state = (lag, position[a], position[b]), STATE_OF[glyph]
            states[key] = STATES_OF_TWO[frozenset({states[key], state})] if key in states else state
    return states


def _changing(truth: TemporalGraph, estimate: TemporalGraph) -> Iterator[tuple[int, Verdict]]:
    true_changing, found_changing = set(truth.changing), set(estimate.changing)
    for k, name in enumerate(truth.nodes):
        if name in true_changing or name in found_changing:
            yield (
                k,
                "right"
                if name in true_changing & found_changing
                else "missing"
                if name in true_changing
                else "extra",
            )
