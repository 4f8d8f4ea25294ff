"""The odds of fights: against the rulings' table, all dice thrown, and the engine playing every outcome."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import icepool
import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.asking import dice
from referee.asking.question import Procedure, drive
from referee.errors import Illegal
from referee.games.prophecy.fights import fight, opening, powers
from referee.games.prophecy.fights.battles import BATTLES
from referee.games.prophecy.fights.opening import STAND, Thrown
from referee.games.prophecy.fights.state import OWN, Fight
from referee.games.prophecy.odds.options import best_of_each, fighting
from referee.games.prophecy.odds.reach import AIMS, least_lead, report_leads
from referee.games.prophecy.odds.reckoning import Reckoning, sets_announced
from referee.games.prophecy.odds.report import report
from referee.games.prophecy.vocabulary import FACES, Result
from referee.text.screen import Screen
from tests.old_saves import run
from tests.prophecy.fights import duel, hero, record, winning

LEADS = range(-5, 7)
ROLL = """
0/1/35 1/2/33 3/3/30 6/4/26 10/5/21 15/6/15 21/5/10 26/4/6 30/3/3 33/2/1 35/1/0 36/0/0
""".split()  # noqa: SIM905
BETTER = """
0/11/205 11/20/185 31/27/158 58/32/126 90/35/91 125/36/55 161/25/30 186/16/14 202/9/5 211/4/1 215/1/0 216/0/0
""".split()  # noqa: SIM905
THREE = (0, 0, 0, 0, 2, 7, 20, 38, 58, 77, 92, 100)


def options(data: dict[str, Any], move: str | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = report(BATTLES.read(Path("fight.toml"), data), move).data()["options"]
    return found


def chances(option: dict[str, Any]) -> tuple[str, str, str, str]:
    return option["won"], option["drawn"], option["lost"], option["dies"]


@pytest.mark.rule("roll-of-fight", "prayer")
@pytest.mark.parametrize(("lead", "row", "better"), list(zip(LEADS, ROLL, BETTER, strict=True)))
def test_one_roll_by_its_lead(lead: int, row: str, better: str) -> None:
    for changes, told in (((), row), (("better",), better)):
        ways: dict[str, int] = {"won": 0, "drawn": 0, "lost": 0}
        for margin, many in dice.margins(changes, ()):
            ways[powers.outcome(lead + margin, 0, 0)] += many
        assert "/".join(map(str, ways.values())) == told


@pytest.mark.rule("three-lives")
@pytest.mark.parametrize(("lead", "hundredths"), list(zip(LEADS, THREE, strict=True)))
def test_three_lives_by_the_lead(lead: int, hundredths: int) -> None:
    data = record("Band: creature, strength 6, 3 lives", hero(6, 0) | {"items": []})
    data["creature"] = f"Band: creature, strength {6 - lead}, 3 lives"
    (option,) = options(data)
    won, drawn, lost = (Fraction(option[what]) for what in ("won", "drawn", "lost"))
    assert won == winning(lead) ** 3
    assert round(won * 100) == hundredths
    one = 1 + winning(lead) + winning(lead) ** 2
    draw = Fraction(int(ROLL[lead + 5].split("/")[1]), 36)
    assert (drawn, lost) == (draw * one, (1 - winning(lead) - draw) * one)


@pytest.mark.rule("strength-first", "wills-price")
def test_the_druids_choice() -> None:
    found = options(record("Old Pirate: creature, strength 3, willpower 3", hero(3, 6)))
    assert [(one["move"], one["own"], one["enemy"], one["magic"]) for one in found] == [
        ("fight strength", 3, 3, 0),
        ("fight wills", 4, 3, 2),
    ]
    assert chances(found[0]) == ("5/12", "1/6", "5/12", "0")
    assert chances(found[1]) == ("7/12", "5/36", "5/18", "0")


@pytest.mark.rule("three-lives", "throwing")
def test_the_axe_is_thrown_at_the_best_roll() -> None:
    mob = "Angry Mob: creature, humanoid, strength 6, willpower 2, 3 lives, 7 experience"
    begun = record(mob, hero(6, 4, "Axe", "Spiked Shield"), "fight strength with Axe, Spiked Shield")
    roll, throw = options(begun)
    usual, thrown = Fraction(21, 36), Fraction(26, 36)
    assert (roll["move"], throw["move"]) == ("roll", "throw Axe")
    assert Fraction(roll["won"]) == usual * usual * thrown == Fraction(throw["won"])
    assert Fraction(roll["lost"]) > Fraction(throw["lost"])  # all else equal, the last roll is for the fewest losses


@pytest.mark.rule("shapeless-things", "P8")
def test_the_chance_to_die_is_told() -> None:
    things = "Shapeless Things: greater, strength 6, willpower 5, strength costs 4 magic, wills costs 2 health"
    wills = next(one for one in options(record(things, hero(2, 5))) if one["move"] == "fight wills")
    assert (wills["health"], wills["magic"], wills["dies"]) == (2, 0, wills["lost"]) == (2, 0, "5/12")


@pytest.mark.rule("P31", "berserkers-axe")
def test_dying_of_dice_and_extra_losses() -> None:
    scorpion = "Scorpion: creature, animal, strength 4; lost on 4-6: lose 2 health"
    (option,) = options(record(scorpion, hero(1, 4)))
    assert Fraction(option["dies"]) == Fraction(option["lost"]) / 2
    bear = "Bear: creature, animal, strength 4"
    weak = options(record(bear, hero(1, 4, "Berserker's Axe")))
    assert [(one["move"], one["dies"]) for one in weak] == [("fight", "0"), ("fight with Berserker's Axe", "5/12")]


@pytest.mark.rule("P37")
def test_only_sensible_items_are_told() -> None:
    bear = "Bear: creature, animal, strength 4"
    found = options(record(bear, hero(4, 4, "Cape", "Ivory Wand", "Spiked Shield", "Great Sword", "Oaken Staff")))
    assert [one["move"] for one in found] == ["fight with Great Sword"]


@pytest.mark.rule("wills-against-hero", "order-of-duel")
def test_against_a_hero_as_she_stands_and_at_her_best() -> None:
    found = options(duel(hero(4, 4, "Cutlass"), hero(4, 6, "Ruby Circlet")))
    strength = next(one for one in found if one["move"] == "attack strength with Cutlass")
    assert chances(strength)[:3] == ("7/12", "5/36", "5/18")
    assert strength["answer"]["move"] == "wills with Ruby Circlet"
    assert Fraction(strength["answer"]["won"]) == winning(4 - (6 - 2 + 1))


@pytest.mark.rule("turn-back-time")
def test_dice_on_the_table_are_answered_at_their_best() -> None:
    bear = "Bear: creature, animal, strength 4"
    data = record(bear, hero(4, 4, "Turn Back Time"), "fight", "roll 1 3")
    stand, back = options(data)
    assert (stand["move"], chances(stand)) == ("stand", ("0", "0", "1", "0"))
    again = 1 - (1 - winning(0)) ** 4  # the last Magic goes into a fourth throw
    assert (back["move"], Fraction(back["won"])) == ("cast Turn Back Time", again)


def test_one_move_alone() -> None:
    mob = "Angry Mob: creature, strength 6, willpower 2"
    data = record(mob, hero(6, 4, "Axe", "Ruby Circlet"))
    (option,) = options(data, "fight wills with Ruby Circlet")
    assert (option["own"], option["enemy"], option["magic"]) == (3, 2, 2)
    (option,) = options(data, "fight strength with Axe; throw Axe")
    assert (option["own"], option["enemy"]) == (7, 6)


@pytest.mark.rule("P44")
def test_averaged_dice_leave_nothing_to_chance() -> None:
    bear = "Bear: creature, animal, strength 4"
    roll, prayer = options(record(bear, hero(4, 4, "Prayer"), dice="average"))
    assert (chances(roll)[:3], chances(prayer)[:3]) == (("0", "1", "0"), ("1", "0", "0"))


@pytest.mark.rule("P44", "P36")
@pytest.mark.parametrize(("does", "comes"), [("lost is drawn", ("0", "1", "0")), ("to strength 8", ("1", "0", "0"))])
def test_what_answers_averaged_dice_is_reckoned_too(does: str, comes: tuple[str, str, str]) -> None:
    """A card that helps after the roll does so whatever the dice are."""
    who = hero(1, 2) | {"items": [f"Charm: item; after roll: 2 magic -> {does}"]}
    (roll,) = options(record("Bear: creature, animal, strength 8", who, dice="average"))
    assert chances(roll)[:3] == comes


@pytest.mark.rule("P44")
@pytest.mark.parametrize("again", ["roll again", "reroll a die"])
def test_averaged_dice_thrown_again_cost_their_price(again: str) -> None:
    """An enemy of twice one's own Strength is weaker by each Health that is paid: 3 + 2 to 6, at last 1 + 2 to 2."""
    who = hero(3, 0) | {"items": [f"Charm: item; always: in strength 2; after roll: 1 health -> {again}"]}
    (fight,) = options(record("Mirror: creature, demon, strength as yours x2", who, dice="average"))
    assert chances(fight) == ("1", "0", "0", "0")


