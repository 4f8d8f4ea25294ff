"""The chance to win at the prompt: of the battle under way, and of one that is only being prepared."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.asking.dice import LONGER
from referee.asking.question import Command, Question
from referee.cli.common import open_table
from referee.errors import BadInput, RefereeError
from referee.games.conjurers.battle.live import BattleTable
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.battle.state import Play as BattlePlay
from referee.games.conjurers.battle.turn import turn
from referee.games.conjurers.cards.cards import deck_for
from referee.games.conjurers.odds.advice import advise
from referee.games.conjurers.rules.contests import battles_ahead
from referee.games.conjurers.screens.winning import AheadReport
from referee.games.conjurers.winning.ahead import MOST_ANSWERS, report_ahead, report_set_up
from referee.games.conjurers.winning.solving import average_dice
from referee.play.table import Answerer
from referee.sampling.race import Effort, Meanwhile
from referee.saves.battles import effort_for_battle
from referee.text.names import fold
from referee.text.screen import Screen
from tests.conjurers.evenings import Play, acting, duel, options, play, playing, question, set_up
from tests.conjurers.fights import card
from tests.conjurers.fights import duel as fighting
from tests.conjurers.test_at_the_prompt import FIGHT_3, At, at
from tests.old_saves import run

__all__ = ["at"]

BEFORE_FIGHT_3 = "Taweret [referee]"
DECK = Path(__file__).parents[2] / "examples" / "sample-deck.toml"

HERE = Effort(60, cores=0, rounds=2)


def told(game: Play) -> AheadReport:
    report = report_ahead(set_up(), game, HERE, lambda line: None)
    assert report is not None
    return report


def ahead(game: Play) -> dict[str, Battle]:
    found = battles_ahead(set_up(), game.present, question(game).key)
    assert found is not None
    return found[1]


@pytest.mark.rule("set-aside", "A23")
def test_each_creature_that_may_be_set_aside_has_its_chance() -> None:
    """Bo decides; whoever is set aside doesn't fight, and of four that stay three are drawn."""
    game = duel(armies={"Anna": ("Bear",), "Bo": ("Wolf", "Imp", "Owl", "Greek 2a", "Greek 3a")})
    battles = ahead(game)
    assert list(battles) == ["nobody", "Wolf", "Imp", "Owl", "Greek 2a", "Greek 3a"]
    assert [fighter.name for fighter in battles["Imp"].of("defender")] == ["Wolf", "Owl", "Greek 2a", "Greek 3a"]
    assert battles["Imp"].hand_size("defender") == 3
    report = told(game)
    assert (report.player, report.side) == ("Bo", "defender")
    assert {answer for answer, _ in report.chances} == set(battles)
    assert all(chance.tried for _, chance in report.chances)


@pytest.mark.rule("battlegrounds", "A7", "A13")
def test_each_creature_that_may_be_fought_for_has_its_chance_with_its_minion() -> None:
    game = acting("duat", armies={"Anna": ("Bear", "Wolf")})
    assert question(game).key == "creature"
    battles = ahead(game)
    assert set(battles) <= set(options(game))
    assert battles
    for name, battle in battles.items():
        assert [fighter.name for fighter in battle.of("defender")] == ["Minion", name]
    report = told(game)
    assert (report.player, report.side) == ("Anna", "attacker")
    assert {*report.unknown, *(answer for answer, _ in report.chances)} == set(battles)


def test_before_how_it_is_fought_there_is_one_chance(capsys: pytest.CaptureFixture[str]) -> None:
    game = play(duel(armies={"Anna": ("Bear",), "Bo": ("Wolf", "Imp", "Owl", "Greek 2a")}), "Imp")
    assert question(game).key == "battle"
    (battle,) = ahead(game).values()
    assert [fighter.name for fighter in battle.of("defender")] == ["Wolf", "Owl", "Greek 2a"]
    report = told(game)
    assert report.data()["side"] == "attacker"
    report.show(Screen(plain=True))
    assert re.match(r"Anna wins \d+% \((±\d+|at (most|least) \d+%)\)\n", capsys.readouterr().out)


def test_where_no_battle_is_prepared_there_is_nothing_ahead() -> None:
    assert report_ahead(set_up(), playing(set_up()), HERE, lambda line: None) is None


DUEL = ("duel", "average", "none", "Anna", "Bo", "Sphinx", "done", "none")
AGAINST_A_MINION = ("battleground", "average", "none", "Anna", "Bo", "Wolf", "done", "none")


def set_up_so_far(folder: Path, *answers: str) -> tuple[BattleTable, StringIO]:
    out = StringIO()
    live = BattleTable(games.load("conjurers"), folder / "duel.toml", Screen(plain=True, file=out), DECK)
    for text in answers:
        live.session.answer(text)
    return live, out


def listed(live: BattleTable) -> list[str]:
    assert live.session.question is not None
    return [option.text for option in live.session.question.options()]


def told_in_set_up(live: BattleTable) -> AheadReport:
    asked, form = live.session.question, live.session.state.form
    assert asked is not None
    return report_set_up(live.asking, lambda file: live.begun(file, []), form, asked, HERE, lambda line: None)


def test_in_the_set_up_of_a_battle_each_creature_of_the_deck_has_its_chance(tmp_path: Path) -> None:
    """Those that look best are tried; each stands against what the other side has, without another creature."""
    live, _ = set_up_so_far(tmp_path, *DUEL)
    report = told_in_set_up(live)
    assert (report.player, report.side, report.data()["not_tried"]) == ("Bo", "defender", report.left_out)
    assert all(chance.tried for _, chance in report.chances)
    assert len(report.chances) == MOST_ANSWERS
    assert len(listed(live)) == MOST_ANSWERS + report.left_out


