"""A true DAG with hidden nodes on the command line."""

import edgemark as em
from edgemark import Graph

DAG = Graph.parse("L --> A; M --> B; L --> B; A --> C; B --> C; D --> A")


def test_hidden_nodes_of_the_truth_are_projected_out(edgemark, tmp_path):
    truth, estimate = tmp_path / "dag.txt", tmp_path / "pag.json"
    em.write(DAG, truth)
    em.write(em.to_pag(em.latent_projection(DAG, ["L", "M"])), estimate)
    names = ["-m", "shd:truth to PAG", "-m", "adjustment_aid", "--format", "json"]
    for hidden in (["--hidden", "L,M"], ["--hidden", "L", "--hidden", "M"]):
        report = edgemark("score", str(truth), str(estimate), *names, *hidden).json["reports"][0]
        assert report["truth"]["kind"] == "mag"
        assert {row["value"] for row in report["rows"]} == {0}


def test_what_cannot_be_hidden_is_said(edgemark, tmp_path):
    truth, estimate = tmp_path / "dag.txt", tmp_path / "pag.json"
    em.write(DAG, truth)
    em.write(Graph.parse("A --> B; C; D"), estimate)
    result = edgemark("score", str(truth), str(estimate), "--hidden", "X")
    assert (result.status, "unknown node 'X'" in result.err) == (2, True)
    result = edgemark("score", str(truth), str(estimate), "--hidden", "L")
    assert (result.status, "only in the truth: 'M'" in result.err) == (1, True)