@pytest.mark.rule("X9", "P36")
@pytest.mark.parametrize("more", ["", "; won: gain 1 gold", ", lose 1 magic after battle"])
def test_dice_are_thrown_again_for_nothing_once_a_roll(more: str) -> None:
    """Of two throws at 4:4 the second counts where the first isn't won: 15/36 and 21/36 of that."""
    luck = {"abilities": [f"Luck: ability, Fortress; after roll: roll again{more}"]}
    (fight,) = options(record("Bear: creature, animal, strength 4", hero(4, 4) | luck))
    assert chances(fight)[0] == "95/144"


@pytest.mark.rule("roll-of-fight", "prayer", "three-lives")
def test_the_leads_that_are_needed() -> None:
    for line in report_leads({}).data()["leads"]:
        for aim, lead in ((aim, line[str(aim)]) for aim in AIMS):
            own = ("better",) if line["better_of_two"] else ()
            assert winning(lead, own) ** line["lives"] >= aim > winning(lead - 1, own) ** line["lives"]
    assert [least_lead(aim) for aim in AIMS] == [1, 3, 4]


def test_the_dice_agree_with_icepool() -> None:
    d6 = icepool.d6
    for own, their in (((), d6), (("better",), d6.highest(2)), (("worse",), d6.lowest(2))):
        for lead in LEADS:
            won = sum(Fraction((their + lead - d6).probability(n)) for n in range(1, 20))
            assert winning(lead, own) == won


