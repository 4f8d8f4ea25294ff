"""Saves that were written before rules were mended: their state counts as it stands, and is told so."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee import games
from referee.cli import build
from referee.play.notation import Answer, write_step
from referee.play.session import NoFurther
from referee.rulebook.rules import rulebook
from referee.saves.save import OpenSave

TESTS = Path(__file__).parent
MENDED = [
    ("conjurers", "mended-rule-life-steal-on-the-last-blow", ("B13", "B25")),
    ("conjurers", "mended-rule-minions-with-three", ("A19",)),
    ("enchanters", "mended-rule-empty-graveyard", ("E-at",)),
    ("prophecy", "mended-rule-back-from-a-plane", ("P49",)),
    ("mythic", "mended-rule-overruled-attack", ("M30",)),
]
BROKEN = [("enchanters", "card-rule-with-a-slash"), ("enchanters", "because-in-a-card-line")]


@pytest.mark.parametrize("name", sorted({game for game, *_ in MENDED}))
def test_each_version_of_the_rules_after_the_first_names_the_entries_that_it_mended(name: str) -> None:
    mended = games.load(name).rules().mended
    assert list(mended) == list(range(2, len(mended) + 2))
    assert all(ids and set(ids) <= set(rulebook(name).entries) for ids in mended.values())


def run(*words: object, code: int = 0) -> Result:
    """A command, in this process."""
    result = CliRunner().invoke(build([str(words[0])]), [str(word) for word in words])
    assert result.exit_code == code, result.output
    return result


def copied(folder: Path, game: str, name: str, sub: str = "") -> Path:
    """A copy of an old save, to be played on."""
    return Path(shutil.copy(TESTS / game / "saves" / sub / f"{name}.toml", folder / "old.toml"))


def state_of(path: Path) -> Any:
    """What lies on the table."""
    return json.loads(run("status", path, "--json").stdout)


def opened(game: str, path: Path) -> OpenSave[Any]:
    """A save, open."""
    return OpenSave(games.load(game), path)


def correction(game: str) -> list[str]:
    """A correction that any state takes."""
    counted = {"conjurers": "food", "enchanters": "crystals", "prophecy": "gold", "mythic": "hand"}[game]
    return ["Anna", counted, "3" if game == "mythic" else "77"]


@pytest.mark.parametrize(("game", "name", "rulings"), MENDED)
def test_a_state_of_older_rules_counts_as_it_stands(
    tmp_path: Path, game: str, name: str, rulings: tuple[str, ...]
) -> None:
    """Verify names the rulings and suspects nobody; it is played on, and undone as far as it was played since."""
    path = copied(tmp_path, game, name)
    before = state_of(path)
    verified = json.loads(run("verify", path, "--json").stdout)
    assert set(rulings) <= set(verified["mended_rules"])
    if not verified["agrees"]:
        assert all(ruling in run("verify", path).stdout for ruling in rulings)
    assert "changed by hand" not in run("verify", path).stdout
    steps = len(json.loads(run("log", path, "--json").stdout))
    run("adjust", path, *correction(game))
    assert json.loads(run("verify", path, "--json").stdout)["agrees"]
    run("undo", path)
    assert state_of(path) == before
    run("redo", path)
    open_save = opened(game, path)
    assert len(open_save.session.steps) == steps + 1
    assert open_save.session.undo()
    if open_save.session.settled:
        with pytest.raises(NoFurther, match="no way back beyond entry"):
            open_save.session.undo()
        assert len(open_save.session.steps) == open_save.session.settled == steps


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, name, _ in MENDED if game != "enchanters"])
@pytest.mark.parametrize(
    "words", ["judge FILE", "judge FILE 3", "odds FILE 3", "odds FILE 3 --battle", "battle new.toml 3 --from FILE"]
)
def test_what_went_before_cannot_be_looked_at_any_more_and_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, name: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = copied(tmp_path, game, name)
    result = CliRunner().invoke(build([words.split()[0]]), words.replace("FILE", path.name).split())
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code in (0, 1) or result.stderr


def test_a_log_that_older_rules_allowed_is_no_fault_of_the_file(tmp_path: Path) -> None:
    """Verify tells where today's rules stop it, and which were mended; nobody is told to mend the file."""
    path = copied(tmp_path, "conjurers", "format-1-dice-rolled")
    before, text = state_of(path), path.read_bytes()
    told = " ".join(run("verify", path).stdout.split())
    assert (
        "before A17, A19, B13, B25, level-1-cards, A21, X12, duel, B17, E1, A8, tavern, A15, A1, A22, figures, "
        "warrior and random-draw of the rules were mended" in told
    )
    assert "entry 19 (pass): an action is possible: attack Minion" in told
    assert "Mend" not in told
    verified = json.loads(run("verify", path, "--json").stdout)
    assert (verified["agrees"], len(verified["differences"]), verified["changed"]) == (False, 1, [])
    assert (state_of(path), path.read_bytes()) == (before, text)
    run("adjust", path, *correction("conjurers"))
    assert json.loads(run("verify", path, "--json").stdout)["agrees"]


