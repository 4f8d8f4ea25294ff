"""Explanations of a log: the public state, the switches with their other values, the arithmetic of events.

The steps to an event's numbers are computed from the event and the tables; they end at the event's own number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from referee.declaration.game import Alternative, Explaining, Happened
from referee.effects.rules import Term, format_addition, format_change, so_far, total
from referee.games.conjurers import tables
from referee.games.conjurers.battle.events import BattleEvent, Hit, TurnBegan
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.rules import events as e
from referee.games.conjurers.rules.card_pool import Context, level_of
from referee.games.conjurers.rules.contests import battles_wait
from referee.games.conjurers.rules.placing import in_order, next_figures
from referee.games.conjurers.rules.spaces import FOUGHT, space_named
from referee.games.conjurers.rules.state import Figure, GameState, Setup
from referee.games.conjurers.setup.fields import set_up
from referee.games.conjurers.vocabulary import GAME, words
from referee.play.event import names_of
from referee.rulebook.rules import PARTS, rulebook
from referee.text.grammar import so_many

if TYPE_CHECKING:
    from referee.games.conjurers.screens.battle import EventWriter


def _seen(setup: Setup, state: GameState) -> dict[str, str]:
    """Return turn, mines, leavers, and the figures in their order; battles are covered by their events."""
    found = {"turn": f"{state.turn}: {state.stage}", "Initiative Button": state.players[state.holder].name}
    found |= {f"{player.name}'s seat": "left" for player in state.players if player.left}
    found |= {mine: state.players[owner].name for mine, owner in state.mines.items()}
    found["figures to resolve, in order"] = _figures(state, state.figures)
    found["battles that wait, in order"] = _figures(state, state.waiting)
    found["out of the game"] = ", ".join(state.gone)
    return found


def _alternatives(setup: Setup, state: GameState) -> Iterator[Alternative]:
    """Yield each optional rule and switch with its other value (E1, E3, A1, A4; pp. 14, 17, 20)."""
    for one in set_up().alternatives(setup, lambda other: _adapt_state(other, state)):
        if one.switch != "battles_last":
            yield one
    if _order_matters(setup, state):
        other = replace(setup, battles_last="never" if battles_wait(setup) else "always")
        yield Alternative("battles_last", setup.battles_last, other.battles_last, other, _adapt_state(other, state))
    if setup.unlock:
        text = ", ".join(f"{space} {phase}" for space, phase in setup.unlock.items())
        yield Alternative("unlock", text, "as printed", replace(setup, unlock={}), state, ("E3",))
    other = replace(setup, dice="entered" if setup.dice == "average" else "average")
    yield Alternative("dice", setup.dice, other.dice, other, state, ("average-dice", "B22"))


def _order_matters(setup: Setup, state: GameState) -> bool:
    """Return whether waiting of battles can matter (A1): when placing ends, or a figure might fight at once.

    In between it only changes the next figure, which doesn't affect the entry.
    """
    if state.stage == "resolving" and state.figures:
        ready = next_figures(Context(setup, state, []))
        return any(space_named(setup, figure.space).sort in FOUGHT for figure in ready)
    return state.stage == "placing"


def _adapt_state(setup: Setup, state: GameState) -> GameState:
    """Adapt a state to another set-up: the order of figures on the board, the rules of the battle."""
    found = state.copy()
    if found.stage == "resolving":
        in_order(Context(setup, found, []), [*found.figures, *found.waiting])
    if found.battle is not None:
        found.battle.elements, found.battle.morale = setup.elements, setup.morale
    return found


def _figures(state: GameState, figures: Sequence[Figure]) -> str:
    return ", ".join(f"{state.players[f.player].name}'s {f.kind} ({f.space})" for f in figures)


# --- Events of a game in words, each with the steps of its arithmetic, for an explanation ---------


def describe_events(setup: Setup, before: GameState, events: Iterable[Any]) -> list[Happened]:
    """Describe events; those of a refereed battle as in any battle. `before` is the game that they changed."""
    name = names_of(before.players)
    battle = before.battle
    found = []
    for event in events:
        if isinstance(event, e.BattleSetUp):
            battle = event.battle
        if isinstance(event, BattleEvent):
            found += [] if battle is None else describe_battle_events(battle, [event])
        else:
            found.append(Happened(event.describe(name), tuple(steps(event, setup, before)), rules_of(event)))
    return found


def describe_battle_events(battle: Battle, events: Iterable[Any]) -> list[Happened]:
    """Describe events of a battle."""
    from referee.games.conjurers.screens.battle import EventWriter  # needed only for battles

    teller = EventWriter(battle)
    described = ((_in_battle(teller, event), event) for event in events)
    return [Happened(text, tuple(hit_steps(event)), rules_of(event)) for text, event in described if text]


def _in_battle(teller: EventWriter, event: BattleEvent) -> str:
    """Describe a battle's event; a hit without its arithmetic, which follows in steps."""
    match event:
        case TurnBegan():
            return ""  # in the entry's heading
        case Hit():
            return f"{event.blow(teller.name)}: {event.dealt} dealt, {event.received} received."
        case _:
            return teller.tell(event)


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
    faces = tables.battle().die
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
            part = PARTS[tables.upkeep().duel.stolen_part]
            for good, amount in event.goods.items():
                yield f"{part} of {before.players[event.victim].has(good)} {good}, rounded up: {amount}"
        case e.Sacrificed():
            level, part = level_of(setup, before, event.creature), 2 ** (event.place - 1)
            for column in tables.pit().columns:
                if set(column.gains) == set(event.goods):
                    full = column.by_level[level - 1]
                    halved = f" / {part}, rounded down = {full // part}" if part > 1 else ""
                    yield f"level {level} for {column.name}, number {event.place} of this action: {full}{halved}"
        case e.Bought():
            yield f"price {words(event.price)}" + (f", less {words(event.discount)}" if event.discount else "")


def _feeding_steps(event: e.Fed, setup: Setup, before: GameState) -> Iterator[str]:
    """Describe the food that creatures and assistants take (p. 14)."""
    table, player = tables.upkeep().feeding, before.players[event.player]
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
            each, gives = tables.market().rate(pay, gain)  # type: ignore[arg-type]
            yield f"{pay} for {gain}: {each} for {gives}; {paid} / {each} x {gives} = {gained}"
    table = tables.phases()
    _, by_phase = table.output_of(event.source)
    if by_phase:
        phases = ", ".join(f"{phase.name} {amount}" for phase, amount in zip(table.phases, by_phase, strict=True))
        yield f"phase {table.phases[before.phase - 1].name} now; by phases it is {phases}"


EXPLAINING = Explaining(describe=describe_events, seen=_seen, alternatives=_alternatives)
