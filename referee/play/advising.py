"""An answerer that adds advice, as odds, to questions before another answerer answers them."""

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
    """Wrapper of an answerer that adds advice to its questions, perhaps computed while a player thinks."""

    def __init__(
        self, answerer: Answerer, advised: Callable[[Question[Any]], tuple[Question[Any], Meanwhile | None]]
    ) -> None:
        """Wrap an answerer; `advised` returns a question with advice, and what to show meanwhile, or None."""
        self._answerer, self._advise = answerer, advised
        self.patient = answerer.patient

    def greet(self, commands: Sequence[CommandName], cite: Cite, vocabulary: Vocabulary = QUIET) -> None:
        """Greet the wrapped answerer."""
        self._answerer.greet(commands, cite, vocabulary)

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Ask the wrapped answerer the question with advice."""
        question, meanwhile = self._advise(question)
        if meanwhile is None:
            return self._answerer.ask(question)
        try:
            return self._answerer.ask(structs.replace(question, meanwhile=meanwhile))
        finally:
            meanwhile.stop()

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Pass the refusal to the wrapped answerer."""
        self._answerer.refused(question, error)

    def drop_line(self) -> None:
        """Drop the line of the wrapped answerer."""
        self._answerer.drop_line()

    def types_ahead(self) -> bool:
        """Return whether the wrapped answerer has more answers ready."""
        return self._answerer.types_ahead()

    def at_end(self) -> Command | None:
        """Ask the wrapped answerer at the end."""
        return self._answerer.at_end()

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """Ask the wrapped answerer for a file."""
        return self._answerer.ask_path(prompt, example)
