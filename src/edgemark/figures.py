"""
Figures: the difference of two graphs, curves of scores, and comparisons of methods and runs.

Functions whose names begin with `plot_` draw on the axes `ax=`, or on those of a new figure, and return
them; `plot_diffs` takes and returns axes for each estimate. `save` writes the figure to a file; an SVG
has a title and a description for screen readers. `draw_diff` works without matplotlib.
"""

from edgemark.render.difference import draw_diff, plot_diff, plot_diffs, save_diff
from edgemark.render.matplotlib_extra import save
from edgemark.render.rank_figures import plot_ranks
from edgemark.render.run_plots import plot_chance, plot_growth, plot_time, plot_values
from edgemark.render.score_plots import (
    plot_f1_at_k,
    plot_pr,
    plot_reliability,
    plot_roc,
    plot_thresholds,
)
from edgemark.render.verdict_plots import plot_effects, plot_series

__all__ = [
    "draw_diff",
    "plot_chance",
    "plot_diff",
    "plot_diffs",
    "plot_effects",
    "plot_f1_at_k",
    "plot_growth",
    "plot_pr",
    "plot_ranks",
    "plot_reliability",
    "plot_roc",
    "plot_series",
    "plot_thresholds",
    "plot_time",
    "plot_values",
    "save",
    "save_diff",
]
