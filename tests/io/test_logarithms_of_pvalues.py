"""Numbers called logp are ranked by their sign, and not read as p-values."""

import pytest

import edgemark as em
from edgemark.errors import AmbiguityError


@pytest.mark.parametrize(
    "heading", ["logp", "log_p", "log10_pvalue", "LogP", "ln_p", "log(p)", "logFDR"]
)
def test_logarithms_of_pvalues_are_called_so_and_ranked_by_their_sign(heading, tmp_path):
    path = tmp_path / "l.csv"
    for numbers, options in (((3.2, 0.1), {}), ((-3.2, -0.1), {"sign": "ignore"})):
        path.write_text(f"from,to,{heading}\nA,B,{numbers[0]}\nB,C,{numbers[1]}\n")
        with pytest.raises(AmbiguityError, match="suggests logarithms of p-values") as caught:
            em.read_scores(path)
        assert [one.python for one in caught.value.remedies] == [
            "pvalues=False",
            'pvalues=False, sign="ignore"',
        ]
        scores = em.read_scores(path, pvalues=False, **options)
        assert scores["A", "B"] > scores["B", "C"] > scores["C", "A"]


def test_logarithms_of_pvalues_in_networkx_and_in_frames_are_called_so():
    import networkx
    import pandas

    graph = networkx.DiGraph([("A", "B", {"logp": -3.2}), ("B", "C", {"logp": -0.1})])
    for read in (em.as_graph, lambda graph: em.EdgeScores.from_networkx(graph, weight="logp")):
        with pytest.raises(AmbiguityError, match=r"log\(p\), 0 or less") as caught:
            read(graph)
        code = next(one.python for one in caught.value.remedies if "log(p), 0 or less" in one.say)
        scores = eval(code, {"EdgeScores": em.EdgeScores, "graph": graph})
        assert scores["A", "B"] > scores["B", "C"]
    frame = pandas.DataFrame([[0, -1.0], [-2, 0]], [*"AB"], [*"AB"]).rename_axis("logp")
    with pytest.raises(AmbiguityError, match="of an axis suggests logarithms of p-values") as caught:
        em.EdgeScores(frame, direction="row-to-column")
    assert not any(one.python for one in caught.value.remedies)
    edges = [{"source": "A", "target": "B", "logp": -3.2}]
    with pytest.raises(AmbiguityError, match="call them score"):
        em.EdgeScores.from_edges(pandas.DataFrame(edges).itertuples(index=False))
