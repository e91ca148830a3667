"""Files and objects of other libraries, in and out. One file per format or library."""

from edgemark.io.files import read, write
from edgemark.io.formats import FORMATS, Format
from edgemark.io.limits import Limits
from edgemark.io.objects import as_graph

__all__ = ["FORMATS", "Format", "Limits", "as_graph", "read", "write"]
