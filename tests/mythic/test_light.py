"""Games of Mythic Battles of which less than everything is tracked: the clock, the fights, what decides the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee.asking.meaning import AmbiguousText, fit
from referee.asking.question import Question, drive
from referee.cli import build
from referee.declaration.tracking import HowMuch
from referee.errors import Illegal, RefereeError, Unreadable
from referee.games.mythic import GAME as MYTHIC
from referee.games.mythic.board.board import Board
from referee.games.mythic.rules import endings, setting_up
from referee.games.mythic.rules.light import lighten
from referee.games.mythic.rules.state import GameState, Match, Phase
from referee.games.mythic.rules.turns import RULES
from referee.games.mythic.units.language import read_unit
from referee.play.notation import readings
from referee.play.session import Session
from referee.saves.save import GameCorrector, OpenSave
from tests.made_up import answered, type_at
from tests.mythic import light_evening
from tests.mythic.games import make_setup, options, refusal, say, session, staged
from tests.mythic.games import told as happened
from tests.mythic.light_evening import EXAMPLES

ARMIES = ("Anna: Storm Warden, Stone Thrower, Reed Archers", "Bo: Deep Queen, Marsh Serpent, Wall Guard")


def run(command: str, *arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(build([command]), [command, *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def begin(path: Path, track: HowMuch = "battles", *more: str, armies: tuple[str, ...] = ARMIES) -> Path:
    known = [] if track == "score" else ["--deck", EXAMPLES / "sample-units.toml"]
    recruited = [] if track == "score" else [word for army in armies for word in ("--recruit", army)]
    names = ("--player", "Anna", "--player", "Bo", "--start", "Anna")
    run("new", path, "--game", "mythic", "--track", track, *names, *known, *recruited, *more, "--yes")
    return path


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return begin(tmp_path / "light.toml")


def state(path: Path) -> GameState:
    game: OpenSave[GameState] = OpenSave(MYTHIC, path)
    return game.session.state


def words(result: Result) -> str:
    return " ".join(result.stdout.split())


def test_a_light_evening_ends_as_the_full_one(tmp_path: Path) -> None:
    """Every vitality, stone and the winner; one line an activation, two with an attack, one for each answer more."""
    full = light_evening.full_evening(tmp_path)
    light, typed = light_evening.play(tmp_path, full)
    whole, told = full.session.state, light.session.state
    assert (told.won, told.decided, told.round) == (whole.won, whole.decided, whole.round)
    assert [(one.name, one.vitality, one.stone) for one in told.pieces] == [
        (one.name, one.vitality, one.stone) for one in whole.pieces
    ]
    assert [one.absorbed for one in told.players] == [one.absorbed for one in whole.players]
    recruited = len(whole.pieces)
    activations = light_evening.EXAMPLE.read_text().count("\nactivate ")
    throws = sum(line[0].isdigit() for line in typed["evening"])
    assert len(typed["evening"]) <= recruited + activations + throws + 3  # attacks that come second in an activation


@pytest.mark.rule("two-units")
def test_an_activation_costs_one_answer_and_one_with_an_attack_two(save: Path) -> None:
    """The next player's unit ends the turn before it."""
    run("do", save, "storm warden", "reed archers attack wall guard at 2 [5 4 3 2 0 / best]", "marsh serpent")
    game = state(save)
    assert (game.active, game.activated, game.turn) == (1, 1, 2)
    assert (
        "2 units were activated"
        in run(
            "do",
            save,
            "deep queen",
            "wall guard",
            "end turn",
            "storm warden",
            "stone thrower",
            "reed archers",
            code=1,
        ).stderr
    )


@pytest.mark.rule("simple-actions", "complex-actions", "absorb", "M40", "retaliation")
def test_who_tells_more_than_an_activation_holds_is_warned() -> None:
    """A table may have its reasons, so it is done all the same."""
    armies = ("Storm Warden", "Stone Thrower"), ("Deep Queen", "Gale Harrier")
    played = session(make_setup(tracking="battles", picks=armies))

    def warning(said: str) -> str:
        assert played.question is not None
        assert played.question.warns is not None
        return played.question.warns(played.question.parse(said))

    say(played, "storm warden claims norse")
    assert "Storm Warden has made no attack that is answered" in warning("deep queen retaliates")
    assert "Storm Warden has claimed: to absorb is a complex action" in warning("absorb")
    assert warning("attack deep queen") == warning("stone thrower attacks deep queen") == warning("drop") == ""
    say(played, "drop", "attack gale harrier [evade]")
    assert "Storm Warden has claimed already: the two simple actions" in warning("claim greek")
    assert warning("attack deep queen") == ""  # the attack that was evaded goes on
    say(played, "attack deep queen [0 0 0 0 0 0 0]")
    assert "has attacked already" in warning("attack deep queen")
    assert warning("deep queen retaliates") == ""
    say(played, "absorb greek")
    assert "has absorbed: to absorb is a complex action" in warning("attack deep queen")
    say(played, "stone thrower")
    assert warning("attack deep queen") == ""


@pytest.mark.rule("claim", "absorb")
@pytest.mark.parametrize("said", ["deep queen's wall", "norse 2", "n" * 41])
def test_what_is_no_mythology_is_no_stone(said: str) -> None:
    """A stone of a name that no save can hold was taken, and its save couldn't be opened again."""
    played = session(make_setup(tracking="battles", picks=(("Storm Warden",), ("Deep Queen",))))
    for verb in ("claims", "absorbs"):
        with pytest.raises(RefereeError, match=f'no stone is called "{said}"; write its mythology, like claim greek'):
            played.answer(f"storm warden {verb} {said}")
    say(played, "storm warden claims the norse stone")
    assert played.present.piece("Storm Warden").stone == "norse"


@pytest.mark.rule("area-attack", "area-targets", "area-allies", "area-no-answer", "M44", "simple-actions")
def test_an_area_attack_strikes_several_and_allies_too_whose_dice_are_an_opponents() -> None:
    armies = ("Storm Warden", "Reed Archers", "Wall Guard"), ("Deep Queen", "Gale Harrier")
    played = session(make_setup(tracking="battles", picks=armies))

    def warning(said: str) -> str:
        assert played.question is not None
        assert played.question.warns is not None
        return played.question.warns(played.question.parse(said))

    say(played, "storm warden")
    played.answer("area attack reed archers 2/9")
    assert (played.question.who if played.question else "", options(played)) == ("Bo", [])
    played.answer("0 0")
    assert warning("area attack deep queen 2/9") == ""
    assert "has made no attack that is answered" in warning("deep queen retaliates")
    assert "has attacked already" in warning("attack deep queen")
    with pytest.raises(Unreadable, match="besides the attacker"):
        played.answer("area attack storm warden 2/9")
    played.answer("area attack deep queen 2/9")
    assert (played.question.who if played.question else "") == "Anna"


