"""What is put right by hand, what is hidden, and who leaves (M67, M79)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any

import pytest
from msgspec import Struct, convert, to_builtins

from referee.asking.interrupts import ways_to_interrupt
from referee.asking.question import Question
from referee.declaration.game import secrets_of
from referee.effects.phrases import Phrases
from referee.errors import BadInput, Illegal, RefereeError, Unreadable
from referee.games.mythic import GAME
from referee.games.mythic.rules.cards import discard, fetch, from_deck, in_deck
from referee.games.mythic.rules.corrections import CORRECTIONS
from referee.games.mythic.rules.manoeuvres import why_not_any
from referee.games.mythic.rules.state import Cards, GameState, Match, Piece, Token, TurnBonus, unit_names
from referee.games.mythic.rules.turns import RULES
from referee.games.mythic.units.language import read_unit
from referee.play.event import Event
from referee.play.notation import Answer, Step
from referee.play.session import Session
from tests.mythic.games import UNITS, Table, make_setup, options, play, refusal, say, session, staged


def corrected(played: Session[GameState], text: str) -> GameState:
    return CORRECTIONS.carry_out(make_setup(), played.present.copy(), text, [])


def game() -> Session[GameState]:
    played = staged("Anna: Ash Runner A", "Anna: Storm Warden", "Bo: Deep Queen H", "Bo: Wall Guard E")
    played.present.spots["C"].stones = ["greek"]
    return played


@pytest.mark.rule("M67")
def test_a_hand_is_counted_anew_and_the_deck_has_the_rest() -> None:
    played = game()
    before = played.present.players[0].cards
    after = corrected(played, "adjust Anna hand 5").players[0].cards
    assert (after.held, after.deck) == (5, before.held + before.deck - 5)


@pytest.mark.rule("M67")
def test_a_hand_and_a_deck_that_cant_both_be_are_refused_as_such() -> None:
    """What isn't in the hand is in the deck; nothing is under way that would have to be finished first."""
    state = game().present
    many = state.players[0].cards.held + state.players[0].cards.deck
    for hand in 1, state.players[0].cards.held:  # also one that is so before
        with pytest.raises(Illegal, match=f"Anna hand {hand}: the rest of that makes it {many - 2}"):
            CORRECTIONS.recorded(make_setup(), state, state, f"adjust Anna hand {hand}, deck 2")
    both = f"adjust Anna hand 1, deck {many - 1}"
    assert CORRECTIONS.recorded(make_setup(), state, state, both)[0] == "adjust Anna hand 1"


@pytest.mark.rule("manoeuvres")
@pytest.mark.parametrize(
    ("bought", "deck", "why"),
    [
        ([], 9, ("", "")),
        (["draw"], 9, ("", "")),
        (["search"], 9, ("", "")),
        (["draw"], 0, ("Anna has bought draw this round and Anna's deck is empty", "manoeuvres")),
        (
            ["draw", "search"],
            9,
            ("Anna has bought draw this round and Anna has bought search this round", "manoeuvres"),
        ),
    ],
)
def test_a_manoeuvre_can_be_bought_while_one_of_the_two_can(
    bought: list[str], deck: int, why: tuple[str, str]
) -> None:
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower H")
    anna = played.state.players[0]
    anna.bought, anna.cards.deck = bought, deck
    assert why_not_any(Match(make_setup(), played.state, []), 0) == why


@pytest.mark.rule("manoeuvres", "second-unit")
def test_what_is_listed_is_what_the_cards_allow_after_a_manoeuvre_was_bought_meanwhile() -> None:
    played = staged("Anna: Ash Runner A", "Anna: Hedge Knight A", "Bo: Stone Thrower H")
    cards = played.present.players[0].cards
    cards.sure["art of war"], cards.pool, cards.deck = 1, {"Ash Runner": 2}, 2
    say(played, "activate Ash Runner simple")
    second = [f"activate Hedge Knight {how}" for how in ("simple", "complex")]
    assert [one for one in options(played) if one.startswith("activate")] == second
    say(played, "buy draw")
    assert [one for one in options(played) if one.startswith("activate")] == []


