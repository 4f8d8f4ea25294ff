"""What was played last is offered again: the game, the group and how it plays; and how its board is laid out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee import games, recent
from referee.asking.question import Question, yes_or_no
from referee.cli import build
from referee.cli.new import _ask_layout
from referee.errors import RefereeError, Unreadable
from referee.games.conjurers import GAME as CONJURERS
from referee.games.enchanters import GAME as ENCHANTERS
from referee.games.prophecy import GAME as PROPHECY
from referee.play import loop
from referee.play.person import Person
from referee.play.reading import Reader
from referee.preferences import VARIABLE
from referee.saves.new import SetupForm
from referee.saves.save import OpenSave
from referee.text.screen import Screen
from tests.terminal import CTRL_C, ENTER, answer, ended, start, wait_for

DECK = Path(__file__).parents[1] / "examples" / "sample-deck.toml"
PROPHECY_DECK = DECK.parent / "prophecy" / "sample-deck.toml"
PROPHECY_BOARD = DECK.parent / "prophecy" / "sample-board.toml"
LINE = "Mette worker, Jonas recruiter, Ole warrior"
HANDS = "Torchbearer, Wolf, Jackal;Viper, Bear, Snow Fox;Raven, Leech, Archer"


class Typist(Person):
    """Types lines at the prompts of a set-up, and counts them."""

    def __init__(self, *lines: str) -> None:
        super().__init__(Screen(plain=True))
        self._lines: Iterator[str] = iter(lines)
        self.typed: list[str] = []
        self.told: list[str] = []

    def _line(self, prompt: str, words: Sequence[str], default: str = "") -> str:
        self.typed.append(next(self._lines, "stop"))
        return self.typed[-1]

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Keep why."""
        self.told.append(str(error))


def set_up(path: Path, *lines: str, game: Any = CONJURERS) -> Typist:
    """Set a game up at the prompts; whoever typed it."""
    typist = Typist(*lines)
    form = SetupForm(game, path, typist.told.append)
    given = form.as_last_time(typist)
    if loop.play(form, typist, given):
        form.keep_group()
    return typist


def run(*words: object, code: int = 0, given: str = "") -> Result:
    result = CliRunner().invoke(build([str(words[0])]), [*map(str, words)], input=given)
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def seats(path: Path) -> list[tuple[str, str, str]]:
    return [(seat.name, seat.assistant, seat.colour) for seat in OpenSave(CONJURERS, path).setup.players]


FIRST = ("", LINE, "Ole", str(DECK), "", "table", "", "", "", "norse")
"""Set-up of three who play for the first time, up to what is dealt."""


# --- a line ---------------------------------------------------------------------------------------


def test_the_players_stand_in_a_line(tmp_path: Path) -> None:
    set_up(tmp_path / "a.toml", *FIRST, HANDS)
    assert seats(tmp_path / "a.toml") == [
        ("Mette", "worker", "red"),
        ("Jonas", "recruiter", "blue"),
        ("Ole", "warrior", "green"),
    ]


@pytest.mark.parametrize("game", [CONJURERS, ENCHANTERS, PROPHECY])
def test_players_who_are_named_at_the_first_question_are_taken(tmp_path: Path, game: Any) -> None:
    """What the table says first is who plays; then all of the game is tracked, as with Enter."""
    typist = set_up(tmp_path / "a.toml", "Mette, Jonas, Ole", game=game)
    form = SetupForm(game, tmp_path / "a.toml", typist.told.append)
    assert typist.told == []
    *_, tracking, players = form.session.state.values[: 3 if game.rules().readings is not None else 2]
    assert tracking == "everything"
    assert [getattr(player, "name", player) for player in players] == ["Mette", "Jonas", "Ole"]


