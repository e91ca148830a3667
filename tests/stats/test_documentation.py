"""Every public function and class of statistics is documented as its signature is."""

import inspect
import json
import subprocess
import sys

import pytest

from edgemark import stats
from tests import test_docstrings as docs

FUNCTIONS = [name for name in stats.__all__ if inspect.isfunction(getattr(stats, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_documented_as_its_signature_is(name):
    function = getattr(stats, name)
    parts = docs.sections(function)
    assert docs.problems(function) == []
    for head in ("Args", "Returns", "Examples"):
        assert parts.get(head), head


@pytest.mark.parametrize("name", stats.__all__)
def test_everything_is_documented(name):
    assert (getattr(stats, name).__doc__ or "").strip()


def test_the_namespace_comes_with_the_package_and_loads_nothing_heavy():
    program = (
        "import edgemark as em, sys, json; before = 'edgemark.stats' in sys.modules\n"
        "em.stats.summarize; print(json.dumps([before, sorted(sys.modules)]))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    before, modules = json.loads(found.stdout)
    assert not before
    assert not {"scipy", "pandas", "polars", "matplotlib"} & {name.partition(".")[0] for name in modules}
