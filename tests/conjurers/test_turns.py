"""Turns, rounds and the end of a battle (pp. 15-17, 22)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.errors import BadInput
from referee.games.conjurers.battle.events import Hit, NoFight
from referee.games.conjurers.verdict import Verdict
from tests.conjurers.battles import creature, damage, events, fighter, fought, judge, piece, record, refused, report

ANCHOR = piece("Anchor", "immobility")


def result(verdict: Verdict) -> tuple[str | None, str | None]:
    """The winning side and why, both None while the battle goes on."""
    data = report(verdict)
    return data["winner"], data["reason"]


def course(verdict: Verdict, key: str) -> list[int]:
    """The damage on a creature after each turn."""
    return [turn["damage"][key] for turn in report(verdict)["turns"]]


def tally(verdict: Verdict) -> tuple[int, int] | None:
    """The two sums of a stalemate, the attacker's first."""
    outcome = verdict.battle.outcome
    return outcome.tally if outcome else None


def slots(verdict: Verdict, side: str) -> list[str | None]:
    """Who stands in a side's three slots at the end."""
    return [None if found is None else found["name"] for found in report(verdict)["state"][side]["slots"]]


def rolls(verdict: Verdict) -> list[tuple[int, ...]]:
    """The dice of all hits, in order."""
    return [hit.dice for hit in events(verdict, Hit)]


# --- before the action (B1) ---------------------------------------------------------------------------


@pytest.mark.rule("B1", "poisonous", "poison-marker")
def test_poison_bites_in_its_own_players_turns_only() -> None:
    """P. 19: markers 1, 2 come in turns 2, 3; turn 4 is the bearer's: 2 + 2, then a strike of 1 makes 5."""
    verdict = fought(
        [creature("Viper", 9, 1, "poisonous")],
        [creature("Ox", 9, 0)],
        "summon Viper 1",
        "summon Ox 1",
        "attack Viper",
        "attack Ox",
    )
    assert course(verdict, "defender.Ox") == [0, 1, 2, 5]
    assert fighter(verdict, "defender.Ox").poison == 3


@pytest.mark.rule("B1", "devour", "devour-damage")
def test_devour_dice_fall_at_the_start_of_the_victims_turn() -> None:
    """P. 19: nothing in the turn of the devour action; the victim's next turn starts with 2 dice, 2 + 1."""
    verdict = fought(
        [creature("Maw", 9, 2, "devour")],
        [creature("Ox", 9, 0), creature("Elk", 9, 0)],
        "summon Ox 1",
        "summon Maw 1",
        "summon Elk 3",
        "devour Maw",
        ("move Elk 2", "2 1"),
        kind="battleground",
    )
    assert course(verdict, "defender.Ox") == [0, 0, 0, 0, 3]


@pytest.mark.rule("B1", "B23")
def test_devour_rolls_go_by_slot() -> None:
    """B1: slot 1 (Gulp's 2 dice) rolls before slot 2 (Maw's 1 die), whoever came first; the action's roll is last.

    Ox: 0 in turn 7, then 1, then 2 x 1 dice for breaking free, 2 + 0: 3. Elk: 2 + 1 = 3.
    """
    verdict = fought(
        [creature("Maw", 9, 1, "devour"), creature("Gulp", 9, 2, "devour")],
        [creature("Ox", 9, 0), creature("Elk", 9, 0)],
        "summon Ox 2",
        "summon Maw 2",
        "summon Elk 1",
        "summon Gulp 1",
        ("attack Ox", "0"),
        "devour Maw",
        ("attack Elk", "0 / 0 0"),
        "devour Gulp",
        ("break free Ox", "2 1 / 1 / 2 0"),
        kind="battleground",
    )
    assert damage(verdict)["defender.Elk"] == 3
    assert damage(verdict)["defender.Ox"] == 3
    assert rolls(verdict)[-3:] == [(2, 1), (1,), (2, 0)]


@pytest.mark.rule("B1", "poisonous", "devour")
def test_poison_comes_before_the_devourer() -> None:
    """B1, B11: devouring 2 + 1 = 3 and a marker; next turn 1 for the marker, then 1 + 1: 6 and a second marker."""
    verdict = fought(
        [creature("Maw", 9, 2, "poisonous", "devour")],
        [creature("Ox", 9, 0), creature("Elk", 9, 0)],
        "summon Ox 1",
        "summon Maw 1",
        "summon Elk 3",
        "devour Maw",
        ("move Elk 2", "2 1"),
        "pass",
        ("move Elk 3", "1 1"),
        kind="battleground",
    )
    assert course(verdict, "defender.Ox")[4:] == [3, 3, 6]
    assert [hit.kind for hit in events(verdict, Hit)] == ["devour", "poison", "devour"]
    assert fighter(verdict, "defender.Ox").poison == 2


@pytest.mark.rule("B1")
def test_killed_by_poison_it_is_not_devoured_any_more() -> None:
    """B1: 3 by devouring, then the marker makes 4 of 4; the death is at once, so no devour roll follows."""
    verdict = fought(
        [creature("Maw", 9, 2, "poisonous", "devour")],
        [creature("Ox", 4, 0), creature("Elk", 9, 0)],
        "summon Ox 1",
        "summon Maw 1",
        "summon Elk 3",
        "devour Maw",
        ("move Elk 2", "2 1"),
        "pass",
        "move Elk 3",
        kind="battleground",
    )
    assert damage(verdict)["defender.Ox"] == 4
    assert fighter(verdict, "defender.Ox").dead
    assert fighter(verdict, "attacker.Maw").devouring is None


@pytest.mark.rule("B1", "B16", "B17")
def test_resurrected_from_poison_it_is_not_devoured_any_more() -> None:
    """B1, B17: the marker kills it (4 of 4), it is back unhurt without a devourer, and no devour roll follows."""
    verdict = fought(
        [creature("Maw", 9, 2, "poisonous", "devour")],
        [creature("Ox", 4, 0, "resurrection"), creature("Elk", 9, 0)],
        "summon Ox 1",
        "summon Maw 1",
        "summon Elk 3",
        "devour Maw",
        ("move Elk 2", "2 1"),
        "pass",
        "move Elk 3",
        kind="battleground",
    )
    ox = fighter(verdict, "defender.Ox")
    assert (ox.damage, ox.poison, ox.slot, ox.devoured_by) == (0, 0, 1, None)


@pytest.mark.rule("B1")
def test_poison_works_on_a_creature_that_devours() -> None:
    """B1: Viper's strike leaves 1 and a marker; Maw's turns 4 and 6 take 1 each, the second while it devours."""
    verdict = fought(
        [creature("Maw", 9, 1, "devour")],
        [creature("Viper", 9, 1, "poisonous"), creature("Elk", 9, 0)],
        "summon Viper 1",
        "summon Maw 1",
        "attack Viper",
        "devour Maw",
        "summon Elk 3",
        "pass",
        kind="battleground",
    )
    assert course(verdict, "attacker.Maw") == [0, 0, 1, 2, 2, 3]


@pytest.mark.rule("B1", "B16")
def test_a_devourer_dead_of_poison_devours_no_more() -> None:
    """B1: Maw dies of its marker (3 of 3); Viper has 1 from the strike back and 1 from turn 5, and no more after."""
    verdict = fought(
        [creature("Maw", 3, 1, "devour"), creature("Fox", 9, 0)],
        [creature("Viper", 9, 1, "poisonous"), creature("Elk", 9, 0)],
        "summon Viper 1",
        "summon Maw 1",
        "attack Viper",
        "devour Maw",
        "summon Elk 3",
        "summon Fox 2",
        "move Viper 2",
        kind="battleground",
    )
    assert damage(verdict)["attacker.Maw"] == 3
    assert course(verdict, "defender.Viper")[4:] == [2, 2, 2]


