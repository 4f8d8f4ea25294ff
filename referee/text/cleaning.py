"""Text from outside, as it may go to a screen: names, reasons, file names, keys and cells may hold anything.

A terminal obeys what is hidden in text: it changes its colours, its title or the order of letters. So text for people
is cleaned where it leaves the program, and nowhere else: by `streams` for lines, by `Screen` for what is drawn. What
is kept stays as it was typed; what programs read (JSON, CSV, scripts) stays exact.
"""

from __future__ import annotations

import re
from functools import cache

HIDDEN = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, among them those that begin a terminal's commands
    r"\u00ad\u180b-\u180f\u200b-\u200d\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # no width
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # the direction of writing
    r"\u115f\u1160\u3164\uffa0\u2028\u2029"  # blank letters, and line ends that few take for one
)
"""Characters that nobody sees on a screen, as the inside of a regular expression's brackets."""


@cache
def _hidden() -> re.Pattern[str]:
    """The pattern of one hidden character; making it takes its time, and most texts need none."""
    return re.compile(f"[{HIDDEN}]")


MARK = "?"
"""What stands where a character was hidden."""


def seen(text: str) -> str:
    """A text as it may go to a terminal: no controls but tabs and line ends, nothing that has no width or turns."""
    return text if text.isascii() and text.isprintable() else _hidden().sub(MARK, text)


def escaped(json: bytes) -> bytes:
    """JSON with hidden characters as escapes: the same data, harmless on a terminal."""
    if json.isascii():  # the controls below 128 are escaped already, but for the one that nobody sees
        return json.replace(b"\x7f", rb"\u007f")
    return _hidden().sub(lambda hidden: _as_escape(hidden[0]), json.decode()).encode()


def _as_escape(letter: str) -> str:
    units = letter.encode("utf-16-be").hex()
    return "".join(rf"\u{units[at : at + 4]}" for at in range(0, len(units), 4))


LONGEST_WORD, LONGEST_LINE = 400, 1200
"""What is longer in a message is cut: nobody finds what is wrong in it."""

_LONG_WORD = rf"\S{{{LONGEST_WORD},}}"


def in_short(message: str) -> str:
    """A message without what it repeats at great length: endless words lose their end, endless lines their middle."""
    if len(message) <= LONGEST_WORD:
        return message
    words = re.sub(_LONG_WORD, lambda word: f"{word[0][:57]}...", message)
    return "\n".join(
        line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE // 2]} ... {line[-LONGEST_LINE // 3 :]}"
        for line in words.split("\n")
    )
