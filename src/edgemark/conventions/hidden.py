"""Conventions for hidden variables: effects, ancestors, confounding and separations."""

from edgemark.conventions.convention import Convention, options_of

__all__ = [
    "ALL_SEPARATIONS",
    "ANSWERS",
    "CANONICAL",
    "COVERAGE",
    "SEPARATION",
]

CANONICAL: tuple[Convention, ...] = (
    Convention(
        "all mistakes",
        "ordered pairs (treatment, outcome) whose effect the canonical set of the estimate gets wrong, "
        "or that only one graph leaves open. Of p(p-1)",
        (),
        options_of(compare="auto"),
    ),
    Convention(
        "decided",
        "of the effects that the estimate tells, those told wrongly: the share is its error rate",
        (),
        options_of(compare="auto", mistakes="decided"),
    ),
    Convention(
        "left open",
        "of the effects that the truth, of the estimate's class, tells, those that the estimate leaves "
        "open",
        (),
        options_of(compare="auto", mistakes="left-open"),
    ),
    *(
        Convention(
            name,
            f"of all mistakes, {what}",
            (),
            options_of(compare="auto", mistakes=name),
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
        options_of(compare="native"),
        on_request=True,
    ),
)

ANSWERS: tuple[Convention, ...] = (
    Convention(
        "decided",
        "claims of the estimate, yes or no in every graph of its class, that the truth contradicts. Of "
        "those that the truth decides",
        (),
        options_of(of="decided"),
    ),
    Convention("yes", "of these, claims that say yes", (), options_of(of="yes")),
    Convention("no", "of these, claims that say no", (), options_of(of="no")),
)

COVERAGE: tuple[Convention, ...] = (
    Convention("estimate", "pairs that the estimate decides, of all", (), options_of(of="estimate")),
    Convention(
        "best", "pairs that a perfect estimate of its class decides, of all", (), options_of(of="best")
    ),
)

SEPARATION: tuple[Convention, ...] = (
    Convention(
        "parents",
        "pairs not adjacent in the estimate that the parents of both, possible parents in a CPDAG, do "
        "not separate in the truth. Of p(p-1)/2",
        ("sep-distances parent",),
        options_of(separator="parents"),
    ),
    Convention(
        "ancestors",
        "the same of the ancestors of both, possible ancestors in a CPDAG. Of p(p-1)/2",
        (),
        options_of(separator="ancestors"),
    ),
    Convention(
        "minimal",
        "the same of the minimal separators nearest to the first node, of ordered pairs. Of p(p-1)",
        (),
        options_of(separator="minimal"),
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
