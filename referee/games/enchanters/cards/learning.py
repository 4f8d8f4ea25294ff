"""Cards that the deck lacks are typed in when they first matter, and kept in the save."""

from __future__ import annotations

import re

from referee.asking.question import Procedure, Question
from referee.effects.rules import GAP
from referee.errors import Unreadable
from referee.games.enchanters.cards.cards import Card, printed
from referee.games.enchanters.cards.line import HINT, known_of, read_card, usual_line, without_name, write_card
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.events import Learnt
from referee.games.enchanters.rules.state import find_card

_NAME = re.compile(r"[^\[\]/:;,#\x00-\x1f\x7f-\x9f]{1,40}")


def learn(quest: Quest, name: str) -> Procedure[None]:
    """Ask for what is printed on a card, if it isn't known."""
    if find_card(quest.setup, quest.game, name) is not None:
        return
    card: Card = yield card_question(printed(name))
    quest.game.learnt.append(card)
    quest.emit(Learnt(card.name))


def card_question(name: str) -> Question[Card]:
    """The question for a card's line."""
    told = known_of(name)
    hint = f"the rulebook tells: {told}{'; put the price for ' + GAP if GAP in told else ''}" if told else HINT
    return Question(
        "card", f"{name}: what is printed on it", lambda text: read_card(name, without_name(name, text)), hint=hint,
        write=write_card, default=usual_line(name),
    )  # fmt: skip


def read_card_name(text: str) -> str:
    """A new card's name. Raises Unreadable."""
    name = " ".join(text.split())
    if not _NAME.fullmatch(name) or name.isdigit():
        raise Unreadable(
            f'"{text}" can\'t be a card\'s name: 1 to 40 letters, without brackets, commas, colons, # or "/"'
        )
    return name