def test_a_single_word_at_the_first_question_is_no_player(tmp_path: Path) -> None:
    assert (
        'no level of tracking is called "Mette"; it can be everything, battles or score'
        in set_up(tmp_path / "a.toml", "Mette").told
    )


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Mette worker black, Jonas blue recruiter", [("Mette", "worker", "black"), ("Jonas", "recruiter", "blue")]),
        ("Anna Lena worker, Bo blue warrior", [("Anna Lena", "worker", "red"), ("Bo", "warrior", "blue")]),
        ("Worker worker, red merchant", [("Worker", "worker", "red"), ("red", "merchant", "blue")]),
    ],
)
def test_colours_and_assistants_stand_in_any_order(tmp_path: Path, line: str, found: list[Any]) -> None:
    set_up(
        tmp_path / "a.toml",
        "",
        line,
        *FIRST[2:2],
        "",
        "none",
        "",
        "table",
        "",
        "",
        "",
        "norse, greek",
        "Wolf, Imp, Owl;Bear, Boar, Hen",
    )
    assert seats(tmp_path / "a.toml") == found


def test_what_the_line_doesnt_say_is_asked_for(tmp_path: Path) -> None:
    set_up(
        tmp_path / "a.toml",
        "",
        "Mette, Jonas recruiter",
        "worker",
        "",
        "none",
        "",
        "table",
        "",
        "",
        "",
        "norse, greek",
        "Wolf, Imp, Owl;Bear, Boar, Hen",
    )
    assert seats(tmp_path / "a.toml")[0][:2] == ("Mette", "worker")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Mette worker", "2 to 4 can play; this line names 1"),
        ("Mette worker, mette warrior", "has that name already"),
        ("Mette worker red, Jonas warrior red", "Mette has that colour already"),
        ("A, B, C, D, E", "this line names 5"),
        ("Mette worker warrior, Bo", "write a name, an assistant and a colour"),
    ],
)
def test_a_line_that_cant_be_is_refused(tmp_path: Path, line: str, told: str) -> None:
    assert told in " ".join(set_up(tmp_path / "a.toml", "", line).told)


def test_a_colour_is_a_word_for_one(tmp_path: Path) -> None:
    typist = set_up(tmp_path / "a.toml", "", "2", "Mette", "wolf", "blu", "purple", "worker")
    assert '"wolf" isn\'t a colour' in typist.told[-2] + typist.told[-1]
    told = run("new", tmp_path / "b.toml", "--player", "Mette:worker:wolf", "--player", "Bo:warrior", "--yes", code=2)
    assert '"wolf" isn\'t a colour' in told.stderr


def test_a_colour_in_brackets_is_no_part_of_a_single_name(tmp_path: Path) -> None:
    typist = set_up(tmp_path / "a.toml", "", "2", "Mette (blue)", "worker", "Bo")
    assert typist.told == []
    answers = SetupForm(CONJURERS, tmp_path / "a.toml", typist.told.append).session.answers
    assert [one.key for one in answers[-4:]] == ["players", "player 1", "assistant 1", "player 2"]


def test_other_games_take_a_line_of_names(tmp_path: Path) -> None:
    set_up(tmp_path / "q.toml", "score", "Anna, Bo", "", "", game=ENCHANTERS)
    assert OpenSave(ENCHANTERS, tmp_path / "q.toml").setup.players == ("Anna", "Bo")


