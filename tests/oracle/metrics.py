"""
Metrics by their definitions: sets and loops over edge triples as `Graph.edges()` gives them.

An oracle takes the nodes, the true edges and the found edges, and raises `RefusedError` where the metric
is not defined. The class of a graph, such as "dag" or "cpdag", is declared, or found by `class_of`
from the edges.

Sources: Tsamardinos et al. (2006) for the SHD, Constantinou (2019) for half credit, Rehak et al. for
nCED, Powers (2011) for the ratios of a confusion matrix.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import nan, sqrt

from tests.oracle import graphs

OF_SHD = ("graph", "skeleton", "pattern", "truth-cpdag", "cpdag")
COMPARE = ("native", "cpdag", "pattern")
MARKS = {"arrowheads": "arrow", "tails": "tail", "circles": "circle"}
SETS = (  # positives of a graph that do not depend on the other graph
    "directed",
    "skeleton",
    "entries",
    "bidirected",
    *MARKS,
    "unshielded-colliders",
    "visible",
    "ancestral",
)
POSITIVES = (
    *SETS,
    "directed-shared",
    *(f"{name}-shared" for name in MARKS),
    "exact",
    "exact-once",
    "half-directed",
    "orientations",
)


class RefusedError(Exception):
    """The metric is not defined on these graphs."""


# ---- edges, marks and classes


def states(nodes, edges):
    """For each pair of nodes the set of its edges, each edge the set of its (node, mark)."""
    found = {frozenset(pair): set() for pair in combinations(nodes, 2)}
    for a, glyph, b in edges:
        found[frozenset({a, b})] |= graphs.marks([(a, glyph, b)])
    return found


def marks_at(nodes, edges):
    """For each ordered pair (i, j) the mark at j on the only edge of i and j, or none."""
    marks = dict.fromkeys(permutations(nodes, 2), "none")
    for a, glyph, b in edges:
        marks[a, b] = {">": "arrow", "-": "tail", "o": "circle"}[glyph[2]]
        marks[b, a] = {"<": "arrow", "-": "tail", "o": "circle"}[glyph[0]]
    return marks


def glyphs(edges):
    return {glyph for _, glyph, _ in edges}


def class_of(nodes, edges):
    """The class of a graph without a declared kind."""
    present = glyphs(edges)
    if any("o" in glyph for glyph in present):
        return "pag"
    if "<->" in present:
        return "mag" if "mag" in graphs.kinds(nodes, edges) else "admg"
    if "---" in present:
        return "cpdag"
    return "dag" if graphs.is_acyclic(nodes, edges) else "digraph"


def refuse_two_edges(*sides):
    if any(len(graphs.skeleton(edges)) < len(edges) for edges in sides):
        raise RefusedError("two edges on a pair")


# ---- SHD


def shd(
    nodes, truth, estimate, *, reversal="one", of="graph", undirected="strict", declared=(None, None)
):
    truth, estimate = compared(nodes, truth, estimate, of, declared)
    cost = 0
    if reversal == "two":
        refuse_edges_without_entries(truth, estimate)
    true, found = states(nodes, truth), states(nodes, estimate)
    ones, ones_found = entries(truth), entries(estimate)
    for pair in true:
        if undirected == "lenient" and {type_of(true[pair]), type_of(found[pair])} == {"-->", "---"}:
            continue
        if reversal == "one":
            cost += true[pair] != found[pair]
        else:
            cost += sum((cell in ones) != (cell in ones_found) for cell in permutations(pair))
    return cost


def type_of(state):
    """--> (in either direction) or --- if that is the only edge of a pair; otherwise empty."""
    kinds = [sorted(mark for _, mark in edge) for edge in state]
    if kinds == [["arrow", "tail"]]:
        return "-->"
    return "---" if kinds == [["tail", "tail"]] else ""


def entries(edges):
    """Cells of the adjacency matrix that are 1: (i, j) for i --> j, and both ways for i --- j."""
    both_ways = {(a, b) for a, glyph, b in edges if glyph == "---"}
    return graphs.arrows(edges) | both_ways | {(b, a) for a, b in both_ways}


def refuse_edges_without_entries(truth, estimate):
    if not glyphs(truth) | glyphs(estimate) <= {"-->", "<--", "---"}:
        raise RefusedError("a circle or <-> has no entry")
    two_cycle = any((b, a) in graphs.arrows(e) for e in (truth, estimate) for a, b in graphs.arrows(e))
    if two_cycle and "---" in glyphs(truth) | glyphs(estimate):
        raise RefusedError("a 2-cycle and --- have the same entries")


def compared(nodes, truth, estimate, of, declared=(None, None)):
    """The two graphs after conversion: those that are compared."""
    found = _compared(tuple(nodes), tuple(truth), tuple(estimate), of, declared)
    if isinstance(found, RefusedError):
        raise found
    return found


@cache
def _compared(nodes, truth, estimate, of, declared):
    if of == "skeleton":
        return undirected_skeleton(truth), undirected_skeleton(estimate)
    if of == "pattern":
        for edges, kind in ((truth, declared[0]), (estimate, declared[1])):
            refuse_declared(nodes, edges, kind)
            if kind == "mpdag" or (kind == "cpdag" and "cpdag" not in graphs.kinds(nodes, edges)):
                return RefusedError("arrows from background knowledge, or no valid CPDAG")
            if "pdag" not in graphs.kinds(nodes, edges) or has_two_tails(edges, kind):
                return RefusedError("not partially directed")
        return graphs.pattern(nodes, truth), graphs.pattern(nodes, estimate)
    try:
        if of in ("truth-cpdag", "cpdag"):
            truth = as_cpdag(nodes, truth, declared[0])
            pairs = [frozenset((a, b)) for a, _, b in estimate]
            if any(g not in ("-->", "---") for _, g, _ in estimate) or len(set(pairs)) < len(pairs):
                return RefusedError("no CPDAG has such edges")
            refuse_declared(nodes, estimate, declared[1])
            if has_two_tails(estimate, declared[1]) or declared[1] == "mpdag":
                return RefusedError("no CPDAG has such edges")
        if of == "cpdag":
            estimate = as_cpdag(nodes, estimate, declared[1])
    except RefusedError as refused:
        return refused
    return truth, estimate


def has_two_tails(edges, declared):
    """Whether a MAG, a PAG or an ADMG has ---, which does not mean an unknown direction there."""
    return declared in ("mag", "pag", "admg") and any(glyph == "---" for _, glyph, _ in edges)


def undirected_skeleton(edges):
    return [(a, "---", b) for a, b in map(sorted, graphs.skeleton(edges))]


def refuse_declared(nodes, edges, declared):
    if declared in ("mag", "pag"):
        raise RefusedError("arrows that allow hidden common causes")
    if declared in ("dag", "digraph", "undirected") and declared not in graphs.kinds(nodes, edges):
        raise RefusedError("not what it is declared to be")


def as_cpdag(nodes, edges, declared=None):
    """The CPDAG of a DAG by enumerating its class; a CPDAG is left as it is."""
    kinds = graphs.kinds(nodes, edges)
    refuse_declared(nodes, edges, declared)
    if declared == "mpdag":
        raise RefusedError("knowledge may have directed its arrows")
    if "dag" in kinds and declared not in ("cpdag", "pdag"):
        return graphs.cpdag(nodes, edges)
    if "cpdag" in kinds and not has_two_tails(edges, declared):
        return edges
    raise RefusedError("neither a DAG nor a CPDAG")


# Costs other than 1, by the types of the true and the found edge of a pair that differs; ("-->", "-->")
# is a reversal
NAMED_COSTS = {
    "half": {("-->", "-->"): Fraction(1, 2), ("-->", "---"): Fraction(1, 2), ("---", "-->"): 0},
    "double-reversal": {("-->", "-->"): 2},
    "double-orientation": {("-->", "-->"): 2, ("-->", "---"): 2, ("---", "-->"): 2},
}


def weighted_shd(nodes, truth, estimate, *, costs="half"):
    """Sum of the costs of pairs that differ; a pair costs 1 unless NAMED_COSTS has another cost."""
    refuse_two_edges(truth, estimate)
    true, found = states(nodes, truth), states(nodes, estimate)
    cost = Fraction(0)
    for pair in true:
        if true[pair] != found[pair]:
            types = type_of(true[pair]), type_of(found[pair])
            cost += NAMED_COSTS[costs].get(types, 1)
    return cost


def endpoint_hamming(nodes, truth, estimate):
    refuse_two_edges(truth, estimate)
    true, found = marks_at(nodes, truth), marks_at(nodes, estimate)
    return sum(true[cell] != found[cell] for cell in permutations(nodes, 2))


# ---- nCED

NCED_CODE = {  # for an edge written i glyph j: (e_ij, e_ji), where e_ij describes the mark at j
    "-->": (1, 0),
    "<--": (0, 1),
    "---": (-1, -1),
    "<->": (1, 1),
    "o->": (1, -1),
    "<-o": (-1, 1),
    "o-o": (-1, -1),
    "o--": (0, -1),
    "--o": (-1, 0),
}


def nced_code(edges):
    code = {}
    for a, glyph, b in edges:
        code[a, b], code[b, a] = NCED_CODE[glyph]
    return code


def nced(nodes, truth, estimate, k, declared=(None, None)):
    refuse_two_edges(truth, estimate)
    for edges, kind in zip((truth, estimate), declared, strict=True):
        taken_for = kind or class_of(nodes, edges)
        if "---" in glyphs(edges) and taken_for in ("mag", "pag", "admg"):
            raise RefusedError("a tail-tail edge")
    true, found = nced_code(truth), nced_code(estimate)
    cost, k = Fraction(0), Fraction(k)
    for cell in permutations(nodes, 2):
        e, e_true = found.get(cell, 0), true.get(cell, 0)
        if e != e_true:
            cost += k if e == -1 else 1
    places = len(nodes) * (len(nodes) - 1)
    return cost / places if places else nan


# ---- confusion matrices


def confusion(nodes, truth, estimate, of, *, compare="native", declared=(None, None)):
    """True positives, false positives, false negatives, true negatives."""
    if compare != "native":
        truth, estimate = compared(nodes, truth, estimate, compare, declared)
        declared = ("pdag", "pdag") if compare == "pattern" else ("cpdag", "cpdag")
        of = "directed" if of == "visible" else of  # no variable is hidden in a class of DAGs
    if of == "orientations":
        refuse_two_edges(truth, estimate)
    if of == "entries":
        refuse_edges_without_entries(truth, estimate)
    by_pair = {
        "exact": exact,
        "exact-once": exact_once,
        "half-directed": half_directed,
        "orientations": orientations,
    }
    if of in by_pair:
        return by_pair[of](nodes, truth, estimate)
    true = positives(nodes, truth, of.removesuffix("-shared"), declared[0])
    found = positives(nodes, estimate, of.removesuffix("-shared"), declared[1])
    if of == "unshielded-colliders":
        return len(true & found), len(found - true), len(true - found), None
    places = places_of(nodes, of)
    if of.endswith("-shared"):
        shared = graphs.skeleton(truth) & graphs.skeleton(estimate)
        true, found, places = (
            {place for place in every if frozenset(place) in shared} for every in (true, found, places)
        )
    assert true <= places
    assert found <= places
    return len(true & found), len(found - true), len(true - found), len(places - true - found)


def places_of(nodes, of):
    if of in ("skeleton", "bidirected"):
        return {frozenset(pair) for pair in combinations(nodes, 2)}
    return set(permutations(nodes, 2))


def positives(nodes, edges, of, declared=None):
    if of == "directed":
        return graphs.arrows(edges)
    if of == "skeleton":
        return graphs.skeleton(edges)
    if of == "entries":
        return entries(edges)
    if of == "bidirected":
        return {frozenset({a, b}) for a, glyph, b in edges if glyph == "<->"}
    if of == "unshielded-colliders":
        triples = graphs.unshielded_colliders(nodes, edges)
        return {(frozenset({i, j}), k) for i, k, j in triples}
    if of == "ancestral":
        return ancestral(nodes, edges, declared)
    if of == "visible":
        return visible(nodes, edges, declared)
    each = [marks_at((a, b), [(a, glyph, b)]) for a, glyph, b in edges]
    return {cell for marks in each for cell, mark in marks.items() if mark == MARKS[of]}


def exact(nodes, truth, estimate):
    """Positives are adjacent pairs with their edge; negatives are pairs that are adjacent in neither."""
    true, found = states(nodes, truth), states(nodes, estimate)
    right = {pair for pair in true if true[pair] and true[pair] == found[pair]}
    wrong = {pair for pair in true if found[pair]} - right
    missed = {pair for pair in true if true[pair]} - right
    return len(right), len(wrong), len(missed), sum(not true[pair] | found[pair] for pair in true)


def exact_once(nodes, truth, estimate):
    """Like `exact`, but a pair that is found with a wrong edge is not missed too."""
    right, wrong, _, neither = exact(nodes, truth, estimate)
    missing = graphs.skeleton(truth) - graphs.skeleton(estimate)
    return right, wrong, len(missing), neither


def half_directed(nodes, truth, estimate):
    """A directed edge is one positive; an undirected edge is half a positive in each direction."""
    true, found = arc_weights(nodes, truth), arc_weights(nodes, estimate)
    tp = sum(min(true[cell], found[cell]) for cell in true)
    fp, fn = sum(found.values()) - tp, sum(true.values()) - tp
    return tp, fp, fn, sum(1 - max(true[cell], found[cell]) for cell in true)


def arc_weights(nodes, edges):
    weights = dict.fromkeys(permutations(nodes, 2), Fraction(0))
    for a, glyph, b in edges:
        if glyph == "-->":
            weights[a, b] = Fraction(1)
        elif glyph == "<--":
            weights[b, a] = Fraction(1)
        elif glyph == "---":
            weights[a, b] = weights[b, a] = Fraction(1, 2)
    return weights


def orientations(nodes, truth, estimate):
    """Tetrad's OP and OR: each --> of the truth, then each --> found where the truth has no edge."""
    true, found = marks_at(nodes, truth), marks_at(nodes, estimate)
    tp = fp = fn = 0
    for tail, head in graphs.arrows(truth):
        ends = found[head, tail], found[tail, head]
        if ends == ("tail", "arrow"):
            tp += 1
        elif ends in (("none", "none"), ("tail", "tail")):
            fn += 1
        elif ends[0] != "tail" and ends[1] != "arrow":
            fp, fn = fp + 1, fn + 1
    fp += sum(true[arc] == "none" for arc in graphs.arrows(estimate))
    return tp, fp, fn, None


