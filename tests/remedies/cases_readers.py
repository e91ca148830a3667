"""Advice about untrusted files, samples and forecasts."""

from tests.remedies.harness import Case

_TINY = "os.environ['EDGEMARK_MAX_MEMORY'] = '100kB'"
_GRAPH = "em.write(Graph(['A', 'B'], [('A', '-->', 'B')]), 't.json')"
_LONG = "Path('long.json').write_text(Path('t.json').read_text() + ' ' * 200_000)"

CASES = [
    Case(
        "a file larger than the limit",
        "em.read('long.json')",
        f"{_GRAPH}; {_LONG}; {_TINY}",
        ("at most",),
    ),
    Case(
        "a file larger than the limit, in the shell",
        "edgemark check long.json",
        f"{_GRAPH}; {_LONG}; {_TINY}",
        ("at most",),
    ),
    Case(
        "a result larger than the limit",
        "scores.to_array()",
        "scores = EdgeScores.from_edges([(0, 1, .5)], nodes=200);" + _TINY,
        ("allowed by EDGEMARK_MAX_MEMORY",),
    ),
    Case(
        "a result larger than the limit, in the shell",
        "edgemark convert g.json g.npy --to npy",
        "em.write(Graph(3000), 'g.json'); os.environ['EDGEMARK_MAX_MEMORY'] = '10MB'",
        ("allowed by EDGEMARK_MAX_MEMORY",),
    ),
    Case(
        "a burn-in of matrices with weights",
        "em.read_samples('s.npz', burn_in=1)",
        "np.savez('s.npz', adjacency=np.zeros((2, 2, 2), np.int8), weights=np.ones(2))",
    ),
    Case(
        "a burn-in of matrices that stand for more draws",
        "em.read_samples('s.npz', burn_in=1)",
        "np.savez('s.npz', adjacency=np.zeros((2, 2, 2), np.int8), draws=20)",
    ),
    Case(
        "a length of matrices",
        "em.read_samples('s.npz', length=1)",
        "np.savez('s.npz', adjacency=np.zeros((2, 2, 2), np.int8))",
    ),
    Case(
        "a kind that moves of undirected graphs cannot have",
        "em.read_samples('s.csv', kind='dag')",
        "Path('s.csv').write_text('index,score,added,removed\\n-2,0,[a-b],[]\\n-1,0,[],[a-b]\\n0,1,[a-b],[]\\n')",
    ),
    Case(
        "a kind that moves of undirected graphs cannot have, in the shell",
        "edgemark score t.json s.csv --kind dag",
        "em.write(Graph(['a', 'b']), 't.json');"
        "Path('s.csv').write_text('index,score,added,removed\\n-2,0,[a-b],[]\\n-1,0,[],[a-b]\\n0,1,[a-b],[]\\n')",
    ),
    *(
        Case(
            f"a forecast: {name}",
            fails,
            "observed = np.array([1., 2.]); mean = np.array([1., 3.]); sigma = np.array([1., 2.]);"
            f"from edgemark import forecast; {setup}",
        )
        for name, fails, setup in (
            ("an observation that is missing", "forecast.mae(observed, mean)", "observed[0] = np.nan"),
            (
                "a value that is missing",
                "forecast.mae(observed, predicted)",
                "predicted = mean * [np.nan, 1]",
            ),
            (
                "a mean that is missing",
                "forecast.crps(observed, forecast.Gaussian(mean, sigma))",
                "mean[0] = np.nan",
            ),
            (
                "a sigma of 0",
                "forecast.gaussian_nll(observed, forecast.Gaussian(mean, sigma))",
                "sigma[0] = 0",
            ),
            (
                "a member that is missing",
                "forecast.crps(observed, forecast.Ensemble(members))",
                "members = np.array([[1., np.nan], [1., 2.]])",
            ),
            (
                "a quantile that is missing",
                "forecast.pinball(observed, forecast.Quantiles(values, levels=levels))",
                "levels = [.1, .9]; values = np.array([[1., np.nan], [1., 2.]])",
            ),
            (
                "quantiles that cross",
                "forecast.pinball(observed, forecast.Quantiles(values, levels=levels))",
                "levels = [.1, .9]; values = np.array([[1., 0.], [1., 2.]])",
            ),
            ("a likelihood of single values", "forecast.gaussian_nll(observed, mean)", "pass"),
            (
                "a CRPS of quantiles",
                "forecast.crps(observed, quantiles)",
                "quantiles = forecast.Quantiles(np.array([[0., 1.], [1., 2.]]), levels=[.1, .9])",
            ),
            (
                "a pinball loss without levels",
                "forecast.pinball(observed, forecast.Gaussian(mean, sigma))",
                "pass",
            ),
        )
    ),
]
