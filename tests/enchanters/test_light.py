"""Quests of which less than everything is tracked: whose turn it is, fights, wounds; glory is counted at the end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from referee.cli import build
from referee.declaration.tracking import HowMuch
from referee.errors import Unreadable
from referee.games.enchanters import GAME as ENCHANTERS
from referee.games.enchanters.rules.state import GameState
from referee.play.notation import readings
from referee.saves.save import OpenSave
from tests.made_up import answered, type_at


def run(command: str, *arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(build([command]), [command, *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def begin(path: Path, track: HowMuch = "battles") -> Path:
    run("new", path, "--game", "enchanters", "--track", track, "--player", "Anna", "--player", "Bo", "--yes")
    return path


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return begin(tmp_path / "light.toml")


def state(path: Path) -> GameState:
    return OpenSave(ENCHANTERS, path).state_on_file


def test_a_fight_with_what_is_typed_deals_its_wounds(save: Path) -> None:
    """Strength less defence, and attack against health (Combat)."""
    told = run("do", save, "fight 4/3 2/3").stdout
    assert state(save).players[0].wounds == 2
    assert "strength 4 less defence 2 = 2; Anna takes 2 wounds." in told
    assert "attack 3 against health 3; beaten" in told


def test_a_monster_that_is_fought_has_the_name_that_the_table_gives_it(save: Path) -> None:
    """A player is none."""
    told = run("do", save, "fight against a Toll Ogre, 4/3 with 2/1").stdout
    assert "Toll Ogre strikes Anna: strength 4 less defence 2 = 2" in told
    assert "fight Toll Ogre 4/3 2/1" in run("log", save, "--moves").stdout
    assert "Bo is a player" in run("do", save, "fight Bo 4/3 2/1", code=2).stderr


@pytest.mark.parametrize(("said", "wounds", "won"), [("fight 0/3 2/3", 0, True), ("fight 4/3 0/2", 4, False)])
def test_a_strength_or_a_defence_of_0_is_none_that_is_asked_for(
    save: Path, said: str, wounds: int, won: bool
) -> None:
    told = " ".join(run("do", save, said).stdout.split())
    assert (state(save).players[0].wounds, "beaten" in told) == (wounds, won)
    assert OpenSave(ENCHANTERS, save).session.state.major


def test_a_fight_that_is_lost_keeps_its_wounds(save: Path) -> None:
    """E-ao; the nearest card goes at the end of the turn (E-k)."""
    told = run("do", save, "fight [5/6 / 1/2]").stdout
    assert state(save).players[0].wounds == 4
    assert "attack 2 against health 6; 4 short" in told
    lost = "The fight is lost: at the end of the turn the nearest card goes, even if it is the monster."
    assert lost in " ".join(told.split())


@pytest.mark.rule("E-l")
def test_of_a_fight_that_is_lost_nobody_says_that_the_monster_stays(save: Path) -> None:
    """Where it lay isn't known: as the nearest card it goes, or by the table's reading the second card."""
    told = run("do", save, "reading failed first stays", "fight 5/6 1/2").stdout
    assert "the nearest card goes, the second if the nearest is the monster." in " ".join(told.split())


@pytest.mark.rule("turn")
def test_a_second_fight_in_a_turn_is_warned_of_and_taken(save: Path) -> None:
    """One major action a turn; a script's line is taken, as old logs may have it."""

    def warned(said: str) -> str:
        question = OpenSave(ENCHANTERS, save).session.question
        assert question is not None
        assert question.warns is not None
        return question.warns(question.parse(said))

    assert warned("fight 4/3 2/3") == ""
    run("do", save, "fight 4/3 2/3")
    assert "Anna has fought this turn" in warned("fight 4/3 2/3")
    assert warned("wounds +1") == ""
    run("do", save, "fight 4/3 2/3")
    assert state(save).players[0].wounds == 4


def test_a_deck_that_is_not_tracked_is_not_put_right(save: Path) -> None:
    assert "isn't tracked" in run("do", save, "adjust deck 5", code=2).stderr


@pytest.mark.rule("monster-attack")
def test_no_number_of_a_light_fight_is_above_999(save: Path) -> None:
    run("do", save, "wounds +999")
    for said in ("wounds +1000", "fight 1000/4 2/3"):
        run("do", save, said, code=2)
    assert state(save).players[0].wounds == 999


