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
        with pytest.raises(em.errors.AmbiguityError, match="marks are read in the order"):
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
    for text in ("0;0,5\n0,2;0\n", "A,B\n0,1\n"):
        with pytest.raises(em.EdgemarkError) as caught:
            em.read_scores(saved(text), direction="row-to-column")
        assert "numbers of the rows" not in str(caught.value)
    with pytest.raises(em.EdgemarkError, match="numbers of the rows"):
        em.read_scores(saved(",A,B\n0,0,.5\n1,.2,0\n"), direction="row-to-column")
