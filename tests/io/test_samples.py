"""Files of weighted graphs: stacked matrices and the moves of a Markov chain."""

import random

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph, GraphSamples
from edgemark.cli.app import run
from edgemark.errors import AmbiguityError, FormatError, GraphError, LimitError
from edgemark.io import Limits
from edgemark.io.samples import holds_samples

UNDIRECTED = """index,score,added,removed
-2,0.0,[a-b;a-c;a-d],[]
-1,0.0,[],[a-b;a-c;a-d]
0,-2325.52,[b-c;a-d],[]
34,-2311.94,[],[b-c]
89,-2310.81,[c-d],[]
"""
HEAD = "index,score,added,removed\n-2,0.0,[a->b;a->c],[]\n-1,0.0,[],[a->b;a->c]\n"
DIRECTED = f"""{HEAD}0,-3.0,[a->b;b->c],[]
10,-2.5,[b->a],[a->b]
15,-3.0,[a->b],[b->a]
19,-2.0,[a->c],[]
"""


@pytest.fixture
def moves(tmp_path):
    """Write a table of moves and read it."""

    def read(text, **how):
        path = tmp_path / "chain.csv"
        path.write_text(text, encoding="utf-8")
        return em.read_samples(path, **how)

    return read


def shares(samples):
    return {
        str(graph): round(weight, 12) for graph, weight in zip(samples, samples.weights, strict=True)
    }


# ---- moves


def test_the_example_of_benchpress_documentation(moves):
    """Its text says which graphs it stands for: iterations 0 to 33, 34 to 88, and 89."""
    samples = moves(UNDIRECTED)
    assert samples.nodes == ("a", "b", "c", "d")
    assert samples.n_draws == 90
    texts = "a --- d; b --- c", "a --- d; b; c", "a --- d; c --- d; b"
    assert list(samples) == [Graph.parse(text) for text in texts]
    assert samples.weights.tolist() == [34 / 90, 55 / 90, 1 / 90]
    assert {graph.kind for graph in samples} == {"undirected"}


def test_graphs_that_a_chain_comes_back_to_are_kept_once(moves):
    samples = moves(DIRECTED)
    assert (len(samples), samples.n_draws) == (3, 20)
    assert shares(samples) == {"a --> b; b --> c": 0.7, "b --> a; b --> c": 0.25,
                               "a --> b; a --> c; b --> c": 0.05}  # fmt: skip


def test_burn_in_leaves_out_the_start_and_length_ends_the_chain(moves):
    assert shares(moves(DIRECTED, burn_in=12, length=16)) == {"b --> a; b --> c": 0.75,
                                                              "a --> b; b --> c": 0.25}  # fmt: skip
    assert moves(DIRECTED, length=100).weights[2] == 0.81


def test_the_two_rows_that_bidag_modules_add_are_left_out_by_length(moves):
    undone = f"{DIRECTED}20,-3.0,[],[a->c]\n21,-2.0,[a->c],[]\n"
    assert shares(moves(undone, length=20)) == shares(moves(DIRECTED))
    assert moves(undone).n_draws == 22


def test_a_column_of_times_counts_in_place_of_iterations(moves):
    text = (
        "index,time,score,added,removed\n-2,-2,0,[a->b],[]\n-1,-1,0,[],[a->b]\n0,0,-1,[a->b],[]\n"
        "2,0.5,-2,[],[a->b]\n10,2.0,-1,[a->b],[]\n"
    )
    samples = moves(text)
    assert shares(samples) == {"a --> b": 0.25, "a; b": 0.75}
    assert samples.n_draws == 2
    assert shares(moves(text, length=4.0)) == {"a --> b": 0.625, "a; b": 0.375}


def test_nodes_say_what_a_file_does_not_and_their_order(moves):
    text = "index,score,added,removed\n0,-1,[b->a],[]\n4,-1,[],[b->a]\n"
    assert moves(text, nodes=["a", "b", "z"]).nodes == ("a", "b", "z")
    assert moves(HEAD + "0,0,[c->a],[]\n", nodes=["c", "b", "a"])[0].nodes == ("c", "b", "a")
    with pytest.raises(FormatError, match="first row must have a negative index"):
        moves(text)
    timed = "index,time,added,removed\n-2,0,[a->b],[]\n-1,0,[],[a->b]\n0,0,[a->b],[]\n1,3,[],[]\n"
    with pytest.raises(FormatError, match=r"first row must have a negative time.*nodes=\['a', 'b'\]"):
        moves(timed)
    assert shares(moves(timed, nodes=["a", "b"])) == {"a --> b": 1}


