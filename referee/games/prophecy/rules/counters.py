"""What is counted of a hero: Gold, Experience, and cubes right and left, each with the words for a change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from referee.declaration.counts import Counter, Wording
from referee.declaration.tracking import BATTLES, SCORE, TrackingLevel, TrackingLevels
from referee.games.prophecy.rules.state import GameState
from referee.games.prophecy.vocabulary import MOST_BLUE, MOST_RED

if TYPE_CHECKING:
    from referee.games.prophecy.rules.state import Hero


def _cubes(total: str, right: str) -> Callable[[Hero, int], None]:
    """Let a hero have so many cubes in all; those that come or go lie on the right (P7)."""

    def put(hero: Hero, number: int) -> None:
        changed: int = number - getattr(hero, total)
        setattr(hero, total, number)
        setattr(hero, right, min(number, max(0, getattr(hero, right) + changed)))

    return put


def _of_cubes(colour: str) -> Callable[[int], str]:
    """So many cubes in words: "a red cube"."""
    return lambda many: f"{'a' if many == 1 else many} {colour} cube{'s' * (many != 1)}"


def _taken(name: str) -> Counter[Any]:
    """What is taken from the bank, and given back to it."""
    so_many = Wording("takes {many} ({source}); {now} now", "gives back {many} ({source}); {now} now",
                   amount=lambda many: f"{many} {name.capitalize()}")  # fmt: skip
    return Counter(name, said=so_many)


def _right(name: str, colour: str) -> Counter[Any]:
    """What cubes on the right count, which are never more than there are in all."""
    moved = Wording("moves {many} to the right ({source}); {now} on the right now",
                 "moves {many} to the left ({source}); {now} on the right now",
                 "has {many} on the right now ({source})", amount=_of_cubes(colour),
                 more="move {many} to the right", fewer="move {many} to the left")  # fmt: skip
    return Counter(name, most=lambda hero: int(getattr(hero, colour)), said=moved)


def _in_all(name: str, colour: str, right: str, most: int) -> Counter[Any]:
    """What all cubes of a colour count."""
    gone = Wording("takes {many} for good ({source}); {now} in all now",
                "gives back {many} for good ({source}); {now} in all now",
                "has {many} in all now ({source})", amount=_of_cubes(colour),
                more="take {many} for good", fewer="give {many} back for good")  # fmt: skip
    return Counter(
        name, most=most, value=lambda hero: int(getattr(hero, colour)), put=_cubes(colour, right), said=gone
    )


COUNTERS = (
    _taken("gold"), _taken("experience"), _right("health", "red"), _right("magic", "blue"),
    _in_all("strength", "red", "health", MOST_RED), _in_all("willpower", "blue", "magic", MOST_BLUE),
)  # fmt: skip
COUNTER: Mapping[str, Counter[Any]] = {counter.name: counter for counter in COUNTERS}


_PHASES = {
    "normal": "",
    "final battle": " · the Final Battle",
    "countdown": " · the countdown",
    "apocalypse": " · the Apocalypse",
}

TRACKING_LEVELS: TrackingLevels[GameState] = TrackingLevels(
    lighter={
        BATTLES: TrackingLevel(
            names=("artifacts",),
            keeps="whose round, Chance cards, fights with their odds, Artifacts, the limits are called",
        ),
        SCORE: TrackingLevel(keeps="players and rounds; the Artifacts are counted at the end"),
    },
    ready=lambda state: state.step == "chance" or state.known == SCORE,
    scored=("artifacts",),
    others=("heroes", "spaces", "planes", "decks"),
    heading=lambda state: "the end" if state.over else f"{state.hero.name}'s round{_PHASES[state.phase]}",
)
"""What the lighter levels keep: what people forget, and what decides the end."""