@pytest.mark.rule("B1", "summon")
def test_a_death_before_the_action_frees_the_slot_for_it() -> None:
    """B1: 2 by strikes and 2 markers are 4 of 4 at the start of turn 4, and Elk takes the empty slot."""
    verdict = fought(
        [creature("Viper", 9, 1, "poisonous")],
        [creature("Ox", 4, 0), creature("Elk", 9, 0)],
        "summon Viper 1",
        "summon Ox 1",
        "attack Viper",
        "summon Elk 1",
    )
    assert damage(verdict) == {"attacker.Viper": 0, "defender.Ox": 4, "defender.Elk": 1}
    assert slots(verdict, "defender") == ["Elk", None, None]


@pytest.mark.rule("B1", "B25", "B4")
def test_each_creature_is_its_own_moment_before_the_action() -> None:
    """B25: Ox in slot 1 dies of its marker (2 of 2); Elk in slot 2 still takes its own 1 and acts."""
    verdict = fought(
        [creature("Viper", 9, 1, "poisonous"), creature("Asp", 9, 1, "poisonous")],
        [creature("Ox", 2, 0), creature("Elk", 9, 0)],
        "summon Viper 1",
        "summon Elk 2",
        "summon Asp 2",
        "summon Ox 1",
        "attack Asp",
        "attack Elk",
    )
    assert course(verdict, "defender.Ox") == [0, 0, 0, 1, 1, 2]
    # Elk: 1 and a marker in turn 3; in turn 4 bitten, 2; struck in turn 5, 3; in turn 6 bitten twice, struck once
    assert course(verdict, "defender.Elk") == [0, 0, 1, 2, 3, 6]
    assert result(verdict) == (None, None)


@pytest.mark.rule("B1", "battle-end")
def test_lost_to_poison_before_acting() -> None:
    """B1: 2 + 2 by strikes, two markers make 6 of 6: the turn is a pass and the battle is lost."""
    verdict = fought(
        [creature("Viper", 9, 2, "poisonous")],
        [creature("Ox", 6, 0)],
        "summon Viper 1",
        "summon Ox 1",
        "attack Viper",
        "pass",
    )
    assert damage(verdict)["defender.Ox"] == 6
    assert result(verdict) == ("attacker", "eliminated")


@pytest.mark.rule("B1", "battle-end")
def test_lost_to_a_devourer_before_acting() -> None:
    """B1: the dice of the lost turn stand with its pass: 2 + 1 on 3 hit points."""
    verdict = fought(
        [creature("Maw", 9, 2, "devour")],
        [creature("Ox", 3, 0)],
        "summon Ox 1",
        "summon Maw 1",
        ("attack Ox", "0 0"),
        "devour Maw",
        ("pass", "2 1"),
        kind="battleground",
    )
    assert result(verdict) == ("attacker", "eliminated")


@pytest.mark.rule("B1", "B25")
def test_no_action_after_losing_before_it() -> None:
    """B1: whoever is left without creatures can't break free any more."""
    assert refused(
        [creature("Maw", 9, 2, "devour")],
        [creature("Ox", 3, 0)],
        "summon Ox 1",
        "summon Maw 1",
        ("attack Ox", "0 0"),
        "devour Maw",
        ("break free Ox", "2 1"),
        kind="battleground",
    ) in {"B1", "B25", "battle-end"}


@pytest.mark.rule("B1", "B25")
def test_a_side_can_lose_by_poison_on_its_devouring_creature() -> None:
    """B1: Maw, its side's last, dies of its marker (3 of 3) while it devours: the other side has won."""
    verdict = fought(
        [creature("Maw", 3, 0, "devour")],
        [creature("Viper", 9, 1, "poisonous"), creature("Elk", 9, 0)],
        "summon Viper 1",
        "summon Maw 1",
        "attack Viper",
        "devour Maw",
        "summon Elk 3",
        "pass",
        kind="battleground",
    )
    assert course(verdict, "attacker.Maw") == [0, 0, 1, 2, 2, 3]
    assert result(verdict) == ("defender", "eliminated")


# --- who starts, one action each, and passing (B2) ----------------------------------------------------


@pytest.mark.rule("who-starts")
@pytest.mark.parametrize(("kind", "first", "second"), [("duel", "Fox", "Ox"), ("battleground", "Ox", "Fox")])
def test_who_starts(kind: str, first: str, second: str) -> None:
    """P. 16: the challenger starts a duel, the defender a battle at a battleground."""
    sides = [creature("Fox", 9, 0)], [creature("Ox", 9, 0)]
    verdict = fought(*sides, f"summon {first} 1", f"summon {second} 2", kind=kind)
    attacker_first = kind == "duel"
    expected = ["attacker", "defender"] if attacker_first else ["defender", "attacker"]
    assert [turn["side"] for turn in report(verdict)["turns"]] == expected
    with pytest.raises(BadInput):
        judge(record(*sides, f"summon {second} 1", kind=kind))


@pytest.mark.rule("turn-action")
def test_one_action_a_turn() -> None:
    """P. 16: after one action the other side acts, so the same side can't go on."""
    with pytest.raises(BadInput, match="turn 2"):
        judge(record([creature("Fox", 9, 0)], [creature("Ox", 9, 0)], "summon Fox 1", "move Fox 2"))


@pytest.mark.rule("turn-action", "must-act")
def test_after_a_lost_turn_the_other_side_goes_on() -> None:
    """P. 16: Fox can do nothing, so its turn is lost; Ox moves, and then it is Fox's turn again."""
    verdict = fought(
        [creature("Fox", 9, 0)],
        [creature("Ox", 9, 0)],
        "summon Fox 1 with Anchor",
        "summon Ox 3",
        "pass",
        "move Ox 2",
        "pass",
        attacker_wears=[ANCHOR],
    )
    assert [turn["side"] for turn in report(verdict)["turns"]][2:] == ["attacker", "defender", "attacker"]


@pytest.mark.rule("B2", "must-act")
@pytest.mark.parametrize(
    ("attacker", "defender", "turns", "settings"),
    [
        pytest.param([creature("Fox", 9, 0)], [creature("Ox", 9, 0)], ["pass"], {}, id="summon"),
        pytest.param(
            [creature("Fox", 9, 0)], [creature("Ox", 9, 0)], ["summon Fox 1", "summon Ox 3", "pass"], {}, id="move"
        ),
        pytest.param(
            [creature("Fox", 9, 0)],
            [creature("Ox", 9, 0)],
            ["summon Fox 1 with Anchor", "summon Ox 1", "pass"],
            {"attacker_wears": [ANCHOR]},
            id="attack",
        ),
        pytest.param(
            [creature("Maw", 9, 0, "devour"), creature("Rock", 9, 0)],
            [creature("Ox", 9, 0)],
            ["summon Rock 2 with Anchor", "summon Ox 1", "summon Maw 1", "attack Ox", "pass"],
            {"attacker_wears": [ANCHOR]},
            id="devour",
        ),
        pytest.param(
            [creature("Maw", 9, 0, "devour")],
            [creature("Ox", 9, 0)],
            ["summon Ox 1", "summon Maw 1", "attack Ox", "devour Maw", "pass"],
            {"kind": "battleground"},
            id="break free",
        ),
        pytest.param(
            [creature("Fox", 9, 0)],
            [creature("Ox", 9, 0)],
            ["summon Fox 1 with Anchor, Rope", "summon Ox 3", "pass"],
            {"attacker_wears": [ANCHOR, piece("Rope", "bind")]},
            id="bind",
        ),
    ],
)
def test_no_passing_while_an_action_is_left(
    attacker: list[dict[str, Any]], defender: list[dict[str, Any]], turns: list[str], settings: dict[str, Any]
) -> None:
    """P. 16, B2: whatever the one possible action is, it must be taken."""
    assert refused(attacker, defender, *turns, **settings) in {"B2", "must-act"}


@pytest.mark.rule("B2", "frost-attack")
def test_a_frozen_creature_facing_nobody_passes() -> None:
    """P. 18, B2: Fox has a frost marker and nobody in front once Yuki has gone, so there is no action."""
    verdict = fought(
        [creature("Fox", 9, 0)],
        [creature("Yuki", 9, 1, "frost attack")],
        "summon Fox 1",
        "summon Yuki 1",
        "attack Fox",
        "move Yuki 2",
        "pass",
    )
    assert fighter(verdict, "attacker.Fox").frost


