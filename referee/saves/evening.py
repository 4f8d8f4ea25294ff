"""The points after each turn of a game, from the log of its save."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from referee.answers.board import Board
from referee.answers.values import in_brackets
from referee.declaration.facts import Thing
from referee.declaration.plain import explaining_of
from referee.declaration.tracking import missing_for_score
from referee.errors import BadInput, RefereeError, naming_place
from referee.play.event import names_of
from referee.play.notation import Step
from referee.play.session import Replaying
from referee.saves.save import OpenSave
from referee.scores.evening import Evening, Rows, ThrowOfEvening, luck_of
from referee.scores.score import Outcome, TurnPoints
from referee.text.grammar import with_minus
from referee.text.names import and_list, printed
from referee.text.pattern import lazy_pattern


def points_by_turn(open_save: OpenSave[Any], played: Sequence[Replayed]) -> list[TurnPoints]:
    """List each player's score before the first turn, after each turn and now, as if the game ended then.

    Players who have left are not listed. Raises BadInput if the log doesn't lead to the state any more.
    """
    over = partial(open_save.rules.over, open_save.setup)
    found: dict[int, dict[str, int]] = {}
    for turn, state in _ends_of_turns(open_save, played):
        if missing_for_score(open_save.rules, state):
            continue
        found = {before: totals for before, totals in found.items() if before < turn}
        found[turn] = _totals(open_save.outcome(state))
    now = open_save.session.present
    if over(now):
        found.pop(now.turn, None)
    ended = [TurnPoints(turn, totals) for turn, totals in found.items()]
    return [*ended, TurnPoints(now.turn, _totals(open_save.outcome(now)), over(now))]


def _totals(result: Outcome) -> dict[str, int]:
    return {player.name: player.total for player in result.standing}


def _ends_of_turns(open_save: OpenSave[Any], played: Sequence[Replayed]) -> Iterator[tuple[int, Any]]:
    """Yield turn number and state, before the first turn and at the end of each finished turn.

    A turn may be yielded twice, after a correction at its end or one that set the game back.
    """
    session = open_save.session
    if played and played[-1].after != session.state:  # made under rules that were fixed since
        with naming_place(f"{open_save.path}: its log can't be replayed", RefereeError):
            session.state_before(len(session.steps))
    states = [*(one.before for one in played), session.state]
    yield states[0].turn - 1, states[0]
    for before, after in pairwise(states):
        if after.turn > before.turn or open_save.rules.over(open_save.setup, after):
            yield before.turn, after
        elif after.turn < before.turn:
            yield after.turn - 1, after


# --- Replayed -------------------------------------------------------------------------------------
# The entries of a save's log, replayed, each with the state before and after it and its events.


class Replayed(NamedTuple):
    """A replayed entry: its step, the state before and after, and its events."""

    step: Step
    before: Any
    after: Any
    events: Sequence[Any]


def play_again(open_save: OpenSave[Any]) -> Iterator[Replayed]:
    """Replay each entry of the log, as far back as possible. Raises BadInput."""
    session = open_save.session
    again = Replaying(session.game, session.start, corrector=session.corrector, forcing=False)
    for number, step in enumerate(session.steps[session.settled :], session.settled + 1):
        before = again.state
        with naming_place(f"{open_save.path}: its log can't be replayed: entry {number}", RefereeError):
            again.repeat(step)
        yield Replayed(step, before, again.state, again.take_events())


# --- Turning points -------------------------------------------------------------------------------
# The turning points of an evening: changes of the lead, and the entries that moved the score most, in sentences.


MOST = 6
"""Limit of entries listed that moved the points."""
SENTENCES = 8
"""Limit of sentences about an entry, preferably about players whose score it moved most, and the last ones."""

_ASIDE = lazy_pattern(r" ?\([^()]*\)|: take (?:it|them|all)\b[^.;]*")
"""Arithmetic and reasons, which `why` shows, and what hands did."""

Highlights = list[tuple[str, str]]
"""Pairs of time and event, in sentences."""


def turning_points(save: OpenSave[Any], turns: Sequence[TurnPoints], played: Sequence[Replayed]) -> Highlights:
    """List the entries that moved the points most, and the turns after which the lead changed."""
    last = len(played)
    found = [(turn, last, f"{leader} takes the lead, {text}.") for turn, leader, text in _leads(turns)]
    moved = []
    for number, (one, before, after) in enumerate(_scored(save, played)):
        if missing_for_score(save.rules, one.before) and not missing_for_score(save.rules, one.after):
            continue  # light mode: the points were there, and are counted now
        was, now = _totals(before), _totals(after)
        change = {name: now[name] - was[name] for name in now if name in was and now[name] != was[name]}
        if change and one.step.kind == "move":
            moved.append((sum(map(abs, change.values())), number, one, change))
    for _, number, one, change in sorted(moved, key=lambda each: -each[0])[:MOST]:
        text = and_list(f"{name} {with_minus(f'{points:+}')}" for name, points in change.items())
        found.append((one.before.turn, number, f"{text}: {_sentences(save, one, change)}"))
    return [(f"turn {turn}", text) for turn, _, text in sorted(found)]


def turning_counts(save: OpenSave[Any], played: Sequence[Replayed]) -> Highlights:
    """List, for a game without points, changes of the score's first count, other turning events, and the end."""
    found = []
    for one, before, after in _scored(save, played):
        was, now = _deciding(before), _deciding(after)
        changed = {name: value for name, value in now.items() if was.get(name, value) != value}
        label = save.rules.label(one.before)
        if changed:
            moved = (f"{name}'s {what} go from {was[name][1]} to {value}" for name, (what, value) in changed.items())
            found.append((label, f"{and_list(moved)}: {_sentences(save, one, dict.fromkeys(changed, 1))}"))
        elif after.over and not before.over:
            found.append((label, f"It is decided: {_sentences(save, one, dict.fromkeys(now, 1))}"))
        elif any(event.turning for event in one.events):
            found.append((label, _sentences(save, one, dict.fromkeys(now, 1))))
    return found


