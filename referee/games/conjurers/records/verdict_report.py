"""A verdict on a battle record as the JSON that scripts rely on, and as a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.games.conjurers.battle.state import SIDES, Battle, Fighter, SideName
from referee.games.conjurers.records.verdict import Verdict
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import GAME

if TYPE_CHECKING:
    from referee.text.screen import Screen


class VerdictReport(Struct, frozen=True):
    """The result of `referee judge` for one file."""

    verdict: Verdict
    brief: bool = False

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for people."""
        return self.verdict.notes

    @property
    def against(self) -> bool:
        """Whether a move is illegal or a claim wrong."""
        return self.verdict.against

    @property
    def cites(self) -> bool:
        """Whether it names rules: every hit of a turn does, and in brief only what is wrong."""
        return self.against or (not self.brief and bool(self.verdict.played))

    def data(self) -> dict[str, Any]:
        """The verdict in the fixed machine format; damage in damage markers."""
        verdict = self.verdict
        battle = verdict.battle
        outcome = battle.outcome
        agreed = [{"turn": one.turn.number, "because": one.turn.because}
                  for one in verdict.played if one.turn.because]  # fmt: skip
        return {
            "game": GAME,
            "kind": battle.kind,
            "legal": verdict.illegal is None,
            "illegal": illegal_data(verdict),
            "disputes": [
                {"turn": d.turn, "creature": d.creature, "claimed": d.claimed, "ruled": d.ruled}
                for d in verdict.disputes
            ],
            "turns": [
                {
                    "turn": played.turn.number,
                    "side": played.turn.side,
                    "move": played.turn.text,
                    "damage": {one.key: one.damage for one in played.after.fighters if not one.maybe},
                }
                for played in verdict.played
            ],
            "over": outcome is not None,
            "winner": outcome.winner if outcome else None,
            "reason": outcome.reason if outcome else None,
            "state": {side: _side(battle, side) for side in SIDES},
        } | ({"agreed": agreed} if agreed else {})

    def show(self, screen: Screen) -> None:
        """The board and the arithmetic turn by turn, then what is illegal or disputed."""
        from referee.games.conjurers.screens.verdict import show_verdict

        show_verdict(self.verdict, screen, brief=self.brief)


def illegal_data(verdict: Verdict) -> dict[str, Any] | None:
    """The illegal move of a record in the fixed machine format; None without one."""
    illegal = verdict.illegal
    if illegal is None:
        return None
    return {"turn": illegal.turn.number, "move": illegal.turn.text, "reason": illegal.reason, "ruling": illegal.cited}


def _side(battle: Battle, side: SideName) -> dict[str, Any]:
    slots: list[dict[str, Any] | None] = [None] * battle_tables.numbers().slots
    for fighter in battle.in_slots(side):
        assert fighter.slot is not None
        slots[fighter.slot - 1] = _in_slot(battle, fighter)
    return {
        "hand": [fighter.name for fighter in battle.of(side) if fighter.in_hand],
        "slots": slots,
        "dead": [battle.fighters[number].name for number in battle.sides[side].dead],
    }


def _in_slot(battle: Battle, fighter: Fighter) -> dict[str, Any]:
    def name(number: int | None) -> str | None:
        return None if number is None else battle.fighters[number].name

    return {
        "name": fighter.name,
        "damage": fighter.damage,
        "frost": fighter.frost,
        "poison": fighter.poison,
        "bound": fighter.bound,
        "equipment": [{"name": piece.name, "absorbed": piece.absorbed} for piece in fighter.worn],
        "devouring": name(fighter.devouring),
        "devoured_by": name(fighter.devoured_by),
    }