# --- the engine plays every outcome -------------------------------------------------------------------

BAG = (
    "Axe",
    "War Axe",
    "Cutlass",
    "Round Shield",
    "Ruby Circlet",
    "Prayer",
    "Turn Back Time",
    "Blessed Weapon",
    "Scroll of Divine Will",
    "Scroll of Altered Reality",
    "Concentration",
    "Power Drain",
    "Berserk",
    "Healing Arts",
)
ON_DICE = ("Prayer", "Turn Back Time", "Scroll of Divine Will", "Scroll of Altered Reality")
ENEMIES = (
    "Bear: creature, animal, strength {}",
    "Imp: creature, demon, willpower {}; lost: lose 2 health",
    "Pirate: creature, strength {}, willpower 3; lost on 4-6: lose 1 health, lose 1 magic",
    "Band: creature, strength {}, 2 lives",
    "Vampire: creature, undead, willpower 3, strength {}, both parts",
    "Pain: greater, demon, strength 1{}, all values",
)
Odds = tuple[Fraction, Fraction, Fraction]
"""Won, lost, dies."""


class Everything:
    """A ground that plays a fight through every throw and every decision: the best of what can be chosen.

    It knows nothing of values and memories: it replays the procedure from its beginning with one more answer.
    """

    dice = "entered"

    def __init__(self, begun: Fight) -> None:
        self.begun = begun

    def emit(self, event: object) -> None: ...
    def keep(self, fight: Fight) -> None: ...
    def skips(self, what: str) -> bool:
        return False

    def throw(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        raise AssertionError("the dice are answers")

    def carry_out(self, fight: Fight, who: int, effects: object, source: str) -> Procedure[Fight]:
        yield from ()
        return fight

    def odds(self, answers: tuple[Any, ...] = ()) -> Odds:
        """The odds after some answers."""
        ended = self._ended(answers)
        if isinstance(ended, fight.FightEnd):
            dies = Fraction(not ended.fight.own.hero.alive)
            return Fraction(ended.result == "won"), Fraction(ended.result == "lost"), dies
        key, choices, throws = ended
        if key == "throw":
            found = [self.odds((*answers, throw)) for throw in throws]
            return tuple(sum(part) / len(found) for part in zip(*found, strict=True))
        best: Odds | None = None
        for choice in choices:
            found_odds = self.odds((*answers, choice))
            if best is None or (found_odds[0], -found_odds[1], -found_odds[2]) > (best[0], -best[1], -best[2]):
                best = found_odds
        assert best is not None
        return best

    def _ended(self, answers: tuple[Any, ...]) -> Any:
        """How the fight ended, or what is asked for next: a choice or a throw."""
        left = list(answers)
        state = [self.begun]

        class Asked(Exception):
            def __init__(self, *what: Any) -> None:
                self.what = what

        def answer(question: Any) -> Any:
            if question.key == "roll":
                offered = [one.text for one in question.options() if not one.label]
                while left:
                    said = left.pop(0)
                    if said == "roll":
                        break
                    return said if isinstance(said, Thrown) else question.parse(said)
                else:
                    raise Asked("choice", ["roll", *offered], ())
                if left:
                    return left.pop(0)
                raise Asked("throw", (), [question.parse(text) for text in _throws(question)])
            if question.key == "answer":
                if left:
                    said = left.pop(0)
                    return STAND if said == STAND else question.parse(said)
                raise Asked("choice", [one.text for one in question.options()], ())
            if left:
                return left.pop(0)
            raise Asked("throw", (), [face if question.key == "die" else (face,) for face in FACES])

        def whole() -> Procedure[fight.FightEnd]:
            ended = yield from fight.play(self, state[0])  # type: ignore[arg-type]
            return (yield from fight.settle(self, ended))  # type: ignore[arg-type]

        try:
            return drive(whole(), answer)
        except Asked as asked:
            return asked.what


def _throws(question: Any) -> list[str]:
    """Every way to type a throw that a question asks for."""
    example = next((one.playable for one in question.options() if one.text == "roll"), "roll 3 3")
    groups = [group.split("+") for group in example.removeprefix("roll ").split()]
    every = [["+".join(map(str, faces)) for faces in product(FACES, repeat=len(group))] for group in groups]
    return [f"roll {' '.join(both)}" for both in product(*every)]


@pytest.mark.rule("P34", "P35", "P36", "P31")
@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from(ENEMIES),
    st.integers(2, 5),
    st.integers(0, 3),
    st.integers(0, 1),
    st.lists(st.sampled_from(BAG), min_size=1, max_size=1),
)
def test_odds_are_what_the_engine_does(
    enemy: str, strength: int, health: int, magic: int, bag: Sequence[str]
) -> None:
    """Each type of fight with each set of Items, played through every throw and every choice."""
    data = record(enemy.format(strength), hero(health, magic, *bag))
    found = BATTLES.read(Path("fight.toml"), data)
    assert found.scene.creature is not None
    own = found.heroes[OWN]
    used = [name for name in own.items if found.scene.item(name).chosen]
    for kind in opening.types(found.scene.creature):
        try:
            begun = opening.begin(found.scene, own, kind, used)
        except Illegal:
            continue
        if begun.lives + (begun.type == "both") > 1 and bag[0] in ON_DICE:
            continue  # the tree of everything grows too large
        chance = Reckoning().best(begun)
        assert Everything(begun).odds() == tuple(
            Fraction(many, chance.ways) for many in (chance.won, chance.lost, chance.dies)
        )


