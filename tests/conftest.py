"""What the whole suite tells at its end: every rule, how the program carries it out, and the tests that pin it."""

from __future__ import annotations

import pytest

from referee import games
from referee.rules import rulebook
from tests.pins import coverage


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The table, unless only a part of the tests was asked for."""
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if not whole or config.option.keyword or config.option.markexpr or config.option.collectonly:
        return
    for game in games.names():
        terminalreporter.section(f"the rules of {game} and the tests that pin them")
        for line in coverage(rulebook(game)):
            terminalreporter.write_line(line)
