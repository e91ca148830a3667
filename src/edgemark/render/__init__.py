"""Figures of graphs, scores and runs."""
