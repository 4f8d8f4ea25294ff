"""Line input at a terminal, with editing, tab completion and history."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import questionary
from prompt_toolkit.completion import Completer, DummyCompleter, DynamicCompleter, FuzzyWordCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import History, InMemoryHistory
from prompt_toolkit.output import ColorDepth

REFRESH = 0.5
"""Seconds between updates of the text below the line."""


class _CurrentPrompt:
    """The current prompt as questionary renders it; mutable, so that one slow-to-make question is reused."""

    text = ""

    def __str__(self) -> str:
        return self.text


class Keyboard:
    """Reads lines, with history on the arrow keys and a changing text `below` the line."""

    def __init__(self, history: History | None = None, below: Callable[[], str] | None = None) -> None:
        self._prompt = _CurrentPrompt()
        self._history = history or InMemoryHistory()
        self._completer: Completer = DummyCompleter()
        self._offers = False
        self._question = questionary.text(
            self._prompt,  # type: ignore[arg-type]  # written anew each time it is drawn
            completer=DynamicCompleter(lambda: self._completer),
            complete_while_typing=Condition(lambda: self._offers),
            history=self._history,
            bottom_toolbar=below,
            refresh_interval=0 if below is None else REFRESH,
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        )

    def above(self, below: Callable[[], str]) -> Keyboard:
        """Return a keyboard with the same history and another text below the line."""
        return Keyboard(self._history, below)

    def read(self, prompt: str, words: Sequence[str], default: str = "", *, offers: bool = False) -> str:
        """Read a line, which `default` pre-fills; tab completes `words`, which are offered unasked if `offers`.

        Raises KeyboardInterrupt for Ctrl-C and EOFError for Ctrl-D.
        """
        self._prompt.text, self._offers = prompt.rstrip(), offers
        self._completer = FuzzyWordCompleter(list(words)) if words else DummyCompleter()
        self._question.application.current_buffer.reset(Document(default))
        typed: str = self._question.unsafe_ask()
        return typed
