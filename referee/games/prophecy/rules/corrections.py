"""What the table puts right besides what players have: "adjust chance 23", "adjust Plains 6 gains Ghost"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import Meta

from referee.asking.question import Option
from referee.cards.known import without_known
from referee.declaration.changes import LOSES, PRESENT, Change, seat_called
from referee.declaration.corrections import Ask, CardName, Corrections, Printed, correction
from referee.effects.phrases import Names
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.board import CITY, GUILDS, VILLAGE
from referee.games.prophecy.cards.cards import Ability, Card
from referee.games.prophecy.cards.deck import read_whole
from referee.games.prophecy.rules import changes, decks, ending, light, places
from referee.games.prophecy.rules.context import Quest, deck_of
from referee.games.prophecy.rules.counters import TRACKING_LEVELS
from referee.games.prophecy.rules.deaths import put_out, settle_deaths
from referee.games.prophecy.rules.events import PutRight
from referee.games.prophecy.rules.state import DeckName, GameState, Hero, Lying, Pack, Setup
from referee.games.prophecy.vocabulary import ARTIFACTS, MOST_BLUE, MOST_RED
from referee.text.grammar import so_many
from referee.text.names import find, fold, keyed, printed

DECKS: tuple[DeckName, ...] = ("chance", "adventure", "common", "rare", *GUILDS)
_MOST = 999
"""The most cards of a deck whose size nobody has told."""


def _spaces(quest: Quest) -> dict[str, int]:
    """The spaces of the board by what they are called, and by their numbers; none after the end of a light game."""
    if quest.state.light:
        return {}
    return {name: space for space in quest.board.numbers() for name in (quest.board.called(space), str(space))}


def _any_space(quest: Quest, text: str) -> int | None:
    """A space that isn't tracked: the correction says so then."""
    return 0 if quest.state.light else None


def _called(quest: Quest) -> list[Option]:
    return [] if quest.state.light else [Option(quest.board.called(space)) for space in quest.board.numbers()]


Deck = Annotated[DeckName, Names("deck", lambda quest: DECKS), Ask("Which deck")]
SpaceHere = Annotated[int, Names("space", _spaces, _any_space, alike=True), Ask("Which space", options=_called)]
Who = Annotated[str, PRESENT, Ask("Who")]


def _pack(quest: Quest, deck: DeckName) -> Pack:
    """A deck by its name. Raises Unreadable for one that isn't tracked."""
    if deck not in quest.state.decks:  # a light table keeps the Chance cards of the countdown
        TRACKING_LEVELS.verify(quest.state, "decks")
    return quest.state.decks[deck]


@correction("[deck ]{deck!!} {number}", number=lambda quest, deck: _pack(quest, deck).count)
def put_deck(
    quest: Quest, deck: Deck, number: Annotated[int, Meta(ge=0, le=_MOST), Ask("How many cards does it have")]
) -> None:
    """How many cards are left, not more than there can be. Raises Illegal."""
    pack, size = _pack(quest, deck), quest.setup.sizes.get(deck, _MOST)
    if not len(pack.bottom) <= number <= size:
        least = f"{len(pack.bottom)} to " if pack.bottom else "at most "
        raise Illegal(f"the {deck} deck can't have {number} cards: it is {least}{size}", "discarded-cards")
    pack.count = number
    quest.emit(PutRight(f"the {deck} deck has {so_many(number, 'card')} now", ()))


@correction("card {name}: {line}")
def put_card(quest: Quest, name: CardName, line: Printed) -> None:
    """What is printed on it; it stays the kind of card it was. Raises Unreadable or Illegal."""
    TRACKING_LEVELS.verify(quest.state, "decks")
    card = read_whole(f"{name}: {line}")
    known = quest.known(card.name)
    if known is not None and known.kind == card.kind:
        card = decks.of_deck(card, quest.deck_of(known.name))
    if known is not None and (known.kind != card.kind or quest.deck_of(known.name) != deck_of(card)):
        raise Illegal(f"{card.name} is another kind of card, and lies with those: {known.kind}", "discarded-cards")
    decks.learn(quest, card)


@correction("[space ]{space} {change} {card}")
def put_on_space(
    quest: Quest, space: SpaceHere, change: Annotated[Literal["gains", "loses"], Ask("What comes or goes")],
    card: Annotated[str, Ask("Which card")],
) -> None:  # fmt: skip
    """What lies there. Raises Unreadable or Illegal."""
    TRACKING_LEVELS.verify(quest.state, "spaces")
    there, where = quest.state.at(space), quest.board.called(space)
    if change == "gains":
        guild = quest.board[space].name
        gained = changes.read_gained(quest, card, lambda found: _fits(quest, space, found), where, guild)
        changes.fetch(quest, gained)
        kind = quest.card(gained.name).kind
        if kind in ("creature", "opportunity"):
            there.cards.append(Lying(gained.name, quest.state.round))
        else:
            {"ability": there.abilities, "artifact": there.artifacts}.get(kind, there.goods).append(gained.name)
        quest.emit(PutRight(f"{printed(gained.name)} lies in {where} now", ()))
        return
    names = [*(one.name for one in there.cards if one.open), *there.abilities, *there.goods]
    lost = find(card, {fold(printed(one)): one for one in reversed(names)}, "card there", listing=8)
    if quest.card(lost).kind in ("creature", "opportunity"):
        gone = places.remove_card(quest, lost)
        for item in (*gone.items, *gone.damaged):
            quest.discard(item, ())
    else:
        (there.abilities if lost in there.abilities else there.goods).remove(lost)
    quest.discard(lost, ())


