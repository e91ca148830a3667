"""Advice about edge shares of several time series graphs, and about a node that represents time."""

from tests.remedies.harness import Case

CASES = [
    Case(
        "shares of a single graph",
        "TemporalScores.from_samples(graph)",
        setup="graph = TemporalGraph.parse('A --> B @1; lags 1')",
        words=("got TemporalGraph. Put a single graph into a list",),
    ),
    Case(
        "shares of graphs without lags",
        "TemporalScores.from_samples(graphs)",
        setup="graphs = [Graph.parse('A --> B'), Graph.parse('B --> A')]",
        words=("got Graph for graph 0",),
    ),
    Case(
        "shares of texts",
        "TemporalScores.from_samples(graphs)",
        setup="graphs = ['A --> B @1; lags 1', 'A; B; lags 1']",
        words=("got str for graph 0",),
    ),
    Case(
        "shares of named texts",
        "TemporalScores.from_samples(graphs)",
        setup="graphs = {'a': 'A --> B @1; lags 1', 'b': 'A; B; lags 1'}",
        words=("got str for graph 0",),
    ),
    Case(
        "shares of simulated series",
        "TemporalScores.from_samples(graphs)",
        setup="from edgemark.data import random_series_model; "
        "graphs = [random_series_model(2, seed=1).sample(9, seed=1)]",
        words=("got SimulatedSeries for graph 0",),
    ),
    Case(
        "a graph of networkx with a node that represents time",
        "TemporalGraph.from_surrogate(graph, surrogate)",
        setup="import networkx; surrogate = 'time'; "
        "graph = networkx.DiGraph([('A', 'B'), ('time', 'B')])",
        words=("got DiGraph",),
    ),
]
