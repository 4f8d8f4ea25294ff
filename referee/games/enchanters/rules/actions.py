"""Actions: what may be used now, what it costs, and doing it (Actions in general; E-a, E-b, E-n)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, reason
from referee.asking.question import Procedure
from referee.effects.phrases import Also, Names
from referee.games.enchanters.cards.wording import Graveyard, When
from referee.games.enchanters.rules import powers
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.effects import give_up, perform, trigger
from referee.games.enchanters.rules.events import Acted, CutShort
from referee.games.enchanters.rules.powers import ActiveRule
from referee.games.enchanters.rules.state import WOUNDS
from referee.games.enchanters.vocabulary import crystals
from referee.text.names import printed

USE: tuple[When, ...] = ("minor", "multi")
REST: tuple[When, ...] = ("rest",)
Times = Annotated[int, Meta(ge=1, le=99), Also({f"x{times}": times for times in range(1, 100)})]


def actions(quest: Quest, kinds: Sequence[When]) -> dict[str, ActiveRule]:
    """The visible actions of these kinds by the words that name them: the card, and a number if it has several.

    Of cards alike it is the first one whose action wasn't used yet; each counts for itself (E-b).
    """
    found: dict[tuple[str, int], ActiveRule] = {}
    for one in powers.active_rules(quest.setup, quest.state, quest.state.active):
        alike = (printed(one.source), one.number)
        if one.rule.when in kinds and (alike not in found or found[alike].key in quest.state.used):
            found[alike] = one
    sources = [source for source, _ in found]
    named = {}
    for at, (source, one) in enumerate(zip(sources, found.values(), strict=True)):
        number = f" {sources[: at + 1].count(source)}" if sources.count(source) > 1 else ""
        named[f"{source}{number}"] = one
    return named


def why_not(quest: Quest, action: ActiveRule, times: int = 1) -> str | Refusal:
    """Why an action can't be taken now; "" if it can, at least once (E-av)."""
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
        return f"it takes {cost} monster{'s' * (cost != 1)}; {player.name} has {has}"
    return ""


def _rests(quest: Quest) -> dict[str, str]:
    """The rest actions by their words, and by their numbers."""
    named = {words: words for words in actions(quest, REST)}
    return named | {str(number): words for number, words in enumerate(named, 1)} | named


RestAction = Annotated[str, Names("rest action", _rests)]
UseAction = Annotated[str, Names("action", lambda quest: [*actions(quest, USE)])]


class Action(Move[Quest], frozen=True):
    """An action that is taken, by the words that name it, and how often."""

    rule = "action-effect"
    kinds: ClassVar[tuple[When, ...]]
    action: str
    times: Times = 1

    @classmethod
    def why_none(cls, quest: Quest) -> str | Refusal:
        """There may be no such action in sight."""
        none = f"{quest.active.name} has no {'rest ' * (cls.kinds == REST)}action"
        return "" if actions(quest, cls.kinds) else Refusal(none, "which-actions")

    def active(self, quest: Quest) -> ActiveRule:
        """The rule that is acted by."""
        return actions(quest, self.kinds)[self.action]

    def why_not(self, quest: Quest) -> str | Refusal:
        """When it is taken, how often, and what it costs."""
        return why_not(quest, self.active(quest), self.times)

    def detail(self, quest: Quest) -> str:
        """What it does, and that a part of it does nothing (E-at)."""
        rule = self.active(quest).rule
        often = "as often as you like: " if rule.when == "multi" else ""
        nothing = rule.has(Graveyard) and not quest.state.graveyard and not rule.pays("monsters")
        return f"{often}{rule.does}" + "; no card lies in the graveyard now (E-at)" * nothing

    def do(self, quest: Quest) -> Procedure[None]:
        """Take it."""
        return _act(quest, self.active(quest), self.times)


class Rest(Action, frozen=True):
    """A rest, which is the major action of a turn."""

    says = "rest {action}[ x{times}][ {times!}]"
    kinds = REST
    action: RestAction


class Use(Action, frozen=True):
    """A minor action, or a multiaction several times."""

    says = ("use {action}[ x{times}][ {times!}]", "{action!!}[ x{times}][ {times!}]")
    kinds = USE
    action: UseAction


def usable(quest: Quest, kinds: Sequence[When] = USE) -> list[str]:
    """The words of the actions that can be taken now."""
    return [words for words, one in actions(quest, kinds).items() if not why_not(quest, one)]


def hint(quest: Quest) -> str:
    """How a multiaction is taken several times at once, where there is one."""
    return "".join(f"several times at once: use {words} x2" for words in usable(quest, ("multi",))[:1])


def _not_again(quest: Quest, action: ActiveRule) -> str:
    """Why an action taken several times at once ends before (E-av): it can't be paid, its card is gone; "" if not."""
    if action not in powers.active_rules(quest.setup, quest.state, quest.state.active):
        return f"{printed(action.source)} isn't in sight any more"
    return reason(why_not(quest, action))


def _act(quest: Quest, action: ActiveRule, times: int) -> Procedure[None]:
    """Pay the whole cost first, then carry out the effects, as often as it is taken (Actions in general)."""
    rule, source, game = action.rule, printed(action.source), quest.state
    rules = {"rest": ("rest", "turn"), "multi": ("multiaction",)}.get(rule.when, ("minor-actions", "E-b"))
    quest.emit(Acted(game.active, source, rule.does, times, rules))
    if rule.when != "multi":
        game.used.append(action.key)
    if rule.when == "rest":
        game.major = game.resting = True
    for time in range(times):
        if time and (why := _not_again(quest, action)):
            quest.emit(CutShort(game.active, source, time, why))
            break
        quest.pay(game.active, rule.pays("crystals"), source, ("action-effect",))
        quest.count(WOUNDS, game.active, rule.pays("wounds"), source, ("action-effect",))
        yield from give_up(quest, game.active, rule.pays("monsters"), source)
        yield from perform(quest, action.source, rule.effects)
    if rule.when == "rest":
        yield from trigger(quest, "after rest")
