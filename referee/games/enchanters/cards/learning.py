"""Cards that the deck lacks are typed in when they first matter, and kept in the save."""

from __future__ import annotations

from dataclasses import replace

from referee.asking.question import Procedure, Question
from referee.cards.known import find_card
from referee.effects.rules import GAP
from referee.games.enchanters.cards.cards import Card, Village
from referee.games.enchanters.cards.language import CARDS
from referee.games.enchanters.cards.line import HINT, as_printed, known_of, usual_line, with_price, write_card
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.events import Learnt
from referee.text.names import printed


def learn(quest: Quest, name: str) -> Procedure[None]:
    """Ask for what is printed on a card, if it isn't known."""
    if find_card(quest.setup, quest.state, name) is not None:
        return
    card: Card = yield card_question(printed(name))
    quest.state.learnt.append(card)
    quest.emit(Learnt(card.name, write_card(as_printed(card))))


def card_question(name: str) -> Question[Card | Village]:
    """The question for a card's line."""
    told = known_of(name)
    hint = f"the rulebook tells: {told}{'; put the price for ' + GAP if GAP in told else ''}" if told else HINT
    asked = CARDS.question(name, "card", f"{name}: what is printed on it", hint, default=usual_line(name))

    def parse(text: str) -> Card | Village:
        return asked.parse(with_price(name, text) or text)

    return replace(asked, parse=parse)
