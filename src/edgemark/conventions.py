"""
Every choice on which papers and packages differ, named once.

Options of metrics and readers are closed sets: a type for type checkers, checked at run time by
`require`, listed by the command. A `Convention` is one way to count that papers or packages print; it
carries the options that reproduce it and who counts so.

Who counts how was read or run in the versions that `edgemark.packages` names, whose numbers about edges
it can give; others may differ.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import inf, nan
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, Literal, TypeGuard, get_args

from edgemark.errors import ConventionError

__all__ = [
    "ADJUSTMENT",
    "ALL_SEPARATIONS",
    "ANCESTRAL_PRECISION",
    "ANSWERS",
    "CALIBRATION",
    "CANONICAL",
    "CONFUSION",
    "COVERAGE",
    "DDM",
    "EXPECTED_SHD",
    "KINDS",
    "LAGS",
    "MARGINALS",
    "NCED",
    "NEAR_LAGS",
    "REFERENCES",
    "ROC_AUC",
    "SAMPLED",
    "SEPARATION",
    "SHD",
    "TEMPORAL_AID",
    "TEMPORAL_CONFUSION",
    "TEMPORAL_RANKING",
    "TEMPORAL_SHD",
    "TEMPORAL_SID",
    "THREE_POINTS",
    "WEIGHTED_SHD",
    "Answers",
    "Autolinks",
    "Bins",
    "CanonicalMistakes",
    "Compare",
    "ComparedClass",
    "ComparedEffects",
    "ComparedOverTime",
    "Contemporaneous",
    "Convention",
    "Covered",
    "Cycles",
    "Diagonal",
    "Direction",
    "EarlyTies",
    "Invalid",
    "Kind",
    "Marginal",
    "NamedCosts",
    "PartialArea",
    "Positives",
    "Ranked",
    "Reversal",
    "Sampled",
    "Separator",
    "ShdOf",
    "Sign",
    "Strategy",
    "Symmetric",
    "TemporalPositives",
    "TemporalRanked",
    "TemporalShdOf",
    "Ties",
    "Undirected",
    "WrongEffects",
    "choices",
    "require",
    "same_name",
]

Kind = Literal["dag", "pdag", "cpdag", "mpdag", "digraph", "undirected", "mag", "pag", "admg"]
Direction = Literal["row-to-column", "column-to-row"]
Symmetric = Literal["undirected", "bidirected", "cycle", "refuse"]
Cycles = Literal["refuse", "keep"]
Contemporaneous = Literal["cpdag", "pag"]
Autolinks = Literal["counted", "excluded"]
TemporalPositives = Literal[
    "lagged",
    "lagged-adjacencies",
    "contemporaneous",
    "contemporaneous-skeleton",
    "all-lags",
    "changing-modules",
    "total",
    "total-skeleton",
    "summary",
    "arrowheads",
    "tails",
    "circles",
    "bidirected",
]
TemporalShdOf = Literal["total", "lagged", "contemporaneous", "window", "summary"]
TemporalRanked = Literal["all-lags", "lagged", "summary"]
Reversal = Literal["one", "two"]
ShdOf = Literal["graph", "skeleton", "pattern", "truth-cpdag", "cpdag", "truth-pag", "pag"]
Undirected = Literal["strict", "lenient"]
Marginal = Literal["directed", "skeleton", "ancestral"]
Bins = Literal["fixed", "adaptive"]
Sampled = Literal["graph", "class"]
NamedCosts = Literal["half", "double-reversal", "double-orientation"]
Positives = Literal[
    "directed",
    "directed-shared",
    "half-directed",
    "orientations",
    "entries",
    "skeleton",
    "exact",
    "exact-once",
    "arrowheads",
    "arrowheads-shared",
    "tails",
    "tails-shared",
    "circles",
    "circles-shared",
    "bidirected",
    "visible",
    "unshielded-colliders",
    "ancestral",
]
Compare = Literal["native", "cpdag", "pattern"]
Sign = Literal["refuse", "ignore", "keep"]
Ties = Literal["refuse", "include", "exclude"]
Ranked = Literal["directed", "skeleton", "entries", "ancestral"]
EarlyTies = Literal["expected", "beeline"]
PartialArea = Literal["mcclish", "raw"]
Diagonal = Literal["excluded", "counted"]
ComparedClass = Literal["auto", "native", "cpdag"]
ComparedEffects = Literal["auto", "native"]
Answers = Literal["decided", "yes", "no"]
Covered = Literal["estimate", "best"]
CanonicalMistakes = Literal[
    "all", "zero", "adjustment", "overclaimed", "abstained", "decided", "left-open"
]
ComparedOverTime = Literal["auto", "native", "tiered-mpdag"]
Invalid = Literal["raise", "native", "repair"]
Strategy = Literal["parents", "ancestors", "oset"]
Separator = Literal["parents", "ancestors", "minimal"]
WrongEffects = Literal["all", "zero", "amenability", "adjustment"]


def choices(closed_set: Any) -> tuple[Any, ...]:
    """
    List the members of a closed set.

    Examples:
        >>> choices(Reversal)
        ('one', 'two')
    """
    return get_args(closed_set)


KINDS: frozenset[str] = frozenset(choices(Kind))


def same_name(name: str, wanted: str) -> bool:
    """
    Say whether a name is meant, whatever its case, spaces and hyphens.

    Examples:
        >>> same_name("arc Hamming", "arc-hamming")
        True
    """

    return plain_name(name) == plain_name(wanted)


def plain_name(name: str) -> str:
    """
    Return a name without what `same_name` ignores.

    Examples:
        >>> plain_name("arc Hamming")
        'archamming'
    """
    return "".join(name.lower().replace("-", " ").split())


def require(what: str, got: object, allowed: Collection[str]) -> None:
    """Raise ConventionError unless `got` is one of the allowed words."""
    if not isinstance(got, str) or got not in allowed:
        raise ConventionError.unknown(what, got, sorted(allowed))


def as_number(value: object) -> float:
    """
    Give a real number as a float, and nan, of which no comparison holds, for anything else.

    A number too large for a float is inf.

    Examples:
        >>> as_number(2), as_number("2"), as_number(None), as_number(True)
        (2.0, nan, nan, nan)
    """
    if not isinstance(value, Real) or _is_no_number(value):
        return nan
    try:
        return float(value)
    except OverflowError:
        return inf


def is_whole(value: object) -> TypeGuard[int]:
    """
    Say whether a value is a whole number, of Python or of NumPy.

    Examples:
        >>> is_whole(2), is_whole(2.0), is_whole(True)
        (True, False, False)
    """
    return isinstance(value, Integral) and not _is_no_number(value)


def _is_no_number(value: object) -> bool:
    """Both are numbers to Python: truth values, and NumPy's spans of time."""
    return isinstance(value, bool) or type(value).__name__ == "timedelta64"


