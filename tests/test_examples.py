"""Every command that help texts and documents show runs; where they show its output, it prints that."""

import contextlib
import csv
import dataclasses
import io
import json
import re
import shlex
import shutil
import warnings
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import typer

import edgemark as em
from edgemark.cli.app import application, run
from edgemark.errors import MissingExtraError

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md"))]
PAGES.append(ROOT / "examples" / "README.md")
COMMANDS = typer.main.get_command(application()).commands
PLACEHOLDER = re.compile(r"\b(TRUTH|ESTIMATE|RESULTS|FOLDER|FILE|IN|OUT|NAME|PACKAGE|ADDRESS|DIR)\b")

Example = tuple[str, str, str]  # where it stands, the command, and the output that is shown


def of_help():
    """The examples that stand below the help of the commands."""
    epilogs = {"edgemark": application().info.epilog} | {n: c.epilog for n, c in COMMANDS.items()}
    for name, text in epilogs.items():
        for command in re.findall(r"^ +(edgemark .+)$", text or "", re.MULTILINE):
            if not PLACEHOLDER.search(command):
                yield f"{name} --help", command, ""


def of_pages():
    """The commands in the fenced blocks of the documents, and the output below each."""
    for page in PAGES:
        for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(), re.M | re.S):
            if language in ("", "console", "sh"):
                yield from _of_block(page.name, block)


def _of_block(page, block):
    """Each command with those before it, whose files it may need."""
    before = ""
    for part in re.split(r"^(?=\$ |edgemark )", block, flags=re.MULTILINE):
        line, _, shown = part.partition("\n")
        command = line.removeprefix("$ ").partition(" #")[0].strip()
        if command.startswith("edgemark ") and not PLACEHOLDER.search(command):
            yield page, f"{before}{command}", shown.strip("\n")
            before += f"{command} && " if re.search(r" -o | --output | > |simulate ", command) else ""


def in_sentences():
    """The commands in the running text of the documents: those that name files or values."""
    for page in PAGES:
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
        for command in re.findall(r"`(edgemark [^`]+)`", text):
            yield page.name, " ".join(command.split())


def is_whole(command):
    """Whether a command in a sentence can be run as it stands."""
    name, *rest = shlex.split(command)[1:]
    if name.startswith("-"):
        return True  # an option of edgemark itself
    needed = [one for one in COMMANDS[name].params if one.param_type_name == "argument" and one.required]
    given = [word for word in rest if "." in word]
    return not PLACEHOLDER.search(command) and len(given) >= len(needed)


