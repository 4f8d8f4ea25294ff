"""Whether fights can be won, found by playing every order of help: `python -m tests.enchanters.slow_fights 5000`.

Random tables with random cards; what `reach` tells of each fight is compared with what the engine shows, answer by
answer. It knows nothing of how `reach` searches.
"""

from __future__ import annotations

import sys
from collections import Counter, deque
from itertools import count
from random import Random
from typing import Any, NamedTuple, get_args
from unittest.mock import patch

from referee.asking.question import Question
from referee.declaration.changes import Counted
from referee.games.enchanters.cards.cards import Card, Count, Who
from referee.games.enchanters.rules import combat, turns
from referee.games.enchanters.rules.combat import FightReach, reach
from referee.games.enchanters.rules.context import POWERS, ByHand, Handed, Journeyed, Quest
from referee.games.enchanters.rules.state import WOUNDS, GameState, Setup
from tests.enchanters.quests import NAMES, Play, playing, setup_of

MOST, DEEPEST = 250, 12
"""So many positions are played at most, with so many answers; of a fight with more only what was found counts."""


class Slow(NamedTuple):
    """What playing showed: the least crystals and wounds of a win, and whether more than help may decide.

    `whole` is whether all of it was played.
    """

    price: tuple[int, int] | None
    open: bool
    whole: bool


class Moment(NamedTuple):
    """A state, and the answers given since in a step that isn't over."""

    state: GameState
    answers: tuple[str, ...] = ()


class Asked(NamedTuple):
    """What comes after a moment: the question, or None at the end of the step, the state and the events."""

    question: Question[Any] | None
    state: GameState
    events: list[Any]


def ask(setup: Setup, at: Moment) -> Asked:
    """Play a step up to its next question that somebody decides, or at which the player would attack."""
    now, events = at.state.copy(), list[Any]()
    procedure = turns.next_decision(setup, now, events)
    assert procedure is not None
    answers, value = list(at.answers), None
    while True:
        try:
            question = procedure.send(value)
        except StopIteration:
            return Asked(None, now, events)
        only = None if question.key == "attack" else question.only()
        if only is None and not answers:
            return Asked(question, now, events)
        if only is None or (question.key == "strike" and answers[:1] == [only]):
            only = answers.pop(0)
        value = question.parse(only)


def _unknown(*_: object) -> FightReach:
    """In place of what is told of fights, which must decide nothing here."""
    return FightReach(1, None, certain=False)


@patch.object(turns, "reach", _unknown)
@patch.object(combat, "reach", _unknown)
def slow(setup: Setup, begun: Moment, place: int, card: Card) -> Slow:
    """Play every order of help from a moment on: before a journey to a place of the track, or in its fight."""
    first = ask(setup, begun)
    purse = first.state.players[begun.state.active].crystals - (0 if begun.answers else place)
    todo, seen = deque([(begun, -_hurt(first.events))]), dict[object, int]()
    best: tuple[int, int] | None = None
    is_open, whole = False, True
    for played in count():
        if not todo:
            break
        if played > MOST:
            whole = False
            break
        at, hurt = todo.popleft()
        question, now, events = ask(setup, at)
        me, taken = now.players[now.active], hurt + _hurt(events)
        if any(map(_by_others, events)):
            is_open = True
            continue
        if question is None:
            todo += [] if at.answers[0].startswith("journey") else [(Moment(now), taken)]
            continue
        if question.key == "attack" and Quest(setup, now, []).total(now.active, "attack") >= int(card.health or 0):
            price = max(0, purse - me.crystals), taken
            best = price if best is None else min(best, price)
            continue
        if question.key in ("move", "strike", "attack"):
            key = question.key, _stands(setup, now)
            if seen.get(key, taken + 1) <= taken:
                continue
            seen[key] = taken
        if len(at.answers) >= DEEPEST:
            whole = False
            continue
        todo += [
            (Moment(at.state, (*at.answers, option.text)), hurt)
            for option in question.options()
            if _goes_on(question.key, option.text, place)
        ]
    return Slow(best, is_open, whole)


def _hurt(events: list[Any]) -> int:
    """The wounds that the active player took of help."""
    return sum(
        max(0, one.by)
        for one in events
        if isinstance(one, Counted) and one.counter is WOUNDS and one.owner == NAMES[0]
    )


def _by_others(event: Any) -> bool:
    """Whether what happened depends on more than the player's own choices."""
    return isinstance(event, ByHand | Handed) or (isinstance(event, Journeyed) and event.graveyard)


def _stands(setup: Setup, now: GameState) -> object:
    """What tells a state from the others that help leads to."""
    quest, me = Quest(setup, now, []), now.players[now.active]
    powers = [tuple(part.amount for part in quest.parts(now.active, what)) for what in POWERS]
    piles = tuple(tuple(player.monsters) for player in now.players)
    return tuple(map(sum, powers)), me.crystals, me.wounds, piles, tuple(sorted(now.used))


def _goes_on(key: str, answer: str, place: int) -> bool:
    """Whether an answer belongs to the fight: help, the journey there, what it asks."""
    if key == "move":
        return answer.startswith(("use ", f"journey {place + 1} "))
    return key != "attack" or answer != "attack"


# --- random tables ------------------------------------------------------------------------------------


def _number(luck: Random, most: int = 3) -> int:
    return luck.randint(1, most)


