"""Series with hidden variables: projection over the infinite past, what LPCMCI aims at, the DPAG."""

import random
import warnings
from itertools import permutations, product

import numpy as np
import pytest

import edgemark as em
from edgemark import TemporalGraph
from edgemark.errors import GraphError, KindError
from edgemark.graph.equivalence.window_marks import WindowMarks
from edgemark.graph.marks import Mark
from tests.oracle import hidden_series as oracle

TURNED = {"-->": "<--", "<--": "-->", "o->": "<-o", "<-o": "o->"}


def random_process(rng, n, n_hidden, most, density):
    """Variables 0 to n - 1, arcs (cause, effect, lag), and the observed variables."""
    order = rng.sample(range(n), n)
    arcs = [(a, a, 1) for a in range(n) if rng.random() < 0.6]
    arcs += [(a, b, 0) for k, b in enumerate(order) for a in order[:k] if rng.random() < density]
    arcs += [
        (a, b, lag)
        for a, b, lag in product(range(n), range(n), range(1, most + 1))
        if (a, b, lag) not in arcs and rng.random() < density
    ]
    return n, tuple(arcs), tuple(sorted(rng.sample(range(n), n - n_hidden)))


def as_series(process, most):
    names = "ABCDEFG"
    n, arcs, observed = process
    edges = [(names[a], "-->", names[b], lag) for a, b, lag in arcs]
    graph = TemporalGraph(list(names[:n]), edges, max_lag=most)
    return graph, [names[v] for v in range(n) if v not in observed]


def edges_of(graph):
    """Edges by places, the first place lower within a time step."""
    place = {name: k for k, name in enumerate(graph.nodes)}
    found = set()
    for a, glyph, b, lag in graph.edges():
        i, j = place[a], place[b]
        found.add((i, glyph, j, lag) if lag or i < j else (j, TURNED.get(glyph, glyph), i, 0))
    return frozenset(found)


# ---- the projection


@pytest.mark.parametrize("n_hidden", [0, 1, 2])
def test_the_mag_of_a_window_is_that_of_a_long_past(n_hidden):
    rng = random.Random(n_hidden)
    for _ in range(40):
        most, window = rng.choice((1, 2)), rng.choice((0, 1, 2))
        process = random_process(rng, rng.choice((2, 3)) + (n_hidden > 0), n_hidden, most, 0.2)
        graph, hidden = as_series(process, most)
        found = em.latent_projection(graph, hidden, max_lag=window)
        expected = oracle.window_mag(process, window + 1, past=36)
        assert edges_of(found) == oracle.into_the_last_step(expected, window + 1)
        assert found.kind == "mag"


def test_causes_that_meet_far_in_the_past_are_found():
    """A(t-1) and B(t) have the common cause C(t-22), and A(t) and B(t-1) have C(t-56)."""
    series = TemporalGraph.parse("C --> A; C --> B; A --> A @7; B --> B @11; lags 11")
    found = em.latent_projection(series, hidden=["C"], max_lag=1)
    assert found == TemporalGraph.parse("A <-> B; A <-> B @1; B <-> A @1; lags 1")
    process = 3, ((2, 0, 0), (2, 1, 0), (0, 0, 7), (1, 1, 11)), (0, 1)
    assert oracle.into_the_last_step(oracle.window_mag(process, 2, past=20), 2) != edges_of(found)
    assert oracle.into_the_last_step(oracle.window_mag(process, 2, past=90), 2) == edges_of(found)


def test_the_admg_is_the_truth_of_simulated_series():
    """The truth of a simulated series is found by walkers, another implementation."""
    for seed in range(40):
        model = em.data.random_series_model(4, seed=seed, hidden=1 + seed % 2, max_lag=1 + seed % 3)
        whole = model.truth_with_hidden
        assert set(whole.nodes) == set(model.variables)
        assert em.latent_projection(whole, model.hidden, to="admg") == model.truth


def test_a_wide_window_without_hidden_variables_gives_the_graph_back():
    rng = random.Random(3)
    for _ in range(20):
        graph, _ = as_series(random_process(rng, 3, 0, 2, 0.3), 2)
        assert em.latent_projection(graph) == graph
        assert em.latent_projection(graph, max_lag=3) == graph.with_max_lag(3)


