"""Advice of a command is given in options that this command has."""

import pytest

from edgemark.errors import Message, Remedy
from tests.cli.options_of import options_of

COMMANDS = {
    "score": ("score", "truth.json", "pc.json", "-m", "sid"),
    "chance": ("chance", "truth.json", "pc.json", "-m", "sid", "--n-guesses", "20"),
    "diff": ("diff", "truth.json", "pc.json"),
}


@pytest.fixture
def graphs(save):
    save("truth.json", "A --> B --> C --> D", kind="dag")
    save("pc.json", "A --- B --- C --- D", kind="cpdag")
    save("fci.json", "A o-> B <-o C; D", kind="pag")


@pytest.mark.parametrize("name", COMMANDS)
def test_13_messages_know_every_option_of_the_command_that_runs(edgemark, graphs, name, monkeypatch):
    """A list kept by hand lacked --reference, so that users of the shell got code for Python."""
    seen = set()
    shown = Message.in_shell

    def remember(self, options=()):
        seen.add(frozenset(options))
        return shown(self, options)

    monkeypatch.setattr(Message, "in_shell", remember)
    edgemark(*COMMANDS[name])
    edgemark(name, "truth.json", "missing.json", "--kind", "cpdag")
    edgemark(name, "truth.json", "truth.json", "--truth-kind", "undirected")
    assert seen == {options_of(name)}


def test_13_advice_to_choose_a_reference_is_typed_in_the_shell():
    remedy = Remedy("Compare classes", 'reference="auto"', "--reference auto")
    assert remedy.in_shell(options_of("score")) == "Compare classes: --reference auto"
    assert "in Python" in remedy.in_shell(options_of("diff"))


def test_13_outside_of_a_command_no_option_is_advised():
    from edgemark.cli.console import own_options

    assert own_options() == frozenset()
