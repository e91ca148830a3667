"""The numbers that other packages print: their names, their definitions and their values."""

from edgemark.packages._package import Package
from edgemark.packages.printing import PACKAGES, Printout, printed_by

__all__ = ["PACKAGES", "Package", "Printout", "printed_by"]
