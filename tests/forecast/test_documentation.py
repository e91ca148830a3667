"""Every public function and class of forecasts is documented as its signature is."""

import inspect

import pytest

from edgemark import forecast
from tests import test_docstrings as docs

FUNCTIONS = [name for name in forecast.__all__ if inspect.isfunction(getattr(forecast, name))]
SCORES = [name for name in FUNCTIONS if name != "evaluate"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_documented_as_its_signature_is(name):
    function = getattr(forecast, name)
    parts = docs.sections(function)
    assert docs.problems(function) == []
    for head in ("Args", "Returns", "Raises", "Examples"):
        assert parts.get(head), head


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_takes_observations_first_and_options_by_name(name):
    first, second, *rest = inspect.signature(getattr(forecast, name)).parameters.values()
    assert (first.name, second.name) == ("observed", "forecast")
    assert all(option.kind is option.KEYWORD_ONLY for option in rest)


@pytest.mark.parametrize("name", forecast.__all__)
def test_everything_is_documented(name):
    assert (getattr(forecast, name).__doc__ or "").strip()
