"""
How good is a learned causal graph? A report states exactly what each number counts.

    import edgemark as em

    truth = em.Graph.parse("A --> B --> C")
    estimate = em.Graph.parse("A --> B <-- C")
    em.shd(truth, estimate)                 # one number
    print(em.evaluate(truth, estimate))     # every number, with its convention and its source

Graphs:      Graph, TemporalGraph, EdgeScores, TemporalScores, GraphSamples, Candidates
Files:       read, write, as_graph, read_scores, read_temporal, ...  all: em.io
Comparison:  evaluate, evaluate_many, over_class, reconcile, ...     all: em.evaluation
Metrics:     shd, confusion, sid, parent_aid, nced, roc_auc, ...     all: em.metrics
Baselines:   chance, ...                                             all: em.null_models
Classes:     to_cpdag, to_mpdag, to_pag, members, repair, ...        all: em.equivalence
Packages:    printed_by, rosetta, ...                                all: em.packages
Figures:     plot_diff, plot_diffs, ...                              all: em.figures
Runs:        em.stats (tests, intervals, ranks), em.forecast (forecasts), em.data (simulation),
             em.bench (benchmarks)

The command `edgemark` does the same for files, see `edgemark --help`. Each namespace lists what it
holds, as in help(em.metrics); errors are in em.errors.
"""

from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    from edgemark.front_door import front_attribute

    value = globals()[name] = front_attribute(name)
    return value


def __dir__() -> list[str]:
    from edgemark.front_door import FRONT, NAMESPACES

    return sorted({"__version__", *NAMESPACES, *(name for names in FRONT.values() for name in names)})
