"""Attacks of a whole game as records: judged, their odds told, written to a file of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.errors import BadInput
from referee.files.files import parse_toml, read_toml
from referee.games.mythic import GAME
from referee.games.mythic.attack.battles import BATTLES
from referee.games.mythic.attack.record import Dispute, Record, judge
from referee.games.mythic.odds.report import report_odds
from referee.games.mythic.rules.state import GameState
from referee.games.mythic.rules.turns import RULES
from referee.games.mythic.units.language import read_unit
from referee.play.notation import readings
from referee.play.session import Session
from referee.saves.save import GameCorrector, OnDisk, OpenSave
from referee.text.names import printed
from referee.text.screen import Screen
from tests.made_up import run
from tests.mythic.games import UNITS, make_setup, say, session, staged

EXAMPLES = Path(__file__).parents[2] / "examples" / "mythic"


def record_of(
    played: Session[GameState], number: int | None = None, *, whole: bool = True, **settings: Any
) -> Record:
    record: Record = BATTLES.in_game("game.toml", make_setup(**settings), played, number, whole)
    return record


def again(record: Record) -> Record:
    """A record written to a file and read from it."""
    text = BATTLES.text(record)
    return BATTLES.read(Path("attack.toml"), parse_toml(text, "attack.toml"))


@pytest.mark.rule("values", "retaliation")
def test_an_entry_is_judged_as_the_record_that_it_would_be() -> None:
    played = staged("Anna: Ash Runner A", "Anna: Hedge Knight A", "Bo: Stone Thrower A")
    say(played, "activate Ash Runner simple", "attack Stone Thrower [5 5 4 1 1 0 0]")
    say(played, "lift 4 by 1, second 5 5 5", "3 1 0", "retaliate [1 1 1 1 1 1 1 / done]")
    record = record_of(played, 2)
    assert record.file.steps == ("roll 5 5 4 1 1 0 0", "lift 4 by 1", "second 5 5 5: 3 1 0")
    data = judge(record).data()
    assert (data["offence"], data["defence"], data["wounds"], data["vitality"]) == (7, 8, 1, 6)
    assert data["legal"]
    assert again(record) == again(again(record))
    assert judge(again(record)).ruled == judge(record).ruled


def test_what_the_table_claims_of_an_attack_is_judged_with_it_until_the_next() -> None:
    """While it is under way only what is known from its start."""
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower A")
    played.corrector = corrector = GameCorrector(RULES, make_setup())
    played.recorder = corrector.recorded
    say(played, "activate Ash Runner simple", "attack Stone Thrower [5 5 4 1 1 0 0]")
    played.correct(*readings("adjust claim under way offence 6"))
    played.correct(*readings("adjust claim under way wounds 9"))
    assert judge(record_of(played)).disputes == [Dispute("offence", 6, 7)]
    say(played, "done", "no")
    played.correct(*readings("adjust claim wounds 3"))
    assert [one.what for one in judge(record_of(played)).disputes] == ["wounds", "offence"]


@pytest.mark.rule("huge", "mighty-throw")
def test_an_attack_of_a_light_table_is_on_record_with_the_types_of_both() -> None:
    """Nothing throws who is huge."""
    ogre = read_unit("Ogre: monster 5, celtic, 3 cards, art 0, huge; 9-5 8/7/0/1, 4-1 7/7/0/1")
    armies = ("Storm Warden", "Ash Runner"), ("Ogre", "Gale Harrier")
    settings: dict[str, Any] = {"tracking": "battles", "picks": armies, "units": (*UNITS, ogre)}
    played = session(make_setup(**settings))
    say(played, "ash runner attacks ogre [5 4 3 2 1 0 0 / best]", "gale harrier attacks storm warden")
    assert record_of(played, len(played.steps), **settings).attack.defender.types == ("huge",)


@pytest.mark.rule("area-targets", "M36")
def test_an_entry_with_several_attacks_has_a_verdict_on_each() -> None:
    """The targets of an area attack in their order; JSON and screen have them all."""
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower A", "Bo: Sling Boys A", area_attacks="everyone")
    say(played, "activate Ash Runner simple", "area attack A [Sling Boys / 5 5 5 5 0 0 / done / 5 5 4 1 1 0 / done]")
    record = record_of(played, 2, area_attacks="everyone")
    assert [one.attack.defender.name for one in (record, *record.others)] == ["Sling Boys", "Stone Thrower"]
    report = BATTLES.judge(record, False)
    data = report.data()
    assert [one["kind"] for one in (data, *data["others"])] == ["area", "area"]
    assert data["others"][0]["steps"][0]["dice"] == [5, 5, 4, 1, 1]
    shown = Screen(plain=True)
    with shown.console.capture() as capture:
        report.show(shown)
    assert "2 of 2: Ash Runner attacks Stone Thrower" in capture.get()


@pytest.mark.rule("retaliation", "M42")
def test_an_answer_of_an_entry_is_judged_too() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Gale Harrier A")
    say(played, "activate Ash Runner simple", "attack Gale Harrier [no / initiative / 5 4 4 1 1 / done]")
    say(played, "0 0 0 0 0 0 0")
    record = record_of(played, 2)
    assert (record.attack.kind, [one.attack.kind for one in record.others]) == ("attack", ["retaliation"])
    assert BATTLES.claimed(record, "wounds 3").others == ()  # what is claimed is the attack's


def test_without_a_number_it_is_the_attack_under_way_or_the_last() -> None:
    played = staged("Anna: Ash Runner A", "Anna: Hedge Knight A", "Bo: Stone Thrower A")
    with pytest.raises(BadInput, match="nobody has attacked"):
        record_of(played)
    say(played, "activate Ash Runner simple", "attack Stone Thrower [5 5 4 1 1 0 0]")
    assert record_of(played).file.steps == ("roll 5 5 4 1 1 0 0",)
    assert report_odds(record_of(played, whole=False)).data()["now"] is not None
    say(played, "done", "retaliate [0 0 0 0 1 0 0 / done]")
    assert record_of(played).attack.attacker.name == "Ash Runner"
    assert report_odds(record_of(played, whole=False)).data()["now"] is None
    with pytest.raises(BadInput, match="came to no attack"):
        record_of(played, 1)
    with pytest.raises(BadInput, match="there is no entry 9"):
        record_of(played, 9)


def test_the_answer_under_way_is_a_record_of_its_own() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower A")
    say(played, "activate Ash Runner simple", "attack Stone Thrower [0 0 0 0 0 0 0 / retaliate / 5 5 4 1 1 0 0]")
    record = record_of(played)
    assert (record.file.kind, record.attack.attacker.name) == ("retaliation", "Stone Thrower")
    assert record.file.steps == ("roll 5 5 4 1 1 0 0",)


@pytest.mark.rule("mighty-throw", "M45", "M80")
def test_where_a_thrown_target_landed_stands_in_the_record() -> None:
    played = staged("Anna: Stone Thrower H", "Bo: Ash Runner H", "Bo: Deep Queen")
    say(played, "activate Stone Thrower simple", "attack Ash Runner [5 0 0 1 1 1 1 / throw E / done]")
    record = record_of(played)
    assert record.file.steps == ("roll 5 0 0 1 1 1 1", "throw", "done")
    assert not record.attack.still_reaches
    assert judge(again(record)).ruled["retaliation"] is False


@pytest.mark.rule("M13")
def test_average_dice_are_a_step_of_the_record() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower A", dice="average")
    say(played, "activate Ash Runner simple", "attack Stone Thrower")
    record: Record = BATTLES.in_game("game.toml", make_setup(dice="average"), played, None, True)
    assert record.file.steps == ("average",)
    assert judge(again(record)).ruled["wounds"] == judge(record).ruled["wounds"] > 0


def vitality_after(played: Session[GameState], number: int, name: str) -> int:
    """What a unit has left after an entry."""
    state = played.state_before(number + 1) if number < len(played.steps) else played.state
    return next(piece.vitality for piece in state.pieces if printed(piece.name) == name)


def test_every_attack_of_a_whole_game_is_legal_and_a_record(tmp_path: Path) -> None:
    """Each comes out as it did in the game, and so does the file that it is written to."""
    save = tmp_path / "game.toml"
    run("do", save, "--from", EXAMPLES / "two-players.moves")
    opened: OpenSave[GameState] = OpenSave(GAME, OnDisk(save, "", read_toml(save)))
    found = 0
    for number, step in enumerate(opened.session.steps, 1):
        spent = any(answer.text.startswith("evade") for answer in step.answers)
        if step.do.startswith(("attack", "aerial attack")) and not spent:
            record: Record = BATTLES.in_game("game.toml", opened.setup, opened.session, number, True)
            verdict = judge(record)
            assert verdict.illegal is None
            left = vitality_after(opened.session, number, record.attack.defender.name)
            assert verdict.ruled["vitality"] == left or "throw" in record.file.steps  # thrown into lava
            assert judge(again(record)).ruled == verdict.ruled
            found += 1
    assert found > 5


def test_the_commands_find_an_attack_by_its_entry(tmp_path: Path) -> None:
    save, record = tmp_path / "game.toml", tmp_path / "attack.toml"
    run("do", save, "--from", EXAMPLES / "short-game.moves")
    opened: OpenSave[GameState] = OpenSave(GAME, OnDisk(save, "", read_toml(save)))
    number = next(at for at, step in enumerate(opened.session.steps, 1) if step.do.startswith("attack"))
    judged = run("judge", save, str(number), "--json").stdout
    assert '"legal":true' in judged
    run("battle", record, str(number), "--from", save)
    assert run("judge", record, "--json").stdout == judged
    assert '"at_least"' in run("odds", save, str(number), "--json").stdout


@pytest.mark.rule("range")
def test_an_attack_that_the_table_overruled_is_judged_and_so_is_what_is_claimed_of_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """On file it isn't allowed at all."""
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower B")
    played.corrector = corrector = GameCorrector(RULES, make_setup())
    played.recorder = corrector.recorded
    say(
        played,
        "activate Ash Runner simple",
        "overrule attack Stone Thrower because a spear is long [5 5 4 1 0 0 / done]",
    )
    played.correct(*readings("adjust claim wounds 3"))
    verdict = judge(record_of(played))
    assert (verdict.illegal, verdict.unchecked) == (None, [])
    assert verdict.disputes == [Dispute("wounds", 3, 0)]
    verdict.show(Screen(plain=True))
    assert "The table overrules: Stone Thrower is 1 area away" in capsys.readouterr().out
    assert judge(again(record_of(played))).illegal is not None
