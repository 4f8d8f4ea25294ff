"""The games' tables: the numbers of a rulebook as TOML, read through typed schemas.

An installed copy carries them in the package, a checkout has them at its top level; each as JSON too (`made`).
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from referee.errors import BadInput
from referee.files.files import convert, read_toml
from referee.rulebook.made import made_of, make

T = TypeVar("T")


@cache
def folder() -> Path:
    """The folder that holds a folder of tables for each game."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "tables"
    return inside if inside.is_dir() else package.parent / "tables"


def path_of(game: str, subject: str) -> Path:
    """The file with one subject's tables of one game."""
    return folder() / game / f"{subject}.toml"


def read(game: str, subject: str, kind: type[T], root: Path | None = None) -> T:
    """One subject's tables as `kind`. Raises BadInput naming file, key and what was expected."""
    path = (root or folder()) / game / f"{subject}.toml"
    if not path.is_file():
        raise BadInput(f"{path}: this table of {game} is missing; the program is not whole")
    with suppress(OSError, msgspec.MsgspecError):
        place, mark = made_of(path)
        of, _, made = place.read_bytes().partition(b"\n")
        if of == mark:
            return msgspec.json.decode(made, type=kind)
    found = convert(read_toml(path), kind, str(path))
    with suppress(OSError):  # a folder that can't be written keeps its TOML
        make(path)
    return found