def test_names_may_hold_the_sign_of_an_edge_where_one_reading_is_left(moves):
    text = "index,score,added,removed\n0,-1,[IL-6-TNF],[]\n"
    assert moves(text, nodes=["IL-6", "TNF"])[0] == Graph.parse('"IL-6" --- TNF')
    with pytest.raises(FormatError, match="in one way; got 'a-b-c'"):
        moves("index,score,added,removed\n0,-1,[a-b-c],[]\n", nodes=["a", "b-c", "a-b", "c"])


def test_random_moves_give_the_graphs_of_each_iteration(moves):
    rng = random.Random(1)
    names = [f"n{k}" for k in range(6)]
    star = ";".join(f"n0->{name}" for name in names[1:])
    lines = ["index,score,added,removed", f"-2,0,[{star}],[]", f"-1,0,[],[{star}]"]
    arcs, every, clock = set(), [], 0
    for _ in range(300):
        now = arcs ^ {tuple(rng.sample(names, 2)) for _ in range(rng.choice((1, 1, 1, 8)))}
        added, removed = (
            ";".join(f"{a}->{b}" for a, b in sorted(edges)) for edges in (now - arcs, arcs - now)
        )
        if every:
            stay = rng.randint(1, 4)
            every += [every[-1]] * (stay - 1)
            clock += stay
        lines.append(f"{clock},-1.5,[{added}],[{removed}]")
        arcs = now
        every.append(Graph(names, [(a, "-->", b) for a, b in arcs], kind="digraph"))
    samples = moves("\n".join(lines) + "\n", kind="digraph")
    expected = GraphSamples(every)
    assert samples.n_draws == len(every)
    assert samples.nodes == tuple(names)
    np.testing.assert_allclose(samples.marginals(), expected.marginals(), atol=1e-12)
    assert sorted(samples.weights) == pytest.approx(sorted(expected.distinct().weights))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("index,score\n0,1\n", "names index, added and removed"),
        ("index;score;added;removed\n", "separated by commas"),
        ("index,score,added,removed\n", "a row for the first graph; got none"),
        (HEAD + "0,0,[a->b],[]\n1,0,[a->b],[]\n", "line 5: a move must add edges that are absent"),
        (HEAD + "0,0,[],[a->b]\n", "line 4: a move must add edges that are absent and remove"),
        (HEAD + "0,0,[a->b],[]\nx,0,[],[]\n", "line 5: an iteration must be a number; got 'x'"),
        (HEAD + "0,0,[a->b],[]\nnan,0,[],[]\n", "line 5: iterations must not go back"),
        (HEAD + "5,0,[a->b],[]\n4,0,[],[]\n", "line 5: iterations must not go back; got 4"),
        (HEAD + "0,0,[a->z],[]\n", "line 4: an edge must join two of the nodes .* got 'a->z'"),
        (HEAD + "0,0,[a->a],[]\n", "got 'a->a'"),
        (HEAD + "0,0,a->b,[]\n", "line 4: edges must stand in brackets"),
        (HEAD + "0,0,[a->b]\n", "line 4: a row must have 4 fields; got 3"),
        (
            HEAD + "8999999999999999999999,0,[],[]\n",
            r"line 4: an iteration must be at most 2\*\*53; got 89",
        ),
        ("index,score,added,removed\n-2,0,[a->b;c->d],[]\n", "from one of them to each of the others"),
        ("index,score,added,removed\n-2,0,[],[]\n", "from one of them to each of the others"),
        ("index,score,added,removed\n-2,0,[a-x-b],[]\n", "from one of them to each of the others"),
    ],
)
def test_moves_that_are_none_are_refused(moves, text, message):
    with pytest.raises(FormatError, match=message) as caught:
        moves(text)
    assert "chain.csv: " in str(caught.value)


@pytest.mark.parametrize(
    "how", [{"burn_in": 20}, {"burn_in": -1}, {"length": 0.5}, {"burn_in": float("nan")}]
)
def test_a_burn_in_that_leaves_nothing_is_refused(moves, how):
    with pytest.raises(GraphError, match="the burn-in must be at least 0 and leave an iteration"):
        moves(DIRECTED, **how)


