"""The worked numbers of the battle chapter (pp. 17-21)."""

from __future__ import annotations

import pytest

from referee.games.conjurers.battle.events import Hit
from tests.conjurers.battles import creature, damage, events, fought


@pytest.mark.rule("frost-attack", "B9", "B11")
@pytest.mark.parametrize(("bd", "dealt"), [(6, 4), (3, 2), (5, 4), (2, 2)])
def test_frost_takes_one_of_three(bd: int, dealt: int) -> None:
    """P. 19: with a frost marker six are four, three are two, five are four."""
    verdict = fought(
        [creature("Yuki", 99, 1, "frost attack")],
        [creature("Giant", 99, bd)],
        "summon Yuki 1",
        "summon Giant 1",
        "attack Yuki",
    )
    assert damage(verdict)["attacker.Yuki"] == bd + dealt
    assert [hit.dealt for hit in events(verdict, Hit) if hit.source == "defender.Giant"] == [bd, dealt]
