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
        "edges --> by their ordered pair; no other edge is a positive. Of p(p-1) ordered pairs",
        ("cdans contemp_directed", "nCED paper"),
        options_of(of="directed"),
    ),
    Convention(
        "directed shared",
        "edges --> by their ordered pair, over pairs adjacent in both graphs: two places for each",
        ("causalDisco dir_confusion", "pgmpy OrientationConfusionMatrix"),
        options_of(of="directed-shared"),
    ),
    Convention(
        "skeleton",
        "adjacent pairs, whatever their marks. Of p(p-1)/2 pairs",
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
        "adjacent pairs with their edge; a wrong one is a false positive and a false negative. "
        "Negatives are the pairs adjacent in neither graph",
        ("bnmetrics", "causaliq", "bnlearn compare"),
        options_of(of="exact"),
    ),
    Convention(
        "arrowheads",
        "ordered pairs (i, j) with an arrowhead at j. Of p(p-1)",
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
        "ordered pairs (i, j) with a tail at j; an undirected edge has two. Of p(p-1)",
        ("Tetrad TailConfusion",),
        options_of(of="tails"),
    ),
    Convention(
        "circles",
        "ordered pairs (i, j) with a circle at j. Of p(p-1)",
        (),
        options_of(of="circles"),
    ),
    Convention(
        "bidirected",
        "pairs with an edge <->, alone or beside -->. Of p(p-1)/2",
        ("Tetrad BidirectedConfusion (tp, fp, fn)",),
        options_of(of="bidirected"),
    ),
    Convention(
        "visible",
        "visible edges --> of MAGs and PAGs, behind which no hidden cause can be, by their ordered "
        "pair; every --> of a DAG or a CPDAG. Of p(p-1)",
        (),
        options_of(of="visible"),
        on_request=True,
    ),
    Convention(
        "unshielded-colliders",
        "triples with arrowheads at the middle from both sides and no edge between the ends. The "
        "negatives cannot be counted",
        (),
        options_of(of="unshielded-colliders"),
    ),
    Convention(
        "ancestral",
        "ordered pairs (ancestor, descendant), certain in every member of a CPDAG's class. Of p(p-1)",
        (),
        options_of(of="ancestral"),
    ),
    Convention(
        "half directed",
        "edges --> by their ordered pair, an undirected edge as half of one either way. Of p(p-1)",
        (),
        options_of(of="half-directed"),
        on_request=True,
    ),
    Convention(
        "entries",
        "entries of the adjacency matrices, an undirected edge being two. Of p(p-1)",
        ("gCastle precision, recall, F1", "avici", "causationentropy"),
        options_of(of="entries"),
        on_request=True,
    ),
    Convention(
        "orientations",
        "edges --> that are true or lie where the truth has none; found as o->, <-> or --o they are not "
        "counted, and neither are negatives",
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
        "adjacent pairs with their edge, after both graphs are replaced by their CPDAGs",
        ("causaliq equiv.f1",),
        options_of(of="exact", compare="cpdag"),
        on_request=True,
    ),
    Convention(
        "CPDAGs exact once",
        "as exact after both graphs are replaced by their CPDAGs, but a wrong edge is a false positive "
        "only",
        ("pyAgrum (tp, fp, fn)",),
        options_of(of="exact-once", compare="cpdag"),
        on_request=True,
    ),
)

ANCESTRAL_PRECISION: tuple[Convention, ...] = (
    Convention(
        "arrowheads",
        "arrowheads at Y on an edge with X; right where Y is no ancestor of X",
        ("Tetrad *->-Prec",),
        options_of(of="arrowheads"),
    ),
    Convention(
        "tails",
        "edges X --> Y; right where X is an ancestor of Y",
        ("Tetrad -->-Prec",),
        options_of(of="tails"),
    ),
)

DDM: tuple[Convention, ...] = (
    Convention(
        "uncredited missed",
        "credit less what it leaves of the true edges, less extra edges, of the true edges",
        ("causaliq",),
        options_of(missed="uncredited"),
    ),
    Convention(
        "absent missed",
        "credit less true edges whose pair is not joined, less extra edges, of the true edges",
        (),
        options_of(missed="absent"),
    ),
)

THREE_POINTS: tuple[Convention, ...] = (
    Convention("directed", "edges --> by their ordered pair. Of p(p-1) ordered pairs"),
    Convention(
        "directed, with diagonal",
        "edges --> by their ordered pair, of all p p cells: the diagonal adds p negatives that nothing "
        "can find",
        ("nCED paper",),
        options_of(diagonal="counted"),
        on_request=True,
    ),
)
