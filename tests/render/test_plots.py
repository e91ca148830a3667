"""Figures of scores, methods and runs: what they show, in words too, and what they refuse."""

import importlib.util
import re
import sys
import warnings
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores, Graph, GraphSamples, figures
from edgemark.errors import (
    ConventionError,
    FormatError,
    InputTypeError,
    MissingExtraError,
    StatisticsError,
)

pytest.importorskip("matplotlib")

ROOT = Path(__file__).parent.parent.parent
SVG = "{http://www.w3.org/2000/svg}"
TRUTH = Graph.parse("A --> B --> C; A --> D")
SCORES = EdgeScores.from_edges([("A", "B", 0.9), ("D", "A", 0.5), ("B", "C", 0.4)], nodes=TRUTH.nodes)
SAMPLES = GraphSamples([TRUTH, TRUTH, Graph.parse("A --> B; C --> D")])
RUNS = [
    {"method": m, "dataset": d, "metric": "shd", "convention": "pair mismatch", "value": v + k}
    for m, v in [("PC", 3), ("$GES$ <b>", 2), ("c", 5)]
    for k, d in enumerate("uvwxyz")
]


def ranking():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", em.errors.StatisticsWarning)
        return em.stats.rank(RUNS)


def plots():
    """Every figure once."""
    made = em.metric_criteria.landmarks(TRUTH)
    steps = em.metric_criteria.transformation(made.truth, made.empty)
    return {
        "plot_roc": lambda **more: figures.plot_roc(TRUTH, {"$a$": SCORES, "b": SAMPLES}, **more),
        "plot_pr": lambda **more: figures.plot_pr(TRUTH, {"$a$": SCORES, "b": SAMPLES}, **more),
        "plot_f1_at_k": lambda **more: figures.plot_f1_at_k(TRUTH, SCORES, **more),
        "plot_thresholds": lambda **more: figures.plot_thresholds(TRUTH, SCORES, **more),
        "plot_reliability": lambda **more: figures.plot_reliability(TRUTH, SAMPLES, **more),
        "plot_values": lambda **more: figures.plot_values(RUNS, **more),
        "plot_ranks": lambda **more: figures.plot_ranks(ranking(), metric="shd", **more),
        "plot_chance": lambda **more: figures.plot_chance(
            em.chance(TRUTH, Graph.parse("A --> B; C; D"), ["shd", "f1"], n_guesses=20), **more
        ),
        "plot_time": lambda **more: figures.plot_time(
            {"PC": [(0.1, 3), (0.2, 4)], "<b>": [(3, 2)]}, metric="shd", better="lower", **more
        ),
        "plot_effects": lambda **more: figures.plot_effects(
            em.metrics.effects(TRUTH, Graph.parse("B --> A; C; D")), **more
        ),
        "plot_series": lambda **more: figures.plot_series(
            em.metric_criteria.series(made.truth, steps, ["nced", "shd:skeleton"]), **more
        ),
        "plot_growth": lambda **more: figures.plot_growth({"shd": {10: 0.1, 100: 10.0}}, **more),
    }


NAMES = pytest.mark.parametrize("name", plots())


def legend(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_every_figure_is_tested():
    drawn = {name for name in figures.__all__ if name.startswith("plot_")} - {"plot_diff", "plot_diffs"}
    assert plots().keys() == drawn


@NAMES
def test_axes_are_taken_and_returned(name):
    from matplotlib.figure import Figure

    axes = Figure(figsize=(3.35, 3), layout="constrained").subplots()
    assert plots()[name](ax=axes) is axes


@NAMES
def test_an_svg_has_a_title_and_a_description_and_is_the_same_each_time(name, tmp_path):
    paths = [figures.save(plots()[name](), tmp_path / f"{k}.svg") for k in "ab"]
    assert paths[0].read_bytes() == paths[1].read_bytes()
    root = ElementTree.parse(paths[0]).getroot()
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert len(title.text) > 5
    assert len(description.text) > len(title.text)


@NAMES
def test_nothing_is_cut_off_at_the_width_of_a_column(name):
    figure = plots()[name]().get_figure()
    figure.draw_without_rendering()
    for axes in figure.axes:
        legend = axes.get_legend()
        texts = [axes.title, axes.xaxis.label, axes.yaxis.label, *(legend.get_texts() if legend else ())]
        for text in texts:
            box = text.get_window_extent()
            if text.get_text():
                assert figure.bbox.x0 - 2 <= box.x0 <= box.x1 <= figure.bbox.x1 + 2, text
                assert figure.bbox.y0 - 2 <= box.y0 <= box.y1 <= figure.bbox.y1 + 2, text


@NAMES
def test_a_legend_stands_below_the_label_of_the_axis(name):
    figure = plots()[name]().get_figure()
    figure.draw_without_rendering()
    for axes in figure.axes:
        if axes.get_legend() and axes.get_xlabel():
            lowest = axes.xaxis.label.get_window_extent().y0
            assert axes.get_legend().get_window_extent().y1 <= lowest + 1


@NAMES
def test_without_matplotlib_the_figure_says_what_to_install(name, monkeypatch):
    draw = plots()[name]
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"pip install -e '\.\[report\]'"):
        draw()


