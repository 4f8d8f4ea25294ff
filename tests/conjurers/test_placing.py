"""The allocation phase: who places, and where (pp. 8-11)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.asking.question import Question, drive
from referee.declaration.tracking import EVERYTHING
from referee.errors import BadInput, RefereeError
from referee.games.conjurers.setup.fields import _seats
from referee.play.event import Said
from referee.play.notation import readings
from tests.conjurers.evenings import (
    NAMES,
    asked,
    begin,
    options,
    play,
    playing,
    question,
    refused,
    resolving,
    ruling,
    seats,
    session,
    set_up,
    shut,
)

FOOD = {"wild animals", "fishing pond"}
MINES = {"stone mine", "lumber mill", "bronze smelter", "iron mine", "diamond mine", "sapphire mine"}
STORAGES = {f"{resource} storage" for resource in ("wood", "stone", "iron", "bronze", "sapphire", "diamond")}
SHOPS = {f"{shop} {number}" for shop in ("blacksmith", "artificer") for number in (1, 2)}
BATTLEGROUNDS = {"duat", "garden of eden", "mount olympus", "shangri la", "valhalla"}
TOWN = {"tavern", "marketplace", "guild house", "sacrificial pit 1", "sacrificial pit 2"}


def spaces(game: Any, kind: str) -> set[str]:
    """Where a figure of the player to place may go."""
    return {text.removeprefix(f"place {kind} ") for text in options(game) if text.startswith(f"place {kind} ")}


# --- the start and the order ------------------------------------------------------------------------


@pytest.mark.rule("start-player")
def test_at_the_start_nothing_has_happened_yet() -> None:
    game = begin(set_up())
    none: list[Any] = [game.order, game.placed, game.figures, game.waiting, game.mines, game.gone, game.contest]
    none += [game.faces, game.prices, game.smiths, game.learnt_creatures, game.learnt_items, game.draws]
    none += [game.bouts, game.finished, game.readings, game.holder, game.next_seat]
    for one in game.players:
        none += [one.resources, one.food, one.items, one.artifacts, one.minus_points, one.left]
    assert not any(none)
    assert (game.turn, game.stage, game.tracking, game.known) == (1, "placing", "everything", "everything")


@pytest.mark.rule("E8", "game-setup", "setup-turn", "starting-creatures")
def test_nobody_starts_with_goods_and_everybody_with_three_creatures() -> None:
    """P. 9, E8."""
    game = begin(set_up(4))
    assert [(p.resources, p.food, p.minus_points, len(p.creatures)) for p in game.players] == [({}, 0, 0, 3)] * 4
    assert (game.turn, game.phase, game.mines) == (1, 1, {})


@pytest.mark.rule("E8", "game-setup", "initiative-button")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_start_player_holds_the_button_and_places_first(start: int) -> None:
    """P. 9, E8."""
    game = playing(set_up(start=start))
    assert game.state.holder == start
    assert asked(game) == (NAMES[start], "place")


@pytest.mark.rule("figures", "game-setup", "starting-house")
def test_everybody_starts_with_a_conjurer_and_the_assistant_they_chose() -> None:
    """P. 9: one conjurer and one assistant each, two figures."""
    game = begin(set_up(4))
    assert [game.figures_of(n) for n in range(4)] == [
        ["conjurer", "worker"],
        ["conjurer", "warrior"],
        ["conjurer", "merchant"],
        ["conjurer", "recruiter"],
    ]


@pytest.mark.rule("allocation", "E10")
@pytest.mark.parametrize(
    ("holder", "expected"),
    [
        ("Anna", ["Anna", "Bo", "Cleo", "Dan"]),
        ("Bo", ["Bo", "Cleo", "Dan", "Anna"]),
        ("Dan", ["Dan", "Anna", "Bo", "Cleo"]),
    ],
)
def test_placing_goes_clockwise_from_the_holder_one_figure_at_a_time(holder: str, expected: list[str]) -> None:
    """P. 10, E10: the seats in the order they were named, two rounds of one figure each."""
    assert seats(playing(set_up(4), turn=7, holder=holder), 8) == expected * 2


@pytest.mark.rule("allocation", "E10", "uneven-figures")
def test_who_has_more_figures_goes_on_when_the_others_have_none() -> None:
    """P. 10: 4, 2 and 3 figures: A B C, A B C, then A C, then A."""
    more = {"Anna": ("worker", "warrior", "merchant"), "Cleo": ("worker", "merchant")}
    game = playing(turn=7, assistants=more)
    assert seats(game, 9) == ["Anna", "Bo", "Cleo", "Anna", "Bo", "Cleo", "Anna", "Cleo", "Anna"]
    assert game.state.stage == "resolving"


@pytest.mark.rule("allocation", "figures")
def test_a_figure_is_placed_once_a_turn() -> None:
    """P. 10: two figures each, and the second can't be the first again."""
    game = play(playing(set_up(2)), "place worker wild animals", "place conjurer wood storage")
    assert ruling(game, "place worker stone mine") == "allocation"


