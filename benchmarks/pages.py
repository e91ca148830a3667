"""
How long does a page take, and how large is it?

The script measures the pages and pictures of two graphs of 5 to 5000 nodes, and the page of a benchmark
of 10,000 stored runs. One run in twenty failed with a log.
Run: .venv/bin/python benchmarks/pages.py
"""

from __future__ import annotations

import random
import tempfile
import time
import warnings
from collections.abc import Callable

from _table import duration, show
from graphs import random_dag

import edgemark as em
from edgemark.bench.results import Study
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, RunRecord, Score, Store

ALGORITHMS, DATA, SEEDS = 10, 20, 50
PLAN = """
[plan]
name = "ten thousand runs"
seeds = 50
primary = "shd:pair mismatch"
metrics = ["f1:skeleton", "precision:arrowheads", "recall:arrowheads"]
"""


def study(folder: str) -> Study:
    """Store the runs as a benchmark does."""
    draws = random.Random(0)
    runs = [(a, d, s) for d in range(DATA) for a in range(ALGORITHMS) for s in range(SEEDS)]
    with Store.write(folder) as store:
        records = [_record(k, *one, draws) for k, one in enumerate(runs)]
        store.begin_study("ten thousand runs", PLAN, records)
        store.set_reference("cpdag")
        for record in records:
            store.add_attempt(record.key, *_attempt(record, draws))
    return Study.open(folder)


def _record(k: int, algorithm: int, data: int, seed: int, draws: random.Random) -> RunRecord:
    name = f"network {data}, 1000 samples"
    details = {
        "data": name, "group": name, "unit": f"{name} {seed}", "seed": seed,
        "use": f"algorithm {algorithm}", "parameters": {}, "returns": "cpdag", "oracle": False,
        "fits": True, "ranked": True,
    }  # fmt: skip
    return RunRecord(f"{draws.getrandbits(256):064x}", name, f"algorithm {algorithm}", seed, k, details)


def _attempt(record: RunRecord, draws: random.Random) -> tuple[Attempt, list[Score]]:
    failed = draws.random() < 0.05
    log = "\n".join(f"line {k}: {draws.random()}" for k in range(100)) if failed else ""
    outcome = Outcome(
        "exception" if failed else "ok", reason="it did not converge" if failed else "", cpu=1.5,
        wall=2.0, memory=200 << 20, traceback=log,
    )  # fmt: skip
    worst = {
        "shd:pair mismatch": 1.0,
        "f1:skeleton": 0.0,
        "precision:arrowheads": 0.0,
        "recall:arrowheads": 0.0,
    }
    scores = [
        Score(name, "cpdag", em.__version__, draws.random(), "ok", "", bound, 0.5)
        for name, bound in worst.items()
    ]
    return Attempt(outcome, RunLimits(), None, {"edgemark": "0"}), [] if failed else scores


def timed(make: Callable[[], str]) -> tuple[str, str, str]:
    """Elapsed time, processor time of all threads (less disturbed by other programs), and size."""
    start, used = time.perf_counter(), time.process_time()
    text = make()
    elapsed, spent = time.perf_counter() - start, time.process_time() - used
    return duration(elapsed), duration(spent), f"{len(text.encode()) / 1e6:.2f} MB"


def main() -> None:
    warnings.simplefilter("ignore")
    rows = []
    for n in (5, 50, 500, 5000):
        truth, found = random_dag(n, 2 * n, 1), em.to_cpdag(random_dag(n, 2 * n, 2))
        em.pages.score_page(em.Graph.parse("A --> B"), em.Graph.parse("A; B"))  # what is imported once
        rows.append(
            [f"score, {n} nodes", *timed(lambda t=truth, f=found: em.pages.score_page(t, f).to_html())]
        )
        rows.append([f"picture, {n} nodes", *timed(lambda t=truth, f=found: em.figures.draw_diff(t, f))])
    with tempfile.TemporaryDirectory() as folder:
        made = study(folder)
        rows.append(["bench, 10,000 runs", *timed(lambda: em.pages.bench_page(made).to_html())])
    show("Pages", ["page", "time", "processor time", "size"], rows)


if __name__ == "__main__":
    main()
