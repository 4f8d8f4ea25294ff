"""An answerer that knows more of a question than what is asked: it lets another one answer, with what it adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import structs

from referee.asking.meaning import QUIET, Vocabulary
from referee.asking.question import Command, CommandName, Question
from referee.errors import RefereeError
from referee.play.table import Answerer, Cite
from referee.sampling.race import Meanwhile


class Advising(Answerer):
    """Lets another answerer answer; what it says of a question stands beside that, or comes while somebody thinks."""

    def __init__(
        self, answerer: Answerer, advised: Callable[[Question[Any]], tuple[Question[Any], Meanwhile | None]]
    ) -> None:
        """`advised` gives a question with what is added to it, and what is reckoned meanwhile."""
        self._answerer, self._advised = answerer, advised
        self.patient = answerer.patient

    def greet(self, commands: Sequence[CommandName], cite: Cite, vocabulary: Vocabulary = QUIET) -> None:
        """As the answerer hears it."""
        self._answerer.greet(commands, cite, vocabulary)

    def ask(self, question: Question[Any]) -> str | Command | None:
        """What the answerer says."""
        question, meanwhile = self._advised(question)
        if meanwhile is None:
            return self._answerer.ask(question)
        try:
            return self._answerer.ask(structs.replace(question, meanwhile=meanwhile))
        finally:
            meanwhile.stop()

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """As the answerer tells it."""
        self._answerer.refused(question, error)

    def drop_line(self) -> None:
        """As the answerer does."""
        self._answerer.drop_line()

    def types_ahead(self) -> bool:
        """Whether the answerer has more answers ready."""
        return self._answerer.types_ahead()

    def at_end(self) -> Command | None:
        """What the answerer says."""
        return self._answerer.at_end()

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """What the answerer says."""
        return self._answerer.ask_path(prompt, example)
