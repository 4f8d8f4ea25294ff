"""Edits of a state by hand: list the differences of two states as places and values, and apply them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from referee.asking.question import Option, Procedure, choice, free_text
from referee.errors import BadInput
from referee.files.files import Data
from referee.play.loop import ask_through
from referee.play.notation import StateChange
from referee.play.table import Answerer

if TYPE_CHECKING:
    from referee.saves.table import SavedTable

Place = tuple[str | int, ...]


def differences(old: object, new: object, place: Place = ()) -> list[StateChange]:
    """List the changes that turn plain data into other data; a list of another length is replaced as a whole."""
    if isinstance(old, dict) and isinstance(new, dict):
        found: list[StateChange] = []
        for key in dict.fromkeys([*old, *new]):
            if key not in new:
                found.append(StateChange((*place, key)))
            elif key not in old:
                found.append(StateChange((*place, key), new[key]))
            else:
                found += differences(old[key], new[key], (*place, key))
        return found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [change for number, (a, b) in pairs for change in differences(a, b, (*place, number))]
    return [] if old == new else [StateChange(place, new)]


def apply_edits(state: Data, changes: Iterable[StateChange]) -> Data:
    """Return a copy of a state with changes applied. Raises BadInput if a place doesn't exist."""
    copy: Data = msgspec.json.decode(msgspec.json.encode(state))
    for change in changes:
        try:
            *path, last = change.place
            at: Any = copy
            for part in path:
                at = at[_key(at, part)]
            last = _key(at, last)
            if isinstance(at, list) is not isinstance(last, int):
                raise TypeError("a list has numbers, the rest has names")
            if change.value is UNSET:
                del at[last]
            else:
                at[last] = change.value
        except (LookupError, TypeError, ValueError):
            raise BadInput(f'the state has no place "{" ".join(map(str, change.place))}" to be changed') from None
    return copy


def _key(whole: object, part: str | int) -> str | int:
    """Return the key or index of a part: keys of plain data are text, even if they look like numbers."""
    return str(part) if isinstance(whole, dict) else part


def compare_states(changes: Iterable[StateChange], old: Data, new: Data) -> Iterator[tuple[str, Any, Any]]:
    """Yield each difference of two states with both values; a list's part is called by its `name` if it has one."""
    for change in changes:
        words: list[str] = []
        before: Any = old
        after: Any = new
        for part in change.place:
            before, after = _part(before, part), _part(after, part)
            name = after.get("name") if isinstance(after, dict) else None
            words = [f"{name}'s"] if name else [*words, str(part)]
        yield " ".join(words), before, after


def value_text(value: object) -> str:
    """Describe a value of a state for a sentence."""
    if isinstance(value, str):
        return value
    return "nothing" if value is None else msgspec.json.encode(value).decode()


def differences_text(changes: Iterable[StateChange], old: Data, new: Data) -> list[str]:
    """Describe the differences of two states, one line each."""
    found = []
    for what, before, after in compare_states(changes, old, new):
        was = "nothing" if before is None else msgspec.json.encode(before).decode()
        now = "gone" if after is None else msgspec.json.encode(after).decode()
        found.append(f"{what} is {now}; the log leads to {was}")
    return found


def _part(whole: Any, part: str | int) -> Any:
    """Return a part of plain data by its key or index; None if there is none."""
    if isinstance(whole, dict):
        return whole.get(part)
    return whole[part] if isinstance(whole, list) and isinstance(part, int) and part < len(whole) else None


# --- A save that was changed by hand: shown, and kept or dropped before the game goes on ----------


def settle(table: SavedTable, answerer: Answerer) -> bool:
    """Show changes made by hand, and ask to keep or drop them; return whether that is decided. Raises BadInput."""
    open_save = table.open_save
    changes = open_save.in_words(open_save.disagreements())
    only_state = open_save.changed == ("state",)
    if not changes and only_state:
        open_save.drop_mended()  # it was written differently, and says the same
        return True
    table.say(f"In this file the {open_save.changed_in_words}:")
    for change in changes or ["it leads to the same state"]:
        table.say(f"  {change}")
    decided = ask_through(_keep_or_drop(only_state), answerer, table)
    if decided is None:
        return False
    keep, why = decided
    if keep:
        open_save.accept_mended(why)
        table.save()
    else:
        open_save.drop_mended()
    return True


def _keep_or_drop(only_state: bool) -> Procedure[tuple[bool, str]]:
    """Ask whether to keep or drop the changes, and why."""
    keep = "it is recorded as a correction" if only_state else "what stands there now counts"
    drop = "the log is right" if only_state else "the version before is put back"
    question = choice(
        "mended", "What should happen to it", [Option("keep", detail=keep), Option("drop", detail=drop)]
    )
    answer = yield question
    why = (yield free_text("why", "Why", hint="Enter for no reason", default="by hand")) if answer == "keep" else ""
    return answer == "keep", why