@pytest.mark.rule("two-units")
def test_a_table_may_activate_four_units_a_turn() -> None:
    armies = ("Storm Warden", "Stone Thrower", "Reed Archers", "Wall Guard"), ("Deep Queen",)
    played = session(make_setup(tracking="battles", picks=armies, units_a_turn=4))
    say(played, "storm warden", "stone thrower", "reed archers", "wall guard")
    assert happened(played)[-1] == "Anna activates Wall Guard, the fourth unit of this turn."


@pytest.mark.rule("guard", "M92")
def test_a_partners_unit_may_guard() -> None:
    armies = ("Storm Warden",), ("Deep Queen",), ("Ash Runner",), ("Hedge Knight",)
    played = session(make_setup(4, tracking="battles", picks=armies))
    say(played, "storm warden attacks deep queen")
    assert options(played) == ["guard Hedge Knight"]


@pytest.mark.rule("evade", "M40")
def test_who_may_buy_a_manoeuvre_twice_a_round_evades_twice() -> None:
    armies = ("Stone Thrower",), ("Gale Harrier",)
    played = session(make_setup(tracking="battles", picks=armies, manoeuvres=2))
    for left in (["evade", "initiative"], ["evade", "initiative"], ["initiative"]):
        played.answer("stone thrower attacks gale harrier" if len(played.steps) == 0 else "attack gale harrier")
        assert options(played) == left
        played.answer(left[0]) if "evade" in left else None


@pytest.mark.rule("M67")
@pytest.mark.parametrize(("answer", "told"), [("own", "a card of its own"), ("any", "any card")])
def test_what_an_answer_costs_is_told_as_the_table_reads_it(tmp_path: Path, answer: str, told: str) -> None:
    save = begin(tmp_path / "card.toml", "battles", "--answer-card", answer)
    shown = words(run("do", save, "stone thrower attacks marsh serpent 2/8 [0 0 / best]"))
    assert f"may retaliate, for {told}; if so, type:" in shown


@pytest.mark.rule("M20", "M28")
@pytest.mark.rule("archer", "torment")
def test_an_attack_has_the_values_of_the_windows_and_what_the_table_adds(save: Path) -> None:
    told = words(run("do", save, "reed archers attacks deep queen at 1, defence +1, offence -1"))
    assert "offence 4 (printed) + 1 (archer) - 1 (told by the table) = 4; defence 8 (printed) + 1" in told
    told = words(run("do", save, "5 4 1 0", "done", "deep queen attacks storm warden"))
    assert "defence 9 (printed) - 1 (torment) = 8" in told


def test_an_attack_is_told_by_both_values(save: Path) -> None:
    told = words(run("do", save, "stone thrower attacks marsh serpent 6/8", "5 5 4 3 0 0"))
    assert "offence 6; defence 8" in told
    assert "0 to 10" in run("do", save, "done", "attack deep queen 12/8", code=2).stderr


@pytest.mark.rule("permanent-powers")
def test_powers_are_the_tables_where_areas_and_cards_are_not_tracked() -> None:
    rally = "Rally: hero 3; 5-1 6/7/0/2 a; a Cry: passive, when wounded: heal 1"
    played = staged("Anna: Rally A", "Bo: Deep Queen H", typed=(rally,))
    levels: tuple[tuple[HowMuch, int], ...] = ("everything", 1), ("battles", 0)
    for known, noted in levels:
        played.present.known = known
        match = Match(played.game.setup, played.present, [])  # type: ignore[attr-defined]
        endings.note(match, "when wounded", played.present.piece("Rally"))
        assert len(match.noted) == noted


@pytest.mark.rule("evade")
def test_the_dice_are_asked_for_where_the_other_side_may_say_something_first_too() -> None:
    armies = ("Storm Warden", "Stone Thrower"), ("Deep Queen", "Gale Harrier")
    played = session(make_setup(tracking="battles", picks=armies))
    played.answer("stone thrower attacks gale harrier")
    assert played.question is not None
    assert played.question.throw is not None
    assert (options(played), played.question.who, played.question.throw.who) == (
        ["evade", "initiative"],
        "Anna",
        "Anna",
    )


@pytest.mark.rule("monster-slayer")
def test_slayer_throws_again_where_both_values_are_told(save: Path) -> None:
    run("do", save, "stone thrower attacks marsh serpent 6/8", "5 5 4 3 0 0", "reroll 0 0", "5 5", "best")
    assert state(save).piece("Marsh Serpent").vitality == 6


@pytest.mark.rule("retaliation")
@pytest.mark.rule("M42")
def test_who_was_attacked_may_answer_once_in_a_turn(save: Path) -> None:
    told = words(run("do", save, "stone thrower attacks marsh serpent 2/8 [0 0 / best]"))
    assert "Marsh Serpent may retaliate" in told
    told = words(run("do", save, "marsh serpent retaliates 5/8 [5 4 4 0 0 / best]"))
    assert "may retaliate" not in told
    run("do", save, "marsh serpent retaliates", code=1)
    run("do", save, "storm warden retaliates", code=2)  # no enemy of the unit that attacks
    assert "may retaliate" not in words(run("do", save, "attack wall guard at 1 1/8 [0]"))


FLYERS = ("Anna: Storm Warden, Stone Thrower, Reed Archers", "Bo: Deep Queen, Gale Harrier, Wall Guard")


@pytest.mark.rule("guard", "M39")
def test_a_guard_is_named_in_the_place_of_the_dice(tmp_path: Path) -> None:
    """No entry more where nobody guards."""
    save = begin(tmp_path / "light.toml", armies=FLYERS)
    run("do", save, "stone thrower attacks deep queen 6/9", "5 4 3 2 0 0", "best")
    told = words(run("do", save, "storm warden attacks deep queen 7/10", "wall guard", "5 5 5 1 1 0 0", "best"))
    assert "Storm Warden attacks Wall Guard: offence 7; defence 7." in told
    assert "Wall Guard guards Deep Queen: it is the target now." in told
    assert "Storm Warden attacks Wall Guard" in told
    assert state(save).piece("Deep Queen").vitality == 8
    assert state(save).piece("Wall Guard").vitality < 4
    assert "wounds" in json.loads(run("judge", save, "2", "--json").stdout)


