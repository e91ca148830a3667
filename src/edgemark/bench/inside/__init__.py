"""
The functions that run inside the sandboxes of a study.

`learning` runs an algorithm, `drawing` makes the data, `reading` reads the output of a command, and
`scoring` scores an estimate. Each takes and returns plain values.
"""
