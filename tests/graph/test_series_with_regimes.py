"""What takes a time series graph with regimes keeps them, refuses them, or says that it joins them."""

import inspect
import warnings
from importlib import import_module
from itertools import chain

import pytest

import edgemark as em
from edgemark.compat import cdans
from edgemark.errors import ClassWarning, EdgemarkError, GraphError, KindError
from edgemark.front_door import public_names
from edgemark.graph import Regime

EARLY, LATE = (
    em.TemporalGraph.parse(text) for text in ("A --> B @1; lags 1", "B --> A @1; A --> B; lags 1")
)
SERIES = em.TemporalGraph.from_regimes([Regime(0, 50, EARLY), Regime(50, 80, LATE)])

JOINING = {
    "autolinks": (),
    "contemporaneous": (),
    "extended_summary": (),
    "parents": ("A",),
    "summary": (),
    "unroll": (),
}
KEEPING = {"renamed": ({"A": "X"},), "with_max_lag": (3,), "with_nodes": (["B", "A"],)}
OTHERS = {"at", "cached", "edges", "index", "objection"}  # "edges" lists what the graph holds.
DOORS = {"from_matrices", "from_regimes", "from_surrogate", "of", "parse"}

WITHOUT_WARNING = {
    "as_temporal": "the graph itself",
    "of": "the graph itself",
    "write_temporal": "a file of JSON holds the regimes",
    "evaluate_regimes": "compares each regime",
    "regime_shd": "compares each regime",
    "score_page": "the page has the warning",
    "common_reference": "returns the name of a class",
    "built_in_plan": "takes no graph",
}


def told(code):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = code()
    return result, [str(one.message) for one in caught if one.category is ClassWarning]


def callables():
    """The public functions and the alternative constructors of public classes, by name."""
    for home, name in public_names():
        thing = getattr(import_module(f"edgemark.{home}"), name)
        if inspect.isfunction(thing):
            yield name, thing
        elif inspect.isclass(thing):
            for door, member in vars(thing).items():
                if isinstance(member, classmethod) and not door.startswith("_"):
                    yield door, getattr(thing, door)
    yield "evaluate_graph", cdans.evaluate_graph
    yield "shd of cdans", cdans.shd


@pytest.fixture
def inputs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return [
        (SERIES,),
        ([SERIES],),
        (SERIES, SERIES),
        (EARLY, SERIES),
        (SERIES, EARLY),
        (EARLY, [SERIES]),
        (SERIES, ["A"]),
        (SERIES, tmp_path / "series.json"),
        ([SERIES], tmp_path / "series.json"),
    ]


def test_every_public_function_that_takes_a_series_with_regimes_says_that_it_joins_them(inputs):
    silent, warned = set(), set()
    for name, function in callables():
        for arguments in inputs:
            try:
                _, messages = told(lambda f=function, a=arguments: f(*a))
            except (EdgemarkError, TypeError, ValueError, AttributeError, OSError, ImportError):
                continue  # It does not take these arguments.
            problems = [one for one in messages if "changes over time" in one]
            assert len(set(problems)) == len(problems), f"{name} warns twice"
            (warned if problems else silent).add(name)
    assert silent - set(WITHOUT_WARNING) == set()
    assert {"to_networkx", "to_tigramite", "temporal_sid_bounds", "evaluate", "chance"} <= warned


def test_every_method_of_a_series_with_regimes_joins_them_with_a_warning_or_keeps_them():
    public = {name for name in dir(SERIES) if not name.startswith("_")}
    methods = {name for name in public if callable(getattr(SERIES, name))}
    assert methods == {*chain(JOINING, KEEPING), *OTHERS, *DOORS}
    for name, arguments in JOINING.items():
        _, messages = told(lambda n=name, a=arguments: getattr(SERIES, n)(*a))
        assert [one.partition(":")[0] for one in messages] == ["the graph changes over time"], name
        assert told(lambda n=name, a=arguments: getattr(SERIES.at(0), n)(*a))[1] == []
    for name, arguments in KEEPING.items():
        result, messages = told(lambda n=name, a=arguments: getattr(SERIES, n)(*a))
        assert [(r.start, r.end) for r in result.regimes] == [(0, 50), (50, 80)], name
        assert messages == []


