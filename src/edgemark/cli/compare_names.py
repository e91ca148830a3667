"""Method, data set and seed of an estimate, from options and from the names of files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from types import MappingProxyType

from edgemark.errors import AmbiguityError, ConventionError, EdgemarkError, Remedy

__all__ = ["PARTS", "Naming"]

PARTS = ("method", "dataset", "seed")
NOTHING_STATED: Mapping[str, str] = MappingProxyType({})
_NUMBERED = re.compile(r"(?P<method>.+)(?P<sign>[-_.])(?P<seed>\d+)")


@dataclass(frozen=True, slots=True)
class Naming:
    """
    The rules by which the method, data set and seed of an estimate are found.

    Attributes:
        given: the method, data set and seed that options state for every estimate.
        pattern: the pattern of file names, such as "{dataset}/{method}_{seed}.json". It must fit the end
            of the name of the estimate's file or of the results' file.
    """

    given: Mapping[str, str]
    pattern: str | None = None

    def parts(
        self, truth: str, estimate: str, results: str, stated: Mapping[str, str] = NOTHING_STATED
    ) -> dict[str, str]:
        """
        Return the method, data set and seed of an estimate.

        Options take precedence over the pattern, and the pattern over columns of the results. By default
        the method is the name of the estimate's file, and the data set is the name of the truth.

        Args:
            truth: name of the truth.
            estimate: name of the estimate's file.
            results: name of the results' file.
            stated: the parts that columns of the results state.

        Raises:
            EdgemarkError: the pattern fits neither the estimate nor the results file, or a part would
                keep the suffix of the file.
            AmbiguityError: the pattern divides the name in several ways.

        Examples:
            >>> naming = Naming({}, "{dataset}/{method}_{seed}.json")
            >>> naming.parts("truth.json", "runs/asia/pc_3.json", "results.csv")
            {'method': 'pc', 'dataset': 'asia', 'seed': '3'}
            >>> Naming({}).parts("asia/truth.json", "asia/pc.json", "r.csv")
            {'method': 'pc', 'dataset': 'asia/truth.json', 'seed': ''}
        """
        parts = {"method": _without_suffix(PurePath(estimate).name), "dataset": truth, "seed": ""}
        parts |= stated
        if self.pattern is not None:
            tokens = _tokens(self.pattern)
            found = _divided(tokens, estimate) or _divided(tokens, results)
            if found is None:
                raise EdgemarkError(
                    f"--pattern {self.pattern!r} must fit the end of an estimate's name or of its "
                    f"results' file; it fits neither {estimate!r} nor {results!r}"
                )
            parts |= found
            self._demand_suffix(parts, estimate if _divided(tokens, estimate) else results)
        return {**parts, **self.given}

    def _demand_suffix(self, parts: Mapping[str, str], name: str) -> None:
        """Refuse a pattern whose last part would contain the suffix of the file."""
        from edgemark.io.contents import CONTENTS

        pattern = self.pattern or ""
        *_, last = re.finditer(r"\{(\w*)\}|\*", pattern)
        value = parts.get(last[1] or "", "")
        suffix = PurePath(value).suffix
        if not any(suffix.lower() in contents.reads for contents in CONTENTS.values()):
            return
        with_suffix = f"{pattern[: last.end()]}{suffix}{pattern[last.end() :]}"
        raise EdgemarkError(
            f"--pattern must contain the suffix of the files; {pattern!r} gives the {last[1]} {value!r} "
            f"for {name!r}",
            Remedy("Add the suffix, or .* for files with several", shell=f"--pattern '{with_suffix}'"),
        )

    @property
    def stated(self) -> tuple[str, ...]:
        """
        Parts that an option or the pattern gives for every estimate.

        Examples:
            >>> Naming({"dataset": "asia"}, "{method}_{seed}.json").stated
            ('method', 'dataset', 'seed')
        """
        return tuple(
            part for part in PARTS if part in self.given or f"{{{part}}}" in (self.pattern or "")
        )

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
            AmbiguityError: all names have a form such as "pc_1" and "pc_2", and some differ only in the
                number.
        """
        estimates = list(dict.fromkeys(estimates))
        names = [PurePath(_slashes(estimate)).name for _, estimate in estimates]
        if self.pattern is not None or {"method", "seed"} & set(self.given) or not names:
            return
        numbered = [_NUMBERED.fullmatch(_without_suffix(name)) for name in names]
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