def test_a_units_own_name_comes_before_a_longer_one() -> None:
    more = "Ash Runners: troop 1; 3 x 3/7/0/1"
    played = staged("Anna: Ash Runner A", "Anna: Ash Runners H", typed=[more])
    played.present.piece("Ash Runner").name = "Ash Runner #2"
    setup = make_setup(units=(*UNITS, read_unit(more)))
    after = CORRECTIONS.carry_out(setup, played.present.copy(), "adjust ash runner area B", [])
    assert [piece.area for piece in after.pieces] == ["B", "H"]


@pytest.mark.rule("M67")
def test_where_the_program_deals_hands_arent_counted_by_anybody_else() -> None:
    setup = make_setup(draws="program")
    with pytest.raises(Illegal, match="the program deals the cards"):
        CORRECTIONS.carry_out(setup, game().present.copy(), "adjust Anna hand 5", [])
    assert CORRECTIONS.carry_out(setup, game().present.copy(), "adjust Ash Runner vitality 3", []).over is False


@pytest.mark.rule("M63")
@pytest.mark.parametrize(("line", "left"), [("4-1 6/7/0/2", (4, 4)), ("7-4 6/7/0/2, 3-1 5/7/0/2", (7, 5))])
def test_a_sheet_that_is_put_right_leaves_no_more_than_its_vitality(line: str, left: tuple[int, int]) -> None:
    runner = corrected(game(), f"adjust unit Ash Runner: hero 3, greek, 3 cards, art 1; {line}").piece("Ash Runner")
    assert (runner.full, runner.vitality) == left


@pytest.mark.parametrize("name", ["Ash Runner", "New One"])
def test_a_sheet_that_is_put_right_is_known_from_then_on(name: str) -> None:
    state = corrected(game(), f"adjust unit {name}: hero 3, greek, 3 cards, art 1; 4-1 9/9/3/3")
    assert [(unit.name, unit.lines[0]) for unit in state.learnt] == [(name, "4-1 9/9/3/3")]
    assert [piece.full for piece in state.pieces if piece.name == "Ash Runner"] == [4 if name == "Ash Runner" else 5]


@pytest.mark.rule("M63")
def test_vitality_is_put_right_within_its_lines() -> None:
    assert corrected(game(), "adjust Ash Runner vitality 3").piece("Ash Runner").vitality == 3
    with pytest.raises(Illegal) as caught:
        corrected(game(), "adjust Ash Runner vitality 6")
    assert caught.value.ruling == "M63"
    assert corrected(game(), "adjust Ash Runner vitality 0").piece("Ash Runner").status == "destroyed"
    waiting = staged("Anna: Ash Runner", "Anna: Reed Archers A", "Bo: Wall Guard H")
    assert corrected(waiting, "adjust Ash Runner vitality 0").piece("Ash Runner").status == "destroyed"


@pytest.mark.rule("carried-stones")
def test_stones_and_units_are_put_elsewhere() -> None:
    state = corrected(game(), "adjust stone C Ash Runner")
    assert state.piece("Ash Runner").stone == "greek"
    assert state.spots["C"].stones == []
    for text, why in (
        ("A Ash Runner", "no stone lies in A"),
        ("norse C Ash Runner", "norse"),
        ("Wall Guard C", "carries no stone"),
    ):
        with pytest.raises(RefereeError, match=why):
            corrected(game(), f"adjust stone {text}")
    carries = game()
    carries.present.piece("Ash Runner").stone = "norse"
    with pytest.raises(Illegal, match="Ash Runner carries a norse stone already"):
        corrected(carries, "adjust stone C Ash Runner")
    off = game()
    off.present.piece("Ash Runner").status = "waiting"
    with pytest.raises(Illegal, match="isn't on the board"):
        corrected(off, "adjust stone C Ash Runner")
    assert corrected(game(), "adjust Ash Runner area C").piece("Ash Runner").area == "C"
    assert corrected(game(), "adjust B elements 1").spots["B"].elements == 1


