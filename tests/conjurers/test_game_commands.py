"""Whole games on the command line: begin, move, look, take back, verify, mend, amend, score."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee.cli import build
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.rules.state import Seat, Setup
from referee.play.notation import read_each
from referee.saves.layout import FORMAT
from referee.saves.save import OpenSave
from tests.conjurers.random_play import BOX, DRAWS, NAMES, Table, play
from tests.steps import begin_save, untimed

DECK = Path(__file__).parents[2] / "examples" / "sample-deck.toml"
COLOURS = ("red", "blue", "green", "yellow")
SEATS = ("Anna:worker", "Bo:warrior", "Cleo:merchant", "Dan:recruiter")

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(command: str, *arguments: object, code: int = 0, given: str | None = None) -> Result:
    result = CliRunner().invoke(build([command]), [command, *map(str, arguments)], input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def as_json(command: str, *arguments: object, code: int = 0) -> Any:
    return json.loads(run(command, *arguments, "--json", code=code).stdout)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return begin(tmp_path / "friday.toml")


def begin(path: Path, players: int = 3, dice: str = "rolled") -> Path:
    seats = [word for seat in SEATS[:players] for word in ("--player", seat)]
    run("new", path, "--deck", DECK, *seats, "--seed", 7, "--dice", dice, "--draws", "program", "--yes")
    return path


def finish(path: Path, seed: int) -> int:
    """Play a game to its end with random answers; the number of answers."""
    chooser = random.Random(seed)
    open_save = OpenSave(CONJURERS, path)
    answers = 0
    while (question := open_save.session.question) is not None:
        option = chooser.choice(question.options())
        while option.more is not None and (more := option.more()) is not None:
            option = chooser.choice(more.options())
        open_save.do(read_each([option.text]))
        answers += 1
    open_save.save()
    return answers


def test_a_game_begins_with_what_was_asked_for(save: Path) -> None:
    state = as_json("status", save)
    assert [(player["name"], player["assistants"]) for player in state["players"]] == [
        ("Anna", ["worker"]),
        ("Bo", ["warrior"]),
        ("Cleo", ["merchant"]),
    ]
    assert all(len(player["creatures"]) == 3 for player in state["players"])
    run("new", save, "--deck", DECK, "--yes", code=2)


def logged(save: Path) -> list[tuple[str, str, list[str]]]:
    """The steps of a log without the time they were made."""
    return [(step["at"], step["move"], step["more"]) for step in as_json("log", save)]


def test_the_same_seed_deals_the_same(tmp_path: Path) -> None:
    one, other = begin(tmp_path / "one.toml"), begin(tmp_path / "other.toml")
    saves = [tomllib.loads(path.read_text(encoding="utf-8")) for path in (one, other)]
    assert saves[0].pop("id") != saves[1].pop("id")
    assert saves[0] == saves[1]


def test_next_lists_the_moves_that_do_takes(save: Path) -> None:
    found = as_json("next", save)
    assert (found["who"], found["key"], found["over"]) == ("Anna", "place", False)
    parts = {"move": "place", "figure": "worker", "space": "lumber mill"}
    assert {"move": "place worker lumber mill", "detail": "1 wood at each turn's end", "as": parts} in found["moves"]
    run("do", save, "--json", json.dumps(parts))
    run("do", save, "place warrior Duat")
    assert as_json("next", save)["who"] == "Cleo"


def test_do_takes_what_next_lists_as_it_is_and_in_parts(tmp_path: Path, save: Path) -> None:
    """Also answers to questions that ask for no move, as which card is the prize."""
    prize = tmp_path / "cup.toml"
    prize.write_bytes((Path(__file__).parent / "saves" / "tournament-under-way.toml").read_bytes())
    for file in (save, prize):
        for listed in as_json("next", file)["moves"][:4]:
            told = run("do", file, "--dry-run", listed["move"]).stdout
            for data in (listed, listed["as"]):
                assert run("do", file, "--dry-run", "--json", json.dumps(data)).stdout == told
    assert run("do", prize, "--json", '{"move": "Bennu", "for": "Cleo"}', code=2).stderr


def test_next_tells_a_program_which_dice_are_asked_for_and_what_is_usual(tmp_path: Path) -> None:
    """So that it can answer without reading the words."""
    save = tmp_path / "open.toml"
    save.write_bytes((Path(__file__).parent / "saves" / "battle-with-an-open-move.toml").read_bytes())
    asked = as_json("next", save)
    assert (asked["key"], asked["open"], asked["usual"]) == ("roll", True, None)
    throw = asked["dice"]
    assert throw["faces"] == [0, 1, 2]
    refused = run("do", save, " ".join(["1"] * (throw["count"] + 1)), code=2).stderr
    assert f"{throw['count'] + 1} dice are too many; {throw['count']} are thrown" in refused
    run("do", save, " ".join(["1"] * throw["count"]))
    over = tmp_path / "two.toml"
    run("do", over, "--from", EXAMPLES / "two-player-game.moves", "--brief")
    assert as_json("next", over)["over"]
    assert as_json("next", over)["dice"] is None
    run("undo", over)
    while (asked := as_json("next", over))["usual"] is None:
        run("undo", over)
    assert asked["usual"] in [option["move"] for option in asked["moves"]]


@pytest.mark.parametrize(
    ("move", "code", "says"),
    [
        ("place merchant tavern", 1, "Bo has no merchant"),
        ("place warrior tavern", 1, "a warrior can't go to the tavern"),
        ("place warrior lumber mill", 1, "a warrior can't go to the lumber mill"),
        ("place warrior tavren", 2, "did you mean place warrior tavern"),
        ("plce warrior tavern", 2, ""),
    ],
)
def test_all_moves_or_none(save: Path, move: str, code: int, says: str) -> None:
    before = save.read_bytes()
    result = run("do", save, "place worker lumber mill", move, code=code)
    assert says in result.stderr
    assert save.read_bytes() == before


def test_a_dry_run_writes_nothing(save: Path) -> None:
    before = save.read_bytes()
    assert "Bo places" in run("do", save, "place worker lumber mill", "--dry-run").stdout
    assert save.read_bytes() == before


def test_moves_come_from_a_file_or_standard_input(save: Path, tmp_path: Path) -> None:
    script = tmp_path / "moves.txt"
    script.write_text("# the first round\nplace worker lumber mill\nplace warrior Duat\n", encoding="utf-8")
    run("do", save, "--from", script)
    run("do", save, "--from", "-", given="place merchant wood storage\n")
    assert [entry["move"] for entry in as_json("log", save)] == [
        "place worker lumber mill",
        "place warrior duat",
        "place merchant wood storage",
    ]


def test_undo_and_redo_survive_between_commands(save: Path) -> None:
    run("do", save, "place worker lumber mill", "place warrior Duat")
    after = as_json("status", save)
    run("undo", save, 2)
    assert as_json("log", save) == []
    run("redo", save, 2)
    assert as_json("status", save) == after
    run("undo", save, "--to", 1)
    assert len(as_json("log", save)) == 1
    run("redo", save, 9)  # as far as there is anything
    assert as_json("status", save) == after
    run("redo", save, 1, code=2)


def test_the_step_under_way_is_taken_back_without_an_entry(save: Path) -> None:
    run(
        "do",
        save,
        "place conjurer marketplace",
        "place conjurer tavern",
        "place conjurer wood storage",
        "place worker lumber mill",
        "place warrior duat",
        "place merchant fishing pond",
        "resolve worker",
        "resolve conjurer",
    )
    entries = len(as_json("log", save))
    assert "Undid: the step under way." in run("undo", save, "--to", entries).stdout
    assert len(as_json("log", save)) == entries
    run("undo", save, "--to", entries, code=2)
    run("redo", save)
    assert f"the log has {entries} entries" in run("undo", save, "--to", entries + 1, code=2).stderr


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_played_verified_scored_and_rebuilt(tmp_path: Path, players: int) -> None:
    save = begin(tmp_path / "game.toml", players)
    assert finish(save, players) > 100
    assert as_json("next", save)["over"]
    assert as_json("verify", save) == {"agrees": True, "differences": [], "changed": [], "mended_rules": []}
    scored = as_json("score", save)
    assert len(scored["players"]) == players
    script = tmp_path / "script.txt"
    script.write_text(run("log", save, "--moves").stdout, encoding="utf-8")
    again = tmp_path / "again.toml"
    run("do", again, "--from", script)
    assert as_json("status", again) == as_json("status", save)
    assert logged(again) == logged(save)
    assert as_json("score", again) == scored
    assert as_json("verify", again)["agrees"]


@pytest.mark.rule("battle-dice", "random-draw")
@pytest.mark.parametrize("dice", ["rolled", "average"])
def test_a_script_of_a_game_rolls_nothing_anew(tmp_path: Path, dice: str) -> None:
    """With another seed it rebuilds the same game: dice and draws stand in the script."""
    save = begin(tmp_path / "game.toml", 2, dice)
    finish(save, 5)
    told = run("log", save, "--moves").stdout
    assert told.startswith("new --player Anna:worker:red --player Bo:warrior:blue ")
    assert "--seed 7 " in told
    script = tmp_path / "script.txt"
    script.write_text(told.replace("--seed 7 ", "--seed 8 "), encoding="utf-8")
    again = tmp_path / "again.toml"
    run("do", again, "--from", script)
    assert as_json("status", again) == as_json("status", save)
    assert logged(again) == logged(save)


def test_a_script_rebuilds_a_game_up_to_any_entry(tmp_path: Path) -> None:
    """Also in the middle of a refereed battle; and what follows can be played on."""
    save = begin(tmp_path / "game.toml", 2)
    finish(save, 5)
    lines = run("log", save, "--moves").stdout.splitlines()
    fights = [number for number, line in enumerate(lines) if line.startswith("summon")]
    for number in (1, 2, 7, fights[0] + 1, fights[1] + 1):
        script, again = tmp_path / f"{number}.txt", tmp_path / f"{number}.toml"
        script.write_text("\n".join(lines[:number]), encoding="utf-8")
        run("do", again, "--from", script)
        assert logged(again) == logged(save)[: number - 1]
        run("do", again, *lines[number : number + 3])
        assert logged(again) == logged(save)[: number + 2]


@pytest.mark.rule("E8", "starting-creatures")
def test_the_program_deals_the_rest_where_a_hand_was_named(tmp_path: Path) -> None:
    """It dealt cards twice, and refused them."""
    for seed in range(4):
        save = tmp_path / f"{seed}.toml"
        seats = ("--player", "Anna:worker", "--player", "Bo:merchant", "--player", "Cleo:warrior")
        draws = ("--draws", "program", "--seed", str(seed), "--deck", EXAMPLES / "sample-deck.toml")
        run("new", save, *seats, *draws, "--locked", "norse", "--dealt", "Anna: Wolf, Imp, Owl", "--yes")
        hands = [player["creatures"] for player in as_json("status", save)["players"]]
        assert hands[0] == ["Wolf", "Imp", "Owl"]
        assert len({card for hand in hands for card in hand}) == 9


def test_a_single_creature_is_asked_for_as_one(tmp_path: Path) -> None:
    seats = ("--player", "Anna:worker", "--player", "Bo:merchant", "--locked", "norse, greek", "--start-creatures", 1)
    told = run("new", tmp_path / "one.toml", *seats, "--dealt", "Anna: Wolf, Imp", "--yes", code=2).stderr
    assert "Anna's 1 level 1 creature. That can't be: each player is dealt 1 card; name" in " ".join(told.split())


def test_a_player_in_front_of_the_cards_dealt_is_part_of_no_name(tmp_path: Path) -> None:
    """ "Dan Viper" became a creature; another player's cards aren't those asked for."""
    save = tmp_path / "dealt.toml"
    seats = ("--player", "Anna:worker", "--player", "Dan:merchant", "--locked", "norse, greek")
    told = run("new", save, *seats, "--dealt", "Anna: Dan Wolf, Imp, Owl", "--yes", code=2).stderr
    assert "Anna is asked about now, not Dan" in " ".join(told.split())
    run("new", save, *seats, "--dealt", "Anna: Anna Wolf, Imp, Owl", "--dealt", "Dan: Viper, Bear, Boar", "--yes")
    assert "Anna Wolf" not in save.read_text(encoding="utf-8")


def test_a_game_without_a_deck_is_played_on_the_command_line(tmp_path: Path) -> None:
    """Cards are typed in as they come up, each once; the log keeps them, and its script rebuilds the game."""
    save = tmp_path / "bare.toml"
    seats = ("--player", "Anna:worker", "--player", "Bo:merchant", "--locked", "norse, greek")
    dealt = ("--dealt", "Anna: Wolf, Imp, Viper", "--dealt", "Bo: Raven, Bear, Boar")
    run("new", save, *seats, *dealt, "--dice", "entered", "--draws", "table", "--yes")
    run(
        "do",
        save,
        "place conjurer duat",
        "place conjurer blacksmith",
        "place worker stone mine",
        "place merchant wood storage",
        "resolve worker",
        "resolve conjurer",
    )
    asked = as_json("next", save)
    assert (asked["key"], asked["moves"]) == ("creature", [])
    assert "one of the pile" in asked["hint"]
    run("do", save, "Sphinx [3 / referee]", "summon Minion 1", "summon Wolf 1 [5/2, first strike / 2 2 / 1 1 0]")
    run("do", save, "summon Sphinx 2 [11/3]")
    assert [creature["name"] for creature in as_json("status", save)["learnt_creatures"]] == ["Wolf", "Sphinx"]
    assert as_json("status", save)["faces"] == [{"name": "Sphinx", "level": 3, "mythology": "egyptian"}]
    log = as_json("log", save)
    assert (log[6]["move"], log[6]["more"]) == ("Sphinx", ["3", "referee"])
    assert log[8]["more"][0] == "5/2, first strike"
    script = tmp_path / "bare.moves"
    script.write_text(run("log", save, "--moves").stdout, encoding="utf-8")
    run("do", tmp_path / "again.toml", "--from", script)
    assert as_json("status", tmp_path / "again.toml") == as_json("status", save)
    assert [player["total"] for player in as_json("score", save)["players"]] == [3, 3]


@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_without_a_deck_is_rebuilt_by_its_script(tmp_path: Path, seed: int) -> None:
    """Everything that was typed of cards stands in the log; the set-up stands in its first line."""
    ones = [card.name for card in BOX.creatures.values() if card.level == 1]
    setup = Setup(
        players=tuple(Seat(name, colour, "recruiter") for name, colour in zip(NAMES, COLOURS, strict=True)),
        start=seed,
        seed=1 + seed,
        dice="rolled",
        draws=DRAWS[seed % 2],
        elements=seed == 1,
        tournament=True,
        dealt=tuple(tuple(ones[3 * seat : 3 * seat + 3]) for seat in range(4)),
    )
    open_save = begin_save(CONJURERS, tmp_path / "game.toml", setup)
    *_, open_save.session = play(Table(setup, random.Random(seed)))
    open_save.save()
    script = tmp_path / "game.moves"
    script.write_text(run("log", open_save.path, "--moves").stdout, encoding="utf-8")
    run("do", tmp_path / "again.toml", "--from", script)
    again = OpenSave(CONJURERS, tmp_path / "again.toml")
    assert (again.setup, again.session.state) == (setup, open_save.session.state)
    assert untimed(again.session.steps) == untimed(open_save.session.steps)
    assert again.session.state.learnt_creatures
    assert as_json("score", again.path) == as_json("score", open_save.path)


def test_a_state_mended_by_hand_is_noticed_and_kept_on_the_record(save: Path) -> None:
    run("do", save, "place worker lumber mill")
    text = save.read_text(encoding="utf-8")
    save.write_text(text.replace('name = "Bo"\nassistants', 'name = "Bo"\nfood = 7\nassistants', 1), encoding="utf-8")
    refused = run("do", save, "place warrior Duat", code=2)
    assert all(word in refused.stderr for word in ("changed by hand", "Bo", "food", "7"))
    for looks in (("next",), ("status", "--json"), ("log",), ("why",), ("look", "Bo")):
        name, *more = looks
        noted = run(name, save, *more)
        assert noted.stderr.startswith("note: ")
        assert "Bo's food is 7" in noted.stderr
        assert "changed by hand" not in noted.stdout
    assert as_json("status", save)["players"][1]["food"] == 7
    assert "food" in run("verify", save, code=1).stdout
    assert json.loads(run("verify", save, "--json", code=1).stdout) == {
        "agrees": False,
        "differences": ["players.1.food = 7"],
        "changed": ["state"],
        "mended_rules": [],
    }
    run("verify", save, "--accept")
    assert as_json("status", save)["players"][1]["food"] == 7
    run("do", save, "place warrior Duat")
    assert as_json("verify", save)["agrees"]
    run("undo", save, 2)
    assert as_json("status", save)["players"][1].get("food", 0) == 0


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("next_seat = 1", 'next_seat = "Bo"', "next_seat"),
        ("next_seat = 1", "next_seat = 9", "players are numbers from 0 to 2"),
        ('name = "Bo"\nassistants', 'name = "Bob"\nassistants', "its players are not those of the set-up"),
        ('name = "Bo"\nassistants', 'name = "Bo"\nfood = -3\nassistants', "Bo's food is -3; it must be 0 or more"),
    ],
)
def test_a_state_that_cant_be_used_is_put_back_too(save: Path, right: str, wrong: str, message: str) -> None:
    """By the log; the version that couldn't be used is the backup then."""
    run("do", save, "place worker lumber mill")
    run("undo", save)
    run("do", save, "place worker stone mine")
    before = save.read_text(encoding="utf-8")
    broken = before.replace(right, wrong, 1)
    assert broken != before
    save.write_text(broken, encoding="utf-8")
    refused = run("status", save, code=2).stderr
    assert message in refused
    assert f"referee verify {save} --restore" in refused
    assert message in run("verify", save, "--restore").stdout.replace("\n", " ")
    after = save.read_text(encoding="utf-8")
    assert after.replace("revision = 5", "revision = 4") == before
    assert save.with_name(f"{save.name}.bak").read_text(encoding="utf-8") == broken
    assert as_json("verify", save)["agrees"]