@pytest.mark.rule("roll-of-fight")
@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(ENEMIES[:3]),
    st.integers(1, 6),
    st.integers(0, 6),
    st.integers(0, 4),
    st.lists(
        st.sampled_from([one for one in BAG if one not in ("Turn Back Time", "Scroll of Altered Reality")]),
        max_size=4,
        unique=True,
    ),
)
def test_one_roll_agrees_with_plain_enumeration(
    enemy: str, strength: int, health: int, magic: int, bag: Sequence[str]
) -> None:
    """Whatever is announced: all dice are thrown in every way, and each throw is looked at alone."""
    found = BATTLES.read(Path("fight.toml"), record(enemy.format(strength), hero(health, magic, *bag)))
    assert found.scene.creature is not None
    for kind in opening.types(found.scene.creature):
        try:
            begun = opening.begin(found.scene, found.heroes[OWN], kind, ())
        except Illegal:
            continue
        for _, then in sets_announced(begun):
            chance = Reckoning().after_throw(then)
            counts: dict[Result, int] = {"won": 0, "drawn": 0, "lost": 0}
            own, enemy_die = powers.changes(then)
            for thrown in product(FACES, repeat=dice.many(own) + dice.many(enemy_die)):
                lying = (thrown[: dice.many(own)], thrown[dice.many(own) :])
                face = max(lying[0])  # the only change here is the better of two
                total = powers.total(then, 0) + face - powers.total(then, 1) - lying[1][0]
                counts["won" if total > 0 else "drawn" if total == 0 else "lost"] += 1
            if powers.at_work(then).saves == (0, 0):
                every = sum(counts.values())
                assert Fraction(chance.won, chance.ways) == Fraction(counts["won"], every)
                assert Fraction(chance.lost, chance.ways) == Fraction(counts["lost"], every)