@pytest.mark.rule("guard", "M39")
def test_who_guards_is_guarded_by_nobody_else() -> None:
    armies = ("Storm Warden", "Stone Thrower"), ("Deep Queen", "Wall Guard", "Hedge Knight")
    played = session(make_setup(tracking="battles", picks=armies))
    say(played, "storm warden attacks deep queen")
    assert options(played) == ["guard Wall Guard", "guard Hedge Knight"]
    played.answer("wall guard")
    assert options(played) == []


def light_table(*placed: str, **vitality: int) -> Session[GameState]:
    mother = "Reed Mother: god 5, bolster; 8-1 5/8/1/2"
    played = staged(*placed, typed=(mother,), tracking="battles")
    lighten(played.state)
    for name, left in vitality.items():
        played.state.piece(name).vitality = left
    return Session(played.game, played.state)


@pytest.mark.rule("close-protection", "phalanx", "bolster", "M39")
@pytest.mark.parametrize(
    ("guarded", "guard", "defence"),
    [
        ("Deep Queen", "Hedge Knight", "7 (printed) + 1 (close protection) = 8"),
        ("Reed Archers", "Wall Guard", "7 (printed) + 1 (phalanx) = 8"),
        ("Deep Queen", "Wall Guard", "7"),
        ("Reed Mother", "Wall Guard", "7 (printed) + 1 (bolster) = 8"),
    ],
)
def test_beside_a_guard_stands_whom_it_guards(guarded: str, guard: str, defence: str) -> None:
    """What areas and other allies add is typed; of this ally the other side can't type it any more."""
    played = light_table("Anna: Storm Warden", f"Bo: {guarded}", f"Bo: {guard}")
    say(played, f"storm warden attacks {guarded}", f"guard {guard}")
    assert happened(played)[-1].endswith(f"defence {defence}.")


@pytest.mark.rule("evade", "M40")
def test_an_answer_that_is_evaded_is_spent() -> None:
    played = light_table("Anna: Gale Harrier", "Bo: Deep Queen")
    say(played, "gale harrier attacks deep queen [0 0 0 0 0]", "deep queen retaliates [evade]")
    assert happened(played)[-1].endswith("attack is spent: evaded.")


@pytest.mark.rule("initiative", "M41")
def test_who_fell_to_a_first_strike_is_offered_no_attack() -> None:
    played = light_table("Anna: Ash Runner", "Bo: Gale Harrier", **{"Ash Runner": 1})
    say(played, "ash runner attacks gale harrier [initiative / 5 5 5 5 5 / best]")
    assert played.question is not None
    assert (played.question.prompt, options(played)) == ("Anna activates", ["end turn"])


@pytest.mark.rule("evade", "M40")
def test_a_flyer_evades_once_a_round(tmp_path: Path) -> None:
    save = begin(tmp_path / "light.toml", armies=FLYERS)
    told = words(run("do", save, "stone thrower attacks gale harrier", "evade"))
    assert "Gale Harrier evades" in told
    assert "attack is spent: evaded, unless another target is named" in told
    refused = run("do", save, "attack gale harrier", "evade", code=2).stderr
    assert "guard Wall Guard" in refused or "initiative" in refused
    run("do", save, "attack gale harrier", "guard wall guard", "5 4 3 2 0 0 0", "best")


@pytest.mark.rule("initiative", "M41")
def test_who_has_initiative_strikes_first_and_once(tmp_path: Path) -> None:
    save = begin(tmp_path / "light.toml", armies=FLYERS)
    told = words(run("do", save, "stone thrower attacks gale harrier", "initiative", "5 5 5 1 1", "best"))
    assert "Gale Harrier answers Stone Thrower" in told
    assert "may retaliate" not in words(run("do", save, "5 4 3 2 0 0 0", "best"))
    assert "may retaliate" not in words(run("do", save, "attack gale harrier at 0", "5 4 3 2 0 0 0", "best"))


def test_nothing_is_offered_where_the_cards_say_that_it_cant_be(tmp_path: Path) -> None:
    """At a distance nobody evades or strikes first; a troop's last miniature guards nobody."""
    save = begin(tmp_path / "light.toml", armies=FLYERS)
    run("do", save, "adjust Wall Guard vitality 1", "reed archers attacks gale harrier at 2")
    question = OpenSave(MYTHIC, save).session.question
    assert question is not None
    assert (question.key, list(question.options())) == ("roll", [])


@pytest.mark.rule("M14", "destroyed", "skirmish-win")
def test_the_last_divinity_wins(save: Path) -> None:
    """What carries a stone drops it where it stands."""
    run("do", save, "marsh serpent claims greek", "adjust Deep Queen vitality 1")
    told = words(run("do", save, "storm warden attacks marsh serpent 9/1 [5 5 5 5 5 5 5 0 0]"))
    assert "Marsh Serpent is destroyed: take it off the board; its greek stone lies where it stands" in told
    told = words(run("do", save, "attack deep queen 1/1 [5]"))
    assert "Anna wins" in told
    assert "may retaliate" not in told
    found = json.loads(run("score", save, "--json").stdout)
    assert (found["winners"], found["decided_by"]) == (["Anna"], "last divinity")
    assert found["players"][1]["units"] == "1 of 3"
    run("verify", save)


@pytest.mark.rule("M73", "M76")
@pytest.mark.rule("carried-stones", "absorb", "skirmish-win")
def test_stones_are_claimed_and_absorbed_and_four_win(save: Path) -> None:
    assert "Reed Archers claim" in run("do", save, "reed archers claims greek").stdout
    assert "carry a greek stone" in run("do", save, "claim norse", code=1).stderr
    assert "only divinities" in run("do", save, "absorb", code=1).stderr
    listed = json.loads(run("next", save, "--json").stdout)["moves"]
    assert not {"claim", "absorb"} & {one["move"] for one in listed}
    assert listed[-1]["as"]["move"] == "attacks"
    for said in (listed[-1]["as"], {"move": "absorbs from", "unit": "Storm Warden", "stone": "norse"}):
        run("do", save, "--json", "--dry-run", json.dumps(said))
    told = words(run("do", save, "storm warden absorbs from reed archers"))
    assert "omphalos card" in told
    run("do", save, "absorb norse", "absorb", "absorb")
    game = state(save)
    assert (game.won, game.decided, game.players[0].absorbed) == (
        [0],
        "stones",
        ["greek", "norse", "divine", "divine"],
    )


