"""Conventions of confusion matrices: edges, marks, colliders and ancestors."""

from edgemark.conventions.convention import Convention, frozen_options

__all__ = [
    "ANCESTRAL_PRECISION",
    "CONFUSION",
    "DDM",
    "THREE_POINTS",
]

CONFUSION: tuple[Convention, ...] = (
    Convention(
        "directed",
        "edges -->, out of p(p-1) ordered pairs; no other edge is a positive",
        ("cdans contemp_directed", "nCED paper"),
        frozen_options(of="directed"),
    ),
    Convention(
        "directed shared",
        "edges -->, out of both directions of pairs that are adjacent in both graphs",
        ("causalDisco dir_confusion", "pgmpy OrientationConfusionMatrix"),
        frozen_options(of="directed-shared"),
    ),
    Convention(
        "skeleton",
        "adjacent pairs with any marks, out of p(p-1)/2 pairs",
        (
            "Tetrad AP/AR",
            "causal-learn AdjacencyConfusion",
            "causalDisco adj_confusion",
            "pcalg compareGraphs",
            "BiDAG",
            "benchpress _skel",
            "dodiscover",
            "graphical_models confusion_matrix_skeleton",
            "pgmpy AdjacencyConfusionMatrix",
            "pyAgrum skeletonScores",
            "cdans contemp_skeleton",
            "bnmetrics additions, deletions",
            "Petersen (2025)",
        ),
        frozen_options(of="skeleton"),
    ),
    Convention(
        "exact",
        "adjacent pairs with their exact edge; a wrong edge is a false positive and a false negative."
        " True negatives are the pairs that are adjacent in neither graph",
        ("bnmetrics", "causaliq", "bnlearn compare"),
        frozen_options(of="exact"),
    ),
    Convention(
        "arrowheads",
        "ordered pairs (i, j) with an arrowhead at j, out of p(p-1)",
        ("Tetrad AHP/AHR", "causal-learn ArrowConfusion (tp, fp, fn)"),
        frozen_options(of="arrowheads"),
    ),
    Convention(
        "arrowheads shared",
        "ordered pairs (i, j) with an arrowhead at j, over pairs adjacent in both graphs",
        (
            "Tetrad AHPC/AHRC",
            "causalDisco dir_confusion",
            "causal-learn ArrowConfusion _ce (tp, fp, fn)",
        ),
        frozen_options(of="arrowheads-shared"),
    ),
    Convention(
        "tails",
        "ordered pairs (i, j) with a tail at j, out of p(p-1); an undirected edge has two tails",
        ("Tetrad TailConfusion",),
        frozen_options(of="tails"),
    ),
    Convention(
        "circles",
        "ordered pairs (i, j) with a circle at j, out of p(p-1)",
        (),
        frozen_options(of="circles"),
    ),
    Convention(
        "bidirected",
        "pairs with an edge <->, alone or together with -->, out of p(p-1)/2",
        ("Tetrad BidirectedConfusion (tp, fp, fn)",),
        frozen_options(of="bidirected"),
    ),
    Convention(
        "visible",
        "visible edges --> of MAGs and PAGs, which no hidden cause can confound, out of p(p-1) "
        "ordered pairs; in a DAG or a CPDAG every --> is visible",
        (),
        frozen_options(of="visible"),
        on_request=True,
    ),
    Convention(
        "unshielded-colliders",
        "triples with two arrowheads at the middle node and no edge between the end nodes. Negatives "
        "cannot be counted",
        (),
        frozen_options(of="unshielded-colliders"),
    ),
    Convention(
        "ancestral",
        "ordered pairs (ancestor, descendant), out of p(p-1); for a CPDAG, pairs that hold in every "
        "member of its class",
        (),
        frozen_options(of="ancestral"),
    ),
    Convention(
        "half directed",
        "edges -->, out of p(p-1) ordered pairs; an undirected edge is half an edge in each direction",
        (),
        frozen_options(of="half-directed"),
        on_request=True,
    ),
    Convention(
        "entries",
        "entries of the adjacency matrices, out of p(p-1); an undirected edge has two",
        ("gCastle precision, recall, F1", "avici", "causationentropy"),
        frozen_options(of="entries"),
        on_request=True,
    ),
    Convention(
        "orientations",
        "edges --> that are true, or found where the truth has no edge. A true edge found as --- is a "
        "false negative. With both marks wrong, such as <--, it is a false positive and a false "
        "negative; with one other wrong mark, such as o-> or <->, it is not counted. Negatives are not "
        "counted",
        ("Tetrad OP/OR",),
        frozen_options(of="orientations"),
        on_request=True,
    ),
    Convention(
        "tails shared",
        "ordered pairs (i, j) with a tail at j, over pairs adjacent in both graphs",
        (),
        frozen_options(of="tails-shared"),
        on_request=True,
    ),
    Convention(
        "circles shared",
        "ordered pairs (i, j) with a circle at j, over pairs adjacent in both graphs",
        (),
        frozen_options(of="circles-shared"),
        on_request=True,
    ),
    Convention(
        "CPDAGs exact",
        "adjacent pairs with their exact edge, after both graphs are replaced by their CPDAGs",
        ("causaliq equiv.f1",),
        frozen_options(of="exact", compare="cpdag"),
        on_request=True,
    ),
    Convention(
        "CPDAGs exact once",
        "like exact, after both graphs are replaced by their CPDAGs, but a wrong edge is a false "
        "positive only",
        ("pyAgrum (tp, fp, fn)",),
        frozen_options(of="exact-once", compare="cpdag"),
        on_request=True,
    ),
)

ANCESTRAL_PRECISION: tuple[Convention, ...] = (
    Convention(
        "arrowheads",
        "arrowheads at Y on an edge with X; they are right if Y is not an ancestor of X",
        ("Tetrad *->-Prec",),
        frozen_options(of="arrowheads"),
    ),
    Convention(
        "tails",
        "edges X --> Y; they are right if X is an ancestor of Y",
        ("Tetrad -->-Prec",),
        frozen_options(of="tails"),
    ),
)

DDM: tuple[Convention, ...] = (
    Convention(
        "uncredited missed",
        "(c - (n - c) - extra edges) / n, with n true edges and the credit c: 1 for each match, 1/2 for "
        "each half match",
        ("causaliq",),
        frozen_options(missed="uncredited"),
    ),
    Convention(
        "absent missed",
        "(c - missing edges - extra edges) / n, with n true edges and the credit c: 1 for each match, "
        "1/2 for each half match",
        (),
        frozen_options(missed="absent"),
    ),
)

THREE_POINTS: tuple[Convention, ...] = (
    Convention("directed", "edges -->, out of p(p-1) ordered pairs"),
    Convention(
        "directed, with diagonal",
        "edges -->, out of all p*p cells; the diagonal adds p certain negatives",
        ("nCED paper",),
        frozen_options(diagonal="counted"),
        on_request=True,
    ),
)
