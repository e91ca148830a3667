"""Cases of the advice about mappings, labelled series and sets that belong to another argument."""

from tests.remedies.harness import Case

_GRAPHS = "import pandas; g, h = Graph.parse('A --> B'), Graph.parse('B --> A');"
_OTHER = "weights = pandas.Series([.1, .9], ['x', 'y']); graphs = [g, h]"

CASES = [
    Case(
        "pairs whose keys differ",
        "evaluate_pairs(truths, estimates)",
        setup=_GRAPHS + "truths = {'x': g, 'y': h}; estimates = {'x': g, 'z': h}",
    ),
    Case(
        "a series of estimates whose labels repeat",
        "evaluate_many(g, estimates)",
        setup=_GRAPHS + "estimates = pandas.Series([g, h], ['x', 'x'])",
    ),
    Case(
        "labelled weights of graphs without keys",
        "GraphSamples(graphs, weights=weights)",
        setup=_GRAPHS + _OTHER,
    ),
    Case(
        "weights by key of graphs without keys",
        "GraphSamples(graphs, weights=weights)",
        setup=_GRAPHS + "weights = {'x': 1, 'y': 2}; graphs = [g, h]",
    ),
    Case(
        "labelled numbers of samples",
        "samples.mean(values)",
        setup=_GRAPHS + "samples = GraphSamples([g, h]); values = pandas.Series([1., 2.], ['x', 'y'])",
    ),
    Case("a set of graphs", "GraphSamples(graphs)", setup=_GRAPHS + "graphs = {g, h}"),
    Case(
        "a counter of graphs",
        "GraphSamples(graphs)",
        setup=_GRAPHS + "import collections; graphs = collections.Counter([g, g, h])",
    ),
    Case(
        "labelled groups of differences without labels",
        "em.stats.signed_ranks(d, groups=groups)",
        setup="import pandas; d = [1., 2., 3.]; groups = pandas.Series([0, 0, 1], ['x', 'y', 'z'])",
    ),
    *(
        Case(
            f"p-values of tigramite in an archive, {what}",
            "em.io.read_temporal_scores(path)",
            setup=f"path = 'p.npz'; np.savez(path, p_matrix=np.ones((2, 2, 2)){names})",
        )
        for what, names in (("with names", ", nodes=['A', 'B']"), ("without names", ""))
    ),
    *(
        Case(
            f"{name} of candidates as a mapping, {what}",
            f"Candidates.from_causes(nodes, {before}{name}={name})",
            setup=f"from edgemark import Candidates; nodes = ['A', 'B', 'C']; {name} = {given}",
        )
        for name, before in (("causes", ""), ("effects", "['A'], "))
        for what, given in (("lists", "{'A': ['B']}"), ("truth values", "{'A': True, 'B': False}"))
    ),
]
