"""Corners of the evening where rules meet: dice, leavers, minions' players, corrections, secrets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace
from typer.testing import CliRunner

from referee.cli import build
from referee.errors import Illegal
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.cards.cards import ItemEntry
from referee.games.conjurers.rules.play import start_game
from referee.games.conjurers.rules.state import Figure, Seat
from referee.games.conjurers.scores.report import holdings, throws, verdict
from referee.games.conjurers.scores.score import score_now
from referee.play.notation import readings
from referee.saves.scoring import report_of
from tests.conjurers.evenings import (
    CREATURES,
    DEALT,
    NAMES,
    Play,
    acting,
    asked,
    battle,
    begin,
    contest,
    duel,
    options,
    play,
    playing,
    question,
    resolving,
    session,
    set_up,
)


def thrown(game: Play) -> list[str]:
    """The dice of the next battle, refereed to its end by attacks where there are any."""
    game.answer("referee")
    before = len(game.steps)
    while game.present.contest is not None and game.present.contest.battle and question(game).key == "move":
        legal = options(game)
        game.answer(next((text for text in legal if text.startswith("attack")), legal[0]))
    answers = [answer for step in game.steps[before:] for answer in step.answers] + game.draft
    return " ".join(answer.text for answer in answers if answer.key == "roll").split()


def test_a_page_tells_what_everybody_has_by_mythologies_and_levels() -> None:
    setup = set_up()
    game = begin(
        setup,
        goods={"Anna": {"wood": 3, "food": 2}},
        assistants={"Anna": ["worker", "warrior"]},
        armies={"Anna": ["Greek 3a", "Wolf", "Egyptian 2a", "Greek 2b", "Imp"], "Bo": []},
    )
    game.players[0].items, game.players[0].artifacts = ["Dirk"], ["Talaria"]
    game.players[2].left = True
    assert holdings(setup, game) == {
        "Anna": [
            ("level 1", "Wolf, Imp"),
            ("egyptian", "Egyptian 2a 2"),
            ("greek", "Greek 2b 2, Greek 3a 3"),
            ("items", "Dirk"),
            ("artifacts", "Talaria"),
            ("assistants", "worker, warrior"),
            ("goods", "3 wood, 2 food"),
        ],
        "Bo": [("assistants", "warrior")],
    }


@pytest.mark.rule("E11")
def test_a_correction_gives_nobody_the_creature_that_is_fought_for() -> None:
    game = play(resolving(set_up(), ("Anna", "conjurer", "duat"), waiting=True), "Egyptian 2a", "referee")
    with pytest.raises(Illegal, match="Egyptian 2a is being fought for"):
        game.correct(*readings("adjust Bo gains creature Egyptian 2a"))


@pytest.mark.rule("B23")
def test_a_page_tells_whose_dice_were_thrown_in_a_refereed_battle() -> None:
    armies = {"Anna": ["Wolf"], "Bo": ["Hen"]}
    game = resolving(set_up(dice="entered"), ("Anna", "conjurer", "duel Bo"), waiting=True, armies=armies)
    before = game.state
    play(game, "referee", "summon Wolf 1", "summon Hen 1", "2", "0")
    found = [(one.player, one.shown) for one in throws(before, game.events)]
    assert found == [("Bo", (2,)), ("Anna", (0,))]


@pytest.mark.rule("B24")
def test_each_throw_of_a_battle_has_dice_of_its_own() -> None:
    """Its number among the throws of the battle."""
    game = play(duel(armies={"Anna": ["Wolf"], "Bo": ["Hen"]}), "referee", "summon Wolf 1", "summon Hen 1")
    assert battle(game).rolls == 2


@pytest.mark.rule("B24")
def test_each_battle_of_a_turn_has_dice_of_its_own() -> None:
    """P. 17: whoever fights later must not know what will be thrown."""
    same = 0
    for seed in range(20):
        game = resolving(
            set_up(4, dice="rolled", seed=seed),
            ("Anna", "conjurer", "duel Bo"),
            ("Cleo", "conjurer", "duel Dan"),
            waiting=True,
            armies={"Anna": ["Wolf"], "Bo": ["Hen"], "Cleo": ["Cat"], "Dan": ["Dog"]},
        )
        one = thrown(game)
        if question(game).key == "steal":
            game.answer(options(game)[0])
        two = thrown(game)
        same += one[:6] == two[:6]
    assert same < 3


@pytest.mark.rule("E8", "initiative-button")
def test_who_starts_is_put_right_before_the_first_figure() -> None:
    """Pp. 7, 9: the start player has the button; later it counts from the next allocation on (A14)."""
    game = playing(set_up(3))
    game.correct(*readings("adjust button Bo"))
    assert asked(game) == ("Bo", "place")
    play(game, "place conjurer lumber mill")
    game.correct(*readings("adjust button Anna"))
    assert asked(game)[0] == "Cleo"


# --- leavers --------------------------------------------------------------------------------------


@pytest.mark.rule("A21")
def test_somebody_may_leave_between_two_waiting_battles() -> None:
    """The next battle hasn't begun as long as nothing was said in it; without its defender it isn't fought."""
    game = resolving(set_up(4), ("Anna", "conjurer", "duel Bo"), ("Cleo", "conjurer", "duel Dan"), waiting=True)
    game.answer("defender wins")
    game.correct(*readings("leave Dan"))
    assert (game.state.stage, game.state.contest, game.state.order) == ("ending", None, [0, 1, 2])


@pytest.mark.rule("A21")
def test_a_bystander_may_leave_before_a_battle_and_it_is_fought() -> None:
    game = resolving(set_up(4), ("Anna", "conjurer", "duel Bo"), waiting=True)
    assert asked(game)[1] == "battle"
    game.correct(*readings("leave Dan"))
    assert (contest(game).attacker, contest(game).defender) == (0, 1)
    assert asked(game)[1] == "battle"
    referee = play(resolving(set_up(4), ("Anna", "conjurer", "duel Bo"), waiting=True), "referee")
    with pytest.raises(Illegal) as caught:
        referee.correct(*readings("leave Dan"))
    assert caught.value.ruling == "A21"


@pytest.mark.rule("A21")
@pytest.mark.parametrize("space", ["duel Bo", "duat"])
def test_nobody_leaves_between_a_figure_and_its_battle(space: str) -> None:
    """A battle that doesn't wait is a part of the action of its figure; before and after it somebody may leave."""
    game = play(resolving(set_up(4, battles_last="never"), ("Anna", "conjurer", space)), "resolve conjurer")
    now = game.state.copy()
    with pytest.raises(Illegal, match="between two actions") as caught:
        game.correct(*readings("leave Cleo"))
    assert (caught.value.ruling, game.state) == ("A21", now)
    game.undo()
    game.correct(*readings("leave Cleo"))
    assert (asked(game), options(game)) == (("Anna", "resolve"), ["resolve conjurer"])


