"""
Orientation rules for the marks of a window of time, given that nothing acts on the past.

The graph is the same at all time steps, so `put` sets a mark at all of them at once. Hidden causes
before the window can make nodes adjacent at its first steps only (`early`). The rules are those of
FCI: R1 to R4 and R8 to R10 of Zhang, as LPCMCI applies them. The caller has already put arrowheads at
the later node of each lagged edge.
"""

from __future__ import annotations

from collections.abc import Iterator

from edgemark.graph.marks import Mark

__all__ = ["ContradictionError", "WindowMarks"]

CIRCLE, ARROW, TAIL = int(Mark.CIRCLE), int(Mark.ARROW), int(Mark.TAIL)


class ContradictionError(Exception):
    """The marks contradict each other: no graph of the class has them."""


class WindowMarks:
    """
    The marks of the edges of a window, whose nodes are numbered by time, the earliest step first.

    Args:
        n: number of variables.
        length: number of time steps.

    Attributes:
        at: ``at[a][b]`` is the mark at b on the edge of a and b, and ``at[b][a]`` the mark at a.
        early: edges that later time steps do not repeat.
    """

    def __init__(self, n: int, length: int) -> None:
        self.n, self.length = n, length
        self.at: list[dict[int, int]] = [{} for _ in range(n * length)]
        self.early: list[tuple[int, int]] = []

    def copy(self) -> WindowMarks:
        """Return a copy, which can be changed independently."""
        other = WindowMarks.__new__(WindowMarks)
        # The copies share `early`, because it is only ever replaced as a whole.
        other.n, other.length, other.early = self.n, self.length, self.early
        other.at = [dict(marks) for marks in self.at]
        return other

    def without_circles(self) -> WindowMarks:
        """Return a copy with only the edges that have no circle."""
        other = self.copy()
        for b, neighbours in enumerate(self.at):
            for a, mark in neighbours.items():
                if CIRCLE in (mark, self.at[a][b]):
                    del other.at[b][a]
        other.early = [(a, b) for a, b in self.early if b in other.at[a]]
        return other

    def join(self, a: int, b: int, at_a: int, at_b: int) -> None:
        """Add an edge at all time steps, with the mark `at_a` at a and `at_b` at b."""
        for x, y in self._repeated(a, b):
            self.at[x][y], self.at[y][x] = at_b, at_a

    def join_once(self, a: int, b: int, at_a: int, at_b: int) -> None:
        """Add an edge without repeating it at other time steps."""
        self.at[a][b], self.at[b][a] = at_b, at_a

    def find_early(self) -> None:
        """Find the edges of `early`, after all edges are added."""
        n = self.n
        self.early = [
            (a, b)
            for a, neighbours in enumerate(self.at)
            for b in neighbours
            if a < b < n * (self.length - 1) and b + n not in self.at[a + n]
        ]

    def put(self, a: int, b: int, mark: int) -> bool:
        """
        Set the mark at b on the edge of a and b, at all time steps; return whether it is new.

        ``put(b, a, mark)`` sets the mark at a.
        """
        present = self.at[a][b]
        if present == mark:
            return False
        if present != CIRCLE:
            raise ContradictionError
        for x, y in self._repeated(a, b):
            if y in self.at[x]:
                self.at[x][y] = mark
        return True

    def _repeated(self, a: int, b: int) -> Iterator[tuple[int, int]]:
        """Iterate over the pair at all time steps."""
        nodes_before = min(a, b) // self.n * self.n
        nodes_after = self.n * self.length - max(a, b) // self.n * self.n
        for shift in range(-nodes_before, nodes_after, self.n):
            yield a + shift, b + shift

    def latest(self) -> range:
        """Return the nodes of the last time step."""
        return range(self.n * (self.length - 1), self.n * self.length)

    def circles(self) -> Iterator[tuple[int, int]]:
        """
        Iterate over the pairs (a, b) with a circle at b, each once for all time steps.

        Edges of `early` are left out.
        """
        for b in self.latest():
            for a, mark in self.at[b].items():
                if mark == CIRCLE:
                    yield b, a
                if self.at[a][b] == CIRCLE and a < self.n * (self.length - 1):
                    yield a, b

    # ---- the rules, each with the pattern that it looks for

    def close(self, true_ancestors: list[set[int]]) -> WindowMarks:
        """
        Apply all rules until none sets a new mark.

        `true_ancestors` holds the ancestors of each node in the true graph.
        """
        while self._simple_rules() or self._r4(true_ancestors) or self._r9() or self._r10():
            pass
        return self

    def known_ancestors(self) -> list[set[int]]:
        """Return the known ancestors of each node, along edges ``-->``, and the node itself."""
        return _ancestors([{a for a in self.at[b] if self._is_arc(a, b)} for b in range(len(self.at))])

    def put_arcs_of_ancestors(self) -> bool:
        """Direct the edges between a node and its known ancestors; return whether a mark is new."""
        changed = False
        for b, known in enumerate(self.known_ancestors()):
            for a in known & self.at[b].keys():
                changed |= self.put(b, a, TAIL)
                changed |= self.put(a, b, ARROW)
        return changed

    def put_arrows_at_non_ancestors(self) -> bool:
        """
        Put arrowheads at nodes that cannot be ancestors of the other end; return whether one is new.
        """
        changed = False
        for b, possible_ancestors in enumerate(self._possible_ancestors()):
            for a in self.at[b].keys() - possible_ancestors:
                changed |= self.put(b, a, ARROW)
        return changed

    def _possible_ancestors(self) -> list[set[int]]:
        """
        Return the nodes from which a directed path may lead to each node, and the node itself.

        The paths have only edges that all time steps repeat, so none of `early`.
        """
        possible_parents: list[set[int]] = [set() for _ in self.at]
        for b in self.latest():
            for a, mark_at_a in self.at[b].items():
                mark_at_b = self.at[a][b]
                if mark_at_a != ARROW and mark_at_b != TAIL:
                    for x, y in self._repeated(a, b):
                        possible_parents[y].add(x)
                if mark_at_b != ARROW and mark_at_a != TAIL:
                    for x, y in self._repeated(a, b):
                        possible_parents[x].add(y)
        return _ancestors(possible_parents)

    def put_colliders(self, true: WindowMarks) -> None:
        """R0: put arrowheads at the unshielded colliders of the true graph."""
        for b, neighbours in enumerate(true.at):
            with_arrow_into_b = [a for a in neighbours if true.at[a][b] == ARROW]
            for a in with_arrow_into_b:
                if any(c != a and c not in true.at[a] for c in with_arrow_into_b):
                    self.put(a, b, ARROW)

    def _simple_rules(self) -> bool:
        changed = False
        at = self.at
        for b, neighbours in enumerate(at):
            for c in list(neighbours):
                if at[c][b] == CIRCLE and self._r1(b, c):
                    changed = True
                    self.put(c, b, TAIL)
                    self.put(b, c, ARROW)
                if at[b][c] == CIRCLE and (self._r2(b, c) or self._r3(b, c)):
                    changed |= self.put(b, c, ARROW)
                if at[c][b] == CIRCLE and at[b][c] == ARROW and self._r8(b, c):
                    changed |= self.put(c, b, TAIL)
        return changed

    def _is_arc(self, a: int, b: int) -> bool:
        return self.at[a].get(b) == ARROW and self.at[b][a] == TAIL

    def _r1(self, b: int, c: int) -> bool:
        """A *-> B o-* C, A and C not adjacent."""
        return any(self.at[a][b] == ARROW and a != c and c not in self.at[a] for a in self.at[b])

    def _r2(self, a: int, c: int) -> bool:
        """A --> B *-> C or A *-> B --> C."""
        at = self.at
        return any(
            at[a][b] == ARROW and at[b].get(c) == ARROW and TAIL in (at[b][a], at[c][b]) for b in at[a]
        )

    def _r3(self, d: int, b: int) -> bool:
        """A *-> B <-* C and A *-o D o-* C, A and C not adjacent."""
        at = self.at
        sides = [a for a in at[d] if at[a].get(b) == ARROW and at[a][d] == CIRCLE and a != b]
        return any(c not in at[a] for k, a in enumerate(sides) for c in sides[:k])

    def _r8(self, a: int, c: int) -> bool:
        """A --> B --> C."""
        return any(self._is_arc(a, b) and self._is_arc(b, c) for b in self.at[a])

    def _r4(self, true_ancestors: list[set[int]]) -> bool:
        """
        A discriminating path X, ..., W, V, Y for V, with a circle at V on the edge of V and Y.

        If V is an ancestor of X or Y in the true graph, V is not a collider: V --> Y. The reason is that
        the ancestors of X and Y, which then include V, separate X and Y. Otherwise W <-> V <-> Y.

        The marks of the path in the true graph cannot decide this. They may differ from the marks here,
        because some marks here may be guesses.
        """
        for v, y in self._edges_to_check():
            if self.at[y][v] != CIRCLE:
                continue
            ends = self._ends_of_discriminating_path(v, y)
            if ends is None:
                continue
            x, w = ends
            if v in true_ancestors[x] | true_ancestors[y]:
                self.put(y, v, TAIL)
                self.put(v, y, ARROW)
            else:
                self.put(y, v, ARROW)
                self.put(v, y, ARROW)
                self.put(w, v, ARROW)
            return True
        return False

    def _edges_to_check(self) -> Iterator[tuple[int, int]]:
        """
        Iterate over the pairs (a, c) that are adjacent, c in the last time step; then over the pairs of
        `early`, in both directions.
        """
        for c in self.latest():
            for a in list(self.at[c]):
                yield a, c
        for a, c in self.early:
            yield a, c
            yield c, a

    def _ends_of_discriminating_path(self, v: int, y: int) -> tuple[int, int] | None:
        """
        Return the first node of a discriminating path for v and the node before v; None if there is
        none.
        """
        at = self.at
        for w in at[v]:
            if at[v][w] != ARROW or not self._is_arc(w, y):
                continue
            to_visit, seen = [w], {w, v, y}
            while to_visit:
                q = to_visit.pop()
                for x in at[q]:
                    if x in seen or at[x][q] != ARROW:
                        continue
                    if x not in at[y]:
                        return x, w
                    if at[q][x] == ARROW and self._is_arc(x, y):
                        seen.add(x)
                        to_visit.append(x)
        return None

    def _circle_arrows(self) -> Iterator[tuple[int, int]]:
        """Iterate over the pairs with A o-> C, whose circle R9 and R10 may make a tail."""
        for a, c in self._edges_to_check():
            if self.at[c][a] == CIRCLE and self.at[a][c] == ARROW:
                yield a, c

    def _r9(self) -> bool:
        """A o-> C and an uncovered possibly directed path A, B, ..., C; B and C are not adjacent."""
        for a, c in self._circle_arrows():
            starts = [b for b in self._possible_children(a) if b != c and c not in self.at[b]]
            if any(self._has_path_to(a, b, {c}, c) for b in starts):
                return self.put(c, a, TAIL)
        return False

    def _r10(self) -> bool:
        """
        A o-> C, B --> C <-- D, and uncovered possibly directed paths from A to B and from A to D; the
        second nodes of the two paths differ and are not adjacent.
        """
        for a, c in self._circle_arrows():
            parents = {b for b in self.at[c] if self._is_arc(b, c) and b != a}
            second_nodes = [
                m for m in self._possible_children(a) if m != c and self._has_path_to(a, m, parents, c)
            ]
            if any(n not in self.at[m] for k, m in enumerate(second_nodes) for n in second_nodes[:k]):
                return self.put(c, a, TAIL)
        return False

    def _possible_children(self, a: int) -> list[int]:
        """
        Return the neighbours to which an edge may lead: no arrowhead at a and no tail at the neighbour.
        """
        return [b for b, mark in self.at[a].items() if mark != TAIL and self.at[b][a] != ARROW]

    def _has_path_to(self, a: int, b: int, goals: set[int], avoided: int) -> bool:
        """
        Whether an uncovered possibly directed path begins with a and b, ends in a goal and leaves out
        the node `avoided`, which can only be its end.
        """
        if b in goals:
            return True
        to_visit, seen = [(a, b)], {(a, b)}
        while to_visit:
            previous, node = to_visit.pop()
            for following in self._possible_children(node):
                if following in self.at[previous] or following == previous:
                    continue
                if following in goals:
                    return True
                if following != avoided and (node, following) not in seen:
                    seen.add((node, following))
                    to_visit.append((node, following))
        return False


def _ancestors(parents: list[set[int]]) -> list[set[int]]:
    """Return the ancestors of each node, and the node itself."""
    ancestors_of: list[set[int]] = []
    for node in range(len(parents)):
        reached, to_visit = {node}, [node]
        while to_visit:
            new_parents = parents[to_visit.pop()] - reached
            reached |= new_parents
            to_visit += new_parents
        ancestors_of.append(reached)
    return ancestors_of
