"""
Conventions of metrics that also compare graphs with hidden variables: effects, ancestors, confounding,
marks and separations.
"""

from edgemark.conventions.convention import Convention, frozen_options

__all__ = [
    "ALL_SEPARATIONS",
    "ANSWERS",
    "CANONICAL",
    "COVERAGE",
    "COVERAGE_OF_EFFECTS",
    "COVERAGE_OF_MARKS",
    "MARKS",
    "SEPARATION",
]

CANONICAL: tuple[Convention, ...] = (
    Convention(
        "all mistakes",
        "ordered pairs (treatment, outcome) whose effect is estimated wrongly with the canonical "
        "adjustment set of the estimate, or that only one graph leaves open, out of p(p-1)",
        (),
        frozen_options(compare="auto"),
    ),
    Convention(
        "decided",
        "wrong effects, out of those that the estimate decides; the share is the estimate's error rate",
        (),
        frozen_options(compare="auto", mistakes="decided"),
        total_depends_on_estimate=True,
    ),
    Convention(
        "left open",
        "effects that the estimate leaves open, out of those that the truth decides after its "
        "conversion to the class of the estimate",
        (),
        frozen_options(compare="auto", mistakes="left-open"),
        total_depends_on_estimate=True,
    ),
    *(
        Convention(
            name,
            f"of all mistakes, {what}",
            (),
            frozen_options(compare="auto", mistakes=name),
            on_request=True,
        )
        for name, what in (
            ("zero", "effects that the estimate claims to be zero although they may not be"),
            ("adjustment", "effects whose adjustment set is not valid in the truth"),
            ("overclaimed", "effects that the estimate identifies and the truth leaves open"),
        )
    ),
    Convention(
        "native",
        "all mistakes with the graphs as given, so the PAG of the true MAG can have mistakes",
        (),
        frozen_options(compare="native"),
        on_request=True,
    ),
)

ANSWERS: tuple[Convention, ...] = (
    Convention(
        "decided",
        "claims of the estimate (yes or no in every graph of its class) that the truth contradicts, "
        "out of its claims that the truth decides",
        (),
        frozen_options(of="decided"),
        total_depends_on_estimate=True,
    ),
    Convention(
        "yes",
        "claims of yes that the truth contradicts, out of those that it decides",
        (),
        frozen_options(of="yes"),
        total_depends_on_estimate=True,
    ),
    Convention(
        "no",
        "claims of no that the truth contradicts, out of those that it decides",
        (),
        frozen_options(of="no"),
        total_depends_on_estimate=True,
    ),
)

COVERAGE: tuple[Convention, ...] = (
    Convention(
        "estimate",
        "pairs that the estimate decides, out of all pairs",
        (),
        frozen_options(of="estimate"),
    ),
    Convention(
        "best",
        "pairs that a perfect estimate of the same class decides, out of all pairs",
        (),
        frozen_options(of="best"),
    ),
)

MARKS: tuple[Convention, ...] = (
    Convention(
        "decided",
        "arrowheads and tails of the estimate, on edges of both graphs, that differ from the mark in "
        "the truth, out of those that both graphs decide",
        (),
        frozen_options(of="decided"),
        total_depends_on_estimate=True,
    ),
    *(
        Convention(
            name,
            f"like decided, but only for {name} of the estimate",
            (),
            frozen_options(of=name),
            on_request=True,
            total_depends_on_estimate=True,
        )
        for name in ("arrowheads", "tails")
    ),
)

COVERAGE_OF_MARKS: tuple[Convention, ...] = (
    Convention(
        "estimate", "arrowheads and tails of the estimate, out of all its marks", (),
        frozen_options(of="estimate"),
    ),
    Convention(
        "best", "arrowheads and tails of a perfect estimate of the same class, out of all its marks", (),
        frozen_options(of="best"),
    ),
)  # fmt: skip

COVERAGE_OF_EFFECTS: tuple[Convention, ...] = (
    Convention(
        "estimate",
        "effects that the estimate decides, by its canonical set or as zero, out of p(p-1)",
        (),
        frozen_options(compare="auto", of="estimate"),
    ),
    Convention(
        "best",
        "effects that a perfect estimate of the same class decides, out of p(p-1)",
        (),
        frozen_options(compare="auto", of="best"),
    ),
)

SEPARATION: tuple[Convention, ...] = (
    Convention(
        "parents",
        "pairs that are not adjacent in the estimate, and that their parents in the estimate (possible "
        "parents in a CPDAG) do not separate in the truth, out of p(p-1)/2",
        ("sep-distances parent",),
        frozen_options(separator="parents"),
    ),
    Convention(
        "ancestors",
        "like parents, with the ancestors of both nodes (possible ancestors in a CPDAG), out of "
        "p(p-1)/2",
        (),
        frozen_options(separator="ancestors"),
    ),
    Convention(
        "minimal",
        "like parents, for ordered pairs, with the minimal separators nearest to the first node, out of "
        "p(p-1)",
        (),
        frozen_options(separator="minimal"),
    ),
)

ALL_SEPARATIONS: tuple[Convention, ...] = (
    Convention(
        "all sets",
        "errors, as a share of the pairs of nodes with sets of k other nodes that can be errors; the "
        "mean over all k. Graphs of up to 20 nodes use all pairs and sets; for larger graphs, they are "
        "drawn at random",
        ("sep-distances",),
        on_request=True,
    ),
)
