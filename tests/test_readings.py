"""What a table decides: declared once, said by option, preference, file and prompt, the usual where nothing is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from referee import games
from referee.cli.common import open_table
from referee.declaration.readings import Reading, Readings, find_reading, in_force, read_readings, readings_of
from referee.errors import BadInput, Unreadable
from referee.files.files import convert, read_toml
from referee.games.conjurers.battle import record as conjurers_records
from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.scores import score as conjurers_scores
from referee.games.enchanters import scores as enchanters_scores
from referee.games.mythic.attack import record as mythic_records
from referee.games.prophecy.fights import record as prophecy_records
from referee.preferences import VARIABLE
from referee.rulebook.rules import TableValues, rulebook
from referee.rulebook.screen import show_rules
from referee.saves.differing import judged_otherwise
from referee.saves.judged_log import judge_log
from referee.text.screen import Screen
from tests.conjurers.battle_rows import BATTLES, cases
from tests.made_up import play_example, type_at
from tests.old_saves import TWO_BEGIN, run
from tests.shipped import shipped

EXAMPLES = Path(__file__).parents[1] / "examples"
ARTIFACTS = ("The Book of Thoth", "Shield Of Achilles", "Mjöllnir")


def test_answers_are_read_by_their_words_and_numbers_within_their_bounds() -> None:
    assert read_readings(ConjurersReadings, "smiths sum, short food 3") == {"smiths": "sum", "short_food": 3}
    assert read_readings(ConjurersReadings, "usual") == {}
    with pytest.raises(Unreadable, match="it is best or sum"):
        read_readings(ConjurersReadings, "smiths all")
    with pytest.raises(Unreadable, match="a number from 0 to 5; usually 2"):
        read_readings(ConjurersReadings, "short_food 6")
    with pytest.raises(Unreadable, match="did you mean smiths"):
        find_reading(ConjurersReadings, "smits sum")


def test_a_reading_without_an_answer_is_told_its_answers() -> None:
    with pytest.raises(Unreadable, match="smiths what"):
        read_readings(ConjurersReadings, "smiths")


def test_a_set_up_is_made_anew_only_where_something_was_changed() -> None:
    usual = ConjurersReadings()
    assert in_force(usual, {}) is usual
    assert in_force(usual, {"smiths": "sum"}).smiths == "sum"
    assert in_force(usual, {"smiths": "sum"}) is in_force(usual, {"smiths": "sum"})


@pytest.mark.parametrize("name", games.names())
def test_every_reading_stands_beside_its_ruling_with_the_same_answers(name: str) -> None:
    declared = games.load(name).rules().readings
    known = readings_of(declared) if declared is not None else {}
    told = rulebook(name).readings
    assert set(told) == set(known)
    for one in known.values():
        assert set(told[one.name].answers) == set(one.answers), one.name
        assert not one.answers or next(iter(told[one.name].answers)) == one.write(one.usual), one.name
        assert one.answers or one.least <= one.usual <= one.most


def test_a_field_that_is_neither_kind_of_reading_is_refused() -> None:
    assert Reading("one", 1, least=0, most=2).parse("2") == 2
    with pytest.raises(Unreadable):
        Reading("one", 1, least=0, most=2).parse("3")


SAMPLES = EXAMPLES, EXAMPLES / "enchanters", EXAMPLES / "prophecy", EXAMPLES / "mythic"
BEGINS: dict[str, tuple[object, ...]] = {
    "conjurers": ("Anna:worker", "Bo:warrior", "--locked", "norse, greek", "--deck", SAMPLES[0] / "sample-deck.toml"),
    "enchanters": ("Anna", "Bo", "--deck", SAMPLES[1] / "sample-deck.toml"),
    "prophecy": (
        *("Anna:Reed Piper", "Bo:Paladin", "--deck", SAMPLES[2] / "sample-deck.toml"),
        *("--board", SAMPLES[2] / "sample-board.toml"),
    ),
    "mythic": (
        *("Anna", "Bo", "--deck", SAMPLES[3] / "sample-units.toml"),
        *("--map", SAMPLES[3] / "wide-valley.toml"),
    ),
}
"""Two players, and what else a game begins with."""
FILES = [
    (conjurers_records.RecordFile, "duel-illegal.toml"),
    (conjurers_scores.SheetFile, "four-players.toml"),
    (enchanters_scores.SheetFile, ""),
    (prophecy_records.RecordFile, "prophecy/fight-illegal.toml"),
    (mythic_records.RecordFile, "mythic/attack-illegal.toml"),
]
"""Battle records and score sheets, with a shipped one of each where there is one."""
LAID_OUT = {
    "conjurers": {"start_creatures", "start_goods", "start_food"},
    "enchanters": {"start_crystals", "fast_removed"},
}
"""What is refused once the game is set up; a Mythic game is still to be recruited, and heroes come anew."""


def begin(path: Path, game: str, *words: object) -> dict[str, object]:
    """Begin a game; the set-up of its save."""
    anna, bo, *rest = BEGINS[game]
    players = ("--player", anna, "--player", bo, "--start", "Anna", "--draws", "program")
    done = run("new", path, "--game", game, *players, *rest, *words, "--yes")
    assert done.exit_code == 0, done.output
    found: dict[str, object] = read_toml(path)["setup"]
    return found


def known_in(game: str) -> Mapping[str, Reading]:
    """The readings and house numbers of a game."""
    declared = games.load(game).rules().readings
    assert declared is not None
    return readings_of(declared)


def unusual_answers(game: str, number: int) -> dict[str, str]:
    """An answer of each that isn't the usual one, as it is typed: the first, the second ..., or a bound."""
    found = {}
    for name, one in known_in(game).items():
        words = [*one.answers] or [str(one.least), str(one.most)]
        words = [word for word in words if one.parse(word) != one.usual]
        found[name] = words[number % len(words)]
    return found


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("game", BEGINS)
def test_every_reading_is_said_by_option_preference_and_prompt(tmp_path: Path, game: str, number: int) -> None:
    """Each answer by each way, and the usual one again at the prompt."""
    known, said = known_in(game), unusual_answers(game, number)
    meant = {name: known[name].parse(word) for name, word in said.items()}
    options = [word for name, one in said.items() for word in (f"--{name.replace('_', '-')}", one)]
    assert begin(tmp_path / "options.toml", game, *options).items() >= meant.items()
    ours = ", ".join(f"{known[name].words} {word}" for name, word in said.items())
    assert run("config", "readings", game, ours).exit_code == 0
    assert begin(tmp_path / "ours.toml", game).items() >= meant.items()
    assert run("config", "readings", game, "usual").exit_code == 0
    save = tmp_path / "prompt.toml"
    assert not begin(save, game).keys() & known.keys()
    later = {name: one for name, one in known.items() if name not in LAID_OUT.get(game, ())}
    for values in (meant, {name: one.usual for name, one in known.items()}):
        lines = [f"reading {one.words} {one.write(values[name])}" for name, one in later.items()]
        assert run("do", save, *lines).exit_code == 0
        assert read_toml(save)["state"]["readings"] == {name: values[name] for name in later}


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("conjurers", "start food 5"),
        ("conjurers", "start goods 2"),
        ("enchanters", "start crystals 9"),
        ("enchanters", "fast removed 2"),
    ],
)
def test_a_number_of_the_set_up_is_refused_after_it(tmp_path: Path, game: str, said: str) -> None:
    """It was recorded and nothing came of it."""
    save = tmp_path / "game.toml"
    begin(save, game)
    refused = run("do", save, f"reading {said}")
    assert refused.exit_code == 1
    assert "counts at the set-up only, which is over; give it to `new`" in refused.stderr
    assert not read_toml(save).get("log")


