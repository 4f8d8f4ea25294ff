"""The tables' JSON, which is made of their TOML: always of the text that stands there, and never needed."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.rulebook import rules
from referee.rulebook.made import made_of, make

EVERY = sorted(rules.folder().glob("*/*.toml"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A small table, whose JSON isn't made yet."""
    found = tmp_path / "conjurers" / "few.toml"
    found.parent.mkdir()
    found.write_text('page = "8"\n3 = "Mjöllnir"\n', encoding="utf-8")
    return found


def read(table: Path) -> dict[Any, Any]:
    return rules.read("conjurers", "few", dict[str, Any], root=table.parents[1])


def made(table: Path) -> Any:
    """What the JSON holds."""
    return json.loads(made_of(table)[0].read_bytes().partition(b"\n")[2])


@pytest.mark.parametrize("path", EVERY, ids=lambda path: "-".join(path.parts[-2:]))
def test_a_table_is_read_alike_from_both(path: Path, tmp_path: Path) -> None:
    copied = tmp_path / path.name
    shutil.copy(path, copied)
    make(copied)
    assert made(copied) == tomllib.loads(path.read_text(encoding="utf-8"))
    assert {one.name for one in tmp_path.iterdir()} == {path.name, f"{path.stem}.json"}


def test_a_table_is_read_from_its_json(table: Path) -> None:
    """What isn't made yet is made by the first reading; the second one takes it, as another number in it shows."""
    assert read(table) == made(table) == {"page": "8", "3": "Mjöllnir"}
    place, mark = made_of(table)
    place.write_bytes(mark + b'\n{"page": "9"}')
    assert read(table) == {"page": "9"}


def test_what_was_made_of_another_text_is_made_anew(table: Path) -> None:
    """Whatever the files' times are: as after another commit was checked out."""
    read(table)
    table.write_text('page = "9"\n', encoding="utf-8")
    assert read(table) == made(table) == {"page": "9"}


@pytest.mark.parametrize("broken", [b"", b"\n", b"\n{", b"\n[1]"])
def test_broken_json_is_made_anew(table: Path, broken: bytes) -> None:
    place, mark = made_of(table)
    place.write_bytes(mark + broken)
    assert read(table) == made(table) == {"page": "8", "3": "Mjöllnir"}


def test_a_table_whose_json_can_not_be_made_is_read_all_the_same(table: Path) -> None:
    made_of(table)[0].mkdir()
    assert read(table) == {"page": "8", "3": "Mjöllnir"}
    assert len(list(table.parent.iterdir())) == 2
