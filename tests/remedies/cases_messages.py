"""Advice of reports, of metrics, of objects that are no graphs, and of commands."""

from tests.remedies.harness import Case

_WRITE = "em.write(truth, 't.json'); em.write(estimate, 'e.json')"
_CPDAG = "truth, estimate = Graph.parse('A --> B --> C'), Graph.parse('A --- B --- C')"
_DAG = "truth, estimate = Graph.parse('A --- B --- C'), Graph.parse('A --> B --> C')"
_BOW = "truth, estimate = Graph.parse('A --> B'), Graph.parse('A --> B; A <-> B')"
_TAILS = "truth, estimate = Graph.parse('A --- B --- C'), Graph.parse('A --- B --- C', kind='mag')"
_SERIES = "truth = estimate = TemporalGraph.parse('A --> B @1; lags 1')"
_SERIES_FILES = (
    f"{_SERIES}; em.io.write_temporal(truth, 't.json'); em.io.write_temporal(estimate, 'e.json')"
)
_CHANGING = (
    "one, two = TemporalGraph.parse('A --> B @1; lags 1'), TemporalGraph.parse('B --> A @1; lags 1');"
    "truth = TemporalGraph.from_regimes([Regime(0, 50, one), Regime(50, 100, two)]); estimate = truth"
)
_GUESSED = (
    "Path('t.csv').write_text('source,target,lag\\nA,B,1\\n');"
    "truth = estimate = em.read_temporal('t.csv')"
)
_LARGE = (
    "truth = Graph.from_edges([(f'V{k}', '-->', f'V{k + 1}') for k in range(200)]); estimate = truth;"
    "os.environ['EDGEMARK_MAX_MEMORY'] = '1MB'; os.environ['EDGEMARK_NUM_THREADS'] = '64'"
)

