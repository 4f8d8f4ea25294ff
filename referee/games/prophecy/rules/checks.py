"""Checks of a set-up and a state that were read; each yields what is impossible, in the table's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta
from msgspec.structs import replace

from referee.asking.question import Option
from referee.cards.fields import find_card, without_known
from referee.declaration.changes import LOSES, PRESENT, Change, seat_called
from referee.declaration.corrections import Ask, CardName, Corrections, correction
from referee.declaration.game import Checks, Findings, twice
from referee.declaration.tracking import EVERYTHING
from referee.effects.phrases import Names
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.board import CITY, PLANES, SPACES, VILLAGE
from referee.games.prophecy.cards.cards import Ability, Card
from referee.games.prophecy.cards.language import CARDS, read_whole
from referee.games.prophecy.rules import decks, ending, light, places
from referee.games.prophecy.rules.context import Quest, deck_of
from referee.games.prophecy.rules.ending import complete_hero, put_out, settle_deaths, winners
from referee.games.prophecy.rules.events import GONE_HOME
from referee.games.prophecy.rules.state import (
    PLANE_CARDS,
    TRACKING_LEVELS,
    UNSEEN,
    DeckName,
    GameState,
    Hero,
    Lying,
    Pack,
    Setup,
    board_of,
)
from referee.games.prophecy.tables import numbers
from referee.games.prophecy.vocabulary import ARTIFACTS, GUILDS, MOST_BLUE, MOST_RED
from referee.text.grammar import so_many
from referee.text.names import and_list, by_key, find, fold, printed


def _players(setup: Setup) -> Findings:
    if setup.tracking == EVERYTHING:
        if setup.board is None:
            yield "the board is missing; it is a ring of 20 spaces (Game Board)"
        if missing := [deck for deck in get_args(DeckName) if deck not in setup.sizes]:
            key = missing[0] if missing[0].isalpha() else f'"{missing[0]}"'
            yield f"no number of cards for {and_list(missing)}; write it under [setup.sizes], like {key} = 8"
        if len(setup.heroes) != len(setup.players):
            yield f"each of the {len(setup.players)} players needs a hero; {len(setup.heroes)} given"
        if name := twice(setup.heroes):
            yield f"{name} is played twice"
        for name in setup.heroes:
            card = setup.known.get(fold(name))
            if card is None or not complete_hero(card):
                yield f"{name}: strength, willpower and two guilds of this hero aren't known"
    if setup.teams and len(setup.players) != 4:
        yield f"teams are for four players; there are {len(setup.players)} (P61)"


def _decks(setup: Setup) -> Findings:
    if name := twice(card.name for card in setup.cards):
        yield f"{name} stands twice among the cards"
    if len(setup.abilities) > len(GUILDS):
        yield f"{len(setup.abilities)} Abilities lie in five guilds"
    for what in PLANE_CARDS:
        if setup.sizes.get(what, PLANES) < PLANES:
            yield f"{setup.sizes.get(what)} cards of kind {what}; five are needed"


def _board(setup: Setup, game: GameState) -> Findings:
    if len(game.spaces) != SPACES:
        yield f"{len(game.spaces)} spaces; the ring has {SPACES} (Game Board)"
        return
    if len(game.planes) != PLANES:
        yield f"{len(game.planes)} planes; there are {PLANES} (Game Board)"
    limits, board = numbers().possibilities, board_of(setup, game)
    for number in board.numbers():
        there, place, called = game.at(number), board[number], board.label(number)
        if len(there.cards) > limits.adventures:
            yield f"{called}: {len(there.cards)} Adventure cards; there are two at most"
        if there.cards and not place.terrain:
            yield f"{called}: Adventure cards lie on terrain only"
        if len(there.abilities) > limits.abilities:
            yield f"{called}: {len(there.abilities)} Abilities; there are two at most"
        if there.abilities and not place.guild:
            yield f"{called}: Abilities lie in guilds only"
        if there.goods and place.name not in (CITY, VILLAGE):
            yield f"{called}: goods lie in City and Village only"
        for lying in there.cards:
            if (lying.gold or lying.items or lying.damaged) and not lying.open:
                yield f"{called}: Gold or Items lie on a face-down card"


def _heroes(setup: Setup, game: GameState) -> Findings:
    for hero in game.players:
        if hero.playing and not hero.space:
            yield f"{hero.name}'s hero stands on no space"
        if hero.playing and not hero.hero:
            yield f"{hero.name} plays without a hero"
        if not hero.playing and (hero.space or hero.held or hero.abilities or hero.gold or hero.experience):
            yield f"{hero.name} is {hero.status} and has things"
        for what, colour, usual in (("strength", "red", MOST_RED), ("willpower", "blue", MOST_BLUE)):
            has, most = getattr(hero, colour), max(usual, getattr(setup, f"{colour}_cubes"))
            if has > most and f"{colour}_cubes" not in game.readings:  # the limit may have been higher before
                yield f"{hero.name}'s {what}: {has}; it can be 0 to {most}"
    if name := twice([*(hero.hero for hero in game.players if hero.hero), *game.unused, *game.eliminated]):
        yield f"the hero {name} is listed twice"


def _places(setup: Setup, game: GameState) -> Findings:
    where: dict[str, str] = {}
    for name, place in game.known_places():
        if fold(name) in where:
            both = f"{where[fold(name)]} and {place}"
            yield f'{name} lies in two places: {both}; a second card of one name is "{name} #2"'
        where[fold(name)] = place


def _known(setup: Setup, game: GameState) -> Findings:
    """Check that each card is known, and lies where cards of its kind do."""
    for name, place in game.known_places():
        if find_card(setup, game, name) is None:
            yield f"{place}: {name} isn't a known card"
    for hero in game.players:
        if hero.playing and (card := find_card(setup, game, hero.hero)) is not None and card.kind != "hero":
            yield f"{hero.name} plays {hero.hero}, which isn't a hero"
        kinds = (
            ("Items", hero.losable, "item"),
            ("Abilities", hero.abilities, "ability"),
            ("Artifacts", hero.artifacts, "artifact"),
        )
        for what, names, kind in kinds:
            for name in names:
                if (card := find_card(setup, game, name)) is not None and card.kind != kind:
                    yield f"{name} lies among {hero.name}'s {what}; it is of kind {card.kind}"
    for number, there in enumerate(game.spaces, 1):
        wanted: list[tuple[str, tuple[str, ...]]]
        wanted = [(one.name, ("creature", "opportunity")) for one in there.cards if one.open]
        wanted += [(name, ("ability",)) for name in there.abilities]
        wanted += [(name, ("item",)) for name in there.goods] + [(name, ("artifact",)) for name in there.artifacts]
        for name, allowed in wanted:
            if (card := find_card(setup, game, name)) is not None and card.kind not in allowed:
                yield f"space {number}: {name} is of kind {card.kind}, and lies among those of kind {allowed[0]}"
            elif isinstance(card, Ability) and card.guild not in (UNSET, board_of(setup, game)[number].name):
                yield f"space {number}: {name} is an Ability of the {card.guild}"
    for at, plane in enumerate(game.planes):
        for what in PLANE_CARDS:
            name = getattr(plane, what)
            if name != UNSEEN and (card := find_card(setup, game, name)) is not None and card.kind != what:
                yield f"plane {at}: {name} is of kind {card.kind}, not {what}"


def _artifacts(setup: Setup, game: GameState) -> Findings:
    """Check that each of the five Artifacts is in one place: an open plane still has its own."""
    out = sum(len(hero.artifacts) for hero in game.players) + sum(len(space.artifacts) for space in game.spaces)
    out += sum(len(plane.left) for plane in game.planes)
    shut = sum(plane.closed for plane in game.planes)
    if out != shut:
        yield f"{out} Artifacts are out of their planes, and {shut} planes are closed: there are {ARTIFACTS} in all"
    for at, plane in enumerate(game.planes):
        if plane.closed and (plane.artifact != UNSEEN or plane.left):
            yield f"plane {at} is closed and has an Artifact"
        if plane.beaten and plane.lesser == UNSEEN:
            yield f"plane {at}: its Lesser Guardian is beaten and face down"


def _counts(setup: Setup, game: GameState) -> Findings:
    """Check that no deck has more cards than at the start, with those in sight."""
    seen: Counter[str] = Counter()
    for name, _ in game.known_places():
        card = find_card(setup, game, name)
        if card is not None and card.kind != "hero" and getattr(card, "guild", "") is not UNSET:
            seen[deck_of(card)] += 1
    hidden = sum(not one.open for space in game.spaces for one in space.cards)
    for deck, size in setup.sizes.items():
        pack = game.decks.get(deck)
        if pack is None:
            yield f"the {deck} deck is missing"
        elif deck not in PLANE_CARDS:
            elsewhere = seen[deck] - len(pack.bottom) + pack.discards.count(UNSEEN) + hidden * (deck == "adventure")
            if pack.count + elsewhere > size:
                yield f"the {deck} deck has {pack.count} cards, {elsewhere} lie elsewhere; there are {size} in all"


def _held(setup: Setup, game: GameState) -> Findings:
    """Check that heroes hold no more Artifacts than there are, whatever is tracked."""
    if (out := sum(len(hero.artifacts) for hero in game.players)) > ARTIFACTS:
        yield f"{out} Artifacts are held; there are {ARTIFACTS}"


def _end(setup: Setup, game: GameState) -> Findings:
    found = winners(setup, game)
    who = and_list(setup.players[seat] for seat in found) if found else "nobody"
    if found and not game.over:
        yield f"{who} won already"
    elif sorted(game.won) != found:
        yield f"{who} has won by the Artifacts held"


def _whole(check: Callable[[Setup, GameState], Findings]) -> Callable[[Setup, GameState], Findings]:
    """Limit a check to games of which everything is tracked."""
    return lambda setup, game: iter(()) if game.light else check(setup, game)


CHECKS: Checks[Setup, GameState] = Checks(
    (_players, _decks), (_places, _held, _end, *map(_whole, (_board, _heroes, _known, _artifacts, _counts)))
)


# --- Corrections ----------------------------------------------------------------------------------
# Corrections besides those of what players have: "adjust chance 23", "adjust Plains 6 gains Ghost".


_MOST = 999
"""Most cards of a deck of unknown size."""


def _spaces(quest: Quest) -> dict[str, int]:
    """Return the spaces of the board by name and by number; none in a light game."""
    if quest.state.light:
        return {}
    return {name: space for space in quest.board.numbers() for name in (quest.board.label(space), str(space))}


def _space_options(quest: Quest) -> list[Option]:
    return [] if quest.state.light else [Option(quest.board.label(space)) for space in quest.board.numbers()]


Deck = Annotated[DeckName, Names("deck", lambda quest: decks.COUNTED), Ask("Which deck")]
SpaceHere = Annotated[
    int,
    Names("space", _spaces, lambda quest, text: 0 if quest.state.light else None, alike=True),
    Ask("Which space", options=_space_options),
]
Who = Annotated[str, PRESENT, Ask("Who")]


def _pack(quest: Quest, deck: DeckName) -> Pack:
    """Return a deck by its name. Raises Unreadable for one that isn't tracked."""
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
    quest.say(f"the {deck} deck has {so_many(number, 'card')} now.")