@pytest.mark.rule("fast-invasion")
@pytest.mark.parametrize("each", [2, 4])
def test_a_fast_invasion_removes_so_many_cards_for_each_player(tmp_path: Path, each: int) -> None:
    setup = begin(tmp_path / "game.toml", "enchanters", "--invasion", "fast", "--fast-removed", each)
    assert setup["removed"] == 2 * each


def printed_answers(one: Reading) -> list[object]:
    """The answers of a reading as a file has them; the bounds of a house number."""
    return [*one.answers.values()] or [one.least, one.most]


@pytest.mark.parametrize(("file", "example"), FILES)
def test_every_reading_is_a_key_of_records_and_sheets(file: type[Readings], example: str) -> None:
    """An answer that there isn't is bad input; a record's `turns` are those of the battle."""
    data = (
        read_toml(EXAMPLES / example)
        if example
        else {"game": "enchanters", "players": [{"name": one} for one in ("Anna", "Bo")]}
    )
    for name, one in known_in(str(data["game"])).items():
        if name not in data:
            for value in printed_answers(one):
                assert getattr(convert({**data, name: value}, file, example), name) == value
            for word, value in one.answers.items():
                if not isinstance(value, int) or isinstance(value, bool):
                    assert getattr(convert({**data, name: word}, file, example), name) == value
            with pytest.raises(BadInput, match=name):
                convert({**data, name: "perhaps" if one.answers else one.most + 1}, file, example)


