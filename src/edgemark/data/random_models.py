"""Random models of a DAG: linear or nonlinear equations, and probability tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import Any

from edgemark.arguments import as_number, whole
from edgemark.data.networks import DiscreteNetwork, Variable
from edgemark.data.series import Effect, Noise, Response, SeriesModel
from edgemark.data.series_draws import TERMS, Draws
from edgemark.errors import EdgemarkError, KindError, LimitError, Remedy, listing
from edgemark.graph import Graph
from edgemark.graph.kinds import demand, describe

__all__ = ["random_discrete_network", "random_structural_model"]

_MOST_ROWS = 1 << 20


def random_structural_model(
    dag: Any,
    seed: int,
    *,
    strength: tuple[float, float] = (0.5, 2.0),
    responses: Sequence[Response] = ("linear",),
    noise: Noise = "gaussian",
    hidden: int = 0,
) -> SeriesModel:
    """
    Draw structural equations of a DAG: each variable is a sum of functions of its parents, plus noise.

    The model has no lags, so the rows of its samples are independent:
    ``model.sample(1000, seed=1, burn_in=0).data``. The truth is ``model.truth.contemporaneous()``.

    Args:
        dag: the causal graph: a Graph, or an object `as_graph` reads.
        seed: 0 or more; the same seed gives the same model on every machine.
        strength: smallest and largest absolute value of the coefficients, whose signs are random.
        responses: response functions of the effects, see `Effect`; one is drawn for each effect.
        noise: see `SeriesModel`; its standard deviation is 1.
        hidden: number of hidden variables H0, H1, ..., each a cause of two observed variables. The
            truth joins these two by ``<->``.

    Returns:
        The model.

    Raises:
        EdgemarkError: numbers out of range, no response, too few nodes for a hidden cause, or a node
            with the name of a hidden variable.
        KindError: the graph is not a DAG.
        ConventionError: an unknown response or noise.

    Examples:
        >>> from edgemark.data import random_dag
        >>> dag = random_dag(5, 6, seed=2)
        >>> model = random_structural_model(dag, seed=2, responses=("tanh", "sine"))
        >>> model.truth.contemporaneous() == dag, model.sample(100, seed=2, burn_in=0).data.shape
        (True, (100, 5))
    """
    dag = _as_graph(dag)
    _demand_dag(dag, "a structural model")
    if not 0 < as_number(strength[0]) <= as_number(strength[1]) < inf:
        raise EdgemarkError(f"strength must be two numbers above 0, the smaller first; got {strength!r}")
    if not responses:
        raise EdgemarkError(
            "at least one response is needed; got none",
            Remedy("Use linear effects", 'responses=("linear",)'),
        )
    hidden = whole("hidden", hidden)
    if hidden and dag.n_nodes < 2:
        raise EdgemarkError(f"a hidden variable needs 2 nodes to act on; got {dag.n_nodes}")
    draws = Draws(whole("seed", seed), TERMS)
    latent = tuple(f"H{k}" for k in range(hidden))
    if taken := sorted(set(latent) & set(dag.nodes)):
        raise EdgemarkError(
            f"the names H0, H1, ... are those of the hidden variables; the DAG has {listing(taken)}. "
            f"Rename these nodes"
        )
    arcs = [(a, b) for a, _, b in dag.edges()]
    arcs += [(h, v) for h in latent for v in draws.some(dag.nodes, 2)]
    effects = [
        Effect(a, b, 0, draws.signed(draws.uniform(*strength)), responses[draws.below(len(responses))])
        for a, b in arcs
    ]
    return SeriesModel.constant((*dag.nodes, *latent), effects, hidden=latent, noise=noise, max_lag=0)


def random_discrete_network(dag: Any, seed: int, *, n_states: int = 2) -> DiscreteNetwork:
    """
    Draw probability tables of a DAG.

    For every combination of the parents' states, all distributions of the child are equally likely.

    Args:
        dag: the causal graph: a Graph, or an object `as_graph` reads.
        seed: 0 or more; the same seed gives the same network on every machine.
        n_states: number of states of each variable, 2 or more.

    Returns:
        The network.

    Raises:
        EdgemarkError: numbers out of range.
        KindError: the graph is not a DAG.
        LimitError: a node has so many parents that its table would have more than 2**20 rows.

    Examples:
        >>> from edgemark.data import random_dag
        >>> network = random_discrete_network(random_dag(6, 7, seed=3), seed=3, n_states=3)
        >>> network.graph.n_edges, network.sample(1000, seed=3).values.max()
        (7, np.int64(2))
    """
    dag = _as_graph(dag)
    _demand_dag(dag, "a discrete network")
    n_states = whole("n_states", n_states, 2)
    draws = Draws(whole("seed", seed), TERMS)
    states = tuple(str(k) for k in range(n_states))
    variables = []
    for node in dag.nodes:
        parents = tuple(sorted(dag.parents(node), key=dag.index))
        n_rows = n_states ** len(parents)
        if n_rows > _MOST_ROWS:
            raise LimitError(
                f"the table of {node!r} would have {n_rows} rows, for {len(parents)} parents of "
                f"{n_states} states. Use fewer edges or fewer states"
            )
        rows = tuple(_probabilities(n_states, draws) for _ in range(n_rows))
        variables.append(Variable(node, states, parents, rows))
    return DiscreteNetwork("random", tuple(variables))


def _as_graph(dag: Any) -> Graph:
    if isinstance(dag, Graph):
        return dag
    from edgemark.io import as_graph

    return as_graph(dag)


def _demand_dag(graph: Graph, what: str) -> None:
    """Refuse graphs that are no DAG, and those declared a MAG or PAG, which allow hidden variables."""
    demand(graph, "dag", what)
    if graph.kind in ("mag", "pag"):
        raise KindError(
            f"{what} needs a DAG; the graph is declared {describe(graph.kind)}, which allows "
            f"hidden variables",
            Remedy("If no variable is hidden, declare it a DAG"),
        )


def _probabilities(n_states: int, draws: Draws) -> tuple[float, ...]:
    """Draw numbers that sum to 1, uniformly, as the gaps between sorted random points."""
    breaks = sorted(draws.uniform() for _ in range(n_states - 1))
    return tuple(b - a for a, b in pairwise([0.0, *breaks, 1.0]))
