"""Conventions of metrics of weighted graphs and edge probabilities."""

from edgemark.conventions.convention import Convention, frozen_options

__all__ = [
    "CALIBRATION",
    "EXPECTED_SHD",
    "MARGINALS",
    "SAMPLED",
]

EXPECTED_SHD: tuple[Convention, ...] = (
    Convention(
        "pair mismatch",
        "node pairs whose edges differ in any way; a reversed edge is one error",
        ("dibs expected_shd",),
    ),
    Convention(
        "arc Hamming",
        "entries of the adjacency matrices that differ; for DAGs, their mean number is the sum of "
        "|marginal - truth|",
        (),
        frozen_options(reversal="two"),
    ),
    Convention(
        "both to CPDAG",
        "pair mismatch after truth and samples are replaced by their CPDAGs",
        (),
        frozen_options(of="cpdag"),
    ),
    Convention("skeleton", "node pairs adjacent in one graph only", (), frozen_options(of="skeleton")),
)

MARGINALS: tuple[Convention, ...] = (
    Convention("directed", "edges -->, out of p(p-1) ordered pairs", (), frozen_options(of="directed")),
    Convention("skeleton", "adjacent pairs, out of p(p-1)/2", (), frozen_options(of="skeleton")),
    Convention(
        "ancestral",
        "ordered pairs (ancestor, descendant) with a directed path, out of p(p-1)",
        (),
        frozen_options(of="ancestral"),
    ),
)

CALIBRATION: tuple[Convention, ...] = (
    *MARGINALS,
    Convention(
        "directed, adaptive",
        "edges -->, out of p(p-1) ordered pairs, in bins with about the same number of pairs",
        (),
        frozen_options(of="directed", bins="adaptive"),
    ),
    Convention(
        "directed, of the class",
        "edges -->, out of p(p-1) ordered pairs; the truth of each is the share of the members of the "
        "truth's equivalence class that have it",
        (),
        frozen_options(of="directed", against="class"),
    ),
)

SAMPLED: tuple[Convention, ...] = (
    Convention("graph", "samples that are equal to the truth", (), frozen_options(of="graph")),
    Convention(
        "class", "samples that are Markov equivalent to the truth", (), frozen_options(of="class")
    ),
)
