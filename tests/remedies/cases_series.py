"""Advice about time series graphs and about models of series."""

from tests.remedies.harness import Case

_SIDES = (
    "truth = TemporalGraph.parse({!r}, cycles='keep'); "
    "estimate = TemporalGraph.parse({!r}, cycles='keep')"
)
_FILES = "Path('t.txt').write_text('{}'); Path('e.txt').write_text('{}')"  # a truth and an estimate
_ARRAY = (
    "array = np.full((2, 2, 2), '', '<U3'); array[0, 1, 0] = array[1, 0, 0] = 'o-o'; "
    "array[0, 1, 1] = '-->'; "
)
_DATA = "from edgemark.data import *"


_REGIMES = (
    "read = TemporalGraph.parse; truth = TemporalGraph.from_regimes(["
    "Regime(0, 5, read('B --> C; lags 1')), Regime(5, 9, read('C --> B; lags 1'))]); estimate = truth"
)


def _sides(truth: str, estimate: str) -> str:
    return _SIDES.format(truth, estimate)


def _files(truth: str, estimate: str) -> str:
    return _FILES.format(truth, estimate)


IDLE = [
    Case(
        "a threshold for a graph",
        "as_temporal(graph, threshold=0.1)",
        "graph = TemporalGraph.parse('A --> B @1; lags 1')",
        words=("threshold has no effect here",),
    ),
    Case(
        "p-values of scores over time",
        'em.io.as_temporal_scores(scores, of="p-value")',
        "scores = TemporalScores([[[0, 1], [1, 0]]], direction='row-to-column', first_lag=1)",
        words=("has no effect here",),
    ),
]
SIDES = [
    Case(
        "a result over time beside a truth without lags",
        "evaluate(truth, estimate)",
        setup="truth = Graph.parse('A --> B'); estimate = TemporalGraph.parse('A --> B @1; lags 1')",
        words=("without lags",),
    ),
    Case(
        "a simulated series as the truth",
        "evaluate(truth, estimate)",
        setup="from edgemark.data import Effect, SeriesModel; model = SeriesModel.constant(['A', 'B'], "
        "[Effect('A', 'B', 1, 0.5)]); truth = model.sample(20, seed=1); estimate = model.truth",
        words=("the truth is a SimulatedSeries. Read its graph",),
    ),
    *(
        Case(
            f"a file without lags beside a truth over time: {name}",
            f"edgemark {command}",
            setup="em.io.write_temporal(TemporalGraph.parse('A --> B @3; lags 3'), 't.txt'); "
            f"{write}(Graph.parse('A --> B'), {path!r})",
            words=("e.", "without lags; the truth"),
        )
        for name, path, write, command in (
            ("text", "e.txt", "em.write", "score t.txt e.txt"),
            ("JSON", "e.json", "em.write", "score t.txt e.json"),
            ("Graphviz", "e.dot", "em.write", "score t.txt e.dot --by-regime"),
            ("text, in a difference", "e.txt", "em.write", "diff t.txt e.txt"),
            ("a table, as cdans", "e.csv", "em.write", "score t.txt e.csv --layout cdans"),
            (
                "Tetrad, beside chance",
                "e.txt",
                "(lambda g, p: em.write(g, p, 'tetrad'))",
                "chance t.txt e.txt",
            ),
        )
    ),
    Case(
        "a file that does not state its largest lag beside a truth with lags to 3",
        "edgemark score t.txt e.txt",
        setup=_files("A --> B @3; lags 3", "A --> B @1"),
        words=("max_lag=3",),
    ),
    Case(
        "an estimate without lags beside a truth over time",
        "evaluate(truth, estimate)",
        setup="estimate = Graph.parse('A --> B'); truth = TemporalGraph.parse('A --> B @1; lags 1')",
    ),
    Case(
        "scores without lags beside a truth over time",
        "evaluate(truth, estimate)",
        setup="estimate = EdgeScores.from_edges([('A', 'B', 0.5), ('C', 'B', 0.1)]); "
        "truth = TemporalGraph.parse('A --> B @1; C; lags 1')",
        words=("truth.summary()",),
    ),
    Case(
        "several graphs over time beside one truth",
        "evaluate(truth, estimate)",
        setup="truth = TemporalGraph.parse('A --> B @1; lags 1'); estimate = [truth, truth]",
        words=("evaluate_many(",),
    ),
    Case(
        "a file over time beside a truth without lags",
        "edgemark score t.txt e.txt",
        setup=_files("A --> B", "A --> B @1; lags 1"),
    ),
    Case(
        "arrows over time of hidden variables",
        "temporal_aid(truth, estimate)",
        setup=_sides("A --> B; lags 1", "A --> B; lags 1")
        + "; estimate = TemporalGraph.parse(str(estimate), kind='pag')",
        words=("declared a PAG",),
    ),
    Case(
        "regimes whose edges make a cycle",
        "temporal_sid(truth, truth)",
        setup=_REGIMES,
        words=("after all its regimes are combined",),
    ),
    Case(
        "the tiered class of regimes whose edges make a cycle",
        "to_tiered_mpdag(graph)",
        setup=f"{_REGIMES}; graph = truth",
        words=("after all its regimes are combined",),
    ),
    Case(
        "tiered classes of regimes whose edges make a cycle",
        "temporal_aid(truth, estimate, compare='tiered-mpdag')",
        setup=_REGIMES,
        words=("after all its regimes are combined",),
    ),
    Case(
        "a short window of a graph that is no class",
        "temporal_aid(truth, estimate, length=1)",
        setup=_sides("A --> A @1; A --> B; lags 1", "A --> A @1; A --- B; lags 1"),
        words=("in every DAG of its class", 'compare="native"'),
    ),
    Case(
        "the tiered class of a graph that is no class",
        "temporal_aid(truth, estimate, compare='tiered-mpdag')",
        setup=_sides("A --> A @1; A --> B; lags 1", "A --> A @1; A --- B; lags 1"),
        words=("as the estimate", 'compare="native"'),
    ),
    Case(
        "bounds of series with regimes",
        "em.metrics.temporal_sid_bounds(truth, estimate)",
        setup="time = 3; read = TemporalGraph.parse; truth = TemporalGraph.from_regimes(["
        "Regime(0, 5, read('B --> C @1; lags 1')), "
        "Regime(5, 9, read('C --> B @1; lags 1'))]); estimate = truth",
    ),
    Case(
        "bounds of regimes whose edges make a cycle",
        "em.metrics.temporal_sid_bounds(truth, truth.at(0))",
        setup=f"{_REGIMES}; time = 3",
    ),
    Case(
        "claims about series with regimes",
        "em.metrics.temporal_adjustment_claims(truth, estimate)",
        setup=f"{_REGIMES}; time = 3; estimate = read('B o-> C @1; lags 1', kind='pag')",
    ),
    Case(
        "regimes with edges that exclude each other",
        "TemporalGraph.from_regimes([regime, Regime(5, 9, read('B --> C; lags 1'))])",
        setup="read = TemporalGraph.parse; truth = read('B --> C; lags 1'); "
        "regime = Regime(0, 5, read('B --- C; lags 1'))",
        words=("B --- C @0 from 0 to 5, B --> C @0 from 5 to 9",),
    ),
    Case(
        "scores by regime",
        "em.evaluation.evaluate_regimes(truth, estimate)",
        setup="read = TemporalGraph.parse; truth = TemporalGraph.from_regimes(["
        "Regime(0, 5, read('B --> C @1; lags 1')), "
        "Regime(5, 9, read('C --> B @1; lags 1'))]); "
        "estimate = em.TemporalScores(np.ones((1, 2, 2)), ['B', 'C'], "
        "direction='row-to-column', first_lag=1)",
    ),
    Case(
        "scores as the truth",
        "em.evaluate(truth, estimate)",
        setup="estimate = TemporalGraph.parse('A --> B @1; lags 1'); "
        "truth = em.TemporalScores(np.ones((1, 2, 2)), ['A', 'B'], "
        "direction='row-to-column', first_lag=1)",
    ),
    Case(
        "the tiered class of a graph without lags",
        "to_tiered_mpdag(graph)",
        setup="graph = Graph.parse('A --> B')",
    ),
    Case(
        "an estimate searched to fewer lags",
        "temporal_shd(truth, estimate)",
        setup=_sides("A --> B @2; lags 2", "A --> B @1; lags 1"),
        words=("the truth has 2, the estimate 1",),
    ),
    Case(
        "a result searched to fewer lags",
        "evaluate(truth, estimate)",
        setup=_ARRAY + "array[:, :, 0] = ''; truth = TemporalGraph.parse('#0 --> #1 @2; lags 2'); "
        "estimate = {'graph': array}",
        words=("as_temporal(estimate).with_max_lag(2)",),
    ),
    Case(
        "a vector autoregression without a threshold",
        "evaluate(truth, estimate)",
        setup="import pandas; from statsmodels.tsa.api import VAR; "
        "data = pandas.DataFrame(np.random.default_rng(0).normal(size=(80, 2)), columns=['A', 'B']); "
        "estimate = VAR(data).fit(1); truth = TemporalGraph.parse('A --> B @1; lags 1')",
        words=("as_temporal(estimate, threshold=0.05)",),
    ),
    Case(
        "a file searched to fewer lags",
        "edgemark score t.txt e.txt",
        setup=_files("A --> B @2; lags 2", "A --> B @1; lags 1"),
    ),
    Case(
        "a largest lag below that of a file",
        "edgemark score t.txt e.txt --max-lag 1",
        setup=_files("A --> B @2; lags 2", "A --> B @2; lags 2"),
    ),
    Case(
        "a result without names",
        "evaluate(truth, estimate)",
        setup=_ARRAY + "array[:, :, 0] = ''; truth = TemporalGraph.parse('A --> B @1; lags 1'); "
        "estimate = {'graph': array}",
        words=("matched by name",),
    ),
    Case(
        "a result whose orientation is open",
        "evaluate(truth, estimate)",
        setup=_ARRAY + "truth = TemporalGraph.parse('A --> B @1; lags 1'); estimate = {'graph': array}",
    ),
    Case(
        "variables that stand for time",
        "evaluate(truth, estimate)",
        setup=_sides("A --> B @1; lags 1", "A --> B @1; time --> B; lags 1"),
        words=("surrogate=['time']",),
    ),
    Case(
        "variables that the estimate acts on",
        "evaluate(truth, estimate)",
        setup=_sides("A --> B @1; lags 1", "A --> B @1; B --> C; lags 1"),
        words=("truth.with_nodes",),
    ),
    Case(
        "scores of variables that stand for time",
        "temporal_roc_auc(truth, estimate)",
        setup="truth = TemporalGraph.parse('A --> B @1; lags 1'); estimate = TemporalScores("
        "np.ones((1, 3, 3)), ['A', 'B', 'time'], direction='row-to-column', first_lag=1)",
        words=("as_temporal_scores",),
    ),
    Case(
        "circles beside a truth without",
        "evaluate(truth, estimate, 'temporal_shd')",
        setup=_sides("A --> B @1; lags 1", "A o-> B @1; lags 1"),
        words=("LPCMCI",),
    ),
    Case(
        "undirected edges within a time step beside a true DAG",
        "evaluate(truth, estimate, 'temporal_shd')",
        setup=_sides("A --> A @1; C --> D; lags 1", "A --> A @1; C --- D; lags 1"),
        words=("class of the truth", "ignore these directions"),
    ),
    Case(
        "a method of tigramite with two results",
        "em.as_temporal(obj)",
        setup="PCMCIbase = type('PCMCIbase', (), {'__module__': 'tigramite.pcmci_base'});"
        "array = np.full((2, 2, 2), '', dtype='<U3'); array[0, 1, 1] = '-->';"
        "obj = type('PCMCI', (PCMCIbase,), {'__module__': 'tigramite.pcmci'})();"
        "obj.var_names = ['A', 'B']; obj.results = obj.pc_results = {'graph': array}",
    ),
    Case(
        "scores of a method of tigramite with two results",
        "em.io.as_temporal_scores(obj)",
        setup="PCMCIbase = type('PCMCIbase', (), {'__module__': 'tigramite.pcmci_base'});"
        "array = np.full((2, 2, 2), '', dtype='<U3'); array[0, 1, 1] = '-->';"
        "obj = type('PCMCI', (PCMCIbase,), {'__module__': 'tigramite.pcmci'})();"
        "obj.var_names = ['A', 'B']; obj.results = obj.pc_results = {'graph': array,"
        "'val_matrix': np.zeros((2, 2, 2)), 'p_matrix': np.ones((2, 2, 2))}",
    ),
    Case(
        "a file of undirected edges within a time step",
        "edgemark score t.txt e.txt --metric temporal_shd",
        setup=_files("A --> A @1; C --> D; lags 1", "A --> A @1; C --- D; lags 1"),
        words=("ignore these directions",),
    ),
    Case(
        "a file of circles",
        "edgemark score t.txt e.txt --metric temporal_shd",
        setup=_files("A --> B @1; lags 1", "A o-> B @1; lags 1"),
    ),
]

