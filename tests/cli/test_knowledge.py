"""The truth as the class that an algorithm with interventions or tiers could have found."""

import edgemark as em
from edgemark import Graph

DAG = Graph.parse("A --> B --> C --> D; A --> E")


def write(folder, truth, estimate):
    paths = folder / "truth.json", folder / "estimate.json"
    for graph, path in zip((truth, estimate), paths, strict=True):
        em.write(graph, path)
    return [str(path) for path in paths]


def test_e9_an_interventional_class_is_scored_fairly(edgemark, tmp_path):
    paths = write(tmp_path, DAG, em.to_icpdag(DAG, [{"C"}, {"A", "E"}]))
    options = ["--targets", "C", "--targets", "A, E"]
    result = edgemark("score", *paths, "-m", "parent_aid:all mistakes", *options)
    assert (result.status, "0 of 20" in result.out or " 0 " in result.out) == (0, True), result
    assert edgemark("diff", *paths, "--effects", *options).status == 0


def test_e9_a_tiered_class_is_scored_fairly(edgemark, tmp_path):
    paths = write(tmp_path, DAG, em.to_mpdag(DAG, tiers=[["A", "B"], ["C", "D", "E"]]))
    assert edgemark("diff", *paths, "--effects", "--tier", "A,B", "--tier", "C,D,E").status == 0


def test_e9_knowledge_that_the_truth_contradicts_is_refused(edgemark, tmp_path):
    paths = write(tmp_path, DAG, DAG)
    result = edgemark("score", *paths, "--tier", "B", "--tier", "A")
    assert result.status == 2
    assert "B --> A is needed for the tiers, but the DAG has A --> B" in result.err


def test_e8_the_explanation_of_a_distance_of_effects_says_what_it_is_defined_on(edgemark):
    text = edgemark("metrics", "parent_aid").out
    assert "a DAG or a CPDAG as the truth" in " ".join(text.split())
    assert "graphs of any kind" in edgemark("metrics", "shd").out
