"""What a graph declares means the same in every function."""

import warnings

import pytest

import edgemark as em

P = em.Graph.parse
SKELETON = P("A --- B --- C", kind="undirected")
COLLIDER = P("A --> B <-- C")
CHAIN = P("A --> B --> C")


def told(code):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = code()
    return value, [str(one.message) for one in caught]


# ---- MPDAGs, whatever knowledge directed


@pytest.mark.parametrize("target", ["A", "B", "C"])
def test_2effects_4_compelled_recall_counts_what_interventions_directed(target):
    truth = em.equivalence.to_icpdag(CHAIN, [[target]])
    dags = [set(dag.edges()) for dag in em.members(truth)]
    compelled = set.intersection(*dags)
    for estimate in (CHAIN, P("A --> B <-- C"), P("A --- B --- C")):
        right = len(compelled & set(estimate.edges()))
        assert em.metrics.compelled_recall(truth, estimate) == right / len(compelled)


@pytest.mark.parametrize("targets", [[], ["A"], ["B"], ["C"]])
def test_2effects_4_an_mpdag_is_no_cpdag_whatever_its_marks(targets):
    mpdag = em.equivalence.to_icpdag(CHAIN, [targets])
    for truth, estimate in ((mpdag, CHAIN), (CHAIN, mpdag), (mpdag, mpdag)):
        for of in ("cpdag", "truth-cpdag"):
            with pytest.raises(em.errors.KindError, match="declared an MPDAG"):
                em.shd(truth, estimate, of=of)
    assert em.printed_by(mpdag, CHAIN, "bnlearn")["shd()"].status == "refused"
    assert em.evaluate_many(mpdag, [CHAIN], "shd:both to CPDAG").values[0] != 0
    with pytest.raises(em.errors.KindError, match="declared an MPDAG"):
        em.to_cpdag(mpdag)
    assert em.to_cpdag(em.equivalence.extension(mpdag)) == em.to_cpdag(CHAIN)


def test_2effects_4_no_pag_is_made_of_an_mpdag():
    mpdag = em.equivalence.to_icpdag(CHAIN, [["A"]])
    for truth, estimate in ((mpdag, CHAIN), (CHAIN, mpdag)):
        with pytest.raises(em.errors.KindError, match="declared an MPDAG"):
            em.shd(truth, estimate, of="pag")


def test_2effects_4_an_mpdag_without_knowledge_is_still_compared_with_a_cpdag():
    assert em.parent_aid(em.equivalence.to_icpdag(CHAIN, [[]]), em.to_cpdag(CHAIN)) == 0


# ---- skeletons


@pytest.mark.parametrize(
    "code",
    [
        lambda: em.parent_aid(COLLIDER, SKELETON),
        lambda: em.effects(COLLIDER, SKELETON),
        lambda: em.sid_bounds(COLLIDER, SKELETON),
        lambda: em.metrics.sid_lower(COLLIDER, SKELETON),
        lambda: em.over_class("sid", COLLIDER, SKELETON),
        lambda: em.class_size(SKELETON),
        lambda: em.members(SKELETON),
        lambda: em.equivalence.sample_members(SKELETON, 3),
        lambda: em.shd(COLLIDER, SKELETON, of="cpdag"),
        lambda: em.shd(COLLIDER, SKELETON, of="truth-cpdag"),
        lambda: em.shd(COLLIDER, SKELETON, of="pag"),
        lambda: em.adjustment_aid(COLLIDER, SKELETON),
        lambda: em.separation_distance(COLLIDER, SKELETON),
        lambda: em.metrics.sc_metric(COLLIDER, SKELETON),
        lambda: em.metrics.ancestral_errors(COLLIDER, SKELETON),
        lambda: em.metrics.ancestral_coverage(COLLIDER, SKELETON),
        lambda: em.metrics.confounding_errors(COLLIDER, SKELETON),
        lambda: em.evaluate_many(COLLIDER, [SKELETON, SKELETON], ["parent_aid", "sid_lower"]),
        lambda: em.evaluation.evaluate_pairs([COLLIDER] * 2, [SKELETON] * 2, "parent_aid"),
        lambda: em.evaluate(COLLIDER, SKELETON, ["parent_aid", "sid_lower"]),
    ],
)
def test_2effects_5_how_a_skeleton_is_read_is_said_once(code):
    _, said = told(code)
    assert sum("is read as a CPDAG without unshielded colliders" in text for text in said) == 1


