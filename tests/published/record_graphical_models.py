"""
Record what graphical_models counts on seeded graph pairs, in graphical-models.json beside this file.

Made with graphical-models 0.1a21 on Python 3.11.7, numpy 2.4.6, networkx 3.6.1, scipy 1.17.1.

To run it again, in an environment of its own (it imports pgmpy.models.BayesianNetwork and xgboost)::

    pip install graphical-models==0.1a21 pgmpy==1.0.0
    python tests/published/record_graphical_models.py

Matrices: A[i, j] = 1 is i -> j, both cells are i - j. Values: PDAG.shd and PDAG.shd_skeleton; where the
truth has no undirected edge also the numbers of truth.confusion_matrix(estimate), which compares the
completed graph of the truth with the one of an estimate that is a DAG, or with a partly undirected
estimate as it is; of two DAGs also DAG.shd and those of confusion_matrix_skeleton.

The graphs are those of record_cdt.py.
"""

import numpy as np
from record_cdt import write

COUNTS = (
    "num_true_positives",
    "num_false_positives",
    "num_false_negatives",
    "num_true_negatives",
    "tpr",
    "fpr",
)


def main() -> None:
    # here and not above: pytest imports this module for its doctests, without graphical_models
    from graphical_models import DAG, PDAG

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        values = {
            f"PDAG.{name}": getattr(pdag(truth), name)(pdag(estimate))
            for name in ("shd", "shd_skeleton")
        }
        if not undirected(truth):
            other = pdag(estimate) if undirected(estimate) else dag(estimate)
            counts = dag(truth).confusion_matrix(other)
            values |= {f"confusion_matrix.{key}": counts[key] for key in (*COUNTS, "precision")}
        if not undirected(truth) and not undirected(estimate):
            values["DAG.shd"] = dag(truth).shd(dag(estimate))
            counts = dag(truth).confusion_matrix_skeleton(dag(estimate))
            values |= {f"confusion_matrix_skeleton.{key}": counts[key] for key in COUNTS}
        return values

    def pdag(a: np.ndarray) -> PDAG:
        return PDAG(nodes=set(range(len(a))), arcs=arcs(a), edges=undirected(a))

    def dag(a: np.ndarray) -> DAG:
        return DAG(nodes=set(range(len(a))), arcs=arcs(a))

    write("graphical-models", values_of)


def arcs(a: np.ndarray) -> set[tuple[int, int]]:
    """Collect (i, j) for i -> j."""
    return {(int(i), int(j)) for i, j in np.argwhere(a & ~a.T)}


def undirected(a: np.ndarray) -> set[tuple[int, int]]:
    """Collect (i, j), i < j, for i - j."""
    return {(int(i), int(j)) for i, j in np.argwhere(np.triu(a & a.T))}


if __name__ == "__main__":
    main()
