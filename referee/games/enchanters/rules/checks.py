"""What a game can be: what the players have, each card in one place and on the pile where it belongs.

Some take no time, and are looked at whenever a save is opened; those that look `CLOSELY`, where a person may have
changed something.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from referee.cards.known import by_name
from referee.declaration.checks import Findings, twice
from referee.errors import Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card, rules_of
from referee.games.enchanters.rules import first_track
from referee.games.enchanters.rules.state import GameState, Setup, unseen, village_of
from referee.games.enchanters.vocabulary import PILES, pile_for
from referee.text.names import a_or_an, and_list, fold, printed

# --- the set-up -----------------------------------------------------------------------------------


def _cards(setup: Setup) -> Findings:
    """Each kind of card stands there once; everybody's two first cards are among them."""
    if len(setup.known) < len(setup.cards):
        yield f"cards: {twice(card.name for card in setup.cards)} stands there twice; write copies = 2"
    for name, kind in ((tables.box().fist, "item"), (tables.box().enchanting, "enchantment")):
        card = setup.known.get(fold(name))
        if card is None or card.type != kind:
            yield f"cards: {name}, {a_or_an(kind)}, is missing; everybody starts with one"


def _track(setup: Setup) -> Findings:
    """The first track has as many cards as the board has places, each once."""
    if len(setup.track) > setup.track_cards:
        yield f"track: {len(setup.track)} cards; it has {setup.track_cards} places"
    for what, names in (("track", setup.track), ("names", setup.names)):
        if name := twice(names):
            yield f'{what}: {name} stands there twice; a second card of one name is "{name} #2"'


def _village(setup: Setup) -> Findings:
    """The village's rules can be read."""
    yield from _unread(setup.village.name, setup.village.rules)


def _printed(setup: Setup) -> Findings:
    """What is printed on the cards can be."""
    for card in setup.cards:
        yield from _misprinted(card)


def _misprinted(card: Card) -> Findings:
    yield from _unread(card.name, (*card.rules, *card.lower.rules))
    if [card.health is not UNSET, card.strength is not UNSET] != [card.fights] * 2:
        needs = "needs health and strength" if card.fights else "isn't fought, so it has neither health nor strength"
        yield f"{card.name}: {needs}"
    if card.two > card.copies:
        yield f"{card.name}: {card.two} of {card.copies} cards can't be marked 2"


def _unread(name: str, rules: tuple[str, ...]) -> Findings:
    try:
        rules_of(rules)
    except Unreadable as error:
        yield f"{name}: {error}"


def _kingdoms(setup: Setup) -> Findings:
    """Each kingdom is played once, with as many decks as there are players for (E-d)."""
    if name := twice(setup.kingdoms):
        yield f"kingdoms: {name} stands there twice"
    if len(setup.kingdoms) > (most := first_track.decks_needed(len(setup.players), setup.invasion)):
        yield f"kingdoms: {and_list(setup.kingdoms)}; {most} decks are played with (E-d)"


def _first_track(setup: Setup) -> Findings:
    """What must be fought doesn't lie on the first track (E-h)."""
    for name in setup.track:
        card = setup.known.get(fold(printed(name)))
        if card is not None and card.fights:
            yield f"track: {name} is {a_or_an(card.type)}; it is set aside and goes back under the deck (E-h)"


def _named(setup: Setup) -> Findings:
    """Each card of the adventure deck that is named is known."""
    for name in setup.names:
        if fold(printed(name)) not in setup.known:
            yield f"names: {name} is no card that is known"


def _drawn(setup: Setup) -> Findings:
    """Where the program draws, the names are the track and then the whole deck, from its top (E-f)."""
    if setup.draws == "program" and setup.names[: len(setup.track)] != setup.track:
        yield "names: they begin with the track's cards"
    if setup.draws == "program" and len(setup.names) != len(setup.track) + setup.size:
        yield f"names: {len(setup.names)} cards; {len(setup.track)} lie on the track and {setup.size} in the deck"


# --- where the cards are --------------------------------------------------------------------------