METRICS = [
    Case(
        "differences of regimes",
        "differences(truth, estimate)",
        setup="a, b = (TemporalGraph.parse(f'{t}; lags 1') for t in ('A --> B @1', 'A; B')); "
        "truth = TemporalGraph.from_regimes([Regime(0, 5, a), Regime(5, 9, b)]); estimate = a",
    ),
    Case(
        "a ranking of a lag that is not ranked",
        "temporal_roc_auc(truth, estimate, of='lagged', lag=0)",
        setup="truth = TemporalGraph.parse('A --> B; A --> B @1; lags 1'); estimate = TemporalScores("
        "[[[0, 1], [1, 0]], np.ones((2, 2))], ['A', 'B'], direction='row-to-column', first_lag=0)",
    ),
    Case(
        "a window of too many time steps",
        "temporal_sid(truth, estimate, length=10**6)",
        setup=_sides("A --> B @1; " * 1 + "lags 1", "A --> B @1; lags 1")
        + "; truth = estimate = TemporalGraph(1, max_lag=1)",
        words=("length=200000",),
    ),
    Case(
        "undirected edges within a step",
        "temporal_sid(truth, estimate)",
        setup=_sides("A --> B; lags 1", "A --- B; lags 1"),
        words=("temporal_aid(truth, estimate)",),
    ),
    Case(
        "undirected edges within a step, in files",
        "edgemark score t.txt e.txt --metric temporal_sid",
        setup=_files("A --> B; lags 1", "A --- B; lags 1"),
    ),
    Case(
        "a truth of hidden variables",
        "temporal_aid(truth, estimate)",
        setup=_sides("A <-> B @1; lags 1", "A --> B @1; lags 1"),
        words=("no estimate can be compared with this truth",),
    ),
    Case(
        "a truth of hidden variables, in files",
        "edgemark score t.txt e.txt --metric temporal_aid",
        setup=_files("A <-> B @1; lags 1", "A --> B @1; lags 1"),
    ),
    Case(
        "a class beside a DAG",
        "temporal_aid(truth, estimate)",
        setup=_sides("A --- B; lags 1", "A --> B; lags 1"),
    ),
    Case(
        "a graph that is no class",
        "temporal_aid(truth, estimate)",
        setup=_sides("A --> A @1; A --> B; lags 1", "A --> A @1; A --- B; lags 1"),
    ),
    Case(
        "scores where a graph is needed",
        "temporal_shd(truth, estimate)",
        setup="truth = TemporalGraph.parse('A --> B @1; lags 1'); estimate = TemporalScores("
        "np.ones((1, 2, 2)), ['A', 'B'], direction='row-to-column', first_lag=1)",
    ),
]

