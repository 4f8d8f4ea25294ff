"""Enchanters on the command line: the same commands, files and exit codes as for any game."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee.cli import build
from referee.games.enchanters.cards.language import CARDS
from referee.text.names import printed
from tests.enchanters.random_play import BOX

EXAMPLES = Path(__file__).parents[2] / "examples" / "enchanters"
DECK = EXAMPLES / "sample-deck.toml"
SCRIPT = EXAMPLES / "three-players.moves"


def run(command: str, *arguments: object, code: int = 0, given: str | None = None) -> Result:
    result = CliRunner().invoke(build([command]), [command, *map(str, arguments)], input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def as_json(command: str, *arguments: object) -> Any:
    return json.loads(run(command, *arguments, "--json").stdout)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "quest.toml"
    seats = ["--player", "Anna", "--player", "Bo", "--player", "Cleo"]
    run("new", path, "--game", "enchanters", *seats, "--deck", DECK, "--seed", 5, "--village", "Stonegate", "--yes")
    return path


def test_next_lists_the_moves_that_do_takes(save: Path) -> None:
    found = as_json("next", save)
    assert (found["who"], found["key"], found["over"]) == ("Anna", "move", False)
    forge = next(move["detail"] for move in found["moves"] if move["move"] == "journey 1 of the Forge")
    assert forge.startswith("free, enchantment, attack 1, lower attack 1, lower defence 1; multi: 1 ")
    run("do", save, "journey 1", "end turn")
    assert as_json("next", save)["who"] == "Bo"


@pytest.mark.parametrize(
    ("move", "code", "says"),
    [
        ("end turn", 1, "a journey or a rest comes first"),
        ("rest Stonegate 1 x2", 1, "it isn't a multiaction"),
        ("journey 9", 2, "the track has 6 cards"),
        ("strike 9", 2, "the track has 6 cards"),
        ("jurney 1", 2, "did you mean journey"),
        ("use Stongate", 2, "did you mean use Stonegate"),
    ],
)
def test_all_moves_or_none(save: Path, move: str, code: int, says: str) -> None:
    before = save.read_bytes()
    result = run("do", save, move, "journey 1", code=code)
    assert says.lower() in result.stderr.lower()
    assert save.read_bytes() == before


def test_one_more_card_of_a_whole_deck_can_be_verified_undone_and_amended(tmp_path: Path) -> None:
    path, cloak = tmp_path / "quest.toml", CARDS.describe(BOX["soot cloak"])
    seats = ["--player", "Anna", "--player", "Bo", "--player", "Cleo"]
    run(
        "new",
        path,
        "--game",
        "enchanters",
        *seats,
        "--deck",
        DECK,
        "--draws",
        "table",
        "--village",
        "Millbrook",
        "--track",
        "of Ash, Soot Cloak, Soot Cloak, of Mists, Reed Spear, Leech Jar",
        "--yes",
    )
    told = run("do", path, f"journey 1 of Ash [{cloak}]", "end turn").stdout
    assert "\n  Of Ash goes on top of Anna's enchantments." in told, "a sentence begins with a capital"
    after = as_json("status", path)
    assert after["track"][-1] == "Soot Cloak #3"
    assert as_json("verify", path)["agrees"]
    run("undo", path)
    run("redo", path)
    run("amend", path, 1, f"journey 3 [{cloak}]")
    run("amend", path, 1, f"journey 1 [{cloak}]")
    assert as_json("status", path) == after
    assert as_json("verify", path)["agrees"]


def test_a_number_below_zero_is_a_number(save: Path) -> None:
    run("adjust", save, "Anna", "wounds", "+5", "--because", "miscounted")
    run("adjust", save, "Anna", "wounds", "-3")
    assert as_json("status", save)["players"][0]["wounds"] == 2
    assert "--wounds" in run("adjust", save, "Anna", "--wounds", "3", code=2).stderr


def test_a_state_that_cant_be_used_is_put_back_by_the_log(save: Path) -> None:
    run("do", save, "journey 1", "end turn")
    before = save.read_text(encoding="utf-8")
    save.write_text(before.replace("crystals = 5", 'crystals = "many"', 1), encoding="utf-8")
    assert f"referee verify {save} --restore" in run("status", save, code=2).stderr
    assert "What the program wrote is back" in run("verify", save, "--restore").stdout
    assert as_json("verify", save)["agrees"]


def test_only_players_of_the_game_look(save: Path) -> None:
    assert 'no player is called "Zed"' in run("look", save, "Zed", code=2).stderr


def test_rules_are_looked_up_in_the_game_that_has_them() -> None:
    """And what is proposed next is asked of the same game."""
    assert "Glory of covered cards" in run("rules", "E-z").stdout
    told = run("rules", "--game", "enchanters", "setup")
    assert "In full: referee rules --game enchanters setup --all" in told.stdout
    assert "Go on with: referee rules --game enchanters ID" in told.stderr


def test_undo_redo_log_and_verify(save: Path) -> None:
    run("do", save, "use Stonegate x2", "journey 1", "end turn")
    after = as_json("status", save)
    assert [entry["move"] for entry in as_json("log", save)] == [
        "use Stonegate x2",
        "journey 1 of the Forge",
        "end turn",
    ]
    run("undo", save, 3)
    run("redo", save, 3)
    assert as_json("status", save) == after
    assert as_json("verify", save) == {"agrees": True, "differences": [], "changed": [], "mended_rules": []}


def test_a_log_is_a_script_that_rebuilds_the_game(save: Path, tmp_path: Path) -> None:
    run("do", save, "journey 1", "end turn", "rest Stonegate 1", "end turn")
    script = tmp_path / "again.moves"
    script.write_text(run("log", save, "--moves").stdout, encoding="utf-8")
    again = tmp_path / "again.toml"
    run("do", again, "--from", script)
    assert as_json("status", again) == as_json("status", save)


def test_corrections_go_on_the_record(save: Path) -> None:
    run("adjust", save, "Anna", "crystals", 9, "--because", "miscounted")
    run("adjust", save, "deck", 60)
    state = as_json("status", save)
    assert (state["players"][0]["crystals"], state["deck"]) == (9, 60)
    assert "Spark Imp is a monster" not in run("adjust", save, "Bo", "gains", "Spark Imp").stdout
    assert as_json("status", save)["players"][1]["monsters"] == ["Spark Imp"]
    run("adjust", save, "Cleo", "gains", "Spark Imp", "from", "deck")  # another one: six are there
    run("adjust", save, "Bo", "loses", "Spark Imp")
    assert as_json("status", save)["graveyard"] == ["Spark Imp"]
    assert as_json("verify", save)["agrees"]
    for words in (("Eve", "crystals", 2), ("Anna", "gold", 2), ("Anna", "gains", "Nothing"), ("Anna", "attack", 3)):
        run("adjust", save, *words, code=2)


def test_a_card_that_was_typed_wrong_is_put_right(save: Path) -> None:
    run("adjust", save, "card Spark Imp: monster, strength 1, health 1, glory 9")
    run("adjust", save, "Anna", "gains", "Spark Imp")
    assert as_json("score", save)["players"][0]["monsters"] == 9


def test_an_entry_noticed_too_late_is_amended(save: Path) -> None:
    run("do", save, "use Stonegate", "journey 1", "end turn", "journey 1", "end turn")
    run("amend", save, 1, "use Stonegate x2")
    assert as_json("status", save)["players"][0]["crystals"] == 3
    assert "wouldn't hold" in run("amend", save, 2, "use Stonegate", code=1).stderr


def test_a_state_changed_by_hand_is_noticed(save: Path) -> None:
    text = save.read_text(encoding="utf-8")
    save.write_text(text.replace("crystals = 5", "crystals = 6", 1), encoding="utf-8")
    assert "Anna's crystals is 6; the log leads to 5" in run("next", save).stderr
    assert "Anna's crystals is 6; the log leads to 5" in run("do", save, "journey 1", code=2).stderr
    run("verify", save, "--accept")
    assert as_json("status", save)["players"][0]["crystals"] == 6


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('"Fist #2"', '"Fist"', "Fist lies in two places"),
        ("crystals = 5", "crystals = -5", "0 or more"),
        ("active = 0", "active = 7", "numbers from 0 to 2"),
        ("turn = 1", "turn = 0", "turn is 0; it must be 1 or more"),
        ("over = false", "over = true", "the game isn't over while cards are left"),
        ("enchantments = [", "monsters = [", "is of type enchantment: it doesn't lie among the monsters"),
    ],
)
def test_an_impossible_state_is_bad_input(save: Path, before: str, after: str, says: str) -> None:
    text = save.read_text(encoding="utf-8")
    if before not in text:
        text = text.replace("[state]\n", f"[state]\n{before}\n", 1)
    save.write_text(text.replace(before, after, 1), encoding="utf-8")
    assert says in run("status", save, code=2).stderr


def test_a_deck_below_zero_is_bad_input(save: Path) -> None:
    head, state = save.read_text(encoding="utf-8").split("[state]", 1)
    save.write_text(f"{head}[state]{re.sub('deck = [0-9]+', 'deck = -1', state, count=1)}", encoding="utf-8")
    for command in (("verify", "--accept"), ("next",), ("score",)):
        assert "deck is -1; it must be 0 or more" in run(command[0], save, *command[1:], code=2).stderr


# --- a whole game -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("quest") / "quest.toml"
    run("do", path, "--from", SCRIPT, "--brief")
    return path


@pytest.mark.rule("end", "glory", "wound-glory", "E-z")
def test_the_example_is_a_whole_game_whose_score_the_cards_themselves_add_up_to(finished: Path) -> None:
    """The sums of the script's first lines, and once more from what lies before each player."""
    found = as_json("score", finished)
    assert {player["name"]: player["total"] for player in found["players"]} == {"Anna": 27, "Bo": 13, "Cleo": -9}
    assert (found["winners"], found["decided_by"]) == (["Anna"], "total")
    state = as_json("status", finished)
    assert (state["over"], state["deck"], state["track"], state["turn"]) == (True, 0, [], 75)
    for player, scored in zip(state["players"], found["players"], strict=True):
        names = [*player["items"], *player["enchantments"], *player.get("monsters", ())]
        glory = sum(BOX[printed(name).lower()].glory for name in names)
        assert scored["total"] == glory - player["wounds"]
        assert sum(line["points"] for line in scored["lines"]) == scored["total"]
    assert as_json("next", finished)["over"]
    assert as_json("verify", finished)["agrees"]


