"""A whole game at the prompt: lines of many answers, what goes by itself, fights in a line, and what stands last."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from referee import games
from referee.cli.common import open_table
from referee.evenings.story import story_of
from referee.games.conjurers.battle.moves import MOVES, Attack
from referee.play import loop
from referee.play.loop import play
from referee.play.notation import write_step
from referee.play.person import Person
from referee.saves.save import OpenSave, read_save
from referee.text.names import fold
from referee.text.screen import Screen
from tests.made_up import answered, play_example, type_at
from tests.old_saves import run

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR = "four-player-game.moves"

At = Callable[..., list[str]]


@pytest.fixture
def at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> At:
    """Plays the four-player example up to some words of its script, then types lines; what the log has more then.

    `elsewhere` is a command that is given in another window at the first prompt.
    """

    def typed(until: str, *lines: str, elsewhere: tuple[str, ...] = ()) -> list[str]:
        save = play_example(FOUR, until, tmp_path)
        table = open_table(save, Screen(plain=True))
        before = len(table.session.steps)
        capsys.readouterr()
        play(table, Typing(lines, lambda: run(elsewhere[0], save, *elsewhere[1:]) if elsewhere else None))
        return [write_step(step) for step in open_table(save, Screen(plain=True)).session.steps[before:]]

    return typed


@pytest.fixture
def undealt(tmp_path: Path) -> Path:
    """A game without a deck, in which all figures are placed and a conjurer is about to fight for a creature."""
    save = tmp_path / "new.toml"
    players = ("--player", "Anna:worker", "--player", "Bo:warrior", "--start", "Anna", "--yes")
    dealt = ("--dealt", "Anna: Ox, Bear, Rat", "--dealt", "Bo: Viper, Cat, Fox", "--locked", "greek, egyptian")
    assert run("new", save, *players, *dealt, "--dice", "entered", "--draws", "table").exit_code == 0
    placed = ("place conjurer valhalla", "place conjurer stone mine", "place worker lumber mill")
    assert run("do", save, *placed, "place warrior wild animals").exit_code == 0
    return save


class Typing(Person):
    """Somebody who types lines, then leaves; prompts and lines are told with the rest."""

    def __init__(self, lines: tuple[str, ...], elsewhere: Callable[[], object]) -> None:
        super().__init__(Screen(plain=True))
        self._lines = list(lines)
        self._elsewhere = [elsewhere]

    def _line(self, prompt: str, words: object, default: str = "") -> str:
        self.screen.line(f"> {prompt}{default}")
        while self._elsewhere:
            self._elsewhere.pop()()
        return self._lines.pop(0) if self._lines else "stop"


TURN_3, RESOLVING_3, RESOLVING_4 = (
    "# --- turn 3 ---",
    "resolve recruiter\nresolve merchant\n",
    "resolve recruiter\nresolve merchant [buy Buckler",
)
FIGHT_3 = "summon Draugr 2 ["
PLACED_3 = [
    f"place {placing}"
    for placing in (
        "conjurer garden of eden",
        "merchant fishing pond",
        "conjurer duat",
        "conjurer shangri la",
        "recruiter wild animals",
        "conjurer blacksmith 1",
        "warrior valhalla",
        "worker stone mine",
    )
]


def test_a_round_of_placing_is_one_line(at: At) -> None:
    """The figure is inferred where one can go there; words of the table and words of the language are understood."""
    line = "eden; merchant to the fishing pond; c duat; c shangri; hunt; smith; val; stone mine"
    assert at(TURN_3, line) == PLACED_3


def test_a_players_name_in_front_says_whose_turn_it_is(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    assert at(TURN_3, "dan: eden; bo: m fish", "stop") == [PLACED_3[0]]
    assert "It is Anna's turn, not Bo's." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("minion 1", "Minion is Dan's, and it is Bo's move"),
        ("mini", "Minion is Dan's, and it is Bo's move"),
        ("summon Minion 1", "Minion is Dan's, and it is Bo's move"),
        ("attack mini", "Minion is Dan's, and it is Bo's move"),
        ("xyzzy 1", 'can\'t read "xyzzy 1". ? lists the answers.'),
    ],
)
def test_in_a_battle_the_opponents_creature_is_told_as_such(
    at: At, capsys: pytest.CaptureFixture[str], said: str, told: str
) -> None:
    assert not at(FIGHT_3, said)
    assert told in " ".join(capsys.readouterr().out.split())


def test_the_first_that_is_not_legal_stops_a_line(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    """What was accepted before it stands; the rest is kept, to be mended."""
    assert at(TURN_3, "c eden; c tavern; c eden; w mine") == [
        "place conjurer garden of eden",
        "place conjurer tavern",
    ]
    told = capsys.readouterr().out
    assert '"c eden": garden of eden: taken by Dan\'s conjurer' in " ".join(told.split())
    assert "Not entered: c eden; w mine" in told
    assert told.rstrip().splitlines()[-1].endswith("c eden; w mine")


def test_what_is_meant_is_taken_by_enter_and_the_rest_of_the_line_too(at: At) -> None:
    assert at(TURN_3, "c eden; m fsihing; c duat", "") == PLACED_3[:3]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("m fsihing", "Did you mean merchant to fishing pond?"),
        ("m duel Björn", '"m duel" is followed by Anna, Bo, Cleo or Dan, not by "Björn"'),
    ],
)
def test_what_is_meant_is_said_as_people_say_it(
    at: At, capsys: pytest.CaptureFixture[str], typed: str, told: str
) -> None:
    """No internal notation, and names as they are written."""
    at(TURN_3, "c eden", typed)
    assert told in " ".join(capsys.readouterr().out.split())


def test_of_what_fits_several_one_is_chosen_by_number(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    assert at(TURN_3, "c eden; fish; c duat", "2") == PLACED_3[:3]
    assert '"fish" fits several:\n1. conjurer to fishing pond' in capsys.readouterr().out


def test_what_fits_several_is_the_only_list(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    """The numbers of another list, of all that can be answered, would mean something else."""
    at(TURN_3, "c eden; fish", "stop")
    after = capsys.readouterr().out.partition("conjurer goes to: garden of eden.")[2]
    assert [line.strip() for line in after.splitlines()[1:4]] == [
        '"fish" fits several:',
        "1. conjurer to fishing pond: gives 5 food",
        "2. merchant to fishing pond: gives 5 food",
    ]


@pytest.mark.rule("E1")
def test_what_fits_only_a_closed_space_says_why(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    assert at(TURN_3, "c eden", "eden") == [PLACED_3[0]]
    assert "garden of eden: taken by Dan's conjurer (" in capsys.readouterr().out


def test_the_answers_are_listed_once_for_a_question(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    """What was asked for stands last: neither a refusal nor a look at the rules brings the list again; ? does."""
    at(TURN_3, "zzz", "score", "why not tavern", "?")
    assert capsys.readouterr().out.count("1. conjurer: ") == 2


def test_what_asks_nothing_is_told_and_taken_by_one_enter(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is a step of its own in the log; a shop is asked at once, where declining is buying nothing."""
    assert at(RESOLVING_3, "", "stop") == ["resolve recruiter", "resolve merchant"]
    told = capsys.readouterr().out
    assert "Dan takes 5 food (wild animals).\nAnna takes 5 food (fishing pond).\n" in told
    assert told.count("Dan takes 5 food") == 1
    assert "> Anna buys, weapon smith's discount 2 [Enter: done]:" in told