@dataclass(frozen=True, slots=True, eq=False)
class Convention:
    """
    One way to count.

    Attributes:
        name: what edgemark calls it.
        counts: what one unit of it is.
        used_by: packages and papers that print it.
        options: the options of the metric that give it.
        one_sided: whether it treats truth and estimate differently although the metric does not.
        on_request: whether it is printed only when it is asked for: one package's habit, or of one class
            of graphs.
    """

    name: str
    counts: str
    used_by: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    one_sided: bool = False
    on_request: bool = False

    @property
    def converted(self) -> tuple[str, str]:
        """
        The classes of the graphs compared in place of truth and estimate; "" for one as given.

        Examples:
            >>> Convention("truth to CPDAG", "", options={"of": "truth-cpdag"}).converted
            ('cpdag', '')
        """
        view = self.options.get("compare", self.options.get("of"))
        return _CONVERTED.get(str(view), ("", ""))


_CONVERTED = {
    "skeleton": ("skeleton", "skeleton"),
    "pattern": ("pattern", "pattern"),
    "cpdag": ("cpdag", "cpdag"),
    "truth-cpdag": ("cpdag", ""),
    "truth-pag": ("pag", ""),
    "pag": ("pag", "pag"),
}


def _options(**options: str) -> Mapping[str, str]:
    return MappingProxyType(options)


