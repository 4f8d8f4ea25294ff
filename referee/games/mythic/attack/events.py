"""What happens in an attack, in words; units are told by name, for a record has no players."""

from __future__ import annotations

from collections.abc import Sequence

from referee.effects.terms import Term, summed
from referee.games.mythic.attack.attack import Attack
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.moves import dice_told, wounds_told
from referee.games.mythic.attack.values import Values
from referee.play.event import Event, Names
from referee.text.grammar import does

Rules = tuple[str, ...]


class Attacked(Event, frozen=True, tag=True):
    """An attack with its values, and what each of them is made of."""

    attacker: str
    defender: str
    range: tuple[Term, ...]
    offence: tuple[Term, ...]
    defence: tuple[Term, ...]
    distance: int = 0
    answers: bool = False
    rules: Rules = ("values", "M20", "M28")

    def told(self, name: Names) -> str:
        """Who attacks whom, with which values."""
        verb = "answers" if self.answers else "attacks"
        values = f"{value_told(self.offence)}; {value_told(self.defence)}"
        far = f"; {value_told(self.range)}, {self.distance} away" if self.distance else ""
        return f"{does(self.attacker, verb)} {self.defender}: {values}{far}."


class DiceRolled(Event, frozen=True, tag=True):
    """A throw: what the dice showed, and all that lies then. `again`: which dice were thrown, if not all.

    `who` threw them, a player's name; "" in a record.
    """

    attacker: str
    faces: tuple[int, ...]
    again: tuple[int, ...]
    hand: tuple[int, ...]
    placed: int
    newly: int
    who: str = ""
    rules: Rules = ("first-assault", "blanks", "at-once")

    def told(self, name: Names) -> str:
        """What was rolled, what is placed, what is left."""
        what = f"throws {dice_told(self.again)} again: " if self.again else "rolls "
        return f"{does(self.attacker, what)}{dice_told(self.faces)}. {lying(self.placed, self.newly, self.hand)}"


class Lifted(Event, frozen=True, tag=True):
    """A die lifted by discarding others."""

    die: int
    fuel: tuple[int, ...]
    hand: tuple[int, ...]
    placed: int
    newly: int
    rules: Rules = ("lifts", "M5", "at-once")

    def told(self, name: Names) -> str:
        """What was discarded for which die."""
        to = self.die + len(self.fuel)
        return f"Discard {dice_told(self.fuel)}: {self.die} becomes {to}. {lying(self.placed, self.newly, self.hand)}"


class AverageDice(Event, frozen=True, tag=True):
    """Average dice: the most wounds that have an even chance."""

    attacker: str
    dice: int
    defence: int
    wounds: int
    rules: Rules = ("M13",)

    def told(self, name: Names) -> str:
        """What average dice give."""
        many = "1 die gives" if self.dice == 1 else f"{self.dice} dice give"
        return f"{many} {wounds_told(self.wounds)} on average against defence {self.defence}."


class AttackOver(Event, frozen=True, tag=True):
    """What an attack has done: the vitality left (None if nobody said), and why it isn't answered ("": it may be)."""

    defender: str
    wounds: int
    left: int | None
    unanswered: str = ""
    rules: Rules = ("wounds", "M14", "retaliation", "M42")

    def told(self, name: Names) -> str:
        """The wounds, what is left, and whether there may be an answer."""
        left = "" if self.left is None else f", {self.left} left" if self.left else ", destroyed"
        answer = f"No answer: {self.unanswered}." if self.unanswered else "It may answer, with a card of its own."
        return f"{self.defender}: {wounds_told(self.wounds)}{left}. {answer}"


def attacked(attack: Attack, values: Values) -> Attacked:
    """The event of an attack with its values."""
    return Attacked(
        attack.attacker.name, attack.defender.name, values.range_terms, values.offence_terms, values.defence_terms,
        0 if attack.as_if_there else attack.distance, attack.kind == "retaliation",
    )  # fmt: skip


def lying(placed: int, newly: int, hand: Sequence[int]) -> str:
    """What the hands do after a throw or a lift: "Place 1 die. In hand: 5 4 1."."""
    place = f"Place {'1 die' if newly == 1 else f'{newly} dice'} ({wounds_told(placed)} so far). " if newly else ""
    return f"{place}{'In hand: ' + dice_told(hand) if hand else 'No dice are left'}."


def newly_placed(before: AttackDice, after: AttackDice) -> int:
    """How many dice were placed by a move."""
    return after.placed - before.placed


def value_told(terms: Sequence[Term]) -> str:
    """A value with its sum: "offence 6 (stat) + 1 (close combat) = 7", or just "offence 6"."""
    stat, *more = terms
    if not more:
        return f"{stat.name} {stat.amount}"
    return f"{stat.name} {summed([Term('printed', stat.amount), *more])}"