@pytest.mark.parametrize("sure", ["", "level 3, 9/3, flying"])
def test_a_new_card_behind_what_is_done_is_asked_about_once(undealt: Path, sure: str) -> None:
    """Enter says that it is new, or what is printed on it; it was asked about again for ever."""
    play(open_table(undealt, Screen(plain=True)), Typing(("Zorb", sure), lambda: None))
    text = undealt.read_text(encoding="utf-8")
    assert '"resolve worker"' in text
    assert "Zorb" in text


def test_behind_a_new_cards_name_and_a_comma_stands_what_is_printed(undealt: Path) -> None:
    play(open_table(undealt, Screen(plain=True)), Typing(("", "Zorb, 3", "here"), lambda: None))
    assert '"Zorb"' in undealt.read_text(encoding="utf-8")


def test_what_is_done_may_be_said_so(at: At) -> None:
    assert at("resolve merchant", "done")[:2] == ["resolve merchant", "resolve worker"]


def test_what_is_different_is_said_instead(at: At) -> None:
    assert at(RESOLVING_3, "decline anna") == ["resolve recruiter", "decline merchant"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("no", 'can\'t read "no"; Enter takes all of that; type what is different, like decline recruiter Dan'),
        ("xyzzy", 'can\'t read "xyzzy"; Enter takes all of that'),
        ("buy xyzzy", '"buy" is followed by a card for sale or done, not by "xyzzy"'),
    ],
)
def test_what_is_neither_told_nor_different_is_refused_in_words_of_the_question(
    at: At, capsys: pytest.CaptureFixture[str], said: str, told: str
) -> None:
    """Only what has a word of the answers to the question after them is refused as an answer to that."""
    assert not at(RESOLVING_3, said, "stop")
    assert told in " ".join(capsys.readouterr().out.split())


def test_what_comes_after_may_be_said_at_once(at: At) -> None:
    """An answer to the question after them takes all that was told before it."""
    assert at(RESOLVING_3, "done")[:3] == ["resolve recruiter", "resolve merchant", "resolve conjurer [done]"]


def test_undo_goes_back_to_the_last_decision(at: At) -> None:
    """What was opened by itself is no decision, and what came by itself is asked again."""
    assert at(RESOLVING_3, "", "undo", "decline anna") == ["resolve recruiter", "decline merchant"]


@pytest.mark.parametrize(
    "said", ["resolve recruiter; resolve merchant; resolve conjurer [done]", ";resolve conjurer [done]"]
)
def test_what_a_script_says_can_be_typed_too(at: At, said: str) -> None:
    """Also where the program goes on by itself meanwhile."""
    assert at(RESOLVING_3, said)[:3] == ["resolve recruiter", "resolve merchant", "resolve conjurer [done]"]


def test_what_opened_by_itself_can_be_declined(at: At) -> None:
    assert at(RESOLVING_3, "; decline conjurer")[:3] == ["resolve recruiter", "resolve merchant", "decline conjurer"]