@pytest.mark.rule("B2", "B16")
def test_a_side_whose_one_creature_devours_passes() -> None:
    """B16, B2: a devouring creature can't be used, so its side has no action."""
    verdict = fought(
        [creature("Maw", 9, 1, "devour")],
        [creature("Ox", 9, 0), creature("Elk", 9, 0)],
        "summon Ox 1",
        "summon Maw 1",
        "summon Elk 3",
        "devour Maw",
        "move Elk 2",
        "pass",
        kind="battleground",
    )
    assert fighter(verdict, "attacker.Maw").devouring is not None


@pytest.mark.rule("B2", "B18")
def test_a_side_whose_one_creature_is_bound_passes() -> None:
    """B18, B2: bound, Fox can neither move nor attack Ox in front of it."""
    verdict = fought(
        [creature("Fox", 9, 0)],
        [creature("Ox", 9, 0)],
        "summon Fox 1",
        "summon Ox 1 with Rope",
        "attack Fox",
        "bind Fox",
        "pass",
        defender_wears=[piece("Rope", "bind")],
    )
    assert fighter(verdict, "attacker.Fox").bound


# --- rounds without dice (B3) -------------------------------------------------------------------------


def quiet(attacker: list[dict[str, Any]], defender: list[dict[str, Any]], *more: str, **settings: Any) -> Verdict:
    """Fox stands in slot 1, Ox in slot 3, both immobile, and both pass to the end of round 3 (or as `more` says)."""
    turns = ("summon Fox 1 with Anchor", "summon Ox 3 with Anchor", *(more or ("pass", "pass", "pass", "pass")))
    wears = {"attacker_wears": [ANCHOR], "defender_wears": [ANCHOR]}
    return fought(attacker, defender, *turns, **{**wears, **settings})


@pytest.mark.rule("B3", "stalemate")
@pytest.mark.parametrize(("fox", "ox", "winner"), [(5, 4, "attacker"), (4, 5, "defender"), (5, 5, "defender")])
def test_three_rounds_without_a_die_end_the_battle(fox: int, ox: int, winner: str) -> None:
    """P. 15, B3: the higher sum of hit points wins when round 3 ends, and the defender if they are equal."""
    verdict = quiet([creature("Fox", fox, 2)], [creature("Ox", ox, 2)])
    assert [played.after.outcome is not None for played in verdict.played] == [False] * 5 + [True]
    assert result(verdict) == (winner, "stalemate")
    assert tally(verdict) == (fox, ox)


@pytest.mark.rule("B3", "stalemate", "who-starts")
def test_a_round_at_a_battleground_ends_with_the_attackers_turn() -> None:
    """B3: turns 5 and 6 are round 3 there too: 20 against 9 + 7, the minion in hand."""
    verdict = fought(
        [creature("Fox", 20, 1)],
        [creature("Guarded", 9, 1)],
        "summon Guarded 1",
        "summon Fox 3 with Anchor",
        "move Guarded 2",
        "pass",
        "move Guarded 1",
        "pass",
        attacker_wears=[ANCHOR],
        minion={"mythology": "norse", "level": 2},
    )
    assert [played.after.outcome is not None for played in verdict.played] == [False] * 5 + [True]
    assert tally(verdict) == (20, 16)
    assert result(verdict) == ("attacker", "stalemate")


@pytest.mark.rule("B3", "stalemate")
def test_a_stalemate_counts_creatures_in_hand() -> None:
    """B3: Fox 3 and Elk 4 in hand are 7 against 6."""
    verdict = fought(
        [creature("Fox", 3, 0), creature("Elk", 4, 0)],
        [creature("Ox", 6, 0)],
        "summon Fox 1",
        "summon Ox 3 with Anchor",
        "move Fox 2",
        "pass",
        "move Fox 1",
        "pass",
        defender_wears=[ANCHOR],
    )
    assert tally(verdict) == (7, 6)
    assert result(verdict) == ("attacker", "stalemate")


@pytest.mark.rule("B3", "stalemate", "absorption")
@pytest.mark.parametrize(("absorption", "winner"), [(2, "defender"), (1, "defender"), (None, "attacker")])
def test_a_stalemate_counts_absorption_left(absorption: int | None, winner: str) -> None:
    """P. 15: Ox's 4 hit points and a shield of 2 beat 5, with 1 they are equal; without, they lose."""
    wears = [ANCHOR] if absorption is None else [piece("Anchor", "immobility", f"absorption {absorption}")]
    verdict = quiet([creature("Fox", 5, 0)], [creature("Ox", 4, 0)], defender_wears=wears)
    assert tally(verdict) == (5, 4 + (absorption or 0))
    assert result(verdict) == (winner, "stalemate")


@pytest.mark.rule("B3")
def test_absorption_in_hand_is_not_worn() -> None:
    """B3: a shield that nobody put on counts nothing, so 5 beat 4."""
    verdict = quiet(
        [creature("Fox", 5, 0)], [creature("Ox", 4, 0)], defender_wears=[ANCHOR, piece("Shield", "absorption 9")]
    )
    assert tally(verdict) == (5, 4)


def quiet_after_a_fight(
    ox: dict[str, Any], second: str | tuple[str, str], fox: dict[str, Any] | None = None
) -> Verdict:
    """Fox and Ox fight once, in the second turn; then Fox goes to slot 3 and nothing can happen up to turn 8."""
    return fought(
        [fox or creature("Fox", 9, 1)],
        [ox],
        "summon Fox 1",
        second,
        "move Fox 2",
        "pass",
        "move Fox 3",
        "pass",
        "pass",
        "pass",
        defender_wears=[ANCHOR, piece("Shield", "absorption 3")],
    )


@pytest.mark.rule("B3", "stalemate", "B22", "average-dice")
def test_the_quiet_rounds_are_counted_from_the_last_roll() -> None:
    """B3: a fight in round 1 (would have been rolled), so rounds 2, 3, 4 end it: 9 - 2 against 9 - 1."""
    verdict = quiet_after_a_fight(creature("Ox", 9, 2), "summon Ox 1 with Anchor")
    assert [played.after.outcome is not None for played in verdict.played] == [False] * 7 + [True]
    assert tally(verdict) == (7, 8)
    assert result(verdict) == ("defender", "stalemate")


@pytest.mark.rule("B3", "stalemate")
def test_a_roll_of_nothing_but_noughts_is_a_roll() -> None:
    """B3: dice were rolled in round 1, if only 0s, so the battle isn't over before round 4 ends."""
    verdict = quiet_after_a_fight(creature("Ox", 9, 2), ("summon Ox 1 with Anchor", "0 0 / 0"))
    assert [played.after.outcome is not None for played in verdict.played] == [False] * 7 + [True]
    assert tally(verdict) == (9, 9)


@pytest.mark.rule("B3", "stalemate", "absorption")
def test_absorption_used_up_counts_no_more() -> None:
    """B3: Fox's 1 fell on the shield: 9 hit points and 3 - 1 of absorption are 11."""
    verdict = quiet_after_a_fight(creature("Ox", 9, 2), "summon Ox 1 with Anchor, Shield")
    assert tally(verdict) == (7, 11)


@pytest.mark.rule("B3", "stalemate", "poisonous")
def test_poison_is_no_roll() -> None:
    """B3: the marker bites in turns 4, 6 and 8 without a die: 9 against 9 - 1 - 3, and the end is on time."""
    verdict = quiet_after_a_fight(
        creature("Ox", 9, 0), "summon Ox 1 with Anchor", fox=creature("Fox", 9, 1, "poisonous")
    )
    assert tally(verdict) == (9, 5)
    assert result(verdict) == ("attacker", "stalemate")


