"""What an evening costs at the keyboard stays as low as it is (see `tests/keystrokes.py`)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from referee.preferences import VARIABLE
from tests.keystrokes import SCRIPTS, Evening, Typed, played

FOUR, TWO, QUEST, WALK, FORDS, SHORT = SCRIPTS


@pytest.mark.parametrize(
    ("script", "inputs", "keys"),
    [(FOUR, 160, 2_800), (TWO, 85, 800), (QUEST, 80, 700), (WALK, 45, 700), (FORDS, 55, 1_000), (SHORT, 15, 190)],
)
def test_an_example_played_at_the_prompt_takes_few_keys(
    script: str, inputs: int, keys: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log that the prompt writes is the example's own, step by step, and the lines and keys are few.

    A round of placing is one line: up to 46 keys for nine figures.
    """
    monkeypatch.setenv(VARIABLE, str(tmp_path / "config.toml"))
    evening = played(script, tmp_path)
    assert len(evening.lines) <= inputs
    assert evening.keys <= keys
    placing = [lines for at, lines in evening.by_stage().items() if at.endswith("placing")]
    assert all(len(lines) == 1 and lines[0].keys <= 46 for lines in placing)
    if script == FOUR:
        a_turn_without_refereed_battles_is_five_lines_at_most(evening)
    if script == FORDS:
        an_activation_is_two_inputs_at_most_and_with_an_attack_three(evening)
    if script == WALK:
        a_turn_is_two_lines_and_with_a_fight_three(evening)
    if script in ROUNDS:
        a_round_of_a_small_game_is_a_few_lines(evening)


def a_turn_without_refereed_battles_is_five_lines_at_most(evening: Evening) -> None:
    turns: dict[str, list[Typed]] = {}
    for at, lines in evening.by_stage().items():
        turns.setdefault(at.partition(",")[0], []).extend(lines)
    plain = [
        len(lines)
        for lines in turns.values()
        if not any(answer.text == "referee" or answer.key == "pairs" for line in lines for answer in line.answers)
    ]
    assert len(plain) > 3
    assert max(plain) <= 5


def a_turn_is_two_lines_and_with_a_fight_three(evening: Evening) -> None:
    """In Prophecy, with an announcement before the dice among it; dice and cards are told when they lie."""
    fights = Counter(step.at for step in evening.log if step.do.startswith(("fight", "attack")))
    for turn, lines in evening.by_stage().items():
        assert len(lines) <= 2 + fights[turn], (turn, [line.text for line in lines])
    assert any(answer.text == "throw Moth Cleaver" for line in evening.lines for answer in line.answers)


def an_activation_is_two_inputs_at_most_and_with_an_attack_three(evening: Evening) -> None:
    """In Mythic Battles, where dice are thrown once and nobody on the other side answers."""
    turns = [lines for at, lines in evening.by_stage().items() if at.startswith("round")]
    counted = {"walked": 0, "fought": 0}
    for lines in turns:
        said = [answer.text for line in lines for answer in line.answers]
        units = sum(text.startswith("activate ") for text in said)
        throws = sum(answer.key == "roll" for line in lines for answer in line.answers)
        if units == 1 and throws < 2 and not {"initiative", "retaliate", "guard Wall Guard"} & set(said):
            counted["fought" if throws else "walked"] += 1
            assert len(lines) <= (3 if throws else 2), said
    assert min(counted.values()) > 2


ROUNDS = {QUEST: (3, 4, 30), FORDS: (2, 4, 60), SHORT: (2, 4, 60)}
"""Of small games: how many turns a round has, and how many inputs and keys it takes at most."""


def a_round_of_a_small_game_is_a_few_lines(evening: Evening) -> None:
    """On average a round of Enchanters for three, or of Mythic Battles for two, everybody's turn in it."""
    turns, inputs, keys = ROUNDS[evening.script]
    lines = [lines for at, lines in evening.by_stage().items() if at.partition(" ")[0] in ("round", "turn")]
    rounds = len(lines) / turns
    assert sum(map(len, lines)) / rounds <= inputs
    assert sum(line.keys for some in lines for line in some) / rounds <= keys