def test_the_best_of_each_type_is_told_before_a_fight() -> None:
    data = record("Old Pirate: creature, strength 3, willpower 3", hero(3, 6, "Axe", "Ruby Circlet"))
    found = BATTLES.read(Path("fight.toml"), data)
    reckoning = Reckoning()
    told = list(best_of_each(reckoning, found.scene, found.heroes[OWN]))
    assert [one.move for one in told] == ["fight strength with Axe", "fight wills with Ruby Circlet"]
    for best in told:
        kind = best.move.split()[1]
        every = [
            one.chance for one in fighting(reckoning, found.scene, found.heroes[OWN]) if kind in one.move.split()
        ]
        assert not any(one.better(best.chance) for one in every)


def test_on_a_terminal_the_chances_of_a_long_move_take_two_lines_at_most() -> None:
    data = record("Old Pirate: creature, strength 3", hero(3, 6, "Axe", "Spiked Shield", "Prayer"))
    shown = io.StringIO()
    told = report(BATTLES.read(Path("fight.toml"), data), None)
    told.show(Screen(False, shown, 80))
    assert len(shown.getvalue().splitlines()) <= 2 * len(told.data()["options"])
    assert "throw Axe; cast Prayer: 5 against 3: won 86%, drawn 7%, lost 6%." in " ".join(shown.getvalue().split())


