"""Files and foreign objects of time series graphs."""

import json
import warnings

import networkx
import numpy as np
import pytest
from hypothesis import given

import edgemark as em
from edgemark import TemporalGraph
from edgemark.data import random_series_model
from edgemark.errors import AmbiguityError, FormatError, GraphError
from edgemark.graph import Regime
from edgemark.io.causeme import CauseMeResult
from edgemark.io.temporal import holds_temporal
from tests.graph.test_temporal import hostile_series
from tests.strategies import series_parts


@pytest.mark.parametrize("suffix", [".json", ".txt"])
def test_files_are_read_back(suffix, tmp_path):
    @given(hostile_series())
    def check(graph):
        path = tmp_path / f"graph{suffix}"
        em.io.write_temporal(graph, path)
        found = em.read_temporal(path)
        assert graph == found
        assert graph.nodes == found.nodes
        assert holds_temporal(path)

    check()


def test_json_keeps_everything(tmp_path):
    part = TemporalGraph.parse("A --> B @1; C; lags 2; changing C")
    graph = TemporalGraph(
        ["C", "A", "B"], [("A", "-->", "B", 1), ("B", "---", "C", 0)], max_lag=2, changing=["A"],
        regimes=[Regime(0, 5, part), Regime(5, 9, part)], kind="pdag", conflicts=[("B", "C", 0)],
    )  # fmt: skip
    em.io.write_temporal(graph, tmp_path / "g.json")
    found = em.read_temporal(tmp_path / "g.json")
    assert found == graph
    assert (found.kind, found.conflicts, found.regimes) == (graph.kind, graph.conflicts, graph.regimes)
    for suffix in (".txt", ".csv"):
        with pytest.raises(FormatError, match="regimes"):
            em.io.write_temporal(graph, tmp_path / f"g{suffix}")


def test_json_may_carry_notes_under_provenance(tmp_path):
    (tmp_path / "g.json").write_text(json.dumps(GOOD | {"provenance": {"seed": 3}}))
    assert em.read_temporal(tmp_path / "g.json").n_nodes == 2


@pytest.mark.parametrize("suffix", [".json", ".txt", ".csv", ".tsv"])
def test_the_meaning_of_circles_has_no_effect_on_files_that_state_it(tmp_path, suffix):
    path = tmp_path / f"g{suffix}"
    em.io.write_temporal(TemporalGraph.parse("A --> B @1; lags 1"), path)
    with pytest.raises(em.errors.ConventionError, match="contemporaneous has no effect here"):
        em.read_temporal(path, contemporaneous="pag")
    np.save(tmp_path / "g.npy", np.full((2, 2, 2), "", "<U3"))
    assert em.read_temporal(tmp_path / "g.npy", contemporaneous="pag").kind == "pag"


def test_added_lags_are_not_forgotten(tmp_path):
    short = TemporalGraph.parse("A --> B @1; lags 1")
    graph = TemporalGraph.from_regimes([Regime(0, 5, short)]).with_max_lag(3)
    em.io.write_temporal(graph, tmp_path / "g.json")
    found = em.read_temporal(tmp_path / "g.json")
    assert found == graph
    assert (found.padded_from, found.regimes[0].graph.padded_from) == (1, 1)
    for suffix in (".txt", ".csv"):
        with pytest.raises(FormatError, match="examined to 1"):
            em.io.write_temporal(short.with_max_lag(3), tmp_path / f"g{suffix}")


def test_tables_are_read_back(tmp_path):
    graph = TemporalGraph.parse('"a,b" o-> B @1,2; B --- C; D; lags 4')
    em.io.write_temporal(graph, tmp_path / "g.csv")
    found = em.read_temporal(tmp_path / "g.csv")
    assert found == graph
    assert found.max_lag == 4
    with pytest.raises(FormatError, match="changing"):
        em.io.write_temporal(TemporalGraph.parse("A; lags 1; changing A"), tmp_path / "h.csv")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("source,target\nA,B\n", "must start with"),
        ("source,target,lag\nA,B,x\n", "line 2: a lag"),
        ("source,target,lag\nA,B\n", "3 fields"),
        ("source,target,lag\n,B,1\n", "an edge, list a variable"),
        ("source,target,lag,weight\nA,B,1,0\n", "weight"),
        ("source,mark,target,lag\nA,<--,B,1\n", "the past"),
        ("source,target,lag\nA,B,0\nB,A,0\n", "without orientation or a cycle"),
    ],
)
def test_broken_tables_are_refused_with_the_place(tmp_path, text, complaint):
    (tmp_path / "g.csv").write_text(text)
    with pytest.raises(em.EdgemarkError, match=complaint):
        em.read_temporal(tmp_path / "g.csv")


