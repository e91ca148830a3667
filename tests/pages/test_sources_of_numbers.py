"""The source of a metric is the same on pages of runs and benchmarks as in reports."""

import warnings
from dataclasses import replace

import pytest

import edgemark as em
from edgemark.pages.conventions import about, about_number
from edgemark.report import Row

GRAPHS = em.Graph.parse("A --> B --> C"), em.Graph.parse("A --> B; C")
SERIES = em.TemporalGraph.parse("A --> B @1; lags 2"), em.TemporalGraph.parse("B --> A @1; lags 2")


@pytest.mark.parametrize("sides", [GRAPHS, SERIES], ids=["graphs", "series"])
def test_pages_name_the_source_of_the_report(sides):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", em.errors.EdgemarkWarning)
        rows = [*em.evaluate(*sides)]
    assert len(rows) > 20
    for row in rows:
        shown = dict(_facts(about_number(row.metric, row.convention)))
        assert shown["source"] == row.source


def test_a_ratio_with_a_convention_of_its_own_has_the_source_of_the_ratio():
    assert dict(_facts(about_number("f1", "ours")))["source"].startswith("Powers (2011)")


def _facts(details):
    _, listed = details.children
    for pair in listed.children:
        name, value = (part.children[0] for part in pair.children)
        yield name, value


def test_a_metric_of_the_user_has_no_convention_of_edgemark():
    row = Row("my_metric", "skeleton", "", "", 0.5, None, None, "higher")
    assert "pcalg" not in str(about(row))
    assert "pcalg" in str(about(replace(row, metric="f1")))
