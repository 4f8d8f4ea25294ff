"""The tables of battles in `battles/`: a row is `RULES: title | sides | moves | expected`, the rules being ids.

Sides: `Viper 9/1 (poisonous), Elk 9/0 + Rope (bind) v Ox 9/0`, the attacker's first. A creature has hit points, dice
and, in brackets, its abilities and whatever isn't level 2, norse and without an element; after "+" comes equipment.
Before all that `battleground: ` (the defender starts), `elements: ` or both, and before these a reading that a table
has decided, in brackets: `(overkill lost) `; `Minion` is a battleground's minion.
A bare name is a card or a piece that a line above defines, `card Hare 99/1` or `piece Rope (bind)`.

Moves: `+Ox 2 with Rope` summons, `Ox>3` moves, `Ox!` attacks; the others are written as in a record (`devour Maw`,
`pass`). A move's magic is in braces after it, `{Merlin = poisonous}`, its dice in brackets, `[2 1 / 0]`; without any
dice in a row they are average. A line `moves EATEN: ...` names moves that several rows share.

Expected: see `battle_findings`. All moves must be legal, except for the last where `illegal: ` is expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.declaration.readings import read_readings
from referee.errors import BadInput
from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.vocabulary import ELEMENTS, MYTHOLOGIES
from tests.conjurers.battle_findings import BETWEEN, find, finder, legality
from tests.conjurers.battles import creature, judge, piece, record
from tests.rows import BadTable, Definition, Row, read

BATTLES = Path(__file__).parent / "battles"

UNUSABLE, ILLEGAL, LEGAL = "unusable: ", "illegal: ", "legal"
MINION = "Minion"
SHORT = (
    (re.compile(r"\+(\w+ \d( with .+)?)"), r"summon \1"),
    (re.compile(r"(\w+)>(\d)"), r"move \1 \2"),
    (re.compile(r"(\w+)!"), r"attack \1"),
)
MAGIC = r"[\w.]+ = [^,=}]+"
MOVE = re.compile(rf"(?P<move>[^{{\[]+?)( \{{(?P<magic>{MAGIC}(, {MAGIC})*)\}})?( \[(?P<dice>.+)\])?")
CARD = re.compile(r"(?P<name>\w+) (?P<hp>\d+)/(?P<bd>\d+)( \((?P<more>.+)\))?")
READING = re.compile(r"\((\w+ [\w ]+)\) ")
PIECE = re.compile(r"(?P<name>\w+) \((?P<abilities>.+)\)")

Data = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A row as a test: a battle record, and what is expected of it, item by item as it is written."""

    place: str
    id: str
    data: Data
    expected: tuple[str, ...]

    def found(self) -> tuple[str, ...]:
        """What is true, item by item, in the words of the row. Raises BadInput where the row doesn't expect it."""
        first = self.expected[0]
        try:
            verdict = judge(self.data)
        except BadInput as error:
            if not first.startswith(UNUSABLE):
                raise
            return (first if first.removeprefix(UNUSABLE) in str(error) else f"{UNUSABLE}{error}",)
        if first.startswith(UNUSABLE):
            return ("usable",)
        found = tuple(find(verdict, item) for item in self.expected)
        expected_illegal = first.startswith(ILLEGAL)
        return found if verdict.illegal is None or expected_illegal else (legality(verdict), *found)


