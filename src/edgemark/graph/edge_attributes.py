"""
Attributes of edges that would be lost or that contradict the edge, in networkx and in Graphviz files.

The plain edge of a directed graph is -->, that of an undirected graph is ---. This module lists the
names of attributes that have a meaning: lags, marks, confounding, absence and weights. Names of p-values
are in `ambiguity`; `unread_attributes` has the policy for all other names.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from edgemark.arguments import as_number, written_number
from edgemark.errors import AmbiguityError, Remedy, shown
from edgemark.graph.ambiguity import (
    has_attributes,
    is_called_log_of_pvalue,
    is_called_pvalue,
    pvalues_of,
    remedies_for_logs,
)
from edgemark.graph.edge_ends import MARKS, contradiction_at_ends, unquoted
from edgemark.graph.edge_labels import LABELS, states_lag
from edgemark.graph.headings import LAGS, SCORES, word_of
from edgemark.graph.matrices_of_marks import are_undirected_marks, hold_marks, remedy_for_marks
from edgemark.graph.other_cells import REAL_TYPES

__all__ = [
    "agrees",
    "contradiction",
    "has_meaning",
    "is_about_marks",
    "is_called_weight",
    "is_nothing",
    "is_weight",
    "may_be_marks",
    "may_contradict",
    "refuse_attributes_of_edge",
    "refuse_other_attributes",
    "refuse_weights",
]

_ENDS = frozenset({"arrowhead", "arrowtail"})
# Arrow styles of matplotlib, which networkx uses, that differ from those of the plain edge of a directed
# graph (True) and of an undirected graph (False).
_ARROWS_BACK = frozenset({"<-", "<|-", "<->", "<|-|>"})
_STYLES_OF_OTHER_EDGES = {True: _ARROWS_BACK | {"-"}, False: _ARROWS_BACK | {"->", "-|>"}}
# Values of such attributes that mean -->, ---, or another edge.
_DIRECTED = frozenset({"->", "-->", "directed", "forward"})
_UNDIRECTED = frozenset({"-", "--", "---", "undirected"})
_OTHER_EDGES = frozenset(
    {"<", "o", "<-", "<--", "<->", "<-o", "o->", "o-", "-o", "o--", "--o", "o-o", "back", "backward",
     "bidirected", "bidirectional", "both", "circle", "none", "reverse", "reversed"}
)  # fmt: skip
# Values that describe the ends of an edge, whatever the name of the attribute. Other values, such as
# "-", do so only under a name in MARKS, since sign="-" means something else.
_ALWAYS_MARKS = frozenset(
    {"---", "<--", "<->", "<-o", "o->", "o--", "--o", "o-o", "bidirected", "bidirectional", "undirected"}
)
# Other names that are examined in Graphviz files. As key, networkx writes the keys of a multigraph.
_MAY_BE_MARKS = frozenset({"category", "key", "symbol"})
# If one of these attributes is true, the edge is not the plain edge of its graph.
_TRUE_IF_OTHER = frozenset(
    {"bidirected", "bidirectional", "confounded", "confounding", "confounder", "hasconfounder",
     "hiddenconfounder", "isbidirected", "isconfounded", "isreversed", "latentconfounder", "reversed",
     "unobservedconfounder"}
)  # fmt: skip
# These attributes say whether the edge is --> or ---.
_SAYS_DIRECTED = frozenset({"directed", "isdirected", "isoriented", "oriented"})
_SAYS_UNDIRECTED = frozenset({"isundirected", "undirected", "unoriented"})
# If one of the first attributes is false, or one of the second true, the edge is absent.
_FALSE_IF_ABSENT = frozenset(
    {"accepted", "active", "causal", "edge", "enabled", "exist", "exists", "included", "iscausal",
     "isedge", "ispresent", "issignificant", "keep", "kept", "present", "selected", "significant",
     "valid"}
)  # fmt: skip
_TRUE_IF_ABSENT = frozenset(
    {"absent", "deleted", "disabled", "excluded", "forbidden", "missing", "noedge", "pruned", "rejected",
     "removed"}
)  # fmt: skip
_WEIGHTS = SCORES - {"value"} | {
    "beta", "betas", "causaleffect", "coef", "coeff", "coefficient", "coefficients", "coeffs", "coefs",
    "corr", "correlation", "edgeconfidence", "edgeprobability", "edgescore", "edgestrength",
    "effectsize", "estimatedeffect", "partialcorrelation", "pathcoefficient", "pcorr", "pip",
    "posterior", "posteriorprobability", "prob", "probabilities", "probs", "rho", "scores", "strengths",
    "weights",
}  # fmt: skip
"""Names of weights: numbers that tell edges apart."""
_WEIGHTS_IF_NUMBERS = frozenset(
    {"edgefrequency", "effect", "effects", "estimate", "freq", "freqs", "frequencies", "frequency",
     "loading", "support", "val", "value"}
)  # fmt: skip
"""Names of weights if the value is a number; a text such as effect="positive" is not a weight."""
_FALSE, _TRUE = frozenset({"0", "f", "false", "no"}), frozenset({"1", "t", "true", "yes"})


def refuse_other_attributes(graph: Any, score: str | None = None) -> None:
    """
    Refuse a graph of networkx with attributes that contradict an edge and are not read.

    Args:
        graph: the graph.
        score: the attribute that is read as the score of an edge, if any.

    Raises:
        AmbiguityError: an attribute such as tau=1, type="<->", bidirected=True or present=False, or the
            key of an edge of a multigraph, such as "bidirected".

    Examples:
        >>> import networkx
        >>> graph = networkx.DiGraph()
        >>> graph.add_edge("A", "B", type="<->")
        >>> refuse_other_attributes(graph)
        Traceback (most recent call last):
        ...
        edgemark.errors.AmbiguityError: the marks of an edge are read from its attribute mark; the edge \
