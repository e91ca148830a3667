"""Advice about effects and classes of graphs."""

from tests.remedies.harness import Case

_INTERVENTIONAL = (
    "dag = Graph.parse('A --> B --> C --> D; A --> E'); truth = to_icpdag(dag, [{'C'}]); "
    "estimate = truth.with_kind(None)"
)
_FILES = "em.write(truth, 't.json'); em.write(estimate, 'e.json')"
_HIDDEN = "truth, estimate = Graph.parse('A --> B', kind='mag'), Graph.parse('A --> B')"
_INVALID = "truth, estimate = Graph.parse('A --> B --> C'), Graph.parse('A --> B --- C')"
_CLOSED = "truth, estimate = Graph.parse('A --> B; C'), Graph.parse('A --> B; A --- C')"
_CYCLE = (
    "truth = Graph.parse('A --> B; A --> C; B --> C'); "
    "estimate = to_mpdag(Graph.parse('A --- B; A --- C; B --- C'), required=[('A', 'B')]); "
    "graph = estimate"
)
_CLASS = "truth, estimate = Graph.parse('A --- B --- C'), Graph.parse('A --> B --> C')"
_SKELETON = "truth, estimate = Graph.parse('A --> B <-- C'), Graph.parse('A --- B --- C').skeleton()"
_ONE = "graph = Graph.parse('A --> B --- C')"

