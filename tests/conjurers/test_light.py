"""Games of Conjurers of which less than everything is tracked: the clock and the battles, or only the score."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from referee.asking.meaning import Suggestion, Vocabulary, fit
from referee.asking.question import Question, drive
from referee.cli import build
from referee.declaration.tracking import HowMuch
from referee.errors import RefereeError, Unreadable, refusal
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.rules.card_pool import Context, read_new_item, refuse_known
from referee.games.conjurers.rules.ending import _stores_question, count
from referee.games.conjurers.rules.holdings import _read_army
from referee.games.conjurers.rules.light import _short_question
from referee.games.conjurers.rules.state import Face, GameState, Seat, Setup
from referee.play.notation import readings
from referee.play.reading import Reader
from referee.saves.save import OpenSave
from tests import light_evening
from tests.conjurers import evenings
from tests.made_up import answered, type_at
from tests.reading_kept import read_kept

FOUR = ("Anna", "Bo", "Cleo", "Dan")


def run(command: str, *arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(build([command]), [command, *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def begin(path: Path, track: HowMuch = "battles", players: int = 4, *more: str) -> Path:
    named = [word for name in FOUR[:players] for word in ("--player", name)]
    locked = {2: ["--locked", "norse, biblical"], 3: ["--locked", "norse"], 4: []}[players]
    run("new", path, "--track", track, *named, *locked, *more, "--yes")
    return path


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return begin(tmp_path / "light.toml")


def state(path: Path) -> GameState:
    return OpenSave(CONJURERS, path).state_on_file


def to_turn(path: Path, turn: int) -> None:
    """End turns until this one; nobody is short of food."""
    while (now := state(path)).turn < turn:
        run("do", path, "end turn", *(["nobody"] if now.turn % 3 == 0 else []))


# --- a whole evening ------------------------------------------------------------------------------


def test_a_light_evening_is_scored_like_the_full_one(tmp_path: Path) -> None:
    full = light_evening.full_evening(tmp_path)
    light, typed = light_evening.play(tmp_path, full)
    whole, counted = (
        json.loads(run("score", tmp_path / name, "--json").stdout) for name in ("full.toml", "light.toml")
    )
    assert counted == whole
    run("verify", tmp_path / "light.toml")
    assert sum(map(len, typed.values())) <= 60
    assert [player.minus_points for player in light.session.state.players] == [
        player.minus_points for player in full.session.state.players
    ]


@pytest.mark.parametrize(("track", "first"), [("battles", ", Anna is first"), ("score", "")])
def test_who_is_first_is_told_where_battles_are_tracked(tmp_path: Path, track: HowMuch, first: str) -> None:
    question = OpenSave(CONJURERS, begin(tmp_path / "light.toml", track, 4)).session.question
    assert question is not None
    assert question.prompt.endswith(f"phase I{first}")
    assert (bool(question.grouped()), question.open, question.coins is not None) == (bool(first),) * 3
    examples = ["", "at a battleground, like Anna won Golem, or Anna lost", "like duel Anna Bo won"]
    examples.append("from the tavern, like button Bo")
    assert [option.detail for option in question.grouped()] == examples * bool(first)


@pytest.mark.parametrize(
    ("verb", "typed", "whole", "label"),
    [
        ("duel", "Anna Bo", "duel Anna Bo", "Anna Bo"),
        ("duel", "duel Bo Anna won", "duel Bo Anna won", "Anna Bo"),
        ("button", "Cleo", "button Cleo", "Bo"),
    ],
)
def test_who_fights_or_goes_to_the_tavern_is_asked_for_after_what_happened(
    save: Path, verb: str, typed: str, whole: str, label: str
) -> None:
    question = OpenSave(CONJURERS, save).session.question
    assert question is not None
    (more,) = [option.more for option in question.grouped() if option.text == verb]
    assert more is not None
    whose = more()
    assert whose is not None
    assert (whose.key, whose.parse(typed), whose.open) == ("whose", whole, True)
    assert label in [option.label for option in whose.options()]
    with pytest.raises(Unreadable):
        whose.parse("Zoe")


# --- a turn ---------------------------------------------------------------------------------------


def test_a_battle_at_a_battleground_brings_its_creature(save: Path) -> None:
    """Spoils: the creature that was fought for, of which only its kind must be known (p. 12; A7)."""
    told = run("do", save, "anna won Golem, biblical 3").stdout
    assert "Anna fights for Golem; Bo plays the minion." in " ".join(told.split())
    assert state(save).players[0].creatures == ["Golem"]
    told = run("do", save, "bo won Golem", code=1).stderr
    assert "Golem is biblical 3 and with Anna" in told


@pytest.mark.rule("E1", "battlegrounds")
def test_a_battleground_is_fought_at_once_a_turn(save: Path, tmp_path: Path) -> None:
    """A space takes one figure; the next turn it is free again, and shared spaces take any number."""
    run("do", save, "anna won Golem, biblical 3", "cleo won Hydra, greek 4")
    again = "battle Bo won Angel, biblical 2"
    taken = "a biblical creature was fought for this turn; its battleground takes one figure (One figure per"
    assert taken in " ".join(run("do", save, again, code=1).stderr.split())
    assert taken in " ".join(run("do", save, "battle Bo won [Angel, biblical 2]", code=1).stderr.split())
    run("do", save, "bo lost", "end turn", again, "overrule battle Dan won Ape, biblical 3 because we do")
    shared = begin(tmp_path / "shared.toml")
    run("do", shared, "anna won Golem, biblical 3", "reading shared spaces yes", again)
    agreed = begin(tmp_path / "agreed.toml", "battles", 4, "--shared-spaces", "yes")
    run("do", agreed, "anna won Golem, biblical 3", again)
    assert "--shared-spaces yes" in run("log", agreed, "--moves").stdout, "a table's reading is an option of new"
    lost = begin(tmp_path / "lost.toml")
    run("do", lost, "battle anna lost Golem, biblical 3", "cleo lost against the Hydra")
    assert taken in " ".join(run("do", lost, again, code=1).stderr.split()), "a lost battle took its figure too"
    run("do", lost, "end turn", "battle bo Golem, biblical 3", "lost")
    assert taken in " ".join(run("do", lost, "battle dan lost Ape, biblical 4", code=1).stderr.split())


@pytest.mark.rule("E1", "tavern")
def test_the_tavern_takes_one_figure_a_turn(save: Path, tmp_path: Path) -> None:
    """The holder of before, who couldn't be placed there, doesn't take the button back either."""
    run("do", save, "button Bo")
    for name in ("Anna", "Cleo"):
        told = " ".join(run("do", save, f"button {name}", code=1).stderr.split())
        assert f"somebody went to the tavern this turn; to correct that, write adjust button {name}" in told
    question = OpenSave(CONJURERS, save).session.question
    assert question is not None
    assert [option.text for option in question.grouped()] == ["end turn", "battle", "duel"]
    run("do", save, "adjust button Dan", "end turn", "button Cleo")
    run("do", begin(tmp_path / "shared.toml"), "reading shared spaces yes", "button Bo", "button Cleo")


@pytest.mark.rule("A7")
def test_what_a_battle_was_fought_for_is_listed_as_far_as_it_is_known_and_free(save: Path) -> None:
    run("do", save, "anna won Golem, biblical 3", "bo won Hydra, greek 4", "adjust Anna loses creature Golem")
    run("do", save, "adjust Dan gains creature Imp, level 1", "adjust Dan loses creature Imp", "end turn")
    session = OpenSave(CONJURERS, save).session
    session.answer("battle Cleo won")
    assert session.question is not None
    assert (session.question.key, [option.text for option in session.question.options()]) == ("creature", ["Golem"])
    assert session.question.coins is not None
    new = [session.question.coins(session.question.parse(typed)) for typed in ("Golem", "Lion", "Lion, greek 2")]
    assert new == ["", "Lion", ""], "what it is said of is no slip of the pen"


@pytest.mark.rule("A7")
def test_a_creature_that_somebody_has_is_no_beginning_of_another(save: Path) -> None:
    run("do", save, "anna won Golem, biblical 3", "end turn", "bo won Golem Lord, biblical 4")
    run("do", save, "adjust Bo loses creature Golem Lord", "end turn")
    for said in ("cleo won Golem", "battle cleo won Golem", "battle cleo referee Golem"):
        assert "Golem is biblical 3 and with Anna" in run("do", save, said, code=1).stderr
    run("do", save, "cleo won Golem L")
    assert state(save).players[2].creatures == ["Golem Lord"]


@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("Anna won Golem, biblical 3", "battle Anna won Golem, biblical 3"),
        ("battle Anna won Golem, biblical 3", "battle Anna won Golem, biblical 3"),
        ("anna battle won Golem, biblical 3", "battle Anna won Golem, biblical 3"),
        ("Anna won a Golem, biblical 3", "battle Anna won Golem, biblical 3"),
        ("Anna fought and won the Golem, biblical 3", "battle Anna won Golem, biblical 3"),
        ("Anna won The Golem, biblical 3", "battle Anna won The Golem, biblical 3"),
        ("cleo lost", "battle Cleo lost"),
        ("cleo fought and lost", "battle Cleo lost"),
        ("bo went to the tavern", "button Bo"),
        ("anna beats bo", "duel Anna Bo won"),
        ("anna loses to bo", "duel Anna Bo lost"),
        ("duel anna bo won", "duel Anna Bo won"),
        ("anna challenges bo lost", "duel Anna Bo lost"),
        ("Anna got the Golem (biblical 3)", "battle Anna won Golem, biblical 3"),
        ("Anna won her battle against the Golem, biblical 3", "battle Anna won Golem, biblical 3"),
        ("Anna fought Golem, biblical 3, and won", "battle Anna won Golem, biblical 3"),
        ("Bo fought the Golem and lost", "battle Bo lost"),
        ("Bo lost against the Golem", "battle Bo lost"),
        ("Bo won his fight and got the Golem, biblical 3", "battle Bo won Golem, biblical 3"),
        ("bo lost at Valhalla", "battle Bo lost"),
        ("Bo lost his fight in Valhalla", "battle Bo lost"),
        ("bo was beaten by the Golem", "battle Bo lost"),
        ("bo was beaten by Cleo", "duel Bo Cleo lost"),
        ("Anna fought Bo and lost", "duel Anna Bo lost"),
        ("Anna duels Bo, Bo wins", "duel Anna Bo lost"),
        ("Cleo lost her battle", "battle Cleo lost"),
        ("Cleo lost the duel against Dan", "duel Cleo Dan lost"),
        ("Anna won the duel with Bo", "duel Anna Bo won"),
        ("Anna challenged Bo and lost", "duel Anna Bo lost"),
        ("Anna defeated Bo", "duel Anna Bo won"),
        ("Cleo gets the initiative button", "button Cleo"),
        ("Cleo goes first next turn", "button Cleo"),
        ("dan tavern", "button Dan"),
        ("first bo", "button Bo"),
        ("", "end turn"),
        ("end", "end turn"),
    ],
)
def test_what_a_table_says_of_a_turn(save: Path, said: str, recorded: str) -> None:
    open_save = OpenSave(CONJURERS, save)
    question = open_save.session.question
    assert question is not None
    open_save.session.answer(said or str(question.default))
    assert open_save.session.steps[-1].do == recorded


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("anna wons Golem", 2, "did you mean Anna won Golem?"),
        ("zoe won Golem", 2, "it can be end turn, button, duel or battle"),
        ("duel anna", 2, "whom does Anna challenge?"),
        ("duel anna anna won", 1, "nobody challenges themselves"),
        ("duel anna bo wonn", 2, "did you mean duel Anna Bo won?"),
        ("button anna", 1, "Anna holds the Initiative Button already"),
        ("button bo now", 2, '"now" can\'t follow "button bo"'),
        ("anna won Golem, biblical 9", 2, "write it like norse 3"),
        ("anna won Golem, level 1", 1, "level 2 to 5"),
        ("anna lost her sword", 2, "is followed by duel, battle, against or at"),
        ("bo loses 6 points", 2, "is followed by"),
        ("bo wins 6 minus points", 2, "write it like adjust Anna minus points +6"),
        ("anna got an assistant", 2, "can't read"),
        ("bo gets lucky", 2, "can't read"),
        ("anna wins every time", 2, "is no creature"),
        ("anna didn't lose", 1, "only what has happened is recorded"),
        ("anna almost beat bo", 1, "only what has happened is recorded"),
        ("bo is going to lose", 1, "only what has happened is recorded"),
        ("anna wants to beat bo", 1, "only what has happened is recorded"),
        ("anna won nothing", 1, "only what has happened is recorded"),
    ],
)
def test_what_a_table_cant_say(save: Path, said: str, code: int, told: str) -> None:
    before = save.read_text()
    assert told in run("do", save, said, code=code).stderr
    assert save.read_text() == before


@pytest.mark.rule("battleground-spoils", "battle-end")
@pytest.mark.parametrize(
    ("said", "told", "never"),
    [
        ("cleo lost", "Cleo loses the battle; the creature goes back to its pile.", "Dan wins"),
        ("cleo won Golem, biblical 3", "Cleo wins the battle for Golem.", "Dan wins"),
        ("anna loses to bo", "Bo wins the duel against Anna.", "wins the battle"),
        ("anna beats bo", "Anna wins the duel against Bo.", "wins the battle"),
    ],
)
def test_who_won_what_is_told_and_who_only_plays_the_minion_wins_nothing(
    save: Path, said: str, told: str, never: str
) -> None:
    """Dan sits left of Cleo and plays the creature with its minion; he is no winner of anything (p. 12)."""
    shown = run("do", save, said, "--plain").stdout
    assert told in shown
    assert never not in shown


@pytest.mark.rule("duel", "E1")
def test_a_conjurer_duels_once_a_turn_and_a_house_is_one_space(save: Path, tmp_path: Path) -> None:
    """Only the conjurer challenges, and it acts once; the next turn it may again (p. 13)."""
    run("do", save, "anna beats bo")
    assert "Anna's conjurer has acted this turn (" in run("do", save, "anna beats cleo", code=1).stderr
    assert "duel Bo: taken by Anna's conjurer (" in run("do", save, "dan beats bo", code=1).stderr
    run("do", save, "bo beats anna", "end turn", "anna beats cleo")
    shared = begin(tmp_path / "shared.toml")
    run("do", shared, "anna beats bo", "reading shared spaces yes", "dan beats bo")
    run("do", shared, "overrule anna beats cleo because we do")
    run("do", save, "overrule bo beats cleo because we do")


@pytest.mark.rule("figures", "warrior")
def test_more_fights_than_a_player_has_figures_are_warned_of_and_taken(save: Path) -> None:
    """A warrior and the conjurer fight; several warriors do only where a table allows them (E2)."""

    def warned(said: str) -> str:
        question = OpenSave(CONJURERS, save).session.question
        assert question is not None
        assert question.warns is not None
        return question.warns(question.parse(said))

    run("do", save, "Anna won Angel, biblical 3", "Bo lost")
    assert warned("Anna beats Bo") == ""
    run("do", save, "Anna beats Bo")
    for said in ("Anna lost", "Anna beats Imp, norse 2"):
        assert warned(said) == "Anna has fought 2 times this turn, and no other figure can fight."
    assert warned("Bo lost") == warned("button Bo") == ""
    run("do", save, "reading assistant kinds any")
    assert warned("Anna lost") == ""
    run("do", save, "reading assistant kinds different", "Anna lost", "end turn")
    assert warned("Anna lost") == ""


@pytest.mark.rule("duel")
def test_who_has_dueled_is_no_figure_that_was_placed_before_all_is_tracked(save: Path) -> None:
    run("do", save, "anna beats bo", "adjust tracking everything")
    assert [figure.space for figure in state(save).placed] == ["duel Bo"]
    session = OpenSave(CONJURERS, save).session
    session.answer("from this turn")
    assert session.state.placed == []


def test_a_duel_costs_tokens_and_the_goods_are_the_tables(save: Path) -> None:
    """6 for a beaten defender, 10 for a beaten challenger (p. 13; A10); what is stolen isn't tracked (A6)."""
    told = run("do", save, "anna beats bo", "cleo loses to dan").stdout
    assert [player.minus_points for player in state(save).players] == [0, 6, 10, 0]
    assert "Anna takes half, rounded up, of three of Bo's resources or food" in told


