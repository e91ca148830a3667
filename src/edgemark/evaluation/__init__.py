"""
A metric applied to an estimate, or to what stands for many.

- `estimate`: one estimate against one truth: a report.
- `batch`: many estimates of one truth, or each of its own: a table.
- `class_members`: every DAG of an equivalence class.
- `samples`: weighted graphs, such as those of a posterior: the mean of each number.
- `thresholds`: the graphs that scores become at every threshold.
- `regimes`: each stretch of time of a series whose graph changes.
- `references`: the class that several methods can be ranked in.
- `both_directions`: two graphs of which neither is the truth.
"""

from edgemark.evaluation.batch import ScoreTable, evaluate_many, evaluate_pairs
from edgemark.evaluation.both_directions import symmetrized
from edgemark.evaluation.class_members import OverClass, over_class
from edgemark.evaluation.estimate import evaluate
from edgemark.evaluation.references import common_reference
from edgemark.evaluation.regimes import RegimeReports, evaluate_regimes
from edgemark.evaluation.samples import expected
from edgemark.evaluation.thresholds import BestThreshold, ThresholdSweep, threshold_sweep

__all__ = [
    "BestThreshold",
    "OverClass",
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
    "symmetrized",
    "threshold_sweep",
]
