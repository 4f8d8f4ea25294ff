"""A line as it is typed at a terminal: to be edited, with the tab key and the lines before."""

from __future__ import annotations

import os
from collections.abc import Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import DummyCompleter, FuzzyWordCompleter
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.lexers import SimpleLexer
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

_STYLE = Style([("mark", "fg:#5f819d"), ("question", "bold"), ("answer", "fg:#FF9D00 bold")])


class Keyboard:
    """Reads lines; what was typed is recalled by the arrow keys. One is kept, as making one takes time."""

    def __init__(self, recalled: Sequence[str] = ()) -> None:
        self._session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(recalled),
            style=_STYLE,
            lexer=SimpleLexer("class:answer"),
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        )

    def read(self, prompt: str, words: Sequence[str], default: str = "", *, offers: bool = False) -> str:
        """A line; `default` stands in it, and the tab key knows `words`, which it `offers` unasked.

        Raises KeyboardInterrupt for Ctrl-C and EOFError for Ctrl-D.
        """
        return self._session.prompt(
            [("class:mark", "?"), ("class:question", f" {prompt.rstrip()} ")],
            default=default,
            completer=FuzzyWordCompleter(list(words)) if words else DummyCompleter(),
            complete_while_typing=offers,
        )
