"""
Discrete networks from BIF files, the interchange format of Bayesian networks.

::

    variable rain { type discrete [ 2 ] { yes, no }; }
    variable wet { type discrete [ 2 ] { yes, no }; }
    probability ( rain ) { table 0.2, 0.8; }
    probability ( wet | rain ) { (yes) 0.9, 0.1; (no) 0.2, 0.8; }
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from edgemark.data import DiscreteNetwork, Variable
from edgemark.errors import FormatError, Remedy, plural

__all__ = ["network_from_bif"]

_ROUNDING = 1e-3  # by which the sum of a row may differ from 1
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(r'"[^"]*"|[{}()\[\]|;,]|[^\s{}()\[\]|;,"]+')

States = dict[str, tuple[str, ...]]
Row = tuple[float, ...]


def network_from_bif(text: str, name: str) -> DiscreteNetwork:
    """
    Read a network; rows of probabilities that are rounded are normalised to sum to 1.

    Args:
        text: the content of the file.
        name: the name of the network.

    Raises:
        FormatError: the text is not BIF; a table has too few or too many rows; a row does not sum to 1;
            or a table without parents has too few or too many numbers.
        GraphError: a row for states of the parents has too few or too many numbers, or a number is not a
            probability.
        KindError: the parents form a cycle.

    Examples:
        >>> network = network_from_bif(
        ...     "variable a { type discrete [ 2 ] { x, y }; } probability ( a ) { table .5, .5; }", "one"
        ... )
        >>> network.nodes, network.variable("a").table
        (('a',), ((0.5, 0.5),))
    """
    reader = _Reader(_TOKEN.findall(_COMMENT.sub(" ", text)))
    states: States = {}
    tables: dict[str, tuple[tuple[str, ...], tuple[Row, ...]]] = {}
    while (block := reader.next()) is not None:
        if block == "network":
            reader.until("{")
            reader.skip_block()
        elif block == "variable":
            variable = reader.word()
            states[variable] = tuple(reader.states(variable))
        elif block == "probability":
            node, parents, table = reader.table(states)
            tables[node] = parents, table
        else:
            raise FormatError(
                f"{name}: a BIF file has the blocks network, variable and probability; got {block!r}"
            )
    if not states:
        raise FormatError(f"{name}: a BIF file must have at least one variable; this one has none")
    without_table = sorted(set(states) - set(tables))
    if without_table:
        raise FormatError(
            f"{name}: every variable needs a probability block; {without_table[0]!r} has none"
        )
    return DiscreteNetwork(name, tuple(Variable(node, states[node], *tables[node]) for node in states))


class _Reader:
    """
    The tokens of a file, in order.

    All methods go on where the last one stopped.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens, self._position = tokens, 0

    def next(self) -> str | None:
        """Return the next token; None at the end of the file."""
        if self._position >= len(self._tokens):
            return None
        self._position += 1
        return self._tokens[self._position - 1]

    def word(self) -> str:
        """Return the next token without quotes; refuse the end of the file."""
        token = self.next()
        if token is None:
            raise FormatError("a BIF file must close its blocks; this one ends in the middle of one")
        return token.strip('"')

    def until(self, sign: str) -> list[str]:
        """Return the tokens before the next `sign`, and go on after it."""
        tokens: list[str] = []
        while (token := self.word()) != sign:
            tokens.append(token)
        return tokens

    def skip_block(self) -> None:
        """Go on after the end of the current block."""
        depth = 1
        while depth:
            token = self.word()
            depth += {"{": 1, "}": -1}.get(token, 0)

    def states(self, variable: str) -> list[str]:
        """Read the states of a variable, whose name is read already, and go on after its block."""
        self.until("{")
        declaration = self.until("{")
        if declaration[:2] != ["type", "discrete"]:
            raise FormatError(f"{variable!r} must be discrete; got {' '.join(declaration[:2])!r}")
        states = [token for token in self.until("}") if token != ","]
        self.skip_block()
        if not states:
            raise FormatError(f"{variable!r} needs states; it has none")
        return states

    def table(self, states: States) -> tuple[str, tuple[str, ...], tuple[Row, ...]]:
        """Read the table of a node: its name, its parents, and a row for each combination of states."""
        self.until("(")
        variables = [token for token in self.until(")") if token not in ("|", ",")]
        if not variables:
            raise FormatError("a probability block must name a variable; this one names none")
        node, *parent_names = variables
        parents = tuple(parent_names)
        for variable in (node, *parents):
            if variable not in states:
                raise FormatError(f"probability ( {node} ): there is no variable {variable!r}")
        self.until("{")
        n_states = len(states[node])
        rows: dict[tuple[str, ...], Row] = {}
        for combination, numbers in self._rows():
            if combination is None:
                _refuse_table_with_parents(node, parents)
                combination = ()
                if len(numbers) != n_states:
                    raise FormatError(
                        f"the table of {node!r} must have {plural(n_states, 'number')}, one for each "
                        f"state; got {len(numbers)}"
                    )
            if combination in rows:
                raise FormatError(
                    f"the table of {node!r} must have one row for each combination of states; "
                    f"({', '.join(combination)}) has two"
                )
            rows[combination] = numbers
        combinations = list(product(*(states[p] for p in parents)))
        missing = [combination for combination in combinations if combination not in rows]
        if missing:
            raise FormatError(f"the table of {node!r} has no row for ({', '.join(missing[0])})")
        known = set(combinations)
        unknown = [combination for combination in rows if combination not in known]
        if unknown:
            raise FormatError(
                f"the table of {node!r} has a row for ({', '.join(unknown[0])}), which are not states "
                "of its parents"
            )
        return node, parents, tuple(_normalised(rows[combination], node) for combination in combinations)

    def _rows(self) -> Iterator[tuple[tuple[str, ...] | None, Row]]:
        while (token := self.word()) != "}":
            if token == "(":
                combination = tuple(state for state in self.until(")") if state != ",")
                yield combination, self._numbers()
            elif token == "table":
                yield None, self._numbers()
            else:
                self.until(";")  # a property

    def _numbers(self) -> Row:
        tokens = [token for token in self.until(";") if token != ","]
        try:
            return tuple(map(float, tokens))
        except ValueError:
            raise FormatError(f"probabilities must be numbers; got {' '.join(tokens)[:60]!r}") from None


def _refuse_table_with_parents(node: str, parents: tuple[str, ...]) -> None:
    """Refuse one list for all rows: pgmpy lists the numbers by the state of the node, others by row."""
    if parents:
        raise FormatError(
            f"the table of {node!r} must have a row for each combination of the states of its parents; "
            "got one list of numbers, whose order differs between programs",
            Remedy("Write rows such as (yes, no) 0.9, 0.1; instead of table"),
        )


def _normalised(row: Row, node: str) -> Row:
    total = sum(row)
    if not abs(total - 1) <= _ROUNDING:
        raise FormatError(f"each row of the table of {node!r} must sum to 1; one sums to {total:g}")
    return tuple(probability / total for probability in row)
