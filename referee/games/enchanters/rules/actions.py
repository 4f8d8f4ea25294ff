"""Actions: what may be used now, what it costs, and doing it (Actions in general; E-a, E-b, E-n)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from referee.asking.question import Option, Procedure
from referee.errors import Ambiguous, Illegal, Unreadable
from referee.games.enchanters.cards.wording import Graveyard, When
from referee.games.enchanters.rules import powers
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.effects import give_up, perform, trigger
from referee.games.enchanters.rules.events import Acted, CutShort
from referee.games.enchanters.rules.powers import Active
from referee.games.enchanters.rules.state import WOUNDS
from referee.games.enchanters.vocabulary import crystals
from referee.text.names import find, fold, or_list, printed

USE: tuple[When, ...] = ("minor", "multi")
REST: tuple[When, ...] = ("rest",)
_TIMES = re.compile(r"(.+?)\s+x\s*(\d{1,2})")


class Use(NamedTuple):
    """An action that is taken, and how often."""

    action: Active
    times: int = 1


def actions(quest: Quest, kinds: Sequence[When]) -> dict[str, Active]:
    """The visible actions of these kinds by the words that name them: the card, and a number if it has several.

    Of cards alike it is the first one whose action wasn't used yet; each counts for itself (E-b).
    """
    found: dict[tuple[str, int], Active] = {}
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


def closed_because(quest: Quest, use: Use) -> tuple[str, str] | None:
    """Why an action can't be taken now, and the rule or ruling; None if it can, at least once (E-av)."""
    action, player = use.action, quest.active
    rule = action.rule
    if rule.when == "rest" and quest.state.major:
        return "the major action of this turn is done", "turn"
    if rule.when != "multi" and use.times != 1:
        return "it isn't a multiaction", "multiaction"
    if rule.when != "multi" and action.key in quest.state.used:
        return "it was used this turn", "E-b"
    if (cost := rule.pays("crystals")) > player.crystals:
        return f"it costs {crystals(cost)}; {player.name} has {player.crystals}", "action-effect"
    has = len(quest.monsters(quest.state.active))
    if (cost := rule.pays("monsters")) > has:
        return f"it takes {cost} monster{'s' * (cost != 1)}; {player.name} has {has}", "action-effect"
    return None


def warning(quest: Quest, action: Active) -> str:
    """What a player should know before an action is taken: that a part of it does nothing (E-at)."""
    rule = action.rule
    if rule.has(Graveyard) and not quest.state.graveyard and not rule.pays("monsters"):
        return "no card lies in the graveyard now (E-at)"
    return ""


def names_one(quest: Quest, text: str) -> bool:
    """Whether a text is an action's name without its verb, as often as it is taken: "normaltown x3"."""
    named = {fold(words) for words in actions(quest, USE)}
    match = _TIMES.fullmatch(text.strip())
    return fold(text) in named or (match is not None and fold(match[1]) in named)


def read_use(quest: Quest, text: str, kinds: Sequence[When]) -> Use:
    """An action as typed: "Scimitar", "Normaltown x3". Raises Unreadable or Illegal."""
    named = {fold(words): one for words, one in actions(quest, kinds).items()}
    match = None if fold(text) in named else _TIMES.fullmatch(text.strip())  # a card may be called "Potion x2"
    name, times = (match[1], int(match[2])) if match else (text.strip(), 1)
    what = "rest action" if kinds == REST else "action"
    if kinds == REST and name.isdecimal() and fold(name) not in named and 1 <= int(name[:3]) <= len(named):
        name = list(named)[int(name) - 1]  # "rest 1": the first of them
    if not named:
        raise Illegal(f"{quest.active.name} has no {what}", "which-actions")
    if several := [one for one in named if one.startswith(f"{fold(name)} ") and fold(name) not in named]:
        sources = [printed(named[one].source) for one in several]
        told = [f"{source} {number} ({named[one].rule.does})"
                for number, (source, one) in enumerate(zip(sources, several, strict=True), 1)]  # fmt: skip
        if len(set(sources)) == 1 < len(several):
            raise Ambiguous(f'"{name}" has several: write {or_list(told)}')
    if times < 1:
        raise Unreadable(f'"{text}": an action is taken once or more')
    use = Use(find(name, named, f"{what} that {quest.active.name} has now"), times)
    if (closed := closed_because(quest, use)) is not None:
        raise Illegal(f"{printed(use.action.source)}: {closed[0]}", closed[1])
    return use


def write_use(quest: Quest, use: Use) -> str:
    """An action as it is recorded."""
    kinds = REST if use.action.rule.when == "rest" else USE
    words = next(words for words, one in actions(quest, kinds).items() if one == use.action)
    return words if use.times == 1 else f"{words} x{use.times}"


def options(quest: Quest, kinds: Sequence[When], *, closed: bool = False) -> list[Option]:
    """The actions that can be taken now; with `closed` those that can't, with the reason."""
    verb = "rest" if kinds == REST else "use"
    found = []
    for words, one in actions(quest, kinds).items():
        why = closed_because(quest, Use(one))
        if closed == (why is not None):
            often = "as often as you like: " if one.rule.when == "multi" else ""
            told = "; ".join(filter(None, (f"{often}{one.rule.does}", warning(quest, one))))
            detail, rule = why or (told, "")
            found.append(Option(f"{verb} {words}", detail=detail, rule=rule))
    return found


def hint(quest: Quest) -> str:
    """How a multiaction is taken several times at once, where there is one."""
    multi = [words for words, one in actions(quest, ("multi",)).items() if closed_because(quest, Use(one)) is None]
    return f"several times at once: use {multi[0]} x2" if multi else ""


def _not_again(quest: Quest, use: Use) -> str:
    """Why an action taken several times at once ends before (E-av): it can't be paid, its card is gone; "" if not."""
    if use.action not in powers.active_rules(quest.setup, quest.state, quest.state.active):
        return f"{printed(use.action.source)} isn't in sight any more"
    return (closed_because(quest, Use(use.action)) or ("",))[0]


def act(quest: Quest, use: Use) -> Procedure[None]:
    """Take an action: the whole cost first, then the effects, as often as it is taken (Actions in general)."""
    action, game = use.action, quest.state
    rule, source = action.rule, printed(action.source)
    rules = {"rest": ("rest", "turn"), "multi": ("multiaction",)}.get(rule.when, ("minor-actions", "E-b"))
    quest.emit(Acted(game.active, source, rule.does, use.times, rules))
    if rule.when != "multi":
        game.used.append(action.key)
    if rule.when == "rest":
        game.major = game.resting = True
    for time in range(use.times):
        if time and (why := _not_again(quest, use)):
            quest.emit(CutShort(game.active, source, time, why))
            break
        quest.pay(game.active, rule.pays("crystals"), source, ("action-effect",))
        quest.count(WOUNDS, game.active, rule.pays("wounds"), source, ("action-effect",))
        yield from give_up(quest, game.active, rule.pays("monsters"), source)
        yield from perform(quest, action.source, rule.effects)
    if rule.when == "rest":
        yield from trigger(quest, "after rest")