def test_a_change_is_kept_or_dropped_and_not_both(save: Path) -> None:
    assert "give one of them" in run("verify", save, "--accept", "--restore", code=2).stderr


def test_a_log_that_cant_be_used_isnt_rescued(save: Path) -> None:
    run("do", save, "place worker lumber mill")
    broken = save.read_text(encoding="utf-8").replace("next_seat = 1", "next_seat = 9")
    broken = broken.replace("place worker lumber mill", "place worker the moon")
    save.write_text(broken, encoding="utf-8")
    backup = save.with_name(f"{save.name}.bak")
    kept = backup.read_text(encoding="utf-8")
    for other in (kept.replace("seed = 7", "seed = 8"), "no save"):
        backup.write_text(other, encoding="utf-8")
        refused = run("verify", save, "--restore", code=2).stderr
        assert f"{backup}" in refused
        assert save.read_text(encoding="utf-8") == broken
    backup.write_text(kept, encoding="utf-8")
    run("verify", save, "--restore")
    assert as_json("log", save) == []
    assert as_json("verify", save)["agrees"]


def test_a_game_is_for_as_many_players_as_the_box_and_in_a_folder_that_is_there(tmp_path: Path) -> None:
    alone = run("new", tmp_path / "friday.toml", "--player", "Anna:worker", "--yes", code=2).stderr
    assert "this game is for 2 to 4 players; you gave --player 1 time\n" in alone
    nowhere = tmp_path / "nowhere"
    assert f"there is no folder {nowhere}" in run("new", nowhere / "friday.toml", code=2).stderr


