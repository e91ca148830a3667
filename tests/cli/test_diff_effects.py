"""`edgemark diff --effects`: which effects would be wrong, in words, and the status."""

import csv
import io
import json
import warnings

import pytest

import edgemark as em

CONFOUNDED = "A --> B; A --> C; A --> D; A --> E; B --> C; B --> D; B --> E"


@pytest.fixture
def confounded(save):
    return save("confounded.json", CONFOUNDED, "dag")


@pytest.fixture
def turned(save):
    return save("turned.json", CONFOUNDED.replace("A --> B;", "B --> A;"), "dag")


def words(printed):
    return " ".join(printed.out.split())


def test_each_wrong_effect_is_told_with_why(edgemark, confounded, turned):
    printed = edgemark("diff", confounded, turned, "--effects")
    assert printed.status == 1
    assert words(printed).startswith(
        "8 of 20 effects would be estimated wrongly, adjusting for the parents of the treatment in the "
        "estimate (dag / dag): 1 claimed zero, 7 invalid adjustment set"
    )
    assert "1 claimed zero A on B in the estimate B is a parent of A; in the truth A causes B" in words(
        printed
    )
    assert "2 invalid adjustment set A on C adjusting for B does not identify it in the truth" in words(
        printed
    )
    assert "B on C adjusting for nothing does not identify it in the truth" in words(printed)


def test_an_edge_too_many_makes_no_effect_wrong(edgemark, confounded, save):
    more = save("more.json", f"{CONFOUNDED}; C --> D", "dag")
    printed = edgemark("diff", confounded, more, "--effects")
    assert printed.status == 0
    assert words(printed).startswith("all 20 effects are right, adjusting for the parents")


@pytest.mark.parametrize(
    ("strategy", "metric"),
    [("parents", "parent_aid"), ("ancestors", "ancestor_aid"), ("oset", "oset_aid")],
)
def test_json_lists_as_many_as_the_distance_counts(edgemark, truth, save, strategy, metric):
    found = save("found.json", "A --- B --- C; D", "cpdag")
    printed = edgemark("diff", truth, found, "--effects", "--strategy", strategy, "--format", "json")
    whole = printed.json
    expected = getattr(em.metrics, metric)(em.read(truth), em.read(found))
    assert printed.status == 1
    assert (whole["format"], whole["version"]) == ("edgemark.effects", 1)
    assert (whole["truth"], whole["estimate"]) == (truth, found)
    assert (whole["strategy"], whole["compared"]) == (strategy, "cpdag / cpdag")
    assert whole["n_wrong"] == len(whole["wrong"]) == sum(whole["by_verdict"].values()) == expected
    assert whole["n_effects"] == expected.of


def test_only_effects_of_some_nodes(edgemark, confounded, turned):
    printed = edgemark(
        "diff",
        confounded,
        turned,
        "--effects",
        "--of",
        "B",
        "--of",
        "C",
        "--of",
        "B",
        "--format",
        "json",
    )
    assert printed.json["n_effects"] == 8
    assert {one["treatment"] for one in printed.json["wrong"]} == {"B"}


def test_no_wrong_effect_of_a_node_has_status_0(edgemark, confounded, turned):
    assert edgemark("diff", confounded, turned, "--effects", "--of", "C").status == 0


def test_csv_names_what_was_adjusted_for(edgemark, confounded, turned):
    printed = edgemark("diff", confounded, turned, "--effects", "--format", "csv")
    rows = list(csv.reader(io.StringIO(printed.out)))
    assert rows[0] == ["treatment", "outcome", "verdict", "adjusted_for", "why"]
    assert rows[1][:4] == ["A", "B", "claimed zero", ""]
    assert rows[2][:4] == ["A", "C", "invalid adjustment set", "B"]
    assert len(rows) == 9


def test_an_invalid_estimate_is_trouble_and_the_way_out_is_said(edgemark, truth, save):
    invalid = save("invalid.json", "A --> B --- C; D", "cpdag")
    printed = edgemark("diff", truth, invalid, "--effects")
    assert (printed.status, printed.out) == (2, "")
    assert "Compare the CPDAG that repair returns: --invalid repair" in printed.err


