"""What other packages print: every number by its name there, what it counts, and its value."""

from edgemark.packages._package import Package
from edgemark.packages.printing import PACKAGES, Printout, printed_by

__all__ = ["PACKAGES", "Package", "Printout", "printed_by"]
