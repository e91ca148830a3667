"""Tables of lagged edges under other words, and tables that only look like them."""

import collections

import networkx
import pandas
import pytest

from edgemark import EdgeScores, TemporalGraph, read, read_temporal
from edgemark.cli.app import run
from edgemark.errors import AmbiguityError, FormatError
from edgemark.io import read_scores, write_temporal

GRAPH = TemporalGraph.parse("A --> B @1; B --> C @2; lags 2")
TABLES = {
    "from": "from,to,lag\nA,B,1\nB,C,2\n",
    "tau": "cause,effect,tau\nA,B,1\nB,C,2\n",
    "effect first": "lag,child,parent\n1,B,A\n2,C,B\n",
    "R": '"","from","to","lag"\n"1","A","B",1\n"2","B","C",2\n',
    "marks": "from,mark,to,time_lag\nA,-->,B,1\nB,-->,C,2\n",
    "weights": "from,to,delay,weight\nA,B,1,1\nB,C,2.0,1\n",
}


def written(folder, text, name="file.csv"):
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "heading",
    ["source,source_lag,target", "from,delay (days),to", "cause,bestLag,effect", "from,lag 1,to"],
)
def test_whole_numbers_are_asked_about_if_a_part_of_their_name_means_a_lag(tmp_path, heading):
    with pytest.raises(AmbiguityError, match=r"suggests lags of a time series\. If they are lags, call"):
        read_scores(written(tmp_path, f"{heading}\nA,1,B\nB,2,C\n"))
    assert read_scores(written(tmp_path, f"{heading}\nA,1.5,B\nB,2,C\n"))["A", "B"] == 1.5
    fields = collections.namedtuple("Row", ["source", "target", "source_lag"])
    with pytest.raises(AmbiguityError, match="'source_lag' suggests lags"):
        EdgeScores.from_edges([fields("A", "B", 1)])
    graph = networkx.DiGraph()
    graph.add_edge("A", "B", max_lag=2)
    with pytest.raises(AmbiguityError, match="'max_lag' suggests lags"):
        EdgeScores.from_networkx(graph, weight="max_lag")


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_table_of_lags_may_be_called_from_and_to(tmp_path, table, capsys):
    path = written(tmp_path, table)
    assert read_temporal(path) == GRAPH
    with pytest.raises(FormatError, match=r"read_temporal\(path\)"):
        read(path)
    truth = written(tmp_path, "A --> B @1; B --> C @2; lags 2", "t.txt")
    assert run(["score", str(truth), str(path), "-m", "temporal_shd"]) == 0
    assert run(["check", str(path)]) == 0
    assert run(["score", str(written(tmp_path, "A --> B --> C", "g.txt")), str(path)]) == 1
    shown = capsys.readouterr().err
    assert "--summary" in shown
    assert "--scores" not in shown


@pytest.mark.parametrize("table", [TABLES[name] for name in ("from", "tau", "effect first", "R")])
def test_scores_that_may_be_lags_are_sent_to_a_reader_that_reads_them(tmp_path, table):
    path = written(tmp_path, table)
    with pytest.raises(AmbiguityError, match="lags of a time series") as caught:
        read_scores(path)
    code = caught.value.remedies[0].python
    assert eval(code, {"read_temporal": read_temporal, "path": path}) == GRAPH


def test_kendalls_tau_is_a_score(tmp_path, capsys):
    path = written(tmp_path, "from,to,tau\nA,B,.5\nB,C,1\n")
    assert read_scores(path)["A", "B"] == 0.5
    assert run(["score", str(written(tmp_path, "A --> B --> C", "g.txt")), str(path)]) == 0
    with pytest.raises(FormatError, match="line 2: a lag"):
        read_temporal(path)


def test_whole_numbers_called_tau_are_asked_about():
    graph = networkx.DiGraph([("A", "B", {"tau": 1})])
    frame = pandas.DataFrame({"source": ["A"], "target": ["B"], "tau": [1]})
    with pytest.raises(AmbiguityError, match="lags of a time series"):
        EdgeScores.from_networkx(graph, weight="tau")
    with pytest.raises(AmbiguityError, match="lags of a time series"):
        EdgeScores.from_edges(frame.itertuples(index=False))
    graph.edges["A", "B"]["tau"] = 0.5
    assert EdgeScores.from_networkx(graph, weight="tau")["A", "B"] == 0.5
    rows = frame.assign(tau=0.5).itertuples(index=False)
    assert EdgeScores.from_edges(rows)["A", "B"] == 0.5


@pytest.mark.parametrize("heading", ["lag", "p_value", "cost"])
def test_advice_about_unknown_ends_keeps_the_name_of_the_numbers(tmp_path, heading):
    path = written(tmp_path, f"i,j,{heading}\nA,B,1\n")
    fields = collections.namedtuple("fields", ["i", "j", heading])
    for call in (
        lambda: read_scores(path, pvalues=True),
        lambda: EdgeScores.from_pvalues([fields("A", "B", 1)]),
    ):
        with pytest.raises((AmbiguityError, FormatError)) as caught:
            call()
        assert "score" not in caught.value.remedies[0].say