SHD: tuple[Convention, ...] = (
    Convention(
        "pair mismatch",
        "node pairs whose edges differ in any way; a reversal is one error",
        ("pcalg", "causal-learn", "gadjid", "Tetrad (PDAG)", "bnlearn cpdag=FALSE", "bnmetrics",
         "causaliq", "graphical_models", "dibs", "avici", "cdt double_for_anticausal=False",
         "dodiscover double_for_anticausal=False", "R SID hammingDist default", "BiDAG", "pgmpy",
         "cdans shd_contemp", "causalDisco shd"),
    ),
    Convention(
        "arc Hamming",
        "entries of the adjacency matrices that differ, an undirected edge being two; a reversal is "
        "two errors, and so is a missing undirected edge",
        ("cdt default", "dodiscover default", "CausalDynamics",
         "sep-distances SHD_DAGs", "R SID hammingDist(FALSE) on DAGs",
         "pgmpy edge_reverse_penalty=2", "nCED paper SHD (DAG)"),
        _options(reversal="two"),
    ),
    Convention(
        "truth to CPDAG",
        "pair mismatch after the truth is replaced by its CPDAG and the estimate is not: for "
        "estimates that are CPDAGs. The true DAG itself is not perfect under it",
        ("Tetrad (CPDAG)",),
        _options(of="truth-cpdag"),
        one_sided=True,
    ),
    Convention(
        "both to CPDAG",
        "pair mismatch after both graphs are replaced by their CPDAGs",
        ("Tsamardinos et al. (2006)", "bnlearn default", "pyAgrum", "cdt SHD_CPDAG",
         "causaliq equiv.shd", "benchpress SHD_cpdag", "BiDAG cpdag=TRUE"),
        _options(of="cpdag"),
    ),
    Convention(
        "truth to PAG",
        "pair mismatch after the truth is replaced by its PAG and the estimate is not: for estimates "
        "with hidden variables",
        (),
        _options(of="truth-pag"),
        one_sided=True,
        on_request=True,
    ),
    Convention(
        "both to PAG",
        "pair mismatch after both graphs are replaced by their PAGs",
        (),
        _options(of="pag"),
        on_request=True,
    ),
    Convention(
        "pattern",
        "pair mismatch after only the edges of unshielded colliders are left directed in both",
        ("benchpress SHD_pattern",),
        _options(of="pattern"),
    ),
    Convention(
        "lenient",
        "pair mismatch, but a directed edge against an undirected one is no error",
        ("gCastle", "NOTEARS"),
        _options(undirected="lenient"),
    ),
    Convention(
        "skeleton",
        "node pairs adjacent in one graph only",
        ("bnlearn hamming", "pyAgrum hamming", "graphical_models", "bnmetrics hd", "causalDisco hd"),
        _options(of="skeleton"),
    ),
)  # fmt: skip

WEIGHTED_SHD: tuple[Convention, ...] = (
    Convention(
        "half match",
        "pair mismatch in which a reversal and an undirected edge found for a directed one cost a "
        "half, and a directed edge found for an undirected one nothing",
        ("Bayesys", "causaliq shd-b"),
        _options(costs="half"),
    ),
    Convention(
        "double reversal",
        "pair mismatch in which a reversal costs two; a missing undirected edge is one error, not two "
        "as in arc Hamming",
        ("sep-distances", "R SID hammingDist(FALSE)"),
        _options(costs="double-reversal"),
        on_request=True,
    ),
    Convention(
        "double orientation",
        "pair mismatch in which a wrong orientation costs two: a reversal, or a directed edge against "
        "an undirected one",
        ("pgmpy dev edge_reverse_penalty=2",),
        _options(costs="double-orientation"),
        on_request=True,
    ),
)

NCED: tuple[Convention, ...] = (
    Convention(
        "k = 0.2",
        "entries of the code (arrowhead 1, circle or undirected -1, tail or no edge 0) that differ; 0.2 "
        "where the estimate leaves the end open, else 1",
        ("nCED paper",),
        MappingProxyType({"k": 0.2}),
    ),
)