def test_who_is_short_of_food_is_asked_where_it_is_fed(save: Path) -> None:
    """At the end of turn 3, with 2 points for each food short (p. 14; A9)."""
    told = run("do", save, "end turn", "end turn").stdout
    assert told.count("figures go home") == 2
    assert state(save).turn == 3
    assert 'can\'t read "Zoe 3"; write it like Anna 2' in run("do", save, "end turn", "Anna 2, Zoe 3", code=2).stderr
    run("do", save, "end turn", "Anna 2, dan 1")
    assert [player.minus_points for player in state(save).players] == [4, 0, 0, 2]
    assert state(save).turn == 4


@pytest.mark.rule("feeding")
def test_food_short_costs_as_many_points_as_the_table_has_agreed(tmp_path: Path) -> None:
    save = begin(tmp_path / "five.toml", "battles", 2, "--short-food", "5")
    to_turn(save, 3)
    run("do", save, "end turn", "2 0")
    assert [player.minus_points for player in state(save).players] == [10, 0]


@pytest.mark.parametrize(
    ("said", "tokens"),
    [
        ("0", [0] * 4),
        ("nobody", [0] * 4),
        ("no one", [0] * 4),
        ("everybody could feed", [0] * 4),
        ("2 0 1 0", [4, 0, 2, 0]),
        ("cleo 3 and dan short 1", [0, 0, 6, 2]),
        ("Cleo couldn't pay 3", [0, 0, 6, 0]),
    ],
)
def test_how_food_short_is_said(save: Path, said: str, tokens: list[int]) -> None:
    to_turn(save, 3)
    run("do", save, "end turn", said)
    assert [player.minus_points for player in state(save).players] == tokens