@pytest.mark.parametrize("wrong", [7, "zzz"])
@pytest.mark.parametrize(("file", "example"), FILES)
def test_an_answer_of_another_kind_is_refused_with_those_there_are(
    file: type[Readings], example: str, wrong: object
) -> None:
    data = read_toml(EXAMPLES / example) if example else {"game": "enchanters", "players": []}
    for name, one in known_in(str(data["game"])).items():
        if one.answers and name not in data:
            with pytest.raises(BadInput) as told:
                convert({**data, name: wrong}, file, example)
            assert all(word in str(told.value) for word in one.answers), name


def test_the_points_of_recruiting_do_nothing_in_the_record_of_an_attack() -> None:
    data = read_toml(EXAMPLES / "mythic/attack-illegal.toml")
    assert convert({**data, "points": 14}, mythic_records.RecordFile, "x")
    with pytest.raises(BadInput, match="points is 0"):
        convert({**data, "points": 0}, mythic_records.RecordFile, "x")


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game of Conjurers before its first placing, with readings as options."""
    path = tmp_path / "begun.toml"
    done = run(
        "new",
        path,
        *TWO_BEGIN,
        "--smiths",
        "sum",
        "--short-food",
        "3",
    )
    assert done.exit_code == 0, done.output
    return path


def test_an_option_of_a_new_game_is_a_key_of_its_set_up(begun: Path) -> None:
    setup = read_toml(begun)["setup"]
    assert (setup["smiths"], setup["short_food"]) == ("sum", 3)
    assert "combinations" not in setup  # what isn't written is usual
    assert "--smiths sum --short-food 3" in run("log", begun, "--moves").stdout


def test_a_group_keeps_its_readings_and_options_go_before_them(tmp_path: Path) -> None:
    assert run("config", "readings", "conjurers", "smiths", "sum,", "short", "food", "4").exit_code == 0
    path = tmp_path / "ours.toml"
    run(
        "new",
        path,
        *TWO_BEGIN,
        "--short-food",
        "1",
    )
    setup = read_toml(path)["setup"]
    assert (setup["smiths"], setup["short_food"]) == ("sum", 1)
    assert "smiths: sum" in run("config", "readings", "conjurers").stdout
    assert run("config", "readings", "conjurers", "usual").exit_code == 0
    assert "smiths: best" in run("config", "readings", "conjurers").stdout


def test_in_the_middle_of_a_game_a_reading_is_a_step_that_holds_from_there_on(begun: Path) -> None:
    assert run("do", begun, "reading combinations two").exit_code == 0
    assert read_toml(begun)["state"]["readings"] == {"combinations": "two"}
    assert "reading combinations two" in run("log", begun, "--moves").stdout
    assert run("verify", begun).exit_code == 0
    assert run("undo", begun).exit_code == 0
    assert "readings" not in read_toml(begun)["state"]
    refused = run("do", begun, "reading combinations three")
    assert refused.exit_code == 2
    assert "it is all or two" in refused.stderr


def test_a_script_begins_with_the_readings_of_the_set_up(begun: Path, tmp_path: Path) -> None:
    """What was decided later would hold from the first turn on else, and the game come out another."""
    moves = ("place conjurer wild animals", "place conjurer wild animals", "place worker lumber mill")
    assert run("do", begun, moves[0]).exit_code == 0
    assert run("do", begun, moves[1]).exit_code == 1
    assert run("do", begun, "reading shared spaces yes", *moves[1:]).exit_code == 0
    first, *script = run("log", begun, "--moves").stdout.splitlines()
    assert "--shared-spaces" not in first
    assert script[:2] == [moves[0], "reading shared spaces yes"]
    again = tmp_path / "again.toml"
    (tmp_path / "again.moves").write_text("\n".join([first, *script]), encoding="utf-8")
    assert run("do", again, "--from", tmp_path / "again.moves").exit_code == 0
    assert read_toml(again)["state"] == read_toml(begun)["state"]


def test_what_differs_is_told_beside_the_ruling(begun: Path) -> None:
    told = run("rules", "S3").stdout
    assert "Tables differ: whether the two mythologies" in told
    assert "two: only the two that are worth most" in told


@pytest.mark.parametrize("game", BEGINS)
def test_every_reading_is_shown_by_its_ruling_with_what_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """What the usual answer is, which one holds, and how another is said: in the rulebook's way and in a table's."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "config.toml"))
    known, said = known_in(game), unusual_answers(game, 0)
    for ours in ("usual", ", ".join(f"{known[name].words} {word}" for name, word in said.items())):
        run("config", "readings", game, ours)
        for name, one in known.items():
            told = " ".join(run("rules", rulebook(game).readings[name].entry, "--game", game).stdout.split())
            now, usual = one.write(one.usual) if ours == "usual" else said[name], one.write(one.usual)
            if one.answers:
                words = [word for word in rulebook(game).readings[name].answers if word != now]
                assert f"(usual{', holds here' * (now == usual)})" in told
                assert told.count("holds here)") == told.count("Tables differ")
                assert f"To decide it: reading {one.words} {words[0]}" in told
            else:
                assert f"usually {usual}" in told, name
                assert (f"here it is {now}" in told) == (now != usual)