# ---- what they show


def test_the_areas_of_curves_are_those_of_the_metrics():
    area, average = em.roc_auc(TRUTH, SCORES), em.average_precision(TRUTH, SCORES)
    assert legend(figures.plot_roc(TRUTH, SCORES))[0] == f"area {area:.3f}"
    assert legend(figures.plot_pr(TRUTH, {"a": SCORES}))[0] == f"a, average {average:.3f}"


@pytest.mark.parametrize("threshold", [0.1, 0.4, 0.45, 0.7])
def test_the_operating_point_is_the_graph_above_the_threshold(threshold):
    found = em.confusion(TRUTH, SCORES.at(threshold))
    axes = figures.plot_roc(TRUTH, SCORES, threshold=threshold)
    (point,) = [line for line in axes.get_lines() if line.get_gid() == "operating"]
    assert (point.get_xdata()[0], point.get_ydata()[0]) == pytest.approx((found.fpr, found.recall))
    axes = figures.plot_pr(TRUTH, SCORES, threshold=threshold)
    (point,) = [line for line in axes.get_lines() if line.get_gid() == "operating"]
    assert (point.get_xdata()[0], point.get_ydata()[0]) == pytest.approx((found.recall, found.precision))


def test_chance_of_precision_is_the_share_that_is_true():
    assert "chance 0.250" in legend(figures.plot_pr(TRUTH, SCORES))
    assert "chance 0.500" in legend(figures.plot_pr(TRUTH, SCORES, of="skeleton"))


def test_the_chance_of_f1_is_the_mean_over_random_orders():
    axes = figures.plot_f1_at_k(TRUTH, SCORES)
    (chance,) = [line for line in axes.get_lines() if line.get_label() == "chance"]
    draws, k, n, m = np.random.default_rng(0), 6, 12, 3
    hits = np.array([(draws.permutation(n)[:k] < m).sum() for _ in range(20_000)])
    assert np.interp(k, *chance.get_data()) == pytest.approx((2 * hits / (k + m)).mean(), abs=0.01)


def test_the_best_k_is_that_of_best_f1():
    words = legend(figures.plot_f1_at_k(TRUTH, SCORES))[0]
    assert f"best {em.metrics.best_f1(TRUTH, SCORES):.3f}" in words


def test_the_best_thresholds_are_those_of_the_sweep():
    sweep = em.evaluation.threshold_sweep(TRUTH, SCORES)
    best = sweep.best("shd")
    assert (
        f"shd:pair mismatch, best {best.value:.3g} above {best.threshold:.3g} (right scale)"
        in legend(figures.plot_thresholds(TRUTH, sweep))
    )


def test_the_error_of_reliability_is_that_of_the_metric():
    error = em.metrics.reliability(TRUTH, SAMPLES).error
    assert legend(figures.plot_reliability(TRUTH, SAMPLES))[0] == f"mean error {error:.3f}"


def test_boxes_show_every_run_and_the_quartiles():
    axes = figures.plot_values(RUNS)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["PC", "$GES$ <b>", "c"]
    first = axes.patches[0]
    assert (first.get_x(), first.get_x() + first.get_width()) == pytest.approx((4.25, 6.75))
    points = [line for line in axes.get_lines() if len(line.get_xdata()) == 6]
    assert sorted(points[0].get_xdata()) == [3, 4, 5, 6, 7, 8]


def test_intervals_are_those_of_summarize():
    axes = figures.plot_values(RUNS, kind="interval")
    summary = em.stats.summarize(RUNS)["PC", "shd"]
    spans = [tuple(line.get_xdata()) for line in axes.get_lines() if len(set(line.get_xdata())) == 2]
    assert spans[0] == pytest.approx(tuple(summary.t))


@pytest.mark.parametrize("stated", [{"metric": "decisiveness"}, {"metric": "own", "better": "neither"}])
def test_values_of_which_neither_direction_is_better_are_drawn(stated):
    rows = [{"method": m, "seed": s, "value": s / 4, **stated} for m in ("PC", "GES") for s in range(4)]
    assert figures.plot_values(rows).get_xlabel() == stated["metric"]


