"""The commands for games take the record of a battle too: do, undo, amend, next, log, why, status, watch."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from msgspec.structs import fields

from referee import games
from referee.cli.completing import moves
from referee.files.kinds import KINDS
from tests.made_up import as_json, run, type_at

EXAMPLES = Path(__file__).parents[1] / "examples"
FOUGHT = {
    "duel-entered-dice.toml": ("move Minotaur 1 [1 1 0 / 0 1]", "summon Wolf 3"),
    "mythic/attack-disputed.toml": ("lift 8 by 4", "lift 8 by 5"),
    "prophecy/fight-disputed.toml": ("roll 5 6", "roll 7 1"),
}
"""Records, each with its last move, and one that can't be made in its place."""


@pytest.fixture(params=FOUGHT)
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A record in a folder of its own, up to its last move; what was claimed after it is taken back."""
    example = EXAMPLES / request.param
    for deck in example.parent.glob("*deck.toml"):
        shutil.copy(deck, tmp_path)
    path = Path(shutil.copy(example, tmp_path))
    while "claim" in run("log", path, "--last", 1).stdout:
        run("undo", path)
    return path


def moves_of(record: Path) -> tuple[str, str]:
    """Its last move, and one that can't be made in its place."""
    return next(pair for name, pair in FOUGHT.items() if name.endswith(record.name))


def test_a_move_of_a_battle_is_taken_back_and_made_again(record: Path) -> None:
    before, (last, _) = as_json("judge", record), moves_of(record)
    run("undo", record)
    assert as_json("judge", record) != before
    assert not as_json("next", record)["over"]
    context: Any = SimpleNamespace(params={"file": record})
    assert moves(context, "") or last.startswith("roll ")
    run("do", record, last)
    assert as_json("judge", record) == before
    assert run("log", record, "--moves").stdout.splitlines()[-1] == last
    assert as_json("status", record)["legal"]
    assert as_json("why", record)["happened"]
    assert f": {last}" in run("watch", record, "--once", "--plain").stdout


def test_an_entry_of_a_battle_is_amended(record: Path) -> None:
    before, (last, _), number = as_json("judge", record), moves_of(record), len(as_json("log", record))
    assert f"Entry {number} is taken out" in run("amend", record, number, "--remove").stdout
    assert as_json("judge", record) != before
    run("do", record, last)
    run("amend", record, number, last)
    assert as_json("judge", record) == before
    assert "wouldn't hold any more" in run("amend", record, 1, "--remove", code=1).stderr


def test_a_move_of_a_battle_that_cant_be_made_changes_nothing(record: Path) -> None:
    run("undo", record)
    before, (_, wrong) = record.read_text(), moves_of(record)
    with pytest.raises(AssertionError, match=r"is not legal|doesn't answer"):
        run("do", record, wrong)
    assert record.read_text() == before


@pytest.mark.parametrize("said", ["adjust Wolf damage 3", "correct Wolf damage 3", "reading overkill lost"])
def test_a_battle_takes_no_corrections_and_says_what_to_do_instead(record: Path, tmp_path: Path, said: str) -> None:
    run("undo", record)
    before = record.read_text(encoding="utf-8")
    (script := tmp_path / "said.moves").write_text(f"{said}\n", encoding="utf-8")
    for done in (run("do", record, said, code=2), run("battle", record, "--moves", script, code=2)):
        told = " ".join(done.stderr.split())
        assert "record takes no corrections; mend its set-up in the file, and take back its moves with undo" in told
        assert "is a claim: adjust claim" in told
    assert record.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("name", ["battleground.toml", "mythic/attack-thrown.toml", "prophecy/fight-disputed.toml"])
def test_a_record_that_is_over_is_no_game_that_is_over(name: str) -> None:
    assert run("next", EXAMPLES / name).stdout.splitlines()[0] == "The battle is over."


@pytest.mark.parametrize("name", ["duel-illegal.toml", "mythic/attack-illegal.toml", "prophecy/fight-illegal.toml"])
def test_an_illegal_battle_isnt_played_on_but_judged(name: str) -> None:
    path = EXAMPLES / name
    assert f"see: referee judge {path}" in run("next", path, code=2).stderr
    run("verify", path, code=2)


@pytest.mark.parametrize("command", ["verify", "redo", "story", "score", "cards list"])
@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("battleground.toml", "is a battle record, not "),
        ("mythic/attack-thrown.toml", "is an attack record, not "),
        ("prophecy/fight-disputed.toml", "is a fight record, not "),
    ],
)
def test_a_record_is_told_for_what_it_is_where_it_cant_be_used(command: str, file: str, told: str) -> None:
    refused = run(*command.split(), EXAMPLES / file, code=2).stderr
    assert told in refused
    assert f"judge it with: referee judge {EXAMPLES / file}; play it on with: referee battle" in refused


