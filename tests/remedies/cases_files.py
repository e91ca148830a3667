"""Advice about files."""

from tests.remedies.harness import Case

_SCORES = "path = 's.csv'; Path(path).write_text('source,target,score\\nA,B,.5\\nB,A,.25\\n')"

CASES = [
    Case(
        "a file of samples read as a graph",
        "em.read(path)",
        setup="path = 's.npy'; np.save(path, np.zeros((3, 2, 2), dtype=np.int8))",
    ),
    Case("a file of scores read as a graph", "em.read(path)", setup=_SCORES),
    Case(
        "an estimate of whole scores",
        "edgemark score t.txt s.csv",
        setup="em.write(Graph.parse('A --> B'), 't.txt');"
        "Path('s.csv').write_text('source,target,score\\nA,B,2\\nB,A,3\\n')",
    ),
]
