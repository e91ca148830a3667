"""Tables, pages and samples of one estimate say everything that `evaluate` says about it."""

import html
import re
import warnings
from itertools import product
from math import nan

import pytest

import edgemark as em
from edgemark.errors import ClassWarning, Message
from edgemark.evaluation import evaluate_pairs
from edgemark.graph import Candidates, GraphStack
from edgemark.pages import score_page

P, T = em.Graph.parse, em.TemporalGraph.parse
DAG = P("A --> B; C --> B; B --> D; D --> E")
GRAPHS = {
    "dag": DAG,
    "false dag": P("A --> B --> C --> A; D; E", kind="dag"),
    "cyclic": P("A --> B --> C --> A; D; E"),
    "cpdag": em.to_cpdag(P("A --> B --> C; A --> D; E")),
    "mpdag": P("A --> B; B --- C; A --> C; D; E", kind="mpdag"),
    "undirected": P("A --- B --- C; D; E", kind="undirected"),
    "mag": P("A <-> B; B --> C; D; E", kind="mag"),
    "selection": P("A --- B; B --> C; D; E", kind="mag"),
    "pag": em.to_pag(DAG),
    "admg": P("A --> B; A <-> B; C; D; E"),
    "taken for a cpdag": P("A --- B; C --> B; D; E"),
    "taken for a pag": P("A o-> B; C --> B; D; E"),
    "taken for a mag": P("A <-> B; C; D; E"),
}
SERIES = {
    "directed": T("A --> B @1; A --> B; C; lags 2"),
    "undirected": T("A --- B; A --> B @1; C; lags 2"),
    "circles": T("A o-> B; A --> B @1; C; lags 2"),
    "cyclic": T("A --> B --> C --> A; lags 2", cycles="keep"),
    "mag": T("A --> B; A <-> C @1; lags 2", kind="mag"),
}
SCORES = {
    "plain": em.EdgeScores.from_edges([("A", "B", 0.9), ("B", "A", 0.2)], nodes=[*"ABCDE"], unlisted=0),
    "symmetric": em.EdgeScores.from_edges([("A", "B", 1), ("B", "A", 1)], nodes=[*"ABCDE"], unlisted=0),
    "incomplete": em.EdgeScores.from_edges([("A", "B", 0.9)], nodes=[*"ABCDE"], unlisted=nan),
    "samples": em.GraphSamples([GRAPHS["cpdag"], GRAPHS["taken for a cpdag"]]),
    "samples of MAGs": em.GraphSamples([GRAPHS["mag"], GRAPHS["selection"]]),
}  # fmt: skip
DIFFERENCE_BY_CYCLES = re.compile(
    "is a DAG and the estimate a directed graph|is a directed graph and the estimate a DAG"
)


def told(code):
    """Return the result, and the problem of each ClassWarning."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = code()
    texts = [one.message.args[0] for one in caught if one.category is ClassWarning]
    problems = [text.problem if isinstance(text, Message) else text for text in texts]
    assert len(set(problems)) == len(problems), f"the same warning twice: {problems}"
    return result, set(problems)


def sides(graphs):
    return [pytest.param(graphs[a], graphs[b], id=f"{a}, {b}") for a, b in product(graphs, graphs)]


def wanted(truth, estimate):
    """Return what tables must say: the warnings of `evaluate`, except those about directed cycles."""
    _, said = told(lambda: em.evaluate(truth, estimate))
    return {text for text in said if not DIFFERENCE_BY_CYCLES.search(text)}


@pytest.mark.parametrize(("truth", "estimate"), sides(GRAPHS))
def test_tables_of_one_graph_warn_as_evaluate(truth, estimate):
    said = wanted(truth, estimate)
    for table in (
        lambda: em.evaluate_many(truth, [estimate]),
        lambda: em.evaluate_many(truth, GraphStack([estimate])),
        lambda: evaluate_pairs([truth], [estimate]),
    ):
        assert told(table)[1] == said


@pytest.mark.parametrize(("truth", "estimate"), sides(SERIES))
def test_tables_of_one_time_series_graph_warn_as_evaluate(truth, estimate):
    said = wanted(truth, estimate)
    assert told(lambda: em.evaluate_many(truth, [estimate]))[1] == said
    assert told(lambda: evaluate_pairs([truth], [estimate]))[1] == said


@pytest.mark.parametrize("estimate", SCORES.values(), ids=SCORES)
@pytest.mark.parametrize("truth", GRAPHS.values(), ids=GRAPHS)
def test_tables_of_scores_and_samples_warn_as_evaluate(truth, estimate):
    said = wanted(truth, estimate)
    for table in (
        lambda: em.evaluate_many(truth, {"PC": estimate}),
        lambda: evaluate_pairs([truth], [estimate]),
    ):
        found = {re.sub("^estimate '(PC|0)': ", "", text) for text in told(table)[1]}
        assert found == said


@pytest.mark.parametrize("truth", GRAPHS.values(), ids=GRAPHS)
def test_tables_name_true_edges_that_are_no_candidates(truth):
    candidates = Candidates(truth.nodes, [("A", "B"), ("B", "A")])
    _, said = told(lambda: em.evaluate(truth, DAG, candidates=candidates))
    said = {text for text in said if "not a candidate" in text or "not candidates" in text}
    for table in (
        lambda: em.evaluate_many(truth, [DAG], candidates=candidates),
        lambda: evaluate_pairs([truth], [DAG], candidates=candidates),
    ):
        found = {re.sub("^estimate '0': ", "", text) for text in told(table)[1]}
        assert said <= found


def test_a_warning_that_single_estimates_have_names_the_first_of_them_and_counts_them():
    false = GRAPHS["taken for a cpdag"]
    estimates = {"A": GRAPHS["cpdag"], "B": false, "C": false, "D": GRAPHS["taken for a pag"]}
    _, said = told(lambda: em.evaluate_many(GRAPHS["cpdag"], estimates, "shd:pair mismatch"))
    start = "the estimate is taken for a CPDAG because of its marks, but C --> B would be B --- C"
    assert f"2 estimates, such as 'B': {start} in the CPDAG of its class" in said
    assert any(text.startswith("estimate 'D': the estimate is taken for a PAG") for text in said)


def test_a_warning_about_the_truth_of_all_estimates_names_none():
    truth = GRAPHS["taken for a cpdag"]
    _, said = told(lambda: em.evaluate_many(truth, [DAG, DAG, truth], "shd:pair mismatch"))
    assert any(text.startswith("the truth is taken for a CPDAG") for text in said)


@pytest.mark.parametrize(("truth", "estimate"), [(DAG, graph) for graph in GRAPHS.values()], ids=GRAPHS)
def test_a_page_says_what_evaluate_says(truth, estimate):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = em.evaluate(truth, estimate)
    page = html.unescape(score_page(truth, estimate).to_html())
    for text in report.warnings:
        assert text[1:] in page  # The page begins the sentence with a capital.