@pytest.mark.rule("E-q", "E-r", "giant", "immediate")
@pytest.mark.parametrize(
    ("said", "wounds", "told"),
    [
        ("fight ogre 6/5 3/4", 6, "Ogre strikes Anna: strength 6 less defence 3 = 3, doubled 6"),
        ("fight Pink Dragon 4/9 2/9", 4, "Pink Dragon: take 1 wound per 1 wound. Anna takes 2 wounds"),
        ("fight Pink Dragon 4/9 2/8", 2, "1 short"),
        ("fight Giant 4/9 2/9", 2, "Giant strikes everyone; tell what the others take, like Bo takes 2 wounds"),
        ("fight Roc 3/2 3/2", 0, "Roc: another player gives 1 monster."),
    ],
)
def test_what_the_rulebook_prints_of_a_monster_comes_with_its_name(
    save: Path, said: str, wounds: int, told: str
) -> None:
    """What counts wounds is done, the rest is said: the table has the cards."""
    assert told in " ".join(run("do", save, said).stdout.split())
    assert state(save).players[0].wounds == wounds


def test_a_defence_above_the_strength_heals_nothing(save: Path) -> None:
    run("do", save, "fight 2/1 5/9")
    assert state(save).players[0].wounds == 0


def test_wounds_come_and_go_outside_of_fights(save: Path) -> None:
    run("do", save, "wounds +3", "wounds -1")
    assert state(save).players[0].wounds == 2
    run("do", save, "wounds -9")
    assert state(save).players[0].wounds == 0


@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("Anna fought the Gnoll, 4/3 against 2/3", "fight Gnoll 4/3 2/3"),
        ("I beat the Gnoll 4/3 with 2/3", "fight Gnoll 4/3 2/3"),
        ("attack Gnoll 4/3, 2/3", "fight Gnoll 4/3 2/3"),
        ("fights the Gnoll: 4/3 with 2/3", "fight Gnoll 4/3 2/3"),
        ("Gnoll 4/3, I have 2 defence and 3 attack", "fight Gnoll 4/3 2/3"),
        ("fight: strength 4 health 3 against my att 3 def 2", "fight 4/3 2/3"),
        ("monster 4 / 3, me 2 / 3", "fight 4/3 2/3"),
        ("I take 2 wounds", "wounds +2"),
        ("lost against a 4/3 with 2/1", "fight 4/3 2/1"),
        ("-1 wound", "wounds -1"),
        ("2 wounds for Bo", "wounds +2 Bo"),
        ("Bo was hit for 2", "wounds +2 Bo"),
        ("Anna got two wounds", "wounds +2"),
        ("2 wounds", "wounds +2"),
        ("take a wound", "wounds +1"),
        ("Bo takes 1 wound", "wounds +1 Bo"),
        ("everybody takes a wound", "wounds +1 everybody"),
        ("every other player suffers 2 wounds", "wounds +2 everybody else"),
        ("heal 1 wound", "wounds -1"),
        ("Anna heals two", "wounds -2"),
        ("I healed all", "wounds -3"),
        ("heal 5 wounds", "wounds -3"),
        ("I get rid of 2 wounds", "wounds -2"),
        ("Anna loses 1 of her wounds", "wounds -1"),
        ("Anna is done", "end turn"),
    ],
)
def test_what_a_table_says_of_a_turn(save: Path, monkeypatch: pytest.MonkeyPatch, said: str, recorded: str) -> None:
    run("do", save, "wounds +3")
    type_at(save, monkeypatch, said)
    assert answered(save)[1:] == [recorded]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("heal 1 wound", "Anna has no wounds"),
        ("I take no wounds", "0 wounds: there is nothing to record"),
        ("nobody takes wounds", "0 wounds: there is nothing to record"),
        ("I don't fight", "only what has happened is recorded"),
        ("I won't fight the Gnoll 4/3 2/3", "only what has happened is recorded"),
        ("the game isn't over", "only what has happened is recorded"),
        ("Bo fights 4/3 2/3", "It is Anna's turn, not Bo's."),
    ],
)
def test_nothing_is_recorded_of_what_didnt_happen(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], said: str, told: str
) -> None:
    type_at(save, monkeypatch, said)
    assert answered(save) == []
    assert told in capsys.readouterr().out


