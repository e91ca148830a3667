"""Conventions of structural Hamming distances."""

from edgemark.conventions.convention import Convention, frozen_options

__all__ = [
    "SHD",
    "WEIGHTED_SHD",
]

SHD: tuple[Convention, ...] = (
    Convention(
        "pair mismatch",
        "node pairs whose edges differ in any way; a reversed edge is one error",
        ("pcalg", "causal-learn", "gadjid", "Tetrad (PDAG)", "bnlearn cpdag=FALSE", "bnmetrics",
         "causaliq", "graphical_models", "dibs", "avici", "cdt double_for_anticausal=False",
         "dodiscover double_for_anticausal=False", "R SID hammingDist default", "BiDAG", "pgmpy",
         "cdans shd_contemp", "causalDisco shd"),
    ),
    Convention(
        "arc Hamming",
        "entries of the adjacency matrices that differ; an undirected edge has two entries. A "
        "reversed edge is two errors, and so is a missing undirected edge",
        ("cdt default", "dodiscover default", "CausalDynamics",
         "sep-distances SHD_DAGs", "R SID hammingDist(FALSE) on DAGs",
         "pgmpy edge_reverse_penalty=2", "nCED paper SHD (DAG)"),
        frozen_options(reversal="two"),
    ),
    Convention(
        "truth to CPDAG",
        "pair mismatch after the truth is replaced by its CPDAG and the estimate is not: for "
        "estimates that are CPDAGs. If the true DAG is the estimate, its reversible edges are errors",
        ("Tetrad (CPDAG)",),
        frozen_options(of="truth-cpdag"),
        one_sided=True,
    ),
    Convention(
        "both to CPDAG",
        "pair mismatch after both graphs are replaced by their CPDAGs",
        ("Tsamardinos et al. (2006)", "bnlearn default", "pyAgrum", "cdt SHD_CPDAG",
         "causaliq equiv.shd", "benchpress SHD_cpdag", "BiDAG cpdag=TRUE"),
        frozen_options(of="cpdag"),
    ),
    Convention(
        "truth to PAG",
        "pair mismatch after the truth is replaced by its PAG and the estimate is not: for methods that "
        "allow for hidden variables",
        (),
        frozen_options(of="truth-pag"),
        one_sided=True,
        on_request=True,
    ),
    Convention(
        "both to PAG",
        "pair mismatch after both graphs are replaced by their PAGs",
        (),
        frozen_options(of="pag"),
        on_request=True,
    ),
    Convention(
        "pattern",
        "pair mismatch after both graphs are replaced by their patterns, with only unshielded "
        "colliders directed",
        ("benchpress SHD_pattern",),
        frozen_options(of="pattern"),
    ),
    Convention(
        "lenient",
        "pair mismatch, but a directed edge in one graph and an undirected one in the other are not "
        "an error",
        ("gCastle", "NOTEARS"),
        frozen_options(undirected="lenient"),
    ),
    Convention(
        "skeleton",
        "node pairs adjacent in one graph only",
        ("bnlearn hamming", "pyAgrum hamming", "graphical_models", "bnmetrics hd", "causalDisco hd"),
        frozen_options(of="skeleton"),
    ),
)  # fmt: skip

WEIGHTED_SHD: tuple[Convention, ...] = (
    Convention(
        "half match",
        "pair mismatch in which a reversed edge costs one half, an undirected edge found for a "
        "directed one costs one half, and a directed edge found for an undirected one costs nothing",
        ("Bayesys", "causaliq shd-b"),
        frozen_options(costs="half"),
    ),
    Convention(
        "double reversal",
        "pair mismatch in which a reversed edge costs two; a missing undirected edge costs one, unlike "
        "the two in arc Hamming",
        ("sep-distances", "R SID hammingDist(FALSE)"),
        frozen_options(costs="double-reversal"),
        on_request=True,
    ),
    Convention(
        "double orientation",
        "pair mismatch in which a wrong orientation costs two: a reversed edge, or a directed edge in"
        " one graph and an undirected one in the other",
        ("pgmpy dev edge_reverse_penalty=2",),
        frozen_options(costs="double-orientation"),
        on_request=True,
    ),
)
