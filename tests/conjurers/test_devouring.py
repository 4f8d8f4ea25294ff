"""Devouring, breaking free, resurrection, bind and immobility (pp. 19-20, 23)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.conjurers.battle.events import Hit, NoFight
from referee.games.conjurers.verdict import Verdict
from tests.conjurers.battles import creature, damage, events, fighter, fought, piece, record, refused, report
from tests.conjurers.battles import judge as judged

Card = dict[str, Any]
Turn = str | tuple[str, str] | dict[str, Any]

GHOUL = creature("Ghoul", 99, 2, "devour")
HARE = creature("Hare", 99, 1)

EATEN: tuple[Turn, ...] = ("summon Hare 2", "summon Ghoul 2", "summon Deer 1", "devour Ghoul")
"""The first four turns after which Hare, in slot 2 beside Deer, is being devoured; the attacker is next."""


def plain(name: str) -> Card:
    """A creature that can take anything and rolls nothing."""
    return creature(name, 99, 0)


def scene(
    *turns: Turn,
    hare: Card | None = None,
    deer: Card | None = None,
    crow: Card | None = None,
    ghoul: Card | None = None,
    imp: Card | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """A record with Hare, Deer and Crow against Ghoul, which devours, and Imp."""
    return record(
        [hare or HARE, deer or plain("Deer"), crow or plain("Crow")],
        [ghoul or GHOUL, imp or plain("Imp")],
        *turns,
        **settings,
    )


def played(*turns: Turn, **cards: Any) -> Verdict:
    """The verdict on a `scene` whose turns must all be legal."""
    verdict = judged(scene(*turns, **cards))
    assert verdict.illegal is None, verdict.illegal
    return verdict


def forbidden(*turns: Turn, **cards: Any) -> str:
    """By which rule the last turn of a `scene` is illegal; all before it must be legal."""
    data = scene(*turns, **cards)
    verdict = judged(data)
    assert verdict.illegal is not None, "every turn was legal"
    assert verdict.illegal.turn.number == len(data["turns"]), verdict.illegal
    return verdict.illegal.ruling


def kinds(verdict: Verdict) -> list[tuple[str, str, int]]:
    """(kind, target, damage dealt) of each hit, in order."""
    return [(h.kind, h.target, h.dealt) for h in events(verdict, Hit)]


def is_eating(verdict: Verdict) -> bool:
    """Whether Ghoul sits on Hare; both must say so."""
    ghoul, hare = fighter(verdict, "defender.Ghoul"), fighter(verdict, "attacker.Hare")
    assert (ghoul.devouring == hare.number) == (hare.devoured_by == ghoul.number)
    return ghoul.devouring is not None


# --- how a devourer fights (B16) ------------------------------------------------------------------


@pytest.mark.rule("B16", "devour")
def test_a_devourer_makes_no_normal_attack() -> None:
    """P. 19: with an enemy in front it may devour and not attack."""
    assert forbidden(*EATEN[:3], "attack Ghoul") in {"B16", "devour", "attack"}


@pytest.mark.rule("B16", "devour", "arrival-fight")
def test_a_devourers_summon_makes_no_fight() -> None:
    """P. 19: summoned in front of Hare, nothing happens."""
    verdict = played(*EATEN[:2])
    assert kinds(verdict) == []
    assert len(events(verdict, NoFight)) == 1


@pytest.mark.rule("B16", "devour", "arrival-fight")
def test_a_devourers_move_makes_no_fight() -> None:
    """P. 19: moved in front of Hare, nothing happens."""
    verdict = played("summon Hare 2", "summon Ghoul 1", "summon Deer 3", "move Ghoul 2")
    assert kinds(verdict) == []


@pytest.mark.rule("B16", "devour")
@pytest.mark.parametrize("how", ["summon", "move", "attack"])
def test_a_devourer_that_is_met_strikes_with_its_dice(how: str) -> None:
    """B16: whoever attacks or arrives fights it: 2 dice against 1."""
    turns: dict[str, tuple[Turn, ...]] = {
        "summon": ("summon Deer 1", "summon Ghoul 2", "summon Hare 2"),
        "move": ("summon Hare 1", "summon Ghoul 2", "move Hare 2"),
        "attack": ("summon Hare 2", "summon Ghoul 2", "attack Hare"),
    }
    verdict = played(*turns[how])
    assert (damage(verdict)["attacker.Hare"], damage(verdict)["defender.Ghoul"]) == (2, 1)


ATTACKED: tuple[Turn, ...] = ("summon Hare 2", "summon Ghoul 2", "summon Deer 1", "summon Imp 3", "attack Hare")


@pytest.mark.rule("B16", "devour")
@pytest.mark.parametrize(
    "ability",
    [
        "offensive 3",
        "defensive 1",
        "frost attack",
        "burning 2",
        "poisonous",
        "multi attack",
        "life steal",
        "magician",
        "power hit 2",
        "absorption 9",
    ],
)
def test_an_attacked_devourers_own_abilities_are_off(ability: str) -> None:
    """B16: Ghoul strikes with 3 plain dice and takes Hare's 1; nothing else happens."""
    verdict = played(*ATTACKED, ghoul=creature("Ghoul", 99, 3, "devour", ability))
    hare = fighter(verdict, "attacker.Hare")
    assert (hare.damage, hare.frost, hare.poison) == (3, False, 0)
    assert (damage(verdict)["defender.Ghoul"], damage(verdict)["attacker.Deer"]) == (1, 0)


@pytest.mark.rule("B16", "devour")
@pytest.mark.parametrize(
    ("immunity", "attack"),
    [("immunity ice", "frost attack"), ("immunity poison", "poisonous"), ("immunity fire", "burning 1")],
)
def test_an_attacked_devourers_own_immunity_is_off(immunity: str, attack: str) -> None:
    """B16: Hare's frost, poison or fire (1 more) works on Ghoul."""
    verdict = played(
        *ATTACKED, ghoul=creature("Ghoul", 99, 3, "devour", immunity), hare=creature("Hare", 99, 1, attack)
    )
    ghoul = fighter(verdict, "defender.Ghoul")
    assert ghoul.frost or ghoul.poison == 1 or ghoul.damage == 2


@pytest.mark.rule("B16", "B10")
def test_an_attacked_devourers_own_first_strike_is_off() -> None:
    """B16: Ghoul's 3 kill Hare (3 hit points), which strikes at the same time (1)."""
    verdict = played(*ATTACKED, ghoul=creature("Ghoul", 99, 3, "devour", "first strike"), hare=creature("Hare", 3, 1))
    assert fighter(verdict, "attacker.Hare").dead
    assert damage(verdict)["defender.Ghoul"] == 1


@pytest.mark.rule("B16", "B7")
def test_an_attacked_devourers_own_ranged_is_off() -> None:
    """B16, B7: without ranged it can't strike back at ranged Hare."""
    verdict = played(
        *ATTACKED, ghoul=creature("Ghoul", 99, 3, "devour", "ranged"), hare=creature("Hare", 99, 1, "ranged")
    )
    assert (damage(verdict)["attacker.Hare"], damage(verdict)["defender.Ghoul"]) == (0, 1)


@pytest.mark.rule("B16", "equipment")
@pytest.mark.parametrize(
    ("ability", "hare", "poison", "frost", "deer", "ghoul"),
    [
        ("power hit 2", 5, 0, False, 0, 1),
        ("burning 2", 5, 0, False, 2, 1),
        ("offensive 3", 3, 0, False, 0, 1),
        ("defensive 1", 3, 0, False, 0, 0),
        ("poisonous", 3, 1, False, 0, 1),
        ("frost attack", 3, 0, True, 0, 1),
        ("multi attack", 3, 0, False, 1, 1),
        ("life steal", 3, 0, False, 0, 0),
        ("absorption 4", 3, 0, False, 0, 0),
        ("magician", 3, 0, True, 0, 1),
    ],
)
def test_an_attacked_devourers_equipment_works(
    ability: str, hare: int, poison: int, frost: bool, deer: int, ghoul: int
) -> None:
    """B16: Ghoul's 3 dice against Hare's 1, with what one worn piece adds."""
    verdict = played(
        "summon Hare 2",
        "summon Ghoul 2 with Relic",
        *ATTACKED[2:],
        ghoul=creature("Ghoul", 99, 3, "devour"),
        defender_wears=[piece("Relic", ability)],
    )
    struck = fighter(verdict, "attacker.Hare")
    assert (struck.damage, struck.poison, struck.frost) == (hare, poison, frost)
    assert (damage(verdict)["attacker.Deer"], damage(verdict)["defender.Ghoul"]) == (deer, ghoul)