CONFUSION: tuple[Convention, ...] = (
    Convention(
        "directed",
        "edges --> by their ordered pair; no other edge is a positive. Of p(p-1) ordered pairs",
        ("cdans contemp_directed", "nCED paper"),
        _options(of="directed"),
    ),
    Convention(
        "directed shared",
        "edges --> by their ordered pair, over pairs adjacent in both graphs: two places for each",
        ("causalDisco dir_confusion", "pgmpy OrientationConfusionMatrix"),
        _options(of="directed-shared"),
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
        _options(of="skeleton"),
    ),
    Convention(
        "exact",
        "adjacent pairs with their edge; a wrong one is a false positive and a false negative. "
        "Negatives are the pairs adjacent in neither graph",
        ("bnmetrics", "causaliq", "bnlearn compare"),
        _options(of="exact"),
    ),
    Convention(
        "arrowheads",
        "ordered pairs (i, j) with an arrowhead at j. Of p(p-1)",
        ("Tetrad AHP/AHR", "causal-learn ArrowConfusion (tp, fp, fn)"),
        _options(of="arrowheads"),
    ),
    Convention(
        "arrowheads shared",
        "ordered pairs (i, j) with an arrowhead at j, over pairs adjacent in both graphs",
        (
            "Tetrad AHPC/AHRC",
            "causalDisco dir_confusion",
            "causal-learn ArrowConfusion _ce (tp, fp, fn)",
        ),
        _options(of="arrowheads-shared"),
    ),
    Convention(
        "tails",
        "ordered pairs (i, j) with a tail at j; an undirected edge has two. Of p(p-1)",
        ("Tetrad TailConfusion",),
        _options(of="tails"),
    ),
    Convention(
        "circles",
        "ordered pairs (i, j) with a circle at j. Of p(p-1)",
        (),
        _options(of="circles"),
    ),
    Convention(
        "bidirected",
        "pairs with an edge <->, alone or beside -->. Of p(p-1)/2",
        ("Tetrad BidirectedConfusion (tp, fp, fn)",),
        _options(of="bidirected"),
    ),
    Convention(
        "visible",
        "visible edges --> of MAGs and PAGs, behind which no hidden cause can be, by their ordered "
        "pair; every --> of a DAG or a CPDAG. Of p(p-1)",
        (),
        _options(of="visible"),
        on_request=True,
    ),
    Convention(
        "unshielded-colliders",
        "triples with arrowheads at the middle from both sides and no edge between the ends. The "
        "negatives cannot be counted",
        (),
        _options(of="unshielded-colliders"),
    ),
    Convention(
        "ancestral",
        "ordered pairs (ancestor, descendant), certain in every member of a CPDAG's class. Of p(p-1)",
        (),
        _options(of="ancestral"),
    ),
    Convention(
        "half directed",
        "edges --> by their ordered pair, an undirected edge as half of one either way. Of p(p-1)",
        (),
        _options(of="half-directed"),
        on_request=True,
    ),
    Convention(
        "entries",
        "entries of the adjacency matrices, an undirected edge being two. Of p(p-1)",
        ("gCastle precision, recall, F1", "avici", "causationentropy"),
        _options(of="entries"),
        on_request=True,
    ),
    Convention(
        "orientations",
        "edges --> that are true or lie where the truth has none; found as o->, <-> or --o they are not "
        "counted, and neither are negatives",
        ("Tetrad OP/OR",),
        _options(of="orientations"),
        on_request=True,
    ),
    Convention(
        "tails shared",
        "ordered pairs (i, j) with a tail at j, over pairs adjacent in both graphs",
        (),
        _options(of="tails-shared"),
        on_request=True,
    ),
    Convention(
        "circles shared",
        "ordered pairs (i, j) with a circle at j, over pairs adjacent in both graphs",
        (),
        _options(of="circles-shared"),
        on_request=True,
    ),
    Convention(
        "CPDAGs exact",
        "adjacent pairs with their edge, after both graphs are replaced by their CPDAGs",
        ("causaliq equiv.f1",),
        _options(of="exact", compare="cpdag"),
        on_request=True,
    ),
    Convention(
        "CPDAGs exact once",
        "as exact after both graphs are replaced by their CPDAGs, but a wrong edge is a false positive "
        "only",
        ("pyAgrum (tp, fp, fn)",),
        _options(of="exact-once", compare="cpdag"),
        on_request=True,
    ),
)

ADJUSTMENT: tuple[Convention, ...] = (
    Convention(
        "all mistakes",
        "ordered pairs (treatment, outcome) whose effect the estimate gets wrong. Of p(p-1)",
        ("gadjid (both graphs of one class)",),
        _options(compare="auto"),
    ),
    Convention(
        "zero",
        "of these, no effect claimed where there may be one",
        (),
        _options(compare="auto", mistakes="zero"),
    ),
    Convention(
        "amenability",
        "of these, decided (by an adjustment set, or known to be zero) in one graph only",
        (),
        _options(compare="auto", mistakes="amenability"),
    ),
    Convention(
        "adjustment",
        "of these, an adjustment set that is not valid in the truth",
        (),
        _options(compare="auto", mistakes="adjustment"),
    ),
    Convention(
        "native",
        "as all mistakes, but the graphs as given: a DAG against its own CPDAG has mistakes",
        ("gadjid",),
        _options(compare="native", invalid="native"),
        on_request=True,
    ),
    Convention(
        "repaired",
        "as all mistakes, an estimate that is no valid CPDAG being repaired first",
        (),
        _options(compare="auto", invalid="repair"),
        on_request=True,
    ),
)

