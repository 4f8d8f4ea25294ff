"""Small rules that no other file is about: mythologies, hands, slots, what equipment shares with creatures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.errors import BadInput
from referee.games.conjurers import GAME
from referee.games.conjurers.battle import moves
from referee.games.conjurers.vocabulary import MYTHOLOGIES
from referee.saves.scoring import score_file
from tests.conjurers.battles import creature, damage, fighter, fought, judge, piece, record, refused


def sheet(mythology: str) -> dict[str, Any]:
    """A score sheet with one creature."""
    held = {"name": "Anna", "creatures": [{"mythology": mythology, "level": 3}]}
    return {"game": "conjurers", "players": [held, {"name": "Bo"}]}


@pytest.mark.rule("mythologies")
def test_there_are_five_mythologies_and_no_other() -> None:
    """P. 4."""
    for mythology in ("egyptian", "greek", "japanese", "norse", "biblical"):
        assert score_file(GAME, Path("sheet.toml"), sheet(mythology), None).data()["players"][0]["total"] == 3
    with pytest.raises(BadInput, match="roman"):
        score_file(GAME, Path("sheet.toml"), sheet("roman"), None)
    assert len(MYTHOLOGIES) == 5


@pytest.mark.rule("hands", "summon")
@pytest.mark.parametrize("turns", [(), ("summon Ox 2",)])
def test_the_first_turn_of_each_player_is_a_summon(turns: tuple[str, ...]) -> None:
    """P. 16: all creatures are in hand, so every legal move is a summon, into any of the three slots."""
    anna, bo = [creature("Ox", 9, 1), creature("Elk", 9, 1)], [creature("Fox", 9, 1)]
    battle = judge(record(anna, bo, *turns)).battle
    names = ("Fox",) if turns else ("Ox", "Elk")
    assert {moves.MOVES.write(move, battle) for move in moves.legal_moves(battle)} == {
        f"summon {name} {slot}" for name in names for slot in (1, 2, 3)
    }
    assert refused(anna, bo, *turns, f"attack {names[0]}") == "attack"


@pytest.mark.rule("B5", "summon")
def test_a_summon_is_legal_with_each_choice_of_up_to_two_pieces_in_either_order() -> None:
    """P. 22: of three pieces one was put on before; what is on first absorbs first (B9)."""
    pieces = [piece(name, "immobility") for name in ("Net", "Rope", "Cap")]
    turns = "summon Ox 1 with Rope", "summon Fox 2"
    battle = judge(
        record([creature("Ox", 9, 1), creature("Elk", 9, 1)], [creature("Fox", 9, 1)], *turns, attacker_wears=pieces)
    ).battle
    summons = {
        moves.MOVES.write(move, battle) for move in moves.legal_moves(battle) if isinstance(move, moves.Summon)
    }
    worn = ("", " with Net", " with Cap", " with Net, Cap", " with Cap, Net")
    assert summons == {f"summon Elk {slot}{pieces}" for slot in (2, 3) for pieces in worn}


@pytest.mark.rule("slots")
def test_each_side_has_three_slots_of_its_own() -> None:
    """P. 16: both sides fill their slots 1, 2 and 3; a fourth creature would have nowhere to go."""
    anna = [creature(name, 99, 0) for name in ("Ox", "Elk", "Owl")]
    bo = [creature(name, 99, 0) for name in ("Fox", "Hen", "Cat")]
    turns = [f"summon {name} {at // 2 + 1}" for at, name in enumerate(("Ox", "Fox", "Elk", "Hen", "Owl", "Cat"))]
    verdict = fought(anna, bo, *turns)
    standing = {f.key: f.slot for f in verdict.battle.fighters}
    assert standing == {
        "attacker.Ox": 1,
        "attacker.Elk": 2,
        "attacker.Owl": 3,
        "defender.Fox": 1,
        "defender.Hen": 2,
        "defender.Cat": 3,
    }


@pytest.mark.rule("shared-abilities", "poisonous")
def test_a_worn_fang_is_poisonous() -> None:
    """P. 23: Ox deals 1 with it: a marker, which bites at the start of Fox's player's turn."""
    verdict = fought(
        [creature("Fox", 9, 0)],
        [creature("Ox", 9, 1)],
        "summon Fox 1",
        "summon Ox 1 with Fang",
        "move Fox 2",
        defender_wears=[piece("Fang", "poisonous")],
    )
    assert (fighter(verdict, "attacker.Fox").poison, damage(verdict)["attacker.Fox"]) == (1, 2)


@pytest.mark.rule("shared-abilities", "life-steal")
def test_a_worn_leech_steals_life() -> None:
    """P. 23: Ox takes 2 from Fox and deals 4, of which half comes off again."""
    verdict = fought(
        [creature("Fox", 9, 2)],
        [creature("Ox", 9, 4)],
        "summon Fox 1",
        "summon Ox 1 with Leech",
        defender_wears=[piece("Leech", "life steal")],
    )
    assert damage(verdict) == {"attacker.Fox": 4, "defender.Ox": 0}
