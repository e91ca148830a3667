"""Drawing without graph types: safe text, layout of nodes and edges, SVG pictures."""
