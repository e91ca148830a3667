"""
Record what avici's metrics give on seeded graph pairs, in avici.json beside this file.

Made with avici 1.0.7 on Python 3.11.7, numpy 2.4.6, scikit-learn 1.9.1.

To run it again, in an environment of its own (only avici/metrics.py is read, without avici's
dependencies)::

    pip install --no-deps avici==1.0.7
    pip install numpy scikit-learn
    python tests/published/record_avici.py

Matrices: A[i, j] = 1 is i -> j, both cells are i - j. Values: shd, and the keys of
classification_metrics and threshold_metrics, all called with (truth, estimate); of p nodes these two
see p * p cells, the diagonal too. nan is null: auroc where every cell is true.

The graphs are those of record_cdt.py. `module` also serves record_causaldynamics.py.
"""

import importlib.util
from importlib.metadata import distribution
from types import ModuleType

import numpy as np
from record_cdt import write


def main() -> None:
    avici = module("avici", "avici/metrics.py")

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        return (
            {"shd": avici.shd(truth, estimate)}
            | avici.classification_metrics(truth, estimate)
            | avici.threshold_metrics(truth, estimate)
        )

    write("avici", values_of)


def module(package: str, file: str) -> ModuleType:
    """Import one file of an installed package without the package's __init__."""
    spec = importlib.util.spec_from_file_location("alone", distribution(package).locate_file(file))
    alone = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(alone)
    return alone


if __name__ == "__main__":
    main()
