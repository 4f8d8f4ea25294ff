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
    """The result of `referee judge` for one file."""

    verdict: Verdict
    brief: bool = False

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for people."""
        return ()

    @property
    def against(self) -> bool:
        """Whether a step is illegal or a claim wrong."""
        return self.verdict.illegal is not None or bool(self.verdict.disputes)

    @property
    def cites(self) -> bool:
        """Whether it names rules: only what is illegal does."""
        return self.verdict.illegal is not None

    def data(self) -> dict[str, Any]:
        """The verdict in the fixed machine format; the dice after a step are those neither placed nor discarded."""
        verdict, ruled = self.verdict, self.verdict.ruled
        steps = [
            {"step": number, "dice": list(dice.hand), "wounds": dice.placed}
            for number, dice in enumerate(verdict.after, 1)
        ]
        return {
            "game": GAME,
            "kind": verdict.record.file.kind,
            "legal": verdict.illegal is None,
            "illegal": illegal_data(verdict.illegal),
            "disputes": to_builtins(verdict.disputes),
            **{name: ruled[name] for name in ("range", "offence", "defence")},
            "steps": steps,
            **{name: ruled[name] for name in ("wounds", "best", "vitality", "destroyed", "retaliation")},
        }

    def show(self, screen: Screen) -> None:
        """The values with each point's source, the dice step by step; then what is illegal or disputed."""
        from referee.games.mythic.screens.attacks import show_verdict

        show_verdict(self.verdict, screen, brief=self.brief)


def illegal_data(illegal: IllegalStep | None) -> dict[str, Any] | None:
    """What is illegal in the fixed machine format."""
    return None if illegal is None else {"step": illegal.step, "reason": illegal.reason, "ruling": illegal.ruling}