@pytest.mark.rule("M60")
def test_miniatures_come_back(save: Path) -> None:
    run("do", save, "adjust Reed Archers vitality 0")
    assert state(save).piece("Reed Archers").status == "destroyed"
    run("do", save, "recall reed archers 2", "recall reed archers 1")
    archers = state(save).piece("Reed Archers")
    assert (archers.status, archers.vitality) == ("board", 3)
    run("do", save, "recall reed archers 2", code=1)
    run("do", save, "recall reed archers")
    assert state(save).piece("Reed Archers").vitality == 4


@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("activate storm warden complex", "activate Storm Warden"),
        ("pass", "end turn"),
        ("done", "end turn"),
        ("storm", "activate Storm Warden"),
        ("storm warden claims", "Storm Warden claims divine"),
        ("storm warden picks up a greek stone", "Storm Warden claims greek"),
        ("storm warden takes the greek omphalos", "Storm Warden claims greek"),
        ("storm warden walks", "activate Storm Warden"),
        ("passes", "end turn"),
        ("marsh serpent takes 2 wounds", "wound Marsh Serpent 2"),
        ("marsh serpent lost one vitality", "wound Marsh Serpent 1"),
        ("wall guard died", "wound Wall Guard 4"),
        ("wall guard is gone", "wound Wall Guard 4"),
        ("storm warden claims the stone here", "Storm Warden claims divine"),
        ("the wall guard was destroyed", "wound Wall Guard 4"),
        (
            "stone thrower attacked the marsh serpent, 6 against 8 [0 0 0 0 0 0 / best]",
            "Stone Thrower attacks Marsh Serpent at 0, 6/8",
        ),
        (
            "stone thrower shoots at marsh serpent with 6 dice against 8 [0 0 0 0 0 0 / best]",
            "Stone Thrower attacks Marsh Serpent at 0, 6/8",
        ),
        (
            "stone thrower aerial attacks marsh serpent range 1 defence +1 6/8 [0 0 0 0 0 0 / best]",
            "Stone Thrower attacks Marsh Serpent at 1, defence +1, 6/8",
        ),
        ("stone thrower area attacks wall 1/9 [0]", "Stone Thrower area attacks Wall Guard at 0, 1/9"),
    ],
)
def test_what_is_told_of_a_turn_is_read_and_recorded(save: Path, said: str, recorded: str) -> None:
    run("do", save, said)
    assert f"\n{recorded}" in run("log", save, "--moves").stdout


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("walk C", 2),
        ("attack", 1),
        ("attack deep queen", 1),
        ("zeppelin", 2),
        ("storm warden attacks reed archers", 2),
        ("storm warden attacks deep queen 7/", 2),
        ("draw", 2),
        ("marsh serpent retaliates", 1),
        ("storm warden drops", 1),
        ("buy draw", 2),
        ("recall wall guard", 2),
        ("adjust Reed Archers area A", 2),
        ("adjust Anna hand 3", 2),
        ("storm warden attacks deep queen far", 2),
        ("storm warden attacks deep queen at +1", 2),
        ("storm warden attacks deep queen +6/8", 2),
        ("storm warden takes a rest", 2),
        ("marsh serpent loses 0 vitality", 2),
        ("storm warden claims nothing", 1),
        ("storm warden attacks nobody", 1),
        ("storm warden doesn't attack", 1),
        ("storm warden could attack marsh serpent", 1),
        ("the marsh serpent isn't dead", 1),
        ("wall guard almost died", 1),
    ],
)
def test_what_cant_be_read_or_isnt_allowed(save: Path, said: str, code: int) -> None:
    before = save.read_text()
    run("do", save, said, code=code)
    assert save.read_text() == before


@pytest.mark.rule("M14")
def test_who_is_destroyed_is_no_target(save: Path) -> None:
    run("do", save, "wall guard takes 5 wounds")
    assert (state(save).piece("Wall Guard").status, state(save).piece("Wall Guard").vitality) == ("destroyed", 0)
    for said in ("storm warden attacks wall guard", "storm warden attacks guard", "wall guard dies"):
        assert "Wall Guard is destroyed" in run("do", save, said, code=1).stderr


@pytest.mark.parametrize("line", ["marsh serpent is attacked by storm warden", "serpent gets hit by the warden"])
def test_who_is_attacked_by_a_unit_doesnt_attack_it(save: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    type_at(save, monkeypatch, "storm warden", line)
    assert answered(save) == ["activate Storm Warden", "Storm Warden attacks Marsh Serpent at 0"]


@pytest.mark.parametrize("said", ["storm warden claims nothing", "he attacks nobody", "don't attack"])
def test_what_wasnt_done_is_no_action_and_ends_no_turn(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], said: str
) -> None:
    run("do", save, "storm warden")
    type_at(save, monkeypatch, said)
    assert "only what has happened is recorded" in " ".join(capsys.readouterr().out.split())
    assert answered(save) == ["activate Storm Warden"]


@pytest.mark.rule("claim")
def test_nothing_is_no_stone_that_is_claimed(save: Path) -> None:
    assert 'no stone is called "nothing"' in run("do", save, "storm warden", "claim nothing", code=2).stderr


def test_who_attacks_nobody_is_told_whom_it_could(save: Path) -> None:
    assert "write whom, like attack Deep Queen" in run("do", save, "storm warden attacks", code=2).stderr


def test_armies_are_recruited_and_nothing_is_set_up(tmp_path: Path) -> None:
    """Neither stones, zones nor troops are asked for, and no card is drawn."""
    save = tmp_path / "draft.toml"
    run(
        "new",
        save,
        "--game",
        "mythic",
        "--track",
        "battles",
        "--player",
        "Anna",
        "--player",
        "Bo",
        "--start",
        "Anna",
        "--deck",
        EXAMPLES / "sample-units.toml",
        "--points",
        "8",
        "--yes",
    )
    done = run("do", save, "Storm Warden", "Deep Queen", "Wall Guard", "Hedge Knight").stdout
    assert "Round 1: it is Anna's turn." in done
    question = OpenSave(MYTHIC, save).session.question
    assert question is not None
    assert question.prompt == "Anna activates"


