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

_MATRIX_IN_TEXT = "path = 'm.txt'; np.savetxt(path, np.array([[0, 1], [0, 0]]))"
_SCORES_IN_TEXT = "path = 'm.txt'; np.savetxt(path, np.array([[0, .5], [.25, 0]]))"
_DAGITTY = """dag {\\nbb="0,0,1,1"\\nA [exposure, pos="0,1"]\\nA -> B\\nA <-> B\\n}"""

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
    Case(
        "a file of GraphML",
        "read(path)",
        "import networkx; path = 'g.graphml';"
        "networkx.write_graphml(networkx.DiGraph([('A', 'B')]), path)",
        ("Read it with networkx",),
    ),
    Case(
        "a file of a Bayesian network",
        "read(path)",
        "import warnings; warnings.simplefilter('ignore');"  # Its import crashes if they are errors.
        "import pyagrum; path = 'g.bif'; pyagrum.saveBN(pyagrum.fastBN('A->B'), path)",
        ("If it is a Bayesian network, read it with pyAgrum",),
    ),
    Case(
        "a result of CauseMe as a graph",
        "as_graph(obj)",
        "obj = em.io.CauseMeResult.of(em.TemporalGraph.parse('A --> B @1; lags 2'))",
        ("Compare its scores with the summary graph of the truth",),
    ),
    Case(
        "a result of CauseMe with p-values and lags",
        "as_temporal(obj)",
        "obj = em.io.CauseMeResult(np.eye(2), np.eye(2), np.array([[1, 2], [1, 1]]), ('A', 'B'))",
        ("up to the maximum lag of the truth: obj.graph(0.05, max_lag=2)",),
    ),
    Case(
        "a graph written as GraphML",
        "em.write(em.Graph.parse('A --> B'), path)",
        "path = 'g.graphml'",
        ("Or name the format",),
    ),
    Case("a matrix of numpy.savetxt", "read(path)", _MATRIX_IN_TEXT, ("numpy.loadtxt(path",)),
    Case("scores of numpy.savetxt", "read(path)", _SCORES_IN_TEXT, ("EdgeScores(numpy.loadtxt",)),
    Case(
        "edges with short arrows",
        "read(path)",
        "path = 'g.txt'; Path(path).write_text('A -> B\\nC <- B\\n')",
        ('.replace(" -> ", " --> ")',),
    ),
    Case(
        "DAGitty's text",
        "read(path)",
        f"path = 'g.txt'; Path(path).write_text('{_DAGITTY}')",
        ("DAGitty's text", "re.sub"),
    ),
    Case(
        "Graphviz in a text",
        "read(path)",
        "path = 'g.txt'; Path(path).write_text('digraph { A -> B }')",
        ('format="dot"',),
    ),
    Case(
        "Graphviz in a text, in the shell",
        "edgemark check g.txt",
        "Path('g.txt').write_text('digraph { A -> B }')",
        ("If it is Graphviz",),
    ),
]