def test_the_leads_on_the_screen_and_for_scripts() -> None:
    done = run("odds", "--game", "prophecy", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["leads"][0] == {"lives": 1, "better_of_two": False, "1/2": 1, "3/4": 3, "9/10": 4}
    assert "three lives: 50% +3, 75% +4, 90% +5." in run("odds", "--game", "prophecy", "--plain").output
    assert run("odds").exit_code == run("odds", "--game", "enchanters").exit_code == 2


@pytest.mark.rule("three-lives", "prayer", "throwing")
def test_three_lives_with_two_effects_agree_with_icepool() -> None:
    """All options of the first roll, the later ones at their best, reckoned anew by icepool's dice."""
    data = record("Band: creature, strength 4, 3 lives", hero(5, 3, "Axe", "Prayer"), "fight with Axe")

    @cache
    def value(lives: int, magic: int, axe: bool, thrown: bool, prayed: bool) -> tuple[Fraction, Fraction]:
        own = icepool.d6.highest(2) if prayed else icepool.d6
        margin = own - icepool.d6 + (5 + thrown - 4)
        won = sum((Fraction(margin.probability(n)) for n in range(1, 12)), Fraction())
        lost = sum((Fraction(margin.probability(n)) for n in range(-12, 0)), Fraction())
        if lives == 1:
            return won, lost
        later = max(
            (
                value(lives - 1, magic - prayed, axe and not thrown, throws, prays)
                for throws in ((False, True) if axe and not thrown else (False,))
                for prays in ((False, True) if magic > prayed else (False,))
            ),
            key=lambda odds: (odds[0], -odds[1]),
        )
        return won * later[0], lost + won * later[1]

    for option in options(data):
        thrown, prayed = "throw Axe" in option["move"], "cast Prayer" in option["move"]
        assert (Fraction(option["won"]), Fraction(option["lost"])) == value(3, 3, True, thrown, prayed)


@pytest.mark.rule("three-lives", "both-parts")
def test_the_odds_go_on_from_the_rolls_that_were_won() -> None:
    band = "Band: creature, strength 3, willpower 1, 3 lives"
    two_left = options(record(band, hero(4, 7), "fight wills", "roll 3 5"))
    assert Fraction(two_left[0]["won"]) == winning(4) ** 2
    assert options(record(band, hero(4, 7), "fight wills", "roll 3 5", "roll 3 5"))[0]["won"] == str(winning(4))
    vampire = "Vampire: creature, undead, willpower 6, strength 2, both parts"
    (second,) = options(record(vampire, hero(7, 6), "fight", "roll 3 2"))
    assert (second["own"], second["enemy"], second["won"]) == (7, 2, str(winning(5)))


@pytest.mark.rule("turn-back-time")
def test_where_nothing_can_be_won_fewest_losses_count() -> None:
    vampire = "Vampire: creature, undead, willpower 1, strength 6, both parts"
    (roll,) = options(record(vampire, hero(0, 1, "Turn Back Time"), "fight"))
    once_more = Fraction(5, 36)  # 0 against 1: the last Magic is in the second throw
    drawn = Fraction(6, 36) + (1 - Fraction(6, 36)) * once_more  # a part that is won would be followed by 0 against 6
    assert (roll["won"], Fraction(roll["drawn"])) == ("0", drawn)


@pytest.mark.rule("shapeless-things", "P39")
def test_who_can_pay_for_no_fight_has_a_draw() -> None:
    things = "Shapeless Things: greater, strength 6, willpower 5, strength costs 4 magic, wills costs 2 health"
    (only,) = options(record(things, hero(1, 3)))
    assert (only["move"], chances(only)) == ("fight", ("0", "1", "0", "0"))


def test_several_records_at_once(tmp_path: Path) -> None:
    paths = []
    for number in (1, 2):
        path = tmp_path / f"{number}.toml"
        path.write_text(tomli_w.dumps(record(f"Bear: creature, strength {number}", hero(1, 0))))
        paths.append(str(path))
    done = run("odds", *paths, "--json")
    assert done.exit_code == 0, done.output
    assert [json.loads(line)["options"][0]["enemy"] for line in done.stdout.splitlines()] == [1, 2]


@pytest.mark.rule("P36", "order-of-duel")
def test_in_a_duel_each_side_is_told_its_own_answers() -> None:
    anna, bo = hero(4, 3, "Turn Back Time"), hero(4, 3, "Turn Back Time") | {"name": "Bo"}
    first = options(duel(anna, bo, "attack strength", "accept", "roll 3 4"))
    assert [(one["move"], one["who"]) for one in first] == [("stand", "Anna"), ("cast Turn Back Time", "Anna")]
    then = options(duel(anna, bo, "attack strength", "accept", "roll 4 3", "stand"))
    assert [(one["move"], one["who"]) for one in then] == [("stand", "Bo"), ("cast Turn Back Time", "Bo")]
    assert (then[0]["won"], first[0]["lost"]) == ("1", "1")
    average = options(record("Bear: creature, strength 4", hero(4, 0), "fight", dice="average"))
    assert [one["move"] for one in average] == ["roll"]


@pytest.mark.rule("type-of-duel", "order-of-duel")
def test_the_defender_may_turn_it_into_wills_whatever_the_attacker_means_to_cast() -> None:
    blessing = "Blessing: ability, Monastery, spell 1; battle if strength fight: in strength 2"
    anna = hero(4, 1) | {"abilities": [blessing]}
    found = options(duel(anna, hero(3, 8) | {"name": "Bo"}))
    cast = next(one for one in found if one["move"] == "attack strength; cast Blessing")
    assert (cast["own"], cast["answer"]["move"], cast["answer"]["lost"]) == (6, "wills", "35/36")


@pytest.mark.rule("altered-reality", "prayer", "three-lives")
def test_a_rich_hand_takes_no_time() -> None:
    """Four cards that work on dice, three lives: every throw of four own dice, each of which may be thrown again."""
    deep = "Scroll of Deep Prayer: item, scroll; roll: better of two"
    rich = hero(6, 8, "Axe", "Scroll of Altered Reality", "Prayer", "Turn Back Time")
    rich["items"].append(deep)
    begun = time.perf_counter()
    found = options(record("Band: creature, strength 5, 3 lives", rich))
    assert time.perf_counter() - begun < 20  # a slow machine's; it was a minute and more
    assert Fraction(found[0]["won"]) > Fraction(99, 100)


@pytest.mark.rule("death", "special-rules")
def test_a_meeting_that_kills_is_told() -> None:
    (only,) = options(record("Witch: creature, strength 2; met: lose 1 health", hero(0, 4)))
    assert (only["move"], chances(only)) == ("fight", ("0", "0", "1", "1"))


@pytest.mark.rule("special-rules", "P30")
def test_what_a_creature_does_before_the_fight_by_a_die_is_in_the_odds() -> None:
    """Half the faces cost 1 Health: lead 1 (21/5/10) or level (15/6/15); with none left half of them kill."""
    stinger = "Stinger: creature, strength 4; met on 4-6: lose 1 health"
    (option,) = options(record(stinger, hero(5, 0) | {"items": []}))
    assert chances(option) == ("1/2", "11/72", "25/72", "0")
    (option,) = options(record(stinger, hero(0, 0) | {"items": []}))
    level = Fraction(int(ROLL[1].split("/")[0]), 36)  # 4 behind
    assert Fraction(option["won"]) == level / 2
    assert Fraction(option["lost"]) >= Fraction(1, 2)
    assert Fraction(option["dies"]) >= Fraction(1, 2)
    whole = record("Wasp: creature, strength 4; met on 4-6: lose 9 health", hero(5, 0) | {"items": []})
    (option,) = options(whole)
    assert chances(option) == ("7/24", "5/72", "23/36", "1/2")
    found = [chance for chance in options(record(stinger, hero(5, 4))) if chance["move"] != "roll"]
    assert all(sum(Fraction(one[what]) for what in ("won", "drawn", "lost")) == 1 for one in found)


@pytest.mark.rule("X8", "P31")
@pytest.mark.parametrize(("printed", "dies"), [("spell 1; lost", "0"), ("costs 1; lost", "5/12")])
def test_a_spell_whose_moment_is_a_loss_is_cast_by_nobody_whom_it_kills(printed: str, dies: str) -> None:
    grudge = f"Grudge: ability, Fortress, {printed}: lose 1 health"
    (option,) = options(record("Bear: creature, strength 1", hero(1, 4) | {"items": [], "abilities": [grudge]}))
    assert (option["lost"], option["dies"]) == ("5/12", dies)


@pytest.mark.rule("three-lives", "P31")
@pytest.mark.parametrize(("health", "dies"), [(2, "0"), (1, "1")])
def test_what_earlier_rolls_put_off_is_in_the_chance_to_die(health: int, dies: str) -> None:
    """Cast at two of three rolls, it costs 2 Health whatever comes; a draw or win costs nothing else."""
    mob = "Mob: creature, humanoid, strength 0, 3 lives, 2 experience; lost: lose 1 gold"
    fought = record(mob, hero(health, 5, "Fury"), "fight", "cast Fury", "roll 6 1", "cast Fury", "roll 6 1")
    assert next(one["dies"] for one in options(fought) if one["move"] == "roll") == dies


HELPED = [
    ("Bear: creature, animal, strength 6", hero(5, 4, "Prayer", "Turn Back Time", "Axe", "Fury")),
    ("Band: creature, strength 6, 3 lives", hero(5, 3, "Prayer", "Axe", "Blessed Weapon", "Frenzy")),
    (
        "Ghost: creature, willpower 5",
        hero(4, 5, "Scroll of Divine Will", "Concentration", "Turn Back Time"),
    ),
    ("Vampire: creature, willpower 4, strength 5, both parts", hero(5, 4, "Power Drain", "Javelin", "Prayer")),
]


@pytest.mark.rule("prayer", "throwing", "spells", "three-lives")
@pytest.mark.parametrize(("creature", "who"), HELPED)
def test_odds_count_on_what_they_name_and_on_nothing_else(creature: str, who: dict[str, Any]) -> None:
    """With the other cards gone the odds are the same; without those named they are those told as without."""

    def best(*names: str) -> Any:
        kept = {pile: [one for one in who[pile] if one.partition(":")[0] in names] for pile in ("items", "abilities")}
        read = BATTLES.read(Path("fight.toml"), record(creature, {**who, **kept}))
        return next(best_of_each(Reckoning(), read.scene, read.heroes[OWN]))

    every = [one.partition(":")[0] for one in (*who["items"], *who["abilities"])]
    odds = best(*every)
    assert odds.alone is not None
    named = [re.split(", | thrown", one)[0] for one in odds.helps]
    used = [name for name in every if name in odds.move]
    assert best(*named, *used).chance.rank == odds.chance.rank
    assert all(
        best(*(name for name in (*named, *used) if name != gone)).chance.rank < odds.chance.rank
        for gone in named
        if gone not in used
    )
    bare = best(*used)
    assert (bare.alone or bare.chance).rank == odds.alone.rank


@pytest.mark.rule("non-battle", "P30")
def test_odds_count_what_was_used_before_the_fight() -> None:
    brave = hero(4, 4) | {"items": ["Draught: item, potion; any time: to strength 2"]}
    (found,) = options(record("Bear: creature, animal, strength 4", brave, "use Draught"))
    assert (found["own"], found["enemy"]) == (6, 4)


@pytest.mark.rule("P44")
def test_averaged_dice_on_the_table_are_taken_in_full() -> None:
    seer = hero(3, 4, "Prayer") | {"items": ["Glass: item; after roll: 1 magic -> reroll a die"]}
    fought = record("Bear: creature, animal, strength 4", seer, "fight", "cast Prayer", "roll", dice="average")
    stand, *again = options(fought)  # 3 + 161/36 are less than 4 + 7/2, and an average thrown again is the same
    assert {chances(one) for one in (stand, *again)} == {("0", "0", "1", "0")}
