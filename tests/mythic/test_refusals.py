"""What is refused in a game of Mythic Battles, what is asked and offered, and in which words."""

from __future__ import annotations

from typing import Any

import pytest

from referee.errors import RefereeError, Unreadable
from referee.games.mythic.rules import endings, manoeuvres, using
from referee.games.mythic.rules.state import GameState, Match, Token
from referee.games.mythic.units.language import read_unit
from referee.games.mythic.units.powers import powers_of
from referee.play.session import Session
from tests.mythic.games import STONES, make_setup, options, refusal, say, session, staged, told
from tests.mythic.test_game_powers import active, field, unit


def refused(played: Session[GameState], text: str) -> str:
    """The reason why an answer is refused or can't be read."""
    with pytest.raises(RefereeError) as caught:
        played.answer(text)
    return str(caught.value)


ARMY = ("Anna: Storm Warden A", "Anna: Ash Runner A", "Anna: Reed Archers A", "Bo: Deep Queen H", "Bo: Wall Guard E")


@pytest.mark.rule("block", "target-choice")
@pytest.mark.parametrize(
    ("placed", "closed", "rule"),
    [
        (("Anna: Ash Runner C", "Bo: Deep Queen H", "Bo: Marsh Serpent C"), "walk", "block"),
        (("Anna: Ash Runner A", "Bo: Deep Queen H"), "attack", "target-choice"),
    ],
)
def test_an_action_that_leads_nowhere_is_refused_with_its_reason_by_its_verb_alone(
    placed: tuple[str, ...], closed: str, rule: str
) -> None:
    """As it is listed: that more must follow it would help nobody."""
    played = say(staged("Anna: Storm Warden", *placed), "activate Ash Runner simple")
    assert played.question is not None
    (why,) = [option for option in played.question.closed() if option.text == closed]
    error = refusal(played, closed)
    assert (error.reason, error.ruling) == (why.detail, rule)
    with pytest.raises(Unreadable, match="must be followed by"):
        played.answer(f"overrule {closed} because we say so")


@pytest.mark.rule("complex-actions")
@pytest.mark.parametrize("text", ["run A", "absorb"])
def test_a_second_complex_action_is_refused_by_the_rule_of_complex_actions(text: str) -> None:
    played = say(staged("Anna: Storm Warden A", "Bo: Deep Queen H"), "activate Storm Warden complex", "run C")
    assert refusal(played, text).ruling == "complex-actions"


@pytest.mark.rule("activation", "as-if-there", "recall", "walk", "claim", "pass", "aow-payment")
@pytest.mark.parametrize(
    ("before", "text", "why"),
    [
        ("", "activate Ash Runner simple with omphalos", "activating Ash Runner costs no AoW card"),
        ("", "activate Deep Queen simple", "Deep Queen is Bo's"),
        ("", "recall Reed Archers 1 A", "a recall belongs to the end of the turn"),
        ("", "pass and dance", '"pass and" is followed by draw, not by "dance"'),
        ("", "draw", "this turn's card is drawn; for more: buy draw, or pass and draw"),
        ("", "claim", "no unit is activated"),
        ("activate Ash Runner simple", "walk to B through nothing", '"walk to B" is followed by'),
        ("activate Ash Runner simple", "walk", "must be followed by A, B, C"),
        ("activate Ash Runner simple", "claim roman", 'no stone in A is called "roman"; it can be norse or greek'),
        ("", "attack Wall Guard", "no unit is activated now"),
        ("", "claim,", "no unit is activated now"),
        ("activate Ash Runner simple", "claim from C", "Ash Runner claims in its own area"),
        ("activate Ash Runner simple", "claim", "several stones lie in A; write claim norse or claim greek"),
        ("activate Ash Runner simple", "attack Wall Guard as if there", "E isn't a full neighbouring area"),
        ("activate Ash Runner simple", "activate Reed Archers simple with aow, aow", "that is worth 2 AoW cards; 1"),
        ("activate Ash Runner simple", "power Second Breath with aow", "Second Breath costs no AoW card"),
        ("activate Ash Runner simple", "power Second Breath on Deep Queen", "is used on nobody in particular"),
        ("activate Ash Runner simple", "recall Reed Archers 3 A", "lack 2 miniatures; 3 can't come back"),
        ("activate Ash Runner simple", "recall Reed Archers 0 A", "lack 2 miniatures; 0 can't come back"),
        ("activate Ash Runner simple", "recall Reed Archers 2 B", "Reed Archers stand in A"),
        ("activate Storm Warden complex", "absorb", "several stones can be absorbed; write absorb norse or absorb"),
        ("activate Reed Archers simple", "power Second Breath", "nobody has a power that could be used now"),
    ],
)
def test_what_a_turn_refuses(before: str, text: str, why: str) -> None:
    played = staged(*ARMY)
    unit(played, "Reed Archers").vitality, unit(played, "Ash Runner").vitality = 2, 3
    played.present.spots["A"].stones = ["norse", "greek"]
    played.present.players[0].cards.sure["omphalos"] = 2
    say(played, *[before] * bool(before))
    assert why in refused(played, text)


