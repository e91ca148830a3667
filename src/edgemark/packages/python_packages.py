"""Packages in Python: the numbers of each one, and how it counts them."""

from __future__ import annotations

from collections.abc import Callable
from math import nan

from edgemark.errors import KindError
from edgemark.graph import Graph
from edgemark.metrics import confusion, edge_type_table
from edgemark.packages._counts import (
    ARC,
    ARC_HAMMING,
    ARROWHEADS_CONFUSION,
    ARROWHEADS_SHARED_CONFUSION,
    EDGE_TYPES_OF_CPDAGS,
    ENTRIES_CONFUSION,
    EXACT_CONFUSION,
    LINE,
    NONE,
    PAIR_MISMATCH,
    SHD_OF_CPDAGS,
    SHD_OF_SKELETONS,
    SKELETON_CONFUSION,
    Counting,
    counting_of_convention,
    counting_of_views,
    only_acyclic_if_directed,
    only_dags,
    paired,
)
from edgemark.packages._package import ALL_EDGES, Key, Package
from edgemark.packages.causaliq import CAUSALIQ
from edgemark.packages.gcastle import GCASTLE
from edgemark.packages.graphical_models import GRAPHICAL_MODELS
from edgemark.values import COUNTS, Confusion, divide

__all__ = ["PACKAGES"]

_TP_FP_FN = ("tp", "fp", "fn")

_AVICI = Package(
    "avici",
    "1.0.7",
    (
        Key("shd", PAIR_MISMATCH),
        *(
            Key(name, ENTRIES_CONFUSION, name, if_undefined=lambda c: float(c.tp + c.fp + c.fn == 0))
            for name in ("precision", "recall", "f1")
        ),
    ),
)


def _circles_alike(graph: Graph) -> Graph:
    """Replace every edge that has a circle by ``o-o``, because bnmetrics does not distinguish them."""
    edges = [(a, "o-o" if "o" in glyph else glyph, b) for a, glyph, b in graph.edges()]
    return Graph(graph.nodes, edges)


_EXACT_ALIKE = counting_of_views(EXACT_CONFUSION, _circles_alike, "exact, edges with circles alike")
_ALIKE_SHD = counting_of_views(PAIR_MISMATCH, _circles_alike, "pair mismatch, edges with circles alike")
_BNMETRICS = Package(
    "bnmetrics",
    "0.2.2",
    (
        Key("additions", SKELETON_CONFUSION, "fp"),
        Key("deletions", SKELETON_CONFUSION, "fn"),
        Key(
            "reversals",
            paired(_ALIKE_SHD, SHD_OF_SKELETONS),
            lambda c, p: c[0] - c[1],
            "shd - hd: pairs joined in both graphs, by different edges",
            "lower",
        ),
        Key("shd", _ALIKE_SHD, better="lower"),
        Key("hd", SHD_OF_SKELETONS),
        *(Key(name, _EXACT_ALIKE, name) for name in _TP_FP_FN),
        *(Key(name, _EXACT_ALIKE, name, if_undefined=0.0) for name in ("precision", "recall", "f1")),
    ),
    reads=ALL_EDGES,
)

_ADJACENCIES = "AdjacencyConfusion.get_adj_"
_ARROWS = "ArrowConfusion.get_arrows_"
_CAUSAL_LEARN = Package(
    "causal-learn",
    "0.1.4.8",
    (
        Key("SHD.get_shd", PAIR_MISMATCH),
        *(Key(_ADJACENCIES + name, SKELETON_CONFUSION, name) for name in COUNTS),
        *(
            Key(_ADJACENCIES + name, SKELETON_CONFUSION, name, if_undefined="ZeroDivisionError")
            for name in ("precision", "recall")
        ),
        *(
            Key(_ARROWS + name, ARROWHEADS_CONFUSION, name)
            for name in (*_TP_FP_FN, "precision", "recall")
        ),
        Key(
            f"{_ARROWS}tn",
            ARROWHEADS_CONFUSION,
            lambda c, p: c.tn + p,
            "tn + p, arrowheads",
            "higher",
            note="the diagonal is among the true negatives",
        ),
        *(
            Key(f"{_ARROWS}{name}_ce", ARROWHEADS_SHARED_CONFUSION, name)
            for name in (*_TP_FP_FN, "precision", "recall")
        ),
        Key(
            f"{_ARROWS}tn_ce",
            ARROWHEADS_SHARED_CONFUSION,
            lambda c, p: p * p - c.tp - c.fp - c.fn,
            "p p - tp - fp - fn, arrowheads shared",
            "higher",
            note="the diagonal and the pairs that are not shared are among the true negatives",
        ),
    ),
    reads=ALL_EDGES,
)

