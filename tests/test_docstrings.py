"""What documentation must say: a checker of our own for every public function and every metric."""

import inspect
import re
import warnings
from dataclasses import is_dataclass

import pytest

import edgemark as em
from edgemark.conventions.references import REFERENCES
from edgemark.metrics import REGISTRY
from tests.public import PUBLIC

FUNCTIONS = [name for name, value in PUBLIC.items() if inspect.isfunction(value)]
CLASSES = [name for name, value in PUBLIC.items() if inspect.isclass(value)]
SECTIONS = ("Args", "Attributes", "Returns", "Raises", "Warns", "See also", "References", "Examples")


def public_methods():
    for name in CLASSES:
        cls = PUBLIC[name]
        for method, value in vars(cls).items():
            function = getattr(value, "__func__", value)
            if not method.startswith("_") and inspect.isfunction(function):
                yield pytest.param(function, id=f"{name}.{method}")


def sections(documented):
    """Text of each section of a docstring by its head; the summary under ''."""
    found, head = {"": []}, ""
    for line in (inspect.getdoc(documented) or "").splitlines():
        match = re.fullmatch(r"(\w+(?: also)?):", line)
        if match and match[1] in SECTIONS:
            head = match[1]
            found[head] = []
        else:
            found[head].append(line)
    return {head: "\n".join(lines).strip("\n") for head, lines in found.items()}


def described(text):
    """Names at the lowest indentation of a section, before their colons."""
    return [name for line in text.splitlines() for name in re.findall(r"^    (\w+): ", line)]


def problems(function):
    """Everything that is wrong with the docstring of a function."""
    doc = inspect.getdoc(function)
    if not doc:
        return ["no docstring"]
    parts, found = sections(function), []
    summary = parts[""].partition("\n")[0]
    if not summary.endswith((".", ":")) or not summary[0].isupper():
        found.append("the first line is no sentence")
    parameters = [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]
    documented = described(parts.get("Args", ""))
    if "Args" in parts and documented != parameters:
        found.append(f"Args documents {documented}, the signature has {parameters}")
    order = [head for head in parts if head]
    if order != [head for head in SECTIONS if head in order]:
        found.append(f"sections in another order: {order}")
    for raised in described(parts.get("Raises", "")):
        known = getattr(em.errors, raised, None) or getattr(__import__("builtins"), raised, None)
        if not (isinstance(known, type) and issubclass(known, Exception)):
            found.append(f"{raised} is no exception")
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_is_documented_as_its_signature_is(name):
    assert problems(PUBLIC[name]) == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_has_arguments_and_an_example(name):
    parts = sections(PUBLIC[name])
    assert "Args" in parts or not inspect.signature(PUBLIC[name]).parameters
    assert ">>> " in parts.get("Examples", "")


@pytest.mark.parametrize("function", list(public_methods()))
def test_a_public_method_is_documented(function):
    assert problems(function) == []


@pytest.mark.parametrize("name", CLASSES)
def test_a_public_class_is_documented(name):
    cls = PUBLIC[name]
    assert (cls.__doc__ or "").strip()
    if is_dataclass(cls):
        assert not cls.__doc__.startswith(f"{name}(")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_and_result_has_a_type(name):
    signature = inspect.signature(PUBLIC[name])
    assert signature.return_annotation is not signature.empty
    assert all(p.annotation is not p.empty for p in signature.parameters.values())


# ---- metrics


@pytest.mark.parametrize("name", REGISTRY)
def test_a_metric_takes_truth_and_estimate_in_this_order_and_options_by_name(name):
    first, second, *rest = inspect.signature(REGISTRY[name].function).parameters.values()
    assert (first.name, second.name) == ("truth", "estimate")
    assert all(option.kind is option.KEYWORD_ONLY for option in rest)
    assert all(option.default is not option.empty for option in rest)


@pytest.mark.parametrize("name", REGISTRY)
def test_a_metric_says_what_it_returns_when_it_raises_and_shows_an_example(name):
    parts = sections(REGISTRY[name].function)
    for head in ("Args", "Returns", "Raises", "Examples"):
        assert parts.get(head), head
    assert "AlignmentError" in parts["Raises"]
    assert ">>> " in parts["Examples"]


@pytest.mark.parametrize("name", REGISTRY)
def test_a_metric_names_each_word_of_its_closed_options(name):
    text = sections(REGISTRY[name].function)["Args"]
    for option, words in REGISTRY[name].options.items():
        default = inspect.signature(REGISTRY[name].function).parameters[option].default
        for word in words:
            assert f'"{word}"' in text or word == default, (option, word)


@pytest.mark.parametrize("name", REGISTRY)
def test_a_metric_that_is_refused_somewhere_documents_the_kind_error(name):
    two_edges = em.Graph.parse("A --> B; A <-> B; B --> C; C --> A; D o-o C")
    refused = False
    for convention in REGISTRY[name].conventions:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", em.errors.ClassWarning)
                PUBLIC[name](two_edges, two_edges, **convention.options)
        except em.errors.KindError:
            refused = True
    assert refused == ("KindError" in sections(REGISTRY[name].function)["Raises"])


@pytest.mark.parametrize("name", REGISTRY)
def test_a_metrics_summary_is_one_sentence(name):
    summary = REGISTRY[name].summary
    assert summary.endswith(".")
    assert len(summary) < 105


@pytest.mark.parametrize("name", REGISTRY)
def test_a_metric_names_its_neighbours(name):
    assert described(sections(REGISTRY[name].function).get("See also", ""))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_a_function_refers_to_is_public_and_something_else(name):
    neighbours = described(sections(PUBLIC[name]).get("See also", ""))
    assert set(neighbours) <= PUBLIC.keys() - {name}
    assert len(set(neighbours)) == len(neighbours)


@pytest.mark.parametrize("name", REGISTRY)
def test_a_metrics_citation_stands_in_its_documentation_if_it_documents_references(name):
    references = sections(REGISTRY[name].function).get("References")
    if references is not None:
        first_author = REFERENCES[REGISTRY[name].cite].split()[0].rstrip(",")
        assert first_author in references


@pytest.mark.parametrize("name", REGISTRY)
def test_a_metric_lives_in_a_module_that_does_not_have_its_name(name):
    assert REGISTRY[name].family != name
    assert REGISTRY[name].family not in PUBLIC


def test_the_family_of_a_metric_is_its_file_or_its_folder():
    assert REGISTRY["nced"].family == "normed_edit_distance"
    assert REGISTRY["roc_auc"].family == "ranking"
    assert REGISTRY["sid"].family == "adjustment"


# ---- the checker


def undocumented(a):
    return a


def wrong(a, b):
    """
    Do something.

    Returns:
        A value.

    Args:
        a: first.

    Raises:
        NoSuchError: never.
    """


def test_the_checker_objects_to_what_is_missing():
    assert problems(undocumented) == ["no docstring"]


def test_the_checker_objects_to_order_arguments_and_exceptions():
    found = problems(wrong)
    assert len(found) == 3
    assert any("signature has ['a', 'b']" in text for text in found)
    assert any("another order" in text for text in found)
    assert "NoSuchError is no exception" in found
