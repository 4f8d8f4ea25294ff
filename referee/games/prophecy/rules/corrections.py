"""What the table puts right besides what players have: "adjust chance 23", "adjust Plains 6 gains Ghost"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.asking.question import Option, Question, choice, free_text
from referee.cards.known import without_known
from referee.declaration.changes import LOSES, Change, seat_called
from referee.declaration.corrections import Correction, Corrections, OfNamed
from referee.declaration.counts import PLAYERS, Counter
from referee.declaration.tracking import EVERYTHING
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.board import CITY, GUILDS, VILLAGE
from referee.games.prophecy.cards.cards import Ability, Card
from referee.games.prophecy.cards.deck import read_whole
from referee.games.prophecy.rules import changes, decks, ending, light, places
from referee.games.prophecy.rules.context import Quest, deck_of
from referee.games.prophecy.rules.counters import TRACKING_LEVELS
from referee.games.prophecy.rules.deaths import put_out, settle_deaths
from referee.games.prophecy.rules.events import PutRight
from referee.games.prophecy.rules.state import DeckName, GameState, Hero, Lying, Setup
from referee.games.prophecy.vocabulary import ARTIFACTS, MOST_BLUE, MOST_RED
from referee.text.grammar import so_many
from referee.text.names import find, fold, keyed, printed

DECKS: tuple[DeckName, ...] = ("chance", "adventure", "common", "rare", *GUILDS)
_MOST = 999
"""The most cards of a deck whose size nobody has told."""
_SPACES = "Mountains|Forests?|Plains|City|Village|.*Wilderness|" + "|".join(GUILDS)


def _deck(quest: Quest, name: str) -> DeckName:
    """A deck by its name. Raises Unreadable for one that isn't tracked."""
    deck = {fold(one): one for one in DECKS}[fold(name)]
    if deck not in quest.state.decks:  # a light table keeps the Chance cards of the countdown
        TRACKING_LEVELS.verify(quest.state, "decks")
    return deck


def _put_deck(quest: Quest, name: str, many: str) -> None:
    """How many cards a deck has; not more than it can. Raises Illegal."""
    deck = _deck(quest, name)
    pack, size = quest.state.decks[deck], quest.setup.sizes.get(deck, _MOST)
    if not len(pack.bottom) <= int(many) <= size:
        least = f"{len(pack.bottom)} to " if pack.bottom else "at most "
        raise Illegal(f"the {deck} deck can't have {many} cards: it is {least}{size}", "discarded-cards")
    pack.count = int(many)
    quest.emit(PutRight(f"the {deck} deck has {so_many(int(many), 'card')} now", ()))


def _put_card(quest: Quest, name: str, line: str) -> None:
    """What is printed on a card; it stays the kind of card it was. Raises Unreadable or Illegal."""
    TRACKING_LEVELS.verify(quest.state, "decks")
    card = read_whole(f"{name.strip()}: {line.strip()}")
    known = quest.known(card.name)
    if known is not None and known.kind == card.kind:
        card = decks.of_deck(card, quest.deck_of(known.name))
    if known is not None and (known.kind != card.kind or quest.deck_of(known.name) != deck_of(card)):
        raise Illegal(f"{card.name} is another kind of card, and lies with those: {known.kind}", "discarded-cards")
    decks.learn(quest, card)


def _put_on_space(quest: Quest, name: str, verb: str, card: str) -> None:
    """A card comes to a space or leaves it. Raises Unreadable or Illegal."""
    TRACKING_LEVELS.verify(quest.state, "spaces")
    space = quest.board.find_space(name)
    there, where = quest.state.at(space), quest.board.called(space)
    if fold(verb) == "gains":
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
        for item in places.remove_card(quest, lost).items:
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


def _put_cubes(quest: Quest, name: str, colour: str, right: str, total: str) -> None:
    """Cubes on the right, of all."""
    hero, colour = _hero(quest, name), fold(colour)
    most = MOST_RED if colour == "red" else MOST_BLUE
    if not int(right) <= int(total) <= most:
        raise Unreadable(f"{right} of {total} {colour} cubes can't be; there are {most} at most in all")
    setattr(hero, colour, int(total))
    setattr(hero, "health" if colour == "red" else "magic", int(right))
    quest.emit(PutRight(f"{hero.name} has {right} of {total} {colour} cubes on the right now", ()))


def _put_hero(quest: Quest, name: str, space: str) -> None:
    """Where a hero stands."""
    hero = _hero(quest, name)
    hero.space, hero.lodging = quest.board.find_space(space), False
    quest.emit(PutRight(f"{hero.name} stands in {quest.board.called(hero.space)} now", ()))


def _leave(quest: Quest, name: str) -> None:
    """A player leaves the table: as killed by no hero, and without a new one (P48)."""
    hero = _hero(quest, name)
    seat = quest.state.players.index(hero)
    hero.status = "dead"
    settle_deaths(quest, "left the table")
    put_out(quest, seat, "left the table", ("P48",))
    if seat == quest.seat:
        quest.state.step, quest.state.extra, quest.state.attacking = "round end", [], -1