@pytest.mark.rule("A3")
def test_a_trade_that_is_proposed_is_legal(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    at("resolve recruiter [trade 3 wood stone", "?")
    told = capsys.readouterr().out
    assert "trade 6 wood iron" not in told
    assert ", or a multiple of it)" in told


@pytest.mark.rule("A18")
def test_a_draw_says_for_which_bout(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    at("Bo [Dan]\ndefender wins")
    assert "> Final: who was drawn as challenger" in capsys.readouterr().out


def test_a_fight_is_one_line(at: At) -> None:
    assert at(FIGHT_3, "draugr 2 02 02; a 22/11; fox 3") == [
        "summon Draugr 2 [0 2 / 0 2]",
        "attack Minion [2 2 / 1 1]",
        "summon Snow Fox 3",
    ]


@pytest.mark.parametrize("line", ["wolf 1 12 1", "2 121"])
def test_dice_behind_a_summon_are_those_of_one_without_equipment(at: At, line: str) -> None:
    """What a creature wears isn't asked where it was thrown for already."""
    assert at("summon Wolf 1 with Buckler", line) == ["summon Wolf 1 [1 2 / 1]"]


def test_corrections_and_questions_are_heard_where_dice_are_typed(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    said = at(FIGHT_3, "draugr 2", "adjust Anna wood 3", "why not summon Snow Fox 3", "02 02")
    assert "adjust Anna wood 3" in said
    assert said[-1] == "summon Draugr 2 [0 2 / 0 2]"
    assert "summon Snow Fox 3: dice are thrown first (" in " ".join(capsys.readouterr().out.split())


def test_a_total_is_enough_where_nothing_but_the_sum_counts(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    """What the dice showed is not made up: the sum is what is kept."""
    assert at(FIGHT_3, "draugr 2 =2/=2; a 4/=2")[1] == "attack Minion [total 4 / total 2]"
    assert "Draugr strikes Minion: 2 dice = 2: 2 dealt" in " ".join(capsys.readouterr().out.split())


def test_enter_makes_no_move_in_a_battle(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    """An Enter too many after dice would attack; the attack stands first in the list."""
    assert at(FIGHT_3, "draugr 2 02 02", "", "1; 22 11")[1] == "attack Minion [2 2 / 1 1]"
    told = capsys.readouterr().out
    assert "Dan's move:" in told
    assert "1. attack Minion" in told


@pytest.mark.rule("A22")
@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("give up", "attacker wins"),
        ("I concede", "attacker wins"),
        ("bo won", "attacker wins"),
        ("Dan wins", "defender wins"),
    ],
)
def test_a_refereed_battle_may_end_by_its_outcome(at: At, said: str, answer: str) -> None:
    """Dan has the minion's side, whose move it is: whoever gives up has lost."""
    assert at(FIGHT_3, f"draugr 2 02 02; {said}") == ["summon Draugr 2 [0 2 / 0 2]", answer]


@pytest.mark.parametrize(
    ("line", "over"),
    [
        ("draugr 2 02 02 11", "thrown here (Draugr strikes Minion, Minion strikes Draugr). Nothing of this was"),
        ("draugr 2 02 02 11", "11 is left over: 4 dice are thrown here"),
        ("draugr 2 02 02 1", "1 is left over: 4 dice are thrown"),  # no first move of a list that nobody has seen
        ("draugr 2; 02 02 1", "1 is left over: 4 dice are thrown"),
        ("draugr 2; 0 2 / 0 2 / 1", "1 is left over: 4 dice are thrown"),
        ("draugr 2 02 03", "03: a die can't show 3"),
        ("draugr 2 02 0", "0: 1 die is too few"),
        ("draugr 2; 02 0", "0: 1 die is too few"),
        ("draugr 2; 0 2 3", "3: a die can't show 3"),  # no sum of the next throw, which stands apart: 0 2 / 3
        ("draugr 2 023", "3: a die can't show 3"),
    ],
)
def test_of_a_line_with_dice_that_nobody_throws_none_is_taken(
    at: At, capsys: pytest.CaptureFixture[str], line: str, over: str
) -> None:
    assert not at(FIGHT_3, line)
    told = " ".join(capsys.readouterr().out.split())
    assert f" {over}" in told
    assert "Nothing of this was entered." in told


def test_behind_the_dice_the_next_answer_may_follow(at: At) -> None:
    assert at(FIGHT_3, "draugr 2; 02 / 02; attack minion 22 11") == [
        "summon Draugr 2 [0 2 / 0 2]",
        "attack Minion [2 2 / 1 1]",
    ]


@pytest.mark.parametrize(("until", "line"), [(TURN_3, "c eden 2"), (RESOLVING_3, "decline anna 1")])
def test_a_number_behind_an_answer_without_dice_is_no_answer_to_the_next_question(
    at: At, until: str, line: str
) -> None:
    assert not at(until, line)


@pytest.mark.rule("A3")
def test_a_trade_is_said_as_people_say_it(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    """What is gained may be named too, and must be right."""
    typed = ("3 wood for 9 stone", "3 wood for 2 stone", "3 bronze into iron", "")
    done = "resolve recruiter [trade 3 wood stone / trade 3 bronze iron / done]"
    assert at("resolve recruiter [trade 3 wood stone", *typed)[0] == done
    assert "3 wood are" in capsys.readouterr().out


def test_the_status_at_an_open_prompt_is_that_of_the_file(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    assert at(TURN_3, "status", elsewhere=("adjust", "Anna", "food", "33")) == ["adjust Anna food 33"]
    assert " 33 " in capsys.readouterr().out


def test_a_move_that_is_still_legal_is_made_after_another_windows_entry(at: At) -> None:
    assert at(TURN_3, "c eden", elsewhere=("adjust", "Anna", "food", "33")) == ["adjust Anna food 33", PLACED_3[0]]


def test_a_move_of_somebody_else_is_asked_for_again(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    """Dan's figure was placed in another window: what was typed for him isn't taken for Anna."""
    assert at(TURN_3, "c duat", elsewhere=("do", PLACED_3[0])) == [PLACED_3[0]]
    told = " ".join(capsys.readouterr().out.split())
    assert "here is the new state, and the question again" in told
    assert 'Not taken: "c duat".' in told


@pytest.mark.parametrize("said", ["undo", "status; c duat"])
def test_undo_does_not_take_back_what_another_window_did(at: At, said: str) -> None:
    assert at(TURN_3, said, elsewhere=("do", PLACED_3[0]))[0] == PLACED_3[0]


@pytest.mark.parametrize("until", ["move Snow Fox 2", "move Bear 2", "move Archer 2", "move Tubal-Cain 2"])
@pytest.mark.parametrize("slot", [1, 3, 4, 9])
def test_a_slot_that_cant_be_is_refused_and_never_left_over_as_dice(at: At, until: str, slot: int) -> None:
    """The number is a part of the move: another slot isn't taken for it, nor it for another's answer."""
    moved = f"{until[:-1]}{slot}"
    assert at(until, moved) in ([], [moved])


@pytest.mark.parametrize(("said", "places"), [("yes", 1), ("y", 1), ("", 1), ("no", 0)])
def test_did_you_mean_is_answered_in_words_too(
    at: At, capsys: pytest.CaptureFixture[str], said: str, places: int
) -> None:
    """What is only near to an answer is asked about; yes takes it as Enter does, no asks again."""
    lines = (EXAMPLES / FOUR).read_text(encoding="utf-8").splitlines()
    move = next(one for one in lines if one.startswith("place ") and one.endswith("tavern"))
    done = at(move, move.replace("tavern", "tavrrn"), said)
    assert "Did you mean" in capsys.readouterr().out
    assert len(done) == places


def test_why_not_takes_any_word_of_what_is_meant(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    """A space alone says enough, whether it is closed or can be gone to."""
    lines = (EXAMPLES / FOUR).read_text(encoding="utf-8").splitlines()
    move = next(one for one in lines if one.startswith("place ") and one.endswith("tavern"))
    at(move, "why not tavern", "why not lumber mill", "why not the tavern for my merchant")
    told = capsys.readouterr().out
    assert "tavern: that can be done now." in told
    assert "Like all figures it may also go to" in " ".join(told.split()), "a question is answered by the rules"
    assert "can't read" not in told


@pytest.mark.rule("tavern-holder")
@pytest.mark.parametrize("said", ["why not tavern", "tavern"])
def test_a_space_alone_that_no_figure_of_the_player_may_take_says_why(
    at: At, capsys: pytest.CaptureFixture[str], said: str
) -> None:
    """Also where it is open to others: the start player has the button already."""
    assert at("# --- turn 1 ---", said) == []
    told = capsys.readouterr().out
    assert "holds the Initiative Button and can't go to the tavern" in " ".join(told.split())
    assert "can't read" not in told


# --- odds, claims and the verdict of the battle under way, and what corrects an earlier entry ---------


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("claim minion 1", "claimed 1 damage on Minion, it is 2"),
        ("claim Minion 2 damage", "Every move is legal and every claim right."),
        ("claim Minion 2, Draugr 9", "claimed 9 damage on Draugr, it is 2"),
        ("claim drau 9", "claimed 9 damage on Draugr, it is 2"),
        ("claim", "say who has how much damage: claim Draugr 4"),
        ("claim nonsense", '"nonsense" isn\'t a claim; say who has how much damage: claim Draugr 4'),
        ("claim Imp 2", 'no creature is called "Imp"'),
        ("judge", "Every move is legal."),
        ("odds attack minion", "Draugr takes 0-4, mostly 2"),
        ("odds attack bear", "Bear is Bo's, and it is Dan's move"),
    ],
)
def test_a_battle_is_judged_where_it_is_fought(
    at: At, capsys: pytest.CaptureFixture[str], said: str, told: str
) -> None:
    """What was asked for stands last, and the battle goes on from there."""
    assert at(FIGHT_3, "draugr 2 02 02", said, "a 22/11")[-1] == "attack Minion [2 2 / 1 1]"
    after = capsys.readouterr().out.partition("Draugr strikes Minion")[2].partition("> Dan's move")[2]
    assert told in " ".join(after.partition("> Dan's move")[0].split())


def judged(save: Path) -> tuple[int, list[dict[str, object]]]:
    """What `judge` says of a save's battle: its exit code, and the claims that aren't so."""
    result = run("judge", save, "--json")
    return result.exit_code, json.loads(result.stdout)["disputes"]


WRONG = {"turn": 2, "creature": "defender.Minion", "claimed": 1, "ruled": 2}


def test_a_claim_at_the_prompt_is_kept_with_its_turn_and_judged_again(at: At, tmp_path: Path) -> None:
    """Also while the next turn's dice are asked for; what was entered of that stands."""
    turn = "summon Draugr 2 [0 2 / 0 2]"
    assert at(FIGHT_3, "draugr 2 02 02", "claim mini 1", "stop") == [turn, "adjust claim Minion 1"]
    save = tmp_path / "game.toml"
    assert judged(save) == (1, [WRONG])
    assert run("verify", save).exit_code == 0
    play(open_table(save, Screen(plain=True)), Typing(("attack 22", "claim Draugr 1", "11"), lambda: None))
    log = [write_step(step) for step in open_table(save, Screen(plain=True)).session.steps[-4:]]
    assert log == [turn, "adjust claim Minion 1", "adjust claim Draugr 1", "attack Minion [2 2 / 1 1]"]
    assert judged(save) == (1, [WRONG, {"turn": 2, "creature": "attacker.Draugr", "claimed": 1, "ruled": 2}])


def test_a_claim_that_is_so_of_two_turns_is_kept_with_each(at: At) -> None:
    """What was claimed after one turn is nothing that is claimed after the next."""
    turns = ("summon Draugr 2 [0 2 / 0 2]", "attack Minion [2 2 / 1 1]")
    log = at(FIGHT_3, "draugr 2 02 02", "claim draugr 2", "attack minion 22/11", "claim draugr 2", "stop")
    assert log == [turns[0], "adjust claim Draugr 2", turns[1], "adjust claim Draugr 2"]


def test_damage_and_slots_of_a_battle_are_put_right_and_stand_in_its_record(at: At, tmp_path: Path) -> None:
    """After a turn; what the players say then is judged by what was put right."""
    put = ("adjust damage minion 1", "adjust slot draugr 1")
    assert at(FIGHT_3, "draugr 2 02 02", *put, "claim minion 1", "stop")[1:3] == [*put]
    save = tmp_path / "game.toml"
    assert judged(save) == (0, [])
    assert run("verify", save).exit_code == 0
    status = json.loads(run("status", save, "--json").stdout)["contest"]["battle"]
    fighters = {one["card"]["name"]: one for one in status["fighters"]}
    assert (fighters["Minion"]["damage"], fighters["Draugr"]["slot"]) == (1, 1)
    assert "it is dead: undo the turn" in run("do", save, "adjust damage Minion 40").stderr
    assert run("undo", save).exit_code == 0


def test_a_claim_of_a_count_is_kept_in_a_battle_too(at: At, tmp_path: Path) -> None:
    said = ("draugr 2 02 02", "claim Anna food 9", "claim mini 1", "stop")
    kept = ["summon Draugr 2 [0 2 / 0 2]", "adjust claim Anna food 9", "adjust claim Minion 1"]
    assert at(FIGHT_3, *said) == kept
    save = tmp_path / "game.toml"
    assert judged(save) == (1, [WRONG])
    assert run("verify", save).exit_code == 0
    assert "Claimed: Anna food 9, but it is" in run("story", save, "--plain").stdout


def test_a_claim_is_undone_and_redone_and_is_said_once(
    at: At, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ["summon Draugr 2 [0 2 / 0 2]", "adjust claim Minion 1"]
    assert at(FIGHT_3, "draugr 2 02 02", "claim minion 1", "claim minion 1") == kept
    save = tmp_path / "game.toml"
    for said, left, disputes in (("undo", kept[:1], []), ("redo", kept, [WRONG])):
        play(open_table(save, Screen(plain=True)), Typing((said,), lambda: None))
        steps = open_table(save, Screen(plain=True)).session.steps
        assert [write_step(step) for step in steps[-len(left) :]] == left
        assert judged(save)[1] == disputes
    assert "Undid: adjust claim Minion 1." in capsys.readouterr().out


def test_a_claim_is_explained_with_what_is_so_and_is_no_correction_in_the_story(at: At, tmp_path: Path) -> None:
    at(FIGHT_3, "draugr 2 02 02", "claim minion 1, draugr 2", "stop")
    save = tmp_path / "game.toml"
    told = "1 damage on Minion is claimed, but it is 2. 2 damage on Draugr is claimed, and so it is."
    assert told in " ".join(run("why", save, "--plain").stdout.split())
    story = dict(story_of(OpenSave(games.load("conjurers"), read_save(save))).chapters)
    entry = len(open_table(save, Screen(plain=True)).session.steps)
    assert story["Claims"] == (f"Entry {entry}, turn 3, battles: {told}",)
    assert "Corrections" not in story


def test_before_a_turn_is_over_nothing_can_be_claimed(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    assert at("summon Minion 2\nsummon Draugr", "claim Minion 1") == []
    assert "no turn of this battle is over yet, so there is nothing to claim" in capsys.readouterr().out


def test_when_no_battle_is_under_way_nothing_can_be_claimed(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    assert at("# --- turn 1 ---", "claim Minion 1") == []
    assert "No battle is under way yet. So there is nothing to claim." in capsys.readouterr().out


def test_odds_at_a_battles_prompt_are_those_of_the_file(
    at: At, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    at(FIGHT_3, "draugr 2 02 02", "odds")
    told = capsys.readouterr().out.partition("Draugr strikes Minion")[2].partition("> Dan's move")[2]
    shown = run("odds", tmp_path / "game.toml", "--plain").stdout
    assert "attack Minion" in shown
    assert shown in told


def test_without_a_battle_the_log_is_judged(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    assert at("# --- turn 1 ---", "judge", "claim Anna wood 7", "judge") == ["adjust claim Anna wood 7"]
    told = " ".join(capsys.readouterr().out.split())
    assert "Nothing is illegal or claimed wrongly." in told
    assert "disputed: Anna wood is 0, not 7" in told


def test_an_entry_is_amended_at_the_prompt(at: At, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at(TURN_3, "c eden", "m fish", "status")
    save = tmp_path / "game.toml"
    placed = len(open_table(save, Screen(plain=True)).session.steps)
    play(open_table(save, Screen(plain=True)), Typing((f"amend {placed} place merchant wild animals",), lambda: None))
    steps = open_table(save, Screen(plain=True)).session.steps
    assert (len(steps), write_step(steps[-1])) == (placed, "place merchant wild animals")
    assert f"Entry {placed} was: place merchant fishing pond" in capsys.readouterr().out


def test_who_places_sees_what_is_there_and_what_is_fed(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    """The stock, the army and the next feeding of who decides, and what was placed; not before each typed answer."""
    at(TURN_3, "c eden; m fish", "status")
    told = capsys.readouterr().out
    stock = [line for line in told.splitlines() if " · army " in line]
    assert stock
    assert all(re.search(r"food \d+ · army .* · feeds \d+ after turn 3: (ok|\d+ short)", line) for line in stock)
    assert "placed: " in told


@pytest.mark.parametrize("together", [0, 2])
def test_a_round_typed_one_by_one_is_shown_as_one_line(
    at: At, capsys: pytest.CaptureFixture[str], together: int
) -> None:
    """Once, in the words of the table cut short; whoever typed several answers on a line knows it."""
    typed = [placed.removeprefix("place ") for placed in PLACED_3]
    first = ["; ".join(typed[:together])] if together else []
    at(TURN_3, *first, *typed[together:], "status")
    told = " ".join(capsys.readouterr().out.split())
    line = "c eden; m fish; duat; c shan; r wild; c blac; w valh; stone"
    assert (f"All of that fits one line: {line}" in told) is not together


def test_an_entry_is_found_by_words_and_answered_again(
    at: At, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its old answer stands for Enter; what it becomes is shown, and asked about."""
    at(TURN_3, "c eden", "m fish", "log merchant fishing", "amend merchant fishing", "m wild", "yes", "log moon")
    save = tmp_path / "game.toml"
    assert write_step(open_table(save, Screen(plain=True)).session.steps[-1]) == "place merchant wild animals"
    told = " ".join(capsys.readouterr().out.split())
    assert told.count("place merchant fishing pond") >= 2
    assert 'No entry has "moon".' in told


@pytest.mark.parametrize(("answer", "left"), [("no", 2), ("yes", 1)])
def test_where_a_later_entry_would_not_hold_the_log_may_end(
    at: At, tmp_path: Path, capsys: pytest.CaptureFixture[str], answer: str, left: int
) -> None:
    at(TURN_3, "c eden; m fish")
    save = tmp_path / "game.toml"
    first = len(open_table(save, Screen(plain=True)).session.steps) - 1
    typed = (f"amend {first} place conjurer fishing pond", answer)
    play(open_table(save, Screen(plain=True)), Typing(typed, lambda: None))
    assert len(open_table(save, Screen(plain=True)).session.steps) == first - 1 + left
    told = capsys.readouterr().out
    assert f"Nothing was changed: entry {first + 1} wouldn't hold any more." in told
    assert ("1 later entry was cut off" in " ".join(told.split())) is (answer == "yes")


def test_a_battle_that_ended_by_its_outcome_is_judged_as_far_as_it_was_fought(
    at: At, capsys: pytest.CaptureFixture[str]
) -> None:
    assert at(FIGHT_3, "draugr 2 02 02; give up", "judge")
    assert "2 turns" in capsys.readouterr().out


@pytest.mark.rule("A22")
def test_a_battle_may_end_by_its_outcome_while_dice_are_asked_for(at: At) -> None:
    assert at(FIGHT_3, "draugr 2 02", "bo won") == ["summon Draugr 2 [0 2 / attacker wins]"]


# --- an evening without a deck ----------------------------------------------------------------------


Fresh = Callable[..., list[str]]
SEATS = {
    "Anna:worker": "Torchbearer, Wolf, Jackal",
    "Bo:warrior": "Viper, Bear, Fox",
    "Cleo:recruiter": "Crocodile, Tortoise, Owl",
    "Dan:merchant": "Boar, Archer, Imp",
}
PLACED = ("c valhalla; war eden; rec market; m wood; wo wild; c fish; c stone mine; c duat", "")
"""All figures are placed; what they gain is taken by one Enter, also past a marketplace where nothing is possible."""


@pytest.fixture
def fresh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Fresh:
    """Begins a game for four without a deck and types lines; all answers then."""

    def typed(*lines: str) -> list[str]:
        save = tmp_path / "fresh.toml"
        given = [
            option
            for seat, hand in SEATS.items()
            for option in ("--player", seat, "--dealt", f"{seat.partition(':')[0]}: {hand}")
        ]
        assert run("new", save, *given, "--deck", "none", "--yes").exit_code == 0
        table = open_table(save, Screen(plain=True))
        capsys.readouterr()
        play(table, Typing(lines, lambda: None))
        session = open_table(save, Screen(plain=True)).session
        return [
            answer.text
            for answers in (*(step.answers for step in session.steps), session.draft)
            for answer in answers
        ]

    return typed


@pytest.mark.rule("A8", "battlegrounds")
@pytest.mark.parametrize("card", ["Troll: 2, 9/2, defensive 1", "Troll 2, 9/2 defensive 1"])
def test_a_new_card_may_stand_in_a_line_of_many_answers(
    fresh: Fresh, capsys: pytest.CaptureFixture[str], card: str
) -> None:
    """What is printed ends at a semicolon; why not the left neighbour plays the minion is said."""
    made = fresh(*PLACED, f"{card}; referee; minion 2; torch 1; 5/2 offensive 1; troll 3")
    assert made[-3:] == ["summon Torchbearer 1", "5/2, offensive 1", "summon Troll 3"]
    told = " ".join(capsys.readouterr().out.split())
    assert "Cleo plays the minion (Bo, on the left, fights at the same time)." in told


def test_the_board_stands_once_below_several_answers(fresh: Fresh, capsys: pytest.CaptureFixture[str]) -> None:
    fresh(*PLACED, "Troll: 2, 9/2", "referee; minion 2; torch 1; 5/2; troll 3")
    after = capsys.readouterr().out.rpartition("how is it fought:")[2]
    assert after.count("Anna, slot 1: Torchbearer") == 1


def test_of_several_moves_the_one_that_throws_so_many_dice_is_meant(fresh: Fresh) -> None:
    """Attack and move of the creature begin so; only the attack has dice for both and names no slot."""
    line = "referee; minion 2; torch 1; 5/2 offensive 1; troll 1 2 1 1 0"
    assert fresh(*PLACED, "Troll: 2, 9/2", line, "torchbearer 2 1 1 0")[-2:] == ["2 1", "1 0"]


@pytest.mark.parametrize("line", ["torch 1 21 10", "torch 1 2110"])
def test_dice_of_a_creature_whose_card_is_not_known_are_told_what_comes_first(
    fresh: Fresh, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    fresh(*PLACED, "Troll: 2, 9/2", "referee; troll 1", line, "torch 1; 5/2; 21 10")
    told = " ".join(capsys.readouterr().out.split())
    assert f"what is printed on Torchbearer comes before {line[8:]}; semicolons between" in told
    assert "Torchbearer strikes Troll: 2 dice 2+1" in told
    assert "(with its card and the dice on one line: Torchbearer 2; 5/2 poisonous; 2110)" in told


def test_what_to_do_is_answered_with_whose_turn_it_is_and_the_goal(
    fresh: Fresh, capsys: pytest.CaptureFixture[str]
) -> None:
    fresh("what should I do first")
    told = capsys.readouterr().out
    assert "Anna decides now" in told
    assert "A good first turn" in told
    assert "The rule:" not in told  # the words find "First strike"


@pytest.mark.rule("allocation")
def test_the_spaces_of_a_placing_take_few_lines(fresh: Fresh, capsys: pytest.CaptureFixture[str]) -> None:
    fresh("c valhalla")
    told = " ".join(capsys.readouterr().out.rpartition("placed: ")[2].split())
    assert "2. warrior: wild animals, fishing pond · shangri la, garden of eden, duat, mount olympus >" in told
    assert "wood, stone storage · wild animals, fishing pond ·" in told
    assert "2 artificers · duel Anna, Cleo, Dan" in told


@pytest.mark.parametrize("said", ["Dan leaves", "correct Dan leaves", "Dan leaves the game"])
def test_somebody_leaves_as_people_say_it(at: At, said: str) -> None:
    assert at(TURN_3, said) == ["leave Dan"]


def test_what_is_to_be_corrected_may_stand_behind_the_command(at: At) -> None:
    assert at(TURN_3, "correct leave", "dan", "") == ["leave Dan"]
    assert at(TURN_3, "correct Anna", "wood", "9", "") == ["adjust Anna wood 9"]


def test_who_has_left_is_no_unknown_name(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    at(TURN_3, "Dan leaves", "correct Dan comes back", "correct Dan wood 2")
    assert " ".join(capsys.readouterr().out.split()).count("Dan has left the game; undo takes that back") == 2


def test_an_entry_that_answers_nothing_is_taken_out_without_another_question(
    at: At, capsys: pytest.CaptureFixture[str]
) -> None:
    assert at(TURN_3, "Dan leaves", "amend leave", "remove") == []
    assert "It should be [Enter: leave Dan]" in capsys.readouterr().out


def test_on_few_columns_no_word_of_the_board_is_broken(
    at: At, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    at(TURN_3)
    shown = run("status", tmp_path / "game.toml").output
    assert "…" not in shown
    assert "diamond mine   closed until turn 7" in shown


@pytest.mark.rule("A4")
def test_several_are_sacrificed_as_people_say_it(at: At) -> None:
    said = "Owl food and Golem iron and bronze"
    assert at("resolve recruiter [sacrifice Owl", said)[0] == (
        "resolve recruiter [sacrifice Owl for food, Golem for iron and bronze]"
    )


def test_a_players_name_may_stand_in_front_without_a_colon(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    line = "dan eden; Anna's merchant fishing pond; bo's conj duat; anna stone mine"
    assert at(TURN_3, line, "stop") == PLACED_3[:3]
    assert "turn, not Anna's." in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    ["eden, merchant takes the fishing pond, bo: c duat", "dan eden and anna m fishing, then bo's conj visits duat"],
)
def test_commas_and_then_part_answers_that_follow_each_other(at: At, line: str) -> None:
    assert at(TURN_3, line) == PLACED_3[:3]


@pytest.mark.parametrize(
    "said", ["the draugr fights the minion", "put draugr in front of the minion", "draugr faces minion"]
)
def test_whom_a_creature_comes_to_face_may_be_said(fresh: Fresh, said: str) -> None:
    assert fresh(*PLACED, "Draugr: 2, 9/2", "referee", "minion 2", said.replace("draugr", "torchbearer"), "5/2")[
        -2
    ] == ("summon Torchbearer 2")


BEFORE_WOLF = "summon Wolf 1 with"


@pytest.mark.rule("attack", "empty-slot")
@pytest.mark.parametrize("typed", ["attack tortoise with {}", "{} shoots the tortoise"])
@pytest.mark.parametrize(("said", "proposed"), [("Wolf", "summon Wolf 1"), ("Centaur", "move Centaur 1")])
def test_an_attack_on_whom_nobody_faces_proposes_how_to_face_it(
    at: At, capsys: pytest.CaptureFixture[str], typed: str, said: str, proposed: str
) -> None:
    assert not at(BEFORE_WOLF, typed.format(said))
    told = " ".join(capsys.readouterr().out.split())
    assert f"Tortoise doesn't stand in front of {said}; did you mean {proposed}?" in told


@pytest.mark.parametrize("typed", ["shoot the owl", "strike owl", "centaur shoots the owl", "hit owl with centaur"])
def test_who_attacks_may_be_told_by_whom_it_strikes(at: At, typed: str) -> None:
    assert at(BEFORE_WOLF, typed, "1 2") == ["attack Centaur [1 2]"]
    assert MOVES.named["attack"] is Attack, "the move that programs know by this word"


@pytest.mark.rule("attack")
def test_an_attack_on_whom_nobody_can_face_is_refused(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    assert not at(BEFORE_WOLF, "attack owl with wolf")
    assert "Owl doesn't stand in front of Wolf (Attack, p. 16)" in capsys.readouterr().out


@pytest.mark.rule("summon")
@pytest.mark.parametrize("said", ["next to the centaur on the left side", "left of the centaur"])
def test_a_slot_may_be_told_by_who_stands_next_to_it(at: At, said: str) -> None:
    assert at(BEFORE_WOLF, f"summon the wolf {said}", "1 1 0") == ["summon Wolf 1 [1 1 / 0]"]


@pytest.mark.parametrize(
    ("said", "taken"), [("only one hit, 1 0", ["1 0"]), ("two hits: 1 2", ["1 2"]), ("two hits, 1 0", [])]
)
def test_a_count_of_hits_beside_dice_has_to_be_theirs(at: At, said: str, taken: list[str]) -> None:
    assert at(BEFORE_WOLF, "hit owl with the centaur", said) == [f"attack Centaur [{dice}]" for dice in taken]


@pytest.mark.rule("summon")
@pytest.mark.parametrize("said", [", no shield", " without the buckler", " and no item"])
def test_what_a_creature_is_summoned_without_is_asked_about(
    at: At, capsys: pytest.CaptureFixture[str], said: str
) -> None:
    assert not at(BEFORE_WOLF, f"wolf 3{said}")
    assert "Did you mean summon Wolf 3?" in capsys.readouterr().out


@pytest.mark.rule("blacksmith")
@pytest.mark.parametrize("line", ["done", "i'm done shopping"])
def test_the_step_before_a_shop_may_be_said_first(at: At, line: str) -> None:
    """It was made by itself."""
    assert at("resolve merchant [buy Buckler", "resolve merchant", line)[:1] == ["resolve merchant [done]"]


@pytest.mark.rule("food-spaces")
def test_of_two_spaces_for_food_one_is_asked_about(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    assert not at(TURN_3, "c food")
    assert "conjurer to fishing pond" in capsys.readouterr().out


@pytest.mark.parametrize(
    "said", ["bo gives up", "Dan wins the battle", "bo lost", "dan won it", "Dan has won.", "bo lost this fight"]
)
def test_who_gives_up_or_loses_a_battle_may_be_said(at: At, said: str) -> None:
    (ended,) = at(FIGHT_3, said, "stop")
    assert ended in ("Dan wins", "defender wins", "attacker wins")


def test_why_before_a_new_card_is_a_question(undealt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was taken for the name of a card, with its level."""
    play(open_table(undealt, Screen(plain=True)), Typing(("", "why did the pit give only 1 stone"), lambda: None))
    assert "pit" not in undealt.read_text(encoding="utf-8").partition("[log]")[2].replace("sacrificial pit", "")
    assert "which level" not in capsys.readouterr().out


@pytest.mark.parametrize("line", ["Zorb, level 1, 4 hit points and 2 dice", "Zorb level 9 with 4 life"])
def test_a_wrong_value_of_a_new_card_is_refused_for_itself(
    undealt: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commas were refused in the card's name."""
    play(open_table(undealt, Screen(plain=True)), Typing(("", line, "2, 4 life and 2 dice", "here"), lambda: None))
    told = capsys.readouterr().out
    assert "it must be from 2 to 5" in told
    assert "name has no brackets" not in told
    assert "2, 4/2" in undealt.read_text(encoding="utf-8")


@pytest.mark.parametrize("line", ["lvl 3, 6 hitpoints, 3 dice, can fly", "level 3, 6 hp, 3 dice, it flies"])
def test_a_new_creature_may_be_said_as_it_is_printed(undealt: Path, line: str) -> None:
    play(open_table(undealt, Screen(plain=True)), Typing(("", "Zorb", "", line, "here"), lambda: None))
    assert "3, 6/3, flying" in undealt.read_text(encoding="utf-8")


def test_the_dice_of_a_card_choose_no_way_to_fight(undealt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It asked whether "3; referee" is meant, which fights with dice."""
    line = "level 3, 6 hitpoints, 3 dice, sings"
    play(open_table(undealt, Screen(plain=True)), Typing(("", "Zorb", "", line, "3"), lambda: None))
    told = capsys.readouterr().out
    assert 'can\'t read "sings"' in told
    assert "referee" not in told.partition("sings")[2].partition("which level")[0]


@pytest.mark.parametrize("said", ["Anna won", "let's fight it here"])
def test_no_card_is_called_by_a_sentence(undealt: Path, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    play(open_table(undealt, Screen(plain=True)), Typing(("", said), lambda: None))
    assert f"\"{said}\" isn't a card's name" in capsys.readouterr().out


@pytest.mark.parametrize("line", ["Zorb level 3, 9/3, flying", "zorb 3, 9 hp, three dice, flying"])
def test_the_word_of_a_value_is_no_part_of_a_new_cards_name(undealt: Path, line: str) -> None:
    play(open_table(undealt, Screen(plain=True)), Typing(("", line, "here"), lambda: None))
    assert "orb level" not in undealt.read_text(encoding="utf-8")
    assert "orb" in undealt.read_text(encoding="utf-8")


def test_who_can_do_nothing_is_told_in_a_sentence(fresh: Fresh, capsys: pytest.CaptureFixture[str]) -> None:
    fresh(*PLACED)
    told = capsys.readouterr().out
    assert "has nothing to trade." in told
    assert "nothing is possible" not in told


def test_nothing_is_logged_before_the_first_move(fresh: Fresh, capsys: pytest.CaptureFixture[str]) -> None:
    fresh("log")
    assert "Nothing has been entered yet." in capsys.readouterr().out


def test_why_not_is_answered_where_what_is_done_is_told(undealt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(open_table(undealt, Screen(plain=True)), Typing(("why not blacksmith",), lambda: None))
    assert "blacksmith\" isn't an answer here; it can be resolve worker" in capsys.readouterr().out


FOUGHT = (*PLACED, "Troll: 2, 9/2", "referee; troll 2; torch 2; 5/2 {}; 1 1; 1 0")
"""Anna's Torchbearer, with an ability or without one, has met Bo's Troll; it is Bo's turn."""


def fought(ability: str = "offensive 1") -> list[str]:
    """The lines of a first fight."""
    return [line.format(ability) for line in FOUGHT]


@pytest.mark.rule("B16")
@pytest.mark.parametrize("line", ["attack", "attack 1 0 2 1"])
def test_where_nothing_can_attack_it_is_said_why(fresh: Fresh, capsys: pytest.CaptureFixture[str], line: str) -> None:
    lines = [*PLACED, "Troll: 2, 9/2", "referee; troll 2; torch 2; 5/2 devour; minion 1", line]
    assert fresh(*lines)[-1] == "summon Minion 1"
    told = " ".join(capsys.readouterr().out.split())
    assert "Torchbearer devours; it makes no normal attack" in told
    assert "must be followed by" not in told


def test_a_verb_alone_that_nobody_can_do_is_refused_as_such(fresh: Fresh, capsys: pytest.CaptureFixture[str]) -> None:
    fresh(*PLACED, "Troll: 2, 9/2", "referee", "attack")
    assert '"attack" isn\'t possible now' in capsys.readouterr().out


def test_whom_it_is_against_may_be_cut_short(fresh: Fresh) -> None:
    assert fresh(*fought(), "minion 1", "torch attacks trol; 2 1; 0 1")[-3:] == ["attack Torchbearer", "2 1", "0 1"]


@pytest.mark.parametrize("line", ["Troll 2 9/2 defensive 1", "Troll: 2 9/2 defensive 1", "Troll 2, 9/2 defensive 1"])
def test_a_card_needs_no_commas(fresh: Fresh, line: str) -> None:
    assert fresh(*PLACED, line)[-1] == "2, 9/2, defensive 1"


def test_the_board_stands_before_a_refusal_further_on_in_a_line(
    fresh: Fresh, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same moves are legal that were listed a turn ago, and all else has changed."""
    fresh(*fought(), "attack; 1 0; 1 1; attack; 0 0; 0 0; 2 2")
    after = capsys.readouterr().out.rpartition("1 0; 1 1; attack")[2]
    shown = " ".join(after.split())
    assert "Troll" in shown.partition("can't read")[0].rpartition("attack Troll")[0]


def test_a_number_behind_dice_chooses_nothing_from_a_list_that_nobody_has_seen(
    fresh: Fresh, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody throws once too often for a blow that isn't answered; the next player's first move isn't meant."""
    assert fresh(*fought("ranged"), "minion 1", "attack; 2 1; 1")[-2:] == ["attack Torchbearer", "2 1"]
    assert "1 is left over: no more dice are thrown here" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("line", ["1 21 10", "1 21/10", "1 2110"])
def test_the_throws_of_both_sides_follow_the_number_of_a_move(fresh: Fresh, line: str) -> None:
    assert fresh(*fought(), "minion 1", line)[-3:] == ["attack Torchbearer", "2 1", "1 0"]


@pytest.mark.parametrize("line", ["Troll 2", "Troll, 2", "Troll level 2"])
def test_the_level_of_a_new_creature_follows_its_name(fresh: Fresh, line: str) -> None:
    assert fresh(*PLACED, line)[-2:] == ["Troll", "2"]


@pytest.mark.rule("A6")
def test_nothing_is_asked_of_a_thief_who_finds_nothing(fresh: Fresh) -> None:
    placed = "c duel cleo; war wild; rec market; m fish; wo lumber; c stone mine; c tavern; c stone storage"
    assert fresh(placed, "", "attacker wins")[-1] == "steal wood, stone, iron"


@pytest.mark.rule("E5")
def test_nobody_passes_while_figures_are_placed(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    assert at(TURN_3, "pass", "quit") == []
    assert "nobody passes: every figure that can be is placed" in capsys.readouterr().out


@pytest.mark.rule("feeding")
def test_food_that_a_placed_figure_brings_is_counted(fresh: Fresh, capsys: pytest.CaptureFixture[str]) -> None:
    fresh("c valhalla; war wild; c stone mine; c duat", "wo lumber")
    told = capsys.readouterr().out
    assert "Anna  food 0 · army 1 1 1 · feeds 3 after turn 3: 3 short (-6 points)" in told
    assert "Bo  food 0 · army 1 1 1 · feeds 3 after turn 3: ok with the wild animals" in told


@pytest.mark.rule("feeding")
def test_food_that_a_figure_still_brings_is_counted(fresh: Fresh, capsys: pytest.CaptureFixture[str]) -> None:
    fresh("c valhalla; c eden; rec market; m smith; wo lumber; war duat; c stone mine; c wild", "", "")
    assert "Dan  food 0 · army 1 1 1 · feeds 3 after turn 3: ok with the wild animals" in capsys.readouterr().out


def test_what_an_entry_was_about_is_said_at_once_where_it_is_amended(fresh: Fresh) -> None:
    """Whether the figure acts at all is asked first; the goods that it brings answer that too."""
    placed = "c valhalla; war wild; rec pit; m wood; wo fish; c stone mine; c eden; c duat"
    said = fresh(placed, "owl for food", "amend sacrifice", "tortoise for food", "yes")
    assert "sacrifice Tortoise for food" in said
    assert "sacrifice Owl for food" not in said


@pytest.mark.rule("blacksmith")
@pytest.mark.parametrize("line", ["buy Club for 4 wood", "buy Club: 4 wood", "Club 4 wood", "buy Club 4 wood"])
def test_an_item_is_bought_with_its_price_said_at_once(fresh: Fresh, line: str) -> None:
    """As much as the price is asked for alone; what the item does isn't known before it is worn."""
    placed = "c smith; war wild; rec market; m wood; wo lumber; c stone mine; c eden; c duat"
    assert fresh(placed, "adjust Anna wood 9", "", "", line)[-2:] == ["buy Club", "4 wood"]


@pytest.mark.rule("blacksmith")
@pytest.mark.parametrize(
    "line", ["4 wood 1 stone", "4 wood and 1 stone", "costs 4 wood, 1 stone", "it costs 4 wood 1 stone"]
)
def test_a_new_item_s_price_is_taken_where_it_is_asked_whether_it_is_new(fresh: Fresh, line: str) -> None:
    placed = "c smith; war wild; rec market; m wood; wo lumber; c stone mine; c eden; c duat"
    said = fresh(placed, "adjust Anna wood 9, stone 9", "", "", "Club", line)
    assert said[-2:] == ["buy Club", "4 wood and 1 stone"]


@pytest.mark.rule("blacksmith")
def test_no_item_is_called_by_a_word_for_its_price(fresh: Fresh) -> None:
    placed = "c smith; war wild; rec market; m wood; wo lumber; c stone mine; c eden; c duat"
    assert "buy costs" not in fresh(placed, "adjust Anna wood 9", "", "", "costs 4 wood")


@pytest.mark.rule("A21")
def test_the_cards_of_who_leaves_go_back_in_one_sentence(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    at(TURN_3, "Dan leaves")
    told = " ".join(capsys.readouterr().out.split())
    assert told.count("away from Dan's creatures") == 1


@pytest.mark.rule("A4")
def test_the_hint_for_a_sacrifice_names_own_creatures(fresh: Fresh, capsys: pytest.CaptureFixture[str]) -> None:
    fresh("c valhalla; war wild; rec pit; m wood; wo fish; c stone mine; c eden; c duat", "")
    told = " ".join(capsys.readouterr().out.split())
    assert "(several: Crocodile for food, Tortoise for stone and wood; each next one brings half)" in told


def test_a_list_whose_second_answer_fails_is_refused_with_who_is_next(
    fresh: Fresh, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fresh("conj wild animals, conj stone pit") == []
    told = " ".join(capsys.readouterr().out.split())
    assert 'After "conj wild animals" Bo is next; "conj stone pit" can\'t be read there. Nothing was entered.' in told


def test_words_that_fit_many_places_are_refused_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which place another answer can follow isn't sought among many, each with many behind it: that took minutes."""
    save = play_example("four-player-game.moves", "place conjurer", tmp_path)
    counted = Mock(wraps=loop._question_after)
    monkeypatch.setattr(loop, "_question_after", counted)
    type_at(save, monkeypatch, "place conjurer and place merchant", "place the conjurer or the merchant")
    assert counted.call_count < 500
    assert answered(save) == []


@pytest.mark.parametrize(
    ("lines", "added"),
    [
        (("conjurer marketplace", "undo", "no, I meant conjurer guild", ""), ["place conjurer guild house"]),
        (
            ("conjurer marketplace", "Anna food 7", "no, guild", ""),
            ["place conjurer marketplace", "adjust Anna food 7"],
        ),
        (("conjurer marketplace", "no, I meant marketplace", ""), ["place conjurer marketplace"]),
        (("conjurer marketplace", "no, I meant nowhere", ""), ["place conjurer marketplace"]),
        (
            ("conjurer marketplace", "no, I meant warrior wild", ""),
            ["place conjurer marketplace", "place warrior wild animals"],
        ),
        (("conjurer marketplace", "no, I meant guild", ""), ["place conjurer guild house"]),
        (("conjurr xyz", "no, I meant guild", ""), ["place conjurer guild house"]),
        (("undo; conjurer marketplace",), []),
    ],
)
def test_nothing_is_taken_back_but_the_answer_that_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: tuple[str, ...], added: list[str]
) -> None:
    """Not an answer undone before, a correction, or one that the new words couldn't have been."""
    save = play_example("two-player-game.moves", "place conjurer", tmp_path)
    type_at(save, monkeypatch, *lines)
    assert answered(save)[: len(added)] == added
    assert len(answered(save)) == len(added) or "adjust" in added[-1]


@pytest.mark.rule("A4")
@pytest.mark.parametrize("between", [", ", " and ", " and then the "])
def test_goods_behind_the_last_of_several_creatures_belong_to_all_of_them(fresh: Fresh, between: str) -> None:
    """They are no price of the first, or the rest would answer the next question."""
    placed = "c valhalla; war wild; rec pit; m wood; wo fish; c stone mine; c eden; c duat"
    given = f"crocodile for food{between}owl for food"
    assert fold("sacrifice Crocodile for food, Owl for food") in map(fold, fresh(placed, given))


def test_a_player_s_name_behind_a_comma_begins_no_card(fresh: Fresh) -> None:
    line = "c valhalla, Bo: war wild; rec pit; Dan: m wood; wo fish"
    assert len(fresh(line)) == 5
