"""Readings of Conjurers that concern a whole game: armies, assistants, what players begin with, the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.errors import Illegal
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers import tables
from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.rules import play as rules
from referee.games.conjurers.rules.ending import needed_food, next_feeding, tournament_after
from referee.games.conjurers.rules.spaces import never_for, space_named
from referee.games.conjurers.rules.state import Figure
from referee.games.conjurers.screens import board as board_screen
from referee.play.notation import read_each, readings
from referee.saves.save import OpenSave
from tests.conjurers.evenings import (
    DEALT,
    NAMES,
    acting,
    army,
    asked,
    battle,
    contest,
    duel,
    ending,
    goods,
    minus,
    options,
    play,
    question,
    resolving,
    ruling,
    set_up,
    shut,
)
from tests.old_saves import run
from tests.steps import begin_save


def test_what_is_usual_is_what_the_rulebook_says() -> None:
    usual, upkeep = ConjurersReadings(), tables.upkeep()
    assert usual.turns == tables.phases().phases[-1].turns[-1]
    assert usual.start_creatures == tables.players().box.starting_creatures
    assert usual.most_assistants == upkeep.guild_house.most_assistants
    assert (usual.beaten_defender, usual.beaten_challenger) == (
        upkeep.duel.beaten_defender,
        upkeep.duel.beaten_challenger,
    )
    assert usual.stolen_kinds == upkeep.duel.stolen_categories
    assert usual.battle_creatures == tables.battle().most_creatures


THREE = ("Wolf", "Imp", "Owl")


@pytest.mark.rule("A22", "feeding")
@pytest.mark.parametrize(("answer", "food"), [("return", 3), ("lost", 2)])
def test_a_creature_that_died_comes_back_or_leaves_its_army(answer: Any, food: int) -> None:
    setup = set_up(dead_creatures=answer)
    game = duel(setup, "defender wins", turn=3, armies={"Anna": THREE, "Bo": THREE})
    if answer == "lost":
        assert asked(game) == ("Anna", "died")
        play(game, "Wolf", "nobody")
    anna = game.present.players[0]
    assert needed_food(setup, game.present, anna) == food
    assert game.present.gone == (["Wolf"] if answer == "lost" else [])
    assert len(army(game, "Bo")) == 3


@pytest.mark.rule("A22")
def test_the_dead_of_a_refereed_battle_are_known_and_the_creature_is_won_all_the_same() -> None:
    setup = set_up(dead_creatures="lost")
    game = acting("duat", "Egyptian 2a", "referee", setup=setup, armies={"Anna": ("Wolf", "Greek 2a")})
    fighters = {fighter.name: fighter for fighter in battle(game).fighters}
    fighters["Greek 2a"].dead = True
    while asked(game)[1] in ("move", "roll"):
        play(game, "attacker wins") if asked(game)[1] == "move" else play(game, "6")
        break
    if asked(game)[1] == "died":
        play(game, "Greek 2a")
    assert army(game) == ["Wolf", "Egyptian 2a"]
    assert game.present.gone == []  # level 2 is back in its pile


@pytest.mark.rule("A22")
@pytest.mark.parametrize(
    ("fighters", "dead", "gone"), [(("Bull", "Straw"), "Straw", True), (("Greek 2a", "Bull"), "Greek 2a", False)]
)
def test_who_died_in_a_duel_that_was_fought_out_is_not_asked(
    fighters: tuple[str, str], dead: str, gone: bool
) -> None:
    """Bull throws 9 on average; the dead one leaves its army, and the game if it is of level 1."""
    anna, bo = fighters
    game = duel(set_up(dead_creatures="lost"), "referee", armies={"Anna": (anna,), "Bo": (bo,)})
    play(game, f"summon {anna} 1", f"summon {bo} 1")
    while asked(game)[1] == "move":
        play(game, options(game)[0])
    assert asked(game)[1] != "died"
    left = army(game, "Anna"), army(game, "Bo")
    assert left == tuple([] if one == dead else [one] for one in fighters)
    assert game.present.gone == [dead] * gone


@pytest.mark.rule("A22")
@pytest.mark.parametrize(
    ("typed", "left"), [("nobody", ["Wolf", "Imp"]), ("Wolf", ["Imp"]), ("Straw, Imp", ["Wolf"])]
)
def test_who_lies_dead_as_a_battle_is_given_up_is_lost_whoever_else_is_named(typed: str, left: list[str]) -> None:
    armies = {"Anna": ("Bull", "Greek 2a"), "Bo": ("Straw", "Wolf", "Imp")}
    game = duel(set_up(dead_creatures="lost"), "referee", armies=armies)
    play(game, "summon Bull 2", "summon Straw 2", "give up", "nobody")
    assert (asked(game), question(game).default) == (("Bo", "died"), "nobody")
    assert options(game) == ["nobody", "Wolf", "Imp"]
    play(game, typed)
    assert army(game, "Bo") == left


@pytest.mark.rule("A22")
def test_a_creature_that_a_correction_took_away_is_not_lost_when_it_dies() -> None:
    """Straw is Bo's no longer when it dies; Wolf, who died too, is Bo's and lost."""
    game = duel(set_up(dead_creatures="lost"), "referee", armies={"Anna": ("Bull",), "Bo": ("Straw", "Wolf")})
    game.correct(*readings("adjust Bo loses creature Straw"))
    play(game, "summon Bull 2", "summon Straw 2", "move Bull 1", "summon Wolf 1")
    assert (army(game), army(game, "Bo"), game.present.gone) == (["Bull"], [], ["Wolf"])


@pytest.mark.rule("A17", "A22")
def test_the_dead_of_a_battle_are_lost_whoever_has_an_army_left_after_it() -> None:
    game = duel(set_up(dead_creatures="lost"), "referee", armies={"Anna": ("Bull",), "Bo": ("Straw",)})
    game.correct(*readings("adjust Anna loses creature Bull"))
    play(game, "summon Bull 2", "summon Straw 2")
    assert (army(game, "Bo"), game.present.gone) == ([], ["Straw"])


@pytest.mark.rule("A17", "A22")
@pytest.mark.parametrize("armies", [{"Bo": THREE}, {"Anna": THREE}])
def test_nobody_died_where_nobody_fought(armies: dict[str, Any]) -> None:
    game = duel(set_up(dead_creatures="lost"), armies={"Anna": (), "Bo": ()} | armies)
    assert asked(game)[1] != "died"


@pytest.mark.rule("A22", "set-aside")
def test_a_creature_that_was_set_aside_is_not_asked_for_among_the_dead() -> None:
    game = duel(set_up(dead_creatures="lost"), armies={"Anna": THREE, "Bo": (*THREE[:2], "Greek 2a", "Greek 2b")})
    play(game, "Greek 2a", "defender wins", "nobody")
    assert asked(game) == ("Bo", "died")
    assert options(game) == ["nobody", *THREE[:2], "Greek 2b"]


@pytest.mark.rule("A22", "random-draw")
@pytest.mark.parametrize("draws", ["table", "program"])
def test_who_was_not_drawn_did_not_die(draws: str) -> None:
    """The table has named all that were drawn, or the program has drawn them: the fourth stayed at home."""
    mine = ("Bull", "Wolf", "Imp", "Greek 2a")
    armies = {"Anna": mine, "Bo": ("Greek 2b", "Greek 2c", "Greek 3a")}
    game = duel(set_up(dead_creatures="lost", draws=draws), "referee", armies=armies)
    drawn = contest(game).hands[0] or mine[:3]
    play(game, f"summon {drawn[0]} 1", "summon Greek 2b 2")
    if draws == "table":
        play(game, "summon Wolf 3", "summon Greek 2c 3", "summon Imp 2")
    play(game, "defender wins")
    (home,) = {*mine} - {*drawn}
    with pytest.raises(Illegal, match=f"{home} was not drawn"):
        question(game).parse(home)
    assert drawn[-1] in question(game).parse(drawn[-1])


@pytest.mark.rule("A22")
@pytest.mark.parametrize(("typed", "recorded"), [("-", "nobody"), ("WOLF,imp", "Wolf, Imp")])
def test_who_died_is_recorded_by_name_and_nobody_is_usual(typed: str, recorded: str) -> None:
    """Several may have died, so the options aren't all that can be said."""
    game = duel(set_up(dead_creatures="lost"), outcome="defender wins", armies={"Anna": THREE, "Bo": THREE})
    assert (asked(game), question(game).default, question(game).open) == (("Anna", "died"), "nobody", True)
    assert question(game).record(question(game).parse(typed), typed) == recorded


