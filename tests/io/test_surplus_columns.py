"""Tables of edges with more columns than are read: the error names the columns."""

import pytest

import edgemark as em
from edgemark.errors import FormatError

LINGAM = ["0,1,0.5,0.9", "1,2,0.3,0.8", "2,3,0.3,0.7", "1,3,0.1,0.7", "3,4,0.1,0.7"]


@pytest.fixture
def saved(tmp_path):
    def write(text):
        path = tmp_path / "t.csv"
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize("n_rows", [1, 2, 3, 4, 5])
def test_total_effects_of_lingam_are_refused_by_the_names_of_their_columns(saved, n_rows):
    path = saved("\n".join(["from,to,effect,probability", *LINGAM[:n_rows]]) + "\n")
    expected = "columns cause, effect and score; got 'from,to,effect,probability'. Leave out all"
    with pytest.raises(FormatError, match=expected):
        em.read_scores(path)
    with pytest.raises(FormatError, match=expected):
        em.read(path)


@pytest.mark.parametrize(
    ("heading", "row", "fields"),
    [
        ("source,target,lag,comment", "A,B,1,x", "1,2,3"),
        ("cause,effect,tau,p_value", "A,B,1,0.1", "1,2,3"),
        ("comment,source,mark,target", "x,A,o->,B", "2,3,4"),
        ("source,mark,target,comment", "A,o->,B,x", "1,2,3"),
        ("source,target,p_value,test", "A,B,0.1,z", "1,2"),
    ],
)
def test_lags_and_marks_stay_in_the_columns_that_are_to_be_kept(saved, heading, row, fields):
    with pytest.raises(FormatError, match=f"leave out the other columns: cut -d, -f {fields} FILE"):
        em.read(saved(f"{heading}\n{row}\n"))


def test_the_effect_beside_from_and_to_is_the_score(saved):
    scores = em.read_scores(saved("from,to,effect\n0,1,0.5\n1,2,0.25\n"))
    assert (scores["0", "1"], scores["1", "2"]) == (0.5, 0.25)


@pytest.mark.parametrize(
    "text",
    [
        "index,from,to\n0,1,2\n1,2,3\n2,3,1\n",
        "id,source,target\n1,1,2\n2,2,3\n",
        "id,source,target,weight\n1,1,2,1\n2,2,3,1\n3,3,4,1\n4,4,5,1\n",
        "index,from,to\n0,A,B\n1,B,C\n",
    ],
)
def test_a_first_column_that_numbers_the_edges_is_to_be_left_out(saved, text):
    heading = text.partition(",")[0]
    with pytest.raises(FormatError, match=f"If '{heading}' numbers the rows, leave out this") as caught:
        em.read(saved(text))
    assert "pcalg-pag" not in str(caught.value)


def test_a_square_of_zeros_and_ones_under_such_names_stays_a_matrix(saved):
    path = saved("from,to,effect,probability\n0,1,0,0\n0,0,1,0\n0,0,0,0\n0,0,0,0\n")
    assert em.read(path, direction="row-to-column").n_edges == 2


def test_a_groupby_of_pandas_is_no_estimate():
    import pandas

    groups = pandas.DataFrame({"method": ["a", "b"], "source": ["A", "B"]}).groupby("method")
    with pytest.raises(TypeError, match="Build a graph of each group"):
        em.evaluate_many(em.Graph.parse("A --> B"), groups)
