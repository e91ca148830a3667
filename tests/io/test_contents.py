"""One table says which objects a file can hold: readers, writers, messages and the page follow it."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.sparse import coo_array

import edgemark as em
from edgemark import Candidates, EdgeScores, Graph, GraphSamples, TemporalGraph, TemporalScores
from edgemark.errors import AmbiguityError, ConventionError, FormatError, InputTypeError, KindError
from edgemark.io import CONTENTS, FORMATS, CauseMeResult
from tests.strategies import graphs, names, series_parts

SUFFIXES = sorted({suffix for one in CONTENTS.values() for suffix in one.reads})
NUMBERS = st.one_of(
    st.sampled_from([0.0, 1.0, 0.1, 5e-324, 1e300, 2.0**60, 1 / 3]), st.floats(0, 1, width=32)
)
GRAPH = Graph.parse("A --> B; C")
SERIES = TemporalGraph.parse("A --> B @1; lags 2")
EXAMPLES = {
    "Graph": GRAPH,
    "EdgeScores": EdgeScores.from_edges([("A", "B", 0.5)]),
    "GraphSamples": GraphSamples([GRAPH]),
    "TemporalGraph": SERIES,
    "TemporalScores": TemporalScores([[[0, 0.5], [0.25, 0]]], direction="row-to-column", first_lag=1),
    "Candidates": Candidates(["A", "B", "C"], [("A", "B")]),
    "CauseMeResult": CauseMeResult.of(SERIES),
}


@st.composite
def scores(draw):
    """Scores as people have them: dense, sparse, of some pairs, with signs, without names."""
    n = draw(st.integers(1, 4))
    labels = draw(st.none() | st.lists(names(), min_size=n, max_size=n, unique=True))
    precision = draw(st.sampled_from([np.float64, np.float32]))
    with np.errstate(over="ignore", under="ignore"):
        cells = np.array(draw(st.lists(NUMBERS, min_size=n * n, max_size=n * n)), precision)
    assume(np.isfinite(cells).all())
    matrix = cells.reshape(n, n) * draw(st.sampled_from([1, 1, -1]))
    np.fill_diagonal(matrix, 0)
    options = {"direction": "row-to-column", "sign": "keep" if (matrix < 0).any() else "refuse"}
    if draw(st.booleans()):
        options["unlisted"] = draw(st.sampled_from([0.0, -1.0, float("nan")]))
        if options["unlisted"] == -1:
            options["sign"] = "keep"
        return EdgeScores(coo_array(matrix), labels, **options)
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    if pairs and draw(st.booleans()):
        kept = draw(st.lists(st.sampled_from(pairs), unique=True))
        named = kept if labels is None else [(labels[i], labels[j]) for i, j in kept]
        options["candidates"] = Candidates(n if labels is None else labels, named)
    return EdgeScores(matrix, labels, **options)


@st.composite
def samples(draw):
    """Graphs over the same nodes with their kinds and weights; a matrix cannot hold some of them."""
    states = draw(st.sampled_from([[(), ("-->",), ("<--",), ("---",)], [(), ("-->",), ("-->", "<--")]]))
    first = draw(graphs(most=3, states=states))
    n = draw(st.integers(1, 3))
    drawn = [
        first,
        *(first.with_kind(draw(st.sampled_from([None, "pdag", "digraph"]))) for _ in range(n)),
    ]
    weights = draw(st.lists(st.floats(0.5, 4), min_size=n + 1, max_size=n + 1))
    return GraphSamples(drawn, weights=weights)


@st.composite
def series(draw):
    nodes, max_lag, edges, changing = draw(series_parts())
    return TemporalGraph(nodes, edges, max_lag=max_lag, changing=changing, cycles="keep")


@st.composite
def series_scores(draw):
    shape = draw(st.integers(1, 3)), *[draw(st.integers(1, 3))] * 2
    size = int(np.prod(shape))
    values = np.array(draw(st.lists(NUMBERS, min_size=size, max_size=size))).reshape(shape)
    labels = draw(st.none() | st.lists(names(), min_size=shape[1], max_size=shape[1], unique=True))
    first_lag = draw(st.integers(0, 1))
    if first_lag == 0:
        np.fill_diagonal(values[0], 0)
    found = TemporalScores(
        values * draw(st.sampled_from([1, -1])), labels, direction="row-to-column",
        first_lag=first_lag, sign="keep",
    )  # fmt: skip
    return found.with_max_lag(found.max_lag + draw(st.integers(0, 1)))


@st.composite
def candidates(draw):
    labels = draw(st.lists(names(), min_size=1, max_size=4, unique=True))
    pairs = [(a, b) for a in labels for b in labels if a != b]
    return Candidates(labels, draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else [])


@st.composite
def causeme_results(draw):
    n = draw(st.integers(1, 3))
    cells = st.lists(st.floats(0, 1), min_size=n * n, max_size=n * n)
    pvalues, lags = (draw(st.none() | cells) for _ in range(2))
    return CauseMeResult(
        np.array(draw(cells)).reshape(n, n),
        None if pvalues is None else np.array(pvalues).reshape(n, n),
        None if lags is None else np.round(lags).astype(np.int64).reshape(n, n),
        None,
    )


OBJECTS = {
    "Graph": graphs(), "EdgeScores": scores(), "GraphSamples": samples(), "TemporalGraph": series(),
    "TemporalScores": series_scores(), "Candidates": candidates(), "CauseMeResult": causeme_results(),
}  # fmt: skip
REFUSED = (FormatError, KindError)


def write(name, thing, path):
    writer = getattr(em.io, CONTENTS[name].writer)
    writer([thing] if name == "CauseMeResult" else thing, path)


def read(name, path, thing):
    """Read with what the documentation of the writer says is needed."""
    reader = getattr(em.io, CONTENTS[name].reader)
    if name == "Graph":
        return reader(path, **em.io.read_options(thing, path))
    if name == "Candidates":
        return reader(path, thing.nodes)
    found = reader(path)
    return found[0] if name == "CauseMeResult" else found


def numbers_of(result):
    return [None if x is None else x.tolist() for x in (result.values, result.pvalues, result.lags)]


def same(thing, again):
    if isinstance(thing, CauseMeResult):
        return numbers_of(thing) == numbers_of(again)
    kinds = [[x.kind for x in ([one] if isinstance(one, Graph) else one)] for one in (thing, again)
             if isinstance(one, Graph | GraphSamples)]  # fmt: skip
    return thing == again and type(thing) is type(again) and kinds[:1] == kinds[1:]


@pytest.mark.parametrize(
    ("name", "suffix"), [(name, suffix) for name, one in CONTENTS.items() for suffix in one.writes]
)
@settings(max_examples=60)
@given(data=st.data())
def test_what_is_written_can_be_read(name, suffix, data, tmp_path_factory):
    thing = data.draw(OBJECTS[name])
    path = tmp_path_factory.getbasetemp() / f"{name}{suffix}"
    try:
        write(name, thing, path)
    except REFUSED as error:
        has_nul = "NUL" in str(error)
        assert has_nul or name == "CauseMeResult" or suffix != CONTENTS[name].writes[0]
        return
    assert same(thing, read(name, path, thing))


@pytest.mark.parametrize("suffix", [*SUFFIXES, ".xyz", ""])
@pytest.mark.parametrize("name", CONTENTS)
def test_the_table_says_what_is_written_and_read(name, suffix, tmp_path):
    thing, path = EXAMPLES[name], tmp_path / f"file{suffix}"
    if name == "Graph" and suffix == ".npy":  # which holds no names
        thing = Graph(3, [(0, "-->", 1)])
    if suffix in CONTENTS[name].writes or name == "CauseMeResult":
        write(name, thing, path)
    else:
        with pytest.raises(FormatError) as refused:
            write(name, thing, path)
        assert all(one in str(refused.value) for one in CONTENTS[name].writes)
    path.write_bytes(b"what no format has \xff")
    if suffix not in CONTENTS[name].reads and name not in ("Candidates", "CauseMeResult"):
        with pytest.raises(FormatError) as caught:
            read_anything(name, path)
        assert all(one in str(caught.value) for one in CONTENTS[name].reads)


def read_anything(name, path):
    return getattr(em.io, CONTENTS[name].reader)(path)


@pytest.mark.parametrize("given", EXAMPLES)
@pytest.mark.parametrize("name", [name for name in CONTENTS if name != "CauseMeResult"])
def test_a_writer_names_the_one_that_is_meant(name, given):
    if given == name:
        return
    with pytest.raises(InputTypeError, match=f"{CONTENTS[given].writer}\\("):
        write(name, EXAMPLES[given], "file.npz")


def test_scores_keep_the_precision_in_which_thresholds_are_compared(tmp_path):
    found = EdgeScores(np.array([[0, 0.1], [0, 0]], np.float32), ["A", "B"], direction="row-to-column")
    em.io.write_scores(found, tmp_path / "scores.npz")
    again = em.read_scores(tmp_path / "scores.npz")
    assert found.at(0.1) == again.at(0.1) == Graph.parse("A; B")


def test_shares_of_samples_keep_their_relation(tmp_path):
    shares = GraphSamples([Graph.parse("A --> B"), Graph.parse("A --- B")]).edge_scores("skeleton")
    em.io.write_scores(shares, tmp_path / "scores.npz")
    assert em.read_scores(tmp_path / "scores.npz").relation == "skeleton"
    with pytest.raises(FormatError, match=r"scores\.npz"):
        em.io.write_scores(shares, tmp_path / "scores.csv")


@pytest.mark.parametrize("option", ["sign", "unlisted", "nodes", "pvalues", "direction"])
def test_an_archive_of_scores_takes_no_options(option, tmp_path):
    em.io.write_scores(EXAMPLES["EdgeScores"], tmp_path / "scores.npz")
    value = {"sign": "ignore", "unlisted": 0, "nodes": ["A", "B"], "pvalues": True,
             "direction": "column-to-row"}[option]  # fmt: skip
    with pytest.raises(ConventionError, match=option):
        em.read_scores(tmp_path / "scores.npz", **{option: value})


@pytest.mark.parametrize(
    ("thing", "suffix"),
    [
        (EdgeScores.from_edges([("A\0", "B", 0.5)]), ".csv"),
        (EdgeScores.from_edges([("A\0", "B", 0.5)]), ".npz"),
        (Candidates(["A\0", "B"], [("A\0", "B")]), ".csv"),
        (GraphSamples([Graph(["A\0", "B"], [])]), ".npz"),
        (TemporalGraph(["A\0", "B"], [], max_lag=1), ".csv"),
        (TemporalScores(np.zeros((1, 2, 2)), ["A\0", "B"], direction="row-to-column", first_lag=1),
         ".npz"),
    ],
)  # fmt: skip
def test_advice_about_a_name_with_nul_fits_the_writer(thing, suffix, tmp_path):
    with pytest.raises(FormatError, match="NUL") as caught:
        write(type(thing).__name__, thing, tmp_path / f"file{suffix}")
    assert 'format="json"' not in str(caught.value)
    assert "names without NUL" in str(caught.value) or "ends in .json" in str(caught.value)


@pytest.mark.parametrize("reader", [em.read_temporal, em.io.read_causeme])
def test_an_error_about_json_does_not_ask_for_the_format_of_another_reader(reader, tmp_path):
    (tmp_path / "file.json").write_text("[1]")
    with pytest.raises(FormatError, match=r"must hold a JSON object.*got \[1\]") as caught:
        reader(tmp_path / "file.json")
    assert "edgemark.graph" not in str(caught.value)


def test_the_page_has_the_table():
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    for one in CONTENTS.values():
        reads, writes = (" ".join(f"`{suffix}`" for suffix in x) for x in (one.reads, one.writes))
        row = f"| `{one.name}` | `{one.reader}` | {reads} | `{one.writer}` | {writes} |"
        if one.name != "Graph":
            assert row in page, row
    for one in FORMATS.values():
        assert f"| `{one.name}` | {', '.join(f'`{suffix}`' for suffix in one.suffixes)} |" in page


@pytest.mark.parametrize("name", ["p_matrix", "pvalues", "mse"])
def test_lagged_scores_whose_lowest_are_the_best_are_asked_about(tmp_path, name):
    np.savez(tmp_path / "s.npz", **{name: np.full((1, 2, 2), 0.5)})
    with pytest.raises(AmbiguityError, match="the highest score must be the best"):
        em.io.read_temporal_scores(tmp_path / "s.npz", direction="row-to-column", first_lag=1)


@pytest.mark.parametrize("reader", ["read", "read_scores", "read_samples", "read_temporal"])
@pytest.mark.parametrize(("suffix", "command"), [(".gz", "gunzip -c"), (".XZ", "unxz -c")])
def test_every_reader_says_how_to_uncompress_a_file(tmp_path, reader, suffix, command):
    path = tmp_path / f"g.csv{suffix}"
    path.write_bytes(b"")
    with pytest.raises(FormatError, match=f"must not be compressed; .* {command} FILE"):
        getattr(em.io, reader)(path)