@pytest.mark.rule("A21")
def test_who_left_is_in_the_result_without_a_rank() -> None:
    setup = set_up(3)
    game = playing(setup)
    game.correct(*readings("leave Bo"))
    result = score_now(setup, game.state)
    assert ([player.name for player in result.standing], result.left) == (["Anna", "Cleo"], ("Bo",))
    assert report_of(CONJURERS, result).data()["left"] == ["Bo"]
    assert verdict(result)[-1].startswith("Bo left the game and has no rank")


# --- who plays the minions ------------------------------------------------------------------------


@pytest.mark.rule("A8", "A19", "A21")
def test_a_challenger_who_does_nothing_is_free_to_play_minions() -> None:
    """Anna stands on the house of Cleo, who has left; Dan's minions are hers, on his left."""
    setup = set_up(4)
    state = begin(setup)
    state.placed = [
        Figure(0, "conjurer", "duel Cleo"),
        Figure(3, "conjurer", "duat"),
        Figure(1, "conjurer", "wood storage"),
    ]
    state.order, state.stage = [0, 1, 2, 3], "resolving"
    state.figures, state.waiting = [state.placed[2]], state.placed[:2]
    game = session(setup, state)
    game.correct(*readings("leave Cleo"))
    play(game, "resolve conjurer", "Egyptian 2a")
    assert NAMES[contest(game).defender] == "Anna"


