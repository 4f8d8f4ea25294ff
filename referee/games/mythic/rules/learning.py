"""What is typed as the game goes: units, areas, boundaries and lines of sight that nobody knew (M1, M30)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.asking.question import Procedure, Question
from referee.errors import Unreadable
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.events import Learnt
from referee.games.mythic.units.language import read_unit, write_unit
from referee.games.mythic.units.unit import Unit
from referee.text.names import find, fold

EXAMPLE = "hero 3, greek, 3 cards, art 1; 5-3 6/7/0/2 a, 2-1 5/7/0/2; a Second Breath: active: heal 1"


def complete(unit: Unit) -> bool:
    """Whether all is known that an army needs to know of a unit."""
    return unit.cost is not None and unit.cards is not None and unit.art is not None


def find_known(text: str, known: Mapping[str, Unit]) -> Unit | None:
    """The known unit that is meant; None for a name that is another. Raises Ambiguous or Unreadable (a near name)."""
    key = fold(text)
    if key in known or any(name.startswith(key) for name in known):
        return find(text, known, "unit")
    return None


def unit_line(name: str) -> Question[Unit]:
    """The question for what is printed on a unit's dashboard or card."""

    def parse(text: str) -> Unit:
        named = fold(text.partition(":")[0]) == fold(name)
        unit = read_unit(text if named else f"{name}: {text.strip()}")
        if not complete(unit):
            raise Unreadable(f"{name}: its cost, its number of cards and its strategic value (art) are needed too")
        return unit

    return Question(
        f"card {fold(name)}", f"What is printed on {name}", parse, hint=f"as in: {EXAMPLE}", write=write_unit
    )


def whole_unit(match: Match, name: str, typed: Unit | None = None) -> Procedure[Unit]:
    """The sheet of a unit, asked for where it isn't known or lacks something."""
    unit = typed or match.known(name)
    if unit is None or not complete(unit):
        unit = yield unit_line(name)
        typed = unit
    if typed is not None:
        learn(match, typed)
    return unit


def learn(match: Match, unit: Unit) -> None:
    """Note what is printed on a unit."""
    match.game.learnt = [one for one in match.game.learnt if fold(one.name) != fold(unit.name)]
    match.game.learnt.append(unit)
    match.emit(Learnt(write_unit(unit)))


# --- the map ----------------------------------------------------------------------------------------


def area_named(match: Match, text: str) -> str:
    """An area by its name, as the map has it or as it is typed for the first time. Raises Unreadable."""
    known = {fold(name): name for name in match.game.board.names}
    return known.get(fold(text)) or text


def known_area(match: Match, name: str) -> Procedure[str]:
    """An area that the map has; asked for where it is missing."""
    yield from ()
    return name


def known_way(match: Match, start: str, areas: tuple[str, ...]) -> Procedure[None]:
    """All that a way needs to be known of the map; asked for where it is missing."""
    yield from ()
