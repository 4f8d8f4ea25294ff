"""A state that was changed in the file by hand: offered as a correction on the record, before the game goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.ask import Option, Procedure, choice, free_text
from referee.loop import Answerer, ask_through

if TYPE_CHECKING:
    from referee.games.protocol import WholeGame


def settle(table: WholeGame, answerer: Answerer) -> bool:
    """Show what was changed by hand, and keep it as a correction or drop it; whether that is decided."""
    changes = table.keeper.disagreements_in_words()
    if not changes:
        table.keeper.drop_mended()
        return True
    table.say("The state in this file was changed by hand:")
    for change in changes:
        table.say(f"  {change}")
    decided = ask_through(_keep_or_drop(), answerer, table)
    if decided is None:
        return False
    keep, why = decided
    if keep:
        table.keeper.accept_mended(why)
        table.session.take_events()  # those of the whole log, played to compare
        table.save()
    else:
        table.keeper.drop_mended()
    return True


def _keep_or_drop() -> Procedure[tuple[bool, str]]:
    said = yield choice(
        "mended", "What is to be done with it",
        [Option("keep", detail="it goes on the record as a correction"), Option("drop", detail="the log is right")],
    )  # fmt: skip
    why = (yield free_text("why", "Why", hint="enter for no reason", default="by hand")) if said == "keep" else ""
    return said == "keep", why
