"""Rows and graphs become figures."""
