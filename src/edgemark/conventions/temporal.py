"""
Conventions of metrics of time series graphs.

p is the number of variables and L the maximum lag. An autolink is an edge from a variable to itself.
"""

from dataclasses import replace

from edgemark.conventions.convention import Convention, frozen_options

__all__ = [
    "FIRST_LAGS",
    "LAG_SETS",
    "MATCHED_LAGS",
    "NEAR_LAGS",
    "TEMPORAL_AID",
    "TEMPORAL_CONFUSION",
    "TEMPORAL_RANKING",
    "TEMPORAL_SHD",
    "TEMPORAL_SID",
]

TEMPORAL_CONFUSION: tuple[Convention, ...] = (
    Convention(
        "lagged",
        "edges --> with a lag of 1 or more, by cause, effect and lag, autolinks included, out of p*p*L",
        ("cdans lagged",),
        frozen_options(of="lagged"),
    ),
    Convention(
        "lagged, no autolinks",
        "edges --> between different variables with a lag of 1 or more, by cause, effect and lag, out "
        "of p(p-1)L",
        (),
        frozen_options(of="lagged", autolinks="excluded"),
    ),
    Convention(
        "lagged adjacencies",
        "edges with any marks and a lag of 1 or more, by both variables and lag, out of p*p*L",
        (),
        frozen_options(of="lagged-adjacencies"),
    ),
    Convention(
        "contemporaneous skeleton",
        "pairs that are adjacent within a time step, with any marks, out of p(p-1)/2",
        ("cdans contemp_skeleton",),
        frozen_options(of="contemporaneous-skeleton"),
    ),
    Convention(
        "contemporaneous",
        "edges --> within a time step, out of p(p-1) ordered pairs; no other edge is a positive",
        ("cdans contemp_directed",),
        frozen_options(of="contemporaneous"),
    ),
    Convention(
        "all lags",
        "edges --> with any lag, 0 included, by cause, effect and lag, out of p*p*L + p(p-1)",
        (),
        frozen_options(of="all-lags"),
    ),
    Convention(
        "changing modules",
        "variables whose mechanism changes over time, out of p",
        ("cdans changing_modules",),
        frozen_options(of="changing-modules"),
    ),
    Convention(
        "total",
        "lagged edges -->, contemporaneous edges --> and changing modules, added up",
        ("cdans total",),
        frozen_options(of="total"),
    ),
    Convention(
        "total skeleton",
        "lagged edges -->, adjacent contemporaneous pairs and changing modules, added up",
        ("cdans total_skeleton",),
        frozen_options(of="total-skeleton"),
    ),
    Convention(
        "summary",
        "ordered pairs of different variables with an edge --> at any lag, out of p(p-1)",
        (),
        frozen_options(of="summary", autolinks="excluded"),
    ),
    Convention(
        "summary, with autolinks",
        "ordered pairs with an edge --> at any lag, autolinks included, out of p*p",
        (),
        frozen_options(of="summary"),
    ),
    *(
        Convention(
            f"{name}, all lags",
            f"ends of edges that have {a} {name.removesuffix('s')}, at any lag, 0 included",
            (),
            frozen_options(of=name),
        )
        for name, a in (("arrowheads", "an"), ("tails", "a"), ("circles", "a"))
    ),
    Convention(
        "bidirected, all lags", "edges <-> with any lag, by both variables and lag", (),
        frozen_options(of="bidirected"),
    ),
)  # fmt: skip

TEMPORAL_SHD: tuple[Convention, ...] = (
    Convention(
        "total",
        "edges that differ in any way, by pair of variables and lag. Pairs are ordered at lags of 1 or "
        "more, and unordered at lag 0, where a reversed edge is one error",
        ("cdans shd_total",),
        frozen_options(of="total"),
    ),
    Convention(
        "lagged",
        "edges with a lag of 1 or more that differ in any way, by ordered pair of variables and lag",
        ("cdans shd_lagged",),
        frozen_options(of="lagged"),
    ),
    Convention(
        "contemporaneous",
        "pairs whose edges within a time step differ in any way",
        ("cdans shd_contemp",),
        frozen_options(of="contemporaneous"),
    ),
    Convention(
        "window",
        "node pairs of the graphs unrolled over L + 1 time steps, with the maximum lag L, whose edges "
        "differ; an error at lag k counts L + 1 - k times",
        (),
        frozen_options(of="window"),
    ),
    Convention(
        "summary",
        "pairs of different variables whose edges in the summary graphs differ in any way",
        (),
        frozen_options(of="summary", autolinks="excluded"),
    ),
    Convention(
        "summary, with autolinks",
        "pairs of different variables whose edges in the summary graphs differ in any way, and "
        "variables whose autolinks, with all lags merged, differ in any way",
        (),
        frozen_options(of="summary"),
    ),
)

