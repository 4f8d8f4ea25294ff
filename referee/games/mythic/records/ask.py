"""The questions that set an attack up: what it is, the two sides in a line each, how they stand, what else counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, get_args

from msgspec import UNSET, UnsetType, to_builtins

from referee.asking.dice import ask_dice
from referee.asking.question import Option, Procedure, Question, choice
from referee.errors import BadInput, Unreadable
from referee.files.files import Data, convert
from referee.games.mythic.records.record import ModifierEntry, RecordFile, SideEntry, Situation
from referee.games.mythic.vocabulary import Ceiling, Talent, Target, Terrain, UnitType
from referee.text.names import did_you_mean, fold, or_list

T = TypeVar("T")

NOTHING, HERE = "none", "here"
"""The usual answers: no modifiers, both in one area."""
_SITUATIONS = {
    "as if there": "as_if_there", "heights": "heights", "aerial": "aerial", "nature": "nature",
    "force of nature": "nature", "still reaches": "still_reaches",
}  # fmt: skip
_STATS = ("offence", "defence", "range", "vitality")


def ask_record(check: Callable[[RecordFile], None], deck: str) -> Procedure[RecordFile]:
    """Ask for everything before the first roll; `check` raises BadInput or Illegal for what can't be."""
    kinds = (
        Option("attack", detail="a normal attack"), Option("retaliation", detail="the answer to one"),
        Option("area", detail="one target of an area attack"),
    )  # fmt: skip
    kind = yield choice("kind", "What kind of attack", kinds, default="attack")
    attacker = yield _line("attacker", "The attacker", lambda text: read_side(text, deck), _side_example("offence"))
    defender = yield _line("defender", "The defender", lambda text: read_side(text, deck), _side_example("defence"))
    hint = "like distance 2, heights, ceiling five; or as if there, aerial, nature, hidden"
    situation = yield _line("situation", "How they stand to each other", read_situation, hint, usual=HERE)
    hint = "like power Dread: offence -1; fog: range -1"
    modifiers = yield _line("modifiers", "What else changes a value", read_modifiers, hint, usual=NOTHING)
    file = RecordFile(game="mythic", kind=kind, deck=deck, attacker=attacker, defender=defender,
                      situation=situation[0], ceiling=situation[1], modifiers=modifiers)  # fmt: skip
    check(file)
    dice, seed = yield from ask_dice("what has an even chance (M13)")
    return with_dice(file, dice, seed)


def with_dice(file: RecordFile, dice: str, seed: int | UnsetType) -> RecordFile:
    """A record whose dice come from there."""
    return convert({**to_builtins(file), "dice": dice} | ({} if seed is UNSET else {"seed": seed}), RecordFile, "")


def read_side(text: str, deck: str = "") -> SideEntry:
    """A side from a line: "Ash Runner: hero, offence 6, close combat, in forest, with troop". Raises Unreadable.

    With a deck a name alone is a unit of it: "Ash Runner, vitality 3".
    """
    name, colon, rest = text.partition(":")
    if not colon:
        name, _, rest = text.partition(",")
    data: Data = {"name" if colon else "unit": " ".join(name.split())}
    if not colon and not deck:
        raise Unreadable(f'"{text.strip()}": write it like {_side_example("offence")}')
    for part in filter(None, (part.strip() for part in rest.split(","))):
        _put(data, fold(part), part)
    return _made(data, SideEntry)