def test_a_repaired_estimate_is_warned_about_on_stderr(edgemark, truth, save):
    invalid = save("invalid.json", "A --> B --- C; D", "cpdag")
    printed = edgemark("diff", truth, invalid, "--effects", "--invalid", "repair")
    assert printed.status == 1
    assert printed.err.count("edgemark: warning: the estimate is not a CPDAG") == 1
    whole = edgemark("diff", truth, invalid, "--effects", "--invalid", "repair", "--format", "json")
    assert whole.err == ""
    assert len(whole.json["warnings"]) == 1


def test_an_invalid_estimate_can_be_taken_as_given(edgemark, truth, save):
    invalid = save("invalid.json", "A --> B --- C; D", "cpdag")
    assert edgemark("diff", truth, invalid, "--effects", "--invalid", "native").status == 1


def test_a_node_that_is_not_there_is_trouble(edgemark, confounded, turned):
    printed = edgemark("diff", confounded, turned, "--effects", "--of", "X")
    assert (printed.status, printed.out) == (2, "")
    assert "'X'" in printed.err


@pytest.mark.parametrize(
    "options",
    [("--effects", "-m", "shd"), ("--of", "A"), ("--strategy", "oset"), ("--invalid", "repair")],
)
def test_options_that_do_not_go_together_are_trouble(edgemark, confounded, turned, options):
    printed = edgemark("diff", confounded, turned, *options)
    assert (printed.status, printed.out) == (2, "")
    assert "--effects" in printed.err


def test_a_word_that_is_no_strategy_is_trouble(edgemark, confounded, turned):
    assert edgemark("diff", confounded, turned, "--effects", "--strategy", "sets").status == 2


def test_a_long_list_is_cut_short_and_says_so(edgemark, save):
    chain = " --> ".join(f"v{k}" for k in range(16))
    truth, backwards = save("t.json", chain, "dag"), save("e.json", chain.replace("-->", "<--"), "dag")
    printed = edgemark("diff", truth, backwards, "--effects")
    assert "200 " in printed.out
    assert words(printed).endswith(
        "and 40 more; --of NODE lists those of one treatment, --format csv all of them"
    )


def test_hostile_names_survive(edgemark, hostile):
    printed = edgemark("diff", *hostile, "--effects")
    assert printed.status == 1
    for shown in ("X[t-1] on [/]", "[bold red]x", "\\x1b[31mred", "\\u202eright", "<b>html</b>", "=1+1"):
        assert shown in printed.out


def test_treatments_are_separated_by_commas_as_hidden_nodes_are(edgemark, confounded, turned):
    together = edgemark("diff", confounded, turned, "--effects", "--of", "A,C", "--format", "json")
    one_by_one = edgemark(
        "diff", confounded, turned, "--effects", "--of", "A", "--of", "C", "--format", "json"
    )
    assert together.out == one_by_one.out != ""


def test_the_advice_for_series_with_hidden_variables_can_be_typed(edgemark, save, tmp_path):
    """temporal_aid was advised, which is not defined on the projection of the truth."""
    (tmp_path / "truth.txt").write_text("lags 1\nL --> A @1; L --> B @1; A --> C @1; L --> L @1\n")
    (tmp_path / "found.txt").write_text("lags 1\nA --> B @1; A --> C @1\n")
    files = ("truth.txt", "found.txt", "--hidden", "L")
    found = edgemark("diff", *files, "--effects")
    advised = "score truth.txt found.txt --hidden L --metric temporal_shd"
    assert found.status == 2
    assert f"edgemark {advised}" in found.err
    assert edgemark(*advised.split()).status == 0


def test_warnings_of_other_packages_do_not_end_the_command(edgemark, confounded, turned, monkeypatch):
    compute = em.effects

    def warn_and_compute(*operands, **options):
        warnings.warn("a warning of NumPy", RuntimeWarning, stacklevel=1)
        return compute(*operands, **options)

    monkeypatch.setattr(em, "effects", warn_and_compute)
    with pytest.warns(RuntimeWarning, match="a warning of NumPy"):
        printed = edgemark("diff", confounded, turned, "--effects", "--format", "json")
    assert json.loads(printed.out)["warnings"] == []