GOOD = {
    "format": "edgemark.temporal-graph",
    "version": 1,
    "max_lag": 1,
    "nodes": ["A", "B"],
    "edges": [],
}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "edgemark.graph"}, r"without lags: read\(path\)"),
        ({"format": None, "scores": []}, "read_causeme"),
        ({"version": True}, '"version": 1; got "edgemark.temporal-graph", true'),
        ({"max_lag": "1"}, "max_lag"),
        ({"edges": [["A", "-->", "B"]]}, "such as"),
        ({"edges": [["A", "-->", "B", 1.0]]}, "such as"),
        ({"edges": None}, "must be a list"),
        ({"edges": [["A", "-->", "B", 2]]}, "from 0 to max_lag"),
        ({"changing": [1]}, "such as"),
        (
            {"nodes": 2, "edges": [["A", "-->", "B", 1]]},
            r'such as \[0, "-->", 1, 1\]; got \["A", "-->", "B", 1\]',
        ),
        ({"nodes": 2, "changing": ["A"]}, r'such as \[0, 1\]; got \["A"\]'),
        ({"regimes": [{"start": 0}]}, "edges"),
        ({"kind": 3}, "word or null"),
        ({"chagning": ["A"]}, 'a key must be spelt "changing"'),
        ({"Changing": ["A"]}, 'a key must be spelt "changing"'),
        ({"weights": [0.5]}, "got also 'weights'. If a newer version of edgemark"),
        (
            {"regimes": [{"start": 0, "end": 1, "edges": [], "scores": []}]},
            "a regime may have the keys start, end, kind, edges, changing; got also 'scores'",
        ),
        ({"version": 2}, "Read the file with the version of edgemark that wrote it"),
        ({"regimes": [{"start": 0, "end": 3, "edges": [], "chnaging": []}]}, 'spelt "changing"'),
        ({"padded_from": "0"}, "padded_from"),
        ({"padded_from": 2}, '"padded_from" must be at most "max_lag", 1; got 2'),
        ({"max_lag": 10**23}, "must be at most"),
    ],
)
def test_broken_json_is_refused(tmp_path, change, complaint):
    (tmp_path / "g.json").write_text(json.dumps(GOOD | change))
    with pytest.raises(em.EdgemarkError, match=complaint):
        em.read_temporal(tmp_path / "g.json")


def test_a_graph_without_lags_is_not_taken_for_one_over_time(tmp_path):
    graph = em.Graph.parse("A --> B; C")
    for suffix in (".json", ".txt", ".csv"):
        em.write(graph, tmp_path / f"g{suffix}")
        assert not holds_temporal(tmp_path / f"g{suffix}")


# ---- others


def test_networkx_is_read_back():
    graph = TemporalGraph.parse("A --> B @1,2; B --- C; A --> A @1; D; lags 3; changing B")
    assert em.as_temporal(em.io.to_networkx(graph)) == graph
    bare = networkx.DiGraph([("A", "B", {"lag": 2})])
    assert em.as_temporal(bare) == TemporalGraph.parse("A --> B @2; lags 2")
    with pytest.raises(FormatError, match="'lag'"):
        em.as_temporal(networkx.DiGraph([("A", "B")]))
    with pytest.raises(FormatError, match="'A' and 'B' has '1'"):
        em.as_temporal(networkx.DiGraph([("A", "B", {"lag": "1"}), ("B", "C", {"lag": 0})]))
    with pytest.raises(AmbiguityError, match="without orientation or a cycle"):
        em.as_temporal(networkx.DiGraph([("A", "B", {"lag": 0}), ("B", "A", {"lag": 0})]))
    marked = {"lag": 0, "mark": "-->"}
    both = em.as_temporal(networkx.DiGraph([("A", "B", marked), ("B", "A", marked)]))
    assert both.edges() == [("A", "-->", "B", 0), ("B", "-->", "A", 0)]


