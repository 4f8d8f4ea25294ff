"""Attacks in a game: guard, evade, initiative, retaliation, throws, as if there (worked cases 13 to 18, 26, 30)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.errors import Illegal, Unreadable
from referee.games.mythic.board.words import with_area, with_border
from referee.games.mythic.rules.events import Wounded
from referee.games.mythic.rules.state import GameState, Piece, Token
from referee.games.mythic.scores import SCORES
from referee.games.mythic.vocabulary import FACES
from referee.play.event import Said
from referee.play.session import Session
from referee.scores.evening import ThrowOfEvening
from tests.mythic.games import BOARD, BOX, options, refusal, say, staged, told


def unit(played: Session[GameState], name: str) -> Piece:
    return played.present.piece(name)


def key(played: Session[GameState]) -> str:
    assert played.question is not None
    return played.question.key


def prompt(played: Session[GameState]) -> str:
    assert played.question is not None
    return played.question.prompt


@pytest.mark.rule("retaliation", "M42")
def test_who_is_attacked_at_range_0_and_survives_answers_once() -> None:
    """Case 13."""
    played = staged("Anna: Ash Runner A", "Anna: Hedge Knight A", "Bo: Stone Thrower A")
    say(played, "activate Ash Runner simple")
    assert played.question is not None
    weighed = {option.text: option.has_odds for option in played.question.options()}
    assert weighed["attack Stone Thrower"], "its odds stay where there is little room"
    say(played, "attack Stone Thrower [0 0 0 0 0 0 0]")
    assert (key(played), prompt(played)) == ("retaliate", "Bo: Stone Thrower is attacked: does it retaliate")
    say(played, "retaliate", "5 5 5 5 5 5 5")
    assert key(played) == "assault"
    say(played, "done")
    assert unit(played, "Ash Runner").vitality == 5
    say(played, "activate Hedge Knight simple", "attack Stone Thrower [0 0 0 0]")
    assert key(played) == "move"  # it has retaliated this turn
    assert unit(played, "Stone Thrower").retaliated


@pytest.mark.rule("range", "target-choice", "as-if-there")
def test_whom_no_attack_reaches_is_closed_with_the_reason() -> None:
    full = ("Bo: Deep Queen C", "Bo: Marsh Serpent C", "Bo: Wall Guard C")
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower H", "Bo: Hedge Knight A", *full)
    question = say(played, "activate Ash Runner simple").question
    assert question is not None
    closed = {one.text: (one.detail, one.rule) for one in question.closed() if one.text.startswith("attack")}
    assert closed == {"attack Stone Thrower": ("Stone Thrower is 3 areas away; the range is 0", "range")} | {
        f"attack {name}": (f"{name} is 1 area away; the range is 0", "range")
        for name in ("Deep Queen", "Marsh Serpent", "Wall Guard")
    }
    assert [text for text in options(played) if text.startswith("attack")] == [
        "attack Hedge Knight",
        "attack Deep Queen as if there",
        "attack Marsh Serpent as if there",
        "attack Wall Guard as if there",
    ]


@pytest.mark.rule("aerial-attack", "M30")
def test_no_line_is_asked_for_where_the_attack_comes_from_the_air() -> None:
    played = say(staged("Anna: Storm Warden A", "Bo: Hedge Knight G"), "activate Storm Warden complex")
    say(played, "aerial attack Hedge Knight")
    assert key(played) == "roll"


@pytest.mark.rule("retaliation", "M67")
def test_who_has_no_card_of_its_own_isnt_asked() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower A")
    played.present.players[1].cards.sure.pop("Stone Thrower")
    say(played, "activate Ash Runner simple", "attack Stone Thrower [0 0 0 0 0 0 0]")
    assert key(played) == "move"


@pytest.mark.rule("retaliation", "destroyed", "drop")
def test_who_is_destroyed_doesnt_answer_and_drops_its_stone() -> None:
    """Cases 13 and 30."""
    played = staged("Anna: Ash Runner A", "Bo: Gale Harrier A", "Bo: Deep Queen H")
    unit(played, "Gale Harrier").vitality, unit(played, "Gale Harrier").stone = 1, "norse"
    say(played, "activate Ash Runner simple", "attack Gale Harrier [no / no / 5 5 1 1 0 0 0 / best]")
    assert unit(played, "Gale Harrier").status == "destroyed"
    assert played.state.spots["A"].stones == ["norse"]
    assert key(played) == "move"


@pytest.mark.rule("initiative", "M41")
def test_initiative_that_destroys_the_attacker_spends_the_attack() -> None:
    """Case 14."""
    played = staged("Anna: Ash Runner A", "Bo: Gale Harrier A", "Anna: Storm Warden")
    unit(played, "Ash Runner").vitality = 1
    say(played, "activate Ash Runner simple", "attack Gale Harrier [no]")
    assert (key(played), prompt(played)) == ("initiative", "Bo: Gale Harrier is attacked: does it strike first")
    say(played, "initiative [5 5 5 0 0 / second 5 5 / 5 5]")
    assert unit(played, "Ash Runner").status == "destroyed"
    assert unit(played, "Gale Harrier").vitality == 5
    assert played.present.acting.done == ["attack"]
    lines = told(played)
    assert "Ash Runner's attack is spent: Ash Runner is destroyed." in lines
    assert "Bo discards a Gale Harrier card: Gale Harrier strikes first." in lines


@pytest.mark.rule("initiative", "skirmish-win")
def test_after_initiative_that_ends_the_game_nothing_more_is_told_of_the_attack() -> None:
    played = staged("Anna: Storm Warden A", "Bo: Gale Harrier A", "Bo: Deep Queen H")
    unit(played, "Storm Warden").vitality = 1
    say(
        played,
        "activate Storm Warden simple",
        "attack Gale Harrier [no / initiative / no / 5 5 5 0 0 / second 5 5 / 5 5]",
    )
    assert played.present.over
    assert not any("is spent" in line for line in told(played))


@pytest.mark.rule("initiative", "M41")
def test_an_attack_on_who_fell_as_it_struck_first_is_spent() -> None:
    """It ended the program: a unit that isn't on the board any more has no values."""
    thorns = "a Thorns: passive, when attacked at 0: the attacker wounds 9"
    bearer = f"Thorn Bearer: hero 3, greek, 3 cards, art 1; 9-1 6/7/0/1 a; {thorns}"
    played = staged("Anna: Thorn Bearer A", "Bo: Gale Harrier A", typed=[bearer])
    say(played, "activate Thorn Bearer simple", "attack Gale Harrier [no / initiative]")
    assert unit(played, "Gale Harrier").status == "destroyed"
    assert "Thorn Bearer's attack is spent: Gale Harrier is destroyed." in told(played)