@pytest.mark.parametrize(
    ("game", "asked", "reading"),
    [
        ("mythic", "do walls block line of sight", "hiding none"),
        ("enchanters", "can i begin a fight i cannot win", "hopeless refused"),
        ("prophecy", "may i work after i moved", "work after moving yes"),
    ],
)
def test_an_answer_by_a_ruling_beside_the_rule_tells_how_a_table_decides_it(
    game: str, asked: str, reading: str
) -> None:
    told = run("rules", asked, "--game", game).stdout
    assert f"To decide it: reading {reading}" in told


def test_an_answer_has_the_numbers_of_the_table(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game those that hold in it, elsewhere those of the group; the rule's text is the rulebook's."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "config.toml"))
    asked = ("rules", "how many minus points does the beaten defender get", "--game", "conjurers")
    run("config", "readings", "conjurers", "beaten defender 4, dead creatures lost")
    told = run(*asked).stdout
    assert told.startswith("4 minus points for a beaten defender")
    assert "a beaten defender 6," in told
    assert "a defender beaten at home; usually 6; here it is 4" in " ".join(told.split())
    assert "At this table: dead creatures lost: " in run("rules", "do dead creatures come back", *asked[2:]).stdout
    assert "(holds here)" in run("rules", "A22", *asked[2:]).stdout
    run("do", begun, "reading beaten defender 3")
    found = open_table(begun, Screen(plain=True)).ask(asked[1])
    assert found["answer"].startswith("3 minus points")


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        ("how many minus points if i am 3 food short", "2 for each"),
        ("how many turns are there", "12 turns"),
        ("how many pieces can a creature wear", "2 pieces"),
    ],
)
def test_no_answer_has_a_number_that_the_table_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, wrong: str
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "config.toml"))
    assert wrong in run("rules", asked, "--game", "conjurers").stdout.split("\n  ")[0]
    run("config", "readings", "conjurers", "short food 4, turns 9, most equipment 3")
    assert wrong not in run("rules", asked, "--game", "conjurers").stdout.split("(")[0]


def test_where_a_house_number_stands_in_the_tables_it_is_the_usual_one() -> None:
    for game in games.names():
        book, declared = rulebook(game), games.load(game).rules().readings
        assert declared is not None
        for name, one in readings_of(declared).items():
            for place in book.readings[name].number:
                assert TableValues(game).fill(f"{{{place}}}", name) == one.write(one.usual), place


THREE = ", ".join(
    f'{{ mythology = "{of}", level = {level} }}' for of in ("egyptian", "greek", "norse") for level in (2, 3, 4)
)


