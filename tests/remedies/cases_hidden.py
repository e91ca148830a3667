"""Advice about hidden variables."""

from tests.remedies.harness import Case

_PROJECTED = (
    "truth = Graph.parse('L --> A; L --> B; A --> C; B --> C; D --> A'); "
    "estimate = to_pag(latent_projection(truth, ['L']))"
)

CASES = [
    Case(
        "a MAG of the class of an MPDAG",
        "em.to_mag(graph)",
        setup="graph = Graph.parse('A --> B --> C', kind='mpdag')",
        words=("Take a DAG of its class: to_mag(to_pag(extension(graph)))",),
    ),
    Case(
        "the PAG of an MPDAG",
        "em.to_pag(graph)",
        setup="graph = to_mpdag(Graph.parse('A --- B --- C'), required=[('B', 'C')])",
        words=("Leave the knowledge out: to_pag(extension(graph))",),
    ),
    Case(
        "the MAGs of the class of an MPDAG",
        "em.equivalence.mag_members(graph)",
        setup="graph = Graph.parse('A --> B --> C', kind='mpdag')",
    ),
    Case(
        "a MAG of a DAG that is declared a PDAG",
        "em.to_mag(graph)",
        setup="graph = Graph.parse('A --> B --> C', kind='pdag')",
        words=("If it is a DAG, declare it",),
    ),
    Case(
        "a report about a truth with a hidden node",
        "evaluate(truth, estimate, hidden=['L'])",
        setup=_PROJECTED,
        words=("evaluate(latent_projection(truth, ['L']), estimate, \"shd:truth to PAG\")",),
    ),
    Case(
        "samples and a truth with a hidden node",
        "evaluate(truth, estimate, 'expected_shd', hidden=['L'])",
        setup=f"{_PROJECTED}; estimate = GraphSamples([estimate])",
        words=("expected(latent_projection(truth, ['L']), ",),
    ),
    Case(
        "a class that is too fine for a truth with a hidden node",
        "evaluate(truth, estimate, hidden=['L'], reference='dag')",
        setup=_PROJECTED,
    ),
    Case(
        "a MAG and a truth over time with a hidden variable",
        "evaluate(truth, estimate, hidden=['L'])",
        setup="truth = TemporalGraph.parse('L --> A; L --> B @1; C --> A @1; lags 1'); "
        "estimate = TemporalGraph.parse('A --> B @1; C --> A @1; lags 1')",
        words=("temporal_shd(latent_projection(truth, ['L'], max_lag=1), estimate)",),
    ),
    Case(
        "a PAG and a truth over time with a hidden variable",
        "evaluate(truth, estimate, hidden=['L'])",
        setup="truth = TemporalGraph.parse('L --> A; L --> B @1; C --> A @1; lags 1'); "
        "estimate = TemporalGraph.parse('A o-> B @1; C --> A @1; lags 1')",
        words=("temporal_shd(lpcmci_target(latent_projection(truth, ['L'], max_lag=1)), estimate)",),
    ),
    Case(
        "a CPDAG where DAGs are compared",
        "evaluate(truth, estimate, reference='dag')",
        setup="truth, estimate = Graph.parse('A --> B'), Graph.parse('A --- B')",
    ),
    Case(
        "a CPDAG where DAGs are compared, in the shell",
        "edgemark score t.txt e.txt --reference dag",
        setup="Path('t.txt').write_text('A --> B'); Path('e.txt').write_text('A --- B')",
    ),
    Case(
        "one hidden node as a string",
        "latent_projection(dag, hidden='L')",
        setup="dag = Graph.parse('L --> A; L --> B')",
    ),
    Case(
        "hidden confounding in an ADMG",
        "em.metrics.confounding_errors(truth, estimate)",
        setup="truth = Graph.parse('A --> B; A <-> B; C'); estimate = Graph.parse('A <-> B; C')",
    ),
    Case(
        "hidden confounding in an ADMG in a file",
        "edgemark score t.json e.json -m confounding_errors",
        setup="em.write(Graph.parse('A --> B; A <-> B; C'), 't.json'); "
        "em.write(Graph.parse('A <-> B; C'), 'e.json')",
    ),
    Case(
        "ancestors under selection",
        "em.metrics.ancestral_errors(truth, estimate)",
        setup="truth = Graph.parse('A --- B; B --> C', kind='mag'); "
        "estimate = Graph.parse('A --> B --> C')",
    ),
    Case(
        "ancestors under selection in a file",
        "edgemark score t.json e.json -m ancestral_errors",
        setup="em.write(Graph.parse('A --- B; B --> C', kind='mag'), 't.json'); "
        "em.write(Graph.parse('A --> B --> C'), 'e.json')",
    ),
    Case(
        "hidden confounding under selection",
        "em.metrics.confounding_errors(truth, estimate)",
        setup="truth = Graph.parse('A --- B; B --> C', kind='mag'); "
        "estimate = Graph.parse('A <-> B; C')",
    ),
    Case(
        "hidden confounding under selection in a file",
        "edgemark score t.json e.json -m confounding_errors",
        setup="em.write(Graph.parse('A --- B; B --> C', kind='mag'), 't.json'); "
        "em.write(Graph.parse('A <-> B; C'), 'e.json')",
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
    Case(
        "an inducing path in a PAG",
        "inducing_path(graph, a, b)",
        setup="graph = Graph.parse('A o-o B o-o C'); a, b = 'A', 'C'",
    ),
    Case(
        "a class of many MAGs",
        "mag_members(graph)",
        setup="graph = Graph.parse('; '.join(f'A o-o X{k}' for k in range(12)))",
    ),
    Case(
        "separators by parents in a MAG",
        "separation_distance(truth, estimate)",
        setup="truth = estimate = Graph.parse('A <-> B; C')",
    ),
    Case(
        "separators by parents in a PAG in a file",
        "edgemark score t.json e.json -m separation_distance:parents",
        setup="em.write(Graph.parse('A --> B; C'), 't.json'); "
        "em.write(Graph.parse('A o-o B; C'), 'e.json')",
    ),
    Case(
        "adjustment sets of a class and a member",
        "adjustment_aid(truth, estimate)",
        setup="truth, estimate = to_pag(Graph.parse('A <-> B; C')), Graph.parse('A <-> B; C')",
    ),
    Case(
        "adjustment sets of a class and a member in files",
        "edgemark score t.json e.json -m adjustment_aid",
        setup="mag = Graph.parse('A <-> B; C', kind='mag'); em.write(to_pag(mag), 't.json'); "
        "em.write(mag, 'e.json')",
    ),
    Case(
        "adjustment sets of a graph with background knowledge and one without",
        "adjustment_aid(truth, truth.with_kind('mpdag'))",
        setup="truth = Graph.parse('A --> B --> C')",
    ),
    Case(
        "adjustment sets of a graph with background knowledge and one without, in files",
        "edgemark score t.txt t.txt --kind mpdag -m adjustment_aid",
        setup="Path('t.txt').write_text('A --> B --> C')",
    ),
    Case(
        "adjustment sets of graphs with background knowledge and undirected edges",
        "adjustment_aid(truth, estimate)",
        setup="truth = estimate = Graph.parse('A --> B --- C; A --> C', kind='mpdag')",
        words=("the truth is an MPDAG with undirected edges",),
    ),
    Case(
        "adjustment sets of graphs with background knowledge and undirected edges, in files",
        "edgemark score t.json t.json -m adjustment_aid",
        setup="em.write(Graph.parse('A --> B --- C; A --> C', kind='mpdag'), 't.json')",
    ),
    Case(
        "an adjustment set as a string",
        "is_adjustment_set(graph, 'A', 'B', given='C')",
        setup="graph = Graph.parse('A --> B; C')",
    ),
    Case(
        "the PAG of the truth and a DAG",
        "shd(truth, estimate, of='truth-pag')",
        setup="truth, estimate = Graph.parse('A --> B; C'), Graph.parse('A --> B; C')",
    ),
    *(
        Case(
            f"the PAG of the truth and {name}, which has none",
            "shd(truth, estimate, of='truth-pag')",
            setup=f"truth, estimate = Graph.parse('A --> B --> C'), Graph.parse({code})",
            words=("Compare the graphs as given",),
        )
        for name, code in (
            ("an MPDAG", "'A --> B --> C', kind='mpdag'"),
            ("an ADMG", "'A <-> B; A --> B; C'"),
            ("a directed cycle", "'A --> B --> C --> A'"),
            ("an invalid CPDAG", "'A --> B --- C'"),
        )
    ),
    Case(
        "the PAG of a true MAG with selection and a DAG",
        "shd(truth, estimate, of='truth-pag')",
        setup="truth = Graph.parse('A --- B; B --> C', kind='mag'); "
        "estimate = Graph.parse('A --> B; C')",
        words=("Compare the graphs as given",),
    ),
    Case(
        "the PAG of a true MPDAG and a DAG",
        "shd(truth, estimate, of='truth-pag')",
        setup="truth = Graph.parse('A --> B --> C', kind='mpdag'); estimate = Graph.parse('A --> B; C')",
        words=("Compare the graphs as given",),
    ),
    Case(
        "the PAG of the truth and a DAG in files",
        "edgemark score t.json e.json -m 'shd:truth to PAG'",
        setup="dag = Graph.parse('A --> B; C'); em.write(dag, 't.json'); em.write(dag, 'e.json')",
    ),
    Case(
        "a PAG beside a MAG",
        "evaluate(truth, estimate, 'shd:pair mismatch')",
        setup="truth = Graph.parse('A <-> B; C'); estimate = to_pag(truth)",
    ),
    Case(
        "a PAG beside a MAG in files",
        "edgemark score t.json e.json -m 'shd:pair mismatch'",
        setup="mag = Graph.parse('A <-> B; C'); em.write(mag, 't.json'); "
        "em.write(to_pag(mag), 'e.json')",
    ),
    Case(
        "parents of a true PAG",
        "parent_aid(truth, estimate)",
        setup="estimate = Graph.parse('A --> B; C'); truth = to_pag(estimate)",
    ),
    Case(
        "a DPAG that needs more guesses",
        "to_dpag(mag, effort=0)",
        setup="mag = TemporalGraph.parse("
        "'C --> D; B --> B @1; B --> D @1; C --> D @1; D --> D @1; lags 1', kind='mag')",
        words=("not found within 0 guesses",),
    ),
    Case(
        "m-separation in an almost directed cycle that is declared a MAG",
        "m_separated(graph, a, b, given)",
        setup="graph = Graph.parse('A --> B --> C; A <-> C', kind='mag'); a, b, given = 'A', 'C', ['B']",
        words=("almost directed cycle",),
    ),
]
