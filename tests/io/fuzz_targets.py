"""Every reader of files as a target of fuzzing: valid files, how it is called, what must hold after."""

import csv
import io
import json
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import scipy.sparse

import edgemark as em
from edgemark import EdgemarkError, Graph, TemporalGraph, TemporalScores
from edgemark.cli.compare_inputs import Naming, read_runs
from edgemark.io import FORMATS
from tests.io.fuzzing import LIMITS, TARGETS, accepted, seeds

OPEN = {"limits": LIMITS, "direction": "row-to-column"}


@dataclass(frozen=True)
class Target:
    """
    A reader.

    Attributes:
        name: its name and the suffix of its files.
        suffix: the suffix.
        files: valid files.
        read: reads a path; anything but an EdgemarkError is a crash.
        check: what must hold of what was read.
    """

    name: str
    suffix: str
    files: tuple[bytes, ...]
    read: Callable[[Path], Any]
    check: Callable[[Any, Path], None]

    def accepts(self, data: bytes) -> str:
        """Read some bytes: "" if they are accepted, else the complaint."""
        path = _folder() / f"input{self.suffix}"
        path.write_bytes(data)
        try:
            found = self.read(path)
        except EdgemarkError as error:
            return str(error).replace(str(path), "")
        self.check(found, path)
        return ""


@cache
def _folder() -> Path:
    """In memory where there is such a place: a million files are written."""
    fast = Path("/dev/shm")
    return Path(mkdtemp(prefix="edgemark-fuzz-", dir=fast if fast.is_dir() else None))


# ---- what must hold


def check_samples(samples, path):
    """What is written is read again, and every share is one."""
    assert samples.weights.sum() == 1 or abs(samples.weights.sum() - 1) < 1e-9
    assert len(samples) == len(list(samples))
    marginals = samples.marginals()
    assert ((marginals >= 0) & (marginals <= 1)).all()
    samples.distinct()
    samples.consensus()
    again = path.with_name("again.npz")
    try:
        em.io.write_samples(samples, again)
    except EdgemarkError:
        return
    read = em.read_samples(again)
    assert [graph.kind for graph in read] == [graph.kind for graph in samples]
    assert list(read) == list(samples)
    assert np.allclose(read.weights, samples.weights, rtol=1e-9, atol=0)


def check_scores(scores, path):
    """
    They are written and read again.

    Scores of candidates are finite, off the diagonal, and give graphs; other cells are not scored.
    """
    array = scores.to_array()
    scored = np.ones(array.shape, bool) if scores.candidates is None else scores.candidates.mask
    assert (np.isfinite(array) == (scored | np.eye(len(array), dtype=bool))).all()
    assert not np.diag(array).any()
    assert scores.with_nodes(scores.nodes).nodes == scores.nodes
    assert scores.top(min(1, array.size - len(array)), ties="include").n_nodes == scores.n_nodes
    again = path.with_name("again.npz")
    em.io.write_scores(scores, again)
    assert em.read_scores(again) == scores
    assert Graph.parse(str(scores.at(0.5))) == scores.at(0.5)


def check_series_scores(scores, path):
    """What is written is read again; graphs of all thresholds exist."""
    again = path.with_name("again.npz")
    em.io.write_temporal_scores(scores, again)
    assert em.io.read_temporal_scores(again) == scores
    assert scores.at(0.5).n_nodes == scores.n_nodes
    scores.summary()


