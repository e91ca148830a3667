"""
A metric applied to an estimate, or to what stands for many.

- `estimate`: one estimate against one truth: a report.
- `batch`: many estimates of one truth, or each of its own: a table.
- `class_members`: every DAG of an equivalence class.
- `samples`: weighted graphs, such as those of a posterior: the mean of each number.
- `thresholds`: the graphs that scores become at every threshold.
- `regimes`: each stretch of time of a series whose graph changes.
- `both_directions`: two graphs of which neither is the truth.
"""
