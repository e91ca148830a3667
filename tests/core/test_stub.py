"""The committed stub is the one the extension gives."""

from pathlib import Path

from nanobind.stubgen import StubGen

import edgemark
from edgemark._core import _native

STUB = Path(edgemark.__file__).parent / "_core" / "_native.pyi"


def make_stub() -> str:
    stub = StubGen(_native)
    stub.put(_native)
    return stub.get()


def test_stub_matches_the_extension():
    assert STUB.read_text() == make_stub()
