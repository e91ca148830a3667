"""
Functions that apply metrics to one estimate, or to many.

- `estimate`: one estimate and one truth, as a report.
- `batch`: many estimates of one truth, or each of its own truth, as a table.
- `score_table`: that table.
- `class_members`: the range of a metric over the DAGs of an equivalence class.
- `samples`: the mean of each metric over weighted graphs, such as posterior samples.
- `thresholds`: metrics of the graphs at every threshold of edge scores.
- `regimes`: one report for each regime of a time series graph.
- `references`: the class of graphs in which several methods can be ranked.
- `both_directions`: the mean of both directions, for two graphs without a truth.
- `reconciling`: the search for what a printed number counts.

A module is loaded when one of its names is first used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgemark.evaluation.batch import evaluate_many, evaluate_pairs
    from edgemark.evaluation.both_directions import symmetrized
    from edgemark.evaluation.class_members import OverClass, over_class
    from edgemark.evaluation.estimate import evaluate
    from edgemark.evaluation.reconciling import Match, Reconciled, reconcile
    from edgemark.evaluation.references import common_reference
    from edgemark.evaluation.regimes import RegimeReports, evaluate_regimes
    from edgemark.evaluation.samples import expected
    from edgemark.evaluation.score_table import ScoreTable
    from edgemark.evaluation.thresholds import BestThreshold, ThresholdSweep, threshold_sweep
else:
    from edgemark.lazy_names import loaded_when_used

    __getattr__, __dir__ = loaded_when_used(
        __name__,
        {
            "BestThreshold": "thresholds",
            "Match": "reconciling",
            "OverClass": "class_members",
            "Reconciled": "reconciling",
            "RegimeReports": "regimes",
            "ScoreTable": "score_table",
            "ThresholdSweep": "thresholds",
            "common_reference": "references",
            "evaluate": "estimate",
            "evaluate_many": "batch",
            "evaluate_pairs": "batch",
            "evaluate_regimes": "regimes",
            "expected": "samples",
            "over_class": "class_members",
            "reconcile": "reconciling",
            "symmetrized": "both_directions",
            "threshold_sweep": "thresholds",
        },
    )


__all__ = [
    "BestThreshold",
    "Match",
    "OverClass",
    "Reconciled",
    "RegimeReports",
    "ScoreTable",
    "ThresholdSweep",
    "common_reference",
    "evaluate",
    "evaluate_many",
    "evaluate_pairs",
    "evaluate_regimes",
    "expected",
    "over_class",
    "reconcile",
    "symmetrized",
    "threshold_sweep",
]
