"""What the table puts right by hand, on the record: "adjust Anna crystals 7", "adjust card Gnoll: monster, ..."."""

from __future__ import annotations

from referee.asking.question import Option, Question, choice, free_text, whole_number
from referee.cards.known import without_known
from referee.declaration.corrections import Correction, Corrections
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


def _put_deck(quest: Quest, many: str) -> None:
    """Put right how many cards the adventure deck has. Raises Illegal."""
    TRACKING_LEVELS.verify(quest.state, "deck")
    if quest.state.over and int(many):
        raise Illegal("the game is over; take its last turn back first, with undo", "end")
    most, why = most_in_deck(quest.setup, quest.state)
    if int(many) > most:
        raise Illegal(f"the adventure deck can't have {many} cards: {why}", "adventure-deck")
    quest.state.deck = int(many)


def _put_on_track(quest: Quest, place: str, text: str) -> None:
    """Put another card where one was named wrongly; the wrong one is in the deck again."""
    game, at = quest.state, int(place)
    TRACKING_LEVELS.verify(game, "track")
    if not 1 <= at <= len(game.track):
        raise Unreadable(f"the track has {len(game.track)} cards, not {at}")
    if text.casefold() == printed(game.track[at - 1]).casefold():
        raise Illegal(f"{text} lies there already", "first-track")
    named = pick_named(names_of(quest), text)
    game.track[at - 1] = named.name
    note(quest, named)


def _put_card(quest: Quest, name: str, line: str) -> None:
    """Put right what is printed on a card."""
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


def _ask_track(quest: Quest) -> list[Question[str]]:
    cards = [Option(str(place), printed(name)) for place, name in enumerate(quest.state.track, 1)]
    return [choice("place", "Which card is wrong", cards), free_text("card", "Which one lies there", read_card_name)]


CORRECTIONS = Corrections(
    opened=Quest, holdings=HOLDINGS, whose=lambda game: game.players[game.active].name,
    canonical=lambda setup, game: without_known(setup, game, as_printed), others=[
        Correction(word="deck", detail="how many cards are left", usage="adjust deck NUMBER", pattern=r"(\d{1,3})",
                   carry_out=_put_deck, number=lambda quest: quest.state.deck,
                   ask=lambda quest: [whole_number("amount", "The adventure deck has how many cards", 0, 150)]),
        Correction(word="track", detail="a card was named wrongly", usage="adjust track PLACE CARD",
                   pattern=r"(\d{1,2}) (.+)", carry_out=_put_on_track, ask=_ask_track),
        Correction(word="card", detail="what is printed on it", usage="adjust card NAME: what is printed on it",
                   pattern=r"([^:]+):(.+)", carry_out=_put_card, joint=": ", ask=lambda quest: [
                       free_text("card", "Which card", read_card_name),
                       free_text("line", "What is printed on it", str.strip, hint=HINT),
                   ]),
    ],
)  # fmt: skip
