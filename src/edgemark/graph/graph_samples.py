"""
Weighted graphs: draws from a posterior, a bootstrap or a Markov chain. Immutable.

One file, because all methods of the samples read their private fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from edgemark.arguments import as_number, refuse_masked
from edgemark.content_equality import EqualByContent
from edgemark.conventions.options import Direction, Kind, Marginal, Ranked, Symmetric, choices, require
from edgemark.errors import GraphError, InputTypeError, KindError, Remedy, plural
from edgemark.graph.core import Graph
from edgemark.graph.duplicates import (
    classes,
    distinct,
    distinct_by_kind,
    equal_to,
    refuse_other_than_entries,
)
from edgemark.graph.edge_confidences import EdgeConfidences
from edgemark.graph.edge_probabilities import EdgeProbabilities
from edgemark.graph.estimate import Estimate
from edgemark.graph.given_nodes import is_iterable
from edgemark.graph.sample_marginals import (
    KERNELS,
    ROUNDING,
    entries,
    in_whole_numbers,
    shares,
    state_shares,
)
from edgemark.graph.scores import EdgeScores
from edgemark.graph.side import Side
from edgemark.graph.stack import GraphStack, several_graphs
from edgemark.host import on_host
from edgemark.keys import by_key, in_order, keys_of, refuse_keys_on_one_side, refuse_set

__all__ = ["CredibleSet", "GraphSamples", "checked_weights"]

Weights = NDArray[np.float64]


class GraphSamples(Estimate, EdgeConfidences):
    """
    Weighted graphs on the same nodes, such as draws from a posterior, a bootstrap or an ensemble.

    Immutable. ``samples[k]`` is the k-th graph, and ``samples.weights[k]`` is its share.

    Attributes:
        stack: the graphs.
        n_draws: number of draws: the number of graphs, or of the iterations of a Markov chain.

    Examples:
        >>> draws = [Graph.parse(text) for text in ("A --> B", "A --> B", "B --> A", "A; B")]
        >>> samples = GraphSamples(draws)
        >>> samples
        <GraphSamples: 4 graphs of 2 nodes, 4 draws>
        >>> samples.marginals()
        array([[0.  , 0.5 ],
               [0.25, 0.  ]])
    """

    __slots__ = ("_raw", "n_draws", "stack")

    noun: ClassVar[str] = "graphs"

    way_to_graphs: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Take the consensus of the samples", "{}.consensus()"),
    )
    scored_as: ClassVar[tuple[type[Any], ...]] = (EdgeConfidences, EdgeProbabilities)

    stack: GraphStack
    n_draws: int
    _raw: Weights  # the weights before they are divided by their sum

    def __init__(
        self, graphs: Iterable[Graph] | GraphStack, *, weights: ArrayLike | None = None
    ) -> None:
        """
        Build samples from graphs and a weight for each.

        Args:
            graphs: at least one, on the same nodes; all are put into the node order of the first one. A
                mapping gives graphs by name.
            weights: not negative, not all zero, with any sum; None gives all graphs the same weight. A
                mapping or a labelled pandas series is matched with the keys of the graphs, which must be
                the same; a sequence is matched by position, which needs graphs without keys.

        Raises:
            AlignmentError: a graph has other nodes than the first; the message says which.
            GraphError: no graph, or invalid weights.
            InputTypeError: a single graph, a set of graphs, or a mapping whose keys are graphs.
        """
        if isinstance(graphs, str) or not is_iterable(graphs):
            raise InputTypeError(
                f"samples must be several graphs; got {type(graphs).__name__}",
                Remedy("Put a single graph into a list"),
            )
        has_size = isinstance(graphs, GraphStack | Mapping)
        several: Any = graphs if has_size else several_graphs(graphs)
        if not len(several):
            raise GraphError("samples need at least one graph; got none")
        stack = several if isinstance(several, GraphStack) else GraphStack(several)
        self._fill(stack, checked_weights(weights, len(stack), graphs), len(stack))

    def _fill(self, stack: GraphStack, raw: Weights, n_draws: int) -> None:
        raw = in_whole_numbers(raw)
        raw.flags.writeable = False
        self._names, self._n = stack.like._names, stack.n_nodes
        self.stack, self._raw, self.n_draws = stack, raw, n_draws
        self._cache = {}

    def _content(self) -> tuple[Any, ...]:
        return self.n_draws, self._raw, self.stack.starts, self.stack.words

    def _state(self) -> tuple[Any, ...]:
        return self.stack, self._raw, self.n_draws

    @classmethod
    def _make(cls, stack: GraphStack, raw: Weights, n_draws: int) -> Self:
        samples = cls.__new__(cls)
        samples._fill(stack, raw, n_draws)
        return samples

    @classmethod
    def of(cls, estimate: Any) -> Self:
        """
        Return samples unchanged. Turn a graph into samples that hold only this graph.

        Raises:
            KindError: the estimate is neither.
        """
        if isinstance(estimate, cls):
            return estimate
        if isinstance(estimate, Graph):
            return cls([estimate])
        raise KindError(f"samples are graphs with weights; got {type(estimate).__name__}")

    @classmethod
    def from_adjacency(
        cls,
        array: Any,
        *,
        direction: Direction | None = None,
        symmetric: Symmetric | None = None,
        nodes: Iterable[str] | None = None,
        kind: Kind | None = None,
        weights: ArrayLike | None = None,
    ) -> Self:
        """
        Build samples from square matrices of zeros and ones.

        Args:
            array: shape (S, p, p), zero diagonals, never changed; fastest as int8. Or a list of
                matrices or frames, see `GraphStack.from_adjacency`.
            direction: which way a 1 points, see `Graph.from_adjacency`.
            symmetric: what ones in both cells of a pair mean, see `Graph.from_adjacency`.
            nodes: names, see `GraphStack.from_adjacency`.
            kind: declared kind of every graph.
            weights: one for each matrix, see `GraphSamples`.

        Raises:
            AmbiguityError: direction or symmetric is needed and was not given.
            GraphError: see `GraphStack.from_adjacency` and `GraphSamples`.

        Examples:
            >>> array = np.zeros((2, 2, 2), np.int8)
            >>> array[0, 0, 1] = 1
            >>> samples = GraphSamples.from_adjacency(array, direction="row-to-column", weights=[3, 1])
            >>> samples.weights
            array([0.75, 0.25])
        """
        stack = GraphStack.from_adjacency(
            array, direction=direction, symmetric=symmetric, nodes=nodes, kind=kind
        )
        return cls(stack, weights=checked_weights(weights, len(stack), array))

    # ---- properties

    def __len__(self) -> int:
        return len(self.stack)

    def __getitem__(self, k: int) -> Graph:
        return self.stack[k]

    def __repr__(self) -> str:
        graphs, nodes = plural(len(self), "graph"), plural(self.n_nodes, "node")
        return f"<GraphSamples: {graphs} of {nodes}, {plural(self.n_draws, 'draw')}>"

    def _repr_html_(self) -> str:
        from edgemark.graph.estimates_html import scores_html

        description = (
            f"{plural(len(self), 'graph')}, {plural(self.n_draws, 'draw')}; shares of directed edges"
        )
        return scores_html(self.edge_scores(), "GraphSamples", description)

    def _repr_svg_(self) -> str | None:
        from edgemark.graph.estimates_html import scores_svg

        return scores_svg(self.edge_scores(), "shares of the samples with each directed edge")

    @property
    def side(self) -> Side:
        """The description of the samples for reports."""
        return Side(self._n, self.n_draws, "samples", False)

    @property
    def present_states(self) -> frozenset[int]:
        """The states of the pairs of all graphs, each listed once (see `edgemark.graph.marks`)."""
        return self.stack.present_states

    @property
    def weights(self) -> Weights:
        """The share of each graph; they add up to 1. Cached, read-only."""
        return self.cached("weights", lambda s: _frozen(s._raw / s._total))

    @property
    def _total(self) -> float:
        # Added one by one, as the core does, so that no partial sum exceeds the total.
        return self.cached("total", lambda s: float(np.cumsum(s._raw)[-1]))

    # ---- distinct graphs

    def distinct(self, *, by_kind: bool = False) -> GraphSamples:
        """
        Return each graph once, the heaviest first; graphs without weight are omitted.

        Graphs of the same weight stay in the order in which they were first drawn.

        Args:
            by_kind: whether equal graphs with different declared kinds are kept apart. `expected` needs
                this, because some metrics read a DAG and a CPDAG with the same edges differently.

        Examples:
            >>> draws = [Graph.parse(text) for text in ("A; B", "A --> B", "B <-- A")]
            >>> GraphSamples(draws).distinct()[0]
            Graph.parse('A --> B')
        """
        if by_kind and len(set(self.stack.kinds)) > 1:
            return self.cached("distinct by kind", _distinct_by_kind)
        return self.cached("distinct", _distinct)

    def classes(self) -> GraphSamples:
        """
        Replace each DAG by its CPDAG, so that equivalent graphs become equal.

        Samples of weight 0 are left out, and may be graphs of any kind. A valid CPDAG stays as it is. A
        directed acyclic graph without a declared kind is taken for a DAG. Cached.

        Raises:
            KindError: a graph with weight is neither a DAG nor a CPDAG; it is declared to be of a kind
                that its edges contradict; or it is an MPDAG, whose background knowledge would be lost.
                The message says which.

        Warns:
            ClassWarning: a sample declared undirected is read as a CPDAG.

        Examples:
            >>> draws = [Graph.parse("A --> B --> C"), Graph.parse("A <-- B --> C")]
            >>> GraphSamples(draws).classes().distinct()
            <GraphSamples: 1 graph of 3 nodes, 2 draws>
        """
        return self.cached("classes", _classes)

    def entropy(self) -> float:
        """
        Return the Shannon entropy of the distribution over distinct graphs, in nats.

        This is the entropy of the empirical distribution. With few draws from many graphs it is close to
        the logarithm of the number of draws, whatever the entropy of the posterior.
        ``samples.classes().entropy()`` is the entropy over equivalence classes.

        Examples:
            >>> GraphSamples([Graph.parse("A --> B"), Graph.parse("A; B")]).entropy()
            0.6931471805599453
        """
        shares = self.distinct().weights
        return float(-(shares * np.log(shares)).sum()) + 0.0

    def credible_set(self, level: float = 0.95) -> CredibleSet:
        """
        Return the smallest set of graphs, the heaviest first, that holds a share of the weight.

        All graphs that tie with the lightest member are included, so the order of the graphs does not
        matter. If all draws are different graphs of the same weight, the set holds them all.
        ``samples.classes().credible_set()`` is a credible set of equivalence classes.

        Args:
            level: the share, above 0 and at most 1.

        Raises:
            GraphError: the level is outside this range.

        Examples:
            >>> draws = [Graph.parse(text) for text in ("A --> B", "A --> B", "A --> B", "A; B")]
            >>> credible = GraphSamples(draws).credible_set(0.7)
            >>> len(credible), credible.mass, Graph.parse("A; B") in credible
            (1, 0.75, False)
        """
        if not 0 < as_number(level) <= 1:
            raise GraphError(f"a credible set needs a level above 0 and at most 1; got {level!r}")
        distinct = self.distinct()
        cumulative = np.cumsum(distinct._raw) / distinct._total
        needed = level * (1 - ROUNDING)
        last = distinct._raw[min(int(np.searchsorted(cumulative, needed)), len(distinct) - 1)]
        size = int((distinct._raw >= last).sum())
        stack = distinct.stack.take(np.arange(size))
        return CredibleSet(stack, float(cumulative[size - 1]), float(level))

    def mass(self, graph: Graph) -> float:
        """
        Return the share of the weight of the graphs that are equal to a given graph.

        Raises:
            AlignmentError: it has other nodes.
            InputTypeError: it is not a Graph.
        """
        return min(1.0, float(self._raw[self.equal_to(graph)].sum()) / self._total)

    def equal_to(self, graph: Graph) -> NDArray[np.intp]:
        """
        Return the positions of the graphs that are equal to a given graph.

        Raises:
            AlignmentError: it has other nodes.
            InputTypeError: it is not a Graph.
        """
        return equal_to(self.stack, graph)

    def mean(self, values: ArrayLike) -> float:
        """
        Return the weighted mean of one number for each graph.

        Raises:
            GraphError: not one number for each graph.

        Examples:
            >>> samples = GraphSamples([Graph.parse("A --> B"), Graph.parse("A; B")], weights=[3, 1])
            >>> samples.mean([graph.n_edges for graph in samples])
            0.75
        """
        refuse_masked("the numbers", values, GraphError)
        values = _listed(values, len(self), "the numbers")
        way = Remedy("Match them by position", f"samples.mean({in_order(values, 'values')})")
        values = by_key(values, None, ("the numbers", "samples"), way, GraphError)
        numbers = _floats(values, f"{len(self)} graphs need {len(self)} numbers")
        if numbers.shape != (len(self),):
            raise GraphError(f"{len(self)} graphs need {len(self)} numbers; got shape {numbers.shape}")
        return float((self._raw * numbers).sum()) / self._total

    # ---- shares of edges

    def marginals(self, of: Marginal = "directed") -> Weights:
        """
        Return, for each edge, the share of the weight of the graphs that have it.

        Args:
            of: "directed": ``[i, j]`` is the share with an edge i --> j; "skeleton": with any edge of i
                and j; "ancestral": with a directed path from i to j.

        Returns:
            Shape (p, p), zero diagonal. Cached, read-only.

        Raises:
            ConventionError: an unknown value of `of`.
            KindError: "ancestral" of a MAG or PAG with marks of selection.

        Examples:
            >>> draws = [Graph.parse("A --> B --> C"), Graph.parse("A --> B; C")]
            >>> GraphSamples(draws).marginals("ancestral")[0]
            array([0. , 1. , 0.5])
        """
        require("of", of, choices(Marginal))
        return self.cached(("marginals", of), lambda s: _marginals(s, of))

    def states(self) -> tuple[NDArray[np.uint8], Weights]:
        """
        Return the share of the weight of the graphs in which each pair of nodes has each state.

        Returns:
            The states that occur (see `edgemark.graph.marks`), first 0, which means no edge; and their
            shares, shape (states, p, p), for i < j only. Cached, read-only.
        """
        return self.cached("states", _states)

    def consensus(self, threshold: float = 0.5) -> Graph:
        """
        Return one graph with the edges that the graphs with most of the weight have.

        A pair has an edge if graphs with more than `threshold` of the weight agree exactly on its marks.
        At 0.5 this is the median graph, the median probability model of Bayesian variable selection. It
        may have cycles even if all samples are acyclic. Thresholds below 0.5 are refused, since a pair
        could keep two edges that exclude each other; use `marginals` with your own threshold instead.

        Args:
            threshold: at least 0.5 and below 1; the share must be larger.

        Raises:
            GraphError: the threshold is outside this range.

        References:
            Barbieri, Berger (2004), Optimal predictive model selection, doi:10.1214/009053604000000238.

        Examples:
            >>> draws = [Graph.parse(text) for text in ("A --> B; C", "A --> B --- C", "B --- C; A")]
            >>> GraphSamples(draws).consensus()
            Graph.parse('A --> B; B --- C')
        """
        if not 0.5 <= as_number(threshold) < 1:
            raise GraphError(
                f"a consensus needs a threshold of at least 0.5 and below 1, because below 0.5 a pair "
                f"may keep two edges that exclude each other; got {threshold!r}",
                Remedy("Take the edges above a threshold", "samples.edge_scores().at(threshold)"),
            )
        states, shares = self.states()
        heaviest = shares.argmax(axis=0)
        above = shares.max(axis=0) > threshold * (1 + ROUNDING)
        is_edge = np.triu(above & (heaviest > 0), 1)
        firsts, seconds = np.nonzero(is_edge)
        words = firsts << 32 | seconds << 4 | states[heaviest[is_edge]].astype(np.int64)
        return Graph._make(self.stack.like._names, self.n_nodes, words.astype(np.uint64))

    def edge_scores(self, of: Ranked = "directed") -> EdgeScores:
        """
        Return the shares of edges or paths as edge scores, for rankings and thresholds. Cached.

        Args:
            of: "skeleton" or "ancestral", as in `marginals`; or "directed", also called "entries". With
                "directed", an edge ``---`` counts in both directions; `marginals` leaves it out.

        Raises:
            ConventionError: an unknown value of `of`.
            KindError: "directed" needs graphs of ``-->`` and ``---``.

        Examples:
            >>> draws = [Graph.parse("A --> B; C"), Graph.parse("A --> B --- C")]
            >>> GraphSamples(draws).edge_scores().at(0.3)
            Graph.parse('A --> B; B --> C; C --> B')
        """
        require("of", of, choices(Ranked))
        return self.cached(("scores", of), lambda s: _edge_scores(s, of))

    # ---- other nodes

    def _on_nodes(self, names: tuple[str, ...]) -> Self:
        return type(self)._make(self.stack.with_nodes(names), self._raw, self.n_draws)

    def _renamed(self, names: tuple[str, ...]) -> Self:
        return type(self)._make(self.stack._renamed(names), self._raw, self.n_draws)


@dataclass(frozen=True, slots=True, eq=False)
class CredibleSet(EqualByContent):
    """
    The heaviest graphs of samples, in this order. ``graph in credible_set`` tests for an equal graph.

    Attributes:
        graphs: the graphs, the heaviest first.
        mass: their share of the weight, at least `level`.
        level: the requested share.
    """

    graphs: GraphStack
    mass: float
    level: float

    def __len__(self) -> int:
        return len(self.graphs)

    def __iter__(self) -> Iterator[Graph]:
        return iter(self.graphs)

    def __contains__(self, graph: Graph) -> bool:
        return equal_to(self.graphs, graph).size > 0

    def __repr__(self) -> str:
        return f"<CredibleSet: {plural(len(self), 'graph')} of mass {self.mass:.3g}>"


# ---- weights


def _floats(values: Any, rule: str) -> Weights:
    """Return numbers as a new array of floats; raise GraphError with `rule` for anything else."""
    try:
        array = np.asarray(on_host(values))
        floats = np.array(array.real, np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise GraphError(f"{rule}; {error}") from None
    if array.dtype.kind in "cmM":
        raise GraphError(f"{rule}; got an array of {array.dtype}")
    if array.dtype.kind in "US":
        raise GraphError(f"{rule}; got text: {next(iter(array.flat), '')!r:.40}")
    return floats


def checked_weights(weights: Any, size: int, graphs: Any = None) -> Weights:
    """
    Return the weights of graphs as floats that are not normalized; refuse invalid ones.

    Args:
        weights: a number for each graph, in their order or by the keys of the graphs; None for 1 each.
        size: the number of graphs.
        graphs: the graphs as given, which may have keys.
    """
    if weights is None:
        return np.ones(size)
    refuse_masked("weights", weights, GraphError)
    weights = _listed(weights, size, "weights")
    way = Remedy("Match them by position", f"weights={in_order(weights, 'weights')}")
    if keys_of(weights) is None:
        _refuse_keys_of_graphs_only(weights, graphs)
    weights = by_key(weights, graphs, ("weights", "graphs"), way, GraphError)
    raw = _floats(weights, "weights must be numbers, one for each graph")
    if raw.shape != (size,):
        raise GraphError(f"{size} graphs need {size} weights; got shape {raw.shape}")
    invalid = np.flatnonzero(~((raw >= 0) & np.isfinite(raw)))
    if invalid.size:
        remedies = [
            Remedy("Take the exponential of logarithms", "weights=np.exp(weights - np.max(weights))")
        ]
        raise GraphError(
            f"weights must be finite and not negative; got {float(raw[invalid[0]])} for graph "
            f"{int(invalid[0])}",
            *(remedies if np.isfinite(raw).all() else []),
        )
    with np.errstate(over="ignore"):
        total = float(raw.sum())
    if not 0 < total < np.inf:
        raise GraphError(f"weights must have a positive, finite sum; got {total}")
    return raw


def _listed(numbers: Any, size: int, what: str) -> Any:
    """Return the numbers of an iterator as a list; refuse a set, and leave others as they are."""
    if isinstance(numbers, Iterator):
        return list(islice(numbers, size + 1))  # one too many shows that the size does not fit
    refuse_set(numbers, what, Remedy("Put them into a list, in the order of the graphs"))
    return numbers


def _refuse_keys_of_graphs_only(weights: Any, graphs: Any) -> None:
    """Refuse graphs with keys beside weights in a list, whose order may be another one."""
    advice, keys = (
        "If both are in the same order, give the weights the keys of the graphs",
        "graphs.keys()",
    )
    code = in_order(graphs, "graphs")
    if "sort" in code:  # the keys are integers
        advice = "If the weights are in the order of the sorted keys, give them these keys"
        keys = "sorted(graphs)" if "sorted(" in code else "graphs.sort_index().index"
    refuse_keys_on_one_side(
        graphs,
        weights,
        ("graphs", "weights"),
        GraphError,
        Remedy(advice, f"weights=dict(zip({keys}, weights))"),
    )


# ---- cached results


def _distinct(samples: GraphSamples) -> GraphSamples:
    return GraphSamples._make(*distinct(samples.stack, samples._raw), samples.n_draws)


def _distinct_by_kind(samples: GraphSamples) -> GraphSamples:
    return GraphSamples._make(*distinct_by_kind(samples.stack, samples._raw), samples.n_draws)


def _classes(samples: GraphSamples) -> GraphSamples:
    return GraphSamples._make(*classes(samples.stack, samples._raw), samples.n_draws)


def _marginals(samples: GraphSamples, of: Marginal) -> Weights:
    return _frozen(shares(KERNELS[of], samples.stack, samples._raw, samples._total))


def _edge_scores(samples: GraphSamples, of: Ranked) -> EdgeScores:
    if of == "skeleton" or of == "ancestral":
        probabilities = samples.marginals(of)
    else:
        refuse_other_than_entries(samples.stack, samples._raw)
        probabilities = shares(entries, samples.stack, samples._raw, samples._total)
    scores = EdgeScores(probabilities, samples._names, direction="row-to-column")
    relation: Ranked = "directed" if of == "entries" else of
    return EdgeScores._make(scores._names, scores._cells, relation=relation)


def _states(samples: GraphSamples) -> tuple[NDArray[np.uint8], Weights]:
    states, shares = state_shares(samples.stack, samples._raw, samples._total)
    return _frozen(states), _frozen(shares)


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only view that cannot be made writeable again."""
    array.flags.writeable = False
    return array.view()