@pytest.mark.rule("B3", "B22", "average-dice")
def test_strikes_with_no_dice_are_no_roll() -> None:
    """B22: creatures with 0 dice fight in every round, and still no die was rolled."""
    verdict = fought(
        [creature("Fox", 5, 0, "offensive 1")],
        [creature("Ox", 9, 0)],
        "summon Fox 1",
        "summon Ox 1",
        "attack Fox",
        "attack Ox",
        "attack Fox",
        "attack Ox",
    )
    assert result(verdict) == ("defender", "stalemate")
    assert tally(verdict) == (5, 7)


@pytest.mark.rule("B3", "stalemate")
def test_the_dead_count_nothing_in_a_stalemate() -> None:
    """B3: Ox (2 of 2) dies in round 1; rounds 2, 3, 4 are quiet: Fox 9 - 2 against Elk's 8."""
    verdict = fought(
        [creature("Fox", 9, 2)],
        [creature("Ox", 2, 2), creature("Elk", 8, 0)],
        "summon Fox 1 with Anchor",
        "summon Ox 1",
        "pass",
        "summon Elk 3 with Anchor",
        "pass",
        "pass",
        "pass",
        "pass",
        attacker_wears=[ANCHOR],
        defender_wears=[ANCHOR],
    )
    assert tally(verdict) == (7, 8)
    assert result(verdict) == ("defender", "stalemate")


# --- how a battle ends (B4, B25, B26) -----------------------------------------------------------------


@pytest.mark.rule("B4", "battle-end")
def test_a_creature_in_hand_keeps_its_side_in_the_battle() -> None:
    """B4: Ox (2 of 2) dies, but Elk is still in hand and comes next."""
    verdict = fought(
        [creature("Fox", 9, 2)],
        [creature("Ox", 2, 0), creature("Elk", 9, 0)],
        "summon Fox 1",
        "summon Ox 1",
        "move Fox 2",
        "summon Elk 3",
    )
    assert fighter(verdict, "defender.Ox").dead
    assert result(verdict) == (None, None)


@pytest.mark.rule("B4", "battle-end")
@pytest.mark.parametrize(("fox", "ox", "winner"), [(9, 2, "attacker"), (2, 9, "defender")])
def test_the_side_without_creatures_loses(fox: int, ox: int, winner: str) -> None:
    """P. 15: both strike for 2; the one with 2 hit points was its side's only creature."""
    verdict = fought([creature("Fox", fox, 2)], [creature("Ox", ox, 2)], "summon Fox 1", "summon Ox 1")
    assert result(verdict) == (winner, "eliminated")


@pytest.mark.rule("B4", "battle-tie")
@pytest.mark.parametrize(
    ("kind", "turns"),
    [("duel", ("summon Fox 1", "summon Ox 1")), ("battleground", ("summon Ox 1", "summon Fox 1"))],
)
def test_both_last_creatures_die_at_once(kind: str, turns: tuple[str, str]) -> None:
    """P. 15: 2 damage on 2 hit points on both sides; the defender wins, whoever started the fight."""
    verdict = fought([creature("Fox", 2, 2)], [creature("Ox", 2, 2)], *turns, kind=kind)
    assert result(verdict) == ("defender", "simultaneous")


@pytest.mark.rule("B4", "battle-tie")
def test_no_tie_while_the_attacker_has_one_in_hand() -> None:
    """B4: Fox and Ox kill each other; the attacker still has Elk and wins."""
    verdict = fought(
        [creature("Fox", 2, 2), creature("Elk", 9, 0)], [creature("Ox", 2, 2)], "summon Fox 1", "summon Ox 1"
    )
    assert result(verdict) == ("attacker", "eliminated")


@pytest.mark.rule("B4", "B17", "battle-end")
def test_a_creature_that_resurrects_was_never_missing() -> None:
    """B17: Ox (2 of 2) is back at once in turn 2, so the battle goes on; in turn 3 it dies for good."""
    verdict = fought(
        [creature("Fox", 9, 2)], [creature("Ox", 2, 0, "resurrection")], "summon Fox 1", "summon Ox 1", "attack Fox"
    )
    assert course(verdict, "defender.Ox") == [0, 0, 2]
    assert result(verdict) == ("attacker", "eliminated")


@pytest.mark.rule("B25", "battle-end")
@pytest.mark.parametrize("further", ["move Fox 2", "attack Fox", "pass"])
def test_nothing_is_played_after_the_end(further: str) -> None:
    """B25: Ox (2 of 2) was the last; any further turn of a record is illegal."""
    fox, ox = [creature("Fox", 9, 2)], [creature("Ox", 2, 0)]
    assert refused(fox, ox, "summon Fox 1", "summon Ox 1", further) in {"B25", "battle-end"}


@pytest.mark.rule("B25", "battle-tie", "multi-attack")
def test_multi_attack_belongs_to_the_moment_of_the_strikes() -> None:
    """B25: Hydra's 6 kills Ox, 2 of it Elk beside, and Ox's 2 kills Hydra: all at once, so the defender wins."""
    verdict = fought(
        [creature("Hydra", 2, 6, "multi attack")],
        [creature("Ox", 6, 2), creature("Elk", 2, 0)],
        "summon Elk 2",
        "summon Hydra 3",
        "summon Ox 3",
        kind="battleground",
    )
    assert damage(verdict) == {"attacker.Hydra": 2, "defender.Ox": 6, "defender.Elk": 2}
    assert result(verdict) == ("defender", "simultaneous")


@pytest.mark.rule("B25", "burning")
def test_no_burning_after_the_last_death() -> None:
    """B25: Imp's 2 kills Ox, the last of its side: neither creature burns, so there are two rolls and no more."""
    sides = [creature("Imp", 9, 2, "burning 2")], [creature("Ox", 2, 1, "burning 3")]
    verdict = fought(*sides, "summon Imp 1", ("summon Ox 1", "1 / 2 0"))
    assert damage(verdict) == {"attacker.Imp": 1, "defender.Ox": 2}
    assert result(verdict) == ("attacker", "eliminated")
    with pytest.raises(BadInput):
        judge(record(*sides, "summon Imp 1", ("summon Ox 1", "1 / 2 0 / 2 2")))


@pytest.mark.rule("B25", "first-strike", "battle-end")
def test_a_first_strike_can_end_the_battle() -> None:
    """B25: Fox's first strike of 2 kills Ox (2 of 2), the last; there is one roll."""
    verdict = fought(
        [creature("Fox", 9, 2, "first strike")], [creature("Ox", 2, 9)], "summon Fox 1", ("summon Ox 1", "1 1")
    )
    assert damage(verdict)["attacker.Fox"] == 0
    assert result(verdict) == ("attacker", "eliminated")


@pytest.mark.rule("B25", "first-strike", "burning")
def test_a_strike_back_is_a_moment_of_its_own() -> None:
    """B25: Fox's 1 leaves Ox at 1 of 3; the strike back of 2 kills Fox, and its burning never comes."""
    verdict = fought(
        [creature("Fox", 2, 1, "first strike", "burning 2")],
        [creature("Ox", 3, 1)],
        "summon Fox 1",
        ("summon Ox 1", "1 / 2"),
    )
    assert damage(verdict) == {"attacker.Fox": 2, "defender.Ox": 1}
    assert result(verdict) == ("defender", "eliminated")


@pytest.mark.rule("B25", "burning")
def test_each_burning_roll_is_a_moment_of_its_own() -> None:
    """B25: Imp, the initiator, burns Ox dead (1 of 1); Ox, which would have burnt Imp dead, is too late."""
    verdict = fought(
        [creature("Ox", 1, 0, "burning 2")],
        [creature("Imp", 1, 0, "burning 1")],
        "summon Ox 1",
        ("summon Imp 1", "1"),
    )
    assert damage(verdict) == {"attacker.Ox": 1, "defender.Imp": 0}
    assert result(verdict) == ("defender", "eliminated")


