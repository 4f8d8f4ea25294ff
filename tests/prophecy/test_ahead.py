"""What lies ahead of heroes: the exact chance of a plane, and the round in which they are ready for one."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from msgspec.structs import replace as with_changes
from typer.testing import CliRunner

from referee.cli import build
from referee.games.prophecy.ahead.choosing import Chooser
from referee.games.prophecy.ahead.planes import Guardians, HeroChances, Planes, Quick, QuickPlanes, with_potions
from referee.games.prophecy.ahead.report import AIM, TriedGame, _when, box_of, look_ahead, trials
from referee.games.prophecy.cards.language import read_whole
from referee.games.prophecy.fights.state import fighter_of
from referee.games.prophecy.odds.reach import AIMS
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.state import GameState, Lying, Setup
from referee.games.prophecy.screens.ahead import AheadReport, Ready
from referee.games.prophecy.vocabulary import FACES
from referee.play.session import Session
from referee.sampling.race import Cores, Effort, Estimate, tally
from referee.text.screen import Screen
from tests.made_up import type_at
from tests.prophecy.fights import winning
from tests.prophecy.games import BOARD, CARDS, MOST_ANSWERS, copies, play, say
from tests.prophecy.staged import begun, game, placed
from tests.prophecy.test_random_games import table
from tests.prophecy.test_reach import game_until

HERE = Effort(60, cores=0, rounds=1)


def quiet(line: str) -> None:
    """Nobody looks."""


def setup_of(played: Session[GameState]) -> Setup:
    setup: Setup = played.game.setup  # type: ignore[attr-defined]
    return setup


def known(lesser: str = "", greater: str = "", *, typed: Sequence[str] = (), **hero: Any) -> Session[GameState]:
    """Anna's Druid beside a plane with these Guardians, if not elsewhere; no other plane is left.

    Cards that are `typed` are known besides the others.
    """
    played = placed(game("Druid", "Mercenary"), **{"space": "City", **hero})
    state = played.state.copy()
    for plane in state.planes[1:]:
        plane.closed = True
    state.planes[0].lesser, state.planes[0].greater = lesser, greater
    return begun(replace(setup_of(played), cards=(*CARDS, *map(read_whole, typed))), state)


def chance(played: Session[GameState], seat: int = 0) -> Fraction:
    found = Planes(setup_of(played), played.state).chance(seat, 0)
    assert found is not None
    return found


# --- the exact chance -----------------------------------------------------------------------------------


def throws() -> Iterator[tuple[str, int]]:
    """A throw for each difference of the dice, with how many of the 36 have it."""
    for margin in range(-5, 6):
        many = [(own, own - margin) for own in FACES if own - margin in FACES]
        yield f"roll {many[0][0]} {many[0][1]}", len(many)


def twin(played: Session[GameState], first: str, second: str, asked: str = "") -> Fraction:
    """The share of all throws with which the plane is taken, each of them played by the engine."""
    won = 0
    for one, many in throws():
        for other, more in throws():
            trial = begun(setup_of(played), played.state.copy())
            say(trial, f"plane {BOARD.planes[0].name}", f"{first} [{one}{asked}]")
            if trial.state.attacking < 0:
                break
            say(trial, f"{second} [{other}]")
            won += many * more * (trial.question is not None and trial.question.key == "draw")
    return Fraction(won, 36**2)


@pytest.mark.rule("attack-on-planes", "battle-in-planes")
@pytest.mark.parametrize(("health", "magic"), [(4, 4), (6, 3), (5, 7)])
def test_a_plane_is_taken_as_often_as_the_engine_says(health: int, magic: int) -> None:
    played = known("Cinder Hound", "Pale Regent", health=health, red=health, magic=magic, blue=magic)
    # the Hound is fought with Wills alone and gives a Strength; the Regent has only Strength
    assert chance(played) == twin(played, "fight Cinder Hound", "fight Pale Regent")


@pytest.mark.rule("battle-in-planes")
def test_of_a_guardian_face_down_each_that_was_never_seen_is_as_likely() -> None:
    hero: dict[str, Any] = {"health": 6, "red": 6, "magic": 6, "blue": 6}
    every = [chance(known("Door Warden", name, **hero)) for name in copies("greater")]
    assert chance(known("Door Warden", **hero)) == sum(every) / len(every)
    both = [chance(known(name, **hero)) for name in copies("lesser")]
    assert chance(known(**hero)) == sum(both) / len(both)


@pytest.mark.rule("battle-in-planes")
def test_a_lesser_that_is_beaten_isnt_fought_again() -> None:
    played = known("Door Warden", "Pale Regent", health=5, red=5)
    state = played.state.copy()
    state.planes[0].beaten = True
    assert Planes(setup_of(played), state).chance(0, 0) == winning(5 - 4)


@pytest.mark.rule("P43")
def test_what_holds_for_the_next_battle_counts_in_the_first_alone() -> None:
    played = known("Door Warden", "Pale Regent", health=3, red=3, space="Mountains 3")
    played.state.at(3).cards = [Lying("Forgotten Chapel")]
    blessed = say(placed(played), "stay", "use Forgotten Chapel")
    assert chance(blessed) == winning(3 + 3 - 3) * winning(3 - 4)


@pytest.mark.rule("weapon-abilities")
def test_a_weapon_that_burns_in_the_first_fight_is_missing_in_the_second() -> None:
    both = known(
        "Door Warden",
        "Pale Regent",
        health=2,
        red=2,
        magic=2,
        blue=2,
        items=["Cutlass"],
        abilities=["Flaming Weapon"],
    )
    # Cutlass +1, in flames +3: in one of the fights; with it unburnt there is still the Cutlass in the other
    assert chance(both) == winning(2 + 1 - 3) * winning(2 + 3 - 4)


@pytest.mark.rule("P31", "P8")
def test_what_a_won_fight_brings_happens_as_its_card_says() -> None:
    hurt: dict[str, Any] = {"health": 3, "red": 6, "magic": 0, "blue": 6}
    arts = known("Door Warden", "Pale Regent", **hurt, abilities=["Healing Arts"])
    assert chance(arts) == winning(3 - 3) * winning(3 - 4), "nothing was lost in the battle"
    trainer = "Trainer: lesser, strength 3; won on 4-6: gain 2 strength"
    taught = known("Trainer", "Pale Regent", typed=[trainer], **hurt)
    assert chance(taught) == winning(3 - 3) * (winning(5 - 4) + winning(3 - 4)) / 2
    male, female = (
        "Door Keeper: lesser, strength 3; won if " + sex + ": gain 1 strength" for sex in ("man", "woman")
    )
    found = [chance(known("Door Keeper", "Pale Regent", typed=[card], **hurt)) for card in (male, female)]
    assert sorted(found) == [winning(0) * winning(3 - 4), winning(0) * winning(4 - 4)]
    fury = "Blood Price: item, weapon, two-handed; always: in strength 6; won: lose 1 health"
    spent = known("Door Warden", "Pale Regent", typed=[fury], health=0, red=3, magic=0, items=["Blood Price"])
    assert chance(spent) == winning(0 - 3) * winning(6 - 4), "who has no Health left dies of what the first costs"


@pytest.mark.rule("P76", "healing-arts")
@pytest.mark.parametrize(
    ("lesser", "own", "then"),
    [
        ("Biter: lesser, strength 3; won: lose 1 health", (), 3),  # healed
        ("Leech: lesser, strength 3; won: lose 1 strength", (), 2),
        ("Biter: lesser, strength 3; won: lose 1 health; won: heal 1 health", (), 4),
        ("Door Keeper: lesser, strength 3", ("Thorns: item; won: lose 1 health",), 2),
    ],
)
def test_between_two_fights_is_healed_what_the_enemy_took(lesser: str, own: tuple[str, ...], then: int) -> None:
    name, held = lesser.partition(":")[0], [line.partition(":")[0] for line in own]
    played = known(
        name,
        "Pale Regent",
        typed=[lesser, *own],
        health=3,
        red=6,
        magic=0,
        blue=6,
        items=held,
        abilities=["Healing Arts"],
    )
    assert chance(played) == winning(3 - 3) * winning(then - 4)


def test_potions_that_make_stronger_are_drunk_before() -> None:
    weak, strong = (known("Door Warden", "Pale Regent", items=items) for items in ([], ["Potion of Strength"]))
    druid = weak.state.players[0].health
    assert chance(weak) == winning(druid - 3) * winning(druid - 4)
    assert chance(strong) == winning(druid + 2 - 3) * winning(druid + 2 - 4)
    fighter = fighter_of(strong.state.players[0])
    assert with_potions(fighter, Quest(setup_of(strong), strong.state, []).card).items == ()


@pytest.mark.rule("P30", "P50", "non-battle")
def test_what_heals_and_recharges_is_used_before_a_fight_and_between_two() -> None:
    hurt: dict[str, Any] = {"health": 2, "red": 6, "magic": 0}
    assert chance(known("Door Warden", "Pale Regent", **hurt, items=["Potion of Healing"])) == (
        winning(5 - 3) * winning(5 - 4)
    )
    whole: dict[str, Any] = {"health": 1, "red": 1, "magic": 7, "blue": 7}
    # the Widow's Wills are paid with 2 Magic; the Sphinx's before it too, and what was paid comes back between them
    plain = chance(known("Sphinx", "Glass Widow", **whole))
    assert plain == winning(5 - 5) * winning(5 + 2 - 2 - 3)
    drinks = known("Sphinx", "Glass Widow", **whole, items=["Potion of Magic"])
    assert chance(drinks) == winning(5 - 5) * winning(7 + 2 - 2 - 3)


@pytest.mark.rule("fanaticism", "P40")
def test_a_draw_is_fought_again_where_a_card_says_so() -> None:
    hero: dict[str, Any] = {"health": 4, "red": 4, "magic": 0, "abilities": ["Fanaticism"]}
    again = [winning(lead) / (1 - Fraction(draws, 36)) for lead, draws in ((1, 5), (0, 6))]
    assert chance(known("Door Warden", "Pale Regent", **hero)) == again[0] * again[1]
    kills = known("Door Warden", **(hero | {"health": 0}))  # the Master of Pain is deadly, whatever the dice show
    each = [chance(known("Door Warden", name, **(hero | {"health": 0}))) for name in copies("greater")]
    assert chance(kills) == sum(each) / len(each)
    hero["abilities"] += ["Resistance"]  # lost by 1 is drawn
    again = [winning(lead) / (1 - Fraction(draws, 36)) for lead, draws in ((1, 9), (0, 11))]
    assert chance(known("Door Warden", "Pale Regent", **hero)) == again[0] * again[1]
    once = known("Door Warden", "Pale Regent", health=4, red=4, magic=0, abilities=["Fanaticism", "Forest Wisdom"])
    first = winning(2) + Fraction(4, 36) * winning(1) / (1 - Fraction(5, 36))  # the forest helps before a draw
    assert chance(once) == first * winning(0) / (1 - Fraction(6, 36))


@pytest.mark.rule("fanaticism", "X8", "P18")
@pytest.mark.parametrize(
    ("zeal", "magic", "battles"),
    [
        ("spell 1; drawn: fight again", 0, 0),
        ("spell 1; drawn: fight again", 1, 1),
        ("costs 3; drawn: 1 magic -> fight again", 1, 1),
        ("costs 3; once a round drawn: fight again", 0, 1),
        ("costs 3; drawn if wills fight: fight again", 0, 0),
        ("costs 3; drawn on 4-6: fight again", 0, 9),
    ],
)
def test_a_draw_is_fought_again_for_what_a_card_asks_for(zeal: str, magic: int, battles: int) -> None:
    hero: dict[str, Any] = {"health": 4, "red": 4, "magic": magic, "abilities": ["Zeal"]}
    again = known("Door Warden", "Scaled Monster", typed=[f"Zeal: ability, Monastery, {zeal}"], **hero)
    won, drawn = Fraction(21, 36), Fraction(5, 36)
    last, level = winning(-3), Fraction(3, 36)
    expected = (
        won * last * (1 + min(battles, 1) * (drawn + level))
    )  # the one battle more in the first fight or the second
    if battles > 1:
        expected = won / (1 - drawn / 2) * last / (1 - level / 2)
    assert chance(again) == expected


@pytest.mark.rule("P34")
def test_what_is_paid_before_a_battle_is_paid_once_for_it() -> None:
    hunter: dict[str, Any] = {"health": 5, "red": 5, "magic": 3, "blue": 3, "abilities": ["Hunter's Patience"]}
    assert chance(known("Door Warden", "Scaled Monster", **hunter)) == winning(5 - 3) * winning(5 + 2 - 7)


@pytest.mark.rule("P43")
def test_a_plane_is_attacked_from_the_better_of_its_spaces() -> None:
    spaces = [BOARD[space].name for space in BOARD.planes[0].spaces]
    assert sorted(spaces) == ["City", "Forest"]
    with_lore = known("Door Warden", "Pale Regent", abilities=["Forest Wisdom"])
    assert chance(with_lore) > chance(known("Door Warden", "Pale Regent"))


def test_what_is_lacking_brings_the_chance_to_each_aim_and_one_less_doesnt() -> None:
    played = known(health=4, red=4)
    planes = Planes(setup_of(played), played.state)
    for aim, lacks in zip(AIMS, planes.lacks(0, 0), strict=True):
        assert lacks is not None
        enough, less = (planes.chance(0, 0, more) for more in (lacks, lacks - 1))
        assert enough is not None
        assert less is not None
        assert enough >= aim > less


def test_who_is_far_too_weak_lacks_more_than_is_tried() -> None:
    played = known(health=0, magic=0)
    state = played.state.copy()
    state.planes[0].greater = "Hollow Regent"
    assert Planes(setup_of(played), state).lacks(0, 0)[-1] is None


@pytest.mark.parametrize(("health", "magic"), [(3, 6), (5, 2), (7, 7), (1, 9)])
def test_the_rough_estimate_of_a_hero_without_cards_is_exact(health: int, magic: int) -> None:
    played = known(health=health, red=health, magic=magic, blue=magic)
    rough = QuickPlanes(setup_of(played), played.state).chance(0, 0)
    assert rough is not None
    assert abs(rough - chance(played)) < Fraction(1, 5_000)


@pytest.mark.parametrize(
    "cards",
    [
        {"items": ["Sword"]},
        {"items": ["War Axe", "Spiked Shield"], "abilities": ["Edged Weapons"]},
        {"items": ["Cedar Staff", "Ruby Circlet"], "abilities": ["Staff Skill"]},
        {"abilities": ["Prayer"]},
    ],
)
def test_the_rough_estimate_is_near_with_cards(cards: dict[str, Any]) -> None:
    played = known(health=5, red=5, magic=6, blue=6, **cards)
    rough = QuickPlanes(setup_of(played), played.state).chance(0, 0)
    assert rough is not None
    assert abs(rough - chance(played)) < Fraction(1, 20)


# --- when a hero is ready -------------------------------------------------------------------------------


def at_the_lion() -> Session[GameState]:
    """Anna, of Strength 6, far from planes with a Noble Lion of 6 that gives one more; nothing else ever happens."""
    played = known("Door Warden", "Pale Regent", health=6, red=6, magic=0, blue=0, space="Mountains 10", gold=0)
    state = played.state.copy()
    state.at(10).cards = [Lying("Noble Lion")]
    state.decks["chance"].count, state.decks["chance"].discards = 0, []
    state.step = "movement"
    return begun(setup_of(played), state)


@pytest.mark.rule("win-creature")
def test_the_estimate_lies_within_its_uncertainty() -> None:
    played = at_the_lion()
    aim = float(winning(7 - 3) * winning(7 - 4))  # what the Lion's Strength brings it to
    tried = TriedGame(*box_of(setup_of(played), played.state)[:2], (0,), aim, horizon=2)
    within = 0
    for seed in range(20):
        with Cores(0) as cores:
            found = tally(trials, tried, tried.rounds, with_changes(HERE, rounds=2, seed=str(seed)), cores)
        assert [one.won for one in found[:2]] == [0, 0]  # not in this round
        low, high = found[2].interval  # in the next own one: who won against the Lion
        within += low < winning(6 - 6) < high
    assert within >= 18


def test_who_is_ready_is_told_so_and_others_from_their_next_round() -> None:
    played = at_the_lion()
    setup, state = setup_of(played), played.state
    report = look_ahead(setup, state, with_changes(HERE, aim=0.02), quiet, horizon=2)
    assert [one.now for one in report.ready] == [True, True]
    state.players[1].health = 0  # nobody to be ready, but whole again by the end of the way?
    report = look_ahead(setup, state, with_changes(HERE, aim=0.9), quiet, horizon=1)
    anna, bo = report.ready
    assert (anna.now, anna.round, anna.horizon, anna.own) == (False, None, state.round + 1, 1)
    assert (bo.round, bo.by_then.won, bo.by_then.tried) == (None, 0, 12)
    assert report.data()["heroes"][1]["ready"]["by_round"] == state.round + 1


def test_the_chance_to_be_ready_is_told_for_some_own_rounds_and_never_falls() -> None:
    played = at_the_lion()
    report = look_ahead(setup_of(played), played.state, with_changes(HERE, aim=0.7), quiet, horizon=7)
    for one in report.ready:
        chances = [chance.chance for _, chance in one.moments]
        assert ([own for own, _ in one.moments], chances) == ([5, 7], sorted(chances))
    anna = report.data()["heroes"][0]["ready"]
    assert [moment["own_rounds"] for moment in anna["moments"]] == [5, 7]
    assert anna["moments"][1]["chance"]["tried"] == 12
    assert report.ready[0].moments[0][1].won > 0, "who beats the Lion is"


@pytest.mark.rule("one-round")
def test_own_rounds_are_counted_from_the_next_one_of_each_player() -> None:
    setup, state = setup_of(at_the_lion()), at_the_lion().state
    tried = TriedGame(*box_of(setup, state)[:2], (0, 1), 0.6, horizon=6)
    rounds = [Estimate(number, 12) for number in range(12)]
    for place, fifth in ((0, 8), (1, 9)):  # two players: rounds 0, 2, 4, 6, 8 are Anna's, the others Bo's
        found = _when(tried, place, rounds * 2)
        assert [chance.won for _, chance in found.moments] == [fifth, fifth + 2]


@pytest.mark.parametrize(
    ("ready", "told"),
    [
        (Ready("Anna", now=True), "Anna is ready now."),
        (Ready("Anna"), "Anna: not tried in the time given."),
        (
            Ready("Anna", False, None, 20, 28, None, 67, Estimate(4, 12)),
            "Anna: likely to take about 20 of their rounds or more.",
        ),
        (
            Ready("Anna", False, None, 20, 28, None, 67, Estimate(10, 120)),
            "Anna: likely to take more than 20 of their rounds.",
        ),
        (
            Ready("Anna", False, 58, 17, 28, None, 67, Estimate(6, 12)),
            "Anna: in about 17 of their rounds, round 58; in 9 of 10 games round 28 or later.",
        ),
        (
            Ready("Anna", False, 10, 1, 10, 31, 67, Estimate(6, 12)),
            "Anna: likely in their next round, round 10; in 8 of 10 games round 10 to 31.",
        ),
    ],
)
def test_when_a_hero_is_likely_to_be_ready_is_a_short_sentence(ready: Ready, told: str) -> None:
    shown = ready._replace(moments=((20, ready.by_then),))
    report = AheadReport(AIM, "1", (HeroChances("Anna", ()),), (shown,))
    out = io.StringIO()
    report.show(Screen(plain=True, file=out, width=80))
    assert f" {told} " in " ".join(out.getvalue().split())


@pytest.mark.rule("P30")
def test_a_fight_that_isnt_open_any_more_is_fought_in_another_way() -> None:
    played = known("Door Warden", "Pale Regent", magic=3, blue=9, health=4, red=4, space="Mountains 3")
    trickster = read_whole("Trickster: creature, strength 9, willpower 1; met on 1-2: lose 2 magic")
    setup = replace(setup_of(played), cards=(*CARDS, trickster), draws="program", dice="rolled")
    state = played.state.copy()
    state.at(3).cards = [Lying("Trickster")]
    state.step = "turn"
    quest = Quest(setup, state, [])
    left = []
    for seed in range(12):
        other = replace(setup, seed=seed)
        chooser = Chooser(other, other, Quick(quest.card, setup), Guardians(quest), Random(seed))
        left.append(chooser.step(state).players[0])
    assert {one.magic for one in left} == {3 - 2}, "paid for Wills, or taken before"
    assert 1 <= sum(one.health < 4 for one in left) < 12, "who can't pay fights with Strength, and loses"


def chooser_of(played: Session[GameState]) -> Chooser:
    setup, quest = setup_of(played), Quest(setup_of(played), played.state, [])
    return Chooser(setup, setup, Quick(quest.card, setup), Guardians(quest), Random(1))


@pytest.mark.rule("attack-on-planes")
@pytest.mark.parametrize(("health", "attacks"), [(8, True), (2, False)])
def test_a_plane_is_attacked_as_soon_as_it_promises_more_than_anything_else(health: int, attacks: bool) -> None:
    played = known("Door Warden", "Pale Regent", health=health, red=8)
    setup = replace(setup_of(played), draws="program", dice="rolled")
    after = chooser_of(begun(setup, played.state.copy())).step(played.state)
    assert (after.attacking == 0) is attacks


@pytest.mark.rule("battle-in-planes")
@pytest.mark.parametrize("strong", [True, False])
def test_who_takes_a_plane_is_ready_from_that_round_on_whatever_the_chance_was(strong: bool) -> None:
    health = 8 if strong else 0
    played = known("Door Warden", "Pale Regent", health=health, red=health)
    boxed = box_of(setup_of(played), played.state)
    tried = TriedGame(boxed.setup, boxed.game, (0,), 0.999, horizon=1)
    found = trials(tried, "1", range(12))
    assert all((many > 0) is strong for many in found)
    assert max(found) < 12, "beaten now and then"


def played_on(**settings: Any) -> Session[GameState]:
    """A game of the program's cards, some rounds old."""
    player = table(5, draws="program", variant="standard", teams=False, strong=False, **settings)
    *_, last = (played for played, _ in zip(play(player), range(120), strict=False))
    return last