BUILDING = [
    Case(
        "a cycle within a time step",
        "TemporalGraph(['A', 'B'], [('A', '-->', 'B', 0), ('B', '-->', 'A', 0)], max_lag=1)",
    ),
    Case(
        "negative scores",
        "TemporalScores(-np.ones((1, 2, 2)), direction='row-to-column', first_lag=1)",
    ),
    *(
        Case(
            f"{what} on the diagonal at lag 0",
            "TemporalScores(array, ['A', 'B'], direction='row-to-column', first_lag=0)",
            setup=f"array = np.full((2, 2, 2), 0.5); {code}",
        )
        for what, code in (
            ("p-values", "np.fill_diagonal(array[0], 1)"),
            ("p-values with the lags last,", "array[:, :, 0] = 1; array[0, 0, 1] = 0.25"),
            ("strengths with the lags last,", "array[:, :, 0] = 0"),
            ("any numbers", "pass"),
        )
    ),
    Case("matrices without a direction", "TemporalGraph.from_matrices(np.ones((1, 2, 2)), first_lag=1)"),
    Case(
        "matrices without a first lag",
        "TemporalGraph.from_matrices(np.triu(np.ones((1, 2, 2)), 1), direction='row-to-column')",
    ),
    Case(
        "coefficients without a threshold",
        "TemporalGraph.from_matrices(np.ones((1, 2, 2)) / 2, direction='row-to-column', first_lag=1)",
    ),
    Case(
        "regimes with more edges than the graph",
        "TemporalGraph(['A', 'B'], [], max_lag=1, regimes=regimes)",
        setup="regimes = [Regime(0, 5, TemporalGraph.parse('A --> B @1; lags 1'))]",
    ),
]

