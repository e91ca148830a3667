"""
Record what sep-distances gives on seeded graph pairs, in sep-distances.json beside this file.

Made with sep-distances 1.0.2 on Python 3.11.7, numpy 2.4.6, networkx 3.6.1, gadjid 0.1.0.

To run it again, in an environment of its own::

    pip install sep-distances==1.0.2
    python tests/published/record_sep_distances.py

Matrices: A[i, j] = 1 is i -> j, both cells are i - j. Values: SHD_CPDAGs of every pair and SHD_DAGs
where neither graph has an undirected edge, each as a count and, under the package's default
normalized=True, divided by p(p - 1)/2. For two DAGs of two to eight nodes also SD_DAGs by parents, and
the sc-, s- and c-metric over all sets.

The graphs are those of record_cdt.py.
"""

import numpy as np
from record_cdt import write


def main() -> None:
    # here and not above: pytest imports this module for its doctests, without sep-distances
    from sep_distances.metrics import SD_DAGs, SHD_CPDAGs, SHD_DAGs, metric_DAGs
    from sep_distances.mixed_graph import LabelledMixedGraph

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        dags = not (truth & truth.T).any() and not (estimate & estimate.T).any()
        values: dict[str, object] = {
            f"{shd.__name__}(normalized={normalized})": shd(mixed(truth), mixed(estimate), normalized)
            for shd in ((SHD_CPDAGs, SHD_DAGs) if dags else (SHD_CPDAGs,))
            for normalized in (False, True)
        }
        if dags and 2 <= len(truth) <= 8:
            sides = mixed(truth), mixed(estimate)
            values["SD_DAGs(type='parent', normalized=False)"] = SD_DAGs(*sides, "parent", False)
            for kind in ("sc", "s", "c"):
                values[f"metric_DAGs(type='{kind}')"] = metric_DAGs(*sides, kind)
        return values

    def mixed(a: np.ndarray) -> LabelledMixedGraph:
        return LabelledMixedGraph(
            nodes=set(range(len(a))),
            directed={(int(i), int(j)): 1 for i, j in np.argwhere(a & ~a.T)},
            undirected={(int(i), int(j)): 1 for i, j in np.argwhere(np.triu(a & a.T))},
        )

    write("sep-distances", values_of)


if __name__ == "__main__":
    main()