@pytest.mark.rule("initiative", "M41")
def test_after_initiative_the_attack_goes_on_without_another_answer() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Gale Harrier A")
    say(played, "activate Ash Runner simple", "attack Gale Harrier [no / initiative / 0 0 0 0 0 / 0 0 0 0 0 0 0]")
    assert key(played) == "move"
    assert unit(played, "Gale Harrier").retaliated


@pytest.mark.rule("initiative", "retaliation")
def test_who_doesnt_strike_first_may_still_answer() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Gale Harrier A")
    say(played, "activate Ash Runner simple", "attack Gale Harrier [no / no / 0 0 0 0 0 0 0]")
    assert key(played) == "retaliate"


@pytest.mark.rule("initiative")
def test_where_both_have_initiative_the_order_is_the_usual() -> None:
    played = staged("Anna: Gale Harrier A", "Bo: Gale Harrier A")
    played.present.pieces[1].name = "Gale Harrier #2"
    played.present.players[1].cards.sure = {"Gale Harrier #2": 3, "art of war": 1}
    say(played, "activate Gale Harrier simple", "attack Gale Harrier #2 [no / 0 0 0 0 0]")
    assert key(played) == "retaliate"


@pytest.mark.rule("aerial-attack", "initiative", "M62")
@pytest.mark.parametrize(("how", "verb", "first"), [("complex", "aerial attack", False), ("simple", "attack", True)])
def test_in_flight_an_attackers_initiative_counts_over_water_too(how: str, verb: str, first: bool) -> None:
    """From the air terrain does nothing against it, so both have initiative; on foot the water silences its own."""
    swift = "Swift: hero 3, norse, 3 cards, art 1, aquatic, initiative; 4-1 4/7/0/2"
    played = staged("Anna: Gale Harrier C", "Bo: Swift C", "Bo: Deep Queen H", typed=[swift])
    say(played, f"activate Gale Harrier {how}", f"{verb} Swift")
    assert (key(played) == "initiative") == first


@pytest.mark.rule("guard", "M39")
def test_a_guard_takes_the_place_of_the_target() -> None:
    """Case 15: the values are those of the guard."""
    played = staged("Anna: Ash Runner E", "Bo: Stone Thrower E", "Bo: Wall Guard E")
    told(played)
    say(played, "activate Ash Runner simple", "attack Stone Thrower")
    assert key(played) == "guard"
    say(played, "guard Wall Guard")
    values = "offence 6 (printed) + 1 (close combat) = 7; defence 7 (printed) + 1 (ruins) = 8"
    assert f"Ash Runner attacks Wall Guard: {values}." in told(played)