@pytest.mark.rule("B16", "first-strike")
def test_an_attacked_devourers_worn_first_strike_works() -> None:
    """B16: Ghoul's 3 kill Hare first, which then doesn't strike."""
    verdict = played(
        "summon Hare 2",
        "summon Ghoul 2 with Spear",
        *ATTACKED[2:],
        ghoul=creature("Ghoul", 99, 3, "devour"),
        hare=creature("Hare", 3, 1),
        defender_wears=[piece("Spear", "first strike")],
    )
    assert damage(verdict)["defender.Ghoul"] == 0


@pytest.mark.rule("B16", "B7", "ranged")
def test_an_attacked_devourers_worn_ranged_works() -> None:
    """B16, B7: with a worn bow it strikes back at ranged Hare."""
    verdict = played(
        "summon Hare 2",
        "summon Ghoul 2 with Bow",
        "attack Hare",
        hare=creature("Hare", 99, 1, "ranged"),
        defender_wears=[piece("Bow", "ranged")],
    )
    assert damage(verdict)["attacker.Hare"] == 2


@pytest.mark.rule("B16", "elements")
def test_an_attacked_devourer_has_no_element_bonus() -> None:
    """B16: fire over earth gives Ghoul no die: 2; its attacker keeps the bonus the other way round: 1 + 1."""
    over = played(
        *ATTACKED[:2],
        "attack Hare",
        ghoul=creature("Ghoul", 99, 2, "devour", element="fire"),
        hare=creature("Hare", 99, 1, element="earth"),
        elements=True,
    )
    assert (damage(over)["attacker.Hare"], damage(over)["defender.Ghoul"]) == (2, 1)
    under = played(
        *ATTACKED[:2],
        "attack Hare",
        ghoul=creature("Ghoul", 99, 2, "devour", element="earth"),
        hare=creature("Hare", 99, 1, element="fire"),
        elements=True,
    )
    assert (damage(under)["attacker.Hare"], damage(under)["defender.Ghoul"]) == (2, 2)


@pytest.mark.rule("B16", "frost-attack", "B9")
def test_an_attacked_devourers_marker_weakens_it() -> None:
    """B9: 3 dice, then with Hare's frost marker 3 - 1."""
    verdict = played(
        *ATTACKED[:2],
        "attack Hare",
        "summon Imp 3",
        "attack Hare",
        ghoul=creature("Ghoul", 99, 3, "devour"),
        hare=creature("Hare", 99, 1, "frost attack"),
    )
    assert damage(verdict)["attacker.Hare"] == 5


@pytest.mark.rule("B16", "offensive")
def test_who_attacks_a_devourer_uses_its_own_abilities() -> None:
    """P. 18: Hare's offensive 2 counts: 1 + 2."""
    verdict = played(*ATTACKED[:2], "attack Hare", hare=creature("Hare", 99, 1, "offensive 2"))
    assert damage(verdict)["defender.Ghoul"] == 3


@pytest.mark.rule("B16", "B6", "flying")
def test_a_flying_devourer_is_a_flyer() -> None:
    """B16: no fight when Hare comes, and Hare can't attack it."""
    ghoul = creature("Ghoul", 99, 2, "devour", "flying")
    verdict = played("summon Deer 1", "summon Ghoul 2", "summon Hare 2", ghoul=ghoul)
    assert kinds(verdict) == []
    assert forbidden("summon Hare 2", "summon Ghoul 2", "attack Hare", ghoul=ghoul) in {"B6", "flying"}


@pytest.mark.rule("B16", "B17", "resurrection")
def test_an_attacked_devourer_resurrects() -> None:
    """B16: Hare's 1 kills Ghoul (1 hit point); it is back."""
    verdict = played(*ATTACKED[:2], "attack Hare", ghoul=creature("Ghoul", 1, 2, "devour", "resurrection"))
    ghoul = fighter(verdict, "defender.Ghoul")
    assert (ghoul.dead, ghoul.resurrected, ghoul.damage, ghoul.slot) == (False, True, 0, 2)


@pytest.mark.rule("B16", "B12", "defensive")
@pytest.mark.parametrize(("defence", "taken"), [(["defensive 1"], 1), ([], 2)])
def test_a_devourers_defensive_works_beside_a_multi_attack(defence: list[str], taken: int) -> None:
    """B12: Imp comes to Hare: 3 / 3 for Ghoul; Hare attacks: 3 / 3 less defensive 1."""
    verdict = played(
        "summon Hare 2",
        "summon Ghoul 1",
        "summon Deer 3",
        "summon Imp 2",
        "attack Hare",
        hare=creature("Hare", 99, 3, "multi attack"),
        ghoul=creature("Ghoul", 99, 2, "devour", *defence),
    )
    assert damage(verdict)["defender.Ghoul"] == taken


@pytest.mark.rule("B16", "B15")
@pytest.mark.parametrize(("immunity", "taken"), [(["immunity fire"], 0), ([], 2)])
def test_a_devourer_beside_a_fight_keeps_its_own_immunity(immunity: list[str], taken: int) -> None:
    """B16 takes its abilities when it is attacked; beside the fight its immunity holds (B15)."""
    verdict = played(
        "summon Hare 2",
        "summon Ghoul 1",
        "summon Deer 3",
        "summon Imp 2",
        hare=creature("Hare", 99, 1, "burning 2"),
        ghoul=creature("Ghoul", 99, 2, "devour", *immunity),
    )
    assert damage(verdict)["defender.Ghoul"] == taken


# --- who may devour whom (B16, B6) ----------------------------------------------------------------


@pytest.mark.rule("B16", "devour")
def test_devouring_deals_nothing_at_once() -> None:
    """B16: Ghoul sits down on Hare and keeps its slot; no damage yet."""
    verdict = played(*EATEN)
    assert is_eating(verdict)
    assert fighter(verdict, "defender.Ghoul").slot == 2
    assert damage(verdict)["attacker.Hare"] == 0


@pytest.mark.rule("B16", "devour")
def test_devouring_needs_an_enemy_in_front() -> None:
    """B16: Hare is in the next slot."""
    assert forbidden("summon Hare 1", "summon Ghoul 2", "summon Deer 3", "devour Ghoul") in {
        "B16",
        "devour",
        "empty-slot",
    }


@pytest.mark.rule("B16", "devour", "frost-attack", "frost-marker")
def test_a_frost_marker_forbids_devouring() -> None:
    """P. 20: Hare's strike froze Ghoul."""
    turns: tuple[Turn, ...] = ("summon Hare 2", "summon Ghoul 2", "attack Hare", "devour Ghoul")
    hare = creature("Hare", 99, 1, "frost attack")
    assert forbidden(*turns, hare=hare) in {"B16", "devour", "frost-attack"}


@pytest.mark.rule("B16", "frost-attack")
def test_a_frost_marker_on_the_victim_does_not_matter() -> None:
    """B16: only the devourer must be free of it; Ghoul's worn frost froze Hare before."""
    verdict = played(
        "summon Hare 2",
        "summon Ghoul 2 with Ice",
        "attack Hare",
        "devour Ghoul",
        defender_wears=[piece("Ice", "frost attack")],
    )
    assert fighter(verdict, "attacker.Hare").frost
    assert is_eating(verdict)


@pytest.mark.rule("B16", "immobility")
def test_immobility_forbids_devouring() -> None:
    """B16: Ghoul wears Boots."""
    turns: tuple[Turn, ...] = ("summon Hare 2", "summon Ghoul 2 with Boots", "summon Deer 1", "devour Ghoul")
    assert forbidden(*turns, defender_wears=[piece("Boots", "immobility")]) in {"B16", "immobility"}


