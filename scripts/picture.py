"""
Draw what the command prints as the README's picture, docs/score.svg.

Run: .venv/bin/python scripts/picture.py
"""

import re
import subprocess
import sys
from html import escape
from pathlib import Path

COMMAND = "edgemark score examples/asia/truth.txt examples/asia/pc-fisherz.json"
CHARACTER, LINE, MARGIN = 8.43, 19, 20


def main() -> None:
    arguments = COMMAND.split()[1:]
    run = subprocess.run(
        [sys.executable, "-m", "edgemark", *arguments],
        check=True,
        capture_output=True,
        text=True,
        env={"COLUMNS": "80", "NO_COLOR": "1"},
    )
    lines = [f"$ {COMMAND}", *run.stdout.rstrip().split("\n")]
    Path("docs/score.svg").write_text(svg(lines))


def svg(lines: list[str]) -> str:
    """White text on a dark panel; headings and the prompt stand out."""
    width = 2 * MARGIN + CHARACTER * max(len(line) for line in lines)
    height = 2 * MARGIN + LINE * len(lines)
    rows = "\n".join(
        f'<text x="{MARGIN + CHARACTER * words.start():.1f}" y="{MARGIN + LINE * k + 14}" '
        f'fill="{colour(line)}">{escape(words[0])}</text>'
        for k, line in enumerate(lines)
        for words in re.finditer(r"\S+(?: \S+)*", line)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}" role="img" aria-label="What {escape(COMMAND)} prints">\n'
        f'<rect width="100%" height="100%" rx="8" fill="#1b1f27"/>\n'
        f'<g font-family="monospace" font-size="14">\n{rows}\n</g>\n</svg>\n'
    )


def colour(line: str) -> str:
    if line.startswith("$"):
        return "#8ad1ff"
    if line.split("(")[0].split()[:1] and line.split()[0].isupper():
        return "#ffd479"
    if line.startswith("warning"):
        return "#ff9e80"
    return "#e6e6e6"


if __name__ == "__main__":
    main()
