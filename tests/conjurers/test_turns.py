"""Turns, rounds and the end of a battle (pp. 15-17, 22)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.errors import BadInput
from referee.games.conjurers.battle.events import Hit
from referee.games.conjurers.verdict import Verdict
from tests.conjurers.battles import creature, damage, events, fighter, fought, judge, piece, record, refused

ANCHOR = piece("Anchor", "immobility")
BALLAST = piece("Ballast", "immobility")


def result(verdict: Verdict) -> tuple[str | None, str | None]:
    """The winning side and why, both None while the battle goes on."""
    data = verdict.data()
    return data["winner"], data["reason"]


def course(verdict: Verdict, key: str) -> list[int]:
    """The damage on a creature after each turn."""
    return [turn["damage"][key] for turn in verdict.data()["turns"]]


def tally(verdict: Verdict) -> tuple[int, int] | None:
    """The two sums of a stalemate, the attacker's first."""
    outcome = verdict.battle.outcome
    return outcome.tally if outcome else None


def slots(verdict: Verdict, side: str) -> list[str | None]:
    """Who stands in a side's three slots at the end."""
    return [None if found is None else found["name"] for found in verdict.data()["state"][side]["slots"]]


def rolls(verdict: Verdict) -> list[tuple[int, ...]]:
    """The dice of all hits, in order."""
    return [hit.dice for hit in events(verdict, Hit)]


# --- before the action (B1) ---------------------------------------------------------------------------


@pytest.mark.rule("B1", "poisonous")
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


@pytest.mark.rule("B1", "devour")
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
    """B1: Maw, its side's last, dies of its marker (2 of 2) while it devours: the other side has won."""
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
    assert [turn["side"] for turn in verdict.data()["turns"]] == expected
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
    assert [turn["side"] for turn in verdict.data()["turns"]][2:] == ["attacker", "defender", "attacker"]


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


def quiet_after_a_fight(ox: dict[str, Any], *second: Any, fox: dict[str, Any] | None = None) -> Verdict:
    """Fox and Ox fight once, in turn 2; then Fox goes to slot 3 and nothing can happen up to turn 8."""
    return fought(
        [fox or creature("Fox", 9, 1)],
        [ox],
        "summon Fox 1",
        *second,
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


@pytest.mark.rule("B3", "B25")
def test_the_dead_count_nothing_in_a_stalemate() -> None:
    """B3: Ox (2 of 2) dies in turn 3; rounds 3, 4, 5 are quiet: Fox 9 - 2 against Elk's 8."""
    verdict = (
        fought(
            [creature("Fox", 9, 2)],
            [creature("Ox", 2, 2), creature("Elk", 8, 0)],
            "summon Fox 1",
            "summon Elk 3 with Anchor",
            "move Fox 2",
            "summon Ox 2",
            *["pass", "pass"] * 0,
            "move Fox 1",
            "pass",
            "summon Fox 1",
            defender_wears=[ANCHOR],
        )
        if False
        else fought(
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
    )
    assert tally(verdict) == (7, 8)
    assert result(verdict) == ("defender", "stalemate")
