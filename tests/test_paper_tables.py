"""Tables that go into a paper as they are, of results of any origin."""

import re

import pytest

import edgemark as em
from edgemark import stats
from edgemark.report.tables import Table, as_latex, as_markdown

TRUTH = em.Graph.parse("A --> B --> C")
FOUND = em.Graph.parse("A --> B; C")
ROWS = [
    {"method": m, "dataset": d, "metric": "shd", "convention": "pair mismatch", "value": v,
     "status": "ok" if v is not None else "failed", "worst": 28}
    for m, d, v in [("PC", "asia", 3), ("PC", "alarm", 9), ("GES", "asia", 2), ("GES", "alarm", None)]
]  # fmt: skip
FIRST = [0.92, 0.95, 0.88, 0.91, 0.94, 0.90, 0.93, 0.96]
SECOND = [0.65, 0.70, 0.60, 0.66, 0.71, 0.58, 0.64, 0.69]
RESULTS = {
    "report": lambda: em.evaluate(TRUTH, FOUND),
    "chance": lambda: em.chance(TRUTH, FOUND, n_guesses=20),
    "temporal": lambda: em.evaluate(
        em.TemporalGraph.parse("A --> B @1; lags 1"),
        em.TemporalGraph.parse("B --> A @1; lags 1"),
    ),
    "table": lambda: em.evaluate_many(TRUTH, {"P_C": FOUND, "GES": TRUTH}, ["shd", "f1", "sid"]),
    "pairs": lambda: em.evaluation.evaluate_pairs([TRUTH, FOUND], [FOUND, TRUTH], "shd"),
    "summaries": lambda: stats.summarize(ROWS),
    "comparison": lambda: stats.compare(
        FIRST, SECOND, better="higher", names=("RC-GNN", "NO_TEARS"), resamples=200
    ),
    "ranking": lambda: stats.rank(
        {"A&B": FIRST, "C": SECOND, "D": [0.1 * k for k in range(8)]}, better="higher"
    ),
    "control": lambda: stats.rank({"A": FIRST, "C": SECOND}, better="higher", control="C"),
}


@pytest.fixture(params=RESULTS)
def result(request):
    return RESULTS[request.param]()


def body(latex):
    return latex.partition("\\midrule\n")[2].partition("\\bottomrule")[0].splitlines()


def cells(line):
    return re.split(r"(?<!\\)&", line)


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
def test_latex_has_the_rules_of_booktabs_and_as_many_cells_as_columns(result):
    text = result.to_latex(label="tab:one")
    for part in ("\\toprule", "\\midrule", "\\bottomrule", "\\label{tab:one}", "\\caption{"):
        assert text.count(part) == 1
    columns = re.search(r"\\begin\{tabular\}\{(l+r*)\}", text)[1]
    head = text.partition("\\toprule\n")[2].partition("\n")[0]
    assert body(text)
    for line in [head, *body(text)]:
        assert line.endswith(" \\\\")
        assert len(cells(line)) == len(columns)
    assert text.isascii() or set(re.findall(r"[^\x00-\x7f]", text)) <= set("é")
    assert not re.search(r"(?<!\\)[#%_]", text)
    assert text.count("{") == text.count("}")


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
def test_markdown_has_as_many_cells_as_columns(result):
    lines = [line for line in result.to_markdown().splitlines() if line.startswith("|")]
    assert len(lines) >= 3
    assert len({len(re.split(r"(?<!\\)\|", line)) for line in lines}) == 1


def test_names_keep_their_hyphens_commas_and_quotes_in_latex():
    """TeX would set -- as a dash, and two commas or quotes as another quote; an en dash stays one."""
    text = as_latex(Table("CD4--CD8", ("", "a,,b"), (("x''", "1–2"), ("--->", "``y"))))
    assert "\\caption{CD4-{}-CD8.}" in text
    assert " & a,{},b \\\\" in text
    assert body(text) == ["x'{}' & 1\\textendash{}2 \\\\", "-{}-{}-$>$ & `{}`y \\\\"]


def test_the_best_of_each_column_is_bold_and_ties_all_are():
    text = RESULTS["table"]().to_latex().replace("{,}", "")
    pc, ges = (cells(line.removesuffix(" \\\\")) for line in body(text))
    assert pc[0].strip() == "P\\_C"
    assert pc[1].strip() == "1"
    assert ges[1].strip() == "\\textbf{0}"
    both = em.evaluate_many(TRUTH, [FOUND, FOUND], "shd:pair mismatch").to_markdown()
    assert both.count("**1**") == 2


def test_a_column_of_one_value_has_no_best():
    assert "**1**" not in em.evaluate_many(TRUTH, [FOUND], "shd:pair mismatch").to_markdown()