of 'A' and 'B' has type='<->'. If it says which marks the edge has, call it mark, with a value such as \
<->. If it means something else, rename it
    """
    if not has_attributes(graph):
        return
    directed = bool(graph.is_directed())
    for a, b, data in graph.edges(data=True):
        refuse_attributes_of_edge(a, b, data, directed, score)
    if hasattr(graph, "is_multigraph") and graph.is_multigraph():
        _refuse_keys(graph, directed)


def _refuse_keys(graph: Any, directed: bool) -> None:
    """Refuse a key of a multigraph such as "<->"; networkx reads ("A", "B", "<->") as a key."""
    for a, b, key, data in graph.edges(keys=True, data=True):
        if isinstance(key, str) and "mark" not in data and contradiction({"type": key}, directed):
            raise AmbiguityError(
                "the marks of an edge are read from its attribute mark; the edge of "
                f"{shown(a)} and {shown(b)} has the key {shown(key)}",
                Remedy(
                    "If the key says which marks the edge has, add the edge with the attribute mark, "
                    "with a value such as <->"
                ),
                Remedy("If it means something else, use another key"),
            )


def refuse_attributes_of_edge(
    a: Any, b: Any, data: Mapping[Any, Any], directed: bool, score: str | None = None
) -> None:
    """
    Refuse one edge with attributes that contradict it, see `refuse_other_attributes`.

    Examples:
        >>> refuse_attributes_of_edge("A", "B", {"present": True}, directed=True)
        >>> refuse_attributes_of_edge("A", "B", {"present": False}, directed=True)
        Traceback (most recent call last):
        ...
        edgemark.errors.AmbiguityError: every edge of a graph is read as present; the edge of 'A' and \
