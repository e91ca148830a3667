"""
One convention for computing a metric: its name, what it counts, and the papers and packages that use it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

__all__ = [
    "Convention",
    "frozen_options",
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
    Return a name in lower case without spaces or hyphens, the form that `same_name` compares.

    Examples:
        >>> plain_name("arc Hamming")
        'archamming'
    """
    return "".join(name.lower().replace("-", " ").split())


@dataclass(frozen=True, slots=True, eq=False)
class Convention:
    """
    One convention of a metric, and the packages and papers that use it.

    Attributes:
        name: name of the convention in edgemark.
        counts: what is counted, in words.
        used_by: packages and papers that use the convention.
        options: the metric's options that select this convention.
        one_sided: whether swapping truth and estimate can change the value under this convention,
            although the metric is otherwise symmetric.
        on_request: whether the convention is shown only on request.
        total_depends_on_estimate: whether the largest possible count depends on the estimate. Two
            estimates of the same truth can then have different totals.
    """

    name: str
    counts: str
    used_by: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    one_sided: bool = False
    on_request: bool = False
    total_depends_on_estimate: bool = False

    @property
    def target_classes(self) -> tuple[str, str]:
        """
        The class to which the truth is converted, and that to which the estimate is.

        Each is "" if the graph is compared as given. Both are "" if `compare` is "auto", because the
        class then depends on the graphs.

        Examples:
            >>> Convention("truth to CPDAG", "", options={"of": "truth-cpdag"}).target_classes
            ('cpdag', '')
        """
        # Metrics name this option either `compare` or `of`.
        target = self.options.get("compare", self.options.get("of"))
        return _TARGET_CLASSES.get(str(target), ("", ""))


_TARGET_CLASSES = {
    "skeleton": ("skeleton", "skeleton"),
    "pattern": ("pattern", "pattern"),
    "cpdag": ("cpdag", "cpdag"),
    "truth-cpdag": ("cpdag", ""),
    "truth-pag": ("pag", ""),
    "pag": ("pag", "pag"),
}


def frozen_options(**options: Any) -> Mapping[str, Any]:
    """Return the keyword arguments as a read-only mapping."""
    return MappingProxyType(options)
