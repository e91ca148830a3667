"""Advice about scores, candidates and p-values."""

from tests.remedies.harness import Case

_TRUTH = "truth = Graph.parse('A --> B --> C'); em.write(truth, 't.txt');"
_SERIES = "truth = em.TemporalGraph(['A', 'B'], [('A', '-->', 'B', 1)], max_lag=1);"
_NEGATIVE = "edges = [('A', 'B', -0.5), ('B', 'C', -1.5)];"
_PVALUES = "path = 'p.csv'; Path(path).write_text('source,target,p_value\\nA,B,.01\\nB,C,.2\\n');"
_MATRIX = "path = 'm.csv'; Path(path).write_text('A,B,C\\n0,.5,.1\\n0,0,.25\\n.5,0,0\\n');"
_LIST = "path = 'l.csv'; Path(path).write_text('source,target,score\\nA,B,-.5\\nB,C,-1.5\\n');"
_WEIGHTED = "import networkx; graph = networkx.DiGraph(); graph.add_edge('A', 'B', weight=0.5);"

_LOGS = (
    "import networkx; graph = networkx.DiGraph(); graph.add_edge('A', 'B', logp=3.5);"
    "path = 'logs.csv'; Path(path).write_text('from,to,logp\\nA,B,3.5\\n')"
)