def read_situation(text: str) -> tuple[Situation, Ceiling]:
    """How the two stand to each other, and the ceiling: "distance 2, heights, hidden". Raises Unreadable."""
    data: Data = {}
    ceiling: Ceiling = "none"
    for part in filter(None, (fold(part) for part in text.split(","))):
        if number := re.fullmatch(r"distance (\d{1,2})|(\d{1,2})(?: areas?)?(?: away)?", part):
            data["distance"] = int(number[1] or number[2])
        elif part in _SITUATIONS:
            data[_SITUATIONS[part]] = True
        elif part == "hidden":
            data["visible"] = False
        elif part in ("ceiling five", "ceiling none"):
            ceiling = "five" if part.endswith("five") else "none"
        elif part != HERE:
            known = (HERE, "distance 2", "hidden", "ceiling five", *_SITUATIONS)
            raise Unreadable(f'"{part}" can\'t stand there{did_you_mean(part, known) or f"; it is {or_list(known)}"}')
    return _made(data, Situation), ceiling


def read_modifiers(text: str) -> tuple[ModifierEntry, ...]:
    """What else changes values: "power Dread: offence -1; fog: range -1". Raises Unreadable."""
    if fold(text) == NOTHING:
        return ()
    return tuple(_modifier(part) for part in text.split(";") if part.strip())


def _modifier(text: str) -> ModifierEntry:
    why, _, changes = text.partition(":")
    data: Data = {"why": " ".join(why.split())}
    for part in changes.split(","):
        found = re.fullmatch(r"(offence|defence|range|dice|reroll) ([+-]?\d{1,2})", fold(part))
        if found is None:
            raise Unreadable(f'can\'t read "{text.strip()}"; write it like power Dread: offence -1')
        data[found[1]] = int(found[2])
    return _made(data, ModifierEntry)


def _put(data: Data, word: str, part: str) -> None:
    """Put one part of a side's line where it belongs. Raises Unreadable with the nearest word."""
    stat, _, number = word.partition(" ")
    if stat in _STATS and number.isascii() and number.isdigit():
        data[stat] = int(number[:9])
    elif printed := re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{1,2})(?:/\d{1,2})?", word):
        data |= dict(zip(("offence", "defence", "range"), map(int, printed.groups()), strict=True))
    elif found := re.fullmatch(r"(\d{1,2})(?: of (\d{1,2}))? miniatures?", word):
        data["miniatures"] = int(found[1])
        data |= {"full": int(found[2])} if found[2] else {}
    elif word in get_args(Target):
        data["type"] = word
    elif word in get_args(UnitType):
        data.setdefault("traits", []).append(word)
    elif word in get_args(Talent):
        data.setdefault("talents", []).append(word)
    elif word.removeprefix("in ") in get_args(Terrain):
        data["terrain"] = word.removeprefix("in ")
    elif word.startswith(("with ", "helped by ", "without ")):
        key, rest = _named(word)
        data.setdefault(key, []).extend(re.split(r" and |/| ", rest) if key == "with" else rest.split(" and "))
    else:
        known: Sequence[str] = (*get_args(Target), *get_args(UnitType), *get_args(Talent), *get_args(Terrain))
        hint = (
            did_you_mean(word, known)
            or "; it is a type, a stat like offence 6 or all like 6/7/0/2, a talent, a trait, or in forest"
        )
        raise Unreadable(f'"{part}" can\'t stand there{hint}')


def _named(word: str) -> tuple[str, str]:
    """The key of a list in a side's line, and the list."""
    begin = next(begin for begin in ("with ", "helped by ", "without ") if word.startswith(begin))
    return {"with ": "with", "helped by ": "helped", "without ": "unused"}[begin], word.removeprefix(begin)


def _made(data: Data, kind: type[T]) -> T:
    try:
        return convert(data, kind, "")
    except BadInput as error:
        raise Unreadable(str(error).removeprefix(": ")) from None


def _line(
    key: str, prompt: str, read: Callable[[str], Any], hint: str = "", *, usual: str | None = None
) -> Question[Any]:
    return Question(key, prompt, read, hint=hint, default=usual, open=True)


def _side_example(stat: str) -> str:
    name = "Ash Runner: hero, offence 6, close combat" if stat == "offence" else "Marsh Serpent: monster, defence 8"
    return f"{name}{', vitality 5' if stat == 'defence' else ', in forest, with troop'}"
