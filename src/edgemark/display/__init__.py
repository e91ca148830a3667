"""Drawings of nodes and edges, given as plain values: escaped text, layout, SVG and TikZ pictures."""