@pytest.mark.rule("target-choice")
def test_whom_a_text_fits_is_told_in_the_order_of_the_pieces() -> None:
    """Whatever order Python's sets have in this process."""
    enemies = ["Deep Queen", "Wall Guard", "Pale Rider", "Torch Bearer", "Lamp Thief", "Cliff Goat"]
    played = staged("Anna: Ash Runner H", *(f"Bo: {name} H" for name in enemies))
    say(played, "activate Ash Runner simple")
    there = [f"Bo's {name}" for name in enemies[:-1]]
    assert refused(played, "attack Bo").endswith(f"{', '.join(there)} or Bo's Cliff Goat")


@pytest.mark.rule("drop", "heal-with-omphalos")
@pytest.mark.parametrize("text", ["drop and walk B", "drop Ash Runner", "heal Ash Runner"])
def test_nothing_stands_behind_a_move_of_one_word(text: str) -> None:
    played = staged(*ARMY)
    unit(played, "Ash Runner").stone, unit(played, "Storm Warden").vitality = "norse", 1
    played.present.players[0].cards.sure["omphalos"] = 1
    say(played, "activate Ash Runner simple")
    assert f'can\'t read "{text}"' in refused(played, text)
    say(played, text.split()[0])


@pytest.mark.rule("absorb", "M73")
def test_another_stone_than_the_bearers_is_not_absorbed() -> None:
    played = staged(*ARMY)
    unit(played, "Ash Runner").stone = "greek"
    say(played, "activate Storm Warden complex")
    assert "Ash Runner: nothing that could be absorbed" in refused(played, "absorb norse from Ash Runner")
    say(played, "absorb greek from Ash Runner")
    assert played.present.players[0].absorbed == ["greek"]


@pytest.mark.rule("recall", "aow-payment")
def test_nobody_recalls_without_a_card_to_pay() -> None:
    played = say(staged(*ARMY), "activate Ash Runner simple")
    played.present.piece("Reed Archers").vitality = 2
    cards = played.present.players[0].cards
    cards.sure, cards.pool, cards.deck = {"Reed Archers": 1}, {}, 0
    assert "Anna can't have an AoW card" in refused(played, "recall Reed Archers 2 A")


@pytest.mark.rule("manoeuvres", "M85")
def test_nothing_is_drawn_where_nothing_is_left() -> None:
    played = staged(*ARMY)
    cards = played.present.players[0].cards
    cards.sure, cards.pool, cards.deck = {"art of war": 1}, {}, 0
    free = Match(make_setup(manoeuvre_aow=0), played.present, [])
    assert manoeuvres.why_not(free, 0, manoeuvres.DRAW) == ("there is nothing to draw", "M85")
    cards.discard = ["art of war"]
    assert manoeuvres.why_not(free, 0, manoeuvres.DRAW) == ("", "")


@pytest.mark.rule("manoeuvres", "deck-out")
def test_the_card_that_paid_for_a_draw_can_be_drawn() -> None:
    """It lies in the discards when the deck runs out: all take up their decks, and it is drawn again."""
    played = staged(*ARMY)
    cards = played.present.players[0].cards
    cards.sure, cards.pool, cards.deck = {"art of war": 1}, {}, 0
    say(played, "Anna: buy draw")
    cards, others = (player.cards for player in played.present.players)
    assert (cards.held, cards.deck, cards.discard, others.deck) == (1, 0, [], 0)


