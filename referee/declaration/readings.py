"""Readings, by which a group decides what the rulebook leaves open, with named answers; and house numbers.

A game declares them as the fields of one `Readings` record, each with the usual answer, which its set-up, its battle
records and its score sheets inherit: so they are keys of these files, and the rules read `setup.dead_creatures`. What
is open, and what each answer means, stands in the game's `rules.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from referee.asking.question import Question
from referee.errors import BadInput, Unreadable, naming_place
from referee.text.names import did_you_mean, fold, or_list

G = TypeVar("G")

READINGS = "readings"
"""Key of the question for them, and of their values in what was agreed."""
USUAL = "usual"
_ON_OFF: Mapping[str, Any] = {"no": False, "yes": True}
Switch = Annotated[bool, Meta(extra={"words": tuple(_ON_OFF)})]
"""The type of a reading whose answers are no and yes: in a file false and true, or these words."""


class Readings(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The readings and house numbers of a game, all as usual unless they are set."""

    @classmethod
    def normalize(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return a file's data with its switches as booleans, also those that are given as words."""
        switches = {one.name for one in fields(cls) if one.type == Switch}
        return {
            key: _ON_OFF.get(value, value) if key in switches and isinstance(value, str) else value
            for key, value in data.items()
        }


class Reading(Struct, frozen=True):
    """One reading by the name of its field: its answers, or the bounds of a house number, and the usual value."""

    name: str
    usual: Any
    answers: Mapping[str, Any] = {}
    least: int = 0
    most: int = 0

    @property
    def words(self) -> str:
        """Its name as people type it."""
        return self.name.replace("_", " ")

    @property
    def takes(self) -> str:
        """Possible answers, the usual one first."""
        if not self.answers:
            return f"a number from {self.least} to {self.most}; usually {self.usual}"
        return or_list(sorted(self.answers, key=lambda word: self.answers[word] != self.usual))

    def parse(self, text: str) -> Any:
        """Parse an answer. Raises Unreadable with the possible answers."""
        typed = fold(text)
        if not typed:
            raise Unreadable(f"{self.words} what? It is {self.takes}")
        if self.answers:
            for word, value in self.answers.items():
                if fold(word) == typed:
                    return value
            nearest = did_you_mean(text, self.answers)
            raise Unreadable(f"{self.words} can't be {text.strip()}; it is {self.takes}{nearest}")
        if not typed.isdecimal() or not self.least <= int(typed) <= self.most:
            raise Unreadable(f"{self.words} can't be {text.strip()}; it is {self.takes}")
        return int(typed)

    def write(self, value: Any) -> str:
        """Format a value as it is typed."""
        return next((word for word, one in self.answers.items() if one == value), str(value))


@cache
def readings_of(declared: type[Readings] | None) -> Mapping[str, Reading]:
    """Return the readings that a record declares, by name; of None none.

    Raises TypeError for a field that is neither kind.
    """
    return {one.name: _reading(one.name, one.type, one.default) for one in (fields(declared) if declared else ())}


def _reading(name: str, hint: Any, usual: Any) -> Reading:
    if hint == Switch:
        return Reading(name, usual, _ON_OFF)
    if get_origin(hint) is Literal:
        return Reading(name, usual, {str(word): word for word in get_args(hint)})
    if get_origin(hint) is Annotated:
        for meta in get_args(hint)[1:]:
            if isinstance(meta, Meta) and meta.ge is not None and meta.le is not None:
                return Reading(name, usual, least=int(meta.ge), most=int(meta.le))
    raise TypeError(f"{name} has neither answers nor bounds")


def find_reading(declared: type[Readings], text: str) -> tuple[Reading, str]:
    """Find the reading that a text begins with; return it with the rest. Raises Unreadable with the nearest."""
    typed = fold(text).replace("_", " ").replace("=", " ")
    for name in sorted(readings_of(declared), key=len, reverse=True):
        words = fold(name.replace("_", " "))
        if f"{typed} ".startswith(f"{words} "):
            return readings_of(declared)[name], typed[len(words) :].strip()
    known = [one.words for one in readings_of(declared).values()]
    hint = did_you_mean(text, known) or f"; there are {or_list(known)}"
    raise Unreadable(f'no reading is called "{text.strip()}"{hint}')


def read_readings(declared: type[Readings], text: str) -> dict[str, Any]:
    """Parse readings with commas between ("dead creatures lost, turns 9") to values by name. Raises Unreadable."""
    if fold(text) in ("", USUAL):
        return {}
    found = (find_reading(declared, part) for part in text.split(","))
    return {one.name: one.parse(said) for one, said in found}


def read_known(declared: type[Readings], said: Mapping[str, str]) -> dict[str, Any]:
    """Parse answers by name, as far as the names are declared. Raises Unreadable."""
    known = readings_of(declared)
    return {name: known[name].parse(word) for name, word in said.items() if name in known}


def unusual(declared: type[Readings] | None, setup: Any) -> dict[str, str]:
    """Return the readings of a set-up, record or sheet that aren't usual, by name, as they are typed."""
    values = ((one, getattr(setup, one.name)) for one in readings_of(declared).values())
    return {one.name: one.write(value) for one, value in values if value != one.usual}


def write_readings(found: Mapping[str, str]) -> str:
    """Format readings as one line: "dead creatures lost, turns 9"."""
    return ", ".join(f"{name.replace('_', ' ')} {word}" for name, word in found.items()) or USUAL


def readings_question(declared: type[Readings]) -> Question[dict[str, Any]]:
    """Build the question for readings, which is never asked: options and the group's preferences answer it."""
    known = readings_of(declared)

    def write(values: Mapping[str, Any]) -> str:
        return write_readings({name: known[name].write(value) for name, value in values.items()})

    return Question(
        READINGS,
        "House rules",
        lambda text: read_readings(declared, text),
        default=USUAL,
        write=write,
        forced=lambda: USUAL,
        skippable=True,
    )


def answer_of(known: Mapping[str, Reading], options: Mapping[str, Sequence[str]]) -> str:
    """Format the readings among a command's options as one line; "" for none. Raises BadInput."""
    found: dict[str, str] = {}
    for option, one in known.items():
        values = options.get(option, ())
        if len(values) > 1:
            raise BadInput(f"--{option} is given twice")
        for value in values:
            with naming_place(f"--{option}"):
                found[one.name] = one.write(one.parse(value))
    return write_readings(found) if found else ""


_CACHE: dict[tuple[int, tuple[tuple[str, Any], ...]], tuple[Any, Any]] = {}
"""Cache of set-ups with readings changed in the middle of a game, each with the set-up it was made of."""


def in_force(setup: G, changed: Mapping[str, Any]) -> G:
    """Return a set-up with the readings that a table has changed since."""
    if not changed:
        return setup
    key = (id(setup), tuple(sorted(changed.items())))
    if key not in _CACHE or _CACHE[key][0] is not setup:
        if len(_CACHE) > 64:
            _CACHE.clear()
        _CACHE[key] = setup, replace(setup, **changed)  # type: ignore[type-var]
    made: G = _CACHE[key][1]
    return made
