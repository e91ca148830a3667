"""Advice about untrusted files, samples and forecasts."""

from tests.remedies.harness import Case

_TINY = "os.environ['EDGEMARK_MAX_MEMORY'] = '100kB'"
_GRAPH = "em.write(Graph(['A', 'B'], [('A', '-->', 'B')]), 't.json')"
_LONG = "Path('long.json').write_text(Path('t.json').read_text() + ' ' * 200_000)"

_CYCLE = (
    "em.write(Graph(['a', 'b']), 't.json');"
    "Path('s.csv').write_text('index,score,added,removed\\n-2,0,[a->b],[]\\n-1,0,[],[a->b]\\n"
    "0,1,[a->b],[]\\n5,1,[b->a],[]\\n')"
)
_TRUTH_AND_SCORES = (
    "truth = Graph.parse('A --> B'); scores = EdgeScores.from_edges([('A', 'B', 2.5), ('B', 'A', .5)])"
)

CASES = [
    Case(
        "a file larger than the limit",
        "em.read('long.json')",
        f"{_GRAPH}; {_LONG}; {_TINY}",
        ("at most",),
    ),
    Case(
        "a file larger than the limit, in the shell",
        "edgemark check long.json",
        f"{_GRAPH}; {_LONG}; {_TINY}",
        ("at most",),
    ),
    Case(
        "a result larger than the limit",
        "scores.to_array()",
        "scores = EdgeScores.from_edges([(0, 1, .5)], nodes=200);" + _TINY,
        ("allowed by EDGEMARK_MAX_MEMORY",),
    ),
    Case(
        "a result larger than the limit, in the shell",
        "edgemark convert g.json g.npy --to npy",
        "em.write(Graph(3000), 'g.json'); os.environ['EDGEMARK_MAX_MEMORY'] = '10MB'",
        ("allowed by EDGEMARK_MAX_MEMORY",),
    ),
    Case(
        "a burn-in of matrices with weights",
        "em.read_samples('s.npz', burn_in=1, direction='row-to-column')",
        "np.savez('s.npz', adjacency=np.zeros((2, 2, 2), np.int8), weights=np.ones(2))",
    ),
    Case(
        "a burn-in of matrices that stand for more draws",
        "em.read_samples('s.npz', burn_in=1, direction='row-to-column')",
        "np.savez('s.npz', adjacency=np.zeros((2, 2, 2), np.int8), draws=20)",
    ),
    Case(
        "a burn-in of matrices with weights, in the shell",
        "edgemark score t.txt s.npz --burn-in 1 --direction row-to-column -m expected_shd",
        "Path('t.txt').write_text('#0 --> #1'); "
        "np.savez('s.npz', adjacency=np.zeros((2, 2, 2), np.int8), weights=np.ones(2))",
        ("a burn-in needs one matrix",),
    ),
    Case(
        "a burn-in of matrices that stand for more draws, in the shell",
        "edgemark score t.txt s.npz --burn-in 1 --direction row-to-column -m expected_shd",
        "Path('t.txt').write_text('#0 --> #1'); "
        "np.savez('s.npz', adjacency=np.zeros((2, 2, 2), np.int8), draws=20)",
        ("a burn-in needs one matrix",),
    ),
    Case(
        "a length of matrices",
        "em.read_samples('s.npz', length=1, direction='row-to-column')",
        "np.savez('s.npz', adjacency=np.zeros((2, 2, 2), np.int8))",
    ),
    Case(
        "a kind that moves of undirected graphs cannot have",
        "em.read_samples('s.csv', kind='dag')",
        "Path('s.csv').write_text('index,score,added,removed\\n-2,0,[a-b],[]\\n-1,0,[],[a-b]\\n0,1,[a-b],[]\\n')",
    ),
    Case(
        "a kind that moves of undirected graphs cannot have, in the shell",
        "edgemark score t.json s.csv --kind dag",
        "em.write(Graph(['a', 'b']), 't.json');"
        "Path('s.csv').write_text('index,score,added,removed\\n-2,0,[a-b],[]\\n-1,0,[],[a-b]\\n0,1,[a-b],[]\\n')",
    ),
    *(
        Case(
            f"a forecast: {name}",
            fails,
            "observed = np.array([1., 2.]); mean = np.array([1., 3.]); sigma = np.array([1., 2.]);"
            f"from edgemark import forecast; {setup}",
        )
        for name, fails, setup in (
            ("an observation that is missing", "forecast.mae(observed, mean)", "observed[0] = np.nan"),
            (
                "a value that is missing",
                "forecast.mae(observed, predicted)",
                "predicted = mean * [np.nan, 1]",
            ),
            (
                "a mean that is missing",
                "forecast.crps(observed, forecast.Gaussian(mean, sigma))",
                "mean[0] = np.nan",
            ),
            (
                "a sigma of 0",
                "forecast.gaussian_nll(observed, forecast.Gaussian(mean, sigma))",
                "sigma[0] = 0",
            ),
            (
                "a member that is missing",
                "forecast.crps(observed, forecast.Ensemble(members))",
                "members = np.array([[1., np.nan], [1., 2.]])",
            ),
            (
                "a quantile that is missing",
                "forecast.pinball(observed, forecast.Quantiles(values, levels=levels))",
                "levels = [.1, .9]; values = np.array([[1., np.nan], [1., 2.]])",
            ),
            (
                "quantiles that cross",
                "forecast.pinball(observed, forecast.Quantiles(values, levels=levels))",
                "levels = [.1, .9]; values = np.array([[1., 0.], [1., 2.]])",
            ),
            ("a likelihood of single values", "forecast.gaussian_nll(observed, mean)", "pass"),
            (
                "a CRPS of quantiles",
                "forecast.crps(observed, quantiles)",
                "quantiles = forecast.Quantiles(np.array([[0., 1.], [1., 2.]]), levels=[.1, .9])",
            ),
            (
                "a pinball loss without levels",
                "forecast.pinball(observed, forecast.Gaussian(mean, sigma))",
                "pass",
            ),
        )
    ),
    Case("a path of bytes", "read(path)", "path = b'g.json'", ("fsdecode",)),
    Case(
        "an open file",
        "read(path)",
        "Path('g.txt').write_text('A --> B'); path = Path('g.txt').open(); path.close()",
        ("path.name",),
    ),
    Case("text in memory", "read(path)", "import io; path = io.StringIO('A --> B')", ("on disk",)),
    Case("a matrix instead of a file", "read(path)", "path = np.zeros((2, 2))", ("as_graph",)),
    Case(
        "names beside those of undirected samples",
        "read_samples(path, direction='row-to-column', symmetric='undirected', nodes=nodes)",
        "np.savez('s.npz', adjacency=np.ones((2, 2, 2)) - np.eye(2), nodes=np.array(['A', 'B']));"
        "path, nodes = 's.npz', ['B', 'A']",
    ),
    Case(
        "names beside those of the file",
        "read_samples(path, direction=direction, nodes=nodes)",
        "np.savez('s.npz', adjacency=np.zeros((2, 2, 2), np.int8), nodes=np.array(['A', 'B']));"
        "path, direction, nodes = 's.npz', 'row-to-column', ['B', 'A']",
    ),
    Case(
        "samples with <->",
        "write_samples(samples, 's.npz')",
        "samples = GraphSamples([Graph.parse('A <-> B'), Graph.parse('A --- B')])",
    ),
    Case(
        "samples with --- and cycles",
        "write_samples(samples, 's.npz')",
        "samples = GraphSamples([Graph.parse('A --> B --> A'), Graph.parse('A --- B')])",
    ),
    Case("a chain with cycles", "read_samples('s.csv')", _CYCLE),
    Case("a chain with cycles, in the shell", "edgemark score t.json s.csv -m expected_shd", _CYCLE),
    Case(
        "a chain that names no nodes",
        "read_samples('s.csv')",
        "Path('s.csv').write_text('index,score,added,removed\\n0,1,[a->b],[]\\n1,1,[b->c],[]\\n')",
    ),
    Case("names in a NumPy file", "write(graph, 'g.npy')", "graph = Graph.parse('A --> B')"),
    Case(
        "names in a NumPy file, in the shell",
        "edgemark convert t.json t.npy",
        "em.write(Graph.parse('A --> B'), 't.json')",
    ),
    Case(
        "a CauseMe result without p-values",
        "result.graph(0.05, max_lag=1)",
        "Path('r.json').write_text('{\"scores\": [[1]]}'); result = read_causeme('r.json')[0]",
    ),
    Case(
        "one CauseMe result in place of a list",
        "write_causeme(results, path)",
        "path = 'r.json'; results = TemporalGraph.parse('A --> B @1; lags 1')",
    ),
    Case(
        "CauseMe results of different variables",
        "write_causeme(results, path)",
        "path = 'r.json'; results = "
        "[TemporalGraph.parse(f'{e} @1; lags 1') for e in ('A --> B', 'A --> C')]",
    ),
    Case(
        "a consensus below a half",
        "samples.consensus(threshold)",
        "threshold = .3; samples = GraphSamples([Graph.parse('A --> B')])",
    ),
    Case(
        "weights that are logarithms",
        "GraphSamples(graphs, weights=weights)",
        "graphs = [Graph.parse('A --> B')] * 2; weights = np.array([-700., -701.])",
    ),
    Case(
        "scores of adjacencies taken for directions",
        "edge_brier(truth, scores)",
        "truth = Graph.parse('A --> B'); scores = GraphSamples([truth]).edge_scores('skeleton')",
    ),
    Case("scores that are no probabilities", "edge_brier(truth, scores)", _TRUTH_AND_SCORES),
    Case(
        "scores that are no probabilities, in the shell",
        "edgemark score t.json s.csv -m edge_brier",
        "em.write(Graph.parse('A --> B'), 't.json');"
        "Path('s.csv').write_text('source,target,score\\nA,B,2.5\\nB,A,.5\\n')",
    ),
    Case(
        "samples of objects",
        "GraphSamples(graphs)",
        "import networkx; graphs = [networkx.DiGraph([('A', 'B')])]",
    ),
    Case(
        "samples with bidirected edges",
        "roc_auc(truth, samples)",
        "truth = Graph.parse('A --> B'); samples = GraphSamples([Graph.parse('A <-> B')])",
    ),
    Case(
        "a truth that is not directed",
        "edge_brier(truth, samples)",
        "truth = Graph.parse('A --- B'); samples = GraphSamples([Graph.parse('A --> B')])",
    ),
    Case(
        "samples for a truth that is not directed, in the shell",
        "edgemark score t.json s.npz -m edge_brier --direction row-to-column",
        "em.write(Graph.parse('A --- B'), 't.json');"
        "write_samples(GraphSamples([Graph.parse('A --> B')]), 's.npz')",
    ),
    Case(
        "probabilities of no known number of draws",
        "edge_log_score(truth, scores)",
        "truth = Graph.parse('A --> B'); "
        "scores = EdgeScores.from_edges([('A', 'B', 1.), ('B', 'A', 0.)])",
    ),
    Case(
        "probabilities of no known number of draws, in the shell",
        "edgemark score t.json s.csv -m edge_log_score",
        "em.write(Graph.parse('A --> B'), 't.json');"
        "Path('s.csv').write_text('source,target,score\\nA,B,.9\\nB,A,.1\\n')",
    ),
    Case(
        "coverage of CPDAGs",
        "class_coverage(truth, samples)",
        "truth = Graph.parse('A --> B'); samples = GraphSamples([Graph.parse('A --- B')])",
    ),
    Case(
        "coverage of CPDAGs, in the shell",
        "edgemark score t.json s.npz -m class_coverage --direction row-to-column --symmetric undirected",
        "em.write(Graph.parse('A --> B'), 't.json');"
        "write_samples(GraphSamples([Graph.parse('A --- B')]), 's.npz')",
    ),
    Case(
        "samples with bidirected edges, in the shell",
        "edgemark score t.json s.npz -m roc_auc --direction row-to-column --symmetric bidirected",
        "em.write(Graph(['A', 'B'], [('A', '-->', 'B')]), 't.json');"
        "ones = np.ones((2, 2, 2), int) - np.eye(2, dtype=int);"
        "np.savez('s.npz', adjacency=ones, nodes=np.array(['A', 'B']))",
    ),
    *(
        Case(
            f"a drawing of {package}",
            "as_graph(obj)",
            f"import networkx, {package}; obj = {code}",
            words=("graph.dot",),
        )
        for package, code in (
            ("graphviz", "graphviz.Digraph(body=['A -> B'])"),
            ("pydot", "networkx.nx_pydot.to_pydot(networkx.DiGraph([('A', 'B')]))"),
        )
    ),
    Case(
        "strengths of bnlearn that are p-values",
        "em.read_scores(path)",
        "path = 'strength.csv'; Path(path).write_text('from,to,strength\\nA,B,1e-12\\n')",
    ),
    Case(
        "strengths of bnlearn that are p-values, in the shell",
        "edgemark score t.txt strength.csv",
        "em.write(Graph.parse('A --> B; C'), 't.txt');"
        "Path('strength.csv').write_text('from,to,strength\\nA,B,1e-12\\nC,B,0.01\\n')",
    ),
]
