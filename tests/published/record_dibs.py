"""
Record the values of dibs' metrics for seeded graph pairs, in dibs-lib.json beside this file.

Made with dibs-lib 1.3.3 on Python 3.11.7, numpy 2.4.6, jax 0.10.2, scikit-learn 1.9.1.

To run it again, in an environment of its own::

    pip install dibs-lib==1.3.3
    python tests/published/record_dibs.py

In a matrix, A[i, j] = 1 is i -> j, and 1 in both cells is i - j. The values are
pairwise_structural_hamming_distance of the two graphs, and the areas that threshold_metrics computes if
the estimate is the only particle. threshold_metrics drops particles with cycles, and an undirected edge
counts as a cycle. If no particle is left, roc_auc is 0.5, and the other areas are the number of ones in
the truth / (p(p - 1)). Otherwise all p * p cells count, including the diagonal. The roc_auc of a truth
without edges is nan, which is stored as null.

The graphs are those of record_cdt.py.
"""

import warnings

import numpy as np
from record_cdt import write


def main() -> None:
    # Imported here, because pytest imports this module for its doctests and does not have dibs.
    import jax.numpy as jnp
    from dibs.metrics import (
        ParticleDistribution,
        pairwise_structural_hamming_distance,
        threshold_metrics,
    )

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        g, particles = jnp.array(truth), jnp.array(estimate)[None]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # scikit-learn warns of a truth without edges.
            areas = threshold_metrics(dist=ParticleDistribution(jnp.zeros(1), particles), g=g)
        return {
            "pairwise_structural_hamming_distance": pairwise_structural_hamming_distance(
                x=g[None], y=particles
            )
        } | {key: areas[key] for key in ("roc_auc", "prc_auc", "ave_prec")}

    write("dibs-lib", values_of)


if __name__ == "__main__":
    main()
