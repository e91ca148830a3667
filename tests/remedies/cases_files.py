"""Advice about files, matrices, nodes and objects of other libraries."""

from tests.remedies.harness import Case

_SCORES = "path = 's.csv'; Path(path).write_text('source,target,score\\nA,B,.5\\nB,A,.25\\n')"
_MATRIX = "path = 'm.csv'; Path(path).write_text('A,B\\n0,1\\n0,0\\n')"
_SYMMETRIC = "path = 'm.csv'; Path(path).write_text('A,B\\n0,1\\n1,0\\n')"
_BOTH_WAYS = "path = 'e.csv'; Path(path).write_text('source,target\\nA,B\\nB,A\\n')"
_DRAWING = "path = 'd.dot'; Path(path).write_text('digraph { a -> b; b -> a }')"
_WEIGHTS = "path = 'w.csv'; Path(path).write_text('source,target,weight\\nA,B,97\\n')"
_PAG = "path = 'p.csv'; Path(path).write_text('A,B\\n0,2\\n3,0\\n')"
_CPDAG = "path = 'c.csv'; Path(path).write_text('A,B\\n0,0\\n1,0\\n')"
_PAIR = "truth, estimate = Graph.parse('A --> B; C'), Graph.parse('A --> B')"
_FILES = "em.write(Graph.parse('A --> B; C'), 't.json'); em.write(Graph.parse('A --> B'), 'e.json')"
_LINKS = "links = np.array([[['', '-->'], ['-->', '']], [['<--', ''], ['', '']]])"
_FITTED = """
from types import SimpleNamespace
obj = SimpleNamespace(adjacency_matrix_=np.array([[0, 0], [1.5, 0]]))
"""
_LINGAM = """
def of_lingam(name, **values):
    methods = {key: lambda self, value=value: value for key, value in values.items()}
    matrices = np.array([[[0, 0], [1.5, 0]]] * 3)
    return type(name, (), {"__module__": "lingam", "adjacency_matrices_": matrices, **methods})()
shares = np.array([[0, 0], [1., 0]])
bootstrap = of_lingam("BootstrapResult", get_probabilities=shares)
of_series = of_lingam("VARBootstrapResult", get_probabilities=[shares, shares])
of_groups = of_lingam("MultiGroupDirectLiNGAM")
of_points = of_lingam("LongitudinalLiNGAM")
of_points.adjacency_matrices_ = np.stack([shares * np.nan, shares])[:, None]
of_lags = of_lingam("LongitudinalLiNGAM")
of_lags.adjacency_matrices_ = np.stack([shares * np.nan, shares])[:, None].repeat(3, axis=1)
of_averages = of_lingam("VARMALiNGAM")
of_averages.adjacency_matrices_ = np.stack([shares, shares]), shares[None]
of_latent = of_lingam("MultiGroupRCD")
of_latent.adjacency_matrices_ = np.array([[[0, np.nan], [np.nan, 0]], [[0, 0], [1.5, 0]]])
"""
# pyAgrum itself cannot be loaded after everything that the tests load.
_ESSENTIAL = """
import networkx
cls = type('EssentialGraph', (), {'__module__': 'pyagrum', 'pdag': lambda _: networkx.DiGraph()})
obj = cls()
"""
_STRUCTURAL = """
obj = type('SVARResults', (), {'__module__': 'statsmodels', 'names': ['A', 'B']})()
obj.coefs, obj.B = np.array([[[.5, 0], [0, .5]]]), np.eye(2)
obj.A = np.array([[1, 0], [-.9, 1]])
"""
_DYNAMIC = """
import networkx
cls = type('DynamicBayesianNetwork', (networkx.DiGraph,), {'__module__': 'pgmpy'})
obj = cls([(('A', 0), ('B', 1))])
"""
_OF_PGMPY = """
import networkx
cls = type('PC', (), {'__module__': 'pgmpy', 'causal_graph_': networkx.DiGraph([('A', 'B')])})
obj = cls()
obj.adjacency_matrix_ = np.array([[0, 1], [0, 0]])
"""
_FCI = """
import networkx
obj = (networkx.DiGraph([('A', 'B')]), [])
"""

