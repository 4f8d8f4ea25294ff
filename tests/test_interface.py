"""What scripts rely on stays: commands, options, exit codes, fields of JSON, files (see `tests/interface.py`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import interface
from tests.old_saves import lacking


def test_no_command_or_option_is_gone_or_takes_something_else() -> None:
    assert lacking(interface.held("commands.json"), interface.commands()) == []


def test_command_lines_exit_with_what_they_did(tmp_path: Path) -> None:
    assert interface.codes(tmp_path) == interface.held("codes.json")


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