@pytest.mark.rule("A8", "A19", "E1")
def test_two_battles_of_a_player_on_one_space_are_told_apart() -> None:
    """With shared spaces: the warrior's is fought alone, so Bo plays; the conjurer's goes with Bo's."""
    game = resolving(
        set_up(4, assistants=("warrior",) * 4, shared_spaces=True),
        ("Anna", "warrior", "valhalla"),
        ("Anna", "conjurer", "valhalla"),
        ("Bo", "warrior", "duat"),
        waiting=True,
    )
    game.answer("Norse 2a")
    assert NAMES[contest(game).defender] == "Bo"
    play(game, "attacker wins", "Norse 2b")
    assert NAMES[contest(game).defender] == "Cleo"


@pytest.mark.rule("A20")
def test_a_battle_whose_last_creature_a_correction_gave_away_is_not_fought() -> None:
    """There was nothing left to fight for, and no way on."""
    others = [card.name for card in CREATURES if card.mythology == "egyptian"]
    game = resolving(
        set_up(2, assistants=("warrior",) * 2),
        ("Anna", "warrior", "duat"),
        ("Bo", "conjurer", "tavern"),
        armies={"Bo": others[1:]},
    )
    play(game, "resolve warrior")
    game.correct(*readings(f"adjust Bo gains creature {others[0]}"))
    assert (asked(game), game.present.contest) == (("Bo", "resolve"), None)


@pytest.mark.rule("E1", "A15")
def test_each_of_a_players_figures_on_one_space_fights_its_own_battle() -> None:
    """With shared spaces: the warrior is resolved first, the conjurer after it."""
    game = resolving(
        set_up(2, assistants=("warrior",) * 2, shared_spaces=True),
        ("Anna", "warrior", "duat"),
        ("Anna", "conjurer", "duat"),
    )
    figures = []
    for figure, creature in (("warrior", "Egyptian 2a"), ("conjurer", "Egyptian 2b")):
        figures.append(contest(play(game, f"resolve {figure}")).figure)
        play(game, creature, "attacker wins")
    assert figures == ["warrior", "conjurer"]


@pytest.mark.rule("A8", "A19", "A20", "minion-player")
def test_a_battle_that_took_the_last_creature_was_fought_with_the_next_one() -> None:
    """Bo's battle for the last Egyptian creature goes with Cleo's duel, so Dan's is alone: Anna plays his minions."""
    others = [card.name for card in CREATURES if card.mythology == "egyptian"]
    game = resolving(
        set_up(4),
        ("Bo", "conjurer", "duat"),
        ("Cleo", "conjurer", "duel Anna"),
        ("Dan", "conjurer", "mount olympus"),
        armies={"Dan": others[1:]},
        waiting=True,
    )
    play(game, others[0], "attacker wins", "defender wins", "Greek 2a")
    assert NAMES[contest(game).defender] == "Anna"


@pytest.mark.rule("A8", "A19", "minion-player")
def test_with_three_players_no_two_battles_are_fought_at_once() -> None:
    """Battles are kept for last, and each attacker's left neighbour plays the minions, though fighting next."""
    game = resolving(
        set_up(3, battles_last="always"),
        ("Anna", "conjurer", "duat"),
        ("Bo", "conjurer", "mount olympus"),
        waiting=True,
    )
    game.answer("Egyptian 2a")
    assert NAMES[contest(game).defender] == "Bo"
    play(game, "attacker wins", "Greek 2a")
    assert NAMES[contest(game).defender] == "Cleo"


@pytest.mark.rule("A8", "A19", "A21", "minion-player")
def test_once_one_of_four_has_left_no_two_battles_are_fought_at_once() -> None:
    """Anna's minions are Bo's, whose own battle follows; after Dan's leaving Cleo's left neighbour is Anna."""
    state = begin(setup := set_up(4))
    state.placed = [
        Figure(0, "conjurer", "duat"),
        Figure(1, "conjurer", "mount olympus"),
        Figure(2, "conjurer", "wood storage"),
    ]
    state.order, state.stage = [0, 1, 2, 3], "resolving"
    state.figures, state.waiting = [state.placed[2]], state.placed[:2]
    game = session(setup, state)
    game.correct(*readings("leave Dan"))
    play(game, "resolve conjurer", "Egyptian 2a")
    assert NAMES[contest(game).defender] == "Bo"
    play(game, "attacker wins", "Greek 2a")
    assert NAMES[contest(game).defender] == "Cleo"


