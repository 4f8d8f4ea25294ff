"""What tests look at in the steps of a session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from referee.declaration.game import Game
from referee.files.files import create_file
from referee.play.notation import Answer, Step
from referee.play.session import Session
from referee.saves.save import OpenSave, first_save

S = TypeVar("S")


def begin_save(game: Game[Any, Any], path: Path, setup: Any) -> OpenSave[Any]:
    """Begin a game and write its first save."""
    create_file(path, first_save(game, setup))
    return OpenSave(game, path)


def places(session: Session[Any]) -> list[str]:
    """Where each step was made, and who decided it."""
    return [step.place for step in session.steps]


def firsts(session: Session[Any]) -> list[str]:
    """How each step begins: its move, or its correction."""
    return [step.correct or step.do for step in session.steps]


def untimed(steps: list[Step]) -> list[tuple[str, str, tuple[str, ...], str]]:
    """Steps without the keys of their questions and the time they were made, which older saves don't have."""
    return [(step.at, step.who, tuple(answer.text for answer in step.answers), step.correct) for step in steps]


@dataclass
class Corrected(Generic[S]):
    """A corrector that carries out every correction by one function of the state and the correction's text."""

    function: Callable[[S, str, list[Any]], S]
    only_claims = False

    def corrects(self, state: S, text: str) -> bool:
        """It always is one."""
        return True

    def named(self, state: S, text: str, asked: str) -> str:
        """It names whom it is about."""
        return text

    def correct(self, state: S, step: Step, events: list[Any]) -> S:
        """What the function makes of it."""
        return self.function(state, step.correct, events)


def given(session: Session[Any]) -> list[Answer]:
    """All answers of a session, of the step under way too."""
    return [answer for step in session.steps for answer in step.answers] + session.draft


@dataclass
class Named:
    """Somebody with a name."""

    name: str
