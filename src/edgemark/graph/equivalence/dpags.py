"""What data can show about a time series with hidden variables: the DPAG, and the target of LPCMCI."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from edgemark import _core
from edgemark.arguments import demand_whole
from edgemark.errors import InputTypeError, KindError, LimitError, Remedy
from edgemark.graph.core import Graph
from edgemark.graph.edge_words import Words, sorted_words, unpack
from edgemark.graph.equivalence.mags_and_pags import to_pag
from edgemark.graph.equivalence.series_latent import (
    canonical_process,
    project_series,
    series_of_window,
)
from edgemark.graph.equivalence.window_marks import ContradictionError, WindowMarks
from edgemark.graph.lagged_edges import Lagged
from edgemark.graph.marks import Mark
from edgemark.graph.regimes import edges_come_and_go
from edgemark.graph.series_projection import mag_of_window
from edgemark.graph.temporal import TemporalGraph

__all__ = ["lpcmci_target", "to_dpag"]

_CIRCLE, _ARROW, _TAIL = int(Mark.CIRCLE), int(Mark.ARROW), int(Mark.TAIL)
# The states of the edges -->, <-- and <->, see `edgemark.graph.marks`.
_WITHOUT_CIRCLES = frozenset({_TAIL * 4 + _ARROW, _ARROW * 4 + _TAIL, _ARROW * 4 + _ARROW})
_EFFORT = 2_000


def lpcmci_target(mag: TemporalGraph) -> TemporalGraph:
    """
    Return the graph that LPCMCI finds if every test of independence is correct.

    Two variables at a lag are adjacent if no set of observed nodes of the window separates them. The
    order of time, unshielded colliders and Zhang's rules R1 to R4 and R8 to R10 orient the circles, and
    each mark is the same at all time steps. `to_dpag` may orient more. The time needed is about cubic in
    the number of nodes of the window, one for each variable and time step.

    Args:
        mag: the MAG of a window, from `latent_projection` of the true time series graph; or a DAG over
            time without hidden variables.

    Returns:
        A graph over the same variables and lags, declared a PAG. Cached.

    Raises:
        KindError: no series has this MAG; or the graph is neither a MAG nor a DAG; or its declared kind
            is not "mag", "dag" or "digraph".
        TypeError: the graph is not a `TemporalGraph`.

    References:
        Gerhardus, Runge (2020), High-recall causal discovery for autocorrelated time series with latent
        confounders, NeurIPS.

    Examples:
        >>> from edgemark.graph.latent import latent_projection
        >>> series = TemporalGraph.parse("L --> A; L --> B @1; C --> A @1; lags 1")
        >>> mag = latent_projection(series, hidden=["L"], max_lag=2)
        >>> lpcmci_target(mag)
        TemporalGraph.parse('A <-> B @1; C o-> A @1; lags 2', kind='pag')
    """
    checked_mag = _checked(mag, "lpcmci_target")
    return checked_mag.cached("LPCMCI target", lambda graph: _as_graph(graph, _marks_of_rules(graph)))


def to_dpag(mag: TemporalGraph, *, effort: int = _EFFORT) -> TemporalGraph:
    """
    Return all that observations of a window can show about a time series with hidden variables.

    This graph is the time series DPAG. It shows a tail or an arrowhead if all series whose window has
    the same independences have it, whatever their hidden variables. A circle means that two such series
    differ. For each mark that orientation rules leave open, the search guesses one mark after the
    other, until it finds a series with an arrowhead and one with a tail, or no guess is left. With
    enough effort, the search ends for every window, and its result is exact. The time may grow
    exponentially with the number of circles, so `effort` limits the number of guesses.

    Args:
        mag: the MAG of a window, from `latent_projection` of the true time series graph; or a DAG over
            time without hidden variables.
        effort: how many guesses the search may make in all before it gives up. For a window with 60
            edges, a guess takes several milliseconds.

    Returns:
        A graph over the same variables and lags, declared a PAG. Cached.

    Raises:
        ConventionError: the effort is not a whole number of at least 0.
        KindError: no series has this MAG; or the graph is neither a MAG nor a DAG; or its declared kind
            is not "mag", "dag" or "digraph".
        LimitError: the search needs more guesses than the effort allows.
        TypeError: the graph is not a `TemporalGraph`.

    References:
        Gerhardus (2024), Characterization of causal ancestral graphs for time series with latent
        confounders, Annals of Statistics 52, arXiv:2112.08417.

    Examples:
        >>> from edgemark.graph.latent import latent_projection
        >>> series = TemporalGraph.parse("A --> A @2,3; lags 3")
        >>> lpcmci_target(series)
        TemporalGraph.parse('A o-> A @2,3; lags 3', kind='pag')
        >>> to_dpag(series)
        TemporalGraph.parse('A --> A @2,3; lags 3', kind='pag')
    """
    effort = demand_whole("effort", effort, 0)
    checked_mag = _checked(mag, "to_dpag")
    return checked_mag.cached("DPAG", lambda graph: _find_dpag(graph, int(effort)))


# ---- the argument


def _checked(mag: TemporalGraph, function: str) -> TemporalGraph:
    if not isinstance(mag, TemporalGraph):
        problem = f"{function} takes a TemporalGraph; got {type(mag).__name__}"
        if not isinstance(mag, Graph):
            raise InputTypeError(problem)
        try:
            to_pag(mag)
        except KindError:
            raise InputTypeError(problem) from None
        raise InputTypeError(problem, Remedy("Take the PAG of a MAG without lags", "to_pag(graph)"))
    if mag.kind not in ("mag", None, "dag", "digraph"):
        raise KindError(
            f"{function} needs the MAG of a window; the graph is declared {mag.kind!r}",
            *_remedies_for_mag(mag),
        )
    if mag.kind != "mag":
        return mag.cached("MAG without hidden", lambda graph: project_series(graph, (), "mag", None))
    if reason := mag.cached("not of a series", _explain_no_series):
        raise KindError(f"{function} needs the MAG of a window of a time series; {reason}")
    return mag


def _remedies_for_mag(graph: TemporalGraph) -> Iterator[Remedy]:
    if graph.kind == "admg":
        yield Remedy("Project the graph that has the hidden variables with latent_projection")


def _explain_no_series(mag: TemporalGraph) -> str | None:
    """
    Explain why no series has this MAG; None if one has.

    If some series has this MAG, so does its canonical process, in which a hidden cause replaces each
    ``<->``.
    """
    if edges_come_and_go(mag):
        return "the graph has regimes, whose edges differ"
    states = mag._contemporaneous.present_states | set(mag._lagged.states.tolist())
    if not states <= _WITHOUT_CIRCLES:
        return "the graph has edges other than --> and <->, or two edges on one pair"
    if reason := mag._contemporaneous.objection("mag"):
        return reason
    projected = _mag_of_canonical_process(mag)
    if projected == mag:
        return None
    implied = next((e for e in projected.edges() if e not in mag.edges()), None)
    if implied is None:
        return "the MAG of its canonical process lacks one of its edges"
    return "its edges imply {} {} {} @{}, which is not there".format(*implied)


def _mag_of_canonical_process(mag: TemporalGraph) -> TemporalGraph:
    """Return the MAG of the window of a graph's canonical process."""
    return series_of_window(_window_of(mag), mag._names, mag.n_nodes, mag.max_lag, "mag", mag._changing)


