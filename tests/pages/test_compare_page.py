"""The page that compares methods: means, changes of the order, tests, runs."""

import pytest

import edgemark as em
from edgemark import pages, stats
from tests.pages.reading import bold_rows, page_of

pytestmark = pytest.mark.filterwarnings("ignore::edgemark.errors.EdgemarkWarning")

CONVENTIONS = ("pair mismatch", "arc Hamming")
VALUES = {
    "PC": {"pair mismatch": [3, 4, 2, 5], "arc Hamming": [6, 8, 4, 9]},
    "GES": {"pair mismatch": [4, 5, 3, 6], "arc Hamming": [4, 5, 3, 6]},
    "<b>": {"pair mismatch": [9, 9, 8, 9], "arc Hamming": [9, 9, 8, 9]},
}


def rows(**changes):
    return [
        {
            "method": method, "dataset": f"net {k}", "metric": "shd", "convention": convention,
            "better": "lower", "value": value, **changes.get(f"{method}{k}", {}),
        }
        for method, found in VALUES.items()
        for convention in CONVENTIONS
        for k, value in enumerate(found[convention])
    ]  # fmt: skip


def test_the_means_are_those_of_the_summaries():
    head, shown = page_of(pages.compare_page(rows())).table("methods-table")
    assert head[1:3] == ["shd: pair mismatch ↓", "shd: arc Hamming ↓"]
    table = stats.summarize(rows())
    for row in shown:
        for convention, text in zip(CONVENTIONS, row[1:3], strict=True):
            assert text.startswith(pages.blocks.number(table[row[0], "shd", convention].mean))


def test_each_convention_by_which_a_method_is_ahead_is_shown():
    read = page_of(pages.compare_page(rows()))
    [row] = read.table("order-table")[1]
    assert {row[0], row[1]} == {"PC", "GES"}
    assert "GES is ahead by:shd: arc Hamming: GES 4.500, PC 6.750" in row[2]
    assert "PC is ahead by:shd: pair mismatch: PC 3.500, GES 4.500" in row[2]


def test_a_failed_run_is_shown_with_its_reason_and_there_is_no_mean_of_the_other_runs():
    failed = {"value": None, "status": "failed", "reason": "it ran out of memory"}
    read = page_of(pages.compare_page(rows(GES1=failed)))
    _, runs = read.table("runs-table")
    [lost] = [row for row in runs if row[-2] == "failed"]
    assert lost[:2] == ["GES", "net 1"]
    assert lost[-1] == "it ran out of memory"
    means = {row[0]: row for row in read.table("methods-table")[1]}
    assert means["GES"][1:] == ["no mean", "no mean", "1 failed"]
    assert bold_rows(read, "methods-table") == []
    [changed] = read.table("order-table")[1]
    assert {changed[0], changed[1]} == {"PC", "GES"}  # over the runs that every method has


def test_one_rule_for_bold():
    """Bold marked the best mean, the best rank or a significant difference, depending on the table."""
    for methods in (["PC", "GES"], ["PC", "GES", "<b>"]):
        made = pages.compare_page([row for row in rows() if row["method"] in methods])
        read = page_of(made)
        assert made.to_html().count("Bold marks") == 1
        assert "bold:" not in made.to_html()
        assert sorted(row[0] for row in bold_rows(read, "methods-table")) == ["GES", "PC"]
        assert bold_rows(read, "test0") == []


def test_missing_values_link_to_the_runs():
    failed = {"value": None, "status": "failed", "reason": "it ran out of memory"}
    read = page_of(pages.compare_page(rows(GES1=failed)))
    links = [has["href"] for tag, has, text in read.elements if tag == "a" and text == ["1 failed"]]
    assert links == ["#runs"]
    said = "".join(read.texts("section", id="runs"))
    assert "Filter the rows by their text, method, data set or status." in said
    quiet = "".join(page_of(pages.compare_page(rows())).texts("section", id="runs"))
    assert "Filter the rows by their text, method or data set." in quiet  # every status is the same


def test_names_of_methods_are_escaped_and_texts_of_tests_are_complete():
    read = page_of(pages.compare_page(rows()))
    assert "b" not in read.tags
    printed = "".join(read.texts("pre"))
    ranking = stats.rank([row for row in rows() if row["convention"] == "arc Hamming"])
    assert str(ranking).splitlines()[0] in printed


def test_two_methods_are_compared_and_one_is_not():
    two = [row for row in rows() if row["method"] != "<b>"]
    assert "Wilcoxon" in "".join(page_of(pages.compare_page(two)).texts("section", id="tests"))
    one = [row for row in two if row["method"] == "PC"]
    assert "No test: " in "".join(page_of(pages.compare_page(one)).texts("section", id="tests"))