@dataclass(frozen=True, slots=True)
class _Token:
    """
    A piece of a pattern.

    Attributes:
        text: text that names must contain here.
        part: what the name contains here instead: "method", "dataset", "seed", or "*" for anything.
    """

    text: str = ""
    part: str = ""

    def ends(self, name: str, start: int, possible: Iterable[int]) -> list[int]:
        """Return those of the possible positions at which a piece that begins at `start` can end."""
        if self.text:
            fits = name.startswith(self.text, start)
            return [end for end in possible if fits and end == start + len(self.text)]
        # A part has one character or more, "*" may have none, and neither contains a slash.
        slash = name.find("/", start)
        first, last = start + (self.part != "*"), len(name) if slash < 0 else slash
        return [end for end in possible if first <= end <= last]


def _without_suffix(name: str) -> str:
    """
    Return the name of a file without its suffix; digits after a point are no suffix.

    Examples:
        >>> _without_suffix("pc.json"), _without_suffix("pc_0.05.json"), _without_suffix("pc_0.05")
        ('pc', 'pc_0.05', 'pc_0.05')
    """
    path = PurePath(name)
    return path.name if path.suffix[1:].isdecimal() else path.stem


def _slashes(name: str) -> str:
    return name.replace("\\", "/")


def _tokens(pattern: str) -> list[_Token]:
    """
    Split a pattern into its pieces: parts such as {method}, the texts between them, and "*".

    Examples:
        >>> [token.text or token.part for token in _tokens("{method}_*.json")]
        ['method', '_', '*', '.json']
    """
    # The list holds a text, the name of a part or None, a star or None, the next text, and so on.
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
    tokens = []
    for text, name, star in zip(parts[::3], [*parts[1::3], None], [*parts[2::3], None], strict=True):
        part = name or star or ""
        tokens += [_Token(text=text)] * bool(text) + [_Token(part=part)] * bool(part)
    return tokens


def _divided(tokens: Sequence[_Token], name: str) -> dict[str, str] | None:
    """
    Return the parts of a name that a pattern fits; None if it does not fit.

    If the pattern divides the name in several ways, the one whose seed is a whole number is taken.

    Raises:
        AmbiguityError: several ways remain.

    Examples:
        >>> _divided(_tokens("{method}_{seed}.json"), "asia/pc_stable_1.json")
        {'method': 'pc_stable', 'seed': '1'}
    """
    end = _end_of_path(_slashes(name), sum(token.text.count("/") for token in tokens))
    ways = [] if end is None else _ways(tokens, end)
    numbered = [way for way in ways if way.get("seed", "").isdecimal()]
    possible = numbered or ways
    if len(possible) > 1:
        first, second = (", ".join(f"{part} {way[part]!r}" for part in PARTS if part in way)
                         for way in possible[:2])  # fmt: skip
        raise AmbiguityError(
            f"--pattern must divide a name in one way; {name!r} can be {first}, or {second}",
            Remedy(
                "Rename the files so that the text between two parts is nowhere else, such as "
                "{dataset}/{method}_{seed}.json with a folder for each data set and whole numbers as "
                "seeds"
            ),
        )
    return possible[0] if possible else None


def _end_of_path(name: str, n_slashes: int) -> str | None:
    """
    Return the file of a path with its last `n_slashes` folders; None if it has fewer folders.

    Examples:
        >>> _end_of_path("runs/asia/pc.json", 1), _end_of_path("pc.json", 1)
        ('asia/pc.json', None)
    """
    steps = name.split("/")
    return "/".join(steps[-n_slashes - 1 :]) if len(steps) > n_slashes else None


def _ways(tokens: Sequence[_Token], name: str) -> list[dict[str, str]]:
    """
    Return ways to divide a name: up to two whose seed is a whole number, and up to two others.

    Two are enough to show that a name can be divided in several ways.

    Examples:
        >>> [way["method"] for way in _ways(_tokens("{method}_{seed}"), "pc_stable_1")]
        ['pc', 'pc_stable']
    """
    # From the last token to the first: the ways to divide what begins at each position.
    after: dict[int, list[dict[str, str]]] = {len(name): [{}]}
    for token in reversed(tokens):
        before: dict[int, list[dict[str, str]]] = {}
        for start in range(len(name) + 1):
            ways = [
                {token.part: name[start:end], **way} if token.part in PARTS else way
                for end in token.ends(name, start, after)
                for way in after[end]
            ]
            if ways:
                before[start] = _few(ways)
        after = before
    return after.get(0, [])


def _few(ways: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    """Keep up to two different ways whose seed is a whole number, and up to two others."""
    kept: dict[bool, list[dict[str, str]]] = {True: [], False: []}
    for way in ways:
        similar = kept[way.get("seed", "").isdecimal()]
        if len(similar) < 2 and way not in similar:
            similar.append(way)
    return kept[False] + kept[True]