def test_the_score_of_a_game_under_way_is_told_as_one_that_would_be(save: Path) -> None:
    shown = run("score", save).stdout
    assert shown.startswith("The score if the game ended now\n")
    assert "would share the win" in shown
    assert "wins" not in shown.split()
    assert "Final score" not in shown


def test_rules_are_looked_up_in_the_set_up_too(tmp_path: Path) -> None:
    moves = tmp_path / "answers.txt"
    moves.write_text("rules A1\nstop\n", encoding="utf-8")
    told = run("new", tmp_path / "friday.toml", "--moves", moves).stdout
    assert "When battles are fought" in told
    assert "reading battles last always" in told


def test_a_log_changed_so_that_it_cannot_be_played_is_put_back_and_not_kept(save: Path) -> None:
    """What can't be kept isn't offered; the way out is told wherever it is noticed, and leads out."""
    run("do", save, "place worker lumber mill")
    before = as_json("log", save)
    run("do", save, "place warrior Duat")
    changed = save.read_text(encoding="utf-8").replace("place worker lumber mill", "place worker tavern")
    save.write_text(changed, encoding="utf-8")
    for command, *words in (["adjust", "Anna", "food", 3], ["undo"], ["verify"], ["verify", "--accept"]):
        told = run(str(command), save, *words, code=2).stderr
        assert told.count("can't be replayed: entry 1 (place worker tavern): a worker can't go to the tavern") == 1
        assert f"referee verify {save} --restore" in told
        assert "--accept" not in told
        assert save.read_text(encoding="utf-8") == changed
    run("verify", save, "--restore")
    assert as_json("log", save) == before