def _scored(save: OpenSave[Any], played: Sequence[Replayed]) -> Iterator[tuple[Replayed, Outcome, Outcome]]:
    """Yield each entry with the score before and after it."""
    outcomes = [save.outcome(one.before) for one in played]
    outcomes.append(save.outcome(save.state_on_file))
    for one, (before, after) in zip(played, pairwise(outcomes), strict=True):
        yield one, before, after


def _sentences(save: OpenSave[Any], played: Replayed, moved: Mapping[str, int]) -> str:
    """Describe an entry's weighty events, else those of the players whose score it `moved` most, else any.

    Returns the entry as it was typed if it has no events.
    """
    weighty = [event for event in played.events if event.weighty]
    events = explaining_of(save.game).describe(save.setup, played.before, weighty or played.events)
    sentences = list(dict.fromkeys(_plain(event.text) for event in events))
    if weighty:
        return " ".join(sentences)
    whose = re.compile(rf"\b(?:{'|'.join(map(re.escape, moved))})\b")
    by = [max((abs(moved[name]) for name in whose.findall(sentence)), default=0) for sentence in sentences]
    matches = [at for at, points in enumerate(by) if points] or range(len(sentences))
    chosen = sorted(matches, key=lambda at: (by[at], at))[-SENTENCES:]
    return " ".join(sentences[at] for at in sorted(chosen)) or f"{save.session.public_text(played.step)}."


def _plain(text: str) -> str:
    """Remove asides from a sentence, such as brackets, nested ones too."""
    while (shorter := _ASIDE.sub("", text)) != text:
        text = shorter
    return text


def counts_by_round(save: OpenSave[Any], played: Sequence[Replayed]) -> list[TurnPoints]:
    """List, for a game without points, each player's first count of the score after each round, or turn."""
    found: dict[int, dict[str, int]] = {}
    for one, _, after in _scored(save, played):
        counts = {name: int(value) for name, (_, value) in _deciding(after).items() if value.isdecimal()}
        if counts and not missing_for_score(save.rules, one.after):
            found[save.game.scores().round(one.before)] = counts
    over = save.rules.over(save.setup, save.state_on_file)
    return [TurnPoints(turn, counts, over or turn != max(found)) for turn, counts in found.items()]


def _deciding(outcome: Outcome) -> Mapping[str, tuple[str, str]]:
    return {player.name: next(iter(player.counts.items()), ("", "")) for player in outcome.standing}


def _leads(turns: Sequence[TurnPoints]) -> Iterator[tuple[int, str, str]]:
    """Yield each turn after which another player leads alone: its number, the player, and the points."""
    before = ""
    for at in turns:
        best = max(at.totals.values())
        leading = [name for name, total in at.totals.items() if total == best]
        if len(leading) != 1 or leading[0] == before:
            continue
        if before:
            rest = max(total for name, total in at.totals.items() if name != leading[0])
            yield at.turn, leading[0], f"{with_minus(best)} to {with_minus(rest)}"
        before = leading[0]