REPORTS = [
    Case("a CPDAG against a DAG", "evaluate(truth, estimate, 'shd:pair mismatch')", _CPDAG),
    Case("a CPDAG against a DAG in files", "edgemark score t.json e.json -m 'shd:pair mismatch'",
         f"{_CPDAG}; {_WRITE}"),
    Case("a DAG against a CPDAG", "evaluate(truth, estimate, 'shd:pair mismatch')", _DAG),
    Case("a DAG against a CPDAG in files", "edgemark score t.json e.json -m 'shd:pair mismatch'",
         f"{_DAG}; {_WRITE}"),
    Case("a DAG against a CPDAG that are explained", "edgemark diff t.json e.json",
         f"{_DAG}; {_WRITE}"),
    Case("samples that are CPDAGs against a DAG", "evaluate(truth, estimate, 'expected_shd')",
         f"{_CPDAG}; estimate = em.GraphSamples([estimate])", ("some samples are of another class",)),
    Case("samples that are CPDAGs against a DAG in files",
         "edgemark score t.json e.npz -m expected_shd",
         f"{_CPDAG}; em.write(truth, 't.json');"
         "em.io.write_samples(em.GraphSamples([estimate]), 'e.npz')"),
    Case("samples that are PAGs against a DAG", "evaluate(truth, estimate, 'expected_shd')",
         f"{_CPDAG}; estimate = em.GraphSamples([em.to_pag(truth.with_kind('mag'))])",
         ("some samples are of another class",)),
    Case("a convention of nCED that there is not", "evaluate(truth, estimate, 'nced:k 0.5')", _CPDAG),
    Case("a maximum lag that is not stated", "evaluate(truth, estimate)", _GUESSED,
         ("does not state its maximum lag",)),
    Case("a maximum lag that is not stated in files", "edgemark score t.csv t.csv", _GUESSED),
    Case("a series that changes", "evaluate(truth, estimate)", _CHANGING, ("compared together",)),
    Case("a series that changes in files", "edgemark score t.json t.json",
         f"{_CHANGING}; em.io.write_temporal(truth, 't.json')"),
]  # fmt: skip
METRICS = [
    Case("scores for a metric of graphs", "shd(truth, estimate)",
         "truth = Graph.parse('A --> B'); estimate = EdgeScores.of(truth)"),
    Case("samples for a metric of graphs", "shd(truth, estimate)",
         "truth = Graph.parse('A --> B'); estimate = GraphSamples([truth])"),
    Case("scores over time for a metric of graphs", "evaluate(truth, estimate, 'temporal_shd')",
         "truth = TemporalGraph.parse('A --> B @1; lags 1');"
         "estimate = TemporalScores(np.array([[[0, 1], [0, 0]]]), direction='row-to-column',"
         " first_lag=1, nodes=['A', 'B'])"),
    Case("series for a metric of graphs", "shd(truth, estimate)", _SERIES),
    Case("series for a metric of graphs in files", "edgemark score t.json e.json -m shd",
         _SERIES_FILES),
    Case("a CPDAG for sid", "sid(truth, estimate)", _CPDAG),
    Case("a CPDAG for sid in files", "edgemark score t.json e.json -m sid", f"{_CPDAG}; {_WRITE}"),
    Case("two edges on a pair for a metric of one", "endpoint_hamming(truth, estimate)", _BOW),
    Case("two edges on a pair for a metric of one in files",
         "edgemark score t.json e.json -m endpoint_hamming", f"{_BOW}; {_WRITE}"),
    Case("two tails for a CPDAG", "shd(truth, estimate, of='cpdag')", _TAILS, ("two tails",)),
    Case("two tails for a CPDAG in files", "edgemark score t.json e.json -m 'shd:both to CPDAG'",
         f"{_TAILS}; {_WRITE}"),
    Case("two tails for a distance of effects", "parent_aid(truth, estimate)", _TAILS),
    Case("two tails for a distance of effects in files",
         "edgemark score t.json e.json -m parent_aid", f"{_TAILS}; {_WRITE}"),
    Case("two tails for repair", "repair(graph)", "graph = Graph.parse('A --- B', kind='mag')"),
    Case("a class that is no CPDAG for a comparison of CPDAGs", "shd(truth, estimate, of='cpdag')",
         "truth, estimate = Graph.parse('A --> B --> C'), Graph.parse('A --> B --- C')"),
    Case("threads that need more memory than there is", "parent_aid(truth, estimate)", _LARGE),
    Case("threads that need more memory than there is in files",
         "edgemark score t.json e.json -m parent_aid", f"{_LARGE}; {_WRITE}"),
    Case("verdicts that need more memory than there is", "effects(truth, estimate)",
         _LARGE.replace("1MB", "2kB")),
]  # fmt: skip
OBJECTS = [
    Case("scores for a graph", "as_graph(obj)", "obj = EdgeScores.of(Graph.parse('A --> B; B --> C'))"),
    Case("samples for a graph", "as_graph(obj)", "obj = GraphSamples([Graph.parse('A --> B')])"),
    Case("a series for a graph", "as_graph(obj)", "obj = TemporalGraph.parse('A --> B @1; lags 1')"),
    Case("scores over time for a graph", "as_graph(obj)",
         "obj = TemporalScores(np.ones((1, 2, 2)), direction='row-to-column', first_lag=1)"),
    Case("a matrix for a graph", "as_graph(obj)", "obj = np.array([[0, 1], [0, 0]])"),
    Case("a symmetric matrix for a graph", "as_graph(obj)", "obj = np.array([[0, 1], [1, 0]])"),
    Case("weights for a graph", "as_graph(obj)", "obj = [[0, 0.5], [0, 0]]"),
    Case("matrices over lags for a graph", "as_graph(obj)", "obj = np.triu(np.ones((1, 2, 2)), 1)"),
    Case("a list for a graph", "as_graph(obj)", "obj = [Graph.parse('A --> B')] * 2"),
    Case("an array of tigramite for a graph", "as_graph(obj)",
         "obj = {'graph': np.array([[['', ''], ['', '-->']], [['', ''], ['', '']]])}"),
    Case("a file for several graphs", "evaluate_many(truth, estimates)",
         "truth = Graph.parse('A --> B'); estimates = 'e.json'; em.write(truth, estimates)"),
    Case("a series read as a graph", "read(path)",
         "path = 's.txt'; Path(path).write_text('A --> B @1; lags 1')"),
    Case("a series read as a table", "read(path)",
         "path = 's.csv'; Path(path).write_text('source,mark,target,lag\\nA,-->,B,1\\n')"),
]  # fmt: skip
COMMANDS = [
    Case("effects over time", "edgemark diff t.json e.json --effects", _SERIES_FILES),
    Case("a series beside a graph", "edgemark diff t.json e.json",
         f"{_SERIES_FILES}; em.write(truth.summary(), 't.json')"),
]  # fmt: skip

CASES = [*REPORTS, *METRICS, *OBJECTS, *COMMANDS]