def test_every_record_has_a_kind_that_is_known() -> None:
    kinds = {kind for name in games.names() if (has := games.load(name).battles) is not None for kind in has().kinds}
    assert kinds == {kind for kind, what in KINDS.items() if what.endswith(" record")}


@pytest.mark.parametrize("name", [name for name in games.names() if games.load(name).battles is not None])
def test_what_is_declared_of_a_record_is_in_its_layout(name: str) -> None:
    battles = games.load(name).battles()  # type: ignore[misc]
    layout = battles.layout()
    keys = {one.name: one.type for one in fields(layout)}
    assert {"game", "deck", "note", f"{layout.part}s", layout.readings_after} <= keys.keys()
    assert {*layout.written, *layout.at_end} <= keys.keys()
    assert battles.kinds
    assert set(battles.kinds) == set(get_args(keys["kind"]))


@pytest.mark.parametrize(
    ("game", "before"),
    [("conjurers", ["duel", "average", "none"]), ("prophecy", ["hero", "average"])],
)
def test_who_fights_has_a_name_and_is_no_list_of_creatures(tmp_path: Path, game: str, before: list[str]) -> None:
    """A list of creatures typed one question early names nobody."""
    script, record = tmp_path / "fight.moves", tmp_path / "fight.toml"
    script.write_text("\n".join([*before, "Kappa, Anubis"]), encoding="utf-8")
    told = run("battle", record, "--game", game, "--moves", script, code=2)
    assert "without brackets, commas" in told.stderr


@pytest.mark.parametrize(
    ("game", "deck", "answers", "then"),
    [
        ("conjurers", "sample-deck.toml", ["duel", "average", "none", "Anna", "Bo", "Sphinx"], "Wolf"),
        ("mythic", "mythic/sample-units.toml", ["attack", "Ash Runner"], "Storm Warden"),
        ("prophecy", "prophecy/sample-deck.toml", ["creature", "average"], "Toll Ogre"),
    ],
)
def test_a_set_up_begun_with_a_deck_goes_on_without_naming_it_again(
    tmp_path: Path, game: str, deck: str, answers: list[str], then: str
) -> None:
    """From another folder too: the names that were typed are known again."""
    script, record = tmp_path / "fight.moves", tmp_path / "fight.toml"
    script.write_text("\n".join(answers), encoding="utf-8")
    run("battle", record, "--game", game, "--deck", EXAMPLES / deck, "--moves", script)
    assert len(as_json("status", record)["answers"]) == len(answers)
    more = tmp_path / "more.moves"
    more.write_text(then, encoding="utf-8")
    run("battle", record, "--moves", more)
    assert len(as_json("status", record)["answers"]) == len(answers) + 1


@pytest.mark.parametrize("bear", [["Bear: 4s 3w"], ["Bear", "4s 3w"], ["Bear: creature, strength 4, willpower 3"]])
def test_the_cards_of_a_fight_are_typed_as_in_a_game(tmp_path: Path, bear: list[str]) -> None:
    """By name and what is printed, in short too; the record has their whole lines."""
    script, record = tmp_path / "fight.moves", tmp_path / "fight.toml"
    lines = ["creature", "average", *bear, "Anna", "3", "2", "Rag Flail: weapon, +1s", "Prayer", "done"]
    script.write_text("\n".join(lines), encoding="utf-8")
    run("battle", record, "--game", "prophecy", "--moves", script)
    written = record.read_text(encoding="utf-8")
    assert 'creature = "Bear: creature, strength 4, willpower 3"' in written
    assert '"Rag Flail: item, weapon; always: in strength 1"' in written
    assert '"Prayer: ability, Monastery, spell 1; any roll: better of two"' in written


@pytest.mark.parametrize(
    ("card", "told"),
    [("Axe: weapon", "Axe is an item; a Creature is fought"), ("bear 4", "a colon comes before what is printed")],
)
def test_what_is_no_creature_is_not_fought(tmp_path: Path, card: str, told: str) -> None:
    script, record = tmp_path / "fight.moves", tmp_path / "fight.toml"
    script.write_text("\n".join(["creature", "average", card]), encoding="utf-8")
    assert told in " ".join(run("battle", record, "--game", "prophecy", "--moves", script, code=2).stderr.split())


def test_what_was_answered_in_a_battle_is_listed_at_its_prompt(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By words too, as in a game: `amend` takes these numbers."""
    run("undo", record)
    table = type_at(record, monkeypatch, "log", "log zebra")
    told = capsys.readouterr().out
    assert f"{len(table.session.steps):>4}  " in told
    assert 'No entry has "zebra".' in told
