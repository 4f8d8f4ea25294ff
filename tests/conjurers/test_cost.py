"""What a mistake cost: the chance with the rule kept and as it was played, and the ways open to the table."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from referee import games
from referee.asking.question import Command
from referee.declaration.game import CostAsked
from referee.declaration.reports import MistakeReport
from referee.files.files import read_toml
from referee.games.conjurers.battle.battles import BATTLES
from referee.games.conjurers.battle.live import BattleTable
from referee.games.conjurers.battle.moves import Pass
from referee.games.conjurers.battle.record import replay
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.winning import cost as cost_module
from referee.games.conjurers.winning import cost as cost_report
from referee.games.conjurers.winning.cost import MistakeCost, in_a_sentence
from referee.games.conjurers.winning.solving import Result, Solved
from referee.games.conjurers.winning.winning import MoveChance, WinningChances
from referee.preferences import VARIABLE
from referee.sampling.race import Effort, Estimate
from referee.saves.battles import NO_CHANCE, WithCost
from referee.text.screen import Screen
from tests.conjurers.battles import creature, record
from tests.conjurers.test_game_commands import as_json, run

EXAMPLES = Path(__file__).parents[2] / "examples"
WOLF, BEAR, OWL = creature("Wolf", 5, 2), creature("Bear", 9, 1), creature("Owl", 3, 1, "flying")


def written(folder: Path, attacker: list[Any], defender: list[Any], *turns: Any, **settings: Any) -> Path:
    path = folder / "duel.toml"
    data = record(attacker, defender, *turns, **{"dice": "average", **settings})
    path.write_text(tomli_w.dumps(data), encoding="utf-8")
    return path


def claiming(path: Path, turn: int, **claim: int) -> Path:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    data["turns"][turn - 1]["claim"] = claim
    path.write_text(tomli_w.dumps(data), encoding="utf-8")
    return path


@pytest.mark.rule("B6")
def test_an_illegal_attack_that_wins_is_told_with_what_was_legal(tmp_path: Path) -> None:
    """Wolf can't attack a flyer; if it could, Owl would be dead at once. So it never is."""
    path = written(tmp_path, [WOLF], [OWL], "summon Wolf 2", "summon Owl 2", "attack Wolf")
    found = as_json("judge", path, "--cost", code=1)
    (cost,) = found["cost"]
    assert (cost["turn"], cost["sort"], cost["mistake"]) == (3, "illegal", "attack Wolf")
    assert cost["played"]["chance"]["attacker"]["about"] == 1.0
    assert cost["played"]["turns"] == 1
    told = run("judge", path, "--cost", "--brief", "--plain", code=1).stdout
    assert "Effect of turn 3 (attack Wolf):" in told
    assert "as played wins with best play in 1 turn at most." in told


@pytest.mark.rule("B3", "B24")
def test_a_claim_that_decides_the_battle(tmp_path: Path) -> None:
    """Anna says that Bear is dead; it has 2 damage, and beats Wolf."""
    path = written(tmp_path, [WOLF], [BEAR], "summon Wolf 2", "summon Bear 2")
    (cost,) = as_json("judge", claiming(path, 2, Bear=9), "--cost", code=1)["cost"]
    assert (cost["sort"], cost["mistake"]) == ("claim", "9 damage on Bear")
    assert cost["kept"]["chance"]["attacker"]["about"] == 0.0
    assert cost["played"]["chance"]["attacker"]["about"] == 1.0
    assert cost["remedies"][0]["command"] == f"referee battle {path}"


@pytest.mark.rule("B25")
def test_a_dead_creature_believed_to_live_decides_the_battle(tmp_path: Path) -> None:
    """Lynx dies when Ox strikes back, and Anna has no other: Bo has won, but Anna goes on, and would win."""
    lynx, ox = creature("Lynx", 5, 2, "first strike"), creature("Ox", 3, 5)
    path = claiming(written(tmp_path, [lynx], [ox], "summon Lynx 2", "summon Ox 2"), 2, Lynx=1)
    told = " ".join(run("judge", path, "--cost", "--brief", "--plain", code=1).stdout.split())
    assert "As it is Anna has lost, as claimed wins with best play in 1 turn at most." in told
    (cost,) = as_json("judge", path, "--cost", code=1)["cost"]
    assert [cost[key]["chance"]["attacker"]["about"] for key in ("kept", "played")] == [0.0, 1.0]
    assert cost["remedies"][0] == {"what": "correct the damage: the battle is over", "command": None}


