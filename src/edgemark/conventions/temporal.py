"""Conventions of metrics of time series graphs."""

from types import MappingProxyType

from edgemark.conventions.convention import Convention, options_of

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
        "edges --> over a lag of 1 or more, by cause, effect and lag; autolinks too. Of p p L places",
        ("cdans lagged",),
        options_of(of="lagged"),
    ),
    Convention(
        "lagged, no autolinks",
        "the same between different variables. Of p(p-1) L places",
        (),
        options_of(of="lagged", autolinks="excluded"),
    ),
    Convention(
        "lagged adjacencies",
        "edges of any marks over a lag of 1 or more, by both variables and lag. Of p p L places",
        (),
        options_of(of="lagged-adjacencies"),
    ),
    Convention(
        "contemporaneous skeleton",
        "pairs joined within a time step, whatever their marks. Of p(p-1)/2 pairs",
        ("cdans contemp_skeleton",),
        options_of(of="contemporaneous-skeleton"),
    ),
    Convention(
        "contemporaneous",
        "edges --> within a time step; no other edge is a positive. Of p(p-1) ordered pairs",
        ("cdans contemp_directed",),
        options_of(of="contemporaneous"),
    ),
    Convention(
        "all lags",
        "edges --> over any lag, 0 too, by cause, effect and lag. Of p p L + p(p-1) places",
        (),
        options_of(of="all-lags"),
    ),
    Convention(
        "changing modules",
        "variables whose mechanism changes over time. Of p",
        ("cdans changing_modules",),
        options_of(of="changing-modules"),
    ),
    Convention(
        "total",
        "lagged, contemporaneous and changing modules put together",
        ("cdans total",),
        options_of(of="total"),
    ),
    Convention(
        "total skeleton",
        "lagged, contemporaneous skeleton and changing modules put together",
        ("cdans total_skeleton",),
        options_of(of="total-skeleton"),
    ),
    Convention(
        "summary",
        "ordered pairs of different variables with an edge --> at some lag. Of p(p-1)",
        (),
        options_of(of="summary", autolinks="excluded"),
    ),
    Convention(
        "summary, with autolinks",
        "ordered pairs with an edge --> at some lag, a variable and itself too. Of p p",
        (),
        options_of(of="summary"),
    ),
    *(
        Convention(
            f"{name}, all lags",
            f"ends of edges over any lag with {a} {name.removesuffix('s')}",
            (),
            options_of(of=name),
        )
        for name, a in (("arrowheads", "an"), ("tails", "a"), ("circles", "a"))
    ),
    Convention(
        "bidirected, all lags", "edges <-> over any lag, by both variables and lag", (),
        options_of(of="bidirected"),
    ),
)  # fmt: skip

TEMPORAL_SHD: tuple[Convention, ...] = (
    Convention(
        "total",
        "pairs of variables and lags whose edges differ in any way; a reversal at lag 0 is one",
        ("cdans shd_total",),
        options_of(of="total"),
    ),
    Convention(
        "lagged", "the same over lags of 1 or more only", ("cdans shd_lagged",), options_of(of="lagged")
    ),
    Convention(
        "contemporaneous",
        "pairs whose edges within a time step differ in any way",
        ("cdans shd_contemp",),
        options_of(of="contemporaneous"),
    ),
    Convention(
        "window",
        "pairs of nodes of the graphs over L + 1 time steps whose edges differ: an error at lag k "
        "stands in L + 1 - k places",
        (),
        options_of(of="window"),
    ),
    Convention(
        "summary",
        "pairs of different variables whose edges in the summary graphs differ in any way",
        (),
        options_of(of="summary", autolinks="excluded"),
    ),
    Convention(
        "summary, with autolinks",
        "the same, and variables whose edges to themselves differ in any way, all lags put together",
        (),
        options_of(of="summary"),
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
        options_of(strategy="parents", compare="auto"),
    ),
    Convention(
        "ancestors, T=L+1",
        "the same, adjusting for the ancestors",
        (),
        options_of(strategy="ancestors", compare="auto"),
    ),
    Convention(
        "oset, T=L+1",
        "the same, adjusting for the set of least variance",
        (),
        options_of(strategy="oset", compare="auto"),
        on_request=True,
    ),
)

LAGS: tuple[Convention, ...] = (
    Convention("between variables", "", (), options_of(autolinks="excluded")),
    Convention("with autolinks", "", (), options_of(autolinks="counted")),
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
        options_of(of="lagged"),
    ),
    Convention(
        "lagged, no autolinks",
        "the same between different variables. All p(p-1) L",
        (),
        options_of(of="lagged", autolinks="excluded"),
    ),
    Convention(
        "all lags",
        "the same as lagged, with lag 0. All p p L + p(p-1)",
        (),
        options_of(of="all-lags"),
    ),
    Convention(
        "summary",
        "ordered pairs of different variables by their highest score over the lags, true where the "
        "truth has --> at some. All p(p-1)",
        ("CauseMe", "CausalRivers"),
        options_of(of="summary", autolinks="excluded"),
    ),
    Convention(
        "summary, with autolinks",
        "the same with a variable and itself. All p p",
        (),
        options_of(of="summary"),
    ),
)
