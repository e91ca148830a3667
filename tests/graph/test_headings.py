"""Headings say which column is the cause: in tables, named tuples, records of pairs and files."""

from collections import namedtuple

import pandas as pd
import pytest

import edgemark as em
from edgemark.graph.headings import CAUSES, EFFECTS, SCORES

TRUTH = em.Graph.parse("A --> B; B --> C; A --> C")
TURNED = [
    "dst,src", "to_node,from_node", "gene,transcription_factor", "target,source", "effect,cause",
    "child,parent", "Target Gene,TF", "destination,origin",
    "successor,predecessor", "to,from",
]  # fmt: skip
UNKNOWN = [
    "head,tail", "tail,head", "outcome,treatment", "response,predictor", "dependent,independent", "Y,X",
    "from,x", "x,to", "from,source", "a,b", "i,j", "j,i", "node1,node2", "Variable1,Variable2",
    "variable2,variable1", "var1,var2", "row,col", "u,v", "idx_i,idx_j",
]  # fmt: skip
ASKED = "headings must say which column is the cause"
ROWS = [("B", "A", 0.9), ("C", "B", 0.4), ("C", "A", 0.3)]


@pytest.fixture
def saved(tmp_path):
    def save(text, name="s.csv"):
        place = tmp_path / name
        place.write_text(text)
        return place

    return save


def table(heading, rows):
    return "\n".join([heading, *(",".join(map(str, row)) for row in rows)]) + "\n"


def test_no_word_means_two_columns():
    assert not CAUSES & EFFECTS
    assert not (CAUSES | EFFECTS) & SCORES


@pytest.mark.parametrize("heading", TURNED)
def test_w2_known_headings_count_in_any_order(saved, heading):
    expected = em.EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4), ("A", "C", 0.3)])
    assert em.read_scores(saved(table(f"{heading},score", ROWS))) == expected
    first = [(score, b, a) for b, a, score in ROWS]
    assert em.read_scores(saved(table(f"score,{heading}", first))) == expected
    numbered = [(k, *row) for k, row in enumerate(ROWS)]
    assert em.read_scores(saved(table(f",{heading},score", numbered))) == expected
    pairs = em.io.read_candidates(saved(table(heading, [row[:2] for row in ROWS])), list("ABC"))
    assert set(pairs.pairs()) == {("A", "B"), ("B", "C"), ("A", "C")}


@pytest.mark.parametrize("heading", UNKNOWN)
def test_w2_unknown_headings_are_asked_about_and_never_guessed(saved, heading):
    says = "headings must say which column is the cause"
    with pytest.raises(em.errors.AmbiguityError, match=says):
        em.read_scores(saved(table(f"{heading},score", ROWS)))
    with pytest.raises(em.errors.AmbiguityError, match=says):
        em.read_scores(saved(table(f",{heading},score", [(k, *row) for k, row in enumerate(ROWS)])))
    with pytest.raises(em.errors.FormatError, match="headings source,target"):
        em.io.read_candidates(saved(table(heading, [row[:2] for row in ROWS])), list("ABC"))
    record = namedtuple("record", f"{heading},score", rename=True)
    with pytest.raises(em.errors.AmbiguityError, match=says):
        em.EdgeScores.from_edges([record(*row) for row in ROWS])
    pair = namedtuple("pair", heading, rename=True)
    with pytest.raises(em.errors.AmbiguityError, match=says):
        em.Candidates(list("ABC"), [pair("A", "B")])


def test_w2_a_column_of_signs_is_no_effect(saved):
    with pytest.raises(em.errors.AmbiguityError, match="headings must say"):
        em.read_scores(saved("edge,weight,sign\nA,.3,1\n"))


