"""Who recruits next, where an army is complete with its divinity alone."""

from __future__ import annotations

import pytest

from referee.asking.meaning import Suggestion
from referee.errors import RefereeError
from referee.games.mythic.rules.events import Recruited
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


@pytest.mark.rule("carried-stones")
@pytest.mark.parametrize("said", ["greek C, norse E", "greek on C and norse on E", "Greek at C & norse in E"])
def test_stones_are_laid_however_they_are_listed(said: str) -> None:
    played = session(make_setup(3, points=6))
    say(played, "recruit Storm Warden", "recruit Iron Mother", "recruit Hollow King", "recruit Reed Archers", said)
    laid = {area: spot.stones for area, spot in played.present.spots.items() if spot.stones}
    assert laid == {"C": ["greek"], "E": ["norse"]}


@pytest.mark.rule("carried-stones")
@pytest.mark.parametrize(
    "said", ["greek C, norse", "greek norse E", "greek C 4 4 3", "2 greek C, norse E", "C E greek norse"]
)
def test_no_stone_is_laid_where_one_lacks_its_area(said: str) -> None:
    played = session(make_setup(3, points=6))
    say(played, "recruit Storm Warden", "recruit Iron Mother", "recruit Hollow King", "recruit Reed Archers")
    with pytest.raises(RefereeError, match=r"write the mythology and the area of each stone|is called"):
        played.answer(said)


@pytest.mark.rule("draft")
@pytest.mark.parametrize("said", ["Storm Warden 9", "Storm Warden and 5 5 4 3", "Bo takes Storm Warden"])
def test_words_that_say_something_else_recruit_nobody(said: str) -> None:
    with pytest.raises(RefereeError):
        say(session(make_setup()), said)


@pytest.mark.rule("draft")
def test_a_known_unit_is_recruited_by_the_beginning_of_its_name() -> None:
    played = session(make_setup())
    say(played, "recruit storm")
    assert played.present.pieces[0].name == "Storm Warden"
    assert [event.rules for event in played.events if isinstance(event, Recruited)] == [("draft", "army-limits")]


@pytest.mark.rule("draft")
@pytest.mark.parametrize("said", ["recruit Storm Warden for 6 RP", "Storm Warden 6", "recruit the unit Storm Warden"])
def test_a_known_unit_is_recruited_with_words_around_its_name(said: str) -> None:
    played = session(make_setup())
    assert played.question is not None
    assert played.question.record(played.question.parse(said), said) == "recruit Storm Warden"


@pytest.mark.rule("constructed", "M72")
def test_a_unit_that_was_typed_is_offered_to_who_may_have_it_too() -> None:
    played = session(make_setup(units=(), deck="", mode="constructed", points=6))
    say(played, "recruit Sun Lord: god 6, greek, 3 cards, art 1; 6-1 6/7/0/2")
    learnt = [event.text for event in played.take_events() if event.rules == ("M1",)]
    assert learnt == ["Noted: Sun Lord: god 6, greek, 3 cards, art 1; 6-1 6/7/0/2."]
    assert asked(played)[1] == "Bo"
    assert played.question is not None
    assert "recruit Sun Lord" in {option.text for option in played.question.options()}


@pytest.mark.rule("draft")
@pytest.mark.parametrize(
    ("typed", "why", "meant"),
    [
        ("recruit !!", "isn't a unit's name", ""),
        ("6 points", "isn't a unit's name", ""),  # what is printed on one
        ("recruit 5", "write the name of the unit", ""),
        ("recruit ", "write the name of the unit", ""),
        ("recruit Ash Runer", "Did you mean Ash Runner?", "recruit Ash Runner"),
        ("guard", "fits several: Wall Guard or Tomb Guard", ""),
        ("runner", "the first pick is a god; Ash Runner is a hero", ""),  # a word of its name, and no new unit
        ("recruit Ash Runner", "the first pick is a god; Ash Runner is a hero", ""),
        ("nothing", "isn't a unit's name", ""),
    ],
)
def test_what_cant_be_recruited_says_why(typed: str, why: str, meant: str) -> None:
    question = session(make_setup()).question
    assert question is not None
    with pytest.raises(RefereeError) as caught:
        question.parse(typed)
    assert why in str(caught.value)
    assert (caught.value.answer if isinstance(caught.value, Suggestion) else "") == meant


@pytest.mark.rule("draft", "unspent-points")
def test_whether_nothing_can_be_taken_is_said_with_what_is_left() -> None:
    played = say(session(make_setup(3, deck="")), "recruit Storm Warden", "recruit Deep Queen", "recruit Hollow King")
    assert played.question is not None
    listed = {option.text: option.detail for option in played.question.options()}
    assert listed["nothing left"] == "only if no unit can be paid: 10 AoW cards for 10 RP"
    poor = say(session(make_setup(2, points=7)), "recruit Storm Warden", "recruit Deep Queen")
    assert poor.question is not None
    closed = {option.text: option.detail for option in poor.question.closed()}
    assert closed["nothing left"] == "Tomb Guard can still be recruited for 1 RP"


@pytest.mark.rule("draft")
def test_the_lead_player_picks_first() -> None:
    question = session(make_setup(3, start=1)).question
    assert question is not None
    assert question.who == "Bo"