@pytest.mark.rule("figures")
def test_nobody_places_an_assistant_they_dont_have() -> None:
    """P. 10: Anna has a worker only."""
    game = playing(set_up(2))
    with pytest.raises((BadInput, ValueError), match="merchant"):
        game.answer("place merchant wood storage")
    assert not game.state.placed


@pytest.mark.rule("allocation", "resolving", "game-round")
def test_nothing_is_resolved_before_all_figures_stand() -> None:
    """P. 10: three of four figures stand, and nobody has got anything."""
    game = play(playing(set_up(2)), "place conjurer wood storage", "place conjurer stone storage")
    play(game, "place worker wild animals")
    assert (game.state.stage, asked(game)) == ("placing", ("Bo", "place"))
    assert not any(p.resources or p.food for p in game.state.players)
    assert play(game, "place warrior duat").state.stage == "resolving"


# --- which figure goes where ------------------------------------------------------------------------


@pytest.mark.rule("assistants", "E2", "worker", "merchant", "warrior", "recruiter")
@pytest.mark.parametrize(
    ("kind", "own"),
    [("worker", MINES), ("merchant", STORAGES | SHOPS), ("warrior", BATTLEGROUNDS), ("recruiter", TOWN)],
)
def test_an_assistant_takes_its_colour_and_the_food_spaces_only(kind: Any, own: set[str]) -> None:
    """Pp. 8, 10: turn 7, four players, when every space is open; Bo holds the button."""
    setup = set_up(4, (kind, "worker", "worker", "worker"), start=1)
    game = play(playing(setup, turn=7), "place worker wild animals", "place conjurer duel Anna")
    play(game, "place conjurer duel Bo")
    assert asked(game)[0] == "Anna"
    assert spaces(game, kind) == (own | FOOD) - {"wild animals"}


@pytest.mark.rule("assistants")
@pytest.mark.parametrize("kind", ["worker", "merchant", "warrior", "recruiter"])
@pytest.mark.parametrize("space", sorted(FOOD))
def test_the_food_spaces_are_for_every_assistant(kind: Any, space: str) -> None:
    """Pp. 8, 10."""
    game = play(playing(set_up(3, (kind, "worker", "worker"))), f"place {kind} {space}")
    assert game.state.placed[0].space == space


@pytest.mark.rule("assistants")
@pytest.mark.parametrize(
    ("kind", "space"),
    [
        ("worker", "wood storage"),
        ("worker", "tavern"),
        ("worker", "duat"),
        ("merchant", "lumber mill"),
        ("merchant", "marketplace"),
        ("merchant", "shangri la"),
        ("warrior", "stone mine"),
        ("warrior", "blacksmith 1"),
        ("warrior", "guild house"),
        ("recruiter", "artificer 1"),
        ("recruiter", "valhalla"),
        ("recruiter", "stone mine"),
    ],
)
def test_an_assistant_is_refused_on_anothers_colour(kind: Any, space: str) -> None:
    """P. 10."""
    game = playing(set_up(4, ("worker", kind, "worker", "worker")), holder="Bo")
    reason, rule = refused(game, f"place {kind} {space}")
    assert rule == "assistants"
    assert kind in reason


@pytest.mark.rule("figures", "duel", "conjurer")
def test_a_conjurer_goes_everywhere_but_to_its_own_house() -> None:
    """P. 10: turn 7, four players; Anna doesn't hold the button but is next."""
    game = play(playing(set_up(4), turn=7, holder="Dan"), "place conjurer wild animals")
    houses = {"duel Bo", "duel Cleo", "duel Dan"}
    everywhere = MINES | STORAGES | SHOPS | BATTLEGROUNDS | TOWN | houses | {"fishing pond"}
    assert spaces(game, "conjurer") == everywhere


