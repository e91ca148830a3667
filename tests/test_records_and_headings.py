"""Records, columns that pandas renames, missing labels, and headings that are no causes or scores."""

import math
import subprocess

import numpy as np
import pytest

import edgemark as em
from edgemark import Candidates, EdgeScores, Graph
from edgemark.errors import AmbiguityError, FormatError, GraphError, InputTypeError
from edgemark.io import read_candidates, read_scores

pandas = pytest.importorskip("pandas")

NAMES = list("ABC")


def written(folder, text):
    path = folder / "s.csv"
    path.write_text(text, encoding="utf-8")
    return path


# ---- records


def records(**columns):
    return pandas.DataFrame(columns).to_records(index=False)


@pytest.mark.parametrize("of", [lambda r: r, list, np.asarray])
def test_fields_of_records_say_which_is_the_cause(of):
    """Plain tuples of the records would reverse the edge."""
    scores = EdgeScores.from_edges(of(records(target=["B"], source=["A"], weight=[0.3])))
    assert (scores["A", "B"], scores["B", "A"]) == (0.3, 0.0)
    pvalues = EdgeScores.from_pvalues(of(records(target=["B"], source=["A"], p=[0.3])))
    assert (pvalues["A", "B"], pvalues["B", "A"]) == (-0.3, -1.0)
    pairs = of(records(target=["B"], source=["A"]))
    assert Candidates(NAMES, pairs).pairs() == [("A", "B")]
    assert em.to_mpdag(Graph.parse("A --- B"), required=pairs) == Graph.parse("A --> B")


def test_fields_of_records_that_do_not_say_it_are_refused():
    plain = np.array([("A", "B", 0.5)], dtype="O,O,f8")
    with pytest.raises(AmbiguityError, match="which column is the cause"):
        EdgeScores.from_edges(plain)
    with pytest.raises(AmbiguityError, match="suggests p-values"):
        EdgeScores.from_edges(records(source=["A"], target=["B"], p_value=[0.3]))


# ---- columns called from


@pytest.mark.parametrize("order", [["from", "to", "strength"], ["to", "from", "strength"]])
def test_the_advice_for_columns_called_from_works(order):
    frame = pandas.DataFrame({"from": ["A"], "to": ["B"], "strength": [0.3]})[order]
    with pytest.raises(GraphError) as caught:
        EdgeScores(frame)
    advised = eval(caught.value.remedies[0].python, {"EdgeScores": EdgeScores, "frame": frame})
    assert advised["A", "B"] == 0.3
    with pytest.raises(InputTypeError) as caught:
        Candidates(NAMES, frame[order[:2]])
    pairs = eval(caught.value.remedies[0].python, {"pairs": frame[order[:2]]})
    assert Candidates(NAMES, pairs).pairs() == [("A", "B")]
    with pytest.raises(AmbiguityError, match="pandas renames columns such as from"):
        EdgeScores.from_edges(frame.itertuples(index=False))


# ---- missing labels


@pytest.mark.parametrize("missing", [math.nan, None, pandas.NA, pandas.NaT, np.float64("nan")])
def test_a_missing_label_is_no_name(missing):
    calls = [
        lambda: EdgeScores.from_edges([("A", missing, 0.5)]),
        lambda: Graph.from_edges([("A", "-->", missing)]),
        lambda: Graph(["A", missing]),
        lambda: Graph.from_adjacency(labelled(missing), direction="row-to-column"),
        lambda: EdgeScores(labelled(missing), direction="row-to-column"),
    ]
    for call in calls:
        with pytest.raises((GraphError, InputTypeError), match="missing") as caught:
            call()
        assert "str(name)" not in str(caught.value)


def labelled(label):
    axis = pandas.Index(["A", label], dtype=object)
    return pandas.DataFrame([[0, 1], [0, 0]], axis, axis)


