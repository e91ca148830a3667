"""Print the lowest versions that pyproject.toml allows, as constraints for pip: name==version."""

import re
import tomllib
from pathlib import Path

EXTRAS = ("frames", "report", "forecast")  # those of algorithms and distributed are tested as pinned


def main() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    for requirement in [
        *project["dependencies"],
        *(name for extra in EXTRAS for name in optional[extra]),
    ]:
        match = re.fullmatch(r"([\w.-]+)>=([\d.]+)", requirement)
        if match is None:
            raise SystemExit(f"pyproject.toml: {requirement} must have a lower bound, name>=version")
        print(f"{match[1]}=={match[2]}")


if __name__ == "__main__":
    main()
