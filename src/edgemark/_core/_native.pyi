from typing import Annotated

import numpy
from numpy.typing import NDArray


def words_of_listed(edges: list[object], names: tuple[str, ...] | None, n_nodes: int, states: dict[str, int]) -> NDArray[numpy.uint64] | None:
    """
    Words of a list of triples (node, glyph, node). A node is one of the names, or a position if names is None. None if an item is anything else, an edge joins a node with itself, or two edges join the same pair.
    """

def appearing(edges: list[object]) -> list[str] | None:
    """
    Nodes of triples, each once, in order of appearance. None if an item is not a tuple of three, or one of its ends is not a str.
    """

def words_of_neighbours(nodes: list[object], adjacency: list[object], directed: bool) -> NDArray[numpy.uint64] | None:
    """
    Words of nodes with dictionaries of their neighbours. None if an edge has attributes, joins a node with itself or joins the same pair as another one, or if an item is not a pair with a dict.
    """

def are_plain_names(names: tuple[object, ...]) -> bool:
    """
    Whether all names are str, none is empty, all are valid Unicode text and no two are equal.
    """

def words_of_ones(rows: NDArray[numpy.int64], columns: NDArray[numpy.int64], n_nodes: int, forward: bool, both: int) -> tuple[NDArray[numpy.uint64], bool, bool] | None:
    """
    Words of the graph whose matrix has ones in the given cells, whether some pair has a 1 in one cell only, and whether some pair has ones in both. None if a cell is given twice, on the diagonal or out of range.
    """

def pair_table(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimate: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), writable=False)]:
    """
    Numbers of pairs in state s in the truth and t in the estimate, for every s (row) and t (column).
    """

def pack_planes(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """The states of all pairs as planes of bits."""

def pair_table_of_planes(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimate: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None))]:
    """The pair table of two graphs from their packed planes."""

def unshielded_colliders(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None))]:
    """Triples (i, k, j), i < j: arrowheads at k, i and j not adjacent."""

def collider_overlap(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimate: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> tuple[int, int, int]:
    """
    Numbers of unshielded colliders in both graphs, in the truth, in the estimate.
    """

def ancestor_overlap(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], truth_is_class: bool, estimate: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimate_is_class: bool, n_nodes: int) -> tuple[int, int, int]:
    """
    Numbers of pairs (ancestor, descendant) in both graphs, in the truth, in the estimate.
    """

def reachable(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, source: int, forwards: bool) -> list[int]:
    """
    Nodes other than the source to which directed paths lead from it; if not forwards, its ancestors.
    """

def ancestral_claims(dag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimate: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> tuple[int, int, int, int]:
    """
    Numbers of arrowheads of the estimate, of those that are right in the DAG, of tails of its edges -->, and of those that are right.
    """

def directed_cycle(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> list[int]:
    """Nodes of one directed cycle in order, or an empty list."""

def almost_directed_cycle(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> list[int]:
    """
    Nodes i, j with i <-> j and a directed path from i to j, or an empty list.
    """

def parents_first(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> list[int]:
    """
    Nodes ordered so that parents come first, unless there is a directed cycle.
    """

def pattern(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """The skeleton with only unshielded colliders directed."""

def cpdag(dag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """The CPDAG of a DAG."""

def extension(pdag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))] | None:
    """
    A DAG with the same skeleton, arrows and unshielded colliders, or None.
    """

def mended_dag(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """
    A DAG with the same skeleton that keeps the arrows it can, those of earlier nodes first.
    """

def meek_closure(pdag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """The graph closed under Meek's rules 1 to 4."""

def with_arrows(mpdag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, ends: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], int | None]:
    """
    Words of a graph closed under Meek's rules with arrows tail --> head added, and None; or no words, and the position of the first arrow that it cannot have.
    """

class Members:
    """The DAGs that a graph closed under Meek's rules stands for, each once."""

    def __init__(self, mpdag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> None: ...

    def next(self, most: int) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))]]:
        """
        Words and starts of the next members, `most` at most; none after the last one.
        """

class CliquePicking:
    """
    The cliques and subproblems by which the members of a class are counted and drawn.
    """

    def __init__(self, graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> None: ...

    @property
    def roots(self) -> list[int]:
        """Positions of the problems of the whole graph."""

    def problems(self) -> list[tuple[int, list[tuple[int, list[int], list[int]]]]]:
        """
        For each problem its number of nodes, and its picks: size of the clique, sizes of its nested sets, positions of its subproblems.
        """

    def sample(self, limits: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], count: int, seed: int) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))]]:
        """Words and starts of members drawn from the class."""

def stack_of_matrices(cells: Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], row_to_column: bool, symmetric: int) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], int | None]:
    """
    Words and starts of the graphs of square matrices, and None. If a matrix cannot be read, those of the matrices before it, and its position.
    """