'B' has present=False. If it says that the edge is absent, remove the edge. If it means something else, \
rename it
    """
    if found := contradiction(data, directed, score) or contradiction_at_ends(a, b, data, directed):
        name, of = found
        rule, way = _RULE_AND_REMEDY[of]
        raise AmbiguityError(
            f"{rule}; the edge of {shown(a)} and {shown(b)} has {name}={shown(data[name])}",
            Remedy(way),
            Remedy("If it means something else, rename it"),
        )


def contradiction(
    data: Mapping[Any, Any], directed: bool, score: str | None = None
) -> tuple[Any, Literal["absence", "lag", "mark"]] | None:
    """
    Return the attribute that contradicts the plain edge of a graph, and what it seems to be about.

    Examples:
        >>> contradiction({"color": "red", "tau": 2}, directed=True)
        ('tau', 'lag')
    """
    plain = _DIRECTED if directed else _UNDIRECTED
    for name, value in data.items():
        if name == score:
            continue
        word = word_of(name)
        if word in LAGS and "lag" not in data and _may_be_lags(value):
            return name, "lag"
        if word in LABELS and "lag" not in data and isinstance(value, str) and states_lag(value):
            return name, "lag"
        if _says_absent(word, value):
            return name, "absence"
        written = unquoted(value) if isinstance(value, str) else ""
        words = _DIRECTED | _UNDIRECTED | _OTHER_EDGES if word in MARKS else _ALWAYS_MARKS
        is_other = written in words - plain or _is_contradicting_flag(word, value, directed)
        if word == "arrowstyle" and written.split(",")[0] in _STYLES_OF_OTHER_EDGES[directed]:
            is_other = True
        if (is_other and "mark" not in data) or (word in _ENDS and written not in ("", "normal")):
            return name, "mark"
    return None


@lru_cache(maxsize=256)
def is_called_weight(name: str) -> bool:
    """
    Whether an attribute of this name may be a weight.

    Examples:
        >>> is_called_weight("Edge weight"), is_called_weight("regime")
        (True, False)
    """
    word = word_of(name)
    return word in _WEIGHTS or word in _WEIGHTS_IF_NUMBERS


def agrees(name: str, value: object, directed: bool) -> bool:
    """
    Whether an attribute says only what holds for every plain edge: it is present and not confounded.

    Examples:
        >>> agrees("present", True, True), agrees("type", "-->", True), agrees("type", "causal", True)
        (True, True, False)
    """
    if not may_contradict(name):
        return False
    word = word_of(name)
    if word == "key" and isinstance(value, int):
        return True  # the number of an edge of a multigraph
    if isinstance(value, str):
        written = unquoted(value)
        if written in (_DIRECTED if directed else _UNDIRECTED):
            return True
        value = written in _TRUE if written in _TRUE | _FALSE else None
    if not isinstance(value, bool | np.bool_ | int | np.integer) or value not in (0, 1):
        return isinstance(value, Mapping | list | tuple) and word in MARKS
    known = _TRUE_IF_OTHER | _FALSE_IF_ABSENT | _TRUE_IF_ABSENT | _SAYS_DIRECTED | _SAYS_UNDIRECTED
    return word in known  # An attribute that contradicts the edge was refused before.


@lru_cache(maxsize=1024)
def is_about_marks(name: str) -> bool:
    """
    Whether an attribute of this name says which marks an edge has, as `mark` does.

    Examples:
        >>> is_about_marks("edge_type"), is_about_marks("lag"), is_about_marks("present")
        (True, False, False)
    """
    names = (MARKS, _MAY_BE_MARKS, _TRUE_IF_OTHER, _SAYS_DIRECTED, _SAYS_UNDIRECTED)
    return any(word_of(name) in words for words in names)


@lru_cache(maxsize=1024)
def may_contradict(name: str) -> bool:
    """
    Whether an attribute of this name can contradict an edge in a Graphviz file.

    The names arrowhead and arrowtail cannot, because the reader of these files understands them.

    Examples:
        >>> may_contradict("lag"), may_contradict("color")
        (True, False)
    """
    word = word_of(name)
    names = (
        LAGS, MARKS, _MAY_BE_MARKS, _TRUE_IF_OTHER, _FALSE_IF_ABSENT, _TRUE_IF_ABSENT, _SAYS_DIRECTED,
        _SAYS_UNDIRECTED,
    )  # fmt: skip
    return any(word in words for words in names)


@lru_cache(maxsize=256)
def has_meaning(name: str) -> bool:
    """
    Whether an attribute of this name can contradict an edge in a Graphviz file, or be its weight or
    p-value.

    Examples:
        >>> has_meaning("prob"), has_meaning("p_value"), has_meaning("lag"), has_meaning("penwidth")
        (True, True, True, False)
    """
    word = word_of(name)
    is_number = word in _WEIGHTS or word in _WEIGHTS_IF_NUMBERS or is_called_pvalue(name)
    return is_number or may_contradict(name)


def is_weight(name: object, number: object) -> bool:
    """
    Whether an edge attribute is a weight that tells edges apart, unlike a 1 on every edge.

    Examples:
        >>> is_weight("Edge weight", 0.5), is_weight("weight", 1), is_weight("coef", "1.0")
        (True, False, False)
        >>> is_weight("effect", -0.5), is_weight("effect", "positive"), is_weight("penwidth", 2)
        (True, False, False)
        >>> is_weight("weight", {})  # TreeSearch of pgmpy writes it
        False
    """
    word = word_of(name)
    if word not in _WEIGHTS and word not in _WEIGHTS_IF_NUMBERS:
        return False
    if is_nothing(number) or (isinstance(number, bool | np.bool_) and number):
        return False
    value = _number_of(number)
    return value != 1 and (word in _WEIGHTS or value == value)


def is_nothing(value: object) -> bool:
    """
    Whether a value is None, empty, or a dictionary of None, as the weights of pgmpy may be.

    In a file, None is a text.

    Examples:
        >>> [is_nothing(value) for value in (None, {}, "None", "0", 0)]
        [True, True, True, False, False]
    """
    if isinstance(value, dict):
        return all(part is None for part in value.values())
    if isinstance(value, str):
        return unquoted(value) in ("", "none")
    return value is None or (isinstance(value, list | tuple | set) and not value)


def _number_of(value: object) -> float:
    """Return a number, or the number of a text; nan for other values."""
    if not isinstance(value, str):
        return as_number(value)
    try:
        return written_number(unquoted(value))
    except ValueError:
        return float("nan")


@lru_cache(maxsize=1024)
def _is_called_pvalue(name: Hashable) -> bool:
    """Whether a name suggests p-values; cached, since many edges have the same names."""
    return is_called_pvalue(name)


def refuse_weights(graph: Any) -> None:
    """Refuse a networkx graph whose edges have weights or p-values, which would be lost."""
    if not has_attributes(graph):
        return
    of_marks: list[Remedy] = []
    for a, b, data in graph.edges(data=True):
        for name, number in data.items():
            if _is_called_pvalue(name):
                if is_called_log_of_pvalue(name):
                    of_numbers = remedies_for_logs(graph, name)
                else:
                    of_numbers = [Remedy("Rank the edges by their p-values", pvalues_of(graph, name))]
            elif is_weight(name, number):
                option = "" if name == "weight" else f", weight={name!r}"
                if may_be_marks(graph, name):
                    of_marks = [remedy_for_marks("they are causal-learn's marks")]
                code = f"EdgeScores.from_networkx(graph{option})"
                of_numbers = [Remedy("Rank the edges by their weights", code)]
            else:
                continue
            raise AmbiguityError(
                "edges with weights may be edge scores, or a graph whose weights can be ignored; the "
                f"edge of {shown(a)} and {shown(b)} has the {name} {shown(number)}",
                *of_marks,
                *of_numbers,
                Remedy("Ignore the attributes of the edges", 'as_graph(graph, weights="ignore")'),
            )


def may_be_marks(graph: Any, name: Hashable) -> bool:
    """
    Whether an attribute of the edges may hold marks of causal-learn, from ``nx.from_numpy_array``.

    Examples:
        >>> import networkx
        >>> matrix = np.array([[0, -1, 0], [1, 0, -1], [0, -1, 0]])
        >>> may_be_marks(networkx.from_numpy_array(matrix), "weight")
        True
    """
    edges = [(a, b, number) for a, b, number in graph.edges(data=name) if a != b]
    if not edges or not all(isinstance(number, REAL_TYPES) for *_, number in edges):
        return False
    if not graph.is_directed():
        return are_undirected_marks(number for *_, number in edges)
    number_of = {(a, b): number for a, b, number in edges if number != 0}
    opposite = [number_of.get((b, a), 0) for a, b in number_of]
    return hold_marks(np.array(list(number_of.values())), np.array(opposite))


def _says_absent(word: str, value: Any) -> bool:
    """
    Whether an attribute such as present=False or deleted="yes" says that an edge is absent.

    Examples:
        >>> _says_absent("present", 0), _says_absent("absent", 0), _says_absent("present", 0.5)
        (True, False, False)
    """
    if word not in _FALSE_IF_ABSENT and word not in _TRUE_IF_ABSENT:
        return False
    if isinstance(value, str):
        return unquoted(value) in (_FALSE if word in _FALSE_IF_ABSENT else _TRUE)
    if not isinstance(value, bool | np.bool_ | int | np.integer) or value not in (0, 1):
        return False
    return bool(value) == (word in _TRUE_IF_ABSENT)


def _may_be_lags(value: Any) -> bool:
    """Whether an attribute holds one or several integers."""
    values = value if isinstance(value, list | tuple | set | frozenset | np.ndarray) else [value]
    are_whole = [isinstance(x, int | np.integer) and not isinstance(x, bool) for x in values]
    return bool(are_whole) and all(are_whole)


def _is_contradicting_flag(word: str, value: Any, directed: bool) -> bool:
    """
    Whether an attribute such as bidirected=True or directed=False contradicts an edge of a graph.

    Examples:
        >>> _is_contradicting_flag("directed", False, True)
        True
        >>> _is_contradicting_flag("oriented", False, False)
        False
    """
    if isinstance(value, str):
        said = unquoted(value)
        if said not in _FALSE and said not in _TRUE:
            return False
        value = said in _TRUE
    if not isinstance(value, bool | np.bool_ | int | np.integer) or value not in (0, 1):
        return False
    if word in _SAYS_DIRECTED or word in _SAYS_UNDIRECTED:
        return bool(value) == (word in (_SAYS_UNDIRECTED if directed else _SAYS_DIRECTED))
    return word in _TRUE_IF_OTHER and bool(value)


_RULE_AND_REMEDY = {
    "absence": (
        "every edge of a graph is read as present",
        "If it says that the edge is absent, remove the edge",
    ),
    "lag": (
        "the lag of an edge is read from its attribute lag",
        "If it is a lag, call it lag, and convert the graph with as_temporal",
    ),
    "mark": (
        "the marks of an edge are read from its attribute mark",
        "If it says which marks the edge has, call it mark, with a value such as <->",
    ),
}