@pytest.mark.rule("B25")
def test_who_died_in_a_turn_stands_where_it_stood_if_it_is_claimed_to_live(tmp_path: Path) -> None:
    """Wolf has moved in front of Ox and died there: claimed to live it strikes on from there."""
    ox = creature("Ox", 3, 5)
    turns = ("summon Wolf 2", "summon Ox 3", "move Wolf 3")
    path = claiming(written(tmp_path, [WOLF, BEAR], [ox], *turns), 3, Wolf=2)
    replayed = replay(BATTLES.read(path, read_toml(path), None))
    believed = cost_module._as_claimed(replayed, 3)
    assert believed is not None
    wolf = believed.fighters[0]
    assert (wolf.slot, wolf.damage, wolf.dead, believed.sides["attacker"].dead) == (3, 2, False, [])


def test_why_a_claim_cannot_be_played_on_is_told(tmp_path: Path) -> None:
    """Imp died a turn before it is said to live: nobody knows where it would stand."""
    turns = ("summon Wolf 2", "summon Imp 2", "move Wolf 1")
    path = claiming(written(tmp_path, [WOLF], [creature("Imp", 2, 1), BEAR], *turns), 3, Imp=1)
    told = " ".join(run("judge", path, "--cost", "--brief", "--plain", code=1).stdout.split())
    assert "What was claimed can't go on: it says that a creature lives that died before." in told


def test_a_claim_on_which_nothing_hangs_is_told_so(tmp_path: Path) -> None:
    path = written(tmp_path, [WOLF], [BEAR], "summon Wolf 2", "summon Bear 2")
    told = run("judge", claiming(path, 2, Bear=1), "--cost", "--brief", "--plain", code=1).stdout
    assert "As it is Anna loses against best play" in told


def test_without_the_option_the_json_is_as_it_was(tmp_path: Path) -> None:
    path = claiming(written(tmp_path, [WOLF], [BEAR], "summon Wolf 2", "summon Bear 2"), 2, Bear=9)
    bare, with_cost = as_json("judge", path, code=1), as_json("judge", path, "--cost", code=1)
    assert bare == {key: value for key, value in with_cost.items() if key != "cost"}
    assert "cost" not in bare


def test_a_record_without_a_mistake_costs_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, [WOLF], [BEAR], "summon Wolf 2")
    assert as_json("judge", path, "--cost")["cost"] == []
    assert "No mistakes found" in run("judge", path, "--cost").stdout


def test_the_disputed_example_shows_what_hangs_on_it_and_each_way_out_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Medusa would be out of reach by an illegal move: Anna would nearly surely win, which she doesn't legally."""
    (cost,) = as_json("judge", EXAMPLES / "duel-cost.toml", "--cost", "--seconds", "2", "--seed", 1, code=1)["cost"]
    assert cost["mistake"] == "move Medusa 3"
    kept, played = (cost[key]["chance"]["attacker"] for key in ("kept", "played"))
    assert played["about"] - played["within"] > kept["about"] + kept["within"]
    assert [one["command"] is None for one in cost["remedies"]] == [False, False, False]
    monkeypatch.chdir(tmp_path)
    for remedy, turns in zip(cost["remedies"][:2], (6, 7), strict=True):
        program, *words = shlex.split(remedy["command"])
        assert program == "referee"
        assert "Written: again.toml" in run(*words).stderr
        again = tmp_path / "again.toml"
        assert len(tomllib.loads(again.read_text(encoding="utf-8"))["turns"]) == turns
        assert as_json("judge", again)["legal"]
        again.unlink()


