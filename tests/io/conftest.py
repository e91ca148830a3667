"""Foreign packages; some warn when they are imported."""

import warnings
from importlib import import_module

import pytest

NOISY = (
    "causallearn.search.ConstraintBased.FCI",
    "causallearn.search.ConstraintBased.PC",
    "causallearn.utils.TXT2GeneralGraph",
    "pgmpy.models",
    "pyagrum",
    "pygraphviz",
)

# pyAgrum crashes the interpreter where the warnings of its import are errors.
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    for name in NOISY:
        import_module(name)


@pytest.fixture
def put(tmp_path):
    """Write text or bytes to a file and give its path."""

    def put(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return put
