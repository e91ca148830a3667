"""Plans: every key is read, and an error names the line, the key and what to write instead."""

import re
from dataclasses import replace
from datetime import date

import pytest

from edgemark.bench.data import draw
from edgemark.bench.plan import Plan, Versions
from edgemark.bench.plans import built_in_plans
from edgemark.bench.sandbox import RunLimits
from edgemark.errors import FormatError

LAGS = ("lags", "tau_max")
FULL_PLAN = """
[plan]
name = "my-study"
seeds = 10
primary = "shd:pair mismatch"
metrics = ["f1:directed", "f1:skeleton", "sid"]
reference = "auto"

[limits]
seconds = 300
memory = "2 GiB"
disk = "1 GiB"

[[data]]
network = "asia"
samples = [500, 5000]

[[data]]
random = "erdos-renyi"
nodes = 20
edges = 40
mechanism = "linear-gaussian"
samples = 1000
scale = "standardized"

[[data]]
name = "mine"
file = "mine.csv"
truth = "truth.json"

[[algorithm]]
use = "own_package.learners:learn"
alpha = [0.01, 0.05]

[[algorithm]]
name = "own"
use = "mymodule:learn"
parameters = { name = "inner" }

[[algorithm]]
name = "outside"
command = ["/opt/tool/bin/python", "run.py", "{data}", "{graph}", "--seed", "{seed}"]
format = "adjacency"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mine.csv").write_text("A,B\n1,2\n")
    (tmp_path / "truth.json").write_text("{}")
    return tmp_path


def plan_of(text, folder=None):
    return Plan.parse(text, source="plan.toml", folder=folder)


def error_of(text, folder):
    with pytest.raises(FormatError) as caught:
        plan_of(text, folder)
    return str(caught.value)


def keys(plan):
    versions = Versions([plan.folder])
    records = [task.record(versions) for task in plan.tasks()]
    return {(r.dataset, r.algorithm, r.details["seed"]): r.key for r in records}


def test_every_key_of_a_plan_is_read(folder):
    plan = plan_of(FULL_PLAN, folder)
    assert (plan.name, plan.seeds, plan.reference) == ("my-study", tuple(range(10)), "auto")
    assert str(plan.primary) == "shd:pair mismatch"
    assert [str(one) for one in plan.metrics] == [
        "shd:pair mismatch",
        "f1:directed",
        "f1:skeleton",
        "sid",
    ]
    assert plan.limits == RunLimits(seconds=300, memory=2 * 2**30, disk=2**30)
    assert [spec.label for spec in plan.data] == [
        "asia, n=500",
        "asia, n=5000",
        "erdos-renyi 20/40 linear-gaussian standardized, n=1000",
        "mine",
    ]
    assert [spec.label for spec in plan.algorithms] == [
        "own_package.learners:learn alpha=0.01",
        "own_package.learners:learn alpha=0.05",
        "own",
        "outside",
    ]
    assert dict(plan.algorithms[2].parameters) == {"name": "inner"}
    assert len(list(plan.tasks())) == 4 * 4 * 10


def test_seeds_are_counted_from_0_or_listed(folder):
    assert plan_of(FULL_PLAN.replace("seeds = 10", "seeds = 3"), folder).seeds == (0, 1, 2)
    assert plan_of(FULL_PLAN.replace("seeds = 10", "seeds = [7, 3]"), folder).seeds == (7, 3)


def test_a_plan_of_dictionaries_is_the_same_plan(folder):
    import tomllib

    plan = plan_of(FULL_PLAN, folder)
    made = Plan.from_dict(tomllib.loads(FULL_PLAN), folder=folder)
    assert replace(made, text="") == replace(plan, text="")
    assert keys(plan_of(made.text, folder)) == keys(plan)


@pytest.mark.parametrize(
    ("written", "instead", "words"),
    [
        ('mechanism = "linear-gaussian"', 'mechanism = "liner-gaussian"',
         "line 22: data[2].mechanism: must be one of linear-gaussian,"),
        ('mechanism = "linear-gaussian"', 'mechanism = "liner-gaussian"',
         "Did you mean 'linear-gaussian'?"),
        ('scale = "standardized"', 'scal = "standardized"',
         "line 24: data[2].scal: there is no such key"),
        ('scale = "standardized"', 'scal = "standardized"', "Did you mean 'scale'?"),
        ('scale = "standardized"', 'scale = "iscm"\nhidden = 1.5', "data[2].hidden: must be a whole"),
        ("edges = 40", "edges = [40, 191]", "data[2].edges: 20 nodes have at most 190 edges"),
        ("edges = 40", "edges = [40, 40]", "40 is listed twice"),
        ("edges = 40", "edges = []", "this one is empty"),
        ("edges = 40\n", "", "data[2]: the key 'edges' is needed"),
        ("samples = 1000", "samples = true", "data[2].samples: must be a whole number"),
        ('network = "asia"', 'network = "asia"\nrandom = "blocks"', "this one has network and random"),
        ('network = "asia"\n', "", "data[1]: an entry has one of the keys network, random and file"),
        ("seeds = 10", "seeds = 0", "plan.seeds"),
        ("seeds = 10", "seeds = [1, 1]", "each seed must be listed once"),
        ("seeds = 10", f"seeds = [{2**63}]", "each seed must be at most 9223372036854775807"),
        ("seeds = 10", "seeds = 1000000000", "must be at most 10,000,000 seeds; got 1,000,000,000"),
        ('primary = "shd:pair mismatch"\n', "", "plan: the key 'primary' is needed"),
        ('"shd:pair mismatch"', '"shd"', "a single convention is needed"),
        ('"shd:pair mismatch"', '"shd:pear mismatch"', "Did you mean 'pair mismatch'?"),
        ('"f1:skeleton"', '"f1:skeletom"', "plan.metrics"),
        ('reference = "auto"', 'reference = "dga"', "Did you mean 'dag'?"),
        ("[limits]", "[limit]", "line 9: limit: there is no such table"),
        ("seconds = 300", "seconds = 0", "limits.seconds"),
        ('"2 GiB"', '"2 gigs"', "limits.memory: must be a size"),
        ('"2 GiB"', "2", 'Write "2 GB" or "2 MB", with the quotes'),
        ('"1 GiB"', "1048575", "limits.disk: must have a unit, unless it is at least 1,048,576 bytes"),
        ('network = "asia"', 'network = "asia"\nhidden = ["nope"]',
         "data[1].hidden: must be nodes of the network, 'asia', 'tub',"),
        ('network = "asia"', 'network = "asia"\nhidden = ["smok"]', "Did you mean 'smoke'?"),
        ('network = "asia"', 'network = "asia"\nhidden = ["asia", "tub", "smoke", "lung", "bronc", '
         '"either", "xray", "dysp"]', "data[1].hidden: must leave at least one node observed"),
        ('file = "mine.csv"', 'file = "their.csv"', "data[3].file: must be a file"),
        ('use = "mymodule:learn"', 'use = "mymodule"', "algorithm[2].use"),
        ('use = "mymodule:learn"', 'use = "__main__:learn"', "which does not have your __main__"),
        ('use = "mymodule:learn"', 'use = "a:b"\ncommand = ["x"]', "this one has both"),
        ('name = "own"', 'naem = "own"', "Did you mean 'name'?"),
        ('name = "own"', 'name = "own"\non = "discret"', "Did you mean 'discrete'?"),
        ('name = "own"', 'name = "outside"', "'outside' is the name of two"),
        ("alpha = [0.01, 0.05]", "alpha = [0.05, 0.05]", "algorithm[1].alpha"),
        ("alpha = [0.01, 0.05]", "alpha = 2020-01-01", "algorithm[1].alpha"),
        ("alpha = [0.01, 0.05]", "alpha = nan", "algorithm[1].alpha"),
        ("alpha = [0.01, 0.05]", "alpha = [[nan]]", "algorithm[1].alpha"),
        ("alpha = [0.01, 0.05]", "parameters = { o = { when = 2020-01-01 } }", "algorithm[1].o"),
        ('"{seed}"', '"{sead}"', "Did you mean 'seed'?"),
        ('"{graph}", ', "", "the file to which the command writes its graph"),
        ('format = "adjacency"', 'format = "adjacency"\nalpha = 1', "contain the parameter as {alpha}"),
        ('format = "adjacency"', 'format = "adjacent"', "Did you mean 'adjacency'?"),
        ("seeds = 10", "seeds 10", "line 4, column 7: a plan must be TOML"),
        ('name = "my-study"', "name = my-study", "line 3"),
    ],
)  # fmt: skip
def test_an_error_names_the_key_and_the_reason(written, instead, words, folder):
    assert written in FULL_PLAN
    assert words in error_of(FULL_PLAN.replace(written, instead, 1), folder)


def test_a_grid_may_list_true_and_1(folder):
    text = FULL_PLAN.replace('name = "own"', 'name = "own"\ndepth = [1, true, 0, false]', 1)
    labels = [spec.label for spec in plan_of(text, folder).algorithms if spec.label.startswith("own ")]
    assert labels == ["own depth=1", "own depth=True", "own depth=0", "own depth=False"]


def test_an_error_in_on_names_the_entry_and_the_line_of_the_unknown_data(folder):
    text = FULL_PLAN.replace("alpha = [0.01, 0.05]", 'alpha = 0.01\non = "discrete"', 1)
    text = text.replace('name = "own"', 'name = "own"\non = ["discrete", "asian"]', 1)
    line = text.splitlines().index('on = ["discrete", "asian"]') + 1
    assert f"plan.toml: line {line}: algorithm[2].on: must name" in error_of(text, folder)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ('mechanism = "discrete"\nscale = "standardized"', "scale"),
        ('mechanism = "discrete"\nhidden = 1', "hidden"),
        ('mechanism = "discrete"\ninterventions = 1', "interventions"),
        ("hidden = 1\ninterventions = 1", "interventions"),
        ("interventions = 6", "at most the number of nodes, 5; got 6"),
        ("states = 3", "applies to discrete data"),
        ("blocks = 3", 'applies to random = "blocks"'),
    ],
)
def test_settings_that_do_not_go_together_are_refused(settings, words):
    text = (
        '[plan]\nprimary = "sid"\n[[data]]\nrandom = "erdos-renyi"\nnodes = 5\nedges = 4\nsamples = 10\n'
        f'{settings}\n[[algorithm]]\nuse = "m:f"\n'
    )
    assert words in error_of(text, None)


# ---- keys and seeds


def test_an_added_entry_changes_no_other_run(folder):
    before = keys(plan_of(FULL_PLAN, folder))
    more = FULL_PLAN.replace("samples = [500, 5000]", "samples = [100, 500, 5000]")
    more = more.replace("seeds = 10", "seeds = 12").replace("[0.01, 0.05]", "[0.01, 0.05, 0.1]")
    more = more.replace(
        "[[data]]", '[[data]]\nnetwork = "asia"\nname = "first"\nsamples = 7\n[[data]]', 1
    )
    after = keys(plan_of(more, folder))
    assert before.items() <= after.items()
    assert len(after) > len(before)


def test_limits_and_metrics_are_not_in_the_key(folder):
    other = FULL_PLAN.replace("seconds = 300", "seconds = 5").replace('"sid"', '"nced:k=0.2"')
    assert keys(plan_of(other, folder)) == keys(plan_of(FULL_PLAN, folder))


def test_every_run_has_a_key_of_its_own(folder):
    found = keys(plan_of(FULL_PLAN, folder))
    assert len(set(found.values())) == len(found) == 160


def test_a_changed_file_is_another_data_set(folder):
    before = keys(plan_of(FULL_PLAN, folder))
    (folder / "mine.csv").write_text("A,B\n1,3\n")
    after = keys(plan_of(FULL_PLAN, folder))
    assert {name[0] for name in before if before[name] != after[name]} == {"mine"}


def test_the_graph_depends_neither_on_samples_nor_on_the_mechanism(folder):
    spec = plan_of(FULL_PLAN, folder).data[2]
    smaller = replace(spec, settings={**spec.settings, "samples": 10, "scale": "raw"})
    other = replace(spec, settings={**spec.settings, "mechanism": "additive-noise"})
    denser = replace(spec, settings={**spec.settings, "edges": 41})
    for what in ("structure", "model", "rows", "columns"):
        assert spec.seed_for(what, 3) == smaller.seed_for(what, 3)
        assert spec.seed_for(what, 3) != spec.seed_for(what, 4)
        assert spec.seed_for(what, 3) != denser.seed_for(what, 3)
    assert spec.seed_for("structure", 3) == other.seed_for("structure", 3)
    assert spec.seed_for("model", 3) != other.seed_for("model", 3)


def test_seeds_vary_only_the_algorithm_on_data_from_a_file(folder):
    tasks = [task for task in plan_of(FULL_PLAN, folder).tasks() if task.data.label == "mine"]
    assert len({task.data.key(task.seed) for task in tasks}) == 1
    assert len({task.algorithm_seed for task in tasks if task.algorithm.label == "own"}) == 10


def test_an_algorithm_runs_only_on_the_data_that_it_is_for(folder):
    text = FULL_PLAN.replace('name = "own"', 'name = "own"\non = ["discrete", "mine"]')
    found = {task.data.label for task in plan_of(text, folder).tasks() if task.algorithm.label == "own"}
    assert found == {"asia, n=500", "asia, n=5000", "mine"}


def test_a_network_is_one_unit_and_each_drawn_graph_is_another(folder):
    plan = plan_of(FULL_PLAN.replace("[500, 5000]", '500\nhidden = ["smoke"]'), folder)
    assert [spec.unit(3) for spec in plan.data] == [
        "asia",
        "erdos-renyi 20/40 #3",
        "mine",
    ]


def test_entries_of_series_with_the_same_graphs_are_one_unit(folder):
    def units(*settings):
        text = "".join(f'[[data]]\nrandom = "series"\nnodes = 4\n{one}\n' for one in settings)
        plan = plan_of(
            f'[plan]\nprimary = "shd:pair mismatch"\n{text}[[algorithm]]\nuse = "a:b"', folder
        )
        graphs = {draw(spec, 3).truth for spec in plan.data}
        units_of_plan = {spec.unit(3) for spec in plan.data}
        assert len(units_of_plan) == len(graphs)
        return units_of_plan

    other_scale = 'samples = [20, 30]\nscale = ["raw", "standardized"]'
    assert units(other_scale, 'name = "mine"\nsamples = 40') == {"series 4 lags=2 linear-gaussian #3"}
    assert units("samples = 20", "samples = 20\nlagged = 2.0", "samples = 20\nhidden = 1") == {
        "series 4 lags=2 linear-gaussian #3",
        "series 4 lags=2 linear-gaussian lagged=2.0 #3",
        "series 4 lags=2 linear-gaussian hidden=1 #3",
    }


def test_a_deterministic_algorithm_runs_once_on_data_from_a_file(folder):
    text = FULL_PLAN.replace('name = "own"', 'name = "own"\ndeterministic = true')
    tasks = list(plan_of(text, folder).tasks())
    assert len([t for t in tasks if (t.data.label, t.algorithm.label) == ("mine", "own")]) == 1
    assert len([t for t in tasks if (t.data.label, t.algorithm.label) == ("asia, n=500", "own")]) == 10


def test_changed_code_is_another_version(folder, monkeypatch):
    monkeypatch.chdir(folder)
    package = folder / "own_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "learners.py").write_text("def learn(data, *, seed): ...")
    (folder / "mymodule.py").write_text("def learn(data, *, seed): ...")
    before = keys(plan_of(FULL_PLAN, folder))
    assert before == keys(plan_of(FULL_PLAN, folder))
    (package / "helpers.py").write_text("changed = True")
    after = keys(plan_of(FULL_PLAN, folder))
    changed = {name[1] for name in before if before[name] != after[name]}
    assert changed == {"own_package.learners:learn alpha=0.01", "own_package.learners:learn alpha=0.05"}


def test_a_changed_program_is_another_version_unless_the_plan_states_one(folder):
    (folder / "run.py").write_text("first")
    stated = FULL_PLAN.replace('format = "adjacency"', 'format = "adjacency"\nversion = "1.2"')
    before, before_stated = keys(plan_of(FULL_PLAN, folder)), keys(plan_of(stated, folder))
    (folder / "run.py").write_text("second")
    after, after_stated = keys(plan_of(FULL_PLAN, folder)), keys(plan_of(stated, folder))
    assert {name[1] for name in before if before[name] != after[name]} == {"outside"}
    assert before_stated == after_stated


def test_keys_do_not_change_from_one_version_to_the_next():
    plan = plan_of(
        '[plan]\nprimary = "sid"\n[[data]]\nrandom = "erdos-renyi"\nnodes = 5\nedges = 4\nsamples = 10\n'
        '[[algorithm]]\nuse = "m:f"\nversion = "1"\n'
    )
    [key] = keys(plan).values()
    assert re.fullmatch("[0-9a-f]{64}", key)
    assert key.startswith("fc3d0c0d346d96b4")


def test_adapters_fit_interventional_data_if_they_read_the_targets_or_are_baselines():
    plan = Plan.parse(
        """
