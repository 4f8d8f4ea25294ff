"""Matching of typed names: letter case, accents and the kind of apostrophe don't matter."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TypeVar

from referee.errors import Ambiguous, BadInput, Unreadable, naming_place
from referee.text.pattern import lazy_pattern
from referee.text.streams import MARK, sanitized

T = TypeVar("T")

_VOWEL_FIRST = lazy_pattern(r"(?!u(?:ni|s[aeu])|eu|one\b|once\b)[aeiou]|hono|hour|heir|8|1[18]\b")
"""Beginnings of words that take "an": by their sound, so not "unicorn", "Europa" or "one"."""

_PLAIN = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "ʼ": "'", "ø": "o", "đ": "d", "ł": "l", "&": " and "})


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """Normalise a name for comparison: lower case, no accents, one kind of apostrophe, single spaces.

    >>> fold("  Mjöllnir ") == fold("MJOLLNIR")
    True
    """
    if not name.isascii():
        plain = name.casefold().translate(_PLAIN)
        name = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return " ".join(name.casefold().translate(_PLAIN).split())


def word_set(text: str) -> frozenset[str]:
    """Split a text into the set of its words."""
    return frozenset(text.split())


def printable(text: str, most: int = 60) -> str:
    """Make a text fit for a message: one line, no control characters, at most `most` characters."""
    short = text if len(text) <= most else f"{text[: most - 3]}..."
    return "".join(c if c.isprintable() else MARK for c in short)


def refuse_hidden(name: str) -> None:
    """Refuse a player's new name if it has invisible characters. Raises Unreadable.

    Names of cards may have them (as printed, or in a deck); these are cleaned by `sanitized` when shown.
    """
    if name != sanitized(name) or "\n" in name or "\t" in name:
        raise Unreadable(f'"{printable(name)}" holds a character that nobody sees; type the name again')


def check_name(name: str, where: str, what: str = "name") -> None:
    """Refuse the name of `what` in a file if it is empty or has invisible characters. Raises BadInput."""
    if not name.strip():
        raise BadInput(f"{where}: {what} is empty")
    with naming_place(where):
        refuse_hidden(name)


def nearest(word: str, names: Iterable[str], most: int = 3, *, alike: float = 0.6) -> list[str]:
    """Return the known names most like `word`, best first: at most `most`, none if nothing is near.

    `alike` is the cutoff, from 0 (anything) to 1 (identical); a name that begins with the word always counts.
    """
    from difflib import get_close_matches  # loaded only for misspellings

    known = {fold(name): name for name in names}
    folded = fold(word)
    found = [name for key, name in known.items() if folded and key.startswith(folded)]
    found += [known[key] for key in get_close_matches(folded, known, n=most, cutoff=alike)]
    return list(dict.fromkeys(found))[:most]


def or_list(names: Iterable[str]) -> str:
    """Join names in words: "Wolf", "Wolf or Imp", "Wolf, Imp or Viper"."""
    return _join(names, "or")


def and_list(names: Iterable[str]) -> str:
    """Join names in words: "Wolf", "Wolf and Imp", "Wolf, Imp and Viper"."""
    return _join(names, "and")


def _join(names: Iterable[str], word: str) -> str:
    *rest, last = list(names) or ["nothing"]
    return f"{', '.join(rest)} {word} {last}" if rest else last


def a_or_an(words: str) -> str:
    """Put the indefinite article before words: "a Wolf", "an Iron Mother card", "an 8", "a unicorn"."""
    return f"{'an' if _VOWEL_FIRST.match(fold(words)) else 'a'} {words}"


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return the closing clause of a refusal: "; did you mean Wolf or Wolverine?", or ""."""
    near = nearest(word, names)
    return f"; did you mean {or_list(near)}?" if near else ""


def find(word: str, names: Mapping[str, T], what: str, *, listing: int = 0) -> T:
    """Return the value whose folded name is `word` or, if unique, starts with it (apostrophes are optional).

    `names` maps folded names to values, `what` says what they are the names of ("": no things, but answers).
    Messages show values that are text, else the names. Raises Ambiguous if several names start with the word,
    Unreadable if none does: with the nearest names, or if there are none with all of them, if they are at most
    `listing`.
    """
    key = fold(word)
    if key in names:
        return names[key]
    starting = [name for name in names if key and name.startswith(key)]
    starting = starting or [name for name in names if key and name.replace("'", "").startswith(key)]
    if starting and all(names[name] is names[starting[0]] for name in starting):
        return names[starting[0]]
    shown = {name: value if isinstance(value, str) else name for name, value in names.items()}
    if starting:
        fitting = dict.fromkeys(shown[name] for name in sorted(starting))
        raise Ambiguous(f'"{printable(word)}" fits several: {or_list(fitting)}')
    every = f"; it can be {or_list(dict.fromkeys(shown.values()))}" if 0 < len(shown) <= listing else ""
    quoted = f'"{printable(word)}"'
    unknown = f"no {what} is called {quoted}" if what else f"{quoted} isn't an answer here"
    raise Unreadable(unknown + (did_you_mean(word, shown.values()) or every))


