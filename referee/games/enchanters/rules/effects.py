"""What a card's effects do, one after the other, each as far as possible (Actions in general; FAQ 1, 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.asking.question import Procedure, carried_out
from referee.effects.rules import Effect
from referee.games.enchanters.cards import wording as w
from referee.games.enchanters.rules import powers
from referee.games.enchanters.rules.changes import HOLDINGS, USAGE
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.events import Boosted, ByHand, Handed, NothingGiven, NothingLost, Rules, Triggered
from referee.games.enchanters.rules.state import CRYSTALS, WOUNDS, Boost
from referee.text.names import printed


def perform(quest: Quest, source: str, effects: Sequence[Effect]) -> Procedure[int]:
    """Carry out the effects of an active player's card; who gets the card itself ("give this card away")."""
    receiver = quest.state.active
    for effect in effects:
        gets: int | None = yield from carried_out(CARRIED_OUT[type(effect)](quest, source, effect))
        receiver = receiver if gets is None else gets
    return receiver


def trigger(quest: Quest, when: w.When, rules: Rules = ("passives",)) -> Procedure[None]:
    """Carry out the active player's passive effects for something that happened; they aren't actions."""
    for active in powers.active_rules(quest.setup, quest.state, quest.state.active):
        if active.rule.when == when:
            quest.emit(Triggered(quest.state.active, printed(active.source), active.rule.does, rules))
            yield from perform(quest, active.source, active.rule.effects)


def immediate(quest: Quest, name: str, rules: Sequence[w.EnchantersRule]) -> Procedure[int]:
    """Carry out what a card does on being taken, before it counts for anything; who gets it."""
    receiver = quest.state.active
    for rule in rules:
        if rule.when == "immediate":
            quest.emit(Triggered(quest.state.active, printed(name), rule.does, ("immediate",)))
            gets: int = yield from perform(quest, name, rule.effects)
            receiver = receiver if gets == quest.state.active else gets  # nobody gives it to oneself (E-x)
    return receiver


# --- one by one ---------------------------------------------------------------------------------------


def _give_away(quest: Quest, source: str, effect: w.GiveAway) -> Procedure[int]:
    """The card goes to another player (Trap; E-x)."""
    prompt = f"{quest.active.name} gives {printed(source)} to"
    return (yield from quest.choose_player(prompt, dict.fromkeys(_clockwise(quest)[1:], ""), {}))


def _add(quest: Quest, source: str, effect: w.Add) -> None:
    """Attack or defence of this turn (E-o)."""
    points, counted = _many(quest, effect)
    if points:
        quest.state.boosts.append(Boost(effect.what, points, printed(source)))
    if points or counted:
        quest.emit(Boosted(quest.state.active, effect.what, points, printed(source), counted=counted))


def _tokens(quest: Quest, source: str, effect: w.Crystals | w.WoundsEffect) -> Procedure[None]:
    """Crystals or wounds; of what goes as many as there are."""
    many, counted = _many(quest, effect)
    counter = CRYSTALS if isinstance(effect, w.Crystals) else WOUNDS
    for number in (yield from _targets(quest, source, effect)):
        by = counter.of(quest.player(number)) if many and effect.number == "all" else many
        by = -by if effect.verb in ("loses", "heals") else by
        quest.count(counter, number, by, printed(source), ("as-far-as-possible",), counted)


def _discard(quest: Quest, source: str, effect: w.Discard) -> Procedure[None]:
    many, _ = _many(quest, effect)
    for number in (yield from _targets(quest, source, effect)):
        has = len(quest.monsters(number))
        yield from give_up(quest, number, has if many and effect.number == "all" else many, printed(source))


def give_up(quest: Quest, number: int, many: int, source: str) -> Procedure[None]:
    """A player discards monsters of the own choice, as many as there are (FAQ 2; E-v)."""
    for _ in range(many):
        if not quest.monsters(number):
            quest.emit(NothingLost(number, source))
            return
        name = yield from quest.choose_monster(number, "to discard")
        quest.discard(number, name, source)


def _hand_over(quest: Quest, source: str, effect: w.HandOver) -> Procedure[None]:
    """A player gives the active player monsters of the own choice; they go on top of the pile (Roc; E-w).

    Nobody gives anything to oneself (E-au).
    """
    (number,) = yield from _targets(quest, source, effect)
    if number == quest.state.active:
        quest.emit(NothingGiven(number, printed(source)))
        return
    for _ in range(len(quest.monsters(number)) if effect.number == "all" else effect.number):
        if not quest.monsters(number):
            quest.emit(NothingLost(number, printed(source), ("roc", "E-w")))
            return
        name = yield from quest.choose_monster(number, f"for {quest.active.name}")
        quest.player(number).monsters.remove(name)
        quest.active.monsters.append(name)
        quest.emit(Handed(number, quest.state.active, name))


def _by_hand(quest: Quest, source: str, effect: w.ManualEffect) -> Procedure[None]:
    """Show what a card says that no rule of the vocabulary can, and take the changes that it made (E-ap)."""
    quest.emit(ByHand(quest.state.active, printed(source), effect.text))
    yield from HOLDINGS.by_hand(quest, printed(source), effect.text, ("E-ap",), quest.active.name, USAGE)


CARRIED_OUT: Mapping[type[Effect], Callable[[Quest, str, Any], Procedure[int | None] | None]] = {
    w.Add: _add,
    w.Crystals: _tokens,
    w.WoundsEffect: _tokens,
    w.Discard: _discard,
    w.HandOver: _hand_over,
    w.GiveAway: _give_away,
    w.Graveyard: lambda quest, source, effect: quest.to_graveyard(quest),
    w.ManualEffect: _by_hand,
}
"""What each effect does; who gets the card itself, if it says so. A fight and the score look for the others."""


# --- how much, and whose ------------------------------------------------------------------------------


def _many(quest: Quest, effect: w.CountedCards) -> tuple[int, str]:
    """What an effect comes to, and what that was counted from."""
    whose = quest.setup, quest.state, quest.state.active
    return powers.amount(*whose, effect), powers.counted(*whose, effect)


def _clockwise(quest: Quest) -> list[int]:
    """The players' numbers from the active one on."""
    seats = len(quest.state.players)
    return [(quest.state.active + step) % seats for step in range(seats)]


def _targets(quest: Quest, source: str, effect: w.OfPlayers) -> Procedure[list[int]]:
    """The players whom an effect is about; one who is chosen has monsters if it takes some (E-u), or is oneself."""
    seats, owner = _clockwise(quest), quest.state.active
    if effect.who not in w.CHOOSING:
        return {"": seats[:1], "each player": seats, "each other player": seats[1:]}[effect.who]
    numbers = dict.fromkeys(seats[effect.who == "another player" :], "")
    closed: dict[int, str] = {}
    if isinstance(effect, w.Discard | w.HandOver):
        for number in numbers:
            many = len(quest.monsters(number))
            numbers[number] = f"{many} monster{'s' * (many != 1)}"
        if isinstance(effect, w.HandOver) and owner in numbers:
            numbers[owner] += "; nothing moves (E-au)"
        if quest.setup.targets == "with monsters" and any(quest.monsters(number) for number in numbers):
            without = [number for number in numbers if number != owner and not quest.monsters(number)]
            closed = dict.fromkeys(without, "has no monster, and another player has")
            numbers = {number: told for number, told in numbers.items() if number not in closed}
    return [(yield from quest.choose_player(f"{printed(source)}: {quest.active.name} chooses", numbers, closed))]
