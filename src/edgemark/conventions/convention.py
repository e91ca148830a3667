"""One way to count, that papers or packages print: its name, what it counts, and who counts so."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

__all__ = [
    "Convention",
    "options_of",
    "plain_name",
    "same_name",
]


def same_name(name: str, wanted: str) -> bool:
    """
    Say whether a name is meant, whatever its case, spaces and hyphens.

    Examples:
        >>> same_name("arc Hamming", "arc-hamming")
        True
    """

    return plain_name(name) == plain_name(wanted)


def plain_name(name: str) -> str:
    """
    Return a name without what `same_name` ignores.

    Examples:
        >>> plain_name("arc Hamming")
        'archamming'
    """
    return "".join(name.lower().replace("-", " ").split())


@dataclass(frozen=True, slots=True, eq=False)
class Convention:
    """
    One way to count.

    Attributes:
        name: what edgemark calls it.
        counts: what one unit of it is.
        used_by: packages and papers that print it.
        options: the options of the metric that give it.
        one_sided: whether it treats truth and estimate differently although the metric does not.
        on_request: whether it is printed only when it is asked for: one package's habit, or of one class
            of graphs.
    """

    name: str
    counts: str
    used_by: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    one_sided: bool = False
    on_request: bool = False

    @property
    def converted(self) -> tuple[str, str]:
        """
        The classes of the graphs compared in place of truth and estimate; "" for one as given.

        Examples:
            >>> Convention("truth to CPDAG", "", options={"of": "truth-cpdag"}).converted
            ('cpdag', '')
        """
        view = self.options.get("compare", self.options.get("of"))
        return _CONVERTED.get(str(view), ("", ""))


_CONVERTED = {
    "skeleton": ("skeleton", "skeleton"),
    "pattern": ("pattern", "pattern"),
    "cpdag": ("cpdag", "cpdag"),
    "truth-cpdag": ("cpdag", ""),
    "truth-pag": ("pag", ""),
    "pag": ("pag", "pag"),
}


def options_of(**options: Any) -> Mapping[str, Any]:
    """Give options that nobody can change."""
    return MappingProxyType(options)
