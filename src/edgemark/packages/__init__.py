"""The numbers that other packages print: their names, their definitions and their values."""

from edgemark.packages._package import Package
from edgemark.packages.printing import PACKAGES, Printout, printed_by
from edgemark.packages.rosetta import PrintedNumber, Rosetta, rosetta

__all__ = ["PACKAGES", "Package", "PrintedNumber", "Printout", "Rosetta", "printed_by", "rosetta"]
