"""Checks of a game (holdings, each card in one place and on its pile), and corrections by hand.

Quick ones run whenever a save is opened; the `CLOSE_CHECKS` if a person may have changed something.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Annotated

from msgspec import UNSET, Meta

from referee.asking.question import Option
from referee.cards.fields import learnt, without_known
from referee.declaration.changes import LOSES, Change, Holdings, put_and_tell
from referee.declaration.corrections import Ask, CardName, Corrections, correction
from referee.declaration.game import Checks, Findings, twice
from referee.declaration.tracking import EVERYTHING, Counter
from referee.errors import Illegal, Unreadable, fault
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card, Graveyard, read_card_name, rules_of
from referee.games.enchanters.cards.language import HINT, as_printed, keep, pick_named, read_card, write_card
from referee.games.enchanters.rules import state
from referee.games.enchanters.rules.context import Boosted, Quest
from referee.games.enchanters.rules.gaining import GainSource, find_source, names_of, note, take_from
from referee.games.enchanters.rules.state import (
    COUNTERS,
    TRACKING_LEVELS,
    Boost,
    GameState,
    Setup,
    unseen,
    village_of,
)
from referee.games.enchanters.vocabulary import PILES, pile_for
from referee.text.names import a_or_an, and_list, find, fold, printed

# --- the set-up -----------------------------------------------------------------------------------


def _cards(setup: Setup) -> Findings:
    """Check that each card is listed once, and that the two starting cards are among them."""
    if len(setup.known) < len(setup.cards):
        yield f"cards: {twice(card.name for card in setup.cards)} is listed twice; write copies = 2"
    for name, kind in ((tables.box().fist, "item"), (tables.box().enchanting, "enchantment")):
        card = setup.known.get(fold(name))
        if card is None or card.type != kind:
            yield f"cards: {name}, {a_or_an(kind)}, is missing; everybody starts with one"


def _track(setup: Setup) -> Findings:
    """Check that the first track fits the board's places, each card once."""
    if len(setup.track) > setup.track_cards:
        yield f"track: {len(setup.track)} cards; it has {setup.track_cards} places"
    for what, names in (("track", setup.track), ("names", setup.names)):
        if name := twice(names):
            yield f'{what}: {name} is listed twice; a second card of one name is "{name} #2"'


def _printed(setup: Setup) -> Findings:
    """Check that the village's rules can be read, and that the cards' values are possible."""
    yield from _check_rules(setup.village.name, setup.village.rules)
    for card in setup.cards:
        yield from _check_values(card)


def _check_values(card: Card) -> Findings:
    yield from _check_rules(card.name, (*card.rules, *card.lower.rules))
    if [card.health is not UNSET, card.strength is not UNSET] != [card.fights] * 2:
        needs = "needs health and strength" if card.fights else "isn't fought, so it has neither health nor strength"
        yield f"{card.name}: {needs}"
    if card.two > card.copies:
        yield f"{card.name}: {card.two} of {card.copies} cards can't be marked 2"


def _check_rules(name: str, rules: tuple[str, ...]) -> Findings:
    if wrong := fault(rules_of, rules):
        yield f"{name}: {wrong}"


def _kingdoms(setup: Setup) -> Findings:
    """Check that each kingdom is listed once, and no more than the decks for the players (E-d)."""
    if name := twice(setup.kingdoms):
        yield f"kingdoms: {name} is listed twice"
    if len(setup.kingdoms) > (most := state.decks_needed(len(setup.players), setup.invasion)):
        yield f"kingdoms: {and_list(setup.kingdoms)}; {most} decks are played with (E-d)"


def _first_track(setup: Setup) -> Findings:
    """Check that no card that is fought is on the first track (E-h)."""
    for name in setup.track:
        card = setup.known.get(fold(printed(name)))
        if card is not None and card.fights:
            yield f"track: {name} is {a_or_an(card.type)}; it is set aside and goes back under the deck (E-h)"


def _named(setup: Setup) -> Findings:
    """Check that each named card of the adventure deck is known."""
    for name in setup.names:
        if fold(printed(name)) not in setup.known:
            yield f"names: {name} isn't a known card"


def _drawn(setup: Setup) -> Findings:
    """Check that with the program drawing the names are the track and then the whole deck, from its top (E-f)."""
    if setup.draws == "program" and setup.names[: len(setup.track)] != setup.track:
        yield "names: they begin with the track's cards"
    if setup.draws == "program" and len(setup.names) != len(setup.track) + setup.size:
        yield f"names: {len(setup.names)} cards; {len(setup.track)} lie on the track and {setup.size} in the deck"


# --- where the cards are --------------------------------------------------------------------------


def _end(setup: Setup, game: GameState) -> Findings:
    """Check that the track fits its places, and that the game is over only if no card is left."""
    if len(game.track) > (places := state.most_on_track(setup, game)):
        yield f"{len(game.track)} cards lie on the track; it has {places} places"
    if game.over and (game.deck or game.track):
        yield "the game isn't over while cards are left in the deck or on the track"


