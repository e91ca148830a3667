"""Feed a reader broken files, and keep those that are worth another look."""

import base64
import json
import random
import re
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from tests.io.fuzz_targets import names, outcome, valid
from tests.io.fuzzing import broken

CORPUS = Path(__file__).parent / "fuzz_corpus.json"
MOST_KEPT = 25
LONGEST = 600


@dataclass
class Found:
    """
    What came of fuzzing one target.

    Attributes:
        inputs: how many were fed.
        accepted: how many were read.
        slowest: seconds of processor time of the slowest one, and that input.
        crashes: an input for each place that a crash comes from, and the end of its traceback.
        kinds: the shortest input for each kind of answer.
    """

    inputs: int = 0
    accepted: int = 0
    slowest: tuple[float, bytes] = (0.0, b"")
    crashes: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    kinds: dict[str, bytes] = field(default_factory=dict)

    def add(self, name: str, data: bytes) -> None:
        """Feed one input."""
        self.inputs += 1
        start = time.process_time()
        try:
            answer = outcome(name, data)
        except Exception as error:  # anything that a reader raises by accident
            told = traceback.format_exc().rstrip().splitlines()
            where = next(
                (line for line in reversed(told) if "src/edgemark" in line or '"tests/' in line), ""
            )
            self.crashes.setdefault(f"{type(error).__name__}{where}", (data, "\n".join(told[-12:])))
            return
        self.slowest = max(self.slowest, (time.process_time() - start, data))
        self.accepted += answer == "accepted"
        kind = re.sub(r"'[^']*'|\"[^\"]*\"|[0-9.]+|got .*", "", answer)[:80]
        if len(data) <= LONGEST and len(data) < len(self.kinds.get(kind, data + b" ")):
            self.kinds[kind] = data


def fuzz(name: str, inputs: int, seed: int = 0) -> Found:
    """Feed a target broken files; the same seed gives the same files."""
    rng, files, found = random.Random(f"{name} {seed}"), valid(name), Found()
    for _ in range(inputs):
        found.add(name, broken(rng, files))
    return found


# ---- the corpus


def corpus() -> dict[str, list[bytes]]:
    """Inputs that were interesting once, by target."""
    if not CORPUS.exists():
        return {}
    kept = json.loads(CORPUS.read_text())
    return {name: [base64.b85decode(text) for text in texts] for name, texts in kept.items()}


def keep(found: dict[str, Found]) -> None:
    """Add to the corpus every crash, and the shortest input for each kind of answer, up to a number."""
    kept = corpus()
    for name, result in found.items():
        inputs = kept.setdefault(name, [])
        inputs += [data for data, _ in result.crashes.values() if data not in inputs]
        room = max(0, MOST_KEPT - len(inputs))
        new = sorted((data for data in result.kinds.values() if data not in inputs), key=len)
        inputs += new[:room]
    ordered = {name: kept[name] for name in names() if name in kept}
    lines = [
        f"  {json.dumps(name)}: [\n    "
        + ",\n    ".join(json.dumps(base64.b85encode(data).decode()) for data in inputs)
        + "\n  ]"
        for name, inputs in ordered.items()
    ]
    CORPUS.write_text("{\n" + ",\n".join(lines) + "\n}\n")
