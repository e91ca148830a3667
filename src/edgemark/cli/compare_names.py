"""Method, data set and seed of an estimate, from options and from the names of files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from edgemark.errors import AmbiguityError, ConventionError, EdgemarkError, Remedy

__all__ = ["Naming"]

PARTS = ("method", "dataset", "seed")
_NUMBERED = re.compile(r"(?P<method>.+)(?P<sign>[-_.])(?P<seed>\d+)")


@dataclass(frozen=True, slots=True)
class Naming:
    """
    The rules by which the method, data set and seed of an estimate are named.

    Attributes:
        given: the method, data set and seed that options state for every estimate.
        pattern: the pattern of the names, such as "{dataset}/{method}_{seed}.json". It must fit the end
            of the name of the estimate's file or of the results' file.
    """

    given: Mapping[str, str]
    pattern: str | None = None

    def parts(self, truth: str, estimate: str, results: str) -> dict[str, str]:
        """
        Return the method, data set and seed of an estimate.

        By default the method is the name of the estimate, and the data set is the name of the truth.

        Raises:
            EdgemarkError: the pattern fits neither the estimate nor the results file.

        Examples:
            >>> naming = Naming({}, "{dataset}/{method}_{seed}.json")
            >>> naming.parts("truth.json", "runs/asia/pc_3.json", "results.csv")
            {'method': 'pc', 'dataset': 'asia', 'seed': '3'}
            >>> Naming({}).parts("asia/truth.json", "asia/pc.json", "r.csv")
            {'method': 'pc', 'dataset': 'asia/truth.json', 'seed': ''}
        """
        parts = {"method": PurePath(estimate).stem, "dataset": truth, "seed": ""}
        if self.pattern is not None:
            expression = _expression(self.pattern)
            match = expression.fullmatch(_slashes(estimate)) or expression.fullmatch(_slashes(results))
            if match is None:
                raise EdgemarkError(
                    f"--pattern {self.pattern!r} must fit the end of an estimate's name or of its "
                    f"results' file; it fits neither {estimate!r} nor {results!r}"
                )
            parts |= match.groupdict()
        return {**parts, **self.given}

    @property
    def overridden(self) -> tuple[str, ...]:
        """
        Parts that both an option and the pattern give.

        Examples:
            >>> Naming({"method": "pc"}, "{method}_{seed}.json").overridden
            ('method',)
        """
        return tuple(name for name in self.given if f"{{{name}}}" in (self.pattern or ""))

    def demand_clear(self, estimates: Iterable[tuple[str, str]]) -> None:
        """
        Refuse names that end in a number if no option says whether the number is a seed.

        Args:
            estimates: truth and file of each estimate.

        Raises:
            AmbiguityError: all names have a form such as "pc_1" and "pc_2".
        """
        estimates = list(dict.fromkeys(estimates))
        names = [PurePath(_slashes(estimate)).name for _, estimate in estimates]
        if self.pattern is not None or {"method", "seed"} & set(self.given) or not names:
            return
        numbered = [_NUMBERED.fullmatch(PurePath(name).stem) for name in names]
        signs = {match["sign"] for match in numbered if match}
        groups = {
            (truth, match["method"])
            for (truth, _), match in zip(estimates, numbered, strict=True)
            if match
        }
        if None in numbered or len(signs) > 1 or len(groups) == len(names):
            return
        suffixes = {PurePath(name).suffix for name in names}
        suffix = suffixes.pop() if len(suffixes) == 1 else ".*"
        with_seed = f"{{method}}{signs.pop()}{{seed}}{suffix}"
        raise AmbiguityError(
            f"names such as {names[0]!r} must be explained: the number can be a seed or a part of the "
            "method's name",
            Remedy("If it is a seed", shell=f"--pattern '{with_seed}'"),
            Remedy("If it belongs to the method", shell=f"--pattern '{{method}}{suffix}'"),
        )


def _slashes(name: str) -> str:
    return name.replace("\\", "/")


def _expression(pattern: str) -> re.Pattern[str]:
    r"""
    Return the regular expression of a pattern.

    Examples:
        >>> _expression("{method}.json").pattern
        '(?:.*/)?(?P<method>[^/]+?)\\.json'
    """
    parts = re.split(r"\{(\w*)\}|(\*)", _slashes(pattern))
    names = [name for name in parts[1::3] if name is not None]
    for name in names:
        if name not in PARTS:
            raise ConventionError.unknown("a part of --pattern", name, PARTS)
    if not names or len(set(names)) < len(names):
        raise EdgemarkError(
            f"--pattern must contain {{{'}, {'.join(PARTS)}}}, at least one and each at most once; got "
            f"{pattern!r}"
        )
    empty_separators = [text for text in parts[3:-1:3] if not text]
    if empty_separators:
        raise EdgemarkError(
            "parts of --pattern must have text between them, which shows where a part ends; got "
            f"{pattern!r}",
            Remedy(
                "Write the text between the parts as in the names of the files, such as {method}_{seed}"
            ),
        )
    expression = "(?:.*/)?"
    for text, name, star in zip(parts[::3], [*parts[1::3], None], [*parts[2::3], None], strict=True):
        expression += re.escape(text) + (f"(?P<{name}>[^/]+?)" if name else "[^/]*" if star else "")
    return re.compile(expression, re.DOTALL)