# --- corrections ----------------------------------------------------------------------------------


@pytest.mark.rule("E11")
def test_a_correction_gives_no_card_twice() -> None:
    game = playing(set_up(3, creatures=(), dealt=DEALT[:3]))
    with pytest.raises(Illegal):
        game.correct(*readings("adjust Bo gains creature wolf, level 1"))
    fighting = resolving(set_up(3), ("Anna", "conjurer", "duat"), armies={"Anna": ["Bull"]})
    play(fighting, "resolve conjurer", "Egyptian 2a", "referee")
    with pytest.raises(Illegal):
        fighting.correct(*readings("adjust Bo gains creature Egyptian 2a"))


@pytest.mark.rule("E6")
@pytest.mark.parametrize(
    ("players", "text"),
    [
        (3, "adjust Anna gains artifact Mjöllnir"),
        (3, "adjust Anna gains creature Norse 3a"),
        (2, "adjust Anna sapphire 3"),
        (2, "adjust mine sapphire mine Anna"),
    ],
)
def test_a_correction_brings_nothing_that_is_out_of_the_game(players: int, text: str) -> None:
    game = playing(set_up(players))
    with pytest.raises(Illegal) as caught:
        game.correct(*readings(text))
    assert caught.value.ruling == "E6"


def test_a_name_that_begins_another_is_told_apart_in_a_correction() -> None:
    setup = replace(set_up(2), players=(Seat("Anna", "red", "worker"), Seat("Anna B", "blue", "worker")))
    game = session(setup, start_game(replace(setup, dealt=DEALT[:2])))
    game.correct(*readings("adjust Anna B food 7"))
    assert [player.food for player in game.state.players] == [0, 7]


# --- prices and goods -----------------------------------------------------------------------------


@pytest.mark.rule("artificer", "E7")
def test_the_printed_table_of_artifacts_stands() -> None:
    """P. 8: whatever a deck says, Mandjet costs 30 wood."""
    card = convert({"name": "Mandjet", "cost": {"wood": 1}}, ItemEntry)
    game = acting("artificer 1", setup=set_up(3, artifacts=(card,)), goods={"Anna": {"wood": 1}})
    assert "buy Mandjet" not in options(game)


@pytest.mark.rule("E6", "sacrificial-pit")
def test_the_pit_names_diamonds_with_two_players() -> None:
    """P. 9: two sapphires and two diamonds are four diamonds."""
    game = acting("sacrificial pit", setup=set_up(2), armies={"Anna": ["Egyptian 3a"]})
    told = [option.detail for option in question(game).options()]
    assert "brings 4 diamond" in told
    assert not [detail for detail in told if "sapphire" in detail]


# --- secrets --------------------------------------------------------------------------------------


def as_json(*arguments: object) -> Any:
    words = [str(argument) for argument in arguments]
    result = CliRunner().invoke(build(words), [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.rule("random-draw")
def test_the_log_keeps_a_hand_secret_until_the_battle_is_over(tmp_path: Path) -> None:
    """P. 15: the draw needn't be shown; a script made of the log draws the same again."""
    save, deck = tmp_path / "game.toml", Path(__file__).parents[2] / "examples" / "sample-deck.toml"

    def run(command: str, *arguments: object) -> str:
        words = [command, str(save), *map(str, arguments)]
        result = CliRunner().invoke(build(words), words)
        assert result.exit_code == 0, result.output
        return result.stdout

    run(
        "new",
        "--player",
        "Anna:worker",
        "--player",
        "Bo:worker",
        "--deck",
        deck,
        "--draws",
        "program",
        "--seed",
        "3",
        "--locked",
        "norse,greek",
        "--yes",
    )
    first, *_ = [option["move"] for option in as_json("next", save)["moves"]]
    assert first.startswith("place")
    run(
        "do",
        "adjust Anna gains creature Sphinx",
        "adjust Anna gains creature Ammit",
        "place conjurer duel Bo",
        "place conjurer wild animals",
        "place worker lumber mill",
        "place worker stone mine",
        "resolve worker",
        "resolve conjurer",
        "referee",
    )
    entry = next(e for e in as_json("log", save) if "referee" in (e["move"], *e["more"]))
    assert entry["more"] == []
    assert run("log", "--moves").splitlines()[-1] == "referee"