def test_a_missing_node_of_networkx_is_refused():
    networkx = pytest.importorskip("networkx")
    with pytest.raises(GraphError, match="missing"):
        em.as_graph(networkx.DiGraph([("A", math.nan)]))


# ---- lists of causes

NO_CAUSES = [
    "sink", "sinks", "targets", "target_genes", "effects", "children", "outcome", "outcomes", "response",
    "dependent", "Y", "leaf", "leaves", "blocked", "disallowed", "denylist", "omitted", "not TF",
]  # fmt: skip


@pytest.mark.parametrize("heading", NO_CAUSES)
def test_a_heading_of_other_nodes_than_causes_is_refused(tmp_path, heading):
    with pytest.raises(FormatError, match=r"its heading (says effects|excludes nodes)"):
        read_candidates(written(tmp_path, f"{heading}\nA\n"), NAMES)


@pytest.mark.parametrize("heading", ["TF", "TFs", "regulators", "sources", "Causes"])
def test_a_heading_of_causes_and_a_cause_that_is_no_node_are_skipped(tmp_path, heading):
    found = read_candidates(written(tmp_path, f"{heading}\nZNF1\nA\n"), NAMES)
    assert found == Candidates.from_causes(NAMES, ["A"])


@pytest.mark.parametrize(
    "heading",
    ["TG", "regulated", "regulatee", "Regulated.gene", "downstream", "targets_only",
     "dependent_variable", "response_var", "y_true", "endogenous", "negative", "unmeasured", "ZNF1"],
)  # fmt: skip
def test_a_first_line_that_may_be_a_heading_of_other_nodes_is_asked_about(tmp_path, heading):
    with pytest.raises(FormatError, match=r"says causes, or with a node|its heading"):
        read_candidates(written(tmp_path, f"{heading}\nA\n"), NAMES)
    found = read_candidates(written(tmp_path, f"source\n{heading}\nA\n"), NAMES)  # as advised
    assert found == Candidates.from_causes(NAMES, ["A"])
    assert read_candidates(written(tmp_path, f"A\n{heading}\n"), NAMES) == found


def test_a_graph_is_no_list_of_causes():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("A", "B")])
    with pytest.raises(InputTypeError, match="causes must be a list of nodes; got a DiGraph"):
        Candidates.from_causes(NAMES, graph)
    assert Candidates.from_causes(NAMES, graph.nodes) == Candidates.from_causes(NAMES, ["A", "B"])


# ---- headings of scores


@pytest.mark.parametrize(
    "heading",
    ["shd", "std", "entropy", "uncertainty", "penalty", "order", "id", "time", "step", "alpha", "sign"],
)
def test_headings_of_other_numbers_are_no_scores(tmp_path, heading):
    with pytest.raises(AmbiguityError, match=r"the highest score must be|a score must be"):
        read_scores(written(tmp_path, f"source,target,{heading}\nA,B,1\nB,C,2\n"))


@pytest.mark.parametrize("heading", ["1-p", "1 - p", "1-pvalue", "one_minus_p", "1 - p_value"])
def test_one_minus_p_is_a_score(tmp_path, heading):
    """Its highest value is the best; read as p-values, the ranking would be reversed."""
    scores = read_scores(written(tmp_path, f"source,target,{heading}\nA,B,.9\nB,C,.2\n"))
    assert scores["A", "B"] == 0.9


# ---- tables that say more than cause, effect and score


@pytest.mark.parametrize(
    ("heading", "row", "advice"),
    [
        ("source,mark,target,weight", "B,<--,A,.9", "'mark' gives the type of each edge"),
        ("source,target,lag,score", "A,B,1,.9", "one matrix for each lag"),
        ("source,target,tau,score", "A,B,1,.9", "one matrix for each lag"),
        ("source,target,sign,score", "A,B,-,.9", "'sign' gives the type of each edge"),
        ("source,target,score,n_runs", "A,B,.9,7", "neither cause, effect nor the score"),
    ],
)
def test_columns_that_say_what_an_edge_means_are_not_only_left_out(tmp_path, heading, row, advice):
    with pytest.raises(FormatError, match=advice):
        read_scores(written(tmp_path, f"{heading}\n{row}\n"))


