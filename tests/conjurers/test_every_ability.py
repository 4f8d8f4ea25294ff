"""Every ability on every kind of card that can have it: it changes a battle or a price, or is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from referee.errors import Unreadable
from referee.games.conjurers.cards import cards
from referee.games.conjurers.cards.language import CARDS
from tests.conjurers.battles import creature, judge, piece, record, report

SOUR = ("burning 2", "frost attack", "poisonous")
"""What immunities are good against."""
LINES = {"creature": "Ox: level 2, norse, 9/3, ", "item": "Coat: costs 2 wood, ", "artifact": "Talaria: "}


def battles(own: tuple[str, ...], worn: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """What is true of some battles of Ox, with abilities of its own or of the coat that it wears."""

    def fight(hp: int, enemy: dict[str, Any], *turns: str, elk: int = 9, magic: str = "") -> dict[str, Any]:
        moves: list[Any] = ["summon Ox 2 with Coat", f"summon {enemy['name']} 2", *turns]
        if magic:
            moves[1:] = [{"move": move, "magic": {"Ox": magic}} for move in moves[1:]]
        ours = [creature("Ox", hp, 3, *own), creature("Elk", elk, 0)]
        theirs = [enemy, creature("Cow", 99, 0)]
        data = record(ours, theirs, *moves, attacker_wears=[piece("Coat", *worn)])
        found = report(judge(data))
        return {key: found[key] for key in ("illegal", "state", "turns", "winner")}

    wall, magician = creature("Wall", 9, 3), "magician" in (*own, *worn)
    yield fight(99, wall, "attack Ox", "attack Wall", "pass", "pass", magic="poisonous" if magician else "")
    yield fight(99, creature("Imp", 9, 3, *SOUR), "attack Ox", "move Imp 3", "pass", "pass")
    yield fight(2, wall, "summon Elk 1", "attack Wall")
    yield fight(99, creature("Wall", 3, 9), "attack Ox")
    yield fight(99, wall, "summon Elk 1", "summon Cow 1", "attack Ox")
    yield fight(99, creature("Ghost", 9, 3, "flying"), "attack Ox", "attack Ghost")
    yield fight(99, wall, "devour Ox", "pass", "pass", "pass")
    yield fight(99, wall, "move Ox 1")
    yield fight(99, creature("Wall", 9, 3, "offensive 2"), "bind Wall by Ox", "attack Wall")


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.parametrize("ability", list(cards.words()))
@pytest.mark.rule("creature-abilities", "equipment")
def test_every_ability_changes_something_or_is_refused(kind: str, ability: str) -> None:
    line = f"{LINES[kind]}{ability}"
    if ability == "weapon smith":  # its discount: test_actions.py
        if kind == "creature":
            assert CARDS.read(line)
        else:
            with pytest.raises(Unreadable, match="only creatures are weapon smiths"):
                CARDS.read(line)
        return
    assert CARDS.read(line)
    own, worn = ((ability,), ()) if kind == "creature" else ((), (ability,))
    assert any(with_it != without for with_it, without in zip(battles(own, worn), battles((), ()), strict=True))