def _has_kind(kind, nodes, edges):
    # The class of a larger PAG is too large to list; tests/graph compares the kinds of smaller graphs.
    if kind == "pag" and len(nodes) > 4:
        from edgemark import Graph

        return Graph(nodes, edges).objection("pag") is None
    return kind in graphs.kinds(nodes, edges, pag=kind == "pag")


def visible(nodes, edges, declared=None):
    """Edges --> whose two nodes cannot have a hidden common cause."""
    kind = declared or class_of(nodes, edges)
    if kind in ("digraph", "admg", "mpdag") and "dag" in graphs.kinds(nodes, edges):
        kind = "dag"
    if kind == "pdag" or (kind == "undirected" and not graphs.arrows(edges)):
        kind = "cpdag"
    if kind not in ("dag", "cpdag", "mag", "pag") or not _has_kind(kind, nodes, edges):
        raise RefusedError("visible edges are not defined")
    if kind == "cpdag" and has_two_tails(edges, declared):
        raise RefusedError("a tail-tail edge")
    if kind in ("dag", "cpdag"):
        return graphs.arrows(edges)
    from tests.oracle import separations

    return {(a, b) for a, b in graphs.arrows(edges) if separations.is_visible(edges, a, b)}


def ancestral(nodes, edges, declared=None):
    taken_for = declared or class_of(nodes, edges)
    if declared == "undirected" and "undirected" not in graphs.kinds(nodes, edges):
        raise RefusedError("not what it is declared to be")
    if taken_for in ("cpdag", "pdag", "undirected"):
        if "cpdag" not in graphs.kinds(nodes, edges):
            raise RefusedError("not a valid CPDAG")
        return graphs.ancestors_in_every_member(nodes, edges)
    if taken_for == "pag" or taken_for not in graphs.kinds(nodes, edges):
        raise RefusedError("ancestors are not known")
    if taken_for == "mag" and any(glyph == "---" for _, glyph, _ in edges):
        raise RefusedError("with selection, an edge --> does not make an ancestor")
    return graphs.ancestors(nodes, edges)