def _per(luck: Random) -> str:
    return f" per {luck.choice(('', '2 '))}{luck.choice(get_args(Count))}" if luck.random() < 0.25 else ""


def _effect(luck: Random) -> str:
    who = luck.choice(("", "", "", *(f"{who} " for who in get_args(Who) if who)))
    s = "s" if who else ""
    kind = luck.random()
    if kind < 0.5:
        sign = "-" if luck.random() < 0.2 else ""
        return f"{luck.choice(('attack', 'attack', 'defence'))} {sign}{_number(luck)}{_per(luck)}"
    if kind < 0.7:
        verb, many = luck.choice((("gain", ""), ("gain", ""), ("lose", ""), ("lose", "all")))
        return f"{who}{verb}{s} {many or _number(luck, 4)} crystals{_per(luck)}"
    if kind < 0.82:
        verb, many = luck.choice((("take", ""), ("heal", ""), ("heal", "all")))
        return f"{who}{verb}{s} {many or _number(luck)} wounds{_per(luck)}"
    if kind < 0.94:
        return f"{who}discard{s} {luck.choice((1, 1, 2, 'all'))} monsters{_per(luck)}"
    return luck.choice(
        (
            "another player gives 1 monster",
            "a player gives 1 monster",
            "journey to the graveyard",
            "manual as printed",
        )
    )


def _help(luck: Random) -> str:
    costs = ("", "1 crystal", "2 crystals", "3 crystals", "1 wound", "1 crystal and 1 wound", "discard 1 monster")
    cost = luck.choice(costs)
    effects = ", ".join(_effect(luck) for _ in range(luck.choice((1, 1, 1, 2))))
    return f"{luck.choice(('minor', 'minor', 'multi'))}: {f'{cost} -> ' if cost else ''}{effects}"


def _line(luck: Random, kind: str) -> str:
    values = [kind]
    if kind in ("monster", "dragon"):
        values += [f"strength {luck.randint(0, 4)}", f"health {luck.randint(0, 9)}"]
    for value in ("attack", "defence", "lower attack", "lower defence"):
        if luck.random() < 0.3:
            values.append(f"{value} {luck.randint(-2, 3)}")
    lines = [f"{luck.choice(('', '', 'lower '))}{_help(luck)}" for _ in range(luck.choice((0, 0, 0, 1, 1, 2)))]
    if kind == "monster" and luck.random() < 0.1:
        lines.append("fight: double damage")
    return "; ".join([", ".join(values), *lines])


def random_table(luck: Random) -> Play:
    """A table at the beginning of Anna's turn with all that the language of cards can say lying on it."""
    kinds = ("item", "item", "enchantment", "monster", "monster", "dragon")
    names = [f"Card {letter}" for letter in "ABCDEF"]
    cards = {name: _line(luck, luck.choice(kinds)) for name in names}
    foes = {f"Foe {at}": _line(luck, luck.choice(("monster", "dragon"))) for at in range(1, 5)}
    held: dict[str, list[str]] = {}
    for name in names:
        held.setdefault(luck.choice(("Anna", "Anna", "Anna", "Bo", "Cleo")), []).append(name)
    players = 3 if "Cleo" in held else 2
    return playing(
        list(foes),
        cards={**cards, **foes},
        players=players,
        piles=held,
        village=f"Inn: {_help(luck)}" if luck.random() < 0.8 else "",
        crystals={"Anna": luck.randint(0, 6)},
        wounds={"Anna": luck.choice((0, 0, 1, 4))},
        graveyard=["Stick"] if luck.random() < 0.1 else (),
    )


def wrong(found: FightReach, shown: Slow) -> str:
    """What is told wrongly of a fight; "" for nothing."""
    told = (0, 0) if found.short <= 0 else found.price
    if told is None and shown.price is None:
        return (
            ""
            if not shown.whole or found.certain != shown.open
            else f"{found.description!r} told; open: {shown.open}"
        )
    fits = told == shown.price or (not shown.whole and told is not None and told <= (shown.price or told))
    return "" if fits else f"{found.description!r} told; it costs {shown.price}"


def check(luck: Random) -> tuple[list[str], Counter[str]]:
    """Compare all fights of a random table, before the journey and after the strike: what is wrong, and a tally."""
    game = random_table(luck)
    setup, state = setup_of(game), game.state
    faults, tally = list[str](), Counter[str]()
    for place, name in enumerate(state.track[: state.players[0].crystals + 1]):
        card = setup.known[name.lower()]
        for moment in (Moment(state), Moment(state, (f"journey {place + 1}", "strike"))):
            way = None if moment.answers else place
            found = reach(Quest(setup, ask(setup, moment).state, []), card, way)
            shown = slow(setup, moment, place, card)
            tally[
                "won" if found.short <= 0 else "helped" if found.price else "lost" if found.certain else "open"
            ] += 1
            tally["not all played"] += not shown.whole
            if fault := wrong(found, shown):
                faults.append(f"{name}, {way} crystals away: {fault}")
    return faults, tally


def main(many: int, seed: int = 0) -> None:
    """Compare so many tables, and print what is wrong and how the fights came out."""
    total = Counter[str]()
    for number in range(seed, seed + many):
        faults, tally = check(Random(number))
        total += tally
        for fault in faults:
            print(f"table {number}: {fault}")
    print(dict(total))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
