"""What a card's effects do, one after the other, each as far as possible (Actions in general; FAQ 1, 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.asking.question import Procedure
from referee.games.enchanters.cards.cards import printed
from referee.games.enchanters.cards.wording import Effect, Rule, When
from referee.games.enchanters.rules import powers
from referee.games.enchanters.rules.by_hand import by_hand
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.events import Boosted, Handed, NothingGiven, NothingLost, Rules, Triggered
from referee.games.enchanters.rules.state import Boost

RULES: Mapping[str, Rules] = {
    "discard": ("whose-choice", "E-u", "E-v"),
    "hand over": ("roc", "E-w", "E-u"),
    "give away": ("trap", "E-x"),
    "attack": ("action-effect", "E-o"),
    "defence": ("action-effect", "E-o"),
}
"""The rules behind an effect; the rest stand on `as-far-as-possible`."""


def perform(quest: Quest, source: str, effects: Sequence[Effect]) -> Procedure[int]:
    """Carry out the effects of an active player's card; the player who gets the card itself ("give away")."""
    owner = quest.game.active
    receiver = owner
    for effect in effects:
        match effect.what:
            case "give away":
                receiver = yield from _choose(quest, effect, f"{quest.active.name} gives {printed(source)} to")
            case "graveyard":
                yield from quest.to_graveyard(quest)
            case "manual":
                yield from by_hand(quest, source, effect.text)
            case "attack" | "defence":
                points = powers.amount(quest.setup, quest.game, owner, effect)
                counted = powers.counted(quest.setup, quest.game, owner, effect)
                if points:
                    quest.game.boosts.append(Boost(effect.what, points, printed(source)))
                if points or counted:
                    quest.emit(Boosted(owner, effect.what, points, printed(source), counted=counted))
            case _:
                yield from _to_players(quest, source, effect)
    return receiver


def trigger(quest: Quest, when: When, rules: Rules = ("passives",)) -> Procedure[None]:
    """Carry out the active player's passive effects for something that happened; they aren't actions."""
    for active in powers.active_rules(quest.setup, quest.game, quest.game.active):
        if active.rule.when == when:
            quest.emit(Triggered(quest.game.active, printed(active.source), active.rule.does, rules))
            yield from perform(quest, active.source, active.rule.effects)


def immediate(quest: Quest, name: str, rules: Sequence[Rule]) -> Procedure[int]:
    """Carry out what a card does on being taken, before it counts for anything; who gets it."""
    receiver = quest.game.active
    for rule in rules:
        if rule.when == "immediate":
            quest.emit(Triggered(quest.game.active, printed(name), rule.does, ("immediate",)))
            gets: int = yield from perform(quest, name, rule.effects)
            receiver = receiver if gets == quest.game.active else gets  # nobody gives it to oneself (E-x)
    return receiver


# --- effects on players -------------------------------------------------------------------------------


def _to_players(quest: Quest, source: str, effect: Effect) -> Procedure[None]:
    amount = powers.amount(quest.setup, quest.game, quest.game.active, effect)
    counted = powers.counted(quest.setup, quest.game, quest.game.active, effect)
    targets: list[int] = yield from _targets(quest, source, effect)
    rules = RULES.get(effect.what, ("as-far-as-possible",))
    for number in targets:
        many = _all_of(quest, number, effect, amount) if effect.everything else amount
        match effect.what:
            case "crystals":
                quest.crystals(number, many, printed(source), rules, counted)
            case "wounds":
                quest.wounds(number, many, printed(source), rules, counted)
            case "discard":
                yield from give_up(quest, number, many, printed(source))
            case "hand over":
                yield from _hand_over(quest, number, many, printed(source))


def _all_of(quest: Quest, number: int, effect: Effect, sign: int) -> int:
    """All that a player has of what an effect takes; nothing if it counted nothing."""
    player = quest.player(number)
    match effect.what:
        case "crystals":
            has = player.crystals
        case "wounds":
            has = player.wounds
        case _:
            has = len(quest.monsters(number))
    return (sign > 0) * has - (sign < 0) * has


def _targets(quest: Quest, source: str, effect: Effect) -> Procedure[list[int]]:
    owner, seats = quest.game.active, len(quest.game.players)
    clockwise = [(owner + step) % seats for step in range(seats)]
    match effect.who:
        case "you":
            return [owner]
        case "each player":
            return clockwise
        case "each other player":
            return clockwise[1:]
        case _:
            chosen = yield from _choose(quest, effect, f"{printed(source)}: {quest.active.name} chooses")
            return [chosen]


def _choose(quest: Quest, effect: Effect, prompt: str) -> Procedure[int]:
    """Pick a player for an effect; one without monsters only where nobody has any (E-u), oneself always."""
    owner, seats = quest.game.active, len(quest.game.players)
    numbers = {(owner + step) % seats: "" for step in range(seats)}
    if effect.who == "another player" or effect.what == "give away":
        del numbers[owner]
    closed: dict[int, str] = {}
    if effect.what in ("discard", "hand over"):
        for number in numbers:
            many = len(quest.monsters(number))
            numbers[number] = f"{many} monster{'s' * (many != 1)}"
        if effect.what == "hand over" and owner in numbers:
            numbers[owner] += "; nothing moves (E-au)"
        closed = {
            n: "has no monster, and another player has" for n in numbers if n != owner and not quest.monsters(n)
        }
        if any(quest.monsters(number) for number in numbers):
            numbers = {number: told for number, told in numbers.items() if number not in closed}
        else:
            closed = {}
    chosen: int = yield from quest.choose_player(prompt, numbers, closed)
    return chosen


def give_up(quest: Quest, number: int, many: int, source: str) -> Procedure[None]:
    """A player discards monsters of the own choice, as many as there are (FAQ 2; E-v)."""
    for _ in range(many):
        if not quest.monsters(number):
            quest.emit(NothingLost(number, source))
            return
        name = yield from quest.choose_monster(number, "to discard")
        quest.discard(number, name, source)


def _hand_over(quest: Quest, number: int, many: int, source: str) -> Procedure[None]:
    """A player gives the active player monsters of the own choice; they go on top of the pile (Roc; E-w).

    Nobody gives anything to oneself (E-au).
    """
    if number == quest.game.active:
        quest.emit(NothingGiven(number, source))
        return
    for _ in range(many):
        if not quest.monsters(number):
            quest.emit(NothingLost(number, source, ("roc", "E-w")))
            return
        name = yield from quest.choose_monster(number, f"for {quest.active.name}")
        quest.player(number).monsters.remove(name)
        quest.active.monsters.append(name)
        quest.emit(Handed(number, quest.game.active, name))