def test_what_is_no_graph_over_time_is_refused_with_a_way_out():
    with pytest.raises(AmbiguityError, match="from_matrices"):
        em.as_temporal(np.zeros((2, 2, 2)))
    with pytest.raises(TypeError, match="has no lags"):
        em.as_temporal(em.Graph.parse("A --> B"))
    with pytest.raises(TypeError, match="tigramite, lingam"):
        em.as_temporal(3)


def test_objects_that_are_not_ready_say_what_is_missing():
    codes = np.full((2, 2, 2), "", object)
    codes[0, 1, 1] = "-->"
    for wrong in (None, 1):
        codes[0, 0, 1] = wrong
        for result in (codes, {"graph": codes}):
            with pytest.raises(FormatError, match=rf"got {wrong} at \[0, 0, 1\]"):
                em.as_temporal(result)
    with pytest.raises(TypeError, match="'val_matrix'; got None there"):
        em.io.as_temporal_scores({"val_matrix": None})
    with pytest.raises(TypeError, match="'val_matrix'; got dict without"):
        em.io.as_temporal_scores({"graph": codes})
    truth = TemporalGraph.parse("A --> B @1; lags 1")
    more = TemporalGraph.parse("A --> B @1; place --> B; lags 1")
    with pytest.raises(em.errors.AlignmentError, match=r"'place'.*surrogate="):
        em.evaluate(truth, more)
    with pytest.raises(TypeError, match=r"two lists.*zip\(\*pairs\)"):
        em.evaluation.evaluate_pairs([(truth, truth)], ["f1:lagged"])
    with pytest.raises(em.errors.KindError, match=r"compat\.cdans"):
        em.printed_by(truth, truth, "pcalg")