def test_the_one_with_the_button_is_first(save: Path) -> None:
    told = run("do", save, "button Cleo", "end turn").stdout
    assert "Cleo takes the Initiative Button from Anna" in told
    assert "first: Cleo" in run("status", save).stdout


@pytest.mark.parametrize(
    ("lines", "recorded"),
    [
        (["duel anna dan"], ["duel Anna Dan"]),  # the other way round is what is listed
        (["dan duels anna here"], ["duel Dan Anna referee"]),
        (["anna won Troll norse 2"], ["battle Anna won Troll, norse 2"]),
        (["anna won Troll", "anna won Troll, norse 2; end turn"], ["battle Anna won Troll, norse 2", "end turn"]),
        (["anna battle here", "Troll n2"], ["battle Anna referee", "Troll, norse 2"]),
        (
            ["anna duels dan here", "bear, raven", ""],
            ["duel Anna Dan referee", "bear level 1, raven level 1"],
        ),
        (["anna duels dan here", "bear 1, golem biblical 2"], ["duel Anna Dan referee", "bear 1, golem biblical 2"]),
    ],
)
def test_plain_words_of_fights_are_read_as_they_are_said(
    save: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str], recorded: list[str]
) -> None:
    type_at(save, monkeypatch, *lines)
    assert answered(save) == recorded


def test_each_battle_of_a_turn_has_dice_of_its_own(tmp_path: Path) -> None:
    save = begin(tmp_path / "light.toml", "battles", 4, "--dice", "rolled")
    cards = ("Wolf level 1", "none")
    thrown: list[list[str]] = []
    for creature in ("Golem, biblical 2", "Troll, norse 2"):
        run("do", save, f"battle anna referee {creature}", *cards)
        new = ("[30/9]", "[30/9]") if not thrown else ("[30/9]", "")
        name = creature.partition(",")[0]
        run("do", save, f"summon {name} 1 {new[0]}", f"summon Wolf 1 {new[1]}".strip())
        rolls = [answer.text for step in OpenSave(CONJURERS, save).session.steps for answer in step.answers]
        thrown.append([text for text in rolls if set(text) <= set("012 ")])
        run("do", save, "defender wins")
    first, both = thrown
    assert both[: len(first)] == first
    assert both[len(first) :] != first


