"""What the columns of a table of edges say is read, or refused."""

import pytest

import edgemark as em


@pytest.fixture
def saved(tmp_path):
    def save(text, name="g.csv"):
        place = tmp_path / name
        place.write_text(text)
        return place

    return save


@pytest.mark.parametrize("said", ["none", "0", "undirected", "<->", "no edge", "?", "", "-1", "absent"])
def test_r3_w3_a_type_that_may_say_that_there_is_no_edge_is_refused(saved, said):
    path = saved(f"Gene1,Gene2,Type\nA,B,+\nB,C,{said}\n")
    says = "line 3: the type of an edge Gene1 --> Gene2 must be a sign"
    with pytest.raises(em.errors.FormatError, match=says):
        em.read(path)
    with pytest.raises(em.errors.FormatError, match=says):
        em.io.read_candidates(path, ["A", "B", "C"])


@pytest.mark.parametrize("said", ["+", "-", " + ", "Activation", "repression", "Unknown", "INHIBITION"])
def test_r3_w3_a_type_that_says_a_sign_is_an_edge(saved, said):
    path = saved(f"Gene1,Gene2,Type\nB,A,{said}\nC,,\n")
    assert em.read(path) == em.Graph.parse("B --> A; C")
    path = saved(f"Gene1,Gene2,Type\nB,A,{said}\n")
    assert em.io.read_candidates(path, ["A", "B"]).pairs() == [("B", "A")]


def test_r3_5_marks_over_time_are_read_in_the_order_of_their_columns(saved):
    for heading, row in (
        ("target,mark,source,lag", "A,-->,B,0"),
        ("mark,source,target,lag", "-->,A,B,1"),
    ):
        with pytest.raises(em.errors.AmbiguityError, match="the columns must be in the order"):
            em.read_temporal(saved(f"{heading}\n{row}\n"))
    for heading, row in (("lag,source,mark,target", "1,A,-->,B"), ("target,source,lag", "B,A,1")):
        expected = em.TemporalGraph(["A", "B"], [("A", "-->", "B", 1)], max_lag=1)
        assert em.read_temporal(saved(f"{heading}\n{row}\n"), max_lag=1).edges() == expected.edges()


def test_r3_11_a_file_has_one_decimal_mark(saved):
    for point in ("1.234", "-.5", "1.5e3"):
        path = saved(f"cause;effect;score\nA;B;{point}\nB;C;0,5\n")
        with pytest.raises(em.errors.FormatError, match="must have one decimal mark"):
            em.read_scores(path, sign="ignore")
    with pytest.raises(em.errors.FormatError, match="must have one decimal mark"):
        em.read_scores(saved("A;B\n0;0,5\n1.234;0\n"), direction="row-to-column")
    points = em.read_scores(saved("cause;effect;score\nA;B;1.5\nB;C;2\n"))
    commas = em.read_scores(saved("cause;effect;score\nA;B;1,5\nB;C;2\n"))
    assert points == commas


def test_r3_15_only_matrices_under_names_are_told_that_they_have_numbers_of_rows(saved):
    for text in ("0;0,5\n0,2;0\n0;0\n", "A,B\n0,1\n"):
        with pytest.raises(em.EdgemarkError) as caught:
            em.read_scores(saved(text), direction="row-to-column")
        assert "row numbers" not in str(caught.value)
    with pytest.raises(em.EdgemarkError, match="row numbers"):
        em.read_scores(saved(",A,B\n0,0,.5\n1,.2,0\n"), direction="row-to-column")


@pytest.mark.parametrize(
    "columns", ["cause,p,effect", "p,cause,effect", "effect,cause,p", "p,effect,cause"]
)
@pytest.mark.parametrize("called", ["p_value", "granger_p", "mi"])
def test_r3_4_the_score_may_stand_in_any_column_whatever_it_is_called(saved, columns, called):
    rows = [{"cause": "A", "effect": "B", "p": 0.1}, {"cause": "B", "effect": "C", "p": 0.2}]
    order = columns.split(",")
    lines = [",".join(str(row[name]) for name in order) for row in rows]
    heading = ",".join(called if name == "p" else name for name in order)
    text = "\n".join([heading, *lines])
    edges = [("A", "B", 0.1), ("B", "C", 0.2)]
    if called != "mi":
        with pytest.raises(em.errors.AmbiguityError, match="suggests p-values"):
            em.read_scores(saved(text))
    assert em.read_scores(saved(text), pvalues=True) == em.EdgeScores.from_pvalues(edges)
    assert em.read_scores(saved(text), pvalues=False) == em.EdgeScores.from_edges(edges)