@pytest.mark.rule("B16", "immobility")
def test_an_immobile_creature_can_be_devoured() -> None:
    """B16: it is the devourer that must be mobile."""
    verdict = played("summon Hare 2 with Boots", *EATEN[1:], attacker_wears=[piece("Boots", "immobility")])
    assert is_eating(verdict)


@pytest.mark.rule("B16", "B6", "flying")
@pytest.mark.parametrize("more", [[], ["ranged"]])
def test_devouring_a_flyer_takes_a_flyer(more: list[str]) -> None:
    """B6: Ghoul doesn't fly; ranged doesn't help."""
    hare = creature("Hare", 99, 1, "flying")
    assert forbidden(*EATEN, hare=hare, ghoul=creature("Ghoul", 99, 2, "devour", *more)) in {"B6", "flying"}


@pytest.mark.rule("B16", "B6", "flying")
@pytest.mark.parametrize("worn", [True, False])
def test_a_flyer_devours_a_flyer(worn: bool) -> None:
    """B6: with wings of its own or worn."""
    verdict = played(
        "summon Hare 2",
        "summon Ghoul 2 with Talaria" if worn else "summon Ghoul 2",
        *EATEN[2:],
        hare=creature("Hare", 99, 1, "flying"),
        ghoul=GHOUL if worn else creature("Ghoul", 99, 2, "devour", "flying"),
        defender_wears=[piece("Talaria", "flying")],
    )
    assert is_eating(verdict)


@pytest.mark.rule("B16", "devour")
def test_only_devourers_devour() -> None:
    """P. 19: Imp can't."""
    assert forbidden("summon Hare 2", "summon Imp 2", "summon Deer 1", "devour Imp") in {"B16", "devour"}


@pytest.mark.rule("B16", "devour")
def test_a_devourer_devours_another() -> None:
    """B16: Hare devours too; Ghoul was faster."""
    verdict = played(*EATEN, hare=creature("Hare", 99, 1, "devour"))
    assert is_eating(verdict)


# --- while it devours (B16) -----------------------------------------------------------------------


@pytest.mark.rule("B16", "devour", "summon")
def test_nobody_is_summoned_into_a_locked_slot() -> None:
    """P. 19: Ghoul's own slot stays closed."""
    assert forbidden(*EATEN, "summon Crow 3", "summon Imp 2") in {"B16", "devour", "summon"}


@pytest.mark.rule("B16", "devour", "move")
def test_nobody_moves_into_a_locked_slot() -> None:
    """P. 19: Imp stands next to it."""
    turns: tuple[Turn, ...] = (*EATEN, "summon Crow 3", "summon Imp 1", "attack Deer", "move Imp 2")
    assert forbidden(*turns) in {"B16", "devour", "move"}


@pytest.mark.rule("B16", "move")
@pytest.mark.parametrize("move", ["move Ghoul 1", "move Ghoul 3", "attack Ghoul", "devour Ghoul", "summon Ghoul 1"])
def test_a_devouring_creature_is_not_used(move: str) -> None:
    """B16: it sits on its victim."""
    assert forbidden(*EATEN, "summon Crow 3", move) in {"B16", "devour", "summon"}


@pytest.mark.rule("B16", "B18")
@pytest.mark.parametrize("move", ["bind Hare by Ghoul", "bind Crow by Ghoul", "bind Crow"])
def test_a_devouring_creature_does_not_bind(move: str) -> None:
    """B18: its Net can't be used meanwhile."""
    turns: tuple[Turn, ...] = ("summon Hare 2", "summon Ghoul 2 with Net", *EATEN[2:], "summon Crow 3", move)
    assert forbidden(*turns, defender_wears=[piece("Net", "bind")]) in {"B16", "B18"}


@pytest.mark.rule("B16", "B12", "B14")
def test_a_devouring_creature_is_not_harmed() -> None:
    """B16: Deer's multi attack and burning beside the locked slot don't touch Ghoul, nor is there a roll for it."""
    verdict = played(
        *EATEN,
        ("summon Crow 3", "0 0"),
        ("summon Imp 1", "1 1 1 / 2 2"),
        deer=creature("Deer", 99, 3, "multi attack", "burning 2"),
    )
    assert damage(verdict)["defender.Ghoul"] == 0
    assert damage(verdict)["defender.Imp"] == 7


@pytest.mark.rule("B16", "B12", "B14")
def test_a_devoured_creature_is_harmed_from_beside() -> None:
    """B12, B14: Hare stands in its slot: devoured for 2, then Imp's 3 / 3 at Deer's neighbour and 2 burning."""
    verdict = played(*EATEN, "summon Crow 3", "summon Imp 1", imp=creature("Imp", 99, 3, "multi attack", "burning 2"))
    assert damage(verdict)["attacker.Hare"] == 2 + 1 + 2


@pytest.mark.rule("B16", "B12", "defensive")
def test_a_devoured_creatures_defensive_works_beside_a_multi_attack() -> None:
    """B12: Hare takes 2 by devouring; of Imp's 6 / 3 its defensive 1 leaves 1."""
    verdict = played(
        *EATEN,
        "summon Crow 3",
        "summon Imp 1",
        imp=creature("Imp", 99, 6, "multi attack"),
        hare=creature("Hare", 99, 1, "defensive 1"),
    )
    assert damage(verdict)["attacker.Hare"] == 3


@pytest.mark.rule("B1", "B16", "devour", "devour-damage")
def test_the_victim_is_bitten_in_its_own_players_turns_only() -> None:
    """B1: 2 at the start of turns 5 and 7, none in turns 6 and 8."""
    verdict = played(*EATEN, "summon Crow 3", "summon Imp 1", "attack Deer", "attack Imp")
    assert [played_turn.after.fighters[0].damage for played_turn in verdict.played[3:]] == [0, 2, 2, 4, 4]


@pytest.mark.rule("B1", "B16", "devour", "B22", "devour-damage")
def test_devouring_rolls_the_devourers_dice() -> None:
    """P. 19: 2 dice: 1 + 2; then breaking free 4 dice: 0 + 1 + 2 + 0."""
    verdict = played(*EATEN, ("break free Hare", "1 2 / 0 1 2 0"))
    assert kinds(verdict) == [("devour", "attacker.Hare", 3), ("break free", "attacker.Hare", 3)]


@pytest.mark.rule("B16", "power-hit")
def test_power_hit_does_not_count_in_devouring() -> None:
    """P. 22: Ghoul wears Club (power hit 3): 2 by devouring, 4 by breaking free."""
    verdict = played(
        "summon Hare 2",
        "summon Ghoul 2 with Club",
        *EATEN[2:],
        "break free Hare",
        defender_wears=[piece("Club", "power hit 3")],
    )
    assert kinds(verdict) == [("devour", "attacker.Hare", 2), ("break free", "attacker.Hare", 4)]


@pytest.mark.rule("B16", "offensive", "multi-attack", "burning")
@pytest.mark.parametrize("ability", ["offensive 3", "multi attack", "burning 2"])
def test_abilities_of_fights_add_nothing_to_devouring(ability: str) -> None:
    """P. 19: 6 and 12 at Hare, and nothing at Deer beside it."""
    verdict = played(*EATEN, "break free Hare", ghoul=creature("Ghoul", 99, 6, "devour", ability))
    assert (damage(verdict)["attacker.Hare"], damage(verdict)["attacker.Deer"]) == (18, 0)


@pytest.mark.rule("B16", "B20", "elements")
def test_elements_add_nothing_to_devouring() -> None:
    """B20: strikes only: 2 and 4, though fire is over earth."""
    verdict = played(
        *EATEN,
        "break free Hare",
        ghoul=creature("Ghoul", 99, 2, "devour", element="fire"),
        hare=creature("Hare", 99, 1, element="earth"),
        elements=True,
    )
    assert damage(verdict)["attacker.Hare"] == 6


@pytest.mark.rule("B16", "defensive")
def test_defensive_does_not_lower_devouring() -> None:
    """P. 18: 2 and 4 in spite of defensive 5."""
    verdict = played(*EATEN, "break free Hare", hare=creature("Hare", 99, 1, "defensive 5"))
    assert damage(verdict)["attacker.Hare"] == 6


