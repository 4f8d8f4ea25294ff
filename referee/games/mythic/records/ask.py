"""The questions that set an attack up: its kind, the two sides in a line each, the situation, modifiers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar, get_args

from msgspec.structs import replace

from referee.asking.dice import ask_dice
from referee.asking.question import Procedure, Question, choice
from referee.cards.fields import SIGNED, CardField, FieldTable, Value, one_of
from referee.errors import BadInput, Unreadable
from referee.files.files import Data, convert
from referee.games.mythic.attack.values import Modifier
from referee.games.mythic.records.record import RecordFile, SideEntry, Situation
from referee.games.mythic.vocabulary import Ceiling, Talent, Target, Terrain, UnitType
from referee.text.names import fold

T = TypeVar("T")

NOTHING, HERE = "none", "here"
"""The default answers: no modifiers, both in one area."""
_ATTACKER = "Ash Runner: hero, offence 6, close combat, in forest, with troop"
_DEFENDER = "Marsh Serpent: monster, defence 8, vitality 5"
_STATS = ("offence", "defence", "range", "vitality")


def _names(between: str) -> Value:
    """Return the value of a list of names."""
    return Value(".+", lambda text: re.split(between, fold(text)), words=lambda: ("...",), free=True)


_SIDE = FieldTable(
    CardField("type", ("#",), one_of(get_args(Target))),
    CardField("offence", ("offence #", "#/{defence}/{range}(|/[0-9]+)")),
    *(CardField(stat) for stat in _STATS[1:]),
    CardField("miniatures", ("# (miniature|miniatures)", "# of {full} (miniature|miniatures)")),
    CardField("full"),
    CardField("traits", ("#",), one_of(get_args(UnitType)), several=True),
    CardField("talents", ("#",), one_of(get_args(Talent)), several=True),
    CardField("terrain", ("in #", "#"), one_of(get_args(Terrain))),
    CardField("with", ("with #",), _names(" and |/| ")),
    CardField("helped", ("helped by #",), _names(" and ")),
    CardField("unused", ("without #",), _names(" and ")),
)
_HOW = {
    "as if there": "as_if_there",
    "heights": "heights",
    "aerial": "aerial",
    "nature": "nature",
    "force of nature": "nature",
    "still reaches": "still_reaches",
}
_SITUATION = FieldTable(
    CardField("distance", ("distance #", "#", "# (area|areas)", "# away", "# (area|areas) away")),
    CardField("how", ("#",), one_of((HERE, "hidden", *_HOW)), several=True),
    CardField("ceiling", ("ceiling #",), one_of(get_args(Ceiling))),
)
_CHANGES = FieldTable(*(CardField(key, value=SIGNED) for key in ("offence", "defence", "range", "dice", "reroll")))


def ask_record(check: Callable[[RecordFile], object], deck: str) -> Procedure[RecordFile]:
    """Ask for everything before the first roll; `check` raises BadInput or Illegal for impossible answers."""
    kinds = {
        "attack": "a normal attack",
        "retaliation": "the answer to one",
        "area": "one target of an area attack",
    }
    kind = yield choice("kind", "What kind of attack", kinds, default="attack")
    attacker = yield _line("attacker", "The attacker", lambda text: read_side(text, deck), _ATTACKER)
    defender = yield _line("defender", "The defender", lambda text: read_side(text, deck), _DEFENDER)
    hint = "like distance 2, heights, ceiling five; or as if there, aerial, nature, hidden"
    situation = yield _line("situation", "How they stand to each other", read_situation, hint, usual=HERE)
    hint = "like power Dread: offence -1; fog: range -1"
    modifiers = yield _line("modifiers", "What else changes a value", read_modifiers, hint, usual=NOTHING)
    file = RecordFile(
        game="mythic",
        kind=kind,
        deck=deck,
        attacker=attacker,
        defender=defender,
        situation=situation[0],
        ceiling=situation[1],
        modifiers=modifiers,
    )
    check(file)
    dice, seed = yield from ask_dice("what has an even chance")
    return replace(file, dice=dice, seed=seed)


def read_side(text: str, deck: str = "") -> SideEntry:
    """Parse a side: "Ash Runner: hero, offence 6, close combat, in forest, with troop". Raises Unreadable.

    With a deck, a name alone is one of its units: "Ash Runner, vitality 3".
    """
    name, colon, rest = text.partition(":")
    if not colon:
        name, _, rest = text.partition(",")
    if not colon and not deck:
        raise Unreadable(f'"{text.strip()}": write it like {_ATTACKER}')
    like = "hero, offence 6 or all like 6/7/0/2, close combat, in forest, with troop"
    return _made({"name" if colon else "unit": " ".join(name.split()), **_read(rest, _SIDE, like)}, SideEntry)


def read_situation(text: str) -> tuple[Situation, Ceiling]:
    """Parse the situation, and the ceiling: "distance 2, heights, hidden". Raises Unreadable."""
    data = _read(text, _SITUATION, "distance 2, hidden, as if there, ceiling five")
    how = data.pop("how", ())
    ceiling: Ceiling = data.pop("ceiling", "none")
    flags = {_HOW[word]: True for word in how if word in _HOW}
    return _made({**data, **flags, "visible": "hidden" not in how}, Situation), ceiling


def read_modifiers(text: str) -> tuple[Modifier, ...]:
    """Parse modifiers: "power Dread: offence -1; fog: range -1". Raises Unreadable."""
    if fold(text) == NOTHING:
        return ()
    return tuple(_modifier_of(part) for part in text.split(";") if part.strip())


def _modifier_of(text: str) -> Modifier:
    why, _, changes = text.partition(":")
    changed = _read(changes, _CHANGES, "power Dread: offence -1")
    if not changed:
        raise Unreadable(f'can\'t read "{text.strip()}"; write it like power Dread: offence -1')
    return _made({"why": " ".join(why.split()), **changed}, Modifier)


def _read(text: str, table: FieldTable, like: str) -> Data:
    """Parse parts with commas between; lists said in several of them are joined. Raises Unreadable."""
    data: Data = {}
    for part in table.split(text):
        for key, value in table.read(part, table.fields, "it", like).items():
            data[key] = [*data.get(key, ()), *value] if isinstance(value, list) else value
    return data


def _made(data: Data, kind: type[T]) -> T:
    try:
        return convert(data, kind, "")
    except BadInput as error:
        raise Unreadable(str(error).removeprefix(": ")) from None


def _line(
    key: str, prompt: str, read: Callable[[str], Any], hint: str = "", *, usual: str | None = None
) -> Question[Any]:
    return Question(key, prompt, read, hint=hint, default=usual, open=True)
