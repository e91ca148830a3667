"""The recipes of CONTRIBUTING.md, followed to the letter in a copy of the sources."""

import re
import shutil
import subprocess
import sys
import sysconfig
import textwrap
from pathlib import Path

import pytest

import edgemark
from edgemark._core import _native

ROOT = Path(__file__).parent.parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def code_under(heading):
    section = CONTRIBUTING.split(f"## {heading}\n")[1].split("\n## ")[0]
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    return textwrap.dedent(code)


def replaced(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Run code with a copy of the sources in which every recipe was followed."""
    folder = tmp_path_factory.mktemp("copy")
    package = folder / "edgemark"
    shutil.copytree(Path(edgemark.__file__).parent, package, ignore=shutil.ignore_patterns("*.pyc"))
    if not list((package / "_core").glob("_native*.so")):
        shutil.copy(_native.__file__, package / "_core")
    add_a_metric(package)
    add_a_format(package)
    add_an_algorithm(package)
    paths = [str(folder), str(ROOT), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]

    def call(code):
        # Without site, whose editable install would find the sources instead of the copy.
        program = f"import sys; sys.path[1:1] = {paths!r}\n{code}"
        command = [sys.executable, "-S", "-W", "ignore", "-c", program]
        found = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
        assert found.returncode == 0, found.stdout[-3000:] + found.stderr[-3000:]
        return found.stdout

    return call


def add_a_metric(package):
    (package / "metrics" / "found.py").write_text(code_under("Adding a metric touches"))
    names = package / "metrics" / "families.py"
    replaced(names, "__all__ = [", "from edgemark.metrics.found import found_share\n\n__all__ = [")
    replaced(names, "__all__ = [", '__all__ = [\n    "found_share",')


def add_a_format(package):
    (package / "io" / "arrows.py").write_text(code_under("Adding a format touches"))
    (line,) = re.findall(r'`(Format\("arrows", .*\))`', CONTRIBUTING)
    replaced(package / "io" / "formats.py", "\n_ALL = (", f"\n_ALL = (\n    {line},")


def add_an_algorithm(package):
    adapters = package / "bench" / "adapters"
    (adapters / "star.py").write_text(code_under("Adding an algorithm touches"))
    replaced(adapters / "__init__.py", '    "edgemark": (', '    "star": ("star",),\n    "edgemark": (')


def passed(run, chosen, *tests):
    """How many of the tests that are chosen by name pass in the copy."""
    options = ["-q", "-p", "no:cacheprovider", "-n0", "-k", chosen, "--rootdir", str(ROOT)]
    paths = [str(ROOT / "tests" / test) for test in tests]
    printed = run(f"import pytest; sys.exit(pytest.main({[*options, *paths]!r}))")
    return int(re.search(r"(\d+) passed", printed)[1])


TRY = """
import edgemark as em
assert em.__file__.startswith(sys.path[1]), em.__file__
truth, found = em.Graph.parse("A --> B --> C"), em.Graph.parse("A --> B; C")
print(em.metrics.found_share(truth, found), em.evaluate(truth, found)["found_share"].value)
print(em.evaluate_many(truth, [found, truth])["found_share"].tolist())
print(em.evaluation.evaluate_pairs([truth], [found])["found_share"].tolist())
print(em.chance(truth, found, "found_share")[0].chance.mean < 1, len(em.chance(truth, found)) > 20)
(judged,) = em.criteria("found_share")
print(bool(judged.false_positives), bool(judged.true_positives))
print(em.over_class("found_share", truth, truth.skeleton()).highest)
scores = em.EdgeScores.from_edges([("A", "B", 0.9), ("B", "C", 0.5)])
print(em.evaluation.threshold_sweep(truth, scores, "found_share")["found_share"].tolist())
em.stats.summarize([0.5, 0.2])
from edgemark.cli import main
sys.argv = ["edgemark", "metrics", "found_share"]
main()
"""


def test_the_metric_of_the_recipe_is_everywhere(run):
    lines = run(TRY).splitlines()
    assert lines[:7] == ["0.5 0.5", "[0.5, 1.0]", "[0.5]", "True True", "False True", "1.0",
                         "[0.0, 0.5, 1.0]"]  # fmt: skip
    assert "found_share" in "".join(lines[7:])


def test_the_metric_of_the_recipe_is_under_the_laws(run):
    tests = ["metrics/test_laws.py", "test_docstrings.py", "test_public_names.py"]
    assert passed(run, "found_share", *tests) > 10


FORMAT = """
import edgemark as em
graph = em.Graph.parse("A --> B; C")
em.write(graph, "graph.arrows")
print(em.read("graph.arrows"), open("graph.arrows").read().split())
from edgemark.cli import main
sys.argv = ["edgemark", "convert", "graph.arrows", "graph.json"]
try: main()
except SystemExit as ended: print(ended.code, em.read("graph.json"))
"""


def test_the_format_of_the_recipe_is_read_written_and_recognised(run):
    printed = run(FORMAT).splitlines()
    assert printed == ["A --> B; C ['A', 'B', 'C', 'A>B']", "0 A --> B; C"]


def test_the_format_of_the_recipe_is_under_the_laws(run):
    assert passed(run, "arrows", "io/test_round_trips.py", "io/test_files.py") > 5


ALGORITHM = """
import numpy as np
from edgemark.bench.adapters import ADAPTERS
from edgemark.bench.dataset import Dataset
star = ADAPTERS["star:star"]
print(star.learn(Dataset(np.zeros((5, 3)), ("A", "B", "C")), seed=0))
"""


def test_the_algorithm_of_the_recipe_is_found_and_under_the_laws(run):
    assert run(ALGORITHM).splitlines() == ["A --> B; A --> C"]
    assert passed(run, "star", "bench/adapters/test_contract.py") > 0