@pytest.mark.parametrize("track", ["battles", "score"])
def test_what_isnt_tracked_is_shown_as_such_and_never_as_0(tmp_path: Path, track: HowMuch) -> None:
    save = begin(tmp_path / "light.toml", track)
    run("do", save, "end turn")
    told = words(run("status", save))
    assert "not tracked: hand, deck," in told
    assert ("Deep Queen 8/8" in told) == (track == "battles")
    only, more = (["vitality"], ["stones", "divinities", "units"]) if track == "score" else ([], [])
    assert json.loads(run("status", save, "--json").stdout)["not_tracked"] == [
        *("hand", "deck", *only, "elements", *more),
        *("areas", "terrain", "discards"),
    ]
    assert "hand 0" not in told


def test_the_standing_is_counted_where_the_score_alone_was_tracked(tmp_path: Path) -> None:
    save = begin(tmp_path / "score.toml", "score")
    run("do", save, "end turn", "end turn", "game over")
    assert "Missing: stones, divinities and units" in run("score", save, code=2).stderr
    run("do", save, "2 5", code=2)
    run("do", save, "2 5 3", "1 0 2")
    found = json.loads(run("score", save, "--json").stdout)
    assert (found["winners"], found["decided_by"]) == (["Anna"], "last divinity")
    assert [(one["stones"], one["vitality"], one["units"]) for one in found["players"]] == [
        ("2", "5", "3"),
        ("1", "0", "2"),
    ]
    run("verify", save)


@pytest.mark.parametrize(("said", "won"), [("Bo", [1]), ("nobody", [])])
def test_who_has_won_is_asked_where_the_count_doesnt_say(tmp_path: Path, said: str, won: list[int]) -> None:
    save = begin(tmp_path / "score.toml", "score")
    run("do", save, "game over", "1 5 3", "1 4 2", said)
    assert (state(save).won, state(save).decided) == (won, "scenario" if won else "")


@pytest.mark.rule("skirmish-win", "team-win", "M78")
@pytest.mark.parametrize(
    ("players", "counts", "won", "decided"),
    [
        (4, ("1 5 3", "1 4 2", "1 0 2", "1 3 3"), [1, 3], "team"),  # Anna's partner has lost the divinity
        (4, ("2 5 3", "1 4 2", "2 6 2", "1 3 3"), [0, 2], "stones"),
        (2, ("4 5 3", "4 0 2"), [], ""),
    ],
)
def test_who_has_won_follows_from_the_count(
    players: int, counts: tuple[str, ...], won: list[int], decided: str
) -> None:
    played = say(session(make_setup(players, tracking="score")), "game over", *counts)
    assert (played.present.won, played.present.decided) == (won, decided)
    assert (played.question is None) == bool(won)


@pytest.mark.rule("skirmish-win")
def test_who_has_absorbed_four_stones_alone_has_won_by_the_count(tmp_path: Path) -> None:
    save = begin(tmp_path / "score.toml", "score")
    run("do", save, "game over", "1 5 3", "4 0 2")
    assert (state(save).won, state(save).decided) == ([1], "stones")


@pytest.mark.rule("activation")
def test_a_turn_begins_with_a_unit_of_the_next_player_alone() -> None:
    armies = ("Storm Warden", "Ash Runner"), ("Deep Queen", "Gale Harrier"), ("Iron Mother", "Pale Rider")
    played = session(make_setup(players=3, tracking="battles", picks=armies))
    refused = refusal(played, "pale rider")
    assert refused.reason == "Pale Rider is Cleo's; it is Anna's turn"
    say(played, "deep queen")
    assert (played.present.player.name, played.present.activated) == ("Bo", 1)


@pytest.mark.rule("leader", "M68")
def test_a_teammates_troop_that_a_leader_has_called_is_activated_at_a_light_table() -> None:
    """It was refused as another player's; whoever has called it throws its dice."""
    armies = ("Storm Warden", "Stone Thrower"), ("Deep Queen",), ("Iron Mother", "Reed Archers"), ("Hollow King",)
    played = session(make_setup(players=4, tracking="battles", picks=armies))
    assert refusal(played, "reed archers").reason == "Reed Archers are Cleo's; it is Anna's turn"
    say(played, "storm warden")
    played.answer("reed archers attack deep queen at 2")
    assert played.question is not None
    assert (played.question.who, played.present.activated, played.present.active) == ("Anna", 2, 0)
    played.answer("0 0 0 0 0")
    say(played, "deep queen")
    assert (played.present.player.name, played.present.piece("Reed Archers").guest) == ("Bo", -1)
    say(played, "end turn", "end turn", "end turn", "stone thrower")
    assert "it is Anna's turn" in refusal(played, "reed archers").reason  # who is activated leads nobody


@pytest.mark.rule("teams", "M77")
def test_a_teammate_who_plays_next_begins_a_turn_and_isnt_led() -> None:
    """In an adventure the opponent between the two may be out."""
    armies = ("Storm Warden",), ("Deep Queen",), ("Iron Mother", "Ash Runner"), ("Hollow King",)
    played = session(make_setup(players=4, tracking="battles", picks=armies, victory="Hold the ford."))
    say(played, "deep queen dies", "ash runner")
    assert (played.present.player.name, played.present.piece("Ash Runner").guest) == ("Cleo", -1)


@pytest.mark.rule("M44", "adventure-win")
def test_who_has_no_opponent_left_in_an_adventure_throws_for_an_attack_on_an_ally() -> None:
    """It ended the program."""
    armies = ("Storm Warden", "Stone Thrower"), ("Deep Queen",), ("Iron Mother",)
    played = session(make_setup(players=3, tracking="battles", picks=armies, victory="Hold the ford."))
    say(played, "deep queen dies", "iron mother dies")
    played.answer("storm warden area attacks stone thrower")
    assert played.question is not None
    assert played.question.who == "Anna"


def test_a_light_table_keeps_who_is_destroyed_and_lets_go_of_areas() -> None:
    played = staged("Anna: Storm Warden A", "Anna: Ash Runner", "Anna: Hedge Knight", "Bo: Deep Queen H")
    played.present.piece("Storm Warden").guest = 1
    played.present.piece("Hedge Knight").status = "destroyed"
    lighten(played.present)
    assert [(one.status, one.area, one.seat) for one in played.present.pieces] == [
        ("board", "", 0),
        ("board", "", 0),
        ("destroyed", "", 0),
        ("board", "", 1),
    ]
    recruiting = staged("Anna: Storm Warden").present
    recruiting.phase = "recruit"
    lighten(recruiting)
    assert recruiting.pieces[0].status == "waiting"


