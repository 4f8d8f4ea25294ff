"""Battles by rule (pp. 8, 15-23): each row of the tables in `battles/` is a record and what is true of it.

After them what doesn't fit into a row, and that no row can be misread or left unchecked.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.asking.dice import Seeded
from referee.asking.question import finish
from referee.errors import BadInput
from referee.games.conjurers import tables as numbers
from referee.games.conjurers.battle.turn import again
from referee.games.conjurers.screens.battle import EventWriter
from tests.conjurers.battle_findings import BETWEEN, DETAILS, ITEMS
from tests.conjurers.battle_rows import BATTLES, Case, cases
from tests.conjurers.battles import creature, fought
from tests.conjurers.fights import card, duel
from tests.rows import BadTable, tables

CASES = {f"{path.stem} {case.id}": case for path in sorted(BATTLES.glob("*.table")) for case in cases(path)}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_battle(case: Case) -> None:
    assert case.found() == case.expected, case.place


# --- what doesn't fit into a row --------------------------------------------------------------------------


@pytest.mark.rule("B24", "B22")
def test_the_faces_of_the_table_are_equally_likely() -> None:
    """B24: of 3000 seeded throws each face comes about 1000 times; the faces average 1."""
    faces = numbers.battle().die
    assert list(faces) == [0, 1, 2]
    dice = Seeded(faces, 24)
    thrown = [finish(dice.roll(1, number, "")).total for number in range(3000)]
    assert all(900 < thrown.count(face) < 1100 for face in (0, 1, 2))


@pytest.mark.rule("B14", "B25", "burning")
def test_why_the_burning_of_a_side_that_dies_out_is_dropped() -> None:
    """P. 19: a dead creature burns; but with its side's last one the battle is over before (B25)."""
    salamander, bear = creature("Salamander", 1, 1, "burning 2"), creature("Bear", 9, 1)
    verdict = fought([salamander], [bear], "summon Salamander 2", "summon Bear 2")
    told = [line.plain for line in EventWriter(verdict.battle).lines(verdict.played[-1].events)]
    assert told[-1] == (
        "Salamander doesn't burn Bear: a creature burns even if it died, but the battle was over before that, when "
        "Anna had no creature left.  (p. 19, B14, B25)"
    )


@pytest.mark.rule("attack")
@pytest.mark.parametrize(("hurt", "usual"), [(0, None), (1, "attack Ant")])
def test_the_attack_that_goes_on_is_usual_only_once_its_target_is_hurt(hurt: int, usual: str | None) -> None:
    battle = duel((card("Ant", 5, 5),), (card("Bee", 9, 1),), Ant=2, Bee=2)
    next(fighter for fighter in battle.fighters if fighter.name == "Bee").damage = hurt
    assert again(battle) == usual


# --- rows that can't be read, and expectations that nobody would check ------------------------------------


def table(tmp_path: Path, *lines: str) -> list[Case]:
    """The rows of a table with these lines."""
    path = tmp_path / "some.table"
    path.write_text("\n".join(("# A table", *lines)), encoding="utf-8")
    return cases(path)


FIGHT = "Fox 9/1 v Ox 9/2 | +Fox 1; +Ox 1"


def test_every_table_is_played() -> None:
    """What counts as pinned is run."""
    assert sorted(BATTLES.glob("*.table")) == tables()


@pytest.mark.parametrize("pattern", [*DETAILS, *ITEMS])
def test_every_way_to_expect_something_is_used(pattern: str) -> None:
    items = [item for case in CASES.values() for item in case.expected]
    parts = [part for item in items for part in (item, *BETWEEN.split(item.partition(" ")[2]))]
    assert any(re.fullmatch(pattern, part) for part in parts)


def test_a_row_that_is_not_so_tells_what_is(tmp_path: Path) -> None:
    (case,) = table(tmp_path, f"B9: dealt | {FIGHT} | Ox 0 2, poison 1; attacker wins: eliminated; Fox slot 1")
    assert case.found() == ("Ox 0 1, poison 0", "goes on", "Fox slot 1")
    assert case.place == "some.table, line 2"