@pytest.mark.parametrize("said", ["stone C Ash Runner", "area E: swamp 3", "border A-B wall", "line A-E: nothing"])
def test_what_lies_on_the_board_isnt_put_right_where_only_battles_are_tracked(said: str) -> None:
    played = game()
    played.present.tracking = played.present.known = "battles"
    with pytest.raises(RefereeError, match="tracks the clock and the battles"):
        corrected(played, f"adjust {said}")


@pytest.mark.rule("full-area", "destroyed")
def test_a_unit_is_put_where_room_is_and_comes_back_whole() -> None:
    played = staged("Anna: Ash Runner A", "Anna: Hedge Knight", "Bo: Wall Guard F")
    assert corrected(played, "adjust Wall Guard area F").piece("Wall Guard").area == "F"  # it takes its own room
    with pytest.raises(Illegal, match="full"):
        corrected(played, "adjust Ash Runner area F")
    lost = played.present.piece("Ash Runner")
    lost.vitality = 3
    assert corrected(played, "adjust Ash Runner area C").piece("Ash Runner").vitality == 3
    lost.status, lost.area, lost.vitality = "destroyed", "", 0
    back = corrected(played, "adjust Ash Runner area B").piece("Ash Runner")
    assert (back.status, back.area, back.vitality) == ("board", "B", 5)
    lost.status = "away"
    with pytest.raises(Illegal, match="has left with its player"):
        corrected(played, "adjust Ash Runner area B")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("B elements 1", "B has 1 element now"),
        ("B elements 2", "B has 2 elements now"),
        ("Ash Runner vitality 1", "Ash Runner has 1 of 5 vitality now"),
        ("Deep Queen stones 1", "Deep Queen has absorbed 1 stone"),
        ("Ash Runner area C", "Ash Runner stands in C now"),
        ("stone C Ash Runner", "the greek stone of C is with Ash Runner now"),
        ("area E: swamp 3", "area E: swamp 3"),
        ("border A-B wall", "border A-B wall"),
        ("line A-E: nothing", "line A-E: nothing"),
    ],
)
def test_what_was_put_right_is_told_with_its_number(said: str, told: str) -> None:
    events: list[Event] = []
    CORRECTIONS.carry_out(make_setup(), game().present.copy(), f"adjust {said}", events)
    assert [event.describe(str) for event in events] == [f"Corrected: {told}."]


@pytest.mark.rule("skirmish-win", "M76")
def test_the_fourth_stone_that_is_put_right_wins_too() -> None:
    assert not corrected(game(), "adjust Deep Queen stones 3").over
    assert corrected(game(), "adjust Deep Queen stones 2").players[1].absorbed == ["norse", "norse"]
    more = game()
    more.present.players[1].absorbed = ["greek", "norse", "roman"]
    assert corrected(more, "adjust Deep Queen stones 1").players[1].absorbed == ["greek"]
    nameless = staged("Anna: Lone God A", "Bo: Deep Queen H", typed=["Lone God: god 6, 3 cards, art 1; 6-1 6/7/0/2"])
    setup = nameless.game.setup  # type: ignore[attr-defined]
    lone = CORRECTIONS.carry_out(setup, nameless.present.copy(), "adjust Lone God stones 2", [])
    assert lone.players[0].absorbed == ["divine", "divine"]
    state = corrected(game(), "adjust Deep Queen stones 4")
    assert (state.over, state.won, state.decided) == (True, [1], "stones")