@pytest.mark.rule("E11", "A7")
def test_nobody_fights_with_the_creature_that_is_fought_for(save: Path) -> None:
    told = run("do", save, "battle anna referee Golem, biblical 2", "Wolf level 1, Golem", "none", code=1)
    assert "Golem is the battleground's" in told.stderr


def test_a_battle_can_be_refereed(save: Path) -> None:
    """Who fights is asked then, and kept; the creature won joins the army (p. 15)."""
    run("do", save, "battle anna referee Golem, biblical 2", "Wolf level 1, Imp level 1", "none")
    game = state(save)
    assert game.contest is not None
    assert game.contest.battle is not None
    assert game.stage == "battles"
    assert game.players[0].creatures == ["Wolf", "Imp"]
    battle = game.contest.battle
    assert {fighter.name for fighter in battle.of("attacker")} == {"Wolf", "Imp"}
    assert {fighter.name for fighter in battle.of("defender")} == {"Minion", "Golem"}
    read_kept(CONJURERS.rules(), OpenSave(CONJURERS, save).setup, game)
    told = run("do", save, "adjust tracking score", code=2).stderr
    assert "a battle is under way; end it first" in " ".join(told.split())


@pytest.mark.rule("A22")
@pytest.mark.parametrize(("answer", "left", "code"), [("return", [["Golem"], ["Wolf"]], 1), ("lost", [[], []], 0)])
def test_who_died_in_a_refereed_battle_is_back_or_lost_as_agreed(
    tmp_path: Path, answer: str, left: list[list[str]], code: int
) -> None:
    save = begin(tmp_path / "light.toml", "battles", 2, "--dice", "average", "--dead-creatures", answer)
    run("do", save, "duel Anna Bo referee", "Golem egyptian 2", "none", "Wolf level 1", "none")
    run("do", save, "summon Golem 1 [3/4]", "summon Wolf 1 [3/4]")
    assert [player.creatures for player in state(save).players] == left
    run("do", save, "battle Bo won Golem", code=code)


@pytest.mark.rule("A22")
def test_who_lies_dead_as_a_light_tables_battle_is_given_up_is_lost_too(tmp_path: Path) -> None:
    save = begin(tmp_path / "light.toml", "battles", 2, "--dice", "average", "--dead-creatures", "lost")
    run("do", save, "duel Anna Bo referee", "Golem egyptian 2", "none", "Wolf level 1, Imp level 1", "none")
    run("do", save, "summon Golem 1 [9/4]", "summon Wolf 1 [3/1]", "give up")
    assert [player.creatures for player in state(save).players] == [["Golem"], ["Imp"]]


