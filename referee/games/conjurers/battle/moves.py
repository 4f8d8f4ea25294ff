"""Moves and their notation: `summon Wolf 2 with Dirk`, `move Wolf 1`, `attack Wolf`, `bind Imp by Wolf`..."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from referee.errors import BadInput, Unreadable
from referee.games.conjurers.battle.state import Battle, Fighter, SideName, enemy_of
from referee.text.names import did_you_mean, find, fold, nearest

VERBS = ("summon", "move", "attack", "devour", "break free", "bind", "pass")
GRAMMAR = (
    "summon NAME SLOT [with ITEM[, ITEM]]", "move NAME SLOT", "attack NAME", "devour NAME", "break free NAME",
    "bind TARGET [by NAME]", "pass",
)  # fmt: skip


class Summon(Struct, frozen=True):
    """Put a creature from the hand into a slot, wearing pieces (numbers in the side's equipment)."""

    creature: int
    slot: int
    equipment: tuple[int, ...] = ()


class MoveTo(Struct, frozen=True):
    """Move a creature to a slot."""

    creature: int
    slot: int


class Attack(Struct, frozen=True):
    """Attack what stands in front of a creature."""

    creature: int


class Devour(Struct, frozen=True):
    """Devour what stands in front of a creature."""

    creature: int


class BreakFree(Struct, frozen=True):
    """Break free from a devourer."""

    creature: int


class Bind(Struct, frozen=True):
    """Bind an enemy; `by` is the wearer, or None for the first who can."""

    target: int
    by: int | None = None


class Pass(Struct, frozen=True):
    """Do nothing, where nothing can be done."""


Move = Summon | MoveTo | Attack | Devour | BreakFree | Bind | Pass
"""A move. Creatures are numbers in `Battle.fighters`."""

_SUMMON = re.compile(
    r"(?P<name>.+?)\s+(?:(?:in|to)\s+)?(?:slot\s+)?(?P<slot>[+-]?\d+)(?:\s+with\s+(?P<with>.+))?", re.DOTALL | re.I
)
_MOVE = re.compile(r"(?P<name>.+?)\s+(?:(?:in|to)\s+)?(?:slot\s+)?(?P<slot>[+-]?\d+)", re.DOTALL | re.I)


class MoveNames:
    """The names that a side's moves may use. `shortened` lets the beginning of a name stand for it, at a prompt."""

    def __init__(self, battle: Battle, side: SideName, shortened: bool = False) -> None:
        self.shortened = shortened
        self.own = {fold(f.name): f.number for f in battle.of(side)}
        self.enemy = {fold(f.name): f.number for f in battle.of(enemy_of(side))}
        equipment = battle.sides[side].equipment
        self.pieces = {fold(piece.name): n for n, piece in enumerate(equipment)}
        self._worn = {fold(piece.name): piece.name for piece in equipment}
        self._shown = {fold(f.name): f.name for f in battle.fighters}
        self._player = battle.sides[side].player
        self._opponent = battle.sides[enemy_of(side)].player

    def creature(self, name: str, enemy: bool = False) -> int:
        """The number of one of the side's own creatures (or of the enemy's). Raises Unreadable."""
        known, other = (self.enemy, self.own) if enemy else (self.own, self.enemy)
        key = fold(name)
        if key in known:
            return known[key]
        if self.shortened:
            shown = {folded: self._shown[folded] for folded in known}
            if not any(own.startswith(key) for own in shown) and not enemy:
                self.refuse_opponents(name)
            return known[fold(find(name, shown, "creature of the other side" if enemy else "creature of yours"))]
        if key in other:
            whose = "one's own; bind names an enemy" if enemy else "of the other side"
            raise Unreadable(f'"{name}" is a creature {whose}')
        hint = did_you_mean(name, [self._shown[k] for k in known])
        raise Unreadable(f'no creature of the side is called "{name}"{hint}')

    def refuse_opponents(self, text: str) -> None:
        """Raises Unreadable, with whose move it is, where a text begins with a name that the opponent alone has.

        The name may be shortened where nothing follows it.
        """
        key = fold(text)
        named = [name for name in self.enemy if f"{key} ".startswith(f"{name} ") or (key and name.startswith(key))]
        if theirs := [self._shown[name] for name in named if name not in self.own]:
            raise Unreadable(f"{theirs[0]} is {self._opponent}'s, and it is {self._player}'s move")

    def equipment(self, text: str) -> tuple[int, ...]:
        """The pieces named after "with". Raises Unreadable."""
        if fold(text) in self.pieces:
            return (self.pieces[fold(text)],)
        return tuple(self._piece(part.strip()) for part in text.split(","))

    def _piece(self, name: str) -> int:
        if fold(name) in self.pieces:
            return self.pieces[fold(name)]
        if self.shortened:
            return self.pieces[fold(find(name, self._worn, "equipment of yours"))]
        if not name:
            raise Unreadable("a name is missing beside a comma")
        raise Unreadable(f'the side has no equipment called "{name}"{did_you_mean(name, self._worn.values())}')


def parse(text: str, names: MoveNames, slots: int = 3, legal: Callable[[], Sequence[str]] | None = None) -> Move:
    """A move from its notation. Raises Unreadable if it can't be read: with the nearest reading, else with the kinds.

    Where names may be shortened, so may the word that a move begins with: "s wolf 2". `legal` are the kinds of moves
    that are legal now; without it all kinds are told.
    """
    words = _lengthened(text.strip()) if names.shortened else text.strip()
    lower = fold(words)
    verb = next((v for v in VERBS if lower == v or lower.startswith(f"{v} ")), None)
    if verb is None:
        if names.shortened:
            names.refuse_opponents(words)
        raise Unreadable(f'can\'t read "{text}"{_meant(words) or _known(legal)}')
    rest = re.sub(r"^\s*" + r"\s+".join(verb.split()), "", words, count=1, flags=re.IGNORECASE).strip()
    if verb == "pass":
        if rest:
            raise Unreadable(f'can\'t read "{text}"; pass stands alone')
        return Pass()
    if not rest:
        raise Unreadable(f'"{text}" is not whole; write {_usage(verb)}')
    return _READERS[verb](rest, names, slots)


def _lengthened(words: str) -> str:
    """A move whose first word is the beginning of one kind of move only, with that word whole."""
    first, _, rest = words.partition(" ")
    starting = [verb for verb in VERBS if fold(first) and verb.split()[0].startswith(fold(first))]
    if len(starting) != 1:
        return words
    verb, two = starting[0], rest.partition(" ")
    if " " in verb and verb.split()[1].startswith(fold(two[0])):  # "br f wolf", but "br wolf" too
        rest = two[2]
    return f"{verb} {rest}".strip()


def _usage(verb: str) -> str:
    return next(line for line in GRAMMAR if line.startswith(verb))


def _known(legal: Callable[[], Sequence[str]] | None) -> str:
    if legal is None:
        return f"; moves are: {'; '.join(GRAMMAR)}"
    return f"; legal now: {'; '.join(map(_usage, legal()))}"


def _meant(words: str) -> str:
    """A misspelled verb put right: "sumon Wolf 2" is "summon Wolf 2"."""
    parts = words.split()
    two = len(parts) > 2 and bool(nearest(parts[1], ["free"]))
    for length in (2, 1) if two else (1,):
        head, tail = " ".join(parts[:length]), parts[length:]
        if (near := did_you_mean(head, VERBS).removeprefix("; did you mean ").removesuffix("?")) in VERBS:
            return f'; did you mean "{" ".join([near, *tail])}"?'
    return ""


def _slot(text: str, slots: int) -> int:
    slot = int(text.lstrip("0")[:6] or 0)
    if not 1 <= slot <= slots:
        raise Unreadable(f"there is no slot {slot}; slots are 1 to {slots}")
    return slot


def _read_summon(rest: str, names: MoveNames, slots: int) -> Move:
    match = _SUMMON.fullmatch(rest)
    if match is None:
        raise Unreadable(f'can\'t read "summon {rest}"; write {_usage("summon")}')
    equipment = names.equipment(match["with"]) if match["with"] else ()
    return Summon(names.creature(match["name"]), _slot(match["slot"], slots), equipment)


def _read_move(rest: str, names: MoveNames, slots: int) -> Move:
    match = _MOVE.fullmatch(rest)
    if match is None:
        raise Unreadable(f'can\'t read "move {rest}"; write {_usage("move")}')
    return MoveTo(names.creature(match["name"]), _slot(match["slot"], slots))


def _read_bind(rest: str, names: MoveNames, slots: int) -> Move:
    if fold(rest) in names.enemy:
        return Bind(names.enemy[fold(rest)])
    if match := re.fullmatch(r"(.+)\s+by\s+(.+)", rest, re.DOTALL | re.I):
        return Bind(names.creature(match[1].strip(), enemy=True), names.creature(match[2].strip()))
    return Bind(names.creature(rest, enemy=True))


_READERS: Mapping[str, Callable[[str, MoveNames, int], Move]] = {
    "summon": _read_summon,
    "move": _read_move,
    "attack": lambda rest, names, slots: Attack(names.creature(rest)),
    "devour": lambda rest, names, slots: Devour(names.creature(rest)),
    "break free": lambda rest, names, slots: BreakFree(names.creature(rest)),
    "bind": _read_bind,
}


def write(move: Move, battle: Battle) -> str:
    """A move in its notation."""

    def name(number: int) -> str:
        return battle.fighters[number].name

    match move:
        case Summon(creature, slot, equipment):
            pieces = battle.sides[battle.fighters[creature].side].equipment
            worn = f" with {', '.join(pieces[n].name for n in equipment)}" if equipment else ""
            return f"summon {name(creature)} {slot}{worn}"
        case MoveTo(creature, slot):
            return f"move {name(creature)} {slot}"
        case Attack(creature):
            return f"attack {name(creature)}"
        case Devour(creature):
            return f"devour {name(creature)}"
        case BreakFree(creature):
            return f"break free {name(creature)}"
        case Bind(target, by):
            return f"bind {name(target)}" + (f" by {name(by)}" if by is not None else "")
        case Pass():
            return "pass"


def find_key(name: str, fighters: Sequence[Fighter]) -> Fighter:
    """A creature of either side: "Wolf" where only one side has it, or "attacker.Wolf". Raises BadInput."""
    by_key = {fold(f.key): f for f in fighters}
    if fold(name) in by_key:
        return by_key[fold(name)]
    named = [f for f in fighters if fold(f.name) == fold(name)]
    if len(named) == 1:
        return named[0]
    if named:
        quoted = " or ".join(f'"{f.key}"' for f in named)
        raise BadInput(f'"{name}" is on both sides; write {quoted}')
    known = [f.key if "." in name else f.name for f in fighters]
    raise BadInput(f'no creature is called "{name}"{did_you_mean(name, known)}')