def test_a_second_way_goes_to_a_file_that_is_not_there_yet(usual: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(usual)
    path = written(usual, [WOLF], [OWL], "summon Wolf 2", "summon Owl 2", "attack Wolf")
    for name in ("again.toml", "again-2.toml", "again-3.toml"):
        told = " ".join(run("judge", path, "--no-cost", code=1).stdout.split())
        assert f"referee battle {name} 3 --from" in told
        assert f"Written: {name}" in run("battle", name, 3, "--from", path).stderr


@pytest.mark.parametrize(
    ("tried", "helps"), [(20, True), (400, False)], ids=["the time was up", "well enough known before that"]
)
def test_more_time_is_offered_only_where_it_tells_more(tried: int, helps: bool) -> None:
    kept, played = (
        MoveChance(text, Pass(), estimate=Estimate(tried * share // 20, tried))
        for text, share in (("pass", 10), ("attack Wolf", 11))
    )
    told = in_a_sentence(MistakeCost(3, "attacker", "Anna", "illegal", "attack Wolf", kept, played))
    assert "The two chances are too close to be told apart" in told
    assert ("--seconds" in told) is helps


@pytest.fixture
def usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is preferred; where preferences would be kept."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home" / "config.toml"))
    return tmp_path


def test_it_is_told_by_itself_where_it_is_not_left_out(usual: Path) -> None:
    path = written(usual, [WOLF], [OWL], "summon Wolf 2", "summon Owl 2", "attack Wolf")
    told = run("judge", path, "--brief", code=1).stdout
    assert told.index("illegal: attack Wolf") < told.index("Effect of turn 3 (attack Wolf):")
    assert f"referee battle again.toml 3 --from {path}" in told.replace("\n", " ")
    for words in (["--no-cost"], ["--json"], [path]):
        assert "Effect of" not in run("judge", path, *words, code=1).stdout
    run("config", "cost", "off")
    assert "Effect of" not in run("judge", path, code=1).stdout
    assert "Effect of" in run("judge", path, "--cost", code=1).stdout


def test_nothing_is_told_by_itself_where_there_is_no_mistake(usual: Path) -> None:
    path = written(usual, [WOLF], [BEAR], "summon Wolf 2")
    assert "Effect of" not in run("judge", path).stdout


def test_at_the_prompt_of_a_battle_a_wrong_claim_is_told_with_what_hangs_on_it(usual: Path) -> None:
    path = claiming(written(usual, [WOLF], [BEAR], "summon Wolf 2", "summon Bear 2"), 2, Bear=9)
    out = StringIO()
    live = BattleTable(games.load("conjurers"), path, Screen(plain=True, file=out))
    live.of_battle(Command("judge"))
    told = " ".join(out.getvalue().split())
    assert "As it is Anna loses against best play" in told
    assert "as claimed has won" in told
    assert "- correct the damage and go on - take it back to before turn 2: back" in told
    assert "referee" not in told  # nothing of that could be typed there


def test_the_verdict_is_there_before_anything_is_reckoned() -> None:
    out = StringIO()

    def compute(asked: CostAsked) -> Iterator[MistakeReport]:
        assert "illegal: move Medusa 3" in out.getvalue()
        yield from ()

    record = BATTLES.read(EXAMPLES / "duel-cost.toml", read_toml(EXAMPLES / "duel-cost.toml"), None)
    WithCost(replay(record), compute, Effort(1)).show(Screen(plain=True, file=out))
    assert out.getvalue().endswith(f"\n{NO_CHANCE}\n")


@pytest.mark.rule("B24")
def test_of_a_battle_that_is_over_it_is_said_in_a_line_that_nothing_hangs_on_it(usual: Path) -> None:
    path = written(usual, [WOLF], [creature("Imp", 2, 1)], "summon Wolf 2", "summon Imp 2", "pass")
    told = run("judge", path, "--brief", code=1).stdout
    assert told.endswith(f"\n{NO_CHANCE}\n")


@pytest.mark.rule("B1")
def test_after_a_battle_is_won_nobody_is_told_to_pass(usual: Path) -> None:
    """Poison kills Ox as Bo's turn begins: the turn stands in the record as a pass, and the win is told last."""
    viper, ox = creature("Viper", 9, 2, "poisonous"), creature("Ox", 6, 0)
    path = written(usual, [viper], [ox], "summon Viper 1", "summon Ox 1", "attack Viper", "pass")
    told = run("judge", path, "--plain").stdout
    assert "wins: the other side has no creature left." in told
    assert "passes" not in told


def test_ctrl_c_leaves_the_verdict_and_what_is_known_by_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(
        battle: Battle, dice: str, effort: Effort, tell: Callable[[str], None], **more: bool
    ) -> WinningChances:
        tell("Anna 61% (±9) with summon Troll 1")
        raise KeyboardInterrupt

    monkeypatch.setattr(cost_module, "chances_of", stopped)
    said = run("judge", EXAMPLES / "duel-cost.toml", "--cost", code=1).stdout
    assert "illegal: move Medusa 3" in said
    known = "so far turn 7, with the best legal move: Anna 61% (±9) with summon Troll 1."
    assert f"Stopped after 0 s; {known}" in " ".join(said.split())
    assert "Ways to go on after turn 7 (move Medusa 3):" in said
    assert "- take it back to before turn 7:" in said
    assert "instead, with the same dice" not in said  # which move would be the best isn't known


def test_without_the_chances_the_ways_are_told(usual: Path) -> None:
    path = written(usual, [WOLF], [OWL], "summon Wolf 2", "summon Owl 2", "attack Wolf")
    for words in (["--no-cost"], []):
        told = run("judge", path, "--brief", *words, code=1).stdout
        assert "Ways to go on after turn 3 (attack Wolf):" in told
        assert f"referee battle again.toml 3 --from {path}" in told.replace("\n", " ")
        run("config", "cost", "off")
    data = as_json("judge", path, "--no-cost", code=1)
    assert "cost" not in data


def test_what_follows_stays_with_its_dice_while_it_fits(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        [WOLF],
        [BEAR],
        "summon Wolf 2",
        ("summon Bear 2", "1 / 1 1"),
        ("attack Wolf", "2 2 / 0"),
        ("attack Bear", "1 / 0 2"),
        dice="entered",
    )
    whole = run("battle", tmp_path / "one.toml", 1, "--from", path, "--instead", "summon Wolf 1")
    assert "with 1 turn\n" in whole.stderr  # Bear faces nobody in slot 2 then, and its dice don't fit
    assert "It ends there: turn 2: it takes 0 rolls; 2 are written" in whole.stderr
    same = run("battle", tmp_path / "two.toml", 3, "--from", path, "--instead", "attack Wolf")
    assert "with 4 turns\n" in same.stderr
    assert as_json("judge", tmp_path / "two.toml")["turns"] == as_json("judge", path)["turns"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((9, "--from"), 2, "there is no turn 9; they are numbered from 1 to 2"),
        ((None, "--from"), 2, "is a battle record; say before which turn: referee battle"),
        ((2, "--from", "--instead", "attack Wolf"), 2, "Wolf"),
        ((2, "--from", "--instead", "attack Bear"), 1, "attack Bear is not legal"),
        ((2, "--instead", "attack Bear"), 2, "--instead goes with --from RECORD"),
    ],
)
def test_what_cannot_be_played_again_is_one_clear_line(
    words: tuple[Any, ...], code: int, said: str, tmp_path: Path
) -> None:
    path = written(tmp_path, [WOLF], [BEAR], "summon Wolf 2", "summon Bear 2")
    typed: list[Any] = ["battle", tmp_path / "again.toml"]
    for word in words:
        typed += [word, path] if word == "--from" else [word] if word is not None else []
    if "--from" not in words:
        typed.remove(2)
    result = run(*typed, code=code)
    assert said in result.stderr
    assert not (tmp_path / "again.toml").exists()