READING = [
    Case(
        "text without a largest lag",
        "read_temporal(path)",
        setup="path = 'g.txt'; Path(path).write_text('A --> B @1')",
    ),
    Case(
        "text without a largest lag, in a command",
        "edgemark check e.txt --max-lag 1",
        setup="Path('e.txt').write_text('A --> B @2; lags 2')",
    ),
    Case(
        "an estimate without a largest lag",
        "edgemark score t.txt e.txt",
        setup=_files("A --> B @1; lags 2", "A --> B @1"),
    ),
    Case(
        "numbers where strings are needed",
        "read_temporal(path)",
        setup="path = 'g.npy'; np.save(path, np.stack([np.triu(np.full((2, 2), .5), 1)] * 2))",
    ),
    Case(
        "numbers side by side where strings are needed",
        "read_temporal(path)",
        setup="path = 'g.npy'; np.save(path, np.array([[.5, 0, .3, 0], [.4, .2, 0, 0]]))",
        words=("strings such as",),
    ),
    Case(
        "results of CauseMe",
        "read_temporal(path)",
        setup="path = 'c.json'; Path(path).write_text('{\"scores\": [[0, 1, 0, 0]]}')",
    ),
    Case(
        "JSON without lags",
        "read_temporal(path)",
        setup="path = 'c.json'; write(Graph.parse('A --> B'), path)",
    ),
    Case("a graph without lags as a series", "as_temporal(obj)", setup="obj = Graph.parse('A --> B')"),
    Case("matrices as a series", "as_temporal(obj)", setup="obj = np.ones((1, 2, 2))"),
    Case("no series at all", "as_temporal(obj)", setup="obj = 7"),
    Case("an open orientation", "as_temporal(array)", setup=_ARRAY),
    Case(
        "an open orientation in a file",
        "edgemark score t.txt e.npy",
        setup=_ARRAY + "np.save('e.npy', array); Path('t.txt').write_text('#0 --> #1 @1; lags 1')",
    ),
]

