"""Entries of a log explained: their arithmetic, their rules, and what each switch decides, found by playing again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.errors import BadInput
from referee.explain.screen import WhyReport
from referee.explain.why import Explanation, SwitchDecision, explain, explained_game
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.battle.events import Hit
from referee.games.conjurers.explained import hit_steps, steps
from referee.games.conjurers.rules.events import Gained, Sacrificed
from referee.games.conjurers.rules.state import Setup
from referee.play.notation import readings
from referee.play.session import Session
from referee.rulebook.rules import rulebook
from referee.saves.save import OpenSave
from referee.text.screen import Screen
from tests.conjurers.evenings import Play, acting, begin, duel, ending, play, playing, set_up
from tests.conjurers.test_game_commands import run
from tests.test_fitting import Terminal

EXAMPLES = Path(__file__).parents[2] / "examples"


def of(game: Play, setup: Setup, number: int | None = None) -> Explanation:
    return explain(explained_game(CONJURERS), setup, game, number)


def decided(found: Explanation, switch: str) -> SwitchDecision | None:
    return next((one for one in found.decided if one.switch == switch), None)


def told(one: SwitchDecision | None) -> dict[str, tuple[str, str]]:
    assert one is not None
    return {difference.what: (difference.now, difference.other) for difference in one.differences}


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("why") / "four.toml"
    run("do", path, "--from", EXAMPLES / "four-player-game.moves", "--brief")
    return path


# --- switches -------------------------------------------------------------------------------------


@pytest.mark.rule("E1")
def test_a_second_figure_on_a_space_stands_by_the_switch_alone() -> None:
    setup = set_up(2, shared_spaces=True)
    game = play(playing(setup), "place worker wild animals", "place conjurer wild animals")
    one = decided(of(game, setup), "shared_spaces")
    assert one is not None
    assert (one.now, one.other, one.rules) == ("yes", "no", ("E1",))
    assert "taken by Anna's worker" in one.refused
    assert "E1" in one.refused


@pytest.mark.rule("E1")
def test_what_a_shared_space_would_leave_possible_is_told() -> None:
    setup = set_up(2)
    game = play(playing(setup), "place worker wild animals")
    now, other = told(decided(of(game, setup), "shared_spaces"))["possible next"]
    assert now == ""
    assert "place conjurer wild animals" in other


@pytest.mark.rule("A1")
def test_which_battles_wait_is_decided_when_the_last_figure_stands() -> None:
    setup = set_up(2)
    game = play(
        playing(setup),
        "place worker lumber mill",
        "place warrior duat",
        "place conjurer duel Bo",
        "place conjurer tavern",
    )
    assert decided(of(game, setup, 3), "battles_last") is None
    one = decided(of(game, setup, 4), "battles_last")
    assert one is not None
    assert (one.now, one.other) == ("auto", "always")
    assert told(one)["battles that wait, in order"] == ("", "Anna's conjurer (duel Bo), Bo's warrior (duat)")


@pytest.mark.rule("A1")
def test_an_answer_isnt_taken_for_another_players() -> None:
    """With the switch the other way Anna's battle waits, and "resolve conjurer" was said for her, not for Bo."""
    setup = set_up(2)
    game = play(
        playing(setup),
        "place worker lumber mill",
        "place warrior wild animals",
        "place conjurer duel Bo",
        "place conjurer stone mine",
        "resolve worker",
        "resolve conjurer",
    )
    one = decided(of(game, setup), "battles_last")
    assert one is not None
    assert one.asks == "Bo resolves"


@pytest.mark.rule("A1")
def test_when_battles_are_fought_is_no_matter_of_entries_that_only_come_between() -> None:
    """Anna's worker is resolved before her battle either way, and Bo's figures fight nobody."""
    setup = set_up(2, battles_last="always")
    game = play(
        playing(setup),
        "place worker lumber mill",
        "place warrior wild animals",
        "place conjurer duel Bo",
        "place conjurer stone mine",
        "resolve worker",
        "resolve warrior",
        "resolve conjurer",
    )
    assert [number for number in range(1, 8) if decided(of(game, setup, number), "battles_last")] == [4]