@pytest.mark.parametrize("fields", ["target source weight", "effect cause score", "score child parent"])
def test_w3_fields_of_named_tuples_count_in_any_order(fields):
    columns = {key: ["A"] for key in fields.split()}
    columns |= {name: ["B"] for name in ("source", "cause", "parent") if name in columns}
    columns |= {name: [0.5] for name in ("weight", "score") if name in columns}
    edges = list(pd.DataFrame(columns).itertuples(index=False))
    assert em.EdgeScores.from_edges(edges)["B", "A"] == 0.5
    assert em.EdgeScores.from_edges(iter(edges))["B", "A"] == 0.5
    assert em.EdgeScores.from_pvalues(edges)["B", "A"] == -0.5
    assert em.EdgeScores.from_edges([tuple(edge) for edge in edges[:0]], nodes=["A", "B"])["B", "A"] == 0


def test_w3_a_score_that_is_no_last_field_is_asked_about_too():
    edge = namedtuple("edge", "p_value source target")
    with pytest.raises(em.errors.AmbiguityError, match="suggests p-values"):
        em.EdgeScores.from_edges([edge(0.01, "A", "B")])


def test_w3_fields_of_pairs_count_in_any_order():
    pair = namedtuple("pair", "target source")
    for option in ("pairs", "forbidden", "required"):
        plain = em.Candidates(list("ABC"), **{option: [("A", "B")]})
        assert em.Candidates(list("ABC"), **{option: [pair("B", "A")]}) == plain


def test_w3_fields_of_marked_edges_must_not_contradict_their_order():
    right, wrong = (namedtuple("edge", names) for names in ("source mark target", "target m source"))
    assert em.Graph.from_edges([right("A", "-->", "B")]) == em.Graph.parse("A --> B")
    with pytest.raises(em.errors.AmbiguityError, match="first node to its second"):
        em.Graph.from_edges([wrong("A", "-->", "B")])
    with pytest.raises(em.errors.AmbiguityError, match="first node to its second"):
        em.Graph(["A", "B"], [wrong("A", "-->", "B")])
    lagged = namedtuple("lagged", "target mark source lag")
    with pytest.raises(em.errors.AmbiguityError, match="first node to its second"):
        em.TemporalGraph(["A", "B"], [lagged("A", "-->", "B", 1)], max_lag=1)


@pytest.mark.parametrize("heading", ["target", "gene", "effect", "Target Gene"])
def test_one_column_of_effects_is_no_list_of_causes(saved, heading):
    with pytest.raises(em.errors.FormatError, match="must list causes"):
        em.io.read_candidates(saved(f"{heading}\nA\n"), list("ABC"))
    nodes = ["A", "B", heading]
    with pytest.raises(em.errors.AmbiguityError, match="must be a heading or a node"):
        em.io.read_candidates(saved(f"{heading}\nA\n"), nodes)
    found = em.io.read_candidates(saved(f"source\n{heading}\nA\n"), nodes)
    assert set(found.pairs()) >= {("A", "B"), (heading, "A")}


LOWEST_FIRST = [
    "rank", "distance", "Rank", "edge_rank", "loss", "mse", "test_rmse", "RSS", "aic", "BIC",
    "delta_bic", "evalue", "E_value", "position", "nll", "mae",
]  # fmt: skip


@pytest.mark.parametrize("name", LOWEST_FIRST)
def test_m12_numbers_of_which_the_lowest_is_the_best_are_asked_about(saved, name):
    import networkx

    with pytest.raises(em.errors.AmbiguityError, match="lowest is the best"):
        em.read_scores(saved(f"cause,effect,{name}\nA,B,1\nB,C,2\n"), pvalues=False)
    edge = namedtuple("edge", ["source", "target", name])
    with pytest.raises(em.errors.AmbiguityError, match="lowest is the best"):
        em.EdgeScores.from_edges([edge("A", "B", 1.0)])
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", **{name: 1.0})
    with pytest.raises(em.errors.AmbiguityError, match="lowest is the best"):
        em.EdgeScores.from_networkx(graph, weight=name)


@pytest.mark.parametrize(
    "name",
    ["rank_score", "inverse_rank", "importance", "MI", "rf", "bic_score", "neg_mse", "evaluation"],
)
def test_m12_other_names_of_scores_are_not_asked_about(saved, name):
    assert em.read_scores(saved(f"cause,effect,{name}\nA,B,1\nB,C,2\n"))["B", "C"] == 2


