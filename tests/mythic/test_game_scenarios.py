"""Scenarios in a game: what they say at the set-up, recruiting without points, tokens, things, and their endings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.errors import Illegal, Unreadable
from referee.games.mythic import GAME
from referee.games.mythic.rules import endings
from referee.games.mythic.rules.corrections import CORRECTIONS
from referee.games.mythic.rules.state import Match, Setup
from referee.games.mythic.rules.turns import RULES
from tests.made_up import run
from tests.mythic.games import make_setup, options, refusal, say, session, staged, told

EXAMPLES = Path(__file__).parents[2] / "examples" / "mythic"
LIMITED = ("Storm Warden", "Deep Queen", "Ash Runner", "Frost Ox", "Gale Harrier")


def scenario(folder: Path, *lines: str) -> Path:
    """A scenario of two on the small map, with some lines of its own."""
    text = ["game = 'mythic'", "kind = 'scenario'", "players = 2", f"map = '{EXAMPLES / 'two-fords.toml'}'", *lines]
    path = folder / "scenario.toml"
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    return path


def made(path: Path | str, **said: str) -> Setup:
    """The set-up of two players by a scenario, with the usual answers but those that are said."""
    set_up = GAME.setup()
    answers = set_up.answers({"player": ["Anna", "Bo"], "scenario": [str(path)]})
    answers |= {"draws": "table", "dice": "entered"} | said
    procedure, value = set_up.ask(), None
    while True:
        try:
            question = procedure.send(value)
        except StopIteration as stop:
            result: Setup = stop.value
            return result
        value = question.parse(answers.get(question.key) or question.forced() or question.default or "")


# --- at the set-up --------------------------------------------------------------------------------------


@pytest.mark.rule("gods-or-titans", "lead-player", "recruiting-points")
@pytest.mark.parametrize(
    ("key", "other", "says"),
    [
        ("start", "Bo", "Anna"),
        ("divinity", "titan", "god"),
        ("points", "17", "18"),
    ],
)
def test_what_a_scenario_says_isnt_answered_otherwise(key: str, other: str, says: str) -> None:
    assert made(EXAMPLES / "valley-duel.toml", **{key: says}) == made(EXAMPLES / "valley-duel.toml")
    with pytest.raises(Unreadable, match=f"the scenario says {says}"):
        made(EXAMPLES / "valley-duel.toml", **{key: other})


@pytest.mark.rule("M37")
def test_a_scenario_says_who_makes_area_attacks(tmp_path: Path) -> None:
    everyone = scenario(tmp_path, "area_attacks = 'everyone'")
    assert made(everyone).area_attacks == "everyone"
    assert made(everyone, rulings="change", **{"area attacks": "everyone"}).area_attacks == "everyone"
    with pytest.raises(Unreadable, match="the scenario says everyone"):
        made(everyone, rulings="change", **{"area attacks": "powers"})
    assert made(scenario(tmp_path)).area_attacks == "powers"
    assert made(scenario(tmp_path), rulings="change", **{"area attacks": "everyone"}).area_attacks == "everyone"
    with pytest.raises(Unreadable, match="heroes"):
        made(scenario(tmp_path, "area_attacks = 'heroes'"))


@pytest.mark.rule("modes", "limited")
def test_armies_are_limited_where_a_scenario_names_units_and_only_there(tmp_path: Path) -> None:
    units = f"unit = {list(LIMITED)}"
    assert made(scenario(tmp_path, units)).mode == "limited"
    assert made(scenario(tmp_path)).mode == "draft"
    with pytest.raises(Unreadable, match="the scenario says limited"):
        made(scenario(tmp_path, units), mode="draft")
    with pytest.raises(Unreadable, match="names its units"):
        made("none", mode="limited")


def test_the_first_line_of_a_script_names_the_scenario_and_nothing_that_it_says_of_the_map(tmp_path: Path) -> None:
    save, moves = tmp_path / "game.toml", tmp_path / "game.moves"
    deck, duel = EXAMPLES / "sample-units.toml", EXAMPLES / "valley-duel.toml"
    moves.write_text(
        f"new --game mythic --player Anna --player Bo --scenario {duel} --deck {deck} --draws table --dice rolled\n"
        "recruit Storm Warden\nrecruit Deep Queen\n",
        encoding="utf-8",
    )
    run("do", save, "--from", moves)
    line = run("log", save, "--moves").stdout.splitlines()[0]
    assert f"--scenario {duel}" in line
    assert "--map" not in line
    assert "--teams" not in line
    again = tmp_path / "again.toml"
    moves.write_text(run("log", save, "--moves").stdout, encoding="utf-8")
    assert "note:" not in run("do", again, "--from", moves).stderr


# --- recruiting by a scenario ---------------------------------------------------------------------------


@pytest.mark.rule("limited", "army-limits", "M71")
def test_where_a_scenario_counts_no_points_units_are_taken_until_both_have_enough(tmp_path: Path) -> None:
    setup = made(scenario(tmp_path, "points = 'none'", f"unit = {list(LIMITED)}"))
    assert setup.points == 0
    played = session(make_setup(mode="limited", points=0, limited=LIMITED))
    assert options(played) == ["recruit Deep Queen", "recruit Storm Warden"]
    assert refusal(played, "nothing left").ruling == "draft"
    say(played, "recruit Storm Warden", "recruit Deep Queen", "recruit Ash Runner")
    assert told(played)[-1] == "Bo takes Ash Runner."
    say(played, "recruit Gale Harrier", "nothing left", "nothing left")
    assert played.present.phase == "stones"
    assert [player.reserve for player in played.present.players] == [0, 0]


@pytest.mark.rule("limited")
def test_a_scenario_without_gods_is_played_without_them() -> None:
    played = session(make_setup(mode="limited", points=9, limited=("Ash Runner", "Frost Ox", "Gale Harrier")))
    assert options(played) == ["recruit Ash Runner", "recruit Frost Ox", "recruit Gale Harrier", "nothing left"][:3]
    say(played, "recruit Ash Runner", "recruit Frost Ox", "recruit Gale Harrier", "nothing left", "nothing left")
    assert played.present.phase == "stones"


# --- tokens and things ----------------------------------------------------------------------------------

ALTAR = ("A", "token Old Altar x1, 4/3: everyone here movement -1")


@pytest.mark.rule("power-tokens", "token-targets", "M43")
def test_a_token_of_the_scenario_works_from_the_start_and_anybody_may_attack_it() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen H", tokens=[ALTAR])
    say(played, "activate Ash Runner simple")
    assert "walk B D" not in options(played)
    assert refusal(played, "walk C E").ruling == "walk"
    assert "attack Old Altar A" in options(played)
    say(played, "attack Old Altar A [5 5 5 1 1 1]")
    assert played.present.spots["A"].tokens == []


@pytest.mark.rule("power-tokens", "M43")
def test_a_token_without_vitality_lies_there_and_nobody_attacks_it() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen H", tokens=[("A", "token Web x2: enemies here can't run")])
    say(played, "activate Ash Runner simple")
    assert [token.vitality for token in played.present.spots["A"].tokens] == [0, 0]
    assert not any(text.startswith("attack Web") for text in options(played))


@pytest.mark.rule("counts-as-stone", "M75", "claim", "drop")
def test_what_counts_as_a_stone_is_claimed_and_dropped_by_its_name() -> None:
    crown = "Crown Splinter"
    played = staged("Anna: Storm Warden A", "Anna: Ash Runner A", "Bo: Deep Queen H", things=(crown,))
    played.present.spots["A"].stones = [crown, "norse"]
    say(played, "activate Ash Runner simple", "claim crown splinter")
    assert played.present.piece("Ash Runner").stone == crown
    assert f"Ash Runner claims the {crown} of A." in told(played)
    say(played, "drop")
    assert f"Ash Runner drops its {crown}: it lies in A." in told(played)
    state = CORRECTIONS.carry_out(make_setup(things=(crown,)), played.present.copy(), f"adjust stone {crown} A C", [])
    assert state.spots["C"].stones == [crown]
    say(played, "activate Storm Warden complex", "absorb")
    assert played.present.players[0].absorbed == ["norse"]


# --- endings --------------------------------------------------------------------------------------------


@pytest.mark.rule("adventure-win", "skirmish-win")
def test_by_a_scenario_neither_stones_nor_a_fallen_divinity_end_the_game() -> None:
    setup = make_setup(victory="Who holds E after six rounds.")
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen H", victory=setup.victory)
    game = played.present.copy()
    game.players[0].absorbed = ["greek"] * 4
    endings.look_at_stones(Match(setup, game, []), 0)
    endings.lose(Match(setup, game, []), 1, "its divinity has fallen")
    assert not game.over
    with pytest.raises(Illegal, match="adjust winner"):
        CORRECTIONS.carry_out(setup, game.copy(), "leave Bo", [])
    state = CORRECTIONS.carry_out(setup, game, "adjust winner Anna", [])
    assert (state.over, state.won, state.decided) == (True, [0], "scenario")


@pytest.mark.rule("fallen-divinity", "M77", "adventure-win")
def test_of_three_in_an_adventure_the_fallen_leave_and_the_table_still_judges() -> None:
    setup = make_setup(3, victory="Who holds E after six rounds.")
    game = RULES.start(setup)
    for seat in (0, 1, 2):
        endings.lose(Match(setup, game, []), seat, "its divinity has fallen")
    assert [player.out for player in game.players] == [True, True, False]
    assert not game.over


def test_the_victory_of_a_scenario_stands_on_the_screen(tmp_path: Path) -> None:
    save, moves = tmp_path / "game.toml", tmp_path / "game.moves"
    path = scenario(tmp_path, "victory = 'Who holds E after six rounds.'", "zone = ['north', 'south']")
    names = "--player Anna --player Bo --draws table --dice entered"
    moves.write_text(f"new --game mythic {names} --scenario {path} --divinity god\n", encoding="utf-8")
    run("do", save, "--from", moves)
    assert "Victory: Who holds E after six rounds." in " ".join(run("status", "--plain", save).stdout.split())
    run("adjust", save, "winner", "Anna", "because", "she holds E")
    score: Any = run("score", "--json", save).stdout
    assert '"winners":["Anna"],"decided_by":"scenario"' in score


@pytest.mark.rule("board-set-up")
def test_a_scenario_lays_its_stones_and_gives_its_zones() -> None:
    zones: tuple[str, ...] = ("south", "north")
    played = session(make_setup(points=11, deck="", scenario="duel", stones=(("greek", "C"),), zones=zones))
    say(played, "recruit Storm Warden", "recruit Deep Queen", "nothing left", "nothing left")
    game = played.present
    assert (game.phase, tuple(player.zone for player in game.players)) == ("choose", zones)
    assert {area: spot.stones for area, spot in game.spots.items() if spot.stones} == {"C": ["greek"]}


@pytest.mark.rule("adventure-win")
def test_by_a_scenario_no_count_of_stones_and_divinities_says_who_has_won() -> None:
    played = say(session(make_setup(tracking="score", victory="Hold the ford.")), "game over", "4 5 3", "0 0 0")
    assert played.question is not None
    assert played.question.key == "winner"