CASES = [
    *(
        Case(
            f"a table for people of {command} in a file .{suffix}",
            f"edgemark {command} t.txt t.txt -o o.{suffix}",
            setup="em.write(Graph.parse('A --> B; C'), 't.txt')",
            words=(f"a .{suffix} file",),
        )
        for command, suffix in (("score", "csv"), ("score", "json"), ("chance", "csv"))
    ),
    Case(
        "a graph over time written as one without lags",
        "em.write(graph, path)",
        "graph = TemporalGraph.parse('A --> B @1; lags 1'); path = 'o.json'",
    ),
    Case(
        "scores written as samples",
        "em.io.write_samples(samples, path)",
        "samples = EdgeScores.from_edges([('A', 'B', .5)]); path = 'o.npz'",
    ),
    Case(
        "negative scores written as a table",
        "em.io.write_scores(scores, 's.csv')",
        "scores = EdgeScores.from_edges([('A', 'B', -.5)], sign='keep', unlisted=-1)",
    ),
    Case(
        "candidates without names written",
        "em.io.write_candidates(candidates, 'c.csv')",
        "candidates = em.Candidates(2, [(0, 1)]); names = ['A', 'B']",
    ),
    Case(
        "an object of another library written as a graph",
        "em.write(graph, path)",
        "import networkx; graph = networkx.DiGraph([('A', 'B')]); path = 'o.json'",
    ),
    Case("a text written as a graph", "em.write(graph, path)", "graph = 'A --> B'; path = 'o.json'"),
    # files that are read
    Case(
        "a file of samples read as a graph",
        "em.read(path)",
        setup="path = 's.csv'; Path(path).write_text('index,score,added,removed\\n-2,0,[a->b],[]\\n"
        "-1,0,[],[a->b]\\n0,-3,[a->b],[]\\n')",
    ),
    Case("a file of scores read as a graph", "em.read(path)", setup=_SCORES),
    Case(
        "an estimate of whole scores",
        "edgemark score t.txt s.csv",
        setup="em.write(Graph.parse('A --> B'), 't.txt');"
        "Path('s.csv').write_text('source,target,score\\nA,B,2\\nB,A,3\\n')",
    ),
    Case("a matrix without a direction", "em.read(path)", setup=_MATRIX),
    Case("a matrix without a direction in the shell", "edgemark check m.csv", setup=_MATRIX),
    Case("symmetric cells", "em.read(path, direction='row-to-column')", setup=_SYMMETRIC),
    Case(
        "symmetric cells in the shell",
        "edgemark check m.csv --direction row-to-column",
        setup=_SYMMETRIC,
    ),
    Case("a table of edges both ways", "em.read(path)", setup=_BOTH_WAYS),
    Case("a table of edges both ways in the shell", "edgemark check e.csv", setup=_BOTH_WAYS),
    Case("a drawing of edges both ways", "em.read(path)", setup=_DRAWING),
    Case("a drawing of edges both ways in the shell", "edgemark convert d.dot d.json", setup=_DRAWING),
    Case("a table of weights", "em.read(path)", setup=_WEIGHTS),
    Case(
        "a table of weights in the shell",
        "edgemark score t.json w.csv",
        setup=f"{_WEIGHTS}; em.write(Graph.parse('A --> B'), 't.json')",
    ),
    Case(
        "text without an edge", "em.read(path)", setup="path = 'a.txt'; Path(path).write_text('A\\nB')"
    ),
    Case(
        "text without an edge in the shell",
        "edgemark check a.txt",
        setup="Path('a.txt').write_text('A\\nB')",
    ),
    Case("a matrix of pcalg's PAG", "em.read(path)", setup=_PAG),
    Case("a matrix of pcalg's PAG in the shell", "edgemark check p.csv", setup=_PAG),
    Case("a matrix of pcalg's CPDAG", "em.read(path, format='pcalg-pag')", setup=_CPDAG),
    Case(
        "a matrix of pcalg's CPDAG in the shell",
        "edgemark check c.csv --input-format pcalg-pag",
        setup=_CPDAG,
    ),
    Case("an unknown suffix", "em.read(path)", setup="path = 'g'; Path(path).write_text('A --> B')"),
    Case("an unknown suffix in the shell", "edgemark check g", setup="Path('g').write_text('A --> B')"),
    Case(
        "a time series graph read as a graph",
        "em.read(path)",
        setup="path = 't.json'; em.io.write_temporal(TemporalGraph.parse('A --> B @1; lags 1'), path)",
    ),
    Case(
        "JSON of another program",
        "em.read(path)",
        setup="path = 'x.json'; Path(path).write_text('{\"nodes\": []}')",
    ),
    Case(
        "node-link data of networkx",
        "em.read(path)",
        setup="import json; import networkx; path = 'x.json'; "
        "content = networkx.node_link_data(networkx.DiGraph([('A', 'B')])); "
        "Path(path).write_text(json.dumps(content))",
        words=("node-link data",),
    ),
    Case(
        "a file beyond a limit",
        "em.read(path, limits=Limits(nodes=1))",
        setup="path = 'g.txt'; Path(path).write_text('A --> B; C')",
    ),
    # files that are written
    Case(
        "no graph to write",
        "em.write(graph, 'g.json')",
        setup="import networkx; graph = networkx.DiGraph()",
    ),
    Case(
        "marks that a matrix cannot hold",
        "em.write(graph, 'm.csv', 'adjacency')",
        setup="graph = Graph.parse('A <-> B')",
    ),
    Case(
        "marks that a matrix cannot hold in the shell",
        "edgemark convert g.json m.csv --to adjacency",
        setup="em.write(Graph.parse('A <-> B'), 'g.json')",
    ),
    Case(
        "names that a matrix loses", "em.write(graph, 'm.npy')", setup="graph = Graph.parse('A --> B')"
    ),
    Case(
        "names that a matrix loses in the shell",
        "edgemark convert g.json m.npy",
        setup="em.write(Graph.parse('A --> B'), 'g.json')",
    ),
    Case(
        "nodes without names in a table",
        "em.write(graph, 'm.csv')",
        setup="graph = Graph.parse('#0 --> #1')",
    ),
    Case(
        "nodes without names in a table in the shell",
        "edgemark convert g.json m.csv",
        setup="em.write(Graph.parse('#0 --> #1'), 'g.json')",
    ),
    # matrices and names
    Case(
        "weights in a matrix",
        "em.Graph.from_adjacency(array, direction='row-to-column')",
        setup="array = np.array([[0, .5], [0, 0]])",
    ),
    Case("a set of nodes", "em.Graph(nodes)", setup="nodes = {'A', 'B'}"),
    Case("numbers as names", "em.Graph(nodes)", setup="nodes = [1, 2]"),
    Case(
        "new names of nodes without names",
        "graph.renamed(names)",
        setup="graph = Graph(2); names = {'0': 'A', '1': 'B'}",
    ),
    Case(
        "new names of positions",
        "graph.renamed(names)",
        setup="graph = Graph(2); names = {1: 'B', 0: 'A'}",
    ),
    Case(
        "an estimate without names if nodes are hidden",
        "evaluate(truth, estimate, 'shd:pair mismatch', hidden=[1])",
        setup="truth, estimate = Graph.parse('#0 --> #1 --> #2'), Graph.parse('#0 --> #1')",
    ),
    # nodes on both sides
    Case("a missing node", "em.shd(truth, estimate)", setup=_PAIR),
    Case("a missing node in the shell", "edgemark score t.json e.json", setup=_FILES),
    Case(
        "a node too many",
        "em.shd(truth, estimate)",
        setup=f"estimate, truth = {_PAIR.partition('= ')[2]}",
    ),
    Case(
        "other names on both sides",
        "em.shd(truth, estimate)",
        setup="truth, estimate = Graph.parse('A --> B'), Graph.parse('X1 --> X2')",
    ),
    Case(
        "one other name",
        "em.shd(truth, estimate)",
        setup="truth, estimate = Graph.parse('A --> B'), Graph.parse('A --> X2')",
    ),
    Case(
        "names that count positions from another number",
        "em.shd(truth, estimate)",
        setup="truth, estimate = Graph.parse('X0 --> X1'), Graph.parse('X1 --> X2')",
    ),
    Case(
        "numbers in disorder that count positions from another number",
        "em.shd(truth, estimate)",
        setup="truth, estimate = Graph.parse('0 --> 1; 2'), Graph.parse('3 --> 1; 2')",
    ),
    Case(
        "some names that count positions from another number",
        "em.shd(truth, estimate)",
        setup="truth, estimate = Graph.parse('X0 --> X1; X2'), Graph.parse('X1 --> X3')",
    ),
    Case(
        "an estimate without names",
        "em.shd(truth, estimate)",
        setup="truth, estimate = Graph.parse('A --> B'), Graph.parse('#0 --> #1')",
    ),
    *(
        Case(f"numbers in disorder as names of the {side}", "em.shd(truth, estimate)", setup=setup)
        for side, setup in (
            ("estimate", "truth, estimate = Graph.parse('A --> B'), Graph.parse('1 --> 0')"),
            ("truth", "truth, estimate = Graph.parse('1 --> 0'), Graph.parse('A --> B')"),
        )
    ),
    Case(
        "positions beside names that are numbers in disorder",
        "em.shd(truth, estimate)",
        setup="truth, estimate = Graph.parse('1 --> 0'), Graph.parse('#0 --> #1')",
    ),
    Case(
        "an estimate without names in the shell",
        "edgemark score t.json e.json",
        setup="em.write(Graph.parse('A --> B'), 't.json'); em.write(Graph.parse('#0 --> #1'), 'e.json')",
    ),
    # objects
    Case("a path", "em.as_graph(obj)", setup="obj = Path('g.txt'); obj.write_text('A --> B')"),
    Case("edges", "em.as_graph([('A', 'B')])"),
    Case("a number", "em.as_graph(3)"),
    Case("a model of lingam", "em.as_graph(obj)", setup=_FITTED),
    Case("an algorithm of pgmpy", "em.as_graph(obj)", setup=_OF_PGMPY, words=("causal_graph_",)),
    *(
        Case(f"a dynamic network of pgmpy in {f}", f"em.{f}(obj)", setup=_DYNAMIC, words=("time steps",))
        for f in ("as_graph", "as_temporal")
    ),
    Case(
        "a structural autoregression",
        "em.as_temporal(obj)",
        setup=_STRUCTURAL,
        words=("contemporaneous",),
    ),
    Case(
        "a model of lingam with hidden causes",
        "em.as_graph(obj)",
        setup="obj = type('RCD', (), {'__module__': 'lingam'})(); "
        "obj.adjacency_matrix_ = np.array([[0, np.nan], [np.nan, 0]])",
        words=("hidden cause",),
    ),
    *(
        Case(f"{what} of lingam", "em.as_graph(obj)", setup=f"{_LINGAM}obj = {code}", words=("lingam",))
        for what, code in (
            ("a bootstrap", "bootstrap"),
            ("a bootstrap of a series", "of_series"),
            ("several bootstraps", "[bootstrap, bootstrap]"),
            ("a model of several data sets", "of_groups"),
            ("a model of several time points", "of_points"),
            ("a model of several time points and lags", "of_lags"),
            ("a model with moving averages", "of_averages"),
            ("a model of several data sets with latent confounders", "of_latent"),
        )
    ),
    Case("the result of FCI", "em.as_graph(obj)", setup=_FCI),
    Case("the result of GES", "em.as_graph(obj)", setup=f"{_FCI}\nobj = {{'G': obj[0]}}"),
    Case(
        "one graph for several",
        "em.evaluate_many(truth, estimates)",
        setup="truth = estimates = Graph.parse('A --> B')",
    ),
    Case(
        "arcs both ways",
        "em.as_graph(obj)",
        setup="import networkx; obj = networkx.DiGraph([('A', 'B'), ('B', 'A')])",
    ),
    Case(
        "an essential graph of pyAgrum",
        "em.as_graph(obj)",
        setup=_ESSENTIAL,
    ),
    Case(
        "a graph of CD-NOD",
        "em.as_temporal(obj)",
        setup="from tests.io.foreign import causal_learn_graph;"
        "obj = causal_learn_graph(Graph.parse('A --> B; T --> A'))",
    ),
    Case(
        "a networkx graph of lags",
        "em.as_graph(obj)",
        setup="import networkx; obj = networkx.DiGraph(); obj.add_edge('A', 'B', lag=1)",
        words=("as_temporal(obj).summary()",),
    ),
    Case(
        "a frame of scored edges",
        "EdgeScores.from_edges(frame)",
        setup=(
            "import pandas; frame = pandas.DataFrame([['B', 'A', 0.5]],"
            "columns=['target', 'source', 'score'])"
        ),
    ),
    Case(
        "a polars frame of scored edges",
        "EdgeScores.from_edges(frame)",
        setup="import polars; frame = polars.DataFrame({'a': ['A'], 'b': ['B'], 'score': [0.5]})",
    ),
    Case(
        "a sign for a matrix that looks like a graph",
        "edgemark score t.txt m.csv --sign ignore",
        setup=f"{_MATRIX}; em.write(Graph.parse('A --> B'), 't.txt')",
    ),
    Case(
        "a sign for a list of whole weights",
        "edgemark score t.txt w.csv --sign ignore",
        setup="Path('w.csv').write_text('source,target,weight\\nA,B,1\\n');"
        "em.write(Graph.parse('A --> B'), 't.txt')",
    ),
    Case(
        "an estimate over time beside a truth without lags",
        "edgemark diff t.txt s.csv",
        setup="Path('s.csv').write_text('source,mark,target,lag\\nA,-->,B,1\\n');"
        "em.write(Graph.parse('A --> B'), 't.txt')",
    ),
    Case(
        "a truth over time beside an estimate without lags",
        "edgemark diff s.csv t.txt",
        setup="Path('s.csv').write_text('source,mark,target,lag\\nA,-->,B,1\\n');"
        "em.write(Graph.parse('A --> B'), 't.txt')",
    ),
    Case(
        "a table of parameters in a file",
        "em.read(path)",
        setup="path = 'm.csv'; Path(path).write_text('lval,op,rval,Estimate\\nB,~,A,.5\\nB,~~,C,.1\\n')",
        words=("regressions",),
    ),
    Case(
        "a table of parameters in a frame",
        "as_graph(obj)",
        setup="import pandas; rows = [('B', '~', 'A', .5), ('B', '~~', 'C', .1)]; "
        "obj = pandas.DataFrame(rows, columns=['lval', 'op', 'rval', 'Estimate'])",
    ),
    Case(
        "a bootstrap of tigramite",
        "as_temporal(obj)",
        setup=f"{_LINKS}; obj = {{'summary_results': {{'most_frequent_links': links}}}}",
    ),
    Case(
        "the summary of a bootstrap of tigramite",
        "as_temporal(obj)",
        setup=f"{_LINKS}; obj = {{'most_frequent_links': links}}",
    ),
]