@pytest.mark.parametrize("heading", ["gene1,gene2,corr", "Gene1,Gene2,score", "Gene2,Gene1,p_value"])
def test_r3_w1_genes_by_number_say_a_direction_in_tables_of_beeline_only(saved, heading):
    with pytest.raises(em.errors.AmbiguityError, match=ASKED):
        em.read_scores(saved(table(heading, ROWS)), pvalues="p_value" in heading)
    record = namedtuple("record", heading)
    with pytest.raises(em.errors.AmbiguityError, match=ASKED):
        em.EdgeScores.from_pvalues([record(*row) for row in ROWS])


def test_r3_w1_tables_of_beeline_are_read(saved):
    expected = em.EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.4), ("A", "C", 0.3)])
    turned = table("Gene2,Gene1,EdgeWeight", ROWS)
    assert em.read_scores(saved(turned)) == expected
    numbered = [(k, *row) for k, row in enumerate(ROWS)]
    assert em.read_scores(saved(table(",Gene2,Gene1,EdgeWeight", numbered))) == expected
    record = namedtuple("record", "Gene2 Gene1 EdgeWeight")
    assert em.EdgeScores.from_edges([record(*row) for row in ROWS]) == expected
    graph = em.read(saved("Gene1,Gene2,Type\nA,B,+\n"))
    assert graph == em.Graph.parse("A --> B")
    found = em.io.read_candidates(saved("Gene1,Gene2\nA,B\n"), ["A", "B"])
    assert found.pairs() == [("A", "B")]


def test_r3_w1_a_melted_matrix_of_lingam_is_asked_about_and_never_taken_for_a_matrix(saved):
    # B[i, j] is about j --> i there; positions are numbers, so three of them look like a matrix
    for rows in ([("1", "0", 0.9), ("2", "0", 0.5), ("2", "1", 0.7)], ROWS):
        with pytest.raises(em.errors.AmbiguityError, match=ASKED):
            em.read_scores(saved(table("i,j,weight", rows)), direction=None)
    record = namedtuple("record", "i j weight")
    with pytest.raises(em.errors.AmbiguityError, match=ASKED):
        em.EdgeScores.from_edges([record("B", "A", 0.9)])


def test_r3_w1_marks_of_pairs_by_number_are_read_in_the_order_of_the_numbers():
    right, wrong = (namedtuple("edge", names) for names in ("node1 mark node2", "node2 mark node1"))
    assert em.Graph.from_edges([right("A", "-->", "B")]) == em.Graph.parse("A --> B")
    with pytest.raises(em.errors.AmbiguityError, match="first node to its second"):
        em.Graph.from_edges([wrong("A", "-->", "B")])


def test_r3_14_the_advice_about_a_loss_keeps_the_order_of_negative_numbers(saved):
    with pytest.raises(em.errors.AmbiguityError, match=r'write minus each number .* sign="keep"'):
        em.read_scores(saved("cause,effect,loss\nA,B,-2\nB,C,1\n"))
    path = saved("cause,effect,score\nA,B,2\nB,C,-1\n")
    found = em.read_scores(path, sign="keep", unlisted=-9)
    assert found["A", "B"] > found["B", "C"] > found["C", "A"]


@pytest.mark.parametrize("kind", ["Graph", "MultiGraph"])
def test_r3_w2_edges_of_an_undirected_networkx_graph_say_no_direction(kind):
    import networkx

    graph = getattr(networkx, kind)()
    graph.add_edge("A", "B", weight=0.5, p=0.01)
    says = "got those of an undirected networkx graph"
    with pytest.raises(em.errors.AmbiguityError, match=f"{says}.*from_networkx"):
        em.EdgeScores.from_edges(graph.edges(data="weight"))
    with pytest.raises(em.errors.AmbiguityError, match=f"{says}.*to_directed"):
        em.EdgeScores.from_pvalues(graph.edges.data("p"))
    for option in ("pairs", "required", "forbidden"):
        with pytest.raises(em.errors.AmbiguityError, match=says):
            em.Candidates(["A", "B"], **{option: graph.edges()})
    both = em.EdgeScores.from_edges(graph.to_directed().edges(data="weight"))
    assert both["A", "B"] == both["B", "A"] == 0.5


