"""
Record what the SHD of pgmpy 1.0.0 gives on seeded graph pairs, in pgmpy.json beside this file.

The record keeps what later versions do otherwise; 1.1.2 is tested live. Made with pgmpy 1.0.0 on Python
3.11.7, numpy 2.4.6, networkx 3.6.1, torch 2.13.0+cpu.

To run it again, in an environment of its own::

    pip install torch==2.13.0 pgmpy==1.0.0  # a CPU build of torch is enough
    python tests/published/record_pgmpy.py

Matrices: A[i, j] = 1 is i -> j, both cells are i - j. Values: SHD(truth, estimate), which the signature
names true_model and est_model, of two PDAGs. A node without an edge in either graph raises.

The graphs are those of record_cdt.py.
"""

import logging

import numpy as np
from record_cdt import write


def main() -> None:
    # here and not above: pytest imports this module for its doctests, without this pgmpy
    from pgmpy.base import PDAG
    from pgmpy.metrics import SHD

    logging.disable(logging.CRITICAL)

    def values_of(truth: np.ndarray, estimate: np.ndarray) -> dict[str, object]:
        return {"SHD": SHD(pdag(truth), pdag(estimate))}

    def pdag(a: np.ndarray) -> PDAG:
        made = PDAG(
            directed_ebunch=[(int(i), int(j)) for i, j in np.argwhere(a & ~a.T)],
            undirected_ebunch=[(int(i), int(j)) for i, j in np.argwhere(np.triu(a & a.T))],
        )
        made.add_nodes_from(range(len(a)))
        return made

    write("pgmpy", values_of)


if __name__ == "__main__":
    main()