@pytest.mark.rule("guard", "evade", "initiative")
@pytest.mark.parametrize(
    ("there", "target", "said"),
    [
        ("Wall Guard E", "Deep Queen", "no with omphalos"),
        ("Wall Guard E", "Deep Queen", "guard Wall Guard with omphalos"),
        ("Gale Harrier E", "Gale Harrier", "no with omphalos"),
    ],
)
def test_an_answer_that_costs_nothing_is_paid_with_nothing(there: str, target: str, said: str) -> None:
    """No word of an answer is dropped."""
    played = staged("Anna: Ash Runner E", "Bo: Deep Queen E", f"Bo: {there}")
    say(played, "activate Ash Runner simple", f"attack {target}")
    with pytest.raises(Unreadable, match='costs no card; leave out "with omphalos"'):
        played.answer(said)


@pytest.mark.rule("evade", "M40")
def test_who_evades_with_nobody_else_in_reach_spends_the_attack() -> None:
    """Case 15."""
    played = staged("Anna: Ash Runner A", "Bo: Gale Harrier A")
    say(played, "activate Ash Runner simple", "attack Gale Harrier [evade]")
    assert key(played) == "move"
    assert played.present.acting.done == ["attack"]
    assert played.state.players[1].cards.discard == ["art of war"]
    assert played.state.players[1].bought == ["evade"]
    events = played.take_events()
    ended = [event.text for event in events if isinstance(event, Said) and event.rules == ("evade", "M40")]
    assert ended == ["Gale Harrier evades.", "Ash Runner's attack is spent: evaded."]


@pytest.mark.rule("evade", "M40")
def test_an_evaded_attack_may_be_turned_to_another_target() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Gale Harrier A", "Bo: Stone Thrower A")
    say(played, "activate Ash Runner simple", "attack Gale Harrier [evade]")
    assert key(played) == "redirect"
    assert options(played) == ["attack Stone Thrower", "none"]
    say(played, "attack Stone Thrower [0 0 0 0 0 0 0]")
    assert key(played) == "retaliate"


@pytest.mark.rule("evade", "M40", "aerial-attack")
def test_whom_an_evaded_aerial_attack_is_turned_to_is_said_by_name() -> None:
    played = staged("Anna: Gale Harrier A", "Bo: Storm Warden A", "Bo: Ash Runner B")
    say(played, "activate Gale Harrier complex", "aerial attack Storm Warden [evade / Ash Runner / 0 0 0 0 0]")
    assert any("Harrier attacks Ash Runner" in line for line in told(played))


@pytest.mark.rule("evade", "M40", "retaliation")
def test_an_answer_that_is_evaded_is_told_as_spent() -> None:
    played = staged("Anna: Gale Harrier A", "Bo: Stone Thrower A")
    say(played, "activate Gale Harrier simple", "attack Stone Thrower [0 0 0 0 0]", "retaliate")
    played.take_events()
    say(played, "evade")
    events = [event for event in played.take_events() if isinstance(event, Said)]
    assert [event.text for event in events if event.rules == ("evade", "M40")][1:] == [
        "Stone Thrower's attack is spent: evaded."
    ]


@pytest.mark.rule("evade", "M40", "as-if-there")
def test_an_attack_as_if_there_that_is_evaded_is_turned_to_any_other_target() -> None:
    others = "Bo: Stone Thrower B", "Bo: Wall Guard B", "Bo: Lamp Thief A"
    played = staged("Anna: Ash Runner A", "Bo: Gale Harrier B", *others)
    say(played, "activate Ash Runner simple", "attack Gale Harrier as if there [no / evade]")
    assert options(played) == [
        "attack Stone Thrower as if there",
        "attack Wall Guard as if there",
        "attack Lamp Thief",
        "none",
    ]


@pytest.mark.rule("evade", "aow-payment")
def test_an_evasion_is_offered_at_its_first_price_alone() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Gale Harrier A")
    played.present.players[1].cards.sure["omphalos"] = 1
    say(played, "activate Ash Runner simple", "attack Gale Harrier")
    assert options(played) == ["evade", "no"]


@pytest.mark.rule("evade")
def test_nobody_evades_at_range_1() -> None:
    played = staged("Anna: Reed Archers A", "Bo: Gale Harrier C")
    say(played, "activate Reed Archers simple", "attack Gale Harrier")
    assert key(played) == "roll"


@pytest.mark.rule("mighty-throw", "M45", "lava", "M50")
def test_a_target_thrown_into_lava_drops_its_stone_first_and_is_moved_on() -> None:
    """Cases 16 and 30."""
    played = staged("Anna: Stone Thrower H", "Bo: Ash Runner H", "Bo: Deep Queen")
    unit(played, "Ash Runner").stone = "greek"
    say(played, "activate Stone Thrower simple", "attack Ash Runner [5 0 0 1 1 1 1]")
    assert "throw G" in options(played)
    assert "throw E" in options(played)
    say(played, "throw G [D / done]")
    assert played.present.spots["H"].stones == ["greek"]
    runner = unit(played, "Ash Runner")
    assert (runner.area, runner.vitality) == ("D", 4)
    assert key(played) == "move"  # thrown out of the area: no answer


