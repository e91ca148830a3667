"""Cases of the advice about files and objects whose first reading fails."""

from tests.remedies.harness import Case

_TRUTH = "truth = Graph.parse('A --> B --> C; A --> D'); em.write(truth, 't.txt');"
_PVALUES = "Path('p.csv').write_text('source,target,p_value\\nA,B,.01\\nB,C,.2\\nA,D,.1\\n');"

CASES = [
    Case(
        "a p-value of unlisted pairs that is none",
        "EdgeScores.from_pvalues([('A', 'B', .01)], unlisted=-1)",
    ),
    Case(
        "a p-value of unlisted pairs that is none, in the shell",
        "edgemark score t.txt p.csv --pvalues --unlisted=-1",
        setup=_TRUTH + _PVALUES,
    ),
    Case(
        "a negative score of unlisted pairs, in the shell",
        "edgemark score t.txt p.csv --scores --unlisted=-1",
        setup=_TRUTH + _PVALUES,
    ),
]