_CAUSALDYNAMICS = Package("CausalDynamics", "1.0.0", (Key("Joint SHD", ARC_HAMMING),))

_CAUSATIONENTROPY = Package(
    "causationentropy",
    "1.1.0",
    (
        Key("Compute_TPR_FPR[0]", ENTRIES_CONFUSION, "recall", if_undefined=1.0),
        Key("Compute_TPR_FPR[1]", ENTRIES_CONFUSION, "fpr", if_undefined=0.0),
    ),
)

_CDANS = Package(
    "cdans",
    "0.1.0",
    (
        *(
            Key(f"{prefix}.{name}", counting, name, if_undefined=nan if name in COUNTS else 0.0)
            for prefix, counting in (
                ("contemp_directed", counting_of_convention("confusion", "directed")),
                ("contemp_skeleton", SKELETON_CONFUSION),
            )
            for name in (*_TP_FP_FN, "precision", "recall", "fdr", "f1")
        ),
        Key("shd_contemp", PAIR_MISMATCH),
    ),
)

_CDT = Package(
    "cdt",
    "0.6.0",
    (
        Key("SHD(double_for_anticausal=True)", ARC_HAMMING),
        Key("SHD(double_for_anticausal=False)", PAIR_MISMATCH),
        Key("SHD_CPDAG", SHD_OF_CPDAGS),
    ),
)

_DIBS = Package("dibs-lib", "1.3.3", (Key("pairwise_structural_hamming_distance", PAIR_MISMATCH),))


def _complete_as_empty(truth: Graph, estimate: Graph) -> Confusion:
    """Compare skeletons as dodiscover does, which reads a complete graph as one without edges."""
    if truth.n_nodes < 3:
        raised = "IndexError for two nodes" if truth.n_pairs else "ValueError for fewer than two nodes"
        raise KindError(f"dodiscover raises {raised}")
    sides = [
        Graph(graph.nodes, [] if graph.n_edges == graph.n_pairs else graph.edges())
        for graph in (truth, estimate)
    ]
    return confusion(*sides, of="skeleton")


_SKELETON_AS_READ = Counting("", "skeleton, complete graphs as empty", _complete_as_empty)
_MISREAD = "a complete graph is read as one without edges"


def _unless_empty(name: str) -> Callable[[Confusion, int], float]:
    return lambda c, p: getattr(c, name) if c.tp + c.fp + c.fn else nan


_DODISCOVER = Package(
    "dodiscover",
    "0868cce",
    (
        Key("structure_hamming_dist(double_for_anticausal=True)", ARC_HAMMING),
        Key("structure_hamming_dist(double_for_anticausal=False)", PAIR_MISMATCH),
        Key("confusion_matrix_networks[0, 0]", _SKELETON_AS_READ, "tn", note=_MISREAD),
        *(
            Key(
                f"confusion_matrix_networks{cell}",
                _SKELETON_AS_READ,
                _unless_empty(name),
                f"{name} of {_SKELETON_AS_READ.name}",
                "lower" if name in ("fp", "fn") else "higher",
                if_undefined="IndexError: both are read as empty, and the matrix is 1 x 1",
                note=_MISREAD,
            )
            for cell, name in (("[0, 1]", "fp"), ("[1, 0]", "fn"), ("[1, 1]", "tp"))
        ),
    ),
)

_GADJID = Package(
    "gadjid",
    "0.1.0",
    (
        Key(
            "shd[0]",
            PAIR_MISMATCH,
            "rate",
            "shd:pair mismatch / (p (p - 1) / 2)",
            "lower",
            if_undefined=0.0,
        ),
        Key("shd[1]", PAIR_MISMATCH),
    ),
    reads_cycles=False,
)


_RATIOS = ("precision", "recall", "f1", "npv", "specificity")
_PGMPY_SKELETON = only_acyclic_if_directed(SKELETON_CONFUSION, "pgmpy")
_PGMPY_SHARED = only_dags(counting_of_convention("confusion", "directed shared"), "pgmpy")
_PGMPY = Package(
    "pgmpy",
    "1.1.2",
    (
        Key("SHD(edge_reverse_penalty=1)", only_dags(PAIR_MISMATCH, "pgmpy")),
        Key("SHD(edge_reverse_penalty=2)", only_dags(ARC_HAMMING, "pgmpy")),
        *(
            Key(f"{prefix}.{name}", counting, name, if_undefined=nan if name in COUNTS else 0.0)
            for prefix, counting in (
                ("AdjacencyConfusionMatrix", _PGMPY_SKELETON),
                ("OrientationConfusionMatrix", _PGMPY_SHARED),
            )
            for name in (*COUNTS, *_RATIOS)
        ),
    ),
)