def test_a_table_may_have_its_columns_in_any_order_and_lags_that_pandas_made_floats(tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("lag,target,source\n1.0,B,A\n2.00,A,A\n")
    assert holds_temporal(path)
    assert em.read_temporal(path).edges() == [("A", "-->", "B", 1), ("A", "-->", "A", 2)]
    for lag in ("1.5", "1e0", "-1"):
        path.write_text(f"source,target,lag\nA,B,{lag}\n")
        with pytest.raises(FormatError, match="a lag must be a whole number"):
            em.read_temporal(path)


def test_networkx_keeps_that_lags_were_added():
    graph = TemporalGraph.parse("A --> B @1; lags 1").with_max_lag(3)
    found = em.as_temporal(em.io.to_networkx(graph))
    assert (found, found.padded_from, found.lag_guessed) == (graph, 1, False)
    assert em.as_temporal(em.io.to_networkx(TemporalGraph.parse("A; lags 1"))).padded_from is None


def test_a_largest_lag_that_nobody_said_is_told(tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("source,target,lag\nA,B,1\n")
    found = em.read_temporal(path)
    assert found.lag_guessed
    assert found.with_nodes(["B", "A"]).lag_guessed
    with pytest.warns(em.errors.ClassWarning, match="the estimate does not state its maximum lag; 1"):
        em.evaluate(TemporalGraph.parse("A --> B @1; lags 1"), found)
    bare = em.io.to_networkx(found)
    del bare.graph["max_lag"]
    assert em.as_temporal(bare).lag_guessed
    for said in (1, 2):
        for graph in (em.read_temporal(path, max_lag=said), found.with_max_lag(said)):
            assert (graph.max_lag, graph.lag_guessed, graph.padded_from) == (said, False, None)
    em.io.write_temporal(found, tmp_path / "g.json")
    again = em.read_temporal(tmp_path / "g.json")
    assert (again, again.lag_guessed, again.with_max_lag(3).padded_from) == (found, True, None)
    text = (tmp_path / "g.json").read_text().replace('"lag_guessed": true', '"lag_guessed": 1')
    (tmp_path / "g.json").write_text(text)
    with pytest.raises(em.errors.FormatError, match='"lag_guessed" must be true or false; got 1'):
        em.read_temporal(tmp_path / "g.json")
    path.write_text("source,mark,target,lag\n,,,1\nA,-->,B,1\n")
    assert not em.read_temporal(path).lag_guessed


def test_results_of_causeme_are_read(tmp_path):
    path = tmp_path / "r.json"
    path.write_text(json.dumps({
        "scores": [[9, 0.7, 0.1, 9], [0, 0, 0, 0]],
        "pvalues": [[0.0, 0.01, 0.5, 0.0], [1, 1, 1, 1]],
        "lags": [[1, 2, 1, 1], [0, 0, 0, 0]],
    }))  # fmt: skip
    first, second = em.io.read_causeme(path, nodes=["A", "B"])
    assert first.scores()["A", "B"] == 0.7
    assert first.graph(0.05, max_lag=2) == TemporalGraph.parse(
        "A --> A @1; A --> B @2; B --> B @1; lags 2"
    )
    assert second.graph(0.05, max_lag=2).n_edges == 0
    for alpha in (np.nan, -0.1, 2):
        with pytest.raises(GraphError, match="alpha"):
            first.graph(alpha, max_lag=2)
    scores = {"scores": [[0]]}
    for broken in (
        {}, {"scores": [[1, 2, 3]]}, {"scores": [["1"]]}, {"scores": [[True]]}, {"scores": [[None]]},
        scores | {"lags": [[0.5]]}, scores | {"lags": [[-1]]}, scores | {"lags": [[1e30]]},
        scores | {"pvalues": [[-5]]}, scores | {"pvalues": [[7]]},
    ):  # fmt: skip
        path.write_text(json.dumps(broken))
        with pytest.raises(FormatError):
            em.io.read_causeme(path)


@pytest.mark.parametrize(
    ("row", "found"), [("NaN, 1, 2, 3", "nan"), ("1, 2, Infinity, 3", "inf"), ("1, 2, 3", "3 numbers")]
)
def test_numbers_that_causeme_cannot_hold_are_named(tmp_path, row, found):
    """The error stated the shape, also of a row with the right number of numbers."""
    path = tmp_path / "r.json"
    path.write_text(f'{{"scores": [[{row}]]}}')
    with pytest.raises(FormatError, match=rf"p \* p finite numbers for each data set; got {found}"):
        em.io.read_causeme(path)


@pytest.mark.parametrize("key", ["scores", "pvalues", "lags"])
@pytest.mark.parametrize("number", ["9" * 400, "-" + "9" * 400])
def test_r7_a_whole_number_of_400_digits_is_refused(tmp_path, key, number):
    path = tmp_path / "r.json"
    parts = {"scores": "0", "pvalues": "0", "lags": "0"} | {key: number}
    path.write_text("{" + ", ".join(f'"{name}": [[{value}]]' for name, value in parts.items()) + "}")
    with pytest.raises(FormatError, match=f'"{key}" must hold'):
        em.io.read_causeme(path)


def test_a_p_value_of_a_variable_for_itself_at_lag_0_is_ignored(tmp_path):
    path = tmp_path / "r.json"
    path.write_text('{"scores": [[9, 1, 1, 9]], "pvalues": [[0, 0, 1, 0]], "lags": [[1, 0, 1, 0]]}')
    found = em.io.read_causeme(path, nodes=["A", "B"])[0].graph(0.05, max_lag=1)
    assert found == TemporalGraph.parse("A --> B; A --> A @1; lags 1")


def test_a_score_that_is_infinite_is_named_before_a_result_for_causeme_is_written(tmp_path):
    result = CauseMeResult(np.array([[0, np.inf], [1, 0]]), None, None, None)
    with pytest.raises(FormatError, match="finite numbers; got inf"):
        em.io.write_causeme([result], tmp_path / "results.json")


def test_results_for_causeme_are_read_back(tmp_path):
    path = tmp_path / "r.json"
    array = [[[0, 0.2], [0.1, 0]], [[0.5, 0.7], [0.1, 0.3]]]
    scores = em.TemporalScores(array, ["A", "B"], direction="row-to-column", first_lag=0)
    graph = TemporalGraph.parse("B --> A @2; A --> A @1; lags 2")
    em.io.write_causeme([scores, graph], path)
    first, second = em.io.read_causeme(path, nodes=["A", "B"])
    assert first.values.tolist() == [[0.5, 0.7], [0.1, 0.3]]
    assert first.lags.tolist() == [[1, 1], [0, 1]]
    assert first.scores() == scores.summary()
    assert (second.scores()["B", "A"], second.lags[1, 0]) == (1, 2)
    em.io.write_causeme([first, second], tmp_path / "again.json")
    assert path.read_bytes() == (tmp_path / "again.json").read_bytes()
    with pytest.raises(em.errors.KindError, match="o->"):
        em.io.write_causeme([TemporalGraph.parse("A o-> B @1; lags 1")], path)
    with pytest.raises(TypeError, match="a list"):
        em.io.write_causeme(graph, path)
    with pytest.raises(FormatError, match="must hold a data set"):
        em.io.write_causeme([], path)
    with pytest.raises(TypeError, match="TemporalScores or a TemporalGraph"):
        em.io.write_causeme([3], path)
    path.write_text(json.dumps({"scores": [[0.5, 0, 0, 1]]}))
    with pytest.raises(FormatError, match="some with and some without"):
        em.io.write_causeme([graph, *em.io.read_causeme(path, nodes=["A", "B"])], path)


def test_results_for_causeme_have_one_order_of_the_variables(tmp_path):
    path = tmp_path / "r.json"
    forth, back = (TemporalGraph.parse(f"{edge} @1; lags 1") for edge in ("A --> B", "B --> A"))
    em.io.write_causeme([forth, back], path)
    first, second = json.loads(path.read_text())["scores"]
    assert (first, second) == ([0, 1, 0, 0], [0, 0, 1, 0])
    em.io.write_causeme([forth, back, *em.io.read_causeme(path, nodes=["B", "A"])], path)
    scores, lags = (json.loads(path.read_text())[key] for key in ("scores", "lags"))
    assert scores == lags == [first, second, second, first]
    unnamed = TemporalGraph(2, [(0, "-->", 1, 1)], max_lag=1)
    for other in (TemporalGraph.parse("A --> B @1; C; lags 1"), unnamed):
        with pytest.raises(em.errors.AlignmentError, match="same variables"):
            em.io.write_causeme([forth, other], path)


# ---- to other packages


@given(series_parts(states=((), ("-->",), ("<--",), ("---",), ("-->", "<->"))))
def test_graphs_are_written_as_tigramite_has_them_and_read_back(parts):
    nodes, max_lag, edges, _ = parts
    graph = TemporalGraph(nodes, edges, max_lag=max_lag, cycles="keep")
    array = em.io.to_tigramite(graph)
    assert array.shape == (len(nodes), len(nodes), max_lag + 1)
    assert em.as_temporal(array, contemporaneous="cpdag", nodes=nodes) == graph


def test_circles_and_conflicts_are_written_as_lpcmci_has_them():
    graph = TemporalGraph(
        3, [(0, "o-o", 1, 0), (1, "o->", 2, 0), (0, "o->", 2, 1)], max_lag=1,
        conflicts=[(0, 1, 0), (0, 2, 1)],
    )  # fmt: skip
    array = em.io.to_tigramite(graph)
    assert (array[0, 1, 0], array[2, 1, 0], array[0, 2, 1]) == ("x-x", "<-o", "x->")
    found = em.as_temporal(array, contemporaneous="pag")
    assert (found, found.conflicts) == (graph, graph.conflicts)
    with pytest.raises(FormatError, match="one edge for a pair and lag"):
        em.io.to_tigramite(TemporalGraph.parse("A --> B --> A; lags 1", cycles="keep"))
    for write in em.io.to_tigramite, em.io.to_networkx:
        with pytest.raises(TypeError, match="takes a TemporalGraph; got Graph"):
            write(em.Graph.parse("A --> B"))


def test_r7_characters_beyond_unicode_are_refused(tmp_path):
    """Bytes that are no character crash Python where they are read one by one."""
    for order in "<>":
        numbers = np.zeros((2, 2, 1, 3), np.dtype(np.uint32).newbyteorder(order))
        numbers[0, 1, 0] = 0x110000
        array = numbers.view(f"{order}U3")[..., 0]
        np.save(tmp_path / "g.npy", array)
        with pytest.raises(FormatError, match="a character that does not exist"):
            em.read_temporal(tmp_path / "g.npy")


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (2, 4), (2, 2, 2)])
@pytest.mark.parametrize("has_own_effects", [False, True])
def test_numbers_instead_of_strings_are_refused_in_every_layout(shape, has_own_effects, tmp_path):
    """Matrices side by side, as `granger_lasso` returns them, raised an error of NumPy."""
    array = np.zeros(shape)
    array[..., 0] = 0.5 * has_own_effects
    np.save(tmp_path / "g.npy", array)
    with pytest.raises(FormatError, match="strings such as '-->'; got float64") as caught:
        em.read_temporal(tmp_path / "g.npy")
    assert ("first_lag=0" in str(caught.value)) is not has_own_effects
    assert "first_lag=1" in str(caught.value)


