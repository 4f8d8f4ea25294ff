"""Journeys: the way along the track, taking a card, and the track closing up (Major Action: Journey)."""

from __future__ import annotations

from msgspec import UNSET

from referee.asking.question import Option, Procedure
from referee.cards.known import find_card
from referee.errors import Illegal, Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card
from referee.games.enchanters.cards.learning import learn
from referee.games.enchanters.cards.line import rules_in_line, value_words
from referee.games.enchanters.cards.wording import When
from referee.games.enchanters.rules.combat import fight
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.effects import immediate, trigger
from referee.games.enchanters.rules.events import Buried, Journeyed, NoDestination, Rules
from referee.games.enchanters.rules.reach import reach
from referee.games.enchanters.rules.reveal import reveal
from referee.games.enchanters.vocabulary import crystals
from referee.text.names import find, fold, printed


def read_place(quest: Quest, text: str) -> int:
    """Where on the track a journey goes, from 0: "3", "Manticore", "3 Manticore". Raises Unreadable or Illegal."""
    track = quest.state.track
    first, _, rest = text.strip().partition(" ")
    if first.isdecimal():
        place = int(first[:3]) - 1
        if not 0 <= place < len(track):
            raise Unreadable(f"the track has {len(track)} cards, not {first}")
        if rest and not fold(printed(track[place])).startswith(fold(rest)):
            raise Unreadable(f"card {first} of the track is {printed(track[place])}, not {rest}")
    else:
        names = {fold(printed(name)): at for at, name in reversed(list(enumerate(track)))}
        place = find(text, names, "card on the track")
    verify_way(quest, place)
    return place


def verify_way(quest: Quest, place: int) -> None:
    """Check that a journey can begin. Raises Illegal."""
    if quest.state.major:
        raise Illegal("the major action of this turn is done", "turn")
    if place > quest.active.crystals:
        name = quest.active.name
        raise Illegal(
            f"passing {place} cards costs {crystals(place)}; {name} has {quest.active.crystals}", "journey-cost"
        )


def options(quest: Quest, *, closed: bool = False) -> list[Option]:
    """The journeys that can be paid; with `closed` the others."""
    if quest.state.major:
        return []
    found = []
    for place, name in enumerate(quest.state.track):
        if closed == (place > quest.active.crystals):
            cost = f"costs {crystals(place)}" if place else "free"
            rule, rules, card = "", list[str](), find_card(quest.setup, quest.state, name)
            if closed:
                told, rule = [f"{cost}; {quest.active.name} has {quest.active.crystals}"], "journey-cost"
            elif card is None:
                told = [cost, *_unread(name)]
            else:
                told, rules = [cost, *_remarks(quest, card, place)], rules_in_line(card)
            detail = "; ".join((", ".join(told), *rules))
            at = place + 1
            found.append(Option(f"journey {at} {printed(name)}", detail=detail, rule=rule, number=str(at)))
    return found


def _unread(name: str) -> list[str]:
    """What the rulebook tells of a card that nobody has typed in yet."""
    told = tables.told_cards().get(fold(printed(name)))
    if told is None:
        return []
    found = {"strength": told.strength, "health": told.health}
    known = [*([str(told.type)] if told.type is not UNSET else []),
             *(f"{what} {value}" for what, value in found.items() if value is not UNSET)]  # fmt: skip
    return [f"{', '.join(known)} in the rulebook"] if known else []


def _remarks(quest: Quest, card: Card, way: int) -> list[str]:
    """What a card brings, and where its fight isn't won without help, for what it can be (E-m)."""
    told = value_words(card)
    return [*told, *filter(None, [reach(quest, card, way).told])] if card.fights else told


def warning(quest: Quest, place: int) -> str:
    """What a player should hear before a journey to a fight that can't be won; "" if it may be."""
    name = quest.state.track[place]
    card = find_card(quest.setup, quest.state, name)
    if card is None or not card.fights or not reach(quest, card, place).hopeless:
        return ""
    attack = quest.total(quest.state.active, "attack")
    return f"{printed(name)} can't be beaten: attack {attack} against health {card.health}, and no help is enough."


def journey(quest: Quest, place: int) -> Procedure[None]:
    """Go for a card of the track: pay, fight if it must be beaten, take it; then the track closes up."""
    game = quest.state
    name = game.track[place]
    game.major = True
    short = len(game.track) < tables.box().track
    rules: Rules = ("journey", "journey-cost", *(("E-j",) if short and place else ()))
    quest.emit(Journeyed(game.active, name, place, False, rules))
    quest.pay(game.active, place, "the way", ("journey-cost",))
    yield from learn(quest, name)
    if quest.card(name).fights and not (yield from fight(quest, name)):
        return
    if name in game.track:  # a help's own words may have brought it to somebody already
        game.track.remove(name)
        yield from _take(quest, name)
    yield from reveal(quest)


def to_graveyard(quest: Quest) -> Procedure[None]:
    """Go for the top card of the graveyard; it is fought like one of the track (Chapel of Soulfire; E-ae, E-l)."""
    game = quest.state
    if not game.graveyard:  # what else the action does is done (E-at)
        quest.emit(NoDestination(game.active))
        return
    name = game.graveyard[-1]
    quest.emit(Journeyed(game.active, name, 0, True, ("chapel-of-soulfire", "E-ae")))
    yield from learn(quest, name)
    if quest.card(name).fights and not (yield from fight(quest, name)):
        return
    if name in game.graveyard:  # see `journey`; a help may have led here, too
        game.graveyard.remove(name)
        yield from _take(quest, name)


AFTER: dict[str, When] = {
    "item": "after item", "enchantment": "after enchantment", "monster": "after monster", "dragon": "after dragon",
}  # fmt: skip


def _take(quest: Quest, name: str) -> Procedure[None]:
    """The immediate effect, then the card on its pile, then what is triggered by it (E-an)."""
    card = quest.card(name)
    outer, quest.state.taking = quest.state.taking, name  # its effect may lead to the graveyard, to another card
    receiver: int = yield from immediate(quest, name, card.all_rules)
    quest.state.taking = outer
    given = receiver != quest.state.active
    quest.take(receiver, name, ("trap", "E-x") if given else ("covering",))
    yield from trigger(quest, AFTER[card.type])


def bury_nearest(quest: Quest) -> Procedure[None]:
    """After a rest or a lost fight the nearest card goes, and the track closes up (E-ak, E-ac)."""
    if not quest.state.track:
        return
    name = quest.state.track.pop(0)
    quest.state.graveyard.append(name)
    quest.emit(Buried(name))
    yield from reveal(quest)
