"""What the language of cards can't say: the card's own words are shown, and the table says what changed."""

from __future__ import annotations

from referee.asking.question import Option, Procedure, Question
from referee.declaration.changes import Change
from referee.games.prophecy.rules.changes import HOLDINGS, USAGE
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.events import ByHand
from referee.text.names import fold, printed

DONE = "done"


def by_hand(quest: Quest, seat: int, source: str, text: str) -> Procedure[None]:
    """Show what a card says and take the changes that it made, until `done`."""
    quest.emit(ByHand(seat, source, text))
    while True:
        changes: tuple[Change, ...] = yield _question(quest, seat, source, text)
        if not changes:
            return
        for change in changes:
            HOLDINGS.apply(quest, change, printed(source), ("card-effects",))


def _question(quest: Quest, seat: int, source: str, text: str) -> Question[tuple[Change, ...]]:
    def parse(typed: str) -> tuple[Change, ...]:
        return () if fold(typed) == DONE else HOLDINGS.read(quest, typed)

    return Question(
        "by hand", f'{printed(source)} says "{text}". What changes', parse, who=quest.name(seat), open=True,
        options=lambda: [Option(DONE, detail="nothing more changes")], hint=USAGE,
    )  # fmt: skip
