"""Text form of areas, borders and lines of sight: in a map file, and when one is typed in during the game.

E: ruins 4, level 1, elements 1, zone north, rift A to B
D-E chains above                  an arrowhead points from D down to E; `hides` or `open` for sight
A-H: C, B-D                       areas and borders that the line from A's centre to H's meets
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.cards.fields import CardField, FieldTable, Value
from referee.cards.language import CardLanguage
from referee.effects.phrases import Phrases
from referee.errors import BadInput, Unreadable
from referee.files.files import convert
from referee.games.mythic import tables
from referee.games.mythic.board.board import Area, Board, Boundary, Sightline
from referee.games.mythic.vocabulary import GAME, Border, Terrain
from referee.text.names import by_key, did_you_mean, fold, is_nothing

NOTHING = "nothing"
"""Typed for a line that meets no area and no border that hides."""
NO_BORDER = "none"
"""Typed after two areas that aren't neighbours, in a correction."""
_TERRAINS = get_args(Terrain)
_TERRAIN = Value(
    "|".join((*_TERRAINS, "open")),
    lambda text: {"open": "open ground"}.get(fold(text), fold(text)),
    words=lambda: _TERRAINS,
)
_NEEDED = "area {name} needs its terrain and how many units it holds, like open ground 4"
_WORD = Value(r"\S+", str.strip, words=lambda: ())
_RIFT = Value(
    r"\S+ to \S+",
    lambda text: tuple(re.split(" to ", text.strip(), flags=re.IGNORECASE)),
    " to ".join,
    words=lambda: ("A to B",),
)


class Areas(CardLanguage[Area]):
    """Text form of an area."""

    game = GAME
    types: Mapping[str, type[Area]] = {"area": Area}
    table = FieldTable(
        CardField(
            "terrain",
            ("# {capacity}", "#"),
            _TERRAIN,
            must=_NEEDED,
        ),
        CardField(
            "capacity", ("capacity #", "# (unit|units)", "room for # (unit|units)", "room for #", "#"), must=_NEEDED
        ),
        CardField("level"),
        CardField("elements", ("elements #", "# (element|elements)")),
        CardField("zone", ("zone #", "# zone"), _WORD),
        CardField("rifts", ("rift #",), _RIFT, called="rift", several=True),
    )
    examples: Mapping[str, str] = {"area": "E: open ground 4, level 1, zone north"}

    def read_name(self, text: str) -> str:
        """Parse an area's name. Raises Unreadable."""
        name = super().read_name(text)
        if re.search(r"[\s-]", name):
            raise Unreadable(f'"{name}": an area\'s name is one word without a hyphen')
        return name

    def validated(self, card: Area) -> Area:
        """Return the area if it is possible. Raises Unreadable."""
        usual = tables.terrain()[card.terrain].elements_of(card.capacity)
        if card.elements is not None and not usual:
            raise Unreadable(f"{card.terrain} has no 3D elements; leave out elements {card.elements}")
        if card.rifts and card.terrain != "rift":
            raise Unreadable(f"only a rift has paths of skulls, not {card.terrain}")
        return card


class Mark(Struct, frozen=True):
    """A word after a border's two areas."""

    word: Literal["normal", "wall", "escarpment", "cage wall", "chains", "above", "hides", "open"]


AREAS = Areas()
read_area = AREAS.read
"""Parse an area from its line. Raises Unreadable."""
write_area = AREAS.write
"""Format an area as a line; reading it gives the same area."""
_MARKS = Phrases({"{word}": Mark})


def read_border(text: str, areas: Iterable[str]) -> Boundary:
    """Parse a border between two of these areas. Raises Unreadable."""
    pair, _, rest = text.strip().partition(" ")
    first, second = _pair(pair, areas, "a border", "A-B wall")
    marks = [one.word for one in _MARKS.read(Mark, rest, ("",))] if rest.strip() else []
    kinds = [word for word in marks if word in get_args(Border)]
    sight = [word for word in marks if word in ("hides", "open")]
    if len(kinds) > 1 or len(sight) > 1 or len(set(marks)) < len(marks):
        raise Unreadable(f'"{text.strip()}": a border has one kind, "above" once, and either "hides" or "open"')
    return Boundary(
        first=first,
        second=second,
        kind=convert(kinds[0], Border, "") if kinds else "normal",  # type: ignore[arg-type]
        above="above" in marks,
        hides=sight[0] == "hides" if sight else None,
    )


