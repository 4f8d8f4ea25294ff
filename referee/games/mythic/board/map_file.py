"""Map files: areas, borders and lines of sight, a line each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.declaration.game import twice
from referee.errors import BadInput, Unreadable, naming_place
from referee.files.files import convert, expect_game, read_toml
from referee.files.kinds import expect
from referee.games.mythic.board import words
from referee.games.mythic.board.board import Board
from referee.games.mythic.tables import numbers
from referee.games.mythic.units.powers import read_token
from referee.games.mythic.vocabulary import GAME, MYTHOLOGIES, AreaAttacks, Few
from referee.text.names import by_key, did_you_mean, fold, or_list


class MapFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A map in a file: its name, and the lines that describe it, which `words` parses."""

    area: tuple[str, ...]
    border: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    game: Literal["mythic"] = "mythic"
    kind: Literal["map"] = "map"
    name: str = ""
    note: str = ""


def load_map(path: Path) -> Board:
    """Load the board from a map file. Raises BadInput that names the wrong line, and what would be right."""
    data = expect_game(read_toml(path), GAME, "a map", path)
    expect("map", data, path)
    return build_board(convert(data, MapFile, str(path)), str(path))


def build_board(file: MapFile, where: str) -> Board:
    """Build the board of a map file. Raises BadInput."""
    board = Board()
    lines: dict[Literal["area", "border", "line"], tuple[str, ...]]
    lines = {"area": file.area, "border": file.border, "line": file.line}
    for what, texts in lines.items():
        for text in texts:
            with naming_place(f'{where}: {what} "{text}"'):
                board = words.grown(board, what, text)
    with naming_place(where, BadInput):
        return words.check_board(board)


# --- Scenario file --------------------------------------------------------------------------------
# Scenario files: players, units, map, zones, stones and victory.


SKIRMISH = "skirmish"
"""The victory conditions of the rules; any other text is judged by the players."""


class ScenarioFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario in a file; `map` is a file beside it, and its lists hold lines as typed."""

    game: Literal["mythic"] = "mythic"
    kind: Literal["scenario"] = "scenario"
    name: str = ""
    note: str = ""
    players: int
    teams: bool | None = None
    points: Annotated[int, Meta(ge=1, le=99)] | Literal["none"] | None = None
    divinity: Literal["god", "titan"] | None = None
    lead: Annotated[int, Meta(ge=1, le=4)] | None = None
    area_attacks: AreaAttacks | None = None
    map: str
    zone: tuple[str, ...] = ()
    stone: tuple[str, ...] = ()
    thing: tuple[str, ...] = ()
    unit: tuple[str, ...] = ()
    token: tuple[str, ...] = ()
    victory: str = SKIRMISH


class Scenario(Struct, frozen=True, kw_only=True):
    """A scenario: players, their RP (None: no recruiting by points), zones by seat, stones by mythology and area.

    `divinity`, `lead` (a seat from 0) and `area_attacks` (who makes them, M37) are None where the players agree on
    them. `things` count as stones, under their own names (M75); `tokens` lie there from the start, as typed. `units`
    are those that may be recruited; empty: all. `victory` is "" for the victory conditions of the rules.
    """

    players: int
    teams: bool
    points: Few | None
    divinity: Literal["god", "titan"] | None
    lead: int | None
    area_attacks: AreaAttacks | None = None
    board: Board
    map: str
    zones: tuple[str, ...] = ()
    stones: tuple[tuple[str, str], ...] = ()
    things: tuple[tuple[str, str], ...] = ()
    tokens: tuple[tuple[str, str], ...] = ()
    units: tuple[str, ...] = ()
    victory: str = ""


def load_scenario(path: Path) -> Scenario:
    """Load a scenario and its map. Raises BadInput that names what is impossible, and what would be right."""
    data = expect_game(read_toml(path), GAME, "a scenario", path)
    expect("scenario", data, path)
    file = convert(data, ScenarioFile, str(path))
    board = load_map(path.parent / file.map)
    with naming_place(path):
        usual = numbers().recruiting.points
        if file.players not in usual:
            raise Unreadable(f"players is {file.players}; it must be {or_list(map(str, sorted(usual)))}")
        whole = file.players == numbers().setup.teams * numbers().setup.team_size
        if file.teams and not whole:
            raise Unreadable(f"teams is true; {file.players} players don't make two teams of two: leave it out")
        if file.lead is not None and file.lead > file.players:
            raise Unreadable(f"lead is {file.lead}; the seats are 1 to {file.players}")
        points = usual[file.players] if file.points is None and not file.unit else file.points
        if name := twice(file.unit):
            raise Unreadable(f'unit "{name}" is listed twice; write it once')
        known = by_key((area.zone for area in board.areas if area.zone), str)
        if file.zone and len(file.zone) != file.players:
            raise Unreadable(
                f"zone has {len(file.zone)} zones; it has one for each of the {file.players} seats, in order"
            )
        for zone in file.zone:
            if fold(zone) not in known:
                known_zones = (
                    f"; zones of the map are {or_list(known.values())}" if known else "; the map has no zones"
                )
                raise Unreadable(f'no area is in zone "{zone}"{did_you_mean(zone, known.values()) or known_zones}')
        return Scenario(
            players=file.players,
            teams=whole if file.teams is None else file.teams,
            points=points if isinstance(points, int) else None,
            divinity=file.divinity,
            lead=None if file.lead is None else file.lead - 1,
            area_attacks=file.area_attacks,
            board=board,
            map=str((path.parent / file.map).as_posix()),
            zones=tuple(known[fold(zone)] for zone in file.zone),
            stones=tuple(_in_area("stone", text, board) for text in file.stone),
            things=tuple(_in_area("thing", text, board) for text in file.thing),
            tokens=tuple(_token(text, board) for text in file.token),
            units=file.unit,
            victory="" if fold(file.victory) == SKIRMISH else file.victory,
        )


def _in_area(what: str, text: str, board: Board) -> tuple[str, str]:
    """Parse a thing and its area: "greek: C". Raises Unreadable."""
    name, colon, area = text.partition(":")
    example = "greek: C" if what == "stone" else "Sacred Urn: C"
    if not (colon and name.strip() and area.strip()):
        raise Unreadable(f'{what} "{text}": write what it is, a colon and its area, like {example}')
    label = " ".join(name.split())
    if what == "stone" and fold(label) not in MYTHOLOGIES and (hint := did_you_mean(label, MYTHOLOGIES)):
        raise Unreadable(f'{what} "{text}": no mythology is called {label}{hint}')
    if what == "thing" and fold(label) in MYTHOLOGIES:
        raise Unreadable(f'thing "{text}": a {fold(label)} stone is written as one: stone = ["{text}"]')
    return fold(label) if what == "stone" else label, _area(what, text, area, board)


def _token(text: str, board: Board) -> tuple[str, str]:
    """Parse a token that lies in an area from the start: "C: token Altar x1, 4/2: enemies here can't run"."""
    area, colon, rest = text.partition(":")
    if not colon:
        raise Unreadable(f'token "{text}": write its area, a colon and the token, like C: token Altar x1, 4/2')
    return _area("token", text, area, board), read_token(rest.strip()).text


def _area(what: str, text: str, area: str, board: Board) -> str:
    with naming_place(f'{what} "{text}"', raised=Unreadable):
        return words.find_area(area.strip(), board.names)
