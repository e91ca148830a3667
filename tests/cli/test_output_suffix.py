"""Output files hold what their suffix says, or are refused before anything is computed."""

from pathlib import Path

import pytest

import edgemark as em
from edgemark.errors import FormatError
from edgemark.io import write_scores

SCORE = ("score", "t.txt", "t.txt", "-m", "shd")


@pytest.fixture
def truth(save):
    return save("t.txt", "A --> B; C")


def test_a_table_for_people_is_no_csv(edgemark, truth):
    found = edgemark(*SCORE, "-o", "o.csv")
    assert (found.status, Path("o.csv").exists()) == (2, False)
    assert found.err.endswith("Write csv: --format csv\n")
    assert edgemark(*SCORE, "-o", "o.csv", "--format", "csv").status == 0
    assert Path("o.csv").read_text().startswith("truth,estimate,metric")
    assert edgemark(*SCORE, "-o", "o.txt").status == 0
    assert edgemark(*SCORE, "-o", "scores").status == 0


@pytest.mark.parametrize(
    ("command", "form"),
    [
        (SCORE, "json"),
        ((*SCORE, "--format", "json"), "csv"),
        (("chance", "t.txt", "t.txt"), "csv"),
        (("criteria", "t.txt"), "json"),
        (("compare", "r.json"), "csv"),
    ],
)
def test_every_command_refuses_another_suffix(edgemark, truth, command, form):
    edgemark(*SCORE, "--format", "json", "-o", "r.json")
    found = edgemark(*command, "-o", f"o.{form}")
    assert f"--format {form}" in found.err
    assert (found.status, Path(f"o.{form}").exists()) == (2, False)


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
@pytest.mark.parametrize(
    "command",
    [
        (*SCORE, "--format", "csv", "-o", "o.csv{}"),
        ("convert", "t.txt", "o.json{}"),
        ("convert", "t.txt", "o.json{}", "--to", "json"),
        ("score", "t.txt", "t.txt", "--layout", "rcgnn", "-o", "o.json{}"),
    ],
)
def test_an_output_is_not_called_compressed(edgemark, truth, command, suffix):
    found = edgemark(*(part.format(suffix) for part in command))
    assert "an output is not compressed" in found.err
    assert "Uncompress" not in found.err
    assert "compress it afterwards" in found.err
    assert not list(Path().glob(f"o.*{suffix}"))


def test_writers_do_not_call_a_file_compressed(tmp_path):
    graph = em.Graph.parse("A --> B")
    for form in (None, "json"):
        with pytest.raises(FormatError, match="an output is not compressed"):
            em.write(graph, tmp_path / "g.json.gz", form)
    with pytest.raises(FormatError, match="an output is not compressed"):
        write_scores(em.EdgeScores.of(graph), tmp_path / "s.npz.xz")
    (tmp_path / "g.json.gz").write_bytes(b"")
    with pytest.raises(FormatError, match="Uncompress it first"):
        em.read(tmp_path / "g.json.gz")
