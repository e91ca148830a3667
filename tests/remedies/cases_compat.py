"""Advice of the drop-in namespaces, the demonstration and the tables of the command."""

from tests.remedies.harness import Case

_CDANS = "from edgemark.compat import cdans; from edgemark.compat.cdans import *;"
_TWO = _CDANS + "truth = TimeSeriesGraph(2, 1, {(0, 1, 1)}, var_names=['a', 'b']);"

_CDT = "import networkx; from edgemark.compat import cdt; array = np.eye(2, k=1);"

CASES = [
    Case(
        "the SID of a CPDAG under the name of cdt",
        "SID(target, pred)",
        "from edgemark.compat.cdt import SID, SID_CPDAG; "
        "target, pred = np.eye(3, k=1), np.eye(3, k=1) + np.eye(3, k=-1)",
        ("SID needs a DAG as the prediction",),
    ),
    Case(
        "cdt: names beside an array, as the estimate",
        "cdt.SHD(array, pred)",
        setup=_CDT + "pred = networkx.DiGraph([('b', 'a')])",
    ),
    Case(
        "cdt: names beside an array, as scores",
        "cdt.precision_recall(array, prediction)",
        setup=_CDT + "prediction = networkx.DiGraph(); prediction.add_edge('b', 'a', weight=0.5)",
    ),
    Case(
        "cdt: two graphs over other nodes",
        "cdt.SHD(target, prediction)",
        setup=_CDT + "target = networkx.DiGraph([('b', 'a')]); "
        "prediction = networkx.DiGraph([('b', 'c')])",
    ),
    Case(
        "cdt: negative scores",
        "cdt.precision_recall(array, prediction=prediction, low_confidence_undirected=True)",
        setup=_CDT + "prediction = -array",
    ),
    Case(
        "causationentropy: rates out of order",
        "auc(TPRs, FPRs)",
        setup="from edgemark.compat.causationentropy import auc; FPRs, TPRs = [0, 1, 0.5], [0, 1, 0.75]",
    ),
    Case(
        "rcgnn: metrics of seeds in a frame",
        "aggregate_metrics(metrics_list=metrics_list)",
        setup="import pandas; from edgemark.compat.rcgnn import aggregate_metrics; "
        "metrics_list = pandas.DataFrame([{'f1': 0.5}, {'f1': 0.7}])",
    ),
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
