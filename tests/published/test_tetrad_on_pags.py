"""
Tetrad's statistics on PAGs, computed by hand from their definitions and as Tetrad 7.6.8 prints them.

The numbers of PRINTED are those of Tetrad itself, by the script record_tetrad.py. `by_hand` reads the
marks of both graphs one by one and shares no code with edgemark.
"""

import warnings
from math import isnan, nan, sqrt

import pytest

import edgemark as em
from edgemark import Graph

PAIRS = {
    "an edge too many": ("A o-> C; B o-> C", "A o-> C; C <-> B; A o-o B"),
    "a visible edge": (
        "B o-> A; A --> C; D o-> A; B --> C; C --> E",
        "B o-> A; D o-> A; A --> C; B o-> E; C <-> E",
    ),
    "circles only": ("A o-o B o-o C; C o-o D", "A o-> B <-> C; D o-> C; C o-o A"),
}
NAMES = [
    "AP", "AR", "ATP", "AFP", "AFN", "ATN", "AFPR", "F1Adj", "McAdj", "AHP", "AHR", "AHTP", "AHFP",
    "AHFN", "AHTN", "AHFPR", "AHPC", "AHRC", "F1Arrow", "McArrow", "F1All", "OP", "OR", "TP", "TR",
    "Anc-Prec", "Anc-Rec", "Ancestor-F1", "AncP", "AncR", "Nonanc-Prec", "Nonanc-Rec",
    "Semidirected-Prec", "Semidirected-Rec", "Semidirected-F1",
]  # fmt: skip
BIDIRECTED = [f"BidirectedConfusion.{name}" for name in ("tp", "fp", "fn", "tn")]
REFUSED = {"*->-Prec", "*->-Rec", "-->-Prec", "--*-Rec", "SHD (PDAG)", "SHD (CPDAG)"}
PRINTED = {
    "an edge too many": (
        2 / 3, 1, 2, 1, 0, 2, 1 / 3, 0.8, 2 / 3, 2 / 3, 1, 2, 1, 0, 1, 0.5, 2 / 3, 1, 0.8, sqrt(1 / 3),
        8 / 15, nan, nan, nan, nan, 1, 1, 1, nan, nan, 1, 1, 0.5, 1, 2 / 3,
    ),
    "a visible edge": (
        0.8, 0.8, 4, 1, 1, 7, 0.125, 0.8, 0.675, 2 / 3, 0.8, 4, 2, 1, 4, 1 / 3, 0.8, 1, 8 / 11, 7 / 15,
        0.445217391304348, 1, 0.5, 1, 1 / 3, 1, 0.6, 0.75, 1, 0.2, 15 / 19, 1, 1, 2 / 3, 0.8,
    ),
    "circles only": (
        0.75, 1, 3, 1, 0, 5, 1 / 6, 6 / 7, sqrt(0.625), 0, nan, 0, 4, 0, 2, 2 / 3, 0, nan, nan, 0,
        nan, nan, nan, nan, nan, 1, 1, 1, nan, nan, 1, 1, 1, 7 / 12, 14 / 19,
    ),
}  # fmt: skip


def marks_of(text):
    """The mark at the second node of every ordered pair of adjacent nodes."""
    marks = {}
    for chain in text.split(";"):
        words = chain.split()
        for k in range(0, len(words) - 2, 2):
            a, (first, _, second), b = words[k : k + 3]
            marks[a, b] = {"-": "tail", ">": "arrow", "o": "circle"}[second]
            marks[b, a] = {"-": "tail", "<": "arrow", "o": "circle"}[first]
    return marks


def over(part, whole):
    return part / whole if whole else nan


def f1(precision, recall):
    return over(2 * precision * recall, precision + recall)


def mcc(tp, fp, fn, tn):
    return (tp * tn - fp * fn) / (sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)) or 1)


def reached(nodes, arcs):
    """Ordered pairs with a path along the arcs."""
    found = set(arcs)
    for middle in nodes:
        found |= {(a, c) for a, b in found for b2, c in found if b == b2 == middle}
    return {(a, b) for a, b in found if a != b}


def counts(true, found, places):
    tp, fp, fn = len(true & found), len(found - true), len(true - found)
    return tp, fp, fn, places - tp - fp - fn


def orientations(true, found, true_arcs, found_arcs):
    """A true arc that is found with one other end is not counted, unless both ends are tails."""
    tp = fp = fn = 0
    for a, b in true_arcs:
        ends = found.get((b, a)), found.get((a, b))
        other = (ends[0] != "tail") + (ends[1] != "arrow")
        tp += other == 0
        fp += other == 2 and ends != (None, None)
        fn += other == 2 or ends == ("tail", "tail")
    return tp, fp + sum(pair not in true for pair in found_arcs), fn