# --- arithmetic and rules of the board ------------------------------------------------------------


@pytest.mark.rule("A6", "duel-spoils")
def test_spoils_show_how_they_are_halved() -> None:
    """P. 13: half of 15, rounded up."""
    setup = set_up()
    game = play(duel(setup, goods={"Bo": {"food": 15, "wood": 8}}), "attacker wins", "steal food, wood, iron")
    (stolen,) = [one for one in of(game, setup).happened if one.steps]
    assert stolen.steps == ("half of 15 food, rounded up: 8", "half of 8 wood, rounded up: 4")
    assert stolen.rules == ("duel-spoils", "A6")


@pytest.mark.rule("A3", "market-rates")
def test_a_trade_shows_its_rate() -> None:
    """P. 12: iron for wood at 3 to 1."""
    setup = set_up()
    game = acting("marketplace", "trade 6 wood iron", "done", setup=setup, turn=4, goods={"Anna": {"wood": 6}})
    (gained,) = [one for one in of(game, setup).happened if one.steps]
    assert gained.steps == ("wood for iron: 3 for 1; 6 / 3 x 1 = 2",)
    assert "market-rates" in gained.rules


@pytest.mark.rule("A18", "tournament-pairs", "tournament-duels")
def test_draws_and_battles_of_a_tournament_tell_their_rules() -> None:
    setup = set_up(4, tournament=True)
    game = play(ending(setup, turn=6), "end turn", "Anna, Dan, Cleo, Bo")
    found = of(game, setup)
    assert found.happened[0].text == "Semifinal 1: Anna challenges Dan. Semifinal 2: Cleo challenges Bo."
    assert found.rules == ("tournament-pairs", "A18")
    assert {"tournament-duels", "A18"} <= set(of(play(game, "referee"), setup).rules)
    finals = play(session_after_semifinals(setup), "Cleo", "Dan")
    assert of(finals, setup).happened[0].text == "Third place: Dan challenges Bo. Final: Cleo challenges Anna."
    assert {"tournament-duels", "A18"} <= set(of(play(finals, "attacker wins"), setup).rules)


def session_after_semifinals(setup: Setup) -> Play:
    """A tournament in which Anna and Cleo have come into the final."""
    game = play(ending(setup, turn=6), "end turn", "Anna, Dan, Cleo, Bo")
    return play(game, "attacker wins", "attacker wins")


@pytest.mark.rule("A4")
@pytest.mark.parametrize(("on", "expected"), [(False, ("Wolf", "")), (True, ("", "Wolf"))])
def test_where_a_sacrificed_creature_goes(on: bool, expected: tuple[str, str]) -> None:
    setup = set_up(sacrificed_return=on)
    game = acting("sacrificial pit 1", "sacrifice Wolf for food", setup=setup)
    assert told(decided(of(game, setup), "sacrificed_return")) == {"out of the game": expected}


@pytest.mark.rule("E3")
def test_a_space_that_another_numeral_opens() -> None:
    setup = set_up(unlock={"tavern": 2})
    game = play(playing(setup, turn=4), "place worker lumber mill")
    assert decided(of(game, setup), "unlock") is None  # in phase II it is open either way
    early = play(playing(setup), "place worker lumber mill")
    assert "conjurer tavern" in told(decided(of(early, setup), "unlock"))["possible next"][1]


@pytest.mark.rule("B22")
def test_a_roll_is_set_against_average_dice(four: Path) -> None:
    open_save = OpenSave(CONJURERS, four)
    found = explain(explained_game(CONJURERS), open_save.setup, open_save.session, 18)
    assert [given.answer for given in found.given] == ["attack Snow Fox", "0 0", "0 0"]
    now, other = told(decided(found, "dice"))["what happens"]
    assert "Snow Fox strikes Minion: 0 dealt" in now
    assert "Snow Fox strikes Minion: 2 dealt" in other