def test_no_line_of_a_reason_looks_like_an_entry(save: Path) -> None:
    run("adjust", save, "Anna", "food", 7, "--because", "miscounted\n   2  Bo: place warrior Duat")
    told = run("log", save).stdout.splitlines()
    assert told[-2:] == ["      because miscounted", "           2  Bo: place warrior Duat"]


def test_a_log_that_was_changed_by_hand_is_told_apart_from_a_state(save: Path) -> None:
    run("do", save, "place worker lumber mill")
    text = save.read_text(encoding="utf-8")
    changed = text.replace("place worker lumber mill", "place worker stone mine")
    words: dict[str, list[object]] = {"do": ["place warrior Duat"], "adjust": ["Anna", "food", 3]}
    for made in ("do", "adjust", "undo", "redo"):
        save.write_text(changed, encoding="utf-8")
        assert "its log was changed by hand" in run(made, save, *words.get(made, []), code=2).stderr
        assert save.read_text(encoding="utf-8") == changed
    assert run("verify", save, code=1).stdout.startswith("In this file the log was changed by hand")
    assert as_json("log", save)[0]["move"] == "place worker stone mine", "what looks tells it and shows what is there"
    run("verify", save, "--accept")
    assert "stone mine" in str(as_json("status", save)["placed"])
    assert as_json("verify", save)["changed"] == []
    save.write_text(text.replace("next_seat = 1", "next_seat = 2"), encoding="utf-8")
    assert "In this file the log" not in run("verify", save, code=1).stdout
    assert "In this file the log" not in run("verify", save, "--restore").stdout


