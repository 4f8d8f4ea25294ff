"""What a game declares to track less than everything, with a game that has nothing else: a purse for each player."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec import Struct

from referee.asking.question import Option as Answer
from referee.asking.question import Procedure, choice, whole_number
from referee.declaration.changes import Holdings
from referee.declaration.corrections import Corrections
from referee.declaration.game import Playing, Rules
from referee.declaration.tracking import (
    BATTLES,
    EVERYTHING,
    Counter,
    HowMuch,
    LightPlay,
    TrackingLevel,
    TrackingLevels,
    choose,
    how_much_question,
    missing,
    public_view,
    verify_counted,
)
from referee.errors import BadInput
from referee.play.event import Participant
from referee.play.loop import _preferred
from referee.play.reading import Read, Reader
from referee.play.session import Session


class Player(Struct, Participant):
    """Somebody with gold and wounds."""

    name: str
    gold: int = 0
    wounds: int = 0


class State(Struct):
    """Two players, and how much of them is tracked."""

    players: list[Player]
    turn: int = 1
    ready: bool = True
    tracking: HowMuch = EVERYTHING
    known: HowMuch = EVERYTHING

    def copy(self) -> State:
        """An independent copy."""
        players = [Player(one.name, one.gold, one.wounds) for one in self.players]
        return State(players, self.turn, self.ready, self.tracking, self.known)


def _turn(name: str) -> Any:
    def next_decision(setup: None, state: State, events: list[Any]) -> Procedure[None] | None:
        return None if state.turn > 3 else _asked(name, state)

    return next_decision


def _asked(name: str, state: State) -> Procedure[None]:
    said = yield choice(name, name, [Answer("on"), Answer("begin")])
    state.ready = said == "on"
    state.turn += said == "on"


def _count(setup: None, state: State, events: list[Any]) -> Procedure[None]:
    for player in state.players:
        player.gold = yield whole_number("gold", f"{player.name}'s gold", 0)


RULES: Rules[None, State] = Rules(
    setup_type=type(None),
    state_type=State,
    start=lambda setup: begun(),
    next_decision=_turn("full"),
    label=lambda state: "",
    corrections=lambda: Corrections(holdings=Holdings(counters=RULES.counters)),
    counters=(Counter("gold"), Counter("wounds")),
    tracking_levels=TrackingLevels(
        lighter={BATTLES: TrackingLevel(keeps="wounds", names=("wounds",))},
        ready=lambda state: state.ready,
        heading=lambda state: "",
        scored=("gold",),
        others=("deck",),
    ),
    light=LightPlay(next_decision=_turn("light"), count=_count, lighten=lambda state: None),
)


def begun(track: HowMuch = EVERYTHING, **more: Any) -> State:
    return State([Player("Anna", 5, 1), Player("Bo", 3)], tracking=track, known=track, **more)


def session(state: State) -> Session[State]:
    return Session(Playing(RULES, None), state)


def asked(play: Session[State]) -> str:
    assert play.question is not None
    return play.question.key


def test_each_track_asks_for_its_own_decisions() -> None:
    assert asked(session(begun())) == "full"
    assert asked(session(begun(BATTLES))) == "light"


def test_what_isnt_known_is_said_and_never_a_number() -> None:
    light = begun(BATTLES)
    assert missing(RULES, light) == ["gold", "deck"]
    assert public_view(RULES, light) == {
        "Anna's gold": "not tracked",
        "Anna's wounds": "1",
        "Bo's gold": "not tracked",
        "Bo's wounds": "0",
    }
    assert missing(RULES, begun()) == []
    with pytest.raises(BadInput, match="Missing: gold"):
        verify_counted(RULES, light)


def test_at_the_end_the_rest_is_counted() -> None:
    play = session(begun(BATTLES, turn=3))
    play.answer("on")
    assert asked(play) == "gold"
    play.answer("7")
    play.answer("2")
    assert play.question is None
    verify_counted(RULES, play.state)
    assert missing(RULES, play.state) == ["deck"]  # which nobody has counted


def test_less_is_tracked_at_once() -> None:
    state = begun()
    choose(RULES, state, BATTLES)
    assert [player.gold for player in state.players] == [0, 0]
    assert [player.wounds for player in state.players] == [1, 0]
    assert asked(session(state)) == "light"


def test_more_is_tracked_where_a_turn_begins() -> None:
    state = begun(BATTLES, ready=False)
    choose(RULES, state, EVERYTHING)
    play = session(state)
    assert asked(play) == "light"
    play.answer("on")
    assert asked(play) == "gold"
    play.answer("1")
    play.answer("1")
    assert asked(play) == "full"


def test_it_is_changed_by_a_correction() -> None:
    state = RULES.all_corrections.carry_out(None, begun(), "adjust tracking battles", [])
    assert state.known == BATTLES


def test_a_line_of_players_takes_the_level_that_enter_takes() -> None:
    """It is typed at the question how much is tracked, which newcomers are recommended another answer to."""
    assert RULES.tracking_levels is not None
    asked = how_much_question(RULES.tracking_levels)
    shown = _preferred(cast("Any", None), asked, {"tracking": BATTLES})
    assert shown.foresees("Anna, Bo") == shown.default == BATTLES
    assert not shown.foresees("battles")


@pytest.mark.parametrize(
    ("said", "level"), [("the light one", BATTLES), ("the full game please", EVERYTHING), ("all of it", EVERYTHING)]
)
def test_a_level_is_called_by_players_words(said: str, level: HowMuch) -> None:
    asked = how_much_question(cast("TrackingLevels[Any]", RULES.tracking_levels))
    assert Reader(asked).read(said) == Read(level)


@pytest.mark.parametrize(("track", "counted"), [(EVERYTHING, ["gold", "wounds"]), (BATTLES, ["wounds"])])
def test_only_what_is_tracked_is_offered_for_a_correction(track: HowMuch, counted: list[str]) -> None:
    state, corrections = begun(track), RULES.all_corrections
    asking = corrections.ask(None, state, "")
    what = next(asking)
    assert [one.detail for one in what.options()[:2]] == [", ".join(counted)] * 2
    assert f"Anna {counted[0]} 3 because" in what.hint
    assert [one.text for one in asking.send("Anna").options()] == counted
    assert corrections.like(None, state) == f"Anna {counted[0]} 3"