@pytest.mark.rule("B20")
def test_more_dice_for_an_element_would_have_to_be_thrown(four: Path) -> None:
    open_save = OpenSave(CONJURERS, four)
    one = decided(explain(explained_game(CONJURERS), open_save.setup, open_save.session, 20), "elements")
    assert one is not None
    assert one.asks.endswith("Bear strikes Serpopard: 3 dice")
    assert one.why_unfit == f"{len(one.unfit.split())} dice are too few; 3 are thrown"
    told = " ".join(run("why", four, 20).stdout.split())
    assert f'With elements = yes "{one.unfit}" would not answer: {one.asks} ({one.why_unfit})' in told
    assert json.loads(run("why", four, 20, "--json").stdout)["decided"][0]["unfit"] == one.unfit


@pytest.mark.rule("tournaments")
def test_a_tournament_hangs_on_its_switch() -> None:
    for setup in (set_up(4), set_up(4, tournament=True)):
        found = of(play(ending(setup, turn=6), "end turn"), setup)
        assert "asked next" in told(decided(found, "tournament"))
    setup = set_up(4)
    assert decided(of(play(ending(setup, turn=5), "end turn"), setup), "tournament") is None


# --- arithmetic -----------------------------------------------------------------------------------


@pytest.mark.rule("feeding", "food-short", "A9")
def test_feeding_is_reckoned_creature_by_creature() -> None:
    setup = set_up()
    game = ending(
        setup,
        turn=3,
        goods={"Anna": {"food": 5}},
        armies={"Anna": ["Wolf", "Egyptian 3a"]},
        assistants={"Anna": ["worker", "merchant"]},
    )
    found = of(play(game, "end turn"), setup)
    fed = next(one for one in found.happened if one.text.startswith("Anna pays 5 of 8 food"))
    assert fed.steps == (
        "creatures, 1 food for each level: 1 + 3 = 4",
        "merchant: 4",
        "needed 8, there 5, paid 5",
    )
    short = next(one for one in found.happened if "in minus tokens" in one.text)
    assert short.steps == ("3 food short x 2 = 6",)


@pytest.mark.rule("pit-halving")
def test_a_halved_sacrifice_is_reckoned() -> None:
    setup = set_up()
    found = of(acting("sacrificial pit 1", "sacrifice Wolf for food, Imp for food", setup=setup), setup)
    steps = [one.steps[0] for one in found.happened if "sacrifices" in one.text]
    assert steps[0].startswith("level 1 for food, number 1 of this action: ")
    assert "/ 2, rounded down = " in steps[1]


@pytest.mark.rule("B9")
def test_the_steps_of_every_hit_lead_to_its_damage(four: Path) -> None:
    open_save = OpenSave(CONJURERS, four)
    session: Session[Any] = Session(open_save.session.game, open_save.session.start, forcing=False)
    hits = 0
    for entry in open_save.session.steps:
        session.repeat(entry)
        for event in session.take_events():
            if not isinstance(event, Hit):
                continue
            hits += 1
            makes = [step.split(" makes ")[1].split()[0] for step in hit_steps(event) if " makes " in step]
            sums = [int(word) for word in makes if word.lstrip("-").isdigit()]
            total = sums[-1] if event.terms else event.rolled
            assert max(0, total) == event.dealt
            assert event.received == event.dealt - sum(taken.amount for taken in event.absorbed)
    assert hits > 100


# --- whole games ----------------------------------------------------------------------------------


def test_every_kind_of_entry_can_be_explained(four: Path) -> None:
    open_save = OpenSave(CONJURERS, four)
    before = open_save.session.state.copy()
    entries = open_save.session.steps
    for number in (1, *range(5, len(entries) + 1, 31), len(entries)):
        found = explain(explained_game(CONJURERS), open_save.setup, open_save.session, number)
        assert [given.answer for given in found.given] == [answer.text for answer in entries[number - 1].answers]
        assert found.happened
        assert found.rules
    assert open_save.session.state == before


