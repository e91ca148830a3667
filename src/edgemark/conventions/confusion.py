"""Conventions of confusion matrices: edges, marks, colliders and ancestors."""

from edgemark.conventions.convention import Convention, options_of

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
        options_of(of="directed"),
    ),
    Convention(
        "directed shared",
        "edges -->, out of both directions of pairs that are adjacent in both graphs",
        ("causalDisco dir_confusion", "pgmpy OrientationConfusionMatrix"),
        options_of(of="directed-shared"),
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
        options_of(of="skeleton"),
    ),
    Convention(
        "exact",
        "adjacent pairs with their exact edge; a wrong edge is a false positive and a false negative."
        " True negatives are the pairs that are adjacent in neither graph",
        ("bnmetrics", "causaliq", "bnlearn compare"),
        options_of(of="exact"),
    ),
    Convention(
        "arrowheads",
        "ordered pairs (i, j) with an arrowhead at j, out of p(p-1)",
        ("Tetrad AHP/AHR", "causal-learn ArrowConfusion (tp, fp, fn)"),
        options_of(of="arrowheads"),
    ),
    Convention(
        "arrowheads shared",
        "ordered pairs (i, j) with an arrowhead at j, over pairs adjacent in both graphs",
        (
            "Tetrad AHPC/AHRC",
            "causalDisco dir_confusion",
            "causal-learn ArrowConfusion _ce (tp, fp, fn)",
        ),
        options_of(of="arrowheads-shared"),
    ),
    Convention(
        "tails",
        "ordered pairs (i, j) with a tail at j, out of p(p-1); an undirected edge has two tails",
        ("Tetrad TailConfusion",),
        options_of(of="tails"),
    ),
    Convention(
        "circles",
        "ordered pairs (i, j) with a circle at j, out of p(p-1)",
        (),
        options_of(of="circles"),
    ),
    Convention(
        "bidirected",
        "pairs with an edge <->, alone or together with -->, out of p(p-1)/2",
        ("Tetrad BidirectedConfusion (tp, fp, fn)",),
        options_of(of="bidirected"),
    ),
    Convention(
        "visible",
        "visible edges --> of MAGs and PAGs, which no hidden cause can confound, out of p(p-1) "
        "ordered pairs; in a DAG or a CPDAG every --> is visible",
        (),
        options_of(of="visible"),
        on_request=True,
    ),
    Convention(
        "unshielded-colliders",
        "triples with two arrowheads at the middle node and no edge between the end nodes. Negatives "
        "cannot be counted",
        (),
        options_of(of="unshielded-colliders"),
    ),
    Convention(
        "ancestral",
        "ordered pairs (ancestor, descendant), out of p(p-1); for a CPDAG, pairs that hold in every "
        "member of its class",
        (),
        options_of(of="ancestral"),
    ),
    Convention(
        "half directed",
        "edges -->, out of p(p-1) ordered pairs; an undirected edge is half an edge in each direction",
        (),
        options_of(of="half-directed"),
        on_request=True,
    ),
    Convention(
        "entries",
        "entries of the adjacency matrices, out of p(p-1); an undirected edge has two",
        ("gCastle precision, recall, F1", "avici", "causationentropy"),
        options_of(of="entries"),
        on_request=True,
    ),
    Convention(
        "orientations",
        "edges --> that are true, or found where the truth has no edge. Edges that are found as o->, "
        "<-> or --o are not counted, and neither are negatives",
        ("Tetrad OP/OR",),
        options_of(of="orientations"),
        on_request=True,
    ),
    Convention(
        "tails shared",
        "ordered pairs (i, j) with a tail at j, over pairs adjacent in both graphs",
        (),
        options_of(of="tails-shared"),
        on_request=True,
    ),
    Convention(
        "circles shared",
        "ordered pairs (i, j) with a circle at j, over pairs adjacent in both graphs",
        (),
        options_of(of="circles-shared"),
        on_request=True,
    ),
    Convention(
        "CPDAGs exact",
        "adjacent pairs with their exact edge, after both graphs are replaced by their CPDAGs",
        ("causaliq equiv.f1",),
        options_of(of="exact", compare="cpdag"),
        on_request=True,
    ),
    Convention(
        "CPDAGs exact once",
        "like exact, after both graphs are replaced by their CPDAGs, but a wrong edge is a false "
        "positive only",
        ("pyAgrum (tp, fp, fn)",),
        options_of(of="exact-once", compare="cpdag"),
        on_request=True,
    ),
)

ANCESTRAL_PRECISION: tuple[Convention, ...] = (
    Convention(
        "arrowheads",
        "arrowheads at Y on an edge with X; they are right if Y is not an ancestor of X",
        ("Tetrad *->-Prec",),
        options_of(of="arrowheads"),
    ),
    Convention(
        "tails",
        "edges X --> Y; they are right if X is an ancestor of Y",
        ("Tetrad -->-Prec",),
        options_of(of="tails"),
    ),
)

DDM: tuple[Convention, ...] = (
    Convention(
        "uncredited missed",
        "credit, less the true edges without credit, less the extra edges, divided by the number of "
        "true edges",
        ("causaliq",),
        options_of(missed="uncredited"),
    ),
    Convention(
        "absent missed",
        "credit, less the true edges whose nodes are not adjacent, less the extra edges, divided by "
        "the number of true edges",
        (),
        options_of(missed="absent"),
    ),
)

THREE_POINTS: tuple[Convention, ...] = (
    Convention("directed", "edges -->, out of p(p-1) ordered pairs"),
    Convention(
        "directed, with diagonal",
        "edges -->, out of all p*p cells; the diagonal adds p certain negatives",
        ("nCED paper",),
        options_of(diagonal="counted"),
        on_request=True,
    ),
)
