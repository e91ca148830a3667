"""
Record what dodiscover's metrics give on seeded graph pairs, in dodiscover.json beside this file.

The package has no release on PyPI: the version is the commit of py-why/dodiscover whose
dodiscover/metrics.py was run. Made on Python 3.11.7, numpy 2.4.6, networkx 3.6.1, scikit-learn 1.9.1.

To run it again, where `import dodiscover.metrics` works::

    python tests/published/record_dodiscover.py

Matrices: A[i, j] = 1 is i -> j, both cells are i - j. Values: structure_hamming_dist(truth, estimate)
under each setting of its option, with an undirected edge as two arcs of a DiGraph; the cells of
confusion_matrix_networks(truth, estimate): [0, 0] for tn, [0, 1] fp, [1, 0] fn, [1, 1] tp. Where neither
graph has both a linked and an unlinked pair the matrix is 1 by 1; of two nodes it raises IndexError, and
is left out here.

The graphs are those of record_cdt.py.
"""

import json
import platform
import warnings

import numpy as np
from record_cdt import HERE, pairs, recorded

COMMIT = "0868ccea9b952611640221f1ebfa489a306bbca2"


def main() -> None:
    # here and not above: pytest imports this module for its doctests, without dodiscover
    import networkx as nx
    from dodiscover.metrics import confusion_matrix_networks, structure_hamming_dist

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        graphs = [nx.from_numpy_array(a, create_using=nx.DiGraph) for a in (truth, estimate)]
        values: dict[str, object] = {}
        for double in (True, False):
            name = f"structure_hamming_dist(double_for_anticausal={double})"
            values[name] = structure_hamming_dist(*graphs, double)
        if len(truth) > 2:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # scikit-learn's on a single class
                counts = confusion_matrix_networks(*graphs)
            values |= {
                f"confusion_matrix_networks[{i}, {j}]": count for (i, j), count in np.ndenumerate(counts)
            }
        return values

    head = {
        "package": "dodiscover",
        "version": COMMIT,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    lines = [
        json.dumps(
            {"truth": a.tolist(), "estimate": b.tolist(), "values": recorded(values_of, a, b)},
            separators=(",", ":"),
            allow_nan=False,
        )
        for a, b in pairs()
    ]
    text = json.dumps(head)[:-1] + ', "cases": [\n' + ",\n".join(lines) + "\n]}\n"
    (HERE / "dodiscover.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
