"""Judging an attack record: the referee plays its steps and says what is illegal or disputed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import Struct, to_builtins

from referee.declaration import judged
from referee.declaration.reports import IllegalAt
from referee.errors import BadInput, Illegal, Unreadable
from referee.games.mythic.attack.assault import left_after, no_answer, play_move, verify_thrown, with_fives
from referee.games.mythic.attack.dice import AttackDice, best_assignment, dice_for
from referee.games.mythic.attack.moves import Average, FirstRoll, Reroll, Second, ThrowTarget, check_move
from referee.games.mythic.attack.values import Values, compute
from referee.games.mythic.records.record import VALUES, Record
from referee.games.mythic.vocabulary import GAME

if TYPE_CHECKING:
    from referee.text.screen import Screen


class Dispute(Struct, frozen=True):
    """A claim of the players that is wrong."""

    what: str
    claimed: int | bool
    ruled: int | bool | None


@dataclass
class Verdict(judged.Verdict[Record]):
    """The result of judging a record. `ready` are its dice before the first roll, `after` those after each step.

    `thrown_last` are the dice after the last roll; None if nothing was rolled. `others` are the verdicts on the other
    attacks of the same entry. `overruled` is why an attack made in a game isn't allowed.
    """

    turn = "step"
    values: Values | None = None
    ready: AttackDice | None = None
    after: list[AttackDice] = field(default_factory=list)
    thrown_last: AttackDice | None = None
    target_thrown: bool = False
    overruled: str = ""
    others: Sequence[Verdict] = ()

    @property
    def dice(self) -> AttackDice | None:
        """Dice as play left them; None if the attack itself isn't allowed."""
        return self.after[-1] if self.after else self.ready

    @property
    def ruled(self) -> dict[str, Any]:
        """The true values by subject of a claim; the keys are those of the JSON."""
        values, wounds = self.values, self.dice.placed if self.dice is not None else 0
        attack = self.record.attack
        left = left_after(attack, wounds)
        answers = values is not None and no_answer(attack, wounds, thrown=self.target_thrown) is None
        return {
            **{name: values and getattr(values, name) for name in VALUES},
            "wounds": wounds,
            "best": None if self.thrown_last is None else best_assignment(self.thrown_last).wounds,
            "vitality": left,
            "destroyed": None if left is None else left == 0,
            "retaliation": answers,
        }

    @property
    def disputes(self) -> list[Dispute]:
        """The wrong claims; unknown values can't be disputed."""
        ruled, unchecked = self.ruled, self.unchecked
        made = self.record.file.claim.claims()
        return [
            Dispute(what, said, ruled[what])
            for what, said in made.items()
            if what not in unchecked and said != ruled[what]
        ]

    @property
    def unchecked(self) -> list[str]:
        """The claims that can't be checked: on dice past an illegal step, or on an attack that isn't allowed."""
        ruled = self.ruled
        known = [what for what in ruled if ruled[what] is not None] if self.illegal is None else VALUES
        return [what for what in self.record.file.claim.claims() if self.values is None or what not in known]

    @property
    def against(self) -> bool:
        """True if a step is illegal or a claim wrong, here or in another attack of the entry."""
        return super().against or any(one.against for one in self.others)

    @property
    def cites(self) -> bool:
        """True if it names rules: only for illegal steps."""
        return any(one.illegal is not None for one in (self, *self.others))

    def data(self) -> dict[str, Any]:
        """Return the verdict in the fixed machine format; other attacks of the entry follow in the same form."""
        others = {"others": [one._plain() for one in self.others]} if self.others else {}
        return {"game": GAME, **self._plain(), **others}

    def _plain(self) -> dict[str, Any]:
        """Return this verdict alone; a step's dice are those neither placed nor discarded."""
        ruled = self.ruled
        steps = [
            {"step": number, "dice": list(dice.hand), "wounds": dice.placed}
            for number, dice in enumerate(self.after, 1)
        ]
        return {
            "kind": self.record.file.kind,
            "legal": self.illegal is None,
            "illegal": self.illegal_data,
            "disputes": to_builtins(self.disputes),
            **({"unchecked": self.unchecked} if self.unchecked else {}),
            **{name: ruled[name] for name in VALUES},
            "steps": steps,
            **{name: ruled[name] for name in ("wounds", "best", "vitality", "destroyed", "retaliation")},
        }

    def show(self, screen: Screen) -> None:
        """Print the values with each point's source, the dice step by step; then what is illegal or disputed."""
        from referee.games.mythic.screens.attacks import show_verdicts

        show_verdicts((self, *self.others), screen, brief=self.brief)


def judge(record: Record, brief: bool = False) -> Verdict:
    """Play a record's steps up to the first illegal one. Raises BadInput for impossible dice."""
    verdict = Verdict(record, brief=brief, others=tuple(map(judge, record.others)))
    try:
        verdict.values = record.values()
    except Illegal as error:
        if not record.saved:
            verdict.illegal = IllegalAt(0, error.reason, error.ruling)
            return verdict
        verdict.values, verdict.overruled = compute(record.attack), error.reason
    dice = verdict.ready = dice_for(record.attack, verdict.values)
    for number, step in enumerate(record.steps, 1):
        try:
            step = check_move(with_fives(dice, step), dice.count)
            if isinstance(step, Reroll | Second) and step.faces is None:
                verify_thrown(dice, step)  # announced, not rolled yet
            else:
                dice = play_move(dice, step)
                if isinstance(step, FirstRoll | Reroll | Second | Average):
                    verdict.thrown_last = dice
        except Unreadable as error:
            raise BadInput(f"{record.place(number)}: {error}") from None
        except Illegal as error:
            verdict.illegal = IllegalAt(number, error.reason, error.ruling)
            break
        verdict.after.append(dice)
        verdict.target_thrown |= isinstance(step, ThrowTarget)
    return verdict