@pytest.mark.parametrize(
    ("phase", "then"),
    [("recruit", "recruit"), ("stones", "start"), ("place", "start"), ("choose", "start"), ("act", "act")],
)
def test_a_lighter_table_goes_on_with_the_turn_once_the_armies_are_complete(phase: Phase, then: str) -> None:
    game = staged("Anna: Ash Runner", "Bo: Deep Queen H").present
    game.phase = phase
    lighten(game)
    assert game.phase == then
    assert [piece.status for piece in game.pieces] == ["waiting" if phase == "recruit" else "board", "board"]


@pytest.mark.rule("M67")
@pytest.mark.parametrize("draws", ["table", "program"])
@pytest.mark.parametrize(
    ("discards", "hand", "deck", "pool"),
    [
        ("Ash Runner 2, aow, omphalos", 2, 0, {"Ash Runner": 1, "art of war": 1}),
        ("none", 3, 1, {"Ash Runner": 3, "art of war": 1}),
        ("none", 9, 0, {"Ash Runner": 3, "art of war": 6}),
        ("Ash Runner", 0, 3, {"Ash Runner": 2, "art of war": 1}),
    ],
)
def test_what_is_neither_discarded_nor_in_the_hand_is_the_deck(
    draws: Any, discards: str, hand: int, deck: int, pool: dict[str, int]
) -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen H", draws=draws)
    match = Match(make_setup(draws=draws), played.present, [])
    said = iter((discards, str(hand)))
    drive(setting_up._cards(match, 0), lambda question: question.parse(next(said)))
    cards = match.state.players[0].cards
    assert (cards.held, cards.deck, cards.pool, len(cards.hand)) == (hand, deck, pool, hand * (draws == "program"))


def test_more_is_tracked_and_what_is_missing_is_asked_for(save: Path) -> None:
    run(
        "do",
        save,
        "reed archers",
        "deep queen absorbs",
        "adjust Marsh Serpent vitality -2",
        "adjust tracking everything",
    )
    run("do", save, "end turn")
    fords = (EXAMPLES / "two-fords.toml").read_text()
    assert "zone north" in fords
    for said in ("A", "open ground 4, zone north", "off", "A", "H", "open ground 4, zone south", "A", "off", "H"):
        run("do", save, said)
    run("do", save, "greek A, norse H")
    run("do", save, "Storm Warden, Reed Archers 2", "4", "none", "3")  # and the card of the turn is drawn
    game = state(save)
    assert (game.tracking, game.known, game.piece("Marsh Serpent").vitality) == ("everything", "everything", 5)
    assert (game.piece("Storm Warden").area, game.piece("Marsh Serpent").status) == ("A", "waiting")
    anna = game.players[0].cards
    assert (anna.held, anna.discard) == (5, ["Storm Warden", "Reed Archers", "Reed Archers"])
    run("verify", save)
    run("do", save, "activate Storm Warden complex")


@pytest.mark.rule("huge", "M67")
def test_no_huge_unit_is_said_to_stand_in_a_new_area_that_is_too_small_for_it() -> None:
    setup = make_setup(tracking="battles", picks=(("Old Furnace",), ("Deep Queen",)), board=Board(), board_file="")
    played = session(setup)
    played.corrector = GameCorrector(RULES, setup)
    played.correct(*readings("adjust tracking everything"))
    played.answer("Camp")
    with pytest.raises(Illegal, match="Camp holds 2; a huge unit needs 3"):
        played.answer("open ground 2, zone north")


@pytest.mark.rule("M59", "M90", "elements")
def test_zones_places_and_elements_are_known_once_everything_is_tracked() -> None:
    setup = make_setup(tracking="battles", picks=(("Storm Warden", "Reed Archers"), ("Deep Queen", "Wall Guard")))
    played = session(setup)
    played.present.spots = {}
    played.corrector = GameCorrector(RULES, setup)
    played.correct(*readings("adjust Reed Archers vitality 0"))
    played.correct(*readings("adjust tracking everything"))
    keys = []
    for said in ("north", "south", "A", "H", "off"):  # the archers are gone
        assert played.question is not None
        if said == "A":
            with pytest.raises(AmbiguousText):
                fit(played.question, "off off a c")
        keys.append(played.question.key)
        played.answer(said)
    game = played.present
    assert keys == ["zone"] * 2 + ["where"] * 3
    assert [player.zone for player in game.players] == ["north", "south"]
    known = {"Storm Warden": ("board", "A"), "Reed Archers": ("destroyed", ""), "Deep Queen": ("board", "H")}
    assert {one.name: (one.status, one.area) for one in game.pieces} == known | {"Wall Guard": ("waiting", "")}
    assert [game.spots[name].elements for name in "ABE"] == [0, 2, 1]
    assert set(game.spots) >= set(game.board.names)


def test_armies_are_asked_for_where_only_the_score_was_tracked(tmp_path: Path) -> None:
    save = begin(tmp_path / "score.toml", "score")
    line = "god 6, greek, 4 cards, art 2, flying; 9-1 7/9/1/2"
    run("do", save, "adjust tracking battles", "Wind Lord 7", line, "1", "Deep One, Wind Lord 0", line, "0")
    game = state(save)
    known = [(piece.name, piece.vitality, piece.status) for piece in game.pieces]
    assert known == [("Wind Lord", 7, "board"), ("Deep One", 9, "board"), ("Wind Lord #2", 0, "destroyed")]
    assert game.players[1].absorbed == []
    assert (game.known, len(game.players[0].absorbed)) == ("battles", 1)
    run("do", save, "wind lord attacks deep one 1/9 [0]")


@pytest.mark.rule("skirmish-win")
def test_more_that_is_to_be_tracked_as_the_game_ends_isnt_asked_for(save: Path) -> None:
    run("do", save, "adjust Deep Queen vitality 1", "storm warden", "adjust tracking everything")
    run("do", save, "attack deep queen 1/1 [5]")
    game = state(save)
    assert (game.over, game.tracking, game.known) == (True, "battles", "everything")


def test_less_is_tracked_at_once(tmp_path: Path) -> None:
    """In the middle of an activation; vitality and stones stay."""
    save = tmp_path / "game.toml"
    run("do", save, "--from", EXAMPLES / "short-game.moves")
    run("undo", save, "3")
    before = state(save)
    run("do", save, "adjust tracking battles", "end turn")
    game = state(save)
    assert (game.known, {piece.area for piece in game.pieces}) == ("battles", {""})
    assert [piece.vitality for piece in game.pieces] == [piece.vitality for piece in before.pieces]
    run("verify", save)


