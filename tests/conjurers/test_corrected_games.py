"""A correction at any place of a whole game, in the middle of battles too: it is replayed as it was carried out."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.rules.state import GameState
from referee.play.notation import readings
from referee.play.session import Session
from referee.saves.save import OpenSave
from tests.odd_texts import run, state
from tests.steps import untimed

SCRIPT = Path(__file__).parents[2] / "examples" / "four-player-game.moves"
POISONED = 25
"""Lines of the example's script after which a step is under way whose beginning has changed the battle."""
BEFORE = 2
"""So many steps before a correction are played again."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example for four players, played to its end."""
    path = tmp_path_factory.mktemp("whole") / "full.toml"
    run("do", path, "--from", SCRIPT)
    return path


def replayed(session: Session[GameState]) -> Session[GameState]:
    """The last steps and the one under way, played again from the state before them."""
    first = max(0, len(session.steps) - BEFORE)
    start = session.state_before(first + 1) if session.steps else session.state
    return Session(
        session.game,
        start.copy(),
        session.steps[first:],
        session.draft,
        corrector=session.corrector,
        label=session.label,
    )


def test_a_correction_is_replayed_as_it_was_carried_out_at_every_place(whole: Path) -> None:
    """Before every answer; then it is taken off, and nothing has happened."""
    played: OpenSave[GameState] = OpenSave(CONJURERS, whole)
    session = played.session
    log = list(session.steps)
    session.truncate(0)
    for step in log:
        for answer in step.answers:
            if session.question is not None and session.question.forced() is not None:  # nobody is asked here
                session.give(answer.text)
                continue
            state, present, draft = session.state.copy(), session.present.copy(), list(session.draft)
            left = next(player for player in session.state.players if not player.left)
            session.correct(*readings(f"adjust {left.name} food {left.food + 9}"))
            again = replayed(session)
            assert (again.state, again.present, again.draft) == (session.state, session.present, session.draft)
            session.truncate(len(session.steps) - 1)
            for given in draft:
                session.give(given.text)
            assert (session.state, session.present, session.draft) == (state, present, draft)
            session.give(answer.text)
        if step.kind != "move":
            session.repeat(step)
    assert untimed(session.steps) == untimed(log)


@pytest.mark.parametrize("lines", [POISONED, 60, 140])
def test_a_corrected_game_is_verified_and_gone_back_in(whole: Path, tmp_path: Path, lines: int) -> None:
    moves, save = tmp_path / "h.moves", tmp_path / "h.toml"
    script = run("log", whole, "--moves").splitlines()
    moves.write_text("\n".join(script[:lines]), encoding="utf-8")
    run("do", save, "--from", moves)
    begun = state(save)
    run("adjust", save, "Anna", "food", 9)
    corrected = state(save)
    run("verify", save)
    run("undo", save)
    assert state(save) == begun
    run("redo", save)
    assert state(save) == corrected
    run("verify", save)
