"""
Learn graphs of the Asia network with real algorithms, and write them beside the truth.

    python examples/learn_asia.py [FOLDER]

needs the extra ``algorithms`` and writes to ``examples/asia`` unless told otherwise. The
same versions give the same files.
"""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path
from time import perf_counter

from edgemark import Graph
from edgemark.bench.adapters import ADAPTERS
from edgemark.bench.dataset import Dataset
from edgemark.data import asia
from edgemark.io import write

ROWS = 10_000
SEED = 0

RUNS = {
    "pc-fisherz": ("causal-learn:pc", {"test": "fisherz"}),
    "pc-chisq": ("causal-learn:pc", {"test": "chisq"}),
    "fci-fisherz": ("causal-learn:fci", {"test": "fisherz"}),
    "fci-chisq": ("causal-learn:fci", {"test": "chisq"}),
    "hill-climbing": ("pyagrum:hill-climbing", {"score": "bic"}),
}

# Graphs that are also written in other formats, as examples of these.
OTHER_FORMATS = {
    "pc-fisherz": ("pc-fisherz.dot", "dot"),
    "fci-fisherz": ("fci-fisherz.tetrad.txt", "tetrad"),
    "hill-climbing": ("hill-climbing.csv", "edges"),
}


def main(folder: Path) -> None:
    """Write the truth, two graphs that ignore the data, and what each algorithm learned."""
    (folder / "formats").mkdir(parents=True, exist_ok=True)
    network = asia()
    nodes = network.nodes
    write(network.graph, folder / "truth.txt")
    write(Graph(nodes), folder / "empty.txt")
    write(Graph(nodes, [(a, "---", b) for a, b in combinations(nodes, 2)]), folder / "complete.txt")
    sample = network.sample(ROWS, SEED)
    data = Dataset(sample.values, sample.names, "discrete")
    for name, (used, parameters) in RUNS.items():
        algorithm = ADAPTERS[used]
        start = perf_counter()
        learned = algorithm.run(data, **parameters)
        seconds = perf_counter() - start
        write(learned, folder / f"{name}.json")
        if name in OTHER_FORMATS:
            file, form = OTHER_FORMATS[name]
            write(learned, folder / "formats" / file, form)
        print(
            f"{name}: {learned.n_edges} edges, {seconds:.2f} s with its import, "
            f"{algorithm.package} {algorithm.version}"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "asia")
