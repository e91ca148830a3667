"""
Every choice on which papers and packages differ, named once.

- `options`: the words that options take.
- `convention`: one way to count, the options that reproduce it, and who counts so.
- `hamming`, `edit_distance`, `confusion`, `effects`, `hidden`, `ranking`, `posterior`, `temporal`: the
  ways to count of each family of metrics.
- `references`: who defined what.

Who counts how was read or run in the versions that `edgemark.packages` names, whose numbers about edges
it can give; others may differ.
"""