@pytest.mark.parametrize(
    ("moves", "expected", "found"),
    [
        ("+Fox 1; Ox!; Fox!", "Ox 0", ("illegal in turn 2: attack", "Ox 0")),
        ("+Fox 1; Ox!", "legal", ("illegal: attack", "illegal: attack")),
        ("+Fox 1; Ox!; Fox!", "illegal: attack", ("illegal in turn 2: attack",)),
        ("+Fox 1; Ox!", "illegal: B8", ("illegal: attack",)),
        ("+Fox 1; +Ox 1", "illegal: attack", ("legal",)),
        ("+Fox 1; +Ox 1", "unusable: turn 2", ("usable",)),
        ("+Fox 1; +Ox 1 [1 1]", "unusable: turn 1", ("unusable: test.toml: turn 2: roll 2 is missing: ",)),
    ],
)
def test_moves_are_legal_and_usable_as_expected(
    tmp_path: Path, moves: str, expected: str, found: tuple[str, ...]
) -> None:
    (case,) = table(tmp_path, f"B9: moves | Fox 9/1 v Ox 9/2 | {moves} | {expected}")
    assert len(case.found()) == len(found)
    assert case.found()[-1].startswith(found[-1])
    assert case.found()[0].startswith(found[0])


def test_a_record_that_cannot_be_used_fails_unless_its_row_says_so(tmp_path: Path) -> None:
    (case,) = table(tmp_path, "B9: dice | Fox 9/1 v Ox 9/2 | +Fox 1; +Ox 1 [1 1] | Ox 1")
    with pytest.raises(BadInput, match="roll 2 is missing"):
        case.found()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"no rule | {FIGHT} | Ox 1", 'a row starts with "RULES: title |"; here it is "no rule"'),
        (f"B9: | {FIGHT} | Ox 1", 'a row starts with "RULES: title |"; here it is "B9:"'),
        (f"B9: short | {FIGHT}", "this one has 3 parts"),
        (f"B9: empty | {FIGHT} |", 'nothing can check ""'),
        (f"B9: no such creature | {FIGHT} | Elk 1", "no creature (or more than one) is called Elk"),
        ("B9: two of them | Fox 9/1 v Fox 9/2 | +Fox 1 | Fox 1", "no creature (or more than one) is called Fox"),
        (f"B9: no such detail | {FIGHT} | Ox 1, wounded", 'nothing can check "wounded" of Ox'),
        (f"B9: no such item | {FIGHT} | weather: fine", 'nothing can check "weather: fine"'),
        (f"B9: no such end | {FIGHT} | attacker wins: by luck", 'nothing can check "attacker wins: by luck"'),
        (f"B9: an end | {FIGHT} | Ox 1; ", 'nothing can check "1;" of Ox'),
        (f"B9: never checked | {FIGHT} | unusable: turn 2; Ox 1", 'after "unusable: turn 2" nothing more can be'),
        (f"B9: never checked | {FIGHT} | Ox 1; unusable: turn 2", 'nothing can check "unusable: turn 2"'),
        (f"B9: never checked | {FIGHT} | Ox 1; illegal: B9", '"illegal: B9": what is illegal stands first'),
        (f"B9: said twice | {FIGHT} | legal; Ox 1", '"Ox 1": what is illegal stands first, and "legal" alone'),
        ("B9: one side | Fox 9/1 | +Fox 1 | Fox 0", 'the sides are "'),
        ("B9: a setting | morale: Fox 9/1 v Ox 9/1 | +Fox 1 | Fox 0", 'the sides are "'),
        (
            "B9: no card | Fox v Ox 9/1 | +Fox 1 | Fox 0",
            'a creature is "Name HIT-POINTS/DICE (abilities)", not "Fox"',
        ),
        ("B9: no piece | Fox 9/1 + Rope v Ox 9/1 | +Fox 1 | Fox 0", 'is "Name (abilities)", not "Rope"'),
        (f"B9: dice | {FIGHT} [1 | Fox 0", 'a move is "move {creature = magic} [dice]", not "+Ox 1 [1"'),
        (f"B9: magic | {FIGHT} {{Fox}} | Fox 0", 'not "+Ox 1 {Fox}"'),
        ("card Fox", 'a creature is "Name HIT-POINTS/DICE (abilities)", not "Fox"'),
        ("cart Fox 9/1", 'neither a row nor "card ...", "piece ..." or "moves NAME: ..." is "cart Fox 9/1"'),
        ("card Fox 9/1", "defined and never used: Fox"),
    ],
)
def test_a_line_that_cannot_be_read_or_checked_is_refused(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(BadTable, match=re.escape(message)) as refused:
        table(tmp_path, line)
    assert str(refused.value).startswith("some.table")


def test_an_id_stands_once(tmp_path: Path) -> None:
    row = f"B9: twice | {FIGHT} | Ox 1"
    with pytest.raises(BadTable, match=r'some\.table, line 3: there is a row "B9: twice" already'):
        table(tmp_path, row, row)


def test_a_name_is_defined_once(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"some\.table, line 3: Fox is defined already"):
        table(tmp_path, "card Fox 9/1", "card Fox 9/2", f"B9: dealt | {FIGHT} | Ox 1")