# --- Evening --------------------------------------------------------------------------------------
# The evening of a save: when it was, the points turn by turn, the luck with dice, and its turning points.


BREAK = timedelta(hours=2)
"""Shortest time without an entry that counts as a break from play."""


def evening_of(open_save: OpenSave[Any]) -> Evening:
    """Collect what a page shows of a save beside its score; what needs no log alone where that can't be replayed."""
    scores, setup = open_save.game.scores(), open_save.setup
    evening = Evening(
        (),
        when_of(open_save.session.steps),
        scores.colours(setup),
        scores.holdings(setup, open_save.session.present),
        _board(open_save),
    )
    try:
        return _with_course(evening, open_save)
    except BadInput as error:
        why = str(error).removeprefix(f"{open_save.path}: ")
        return replace(evening, untold=f"Who led, what turned it, and the luck can't be told: {why}.")


def _with_course(evening: Evening, open_save: OpenSave[Any]) -> Evening:
    """Add what the log tells of an evening. Raises BadInput if it can't be replayed."""
    scores = open_save.game.scores()
    played, highlights = list(play_again(open_save)), Highlights()
    by_points = scores.words().points
    turns = points_by_turn(open_save, played) if by_points else counts_by_round(open_save, played)
    if not missing_for_score(open_save.rules, open_save.state_on_file):
        highlights = turning_points(open_save, turns, played) if by_points else turning_counts(open_save, played)
    throws: list[ThrowOfEvening] = []
    if scores.throws is not None:
        for one in played:
            throws += scores.throws(one.before, one.events)
    remarks = tuple(_remarks(open_save, played))
    return replace(evening, turns=turns, luck=luck_of(throws), highlights=highlights, remarks=remarks)


def _board(open_save: OpenSave[Any]) -> Rows:
    """List the places of the board that aren't empty with what is there: heroes, units with their owners, cards."""
    board = Board(open_save.game.facts(open_save.setup, open_save.session.present), "")

    def called(thing: Thing) -> str:
        owner = "" if thing.owner in thing.name else thing.owner
        return printed(thing.name) + in_brackets(owner)

    there = {printed(place.name): board.there(place) for place in board.things}
    return [(place, ", ".join(map(called, things))) for place, things in there.items() if things]


def _remarks(open_save: OpenSave[Any], played: Sequence[Replayed]) -> Iterator[tuple[int, str]]:
    """Yield the remarks that were kept but changed nothing: the entry's number, and the text."""
    for number, one in enumerate(played, open_save.session.settled + 1):
        name = names_of(one.before.players)
        if texts := [event.describe(name) for event in one.events if event.remark]:
            yield number, " ".join(texts)


# --- when -------------------------------------------------------------------------------------------


def when_of(steps: Sequence[Step]) -> str:
    """Format the day and the hours of the first and the last entry; "" for a log without times."""
    times = times_of(steps)
    if not times:
        return ""
    first, last = times[0], times[-1]
    if first.date() == last.date():
        hours = f", {first:%H:%M} to {last:%H:%M}" if (first.hour, first.minute) != (last.hour, last.minute) else ""
        return f"{_day(first)}{hours}."
    return f"{_day(first)}, {first:%H:%M} to {_day(last)}, {last:%H:%M}."


def times_of(steps: Sequence[Step]) -> list[datetime]:
    """List the times of the entries that have one."""
    return [made for step in steps if (made := step.made) is not None]


def minutes_of(times: Sequence[datetime]) -> int | None:
    """Compute the minutes played, without breaks; None if fewer than two times are known."""
    if len(times) < 2:
        return None
    spans = [later - earlier for earlier, later in pairwise(times)]
    return round(sum((span for span in spans if timedelta() < span < BREAK), timedelta()) / timedelta(minutes=1))


def length_of(minutes: int | None) -> str:
    """Format a number of minutes: "2 h 40 min", "under 1 min"; "" for None."""
    if minutes is None:
        return ""
    if minutes == 0:
        return "under 1 min"
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
"""In English, whatever the system's locale is."""


def _day(at: datetime) -> str:
    return f"{DAYS[at.weekday()]}, {at.day} {MONTHS[at.month - 1]} {at.year}"