@pytest.mark.rule("duel", "assistants", "conjurer")
@pytest.mark.parametrize("kind", ["worker", "merchant", "warrior", "recruiter"])
def test_only_a_conjurer_challenges(kind: Any) -> None:
    """P. 10."""
    assert ruling(playing(set_up(2, (kind, "worker"))), f"place {kind} duel Bo") == "duel"


@pytest.mark.rule("duel")
def test_a_duel_is_a_challenge_at_a_house_too() -> None:
    asked = playing(set_up(2, ("worker", "worker"))).question
    assert asked is not None
    also = {option.text: option.also for option in asked.options()}
    assert also["place conjurer duel Bo"] == ("place conjurer house Bo", "place conjurer challenge Bo")
    assert also["place conjurer stone mine"] == ()


@pytest.mark.rule("duel")
def test_nobody_challenges_themselves() -> None:
    """P. 13: an opponent's house."""
    assert ruling(playing(), "place conjurer duel Anna") == "duel"


@pytest.mark.rule("tavern", "tavern-holder")
@pytest.mark.parametrize("kind", ["conjurer", "recruiter"])
def test_the_holder_cant_go_to_the_tavern(kind: str) -> None:
    """P. 12: no figure of the holder's; the next player's may."""
    game = playing(set_up(3, ("recruiter", "recruiter", "recruiter")))
    assert ruling(game, f"place {kind} tavern") == "tavern-holder"
    assert "place conjurer tavern" in options(play(game, f"place {kind} wild animals"))


@pytest.mark.rule("E6", "A23")
@pytest.mark.parametrize("kind", ["blacksmith", "artificer", "sacrificial pit"])
def test_of_two_like_spaces_two_players_have_the_first(kind: str) -> None:
    """P. 9: it may be said with its number, as on a full board; the second is closed."""
    for said in (kind, f"{kind} 1"):
        assert play(playing(set_up(2)), f"place conjurer {said}").state.placed[0].space == kind
    assert ruling(playing(set_up(2)), f"place conjurer {kind} 2") == "E6"


# --- one figure on a space (E1) ---------------------------------------------------------------------


@pytest.mark.rule("E1")
def test_a_space_holds_one_figure() -> None:
    """E1: refused with whose figure stands there, also to the same player."""
    game = play(playing(), "place conjurer wild animals")
    reason, rule = refused(game, "place conjurer wild animals")
    assert (rule, "taken by Anna's conjurer" in reason) == ("E1", True)
    play(game, "place conjurer fishing pond", "place conjurer wood storage")
    assert ruling(game, "place worker wild animals") == "E1"


@pytest.mark.rule("E1")
@pytest.mark.parametrize("kind", ["blacksmith", "artificer", "sacrificial pit"])
def test_of_three_kinds_there_are_two_spaces(kind: str) -> None:
    """E1: the name alone takes the one that is free; a third figure finds both taken."""
    game = play(playing(), f"place conjurer {kind}", f"place conjurer {kind}")
    assert {figure.space for figure in game.state.placed} == {f"{kind} 1", f"{kind} 2"}
    assert ruling(game, f"place conjurer {kind}") == "E1"


@pytest.mark.rule("E1", "duel")
def test_each_house_is_one_space() -> None:
    """E1: Cleo's house is taken by Anna; Anna's own is still free for Bo."""
    game = play(playing(), "place conjurer duel Cleo")
    assert ruling(game, "place conjurer duel Cleo") == "E1"
    assert "place conjurer duel Anna" in options(game)


@pytest.mark.rule("E1")
def test_shared_spaces_hold_any_number() -> None:
    """E1, the switch."""
    game = playing(set_up(shared_spaces=True))
    play(game, *["place conjurer wild animals"] * 3, "place worker wild animals")
    assert [figure.space for figure in game.state.placed] == ["wild animals"] * 4


# --- what is open (E3, E6, A20) ---------------------------------------------------------------------


LATER = {
    2: ["iron mine", "bronze smelter", "iron storage", "bronze storage"],
    3: ["sapphire mine", "diamond mine", "sapphire storage", "diamond storage"],
}


