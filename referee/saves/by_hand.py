"""A save that was changed by hand: told, and kept or dropped before the game goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.asking.question import Option, Procedure, choice, free_text
from referee.play.loop import Answerer, ask_through

if TYPE_CHECKING:
    from referee.saves.save import OpenSave
    from referee.saves.table import SavedTable


def told_changes(open_save: OpenSave[Any]) -> list[str]:
    """What a change by hand comes to, a line for each place of the state. Raises BadInput if it can't be played."""
    return open_save.in_words(open_save.disagreements())


def settle(table: SavedTable, answerer: Answerer) -> bool:
    """Show what was changed by hand, and keep it or drop it; whether that is decided. Raises BadInput."""
    open_save = table.open_save
    changes = told_changes(open_save)
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
    """Ask what becomes of it, and why."""
    keep = "it is recorded as a correction" if only_state else "what stands there now counts"
    drop = "the log is right" if only_state else "the version before is put back"
    question = choice(
        "mended", "What should happen to it", [Option("keep", detail=keep), Option("drop", detail=drop)]
    )
    said = yield question
    why = (yield free_text("why", "Why", hint="Enter for no reason", default="by hand")) if said == "keep" else ""
    return said == "keep", why
