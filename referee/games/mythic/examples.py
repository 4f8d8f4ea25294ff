"""Worked examples of rules: small attacks, dice and maps made up for them, computed by the engine itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import field

from referee.asking.dice import exactly, percent
from referee.effects.rules import format_sum
from referee.errors import refusal
from referee.files.files import convert
from referee.games.mythic import tables
from referee.games.mythic.attack import dice as rolls
from referee.games.mythic.attack.advice import best_way, choices, odds_text
from referee.games.mythic.attack.assault import left_after, no_answer
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.moves import dice_text
from referee.games.mythic.attack.values import Attack, compute
from referee.games.mythic.board.board import hidden_by, sees_over
from referee.games.mythic.board.map_file import MapFile, build_board
from referee.games.mythic.odds.reckoning import average_wounds, chances_of
from referee.games.mythic.units.language import read_unit
from referee.rulebook.examples import Examples, ExampleScene
from referee.text.grammar import so_many
from referee.text.names import and_list

SIDES: Mapping[str, Mapping[str, Any]] = {
    "Ash Runner": {"kind": "hero", "offence": 4, "defence": 5, "range": 1},
    "Marsh Serpent": {"kind": "monster", "offence": 6, "defence": 5, "range": 1},
    "Reed Archers": {"kind": "troop", "offence": 3, "defence": 4, "range": 1, "vitality": 3, "full": 3},
}


def _side(values: Mapping[str, Any], usual: str) -> Mapping[str, Any]:
    name = values.get("name", usual)
    return {"name": name, **SIDES[name], **values}


class AttackScene(ExampleScene):
    """An attack of the Ash Runner on the Marsh Serpent, unless others are named, with its `wounds`."""

    by: dict[str, Any] = field(default_factory=dict)
    on: dict[str, Any] = field(default_factory=dict)
    attack: dict[str, Any] = field(default_factory=dict)
    wounds: int = 0

    def fill(self, place: str) -> str:
        """Format a value with its terms, what is left after the wounds, or whether the target may answer."""
        sides = {"attacker": _side(self.by, "Ash Runner"), "defender": _side(self.on, "Marsh Serpent")}
        attack = convert({**sides, **self.attack}, Attack, "attack")
        match place:
            case "wounds":
                return f"{so_many(self.wounds, 'wound')}, {left_after(attack, self.wounds)} left"
            case "answer":
                why = no_answer(attack, self.wounds)
                return f"no, {why.reason}" if why else "it may answer, with a card of its own"
            case "trees":
                forest = tables.terrain()["forest"]
                return ", ".join(f"capacity {many}: {forest.elements_of(many)}" for many in (1, 2, 3, 4))
        found = compute(attack)
        terms = {"range": found.range_terms, "offence": found.offence_terms, "defence": found.defence_terms}
        return format_sum(terms[place])


class DiceScene(ExampleScene):
    """Dice rolled against a defence, and those thrown again; or a number of dice (`count`) for chances."""

    defence: int
    dice: tuple[int, ...] = ()
    count: int = 0
    chosen: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    slayer: bool = False
    more: dict[str, Any] = field(default_factory=dict)

    def rolled(self, **more: Any) -> AttackDice:
        """Return the dice as they lie."""
        rerolls = (tables.numbers().dice.slayer,) if self.slayer else ()
        more = {"rerolls": rerolls, **self.more, **more}
        dice = AttackDice(defence=self.defence, count=self.count or len(self.dice), **more)
        return rolls.rolled(dice, self.dice) if self.dice else dice

    def fill(self, place: str) -> str | Sequence[str]:
        """Format the dice and their best use, at once or after a throw; or chances and averages."""
        dice, (what, _, number) = self.rolled(), place.partition(" ")
        match what:
            case "dice":
                return f"{dice_text(self.dice)} against defence {self.defence}: {_lying(dice)}"
            case "then":
                then = rolls.second(dice, self.chosen, self.thrown)
                return (
                    f"second assault with {dice_text(self.chosen)}, thrown {dice_text(self.thrown)}: {_lying(then)}"
                )
            case "again":
                return f"{dice_text(self.thrown)}: {_lying(rolls.thrown_again(dice, self.again, self.thrown))}"
            case "lying":
                return _lying(dice)
            case "refused":
                if why := refusal(rolls.verify_second, dice, self.chosen):
                    return str(why)
                raise ValueError("the second assault is legal")
            case "throwers":
                needs = tables.numbers().throw.blanks
                throwing = [kind for kind, many in needs.items() if self.rolled(blanks=many).throwable]
                return f"{and_list(throwing)}; a titan needs {needs['titan']}"
            case "choices":
                left = int(number)
                return [f"{choice.text}: {odds_text(choice.chances, left)}" for choice in choices(dice)]
            case "exactly":
                return exactly(chances_of(dice).of(int(number)))
            case "chance":
                return percent(chances_of(dice).of(int(number)))
            case "average":
                return so_many(average_wounds(chances_of(dice)), "wound")
        return "a throw" if rolls.averaged(dice, 0).throwable else "no throw"


class MapScene(ExampleScene):
    """A map with the obstacles on it."""

    areas: tuple[str, ...]
    borders: tuple[str, ...]
    sight: tuple[str, ...] = ()
    elements: dict[str, int] = field(default_factory=dict)
    occupied: tuple[str, ...] = ()

    def fill(self, place: str) -> str:
        """Format the map; the distance of two areas, or whether one is seen from the other and why not."""
        board = build_board(MapFile(self.areas, self.borders, self.sight), "the map")
        match place.split():
            case ["areas"]:
                return "; ".join(self.areas)
            case ["borders"]:
                return ", ".join(self.borders)
            case ["distance", one, other]:
                return str(board.distance(one, other))
        one, other = place.split()
        line = board.line(one, other)
        if line is None:
            raise ValueError(f"the map has no line {one}-{other}")
        over = sees_over(board, one, other)
        hidden = list(hidden_by(board, line, occupied=self.occupied, elements=self.elements))
        met = and_list([*line.areas, *("-".join(pair) for pair in line.boundaries)]) or "nothing"
        seen = f"hidden by {and_list(hidden)}" if hidden else "visible"
        if hidden and over:
            seen = f"visible over all that, from {over}"
        return f"{one} to {other} (the line meets {met}): {seen}"


class UnitScene(ExampleScene):
    """A unit's card."""

    unit: str

    def fill(self, place: str) -> str:
        """Format the card's line, or what its window shows at a vitality."""
        if place == "unit":
            return self.unit
        shown = read_unit(self.unit).line(int(place))
        lit = and_list(f"power {letter}" for letter, _ in shown.powers)
        return f"offence {shown.stats.offence}, defence {shown.stats.defence}; lit: {lit}"


def _lying(dice: AttackDice) -> str:
    """Format the dice placed and in hand, and their best use without another roll."""
    return f"{dice.placed} placed, in hand {dice_text(dice.hand)}. Best: {best_way(dice)}"


example = Examples("mythic", {"defence": DiceScene, "areas": MapScene, "unit": UnitScene}, AttackScene)