@pytest.mark.rule("E3", "E4", "unlocking")
@pytest.mark.parametrize(
    ("space", "opens"), [*((space, 4) for space in LATER[2]), *((space, 7) for space in LATER[3])]
)
def test_iron_and_bronze_open_in_phase_two_and_the_rest_in_phase_three(space: str, opens: int) -> None:
    """P. 11, E3, E4: phase II begins with turn 4, phase III with turn 7."""
    reason, rule = refused(playing(turn=opens - 1), f"place conjurer {space}")
    assert (rule, f"turn {opens}" in reason) == ("E3", True)
    assert f"place conjurer {space}" in options(playing(turn=opens))


@pytest.mark.rule("E3", "unlocking")
def test_all_other_spaces_are_open_from_the_first_turn() -> None:
    """E3: phase I is the default; a closed space is listed with its reason."""
    game = playing(set_up(4), holder="Bo")
    closed = {space: why for space, why in shut(game).items() if space not in LATER[2] + LATER[3]}
    assert closed == {}
    assert {space for space, why in shut(game).items() if "turn 4" in why} == set(LATER[2])
    assert {space for space, why in shut(game).items() if "turn 7" in why} == set(LATER[3])


@pytest.mark.rule("E3", "unlocking")
@pytest.mark.parametrize(("turn", "open_"), [(3, False), (4, True)])
def test_a_table_can_give_another_numeral(turn: int, open_: bool) -> None:
    """E3: the marketplace opens in phase II here."""
    game = playing(set_up(unlock={"marketplace": 2}), turn=turn)
    assert ("place conjurer marketplace" in options(game)) is open_


@pytest.mark.rule("E6", "number-of-players", "two-player-spaces")
@pytest.mark.parametrize("space", ["fishing pond", "sapphire mine", "sapphire storage"])
def test_two_players_do_without_three_spaces(space: str) -> None:
    """P. 9, E6: in turn 7 they would be open."""
    reason, rule = refused(playing(set_up(2), turn=7), f"place conjurer {space}")
    assert (rule, "2 players" in reason) == ("E6", True)
    assert f"place conjurer {space}" in options(playing(set_up(3), turn=7))


@pytest.mark.rule("E6", "A23", "number-of-players", "two-player-spaces")
@pytest.mark.parametrize("kind", ["blacksmith", "artificer", "sacrificial pit"])
def test_two_players_have_one_of_what_others_have_two(kind: str) -> None:
    """P. 9, E6, A23: the second closes."""
    game = playing(set_up(2))
    assert [text for text in options(game) if kind in text] == [f"place conjurer {kind}"]
    assert ruling(game, f"place conjurer {kind} 2") == "E6"
    assert ruling(play(game, f"place conjurer {kind}"), f"place conjurer {kind}") == "E1"


@pytest.mark.rule("E6", "number-of-players", "locked-mythologies")
@pytest.mark.parametrize(
    ("players", "locked", "closed"),
    [
        (2, ("greek", "japanese"), {"mount olympus", "shangri la"}),
        (3, ("biblical",), {"garden of eden"}),
        (3, ("egyptian",), {"duat"}),
        (3, ("norse",), {"valhalla"}),
        (4, (), set()),
    ],
)
def test_a_locked_mythology_closes_its_battleground(players: int, locked: Any, closed: set[str]) -> None:
    """P. 9, E6."""
    game = playing(set_up(players, locked=locked))
    assert {space for space in BATTLEGROUNDS if f"place conjurer {space}" not in options(game)} == closed
    assert all(ruling(game, f"place conjurer {space}") == "E6" for space in closed)


@pytest.mark.rule("A20", "battlegrounds")
def test_a_battleground_without_creatures_is_closed() -> None:
    """A20: Bo has all Greek creatures; with one left the battleground is open."""
    greek = [card.name for card in set_up().creatures if card.mythology == "greek"]
    assert ruling(playing(armies={"Bo": greek}), "place conjurer mount olympus") == "A20"
    assert "place conjurer mount olympus" in options(playing(armies={"Bo": greek[1:]}))


# --- placing is mandatory (E5) ----------------------------------------------------------------------


ALL_BUT_TWO = (
    "artificer",
    "blacksmith",
    "duat",
    "duel",
    "garden of eden",
    "guild house",
    "marketplace",
    "mount olympus",
    "sacrificial pit",
    "shangri la",
    "stone mine",
    "stone storage",
    "tavern",
    "valhalla",
    "wood storage",
)
ONLY_TWO = dict.fromkeys(ALL_BUT_TWO, 4)
"""Numerals that leave wild animals and the lumber mill open to two players in phase I."""


