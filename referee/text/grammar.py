"""Bits of English grammar: numbers with nouns, and verbs that agree with the name before them.

A name's number is judged by its ending: "Reed Archers" and "Harpies" are plural, "Ares", "Cerberus", "Moss" singular.
"""

from __future__ import annotations

import re

from referee.text.pattern import lazy_pattern

_MANY = lazy_pattern(r".*(?:[^aeious'’]|[^aeiou]ie|[lr]ve|ieve|ite|\s\S*[^aeious]e)s", re.IGNORECASE)
"""Endings of plural names; "es" only behind another word, because of heroes like Hercules."""
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

_PLURALS = {"die": "dice", "entry": "entries"}


SMALL_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Number words, from 1 on."""
_TEENS = ("thir", "four", "fif", "six", "seven", "eigh", "nine")
_MORE_NUMBERS = ("eleven", "twelve", *(f"{word}teen" for word in _TEENS), "twenty")
FIGURES = {word: str(number) for number, word in enumerate((*SMALL_NUMBERS, *_MORE_NUMBERS), 1)}
"""Number words with their figures: "two" is "2"."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
ORDINALS = {word: str(number) for number, word in enumerate(_ORDINALS, 1)}
ORDINALS |= {"1st": "1", "2nd": "2", "3rd": "3"} | {f"{number}th": str(number) for number in range(4, 21)}
"""Ordinals, as of pits on a board, by word; the values are digits."""


def so_many(number: int, what: str) -> str:
    """Format a number with its noun: "1 card", "2 cards", "3 dice"."""
    return f"{number} {what if number == 1 else _PLURALS.get(what, f'{what}s')}"


def with_minus(number: object) -> str:
    """Format a number with a true minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def is_many(name: str) -> bool:
    """Return whether a name is plural: "Reed Archers" is, "Band of Brigands" isn't."""
    owned = name.rpartition("'s ")[2]  # "Jonas's Ares" is one, as Ares is
    head = _HEAD.fullmatch(owned)
    return _MANY.fullmatch(head[1] if head else owned) is not None


def agreeing(verb: str, name: str, *, many: bool | None = None) -> str:
    """Return a verb (or "its"), given in the singular, in the number of a name: "walks" or "walk".

    `many` overrides the number of the name.
    """
    if not (is_many(name) if many is None else many):
        return verb
    first, space, rest = verb.partition(" ")
    if first in _IRREGULAR:
        plural = _IRREGULAR[first]
    elif first.endswith("ies"):
        plural = f"{first[:-3]}y"
    else:
        plural = first[:-2] if _LONG.search(first) else first.removesuffix("s")
    return f"{plural}{space}{rest}"


def does(name: str, verb: str, *, many: bool | None = None) -> str:
    """Return a name with its verb: "Wolf walks", "Reed Archers walk"; see `agreeing` for `many`."""
    return f"{name} {agreeing(verb, name, many=many)}"


def whose(name: str) -> str:
    """Return the possessive of a name: "Wolf's", "Zeus's", "Reed Archers'"."""
    return f"{name}'" if is_many(name) else f"{name}'s"


# --- Splitting texts that contain quotations ------------------------------------------------------


_QUOTED = lazy_pattern(r'"[^"]*"')


def split_outside_quotes(text: str, separator: str) -> list[str]:
    """Split a text at a separator, except between quotation marks.

    >>> split_outside_quotes('draw 1, manual "heal, or draw"', ", ")
    ['draw 1', 'manual "heal, or draw"']
    """
    covered = _QUOTED.sub(lambda found: "\0" * len(found[0]), text)
    found, at = [], 0
    for part in covered.split(separator):
        found.append(text[at : at + len(part)])
        at += len(part) + len(separator)
    return found


# --- Words that aren't separated by wrapping: a page and its number, "(p. 13)" --------------------


TIE = "\u2800"
"""Placeholder for a space at which no line is wrapped. (Python's patterns match a no-break space as a space.)"""

UNBROKEN = "\xa0"
"""No-break space, as texts have it."""

_PAGE = lazy_pattern(r"\bpp?\. (?=\d)")


def unbroken(text: str) -> str:
    """Join a few words with no-break spaces."""
    return text.replace(" ", UNBROKEN)


def tied(text: str) -> str:
    """Replace the spaces at which a text mustn't be wrapped (no-break spaces, "p. 13") by `TIE`."""
    if UNBROKEN in text:
        text = text.replace(UNBROKEN, TIE)
    return _PAGE.sub(lambda page: page[0].replace(" ", TIE), text) if "p. " in text else text


def plain_spaces(text: str) -> str:
    """Replace `TIE` by spaces again, after wrapping."""
    return text if text.isascii() else text.replace(TIE, " ")
