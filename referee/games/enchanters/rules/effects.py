"""Resolving a card's effects, one after the other, each as far as possible (Actions in general; FAQ 1, 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta, structs

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, reason
from referee.asking.question import Option, Procedure, carried_out
from referee.effects.phrases import Also, Names
from referee.effects.rules import Effect
from referee.errors import Illegal
from referee.games.enchanters.cards import cards as w
from referee.games.enchanters.cards.cards import Graveyard, When
from referee.games.enchanters.rules import context
from referee.games.enchanters.rules import context as e
from referee.games.enchanters.rules.checks import HOLDINGS, USAGE
from referee.games.enchanters.rules.context import ActiveRule, Quest
from referee.games.enchanters.rules.state import CRYSTALS, WOUNDS, Boost, village_of
from referee.games.enchanters.vocabulary import crystals
from referee.text.grammar import so_many
from referee.text.names import printed


def perform(quest: Quest, source: str, effects: Sequence[Effect]) -> Procedure[int]:
    """Apply the effects of an active player's card; return who gets the card itself ("give this card away")."""
    receiver = quest.state.active
    for effect in effects:
        gets: int | None = yield from carried_out(CARRIED_OUT[type(effect)](quest, source, effect))
        receiver = receiver if gets is None else gets
    return receiver


def trigger(quest: Quest, when: w.When) -> Procedure[None]:
    """Apply the active player's passive effects for an event; they aren't actions."""
    for active in context.active_rules(quest.setup, quest.state, quest.state.active):
        if active.rule.when == when:
            quest.emit(e.Triggered(quest.state.active, printed(active.source), active.rule.does, ("passives",)))
            yield from perform(quest, active.source, active.rule.effects)


def immediate(quest: Quest, name: str, rules: Sequence[w.EnchantersRule]) -> Procedure[int]:
    """Apply a card's immediate effects, before it counts for anything; return who gets it."""
    receiver = quest.state.active
    for rule in rules:
        if rule.when == "immediate":
            quest.emit(e.Triggered(quest.state.active, printed(name), rule.does, ("immediate",)))
            gets: int = yield from perform(quest, name, rule.effects)
            receiver = receiver if gets == quest.state.active else gets  # it can't be given to oneself (E-x)
    return receiver


# --- one by one ---------------------------------------------------------------------------------------


def _give_away(quest: Quest, source: str, effect: w.GiveAway) -> Procedure[int]:
    """Ask which other player gets the card (Trap; E-x)."""
    prompt = f"{quest.active.name} gives {printed(source)} to"
    return (yield from quest.choose_player(prompt, dict.fromkeys(quest.clockwise()[1:], ""), {}, "E-x"))


def _add(quest: Quest, source: str, effect: w.Add) -> None:
    """Add attack or defence for this turn (E-o)."""
    points, counted = _counted_number(quest, effect)
    if points:
        quest.state.boosts.append(Boost(effect.what, points, printed(source)))
    if points or counted:
        quest.emit(e.Boosted(quest.state.active, effect.what, points, printed(source), counted=counted))


def _tokens(quest: Quest, source: str, effect: w.Crystals | w.WoundsEffect) -> Procedure[None]:
    """Add or remove crystals or wounds; no more are removed than there are."""
    many, counted = _counted_number(quest, effect)
    counter = CRYSTALS if isinstance(effect, w.Crystals) else WOUNDS
    for number in (yield from _targets(quest, source, effect)):
        by = counter.of(quest.player(number)) if many and effect.number == "all" else many
        by = -by if effect.verb in ("loses", "heals") else by
        quest.count(counter, number, by, printed(source), ("as-far-as-possible",), counted)


def _discard(quest: Quest, source: str, effect: w.Discard) -> Procedure[None]:
    many, _ = _counted_number(quest, effect)
    for number in (yield from _targets(quest, source, effect)):
        has = len(quest.monsters(number))
        yield from give_up(quest, number, has if many and effect.number == "all" else many, printed(source))


def give_up(quest: Quest, number: int, many: int, source: str) -> Procedure[None]:
    """Ask a player which monsters to discard, as many as there are (FAQ 2; E-v)."""
    for _ in range(many):
        if not quest.monsters(number):
            quest.emit(e.NothingLost(number, source))
            return
        name = yield from quest.choose_monster(number, "to discard")
        quest.player(number).monsters.remove(name)
        quest.lose(number, name, source)


def _hand_over(quest: Quest, source: str, effect: w.HandOver) -> Procedure[None]:
    """Ask which monsters a player gives the active player; they go on top of the pile (Roc; E-w).

    A gift to oneself has no effect (E-au).
    """
    (number,) = yield from _targets(quest, source, effect)
    if number == quest.state.active:
        quest.emit(e.NothingGiven(number, printed(source)))
        return
    for _ in range(len(quest.monsters(number)) if effect.number == "all" else effect.number):
        if not quest.monsters(number):
            quest.emit(e.NothingLost(number, printed(source), ("roc", "E-w")))
            return
        name = yield from quest.choose_monster(number, f"for {quest.active.name}")
        quest.player(number).monsters.remove(name)
        quest.active.monsters.append(name)
        quest.emit(e.Handed(number, quest.state.active, name))