def test_texts_of_a_series_with_regimes_say_that_it_has_some(tmp_path):
    assert repr(SERIES).endswith("2 regimes>")
    names = [f"X{k}" for k in range(50)]
    assert repr(SERIES.with_nodes(["A", "B"])).endswith("2 regimes>")
    long = em.TemporalGraph(names, max_lag=1)
    regimes = [
        Regime(0, 5, long),
        Regime(5, 9, em.TemporalGraph(names, [("X0", "-->", "X1", 1)], max_lag=1)),
    ]
    assert repr(em.TemporalGraph.from_regimes(regimes)).endswith("2 regimes>")
    assert "edges of all regimes" in SERIES._repr_html_()
    assert "edges of all regimes" not in EARLY._repr_html_()
    page, _ = told(lambda: em.pages.score_page(SERIES, SERIES))
    page.write(tmp_path / "page.html")
    assert "changes over time" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_projection_takes_regimes_with_the_same_edges():
    always = em.TemporalGraph.from_regimes([Regime(0, 50, EARLY), Regime(50, 80, EARLY)])
    assert em.latent_projection(always, ["A"]) == em.latent_projection(EARLY, ["A"])
    with pytest.raises(KindError, match="regimes, whose edges differ"):
        em.latent_projection(SERIES, ["A"])


@pytest.mark.parametrize("sides", [(SERIES, EARLY), (EARLY, SERIES), (SERIES, SERIES)])
def test_claims_name_the_side_that_has_regimes(sides):
    truth, estimate = sides
    if estimate.regimes:
        parts = [
            Regime(r.start, r.end, em.TemporalGraph(2, [], max_lag=1, kind="pag").with_nodes(["A", "B"]))
            for r in estimate.regimes[:1]
        ]
        circled = em.TemporalGraph.parse("A o-> B @1; lags 1", kind="pag")
        estimate = em.TemporalGraph.from_regimes([*parts, Regime(50, 80, circled)])
    else:
        estimate = em.TemporalGraph.parse("A o-> B @1; lags 1", kind="pag")
    side = "truth" if truth.regimes else "estimate"
    with pytest.raises(KindError, match=f"the {side} has regimes, whose edges differ"):
        em.metrics.temporal_adjustment_claims(truth, estimate)


def test_bounds_of_a_series_with_regimes_warn_once_for_each_side():
    undirected = em.TemporalGraph.from_regimes(
        [
            Regime(0, 50, em.TemporalGraph.parse("A --- B; B --- C; lags 1")),
            Regime(50, 80, em.TemporalGraph.parse("A --- B; C; lags 1")),
        ]
    )
    truth = em.TemporalGraph.from_regimes(
        [
            Regime(0, 50, em.TemporalGraph.parse("A --> B; C; lags 1")),
            Regime(50, 80, em.TemporalGraph.parse("A --> B --> C; lags 1")),
        ]
    )
    bounds, messages = told(lambda: em.metrics.temporal_sid_bounds(truth, undirected))
    assert [one.partition(" changes")[0] for one in messages] == ["the truth", "the estimate"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ClassWarning)
        joined = [
            em.TemporalGraph(g.nodes, g.edges(), max_lag=1, changing=g.changing)
            for g in (truth, undirected)
        ]
    assert bounds == em.metrics.temporal_sid_bounds(*joined)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("B --- C", "B --> C"),
        ("B --> C @1", "B o-> C @1"),
        ("B <-> C", "B --- C"),
        ("B o-o C", "C --> B"),
    ],
)
def test_edges_of_regimes_that_exclude_each_other_are_named_with_their_regimes(first, second):
    regimes = [
        Regime(0, 5, em.TemporalGraph.parse(f"{first}; lags 1")),
        Regime(5, 9, em.TemporalGraph.parse(f"{second}; lags 1")),
    ]
    with pytest.raises(GraphError, match=r"from 0 to 5, .* from 5 to 9"):
        em.TemporalGraph.from_regimes(regimes)


@pytest.mark.parametrize(
    "pair", [("B --> C", "C --> B"), ("B --> C @1", "B <-> C @1"), ("B <-> C",) * 2]
)
def test_edges_of_regimes_that_can_share_a_pair_are_combined(pair):
    parts = [em.TemporalGraph.parse(f"{text}; lags 1") for text in pair]
    joined = em.TemporalGraph.from_regimes([Regime(k, k + 1, part) for k, part in enumerate(parts)])
    assert set(joined.edges()) == {edge for part in parts for edge in part.edges()}
