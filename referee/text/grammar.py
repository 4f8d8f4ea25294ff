"""English in small: numbers with their things, and verbs in the number of the name before them.

A name's number is told by its ending alone: "Reed Archers" and "Harpies" are many, "Ares", "Cerberus" and "Moss" one.
"""

from __future__ import annotations

import re

_MANY = re.compile(r".*(?:[^aeious'’]|[^aeiou]ie|ite|\s\S*[^aeious]e)s", re.IGNORECASE)
"""How names end that mean several; an "es" only behind another word, for heroes are called Hercules."""
_HEAD = re.compile(r"(.+?) (?:of|from|in) .+", re.IGNORECASE)
_IRREGULAR = {"is": "are", "was": "were", "has": "have", "isn't": "aren't", "wasn't": "weren't", "hasn't": "haven't",
              "doesn't": "don't", "its": "their"}  # fmt: skip
_LONG = re.compile(r"(?:o|ss|sh|ch|x)es$")


SMALL_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Numbers as people type them in words, from 1 on."""


def so_many(number: int, what: str) -> str:
    """So many of something: "1 card", "2 cards"."""
    return f"{number} {what}{'s' * (number != 1)}"


def with_minus(number: object) -> str:
    """A number as it is printed, with a true minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def is_many(name: str) -> bool:
    """Whether a name means several: "Reed Archers" does, "Band of Brigands" doesn't."""
    head = _HEAD.fullmatch(name)
    return _MANY.fullmatch(head[1] if head else name) is not None


def agreeing(verb: str, name: str) -> str:
    """A verb in the number of a name, given as it is said of one: "walks" or "walk", "its" or "their"."""
    if not is_many(name):
        return verb
    first, space, rest = verb.partition(" ")
    if first in _IRREGULAR:
        said = _IRREGULAR[first]
    elif first.endswith("ies"):
        said = f"{first[:-3]}y"
    else:
        said = first[:-2] if _LONG.search(first) else first.removesuffix("s")
    return f"{said}{space}{rest}"


def does(name: str, verb: str) -> str:
    """A name with its verb: "Wolf walks", "Reed Archers walk"."""
    return f"{name} {agreeing(verb, name)}"


def whose(name: str) -> str:
    """A name before what belongs to it: "Wolf's", "Zeus's", "Reed Archers'"."""
    return f"{name}'" if is_many(name) else f"{name}'s"
