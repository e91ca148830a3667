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
