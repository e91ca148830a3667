"""Cases of the advice about files and objects whose first reading fails."""

from tests.remedies.harness import Case

_TRUTH = "truth = Graph.parse('A --> B --> C; A --> D'); em.write(truth, 't.txt');"
_PVALUES = "Path('p.csv').write_text('source,target,p_value\\nA,B,.01\\nB,C,.2\\nA,D,.1\\n');"

_NETWORKX = "import networkx; truth = Graph.parse('A --> B --> C'); estimate = networkx.DiGraph("

CASES = [
    *(
        Case(
            f"an attribute {name} of edges",
            "as_graph(graph)",
            setup="import networkx; graph = networkx.DiGraph(); "
            f"graph.add_edge('A', 'B', {name}=.5); graph.add_edge('B', 'C', {name}=.1)",
        )
        for name in ("p_value", "strength")
    ),
    Case(
        "a field of more characters than CSV takes",
        "read('g.csv', 'edges')",
        setup="Path('g.csv').write_text('source,target\\nA,' + 'B' * 131073 + '\\n')",
    ),
    *(
        Case(f"a graph of networkx, {what}", "shd(truth, estimate)", setup=_NETWORKX + rest)
        for what, rest in (
            ("with other names", "[('X0', 'X1'), ('X1', 'X2')])"),
            ("with one other name", "[('A', 'B'), ('B', 'X')])"),
            ("that lacks a node", "[('A', 'B')])"),
            ("with a node more", "[('A', 'B'), ('B', 'C'), ('C', 'D')])"),
            ("beside a truth without names", "[(0, 1)]); truth = Graph(2, [(0, '-->', 1)])"),
        )
    ),
    Case(
        "a truth of networkx that lacks a node",
        "shd(truth, estimate)",
        setup="import networkx; truth = networkx.DiGraph([('A', 'B')]); "
        "estimate = Graph.parse('A --> C --> B')",
    ),
    Case(
        "a graph of networkx over time that lacks a node",
        "temporal_shd(truth, estimate)",
        setup="import networkx; truth = em.TemporalGraph.parse('A --> B @1; C --> B @1; lags 1'); "
        "estimate = networkx.MultiDiGraph(); estimate.add_edge('A', 'B', lag=1)",
    ),
    Case(
        "a p-value of unlisted pairs that is none",
        "EdgeScores.from_pvalues([('A', 'B', .01)], unlisted=-1)",
    ),
    Case(
        "a p-value of unlisted pairs that is none, in the shell",
        "edgemark score t.txt p.csv --pvalues --unlisted=-1",
        setup=_TRUTH + _PVALUES,
    ),
    Case(
        "a negative score of unlisted pairs, in the shell",
        "edgemark score t.txt p.csv --scores --unlisted=-1",
        setup=_TRUTH + _PVALUES,
    ),
    Case(
        "names beside frames with labels",
        "em.evaluate_many(truth, [frame], 'shd', direction='row-to-column', nodes=['B', 'A'])",
        setup="import pandas; truth = Graph.parse('A --> B');"
        "frame = pandas.DataFrame([[0, 1], [0, 0]], list('AB'), list('AB'))",
    ),
    Case(
        "names in composed and decomposed letters",
        "em.shd(truth, estimate)",
        setup="truth, estimate = Graph(['caf\\u00e9', 'B'], []), Graph(['cafe\\u0301', 'B'], [])",
    ),
    Case(
        "a matrix of flopsearch, with 2 for an undirected edge",
        "em.as_graph(obj)",
        setup="obj = np.array([[0, 1, 0], [0, 0, 2], [0, 2, 0.]])",
        words=("as in flopsearch",),
    ),
    Case(
        "texts instead of graphs",
        "em.GraphSamples(graphs)",
        setup="graphs = ['A --> B', 'B --> A']",
    ),
    *(
        Case(
            f"an array of tigramite as {form}",
            "em.as_temporal(obj)",
            setup=f"array = np.full((2, 2, 2), '', dtype='<U3'); array[0, 1, 1] = '-->'; obj = {code}",
            words=("the array of strings of tigramite",),
        )
        for form, code in (
            ("lists", "array.tolist()"),
            ("bytes", "array.astype('S3')"),
            ("a result of JSON", "{'graph': array.tolist()}"),
        )
    ),
    Case(
        "a frame of scored edges instead of a graph",
        "em.as_graph(frame)",
        setup="import pandas; rows = [('A', 'B', .5), ('B', 'C', .1)]; "
        "frame = pandas.DataFrame(rows, columns=['source', 'target', 'score'])",
        words=("no matrix of scores either",),
    ),
    Case("a network of edgemark instead of its graph", "em.as_graph(obj)", setup="obj = em.data.asia()"),
    Case(
        "a tolerance of lags as an option of F1",
        "em.evaluate(truth, estimate, 'f1:tolerance=3')",
        setup="truth = estimate = em.TemporalGraph.parse('A --> B @1; lags 1')",
    ),
    Case(
        "bounds of the temporal SID for an undirected truth",
        "em.metrics.temporal_sid_bounds(truth, estimate)",
        setup="truth = estimate = em.TemporalGraph.parse('A --- B; A --> B @1; lags 1')",
    ),
    Case(
        "a log score of edge scores without a limit",
        "em.metrics.edge_log_score(truth, estimate)",
        setup="truth = Graph.parse('A --> B'); "
        "estimate = EdgeScores([[0, 0.5], [0, 0]], ['A', 'B'], direction='row-to-column')",
    ),
]
