"""Tables as R's write.table writes them: with row names that have no heading, and with blanks."""

import pytest

import edgemark as em
from edgemark.errors import AmbiguityError, FormatError
from edgemark.io import read_candidates, read_scores

READERS = {
    "edges": (em.read, '"from","to"\n"1","A","B"\n'),
    "lags": (em.read_temporal, '"from","to","lag"\n"1","A","B",1\n'),
    "scores": (read_scores, '"from","to","w"\n"1","A","B",0.5\n'),
    "candidates": (lambda path: read_candidates(path, ["A", "B"]), '"from","to"\n"1","A","B"\n'),
    "causes": (lambda path: read_candidates(path, ["A", "B"]), '"TF"\n"1","A"\n'),
}


@pytest.mark.parametrize(("read", "text"), READERS.values(), ids=READERS)
def test_names_of_rows_are_named(tmp_path, read, text):
    path = tmp_path / "r.csv"
    for separator in (",", "\t", ";") if "to" in text else (",",):
        table = text.replace(",", separator)
        path.write_text(table)
        with pytest.raises(FormatError, match=r"row\.names=FALSE"):
            read(path)


@pytest.mark.parametrize(("read", "text"), [pair for key, pair in READERS.items() if key != "causes"])
def test_blanks_between_fields_are_named(tmp_path, read, text):
    path = tmp_path / "r.csv"
    path.write_text(text.replace(",", " "))
    with pytest.raises(FormatError, match="If blanks separate the fields"):
        read(path)
    path.write_text('"a "b" c",d\n')
    with pytest.raises(FormatError, match="written twice") as caught:
        em.read(path)
    assert "If blanks" not in str(caught.value)


def test_na_is_a_name_of_a_node(tmp_path):
    """NA may be sodium. A missing name that was read as a node is told by the comparison."""
    path = tmp_path / "g.csv"
    path.write_text("source,target\nA,NA\n")
    assert em.read(path) == em.Graph.parse("A --> NA")
    with pytest.raises(em.errors.AlignmentError, match="NA"):
        em.shd(em.Graph.parse("A --> B"), em.read(path))


def test_strengths_of_both_signs_are_not_ranked_by_their_absolute_value(tmp_path):
    path = tmp_path / "strength.csv"
    path.write_text("from,to,strength\nA,B,5.1\nB,C,-0.3\nA,C,-7\n")
    for sign in ("refuse", "ignore"):
        with pytest.raises(AmbiguityError, match="Write minus each strength under the heading score"):
            em.read_scores(path, sign=sign)
    path.write_text("from,to,score\nA,B,-5.1\nB,C,0.3\nA,C,7\n")
    scores = em.read_scores(path, sign="keep", unlisted=-10)
    assert scores["A", "C"] > scores["B", "C"] > scores["A", "B"]
    path.write_text("from,to,strength\nA,B,-5.1\nB,C,-0.3\nA,C,0\n")
    assert em.read_scores(path, sign="ignore")["A", "B"] == 5.1
