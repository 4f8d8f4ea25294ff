"""Line input at a terminal, with editing, tab completion and history."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import questionary
from prompt_toolkit.buffer import Buffer
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
        self._stood = ""  # the text that stands in the line, until it is edited
        self._question = questionary.text(
            self._prompt,  # type: ignore[arg-type]  # written anew each time it is drawn
            completer=DynamicCompleter(lambda: self._completer),
            complete_while_typing=Condition(lambda: self._offers),
            history=self._history,
            bottom_toolbar=below,
            refresh_interval=0 if below is None else REFRESH,
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        )

        buffer = self._question.application.current_buffer
        buffer.on_text_insert += self._replace_stood
        buffer.on_cursor_position_changed += self._keep_stood
        buffer.on_text_changed += self._keep_stood

    def _replace_stood(self, buffer: Buffer) -> None:
        """Put a word typed at once in the place of the text that stood in the line."""
        stood, self._stood = self._stood, ""
        added = buffer.text.removeprefix(stood)
        if stood and buffer.text.startswith(stood) and added[:1].isalnum():
            buffer.document = Document(added)

    def _keep_stood(self, buffer: Buffer) -> None:
        """Keep the text for editing once an arrow has moved in it, or a part of it was deleted."""
        if buffer.text == self._stood or not buffer.text.startswith(self._stood):
            self._stood = ""

    def above(self, below: Callable[[], str]) -> Keyboard:
        """Return a keyboard with the same history and another text below the line."""
        return Keyboard(self._history, below)

    def read(self, prompt: str, words: Sequence[str], default: str = "", *, offers: bool = False) -> str:
        """Read a line, which `default` pre-fills; tab completes `words`, which are offered unasked if `offers`.

        A letter or digit typed at once replaces the `default`, anything else edits it.
        Raises KeyboardInterrupt for Ctrl-C and EOFError for Ctrl-D.
        """
        self._prompt.text, self._offers = prompt.rstrip(), offers
        self._completer = FuzzyWordCompleter(list(words)) if words else DummyCompleter()
        self._question.application.current_buffer.reset(Document(default))
        self._stood = default
        typed: str = self._question.unsafe_ask()
        return typed