@pytest.mark.rule("B25", "burning")
def test_the_battle_ends_between_two_burning_rolls() -> None:
    """B25: of the 1, 2 of Imp's rolls the second, at Elk beside, takes the last; Ox's own burning is not rolled."""
    verdict = fought(
        [creature("Elk", 2, 0), creature("Ox", 1, 0, "burning 2")],
        [creature("Imp", 1, 0, "burning 1"), creature("Bat", 9, 0)],
        "summon Elk 2",
        "summon Bat 3",
        "summon Ox 1",
        ("summon Imp 1", "1 / 2"),
    )
    assert damage(verdict) == {"attacker.Elk": 2, "attacker.Ox": 1, "defender.Imp": 0, "defender.Bat": 0}
    assert result(verdict) == ("defender", "eliminated")


@pytest.mark.rule("B25", "B14", "burning")
def test_burning_goes_on_while_a_side_has_a_creature() -> None:
    """B25, B14: Imp burns Ox dead (1 of 1); Elk in hand keeps the battle going, so dead Ox burns Imp for 2."""
    verdict = fought(
        [creature("Ox", 1, 0, "burning 2"), creature("Elk", 9, 0)],
        [creature("Imp", 9, 0, "burning 1")],
        "summon Ox 1",
        ("summon Imp 1", "1 / 2 0"),
    )
    assert damage(verdict) == {"attacker.Ox": 1, "attacker.Elk": 0, "defender.Imp": 2}
    assert result(verdict) == (None, None)


@pytest.mark.rule("B25", "break-free", "B23")
def test_a_break_free_roll_can_end_the_battle() -> None:
    """B25: 1 die at the start of the turn, then 2 x 1 to break free: 1 + 2 + 1 on 4 hit points, the last creature."""
    verdict = fought(
        [creature("Maw", 9, 1, "devour")],
        [creature("Ox", 4, 0)],
        "summon Ox 1",
        "summon Maw 1",
        ("attack Ox", "0"),
        "devour Maw",
        ("break free Ox", "1 / 2 1"),
        kind="battleground",
    )
    assert damage(verdict)["defender.Ox"] == 4
    assert result(verdict) == ("attacker", "eliminated")


@pytest.mark.rule("B26", "hit-points")
def test_damage_beyond_death_is_kept_in_full() -> None:
    """B26: 5 on 3 hit points are recorded as 5, in that turn and later."""
    verdict = fought(
        [creature("Fox", 9, 5)],
        [creature("Ox", 3, 0), creature("Elk", 9, 0)],
        "summon Fox 1",
        "summon Ox 1",
        "move Fox 2",
        "summon Elk 3",
    )
    assert course(verdict, "defender.Ox") == [0, 5, 5, 5]
    assert report(verdict)["state"]["defender"]["dead"] == ["Ox"]


@pytest.mark.rule("B26", "absorption")
def test_damage_beyond_death_is_what_got_through() -> None:
    """B26, B9: a shield takes 2 of 7; the 5 that are received stand on the dead creature with 3 hit points."""
    verdict = fought(
        [creature("Fox", 9, 7)],
        [creature("Ox", 3, 0)],
        "summon Fox 1",
        "summon Ox 1 with Shield",
        defender_wears=[piece("Shield", "absorption 2")],
    )
    assert damage(verdict)["defender.Ox"] == 5


@pytest.mark.rule("B26", "B1")
def test_poison_beyond_death_is_kept_in_full() -> None:
    """B26: 3 by strikes and 3 markers, one for each strike, are 6 on 4 hit points."""
    verdict = fought(
        [creature("Viper", 9, 1, "poisonous"), creature("Elk", 9, 0)],
        [creature("Ox", 7, 0)],
        "summon Viper 1",
        "summon Ox 1",
        "attack Viper",
        "attack Ox",
        "attack Viper",
        "pass",
    )
    # 1, 2, then bitten twice and struck: 5, struck: 6 with four markers, bitten: 10 of 7
    assert course(verdict, "defender.Ox") == [0, 1, 2, 5, 6, 10]


# --- equipment (B5) -----------------------------------------------------------------------------------

DIRK, CAP, BELT = piece("Dirk", "power hit 1"), piece("Cap", "power hit 2"), piece("Belt", "power hit 3")


@pytest.mark.rule("B5", "equipment")
def test_two_pieces_are_worn_and_both_work() -> None:
    """P. 22: Fox's 1 die and 1 + 2 for what it wears are 4, in defence and in attack."""
    verdict = fought(
        [creature("Fox", 9, 1)],
        [creature("Ox", 9, 0)],
        "summon Fox 1 with Dirk, Cap",
        "summon Ox 1",
        "attack Fox",
        attacker_wears=[DIRK, CAP],
    )
    assert course(verdict, "defender.Ox") == [0, 4, 8]
    assert [source.name for source in fighter(verdict, "attacker.Fox").worn] == ["Dirk", "Cap"]


@pytest.mark.rule("B5", "equipment")
def test_three_pieces_are_too_many() -> None:
    """P. 22: a creature is given up to two."""
    assert refused(
        [creature("Fox", 9, 1)],
        [creature("Ox", 9, 0)],
        "summon Fox 1 with Dirk, Cap, Belt",
        attacker_wears=[DIRK, CAP, BELT],
    ) in {"B5", "equipment"}


@pytest.mark.rule("B5", "equipment")
@pytest.mark.parametrize(
    "turns",
    [
        ("summon Fox 1 with Dirk, Dirk",),
        ("summon Fox 1 with Dirk", "summon Ox 3", "summon Elk 2 with Dirk"),
        ("summon Fox 1 with Dirk", "summon Ox 3", "summon Elk 2 with Cap, Dirk"),
    ],
    ids=["twice on one creature", "on a second creature", "beside another piece"],
)
def test_a_piece_is_worn_once(turns: tuple[str, ...]) -> None:
    """B5: no piece is put on twice in a battle."""
    assert refused(
        [creature("Fox", 9, 1), creature("Elk", 9, 1)], [creature("Ox", 9, 0)], *turns, attacker_wears=[DIRK, CAP]
    ) in {"B5", "equipment"}


@pytest.mark.rule("B5")
def test_what_a_dead_creature_wore_is_out() -> None:
    """B5: Fox (2 of 2) dies in its Dirk; Elk can't have it, though it can have the Cap."""
    sides = [creature("Fox", 2, 1), creature("Elk", 9, 1)], [creature("Ox", 9, 2)]
    turns = "summon Fox 1 with Dirk", "summon Ox 1"
    assert refused(*sides, *turns, "summon Elk 2 with Dirk", attacker_wears=[DIRK, CAP]) in {"B5", "equipment"}
    verdict = fought(*sides, *turns, "summon Elk 2 with Cap", attacker_wears=[DIRK, CAP])
    assert [source.name for source in fighter(verdict, "attacker.Elk").worn] == ["Cap"]


@pytest.mark.rule("B5", "B17", "resurrection")
def test_what_a_resurrected_creature_wore_is_out() -> None:
    """P. 20: Fox (2 of 2) comes back without its Dirk, so it deals 1 and not 2; nobody else may wear the Dirk."""
    sides = [creature("Fox", 2, 1, "resurrection"), creature("Elk", 9, 1)], [creature("Ox", 9, 2)]
    turns = "summon Fox 1 with Dirk", "summon Ox 1"
    assert refused(*sides, *turns, "summon Elk 2 with Dirk", attacker_wears=[DIRK]) in {"B5", "B17", "equipment"}
    verdict = fought(*sides, *turns, "attack Fox", attacker_wears=[DIRK])
    assert course(verdict, "defender.Ox") == [0, 2, 3]


@pytest.mark.rule("B5", "equipment")
def test_no_equipment_for_a_creature_in_a_slot() -> None:
    """P. 22: what is on the battlefield can't be equipped any more."""
    assert refused(
        [creature("Fox", 9, 1)],
        [creature("Ox", 9, 0)],
        "summon Fox 1",
        "summon Ox 3",
        "summon Fox 2 with Dirk",
        attacker_wears=[DIRK],
    ) in {"B5", "equipment", "summon"}


