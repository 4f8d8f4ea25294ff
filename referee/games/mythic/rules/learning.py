"""What is typed as the game goes: units, areas, boundaries and lines of sight that nobody knew (M1, M30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import get_args

from referee.asking.question import Option, Procedure, Question
from referee.errors import Unreadable
from referee.games.mythic.board import words
from referee.games.mythic.board.board import Area, Boundary, Sightline
from referee.games.mythic.rules.context import FREE, Match, Refusal
from referee.games.mythic.rules.events import Learnt
from referee.games.mythic.rules.state import Spot
from referee.games.mythic.units.language import UNITS, read_unit, write_unit
from referee.games.mythic.units.unit import Unit
from referee.games.mythic.vocabulary import Terrain
from referee.text.names import find, fold

NONE = "none"


def complete(unit: Unit) -> bool:
    """Whether all is known that an army needs to know of a unit."""
    return unit.cost is not None and unit.cards is not None and unit.art is not None


def find_known(text: str, known: Mapping[str, Unit]) -> Unit | None:
    """The known unit that is meant; None for a name that is another. Raises Ambiguous or Unreadable (a near name)."""
    key = fold(text)
    if key in known or any(name.startswith(key) for name in known):
        return find(text, known, "unit")
    return None


def unit_line(name: str, kind: str) -> Question[Unit]:
    """The question for what is printed on a unit's dashboard or card, with an example of a kind."""

    def parse(text: str) -> Unit:
        named = fold(text.partition(":")[0]) == fold(name)
        unit = read_unit(text if named else f"{name}: {text.strip()}")
        if not complete(unit):
            raise Unreadable(f"{name}: its cost, its number of cards and its strategic value (art) are needed too")
        return unit

    example = UNITS.examples[kind].partition(": ")[2]
    return Question(
        f"card {fold(name)}",
        f"What is printed on {name}",
        parse,
        hint=f"as in: {example}",
        write=write_unit,
        whole=True,
    )


def whole_unit(match: Match, name: str, typed: Unit | None = None, *, kind: str = "hero") -> Procedure[Unit]:
    """The sheet of a unit, most likely of this kind; asked for where it isn't known or lacks something."""
    unit = typed or match.known(name)
    if unit is None or not complete(unit):
        unit = yield unit_line(name, kind)
        typed = unit
    if typed is not None:
        learn(match, typed)
    return unit


def learn(match: Match, unit: Unit) -> None:
    """Note what is printed on a unit."""
    match.state.learnt = [one for one in match.state.learnt if fold(one.name) != fold(unit.name)]
    match.state.learnt.append(unit)
    match.emit(Learnt(write_unit(unit)))


# --- the map ----------------------------------------------------------------------------------------


def area_named(match: Match, text: str) -> str:
    """An area by its name, as the map has it or as it is typed for the first time. Raises Unreadable."""
    known = {fold(name): name for name in match.state.board.names}
    return known.get(fold(text)) or words.AREAS.read_name(text)


WhyNot = Callable[[Match, str], Refusal]
"""Why nothing can be set down in an area, as a game with that area stands."""


def open_to_all(match: Match, name: str) -> Refusal:
    """Nothing forbids an area."""
    return FREE


def known_area(match: Match, name: str, why_not: WhyNot = open_to_all) -> Procedure[str]:
    """An area that the map has; asked for where it is missing, with the borders that it has to known areas.

    Raises Illegal for one that can't be entered as it is meant.
    """
    game = match.state
    if name in game.board:
        match.refuse(*why_not(match, name))
        return name
    area: Area = yield _area_question(match, name, why_not)
    _add_area(match, area)
    match.emit(Learnt(f"area {words.write_area(area)}"))
    others = game.board.names[:-1]
    if others:
        borders: tuple[Boundary, ...] = yield _borders_question(match, name, others)
        for border in borders:
            game.board = words.with_border(game.board, border)
            match.emit(Learnt(f"border {words.write_border(border)}"))
    return name


def _add_area(match: Match, area: Area) -> None:
    match.state.board = words.with_area(match.state.board, area)
    match.state.spots[area.name] = Spot(match.state.board.elements(area.name))


def new_area(match: Match, seat: int, begun: str, read: Callable[[str], object]) -> Iterator[Option]:
    """Offer a player an area of the own zone that nobody has told yet, where the map is learnt and the zone is known.

    `begun` is the answer without its area, `read` reads the whole one. Raises what it raises.
    """
    zone = match.state.players[seat].zone
    if match.setup.board_file or not zone:
        return

    def whole(text: str) -> str:
        said = f"{begun} {text.strip()}".strip()
        read(said)
        return said

    asked = Question("new area", f"The name of a new area of zone {zone}", whole, open=True, hint="like Camp")
    yield Option(begun, label=f"{begun} AREA", detail=f"a new area of zone {zone}", more=lambda: asked)


def _area_question(match: Match, name: str, why_not: WhyNot) -> Question[Area]:
    def parse(text: str) -> Area:
        told = fold(text.partition(":")[0]) == fold(name)
        area = words.read_area(text if told else f"{name}: {text.strip()}")
        trial = replace(match, state=match.state.copy())
        _add_area(trial, area)
        trial.refuse(*why_not(trial, name))
        return area

    return Question(f"area {fold(name)}", f"What is area {name}", parse, write=words.write_area,
                    hint="terrain, room for how many units, zone if any, like forest 3, zone north; terrains: "
                    + ", ".join(get_args(Terrain)))  # fmt: skip


def _borders_question(match: Match, name: str, others: Sequence[str]) -> Question[tuple[Boundary, ...]]:
    """Which of the areas that are known a new one touches, and what lies between."""
    board = match.state.board

    def parse(text: str) -> tuple[Boundary, ...]:
        if fold(text) in (NONE, ""):
            return ()
        found, grown = [], board
        for part in filter(None, map(str.strip, text.split(","))):
            whole = part if "-" in part.partition(" ")[0] else f"{name}-{part}"
            found.append(words.read_border(whole, board.names))
            if name not in (found[-1].first, found[-1].second):
                raise Unreadable(f"these are the borders of {name}; {part} isn't one")
            grown = words.with_border(grown, found[-1])
        return tuple(found)

    return Question(
        f"borders {fold(name)}", f"Which of {', '.join(others)} does {name} touch", parse, default=NONE,
        hint=f"like {others[-1]} wall; {name}-{others[-1]} above where an arrowhead points down to {others[-1]}",
        write=lambda borders: ", ".join(map(words.write_border, borders)) or NONE,
    )  # fmt: skip


def known_way(match: Match, start: str, areas: tuple[str, ...]) -> Procedure[None]:
    """All that a way needs to be known of the map; asked for where it is missing."""
    for area in areas:
        yield from known_area(match, area)


def known_line(match: Match, one: str, other: str) -> Procedure[None]:
    """What the line between two centres meets; asked once and kept (M30)."""
    game = match.state
    if game.board.line(one, other) is not None:
        return

    def parse(text: str) -> Sightline:
        return words.read_met(one, other, text, game.board)

    what = f"What does the straight line from the centre of {one} to that of {other} meet"
    line: Sightline = yield Question(
        f"line {fold(one)}-{fold(other)}", what, parse, default=words.NOTHING, write=words.write_met,
        hint="areas, and borders that hide, like C, B-D; nothing",
    )  # fmt: skip
    game.board = words.with_line(game.board, line)
    match.emit(Learnt(f"line {words.write_line(line)}"))
