"""How things look that know no graph: safe text, places of nodes and edges, an SVG picture."""
