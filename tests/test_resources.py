"""How much memory there is."""

import pytest

from edgemark import resources


@pytest.mark.parametrize(
    ("machine", "container", "free"),
    [(8, 3, 3), (3, 8, 3), (None, 5, 5), (5, None, 5), (None, None, None)],
)
def test_h4_free_memory_is_the_less_of_machine_and_container(monkeypatch, machine, container, free):
    monkeypatch.setattr(resources, "_free_of_machine", lambda: machine)
    monkeypatch.setattr(resources, "_free_of_container", lambda: container)
    assert resources._free_bytes() == free
