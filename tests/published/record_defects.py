"""
Record what packages give where they go wrong on edges of static graphs, in defects.json beside this.

Each entry holds a package, its version, the call, and what came: the value, or the type of what was
raised and its first line. Several packages exclude each other, so a run renews one package's entries
and leaves the rest::

    python tests/published/record_defects.py cdt

for each of cdt 0.6.0, gcastle 1.0.4 (environments: record_cdt.py, record_gcastle.py), pgmpy 1.0.0
(record_pgmpy.py), graphical-models 0.1a21, sep-distances 1.0.2, avici 1.0.7, dibs-lib 1.3.3, dodiscover
(the record_*.py of these), gadjid 0.1.0, causal-learn 0.1.4.8, causationentropy 1.1.0 (only its
core/stats.py is read), causaliq-analysis 0.4.0. Made on Python 3.11.7 with numpy 2.4.6; cdt without R.

In the calls A[i, j] = 1 is i -> j, both cells are i - j; `arc` is [[0, 1], [0, 0]], `back` its reverse,
`none` two nodes without an edge, `line` 0 - 1, `complete` the DAG on three nodes along 0, 1, 2.
"""

import json
import math
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version

import numpy as np
from record_avici import module
from record_cdt import HERE

Calls = Iterator[tuple[str, Callable[[], object]]]
ARC, BACK, NONE = (np.array([[0, a], [b, 0]]) for a, b in ((1, 0), (0, 1), (0, 0)))
LINE = ARC + BACK
COMPLETE = np.triu(np.ones((3, 3), int), 1)


def cdt() -> Calls:
    import networkx as nx
    from cdt.metrics import SHD, SID, precision_recall

    first, second = (np.zeros((3, 3), np.uint8) for _ in range(2))
    first[0, 1] = second[1, 2] = 1
    yield "SHD(uint8 0 -> 1 of 3 nodes, uint8 1 -> 2)", lambda: SHD(first, second)
    yield "SHD(int 0 -> 1 of 3 nodes, int 1 -> 2)", lambda: SHD(first.astype(int), second.astype(int))
    yield "SHD(ones((1, 3)), zeros((3, 3)))", lambda: SHD(np.ones((1, 3)), np.zeros((3, 3)))
    yield "SHD(eye(2), zeros((2, 2)))", lambda: SHD(np.eye(2), np.zeros((2, 2)))
    unordered = nx.DiGraph()
    unordered.add_nodes_from([1, 0])
    unordered.add_edge(0, 1)
    yield "SHD(DiGraph 0 -> 1 with nodes 1, 0, arc)", lambda: SHD(unordered, ARC)
    yield "SID(arc, back), no R", lambda: SID(ARC, BACK)

    def changed(scores: np.ndarray) -> list:
        precision_recall(ARC, scores, low_confidence_undirected=True)
        return scores.tolist()

    yield "scores after precision_recall(arc, float line, True)", lambda: changed(LINE.astype(float))
    yield "scores after precision_recall(arc, int line, True)", lambda: changed(LINE.copy())
    yield "scores after precision_recall(arc, float none, True)", lambda: changed(NONE.astype(float))
    yield "scores after precision_recall(arc, -3 both ways, True)", lambda: changed(-3.0 * LINE)


def gcastle() -> Calls:
    from castle.metrics import MetricsDAG

    for name, estimate, truth in (
        ("line, arc", LINE, ARC),
        ("arc, line", ARC, LINE),
        ("arc, none", ARC, NONE),
        ("none, arc", NONE, ARC),
    ):
        yield f"MetricsDAG({name}).metrics", lambda e=estimate, t=truth: MetricsDAG(e, t).metrics
    lines, reverse = COMPLETE + COMPLETE.T, COMPLETE.T.copy()
    yield "MetricsDAG(3 lines, complete).metrics", lambda: MetricsDAG(lines, COMPLETE).metrics
    yield (
        "MetricsDAG(complete reversed, complete).metrics",
        lambda: MetricsDAG(reverse, COMPLETE).metrics,
    )


def pgmpy() -> Calls:
    from pgmpy.base import PDAG
    from pgmpy.metrics import SHD

    def pdag(directed: list, undirected: list, nodes: str) -> PDAG:
        made = PDAG(directed_ebunch=directed, undirected_ebunch=undirected)
        made.add_nodes_from(nodes)
        return made

    arc, line = pdag([("A", "B")], [], "AB"), pdag([], [("A", "B")], "AB")
    yield "SHD(A -> B, A - B)", lambda: SHD(arc, line)
    yield "SHD(A - B, A -> B)", lambda: SHD(line, arc)
    lonely = pdag([("A", "B")], [], "ABC")
    yield "SHD(A -> B and C, A -> B and C)", lambda: SHD(lonely, lonely)
    yield "SHD(A and B, A and B)", lambda: SHD(pdag([], [], "AB"), pdag([], [], "AB"))