def test_wounds_of_others_are_theirs(save: Path) -> None:
    """The Axe and the Giant wound them in another's turn."""
    run("do", save, "every other player takes 2 wounds", "everybody takes 1 wound")
    assert [player.wounds for player in state(save).players] == [1, 3]


@pytest.mark.parametrize(
    "said", ["fight 4", "fight 4/3 2", "wounds 3", "wounds", "journey 3", "fight 4/3 x/y", "fight [4/3/2]"]
)
def test_what_cant_be_read(save: Path, said: str) -> None:
    before = save.read_text()
    run("do", save, said, code=2)
    assert save.read_text() == before


def test_the_turn_goes_round(save: Path) -> None:
    told = run("do", save, "end turn").stdout
    assert ("Anna's turn is over." in told, "It is Bo's turn." in told) == (True, True)
    assert (state(save).active, state(save).turn) == (1, 2)


@pytest.mark.parametrize("track", ["battles", "score"])
def test_what_isnt_tracked_is_shown_as_such_and_never_as_0(tmp_path: Path, track: HowMuch) -> None:
    save = begin(tmp_path / "light.toml", track)
    told = run("status", save, "--plain").stdout
    assert "not tracked: crystals" in told
    assert "crystals 0" not in told
    assert ("wounds 0" in told) == (track == "battles")
    assert "crystals" in json.loads(run("status", save, "--json").stdout)["not_tracked"]
    assert "crystals aren't tracked" in run("do", save, "adjust Anna crystals 3", code=2).stderr
    assert "aren't tracked" in run("do", save, "adjust Anna loses Fist", code=2).stderr


def test_a_claim_of_what_isnt_tracked_is_neither_right_nor_wrong(save: Path) -> None:
    told = run("do", save, "adjust claim Anna crystals 5").stdout
    assert "Claimed: Anna crystals 5, which isn't tracked." in told
    assert json.loads(run("judge", save, "--json").stdout)["disputes"] == []


def test_glory_is_counted_pile_by_pile(save: Path) -> None:
    """End of the game; each wound takes glory away (wound-glory)."""
    assert "Bo's turn is over." in run("do", save, "fight 4/3 1/1", "end turn", "game over").stdout
    told = run("score", save, code=2)
    assert "Missing: glory" in told.stderr
    assert told.stdout == ""
    assert "Everything is counted." in run("do", save, "12 4 9 0 3", "items 5, dragons 8").stdout
    found = json.loads(run("score", save, "--json").stdout)
    anna, bo = found["players"]
    each = -anna["wounds"] // 3
    assert anna["items"] == 12
    assert anna["village"] == 3
    assert anna["total"] == 12 + 4 + 9 + 0 + 3 - 3 * each
    assert [line["rules"] for line in anna["lines"]] == [
        *[["glory", "E-z"]] * 3,
        ["wound-glory"],
        ["village-glory", "E-aa"],
    ]
    assert bo["total"] == 13
    assert found["winners"] == [max((anna, bo), key=lambda player: player["total"])["name"]]
    assert {"name", "total", "items", "enchantments", "monsters", "dragons", "wounds", "village"} <= set(anna)
    run("verify", save)


def test_that_glory_was_counted_turned_nothing(save: Path) -> None:
    """The wounds on the way did."""
    run("do", save, "fight 4/3 2/3", "end turn", "game over", "12 4 9 0 3", "3 2 1 0 6")
    told = run("story", save).stdout
    assert "Anna −2: the monster strikes Anna" in told
    assert "Everything is counted" not in told


def test_where_points_are_known_of_one_turn_alone_there_is_no_course(save: Path) -> None:
    run("do", save, "game over", "12 4 9 0 3", "3 2 1 0 6")
    run("score", save, "--html", page := save.with_suffix(".html"))
    assert "What the points are made of" in page.read_text(encoding="utf-8")
    assert "Points turn by turn" not in page.read_text(encoding="utf-8")


def test_of_the_score_alone_the_wounds_are_counted_too(tmp_path: Path) -> None:
    save = begin(tmp_path / "score.toml", "score")
    run("do", save, "fight 4/3 2/3", code=2)
    run("do", save, "game over", "2", "12 4 9 0 3", "0", "none 0", code=2)
    run("do", save, "game over", "2", "items many", code=2)
    run("do", save, "game over", "2", "12 4 9 0 3", "0", "1 1 1 1 1")
    assert [player.wounds for player in state(save).players] == [2, 0]
    run("score", save)


