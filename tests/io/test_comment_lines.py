"""
A first line that begins with # may be headings of numpy.savetxt, a comment or a name.

Readers refuse it unless the name is in quotes.
"""

import numpy as np
import pytest

import edgemark as em
from edgemark import Graph, read_scores
from edgemark.errors import FormatError
from edgemark.io import read_candidates

BY_ROW = {"direction": "row-to-column"}


def test_a_comment_before_a_table_is_refused(put):
    for text in ("A,B\n0,1\n0,0\n", "source,target\nA,B\n"):
        with pytest.raises(FormatError, match=r"must not be a comment.* leave it out: grep -v '\^#'"):
            em.read(put("f.csv", "# made by hand\n" + text), **BY_ROW)
    with pytest.raises(FormatError, match="must not be a comment"):
        read_scores(put("f.csv", "# made\nsource,target,score\nA,B,.5\n"))


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
@pytest.mark.parametrize("separator", [",", "\t", " "])
def test_headings_that_savetxt_writes_as_a_comment_are_refused(tmp_path, suffix, separator):
    path, header = tmp_path / f"m{suffix}", separator.join("AB")
    for cells, read in (([[0, 1], [0, 0]], em.read), ([[0, 0.5], [0.25, 0]], read_scores)):
        np.savetxt(path, cells, fmt="%g", delimiter=separator, header=header)
        with pytest.raises(FormatError, match=r"numpy\.savetxt, write .* delimiter=',' and comments=''"):
            read(path, **BY_ROW)
        np.savetxt(path, cells, fmt="%g", delimiter=",", header="A,B", comments="")
        assert read(path, **BY_ROW).nodes == ("A", "B")
    path.write_text(f"# source{separator}target{separator}lag\nA{separator}B{separator}1\n")
    with pytest.raises(FormatError, match="must not be a comment"):
        em.read_temporal(path)
    with pytest.raises(FormatError, match="must not be a comment"):
        read_candidates(path, ["A", "B"])


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_names_that_begin_like_a_comment_are_read_in_quotes(tmp_path, suffix):
    path, names = tmp_path / f"m{suffix}", ["# A", "#", "B#"]
    graph = Graph(names, [("# A", "-->", "B#")])
    for format in ("adjacency", "edges"):
        em.write(graph, path, format)
        assert em.read(path, format, **(BY_ROW if format == "adjacency" else {})) == graph
    path.write_text('"# A"{0}B\n0{0}1\n0{0}0\n'.format("\t" if suffix == ".tsv" else ","))
    assert em.read(path, **BY_ROW) == Graph.parse('"# A" --> B')
    path.write_text('"# A";B\n0;1\n0;0\n')
    assert em.read(path, **BY_ROW) == Graph.parse('"# A" --> B')


@pytest.mark.parametrize("separator", [",", "\t", ";"])
@pytest.mark.parametrize("comment", ["# made by hand", "#made", "# made, on Monday", " # made"])
def test_comments_within_a_table_are_refused(put, separator, comment):
    """A comment after the headings was read as a node, and one with a comma as an edge."""
    for lines in (["source,target", comment, "A,B"], ["source,target", "A,B", comment]):
        text = "\n".join(line if line is comment else line.replace(",", separator) for line in lines)
        with pytest.raises(FormatError, match=r"line [23]: a line must not be a comment; got '# ?made"):
            em.read(put("f.csv", text))


def test_names_that_begin_like_a_comment_are_read_from_later_lines(put):
    graph = em.read(put("f.csv", 'source,target\n#1,#2\n"# 3",#1\n"#4"\n'))
    assert graph == Graph(["#1", "#2", "# 3", "#4"], [("#1", "-->", "#2"), ("# 3", "-->", "#1")])
    text = 'source,target\n"A\n# in quotes",B\n'
    assert em.read(put("f.csv", text)).nodes == ("A\n# in quotes", "B")
