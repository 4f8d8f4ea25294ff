"""Maps in files: areas, borders and lines of sight, a line each."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from referee.errors import BadInput, Unreadable
from referee.files.files import Data, convert, expect_game, read_toml
from referee.games.mythic.board import words
from referee.games.mythic.board.board import Board
from referee.games.mythic.vocabulary import GAME


class MapFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A map in a file: its name, and the lines of what is on it as `words` reads them."""

    area: tuple[str, ...]
    border: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    game: Literal["mythic"] = "mythic"
    kind: Literal["map"] = "map"
    name: str = ""
    note: str = ""


def load_map(path: Path, data: Data | None = None) -> Board:
    """The board of a map's file. Raises BadInput that names the line which is wrong, and what would be right."""
    data = read_toml(path) if data is None else data
    expect_game(data, GAME, "a map", path)
    if data.get("kind", "map") != "map":
        raise BadInput(f'{path}: is a {data["kind"]}, not a map; a map has kind = "map", areas and borders')
    return made(convert(data, MapFile, str(path)), str(path))


def made(file: MapFile, where: str) -> Board:
    """The board of a map. Raises BadInput."""
    board = Board()
    lines: dict[Literal["area", "border", "line"], tuple[str, ...]]
    lines = {"area": file.area, "border": file.border, "line": file.line}
    for what, texts in lines.items():
        for text in texts:
            try:
                board = words.grown(board, what, text)
            except Unreadable as error:
                raise BadInput(f'{where}: {what} "{text}": {error}') from None
    try:
        return words.checked(board)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def data_of(board: Board, name: str = "") -> Data:
    """A board as it is written in a map's file."""
    lines = {
        "area": list(map(words.write_area, board.areas)),
        "border": list(map(words.write_border, board.boundaries)),
        "line": list(map(words.write_line, board.lines)),
    }
    return {"game": GAME, "kind": "map", "name": name, **{key: one for key, one in lines.items() if one}}
