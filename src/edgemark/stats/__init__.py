"""
Statistics over many runs: summaries, tests of two or more methods, and agreement of metrics.

A run is one method on one data set with one seed. Values are given in order, by key, or as a tidy table
with the columns method, dataset, seed, metric, convention and value; see `as_runs`. The argument
`replicate` says whether a data set or a seed is a replicate. By default, the values of the seeds of a
data set are averaged first if there are several data sets. Every mean is shown with the number of its
runs, and with that of the runs without a value, if there are any.
"""

from edgemark.stats.against_chance import AgainstChance, against_chance
from edgemark.stats.agreement import MetricAgreement, MetricPair, metric_agreement
from edgemark.stats.bayes import Posterior, bayesian_signed_rank
from edgemark.stats.comparison import Comparison, compare
from edgemark.stats.friedman import Friedman, friedman
from edgemark.stats.hodges_lehmann import Shift, hodges_lehmann
from edgemark.stats.holm import holm
from edgemark.stats.intervals import Bootstrap, Interval, t_interval
from edgemark.stats.left_out import LeftOut
from edgemark.stats.missing_runs import complete_cases
from edgemark.stats.nemenyi import critical_difference, nemenyi_p
from edgemark.stats.paired_tests import PairedTest, paired_t, permutation_test, sign_test
from edgemark.stats.pairing import Pairs
from edgemark.stats.ranking import Pair, Ranking, rank
from edgemark.stats.replicates import Design
from edgemark.stats.runs import Run, Runs, as_runs
from edgemark.stats.several_metrics import MetricTest, over_metrics
from edgemark.stats.signed_ranks import SignedRanks, rank_biserial, signed_ranks
from edgemark.stats.summaries import Counts, Summary, SummaryRow, SummaryTable, summarize
from edgemark.stats.value_matrix import Blocks

__all__ = [
    "AgainstChance",
    "Blocks",
    "Bootstrap",
    "Comparison",
    "Counts",
    "Design",
    "Friedman",
    "Interval",
    "LeftOut",
    "MetricAgreement",
    "MetricPair",
    "MetricTest",
    "Pair",
    "PairedTest",
    "Pairs",
    "Posterior",
    "Ranking",
    "Run",
    "Runs",
    "Shift",
    "SignedRanks",
    "Summary",
    "SummaryRow",
    "SummaryTable",
    "against_chance",
    "as_runs",
    "bayesian_signed_rank",
    "compare",
    "complete_cases",
    "critical_difference",
    "friedman",
    "hodges_lehmann",
    "holm",
    "metric_agreement",
    "nemenyi_p",
    "over_metrics",
    "paired_t",
    "permutation_test",
    "rank",
    "rank_biserial",
    "sign_test",
    "signed_ranks",
    "summarize",
    "t_interval",
]