CANONICAL: tuple[Convention, ...] = (
    Convention(
        "all mistakes",
        "ordered pairs (treatment, outcome) whose effect the canonical set of the estimate gets wrong, "
        "or that only one graph leaves open. Of p(p-1)",
        (),
        _options(compare="auto"),
    ),
    Convention(
        "decided",
        "of the effects that the estimate tells, those told wrongly: the share is its error rate",
        (),
        _options(compare="auto", mistakes="decided"),
    ),
    Convention(
        "left open",
        "of the effects that the truth, of the estimate's class, tells, those that the estimate leaves "
        "open",
        (),
        _options(compare="auto", mistakes="left-open"),
    ),
    *(
        Convention(
            name,
            f"of all mistakes, {what}",
            (),
            _options(compare="auto", mistakes=name),
            on_request=True,
        )
        for name, what in (
            ("zero", "no effect claimed where there may be one"),
            ("adjustment", "an adjustment set that is not valid in the truth"),
            ("overclaimed", "told by an adjustment set where the truth leaves it open"),
        )
    ),
    Convention(
        "native",
        "as all mistakes, but the graphs as given: a MAG against its own PAG has mistakes",
        (),
        _options(compare="native"),
        on_request=True,
    ),
)

ANSWERS: tuple[Convention, ...] = (
    Convention(
        "decided",
        "claims of the estimate, yes or no in every graph of its class, that the truth contradicts. Of "
        "those that the truth decides",
        (),
        _options(of="decided"),
    ),
    Convention("yes", "of these, claims that say yes", (), _options(of="yes")),
    Convention("no", "of these, claims that say no", (), _options(of="no")),
)

COVERAGE: tuple[Convention, ...] = (
    Convention("estimate", "pairs that the estimate decides, of all", (), _options(of="estimate")),
    Convention(
        "best", "pairs that a perfect estimate of its class decides, of all", (), _options(of="best")
    ),
)

SEPARATION: tuple[Convention, ...] = (
    Convention(
        "parents",
        "pairs not adjacent in the estimate that the parents of both, possible parents in a CPDAG, do "
        "not separate in the truth. Of p(p-1)/2",
        ("sep-distances parent",),
        _options(separator="parents"),
    ),
    Convention(
        "ancestors",
        "the same of the ancestors of both, possible ancestors in a CPDAG. Of p(p-1)/2",
        (),
        _options(separator="ancestors"),
    ),
    Convention(
        "minimal",
        "the same of the minimal separators nearest to the first node, of ordered pairs. Of p(p-1)",
        (),
        _options(separator="minimal"),
    ),
)

ALL_SEPARATIONS: tuple[Convention, ...] = (
    Convention(
        "all sets",
        "pairs and sets of other nodes, the mean over the sizes of the sets; drawn above 20 nodes",
        ("sep-distances",),
        on_request=True,
    ),
)

DDM: tuple[Convention, ...] = (
    Convention(
        "uncredited missed",
        "credit less what it leaves of the true edges, less extra edges, of the true edges",
        ("causaliq",),
        _options(missed="uncredited"),
    ),
    Convention(
        "absent missed",
        "credit less true edges whose pair is not joined, less extra edges, of the true edges",
        (),
        _options(missed="absent"),
    ),
)

ANCESTRAL_PRECISION: tuple[Convention, ...] = (
    Convention(
        "arrowheads",
        "arrowheads at Y on an edge with X; right where Y is no ancestor of X",
        ("Tetrad *->-Prec",),
        _options(of="arrowheads"),
    ),
    Convention(
        "tails",
        "edges X --> Y; right where X is an ancestor of Y",
        ("Tetrad -->-Prec",),
        _options(of="tails"),
    ),
)

EXPECTED_SHD: tuple[Convention, ...] = (
    Convention(
        "pair mismatch",
        "node pairs whose edges differ in any way; a reversal is one error",
        ("dibs expected_shd",),
    ),
    Convention(
        "arc Hamming",
        "entries of the adjacency matrices that differ; of DAGs it is the sum of |marginal - truth|",
        (),
        _options(reversal="two"),
    ),
    Convention(
        "both to CPDAG",
        "pair mismatch after truth and samples are replaced by their CPDAGs",
        (),
        _options(of="cpdag"),
    ),
    Convention("skeleton", "node pairs adjacent in one graph only", (), _options(of="skeleton")),
)