@pytest.mark.parametrize("line", ["imp 1; 5/2 fly, 22", "imp 1; 5/2 fly 22", "imp 1; 5/2, flying, 2, 2"])
def test_dice_may_follow_what_is_printed_on_a_card(save: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    run("do", save, "battle anna referee Golem, biblical 2", "Wolf level 1, Imp level 1", "none", "summon Minion 1")
    draft = type_at(save, monkeypatch, line).session.draft
    assert [answer.text for answer in draft] == ["summon Imp 1", "5/2, flying", "2 2"]


def test_dice_may_follow_the_number_of_a_move(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The dice of both may stand there, which the question for the first ones says."""
    run("do", save, "battle anna referee Golem, biblical 2", "Wolf level 1, Imp level 1", "none", "summon Minion 1")
    run("do", save, "summon Wolf 1 [5/2 / 0 0 / 0 0]")
    asked = type_at(save, monkeypatch, "1 2", "1").session.question
    assert "1 die is too few" in capsys.readouterr().out
    assert asked is not None
    assert asked.prompt == "Bo throws: Minion strikes Wolf: 2 dice, then Wolf 2"
    assert asked.example() == "2102"
    capsys.readouterr()
    type_at(save, monkeypatch, "undo", "1 2120; summon Imp 2")
    assert answered(save)[-4:] == ["attack Minion", "2 1", "2 0", "summon Imp 2"]
    told = " ".join(capsys.readouterr().out.split())  # what an answer did is a paragraph, as more follow
    assert "2 of 5 left. Wolf strikes Minion: 2 dice 2+0 = 2: 2 dealt; 5 of 7 left." in told


def test_the_slot_of_a_move_is_never_taken_for_a_die(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Minion can only go to slot 2, in front of a creature with 2 dice; 1 die is too few for that."""
    run("do", save, "battle anna referee Golem, biblical 2", "Wolf level 1, Imp level 1", "none", "summon Minion 1")
    run("do", save, "summon Wolf 2 [4/2, ranged]", "summon Golem 3 [9/2, flying]")
    run("do", save, "summon Imp 3 [5/2, flying / 1 1 / 1 1]")
    type_at(save, monkeypatch, "minion 2 22 1", "minion 2 22 12")
    assert "1 die is too few" in capsys.readouterr().out
    assert answered(save)[-3:] == ["move Minion 2", "2 2", "1 2"]


def test_after_an_undo_in_a_battle_its_board_is_shown(save: Path) -> None:
    run("do", save, "battle anna referee Golem, biblical 2", "Wolf level 1, Imp level 1", "none", "summon Minion 1")
    run("do", save, "summon Imp 3 [5/2, flying]", "move Minion 2")
    told = run("undo", save).stdout + run("status", save, "--plain").stdout
    assert "Imp" in told
    assert "not tracked" not in told


def test_a_list_of_new_names_may_begin_a_line(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("do", save, "battle anna referee Golem, biblical 2")
    type_at(save, monkeypatch, "Wolf, Tortoise;;minion 1", "")  # no misspelt mythology: norse
    assert answered(save)[-3:] == ["Wolf level 1, Tortoise level 1", "none", "summon Minion 1"]


def test_a_side_without_creatures_loses_a_refereed_duel_at_once(save: Path) -> None:
    """A17, where the table says that there are none."""
    run("do", save, "duel anna bo referee", "Wolf level 1", "none", "none")
    assert [player.minus_points for player in state(save).players] == [0, 6, 0, 0]


def test_the_winner_of_a_battle_that_was_begun_is_told_as_in_a_full_game(save: Path) -> None:
    run("do", save, "battle anna", "lost", "duel anna bo", "attacker wins")
    assert [player.minus_points for player in state(save).players] == [0, 6, 0, 0]


@pytest.mark.rule("A17")
def test_the_defender_without_creatures_loses_a_refereed_duel_too(save: Path) -> None:
    run("do", save, "duel anna bo referee", "none", "Wolf level 1", "none")
    assert [player.minus_points for player in state(save).players] == [10, 0, 0, 0]


def test_enter_alone_never_sends_nobody_into_a_refereed_battle(save: Path) -> None:
    """It would lose the battle at once."""
    run("do", save, "duel anna bo referee")
    question = OpenSave(CONJURERS, save).session.question
    assert question is not None
    assert (question.prompt, question.default) == ("Anna fights with", None)


def test_the_opponents_creature_is_no_slip_for_ones_own(save: Path) -> None:
    """It was asked: "Did you mean summon Bear 1?"."""
    run("do", save, "duel anna bo referee", "Bear level 1", "none", "Boar level 1", "none")
    question = OpenSave(CONJURERS, save).session.question
    assert question is not None
    with pytest.raises(Unreadable, match="Boar is Bo's, and it is Anna's move"):
        Reader(question).read("summon boar 1")


@pytest.mark.rule("E11")
def test_nobody_fights_with_what_another_has(save: Path) -> None:
    run("do", save, "duel anna bo referee", "Wolf level 1")
    assert "grail is named twice" in run("do", save, "Dirk, grail, Grail", code=2).stderr.casefold()
    run("do", save, "Dirk, grail", "Imp level 1")
    for piece in ("Dirk", "The Holy Grail"):
        assert f"{piece} is Anna's" in run("do", save, piece, code=1).stderr


@pytest.mark.rule("game-end")
def test_more_that_is_to_be_tracked_as_the_game_ends_isnt_asked_for(save: Path) -> None:
    to_turn(save, 12)
    run("do", save, "adjust tracking everything", "end turn", "nobody")
    told = ""
    for _ in FOUR:
        told += run("do", save, "none", "none", "none").stdout
    game = state(save)
    assert (game.tracking, game.known, game.stage, game.mines) == ("battles", "everything", "over", {})
    assert "Everything is counted." in told
    assert told.count(" creatures and 0 artifacts.") == 4


def test_a_light_game_takes_corrections_of_what_it_tracks(save: Path) -> None:
    run("do", save, "adjust Anna minus points 4", "leave Bo")
    assert state(save).players[0].minus_points == 4
    assert state(save).players[1].left
    told = run("do", save, "adjust Anna wood 3", code=2).stderr
    assert "wood isn't tracked: this game tracks the clock and the battles" in told


# --- what isn't tracked ---------------------------------------------------------------------------


@pytest.mark.parametrize("track", ["battles", "score"])
def test_what_isnt_tracked_is_shown_as_such_and_never_as_0(tmp_path: Path, track: HowMuch) -> None:
    save = begin(tmp_path / "light.toml", track)
    for command in ("status", "watch"):
        told = run(command, save, "--plain", *(["--once"] if command == "watch" else [])).stdout
        assert "not tracked: wood, stone" in told.replace("\n", " ")
        assert "wood 0" not in told
        assert "food 0" not in told
    data = json.loads(run("status", save, "--json").stdout)
    assert {"wood", "food", "creatures"} <= set(data["not_tracked"])
    assert ("minus points" in data["not_tracked"]) == (track == "score")
    assert not any(key in player for player in data["players"] for key in ("food", "resources", "creatures"))


def test_why_says_that_a_count_is_not_tracked(save: Path) -> None:
    run("do", save, "anna beats bo")
    told = run("why", save, 1).stdout
    assert "6" in told
    assert "A10" in told
    assert "wood" not in told


def test_until_the_count_a_score_says_what_is_missing(save: Path) -> None:
    told = run("score", save, code=2)
    assert told.stdout == ""
    assert "Missing: creatures, artifacts" not in told.stderr  # in the order of the counters
    for what in ("wood", "diamond", "creatures", "artifacts"):
        assert what in told.stderr
    assert "food" not in told.stderr.replace("food short", "")
    assert f"Go on with: referee play {save}" in told.stderr


# --- only the score -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", [", food", ", Master killed Fury", ", 8 wood", "; 8 wood", "! , 8 wood", "and 8 wood"]
)
def test_a_line_may_begin_with_what_separates_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    save = begin(tmp_path / "score.toml", "score", players=3)
    run("do", save, "count now", "0", "none", "none")
    type_at(save, monkeypatch, line)
    run("verify", save)


def test_of_the_score_alone_only_turns_and_the_count_are_asked(tmp_path: Path) -> None:
    save = begin(tmp_path / "score.toml", "score", players=3)
    listed = run("next", save).stdout
    assert "end turn" in listed
    assert "battle" not in listed
    assert "button" not in listed
    run("do", save, "end turn", "end turn", "end turn")
    assert state(save).turn == 4
    assert "doesn't answer" in run("do", save, "anna beats bo", code=2).stderr
    run("do", save, "count now")
    for minus, army, artifacts, goods in (
        ("6", "1 1 b2 b3", "none", "12 wood"),
        ("0", "j44", "none", "none"),
        ("2", "none", "grail", "3 diamond"),
    ):
        run("do", save, minus, army, artifacts, goods)
    found = json.loads(run("score", save, "--json").stdout)
    assert [player["minus_points"] for player in found["players"]] == [6, 0, 2]
    assert found["players"][0]["creatures"]["levels"] == 7
    run("verify", save)
    assert found["players"][2]["artifacts"]["points"] == 6


# --- the count ------------------------------------------------------------------------------------


def test_the_count_offers_what_is_known(save: Path) -> None:
    run("do", save, "anna won Golem, biblical 3")
    to_turn(save, 12)
    run("do", save, "end turn", "nobody")
    question = OpenSave(CONJURERS, save).session.question
    assert question is not None
    assert (question.prompt, question.default) == ("Anna has the creatures", "Golem")


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("1 1 b3", ["level 1", "level 1 #2", "Golem"]),
        ("1 1 b2 n4", ["level 1", "level 1 #2", "biblical 2", "norse 4"]),
        ("Golem, b3", ["Golem", "biblical 3"]),
        ("golem, Hydra greek 5, n22", ["Golem", "Hydra", "norse 2", "norse 2 #2"]),
        ("Golem, Hydra, greek 5", ["Golem", "Hydra"]),
        ("1x3", ["level 1", "level 1 #2", "level 1 #3"]),
        ("Golem, two level 1", ["Golem", "level 1", "level 1 #2"]),
        ("level 1, 2 norse 3", ["level 1", "norse 3", "norse 3 #2"]),
        ("Golem, level 1", ["Golem", "level 1"]),
        ("Golem, biblical 3", ["Golem"]),
        ("none", []),
    ],
)
def test_how_creatures_are_counted(save: Path, said: str, names: list[str]) -> None:
    """Kinds are enough; a known creature of a kind is that one (E11)."""
    run("do", save, "anna won Golem, biblical 3")
    to_turn(save, 12)
    run("do", save, "end turn", "nobody", said)
    open_save = OpenSave(CONJURERS, save)
    army = open_save.session.present.players[0].creatures
    assert sorted(army) == sorted(names)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Golem", "Golem is Anna's"),
        ("Golem biblical 2", "Golem is biblical 3, not biblical 2"),
        ("b222222222", "is left"),
        ("Hydra", "Hydra is new. Enter if level 1"),
        ("3", "lacks its mythology"),
        ("1 1, 2 3", '"2" lacks its mythology'),
        ("two greek", "write what a new one is"),
        ("99 level 1", "99 level 1 creatures; the box has"),
        ("Wolf level 1, Wolf level 1", "named twice"),
    ],
)
def test_what_cant_be_counted(save: Path, said: str, told: str) -> None:
    run("do", save, "anna won Golem, biblical 3")
    to_turn(save, 12)
    run("do", save, "end turn", "nobody", "Golem", "none", "none")
    result = CliRunner().invoke(build(["do"]), ["do", str(save), said])
    assert result.exit_code in (1, 2)
    assert told in result.stderr