def test_a_chain_that_starts_after_its_end_has_no_graph(moves):
    with pytest.raises(GraphError, match="the chain has none before 3"):
        moves(HEAD + "5,0,[a->b],[]\n", length=3)


def test_a_file_cannot_ask_for_more_than_the_limit(moves):
    with pytest.raises(LimitError, match="at most 3 edges"):
        moves(DIRECTED, limits=Limits(edges=3))
    with pytest.raises(LimitError, match="at most 2 nodes"):
        moves(DIRECTED, limits=Limits(nodes=2))


# ---- matrices


@pytest.fixture
def cells():
    array = np.zeros((3, 2, 2), np.int8)
    array[0, 0, 1] = array[1, 0, 1] = array[2, 1, 0] = 1
    return array


def test_stacked_matrices_have_a_direction(tmp_path, cells):
    np.save(tmp_path / "s.npy", cells)
    samples = em.read_samples(tmp_path / "s.npy", direction="column-to-row", nodes=["A", "B"])
    assert shares(samples.distinct()) == {"B --> A": round(2 / 3, 12), "A --> B": round(1 / 3, 12)}
    with pytest.raises(AmbiguityError, match=r"s\.npy: matrix 0: .*direction"):
        em.read_samples(tmp_path / "s.npy")


@pytest.mark.parametrize("key", ["adjacency", "samples"])
def test_an_archive_may_hold_names_and_weights(tmp_path, cells, key):
    np.savez(tmp_path / "s.npz", **{key: cells}, nodes=np.array(["A", "B"]), weights=[1.0, 1.0, 6.0])
    samples = em.read_samples(tmp_path / "s.npz", direction="row-to-column")
    assert samples.nodes == ("A", "B")
    assert samples.weights.tolist() == [0.125, 0.125, 0.75]
    with pytest.raises(FormatError, match="names its nodes"):
        em.read_samples(tmp_path / "s.npz", direction="row-to-column", nodes=["B", "A"])


@pytest.mark.parametrize("shape", [(2, 2), (3, 2, 3), (2,)])
def test_another_shape_is_refused(tmp_path, shape):
    np.save(tmp_path / "s.npy", np.zeros(shape))
    with pytest.raises(FormatError, match=r"shape \(S, p, p\)"):
        em.read_samples(tmp_path / "s.npy")


def test_an_archive_of_more_is_refused(tmp_path, cells):
    np.savez(tmp_path / "s.npz", a=cells, b=cells)
    with pytest.raises(FormatError, match=r"nothing else but 'nodes', 'weights', .*; got 'a', 'b'"):
        em.read_samples(tmp_path / "s.npz")


def test_an_unknown_suffix_is_refused(tmp_path):
    (tmp_path / "s.txt").write_text("A --> B\n")
    with pytest.raises(FormatError, match=r"are read from \.npy, \.npz, \.csv"):
        em.read_samples(tmp_path / "s.txt")


def test_large_arrays_are_refused_by_the_limits(tmp_path, cells):
    np.save(tmp_path / "s.npy", cells)
    with pytest.raises(LimitError, match="at most 0 edges"):
        em.read_samples(tmp_path / "s.npy", direction="row-to-column", limits=Limits(edges=0))


# ---- telling them from graphs


def test_samples_are_told_from_graphs(tmp_path, cells):
    chain, graph, table = tmp_path / "chain.csv", tmp_path / "graph.csv", tmp_path / "edges.csv"
    chain.write_text(DIRECTED)
    graph.write_text("a,b\n0,1\n0,0\n")
    table.write_text("source,target\na,b\n")
    np.save(tmp_path / "s.npy", cells)
    np.save(tmp_path / "g.npy", cells[0])
    np.savez(tmp_path / "s.npz", adjacency=cells)
    np.savez(tmp_path / "g.npz", adjacency=cells[0])
    (tmp_path / "broken.npz").write_bytes(b"PK")
    (tmp_path / "empty.csv").write_bytes(b"")
    found = {path.name for path in tmp_path.iterdir() if holds_samples(path)}
    assert found == {"chain.csv", "s.npy", "s.npz"}