@pytest.mark.rule("lava", "M50")
def test_whom_lava_destroys_isnt_asked_where_it_goes_on_to() -> None:
    """Walking, thrown or moved by a power; the wound is the terrain's own, where it goes on to a ruling's."""
    played = staged("Anna: Ash Runner C", "Bo: Deep Queen H")
    unit(played, "Ash Runner").vitality = 1
    say(played, "activate Ash Runner simple")
    assert [text for text in options(played) if "G" in text] == ["walk G"]
    say(played, "walk G")
    assert (unit(played, "Ash Runner").status, key(played)) == ("destroyed", "move")

    played = staged("Anna: Stone Thrower H", "Bo: Ash Runner H", "Bo: Deep Queen")
    unit(played, "Ash Runner").vitality = 1
    say(played, "activate Stone Thrower simple", "attack Ash Runner [5 0 0 1 1 1 1 / throw G]")
    assert (unit(played, "Ash Runner").status, key(played)) == ("destroyed", "move")

    played = staged("Anna: Ash Runner C", "Bo: Deep Queen H")
    say(played, "activate Ash Runner simple", "walk G [D]")
    rules = {event.rules for event in played.take_events() if isinstance(event, Wounded)}
    assert rules == {("lava",)}


@pytest.mark.rule("lava", "M50")
def test_who_finds_nothing_open_beside_the_lava_is_wounded_in_it() -> None:
    """A climber comes down an escarpment, and being moved doesn't climb back: its stone lies in the lava."""
    board = with_area(with_area(BOARD, replace(BOARD["A"], name="Y")), replace(BOARD["G"], name="Z"))
    board = with_border(board, replace(BOARD.boundaries[0], first="A", second="Y"))
    board = with_border(board, replace(BOARD.boundaries[0], first="Y", second="Z", kind="escarpment"))
    played = staged("Anna: Cliff Goat A", "Bo: Deep Queen H", board=board)
    unit(played, "Cliff Goat").vitality, unit(played, "Cliff Goat").stone = 1, "greek"
    say(played, "activate Cliff Goat simple", "walk Y Z")
    assert (unit(played, "Cliff Goat").status, played.present.spots["Z"].stones) == ("destroyed", ["greek"])


@pytest.mark.rule("as-if-there", "M24", "M35", "M80")
def test_a_full_neighbouring_area_is_struck_as_if_there_and_answers_so() -> None:
    """Case 18."""
    played = staged("Anna: Ash Runner A", "Bo: Old Furnace B")
    say(played, "activate Ash Runner simple")
    offered = [text for text in options(played) if text.startswith("attack")]
    assert offered == ["attack Old Furnace as if there"]
    say(played, "attack Old Furnace as if there [0 0 0 0 0 0 0]")
    assert key(played) == "retaliate"
    say(played, "retaliate [0 0 0 0 0 0 0 0 0]")
    assert unit(played, "Old Furnace").retaliated


@pytest.mark.rule("guard")
def test_a_guard_is_named_without_the_verb_too() -> None:
    played = staged("Anna: Ash Runner E", "Bo: Stone Thrower E", "Bo: Wall Guard E")
    say(played, "activate Ash Runner simple", "attack Stone Thrower", "wall guard")
    assert "Wall Guard guards Stone Thrower: it is the target now." in told(played)


@pytest.mark.rule("M92", "guard", "M39")
@pytest.mark.parametrize(
    "guards", [("Bo: Hedge Knight A", "Dai: Wall Guard A"), ("Dai: Wall Guard A", "Bo: Hedge Knight A")]
)
def test_each_player_with_a_guard_is_asked_in_the_order_of_seats(guards: tuple[str, ...]) -> None:
    played = staged("Cleo: Ash Runner A", *guards, "Bo: Reed Archers A", players=4, turn=2)
    say(played, "activate Ash Runner simple", "attack Reed Archers")
    assert options(played) == ["guard Hedge Knight", "no"]
    say(played, "no")
    assert options(played) == ["guard Wall Guard", "no"]


@pytest.mark.rule("guard", "M39", "M93")
def test_who_cant_be_attacked_at_that_range_doesnt_guard() -> None:
    veiled = "Veiled: hero 3, greek, 3 cards, art 1, guard; 5-1 5/7/0/2 a; a Veil: permanent, at 0: can't be attacked"
    played = staged("Anna: Ash Runner A", "Bo: Veiled A", "Bo: Frost Ox A", typed=[veiled])
    say(played, "activate Ash Runner simple", "attack Frost Ox")
    assert key(played) == "roll"


