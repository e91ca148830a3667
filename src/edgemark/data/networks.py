"""Discrete networks: variables with conditional probability tables, sampled in causal order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgemark.arguments import whole
from edgemark.errors import GraphError
from edgemark.graph import Graph
from edgemark.graph.kinds import demand
from edgemark.resources import demand_memory

__all__ = ["DiscreteNetwork", "Sample", "Variable", "asia", "sachs_graph"]

# 8 bytes each for a random number, for a state, and for the arrays in `_draw`.
_BYTES_OF_CELL = 24
# Published tables are rounded: row sums of the Sachs network differ from 1 by up to 1e-7.
_TOLERANCE = 1e-6


class Sample(NamedTuple):
    """
    Rows of data with the names of their columns.

    Attributes:
        values: one row for each observation, one column for each node; read-only.
        names: names of the columns.
    """

    values: NDArray[np.int64]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Variable:
    """
    One node of a discrete network, with its conditional probability table.

    Attributes:
        name: name of the node.
        states: possible values of the variable; data hold the position of a state.
        parents: nodes that the variable's distribution depends on, in the order of the table.
        table: one row for each combination of the parents' states, with a probability for each state;
            the state of the last parent changes fastest. One row if there are no parents.

    Raises:
        GraphError: the number of probabilities in a row is not the number of states, one of them is
            negative, or their sum is not 1.
    """

    name: str
    states: tuple[str, ...]
    parents: tuple[str, ...]
    table: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        for row in self.table:
            if len(row) != len(self.states):
                raise GraphError(
                    f"{self.name!r} has {len(self.states)} states, so each row of its table needs as "
                    f"many probabilities; got {row!r}"
                )
            if not (min(row, default=0) >= 0 and abs(sum(row) - 1) <= _TOLERANCE):
                raise GraphError(
                    f"each row of the table of {self.name!r} must be probabilities that sum to 1; "
                    f"got {row!r}"
                )


@dataclass(frozen=True, slots=True)
class DiscreteNetwork:
    """
    A causal graph over discrete variables with probability tables, from which samples are drawn.

    Attributes:
        name: the usual name of the network.
        variables: the nodes with their tables; their order is the order of the columns of samples.

    Raises:
        GraphError: a table that does not fit its parents, an unknown parent, a repeated node.
        KindError: the parents form a cycle.

    Examples:
        >>> coin = Variable("coin", ("heads", "tails"), (), ((0.5, 0.5),))
        >>> copy = Variable("copy", ("heads", "tails"), ("coin",), ((1.0, 0.0), (0.0, 1.0)))
        >>> network = DiscreteNetwork("coins", (coin, copy))
        >>> network.graph
        Graph.parse('coin --> copy', kind='dag')
        >>> values, names = network.sample(4, seed=0)
        >>> bool((values[:, 0] == values[:, 1]).all())
        True
    """

    name: str
    variables: tuple[Variable, ...]

    def __post_init__(self) -> None:
        demand(self.graph, "dag", f"the network {self.name!r}")
        n_states = {variable.name: len(variable.states) for variable in self.variables}
        for variable in self.variables:
            sizes = [n_states[parent] for parent in variable.parents]
            if len(variable.table) != prod(sizes):
                raise GraphError(
                    f"the table of {variable.name!r} needs {prod(sizes)} rows, one for each combination "
                    f"of its parents' states; got {len(variable.table)}"
                )

    @property
    def nodes(self) -> tuple[str, ...]:
        """The names of the nodes, in the order of a sample's columns."""
        return tuple(variable.name for variable in self.variables)

    @property
    def graph(self) -> Graph:
        """The true graph, a DAG."""
        edges = [(parent, "-->", v.name) for v in self.variables for parent in v.parents]
        return Graph(self.nodes, edges, kind="dag")

    def variable(self, node: str) -> Variable:
        """Return the states, parents and table of a node. Raises GraphError for an unknown node."""
        return self.variables[self.graph.index(node)]

    def sample(self, n: int, seed: int) -> Sample:
        """
        Draw rows; each variable is drawn from its distribution given its parents.

        Each row uses the next numbers of NumPy's PCG64 stream, one for each variable. So the same seed
        gives the same rows on every machine, and a smaller sample is the beginning of a larger one.

        Args:
            n: number of rows.
            seed: the start of the stream, 0 or more.

        Returns:
            Positions of states, with the names of the columns.

        Raises:
            EdgemarkError: n or seed is negative or not a whole number.
            LimitError: the sample needs more memory than is free.

        Examples:
            >>> values, names = asia().sample(1000, seed=1)
            >>> values.shape, names[:2]
            ((1000, 8), ('asia', 'tub'))
        """
        n, seed = whole("n", n), whole("seed", seed)
        demand_memory(
            _BYTES_OF_CELL * n * len(self.variables), f"a sample of {n} rows", "Draw fewer rows"
        )
        uniform = np.random.Generator(np.random.PCG64(seed)).random((n, len(self.variables)))
        values = np.zeros(uniform.shape, np.int64)
        column_of = {node: column for column, node in enumerate(self.nodes)}
        sorter = TopologicalSorter({variable.name: variable.parents for variable in self.variables})
        for node in sorter.static_order():
            column = column_of[node]
            variable = self.variables[column]
            parents = [column_of[parent] for parent in variable.parents]
            sizes = [len(self.variables[parent].states) for parent in parents]
            values[:, column] = _draw(variable, values[:, parents], sizes, uniform[:, column])
        values.flags.writeable = False
        return Sample(values, self.nodes)


