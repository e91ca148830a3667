"""
The conventions of metrics: every choice on which papers and packages differ, with one name.

- `options`: the values that options accept.
- `convention`: the class of one convention, with its options and the packages that use it.
- `hamming_distances`, `edit_distance`, `confusion`, `effects`, `hidden`, `ranking`, `posterior`,
  `temporal`: the conventions of each family of metrics.
- `classes`: the order of graph classes by how much they state, for rankings of methods.
- `references`: the references that define the metrics.

The convention of each package was read from the source of the version that `edgemark.packages` names, or
from its output. Other versions may differ.
"""