@pytest.mark.rule("B16", "absorption")
def test_absorption_takes_devouring_and_breaking_free() -> None:
    """B16: Shield 3 takes 2 of 2, then 1 of 4; Hare receives 3."""
    verdict = played(
        "summon Hare 2 with Shield",
        *EATEN[1:],
        "break free Hare",
        attacker_wears=[piece("Shield", "absorption 3")],
    )
    hare = fighter(verdict, "attacker.Hare")
    assert (hare.damage, hare.worn[0].absorbed) == (3, 3)


@pytest.mark.rule("B13", "B16", "life-steal")
def test_devouring_steals_no_life() -> None:
    """B13: Ghoul keeps Hare's 1 through 2 and 4 damage that it deals."""
    verdict = played(
        "summon Hare 2",
        "summon Ghoul 2",
        "attack Hare",
        "devour Ghoul",
        "break free Hare",
        ghoul=creature("Ghoul", 99, 2, "devour", "life steal"),
    )
    assert damage(verdict) | {"attacker.Hare": 8, "defender.Ghoul": 1} == damage(verdict)


@pytest.mark.rule("B11", "B16", "poisonous", "frost-attack")
def test_devouring_and_breaking_free_leave_markers() -> None:
    """B11: two damages by a poisonous frost attacker: two poison markers, one frost marker."""
    verdict = played(*EATEN, "break free Hare", ghoul=creature("Ghoul", 99, 2, "devour", "poisonous", "frost attack"))
    hare = fighter(verdict, "attacker.Hare")
    assert (hare.poison, hare.frost) == (2, True)


@pytest.mark.rule("B11", "B16")
def test_a_devour_roll_of_nothing_leaves_no_marker() -> None:
    """B11: no damage, no marker."""
    verdict = played(
        *EATEN,
        ("break free Hare", "0 0 / 0 0 0 0"),
        ghoul=creature("Ghoul", 99, 2, "devour", "poisonous", "frost attack"),
    )
    hare = fighter(verdict, "attacker.Hare")
    assert (hare.damage, hare.poison, hare.frost) == (0, 0, False)


@pytest.mark.rule("B11", "B16", "absorption")
def test_absorbed_devouring_leaves_frost_and_no_poison() -> None:
    """B11: 2 absorbed: dealt and not received."""
    verdict = played(
        "summon Hare 2 with Shield",
        *EATEN[1:],
        "summon Crow 3",
        ghoul=creature("Ghoul", 99, 2, "devour", "poisonous", "frost attack"),
        attacker_wears=[piece("Shield", "absorption 3")],
    )
    hare = fighter(verdict, "attacker.Hare")
    assert (hare.damage, hare.poison, hare.frost) == (0, 0, True)


@pytest.mark.rule("B15", "B16", "immunity")
def test_immunity_keeps_a_devourers_markers_off() -> None:
    """B15: poison and ice: damage, no markers."""
    verdict = played(
        *EATEN,
        "break free Hare",
        ghoul=creature("Ghoul", 99, 2, "devour", "poisonous", "frost attack"),
        hare=creature("Hare", 99, 1, "immunity poison", "immunity ice"),
    )
    hare = fighter(verdict, "attacker.Hare")
    assert (hare.damage, hare.poison, hare.frost) == (6, 0, False)


# --- the start of a turn (B1) ---------------------------------------------------------------------


@pytest.mark.rule("B1", "poisonous")
def test_poison_comes_before_the_devourers_dice() -> None:
    """B1: after turn 5 (2, one marker) Hare has 1 left; in turn 7 poison kills it, and no dice are rolled."""
    verdict = played(
        *EATEN,
        ("summon Crow 3", "1 1"),
        "summon Imp 1",
        "attack Deer",
        ghoul=creature("Ghoul", 99, 2, "devour", "poisonous"),
        hare=creature("Hare", 3, 1),
    )
    assert fighter(verdict, "attacker.Hare").dead
    assert damage(verdict)["attacker.Hare"] == 3


@pytest.mark.rule("B1", "poisonous")
def test_poison_and_devouring_both_hurt() -> None:
    """B1: turn 5: 2 and a marker; turn 7: 1 + 2 and a second; turn 9: 2 + 2."""
    verdict = played(
        *EATEN,
        "summon Crow 3",
        "summon Imp 1",
        "attack Deer",
        "attack Imp",
        "attack Deer",
        ghoul=creature("Ghoul", 99, 2, "devour", "poisonous"),
    )
    assert damage(verdict)["attacker.Hare"] == 9


@pytest.mark.rule("B1", "B16")
def test_a_victim_that_dies_leaves_its_player_the_action() -> None:
    """B1: the devour roll kills Hare; the attacker still summons Crow, into the slot that became free."""
    verdict = played(*EATEN, "summon Crow 2", hare=creature("Hare", 2, 1))
    assert fighter(verdict, "attacker.Hare").dead
    assert fighter(verdict, "attacker.Crow").slot == 2


@pytest.mark.rule("B1", "battle-end", "B25")
def test_a_player_devoured_to_the_last_has_lost_before_acting() -> None:
    """B1: Hare takes 2 in its attack and 2 at the start of turn 5; that turn is a pass with its roll."""
    verdict = fought(
        [creature("Hare", 4, 1)],
        [GHOUL],
        "summon Hare 2",
        "summon Ghoul 2",
        ("attack Hare", "1 / 1 1"),
        "devour Ghoul",
        ("pass", "1 1"),
    )
    assert (report(verdict)["winner"], report(verdict)["reason"]) == ("defender", "eliminated")
    assert fighter(verdict, "defender.Ghoul").devouring is None


@pytest.mark.rule("B1", "B25")
def test_a_player_devoured_to_the_last_can_only_pass() -> None:
    """B1: the battle is over, so breaking free is too late."""
    ruling = refused(
        [creature("Hare", 4, 1)],
        [GHOUL],
        "summon Hare 2",
        "summon Ghoul 2",
        "attack Hare",
        "devour Ghoul",
        "break free Hare",
    )
    assert ruling in {"B1", "B25", "battle-end", "break-free"}


@pytest.mark.rule("B1", "B16", "poisonous")
def test_poison_works_on_a_creature_that_devours() -> None:
    """B1: 1 in the attack that poisoned it, 1 in turn 4, 1 in turn 6, each before its player acts."""
    verdict = played(
        "summon Hare 2",
        "summon Ghoul 2",
        "attack Hare",
        "devour Ghoul",
        "summon Crow 3",
        "summon Imp 1",
        hare=creature("Hare", 99, 1, "poisonous"),
    )
    assert is_eating(verdict)
    assert damage(verdict)["defender.Ghoul"] == 3


@pytest.mark.rule("B1", "B16")
def test_a_devourer_that_dies_frees_its_victim_and_its_slot() -> None:
    """B1: poison kills Ghoul (3 hit points) in turn 6; Imp takes its slot and meets Hare (1)."""
    verdict = played(
        "summon Hare 2",
        "summon Ghoul 2",
        "attack Hare",
        "devour Ghoul",
        "summon Crow 3",
        "summon Imp 2",
        hare=creature("Hare", 99, 1, "poisonous"),
        ghoul=creature("Ghoul", 3, 2, "devour"),
    )
    assert fighter(verdict, "defender.Ghoul").dead
    assert fighter(verdict, "attacker.Hare").devoured_by is None
    assert damage(verdict)["defender.Imp"] == 1


@pytest.mark.rule("B1", "B16", "B17", "X1")
def test_a_devourer_that_resurrects_is_back_in_its_own_slot() -> None:
    """B17: same slot, no damage, at the start of turn 6; Ghoul rests in that turn (X1) and devours in turn 8."""
    turns: tuple[Turn, ...] = (
        "summon Hare 2",
        "summon Ghoul 2",
        "attack Hare",
        "devour Ghoul",
        "summon Crow 3",
        "summon Imp 1",
        "summon Deer 1",
    )
    hare = creature("Hare", 99, 1, "poisonous")
    ghoul = creature("Ghoul", 3, 2, "devour", "resurrection")
    verdict = played(*turns, hare=hare, ghoul=ghoul)
    back = fighter(verdict, "defender.Ghoul")
    assert (back.slot, back.damage, back.poison, back.devouring) == (2, 0, 0, None)
    assert forbidden(*turns[:5], "devour Ghoul", hare=hare, ghoul=ghoul) in {"B16", "devour"}
    assert is_eating(played(*turns, "devour Ghoul", hare=hare, ghoul=ghoul))