def seen(report: AheadReport) -> str:
    return json.dumps(report.data())


def test_what_nobody_knows_changes_no_figure() -> None:
    played = played_on()
    setup, state = setup_of(played), played.state
    other = state.copy()
    other.drawn, other.thrown = state.drawn + 17, state.thrown + 5
    reports = [
        look_ahead(replace(setup, seed=seed), found, HERE, quiet, horizon=3)
        for seed, found in ((setup.seed, state), (setup.seed + 1, other))
    ]
    assert seen(reports[0]) == seen(reports[1])
    again = look_ahead(setup, state, with_changes(HERE, seed="2"), quiet, horizon=3)
    assert again.data()["seed"] == "2"
    assert state == played.state, "the game itself stands as it stood"


def test_the_figures_are_the_same_on_any_number_of_cores() -> None:
    played = played_on()
    tried = TriedGame(*box_of(setup_of(played), played.state)[:2], (0, 1), 0.1, horizon=3)
    found = []
    for many in (0, 2):
        with Cores(many) as cores:
            found.append(tally(trials, tried, 2 * tried.rounds, HERE, cores))
    assert found[0] == found[1]
    assert found[0][0].tried == 12


@pytest.mark.parametrize("seed", range(6))
def test_it_can_be_asked_at_any_prompt_of_a_random_game(seed: int) -> None:
    player = table(seed, strong=False, known=seed % 3 > 0)
    for number, played in enumerate(play(player, min(400, MOST_ANSWERS))):
        if number % 80 == 7 * seed and not any(len(hero.held) > 3 for hero in played.state.players):
            before = played.state.copy()
            report = look_ahead(player.setup, played.state, HERE, quiet, horizon=1)
            assert played.state == before
            for one in report.ready:
                assert one.now or one.by_then.tried == 12
            assert json.dumps(report.data())