[plan]
primary = "sid"
[[data]]
random = "erdos-renyi"
nodes = 5
edges = 4
samples = 10
interventions = 2
[[algorithm]]
use = "gies:gies"
[[algorithm]]
use = "causal-learn:pc"
[[algorithm]]
use = "edgemark:empty"
[[algorithm]]
use = "mine:learn"
"""
    )
    [data] = plan.data
    fits = {one.use: one.fits(data.kind, intervenes=data.intervenes) for one in plan.algorithms}
    assert fits == {
        "gies:gies": True,
        "causal-learn:pc": False,
        "edgemark:empty": True,
        "mine:learn": True,
    }
    assert [one.fits(data.kind) for one in plan.algorithms] == [True] * 4


def test_built_in_plans_can_be_read_and_have_all_their_algorithms_and_data():
    for name in built_in_plans():
        plan = Plan.read(name)
        assert plan.name == name or name == "example"
        assert all(one.adapter is not None for one in plan.algorithms)
        assert sum(1 for _ in plan.tasks()) > 0
        assert not any(data.missing() for data in plan.data)


@pytest.mark.parametrize("name", [n for n in built_in_plans() if n.startswith(("standard", "time"))])
def test_in_the_tracks_each_method_is_ranked_once_and_at_its_defaults(name):
    """The other entries of a method form its published grid, which is not ranked."""
    plan = Plan.read(name)
    for data in plan.data:
        ranked = [
            one
            for one in plan.algorithms
            if one.ranked and not one.oracle and one.runs_on(data.kind, data.group)
        ]
        uses = [one.use for one in ranked]
        assert len(set(uses)) == len(uses)
        for one in ranked:
            changed = set(one.parameters) - {"test", "score", "ci_test", *LAGS}
            assert not changed
    assert any(not one.ranked for one in plan.algorithms)
    assert plan.reference != "auto" or name.startswith("time")


def test_functions_and_commands_of_users_fit_interventional_data():
    text = """
    [plan]
    primary = "sid"
    [[data]]
    random = "erdos-renyi"
    nodes = 4
    edges = 3
    samples = 10
    interventions = 1
    [[algorithm]]
    use = "mymodule:learn"
    [[algorithm]]
    command = ["program", "{graph}"]
    [[algorithm]]
    use = "gies:gies"
    [[algorithm]]
    use = "edgemark:var-sort"
    [[algorithm]]
    use = "ges:ges"
    """
    plan = Plan.parse(text)
    fits = {spec.label: spec.fits("continuous", intervenes=True) for spec in plan.algorithms}
    assert [label for label, is_meant in fits.items() if not is_meant] == ["ges:ges"]


def test_tables_of_a_wrong_type_are_a_type_error():
    with pytest.raises(TypeError):
        Plan.from_dict({"plan": {"primary": date(2020, 1, 1)}})
