"""The chance to win a battle that hasn't begun: which creature to fight for, which to set aside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.errors import BadInput
from referee.games.conjurers.battle.state import SideName
from referee.games.conjurers.rules.contests import battles_ahead
from referee.games.conjurers.rules.hidden_hands import unread
from referee.games.conjurers.rules.state import GameState, Setup
from referee.games.conjurers.vocabulary import GAME
from referee.games.conjurers.winning.playing_out import Tried, trials
from referee.play.session import Session
from referee.sampling.estimate import Estimate
from referee.sampling.race import Cores, Effort, Found, race

if TYPE_CHECKING:
    from referee.text.screen import Screen


class AheadReport(Struct, frozen=True):
    """The chance of the one who decides, for each answer, the best first; `unknown` can't be told yet."""

    player: str
    side: SideName
    chances: tuple[tuple[str, Estimate], ...]
    unknown: tuple[str, ...]
    clear: bool

    against = False

    @property
    def notes(self) -> Sequence[str]:
        """Nothing looks odd."""
        return ()

    def data(self) -> dict[str, Any]:
        """The chances as plain data."""
        found = [{"answer": answer, "chance": one.data()} for answer, one in self.chances]
        return {"game": GAME, "side": self.side, "ahead": found, "clear": self.clear, "unknown": list(self.unknown)}

    def show(self, screen: Screen) -> None:
        """A line for each answer."""
        from referee.games.conjurers.screens.winning import show_ahead

        show_ahead(self, screen)


def report_ahead(
    setup: Setup, session: Session[GameState], effort: Effort, told: Callable[[str], None]
) -> AheadReport | None:
    """The chances that a decision before a battle leaves; None where none is being prepared.

    Raises BadInput where cards aren't known on which all of them hang.
    """
    game, question = session.present, session.question
    found = None if question is None else battles_ahead(setup, game, question.key)
    if found is None:
        return None
    side, ahead = found
    known = {answer: battle for answer, battle in ahead.items() if not unread(setup, game, battle)}
    if not known:
        names = sorted(
            {battle.fighters[number].name for battle in ahead.values() for number in unread(setup, game, battle)}
        )
        raise BadInput(f"the chance to win hangs on cards that aren't known yet: {', '.join(names)}")
    first = next(iter(known.values()))
    player = first.sides[side].player
    answers = list(known)

    def tell(found: Found) -> bool:
        told(f"{player} {found.estimates[found.best].told()} {answers[found.best]}".strip())
        return True

    with Cores(effort.cores) as cores:
        raced = race(trials, [Tried(known[answer], setup.dice, side) for answer in answers], effort, cores, tell)
    ranked = sorted(zip(answers, raced.estimates, strict=True), key=lambda one: one[1].chance, reverse=True)
    return AheadReport(
        player, side, tuple(ranked), tuple(answer for answer in ahead if answer not in known), raced.clear
    )