CASES = [
    *(
        Case(name, fails, setup=_LOGS, words=("logarithms of p-values",))
        for name, fails in (
            ("a file of logarithms of p-values", "em.read_scores('logs.csv')"),
            (
                "weights that are logarithms of p-values",
                "EdgeScores.from_networkx(graph, weight='logp')",
            ),
        )
    ),
    Case("a graph with logarithms of p-values", "as_graph(graph)", setup=_LOGS),
    Case(
        "a file of logarithms of p-values, in the shell",
        "edgemark score t.txt logs.csv",
        "Path('t.txt').write_text('A --> B');" + _LOGS,
        ("logarithms of p-values",),
    ),
    Case(
        "a matrix of counts, in the shell",
        "edgemark score t.txt c.csv --direction row-to-column",
        "Path('t.txt').write_text('A --> B'); Path('c.csv').write_text('A,B\\n0,3\\n7,0\\n')",
        ("a cell must be 0 or 1",),
    ),
    Case(
        "one scores where several are compared",
        "evaluate_many(truth, estimates, 'roc_auc')",
        setup=_TRUTH + "estimates = EdgeScores.from_edges([('A', 'B', 1), ('C', 'A', 2)])",
    ),
    Case(
        "one samples where several are compared",
        "evaluate_many(truth, estimates, 'shd:skeleton')",
        setup=_TRUTH + "estimates = GraphSamples([truth])",
    ),
    Case(
        "negative scores of a list",
        "EdgeScores.from_edges(edges, unlisted=float('nan'))",
        setup=_NEGATIVE,
    ),
    Case(
        "negative scores in a file",
        "edgemark score t.txt l.csv --unlisted nan",
        setup=_TRUTH + _LIST,
        words=("negative",),
    ),
    Case("kept scores of a list", "EdgeScores.from_edges(edges, sign='keep')", setup=_NEGATIVE),
    Case("kept scores of a list in a file", "edgemark score t.txt l.csv --sign keep", _TRUTH + _LIST),
    Case(
        "a negative score of what is not listed",
        "EdgeScores.from_edges([('A', 'B', 0.5)], unlisted=-1)",
    ),
    Case(
        "a score of what a dense matrix leaves out",
        "EdgeScores([[0, 1], [2, 0]], direction='row-to-column', unlisted=0)",
    ),
    Case(
        "lagged scores that would tie",
        "em.TemporalScores(array, first_lag=1, direction='row-to-column')",
        setup="array = [[[0, 2**53], [2**53 + 1, 0]]]",
    ),
    Case(
        "a series of numbers by pair as a matrix",
        "EdgeScores(array, direction='row-to-column')",
        setup="import pandas; array = pandas.DataFrame([[0, .5], [.25, 0]], [*'AB'], [*'AB']).stack()",
    ),
    Case(
        "a series of rows as a matrix",
        "EdgeScores(array, direction='row-to-column')",
        setup="import pandas; array = pandas.Series([[0, .5], [.25, 0]])",
    ),
    Case(
        "a frame of scores whose index is called p_value",
        "EdgeScores(array, direction='column-to-row')",
        setup="import pandas; array = pandas.DataFrame([[0, .5], [.25, 0]], [*'AB'], [*'AB'])"
        ".rename_axis('p_value')",
        words=("of an axis suggests",),
    ),
    *(
        Case(
            f"{what} of a networkx graph",
            "EdgeScores.from_networkx(graph, weight='cost')",
            setup=f"import networkx; graph = networkx.{edges}",
            words=("minus each number",),
        )
        for what, edges in (
            ("costs", "DiGraph([('A', 'B', {'cost': .5}), ('B', 'C', {'cost': .1})])"),
            ("undirected costs", "Graph([(0, 1, {'cost': .5})])"),
        )
    ),
    *(
        Case(
            f"scores of a networkx graph that are {what}",
            "EdgeScores.from_networkx(graph, weight='w')",
            setup=f"import networkx; graph = networkx.{edges}",
            words=(words,),
        )
        for what, edges, words in (
            (
                "texts",
                "DiGraph([('A', 'B', {'w': '.5'})])",
                "graph.edges(data='w')",
            ),
            ("texts, undirected", "Graph([(0, 1, {'w': '.5'})])", "graph.to_directed().edges(data='w')"),
            ("booleans", "MultiDiGraph([('A', 'B', {'w': True})])", "graph.edges(data='w')"),
            ("words", "DiGraph([('A', 'B', {'w': 'high'})])", "Give each edge one number"),
            ("lists", "DiGraph([('A', 'B', {'w': [.5]})])", "Give each edge one number"),
        )
    ),
    Case(
        "records with unsigned costs",
        "EdgeScores.from_edges(edges)",
        setup="edges = np.rec.array([('A', 'B', 5)], [('from', 'U1'), ('to', 'U1'), ('cost', 'u1')])",
        words=("minus each number",),
    ),
    Case(
        "named tuples with a cost",
        "EdgeScores.from_edges(edges)",
        setup="import pandas; edges = list(pandas.DataFrame({'target': ['B'], 'cost': [.5], 'source': "
        "['A']}).itertuples(index=False))",
        words=("minus each number",),
    ),
    Case("a matrix of scores without a direction", "EdgeScores([[0, 1], [2, 0]])"),
    Case(
        "a matrix of scores in a file without a direction",
        "edgemark score t.txt m.csv",
        setup=_TRUTH + _MATRIX,
    ),
    Case(
        "a candidate without a score",
        "EdgeScores([[0, np.nan], [2, 0]], ['A', 'B'], direction='row-to-column',"
        " candidates=em.Candidates(['A', 'B']))",
    ),
    Case(
        "candidates over fewer nodes than the truth",
        "evaluate(truth, truth, 'f1:directed', candidates=candidates)",
        setup="truth, candidates = Graph.parse('A --> B --> C'), em.Candidates(['A', 'B'])",
    ),
    Case(
        "candidates over hidden nodes",
        "evaluate(truth, Graph.parse('A <-> B'), 'f1:skeleton', hidden=['L'], candidates=candidates)",
        setup="truth = Graph.parse('L --> A; L --> B'); candidates = em.Candidates(truth.nodes)",
    ),
    Case(
        "candidates over fewer nodes than the scores",
        "EdgeScores([[0, 1], [2, 0]], nodes, direction='row-to-column', candidates=candidates)",
        setup="nodes, candidates = ['A', 'B'], em.Candidates(['A'])",
    ),
    Case(
        "candidates that are not scored",
        "evaluate(truth, scores, candidates=em.Candidates(truth.nodes))",
        setup=_TRUTH + "scores = EdgeScores.from_edges([('A', 'B', 1), ('C', 'A', 2)],"
        " nodes=['A', 'B', 'C'], unlisted=float('nan'))",
    ),
    Case(
        "more scores than a matrix holds",
        "EdgeScores.from_edges([(0, 1, -1.0)], nodes=20000, sign='keep', unlisted=-2)",
        setup="os.environ['EDGEMARK_MAX_MEMORY'] = '100MB'",
    ),
    Case(
        "a node added to kept scores",
        "scores.with_nodes(['A', 'B', 'C'])",
        setup="scores = EdgeScores.from_edges([('A', 'B', -1), ('B', 'A', 2)], sign='keep')",
    ),
    Case(
        "a tie at the last edge",
        "scores.top(1)",
        setup="scores = EdgeScores.from_edges([('A', 'B', 1), ('B', 'A', 1)])",
    ),
    Case("a weighted networkx graph", "as_graph(graph)", setup=_WEIGHTED),
    Case(
        "p-values in an attribute",
        "EdgeScores.from_networkx(graph, weight='pval')",
        setup="import networkx; graph = networkx.DiGraph(); graph.add_edge('A', 'B', pval=0.5)",
    ),
    Case(
        "p-values in a named tuple",
        "EdgeScores.from_edges(edges)",
        setup="from collections import namedtuple; edges = "
        "[namedtuple('edge', 'source target pvalue')('A', 'B', 0.01)]",
    ),
    Case(
        "edges of an undirected networkx graph",
        "EdgeScores.from_edges(graph.edges(data='corr'))",
        setup="import networkx; graph = networkx.Graph(); graph.add_edge('A', 'B', corr=0.5)",
    ),
    Case(
        "p-values in an attribute of an undirected graph",
        "EdgeScores.from_networkx(graph, weight='pval')",
        setup="import networkx; graph = networkx.Graph(); graph.add_edge('A', 'B', pval=0.5)",
    ),
    Case(
        "a sparse matrix of p-values",
        "EdgeScores.from_pvalues(matrix, direction='row-to-column')",
        setup="import scipy.sparse; matrix = scipy.sparse.csr_array([[0, 0], [0.5, 0]])",
    ),
    Case(
        "a sparse matrix of p-values in a file",
        "edgemark score t.txt p.npz --pvalues --direction row-to-column",
        setup=_TRUTH + "import scipy.sparse; scipy.sparse.save_npz('p.npz', "
        "scipy.sparse.csr_array([[0, 0, 0.1], [0.5, 0, 0], [0, 0, 0]]))",
    ),
    Case(
        "shares of boot.strength as p-values",
        "read_scores(path, pvalues=True)",
        setup="path = 'b.csv'; Path(path).write_text('from,to,strength,direction\\nA,B,.9,.75\\n');",
    ),
    Case("p-values in a file", "read_scores(path)", setup=_PVALUES),
    Case(
        "p-values in an archive",
        "read_scores(path, direction='row-to-column')",
        setup="path = 'p.npz'; np.savez(path, pvalues=np.array([[0, .1], [.9, 0]]))",
    ),
    Case(
        "p-values in an archive read as a graph",
        "em.read(path, direction='row-to-column')",
        setup="path = 'p.npz'; np.savez(path, pvalues=np.array([[0, .5], [0, 0]]))",
    ),
    Case(
        "p-values in an archive to score",
        "edgemark score t.txt p.npz --direction row-to-column",
        setup=_TRUTH + "np.savez('p.npz', pvalues=np.array([[0, .5], [0, 0]]), nodes=list('AB'))",
    ),
    Case("p-values in a file to score", "edgemark score t.txt p.csv", setup=_TRUTH + _PVALUES),
    Case(
        "a direction of a list of p-values",
        "EdgeScores.from_pvalues([('A', 'B', 0.5)], direction='row-to-column')",
    ),
    Case(
        "a direction of a list",
        "read_scores(path, direction='row-to-column', sign='ignore')",
        setup=_LIST,
    ),
    Case(
        "a sign of p-values",
        "read_scores(path, pvalues=True, sign='ignore')",
        setup=_PVALUES,
    ),
    Case(
        "names beside names",
        "read_scores(path, direction='row-to-column', nodes=['X', 'Y', 'Z'])",
        setup=_MATRIX,
    ),
    Case(
        "a sign of whole numbers",
        "edgemark score t.txt s.csv --sign ignore --direction row-to-column",
        setup=_TRUTH + "Path('s.csv').write_text('A,B,C\\n0,1,0\\n0,0,1\\n0,0,0\\n')",
    ),
    Case(
        "several estimates",
        "evaluate(truth, estimate)",
        setup=_TRUTH + "estimate = [truth, truth]",
    ),
    Case(
        "arrays over time",
        "evaluate(truth, estimate)",
        setup="truth = np.full((2, 2, 2), '', '<U3'); truth[0, 1, 1] = '-->';"
        " estimate = {'graph': truth, 'val_matrix': np.zeros((2, 2, 2))}",
    ),
    Case(
        "no number of places",
        "em.metrics.precision_at_k(truth, truth, k=0)",
        setup=_TRUTH,
    ),
    Case(
        "a sweep of too many graphs",
        "em.evaluation.threshold_sweep(truth, scores, 'shd:both to CPDAG')",
        setup="rng = np.random.default_rng(0); array = rng.random((130, 130));"
        " np.fill_diagonal(array, 0); truth = Graph(130);"
        " scores = EdgeScores(array, direction='row-to-column')",
    ),
    Case(
        "scores of another relation",
        "em.roc_auc(truth, shares)",
        setup=_TRUTH + "shares = em.GraphSamples([truth, truth]).edge_scores('skeleton')",
    ),
    Case(
        "scores of paths",
        "em.roc_auc(truth, scores, of='ancestral')",
        setup=_TRUTH + "scores = EdgeScores.from_edges([('A', 'B', 1), ('B', 'C', 1)])",
    ),
    Case(
        "a ranking of circles",
        "em.roc_auc(truth, Graph.parse('A o-> B o-o C'))",
        setup=_TRUTH,
    ),
    Case("two numbers in a row", "evaluate(truth, truth, metrics='sid_bounds')", setup=_TRUTH),
    Case(
        "a table of several conventions",
        "table['shd']",
        setup=_TRUTH + "table = em.evaluate_many(truth, [truth], 'shd')",
    ),
    Case(
        "a direction of graphs",
        "evaluate_many(truth, [truth], direction='row-to-column')",
        setup=_TRUTH,
    ),
    Case(
        "a sweep of several conventions",
        "sweep['f1']",
        setup=_TRUTH + "sweep = em.evaluation.threshold_sweep(truth, EdgeScores.of(truth))",
    ),
    Case(
        "the best threshold by several conventions",
        "sweep.best('f1')",
        setup=_TRUTH + "sweep = em.evaluation.threshold_sweep(truth, EdgeScores.of(truth))",
        words=("sweep.best(('f1', 'directed'))",),
    ),
    Case(
        "a sweep of a ranking",
        "em.evaluation.threshold_sweep(truth, scores, 'roc_auc')",
        setup=_TRUTH + "scores = EdgeScores.of(truth)",
    ),
    Case(
        "several numbers of which one is needed",
        "symmetrized('confusion', a, b)",
        setup="a, b = Graph.parse('A --> B'), Graph.parse('B --> A')",
    ),
    Case(
        "variables without names",
        "evaluate(truth, estimate)",
        setup=_SERIES + "estimate = np.full((2, 2, 2), '', '<U3'); estimate[0, 1, 1] = '-->'",
    ),
    Case(
        "another maximum lag",
        "evaluate(truth, estimate)",
        setup=_SERIES + "estimate = truth.with_max_lag(3)",
    ),
    Case(
        "another maximum lag in a file",
        "edgemark score a.json b.json",
        setup=_SERIES + "em.io.write_temporal(truth, 'a.json');"
        " em.io.write_temporal(truth.with_max_lag(3), 'b.json')",
    ),
    Case(
        "a variable for time",
        "evaluate(truth, estimate)",
        setup=_SERIES
        + "estimate = em.TemporalGraph(['A', 'B', 'T'], [('A', '-->', 'B', 1)], max_lag=1)",
    ),
    *(
        Case(
            f"{metric} of a true MPDAG",
            call,
            "truth = Graph.parse('A --> B; C', kind='mpdag'); "
            "estimate = GraphSamples([Graph.parse('A --> B; C')])",
            words=(advised,),
        )
        for metric, call, advised in (
            ("the weight of the class", "posterior_mass(truth, estimate, of='class')", "expected_shd"),
            ("the credible level", "credible_level(truth, estimate, of='class')", "expected_shd"),
            ("the coverage of the class", "class_coverage(truth, estimate)", "expected_shd"),
            ("the mean SHD of CPDAGs", "expected_shd(truth, estimate, of='cpdag')", "expected_shd"),
            ("calibration", "edge_calibration_error(truth, estimate, against='class')", "edge_brier"),
        )
    ),
    *(
        Case(
            f"{metric} of a true MPDAG, in the shell",
            f"edgemark score t.json s.npz -m {metric}",
            "em.write(Graph.parse('A --> B; C', kind='mpdag'), 't.json');"
            "write_samples(GraphSamples([Graph.parse('A --> B; C')]), 's.npz')",
        )
        for metric in ("posterior_mass:class", "'edge_calibration_error:directed, of the class'")
    ),
    Case(
        "the mean SHD of DAGs from the PAG of the truth",
        "expected_shd(truth, estimate, of='truth-pag')",
        "truth = Graph.parse('A --> B; C'); estimate = GraphSamples([Graph.parse('A --> B; C')])",
        words=('expected_shd(truth, estimate, of="pag")',),
    ),
    Case(
        "the mean SHD of DAGs from the PAG of the truth, in the shell",
        "edgemark score t.json s.npz -m expected_shd:of=truth-pag",
        "em.write(Graph.parse('A --> B; C'), 't.json');"
        "write_samples(GraphSamples([Graph.parse('A --> B; C')]), 's.npz')",
    ),
]