MARGINALS: tuple[Convention, ...] = (
    Convention("directed", "edges --> by their ordered pair. Of p(p-1)", (), _options(of="directed")),
    Convention("skeleton", "adjacent pairs. Of p(p-1)/2", (), _options(of="skeleton")),
    Convention(
        "ancestral",
        "ordered pairs (ancestor, descendant) by directed paths. Of p(p-1)",
        (),
        _options(of="ancestral"),
    ),
)

CALIBRATION: tuple[Convention, ...] = (
    *MARGINALS,
    Convention(
        "directed, adaptive",
        "edges --> by their ordered pair, in bins of about as many pairs each. Of p(p-1)",
        (),
        _options(of="directed", bins="adaptive"),
    ),
    Convention(
        "directed, of the class",
        "edges --> by their ordered pair, each true in the share of the members of the truth's "
        "equivalence class that have it. Of p(p-1)",
        (),
        _options(of="directed", against="class"),
    ),
)

SAMPLED: tuple[Convention, ...] = (
    Convention("graph", "samples that are equal to the truth", (), _options(of="graph")),
    Convention("class", "samples that are Markov equivalent to the truth", (), _options(of="class")),
)

_PLACES = {
    "directed": "ordered pairs, true where the truth has -->. All p(p-1), without the diagonal",
    "skeleton": "unordered pairs, true where the truth has an edge, by the higher score of their two "
    "directions, or by the share of samples with an edge. All p(p-1)/2",
    "entries": "ordered pairs, true where the truth has --> or, both ways, ---. All p(p-1)",
    "ancestral": "ordered pairs, true where the truth has a directed path, by the share of samples with "
    "one. All p(p-1)",
}
_OF_EDGES = ("directed", "skeleton", "entries")


def _ranked(
    *used_by: str,
    suffix: str = "",
    of: tuple[str, ...] = _OF_EDGES,
    on_request: bool = False,
    **more: Any,
) -> tuple[Convention, ...]:
    """Ways to rank, one for each set of places; that of entries only on request."""
    return tuple(
        Convention(
            f"{name}{suffix}",
            _PLACES[name],
            used_by if name == "directed" else (),
            MappingProxyType({"of": name, **more}),
            on_request=on_request or name == "entries",
        )
        for name in of
    )


RANKING = _ranked()
AVERAGE_PRECISION = _ranked(of=tuple(_PLACES))
ROC_AUC = _ranked("RC-GNN document", "avici", "BEELINE", "causationentropy auc", of=tuple(_PLACES))
PR_TRAPEZOID = _ranked("RC-GNN document", "cdt 0.6.0 precision_recall", "BEELINE", on_request=True)
BEST_F1 = _ranked(suffix=", chosen on truth")
AT_K = _ranked(suffix=", k = E")
F1_AT_K = (
    *_ranked("RC-GNN document F1@1.00E", suffix=", k = E"),
    *(
        convention
        for share in ("0.5E", "0.75E", "1.5E", "2E")
        for convention in _ranked("RC-GNN document", suffix=f", k = {share}", of=("directed",), k=share)
    ),
)
EARLY_PRECISION = (
    *_ranked(),
    *_ranked("BEELINE", suffix=", BEELINE", of=("directed",), on_request=True, ties="beeline"),
)
PARTIAL_ROC_AUC = _ranked(suffix=", FPR to 0.1")
THREE_POINTS: tuple[Convention, ...] = (
    Convention("directed", "edges --> by their ordered pair. Of p(p-1) ordered pairs"),
    Convention(
        "directed, with diagonal",
        "edges --> by their ordered pair, of all p p cells: the diagonal adds p negatives that nothing "
        "can find",
        ("nCED paper",),
        _options(diagonal="counted"),
        on_request=True,
    ),
)

