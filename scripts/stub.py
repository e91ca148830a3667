"""Write the type stub of the compiled core. Run it after changing cpp/module.cpp and installing."""

from pathlib import Path

from nanobind.stubgen import StubGen

from edgemark._core import _native

stub = StubGen(_native)
stub.put(_native)
Path("src/edgemark/_core/_native.pyi").write_text(stub.get())
