"""The kind that the results of pgmpy are declared to be."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from edgemark.bench.adapters.pgmpy import _fitted

base = pytest.importorskip("pgmpy.base")


@pytest.mark.parametrize(
    ("graph", "kind"),
    [
        (base.PDAG(directed_ebunch=[("A", "B")], undirected_ebunch=[("B", "C")]), "cpdag"),
        (base.PDAG(directed_ebunch=[("A", "B"), ("C", "B")]), "cpdag"),
        (base.DAG([("A", "B"), ("B", "C")]), "dag"),
    ],
)
def test_a_pdag_is_a_cpdag_even_if_tests_contradict_each_other(graph, kind):
    search = SimpleNamespace(fit=lambda frame: None, causal_graph_=graph)
    frame = pd.DataFrame(np.zeros((2, 3)), columns=list("ABC"))
    found = _fitted(search, frame, SimpleNamespace(names=("A", "B", "C")), seed=0)
    assert found.kind == kind