CASES = [
    Case(
        "the CPDAG of an MPDAG", "to_cpdag(graph)", "graph = to_icpdag(Graph.parse('A --> B'), [['A']])"
    ),
    Case(
        "the CPDAG of arrows that are no CPDAG",
        "to_cpdag(graph)",
        "graph = Graph.parse('A --> B', kind='cpdag')",
        words=("declared a CPDAG",),
    ),
    Case(
        "the size of a PDAG's class", "class_size(graph)", "graph = Graph.parse('A --> B', kind='pdag')"
    ),
    Case(
        "arrows over time that no data direct",
        "temporal_aid(truth, estimate)",
        "truth = TemporalGraph.parse('A --> B; lags 1'); "
        "estimate = TemporalGraph(['A', 'B'], [('A', '-->', 'B', 0)], max_lag=1, kind='mpdag')",
        words=("neither colliders nor the past",),
    ),
    Case("a PAG of a MAG", "to_mag(graph)", "graph = Graph.parse('A --> B --> C', kind='mag')"),
    Case(
        "a summary of regimes",
        "graph.summary()",
        "graph = TemporalGraph.from_regimes([Regime(0, 5, TemporalGraph.parse('A --> B @1; lags 1')), "
        "Regime(5, 9, TemporalGraph.parse('A; B; lags 1'))])",
    ),
    Case("a pattern of an MPDAG", "pattern(graph)", "graph = Graph.parse('A --> B', kind='mpdag')"),
    Case(
        "interventions beside knowledge",
        "to_icpdag(graph, [['A']])",
        "graph = Graph.parse('A --> B', kind='mpdag')",
    ),
    Case("the CPDAG of a CPDAG", "to_cpdag(graph)", "graph = Graph.parse('A --- B')"),
    Case("the CPDAG of a PDAG", "to_cpdag(graph)", _ONE),
    Case("a MAG of a CPDAG", "to_mag(graph)", "graph = Graph.parse('A --- B')"),
    Case(
        "a PAG of a CPDAG",
        "to_pag(graph)",
        "graph = Graph.parse('A --- B', kind='cpdag')",
        words=("in which --- stands for either direction",),
    ),
    Case(
        "the CPDAG of the truth and an estimate whose undirected edges have two tails",
        "shd(truth, estimate, of='truth-cpdag')",
        "truth, estimate = Graph.parse('A --> B'), Graph.parse('A --- B', kind='admg')",
        words=("A --- B has two tails in an ADMG", 'estimate.with_kind("cpdag")'),
    ),
    Case(
        "the MAGs of a CPDAG's class",
        "mag_members(graph)",
        "graph = Graph.parse('A --- B', kind='cpdag')",
    ),
    Case(
        "a bound over the members of a class",
        "over_class('sid_lower', truth, estimate)",
        "truth, estimate = Graph.parse('A --> B'), Graph.parse('A --- B')",
    ),
    Case(
        "the size of a class of a skeleton",
        "class_size(graph)",
        "graph = Graph.parse('A --- B').skeleton()",
    ),
    Case("a class declared a DAG", "class_size(graph)", "graph = Graph.parse('A --- B', kind='dag')"),
    Case(
        "a class declared a DAG in a file",
        "edgemark score t.json e.json -m sid_lower",
        f"truth, estimate = Graph.parse('A --> B'), Graph.parse('A --- B', kind='dag'); {_FILES}",
    ),
    Case("a skeleton", "parent_aid(truth, estimate)", _SKELETON),
    Case(
        "a true cycle",
        "parent_aid(truth, estimate)",
        "truth, estimate = Graph.parse('A --> B --> C --> A'), Graph.parse('A --> B --> C')",
    ),
    Case(
        "a true cycle in a file",
        "edgemark diff t.json e.json --effects",
        f"truth, estimate = Graph.parse('A --> B --> C --> A'), Graph.parse('A --> B --> C'); {_FILES}",
    ),
    Case(
        "a skeleton in a file",
        "edgemark diff t.json e.json --effects",
        f"{_SKELETON}; {_FILES}",
    ),
    Case(
        "an interventional class beside a DAG in a file",
        "edgemark score t.json e.json -m parent_aid",
        f"{_INTERVENTIONAL}; truth, estimate = dag, estimate; {_FILES}",
        ("such as C",),
    ),
    Case(
        "a declared interventional class beside a DAG in a file",
        "edgemark score t.json e.json -m parent_aid",
        f"{_INTERVENTIONAL}; truth, estimate = dag, truth; {_FILES}",
        ("such as C",),
    ),
    Case(
        "a class beside a DAG both ways",
        "symmetrized('parent_aid', a, b)",
        "a, b = Graph.parse('A --> B'), Graph.parse('A --- B')",
    ),
    Case("a range as a row", "evaluate(truth, estimate, 'over_class')", _CLASS),
    Case(
        "both ways as a row",
        "evaluate(truth, estimate, 'symmetrized')",
        "truth, estimate = Graph.parse('A --> B'), Graph.parse('A <-- B')",
    ),
    Case("an order as a row", "evaluate(truth, estimate, 'd_top')", f"{_INVALID}; order = truth.nodes"),
    Case("a true MAG", "sid(truth, estimate)", _HIDDEN, ("declared a MAG",)),
    Case("a true MAG in a file", "edgemark score t.json e.json -m sid", f"{_HIDDEN}; {_FILES}"),
    Case("an interventional class undeclared", "parent_aid(truth, estimate)", _INTERVENTIONAL),
    Case(
        "an interventional class undeclared in a file",
        "edgemark score t.json e.json -m parent_aid",
        f"{_INTERVENTIONAL}; {_FILES}",
    ),
    Case(
        "less than the truth knows",
        "parent_aid(truth, Graph.parse('A --> B; A --- C; D --- E'))",
        "truth = to_icpdag(Graph.parse('A --> B; A --> C; D --> E'), [{'A', 'D'}]); "
        "estimate = Graph.parse('A --> B; A --- C; D --- E')",
    ),
    Case(
        "an estimate with knowledge",
        "parent_aid(truth, estimate)",
        f"{_INTERVENTIONAL}; truth, estimate = dag, truth",
    ),
    Case("a DAG beside a class", "parent_aid(truth, estimate)", _CLASS),
    Case("effects of a DAG beside a class", "effects(truth, estimate)", _CLASS),
    Case(
        "a DAG beside a class in files",
        "edgemark score t.json e.json -m parent_aid",
        f"{_CLASS}; {_FILES}",
    ),
    Case("an MPDAG whose walks do not tell", "parent_aid(estimate, estimate)", _CYCLE),
    Case(
        "a truth that is no CPDAG",
        "parent_aid(truth, estimate, compare='native')",
        "truth, estimate = Graph.parse('A --> B --- C'), Graph.parse('A --- B --- C')",
    ),
    Case("an estimate that is no CPDAG", "parent_aid(truth, estimate)", _INVALID),
    Case("effects of no CPDAG", "edgemark diff t.json e.json --effects", f"{_INVALID}; {_FILES}"),
    Case(
        "an estimate that is no CPDAG in a file",
        "edgemark score t.json e.json -m parent_aid",
        f"{_INVALID}; {_FILES}",
    ),
    Case("a repair that forgets knowledge", "parent_aid(truth, estimate, invalid='repair')", _CLOSED),
    Case(
        "bounds of a DAG",
        "sid_bounds(truth, truth)",
        "truth = Graph.parse('A --> B --> C'); estimate = truth",
    ),
    Case("bounds of no CPDAG", "sid_bounds(truth, estimate)", _INVALID),
    *(
        Case(
            f"bounds of arrows that are declared {article} and are none",
            "sid_bounds(truth, estimate)",
            f"truth = Graph.parse('A --> B --> C'); estimate = truth.with_kind('{kind}')",
            words=("Bound the class that repair returns",),
        )
        for article, kind in (("a CPDAG", "cpdag"), ("a PDAG", "pdag"))
    ),
    Case("bounds of an MPDAG", "sid_bounds(truth, estimate)", _CYCLE),
    Case("the size of a class of no CPDAG", "class_size(graph)", _ONE),
    Case(
        "the size of a class with knowledge",
        "class_size(graph)",
        "graph = Graph.parse('A --> B; A --- C')",
    ),
    Case("a class that must be listed", "class_size(graph)", _CYCLE),
    Case("a class that cannot be drawn from", "over_class('shd', truth, estimate, n_samples=2)", _CYCLE),
    Case("several numbers over a class", "over_class(em.confusion, truth, estimate)", _CLASS),
    Case("several numbers of a convention", "over_class('confusion', truth, estimate)", _CLASS),
    Case(
        "several values over a class",
        "over_class(lambda t, e: confusion(t, e), truth, estimate)",
        _CLASS,
    ),
    Case(
        "several numbers both ways",
        "symmetrized('confusion', a, b)",
        "a, b = Graph.parse('A --> B'), Graph.parse('A <-- B')",
    ),
    Case(
        "the size of a class whose knowledge is incomplete",
        "class_size(graph)",
        "graph = Graph.parse('A --> B --- C', kind='mpdag')",
        words=("Direct all such edges",),
    ),
    Case(
        "effects of an MPDAG whose knowledge is incomplete",
        "parent_aid(truth, estimate)",
        "truth = to_mpdag(Graph.parse('A --> B --> C'), required=[('A', 'B')]); "
        "estimate = Graph.parse('A --> B --- C', kind='mpdag')",
        words=("Direct all such edges",),
    ),
    Case(
        "knowledge that no DAG has",
        "class_size(graph)",
        "graph = Graph.parse('A --- B --- C --- D --- A', kind='mpdag')",
        words=("Take the CPDAG that repair returns",),
    ),
    Case(
        "a DAG that knowledge contradicts",
        "to_mpdag(graph, required=[('B', 'A')])",
        "graph = Graph.parse('A --> B')",
    ),
]
