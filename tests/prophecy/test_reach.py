"""The fights that can be reached this turn, and what the hero lacks, from the save of a game."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.errors import Illegal
from referee.games.prophecy.fights import opening
from referee.games.prophecy.fights.battles import BATTLES
from referee.games.prophecy.fights.state import OWN, Bonus
from referee.games.prophecy.odds.reach import Onward, fights_in_reach, lacking
from tests.old_saves import run
from tests.prophecy.fights import hero, record, winning
from tests.prophecy.games import EXAMPLES, say
from tests.prophecy.staged import game, placed, with_cards


def game_until(tmp_path: Path, last: str, times: int = 1) -> Path:
    """The short game of the examples up to a line, as a save."""
    kept, seen = [], 0
    for line in (EXAMPLES / "short-game.moves").read_text().splitlines():
        kept.append(line)
        seen += line.startswith(last)
        if seen == times:
            break
    for name in ("sample-deck.toml", "sample-board.toml"):
        (tmp_path / name).write_text((EXAMPLES / name).read_text())
    script = tmp_path / "short.moves"
    script.write_text("\n".join(kept) + "\n")
    done = run("do", str(tmp_path / "game.toml"), "--from", str(script))
    assert done.exit_code == 0, done.output
    return tmp_path / "game.toml"


def odds(path: Path, *more: str) -> dict[str, Any]:
    done = run("odds", str(path), "--json", *more)
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.rule("movement", "fight-creatures")
def test_the_fights_in_reach_with_the_price_of_the_way(tmp_path: Path) -> None:
    path = game_until(tmp_path, "chance Charity")
    found = odds(path)
    (ghost,) = [one for one in found["fights"] if one["enemy"] == "Ghost"]
    assert (ghost["way"], ghost["gold"]) == ("walk Forest 12", 0)
    assert ghost["options"][0]["move"] == "fight"
    assert (ghost["options"][0]["own"], ghost["options"][0]["enemy"]) == (3, 4)
    lack = next(one for one in found["leads"] if one["enemy"] == "Ghost")
    assert (lack["lead"], lack["1/2"], lack["9/10"]) == (-1, 2, 5)
    text = run("odds", str(path), "--plain").output
    assert "walk Forest 12: Ghost" in text


@pytest.mark.rule("P21", "fleet-of-foot")
def test_of_two_movements_the_second_leads_to_a_fight() -> None:
    played = placed(game("Bellringer", "Reed Piper"), space="Fortress", gold=0, abilities=["Fleet of Foot"])
    played = with_cards(with_cards(played, "Forest 4", "Ghost"), "Mountains 3", "Lone Wolf")
    setup: Any = played.game.setup  # type: ignore[attr-defined]

    def ways() -> list[str]:
        return [one.way for one in fights_in_reach(setup, played.present)]

    assert ways() == ["walk Forest 4"]
    say(played, "cast Fleet of Foot")
    assert ways() == []
    say(played, "walk Forest 4")
    assert ways() == ["walk Mountains 3", "plane Fortress"]


@pytest.mark.rule("P43", "ports-and-gates")
@pytest.mark.parametrize("stands", ["Fortress", "Plains 6", "Forest 4"])
def test_what_is_lacking_against_a_creature_counts_the_space_where_it_lies(stands: str) -> None:
    """The Pirate has 2 more at a port; Forest Wisdom gives 1 against the Wolf, and from one of the plane's spaces."""
    played = placed(game("Bellringer", "Reed Piper"), space=stands, abilities=["Forest Wisdom"])
    played = with_cards(with_cards(played, "Plains 6", "Old Pirate"), "Forest 4", "Lone Wolf")
    played.state.planes[0].lesser = "Door Warden"
    setup: Any = played.game.setup  # type: ignore[attr-defined]
    leads = {name: (move, lead) for name, move, lead, _ in lacking(setup, played.state)}
    with pytest.raises(Illegal, match="as you are, fight strength: 3 against 5"):
        say(played, "fight Old Pirate")
    assert leads == {"Old Pirate": ("fight strength", 3 - 5), "Lone Wolf": ("fight", 1), "Door Warden": ("fight", 1)}


@pytest.mark.rule("attack-on-planes", "battle-in-planes")
def test_before_a_plane_what_is_unknown_is_called_so(tmp_path: Path) -> None:
    path = game_until(tmp_path, "chance Economic Crisis")
    (hound,) = [one for one in odds(path)["fights"] if one["enemy"] == "Cinder Hound"]
    assert (hound["way"], hound["unknown"], hound["both"]) == (
        "plane Fortress",
        "the Greater Guardian is unknown",
        None,
    )


