"""A line as it is typed at a terminal: to be edited, with the tab key and the lines before."""

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
"""Seconds after which what stands below a line is told anew."""


class _Prompted:
    """What is asked now, as questionary writes it into its line: one question is kept, as making one takes time."""

    text = ""

    def __str__(self) -> str:
        return self.text


class Keyboard:
    """Reads lines; what was typed is recalled by the arrow keys. What stands `below` a line changes meanwhile."""

    def __init__(self, history: History | None = None, below: Callable[[], str] | None = None) -> None:
        self._asked = _Prompted()
        self._history = history or InMemoryHistory()
        self._completer: Completer = DummyCompleter()
        self._offers = False
        self._question = questionary.text(
            self._asked,  # type: ignore[arg-type]  # written anew each time it is drawn
            completer=DynamicCompleter(lambda: self._completer),
            complete_while_typing=Condition(lambda: self._offers),
            history=self._history,
            bottom_toolbar=below,
            refresh_interval=0 if below is None else REFRESH,
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        )

    def above(self, below: Callable[[], str]) -> Keyboard:
        """One with the same lines to be recalled, below whose line something is told."""
        return Keyboard(self._history, below)

    def read(self, prompt: str, words: Sequence[str], default: str = "", *, offers: bool = False) -> str:
        """A line; `default` stands in it, and the tab key knows `words`, which it `offers` unasked.

        Raises KeyboardInterrupt for Ctrl-C and EOFError for Ctrl-D.
        """
        self._asked.text, self._offers = prompt.rstrip(), offers
        self._completer = FuzzyWordCompleter(list(words)) if words else DummyCompleter()
        self._question.application.current_buffer.reset(Document(default))
        typed: str = self._question.unsafe_ask()
        return typed