@pytest.mark.rule("guard", "M39", "range")
@pytest.mark.parametrize(("moves", "asked"), [("", "guard"), ("range -1", "roll"), ("range -2", "roll")])
def test_who_is_out_of_range_by_its_own_power_doesnt_guard(moves: str, asked: str) -> None:
    dim = "Dim: hero 3, greek, 3 cards, art 1, guard; 5-1 5/7/0/2 a"
    dim += f"; a Shorten: permanent, when attacked: the attacker {moves}" * bool(moves)
    played = staged("Anna: Reed Archers A", "Bo: Dim E", "Bo: Frost Ox E", typed=[dim])
    say(played, "activate Reed Archers simple", "attack Frost Ox")
    assert key(played) == asked


@pytest.mark.rule("M88", "aerial-attack", "as-if-there")
def test_an_aerial_attack_strikes_into_a_full_neighbouring_area_and_is_answered() -> None:
    played = staged("Anna: Gale Harrier A", "Bo: Old Furnace B")
    say(played, "activate Gale Harrier complex")
    offered = [text for text in options(played) if text.startswith("aerial")]
    assert offered == ["aerial attack Old Furnace", "aerial attack Old Furnace as if there"]
    say(played, "aerial attack Old Furnace as if there [0 0 0 0 0]")
    assert key(played) == "retaliate"


CASTER = "Caster: hero 3, 3 cards, art 1; 5-1 5/7/0/2 a; a Bolt: offensive, 1 aow: attack dice 7 range {range}"


@pytest.mark.rule("as-if-there", "offensive-powers", "M24")
@pytest.mark.parametrize(("how", "asked"), [("", "move"), (" as if there", "retaliate")])
def test_a_power_says_itself_whether_it_strikes_as_if_there(how: str, asked: str) -> None:
    """Where both ways are open each is named, so that nothing is asked once the price is paid."""
    played = staged("Anna: Caster A", "Bo: Old Furnace B", typed=[CASTER.format(range=1)])
    say(played, "activate Caster simple")
    assert f"power Bolt on Old Furnace{how}" in options(played)
    say(played, f"power Bolt on Old Furnace{how} [0 0 0 0 0 0 0]")
    assert key(played) == asked
    assert (played.draft or played.steps[-1].answers)[0][1] == f"power Bolt on Old Furnace{how}"


@pytest.mark.rule("as-if-there", "range", "M24")
def test_a_power_strikes_as_if_there_only_where_that_is_said() -> None:
    played = staged("Anna: Caster A", "Bo: Old Furnace B", typed=[CASTER.format(range=0)])
    say(played, "activate Caster simple")
    assert [text for text in options(played) if "Bolt" in text] == ["power Bolt on Old Furnace as if there"]
    refused = refusal(played, "power Bolt on Old Furnace")
    assert "it can on Old Furnace as if there" in refused.reason
    assert not played.draft
    say(played, "power bolt on old furnace as if there")
    assert key(played) == "roll"


@pytest.mark.rule("token-targets", "M43")
@pytest.mark.parametrize(("name", "defence"), [("Web", 4), ("Ward", 6)])
def test_of_several_tokens_the_one_that_is_named_is_attacked(name: str, defence: int) -> None:
    tokens = "Webber: hero 1; 3-1 3/6/0/2; token Web x1, 4/1; token Ward x1, 6/2"
    played = staged("Anna: Ash Runner A", "Bo: Old Furnace H", "Bo: Webber H", typed=[tokens])
    played.present.spots["A"].tokens += [Token("Web", "Webber", 1, 1), Token("Ward", "Webber", 1, 2)]
    say(played, "activate Ash Runner simple", f"attack {name} A")
    assert told(played)[-1] == f"Ash Runner attacks {name}: offence 6; defence {defence}."


@pytest.mark.rule("M87", "stairs", "heights")
def test_terrain_adds_to_the_range_that_a_power_prints() -> None:
    """D are stairs above E, behind an arrowhead: 0 + 1 + 1 reaches H, two areas away."""
    played = staged("Anna: Caster D", "Bo: Old Furnace H", typed=[CASTER.format(range=0)])
    say(played, "activate Caster simple")
    assert "power Bolt on Old Furnace" in options(played)


@pytest.mark.rule("as-if-there", "token-targets", "M43")
def test_a_token_in_a_full_neighbouring_area_is_struck_as_if_there_like_a_unit() -> None:
    web = "Webber: hero 1; 3-1 3/6/0/2; token Web x1, 4/1"
    played = staged("Anna: Ash Runner A", "Bo: Old Furnace B", "Bo: Webber H", typed=[web])
    played.present.spots["B"].tokens.append(Token("Web", "Webber", 1, 1))
    say(played, "activate Ash Runner simple")
    assert "attack Web B as if there" in options(played)
    say(played, "attack Web B as if there [5 0 0 0 0 0]")
    assert played.present.spots["B"].tokens == []
    assert key(played) == "move"


