"""How the numbers of an event were reckoned, step by step, each with its rule.

The steps are taken from the event and from the tables; the event's own number is what they lead to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.effects.rules import Term, added, changed, so_far, total
from referee.games.conjurers.battle.events import Hit
from referee.games.conjurers.rules import events as e
from referee.games.conjurers.rules.card_pool import level_of
from referee.games.conjurers.rules.state import GameState, Setup
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.vocabulary import GAME, words
from referee.rulebook.rules import PARTS, rulebook
from referee.text.grammar import so_many


def rules_of(event: Any) -> tuple[str, ...]:
    """The rules and rulings behind an event, those of its steps among them."""
    found = list(getattr(event, "rules", ()))
    if isinstance(event, Hit):
        found += [rule for term in (*event.pool, *event.terms) for rule in term.rules]
    return tuple(dict.fromkeys(found))


# --- fights ---------------------------------------------------------------------------------------


def hit_steps(event: Any) -> Iterator[str]:
    """The steps from the dice of a hit to the hit points that are left; none for another event of a battle."""
    if not isinstance(event, Hit):
        return
    yield from _thrown(event)
    yield from _made(event.terms, event.rolled)
    if total(event.terms, event.rolled) < 0:
        yield "damage is never below 0"
    for taken in event.absorbed:
        left = f"{taken.left} left" if taken.left else "it breaks"
        yield f"{taken.piece} takes {taken.amount} of {event.dealt} ({left})"
    had = event.left + event.received
    yield f"hit points: {changed(had, -event.received)} (of {event.hp})"


def _thrown(event: Hit) -> Iterator[str]:
    """The dice of a hit: where they come from, and what they show."""
    if not event.count:
        return
    if event.pool:
        own = event.count - total(event.pool)
        yield f"dice: {own} on the card"
        yield from _made(event.pool, own, " dice")
    dice = so_many(event.count, "die")
    if event.dice:
        yield f"{dice} thrown: {added(event.dice)}"
    else:
        yield f"{dice} averaged: {_average(event.count)} = {event.rolled}"


def _average(count: int) -> str:
    """The average of so many dice as it is reckoned (B22): "3 x 1", or with faces of another average "3 x 7/6"."""
    faces = battle_tables.numbers().die
    each, rest = divmod(sum(faces), len(faces))
    return f"{count} x {sum(faces)}/{len(faces)}, rounded down" if rest else f"{count} x {each}"


def _made(terms: Sequence[Term], start: int, unit: str = "") -> Iterator[str]:
    """What each term makes of a number, with its rules."""
    for term, made in so_far(terms, start):
        cited = f" ({rulebook(GAME).cite(term.rules)})" if term.rules else ""
        yield f"{term.name} {term.amount:+} makes {made}{unit}{cited}"


# --- the board ------------------------------------------------------------------------------------


def steps(event: Any, setup: Setup, before: GameState) -> Iterator[str]:
    """The steps to an event's numbers, in words; none where there is nothing to reckon.

    `before` is the game before the entry in which the event happened.
    """
    match event:
        case e.Fed():
            yield from _fed(event, setup, before)
        case e.Penalty() if "feeding" in event.rules:
            short = setup.short_food or 1
            yield f"{event.points // short} food short x {short} = {event.points}"
        case e.Gained():
            yield from _gained(event, before)
        case e.Stolen():
            part = PARTS[board_tables.upkeep().duel.stolen_part]
            for good, amount in event.goods.items():
                yield f"{part} of {before.players[event.victim].has(good)} {good}, rounded up: {amount}"
        case e.Sacrificed():
            level, part = level_of(setup, before, event.creature), 2 ** (event.place - 1)
            for column in board_tables.pit().columns:
                if set(column.gains) == set(event.goods):
                    full = column.by_level[level - 1]
                    halved = f" / {part}, rounded down = {full // part}" if part > 1 else ""
                    yield f"level {level} for {column.name}, number {event.place} of this action: {full}{halved}"
        case e.Bought():
            yield f"price {words(event.price)}" + (f", less {words(event.discount)}" if event.discount else "")


def _fed(event: e.Fed, setup: Setup, before: GameState) -> Iterator[str]:
    """What creatures and assistants take (p. 14)."""
    table, player = board_tables.upkeep().feeding, before.players[event.player]
    if levels := sorted(level_of(setup, before, name) for name in player.creatures):
        each, food = table.per_level, sum(levels) * table.per_level
        added = " + ".join(map(str, levels)) if each == 1 else f"({' + '.join(map(str, levels))}) x {each}"
        made = f" = {food}" if len(levels) > 1 or each != 1 else ""
        yield f"creatures, {each} food for each level: {added}{made}"
    for assistant, cost in zip(player.assistants, table.assistants, strict=False):
        if cost:
            yield f"{assistant}: {cost}"
    yield f"needed {event.needed}, there {max(event.paid, player.food)}, paid {event.paid}"


def _gained(event: e.Gained, before: GameState) -> Iterator[str]:
    """The rate of a trade, and how often it was made; what a space puts out by phases (pp. 11-12; A3)."""
    for pay, paid in event.paid.items():
        for gain, gained in event.goods.items():
            each, gives = board_tables.market().rate(pay, gain)  # type: ignore[arg-type]
            yield f"{pay} for {gain}: {each} for {gives}; {paid} / {each} x {gives} = {gained}"
    table = board_tables.phases()
    source = table.mines.get(event.source) or table.storages.get(event.source)
    by_phase = table.food.get(event.source) if source is None else source.output
    if by_phase is not None:
        phases = ", ".join(f"{phase.name} {amount}" for phase, amount in zip(table.phases, by_phase, strict=True))
        yield f"phase {table.phases[before.phase - 1].name} now; by phases it is {phases}"
