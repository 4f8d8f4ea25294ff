"""Begin a game: ask for its set-up, and write the first save."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee import recent
from referee.asking.question import Procedure, Question
from referee.declaration.game import Game, redact
from referee.declaration.readings import READINGS
from referee.errors import Unreadable
from referee.play.form import FormTable
from referee.play.loop import ask_through
from referee.play.notation import write_step
from referee.play.table import Answerer
from referee.saves.save import first_save
from referee.saves.table import memory
from referee.text.names import fold, names_in

_NOT_SHOWN = ("no", "none", "usual", "everything")
"""Answers left out of the summary of a set-up."""


def _last_time(kept: Mapping[str, str]) -> Procedure[dict[str, str]]:
    """Ask whether a set-up is to be as the last one, and who plays in which order."""
    people = kept["players"].split(", ")

    def seat(name: str) -> str:
        """Return a player of the last time with all that was said of the seat, or a new player as typed."""
        return next((one for one in people if f"{fold(one)} ".startswith(f"{fold(name)} ")), " ".join(name.split()))

    def parse(text: str) -> dict[str, str]:
        if fold(text) in ("yes", "y"):
            return dict(kept)
        if fold(text) in ("no", "n"):
            return {}
        if len(names := names_in(text)) < 2:
            raise Unreadable("write yes, no, or who plays, with commas between")
        players = [*map(seat, names)]
        start = fold(kept.get("start", ""))
        stays = (
            dict(kept)
            if any(f"{fold(one)} ".startswith(f"{start} ") for one in players)
            else {key: answer for key, answer in kept.items() if key != "start"}
        )
        return stays | {"players": ", ".join(players)}

    chosen: dict[str, str] = yield Question(
        "as last time",
        "The same again",
        parse,
        default="yes",
        open=True,
        hint="no: ask for everything; or who plays, in another order",
    )
    return chosen


class SetupForm(FormTable[Any]):
    """The set-up of a game, saved while it is answered in the file that becomes the save."""

    def __init__(self, game: Game[Any, Any], path: Path, say: Callable[[str], None]) -> None:
        self._game, self._setup, self._save = game, game.setup(), path
        secret = frozenset(self._setup.secret)
        super().__init__(
            game.name,
            "game",
            self._setup.ask,
            lambda setup: first_save(game, setup),
            say,
            path,
            public_text=lambda step: write_step(redact(step, secret)),
        )

    def as_last_time(self, answerer: Answerer) -> dict[str, str]:
        """Offer the last set-up of this game; return its answers by question key, none if it is declined."""
        kept = self._with_readings(recent.load().groups.get(self._game.name, {}))
        if not kept.get("players"):
            return {}
        details = [f"{key} {text}" for key, text in kept.items() if key != "players" and text not in _NOT_SHOWN]
        self.say(f"Last time: {kept['players']}" + (f" ({', '.join(details)})" if details else ""))
        return ask_through(_last_time(kept), answerer, self) or {}

    def _with_readings(self, kept: Mapping[str, str]) -> dict[str, str]:
        """Merge readings that an older version asked for one by one into one answer of those a group kept."""
        words = [one.words for one in self._setup.unasked.values() if one.words in kept]
        merged = {READINGS: ", ".join(f"{key} {kept[key]}" for key in words)} if words else {}
        return {**merged, **{key: text for key, text in kept.items() if key not in words}}

    def keep_group(self) -> None:
        """Store how a game was set up, if the set-up is complete, to be offered the next time."""
        if self.result is not None:
            answers = {answer.key: answer.text for answer in self.session.answers}
            recent.keep_answers(self._game.name, self._setup.kept_answers(self.result, answers))

    def show(self, events: Sequence[Any]) -> None:
        """Show how the last answer was understood; at the end the notes on the whole set-up."""
        super().show(events)
        for note in self._setup.notes(self.result) if self.result is not None else ():
            self.say(note)

    def save(self) -> None:
        """Write the result, or the answers so far; add cards that were typed in to the group's deck."""
        super().save()
        setup = self.result
        if setup is None:
            return
        self._setup.remember(setup, self.say)
        if typed := self._setup.typed(setup):
            kept = memory(self._game, setup.deck, self._save, {}, self.say)
            if kept is not None:
                kept.remember(typed)
