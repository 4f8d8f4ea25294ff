"""Deployment zones: where troops are placed, units deployed and troops recalled, also on a map typed as it comes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules.state import GameState, Piece
from referee.play.session import Session
from tests.mythic.games import BOARD, make_setup, options, refusal, say, session, staged


def unit(played: Session[GameState], name: str) -> Piece:
    return played.present.piece(name)


def zoned() -> Session[GameState]:
    """Troops are placed on a map that is learnt: C is in no zone, A in Anna's, K in Bo's."""
    setup = make_setup(
        board=BOARD.__class__(),
        board_file="",
        picks=(("Storm Warden", "Reed Archers", "Wall Guard"), ("Deep Queen", "Sling Boys")),
    )
    played = say(session(setup), "greek C [open ground 3]", "place Reed Archers A [open ground 4, zone south / none]")
    return say(played, "place Sling Boys K [forest 3, zone north / none]")


@pytest.mark.rule("M90", "troops-placed")
def test_troops_are_placed_in_areas_that_are_said_to_be_in_their_zone() -> None:
    played = zoned()
    assert options(played) == ["place Wall Guard A", "place Wall Guard"]
    assert "C isn't in zone south; if it is: adjust area C" in refusal(played, "place Wall Guard C").reason
    with pytest.raises(Unreadable, match="must be followed by an area"):
        played.answer("place Wall Guard")
    played.answer("wall guard to B")
    refused = refusal(played, "forest 3")
    assert (refused.ruling, played.question and played.question.key) == ("M90", "area b")
    say(played, "forest 3, zone south", "none")
    assert unit(played, "Wall Guard").area == "B"


@pytest.mark.rule("M90")
def test_a_new_area_of_the_own_zone_is_offered_and_its_name_asked_for() -> None:
    question = zoned().question
    assert question is not None
    new = question.options()[-1]
    assert (new.shown, new.detail) == ("place Wall Guard AREA", "a new area of zone south")
    assert new.more is not None
    asked = new.more()
    assert asked is not None
    assert asked.parse("Camp") == "place Wall Guard Camp"
    with pytest.raises(Illegal):
        asked.parse("C")


@pytest.mark.rule("M90", "troops-placed")
def test_who_has_no_zone_yet_takes_no_area_that_is_in_none_once_others_have_zones() -> None:
    setup = make_setup(
        board=BOARD.__class__(), board_file="", picks=(("Storm Warden", "Reed Archers"), ("Deep Queen", "Sling Boys"))
    )
    played = say(session(setup), "greek C [open ground 3]")
    assert options(played) == ["place Reed Archers C"]  # while no zone is known, all areas are open
    say(played, "place Reed Archers A [open ground 4, zone south / none]")
    assert options(played) == []
    assert refusal(played, "place Sling Boys C").ruling == "M90"


@pytest.mark.rule("M90", "deploy", "recall")
def test_units_are_deployed_and_recalled_only_in_the_zone_of_a_map_that_is_learnt() -> None:
    areas = [replace(area, zone="" if area.name == "B" else area.zone) for area in BOARD.areas]
    board = replace(BOARD, areas=tuple(areas))
    played = staged("Anna: Storm Warden", "Anna: Reed Archers", "Bo: Deep Queen H", board=board, board_file="")
    unit(played, "Reed Archers").status, unit(played, "Reed Archers").vitality = "destroyed", 0
    say(played, "activate Storm Warden complex")
    assert [text for text in options(played) if text.startswith("deploy")] == ["deploy A", "deploy"]
    assert refusal(played, "deploy B").ruling == "M90"
    assert refusal(played, "recall Reed Archers 4 B").ruling == "M90"
    say(played, "deploy A")
    offered = [text for text in options(played) if text.startswith("recall")]
    assert offered == ["recall Reed Archers 4 A", "recall Reed Archers 4"]
    played.answer("recall Reed Archers 4 Camp")
    assert refusal(played, "forest 3").ruling == "M90"
    say(played, "forest 3, zone north", "none")
    assert unit(played, "Reed Archers").area == "Camp"


@pytest.mark.rule("M90", "recall")
def test_a_destroyed_troop_is_recalled_into_its_zone_of_a_map_from_a_file() -> None:
    played = staged("Anna: Ash Runner A", "Anna: Reed Archers", "Bo: Deep Queen H")
    unit(played, "Reed Archers").status, unit(played, "Reed Archers").vitality = "destroyed", 0
    say(played, "activate Ash Runner simple")
    assert refusal(played, "recall Reed Archers 4 E").ruling == "M90"
    say(played, "recall Reed Archers 4 B")
    assert unit(played, "Reed Archers").area == "B"
