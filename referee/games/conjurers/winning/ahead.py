"""The chance to win a battle that hasn't begun: which creature to fight for, which to set aside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from msgspec import UNSET

from referee.asking.dice import Mode
from referee.asking.question import Procedure, Question
from referee.errors import BadInput, RefereeError
from referee.games.conjurers.battle.record import RecordFile
from referee.games.conjurers.battle.state import Battle, SideName
from referee.games.conjurers.rules.contests import battles_ahead, unread
from referee.games.conjurers.rules.state import GameState, Setup
from referee.games.conjurers.screens.winning import AheadReport
from referee.games.conjurers.winning.choosing import TriedMove, trials
from referee.games.conjurers.winning.solving import share
from referee.play.form import Form, finished_with
from referee.play.session import Session
from referee.sampling.race import Cores, Effort, RaceFound, race

MOST_ANSWERS = 16
"""Most answers that are tried; of more the most promising ones."""


def report_ahead(
    setup: Setup, session: Session[GameState], effort: Effort, on_progress: Callable[[str], None]
) -> AheadReport | None:
    """Report the chances for each answer to a decision before a battle; None if none is being prepared.

    Raises BadInput if each of them depends on an unknown card.
    """
    question = session.question
    return None if question is None else chances_ahead(setup, session.present, question.key, effort, on_progress)


def chances_ahead(
    setup: Setup, game: GameState, asked: str, effort: Effort, on_progress: Callable[[str], None]
) -> AheadReport | None:
    """Report the chances for each answer to a question with this key; None if no battle is being prepared.

    Raises BadInput if each of them depends on an unknown card.
    """
    found = battles_ahead(setup, game, asked)
    if found is None:
        return None
    side, ahead = found
    known = {answer: battle for answer, battle in ahead.items() if not unread(setup, game, battle)}
    if not known:
        names = sorted(
            {battle.fighters[number].name for battle in ahead.values() for number in unread(setup, game, battle)}
        )
        raise BadInput(f"the chance to win depends on cards that aren't known yet: {', '.join(names)}")
    unknown = tuple(answer for answer in ahead if answer not in known)
    return _estimate(known, setup.dice, side, effort, on_progress, unknown)


def report_set_up(
    asking: Callable[[], Procedure[RecordFile]],
    start: Callable[[RecordFile], Battle],
    form: Form[RecordFile],
    question: Question[Any],
    effort: Effort,
    on_progress: Callable[[str], None],
) -> AheadReport:
    """Report the chances for each answer in the set-up of a battle record, if it is the last one for that side.

    `asking` asks for the set-up, `start` returns the battle that it begins. Raises BadInput if the chance depends on
    later answers: dice, names, the other side.
    """
    found: dict[str, RecordFile] = {}
    for option in question.options():
        with suppress(RefereeError):  # an answer that is impossible
            if (file := finished_with(asking(), form.values, option.text)) is not None:
                found[option.text] = file
    if not found:
        raise BadInput("the chance to win is told for the cards of your deck, from the second side's first one on")
    battles = {answer: start(file) for answer, file in found.items()}
    file = next(iter(found.values()))
    side: SideName = "attacker" if file.defender.minion is not UNSET else "defender"
    ranked = sorted(battles, key=lambda answer: share(battles[answer], side), reverse=True)
    tried = {answer: battles[answer] for answer in ranked[:MOST_ANSWERS]}
    return _estimate(tried, file.dice, side, effort, on_progress, left_out=len(ranked) - len(tried))


def _estimate(
    ahead: Mapping[str, Battle],
    dice: Mode,
    side: SideName,
    effort: Effort,
    on_progress: Callable[[str], None],
    unknown: tuple[str, ...] = (),
    left_out: int = 0,
) -> AheadReport:
    """Estimate the chances of a side in several possible battles, each by the answer that leads to it."""
    answers = list(ahead)
    player = ahead[answers[0]].sides[side].player

    def tell(found: RaceFound) -> None:
        on_progress(f"{player} {found.estimates[found.best].describe()} {answers[found.best]}".strip())

    with Cores(effort.cores) as cores:
        raced = race(
            trials, [TriedMove(ahead[answer], dice, side) for answer in answers], effort, cores, tell, each=True
        )
    ranked = sorted(zip(answers, raced.estimates, strict=True), key=lambda one: one[1].chance, reverse=True)
    return AheadReport(player, side, tuple(ranked), unknown, raced.clear, left_out)
