"""
Record the rates of causationentropy on seeded graph pairs, in causationentropy.json beside this file.

Made with causationentropy 1.1.0 on Python 3.11.7, numpy 2.4.6.

To run it again, in an environment of its own (only causationentropy/core/stats.py is read)::

    pip install --no-deps causationentropy==1.1.0
    pip install numpy scipy
    python tests/published/record_causationentropy.py

Matrices: A[i, j] = 1 is i -> j, both cells are i - j. Values: the two numbers of
Compute_TPR_FPR(truth, estimate), in that order, of integer matrices.

The graphs are those of record_cdt.py.
"""

import numpy as np
from record_avici import module
from record_cdt import write


def main() -> None:
    stats = module("causationentropy", "causationentropy/core/stats.py")

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        rates = stats.Compute_TPR_FPR(truth, estimate)
        return {f"Compute_TPR_FPR[{k}]": rate for k, rate in enumerate(rates)}

    write("causationentropy", values_of)


if __name__ == "__main__":
    main()