def test_runs_without_a_value_are_said():
    rows = [*RUNS, {**RUNS[0], "dataset": "a", "value": None}, {**RUNS[0], "method": "d", "value": None}]
    axes = figures.plot_values(rows)
    from edgemark.render.matplotlib_extra import _DESCRIBED

    assert "PC: median 5.5, 3 to 8 in 6 runs, 1 run without a value" in _DESCRIBED[axes][1]
    assert "d: no value in 7 runs" in _DESCRIBED[axes][1]  # six of them only other methods have
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == [f"{name} of 7 runs)" for name in ("PC (6", "$GES$ <b> (6", "c (6", "d (0")]
    axes = figures.plot_values(rows, kind="interval")
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names[0] == "PC (n = 6, 6 of 7 runs)"
    assert names[3] == "d (n = 0, 0 of 7 runs)"


def test_an_interval_has_the_unit_of_replication_of_the_whole_table():
    """A method with one of two data sets has one replicate, and no interval."""
    rows = [
        {"method": method, "dataset": dataset, "seed": seed, "metric": "f1", "value": 0.3 + seed / 10}
        for method, dataset in (("P", "a"), ("Q", "a"), ("Q", "b"))
        for seed in range(4)
    ]
    axes = figures.plot_values([*rows, {**rows[-1], "seed": 4, "value": 0.9}], kind="interval")
    spans = [tuple(line.get_ydata()) for line in axes.get_lines() if len(set(line.get_xdata())) == 2]
    assert spans == [(1, 1)]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == [
        "P (n = 1, 4 of 9 runs)",
        "Q (n = 2)",
    ]
    assert axes.get_title() == "Mean and 95% t interval over n data sets"


def test_the_level_of_an_interval_is_not_rounded():
    titles = [figures.plot_values(RUNS, kind="interval", level=v).get_title() for v in (0.9, 0.999)]
    assert titles == [f"Mean and {level}% t interval over n data sets" for level in ("90", "99.9")]


def test_chance_is_drawn_from_guessing_to_perfect():
    report = em.chance(TRUTH, Graph.parse("A --> B; C; D"), ["shd:skeleton", "f1:circles"], n_guesses=20)
    axes = figures.plot_chance(report)
    (value,) = [line for line in axes.get_lines() if line.get_label() == "_value"]
    assert value.get_xdata()[0] == pytest.approx(report["shd:skeleton"].chance.above)
    assert "not shown: 1" in legend(axes)


def test_the_front_of_time_and_accuracy_holds_what_nothing_beats():
    points = {"a": [(1, 5)], "b": [(2, 3)], "c": [(3, 4)], "d": [(4, 1)]}
    for better, expected in (("lower", [1, 2, 4]), ("higher", [1])):
        axes = figures.plot_time(points, metric="my score", better=better)
        (front,) = [line for line in axes.get_lines() if "no other" in str(line.get_label())]
        assert list(front.get_xdata()) == expected


def test_the_verdicts_are_counted():
    verdicts = em.metrics.effects(TRUTH, Graph.parse("B --> A; C; D"))
    counts = [int(re.findall(r"\d+", words)[-1]) for words in legend(figures.plot_effects(verdicts))]
    assert sum(counts) == 4 * 3
    assert sum(counts[1:]) == verdicts.n_wrong


def test_the_exponent_is_the_slope():
    seconds = {"cubic": {n: 1e-9 * n**3 for n in (10, 20, 40, 80)}, "once": {10: 1.0}}
    assert legend(figures.plot_growth(seconds)) == ["cubic, exponent 3.0", "once"]


def test_ranks_have_a_title_and_names_in_full():
    long = "constraint-based search with a very long name"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", em.errors.StatisticsWarning)
        found = em.stats.rank({long + " 1": range(6), long + " 2": range(2, 8)}, better="lower")
    texts = [text.get_text() for text in figures.plot_ranks(found, metric="shd").texts]
    assert "shd (lower is better)" in texts
    assert {long + " 1", long + " 2"} == {
        part for text in texts for part in re.findall(rf"{long} \d", text)
    }


def test_values_by_method_are_drawn():
    axes = figures.plot_values({"PC": [3, 5], "GES": [2, 4]})
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["PC", "GES"]