# --- the victim (B16) -----------------------------------------------------------------------------


@pytest.mark.rule("B16", "break-free")
@pytest.mark.parametrize("move", ["attack Hare", "move Hare 3", "devour Hare", "bind Ghoul by Hare", "bind Ghoul"])
def test_a_victim_can_only_break_free(move: str) -> None:
    """P. 20: whatever Hare, a devourer with a Net, could do otherwise."""
    ruling = forbidden(
        "summon Hare 2 with Net",
        *EATEN[1:],
        move,
        hare=creature("Hare", 99, 1, "devour") if move == "devour Hare" else HARE,
        attacker_wears=[piece("Net", "bind")],
    )
    assert ruling in {"B16", "B18", "break-free"}


@pytest.mark.rule("B2", "must-act", "break-free")
def test_breaking_free_is_an_action_that_forbids_passing() -> None:
    """B2: Hare alone could break free, so its player can't pass."""
    ruling = refused([HARE], [GHOUL], "summon Hare 2", "summon Ghoul 2", "attack Hare", "devour Ghoul", "pass")
    assert ruling in {"B2", "must-act"}


@pytest.mark.rule("B16", "break-free")
def test_only_the_devoured_break_free() -> None:
    """P. 20: Deer isn't on anybody's plate."""
    assert forbidden(*EATEN, "break free Deer") in {"break-free", "B16"}


@pytest.mark.rule("B16", "break-free")
def test_breaking_free_sends_the_devourer_back() -> None:
    """P. 20: Ghoul is in slot 2 again, and the turn is the defender's."""
    verdict = played(*EATEN, "break free Hare", "summon Imp 1")
    assert not is_eating(verdict)
    assert (fighter(verdict, "defender.Ghoul").slot, fighter(verdict, "attacker.Hare").slot) == (2, 2)
    assert verdict.played[-1].turn.side == "defender"


@pytest.mark.rule("B16", "break-free")
def test_breaking_free_can_kill() -> None:
    """P. 20: 2 + 4 kill Hare (6 hit points); the devourer is back all the same."""
    verdict = played(*EATEN, "break free Hare", hare=creature("Hare", 6, 1))
    assert fighter(verdict, "attacker.Hare").dead
    assert fighter(verdict, "defender.Ghoul").devouring is None


@pytest.mark.rule("B16", "break-free", "battle-end", "B25")
def test_breaking_free_can_lose_the_battle() -> None:
    """B25: the last creature dies of the break-free roll."""
    verdict = fought(
        [creature("Hare", 7, 1)],
        [GHOUL],
        "summon Hare 2",
        "summon Ghoul 2",
        "attack Hare",
        "devour Ghoul",
        "break free Hare",
    )
    assert report(verdict)["winner"] == "defender"
    assert damage(verdict)["attacker.Hare"] == 8


@pytest.mark.rule("B16", "devour")
def test_no_devouring_in_the_turn_after_returning() -> None:
    """P. 20: free in turn 5: not in turn 6, but in turn 8."""
    assert forbidden(*EATEN, "break free Hare", "devour Ghoul") in {"B16", "devour", "break-free"}
    again = played(*EATEN, "break free Hare", "summon Imp 1", "summon Crow 3", "devour Ghoul")
    assert is_eating(again)


@pytest.mark.rule("B16", "devour")
def test_a_returned_devourer_may_move() -> None:
    """B16: only devouring is forbidden."""
    verdict = played(*EATEN, "break free Hare", "move Ghoul 3")
    assert fighter(verdict, "defender.Ghoul").slot == 3


@pytest.mark.rule("B16", "B1")
def test_a_devourer_rests_after_its_victims_death() -> None:
    """B16: Hare dies in turn 5 and Crow comes; not in turn 6, but in turn 8."""
    hare = creature("Hare", 2, 1)
    assert forbidden(*EATEN, "summon Crow 2", "devour Ghoul", hare=hare) in {"B16", "devour"}
    later = played(*EATEN, "summon Crow 2", "summon Imp 1", "attack Deer", "devour Ghoul", hare=hare)
    assert fighter(later, "attacker.Crow").devoured_by is not None


@pytest.mark.rule("B16", "B12")
def test_a_devourer_that_returns_in_its_own_turn_rests_in_the_next() -> None:
    """B16: after 2 by devouring Imp's 3 / 3 kills Hare in turn 6: not in turn 8, but in turn 10."""
    hare, imp = creature("Hare", 3, 1), creature("Imp", 99, 3, "multi attack")
    turns: tuple[Turn, ...] = (*EATEN, "summon Crow 3", "summon Imp 1", "move Crow 2")
    free = played(*turns, hare=hare, imp=imp)
    assert fighter(free, "attacker.Hare").dead
    assert fighter(free, "defender.Ghoul").devouring is None
    assert forbidden(*turns, "devour Ghoul", hare=hare, imp=imp) in {"B16", "devour"}
    later = played(*turns, "attack Imp", "attack Deer", "devour Ghoul", hare=hare, imp=imp)
    assert fighter(later, "attacker.Crow").devoured_by is not None


@pytest.mark.rule("B16", "B17", "B1", "resurrection")
def test_a_victim_that_resurrects_is_free_and_may_act() -> None:
    """P. 20: the devour roll (2) kills Hare; back, without Ghoul on it, it attacks (1) and takes 1; Ghoul rests."""
    hare = creature("Hare", 2, 1, "resurrection")
    verdict = played(*EATEN, ("attack Hare", "2 0 / 1 / 1 0"), hare=hare)
    assert not is_eating(verdict)
    assert kinds(verdict) == [
        ("devour", "attacker.Hare", 2),
        ("strike", "defender.Ghoul", 1),
        ("strike", "attacker.Hare", 1),
    ]
    assert forbidden(*EATEN, "summon Crow 3", "devour Ghoul", hare=hare) in {"B16", "devour"}
    later = played(*EATEN, "summon Crow 3", "summon Imp 1", "attack Deer", "devour Ghoul", hare=hare)
    assert is_eating(later)


@pytest.mark.rule("B16", "B17", "break-free", "resurrection")
def test_a_victim_that_dies_breaking_free_resurrects() -> None:
    """B17: 2 + 4 kill Hare (5 hit points); it is back in its slot, Ghoul in its own."""
    verdict = played(*EATEN, "break free Hare", hare=creature("Hare", 5, 1, "resurrection"))
    hare = fighter(verdict, "attacker.Hare")
    assert (hare.slot, hare.damage, hare.devoured_by, hare.resurrected) == (2, 0, None, True)


# --- resurrection (B17) ---------------------------------------------------------------------------


def risen(verdict: Verdict, key: str = "attacker.Phoenix") -> bool:
    """Whether a creature has resurrected, and is in a slot without damage or markers."""
    back = fighter(verdict, key)
    fresh = (back.damage, back.frost, back.poison, back.worn) == (0, False, 0, [])
    return back.resurrected and not back.dead and back.slot is not None and fresh


def phoenix(hp: int, bd: int = 0, *more: str) -> Card:
    """A creature that resurrects."""
    return creature("Phoenix", hp, bd, "resurrection", *more)


@pytest.mark.rule("B17", "resurrection")
def test_resurrection_from_a_strike() -> None:
    """P. 20: 2 dice kill 2 hit points; the last creature of its side is back, so nothing is over."""
    verdict = fought([phoenix(2)], [creature("Bear", 99, 2)], "summon Phoenix 2", "summon Bear 2")
    assert risen(verdict)
    assert fighter(verdict, "attacker.Phoenix").slot == 2
    assert not report(verdict)["over"]


@pytest.mark.rule("B17", "B12")
def test_resurrection_from_a_multi_attack() -> None:
    """B17: 3 / 3 from the fight beside it."""
    verdict = fought(
        [phoenix(1), plain("Deer")],
        [creature("Bear", 99, 3, "multi attack"), plain("Imp")],
        "summon Phoenix 1",
        "summon Imp 3",
        "summon Deer 2",
        "summon Bear 2",
    )
    assert risen(verdict)


