"""
Numbers over many runs: summaries, two methods, many methods, and whether the metric decides.

A run is one method on one data set with one seed. Values come in order, by key, or as a tidy table with
the columns method, dataset, seed, metric, convention and value; see `as_runs`. Seeds within data sets
are averaged before anything is tested, and a run without a value is counted wherever a mean is given.
"""

from edgemark.stats.agreement import MetricAgreement, MetricPair, metric_agreement
from edgemark.stats.bayes import Posterior, bayesian_signed_rank
from edgemark.stats.blocks import Blocks
from edgemark.stats.comparison import Comparison, compare
from edgemark.stats.intervals import Bootstrap, Interval, t_interval
from edgemark.stats.nemenyi import critical_difference, nemenyi_p
from edgemark.stats.paired_tests import PairedTest, paired_t, permutation_test, sign_test
from edgemark.stats.pairing import Pairs
from edgemark.stats.rank_variance import Friedman, friedman
from edgemark.stats.ranking import LeftOut, Pair, Ranking, rank
from edgemark.stats.runs import Run, Runs, as_runs
from edgemark.stats.signed_ranks import SignedRanks, rank_biserial, signed_ranks
from edgemark.stats.step_down import holm
from edgemark.stats.summaries import Counts, Summary, SummaryRow, SummaryTable, summarize

__all__ = [
    "Blocks",
    "Bootstrap",
    "Comparison",
    "Counts",
    "Friedman",
    "Interval",
    "LeftOut",
    "MetricAgreement",
    "MetricPair",
    "Pair",
    "PairedTest",
    "Pairs",
    "Posterior",
    "Ranking",
    "Run",
    "Runs",
    "SignedRanks",
    "Summary",
    "SummaryRow",
    "SummaryTable",
    "as_runs",
    "bayesian_signed_rank",
    "compare",
    "critical_difference",
    "friedman",
    "holm",
    "metric_agreement",
    "nemenyi_p",
    "paired_t",
    "permutation_test",
    "rank",
    "rank_biserial",
    "sign_test",
    "signed_ranks",
    "summarize",
    "t_interval",
]
