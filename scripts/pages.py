"""
Write the example pages in docs/pages: .venv/bin/python scripts/pages.py

The runs of the comparison and of the benchmark are invented to show what such pages look like.
"""

from __future__ import annotations

import random
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import edgemark as em
from edgemark.bench.results import Study
from edgemark.bench.sandbox import Outcome, RunLimits
from edgemark.bench.store import Attempt, RunRecord, Score, Store

ROOT = Path(__file__).resolve().parent.parent
ASIA = ROOT / "examples" / "asia"
PLAN = """
[plan]
name = "an example"
seeds = 4
primary = "shd:both to CPDAG"
metrics = ["f1:skeleton"]
"""
LOG = """Traceback (most recent call last):
  File "search.py", line 31, in learn
    raise ValueError("the covariance matrix is singular")
ValueError: the covariance matrix is singular"""

_SINGULAR = Outcome(
    "exception",
    reason="ValueError: the covariance matrix is singular",
    cpu=0.4,
    wall=0.5,
    memory=90 << 20,
    traceback=LOG,
)
_SLOW = Outcome("timeout", reason="it used 300 s", cpu=300.0, wall=302.0, memory=150 << 20)
_FAILED = {3: _SINGULAR, 9: _SINGULAR, 30: _SINGULAR, 35: _SLOW}
"""The outcomes of the runs that failed, by their position."""


def score() -> em.pages.Page:
    """One estimate."""
    truth = em.read(ASIA / "truth.txt")
    return em.pages.score_page(truth, {"PC": em.read(ASIA / "pc-fisherz.json")}, _SHOWN, title=_TITLE)


_TITLE = "How good is PC on Asia?"
_SHOWN = ("shd", "weighted_shd", "nced", "f1", "precision", "recall", "parent_aid", "sid")


def estimates() -> em.pages.Page:
    """Several estimates, of several classes."""
    truth = em.read(ASIA / "truth.txt")
    names = ("pc-fisherz", "fci-fisherz", "hill-climbing")
    learned = {name: em.read(ASIA / f"{name}.json") for name in names}
    return em.pages.score_page(truth, learned, _SHOWN[:6], title="PC, FCI and hill climbing on Asia")


def methods() -> em.pages.Page:
    """Methods over data sets; the order of two methods depends on the convention."""
    draws = random.Random(1)
    rows: list[dict[str, Any]] = []
    for method, n_missed, n_reversed in (("PC", 4, 6), ("GES", 7, 1), ("LiNGAM", 9, 5)):
        for k in range(8):
            missed, reversed_ = n_missed + draws.randint(-1, 1), n_reversed + draws.randint(0, 1)
            base = {"method": method, "dataset": f"network {k}", "metric": "shd", "better": "lower"}
            errors = {"pair mismatch": missed, "arc Hamming": missed + reversed_}
            rows += [{**base, "convention": name, "value": value} for name, value in errors.items()]
    rows[5] |= {"value": None, "status": "failed", "reason": "timeout: it used more than 60 s"}
    return em.pages.compare_page(rows, title="Three methods, invented numbers")


def benchmark() -> em.pages.Page:
    """A benchmark with runs that failed."""
    draws = random.Random(2)
    with tempfile.TemporaryDirectory() as folder:
        with Store.write(folder) as store:
            records = [
                _record(f"{name}, 1000 samples", algorithm, seed)
                for name in ("asia", "child", "alarm")
                for algorithm in ("pc", "ges", "boss")
                for seed in range(4)
            ]
            store.begin_study("an example", PLAN, records)
            store.set_reference("cpdag")
            for k, record in enumerate(records):
                store.add_attempt(record.key, *_attempt(record, draws, _FAILED.get(k)))
        return em.pages.bench_page(Study.open(folder), title="A benchmark, invented numbers")


def _record(data: str, algorithm: str, seed: int) -> RunRecord:
    details = {
        "data": data, "group": data, "unit": data, "seed": seed, "use": algorithm, "parameters": {},
        "returns": "cpdag", "oracle": False, "fits": True, "ranked": True,
    }  # fmt: skip
    key = random.Random(f"{data} {algorithm} {seed}").getrandbits(256)
    return RunRecord(f"{key:064x}", data, algorithm, seed, seed, details)


def _attempt(
    record: RunRecord, draws: random.Random, failed: Outcome | None
) -> tuple[Attempt, list[Score]]:
    if failed is not None:
        return Attempt(failed, RunLimits()), []
    cpu = draws.uniform(0.2, 3)
    outcome = Outcome("ok", cpu=cpu, wall=cpu + 0.1, memory=draws.randint(90, 200) << 20)
    shd, f1 = draws.randint(1, 9), round(draws.uniform(0.6, 0.95), 3)
    scores = [
        Score("shd:both to CPDAG", "cpdag", em.__version__, float(shd), "ok", "", 28.0, 15.0),
        Score("f1:skeleton", "cpdag", em.__version__, f1, "ok", "", 0.0, 0.3),
    ]
    return Attempt(outcome, RunLimits(), None, {"edgemark": em.__version__}), scores


PAGES: dict[str, Callable[[], em.pages.Page]] = {
    "score": score,
    "estimates": estimates,
    "methods": methods,
    "benchmark": benchmark,
}


def main() -> None:
    """Write every page."""
    for name, make in PAGES.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            path = make().write(ROOT / "docs" / "pages" / f"{name}.html")
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
