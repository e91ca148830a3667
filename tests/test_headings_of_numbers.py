"""Names of columns, axes and attributes that suggest numbers whose lowest is the best, or no scores."""

import networkx
import pandas
import polars
import pytest

from edgemark import EdgeScores, TemporalScores
from edgemark.cli.app import run
from edgemark.errors import AmbiguityError
from edgemark.io import read_scores

BY_ROW = {"direction": "row-to-column"}


def write_file(folder, text, name="file.csv"):
    path = folder / name
    path.write_text(text)
    return path


def frames_with_name(name):
    """Data frames of scores with this name of the row axis, the column axis or the first column."""
    frame = pandas.DataFrame([[0, 0.01], [0.3, 0]], [*"AB"], [*"AB"])
    with_node_column = frame.rename_axis(name).reset_index()
    return [
        frame.rename_axis(name),
        frame.rename_axis(name, axis="columns"),
        with_node_column,
        polars.DataFrame(with_node_column.to_dict("list")),
    ]


@pytest.mark.parametrize("name", ["p_value", "FDR", "rank", "shd"])
def test_an_axis_name_such_as_p_value_is_ambiguous(name):
    for frame in frames_with_name(name):
        with pytest.raises(AmbiguityError, match=f"the name '{name}' of an axis suggests numbers"):
            EdgeScores(frame, **BY_ROW)
        with pytest.raises(AmbiguityError, match=f"the name '{name}' of an axis suggests numbers"):
            TemporalScores([frame], **BY_ROW, first_lag=1)
        assert EdgeScores.from_pvalues(frame, **BY_ROW)["A", "B"] == -0.01


@pytest.mark.parametrize("name", ["gene", None, "index", "node", "score", "negative error"])
def test_other_names_of_axes_are_read(name):
    for frame in frames_with_name(name)[:2]:
        assert EdgeScores(frame, **BY_ROW)["A", "B"] == 0.01
        assert TemporalScores([frame], **BY_ROW, first_lag=1)["B", "A", 1] == 0.3


def test_a_node_may_be_called_p_value():
    frame = pandas.DataFrame([[0, 0.01], [0.3, 0]], ["p_value", "A"], ["p_value", "A"])
    assert EdgeScores(frame, **BY_ROW)["A", "p_value"] == 0.3


def test_a_corner_of_a_file_called_distance_is_ambiguous(tmp_path):
    path = write_file(tmp_path, "distance,A,B\nA,0,.01\nB,.3,0\n")
    with pytest.raises(AmbiguityError, match="'distance' suggests numbers whose lowest"):
        read_scores(path, **BY_ROW)
    for corner in ("id", "index", "node", ""):
        path = write_file(tmp_path, f"{corner},A,B\nA,0,.01\nB,.3,0\n")
        assert read_scores(path, **BY_ROW)["A", "B"] == 0.01


# ---- numbers whose lowest is the best


def advice_of(call):
    with pytest.raises(AmbiguityError) as caught:
        call()
    return [remedy.python for remedy in caught.value.remedies if remedy.python], str(caught.value)


def test_the_advice_about_costs_is_to_negate_them():
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", cost=0.5)
    graph.add_edge("B", "C", cost=0.1)
    frame = pandas.DataFrame({"target": ["B", "C"], "cost": [0.5, 0.1], "source": ["A", "B"]})
    edges = list(frame.itertuples(index=False))
    for call in (
        lambda: EdgeScores.from_networkx(graph, weight="cost"),
        lambda: EdgeScores.from_edges(edges),
    ):
        (code,), _ = advice_of(call)
        scores = eval(code, {"EdgeScores": EdgeScores, "graph": graph, "edges": edges})
        assert scores["A", "B"] == -0.5
        assert scores["B", "C"] == -0.1
        assert [("A", "B"), ("B", "C")] == scores.candidates.pairs()


def test_the_advice_about_costs_in_a_file_can_be_followed(tmp_path, monkeypatch, capsys):
    path = write_file(tmp_path, "source,target,shd\nA,B,5\nB,C,1\n")
    _, text = advice_of(lambda: read_scores(path))
    assert "under the name score" in text
    assert 'sign="keep", unlisted=float("nan")' in text
    assert "--sign keep --unlisted nan" in text
    again = write_file(tmp_path, "source,target,score\nA,B,-5\nB,C,-1\n")
    scores = read_scores(again, sign="keep", unlisted=float("nan"))
    assert scores["B", "C"] == -1
    truth = write_file(tmp_path, "B --> C; A", "t.txt")
    command = ["score", str(truth), str(again), "--scores", "--sign", "keep", "--unlisted", "nan"]
    assert run([*command, "-m", "roc_auc"]) == 0
    assert "1.0" in capsys.readouterr().out


LOWEST_FIRST = (
    "kl", "KL_divergence", "perplexity", "regret", "se", "std_error", "SE", "stdev", "logLoss",
    "log_loss", "errors", "costs", "distances", "negative_log_likelihood", "negLogLik", "EBIC",
    "standard deviation", "hamming", "crps",
)  # fmt: skip


@pytest.mark.parametrize("heading", LOWEST_FIRST)
def test_a_heading_of_errors_is_ambiguous(tmp_path, heading):
    path = write_file(tmp_path, f"source,target,{heading}\nA,B,.5\nB,C,.2\n")
    _, text = advice_of(lambda: read_scores(path))
    assert "suggests numbers whose lowest is the best" in text


@pytest.mark.parametrize(
    "heading",
    ["prob_null", "prob_absent", "posterior_null", "non_edge_prob", "BF01", "bf_01", "H0", "P(H0)",
     "independence", "no_edge", "risk", "misclassification", "shortest_path", "path_length", "hops",
     "rk", "place", "latency"],
)  # fmt: skip
def test_a_heading_of_the_null_hypothesis_or_of_a_length_is_ambiguous(tmp_path, heading):
    path = write_file(tmp_path, f"source,target,{heading}\nA,B,.5\nB,C,.2\n")
    _, text = advice_of(lambda: read_scores(path))
    assert "lowest is the best" in text


def test_var_is_ambiguous_as_a_heading_and_accepted_as_the_name_of_an_axis(tmp_path):
    path = write_file(tmp_path, "source,target,var\nA,B,.5\nB,C,.2\n")
    with pytest.raises(AmbiguityError, match="'var' suggests another number"):
        read_scores(path)
    for frame in frames_with_name("var")[:2]:
        assert EdgeScores(frame, **BY_ROW)["A", "B"] == 0.01


@pytest.mark.parametrize(
    "heading",
    ["BF10", "H01", "prob", "edge_prob", "negative risk",
     "log_likelihood", "negative error", "-log10(p)", "weight", "bias", "sensitivity", "used", "class",
     "neg_loss", "mi", "coefs", "boss",
     "loglik_score", "likelihood score"],
)  # fmt: skip
def test_headings_of_other_numbers_are_read(tmp_path, heading):
    path = write_file(tmp_path, f"source,target,{heading}\nA,B,.5\nB,C,.2\n")
    assert read_scores(path)["A", "B"] == 0.5


@pytest.mark.parametrize(
    "heading", ["seed", "run", "fold", "batch", "iteration", "sample", "replicate", "regime"]
)
def test_headings_such_as_seed_and_fold_are_not_scores(heading, tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text(f"cause,effect,{heading}\nA,B,1\nB,C,2\n")
    with pytest.raises(AmbiguityError, match=f"'{heading}' suggests another number"):
        read_scores(path)
