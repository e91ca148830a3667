"""`edgemark compare` of estimates of different classes: one class, and what each method claims."""

import csv
import io
import json

import pytest

import edgemark as em

TRUTH = "L --> A; L --> B; A --> C; B --> C; D --> A; C --> E"
ESTIMATES = {
    "fci": ("B o-> A; A --> C; D o-> A; B --> C; C --> E", "pag"),
    "pc": ("B --> A; D --> A; A --> C; B --> C; E", "cpdag"),
    "lingam": ("B --> A; D --> A; A --> C; C --> E", "dag"),
}


@pytest.fixture
def compared(edgemark, save):
    """Score the estimates of three methods, and return what `compare` prints of them."""

    def run(*options, reference="auto", names=("fci", "pc", "lingam")):
        truth = save("truth.txt", TRUTH)
        files = []
        for seed in range(3):
            for name in names:
                text, kind = ESTIMATES[name]
                if name == "lingam" and seed:
                    text = text.replace("C --> E", "E")
                files.append(save(f"{name}_{seed}.json", text, kind))
        scored = ("--hidden", "L", "--format", "json", "-o", "scores.json")
        chosen = ("--reference", reference) if reference else ()
        edgemark("score", truth, *files, *scored, *chosen)
        return edgemark(
            "compare",
            "scores.json",
            "--pattern",
            "{method}_{seed}.json",
            "--replicate",
            "seed",
            *options,
        )

    return run


def claims_of(text):
    lines = text.split("CLAIMS")[1].split("\n\n")
    rows = {}
    for block in lines[:2]:
        for line in block.splitlines():
            if line.split()[:1] in (["fci"], ["pc"], ["lingam"]):
                rows.setdefault(line.split()[0], []).extend(line.split()[1:])
    return rows


def by_metrics(name, seeds=3):
    """The means of the metrics themselves, in the class of the comparison."""
    mag = em.latent_projection(em.Graph.parse(TRUTH), hidden=["L"])
    text, kind = ESTIMATES[name]
    values = []
    for seed in range(seeds):
        one = text.replace("C --> E", "E") if name == "lingam" and seed else text
        graph = em.Graph.parse(one, kind=kind)
        members = next(iter(em.members(graph))) if kind == "cpdag" else graph
        found = graph if kind == "pag" else em.to_pag(members.with_kind("mag"))
        truth, m = em.to_pag(mag), em.metrics
        shares = [
            em.shd(truth, found, of="skeleton").rate,
            m.mark_errors(truth, found).rate,
            *(m.mark_coverage(truth, found, of=of) for of in ("estimate", "best")),
            m.ancestral_errors(truth, found).rate,
            *(m.ancestral_coverage(truth, found, of=of) for of in ("estimate", "best")),
            m.adjustment_aid(truth, found, mistakes="decided").rate,
            *(m.adjustment_coverage(truth, found, of=of) for of in ("estimate", "best")),
        ]
        values.append(shares)
    means = []
    for column in zip(*values, strict=True):
        known = [value for value in column if value == value]
        means.append(f"{sum(known) / len(known):.3f}" if known else "-")
    return means


def test_the_claims_of_each_method_stand_below_the_ranks(compared):
    found = compared()
    assert found.status == 0
    assert claims_of(found.out) == {name: by_metrics(name) for name in ESTIMATES}
    assert "takes no part in any rank or test" in " ".join(found.out.split())


def test_a_column_that_no_estimate_has_in_the_class_is_no_error(compared):
    """shd:both to CPDAG is refused for PAGs; the advised --reference auto ended with status 1."""
    found = compared()
    assert found.err == ""
    assert "\nshd both to CPDAG\n" not in found.out
    assert "shd:both to CPDAG" in " ".join(found.out.split("not shown:")[1].split())


def test_as_given_no_distance_is_ranked_and_the_claims_are_shown(compared):
    found = compared(reference=None)
    assert found.status == 1
    assert "methods must be ranked in one class of graphs" in found.err
    assert claims_of(found.out).keys() == ESTIMATES.keys()


def test_programs_get_the_claims_too(compared):
    whole = json.loads(compared("--format", "json").out)
    shares = {(row["method"], row["metric"], row["convention"]): row["mean"] for row in whole["claims"]}
    assert shares["fci", "mark_coverage", "best"] == pytest.approx(0.8)
    assert shares["fci", "mark_coverage", "estimate"] == pytest.approx(0.8)
    ranked = {row["metric"] for row in whole["verdicts"]}
    assert not ranked & {"mark_coverage", "adjustment_coverage"}
    rows = csv.DictReader(io.StringIO(compared("--format", "csv").out))
    claims = [row for row in rows if row["record"] == "claim"]
    assert len(claims) == len(whole["claims"])


def test_chosen_metrics_and_graphs_that_decide_all_have_no_table_of_claims(compared, edgemark, save):
    assert "CLAIMS" not in compared("-m", "shd:skeleton").out
    truth = save("t.txt", "A --> B --> C")
    for seed in range(3):
        save(f"a_{seed}.txt", "A --> B --> C")
        save(f"b_{seed}.txt", "B --> A; B --> C")
    edgemark("score", truth, "a_?.txt", "b_?.txt", "--format", "json", "-o", "dags.json")
    found = edgemark("compare", "dags.json", "--pattern", "{method}_{seed}.txt", "--replicate", "seed")
    assert "CLAIMS" not in found.out


def test_with_complete_cases_the_claims_of_all_methods_are_over_the_same_runs(edgemark, save, tmp_path):
    truth = save("truth.txt", "A --> B --> C; D --> C")
    for seed, found in enumerate(["A --> B --> C; D --> C", "A --> B --> C; D", "A; B; C --> D"]):
        save(f"ges_{seed}.txt", found)
        save(f"pc_{seed}.txt", "A --- B --> C; D --> C", "pdag")
    (tmp_path / "pc_2.txt").write_text("A --> ")
    edgemark("score", truth, "ges_?.txt", "pc_?.txt", "--format", "json", "-o", "all.json")
    asked = ("compare", "all.json", "--pattern", "{method}_{seed}.txt", "--replicate", "seed")

    def claims(*options):
        rows = edgemark(*asked, *options, "--format", "json").json["claims"]
        return {(r["method"], r["metric"], r["convention"]): (r["mean"], r["n"]) for r in rows}

    key = ("ges", "shd", "skeleton")
    assert claims()[key] == (pytest.approx((0 + 1 / 6 + 2 / 6) / 3), 3)
    assert claims("--missing", "complete")[key] == (pytest.approx((0 + 1 / 6) / 2), 2)
    assert {n for _, n in claims("--missing", "complete").values()} == {2}
    text = " ".join(edgemark(*asked, "--missing", "complete").out.split())
    assert "All shares are means over the runs on which every method has a value." in text