def write_border(border: Boundary) -> str:
    """Format a border as a line; reading it gives the same border."""
    sight = "" if border.hides is None else "hides" if border.hides else "open"
    words = ("" if border.kind == "normal" else border.kind, "above" * border.above, sight)
    return " ".join([f"{border.first}-{border.second}", *filter(None, words)])


def read_line(text: str, board: Board) -> Sightline:
    """Parse a line of sight on a board that has its areas and borders. Raises Unreadable."""
    pair, colon, rest = text.partition(":")
    if not colon:
        raise Unreadable(f'"{text.strip()}": a line is two areas, a colon and what it meets, like A-E: C, B-D')
    first, second = _pair(pair.strip(), board.names, "a line", "A-E: C, B-D")
    return read_met(first, second, rest, board)


def read_met(first: str, second: str, text: str, board: Board) -> Sightline:
    """Parse what the line between two areas meets: "C, B-D" or "nothing". Raises Unreadable."""
    if board.between(first, second):
        raise Unreadable(f"{first} and {second} are neighbours: only their border lies between them (M30)")
    areas: list[str] = []
    borders: list[tuple[str, str]] = []
    for part in () if is_nothing(text) else filter(None, map(str.strip, text.replace(" and ", ",").split(","))):
        if "-" in part:
            one, other = _pair(part, board.names, "a border", "B-D")
            if board.between(one, other) is None:
                raise Unreadable(f"there is no border {one}-{other} for the line to meet")
            borders.append((one, other))
        else:
            areas.append(find_area(part, board.names))
    if ends := {first, second} & set(areas):
        raise Unreadable(f"the line from {first} to {second} can't be hidden by {min(ends)}: leave it out (M31)")
    return Sightline(first, second, tuple(dict.fromkeys(areas)), tuple(dict.fromkeys(borders)))


def write_line(line: Sightline) -> str:
    """Format a line of sight; reading it gives the same line."""
    return f"{line.first}-{line.second}: {write_met(line)}"


def write_met(line: Sightline) -> str:
    """Format what a line of sight meets."""
    return ", ".join([*line.areas, *(f"{one}-{other}" for one, other in line.boundaries)]) or NOTHING


def find_area(text: str, areas: Iterable[str]) -> str:
    """Find an area by its whole name. Raises Unreadable that suggests the nearest name."""
    known = by_key(areas, str)
    if fold(text) not in known:
        raise Unreadable(f'there is no area "{text}"{did_you_mean(text, known.values())}')
    return known[fold(text)]


def _pair(text: str, areas: Iterable[str], what: str, example: str) -> tuple[str, str]:
    """Parse two areas: "A-B". Raises Unreadable."""
    first, hyphen, second = text.partition("-")
    if not (first and hyphen and second):
        raise Unreadable(f'"{text}": {what} is two areas with a hyphen between, like {example}')
    names = list(areas)
    one, other = find_area(first, names), find_area(second, names)
    if one == other:
        raise Unreadable(f'"{text}": {what} is between two areas, not from {one} to itself')
    return one, other


# --- a map that grows -----------------------------------------------------------------------------------


def grown(board: Board, what: Literal["area", "border", "line"], text: str) -> Board:
    """Add an area, border or line of sight, as typed, to a board. Raises Unreadable."""
    if what == "area":
        return with_area(board, read_area(text))
    if what == "border":
        return with_border(board, read_border(text, board.names))
    return with_line(board, read_line(text, board))


def with_area(board: Board, area: Area) -> Board:
    """Add an area to a board. Raises Unreadable if its name is taken."""
    if fold(area.name) in map(fold, board.names):
        raise Unreadable(f"two areas are called {area.name}; give one another name")
    return replace(board, areas=(*board.areas, area))


