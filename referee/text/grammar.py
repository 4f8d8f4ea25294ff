"""English in small: numbers with their things, and verbs in the number of the name before them.

A name's number is told by its ending alone: "Reed Archers" and "Harpies" are many, "Ares", "Cerberus" and "Moss" one.
"""

from __future__ import annotations

import re

from referee.text.pattern import lazy_pattern

_MANY = lazy_pattern(r".*(?:[^aeious'’]|[^aeiou]ie|ite|\s\S*[^aeious]e)s", re.IGNORECASE)
"""How names end that mean several; an "es" only behind another word, for heroes are called Hercules."""
_HEAD = lazy_pattern(r"(.+?) (?:of|from|in) .+", re.IGNORECASE)
_IRREGULAR = {
    "is": "are",
    "was": "were",
    "has": "have",
    "isn't": "aren't",
    "wasn't": "weren't",
    "hasn't": "haven't",
    "doesn't": "don't",
    "its": "their",
}
_LONG = lazy_pattern(r"(?:o|ss|sh|ch|x)es$")


_PLURALS = {"die": "dice"}


SMALL_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Numbers as people type them in words, from 1 on."""
ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6"}
"""What is counted on a board, the second pit, as its figure."""


def so_many(number: int, what: str) -> str:
    """So many of something: "1 card", "2 cards", "3 dice"."""
    return f"{number} {what if number == 1 else _PLURALS.get(what, f'{what}s')}"


def with_minus(number: object) -> str:
    """A number as it is printed, with a true minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def is_many(name: str) -> bool:
    """Whether a name means several: "Reed Archers" does, "Band of Brigands" doesn't."""
    owned = name.rpartition("'s ")[2]  # "Jonas's Ares" is one, as Ares is
    head = _HEAD.fullmatch(owned)
    return _MANY.fullmatch(head[1] if head else owned) is not None


def agreeing(verb: str, name: str, *, many: bool | None = None) -> str:
    """A verb in the number of a name, given as it is said of one: "walks" or "walk", "its" or "their".

    `many` says that there are several, or one, whatever the name tells.
    """
    if not (is_many(name) if many is None else many):
        return verb
    first, space, rest = verb.partition(" ")
    if first in _IRREGULAR:
        said = _IRREGULAR[first]
    elif first.endswith("ies"):
        said = f"{first[:-3]}y"
    else:
        said = first[:-2] if _LONG.search(first) else first.removesuffix("s")
    return f"{said}{space}{rest}"


def does(name: str, verb: str, *, many: bool | None = None) -> str:
    """A name with its verb: "Wolf walks", "Reed Archers walk"; see `agreeing` for `many`."""
    return f"{name} {agreeing(verb, name, many=many)}"


def whose(name: str) -> str:
    """A name before what belongs to it: "Wolf's", "Zeus's", "Reed Archers'"."""
    return f"{name}'" if is_many(name) else f"{name}'s"


# --- Texts in parts, of which some stand between quotation marks ----------------------------------


_QUOTED = lazy_pattern(r'"[^"]*"')


def parted(text: str, separator: str) -> list[str]:
    """The parts of a text between separators; a separator between quotation marks parts nothing.

    >>> parted('draw 1, manual "heal, or draw"', ", ")
    ['draw 1', 'manual "heal, or draw"']
    """
    covered = _QUOTED.sub(lambda found: "\0" * len(found[0]), text)
    found, at = [], 0
    for part in covered.split(separator):
        found.append(text[at : at + len(part)])
        at += len(part) + len(separator)
    return found


# --- Words that stay together where a line is wrapped: a page and its number, "(p. 13)" -----------


TIE = "\u2800"
"""A blank that no line is broken at. A space that doesn't break won't do: Python's patterns take it for a space."""

UNBROKEN = "\xa0"
"""A space that doesn't break, as a text may have it."""

_PAGE = lazy_pattern(r"\bpp?\. (?=\d)")


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