@pytest.mark.rule("B17", "B14")
def test_resurrection_from_burning() -> None:
    """B17: burning 2 after a strike of nothing."""
    verdict = fought([phoenix(2)], [creature("Bear", 99, 0, "burning 2")], "summon Phoenix 2", "summon Bear 2")
    assert risen(verdict)


@pytest.mark.rule("B17", "B1", "poisonous")
def test_resurrection_from_poison() -> None:
    """B17: 1 struck, 1 by the marker at the start of the turn; back, Phoenix attacks in that turn."""
    verdict = fought(
        [phoenix(2)],
        [creature("Bear", 99, 1, "poisonous")],
        "summon Phoenix 2",
        "summon Bear 2",
        "move Phoenix 1",
    )
    assert risen(verdict)
    assert fighter(verdict, "attacker.Phoenix").slot == 1


@pytest.mark.rule("B17", "B1", "devour")
def test_resurrection_from_devouring() -> None:
    """B17: 2 at the start of turn 5."""
    verdict = played(*EATEN, "summon Crow 3", hare=creature("Hare", 2, 1, "resurrection"))
    assert risen(verdict, "attacker.Hare")


@pytest.mark.rule("B17", "resurrection")
def test_the_second_death_is_final() -> None:
    """P. 20: once in a battle."""
    verdict = fought([phoenix(2)], [creature("Bear", 99, 2)], "summon Phoenix 2", "summon Bear 2", "attack Phoenix")
    assert fighter(verdict, "attacker.Phoenix").dead
    assert report(verdict)["winner"] == "defender"


@pytest.mark.rule("B17", "equipment")
def test_two_sources_of_resurrection_help_once() -> None:
    """B17: its own and Ankh's: the second death is final."""
    verdict = fought(
        [phoenix(2)],
        [creature("Bear", 99, 2)],
        "summon Phoenix 2 with Ankh",
        "summon Bear 2",
        "attack Phoenix",
        attacker_wears=[piece("Ankh", "resurrection")],
    )
    assert fighter(verdict, "attacker.Phoenix").dead


@pytest.mark.rule("B17", "equipment", "shared-abilities")
def test_worn_resurrection_works() -> None:
    """P. 23: Ankh brings Wolf back and is gone itself."""
    verdict = fought(
        [creature("Wolf", 2, 0)],
        [creature("Bear", 99, 2)],
        "summon Wolf 2 with Ankh",
        "summon Bear 2",
        attacker_wears=[piece("Ankh", "resurrection")],
    )
    assert risen(verdict, "attacker.Wolf")


@pytest.mark.rule("B17", "resurrection")
def test_each_creature_resurrects_for_itself() -> None:
    """B17: both kill each other and both are back."""
    verdict = fought(
        [phoenix(2, 2)],
        [creature("Fenix", 2, 2, "resurrection")],
        "summon Phoenix 2",
        "summon Fenix 2",
    )
    assert risen(verdict)
    assert risen(verdict, "defender.Fenix")


@pytest.mark.rule("B17", "battle-end")
def test_the_one_who_resurrects_wins_a_mutual_killing() -> None:
    """B17: Phoenix is back, Bear isn't: the attacker wins."""
    verdict = fought([phoenix(2, 2)], [creature("Bear", 2, 2)], "summon Phoenix 2", "summon Bear 2")
    assert (report(verdict)["winner"], report(verdict)["reason"]) == ("attacker", "eliminated")


@pytest.mark.rule("B17", "resurrection", "frost-attack", "poisonous")
def test_resurrection_takes_old_markers_off() -> None:
    """P. 20: Bear's first strike (1) freezes and poisons; in turn 3 poison is the 2nd damage, the attack the 3rd."""
    bear = creature("Bear", 99, 1, "frost attack", "poisonous")
    turns = ("summon Phoenix 2", "summon Bear 2", "attack Phoenix")
    verdict = fought([phoenix(3)], [bear], *turns)
    assert risen(verdict)
    marked = fighter(fought([phoenix(3)], [bear], *turns[:2]), "attacker.Phoenix")
    assert (marked.frost, marked.poison) == (True, 1)


@pytest.mark.rule("B17", "B5", "equipment")
def test_what_a_resurrected_creature_wore_is_out() -> None:
    """P. 20: its Club is gone for the battle and not for Deer."""
    turns = ("summon Phoenix 2 with Club", "summon Bear 2", "summon Deer 1 with Club")
    ruling = refused(
        [phoenix(2), plain("Deer")],
        [creature("Bear", 99, 2)],
        *turns,
        attacker_wears=[piece("Club", "power hit 1")],
    )
    assert ruling in {"B5", "B17", "resurrection", "equipment"}


@pytest.mark.rule("B17", "absorption")
def test_a_resurrected_creature_has_no_shield_any_more() -> None:
    """P. 20: Shield 1 takes 1 of 3, 2 kill; the next 1 is received."""
    verdict = fought(
        [phoenix(2)],
        [creature("Bear", 99, 3)],
        "summon Phoenix 2 with Shield",
        ("summon Bear 2", "1 1 1"),
        ("attack Phoenix", "1 0 0"),
        attacker_wears=[piece("Shield", "absorption 1")],
    )
    assert damage(verdict)["attacker.Phoenix"] == 1


@pytest.mark.rule("B17", "B10", "first-strike")
def test_who_resurrects_from_a_first_strike_does_not_strike_back() -> None:
    """B10: killed first, back, and yet no strike."""
    verdict = fought([phoenix(2, 3)], [creature("Bear", 99, 2, "first strike")], "summon Phoenix 2", "summon Bear 2")
    assert risen(verdict)
    assert damage(verdict)["defender.Bear"] == 0


@pytest.mark.rule("B17", "B10")
def test_a_dying_creature_strikes_simultaneously_and_comes_back() -> None:
    """P. 17: its 3 fall at the same moment."""
    verdict = fought([phoenix(2, 3)], [creature("Bear", 99, 2)], "summon Phoenix 2", "summon Bear 2")
    assert risen(verdict)
    assert damage(verdict)["defender.Bear"] == 3


# --- bind (B18) -----------------------------------------------------------------------------------

NET = [piece("Net", "bind")]


def bound(*turns: Turn, bear: Card, knight: Card | None = None, wears: str = "", **settings: Any) -> Verdict:
    """Witch (slot 1, Net) has bound Bear (slot 2); Imp came to slot 3 in turn 4; Knight and Wolf are in hand."""
    return fought(
        [plain("Witch"), knight or creature("Knight", 99, 3)],
        [bear, plain("Imp"), plain("Wolf")],
        "summon Witch 1 with Net",
        f"summon Bear 2{wears}",
        "bind Bear by Witch",
        "summon Imp 3",
        *turns,
        attacker_wears=NET,
        **settings,
    )


def unbindable(*turns: Turn, **settings: Any) -> str:
    """By which rule the last turn is illegal: Witch and Deer against Bear, Imp and Wolf, the attacker has Net."""
    return refused(
        [plain("Witch"), plain("Deer")],
        [creature("Bear", 99, 3), plain("Imp"), plain("Wolf")],
        *turns,
        attacker_wears=[*NET, piece("Hat", "power hit 1")],
        **settings,
    )


@pytest.mark.rule("B18", "bind", "turn-action")
def test_binding_is_an_action_on_any_enemy_in_a_slot() -> None:
    """B18: Bear isn't in front of Witch; the turn is over with it."""
    verdict = bound(bear=creature("Bear", 99, 3))
    assert fighter(verdict, "defender.Bear").bound
    assert [p.turn.side for p in verdict.played] == ["attacker", "defender"] * 2