@pytest.mark.rule("A22", "battle-end")
@pytest.mark.parametrize(
    ("outcome", "settings", "dead", "right"),
    [
        ("attacker wins", {}, 3, 2),
        ("attacker wins", {"battle_creatures": 1}, 1, 0),
        ("defender wins", {"battle_creatures": 2}, 3, 2),
    ],
)
def test_no_more_died_than_fought_and_an_attacker_who_won_has_one_left(
    outcome: str, settings: dict[str, Any], dead: int, right: int
) -> None:
    game = duel(set_up(dead_creatures="lost", **settings), outcome, armies={"Anna": THREE, "Bo": THREE})
    with pytest.raises(Illegal, match=f"at most {right} of Anna's creatures"):
        question(game).parse(", ".join(THREE[:dead]))
    assert question(game).parse(", ".join(THREE[:right])) == tuple(THREE[:right])


@pytest.mark.rule("A22", "battle-end")
def test_a_defender_who_won_may_have_lost_all() -> None:
    """If both lose their last creature at once the defender wins."""
    game = play(
        duel(set_up(dead_creatures="lost"), "defender wins", armies={"Anna": THREE, "Bo": THREE}), ", ".join(THREE)
    )
    assert asked(game) == ("Bo", "died")
    assert question(game).parse(", ".join(THREE)) == tuple(THREE)