def _by_hand(quest: Quest, source: str, effect: w.ManualEffect) -> Procedure[None]:
    """Show a card's words that the vocabulary lacks, and ask for the changes that they made (E-ap)."""
    quest.emit(e.ByHand(quest.state.active, printed(source), effect.text))
    yield from HOLDINGS.by_hand(quest, printed(source), ("E-ap",), quest.active.name, USAGE)


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
"""The function of each effect, which may return who gets the card. Fights and the score handle the others."""


# --- how much, and whose ------------------------------------------------------------------------------


def _counted_number(quest: Quest, effect: w.CountedCards) -> tuple[int, str]:
    """Return the number of an effect, with "all" as 1, and how it was counted.

    As "1 for every 2 attack, of 6 (Sword 5; covered Fist 1)"; "" if nothing was.
    """
    per, whose = effect.per, (quest.setup, quest.state, quest.state.active)
    if per is None:
        return effect.value_of(0), ""
    has = context.count(*whose, per.of)
    made_of = context.points_text(context.parts(*whose, per.of)) if per.of in context.POWERS else ""
    many = "all" if effect.number == "all" else abs(effect.number)
    text = f"{many} for every {per.words}, of {has}" + (f" ({made_of})" if made_of else "")
    return effect.value_of(has), text


def _targets(quest: Quest, source: str, effect: w.OfPlayers) -> Procedure[list[int]]:
    """Return the affected players; a chosen one has monsters if the effect takes some (E-u), or is oneself."""
    seats, owner = quest.clockwise(), quest.state.active
    if effect.who not in w.CHOOSING:
        return {"": seats[:1], "each player": seats, "each other player": seats[1:]}[effect.who]
    numbers = dict.fromkeys(seats[effect.who == "another player" :], "")
    closed: dict[int, str] = {}
    if losing := isinstance(effect, w.Discard | w.HandOver):
        for number in numbers:
            many = len(quest.monsters(number))
            numbers[number] = so_many(many, "monster")
        if isinstance(effect, w.HandOver) and owner in numbers:
            numbers[owner] += "; nothing moves (E-au)"
        if quest.setup.targets == "with monsters" and any(quest.monsters(number) for number in numbers):
            without = [number for number in numbers if number != owner and not quest.monsters(number)]
            closed = dict.fromkeys(without, "has no monster, and another player has")
            numbers = {number: remark for number, remark in numbers.items() if number not in closed}
    prompt = f"{printed(source)}: {quest.active.name} chooses"
    return [(yield from quest.choose_player(prompt, numbers, closed, losing=losing))]


# --- Actions --------------------------------------------------------------------------------------
# Actions: those usable now, their costs, and taking them (Actions in general; E-a, E-b, E-n).


USE: tuple[When, ...] = ("minor", "multi")
REST: tuple[When, ...] = ("rest",)
Times = Annotated[int, Meta(ge=1, le=99), Also({f"x{times}": times for times in range(1, 100)})]


def actions(quest: Quest, kinds: Sequence[When]) -> dict[str, ActiveRule]:
    """Return the visible actions of these kinds by name: the card, and a number if it has several.

    Of equal cards it is the first one whose action wasn't used yet; each counts for itself (E-b).
    """
    found: dict[tuple[str, int], ActiveRule] = {}
    for one in context.active_rules(quest.setup, quest.state, quest.state.active):
        if one.rule.when in kinds:
            alike = (printed(one.source), one.number)
            if alike not in found or found[alike].key in quest.state.used:
                found[alike] = one
    sources = [source for source, _ in found]
    named = {}
    for at, (source, one) in enumerate(zip(sources, found.values(), strict=True)):
        number = f" {sources[: at + 1].count(source)}" if sources.count(source) > 1 else ""
        named[f"{source}{number}"] = one
    return named


def _why_unusable(kinds: Sequence[When]) -> Callable[[Quest], dict[str, str | Illegal]]:
    """Return a function that gives why cards' actions of these kinds can't be used: covered, or another's (E-a)."""

    def named(quest: Quest) -> dict[str, str | Illegal]:
        found: dict[str, str | Illegal] = {}
        lying = {printed(name) for name in quest.state.track}  # another's Eagle Helm isn't meant then
        for player in (quest.active, *quest.state.players):
            for name in (name for pile in player.piles() for name in pile if printed(name) not in lying):
                if any(rule.when in kinds for rule in quest.card(name).all_rules):
                    why = f"{printed(name)} is covered; only what is below its line is active", "hidden-inactive"
                    if player is not quest.active:
                        why = f"{printed(name)} is {player.name}'s", "which-actions"
                    found.setdefault(printed(name), Illegal(*why))
        return found

    return named


