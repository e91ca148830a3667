"""Conventions of adjustment distances."""

from edgemark.conventions.convention import Convention, frozen_options

__all__ = [
    "ADJUSTMENT",
]

ADJUSTMENT: tuple[Convention, ...] = (
    Convention(
        "all mistakes",
        "ordered pairs (treatment, outcome) whose effect is estimated wrongly, out of p(p-1)",
        ("gadjid (both graphs of one class)",),
        frozen_options(compare="auto"),
    ),
    Convention(
        "zero",
        "of all mistakes, effects that the estimate claims to be zero although they may not be",
        (),
        frozen_options(compare="auto", mistakes="zero"),
    ),
    Convention(
        "amenability",
        "of all mistakes, effects that are decided (by an adjustment set, or known to be zero) in one "
        "graph only",
        (),
        frozen_options(compare="auto", mistakes="amenability"),
    ),
    Convention(
        "adjustment",
        "of all mistakes, effects whose adjustment set is not valid in the truth",
        (),
        frozen_options(compare="auto", mistakes="adjustment"),
    ),
    Convention(
        "native",
        "all mistakes with the graphs as given, so a DAG has mistakes if it is compared with its CPDAG",
        ("gadjid",),
        frozen_options(compare="native", invalid="native"),
        on_request=True,
    ),
    Convention(
        "repaired",
        "like all mistakes, after repairing an estimate that is not a valid CPDAG",
        (),
        frozen_options(compare="auto", invalid="repair"),
        on_request=True,
    ),
)
