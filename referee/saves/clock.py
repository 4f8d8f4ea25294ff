"""The clock of an evening: how long a turn took, and how many fit before it is to end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, time, timedelta

from referee.errors import Unreadable
from referee.play.step import Step
from referee.saves.evening import BREAK, length_of

_TIME = re.compile(r"([0-9]{1,2})(?::([0-5][0-9]))?")
NEVER = "none"
"""Said for an evening that ends when it ends."""
MORNING = time(6)
"""An end before this is in the night that follows."""


def read_time(text: str) -> str:
    """A time of day as it is kept, "23:00"; "" for none. Raises Unreadable."""
    said = text.strip().lower().replace(".", ":")
    if said == NEVER:
        return ""
    if (found := _TIME.fullmatch(said)) and int(found[1]) < 24:
        return f"{int(found[1]):02}:{found[2] or '00'}"
    raise Unreadable(f'"{text}" is no time of day; write it like 23:00, or {NEVER}')


def told(steps: Sequence[Step], until: str, now: datetime) -> str:
    """What is said at a turn's end: how long it took, and how many like those so far fit before `until`.

    A turn is what the entries say before their first comma ("turn 4"). "" where too little is known.
    """
    spans: dict[str, timedelta] = {}
    last: datetime | None = None
    for step in steps:
        if not step.when:
            continue
        at = datetime.fromisoformat(step.when)
        turn = step.at.partition(",")[0]
        spent = at - last if last is not None and timedelta() <= at - last < BREAK else timedelta()
        spans[turn] = spans.get(turn, timedelta()) + spent
        last = at
    if not spans:
        return ""
    turn, took = list(spans.items())[-1]
    said = f"{turn[:1].upper()}{turn[1:]} took {_length(took)}."
    mean = sum(spans.values(), timedelta()) / len(spans)
    left = ends(until, now) - now
    if left <= timedelta():
        return f"{said} It is past {until}."
    if mean < timedelta(seconds=1):
        return f"{said} {_length(left)} are left until {until}."
    fit = int(left / mean)
    more = "no other fits" if fit == 0 else f"{fit} more fit" if fit > 1 else "one more fits"
    return f"{said} {more[:1].upper()}{more[1:]} before {until}, at {_length(mean)} each."


def ends(until: str, now: datetime) -> datetime:
    """When the evening ends: today, or in the night that follows; in the night that has begun if it is night now."""
    at = datetime.combine(now.date(), time.fromisoformat(until), now.tzinfo)
    if at.time() < MORNING <= now.time():
        return at + timedelta(days=1)
    if now.time() < MORNING <= at.time():
        return at - timedelta(days=1)
    return at


def _length(span: timedelta) -> str:
    return length_of(max(1, round(span / timedelta(minutes=1))))
