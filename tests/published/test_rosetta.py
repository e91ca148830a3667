"""`rosetta` against `printed_by`, package by package."""

import json
import pickle
from math import isnan

import pytest

import edgemark as em
from edgemark import Graph
from edgemark.errors import KindError
from edgemark.packages import PACKAGES, printed_by, rosetta

PAIRS = {
    "two DAGs": ("A --> B --> C; A --> D", "B --> A; B --> C; D"),
    "a CPDAG": ("A --> B --> C; D", "B --> A; B --- C; D"),
    "a cycle": ("A --> B --> C", "A --> B --> C --> A"),
    "a PAG": ("A --> B --> C", "A o-o B o-> C"),
    "two edges on a pair": ("A --> B; C", "A --> B; B --> A; C"),
    "empty graphs": ("A; B; C", "A; B; C"),
}


@pytest.mark.parametrize("texts", PAIRS.values(), ids=PAIRS)
def test_every_number_of_every_package_is_printed_or_refused_with_a_reason(texts):
    truth, estimate = map(Graph.parse, texts)
    table = rosetta(truth, estimate)
    printed, refused = [], []
    for name, package in PACKAGES.items():
        try:
            rows = list(printed_by(truth, estimate, name))
        except KindError:
            refused += [(package.title, key.name) for key in package.keys]
            continue
        printed += [
            (package.title, row.metric, str(row.value)) for row in rows if row.status != "refused"
        ]
        refused += [(package.title, row.metric) for row in rows if row.status == "refused"]
    assert sorted((one.package, one.name, str(one.value)) for one in table) == sorted(printed)
    assert sorted((one.package, one.name) for one in table.refused) == sorted(refused)
    assert all(one.reason and isnan(one.value) for one in table.refused)


def test_numbers_of_one_group_count_the_same_and_are_equal():
    table = rosetta(*map(Graph.parse, PAIRS["two DAGs"]))
    groups = table.groups()
    assert sum(map(len, groups.values())) == len(table)
    for (counted, value), group in groups.items():
        assert {one.counted_as for one in group} == {counted}
        assert {str(float(one.value)) for one in group} == {str(float(value))}


def test_a_text_in_the_name_narrows_the_table():
    table = rosetta(*map(Graph.parse, PAIRS["a CPDAG"]))
    shd = table.named("SHD")
    assert 0 < len(shd) < len(table)
    assert {one.name for one in shd} == {one.name for one in table if "shd" in one.name.lower()}
    assert {one.name for one in shd.refused} == {
        one.name for one in table.refused if "shd" in one.name.lower()
    }
    assert "No package has a number of that name." in str(table.named("no such name"))


def test_the_numbers_are_written_for_programs_and_papers():
    table = rosetta(*map(Graph.parse, PAIRS["empty graphs"])).named("precision")
    whole = json.loads(table.to_json())
    assert [one["name"] for one in whole["numbers"]] == [one.name for one in table]
    assert any(one["value"] is None for one in whole["numbers"])  # 0 of 0, which some print as nan
    frame = table.to_frame()
    assert list(frame["package"]) == [one.package for one in table]
    assert str(frame["value"].dtype) == "float64"
    assert "\\toprule" in table.to_latex()
    assert "| counted as | value | printed by |" in table.to_markdown()
    assert "What other packages print" in table._repr_html_()


def test_time_series_graphs_are_refused():
    series = em.TemporalGraph.parse("A --> B @1; lags 1")
    with pytest.raises(KindError, match="without lags"):
        rosetta(series, series)


def test_a_copy_has_the_same_groups():
    """
    Undefined numbers are nan, and two of them are different keys unless they are one object. `pickle`
    makes new objects; `copy.deepcopy` would not.
    """
    table = em.rosetta(Graph.parse("A; B; C"), Graph.parse("A; B; C"))
    copy = pickle.loads(pickle.dumps(table))
    assert str(copy) == str(table)
    assert len(copy.groups()) == len(table.groups())