def _piles(setup: Setup, game: GameState) -> Findings:
    """Check that each card of a pile is known and belongs there."""
    known = _all_known(setup, game)
    for player in game.players:
        for pile in PILES:
            for name in player.pile(pile):
                card = known.get(fold(printed(name)))
                if card is None:
                    yield f"{player.name}'s {name} isn't a known card"
                elif pile_for(card.type) != pile:
                    yield f"{player.name}'s {name} is of type {card.type}: it doesn't lie among the {pile}"


def _all_known(setup: Setup, game: GameState) -> Mapping[str, Card]:
    """Return the cards by folded printed name; those learnt later go before the deck's."""
    return setup.known | learnt(game) if game.learnt else setup.known


# --- the turn, and learnt cards -------------------------------------------------------------------


def _turn(setup: Setup, game: GameState) -> Findings:
    """Check that turns follow from the start player, and that a rest has used the major action.

    Only another action that leads to the graveyard may lose a fight before it (E-l).
    """
    whose = (setup.start + game.turn - 1) % len(game.players)
    if game.active != whose:
        yield (
            f"it is {game.players[game.active].name}'s turn; turn {game.turn} is {game.players[whose].name}'s, "
            f"as {setup.players[setup.start]} started"
        )
    if game.resting and not game.major:
        known = _all_known(setup, game).values()
        rules = chain(rules_of(village_of(setup, game).rules), *(card.all_rules for card in known))
        if not any(rule.when != "rest" and rule.has(Graveyard) for rule in rules):
            yield "a rest is the turn's major action, so major is true where resting is"


def _used(setup: Setup, game: GameState) -> Findings:
    """Check that the used actions are of the village or of known cards, each once (E-b)."""
    if name := twice(game.used):
        yield f"used: {name} twice; an action is used once a turn (E-b)"
    known = _all_known(setup, game)
    for key in game.used:
        source, _, number = key.rpartition("/")
        card = known.get(fold(printed(source)))
        village = village_of(setup, game)
        rules = village.rules if source == village.name else card.all_rules if card is not None else ()
        if number not in map(str, range(1, len(rules) + 1)):
            yield f'used: there is no action "{key}"'


def _between(setup: Setup, game: GameState) -> Findings:
    """Check that no card is being taken between two decisions."""
    if game.taking:
        yield f"taking: {game.taking} lies between track and pile only while it is being taken"


def _learnt(setup: Setup, game: GameState) -> Findings:
    """Check that the values of learnt cards are possible."""
    for card in game.learnt:
        yield from _check_values(card)


def _known(setup: Setup, game: GameState) -> Findings:
    """Check that each visible card is known if every card of the deck is."""
    if not setup.complete:
        return
    known = _all_known(setup, game)
    for place, names in (("on the track", game.track), ("in the graveyard", game.graveyard)):
        for name in names:
            if fold(printed(name)) not in known:
                yield f"{name} lies {place} and isn't a known card"


def _deck(setup: Setup, game: GameState) -> Findings:
    """Check that the adventure deck has no more cards than are nowhere else."""
    most, why = most_in_deck(setup, game)
    if game.deck > most:
        yield f"the adventure deck can't have {game.deck} cards: {why}"


def most_in_deck(setup: Setup, game: GameState) -> tuple[int, str]:
    """Return how many cards the adventure deck can have at most, and why."""
    if setup.complete:
        most = len(unseen(setup, game))
        return most, f"of the {len(setup.names)} cards in the game {most} lie nowhere else"
    starting = 2 * len(game.players)
    whole = state.decks_needed(len(game.players), setup.invasion) * tables.box().kingdom.cards
    whole = max(whole, len(setup.track) + setup.size + setup.removed)
    most = max(0, whole - (sum(1 for _ in game.in_play()) - starting))
    return most, f"the kingdom decks have {whole} cards, and {whole - most} lie elsewhere"


CHECKS: Checks[Setup, GameState] = Checks((_cards, _track), (_end, _piles))
CLOSE_CHECKS: Checks[Setup, GameState] = Checks(
    (_printed, _kingdoms, _first_track, _named, _drawn), (_turn, _used, _between, _learnt, _known, _deck)
)


# --- Changes --------------------------------------------------------------------------------------
# Changes that the table makes by hand: "Anna crystals 7", "Bo wounds +2, Bo loses Goblin".


_BOOSTS: Sequence[Counter[GameState]] = (
    Counter("attack", rule="action-effect"),
    Counter("defence", rule="action-effect"),
)
_NAMES = "|".join(counter.name for counter in COUNTERS)
USAGE = (
    f"PLAYER {_NAMES} NUMBER, PLAYER {_NAMES}|attack|defence +NUMBER or -NUMBER, "
    "PLAYER gains CARD [from track|graveyard|deck|PLAYER], PLAYER loses CARD"
)


def _put(quest: Quest, counter: Counter[GameState], change: Change, source: str, rules: Sequence[str]) -> None:
    """Change crystals or wounds, which never fall below zero, or attack or defence until the end of the turn."""
    match counter.name:
        case "attack" | "defence" as what:
            quest.state.boosts.append(Boost(what, change.number, source))
            quest.emit(Boosted(change.player, what, change.number, source, tuple(rules)))
        case _:
            put_and_tell(quest, counter, change, source, rules)


