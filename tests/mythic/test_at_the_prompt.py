"""What somebody types at the prompt of a game, with neither a box nor a map on file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from referee.cli.common import open_table
from referee.games.mythic.attack.assault import roll_question
from referee.play.loop import play
from referee.play.person import Person
from referee.saves.table import SavedTable
from referee.text.screen import Screen
from tests.made_up import run, type_at

RUNNER = "Ash Runner: hero 3, greek, 3 cards, art 1; 5-3 6/7/0/2, 2-1 5/7/0/2"
ARMIES = (
    "Warden: god 6, greek, 4 cards, art 2; 9-1 7/9/1/2",
    "Queen: god 6, norse, 4 cards, art 2; 8-1 6/8/0/2",
    "Wall: troop 2, greek, 3 cards, art 0; 4 x 3/7/0/1",
    "Spears: troop 2, greek, 3 cards, art 0; 4 x 4/6/0/2",
)
BEGUN = (
    *(f"recruit {line}" for line in ARMIES),
    "nothing left",
    "nothing left",
    "greek Temple [ruins 4]",
    "place Spears Camp [open ground 4 / Temple]",
    "place Wall Farm [forest 3 / Temple]",
)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A game for two whose units and areas were typed at the table."""
    path = tmp_path / "friday.toml"
    run("new", path, "--game", "mythic", "--player", "Anna", "--player", "Bo", "--draws", "table", "--yes")
    return path


@pytest.fixture
def typing(save: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., SavedTable]:
    """The game after somebody at the prompt has typed these lines."""
    return partial(type_at, save, monkeypatch)


def moves(save: Path) -> list[str]:
    return run("log", save, "--moves").stdout.splitlines()[1:]


