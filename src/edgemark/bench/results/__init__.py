"""
The results of a study: rows, tables, ranks.

A `Study` reads the folder of a study, even while a coordinator writes to it.
"""

from edgemark.bench.results.rows import ResultRow
from edgemark.bench.results.status import StudyStatus, status_of
from edgemark.bench.results.study import Study

__all__ = ["ResultRow", "Study", "StudyStatus", "status_of"]