EXAMPLES: list[Example] = [
    *of_help(),
    *of_pages(),
    *((page, command, "") for page, command in in_sentences() if is_whole(command)),
]
ONCE = {(place, command): shown for place, command, shown in EXAMPLES}
PRINTED: dict[tuple[str, bool, bool], str] = {}
"""What each command printed with the same files, since several places show the same command."""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with every file that an example names."""
    folder = tmp_path_factory.mktemp("examples")
    shutil.copytree(ROOT / "examples", folder / "examples")
    with contextlib.chdir(folder):
        _graphs()
        _runs()
        _scores_and_samples()
        _study()
        printed("edgemark simulate er --nodes 8 --edges 8 --rows 50 --seed 1")
        shutil.copy("er/truth.json", "er/pc.json")
        shutil.copy("er/truth.json", "asia.json")
    return folder


def _graphs():
    truth = em.Graph.parse("A --> B --> C --> D", kind="dag")
    found = em.Graph.parse("A --> B; C --> B; C --- D")
    for name in ("truth.json", "truth.txt"):
        em.write(truth, name)
    for name in ("estimate.json", "pc.json", "found.json", "first.json", "graph.json", "graph.dot"):
        em.write(found, name)
    em.write(em.Graph.parse("A --> B --> C; D", kind="dag"), "last.json")
    em.write(em.Graph.parse("A o-> B <-> C; D", kind="pag"), "pag.json")
    em.write(em.to_cpdag(truth), "cpdag.json")
    dag = em.Graph.parse("L1 --> A; L1 --> B; L2 --> B; L2 --> C; C --> D", kind="dag")
    em.write(dag, "dag.txt")
    em.write(em.to_pag(em.latent_projection(dag, ["L1", "L2"])), "fci.json")
    series = em.TemporalGraph.parse("L --> A; L --> B @1; C --> A @1; lags 1")
    em.io.write_temporal(series, "hidden-series.json")
    mag = em.latent_projection(series, ["L"], max_lag=1)
    em.io.write_temporal(em.equivalence.lpcmci_target(mag), "lpcmci.json")
    matrix = np.eye(4, k=1, dtype=int)
    for name in ("truth.csv", "pc.csv", "ges.csv", "matrix.csv"):
        Path(name).write_text(_table(matrix))
    np.save("matrix.npy", matrix)
    Path("amat.csv").write_text('"","A","B"\n"A",0,2\n"B",3,0\n')


def _table(matrix):
    return "\n".join(["A,B,C,D", *(",".join(map(str, row)) for row in matrix.tolist())]) + "\n"


def _runs():
    guesses = ("A --> B --> C; D", "A --> B; C --> B; D", "B --> A; C --> D", "A --> C; B --> D")
    guesses += ("A --> B --> C --> D", "D --> A --> B")
    for folder in ("runs/1", "results", "scores", "asia", "alarm"):
        Path(folder).mkdir(parents=True)
    em.write(em.Graph.parse(guesses[0]), "runs/a.json")
    em.write(em.Graph.parse(guesses[1]), "runs/1/graph.json")
    shutil.copy("pc.csv", "results/pc.csv")
    for dataset in ("asia", "alarm"):
        shutil.copy("truth.json", f"{dataset}/truth.json")
        for k, text in enumerate(guesses):
            name = f"{('pc', 'ges', 'mmhc')[k % 3]}_{k // 3}.json"
            em.write(em.Graph.parse(text, kind="dag"), f"{dataset}/{name}")
        scores = f"{dataset}-scores.json"
        printed(f"edgemark score {dataset}/truth.json {dataset}/*_?.json --format json -o {scores}")
        shutil.copy(scores, f"scores/{dataset}.json")
    shutil.copy("asia-scores.json", "random-graphs.json")
    whole = {"reports": []}
    for dataset in ("asia", "alarm"):
        for k, method in enumerate(("pc", "ges", "mmhc")):
            em.write(em.Graph.parse(guesses[k], kind="dag"), f"results/{method}.json")
        printed(f"edgemark score {dataset}/truth.json results/*.json --format json -o part.json")
        part = json.loads(Path("part.json").read_text())
        whole = part | {"reports": [*whole["reports"], *part["reports"]]}
    Path("scores.json").write_text(json.dumps(whole))
    for method in ("pc", "ges"):
        printed(f"edgemark score truth.json asia/{method}_0.json --format csv -o {method}-scores.csv")


def _scores_and_samples():
    scores = np.array([[0, 0.9, 0.2, 0.1], [0.3, 0, 0.8, 0], [0, 0.1, 0, 0.7], [0, 0.2, 0, 0]])
    Path("scores.csv").write_text(_table(scores))
    Path("rankedEdges.csv").write_text("Gene1\tGene2\tEdgeWeight\nA\tB\t0.9\nB\tC\t0.8\nA\tD\t0.1\n")
    Path("regulators.csv").write_text("source\nA\nB\n")
    np.savez("weights.npz", scores=-scores, nodes=["A", "B", "C", "D"])
    moves = ("index,score,added,removed", "-2,0,[A->B;A->C;A->D],[]", "-1,0,[],[A->B;A->C;A->D]")
    moves += ("0,-9,[A->B;B->C],[]", "20000,-8,[C->D],[]", "30000,-8,[],[C->D]")
    Path("chain.csv").write_text("\n".join(moves) + "\n")


def _study():
    """A plan and its study, small, of algorithms that need no other package."""
    Path("plan.toml").write_text(
        '[plan]\nname = "example"\nseeds = 1\nprimary = "shd:pair mismatch"\n'
        '[[data]]\nnetwork = "asia"\nsamples = 50\n'
        '[[algorithm]]\nuse = "edgemark:empty"\n'
    )
    printed("edgemark bench run plan.toml -o study")


def _some_run():
    """A run that `edgemark bench show` can be asked for; documents name one of a study of their own."""
    with contextlib.redirect_stdout(io.StringIO()) as table:
        run(["bench", "export", "study", "--to", "csv"])
    return next(csv.DictReader(io.StringIO(table.getvalue())))["run"]


def _series():
    """Time series graphs under names that examples also give to graphs."""
    truth = em.TemporalGraph.parse("A --> B @1; B --> C; A --> A @1; lags 1; changing C")
    found = em.TemporalGraph.parse("A --> B @1; C --> B; A --> A @1; lags 1")
    array = np.full((3, 3, 2), "", dtype="<U3")
    array[0, 1, 1], array[0, 2, 0], array[2, 0, 0] = "-->", "o-o", "o-o"
    for name in ("series.json", "truth.json"):
        em.io.write_temporal(truth, name)
    em.io.write_temporal(found, "found.json")
    np.save("series.npy", array)


@pytest.fixture
def here(files, tmp_path, monkeypatch):
    """A copy of the files, for an example of its own; algorithms are not installed."""
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)

    def missing(data, **parameters):
        raise MissingExtraError("causal-learn", "algorithms")

    adapters = import_module("edgemark.bench.adapters").ADAPTERS
    bare = {name: dataclasses.replace(one, learn=missing) for name, one in adapters.items()}
    monkeypatch.setattr("edgemark.bench.adapters.ADAPTERS", bare)
    return tmp_path


def printed(line):
    """Run a line of shell; give what its last command prints."""
    for command in line.split(" && "):
        words = shlex.split(re.split(r" [|>] ", command)[0])  # another program's part is not run
        words = [_some_run() if word == "3f9a1c" else word for word in words]
        if words[:3] == ["edgemark", "bench", "init"]:
            Path(words[3]).unlink(missing_ok=True)  # what the fixture has written
        out, err = io.StringIO(), io.StringIO()
        if words[0] == "edgemark":
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = run(words[1:])
            assert status != 2, f"{command}: {out.getvalue()}{err.getvalue()}"
        else:
            assert words[0] == "echo", f"{command}: what does it do?"
    return out.getvalue() + err.getvalue()


def matches(shown, found):
    """Whether the lines of an output are as shown; "..." stands for any lines."""
    parts = [re.escape(part.strip("\n")) for part in re.split(r"^\.\.\.$", shown, flags=re.MULTILINE)]
    lines = "\n".join(line.rstrip() for line in found.strip("\n").splitlines())
    return re.fullmatch("(?s:.*)".join(parts), lines) is not None


@pytest.mark.parametrize(("place", "command"), ONCE, ids=lambda text: text)
def test_x1_an_example_runs_and_prints_what_is_shown(place, command, here):
    if "--figure" in command:
        pytest.importorskip("matplotlib")
    over_time = place == "temporal.md" or re.search(r"series\.(json|npy)", command) is not None
    tables = place == "compare --help" and ".csv" in command
    if (command, over_time, tables) not in PRINTED:
        if over_time:
            _series()
        if tables:
            for method in ("pc", "ges"):
                shutil.copy(f"{method}-scores.csv", f"{method}.csv")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", em.errors.EdgemarkWarning)
            PRINTED[command, over_time, tables] = printed(command)
    found = PRINTED[command, over_time, tables]
    shown = ONCE[place, command]
    assert not shown or matches(shown, found), found


def words(command):
    """The words of a command with placeholders, up to a pipe."""
    return shlex.split(command.replace("...", ""))[1:]


@pytest.mark.parametrize("text", sorted({command for _, command in in_sentences()}))
def test_x1_a_command_in_a_sentence_has_the_options_that_it_names(text):
    name, *rest = words(text)
    if name == "--help":
        return
    assert name in COMMANDS
    command = COMMANDS[name]
    if rest and hasattr(command, "commands"):
        command = command.commands[rest.pop(0)]
    known = {option for one in command.params for option in one.opts}
    assert [word for word in rest if word.startswith("-") and word not in known] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_x1_a_help_text_names_options_that_some_command_has(name):
    every = [*COMMANDS.values(), *getattr(COMMANDS[name], "commands", {}).values()]
    known = {o for c in every for one in c.params for o in (*one.opts, *one.secondary_opts)}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        run([name, "--help"])
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*[a-z]", out.getvalue()))
    assert sorted(named - known - {"--help"}) == []


def test_the_commands_of_contributing_are_there():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    for path in re.findall(r"`(?:\.venv/bin/python )?((?:\.ci|scripts|benchmarks)/[\w.-]+)", text):
        assert (ROOT / path).exists(), path
    for extra in re.findall(r"\.\[([\w,]+)\]", text):
        for one in extra.split(","):
            assert re.search(rf"^{one} = ", (ROOT / "pyproject.toml").read_text(), re.MULTILINE), one
