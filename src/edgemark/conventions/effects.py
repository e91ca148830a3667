"""Conventions of adjustment distances."""

from edgemark.conventions.convention import Convention, options_of

__all__ = [
    "ADJUSTMENT",
]

ADJUSTMENT: tuple[Convention, ...] = (
    Convention(
        "all mistakes",
        "ordered pairs (treatment, outcome) whose effect is estimated wrongly, out of p(p-1)",
        ("gadjid (both graphs of one class)",),
        options_of(compare="auto"),
    ),
    Convention(
        "zero",
        "of these, effects that the estimate claims to be zero although there may be one",
        (),
        options_of(compare="auto", mistakes="zero"),
    ),
    Convention(
        "amenability",
        "of these, effects that are decided (by an adjustment set, or known to be zero) in one graph "
        "only",
        (),
        options_of(compare="auto", mistakes="amenability"),
    ),
    Convention(
        "adjustment",
        "of these, effects whose adjustment set is not valid in the truth",
        (),
        options_of(compare="auto", mistakes="adjustment"),
    ),
    Convention(
        "native",
        "all mistakes with the graphs as given: compared with its own CPDAG, a DAG has mistakes",
        ("gadjid",),
        options_of(compare="native", invalid="native"),
        on_request=True,
    ),
    Convention(
        "repaired",
        "like all mistakes, after repairing an estimate that is not a valid CPDAG",
        (),
        options_of(compare="auto", invalid="repair"),
        on_request=True,
    ),
)