@pytest.mark.rule("S3")
@pytest.mark.parametrize(
    ("reading", "points"), [("", 45), ('combinations = "all"', 45), ('combinations = "two"', 30)]
)
def test_the_two_mythologies_worth_most_or_all_are_combined(tmp_path: Path, reading: str, points: int) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text(
        f'''game = "conjurers"
{reading}
[[players]]
name = "Anna"
creatures = [{THREE}]
artifacts = ["{'", "'.join(ARTIFACTS)}"]
[[players]]
name = "Bo"
'''
    )
    scored = json.loads(run("score", path, "--readings", "--json").stdout)
    assert scored["players"][0]["combinations"] == points
    (found,) = scored["readings"]
    assert (found["reading"], found["answer"]) == ("combinations", "all" if points == 30 else "two")
    assert found["counts"] == {"Anna points": scored["players"][0]["total"] + (15 if points == 30 else -15)}
    assert "Tables differ (S3): with combinations" in run("score", path, "--readings").stdout


DEAD = """
game = "conjurers"
kind = "duel"
dice = "average"
turns = [{ move = "summon Ox 1 with Sword" }, { move = "summon Wolf 1" }, { move = "summon Cow 1 with Sword" }]

[attacker]
name = "Anna"
creatures = [{ name = "Ox", level = 1, hp = 1, bd = 1 }, { name = "Cow", level = 1, hp = 9, bd = 1 }]
equipment = [{ name = "Sword", abilities = ["first strike"] }]

[defender]
name = "Bo"
creatures = [{ name = "Wolf", level = 1, hp = 9, bd = 5 }]
"""