def test_names_of_rows_by_r_are_named(tmp_path):
    """As write.table(sep=",") writes them: the headings have one field less."""
    path = written(tmp_path, '"TF","target","importance"\n"1","A","B",0.5\n"2","B","C",0.4\n')
    with pytest.raises(FormatError, match=r"row\.names=FALSE"):
        read_scores(path)


LOSSES = "from,to,strength\nA,B,-50\nB,C,-40\nA,C,{}\n"


def test_the_lowest_strength_of_bnlearn_by_a_score_is_the_best(tmp_path):
    """Rank the edges by their size; kept, the weakest edge would be the best."""
    truth = Graph.parse("A --> B --> C")
    path = written(tmp_path, LOSSES.format("-0.5"))
    with pytest.raises(AmbiguityError, match=r"arc\.strength") as caught:
        read_scores(path)
    assert [one.python for one in caught.value.remedies] == ['sign="ignore"']
    assert em.roc_auc(truth, read_scores(path, sign="ignore")) == 1.0
    path = written(tmp_path, LOSSES.format("0.5"))
    with pytest.raises(AmbiguityError, match="Write minus each strength"):
        read_scores(path)
    assert read_scores(written(tmp_path, LOSSES.format("0.5").replace("-", "")))["A", "B"] == 50


@pytest.mark.parametrize(
    ("name", "start"),
    [("g.csv", b"\x1f\x8b\x08"), ("g.txt", b"BZh9"), ("g.csv.gz", b"\x1f\x8b"), ("g.xz", b"")],
)
def test_a_compressed_file_is_named(tmp_path, name, start):
    path = tmp_path / name
    path.write_bytes(start + bytes(range(200)))
    with pytest.raises(FormatError, match=r"must not be compressed.*(gunzip|bunzip2|unxz) -c"):
        em.read(path)


def test_the_row_of_a_self_loop_is_named_with_a_command_that_drops_it(tmp_path):
    path = written(tmp_path, "Gene1,Gene2,Type\nA,B,+\nA,A,+\n")
    with pytest.raises(FormatError, match=r"line 3: .*awk -F, '\$1 != \$2' FILE"):
        em.read(path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.csv", "source,target\nA,B\nA,A\n"),
        ("g.csv", '"","source","target"\n"1","A","B"\n"2","A","A"\n'),
        ("g.csv", ",source,target\n0,A,B\n1,A,A\n"),
        ("g.tsv", "source\ttarget\nA\tB\nA\tA\n"),
        ("g.tsv", "\tsource\ttarget\n0\tA\tB\n1\tA\tA\n"),
        ("g.csv", "source;target\nA;B\nA;A\n"),
        ("g.csv", '"";"source";"target"\n"1";"A";"B"\n"2";"A";"A"\n'),
        ("g.csv", "sep=;\nsource;target\nA;B\nA;A\n"),
        ("g.csv", "source, target\nA, B\nA, A\n"),
        ("g.csv", "source,target\r\nA,B\r\nA,A\r\n"),
        ("g.tsv", "source\ttarget\r\nA\tB\r\nA\tA\r\n"),
        ("g.csv", "source,mark,target\nA,-->,B\nA,-->,A\n"),
        ("g.csv", "target,source\nB,A\nA,A\n"),
    ],
)
def test_the_command_drops_self_loops_of_every_table(tmp_path, name, text):
    path = tmp_path / name
    path.write_bytes(text.encode())
    with pytest.raises(FormatError, match="no edge to itself") as caught:
        em.read(path, format="edges")
    command = str(caught.value).partition("for example with ")[2]
    assert command.endswith(" FILE")
    printed = subprocess.run(
        ["sh", "-c", command.replace("FILE", name)], cwd=tmp_path, capture_output=True, check=True
    )
    path.write_bytes(printed.stdout)
    assert em.read(path, format="edges") == em.Graph.parse("A --> B")