def _written(quest: Quest, name: str) -> str:
    card = quest.known(name)
    return "" if card is None else CARDS.write_rest(card)


@correction("card {name}: {line}")
def put_card(quest: Quest, name: CardName, line: Annotated[str, Ask("What is printed on it", now=_written)]) -> None:
    """What is printed on it; it stays the kind of card it was. Raises Unreadable or Illegal."""
    TRACKING_LEVELS.verify(quest.state, "decks")
    known = quest.known(name)
    if known is None:
        card = read_whole(f"{name}: {line}")
    else:
        deck = "hero" if known.kind == "hero" else quest.deck_of(known.name)
        card = decks.of_deck(decks.read_begun(known.name, line, deck), deck)
        if known.kind != card.kind or (deck != "hero" and deck_of(card) != deck):
            there = f"lies with those: {known.kind}"
            raise Illegal(f"{card.name} is another kind of card, and {there}", "discarded-cards")
    decks.learn(quest, card)


@correction("[space ]{space} {change} {card}")
def put_on_space(
    quest: Quest,
    space: SpaceHere,
    change: Annotated[Literal["gains", "loses"], Ask("What comes or goes")],
    card: Annotated[str, Ask("Which card")],
) -> None:
    """What lies there. Raises Unreadable or Illegal."""
    TRACKING_LEVELS.verify(quest.state, "spaces")
    there, where = quest.state.at(space), quest.board.label(space)
    if change == "gains":
        guild = quest.board[space].name
        gained = decks.read_gained(quest, card, lambda found: _fits(quest, space, found), where, guild)
        decks.fetch(quest, gained)
        kind = quest.card(gained.name).kind
        if kind in ("creature", "opportunity"):
            there.cards.append(Lying(gained.name, quest.state.round))
        else:
            {"ability": there.abilities, "artifact": there.artifacts}.get(kind, there.goods).append(gained.name)
        quest.say(f"{printed(gained.name)} lies in {where} now.")
        return
    names = [*(one.name for one in there.cards if one.open), *there.abilities, *there.goods]
    lost = find(card, {fold(printed(one)): one for one in reversed(names)}, "card there", listing=8)
    if quest.card(lost).kind in ("creature", "opportunity"):
        removed = places.remove_card(quest, lost)
        for item in (*removed.items, *removed.damaged):
            quest.discard(item, ())
    else:
        (there.abilities if lost in there.abilities else there.goods).remove(lost)
    quest.discard(lost, ())