@pytest.mark.rule("B5", "minion", "equipment")
@pytest.mark.parametrize("name", ["Minion", "Ark"])
def test_the_minions_side_wears_nothing(name: str) -> None:
    """B5: neither the minion nor the creature that it guards has equipment; without, both may come."""
    minion = {"mythology": "biblical", "level": 3}
    sides = [creature("Fox", 9, 1)], [creature("Ark", 9, 1, level=3, mythology="biblical")]
    assert refused(*sides, f"summon {name} 1 with Dirk", defender_wears=[DIRK], minion=minion) in {"B5", "equipment"}
    verdict = fought(*sides, f"summon {name} 1", defender_wears=[DIRK], minion=minion)
    assert slots(verdict, "defender") == [name, None, None]


# --- summon, move, attack -----------------------------------------------------------------------------


@pytest.mark.rule("summon")
@pytest.mark.parametrize("slot", [1, 2, 3])
def test_summon_into_any_free_slot(slot: int) -> None:
    """P. 16: all three slots are open at the start."""
    verdict = fought([creature("Fox", 9, 0)], [creature("Ox", 9, 0)], f"summon Fox {slot}")
    assert slots(verdict, "attacker").index("Fox") == slot - 1


@pytest.mark.rule("summon")
def test_no_summon_into_a_slot_that_is_taken() -> None:
    """P. 16: Fox is in slot 1, so Elk must go elsewhere; the enemy's slot 1 is another."""
    sides = [creature("Fox", 9, 0), creature("Elk", 9, 0)], [creature("Ox", 9, 0)]
    assert refused(*sides, "summon Fox 1", "summon Ox 3", "summon Elk 1") == "summon"
    assert slots(fought(*sides, "summon Fox 1", "summon Ox 1", "summon Elk 2"), "defender") == ["Ox", None, None]


@pytest.mark.rule("summon")
def test_only_creatures_in_hand_are_summoned() -> None:
    """P. 16: a creature in a slot or a dead one isn't in hand."""
    sides = [creature("Fox", 2, 0), creature("Elk", 9, 0)], [creature("Ox", 9, 2)]
    assert refused(*sides, "summon Fox 1", "summon Ox 3", "summon Fox 2") == "summon"
    assert refused(*sides, "summon Fox 1", "summon Ox 1", "summon Fox 2") == "summon"


@pytest.mark.rule("summon", "move", "devour", "B16")
@pytest.mark.parametrize("action", ["summon Elk 1", "move Fox 1"])
def test_a_devourers_own_slot_is_locked(action: str) -> None:
    """P. 19: while Maw devours Ox, nobody comes into slot 1, where it stood."""
    assert refused(
        [creature("Maw", 9, 0, "devour"), creature("Fox", 9, 0), creature("Elk", 9, 0)],
        [creature("Ox", 9, 1), creature("Cow", 9, 0)],
        "summon Ox 1",
        "summon Maw 1",
        "summon Cow 3",
        "summon Fox 2",
        "attack Ox",
        "devour Maw",
        "move Cow 2",
        action,
        kind="battleground",
    ) in {"B16", "devour"}


@pytest.mark.rule("move")
@pytest.mark.parametrize(("start", "end"), [(1, 2), (2, 1), (2, 3), (3, 2)])
def test_move_to_a_free_slot_next_to_it(start: int, end: int) -> None:
    """P. 16: one slot to the left or right."""
    verdict = fought(
        [creature("Fox", 9, 0)], [creature("Ox", 9, 0)], f"summon Fox {start}", "summon Ox 3", f"move Fox {end}"
    )
    assert slots(verdict, "attacker").index("Fox") == end - 1


@pytest.mark.rule("move")
@pytest.mark.parametrize(("start", "end"), [(1, 3), (3, 1), (1, 1), (2, 2)])
def test_no_move_to_a_slot_further_off_or_its_own(start: int, end: int) -> None:
    """P. 16: slot 3 isn't next to slot 1, and a move leaves its slot."""
    assert (
        refused(
            [creature("Fox", 9, 0)], [creature("Ox", 9, 0)], f"summon Fox {start}", "summon Ox 3", f"move Fox {end}"
        )
        == "move"
    )


@pytest.mark.rule("move")
def test_no_move_into_a_slot_that_is_taken() -> None:
    """P. 16: Elk stands in slot 2."""
    sides = [creature("Fox", 9, 0), creature("Elk", 9, 0)], [creature("Ox", 9, 0)]
    assert refused(*sides, "summon Fox 1", "summon Ox 3", "summon Elk 2", "move Ox 2", "move Fox 2") == "move"


@pytest.mark.rule("move")
def test_no_move_out_of_the_hand_or_of_the_dead() -> None:
    """P. 16: only a summoned creature moves."""
    sides = [creature("Fox", 2, 0), creature("Elk", 9, 0)], [creature("Ox", 9, 2)]
    assert refused(*sides, "summon Fox 1", "summon Ox 3", "move Elk 2") == "move"
    assert refused(*sides, "summon Fox 1", "summon Ox 1", "move Fox 2") == "move"


@pytest.mark.rule("move", "frost-attack", "frost-marker")
def test_no_move_with_a_frost_marker() -> None:
    """P. 18: Yuki's 1 froze Fox."""
    assert refused(
        [creature("Fox", 9, 0)],
        [creature("Yuki", 9, 1, "frost attack")],
        "summon Fox 1",
        "summon Yuki 1",
        "move Fox 2",
    ) in {"frost-attack", "move"}


@pytest.mark.rule("move", "immobility")
def test_no_move_with_immobility() -> None:
    """P. 23: an Anchor holds its bearer in the slot."""
    assert refused(
        [creature("Fox", 9, 0)],
        [creature("Ox", 9, 0)],
        "summon Fox 1 with Anchor",
        "summon Ox 3",
        "move Fox 2",
        attacker_wears=[ANCHOR],
    ) in {"immobility", "move"}


@pytest.mark.rule("attack", "battle-dice")
def test_attack_what_stands_straight_across() -> None:
    """P. 16: Fox's attack is a second fight: 1 + 1 on Ox, 2 + 2 on Fox."""
    verdict = fought([creature("Fox", 9, 1)], [creature("Ox", 9, 2)], "summon Fox 2", "summon Ox 2", "attack Fox")
    assert damage(verdict) == {"attacker.Fox": 4, "defender.Ox": 2}


@pytest.mark.rule("attack", "empty-slot")
@pytest.mark.parametrize("slot", [1, 3])
def test_no_attack_on_an_empty_slot(slot: int) -> None:
    """P. 16: Ox stands next to the slot across and not in it."""
    assert refused(
        [creature("Fox", 9, 1)], [creature("Ox", 9, 2)], "summon Fox 2", f"summon Ox {slot}", "attack Fox"
    ) in {"attack", "empty-slot"}


@pytest.mark.rule("attack")
def test_no_attack_out_of_the_hand_or_of_the_dead() -> None:
    """P. 16: only a creature in a slot attacks."""
    sides = [creature("Fox", 2, 0), creature("Elk", 9, 0)], [creature("Ox", 9, 2)]
    assert refused(*sides, "summon Fox 1", "summon Ox 1", "attack Elk") in {"attack", "empty-slot"}
    assert refused(*sides, "summon Fox 1", "summon Ox 1", "attack Fox") in {"attack", "empty-slot"}


@pytest.mark.rule("attack", "devour", "B16")
def test_a_devourer_has_no_attack() -> None:
    """P. 19: Maw may devour Ox in front of it but not attack it."""
    sides = [creature("Maw", 9, 2, "devour")], [creature("Ox", 9, 0)]
    turns = "summon Maw 1", "summon Ox 1"
    assert refused(*sides, *turns, "attack Maw") in {"B16", "devour", "attack"}
    assert fighter(fought(*sides, *turns, "devour Maw"), "defender.Ox").devoured_by is not None