@pytest.mark.rule("as-if-there", "M35")
def test_nobody_strikes_across_a_wall_but_by_the_setting() -> None:
    """Case 18."""
    played = staged("Anna: Ash Runner D", "Bo: Old Furnace B")
    say(played, "activate Ash Runner simple")
    assert "attack Old Furnace as if there" not in options(played)
    played = staged("Anna: Ash Runner D", "Bo: Old Furnace B", full_area_reach="any")
    say(played, "activate Ash Runner simple")
    assert "attack Old Furnace as if there" in options(played)


@pytest.mark.rule("force-of-nature", "M47", "elements", "M58")
def test_force_of_nature_takes_an_element_and_lasts_for_the_activation() -> None:
    played = staged("Anna: Iron Mother B", "Bo: Ash Runner A")
    say(played, "activate Iron Mother simple", "nature")
    assert played.state.spots["B"].elements == 1
    assert refusal(played, "nature").ruling == "talents-add-up"
    say(played, "attack Ash Runner")
    values = "offence 5 (printed) + 1 (force of nature) = 6; defence 7"
    assert any(values in words for words in told(played))


@pytest.mark.rule("force-of-nature", "M47")
def test_who_walks_on_after_force_of_nature_may_still_attack_with_what_it_gave() -> None:
    played = staged("Anna: Iron Mother E", "Bo: Marsh Serpent A", "Bo: Ash Runner H")
    say(played, "activate Iron Mother simple", "nature", "walk H", "attack Ash Runner")
    assert any("offence 5 (printed) + 1 (force of nature) = 6" in words for words in told(played))
    played = staged("Anna: Iron Mother E", "Bo: Marsh Serpent A")
    say(played, "activate Iron Mother simple", "nature", "walk C")
    assert "attack Marsh Serpent" in options(played)  # from water, which has no 3D element


@pytest.mark.rule("force-of-nature", "simple-actions")
def test_force_of_nature_after_the_attack_is_refused_as_the_attack_would_be() -> None:
    """And not for want of wings, which nobody asked for."""
    played = staged("Anna: Iron Mother E", "Bo: Ash Runner E")
    say(played, "activate Iron Mother simple", "attack Ash Runner [0 0 0 0 0 / no]")
    assert refusal(played, "nature").ruling == "simple-actions"


@pytest.mark.rule("force-of-nature", "M47")
def test_who_hasnt_force_of_nature_takes_no_element() -> None:
    played = staged("Anna: Ash Runner B", "Bo: Marsh Serpent A")
    say(played, "activate Ash Runner simple")
    assert refusal(played, "nature").ruling == "force-of-nature"


@pytest.mark.rule("walk-after-attack", "mobility", "simple-actions")
def test_a_walk_after_an_attack_needs_mobility() -> None:
    """Case 20."""
    played = staged("Anna: Ash Runner A", "Anna: Hedge Knight A", "Bo: Frost Ox A", "Anna: Storm Warden")
    say(played, "activate Ash Runner simple", "attack Frost Ox [0 0 0 0 0 0 0 / no]", "walk C")
    assert unit(played, "Ash Runner").area == "C"
    assert refusal(played, "walk A").ruling == "simple-actions"
    say(played, "activate Hedge Knight simple", "attack Frost Ox [0 0 0 0 / no]")
    assert refusal(played, "walk C").ruling == "walk-after-attack"


def test_a_sentence_goes_with_the_name_and_the_number_before_it() -> None:
    """ "Reed Archers walk", but "Wall Guard walks"."""
    played = staged("Anna: Reed Archers H", "Anna: Wall Guard H", "Bo: Deep Queen C")
    said = " ".join(
        told(say(played, "activate Reed Archers simple", "walk E", "activate Wall Guard simple", "walk E"))
    )
    for sentence in ("Reed Archers walk to E.", "Wall Guard walks to E."):
        assert sentence in said


@pytest.mark.rule("wounds", "M14", "last-miniature")
def test_wounds_are_told_as_the_hands_take_them() -> None:
    """Case 12: a troop of four, three wounds: one miniature, and its talents are silent."""
    played = staged("Anna: Ash Runner A", "Bo: Reed Archers A")
    say(played, "activate Ash Runner simple", "attack Reed Archers")
    told(played)
    say(played, "5 5 5 1 1 1 1", "lift 5 by 1, lift 5 by 1, lift 5 by 1")
    words = told(played)
    assert "Bo's Reed Archers lose 3 miniatures, 1 is left; their archer is silent." in words
    assert unit(played, "Reed Archers").vitality == 1


@pytest.mark.rule("wounds", "M14")
@pytest.mark.parametrize(
    ("wounds", "beyond"), [(2, ""), (3, "; 1 more has no effect"), (4, "; 2 more have no effect")]
)
def test_wounds_beyond_the_last_are_told_to_have_no_effect(wounds: int, beyond: str) -> None:
    taken = Wounded(0, "Quill", wounds, lost=2, left=0, troop=False)
    assert taken.describe(lambda seat: "Bo") == f"Bo's Quill loses 2 vitality, 0 left{beyond}."


