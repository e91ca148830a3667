"""Write the stub of the top level for type checkers. Run it after changing front_door.py of edgemark."""

from pathlib import Path

from edgemark.front_door import FRONT, NAMESPACES

STUB = Path(__file__).parent.parent / "src" / "edgemark" / "__init__.pyi"


def stub() -> str:
    """Return the text of the stub."""
    lines = ["# Written by scripts/front_door.py."]
    lines += [f"from edgemark import {name} as {name}" for name in sorted(NAMESPACES)]
    for home, names in sorted(FRONT.items()):
        lines += [f"from edgemark.{home} import {name} as {name}" for name in names]
    return "\n".join([*lines, "", "__version__: str", ""])


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