@pytest.mark.rule("power-price")
@pytest.mark.parametrize(
    ("price", "why"),
    [
        ("1 miniature", "no allied troop here has 1 miniature"),
        ("12 cards", "Anna has fewer than 12 cards in hand"),
        ("1 token Web", "fewer than 1 Web lie on the board"),
    ],
)
def test_what_cant_be_paid_for_a_power_is_said(price: str, why: str) -> None:
    played = active(f"active, {price}: heal 1; token Web x2", "Anna B: Guards: troop")
    unit(played, "Runner").vitality = 2
    assert refused(played, "power Any").startswith(f"Any: {why}")


@pytest.mark.rule("active-powers", "power-tokens", "elements", "recall", "leader", "search-card")
@pytest.mark.parametrize(
    ("effect", "why"),
    [
        ("an allied troop anywhere recall 2", "no troop has lost miniatures"),
        ("place Web", "no Web is left in the reserve"),
        ("an ally here place Net", "there is no area for it"),
        ("an area anywhere remove Net", "no Net lies there"),
        ("an area here elements -1", "no 3D element is there"),
        ("an allied troop around activate", "no troop can be called"),
        ("each opponent search", "Bo's deck is empty"),
        ("an enemy around gives its stone", "Foe carries no stone"),
        ("an enemy around move 1", "Foe is huge: nothing moves it"),
    ],
)
def test_what_comes_to_nothing_says_why(effect: str, why: str) -> None:
    played = active(
        f"active: heal 1, {effect}; token Web x1; token Net x2", "Anna B: Guards: troop", "Bo B: Foe: giant"
    )
    unit(played, "Runner").vitality, played.present.players[1].cards.deck = 2, 0
    played.present.spots["H"].tokens.append(Token("Web", "Runner", 0))
    say(played, "power Any")
    assert any(why in line for line in told(played))


@pytest.mark.rule("limited")
def test_a_scenario_lends_its_own_units_alone() -> None:
    played = session(make_setup(limited=("Storm Warden", "Deep Queen")))
    assert '"Zeus" isn\'t among the units of the scenario' in refused(played, "recruit Zeus")


@pytest.mark.rule("retaliation")
def test_a_light_table_says_how_it_is_told() -> None:
    armies = ("Storm Warden", "Stone Thrower"), ("Deep Queen", "Gale Harrier")
    played = session(make_setup(tracking="battles", picks=armies))
    assert "no unit is activated now" in refused(played, "deep queen retaliates")
    assert options(played) == ["end turn", "activate Storm Warden", "activate Stone Thrower"]
    say(played, "storm warden")
    say(played, "deep queen retaliates 5/9", "0 0 0 0 0")
    assert any(line.endswith("one answer of this turn.") for line in told(played))
    assert refused(played, "deep queen retaliates") == "Deep Queen has answered this turn"
    fights = ["attack Deep Queen", "attack Gale Harrier"]
    assert options(played) == ["end turn", "activate Stone Thrower", *fights, "claim", "absorb"]
    assert "write who answers, like Deep Queen retaliates" in refused(played, "retaliates")
    assert 'defence or a number, not by "sideways"' in refused(played, "attacks deep queen at 0, sideways")


@pytest.mark.rule("flying", "complex-actions")
def test_flights_are_listed_as_closed_for_flyers_alone() -> None:
    closed = {}
    for name in ("Gale Harrier", "Ash Runner"):
        played = say(staged(f"Anna: {name} A", "Bo: Deep Queen H"), f"activate {name} simple")
        assert played.question is not None
        closed[name] = {option.text for option in played.question.closed()}
        assert f"activate {name}" in closed[name]  # not twice in a turn
        closed[name].remove(f"activate {name}")
    assert closed["Gale Harrier"] - closed["Ash Runner"] == {"fly", "aerial attack"}


