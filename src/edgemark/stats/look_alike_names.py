"""Names that a reader cannot tell apart, although they are different texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final
from unicodedata import category, normalize

from edgemark.conventions.convention import plain_name

__all__ = ["groups_of", "plain_seed", "plain_text", "visible_text"]

_LOOK_ALIKES: Final = str.maketrans(
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425"
    "\u0430\u0435\u043e\u0455\u0456\u0458\u0440\u0441\u0443\u0445\u04bb\u0501\u051b\u051d"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf",
    "ABESIJKMHOPCTYXaeosijpcyxhdqwABEZHIKMNOPTYXo",
)
"""Maps Cyrillic and Greek letters to the Latin letters that they look like."""


def visible_text(name: str) -> str:
    r"""
    Return what a reader sees of a name: no invisible characters, and Latin letters for look-alikes.

    Examples:
        >>> visible_text("pc\u200b") == visible_text("p\u0441") == "pc"
        True
    """
    seen = "".join(character for character in name if category(character) != "Cf")
    return normalize("NFKC", seen.translate(_LOOK_ALIKES))


def plain_text(name: str) -> str:
    """Return a name in lower case and one Unicode form, without spaces and hyphens."""
    return plain_name(normalize("NFKC", name.casefold()))


def plain_seed(name: str) -> str:
    """
    Return a whole number without leading zeros and without a decimal part of zeros; other names as they
    are.

    Examples:
        >>> [plain_seed(name) for name in ("007", "7.0", "00", "run 07")]
        ['7', '7', '0', 'run 07']
    """
    number = re.fullmatch(r"0*([0-9]+)(\.0*)?", name.strip())
    return number[1] if number else name


def groups_of(names: Iterable[str], form: Callable[[str], str]) -> list[list[str]]:
    """
    Group the names that have the same form; leave out names whose form no other has.

    Examples:
        >>> groups_of(["PC", "GES", "pc"], plain_text)
        [['PC', 'pc']]
    """
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(form(name), []).append(name)
    return [group for group in groups.values() if len(group) > 1]
