"""
Feed one reader inputs that are guided by coverage; scripts/fuzz runs this file.

Run: build/fuzz/venv/bin/python scripts/fuzz_reader.py FORMAT CORPUS [option of libFuzzer]...
"""

import sys
from pathlib import Path

import atheris

sys.path.insert(0, ".")
with atheris.instrument_imports(include=["edgemark"]):
    from tests.io.fuzzing import accepted, seeds

    from edgemark.io import FORMATS

    for file_format in FORMATS.values():
        file_format._module()


def main() -> None:
    program, target, corpus, *options = sys.argv
    folder = Path(corpus)
    folder.mkdir(parents=True, exist_ok=True)
    for k, data in enumerate(seeds(target)):
        (folder / f"seed-{k}").write_bytes(data)
    atheris.Setup([program, corpus, *options], lambda data: accepted(target, data))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
