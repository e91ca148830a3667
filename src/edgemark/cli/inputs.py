"""Read the graphs, scores and samples that the arguments of a command name."""

from __future__ import annotations

import glob
import os
import warnings
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from edgemark.cli.console import own_options, warn
from edgemark.conventions.options import Direction, Kind, Sign, Symmetric
from edgemark.errors import ClassWarning

if TYPE_CHECKING:
    from edgemark.errors import Remedy
    from edgemark.graph import Candidates, EdgeScores, Graph, GraphSamples, TemporalGraph

    Truth = Graph | TemporalGraph
    Found = TypeVar("Found", Graph, EdgeScores, GraphSamples, TemporalGraph)

__all__ = [
    "FileReader",
    "candidates_of",
    "expanded",
    "output_file",
    "over_nodes_of",
    "readable_path",
    "refuse_contradicting_scores",
    "refuse_idle",
    "refuse_input_twice",
]


@dataclass(frozen=True, slots=True)
class FileReader:
    """
    Reads files with the options of the command.

    Attributes:
        format: a name in `edgemark.io.FORMATS`; None to recognise the format.
        direction: the direction of an entry of a matrix.
        symmetric: the edge of a pair with a 1 in both cells.
        kind: the declared kind of graphs; None for the kind in the file.
        burn_in: number of iterations of a Markov chain, or of sampled graphs, to discard.
        scores: whether estimates are scores, even if all values are integers.
        sign: how negative scores are treated.
        pvalues: whether estimates are p-values.
        unlisted: the score of pairs that are not listed; None for the default.
        of_truth: whether the file is the truth, which has its own options.
        used: which of --direction and --symmetric had an effect on a file so far; readers may share it.
        warned: the printed warnings about files, so that reading a file again does not repeat them.
    """

    format: str | None = None
    direction: Direction | None = None
    symmetric: Symmetric | None = None
    kind: Kind | None = None
    burn_in: float = 0
    scores: bool = False
    sign: Sign = "refuse"
    pvalues: bool = False
    unlisted: float | None = None
    of_truth: bool = False
    used: set[str] = field(default_factory=set, compare=False)
    warned: set[str] = field(default_factory=set, compare=False)

    @property
    def idle(self) -> frozenset[str]:
        """The options among --direction and --symmetric that had no effect on any file so far."""
        values = {"direction": self.direction, "symmetric": self.symmetric}
        return frozenset(name for name, value in values.items() if value is not None) - self.used

    def read(self, path: str) -> Graph:
        """Read a file."""
        return self.read_with_idle_options(path)[0]

    def read_with_idle_options(self, path: str) -> tuple[Graph, frozenset[str]]:
        """Read a file, and return the options that had no effect on it. Other files may need these."""
        from edgemark.errors import EdgemarkError
        from edgemark.io.files import read_with_idle_options

        try:
            with self._printing_warnings(path):
                graph, idle = read_with_idle_options(
                    readable_path(path),
                    self.format,
                    direction=self.direction,
                    symmetric=self.symmetric,
                    kind=self.kind,
                )
        except EdgemarkError as error:
            message = error.message
            remedies = self._remedies(message.remedies)
            if remedies != message.remedies:
                error.args = (message.problem, *remedies)
            raise
        self.used.update({"direction", "symmetric"} - idle)
        return graph, idle

    @contextmanager
    def _printing_warnings(self, path: str) -> Iterator[None]:
        """Print the warnings about reading a file. Reports have only those about comparisons."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ClassWarning)
            yield
        for warning in caught:
            if not isinstance(warning.message, ClassWarning):
                warnings.showwarning(warning.message, warning.category, warning.filename, warning.lineno)
                continue
            text = f"{path}: {warning.message.message.in_shell(own_options())}"
            if text not in self.warned:
                self.warned.add(text)
                warn(text)

    def _remedies(self, remedies: tuple[Remedy, ...]) -> tuple[Remedy, ...]:
        """
        Return remedies that fit the command.

        If a format was named for a file with a time series graph, the only remedy is to leave out this
        option. Remedies for the truth name --truth-format instead of --input-format, and not --scores.
        """
        if self.format is not None and any("read_temporal(" in remedy.python for remedy in remedies):
            option = "--truth-format" if self.of_truth else "--input-format"
            return (_remedy_without_format(option),)
        return tuple(map(_remedy_for_truth, remedies)) if self.of_truth else remedies

    def read_estimate(self, path: str, truth: Graph, *, add_missing_nodes: bool) -> Graph:
        """Read an estimate; if `add_missing_nodes`, add the nodes that only the truth has."""
        return over_nodes_of(truth, path, self.read(path), add_missing_nodes)

    def read_any_estimate(
        self, path: str, truth: Graph, *, add_missing_nodes: bool
    ) -> Graph | EdgeScores | GraphSamples:
        """Read an estimate: a graph, edge scores or samples of graphs."""
        from edgemark.errors import EdgemarkError
        from edgemark.io.samples import holds_samples, read_with_idle_options
        from edgemark.io.scores import holds_scores

        if self.scores or self.pvalues or (self.format is None and holds_scores(readable_path(path))):
            self._refuse_burn_in(path, "scores")
            if self.kind is not None:
                raise EdgemarkError(f"{path}: --kind applies to graphs; the file holds scores")
            return over_nodes_of(truth, path, self._scores(readable_path(path)), add_missing_nodes)
        self._refuse_options_of_scores(path)
        if self.format is not None or not holds_samples(readable_path(path)):
            self._refuse_burn_in(path, "a graph")
            return self.read_estimate(path, truth, add_missing_nodes=add_missing_nodes)
        samples, idle = read_with_idle_options(
            readable_path(path),
            direction=self.direction,
            symmetric=self.symmetric,
            kind=self.kind,
            # So that an error message says 10, not 10.0.
            burn_in=int(self.burn_in) if float(self.burn_in).is_integer() else self.burn_in,
        )
        self.used.update({"direction", "symmetric"} - idle)
        return over_nodes_of(truth, path, samples, add_missing_nodes)

    def can_read_as_scores(self, path: str) -> bool:
        """Return whether --scores would read the file as edge scores."""
        from edgemark.errors import EdgemarkError

        try:
            replace(self, scores=True)._scores(readable_path(path))
        except EdgemarkError:
            return False
        return True

    def refuse_options_of_scores_and_samples(self, path: str) -> None:
        """Refuse options that have no effect on a time series graph, which is read as its summary."""
        from edgemark.errors import EdgemarkError

        given = (
            ("--burn-in", self.burn_in != 0),
            ("--sign", self.sign != "refuse"),
            ("--unlisted", self.unlisted is not None),
        )
        for option, is_given in given:
            if is_given:
                raise EdgemarkError(
                    f"{path}: {option} has no effect on this file: it holds a time series graph. Leave "
                    "it out"
                )

    def _scores(self, path: str) -> EdgeScores:
        from edgemark.io import read_scores
        from edgemark.io.scores import says_direction

        states_direction = says_direction(path)
        if not states_direction:
            self.used.add("direction")
        return read_scores(
            path,
            # The file states its direction, so the option is meant for the truth.
            direction=None if states_direction else self.direction,
            sign=self.sign,
            unlisted=self.unlisted,
            pvalues=True if self.pvalues else False if self.scores else None,
        )

    def _refuse_options_of_scores(self, path: str) -> None:
        from edgemark.errors import EdgemarkError, Remedy
        from edgemark.io.scores import says_direction, takes_option

        given_options = [
            option
            for option, is_given in (
                ("--sign", self.sign != "refuse"),
                ("--unlisted", self.unlisted is not None),
            )
            if is_given
        ]
        if given_options:
            file = readable_path(path)
            if not takes_option(file, given_options[0].removeprefix("--")):
                raise EdgemarkError(
                    f"{path}: {given_options[0]} has no effect on this file: it applies to "
                    f"{_APPLIES_TO[given_options[0]]}. Leave it out"
                )
            has_direction = self.direction is not None or says_direction(file)
            raise EdgemarkError(
                f"{path}: {given_options[0]} applies to edge scores only; the file looks like a graph",
                Remedy("If these are edge scores, declare them", shell="--scores")
                if has_direction
                else Remedy(
                    "If it holds the score of i --> j at row i and column j",
                    shell="--scores --direction row-to-column",
                ),
            )

    def _refuse_burn_in(self, path: str, content: str) -> None:
        from edgemark.errors import EdgemarkError

        if self.burn_in:
            raise EdgemarkError(
                f"{path}: --burn-in applies to sampled Markov chains; the file holds {content}"
            )


_APPLIES_TO = {
    "--sign": "edge scores",
    "--unlisted": "scores of pairs that a list or a sparse matrix leaves out",
}


def _remedy_without_format(option: str) -> Remedy:
    from edgemark.errors import Remedy

    return Remedy(f"The file holds a time series graph, which is recognised without {option}")


def _remedy_for_truth(remedy: Remedy) -> Remedy:
    """Return a remedy for the truth: no option of scores, and --truth-format replaces --input-format."""
    if remedy.shell in ("--scores", "--pvalues"):
        return replace(remedy, shell="")
    return replace(remedy, shell=remedy.shell.replace("--input-format", "--truth-format"))


def refuse_idle(idle: Collection[str]) -> None:
    """Refuse options of matrices that had no effect on any of the files of a command."""
    if idle:
        raise typer.BadParameter(
            f"--{min(idle)} has no effect: the files define their edges themselves. Leave it out"
        )


def over_nodes_of(truth: Truth, path: str, content: Found, add_missing_nodes: bool) -> Found:
    """Return the content of a file; if `add_missing_nodes`, with the nodes that only the truth has."""
    from edgemark.errors import AlignmentError, Remedy, listing
    from edgemark.graph.counted_names import are_numbers_in_disorder

    if content.is_named and not truth.is_named:
        raise AlignmentError(
            f"{path}: nodes are matched by name; the truth has no names",
            Remedy("Name the truth's nodes: in CSV in a row above the matrix, or in JSON"),
        )
    if not add_missing_nodes or not truth.is_named:
        return content
    if content.is_named and not set(content.nodes) <= set(truth.nodes):
        return content  # The comparison raises an error that lists the nodes that only one side has.
    if not content.is_named and content.n_nodes != truth.n_nodes:
        raise AlignmentError(
            f"{path}: a matrix without names must have as many nodes as the truth, {truth.n_nodes}; got "
            f"{content.n_nodes}"
        )
    if not content.is_named and are_numbers_in_disorder(truth.nodes):
        raise AlignmentError(
            f"{path}: a matrix without names gets the names of the truth by position; those are numbers "
            f"in another order than the positions, {listing(truth.nodes)}",
            Remedy(
                "List the nodes of the truth in the order of the positions, such as 0; 1; 2 in the "
                "first line of a .txt"
            ),
        )
    try:
        return content.with_nodes(truth.nodes)
    except AlignmentError as error:  # Scores of added pairs are unknown, and no option states them.
        remedy = Remedy("Add the pairs of the node to the file, with their scores")
        raise AlignmentError(f"{path}: {error.message.problem}", remedy) from None


def readable_path(path: str) -> str:
    """Return the path of an input file; for ``-`` and pipes, the path of a copy."""
    from edgemark.cli.streams import spooled

    return spooled(path)


def candidates_of(path: str | None, truth: Truth) -> Candidates | None:
    """Read the candidate pairs of a file; None without a file."""
    if path is None:
        return None
    from edgemark.io import read_candidates

    return read_candidates(readable_path(path), truth.nodes)


def refuse_contradicting_scores(are_scores: bool, are_pvalues: bool, sign: Sign) -> None:
    """Refuse options of scores that exclude each other."""
    if are_scores and are_pvalues:
        raise typer.BadParameter("--scores and --pvalues exclude each other; leave out one of them")
    if are_pvalues and sign != "refuse":
        raise typer.BadParameter(
            "--sign has no effect on p-values, which are never negative; leave it out"
        )


def refuse_input_twice(*paths: str) -> None:
    """Refuse ``-`` for two files, since both would be the same file."""
    if paths.count("-") > 1:
        raise typer.BadParameter("standard input can be read only once; give at most one file as -")


def output_file(path: str) -> str:
    """Return the path of an output file whose suffix matters; refuse ``-``, which has none."""
    from edgemark.errors import EdgemarkError

    if path == "-":
        raise EdgemarkError("this output must be a file, because its suffix states the format; got -")
    return path


def expanded(patterns: Iterable[str]) -> list[str]:
    """
    Return the files that match patterns such as ``results/*.json``, each only once.

    The name of an existing file is not read as a pattern. A pattern without a match is kept, and fails
    when it is read.

    Examples:
        >>> expanded(["no such folder/*.json", "a.json", "./a.json"])
        ['no such folder/*.json', 'a.json']
    """
    files: dict[str, str] = {}
    for pattern in patterns:
        names = [pattern]
        if glob.has_magic(pattern) and not Path(pattern).exists():
            names = sorted(glob.glob(pattern, recursive=True)) or names  # noqa: PTH207 - keeps names as given
        for name in names:
            files.setdefault(os.path.abspath(name), name)  # noqa: PTH100 - Path.resolve follows links
    return list(files.values())
