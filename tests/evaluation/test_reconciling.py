"""`reconcile` against an exhaustive search of every report and every number of a package."""

import json
import random
from math import isfinite

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import ConventionError, InputTypeError
from edgemark.evaluation import reconcile
from edgemark.metrics import REGISTRY
from edgemark.packages import PACKAGES, printed_by


def random_dag(rng, size):
    names = "ABCDEF"[:size]
    order = rng.sample(names, size)
    arcs = [(a, "-->", b) for k, a in enumerate(order) for b in order[k + 1 :] if rng.random() < 0.5]
    return Graph.from_edges(arcs, nodes=list(names))


def all_numbers(truth, estimate):
    """Return the values of every number by its name, computed for one convention at a time."""
    found = {}
    for metric in REGISTRY.values():
        if metric.takes is not Graph:
            continue
        for convention in metric.conventions:
            for row in em.evaluate(truth, estimate, f"{metric.name}:{convention.name}".rstrip(":")):
                if row.status == "ok":
                    found.setdefault(f"{row.metric}:{row.convention}".rstrip(":"), set()).add(row.value)
    for name in PACKAGES:
        for row in printed_by(truth, estimate, name):
            if row.status != "refused" and isfinite(row.value):
                found.setdefault(row.source.split(": ", 1)[1], set()).add(row.value)
    return found


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
@pytest.mark.parametrize("seed", range(3))
def test_whole_numbers_are_found_as_by_an_exhaustive_search(seed):
    rng = random.Random(seed)
    truth, estimate = random_dag(rng, 5), random_dag(rng, 5)
    numbers = all_numbers(truth, estimate)
    assert len(numbers) > 300
    for value in range(8):
        found = reconcile(value, truth, estimate)
        expected = {name for name, values in numbers.items() if value in values}
        assert (found.read == "as given" and bool(found.matches)) == bool(expected)
        if expected:
            assert {one.counted_as for one in found} == expected


@pytest.mark.filterwarnings("ignore::edgemark.errors.ClassWarning")
@pytest.mark.parametrize("places", [1, 2, 3])
def test_a_text_with_decimals_finds_every_number_that_prints_like_it(places):
    rng = random.Random(7)
    truth, estimate = random_dag(rng, 5), random_dag(rng, 5)
    numbers = all_numbers(truth, estimate)
    texts = {f"{value:.{places}f}" for values in numbers.values() for value in values}
    for text in rng.sample(sorted(texts), 6):
        found = {one.counted_as for one in reconcile(text, truth, estimate)}
        printed_like_it = {
            name
            for name, values in numbers.items()
            if any(f"{value:.{places}f}" == text for value in values)
        }
        assert printed_like_it <= found  # a tie, such as 0.125, is printed as 0.12 or 0.13
        ties = found - printed_like_it
        assert all(
            any(abs(abs(value - float(text)) - 0.5 * 10**-places) < 1e-9 for value in numbers[name])
            for name in ties
        )


def test_packages_that_print_the_number_are_named_with_it():
    truth, estimate = Graph.parse("A --> B --> C"), Graph.parse("B --> A; B --> C")
    matches = {one.counted_as: one for one in reconcile(2, truth, estimate)}
    assert any(name.startswith("cdt 0.6.0 SHD(double") for name in matches["shd:arc Hamming"].printed_by)
    counts = [len(one.printed_by) for one in reconcile(2, truth, estimate)]
    assert counts == sorted(counts, reverse=True)


def test_a_constant_that_a_package_prints_is_found_with_its_reason():
    truth, empty = Graph.parse("A --> B; C"), Graph.parse("A; B; C")
    found = [one for one in reconcile(1, truth, empty) if "pcalg 2.7-12 tdr" in one.printed_by]
    assert "tp + fp = 0: pcalg prints 1" in found[0].reason


