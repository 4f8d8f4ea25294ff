"""What a state that was read can be: the tools with which each game says what can't.

A check is a function that yields what can't be, one sentence in the table's words each, with the page or the ruling
where there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from referee.text.names import and_list, fold

Findings = Iterator[str]


def twice(names: Iterable[str]) -> str:
    """The first name that comes a second time, however it is spelt; "" if each comes once."""
    seen: set[str] = set()
    for name in names:
        if (key := fold(name)) in seen:
            return name
        seen.add(key)
    return ""


def repeated(what: str, names: Iterable[str]) -> Findings:
    """A name that stands twice where each stands once; `what` is how the file calls them."""
    if name := twice(names):
        yield f"{what}: {name} stands there twice"


def always(attribute: str, total: int) -> Callable[[Any, Any], Findings]:
    """The check that all of what a player has in places, in a list of this name, are so many."""

    def check(setup: Any, state: Any) -> Findings:
        has = {player.name: sum(getattr(player, attribute)) for player in state.players}
        yield from (
            f"{name} has {many} {attribute}; it must be {total}" for name, many in has.items() if many != total
        )

    return check


def of_players(setup: Any, first: int = 0) -> Findings:
    """Of any set-up: names tell the players apart, and one of them starts, who is the `first`."""
    if name := twice(_names(setup)):
        yield f"two players are called {name}; each needs another name"
    yield from seated([("start", first)], setup.players)


def of_seats(setup: Any, state: Any, seats: Iterable[tuple[str, int]] = ()) -> Findings:
    """Of any state: its players are those of the set-up, and all `seats` are numbers of players."""
    named, agreed = _names(state), _names(setup)
    if named != agreed:
        yield f"its players are not those of the set-up: {and_list(named)} instead of {and_list(agreed)}"
    yield from seated(seats, state.players)


def seated(seats: Iterable[tuple[str, int]], players: Sequence[Any]) -> Findings:
    """Numbers that stand for players do, each with what it is."""
    for what, number in seats:
        if number >= len(players):
            yield f"{what}: there is no player {number}; players are numbers from 0 to {len(players) - 1}"


def _names(of: Any) -> list[str]:
    return [getattr(player, "name", player) for player in of.players]