def test_names_with_a_separator_get_no_command(tmp_path):
    path = written(tmp_path, 'source,target\n"a,b",c\n"a,b","a,b"\n')
    with pytest.raises(FormatError, match=r"Leave out the rows whose ends are the same node$"):
        em.read(path)


def test_numbers_as_names_are_to_be_replaced_in_the_file(tmp_path, capsys):
    from edgemark.cli.app import run

    path = tmp_path / "numbers.csv"
    pandas.DataFrame([[0, 1], [0, 0]]).to_csv(path)
    (tmp_path / "t.txt").write_text("A --> B\n")
    run(["score", str(tmp_path / "t.txt"), str(path), "--direction", "row-to-column"])
    said = " ".join(capsys.readouterr().err.split())
    assert "replace 0, 1, ... in the file of the estimate by the names of the rows and columns" in said


# ---- other collections


def test_scores_with_pairs_as_labels_are_not_read_without_them():
    frame = pandas.DataFrame([[0, 0.5], [0, 0]], list("AB"), list("AB"))
    with pytest.raises(InputTypeError, match="whose keys would be lost") as caught:
        EdgeScores.from_edges(frame.stack())
    advised = eval(caught.value.remedies[0].python, {"edges": frame.stack()})
    assert EdgeScores.from_edges(edge for edge in advised if edge[0] != edge[1])["A", "B"] == 0.5


def test_a_frame_is_no_list_of_causes():
    with pytest.raises(InputTypeError, match="causes must be a list of nodes; got a Data") as caught:
        Candidates.from_causes(NAMES, pandas.DataFrame({"TF": ["A"]}))
    assert caught.value.remedies[0].python == "causes['TF']"


def test_one_truth_and_many_estimates_are_for_evaluate_many():
    truth = Graph.parse("A --> B")
    with pytest.raises(InputTypeError, match=r"evaluate_many\(truths, estimates\)"):
        em.evaluation.evaluate_pairs(truth, {"a": truth, "b": truth})


@pytest.mark.parametrize("sparse", [False, True])
def test_one_frame_or_sparse_matrix_is_to_be_put_in_a_list(sparse):
    matrix = pandas.DataFrame([[0, 1], [0, 0]], list("AB"), list("AB"))
    if sparse:
        matrix = pytest.importorskip("scipy.sparse").csr_array(matrix.to_numpy())
    with pytest.raises(InputTypeError, match=r"got one .*Put it in a list: \[estimates\]"):
        em.evaluate_many(Graph.parse("A --> B"), matrix, "shd", direction="row-to-column")


# ---- names and edges without an order


def test_names_in_a_series_are_in_the_order_of_its_labels():
    edges = [("A", "-->", "B")]
    for labels in ([0, 1], ["A", "B"]):
        nodes = pandas.Series(["A", "B"], index=labels)
        assert Graph.from_edges(edges, nodes=nodes).nodes == ("A", "B")
    for labels in ([1, 0], ["x", "y"]):
        with pytest.raises(InputTypeError, match="got a Series, whose labels may state another order"):
            Graph.from_edges(edges, nodes=pandas.Series(["A", "B"], index=labels))


def test_a_set_of_edges_needs_the_order_of_the_nodes():
    for read, edge in (
        (Graph.from_edges, ("A", "-->", "B")),
        (EdgeScores.from_edges, ("A", "B", 0.5)),
        (EdgeScores.from_pvalues, ("A", "B", 0.5)),
    ):
        assert read({edge}, nodes=["B", "A"]).nodes == ("B", "A")
        for edges in ({edge}, frozenset({edge})):
            with pytest.raises(InputTypeError, match="must be in an order"):
                read(edges)