@pytest.mark.rule("E6", "two-player-sapphires")
def test_what_isnt_in_this_game_isnt_counted(tmp_path: Path) -> None:
    save = begin(tmp_path / "two.toml", players=2)
    to_turn(save, 12)
    run("do", save, "end turn", "nobody", "none", "Nothing")
    assert "there is no sapphire in this game; it is diamond" in run("do", save, "3 sapphire", code=1).stderr


@pytest.mark.rule("E11")
@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("b3 b3", ["Golem", "biblical 3"]),
        ("1 1", ["level 1", "level 1 #2"]),
        ("n2, n2", ["norse 2", "norse 2 #2"]),
        ("Wolf level 1, 1", ["Wolf", "level 1"]),
        ("Hydra greek 5, g5", ["Hydra", "greek 5"]),
        ("Troll, norse 4, Golem", ["Troll", "Golem"]),
    ],
)
def test_a_kind_is_first_what_the_player_has_then_a_card_without_a_name(
    save: Path, said: str, names: list[str]
) -> None:
    run("do", save, "anna won Golem, biblical 3")
    now = OpenSave(CONJURERS, save).session
    setup = OpenSave(CONJURERS, save).setup
    found = _read_army(Context(setup, now.state, []), 0, said)
    assert [face.name for face in found] == names


@pytest.mark.rule("E11")
def test_two_players_cards_of_a_kind_have_names_of_their_own(save: Path) -> None:
    run("do", save, "anna won Golem, biblical 3")
    to_turn(save, 12)
    run("do", save, "end turn", "nobody", "1 n2", "none", "none")
    game, setup = OpenSave(CONJURERS, save).session.present, OpenSave(CONJURERS, save).setup
    context = Context(setup, game, [])
    assert [face.name for face in _read_army(context, 1, "1 n2 b3")] == ["level 1 #2", "norse 2 #2", "biblical 3"]


# --- changing it in mid-game ----------------------------------------------------------------------


def test_more_is_tracked_from_the_next_turn_on_and_asked_for_then(save: Path) -> None:
    run("do", save, "bo won Golem, biblical 3", "adjust tracking everything")
    assert state(save).known == "battles"  # the figures of this turn stand already
    run("do", save, "end turn")
    each = [
        ("1 1 1", "none", "4 wood 2 food", "worker"),
        ("Golem, 1 1", "Dirk, grail", "none", "warrior"),
        ("1", "none", "1 stone", "merchant, worker"),
        ("none", "none", "none", "recruiter"),
    ]
    for answers in each:
        run("do", save, *answers[:-1])
        asked = OpenSave(CONJURERS, save).session.question
        assert asked is not None
        assert (asked.key, asked.default) == ("assistants", None)  # nobody has said yet who they are
        for wrong in ("worker worker", "worker warrior merchant recruiter"):
            assert "one to 3 assistants of different kinds" in run("do", save, wrong, code=2).stderr
        run("do", save, answers[-1])
    mines = ["Anna"] + ["nobody"] * 5
    while (question := OpenSave(CONJURERS, save).session.question) is not None and question.key == "owner":
        run("do", save, mines.pop(0))
    assert len(mines) == 4, "only those of the first phase are open"
    game = state(save)
    assert (game.tracking, game.known, game.stage, game.turn) == ("everything", "everything", "placing", 2)
    assert game.players[0].resources == {"wood": 4}
    assert game.players[0].food == 2
    assert game.players[1].creatures[0] == "Golem"
    assert (game.players[1].items, game.players[1].artifacts) == (["Dirk"], ["The Holy Grail"])
    assert game.players[2].assistants == ["merchant", "worker"]
    assert list(game.mines.values()) == [0]
    run("do", save, "place conjurer wild animals")
    run("verify", save)


def test_more_is_tracked_at_once_while_no_figure_is_placed(save: Path) -> None:
    run("do", save, "adjust tracking everything")
    asked = OpenSave(CONJURERS, save).session.question
    assert asked is not None
    assert "from this turn" in [option.text for option in asked.options()]
    run("do", save, "from this turn")
    question = OpenSave(CONJURERS, save).session.question
    assert question is not None
    assert question.key == "creatures"
    assert state(save).turn == 1