def orientation_accuracy(nodes, truth, estimate):
    true, found = states(nodes, truth), states(nodes, estimate)
    shared = [pair for pair in true if true[pair] and found[pair]]
    right = [pair for pair in shared if true[pair] == found[pair]]
    return Fraction(len(right), len(shared)) if shared else nan


# ---- ratios


def ratios(tp, fp, fn, tn):
    """Every ratio of the counts, as a fraction if it is rational; nan if it is 0 / 0."""
    precision, recall = share(tp, tp + fp), share(tp, tp + fn)
    specificity = nan if tn is None else share(tn, tn + fp)
    return {
        "precision": precision,
        "recall": recall,
        "f1": share(2 * tp, 2 * tp + fp + fn),
        "jaccard": share(tp, tp + fp + fn),
        "specificity": specificity,
        "npv": nan if tn is None else share(tn, tn + fn),
        "fpr": nan if tn is None else share(fp, fp + tn),
        "fdr": share(fp, tp + fp),
        "balanced_accuracy": share(1, 2) * (recall + specificity),
        "youden_j": recall + specificity - 1,
        "mcc": nan if tn is None else correlation(tp, fp, fn, tn),
    }


def share(part, whole):
    return Fraction(part, whole) if whole else nan


def correlation(tp, fp, fn, tn):
    """Pearson's correlation of truth and estimate over all places, 1 for a positive and 0 otherwise."""
    places = [(1, 1)] * tp + [(0, 1)] * fp + [(1, 0)] * fn + [(0, 0)] * tn
    if not places:
        return nan
    mean_true = Fraction(sum(t for t, _ in places), len(places))
    mean_found = Fraction(sum(e for _, e in places), len(places))
    joint = sum((t - mean_true) * (e - mean_found) for t, e in places)
    spread = sum((t - mean_true) ** 2 for t, _ in places) * sum((e - mean_found) ** 2 for _, e in places)
    return float(joint) / sqrt(spread) if spread else nan


def fbeta(tp, fp, fn, beta):
    """Weighted harmonic mean of precision and recall, as a ratio of counts."""
    weight = Fraction(beta) ** 2
    return share((1 + weight) * tp, (1 + weight) * tp + weight * fn + fp)
