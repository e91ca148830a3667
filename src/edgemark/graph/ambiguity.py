"""
Ambiguous scores: names and numbers that all readers of scores refuse.

Names may suggest p-values, lags, or numbers whose lowest value is the best. The errors say what to type
for each possible meaning. If negative scores are kept, the caller must state the score of pairs that are
not listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from math import isfinite, isnan
from typing import Any

import numpy as np

from edgemark.arguments import as_number
from edgemark.conventions.options import Sign
from edgemark.errors import AmbiguityError, GraphError, Remedy
from edgemark.graph.headings import LAGS, word_of

__all__ = [
    "finite",
    "is_called_lag",
    "is_called_log_of_pvalue",
    "is_called_pvalue",
    "is_lowest_first",
    "is_nan",
    "listed_edges",
    "minus",
    "pvalues_of",
    "refuse_lags",
    "refuse_lowest_first",
    "refuse_lowest_first_axes",
    "refuse_pvalues",
    "remedies_for_costs",
    "remedies_for_logs",
    "remedy_for_file",
    "stated_score",
]

_PVALUE_WORDS = frozenset(
    {"benjamini", "bonf", "bonferroni", "fdr", "fwer", "hochberg", "holm", "hommel", "lfdr", "lfsr",
     "padj", "qadj", "sidak", "sig", "signif", "significance", "tsbh"}
)  # fmt: skip
"""Words that name only p-values, plain or corrected for multiple tests, or error rates of tests."""
_WORDS_BESIDE_P = frozenset(
    {"adj", "adjust", "adjusted", "asymp", "bh", "boot", "by", "chi", "chisq", "combined", "corr",
     "corrected", "correction", "cor", "edge", "emp", "empirical", "exact", "f", "fisher", "gc", "gg",
     "global", "greater", "less", "levene", "local", "matrix", "max", "mc", "min", "nom", "nominal",
     "one", "orig", "original", "overall", "partial", "perm", "permutation", "r", "raw", "rho", "sided",
     "spher", "storey", "t", "tailed", "tau", "test", "ttest", "tukey", "two", "unadj", "unadjusted",
     "unc", "uncorr", "uncorrected", "val", "vals", "value", "values", "wald", "x", "y", "z"}
)  # fmt: skip
"""Words that occur beside the letter p or q in names of p-values."""
_P_AND_VALUE = re.compile(r"[pqs]-?(?:val|value)s?")
_PREFIXES = "adj|adjusted|cor|corr|corrected|emp|log|min|max|nom|nominal|perm|raw|uncorr"
_SUFFIXES = "adj|adjust|adjusted|cor|corr|corrected|matrix|raw|unc|uncorr"
_PVALUE_IN_ONE_WORD = re.compile(
    rf"(?:{_PREFIXES})?[pqs]val(?:ue)?s?(?:{_SUFFIXES})?|(?:{_PREFIXES})[pq]|[pq](?:{_SUFFIXES})|pv"
)
_TAIL_PROBABILITY = re.compile(
    r"p(?:r|rob)?[\s_.(]*[<>]|pr\.{2,}|pr(?:ob)?\s*\((?:chi|[ftz]\b)"
)  # Pr(>|t|), Pr...t..
_CORRECTIONS = frozenset({"bh", "by"})
"""Corrections for multiple tests. They suggest p-values only in a name without other words."""
_LOWEST_FIRST_WORDS = frozenset(
    {"absence", "absent", "aic", "aicc", "bic", "brier", "caic", "cost", "crossentropy", "crps",
     "deviance", "deviation", "dic", "discrepancy", "dissimilarity", "dist", "distance", "divergence",
     "ebic", "entropy", "err", "error", "evalue", "fnr", "fpr", "hamming", "hop", "hqic",
     "independence", "jsd", "kl", "kld", "latency", "logloss", "looic", "loss",
     "losses", "mad", "mae", "mape", "mase", "mdl", "misclassification", "mse", "negloglik",
     "negloglikelihood", "nll", "nmse", "noedge", "nonedge", "nrmse", "null", "order", "pathlength",
     "pep", "penalties", "penalty", "perplexity", "place", "placement", "pos", "position", "rank",
     "ranking", "regret", "risk", "rk", "rmse", "rmsle", "rss", "sd", "se", "shd", "shortestpath", "sid",
     "smape", "sse", "std", "stddev", "stderr", "stdev", "uncertainty", "variance", "violation",
     "waic", "wasserstein"}
)  # fmt: skip
"""Words for numbers whose lowest value is the best."""
_LIKELIHOOD_WORDS = frozenset({"likelihood", "lik", "loglik", "loglikelihood"})
"""Words for numbers whose highest value is the best, unless a word reverses them."""
_NOT_SCORES = frozenset(
    {"alpha", "batch", "fold", "id", "idx", "index", "iteration", "regime", "replicate", "run", "sample",
     "seed", "sign", "step", "time", "timestamp"}
)  # fmt: skip
"""Names of numbers that do not measure confidence in an edge."""
_VARIANCE = "var"
"""
A heading for variances, if it is the whole heading: `var1` may be a variable, and an axis called `var`
may list variables.
"""
_OF_THE_NULL = re.compile(r"(?:^|[^a-z])(?:bf[\s_.]*01|h[\s_.]*0)(?![0-9])")
"""Names of the Bayes factor for the null hypothesis, such as BF01, and of the hypothesis itself, H0."""
_PEP = "pep"
_TAU = "tau"
_REVERSING_WORDS = frozenset({"inv", "inverse", "inverted", "minus", "neg", "negative", "reciprocal"})
"""Words that reverse the order: the highest value of a negative error is the best."""
_SCORE = "score"
"""The word for numbers whose highest value is the best, whatever they were computed from."""
_LETTER_ALONE = re.compile(r"(?:^|[^a-z])[pq][0-9]*(?:[^a-z0-9]|$)")
"""The letter p or q as a word of its own, as in `granger_p` or `p_ij`."""
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_ONE_MINUS = re.compile(r"\s*(?:1|one)[\s_]*(?:[-\u2212]|minus)")  # 1-p: the highest is the best
_LOG = re.compile(r"log(?:10|2|e)?(?:[^a-z]|p|q|fdr|$)|(?:^|[^a-z])ln")
_LOGS = (
    Remedy("If they are -log(p), 0 or more, call them score"),
    Remedy(
        'If they are log(p), 0 or less, call them score and give sign="ignore", which ranks by -log(p)'
    ),
)
_MINUS_LOG = re.compile(r"(?:^\s*[-\u2212]|neg|minus|nlog|mlog).*log|^[nm]log")


def is_called_pvalue(name: object) -> bool:
    """
    Whether the name of a heading or attribute suggests p-values or false discovery rates.

    Names for minus the logarithm and for 1 minus p are excluded, since the highest value is the best.

    Examples:
        >>> [is_called_pvalue(name) for name in ("p_value", "adj.P.Val", "Pr(>|t|)", "FDR", "Holm")]
        [True, True, True, True, True]
        >>> [is_called_pvalue(name) for name in ("score", "power", "probability", "-log10(p)")]
        [False, False, False, False]
    """
    if not isinstance(name, str) or _MINUS_LOG.search(name.lower()) or _ONE_MINUS.match(name.lower()):
        return False
    if _TAIL_PROBABILITY.match(name.strip().strip("\"'").lower()):
        return True
    if _LETTER_ALONE.search(name.lower()):
        return True
    camel_case_words = [word.lower() for word in _WORDS.findall(name)]
    lower_case_words = re.findall("[a-z]+", name.lower())
    return any(map(_suggest_pvalues, (camel_case_words, lower_case_words, ["".join(lower_case_words)])))


def _suggest_pvalues(words: list[str]) -> bool:
    """Whether the words of a name suggest p-values."""
    distinct = set(words)
    if (
        distinct & _PVALUE_WORDS
        or {"false", "discovery"} <= distinct
        or any(map(_PVALUE_IN_ONE_WORD.fullmatch, words))
    ):
        return True
    if any(_P_AND_VALUE.fullmatch("".join(pair)) for pair in pairwise(words)):
        return True
    if distinct <= _CORRECTIONS:
        return bool(distinct)
    return bool(distinct & {"p", "q"}) and distinct - {"p", "q"} <= _WORDS_BESIDE_P | _CORRECTIONS


def is_called_log_of_pvalue(name: object) -> bool:
    """
    Whether a name suggests logarithms of p-values, with or without a minus before them.

    Examples:
        >>> [is_called_log_of_pvalue(name) for name in ("logp", "log10_pvalue", "logical_p", "p_value")]
        [True, True, False, False]
    """
    return is_called_pvalue(name) and bool(_LOG.search(str(name).lower()))


def refuse_pvalues(name: str, *remedies: Remedy, logs: Sequence[Remedy] = ()) -> None:
    """
    Raise an error if a name suggests p-values, since the smallest p-value is the best.

    Args:
        name: the name of the numbers.
        remedies: what to do about p-values.
        logs: what to do about logarithms of p-values.
    """
    if is_called_log_of_pvalue(name):
        raise AmbiguityError(
            f"the highest score must be the best; the name {name!r} suggests logarithms of p-values, "
            f"whose highest is the best only with a minus before them",
            *(logs or _LOGS),
        )
    if is_called_pvalue(name):
        raise AmbiguityError(
            f"the highest score must be the best; the name {name!r} suggests p-values, whose "
            f"lowest is the best",
            *remedies,
        )


def is_lowest_first(name: object) -> bool:
    """
    Whether a name suggests numbers other than p-values whose lowest is the best, such as ranks.

    Examples:
        >>> is_lowest_first("SHD"), is_lowest_first("e_value"), is_lowest_first("negative error")
        (True, True, False)
    """
    words = _words_and_pairs(name)
    words |= {word.removesuffix("s") for word in words}
    if words & _REVERSING_WORDS:
        return bool(words & _LIKELIHOOD_WORDS)
    if _SCORE in words:
        return False
    is_of_the_null = isinstance(name, str) and bool(_OF_THE_NULL.search(name.lower()))
    return is_of_the_null or bool(words & _LOWEST_FIRST_WORDS)


def _words_and_pairs(name: object) -> set[str]:
    """Return the words of a name, and each two neighbours joined, so that e_value matches evalue."""
    parts = [word.lower() for word in _WORDS.findall(name)] if isinstance(name, str) else []
    return {*parts, *map("".join, pairwise(parts))}


def refuse_lowest_first(name: object, *remedies: Remedy) -> None:
    """
    Raise an error if a name suggests ranks or distances, since the lowest of these is the best; or
    numbers that do not measure confidence, such as an index.

    Args:
        name: a heading, or the name of an attribute or array.
        remedies: what to do if the lowest is the best.

    Examples:
        >>> refuse_lowest_first("score")
        >>> refuse_lowest_first("rank")
        Traceback (most recent call last):
        ...
        edgemark.errors.AmbiguityError: the highest score must be the best; the name 'rank' ...
    """
    words = _words_and_pairs(name)
    if (len(words) == 1 and words & _NOT_SCORES) or str(name).strip().lower() == _VARIANCE:
        raise AmbiguityError(
            f"a score must be the confidence in an edge; the heading {name!r} suggests another number",
            Remedy("If the highest is the best, call it score"),
        )
    if is_lowest_first(name):
        suggested = (
            "either posterior edge probabilities or posterior error probabilities, whose"
            if _PEP in words
            else "numbers whose"
        )
        raise AmbiguityError(
            f"the highest score must be the best; the name {name!r} suggests {suggested} "
            f"lowest is the best",
            Remedy("If the highest is the best, call it score"),
            *remedies,
        )


def remedy_for_file(*, is_list: bool) -> Remedy:
    """
    Return the remedy for a file of numbers whose lowest is the best: write minus each number instead.

    Args:
        is_list: whether the file lists pairs, so that the score of unlisted pairs must be stated too.

    Examples:
        >>> remedy_for_file(is_list=False).say
        'Else write minus each number under the name score, and read them with sign="keep" (in the \
shell: --sign keep)'
    """
    python, shell = 'sign="keep"', "--sign keep"
    if is_list:
        python, shell = f'{python}, unlisted=float("nan")', f"{shell} --unlisted nan"
    return Remedy(
        f"Else write minus each number under the name score, and read them with {python} (in the "
        f"shell: {shell})"
    )


def refuse_lowest_first_axes(names: Iterable[object], *remedies: Remedy) -> None:
    """
    Refuse a matrix of scores if an axis has the name of numbers whose lowest is the best.

    An axis of nodes is not called so: the name describes the numbers in the matrix.

    Raises:
        AmbiguityError: a name suggests p-values, ranks or distances.

    Examples:
        >>> refuse_lowest_first_axes(["gene", None])
    """
    for name in names:
        if is_called_log_of_pvalue(name):
            raise AmbiguityError(
                f"the highest score must be the best; the name {name!r} of an axis suggests logarithms "
                f"of p-values, whose highest is the best only with a minus before them",
                Remedy("If they are -log(p), 0 or more, call the axis node"),
                Remedy('If they are log(p), 0 or less, call the axis node and state sign="ignore"'),
            )
        if is_called_pvalue(name) or is_lowest_first(name):
            raise AmbiguityError(
                f"the highest score must be the best; the name {name!r} of an axis suggests numbers "
                f"whose lowest is the best",
                *remedies,
            )


def is_called_lag(name: object, numbers: Iterable[Any] = ()) -> bool:
    """
    Whether a name suggests lags of a time series.

    Args:
        name: a heading, or the name of an attribute.
        numbers: the numbers of that name. Numbers called tau are lags only if all are whole and do not
            differ in sign, because Kendall's tau is a correlation. Lags of tigramite are 0 or negative.

    Examples:
        >>> is_called_lag("time lag"), is_called_lag("tau", [0, -2]), is_called_lag("tau", [0.5, 1])
        (True, True, False)
    """
    word = word_of(name)
    return word in LAGS and (word != _TAU or _may_be_lags(numbers))


def _may_be_lags(numbers: Iterable[Any]) -> bool:
    """Whether all numbers are whole, and none is negative or none positive; False if there are none."""
    values = [as_number(number) for number in numbers]
    if not values or not all(value.is_integer() for value in values):
        return False
    return min(values) >= 0 or max(values) <= 0


def _has_lag_in_name(name: object) -> bool:
    """
    Whether a part of a name means a lag.

    Examples:
        >>> [_has_lag_in_name(name) for name in ("source_lag", "bestLag", "lag (days)", "flag")]
        [True, True, True, False]
    """
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name) if isinstance(name, str) else []
    return any(part.lower() in LAGS - {_TAU} for part in parts)


def refuse_lags(name: object, *remedies: Remedy, numbers: Iterable[Any] = ()) -> None:
    """
    Raise an error if a name suggests lags of a time series instead of scores; see `is_called_lag`.

    Whole numbers are asked about too if only a part of their name means a lag, such as source_lag.

    Examples:
        >>> refuse_lags("score")
        >>> refuse_lags("lag")
        Traceback (most recent call last):
        ...
        edgemark.errors.AmbiguityError: the highest score must be the best; the name 'lag' ...
    """
    if is_called_lag(name, numbers := list(numbers)):
        its_remedies: tuple[Remedy, ...] = remedies
    elif _has_lag_in_name(name) and _may_be_lags(numbers):
        its_remedies = (Remedy("If they are lags, call them lag, and make a time series graph of them"),)
    else:
        return
    raise AmbiguityError(
        f"the highest score must be the best; the name {name!r} suggests lags of a time series",
        *its_remedies,
        Remedy("If they are scores, call them score"),
    )


def has_attributes(graph: Any) -> bool:
    """Whether edges of a networkx graph may have attributes. Fast: no Python code runs for each edge."""
    if not hasattr(graph, "adjacency") or not hasattr(graph, "is_multigraph") or graph.is_multigraph():
        return True
    return any(chain.from_iterable(edges.values() for _, edges in graph.adjacency()))


def minus(code: str, numbers: Iterable[Any]) -> str:
    """
    Return the code for minus a number; NumPy's unsigned integers have no negative of their own type.

    Examples:
        >>> minus("x", [1, 0.5]), minus("x", [np.uint8(1)]), minus("x", [np.uint8(1), 0.5])
        ('-x', '-int(x)', '-float(x)')
    """
    given = list(numbers)
    if not any(isinstance(number, np.unsignedinteger | np.bool_) for number in given):
        return f"-{code}"
    are_whole = all(isinstance(number, int | np.integer | np.bool_) for number in given)
    return f"-int({code})" if are_whole else f"-float({code})"


def remedies_for_costs(graph: Any, name: object) -> list[Remedy]:
    """
    Remedies for a networkx graph with an attribute such as cost: rank its edges by minus each number.

    An undirected edge counts in both directions, and pairs without an edge do not count.
    """
    if not is_lowest_first(name):
        return []
    negated = minus("number", [number for *_, number in graph.edges(data=name)])
    arguments = listed_edges(graph, name, negated)
    return [
        Remedy(
            "Else rank the listed pairs by minus each number",
            f'EdgeScores.from_edges({arguments}, sign="keep", unlisted=float("nan"))',
        )
    ]


def remedies_for_logs(graph: Any, name: object) -> list[Remedy]:
    """Remedies for a networkx graph with logarithms of p-values: rank its edges by -log(p)."""
    code = f"EdgeScores.from_edges({listed_edges(graph, name, 'number')}"
    return [
        Remedy("If they are -log(p), 0 or more, rank the edges by them", f"{code})"),
        Remedy("If they are log(p), 0 or less, rank the edges by -log(p)", f'{code}, sign="ignore")'),
    ]


def listed_edges(graph: Any, name: object, number: str) -> str:
    """
    Return the code of the arguments of `EdgeScores.from_edges` for a graph of networkx.

    Args:
        graph: the graph; an undirected edge counts in both directions.
        name: the attribute with the numbers.
        number: the code of a score, in which ``number`` is the value of the attribute.
    """
    both_ways = "" if graph.is_directed() else ".to_directed()"
    are_names = all(isinstance(node, str) for node in graph)
    a, b, nodes = ("a", "b", "list(graph)") if are_names else ("str(a)", "str(b)", "map(str, graph)")
    edges = f"[({a}, {b}, {number}) for a, b, number in graph{both_ways}.edges(data={name!r})]"
    return f"{edges}, nodes={nodes}"


def pvalues_of(graph: Any, name: object) -> str:
    """
    Return the code that reads p-values from a networkx graph; an undirected edge counts in both
    directions.
    """
    both_ways = "" if graph.is_directed() else ".to_directed()"
    return f"EdgeScores.from_pvalues(list(graph{both_ways}.edges(data={name!r})), list(graph))"


def stated_score(
    unlisted: float | None, sign: Sign, *, complete: bool, lowest: float, example: tuple[str, str]
) -> float | None:
    """
    Return the score of unlisted pairs: nan for no score, None if it is not needed.

    If no score is negative, 0 is the lowest and the default. If negative scores are kept, 0 may be the
    best score, so the caller must state it unless every pair is listed (`complete`).
    """
    if unlisted is not None:
        score = as_number(unlisted)
        if not (isfinite(score) or isnan(score)) or (isnan(score) and not is_nan(unlisted)):
            raise GraphError(f"unlisted must be a finite number, or nan for no score; got {unlisted!r}")
        if score < 0 and sign != "keep":
            raise GraphError(
                f"unlisted may be negative only where negative scores are kept; got {unlisted!r}",
                Remedy("Keep negative scores", 'sign="keep"', "--sign keep"),
            )
        return score
    if sign != "keep":
        return 0.0
    if complete:
        return None
    a, b = example
    raise AmbiguityError(
        f'with sign="keep" the score of pairs that are not listed must be stated, since 0 may be the '
        f"best score; {a} --> {b} is not listed",
        Remedy(
            "State a score that is worse than all others",
            f"unlisted={lowest - 1!r}",
            f"--unlisted={lowest - 1!r}",
        ),
        Remedy("Or rank the listed pairs only", 'unlisted=float("nan")', "--unlisted nan"),
    )


def finite(unlisted: float) -> float:
    """Return `unlisted`, the score of the pairs of added nodes; refuse a score that is not finite."""
    score = as_number(unlisted)
    if not isfinite(score):
        raise GraphError(f"unlisted must be a finite number; got {unlisted!r}")
    return score


def is_nan(value: object) -> bool:
    """Whether a value is the float nan; false for values that are not numbers."""
    return isinstance(value, float | np.floating) and isnan(value)