@pytest.mark.parametrize(
    "how", [{"burn_in": 19.5}, {"burn_in": "5"}, {"length": float("inf")}, {"length": "9"}]
)
def test_a_part_of_a_chain_that_is_none_is_refused(moves, how):
    with pytest.raises(GraphError, match=r"(the burn-in|length) must be"):
        moves(DIRECTED, **how)


# ---- writing


@pytest.mark.parametrize(
    "texts", [["A --> B --> C", "A --- B; C", "A; B; C"], ["A --> B --> A; C", "A; B; C"]]
)
def test_what_is_written_is_read_again(tmp_path, texts):
    weights = np.arange(1, len(texts) + 1) / 3
    samples = GraphSamples([Graph.parse(text) for text in texts], weights=weights)
    em.io.write_samples(samples, tmp_path / "s.npz")
    found = em.read_samples(tmp_path / "s.npz")
    assert list(found) == list(samples)
    assert (found.weights == samples.weights).all()
    assert found.n_draws == samples.n_draws


@pytest.mark.parametrize(
    "kinds", [[None, None], ["dag", "dag"], ["pdag", None], ["cpdag", "mpdag"], [None, "digraph"]]
)
@pytest.mark.parametrize("named", [True, False])
def test_r5_samples_are_read_back_without_options(tmp_path, kinds, named):
    """R5: the archive says the direction, what pairs of ones are, and each declared kind."""
    edges = [[(0, "-->", 1), (1, "-->", 2)], [(2, "-->", 1)]]
    nodes = ["A", "B", "C"] if named else 3
    names = nodes if named else range(3)
    graphs = [
        Graph.from_edges([(names[a], glyph, names[b]) for a, glyph, b in pairs], nodes=nodes, kind=kind)
        for pairs, kind in zip(edges, kinds, strict=True)
    ]
    samples = GraphSamples(graphs, weights=[1, 2])
    path = tmp_path / "s.npz"
    em.io.write_samples(samples, path)
    found = em.read_samples(path)
    assert found == samples
    assert [one.kind for one in found] == kinds
    assert found.is_named is named
    assert [one.kind for one in em.read_samples(path, kind="dag")] == ["dag", "dag"]
    assert em.read_samples(path, direction="row-to-column") == samples
    with pytest.raises(em.errors.ConventionError, match="direction has no effect"):
        em.read_samples(path, direction="column-to-row")


def test_r5_broken_words_of_archives_of_samples_are_refused(tmp_path):
    array = np.zeros((2, 2, 2), np.int8)
    for words in ({"kind": "tree"}, {"kind": ["dag"] * 3}, {"direction": "up"}, {"kind": [1.0]}):
        np.savez(tmp_path / "s.npz", adjacency=array, **({"direction": "row-to-column"} | words))
        with pytest.raises(FormatError, match=r"'(kind|direction)' must be one"):
            em.read_samples(tmp_path / "s.npz")


def test_the_command_scores_samples_of_ours_beside_a_truth_that_needs_a_direction(tmp_path, capsys):
    (tmp_path / "t.csv").write_text("A,B\n0,0\n1,0\n")
    em.io.write_samples(GraphSamples([Graph.parse("A --> B"), Graph.parse("A; B")]), tmp_path / "s.npz")
    files = [str(tmp_path / "t.csv"), str(tmp_path / "s.npz")]
    assert run(["score", *files, "--direction", "column-to-row"]) == 0
    em.write(Graph.parse("A --> B"), tmp_path / "t.json")
    assert run(["score", str(tmp_path / "t.json"), files[1]]) == 0
    capsys.readouterr()
    assert run(["score", str(tmp_path / "t.json"), files[1], "--direction", "column-to-row"]) == 2
    assert "--direction has no effect" in capsys.readouterr().err


def test_moves_may_be_separated_by_tabs(tmp_path):
    path = tmp_path / "chain.tsv"
    path.write_text(DIRECTED.replace(",", "\t"))
    (tmp_path / "chain.csv").write_text(DIRECTED)
    assert holds_samples(path)
    assert em.read_samples(path) == em.read_samples(tmp_path / "chain.csv")


def test_options_of_matrices_are_refused_for_moves(tmp_path):
    path = tmp_path / "chain.csv"
    path.write_text("index,score,added,removed\n-2,0,[a->b],[]\n-1,0,[],[a->b]\n0,-3,[a->b],[]\n")
    with pytest.raises(em.errors.ConventionError, match="direction has no effect"):
        em.read_samples(path, direction="column-to-row")


