"""
Feed broken files to every reader, a million by default, and print what crashes.

Run: python scripts/fuzz_files.py [--inputs N] [--seed N] [--keep] [TARGET]...
Targets are graph formats, such as json, and other readers by suffix, such as scores.csv; --help lists
them. --keep adds all crashes, and the shortest input for each error message, to
tests/io/fuzz_corpus.json, which the quick tests replay. The exit status is 1 if a reader crashed.
`scripts/fuzz` searches one reader more deeply.
"""

import argparse
import sys
import time
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.io.fuzz_driver import fuzz, keep
from tests.io.fuzz_targets import names


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--inputs", type=int, default=1_000_000, help="inputs over all targets")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", action="store_true", help="add to the corpus")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(names()))
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    targets = arguments.targets or names()
    results = {}
    for name in targets:
        start = time.perf_counter()
        result = results[name] = fuzz(name, -(-arguments.inputs // len(targets)), arguments.seed)
        seconds = time.perf_counter() - start
        counts = f"{result.inputs} inputs, {result.accepted} accepted, {len(result.crashes)} crashes"
        print(f"{name}: {counts}, {seconds:.0f} s, slowest {result.slowest[0]:.2f} s", flush=True)
        for where, (data, report) in result.crashes.items():
            print(f"  {where.strip()}\n  input: {data!r}\n{report}\n", flush=True)
    if arguments.keep:
        keep(results)
    return int(any(result.crashes for result in results.values()))


if __name__ == "__main__":
    sys.exit(main())
