"""Cases of the advice about mappings, labelled series and sets that belong to another argument."""

from tests.remedies.harness import Case

_GRAPHS = "import pandas; g, h = Graph.parse('A --> B'), Graph.parse('B --> A');"
_OTHER = "weights = pandas.Series([.1, .9], ['x', 'y']); graphs = [g, h]"

CASES = [
    Case(
        "pairs whose keys differ",
        "evaluate_pairs(truths, estimates)",
        setup=_GRAPHS + "truths = {'x': g, 'y': h}; estimates = {'x': g, 'z': h}",
    ),
    Case(
        "a series of estimates whose labels repeat",
        "evaluate_many(g, estimates)",
        setup=_GRAPHS + "estimates = pandas.Series([g, h], ['x', 'x'])",
    ),
    Case(
        "labelled weights of graphs without keys",
        "GraphSamples(graphs, weights=weights)",
        setup=_GRAPHS + _OTHER,
    ),
    Case(
        "weights by key of graphs without keys",
        "GraphSamples(graphs, weights=weights)",
        setup=_GRAPHS + "weights = {'x': 1, 'y': 2}; graphs = [g, h]",
    ),
    Case(
        "weights in a list beside graphs by key",
        "GraphSamples(graphs, weights=weights)",
        setup=_GRAPHS + "weights = [.1, .9]; graphs = {'x': g, 'y': h}",
    ),
    Case(
        "weights in a list beside a labelled series of graphs",
        "GraphSamples(graphs, weights=weights)",
        setup=_GRAPHS + "weights = [.1, .9]; graphs = pandas.Series([g, h], [1, 0])",
    ),
    Case(
        "labelled numbers of samples",
        "samples.mean(values)",
        setup=_GRAPHS + "samples = GraphSamples([g, h]); values = pandas.Series([1., 2.], ['x', 'y'])",
    ),
    Case(
        "keys of the estimates only",
        "evaluate_pairs(truths, estimates)",
        setup=_GRAPHS + "truths = [g, h]; estimates = {'x': g, 'y': h}",
    ),
    Case(
        "whole numbers as the labels of the truths only",
        "evaluate_pairs(truths, estimates)",
        setup=_GRAPHS + "estimates = [g, h]; truths = pandas.Series([h, g], [1, 0])",
        words=("If the estimates are in the order of the sorted keys",),
    ),
    Case(
        "weights by position in another order",
        "GraphSamples(graphs, weights=weights)",
        setup=_GRAPHS + "weights = {1: 1, 0: 2}; graphs = [g, h]",
    ),
    *(
        Case(
            f"several graphs as {what}",
            "GraphSamples.from_adjacency(array, direction='row-to-column')",
            setup="import pandas, scipy.sparse; m = np.array([[0, 1], [0, 0]]); array = " + given,
        )
        for what, given in (
            ("a mapping", "{'x': m, 'y': m}"),
            ("a series", "pandas.Series([m, m])"),
            ("sparse matrices", "[scipy.sparse.csr_array(m), m]"),
            ("an array of objects", "np.array([m, None], dtype=object)[:1]"),
        )
    ),
    *(
        Case(
            f"matrices of lags as {what}",
            "TemporalGraph.from_matrices(array, first_lag=1, direction='row-to-column')",
            setup="import scipy.sparse; m = np.array([[0, 1], [0, 0]]); array = " + given,
        )
        for what, given in (
            ("a mapping", "{2: m, 1: m}"),
            ("a sparse matrix", "scipy.sparse.csr_array(m)"),
        )
    ),
    Case(
        "arrays beside a truth with names",
        "evaluate_many(truth, [m], 'shd', direction='row-to-column')",
        setup="truth = Graph.parse('A --> B'); m = np.array([[0, 1], [0, 0]])",
    ),
    Case(
        "a frame beside a truth without names",
        "evaluate_many(truth, [m], 'shd', direction='row-to-column')",
        setup="import pandas; truth = Graph(2, [(0, '-->', 1)]); "
        "m = pandas.DataFrame([[0, 1], [0, 0]], ['A', 'B'], ['A', 'B'])",
    ),
    *(
        Case(
            f"a set of {what} that determine the order of the nodes",
            f"{read}(edges)",
            setup=f"edges = {{{edge}}}",
        )
        for what, read, edge in (
            ("edges", "Graph.from_edges", "('A', '-->', 'B')"),
            ("scores", "EdgeScores.from_edges", "('A', 'B', .5)"),
        )
    ),
    Case(
        "names in a series whose labels are other positions",
        "Graph.from_edges([('A', '-->', 'B')], nodes=nodes)",
        setup="import pandas; nodes = pandas.Series(['A', 'B'], [1, 0])",
    ),
    Case(
        "keys that are numbers on one side and text on the other",
        "evaluate_pairs(truths, estimates)",
        setup=_GRAPHS + "truths = {1: g, 2: h}; estimates = {'1': g, '2': h}",
    ),
    *(
        Case(
            f"strengths of bnlearn by a score, {sort}",
            call,
            setup="Path('s.csv').write_text('from,to,strength\\nA,B,-50\\nA,C,-.5\\n'); path = 's.csv'; "
            "em.write(Graph.parse('A --> B --> C'), 't.json')",
        )
        for sort, call in (
            ("Python", "em.read_scores(path)"),
            ("shell", "edgemark score t.json s.csv --scores --all"),
        )
    ),
    Case(
        "scores as the values of pairs",
        "EdgeScores.from_edges(edges)",
        setup="edges = {('A', 'B'): .5, ('B', 'C'): .7}",
    ),
    Case(
        "one truth of several estimates",
        "evaluate_pairs(truths, estimates)",
        setup=_GRAPHS + "truths = g; estimates = [h]",
    ),
    Case(
        "one frame as several estimates",
        "evaluate_many(g, estimates, 'shd', direction='row-to-column')",
        setup=_GRAPHS + "estimates = pandas.DataFrame([[0, 1], [0, 0]], ['A', 'B'], ['A', 'B'])",
    ),
    Case(
        "a counter of triples",
        "EdgeScores.from_edges(edges)",
        setup="import collections; edges = collections.Counter([('A', 'B', .5)])",
    ),
    Case(
        "edges of a multigraph with their keys",
        "EdgeScores.from_edges(graph.edges(keys=True))",
        setup="import networkx; graph = networkx.MultiDiGraph(); graph.add_edge('A', 'B', weight=.5)",
    ),
    Case(
        "pairs of a graph and its weight",
        "GraphSamples(graphs)",
        setup=_GRAPHS + "graphs = [(g, .7), (h, .3)]",
    ),
    Case("a set of graphs", "GraphSamples(graphs)", setup=_GRAPHS + "graphs = {g, h}"),
    Case(
        "a counter of graphs",
        "GraphSamples(graphs)",
        setup=_GRAPHS + "import collections; graphs = collections.Counter([g, g, h])",
    ),
    Case(
        "labelled groups of differences without labels",
        "em.stats.signed_ranks(d, groups=groups)",
        setup="import pandas; d = [1., 2., 3.]; groups = pandas.Series([0, 0, 1], ['x', 'y', 'z'])",
    ),
    *(
        Case(
            f"p-values of tigramite in an archive, {what}",
            "em.io.read_temporal_scores(path)",
            setup=f"path = 'p.npz'; np.savez(path, p_matrix=np.ones((2, 2, 2)){names})",
        )
        for what, names in (("with names", ", nodes=['A', 'B']"), ("without names", ""))
    ),
    *(
        Case(
            f"{name} of candidates as a mapping, {what}",
            f"Candidates.from_causes(nodes, {before}{name}={name})",
            setup=f"from edgemark import Candidates; nodes = ['A', 'B', 'C']; {name} = {given}",
        )
        for name, before in (("causes", ""), ("effects", "['A'], "))
        for what, given in (("lists", "{'A': ['B']}"), ("truth values", "{'A': True, 'B': False}"))
    ),
    *(
        Case(
            f"a frame of edges and {number} as {what}",
            f"EdgeScores{call}",
            setup="import pandas; frame = pandas.DataFrame({'target': ['B', 'C'], 'source': ['A', 'B'], "
            f"'{number}': [.1, .2]}})",
        )
        for number in ("score", "p")
        for what, call in (
            ("a list", ".from_edges(frame)"),
            ("a matrix", "(frame, direction='row-to-column')"),
        )
    ),
    Case(
        "a frame of edges as a matrix of p-values",
        "EdgeScores.from_pvalues(frame)",
        setup="import pandas; frame = pandas.DataFrame({'cause': ['A'], 'effect': ['B'], 'x': [.1]})",
    ),
    Case(
        "lags read as scores",
        "em.io.read_scores(path)",
        setup="path = 'l.csv'; Path(path).write_text('source,target,lag\\nA,B,1\\n')",
    ),
    Case(
        "tiers by number",
        "Candidates(['A', 'B', 'C'], tiers=tiers)",
        setup="tiers = {'10': ['C'], '2': ['A', 'B']}",
    ),
    Case(
        "a series of tiers by number",
        "em.to_mpdag(Graph.parse('A --- B'), tiers=tiers)",
        setup="import pandas; tiers = pandas.Series([['B'], ['A']], index=[1, 0])",
    ),
    Case(
        "the tier of each node",
        "Candidates(['A', 'B', 'C'], tiers=tiers)",
        setup="import pandas; tiers = pandas.Series({'A': 0, 'B': 1, 'C': 1})",
    ),
    Case(
        "targets by experiment",
        "em.equivalence.to_icpdag(Graph.parse('A --> B'), targets=targets)",
        setup="targets = {'first': ['A']}",
    ),
]