def graphical_models() -> Calls:
    from graphical_models import DAG, PDAG

    def counts(truth: DAG, estimate: PDAG) -> dict[str, object]:
        found = truth.confusion_matrix(estimate)
        return {name: value for name, value in found.items() if not isinstance(value, set)}

    nodes, fork = {0, 1, 2}, DAG(arcs={(0, 2), (1, 2)})
    for name, arcs, edges in (
        ("1 -> 2", {(1, 2)}, set()),
        ("2 -> 0, 1 -> 2", {(2, 0), (1, 2)}, set()),
        ("0 - 2, 1 -> 2", {(1, 2)}, {(0, 2)}),
    ):
        estimate = PDAG(nodes=nodes, arcs=arcs, edges=edges)
        yield f"confusion_matrix(0 -> 2 <- 1, {name})", lambda e=estimate: counts(fork, e)
    extra = PDAG(nodes=nodes, arcs={(0, 1)})
    yield "confusion_matrix(3 nodes without edges, 0 -> 1)", lambda: counts(DAG(nodes=nodes), extra)
    yield "DAG.shd(0 -> 2 <- 1, PDAG without edges)", lambda: fork.shd(PDAG(nodes=nodes))
    yield "DAG.shd(2 nodes, 3 nodes)", lambda: DAG(nodes={0, 1}).shd(DAG(nodes=nodes))


def sep_distances() -> Calls:
    from sep_distances.metrics import SHD_DAGs
    from sep_distances.mixed_graph import LabelledMixedGraph

    def dag(a: np.ndarray) -> LabelledMixedGraph:
        arcs = {(int(i), int(j)): 1 for i, j in np.argwhere(a)}
        return LabelledMixedGraph(nodes=set(range(len(a))), directed=arcs)

    yield "SHD_DAGs(arc, back)", lambda: SHD_DAGs(dag(ARC), dag(BACK))
    yield "SHD_DAGs(complete, complete reversed)", lambda: SHD_DAGs(dag(COMPLETE), dag(COMPLETE.T))
    yield "SHD_DAGs of 1 node", lambda: SHD_DAGs(dag(np.zeros((1, 1))), dag(np.zeros((1, 1))))


def avici() -> Calls:
    metrics = module("avici", "avici/metrics.py")
    arc, back = ARC.astype(np.uint8), BACK.astype(np.uint8)
    yield "shd(uint8 arc, uint8 back)", lambda: metrics.shd(arc, back)
    yield "shd(arc, back)", lambda: metrics.shd(ARC, BACK)
    yield "classification_metrics(none, none)", lambda: metrics.classification_metrics(NONE, NONE)
    yield "classification_metrics(arc, none)", lambda: metrics.classification_metrics(ARC, NONE)


def dibs_lib() -> Calls:
    from dibs.metrics import pairwise_structural_hamming_distance as shd

    for kind in (np.uint8, np.int32):
        arc, back = ARC.astype(kind)[None], BACK.astype(kind)[None]
        yield f"shd({kind.__name__} arc, back)", lambda x=arc, y=back: float(shd(x=x, y=y)[0, 0])


def dodiscover() -> Calls:
    import networkx as nx
    from dodiscover.metrics import confusion_matrix_networks, structure_hamming_dist

    empty, one = np.zeros((3, 3), int), np.pad(ARC, (0, 1))
    graphs = {"complete": COMPLETE, "empty": empty, "one arc": one, "arc": ARC}
    graphs = {name: nx.from_numpy_array(a, create_using=nx.DiGraph) for name, a in graphs.items()}
    for truth, estimate in (
        ("complete", "complete"),
        ("complete", "empty"),
        ("empty", "complete"),
        ("complete", "one arc"),
        ("arc", "arc"),
    ):
        counts = partial(confusion_matrix_networks, graphs[truth], graphs[estimate])
        yield f"confusion_matrix_networks({truth}, {estimate})", lambda f=counts: f().tolist()
    named = [nx.DiGraph([names]) for names in ("AB", "XY")]
    yield "structure_hamming_dist(A -> B, X -> Y)", lambda: structure_hamming_dist(*named)


def gadjid() -> Calls:
    import gadjid

    def small(a: np.ndarray) -> np.ndarray:
        return a.astype(np.int8)

    way = {"edge_direction": "from row to column"}
    loop = np.array([[1, 0], [0, 0]])
    three = np.zeros((3, 3), int)
    invalid = np.array([[0, 1, 0], [0, 0, 2], [0, 0, 0]])
    yield "shd(arc, 1 in both cells)", lambda: gadjid.shd(small(ARC), small(LINE))
    yield "shd(arc, self-loop)", lambda: gadjid.shd(small(ARC), small(loop))
    yield "shd(2 nodes, 3 nodes)", lambda: gadjid.shd(small(ARC), small(three))
    yield "sid(2 nodes, 3 nodes)", lambda: gadjid.sid(small(ARC), small(three), **way)
    yield "shd(3 nodes, 0 -> 1 - 2)", lambda: gadjid.shd(small(three), small(invalid))
    aid = partial(gadjid.ancestor_aid, small(three), small(invalid), **way)
    yield "ancestor_aid(3 nodes, 0 -> 1 - 2)", aid
    yield "shd(int64 arc, int64 arc)", lambda: gadjid.shd(ARC, ARC)


