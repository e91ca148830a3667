"""Advice about runs, comparisons and rankings."""

from tests.remedies.harness import Case

_TABLE = (
    "table = [{'method': m, 'seed': s, 'metric': x, 'value': (s * 7 + len(x)) % 5 / 10} "
    "for m in ('PC', 'GES') for s in range(7) for x in ('f1', 'shd')]"
)
_FRAME = (
    "import pandas; table = pandas.DataFrame([{'method': m, 'dataset': d, 'seed': s, 'shd': s + len(d)} "
    "for m in ('PC', 'GES') for d in ('asia', 'alarm') for s in range(3)])"
)
_MISSING = (
    "a = [{'seed': s, 'metric': 'f1', 'value': None if s == 3 else s / 10} for s in range(9)];"
    "b = [{**row, 'value': .05} for row in a]"
)
# Graphs of two methods on three data sets, and the results of `edgemark score`.
_SCORED = """
from edgemark.cli.app import run
for name in ("one", "two", "six"):
    Path(name).mkdir()
    em.write(Graph.parse("A --> B --> C --> D"), f"{name}/truth.json")
    em.write(Graph.parse("A --> B --> C; D"), f"{name}/pc.json")
    em.write(Graph.parse("A --> B; C; D"), f"{name}/ges.json")
    if broken and (broken == "everywhere" or name == "one"):
        Path(name, "ges.json").write_text("{")
    files = [f"{name}/truth.json", *(f"{name}/{method}.json" for method in methods)]
    run(["score", *files, "-m", metric, "--format", "json", "-o", f"{name}.scores"])
"""


def _scored(metric: str, broken: str = "", methods: tuple[str, ...] = ("pc", "ges")) -> str:
    return f"metric, broken, methods = {metric!r}, {broken!r}, {methods!r}\n{_SCORED}"


_GRAPHS = "truth, found = Graph.parse('A --> B --> C'), Graph.parse('A --> B; C')"
_COMPARE = "edgemark compare one.scores two.scores six.scores"

