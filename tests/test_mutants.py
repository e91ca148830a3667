"""Each change in tests/mutants.txt can be made in the present sources, and has a reason."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).parent.parent
SPEC = spec_from_file_location("mutate", ROOT / "scripts" / "mutate.py")
mutate = module_from_spec(SPEC)
sys.modules["mutate"] = mutate  # its dataclass looks itself up there
SPEC.loader.exec_module(mutate)


def test_every_explained_change_can_be_made_in_the_present_sources():
    explained = mutate.explained()
    assert explained
    assert all(explained.values())
    paths = sorted({text.split()[0] for text in explained})
    known = {
        one.text
        for path in paths
        for one in mutate.mutants_of(path, (ROOT / path).read_text(encoding="utf-8"))
    }
    assert set(explained) <= known


def test_each_mutant_of_a_line_changes_one_place():
    source = "def f(a, b):\n    return a < b and not g(a, key=1)\n"
    found = mutate.mutants_of("src/edgemark/metrics/f.py", source)
    codes = {mutate.ast.unparse(one.code(source)).splitlines()[1].strip() for one in found}
    assert codes == {
        "return None",
        "return a < b or not g(a, key=1)",
        "return a <= b and (not g(a, key=1))",
        "return a < b and g(a, key=1)",
        "return a < b and (not g(a))",
        "return a < b and (not g(a, key=2))",
    }