def test_2effects_5_reports_hold_what_is_said_of_skeletons():
    report, _ = told(lambda: em.evaluate(COLLIDER, SKELETON, "parent_aid"))
    assert sum("is read as a CPDAG" in text for text in report.warnings) == 1
    for metrics in ("shd:pair mismatch", "shd:skeleton"):
        report, said = told(lambda m=metrics: em.evaluate(COLLIDER, SKELETON, m))
        assert not any("is read as a CPDAG" in text for text in (*report.warnings, *said))
    assert told(lambda: em.class_size(SKELETON.with_kind("cpdag")))[1] == []


# ---- declared kinds of functions about classes and hidden variables


@pytest.mark.parametrize("kind", ["mag", "pag", "cpdag", "undirected"])
@pytest.mark.parametrize("to", ["mag", "admg"])
def test_2effects_6_a_projection_takes_the_arrows_of_a_dag(kind, to):
    with pytest.raises(em.errors.KindError, match="declared"):
        em.latent_projection(P("A --> B --> C", kind=kind), hidden=["B"], to=to)


@pytest.mark.parametrize("kind", ["pag", "cpdag", "undirected"])
def test_2effects_6_a_pag_is_made_of_a_mag(kind):
    with pytest.raises(em.errors.KindError, match="declared"):
        em.to_pag(P("A --> B --> C", kind=kind))


@pytest.mark.parametrize("kind", [None, "dag", "mag", "admg", "digraph"])
def test_2effects_6_true_declarations_are_taken(kind):
    assert em.to_pag(P("A --> B <-- C", kind=kind)) == P("A o-> B <-o C", kind="pag")
    if kind != "mag":
        assert em.latent_projection(P("A --> B --> C", kind=kind), ["B"]) == P("A --> C", kind="mag")


def test_2effects_7_patterns_are_of_graphs_without_hidden_variables():
    mag, pag = P("A --> B", kind="mag"), P("B --> A", kind="pag")
    for truth, estimate in ((mag, P("A --> B")), (P("A --> B"), pag)):
        with pytest.raises(em.errors.KindError, match="arrows allow hidden common causes"):
            em.shd(truth, estimate, of="pattern")
    for graph in (mag, pag):
        with pytest.raises(em.errors.KindError, match="arrows allow hidden common causes"):
            em.equivalence.pattern(graph)


@pytest.mark.parametrize(
    "graph", [P("A --- B", kind="dag"), P("A --- B", kind="digraph"), P("A --> B", kind="undirected")]
)
def test_2effects_8_false_declarations_are_refused_everywhere(graph):
    dag = P("A --> B")
    for code in (
        lambda: em.equivalence.extension(graph),
        lambda: em.equivalence.pattern(graph),
        lambda: em.repair(graph),
        lambda: em.to_cpdag(graph),
        lambda: em.sid(graph, dag),
        lambda: em.sid(dag, graph),
        lambda: em.sid_bounds(graph, dag.skeleton().with_kind("cpdag")),
        lambda: em.shd(dag, graph, of="pattern"),
        lambda: em.shd(dag, graph, of="truth-cpdag"),
    ):
        with pytest.raises(
            em.errors.KindError, match=r"declared|needs a DAG as the truth|sid needs a DAG"
        ):
            code()


def test_2effects_9_a_bound_over_a_class_is_no_number_of_its_members():
    with pytest.raises(
        em.errors.KindError, match=r"sid_lower compares a class as a whole.*over_class\("
    ):
        em.over_class("sid_lower", P("A --> B"), P("A --- B"))


def test_2effects_9_a_member_is_asked_of_a_pag_without_selection():
    with pytest.raises(em.errors.KindError, match=r"a member of the class of a PAG .* to_mag"):
        em.to_mag(P("A --- B"))


def test_2effects_10_the_way_out_of_a_package_is_said_for_the_shell():
    two = P("A --> B; A <-> B")
    with pytest.raises(em.errors.KindError, match="in the shell, leave out --as"):
        em.printed_by(two, two, "cdans")
