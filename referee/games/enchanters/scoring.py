"""Glory at the end of the game, line by line, and who wins (End of the game; E-z, E-aa, E-ab)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from referee.games.enchanters import powers, tables
from referee.games.enchanters.cards import printed, rules_of
from referee.games.enchanters.state import Game, Setup, card_of
from referee.games.enchanters.wording import Effect
from referee.scoring import Line, PlayerScore, Result

Category = Literal["items", "enchantments", "monsters", "dragons", "wounds", "village"]
CATEGORIES: tuple[Category, ...] = ("items", "enchantments", "monsters", "dragons", "wounds", "village")


def score(setup: Setup, game: Game) -> Result:
    """The score if the game ended now; glory counts of covered cards too (E-z)."""
    players = tuple(
        PlayerScore(player.name, tuple(_lines(setup, game, number))) for number, player in enumerate(game.players)
    )
    best = max(player.total for player in players)
    leading = [number for number, player in enumerate(players) if player.total == best]
    decided_by = "total" if len(leading) == 1 else "shared"
    if len(leading) > 1 and setup.tie == "fewest wounds":
        least = min(game.players[number].wounds for number in leading)
        leading = [number for number in leading if game.players[number].wounds == least]
        decided_by = "wounds" if len(leading) == 1 else "shared"
    return Result(players, tuple(players[number].name for number in leading), decided_by, over=game.over)


def _lines(setup: Setup, game: Game, number: int) -> Iterator[Line]:
    player = game.players[number]
    of: dict[str, list[str]] = {category: [] for category in CATEGORIES}
    for pile in player.piles():
        for name in pile:
            of[f"{card_of(setup, game, name).type}s"].append(name)
    for category in CATEGORIES[:4]:
        counted = [(printed(name), card_of(setup, game, name).glory) for name in of[category]]
        scoring = [(name, glory) for name, glory in counted if glory]
        if scoring:
            text = ", ".join(_times(scoring))
            yield Line(category, "", text, sum(glory for _, glory in scoring), ("glory", "E-z"))
    if player.wounds:
        each = tables.box().wounds.glory
        yield Line("wounds", "", f"{player.wounds} at -{each}", -each * player.wounds, ("wound-glory",))
    yield from _village_lines(setup, game, number)


def _times(cards: list[tuple[str, int]]) -> Iterator[str]:
    """Cards alike told together: "5 Goblin 10"."""
    for one in dict.fromkeys(cards):
        name, glory = one
        many = cards.count(one)
        yield f"{many} {name} {many * glory}" if many > 1 else f"{name} {glory}"


def _village_lines(setup: Setup, game: Game, number: int) -> Iterator[Line]:
    """What the village adds; a count of attack or defence takes no boost of a turn (E-aa)."""
    for rule in rules_of(setup.village.rules):
        for effect in rule.effects:
            if effect.what == "glory":
                points, counted = _village_points(setup, game, number, effect)
                if points:
                    yield Line("village", "", f"{setup.village.name}: {counted}", points, ("village-glory", "E-aa"))


def _village_points(setup: Setup, game: Game, number: int, effect: Effect) -> tuple[int, str]:
    if effect.of is None:
        return effect.number, f"{effect.number} for everybody"
    if effect.of in ("attack", "defence"):
        what: powers.Power = "attack" if effect.of == "attack" else "defence"
        has = powers.total(setup, game, number, what, boosts=False)
    else:
        has = powers.count(setup, game, number, effect.of)
    each = effect.of if effect.per == 1 else f"{effect.per} {effect.of}"
    return effect.number * (has // effect.per), f"{has} {effect.of}, {effect.number} for every {each}"