def test_more_is_tracked_and_what_is_missing_is_asked_for(save: Path) -> None:
    run("do", save, "wounds +2", "adjust tracking everything")
    starting = ["Fist", "of Enchanting", "none"]
    village = "Millbrook: rest: gain 1 crystal"
    said = ["3", *starting, "1", *starting, "item, attack 1", "enchantment", village, "Spear, Robe", "none", "20"]
    run("do", save, *said)
    game = state(save)
    assert (game.tracking, game.known, game.deck) == ("everything", "everything", 20)
    assert (game.players[0].crystals, game.players[0].wounds) == (3, 2)
    assert [player.items for player in game.players] == [["Fist"], ["Fist #2"]]
    assert game.track == ["Spear", "Robe"]
    run("verify", save)
    assert "takes 1 crystal (" in run("do", save, "rest Millbrook").stdout
    assert state(save).players[0].crystals == 4


def test_after_a_fight_more_is_tracked_from_the_next_turn_on(save: Path) -> None:
    run("do", save, "fight 4/3 2/3", "adjust tracking everything")
    question = OpenSave(ENCHANTERS, save).session.question
    assert question is not None
    assert question.prompt == "Anna's turn · everything is tracked from the next turn on"
    run("do", save, "end turn")
    question = OpenSave(ENCHANTERS, save).session.question
    assert question is not None
    assert question.prompt == "Anna's crystals"


def test_less_is_tracked_at_once(tmp_path: Path) -> None:
    save = tmp_path / "full.toml"
    run(
        "new",
        save,
        "--game",
        "enchanters",
        "--player",
        "Anna",
        "--player",
        "Bo",
        "--village",
        "Millbrook: rest: gain 3 crystals",
        "--cards",
        "40",
        "--track",
        "Spear, Robe, Axe, Of Rain, Of Sun, Of Hail",
        "--yes",
    )
    run("do", save, "adjust tracking battles", "fight 4/3 2/3")
    game = state(save)
    assert (game.known, game.track, game.players[0].items) == ("battles", [], [])
    assert game.players[0].wounds == 2
    run("verify", save)


def test_the_first_line_of_a_script_begins_a_light_quest(save: Path, tmp_path: Path) -> None:
    run("do", save, "fight 4/3 2/3", "end turn")
    script = tmp_path / "again.moves"
    script.write_text(run("log", save, "--moves").stdout)
    run("do", tmp_path / "again.toml", "--from", script)
    assert state(tmp_path / "again.toml") == state(save)


def test_a_bare_new_name_is_confirmed_where_cards_are_counted(save: Path) -> None:
    run("do", save, "adjust tracking everything", "3")
    question = OpenSave(ENCHANTERS, save).session.question
    assert question is not None
    assert question.coins is not None
    assert question.coins(question.parse("Moon Blade")) == "Moon Blade"
    assert question.coins(question.parse("Fist")) == ""


@pytest.mark.rule("first-track")
def test_what_is_counted_fits_the_table(save: Path) -> None:
    starting = ["Fist", "of Enchanting", "none"]
    with_blade = ["3", "Fist, Moon Blade", "item, attack 2", *starting[1:]]
    run("do", save, "adjust tracking everything", *with_blade, "1", *starting, "item", "enchantment")
    village = OpenSave(ENCHANTERS, save).session.question
    assert village is not None
    with pytest.raises(Unreadable):
        village.parse("Inn: rest: juggle 3")
    run("do", save, "Inn: ")
    track = OpenSave(ENCHANTERS, save).session.question
    assert track is not None
    assert (track.key, track.default, track.parse("")) == ("track", "none", [])
    run("do", save, "A1, A2, A3, A4, A5, A6, A7", code=2)
    run("do", save, "Spear, Spears, A3, A4, A5, A6", "nothing")
    run("do", save, "-1", code=2)
    run("do", save, "0")
    assert (state(save).track[:2], state(save).deck) == (["Spear", "Spears"], 0)


@pytest.mark.parametrize(("track", "typed"), [("battles", True), ("score", False)])
def test_how_a_fight_is_typed_is_told_where_fights_are(tmp_path: Path, track: HowMuch, typed: bool) -> None:
    question = OpenSave(ENCHANTERS, begin(tmp_path / "light.toml", track)).session.question
    assert question is not None
    assert (question.hint.startswith("like fight 4/3 2/3"), question.open) == (typed, typed)
    assert (question.who, question.default) == ("Anna", "end turn")
    assert ("wounds +1" in [option.text for option in question.options()]) == typed


