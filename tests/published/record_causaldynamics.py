"""
Record what CausalDynamics' score gives on seeded graph pairs, in causaldynamics.json beside this file.

Made with causaldynamics 1.0.0 on Python 3.11.7, numpy 2.4.6, pandas 3.1.1, scikit-learn 1.9.1.

To run it again, in an environment of its own (only causaldynamics/score.py is read, without the
package's dependencies; the package itself wants Python 3.10)::

    pip install --no-deps --ignore-requires-python causaldynamics==1.0.0
    pip install numpy pandas scikit-learn
    python tests/published/record_causaldynamics.py

Matrices: A[i, j] = 1 is i -> j, both cells are i - j. Values: score(preds, labs), whose ESTIMATE comes
first: the Joint rows of the frame that comes out; of one graph the Individual rows are the same. All
p * p cells count, the diagonal too. nan is null: the areas where no cell is true.

The graphs are those of record_cdt.py.
"""

import contextlib
import io
import warnings

import numpy as np
from record_avici import module
from record_cdt import write


def main() -> None:
    package = module("causaldynamics", "causaldynamics/score.py")

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # scikit-learn's on a truth without edges
            column = package.score(estimate, truth)["Result"]
        return {row: column[row] for row in ("Joint SHD", "Joint AUROC", "Joint AUPRC")}

    write("causaldynamics", values_of)


if __name__ == "__main__":
    main()