def test_r13_varlingam_of_causal_learn_is_read_as_that_of_lingam():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = pytest.importorskip("causallearn.search.FCMBased.lingam")
    data = random_series_model(3, seed=2, noise="laplace").sample(300, seed=2).data
    model = module.VARLiNGAM(lags=1, criterion=None)
    with pytest.raises(FormatError, match="fitted"):
        em.as_temporal(model)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(data)
    found = em.as_temporal(model, threshold=0.1)
    expected = {
        (str(j), str(i), lag)
        for lag, matrix in enumerate(model.adjacency_matrices_)
        for i, j in zip(*np.nonzero(np.abs(matrix) > 0.1), strict=True)
    }
    assert {(a, b, lag) for a, _, b, lag in found.edges()} == expected
    with pytest.raises(AmbiguityError, match="threshold"):
        em.as_temporal(model)


def test_scores_over_time_are_scores_already():
    scores = em.TemporalScores(np.ones((1, 2, 2)), ["A", "B"], direction="row-to-column", first_lag=1)
    assert em.io.as_temporal_scores(scores) is scores
    assert em.io.as_temporal_scores(scores, surrogate="B").nodes == ("A",)


def test_tables_of_time_series_graphs_may_be_separated_by_tabs(tmp_path):
    path = tmp_path / "series.tsv"
    graph = TemporalGraph.parse("A --> B @1; B --- C; lags 2")
    em.io.write_temporal(graph, path)
    assert "\t" in path.read_text()
    assert holds_temporal(path)
    assert em.read_temporal(path, max_lag=2) == graph
    with pytest.raises(FormatError, match="time series graph"):
        em.read(path)
    path.write_bytes(b"\xff")
    assert not holds_temporal(path)


