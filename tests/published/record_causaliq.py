"""
Record what causaliq-analysis counts on seeded graph pairs, in causaliq-analysis.json beside this file.

Made with causaliq-analysis 0.4.0, causaliq-core 0.7.0 on Python 3.11.7, numpy 2.4.6.

To run it again, in an environment of its own::

    pip install causaliq-analysis==0.4.0
    python tests/published/record_causaliq.py

Matrices: A[i, j] = 1 is i -> j, both cells are i - j. Values: pdag_compare(graph, reference), whose
ESTIMATE comes first, then under the same keys what bayesys="v1.5+" adds, and the two of these that
bayesys="v1.3" gives otherwise. A truth without edges has no Bayesys keys: asking for them raises
"ZeroDivisionError: float division by zero". equiv.f1 and equiv.shd are what the command line gives
under these names: both sides made completed graphs first; where a side has no completed graph they
are left out. None, the precision of an empty estimate and the recall of an empty truth, is null.

The graphs are those of record_cdt.py.
"""

from itertools import combinations

import numpy as np
from record_cdt import write


def main() -> None:
    # here and not above: pytest imports this module for its doctests, without causaliq-analysis
    from causaliq_analysis.metrics import pdag_compare
    from causaliq_core.graph import DAG, PDAG
    from causaliq_core.graph.convert import dag_to_pdag, pdag_to_cpdag

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        reference, graph = (PDAG(*parts(a)) for a in (truth, estimate))
        values = pdag_compare(graph, reference)
        if truth.any():
            values |= pdag_compare(graph, reference, bayesys="v1.5+")
            old = pdag_compare(graph, reference, bayesys="v1.3")
            values |= {f"{key} of v1.3": old[key] for key in ("p-b", "f1-b")}
        classes = [completed(a) for a in (estimate, truth)]
        if None not in classes:
            values |= {f"equiv.{key}": pdag_compare(*classes)[key] for key in ("f1", "shd")}
        return {name: float("nan") if value is None else value for name, value in values.items()}

    def completed(a: np.ndarray) -> PDAG | None:
        if not (a & a.T).any():
            return dag_to_pdag(DAG(*parts(a)))
        try:
            return pdag_to_cpdag(PDAG(*parts(a)))
        except ValueError:  # "pdag is not extendable"
            return None

    write("causaliq-analysis", values_of)


def parts(a: np.ndarray) -> tuple[list[str], list[tuple[str, str, str]]]:
    """Name nodes and edges as causaliq does."""
    nodes = [f"X{k}" for k in range(len(a))]
    edges = []
    for i, j in combinations(range(len(a)), 2):
        if a[i, j] and a[j, i]:
            edges.append((nodes[i], "-", nodes[j]))
        elif a[i, j]:
            edges.append((nodes[i], "->", nodes[j]))
        elif a[j, i]:
            edges.append((nodes[j], "->", nodes[i]))
    return nodes, edges


if __name__ == "__main__":
    main()
