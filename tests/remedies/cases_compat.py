"""Advice of the drop-in namespaces, the demonstration and the tables of the command."""

from tests.remedies.harness import Case

_CDANS = "from edgemark.compat import cdans; from edgemark.compat.cdans import *;"
_TWO = _CDANS + "truth = TimeSeriesGraph(2, 1, {(0, 1, 1)}, var_names=['a', 'b']);"

CASES = [
    Case(
        "cdans: the same names in another order",
        "evaluate_graph(predicted, truth)",
        setup=_TWO + "predicted = TimeSeriesGraph(2, 1, {(1, 0, 1)}, var_names=['b', 'a'])",
        words=("matched by position",),
    ),
    Case(
        "cdans: a seed whose series diverges",
        "cdans.generate_synthetic_cdans(seed=1)",
        setup=_CDANS,
        words=("grows without bound",),
    ),
]
