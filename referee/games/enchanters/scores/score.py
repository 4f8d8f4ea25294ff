"""Glory at the end of the game, line by line, and who wins (End of the game; E-z, E-aa, E-ab, E-aq)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Literal

from referee.cards.known import card_of
from referee.declaration.tracking import EVERYTHING
from referee.effects.terms import Term, listed, total
from referee.games.enchanters.cards.wording import Glory
from referee.games.enchanters.readings import Tie
from referee.games.enchanters.rules import powers
from referee.games.enchanters.rules.powers import ActiveRule
from referee.games.enchanters.rules.state import GameState, Player, Setup
from referee.games.enchanters.vocabulary import pile_for
from referee.scores.score import Outcome, PlayerScore, ScoreLine
from referee.text.names import printed

Category = Literal["items", "enchantments", "monsters", "dragons", "wounds", "village"]
CATEGORIES: tuple[Category, ...] = ("items", "enchantments", "monsters", "dragons", "wounds", "village")


class Reason(StrEnum):
    """What decides who wins (E-ab)."""

    TOTAL = "total"
    WOUNDS = "wounds"
    SHARED = "shared"


def score(setup: Setup, game: GameState) -> Outcome:
    """The score if the game ended now; glory counts of covered cards too (E-z)."""
    players = tuple(
        PlayerScore(player.name, tuple(_lines(setup, game, number))) for number, player in enumerate(game.players)
    )
    return outcome_of(players, [player.wounds for player in game.players], setup.tie, over=game.over)


def outcome_of(players: Sequence[PlayerScore], wounds: Sequence[int], tie: Tie, *, over: bool) -> Outcome:
    """Who wins by most glory; of players who are level all, or by that `tie` those with the fewest wounds (E-ab)."""
    best = max(player.total for player in players)
    leading = [number for number, player in enumerate(players) if player.total == best]
    reason = Reason.TOTAL if len(leading) == 1 else Reason.SHARED
    if len(leading) > 1 and tie == "fewest wounds":
        least = min(wounds[number] for number in leading)
        leading = [number for number in leading if wounds[number] == least]
        reason = Reason.WOUNDS if len(leading) == 1 else Reason.SHARED
    return Outcome(reason, tuple(players[number].name for number in leading), tuple(players), over=over)


def wound_line(wounds: int, each: int) -> ScoreLine:
    """What wounds cost at the end, each so much."""
    return ScoreLine("wounds", "", f"{wounds} at -{each}", -each * wounds, ("wound-glory",))


def _lines(setup: Setup, game: GameState, number: int) -> Iterator[ScoreLine]:
    player = game.players[number]
    if game.tracking != EVERYTHING:  # the table has counted it
        yield from _told(setup, player)
        return
    of: dict[str, list[str]] = {category: [] for category in CATEGORIES}
    for pile in player.piles():
        for name in pile:
            of[f"{card_of(setup, game, name).type}s"].append(name)
    in_sight = list(powers.card_rules(setup, game, number))
    for category in CATEGORIES[:4]:
        counted = (Term(printed(name), _glory(setup, game, player, name)) for name in of[category])
        if scoring := [term for term in counted if term.amount]:
            yield ScoreLine(category, "", listed(scoring), total(scoring), ("glory", "E-z"))
        own = [active for active in in_sight if active.source in of[category]]
        yield from _counted_lines(setup, game, number, category, own)
    yield from _wounds(setup, player)
    yield from _counted_lines(setup, game, number, "village", powers.village_rules(setup, game))


def _glory(setup: Setup, game: GameState, player: Player, name: str) -> int:
    """The glory of a card of a pile; where the table reads it so, a covered one's only below its line (E-z)."""
    card = card_of(setup, game, name)
    pile = player.pile(pile_for(card.type))
    covered = setup.covered_glory == "visible" and not card.fights and name != pile[-1]
    return card.lower.glory + (0 if covered else card.glory)


def _wounds(setup: Setup, player: Player) -> Iterator[ScoreLine]:
    if player.wounds and setup.wound_glory:
        yield wound_line(player.wounds, setup.wound_glory)


def _told(setup: Setup, player: Player) -> Iterator[ScoreLine]:
    """The glory of each pile and of the village as the table has counted it."""
    for category in CATEGORIES:
        if category == "wounds":
            yield from _wounds(setup, player)
        elif points := player.glory.get(category, 0):
            ids = ("village-glory", "E-aa") if category == "village" else ("glory", "E-z")
            yield ScoreLine(category, "", "as counted", points, ids)


def _counted_lines(
    setup: Setup, game: GameState, number: int, category: Category, rules: Iterable[ActiveRule]
) -> Iterator[ScoreLine]:
    """What villages and cards in sight add for what a player has; attack and defence without boosts (E-aa, E-aq)."""
    ids = ("village-glory", "E-aa") if category == "village" else ("glory", "E-aq")
    for active in rules:
        for effect in active.rule.effects:
            if isinstance(effect, Glory):
                points, counted = _counted(setup, game, number, effect)
                if points:
                    yield ScoreLine(category, "", f"{printed(active.source)}: {counted}", points, ids)


def _counted(setup: Setup, game: GameState, number: int, effect: Glory) -> tuple[int, str]:
    """The glory that an effect comes to, and from what."""
    per = effect.per
    return counted_words(effect, 0 if per is None else powers.count(setup, game, number, per.of, boosts=False))


def counted_words(effect: Glory, has: int) -> tuple[int, str]:
    """The glory that an effect comes to for a player who has so much of what it counts, and from what."""
    points, per = effect.each, effect.per
    if per is None:
        return points, f"{points} at the end"
    return points * (has // per.number), f"{has} {per.of}, {points} for every {per.words}"
