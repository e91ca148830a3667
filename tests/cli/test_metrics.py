"""`edgemark metrics`: the list, the explanations."""

import pytest

from edgemark.cli.metric_text import plain
from edgemark.conventions.references import REFERENCES
from edgemark.metrics import REGISTRY
from edgemark.values import COUNTS, RATIOS


def test_the_list_names_every_metric_and_ratio(edgemark):
    words = edgemark("metrics").out.replace(",", " ").replace(".", " ").split()
    assert [name for name in (*REGISTRY, *COUNTS, *RATIOS) if name not in words] == []


@pytest.mark.parametrize("name", REGISTRY)
def test_an_explanation_has_the_conventions_their_users_and_the_reference(edgemark, name):
    metric = REGISTRY[name]
    text = " ".join(edgemark("metrics", name).out.split())
    told = [REFERENCES[metric.cite]]
    for convention in metric.conventions:
        told += [convention.name, *convention.used_by]
    assert [one for one in told if one not in text] == []
    assert "\\" not in text
    assert ":math:" not in text


@pytest.mark.parametrize("name", [*COUNTS, *RATIOS])
def test_a_ratio_points_to_the_confusion(edgemark, name):
    found = edgemark("metrics", name)
    assert found.status == 0
    assert "edgemark metrics confusion" in found.out


def test_an_unknown_name_is_trouble_with_a_suggestion(edgemark):
    found = edgemark("metrics", "shdd")
    assert (found.status, found.out) == (2, "")
    assert found.err.endswith("Did you mean 'shd'?\n")


def test_one_way_to_count_is_explained_alone_and_in_any_case(edgemark):
    found = edgemark("metrics", "SHD:arc-hamming")
    assert found.status == 0
    assert "arc Hamming" in found.out
    assert "  lenient\n" not in found.out
    assert "  skeleton\n" in edgemark("metrics", "F1").out
    unknown = edgemark("metrics", "shd:skeletn")
    assert (unknown.status, unknown.err.endswith("Did you mean 'skeleton'?\n")) == (2, True)


def test_what_is_not_symmetric_is_said(edgemark):
    lines = edgemark("metrics", "shd").out.splitlines()
    said = "      not symmetric: truth and estimate are treated differently"
    one_sided = sum(convention.one_sided for convention in REGISTRY["shd"].conventions)
    assert lines.count(said) == one_sided > 0


def test_json_lists_what_metrics_declare(edgemark):
    found = edgemark("metrics", "--format", "json").json
    assert [one["name"] for one in found] == list(REGISTRY)
    shd = next(one for one in found if one["name"] == "shd")
    assert (shd["takes"], shd["conventions"][1]["options"]) == ("Graph", {"reversal": "two"})
    assert [one["name"] for one in edgemark("metrics", "f1", "--format", "json").json] == ["confusion"]


@pytest.mark.parametrize(
    ("name", "metric", "selector"),
    [
        ("f1:lagged", "temporal_confusion", "f1:lagged"),
        ("recall:All lags", "temporal_confusion", "'recall:all lags'"),
        ("tp:within 1 lag", "tolerant_confusion", "'tp:within 1 lag'"),
        ("f1:circles", "confusion", "f1:circles"),
    ],
)
def test_a_ratio_is_explained_in_the_conventions_of_every_confusion(edgemark, name, metric, selector):
    lines = edgemark("metrics", name).out.splitlines()
    assert lines[-2].split("-m ")[1].startswith(f"{selector}  ")
    assert lines[-1].split()[:3] == ["edgemark", "metrics", metric]
    [as_json] = edgemark("metrics", name, "--format", "json").json
    assert (as_json["name"], len(as_json["conventions"])) == (metric, 1)


def test_formulas_become_readable():
    assert plain(r"\sum_{i \ne j} f(e_{ij}, e^*_{ij})") == "Σ over i ≠ j of f(e_ij, e*_ij)"


def test_a_metric_without_a_best_value_has_no_best_nan(edgemark):
    first_line = edgemark("metrics", "decisiveness").out.splitlines()[0]
    assert first_line == "decisiveness: neither higher nor lower is better"


def test_a_best_value_that_depends_on_the_draws_is_not_said_to_be_0(edgemark):
    assert edgemark("metrics", "edge_log_score").out.startswith("edge_log_score: lower is better\n")
    assert edgemark("metrics", "edge_brier").out.startswith("edge_brier: lower is better, 0 is best\n")