MODELS = [
    Case(
        "changes that are none",
        "random_series_model(3, seed=1, changes=2)",
        setup=_DATA,
    ),
    Case(
        "an unstable model",
        "model.sample(100, seed=0)",
        setup=f"{_DATA}; model = SeriesModel.constant(['A'], [Effect('A', 'A', 1, 1.5)])",
    ),
    Case(
        "regimes that grow together",
        "model.sample(400, seed=0)",
        setup=f"{_DATA}; up = Effect('A', 'B', 1, 30.), Effect('A', 'A', 1, .5); "
        "down = (Effect('B', 'A', 1, 30.),); model = SeriesModel(('A', 'B'), tuple("
        "Mechanisms((up, down)[k % 2], (1, 1), k / 400) for k in range(400)))",
    ),
    Case(
        "changing modules without an amplitude",
        "generate_synthetic_cdans(nonstationary_amplitude=0)",
        setup=_DATA,
    ),
    Case(
        "changing modules without effects",
        "generate_synthetic_cdans(autocorr=0, lagged_strength=0, contemp_strength=.5, n_changing=4)",
        setup=_DATA,
    ),
    Case("a structure that changes smoothly", "Changes(what=('structure',))", setup=_DATA),
    Case("series without responses", "random_series_model(3, seed=1, responses=())", setup=_DATA),
    Case(
        "a structural model without responses",
        "random_structural_model(Graph.parse('A --> B'), 1, responses=())",
        setup=_DATA,
    ),
]

HIDDEN = [
    Case(
        "the target of a graph without lags",
        "em.equivalence.lpcmci_target(graph)",
        setup="graph = Graph.parse('A --> B')",
    ),
    Case(
        "bounds of a result with a cycle",
        "em.metrics.temporal_sid_bounds(truth, estimate)",
        setup=_sides("A --> B --> C; lags 1", "A --> B --> C --> A; lags 1"),
        words=("directed cycle",),
    ),
    Case(
        "the projection of a graph with regimes",
        "em.latent_projection(graph, ['L'])",
        setup="early = TemporalGraph.parse('L --> A; B; lags 1'); time = 3; "
        "late = TemporalGraph.parse('L --> B; A; lags 1'); "
        "graph = TemporalGraph.from_regimes([Regime(0, 5, early), Regime(5, 9, late)])",
    ),
]

CASES = [*HIDDEN, *IDLE, *SIDES, *METRICS, *BUILDING, *READING, *MODELS]