@pytest.mark.rule("activation", "deploy", "walk")
@pytest.mark.parametrize(
    ("unit", "how", "begins"),
    [("Ash Runner", "simple", "walk"), ("Ash Runner", "complex", "run"), ("Hedge Knight", "complex", "deploy")],
)
def test_what_is_open_is_not_listed_as_closed_too(unit: str, how: str, begins: str) -> None:
    for learnt in dict[str, Any](), {"board_file": ""}:
        played = staged("Anna: Ash Runner A", "Anna: Hedge Knight", "Bo: Deep Queen H", **learnt)
        question = say(played, f"activate {unit} {how}").question
        assert question is not None
        listed = {option.text for option in question.options() if option.text.startswith(begins)}
        assert listed
        assert not listed & {option.text for option in question.closed()}


@pytest.mark.rule("leader", "M68")
def test_a_power_calls_no_troop_that_was_activated_and_nobody_else() -> None:
    rally = "a Rally: passive, 1 aow, end: an ally around activate"
    played = field(
        f"Anna A: Runner: hero; {rally}", "Anna B: Guards: troop", "Anna B: Friend: hero", "Bo H: Foe: hero"
    )
    cards = played.present.players[0].cards
    cards.pool, cards.deck = {"Guards": 2, "Friend": 2}, 4
    say(played, "activate Guards simple", "activate Runner simple", "end turn")
    assert played.present.player.name == "Bo"


@pytest.mark.rule("active-powers", "M65")
@pytest.mark.parametrize(
    ("effect", "left", "opened"),
    [
        ("an opponent discard 1", "hand", True),
        ("an opponent discard 1", "deck", False),
        ("an opponent draw 1", "hand", False),
        ("an opponent draw 1", "deck", True),
        ("draw 1", "hand", True),
    ],
)
def test_cards_are_drawn_where_a_deck_is_and_discarded_where_a_hand_is(effect: str, left: str, opened: bool) -> None:
    played = active(f"active: {effect}", "Bo H: Foe: hero")
    cards = played.present.players[1].cards
    cards.sure, cards.pool, cards.deck = ({"Foe": 2}, {}, 0) if left == "hand" else ({}, {"Foe": 2}, 2)
    assert ("power Any" in options(played)) == opened


@pytest.mark.rule("M46", "mighty-throw", "monster-slayer")
@pytest.mark.parametrize(("agreed", "again"), [("any order", True), ("after slayer", False)])
def test_dice_are_thrown_again_after_a_throw_as_the_table_agreed(agreed: str, again: bool) -> None:
    played = staged("Anna: Stone Thrower E", "Bo: Marsh Serpent E", throw_counts=agreed)
    say(played, "activate Stone Thrower simple", "attack Marsh Serpent", "0 0 0 4 4 4 4", "throw C")
    assert any(option.startswith("reroll") for option in options(played)) == again


@pytest.mark.rule("lava", "M50")
def test_who_walks_into_lava_is_asked_where_it_goes_on_to() -> None:
    played = say(staged("Anna: Ash Runner C", "Bo: Deep Queen H"), "activate Ash Runner simple", "walk G")
    assert played.question is not None
    assert played.question.prompt == "Anna: Ash Runner goes on to"
    assert options(played) == ["C", "D", "H"]
    say(played, "D")
    assert unit(played, "Ash Runner").area == "D"


@pytest.mark.rule("draft")
def test_what_is_asked_before_a_game_says_what_is_left_and_where() -> None:
    played = session(make_setup())
    assert played.question is not None
    assert played.question.prompt == "Anna recruits which god (18 RP left)"
    armies = ("Storm Warden", "Reed Archers"), ("Deep Queen", "Wall Guard")
    played = say(session(make_setup(picks=armies)), STONES, "north", "south")
    assert "Z" in refused(played, "place Reed Archers Z")
    assert options(played)[:2] == ["place Reed Archers A", "place Reed Archers B"]


def test_of_the_score_alone_only_turns_and_the_end_are_told() -> None:
    assert options(session(make_setup(tracking="score", units=(), deck=""))) == ["end turn", "game over"]


