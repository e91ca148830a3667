"""`edgemark compare`: options without effect are refused, and advice fits what is missing."""

import pytest

import edgemark as em

PATTERN = ("--pattern", "{dataset}-{method}_{seed}.json")


def flat(text):
    return " ".join(str(text).split())


@pytest.fixture
def scored(edgemark, save):
    """Score estimates of some methods and seeds on each data set; give the results and the pattern."""

    def run(seeds, datasets=("a", "b", "c"), *options):
        names = []
        for dataset in datasets:
            save(f"{dataset}.json", "A --> B --> C --> D; E; F")
            for method, of_method in seeds.items():
                for seed in of_method:
                    text = "A --> B --> C; D; E; F" if method == "pc" else "A --> B; C --> F; D; E"
                    save(f"{dataset}-{method}_{seed}.json", text)
            files = [f"{dataset}-{m}_{s}.json" for m, of_method in seeds.items() for s in of_method]
            more = ("--format", "json", "-o", f"{dataset}.scores")
            edgemark("score", f"{dataset}.json", *files, "-m", "f1:skeleton", *options, *more)
            names.append(f"{dataset}.scores")
        return (*names, *PATTERN)

    return run


def test_m5_a_test_that_only_the_figure_uses_is_refused_without_one(edgemark, scored):
    results = scored({"pc": [1, 2], "ges": [1, 2], "lin": [1, 2]})
    found = edgemark("compare", *results, "--test", "nemenyi")
    assert (found.status, found.out) == (2, "")
    assert "--test decides which methods --figure joins" in flat(found.err)
    drawn = edgemark("compare", *results, "--test", "nemenyi", "--figure", "ranks.svg")
    assert drawn.status == 0
    assert edgemark("compare", *results, "--test", "holm").status == 0


def test_m3_an_alpha_is_refused_as_the_level(edgemark, scored):
    found = edgemark("compare", *scored({"pc": [1], "ges": [1]}), "--level", "0.05")
    assert (found.status, found.out) == (2, "")
    assert "--level 0.95" in flat(found.err)


def test_m2_few_data_sets_are_said_of_the_tests_against_chance(edgemark, scored):
    results = scored({"pc": [1], "ges": [1]}, ("a", "b", "c"), "--chance")
    said = flat(edgemark("compare", *results).out)
    assert said.count("Wilcoxon's test with Holm's correction for 2 methods cannot reach p < 0.05") == 1


def test_m6_absent_runs_get_no_advice_to_invent_them(edgemark, scored):
    results = scored({"pc": [1, 2], "ges": [1], "lin": [1, 2]})
    said = flat(edgemark("compare", *results).out)
    assert "left out for every method" in said
    assert "--missing worst" not in said


def test_f8_methods_without_a_common_run_are_told_once_by_name(edgemark, scored):
    results = scored({"pc": [1, 2], "ges": [11, 12]}, ("a", "b"), "-m", "f1:directed")
    found = edgemark("compare", *results, "-m", "f1")
    assert found.status == 1
    said = flat(found.err)
    assert said.count("must have runs with the same data set and seed") == 1
    assert "f1 skeleton, f1 directed" in said
    assert "only pc has 'a.json/1'" in said or "only pc has 'a/1'" in said


