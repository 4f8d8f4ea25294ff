"""What no rule of the vocabulary can say: the card's own words are shown, and the table says what changed (E-ap)."""

from __future__ import annotations

from referee.asking.question import Option, Procedure, Question
from referee.declaration.changes import Change
from referee.games.enchanters.cards.wording import Manual
from referee.games.enchanters.rules.changes import HOLDINGS, USAGE
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.events import ByHand
from referee.text.names import fold, printed

DONE = "done"


def by_hand(quest: Quest, source: str, effect: Manual) -> Procedure[None]:
    """Show what a card says and take the changes that it made, until `done`."""
    quest.emit(ByHand(quest.game.active, printed(source), effect.text))
    while True:
        changes: tuple[Change, ...] = yield _question(quest, source, effect.text)
        if not changes:
            return
        for change in changes:
            HOLDINGS.apply(quest, change, printed(source), ("E-ap",))


def _question(quest: Quest, source: str, text: str) -> Question[tuple[Change, ...]]:
    def parse(typed: str) -> tuple[Change, ...]:
        return () if fold(typed) == DONE else HOLDINGS.read(quest, typed)

    return Question(
        "by hand", f'{printed(source)} says "{text}". What changes', parse, who=quest.active.name, open=True,
        options=lambda: [Option(DONE, detail="nothing more changes")], hint=USAGE,
    )  # fmt: skip
