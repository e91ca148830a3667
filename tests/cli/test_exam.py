"""`edgemark score` and `demo` of several estimates: one exam for all."""

import pytest

import edgemark as em
from edgemark.cli.score_output import with_names_of_graphs
from edgemark.cli.score_table import MAIN, score_tables

ESTIMATES = {"sure.json": "A --> B --> C", "cpdag.json": "A --- B --- C", "pag.json": "A o-o B o-o C"}


@pytest.fixture
def truth(save):
    for name, text in ESTIMATES.items():
        save(name, text)
    return save("truth.json", "A --> B --> C", "dag")


def rows(text, title):
    """The cells below a title, by the name of the estimate."""
    lines = text.splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith(title))
    end = next((k for k in range(start, len(lines)) if not lines[k].strip()), len(lines))
    return {line.split()[0]: line.split()[1:] for line in lines[start + 1 : end] if ".json" in line}


def test_methods_of_several_classes_are_ranked_in_the_coarsest(edgemark, truth):
    found = edgemark("score", truth, *ESTIMATES).out
    ranked, own = rows(found, "RANKED, truth and estimates as PAGs"), rows(found, "NOT RANKED")
    assert [cells[0] for cells in ranked.values()] == ["0", "0", "0"]
    assert [cells[:2] for cells in own.values()] == [["DAG", "0"], ["CPDAG", "2"], ["PAG", "2"]]


def test_beside_the_distance_stands_what_is_claimed(edgemark, truth):
    found = edgemark("score", truth, *ESTIMATES).out
    assert all(cells == ["0.000", *("nan", "0.000") * 3] for cells in rows(found, "CLAIMS").values())
    assert "perfect PAG" in found
    assert "of the truth. It is not ranked." in " ".join(found.split())


def test_one_class_needs_no_other_table(edgemark, save, truth):
    found = edgemark("score", truth, "sure.json", save("turned.json", "B --> A; B --> C", "dag")).out
    assert "RANKED" not in found
    assert "CLAIMS of the estimates as DAGs, compared with the truth as given" in found


def test_graphs_with_cycles_are_not_called_dags(edgemark, save):
    truth = save("cyclic.json", "A --> B --> C --> A; C --> D")
    estimates = save("one.json", "A --> B --> C --> D"), save("two.json", "B --> A; B --> C --> D")
    found = edgemark("score", truth, *estimates).out
    assert "CLAIMS of the estimates as directed graphs, compared with the truth as given" in found
    assert "perfect graph: the directed graph of the truth." in " ".join(found.split())
    assert "as DAGs" not in found


def test_a_graph_without_a_class_is_named_and_not_ranked(edgemark, save, truth):
    save("admg.json", "A --> B <-> C; A <-> C; B --> C", "admg")
    found = " ".join(edgemark("score", truth, "pag.json", "sure.json", "admg.json").out.split())
    assert "1 estimate could not be ranked. admg.json: the reference class is a PAG" in found


def test_a_graph_that_cannot_be_ranked_does_not_decide_the_class_of_the_others(edgemark, save):
    """A MAG with selection made all others PAGs, and could not be compared with them itself."""
    truth = save("t.json", "A --> B --> C; A --> D", "dag")
    good = save("good.json", "A --> B --> C; D"), save("turned.json", "A --> B <-- C; A --> D")
    found = edgemark("score", truth, *good, save("sel.json", "A --- B --- C; A --- D", "mag")).out
    ranked = rows(found, "RANKED, truth and estimates as DAGs")
    assert ranked["good.json"][:2] == ["1", "0.800"]
    assert ranked["sel.json"] == ["-"] * 6
    assert set(rows(found, "CLAIMS of the estimates as DAGs")) == {"good.json", "turned.json"}
    words = " ".join(found.split())
    assert "1 estimate could not be ranked. sel.json: to_pag needs a MAG without ---" in words
    forced = edgemark(
        "score", truth, *good, "sel.json", "--reference", "auto", "-m", "shd:pair mismatch"
    )
    assert forced.status == 1
    lines = [line.split() for line in forced.out.splitlines()]
    assert [line for line in lines if line and line[0].endswith(".json")] == [
        ["good.json", "1"],
        ["turned.json", "1"],
        ["sel.json", "-"],
    ]
    assert "sel.json': it cannot be ranked with the others: to_pag needs a MAG" in forced.err


def test_a_class_that_the_truth_has_not_is_not_that_of_all(edgemark, save):
    truth = save("cycle.json", "A --> B --> A; C --> D")
    good = save("good.json", "A --> B --> C; D"), save("turned.json", "A --> B <-- C; A --> D")
    found = edgemark("score", truth, *good, save("cpdag.json", "A --- B; C --- D")).out
    ranked = rows(found, "RANKED, truth and estimates as directed graphs")
    assert [cells[0] for cells in ranked.values()] == ["3", "4", "-"]
    words = " ".join(found.split())
    assert "cpdag.json: the reference class is a CPDAG; the truth is a directed graph" in words


def test_the_truth_is_never_the_best():
    truth, found = em.Graph.parse("A --> B; C", kind="dag"), em.Graph.parse("A; B --> C", kind="dag")
    reports = [
        with_names_of_graphs(em.evaluate(truth, graph), "truth", name)
        for name, graph in (("a", found), ("b", truth))
    ]
    styles = {unranked: _styles(reports, [reports[1]] if unranked else []) for unranked in (True, False)}
    assert styles[False] == [["", ""], ["", "bold green"]]
    assert styles[True] == [["", ""], ["", ""]]


def _styles(reports, unranked):
    [table] = score_tables(reports, [MAIN[0]], unranked=unranked)
    return [
        list(row)
        for row in zip(
            *([str(cell.style) for cell in column.cells] for column in table.columns), strict=True
        )
    ]


