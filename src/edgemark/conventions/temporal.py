"""Conventions of metrics of time series graphs."""

from types import MappingProxyType

from edgemark.conventions.convention import Convention, frozen_options

__all__ = [
    "LAGS",
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
        "the same between different variables, out of p(p-1)L",
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
        "lagged, contemporaneous and changing modules together",
        ("cdans total",),
        frozen_options(of="total"),
    ),
    Convention(
        "total skeleton",
        "lagged, contemporaneous skeleton and changing modules together",
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
            f"ends of edges over any lag with {a} {name.removesuffix('s')}",
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
        "variable pairs and lags whose edges differ in any way; a reversed edge at lag 0 is one error",
        ("cdans shd_total",),
        frozen_options(of="total"),
    ),
    Convention(
        "lagged",
        "the same for lags of 1 or more only",
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
        "node pairs of the graphs unrolled over L + 1 time steps whose edges differ; an error at lag "
        "k counts L + 1 - k times",
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
        "the same, and variables whose edges to themselves differ in any way, with all lags merged",
        (),
        frozen_options(of="summary"),
    ),
)

TEMPORAL_SID: tuple[Convention, ...] = (
    Convention(
        "T=L+1",
        "ordered pairs of nodes of the graphs unrolled over T = L + 1 time steps whose interventional "
        "distribution the estimate predicts wrongly. Effects longer than the window are not seen",
    ),
)

TEMPORAL_AID: tuple[Convention, ...] = (
    Convention(
        "parents, T=L+1",
        "ordered pairs of nodes of the graphs unrolled over T = L + 1 time steps whose effect is "
        "estimated wrongly with the parents as adjustment set; if the estimate has undirected edges, "
        "the truth is replaced by its tiered MPDAG",
        (),
        frozen_options(strategy="parents", compare="auto"),
    ),
    Convention(
        "ancestors, T=L+1",
        "the same, adjusting for the ancestors",
        (),
        frozen_options(strategy="ancestors", compare="auto"),
    ),
    Convention(
        "oset, T=L+1",
        "the same, adjusting for the set of least variance",
        (),
        frozen_options(strategy="oset", compare="auto"),
        on_request=True,
    ),
)

LAGS: tuple[Convention, ...] = (
    Convention("between variables", "", (), frozen_options(autolinks="excluded")),
    Convention("with autolinks", "", (), frozen_options(autolinks="counted")),
)

NEAR_LAGS: tuple[Convention, ...] = (
    Convention(
        "within 1 lag",
        "edges -->, by cause and effect, with a match at most 1 lag away; lag 0 matches only lag 0",
        (),
        MappingProxyType({"tolerance": 1}),
    ),
    Convention(
        "within 2 lags",
        "the same with a match at most 2 lags away",
        (),
        MappingProxyType({"tolerance": 2}),
        on_request=True,
    ),
)

TEMPORAL_RANKING: tuple[Convention, ...] = (
    Convention(
        "lagged",
        "all p*p*L triples of cause, effect and lag, with lags of 1 or more together and autolinks "
        "included; true if the truth has -->",
        (),
        frozen_options(of="lagged"),
    ),
    Convention(
        "lagged, no autolinks",
        "the same for different variables, p(p-1)L triples",
        (),
        frozen_options(of="lagged", autolinks="excluded"),
    ),
    Convention(
        "all lags",
        "the same as lagged, with lag 0 included, p*p*L + p(p-1) triples",
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
        "the same with autolinks, p*p pairs",
        (),
        frozen_options(of="summary"),
    ),
)
