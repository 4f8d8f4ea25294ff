"""What a file is, so that one given to the wrong command is named and not picked apart."""

from __future__ import annotations

import shlex

from referee.errors import BadInput
from referee.files.files import Data

SAVE, SHEET, DECK = "save of a game", "score sheet", "deck"

KINDS = {
    "save": SAVE,
    "deck": DECK,
    "map": "map",
    "scenario": "scenario",
    "board": "board",
    "duel": "battle record",
    "battleground": "battle record",
    "attack": "attack record",
    "retaliation": "attack record",
    "area": "attack record",
    "creature": "fight record",
    "hero": "fight record",
}
"""What a file is called by its `kind`."""

_HINTS = {"attacker": "battle record", "defender": "battle record", "players": SHEET}
"""What a file is likely that names no kind, by a key of it."""

_DECK_TABLES = ("creature", "item", "artifact")

_WITH = {
    SAVE: "go on with: referee play {}",
    SHEET: "score it with: referee score {}",
    DECK: "name it with --deck, or see it with: referee cards list {}",
    "map": "play on it with: referee new --game mythic --map {}",
    "board": "play on it with: referee new --game prophecy --board {}",
    "record": "judge it with: referee judge {0}; play it on with: referee battle {0}",
}
"""What to do with a file, by the last word of what it is, or all of it."""

_UNFINISHED = {"game": "new", SHEET: "score --save", "record": "battle"}
"""The command that goes on with answers that were broken off, by what they are to become."""


def kind_of(data: Data) -> str | None:
    """What a file is; None where its keys don't tell."""
    if (kind := KINDS.get(str(data.get("kind")))) is not None:
        return kind
    if any(isinstance(data.get(key), list) for key in _DECK_TABLES):
        return DECK
    return next((kind for key, kind in _HINTS.items() if key in data), None)


def expect(wanted: str, data: Data, path: object) -> None:
    """Refuse a file that plainly is something else. Raises BadInput that says what to do with it."""
    at = shlex.quote(str(path))
    if isinstance(data.get("unfinished"), dict) and "of" in data:
        command = _by_kind(_UNFINISHED, what := str(data["of"]))
        raise BadInput(f"{path}: is an unfinished {what}; go on with: referee {command} {at}")
    found = kind_of(data)
    if found is None or found == wanted or _last(found) == _last(wanted) == "record":
        return  # of a record its game tells more closely what it can be
    does = _by_kind(_WITH, found).format(at)
    raise BadInput(f"{path}: is {_named(found)}, not {_named(wanted)}{'; ' * bool(does)}{does}")


def _by_kind(words: dict[str, str], kind: str) -> str:
    return words.get(kind) or words.get(_last(kind), "")


def _last(kind: str) -> str:
    return kind.rpartition(" ")[2]


def _named(kind: str) -> str:
    """A kind of file as it is named: "a deck"."""
    return f"{'the' if kind == SAVE else 'an' if kind[0] in 'aeiou' else 'a'} {kind}"
