"""Inputs of another form that get advice: records, frames, cells that are not numbers."""

from tests.remedies.harness import Case

_FRAME = "import pandas; frame = pandas.DataFrame({'source': ['A', 'B'], 'target': ['B', 'C']});"
_GRAPHS = "truths = {'a': Graph.parse('A --> B'), 'b': Graph.parse('A; B')};"
_CELLS = "array = np.array([[0, 1], [0, 0]], object); array[1, 0] = "

_SERIES = (
    "truth = TemporalGraph.parse('A --> B @1; lags 1'); path = 'scores.npz';"
    "em.io.write_temporal_scores(em.TemporalScores(np.array([[[0, 0.5], [0.2, 0]]]), ['A', 'B'], "
    "direction='row-to-column', first_lag=1), path)"
)

_PAIRS = "import pandas; frame = pandas.DataFrame({'target': ['B'], 'source': ['A']});"
_STEPS = "networkx.DiGraph([(('A', -1), ('B', 0), {'weight': 1})])"
_NAMES = "['A', 'B']"
_NODES = f"nodes = {_NAMES};"

CASES = [
    *(
        Case(f"names of nodes as {what}", "Graph(nodes)", setup=f"nodes = {code}")
        for what, code in {
            "positions by name": "{'B': 1, 'A': 0}",
            "names by position": "{1: 'B', 0: 'A'}",
            "a mapping of names": "{'A': 'x', 'B': 'y'}",
        }.items()
    ),
    *(
        Case(f"candidates as {name}", "Candidates(['A', 'B'], pairs)", setup=f"{_PAIRS} pairs = {code}")
        for name, code in {
            "records with an index": "frame.to_records()",
            "a list of records with an index": "list(frame.to_records())",
            "an index of unknown names": "pandas.MultiIndex.from_tuples([('A', 'B')], names=['x', 'y'])",
            "a series by pair": "frame.assign(w=.5).set_index(['target', 'source'])['w']",
            "booleans by pair": "frame.assign(w=True).set_index(['target', 'source'])['w']",
            "an array of names": "np.array([['A', 'B']])",
        }.items()
    ),
    *(
        Case(f"causes as {name}", f"Candidates.from_causes({_NAMES}, causes)", setup=_NODES + code)
        for name, code in {
            "booleans": "causes = np.array([True, False])",
            "booleans by node": "import pandas; causes = pandas.Series([True, False], nodes)",
            "a frame": "import pandas; causes = pandas.DataFrame({'TF': ['A']})",
        }.items()
    ),
    *(
        Case(f"nodes at time steps as {name}", call, setup=f"import networkx; obj = graph = {_STEPS}")
        for name, call in (
            ("a graph", "em.as_graph(obj)"),
            ("a time series graph", "em.as_temporal(obj)"),
            ("scores", "EdgeScores.from_networkx(graph)"),
        )
    ),
    *(
        Case(
            f"a graph of networkx as {name}",
            call,
            setup=f"import networkx; array = nodes = pairs = networkx.DiGraph([{edge}])",
        )
        for name, call, edge in (
            ("nodes", "Graph(nodes)", "('A', 'B')"),
            ("pairs", "Candidates(['A', 'B'], pairs)", "('A', 'B')"),
            ("a matrix", "EdgeScores(array)", "('A', 'B')"),
            ("scores", "EdgeScores(array)", "('A', 'B', {'weight': .5})"),
        )
    ),
    *(
        Case(f"candidates as {name}", "Candidates(nodes, pairs)", setup=f"{_NODES} pairs = {code}")
        for name, code in {
            "a matrix": "np.array([[0, 1], [0, 0]])",
            "a frame of pairs": "__import__('pandas').DataFrame({'from': ['A'], 'to': ['B']})",
            "a frame of polars": "__import__('polars').DataFrame({'from': ['A'], 'to': ['B']})",
            "a frame of other words": "__import__('pandas').DataFrame({'x': ['A'], 'y': ['B']})",
        }.items()
    ),
    *(
        Case(f"{what} as {name}", call, setup=f"import collections; edges = {code}")
        for what, call in (
            ("edges", "Graph.from_edges(edges)"),
            ("scored edges", "EdgeScores.from_edges(edges)"),
        )
        for name, code in {
            "scores by cause and effect": "{'A': {'B': .5}, 'B': {'C': .1}}",
            "counts of pairs": "collections.Counter([('A', 'B')]).most_common()",
            "items of a mapping": "{('A', 'B'): .5}.items()",
        }.items()
    ),
    *(
        Case(
            f"a graph as {argument}",
            f"Candidates(nodes, {argument}=pairs)",
            setup="nodes = ['A', 'B', 'C']; pairs = Graph.parse('A --- B; B --> C')",
        )
        for argument in ("pairs", "required")
    ),
    Case(
        "a mask in another order than the nodes",
        "Candidates.from_mask(mask, nodes)",
        setup="import pandas; nodes = ['B', 'A'];"
        "mask = pandas.DataFrame([[False, True], [False, False]], ['A', 'B'], ['A', 'B'])",
    ),
    Case("a mask of numbers", "Candidates.from_mask(mask)", setup="mask = np.array([[0, 1], [0, 0]])"),
    Case(
        "a sparse mask",
        "Candidates.from_mask(mask)",
        setup="import scipy.sparse; mask = scipy.sparse.csr_array(np.eye(2, k=1))",
    ),
    Case(
        "samples as a frame of graphs",
        "GraphSamples(graphs)",
        setup="import pandas; graphs = pandas.DataFrame({'g': [Graph.parse('A --> B')], 'w': [1]})",
    ),
    Case(
        "scores with the effect first in the labels",
        "EdgeScores.from_edges(edges)",
        setup=f"{_PAIRS} edges = frame.assign(w=.5).set_index(['target', 'source'])['w']",
    ),
    Case(
        "p-values of tigramite in a file of their own",
        "em.io.read_temporal_scores(path, direction='row-to-column', first_lag=0)",
        setup="path = 'p_matrix.npy'; np.save(path, np.ones((2, 2, 3)))",
    ),
    Case(
        "an array of tigramite in a file of its own",
        "em.io.read_temporal_scores(path, direction='row-to-column', first_lag=0)",
        setup="path = 'val_matrix.npy'; np.save(path, [[[0, 1], [1, 0]], [[1, 1], [1, 1]]])",
    ),
    Case(
        "a mapping from lagged edges",
        "TemporalGraph(['A', 'B'], edges, max_lag=1)",
        setup="edges = {('A', '-->', 'B', 1): 0.5}",
    ),
    Case(
        "rows of a frame with its index",
        "EdgeScores.from_edges(frame.itertuples())",
        setup="import pandas; frame = pandas.DataFrame({'source': ['A'], 'target': ['B'], 'w': [0.5]})",
    ),
    Case(
        "scores in dictionaries",
        "EdgeScores.from_edges(edges)",
        setup="edges = [('A', 'B', {'weight': 0.5})]",
    ),
    Case(
        "a mapping from scored edges",
        "EdgeScores.from_edges(edges)",
        setup="edges = {('A', 'B', 0.5): 'known'}",
    ),
    Case("scores of lagged edges as a graph", "em.read_temporal(path)", setup=_SERIES),
    *(
        Case(f"edges as {name}", "Graph.from_edges(edges)", setup=f"{_FRAME} edges = {code}")
        for name, code in {
            "a frame": "frame",
            "a frame with marks": "frame.assign(edge='-->')",
            "records": "frame.to_dict('records')",
            "records with marks": "frame.assign(edge='-->').to_dict('records')",
            "a list of NumPy records": "list(frame.to_records(index=False))",
            "a list of NumPy records with an index": "list(frame.to_records())",
            "a list of NumPy records with marks": "list(frame.assign(edge='-->').to_records())",
            "children by node": "{'A': ['B'], 'B': ['C']}",
            "weights by pair": "{('A', 'B'): 0.5, ('B', 'C'): 0.1}",
            "pairs": "[('A', 'B'), ('B', 'C')]",
            "an array of text": "np.array([['A', '-->', 'B'], ['B', '-->', 'C']])",
            "one text": "'A --> B --> C'",
            "texts": "['A --> B', 'B --> C']",
        }.items()
    ),
    Case(
        "edges as a graph of networkx",
        "Graph.from_edges(edges)",
        setup="import networkx; edges = networkx.DiGraph([('A', 'B')])",
    ),
    *(
        Case(f"scored edges as {name}", "EdgeScores.from_edges(edges)", setup=f"{_FRAME} edges = {code}")
        for name, code in {
            "records": "frame.assign(score=0.5).to_dict('records')",
            "NumPy records with an index": "frame.assign(score=0.5).to_records()",
            "a list of NumPy records with an index": "list(frame.assign(score=0.5).to_records())",
            "triples with text": "[('A', 'B', '0.5')]",
            "arrays of objects": "np.array([['A', 'B', 0.5]], object)",
        }.items()
    ),
    *(
        Case(
            f"a matrix of scores with {name}",
            "EdgeScores(array, direction='row-to-column')",
            setup=f"from fractions import Fraction; {_CELLS}{code}",
            words=("row 1, column 0",),
        )
        for name, code in {"None": "None", "a fraction": "Fraction(1, 3)", "text": "'0.5'"}.items()
    ),
    Case(
        "a frame of scores with None",
        "EdgeScores(frame, direction='row-to-column')",
        setup=f"import pandas; {_CELLS}None; frame = pandas.DataFrame(array, list('AB'), list('AB'))",
    ),
    Case(
        "scores that tie as floats",
        "EdgeScores(array, direction='row-to-column')",
        setup="array = np.array([[0, 2**53 + 1], [2**53, 0]])",
        words=("their ranks",),
    ),
    Case(
        "listed scores that tie as floats",
        "EdgeScores.from_edges(edges)",
        setup="edges = [('A', 'B', 2**53 + 1), ('B', 'A', 2**53)]",
        words=("Replace each number by its rank",),
    ),
    Case(
        "a polars frame with the effect first",
        "EdgeScores.from_edges(frame)",
        setup="import polars; "
        "frame = polars.DataFrame({'target': ['B'], 'source': ['A'], 'weight': [.3]})",
    ),
    Case(
        "labels of a series that occur twice",
        "em.evaluate_many(truth, estimates, 'shd')",
        setup=f"import pandas; {_GRAPHS} truth = truths['a']; "
        "estimates = pandas.Series([truth, truth], index=['pc', 'pc'])",
    ),
    Case(
        "an array of positions and scores",
        "EdgeScores.from_edges(edges, nodes=3)",
        setup="edges = np.array([[0, 1, .5], [1, 2, .25]])",
    ),
    Case(
        "an array of text with scores",
        "EdgeScores.from_edges(edges)",
        setup="edges = np.array([['A', 'B', '.5'], ['B', 'C', '.25']])",
    ),
    Case(
        "positions that are floats",
        "EdgeScores.from_edges([(0.0, 1.0, .5)], nodes=2)",
        words=("Convert positions to integers",),
    ),
    Case(
        "the mass of a graph given as text",
        "samples.mass(graph)",
        setup="graph = 'A --> B'; samples = GraphSamples([Graph.parse(graph)])",
    ),
    Case(
        "the mass of a graph of networkx",
        "samples.mass(graph)",
        setup="import networkx; graph = networkx.DiGraph([('A', 'B')]);"
        "samples = GraphSamples([Graph.parse('A --> B')])",
    ),
    Case(
        "samples that are time series graphs",
        "GraphSamples(graphs)",
        setup="graphs = [TemporalGraph.parse('A --> B @1; lags 1')]",
    ),
    Case(
        "a mapping to graphs of networkx as samples",
        "GraphSamples(graphs)",
        setup="import networkx; graphs = {'a': networkx.DiGraph([('A', 'B')])}",
    ),
    Case(
        "a list of edges read as scores",
        "em.read_scores(path)",
        setup="path = 'e.csv'; Path(path).write_text('source,target\\nA,B\\n')",
        words=("Add a column of scores",),
    ),
    Case(
        "test statistics of tigramite read as a graph",
        "em.read(path)",
        setup="truth = TemporalGraph.parse('A --> B @1; lags 1'); path = 'v.npz';"
        "np.savez(path, val_matrix=[[[0, .9], [0, .6]], [[0, .1], [0, .2]]], nodes=['A', 'B'])",
    ),
    Case(
        "coefficients of a vector autoregression with the first lag 0",
        "TemporalGraph.from_matrices(array, direction='column-to-row', first_lag=0, threshold=.1)",
        setup="array = np.array([[[.5, 0], [.4, 0]]])",
        words=("VAR",),
    ),
    Case(
        "coefficients with the lags last",
        "TemporalGraph.from_matrices(array, direction='row-to-column', first_lag=0, threshold=.1)",
        setup="array = np.zeros((2, 2, 2)); array[0, 1, 1] = .5",
        words=("tigramite",),
    ),
    Case(
        "a name that states a separator in a matrix",
        "em.write(Graph(['sep=;']), 'g.json', format='adjacency')",
    ),
]  # fmt: skip
