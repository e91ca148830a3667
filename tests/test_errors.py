"""One root for everything that edgemark raises on purpose."""

import pickle

import pytest

import edgemark as em
from edgemark import errors


@pytest.mark.parametrize(
    "code",
    [
        lambda: em.as_graph(3),
        lambda: em.evaluate(em.Graph.parse("A --> B"), 3),
        lambda: em.figures.plot_diffs(em.Graph.parse("A --> B"), 3),
        lambda: em.shd(em.Graph.parse("A --> B"), object()),
        lambda: em.GraphSamples(em.Graph.parse("A --> B")),
        lambda: em.latent_projection(em.Graph.parse("A --> B"), "A"),
    ],
)
def test_a_wrong_type_is_a_type_error_and_an_edgemark_error(code):
    with pytest.raises(TypeError) as caught:
        code()
    assert isinstance(caught.value, em.EdgemarkError)
    assert isinstance(caught.value, errors.InputTypeError)


def test_all_exceptions_have_one_root():
    found = [getattr(errors, name) for name in errors.__all__ if name.endswith("Error")]
    assert len(found) > 10
    assert all(issubclass(one, em.EdgemarkError) for one in found)
    again = pickle.loads(pickle.dumps(errors.InputTypeError("wrong", errors.Remedy("Do"))))
    assert str(again) == "wrong. Do"
