"""How numbers and missing scores are written in files: digits from 0 to 9, a point, an exponent; NA."""

import math

import pytest

import edgemark as em
from edgemark.errors import ConventionError, FormatError
from edgemark.evaluation import reconcile

WRONG = ["1_0", "1_000.5", "\uff11", "\u0661", "0\uff15"]
"""Python's float reads all of these; none is a number in a file."""

CHAIN = em.Graph.parse("A --> B --> C")


def written(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("number", WRONG)
@pytest.mark.parametrize(
    ("name", "text", "read"),
    [
        ("list.csv", "source,target,score\nA,B,{}\n", em.read_scores),
        ("other.csv", "target,regulator,importance\nB,A,{}\n", em.read_scores),
        ("bnlearn.csv", "from,to,strength,direction\nA,B,{},1\n", em.read_scores),
        ("matrix.csv", "A,B\n0,{}\n0,0\n", lambda p: em.read_scores(p, direction="row-to-column")),
        ("graph.csv", "A,B\n0,{}\n0,0\n", lambda p: em.read(p, direction="row-to-column")),
        ("edges.csv", "source,target,weight\nA,B,{}\n", em.read),
        ("lags.csv", "source,target,lag\nA,B,{}\n", em.read_temporal),
        ("lags.csv", "source,target,lag,weight\nA,B,1,{}\n", em.read_temporal),
    ],
)
def test_digits_of_other_scripts_and_underscores_are_refused(tmp_path, number, name, text, read):
    path = written(tmp_path, name, text.format(number))
    with pytest.raises(FormatError):
        read(path)


@pytest.mark.parametrize("value", [*WRONG, "1e", "0x10", "1,5", "Infinity", "nan", ""])
def test_reconcile_reads_printed_numbers_only(value):
    with pytest.raises(ConventionError, match="a finite number, such as 3"):
        reconcile(value, CHAIN, CHAIN)


@pytest.mark.parametrize("value", ["0", "0.", "0.00", "-0", "+0.0", ".0", "0e0", 0, 0.0])
def test_reconcile_reads_zero_however_it_is_printed(value):
    assert reconcile(value, CHAIN, CHAIN).matches


# ---- pairs without a score

ROWS = [("A", "C", 0.9), ("A", "B", 0.5), ("C", "A", 0.2), ("C", "B", 0.1), ("B", "A", 0.05)]


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
@pytest.mark.parametrize("missing", ["NA", "nan", "NaN", "", "null"])
def test_a_pair_without_a_score_is_not_counted(tmp_path, missing):
    """If its line were left out, B,C would score 0 and count as the lowest."""
    text = "from,to,score\n" + "".join(f"{a},{b},{s}\n" for a, b, s in ROWS) + f"B,C,{missing}\n"
    scores = em.read_scores(written(tmp_path, "s.csv", text))
    assert scores == em.EdgeScores.from_edges([*ROWS, ("B", "C", math.nan)])
    report = em.evaluate(CHAIN, scores, "roc_auc:directed")
    assert report["roc_auc", "directed"].value == 0.75


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        ("inf", "a finite number of the same rank"),
        ("50%", "such as 0.5"),
        ("0;5", "such as 0.5"),
        ("TRUE", "0.5"),
    ],
)
def test_the_advice_for_a_number_in_another_form_is_to_rewrite_it(tmp_path, number, advice):
    """The advice is not to leave out the line, which would give the pair the lowest score."""
    path = written(tmp_path, "s.csv", f"from,to,score\nA,B,{number}\nB,C,.5\n")
    with pytest.raises(FormatError, match=f"finite number; got .*{advice}"):
        em.read_scores(path)