@pytest.mark.rule("feeding")
def test_what_food_short_would_cost_is_told_as_the_table_has_agreed() -> None:
    setup = set_up(short_food=5)
    game = acting("marketplace", setup=setup, armies={"Anna": THREE}).present
    assert board_screen.fed(setup, game, game.players[0]) == "3 short (-15 points)"
    assert str(board_screen._feeding(setup, game, game.players[0])["food short"]) == "3 (-15)"


@pytest.mark.rule("food-short", "A9")
def test_food_short_that_costs_nothing_brings_no_token() -> None:
    game = ending(set_up(short_food=0), turn=3, armies={"Anna": THREE})
    game.take_events()
    play(game, "end turn")
    assert "minus tokens" not in " ".join(event.describe(NAMES.__getitem__) for event in game.take_events())


@pytest.mark.rule("duel-tokens", "A10")
def test_so_many_minus_points_for_who_is_beaten() -> None:
    setup = set_up(beaten_defender=4, beaten_challenger=0)
    game = play(duel(setup, "attacker wins"), "steal wood, stone, food")
    assert minus(game, "Bo") == 4
    assert minus(duel(setup, "defender wins")) == 0


@pytest.mark.rule("A6", "duel-spoils")
@pytest.mark.parametrize(("kinds", "said"), [(0, ""), (1, "steal wood"), (2, "steal wood, food")])
def test_so_many_kinds_of_goods_are_stolen(kinds: int, said: str) -> None:
    game = duel(set_up(stolen_kinds=kinds), "attacker wins", goods={"Bo": {"wood": 8, "food": 3}})
    if kinds:
        assert ruling(game, "steal wood, stone, food") == "A6"
        play(game, said)
    assert asked(game)[1] != "steal"
    assert goods(game, "Anna").get("wood", 0) == 4 * (kinds > 0)


@pytest.mark.rule("guild-house")
@pytest.mark.parametrize("most", [1, 3])
def test_so_many_assistants_are_hired(most: int) -> None:
    game = acting(
        "guild house", setup=set_up(most_assistants=most), goods={"Anna": {"wood": 50, "stone": 50, "food": 50}}
    )
    assert ("has 1 assistants already" in str(shut(game))) == (most == 1)


