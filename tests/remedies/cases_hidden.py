"""Advice about hidden variables."""

from tests.remedies.harness import Case

CASES = [
    Case(
        "one hidden node as a string",
        "latent_projection(dag, hidden='L')",
        setup="dag = Graph.parse('L --> A; L --> B')",
    ),
    Case(
        "an ADMG with selection",
        "latent_projection(dag, selected=['S'], to='admg')",
        setup="dag = Graph.parse('A --> S; B --> S')",
    ),
    Case(
        "m-separation in a CPDAG",
        "m_separated(graph, a, b, given)",
        setup="graph = to_cpdag(Graph.parse('A --> B --> C')); a, b, given = 'A', 'C', ['B']",
    ),
    Case(
        "m-separation in a graph of --- without a kind",
        "m_separated(graph, a, b, given)",
        setup="graph = Graph.parse('A --- B --- C'); a, b, given = 'A', 'C', ['B']",
        words=("--- without a declared kind, which is read as a CPDAG",),
    ),
    Case(
        "m-separation in a PAG",
        "m_separated(graph, a, b, given)",
        setup="graph = Graph.parse('A o-o B o-o C'); a, b, given = 'A', 'C', ['B']",
    ),
]