def why_not(quest: Quest, action: ActiveRule, times: int = 1) -> str | Refusal:
    """Return why an action can't be taken now; "" if it can, at least once (E-av)."""
    rule, player = action.rule, quest.active
    if rule.when == "rest" and quest.state.major:
        return Refusal("the major action of this turn is done", "turn")
    if rule.when != "multi" and times != 1:
        return Refusal("it isn't a multiaction", "multiaction")
    if rule.when != "multi" and action.key in quest.state.used:
        return Refusal("it was used this turn", "E-b")
    if (cost := rule.pays("crystals")) > player.crystals:
        return f"it costs {crystals(cost)}; {player.name} has {player.crystals}"
    if (cost := rule.pays("monsters")) > (has := len(quest.monsters(quest.state.active))):
        return f"it takes {so_many(cost, 'monster')}; {player.name} has {has}"
    return ""


def _rest_names(quest: Quest) -> dict[str, str]:
    """Return the rest actions by name, and by number."""
    named = {words: words for words in actions(quest, REST)}
    return named | {str(number): words for number, words in enumerate(named, 1)} | named


RestAction = Annotated[str, Names("rest action", _rest_names, others=_why_unusable(REST))]
UseAction = Annotated[str, Names("action", lambda quest: [*actions(quest, USE)], others=_why_unusable(USE))]


class Action(Move[Quest], frozen=True):
    """An action that is taken, by the words that name it, and how often."""

    rule = "action-effect"
    kinds: ClassVar[tuple[When, ...]]
    action: str
    times: Times = 1

    @classmethod
    def why_none(cls, quest: Quest) -> str | Refusal:
        """Return why no such action can be taken: none is in sight; "" if one is."""
        none = f"{quest.active.name} has no {'rest ' * (cls.kinds == REST)}action"
        return "" if actions(quest, cls.kinds) else Refusal(none, "which-actions")

    def active(self, quest: Quest) -> ActiveRule:
        """Return the rule that is used."""
        return actions(quest, self.kinds)[self.action]

    def why_not(self, quest: Quest) -> str | Refusal:
        """Check when it is taken, how often, and its cost."""
        return why_not(quest, self.active(quest), self.times)

    def detail(self, quest: Quest) -> str:
        """Describe its effects, and that a part of them does nothing (E-at)."""
        rule = self.active(quest).rule
        often = ", any number of times (x2: twice)" if rule.when == "multi" else ""
        nothing = rule.has(Graveyard) and not quest.state.graveyard and not rule.pays("monsters")
        return f"{rule.does}{often}" + "; no card lies in the graveyard now (E-at)" * nothing

    def option(self, quest: Quest, text: str) -> Option:
        """Return its option; it may be called by its source's kind, as "item", a closed one also by what it does."""
        rule, listed = self.active(quest), super().option(quest, text)
        village, source = village_of(quest.setup, quest.state).name, printed(rule.source)
        kind = "village" if rule.source == village else quest.card(rule.source).type
        also = text.replace(source, kind, 1)
        does = [rule.rule.does] if self.why_not(quest) else []
        return structs.replace(listed, also=(also, f"{also} {rule.rule.when} action", *does))

    def do(self, quest: Quest) -> Procedure[None]:
        """Pay the whole cost first, then apply the effects, as often as it is taken (Actions in general)."""
        action, game = self.active(quest), quest.state
        rule, source = action.rule, printed(action.source)
        rules = {"rest": ("rest", "turn"), "multi": ("multiaction",)}.get(rule.when, ("minor-actions", "E-b"))
        quest.emit(e.Acted(game.active, source, rule.does, self.times, rules))
        if rule.when != "multi" and action.key not in game.used:  # the table may overrule a second use
            game.used.append(action.key)
        if rule.when == "rest":
            game.major = game.resting = True
        for time in range(self.times):
            if time and (why := _why_not_again(quest, action)):
                quest.emit(e.CutShort(game.active, source, time, why))
                break
            quest.pay(game.active, rule.pays("crystals"), source, ("action-effect",))
            quest.count(WOUNDS, game.active, rule.pays("wounds"), source, ("action-effect",))
            yield from give_up(quest, game.active, rule.pays("monsters"), source)
            yield from perform(quest, action.source, rule.effects)
        if rule.when == "rest":
            yield from trigger(quest, "after rest")


class Rest(Action, frozen=True):
    """A rest, which is the major action of a turn."""

    says = "rest {action}[ x{times}][ {times!}]"
    kinds = REST
    action: RestAction


class Use(Action, frozen=True):
    """A minor action, or a multiaction several times."""

    says = ("(use|activate) {action}[ x{times}][ {times!}]", "{action!!}[ x{times}][ {times!}]")
    kinds = USE
    action: UseAction


def usable(quest: Quest) -> list[str]:
    """List the names of the actions that can be taken now."""
    return [words for words, one in actions(quest, USE).items() if not why_not(quest, one)]


def _why_not_again(quest: Quest, action: ActiveRule) -> str:
    """Return why a repeated action ends early (E-av): it can't be paid, or its card is gone; "" if it doesn't."""
    if action not in context.active_rules(quest.setup, quest.state, quest.state.active):
        return f"{printed(action.source)} isn't in sight any more"
    return reason(why_not(quest, action))
