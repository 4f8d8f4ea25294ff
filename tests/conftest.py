"""What the whole suite tells at its end: every rule, how the program carries it out, and the tests that pin it."""

from __future__ import annotations

import pytest

from referee import games
from referee.rules import rulebook
from tests.pins import coverage


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The table, unless only a part of the tests was asked for."""
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    for game in games.names():
        terminalreporter.section(f"the rules of {game} and the tests that pin them")
        for line in coverage(rulebook(game)):
            terminalreporter.write_line(line)
