"""`edgemark diff`: the pairs, what they cost, and the status."""

import csv
import io

import pytest

import edgemark as em


@pytest.fixture
def found(save):
    return save("found.json", "B --> A; B --> C; D")


def test_each_pair_is_told_in_words_with_its_error(edgemark, truth, found):
    printed = edgemark("diff", truth, found, "-m", "shd:pair mismatch")
    assert printed.status == 1
    assert [line.split() for line in printed.out.splitlines()[1:5]] == [
        ["1", "reversed", "A", "-->", "B", "B", "-->", "A"],
        ["A", "causes", "B", "B", "causes", "A"],
        ["2", "missing", "C", "-->", "D", "C", "D"],
        ["C", "causes", "D", "no", "edge", "between", "C", "and", "D"],
    ]


def test_the_totals_are_the_distances(edgemark, truth, found):
    totals = edgemark("diff", truth, found, "--format", "json").json["totals"]
    report = em.evaluate(em.read(truth), em.read(found))
    assert len(totals) == 10
    for total in totals:
        assert total["value"] == pytest.approx(report[total["metric"], total["convention"]].value)


def test_the_last_row_of_the_table_has_the_totals(edgemark, truth, found):
    printed = edgemark("diff", truth, found, "-m", "shd:pair mismatch", "-m", "shd:arc hamming")
    assert printed.out.splitlines()[-1].split() == ["all", "2", "3"]


def test_ten_distances_fit_beside_each_other(edgemark, truth, found):
    assert edgemark("diff", truth, found).out.count("\nall ") == 1


def test_equal_graphs_have_status_0_and_totals_of_0(edgemark, save):
    truth = save("truth.json", "A --> B <-- C")
    assert edgemark("diff", truth, truth).out == "the graphs are equal\n"
    whole = edgemark("diff", truth, truth, "--format", "json")
    assert whole.status == 0
    assert {total["value"] for total in whole.json["totals"]} == {0}


def test_graphs_equal_as_given_have_status_0_although_their_classes_differ(edgemark, truth):
    printed = edgemark("diff", truth, truth)
    assert printed.status == 0
    words = " ".join(printed.out.split())
    assert words.startswith(
        "The graphs are equal as given. These pairs differ after a graph is replaced by its CPDAG:"
    )


def test_graphs_whose_pags_alone_differ_name_the_pag(edgemark, save):
    mag = save("mag.json", "A <-> B <-> C; D", "mag")
    printed = edgemark("diff", mag, mag)
    assert printed.status == 0
    words = " ".join(printed.out.split())
    assert "after a graph is replaced by its PAG: " in words
    assert "replaced by its CPDAG" not in words
    totals = edgemark("diff", mag, mag, "--format", "json").json["totals"]
    assert {one["convention"]: one["value"] for one in totals if one["value"]} == {"truth to PAG": 2}


def test_pairs_that_cost_nothing_in_the_chosen_distance_are_left_out(edgemark, truth, found):
    printed = edgemark("diff", truth, found, "-m", "shd:skeleton", "--format", "json")
    assert [one["nodes"] for one in printed.json["differences"]] == [["C", "D"]]
    same_skeleton = edgemark("diff", truth, truth, "-m", "shd:skeleton")
    assert (same_skeleton.status, same_skeleton.out) == (0, "no pair differs in these distances\n")


def test_a_metric_that_does_not_add_up_over_pairs_is_refused(edgemark, truth, found):
    printed = edgemark("diff", truth, found, "-m", "f1")
    assert (printed.status, printed.out) == (2, "")
    assert "a distance that adds up over pairs must be one of shd:pair mismatch" in printed.err


def test_a_refused_distance_is_named_with_its_options(edgemark, truth, found):
    printed = edgemark("diff", truth, found, "-m", "nced:k=0.4")
    assert printed.status == 2
    assert "got 'nced:k = 0.4'. Did you mean 'nced:k = 0.2'?" in printed.err


def test_a_distance_that_is_not_defined_says_why(edgemark, truth, save):
    printed = edgemark("diff", truth, save("pag.json", "A o-o B --> C; D", "pag"))
    assert printed.status == 1
    assert "NOT DEFINED HERE\nshd arc Hamming: " in printed.out


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_2effects_1_a_distance_that_could_not_be_computed_is_not_called_zero(edgemark, save, form):
    truth, bad = (
        save("t.json", "A --> B --> C --> D; A --> E"),
        save("bad.json", "A --> B --- C; D --> E"),
    )
    printed = edgemark("diff", truth, bad, "-m", "shd:both to CPDAG", "--format", form)
    assert printed.status == 2
    assert "no pair differs" not in printed.out
    assert "needs a DAG or a CPDAG" in " ".join((printed.err if form == "csv" else printed.out).split())


def test_2effects_1_what_is_zero_is_named_beside_what_is_not_defined(edgemark, save):
    truth, bad = save("t.json", "A --> B --> C"), save("bad.json", "A --> B --- C")
    chosen = ("-m", "shd:both to CPDAG", "-m", "shd:skeleton")
    printed = edgemark("diff", truth, bad, *chosen)
    assert printed.status == 2
    assert printed.out.startswith("no pair differs in shd skeleton\n\nNOT DEFINED HERE\n")
    assert edgemark("diff", truth, bad, *chosen, "-m", "shd:pair mismatch").status == 1
    assert edgemark("diff", truth, bad).status == 1
    assert edgemark("diff", bad, bad).status == 0


