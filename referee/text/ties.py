"""Words that stay together where a line is wrapped: a page and its number, "(p. 13)"."""

from __future__ import annotations

import re

TIE = "\u2800"
"""A blank that no line is broken at. A space that doesn't break won't do: Python's patterns take it for a space."""

UNBROKEN = "\xa0"
"""A space that doesn't break, as a text may have it."""

_PAGE = re.compile(r"\bpp?\. (?=\d)")


def unbroken(text: str) -> str:
    """A few words that stay on one line, as far as a line has room for them."""
    return text.replace(" ", UNBROKEN)


def tied(text: str) -> str:
    """A text that is to be wrapped, with a blank for each space at which it mustn't be."""
    if UNBROKEN in text:
        text = text.replace(UNBROKEN, TIE)
    return _PAGE.sub(lambda page: page[0].replace(" ", TIE), text) if "p. " in text else text


def untied(text: str) -> str:
    """A text as it is written once it is wrapped: with spaces."""
    return text if text.isascii() else text.replace(TIE, " ")