def test_sides_are_exchanged_and_edges_reversed_only_if_nothing_agrees():
    truth = Graph.parse("A --> B --> C --> D; A --> D; E")
    estimate = Graph.parse("A --> B --> C; D --> E; C --> E")
    reverse = Graph.from_edges([(b, m, a) for a, m, b in estimate.edges()], nodes=estimate.nodes)
    assert em.sid(truth, reverse) == 12
    found = reconcile(12, truth, estimate)
    assert found.read == "with every edge of the estimate reversed"
    assert "sid" in [one.counted_as for one in found]
    assert "With every edge of the estimate reversed" in " ".join(str(found).split())
    asia = em.read("examples/asia/truth.txt"), em.read("examples/asia/pc-fisherz.json")
    assert em.parent_aid(*reversed(asia), compare="native") == 18
    found = reconcile(18, *asia)
    assert found.read == "with truth and estimate exchanged"
    assert "parent_aid:native" in [one.counted_as for one in found]


def test_a_number_in_single_precision_is_found():
    truth, estimate = Graph.parse("A --> B --> C; D"), Graph.parse("B --> A; B --- C; D")
    exact = {one.counted_as for one in reconcile(1 / 3, truth, estimate)}
    assert exact
    for value in (np.float32(1 / 3), str(np.float32(1 / 3))):
        assert exact <= {one.counted_as for one in reconcile(value, truth, estimate)}


def test_a_number_of_other_graphs_is_not_found():
    truth = Graph.parse("A --> B")
    found = reconcile(1234, truth, truth)
    assert not found.matches
    assert found.read == "as given"
    assert "computed from other graphs" in str(found)
    assert json.loads(found.to_json())["matches"] == []


@pytest.mark.parametrize("value", [2, 2.0, "2", " 2 ", "2.0", "2.", np.int64(2), np.float64(2)])
def test_a_number_is_given_as_a_number_or_as_text(value):
    truth, estimate = Graph.parse("A --> B --> C"), Graph.parse("B --> A; B --> C")
    assert "shd:arc Hamming" in [one.counted_as for one in reconcile(value, truth, estimate)]


def test_a_value_that_is_not_a_finite_number_is_refused():
    truth = Graph.parse("A --> B")
    for value in ("two", float("nan"), "inf", "1e400", 10**400):
        with pytest.raises(ConventionError, match="finite number"):
            reconcile(value, truth, truth)
    for value in (None, [1], True):
        with pytest.raises(InputTypeError, match="must be a number"):
            reconcile(value, truth, truth)


def test_scores_and_series_are_searched_without_packages():
    truth = Graph.parse("A --> B --> C")
    scores = em.EdgeScores(
        [[0, 0.9, 0.2], [0.1, 0, 0.4], [0.3, 0.0, 0]], list("ABC"), direction="row-to-column"
    )
    auc = em.roc_auc(truth, scores)
    found = reconcile(float(auc), truth, scores)
    assert "roc_auc" in {one.counted_as.split(":")[0] for one in found}
    series = em.TemporalGraph.parse("A --> B @1; B --> C; lags 1")
    other = em.TemporalGraph.parse("A --> B @1; C --> B; lags 1")
    found = reconcile(int(em.metrics.temporal_shd(series, other)), series, other)
    assert "temporal_shd" in {one.counted_as.split(":")[0] for one in found}
    assert not any(one.printed_by for one in found)


def test_only_readings_that_were_tried_are_named():
    graph, series = Graph.parse("A --> B"), em.TemporalGraph.parse("A --> B @1; lags 1")
    scores = em.EdgeScores.from_edges([("A", "B", 0.5)])
    for truth, estimate in ((series, series), (graph, scores)):
        text = " ".join(str(reconcile(99.5, truth, estimate)).split())
        assert "numbers is 99.5. Check the order" in text
    assert "neither as given, nor with truth and estimate exchanged, nor" in " ".join(
        str(reconcile(99.5, graph, graph)).split()
    )


def test_the_matches_are_written_as_tables_for_a_paper():
    truth, estimate = Graph.parse("A --> B --> C"), Graph.parse("B --> A; B --> C")
    found = reconcile(2, truth, estimate)
    assert "\\toprule" in found.to_latex()
    assert found.to_markdown().startswith("**What 2 counts**")