def test_a_log_or_a_set_up_that_was_changed_by_hand_is_put_back(save: Path) -> None:
    """As the version before has it; its last entry is missing then."""
    run("do", save, "place worker lumber mill")
    run("do", save, "place warrior Duat")
    text = save.read_text(encoding="utf-8")
    for right, wrong in (("place warrior duat", "place warrior tavern"), ("seed = 7", "seed = 8")):
        save.write_text(text, encoding="utf-8")
        backup = save.with_name(f"{save.name}.bak")
        kept = backup.read_bytes()
        save.write_text(text.replace(right, wrong), encoding="utf-8")
        assert save.read_text(encoding="utf-8") != text, right
        assert "The version before is back" in run("verify", save, "--restore").stdout
        assert [step["move"] for step in as_json("log", save)] == ["place worker lumber mill"]
        assert as_json("verify", save)["agrees"]
        backup.write_bytes(kept)


def test_a_log_is_put_back_by_a_backup_whose_state_was_changed_by_hand_and_kept(save: Path) -> None:
    """Its log is good: the state is the one that it leads to. And it stays there for the next time."""
    run("do", save, "place worker lumber mill")
    save.write_text(save.read_text(encoding="utf-8").replace("next_seat = 1", "next_seat = 2"), encoding="utf-8")
    run("verify", save, "--accept")
    kept = save.read_text(encoding="utf-8")
    for _ in range(2):
        save.write_text(kept.replace("place worker lumber mill", "place worker nowhere"), encoding="utf-8")
        refused = run("undo", save, code=2).stderr
        assert "can't be replayed: entry 1 (place worker nowhere)" in refused
        run("verify", save, "--restore")
        assert [step["move"] for step in as_json("log", save)] == ["place worker lumber mill"]
        assert as_json("verify", save)["agrees"]
        assert as_json("status", save)["next_seat"] == 1