def _window_of(mag: TemporalGraph) -> Words:
    return mag.cached("MAG of window", lambda g: mag_of_window(canonical_process(g), g.max_lag + 1))


# ---- the rules


def _marks_of(words: Words, n: int, length: int) -> WindowMarks:
    """Return the marks of the edges that end in the last time step, repeated at all time steps."""
    marks = WindowMarks(n, length)
    columns = (part.tolist() for part in unpack(words))
    for a, b, state in zip(*columns, strict=True):
        if b >= n * (length - 1):
            marks.join(a, b, state >> 2, state & 3)
    return marks


def _all_marks_of(words: Words, n: int, length: int) -> WindowMarks:
    """Return the marks of all edges, including edges that only early time steps have."""
    marks = WindowMarks(n, length)
    columns = (part.tolist() for part in unpack(words))
    for a, b, state in zip(*columns, strict=True):
        marks.join_once(a, b, state >> 2, state & 3)
    marks.find_early()
    return marks


def _marks_of_rules(mag: TemporalGraph) -> WindowMarks:
    """Return the marks that follow from adjacencies, the order of time, colliders and the rules."""
    true = _marks_of(_window_of(mag), mag.n_nodes, mag.max_lag + 1)
    marks = WindowMarks(true.n, true.length)
    for b in true.latest():
        for a in true.at[b]:
            marks.join(a, b, _CIRCLE, _CIRCLE if a // true.n == b // true.n else _ARROW)
    marks.put_colliders(true)
    return marks.close(true.known_ancestors())


def _as_graph(mag: TemporalGraph, marks: WindowMarks) -> TemporalGraph:
    """Return the marks as a graph with the names and lags of a MAG."""
    n, last_step = marks.n, marks.n * (marks.length - 1)
    edges = [
        (a, b, marks.at[b][a] * 4 + mark)
        for a, marks_around in enumerate(marks.at)
        for b, mark in marks_around.items()
        if a < b and b >= last_step
    ]
    firsts, seconds, states = np.array(edges, np.int64).reshape(-1, 3).T
    return series_of_window(
        sorted_words(firsts, seconds, states), mag._names, n, mag.max_lag, "pag", mag._changing
    )


# ---- all members


def _find_dpag(mag: TemporalGraph, effort: int) -> TemporalGraph:
    """
    For each circle that the rules leave, search the class for a tail and for an arrowhead in its place.
    """
    return _as_graph(mag, _Search(mag, effort).shared_marks())


class _Search:
    """The search for members: series whose window has the same independences as that of the MAG."""

    def __init__(self, mag: TemporalGraph, effort: int) -> None:
        self.effort = effort
        self.n, self.length = mag.n_nodes, mag.max_lag + 1
        words = _window_of(mag)
        self.adjacent = set(zip(*(part.tolist() for part in unpack(words)[:2]), strict=True))
        self.true = _all_marks_of(words, self.n, self.length)
        self.pag = _core.pag_of(words, self.n * self.length)
        self.true_ancestors = self.true.known_ancestors()
        self.marks_by_rules = self._find_marks_by_rules()
        self.members = [self.true]
        self.n_guesses = 0

    def _find_marks_by_rules(self) -> WindowMarks:
        """
        Return the marks that the rules prove for all members, including those of early time steps.

        Some nodes are adjacent only at early time steps, because causes before the window are hidden. An
        ancestor at one time step is an ancestor at all of them, so the marks of these edges restrict the
        marks of the others.
        """
        marks = self.true.copy()
        for a, b in self.adjacent:
            marks.join_once(a, b, _CIRCLE, _CIRCLE if a // self.n == b // self.n else _ARROW)
        marks.put_colliders(self.true)
        return self._closed(marks)

    def _closed(self, marks: WindowMarks) -> WindowMarks:
        """Apply the rules in place until none of them adds a mark."""
        while (
            marks.close(self.true_ancestors).put_arcs_of_ancestors()
            or marks.put_arrows_at_non_ancestors()
        ):
            pass
        return marks

    def shared_marks(self) -> WindowMarks:
        """The marks that all members have in common, and circles elsewhere."""
        shared = self.marks_by_rules.copy()
        seen: set[tuple[int, int, int]] = set()
        self._add_marks(self.true, seen)
        for a, b in [*self.marks_by_rules.circles()]:
            for mark in (_ARROW, _TAIL):
                if (a, b, mark) in seen or shared.at[a][b] != _CIRCLE:
                    continue
                member = self._member_with(shared, a, b, mark)
                if member is None:
                    shared.put(a, b, _other(mark))
                else:
                    self.members.append(member)
                    self._add_marks(member, seen)
        return shared

    def _add_marks(self, member: WindowMarks, seen: set[tuple[int, int, int]]) -> None:
        seen |= {(a, b, member.at[a][b]) for a, b in self.marks_by_rules.circles()}

    def _member_with(self, known_marks: WindowMarks, a: int, b: int, mark: int) -> WindowMarks | None:
        """Find a member that has the known marks, and this mark at b on the edge of a and b."""
        start = self._with_mark(known_marks, a, b, mark)
        if start is None:
            return None
        # The marks of a member that was found before often fit.
        for member in reversed(self.members):
            candidate = self._with_marks_of(start, member)
            if self._is_member(candidate):
                return candidate
        to_try = [(known_marks, a, b, mark)]
        while to_try:
            marks = self._with_mark(*to_try.pop())
            if marks is None:
                continue
            self.n_guesses += 1
            if self.n_guesses > self.effort:
                raise self._effort_error()
            circle = next(marks.circles(), None)
            if circle is None:
                if self._is_member(marks):
                    return marks
                continue
            # The mark of the true graph is tried first, because members often have it.
            likely_mark = self.true.at[circle[0]][circle[1]]
            to_try += [(marks, *circle, guess) for guess in (_other(likely_mark), likely_mark)]
        return None

    def _effort_error(self) -> LimitError:
        larger_effort = max(10 * self.effort, _EFFORT)
        return LimitError(
            f"the DPAG of this window is not found within {self.effort:,} guesses",
            Remedy("Allow more guesses", f"to_dpag(mag, effort={larger_effort})"),
            Remedy("Take the graph of LPCMCI's rules", "lpcmci_target(mag)"),
        )

    def _with_mark(self, known_marks: WindowMarks, a: int, b: int, mark: int) -> WindowMarks | None:
        """Add a mark and all marks that follow from it; None if they contradict each other."""
        marks = known_marks.copy()
        try:
            marks.put(a, b, mark)
            if mark == _TAIL:
                marks.put(b, a, _ARROW)
            self._closed(marks)
        except ContradictionError:
            return None
        return None if self._has_wrong_adjacency(marks) else marks

    def _has_wrong_adjacency(self, marks: WindowMarks) -> bool:
        """
        Whether the edges without circles already make nodes adjacent that no member makes adjacent.

        Other edges cannot remove an inducing path, so no choice of the other marks can repair this.
        """
        adjacent = unpack(_window_of(_as_graph_of(marks.without_circles())))[:2]
        return not self.adjacent.issuperset(zip(*(part.tolist() for part in adjacent), strict=True))

    def _with_marks_of(self, marks: WindowMarks, member: WindowMarks) -> WindowMarks:
        """Replace the circles by the marks of a member."""
        filled = marks.copy()
        for a, b in [*marks.circles()]:
            filled.put(a, b, member.at[a][b])
        return filled

    def _is_member(self, marks: WindowMarks) -> bool:
        """Whether some series has exactly these marks, and the same independences as the MAG."""
        graph = _as_graph_of(marks)
        if graph._contemporaneous.objection("mag") is not None:
            return False
        words = _window_of(graph)
        if _mag_of_canonical_process(graph) != graph:
            return False
        return np.array_equal(_core.pag_of(words, self.n * self.length), self.pag)


def _other(mark: int) -> int:
    """Return a tail for an arrowhead, and an arrowhead for a tail."""
    return _ARROW + _TAIL - mark


def _as_graph_of(marks: WindowMarks) -> TemporalGraph:
    """Return the marks as a graph without names."""
    empty = TemporalGraph._make(
        Lagged.of(marks.n, marks.length - 1, [], [], [], [], str),
        Graph(marks.n),
        np.empty(0, np.int64),
    )
    return _as_graph(empty, marks)