@pytest.mark.rule("B18", "bind")
@pytest.mark.parametrize(
    "ability",
    [
        "defensive 2",
        "offensive 2",
        "flying",
        "frost attack",
        "burning 2",
        "poisonous",
        "multi attack",
        "devour",
        "life steal",
        "magician",
        "power hit 2",
        "absorption 9",
    ],
)
def test_a_bound_creature_has_no_abilities_of_its_own(ability: str) -> None:
    """P. 23: Knight comes and they fight, 3 against 3, and nothing else happens; Witch beside is unhurt."""
    verdict = bound("summon Knight 2", bear=creature("Bear", 99, 3, ability))
    knight = fighter(verdict, "attacker.Knight")
    assert (knight.damage, knight.frost, knight.poison) == (3, False, 0)
    assert (damage(verdict)["defender.Bear"], damage(verdict)["attacker.Witch"]) == (3, 0)


@pytest.mark.rule("B18", "first-strike")
def test_a_bound_creatures_own_first_strike_is_off() -> None:
    """B18: Knight dies of 3, striking at the same time."""
    verdict = bound("summon Knight 2", bear=creature("Bear", 99, 3, "first strike"), knight=creature("Knight", 3, 3))
    assert damage(verdict)["defender.Bear"] == 3


@pytest.mark.rule("B18", "resurrection")
def test_a_bound_creatures_own_resurrection_is_off() -> None:
    """B18: it dies for good."""
    verdict = bound("summon Knight 2", bear=creature("Bear", 3, 3, "resurrection"))
    assert fighter(verdict, "defender.Bear").dead


@pytest.mark.rule("B18", "ranged", "B7")
def test_a_bound_creatures_own_ranged_is_off() -> None:
    """B18, B7: the summon makes a fight of 3 against 3; to the ranged attack there is no answer."""
    verdict = bound(
        "summon Knight 2",
        "summon Wolf 1",
        "attack Knight",
        bear=creature("Bear", 99, 3, "ranged"),
        knight=creature("Knight", 99, 3, "ranged"),
    )
    assert damage(verdict)["attacker.Knight"] == 3


@pytest.mark.rule("B18", "immunity")
def test_a_bound_creatures_own_immunity_is_off() -> None:
    """B18: Knight's poison marks it."""
    verdict = bound(
        "summon Knight 2",
        bear=creature("Bear", 99, 3, "immunity poison"),
        knight=creature("Knight", 99, 3, "poisonous"),
    )
    assert fighter(verdict, "defender.Bear").poison == 1


@pytest.mark.rule("B18", "bind", "equipment")
@pytest.mark.parametrize(
    ("ability", "knight", "poison", "frost", "bear", "witch"),
    [
        ("power hit 2", 5, 0, False, 3, 0),
        ("burning 2", 5, 0, False, 3, 2),
        ("poisonous", 3, 1, False, 3, 0),
        ("frost attack", 3, 0, True, 3, 0),
        ("defensive 2", 3, 0, False, 1, 0),
        ("multi attack", 3, 0, False, 3, 1),
        ("life steal", 3, 0, False, 2, 0),
        ("absorption 2", 3, 0, False, 1, 0),
        ("magician", 3, 0, True, 3, 0),
    ],
)
def test_a_bound_creatures_equipment_works(
    ability: str, knight: int, poison: int, frost: bool, bear: int, witch: int
) -> None:
    """P. 23: 3 against 3 with what one worn piece adds."""
    verdict = bound(
        "summon Knight 2",
        bear=creature("Bear", 99, 3),
        wears=" with Relic",
        defender_wears=[piece("Relic", ability)],
    )
    struck = fighter(verdict, "attacker.Knight")
    assert (struck.damage, struck.poison, struck.frost) == (knight, poison, frost)
    assert (damage(verdict)["defender.Bear"], damage(verdict)["attacker.Witch"]) == (bear, witch)


@pytest.mark.rule("B18", "bind", "equipment", "flying")
def test_a_bound_creatures_wings_work_if_worn() -> None:
    """P. 23: no fight in front of Talaria's bearer."""
    verdict = bound(
        "summon Knight 2",
        bear=creature("Bear", 99, 3),
        wears=" with Talaria",
        defender_wears=[piece("Talaria", "flying")],
    )
    assert kinds(verdict) == []


@pytest.mark.rule("B18", "B17", "equipment")
def test_worn_resurrection_works_and_the_bond_stays() -> None:
    """B17: bound Bear comes back by Ankh, bound as before: it may not attack in turn 6."""
    cards: dict[str, Any] = {
        "bear": creature("Bear", 3, 3, "flying"),
        "wears": " with Ankh",
        "defender_wears": [piece("Ankh", "resurrection")],
    }
    verdict = bound("summon Knight 2", **cards)
    assert risen(verdict, "defender.Bear")
    assert fighter(verdict, "defender.Bear").bound
    ruling = refused(
        [plain("Witch"), creature("Knight", 99, 3)],
        [cards["bear"], plain("Imp")],
        "summon Witch 1 with Net",
        "summon Bear 2 with Ankh",
        "bind Bear by Witch",
        "summon Imp 3",
        "summon Knight 2",
        "attack Bear",
        attacker_wears=NET,
        defender_wears=cards["defender_wears"],
    )
    assert ruling in {"B18", "bind"}


@pytest.mark.rule("B18", "bind", "bound-creature")
@pytest.mark.parametrize("how", ["summon", "move", "attack"])
def test_a_bound_creature_is_fought_as_before(how: str) -> None:
    """P. 23: by a summon, a move or an attack: each time 3 against 2."""
    turns: dict[str, tuple[Turn, ...]] = {
        "summon": ("summon Knight 2",),
        "move": ("summon Knight 3", "summon Wolf 1", "move Knight 2"),
        "attack": ("summon Knight 2", "summon Wolf 1", "attack Knight"),
    }
    verdict = bound(*turns[how], bear=creature("Bear", 99, 2))
    fights = 2 if how == "attack" else 1
    imp = 0 if how != "move" else 3
    assert damage(verdict)["defender.Bear"] == 3 * fights
    assert damage(verdict)["attacker.Knight"] == 2 * fights
    assert damage(verdict)["defender.Imp"] == imp


@pytest.mark.rule("B18", "bind")
@pytest.mark.parametrize("move", ["move Bear 3", "attack Bear", "devour Bear"])
def test_a_bound_creature_does_not_move_attack_or_devour(move: str) -> None:
    """B18: Bear, a devourer in the last case, has Deer in front of it."""
    bear = creature("Bear", 99, 3, *(["devour"] if "devour" in move else []))
    ruling = refused(
        [plain("Witch"), plain("Deer")],
        [bear],
        "summon Witch 2 with Net",
        "summon Bear 2",
        "bind Bear by Witch",
        move,
        attacker_wears=NET,
    )
    assert ruling in {"B18", "bind"}


@pytest.mark.rule("B18", "B2", "must-act")
def test_a_side_whose_only_creature_is_bound_passes() -> None:
    """B2: there is no action left."""
    verdict = fought(
        [plain("Witch")],
        [plain("Bear")],
        "summon Witch 2 with Net",
        "summon Bear 2",
        "bind Bear by Witch",
        "pass",
        attacker_wears=NET,
    )
    assert fighter(verdict, "defender.Bear").bound


@pytest.mark.rule("B18", "B16", "devour")
def test_a_bound_devourer_returns() -> None:
    """B16: Deer binds Ghoul, which is back in its slot; Hare is free and attacks it: 2 dice against 1."""
    verdict = played(
        *EATEN[:2],
        "summon Deer 1 with Net",
        "devour Ghoul",
        "bind Ghoul by Deer",
        "summon Imp 3",
        "attack Hare",
        attacker_wears=NET,
    )
    assert not is_eating(verdict)
    ghoul = fighter(verdict, "defender.Ghoul")
    assert (ghoul.bound, ghoul.slot, ghoul.damage) == (True, 2, 1)
    assert damage(verdict)["attacker.Hare"] == 2 + 2  # devoured at the start of turn 5, struck in turn 7


@pytest.mark.rule("B18", "B16", "break-free")
def test_a_bound_victim_breaks_free() -> None:
    """B18: Imp binds Hare, which stays devoured; then it breaks free."""
    turns: tuple[Turn, ...] = (*EATEN, "summon Crow 3", "summon Imp 1 with Net", "attack Deer", "bind Hare by Imp")
    caught = played(*turns, defender_wears=NET)
    assert is_eating(caught)
    assert fighter(caught, "attacker.Hare").bound
    free = played(*turns, "break free Hare", defender_wears=NET)
    assert not is_eating(free)


