"""What counts as being as good as a value."""

import numpy as np
import pytest

from edgemark.null_models.laws import at_least_as_good


@pytest.mark.parametrize("scale", [1.0, 1e-3, 1e6])
def test_h4_equal_up_to_rounding_is_as_good(scale):
    """0.1 + 0.2 is not the float 0.3, but a guess of that value is as good."""
    value = 0.3 * scale
    guesses = np.array([0.1 * scale + 0.2 * scale, value, value + 1e-9 * scale + 1e-9, 0.0])
    rounded = np.nextafter(value, np.array([-np.inf, np.inf]))
    for better, known in (("lower", [True, True, False, True]), ("higher", [True, True, True, False])):
        assert at_least_as_good(guesses, value, better).tolist() == known
        assert at_least_as_good(rounded, value, better).all()
