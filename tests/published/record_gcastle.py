"""
Record what gCastle's MetricsDAG gives on seeded graph pairs, in gcastle.json beside this file.

The record stands in for gCastle, which is no test dependency (castle.algorithms needs torch, which
it does not declare; castle.metrics imports without). Made with gcastle 1.0.4 on Python 3.11.7,
numpy 2.4.6, pandas 3.1.1.

To run it again, in an environment of its own::

    pip install gcastle==1.0.4
    python tests/published/record_gcastle.py

Matrices: A[i, j] = 1 is i -> j, both cells are i - j. Values: all keys of
castle.metrics.MetricsDAG(B_est, B_true).metrics, rounded to 4 decimals there. Its ESTIMATE comes
first (`def __init__(self, B_est, B_true)` in castle/metrics/evaluation.py), and only shd is the
same with the two exchanged. nan is null: precision of an empty estimate, F1 where no cell is
right. An empty truth raises AssertionError without a message.

The graphs are those of record_cdt.py.
"""

import numpy as np
from record_cdt import write


def main() -> None:
    # here and not above: pytest imports this module for its doctests, without gCastle
    from castle.metrics import MetricsDAG

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        with np.errstate(invalid="ignore"):  # 0/0 where nothing was found, or nothing rightly
            return MetricsDAG(estimate, truth).metrics

    write("gcastle", values_of)


if __name__ == "__main__":
    main()