@pytest.mark.parametrize("heading", ["from,from,lag", "from,to,lag,tau", "from,source,lag", "A,B,lag"])
def test_headings_that_do_not_name_one_cause_one_effect_and_one_lag_are_refused(tmp_path, heading):
    row = ",".join(["A", "B", "1", "1"][: heading.count(",") + 1])
    with pytest.raises(FormatError, match="must start with one of"):
        read_temporal(written(tmp_path, f"{heading}\n{row}\n"))


def test_only_one_row_may_state_the_largest_lag(tmp_path):
    path = written(tmp_path, "source,target,lag\n,,2\nA,B,1\n,,3\n")
    with pytest.raises(FormatError, match=r"line 4: a row .* the only one to state the largest lag"):
        read_temporal(path)


def test_a_row_that_states_the_largest_lag_has_no_weight(tmp_path):
    """The weight was ignored, so an edge without names was lost."""
    path = written(tmp_path, "source,target,lag,weight\nA,B,1,1\n,,2,1\n")
    with pytest.raises(FormatError, match=r"line 3: a row must be an edge, list a variable"):
        read_temporal(path)


@pytest.mark.parametrize(
    "row", ["A(t-1),B,1", "A(t-1),B(t),1", "A[t-2],B[t-1],1"], ids=["source", "both", "earlier"]
)
def test_time_steps_in_names_that_agree_with_the_lag_are_left_out(row, tmp_path):
    path = tmp_path / "g.csv"
    path.write_text(f"source,target,lag\n{row}\nA,C(t),0\n")
    assert read_temporal(path) == TemporalGraph.parse("A --> B @1; A --> C; lags 1")


@pytest.mark.parametrize("row", ["A(t-1),B,0", "A(t-1),B(t),2", "A,B(t-1),1"])
def test_time_steps_in_names_that_contradict_the_lag_are_refused(row, tmp_path):
    path = tmp_path / "g.csv"
    path.write_text(f"source,target,lag\n{row}\n")
    with pytest.raises(FormatError, match="as far apart as its lag"):
        read_temporal(path)


def test_a_variable_without_an_edge_has_no_weight(tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("source,target,lag,weight\nA,B,1,1\nA,,,5\n")
    with pytest.raises(FormatError, match="a row must be an edge"):
        read_temporal(path)
    path.write_text("source,target,lag,weight\nA,B,1,1\nC,,,\n")
    assert read_temporal(path).nodes == ("A", "B", "C")


def test_a_table_does_not_write_names_that_it_would_read_as_time_steps(tmp_path):
    graph = TemporalGraph(["A(t-1)", "B"], [("A(t-1)", "-->", "B", 0)], max_lag=0)
    with pytest.raises(FormatError, match="time step"):
        write_temporal(graph, tmp_path / "g.csv")


@pytest.mark.parametrize("sign", [None, "ignore", "keep"])
def test_steps_back_in_time_called_tau_are_no_scores(sign, tmp_path):
    path = written(tmp_path, "cause,effect,tau\nA,B,-1\nB,C,0\nA,C,-2\n")
    options = {} if sign is None else {"sign": sign}
    with pytest.raises(AmbiguityError, match="'tau' suggests lags"):
        read_scores(path, **options)
    with pytest.raises(FormatError, match="write it without the sign"):
        read_temporal(path)


def test_tau_of_both_signs_is_kendalls_correlation(tmp_path):
    for cells in (("-1", "1", "0"), ("-1", "-0.5", "0")):
        path = written(tmp_path, "cause,effect,tau\nA,B,{}\nB,C,{}\nA,C,{}\n".format(*cells))
        assert read_scores(path, sign="ignore")["A", "B"] == 1


@pytest.mark.parametrize("name", ["tau", "lag"])
def test_commands_name_the_sign_of_steps_back_in_time(name, tmp_path, capsys):
    path = written(tmp_path, f"cause,effect,{name}\nA,B,-1\nB,C,0\nC,C,-1\n")
    truth = written(tmp_path, "A --> B @1; B --> C; lags 1", "truth.txt")
    for command in (["check", str(path)], ["score", str(truth), str(path)]):
        assert run(command) == 2 - (command[0] == "score")
        assert "write it without the sign" in " ".join(capsys.readouterr().err.split())


def test_no_columns_are_left_out_of_a_table_that_has_only_those_of_lagged_edges(tmp_path):
    path = written(tmp_path, "source,mark,target,lag\nA,-->,B,1\n")
    with pytest.raises(FormatError) as refusal:
        read(path)
    assert "read_temporal(path)" in str(refusal.value)
    assert "cut" not in str(refusal.value)