def test_a_score_is_drawn_to_be_shared(finished: Path, tmp_path: Path) -> None:
    page, picture = tmp_path / "score.html", tmp_path / "score.svg"
    run("score", finished, "--svg", picture, "--html", page)
    assert "Enchanters: final score" in page.read_text(encoding="utf-8")
    assert "glory" in picture.read_text(encoding="utf-8")
    assert "Points turn by turn" in picture.read_text(encoding="utf-8")


def test_the_score_counts_what_the_move_under_way_has_changed_already(save: Path, tmp_path: Path) -> None:
    """`score` and its page say what `status` says: Spark Imp has struck for 2, and isn't beaten yet."""
    run("do", save, "adjust track 1 Spark Imp", "journey 1 [strike]")
    assert as_json("status", save)["players"][0]["wounds"] == 2
    found = as_json("score", save)
    assert (found["players"][0]["total"], found["winners"]) == (-2, ["Bo", "Cleo"])
    assert "Bo and Cleo would share" in run("story", save, "--plain").stdout
    run("score", save, "--html", tmp_path / "page.html")
    assert "-2" in (tmp_path / "page.html").read_text(encoding="utf-8").replace("−", "-")


def test_what_this_game_has_not_is_said(save: Path, tmp_path: Path) -> None:
    for asked in (("odds", save), ("odds", save, "--battle")):
        told = " ".join(run(*asked, code=2).stderr.split())
        assert "no battles of its own, so there are no odds of one; check its log with: referee judge" in told
    assert "Nothing is illegal or claimed wrongly." in run("judge", save).stdout
    (none := tmp_path / "none.moves").write_text("", encoding="utf-8")
    battle = ("battle", tmp_path / "b.toml", "--game", "enchanters", "--moves", none)
    assert "has no battles of its own" in run(*battle, code=2).stderr


def test_rules_of_the_game_in_front(save: Path) -> None:
    assert "doubled" in run("rules", "--game", "enchanters", "ogre").stdout
    told = as_json("rules", "--game", "enchanters", "what if I lose a fight")
    assert "failed-fight" in [entry["id"] for entry in told["entries"]]


def test_the_setup_names_unknown_options_and_games(tmp_path: Path) -> None:
    path = tmp_path / "quest.toml"
    wrong = run("new", path, "--game", "enchanters", "--dragons", "yes", "--yes", code=2).stderr
    assert "there is no option --dragons" in wrong
    few = run("new", path, "--game", "enchanters", "--player", "Anna", "--yes", code=2).stderr
    assert "this game is for 2 to 6 players; you gave --player 1 time\n" in few
    assert "did you mean enchanters" in run("new", path, "--game", "enchantors", "--yes", code=2).stderr


def test_the_sample_says_that_it_is_invented() -> None:
    assert "INVENTED" in DECK.read_text(encoding="utf-8").splitlines()[0]
    assert "invented" in tomllib.loads(DECK.read_text(encoding="utf-8"))["name"]
