"""Board files: the ring as far as the rulebook describes it, a table's own board, and the facts that it must satisfy.

The ring has twenty spaces, clockwise; which way that is, and what the text leaves open, is printed on the board in
the box (P3). So the described ring is completed by a table's answers, or a table's board is read from its own file.
Every fact holds whichever way round the ring is laid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Literal

from msgspec import Struct, structs

from referee.asking.question import Option, Procedure, Question, choice, yes_or_no
from referee.errors import BadInput, as_unreadable
from referee.files.files import Data, convert, expect_game, read_toml
from referee.files.kinds import expect
from referee.games.prophecy.board import (
    CITY,
    PLANES,
    SPACES,
    TERRAINS,
    VILLAGE,
    WILDERNESS,
    Astral,
    Board,
    PrintedSpace,
    Terrain,
)
from referee.games.prophecy.tables import ProphecyRow
from referee.games.prophecy.vocabulary import GAME, GUILDS
from referee.rulebook.rules import table
from referee.text.names import and_list, did_you_mean, fold, or_list

NAMED = (*GUILDS, CITY, VILLAGE, WILDERNESS)
"""The named spaces, each there once (Game Board)."""


class SpaceRow(ProphecyRow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A space in a file: a name or a terrain; with neither it is open. `inferred` lists the keys derived by P3."""

    number: int
    name: str = ""
    terrain: Terrain | Literal[""] = ""
    guild: bool = False
    port: bool = False
    gate: bool = False
    inferred: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """Whether neither name nor terrain is known."""
        return not (self.name or self.terrain)