CASES = [
    Case("a ranking of two metrics", "em.stats.rank(table)", setup=_TABLE, words=("one metric",)),
    Case(
        "a comparison of two methods in one table",
        "em.stats.compare(table, table)",
        setup=f"{_TABLE}; table = [row for row in table if row['metric'] == 'f1']",
        words=("one method",),
    ),
    Case("a ranking of values without a name", "em.stats.rank({'PC': [1, 2, 3], 'GES': [2, 3, 5]})"),
    Case(
        "a ranking by a descriptive metric",
        "em.stats.rank(table)",
        setup="table = [{'method': m, 'seed': s, 'metric': 'decisiveness', 'value': s / (len(m) + 9)} "
        "for m in ('PC', 'GES') for s in range(7)]",
        words=("neither is better",),
    ),
    Case("a level in percent", "em.stats.compare([1, 2, 3], [2, 3, 5], level=95)"),
    Case("a level below one half", "em.stats.summarize([1, 2, 3], level=1e-300)", words=("0.5",)),
    Case(
        "a level below one half for the command",
        f"{_COMPARE} --level 1e-300",
        setup=_scored("f1:skeleton"),
        words=("0.5 to 0.999999",),
    ),
    Case(
        "a summary of a table of scores",
        "em.stats.summarize(table)",
        setup=f"{_GRAPHS}; table = em.evaluate_many(truth, [found, truth], ['f1', 'shd:pair mismatch'])",
        words=("ScoreTable",),
    ),
    Case(
        "a summary of a report",
        "em.stats.summarize(report)",
        setup=f"{_GRAPHS}; report = em.evaluate(truth, found)",
        words=("a single run",),
    ),
    Case(
        "a summary of a list of reports",
        "em.stats.summarize([report])",
        setup=f"{_GRAPHS}; report = em.evaluate(truth, found)",
        words=("a list of reports",),
    ),
    Case(
        "a summary of reports by their runs",
        "em.stats.summarize(reports)",
        setup=f"{_GRAPHS}; reports = {{('PC', 'asia', s): em.evaluate(truth, found) for s in range(3)}}",
        words=("mapping of reports",),
    ),
    Case(
        "columns whose name is misspelled",
        "em.stats.rank(table, better='lower')",
        setup="import pandas; table = pandas.DataFrame({'PC': [1, 2], 'GES': [2, 4]})"
        ".rename_axis(columns='Method')",
        words=("must be spelled 'method'",),
    ),
    Case(
        "tables side by side in a file",
        "em.stats.rank(table, better='lower')",
        setup="import pandas; table = pandas.DataFrame({'method': ['PC', 'PC'], 'seed': [0, 1], "
        "'value': [1, 2], 'method.1': ['GES', 'GES'], 'seed.1': [0, 1], 'value.1': [2, 4]})",
        words=("Put the tables below each other",),
    ),
    Case(
        "tables side by side in a file, by polars",
        "em.stats.rank(table, better='lower')",
        setup="import polars; table = polars.DataFrame({'method': ['PC', 'PC'], 'seed': [0, 1], "
        "'value': [1, 2], 'method_duplicated_0': ['GES', 'GES'], 'value_duplicated_0': [2, 4]})",
        words=("Put the tables below each other",),
    ),
    Case(
        "two columns of values",
        "em.stats.as_runs(table)",
        setup="import pandas; table = pandas.DataFrame({'method': ['PC', 'GES'], 'value': [1, 2], "
        "'value.1': [2, 4]})",
        words=("make them seeds",),
    ),
    Case(
        "two columns of data sets",
        "em.stats.as_runs(table)",
        setup="import pandas; table = pandas.DataFrame({'dataset': ['a', 'b'], 'value': [1, 2], "
        "'dataset.1': ['a', 'b']})",
        words=("the same",),
    ),
    Case(
        "data sets that only one of two methods names",
        "em.stats.compare(a, b)",
        setup="import pandas; a = pandas.Series({'asia': 1, 'alarm': 2, 'child': 4})\n"
        "a = a.rename_axis('dataset')\n"
        "b = {'asia': 2, 'alarm': 4, 'child': 5}",
        words=("got runs of b without one, 'asia', 'alarm', 'child'",),
    ),
    Case(
        "runs of a mapping of lists",
        "em.stats.as_runs(table)",
        setup="table = {'PC': [1, 2, 3], 'GES': [2, 3, 4]}",
        words=("got list at 'PC'",),
    ),
    Case(
        "empty cells in a frame of scores",
        "em.stats.as_runs(table)",
        setup="truth = Graph.parse('A --> B --> C')\n"
        "found = {'PC': Graph.parse('A --> B; C'), 'GES': Graph.parse('A; B; C')}\n"
        "table = evaluate_many(truth, found, ['shd:skeleton', 'precision:directed']).to_frame()\n"
        "table = table.rename_axis('method')",
        words=("'precision:directed of GES'",),
    ),
    Case(
        "a pattern that lacks the suffix of the files",
        "edgemark compare r.json --pattern '{method}_{seed}'",
        setup="from edgemark.cli.app import run\n"
        "names = [f'{method}_{seed}.json' for method in ('pc', 'ges') for seed in range(3)]\n"
        "for name in ('truth.json', *names):\n"
        "    em.write(Graph.parse('A --> B --> C'), name)\n"
        "run(['score', 'truth.json', *names, '--format', 'json', '-o', 'r.json'])",
        words=("the suffix of the files",),
    ),
    Case(
        "a ranking of a mapping of columns",
        "em.stats.rank(table, better='lower')",
        setup="import pandas; "
        "table = {'method': ['PC', 'GES'] * 3, 'dataset': [*'aabbcc'], 'value': [1, 2, 3, 4, 5, 6]}",
        words=("got a mapping of its columns",),
    ),
    Case(
        "two tables side by side",
        "em.stats.rank(table)",
        setup="import pandas; both = pandas.DataFrame([{'method': m, 'seed': s, 'metric': 'shd', "
        "'value': s % 3 + len(m)} for m in ('PC', 'GES') for s in range(7)])\n"
        "table = pandas.concat([both[:7], both[7:].reset_index(drop=True)], axis=1)",
        words=("more than once", "below each other"),
    ),
    Case(
        "two columns of values side by side",
        "em.stats.rank(table, better='lower')",
        setup="import pandas; one = pandas.DataFrame({'value': range(7)}).rename_axis('seed')\n"
        "table = pandas.concat([one, one + 1], axis=1)",
        words=("more than once", "names of their methods"),
    ),
    Case(
        "the same column twice",
        "em.stats.as_runs(table)",
        setup="import pandas; one = pandas.DataFrame({'dataset': ['a', 'b'], 'value': [1, 2]})\n"
        "table = pandas.concat([one, one[['dataset']]], axis=1)",
        words=("more than once", "second of each"),
    ),
    Case(
        "two columns of a method",
        "em.stats.as_runs(table)",
        setup="import pandas; table = pandas.DataFrame({'PC': [1, 2], 'GES': [2, 4], 'PC.1': [1, 2]})"
        ".rename_axis(columns='method')",
        words=("a second column 'PC'",),
    ),
    Case(
        "a row index among the methods",
        "em.stats.rank(table, better='lower')",
        setup="import pandas; "
        "table = pandas.DataFrame({'Unnamed: 0': [0, 1], 'PC': [1, 2], 'GES': [2, 4]})"
        ".rename_axis(columns='method')",
        words=("which pandas or R makes from an index",),
    ),
    Case(
        "empty cells of a pivot in a tidy table",
        "em.stats.as_runs(table)",
        setup="import pandas; table = pandas.DataFrame([{'method': 'PC', 'dataset': d, 'seed': s, "
        "'value': None if (d, s) == ('asia', 1) else 3.0} for d in ('asia', 'alarm') for s in (0, 1)])",
        words=("no method has a value on 1 of 4",),
    ),
    Case(
        "two levels of an index among the methods",
        "em.stats.rank(table, better='lower')",
        setup="import pandas; table = pandas.DataFrame({'Unnamed: 0': ['asia', 'alarm'], "
        "'Unnamed: 1': [1, 1], 'PC': [1, 2], 'GES': [2, 4]}).rename_axis(columns='method')",
        words=("for what it holds",),
    ),
    Case(
        "a summary of a frame with a column for each method",
        "em.stats.summarize(table)",
        setup="import pandas; table = pandas.DataFrame({'PC': [1, 2], 'GES': [2, 4]})",
        words=("are methods, say so",),
    ),
    Case(
        "statistics beside the values of methods",
        "em.stats.summarize(table)",
        setup="import pandas; table = pandas.DataFrame({'PC': [1, 2], 'GES': [2, 4], 'mean': [1, 3]})",
        words=("Leave out the statistics",),
    ),
    Case(
        "row numbers below named levels",
        "em.stats.summarize(table)",
        setup="import pandas; one = pandas.DataFrame({'dataset': ['a', 'b'], 'value': [1, 2]}); "
        "table = pandas.concat({'PC': one, 'GES': one}, names=['method'])",
        words=("if it holds row numbers",),
    ),
    Case(
        "a pivot of values and their chance",
        "em.stats.summarize(table)",
        setup=f"{_FRAME}; table = table.rename(columns={{'shd': 'value'}}).assign(chance=9)"
        ".pivot(index=['dataset', 'seed'], columns='method', values=['value', 'chance'])",
        words=("every level of the columns must be named", "'value', 'chance'"),
    ),
    Case(
        "a tidy table whose columns are called methods",
        "em.stats.summarize(table)",
        setup=f"{_FRAME}; table = table.rename(columns={{'shd': 'value'}}).assign(note='x')"
        ".rename_axis(columns='method')",
        words=("must all be methods",),
    ),
    Case(
        "an index of row numbers with a name",
        "em.stats.as_runs(table)",
        setup="import pandas; table = pandas.DataFrame({'value': [1, 2], 'seed': [1, 2]})"
        ".rename_axis('id')",
        words=("unnamed row numbers",),
    ),
    Case(
        "columns of two metrics",
        "em.stats.rank(table, better='lower')",
        setup=f"{_FRAME}; table = table.assign(f1=table.shd * 2)"
        ".pivot(index=['dataset', 'seed'], columns='method', values=['f1', 'shd'])",
        words=("every level of the columns must be named", "'f1', 'shd'"),
    ),
    Case(
        "columns without a label in a level",
        "em.stats.rank(table, better='lower')",
        setup=f"{_FRAME}; table = table.pivot_table(index='seed', columns=['dataset', 'method'], "
        "values='shd', margins=True)",
        words=("a label in each level", "('All', '')"),
    ),
    Case(
        "a tidy frame without values",
        "em.stats.rank(table, better='lower')",
        setup=_FRAME,
        words=("the column 'value'",),
    ),
    Case(
        "a tidy frame of polars without values",
        "em.stats.rank(table, better='lower')",
        setup=f"{_FRAME}; import polars; table = polars.DataFrame(table.to_dict('records'))",
        words=("the column 'value'",),
    ),
    Case(
        "statistics among the methods",
        "em.stats.rank(table, better='lower')",
        setup="import pandas; table = pandas.DataFrame({'PC': [1, 2], 'GES': [2, 4], 'n': [3, 3]})"
        ".rename_axis(columns='method')",
        words=("'n' is a statistic",),
    ),
    Case(
        "rows of one frame as two methods",
        "em.stats.compare(table[table.method == 'PC'].shd, table[table.method == 'GES'].shd)",
        setup=_FRAME,
        words=("only a has",),
    ),
    Case(
        "a correction over metrics that no p-value can pass",
        "em.stats.over_metrics(tests)",
        setup="tests = {name: em.stats.compare(range(1, 7), [0] * 6) for name in ('shd', 'sid')}",
        words=("over 2 metrics (2 tests)",),
    ),
    Case(
        "a correction over metrics of files that no p-value can pass",
        "edgemark compare r.json --pattern '{method}_{seed}.json'",
        setup="from edgemark.cli.app import run\n"
        "em.write(Graph.parse('A --> B --> C --> D'), 'truth.json')\n"
        "names = [f'{method}_{seed}.json' for method in ('pc', 'ges') for seed in range(6)]\n"
        "for name in names:\n"
        "    em.write(Graph.parse('A --> B --> C; D' if name < 'o' else 'A --> B; C; D'), name)\n"
        "metrics = ['-m', 'f1:skeleton', '-m', 'shd:pair mismatch']\n"
        "run(['score', 'truth.json', *names, *metrics, '--format', 'json', '-o', 'r.json'])",
        words=("over 2 metrics (2 tests)",),
    ),
    Case(
        "an index without a name",
        "em.stats.as_runs(table)",
        setup="import pandas; table = pandas.DataFrame({'value': [1, 2]}, index=['asia', 'alarm'])"
        ".assign(seed=[1, 2])",
        words=("unnamed row numbers",),
    ),
    Case(
        "an index that is a column too",
        "em.stats.as_runs(table)",
        setup="import pandas; table = pandas.DataFrame({'value': [1, 2], 'dataset': ['a', 'b']})"
        ".set_index('dataset', drop=False)",
        words=("twice",),
    ),
    Case(
        "a column beside the labels of methods that may be computed",
        "em.stats.rank(table, better='lower')",
        setup="import pandas; table = pandas.DataFrame({'PC': [1, 2, 4], 'GES': [2, 4, 5]})"
        ".rename_axis(index='seed', columns='method').assign(worst=9)",
        words=("a field of a run",),
    ),
    Case(
        "a worst value that is the best",
        "em.stats.rank(table, worst=1)",
        setup=f"{_TABLE}; table = [row for row in table if row['metric'] == 'f1']",
        words=("must be 0",),
    ),
    Case("a level of significance", "em.stats.compare([1, 2, 3], [2, 3, 5], level=.05)"),
    Case(
        "a level of significance for the command",
        f"{_COMPARE} --level 0.05",
        setup=_scored("f1:skeleton"),
    ),
    Case("a pair with a missing value", "em.stats.compare(a, b)", setup=_MISSING, words=("left out",)),
    Case(
        "a level in percent for the command",
        f"{_COMPARE} --level 95",
        setup=_scored("f1:skeleton"),
    ),
    Case(
        "a failed estimate with a known worst value",
        _COMPARE,
        setup=_scored("f1:skeleton", "once"),
        words=("left out",),
    ),
    Case(
        "a failed estimate with a worst value of its own data set",
        _COMPARE,
        setup=_scored("shd:pair mismatch", "once"),
        words=("left out",),
    ),
    Case(
        "a method that fails everywhere",
        _COMPARE,
        setup=_scored("shd:pair mismatch", "everywhere", ("pc", "truth", "ges")),
        words=("no value at all",),
    ),
    Case(
        "results of one method",
        _COMPARE,
        setup=_scored("shd:pair mismatch", methods=("pc",)),
        words=("at least two methods",),
    ),
    Case(
        "estimates that end in a number",
        "edgemark compare r.json",
        setup="from edgemark.cli.app import run\n"
        "names = [f'{method}_{seed}.json' for method in ('pc', 'ges') for seed in range(3)]\n"
        "for name in ('truth.json', *names):\n"
        "    em.write(Graph.parse('A --> B --> C'), name)\n"
        "run(['score', 'truth.json', *names, '--format', 'json', '-o', 'r.json'])",
        words=("must be explained",),
    ),
    Case(
        "methods scored in several classes",
        "em.stats.rank(runs)",
        setup="from edgemark.evaluation import common_reference\n"
        "import warnings\n"
        "truth = Graph.parse('A --> B')\n"
        "estimates = [Graph.parse(e) for e in ('A --> B', 'A --- B', 'A o-o B')]\n"
        "estimate = estimates[1]\n"
        "made = {(str(k), str(d), 0): evaluate(truth, one, 'shd:pair mismatch')\n"
        "        for k, one in enumerate(estimates) for d in range(6)}\n"
        "runs = em.stats.Runs.from_reports(made)",
        words=("in one class of graphs",),
    ),
    Case(
        "methods scored in several classes, in files",
        "edgemark compare r.json",
        setup="from edgemark.cli.app import run\n"
        "em.write(Graph.parse('A --> B', kind='dag'), 'truth.json')\n"
        "for name, text in (('a', 'A --> B'), ('b', 'A --- B')):\n"
        "    em.write(Graph.parse(text), f'{name}.json')\n"
        "run(['score', 'truth.json', 'a.json', 'b.json', '--format', 'json', '-o', 'r.json'])",
        words=("in one class of graphs",),
    ),
    *(
        Case(
            f"graphs and {noun} ranked together",
            "em.stats.rank(runs)",
            setup="truth = Graph.parse('A --> B --> C')\n"
            f"graph, estimate = truth, {other}\n"
            "made = {(str(k), str(d), 0): evaluate(truth, one, 'roc_auc:directed')\n"
            "        for k, one in enumerate([graph, estimate]) for d in range(6)}\n"
            "runs = em.stats.Runs.from_reports(made)",
            words=(f"dag / {noun}", "as edge scores"),
        )
        for noun, other in (
            ("scores", "EdgeScores.from_edges([('A', 'B', .9), ('C', 'B', .4)])"),
            ("samples", "em.GraphSamples([truth])"),
        )
    ),
    Case(
        "methods with graphs in some runs and edge scores in others",
        "em.stats.rank(runs)",
        setup="truth = Graph.parse('A --> B --> C')\n"
        "estimate = EdgeScores.from_edges([('A', 'B', .9), ('C', 'B', .4)])\n"
        "made = {(m, str(d), 0): evaluate(truth, truth if d % 2 else estimate, 'roc_auc:directed')\n"
        "        for m in ('PC', 'GES') for d in range(8)}\n"
        "runs = em.stats.Runs.from_reports(made)",
        words=("several classes are averaged", "as edge scores"),
    ),
    Case(
        "edge scores and graphs compared, in files",
        "edgemark compare r.json",
        setup="from edgemark.cli.app import run\n"
        "graph = Graph.parse('A --> B; C', kind='dag')\n"
        "em.write(Graph.parse('A --> B --> C', kind='dag'), 'truth.json')\n"
        "em.write(graph, 'graph.json')\n"
        "Path('weights.csv').write_text('A,B,C\\n0,.9,0\\n0,0,.4\\n0,0,0\\n')\n"
        "reading = ['--direction', 'row-to-column', '--format', 'json', '-o', 'r.json']\n"
        "run(['score', 'truth.json', 'graph.json', 'weights.csv', '-m', 'roc_auc', *reading])",
        words=("dag / scores", "as edge scores"),
    ),
    Case(
        "the export of a benchmark as a frame",
        "em.stats.as_runs(table)",
        setup="import pandas\n"
        "row = {'run': 'ab', 'algorithm': 'PC', 'data': 'asia', 'seed': 0, 'data_seed': 0}\n"
        "row |= {'algorithm_seed': 3, 'status': 'ok', 'reason': '', 'shd': 3.0, 'shd (chance)': 4.0}\n"
        "table = pandas.DataFrame([row])",
        words=("This is the export of a benchmark",),
    ),
]
