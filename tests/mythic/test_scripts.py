"""The scripts among the examples lead to what stands in their comments, and can be played from their own logs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from referee.files.files import read_toml
from referee.games.mythic.units.language import UNITS
from referee.games.mythic.vocabulary import Talent
from referee.play.notation import write_step
from referee.saves.judged_log import judge_log
from tests.children import referee
from tests.made_up import run
from tests.shipped import shipped

EXAMPLES = Path(__file__).parents[2] / "examples" / "mythic"
ENDS = {
    "four-players": '"winners":["Anna","Cleo"],"decided_by":"stones"',
    "two-players": '"winners":["Anna"],"decided_by":"stones"',
    "short-game": '"winners":["Anna"],"decided_by":"last divinity"',
}


@pytest.mark.rule("team-win", "skirmish-win", "M76", "teams", "draft")
@pytest.mark.parametrize("name", ENDS)
def test_a_script_ends_as_its_comment_says(name: str, tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    run("do", save, "--from", EXAMPLES / f"{name}.moves")
    assert ENDS[name] in run("score", "--json", save).stdout
    moves = tmp_path / "again.moves"
    moves.write_text(run("log", "--moves", save).stdout, encoding="utf-8")
    again = tmp_path / "again.toml"
    run("do", again, "--from", moves)
    assert run("log", "--moves", again).stdout == moves.read_text(encoding="utf-8")
    run("verify", again)


@pytest.mark.rule("claim")
def test_a_stone_that_is_claimed_is_no_claim_to_be_judged(tmp_path: Path) -> None:
    save = shipped(tmp_path, "mythic", 90, "mythic/four-players.moves")
    assert write_step(save.session.steps[-1]) == "claim from H"
    found = judge_log(save.game, save.path, read_toml(save.path)).data()
    assert (found["legal"], found["disputes"]) == (True, [])


def test_the_guided_evening_runs_to_its_end(tmp_path: Path) -> None:
    done = referee("demo", "--game", "mythic", "--no-wait", "--plain", cwd=tmp_path)
    told = " ".join(done.stdout.split())
    assert "attack Hill Spears: 5 dice on 6: 1 wound 97%" in told
    assert "Discard 4: 5 becomes 6. Place 1 die (2 wounds so far)." in told
    assert "Anna discards a Reed Archers card: Reed Archers retaliate." in told
    assert "Recorded: adjust Bo hand 5" in told
    assert "Nobody has absorbed a stone yet." in told


@pytest.mark.rule(
    "recruiting-points",
    "draft",
    "troops-placed",
    "deck-built",
    "first-hand",
    "lead-player",
    "rounds",
    "start-of-turn",
    "pass",
    "activation",
    "next-player",
    "complex-actions",
    "claim",
    "absorb",
    "manoeuvres",
    "draw-cards",
    "search-card",
    "omphalos-card",
    "recall",
    "deck-out",
    "M65",
    "leader",
    "gem-collector",
    "guard",
    "initiative",
    "mobility",
    "evade",
)
def test_the_whole_draft_game_tells_what_its_comment_says(tmp_path: Path) -> None:
    """Each line of its comment that reckons something is told so by the program."""
    told = " ".join(run("do", tmp_path / "game.toml", "--from", EXAMPLES / "two-players.moves").stdout.split())
    for line in (
        "Anna takes Storm Warden for 6 RP; 12 left",
        "Bo takes Deep Queen for 6 RP; 12 left. Bo takes Marsh Serpent",
        "Anna places Wall Guard in A. Bo places Barrow Guard in M",
        "Check: 6 in Anna's hand, 25 in the deck",
        "Round 2: it is Anna's turn. Anna draws 1 card",
        "Anna discards a Storm Warden card: one complex action",
        "1 stone on the dashboard. Anna takes an omphalos card",
        "Wall Guard claims the greek stone of D",
        "Anna discards an AoW card for the manoeuvre draw. Anna draws 2 cards",
        "Bo passes. Bo draws 1 card",
        "Anna shuffles 20 activation cards and 8 AoW cards",
        "Bo shuffles 16 activation cards and 5 AoW cards",
        "offence 3 (printed) + 1 (archer) = 4; defence 7",
        "Ford Slingers walk to A",
        "Oak Warden walks to N by L",
        "offence 5 (printed) + 1 (close combat) = 6; defence 8",
        "Twin Blades are thrown to I",
        "lose 1 vitality (lava), 4 left",
        "lose 2 vitality, 2 left",
        "Lantern Thief claims the norse stone of H",
        "Stone Thrower throws 0 0 again: 5 2",
        "Marsh Serpent loses 3 vitality, 4 left",
        "defence 7 (printed) + 1 (phalanx) + 1 (bolster) + 1 (ruins) = 10",
        "Wall Guard retaliates",
        "Anna recalls Wall Guard: 1 miniature in D",
        "Oak Warden walks to F by G",
        "defence 8 (printed) + 1 (power Cold Grip) = 9",
        "defence 8 (printed) - 1 (torment) = 7",
        "Anna has no card to draw",
        "Bo takes one card of the deck, unseen",
        "Remove a column from D",
        "offence 6 (printed) + 1 (force of nature) = 7; defence 7 (printed) + 1 (phalanx) + 1 (bolster) = 9",
        "Storm Warden evades",
        "defence 7 (printed) + 1 (close protection) = 8",
        "offence 5 (printed) + 1 (sneak attack) = 6",
        "Ford Slingers' activation is over (swamp)",
        "4 stones on the dashboard",
    ):
        assert line in told, line


def test_the_armies_of_the_draft_game_have_every_talent_and_its_players_buy_every_manoeuvre() -> None:
    moves = (EXAMPLES / "two-players.moves").read_text(encoding="utf-8")
    taken = re.findall(r"^recruit (.+)$", moves, re.MULTILINE)
    units = {unit.name: unit for unit in UNITS.load(EXAMPLES / "sample-units.toml")}
    assert {talent for name in taken for talent in units[name].talents} == set(get_args(Talent))
    assert all(manoeuvre in moves for manoeuvre in ("\nbuy draw", "\nbuy search", "[evade"))