# ---- refusals


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(InputTypeError, match="curves need scores or samples; got Graph"):
        figures.plot_roc(TRUTH, TRUTH)
    with pytest.raises(InputTypeError, match="at least one estimate"):
        figures.plot_pr(TRUTH, {})
    with pytest.raises(ConventionError, match="of must be one of"):
        figures.plot_roc(TRUTH, SCORES, of="undirected")
    with pytest.raises(ConventionError, match="kind must be one of box, interval"):
        figures.plot_values(RUNS, kind="violin")
    with pytest.raises(StatisticsError, match="got none"):
        figures.plot_values([])
    with pytest.raises(StatisticsError, match="Choose one: metric='shd:pair mismatch'"):
        figures.plot_values([*RUNS, {**RUNS[0], "metric": "f1", "convention": "", "value": 1}])
    with pytest.raises(ConventionError, match="Did you mean 'pair mismatch"):
        figures.plot_values(RUNS, metric="shd:pair mismtch")
    with pytest.raises(StatisticsError, match="no row of the report"):
        figures.plot_chance(em.evaluate(TRUTH, TRUTH, "shd"))
    with pytest.raises(ConventionError, match="better must be one of"):
        figures.plot_time({"a": [(1, 2)]}, metric="shd", better="low")
    with pytest.raises(StatisticsError, match="above 0"):
        figures.plot_time({"a": [(0, 2)]}, metric="shd", better="lower")
    with pytest.raises(StatisticsError, match="higher values of f1:skeleton are better; got 'lower'"):
        figures.plot_time({"a": [(1, 0.2)]}, metric="f1:skeleton", better="lower")
    with pytest.raises(InputTypeError, match="pairs of two numbers"):
        figures.plot_time({"a": [1, 2, 3]}, metric="shd", better="lower")
    with pytest.raises(StatisticsError, match="must not be empty"):
        figures.plot_growth({})
    with pytest.raises(StatisticsError, match="times must be above 0"):
        figures.plot_growth({"a": {10: 0.0}})
    for function, words in ((figures.plot_chance, "report of"), (figures.plot_effects, "verdicts of")):
        with pytest.raises(InputTypeError, match=words):
            function(TRUTH)
    with pytest.raises(InputTypeError, match="got nothing"):
        figures.plot_series([])
    with pytest.raises(InputTypeError, match="axes or a figure"):
        figures.save(TRUTH, "a.svg")
    with pytest.raises(FormatError, match=r"\.svg, \.png, \.pdf"):
        figures.save(figures.plot_roc(TRUTH, SCORES), "a.gif")


def test_of_a_ratio_to_chance_higher_values_are_better():
    made = em.metric_criteria.landmarks(TRUTH)
    steps = em.metric_criteria.transformation(TRUTH, made.empty)
    series = em.metric_criteria.series(TRUTH, steps, ["early_precision_ratio"])[0]
    assert "higher is better" in legend(figures.plot_series([series]))[0]


def test_axes_in_a_subfigure_are_saved_with_their_whole_figure(tmp_path):
    from matplotlib.figure import Figure

    whole = Figure()
    axes = [part.subplots() for part in whole.subfigures(1, 2)]
    figures.plot_roc(TRUTH, SCORES, ax=axes[0])
    files = [
        figures.save(given, tmp_path / f"{k}.svg") for k, given in enumerate((axes[0], axes, whole))
    ]
    assert len({file.read_bytes() for file in files}) == 1


# ---- the page


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("figures_script", ROOT / "scripts" / "figures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_shows_the_pictures_that_the_script_draws(script):
    page = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\(figures/([\w-]+)\.svg\)", page)) == set(script.SHOWN)
    committed = {path.stem for path in (ROOT / "docs" / "figures").glob("*.svg")}
    assert committed == set(script.SHOWN)
    assert len(script.SHOWN) == 10


def test_the_pictures_of_differences_are_those_of_today(script):
    drawn = script.pictures()
    for name in script.SHOWN:
        if name.startswith("diff") and name != "diff-several":  # others depend on matplotlib's version
            text = (ROOT / "docs" / "figures" / f"{name}.svg").read_text(encoding="utf-8")
            assert text == re.sub(r" +$", "", drawn[name](), flags=re.M), name


@pytest.mark.parametrize(
    "name", ["diff-samples", "diff-huge", "diff-forty", "criteria", "growth", "time"]
)
def test_the_other_pictures_of_the_script_are_drawn(script, name):
    assert script.pictures()[name]() is not None


def test_every_function_is_on_the_page():
    page = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    for name in figures.__all__:
        if name != "save_diff":
            assert name in page


def test_negative_values_are_inside_the_right_scale():
    marks = em.metric_criteria.landmarks(Graph.parse("A --> B --> C; A --> D"))
    graphs = em.metric_criteria.transformation(marks.truth, marks.reversed)
    (series,) = em.metric_criteria.series(marks.truth, graphs, ["mcc:directed"])
    assert min(series.values) < 0
    right = figures.plot_series([series]).figure.axes[1]
    assert right.get_ylim()[0] < min(series.values)
    scores = EdgeScores.from_edges([("B", "A", 0.9), ("D", "A", 0.4), ("C", "B", 0.6), ("C", "D", 0.1)])
    truth = Graph.parse("A --> B --> C --> D")
    axes = figures.plot_thresholds(truth, scores, metrics="mcc:directed")
    lowest = min(np.nanmin(line.get_ydata()) for line in axes.figure.axes[1].get_lines())
    assert lowest < 0
    assert axes.figure.axes[1].get_ylim()[0] < lowest
