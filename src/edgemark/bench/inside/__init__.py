"""
What happens in the sandboxes of a study, and nowhere else.

`learning` runs an algorithm, `drawing` makes the data, `reading` reads what a command wrote, and
`scoring` scores an estimate. Each takes and returns plain values.
"""