def test_what_changes_is_seen_behind_hidden_variables():
    series = TemporalGraph.parse("L --> M; M --> A; B --> L; lags 1; changing L")
    assert em.latent_projection(series, ["L", "M"]).changing == ("A",)


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("A --- B; lags 1", {}, "DAG within a time step"),
        ("A <-> B @1; lags 1", {}, "needs lagged edges --> only"),
        ("A <-> B @1; lags 1", {}, "If it is a MAG, declare it"),
        ("A <-> B; lags 1", {}, "give the graph that has them"),
        ("A --> B @1; lags 1", {"hidden": ["A", "B"]}, "at least one variable"),
        ("A --> B @1; lags 1", {"hidden": ["C"]}, "C"),
        ("A --> B @1; lags 1", {"selected": ["A"]}, "no selected variables"),
        ("A --> B @1; lags 1", {"max_lag": -1}, "must be 0 or more"),
    ],
)
def test_bad_series_are_refused(text, options, said):
    with pytest.raises((KindError, GraphError), match=said):
        em.latent_projection(TemporalGraph.parse(text), **options)


def test_graphs_without_lags_have_no_largest_lag():
    with pytest.raises(KindError, match="max_lag is for time series graphs"):
        em.latent_projection(em.Graph.parse("A --> B"), max_lag=1)


# ---- LPCMCI


def lpcmci_with_oracle(process, window):
    tigramite = pytest.importorskip("tigramite")
    assert tigramite
    from tigramite.data_processing import DataFrame
    from tigramite.independence_tests.oracle_conditional_independence import OracleCI
    from tigramite.lpcmci import LPCMCI

    n, arcs, observed = process
    links = {v: [(a, -lag) for a, b, lag in arcs if b == v] for v in range(n)}
    test = OracleCI(links=links, observed_vars=list(observed))
    frame = DataFrame(np.zeros((10 + 5 * window, len(observed))))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of other packages
        result = LPCMCI(frame, test).run_lpcmci(tau_max=window, pc_alpha=0.5)
    return em.as_temporal(result, contemporaneous="pag", nodes=["ABCDEFG"[v] for v in observed])


def assert_lpcmci_is_perfect(seeds):
    """The models are small, because the oracle of tigramite may take minutes for others."""
    circles = arrows = with_hidden = 0
    for seed in seeds:
        rng = random.Random(f"lpcmci {seed}")
        n_hidden = rng.choice((0, 1, 1))
        process = random_process(rng, 3, n_hidden, 1, rng.choice((0.15, 0.25)))
        if rng.random() < 0.5:  # without autolinks of the others there is more to tell
            process = process[0], tuple(arc for arc in process[1] if arc[0] != arc[1]), process[2]
        window = rng.choice((1, 2))
        graph, hidden = as_series(process, 1)
        found = lpcmci_with_oracle(process, window)
        mag = em.latent_projection(graph, hidden, max_lag=window)
        target = em.equivalence.lpcmci_target(mag)
        assert em.metrics.temporal_shd(target, found) == 0, (seed, process, window)
        assert found == target
        if hidden:
            report = em.evaluate(graph, found, "temporal_shd:total", hidden=hidden)
            assert report["temporal_shd"].value == 0
        circles += str(found).count("o")
        arrows += str(found).count("-->")
        with_hidden += n_hidden
    assert circles > len(seeds) / 4
    assert arrows > len(seeds) / 6
    assert with_hidden > len(seeds) / 4


def test_l3_lpcmci_with_an_oracle_has_distance_0_from_its_target():
    assert_lpcmci_is_perfect(range(12))


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_lpcmci_with_an_oracle_has_distance_0_from_its_target_on_100_models():
    assert_lpcmci_is_perfect(range(12, 112))


# ---- the DPAG


