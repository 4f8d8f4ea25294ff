"""Which single card more would raise a player's score most (pp. 24-26).

Nothing is reckoned here: each card that can still be had is put to the player's holdings, and the whole is scored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.games.conjurers.rules.card_pool import level_of, pile, stock_of_artifacts, unknown_creatures
from referee.games.conjurers.rules.state import GameState, Player, Setup, open_mythologies
from referee.games.conjurers.scores.of_game import holdings
from referee.games.conjurers.scores.score import score
from referee.games.conjurers.scores.sheet import SheetHoldings
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.vocabulary import Mythology

OWN = ("levels", "points")
"""The parts of the score that a card brings by itself."""


class PointsGained(Struct, frozen=True):
    """Victory points that a card more brings in one part of the score: "variety", "combinations"."""

    part: str
    points: int


class CardInReach(Struct, frozen=True):
    """A card that can still be had, and what it would add to a player's score, in victory points.

    A creature is any of its mythology and level ("norse 4"); `cards` are those known by name. One that isn't `sure`
    is only possible: no card of that level is known to be left, but some of the mythology have no name yet.
    """

    kind: Literal["creature", "artifact"]
    mythology: Mythology
    what: str
    points: int
    gains: tuple[PointsGained, ...]
    cards: tuple[str, ...] = ()
    sure: bool = True

    @property
    def bonus(self) -> int:
        """What it adds beyond its own level or points."""
        return sum(gain.points for gain in self.gains if gain.part not in OWN)


def in_reach(setup: Setup, game: GameState, player: Player) -> list[CardInReach]:
    """Every single card more that can be had, the one that adds most first; a sure one before a possible one."""
    held = holdings(setup, game, player)
    players = len(setup.players)
    before = _parts(held, players)
    found = [
        _reach(*card, before, players) for card in (*_creatures(setup, game, held), *_artifacts(setup, game, held))
    ]
    return sorted(found, key=lambda reach: (-reach.points, not reach.sure, reach.kind, reach.what))


def best_of_each(found: Iterable[CardInReach]) -> list[CardInReach]:
    """Of cards in reach, those that bring a bonus: the best creature and artifact of each mythology."""
    best: dict[tuple[str, str], CardInReach] = {}
    for reach in found:
        if reach.bonus:
            best.setdefault((reach.kind, reach.mythology), reach)
    return list(best.values())


Card = tuple[CardInReach, SheetHoldings]
"""A card, not scored yet, and the holdings with it."""


def _creatures(setup: Setup, game: GameState, held: SheetHoldings) -> Iterator[Card]:
    """The creatures of level 2 and more that are left (A7); those of level 1 are only dealt (p. 9)."""
    for mythology in open_mythologies(setup):
        left = pile(setup, game, mythology)
        for level in box_tables.players().box.levels[1:]:
            cards = tuple(name for name in left if level_of(setup, game, name) == level)
            if cards or unknown_creatures(setup, game, mythology):
                with_it = replace(held, creatures=(*held.creatures, (mythology, level)))
                yield CardInReach("creature", mythology, f"{mythology} {level}", 0, (), cards, bool(cards)), with_it


def _artifacts(setup: Setup, game: GameState, held: SheetHoldings) -> Iterator[Card]:
    for artifact in stock_of_artifacts(setup, game):
        with_it = replace(held, artifacts=(*held.artifacts, artifact))
        yield CardInReach("artifact", artifact.mythology, artifact.name, 0, (), (artifact.name,)), with_it


def _reach(card: CardInReach, with_it: SheetHoldings, before: Counter[str], players: int) -> CardInReach:
    after = _parts(with_it, players)
    gains = tuple(PointsGained(part, after[part] - before[part]) for part in after if after[part] != before[part])
    return replace(card, points=after.total() - before.total(), gains=gains)


def _parts(held: SheetHoldings, players: int) -> Counter[str]:
    """Victory points by the part of the score in which they count."""
    found: Counter[str] = Counter()
    for line in score([held], players).standing[0].lines:
        name = line.part or line.category
        found[f"artifact {name}" if line.category == "artifacts" and name != "points" else name] += line.points
    return found
