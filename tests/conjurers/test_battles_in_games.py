"""A battle inside a save is judged, and its odds are told, as the same battle on a file of its own."""

from __future__ import annotations

import re
import shutil
import tomllib
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from referee.asking.question import Command
from referee.errors import BadInput
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.battle.battles import BATTLES
from referee.games.conjurers.battle.in_game import battles_of
from referee.games.conjurers.battle.record import Record
from referee.saves.save import OpenSave, read_save
from referee.saves.table import SavedTable
from referee.text.screen import Screen
from tests.conjurers.test_game_commands import as_json, run
from tests.made_up import play_example, type_at
from tests.recorded_games import folder

SAVES = Path(__file__).parent / "saves"
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "friday.toml"
    run("do", path, "--from", EXAMPLES / "four-player-game.moves", "--brief")
    return path


def kept(name: str, tmp_path: Path) -> Path:
    path = tmp_path / "friday.toml"
    shutil.copy(SAVES / f"{name}.toml", path)
    return path


def battles(save: Path) -> list[tuple[int, int, str]]:
    """The first and the last entry of each refereed battle that is over, and who won by the game's own log."""
    session = OpenSave(CONJURERS, save).session
    found = []
    names = {player.name for player in session.state.players}
    for fought in battles_of(session):
        told = run("why", save, fought.last).stdout
        winners = {name for name in re.findall(r"(\w+) wins\b", told) if name in names}
        assert len(winners) == 1, told
        found.append((fought.first, fought.last, winners.pop()))
    return found


@pytest.mark.rule("B25", "battle-end")
@pytest.mark.parametrize("name", ["two-total-battles-refereed", "three-combinations-hands-drawn"])
def test_every_battle_of_a_game_is_judged_as_it_was_fought(name: str, tmp_path: Path) -> None:
    save = tmp_path / "friday.toml"
    run("do", save, "--from", folder("conjurers") / f"{name}.moves", "--brief")
    fought = battles(save)
    assert fought
    for first, last, winner in fought:
        verdict = as_json("judge", save, first)
        assert (verdict["legal"], verdict["disputes"], verdict["over"]) == (True, [], True)
        told = run("judge", save, last, "--brief").stdout
        assert f"{winner} wins" in told
        assert len(verdict["turns"]) == last - first + 1


def test_the_json_is_that_of_the_same_battle_on_file(evening: Path, tmp_path: Path) -> None:
    for number in (15, 47, 90, 190):
        record = tmp_path / f"{number}.toml"
        run("battle", record, "--from", evening, number)
        assert as_json("judge", evening, number) == as_json("judge", record)
        assert "kind" in tomllib.loads(record.read_text(encoding="utf-8"))


def test_a_battle_whose_guarded_creature_nobody_named_is_no_record(tmp_path: Path) -> None:
    """Its file would have a minion that guards none, and couldn't be read."""
    saved = OpenSave(CONJURERS, kept("battle-under-way", tmp_path))
    fought = BATTLES.in_game("friday.toml", saved.setup, saved.session, None, True)

    def again() -> Record:
        raise BadInput("friday.toml: defender: a minion guards one creature, not 0")

    with pytest.raises(BadInput, match=r"^friday.toml: .* was never named$"):
        BATTLES.expect_whole(fought, again)


def test_a_battle_under_way_is_meant_without_a_number(tmp_path: Path) -> None:
    save, record = kept("battle-under-way", tmp_path), tmp_path / "duel.toml"
    run("battle", record, "--from", save)
    assert not as_json("judge", save)["over"]
    assert as_json("odds", save) == as_json("odds", record)
    assert "Go on with: referee play" in run("odds", save).stderr
    assert (
        run("judge", record, "--brief").stdout.split("\n")[1:] == run("judge", save, "--brief").stdout.split("\n")[1:]
    )
    assert "Written: " in run("battle", tmp_path / "again.toml", "--from", save).stderr


def test_the_odds_of_an_entry_are_those_before_it(evening: Path) -> None:
    """Entry 18 is "attack Snow Fox", the fourth turn of its battle."""
    found = as_json("odds", evening, 18)
    assert (found["turn"], found["over"]) == (4, False)
    assert [move["move"] for move in found["moves"] if move["move"].startswith("attack")] == ["attack Snow Fox"]
    assert as_json("odds", evening, 25)["turn"] == 11


