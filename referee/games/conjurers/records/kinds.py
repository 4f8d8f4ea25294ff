"""What a file of Conjurers is, so that one given to the wrong command is named and not picked apart."""

from __future__ import annotations

from typing import Literal

from referee.errors import BadInput
from referee.files.files import Data

Kind = Literal["score sheet", "battle record", "deck", "save of a game"]

_GO_ON: dict[str, str] = {
    "game": "referee new {path}",
    "score sheet": "referee score --save {path}",
    "battle record": "referee battle {path}",
}

_COMMANDS: dict[Kind, str] = {
    "score sheet": "score it with: referee score {path}",
    "battle record": "judge it with: referee judge {path}; play it on with: referee battle {path}",
    "save of a game": "go on with: referee play {path}",
    "deck": "name it with --deck, or see it with: referee cards list {path}",
}


def kind_of(data: Data) -> Kind | None:
    """What a file is by its keys; None where they don't tell."""
    if data.get("kind") == "save":
        return "save of a game"
    if data.get("kind") == "deck" or any(key in data for key in ("creature", "item", "artifact")):
        return "deck"
    if data.get("kind") in ("duel", "battleground") or "attacker" in data or "defender" in data:
        return "battle record"
    return "score sheet" if "players" in data else None


def expect(wanted: Kind, data: Data, path: object) -> None:
    """Refuse a file that plainly is something else. Raises BadInput that says what to do with it."""
    if "unfinished" in data:
        from referee.play.form import unfinished_of  # loaded only where a set-up was broken off

        unfinished = unfinished_of(data)
        if unfinished in _GO_ON:
            go_on = _GO_ON[unfinished].format(path=path)
            raise BadInput(f"{path}: is an unfinished {unfinished}; go on with: {go_on}")
    found = kind_of(data)
    if found is not None and found != wanted:
        what = _COMMANDS[found].format(path=path)
        raise BadInput(f"{path}: is {_describe(found)}, not {_describe(wanted)}; {what}")


def _describe(kind: Kind) -> str:
    """A kind of file as it is named: "a deck"."""
    return f"{'the' if kind == 'save of a game' else 'a'} {kind}"
