"""The library: what `import referee` offers is enough to play, judge, score and tell odds, and it never prints."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import tomli_w

import referee
from referee.errors import BadInput, Illegal, Overtaken
from tests.children import python
from tests.mythic.records import record
from tests.old_saves import run

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    save = tmp_path / "friday.toml"
    shutil.copy(ROOT / "tests/conjurers/saves/format-1-dice-entered.toml", save)
    return save


def test_the_example_of_the_first_page_runs(
    friday: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(friday.parent)
    shutil.copy(EXAMPLES / "duel-illegal.toml", "duel.toml")
    shutil.copy(EXAMPLES / "four-players.toml", "sheet.toml")
    shutil.copy(EXAMPLES / "sample-deck.toml", "sample-deck.toml")
    found = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    names: dict[str, object] = {}
    exec(found[1].replace('referee.odds("duel.toml")', f'referee.odds("{EXAMPLES}/duel-entered-dice.toml")'), names)
    verdict, points = names["verdict"], names["points"]
    assert (verdict.against, points.data()["winners"]) == (True, ["Cleo"])  # type: ignore[attr-defined]
    assert capsys.readouterr().err == ""


def test_moves_are_made_all_or_none_saved_and_taken_back(friday: Path) -> None:
    game = referee.open(friday)
    before, entries = friday.read_text(encoding="utf-8"), len(game.log)
    (first, *_), who = game.legal, game.who
    with pytest.raises(BadInput):
        game.play(first, "nonsense")
    assert friday.read_text(encoding="utf-8") == before
    assert game.play(first)
    assert len(referee.open(friday).log) == entries + 1
    assert game.undo()
    assert (referee.open(friday).who, referee.open(friday).legal[0]) == (who, first)
    assert game.redo()
    assert not game.redo()
    assert game.state == referee.open(friday).state
    assert game.outcome.over is False


def test_what_is_closed_says_why_and_is_refused_so(friday: Path) -> None:
    game = referee.open(friday)
    move, why = next(iter(game.closed.items()))
    assert why.reason
    assert why.ruling
    with pytest.raises(Illegal) as refused:
        game.play(move)
    assert refused.value.ruling == why.ruling


def test_a_move_is_made_by_its_parts(tmp_path: Path) -> None:
    save = tmp_path / "light.toml"
    run("new", save, "--game", "prophecy", "--yes", "--player", "Anna", "--player", "Bo", "--track", "battles")
    game = referee.open(save)
    assert any("Mountains" in told for told in game.play({"move": "chance", "card": "mountains"}))
    game.play({"move": "fight", "own": 6, "enemy": 4, "result": "won"})
    assert game.log == ["chance Mountains", "fight 6/4 won"]


def test_who_is_overtaken_is_told_and_loses_nothing(friday: Path) -> None:
    one, other = referee.open(friday), referee.open(friday)
    one.play(one.legal[0])
    kept = friday.read_text(encoding="utf-8")
    with pytest.raises(Overtaken):
        other.play(other.legal[-1])
    assert friday.read_text(encoding="utf-8") == kept


@pytest.mark.parametrize(
    ("record", "moves"),
    [
        ("duel-disputed.toml", ["move Anubis 3"]),
        ("mythic/attack-odds.toml", ["5 5 4 3 2 1 0 0", "done"]),
        ("prophecy/fight-odds.toml", ["fight strength with Moth Cleaver", "4 2"]),
    ],
)
def test_a_battle_on_its_own_is_opened_as_a_game_is(
    record: str, moves: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / Path(record).name
    for found in (EXAMPLES / record).parent.glob("*.toml"):
        shutil.copy(found, tmp_path)
    fight = referee.open(path)
    assert fight.question is not None
    before, entries = path.read_text(encoding="utf-8"), len(fight.log)
    with pytest.raises(BadInput):
        fight.play(moves[0], "nonsense")
    assert path.read_text(encoding="utf-8") == before
    assert [told for move in moves for told in fight.play(move)]
    again = referee.open(path)
    assert len(again.log) == entries + len(moves)
    assert (again.log, again.state) == (fight.log, fight.state)
    assert fight.undo()
    assert len(referee.open(path).log) == entries + len(moves) - 1
    assert fight.redo()
    with pytest.raises(BadInput, match="referee judge"):
        _ = fight.outcome
    assert capsys.readouterr() == ("", "")


def test_a_verdict_has_the_readings_that_judge_prints(tmp_path: Path) -> None:
    path = tmp_path / "thrown.toml"
    strong = {"talents": ["monster slayer", "mighty throw"], "range": 2}
    steps = ("roll 5 4 0 0 1 0", "throw", "reroll 0 0: 5 0")
    path.write_text(tomli_w.dumps(record(*steps, attacker=strong, throw_counts="after slayer")), encoding="utf-8")
    told = referee.judge(path).data()
    assert (told["illegal"]["step"], told["readings"][0]["answer"]) == (3, "any order")
    assert told == json.loads(run("judge", path, "--json").stdout)


@pytest.mark.parametrize(
    "text", [None, "game = ", 'game = "chess"', 'kind = "save"', "game = 3", "[setup]\nplayers = 3"]
)
@pytest.mark.parametrize("offered", ["open", "judge", "score", "odds"])
def test_what_cant_be_used_is_bad_input_and_nothing_is_printed(
    offered: str, text: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(BadInput):
        getattr(referee, offered)(path)
    assert capsys.readouterr() == ("", "")


def test_the_library_is_loaded_only_where_it_is_used() -> None:
    told = python(
        "-c", "import sys, referee; print(sorted(name for name in sys.modules if name.startswith('referee')))"
    )
    assert told.stdout.strip() == "['referee']"
    with pytest.raises(AttributeError, match="has no attribute"):
        _ = referee.nothing
