"""Facts of the board that questions to an open game are answered from: heroes, spaces, open cards, planes."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards.fields import find_card
from referee.declaration.facts import Thing, Value
from referee.games.prophecy.cards.wording import PriceEffect
from referee.games.prophecy.rules.state import UNSEEN, GameState, Hero, Setup, Space, board_of
from referee.games.prophecy.screens.game import current_values
from referee.text.names import printed

_GUARDIANS = {"lesser": "Lesser Guardian", "greater": "Greater Guardian", "artifact": "Artifact"}


def facts(setup: Setup, game: GameState) -> Iterator[Thing]:
    """Yield everything that lies open, where everything is tracked."""
    if game.light:
        return
    board = board_of(setup, game)
    table: dict[str, Value] = {"round": game.round}
    for deck, pack in game.decks.items():
        if pack.counted:
            table[f"{deck} cards/{deck} deck"] = f"{pack.count} in the deck"
    yield Thing("", facts=table)
    for hero in game.players:
        place = board.label(hero.space) if hero.playing else hero.status
        yield Thing(hero.name, "hero", place=place, facts=_hero(setup, game, hero))
        for name in (*hero.items, *hero.damaged):
            broken = name in hero.damaged
            yield Thing(name, facts={"damaged/broken": broken, "whole/good/intact/undamaged/usable": not broken})
    for number in board.numbers():
        space = board[number]
        words = [*space.name.lower().split(), *["port", "harbour"] * space.port, *["gate", "magic"] * space.gate]
        beside = tuple(board.label(board.step(number, by)) for by in (-1, 1))
        kinds = f"space {' '.join(words)}{' guild' * space.guild}{' terrain' * space.terrain}"
        there = list(_lying(setup, game, game.at(number), board.label(number)))
        empty = not there and all(hero.space != number for hero in game.players)
        here: dict[str, Value] = {"neighbours/next to/beside/adjacent": beside, "empty/free": empty}
        yield Thing(board.label(number), kinds, facts=here)
        yield from there
    for astral, plane in zip(board.planes, game.planes, strict=True):
        name = f"Plane of the {astral.name}"
        spaces = tuple(map(board.label, astral.spaces))
        yield Thing(
            name,
            "plane astral",
            facts={"closed": plane.closed, "open": not plane.closed, "between/spaces/border": spaces},
        )
        for what, called in _GUARDIANS.items() if not plane.closed else ():
            card = getattr(plane, what)
            if what == "lesser" and plane.beaten:
                continue
            seen: dict[str, Value] = {
                "face up/turned up/open/known/revealed": card != UNSEEN,
                "face down/unknown/hidden": card == UNSEEN,
            }
            yield Thing(card or f"face-down {called} of the {astral.name}", called.lower(), place=name, facts=seen)
        yield from (Thing(card, "artifact", place=name) for card in plane.left)


def _hero(setup: Setup, game: GameState, hero: Hero) -> dict[str, Value]:
    strength, willpower = current_values(setup, game, hero)
    return {
        "gold/rich": hero.gold,
        "reduces prices": _pays_less(setup, game, hero),
        "more items/free places items/room items": max(0, setup.most_items - len(hero.held)),
        "more abilities": max(0, setup.most_abilities - len(hero.abilities)),
        "hero": printed(hero.hero),
        "strength/strong": f"{strength} ({hero.health} of {hero.red})",
        "willpower": f"{willpower} ({hero.magic} of {hero.blue})",
        "most strength/maximum strength/max strength/maximum health/max health/red cubes": hero.red,
        "maximum willpower/max willpower/maximum magic/max magic/blue cubes": hero.blue,
        "full health/unhurt/healthy": hero.health == hero.red,
        "wounds/damage": hero.red - hero.health,
        "wounded/hurt/injured": hero.health < hero.red,
        "dead": not hero.playing,
        "alive": hero.playing,
    }


def _pays_less(setup: Setup, game: GameState, hero: Hero) -> bool:
    """Return whether a card of a hero reduces prices, if only sometimes."""
    cards = (find_card(setup, game, name) for name in (*hero.items, *hero.artifacts, *hero.abilities))
    rules = (rule for card in cards if card is not None for rule in card.parsed)
    return any(isinstance(effect, PriceEffect) for rule in rules for effect in rule.effects)


def _lying(setup: Setup, game: GameState, space: Space, label: str) -> Iterator[Thing]:
    for at, lying in enumerate(space.cards, 1):
        name = lying.name if lying.open else f"a face-down card #{at}"
        yield Thing(name, "card adventure", place=label, facts={"gold on it": lying.gold} if lying.gold else {})
        yield from (Thing(item, "item", place=label) for item in (*lying.items, *lying.damaged))
    for kind, names in (
        ("ability", space.abilities),
        ("item good goods", space.goods),
        ("artifact", space.artifacts),
    ):
        for name in names:
            price = card.price if (card := find_card(setup, game, name)) is not None else 0
            paid = f"{price} experience, a stranger also {price} gold" if kind == "ability" else f"{price} gold"
            yield Thing(name, f"card {kind}", place=label, facts={"price/cost/expensive": paid} if price else {})