@pytest.mark.rule("heal-with-omphalos")
def test_to_heal_is_offered_and_recorded_as_it_is_said() -> None:
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen H")
    unit(played, "Storm Warden").vitality, played.present.players[0].cards.sure["omphalos"] = 5, 1
    assert "heal" in options(played)
    say(played, "HEAL", "pass")
    assert "heal" in [answer.text for step in played.steps for answer in step.answers]
    assert unit(played, "Storm Warden").vitality == 6


@pytest.mark.rule("monster-slayer", "M46")
@pytest.mark.parametrize("who", ["Ash Runner", "Stone Thrower"])
def test_dice_that_cant_be_thrown_again_are_refused_before_they_are(who: str) -> None:
    """Ash Runner throws none again; of Stone Thrower's none shows a 1."""
    played = staged(f"Anna: {who} A", "Bo: Gale Harrier A", "Bo: Deep Queen H")
    say(played, f"activate {who} simple", "attack Gale Harrier [no / no / 0 0 4 4 4 4 4]")
    assert refused(played, "reroll 1")
    assert played.question is not None
    assert played.question.key == "assault"


@pytest.mark.rule("draft")
@pytest.mark.parametrize("text", ["recruit", "Recruit ", "recruit 7", "7"])
def test_a_unit_is_recruited_by_its_name(text: str) -> None:
    assert refused(session(make_setup()), text).startswith("write the name of the unit")


@pytest.mark.rule("power-price")
@pytest.mark.parametrize(
    ("price", "why"), [("1 wound", "only a unit on the board takes wounds"), ("1 card", ""), ("1 aow", "")]
)
def test_who_isnt_on_the_board_pays_with_cards_alone(price: str, why: str) -> None:
    played = field(f"Anna : Runner: hero; a Any: passive, {price}, start: draw 1", "Bo A: Foe: hero")
    power_of = f"Runner: hero 3, 3 cards, art 1; 5-1 6/7/0/2 a; a Any: passive, {price}, start: draw 1"
    match = Match(make_setup(units=(read_unit(power_of),)), played.present, [])
    piece = unit(played, "Runner")
    (power,) = powers_of(match.unit("Runner"))
    assert using.why_not_pay(match, piece, power) == why


@pytest.mark.rule("as-if-there", "M24")
def test_an_attack_as_if_there_is_at_range_0_for_the_powers_of_who_is_attacked() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen B", "Bo: Stone Thrower B", "Bo: Lamp Thief B")
    say(played, "activate Ash Runner simple", "attack Deep Queen as if there")
    assert told(played)[-1].endswith("defence 8 (printed) + 1 (power Cold Grip) = 9.")


@pytest.mark.rule("as-if-there", "retaliation", "M24", "M42")
def test_an_attack_as_if_there_is_answered_as_if_there() -> None:
    """From a neighbouring area with a range of 0."""
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen B", "Bo: Stone Thrower B", "Bo: Lamp Thief B")
    say(played, "activate Ash Runner simple", "attack Deep Queen as if there", "0 0 0 0 0 0 0", "retaliate")
    assert any(line.startswith("Deep Queen answers Ash Runner: offence 6") for line in told(played))
    assert played.question is not None
    assert (played.question.key, played.question.who) == ("roll", "Bo")


@pytest.mark.rule("draft")
def test_who_cant_be_recruited_is_listed_with_the_reason() -> None:
    question = session(make_setup()).question
    assert question is not None
    closed = {option.text: option.detail for option in question.closed()}
    assert closed["recruit Old Furnace"] == "Old Furnace is a titan; this game is played with gods"
    assert closed["recruit Ash Runner"] == "the first pick is a god; Ash Runner is a hero"
    assert not {option.text for option in question.options()} & set(closed)


@pytest.mark.rule("wounds", "M14")
@pytest.mark.parametrize(("name", "silent"), [("Pale Rider", ()), ("Reed Archers", ("archer",))])
def test_the_talents_of_a_troop_alone_fall_silent_at_the_last(name: str, silent: tuple[str, ...]) -> None:
    played, events = staged(f"Anna: {name} A", "Bo: Deep Queen H"), list[Any]()
    match = Match(make_setup(), played.present, events)
    piece = played.present.piece(name)
    endings.wound(match, piece, piece.vitality - 1)
    assert events[0].silent == silent
