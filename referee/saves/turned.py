"""What turned an evening: who took the lead when, and the entries that moved the score most, in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from referee.declaration.plain import explaining_of
from referee.declaration.tracking import uncounted
from referee.saves.replayed import Replayed
from referee.saves.save import OpenSave
from referee.scores.score import Outcome
from referee.scores.words import TurnPoints
from referee.text.grammar import with_minus
from referee.text.names import and_list

MOST = 6
"""So many entries are told that moved the points."""
SENTENCES = 8
"""So many sentences of an entry are told, rather of those whose score it moved most, and rather the last."""

_ASIDE = re.compile(r" ?\([^()]*\)")
"""Arithmetic and reasons, which `why` tells."""

Turned = list[tuple[str, str]]
"""When and what, in sentences."""


def turned_by_points(save: OpenSave[Any], turns: Sequence[TurnPoints], played: Sequence[Replayed]) -> Turned:
    """The entries that moved the points most, and the turns after which somebody else led."""
    last = len(played)
    found = [(turn, last, f"{leader} takes the lead, {told}.") for turn, leader, told in _leads(turns)]
    moved = []
    for number, (one, before, after) in enumerate(_scored(save, played)):
        if uncounted(save.rules, one.before) and not uncounted(save.rules, one.after):
            continue  # light mode: the points were there, and are counted now
        was, now = _totals(before), _totals(after)
        change = {name: now[name] - was[name] for name in now if name in was and now[name] != was[name]}
        if change and one.step.kind == "move":
            moved.append((sum(map(abs, change.values())), number, one, change))
    for _, number, one, change in sorted(moved, key=lambda each: -each[0])[:MOST]:
        told = and_list(f"{name} {with_minus(f'{points:+}')}" for name, points in change.items())
        found.append((one.before.turn, number, f"{told}: {_sentences(save, one, change)}"))
    return [(f"turn {turn}", told) for turn, _, told in sorted(found)]


def turned_by_counts(save: OpenSave[Any], played: Sequence[Replayed]) -> Turned:
    """Without points: each change of the first thing that its score counts, what else turns it, the end."""
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
    """Each entry with the score before it and after."""
    score = save.game.scores().outcome
    outcomes = [score(save.setup_of(one.before), one.before) for one in played]
    outcomes.append(score(save.setup_of(save.state_on_file), save.state_on_file))
    for one, (before, after) in zip(played, pairwise(outcomes), strict=True):
        yield one, before, after


def _sentences(save: OpenSave[Any], played: Replayed, moved: Mapping[str, int]) -> str:
    """What was weighty in an entry, or what happened to those whose score it moved so far, or at all.

    As it was typed where nothing was said.
    """
    weighty = [event for event in played.events if event.weighty]
    events = explaining_of(save.game).told(save.setup, played.before, weighty or played.events)
    said = list(dict.fromkeys(_plain(event.text) for event in events))
    if weighty:
        return " ".join(said)
    whose = re.compile(rf"\b(?:{'|'.join(map(re.escape, moved))})\b")
    by = [max((abs(moved[name]) for name in whose.findall(sentence)), default=0) for sentence in said]
    told = [at for at, points in enumerate(by) if points] or range(len(said))
    chosen = sorted(told, key=lambda at: (by[at], at))[-SENTENCES:]
    return " ".join(said[at] for at in sorted(chosen)) or f"{save.session.public_text(played.step)}."


def _plain(text: str) -> str:
    """A sentence without what stands in brackets, one within another too."""
    while (shorter := _ASIDE.sub("", text)) != text:
        text = shorter
    return text


def _totals(outcome: Outcome) -> Mapping[str, int]:
    return {player.name: player.total for player in outcome.standing}


def _deciding(outcome: Outcome) -> Mapping[str, tuple[str, str]]:
    return {player.name: next(iter(player.counts.items()), ("", "")) for player in outcome.standing}


def _leads(turns: Sequence[TurnPoints]) -> Iterator[tuple[int, str, str]]:
    """Each turn after which another player leads alone: its number, who, and by how much."""
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