@dataclass
class Known:
    """The cards, pieces and moves that a table has defined so far."""

    cards: dict[str, Data] = field(default_factory=dict)
    pieces: dict[str, Data] = field(default_factory=dict)
    moves: dict[str, list[Data]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def define(self, text: str) -> None:
        """Take a definition in. Raises BadTable."""
        kind, _, what = text.partition(" ")
        name = re.split(r"\W", what)[0]
        if name in {*self.cards, *self.pieces, *self.moves}:
            raise BadTable(f"{name} is defined already")
        if kind == "card":
            self.cards[name] = read_card(what)
        elif kind == "piece":
            self.pieces[name] = read_piece(what)
        elif kind == "moves" and ": " in what:
            self.moves[name] = list(read_moves(what.partition(": ")[2], self))
        else:
            raise BadTable(f'neither a row nor "card ...", "piece ..." or "moves NAME: ..." is "{text}"')

    def unused(self) -> set[str]:
        """The names that no row has needed."""
        return {*self.cards, *self.pieces, *self.moves} - self.used


def cases(path: Path) -> list[Case]:
    """The rows of a table. Raises BadTable for what can't be read or checked, isn't defined or is never used."""
    known = Known()
    found = []
    for line in read(path):
        try:
            if isinstance(line, Definition):
                known.define(line.text)
            else:
                found.append(read_case(line, known))
        except BadTable as error:
            raise BadTable(f"{line.place}: {error}") from None
    if known.unused():
        raise BadTable(f"{path.name}: defined and never used: {', '.join(sorted(known.unused()))}")
    return found


def read_case(row: Row, known: Known) -> Case:
    """A row as a test. Raises BadTable."""
    if len(row.cells) != 3:
        raise BadTable(f'a row is "RULES: title | sides | moves | expected"; this one has {len(row.cells) + 1} parts')
    sides, moves, expected = row.cells
    data = read_sides(sides, list(read_moves(moves, known)), known)
    items = tuple(expected.split("; "))
    names = [card["name"] for side in ("attacker", "defender") for card in data[side]["creatures"]]
    names += [MINION] * ("minion" in data["defender"])
    if items[0].startswith(UNUSABLE) and items[1:]:
        raise BadTable(f'after "{items[0]}" nothing more can be checked')
    for item in items if not items[0].startswith(UNUSABLE) else ():
        finder(item, names)
    for item in items[1:]:
        if item.startswith(ILLEGAL) or LEGAL in (item, items[0]):
            raise BadTable(f'"{item}": what is illegal stands first, and "{LEGAL}" alone')
    return Case(row.place, row.id, data, items)


def read_sides(text: str, turns: list[Data], known: Known) -> Data:
    """A battle record. Raises BadTable."""
    decided = READING.match(text)
    text = text[decided.end() :] if decided else text
    start, colon, rest = text.partition(": ")
    settings = start.split() if colon else []
    lineups = (rest if colon else text).split(" v ")
    if len(lineups) != 2 or set(settings) - {"battleground", "elements"}:
        raise BadTable(f'the sides are "[battleground elements: ]creatures v creatures", not "{text}"')
    creatures, wears = [], []
    for lineup in lineups:
        cards, _, pieces = lineup.partition(" + ")
        creatures.append(BETWEEN.split(cards))
        wears.append([_named(read_piece, one, known.pieces, known) for one in BETWEEN.split(pieces) if one])
    minion = creatures[1][0] == MINION
    attacker, defender = (
        [_named(read_card, one, known.cards, known) for one in cards if one != MINION] for cards in creatures
    )
    guarded = {key: defender[0][key] for key in ("mythology", "level")} if minion else None
    more: Data = {"kind": "battleground"} if "battleground" in settings else {}
    more |= {"elements": True} if "elements" in settings else {}
    more |= read_readings(ConjurersReadings, decided[1]) if decided else {}
    return record(
        attacker, defender, *turns, attacker_wears=wears[0], defender_wears=wears[1], minion=guarded, **more
    )


def read_card(text: str) -> Data:
    """A creature's entry in a record. Raises BadTable."""
    found = CARD.fullmatch(text)
    if found is None:
        raise BadTable(f'a creature is "Name HIT-POINTS/DICE (abilities)", not "{text}"')
    words = found["more"].split(", ") if found["more"] else []
    levels = [int(word.removeprefix("level ")) for word in words if word.startswith("level ")]
    mythologies = [word for word in words if word in MYTHOLOGIES]
    elements = [word for word in words if word in ELEMENTS]
    abilities = [word for word in words if word not in (*mythologies, *elements) and not word.startswith("level ")]
    return creature(
        found["name"],
        int(found["hp"]),
        int(found["bd"]),
        *abilities,
        level=[*levels, 2][0],
        mythology=[*mythologies, "norse"][0],
        element=[*elements, ""][0],
    )


def read_piece(text: str) -> Data:
    """A piece's entry in a record. Raises BadTable."""
    found = PIECE.fullmatch(text)
    if found is None:
        raise BadTable(f'a piece of equipment is "Name (abilities)", not "{text}"')
    return piece(found["name"], *found["abilities"].split(", "))


def read_moves(text: str, known: Known) -> Iterator[Data]:
    """The entries of the turns in a record. Raises BadTable."""
    for part in text.split("; "):
        if part in known.moves:
            known.used.add(part)
            yield from known.moves[part]
            continue
        found = MOVE.fullmatch(part)
        if found is None:
            raise BadTable(f'a move is "move {{creature = magic}} [dice]", not "{part}"')
        entry: Data = {"move": found["move"]}
        for short, long in SHORT:
            if shortened := short.fullmatch(found["move"]):
                entry["move"] = shortened.expand(long)
        if found["magic"]:
            entry["magic"] = dict(one.split(" = ") for one in found["magic"].split(", "))
        if found["dice"]:
            entry["dice"] = found["dice"]
        yield entry


def _named(reading: Callable[[str], Data], text: str, defined: dict[str, Data], known: Known) -> Data:
    """A card or piece as it is written, or the one that is defined under a bare name."""
    if text in defined:
        known.used.add(text)
        return defined[text]
    return reading(text)