@pytest.mark.parametrize(
    "line",
    ["Anna:worker, Bo:rec:black", "Anna: worker, Bo: black: recruiter", "Anna (worker), Bo (black: recruiter)"],
)
def test_what_options_take_behind_colons_can_be_typed(tmp_path: Path, line: str) -> None:
    set_up(
        tmp_path / "a.toml",
        "",
        line,
        "",
        "none",
        "",
        "table",
        "",
        "",
        "",
        "norse, greek",
        "Wolf, Imp, Owl;Bear, Boar, Hen",
    )
    assert seats(tmp_path / "a.toml") == [("Anna", "worker", "red"), ("Bo", "recruiter", "black")]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("anna, bo and cleo are playing", "anna, bo, cleo"),
        ("it's Anna, Bo and Cleo today", "Anna, Bo, Cleo"),
        ("players are Anna, Bo", "Anna, Bo"),
        ("Anna first, then Bo, then Cleo", "Anna, Bo, Cleo"),
        ("Anna vs Bo", "Anna, Bo"),
        ("Anna. Bo. Cleo", "Anna, Bo, Cleo"),
        ("Anna as Druid, Bo plays the Thief", "Anna:Druid, Bo:Thief"),
        ("Anna the druid, Bo the paladin", "Anna:Druid, Bo:Paladin"),
        ("three players, Anna Bo Cleo", "Anna, Bo, Cleo"),
        ("2 players Anna and Bo", "Anna, Bo"),
        ("Skip and Random", "Skip, Random"),
        ("we are three this time", "3"),
        ("there are 3 of us", "3"),
    ],
)
def test_players_are_told_in_a_sentence(tmp_path: Path, line: str, found: str) -> None:
    assert prophecy(tmp_path / "p.toml", "score", line)[1]["players"] == found


@pytest.mark.parametrize(
    "line",
    [
        "just me and Bo",
        "Anna, Bo, and two others",
        "Anna, Bo, nobody else",
        "Anna and Bo play against Cleo",
        "Anna, Bo, Cleo - Dan can't make it",
        "4 of us, Dan is late",
        "four, no three",
        "3, drafted",
        "Anna: 3, Bo: 2",
        "Anna, Bo, Cleo. Anna starts",
    ],
)
def test_words_of_a_sentence_are_no_players(tmp_path: Path, line: str) -> None:
    typist = set_up(tmp_path / "a.toml", "", line)
    assert typist.told
    assert not {"player 1", "players"} & {
        answer.key for answer in SetupForm(CONJURERS, tmp_path / "a.toml", print).session.answers
    }


@pytest.mark.parametrize("line", ["dunno", "skip", "the same"])
def test_no_player_is_called_by_a_remark(tmp_path: Path, line: str) -> None:
    assert set_up(tmp_path / "a.toml", "", "3", line).told
    assert "player 1" not in prophecy(tmp_path / "p.toml", "score", "3", line)[1]


def test_a_level_beside_a_remark_is_no_player(tmp_path: Path) -> None:
    answers = prophecy(tmp_path / "p.toml", "battles only, we keep the cubes")[1]
    assert answers["tracking"] == "battles"
    assert "players" not in answers


@pytest.mark.parametrize(
    ("line", "key", "answer"),
    [
        ("yours", "dice", "rolled"),
        ("mine", "dice", "entered"),
        (";;yes", "optional rules", None),
        (";;not morale", "optional rules", None),
        (";;;yes", "switches", "change"),
        (";;;no", "switches", "usual"),
        (";;;;;we locked norse", "locked", "norse"),
        (";;;;;greek is out", "locked", "greek"),
        (";;;;;norse & greek are locked", "dealt 1", None),
        (";;;;;norse; no idea yet", "dealt 1", None),
        (";;;;;norse;Mette got viper, bear, owl", "dealt 1", "viper, bear, owl"),
        (";;;;;norse;Mette: viper, bear and owl", "dealt 1", "viper, bear, owl"),
    ],
)
def test_what_is_said_of_a_set_up_is_meant(tmp_path: Path, line: str, key: str, answer: str | None) -> None:
    set_up(tmp_path / "a.toml", "", LINE, "Ole", "none", *line.split(";"))
    answers = SetupForm(CONJURERS, tmp_path / "a.toml", print).session.answers
    assert {one.key: one.text for one in answers}.get(key) == answer, answers


AGREED = (str(PROPHECY_BOARD), "", "no", "", "", "7")
"""What is agreed of Prophecy between the deck and the heroes."""


def prophecy(path: Path, *lines: str) -> tuple[Typist, dict[str, str]]:
    """Prophecy set up at the prompts, and what was answered by key."""
    typist = set_up(path, *lines, game=PROPHECY)
    form = SetupForm(PROPHECY, path, typist.told.append)
    return typist, {answer.key: answer.text for step in form.session.steps for answer in step.answers}