def _fits(quest: Quest, space: int, card: Card) -> bool:
    there, place = quest.state.at(space), quest.board[space]
    if card.kind in ("creature", "opportunity"):
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
    quest: Quest,
    player: Who,
    colour: Annotated[Literal["red", "blue"], Ask("Which cubes")],
    right: Annotated[int, Ask("How many lie on the right")],
    total: Annotated[int, Ask("Of how many")],
) -> None:
    """On a hero's card, those on the right of all. Raises Unreadable or Illegal."""
    hero, most = _hero(quest, player), quest.most_cubes(colour)
    if not right <= total <= most:
        raise Unreadable(f"{right} of {total} {colour} cubes can't be; there are {most} at most in all")
    setattr(hero, colour, total)
    setattr(hero, "health" if colour == "red" else "magic", right)
    quest.say(f"{hero.name} has {right} of {total} {colour} cubes on the right now.")


@correction("[where ]{player} space {space}")
def put_hero(quest: Quest, player: Who, space: SpaceHere) -> None:
    """A hero stands. Raises Illegal."""
    hero = _hero(quest, player)
    hero.space, hero.lodging = space, False
    quest.say(f"{hero.name} stands in {quest.board.label(hero.space)} now.")


@correction("[leave ]{player} leaves (the table|)")
def leave(quest: Quest, player: Who) -> None:
    """A player goes home; the hero dies by no other's hand, and no new one comes (P48)."""
    hero = _hero(quest, player)
    seat = quest.state.players.index(hero)
    hero.status = "dead"
    settle_deaths(quest, GONE_HOME)
    put_out(quest, seat, GONE_HOME, ("P48",))