def test_a_number_behind_a_save_is_an_entry_and_else_a_file(evening: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    run("battle", "22", "--from", evening, 16)
    alone = as_json("judge", "22")
    assert len(run("judge", evening, 47, "22", "--json").stdout.splitlines()) == 2
    assert run("judge", evening, 16, "./22", "--json").stdout.splitlines()[1:] == [
        run("judge", "22", "--json").stdout.strip()
    ]
    assert as_json("judge", evening, 16) == alone
    assert len(run("judge", "22", "22", "--json").stdout.splitlines()) == 2


def test_where_no_battle_is_under_way_the_last_one_is_told_as_such(evening: Path, tmp_path: Path) -> None:
    """Entry 73 is "Sphinx": who fights for which creature."""
    save = tmp_path / "friday.toml"
    shutil.copy(evening, save)
    run("undo", save, "--to", 72)
    told = run("odds", save, "--plain").stdout
    last = "No battle is under way. The last one: Anna against Cleo, entries 44 to 56.\n"
    assert told.startswith(f"{last}Who wins the next one:\n")
    assert f"referee odds {save} --battle" in told
    assert "The battle is over." in told
    out = StringIO()
    SavedTable(CONJURERS, read_save(save), Screen(plain=True, file=out)).of_battle(Command("odds"))
    assert out.getvalue().startswith(f"{last}Who wins the next one:\n")
    assert "odds battle\n" in out.getvalue()
    run("undo", save, "--to", 39)
    first = "No battle is under way. The last one: Bo against Dan, entries 15 to 25.\n"
    assert run("odds", save, "--plain").stdout.startswith(f"{first}The battle is over.")
    assert run("odds", save, "--battle", "--plain").stdout.startswith(f"{first}The battle is over.")
    assert run("odds", save, "--move", "attack Minion", code=2).stderr.startswith(first)
    none = evening.with_name("none.toml")
    shutil.copy(evening, none)
    run("undo", none, "--to", 13)
    assert (
        f"in this game yet; who wins the next one: referee odds {none} --battle" in run("odds", none, code=2).stderr
    )
    run("undo", save, "--to", 20)
    assert "under way" not in run("odds", save, "--plain").stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("odds", "friday.toml", "40"),
            "entry 40 isn't part of a refereed battle; those are entries 15 to 25, ",
        ),
        (("judge", "friday.toml", "9999"), "there is no entry 9999; they are numbered from 1 to 382"),
        (("judge", "friday.toml", "--deck", "x.toml"), "is a save, which has its cards"),
        (
            ("odds", "duel.toml", "3"),
            "isn't a save, so it has no entry 3; a file of that name is written ./3",
        ),
        (("battle", "new.toml", "3"), "3: an entry is one of a save; name it with --from SAVE"),
        (("battle", "new.toml", "--from", "duel.toml"), "duel.toml: is a battle record; say before which turn"),
        (("battle", "duel.toml", "--from", "friday.toml", "16"), "duel.toml already exists"),
    ],
)
def test_what_cant_be_meant_is_told(
    evening: Path, words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(evening, "friday.toml")
    shutil.copy(EXAMPLES / "duel-entered-dice.toml", "duel.toml")
    shutil.copy(EXAMPLES / "sample-deck.toml", "sample-deck.toml")
    result = run(*words, code=2)
    assert told in result.stderr
    assert not Path("new.toml").exists()


def test_what_belongs_to_no_battle_is_judged_as_a_log(evening: Path, tmp_path: Path) -> None:
    """Also where passing went by itself: it is in the log, and isn't played twice."""
    save = kept("open-step", tmp_path)
    run("undo", save, "--to", 1)
    assert "1 entry\nNothing is illegal or claimed wrongly." in run("judge", save).stdout
    assert as_json("judge", evening, 40)["legal"]
    claimed = tmp_path / "claimed.toml"
    shutil.copy(evening, claimed)
    run("do", claimed, "adjust claim Anna food 99")
    assert "disputed: Anna food is" in run("judge", claimed, code=1).stdout
    assert "wins" in run("judge", claimed, 25, "--brief").stdout


@pytest.mark.rule("random-draw")
def test_a_hidden_hand_is_judged_and_stays_hidden(tmp_path: Path) -> None:
    """P. 15: Anna's last two of three aren't named; a record would name them."""
    save = kept("battle-with-hidden-hands", tmp_path)
    verdict = run("judge", save, "--json").stdout
    assert as_json("judge", save)["legal"]
    assert "Leech" not in verdict
    told = run("judge", save, "--full", "--plain").stdout
    assert told.startswith("Duel · Anna challenges Bo · dice as logged\n")
    assert "in hand: Anna 2 · Bo Fenrir and 2 more\n" in told
    refused = run("battle", tmp_path / "duel.toml", "--from", save, code=2)
    assert "2 creatures aren't named yet in Anna's hand" in refused.stderr
    assert not (tmp_path / "duel.toml").exists()


def test_wrong_claims_dont_stand_above_an_illegal_move(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "sample-deck.toml", tmp_path)
    record = tmp_path / "duel.toml"
    text = (EXAMPLES / "duel-disputed.toml").read_text(encoding="utf-8")
    record.write_text(f'{text}\n[[turns]]\nmove = "move Imp 2"\n', encoding="utf-8")
    told = run("judge", record, "--brief", code=1).stdout
    assert "Up to turn 4 every move is legal; the damage is as ruled above." in told
    assert "the record stands" not in told


@pytest.mark.rule("battle-dice")
@pytest.mark.parametrize("until", ["Draugr [attacker wins]", "summon Torchbearer 1", "summon Wolf 2"])
def test_a_battle_that_was_gone_back_into_is_shown_as_before(
    until: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save = play_example("four-player-game.moves", until, tmp_path)
    steps = OpenSave(CONJURERS, save).session.steps
    entry = next(number for number, step in enumerate(steps, 1) if step.do == "attack Serpopard")
    type_at(save, monkeypatch, f"back {entry}", "attack Serpopard 1 2 0 2")
    assert "Serpopard strikes Bear: 2 dice 1+2 = 3" in " ".join(capsys.readouterr().out.split())


@pytest.mark.rule("flying")
def test_dice_typed_for_a_fight_that_isnt_fought_are_no_move_of_the_enemy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A flyer in front fights nobody who arrives; a number behind that move is asked about."""
    record = tmp_path / "duel.toml"
    record.write_text(
        'game = "conjurers"\nkind = "duel"\ndice = "entered"\n'
        '[attacker]\nname = "Anna"\ncreatures = [\n'
        '{ name = "Boar", level = 1, hp = 6, bd = 2 }, { name = "Wolf", level = 1, hp = 5, bd = 1 }]\n'
        '[defender]\nname = "Bo"\ncreatures = [\n'
        '{ name = "Viper", level = 1, hp = 4, bd = 1 }, '
        '{ name = "Bat", level = 1, hp = 3, bd = 1, abilities = ["flying"] }]\n'
        '[[turns]]\nmove = "summon Boar 2"\n[[turns]]\nmove = "summon Viper 2"\ndice = "0 / 0 0"\n'
        '[[turns]]\nmove = "move Boar 1"\n[[turns]]\nmove = "summon Bat 3"\n',
        encoding="utf-8",
    )
    table = type_at(record, monkeypatch, "wolf 3; 1; 1 2")
    assert "Is 1 Bo's move attack" in " ".join(capsys.readouterr().out.split())
    assert [step.answers[0].text for step in table.session.steps][-1] == "summon Wolf 3"


def test_at_the_prompt_no_file_is_named_where_nothing_was_fought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save = tmp_path / "game.toml"
    players = ("--player", "Anna:worker", "--player", "Bo:warrior", "--deck", EXAMPLES / "sample-deck.toml")
    run("new", save, *players, "--locked", "norse, greek", "--yes")
    type_at(save, monkeypatch, "odds")
    told = " ".join(capsys.readouterr().out.split())
    assert "no battle was refereed" in told
    assert "game.toml: no" not in told