def test_in_a_game_an_entry_is_held_against_the_best_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = tmp_path / "friday.toml"
    run("do", save, "--from", EXAMPLES / "four-player-game.moves", "--brief")
    (cost,) = as_json("judge", save, 18, "--cost", "--seconds", "0.5")["cost"]
    assert (cost["sort"], cost["mistake"]) == ("choice", "attack Snow Fox")
    assert cost["remedies"] == []  # nothing that two of three dice throws don't tell
    better = MoveChance("summon Bear 1", Pass(), Solved(Result.WON, 3))
    worse = MoveChance("attack Snow Fox", Pass(), Solved(Result.LOST, 2))
    found = MistakeCost(4, "attacker", "Bo", "choice", "attack Snow Fox", better, worse)
    with monkeypatch.context() as patch:
        patch.setattr(cost_report, "costs_of_move", lambda *_: [found])
        patch.setenv(VARIABLE, str(tmp_path / "home" / "config.toml"))
        assert "Effect of turn 4 (attack Snow Fox)" in run("judge", save, 18).stdout
        (told,) = as_json("judge", save, 18, "--cost")["cost"]
    assert [one["what"] for one in told["remedies"][:2]] == [
        "take it back to before entry 18, with 364 later entries",
        "play summon Bear 1 instead, with the same dice where they fit; up to 364 later entries go where one "
        "doesn't, into a file of their own",
    ]
    assert [one["command"] for one in told["remedies"]] == [
        f"referee undo {save} --to 17",
        f"referee amend {save} 18 'summon Bear 1' --cut",
        f"referee play {save}",
    ]
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home" / "config.toml"))
    told = "".join(run("judge", save, 14).stdout.split())  # a path may be broken anywhere
    assert f"Itseffectcan'tbeshown:{save}:entry14isn'taturnofthebattle" in told


def test_how_battles_end_for_certain_is_no_luck_of_an_estimate(tmp_path: Path) -> None:
    """Kappa loses either way, only later if the illegal move stands."""
    told = " ".join(run("judge", EXAMPLES / "duel-illegal.toml", "--cost", code=1).stdout.split())
    assert "as played loses against best play in 4 turns at most. The table can" in told