@correction("[damage ]{player} {change} {item}")
def put_item(
    quest: Quest,
    player: Who,
    change: Annotated[Literal["damages", "repairs"], Ask("What becomes of it")],
    item: Annotated[str, Ask("Which Item")],
) -> None:
    """Of an Item. Raises Unreadable or Illegal."""
    hero, damages = _hero(quest, player), change == "damages"
    held, other = (hero.items, hero.damaged) if damages else (hero.damaged, hero.items)
    card = find(item, {fold(printed(one)): one for one in held}, f"Item of {hero.name}'s to do that with", listing=8)
    held.remove(card)
    other.append(card)
    quest.say(f"{hero.name}'s {printed(card)} is {'damaged' if damages else 'repaired'} now.")


def _read_card(quest: Quest, seat: int, verb: str, text: str) -> Any:
    """Parse a card that a player gains or loses; an Artifact at a light table. Raises Unreadable or Illegal."""
    if not quest.state.light:
        return decks.read_card(quest, seat, verb, text)
    TRACKING_LEVELS.verify(quest.state, "artifacts")
    held = quest.state.players[seat].artifacts
    if verb == LOSES:
        return find(text, by_key(held, str), f"Artifact of {quest.name(seat)}'s", listing=ARTIFACTS)
    if (name := light.read_artifact(quest, text)) in held:
        raise Illegal(f"{quest.name(seat)} has {name} already", "artifacts")
    return name


def _move_card(quest: Quest, change: Change, source: str, rules: Sequence[str]) -> None:
    if quest.state.light:
        light.hand_artifact(quest, change.card, -1 if change.what == LOSES else change.player)
    else:
        decks.move_card(quest, change, source, rules)


def _settle(quest: Quest) -> None:
    settle_deaths(quest, "corrected")
    if not ending.decide(quest):
        ending.close_round(quest)


CORRECTIONS: Corrections[Setup, GameState, Quest] = Corrections(
    opened=Quest,
    settle=_settle,
    canonical=without_known,
    holdings=replace(decks.HOLDINGS, read_card=_read_card, move_card=_move_card),
    others=(put_deck, put_on_space, put_cubes, put_hero, put_item, leave, put_card),
)