class PlaneRow(ProphecyRow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A plane in a file: the two spaces it is attacked from, and its name unless it is that of the nearest guild."""

    spaces: tuple[int, int]
    name: str = ""
    inferred: tuple[str, ...] = ()


class Swap(ProphecyRow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two spaces of the described ring that may have changed places, with all that is on them."""

    spaces: tuple[int, int]


class Boat(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """A boat trip: the next port from `start`, its terrain, and a space near it, at most `within` spaces away.

    `between` restricts the near space to the part of the ring between two spaces that doesn't contain `start`.
    """

    start: str
    to: Terrain
    near: str
    within: int
    between: tuple[str, ...] = ()


class Fact(ProphecyRow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A fact about the board, used as a check: ports, gates, spaces in a row, a way by boat, a plane's two spaces."""

    text: str
    port: tuple[str, ...] = ()
    gate: tuple[str, ...] = ()
    row: tuple[tuple[str, ...], ...] = ()
    boat: Boat | None = None
    plane: tuple[str, ...] = ()

    def holds(self, board: Board) -> bool:
        """Return whether a board agrees with it."""
        return (
            all(board[board.number_of(name)].port for name in self.port)
            and all(board[board.number_of(name)].gate for name in self.gate)
            and (not self.row or any(_in_a_row(board, names) for names in self.row))
            and (self.boat is None or _by_boat(board, self.boat))
            and (not self.plane or any(_names(board, p.spaces) == sorted(self.plane) for p in board.planes))
        )


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Contents of a file with a table's board."""

    space: tuple[SpaceRow, ...]
    plane: tuple[PlaneRow, ...]
    game: Literal["prophecy"] = "prophecy"
    kind: Literal["board"] = "board"
    name: str = ""
    note: str = ""


class PrintedBoard(Struct, frozen=True, forbid_unknown_fields=True):
    """The ring as the rulebook describes it, the pairs that may be swapped, the planes, and the facts."""

    space: tuple[SpaceRow, ...]
    swap: tuple[Swap, ...]
    plane: tuple[PlaneRow, ...]
    fact: tuple[Fact, ...]


printed_board = table(GAME, "board", PrintedBoard)
"""The board as far as the rulebook describes it. Raises BadInput if the table is broken."""


# --- building and reading -------------------------------------------------------------------------------


def complete(
    terrain: Mapping[int, Terrain],
    *,
    gates: Iterable[int] = (),
    swapped: Iterable[tuple[int, int]] = (),
    reverse: bool = False,
) -> Board:
    """Complete the described ring with a table's answers, by its numbers; `reverse` if clockwise is the other way.

    Swaps are made first: the other answers are about the spaces after them. The planes lie as inferred.
    Raises BadInput if the board contradicts a fact of the rulebook.
    """
    spaces = {space.number: _place(space) for space in printed_board().space}
    for one, other in swapped:
        spaces[one], spaces[other] = spaces[other], spaces[one]
    for number, what in terrain.items():
        spaces[number] = structs.replace(spaces[number], name=what)
    for number in gates:
        spaces[number] = structs.replace(spaces[number], gate=True)
    if missing := [str(number) for number, place in spaces.items() if not place.name]:
        raise BadInput(f"the board: the terrain of space {and_list(missing)} isn't given; it is {or_list(TERRAINS)}")
    mirrored = {number: (1 - number) % SPACES + 1 if reverse else number for number in spaces}  # the first one stays
    ring = [spaces[mirrored[number]] for number in Board.numbers()]
    planes = [(mirrored[one], mirrored[other], "") for one, other in (row.spaces for row in printed_board().plane)]
    return check_board(ring, planes, "the board")


def load_board(path: Path) -> Board:
    """Read a table's board from its file. Raises BadInput that names the fact it contradicts."""
    data = read_toml(path)
    expect_game(data, GAME, "a board", path)
    expect("board", data, path)
    file = convert(data, BoardFile, str(path))
    numbers = [space.number for space in file.space]
    if sorted(numbers) != list(range(1, SPACES + 1)):
        raise BadInput(f"{path}: the ring has the spaces 1 to {SPACES}, each once; {_misnumbered(numbers)}")
    for space in file.space:
        _check_space(space, str(path))
    spaces = [_place(space) for space in sorted(file.space, key=lambda space: space.number)]
    return check_board(spaces, [(*row.spaces, row.name) for row in file.plane], str(path))


def data_of(board: Board) -> Data:
    """Return a board as the data of its file."""
    spaces = []
    for number, place in enumerate(board.spaces, 1):
        space: Data = {"number": number, "terrain" if place.terrain else "name": place.name}
        spaces.append(space | {key: True for key in ("guild", "port", "gate") if getattr(place, key)})
    planes = [{"name": plane.name, "spaces": list(plane.spaces)} for plane in board.planes]
    return {"game": GAME, "kind": "board", "space": spaces, "plane": planes}


def _place(space: SpaceRow) -> PrintedSpace:
    return PrintedSpace(space.name or space.terrain, space.port, space.gate)


def _misnumbered(numbers: Sequence[int]) -> str:
    if twice := next((number for number in numbers if numbers.count(number) > 1), None):
        return f"space {twice} is listed twice"
    if beyond := [number for number in numbers if not 1 <= number <= SPACES]:
        return f"there is no space {beyond[0]}"
    missing = [str(number) for number in range(1, SPACES + 1) if number not in numbers]
    return f"{and_list(missing)} {'is' if len(missing) == 1 else 'are'} missing"


def _check_space(space: SpaceRow, where: str) -> None:
    """Check that a space has either a name or a terrain, and is marked as a guild if it is one. Raises BadInput."""
    here = f"{where}: space {space.number}"
    if space.open or (space.name and space.terrain):
        raise BadInput(
            f"{here} has {'both ' * bool(space.name)}{'' if space.name else 'no '}name "
            f"{'and' if space.name else 'or'} terrain; it has either"
        )
    if space.name in TERRAINS:
        raise BadInput(f'{here}: {space.name} is a terrain: write terrain = "{space.name}"')
    if space.name and space.name not in NAMED:
        raise BadInput(f'{here}: no space is called "{space.name}"{did_you_mean(space.name, (*NAMED, *TERRAINS))}')
    if space.guild != (space.name in GUILDS):
        is_one = "is no guild" if space.guild else "is a guild: write guild = true"
        raise BadInput(f"{here}: {space.name or space.terrain} {is_one} (Game Board)")


# --- checking -----------------------------------------------------------------------------------------


def check_board(spaces: Sequence[PrintedSpace], planes: Sequence[tuple[int, int, str]], where: str) -> Board:
    """Build a board of its spaces, clockwise, and its planes, checked against every fact of the rulebook.

    Raises BadInput that names the fact and the heading it stands under.
    """
    if len(spaces) != SPACES:
        raise BadInput(f"{where}: the board is a ring of {SPACES} spaces; there are {len(spaces)} (Game Board, P1)")
    there = [place.name for place in spaces]
    for name in NAMED:
        if there.count(name) != 1:
            many = "missing" if name not in there else "there more than once"
            raise BadInput(f"{where}: {name} is {many}; it is one of the {SPACES} spaces (Game Board)")
    if len(planes) != PLANES:
        raise BadInput(f"{where}: there are {PLANES} planes, not {len(planes)} (Game Board)")
    for one, other, _ in planes:
        if one == other or not {one, other} <= set(range(1, SPACES + 1)):
            raise BadInput(
                f"{where}: a plane is attacked from two spaces of the ring, not from {one} and {other} "
                "(Attack on the Astral Planes)"
            )
    names = [name or _nearest_guild(there, (one, other)) for one, other, name in planes]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadInput(f"{where}: two planes are called after {twice}; give them names of their own")
    board = Board(
        tuple(spaces), tuple(Astral(name, (one, other)) for name, (one, other, _) in zip(names, planes, strict=True))
    )
    for fact in printed_board().fact:
        if not fact.holds(board):
            raise BadInput(f"{where}: this contradicts the rulebook, where {fact.text} ({fact.place})")
    return board


def _nearest_guild(there: Sequence[str], spaces: tuple[int, int]) -> str:
    """Return the guild with the shortest ways to a plane's two spaces; of equals the first in the rulebook."""
    ways = {guild: sum(_distance(there.index(guild) + 1, space) for space in spaces) for guild in GUILDS}
    return min(GUILDS, key=lambda guild: ways[guild])


def _distance(one: int, other: int) -> int:
    """Return the distance between two spaces, the shorter way round."""
    return min((one - other) % SPACES, (other - one) % SPACES)


def _names(board: Board, spaces: Iterable[int]) -> list[str]:
    return sorted(board[space].name for space in spaces)


def _in_a_row(board: Board, names: Sequence[str]) -> bool:
    """Return whether spaces with these names lie side by side in this order, in either direction."""
    return any(
        all(board[Board.step(space, way * steps)].name == name for steps, name in enumerate(names))
        for space in Board.numbers()
        for way in (1, -1)
    )


def _by_boat(board: Board, boat: Boat) -> bool:
    start = board.number_of(boat.start)
    between = set(_between(board, start, boat.between)) if boat.between else set(Board.numbers())
    near = [space for space in between if board[space].name == boat.near]
    return any(
        board[port].name == boat.to and any(_distance(port, space) <= boat.within for space in near)
        for port in board.ports_beside(start)
    )


def _between(board: Board, start: int, ends: Sequence[str]) -> Iterator[int]:
    """Yield the spaces between two, on the part of the ring where `start` doesn't lie."""
    one, other = (board.number_of(name) for name in ends)
    for way in (1, -1):
        inside = [Board.step(one, way * steps) for steps in range(1, SPACES)]
        inside = list(takewhile(lambda space: space != other, inside))
        if start not in inside:
            yield from inside


# --- Asking for a table's board: only what the rulebook leaves open (Game Board; P3) --------------


NO_MORE = "none"


def ask_board() -> Procedure[Board]:
    """Ask for a table's board without a file: only what the rulebook leaves open (P3)."""
    entry = printed_board()
    names = {space.number: space.name or space.terrain or "?" for space in entry.space}
    ring = ", ".join(f"{number} {name}" for number, name in names.items())
    first, *_, last = (space.name for space in entry.space[1:] if space.guild)
    ways = Option("no", first, "as in the list"), Option("yes", last, "the other way round")
    asks = "Walk clockwise from the Monastery: which guild comes first"
    reverse: bool = yield structs.replace(
        yes_or_no("clockwise", asks, hint=f"the ring: {ring}"),
        options=lambda: ways,
    )
    terrain: dict[int, Terrain] = {}
    for number in (space.number for space in entry.space if space.open):
        before, after = (names[(number + step - 1) % len(names) + 1] for step in (-1, 1))
        where = f"after {before}" if after == "?" else f"between {before} and {after}"
        what = yield choice(f"space {number}", f"Space {number}, {where}", [*map(Option, TERRAINS)])
        terrain[number], names[number] = what, what
    swapped = []
    for swap in entry.swap:
        one, other = swap.spaces
        alike = names[one] == names[other]  # then only what is on them tells which is which
        first, last = (
            f"{names[number]} ({number}{', with the port' * (alike and entry.space[number - 1].port)})"
            for number in (one, other)
        )
        prompt = f"Are {first} and {last} the other way round"
        if (yield yes_or_no(f"swap {one}", prompt)):
            swapped.append((one, other))

    unturned = complete(terrain, swapped=swapped)

    def parse(text: str) -> Board:
        gates = [] if fold(text) == NO_MORE else [unturned.find_space(part) for part in text.split(",")]
        with as_unreadable():
            return complete(terrain, gates=gates, swapped=swapped, reverse=reverse)

    board: Board = yield Question(
        "gates",
        "Which spaces besides City and Wilderness have a Magic Gate",
        parse,
        default=NO_MORE,
        hint="their numbers or names, commas between",
    )
    return board
