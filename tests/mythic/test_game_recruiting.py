"""Who recruits next, where an army is complete with its divinity alone."""

from __future__ import annotations

import pytest

from referee.games.mythic.rules.state import GameState
from referee.play.session import Session
from tests.mythic.games import make_setup, say, session


def asked(played: Session[GameState]) -> tuple[str, str]:
    """What is asked, and of whom."""
    assert played.question is not None
    return played.question.key, played.question.who


@pytest.mark.rule("draft", "unspent-points", "M71")
def test_who_takes_nothing_after_the_divinities_is_asked_once_and_keeps_the_aow_cards() -> None:
    played = session(make_setup(3, deck=""))
    say(played, "recruit Storm Warden", "recruit Deep Queen", "recruit Hollow King", "nothing left")
    assert asked(played) == ("recruit", "Bo")
    say(played, "recruit Ash Runner", "nothing left")
    assert asked(played) == ("recruit", "Bo")
    say(played, "nothing left")
    assert asked(played)[0] == "stones"
    assert [player.reserve for player in played.present.players] == [10, 7, 10]


@pytest.mark.rule("draft", "recruiting-points")
def test_who_spent_all_points_on_the_divinity_is_skipped() -> None:
    played = session(make_setup(3, points=6))
    say(played, "recruit Storm Warden", "recruit Iron Mother", "recruit Hollow King")
    assert asked(played) == ("recruit", "Bo")
    say(played, "recruit Reed Archers")
    assert asked(played)[0] == "stones"


@pytest.mark.rule("draft")
def test_a_known_unit_is_recruited_by_the_beginning_of_its_name() -> None:
    played = session(make_setup())
    say(played, "recruit storm")
    assert played.present.pieces[0].name == "Storm Warden"