def test_some_of_these_saves_do_play_otherwise_now(tmp_path: Path) -> None:
    """So that the test above can fail."""
    found = []
    for game, name, _ in MENDED:
        path = copied(tmp_path, game, name)
        run("adjust", path, *correction(game))
        found.append(opened(game, path).file.checkpoint is not None)
    assert any(found)


@pytest.mark.parametrize(("game", "name"), BROKEN)
def test_a_log_that_an_older_format_could_not_keep_is_told_and_left(tmp_path: Path, game: str, name: str) -> None:
    """It is shown, and played on from its state once that is said."""
    path = copied(tmp_path, game, name, "unmigratable")
    before, text = state_of(path), path.read_bytes()
    open_save = opened(game, path)
    if open_save.older_rules and name == "card-rule-with-a-slash":
        refused = run("adjust", path, *correction(game), code=2).stderr
        assert "the older format kept its log so that it can't be read back" in refused
        assert "--accept" in refused
        assert path.read_bytes() == text
        run("verify", path, "--accept")
    assert state_of(path) == before
    run("adjust", path, *correction(game))
    assert json.loads(run("verify", path, "--json").stdout)["agrees"]


def test_the_steps_of_an_old_log_stay_readable(tmp_path: Path) -> None:
    path = copied(tmp_path, "conjurers", MENDED[0][1])
    texts = [write_step(step) for step in opened("conjurers", path).session.steps]
    run("adjust", path, *correction("conjurers"))
    assert [write_step(step) for step in opened("conjurers", path).session.steps][: len(texts)] == texts


def test_an_old_log_that_was_emptied_by_hand_can_be_kept_so(tmp_path: Path) -> None:
    """Its state counts, after no step at all."""
    path = copied(tmp_path, "conjurers", "undone")
    before = state_of(path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("[history]")] + "[history]\nlog = [\n]\n", encoding="utf-8")
    run("verify", path, "--accept")
    assert json.loads(run("verify", path, "--json").stdout)["agrees"]
    assert state_of(path) == before
    run("adjust", path, *correction("conjurers"))
    run("undo", path)
    assert state_of(path) == before


@pytest.mark.parametrize("game", games.names())
def test_what_was_under_way_and_no_longer_holds_ends_no_game(tmp_path: Path, game: str) -> None:
    """It is told in full, and the game goes on from before it."""
    path = copied(tmp_path, game, next(name for one, name, _ in MENDED if one == game))
    run("adjust", path, *correction(game))
    before, save = state_of(path), opened(game, path)
    save.session.draft.append(Answer("move", "a move of old rules"))
    save.save()
    told = run("next", path).stderr
    assert '"a move of old rules" was under way and no longer holds; say it again' in " ".join(told.split())
    assert json.loads(run("verify", path, "--json").stdout)["agrees"]
    assert state_of(path) == before
    run("undo", path)