@pytest.mark.rule("E5", "allocation")
@pytest.mark.parametrize("text", ["pass", "done", "skip", "nobody"])
def test_a_figure_with_a_space_must_be_placed(text: str) -> None:
    """E5."""
    game = playing()
    with pytest.raises(RefereeError):
        game.answer(text)
    assert not any(word in options(game) for word in ("pass", "done", "skip"))


@pytest.mark.rule("E5")
def test_figures_without_a_space_are_skipped() -> None:
    """E5: two spaces are open; the conjurers take them, and both assistants stay at home."""
    game = playing(set_up(2, unlock=ONLY_TWO))
    play(game, "place conjurer wild animals", "place conjurer lumber mill")
    assert game.state.stage == "resolving"
    assert _skipped(game) == ["Anna's worker", "Bo's warrior"]


@pytest.mark.rule("E5")
def test_one_players_skipping_leaves_the_others_placing() -> None:
    """E5: the lumber mill is left; Bo's warrior can't take it, Anna's worker can."""
    game = playing(set_up(2, unlock={**ONLY_TWO, "stone mine": 1}))
    play(game, "place conjurer wild animals", "place conjurer stone mine")
    assert asked(game) == ("Anna", "place")
    assert options(game) == ["place worker lumber mill"]
    play(game, "place worker lumber mill")
    assert _skipped(game) == ["Bo's warrior"]


@pytest.mark.rule("E5", "E2")
def test_only_the_figure_that_can_go_is_offered() -> None:
    """E5: the lumber mill is all there is, and Anna's warrior can't take it, so her conjurer must."""
    game = playing(set_up(2, ("warrior", "worker"), unlock={**ONLY_TWO, "wild animals": 4}))
    assert options(game) == ["place conjurer lumber mill"]


def _skipped(game: Any) -> list[str]:
    texts = [event.text for event in game.events if isinstance(event, Said) and event.rules == ("E5",)]
    return sorted(text.partition(" stays at home: no space is open to it.")[0] for text in texts)


# --- the button (A14) -------------------------------------------------------------------------------


@pytest.mark.rule("A14", "tavern", "resolving")
def test_the_button_counts_from_the_next_allocation_on() -> None:
    """A14: Dan takes it, yet Anna and Bo still follow in the old order; then Dan places first."""
    setup = set_up(4, ("worker", "worker", "recruiter", "worker"), start=2)
    figures = [
        ("Dan", "conjurer", "tavern"),
        ("Anna", "conjurer", "wood storage"),
        ("Bo", "conjurer", "stone storage"),
    ]
    game = resolving(setup, ("Cleo", "conjurer", "wild animals"), *figures)
    play(game, "resolve", "resolve")
    assert NAMES[game.state.holder] == "Dan"
    assert asked(game) == ("Anna", "resolve")
    play(game, "resolve")
    assert asked(game) == ("Bo", "resolve")
    play(game, "resolve", "end turn")
    assert asked(game) == ("Dan", "place")


@pytest.mark.rule("tavern", "allocation")
def test_the_button_stays_until_the_tavern_is_resolved_again() -> None:
    """P. 12: nobody went there, so Bo places first again."""
    game = resolving(set_up(), ("Anna", "conjurer", "wild animals"), holder="Bo")
    assert asked(play(game, "resolve", "end turn")) == ("Bo", "place")


@pytest.mark.rule("tavern", "A20")
def test_the_tavern_can_be_declined() -> None:
    """A20: then the button stays."""
    game = play(resolving(set_up(), ("Bo", "conjurer", "tavern")), "decline conjurer")
    assert NAMES[game.state.holder] == "Anna"
    assert "Bo leaves the tavern unused." in [event.text for event in game.events if isinstance(event, Said)]


# --- somebody leaves (A21) --------------------------------------------------------------------------


@pytest.mark.rule("A21", "allocation")
def test_a_leavers_figures_come_off_and_their_turn_passes() -> None:
    """A21: Anna's space is free again, and the turn goes on clockwise without her."""
    game = play(playing(), "place conjurer wild animals", "place conjurer wood storage")
    game.correct(*readings("leave Anna"))
    assert asked(game) == ("Cleo", "place")
    assert "place conjurer wild animals" in options(game)
    assert seats(game, 3) == ["Cleo", "Bo", "Cleo"]
    assert game.state.stage == "resolving"