def _draw(
    variable: Variable, given: NDArray[np.int64], sizes: list[int], uniform: NDArray[np.float64]
) -> NDArray[np.int64]:
    """
    Convert one uniform random number for each observation to a state.

    `given` holds the parents' states, one column for each parent, and `sizes` the numbers of states
    that the parents have. The parents' states determine the row of the table.
    """
    cumulative = np.cumsum(np.array(variable.table), axis=1)
    cumulative /= cumulative[:, -1:]
    row = np.zeros(len(given), np.int64)
    for column, size in zip(given.T, sizes, strict=True):
        row = row * size + column
    states: NDArray[np.int64] = (uniform[:, None] >= cumulative[row, :-1]).sum(axis=1, dtype=np.int64)
    return states


_YES_NO = ("yes", "no")


def _binary(name: str, parents: tuple[str, ...], *yes: float) -> Variable:
    """A yes/no variable. `yes` is P(yes) for each combination of the parents' states: yy, yn, ny, nn."""
    return Variable(name, _YES_NO, parents, tuple((p, 1 - p) for p in yes))


@cache
def asia() -> DiscreteNetwork:
    """
    Return the Asia network of Lauritzen and Spiegelhalter: eight yes/no variables of a chest clinic.

    `either` is tuberculosis or lung cancer, a deterministic OR. This violates faithfulness: given its
    parents, `either` is independent of its children. Columns are in the order of the published BIF file.

    Returns:
        The network; 0 is yes and 1 is no, as in the file.

    References:
        Lauritzen, Spiegelhalter (1988), Local computations with probabilities on graphical structures
        and their application to expert systems.

    Examples:
        >>> asia().graph.n_edges
        8
        >>> asia().variable("dysp").parents
        ('bronc', 'either')
    """
    return DiscreteNetwork(
        "asia",
        (
            _binary("asia", (), 0.01),
            _binary("tub", ("asia",), 0.05, 0.01),
            _binary("smoke", (), 0.5),
            _binary("lung", ("smoke",), 0.1, 0.01),
            _binary("bronc", ("smoke",), 0.6, 0.3),
            _binary("either", ("lung", "tub"), 1.0, 1.0, 1.0, 0.0),
            _binary("xray", ("either",), 0.98, 0.05),
            _binary("dysp", ("bronc", "either"), 0.9, 0.8, 0.7, 0.1),
        ),
    )


_SACHS_CHILDREN = {
    "PKC": ("PKA", "Raf", "Mek", "Jnk", "P38"),
    "PKA": ("Raf", "Mek", "Erk", "Akt", "Jnk", "P38"),
    "Raf": ("Mek",),
    "Mek": ("Erk",),
    "Erk": ("Akt",),
    "Plcg": ("PIP3", "PIP2"),
    "PIP3": ("PIP2",),
}
_SACHS_NODES = ("Akt", "Erk", "Jnk", "Mek", "P38", "PIP2", "PIP3", "PKA", "PKC", "Plcg", "Raf")


def sachs_graph() -> Graph:
    """
    Return the graph of the Sachs network, a common benchmark: 17 consensus edges of protein signalling.

    Its CPDAG has only undirected edges: observational data orient none of its edges.

    Returns:
        A DAG of 11 proteins and phospholipids, in the order of the published BIF file.

    References:
        Sachs, Perez, Pe'er, Lauffenburger, Nolan (2005), doi:10.1126/science.1105809.

    Examples:
        >>> truth = sachs_graph()
        >>> truth.n_nodes, truth.n_edges, sorted(truth.parents("Mek"))
        (11, 17, ['PKA', 'PKC', 'Raf'])
    """
    edges = [(cause, "-->", effect) for cause, effects in _SACHS_CHILDREN.items() for effect in effects]
    return Graph(_SACHS_NODES, edges, kind="dag")
