"""
Terms that the project retired stay retired: one name for one thing, in the field's words.

The tests read the prose of the documents, the docstrings, comments and strings of the sources, and the
docstrings of the tests, without code blocks, doctests and names in backticks.
``python tests/test_words.py`` lists all retired terms that it finds.
"""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "edgemark"
DOCUMENTS = [
    ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md")
]
DOCUMENTS += sorted(ROOT.glob("docs/*.md"))

SYNONYMS = r"(?-i:\bAUROC\b|\bAUPRC\b)"
"""These stay where a metric lists the other names that readers may look for."""

RETIRED = {
    r"edges? too (?:many|few)": "extra edge, missing edge",
    r"turn(?:s|ed|ing)? (?:\w+ ){0,3}round": "reversed edge",
    r"(?:graph|matric|metric|score|table|effect|file|series)s? over time": "time series graph",
    r"guess(?:ing|es)? (?:gets?|would get)": "what random guessing would score, chance",
    r"(?:gets?|got) (?:\w+ )?(?:right|wrong)(?:ly)?\b": "is estimated wrongly, agrees with the truth",
    r"in place of": "instead of",
    r"(?<!nothing )(?<!all )but for\b": "except",
    r"\bof which\b": "split the sentence",
    r"so that where": "if",
    r"who counts\b|ways? to count|counts? so\b": "convention, packages that use it",
    r"\bknows? nothing": "ignores the data",
    r"\bthe way out\b": "what to type",
    r"\b(?:nobody|somebody|whoever)\b": "name the subject, or use the passive voice",
    r"(?:^|[.!?] )(?-i:Of (?:an?|the|two|what|these|those|graphs|arrays)|Who) ": "subject, verb, object",
    r"\b(?:a|the|one) file says|what a file says|the file's word": "the file states",
    r"(?<!front )\bdoors?\b": "arguments, functions, entry point",
    r"\bthe house\b|\bits room\b": "package",
    r"\b(?:naive )?twins?\b": "oracle, naive implementation",
    SYNONYMS: "ROC AUC, average precision",
    r"\bjudgement|\bmending\b": "criteria, repair",
    r"\bn_controls\b|--(?:n-)?controls\b|\bcontrols=": "null_model, n_guesses",
    r"edgemark[./](?:controls|judgement|machine|many|repeats)\b": "the new name of the module",
}
"""Retired terms, as regular expressions, and what to say instead."""

ALLOWED: dict[tuple[str, str], str] = {}
"""File and exact text of places in which a retired term is a name of another package; the package."""


def of_document(path):
    """The paragraphs of a document, without code."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [_plain(part) for part in re.split(r"\n\s*\n|\n(?=[-*|#] ?)", text)]


def of_source(path):
    """The comments and the strings of a file, without code."""
    text = path.read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments, last = [], -1
    for token in tokens:
        if token.type == tokenize.COMMENT:
            words = token.string.lstrip("# ")
            if comments and token.start[0] == last + 1:
                comments[-1] += f" {words}"
            else:
                comments.append(words)
            last = token.start[0]
    strings = [n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant)]
    parts = [
        part
        for one in strings
        if isinstance(one, str)
        for part in re.split(
            r"\n\s*\n|\n\s*- ", re.sub(r"^ *(?:>>>|\.\.\.) .*$", "", one, flags=re.MULTILINE)
        )
    ]
    return [_plain(part) for part in (*comments, *parts)]


def of_kernel(path):
    """The comments of a C++ file; lines that follow each other are one."""
    comments = re.findall(
        r"(?:^ *// ?.*\n)+|(?<!:)// .*$", path.read_text(encoding="utf-8"), re.MULTILINE
    )
    return [_plain(re.sub(r"^ *// ?", "", comment, flags=re.MULTILINE)) for comment in comments]


def docstrings_of(path):
    """The docstrings of a file, one text each."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef)
    found = [
        one for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(one, holders)
    ]
    return [_plain(ast.get_docstring(one) or "") for one in found]


def _plain(text):
    without_names = re.sub(r"(`+)[^`]+\1", "`", text)
    return re.sub(r"^[-*|# ]+", "", " ".join(without_names.split()))


def retired_in(parts, place):
    """The retired terms in parts of a text, each with what to say instead."""
    found = []
    for part in parts:
        for pattern, better in RETIRED.items():
            if pattern == SYNONYMS and re.match(
                r"Also called|.*\((?:ROC AUC, )?AU|.*: AUPRC ratio", part
            ):
                continue
            for match in re.finditer(pattern, part, re.IGNORECASE):
                shown = part[max(0, match.start() - 40) : match.end() + 40]
                if not any(place == file and exact in part for file, exact in ALLOWED):
                    found.append(f"{place}: '{match[0]}' (say: {better}): ...{shown}...")
    return found


FILES = sorted(SOURCE.rglob("*.py"))
FILES += sorted(
    path for place in ("scripts", "benchmarks", "examples") for path in (ROOT / place).rglob("*.py")
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))
KERNELS = sorted((ROOT / "cpp").glob("*.[ch]pp"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_has_no_retired_term(path):
    assert retired_in(of_document(path), str(path.relative_to(ROOT))) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_source_has_no_retired_term(path):
    assert retired_in(of_source(path), str(path.relative_to(ROOT))) == []


@pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_docstrings_of_a_test_have_no_retired_term(path):
    assert retired_in(docstrings_of(path), str(path.relative_to(ROOT))) == []


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.name)
def test_a_kernel_has_no_retired_term(path):
    assert retired_in(of_kernel(path), str(path.relative_to(ROOT))) == []


def test_allowed_places_exist_and_need_to_be_allowed():
    for file, exact in ALLOWED:
        path = ROOT / file
        parts = of_document(path) if path.suffix == ".md" else of_source(path)
        assert any(exact in part and any(re.search(one, part) for one in RETIRED) for part in parts), (
            exact
        )


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("The estimate has two edges too many.", "edges too many"),
        ("It turned three of the six round.", None),
        ("It turned them round.", "turned them round"),
        ("Show what guessing gets.", "guessing gets"),
        ("A list\nin place\nof a graph", "in place of"),
        ("It works. Of two graphs the first counts.", ". Of two "),
        ("the metric's door", "door"),
        ("the front door", None),
        ("`in place of` is a name here", None),
        ("a time series graph with an extra edge", None),
    ],
)
def test_the_word_list_finds_retired_terms_alone(text, term):
    found = retired_in([_plain(text)], "a page")
    assert (found == []) if term is None else (len(found) == 1 and f"'{term}'" in found[0])


def test_comments_docstrings_and_strings_are_read(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(
        '"""An edge too many."""\nx = 1  # in place of\n# knows nothing\n"""Got it wrong"""\n'
    )
    assert len(retired_in(of_source(path), "module")) == 4


def test_comments_of_kernels_are_read(tmp_path):
    path = tmp_path / "kernel.cpp"
    path.write_text("// A list in\n// place of a graph.\nint x = 1;  // knows nothing\n")
    assert len(retired_in(of_kernel(path), "kernel")) == 2


if __name__ == "__main__":
    for document in DOCUMENTS:
        print("\n".join(retired_in(of_document(document), str(document.relative_to(ROOT)))))
    for source in FILES:
        print("\n".join(retired_in(of_source(source), str(source.relative_to(ROOT)))))
    for kernel in KERNELS:
        print("\n".join(retired_in(of_kernel(kernel), str(kernel.relative_to(ROOT)))))