def _put_item(quest: Quest, name: str, verb: str, item: str) -> None:
    """An Item is damaged, or whole."""
    hero, damages = _hero(quest, name), fold(verb) == "damages"
    held, other = (hero.items, hero.damaged) if damages else (hero.damaged, hero.items)
    card = find(item, {fold(printed(one)): one for one in held}, f"Item of {hero.name}'s to do that with", listing=8)
    held.remove(card)
    other.append(card)
    quest.emit(PutRight(f"{hero.name}'s {printed(card)} is {'damaged' if damages else 'repaired'} now", ()))


def _verify(quest: Quest, counter: Counter[GameState]) -> None:
    """Raises Unreadable or Illegal for what can't be changed now."""
    TRACKING_LEVELS.verify(quest.state, counter.name)
    changes.HOLDINGS.verify(quest, counter)


def _read_card(quest: Quest, seat: int, verb: str, text: str) -> Any:
    """A card that a player gains or loses; of a light table an Artifact. Raises Unreadable or Illegal."""
    if quest.state.known == EVERYTHING:
        return changes.read_card(quest, seat, verb, text)
    TRACKING_LEVELS.verify(quest.state, "artifacts")
    held = quest.state.players[seat].artifacts
    if verb == LOSES:
        return find(text, keyed(held, str), f"Artifact of {quest.name(seat)}'s", listing=ARTIFACTS)
    if (name := light.read_artifact(quest, text)) in held:
        raise Illegal(f"{quest.name(seat)} has {name} already", "artifacts")
    return name


def _move_card(quest: Quest, change: Change, source: str, rules: Sequence[str]) -> None:
    if quest.state.known == EVERYTHING:
        changes.move_card(quest, change, source, rules)
    else:
        light.hand_artifact(quest, change.card, -1 if change.what == LOSES else change.player)


def _settle(quest: Quest) -> None:
    settle_deaths(quest, "put right")
    ending.decide(quest)


def _ask_player(quest: Quest, words: str, hint: str) -> list[Question[str]]:
    names = [Option(hero.name) for hero in quest.state.players if hero.playing]
    return [choice("player", "Whose", names), free_text("what", words, hint=hint)]


CORRECTIONS: Corrections[Setup, GameState, Quest] = Corrections(
    opened=Quest, settle=_settle, canonical=without_known,
    holdings=replace(changes.HOLDINGS, verify=_verify, read_card=_read_card, move_card=_move_card),
    others=[
        OfNamed(word="deck", detail="how many cards are left", usage=f"adjust {'|'.join(DECKS)} NUMBER",
               pattern=rf"({'|'.join(DECKS)}) (\d{{1,3}})", carry_out=_put_deck,
               number=lambda quest, name: quest.state.decks[_deck(quest, name)].count,
               ask=lambda quest: [choice("deck", "Which deck", [Option(deck) for deck in DECKS]),
                                  free_text("amount", "How many cards does it have")]),
        OfNamed(word="space", detail="what lies there", usage="adjust SPACE gains|loses CARD",
               pattern=rf"((?:{_SPACES})(?: \d+)?) (gains|loses) (.+)", carry_out=_put_on_space,
               ask=lambda quest: [free_text("what", "Which space gains or loses what", hint="Plains 6 gains Ghost")]),
        OfNamed(word="cubes", detail="on a hero's card", usage="adjust PLAYER red|blue NUMBER of NUMBER",
               owners=PLAYERS, pattern=r"(.+) (red|blue) (\d{1,2}) of (\d{1,2})", carry_out=_put_cubes,
               ask=lambda quest: _ask_player(quest, "Right cubes of all", "red 3 of 4")),
        OfNamed(word="where", detail="a hero stands", usage="adjust PLAYER space SPACE", owners=PLAYERS,
               pattern=r"(.+) space (.+)", carry_out=_put_hero,
               ask=lambda quest: _ask_player(quest, "Which space", "space City")),
        OfNamed(word="damage", detail="of an Item", usage="adjust PLAYER damages|repairs ITEM", carry_out=_put_item,
               owners=PLAYERS, pattern=r"(.+) (damages|repairs) (.+)",
               ask=lambda quest: _ask_player(quest, "Damages or repairs what", "repairs Axe")),
        OfNamed(word="leave", detail="a player goes home", usage="adjust PLAYER leaves the table", carry_out=_leave,
               owners=PLAYERS, pattern=r"(.+) leaves(?: the table)?",
               ask=lambda quest: _ask_player(quest, "To go home, write", "leaves the table")),
        Correction(word="card", detail="what is printed on it", usage="adjust card NAME: what is printed on it",
                   pattern=r"([^:]+):(.+)", carry_out=_put_card, joint=": ",
                   ask=lambda quest: [free_text("card", "Which card"), free_text("line", "What is printed on it")]),
    ],
)  # fmt: skip