def test_a_correction_is_explained_by_what_it_changed() -> None:
    setup = set_up()
    game = playing(setup)
    game.correct(*readings("adjust Anna food 7 because miscounted"))
    found = of(game, setup)
    assert [(one.what, one.now, one.other) for one in found.changed] == [("Anna's food", "0", "7")]
    assert found.text.endswith("because miscounted")
    assert not found.decided


def test_on_a_small_screen_the_rules_are_only_named(four: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the arithmetic of a fight stands below forty rows of rules."""
    open_save = OpenSave(CONJURERS, four)
    report = WhyReport(
        explain(explained_game(CONJURERS), open_save.setup, open_save.session, 18), rulebook("conjurers")
    )
    shown = {}
    for height in ("24", "100"):
        monkeypatch.setenv("LINES", height)
        out = Terminal()
        report.show(Screen(plain=True, file=out, width=80))
        shown[height] = out.getvalue()
    assert shown["24"].count("\n") <= 22 < shown["100"].count("\n")
    assert "Battle dice, p. 17 ·" in " ".join(shown["24"].split())
    assert shown["24"].partition("Entry 18")[2] == shown["100"].partition("Entry 18")[2] != ""


@pytest.mark.parametrize("number", [0, -1, 3])
def test_an_entry_that_isnt_there_is_told(number: int) -> None:
    setup = set_up()
    with pytest.raises(BadInput, match="no entry"):
        of(playing(setup), setup)
    with pytest.raises(BadInput, match="the log has 1"):
        of(play(playing(setup), "place worker lumber mill"), setup, number)


# --- on the command line --------------------------------------------------------------------------


def test_an_entry_is_explained_on_the_command_line(four: Path) -> None:
    shown = " ".join(run("why", four, 18, "--plain").stdout.split())
    assert "Entry 18 · turn 1, battles" in shown
    assert "2 dice thrown: 0 + 0 = 0" in shown
    assert "(ruling B9, pp. 17-19, 21-22)".replace(" ", "") in shown.replace(" ", "")
    assert "Decided by a switch: dice = entered" in shown
    assert "Entry 382" in run("why", four, "--plain").stdout
    assert "there is no entry 999; the log has 382" in run("why", four, 999, code=2).stderr


def test_scripts_get_the_explanation_as_json(four: Path) -> None:
    found = json.loads(run("why", four, 8, "--json").stdout)
    assert (found["number"], found["text"]) == (8, "place recruiter tavern")
    switches = {one["switch"]: one for one in found["decided"]}
    assert switches["battles_last"]["rules"] == ["A1"]
    assert {rule["id"]: rule["page"] for rule in found["rules"]}["A1"] == "10, 13"
    assert found["happened"][0]["text"] == "Dan's recruiter goes to: tavern."


def test_no_hand_is_given_away(tmp_path: Path) -> None:
    """The draws of the program are everybody's to see as numbers only."""
    path = tmp_path / "duel.toml"
    cards = EXAMPLES / "sample-deck.toml"
    seats = ("--player", "Anna:worker", "--player", "Bo:warrior", "--deck", cards)
    run("new", path, *seats, "--seed", 7, "--dice", "average", "--draws", "program", "--yes")
    run("adjust", path, "Anna gains creature Sphinx")
    run(
        "do",
        path,
        "place worker lumber mill",
        "place warrior wild animals",
        "place conjurer duel Bo",
        "place conjurer tavern",
        "resolve worker",
        "resolve conjurer",
        "referee",
    )
    shown = run("why", path, "--plain").stdout
    open_save = OpenSave(CONJURERS, path)
    assert open_save.session.state.contest is not None
    drawn = open_save.session.state.contest.hands[0]
    assert len(drawn) == 3
    assert "draws 3 of 4 creatures" in shown
    assert not any(name in shown for name in drawn)
    found = json.loads(run("why", path, "--json").stdout)
    assert [given["answer"] for given in found["given"]] == ["referee", "(secret)"]
    assert found["text"] == "referee / (secret)"


def test_a_battle_is_explained_by_the_numbers_of_its_log(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    record.write_bytes((EXAMPLES / "duel-entered-dice.toml").read_bytes())
    (tmp_path / "sample-deck.toml").write_bytes((EXAMPLES / "sample-deck.toml").read_bytes())
    from referee.games.conjurers.battle.live import BattleTable
    from referee.text.screen import Screen

    table = BattleTable(games.load("conjurers"), record, Screen(plain=True))
    found = table.explanation().found
    assert found.given[0].key == "move"
    assert found.happened
    assert table.explanation(1).found.given[0].answer == table.session.steps[0].do
    for number, step in enumerate(table.session.steps, 1):  # as the log counts, where claims are entries too
        assert table.explanation(number).found.at == step.place
    claims = [number for number, step in enumerate(table.session.steps, 1) if step.claim]
    assert claims
    assert found.number not in claims
    with pytest.raises(BadInput, match="there is no entry 99"):
        table.why(99)
    assert table.session.undo()
    assert table.explanation().found.number < found.number


def test_a_card_that_a_switch_would_ask_more_of_is_told_with_what_it_lacks(tmp_path: Path) -> None:
    """The question would be the same, so what the answer to it lacks is told."""
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
        "summon Wolf 2 [5/2]",
    )
    told = " ".join(run("why", path).stdout.split())
    assert (
        'With elements = yes "5/2" would not answer: Wolf (level 1): hit points/dice, abilities (its element' in told
    )


@pytest.mark.rule("average-dice", "B22")
def test_a_turn_with_rolled_dice_is_set_against_average_ones(tmp_path: Path) -> None:
    """A seed goes with rolled dice only: with average dice there is none."""
    record = tmp_path / "duel.toml"
    script = tmp_path / "duel.moves"
    script.write_text(
        "duel\nrolled\n7\nnone\nAnna\nBo\nRat\n1\n9/3\nnone\ndone\ndone\nImp\n1\n9/3\nnone\ndone\ndone\n"
        "summon Rat 1\nsummon Imp 1\nwhy\n",
        encoding="utf-8",
    )
    told = run("battle", record, "--moves", script).stdout
    assert "Turn 2" in told, "the second turn, whatever was asked before the first"
    assert "Decided by a switch: dice = rolled" in told
    assert "With dice = average it would be different" in told
    record.write_text(record.read_text(encoding="utf-8").replace('dice = "rolled"\nseed = 7', 'dice = "average"'))
    script.write_text("why", encoding="utf-8")
    assert "3 dice averaged: 3 x 1 = 3" in run("battle", record, "--moves", script).stdout


@pytest.mark.rule("mine-output", "end-phase")
def test_what_a_space_gives_is_explained_by_all_phases() -> None:
    for place in ("stone mine", "stone storage"):
        gained = Gained(0, {"stone": 1}, place, ())
        assert next(iter(steps(gained, set_up(), begin(set_up(), turn=4)))).startswith(
            "phase II now; by phases it is I "
        )


@pytest.mark.rule("pit-rates", "pit-halving")
@pytest.mark.parametrize(
    ("place", "told"), [(1, "8"), (2, "8 / 2, rounded down = 4"), (3, "8 / 4, rounded down = 2")]
)
def test_what_a_creature_brings_is_explained_by_its_level_and_place(place: int, told: str) -> None:
    game = begin(set_up(), armies={"Anna": ["Greek 3a"]})
    given = Sacrificed(0, "Greek 3a", place, {"wood": 1, "stone": 1})
    how = f"level 3 for stone and wood, number {place} of this action: {told}"
    assert list(steps(given, set_up(), game)) == [how]
