"""Kinds of files, so that a command names a file of the wrong kind instead of listing its faults."""

from __future__ import annotations

import shlex

from referee.errors import BadInput
from referee.files.files import Data
from referee.text.names import a_or_an

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
"""Names of files by their `kind`."""

_HINTS = {"attacker": "battle record", "defender": "battle record", "players": SHEET}
"""Likely names of files without `kind`, by a key that they have."""

_DECK_TABLES = ("creature", "item", "artifact")

_WITH = {
    SAVE: "go on with: referee play {}",
    SHEET: "score it with: referee score {}",
    DECK: "name it with --deck, or see it with: referee cards list {}",
    "map": "play on it with: referee new --game mythic --map {}",
    "board": "play on it with: referee new --game prophecy --board {}",
    "record": "judge it with: referee judge {0}; play it on with: referee battle {0}",
}
"""Command to use for a file, by its name or the name's last word."""

_UNFINISHED = {"game": "new", SHEET: "score --save", "record": "battle"}
"""Command that continues unfinished answers, by what they are to become."""


def is_save(data: Data) -> bool:
    """Return whether a file is the save of a game."""
    return data.get("kind") == "save"


def kind_of(data: Data) -> str | None:
    """Return what a file is; None if its keys don't tell."""
    if (kind := KINDS.get(str(data.get("kind")))) is not None:
        return kind
    if any(isinstance(data.get(key), list) for key in _DECK_TABLES):
        return DECK
    return next((kind for key, kind in _HINTS.items() if key in data), None)


def expect(wanted: str, data: Data, path: object) -> None:
    """Refuse a file that is clearly something else. Raises BadInput that says what to do with it."""
    at = shlex.quote(str(path))
    if isinstance(data.get("unfinished"), dict) and "of" in data:
        command = _by_kind(_UNFINISHED, what := str(data["of"]))
        raise BadInput(f"{path}: is an unfinished {what}; go on with: referee {command} {at}")
    found = kind_of(data)
    if found is None or found == wanted or _last(found) == _last(wanted) == "record":
        return  # the game's own check of a record is more precise
    does = _by_kind(_WITH, found).format(at)
    raise BadInput(f"{path}: is {_with_article(found)}, not {_with_article(wanted)}{'; ' * bool(does)}{does}")


def _by_kind(words: dict[str, str], kind: str) -> str:
    return words.get(kind) or words.get(_last(kind), "")


def _last(kind: str) -> str:
    return kind.rpartition(" ")[2]


def _with_article(kind: str) -> str:
    """Return a kind of file with its article: "a deck"."""
    return f"the {kind}" if kind == SAVE else a_or_an(kind)
