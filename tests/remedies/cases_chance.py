"""Advice about null models, criteria and other packages."""

from tests.remedies.harness import Case

_GRAPHS = "truth, estimate = Graph.parse('A --> B; C'), Graph.parse('A --> B --> C --> A')"
_FILES = f"{_GRAPHS}; em.write(truth, 't.json'); em.write(estimate, 'c.json')"
_SERIES = (
    "truth = TemporalGraph.parse('A --> B; lags 1'); estimate = TemporalGraph.parse('A o-o B; lags 1')"
)
_SERIES_FILES = (
    f"{_SERIES}; em.io.write_temporal(truth, 't.json'); em.io.write_temporal(estimate, 'f.json')"
)
_RANDOM = "null_model='random-dags'"

CASES = [
    Case("random DAGs for a cycle", f"em.chance(truth, estimate, 'shd', {_RANDOM})", setup=_GRAPHS),
    Case(
        "random DAGs for a cycle in the shell",
        "edgemark chance t.json c.json -m shd --null-model random-dags",
        setup=_FILES,
    ),
    Case(
        "random graphs for a series with circles",
        f"em.chance(truth, estimate, 'temporal_shd', {_RANDOM})",
        setup=_SERIES,
    ),
    Case(
        "random graphs for a series with circles in the shell",
        "edgemark chance t.json f.json -m temporal_shd --null-model random-dags",
        setup=_SERIES_FILES,
    ),
    Case(
        "random DAGs for scores",
        f"em.chance(truth, EdgeScores.of(truth), 'roc_auc', {_RANDOM})",
        setup=_GRAPHS,
    ),
    Case(
        "random DAGs for scores in the shell",
        "edgemark chance t.json s.csv -m roc_auc --null-model random-dags",
        setup=f"{_FILES}; Path('s.csv').write_text('source,target,score\\nA,B,.5\\nB,C,.25\\n')",
    ),
    Case(
        "permuted scores for a graph",
        "em.chance(truth, estimate, 'shd', null_model='permuted-scores')",
        setup=_GRAPHS,
    ),
    Case(
        "a PAG for a package of PDAGs",
        "em.printed_by(truth, estimate, 'pcalg')",
        setup="truth, estimate = Graph.parse('A --> B'), Graph.parse('A o-> B')",
    ),
    Case(
        "two edges on a pair for a package",
        "em.printed_by(truth, estimate, 'pcalg')",
        setup="truth, estimate = Graph.parse('A --> B'), Graph.parse('A --> B; B --> A')",
    ),
    Case(
        "a cycle for a package of DAGs",
        "em.printed_by(truth, estimate, 'gadjid')",
        setup="truth, estimate = Graph.parse('A --> B; C'), Graph.parse('A --> B --> C --> A')",
    ),
    Case(
        "a time series graph for a package",
        "em.printed_by(truth, estimate, package)",
        setup="truth = estimate = TemporalGraph.parse('A --> B @1; lags 1'); package = 'pcalg'",
    ),
    Case(
        "a time series graph for all packages",
        "em.rosetta(truth, estimate)",
        setup="truth = estimate = TemporalGraph.parse('A --> B @1; lags 1')",
    ),
    Case(
        "a list instead of a printed number",
        "em.reconcile([0.67], truth, estimate)",
        setup="truth, estimate = Graph.parse('A --> B'), Graph.parse('A --- B')",
    ),
    Case(
        "nCED of an edge with two tails",
        "em.nced(truth, estimate)",
        setup="truth, estimate = Graph.parse('A --> B'), Graph.parse('A --- B', kind='mag')",
    ),
    Case(
        "nCED of an edge with two tails in the shell",
        "edgemark score t.json m.json -m nced",
        setup="em.write(Graph.parse('A --> B'), 't.json');"
        "em.write(Graph.parse('A --- B', kind='mag'), 'm.json')",
    ),
    Case(
        "permuted labels over candidates",
        "em.chance(truth, scores, 'roc_auc', candidates=known, null_model='permuted-labels')",
        setup="truth = Graph.parse('A --> B --> C'); scores = EdgeScores.of(truth);"
        "known = Candidates(truth.nodes, [('A', 'B'), ('B', 'A'), ('B', 'C'), ('A', 'C')])",
    ),
    Case(
        "permuted labels over candidates in the shell",
        "edgemark chance t.json s.csv -m roc_auc --candidates c.csv --null-model permuted-labels",
        setup=f"{_FILES}; Path('s.csv').write_text('source,target,score\\nA,B,.5\\nB,C,.25\\n');"
        "Path('c.csv').write_text('source,target\\nA,B\\nB,A\\nB,C\\nA,C\\n')",
    ),
    Case(
        "a row of several",
        "report['shd']",
        setup="truth = Graph.parse('A --> B'); report = em.evaluate(truth, truth)",
    ),
    Case(
        "matrix entries of circles",
        "em.shd(truth, estimate, reversal='two')",
        setup="truth, estimate = Graph.parse('A --> B'), Graph.parse('A o-> B')",
    ),
    Case(
        "a confusion of entries with circles",
        "em.confusion(truth, estimate, of='entries')",
        setup="truth, estimate = Graph.parse('A --> B'), Graph.parse('A o-> B')",
        words=("of='entries' needs graphs of --> and ---",),
    ),
    Case(
        "a confusion of entries with circles in the shell",
        "edgemark score t.json e.json -m f1:entries",
        setup="em.write(Graph.parse('A --> B'), 't.json');em.write(Graph.parse('A o-> B'), 'e.json')",
    ),
    Case(
        "a ranking of entries with both --- and a 2-cycle",
        "em.roc_auc(truth, scores, of='entries')",
        setup="truth = Graph.parse('A --> B --> A; B --- C');"
        "scores = EdgeScores.from_edges([('A', 'B', 1)], nodes=truth.nodes)",
        words=("of='entries' reads matrix entries",),
    ),
    Case(
        "matrix entries of circles in the shell",
        "edgemark score t.json e.json -m 'shd:arc hamming'",
        setup="em.write(Graph.parse('A --> B'), 't.json');em.write(Graph.parse('A o-> B'), 'e.json')",
    ),
    Case(
        "regimes of a graph without lags",
        "em.evaluation.evaluate_regimes(truth, estimate)",
        setup="truth = estimate = Graph.parse('A --> B')",
    ),
    Case(
        "regimes where there are none",
        "em.evaluation.evaluate_regimes(truth, estimate)",
        setup="truth = estimate = TemporalGraph.parse('A --> B @1; lags 1')",
    ),
]
