"""A verdict on an attack record as the JSON that scripts rely on, and as a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, to_builtins

from referee.games.mythic.records.verdict import IllegalStep, Verdict
from referee.games.mythic.vocabulary import GAME

if TYPE_CHECKING:
    from referee.text.screen import Screen


class VerdictReport(Struct, frozen=True):
    """The result of `referee judge` for one file; `others` are the verdicts on what the same entry fought besides."""

    verdict: Verdict
    brief: bool = False
    others: tuple[Verdict, ...] = ()

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for people."""
        return ()

    @property
    def against(self) -> bool:
        """Whether a step is illegal or a claim wrong."""
        return any(one.illegal is not None or one.disputes for one in self._all)

    @property
    def cites(self) -> bool:
        """Whether it names rules: only what is illegal does."""
        return any(one.illegal is not None for one in self._all)

    @property
    def _all(self) -> tuple[Verdict, ...]:
        return (self.verdict, *self.others)

    def data(self) -> dict[str, Any]:
        """The verdict in the fixed machine format; what an entry fought besides stands behind it in the same form."""
        others = {"others": [_data(one) for one in self.others]} if self.others else {}
        return {"game": GAME, **_data(self.verdict), **others}

    def show(self, screen: Screen) -> None:
        """The values with each point's source, the dice step by step; then what is illegal or disputed."""
        from referee.games.mythic.screens.attacks import show_verdicts

        show_verdicts(self._all, screen, brief=self.brief)


def _data(verdict: Verdict) -> dict[str, Any]:
    """One verdict; the dice after a step are those neither placed nor discarded."""
    ruled = verdict.ruled
    steps = [
        {"step": number, "dice": list(dice.hand), "wounds": dice.placed}
        for number, dice in enumerate(verdict.after, 1)
    ]
    return {
        "kind": verdict.record.file.kind,
        "legal": verdict.illegal is None,
        "illegal": illegal_data(verdict.illegal),
        "disputes": to_builtins(verdict.disputes),
        **({"unchecked": verdict.unchecked} if verdict.unchecked else {}),
        **{name: ruled[name] for name in ("range", "offence", "defence")},
        "steps": steps,
        **{name: ruled[name] for name in ("wounds", "best", "vitality", "destroyed", "retaliation")},
    }


def illegal_data(illegal: IllegalStep | None) -> dict[str, Any] | None:
    """What is illegal in the fixed machine format."""
    return None if illegal is None else {"step": illegal.step, "reason": illegal.reason, "ruling": illegal.ruling}