def _fits(quest: Quest, space: int, card: Card) -> bool:
    there, place = quest.state.at(space), quest.board[space]
    if changes.lies_on_terrain(card):
        return place.terrain and len(there.cards) < 2
    if isinstance(card, Ability):
        return place.name == card.guild and len(there.abilities) < 2
    return card.kind == "artifact" or (card.kind == "item" and place.name in (CITY, VILLAGE))


def _hero(quest: Quest, name: str) -> Hero:
    TRACKING_LEVELS.verify(quest.state, "heroes")
    hero = quest.state.players[seat_called(quest.state, name)]
    if not hero.playing:
        raise Illegal(f"{hero.name} has no hero now", "death")
    return hero


@correction("[cubes ]{player} {colour} {right} of {total}")
def put_cubes(
    quest: Quest, player: Who, colour: Annotated[Literal["red", "blue"], Ask("Which cubes")],
    right: Annotated[int, Ask("How many lie on the right")], total: Annotated[int, Ask("Of how many")],
) -> None:  # fmt: skip
    """On a hero's card, those on the right of all. Raises Unreadable or Illegal."""
    hero, most = _hero(quest, player), MOST_RED if colour == "red" else MOST_BLUE
    if not right <= total <= most:
        raise Unreadable(f"{right} of {total} {colour} cubes can't be; there are {most} at most in all")
    setattr(hero, colour, total)
    setattr(hero, "health" if colour == "red" else "magic", right)
    quest.emit(PutRight(f"{hero.name} has {right} of {total} {colour} cubes on the right now", ()))


@correction("[where ]{player} space {space}")
def put_hero(quest: Quest, player: Who, space: SpaceHere) -> None:
    """A hero stands. Raises Illegal."""
    hero = _hero(quest, player)
    hero.space, hero.lodging = space, False
    quest.emit(PutRight(f"{hero.name} stands in {quest.board.called(hero.space)} now", ()))


@correction("[leave ]{player} leaves (the table|)")
def leave(quest: Quest, player: Who) -> None:
    """A player goes home; the hero dies by no other's hand, and no new one comes (P48)."""
    hero = _hero(quest, player)
    seat = quest.state.players.index(hero)
    hero.status = "dead"
    settle_deaths(quest, "left the table")
    put_out(quest, seat, "left the table", ("P48",))
    if seat == quest.seat:
        quest.state.step, quest.state.extra, quest.state.attacking = "round end", [], -1


@correction("[damage ]{player} {change} {item}")
def put_item(
    quest: Quest, player: Who, change: Annotated[Literal["damages", "repairs"], Ask("What becomes of it")],
    item: Annotated[str, Ask("Which Item")],
) -> None:  # fmt: skip
    """Of an Item. Raises Unreadable or Illegal."""
    hero, damages = _hero(quest, player), change == "damages"
    held, other = (hero.items, hero.damaged) if damages else (hero.damaged, hero.items)
    card = find(item, {fold(printed(one)): one for one in held}, f"Item of {hero.name}'s to do that with", listing=8)
    held.remove(card)
    other.append(card)
    quest.emit(PutRight(f"{hero.name}'s {printed(card)} is {'damaged' if damages else 'repaired'} now", ()))


def _read_card(quest: Quest, seat: int, verb: str, text: str) -> Any:
    """A card that a player gains or loses; of a light table an Artifact. Raises Unreadable or Illegal."""
    if not quest.state.light:
        return changes.read_card(quest, seat, verb, text)
    TRACKING_LEVELS.verify(quest.state, "artifacts")
    held = quest.state.players[seat].artifacts
    if verb == LOSES:
        return find(text, keyed(held, str), f"Artifact of {quest.name(seat)}'s", listing=ARTIFACTS)
    if (name := light.read_artifact(quest, text)) in held:
        raise Illegal(f"{quest.name(seat)} has {name} already", "artifacts")
    return name


def _move_card(quest: Quest, change: Change, source: str, rules: Sequence[str]) -> None:
    if quest.state.light:
        light.hand_artifact(quest, change.card, -1 if change.what == LOSES else change.player)
    else:
        changes.move_card(quest, change, source, rules)


def _settle(quest: Quest) -> None:
    settle_deaths(quest, "put right")
    ending.decide(quest)


CORRECTIONS: Corrections[Setup, GameState, Quest] = Corrections(
    opened=Quest, settle=_settle, canonical=without_known,
    holdings=replace(changes.HOLDINGS, read_card=_read_card, move_card=_move_card),
    others=(put_deck, put_on_space, put_cubes, put_hero, put_item, leave, put_card),
)  # fmt: skip
