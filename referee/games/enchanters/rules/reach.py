"""How far help reaches in a fight: whether it can be won and for what, and whether the strike can change (E-m)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.games.enchanters.cards import wording as w
from referee.games.enchanters.cards.cards import Card
from referee.games.enchanters.rules import powers
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.powers import Active
from referee.games.enchanters.vocabulary import crystals, wounds
from referee.text.names import and_list, printed

_OPEN = (w.Manual, w.Graveyard, w.Discard, w.HandOver)
"""Effects of which nobody can say beforehand what they do to attack and defence."""
_MOVING: tuple[w.Count, ...] = ("attack", "defence", "crystals", "wounds")
"""Counts that help itself changes."""


class Reach(NamedTuple):
    """The attack that a fight lacks, and the cheapest help that makes up for it.

    `price` are crystals and wounds; None where no help whose effect can be reckoned is enough, and for `certain` no
    other help either.
    """

    short: int
    price: tuple[int, int] | None
    sources: tuple[str, ...] = ()
    certain: bool = True

    @property
    def hopeless(self) -> bool:
        """Whether the fight can't be won."""
        return self.short > 0 and self.price is None and self.certain

    @property
    def told(self) -> str:
        """The prospect in words; "" for a fight that is won without help."""
        if self.short <= 0:
            return ""
        if self.price is None:
            return "can't be won (E-m)" if self.certain else f"{self.short} attack short without other help (E-m)"
        costs = [word(many) for word, many in zip((crystals, wounds), self.price, strict=True) if many]
        of = and_list(dict.fromkeys(map(printed, self.sources)))
        return f"can be won for {and_list(costs)} of {of}" if costs else f"can be won with {of}"


def reach(quest: Quest, card: Card, way: int = 0) -> Reach:
    """How far the help of whose turn it is reaches against a card, once the crystals of the way are paid."""
    short = int(card.health or 0) - quest.total(quest.game.active, "attack")
    purse = quest.active.crystals - way
    best: dict[int, tuple[int, int, tuple[str, ...]]] = {0: (0, 0, ())}
    certain = True
    for help in _unused(quest):
        gain, pays = _gain(quest, help), help.rule.pays("crystals")
        if gain is None:
            certain = certain and pays > purse and not _brings_crystals(quest)
        for _ in range(-(-short // gain) if gain and help.rule.when == "multi" else bool(gain)):
            reached = dict(best)
            for attack, (cost, hurt, sources) in best.items():
                now, more = min(short, attack + (gain or 0)), cost + pays
                trial = more, hurt + help.rule.pays("wounds"), (*sources, help.source)
                if more <= purse and (now not in reached or trial[:2] < reached[now][:2]):
                    reached[now] = trial
            best = reached
    if short <= 0 or short not in best:
        return Reach(short, None, certain=certain and not (_brings_crystals(quest) and _dear(quest, purse)))
    cost, hurt, sources = best[short]
    return Reach(short, (cost, hurt), sources)


def strike_may_change(quest: Quest) -> bool:
    """Whether some help, be it too dear now, may change a strike."""
    return any(
        help.rule.pays("monsters")
        or any(isinstance(effect, _OPEN) or _adds(effect, "defence") for effect in help.rule.effects)
        for help in _unused(quest)
    )


def too_dear(quest: Quest) -> bool:
    """Whether there is help that can't be paid now."""
    return _dear(quest, quest.active.crystals)


def _dear(quest: Quest, purse: int) -> bool:
    return any(help.rule.pays("crystals") > purse for help in _unused(quest))


def _brings_crystals(quest: Quest) -> bool:
    return any(isinstance(effect, w.Crystals) for help in _unused(quest) for effect in help.rule.effects)


def _unused(quest: Quest) -> Iterator[Active]:
    """The help that whose turn it is may still take; what takes more monsters than there are is none."""
    game = quest.game
    for active in powers.active_rules(quest.setup, game, game.active):
        again = active.rule.when == "multi" or (active.rule.when == "minor" and active.key not in game.used)
        if again and active.rule.pays("monsters") <= len(quest.monsters(game.active)):
            yield active


def _gain(quest: Quest, help: Active) -> int | None:
    """The attack that a help brings each time; None where that can't be said beforehand."""
    gain = 0
    for effect in help.rule.effects:
        per = getattr(effect, "per", None)
        if isinstance(effect, _OPEN) or (_adds(effect, "attack") and per is not None and per.of in _MOVING):
            return None
        if isinstance(effect, w.Add) and effect.what == "attack":
            gain += powers.amount(quest.setup, quest.game, quest.game.active, effect)
    return None if help.rule.pays("monsters") else max(0, gain)


def _adds(effect: object, what: powers.Power) -> bool:
    return isinstance(effect, w.Add) and effect.what == what