@pytest.mark.parametrize("part", ["method", "dataset"])
def test_an_option_that_overrides_the_pattern_is_named_if_runs_meet(edgemark, scored, part):
    results = scored({"pc": [1, 2], "ges": [1, 2]})
    found = edgemark("compare", *results, f"--{part}", "x")
    assert found.status == 2
    assert f"Check whether --{part} overrides {{{part}}} of --pattern by mistake" in flat(found.err)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_truths_of_one_name_with_other_nodes_are_told_apart(edgemark, save, tmp_path, form):
    """Folders such as asia and alarm often have truths of the same name."""
    for folder, truth, name in (("x", "A --> B --> C", "pc_1"), ("y", "A --> B --> C; D", "ges_1")):
        (tmp_path / folder).mkdir()
        save(f"{folder}/truth.json", truth)
        save(f"{folder}/{name}.json", truth)
        files = f"{folder}/truth.json", f"{folder}/{name}.json"
        scores = edgemark("score", *files, "--format", form).out
        (tmp_path / f"{folder}.{form}").write_text(scores.replace(f"{folder}/", ""))
    pattern = ("--pattern", "{method}_{seed}.json")
    found = edgemark("compare", f"x.{form}", f"y.{form}", *pattern)
    assert (found.status, found.out) == (2, "")
    assert "the same truth; on 'truth.json/1', that of 'pc' has 3 nodes" in flat(found.err)
    assert "score each from the folder above its own" in flat(found.err)
    assert edgemark("compare", f"x.{form}", *pattern).status == 1


@pytest.mark.parametrize("forms", [("csv", "csv"), ("json", "csv"), ("csv", "json")])
def test_truths_of_one_name_with_other_edges_are_told_apart(edgemark, save, tmp_path, forms):
    """A CSV does not state the edges of the truth, but the recall of the skeleton counts its pairs."""
    truths = ("A --> B --> C", "A --> B; C")
    for form, folder, truth, name in zip(forms, "xy", truths, ("pc_1", "ges_1"), strict=True):
        (tmp_path / folder).mkdir()
        save(f"{folder}/truth.json", truth)
        save(f"{folder}/{name}.json", truth)
        edgemark(
            "score", f"{folder}/truth.json", f"{folder}/{name}.json", "--format", form,
            "-o", f"{folder}.{form}",
        )  # fmt: skip
    files = [f"{folder}.{form}" for folder, form in zip("xy", forms, strict=True)]
    found = edgemark("compare", *files, "--pattern", "{method}_{seed}.json", "--dataset", "asia")
    assert (found.status, found.out) == (2, "")
    assert "the same truth; on 'asia/1', that of 'pc' has 3 nodes and 2" in flat(found.err)


def test_reports_of_one_data_set_have_one_truth():
    chain, more = em.Graph.parse("A --> B --> C"), em.Graph.parse("A --> B --> C --> A")
    first = em.evaluate(chain, chain, "shd:pair mismatch")
    reports = {("PC", "asia", 1): first, ("GES", "asia", 2): em.evaluate(more, more, "shd:skeleton")}
    assert len(em.stats.Runs.from_reports(reports)) == 2
    other = em.Graph.parse("A --> B; C")
    reports["GES", "asia", 1] = em.evaluate(other, other, "shd:pair mismatch")
    with pytest.raises(em.errors.StatisticsError, match="2 edges, and that of 'GES' 3 nodes and 1 edge"):
        em.stats.Runs.from_reports(reports)


def test_estimates_of_several_classes_are_scored_in_one_class_first(edgemark, save):
    """The advice to compare the graphs as given led to the refusal to rank several classes."""
    save("t.json", "A --> B --> C; D --> E", "dag")
    names = []
    for method, text, kind in (("pc", "A --- B --- C; D --- E", "cpdag"), ("fci", "A o-o B", "pag")):
        for seed in (1, 2):
            names.append(save(f"{method}_{seed}.json", f"{text}; C; D; E", kind))
    edgemark("score", "t.json", *names, "--format", "json", "-o", "scores.json")
    pattern = ("--pattern", "{method}_{seed}.json")
    found = edgemark("compare", "scores.json", *pattern, "-m", "shd:both to CPDAG")
    assert found.status == 1
    assert "Compare the graphs as given" not in flat(found.out + found.err)
    assert "--reference auto" in flat(found.err)
    edgemark("score", "t.json", *names, "--reference", "auto", "--format", "json", "-o", "scores.json")
    assert edgemark("compare", "scores.json", *pattern, "-m", "shd:pair mismatch").status == 0