def test_a_chain_keeps_its_number_of_draws(moves, tmp_path):
    samples = moves(DIRECTED)
    em.io.write_samples(samples, tmp_path / "s.npz")
    found = em.read_samples(tmp_path / "s.npz")
    assert found.n_draws == samples.n_draws == 20
    truth = samples[0]
    assert em.metrics.edge_log_score(truth, found) == em.metrics.edge_log_score(truth, samples)


def test_samples_that_matrices_cannot_hold_are_not_written(tmp_path):
    for text in ("A <-> B", "A o-o B"):
        with pytest.raises(em.errors.KindError, match=r"other edges\. Write the graphs one by one"):
            em.io.write_samples(GraphSamples([Graph.parse(text)]), tmp_path / "s.npz")
    both = GraphSamples([Graph.parse("A --> B --> A"), Graph.parse("A --- B")])
    with pytest.raises(
        em.errors.KindError, match="either --- or cycles of two nodes; the samples have both"
    ):
        em.io.write_samples(both, tmp_path / "s.npz")
    with pytest.raises(FormatError, match=r"samples of graphs are written as \.npz"):
        em.io.write_samples(both, tmp_path / "s.csv")
    with pytest.raises(TypeError, match="takes GraphSamples"):
        em.io.write_samples(Graph.parse("A --> B"), tmp_path / "s.npz")
    assert not list(tmp_path.iterdir())


# ---- parts of what there is


@pytest.mark.parametrize("suffix", ["npy", "npz"])
def test_of_matrices_the_first_can_be_left_out(tmp_path, suffix):
    array = np.zeros((3, 2, 2), np.int8)
    array[1:, 0, 1] = 1
    path = tmp_path / f"s.{suffix}"
    np.save(path, array) if suffix == "npy" else np.savez(path, array)
    found = em.read_samples(path, direction="row-to-column", burn_in=1)
    assert (len(found), found.n_draws, found.marginals()[0, 1]) == (2, 2, 1.0)
    for burn_in in (3, -1, 0.5, "1", float("nan")):
        with pytest.raises(GraphError, match="the burn-in must be a whole number from 0"):
            em.read_samples(path, direction="row-to-column", burn_in=burn_in)
    with pytest.raises(GraphError, match="length applies to the moves"):
        em.read_samples(path, direction="row-to-column", length=2)


def test_matrices_with_weights_have_no_first_part(tmp_path):
    np.savez(tmp_path / "s.npz", adjacency=np.zeros((2, 2, 2), np.int8), weights=np.ones(2))
    with pytest.raises(GraphError, match="a burn-in needs one matrix for each iteration"):
        em.read_samples(tmp_path / "s.npz", burn_in=1, direction="row-to-column")


def test_r11_a_burn_in_is_not_ignored_where_an_archive_says_the_number_of_draws(tmp_path):
    array = np.zeros((6, 2, 2), np.int8)
    array[3:, 0, 1] = 1
    np.savez(tmp_path / "s.npz", adjacency=array, draws=6)
    found = em.read_samples(tmp_path / "s.npz", direction="row-to-column", burn_in=3)
    assert (len(found), found.n_draws, found.marginals()[0, 1]) == (3, 3, 1.0)
    np.savez(tmp_path / "s.npz", adjacency=array, draws=60)
    with pytest.raises(GraphError, match="the 6 matrices of this archive stand for 60 draws"):
        em.read_samples(tmp_path / "s.npz", direction="row-to-column", burn_in=3)
    assert em.read_samples(tmp_path / "s.npz", direction="row-to-column").n_draws == 60


@pytest.mark.parametrize("byte", [2, 255])
@pytest.mark.parametrize("suffix", [".npy", ".npz"])
def test_r7_a_boolean_array_of_other_bytes_is_refused_in_files(tmp_path, byte, suffix):
    odd = np.array([[[0, byte], [0, 0]]], np.uint8).view(bool)
    path = tmp_path / f"s{suffix}"
    np.save(path, odd) if suffix == ".npy" else np.savez(path, odd)
    for read in (em.read_samples, em.read_scores, em.read):
        with pytest.raises(FormatError, match="0 or 1 in every byte"):
            read(path, direction="row-to-column")