def with_border(board: Board, border: Boundary) -> Board:
    """Add a border to a board. Raises Unreadable if its areas have one, or its arrowhead points up."""
    if board.between(border.first, border.second):
        raise Unreadable(f"there are two borders {border.first}-{border.second}; write it once")
    _verify_arrowhead(board, border)
    return replace(board, boundaries=(*board.boundaries, border))


def _verify_arrowhead(board: Board, border: Boundary) -> None:
    """Check a border's arrowhead. Raises Unreadable if it points up."""
    high, low = board[border.first].level, board[border.second].level
    if border.above and high < low:
        raise Unreadable(
            f"border {border.first}-{border.second}: its arrowhead points from level {high} up to level {low}; "
            f"write {border.second}-{border.first} above, or other levels"
        )


def with_line(board: Board, line: Sightline) -> Board:
    """Add a line of sight to a board. Raises Unreadable if the board has it already."""
    if board.line(line.first, line.second):
        raise Unreadable(f"there are two lines {line.first}-{line.second}; write it once")
    return replace(board, lines=(*board.lines, line))


# --- a map that is corrected ----------------------------------------------------------------------------


def with_area_anew(board: Board, text: str) -> tuple[Board, Area]:
    """Replace an area of a board by the typed one; return the board and the area. Raises Unreadable."""
    area = read_area(text)
    area = replace(area, name=find_area(area.name, board.names))
    areas = tuple(area if one.name == area.name else one for one in board.areas)
    changed = replace(board, areas=areas)
    for border in board.boundaries:
        _verify_arrowhead(changed, border)
    _verify_rifts(changed)
    return changed, area


def with_border_anew(board: Board, text: str) -> tuple[Board, str]:
    """Replace a border of a board by the typed one; return the board and its line. "A-B none" removes it.

    A line of sight that met a removed border becomes unknown. Raises Unreadable.
    """
    pair, _, rest = text.strip().partition(" ")
    removed = fold(rest) == NO_BORDER
    border = read_border(pair if removed else text, board.names)
    ends = {border.first, border.second}
    if removed and not board.between(border.first, border.second):
        raise Unreadable(f"{border.first} and {border.second} have no border")
    left = replace(board, boundaries=tuple(one for one in board.boundaries if {one.first, one.second} != ends))
    if removed:
        left = replace(left, lines=tuple(one for one in board.lines if ends not in map(set, one.boundaries)))
        _verify_rifts(left)
        return left, f"{border.first}-{border.second} {NO_BORDER}"
    return with_border(left, border), write_border(border)


def _verify_rifts(board: Board) -> None:
    """Check the paths of skulls. Raises Unreadable if one leads to an area that isn't next to its own."""
    for area in board.areas:
        for end in (end for path in area.rifts for end in path):
            if end not in board.neighbours(area.name):
                raise Unreadable(
                    f"area {area.name}: its path of skulls leads to {end}, which isn't a neighbour (M51)"
                )


def with_line_anew(board: Board, text: str) -> tuple[Board, str]:
    """Replace a line of sight by the typed one; return the board and its text. Raises Unreadable."""
    line = read_line(text, board)
    ends = {line.first, line.second}
    rest_of_board = replace(board, lines=tuple(one for one in board.lines if {one.first, one.second} != ends))
    return with_line(rest_of_board, line), write_line(line)


def check_board(board: Board) -> Board:
    """Check a whole board: areas, each with a border, and paths of skulls between neighbours. Raises BadInput."""
    if not board.areas:
        raise BadInput('a map needs areas, like area = ["A: open ground 4", "B: forest 3"]')
    for area in board.areas:
        beside = board.neighbours(area.name)
        if not beside and len(board.areas) > 1:
            other = next(one.name for one in board.areas if one is not area)
            raise BadInput(f"area {area.name} has no border; write where it lies, like {area.name}-{other}")
    try:
        _verify_rifts(board)
    except Unreadable as error:
        raise BadInput(str(error)) from None
    return board
