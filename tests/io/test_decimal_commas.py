"""Decimal commas: read between semicolons, refused with advice between tabs and in quotes."""

import pytest

import edgemark as em
from edgemark.errors import FormatError


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.tsv", "0,0\t0,5\n0,5\t0"),
        ("m.tsv", "0\t0,5\n0,5\t0\n"),
        ("m.tsv", "\t0,5\n0,5\t\n"),
        ("m.csv", "0,0\t0,5\t0,1\n0,5\t0,0\t0,2\n0,1\t0,3\t0,0\n"),
        ("m.csv", '"0,0","0,5"\n"0,5","0,0"\n'),
    ],
)
@pytest.mark.parametrize("read", [em.read, em.read_scores])
def test_a_first_row_of_numbers_is_not_read_as_names(tmp_path, name, text, read):
    """A matrix of 2 x 2 was read as a graph of one node."""
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(FormatError, match=r"numbers with decimal points.* instead of "):
        read(path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.tsv", "1,2\t1,3\n0\t1\n0\t0\n"),
        ("m.tsv", "\t1,2\t1,3\n1,2\t0\t1\n1,3\t0\t0\n"),
        ("m.csv", '"1,2","1,3"\n0,1\n0,0\n'),
        ("m.csv", ',"1,2","1,3"\n"1,2",0,1\n"1,3",0,0\n'),
    ],
)
def test_nodes_may_have_names_with_a_comma(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    graph = em.read(path, direction="row-to-column")
    assert graph.edges() == [("1,2", "-->", "1,3")]


def test_decimal_commas_between_semicolons_are_read_without_quotes_in_the_first_row(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("0,0;0,5\n0,25;0,0\n")
    scores = em.read_scores(path, direction="row-to-column")
    assert (scores[0, 1], scores[1, 0]) == (0.5, 0.25)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.tsv", "A\tB\n0,0\t0,5\n0,5\t0,0\n"),
        ("l.tsv", "source\ttarget\tscore\nA\tB\t0,5\n"),
        ("w.tsv", "source\ttarget\tweight\nA\tB\t0,5\n"),
    ],
)
def test_a_number_with_a_decimal_comma_is_refused_with_a_point_in_the_advice(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(FormatError, match=r"Write 0\.\d instead of 0,\d"):
        em.read_scores(path)
    if name == "w.tsv":
        with pytest.raises(FormatError, match=r"Write 0\.5 instead of 0,5"):
            em.read(path)


@pytest.mark.parametrize("number", ["1,234", "-12,500", "999,000"])
def test_a_comma_that_may_separate_thousands_is_asked_about(tmp_path, number):
    path = tmp_path / "s.csv"
    path.write_text(f'source,target,score\nA,B,"{number}"\nB,C,2.5\n')
    whole, point = number.replace(",", ""), number.replace(",", ".")
    advised = rf"thousands, write {whole} instead of {number}\. If it is a decimal mark, write {point},"
    with pytest.raises(FormatError, match=advised):
        em.read_scores(path, sign="ignore")


@pytest.mark.parametrize("number", ["0,234", "1,23", "1234,500"])
def test_other_commas_are_decimal_marks(tmp_path, number):
    path = tmp_path / "s.csv"
    path.write_text(f'source,target,score\nA,B,"{number}"\nB,C,2.5\n')
    with pytest.raises(FormatError, match=f"Write {number.replace(',', '.')} instead of {number} and"):
        em.read_scores(path)
