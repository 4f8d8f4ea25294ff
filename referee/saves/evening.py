"""The evening of a save: when it was, the points turn by turn, the luck with dice, and what turned it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from referee.declaration.tracking import uncounted
from referee.play.event import names_of
from referee.play.step import Step
from referee.saves.points_by_turn import points_by_turn
from referee.saves.replayed import Replayed, play_again
from referee.saves.save import OpenSave
from referee.saves.turned import turned_by_counts, turned_by_points
from referee.scores.evening import Evening, ThrowOfEvening, luck_of
from referee.scores.words import TurnPoints

BREAK = timedelta(hours=2)
"""After so long without an entry nobody was playing."""


def evening_of(open_save: OpenSave[Any]) -> Evening:
    """What a page tells of a save beside its score. Raises BadInput if its log can't be played."""
    turns = points_by_turn(open_save)
    scores, setup = open_save.game.scores(), open_save.setup
    played = list(play_again(open_save))
    throws: list[ThrowOfEvening] = []
    if scores.throws is not None:
        for one in played:
            throws += scores.throws(one.before, one.events)
    return Evening(
        turns, when_of(open_save.session.steps), scores.colours(setup),
        scores.holdings(setup, open_save.state_on_file), luck_of(throws),
        _turned(open_save, turns, played), tuple(_remarks(open_save, played)),
    )  # fmt: skip


def _remarks(open_save: OpenSave[Any], played: Sequence[Replayed]) -> Iterator[tuple[int, str]]:
    """What somebody said that was kept, and changed nothing: its entry, and what is told of it."""
    for number, one in enumerate(played, open_save.session.settled + 1):
        name = names_of(one.before.players)
        if said := [event.told(name) for event in one.events if event.remark]:
            yield number, " ".join(said)


def _turned(
    open_save: OpenSave[Any], turns: Sequence[TurnPoints], played: Sequence[Replayed]
) -> Sequence[tuple[str, str]]:
    if uncounted(open_save.rules, open_save.state_on_file):
        return ()
    if open_save.game.scores().words().points:
        return turned_by_points(open_save, turns, played)
    return turned_by_counts(open_save, played)


# --- when -------------------------------------------------------------------------------------------


def when_of(steps: Sequence[Step]) -> str:
    """The day and the hours between the first entry and the last; "" for a log without times."""
    times = times_of(steps)
    if not times:
        return ""
    first, last = times[0], times[-1]
    if first.date() == last.date():
        hours = f", {first:%H:%M} to {last:%H:%M}" if (first.hour, first.minute) != (last.hour, last.minute) else ""
        return f"{_day(first)}{hours}."
    return f"{_day(first)}, {first:%H:%M} to {_day(last)}, {last:%H:%M}."


def times_of(steps: Sequence[Step]) -> list[datetime]:
    """When the entries were made that have a time."""
    return [made for step in steps if (made := step.made) is not None]


def minutes_of(times: Sequence[datetime]) -> int | None:
    """How many minutes were played, without breaks; None where fewer than two times are known."""
    if len(times) < 2:
        return None
    spans = [later - earlier for earlier, later in pairwise(times)]
    return round(sum((span for span in spans if timedelta() < span < BREAK), timedelta()) / timedelta(minutes=1))


def length_of(minutes: int | None) -> str:
    """How long that is in words: "2 h 40 min", "under 1 min"; "" for None."""
    if minutes is None:
        return ""
    if minutes == 0:
        return "under 1 min"
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip
"""In English, whatever the system speaks."""


def _day(at: datetime) -> str:
    return f"{DAYS[at.weekday()]}, {at.day} {MONTHS[at.month - 1]} {at.year}"
