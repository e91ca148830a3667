"""
The conventions of metrics: every choice on which papers and packages differ, with one name.

- `options`: the words that options accept.
- `convention`: one way to count, with its options and the packages that use it.
- `hamming`, `edit_distance`, `confusion`, `effects`, `hidden`, `ranking`, `posterior`, `temporal`:
  the ways to count of each family of metrics.
- `classes`: the order of graph classes by how much they state, for rankings of methods.
- `references`: the reference of each metric.

How each package counts was read from, or run with, the version that `edgemark.packages` names. Other
versions may differ.
"""