def test_a_method_with_failed_runs_is_compared_with_them_as_the_worst():
    text = stats.summarize(ROWS).to_markdown()
    assert "| PC | **6.000 ± 4.243** |" in text
    assert "| GES | 15.000† (1/2) |" in text
    assert "†: runs without a value" in text
    without = stats.summarize([{**row, "worst": None} for row in ROWS]).to_markdown()
    assert "| GES | – (1/2) |" in without


def test_significance_is_marked_as_the_test_says():
    found = RESULTS["comparison"]()
    assert found.p_value == 0.0078125
    assert "0.0078$^{**}$" in found.to_latex()
    assert "\\textbf{0.924 $\\pm$ 0.027}" in found.to_latex()
    assert "0.0078\\*\\*" in found.to_markdown()
    equal = stats.compare([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5], better="lower")
    assert "$^{*" not in equal.to_latex()
    assert "\\textbf" not in equal.to_latex()


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
def test_a_ranking_has_the_paired_difference_from_the_best_with_its_interval():
    import numpy as np
    from scipy.stats import t

    line = next(one for one in RESULTS["ranking"]().to_markdown().splitlines() if "| C |" in one)
    d = np.array(SECOND) - np.array(FIRST)
    half = t.ppf(0.975, 7) * d.std(ddof=1) / 8**0.5
    assert f"{d.mean():.3f} \\[{d.mean() - half:.3f}, {d.mean() + half:.3f}\\]" in line
    control = RESULTS["control"]().to_markdown()
    assert "difference from C" in control


def test_the_title_of_a_report_separates_the_estimate_from_the_truth():
    first = em.evaluate(TRUTH, FOUND, "shd:pair mismatch").to_markdown().partition("\n")[0]
    sizes = "3 nodes, 1 edge, DAG", "3 nodes, 2 edges, DAG"
    assert first == f"**the estimate ({sizes[0]}) compared with the truth ({sizes[1]})**"


def test_captions_are_the_users():
    report = em.evaluate(TRUTH, FOUND, "shd:pair mismatch")
    assert "\\caption{100 \\% mine.}" in report.to_latex(caption="100 % mine.")
    assert report.to_markdown(caption="Mine").startswith("**Mine**\n")


def test_a_row_that_begins_with_a_bracket_is_no_option_of_the_rule_above():
    table = Table("t", ("", "x"), (("[a]", "1"), ("b", "2")))
    assert "{}[a] & 1" in as_latex(table)
    assert "\\[a\\]" in as_markdown(table)


def test_whatever_a_name_holds_is_text():
    name = "a\\b{c}~^$&%#_<>|\"'*é\x1b"
    table = Table(name, ("", name), ((name, name),))
    text = as_latex(table)
    assert "\x1b" not in text
    assert text.count("{") == text.count("}")
    inside = body(text)[0]
    assert "\\textbackslash{}b\\{c\\}\\textasciitilde{}\\textasciicircum{}\\$\\&\\%\\#\\_" in inside
    assert "$<$$>$$|$" in inside


CLASSES = (
    em.Graph.parse("A --> B <-- C", kind="dag"),
    em.Graph.parse("A --> B --> C"),
    em.Graph.parse("A o-> B <-o C", kind="pag"),
)


def runs_of_two_classes():
    truth, wrong, pag = CLASSES
    return em.stats.Runs.from_reports({
        (method, "data", seed): em.evaluate(truth, graph, ["shd:pair mismatch", "f1:directed"])
        for method, graph in (("x", wrong), ("y", pag)) for seed in range(3)
    })  # fmt: skip


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
def test_no_method_is_the_best_among_several_classes():
    truth, wrong, pag = CLASSES
    many = em.evaluate_many(truth, {"x": wrong, "y": pag}, ["shd:pair mismatch"]).to_markdown()
    means = em.stats.summarize(runs_of_two_classes()).to_markdown()
    for table in (many, means):
        assert "**" not in "".join(
            line for line in table.splitlines() if line.startswith(("| x", "| y"))
        )
        assert "no best value is marked" in table
    one_class = em.evaluate_many(truth, {"x": wrong, "y": truth}, ["shd:pair mismatch"]).to_markdown()
    assert "**0**" in one_class


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
def test_metrics_of_several_classes_agree_on_nothing():
    with pytest.raises(em.errors.StatisticsError, match="counted in one class of graphs"):
        em.stats.metric_agreement(runs_of_two_classes())


@pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")
def test_stars_are_of_the_level_that_was_asked_for():
    sides = [1, 2, 3, 4, 5, 6.5], [2, 4, 6, 8, 10, 11]
    assert "0.031\\*" in em.stats.compare(*sides, better="lower").to_markdown()
    assert "0.031\\*" not in em.stats.compare(*sides, better="lower", level=0.99).to_markdown()


def test_the_title_says_over_how_many_runs_the_means_are():
    rows = [{**ROWS[0], "dataset": f"d{k}", "value": float(k)} for k in range(3)]
    assert "over 3 " in stats.summarize(rows).to_latex()