def test_who_has_told_all_sees_the_whole_board(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    each = ("none", "none", "4 wood", "worker", "none", "none", "none", "warrior")
    others = ("none", "none", "none", "merchant", "none", "none", "none", "recruiter")
    type_at(save, monkeypatch, "adjust tracking everything", "from this turn", *each, *others, "bo", "nobody")
    told = capsys.readouterr().out
    assert "closed  iron" in told[told.index("Everything is counted.") :]


def test_a_turn_shows_only_what_has_been_counted(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What isn't tracked, and rows of zeros, stand where somebody asks for them."""
    type_at(save, monkeypatch, "")
    told = capsys.readouterr().out
    assert "Turn 2" in told
    assert "not tracked" not in told
    assert "minus points" not in told
    type_at(save, monkeypatch, "status")
    told = capsys.readouterr().out
    assert "not tracked: wood" in told
    assert "minus points 0" in told


def test_less_is_tracked_at_once(tmp_path: Path) -> None:
    """Goods and figures are let go of; nothing that is left says 0."""
    full = light_evening.full_evening(tmp_path)
    open_save = OpenSave(CONJURERS, tmp_path / "full.toml")
    open_save.session.rewind(0)
    open_save.save()
    run("do", open_save.path, "place conjurer shangri la", "adjust tracking battles")
    game = state(open_save.path)
    assert (game.stage, game.placed, game.known) == ("light", [], "battles")
    assert game.players[0].creatures == ["Torchbearer", "Wolf", "Jackal"]
    assert "not tracked: wood" in run("status", open_save.path).stdout
    run("verify", open_save.path)
    assert full.setup == open_save.setup


@pytest.mark.rule("E1", "duel")
def test_what_was_done_in_a_turn_is_done_where_less_is_tracked_from_its_middle_on() -> None:
    """Bo's battle, and his conjurer in the tavern; Cleo's duel is still to come."""
    figures = ("Bo", "warrior", "duat"), ("Bo", "conjurer", "tavern"), ("Cleo", "conjurer", "duel Anna")
    game = evenings.resolving(evenings.set_up(), *figures)
    evenings.play(game, "resolve warrior", "Egyptian 2a", "attacker wins", "resolve conjurer")
    game.correct(*readings("adjust tracking battles"))
    for said in ("battle Anna won Egyptian 2b", "button Cleo"):
        assert evenings.ruling(game, said) == "E1"
    assert evenings.refused(game, "duel Bo Cleo won") == ("Bo's conjurer has acted this turn", "duel")
    evenings.play(game, "duel Cleo Anna won", "battle Anna won Greek 2b")


@pytest.mark.rule("E3", "unlocking")
def test_what_is_closed_in_this_phase_is_closed_where_less_is_tracked_too() -> None:
    game = evenings.playing(evenings.set_up(unlock={"tavern": 2, "duat": 2}))
    game.correct(*readings("adjust tracking battles"))
    for said in ("battle Anna won Egyptian 2b", "button Bo"):
        assert evenings.ruling(game, said) == "E3"
    evenings.play(game, "battle Bo won Greek 2b", "end turn", "end turn", "end turn", "nobody", "button Bo")


def test_from_the_score_to_the_battles_the_tokens_are_asked_for(tmp_path: Path) -> None:
    save = begin(tmp_path / "score.toml", "score", players=2)
    run("do", save, "end turn", "adjust tracking battles", "Bo", "6", "0")
    game = state(save)
    assert (game.known, game.stage, game.holder) == ("battles", "light", 1)
    assert game.players[0].minus_points == 6


def test_what_is_tracked_isnt_changed_in_a_battle(save: Path) -> None:
    run("do", save, "battle anna referee Golem, biblical 2", "Wolf level 1", "none")
    before = save.read_text()
    assert "a battle is under way" in run("do", save, "adjust tracking score", code=2).stderr
    assert save.read_text() == before


def test_a_change_can_be_taken_back(save: Path) -> None:
    before = state(save)
    run("do", save, "adjust tracking score")
    assert state(save).known == "score"
    run("undo", save)
    assert state(save) == before


# --- set-up ---------------------------------------------------------------------------------------


def test_a_light_set_up_asks_for_less(tmp_path: Path) -> None:
    """Neither assistants nor cards dealt; a game begun before this was asked goes on without it."""
    setup: Setup = OpenSave(CONJURERS, begin(tmp_path / "a.toml")).setup
    assert setup.players == tuple(
        Seat(name, colour) for name, colour in zip(FOUR, ("red", "blue", "green", "yellow"), strict=True)
    )
    script = tmp_path / "set-up.moves"
    script.write_text("score\n2\nAnna\nBo\nnorse, greek\n")
    run("new", tmp_path / "b.toml", "--moves", script)
    assert OpenSave(CONJURERS, tmp_path / "b.toml").setup.tracking == "score"


def test_a_script_from_before_tracks_everything(tmp_path: Path) -> None:
    script = tmp_path / "set-up.moves"
    rest = "red\nworker\nBo\nblue\nwarrior\nAnna\nnone\nentered\ntable\nnone\nusual\nnorse, greek\n"
    rest += "Wolf, Imp, Owl\nBear, Boar, Hen\n"
    script.write_text(f"2\nAnna\n{rest}")
    run("new", tmp_path / "c.toml", "--moves", script)
    assert OpenSave(CONJURERS, tmp_path / "c.toml").setup.tracking == "everything"
    unfinished = tmp_path / "d.toml"
    unfinished.write_text('game = "conjurers"\nof = "game"\n[unfinished]\nanswers = ["2", "Anna"]\n')
    script.write_text(rest)
    run("new", unfinished, "--moves", script)
    assert OpenSave(CONJURERS, unfinished).setup.tracking == "everything"


def test_a_light_game_is_told_as_a_script(save: Path, tmp_path: Path) -> None:
    run("do", save, "anna won Golem, biblical 3", "end turn")
    moves = run("log", save, "--moves").stdout
    again: Any = tmp_path / "again.toml"
    script = tmp_path / "again.moves"
    script.write_text(moves)
    run("do", again, "--from", script)
    assert state(again) == state(save)


# --- what is no card ------------------------------------------------------------------------------


def at_prompt(path: Path, typed: str) -> str:
    """What a person's line is taken for at the prompt, as it is recorded."""
    question = OpenSave(CONJURERS, path).session.question
    assert question is not None
    answer = fit(question, typed, Vocabulary(lambda: FOUR, dict, lambda text: ""))
    return question.record(question.parse(answer), answer)


@pytest.mark.parametrize(
    ("typed", "recorded"),
    [
        ("bo takes the button", "button Bo"),
        ("bo won angel b3", "battle Bo won angel, biblical 3"),
        ("bo won angel, biblical 3", "battle Bo won angel, biblical 3"),
        ("bo lost", "battle Bo lost"),
        ("bo won the button", "button Bo"),
        ("bo wins against cleo", "duel Bo Cleo won"),
    ],
)
def test_sentences_are_read_and_never_taken_for_cards(save: Path, typed: str, recorded: str) -> None:
    assert at_prompt(save, typed) == recorded


@pytest.mark.parametrize(
    "line", ["bo lost to Rat and cleo won", "bo beat Rat and cleo beat Cat", "bo won Rat, cleo lost"]
)
def test_a_creatures_name_holds_no_other_players_battle(save: Path, line: str) -> None:
    with pytest.raises(RefereeError, match="names Cleo"):
        at_prompt(save, line)


@pytest.mark.parametrize("name", ["1", "b1", "attack", "what is a pit", "end"])
def test_what_cant_be_a_name_is_no_creature_that_was_won(save: Path, name: str) -> None:
    with pytest.raises(RefereeError) as caught:
        at_prompt(save, f"bo won {name}")
    assert not isinstance(caught.value, Suggestion)


def test_a_bare_new_name_is_confirmed(save: Path) -> None:
    with pytest.raises(Suggestion, match="isn't known yet"):
        at_prompt(save, "bo won Golem")


@pytest.mark.parametrize(
    "name",
    [
        "1",
        "b1",
        "zoe won angel b3",
        "none left",
        "items",
        "place worker",
        "Referee",
        "attacker wins",
        "end turn",
        "Talaria",
    ],
)
def test_what_cant_be_a_name_is_no_item(name: str) -> None:
    with pytest.raises(Unreadable):
        read_new_item(name)


def test_only_options_that_were_typed_are_said_to_be_not_needed(tmp_path: Path) -> None:
    """With --track battles nobody asks for an assistant; "Anna:worker" names one, but is no option of its own."""
    words = ["--track", "battles", "--player", "Anna:worker", "--player", "Bo:warrior", "--start", "Anna", "--yes"]
    made = run("new", tmp_path / "light.toml", *words, "--locked", "egyptian, norse", "--dealt", "Anna: Dirk")
    assert [line for line in made.stderr.splitlines() if line[:5] == "note:"] == ["note: --dealt was not needed"]


def test_the_question_for_feeding_fits_a_line_with_its_usual_answer() -> None:
    players = [SimpleNamespace(name=name) for name in ("Anna", "Bo")]
    game: Any = SimpleNamespace(present=lambda: [0, 1], players=players)
    asked = _short_question(game, 2)
    assert len(f"{asked.prompt} [{asked.default}]: ") <= 80
    for typed, recorded in (("NONE", "nobody"), ("1 0", "Anna 1"), ("anna 2", "Anna 2")):
        assert asked.record(asked.parse(typed), typed) == recorded


@pytest.mark.parametrize(("typed", "recorded"), [("attacker wins", "won"), ("defender wins", "lost"), ("WON", "won")])
def test_how_a_battle_ended_is_recorded_as_won_or_lost(save: Path, typed: str, recorded: str) -> None:
    session = OpenSave(CONJURERS, save).session
    session.answer("duel Anna Bo")
    question = session.question
    assert question is not None
    assert [option.text for option in question.options()] == ["referee", "attacker wins", "defender wins"]
    assert question.record(question.parse(typed), typed) == recorded


def test_a_count_that_cant_be_read_is_not_cut_in_two(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers behind it are no dice, and no answer to what is asked next."""
    to_turn(save, 12)
    run("do", save, "end turn", "nobody")
    before = answered(save)
    type_at(save, monkeypatch, "1 1, 2 3")
    assert answered(save) == before


# --- what is asked when it is counted ---------------------------------------------------------------


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Question[Any]]:
    """What is asked before everything is tracked, by key, the first of each: of Anna, of whom something is known."""
    path = begin(tmp_path_factory.mktemp("count") / "light.toml")
    run("do", path, "anna won Golem, biblical 3", "bo won Hydra, greek 4", "adjust tracking everything")
    game, setup = state(path), OpenSave(CONJURERS, path).setup
    anna, bo = game.players[:2]
    anna.assistants, anna.items, anna.artifacts, bo.items = (
        ["worker", "merchant"],
        ["Dirk"],
        ["The Holy Grail"],
        ["Club"],
    )
    game.known = "score"  # as if nobody had told of battles: so the tokens and the button are asked for too
    asked: dict[str, Question[Any]] = {}

    def answer(question: Question[Any]) -> Any:
        asked.setdefault(question.key, question)
        return question.parse(question.default or "worker")

    drive(count(setup, game, []), answer)
    return asked


@pytest.mark.parametrize(
    ("key", "usual"),
    [
        ("creatures", "Golem"),
        ("pieces", "Dirk, The Holy Grail"),
        ("assistants", "worker, merchant"),
        ("owner", "nobody"),
        ("resources", "none"),
        ("minus points", "0"),
        ("holder", "Anna"),
    ],
)
def test_what_is_known_is_the_usual_answer(counting: dict[str, Question[Any]], key: str, usual: str) -> None:
    assert counting[key].default == usual


@pytest.mark.parametrize("typed", ["-1", "10000"])
def test_minus_points_are_told_as_a_number_from_0_on(counting: dict[str, Question[Any]], typed: str) -> None:
    with pytest.raises(Unreadable):
        counting["minus points"].parse(typed)


@pytest.mark.parametrize(
    ("key", "typed", "recorded"),
    [
        ("pieces", "dirk , GRAIL", "Dirk, The Holy Grail"),
        ("pieces", "-", "none"),
        ("assistants", "WORKER,merchant", "worker, merchant"),
        ("owner", "anna", "Anna"),
    ],
)
def test_what_is_counted_is_recorded_by_its_names(
    counting: dict[str, Question[Any]], key: str, typed: str, recorded: str
) -> None:
    assert counting[key].record(counting[key].parse(typed), typed) == recorded


def test_a_mine_is_nobodys_or_a_players_and_no_known_piece_is_a_new_card(counting: dict[str, Question[Any]]) -> None:
    assert [option.text for option in counting["owner"].options()] == ["nobody", *FOUR]
    coins, parse = counting["pieces"].coins, counting["pieces"].parse
    assert coins is not None
    assert (coins(parse("Dirk, The Holy Grail")), coins(parse("Dirk, Spoon"))) == ("", "Spoon")


@pytest.mark.parametrize(
    ("key", "typed", "why"),
    [
        ("creatures", "Hydra", "Hydra is Bo's"),
        ("pieces", "Club", "Club is Bo's"),
        ("pieces", "Dirk, dirk", "Dirk is named twice; there is one"),
        ("pieces", "walk/1", "card.s name"),
        ("assistants", "worker, worker, worker, worker", "has one to"),
        ("assistants", "none", "no assistant is called"),
        ("owner", "Zed", "no "),
        ("resources", "3 worms", "no "),
    ],
)
def test_what_cant_be_counted_is_refused(counting: dict[str, Question[Any]], key: str, typed: str, why: str) -> None:
    with pytest.raises(RefereeError, match=why):
        counting[key].parse(typed)


@pytest.mark.rule("A7", "E6")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Hydra", "Hydra is greek 4 and with Bo; choose another"),
        ("Norn", "Norn is norse 2 and out of the game; choose another"),
        ("Imp", "Imp is of level 1; choose another"),
        ("Roc", "Roc is japanese, which is out of this game"),
        ("Wyvern", ""),
    ],
)
def test_where_a_creature_is_that_cant_be_fought_for(tmp_path: Path, name: str, why: str) -> None:
    path = begin(tmp_path / "three.toml", "battles", 3)
    run("do", path, "bo won Hydra, greek 4")
    game, setup = state(path), replace(OpenSave(CONJURERS, path).setup, locked=("japanese",))
    game.faces += [Face("Norn", 2, "norse"), Face("Roc", 3, "japanese"), Face("Imp", 1)]
    game.gone.append("Norn")
    found = refusal(refuse_known, Context(setup, game, []), name, "A7", "choose another")
    assert str(found or "") == why


@pytest.mark.parametrize(("typed", "recorded"), [("2 WOOD,1 iron", "2 wood and 1 iron"), ("-", "none")])
def test_what_counts_at_the_end_is_recorded_by_its_names(save: Path, typed: str, recorded: str) -> None:
    context = Context(OpenSave(CONJURERS, save).setup, state(save), [])
    asked = _stores_question(context, "Anna", over=True)
    assert asked.record(asked.parse(typed), typed) == recorded