@pytest.mark.rule("M79", "M77", "adventure-win")
def test_who_leaves_is_treated_as_one_whose_divinity_fell() -> None:
    state = corrected(game(), "leave Bo")
    assert (state.won, state.decided) == ([0], "last divinity")
    assert corrected(game(), "adjust winner Anna").decided == "scenario"


@pytest.mark.rule("M79", "adventure-win")
def test_the_last_of_three_in_a_scenario_doesnt_leave() -> None:
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen H", "Cleo: Iron Mother B", players=3, victory="Hold it.")
    state, setup = played.present.copy(), played.game.setup  # type: ignore[attr-defined]
    for name in "Bo", "Cleo":
        state = CORRECTIONS.carry_out(setup, state, f"leave {name}", [])
    with pytest.raises(Illegal, match="adjust winner"):
        CORRECTIONS.carry_out(setup, state, "leave Anna", [])


def _three(*, out: bool) -> Session[GameState]:
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen H", "Cleo: Wall Guard E", players=3)
    played.present.players[1].out = out
    return played


def _destroyed() -> Session[GameState]:
    played = game()
    piece = played.present.piece("Ash Runner")
    piece.status, piece.vitality = "destroyed", 0
    return played


@pytest.mark.rule("M77", "M79", "absorb", "army-limits", "destroyed")
@pytest.mark.parametrize(
    ("position", "text", "ruling"),
    [
        (game, "adjust Ash Runner stones 2", "absorb"),
        (game, "adjust unit Ash Runner: troop 1, norse, 2 cards, art 0; 3 x 4/7/0/1", "army-limits"),
        (_destroyed, "adjust Ash Runner vitality 3", "destroyed"),
        (lambda: session(make_setup()), "leave Bo", "M79"),
        (lambda: _three(out=True), "leave Bo", "M77"),
    ],
)
def test_what_cant_be_put_right_says_its_rule(
    position: Callable[[], Session[GameState]], text: str, ruling: str
) -> None:
    with pytest.raises(Illegal) as caught:
        corrected(position(), text)
    assert caught.value.ruling == ruling


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"tokens": (("Q", "Web: enemies here can't run"),)}, "a token lies in Q, which isn't on the map"),
        ({"tokens": (("A", "Web: nonsense"),)}, "can't read"),
        ({"teams": True}, "teams are for four players; there are 2"),
    ],
)
def test_a_set_up_that_cant_be_is_refused(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        RULES.check_setup(make_setup(**settings))


@pytest.mark.parametrize(
    ("pieces", "called"),
    [
        (["Anna: Ash Runner", "Anna: Hedge Knight"], {"Ash Runner", "Hedge Knight"}),
        (["Anna: Ash Runner #2"], {"Ash Runner #2", "Ash Runner"}),
        (["Anna: Ash Runner #2", "Anna: Ash Runner #3"], {"Ash Runner #2", "Ash Runner #3"}),
        (["Anna: Ash Runner", "Bo: Ash Runner #2"], {"Ash Runner", "Ash Runner #2"}),
    ],
)
def test_units_are_called_by_name_where_one_alone_has_it_and_by_whose_they_are(
    pieces: list[str], called: set[str]
) -> None:
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen H")
    played.present.pieces = []
    for text in pieces:
        owner, _, name = text.partition(": ")
        played.present.pieces.append(Piece(name, ("Anna", "Bo").index(owner), 5, 5, "board", "A"))
    match = Match(make_setup(), played.present, [])
    names = match.names(played.present.pieces)
    assert {said for said in names if "'s " not in said} == called
    assert {said for said in names if "'s " in said} == {
        text.replace(": ", "'s ").partition(" #")[0] for text in pieces
    }
    assert all(name in {piece.name for piece in played.present.pieces} for name in names.values())
    with pytest.raises(Unreadable, match="there is none"):
        match.find_piece("Ash Runner", [])


class Named(Struct, frozen=True):
    """A unit as a move names it."""

    unit: Annotated[str, unit_names("unit", lambda match: match.state.pieces)]


@pytest.mark.parametrize(("said", "meant"), [("wa", "Wall Guard"), ("guard", "Wall Guard"), ("wo", "Old Woods")])
def test_what_a_name_begins_with_goes_before_a_later_word(said: str, meant: str) -> None:
    """Where a unit is named in a move, in a correction, and behind "guard"."""
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen H")
    names = ("Storm Warden", "Wall Guard", "Old Woods")
    played.present.pieces = [Piece(name, 0, 5, 5, "board", "A") for name in names]
    match = Match(make_setup(), played.present, [])
    assert match.find_piece(said, match.state.pieces).name == meant
    assert Phrases({"{unit}": Named}).read(Named, said, moment=match) == (Named(meant),)


@pytest.mark.parametrize(("said", "meant"), [("wa", "Wall Guard"), ("guard", "Guard Dog")])
def test_what_an_enemys_name_begins_with_goes_before_a_later_word_of_another(said: str, meant: str) -> None:
    enemies = ("Wall Guard", "Storm Warden", "Guard Dog")
    lines = [f"{name}: hero 3, 3 cards, art 1; 5-1 6/7/0/2" for name in enemies]
    played = staged("Anna: Ash Runner A", *(f"Bo: {name} A" for name in enemies), typed=lines)
    say(played, "activate Ash Runner simple")
    assert played.question is not None
    typed = f"attack {said}"
    assert played.question.record(played.question.parse(typed), typed) == f"attack {meant}"
    assert Match(make_setup(), played.present, []).find_piece(said, played.present.pieces).name == meant


def test_whose_turn_it_is_is_a_player() -> None:
    state = game().present.copy()
    state.active = 9
    with pytest.raises(BadInput, match="active: there is no player 9"):
        RULES.check(make_setup(), state)


def test_no_unit_stands_there_twice() -> None:
    state = game().present.copy()
    RULES.check(make_setup(), state)
    state.pieces.append(state.pieces[0])
    with pytest.raises(BadInput, match="Ash Runner is listed twice"):
        RULES.check(make_setup(), state)


@pytest.mark.rule("M77", "M79")
def test_of_three_the_others_play_on_without_who_left() -> None:
    state = corrected(_three(out=False), "leave Bo")
    assert (state.over, [player.out for player in state.players]) == (False, [False, True, False])


@pytest.mark.rule("M67")
@pytest.mark.parametrize("seed", [3, 4])
def test_what_is_dealt_stands_in_no_public_state(seed: int) -> None:
    one = Table(random.Random(seed), make_setup(draws="program", seed=seed))
    secrets = secrets_of(GAME)
    for played in play(one, 150):
        state = played.present
        public: dict[str, Any] = secrets.state(state)
        assert all("hand" not in player.get("cards", {}) for player in public["players"])
        for player in state.players:
            assert sorted(secrets.hand(state, player.name)) == secrets.hand(state, player.name)
            assert len(secrets.hand(state, player.name)) == player.cards.held
    assert played.present.turn > 1


@pytest.mark.rule("M67", "search-card")
def test_what_is_searched_for_in_a_hidden_deck_stands_in_no_public_log() -> None:
    step = Step(who="Anna", key="move", do="search", then=(Answer("search", "Tomb Guard"),))
    secrets = secrets_of(GAME)
    assert "Tomb Guard" not in f"{secrets.log([step], game().present)} {secrets.text(step)}"


@pytest.mark.rule("M67")
def test_what_is_offered_is_the_same_whatever_the_hand_has() -> None:
    """Where the program draws, the options show nothing of the hand; what isn't there is refused."""
    rich = staged("Anna: Ash Runner A", "Bo: Deep Queen", draws="program")
    poor = staged("Anna: Ash Runner A", "Bo: Deep Queen", draws="program")
    for played, hand in ((rich, ["Ash Runner"]), (poor, ["art of war"])):
        cards = played.present.players[0].cards
        cards.pool, cards.sure, cards.deck, cards.hand = {"Ash Runner": 3, "art of war": 9}, {}, 11, hand
    assert rich.question is not None
    assert poor.question is not None
    assert [one.text for one in rich.question.options()] == [one.text for one in poor.question.options()]
    rich.question.parse("activate Ash Runner simple")
    with pytest.raises(Illegal):
        poor.question.parse("activate Ash Runner simple")


def with_other_hands(state: GameState, chance: random.Random) -> GameState:
    """The same position to everybody's eyes: what nobody has seen is dealt between hand and deck anew."""
    other = state.copy()
    for cards in (player.cards for player in other.players):
        sure = [name for name, many in cards.sure.items() for _ in range(many)]
        unseen = sorted((Counter(cards.hand) + Counter(in_deck(cards)) - Counter(sure)).elements())
        chance.shuffle(unseen)
        cards.hand = [*sure, *unseen[: len(cards.hand) - len(sure)]]
    return other


def shown(question: Question[Any] | None) -> Any:
    """All of a question that a screen shows to everybody."""
    if question is None or question.private:
        return question and (question.prompt, question.who)
    closed = [(one.text, one.detail) for one in question.closed()]
    offered = [(one.text, one.detail, one.label) for one in [*question.options(), *ways_to_interrupt(question)]]
    return question.prompt, question.who, question.hint, question.default, question.forced(), offered, closed


@pytest.mark.rule("M67")
@pytest.mark.parametrize("seed", [3, 4])
def test_no_question_looks_otherwise_with_other_cards_in_the_hidden_hands(seed: int) -> None:
    """At moments of a random game: as it is, and with hands that the others couldn't tell from these."""
    chance, compared = random.Random(seed), 0
    table = Table(random.Random(seed), make_setup(draws="program", dice="rolled", seed=seed))
    for at, played in enumerate(play(table, 300)):
        if at % 4 or played.question is None or not any(player.cards.hand for player in played.state.players):
            continue
        state = with_other_hands(played.state, chance)
        with suppress(RefereeError):  # what was said of this step may need a card that isn't there now
            other = Session(played.game, state, draft=list(played.draft), resumed=state)
            assert shown(other.question) == shown(played.question)
            compared += 1
    assert compared > 40


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda state: setattr(state.pieces[0], "name", "Twin Blades"), "what is printed on Twin Blades isn't known"),
        (lambda state: setattr(state.pieces[0], "area", "Z"), "stands in Z, which isn't on the map"),
        (lambda state: setattr(state.pieces[0], "owner", 3), "Ash Runner is nobody's"),
        (lambda state: setattr(state.acting, "unit", "Frost Ox"), "Frost Ox isn't in the game"),
        (
            lambda state: state.spots["A"].tokens.append(Token("Web", "", -1)),
            "Web in A isn't a token of the scenario",
        ),
    ],
)
def test_a_state_that_cant_be_is_refused_when_it_is_read(change: Any, message: str) -> None:
    state = game().present.copy()
    RULES.check(make_setup(), state)
    change(state)
    with pytest.raises(BadInput, match=message):
        RULES.check(make_setup(), state)


