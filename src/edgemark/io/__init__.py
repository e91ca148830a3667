"""Readers and writers for files and for objects of other libraries. One module per format or library."""

from edgemark.io.candidates import read_candidates, write_candidates
from edgemark.io.causeme import CauseMeResult, read_causeme, write_causeme
from edgemark.io.contents import CONTENTS, Contents
from edgemark.io.files import read, read_options, write
from edgemark.io.formats import FORMATS, Format
from edgemark.io.limits import Limits
from edgemark.io.networkx_series import to_networkx
from edgemark.io.objects import as_graph
from edgemark.io.samples import read_samples, write_samples
from edgemark.io.scores import read_scores, write_scores
from edgemark.io.temporal import read_temporal, write_temporal
from edgemark.io.temporal_objects import as_temporal, as_temporal_scores
from edgemark.io.temporal_scores import read_temporal_scores, write_temporal_scores
from edgemark.io.tigramite_arrays import to_tigramite

__all__ = [
    "CONTENTS",
    "FORMATS",
    "CauseMeResult",
    "Contents",
    "Format",
    "Limits",
    "as_graph",
    "as_temporal",
    "as_temporal_scores",
    "read",
    "read_candidates",
    "read_causeme",
    "read_options",
    "read_samples",
    "read_scores",
    "read_temporal",
    "read_temporal_scores",
    "to_networkx",
    "to_tigramite",
    "write",
    "write_candidates",
    "write_causeme",
    "write_samples",
    "write_scores",
    "write_temporal",
    "write_temporal_scores",
]
