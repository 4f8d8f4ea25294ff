"""A verdict on a fight record as the JSON that scripts rely on, and as a screen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.games.prophecy.fights.events import Rolled
from referee.games.prophecy.records.verdict import Verdict
from referee.games.prophecy.vocabulary import GAME

if TYPE_CHECKING:
    from referee.text.screen import Screen


class VerdictReport(Struct, frozen=True):
    """The result of `referee judge` for one file."""

    verdict: Verdict
    brief: bool = False

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for people."""
        where = self.verdict.record.where
        return [f"{where}: needs a whole game, or a move like discard Axe: {what}" for what in self.verdict.left_out]

    @property
    def against(self) -> bool:
        """Whether a move is illegal or the claim wrong."""
        return self.verdict.illegal is not None or self.verdict.disputed

    @property
    def cites(self) -> bool:
        """Whether it names rules: only what is illegal does."""
        return self.verdict.illegal is not None

    def data(self) -> dict[str, Any]:
        """The verdict in the fixed machine format; totals before the dice, `result` of the first side.

        `dice` is what each side's dice come to.
        """
        verdict = self.verdict
        illegal = verdict.illegal
        claim = verdict.record.file.claim
        names = ("hero",) if verdict.record.scene.creature is not None else ("hero", "defender")
        return {
            "game": GAME,
            "kind": verdict.record.file.kind,
            "legal": illegal is None,
            "illegal": illegal and {"move": illegal.move, "reason": illegal.reason, "ruling": illegal.ruling},
            "type": verdict.type,
            "rolls": [_roll(event) for event in verdict.events if isinstance(event, Rolled)],
            "result": verdict.result,
            **{name: hero_data(verdict, who) for who, name in enumerate(names)},
            "disputes": [{"claimed": claim, "ruled": verdict.result}] if verdict.disputed else [],
        }

    def show(self, screen: Screen) -> None:
        """The sums roll by roll with each point's source, then what is illegal or disputed."""
        from referee.games.prophecy.screens.fights import show_verdict

        show_verdict(self.verdict, screen, brief=self.brief)


def _roll(event: Rolled) -> dict[str, Any]:
    return {
        "own": event.own,
        "enemy": event.against,
        "dice": list(map(_number, event.faces)),
        "totals": list(map(_number, event.totals)),
        "result": event.result,
    }


def _number(text: str) -> int | str:
    """A sum: a number, an average that isn't whole as a fraction."""
    value = Fraction(text)
    return int(value) if value.denominator == 1 else text


def hero_data(verdict: Verdict, who: int) -> dict[str, Any]:
    """A hero after the moves."""
    hero = verdict.heroes[who]
    before = verdict.record.heroes[who]
    gone = [name for name in (*before.items, *before.damaged) if name not in (*hero.items, *hero.damaged)]
    return {
        "health": hero.health,
        "magic": hero.magic,
        "alive": hero.alive,
        "damaged": list(hero.damaged),
        "discarded": gone,
    }
