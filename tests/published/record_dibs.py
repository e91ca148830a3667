"""
Record what dibs' metrics give on seeded graph pairs, in dibs-lib.json beside this file.

Made with dibs-lib 1.3.3 on Python 3.11.7, numpy 2.4.6, jax 0.10.2, scikit-learn 1.9.1.

To run it again, in an environment of its own::

    pip install dibs-lib==1.3.3
    python tests/published/record_dibs.py

Matrices: A[i, j] = 1 is i -> j, both cells are i - j. Values: pairwise_structural_hamming_distance of
the two, and the areas of threshold_metrics for one particle of weight 1, the estimate. It takes any
undirected edge for a cycle, leaves the particle out, and has a rule for none left. All p * p cells
count, the diagonal too. nan is null: roc_auc of a truth without edges.

The graphs are those of record_cdt.py.
"""

import warnings

import numpy as np
from record_cdt import write


def main() -> None:
    # here and not above: pytest imports this module for its doctests, without dibs
    import jax.numpy as jnp
    from dibs.metrics import (
        ParticleDistribution,
        pairwise_structural_hamming_distance,
        threshold_metrics,
    )

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        g, particles = jnp.array(truth), jnp.array(estimate)[None]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # scikit-learn's on a truth without edges
            areas = threshold_metrics(dist=ParticleDistribution(jnp.zeros(1), particles), g=g)
        return {
            "pairwise_structural_hamming_distance": pairwise_structural_hamming_distance(
                x=g[None], y=particles
            )
        } | {key: areas[key] for key in ("roc_auc", "prc_auc", "ave_prec")}

    write("dibs-lib", values_of)


if __name__ == "__main__":
    main()
