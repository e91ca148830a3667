"""The figure of scores: what it shows; the same input gives the same bytes."""

import numpy as np
import pytest

import edgemark as em
from edgemark import EdgeScores, Graph
from edgemark.render.criteria_figures import FILE_TYPES
from edgemark.render.score_figures import draw, reliabilities

pytest.importorskip("matplotlib")
TRUTH = Graph.parse("A --> B --> C; A --> D")
SCORES = EdgeScores.from_edges([("A", "B", 0.9), ("D", "A", 0.5), ("B", "C", 0.4)], nodes=TRUTH.nodes)
STARTS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


@pytest.mark.parametrize("file_type", FILE_TYPES)
def test_it_is_a_file_of_its_type_and_the_same_every_time(file_type):
    picture = draw(TRUTH, SCORES, file_type)
    assert picture.startswith(STARTS[file_type])
    assert picture == draw(TRUTH, SCORES, file_type)


def test_another_file_type_is_refused():
    with pytest.raises(em.errors.FormatError, match=r"\.svg, \.png, \.pdf"):
        draw(TRUTH, SCORES, "gif")


def test_a_truth_without_edges_is_refused():
    with pytest.raises(em.errors.GraphError, match="needs true pairs"):
        draw(Graph(TRUTH.nodes), SCORES)


def test_the_legend_has_the_areas(monkeypatch):
    import matplotlib

    from edgemark.render import criteria_figures, score_figures

    monkeypatch.setitem(criteria_figures.RC, "svg.fonttype", "none")
    text = draw(TRUTH, SCORES).decode()
    for area in (em.roc_auc(TRUTH, SCORES), em.roc_auc(TRUTH, SCORES, of="skeleton")):
        assert f"area {area:.3f}" in text
    assert f"directed, average {em.average_precision(TRUTH, SCORES):.3f}" in text
    assert matplotlib.rcParams["svg.fonttype"] != "none"
    assert score_figures.RC is criteria_figures.RC


def test_the_file_is_small_even_with_many_thresholds():
    rng = np.random.default_rng(0)
    array = rng.random((150, 150))
    np.fill_diagonal(array, 0)
    cells = np.triu(rng.random((150, 150)) < 0.05, 1)
    truth = Graph.from_adjacency(cells, direction="row-to-column")
    picture = draw(truth, EdgeScores(array, direction="row-to-column"))
    assert len(picture) < 3_000_000


@pytest.mark.filterwarnings("ignore:the truth is a (CPDAG|MAG) and the estimate a DAG")
@pytest.mark.parametrize(
    ("truth", "shown"),
    [
        (TRUTH, ["directed", "directed, of the class", "skeleton"]),
        (em.to_cpdag(Graph.parse("A --> B <-- C; A --> D")), ["directed, of the class", "skeleton"]),
        (Graph.parse("A <-> B --> C; D"), ["skeleton"]),
    ],
)
def test_the_figure_of_samples_has_the_reliability_that_the_truth_allows(monkeypatch, truth, shown):
    from edgemark.render import criteria_figures

    monkeypatch.setitem(criteria_figures.RC, "svg.fonttype", "none")
    samples = em.GraphSamples([TRUTH, TRUTH, Graph.parse("A --> B; C --> D")])
    text = draw(truth, samples).decode()
    bins = reliabilities(truth, samples)
    assert list(bins) == shown
    for of, found in bins.items():
        assert f">{of}, error {found.error:.3f}<" in text
    assert f"skeleton, area {em.roc_auc(truth, samples, of='skeleton'):.3f}" in text