TEMPORAL_CONFUSION: tuple[Convention, ...] = (
    Convention(
        "lagged",
        "edges --> over a lag of 1 or more, by cause, effect and lag; autolinks too. Of p p L places",
        ("cdans lagged",),
        _options(of="lagged"),
    ),
    Convention(
        "lagged, no autolinks",
        "the same between different variables. Of p(p-1) L places",
        (),
        _options(of="lagged", autolinks="excluded"),
    ),
    Convention(
        "lagged adjacencies",
        "edges of any marks over a lag of 1 or more, by both variables and lag. Of p p L places",
        (),
        _options(of="lagged-adjacencies"),
    ),
    Convention(
        "contemporaneous skeleton",
        "pairs joined within a time step, whatever their marks. Of p(p-1)/2 pairs",
        ("cdans contemp_skeleton",),
        _options(of="contemporaneous-skeleton"),
    ),
    Convention(
        "contemporaneous",
        "edges --> within a time step; no other edge is a positive. Of p(p-1) ordered pairs",
        ("cdans contemp_directed",),
        _options(of="contemporaneous"),
    ),
    Convention(
        "all lags",
        "edges --> over any lag, 0 too, by cause, effect and lag. Of p p L + p(p-1) places",
        (),
        _options(of="all-lags"),
    ),
    Convention(
        "changing modules",
        "variables whose mechanism changes over time. Of p",
        ("cdans changing_modules",),
        _options(of="changing-modules"),
    ),
    Convention(
        "total",
        "lagged, contemporaneous and changing modules put together",
        ("cdans total",),
        _options(of="total"),
    ),
    Convention(
        "total skeleton",
        "lagged, contemporaneous skeleton and changing modules put together",
        ("cdans total_skeleton",),
        _options(of="total-skeleton"),
    ),
    Convention(
        "summary",
        "ordered pairs of different variables with an edge --> at some lag. Of p(p-1)",
        (),
        _options(of="summary", autolinks="excluded"),
    ),
    Convention(
        "summary, with autolinks",
        "ordered pairs with an edge --> at some lag, a variable and itself too. Of p p",
        (),
        _options(of="summary"),
    ),
    *(
        Convention(
            f"{name}, all lags",
            f"ends of edges over any lag with {a} {name.removesuffix('s')}",
            (),
            _options(of=name),
        )
        for name, a in (("arrowheads", "an"), ("tails", "a"), ("circles", "a"))
    ),
    Convention(
        "bidirected, all lags", "edges <-> over any lag, by both variables and lag", (),
        _options(of="bidirected"),
    ),
)  # fmt: skip

TEMPORAL_SHD: tuple[Convention, ...] = (
    Convention(
        "total",
        "pairs of variables and lags whose edges differ in any way; a reversal at lag 0 is one",
        ("cdans shd_total",),
        _options(of="total"),
    ),
    Convention(
        "lagged", "the same over lags of 1 or more only", ("cdans shd_lagged",), _options(of="lagged")
    ),
    Convention(
        "contemporaneous",
        "pairs whose edges within a time step differ in any way",
        ("cdans shd_contemp",),
        _options(of="contemporaneous"),
    ),
    Convention(
        "window",
        "pairs of nodes of the graphs over L + 1 time steps whose edges differ: an error at lag k "
        "stands in L + 1 - k places",
        (),
        _options(of="window"),
    ),
    Convention(
        "summary",
        "pairs of different variables whose edges in the summary graphs differ in any way",
        (),
        _options(of="summary", autolinks="excluded"),
    ),
    Convention(
        "summary, with autolinks",
        "the same, and variables whose edges to themselves differ in any way, all lags put together",
        (),
        _options(of="summary"),
    ),
)

TEMPORAL_SID: tuple[Convention, ...] = (
    Convention(
        "T=L+1",
        "ordered pairs of nodes of the graphs unrolled over T = L + 1 time steps whose interventional "
        "distribution the estimate gets wrong. Effects longer than the window are not seen",
    ),
)
TEMPORAL_AID: tuple[Convention, ...] = (
    Convention(
        "parents, T=L+1",
        "ordered pairs of nodes of the graphs unrolled over T = L + 1 time steps whose effect adjusting "
        "for the parents gets wrong; the truth as its tiered MPDAG where the estimate has undirected "
        "edges",
        (),
        _options(strategy="parents", compare="auto"),
    ),
    Convention(
        "ancestors, T=L+1",
        "the same, adjusting for the ancestors",
        (),
        _options(strategy="ancestors", compare="auto"),
    ),
    Convention(
        "oset, T=L+1",
        "the same, adjusting for the set of least variance",
        (),
        _options(strategy="oset", compare="auto"),
        on_request=True,
    ),
)

