"""Facts of the board that questions to an open game are answered from: heroes, spaces, open cards, planes."""

from __future__ import annotations

from collections.abc import Iterator

from referee.declaration.facts import Thing, Value
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
        yield from (Thing(name, facts={"damaged/broken": False}) for name in hero.items)
        yield from (Thing(name, facts={"damaged/broken": True}) for name in hero.damaged)
    for number in board.numbers():
        space = board[number]
        words = [*space.name.lower().split(), *["port", "harbour"] * space.port, *["gate", "magic"] * space.gate]
        beside = tuple(board.label(board.step(number, by)) for by in (-1, 1))
        kinds = f"space {' '.join(words)}{' guild' * space.guild}{' terrain' * space.terrain}"
        there = list(_lying(game.at(number), board.label(number)))
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
        "more items/free places items/room items": max(0, setup.most_items - len(hero.held)),
        "more abilities": max(0, setup.most_abilities - len(hero.abilities)),
        "hero": printed(hero.hero),
        "strength/strong": f"{strength} ({hero.health} of {hero.red})",
        "willpower": f"{willpower} ({hero.magic} of {hero.blue})",
        "most strength/maximum strength/max strength/maximum health/max health/red cubes": hero.red,
        "maximum willpower/max willpower/maximum magic/max magic/blue cubes": hero.blue,
        "full health/unhurt/healthy": hero.health == hero.red,
        "wounded/hurt/injured": hero.health < hero.red,
        "dead": not hero.playing,
        "alive": hero.playing,
    }


def _lying(space: Space, label: str) -> Iterator[Thing]:
    for at, lying in enumerate(space.cards, 1):
        name = lying.name if lying.open else f"a face-down card #{at}"
        yield Thing(name, "card adventure", place=label, facts={"gold on it": lying.gold} if lying.gold else {})
        yield from (Thing(item, "item", place=label) for item in (*lying.items, *lying.damaged))
    for kind, names in (
        ("ability", space.abilities),
        ("item good goods", space.goods),
        ("artifact", space.artifacts),
    ):
        yield from (Thing(name, f"card {kind}", place=label) for name in names)
