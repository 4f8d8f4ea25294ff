"""A line as it is typed at a terminal: to be edited, with the tab key and the lines before."""

from __future__ import annotations

import os
from collections.abc import Sequence

import questionary
from prompt_toolkit.completion import Completer, DummyCompleter, DynamicCompleter, FuzzyWordCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.output import ColorDepth


class _Asked:
    """What is asked now, as questionary writes it into its line: one question is kept, as making one takes time."""

    text = ""

    def __str__(self) -> str:
        return self.text


class Keyboard:
    """Reads lines; what was typed is recalled by the arrow keys."""

    def __init__(self, recalled: Sequence[str] = ()) -> None:
        self._asked = _Asked()
        self._completer: Completer = DummyCompleter()
        self._offers = False
        self._question = questionary.text(
            self._asked,  # type: ignore[arg-type]  # written anew each time it is drawn
            completer=DynamicCompleter(lambda: self._completer),
            complete_while_typing=Condition(lambda: self._offers),
            history=InMemoryHistory(recalled),
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        )

    def read(self, prompt: str, words: Sequence[str], default: str = "", *, offers: bool = False) -> str:
        """A line; `default` stands in it, and the tab key knows `words`, which it `offers` unasked.

        Raises KeyboardInterrupt for Ctrl-C and EOFError for Ctrl-D.
        """
        self._asked.text, self._offers = prompt.rstrip(), offers
        self._completer = FuzzyWordCompleter(list(words)) if words else DummyCompleter()
        self._question.application.current_buffer.reset(Document(default))
        typed: str = self._question.unsafe_ask()
        return typed