def test_r7_a_boolean_array_of_other_bytes_is_true_in_memory_as_numpy_has_it():
    odd = np.array([[[0, 2], [0, 0]], [[0, 0], [255, 0]]], np.uint8).view(bool)
    plain = np.array([[[0, 1], [0, 0]], [[0, 0], [1, 0]]], bool)
    truth = Graph(2, [(0, "-->", 1)])
    how = {"direction": "row-to-column"}
    assert list(GraphSamples.from_adjacency(odd, **how)) == list(
        GraphSamples.from_adjacency(plain, **how)
    )
    found = em.evaluate_many(truth, odd, "shd:pair mismatch", **how)
    assert found.values.tolist() == [[0.0], [1.0]]


@pytest.mark.parametrize("draws", [0, -1, 1.5, [1, 2]])
def test_a_number_of_draws_that_is_none_is_refused(tmp_path, draws):
    np.savez(tmp_path / "s.npz", adjacency=np.zeros((2, 2, 2), np.int8), draws=np.array(draws))
    with pytest.raises(FormatError, match="'draws' must be one whole number"):
        em.read_samples(tmp_path / "s.npz")


def test_x5_an_edge_that_holds_the_symbol_at_every_place_is_read_in_one_pass(tmp_path):
    """Every way to split it was tried, and each way copied all of it: 40,000 arrows took a minute."""
    from edgemark.io import moves as module

    class Counted(str):
        """Text that counts how much of it is copied."""

        copied = 0

        def __getitem__(self, place):
            Counted.copied += len(range(*place.indices(len(self))))
            return str.__getitem__(self, place)

    edge = Counted("a" + "->" * 40_000 + "b")
    table = module._Table(*[np.zeros(1, np.int64)] * 3, np.zeros(1), False, [f"[{edge}]"])
    with pytest.raises(FormatError, match="an edge must join two of the nodes"):
        module._ends(table, 0, edge, "->", {"a", "b"}, frozenset({1}))
    assert Counted.copied < 1000


@pytest.mark.parametrize("kind", ["dag", "pag"])
def test_a_kind_that_moves_of_undirected_graphs_cannot_have_is_refused(moves, kind):
    with pytest.raises(em.errors.KindError, match=r"moves a-b belong to undirected graphs; got kind="):
        moves(UNDIRECTED, kind=kind)
    assert moves(UNDIRECTED, kind="undirected")[0].kind == "undirected"


# ---- moves as they are written elsewhere


def test_moves_may_have_spaces_between_edges(moves):
    assert shares(moves(DIRECTED.replace(";", "; "))) == shares(moves(DIRECTED))


def test_an_edge_turned_without_removing_it_is_refused_unless_cycles_are_meant(moves):
    text = f"{HEAD}0,-3.0,[a->b],[]\n5,-2.0,[b->a],[]\n"
    with pytest.raises(FormatError, match=r'edges in both directions between two nodes.*kind="digraph"'):
        moves(text)
    assert moves(text, kind="digraph")[1].n_edges == 2


def test_a_burn_in_that_leaves_less_than_a_draw_is_refused(moves):
    with pytest.raises(GraphError, match="leave an iteration"):
        moves(DIRECTED, burn_in=19.5)
    assert moves(DIRECTED, burn_in=19).n_draws == 1


@pytest.mark.parametrize("weights", [[1, np.nan], [1, np.inf], [-1, -2]])
def test_weights_of_an_archive_that_are_none_get_advice_about_the_archive(tmp_path, weights):
    np.savez(tmp_path / "s.npz", adjacency=np.zeros((2, 2, 2), np.int8), weights=weights)
    with pytest.raises(GraphError, match="the array 'weights': weights must be") as caught:
        em.read_samples(tmp_path / "s.npz", direction="row-to-column")
    assert not any(remedy.python for remedy in caught.value.message.remedies)


def test_nan_weights_are_no_logarithms():
    with pytest.raises(GraphError, match="must be finite") as caught:
        GraphSamples([Graph.parse("A --> B")] * 2, weights=[1, np.nan])
    assert not caught.value.message.remedies


@pytest.mark.parametrize("option", ["burn_in", "length"])
def test_a_chain_of_whole_iterations_has_no_part_of_one(moves, option):
    with pytest.raises(GraphError, match=rf"{option} must be a whole .*got 2\.5"):
        moves(DIRECTED, **{option: 2.5})
