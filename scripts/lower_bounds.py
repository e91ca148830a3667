"""Print the lowest versions that pyproject.toml allows, as constraints for pip: name==version."""

import re
import tomllib
from pathlib import Path

EXTRAS = ("frames", "report", "forecast")  # those of algorithms and distributed are tested as pinned


def main() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    for requirement in [*project["dependencies"], *(one for extra in EXTRAS for one in optional[extra])]:
        found = re.fullmatch(r"([\w.-]+)>=([\d.]+)", requirement)
        if found is None:
            raise SystemExit(f"pyproject.toml: {requirement} must have a lower bound, name>=version")
        print(f"{found[1]}=={found[2]}")


if __name__ == "__main__":
    main()
