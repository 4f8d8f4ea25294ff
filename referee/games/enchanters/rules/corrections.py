"""What the table puts right by hand, on the record: "adjust Anna crystals 7", "adjust card Gnoll: monster, ..."."""

from __future__ import annotations

import re
from typing import Any

from referee.asking.question import Option, Procedure, choice, free_text, whole_number
from referee.declaration.corrections import Corrections
from referee.errors import Illegal, Unreadable
from referee.games.enchanters.cards.cards import Card, printed
from referee.games.enchanters.cards.learning import read_card_name
from referee.games.enchanters.cards.line import HINT, read_card
from referee.games.enchanters.cards.naming import pick_named
from referee.games.enchanters.rules import changes
from referee.games.enchanters.rules.checks import most_in_deck
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.reveal import names_of, note
from referee.games.enchanters.rules.state import GameState, Setup
from referee.games.enchanters.vocabulary import pile_for
from referee.play.step import Step

USAGE = (
    "adjust PLAYER crystals|wounds NUMBER", "adjust PLAYER gains CARD from PLACE", "adjust PLAYER loses CARD",
    "adjust deck NUMBER", "adjust track PLACE CARD", "adjust card NAME: what is printed on it",
)  # fmt: skip
"""How corrections are written."""
_NO_REASON = "no reason"
_DECK = re.compile(r"deck (\d{1,3})")
_TRACK = re.compile(r"track (\d{1,2}) (.+)")
_CARD = re.compile(r"card ([^:]+):(.+)")


def correct(setup: Setup, game: GameState, text: str, events: list[Any]) -> GameState:
    """Carry out a correction on a game; the game after it. Raises Unreadable or Illegal."""
    verb, _, rest = " ".join(text.split()).partition(" ")
    if verb.lower() != "adjust":
        raise Unreadable(f'can\'t read "{text}"; write {"; ".join(USAGE)}')
    quest = Quest(setup, game, events)
    if match := _DECK.fullmatch(rest):
        if game.over and int(match[1]):
            raise Illegal("the game is over; take its last turn back first, with undo", "end")
        _verify_deck(quest, int(match[1]))
        game.deck = int(match[1])
    elif match := _TRACK.fullmatch(rest):
        _put_on_track(quest, int(match[1]), match[2])
    elif match := _CARD.fullmatch(rest):
        name = read_card_name(match[1])
        known = next((card.name for card in (*setup.cards, *game.learnt) if card.name.lower() == name.lower()), name)
        game.learnt = [card for card in game.learnt if card.name != known]
        game.learnt.append(read_card(known, match[2]))
        _put_on_its_pile(game, game.learnt[-1])
    else:
        for change in changes.read_changes(quest, rest):
            changes.apply_change(quest, change, "put right")
    return game


CORRECTIONS = Corrections(
    reads=lambda game, text: text.startswith("adjust "),  # nobody leaves, but a card may be called "Leave Taking"
    carry_out=correct, ask=lambda setup, game: ask_correction(game),
)  # fmt: skip


def _verify_deck(quest: Quest, many: int) -> None:
    """Check that the adventure deck can have so many cards. Raises Illegal."""
    most, why = most_in_deck(quest.setup, quest.game)
    if many > most:
        raise Illegal(f"the adventure deck can't have {many} cards: {why}", "adventure-deck")


def _put_on_track(quest: Quest, place: int, text: str) -> None:
    """Put another card where one was named wrongly; the wrong one is in the deck again."""
    game = quest.game
    if not 1 <= place <= len(game.track):
        raise Unreadable(f"the track has {len(game.track)} cards, not {place}")
    if text.casefold() == printed(game.track[place - 1]).casefold():
        raise Illegal(f"{text} lies there already", "first-track")
    named = pick_named(names_of(quest), text)
    game.track[place - 1] = named.name
    note(quest, named)


def _put_on_its_pile(game: GameState, card: Card) -> None:
    """Move what turns out to be of another type to the top of the pile where it belongs, with whoever has it."""
    for player in game.players:
        right = player.pile(pile_for(card.type))
        for pile in player.piles():
            wrong = [name for name in pile if printed(name) == card.name] if pile is not right else []
            pile[:] = [name for name in pile if name not in wrong]
            right += wrong


def ask_correction(game: GameState) -> Procedure[Step]:
    """Ask for a correction step by step: whom or what, how much, and why."""
    what = yield choice("adjust", "What has the program wrong", [
        *(Option(player.name) for player in game.players), Option("deck", detail="how many cards are left"),
        Option("track", detail="a card was named wrongly"), Option("card", detail="what is printed on it"),
    ])  # fmt: skip
    if what == "deck":
        text = f"adjust deck {(yield whole_number('amount', 'The adventure deck has how many cards', 0, 150))}"
    elif what == "track":
        cards = [Option(str(place), printed(name)) for place, name in enumerate(game.track, 1)]
        place = yield choice("place", "Which card is wrong", cards)
        text = f"adjust track {place} {(yield free_text('card', 'Which one lies there', read_card_name))}"
    elif what == "card":
        name = yield free_text("card", "Which card", read_card_name)
        text = f"adjust card {name}: {(yield free_text('line', 'What is printed on it', str.strip, hint=HINT))}"
    else:
        kind = yield choice("kind", f"What of {what}", [Option(k) for k in ("crystals", "wounds", "gains", "loses")])
        if kind in ("gains", "loses"):
            text = f"adjust {what} {kind} {(yield free_text('card', 'Which card', read_card_name))}"
        else:
            text = f"adjust {what} {kind} {(yield whole_number('amount', f'{what} has how many {kind}', 0, 999))}"
    why = yield free_text("why", "Why", str.strip, hint="enter for no reason", default=_NO_REASON)
    return Step(correct=text, because="" if why == _NO_REASON else why)