@pytest.mark.rule("M67")
def test_only_cards_that_are_where_they_are_said_to_be_move() -> None:
    """A deck that the program deals has what was put into it and isn't in the hand."""
    assert in_deck(Cards(pool={"A": 1}, sure={"B": 2}, hand=["B"])) == ["A", "B"]
    match = Match(make_setup(), game().present, [])
    with pytest.raises(Illegal, match="Anna has no Wall Guard card in hand"):
        discard(match, 0, "Wall Guard")
    with pytest.raises(Illegal, match="no Wall Guard card is in Bo's deck"):
        fetch(match, 1, 0, "Wall Guard", ())


@pytest.mark.rule("draw-cards", "M67")
def test_a_card_that_is_drawn_is_in_the_deck_no_more() -> None:
    match = Match(make_setup(draws="program"), game().present, [])
    cards = Cards(pool=dict.fromkeys("ABCDE", 1), deck=5)
    assert from_deck(match, cards, 5) == 5
    assert (sorted(cards.hand), in_deck(cards), cards.deck) == (list("ABCDE"), [], 0)


@pytest.mark.rule("draw-cards")
def test_each_card_is_drawn_by_another_chance() -> None:
    match = Match(make_setup(draws="program"), game().present, [])
    assert len({match.chance().random() for _ in range(3)}) == 3