@pytest.mark.rule("B5")
def test_a_verdict_says_by_which_reading_an_illegal_move_is_legal(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(DEAD)
    judged = run("judge", path, "--no-cost")
    assert judged.exit_code == 1
    assert "Tables differ (B5): with dead equipment free it is legal." in judged.stdout
    told = json.loads(run("judge", path, "--json").stdout)
    assert told["illegal"]["ruling"] == "B5"
    (found,) = told["readings"]
    assert found == {"reading": "dead_equipment", "answer": "free", "legal": True, "illegal": None}


def test_what_hangs_on_no_reading_is_told_without_them(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(DEAD.replace('{ move = "summon Cow 1 with Sword" }', '{ move = "move Ox 2" }'))
    assert "readings" not in json.loads(run("judge", path, "--json").stdout)
    assert "Tables differ" not in run("judge", path, "--no-cost").stdout


@pytest.mark.rule("M9", "M22")
def test_a_claim_that_holds_by_another_reading_and_all_that_changes_an_attack(tmp_path: Path) -> None:
    path = tmp_path / "attack.toml"
    attack = """
game = "mythic"
kind = "attack"
steps = ["roll 5 4 4 1 0 0"]
modifiers = [{ why = "Storm", dice = 6 }]
claim = { offence = 7 }
attacker = { name = "Ash Runner", type = "hero", offence = 6, talents = ["close combat"] }
defender = { name = "Marsh Serpent", type = "monster", defence = 8, vitality = 5 }
"""
    path.write_text(attack.replace('steps = ["roll 5 4 4 1 0 0"]\n', ""))
    assert "Tables differ (M22): with given dice base no claim is wrong" in run("judge", path).stdout
    path.write_text(attack.replace("claim = { offence = 7 }\n", "").replace('0"]', '0", "lift 5 by 4 4 1"]'))
    standing = run("judge", path, "--readings")
    assert standing.exit_code == 0, standing.output
    assert "Tables differ (M9): with ceiling five step 2 is illegal." in standing.stdout


def test_a_whole_log_is_judged_by_other_readings_too(tmp_path: Path) -> None:
    path = tmp_path / "log.toml"
    setup = read_toml(Path(__file__).parent / "enchanters" / "saves" / "three-players.toml")["setup"]
    path.write_text(tomli_w.dumps({"game": "enchanters", "setup": setup, "log": ["claim Anna crystals 6"]}))
    told = run("judge", path)
    assert told.exit_code == 1, told.output
    assert "with start crystals 6, no claim is wrong" in told.stdout
    found = json.loads(run("judge", path, "--readings", "--json").stdout)["readings"]
    fewer = next(one for one in found if (one["reading"], one["answer"]) == ("start_crystals", "4"))
    assert fewer["counts"]["Anna crystals"] == 4


@pytest.mark.rule("E1")
def test_a_log_is_judged_as_a_record_in_a_game_with_battles_too(tmp_path: Path) -> None:
    path, there = tmp_path / "log.toml", "place conjurer lumber mill"
    setup = begin(tmp_path / "game.toml", "conjurers")
    path.write_text(tomli_w.dumps({"game": "conjurers", "setup": setup, "log": [there, there]}))
    told = run("judge", path)
    assert told.exit_code == 1, told.output
    assert "Tables differ (E1): with shared spaces yes it is legal" in " ".join(told.stdout.split())


@pytest.mark.rule("E-z")
def test_a_score_says_what_other_readings_make_of_it(tmp_path: Path) -> None:
    """Of a save too; without a file there is nothing to try them on."""
    save = shipped(tmp_path, "enchanters", 40).path
    told = json.loads(run("score", save, "--readings", "--json").stdout)["readings"]
    assert [f"{one['reading']} {one['answer']}" for one in told] == ["covered_glory visible"]
    assert run("score", "--readings").exit_code == 2


@pytest.mark.rule("short-game")
def test_that_nobody_has_won_by_another_reading_is_told(tmp_path: Path) -> None:
    save = tmp_path / "short.toml"
    assert run("do", save, "--from", EXAMPLES / "prophecy" / "short-game.moves").exit_code == 0
    assert "with short artifacts 3: nobody wins." in run("score", save, "--readings", "--plain").stdout


@pytest.mark.rule("P49")
def test_a_whole_game_is_judged_by_another_reading(tmp_path: Path) -> None:
    """Of a log without a mistake: what no longer fits, and what is counted."""
    save = play_example("prophecy/short-game.moves", "chance Tradesman", tmp_path)

    def judged(reading: str, answer: object) -> Mapping[str, Any]:
        game, data = games.load("prophecy"), read_toml(save)
        return judge_log(game, save, data, others={reading: answer}, stated=False).data()

    assert judged("astral_win_ends_turn", True)["illegal"]["move"] == "end turn"
    assert judged("start_gold", 2)["counts"]["Bo gold"] == 2


def test_an_answer_that_there_is_not_is_bad_input_of_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text('game = "conjurers"\ncombinations = "three"\n[[players]]\nname = "A"\n[[players]]\nname = "B"\n')
    refused = run("score", path, "--json")
    assert refused.exit_code == 2
    assert "combinations" in refused.stderr


def test_what_is_unusual_is_told_with_the_board_and_changes_the_score(begun: Path) -> None:
    assert "House rules: smiths sum, short food 3" in run("status", begun).stdout
    run("do", begun, "reading combinations two")
    assert "combinations two" in run("status", begun).stdout
    assert "combinations: two" in run("story", begun).stdout


@pytest.mark.parametrize(
    ("of", "said"),
    [
        ("overkill", "with overkill lost: attacker.Bat damage 4."),
        ("markers", "with markers strikes: defender.Wolf poison 0, defender.Elk poison 0."),
        ("resurrection", "with resurrection fights: defender.Phoenix damage 2, dead yes"),
        ("frost_order", "with frost order defensive: defender.Yeti damage 9."),
    ],
)
def test_what_a_reading_makes_of_the_creatures_is_told(tmp_path: Path, of: str, said: str) -> None:
    """Only who wins was compared: no reading seemed to change anything."""
    case = next(one for one in cases(BATTLES / "readings.table") if of in one.data)
    path = tmp_path / "duel.toml"
    path.write_text(tomli_w.dumps({"game": "conjurers", **{key: case.data[key] for key in case.data if key != of}}))
    assert said in " ".join(run("judge", path, "--readings", "--no-cost").stdout.split())
    told = json.loads(run("judge", path, "--readings", "--json").stdout)["readings"]
    assert [one["reading"] for one in told if "creatures" in one] == [of]


@pytest.mark.rule("P31")
def test_what_a_reading_makes_of_a_hero_is_told(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text("""
game = "prophecy"
kind = "creature"
dice = "entered"
creature = "Sphinx: lesser, strength 6, willpower 5; lost: lose half health"
moves = ["fight wills", "roll 1 6"]
hero = { name = "Bo", health = 3, magic = 6 }
""")
    told = run("judge", path, "--readings")
    assert "Tables differ (P31): with half lost up: hero health 1." in told.stdout, told.output


def test_what_no_time_was_left_for_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """That nothing hangs on a reading is said only when each was tried."""
    monkeypatch.setattr("referee.saves.differing.judged_otherwise", lambda *given: ([], ["quiet rounds"]))
    told = run("judge", EXAMPLES / "battleground.toml", "--readings", "--no-cost").stdout
    assert "No time was left to try quiet rounds; --seconds gives more." in " ".join(told.split())
    assert "No reading changes" not in told


def test_that_no_reading_changes_anything_stands_behind_the_ways_to_go_on() -> None:
    told = run("judge", EXAMPLES / "mythic" / "attack-illegal.toml", "--readings", "--no-cost").stdout
    ways, _, last = told.partition("No reading changes the verdict")
    assert "- let it stand" in ways
    assert last.count("\n") == 1


def test_what_hangs_on_a_reading_in_a_log_is_said_at_its_prompt_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "game.toml"
    begin(save, "enchanters")
    type_at(save, monkeypatch, "claim Anna crystals 6", "judge")
    assert "with start crystals 6, no claim is wrong" in " ".join(capsys.readouterr().out.split())


def test_no_reading_is_tried_without_time() -> None:
    judged = judged_otherwise(ConjurersReadings, {}, {}, lambda other: pytest.fail("tried"), -1)
    assert judged == ([], [one.name.replace("_", " ") for one in readings_of(ConjurersReadings).values()])


def test_a_reading_in_a_battle_is_refused_for_the_battle_also_after_a_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "friday.toml"
    run(
        "new",
        save,
        "--player",
        "Anna:worker",
        "--player",
        "Bo:warrior",
        "--start",
        "Anna",
        "--locked",
        "norse, greek",
        "--deck",
        EXAMPLES / "sample-deck.toml",
        "--dice",
        "average",
        "--dealt",
        "Anna: Torchbearer, Wolf, Jackal",
        "--dealt",
        "Bo: Viper, Bear, Snow Fox",
        "--yes",
    )
    run(
        "do",
        save,
        "place conjurer duel Bo",
        "place conjurer stone mine",
        "place worker lumber mill",
        "place warrior wild animals",
        "resolve worker",
        "resolve conjurer",
        "referee",
        "summon Wolf 2",
    )
    type_at(save, monkeypatch, "claim wolf 4", "reading overkill lost")
    assert "not in the middle of a battle" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("game", BEGINS)
def test_the_name_of_a_reading_leads_to_its_ruling(game: str) -> None:
    """Dead equipment led to what comes back after a battle. What an entry or a topic is called goes before."""
    book = rulebook(game)
    for name, point in book.readings.items():
        words = name.replace("_", " ")
        assert book.has(words) or book.look_up(words).entries[0].id == point.entry, name


def test_what_tables_decide_fits_a_terminal_and_says_what_holds(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "height", 24)
    file = StringIO()
    open_table(begun, Screen(plain=True, file=file, width=80)).rules("house rules")
    lines = file.getvalue().splitlines()
    assert len(lines) <= 22
    assert "smiths (best/sum, here sum)" in " ".join(" ".join(lines).split())
    assert "reading NAME ANSWER" in lines[-1]


def test_a_reading_is_said_without_its_verb_too(
    begun: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_at(begun, monkeypatch, "dead equipment free", "he says dead creatures are lost", "house rules")
    told = " ".join(capsys.readouterr().out.split())
    assert "Recorded: reading dead equipment free" in told
    assert read_toml(begun)["state"]["readings"] == {"dead_equipment": "free"}
    assert "The dead return (ruling A22" in told
    assert "To decide one between two actions" in told


def test_a_reading_that_begins_like_a_move_is_no_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was taken for "work", where it stays legal to work."""
    save = tmp_path / "game.toml"
    begin(save, "prophecy")
    run("do", save, "chance Mountains")
    type_at(save, monkeypatch, "work after moving yes")
    assert read_toml(save)["state"]["readings"] == {"work_after_moving": True}


@pytest.mark.rule("E1")
def test_a_refusal_at_the_prompt_leads_to_what_tables_decide_and_status_and_why_say_what_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A reading decided in mid-game is told from there on, and not of the entries before it."""
    save, there = tmp_path / "game.toml", "place conjurer lumber mill"
    begin(save, "conjurers")
    type_at(save, monkeypatch, there, f"why not {there}", "reading shared spaces yes", there, "status")
    said = " ".join(capsys.readouterr().out.split())
    assert "(One figure per space, E1; tables differ: rules shared spaces)" in said
    assert "House rules: shared spaces yes" in said
    decided = {number: json.loads(run("why", save, number, "--json").stdout)["decided"] for number in (1, 3)}
    ((held, now),) = [(one["now"], one["refused"]) for one in decided[3] if one["switch"] == "shared_spaces"]
    assert (held, "E1" in now) == ("yes", True)
    assert [one["now"] for one in decided[1] if one["switch"] == "shared_spaces"] == ["no"]


@pytest.mark.parametrize(
    ("game", "question", "points"),
    [
        ("conjurers", "where do the creatures of the pit go", ["sacrificed return"]),
        ("conjurers", "does a creature killed by first strike still burn", ["killed burners"]),
        ("conjurers", "of which damage do the neighbours get a third", ["multi attack of", "neighbours defensive"]),
        ("mythic", "does fast flight end at chains", ["flight borders"]),
    ],
)
def test_an_answer_leads_to_what_tables_decide_of_the_rulings_behind_it(
    game: str, question: str, points: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a small terminal has room for the answer alone."""
    monkeypatch.setattr(Screen, "height", 24)
    file = StringIO()
    show_rules(rulebook(game), question, Screen(plain=True, file=file, width=80))
    said = " ".join(file.getvalue().split())
    assert len(file.getvalue().splitlines()) <= 22
    assert all(f"rules {one}" in said or f"reading {one}" in said for one in points), said


@pytest.mark.rule("A5")
def test_a_price_that_the_table_overruled_is_agreed_and_legal_by_another_reading(tmp_path: Path) -> None:
    """It was told and not bought, and not listed: neither where it isn't the first answer, nor under way."""
    save, said = tmp_path / "game.toml", "overrule buy Longbow less 3 wood because smiths add up"
    begin(save, "conjurers", "--seed", 1)  # Anna draws Tinker
    smiths = "adjust Anna gains creature Tubal-Cain", "adjust Anna wood 6"
    placed = ("place conjurer blacksmith", "place conjurer wood storage", "place worker lumber mill")
    made = run("do", save, *smiths, *placed, "place warrior wild animals", "resolve worker", "resolve conjurer", said)
    assert made.exit_code == 0, made.output
    entry = {"entry": len(smiths) + len(placed) + 3, "because": "smiths add up"}
    assert json.loads(run("judge", save, "--json").stdout)["agreed"] == [entry]
    assert run("do", save, "done").exit_code == 0
    verdict = json.loads(run("judge", save, "--readings", "--json").stdout)
    assert (verdict["legal"], verdict["agreed"], verdict["disputes"]) == (True, [entry], [])
    assert next(one for one in verdict["readings"] if one["reading"] == "smiths")["agreed"] is None
    anna = read_toml(save)["state"]["players"][0]
    assert (anna["items"], anna["resources"]["wood"]) == (["Longbow"], 3)


def test_what_was_changed_by_hand_hangs_on_no_reading(tmp_path: Path) -> None:
    """The state is no claim of what would have come of another: each of them seemed to make it right."""
    save = tmp_path / "game.toml"
    begin(save, "enchanters")
    save.write_text(save.read_text(encoding="utf-8").replace("crystals = 5", "crystals = 7", 1), encoding="utf-8")
    told = run("judge", save).stdout
    assert "crystals is 5, not 7" in told
    assert "Tables differ" not in told


def test_where_play_stops_sooner_nothing_is_said_of_what_comes_later() -> None:
    """Claims behind an entry that another reading forbids are no longer judged, and so not right."""
    ruled = {"legal": True, "illegal": None, "disputes": [{"entry": 3}], "winners": []}
    stops = {"legal": False, "illegal": {"entry": 2}, "disputes": [], "winners": ["Anna"]}
    found, _ = judged_otherwise(
        ConjurersReadings, {}, ruled, lambda other: stops if other == {"smiths": "sum"} else ruled, 10
    )
    assert [one.data() for one in found] == [
        {"reading": "smiths", "answer": "sum", "legal": False, "illegal": {"entry": 2}}
    ]


@pytest.mark.rule("E1")
def test_what_hangs_on_a_reading_that_was_decided_in_the_log_is_said(tmp_path: Path) -> None:
    """The other answer is tried from the beginning on, whatever the log decides."""
    save, there = tmp_path / "game.toml", "place conjurer lumber mill"
    begin(save, "conjurers")
    assert run("do", save, there, "reading shared spaces yes", there).exit_code == 0
    told = " ".join(run("judge", save, 3, "--readings").stdout.split())
    assert "Tables differ (E1): with shared spaces no entry 3 is illegal." in told