def _read_card(quest: Quest, seat: int, verb: str, text: str) -> GainSource | str:
    """Parse a card: with its place for one that a player gains, its name for one that is lost."""
    if quest.state.known != EVERYTHING:
        raise Unreadable("cards aren't tracked in this game; to track them: adjust tracking everything")
    if verb != LOSES:
        return find_source(quest, seat, text)
    player = quest.player(seat)
    names = [name for pile in player.piles() for name in pile]
    held = {fold(printed(name)): name for name in names} | {fold(name): name for name in names}
    return find(text, held, f"card of {player.name}")


def _move_card(quest: Quest, change: Change, source: str, rules: Sequence[str]) -> None:
    """Put a gained card on top of its pile, or move a lost one to where lost cards go."""
    card, player = change.card, quest.player(change.player)
    if isinstance(card, GainSource):
        if card.line is not None:
            keep(quest, card.line)
        take_from(quest, card)
        quest.take(change.player, card.card, tuple(rules), card.told)
        return
    for held in map(player.pile, PILES):
        if card in held:
            held.remove(card)
    quest.lose(change.player, card, source, *rules)


HOLDINGS: Holdings[Quest] = Holdings(
    counters=(*COUNTERS, *_BOOSTS),
    only_by=("attack", "defence"),
    words={"defense": "defence"},
    put=_put,
    read_card=_read_card,
    move_card=_move_card,
    example=lambda quest: "crystals 7, wounds +2, gains CARD from PLACE, or loses CARD",
)


# --- Corrections ----------------------------------------------------------------------------------
# Corrections by hand, which are logged: "adjust Anna crystals 7", "adjust card Gnoll: monster, ...".


@correction("deck {number}", number=lambda quest: quest.state.deck)
def put_deck(
    quest: Quest, number: Annotated[int, Meta(ge=0, le=999), Ask("How many cards are in the adventure deck")]
) -> None:
    """How many cards are left. Raises Illegal."""
    TRACKING_LEVELS.verify(quest.state, "deck")
    if quest.state.over and number:
        raise Illegal("the game is over; take its last turn back first, with undo", "end")
    most, why = most_in_deck(quest.setup, quest.state)
    if number > most:
        raise Illegal(f"the adventure deck can't have {number} cards: {why}", "adventure-deck")
    quest.state.deck = number


def _on_track(quest: Quest) -> list[Option]:
    return [Option(str(place), printed(name)) for place, name in enumerate(quest.state.track, 1)]


@correction("track {place} {card}")
def put_on_track(
    quest: Quest,
    place: Annotated[int, Ask("Which card is wrong", options=_on_track)],
    card: Annotated[str, Ask("Which one lies there")],
) -> None:
    """A card was named wrongly; the wrong one is in the deck again."""
    game = quest.state
    TRACKING_LEVELS.verify(game, "track")
    if not 1 <= place <= len(game.track):
        raise Unreadable(f"the track has {len(game.track)} cards, not {place}")
    if card.casefold() == printed(game.track[place - 1]).casefold():
        return
    named = pick_named(names_of(quest), card)
    if game.spared == game.track[place - 1]:
        game.spared = named.name
    game.track[place - 1] = named.name
    note(quest, named)


def _written(quest: Quest, name: str) -> str:
    cards = {card.name.lower(): card for card in (*quest.setup.cards, *quest.state.learnt)}
    return write_card(cards[name.lower()]) if name.lower() in cards else ""


@correction("card {name}: {line}")
def put_card(
    quest: Quest, name: CardName, line: Annotated[str, Ask("What is printed on it", HINT, now=_written)]
) -> None:
    """What is printed on it; a card of another type goes to another pile."""
    game = quest.state
    name = read_card_name(name)
    known = next(
        (card.name for card in (*quest.setup.cards, *game.learnt) if card.name.lower() == name.lower()), name
    )
    card = read_card(known, line)
    game.learnt = (*(other for other in game.learnt if other.name != known), card)
    game.used = [key for key in game.used if not _is_gone(key, card)]
    for player in game.players:
        right = player.pile(pile_for(card.type))
        for pile in player.piles():
            wrong = [name for name in pile if printed(name) == card.name] if pile is not right else []
            pile[:] = [name for name in pile if name not in wrong]
            right += wrong


def _is_gone(key: str, card: Card) -> bool:
    """Return whether a used action would be one of a card that has fewer now."""
    source, _, number = key.rpartition("/")
    return printed(source) == card.name and int(number) > len(card.all_rules)


def _canonical(setup: Setup, game: GameState) -> GameState:
    """Return a state in which only what counts is told apart: what is known of cards, and the boosts of the turn."""
    copy: GameState = without_known(setup, game, as_printed)
    copy.boosts.sort(key=lambda boost: (boost.what, boost.source, boost.points))
    return copy


CORRECTIONS = Corrections(
    opened=Quest,
    holdings=HOLDINGS,
    whose=lambda game: game.players[game.active].name,
    canonical=_canonical,
    others=(put_deck, put_on_track, put_card),
)
