"""
Pages of results. A page is one HTML file, which works offline, loads nothing, and can be printed.

A page begins with the most important numbers and with warnings. Pictures, tables and the convention of
every number follow.
"""

from edgemark.pages.bench import bench_page
from edgemark.pages.compare import compare_page
from edgemark.pages.page import Page
from edgemark.pages.score import score_page

__all__ = ["Page", "bench_page", "compare_page", "score_page"]