def test_a_log_that_cant_be_played_and_has_no_backup_becomes_history(save: Path) -> None:
    """The state is good: it is gone on from, and what came before stays to be read."""
    run("do", save, "place worker lumber mill", "place warrior Duat")
    before = as_json("status", save)
    save.with_name(f"{save.name}.bak").unlink()
    text = save.read_text(encoding="utf-8")
    save.write_text(text.replace("place warrior duat", "place warrior tavern"), encoding="utf-8")
    refused = run("do", save, "place merchant wood storage", code=2).stderr
    assert "can't be replayed: entry 2 (place warrior tavern)" in refused
    assert f"go on from the state as it stands with: referee verify {save} --accept" in refused
    run("verify", save, "--accept")
    assert as_json("status", save) == before
    run("do", save, "place merchant wood storage")
    assert as_json("verify", save)["agrees"]
    assert [step["move"] for step in as_json("log", save)][1:] == [
        "place warrior tavern",
        "place merchant wood storage",
    ]
    run("undo", save)
    assert "no way back beyond entry 2" in run("undo", save, code=2).stderr


def test_a_state_mended_by_hand_can_be_put_back(save: Path) -> None:
    run("do", save, "place worker lumber mill")
    before = as_json("status", save)
    save.write_text(save.read_text(encoding="utf-8").replace("next_seat = 1", "next_seat = 2"), encoding="utf-8")
    run("verify", save, "--restore")
    assert as_json("status", save) == before


