"""Frames, series, graphs and files whose labels, edges or names must not be lost."""

import networkx
import numpy as np
import pytest

import edgemark as em
from edgemark import Candidates, EdgeScores, Graph, GraphSamples
from edgemark.errors import AmbiguityError, FormatError, GraphError, InputTypeError
from edgemark.io import read_candidates, read_scores

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")

NAMES = list("ABC")
BY_ROW = {"direction": "row-to-column"}


def written(folder, text, name="f.csv"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def advised(error, **names):
    """What the first remedy of an error gives, if it is typed."""
    public = {name: getattr(em, name) for name in ("Candidates", "EdgeScores", "as_graph")}
    return eval(error.value.remedies[0].python, public | names)


# ---- frames without labels of rows


@pytest.mark.parametrize("package", [pandas, polars])
@pytest.mark.parametrize("heading", ["", "Unnamed: 0", "gene"])
def test_a_first_column_of_names_labels_the_rows(package, heading):
    rows = {heading: ["B", "A"], "A": [0, 0], "B": [0, 1]}
    assert Graph.from_adjacency(package.DataFrame(rows), **BY_ROW) == Graph.parse("A --> B")
    scores = EdgeScores(package.DataFrame(rows | {"A": [0.25, 0.0]}), **BY_ROW)
    assert (scores["A", "B"], scores["B", "A"]) == (1.0, 0.25)
    many = GraphSamples.from_adjacency([package.DataFrame(rows)], **BY_ROW)
    assert many[0] == Graph.parse("A --> B")


@pytest.mark.parametrize("package", [pandas, polars])
def test_the_heading_of_the_names_may_contradict_the_direction(package):
    frame = package.DataFrame({"target": ["A", "B"], "A": [0, 0], "B": [1, 0]})
    with pytest.raises(AmbiguityError, match="the rows are called 'target'"):
        Graph.from_adjacency(frame, **BY_ROW)


@pytest.mark.parametrize("package", [pandas, polars])
def test_a_first_column_of_other_names_is_refused(package):
    frame = package.DataFrame({"": ["A", "C"], "A": [0, 0], "B": [1, 0]})
    with pytest.raises(GraphError):
        Graph.from_adjacency(frame, **BY_ROW)


def test_integers_of_a_nullable_frame_do_not_tie():
    """As floats, 2**53 and 2**53 + 1 are equal; a NumPy frame of them is refused."""
    for dtype in ("int64", "Int64", "UInt64"):
        frame = pandas.DataFrame([[0, 2**53], [2**53 + 1, 0]], list("AB"), list("AB"))
        with pytest.raises(GraphError, match="would tie"):
            EdgeScores(frame.astype(dtype), **BY_ROW)


# ---- series and indexes by pair


def by_pair(levels):
    rows = {"source": ["A", "B"], "target": ["B", "C"], "weight": [0.3, 0.2]}
    return pandas.DataFrame(rows).set_index(levels)["weight"]


@pytest.mark.parametrize("levels", [["source", "target"], ["target", "source"]])
def test_advice_about_a_series_by_pair_keeps_the_direction(levels):
    edges = by_pair(levels)
    with pytest.raises(InputTypeError, match="whose keys would be lost") as caught:
        EdgeScores.from_edges(edges)
    scores = EdgeScores.from_edges(advised(caught, edges=edges), nodes=NAMES)
    assert (scores["A", "B"], scores["B", "A"]) == (0.3, 0.0)
    with pytest.raises(InputTypeError, match="whose keys would be lost") as caught:
        EdgeScores.from_pvalues(edges)
    assert EdgeScores.from_pvalues(advised(caught, edges=edges))["A", "B"] == -0.3


@pytest.mark.parametrize("levels", [["source", "target"], ["target", "source"]])
def test_an_index_of_pairs_lists_candidates(levels):
    wanted = [("A", "B"), ("B", "C")]
    assert Candidates(NAMES, by_pair(levels).index).pairs() == wanted
    assert Candidates(NAMES, forbidden=by_pair(levels).index) == Candidates(NAMES, forbidden=wanted)
    for series in (by_pair(levels), by_pair(levels) > 0.25, (by_pair(levels) > 0.25).astype("boolean")):
        with pytest.raises(InputTypeError, match="got a Series") as caught:
            Candidates(NAMES, series)
        kept = wanted if series.dtype == float else wanted[:1]
        assert Candidates(NAMES, advised(caught, pairs=series)).pairs() == kept


def test_an_index_of_pairs_without_names_has_the_cause_first():
    index = by_pair(["source", "target"]).index
    assert Candidates(NAMES, index.set_names([None, None])).pairs() == [("A", "B"), ("B", "C")]
    for names in (["x", "y"], ["target", None], ["i", "j"]):
        with pytest.raises(AmbiguityError, match="which column is the cause"):
            Candidates(NAMES, index.set_names(names))


@pytest.mark.parametrize("pairs", [[["A", "B"], ["B", "C"]], [[0, 1], [1, 2], [2, 0]]])
def test_advice_about_an_array_of_pairs(pairs):
    nodes = NAMES if isinstance(pairs[0][0], str) else 3
    with pytest.raises(InputTypeError, match="got a ndarray") as caught:
        Candidates(nodes, np.array(pairs))
    assert Candidates(nodes, advised(caught, pairs=np.array(pairs))) == Candidates(nodes, pairs)


def test_records_with_the_index_of_a_frame_get_advice():
    frame = pandas.DataFrame({"target": ["B"], "source": ["A"], "weight": [0.5]})
    with pytest.raises(GraphError) as caught:
        EdgeScores.from_edges(frame.to_records())
    assert EdgeScores.from_edges(advised(caught, edges=frame.to_records()))["A", "B"] == 0.5
    records = frame[["target", "source"]].to_records()
    with pytest.raises(InputTypeError) as caught:
        Candidates(NAMES, records)
    assert Candidates(NAMES, advised(caught, pairs=records)).pairs() == [("A", "B")]


# ---- groups of nodes


@pytest.mark.parametrize(
    "given",
    [
        np.array([True, False, True]),
        [True, False, True],
        pandas.Series([True, False, True]),
        pandas.Series([True, True, False], ["A", "C", "B"]),
        pandas.Series([True, False, True], NAMES, dtype="boolean"),
    ],
)
def test_booleans_are_no_nodes(given):
    for what in ("causes", "effects"):
        groups = {"causes": NAMES, "effects": NAMES, what: given}
        with pytest.raises(
            InputTypeError, match=f"{what} must be a list of nodes; got .* of bool"
        ) as told:
            Candidates.from_causes(NAMES, **groups)
        groups[what] = advised(told, nodes=NAMES, **{what: given})
        assert list(groups[what]) == ["A", "C"]


def test_tensors_of_positions_are_nodes_and_pairs():
    """Any object with `__array__` is a tensor, such as one of torch."""

    class Tensor:
        def __init__(self, array):
            self.array = np.asarray(array)

        def __array__(self, dtype=None, copy=None):
            return self.array

        def __iter__(self):
            return (Tensor(part) for part in self.array)

        def __getattr__(self, name):
            return getattr(self.array, name)

    assert Candidates.from_causes(3, Tensor([0, 2])) == Candidates.from_causes(3, [0, 2])
    with pytest.raises(InputTypeError, match="of booleans"):
        Candidates.from_causes(3, Tensor([True, False, True]))
    pairs = Tensor([[0, 1], [1, 2], [2, 0]])
    with pytest.raises(InputTypeError, match="If its rows are cause and effect") as caught:
        Candidates(3, pairs)
    assert Candidates(3, advised(caught, pairs=pairs)).pairs() == [("0", "1"), ("1", "2"), ("2", "0")]


def test_a_lazy_frame_is_to_be_collected():
    lazy = polars.DataFrame({"A": [0, 0], "B": [1, 0]}).lazy()
    calls = [
        lambda: Graph.from_adjacency(lazy, **BY_ROW),
        lambda: EdgeScores(lazy, **BY_ROW),
        lambda: GraphSamples.from_adjacency([lazy], **BY_ROW),
        lambda: em.TemporalGraph.from_matrices([lazy], first_lag=1, **BY_ROW),
        lambda: Candidates.from_mask(lazy),
        lambda: Graph(lazy),
        lambda: em.forecast.mae(lazy, lazy),
        lambda: EdgeScores.from_edges(lazy),
        lambda: EdgeScores.from_pvalues(lazy),
        lambda: em.as_graph(lazy),
        lambda: em.evaluate_many(Graph.parse("A --> B"), [lazy], "shd", **BY_ROW),
    ]
    for call in calls:
        with pytest.raises(InputTypeError, match=r"frame.collect\(\)"):
            call()


# ---- graphs that are no names, pairs or matrices


@pytest.mark.parametrize("cls", [networkx.Graph, networkx.DiGraph, networkx.MultiDiGraph])
def test_a_graph_is_no_list_of_nodes(cls):
    """A Graph of its nodes would have no edges."""
    graph = cls([("A", "B")])
    for build in (Graph, Candidates):
        with pytest.raises(InputTypeError, match="whose edges would be lost"):
            build(graph)
    with pytest.raises(InputTypeError, match="whose edges would be lost"):
        EdgeScores([[0, 1], [0, 0]], graph, **BY_ROW)
    assert Graph(graph.nodes) == Graph(["A", "B"])


def test_a_graph_is_no_list_of_pairs_and_no_matrix():
    graph = networkx.DiGraph([("A", "B")])
    with pytest.raises(InputTypeError, match="got a DiGraph") as caught:
        Candidates(NAMES, graph)
    assert Candidates(NAMES, advised(caught, pairs=graph)).pairs() == [("A", "B")]
    for build in (EdgeScores, Graph.from_adjacency):
        with pytest.raises(InputTypeError, match="must be an array or a frame; got a DiGraph") as caught:
            build(graph, **BY_ROW)
        assert advised(caught, array=graph) == Graph.parse("A --> B")
    graph.add_edge("A", "B", weight=0.5)
    with pytest.raises(InputTypeError) as caught:
        EdgeScores(graph, **BY_ROW)
    assert advised(caught, array=graph)["A", "B"] == 0.5


@pytest.mark.parametrize(
    ("attributes", "read"),
    [
        ({"tau": 1}, "lag"),
        ({"time_lag": 0}, "lag"),
        ({"type": "<->"}, "marks"),
        ({"edge_type": "Bidirected"}, "marks"),
        ({"type": "undirected"}, "marks"),
        ({"dir": '"none"'}, "marks"),
        ({"arrowhead": "none"}, "marks"),
    ],
)
def test_lags_and_marks_in_other_attributes_are_not_dropped(attributes, read):
    """Without them, every edge of a DiGraph would be A --> B."""
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", weight=1, **attributes)
    for convert in (em.as_graph, EdgeScores.from_networkx):
        with pytest.raises(
            AmbiguityError, match=f"the {read} of an edge (is|are) read from its attribute"
        ):
            convert(graph)


@pytest.mark.parametrize(
    "attributes",
    [
        {"type": "activation"},
        {"type": "-->"},
        {"dir": "forward"},
        {"arrowhead": "normal"},
        {"sign": -1, "color": "none"},
    ],
)
def test_other_attributes_do_not_matter(attributes):
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", **attributes)
    assert em.as_graph(graph) == Graph.parse("A --> B")
    graph = networkx.Graph()
    graph.add_edge("A", "B", type="undirected")
    assert em.as_graph(graph).edges() == [("A", "---", "B")]


@pytest.mark.parametrize("thing", [{"G": 1}, np.eye(2), Graph.parse("A --> B"), (1, 2), None])
def test_from_networkx_takes_graphs_of_networkx(thing):
    with pytest.raises(InputTypeError, match="takes a graph of networkx"):
        EdgeScores.from_networkx(thing)


def test_ragged_matrices_are_refused():
    ragged = (np.eye(2), [1.0])
    for build in (em.TemporalGraph.from_matrices, em.TemporalScores):
        with pytest.raises(GraphError, match="a list of matrices of one size; got a tuple"):
            build(ragged, first_lag=0, **BY_ROW)
    with pytest.raises(GraphError, match="a mask must be an array; got a tuple"):
        Candidates.from_mask(ragged)


# ---- several graphs


def test_a_frame_of_graphs_gets_advice():
    graphs = pandas.DataFrame({"g": [Graph.parse("A --> B"), Graph.parse("B --> A")], "w": [3, 1]})
    with pytest.raises(InputTypeError, match=r"got a DataFrame.*weights=") as caught:
        GraphSamples(graphs)
    found = GraphSamples(advised(caught, graphs=graphs), weights=graphs["w"])
    assert found.edge_scores()["A", "B"] == 0.75
    matrix = pandas.DataFrame([[0, 1], [0, 0]], list("AB"), list("AB"))
    for given in (matrix, [matrix, matrix]):
        with pytest.raises(InputTypeError, match="from_adjacency"):
            GraphSamples(given)


@pytest.mark.parametrize("of", [lambda m: {"x": m, "y": m}, lambda m: pandas.Series([m, m])])
def test_advice_about_several_frames_works(of):
    array = of(pandas.DataFrame([[0, 1], [0, 0]], list("AB"), list("AB")))
    with pytest.raises(InputTypeError, match="several matrices must be") as caught:
        GraphSamples.from_adjacency(array, **BY_ROW)
    found = GraphSamples.from_adjacency(advised(caught, array=array), **BY_ROW)
    assert found[1] == Graph.parse("A --> B")


# ---- names of nodes


def test_advice_about_names_gives_no_missing_names_and_no_bytes():
    with pytest.raises(InputTypeError, match="a missing value"):
        Graph(pandas.array([1, None], dtype="Int64"))
    with pytest.raises(InputTypeError) as caught:
        Graph([b"A", b"B"])
    assert Graph(advised(caught, nodes=[b"A", b"B"])) == Graph(["A", "B"])


@pytest.mark.parametrize("package", [pandas, polars])
def test_the_columns_of_data_are_nodes(package):
    assert Graph(package.DataFrame({"A": [1.0], "B": [2.0]})) == Graph(["A", "B"])


# ---- files


@pytest.mark.parametrize("first", ["1", "0"])
def test_edges_with_numbers_of_the_rows_are_read(tmp_path, first):
    numbers = [first, str(int(first) + 1)]
    text = f'"","from","to"\n"{numbers[0]}","A","B"\n"{numbers[1]}","B","C"\n'
    assert em.read(written(tmp_path, text)) == Graph.parse("A --> B --> C")
    text = f"Unnamed: 0,source,mark,target\n{numbers[0]},A,o->,B\n{numbers[1]},C,,\n"
    assert em.read(written(tmp_path, text)) == Graph.parse("A o-> B; C")


def test_a_matrix_of_nodes_called_from_and_to_stays_one(tmp_path):
    path = written(tmp_path, ",from,to\nfrom,0,1\nto,0,0\n")
    assert em.read(path, **BY_ROW) == Graph.parse("from --> to")
    with pytest.raises(AmbiguityError, match="fits more than one format"):
        em.read(written(tmp_path, ",from,to\n1,0,1\n2,0,0\n"), **BY_ROW)


@pytest.mark.parametrize(("separator", "name"), [(";", ";"), (",", ","), ("\t", "\t")])
@pytest.mark.parametrize("quote", ["", '"'])
def test_the_line_of_excel_states_the_separator(tmp_path, separator, name, quote):
    first = f"{quote}sep={name}{quote}\r\n"
    matrix = first + "A,B\r\n0,1\r\n0,0\r\n".replace(",", separator)
    assert em.read(written(tmp_path, matrix), **BY_ROW) == Graph.parse("A --> B")
    scores = first + "source,target,score\nA,B,.5\nB,A,.25\n".replace(",", separator)
    assert read_scores(written(tmp_path, scores))["A", "B"] == 0.5
    pairs = first + "target,source\nB,A\n".replace(",", separator)
    assert read_candidates(written(tmp_path, pairs), ["A", "B"]).pairs() == [("A", "B")]
    with pytest.raises(FormatError, match="line 3"):
        em.read(written(tmp_path, first + f"source{separator}target\nA\t;,\t;,B\n"))


@pytest.mark.parametrize(
    "heading", ["cause,effect", "effect,cause", "to,from", "target,source", "parent,child", "TF,gene"]
)
def test_headings_that_name_cause_and_effect_are_read_in_any_order(tmp_path, heading):
    """They are those that lists of scores and candidates have."""
    row = "A,B" if heading.partition(",")[0] in ("cause", "parent", "TF") else "B,A"
    assert em.read(written(tmp_path, f"{heading}\n{row}\n")) == Graph.parse("A --> B")
    assert em.read(written(tmp_path, f'"",{heading}\n"1",{row}\n')) == Graph.parse("A --> B")


@pytest.mark.parametrize(
    "text",
    [
        '"","source","target","lag"\n"1","A","B","1"\n',
        "source;target;lag\nA;B;1\n",
        "sep=;\nsource;target;lag\nA;B;1\n",
        "source\ttarget\tlag\nA\tB\t1\n",
    ],
)
def test_tables_of_lagged_edges_are_read_as_other_tables(tmp_path, text):
    path = written(tmp_path, text)
    assert em.io.read_temporal(path) == em.TemporalGraph.parse("A --> B @1; lags 1")
    with pytest.raises(FormatError, match=r"read_temporal\(path\)"):
        em.read(path)


def test_a_matrix_of_nodes_called_cause_and_effect_is_asked_about(tmp_path):
    path = written(tmp_path, "cause,effect\n0,1\n0,0\n")
    with pytest.raises(AmbiguityError, match="fits more than one format"):
        em.read(path, **BY_ROW)
    assert em.read(path, "adjacency", **BY_ROW) == Graph.parse("cause --> effect")


CORNERS = (
    "to/from",
    "effect/cause",
    "target\\source",
    "target source",
    "to -> from",
    "to_from",
    "to|from",
)


@pytest.mark.parametrize("corner", CORNERS)
def test_a_corner_that_names_both_axes_may_contradict_the_direction(tmp_path, corner):
    graph = written(tmp_path, f"{corner},A,B\nA,0,1\nB,0,0\n", "g.csv")
    scores = written(tmp_path, f"{corner},A,B\nA,0,.5\nB,.25,0\n", "s.csv")
    frame = pandas.DataFrame({corner: ["A", "B"], "A": [0, 0], "B": [1, 0]})
    for read, given in (
        (em.read, graph),
        (read_scores, scores),
        (Graph.from_adjacency, frame),
        (Graph.from_adjacency, frame.set_index(corner)),
        (Graph.from_adjacency, polars.DataFrame(frame.to_dict("list"))),
    ):
        with pytest.raises(AmbiguityError, match="the rows are called"):
            read(given, direction="row-to-column")
    assert em.read(graph, direction="column-to-row") == Graph.parse("B --> A")
    assert read_scores(scores, direction="column-to-row")["B", "A"] == 0.5
    assert Graph.from_adjacency(frame, direction="column-to-row") == Graph.parse("B --> A")


@pytest.mark.parametrize(
    "corner", ["from/to", "from_node/to_node", "cause\\effect", "A/B", "gene", "node", "from_node"]
)
def test_other_corners_agree_with_a_cause_in_the_row(tmp_path, corner):
    path = written(tmp_path, f"{corner},A,B\nA,0,1\nB,0,0\n")
    assert em.read(path, direction="row-to-column") == Graph.parse("A --> B")


# ---- numbers whose lowest are the best


def test_a_corner_called_p_value_is_asked_about(tmp_path):
    path = written(tmp_path, "p_value,A,B\nA,0,.01\nB,.3,0\n")
    with pytest.raises(AmbiguityError, match="suggests p-values"):
        read_scores(path, **BY_ROW)
    assert read_scores(path, **BY_ROW, pvalues=True)["A", "B"] == -0.01
    assert read_scores(path, **BY_ROW, pvalues=False)["A", "B"] == 0.01
    path = written(tmp_path, "gene,A,B\nA,0,.01\nB,.3,0\n", "pvalues.csv")
    with pytest.raises(AmbiguityError, match="suggests p-values"):
        read_scores(path, **BY_ROW)


@pytest.mark.parametrize("name", ["pvalues.npy", "p_matrix.npy", "asia-pvals.npz"])
def test_a_file_called_pvalues_is_asked_about(tmp_path, name):
    matrix = np.array([[0, 0.01], [0.3, 0]])
    (np.savez if name.endswith("z") else np.save)(tmp_path / name, matrix)
    with pytest.raises(AmbiguityError, match="suggests p-values"):
        read_scores(tmp_path / name, **BY_ROW)
    assert read_scores(tmp_path / name, **BY_ROW, pvalues=True)["0", "1"] == -0.01
    assert read_scores(tmp_path / name, **BY_ROW, pvalues=False)["0", "1"] == 0.01
    for other in ("top_values.npy", "p10.npy", "scores.npy"):
        np.save(tmp_path / other, matrix)
        assert read_scores(tmp_path / other, **BY_ROW)["0", "1"] == 0.01


def test_the_name_of_a_file_of_tigramite_is_heeded(tmp_path):
    """val[i, j, lag] of three variables to lag 2 has the shape of three matrices."""
    val = np.random.default_rng(0).random((3, 3, 3))
    val[range(3), range(3), 0] = 0
    wanted = em.TemporalScores(np.moveaxis(val, 2, 0), NAMES, first_lag=0, **BY_ROW)
    path = tmp_path / "val_matrix.npy"
    np.save(path, val)
    with pytest.raises(AmbiguityError, match="last as in tigramite") as caught:
        em.io.read_temporal_scores(path, first_lag=0, nodes=NAMES, **BY_ROW)
    code = caught.value.remedies[0].python.replace('"scores.npz"', repr(str(tmp_path / "s.npz")))
    exec(code, {"np": np, "path": path})
    assert em.io.read_temporal_scores(tmp_path / "s.npz", nodes=NAMES) == wanted
    np.save(tmp_path / "p_matrix.npy", val)
    with pytest.raises(AmbiguityError, match="suggests p-values") as caught:
        em.io.read_temporal_scores(tmp_path / "p_matrix.npy", first_lag=0, **BY_ROW)
    found = eval(
        caught.value.remedies[0].python, {"em": em, "np": np, "path": tmp_path / "p_matrix.npy"}
    )
    assert found["0", "1", 2] == -val[0, 1, 2]
    val[0, range(3), range(3)] = 0
    np.save(path, val[:2])
    assert em.io.read_temporal_scores(path, first_lag=0, **BY_ROW).max_lag == 1


def test_a_diagonal_of_ones_may_be_that_of_pvalues():
    with pytest.raises(GraphError, match="If the numbers are p-values, read them with"):
        EdgeScores([[1, 0.01], [0.3, 1]], **BY_ROW)
    with pytest.raises(GraphError, match=r"got 1 for 0\. Set the diagonal to 0"):
        EdgeScores([[1, 0.01], [3, 1]], **BY_ROW)