@pytest.mark.rule("A21")
def test_a_leavers_house_is_closed() -> None:
    """A21."""
    game = playing()
    game.correct(*readings("leave Bo"))
    reason, rule = refused(game, "place conjurer duel Bo")
    assert (rule, "Bo has left" in reason) == ("A21", True)


@pytest.mark.rule("A21", "tavern")
def test_a_leaving_holders_button_passes_to_the_left() -> None:
    """A21, E10: Bo's button goes to Cleo, Cleo's to Dan, and Dan's round to Anna."""
    for leaver, heir in (("Bo", "Cleo"), ("Cleo", "Dan"), ("Dan", "Anna")):
        game = playing(set_up(4), holder=leaver)
        game.correct(*readings(f"leave {leaver}"))
        assert NAMES[game.state.holder] == heir
        assert asked(game) == (heir, "place")


@pytest.mark.rule("A21", "allocation")
def test_when_the_one_who_must_place_leaves_somebody_with_figures_is_next() -> None:
    """A21: Cleo has three figures left to Anna's and Bo's none, and leaves: resolving begins."""
    game = playing(assistants={"Cleo": ["merchant", "worker", "recruiter"]})
    seats(game, 6)
    assert asked(game)[0] == "Cleo"
    game.correct(*readings("leave Cleo"))
    assert game.state.stage == "resolving"
    assert asked(game) == ("Anna", "resolve")


@pytest.mark.rule("A21")
def test_two_players_must_remain() -> None:
    """A21: of three one may leave, then nobody."""
    game = playing()
    game.correct(*readings("leave Bo"))
    for name in ("Anna", "Cleo"):
        with pytest.raises(ValueError, match="two players must remain"):
            game.correct(*readings(f"leave {name}"))
    assert game.state.present() == [0, 2]


@pytest.mark.rule("A21", "E10")
def test_left_is_the_next_who_is_present() -> None:
    """A21, E10: without Bo the order is Anna, Cleo, Dan."""
    game = playing(set_up(4))
    game.correct(*readings("leave Bo"))
    assert seats(game, 6) == ["Anna", "Cleo", "Dan"] * 2


@pytest.mark.rule("allocation")
def test_a_space_may_be_written_short() -> None:
    """The beginning of a name does where only one fits."""
    game = play(session(set_up()), "place worker lumb")
    assert game.state.placed[0].space == "lumber mill"
    assert (question(game).who, question(game).open) == ("Bo", True)


@pytest.mark.rule("allocation")
def test_options_that_are_alike_are_a_figure_on_spaces_of_one_kind() -> None:
    """Each duel is another decision; the two blacksmiths are not."""
    alike = {option.text: option.alike for option in question(session(set_up())).options()}
    assert alike["place conjurer duel Bo"] == ""
    assert alike["place conjurer blacksmith 1"] == alike["place conjurer blacksmith 2"] != ""


@pytest.mark.rule("allocation")
def test_the_beginning_of_a_figure_means_one_that_is_left() -> None:
    """Anna has a worker and no warrior."""
    assert play(session(set_up()), "place w lumber mill").state.placed[0].kind == "worker"


# --- what Enter alone resolves ------------------------------------------------------------------------


@pytest.mark.rule("resolving", "A15")
def test_what_is_gained_first_is_usual_because_the_others_can_spend_it() -> None:
    """Anna's worker shops, her merchant takes wood; without the merchant the worker is first."""
    worker, merchant = ("Anna", "worker", "blacksmith 1"), ("Anna", "merchant", "wood storage")
    assert question(resolving(set_up(), worker, merchant)).default == "resolve merchant"
    assert question(resolving(set_up(), worker)).default == "resolve worker"


# --- set-up ------------------------------------------------------------------------------------------


def test_where_the_assistants_may_go_is_told_to_the_first_player_only() -> None:
    told = []

    def answer(question: Question[Any]) -> Any:
        if question.key.startswith("assistant"):
            told.append({bool(option.detail) for option in question.options()})
            return question.options()[0].text
        return question.parse("Anna, Bo")

    drive(_seats(EVERYTHING), answer)
    assert told == [{True}, {False}]