def test_no_more_is_an_answer_with_a_chance_too(tmp_path: Path) -> None:
    live, _ = set_up_so_far(tmp_path, *DUEL, "Wolf", "done")
    told_of = set(dict(told_in_set_up(live).chances))  # which equipment
    assert "none" in told_of
    assert told_of <= set(listed(live))


@pytest.mark.rule("battlegrounds", "A7")
def test_what_the_minion_brings_is_told_for_the_one_who_fights_it(tmp_path: Path) -> None:
    live, _ = set_up_so_far(tmp_path, *AGAINST_A_MINION)
    report = told_in_set_up(live)
    assert (report.player, report.side) == ("Anna", "attacker")
    cards = deck_for(live.path, None, DECK).creatures
    assert all(cards[fold(name)].level >= 2 for name, _ in report.chances)


def test_before_the_other_side_is_there_it_is_said_from_when_on(tmp_path: Path) -> None:
    for many in range(len(DUEL)):
        live, _ = set_up_so_far(tmp_path, *DUEL[:many])
        with pytest.raises(BadInput, match="from the second side's first one on"):
            live.of_battle(Command("odds", "battle"))


def test_at_the_prompt_of_a_set_up_it_is_shown(tmp_path: Path) -> None:
    live, out = set_up_so_far(tmp_path, *DUEL, "Wolf", "done")
    live.of_battle(Command("odds", "battle 0.1"))
    assert out.getvalue().startswith("Bo wins\n  ")
    assert " with none\n" in out.getvalue()


def test_the_chance_of_the_battle_under_way_is_told_at_its_prompt(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    """What was typed after it goes on from there."""
    assert at(FIGHT_3, "draugr 2 02 02", "odds battle 0.1", "a 22/11")[1] == "attack Minion [2 2 / 1 1]"
    after = capsys.readouterr().out.partition("Draugr strikes Minion")[2].partition("> Dan's move")[2]
    assert "Dan wins " in after.partition("> Dan's move")[0]


def test_a_battle_that_is_being_prepared_is_told_from_the_command_line_too(at: At, tmp_path: Path) -> None:
    """As it stands, and as it stood before an entry; before the battle nothing was refereed yet."""
    at(BEFORE_FIGHT_3)
    save = tmp_path / "game.toml"
    told = run("odds", save, "--battle", "--seconds", "0.1", "--plain").stdout
    assert re.match(r"Bo wins\n(?s:.)*^  \d+% \(±\d+\) with Taweret$", told, re.MULTILINE)
    assert json.loads(run("odds", save, "--battle", "--seconds", "0.1", "--json").stdout)["side"] == "attacker"
    entries = len(open_table(save, Screen(plain=True)).session.steps)
    assert run("do", save, "Taweret [referee]").exit_code == 0
    assert run("odds", save, entries + 1, "--battle", "--seconds", "0.1", "--plain").stdout.startswith("Bo wins\n  ")
    assert run("odds", save, 9999, "--battle").exit_code == 2


class Looking(Answerer):
    """Answers at once, but looks below the prompt first."""

    patient = True

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.seen: list[str] = []
        self.lines: list[Meanwhile] = []

    def ask(self, question: Question[Any]) -> str:
        if isinstance(question.meanwhile, Meanwhile):
            question.meanwhile()
            question.meanwhile.wait()
            self.seen.append(question.meanwhile())
            self.lines.append(question.meanwhile)
        return self.answer

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        pass


@pytest.mark.parametrize(
    ("unknown", "seen"), [((), "Anna wins with best play, in 1 turn at most: attack Ant."), ((1,), "")]
)
def test_with_odds_who_wins_stands_below_the_prompt_for_a_move(unknown: tuple[int, ...], seen: str) -> None:
    """Only as far as the cards are known; nothing is reckoned for a person who doesn't look."""
    battle = fighting((card("Ant", 5, 5),), (card("Bee", 2, 1),), Ant=2, Bee=2)
    answerer = Looking("attack Ant")
    asked = next(turn(BattlePlay(battle, average_dice(), [])))
    assert answerer.ask(advise(asked, lambda: (battle, "average", unknown))) == "attack Ant"
    assert answerer.seen == [seen]
    thrown = Question("roll", "Anna throws", str)
    assert answerer.ask(advise(thrown, lambda: (battle, "average", unknown))) == "attack Ant"
    assert answerer.seen == [seen]


def test_with_odds_the_chances_of_a_battle_ahead_stand_below_what_is_asked_before_it(
    at: At, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each creature to fight for; then, as nothing is left to choose, of the battle as it will be."""
    monkeypatch.setattr("referee.games.conjurers.odds.advice.SECONDS", 0.1)
    at(BEFORE_FIGHT_3)
    table = open_table(tmp_path / "game.toml", Screen(plain=True))
    for answer, told in (
        ("Taweret", r"(, | wins )\d+% \(±\d+\) with Taweret"),
        ("referee", r"^Bo wins \d+% \(±\d+\)$"),
    ):
        answerer = Looking(answer)
        question = table.session.question
        assert question is not None
        answerer.ask(table.advise(question))
        assert re.search(told, answerer.seen[0])
        table.session.answer(answer)


def test_the_prompt_understands_what_is_offered_for_more_time() -> None:
    said = LONGER.partition("at the prompt: ")[2].rstrip(")")
    assert said.startswith("odds ")
    assert effort_for_battle(Command("odds", said.removeprefix("odds "))) == Effort(60)