@pytest.mark.rule("M9")
def test_a_table_may_let_no_die_be_lifted_past_5_before_the_second_assault() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Reed Archers A", ceiling="five")
    played = say(played, "activate Ash Runner simple", "attack Reed Archers", "5 5 5 1 1 1 1")
    assert refusal(played, "lift 5 by 1").ruling == "M9"


@pytest.mark.rule("second-unit", "two-units", "aow-payment")
def test_a_second_unit_costs_an_aow_card_and_a_third_cant_be() -> None:
    """Case 26."""
    played = staged("Anna: Ash Runner A", "Anna: Hedge Knight A", "Anna: Pale Rider A", "Bo: Deep Queen")
    say(played, "activate Ash Runner simple")
    assert refusal(played, "activate Ash Runner simple").ruling == "two-units"
    say(played, "activate Hedge Knight simple")
    assert played.state.players[0].cards.discard == ["Ash Runner", "art of war", "Hedge Knight"]
    assert refusal(played, "activate Pale Rider simple").ruling == "two-units"


def test_the_dice_of_attacks_count_for_the_luck_of_who_threw_them() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower A")
    before = played.state.copy()
    say(played, "activate Ash Runner simple")
    played.take_events()
    say(played, "attack Stone Thrower [0 0 0 0 0 0 1]", "retaliate", "5 4 5 0 5 5 5")
    throws = SCORES.throws
    assert throws is not None
    assert list(throws(before, played.take_events())) == [
        ThrowOfEvening("Anna", FACES, (0, 0, 0, 0, 0, 0, 1)),
        ThrowOfEvening("Bo", FACES, (5, 4, 5, 0, 5, 5, 5)),
    ]


def test_dice_that_the_program_throws_are_asked_of_nobody() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower A", dice="rolled", seed=3)
    say(played, "activate Ash Runner simple", "attack Stone Thrower")
    assert (key(played), played.present.thrown) == ("assault", 1)


def test_averaged_dice_are_nobodys_luck() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower A", dice="average")
    before = played.state.copy()
    say(played, "activate Ash Runner simple", "attack Stone Thrower", "retaliate")
    assert SCORES.throws is not None
    assert list(SCORES.throws(before, played.take_events())) == []


def test_the_units_of_the_tests_are_known() -> None:
    assert len(BOX) == 20


@pytest.mark.rule("M83")
def test_who_cant_retaliate_isnt_asked_for_initiative_either() -> None:
    played = staged("Anna: Marsh Serpent A", "Bo: Gale Harrier A")
    say(played, "activate Marsh Serpent simple", "attack Gale Harrier [no]")
    assert key(played) == "roll"
    say(played, "0 0 0 0 0 0 0")
    assert key(played) == "move"


@pytest.mark.rule("M30", "M40")
def test_a_target_instead_of_one_that_evades_may_turn_out_hidden() -> None:
    board = with_area(BOARD, BOARD["A"].__class__(name="Z", terrain="open ground", capacity=4))
    board = with_border(board, BOARD.boundaries[0].__class__(first="B", second="Z"))
    played = staged("Anna: Sling Boys A", "Bo: Gale Harrier A", "Bo: Frost Ox", board=board)
    unit(played, "Frost Ox").area, unit(played, "Frost Ox").status = "Z", "board"
    say(played, "activate Sling Boys simple", "attack Gale Harrier [evade]")
    assert options(played) == ["attack Frost Ox", "none"]
    say(played, "attack Frost Ox", "B")  # the forest between hides it, and nobody else is left
    assert key(played) == "move"
    assert played.present.acting.done == ["attack"]


@pytest.mark.rule("evade", "manoeuvres", "M67")
def test_who_buys_a_card_while_it_is_asked_evades_with_that() -> None:
    """What is offered is what the hand holds by now: an omphalos card first, an AoW card after it was spent."""
    played = staged("Anna: Ash Runner A", "Bo: Gale Harrier A")
    cards = played.present.players[1].cards
    cards.sure, cards.pool, cards.deck = {"omphalos": 1, "Gale Harrier": 3}, {"art of war": 2}, 2
    say(played, "activate Ash Runner simple", "attack Gale Harrier")
    assert options(played) == ["evade with omphalos", "no"]
    say(played, "Bo: buy draw with omphalos")
    assert options(played) == ["evade", "no"]
    say(played, "evade")
    assert played.state.players[1].cards.discard[-1] == "art of war"


