"""A convention of a metric: its name, its definition, and the papers and packages that use it."""

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


def same_name(name: str, other: str) -> bool:
    """
    Return whether two names are equal, ignoring case, spaces and hyphens.

    Examples:
        >>> same_name("arc Hamming", "arc-hamming")
        True
    """

    return plain_name(name) == plain_name(other)


def plain_name(name: str) -> str:
    """
    Return a name without case, spaces and hyphens, which `same_name` ignores.

    Examples:
        >>> plain_name("arc Hamming")
        'archamming'
    """
    return "".join(name.lower().replace("-", " ").split())


@dataclass(frozen=True, slots=True, eq=False)
class Convention:
    """
    One convention of a metric, with its name and its users.

    Attributes:
        name: its name in edgemark.
        counts: definition of what is counted.
        used_by: packages and papers that use it.
        options: the options of the metric that select it.
        one_sided: whether it treats truth and estimate differently, although the metric is symmetric.
        on_request: whether it is shown only if it is requested, because only one package uses it or it
            is for one class of graphs.
        of_estimate: whether the largest possible count depends on the estimate, so that it differs
            between the estimates of one truth.
    """

    name: str
    counts: str
    used_by: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    one_sided: bool = False
    on_request: bool = False
    of_estimate: bool = False

    @property
    def converted(self) -> tuple[str, str]:
        """
        The classes to which truth and estimate are converted; "" for a graph that is compared as given.

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
    """Return options as a read-only mapping."""
    return MappingProxyType(options)