def test_claim_is_the_move_where_a_stone_lies_and_the_command_elsewhere(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    run("do", save, *BEGUN)
    typing("spears simple; walk temple; claim; end")
    assert moves(save)[-4:-1] == ["walk Temple", "claim", "end turn"]
    typing("claim wounds 2", "odds")
    told = capsys.readouterr().out
    assert told.count("nobody has attacked in this game yet") == 2
    assert save.name not in told, "it is clear which game is meant"


def test_a_line_as_short_as_it_can_be_stands_behind_the_prompt_and_is_read(
    save: Path, typing: Callable[..., SavedTable]
) -> None:
    """A unit, where it goes, and that more answers go on that line."""
    run("do", save, *BEGUN, "draw")
    question = typing().session.question
    assert question is not None
    assert question.example() == "warden"
    question = typing("spears s").session.question
    assert question is not None
    assert question.example() == "temple; end"
    typing("temple; end")
    assert moves(save)[-3:-1] == ["walk Temple", "end turn"]


def test_the_end_of_a_turn_that_has_ended_by_itself_is_no_answer_of_the_next_player(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    run("do", save, *BEGUN)
    typing("pass; end; wall simple")
    told = capsys.readouterr().out
    assert "Anna's turn is over already." in told
    assert moves(save)[-3:] == ["pass", "draw", "activate Wall simple"], moves(save)
    run("undo", save)
    typing("end")
    assert "nobody was activated yet" in capsys.readouterr().out


class Leaving(Person):
    """Somebody who is asked once, and quits."""

    asked = ""

    def _line(self, prompt: str, words: Sequence[str], default: str = "") -> str:
        self.asked = prompt
        return "quit"


def test_a_whole_turn_in_a_line_stands_behind_the_prompt(save: Path, typing: Callable[..., SavedTable]) -> None:
    run("do", save, *BEGUN)
    screen = Screen(plain=True)
    person = Leaving(screen)
    play(open_table(save, screen), person)
    assert person.asked == "Anna: activate a unit, or pass (like warden temple; end): "
    typing("warden temple; end")
    assert moves(save)[-3:-1] == ["deploy Temple", "end turn"]


@pytest.mark.rule("pass")
@pytest.mark.parametrize("said", ["d", "dr", "draw", "d; end"])
def test_a_letter_passes_no_turn(save: Path, typing: Callable[..., SavedTable], said: str) -> None:
    """ "d", an area as it is named in the turn, passed and drew a card."""
    run("do", save, *BEGUN)
    before = moves(save)
    typing(said)
    assert moves(save) == before


LETTERS = [line.replace("Temple", "C").replace("Camp", "E") for line in BEGUN]


@pytest.mark.rule("activation")
def test_a_letter_that_begins_complex_and_names_an_area_is_asked_about(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    """ "spears c" was a complex activation, though C lies beside them; the prompt gave it as an example."""
    run("do", save, *LETTERS, "draw")
    question = typing("spears c").session.question
    assert question is not None
    assert moves(save)[-1] == "draw"
    assert "Did you mean activate Spears simple; c?" in capsys.readouterr().out
    typing("spears c", "", "end")
    assert moves(save)[-4:-1] == ["activate Spears simple", "walk C", "end turn"]


@pytest.mark.rule("recall")
@pytest.mark.parametrize("said", ["warden f", "warden simple; f", "warden to f"])
def test_an_areas_name_alone_is_where_one_goes_and_no_recall_there(
    save: Path, typing: Callable[..., SavedTable], said: str
) -> None:
    run("do", save, *(line.replace("Farm", "F") for line in LETTERS), "draw", "adjust border E-F")
    run("do", save, "adjust Spears vitality 2", "adjust Spears area F", "adjust Warden area E")
    typing(said)
    assert moves(save)[-1] == "walk F"


@pytest.mark.rule("activation")
@pytest.mark.parametrize(
    ("said", "why"), [("e", ""), ("spears e", "it can't reach E"), ("warden e", "E is full")], ids=str
)
def test_an_area_out_of_reach_ends_no_turn(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str], said: str, why: str
) -> None:
    """ "e", where E is too far or full, ended the turn."""
    run("do", save, *(text.replace("Farm", "E").replace("forest 3", "forest 1") for text in BEGUN))
    typing("spears simple", "e")
    assert moves(save)[-1] == "activate Spears simple"
    assert "it can't reach E" in capsys.readouterr().out
    run("undo", save)
    before = moves(save)
    capsys.readouterr()
    typing(said)
    assert moves(save) == before
    told = capsys.readouterr().out.splitlines()[-1]
    assert "can't read" not in told
    assert why in told


def test_an_area_called_a_is_named_by_its_letter(save: Path, typing: Callable[..., SavedTable]) -> None:
    """Though "a" says nothing elsewhere, and begins moves: "absorb"."""
    run("do", save, *(text.replace("Temple", "A") for text in BEGUN))
    typing("spears simple", "a; end")
    assert moves(save)[-3:-1] == ["walk A", "end turn"]


@pytest.mark.parametrize("area", ["A", "I"])
def test_an_area_whose_letter_is_a_word_is_not_dropped(
    save: Path, typing: Callable[..., SavedTable], area: str
) -> None:
    """ "A" and "I" say nothing but at the end."""
    run("do", save, *(text.replace("Temple", area) for text in BEGUN))
    before = moves(save)
    typing("warden go to i" if area == "A" else "warden go to a")
    assert moves(save) == before
    typing(f"warden {area.lower()}; end")
    assert moves(save)[-4:-1] == ["activate Warden complex", f"deploy {area}", "end turn"]


def test_enter_ends_no_turn_in_which_something_can_still_be_done(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    run("do", save, *BEGUN, "activate Spears simple", "walk Temple")
    typing("")
    assert "Enter alone decides nothing here" in capsys.readouterr().out
    assert moves(save)[-1] == "walk Temple"


def test_a_claim_about_dice_that_may_still_change_is_judged_and_not_kept(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    run("do", save, *BEGUN)
    run("adjust", save, "Wall area Temple")
    run("adjust", save, "Spears area Temple")
    typing("spears simple; attack wall; 5 5 5 0", "claim wounds 9", "claim offence 9")
    told = capsys.readouterr().out
    assert "now it is so:\nSpears attacks Wall\nWounds: the players say 9; it is 0." in told
    assert moves(save)[-1] == "adjust claim under way offence 9"


def test_nothing_is_claimed_of_an_attack_before_its_values_are_taken(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    """The attack before isn't meant while a guard is asked."""
    run("do", save, *(text.replace("art 0; 4 x 3", "art 0, guard; 4 x 3") for text in BEGUN))
    for name in ("Wall", "Spears", "Queen"):
        run("adjust", save, f"{name} area Temple")
    typing("spears simple; attack wall; 0 0 0 0; no; end; pass")
    typing("spears simple; attack queen")
    capsys.readouterr()
    typing("claim wounds 3")
    told = " ".join(capsys.readouterr().out.split())
    assert "nothing can be claimed of it yet" in told
    assert "it is 0" not in told


def test_done_is_doubted_where_the_dice_make_a_wound_for_sure(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    run("do", save, *BEGUN)
    run("adjust", save, "Wall area Temple")
    run("adjust", save, "Spears area Temple")
    typing("spears simple; attack wall; 5 5 5 5; done")
    assert "makes no more wounds; best makes 1 wound for sure" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("line", ["5 5 4 2 0", "6 0", "end turn 5 4"])
def test_dice_that_nobody_throws_end_no_turn(save: Path, typing: Callable[..., SavedTable], line: str) -> None:
    """Also where the first of them is the number of "end turn" in the list."""
    run("do", save, *BEGUN)
    typing("spears simple")
    before = moves(save)
    typing(line)
    assert moves(save) == before


def test_a_power_may_be_named_with_its_target_alone(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    """Where it can't be used, that is said, and not that it can't be read."""
    bolt = "9-1 7/9/1/2 a; a Bolt: offensive, 1 aow: attack dice 7 range 3"
    run("do", save, *(text.replace("9-1 7/9/1/2", bolt) for text in BEGUN))
    run("do", save, "activate Spears simple", "end turn", "pass")
    run("adjust", save, "Warden area Camp")
    typing("warden simple", "bolt spears")
    assert "Bolt can't be used on Spears" in " ".join(capsys.readouterr().out.split())


def test_a_misspelt_unit_is_asked_about_and_no_new_one(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    run("do", save, f"recruit {ARMIES[0]}", f"recruit {ARMIES[1]}", f"recruit {RUNNER}")
    before = moves(save)
    typing("recruit Ash Runnr")
    assert "Did you mean Ash Runner?" in capsys.readouterr().out
    assert moves(save) == before


def test_a_claim_is_warned_of_as_other_moves_are(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    """A second claim of an activation, told to a light table: Enter takes it all the same."""
    run("do", save, *BEGUN, "adjust tracking battles")
    typing("spears; claim greek; drop")
    typing("claim norse", "")
    assert "Spears have claimed already" in capsys.readouterr().out
    assert moves(save)[-2:] == ["Spears drops", "Spears claims norse"]


def test_the_table_shuffles_unless_it_says_otherwise_and_gets_ready_in_steps(save: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "other.toml"
    run("new", fresh, "--game", "mythic", "--player", "Anna", "--player", "Bo", "--yes")
    assert "program" not in fresh.read_text(encoding="utf-8")
    assert "art of war (AoW) cards" in run("new", fresh, "--checklist").stdout


def test_a_second_unit_and_its_price_fit_a_row(save: Path) -> None:
    run("do", save, *BEGUN, "activate Spears simple")
    assert "activate Warden complex  (9 of 9, off the board: deploy; for 1 AoW card)" in run("next", save).stdout


def test_on_a_map_that_is_learnt_the_first_unit_shows_the_zone_of_its_player(save: Path) -> None:
    run("do", save, *BEGUN[:-3], "greek Temple [ruins 4, zone south]")
    run("do", save, "place Spears Camp [open ground 4, zone north / Temple]")
    refused = run("do", save, "place Wall Camp", code=1).stderr
    assert "Camp is in zone north, where Anna deploys" in refused
    run("do", save, "place Wall Temple", "activate Warden complex")
    assert "Temple is in zone south, where Bo deploys" in run("do", save, "deploy Temple", code=1).stderr
    run("do", save, "deploy Camp")


def test_a_sheet_that_is_wrong_is_refused_as_a_whole_with_an_example_of_its_kind(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    typing(
        "Warden",
        "god 6, greek, 4 cards, art 2; 9-6 7/9/1/2, 4-1 5/8/1/2",
        "god 6, greek, 4 cards, art 2; 9-1 7/9/1/2",
    )
    told = " ".join(capsys.readouterr().out.split())
    assert "as in: god 6, greek, 4 cards, art 2, flying" in told
    assert "no line has vitality 5" in told
    refused = run("do", save, "recruit god 6, norse; 8-1 6/8/0/2", code=2).stderr
    assert "a name can't hold" in refused


def test_a_sheet_is_typed_in_one_line_with_the_name_before_it(save: Path, typing: Callable[..., SavedTable]) -> None:
    """Its own semicolons part no answers."""
    typing("Warden; god 6, greek, 4 cards, art 2; 9-1 7/9/1/2 a; a Bolt: offensive, 1 aow: attack dice 7 range 3")
    assert "9-1 7/9/1/2 a; a Bolt: offensive" in " ".join(moves(save))


def test_a_sheet_follows_a_name_whose_kind_is_known(save: Path, typing: Callable[..., SavedTable]) -> None:
    typing("Warden 6, greek, 4 cards, art 2; 9-1 7/9/1/2", "Queen 6, norse, 4 cards, art 2; 8-1 6/8/0/2")
    typing("Ash troop 2, 3 cards, art 0; 4 x 3/7/0/1; nothing left")
    assert "Ash: troop 2" in moves(save)[-2]
    assert "Warden: god 6" in moves(save)[0]


def test_a_sheet_that_lacks_something_is_refused_where_it_is_recruited(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    """It was dropped, and all of it asked for again without a reason."""
    typing("Warden: god 6, greek, 4 cards; 9-1 7/9/1/2", "Warden: god 6, greek, 4 cards, art 2; 9-1 7/9/1/2")
    assert "Warden needs its strategic value, like art 1 too" in " ".join(capsys.readouterr().out.split())
    assert len(moves(save)) == 1


@pytest.mark.parametrize("aside", ["?", "what does guard do", "rules guard", "0 RPP"])
def test_what_was_typed_of_a_sheet_waits_while_something_is_asked(
    save: Path, typing: Callable[..., SavedTable], aside: str
) -> None:
    typing("Warden", "god 6, norse", aside, "9-1 7/9/1/2", aside, "4 cards, art 2")
    assert "Warden: god 6, norse, 4 cards, art 2; 9-1 7/9/1/2" in moves(save)[0]


@pytest.mark.parametrize("said", ["done", "nothing", "That's all.", "no more"])
def test_who_recruits_nobody_more_says_so(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str], said: str
) -> None:
    """ "done" was no unit's name. Whole sheets aren't shown again as one line."""
    typing(*ARMIES, said, said, "greek Temple")
    assert moves(save)[4:6] == ["nothing left", "nothing left"]
    assert "All of that goes on one line" not in capsys.readouterr().out


def test_a_troop_without_an_area_is_told_how_it_is_placed(save: Path) -> None:
    run("do", save, *BEGUN[:-3], "none")
    told = " ".join(run("next", save).stdout.split())
    assert "like Spears Camp" in told
    refused = run("do", save, "place Lancers Camp", code=2).stderr
    assert "is followed by Spears" in refused
    assert "Spears or Spears" not in refused


def test_open_ground_may_be_said_short(save: Path) -> None:
    run("do", save, *(line.replace("open ground 4", "open 4").replace("forest 3", "forest, 3") for line in BEGUN))
    assert "open ground" in run("status", save).stdout


def test_who_types_an_area_sees_the_terrains(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    run("do", save, *BEGUN[:-3])
    typing("greek Temple")
    told = " ".join(capsys.readouterr().out.split())
    assert "terrain (open ground, forest, " in told
    typing("greek Temple", "ruins 4", "place Spears Camp", "open ground 4", "")
    told = " ".join(capsys.readouterr().out.split())
    assert told.count("terrain (open ground") == 1
    assert "(like forest 3, zone north)" in told


def test_dice_typed_once_more_are_no_choice_of_what_is_done_with_them(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    run("do", save, *BEGUN, "activate Spears simple", "walk Temple", "end turn")
    run("do", save, "activate Wall simple", "walk Temple")
    typing("attack Spears; 5 5 1", "5 5 1 0", "5+1")
    told = capsys.readouterr().out
    assert 'can\'t read "5 5 1 0"' in told
    assert "Discard 1: 5 becomes 6" in told


def test_after_undo_it_is_told_how_many_cards_go_back(save: Path) -> None:
    run("do", save, *BEGUN, "pass and draw")
    told = " ".join(run("undo", save).stdout.split())
    assert "Anna: give 1 card out of the hand, put 1 card on the deck" in told


def test_on_few_columns_players_stand_side_by_side(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("do", save, *BEGUN)
    monkeypatch.setenv("COLUMNS", "40")
    assert "divinity  Warden 9/9" in run("status", save).stdout


@pytest.mark.parametrize("said", ["the spears walk to the temple", "Spears walk temple", "Anna: spears walk temple"])
def test_the_unit_that_is_activated_may_be_said(save: Path, typing: Callable[..., SavedTable], said: str) -> None:
    run("do", save, *BEGUN, "activate Spears simple")
    typing(said)
    assert moves(save)[-1] == "walk Temple"


@pytest.mark.rule("leader", "activation")
@pytest.mark.parametrize(
    "said",
    ["spears walk to the temple; claim", "spears walk to the temple and claim", "spears; walk temple; claim"],
)
def test_a_second_unit_may_be_said_with_its_move_also_where_a_leader_could_call_it(
    save: Path, typing: Callable[..., SavedTable], said: str
) -> None:
    """Only where it is activated simple can it walk."""
    run("do", save, BEGUN[0].replace("art 2;", "art 2, leader;"), *BEGUN[1:])
    typing("warden deploys in the camp", said)
    assert moves(save)[-3:] == ["activate Spears simple", "walk Temple", "claim"]


@pytest.mark.rule("activation")
@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("spears temple; end", ["activate Spears simple", "walk Temple", "end turn"]),
        ("Spears to the temple and claim; end", ["activate Spears simple", "walk Temple", "claim", "end turn"]),
        ("spears complex temple; end", ["activate Spears complex", "run Temple", "end turn"]),
        ("warden camp; end", ["activate Warden complex", "deploy Camp", "end turn"]),
    ],
)
def test_a_unit_may_be_said_with_where_it_goes(
    save: Path, typing: Callable[..., SavedTable], said: str, done: list[str]
) -> None:
    """Walking leaves all that running does; one that isn't on the board can only be deployed."""
    run("do", save, *BEGUN)
    typing(said)
    assert moves(save)[-len(done) - 1 : -1] == done


@pytest.mark.rule("activation")
@pytest.mark.parametrize(
    "said", ["spears attack wall 5 5 4 0", "spears attacks wall, 5540", "spears attack wall; 5540"]
)
def test_a_unit_may_be_said_with_its_attack_and_the_dice(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str], said: str
) -> None:
    """Without a comma it was told that attacking is no complex action."""
    run("do", save, *BEGUN)
    run("adjust", save, "Wall area Temple")
    run("adjust", save, "Spears area Temple")
    typing(said)
    assert "Spears roll 5 5 4 0" in capsys.readouterr().out


@pytest.mark.rule("activation")
def test_why_a_verb_is_refused_goes_before_what_may_be_misspelt(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    """It was asked: "did you mean run archer?"."""
    run("do", save, *(text.replace("Wall", "Sun Archer") for text in BEGUN))
    typing("spears complex", "attack sun archer")
    assert "attack is a simple action" in " ".join(capsys.readouterr().out.rpartition("spears complex")[2].split())


@pytest.mark.rule("activation")
def test_an_attack_on_nobody_there_is_not_refused_as_no_complex_action(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    run("do", save, *BEGUN)
    run("adjust", save, "Wall area Temple")
    run("adjust", save, "Spears area Temple")
    typing("spears attack queen")
    assert "no unit is activated now" in capsys.readouterr().out
    assert "activate Spears" not in moves(save)[-1]


def test_another_unit_behind_a_unit_is_no_move_of_it(save: Path, typing: Callable[..., SavedTable]) -> None:
    """The second one isn't activated either."""
    run("do", save, *BEGUN)
    before = moves(save)
    typing("spears warden")
    assert moves(save) == before


@pytest.mark.parametrize(
    ("said", "meant", "done"),
    [
        ("spears temple, no, I meant farm", "spears farm", ["activate Spears simple", "walk Temple Farm"]),
        ("1, no, I meant 2", "activate Spears simple", ["activate Spears simple"]),
        ("spears temple, sorry, warden camp", "warden camp", ["activate Warden complex", "deploy Camp"]),
        ("spears temple. No sorry, farm not temple", "spears farm", ["activate Spears simple", "walk Temple Farm"]),
    ],
)
def test_who_corrects_himself_in_a_line_is_asked_and_nothing_is_done_before(
    save: Path,
    typing: Callable[..., SavedTable],
    capsys: pytest.CaptureFixture[str],
    said: str,
    meant: str,
    done: list[str],
) -> None:
    run("do", save, *BEGUN)
    before = moves(save)
    typing(said)
    assert f"Did you mean {meant}?" in capsys.readouterr().out
    assert moves(save) == before
    typing(said, "")
    assert moves(save) == [*before, *done]


@pytest.mark.parametrize("said", ["no, I meant the farm", "sorry, farm, not temple", "I mean farm"])
def test_who_meant_something_else_a_line_before_is_offered_undo(
    save: Path, typing: Callable[..., SavedTable], said: str
) -> None:
    run("do", save, *BEGUN)
    typing("spears simple; walk temple", said)
    assert moves(save)[-1] == "walk Temple"
    typing(said, "")
    assert moves(save)[-2:] == ["activate Spears simple", "walk Temple Farm"]


@pytest.mark.parametrize(
    "said", ["adjust winner Anna because we meant it", "overrule spears farm because I meant it"]
)
def test_a_reason_takes_nothing_back(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str], said: str
) -> None:
    run("do", save, *BEGUN, "activate Spears simple")
    typing(said)
    told = capsys.readouterr().out
    assert "takes back" not in told
    assert "Did you mean" not in told


def test_what_nothing_tells_of_is_taken_back_by_nobody(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    run("do", save, *BEGUN)
    before = moves(save)
    typing("spears temple, sorry, farm not camp", "spears temple, oops, xyzzy")
    assert " ".join(capsys.readouterr().out.split()).count("takes back; type the answer alone") == 2
    assert moves(save) == before


@pytest.mark.rule("deploy")
def test_the_reason_is_told_why_a_unit_cannot_be_deployed_there(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    """Farm isn't misspelt: it is full."""
    run("do", save, *(line.replace("forest 3", "forest 1") for line in BEGUN))
    typing("warden complex; deploys in the farm")
    told = capsys.readouterr().out
    assert "Farm" in told.splitlines()[-2], told
    assert "fits several" not in told


def test_the_reason_is_told_for_what_a_unit_that_is_said_cannot_do(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    run("do", save, *BEGUN, "activate Spears simple")
    typing("the spears run to the temple")
    assert "can't read" not in capsys.readouterr().out
    assert moves(save)[-1] == "activate Spears simple"


def test_the_log_fits_the_screen_also_where_its_entries_are_long(
    save: Path,
    typing: Callable[..., SavedTable],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run("do", save, *BEGUN)
    capsys.readouterr()
    monkeypatch.setattr(Screen, "height", 14)
    monkeypatch.setenv("COLUMNS", "50")
    typing("log")
    told = capsys.readouterr().out.splitlines()
    log = told[next(at for at, line in enumerate(told) if "earlier; words find them" in line) :]
    assert sum(-(-len(line) // 50) for line in log) <= 12
    assert any("place Wall Farm" in line for line in log)


def test_areas_are_listed_by_name_whenever_they_were_typed(save: Path) -> None:
    run("do", save, *BEGUN)
    heads = [line.split()[0].strip(",") for line in run("status", save).stdout.splitlines() if line.strip()]
    assert [head for head in heads if head in ("Camp", "Farm", "Temple")] == ["Camp", "Farm", "Temple"]


@pytest.mark.rule("M67")
def test_a_yes_to_an_answer_that_no_card_allows_is_no_no(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    """It is asked because a manoeuvre may bring the card; a yes is refused with the reason."""
    run("do", save, *BEGUN, "adjust Wall area Camp", "adjust Bo hand 13", "draw", "activate Spears simple")
    question = typing("attack wall; 0 0 0 0").session.question
    assert question is not None
    assert question.key == "retaliate"
    question = typing("yes").session.question
    assert question is not None
    assert question.key == "retaliate"
    assert "Bo has no Wall card in hand" in capsys.readouterr().out


def test_after_undo_units_and_stones_are_told_where_they_go(save: Path) -> None:
    run("do", save, *BEGUN, "draw", "activate Spears simple", "walk Temple", "claim")
    told = " ".join(run("undo", save, 2).stdout.split())
    assert "Spears: from Temple to Camp; greek stone: from Spears to Temple." in told
    assert "Spears: from Camp to Temple" in run("redo", save, 2).stdout


def test_who_types_a_sheet_sees_what_its_numbers_are(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    typing("Zeus", "", "?")
    told = " ".join(capsys.readouterr().out.split())
    assert "9-5 7/9/1/2 a: vitality, offence/defence/range/movement, powers" in told
    assert 'manual "as it is printed"' in told


@pytest.mark.rule("recall", "M60")
def test_a_recall_says_what_its_number_is(save: Path) -> None:
    run("do", save, *BEGUN, "adjust Spears vitality 3", "draw", "activate Spears simple")
    assert "1 miniature back, for 1 AoW card" in " ".join(run("next", save).stdout.split())


@pytest.mark.rule("M42", "evade", "initiative")
@pytest.mark.parametrize(("word", "why"), [("retaliate", "M42"), ("evade", "Evade"), ("initiative", "Initiative")])
def test_why_an_answer_cant_be_given_is_told_between_attacks(
    save: Path, typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str], word: str, why: str
) -> None:
    """It was no answer "here", with a list of moves and no reason."""
    run("do", save, *BEGUN)
    typing("spears simple", f"why not {word}")
    told = " ".join(capsys.readouterr().out.split()).rpartition(f"{word}: it is asked ")[2]
    assert "attack" in told.partition("(")[0]
    assert why in told.partition("(")[2]


def test_the_prompt_of_a_roll_shows_that_dice_are_typed_together() -> None:
    """Its hint isn't shown, as dice are thrown too often for one: seven dice took fourteen keys."""
    asked = roll_question(7, "Wall attacks Spears")
    assert asked.example() == "5421100"
    assert asked.parse(asked.example()) == (5, 4, 2, 1, 1, 0, 0)
    assert not roll_question(1, "Wall attacks Spears").example()
