"""The arithmetic behind the numbers of an event, step by step, each with its rule.

The steps are computed from the event and the tables; they end at the event's own number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.effects.rules import Term, format_addition, format_change, so_far, total
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
    """List the rules and rulings behind an event, with those of its steps."""
    found = list(getattr(event, "rules", ()))
    if isinstance(event, Hit):
        found += [rule for term in (*event.pool, *event.terms) for rule in term.rules]
    return tuple(dict.fromkeys(found))


# --- fights ---------------------------------------------------------------------------------------


def hit_steps(event: Any) -> Iterator[str]:
    """Yield the steps from the dice of a hit to the hit points that are left; none for another event of a battle."""
    if not isinstance(event, Hit):
        return
    yield from _dice_steps(event)
    yield from _term_steps(event.terms, event.rolled)
    if total(event.terms, event.rolled) < 0:
        yield "damage is never below 0"
    for taken in event.absorbed:
        left = f"{taken.left} left" if taken.left else "it breaks"
        yield f"{taken.piece} takes {taken.amount} of {event.dealt} ({left})"
    had = event.left + event.received
    yield f"hit points: {format_change(had, -event.received)} (of {event.hp})"


def _dice_steps(event: Hit) -> Iterator[str]:
    """Describe the dice of a hit: their sources, and the faces rolled."""
    if not event.count:
        return
    if event.pool:
        own = event.count - total(event.pool)
        yield f"dice: {own} on the card"
        yield from _term_steps(event.pool, own, " dice")
    dice = so_many(event.count, "die")
    if event.dice:
        yield f"{dice} thrown: {format_addition(event.dice)}"
    else:
        yield f"{dice} averaged: {_average(event.count)} = {event.rolled}"


def _average(count: int) -> str:
    """Format the average of `count` dice (B22): "3 x 1", or with faces of another average "3 x 7/6"."""
    faces = battle_tables.numbers().die
    each, rest = divmod(sum(faces), len(faces))
    return f"{count} x {sum(faces)}/{len(faces)}, rounded down" if rest else f"{count} x {each}"


def _term_steps(terms: Sequence[Term], start: int, unit: str = "") -> Iterator[str]:
    """Describe how each term changes a number, with its rules."""
    for term, made in so_far(terms, start):
        cited = f" ({rulebook(GAME).cite(term.rules)})" if term.rules else ""
        yield f"{term.name} {term.amount:+} makes {made}{unit}{cited}"


# --- the board ------------------------------------------------------------------------------------


def steps(event: Any, setup: Setup, before: GameState) -> Iterator[str]:
    """Describe the steps to an event's numbers; yield none if nothing is computed.

    `before` is the game before the log entry of the event.
    """
    match event:
        case e.Fed():
            yield from _feeding_steps(event, setup, before)
        case e.Penalty() if "feeding" in event.rules:
            short = setup.short_food or 1
            yield f"{event.points // short} food short x {short} = {event.points}"
        case e.Gained():
            yield from _gain_steps(event, before)
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


def _feeding_steps(event: e.Fed, setup: Setup, before: GameState) -> Iterator[str]:
    """Describe the food that creatures and assistants take (p. 14)."""
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


def _gain_steps(event: e.Gained, before: GameState) -> Iterator[str]:
    """Describe the rate of a trade and how often it was made, or a space's output by phases (pp. 11-12; A3)."""
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