def causal_learn() -> Calls:
    from causallearn.graph.AdjacencyConfusion import AdjacencyConfusion
    from causallearn.graph.ArrowConfusion import ArrowConfusion
    from causallearn.graph.Edge import Edge
    from causallearn.graph.Endpoint import Endpoint
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    def graph(*ends: Endpoint) -> GeneralGraph:
        nodes = [GraphNode(name) for name in "ABC"]
        made = GeneralGraph(nodes)
        if ends:
            made.add_edge(Edge(nodes[0], nodes[1], *ends))
        return made

    tail, arrow, circle = Endpoint.TAIL, Endpoint.ARROW, Endpoint.CIRCLE
    empty, found = graph(), graph(tail, arrow)
    yield "ArrowConfusion(3 nodes, 3 nodes).get_arrows_tn", ArrowConfusion(empty, empty).get_arrows_tn
    turned = ArrowConfusion(found, graph(arrow, tail))
    yield "ArrowConfusion(A -> B, B -> A), 3 nodes, tn", turned.get_arrows_tn
    nothing_right = ArrowConfusion(found, empty)
    yield "ArrowConfusion(A -> B, empty).get_arrows_precision", nothing_right.get_arrows_precision
    skeletons = AdjacencyConfusion(found, empty)
    yield "AdjacencyConfusion(A -> B, empty).get_adj_precision", skeletons.get_adj_precision
    yield "edges after add_edge(A o-- B)", graph(circle, tail).get_num_edges


def causationentropy() -> Calls:
    stats = module("causationentropy", "causationentropy/core/stats.py")
    rates = stats.Compute_TPR_FPR
    yield "auc([1, .5, 0], [1, .5, 0])", lambda: stats.auc([1, 0.5, 0], [1, 0.5, 0])
    zeros, ones = np.zeros((3, 3)), np.ones((3, 3))
    yield "Compute_TPR_FPR(zeros((3, 3)), ones((3, 3)))", lambda: rates(zeros, ones)
    arc, back = ARC.astype(np.uint8), BACK.astype(np.uint8)
    yield "Compute_TPR_FPR(uint8 arc, uint8 back)", lambda: rates(arc, back)
    yield "Compute_TPR_FPR(arc, back)", lambda: rates(ARC, BACK)
    yield "Compute_TPR_FPR(arc, all nan)", lambda: rates(ARC, np.full((2, 2), np.nan))
    yield "Compute_TPR_FPR(none, none)", lambda: rates(NONE, NONE)


def causaliq_analysis() -> Calls:
    from causaliq_analysis.metrics import pdag_compare
    from causaliq_core.graph import PDAG

    def compare(found: list, truth: list) -> dict[str, object]:
        return pdag_compare(PDAG(list("ABC"), found), PDAG(list("ABC"), truth), bayesys="v1.5+")

    complete = [("A", "->", "B"), ("A", "->", "C"), ("B", "->", "C")]
    yield "pdag_compare(empty, empty, v1.5+)", lambda: compare([], [])
    yield "pdag_compare(empty, complete, v1.5+)['bsf']", lambda: compare([], complete)["bsf"]
    yield "pdag_compare(complete, complete, v1.5+)['bsf']", lambda: compare(complete, complete)["bsf"]


def plain(value: object) -> object:
    """Turn numpy's numbers into Python's and nan into None."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    value = value.item() if isinstance(value, np.generic) else value
    return None if isinstance(value, float) and math.isnan(value) else value


def outcome(call: Callable[[], object]) -> dict[str, object]:
    """Call the package and keep what it gives or raises."""
    try:
        return {"gives": plain(call())}
    except BaseException as error:  # gadjid's panics are no Exception
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return {"raises": f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}"}


def main(package: str) -> None:
    try:
        release = version(package)
    except PackageNotFoundError:
        from record_dodiscover import COMMIT  # the one without a release

        release = COMMIT
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [
            {"package": package, "version": release, "call": call} | outcome(run)
            for call, run in globals()[package.replace("-", "_")]()
        ]
    file = HERE / "defects.json"
    entries = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    kept = [entry for entry in entries if entry["package"] != package]
    lines = [json.dumps(entry, allow_nan=False) for entry in sorted(kept + found, key=package_of)]
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def package_of(entry: dict[str, object]) -> object:
    return entry["package"]


if __name__ == "__main__":
    main(sys.argv[1])