def test_the_conventions_of_the_numbers_are_one_click_away():
    shown = "".join(page_of(pages.compare_page(rows())).texts("section", id="methods"))
    assert "packages that use it" in shown
    assert em.metrics.REGISTRY["shd"].conventions[0].counts in shown


def test_the_table_of_runs_has_seeds_if_the_runs_have():
    head, _ = page_of(pages.compare_page(rows())).table("runs-table")
    assert head[:3] == ["method", "data set", "shd: pair mismatch"]
    seeded = [row | {"seed": k % 2, "dataset": row["dataset"]} for k, row in enumerate(rows())]
    head, shown = page_of(pages.compare_page(seeded)).table("runs-table")
    assert head[:3] == ["method", "data set", "seed"]
    assert {row[2] for row in shown} == {"0", "1"}


def test_no_best_is_marked_among_means_over_different_runs():
    """An undefined run is in no mean, so the column marks no best."""
    values = {"A": [0.5, 0.5, 0.5, 0.5], "B": [0.6, 0.6, 0.6, None]}
    made = pages.compare_page(
        [
            {"method": method, "dataset": f"net {k}", "metric": metric, "value": value}
            for method, numbers in values.items()
            for k, value in enumerate(numbers)
            for metric in ("precision", "shd")
            if metric == "precision" or value is not None
        ]
    )
    read = page_of(made)
    assert [row[0] for row in bold_rows(read, "methods-table")] == []
    assert "and no best is marked in the column" in made.to_html()


def scored(values, **changes):
    """Rows of F1 with the data sets a and b, and two seeds each; None leaves out the run."""
    return [
        {"method": method, "dataset": dataset, "seed": seed, "metric": "f1", "value": value} | changes
        for method, numbers in values.items()
        for dataset, seed, value in zip("aabb", (0, 1, 0, 1), numbers, strict=True)
        if value is not None
    ]


def test_an_absent_run_that_counts_as_the_worst_is_named():
    read = page_of(pages.compare_page(scored({"P": [0.9, 0.5, None, 0.7], "Q": [0.4, 0.6, 0.3, 0.2]})))
    means = {row[0]: row[1:] for row in read.table("methods-table")[1]}
    assert means["P"] == ["0.525", "1 absent"]  # (0.7 + (0 + 0.7) / 2) / 2
    assert means["Q"][-1] == ""
    assert "An absent run is one that only other methods have" in "".join(
        read.texts("section", id="methods")
    )
    absent = [row for row in read.table("runs-table")[1] if row[-2] == "absent"]
    assert [row[:3] for row in absent] == [["P", "b", "0"]]


def test_a_failed_run_of_several_metrics_counts_once():
    failed = {"value": None, "status": "failed"}
    table = [
        row | {"metric": metric} | (failed if row["method"] == "P" and row["dataset"] == "a" else {})
        for row in scored({"P": [0.9, 0.5, 0.2, 0.7], "Q": [0.4, 0.6, 0.3, 0.2]})
        for metric in ("f1", "precision", "recall")
    ]
    means = {row[0]: row[-1] for row in page_of(pages.compare_page(table)).table("methods-table")[1]}
    assert means == {"P": "2 failed", "Q": ""}


def test_the_order_is_that_of_the_replicates():
    table = scored({"P": [0.5, 0.5, 0.5, None], "Q": [0.4, 0.4, 0.65, None], "R": [0.1, 0.1, 0.1, 0.1]})
    by_dataset = "".join(page_of(pages.compare_page(table)).texts("section", id="order"))
    by_seed = "".join(page_of(pages.compare_page(table, replicate="seed")).texts("section", id="order"))
    assert "Q is ahead of P by 1 number" in by_dataset  # (0.4 + 0.65) / 2 is above 0.5
    assert "P is ahead of Q by 1 number" in by_seed  # (0.4 + 0.4 + 0.65) / 3 is below 0.5


def test_a_method_without_seeds_is_in_the_order():
    table = scored({"P": [0.9, 0.5, 0.2, 0.7]}) + [
        {"method": "D", "dataset": dataset, "metric": "f1", "value": 0.1} for dataset in "ab"
    ]
    shown = "".join(page_of(pages.compare_page(table)).texts("section", id="order"))
    assert "P is ahead of D by 1 number" in shown


def test_values_without_a_metric_have_a_heading():
    head, _ = page_of(pages.compare_page({"P": [1, 2, 3], "Q": [2, 3, 4]})).table("methods-table")
    assert head == ["method", "value", "runs without a value"]


