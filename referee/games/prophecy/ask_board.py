"""The board of a table, asked for: only what the rulebook leaves open (Game Board; P3)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.asking.question import Option, Procedure, Question, choice, yes_or_no
from referee.errors import BadInput, Unreadable
from referee.games.prophecy.board import TERRAINS, Board, Terrain
from referee.games.prophecy.board_file import completed, told_board
from referee.text.names import find, fold

NO_MORE = "none"


def ask_board() -> Procedure[Board]:
    """The board of a table that has no file of it: only what the rulebook leaves open is asked for (P3)."""
    told = told_board()
    names = {space.number: space.name or space.terrain or "?" for space in told.space}
    ring = " - ".join(f"{number} {name}" for number, name in names.items())
    reverse: bool = yield yes_or_no("clockwise", f"The ring is {ring}. Does it run the other way on your board")
    terrain: dict[int, Terrain] = {}
    for number in told.open:
        before, after = (names[(number + step - 1) % len(names) + 1] for step in (-1, 1))
        prompt = f"Space {number}, between {before} and {after}"
        what = yield choice(f"space {number}", prompt, [*map(Option, TERRAINS)])
        terrain[number], names[number] = what, what
    swapped = []
    for swap in told.swap:
        one, other = swap.spaces
        prompt = f"Are {names[one]} ({one}) and {names[other]} ({other}) the other way round"
        if (yield yes_or_no(f"swap {one}", prompt)):
            swapped.append((one, other))

    def parse(text: str) -> Board:
        gates = [] if fold(text) == NO_MORE else [_number(part, names) for part in text.split(",")]
        try:
            return completed(terrain, gates=gates, swapped=swapped, reverse=reverse)
        except BadInput as error:
            raise Unreadable(str(error)) from None

    board: Board = yield Question(
        "gates", "Which other spaces have a Magic Gate, besides City and Wilderness", parse, default=NO_MORE,
        hint="their numbers or names, commas between",
    )  # fmt: skip
    return board


def _number(text: str, names: Mapping[int, str]) -> int:
    if text.strip().isdecimal() and int(text) in names:
        return int(text)
    return find(text, {fold(name): number for number, name in names.items()}, "space")
