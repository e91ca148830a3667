"""Foreign packages, some of which warn when they are imported."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import causallearn.search.ConstraintBased.FCI
    import causallearn.search.ConstraintBased.PC
    import causallearn.utils.GraphUtils
    import causallearn.utils.TXT2GeneralGraph  # noqa: F401
    import pygraphviz  # noqa: F401

import pytest


@pytest.fixture
def put(tmp_path):
    """Write text or bytes to a file and give its path."""

    def put(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return put