_PGMPY_DEV = Package(
    "pgmpy dev",
    "0c79ad2",
    (
        Key("SHD(edge_reverse_penalty=1)", only_acyclic_if_directed(PAIR_MISMATCH, "pgmpy")),
        Key(
            "SHD(edge_reverse_penalty=2)",
            only_acyclic_if_directed(
                counting_of_convention("weighted_shd", "double orientation"), "pgmpy"
            ),
        ),
    ),
)


def _asymmetric_costs(truth: Graph, estimate: Graph) -> tuple[int, int]:
    """Return the number of pairs that differ, and the number of arcs found for undirected edges."""
    for graph, side in ((truth, "truth"), (estimate, "estimate")):
        if any(not graph.adjacent(node) for node in graph.nodes):
            raise KindError(f"pgmpy raises NetworkXError: the {side} has a node without edges")
    return int(PAIR_MISMATCH.compute(truth, estimate)), edge_type_table(truth, estimate)[LINE, ARC]


_PGMPY_1_0 = Package(
    "pgmpy 1.0.0",
    "1.0.0",
    (
        Key(
            "SHD",
            Counting("", "pair mismatch, not symmetric", _asymmetric_costs),
            lambda c, p: c[0] + c[1],
            "shd:pair mismatch + arcs found for undirected edges",
            "lower",
            note=(
                "an arc found for an undirected edge costs two, an undirected edge found for an arc "
                "costs one"
            ),
        ),
    ),
)

# pyAgrum compares two BayesNets by their CPDAGs; CPDAGs that are given as PDAGs get the same numbers.
_EXACT_ONCE = counting_of_convention("confusion", "CPDAGs exact once")
_PYAGRUM = Package(
    "pyAgrum",
    "3.3.1",
    (
        *(Key(name, _EXACT_ONCE, name) for name in _TP_FP_FN),
        Key(
            "tn",
            EDGE_TYPES_OF_CPDAGS,
            lambda t, p: t[NONE, NONE] + t[ARC, LINE] + t[LINE, ARC],
            "pairs joined in neither CPDAG, or directed in one and undirected in the other",
            "higher",
            note="edges directed in one CPDAG and undirected in the other are also false positives",
        ),
        Key("precision", _EXACT_ONCE, "precision", if_undefined=0.0),
        Key("recall", _EXACT_ONCE, "recall", if_undefined=0.0),
        Key("f_score", _EXACT_ONCE, "f1", if_undefined=0.0),
        Key("shd", SHD_OF_CPDAGS),
        *(Key(f"{name}_skeleton", SKELETON_CONFUSION, name) for name in COUNTS),
        Key("precision_skeleton", SKELETON_CONFUSION, "precision", if_undefined=0.0),
        Key("recall_skeleton", SKELETON_CONFUSION, "recall", if_undefined=0.0),
        Key("f_score_skeleton", SKELETON_CONFUSION, "f1", if_undefined=0.0),
        Key("shd_skeleton", SHD_OF_SKELETONS),
    ),
    reads_cycles=False,
)

_MAY_REACH_2 = "divided by the number of pairs, but a reversed edge is two errors, so it may reach 2"
_SEP_DISTANCES = Package(
    "sep-distances",
    "1.0.2",
    tuple(
        key
        for function, counting in (
            ("SHD_DAGs", only_dags(ARC_HAMMING, "sep-distances")),
            ("SHD_CPDAGs", counting_of_convention("weighted_shd", "double reversal")),
        )
        for key in (
            Key(f"{function}(normalized=False)", counting),
            Key(
                f"{function}(normalized=True)",
                counting,
                lambda c, p: divide(2 * c, p * (p - 1)),
                f"{counting.metric}:{counting.name} / (p (p - 1) / 2)",
                "lower",
                if_undefined="ZeroDivisionError",
                note=_MAY_REACH_2,
            ),
        )
    ),
)

PACKAGES = (
    _AVICI,
    _BNMETRICS,
    _CAUSAL_LEARN,
    _CAUSALDYNAMICS,
    CAUSALIQ,
    _CAUSATIONENTROPY,
    _CDANS,
    _CDT,
    _DIBS,
    _DODISCOVER,
    _GADJID,
    GCASTLE,
    GRAPHICAL_MODELS,
    _PGMPY,
    _PGMPY_DEV,
    _PGMPY_1_0,
    _PYAGRUM,
    _SEP_DISTANCES,
)