def test_an_entry_noticed_too_late_is_amended(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")  # room for any path on one line
    run("do", save, "place worker lumber mill", "place warrior Duat", "place merchant wood storage")
    before = save.read_bytes()
    refused = run("amend", save, 1, "place conjurer wood storage", code=1)
    assert "entry 3" in refused.stderr
    assert "wood storage: taken by Anna's conjurer" in refused.stderr
    assert save.read_bytes() == before
    run("amend", save, 1, "place worker stone mine")
    assert as_json("log", save)[0]["move"] == "place worker stone mine"
    cut = run("amend", save, 1, "place conjurer wood storage", "--cut").stdout
    assert len(as_json("log", save)) == 2
    assert as_json("verify", save)["agrees"]
    kept = save.with_name(f"{save.stem}-cut.moves")
    assert f"1 later entry was cut off; {kept} has them." in cut
    assert kept.read_text(encoding="utf-8") == "place merchant wood storage  #by Cleo: place\n"


@pytest.mark.parametrize("move", ["", "  ", "# nothing"])
def test_an_entry_isnt_taken_out_by_saying_nothing(save: Path, move: str) -> None:
    run("do", save, "place worker lumber mill")
    assert "give the new MOVE, or --remove" in run("amend", save, 1, move, code=2).stderr
    assert len(as_json("log", save)) == 1


@pytest.mark.parametrize(
    "words",
    [
        ["do", "adjust Anna food 7 because \udcff"],
        ["do", "\udcff"],
        ["adjust", "Anna", "food", "\udcff"],
        ["adjust", "Anna", "food", "7", "--because", "\udcff"],
        ["amend", "1", "place worker \udcff"],
    ],
)
def test_a_byte_that_is_no_letter_is_refused(save: Path, words: list[str]) -> None:
    run("do", save, "place worker lumber mill")
    before = save.read_bytes()
    command, *rest = words
    assert "isn't text" in run(command, save, *rest, code=2).stderr
    assert save.read_bytes() == before


def test_a_reason_with_a_byte_that_is_no_letter_is_refused_for_a_change_by_hand(save: Path) -> None:
    anna = '[[state.players]]\nname = "Anna"\n'
    save.write_text(save.read_text(encoding="utf-8").replace(anna, f"{anna}food = 3\n", 1), encoding="utf-8")
    assert "isn't text" in run("verify", save, "--accept", "--because", "\udcff", code=2).stderr


def test_what_is_cut_off_twice_is_kept_twice(save: Path) -> None:
    for _ in range(2):
        run("do", save, "place worker lumber mill", "place warrior Duat", "place merchant wood storage")
        run("amend", save, 1, "place conjurer wood storage", "--cut")
        run("undo", save, 2)
    assert sorted(path.name for path in save.parent.glob("*.moves")) == ["friday-cut.moves", "friday-cut1.moves"]


def test_dice_that_an_amendment_leaves_without_a_fight_are_told_as_such(tmp_path: Path) -> None:
    """Wolf's fight with the minion: without it nobody asks for dice, and "2 2" would be read as a move."""
    path = tmp_path / "friday.toml"
    run(
        "new",
        path,
        "--player",
        "Anna:worker",
        "--player",
        "Bo:merchant",
        "--locked",
        "norse, greek",
        "--dealt",
        "Anna: Wolf, Imp, Viper",
        "--dealt",
        "Bo: Raven, Bear, Boar",
        "--dice",
        "entered",
        "--draws",
        "table",
        "--deck",
        "none",
        "--yes",
    )
    run(
        "do",
        path,
        "place conjurer duat",
        "place conjurer blacksmith",
        "place worker stone mine",
        "place merchant wood storage",
        "resolve worker",
        "resolve conjurer",
        "Sphinx [3 / referee]",
        "summon Minion 1",
        "summon Wolf 1 [5/2, first strike / 2 2 / 1 1 0]",
    )
    refused = run("amend", path, 8, "summon Minion 3", code=1).stderr
    assert '"2 2" answered what isn\'t asked there any more: Anna throws: Wolf strikes Minion: 2 dice' in refused
    assert "can't read" not in refused


def test_corrections_are_recorded_with_their_reason(save: Path) -> None:
    run("do", save, "adjust Anna food 7 because miscounted", "adjust Bo gains creature Golem")
    state = as_json("status", save)
    assert state["players"][0]["food"] == 7
    assert "Golem" in state["players"][1]["creatures"]
    assert as_json("log", save)[0]["move"] == "adjust Anna food 7 because miscounted"
    assert as_json("verify", save)["agrees"]
    run("undo", save)
    assert "Golem" not in as_json("status", save)["players"][1]["creatures"]


@pytest.mark.parametrize(("who", "card", "code"), [("Anna", "Nonesuch", 2), ("Bo", None, 1)])
def test_a_card_that_is_unknown_or_anothers_is_not_gained(save: Path, who: str, card: str | None, code: int) -> None:
    card = card or as_json("status", save)["players"][0]["creatures"][0]
    before = save.read_bytes()
    run("do", save, f"adjust {who} gains creature {card}", code=code)
    assert save.read_bytes() == before


@pytest.mark.rule("A21")
def test_a_player_leaves(save: Path) -> None:
    """The mine is free again, the button goes on to the left, and two stay."""
    run("do", save, "place worker lumber mill", "leave Anna")
    state = as_json("status", save)
    assert state["players"][0]["left"]
    assert state["holder"] == 1
    assert as_json("next", save)["who"] == "Bo"
    run("do", save, "leave Bo", code=1)
    assert [player["name"] for player in as_json("score", save)["players"]] == ["Bo", "Cleo"]


def test_play_takes_answers_from_a_file_and_stops_where_they_end(save: Path, tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("place worker lumber mill\nstatus\nundo\nplace conjurer stone mine\n", encoding="utf-8")
    run("play", save, "--moves", moves)
    assert [entry["move"] for entry in as_json("log", save)] == ["place conjurer stone mine"]


def test_corrections_are_taken_at_the_prompts_of_play(save: Path, tmp_path: Path) -> None:
    moves = tmp_path / "moves.txt"
    moves.write_text("adjust Bo food 7 because miscounted\nplace worker lumber mill\n", encoding="utf-8")
    run("play", save, "--moves", moves)
    assert as_json("status", save)["players"][1]["food"] == 7
    assert len(as_json("log", save)) == 2
    moves.write_text("adjust Zed food 7\n", encoding="utf-8")
    run("play", save, "--moves", moves, code=2)


def test_a_newer_save_is_refused_politely(save: Path) -> None:
    save.write_text(save.read_text(encoding="utf-8").replace(f"format = {FORMAT}", "format = 99"), encoding="utf-8")
    before = save.read_bytes()
    assert "newer referee" in run("status", save, code=2).stderr
    assert save.read_bytes() == before
