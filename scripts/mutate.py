"""
Change one expression of the sources at a time, and list the changes that no test notices.

Run: python scripts/mutate.py map, then python scripts/mutate.py run [--rooms ROOM...] [--each N]
[--seed N] [--skip N] [--budget SECONDS] [--only TEXT...] [--tests TEST...]

A room is a subpackage, such as metrics. `map` runs the quick tests once, each group in its own process,
and stores which test runs which line. `run` draws N changes of each room at random. For each change, it
runs the tests that reach the changed line, the fastest case of each test function first, until a budget
of seconds is spent. If none of them fails, it tries again with ten times the budget. `--skip` leaves out
the first changes of each room's sample, to continue an earlier run. `--only` takes the changes whose
description contains a text instead of a sample, and `--tests` adds tests that are newer than the map.

tests/mutants.txt explains the survivors that no test can notice, or that none has to. The status is 1 if
another one survives. Everything runs on the copy of the sources that `map` makes, so the working tree
can be edited meanwhile.
"""

import argparse
import ast
import copy
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import zip_longest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / "build" / "mutate"
EXPLAINED = ROOT / "tests" / "mutants.txt"
ROOMS = ("metrics", "evaluation", "stats", "graph")
TESTS = (  # each group runs in a process of its own
    *((f"tests/{room}", f"src/edgemark/{room}") for room in ROOMS),
    (
        *("tests/test_equality.py", "tests/test_metric_criteria.py", "tests/test_null_models.py"),
        *("tests/test_null_models_of_series.py", "tests/test_transformations.py"),
        *("tests/test_rebuilt_containers.py", "tests/test_report.py", "tests/test_values.py"),
    ),
    (
        *("tests/notebook", "tests/remedies", "tests/test_counted_candidates.py", "tests/test_keys.py"),
        *("tests/test_headings_of_numbers.py", "tests/test_hostile_names.py", "tests/test_labels.py"),
        *("tests/test_inputs_that_lose_nothing.py", "tests/test_named_inputs.py"),
        *("tests/test_numbers_that_tie.py", "tests/test_records_and_headings.py"),
        *("tests/test_several_matrices.py", "tests/test_sorting.py", "tests/io/test_rounded_numbers.py"),
    ),
)
QUIET = [
    *("-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", "--hypothesis-seed=0"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
]  # `prepare` imports hypothesis before pytest can rewrite its assertions, which is the warning
SLOWER = 4  # CPU time that the tests of a change may take, as a multiple of their time in the map
START = 30  # CPU seconds that the imports and the collection of tests may take

# ---- changes

FLIPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
RENAMED = {"max": "min", "min": "max", "any": "all", "all": "any"}


def flipped(node: Any) -> Iterator[Callable[[Any], Any]]:
    """Each way to change an expression, as a function that changes a copy of it and returns it."""
    match node:
        case ast.Compare(ops=[first, *_]) if type(first) in FLIPPED:
            yield lambda new: setattr(new, "ops", [FLIPPED[type(first)](), *new.ops[1:]]) or new
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in FLIPPED:
            yield lambda new: setattr(new, "op", FLIPPED[type(op)]()) or new
        case ast.UnaryOp(op=ast.Not()):
            yield lambda new: new.operand
        case ast.UnaryOp(op=ast.USub(), operand=operand) if not isinstance(operand, ast.Constant):
            yield lambda new: new.operand
        case ast.Constant(value=bool()):
            yield lambda new: setattr(new, "value", not new.value) or new
        case ast.Constant(value=int() | float()):
            yield lambda new: setattr(new, "value", new.value + 1) or new
        case ast.Call(func=ast.Name(id=name)) if name in RENAMED:
            yield lambda new: setattr(new.func, "id", RENAMED[name]) or new
        case ast.Return(value=value) if value and not isinstance(value, ast.Constant):
            yield lambda new: setattr(new, "value", ast.Constant(None)) or new
    if isinstance(node, ast.Call):
        for k, word in enumerate(node.keywords):
            if word.arg is not None:
                yield lambda new, k=k: new.keywords.pop(k) and new


def sites(tree: ast.Module) -> Iterator[tuple[Any, str, Any, str, Callable[[Any], Any]]]:
    """
    Every place and way to change a module: the parent, its field, the node, the function, the change.

    These are left alone: annotations, base classes, docstrings, imports, f-strings, errors, remedies and
    the decorator of a dataclass.
    """

    def walk(node: Any, scope: str) -> Iterator[Any]:
        for field, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if not isinstance(child, ast.AST) or skipped(node, field, child):
                    continue
                for change in flipped(child):
                    yield node, field, child, scope, change
                named = isinstance(child, ast.FunctionDef | ast.ClassDef)
                yield from walk(child, f"{scope}.{child.name}".lstrip(".") if named else scope)

    yield from walk(tree, "")


def skipped(node: Any, field: str, child: Any) -> bool:
    if field in ("annotation", "returns", "type_params", "bases") or isinstance(child, ast.Raise):
        return True
    if isinstance(child, ast.JoinedStr | ast.Import | ast.ImportFrom):
        return True
    if isinstance(child, ast.Call) and getattr(child.func, "id", "") in ("Remedy", "Message"):
        return True
    if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
        return True
    return field == "decorator_list" and "dataclass" in ast.unparse(child)


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    path: str  # in the repository
    place: int  # position among the changes of the file
    line: int
    text: str  # its description, as in tests/mutants.txt

    @property
    def room(self) -> str:
        """The room that the file is in."""
        return self.path.split("/")[2]

    def code(self, source: str) -> ast.Module:
        """The module with the change."""
        tree = ast.parse(source)
        parent, field, child, _, change = list(sites(tree))[self.place]
        put(parent, field, child, change(child))
        return ast.fix_missing_locations(tree)


def put(parent: Any, field: str, child: Any, new: Any) -> None:
    value = getattr(parent, field)
    if isinstance(value, list):
        value[next(k for k, item in enumerate(value) if item is child)] = new
    else:
        setattr(parent, field, new)


def mutants_of(path: str, source: str) -> list[Mutant]:
    """All changes of a file, each with its own description."""
    mutants, seen = [], Counter[str]()
    for place, (parent, field, child, scope, change) in enumerate(sites(ast.parse(source))):
        shown_node = (
            parent if isinstance(parent, ast.expr) and isinstance(child, ast.Constant) else child
        )
        old = ast.unparse(shown_node)
        outer = copy.deepcopy(parent)
        value = getattr(outer, field)
        copied_child = value
        if isinstance(value, list):
            copied_child = value[
                next(k for k, item in enumerate(getattr(parent, field)) if item is child)
            ]
        new = change(copied_child)
        if shown_node is parent:
            put(outer, field, copied_child, new)
            new = outer
        description = f"{path} {scope or '(module)'}: {short(old)} => {short(ast.unparse(new))}"
        seen[description] += 1
        text = description if seen[description] == 1 else f"{description} ({seen[description]})"
        mutants.append(Mutant(path, place, child.lineno if hasattr(child, "lineno") else 1, text))
    return mutants


def short(code: str) -> str:
    line = " ".join(code.split())
    return line if len(line) <= 160 else f"{line[:157]}..."


# ---- running tests in a child


class Loader(SourceFileLoader):
    """Loads a module from a changed syntax tree."""

    tree: ast.Module

    def get_code(self, fullname: str) -> Any:
        """Compile the changed tree."""
        return compile(self.tree, self.path, "exec")


class Finder:
    """Finds the changed module before anything else does."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self.name, self.path, self.tree = name, path, tree

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return the spec of the changed module, and None for others."""
        if name != self.name:
            return None
        loader = Loader(name, str(self.path))
        loader.tree = self.tree
        inside = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        return spec_from_file_location(name, self.path, loader=loader, submodule_search_locations=inside)


def module_of(path: str) -> str:
    """The name by which a file is imported."""
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def in_child(work: Callable[[], int], cpu: float, log: str = os.devnull) -> int:
    """Run `work` in a forked process; return its status, or minus the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(started(work, cpu, log), 0)[1])


def started(work: Callable[[], int], cpu: float, log: str) -> int:
    """Run `work` in a forked process, and return its process id without waiting for it."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu), int(cpu) + 5))
        signal.alarm(int(10 * cpu))  # wall-clock time, which also ends a process that sleeps
        printed = os.open(log, os.O_WRONLY | os.O_CREAT)
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        status = 3
        try:
            status = int(work())
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(status)
    return child


def prepare(tree: Path) -> None:
    """Make this process import edgemark from a copy, and import what the tests need before it forks."""
    sys.meta_path[:] = [x for x in sys.meta_path if "Redirect" not in type(x).__name__]
    sys.path[0:0] = [str(tree), str(tree / "src")]
    os.chdir(tree)
    os.environ |= {"EDGEMARK_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(tree / ".hypothesis")
    for name in (
        "hypothesis.extra.numpy",
        "networkx",
        "numpy",
        "pytest",
        "scipy.optimize",
        "scipy.stats",
    ):
        __import__(name)


def copied(folder: Path) -> Path:
    """A copy of the files that git knows or would add, and of the compiled core."""
    tree = folder / "tree"
    command = ["git", "ls-files", "-co", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        if (ROOT / name).exists():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    from edgemark._core import _native

    shutil.copy(_native.__file__, tree / "src" / "edgemark" / "_core")
    for name in [name for name in sys.modules if name.split(".")[0] == "edgemark"]:
        del sys.modules[name]
    return tree


# ---- which test runs which line


class Recorder:
    """A plugin of pytest that tells coverage which test runs, and times it."""

    def __init__(self, coverage: Any) -> None:
        self.coverage = coverage
        self.seconds: dict[str, float] = {}

    def pytest_runtest_protocol(self, item: Any) -> None:
        """Attribute the lines that run from here on to this test."""
        self.coverage.switch_context(item.nodeid)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Add the time of a phase. A test that fails without any change counts as too slow to run."""
        failed = 1e9 if report.outcome != "passed" else 0
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration + failed


def record(group: int) -> int:
    """Run a group of the tests, and store which test runs which line."""
    import coverage
    import pytest

    folders = [f"src/edgemark/{room}" for room in ROOMS]
    watch = coverage.Coverage(str(CACHE / f"lines{group}"), source=folders, config_file=False)
    recorder = Recorder(watch)
    watch.start()
    status = pytest.main([*QUIET, *TESTS[group]], plugins=[recorder])
    watch.stop()
    watch.save()
    (CACHE / f"seconds{group}.json").write_text(json.dumps(recorder.seconds))
    return 0 if status in (0, 1) else int(status)


def sources(tree: Path) -> dict[str, str]:
    """The text of each file that can be changed."""
    paths = (path for room in ROOMS for path in sorted((tree / "src/edgemark" / room).rglob("*.py")))
    return {str(path.relative_to(tree)): path.read_text(encoding="utf-8") for path in paths}


class Lines:
    """The tests that run each line, as `map` stored it."""

    def __init__(self) -> None:
        from coverage import CoverageData

        self.tree = Path(json.loads((CACHE / "sources.json").read_text())["tree"])
        self.sources: dict[str, str] = json.loads((CACHE / "sources.json").read_text())["sources"]
        self.seconds: dict[str, float] = {}
        self.data = CoverageData(no_disk=True)
        for group in range(len(TESTS)):
            self.seconds |= json.loads((CACHE / f"seconds{group}.json").read_text())
            of_group = CoverageData(str(CACHE / f"lines{group}"))
            of_group.read()
            self.data.update(of_group)

    def tests(self, mutant: Mutant, budget: float, *, whole_file: bool) -> tuple[list[str], float]:
        """
        The tests for a change, the fastest case of each test function first, and the seconds they take.

        For a line that runs at import, or once because of a cache, the map has one test or none. If it
        has none, or with `whole_file`, the tests that run other lines of the file are added.
        """
        by_line = self.data.contexts_by_lineno(str(self.tree / mutant.path))
        candidates = {test for test in by_line.get(mutant.line, []) if test}
        if not candidates or whole_file:
            candidates |= {test for tests in by_line.values() for test in tests if test}
        ranks: Counter[str] = Counter()
        order = []
        for test in sorted(candidates, key=lambda test: (self.seconds.get(test, 1e9), test)):
            function = test.split("[")[0]
            order.append((ranks[function], self.seconds.get(test, 1e9), test))
            ranks[function] += 1
        chosen, spent = [], 0.0
        for _, seconds, test in sorted(order):
            if spent + seconds <= budget:
                chosen.append(test)
                spent += seconds
        return chosen, spent


class Chosen:
    """A plugin of pytest that runs only the tests with these names, in their order."""

    def __init__(self, tests: list[str]) -> None:
        self.places = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out the other tests."""
        found = [item for item in items if item.nodeid in self.places]
        items[:] = sorted(found, key=lambda item: self.places[item.nodeid])


def killed(mutant: Mutant, source: str, tests: list[str], seconds: float) -> bool:
    """Whether a test fails if the change is made."""
    import pytest

    def work(*names: str, plugins: tuple[Any, ...] = ()) -> int:
        name, path = module_of(mutant.path), Path(mutant.path).resolve()
        # importlib needs only find_spec of a finder; the declared type of meta_path requires more
        sys.meta_path.insert(0, Finder(name, path, mutant.code(source)))  # type: ignore[arg-type]
        import_module(name)  # before pytest does, whose own loader would read the file
        return int(pytest.main([*QUIET, "-x", *names], plugins=plugins))

    limit = START + SLOWER * seconds
    status = in_child(partial(work, *tests), limit)
    if status == pytest.ExitCode.USAGE_ERROR:  # The change removes parameters, and thus tests.
        files = dict.fromkeys(test.split("::")[0] for test in tests)
        status = in_child(partial(work, *files, plugins=(Chosen(tests),)), limit)
    return status not in (0, pytest.ExitCode.NO_TESTS_COLLECTED)


# ---- the commands


def explained() -> dict[str, str]:
    """The survivors of tests/mutants.txt, each with its reason."""
    reasons: dict[str, str] = {}
    for block in EXPLAINED.read_text(encoding="utf-8").split("\n\n")[1:]:
        text, _, reason = block.strip().partition("\n")
        reasons[text] = reason.strip()
    return reasons


def make_map() -> int:
    """Store a copy of the sources, and which test runs which of their lines."""
    shutil.rmtree(CACHE, ignore_errors=True)
    CACHE.mkdir(parents=True)
    tree = copied(CACHE)
    stored = {"tree": str(tree), "sources": sources(tree)}
    (CACHE / "sources.json").write_text(json.dumps(stored))
    prepare(tree)
    waiting, running, statuses = list(range(len(TESTS))), 0, []
    while waiting or running:
        while waiting and running < (os.cpu_count() or 1):
            group = waiting.pop(0)
            started(partial(record, group), 36_000, str(CACHE / f"map{group}.log"))
            running += 1
        statuses.append(os.waitstatus_to_exitcode(os.wait()[1]))
        running -= 1
    return int(any(statuses))


def selected(mutants: list[Mutant], arguments: argparse.Namespace) -> list[Mutant]:
    """The changes that are named, or a sample of each room."""
    if arguments.only:
        return [mutant for mutant in mutants if any(text in mutant.text for text in arguments.only)]
    samples = []
    for room in arguments.rooms:  # a room's sample does not depend on the others
        in_room = [mutant for mutant in mutants if mutant.room == room]
        drawn = random.Random(arguments.seed).sample(in_room, min(arguments.each, len(in_room)))
        samples.append(drawn[arguments.skip :])
    return [mutant for row in zip_longest(*samples) for mutant in row if mutant is not None]


def run(arguments: argparse.Namespace) -> int:
    """Test the selected changes one by one; return 1 if one survives that is not explained."""
    lines, reasons = Lines(), explained()
    for path in {test.split("::")[0] for test in arguments.tests}:
        shutil.copy(ROOT / path, lines.tree / path)
    prepare(lines.tree)
    mutants = [mutant for path, source in lines.sources.items() for mutant in mutants_of(path, source)]
    counts: Counter[tuple[str, str]] = Counter()
    for mutant in selected(mutants, arguments):
        is_dead = is_noticed(mutant, lines, arguments.tests, arguments.budget)
        outcome = "killed" if is_dead else "explained" if mutant.text in reasons else "SURVIVED"
        counts[mutant.room, outcome] += 1
        print(f"{outcome} {mutant.text}", flush=True)
    for room in arguments.rooms:
        counts_text = ", ".join(
            f"{counts[room, outcome]} {outcome}" for outcome in ("killed", "explained", "SURVIVED")
        )
        print(f"{room}: {counts_text} of {sum(mutant.room == room for mutant in mutants)} changes")
    return int(any(outcome == "SURVIVED" for _, outcome in counts))


def is_noticed(mutant: Mutant, lines: Lines, added: list[str], budget: float) -> bool:
    """Whether a test notices a change: first the tests of a short budget, then those of a long one."""
    before: list[str] = []
    for seconds in (budget, 10 * budget):
        tests, spent = lines.tests(mutant, seconds, whole_file=seconds > budget)
        new = [test for test in tests if test not in set(before)] + ([] if before else added)
        if new and killed(mutant, lines.sources[mutant.path], new, spent + 60 * len(added)):
            return True
        before += new
    return False


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("command", choices=("map", "run"))
    parser.add_argument("--each", type=int, default=50, help="changes for each room")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--skip", type=int, default=0, help="changes of each room's sample to leave out")
    parser.add_argument("--rooms", nargs="+", default=ROOMS, choices=ROOMS)
    parser.add_argument("--only", nargs="+", default=[], help="texts of the changes to take")
    parser.add_argument("--tests", nargs="+", default=[], help="tests that the map does not know")
    parser.add_argument("--budget", type=float, default=5, help="seconds of tests for a change")
    arguments = parser.parse_args()
    return make_map() if arguments.command == "map" else run(arguments)


if __name__ == "__main__":
    sys.exit(main())