def test_all_are_scored_in_one_class_where_that_is_asked_for(edgemark, truth):
    metric = ("-m", "shd:pair mismatch", "--format", "csv")
    found = edgemark("score", truth, *ESTIMATES, *metric, "--reference", "auto").out.splitlines()
    assert [line.count("pag / pag") for line in found[1:]] == [1, 1, 1]
    alone = edgemark("score", truth, "sure.json", *metric, "--reference", "cpdag").out
    assert "cpdag / cpdag" in alone
    refused = edgemark("score", truth, "pag.json", "sure.json", *metric, "--reference", "cpdag")
    assert refused.status == 1
    assert "the reference class is a CPDAG; the estimate is a PAG" in refused.err


@pytest.mark.parametrize("more", [("--chance",), ("--layout", "rcgnn"), ("--as", "pcalg")])
def test_a_class_is_for_the_metrics_of_edgemark(edgemark, truth, more):
    found = edgemark("score", truth, "sure.json", "--reference", "pag", *more)
    assert found.status == 2
    assert "--reference applies to the metrics of edgemark" in " ".join(found.err.split())


def test_results_of_several_classes_are_not_compared(edgemark, save, truth):
    names = [f"{name.removesuffix('.json')}_{k}.json" for name in ESTIMATES for k in range(6)]
    for name in names:
        save(name, ESTIMATES[f"{name.partition('_')[0]}.json"])
    metric = ("-m", "shd:pair mismatch", "--format", "json")
    pattern = ("--pattern", "{method}_{seed}.json", "--replicate", "seed")
    edgemark("score", truth, *names, *metric, "-o", "own.json")
    found = edgemark("compare", "own.json", *pattern)
    assert found.status == 1
    assert "methods must be ranked in one class of graphs" in found.err
    assert "--reference auto" in found.err
    edgemark("score", truth, *names, *metric, "--reference", "auto", "-o", "one.json")
    assert "one class" not in edgemark("compare", "one.json", *pattern).err


def test_a_false_claim_that_the_class_of_the_truth_leaves_open_is_wrong(edgemark, save):
    chain = "B --> C; C --> D; D --> E; A --> F; G --> F; H --> F"
    truth = save("chain.json", f"A --> B; {chain}", "dag")
    save("invented.json", "A --> B; C --> B; C --> D; E --> D; A --> F; G --> F; H --> F", "dag")
    perfect = save(
        "perfect.json", "A --- B; B --- C; C --- D; D --- E; A --> F; G --> F; H --> F", "cpdag"
    )
    found = rows(edgemark("score", truth, "invented.json", perfect).out, "CLAIMS")
    graph = em.to_cpdag(em.read("invented.json"))
    wrong = em.metrics.mark_errors(em.read("chain.json"), graph)
    assert (wrong, em.metrics.mark_errors(em.read("chain.json"), em.read("perfect.json"))) == (4, 0)
    assert found["invented.json"][1] == f"{wrong.rate:.3f}"
    assert found["perfect.json"][1] == "0.000"


def test_an_estimate_without_a_graph_of_the_reference_class_is_refused_and_did_not_fail(edgemark, save):
    """`compare` lets the worst value stand in for failures, and must not do so for a refusal."""
    truth = save("t.json", "A --> B --> C", "dag")
    hc, bow = save("hc.json", "A --> B; C", "dag"), save("bow.json", "A --> B; A <-> B; C", "admg")
    options = ("-m", "shd:pair mismatch", "--reference", "auto", "--format", "json")
    found = edgemark("score", truth, hc, bow, *options)
    assert found.status == 1
    assert found.json["failed"] == []
    rows = [report["rows"][0] for report in found.json["reports"]]
    assert [row["status"] for row in rows] == ["ok", "refused"]
    assert "no reference class has ADMGs" in rows[1]["reason"]
    assert 'reference = "auto"' not in rows[1]["reason"]


def test_tables_of_mpdags_say_that_they_are_converted(edgemark, save):
    text = "A --> B --> C --> D; A --> C"
    truth = save("truth.json", text, "dag")
    texts = {"exact.json": text, "open.json": "A --- B --- C --- D; A --- C"}
    estimates = [save(name, one) for name, one in texts.items()]
    found = edgemark("score", truth, *estimates, "--tier", "A", "--tier", "B", "--kind", "mpdag").out
    ranked = rows(found, "RANKED, truth and estimates as CPDAGs")
    assert [cells[0] for cells in ranked.values()] == ["0", "0"]
    target = em.to_mpdag(em.Graph.parse(text), tiers=[["A"], ["B"]])
    expected = [["MPDAG", str(int(em.shd(target, em.Graph.parse(one))))] for one in texts.values()]
    assert [cells[:2] for cells in rows(found, "NOT RANKED").values()] == expected
    assert expected[1] != ["MPDAG", "0"]
    assert "lack the directions that knowledge or interventions gave" in " ".join(found.split())


def test_tables_of_pags_say_that_a_true_mag_is_converted(edgemark, save):
    truth = save("truth.json", "L --> A; L --> B; A --> C; B --> C; D --> A", "dag")
    pag = "B o-> A; A --> C; D o-> A; B --> C"
    estimates = [save(name, pag, "pag") for name in ("a.json", "b.json")]
    found = edgemark("score", truth, *estimates, "--hidden", "L").out
    ranked = rows(found, "RANKED, truth and estimates as PAGs")
    assert [cells[0] for cells in ranked.values()] == ["0", "0"]
    assert [cells[:2] for cells in rows(found, "NOT RANKED").values()] == [["PAG", "2"]] * 2
