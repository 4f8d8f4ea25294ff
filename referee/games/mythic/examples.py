"""Worked examples of rules: small attacks, dice and maps made up for them, reckoned by the engine itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from referee.asking.dice import exactly, percent
from referee.effects.rules import summed
from referee.errors import Illegal
from referee.games.mythic import tables
from referee.games.mythic.attack import dice as rolls
from referee.games.mythic.attack.advice import best_told, choices, odds_told
from referee.games.mythic.attack.assault import left_after, no_answer
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.moves import dice_told, wounds_told
from referee.games.mythic.attack.values import Attack, Modifier, Side, What, reckoned
from referee.games.mythic.board import words
from referee.games.mythic.board.board import Board, hidden_by, sees_over
from referee.games.mythic.odds.reckoning import average_wounds, chances_of
from referee.games.mythic.units.language import read_unit
from referee.text.names import and_list

RUNNER = Side(name="Ash Runner", kind="hero", offence=4, defence=5, range=1)
SERPENT = Side(name="Marsh Serpent", kind="monster", offence=6, defence=5, range=1)
ARCHERS = Side(name="Reed Archers", kind="troop", offence=3, defence=4, range=1, miniatures=3, full=3)
MAP = (
    "A: open ground 4", "B: forest 3", "C: open ground 4", "D: stairs 2, level 1", "E: open ground 4",
)  # fmt: skip
BORDERS = ("A-B", "B-C", "C-D", "D-E above", "A-E wall", "B-D")
SIGHT = ("A-C: B", "A-D: B", "B-E: D, B-D", "C-E: D, C-D")


def example(entry_id: str) -> list[str]:
    """A worked example of a rule or ruling, line by line; none if it computes nothing here."""
    return EXAMPLES[entry_id]() if entry_id in EXAMPLES else []


# --- values -------------------------------------------------------------------------------------------

Situation = tuple[str, Attack]
"""What is shown of an attack, and the attack."""


def _attack(by: Side = RUNNER, on: Side = SERPENT, **situation: Any) -> Attack:
    return Attack(attacker=by, defender=on, **situation)


def _with(side: Side, *talents: str, **more: Any) -> Side:
    return replace(side, talents=talents, **more)


def _sums(attack: Attack, *what: What) -> str:
    found = reckoned(attack)
    terms = {"range": found.range_terms, "offence": found.offence_terms, "defence": found.defence_terms}
    return "; ".join(summed(terms[one]) for one in what)


def _shown(what: What | tuple[What, ...], *situations: Situation) -> Callable[[], list[str]]:
    """The values of some attacks, a line each."""
    wanted = what if isinstance(what, tuple) else (what,)

    def made() -> list[str]:
        return [f"{text}: {_sums(attack, *wanted)}" for text, attack in situations]

    return made


def _near_and_far(by: Side, on: Side = SERPENT) -> tuple[Situation, ...]:
    """The same two in one area, next door, and next door as if there."""
    far = replace(by, range=2)
    return (
        (f"{by.name} in the same area", _attack(far, on)),
        (f"{by.name} from the next area", _attack(far, on, distance=1)),
        (f"{by.name} into a full next area, as if there", _attack(far, on, distance=1, as_if_there=True)),
    )


def _on(terrain: Any, who: Side = SERPENT) -> tuple[Situation, ...]:
    """A target in some terrain, near and from afar."""
    far, target = replace(RUNNER, range=2), replace(who, terrain=terrain)
    return (
        (f"{who.name} in {terrain}, attacked in its area", _attack(far, target)),
        (f"{who.name} in {terrain}, attacked from the next area", _attack(far, target, distance=1)),
    )


def _from(terrain: Any) -> tuple[Situation, ...]:
    high = replace(RUNNER, terrain=terrain)
    return (
        (f"Ash Runner on {terrain}, target in its area", _attack(high)),
        (f"Ash Runner on {terrain}, target 2 areas away", _attack(high, distance=2)),
    )


def _phalanx() -> list[str]:
    alone, beside = _with(ARCHERS, "phalanx"), _with(ARCHERS, "phalanx", company=("troop",))
    lines = _shown(("offence",), ("Reed Archers (phalanx) alone", _attack(alone)),
                   ("beside an allied troop", _attack(beside)))()  # fmt: skip
    return [*lines, *_shown("defence", ("attacked beside an allied troop", _attack(SERPENT, beside)))()]


def _bolster() -> list[str]:
    helped = replace(ARCHERS, company=("hero",), helped=("bolster", "bolster"))
    hero = replace(RUNNER, company=("hero",), helped=("bolster",))
    return [
        "Two allies with bolster stand in the area.",
        *_shown(
            "offence", ("Reed Archers attack", _attack(helped)), ("Ash Runner, a hero, attacks", _attack(hero))
        )(),
        *_shown("defence", ("Reed Archers are attacked", _attack(SERPENT, helped)))(),
    ]


def _last_miniature() -> list[str]:
    three = _with(ARCHERS, "phalanx", company=("troop",))
    return _shown(
        "offence", ("Reed Archers (phalanx), 3 miniatures, beside an allied troop", _attack(three)),
        ("1 of 3 left", _attack(replace(three, miniatures=1))),
        ("a troop of 1 from the start", _attack(replace(three, miniatures=1, full=1))),
    )()  # fmt: skip


def _clamped() -> list[str]:
    strong = _with(replace(RUNNER, offence=9), "close combat", "sneak attack", company=("hero",))
    weak = replace(RUNNER, offence=1)
    return _shown(
        "offence", ("stat 9, close combat, sneak attack", _attack(strong)),
        ("stat 1, a power that takes 2", _attack(weak, modifiers=(Modifier(why="Dread", offence=-2),))),
    )()  # fmt: skip


def _over_ten() -> list[str]:
    giant = replace(RUNNER, offence=12)
    return _shown(
        "offence", ("stat 12, a bonus of 1", _attack(giant, modifiers=(Modifier(why="Rally", offence=1),))),
        ("stat 12, a penalty of 1", _attack(giant, modifiers=(Modifier(why="Dread", offence=-1),))),
    )()  # fmt: skip


def _so_many_dice() -> list[str]:
    bolt, rally = Modifier(why="Bolt, with 7 dice", dice=7), Modifier(why="Rally", offence=1)
    return _shown("offence", ("Ash Runner, offence 4, uses Bolt; Rally adds 1", _attack(modifiers=(bolt, rally))))()


def _as_if_there() -> list[str]:
    by = _with(replace(RUNNER, range=0, terrain="stairs"), "archer", "close combat")
    on = replace(SERPENT, terrain="ruins")
    return _shown(
        ("offence", "defence"),
        ("Ash Runner (archer, close combat) on stairs strikes into full ruins next door, as if there",
         _attack(by, on, distance=1, as_if_there=True)),
    )()  # fmt: skip


def _answer_as_if_there() -> list[str]:
    struck, above = replace(SERPENT, terrain="ruins"), replace(RUNNER, terrain="stairs")
    return _shown(
        "defence", ("Ash Runner struck from stairs into full ruins; Marsh Serpent answers",
                    _attack(struck, above, distance=1, as_if_there=True, kind="retaliation")),
    )()  # fmt: skip


def _answer_from_water() -> list[str]:
    knight = _with(RUNNER, "close protection", company=("hero",))
    wet, dry = replace(SERPENT, terrain="water"), SERPENT
    answers = {"distance": 1, "as_if_there": True, "kind": "retaliation"}
    return _shown(
        "defence",
        ("Ash Runner (close protection) struck from open ground into full water; the answer",
         _attack(wet, knight, **answers)),
        ("it struck from water into full open ground", _attack(dry, replace(knight, terrain="water"), **answers)),
    )()  # fmt: skip


def _heights() -> list[str]:
    high = replace(RUNNER, terrain="stairs")
    flyer = replace(high, types=("flying",))
    return _shown(
        ("range", "offence"),
        ("Ash Runner on stairs behind an arrowhead, target 3 areas away, two levels down",
         _attack(high, distance=3, heights=True)),
        ("a flyer there by aerial attack", _attack(flyer, distance=3, heights=True, aerial=True)),
    )()  # fmt: skip


def _range_0() -> list[str]:
    return _shown("offence", *_near_and_far(_with(RUNNER, "close combat")))()


def _retaliation_is_normal() -> list[str]:
    by = _with(RUNNER, "close combat")
    return _shown(
        "offence", ("Ash Runner (close combat) answers at range 0", _attack(by, kind="retaliation")),
        ("the same as a target of its area attack", _attack(by, kind="area")),
    )()  # fmt: skip


def _own_ally() -> list[str]:
    by = _with(RUNNER, "sneak attack")
    return _shown("offence", ("Ash Runner (sneak attack) alone in its area", _attack(by)),
                  ("with an allied hero there", _attack(replace(by, company=("hero",)))))()  # fmt: skip


def _swamp() -> list[str]:
    swimmer = replace(SERPENT, types=("aquatic",))
    return [
        *_shown("defence", *_on("swamp"))(),
        *_shown("defence", ("an aquatic unit in swamp, attacked from 2 areas away",
                            _attack(replace(RUNNER, range=2), replace(swimmer, terrain="swamp"), distance=2)))(),
    ]  # fmt: skip


def _water() -> list[str]:
    by = _with(RUNNER, "close combat", terrain="water")
    return _shown("offence", ("Ash Runner (close combat) in water", _attack(by)),
                  ("an aquatic unit there", _attack(replace(by, types=("aquatic",)))))()  # fmt: skip


# --- dice ---------------------------------------------------------------------------------------------


def _dice(defence: int, faces: Sequence[int], **more: Any) -> AttackDice:
    return rolls.rolled(AttackDice(defence=defence, count=len(faces), **more), faces)


def _lying(dice: AttackDice) -> str:
    """What is placed and in hand, and the best that can be made of it without another roll."""
    return f"{dice.placed} placed, in hand {dice_told(dice.hand)}. {best_told(dice)}"


def _of(defence: int, *faces: int, **more: Any) -> str:
    return f"{dice_told(faces)} against defence {defence}: {_lying(_dice(defence, faces, **more))}"


def _best_of(*rolled: tuple[int, Sequence[int]]) -> Callable[[], list[str]]:
    return lambda: [_of(defence, *faces) for defence, faces in rolled]


def _second(defence: int, faces: Sequence[int], chosen: Sequence[int], thrown: Sequence[int]) -> list[str]:
    first = _dice(defence, faces)
    then = rolls.second(first, chosen, thrown)
    return [
        f"{dice_told(faces)} against defence {defence}: {_lying(first)}",
        f"second assault with {dice_told(chosen)}, thrown {dice_told(thrown)}: {_lying(then)}",
    ]


def _thrown_fives() -> list[str]:
    return [*_second(9, (5, 5, 3, 2), (5, 5), (4, 3)), *_second(8, (5, 5), (5, 5), (0, 2))]


def _five_alone() -> list[str]:
    return _second(10, (5, 5, 1), (5,), (5,))


def _kept_five() -> list[str]:
    return _second(6, (5, 5, 5, 1), (5, 5), (0, 3))


def _no_second() -> list[str]:
    try:
        rolls.verify_second(_dice(5, (5, 4)), (5,))
    except Illegal as why:
        return [_of(5, 5, 4), f"second assault: {why}"]
    raise AssertionError("against defence 5 no five is left to throw")


def _ceiling() -> list[str]:
    return [_of(7, 5, 1, 1, 1), f"with the setting ceiling = five: {_of(7, 5, 1, 1, 1, ceiling='five')}"]


def _slayer() -> list[str]:
    slayer = tables.numbers().dice.slayer
    before = _dice(6, (5, 3, 0, 0), rerolls=(slayer,))
    after = rolls.thrown_again(before, (0, 0), (4, 2))
    return [
        f"{dice_told((5, 3, 0, 0))} against a monster's defence 6: {_lying(before)}",
        f"both blanks thrown again, {dice_told((4, 2))}: {_lying(after)}",
    ]


def _throw() -> list[str]:
    """Two blanks, and which kinds they throw."""
    needs = tables.numbers().throw.blanks
    thrown = [kind for kind, blanks in needs.items() if _dice(6, (4, 2, 0, 0), blanks=blanks).throwable]
    return [f"{dice_told((4, 2, 0, 0))}: 2 blanks throw a {and_list(thrown)}; a titan needs {needs['titan']}"]


def _odds() -> list[str]:
    dice, left = _dice(6, (5, 5, 5, 1)), 3
    ways = (f"{choice.moves}: {odds_told(choice.chances, left)}" for choice in choices(dice))
    return [f"{dice_told(dice.hand)} against defence 6, a target with {left} vitality", *ways]


def _faces() -> list[str]:
    one = {defence: chances_of(AttackDice(defence=defence, count=1)).of(1) for defence in (2, 4, 5)}
    return [f"1 die against defence {defence} wounds with {exactly(chance)}" for defence, chance in one.items()]


def _average() -> list[str]:
    lines = []
    for defence in (7, 8):
        chances = chances_of(AttackDice(defence=defence, count=6))
        each = ", ".join(f"{wounds}: {percent(chances.of(wounds))}" for wounds in (1, 2, 3))
        lines.append(f"6 dice against defence {defence}, at least so many wounds: {each}; "
                     f"average dice give {wounds_told(average_wounds(chances))}")  # fmt: skip
    return lines


def _average_throw() -> list[str]:
    def throws(count: int, blanks: int) -> str:
        dice = rolls.averaged(AttackDice(defence=6, count=count, blanks=blanks), 0)
        return "a throw" if dice.throwable else "no throw"

    return [f"{count} average dice, blanks needed {blanks}: {throws(count, blanks)}"
            for count, blanks in ((3, 1), (4, 1), (9, 2), (10, 2), (10, 3))]  # fmt: skip


def _answers() -> list[str]:
    """Who may answer after some wounds, cards and earlier answers aside."""
    serpent = replace(SERPENT, vitality=3)
    near, far = _attack(on=serpent), _attack(on=serpent, distance=1)
    struck: tuple[tuple[str, Attack, int], ...] = (
        ("in its area", near, 2), ("in its area", near, 3), ("from the next area", far, 1),
        ("as if there", replace(far, as_if_there=True), 1), ("in an area attack", replace(near, kind="area"), 1),
        ("by an answer", replace(near, kind="retaliation"), 1),
    )  # fmt: skip
    lines = []
    for how, attack, wounds in struck:
        why = no_answer(attack, wounds)
        found = f"no, {why.reason}" if why else "it may answer, with a card of its own"
        lines.append(f"Marsh Serpent, 3 vitality, struck {how}: {wounds_told(wounds)}, "
                     f"{left_after(attack, wounds)} left: {found}")  # fmt: skip
    return lines


# --- the map ------------------------------------------------------------------------------------------


def _board() -> Board:
    board = Board()
    for area in MAP:
        board = words.grown(board, "area", area)
    for border in BORDERS:
        board = words.grown(board, "border", border)
    for line in SIGHT:
        board = words.grown(board, "line", line)
    return board


def _seen(board: Board, one: str, other: str, **there: Any) -> str:
    """Whether a unit in one area sees another area, and why not."""
    line = board.line(one, other)
    if line is None:
        raise AssertionError(f"the example's map has no line {one}-{other}")
    over = sees_over(board, one, other)
    hidden = hidden_by(board, line, **there)
    met = and_list([*line.areas, *("-".join(pair) for pair in line.boundaries)]) or "nothing"
    if hidden and over:
        return f"{one} to {other} (the line meets {met}): visible over all that, from {over}"
    seen = f"hidden by {and_list(map(str, hidden))}" if hidden else "visible"
    return f"{one} to {other} (the line meets {met}): {seen}"


def _sight() -> list[str]:
    board = _board()
    return [
        f"Areas: {'; '.join(MAP)}. Borders: {', '.join(BORDERS)}.",
        _seen(board, "A", "B"),
        _seen(board, "A", "C"),
        f"without its trees: {_seen(board, 'A', 'C', elements={'B': 0})}",
        f"a unit of any side in B: {_seen(board, 'A', 'C', elements={'B': 0}, occupied={'B'})}",
        _seen(board, "A", "E"),
        _seen(board, "C", "E"),
        _seen(board, "D", "A"),
    ]


def _distance() -> list[str]:
    board = _board()
    return [
        f"Borders: {', '.join(BORDERS)}.",
        f"From A to D: {board.distance('A', 'D')} areas. From A to E, over the wall: {board.distance('A', 'E')}.",
    ]


# --- wounds -------------------------------------------------------------------------------------------


def _window() -> list[str]:
    line = "Ash Runner: hero 3, greek, 3 cards, art 1; 5-3 6/7/0/2 a, 2-1 5/7/0/2"
    runner = read_unit(line)
    shown = {left: runner.line(left) for left in (5, 2)}
    stats = {left: f"offence {one.stats.offence}, defence {one.stats.defence}" for left, one in shown.items()}
    lit = {left: and_list(f"power {letter}" for letter, _ in one.powers) for left, one in shown.items()}
    return [line, f"At 5 vitality: {stats[5]}; lit: {lit[5]}. After 3 wounds, at 2: {stats[2]}; lit: {lit[2]}."]


def _trees() -> list[str]:
    forest = tables.terrain()["forest"]
    trees = ", ".join(f"capacity {many}: {forest.elements_of(many)}" for many in (1, 2, 3, 4))
    return [f"Trees at the start: {trees}", *_shown("defence", *_on("forest"))()]


EXAMPLES: Mapping[str, Callable[[], list[str]]] = {
    **dict.fromkeys(("values", "M20"), _clamped),
    "M21": _over_ten,
    **dict.fromkeys(("so-many-dice", "M22"), _so_many_dice),
    **dict.fromkeys(("M24", "as-if-there"), _as_if_there),
    "M80": _answer_as_if_there,
    "M86": _answer_from_water,
    "M87": _shown(("range",), ("Ash Runner on stairs uses a power with range 3",
                               _attack(replace(RUNNER, range=3, terrain="stairs"), distance=4))),
    **dict.fromkeys(("close-combat", "M23"), _range_0),
    **dict.fromkeys(("M25", "M26"), _retaliation_is_normal),
    **dict.fromkeys(("sneak-attack", "M29"), _own_ally),
    "archer": _shown("offence", *_near_and_far(_with(RUNNER, "archer"))),
    **dict.fromkeys(("bolster", "talents-add-up", "M27"), _bolster),
    "close-protection": _shown(
        "defence", ("Ash Runner (close protection) alone", _attack(SERPENT, _with(RUNNER, "close protection"))),
        ("with an ally there", _attack(SERPENT, _with(RUNNER, "close protection", company=("hero",)))),
    ),
    "force-of-nature": _shown(
        ("range", "offence"),
        ("Ash Runner (force of nature) removes a tree of its forest",
         _attack(_with(RUNNER, "force of nature", terrain="forest"), distance=2, nature=True)),
    ),
    "phalanx": _phalanx,
    "torment": _shown("defence", *_near_and_far(_with(RUNNER, "torment"))),
    **dict.fromkeys(("last-miniature", "M61"), _last_miniature),
    **dict.fromkeys(("heights", "M34", "aerial-attack"), _heights),
    "rock": _shown(("range", "offence"), *_from("rock")),
    "stairs": _shown(("range", "offence"), *_from("stairs")),
    "forest": _trees,
    "cage": _shown("defence", *_on("cage")),
    "ruins": _shown("defence", *_on("ruins")),
    "swamp": _swamp,
    **dict.fromkeys(("water", "M62"), _water),
    **dict.fromkeys(("range", "M33"), _distance),
    **dict.fromkeys(("visible", "obstacles", "M30", "M31", "M32"), _sight),
    **dict.fromkeys(("first-assault", "at-once", "M6"), _best_of((4, (5, 4, 4, 2, 1, 0)), (5, (3, 3, 3)))),
    **dict.fromkeys(("lifts", "M5", "M7"), _best_of((6, (5, 5, 5, 1)), (8, (5, 5, 4, 2, 1, 0, 0)))),
    **dict.fromkeys(("second-assault", "M10"), _thrown_fives),
    "M8": _no_second,
    "M9": _ceiling,
    "M11": _kept_five,
    **dict.fromkeys(("blanks", "M4"), _best_of((0, (3, 0, 0)),)),
    **dict.fromkeys(("monster-slayer", "M46", "M17"), _slayer),
    "mighty-throw": _throw,
    **dict.fromkeys(("retaliation", "M42", "M14"), _answers),
    "M3": _faces,
    "M13": _average,
    "M15": _odds,
    "M16": _average_throw,
    "wounds": _window,
}  # fmt: skip
"""The examples by the entries that they belong to."""