def test_2effects_1_equal_graphs_refuse_a_metric_that_does_not_add_up_too(edgemark, save):
    empty = save("empty.json", "A; B")
    for metric in ("f1:skeleton", "sid"):
        printed = edgemark("diff", empty, empty, "-m", metric)
        assert (printed.status, printed.out) == (2, "")


def test_csv_has_a_column_for_each_distance(edgemark, truth, found):
    rows = list(
        csv.reader(io.StringIO(edgemark("diff", truth, found, "--format", "csv", "-m", "nced").out))
    )
    assert rows[0][-2:] == ["estimate_in_words", "nced:k = 0.2"]
    assert [row[:3] for row in rows[1:]] == [["A", "B", "reversed"], ["C", "D", "missing"]]


def test_trouble_is_status_2(edgemark, truth):
    assert edgemark("diff", truth, "nowhere.json").status == 2


def test_warnings_go_to_stderr_once(edgemark, truth, save):
    printed = edgemark("diff", truth, save("cpdag.json", "A --- B --- C --- D", "cpdag"))
    assert printed.err.count("edgemark: warning: the truth is a DAG") == 1


def test_hostile_names_survive(edgemark, hostile):
    printed = edgemark("diff", *hostile)
    assert printed.status == 1
    for shown in (
        "X[t-1] --> [/]",
        "[bold red]x",
        "\\x1b[31mred",
        "\\u202eright",
        "<b>html</b>",
        "=1+1",
    ):
        assert shown in printed.out


# ---- figures


@pytest.mark.parametrize(
    ("ending", "word"),
    [("svg", "<svg"), ("tex", "tikzpicture"), ("mmd", "flowchart"), ("txt", "- missing 1")],
)
def test_a_figure_is_written_as_its_suffix_says(edgemark, truth, found, tmp_path, ending, word):
    printed = edgemark("diff", truth, found, "--figure", f"d.{ending}")
    assert printed.status == 1
    assert "reversed" in printed.out
    assert word in (tmp_path / f"d.{ending}").read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", ["png", "pdf"])
def test_a_figure_is_drawn_with_matplotlib(edgemark, truth, found, tmp_path, ending):
    pytest.importorskip("matplotlib")
    assert edgemark("diff", truth, found, "--figure", f"d.{ending}").status == 1
    assert (tmp_path / f"d.{ending}").stat().st_size > 1000


def test_a_figure_shows_what_is_near_a_node(edgemark, truth, found, tmp_path):
    assert edgemark("diff", truth, found, "--figure", "d.txt", "--around", "D").status == 1
    assert (tmp_path / "d.txt").read_text().splitlines()[1:] == ["- C --> D"]
    assert (
        edgemark("diff", truth, found, "--figure", "d.txt", "--around", "D", "--steps", "0").status == 1
    )
    assert (tmp_path / "d.txt").read_text().splitlines()[1:] == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--figure", "d.jpeg"), "must end in .svg, .pdf, .png, .tex, .mmd, .txt; got 'd.jpeg'"),
        (("--figure", "-"), "this output must be a file"),
        (("--figure", "d.svg", "--effects"), "--figure draws pairs and --effects lists effects"),
        (("--around", "D"), "--around and --steps need --figure"),
        (("--figure", "d.svg", "--steps", "2"), "--steps needs --around"),
        (("--figure", "d.svg", "--around", "Z"), "unknown node 'Z'"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_refused(edgemark, truth, found, options, words):
    printed = edgemark("diff", truth, found, *options)
    assert printed.status == 2
    assert words in " ".join(printed.err.split())


@pytest.mark.parametrize("found", ["A --> B; B --> B @1; lags 1", "A; B --> B @1; lags 1"])
def test_a_distance_of_summary_graphs_does_not_add_up_over_lags(edgemark, tmp_path, found):
    truth = "A --> B; B --> B @1; lags 1"
    files = [str(tmp_path / name) for name in ("truth.json", "found.json")]
    for text, file in zip((truth, found), files, strict=True):
        em.io.write_temporal(em.TemporalGraph.parse(text), file)
    additive = ["total", "lagged", "contemporaneous", "window"]
    refused = edgemark("diff", *files, "-m", "temporal_shd:summary")
    listed = ", ".join(f"temporal_shd:{name}" for name in additive)
    assert f"must be one of {listed}; got 'temporal_shd:summary'" in refused.err
    totals = edgemark("diff", *files, "-m", "temporal_shd", "--format", "json").json["totals"]
    assert [total["convention"] for total in totals] == additive


def test_distances_that_are_not_defined_for_one_reason_are_named_together(edgemark, truth, save):
    """The same reason was printed once for each distance."""
    printed = edgemark("diff", truth, save("pag.json", "A o-o B --> C; D", "pag"))
    words = " ".join(printed.out.partition("NOT DEFINED HERE")[2].split())
    assert "shd truth to CPDAG, shd both to CPDAG: comparing CPDAGs needs" in words
    assert words.count("comparing CPDAGs needs") == 1


def test_the_table_shows_why_each_pair_is_listed(edgemark, save):
    """C --> D differs only in the PAGs, whose distance is not among those of a report."""
    truth = save("mag.json", "A --> B --> C --> D; A --> D; B --> E", "mag")
    found = save("dag.json", "A --> B --> C --> D; B --> E")
    printed = edgemark("diff", truth, found, "--format", "json").json
    assert {total["convention"] for total in printed["totals"]} >= {"both to PAG", "pair mismatch"}
    shown = edgemark("diff", truth, found, "--format", "csv").out
    for row in csv.DictReader(io.StringIO(shown)):
        assert any(float(row[name]) for name in row if ":" in name or name == "endpoint_hamming"), row
