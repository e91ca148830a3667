"""
How do time and memory grow with the graphs, from 10 to 100,000 nodes with five edges a node?

Every case runs in a process of its own, on one thread. edgemark gets new graph objects for every
repetition, so that no cached result counts. gadjid gets the same graphs as matrices, which are made
outside of the measured time. The script asserts that the answers are equal. gadjid gets no larger graphs
after a case of more than 2 seconds. The floor is the time to read the data of the graphs once, at the
speed at which this machine copies memory in the same run; the column `floor` has the time divided by it.
Run: .venv/bin/python benchmarks/growth.py                  (measure, print, and draw)
     .venv/bin/python benchmarks/growth.py --most-nodes 300 --table FILE --picture FILE
     .venv/bin/python benchmarks/growth.py --draw           (draw what was measured last)
"""

from __future__ import annotations

import argparse
import csv
import ctypes
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parent / "growth.csv"
PICTURE = Path(__file__).parent.parent / "docs" / "growth.svg"
SIZES = (10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000)
DISTANCES = ("shd", "parent_aid", "ancestor_aid", "oset_aid")
MOST_NODES = {"oset_aid": 1000}
MOST_NODES_OF_GADJID = 10_000  # its matrices have a byte for each cell
MOST_SECONDS_OF_GADJID = 2.0
COLUMNS = ("nodes", "edges", "distance", "library", "seconds", "MiB", "floor")


def copying_speed() -> float:
    """Bytes a second that are read when memory is copied."""
    import numpy as np

    some = np.ones(1 << 27, np.uint8)
    other = np.empty_like(some)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        np.copyto(other, some)
        times.append(time.perf_counter() - start)
    return some.nbytes / min(times)


def memory(name: str) -> int:
    """A memory size of this process in KiB, by its name in /proc on Linux."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if name in line)


def measured(n: int, distance: str, library: str) -> dict[str, Any]:
    """One case: the best time, and the memory of the graphs and of the first call."""
    import gadjid
    from graphs import matrix, random_dag

    import edgemark as em

    n_edges = min(5 * n, n * (n - 1) // 4)
    a, b = (random_dag(n, n_edges, seed) for seed in (1, 2))
    n_bytes = a.words.nbytes + b.words.nbytes
    ask: Any = getattr(em, distance)
    given: Any = (a, b)
    if library == "gadjid":
        given = matrix(a), matrix(b)
        n_bytes = 2 * n * n
        ask = getattr(gadjid, distance)
        if distance != "shd":
            plain = ask

            def ask(x: Any, y: Any) -> Any:
                return plain(x, y, edge_direction="from row to column")

    def fresh() -> Any:
        return given if library == "gadjid" else tuple(graph.with_kind(None) for graph in given)

    answers, floor = [], n_bytes / copying_speed()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")
    before, times = memory("VmRSS"), []
    pair = fresh()
    while not times or (sum(times) < 1.0 and len(times) < 200):
        start = time.perf_counter()
        answers.append(ask(*pair))
        times.append(time.perf_counter() - start)
        if len(times) == 1:
            held = (memory("VmHWM") - before) / 1024
        pair = fresh()
    answer = answers[0][1] if library == "gadjid" else int(answers[0])
    return {
        "nodes": n, "edges": n_edges, "distance": distance, "library": library, "answer": int(answer),
        "seconds": min(times), "MiB": n_bytes / 2**20 + max(held, 0.0), "floor": min(times) / floor,
    }  # fmt: skip


def in_a_process(*case: str) -> dict[str, Any]:
    threads = {"RAYON_NUM_THREADS": "1", "EDGEMARK_NUM_THREADS": "1"}
    command = [sys.executable, __file__, "--case", *case]
    found = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | threads)
    result: dict[str, Any] = json.loads(found.stdout)
    return result


def measure(most_nodes: int) -> list[dict[str, Any]]:
    """All cases; each answer of edgemark is compared with that of gadjid."""
    rows = []
    for distance in DISTANCES:
        is_asked = True
        for n in SIZES:
            if n > min(most_nodes, MOST_NODES.get(distance, most_nodes)):
                continue
            ours = in_a_process(str(n), distance, "edgemark")
            rows.append(ours)
            if is_asked and n <= MOST_NODES_OF_GADJID:
                rows.append(in_a_process(str(n), distance, "gadjid"))
                assert rows[-1]["answer"] == ours["answer"], (n, distance)
                is_asked = rows[-1]["seconds"] < MOST_SECONDS_OF_GADJID
            print(n, distance, ours["seconds"], file=sys.stderr, flush=True)
    return rows


def draw(rows: list[dict[str, str]], path: Path) -> None:
    """Time and memory against the number of nodes, both on logarithmic axes."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    mpl.rcParams["svg.hashsalt"] = "growth"
    figure, panels = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
    colours = dict(zip(DISTANCES, ("#0072B2", "#D55E00", "#009E73", "#CC79A7"), strict=True))
    for distance in DISTANCES:
        for library, line in (("edgemark", "-"), ("gadjid", "--")):
            chosen = [row for row in rows if (row["distance"], row["library"]) == (distance, library)]
            nodes = [int(row["nodes"]) for row in chosen]
            for panel, what in zip(panels, ("seconds", "MiB"), strict=True):
                values = [max(float(row[what]), 0.1 if what == "MiB" else 0) for row in chosen]
                panel.loglog(nodes, values, line, marker=".", color=colours[distance],
                             label=f"{distance}, {library}")  # fmt: skip
    for panel, title in zip(panels, ("seconds", "MiB of the graphs and of the call"), strict=True):
        panel.set(title=title, xlabel="nodes, with five edges each")
        panel.grid(alpha=0.3)
    lines, labels = panels[0].get_legend_handles_labels()
    figure.legend(lines, labels, loc="outside lower center", ncols=4, fontsize=8)
    figure.savefig(path, metadata={"Date": None})


def show_all(rows: list[dict[str, Any]]) -> None:
    from _table import duration, show

    show(
        "Growth; one thread, fresh graphs, best times",
        ["nodes", "edges", "distance", "library", "time", "memory", "times the floor"],
        [
            [f"{int(row['nodes']):,}", f"{int(row['edges']):,}", row["distance"], row["library"],
             duration(float(row["seconds"])), f"{float(row['MiB']):.1f} MiB",
             f"{float(row['floor']):,.1f}"]
            for row in rows
        ],
    )  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--most-nodes", type=int, default=SIZES[-1])
    parser.add_argument("--table", type=Path, default=TABLE)
    parser.add_argument("--picture", type=Path, default=PICTURE)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--case", nargs=3)
    asked = parser.parse_args()
    if asked.case:
        print(json.dumps(measured(int(asked.case[0]), *asked.case[1:])))
        sys.exit()
    if not asked.draw:
        with asked.table.open("w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(measure(asked.most_nodes))
    with asked.table.open(newline="") as file:
        found = list(csv.DictReader(file))
    show_all(found)
    draw(found, asked.picture)