def by_end(names: Sequence[str]) -> dict[str, str]:
    """Map folded names, and what follows the first word of one if no other ends so, to the names."""
    ends = [(fold(name).partition(" ")[2], name) for name in names]
    many = Counter(end for end, _ in ends)
    return {end: name for end, name in ends if end and many[end] == 1} | {fold(name): name for name in names}


AND = lazy_pattern(r",?\s+(?:and|&)\s+", re.IGNORECASE)
"""Separator before the last item of a list."""


def names_in(text: str, known: Iterable[str] | None = None) -> list[str]:
    """Split a line into names: "Anna, Bo, Cleo", "Anna, Bo and Cleo".

    If names are `known`, "and" separates only between parts that all occur in known names, never within a known name.
    """
    if known is None or not AND.search(text):
        return [" ".join(part.split()) for part in AND.sub(",", text).split(",")]
    there = [f" {fold(name)}" for name in known]

    def is_known(part: str) -> bool:
        return any(f" {fold(part)}" in name for name in there) if part else False

    found: list[str] = []
    for part in re.sub(r",\s*(?:and|&)\s", ",", text, flags=re.IGNORECASE).split(","):
        several = [" ".join(one.split()) for one in AND.split(part)]
        found += several if all(map(is_known, several)) and not is_known(part) else [" ".join(part.split())]
    return found


def find_each(text: str, names: Mapping[str, T], what: str, *, listing: int = 0) -> tuple[T, ...]:
    """Find the values of several names: "norse, greek", "norse and greek", "norse greek". Raises as `find` does."""
    parts = names_in(text)
    if len(parts) == 1 and fold(text) not in names and len(words := text.split()) > 1:
        with suppress(Unreadable):
            return tuple(find(word, names, what) for word in words)
    return tuple(find(part, names, what, listing=listing) for part in parts)


_NUMBERS_AND_NAMES = lazy_pattern(r"[+\-\N{MINUS SIGN}]?\d{1,4}(?!\d)|[^\W\d_]+")


def numbers_by_name(text: str, names: Sequence[str], like: str) -> dict[str, int]:
    """Parse a number for each pile in order, "3 2 28", or for some with their names, "monsters 28, 6 wounds".

    `like` is an example. Raises Unreadable.
    """
    words = _NUMBERS_AND_NAMES.findall(text.lower().replace(" and ", " "))
    numbers = [number for word in words if (number := _number(word)) is not None]
    if words and len(numbers) == len(words) and (len(words) == len(names) or text.strip() == "0"):
        return dict(zip(names, numbers, strict=False))
    found: dict[str, int] = {}
    if not words or len(words) % 2:
        raise Unreadable(f"write {len(names)} numbers ({', '.join(names)}), or names with numbers, like {like}")
    for one, other in zip(words[::2], words[1::2], strict=True):
        word, number = (other, _number(one)) if _number(one) is not None else (one, _number(other))
        if number is None or _number(word) is not None:
            raise Unreadable(f'can\'t read "{one} {other}"; write a name and a number, like {like}')
        name = find(word, by_key(names, str), "pile")
        if name in found:
            raise Unreadable(f"{name} is named twice")
        found[name] = number
    return found


def _number(word: str) -> int | None:
    digits = word.replace("\N{MINUS SIGN}", "-")
    return int(digits) if digits.lstrip("+-").isdecimal() else None


def is_nothing(text: str) -> bool:
    """Return whether a text means none or nobody."""
    return fold(text) in ("", "-", "no", "no one", "nobody", "none", "none of them", "nope", "nah", "nothing")


def by_key(values: Iterable[T], name: Callable[[T], str]) -> dict[str, T]:
    """Return the values by their folded names, for `find`."""
    return {fold(name(value)): value for value in values}


@lru_cache(maxsize=4096)
def in_lower_case(text: str, *words: str) -> str:
    """Put the given words in a text into lower case: "Bolt ON Rat" becomes "Bolt on Rat"."""
    return re.sub("|".join(map(re.escape, words)), lambda found: found[0].lower(), text, flags=re.IGNORECASE)


@lru_cache(maxsize=4096)
def printed(name: str) -> str:
    """Return the name printed on a card: "Goblin #2" is a "Goblin" like the first."""
    base, mark, number = name.rpartition(" #")
    return base if mark and number.isdigit() else name


def numbered(name: str, number: int) -> str:
    """Return the program's name for the `number`-th card of a name: "Goblin", "Goblin #2"."""
    return name if number == 1 else f"{name} #{number}"