def test_m15_names_of_an_archive_under_another_name_are_not_dropped(tmp_path):
    graph = np.full((2, 2, 2), "", "<U3")
    graph[1, 0, 1] = "-->"
    path = tmp_path / "g.npz"
    np.savez(path, graph=graph, var_names=np.array(["A", "B"]))
    with pytest.raises(em.errors.FormatError, match="more text under 'var_names'"):
        em.read_temporal(path)
    np.savez(path, graph=graph, nodes=np.array(["A", "B"]), val_matrix=np.zeros((2, 2, 2)))
    assert em.read_temporal(path).edges() == [("B", "-->", "A", 1)]


@pytest.mark.parametrize("key", ["p_values", "pvalue", "P-values", "lag", "Scores", "names"])
def test_13_keys_that_causeme_does_not_have_are_refused_by_name(tmp_path, key):
    path = tmp_path / "results.json"
    content = {"scores": [[0.9, 0.7, 0.1, 0.8]], key: [[1, 0, 1, 1]]}
    path.write_text(json.dumps(content))
    with pytest.raises(FormatError, match=f"got also '{key}'") as caught:
        em.io.read_causeme(path)
    assert ("may mean" in str(caught.value)) is (key != "names")


def test_13_the_keys_of_the_platform_are_allowed(tmp_path):
    path = tmp_path / "results.json"
    about = {"method_sha": "1", "parameter_values": "max_lag=2", "model": "linear", "experiment": "e"}
    path.write_text(json.dumps({**about, "scores": [[0.9, 0.7, 0.1, 0.8]]}))
    assert len(em.io.read_causeme(path)) == 1


@pytest.mark.parametrize("read", [em.read, em.read_temporal])
def test_13_scores_over_time_are_refused_as_a_graph_with_what_to_do(tmp_path, read):
    path = tmp_path / "scores.npz"
    strengths = np.random.default_rng(0).random((1, 2, 2))
    scores = em.TemporalScores(strengths, ["A", "B"], direction="row-to-column", first_lag=1)
    em.io.write_temporal_scores(scores, path)
    with pytest.raises(FormatError, match="a graph is required") as caught:
        read(path)
    assert "this archive holds scores of a time series" in str(caught.value)
    truth = TemporalGraph.parse("A --> B @1; lags 1")
    for remedy in caught.value.remedies:
        eval(remedy.python, {"evaluate": em.evaluate, "edgemark": em, "path": path, "truth": truth})
