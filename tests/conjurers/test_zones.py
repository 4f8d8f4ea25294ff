"""The battle zone boards as they are drawn: slots face to face, hit points, markers, what is worn."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from referee.files.files import read_toml
from referee.games.conjurers import tables
from referee.games.conjurers.battle.battles import BATTLES
from referee.games.conjurers.battle.record import replay
from referee.games.conjurers.battle.state import AbilitySource, Battle
from referee.games.conjurers.screens.battle import show_board
from referee.text.screen import Screen

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORD = EXAMPLES / "duel-entered-dice.toml"


def start() -> Battle:
    """A duel with all creatures in hand."""
    return BATTLES.read(RECORD, read_toml(RECORD)).start.copy()


def standing() -> Battle:
    """The same with the first creature of each side in slot 2."""
    battle = start()
    for side in ("attacker", "defender"):
        next(fighter for fighter in battle.fighters if fighter.side == side).slot = 2
    return battle


def drawn(battle: Battle, width: int = 80, *, plain: bool = False) -> str:
    file = io.StringIO()
    show_board(battle, Screen(plain, file, width, drawing=True))
    return file.getvalue()


def slot(shown: str, row: int, number: int) -> str:
    """What stands in a box: `row` 0 is the attacker's, `number` from 1."""
    boxes = shown.split("╰")[0 if row == 0 else 3]
    lines = [line.split("││")[number - 1] for line in boxes.splitlines() if "││" in line]
    return " ".join(" ".join(lines).replace("│", " ").split())


@pytest.mark.rule("slots", "battle-zone-boards")
@pytest.mark.parametrize("width", [80, 100, 120])
def test_each_side_has_its_slots_across_from_the_others(width: int) -> None:
    shown = drawn(standing(), width)
    assert max(map(len, shown.splitlines())) <= width
    heads = [line for line in shown.splitlines() if line.startswith("╭")]
    slots = range(1, tables.battle().slots + 1)
    assert [[int(number) for number in re.findall(r"╭─ (\d)", head)] for head in heads] == [list(slots)] * 2
    assert heads[0] == heads[1]
    first, second = (next(f for f in standing().fighters if f.side == side) for side in ("attacker", "defender"))
    assert first.name in slot(shown, 0, 2)
    assert second.name in slot(shown, 1, 2)
    assert slot(shown, 0, 1) == slot(shown, 1, 3) == ""


@pytest.mark.rule("hit-points")
@pytest.mark.parametrize("damage", [0, 1, 4])
def test_hit_points_are_a_block_each(damage: int) -> None:
    battle = standing()
    fighter = battle.fighters[0]
    fighter.damage = damage
    left = fighter.card.hp - damage
    assert f"{'█' * left}{'░' * damage} {left}/{fighter.card.hp}" in slot(drawn(battle), 0, 2)


@pytest.mark.rule("frost-marker", "poison-marker", "bound-creature", "absorption-markers")
def test_markers_and_equipment_lie_on_the_creature() -> None:
    battle = standing()
    fighter = battle.fighters[0]
    fighter.frost, fighter.poison, fighter.bound = True, 2, True
    fighter.worn = [AbilitySource("Shield", {"absorption": 3}, absorbed=1)]
    shown = slot(drawn(battle, 120), 0, 2)
    assert "[frost] [poison 2] [bound]" in shown
    assert "+ Shield: absorbs 2 more" in shown


@pytest.mark.rule("devour", "B16")
def test_the_slot_of_a_devourer_is_locked() -> None:
    battle = standing()
    devourer, victim = battle.fighters[0], next(f for f in battle.fighters if f.side == "defender")
    devourer.devouring, victim.devoured_by = victim.number, devourer.number
    shown = drawn(battle, 120)
    assert f"locked: {devourer.name} sits on {victim.name}" in slot(shown, 0, 2)
    assert f"[devoured by {devourer.name}]" in slot(shown, 1, 2)


@pytest.mark.parametrize("plain", [False, True])
def test_a_narrow_or_plain_screen_has_no_boxes(plain: bool) -> None:
    battle = standing()
    shown = drawn(battle, 80 if plain else 60, plain=plain)
    assert "╭" not in shown
    assert battle.fighters[0].name in shown


def test_the_end_of_a_whole_battle_is_drawn() -> None:
    battle = replay(BATTLES.read(RECORD, read_toml(RECORD), None)).battle
    boxes = " ".join(line for line in drawn(battle).splitlines() if line.startswith("│"))
    for fighter in battle.fighters:
        assert (fighter.name in boxes) == (fighter.slot is not None)