def test_r3_w2_edges_of_a_directed_networkx_graph_are_read():
    import networkx

    graph = networkx.DiGraph([("A", "B", {"weight": 0.5, "p": 0.01})])
    assert em.EdgeScores.from_edges(graph.edges(data="weight"))["A", "B"] == 0.5
    assert em.EdgeScores.from_pvalues(graph.edges.data("p"))["B", "A"] == -1
    assert em.Candidates(["A", "B"], graph.edges).pairs() == [("A", "B")]


def test_r3_w2_the_advice_about_pvalues_of_an_undirected_graph_reads_both_directions():
    import networkx

    graph = networkx.Graph([("A", "B", {"p": 0.01})])
    for door in (em.as_graph, lambda given: em.EdgeScores.from_networkx(given, weight="p")):
        with pytest.raises(em.errors.AmbiguityError, match=r"list\(graph.to_directed") as caught:
            door(graph)
        code = next(r.python for r in caught.value.message.remedies if "from_pvalues" in r.python)
        found = eval(code, {"EdgeScores": em.EdgeScores, "graph": graph})
        assert found["A", "B"] == found["B", "A"] == -0.01


@pytest.mark.parametrize("names", ["cause effect cost", "effect cost cause", "target source cost"])
def test_advice_about_costs_ranks_the_lowest_one_highest(names):
    edge = namedtuple("edge", names)
    ends = ("source", "target") if "source" in names else ("cause", "effect")
    rows = [("A", "B", -2.0), ("B", "C", 1.0), ("C", "A", 3.0)]
    edges = [edge(**dict(zip((*ends, "cost"), row, strict=True))) for row in rows]
    with pytest.raises(em.errors.AmbiguityError) as caught:
        em.EdgeScores.from_edges(edges)
    (code,) = [remedy.python for remedy in caught.value.message.remedies if remedy.python]
    found = eval(code, {"EdgeScores": em.EdgeScores, "edges": edges})
    assert [found[a, b] for a, b, _ in rows] == [2, -1, -3]


@pytest.mark.parametrize("heading", ["ancestor,descendant", "Descendant,Ancestor"])
def test_ancestors_and_descendants_are_not_the_ends_of_edges(saved, heading):
    with pytest.raises(em.errors.EdgemarkError, match="ancestors and descendants"):
        em.read(saved(f"{heading}\nA,B\n"), "edges")
    with pytest.raises(em.errors.EdgemarkError, match="ancestors and descendants"):
        em.read(saved(f"{heading}\nA,B\n"))
    with pytest.raises(em.errors.AmbiguityError, match="ancestors and descendants"):
        em.read_scores(saved(f"{heading},score\nA,B,0.5\n"))


def test_pep_may_be_a_probability_of_an_edge_or_of_an_error(saved):
    with pytest.raises(em.errors.AmbiguityError, match=r"posterior edge prob.* or posterior error prob"):
        em.read_scores(saved("source,target,PEP\nA,B,0.9\n"))


@pytest.mark.parametrize(
    ("heading", "numbers", "advice"),
    [
        ("PEP", "0.9 0.2", "read_scores"),
        ("rmse", "0.1 0.2", "read_scores"),
        ("rank", "1 2", "numbers the rows"),
    ],
)
def test_only_whole_numbers_are_taken_for_numbers_of_rows(saved, heading, numbers, advice):
    first, second = numbers.split()
    with pytest.raises(em.errors.FormatError, match=advice):
        em.read(saved(f"source,target,{heading}\nA,B,{first}\nB,C,{second}\n"))