TEMPORAL_SID: tuple[Convention, ...] = (
    Convention(
        "T=L+1",
        "ordered pairs of nodes of the graphs unrolled over T = L + 1 time steps, with the maximum lag "
        "L, whose interventional distribution the estimate predicts wrongly. Effects that take more "
        "time steps are not counted",
    ),
)

TEMPORAL_AID: tuple[Convention, ...] = (
    Convention(
        "parents, T=L+1",
        "ordered pairs of nodes of the graphs unrolled over T = L + 1 time steps, with the maximum lag "
        "L, whose effect is estimated wrongly with the parents as adjustment set. If the estimate has "
        "undirected edges, or is declared as a class, the truth is replaced by its tiered MPDAG",
        (),
        frozen_options(strategy="parents", compare="auto"),
    ),
    Convention(
        "ancestors, T=L+1",
        "like parents, T=L+1, but adjusting for the ancestors",
        (),
        frozen_options(strategy="ancestors", compare="auto"),
    ),
    Convention(
        "oset, T=L+1",
        "like parents, T=L+1, but adjusting for the optimal set, whose estimate varies least",
        (),
        frozen_options(strategy="oset", compare="auto"),
        on_request=True,
    ),
)


def _by_autolinks(counts: str) -> tuple[Convention, ...]:
    """Return two conventions of a metric of ordered pairs: without autolinks, and with them."""
    return (
        Convention(
            "between variables",
            f"{counts}, over the ordered pairs of different variables with --> in both graphs",
            (),
            frozen_options(autolinks="excluded"),
        ),
        Convention(
            "with autolinks",
            f"{counts}, over the ordered pairs with --> in both graphs, autolinks included",
            (),
            frozen_options(autolinks="counted"),
        ),
    )


LAG_SETS = _by_autolinks("share of the pairs with the same lags in both graphs")

FIRST_LAGS = _by_autolinks("mean difference between the shortest lags of both graphs")

NEAR_LAGS: tuple[Convention, ...] = (
    Convention(
        "within 1 lag",
        "edges -->, each matched with at most one edge from the same cause to the same effect and at "
        "most 1 lag away; lag 0 matches only lag 0",
        (),
        frozen_options(tolerance=1),
    ),
    Convention(
        "within 2 lags",
        "like within 1 lag, with matches at most 2 lags away",
        (),
        frozen_options(tolerance=2),
        on_request=True,
    ),
)

MATCHED_LAGS: tuple[Convention, ...] = tuple(
    replace(near, counts=f"mean lag difference of the edges that tolerant_confusion matches {near.name}")
    for near in NEAR_LAGS
)

TEMPORAL_RANKING: tuple[Convention, ...] = (
    Convention(
        "lagged",
        "all p*p*L triples of cause, effect and lag with a lag of 1 or more, autolinks included, in one "
        "ranking over all lags; true if the truth has -->",
        (),
        frozen_options(of="lagged"),
    ),
    Convention(
        "lagged, no autolinks",
        "like lagged, without autolinks, p(p-1)L triples",
        (),
        frozen_options(of="lagged", autolinks="excluded"),
    ),
    Convention(
        "all lags",
        "like lagged, with lag 0 included, p*p*L + p(p-1) triples",
        (),
        frozen_options(of="all-lags"),
    ),
    Convention(
        "summary",
        "all p(p-1) ordered pairs of different variables, with their highest score over the lags; "
        "true if the truth has --> at any lag",
        ("CauseMe", "CausalRivers"),
        frozen_options(of="summary", autolinks="excluded"),
    ),
    Convention(
        "summary, with autolinks",
        "like summary, with autolinks, p*p pairs",
        (),
        frozen_options(of="summary"),
    ),
)
