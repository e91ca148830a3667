"""
Record what cdt's precision_recall and SHD give on seeded matrices, in cdt.json beside this file.

The matrices have diagonals, as those of cdt's own examples have. Made with cdt 0.6.0; the environment is
that of record_cdt.py one folder up. To run it again::

    python tests/published/scores/record_cdt_scores.py

`curve` and `low` are precision_recall(target, prediction) without and with low_confidence_undirected,
(area, points); `shd` is SHD(target, prediction > 0.5) of integers, with double_for_anticausal and
without.
"""

import json
import platform
import warnings
from importlib.metadata import version
from pathlib import Path

import numpy as np


def pairs():
    """Yield targets and predictions: distinct scores, ties, partly symmetric, constant, no true edge."""
    rng = np.random.default_rng(60)
    for k in range(24):
        p = 2 + k % 5
        target = (rng.random((p, p)) < rng.uniform(0.2, 0.8)).astype(int)
        target[0, 1] = 1
        scores = [rng.random((p, p)), rng.integers(0, 4, (p, p)) / 4 + 0.1][k % 2]
        if k % 3 == 0:
            scores = np.where(np.triu(rng.random((p, p)) < 0.5), scores, scores.T)
        yield target, scores
    yield np.eye(3, k=1, dtype=int), np.full((3, 3), 0.5)
    yield np.zeros((3, 3), int), rng.random((3, 3))
    yield np.ones((2, 2), int), rng.random((2, 2))


def main() -> None:
    from cdt.metrics import SHD, precision_recall

    cases = []
    for target, scores in pairs():
        edges = (scores > 0.5).astype(int)
        values = {"target": target.tolist(), "prediction": scores.tolist()}
        for name, low in (("curve", False), ("low", True)):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # scikit-learn's, of a target without edges
                area, points = precision_recall(target, scores.copy(), low_confidence_undirected=low)
            values[name] = [float(area), [[float(p), float(r)] for p, r in points]]
        values["shd"] = [float(SHD(target, edges, double)) for double in (True, False)]
        cases.append(json.dumps(values, separators=(",", ":")))
    head = {
        "package": "cdt",
        "version": version("cdt"),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scikit-learn": version("scikit-learn"),
    }
    text = json.dumps(head)[:-1] + ', "cases": [\n' + ",\n".join(cases) + "\n]}\n"
    Path(__file__).with_name("cdt.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