def assert_dpags_are_what_members_share(n, most):
    """Exhaustive: every graph that some series has, over `n` variables and windows to lag `most`."""
    more = 0
    for members in oracle.classes(n, most, past=12).values():
        expected = oracle.shared(members)
        for edges in members:
            mag = TemporalGraph(n, edges, max_lag=most, kind="mag")
            found = em.equivalence.to_dpag(mag)
            assert edges_of(found) == expected
            target = em.equivalence.lpcmci_target(mag)
            assert {e[:1] + e[2:] for e in edges_of(target)} == {e[:1] + e[2:] for e in expected}
            for (*_, marks, _, _), (*_, more_marks, _, _) in zip(
                sorted(edges_of(target), key=_place), sorted(expected, key=_place), strict=True
            ):
                assert all(a in ("o", b) for a, b in zip(marks, more_marks, strict=True))
            more += edges_of(target) != expected
    return more


def _place(edge):
    return edge[0], edge[2], edge[3]


@pytest.mark.parametrize(("n", "most"), [(1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (3, 0)])
def test_dpags_are_what_all_members_share(n, most):
    more = assert_dpags_are_what_members_share(n, most)
    assert (more > 0) == (most > 0 and (n, most) not in ((1, 1), (1, 2)))


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_dpags_of_two_variables_and_two_lags_are_what_all_members_share():
    assert assert_dpags_are_what_members_share(2, 2) > 0


def test_series_of_any_lag_and_hidden_variables_are_members():
    """Every series has the window of a canonical process, and no mark of a DPAG is wrong of it."""
    rng = random.Random(11)
    known = oracle.classes(2, 1, past=12)
    longer = 0
    for _ in range(120):
        n_hidden = rng.choice((0, 1))
        process = random_process(rng, 2 + n_hidden, n_hidden, rng.choice((1, 2, 3)), 0.2)
        mag = oracle.window_mag(process, 2, past=36)
        edges = oracle.into_the_last_step(mag, 2)
        assert edges in known[oracle.independences(mag, 2, 2)]
        longer += any(lag > 1 for _, _, lag in process[1])
    assert longer > 20


def test_a_discriminating_path_of_one_member_need_not_be_one_of_another():
    """The marks of the truth do not say what is a collider on a path that only another member has."""
    text = "A --> A @1,2; A --> B @1,2; B <-> A @1; B --> B @1,2; B --> A @2; lags 2"
    found = em.equivalence.to_dpag(TemporalGraph.parse(text, kind="mag"))
    assert {glyph for _, glyph, _, _ in found.edges()} == {"o->"}


def test_dpags_of_random_windows_are_found():
    """Up to six variables and four time steps; no window needs more series than are tried."""
    circles = 0
    for seed in range(40):
        rng = random.Random(f"dpag {seed}")
        n_hidden, n_seen = rng.choice((0, 1, 1, 2)), rng.choice((2, 3, 4, 5, 6))
        density = rng.choice((1, 2)), rng.choice((0.1, 0.15, 0.2))
        process = random_process(rng, n_seen + n_hidden, n_hidden, *density)
        window = rng.choice((1, 2, 3))
        graph, hidden = as_series(process, 2)
        mag = em.latent_projection(graph, hidden, max_lag=window)
        found = em.equivalence.to_dpag(mag)
        target = em.equivalence.lpcmci_target(mag)
        graphs = (sorted(edges_of(each), key=_place) for each in (target, found, mag))
        for one, other, true in zip(*graphs, strict=True):
            assert _place(one) == _place(other) == _place(true)
            for loose, tight, mark in zip(one[1], other[1], true[1], strict=True):
                assert tight in ("o", mark)
                assert loose in ("o", tight)
        circles += str(found).count("o-") + str(found).count("-o")
    assert circles > 100


def test_edges_that_only_early_time_steps_have_restrict_the_search():
    """
    Hidden causes in the past join nodes early in the window; without these edges it took 6,688 guesses.
    """
    arcs = (
        "C --> A; C --> F; C --> G; D --> F; E --> F; A --> G @1; B --> B @1; B --> D @1; B --> E @1,2; "
        "C --> B @1; C --> C @1; C --> D @1; D --> B @1,2; D --> D @1; E --> A @1; E --> B @1,2; "
        "E --> E @1; E --> F @1; F --> A @1,2; F --> E @1; lags 2"
    )
    series = TemporalGraph.parse(arcs).with_nodes(tuple("ABCDEFG"))
    mag = em.latent_projection(series, ["F"], max_lag=1)
    found = em.equivalence.to_dpag(mag, effort=300)
    assert ("D", "-->", "D", 1) in found.edges()
    assert ("D", "o->", "D", 1) in em.equivalence.lpcmci_target(mag).edges()


def test_the_search_says_how_to_allow_more_guesses_and_then_ends():
    text = "C --> D; B --> B @1; B --> D @1; C --> D @1; D --> D @1; lags 1"
    mag = TemporalGraph.parse(text, kind="mag")
    with pytest.raises(em.errors.LimitError, match="not found within 2 guesses") as refused:
        em.equivalence.to_dpag(mag, effort=2)
    assert [way.python for way in refused.value.remedies] == [
        "to_dpag(mag, effort=2000)",
        "lpcmci_target(mag)",
    ]
    assert em.equivalence.to_dpag(mag, effort=3) == em.equivalence.to_dpag(mag)
    with pytest.raises(em.errors.ConventionError, match="effort"):
        em.equivalence.to_dpag(mag, effort=-1)


def test_names_and_order_of_the_variables_do_not_matter():
    series = TemporalGraph.parse("L --> A; L --> B @1; C --> A @1; C --> C @1; B --> D; lags 1")
    wanted = {}
    for names in permutations(("A", "B", "C", "D")):
        mag = em.latent_projection(series.with_nodes((*names, "L")), ["L"], max_lag=2)
        for function in (em.equivalence.lpcmci_target, em.equivalence.to_dpag):
            assert function(mag) == wanted.setdefault(function, function(mag))


@pytest.mark.parametrize("function", [em.equivalence.lpcmci_target, em.equivalence.to_dpag])
def test_what_is_no_mag_of_a_series_is_refused(function):
    with pytest.raises(TypeError, match="takes a TemporalGraph"):
        function(em.Graph.parse("A --> B"))
    for kind in (None, "cpdag", "mpdag"):
        with pytest.raises(TypeError, match=r"got Graph$"):  # to_pag refuses this graph too
            function(em.Graph.parse("A --- B", kind=kind))
    with pytest.raises(KindError, match="declared 'pag'"):
        function(TemporalGraph.parse("A o-> B @1; lags 1", kind="pag"))
    with pytest.raises(KindError, match="other than --> and <->"):
        function(TemporalGraph.parse("A o-> B @1; lags 1", kind="mag"))
    with pytest.raises(KindError, match="which is not there"):
        function(_without_an_edge())


def _without_an_edge():
    """A MAG of a series lacks no edge that its past implies."""
    for edges in oracle.all_graphs(2, 1):
        mag = oracle.window_mag(oracle.canonical(2, edges), 2, 12)
        if not edges >= oracle.into_the_last_step(mag, 2):
            return TemporalGraph(2, edges, max_lag=1, kind="mag")
    raise AssertionError


def test_edges_without_circles_can_be_closed():
    """An early edge with a circle is left out of the early edges too."""
    marks = WindowMarks(2, 2)
    marks.join_once(0, 1, int(Mark.CIRCLE), int(Mark.ARROW))
    marks.find_early()
    assert marks.early == [(0, 1)]
    without = marks.without_circles()
    assert without.early == []
    assert without.close(without.known_ancestors()).at == [{}, {}, {}, {}]
    assert marks.early == [(0, 1)]


def test_the_observed_variables_of_series_without_names_keep_their_positions_as_names():
    series = TemporalGraph.parse("#0 --> #1 @1; #1 --> #2 @1; lags 1")
    expected = TemporalGraph.parse("1 --> 2 @1; lags 1", kind="mag")
    assert em.latent_projection(series, hidden=[0]) == expected
    assert not em.latent_projection(series).is_named
    by_position = TemporalGraph.parse("#0 --> #1 @1; lags 1")
    assert em.evaluate(series, by_position, "temporal_shd:total", hidden=[0])[0].value == 0


@pytest.mark.parametrize("kind", ["admg", "cpdag"])
def test_only_an_admg_is_told_to_be_projected(kind):
    with pytest.raises(KindError, match="needs the MAG of a window") as caught:
        em.equivalence.to_dpag(TemporalGraph.parse("A --> B @1; lags 1", kind=kind))
    assert ("latent_projection" in str(caught.value)) is (kind == "admg")