@pytest.mark.rule("E2")
@pytest.mark.parametrize("answer", ["different", "any"])
def test_a_second_assistant_of_a_kind_is_hired_or_not(answer: Any) -> None:
    plenty = {"Anna": {"wood": 50, "stone": 50, "iron": 50, "bronze": 50, "food": 50}}
    game = acting("guild house", setup=set_up(assistant_kinds=answer), goods=plenty)
    (kind,) = game.present.players[0].assistants
    if answer == "different":
        assert ruling(game, f"hire {kind}") == "E2"
        return
    play(game, f"hire {kind}")
    anna = game.present.players[0]
    assert anna.assistants == [kind, f"{kind} 2"]
    assert anna.add_assistant(f"{kind} 2") == f"{kind} 3"


@pytest.mark.rule("E2")
def test_a_second_worker_is_placed_by_its_number_and_goes_where_workers_go() -> None:
    setup = set_up(assistant_kinds="any")
    game = acting("marketplace", setup=setup)
    mine, smith = space_named(setup, "stone mine"), space_named(setup, "marketplace")
    assert not never_for(0, "worker 2", mine)
    assert "a worker 2 can't go" in str(never_for(0, "worker 2", smith))
    told, at = rules.RULES.all_corrections, game.present
    (kind,) = at.players[0].assistants
    for adjusted in (f"gains assistant {kind}", f"loses assistant {kind} 2", f"gains assistant {kind}"):
        at = told.carry_out(setup, at, f"adjust Anna {adjusted}", [])
    assert at.players[0].assistants == [kind, f"{kind} 2"]
    assert setup.assistant_kinds == "any"
    assert [one for one in at.figures_of(0) if one.endswith("2")] == [f"{kind} 2"]


@pytest.mark.rule("starting-house", "starting-creatures")
def test_players_begin_with_goods_food_and_creatures_as_agreed() -> None:
    setup = set_up(2, start_goods=2, start_food=5, dealt=(("Wolf",), ("Bat",)), start_creatures=1)
    anna = rules.start_game(setup).players[0]
    assert anna.food == 5
    assert set(anna.resources.values()) == {2}
    assert "sapphires" not in anna.resources
    rules.RULES.check_setup(setup)


@pytest.mark.rule("turn-figure", "A11", "tournaments")
@pytest.mark.parametrize("turns", [3, 6, 9, 12])
def test_a_game_ends_after_so_many_turns_with_the_final_tournament(turns: Any) -> None:
    setup = set_up(4, turns=turns, tournament=True)
    final = tables.tournaments().tournaments[-1]
    assert tournament_after(setup, turns) is final
    assert (tournament_after(setup, 6) is final) == (turns <= 6)
    game = ending(set_up(3, turns=turns), turn=turns)
    assert next_feeding(set_up(3, turns=turns), game.present) == turns
    play(game, options(game)[0])
    assert game.present.stage == "over"


@pytest.mark.rule("random-draw")
@pytest.mark.parametrize("many", [1, 2, 3])
def test_so_many_creatures_of_a_side_fight(many: int, tmp_path: Any) -> None:
    setup = set_up(battle_creatures=many)
    game = duel(setup, "referee", armies={"Anna": THREE, "Bo": THREE})
    assert all((side.hidden or 3) == many for side in battle(game).sides.values())
    guarded = acting("duat", "Egyptian 2a", "referee", setup=setup, armies={"Anna": ("Wolf",)})
    assert len(list(battle(guarded).of("defender"))) == 2  # a minion and what it guards
    rules.RULES.check(setup, guarded.present)
    from tests.old_saves import run

    path = tmp_path / "battle.toml"
    card = '{{ name = "{}", level = 1, hp = 5, bd = 1 }}'
    creature = f"creatures = [{card}, {card.replace('{}', '{} #2')}]"
    sides = "".join(
        f'[{side}]\nname = "{name}"\n{creature.format(name, name)}\n'
        for side, name in (("attacker", "Wolf"), ("defender", "Bat"))
    )
    path.write_text(f'game = "conjurers"\nkind = "duel"\ndice = "average"\nbattle_creatures = {many}\n{sides}')
    done = run("judge", path, "--json")
    assert done.exit_code == (2 if many == 1 else 0), done.output
    assert many == 1 or json.loads(done.stdout)["legal"]