def test_the_first_line_of_a_script_begins_a_light_game(save: Path, tmp_path: Path) -> None:
    run("do", save, "storm warden", "reed archers attacks wall guard at 2 [5 4 3 2 0 / best]", "marsh serpent claims")
    script = tmp_path / "again.moves"
    script.write_text(run("log", save, "--moves").stdout)
    run("do", tmp_path / "again.toml", "--from", script)
    assert state(tmp_path / "again.toml") == state(save)


@pytest.mark.rule("two-units")
def test_nobody_is_activated_twice_in_a_turn_told_lightly() -> None:
    played = session(make_setup(tracking="battles", picks=(("Storm Warden", "Stone Thrower"), ("Deep Queen",))))
    say(played, "stone thrower", "storm warden")
    assert refusal(played, "stone thrower").ruling == "two-units"


@pytest.mark.rule("recall", "M60")
def test_a_troop_that_is_recalled_is_not_activated() -> None:
    played = session(make_setup(tracking="battles", picks=(("Storm Warden", "Reed Archers"), ("Deep Queen",))))
    say(played, "storm warden")
    played.present.piece("Reed Archers").vitality = 1
    say(played, "recall reed archers 1")
    game = played.present
    assert (game.piece("Reed Archers").vitality, game.acting.unit, game.activated) == (2, "Storm Warden", 1)


def test_the_turn_goes_on_to_the_next_player_where_one_leaves() -> None:
    armies = ("Storm Warden", "Ash Runner"), ("Deep Queen", "Gale Harrier"), ("Iron Mother", "Pale Rider")
    setup = make_setup(players=3, tracking="battles", picks=armies)
    played = session(setup)
    played.corrector = GameCorrector(RULES, setup)
    say(played, "storm warden")
    played.correct(*readings("leave Anna"))
    assert (played.present.player.name, played.present.turn) == ("Bo", 2)
    assert played.state.turn == 2  # it is a step of its own: what Bo is asked begins the next


def test_who_is_destroyed_is_neither_attacked_nor_activated() -> None:
    played = session(make_setup(tracking="battles", picks=(("Storm Warden", "Stone Thrower"), ("Deep Queen",))))
    played.state.pieces[2].status = played.present.pieces[2].status = "destroyed"
    with pytest.raises(RefereeError):
        played.answer("storm warden attacks deep queen")


def test_dice_typed_with_an_attack_count_as_one_throw() -> None:
    armies = ("Storm Warden", "Stone Thrower"), ("Deep Queen", "Gale Harrier")
    played = session(make_setup(tracking="battles", picks=armies))
    before = played.state.thrown
    say(played, "stone thrower attacks gale harrier 2/8 [0 0]")  # it might have evaded
    assert played.present.thrown == before + 1


def test_the_score_alone_begins_with_nothing_counted() -> None:
    played = session(make_setup(tracking="battles", picks=(("Storm Warden", "Stone Thrower"), ("Deep Queen",))))
    game = played.state.copy()
    game.tracking = "score"
    game.players[0].absorbed, game.players[0].points = ["norse"], 3
    lighten(game)
    assert [(one.absorbed, one.points, one.recruited) for one in game.players] == [([], 0, False)] * 2


def test_the_example_beside_a_turn_is_of_units_that_are_alive() -> None:
    played = session(make_setup(tracking="battles", picks=(("Storm Warden", "Stone Thrower"), ("Deep Queen",))))
    assert played.question is not None
    assert played.question.hint.startswith("like Storm Warden attacks Deep Queen at 1, defence +1")
    armies = ("Storm Warden", "Stone Thrower"), ("Deep Queen", "Gale Harrier")
    setup = make_setup(tracking="battles", picks=armies)
    played = session(setup)
    played.corrector = GameCorrector(RULES, setup)
    say(played, "end turn")
    played.correct(*readings("adjust Stone Thrower vitality 0"))
    assert played.question is not None
    assert played.question.hint.startswith("like Deep Queen attacks Storm Warden at 1")


# --- what is asked when it is counted ---------------------------------------------------------------


def counted(key: str) -> Question[Any]:
    """A question for what a light table hasn't kept, to Anna, whose Storm Warden and Ash Runner are known."""
    played = staged("Anna: Storm Warden A", "Anna: Ash Runner A", "Bo: Deep Queen H")
    played.present.learnt = (read_unit("Lone Wolf: monster 2, 2 cards, art 0; 3-1 4/6/0/2"),)
    match = Match(make_setup(), played.present, [])
    if key == "army":
        return setting_up._army_question(match, 0)
    if key == "stones":
        army = setting_up._army(match, 0)
        next(army)
        return army.send([])
    if key == "standing":
        return setting_up._standing_question("Anna")
    if key == "discards":
        return setting_up._discards_question(match, 0, setting_up.cards_of(match, 0))
    return next(setting_up._put(match, match.state.piece("Ash Runner")))


@pytest.mark.parametrize(
    ("key", "typed", "recorded"),
    [
        ("army", "storm warden 5,ASH RUNNER", "Storm Warden 5, Ash Runner"),
        ("army", "ash runner 0, New One 3", "Ash Runner 0, New One 3"),
        ("army", "lone wolf 2", "Lone Wolf 2"),
        ("stones", "9", "9"),
        ("standing", "2/5, 3", "2 5 3"),
        ("discards", "ash runner 2, aow", "Ash Runner 2, art of war"),
        ("discards", "2 ash runner, aow", "Ash Runner 2, art of war"),
        ("discards", "Omphalos", "omphalos"),
        ("discards", "-", "none"),
        ("discards", "", "none"),
        ("discards", "Nothing", "none"),
        ("where", "a", "A"),
        ("where", "OFF", "off"),
    ],
)
def test_what_is_counted_is_recorded_by_its_names(key: str, typed: str, recorded: str) -> None:
    question = counted(key)
    assert question.record(question.parse(typed), typed) == recorded
    assert question.default == {"stones": "0", "discards": "none"}.get(key)


@pytest.mark.rule("deck-built", "unspent-points")
@pytest.mark.parametrize(("hand", "deck", "aow"), [(2, 1, 0), (5, 0, 2)])
def test_what_a_hand_has_more_than_the_deck_was_made_of_are_aow_cards(hand: int, deck: int, aow: int) -> None:
    match = Match(make_setup(), staged("Anna: Cliff Goat A", "Bo: Deep Queen H").present, [])
    asking = setting_up._cards(match, 0)
    assert next(asking).key == "discards"
    question = asking.send([])
    assert (question.key, question.parse("0")) == ("hand", 0)
    with pytest.raises(RefereeError, match="from 0 to"):
        question.parse("-1")
    with pytest.raises(StopIteration):
        asking.send(hand)
    cards = match.state.players[0].cards
    assert (cards.deck, cards.held, cards.pool.get("art of war", 0)) == (deck, hand, aow)