def pair_tables(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, truth_states: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], states: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None, None))]:
    """
    The pair table of each graph of a stack, with rows and columns only for the given states.
    """

def present_states(words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint16], dict(shape=(None,))]:
    """
    For each graph of a stack a number whose bit s says whether some adjacent pair is in state s.
    """

def acyclic(words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.bool], dict(shape=(None,))]:
    """Which graphs of a stack have no directed cycle."""

def valid_cpdags(words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.bool], dict(shape=(None,))]:
    """Which partially directed graphs of a stack are the CPDAG of a DAG."""

def cpdags(words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))]]:
    """The CPDAG of each DAG of a stack."""

def patterns(words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))]]:
    """The pattern of each graph of a stack."""

def collider_overlaps(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]:
    """
    Numbers of unshielded colliders in both, in the truth, in the estimate, for each estimate of a stack.
    """

def ancestor_overlaps(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], truth_is_class: bool, words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimates_are_classes: bool, n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]:
    """
    Numbers of pairs (ancestor, descendant) in both, in the truth, in the estimate, for each estimate of a stack.
    """

def distinct(words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))]]:
    """
    Words and starts of the different graphs of a stack, and which of them each graph is.
    """

def visits(changes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], added: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], holds: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], most_words: int) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], int | None]:
    """
    Words and starts of the different graphs that moves visit, for how long in total, and the position of the first impossible move, if any. They end early at that move, or when the graphs have more than most_words.
    """

class BitMatrix:
    """The bits of a matrix of zeros and ones, as a graph."""

    @staticmethod
    def read(cells: object, forward: bool, both: int) -> BitMatrix | None:
        """
        A 1 in row i and column j is i --> j if forward, else i <-- j; ones in both cells give the state both. None if the matrix is not square, or does not hold booleans, integers, or floats of 4 or 8 bytes.
        """

    @property
    def has_other(self) -> bool:
        """Whether a cell is neither 0 nor 1."""

    @property
    def is_wrong(self) -> bool:
        """
        Whether a cell is neither 0 nor 1, or one on the diagonal is 1. If so, nothing is known of the pairs.
        """

    @property
    def has_one_way(self) -> bool:
        """Whether a pair has a 1 in one cell only."""

    @property
    def has_both(self) -> bool:
        """Whether a pair has a 1 in both cells."""

    @property
    def n_nodes(self) -> int:
        """How many nodes there are."""

    @property
    def is_dense(self) -> bool:
        """Whether there are many nodes, and bits take less memory than words."""

    @property
    def n_pairs(self) -> int:
        """How many pairs of nodes are adjacent."""

    @property
    def states(self) -> int:
        """A number whose bit s says whether some adjacent pair is in state s."""

    def words(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]:
        """The words of the graph."""

    def is_acyclic(self) -> bool:
        """
        Whether there is no directed cycle, in a matrix in which no pair has ones in both cells.
        """

    def pair_table(self, estimate: BitMatrix) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None))]:
        """The pair table of this graph and an estimate."""

def present_mask(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """A number whose bit s says whether some adjacent pair is in state s."""

def is_acyclic(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> bool:
    """Whether there is no directed cycle."""

def mag_of(dag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], roles: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], most: int = 4611686018427387904) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """
    Words of the MAG of a DAG, its observed nodes numbered anew; roles: 0 observed, 1 hidden, 2 selected. A result of more than `most` words is incomplete.
    """

def admg_of(dag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], roles: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], most: int = 4611686018427387904) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """
    Words of the ADMG of a DAG, its observed nodes numbered anew; roles: 0 observed, 1 hidden. A result of more than `most` words is incomplete.
    """

def induced_pair(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> tuple[int, int]:
    """
    Two nodes without an edge, but with an inducing path between them; (0, 0) if there are none.
    """

def pag_of(mag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """Words of the PAG of a MAG that has no undirected edges."""

def member_of_pag(pag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """Words of a MAG of the class that a PAG stands for."""

def m_connected(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, start: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], given: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
    """
    For each node a flag: whether an m-connecting path given the flagged nodes joins it to a node of start.
    """

def separation_errors(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimate: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, separator: int, n_threads: int) -> tuple[int, int]:
    """
    Numbers of pairs whose separator fails in the truth, and of pairs without an edge that no set separates in the estimate. Separators: 0 parents, 1 ancestors, 2 nearest minimal ones of ordered pairs.
    """

def nearest_separator(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, x: int, y: int) -> list[int] | None:
    """The minimal separator nearest to x, or None."""

def all_connections(first: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, n_threads: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]:
    """
    Row k: numbers of pairs, given sets of k others, that are connected in both graphs, only in the first, only in the second, in neither.
    """

def sampled_connections(first: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, n_orders: int, n_samples: int, seed: int, n_threads: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]:
    """
    The rows of all_connections over random pairs and sets, n_samples for each size of the sets.
    """

def visible_edges(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
    """
    For each word a flag: whether it is --> and no hidden common cause of its nodes is possible.
    """

def ancestral_relations(pag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None))]:
    """Whether row is an ancestor of column: 0 no, 1 yes, 2 in some members."""

def canonical_claims(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], true_member: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], truth_all_visible: bool, estimate: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], member: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimate_all_visible: bool, n_nodes: int, n_threads: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None))]:
    """
    Claims of the estimate about the effect of row on column: 0 zero, right; 1 a set, right; 2 not identified, right; 3 zero, wrong; 4 a set, wrong; 5 a set, but not identified in the truth; 6 not identified, but identified in the truth.
    """