def _end(setup: Setup, game: GameState) -> Findings:
    """The track has its places; the game ends when no card is left."""
    if len(game.track) > setup.track_cards:
        yield f"{len(game.track)} cards lie on the track; it has {setup.track_cards} places"
    if game.over and (game.deck or game.track):
        yield "the game isn't over while cards are left in the deck or on the track"


def _piles(setup: Setup, game: GameState) -> Findings:
    """Each card of a pile is known and belongs there."""
    known = _all_known(setup, game)
    for player in game.players:
        for pile in PILES:
            for name in player.pile(pile):
                card = known.get(fold(printed(name)))
                if card is None:
                    yield f"{player.name}'s {name} is no card that is known"
                elif pile_for(card.type) != pile:
                    yield f"{player.name}'s {name} is of type {card.type}: it doesn't lie among the {pile}"


def _all_known(setup: Setup, game: GameState) -> Mapping[str, Card]:
    """The cards by folded printed name; what was learnt last goes before the deck."""
    return setup.known | by_name(game.learnt) if game.learnt else setup.known


# --- what a turn leaves, and what was learnt ------------------------------------------------------


def _turn(setup: Setup, game: GameState) -> Findings:
    """The turns go round from the player who started; who rests has done the major action."""
    whose = (setup.start + game.turn - 1) % len(game.players)
    if game.active != whose:
        yield (
            f"it is {game.players[game.active].name}'s turn; turn {game.turn} is {game.players[whose].name}'s, "
            f"as {setup.players[setup.start]} started"
        )
    if game.resting and not game.major:
        yield "a rest is the turn's major action, so major is true where resting is"


def _used(setup: Setup, game: GameState) -> Findings:
    """Actions that were used are each of the village or of a known card, once (E-b)."""
    if name := twice(game.used):
        yield f"used: {name} twice; an action is used once a turn (E-b)"
    known = _all_known(setup, game)
    for key in game.used:
        source, _, number = key.rpartition("/")
        card = known.get(fold(printed(source)))
        village = village_of(setup, game)
        rules = village.rules if source == village.name else card.all_rules if card is not None else ()
        if not number.isascii() or not number.isdecimal() or not 1 <= int(number[:4]) <= len(rules):
            yield f'used: there is no action "{key}"'


def _between(setup: Setup, game: GameState) -> Findings:
    """Between two decisions nobody is taking a card."""
    if game.taking:
        yield f"taking: {game.taking} lies between track and pile only while it is being taken"


def _learnt(setup: Setup, game: GameState) -> Findings:
    """What was typed in of a card can be printed on one."""
    for card in game.learnt:
        yield from _misprinted(card)


def _known(setup: Setup, game: GameState) -> Findings:
    """Where every card of the deck is known, each card in sight is."""
    if not setup.complete:
        return
    known = _all_known(setup, game)
    for place, names in (("on the track", game.track), ("in the graveyard", game.graveyard)):
        for name in names:
            if fold(printed(name)) not in known:
                yield f"{name} lies {place} and is no card that is known"


def _deck(setup: Setup, game: GameState) -> Findings:
    """The adventure deck has no more cards than lie nowhere else."""
    most, why = most_in_deck(setup, game)
    if game.deck > most:
        yield f"the adventure deck can't have {game.deck} cards: {why}"


def most_in_deck(setup: Setup, game: GameState) -> tuple[int, str]:
    """How many cards the adventure deck can have at most, and why."""
    if setup.complete:
        most = len(unseen(setup, game))
        return most, f"of the {len(setup.names)} cards in the game {most} lie nowhere else"
    starting = 2 * len(game.players)
    whole = first_track.decks_needed(len(game.players), setup.invasion) * tables.box().kingdom.cards
    whole = max(whole, len(setup.track) + setup.size + setup.removed)
    most = max(0, whole - (sum(1 for _ in game.in_play()) - starting))
    return most, f"the kingdom decks have {whole} cards, and {whole - most} lie elsewhere"


OF_A_SETUP = (_cards, _track)
CLOSELY_OF_A_SETUP = (_village, _printed, _kingdoms, _first_track, _named, _drawn)
OF_A_GAME = (_end, _piles)
CLOSELY_OF_A_GAME = (_turn, _used, _between, _learnt, _known, _deck)
