"""Advice about what files and objects hold beside a graph, and about formats that are not read."""

from tests.remedies.harness import Case

_ATTRIBUTES = """
import networkx
graph = obj = networkx.DiGraph([("A", "B", {"dose": 0.5}), ("B", "C", {"dose": 2})])
"""
_PVALUES = """
truth, path = em.TemporalGraph.parse("A --> B @1; lags 1"), "p.npz"
values = np.array([[[0, .5], [.3, .2]], [[.3, .1], [0, .4]]])
np.savez(path, p_matrix=values, nodes=["A", "B"])
"""
_BLOCKS = """
import scipy.sparse
path = "s.npz"
scipy.sparse.save_npz(path, scipy.sparse.bsr_array(np.array([[0, 1], [0, 0]]), blocksize=(2, 2)))
"""

CASES = [
    Case("attributes that are not read", "as_graph(graph)", _ATTRIBUTES, ("dose=0.5",)),
    Case("p-values of tigramite as a graph", "read(path)", _PVALUES, ("p-values of a time series",)),
    Case(
        "p-values of tigramite beside its test statistics",
        "read_temporal(path)",
        _PVALUES + "np.savez(path, p_matrix=values, val_matrix=values, nodes=['A', 'B'])",
        ("Rank the test statistics",),
    ),
    Case(
        "a sparse matrix of blocks",
        "read(path, direction='row-to-column')",
        _BLOCKS,
        ("csr, csc or coo; got 'bsr'",),
    ),
    Case(
        "the matrix and the score that ges returns",
        "as_graph(obj)",
        "obj = (np.array([[0, 1], [0, 0]]), -3.5)",
        ("a tuple that begins with a matrix",),
    ),
]