@pytest.mark.rule("B18", "bind")
def test_a_bound_wearer_binds() -> None:
    """B18: Bear is bound, and its own Net works."""
    verdict = fought(
        [plain("Witch")],
        [plain("Bear")],
        "summon Witch 1 with Net",
        "summon Bear 3 with Lasso",
        "bind Bear by Witch",
        "bind Witch by Bear",
        attacker_wears=NET,
        defender_wears=[piece("Lasso", "bind")],
    )
    assert fighter(verdict, "attacker.Witch").bound


@pytest.mark.rule("B18", "bind")
def test_a_piece_binds_once() -> None:
    """P. 23: a second bind by Net is refused, also against another enemy."""
    turns = ("summon Witch 1 with Net", "summon Bear 2", "bind Bear by Witch", "summon Imp 3")
    assert unbindable(*turns, "bind Imp by Witch") in {"B18", "bind"}
    assert unbindable(*turns, "bind Imp") in {"B18", "bind"}


@pytest.mark.rule("B18", "bind")
def test_two_pieces_bind_twice() -> None:
    """B18: once per piece: Net and Lasso on one creature."""
    verdict = fought(
        [plain("Witch")],
        [plain("Bear"), plain("Imp")],
        "summon Witch 1 with Net, Lasso",
        "summon Bear 2",
        "bind Bear by Witch",
        "summon Imp 3",
        "bind Imp by Witch",
        attacker_wears=[*NET, piece("Lasso", "bind")],
    )
    assert fighter(verdict, "defender.Bear").bound
    assert fighter(verdict, "defender.Imp").bound


@pytest.mark.rule("B18", "bind")
def test_bind_without_a_wearer_named() -> None:
    """The notation leaves "by" out where it doesn't matter."""
    verdict = fought(
        [plain("Witch")],
        [plain("Bear")],
        "summon Witch 1 with Net",
        "summon Bear 3",
        "bind Bear",
        attacker_wears=NET,
    )
    assert fighter(verdict, "defender.Bear").bound


@pytest.mark.rule("B18", "bind")
@pytest.mark.parametrize("move", ["bind Imp by Witch", "bind Imp"])
def test_a_creature_in_hand_is_not_bound(move: str) -> None:
    """B18: the target must be in a slot."""
    assert unbindable("summon Witch 1 with Net", "summon Bear 2", move) in {"B18", "bind"}


@pytest.mark.rule("B18", "bind")
def test_a_dead_creature_is_not_bound() -> None:
    """B18: Bear died of Knight's 3."""
    ruling = refused(
        [creature("Knight", 99, 3)],
        [creature("Bear", 3, 0), plain("Imp")],
        "summon Knight 1 with Net",
        "summon Bear 1",
        "bind Bear by Knight",
        attacker_wears=NET,
    )
    assert ruling in {"B18", "bind"}


@pytest.mark.rule("B18", "bind")
@pytest.mark.parametrize("move", ["bind Bear by Deer", "bind Bear by Witch", "bind Bear"])
def test_only_a_wearer_in_a_slot_binds(move: str) -> None:
    """B18: Witch wears a Hat, Deer is in hand, nobody wears Net."""
    assert unbindable("summon Witch 1 with Hat", "summon Bear 2", move) in {"B18", "bind"}


@pytest.mark.rule("B18", "B5", "bind")
def test_a_dead_wearer_binds_no_more() -> None:
    """B5: Net is out with Witch (3 hit points), killed by Bear's 3."""
    ruling = refused(
        [creature("Witch", 3, 0), plain("Deer")],
        [creature("Bear", 99, 3)],
        "summon Witch 1 with Net",
        "summon Bear 1",
        "bind Bear by Witch",
        attacker_wears=NET,
    )
    assert ruling in {"B18", "bind"}


@pytest.mark.rule("B18", "bind")
def test_a_bond_outlives_the_one_who_bound() -> None:
    """P. 23: for the remainder of the battle: Imp kills Witch, Bear still can't attack."""
    ruling = refused(
        [creature("Witch", 3, 0), plain("Deer")],
        [creature("Bear", 99, 3), creature("Imp", 99, 3)],
        "summon Witch 1 with Net",
        "summon Bear 2",
        "bind Bear by Witch",
        "summon Imp 1",
        "summon Deer 2",
        "attack Bear",
        attacker_wears=NET,
    )
    assert ruling in {"B18", "bind"}


@pytest.mark.rule("B18", "poisonous", "frost-attack")
def test_binding_takes_no_markers_off() -> None:
    """B18 takes abilities, and markers are none: Bear keeps frost and poison, and is poisoned on (1)."""
    verdict = fought(
        [creature("Witch", 99, 1, "poisonous", "frost attack")],
        [plain("Bear")],
        "summon Witch 1 with Net",
        "summon Bear 1",
        "bind Bear by Witch",
        "pass",
        attacker_wears=NET,
    )
    bear = fighter(verdict, "defender.Bear")
    assert (bear.frost, bear.poison, bear.damage) == (True, 1, 2)


@pytest.mark.rule("B18", "frost-attack", "immobility")
def test_frost_and_immobility_do_not_keep_from_binding() -> None:
    """Pp. 18, 23: they forbid moving only."""
    verdict = fought(
        [plain("Witch")],
        [creature("Bear", 99, 1, "frost attack")],
        "summon Witch 1 with Net, Boots",
        "summon Bear 1",
        "bind Bear by Witch",
        attacker_wears=[*NET, piece("Boots", "immobility")],
    )
    assert fighter(verdict, "attacker.Witch").frost
    assert fighter(verdict, "defender.Bear").bound


@pytest.mark.rule("B18", "minion")
def test_a_minion_is_bound_like_any_creature() -> None:
    """B18: a small norse minion (9 hit points, 3 dice, flying) can do nothing, and is met by a
    creature that doesn't fly: 3 against 3."""
    verdict = fought(
        [creature("Knight", 99, 0), creature("Paladin", 99, 3)],
        [creature("Thor", 99, 0, level=3)],
        "summon Minion 2",
        "summon Knight 1 with Net",
        "summon Thor 3",
        "bind Minion by Knight",
        "pass",
        "summon Paladin 2",
        minion={"mythology": "norse", "level": 3},
        attacker_wears=NET,
    )
    assert (damage(verdict)["defender.Minion"], damage(verdict)["attacker.Paladin"]) == (3, 3)


# --- immobility -----------------------------------------------------------------------------------


@pytest.mark.rule("immobility", "move")
def test_immobility_forbids_moving() -> None:
    """P. 23: Wolf in Boots stays where it was summoned."""
    ruling = refused(
        [plain("Wolf")],
        [plain("Bear")],
        "summon Wolf 1 with Boots",
        "summon Bear 1",
        "move Wolf 2",
        attacker_wears=[piece("Boots", "immobility")],
    )
    assert ruling == "immobility"


@pytest.mark.rule("immobility", "attack")
def test_an_immobile_creature_attacks() -> None:
    """P. 23: it is moving alone that it can't."""
    verdict = fought(
        [creature("Wolf", 99, 2)],
        [plain("Bear")],
        "summon Wolf 1 with Boots",
        "summon Bear 1",
        "attack Wolf",
        attacker_wears=[piece("Boots", "immobility")],
    )
    assert damage(verdict)["defender.Bear"] == 4


@pytest.mark.rule("immobility", "B18", "B16")
def test_an_immobile_victim_breaks_free() -> None:
    """P. 20: breaking free moves the devourer."""
    verdict = played(
        "summon Hare 2 with Boots", *EATEN[1:], "break free Hare", attacker_wears=[piece("Boots", "immobility")]
    )
    assert not is_eating(verdict)


@pytest.mark.rule("immobility", "B17")
def test_immobility_goes_with_the_equipment() -> None:
    """B17: back without Boots, Phoenix moves."""
    verdict = fought(
        [phoenix(2)],
        [creature("Bear", 99, 2)],
        "summon Phoenix 2 with Boots",
        "summon Bear 2",
        "move Phoenix 1",
        attacker_wears=[piece("Boots", "immobility")],
    )
    assert fighter(verdict, "attacker.Phoenix").slot == 1