FIGURES = (
    ("Anna", "conjurer", "duat"),
    ("Bo", "warrior", "valhalla"),
    ("Bo", "conjurer", "wild animals"),
    ("Cleo", "conjurer", "tavern"),
)


@pytest.mark.rule("A1")
def test_battles_wait_from_then_on_where_the_table_agrees_so_in_the_middle_of_a_turn() -> None:
    """Anna fights at once; Bo's battle comes after Cleo's tavern."""
    game = resolving(set_up(4, assistants=("warrior",) * 4, battles_last="never"), *FIGURES)
    play(game, "resolve", "Egyptian 2a", "attacker wins")
    game.correct(*readings("reading battles last always"))
    play(game, "resolve", "resolve")
    assert (asked(game), goods(game, "Bo")) == (("Bo", "creature"), {"food": 5})


@pytest.mark.rule("A1")
def test_battles_that_waited_are_fought_at_once_where_the_table_agrees_so() -> None:
    """Anna's, whose turn was over, comes first."""
    setup = set_up(4, assistants=("warrior",) * 4)
    anna, bo, *others = FIGURES
    game = resolving(setup, *others)
    figures = [Figure(NAMES.index(name), kind, space) for name, kind, space in (anna, bo)]
    game.state.placed += figures
    game.state.waiting = figures
    game.correct(*readings("reading battles last never"))
    play(game, "resolve", "Egyptian 2a", "attacker wins", "resolve", "Norse 2a", "attacker wins")
    assert (asked(game), options(game)[0]) == (("Bo", "resolve"), "resolve conjurer")


@pytest.mark.rule("E1")
def test_figures_that_shared_a_space_stay_where_the_table_agrees_otherwise(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    dealt = ("--dealt", "Anna: Wolf, Imp, Owl", "--dealt", "Bo: Bear, Boar, Hen", "--locked", "norse,greek")
    run("new", save, "--player", "Anna:worker", "--player", "Bo:worker", *dealt, "--start", "Anna", "--yes")
    run("do", save, "reading shared spaces yes", "place worker lumber mill", "place worker lumber mill")
    told = run("do", save, "reading shared spaces no")
    assert told.exit_code == 0, told.stderr
    assert "taken by" in run("do", save, "place conjurer lumber mill").stderr
    assert run("verify", save).exit_code == 0


@pytest.mark.rule("E2")
def test_a_second_worker_is_a_worker_where_kinds_must_be_different_again() -> None:
    game = acting(
        "guild house",
        setup=set_up(assistant_kinds="different"),
        assistants={"Anna": ("worker 2",)},
        goods={"Anna": {"wood": 4, "stone": 4}},
    )
    assert ruling(game, "hire worker") == "E2"
    with pytest.raises(Illegal) as caught:
        game.correct(*readings("adjust Anna gains assistant worker"))
    assert caught.value.ruling == "E2"


def test_a_battle_by_a_reading_that_is_usual_again_is_kept_as_any_other(tmp_path: Path) -> None:
    """The answer comes from the file then, where a session that plays the log anew has the rules' own."""
    kept = begin_save(CONJURERS, tmp_path / "game.toml", set_up(2, dealt=DEALT[:2], overkill="lost"))
    kept.do(read_each(["reading overkill counts"]))
    kept.save()
    kept.reload()
    while kept.session.present.battle is None:
        question = kept.session.question
        assert question is not None
        texts = [option.text for option in question.options()]
        kept.session.answer(next((text for text in texts if "duel" in text or text == "referee"), texts[0]))
    kept.save()
    assert OpenSave(CONJURERS, kept.path).disagreements() == []
