"""
Pictures: the difference of two graphs, and figures of scores, methods and runs.

Functions that begin with `plot_` draw on axes of matplotlib, `ax=` or those of a new figure, and return
them. `save` writes them, an SVG with a title and a description for screen readers. `draw_diff` needs no
matplotlib.
"""

from edgemark.render.difference import draw_diff, plot_diff, plot_diffs, save_diff
from edgemark.render.matplotlib_extra import save

__all__ = ["draw_diff", "plot_diff", "plot_diffs", "save", "save_diff"]