def test_the_wounds_that_are_known_are_the_usual_answer_of_the_count(tmp_path: Path) -> None:
    save = begin(tmp_path / "light.toml", "score")
    run("do", save, "adjust tracking everything")
    question = OpenSave(ENCHANTERS, save).session.question
    assert question is not None
    assert (question.key, question.default) == ("wounds", "0")


@pytest.mark.parametrize(
    ("before", "key", "typed", "recorded"),
    [
        (["fight"], "monster", "04/3", "4/3"),
        (["game over"], "glory", "items 12 dragons 08", "12 0 0 8 0"),
        (["adjust tracking everything", "3"], "items", "fist", "Fist"),
    ],
)
def test_what_is_told_is_recorded_in_one_way(
    save: Path, before: list[str], key: str, typed: str, recorded: str
) -> None:
    session = OpenSave(ENCHANTERS, save).session
    for text in before:
        if text.startswith("adjust"):
            session.correct(*readings(text))
        else:
            session.answer(text)
    question = session.question
    assert question is not None
    assert (question.key, question.record(question.parse(typed), typed)) == (key, recorded)


def test_nobody_has_crystals_before_it_is_said(save: Path) -> None:
    session = OpenSave(ENCHANTERS, save).session
    session.correct(*readings("adjust tracking everything"))
    assert session.question is not None
    assert (session.question.key, session.question.default) == ("crystals", "0")
    with pytest.raises(Unreadable):
        session.question.parse("-1")


@pytest.mark.rule("end")
def test_after_the_last_count_everybody_is_shown_where_they_stand(save: Path) -> None:
    session = OpenSave(ENCHANTERS, save).session
    for text in ("game over", "12 4 9 0 3"):
        session.answer(text)
    session.take_events()
    session.answer("1 1 1 1 1")
    assert any(event.ends_turn for event in session.take_events())


@pytest.mark.rule("E-ad")
def test_that_the_game_is_over_is_told(save: Path) -> None:
    assert "the game is over" in run("do", save, "game over").stdout


@pytest.mark.rule("end")
def test_after_the_end_no_less_is_tracked(tmp_path: Path) -> None:
    save = tmp_path / "full.toml"
    run(
        "new",
        save,
        "--game",
        "enchanters",
        "--player",
        "Anna",
        "--player",
        "Bo",
        "--village",
        "Millbrook: rest: gain 3 crystals",
        "--cards",
        "6",
        "--track",
        "Spear, Robe, Axe, Of Rain, Of Sun, Of Hail",
        "--yes",
    )
    run("do", save, *["rest", "end turn"] * 6)
    assert state(save).over
    told = run("do", save, "adjust tracking battles", code=2).stderr
    assert "what is tracked can't be changed now: the game is over" in told


@pytest.mark.rule("turn")
def test_the_status_is_headed_by_whose_turn_it_is(save: Path) -> None:
    assert "Anna's turn" in run("status", save, "--plain").stdout
    run("do", save, "game over", "12 4 9 0 3", "1 1 1 1 1")
    told = run("status", save, "--plain").stdout
    assert ("the end" in told, "Anna's turn" in told) == (True, False)


@pytest.mark.rule("monster-attack")
def test_a_monster_without_strength_is_fought_as_typed(save: Path) -> None:
    run("do", save, "fight 0/3 2/3", "wounds +1")
    assert state(save).players[0].wounds == 1


@pytest.mark.rule("monster-attack", "player-attack")
def test_what_is_asked_of_a_fight_is_read_in_its_order(save: Path) -> None:
    told = run("do", save, "fight [5/1 / 2/1]").stdout
    assert ("strength 5 less defence 2 = 3" in told, "attack 1 against health 1; beaten" in told) == (True, True)


@pytest.mark.rule("first-track")
def test_a_card_named_twice_on_the_track_is_two_cards(save: Path) -> None:
    starting = ["Fist", "of Enchanting", "none"]
    run("do", save, "adjust tracking everything", "3", *starting, "1", *starting, "item", "enchantment", "Inn: ")
    run("do", save, "Spear, Spear, A3, A4, A5, A6", "none", "0")
    assert state(save).track[:2] == ["Spear", "Spear #2"]