def test_a_hero_stands_behind_a_name_by_any_word_of_its_own(tmp_path: Path) -> None:
    """What isn't said, or fits no hero, is asked for; there, too, any word will do."""
    line = "Anna:piper, Bo: Mercenary, Cleo, Dan:mercenary"
    lines = ("", line, "Anna", str(PROPHECY_DECK), *AGREED[:2], "no", *AGREED[2:], "druid", "paladin")
    typist = set_up(tmp_path / "p.toml", *lines, game=PROPHECY)
    heroes = OpenSave(PROPHECY, tmp_path / "p.toml").setup.heroes
    assert list(heroes) == ["Reed Piper", "Mercenary", "Druid", "Paladin"]
    assert typist.typed[: len(lines)] == list(lines)


def test_a_word_that_several_heroes_have_is_asked_about(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    text = PROPHECY_DECK.read_text(encoding="utf-8")
    deck.write_text(text.replace("Reed Piper", "Old Monk").replace("Paladin", "Young Monk"), encoding="utf-8")
    typist, answers = prophecy(tmp_path / "p.toml", "", "Anna:monk, Bo", "Anna", str(deck), *AGREED, "monk", "young")
    assert '"monk" fits several: Old Monk, Young Monk or Wandering Monk' in typist.told
    assert answers["hero 1"] == "Young Monk"


def test_a_number_in_a_sentence_is_no_yes() -> None:
    question = yes_or_no("played before", "Has everybody played before")
    for line in ("it's our first time", "two of us"):
        with pytest.raises(Unreadable):
            Reader(question).read(line)


@pytest.mark.parametrize(("line", "answer"), [("done", "no"), ("we did it already", "no"), ("ok", "yes")])
def test_a_board_that_lies_there_isnt_laid_out(line: str, answer: str) -> None:
    assert _ask_layout(Typist(line)) == answer


@pytest.mark.parametrize("line", ["dunno", "skip", "random"])
def test_no_hero_is_called_by_a_remark(tmp_path: Path, line: str) -> None:
    lines = ("", "Anna, Bo", "", "none", str(PROPHECY_BOARD), "", "no", "", "", line)
    typist, answers = prophecy(tmp_path / "p.toml", *lines)
    assert typist.told
    assert "hero 1" not in answers


# --- the last group -------------------------------------------------------------------------------


def test_a_known_group_is_set_up_in_two_inputs(tmp_path: Path) -> None:
    set_up(tmp_path / "a.toml", *FIRST, HANDS)
    typist = set_up(tmp_path / "b.toml", "", f"greek;{HANDS};;")
    assert typist.typed == ["", f"greek;{HANDS};;"]
    before, after = (OpenSave(CONJURERS, tmp_path / name).setup for name in ("a.toml", "b.toml"))
    assert after.players == before.players
    assert after.start == before.start == 2
    assert after.deck == before.deck
    assert after.locked == ("greek",)


def test_the_group_may_sit_in_another_order(tmp_path: Path) -> None:
    set_up(tmp_path / "a.toml", *FIRST, HANDS)
    set_up(tmp_path / "b.toml", "Ole, Zoe merchant, Mette", f"greek;{HANDS}")
    assert seats(tmp_path / "b.toml") == [
        ("Ole", "warrior", "green"),
        ("Zoe", "merchant", "blue"),
        ("Mette", "worker", "red"),
    ]


def test_who_is_gone_doesnt_start(tmp_path: Path) -> None:
    set_up(tmp_path / "a.toml", *FIRST, HANDS)
    set_up(tmp_path / "b.toml", "Mette, Jonas, Zoe merchant", "Zoe", f"greek;{HANDS}")
    assert OpenSave(CONJURERS, tmp_path / "b.toml").setup.start == 2


def test_no_asks_for_everything(tmp_path: Path) -> None:
    set_up(tmp_path / "a.toml", *FIRST, HANDS)
    set_up(tmp_path / "b.toml", "no", "score", "Zoe, Yan", "norse, greek")
    assert [name for name, *_ in seats(tmp_path / "b.toml")] == ["Zoe", "Yan"]


def test_a_group_of_prophecy_is_offered_with_how_it_plays(tmp_path: Path) -> None:
    """Who begins is diced for anew, and heroes are chosen anew."""
    lines = ("Bo", str(PROPHECY_DECK), *AGREED, "piper", "paladin", "")
    set_up(tmp_path / "p.toml", "", "Anna, Bo", *lines, game=PROPHECY)
    kept = recent.load().groups["prophecy"]
    assert kept["players"] == "Anna, Bo"
    assert (kept["deck"], kept["trading"]) == (str(PROPHECY_DECK), "no")
    assert not {"start", "hero 1"} & set(kept)
    typist = set_up(tmp_path / "q.toml", "", "Anna", "7", "merc", "druid", "", game=PROPHECY)
    assert typist.typed == ["", "Anna", "7", "merc", "druid", ""]
    assert (tmp_path / "q.toml").exists()


def test_each_game_has_its_group(tmp_path: Path) -> None:
    set_up(tmp_path / "a.toml", *FIRST, HANDS)
    set_up(tmp_path / "q.toml", "score", "Anna, Bo", "", "", game=ENCHANTERS)
    assert set(recent.load().groups) == {"conjurers", "enchanters"}
    assert recent.load().groups["enchanters"]["players"] == "Anna, Bo"


def test_what_was_kept_and_cant_be_read_is_no_hindrance(tmp_path: Path) -> None:
    recent.place().write_text("save = [")
    set_up(tmp_path / "a.toml", "score", "Zoe, Yan", "norse, greek")
    assert recent.load().groups["conjurers"]["players"] == "Zoe red, Yan blue"


# --- again ----------------------------------------------------------------------------------------


def test_an_unfinished_set_up_is_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    set_up(path, "", "2", "Mette")
    assert SetupForm(CONJURERS, path, print).session.steps
    run(
        "new",
        path,
        "--again",
        "--player",
        "Zoe:worker",
        "--player",
        "Yan:warrior",
        "--track",
        "score",
        "--locked",
        "norse, greek",
        "--yes",
    )
    assert seats(path)[0][0] == "Zoe"
    told = run("new", path, "--again", "--yes", code=2).stderr
    assert "isn't an unfinished set-up" in told
    assert seats(path)[0][0] == "Zoe"


def test_play_without_a_file_goes_on_with_the_last_game(tmp_path: Path) -> None:
    assert "nothing was played here yet" in run("play", code=2).stderr
    path = tmp_path / "a.toml"
    run("new", path, "--player", "Zoe", "--player", "Yan", "--track", "score", "--locked", "norse, greek", "--yes")
    recent.remember(path)
    moves = tmp_path / "moves"
    moves.write_text("end turn\n")
    done = run("play", "--moves", moves)
    assert f"Going on with {path}" in done.stderr
    assert OpenSave(CONJURERS, path).state_on_file.turn == 2
    path.unlink()
    assert f"{path} is gone" in run("play", code=2).stderr


# --- laying out -----------------------------------------------------------------------------------


def test_the_board_is_laid_out_for_so_many_players(tmp_path: Path) -> None:
    """What two players do without, and what everybody gets (p. 9; E6)."""
    path = tmp_path / "a.toml"
    run("new", path, "--player", "Zoe", "--player", "Yan", "--track", "score", "--locked", "norse, greek", "--yes")
    told = " ".join(run("new", path, "--checklist").stdout.split())
    assert "[ ] 1. " in told
    assert "norse and greek" in told
    assert "nobody uses: fishing pond" in told
    assert "Wherever sapphire is printed, it is diamond" in told
    assert "Zoe takes the Initiative Button" in told


def test_a_game_without_a_name_runs_on_from_set_up_to_its_first_turn(tmp_path: Path) -> None:
    """Named by the day and the game; once under way it goes on, and the next one has a name of its own."""
    recent.place().unlink(missing_ok=True)
    child = start("new", cwd=str(tmp_path))
    wait_for(child, "Which game do you play [Enter: conjurers]")
    child.send("conjurers; Zoe" + ENTER)
    child.expect("Not entered: Zoe")
    for prompt, text in (
        ("played before", "no"),
        ("should the referee track", ""),
        ("How many players", "Zoe, Yan"),
        ("Who starts", ""),
        ("File with your cards", ""),
        ("Whose dice", ""),
        ("Optional rules", ""),
        ("did you lock", "norse and greek"),
        ("Lay out the board now", "undo 2"),
        ("Undid: norse, greek; none.", ""),
        ("did you lock", "norse greek"),
        ("Lay out the board now", ""),
    ):
        answer(child, prompt, text + ENTER)
    child.expect("step 1 of")
    child.send("q" + ENTER)
    answer(child, "Zoe is first", "quit" + ENTER)
    assert ended(child) == 0
    (save,) = tmp_path.glob("*-conjurers.toml")
    assert OpenSave(CONJURERS, save).setup.locked == ("norse", "greek")
    assert recent.is_taught(save)
    players = ("--player", "Zoe", "--player", "Yan", "--track", "battles")
    child = start(
        "new", "taught.toml", "--game", "conjurers", "--teach", *players, "--start", "Zoe", cwd=str(tmp_path)
    )
    child.expect("Goal: ")
    for prompt in ("with your cards", "Whose dice", "Optional rules"):
        answer(child, prompt, ENTER)
    for prompt, text in (("did you lock", "norse greek"), ("out the board now", "no")):
        answer(child, prompt, text + ENTER)
    child.expect("Zoe is first")
    assert "Set-up: Zoe takes" in child.before, "told once, in the set-up: how to answer, and the goal"
    assert not any(told in child.before for told in ("Goal: ", "lists the answers"))
    child.close()
    child = start("new", save.name, cwd=str(tmp_path))
    answer(child, "Zoe is first", "quit" + ENTER)
    assert ended(child) == 0
    run("new", save, "--player", "Zoe", code=2)
    child = start(
        "new",
        "--player",
        "Zoe",
        "--player",
        "Yan",
        "--yes",
        "--track",
        "score",
        "--locked",
        "norse greek",
        cwd=str(tmp_path),
    )
    assert ended(child) == 0
    assert len([*tmp_path.glob("*-conjurers*.toml")]) == 2


def test_a_plain_set_up_asks_for_its_game_and_prints_no_codes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game that was played last stands first, and so does the proposed tracking."""
    monkeypatch.chdir(tmp_path)
    run("new", "last.toml", "--game", "prophecy", "--player", "Zoe", "--player", "Yan", "--yes", "--track", "score")
    recent.remember(tmp_path / "last.toml")
    lines = ["why", "1", "no", "rules wills", "quit"]
    monkeypatch.setattr("referee.play.line.has_terminal", lambda: True)
    monkeypatch.setattr("referee.play.person.has_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", lambda prompt: lines.pop(0))
    monkeypatch.setenv("FORCE_COLOR", "1")
    said = run("new", "--plain").stdout
    assert not lines
    assert "1. prophecy" in said
    assert "Please answer first" in said
    assert "Setting up Prophecy." in said
    assert "1. battles: " in said
    assert "\x1b" not in said


def test_laying_out_goes_on_with_enter_alone_and_ends_with_q(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    run("new", path, "--player", "Zoe", "--player", "Yan", "--track", "score", "--locked", "norse, greek", "--yes")
    child = start("new", path, "--checklist", cwd=str(tmp_path))
    child.expect("step 1 of")
    child.send("whose\r")
    child.expect("is no answer here")
    child.expect("step 1 of")
    child.send("can a flyer be bound?\r")
    child.expect("a bound flyer flies no more")
    child.expect("step 1 of")
    child.send("done\r")
    child.expect("step 2 of")
    child.send("\r")
    child.expect("step 3 of")
    child.send("q\r")
    assert ended(child) == 0
    assert "[ ] 4." not in child.before


@pytest.mark.parametrize("key", [CTRL_C, "\x04"])
def test_laying_out_is_stopped_as_any_prompt(tmp_path: Path, key: str) -> None:
    path = tmp_path / "a.toml"
    run("new", path, "--player", "Zoe", "--player", "Yan", "--track", "score", "--locked", "norse, greek", "--yes")
    child = start("new", path, "--checklist", cwd=str(tmp_path))
    child.expect("step 1 of .*: ")
    child.send(key)
    assert ended(child) == 130
    assert "Stopped; the game is ready. Play with: referee play " in " ".join(child.before.split())


def test_the_table_is_laid_out_for_a_quest(tmp_path: Path) -> None:
    path = tmp_path / "q.toml"
    run("new", path, "--game", "enchanters", "--player", "Zoe", "--player", "Yan", "--track", "score", "--yes")
    told = " ".join(run("new", path, "--checklist").stdout.split())
    assert "4 kingdom decks" in told
    assert "Only the cards marked 2" in told
    assert "6 items and enchantments" in told


def test_a_set_up_that_isnt_finished_has_nothing_to_lay_out(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    set_up(path, "", "2", "Mette")
    run("new", path, "--checklist", code=2)
    assert games.names()


@pytest.mark.parametrize("game", games.names())
def test_a_set_up_is_gone_on_with_as_that_of_its_game(game: str, tmp_path: Path) -> None:
    path, begun = tmp_path / "a.toml", games.load(game)
    form = SetupForm(begun, path, print)
    form.session.answer((form.session.question and form.session.question.default) or "2")
    form.save()
    text = path.read_text(encoding="utf-8")
    rest = tmp_path / "rest.moves"
    rest.write_text("", encoding="utf-8")
    told = run("new", path, "--moves", rest).stdout
    assert f"Going on with the set-up in {path}".replace(" ", "") in "".join(told.split())
    assert path.read_text(encoding="utf-8") == text
    other = next(name for name in games.names() if name != game)
    refused = run("new", path, "--game", other, "--moves", rest, code=2).stderr
    assert f"is an unfinished game of {game}, not of {other}; use --game {game}" in " ".join(refused.split())
    assert path.read_text(encoding="utf-8") == text


def test_a_set_up_is_gone_on_with_though_readings_became_a_habit_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "config.toml"))
    path, rest = tmp_path / "a.toml", tmp_path / "rest.moves"
    form = SetupForm(games.load("prophecy"), path, print)
    assert form.session.question is not None
    assert form.session.question.key == "readings"
    form.session.answer("usual")
    form.save()
    run("config", "readings", "prophecy", "artifact", "given", "winner")
    rest.write_text("", encoding="utf-8")
    assert "Going on with the set-up" in run("new", path, "--moves", rest).stdout


def test_a_score_sheet_is_gone_on_with_as_that_of_its_game(tmp_path: Path) -> None:
    answers, sheet = tmp_path / "a.moves", tmp_path / "sheet.toml"
    answers.write_text("Anna, Bo\n", encoding="utf-8")
    run("score", "--game", "enchanters", "--save", sheet, "--moves", answers)
    answers.write_text("none\nmonsters 9\nmonsters 6\n", encoding="utf-8")
    assert "Anna" in run("score", "--save", sheet, "--moves", answers).stdout
    assert 'game = "enchanters"' in sheet.read_text(encoding="utf-8")


def test_what_has_no_usual_answer_is_named_by_its_option(tmp_path: Path) -> None:
    named = ("--player", "Anna", "--player", "Bo", "--yes")
    told = run("new", tmp_path / "a.toml", "--game", "enchanters", *named, code=2).stderr
    assert "there is no usual answer; give it as --village, or leave --yes out" in told
    assert "give it as --player" in run("new", tmp_path / "a.toml", "--yes", code=2).stderr