def check_series(graph, path):
    """What is written as JSON is read again; summaries and parts exist."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", em.errors.EdgemarkWarning)  # of regimes that are put together
        graph.summary()
    graph.objection()
    again = path.with_name("again.json")
    em.io.write_temporal(graph, again)
    assert em.read_temporal(again) == graph


def check_causeme(results, path):
    """What is written is read again."""
    again = path.with_name("again.json")
    for result in results:
        result.scores()
        em.io.write_causeme([result], again)
        assert (em.io.read_causeme(again)[0].values == result.values).all()
        if result.pvalues is not None and result.lags is not None and result.lags.max(initial=0) < 100:
            result.graph(0.05, max_lag=100)


def check_candidates(candidates, path):
    """Pairs are of known nodes, once, and give the same candidates."""
    pairs = candidates.pairs()
    assert len(set(pairs)) == len(pairs) == len(candidates)
    assert {name for pair in pairs for name in pair} <= set(CANDIDATE_NODES)
    assert em.Candidates(CANDIDATE_NODES, pairs) == candidates
    assert candidates.mask.sum() == len(pairs)
    again = path.with_name("again.csv")
    with again.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("source", "target"), *pairs])
    assert em.io.read_candidates(again, CANDIDATE_NODES) == candidates


def check_own_formats(graph, path):
    """What any format holds is read again with the options that `read_options` gives, the kind too."""
    for name, form in FORMATS.items():
        again = path.with_name(f"again{form.suffixes[0]}")
        try:
            options = em.io.read_options(graph, again, name)
        except EdgemarkError:
            continue
        em.write(graph, again, name)
        read = em.read(again, **options)
        assert read == graph
        assert read.nodes == graph.nodes
        assert read.kind == graph.kind or (name, read.kind) == ("bnlearn", "dag")
        if name in ("json", "text", "edges", "npz"):  # our own
            assert options == {}


def check_runs(runs, _):
    """Runs can be summed up or say why not."""
    assert len(runs.runs if hasattr(runs, "runs") else list(runs)) > 0


# ---- valid files


def _npy(array):
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def _npz(**arrays):
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def _sparse(layout):
    stream = io.BytesIO()
    matrix = scipy.sparse.coo_array(([0.5, -1.0, 2.0], ([0, 1, 2], [1, 2, 1])), shape=(4, 4))
    scipy.sparse.save_npz(stream, matrix.asformat(layout))
    return stream.getvalue()


CANDIDATE_NODES = ("A", "B", "C", "ü", "a b", "TF", "source")
_CANDIDATES = (
    b"source,target\nA,B\nB,C\nC,A\n", b"Gene1,Gene2\nA,B\nTF,C\n", b"cause\nA\nB\n", b"A\nB\nZ\n",
    b"regulator\ttarget\na b\tB\nB\tC\n", b'"cause"\n"A"\n', b'cause\n"a b"\n"TF"\n',
)  # fmt: skip
_KINDS = (
    ("A --> B --- C; D", "pdag"), ("A --> B --> C", "mag"), ("A o-> B; C o-o D", "pag"),
    ("A <-> B; B --> C", "admg"), ("A --> B; B --> A", "digraph"), ("A --- B", "cpdag"),
    ("A --> B; C", "dag"), ("#0 --> #1; #2", "dag"), ("A --> B; B --- C; D --> B", "mpdag"), ("A", None),
)  # fmt: skip
_MODELS = (b"[A][B|A][C|A:B]\n", b"[A][S][T|A][L|S][B|S][E|T:L][X|E][D|E:B]", b"[a b]\n[c|a b]\n")


def _with_kinds(format_name):
    """Files of a format whose graphs declare kinds."""
    files = []
    for text, kind in _KINDS:
        try:
            files.append(FORMATS[format_name].write(Graph.parse(text, kind=kind)))
        except EdgemarkError:
            continue
    return tuple(files)


_STACK = np.array([[[0, 1, 0], [0, 0, 1], [0, 0, 0]], [[0, 1, 1], [1, 0, 0], [0, 0, 0]]])
_WEIGHTS = np.array([[0, 0.5, -1.5], [0.25, 0, 1e-3], [0, 3, 0]])
_NAMES = np.array(["A", "B", "ü"])
_MOVES = (
    b"index,score,added,removed\n-2,0.0,[a-b;a-c;a-d],[]\n-1,0.0,[],[a-b;a-c;a-d]\n"
    b"0,-2325.52,[b-c;a-d],[]\n34,-2311.94,[],[b-c]\n89,-2310.81,[c-d],[]\n",
    b"index,score,added,removed\n-2,0.0,[a->b;a->c],[]\n-1,0.0,[],[a->b;a->c]\n0,-3.0,[a->b;b->c],[]\n"
    b"10,-2.5,[b->a],[a->b]\n15,-3.0,[a->b],[b->a]\n19,-2.0,[a->c],[]\n",
    b"time,index,score,added,removed\n-2,-2,0,[x-->y],[]\n-1,-1,0,[],[x-->y]\n0.5,0,1,[x-->y],[]\n2.5,1,1,[],[]\n",
)
_SCORES = (
    b"smoke,lung\n0,0.7\n0.1,0\n", b"name,A,B\nB,-2.5,0\nA,0,1e-3\n",
    b"source,target,score\nA,B,.5\nC,B,2\n",
    b"target,regulator,importance\nA,B,-0.5\n\"C \"\"x\"\"\",B,1e3\n", b"a,b,c\n0,1,2\n3,0,5\n6,7,0\n",
    b"Gene1,Gene2,EdgeWeight\nG1,G2,0.3\n",
)  # fmt: skip
_SERIES = (
    "A --> B @1; B --- C; D; lags 2; changing A", "A o-> B @1,2; A <-> B @3; C o-o D; lags 3",
    "A --> A @1; A --> B; lags 1", '"a b" --> "c,d" @1; lags 1',
)  # fmt: skip


def _strings():
    array = np.full((3, 3, 2), "", "<U3")
    array[0, 1, 1], array[1, 2, 0], array[2, 1, 0] = "-->", "o-o", "o-o"
    array[2, 2, 1], array[0, 2, 1] = "-->", "x->"
    return array


def _series_json():
    graphs = [TemporalGraph.parse(text) for text in _SERIES]
    graphs.append(TemporalGraph(3, [(0, "-->", 1, 1)], max_lag=1, conflicts=[(0, 2, 1)]))
    graphs.append(
        TemporalGraph.from_regimes(
            [
                em.graph.Regime(0, 50, TemporalGraph.parse("A --> B @1; lags 1")),
                em.graph.Regime(50, 90, TemporalGraph.parse("B --> A @1; lags 1")),
            ]
        )
    )
    return _written(graphs, ".json")


def _written(graphs, suffix):
    files = []
    for graph in graphs:
        path = _folder() / f"seed{suffix}"
        try:
            em.io.write_temporal(graph, path)
        except EdgemarkError:
            continue
        files.append(path.read_bytes())
    return tuple(files)


def _runs(suffix):
    from edgemark.cli.app import run

    folder = _folder()
    for name, text in (("t", "A --> B; C"), ("pc", "A --> B; B --> C"), ("ges", "A; B --> C")):
        em.write(Graph.parse(text), folder / f"{name}.json")
    files = []
    for metrics in (["-m", "shd"], ["-m", "f1", "-m", "sid"]):
        out = folder / f"out{suffix}"
        names = [str(folder / f"{name}.json") for name in ("t", "pc", "ges")]
        run(["score", *names, *metrics, "--format", suffix[1:], "-o", str(out)])
        files.append(out.read_bytes())
    return tuple(files)


def _archives(write, objects):
    """The bytes of what a writer writes."""
    path = _folder() / "seed.npz"
    for one in objects:
        write(one, path)
        yield path.read_bytes()


def _scores_of():
    listed = em.EdgeScores.from_edges([("A", "B", 0.5), ("B", "ü", -2.0)], sign="keep", unlisted=-3)
    some = em.Candidates(["A", "B", "ü"], [("A", "B"), ("ü", "A")])
    dense = em.EdgeScores(
        _WEIGHTS, _NAMES.tolist(), direction="row-to-column", sign="keep", candidates=some
    )
    return listed, dense, em.EdgeScores(_WEIGHTS.astype("f4") ** 2, direction="row-to-column")


def _series_scores_of():
    found = TemporalScores(
        [_WEIGHTS], _NAMES.tolist(), direction="row-to-column", first_lag=1, sign="keep"
    )
    return found, found.with_max_lag(2)


def _causeme():
    path = _folder() / "results.json"
    scores = TemporalScores(
        np.array([_WEIGHTS, _WEIGHTS**2]) ** 2, direction="row-to-column", first_lag=0
    )
    em.io.write_causeme([scores], path)
    whole = {"scores": [[9, 0.7, 0.1, 9]], "pvalues": [[0.0, 0.01, 0.5, 0.0]], "lags": [[1, 2, 1, 1]]}
    return path.read_bytes(), json.dumps(whole).encode(), b'{"scores": [[1]], "method": {"a": [null]}}'


# ---- the readers


def _samples(path):
    """Matrices need a direction, moves refuse one."""
    if path.suffix == ".csv":
        return em.read_samples(path)
    return em.read_samples(path, symmetric="undirected", **OPEN)


def _scores(path):
    """Matrices need a direction, lists refuse one, and our archives refuse a sign too."""
    try:
        return em.read_scores(path, sign="ignore", **OPEN)
    except em.errors.ConventionError:
        pass
    try:
        return em.read_scores(path, sign="ignore", limits=LIMITS)
    except em.errors.ConventionError:
        return em.read_scores(path, limits=LIMITS)


def _series_scores(path):
    """Arrays need a direction, our archives refuse one."""
    try:
        return em.io.read_temporal_scores(path, first_lag=0, sign="ignore", **OPEN)
    except em.errors.ConventionError:
        return em.io.read_temporal_scores(path, limits=LIMITS)


def _series(path):
    meaning = "cpdag" if str(path).endswith((".npy", ".npz")) else None
    return em.read_temporal(path, contemporaneous=meaning, limits=LIMITS)


def _any_graph(path):
    return em.read(path, symmetric="undirected", **OPEN)


def _plainly(path):
    return em.read(path, limits=LIMITS)


def _nothing(*_):
    pass


@cache
def targets() -> dict[str, Target]:
    """Every reader that takes a path, by name; the formats of graphs by themselves are `TARGETS`."""
    found = [
        Target("samples.npy", ".npy", tuple(_npy(_STACK.astype(t)) for t in ("?", "i1", ">i8", "f8")),
               _samples, check_samples),
        Target("samples.npz", ".npz",
               (_npz(adjacency=_STACK, nodes=_NAMES, weights=np.array([0.1, 2.5]), draws=np.array(7)),
                _npz(adjacency=_STACK.astype("?"), draws=np.array(2)), _npz(any_name=_STACK)),
               _samples, check_samples),
        Target("samples.csv", ".csv", _MOVES, _samples, check_samples),
        Target("scores.npy", ".npy", tuple(_npy(_WEIGHTS.astype(t)) for t in ("f2", ">f4", "f8", "i2")),
               _scores, check_scores),
        Target("scores.npz", ".npz",
               (*(_sparse(layout) for layout in ("csr", "csc", "coo")), _npz(w=_WEIGHTS, nodes=_NAMES),
                *_archives(em.io.write_scores, _scores_of())),
               _scores, check_scores),
        Target("scores.csv", ".csv", _SCORES, _scores, check_scores),
        Target("series.json", ".json", _series_json(), _series, check_series),
        Target("series.txt", ".txt", tuple(text.encode() for text in _SERIES), _series, check_series),
        Target("series.csv", ".csv",
               (b"source,target,lag\nrain,flood,1\nrain,rain,1\n",
                b"source,mark,target,lag\nA,-->,B,1\nB,o-o,C,0\n,,,3\n",
                b"source,target,lag,weight\nA,B,1.0,1\n"),
               _series, check_series),
        Target("series.npy", ".npy", (_npy(_strings()), _npy(_strings()[:, :, 0])),
               _series, check_series),
        Target("series.npz", ".npz", (_npz(graph=_strings(), nodes=_NAMES), _npz(graph=_strings())),
               _series, check_series),
        Target("series-scores.npy", ".npy", (_npy(np.stack([_WEIGHTS, _WEIGHTS])),),
               _series_scores, check_series_scores),
        Target("series-scores.npz", ".npz",
               (*_archives(em.io.write_temporal_scores, _series_scores_of()),
                _npz(w=_STACK, nodes=_NAMES)),
               _series_scores, check_series_scores),
        Target("causeme.json", ".json", _causeme(), lambda path: em.io.read_causeme(path, limits=LIMITS),
               check_causeme),
        Target("candidates.csv", ".csv", _CANDIDATES,
               lambda path: em.io.read_candidates(path, CANDIDATE_NODES, limits=LIMITS),
               check_candidates),
        *(Target(f"kinds{suffix}", suffix, _with_kinds(form), _plainly, check_own_formats)
          for suffix, form in ((".txt", "text"), (".csv", "edges"), (".npz", "npz"), (".json", "json"))),
        Target("models.txt", ".txt", _MODELS, _plainly, check_own_formats),
        *(Target(f"runs{suffix}", suffix, _runs(suffix),
                 lambda path: read_runs([str(path)], Naming({})), check_runs)
          for suffix in (".json", ".csv")),
        *(Target(f"read{suffix}", suffix, files, _any_graph, _nothing)
          for suffix, files in ((".csv", _MOVES + _SCORES), (".npz", (_npz(a=_STACK), _npz(w=_WEIGHTS))),
                                (".txt", tuple(text.encode() for text in _SERIES)),
                                (".json", _series_json()))),
    ]  # fmt: skip
    return {target.name: target for target in found}


def names() -> tuple[str, ...]:
    """All targets: formats of graphs, then readers of paths."""
    return (*TARGETS, *targets())


def valid(name: str) -> list[bytes]:
    """Valid files of a target."""
    return list(targets()[name].files) if name in targets() else seeds(name)


def outcome(name: str, data: bytes) -> str:
    """
    Feed a target: "accepted", or the complaint.

    Raises:
        Exception: the target crashed, or what it read is not right.
    """
    if name in targets():
        return targets()[name].accepts(data) or "accepted"
    return "accepted" if accepted(name, data) else "refused"