LAGS: tuple[Convention, ...] = (
    Convention("between variables", "", (), _options(autolinks="excluded")),
    Convention("with autolinks", "", (), _options(autolinks="counted")),
)
NEAR_LAGS: tuple[Convention, ...] = (
    Convention(
        "within 1 lag",
        "edges -->, by cause and effect, with a partner at most 1 lag away; lag 0 only with lag 0",
        (),
        MappingProxyType({"tolerance": 1}),
    ),
    Convention(
        "within 2 lags",
        "the same at most 2 lags away",
        (),
        MappingProxyType({"tolerance": 2}),
        on_request=True,
    ),
)

TEMPORAL_RANKING: tuple[Convention, ...] = (
    Convention(
        "lagged",
        "cause, effect and lag, true where the truth has --> there, lags of 1 or more put together; "
        "autolinks too. All p p L",
        (),
        _options(of="lagged"),
    ),
    Convention(
        "lagged, no autolinks",
        "the same between different variables. All p(p-1) L",
        (),
        _options(of="lagged", autolinks="excluded"),
    ),
    Convention(
        "all lags",
        "the same as lagged, with lag 0. All p p L + p(p-1)",
        (),
        _options(of="all-lags"),
    ),
    Convention(
        "summary",
        "ordered pairs of different variables by their highest score over the lags, true where the "
        "truth has --> at some. All p(p-1)",
        ("CauseMe", "CausalRivers"),
        _options(of="summary", autolinks="excluded"),
    ),
    Convention(
        "summary, with autolinks",
        "the same with a variable and itself. All p p",
        (),
        _options(of="summary"),
    ),
)

REFERENCES: Mapping[str, str] = MappingProxyType(
    {
        "tsamardinos2006": "Tsamardinos, Brown, Aliferis (2006), doi:10.1007/s10994-006-6889-7",
        "constantinou2019": "Constantinou (2019), arXiv:1905.12666",
        "henckel2024": "Henckel, Würtzen, Weichwald (2024), arXiv:2402.08616",
        "peters2015": "Peters, Bühlmann (2015), doi:10.1162/NECO_a_00708",
        "rehak": "Rehak, Falkenstein, Doehner, Beyerer, Metrics for the Evaluation of Learned Causal "
        "Graphs Based on Ground Truth",
        "rcgnn": "RC-GNN evaluation document, section 1 C, whose formula credits 2-cycles",
        "powers2011": "Powers (2011), Evaluation: from precision, recall and F-measure to ROC",
        "hanley1982": "Hanley, McNeil (1982), doi:10.1148/radiology.143.1.7063747",
        "mcclish1989": "McClish (1989), doi:10.1177/0272989X8900900307",
        "davis2006": "Davis, Goadrich (2006), doi:10.1145/1143844.1143874",
        "boyd2013": "Boyd, Eng, Page (2013), doi:10.1007/978-3-642-40994-3_29",
        "pratapa2020": "Pratapa, Jalihal, Law, Bharadwaj, Murali (2020), doi:10.1038/s41592-019-0690-6",
        "jarvelin2002": "Järvelin, Kekäläinen (2002), doi:10.1145/582415.582418",
        "manning2008": "Manning, Raghavan, Schütze (2008), Introduction to information retrieval, ch. 8",
        "spirtes2000": "Spirtes, Glymour, Scheines (2000), Causation, Prediction, and Search",
        "brier1950": "Brier (1950), Verification of forecasts expressed in terms of probability",
        "good1952": "Good (1952), Rational decisions",
        "naeini2015": "Naeini, Cooper, Hauskrecht (2015), Obtaining well calibrated probabilities using "
        "Bayesian binning",
        "lorch2021": "Lorch, Rothfuss, Schoelkopf, Krause (2021), DiBS, arXiv:2105.11839",
        "hyndman1996": "Hyndman (1996), Computing and graphing highest density regions, "
        "doi:10.1080/00031305.1996.10474359",
        "edgemark": "defined by edgemark",
        "ferdous2023": "Ferdous, Hasan, Gani (2023), CDANs, arXiv:2302.03246",
        "munozmari2020": "Muñoz-Marí, Mateo, Runge, Camps-Valls (2020), CauseMe: an online system for "
        "benchmarking causal discovery methods",
        "wahl2025": "Wahl, Runge (2025), Separation-based distance measures for causal graphs, AISTATS",
        "friedman2003": "Friedman, Koller (2003), Being Bayesian about network structure, "
        "doi:10.1023/A:1020249912095",
    }
)