@pytest.mark.rule("activation", "second-unit")
def test_a_second_unit_without_its_card_is_refused_for_that_and_not_for_what_it_costs() -> None:
    played = staged("Anna: Ash Runner A", "Anna: Hedge Knight A", "Bo: Deep Queen H", draws="program")
    cards = played.present.players[0].cards
    cards.pool = {"Ash Runner": 1, "Hedge Knight": 1, "art of war": 2}
    cards.sure, cards.deck, cards.hand = {}, 1, ["Ash Runner", "art of war", "art of war"]
    say(played, "activate Ash Runner simple")
    assert refusal(played, "activate Hedge Knight simple").ruling == "activation"


@pytest.mark.rule("activation", "M67")
def test_no_table_overrules_that_a_units_card_is_not_in_hand() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen", draws="program")
    cards = played.present.players[0].cards
    cards.pool, cards.sure, cards.deck, cards.hand = {"Ash Runner": 3, "art of war": 9}, {}, 11, ["art of war"]
    with pytest.raises(Illegal, match="the game can't hold"):
        say(played, "overrule activate Ash Runner simple because it was drawn")


def test_whatever_phase_status_and_actions_a_state_is_saved_with_it_is_read_again() -> None:
    state = game().present.copy()
    state.acting.done = ["walk", "attack", "area attack", "claim", "run", "deploy", "absorb", "fly", "aerial attack"]
    for until in ("attack", "activation", "turn", "round"):
        state.pieces[0].bonuses.append(TurnBonus(effect="offence +1", source="Any", until=until, by=0))
    for phase in ("recruit", "stones", "zones", "place", "cards", "start", "choose", "act", "over"):
        for status in ("waiting", "board", "destroyed", "away"):
            state.phase, state.pieces[0].status = phase, status
            assert convert(to_builtins(state), GameState) == state