@pytest.mark.rule("manoeuvres", "retaliation", "M42")
def test_a_manoeuvre_between_wounds_and_answer_may_bring_the_card() -> None:
    """Who has no card of the unit in the hand is asked where one may lie in the deck and a manoeuvre can be paid."""
    played = staged("Anna: Ash Runner A", "Bo: Wall Guard A", "Bo: Frost Ox H")
    cards = played.present.players[1].cards
    cards.sure, cards.pool, cards.deck = {"art of war": 1}, {"Wall Guard": 3, "art of war": 2}, 5
    say(played, "activate Ash Runner simple", "attack Wall Guard [0 0 0 0 0 0 0]")
    assert (key(played), options(played)) == ("retaliate", ["no"])
    assert played.question is not None
    assert played.question.waits
    assert played.question.skippable
    with pytest.raises(Illegal, match="Bo has no Wall Guard card"):
        played.question.parse("retaliate")
    say(played, "Bo: buy draw")
    assert options(played) == ["retaliate", "no"]
    say(played, "retaliate [0 0 0]")
    assert unit(played, "Wall Guard").retaliated


@pytest.mark.rule("retaliation", "M42")
@pytest.mark.parametrize(("answer_card", "asks"), [("own", "move"), ("any", "retaliate")])
def test_where_any_card_answers_a_manoeuvre_may_bring_any(answer_card: str, asks: str) -> None:
    played = staged("Anna: Ash Runner A", "Bo: Wall Guard A", "Bo: Frost Ox H", answer_card=answer_card)
    cards = played.present.players[1].cards
    cards.sure, cards.pool, cards.deck, cards.discard = {"art of war": 1}, {"Frost Ox": 2}, 2, []
    say(played, "activate Ash Runner simple", "attack Wall Guard [0 0 0 0 0 0 0]")
    assert key(played) == asks


@pytest.mark.rule("retaliation", "M42")
@pytest.mark.parametrize(
    ("hand", "pool", "discard"),
    [({"Frost Ox": 2}, {"Wall Guard": 3}, []), ({"art of war": 1}, {"Frost Ox": 3}, ["Wall Guard"] * 3)],
)
def test_who_can_get_no_card_of_the_unit_isnt_asked(
    hand: dict[str, int], pool: dict[str, int], discard: list[str]
) -> None:
    played = staged("Anna: Ash Runner A", "Bo: Wall Guard A", "Bo: Frost Ox H")
    cards = played.present.players[1].cards
    cards.sure, cards.pool, cards.deck, cards.discard = hand, pool, 3, discard
    say(played, "activate Ash Runner simple", "attack Wall Guard [0 0 0 0 0 0 0]")
    assert key(played) == "move"


@pytest.mark.rule("evade", "manoeuvres", "M67")
def test_who_spends_the_last_card_while_it_is_asked_cant_evade_with_it_any_more() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Gale Harrier A")
    cards = played.present.players[1].cards
    cards.sure, cards.pool, cards.deck = {"Gale Harrier": 3, "art of war": 1}, {"Deep Queen": 2}, 2
    say(played, "activate Ash Runner simple", "attack Gale Harrier")
    assert options(played) == ["evade", "no"]
    say(played, "Bo: buy draw")
    assert options(played) == ["no"]
    assert refusal(played, "evade").ruling == "aow-payment"
    say(played, "no")
    assert key(played) == "initiative"


@pytest.mark.rule("token-targets", "M43")
@pytest.mark.parametrize(("dice", "left"), [("5 0 0 0 0 0", [2]), ("5 5 5 5 5 5", [])])
def test_a_token_loses_what_the_dice_wound_and_goes_with_its_last_vitality(dice: str, left: list[int]) -> None:
    web = "Webber: hero 1; 3-1 3/6/0/2; token Web x1, 5/3"
    played = staged("Anna: Ash Runner A", "Bo: Old Furnace H", "Bo: Webber H", typed=[web])
    played.present.spots["A"].tokens.append(Token("Web", "Webber", 1, 3))
    say(played, "activate Ash Runner simple", f"attack Web A [{dice}]")
    assert [token.vitality for token in played.present.spots["A"].tokens] == left
    what = "2 vitality left" if left else "put it back into the reserve"
    assert told(played)[-1] == f"The token Web in A: {what}."


@pytest.mark.rule("M30", "M42", "M45")
def test_the_line_to_where_a_target_was_thrown_is_asked_for_where_it_matters() -> None:
    archer = "Bowman: hero 3, 3 cards, art 1, archer; 5-1 5/7/2/2"
    there = ("Anna: Stone Thrower G", "Bo: Bowman H", "Bo: Old Furnace H")
    played = staged(*there, typed=[archer], answer_after_throw="in range")
    say(played, "activate Stone Thrower simple", "attack Bowman as if there [0 0 0 0 0 0 0 / throw E]")
    assert played.question is not None
    assert played.question.key.startswith("line")
    say(played, "H")  # where a unit stands
    assert played.question.key == "move"
