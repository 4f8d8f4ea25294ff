"""Armies that can't be: named at the set-up they are bad input, picked at the table they are illegal."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from referee.games.mythic.setup import notes_on_picks
from tests.children import referee
from tests.made_up import run
from tests.mythic.games import BOX, make_setup, refusal, say, session

DECK = Path(__file__).parents[2] / "examples" / "mythic" / "sample-units.toml"
ARMIES = {
    "a second god": ("Storm Warden, Deep Queen", "army: Deep Queen: Anna has a divinity already; an army has one"),
    "overspent": (
        "Storm Warden, Stone Thrower, Marsh Serpent, Ash Runner, Hedge Knight",
        "Anna's army: Hedge Knight costs 2 RP; Anna has 0",
    ),
    "twice on a side": ("Storm Warden, Ash Runner, Ash Runner", "Anna's army: Anna has Ash Runner already"),
    "a second unit of 5": (
        "Storm Warden, Stone Thrower, Bog Ogre",
        "Bog Ogre: one unit of 5 RP or more besides the god, and that is Stone Thrower",
    ),
    "no god": ("Ash Runner", "Anna's army: the first pick is a god; Ash Runner is a hero"),
    "a god among titans": ("Old Furnace", "Old Furnace is a titan; this game is played with gods"),
    "unknown": ("Storm Wardem", "did you mean Storm Warden or Oak Warden?"),
}


def army_of(units: str) -> list[str | Path]:
    """The options of a game whose first army has these units."""
    names = ["--game", "mythic", "--player", "Anna", "--player", "Bo", "--start", "Anna", "--mode", "draft"]
    whole = [*names, "--divinity", "god", "--points", "18", "--map", "ask", "--dice", "entered", "--draws", "table"]
    return [*whole, "--deck", DECK, "--recruit", f"Anna: {units}", "--recruit", "Bo: Lord of Thorns"]


@pytest.mark.rule("army-limits", "recruiting-points", "gods-or-titans")
@pytest.mark.parametrize(("units", "message"), ARMIES.values(), ids=ARMIES.keys())
def test_an_army_that_cant_be_is_one_message_and_no_save(units: str, message: str, tmp_path: Path) -> None:
    save, script = tmp_path / "game.toml", tmp_path / "game.moves"
    script.write_text(shlex.join(map(str, ["new", *army_of(units)])), encoding="utf-8")
    done = run("do", save, "--from", script, code=2)
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not save.exists()


@pytest.mark.rule("army-limits")
def test_so_says_the_command_itself(tmp_path: Path) -> None:
    save, rest = tmp_path / "game.toml", tmp_path / "rest.moves"
    rest.write_text("usual\n" * 3, encoding="utf-8")
    done = referee("new", save, *army_of("Storm Warden, Deep Queen"), "--moves", rest, code=2)
    assert "Deep Queen: Anna has a divinity already; an army has one" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.rule("unspent-points", "draft", "M71")
def test_named_armies_that_keep_points_for_more_are_told_so() -> None:
    """Points become cards only where nothing can be had; the deck may know more than lies on the table."""
    gods = (("Storm Warden", "Stone Thrower"), ("Deep Queen",))
    notes = list(notes_on_picks(make_setup(picks=gods, points=12)))
    assert [note.partition(";")[0] for note in notes] == [
        f"{keeps} RP, and Tomb Guard can still be recruited for 1" for keeps in ("Anna keeps 1", "Bo keeps 6")
    ]
    assert next(notes_on_picks(make_setup(picks=gods, points=11))).startswith("Bo keeps 5 RP")
    assert not list(notes_on_picks(make_setup(picks=gods, points=12, tracking="battles")))
    all_taken = tuple(BOX[name] for name in ("storm warden", "stone thrower", "deep queen"))
    assert not list(notes_on_picks(make_setup(picks=gods, points=12, units=all_taken)))


@pytest.mark.rule("army-limits", "recruiting-points", "draft")
@pytest.mark.parametrize(
    ("picked", "text", "ruling"),
    [
        ("Storm Warden, Deep Queen", "Iron Mother", "army-limits"),
        ("Storm Warden, Deep Queen", "Old Furnace", "army-limits"),
        ("Storm Warden, Deep Queen, Ash Runner, Marsh Serpent", "Ash Runner", "army-limits"),
        (
            "Storm Warden, Deep Queen, Stone Thrower, Ash Runner",
            "Giant: monster 5, norse, 3 cards, art 0; 5-1 5/7/0/2",
            "army-limits",
        ),
        ("Storm Warden, Deep Queen", "Whale: monster 13, norse, 3 cards, art 0; 5-1 5/7/0/2", "recruiting-points"),
        ("", "Ash Runner", "draft"),
    ],
)
def test_at_the_prompt_the_same_is_illegal_with_its_rule(picked: str, text: str, ruling: str) -> None:
    played = session(make_setup())
    say(played, *(f"recruit {name}" for name in picked.split(", ") if name))
    before = played.present.copy()
    assert refusal(played, f"recruit {text}").ruling == ruling
    assert played.present == before