@pytest.mark.rule("second-unit", "aow-payment")
def test_no_table_overrules_that_nothing_pays_for_a_second_unit() -> None:
    """It was asked how the unit acts, and either answer was refused."""
    played = say(staged("Anna: Ash Runner A", "Anna: Hedge Knight B", "Bo: Deep Queen"), "activate Ash Runner simple")
    cards = played.present.players[0].cards
    cards.sure, cards.pool, cards.deck = {"Hedge Knight": 1}, {}, 0
    with pytest.raises(Illegal, match="Anna has no AoW card in hand"):
        say(played, "overrule activate Hedge Knight because we agreed")
    assert played.question is not None
    assert played.question.key == "move"


@pytest.mark.rule("second-unit", "manoeuvres")
def test_an_activation_waits_if_a_manoeuvre_took_its_card_while_its_actions_were_asked() -> None:
    """Either answer was refused."""
    played = say(staged("Anna: Ash Runner A", "Anna: Hedge Knight B", "Bo: Deep Queen"), "activate Ash Runner simple")
    cards = played.present.players[0].cards
    cards.sure, cards.pool, cards.deck = {"Hedge Knight": 1, "art of war": 1}, {"Ash Runner": 2}, 2
    played.answer("activate Hedge Knight")
    played.answer("Anna: buy draw 1")
    played.answer("simple")
    assert played.question is not None
    assert played.question.key == "move"
    assert (played.present.activated, played.present.players[0].cards.sure) == (1, {"Hedge Knight": 1})
