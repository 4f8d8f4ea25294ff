"""What all tests share: no preferences of this machine; and at the end every rule with the tests that pin it."""

from __future__ import annotations

import compileall
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from typer.utils import get_params_from_function

import referee
from referee import games, recent
from referee.preferences import VARIABLE
from referee.rulebook.rules import rulebook
from tests import random_runs, terminal
from tests.pins import coverage

random_runs.register_profiles()

MEMORY, ROOM = Path("/dev/shm"), 1 << 30
"""Where files lie in memory, and how many bytes must be free there for those of the tests."""
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The tests of a rule: `pytest --rule P24`."""
    parser.addoption("--rule", action="append", default=[], metavar="ID", help="only the tests that pin this rule")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the rules that were asked for, by their markers and by their rows in tables."""
    if wanted := set(config.getoption("--rule")):
        items[:] = [item for item in items if wanted & _rules_of(item)]


def _rules_of(item: pytest.Item) -> set[str]:
    marked = {str(rule) for mark in item.iter_markers("rule") for rule in mark.args}
    row = item.name.partition("[")[2].partition(": ")
    return marked | (set(row[0].split()) if row[1] else set())


def pytest_configure(config: pytest.Config) -> None:
    """Compile the program once, before the tests' workers and children load it, each for itself."""
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(Path(referee.__file__).parent, quiet=2)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One worker more than there are cores: telephones, terminals and browsers are often waited for."""
    return (yield) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Of all tests each worker loads others first, so that it finds written what the others have compiled."""
    sys.dont_write_bytecode = False
    worker = getattr(session.config, "workerinput", None)
    if worker and _is_whole(session.config):
        root = session.config.rootpath
        paths = sorted(root.glob("tests/**/test_*.py"))
        first = len(paths) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        for path in paths[first:] + paths[:first]:
            import_module(".".join(path.relative_to(root).with_suffix("").parts))
    return (yield)


def pytest_collection_finish() -> None:
    """What was loaded stays: the collector looks for garbage among what tests make, and not at every turn."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def _no_preferences(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Neither the preferences nor the deck of whoever runs the tests are read or written.

    What a mistake cost takes seconds: tests that mean it ask for it.
    """
    config = tmp_path_factory.mktemp("preferences") / "config.toml"
    config.write_text('deck = "none"\ncost = false\n', encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(config))
        yield


@pytest.fixture(autouse=True)
def _nothing_played_before(_no_preferences: None) -> None:
    """Each test begins as if nothing had been played yet."""
    recent.place().unlink(missing_ok=True)


@pytest.fixture(scope="session", autouse=True)
def _no_waiting() -> Iterator[None]:
    """Nobody pulls the plug while tests run: nothing waits for the disk, but for the programs that tests start.

    And a command's parameters are made of its signature once, not at each call.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        patch.setattr("typer.main.get_params_from_function", cache(get_params_from_function))
        yield


@pytest.fixture(scope="session", autouse=True)
def _children_hear_ctrl_c() -> Iterator[None]:
    """A shell that starts the tests in the background ignores SIGINT for them, nohup SIGHUP, and so for children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is signal.SIG_IGN:
        signal.signal(hangup, lambda *_: None)  # these tests still ignore it, what they start doesn't
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True)
def _terminals_end_with_their_test() -> Iterator[None]:
    """What a test started in a terminal is closed with it, also where it fails."""
    yield
    terminal.close_all()


@pytest.fixture(autouse=True)
def _colours_as_they_were() -> Iterator[None]:
    """A preference against colours doesn't reach the next test."""
    before = os.environ.get("NO_COLOR")
    yield
    if before is None:
        os.environ.pop("NO_COLOR", None)
    else:
        os.environ["NO_COLOR"] = before


def _is_whole(config: pytest.Config) -> bool:
    """Whether no file was named."""
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The table, unless only a part of the tests was asked for."""
    if (
        not _is_whole(config)
        or config.option.keyword
        or config.option.rule
        or config.option.markexpr
        or config.option.collectonly
    ):
        return
    for game in games.names():
        terminalreporter.section(f"the rules of {game} and the tests that pin them")
        for line in coverage(rulebook(game)):
            terminalreporter.write_line(line)
