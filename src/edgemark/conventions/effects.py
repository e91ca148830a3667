"""Conventions of adjustment distances."""

from edgemark.conventions.convention import Convention, options_of

__all__ = [
    "ADJUSTMENT",
]

ADJUSTMENT: tuple[Convention, ...] = (
    Convention(
        "all mistakes",
        "ordered pairs (treatment, outcome) whose effect the estimate gets wrong. Of p(p-1)",
        ("gadjid (both graphs of one class)",),
        options_of(compare="auto"),
    ),
    Convention(
        "zero",
        "of these, no effect claimed where there may be one",
        (),
        options_of(compare="auto", mistakes="zero"),
    ),
    Convention(
        "amenability",
        "of these, decided (by an adjustment set, or known to be zero) in one graph only",
        (),
        options_of(compare="auto", mistakes="amenability"),
    ),
    Convention(
        "adjustment",
        "of these, an adjustment set that is not valid in the truth",
        (),
        options_of(compare="auto", mistakes="adjustment"),
    ),
    Convention(
        "native",
        "as all mistakes, but the graphs as given: a DAG against its own CPDAG has mistakes",
        ("gadjid",),
        options_of(compare="native", invalid="native"),
        on_request=True,
    ),
    Convention(
        "repaired",
        "as all mistakes, an estimate that is no valid CPDAG being repaired first",
        (),
        options_of(compare="auto", invalid="repair"),
        on_request=True,
    ),
)