@pytest.mark.rule("attack", "B18", "bind", "bound-creature")
@pytest.mark.parametrize("action", ["attack Fox", "move Fox 2"])
def test_a_bound_creature_neither_attacks_nor_moves(action: str) -> None:
    """P. 23: Fox is bound and Ox stands in front of it."""
    assert refused(
        [creature("Fox", 9, 0), creature("Elk", 9, 0)],
        [creature("Ox", 9, 0)],
        "summon Fox 1",
        "summon Ox 1 with Rope",
        "summon Elk 3",
        "bind Fox",
        action,
        defender_wears=[piece("Rope", "bind")],
    ) in {"B18", "bind", "move", "attack"}


@pytest.mark.rule("arrival-fight", "summon")
def test_a_summon_in_front_of_an_enemy_makes_a_fight() -> None:
    """P. 16: Ox's 2 and Fox's 1 fall in turn 2."""
    verdict = fought([creature("Fox", 9, 1)], [creature("Ox", 9, 2)], "summon Fox 2", "summon Ox 2")
    assert damage(verdict) == {"attacker.Fox": 2, "defender.Ox": 1}


@pytest.mark.rule("arrival-fight", "move")
def test_a_move_in_front_of_an_enemy_makes_a_fight() -> None:
    """P. 16: nothing while they stand apart; 2 and 1 when Fox moves in front of Ox."""
    verdict = fought([creature("Fox", 9, 1)], [creature("Ox", 9, 2)], "summon Fox 1", "summon Ox 2", "move Fox 2")
    assert course(verdict, "attacker.Fox") == [0, 0, 2]
    assert course(verdict, "defender.Ox") == [0, 0, 1]


@pytest.mark.rule("arrival-fight")
def test_no_fight_while_a_third_acts_elsewhere() -> None:
    """P. 16: Fox and Ox face each other from turn 2 on; Elk and Cow fight in slot 3, and only they."""
    verdict = fought(
        [creature("Fox", 9, 1), creature("Elk", 9, 3)],
        [creature("Ox", 9, 2), creature("Cow", 9, 4)],
        "summon Fox 1",
        "summon Ox 1",
        "summon Elk 3",
        "summon Cow 3",
        "attack Elk",
    )
    assert course(verdict, "attacker.Fox") == [0, 2, 2, 2, 2]
    assert course(verdict, "defender.Ox") == [0, 1, 1, 1, 1]
    assert damage(verdict)["attacker.Elk"] == 8
    assert damage(verdict)["defender.Cow"] == 6


@pytest.mark.rule("arrival-fight", "devour", "B16")
@pytest.mark.parametrize("turns", [
    ("summon Ox 1", "summon Maw 1"), ("summon Ox 1", "summon Maw 2", "summon Elk 3", "move Maw 1"),
])  # fmt: skip
def test_a_devourers_arrival_makes_no_fight(turns: tuple[str, ...]) -> None:
    """P. 19: Maw is summoned or moves in front of Ox, and nothing happens."""
    verdict = fought(
        [creature("Maw", 9, 2, "devour")], [creature("Ox", 9, 2), creature("Elk", 9, 1)], *turns, kind="battleground"
    )
    assert set(damage(verdict).values()) == {0}
    assert len(events(verdict, NoFight)) == 1


@pytest.mark.rule("arrival-fight", "devour", "B16")
def test_an_arrival_in_front_of_a_devourer_is_a_fight() -> None:
    """P. 19: Ox arrives and deals 1; attacked, Maw strikes back with its 2 dice."""
    verdict = fought([creature("Maw", 9, 2, "devour")], [creature("Ox", 9, 1)], "summon Maw 1", "summon Ox 1")
    assert damage(verdict) == {"attacker.Maw": 1, "defender.Ox": 2}


# --- no third move (B8) -------------------------------------------------------------------------------

WALKERS = [creature("Fox", 99, 1), creature("Elk", 99, 1)], [creature("Ox", 99, 1)]
"""Ox wears an Anchor in slot 1; Fox and Elk walk about on the other side."""


@pytest.mark.rule("B8", "two-moves")
def test_a_third_move_in_a_row_is_illegal() -> None:
    """P. 16: two moves by Fox are legal, the third in three turns of its player isn't, whichever way it goes."""
    turns = "summon Fox 1", "summon Ox 1 with Anchor", "move Fox 2", "pass", "move Fox 3", "pass"
    verdict = fought(*WALKERS, *turns, defender_wears=[ANCHOR])
    assert slots(verdict, "attacker") == [None, None, "Fox"]
    assert refused(*WALKERS, *turns, "move Fox 2", defender_wears=[ANCHOR]) in {"B8", "two-moves"}


@pytest.mark.rule("B8", "two-moves")
def test_a_third_move_after_another_action_is_legal() -> None:
    """B8: move, move, summon, move: the last one isn't the third of three successive turns."""
    verdict = fought(
        *WALKERS,
        "summon Fox 1",
        "summon Ox 1 with Anchor",
        "move Fox 2",
        "pass",
        "move Fox 3",
        "pass",
        "summon Elk 1",
        "attack Ox",
        "move Fox 2",
        "attack Ox",
        "attack Elk",
        defender_wears=[ANCHOR],
    )
    assert slots(verdict, "attacker") == ["Elk", "Fox", None]


@pytest.mark.rule("B8", "two-moves")
def test_the_count_starts_again_after_another_action() -> None:
    """B8: move, summon, move, move are legal; one more move by Fox would be the third in a row."""
    turns = (
        "summon Fox 3",
        "summon Ox 1 with Anchor",
        "move Fox 2",
        "pass",
        "summon Elk 1",
        "attack Ox",
        "move Fox 3",
        "attack Ox",
        "move Fox 2",
        "attack Ox",
    )
    assert slots(fought(*WALKERS, *turns, defender_wears=[ANCHOR]), "attacker") == ["Elk", "Fox", None]
    assert refused(*WALKERS, *turns, "move Fox 3", defender_wears=[ANCHOR]) in {"B8", "two-moves"}


BETWEEN = (
    "summon Fox 1", "summon Ox 1 with Anchor", "summon Elk 3", "attack Ox", "move Fox 2", "pass", "move Fox 1",
    "attack Ox", "move Elk 2", "attack Ox", "move Elk 3", "attack Ox",
)  # fmt: skip
"""Fox moves twice, then Elk twice."""


@pytest.mark.rule("B8", "two-moves")
def test_another_creatures_move_breaks_the_row() -> None:
    """B8: Fox, Fox, Elk, Elk, Fox: no creature has moved three times running."""
    assert slots(fought(*WALKERS, *BETWEEN, "move Fox 2", defender_wears=[ANCHOR]), "attacker") == [
        None,
        "Fox",
        "Elk",
    ]


@pytest.mark.rule("B8", "two-moves")
def test_each_creature_has_its_own_row() -> None:
    """B8: Fox, Fox, Elk, Elk, and Elk a third time is illegal."""
    assert refused(*WALKERS, *BETWEEN, "move Elk 2", defender_wears=[ANCHOR]) in {"B8", "two-moves"}


@pytest.mark.rule("B8", "two-moves")
def test_both_sides_have_their_own_rows() -> None:
    """B8: Fox and Ox move by turns, twice each; the other side's moves neither count nor break the row."""
    turns = "summon Fox 1", "summon Ox 2", "move Fox 2", "move Ox 1", "move Fox 3", "move Ox 2"
    sides = [creature("Fox", 99, 1)], [creature("Ox", 99, 1)]
    assert fought(*sides, *turns).illegal is None
    assert refused(*sides, *turns, "move Fox 2") in {"B8", "two-moves"}


@pytest.mark.rule("B8", "B2")
def test_a_forbidden_third_move_is_no_action() -> None:
    """B2: Fox faces nobody and may not move again, so its player passes; after that lost turn Fox may move."""
    verdict = fought(
        [creature("Fox", 99, 1)],
        [creature("Ox", 99, 1)],
        "summon Ox 1 with Anchor",
        "summon Fox 1",
        "attack Ox",
        "move Fox 2",
        "pass",
        "move Fox 3",
        "pass",
        "pass",
        "pass",
        "move Fox 2",
        kind="battleground",
        defender_wears=[ANCHOR],
    )
    assert slots(verdict, "attacker") == [None, "Fox", None]


