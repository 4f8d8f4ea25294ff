"""What holds for every game that is kept: undo and redo, saving and loading lead back to where it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.declaration.game import Game
from referee.play.session import Session
from referee.saves.save import OpenSave
from tests.steps import begin_save, places


def check_undo(session: Session[Any]) -> None:
    """Undo, then redo: everything as it was."""
    state, entries, draft = session.state.copy(), list(session.steps), list(session.draft)
    asked = session.question.prompt if session.question is not None else None
    if session.undo():
        assert (session.steps, session.draft) != (entries, draft)
        assert session.redo()
    assert session.state == state
    assert (session.steps, session.draft) == (entries, draft)
    assert asked == (session.question.prompt if session.question is not None else None)


def check_saved(
    game: Game[Any, Any], played: Session[Any], setup: Any, folder: Path, *, replay: bool = False
) -> None:
    """What is written is what is read: the state, the question, the log, and what was undone."""
    path = folder / "game.toml"
    open_save: OpenSave[Any] = OpenSave(game, path) if path.exists() else begin_save(game, path, setup)
    open_save.session = played
    open_save.save()
    again: OpenSave[Any] = OpenSave(game, path)
    assert (again.session.state, again.session.present) == (played.state, played.present)
    assert texts(again.session) == texts(played)
    assert places(again.session) == places(played)
    assert [question_of(again.session), again.setup, again.changed] == [question_of(played), setup, ()]
    if replay:
        assert again.disagreements() == []


def texts(played: Session[Any]) -> list[list[list[str]]]:
    """All answers of a session as texts: the steps, the one under way, and what was undone."""
    undone = [step for steps in played.undone for step in steps]
    lists = [
        [[answer.text for answer in step.answers] or [step.correct] for step in steps]
        for steps in (played.steps, undone)
    ]
    return [*lists, [[answer.text for answer in played.draft]]]


def question_of(played: Session[Any]) -> tuple[str, str, str] | None:
    """What is asked, of whom."""
    asked = played.question
    return None if asked is None else (asked.key, asked.who, asked.prompt)