@pytest.mark.parametrize(
    ("key", "typed", "why"),
    [
        ("army", "", "write the units with the vitality left"),
        ("army", "5", "write the units with the vitality left"),
        ("stones", "10", "from 0 to 9"),
        ("standing", "2 5", "write three numbers"),
        ("standing", "2 5 3 1", "write three numbers"),
        ("standing", "2 5 x3", "write three numbers"),
        ("standing", "2 5 9999", "write three numbers"),
        ("discards", "Deep Queen", "no card of this army is called"),
        ("discards", "Ash Runner 9", "there are . Ash Runner cards, not 9"),
        ("discards", "Ash Runner 2, aow, Ash Runner 2", "there are 3 Ash Runner cards, not 4"),
        ("where", "Z", "no area is called"),
    ],
)
def test_what_cant_be_counted_is_refused(key: str, typed: str, why: str) -> None:
    with pytest.raises(RefereeError, match=why):
        counted(key).parse(typed)


@pytest.mark.rule("skirmish-win", "M60")
def test_no_more_comes_back_than_was_lost(save: Path) -> None:
    assert "have all miniatures" in run("do", save, "recall Reed Archers", code=1).stderr
    run("do", save, "adjust Reed Archers vitality -1")
    assert "have lost 1; 2 can't come back" in run("do", save, "recall Reed Archers 2", code=1).stderr
    assert "have lost 1; 0 can't come back" in run("do", save, "recall Reed Archers 0", code=1).stderr


@pytest.mark.rule("what-is-in-box")
def test_what_is_tracked_stays_after_the_end() -> None:
    game = staged("Anna: Storm Warden A", "Bo: Deep Queen H").present
    game.over = True
    with pytest.raises(RefereeError, match="the game is over"):
        lighten(game)


def test_any_word_of_a_units_name_stands_for_it(save: Path) -> None:
    told = words(run("do", save, "archers attack queen at 1"))
    assert "Reed Archers attack Deep Queen" in told


def lightly(**units: int) -> Session[GameState]:
    """A light game whose units' vitality may be said."""
    armies = ("Storm Warden", "Stone Thrower", "Reed Archers"), ("Deep Queen", "Gale Harrier")
    played = session(make_setup(tracking="battles", picks=armies))
    for name, vitality in units.items():
        played.present.piece(name.replace("_", " ")).vitality = vitality
    return played


@pytest.mark.rule("initiative", "M41")
@pytest.mark.parametrize(("attacker", "over"), [("Stone_Thrower", False), ("Storm_Warden", True)])
def test_whom_the_answer_before_its_attack_destroys_attacks_no_more(attacker: str, over: bool) -> None:
    played, name = lightly(**{attacker: 1}), attacker.replace("_", " ")
    say(played, f"{name} attacks gale harrier [initiative / 5 5 5 5 5 / best]")
    game = played.present
    assert (game.piece(name).status, game.piece("Gale Harrier").vitality) == (
        "destroyed",
        game.piece("Gale Harrier").full,
    )
    assert (game.over, played.question and played.question.key) == (over, None if over else "turn")


@pytest.mark.rule("absorb", "M73")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("deep queen", "no ally with a stone is called"),
        ("reed archers", "no ally with a stone is called"),
        ("stone thrower", ""),
        ("st", ""),  # the only one of both that carries one
    ],
)
def test_only_an_ally_that_carries_a_stone_has_one_to_absorb(said: str, why: str) -> None:
    played = lightly()
    played.present.piece("Stone Thrower").stone = played.present.piece("Deep Queen").stone = "norse"
    say(played, "storm warden")
    if why:
        with pytest.raises((Illegal, Unreadable), match=why):
            played.answer(f"absorb from {said}")
    else:
        say(played, f"absorb from {said}")
        assert (played.present.players[0].absorbed, played.present.piece("Stone Thrower").stone) == (["norse"], "")


@pytest.mark.rule("two-units", "absorb")
def test_a_divinity_that_was_activated_is_told_that_and_not_that_it_absorbs_nothing() -> None:
    played = say(lightly(), "storm warden", "stone thrower")
    assert refusal(played, "storm warden absorbs").reason == "Storm Warden was activated this turn"


@pytest.mark.rule("M60")
def test_what_comes_back_is_told() -> None:
    played = say(lightly(Reed_Archers=1), "storm warden", "recall reed archers 2")
    assert (played.present.piece("Reed Archers").vitality, happened(played)[-1]) == (
        3,
        "Reed Archers have 3 miniatures again.",
    )


@pytest.mark.rule("M19", "M20")
def test_an_attack_told_with_no_dice_throws_none() -> None:
    played = say(lightly(), "storm warden attacks deep queen 0/9")
    assert played.question is not None
    assert played.question.key == "turn"
    assert any("offence 0; defence 9" in line for line in happened(played))


@pytest.mark.rule("M1")
@pytest.mark.parametrize(("board_file", "told_first"), [("", True), ("two-fords.toml", False)])
def test_an_area_that_nobody_has_told_may_be_named_where_the_map_is_learnt(board_file: str, told_first: bool) -> None:
    played = staged("Anna: Storm Warden A", "Anna: Ash Runner A", "Bo: Deep Queen H")
    match = Match(make_setup(board_file=board_file), played.present, [])
    question = next(setting_up._put(match, match.state.piece("Ash Runner")))
    assert question.open == told_first
    if told_first:
        assert question.parse("Cave") == "Cave"
    else:
        with pytest.raises(RefereeError, match="no area is called"):
            question.parse("Cave")


@pytest.mark.parametrize("asked", ["who is ahead", "who is winning?"])
def test_a_light_table_tells_who_is_ahead(save: Path, asked: str) -> None:
    assert run("ask", save, asked).stdout.startswith("Nobody has absorbed a stone yet.")


def test_nothing_is_moved_on_the_table_as_another_level_is_tracked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "game.toml"
    run("do", save, "--from", EXAMPLES / "short-game.moves")
    run("undo", save, "3")
    less = ("adjust tracking battles", "undo", "redo")
    table = type_at(save, monkeypatch, *less, "adjust tracking everything", "end turn", "south", "A", "undo", "A")
    assert answered(table.open_save.path)[-1] == "A"
    assert "On the table" not in capsys.readouterr().out