def test_r3_4_a_matrix_of_nodes_called_cause_and_effect_is_a_matrix(saved):
    path = saved("cause,effect,x\n0,.5,0\n0,0,.5\n.2,0,0\n")
    assert em.read_scores(path, direction="row-to-column")["x", "cause"] == 0.2


def test_r3_10_shares_of_graphs_are_no_pvalues(saved):
    path = saved("from,to,strength,direction\nA,B,.9,.75\n")
    with pytest.raises(em.errors.ConventionError, match="shares of graphs, not p-values"):
        em.read_scores(path, pvalues=True)
    assert em.read_scores(path, pvalues=False)["A", "B"] == pytest.approx(0.675)


@pytest.mark.parametrize("text", ["A—>B", "A→B", "A –> B", "A↔B; C", "→", "A<—B"])
def test_r3_old_14_edges_as_word_processors_write_them_are_no_names(saved, text):
    with pytest.raises(em.errors.FormatError, match="is required"):
        em.Graph.parse(text)
    with pytest.raises(em.errors.FormatError):
        em.read(saved(text, "g.txt"))
    named = em.Graph([text, "B--"], [(text, "-->", "B--")])
    assert em.Graph.parse(repr(named)[len("Graph.parse('") : -2]) == named


def test_r3_old_14_a_row_of_a_table_is_no_node(saved):
    with pytest.raises(em.errors.FormatError, match="may be a row of a table"):
        em.read(saved("A,B\n", "g.txt"))
    for graph in (em.Graph(["A,B"]), em.Graph(["A,B", "C"], [("A,B", "-->", "C")])):
        path = saved("", "again.txt")
        em.write(graph, path)
        assert em.read(path) == graph


def test_the_headings_from_and_to_make_a_table_of_edges_whatever_its_shape(saved):
    rows = ["0,1,3,1", "1,2,4,-1", "2,3,5,1", "0,3,1,1"]
    for n_rows in (2, 3, 4):
        path = saved("\n".join(["from,to,count,sign", *rows[:n_rows]]) + "\n")
        for direction in (None, "row-to-column"):
            with pytest.raises(em.errors.FormatError, match="a table of edges must have") as caught:
                em.read(path, direction=direction)
            assert "adjacency" not in str(caught.value)
            assert [one.python for one in caught.value.remedies] == [""]
            assert caught.value.remedies[0].say.endswith("cut -d, -f 1,2 FILE")
        path = saved("\n".join(["from;count;to;sign", *(row.replace(",", ";") for row in rows)]) + "\n")
        with pytest.raises(em.errors.FormatError, match="cut -d';' -f 1,3 FILE"):
            em.read(path)


def test_other_words_for_the_ends_of_marks_are_read_in_the_order_of_their_columns(saved):
    graph = em.Graph.parse("A o-> B; C --- B; D")
    for heading in ("from,mark,to", "cause,arrow,effect", "source,edge,target", "TF,marks,gene"):
        assert em.read(saved(f"{heading}\nA,o->,B\nC,---,B\nD,,\n")) == graph
    with_kind = em.read(saved("from,mark,to,kind\nA,-->,B,dag\n"))
    assert with_kind == em.Graph.parse("A --> B", kind="dag")
    assert with_kind.kind == "dag"
    for heading, row in (("from,to,mark", "A,B,o->"), ("to,mark,from", "A,o->,B")):
        with pytest.raises(em.errors.AmbiguityError, match="Put the columns into the order source,mark"):
            em.read(saved(f"{heading}\n{row}\n"))
    with pytest.raises(em.errors.FormatError, match="a mark must be one of"):
        em.read(saved("from,mark,to\nA,->,B\n"))
