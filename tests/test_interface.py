"""What scripts rely on stays: commands, options, exit codes, fields of JSON, files (see `tests/interface.py`)."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee.cli import build, straight
from tests import interface
from tests.old_saves import lacking


def test_no_command_or_option_is_gone_or_takes_something_else() -> None:
    assert lacking(interface.held("commands.json"), interface.commands()) == []


def test_command_lines_exit_with_what_they_did(tmp_path: Path) -> None:
    assert interface.codes(tmp_path) == interface.held("codes.json")


STRAIGHT = {
    line: call
    for line in (
        *interface.LINES,
        "do four.toml 'end turn' 'end turn' --json",
        "judge disputed.toml illegal.toml nowhere.toml --json",
        "judge sheet.toml --json",
        "next fight.toml --json",
        "score sheet.toml friday.toml --json",
        "score broken.toml sheet.toml --json",
        "rules can a flyer be bound",
        "rules nothing of it --json",
        "undo live.toml",
        "log live.toml",
        "why live.toml",
        "why live.toml 1 --json",
        "why live.toml 99",
        "why live.toml 0",
    )
    if (call := straight(shlex.split(line))) is not None
}
"""Command lines for which Typer isn't loaded."""


def test_what_is_called_most_is_called_straight() -> None:
    called = {line.split()[0] for line in STRAIGHT}
    assert called == {"do", "judge", "log", "next", "rules", "score", "status", "undo", "why"}


@pytest.mark.parametrize("preferences", ['deck = "none"\nplain = true\ncolours = false\n', "plain = 3\n"])
@pytest.mark.parametrize("line", STRAIGHT)
def test_a_command_called_straight_does_what_it_does_through_typer(
    line: str, preferences: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    words = shlex.split(line)
    through = partial(build(words), words, prog_name="referee")
    found = interface.outcome(line, tmp_path / "straight", STRAIGHT[line], preferences)
    assert found == interface.outcome(line, tmp_path / "through", through, preferences)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "",
            "next",
            "next --json",
            "nonsense x",
            "next x y",
            "undo x 2",
            "why x a",
            "why x 999999999999",
            "why x 1 2",
            "log x 2",
            "undo x --json",
            "do x",
            "do x ''",
        ),
        *("do x -- a", "do x a --brief", "next --plain x", "status x --json --plain", "undo --json x"),
    ],
)
def test_any_other_call_is_read_by_typer(line: str) -> None:
    assert straight(shlex.split(line)) is None


def test_no_field_is_gone_or_of_another_kind(tmp_path: Path) -> None:
    assert interface.gone(interface.held("fields.json"), interface.fields(tmp_path / "all")) == []


def test_what_is_gone_from_a_shape_is_told_and_what_was_added_is_not() -> None:
    was = interface.shape({"a": [None, {"b": 1}], "c": "x", "d": []})
    assert interface.gone(was, interface.shape({"a": [{"b": 2, "e": 3}], "c": "y", "d": [1], "f": 1})) == []
    assert interface.gone(was, interface.shape({"a": [{"e": 3}], "c": "y", "d": []})) == [".a[].b is gone"]
    assert interface.gone(was, interface.shape({"a": [], "c": None, "d": []})) == [".c is null, not str"]


@pytest.mark.parametrize("name", interface.WRITTEN)
def test_a_file_is_written_as_it_was(name: str, tmp_path: Path) -> None:
    with (interface.HELD / "written" / name).open(encoding="utf-8", newline="") as file:
        assert interface.written(name, tmp_path / "new") == file.read()


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        ({"a": 1, "b": [None, "x"]}, {"a": "int", "b": [{"either": ["null", "str"]}]}),
        ([{"a": 1}, {"b": True}], [{"a": "int", "b": "bool"}]),
        ({"damage": {"Wolf": 1, "Imp": 2}}, {"damage": {"*": "int"}}),
        ([], [None]),
    ],
)
def test_a_shape_is_the_fields_with_the_kinds_of_their_values(value: Any, shape: Any) -> None:
    assert interface.shape(value) == shape
