"""`edgemark score --as PACKAGE`: what another package prints."""

import csv
import io

import pytest


@pytest.fixture
def files(save):
    return save("truth.txt", "A --> B; C"), save("found.txt", "B --> A; C")


def test_one_estimate_gives_the_packages_numbers_by_its_own_names(edgemark, files):
    run = edgemark("score", *files, "--as", "pcalg")
    assert run.status == 0
    assert run.out.startswith("pcalg 2.7-12\n")
    assert "tdr       1.000  precision:skeleton" in run.out


def test_a_constant_for_nothing_is_explained(edgemark, files, save):
    run = edgemark("score", files[0], save("empty.txt", "A; B; C"), "--as", "pcalg")
    assert "tdr: tp + fp = 0: pcalg prints 1" in run.out


def test_several_estimates_give_a_column_for_each_number(edgemark, files):
    run = edgemark("score", *files, files[0], "--as", "sid")
    assert run.status == 0
    assert "allMistakesOne=FALSE" in run.out.replace("\n", "")
    assert "found.txt" in run.out


def test_json_and_csv_hold_the_same_rows(edgemark, files):
    (report,) = edgemark("score", *files, "--as", "gcastle", "--format", "json").json["reports"]
    lines = csv.DictReader(
        io.StringIO(edgemark("score", *files, "--as", "gcastle", "--format", "csv").out)
    )
    assert [row["metric"] for row in report["rows"]] == [line["metric"] for line in lines]
    assert {row["metric"]: row["value"] for row in report["rows"]}["fdr"] == 1


def test_an_unknown_package_is_wrong_usage(edgemark, files):
    run = edgemark("score", *files, "--as", "pcalc")
    assert run.status == 2
    assert "Did you mean 'pcalg'" in run.err


def test_an_estimate_that_the_package_cannot_read_fails_alone(edgemark, files, save):
    run = edgemark("score", *files, save("pag.txt", "A o-> B; C"), "--as", "pcalg")
    assert run.status == 1
    assert "pcalg reads the edges -->, ---" in " ".join(run.err.split())
    assert "found.txt" in run.out


@pytest.mark.parametrize("option", [("-m", "shd"), ("--layout", "rcgnn")])
def test_a_choice_beside_the_packages_is_refused(edgemark, files, option):
    run = edgemark("score", *files, "--as", "pcalg", *option)
    assert run.status == 2
    assert "leave out --metric, --layout" in " ".join(run.err.replace("│", " ").split())


@pytest.mark.parametrize(
    "option",
    [("--burn-in", "5"), ("--sign", "keep"), ("--unlisted", "0"), ("--low-confidence-undirected",)],
)
def test_an_option_of_scores_or_samples_is_refused_since_a_package_reads_graphs(edgemark, files, option):
    run = edgemark("score", *files, "--as", "pcalg", *option)
    assert (run.status, run.out) == (2, "")
    assert "leave out --sign" in run.err
