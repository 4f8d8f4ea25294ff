"""Changes of what players have that the table makes by hand: "Anna health -1", "Bo gold 7, gains Rope"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from referee.asking.question import Question
from referee.declaration.changes import LOSES, Change, Holdings, put_and_tell, some_name
from referee.declaration.counts import Counter, Pile
from referee.errors import Illegal
from referee.games.prophecy.cards.cards import Card, Creature, Item, Opportunity
from referee.games.prophecy.cards.deck import read_whole
from referee.games.prophecy.cards.language import write_card
from referee.games.prophecy.rules import decks
from referee.games.prophecy.rules.context import Quest, deck_of
from referee.games.prophecy.rules.counters import COUNTERS
from referee.games.prophecy.rules.events import What
from referee.games.prophecy.rules.state import UNSEEN, GameState
from referee.games.prophecy.vocabulary import GUILDS
from referee.text.names import find, fold, printed

PILES: Sequence[Pile[GameState]] = tuple(
    Pile(name, shown=printed) for name in ("items", "damaged", "abilities", "artifacts")
)
USAGE = "PLAYER gold|experience|health|magic|strength|willpower NUMBER, +NUMBER or -NUMBER, PLAYER gains|loses CARD"


class GainedCard(Struct, frozen=True):
    """A card that somebody gains: what the program calls it, and its line where nobody knew it."""

    name: str
    line: str = ""


def _put(quest: Quest, counter: Counter[GameState], change: Change, source: str, rules: Sequence[str]) -> None:
    """Change a count; with "+2" and "-2" as a card does it, so that Health lost that isn't there kills."""
    if change.by:
        quest.change(change.player, _what(counter.name), change.number, source, tuple(rules))
    else:
        put_and_tell(quest, counter, change, source, rules)


def _what(name: str) -> What:
    found: What = name  # type: ignore[assignment]
    return found


def _verify(quest: Quest, counter: Counter[GameState]) -> None:
    if quest.state.over:
        raise Illegal("the game is over; take its last move back first, with undo", "four-artifacts")


def read_card(quest: Quest, seat: int, verb: str, text: str) -> GainedCard | str:
    """Which card is meant: one that a player gains, or one that is lost."""
    hero = quest.state.players[seat]
    if not hero.playing:
        raise Illegal(f"{hero.name} has no hero now", "death")
    if verb != LOSES:
        return read_gained(quest, text, lambda card: isinstance(card, Item) or card.kind == "ability", hero.name)
    names = [*hero.held, *hero.abilities]
    held = {fold(printed(name)): name for name in reversed(names)} | {fold(name): name for name in names}
    card = find(text, held, f"card of {hero.name}'s", listing=8)
    if card in hero.artifacts:
        raise Illegal(f"{card} can't be discarded; let another player or a space gain it", "P51")
    return card


def read_gained(quest: Quest, text: str, fits: Callable[[Card], bool], where: str, guild: str = "") -> GainedCard:
    """A card that comes from where it lies, or else from its deck, of this guild if it is an Ability of none.

    Raises Unreadable or Illegal.
    """
    name, colon, _ = text.partition(":")
    places = list(quest.state.known_places())
    lying = {fold(printed(one)): one for one, _ in places} | {fold(one): one for one, _ in places}
    card = read_whole(text) if colon else None
    if card is not None:
        card = decks.of_deck(card, guild)
    if card is None and fold(name) in lying:
        gained = GainedCard(lying[fold(name)])
        known = quest.card(gained.name)
    else:
        names = {fold(one.name): one.name for one in (*quest.setup.cards, *quest.state.learnt)}
        known = card or quest.card(find(name, names, "card", listing=0))
        deck = deck_of(known)
        if quest.state.decks[deck].count < 1:
            if known.kind == "artifact":
                raise Illegal(f"{known.name} lies face down in a plane", "P51")
            raise Illegal(f"{known.name} isn't in sight, and the {deck} deck is empty", "discarded-cards")
        line = write_card(known) if card is not None else ""
        gained = GainedCard(decks.read_named(quest, deck, line or known.name).name, line)
    if not fits(known):
        raise Illegal(f"{known.name} doesn't lie with {where}, or no more do", "P13")
    return gained


def move_card(quest: Quest, change: Change, source: str, rules: Sequence[str]) -> None:
    """Put a card into a hero's hands, or take it out and put it where it goes."""
    if isinstance(change.card, GainedCard):
        fetch(quest, change.card)
        quest.take(change.player, change.card.name, source, tuple(rules))
    else:
        quest.lose(change.player, change.card, source, tuple(rules))


def fetch(quest: Quest, gained: GainedCard) -> None:
    """Take a card from wherever it lies in sight, or from its deck."""
    if gained.line:
        decks.learn(quest, read_whole(gained.line))
    if not _pull(quest, gained.name):
        quest.state.decks[quest.deck_of(gained.name)].count -= 1


def _pull(quest: Quest, name: str) -> bool:
    game = quest.state
    for plane in game.planes:
        if plane.artifact == name:
            plane.artifact, plane.closed = UNSEEN, True
            return True
    for space in game.spaces:
        for one in [one for one in space.cards if one.name == name]:
            space.cards.remove(one)
            for item in (*one.items, *one.damaged):
                quest.away(item)
            return True
    piles = [pile for space in game.spaces for pile in (space.abilities, space.goods, space.artifacts)]
    piles += [pile for space in game.spaces for one in space.cards for pile in (one.items, one.damaged)]
    piles += [plane.left for plane in game.planes]
    piles += [pile for hero in game.players for pile in (hero.items, hero.damaged, hero.abilities, hero.artifacts)]
    piles += [pack.discards for pack in game.decks.values()]
    for pile in piles:
        if name in pile:
            pile.remove(name)
            return True
    for guild in GUILDS:
        if name in game.decks[guild].bottom:
            game.decks[guild].bottom.remove(name)
            game.decks[guild].count -= 1
            return True
    return False


def lies_on_terrain(card: Card) -> bool:
    """Whether a card is one that lies on terrain spaces."""
    return isinstance(card, Creature | Opportunity) and card.kind in ("creature", "opportunity")


def _ask_card(quest: Quest, verb: str, kind: str) -> Question[str]:
    return some_name("of a new one its whole line, like NAME: KIND, value; RULE")


def _means_more(change: Change) -> bool:
    """Whether more lost than there is kills (P8), or more gained than there can be heals and recharges (P6)."""
    return (change.what, change.number < 0) in (("health", True), ("strength", False), ("willpower", False))


HOLDINGS: Holdings[Quest] = Holdings(
    counters=COUNTERS, put=_put, verify=_verify, read_card=read_card, move_card=move_card, ask_card=_ask_card,
    beyond=_means_more, example=lambda quest: "gold 7, health -1, gains CARD, or loses CARD",
)  # fmt: skip