def by_hand(truth, estimate):
    true, found = marks_of(truth), marks_of(estimate)
    nodes = sorted({node for pair in true | found for node in pair})
    p = len(nodes)
    edges = [{frozenset(pair) for pair in graph} for graph in (true, found)]
    tp, fp, fn, _ = counts(*edges, p * (p - 1) / 2)
    tn = p * (p - 1) / 2 - fn - fp - fn  # Tetrad's slip
    heads = [{pair for pair in graph if graph[pair] == "arrow"} for graph in (true, found)]
    htp, hfp, hfn, _ = counts(*heads, 0)
    htn = sum(true[pair] != "arrow" != found.get(pair) for pair in true)
    both = true.keys() & found.keys()
    shared = counts(*(h & both for h in heads), 0)
    arcs = [
        {(a, b) for a, b in graph if graph[a, b] == "arrow" and graph[b, a] == "tail"}
        for graph in (true, found)
    ]
    otp, ofp, ofn = orientations(true, found, *arcs)
    tails = [{pair for pair in graph if graph[pair] == "tail"} for graph in (true, found)]
    ttp, tfp, tfn, _ = counts(*tails, 0)
    ways = [reached(nodes, graph) for graph in arcs]
    atp, afp, afn, atn = counts(*ways, p * (p - 1))
    possible = [
        reached(nodes, {(a, b) for a, b in graph if graph[b, a] != "arrow"}) for graph in (true, found)
    ]
    stp, sfp, sfn, _ = counts(*possible, p * (p - 1))
    twice = [
        {frozenset(pair) for pair in graph if pair[::-1] in graph}  # an arrowhead at both ends
        for graph in heads
    ]
    btp, bfp, bfn, _ = counts(*twice, 0)
    ap, ar, ahp, ahr = over(tp, tp + fp), over(tp, tp + fn), over(htp, htp + hfp), over(htp, htp + hfn)
    reflexive = over(atp + p, atp + p + afp), over(atp + p, atp + p + afn)
    semi = over(stp, stp + sfp), over(stp, stp + sfn)
    values = [
        ap, ar, tp, fp, fn, tn, over(fp, fp + tn), f1(ap, ar), mcc(tp, fp, fn, tn),
        ahp, ahr, htp, hfp, hfn, htn, over(hfp, hfp + htn),
        over(shared[0], shared[0] + shared[1]), over(shared[0], shared[0] + shared[2]),
        f1(ahp, ahr), mcc(htp, hfp, hfn, htn), over(4 * ap * ar * ahp * ahr, ap + ar + ahp + ahr),
        over(otp, otp + ofp), over(otp, otp + ofn), over(ttp, ttp + tfp), over(ttp, ttp + tfn),
        *reflexive, f1(*reflexive), over(atp, atp + afp), over(atp, atp + afn),
        over(atn, atn + afn), over(atn, atn + afp), *semi, f1(*semi),
    ]  # fmt: skip
    bidirected = btp, bfp, bfn, p * (p - 1) / 2 - bfn - bfp - bfn
    return dict(zip([*NAMES, *BIDIRECTED], [*values, *bidirected], strict=True))


@pytest.mark.parametrize("name", PAIRS)
def test_what_tetrad_prints_is_its_definition(name):
    expected = by_hand(*PAIRS[name])
    for key, value in zip(NAMES, PRINTED[name], strict=True):
        assert expected[key] == pytest.approx(value, nan_ok=True), key


@pytest.mark.parametrize("name", PAIRS)
def test_every_statistic_of_two_pags_is_what_tetrad_prints(name):
    truth, estimate = (Graph.parse(text) for text in PAIRS[name])
    with warnings.catch_warnings(action="ignore"):
        rows = em.printed_by(truth, estimate, "Tetrad")
    expected = by_hand(*PAIRS[name])
    assert {row.metric for row in rows} == {*expected, *REFUSED}
    for row in rows:
        if row.metric in REFUSED:
            assert row.status == "refused", row
        else:
            value = nan if row.status == "undefined" else row.value
            assert value == pytest.approx(expected[row.metric], nan_ok=True), row
            assert (row.status == "ok") != isnan(expected[row.metric])


def test_the_oracle_tells_graphs_apart():
    first, *others = (by_hand(*pair) for pair in PAIRS.values())
    assert all(first != other for other in others)