def test_one_fight_where_the_hero_stands(tmp_path: Path) -> None:
    path = game_until(tmp_path, "stay")
    (one,) = odds(path, "--move", "fight Ghost")["fights"]
    assert one["options"][0]["move"] == "roll"
    assert run("odds", str(path), "--move", "fight Ghost strength").exit_code == 1
    assert run("odds", str(path), "--move", "fight Nobody").exit_code == 2


@pytest.mark.rule("battle-in-planes", "P50")
def test_both_guardians_are_won_one_after_the_other() -> None:
    lesser = "Door Warden: lesser, strength 3; won: heal 1 health"
    greater = "Pale Regent: greater, strength 4"
    who = hero(4, 0, "Axe", red=6)
    one = BATTLES.read(Path("x.toml"), record(lesser, who))
    other = BATTLES.read(Path("x.toml"), record(greater, who))
    begun = opening.begin(one.scene, one.heroes[OWN], "strength", ("Axe",))
    chance = Onward(other.scene, average=False).best(begun)
    # the Axe is kept for the better fight; the reward heals 1 Health before the second
    kept_for_second = winning(4 - 3) * winning(5 + 1 - 4)
    kept_for_first = winning(4 + 1 - 3) * winning(5 - 4)
    assert Fraction(chance.won, chance.ways) == max(kept_for_second, kept_for_first)


@pytest.mark.rule("P43")
def test_what_holds_for_the_next_battle_is_used_up_by_the_first_guardian() -> None:
    one, other = (
        BATTLES.read(Path("x.toml"), record(f"{name}: {kind}, strength {strength}", hero(4, 0)))
        for name, kind, strength in (("Door Warden", "lesser", 6), ("Pale Regent", "greater", 4))
    )
    chapel = Bonus("Forgotten Chapel", "in either 3 first roll", "next battle")
    begun = opening.begin(one.scene, replace(one.heroes[OWN], bonuses=(chapel,)), "strength", ())
    chance = Onward(other.scene, average=False).best(begun)
    assert Fraction(chance.won, chance.ways) == winning(4 + 3 - 6) * winning(4 - 4)


@pytest.mark.rule("battle-in-planes", "P50")
def test_of_several_who_may_follow_each_is_as_likely() -> None:
    lesser, *greaters = (
        BATTLES.read(Path("x.toml"), record(f"{name}: {kind}, strength {strength}", hero(6, 0)))
        for name, kind, strength in (
            ("Door Warden", "lesser", 5),
            ("Pale Regent", "greater", 4),
            ("Iron Queen", "greater", 5),
            ("Old King", "greater", 8),
        )
    )
    begun = opening.begin(lesser.scene, lesser.heroes[OWN], "strength", ())
    chance = Onward(*(one.scene for one in greaters), average=False).best(begun)
    after = (winning(6 - 4) + winning(6 - 5) + winning(6 - 8)) / 3
    assert Fraction(chance.won, chance.ways) == winning(6 - 5) * after


@pytest.mark.rule("battle-in-planes")
def test_a_fight_of_a_game_is_judged_and_written_as_a_record(tmp_path: Path) -> None:
    path = game_until(tmp_path, "fight Pale Regent")
    found = json.loads(run("judge", str(path), "--json").stdout)
    assert (found["kind"], found["result"], found["legal"]) == ("creature", "won", True)
    assert found["rolls"] == [{"own": 6, "enemy": 4, "dice": [2, 3], "totals": [8, 7], "result": "won"}]
    log = [line for line in run("log", str(path), "--plain").output.splitlines() if "fight Door Warden" in line]
    entry = log[0].split()[0].rstrip(".")
    other = json.loads(run("judge", str(path), entry, "--json").stdout)
    assert (other["rolls"][0]["own"], other["rolls"][0]["totals"]) == (4, [7, 6])
    wrong = run("battle", str(tmp_path / "none.toml"), "--from", str(path), "2")
    assert (wrong.exit_code, "isn't a fight with its cards" in wrong.output) == (2, True)


def test_a_save_without_a_fight_is_judged_as_a_log(tmp_path: Path) -> None:
    path = game_until(tmp_path, "chance Peaceful Times")
    judged = run("judge", str(path))
    assert (judged.exit_code, "Nothing is illegal" in judged.output) == (0, True)
    refused = run("battle", str(tmp_path / "none.toml"), "--from", str(path))
    assert (refused.exit_code, "no fight yet" in refused.output) == (2, True)
    assert run("odds", str(path), "99").exit_code == 2
