"""Facts that questions to an open game are answered from: the track with its costs and wounds, what is covered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.cards.fields import find_card
from referee.declaration.facts import Thing, Value
from referee.declaration.tracking import EVERYTHING
from referee.games.enchanters.cards.cards import Card
from referee.games.enchanters.rules import context
from referee.games.enchanters.rules.combat import reach
from referee.games.enchanters.rules.effects import REST, USE
from referee.games.enchanters.rules.state import GameState, Setup, unseen
from referee.games.enchanters.rules.turns import last_turn, next_to_go
from referee.text.names import printed


def facts(setup: Setup, game: GameState) -> Iterator[Thing]:
    """Yield what lies open besides piles where everything is tracked; else the turns."""
    table: dict[str, Value] = {"turn": game.turn}
    if not game.over:
        quest = context.Quest(setup, game, [])
        order = [quest.player(seat).name for seat in quest.clockwise()]
        table["next to play/turn next/next/next turn/next player/next go"] = order[1]
        table["order of play/order/turn order/play order/order play"] = ", ".join(order)
    if not game.tracking == game.known == EVERYTHING:
        yield Thing("", facts=table)
        return
    table["adventure deck/deck/cards left/cards deck"] = f"{game.deck} cards"
    hidden = "next card of the deck/next card/card come/card next/card next come/top card deck/come next deck/will"
    table[hidden] = f"hidden, face down in the adventure deck ({game.deck} cards)"
    if not game.over:
        table[
            "cards until the end/cards end/cards go/cards left game/cards until end/cards till end/cards left play"
        ] = f"{game.deck + len(game.track)}: {game.deck} in the deck, {len(game.track)} on the track"
        table["last turn/last round"] = last_turn(setup, game)
        if (goes := next_to_go(game)) is not None:
            table["card that goes after a rest/card goes rest/goes rest/discarded rest/card lost rest"] = printed(
                game.track[goes]
            )
    yield Thing("", facts=table)
    for at, name in enumerate(game.track):
        price = at * setup.passed_crystals
        found: dict[str, Value] = {
            "price/cost/expensive/crystals cost/crystals price": f"{price} crystal{'s' * (price != 1)}",
            "free/next to village/nearest village": not at,
        }
        now = "can beat now/can kill now/can defeat now/can win now"
        pays = {player.name: player.crystals >= price for player in game.players}
        details: dict[str, Value] = {"can be paid by/can pay/can afford/can buy": pays}
        card = find_card(setup, game, name)
        fights = {who: can and (card is None or card.fights) for who, can in pays.items()}
        details["can be fought by/can fight/can attack"] = fights
        if card is not None:
            found["glory/worth"] = card.glory
        if card is not None and card.fights:
            found["strength/strong/dangerous"] = int(card.strength or 0)
            found["wounds/wounds deal/wounds give/hit/hurt/can hurt"] = {
                player.name: context.wounds_from(card, context.total(setup, game, seat, "defence"))[0]
                for seat, player in enumerate(game.players)
            }
            needed = (
                "attack needed/attack need/attack more need/attack need beat/attack need kill/missing beat/lack beat"
            )
            details[f"{needed}/attack missing/attack short/attack lack"] = {
                player.name: f"{card.health}, has {context.total(setup, game, seat, 'attack')}"
                for seat, player in enumerate(game.players)
            }
            details["can be beaten without help by/attack enough"] = {
                player.name: context.total(setup, game, seat, "attack") >= int(card.health or 0)
                for seat, player in enumerate(game.players)
            }
            beats = _beats(setup, game, card, price)
            details["can be beaten by/can beat/can kill/can defeat/can win"] = beats
            pays = {who: pays[who] and can for who, can in beats.items()}
        details[f"can be taken by/can take/can get/can journey/{now}"] = pays
        yield Thing(name, facts=found, printed=details)
    for seat, player in enumerate(game.players):
        parts: dict[str, Value] = {"cards/cards altogether": sum(map(len, player.piles()))}
        parts |= {
            f"{what} made of/{what} comes from/{what} come/where {what}": context.points_text(
                context.parts(setup, game, seat, what)
            )
            for what in context.POWERS
        }
        strong = context.total(setup, game, seat, "attack")
        yield Thing(player.name, facts={"attack/strong/attack without help": strong}, printed=parts)
        for pile in player.piles():
            for at, name in enumerate(pile, 1):
                under = {"cards under it/under/beneath/below": [*map(printed, pile[: at - 1])]}
                yield Thing(name, facts=_in_pile(setup, game, name, pile[at:]), printed=under)
    left = Counter(map(printed, unseen(setup, game)))
    if setup.complete and left.total() == game.deck:
        every = sorted({*left, *map(printed, game.in_play())})
        yield Thing("", facts={f"{name} left in the deck/{name} deck/{name} come": left[name] for name in every})


def _beats(setup: Setup, game: GameState, card: Card, price: int) -> dict[str, bool]:
    """Return who can beat a card in their turn, help included; nobody of whom that isn't certain."""
    found = {}
    for seat, player in enumerate(game.players):
        theirs = game.copy()
        if seat != game.active:
            theirs.active, theirs.used, theirs.boosts = seat, [], []
        fight = reach(context.Quest(setup, theirs, []), card, price)
        if fight.short <= 0 or fight.price is not None or fight.certain:
            found[player.name] = not fight.hopeless
    return found


def _in_pile(setup: Setup, game: GameState, name: str, above: Sequence[str]) -> dict[str, Value]:
    covered = bool(above)
    found: dict[str, Value] = {"covered": covered, "top/uncovered": not covered}
    found["cards on it/cover/covers/covering"] = [printed(card) for card in above]
    if (card := find_card(setup, game, name)) is not None:
        if not any(rule.when in (*REST, *USE) for rule in card.all_rules):
            found["usable/can use/use"] = False
        for what in context.POWERS:
            found[what] = getattr(card.lower, what) + (0 if covered else getattr(card, what))
    return found
