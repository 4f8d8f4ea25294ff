"""Facts of the board that questions to an open game are answered from: heroes, spaces, open cards, planes."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards.fields import find_card
from referee.declaration.facts import Thing, Value
from referee.declaration.tracking import SCORE
from referee.games.prophecy.cards.cards import Creature
from referee.games.prophecy.cards.wording import PriceEffect
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import KIND_WORDS
from referee.games.prophecy.rules.ending import why_safe
from referee.games.prophecy.rules.light import artifacts_out
from referee.games.prophecy.rules.movement import ways
from referee.games.prophecy.rules.payments import buying_price, why_too_dear
from referee.games.prophecy.rules.places import heroes_here, open_here
from referee.games.prophecy.rules.possibilities import is_stranger
from referee.games.prophecy.rules.state import PLANE_CARDS, UNSEEN, GameState, Hero, Setup, board_of
from referee.games.prophecy.screens.game import current_values
from referee.games.prophecy.vocabulary import ARTIFACTS
from referee.text.names import printed


def facts(setup: Setup, game: GameState) -> Iterator[Thing]:
    """Yield everything that lies open where everything is tracked; else whose round comes, and the Artifacts left."""
    order = [
        hero.name for hero in (*game.players[game.active :], *game.players[: game.active]) if hero.status != "out"
    ]
    table: dict[str, Value] = {
        "round": game.round,
        "next to play/turn next/next/next turn/next player/next go": order[1] if len(order) > 1 else "nobody",
        "order of play/player order/order players/playing order": ", ".join(order),
    }
    left = "artifacts left/artifacts left get/artifacts on the planes/artifacts found"
    if game.light:
        yield Thing("", facts={**table, left: ARTIFACTS - len(artifacts_out(game))} if game.known != SCORE else table)
        return
    board = board_of(setup, game)
    if drawn := game.decks["chance"].discards:
        table["last chance card/chance card drawn last/last chance card drawn"] = printed(drawn[-1])
    table["final battle/last battle"] = game.phase == "final battle"
    table[left] = sum(not plane.closed for plane in game.planes)
    for deck, pack in game.decks.items():
        if pack.counted:
            table[f"{deck} cards/{deck} deck/cards left {deck} deck/cards {deck} deck"] = f"{pack.count} in the deck"
    yield Thing("", facts=table)
    for hero in game.players:
        place = board.label(hero.space) if hero.playing else hero.status
        can = _can(setup, game, hero) if hero.playing else {}
        of_hero = _hero(setup, game, hero)
        if hero.status == "dead" and game.phase != "final battle":
            back = "new hero/back/come back/return/play again/play next/comes back/join/rejoin/start again"
            of_hero[back] = f"in round {game.round + order.index(hero.name)}"
        yield Thing(hero.name, "hero", place=place, facts=of_hero, can=can)
        for name in hero.losable:
            broken = name in hero.damaged
            yield Thing(name, facts={"damaged/broken": broken, "whole/good/intact/undamaged/usable": not broken})
    for number in board.numbers():
        space = board[number]
        words = [*space.name.lower().split(), *["port", "harbour"] * space.port, *["gate", "magic"] * space.gate]
        beside = tuple(board.label(board.step(number, by)) for by in (-1, 1))
        kinds = f"space {' '.join(words)}{' guild' * space.guild}{' terrain' * space.terrain}"
        there = list(_lying(setup, game, number, board.label(number)))
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
            printed={"untouched/unexplored": {plane.lesser, plane.greater, plane.artifact} == {UNSEEN}},
        )
        for what in PLANE_CARDS if not plane.closed else ():
            card, called = getattr(plane, what), KIND_WORDS[what]
            if what == "lesser" and plane.beaten:
                continue
            seen: dict[str, Value] = {
                "face up/turned up/open/known/revealed": card != UNSEEN,
                "face down/unknown/hidden": card == UNSEEN,
            }
            if what == "greater":
                seen["reward/prize"] = "the plane's Artifact"
            yield Thing(
                card or f"face-down {called} of the {astral.name}", f"card {called.lower()}", place=name, facts=seen
            )
        yield from (Thing(card, "artifact", place=name) for card in plane.left)


def _hero(setup: Setup, game: GameState, hero: Hero) -> dict[str, Value]:
    strength, willpower = current_values(setup, game, hero)
    return {
        "gold/rich": hero.gold,
        "reduces prices": _pays_less(setup, game, hero),
        "more items/free places items/free spaces items/room items": max(0, setup.most_items - len(hero.held)),
        "more abilities": max(0, setup.most_abilities - len(hero.abilities)),
        "hero": printed(hero.hero),
        "guilds/membership": list(getattr(find_card(setup, game, hero.hero), "guilds", ())),
        "strength/strong": f"{strength} ({hero.health} of {hero.red})",
        "willpower": f"{willpower} ({hero.magic} of {hero.blue})",
        "items": list(map(printed, hero.held)),
        "most strength/maximum strength/max strength/maximum health/max health/red cubes": hero.red,
        "maximum willpower/max willpower/maximum magic/max magic/blue cubes": hero.blue,
        "full health/unhurt/healthy": hero.health == hero.red,
        "wounds/damage/health lost/hit points lost/strength lost": hero.red - hero.health,
        "wounded/hurt/injured": hero.health < hero.red,
        "safe/protected": hero.playing and bool(why_safe(Quest(setup, game, []), hero)),
        "dead": not hero.playing,
        "out of the game/out game": hero.status == "out",
        "alive": hero.playing,
    }


def _pays_less(setup: Setup, game: GameState, hero: Hero) -> bool:
    """Return whether a card of a hero reduces prices, if only sometimes."""
    cards = (find_card(setup, game, name) for name in (*hero.items, *hero.artifacts, *hero.abilities))
    rules = (rule for card in cards if card is not None for rule in card.parsed)
    return any(isinstance(effect, PriceEffect) for rule in rules for effect in rule.effects)


def _can(setup: Setup, game: GameState, hero: Hero) -> dict[str, dict[str, str]]:
    """Return where a hero could go in a turn that began now, whom it could fight there, and what it can pay for."""
    quest, board = Quest(setup, game.copy(), []), board_of(setup, game)
    quest.state.active, quest.state.step = game.players.index(hero), "movement"
    go: dict[str, str] = {}
    for way, refused in ways(quest):
        if not refused and way.kind != "stay":
            label = f"Plane of the {board.planes[way.to].name}" if way.kind == "plane" else board.label(way.to)
            go.setdefault(label, way.kind + f", {way.price} gold" * bool(way.price))
    others = (game.players[other] for other in heroes_here(quest, quest.seat))
    heroes = (other.name for other in others if not why_safe(quest, other))
    fights = dict.fromkeys((*open_here(quest, Creature), *heroes), "")
    for at in board.planes_at(hero.space):
        if not (plane := game.planes[at]).closed:
            name = f"Plane of the {board.planes[at].name}"
            fights |= {name: "instead of moving"} | {
                lesser: name for lesser in (plane.lesser,) if lesser and not plane.beaten
            }
    buys, learns = dict[str, str](), dict[str, str]()
    for number in board.numbers():
        quest.hero.space, here = number, game.at(number)
        for name in here.goods:
            price = buying_price(quest, card.price) if (card := find_card(setup, game, name)) is not None else 0
            if price and not why_too_dear(quest, price):
                buys[name] = f"{board.label(number)}, {price} gold"
        for name in here.abilities:
            price = card.price if (card := find_card(setup, game, name)) is not None else 0
            strange = is_stranger(quest, name)
            if price and hero.experience >= price and not (strange and why_too_dear(quest, price)):
                paid = f"{price} experience" + f", {price} gold" * strange
                learns[name] = f"{board.label(number)}, {paid}"
    return {
        "go to/go/move/walk/travel/ride/reach/get/sail/come": go,
        "fight/attack/rob": fights,
        "pay for/buy/afford": buys,
        "pay to learn/learn/study/afford": learns,
    }


def _lying(setup: Setup, game: GameState, number: int, label: str) -> Iterator[Thing]:
    space = game.at(number)
    for at, lying in enumerate(space.cards, 1):
        name = lying.name if lying.open else f"a face-down card #{number}{at}"
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
            priced: dict[str, Value] = {"for sale/sale/sold": True} if kind.startswith("item") else {}
            priced |= {"price/cost/expensive": paid} if price else {}
            yield Thing(name, f"card {kind}", place=label, facts=priced)