def are_valid_adjustments(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], member: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], all_visible: bool, n_nodes: int, t: int, y: int, sets: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
    """Whether sets, each n_nodes flags, are valid for the effect of t on y."""

def canonical_set(graph: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], member: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], all_visible: bool, n_nodes: int, t: int, y: int) -> list[int]:
    """The canonical adjustment set of t and y, valid or not."""

def renumbered(words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], to: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))]]:
    """Words and starts of the graphs of a stack when node v becomes to[v]."""

def state_weights(words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, states: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None, None))]:
    """
    Sums of the weights of the graphs of a stack whose pair i < j is in each of the given states.
    """

def ancestor_weights(words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
    """
    Sums of the weights of the graphs of a stack in which a directed path leads from i to j.
    """

def sorted_numbers(numbers: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """The numbers in ascending order."""

def match_lags(truth: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimate: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_lags: int, tolerance: int) -> tuple[int, int]:
    """
    Number of lags with a partner in the other graph, and the sum of the distances of partners.
    """

def joined(firsts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], seconds: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], states: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """
    Words of summary edges, each of which joins the edges of a pair at all lags.
    """

def in_both(some: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], others: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
    """
    Positions of the common numbers in two ascending lists of distinct numbers.
    """

def groups_of_ties(all: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], positives: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], zeros: int) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
    """
    Groups of tied scores, descending, and how many positives and how many of all are at least as high; groups without a positive that follow each other are one group with the lowest score.
    """

def falling_thresholds(some: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], others: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], with_zero: bool) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """
    The distinct numbers of two ascending lists, descending, and 0 if with_zero is true.
    """

def counts_above(numbers: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], thresholds: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
    """
    How many ascending numbers are greater than each of descending thresholds.
    """

def noise(words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], kind: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """
    Random numbers of a distribution with mean 0 and variance 1, one from each random word.
    """

def simulate(random: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], scale: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], source: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], lag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], coefficient: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], response: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], drifts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], drifts_from: int, noise: int) -> int | None:
    """
    Turn random words, in place, into the values of a process. Returns the first step with a value beyond 1e100 or nan, where it ends early, or None.
    """

def spectral_radius(matrix: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], size: int) -> float:
    """A close upper bound of the largest absolute eigenvalue."""

def sines_of_turns(turns: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """sin(2 pi turns), the same bits on every machine."""

def adjustment_mistakes(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimate: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, strategy: int, n_threads: int) -> tuple[int, int, int]:
    """
    Numbers of effects wrongly claimed zero, amenable in one graph only, and wrongly adjusted for. Strategies: 0 parents, 1 ancestors, 2 optimal sets.
    """

def stack_adjustment_mistakes(truth_words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], truth_starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, strategy: int, n_threads: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]:
    """
    The mistakes of adjustment_mistakes for each estimate of a stack; one truth for all, or one for each.
    """

def adjustment_verdicts(truth: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], estimate: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, strategy: int, treatments: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_threads: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None))]:
    """
    A row for each treatment; for each outcome 0 right, 1 wrongly claimed zero, 2 amenable in one graph only, 3 wrongly adjusted for.
    """

def parent_set_mistakes(dag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, treatments: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], sets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], n_threads: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """
    Numbers of effects of each treatment that are wrong if a given set is taken for its parents.
    """

class ParentSets:
    """
    For each node of a CPDAG, the sets of undirected neighbours that are its parents in a DAG of the class.
    """

    def __init__(self, cpdag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, limit: int) -> None:
        """A node with more sets than the limit gets none."""

    def __len__(self) -> int: ...

    def adjustments(self, cpdag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
        """
        For each set its node and where it starts, then all nodes of all sets, with the directed parents.
        """

def cost_bounds(cpdag: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, sets: ParentSets, costs: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], most: int, effort: int) -> tuple[int, int, bool]:
    """
    Lower and upper bound of the sum of the costs of the parent sets of all nodes in a DAG of the class, and whether both are exact.
    """

def sid_bounds(truth_words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], truth_starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_nodes: int, effort: int, n_threads: int) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))]]:
    """
    Bounds of the SID of the DAGs of each CPDAG of a stack, and the least and the greatest SID of a DAG that was found; one true DAG for all, or one for each.
    """