# --- the minion ---------------------------------------------------------------------------------------


@pytest.mark.rule("minion", "A13")
@pytest.mark.parametrize(
    ("mythology", "level", "hp", "bd", "abilities"),
    [
        ("biblical", 2, 7, 2, {"defensive": 1}),
        ("biblical", 3, 9, 3, {"defensive": 2}),
        ("biblical", 4, 12, 3, {"defensive": 3}),
        ("biblical", 5, 14, 4, {"defensive": 4}),
        ("norse", 2, 7, 2, {"flying": 1}),
        ("norse", 3, 9, 3, {"flying": 1}),
        ("norse", 4, 12, 3, {"multi attack": 1}),
        ("norse", 5, 14, 4, {"multi attack": 1, "offensive": 2}),
        ("greek", 2, 7, 2, {"first strike": 1}),
        ("greek", 3, 9, 3, {"first strike": 1}),
        ("greek", 4, 12, 3, {"flying": 1}),
        ("greek", 5, 14, 4, {"flying": 1, "first strike": 1}),
        ("egyptian", 2, 7, 2, {"frost attack": 1}),
        ("egyptian", 3, 9, 3, {"poisonous": 1}),
        ("egyptian", 4, 12, 3, {"poisonous": 1}),
        ("egyptian", 5, 14, 4, {"burning": 2}),
        ("japanese", 2, 7, 2, {"offensive": 1}),
        ("japanese", 3, 9, 3, {"offensive": 2}),
        ("japanese", 4, 12, 3, {"offensive": 3}),
        ("japanese", 5, 14, 4, {"offensive": 4}),
    ],
)
def test_the_minion(mythology: str, level: int, hp: int, bd: int, abilities: dict[str, int]) -> None:
    """P. 15, A13: hit points and dice go by the level alone, the abilities by level and mythology."""
    verdict = fought(
        [creature("Fox", 9, 1)],
        [creature("Guarded", 9, 1, level=level, mythology=mythology)],
        "summon Minion 1",
        minion={"mythology": mythology, "level": level},
    )
    card = fighter(verdict, "defender.Minion").card
    assert (card.hp, card.bd, dict(card.abilities)) == (hp, bd, abilities)
    assert (card.mythology, card.level) == (mythology, level)


@pytest.mark.rule("minion", "A13", "minion-strengths", "minion-abilities")
def test_a_huge_norse_minion_strikes_with_both_abilities() -> None:
    """P. 15: summoned in front of Fox it deals 4 dice + 2 = 6, and 6 / 3 = 2 to Elk beside."""
    verdict = fought(
        [creature("Fox", 9, 0), creature("Elk", 9, 0)],
        [creature("Guarded", 9, 0, level=5)],
        "summon Guarded 3",
        "summon Fox 1",
        "move Guarded 2",
        "summon Elk 2",
        "summon Minion 1",
        minion={"mythology": "norse", "level": 5},
    )
    assert damage(verdict)["attacker.Fox"] == 6
    assert damage(verdict)["attacker.Elk"] == 2


@pytest.mark.rule("minion", "battle-end")
def test_the_minion_and_its_creature_must_both_be_beaten() -> None:
    """P. 12: the minion (7 of 7) falls in turn 2, the guarded creature (7 of 7) in turn 3 ends the battle."""
    verdict = fought(
        [creature("Fox", 99, 7)],
        [creature("Guarded", 7, 1, mythology="japanese")],
        "summon Minion 1",
        "summon Fox 1",
        "summon Guarded 1",
        minion={"mythology": "japanese", "level": 2},
    )
    assert verdict.played[1].after.outcome is None
    assert result(verdict) == ("attacker", "eliminated")


# --- hit points and dice ------------------------------------------------------------------------------


@pytest.mark.rule("hit-points")
@pytest.mark.parametrize(("bd", "dead"), [(4, False), (5, True), (6, True)])
def test_damage_equal_to_the_hit_points_kills(bd: int, dead: bool) -> None:
    """P. 17: of 5 hit points, 4 damage leave one; 5 and 6 kill."""
    verdict = fought(
        [creature("Fox", 9, bd)], [creature("Ox", 5, 0), creature("Elk", 9, 0)], "summon Fox 1", "summon Ox 1"
    )
    ox = fighter(verdict, "defender.Ox")
    assert (ox.damage, ox.dead) == (bd, dead)


@pytest.mark.rule("hit-points")
def test_damage_of_several_fights_adds_up() -> None:
    """P. 17: 2 + 2 leave Ox alive with 5 hit points, the next 2 kill it."""
    verdict = fought(
        [creature("Fox", 9, 2)],
        [creature("Ox", 5, 0)],
        "summon Fox 1",
        "summon Ox 1",
        "attack Fox",
        "attack Ox",
    )
    assert course(verdict, "defender.Ox") == [0, 2, 4, 6]
    assert result(verdict) == ("attacker", "eliminated")


@pytest.mark.rule("battle-dice", "B9", "B23")
def test_both_roll_their_own_number_of_dice() -> None:
    """P. 17: Ox, the initiator, rolls 5 dice, 2 + 1 + 0 + 2 + 1 = 6; Fox rolls 3, 2 + 2 + 1 = 5."""
    verdict = fought(
        [creature("Fox", 9, 3)], [creature("Ox", 9, 5)], "summon Fox 1", ("summon Ox 1", "2 1 0 2 1 / 2 2 1")
    )
    assert damage(verdict) == {"attacker.Fox": 6, "defender.Ox": 5}


@pytest.mark.rule("battle-dice", "B24")
@pytest.mark.parametrize(
    "dice", ["2 1 0 2 / 2 2 1", "2 1 0 2 1 1 / 2 2 1", "2 1 0 2 1", "2 1 0 2 1 / 2 2 3", "2 1 0"]
)
def test_no_other_dice_will_do(dice: str) -> None:
    """P. 17: five dice and three, each showing 0, 1 or 2."""
    with pytest.raises(BadInput, match="turn 2"):
        judge(record([creature("Fox", 9, 3)], [creature("Ox", 9, 5)], "summon Fox 1", ("summon Ox 1", dice)))


@pytest.mark.rule("average-dice", "B22")
def test_three_dice_average_three() -> None:
    """P. 17: three dice without rolling are 3 damage."""
    verdict = fought([creature("Fox", 9, 3)], [creature("Ox", 9, 0)], "summon Fox 1", "summon Ox 1")
    assert damage(verdict)["defender.Ox"] == 3


@pytest.mark.rule("average-dice", "B22", "burning")
def test_burning_two_averages_two_to_each() -> None:
    """P. 17: Imp (no dice of its own) burns Ox across and Elk and Cow beside for 2 each."""
    verdict = fought(
        [creature("Imp", 9, 0, "burning 2")],
        [creature("Elk", 9, 0), creature("Ox", 9, 0), creature("Cow", 9, 0)],
        "summon Elk 1",
        "summon Imp 2",
        "summon Cow 3",
        "move Imp 3",
        "summon Ox 2",
        "move Imp 2",
        kind="battleground",
    )
    # turn 4: Cow in slot 3 is burnt, 2; turn 6: all three
    assert damage(verdict) == {"attacker.Imp": 0, "defender.Elk": 2, "defender.Ox": 2, "defender.Cow": 4}


@pytest.mark.rule("average-dice", "B22", "devour", "break-free")
def test_devouring_averages_too() -> None:
    """P. 17: 2 dice at the start of turn 5, 2 at that of turn 7, and twice 2 to break free: 2 + 2 + 4."""
    verdict = fought(
        [creature("Maw", 9, 2, "devour")],
        [creature("Ox", 9, 0), creature("Elk", 9, 0)],
        "summon Ox 1",
        "summon Maw 1",
        "summon Elk 3",
        "devour Maw",
        "move Elk 2",
        "pass",
        "break free Ox",
        kind="battleground",
    )
    assert course(verdict, "defender.Ox")[3:] == [0, 2, 2, 8]
