"""Reports: rows of numbers with convention and source, as text, HTML, CSV, JSON and frames."""

from edgemark.report.report import Report
from edgemark.report.rows import CHANCE_COLUMNS, COLUMNS, Chance, ChanceMethod, Row

__all__ = ["CHANCE_COLUMNS", "COLUMNS", "Chance", "ChanceMethod", "Report", "Row"]
