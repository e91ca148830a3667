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
    paths = write(tmp_path, DAG, em.equivalence.to_icpdag(DAG, [{"C"}, {"A", "E"}]))
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
    assert "B --> A is required by the tiers, but the DAG has A --> B" in result.err


def test_e8_the_explanation_of_a_distance_of_effects_says_what_it_is_defined_on(edgemark):
    text = edgemark("metrics", "parent_aid").out
    assert "a DAG, a CPDAG or a declared MPDAG as the truth" in " ".join(text.split())
    assert "graphs of any kind" in edgemark("metrics", "shd").out


GIES = Graph.parse("A --- B; A --- E; B --> C --> D")


def advised(text, option):
    """The options that a message tells to type, from this one to the end of its sentence."""
    words = " ".join(text.split())
    return words[words.index(f": {option} ") + 2 :].partition(". ")[0].split()


def test_e7_the_command_advises_the_line_that_scores_an_interventional_class(edgemark, tmp_path):
    paths = write(tmp_path, DAG, GIES)
    plain = "score", *paths, "-m", "parent_aid"
    assert edgemark(*plain, "--targets", "C", "--kind", "mpdag", "--format", "json").json
    first = advised(edgemark(*plain).out, "--targets")
    assert first == ["--targets", "C", "--kind", "mpdag"]
    result = edgemark(*plain, *first, "--format", "json").json["reports"][0]
    assert {row["value"] for row in result["rows"]} == {0}
    declared = edgemark(*plain, "--kind", "mpdag")
    assert advised(declared.out, "--targets") == ["--targets", "C"]


def test_an_interventional_class_is_not_told_to_lose_its_marks(edgemark, tmp_path):
    paths = write(tmp_path, DAG, GIES)
    truth_as_learnable = "--targets", "C", "--kind", "mpdag"
    for command in (("score", *paths, "-m", "shd"), ("score", *paths, "--as", "cdt"), ("diff", *paths)):
        result = edgemark(*command, *truth_as_learnable)
        assert "repair" not in result.out + result.err, command


def test_what_has_no_guesses_says_why(edgemark, tmp_path):
    paths = write(tmp_path, DAG, GIES)
    truth_as_learnable = "--targets", "C", "--kind", "mpdag", "-m", "parent_aid"
    for command in (
        ("score", *paths, "--chance", *truth_as_learnable),
        ("chance", *paths, *truth_as_learnable),
    ):
        result = edgemark(*command)
        assert "nan*" not in result.out
        assert "the estimate is an MPDAG: B --> C would be" in " ".join(result.out.split()), result


def test_targets_may_end_in_a_comma_and_need_no_hidden_variables(edgemark, tmp_path):
    paths = write(tmp_path, DAG, GIES)
    assert edgemark("diff", *paths, "--effects", "--targets", "C, ", "--kind", "mpdag").status == 0
    refused = edgemark("diff", *paths, "--effects", "--targets", "C", "--truth-kind", "mag")
    assert "--truth-kind dag" in refused.err
    assert "with_kind" not in refused.err


def test_tiers_that_contradict_the_truth_are_not_answered_by_its_cpdag(edgemark, tmp_path):
    """The remedy was `to_cpdag(graph)`, which the shell has not and which tiers contradict as well."""
    result = edgemark("score", *write(tmp_path, DAG, DAG), "--tier", "B", "--tier", "A")
    assert result.status == 2
    assert "--tier contradicts the truth: B --> A is required by the tiers" in result.err
    assert "Correct one of them" in result.err
    assert "to_cpdag" not in result.err


def test_the_effects_of_a_fully_directed_estimate_have_a_way_out_in_the_shell(edgemark, tmp_path):
    dag = em.Graph.parse("A --> B --> C")
    paths = write(tmp_path, dag, em.Graph.parse("A --> B <-- C"))
    refused = edgemark("diff", *paths, "--effects", "--targets", "B")
    assert refused.status == 2
    assert "declare an MPDAG: --kind mpdag" in refused.err
    assert "(in Python)" not in refused.err
    assert edgemark("diff", *paths, "--effects", "--targets", "B", "--kind", "mpdag").status == 1