def test_a_page_of_several_tested_metrics_says_that_each_is_tested_by_itself():
    one_by_one = "The p-values are not corrected for the number of metrics"
    assert one_by_one in "".join(page_of(pages.compare_page(rows())).texts("section", id="tests"))
    single = pages.compare_page(scored({"P": [0.9, 0.5, 0.2, 0.7], "Q": [0.4, 0.6, 0.3, 0.2]}))
    assert one_by_one not in single.to_html()


def test_no_method_is_ahead_over_different_candidate_pairs():
    table = scored({"P": [0.9, 0.5, 0.2, 0.7], "Q": [0.4, 0.6, 0.3, 0.2]}, candidates="")
    table = [row | ({"candidates": "sha256:1f"} if row["method"] == "P" else {}) for row in table]
    read = page_of(pages.compare_page(table))
    assert bold_rows(read, "methods-table") == []
    order = "".join(read.texts("section", id="order"))
    assert "1 number left out here" in order
    assert "is ahead of" not in order


def test_means_say_how_many_replicates_they_are_over():
    shown = "".join(page_of(pages.compare_page(rows())).texts("section", id="methods"))
    assert "Means over 4 data sets, with the 95 % interval" in shown


def test_a_failed_run_without_a_seed_counts_for_every_seed():
    """It counted once, beside a mean over every seed."""
    table = [row for row in scored({"P": [0.9, 0.5, 0.8, 0.7]}) if row["dataset"] == "a"]
    table += [{"method": "Q", "dataset": "a", "metric": "f1", "value": None, "status": "failed"}]
    means = {row[0]: row[1:] for row in page_of(pages.compare_page(table)).table("methods-table")[1]}
    assert means["Q"][-1] == "2 failed"


def with_failed_run(scale=1, **changes):
    failed = {"value": None, "status": "failed", "reason": "no memory"}
    return [
        {"method": m, "dataset": f"net {k}", "metric": "shd", "value": (k + len(m)) * scale}
        | (failed if (m, k) == ("GES", 2) else {})
        | changes
        for m in ("PC", "GES")
        for k in range(8)
    ]


def test_the_page_advises_columns_that_its_call_reads():
    """It advised an option worst=, which `compare_page` does not have."""
    shown = "".join(page_of(pages.compare_page(with_failed_run())).texts("section", id="methods"))
    assert "State it in a column 'worst' of the runs, such as 28 for the SHD of 8 nodes" in shown
    assert "worst=" not in shown
    mended = "".join(
        page_of(pages.compare_page(with_failed_run(worst=28))).texts("section", id="methods")
    )
    assert "column 'worst'" not in mended
    known = "".join(
        page_of(pages.compare_page(with_failed_run(1 / 20, metric="f1"))).texts("section", id="methods")
    )
    assert "stand in: give the runs a column 'worst' with 0" in known
    unknown = "".join(page_of(pages.compare_page(rows_without_direction())).texts("section", id="tests"))
    assert "give the runs a column 'better' with \"lower\"" in unknown
    assert "better=" not in unknown


def rows_without_direction():
    return [
        {"method": method, "dataset": f"net {k}", "metric": "mine", "value": k + len(method)}
        for method in ("PC", "GES", "LiNGAM")
        for k in range(8)
    ]


def test_tests_against_chance_are_shown_with_their_warnings():
    """The page of the command showed only their warnings, and `compare_page` showed nothing of them."""
    table = [row | {"chance": 0.1, "null_model": row["method"]} for row in scored(
        {"P": [0.9, 0.5, 0.8, 0.7], "Q": [0.4, 0.6, 0.3, 0.2]}
    )]  # fmt: skip
    read = page_of(pages.compare_page([*table, *scored({"R": [0.5, 0.5, 0.5, 0.5]})]))
    tests = "".join(read.texts("section", id="tests"))
    assert "Against random guessing" in tests
    assert "P does not differ significantly from chance: 0.725 against 0.100" in tests
    cautions = "".join(read.texts("section", id="methods"))
    assert "the chance values come from different null models" in cautions
    assert "no run of 'R' has a value and a chance value" in cautions
    plain = page_of(pages.compare_page(scored({"P": [0.9, 0.5, 0.8, 0.7], "Q": [0.4, 0.6, 0.3, 0.2]})))
    assert "Against random guessing" not in "".join(plain.texts("section", id="tests"))


def test_methods_with_similar_names_cause_a_note():
    table = [row | {"method": "pc"} for row in rows() if row["method"] == "PC"]
    read = page_of(pages.compare_page([*rows(), *table]))
    assert "'PC' and 'pc' are counted as 2 methods" in "".join(read.texts("section", id="methods"))
