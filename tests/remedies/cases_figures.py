"""Advice about figures."""

from tests.remedies.harness import Case

_LARGE = "truth = Graph(900, [(k, '-->', k + 1) for k in range(899)]); estimate = Graph(900)"
_SERIES = """
early, late = (TemporalGraph.parse(text) for text in ("A --> B @1; lags 1", "A; B; lags 1"))
truth = TemporalGraph.from_regimes([em.graph.Regime(0, 50, early), em.graph.Regime(50, 80, late)])
estimate = late
"""

CASES = [
    Case(
        "average ranks of a table of runs",
        "em.figures.plot_ranks(table)",
        "import matplotlib; matplotlib.use('Agg')\n"
        "table = [{'method': m, 'seed': s, 'metric': 'shd', 'value': s % 3 + len(m)} "
        "for m in ('PC', 'GES') for s in range(7)]",
    ),
    Case(
        "a figure of scores without a threshold",
        "em.figures.draw_diff(truth, estimate)",
        "truth = Graph.parse('A --> B'); estimate = em.EdgeScores.from_edges([('A', 'B', .9)])",
    ),
    Case(
        "a figure of a graph with a threshold",
        "em.figures.draw_diff(truth, truth, threshold=0.5)",
        "truth = Graph.parse('A --> B')",
    ),
    Case(
        "a node-link figure of a large graph",
        "em.figures.draw_diff(truth, estimate, matrix=False)",
        _LARGE,
    ),
    Case(
        "a number of steps without a node to start from",
        "em.figures.draw_diff(truth, truth, steps=2)",
        "truth = Graph.parse('A --> B')",
    ),
    Case(
        "a heat map as text",
        "em.figures.draw_diff(truth, estimate, 'text', matrix=True)",
        "truth = estimate = Graph.parse('A --> B')",
    ),
    Case(
        "a large graph for Mermaid",
        "em.figures.draw_diff(truth, estimate, 'mermaid')",
        _LARGE,
    ),
    Case(
        "a large graph for Mermaid, in files",
        "edgemark diff t.json t.json --figure d.mmd",
        "names = [f'v {k}' for k in range(900)]; "
        "em.write(Graph(names, list(zip(names, ['-->'] * 899, names[1:]))), 't.json')",
    ),
    Case(
        "a figure of a time series graph with regimes",
        "em.plot_diff(truth, estimate)",
        _SERIES,
    ),
    Case(
        "one estimate for several figures",
        "em.figures.plot_diffs(truth, truth)",
        "truth = Graph.parse('A --> B')",
    ),
]
