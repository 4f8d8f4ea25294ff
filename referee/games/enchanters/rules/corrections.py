"""What the table puts right by hand, on the record: "adjust Anna crystals 7", "adjust card Gnoll: monster, ..."."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.asking.question import Option
from referee.cards.known import without_known
from referee.declaration.corrections import Ask, CardName, Corrections, correction
from referee.errors import Illegal, Unreadable
from referee.games.enchanters.cards.cards import Card, read_card_name
from referee.games.enchanters.cards.line import HINT, as_printed, read_card
from referee.games.enchanters.cards.naming import pick_named
from referee.games.enchanters.rules.changes import HOLDINGS
from referee.games.enchanters.rules.checks import most_in_deck
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.reveal import names_of, note
from referee.games.enchanters.rules.state import TRACKING_LEVELS, GameState
from referee.games.enchanters.vocabulary import pile_for
from referee.text.names import printed


@correction("deck {number}", number=lambda quest: quest.state.deck)
def put_deck(
    quest: Quest, number: Annotated[int, Meta(ge=0, le=999), Ask("The adventure deck has how many cards")]
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
    quest: Quest, place: Annotated[int, Ask("Which card is wrong", options=_on_track)],
    card: Annotated[str, Ask("Which one lies there")],
) -> None:  # fmt: skip
    """A card was named wrongly; the wrong one is in the deck again."""
    game = quest.state
    TRACKING_LEVELS.verify(game, "track")
    if not 1 <= place <= len(game.track):
        raise Unreadable(f"the track has {len(game.track)} cards, not {place}")
    if card.casefold() == printed(game.track[place - 1]).casefold():
        raise Illegal(f"{card} lies there already", "first-track")
    named = pick_named(names_of(quest), card)
    game.track[place - 1] = named.name
    note(quest, named)


@correction("card {name}: {line}")
def put_card(
    quest: Quest, name: CardName,
    line: Annotated[str, Ask("What is printed on it", HINT)],
) -> None:  # fmt: skip
    """What is printed on it; a card of another type goes to another pile."""
    game = quest.state
    name = read_card_name(name)
    known = next(
        (card.name for card in (*quest.setup.cards, *game.learnt) if card.name.lower() == name.lower()), name
    )
    game.learnt = [card for card in game.learnt if card.name != known]
    game.learnt.append(read_card(known, line))
    _put_on_its_pile(game, game.learnt[-1])


def _put_on_its_pile(game: GameState, card: Card) -> None:
    """Move what turns out to be of another type to the top of the pile where it belongs, with whoever has it."""
    for player in game.players:
        right = player.pile(pile_for(card.type))
        for pile in player.piles():
            wrong = [name for name in pile if printed(name) == card.name] if pile is not right else []
            pile[:] = [name for name in pile if name not in wrong]
            right += wrong


CORRECTIONS = Corrections(
    opened=Quest, holdings=HOLDINGS, whose=lambda game: game.players[game.active].name,
    canonical=lambda setup, game: without_known(setup, game, as_printed), others=(put_deck, put_on_track, put_card),
)  # fmt: skip