# --- commands ---------------------------------------------------------------------------------------


def run(*words: str) -> Any:
    return CliRunner().invoke(build(list(words)), list(words), env={"COLUMNS": "80"})


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only few rounds are played on, in this process."""
    monkeypatch.setattr("referee.games.prophecy.ahead.report.look_ahead", _short)


def _short(setup: Setup, game: GameState, effort: Effort, told: Any) -> AheadReport:
    return look_ahead(setup, game, with_changes(effort, cores=0, rounds=1), told, horizon=2)


def test_with_a_seed_throws_are_counted_where_an_exact_chance_takes_too_many() -> None:
    played = known("Cinder Hound", "Pale Regent")

    def told(seconds: float) -> set[bool]:
        effort = with_changes(Effort.from_request(seconds, "7"), cores=0, rounds=1)
        found = look_ahead(setup_of(played), played.state, effort, quiet, horizon=2)
        return {plane.exact for hero in found.heroes for plane in hero.planes}

    assert (told(1e-6), told(10)) == ({False}, {True})


@pytest.mark.usefixtures("few_rounds")
def test_at_the_prompt_a_percentage_is_the_chance_that_is_aimed_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = game_until(tmp_path, "chance Charity")
    type_at(path, monkeypatch, "odds battle", "odds battle 75%", "odds battle 60 % 5")
    told = capsys.readouterr().out
    assert re.findall(r"a chance of (\d+)% at the best", told) == ["50", "75", "60"]


@pytest.mark.usefixtures("few_rounds")
def test_the_chances_of_a_save(tmp_path: Path) -> None:
    path = game_until(tmp_path, "chance Charity")
    found = json.loads(run("odds", str(path), "--battle", "--json").stdout)
    assert (found["game"], found["aim"], [one["player"] for one in found["heroes"]]) == (
        "prophecy",
        AIM,
        ["Anna", "Bo"],
    )
    planes = found["heroes"][0]["planes"]
    assert all(one["exact"] and Fraction(one["won"]) < 1 for one in planes)
    text = run("odds", str(path), "--battle", "--plain").stdout
    assert "unknown Guardians" in text
    assert max(map(len, run("odds", str(path), "--battle").stdout.splitlines())) <= 80
    assert json.loads(run("odds", str(path), "--battle", "--json").stdout) == found
    earlier = json.loads(run("odds", str(path), "1", "--battle", "--json", "--aim", "60").stdout)
    assert earlier["aim"] == 0.6


def test_bad_input_is_one_clear_line(tmp_path: Path) -> None:
    path = game_until(tmp_path, "chance Charity")
    for words, told in [
        ((str(path), "999"), "entry 999"),
        ((str(path), "--aim", "0"), "--aim"),
        ((str(path), "--aim", "lots"), "--aim"),
    ]:
        refused = run("odds", *words, "--battle")
        assert (refused.exit_code, told in refused.output) == (2, True), refused.output
    light = tmp_path / "light.toml"
    assert (
        run(
            "new", "--game", "prophecy", str(light), "--player", "A", "--player", "B", "--track", "battles", "--yes"
        ).exit_code
        == 0
    )
    refused = run("odds", str(light), "--battle")
    assert (refused.exit_code, "everything is tracked" in refused.output) == (2, True)


def test_where_no_plane_is_left_it_says_so(tmp_path: Path) -> None:
    path = game_until(tmp_path, "nothing ever begins so")
    found = json.loads(run("odds", str(path), "--battle", "--json").stdout)
    assert (found["over"], found["heroes"]) == (True, [])
    assert "No plane is left" in run("odds", str(path), "--battle", "--plain").stdout
