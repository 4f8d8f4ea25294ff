"""Hands that were drawn and that nobody but their owner knows: in the engine, in the game, on every screen."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from referee.asking.dice import Average
from referee.asking.question import Procedure, Question
from referee.cli import build
from referee.declaration.game import Playing, secrets_of
from referee.errors import Illegal, RefereeError, Unreadable
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.battle import moves
from referee.games.conjurers.battle.events import BattleEnded
from referee.games.conjurers.battle.moves import Pass, Summon
from referee.games.conjurers.battle.state import Battle, Fighter, Lineup, start_battle
from referee.games.conjurers.battle.state import Play as BattlePlay
from referee.games.conjurers.battle.turn import BattleGame, turn
from referee.games.conjurers.cards.cards import Creature, CreatureEntry, Equipment
from referee.games.conjurers.readings import BattleReadings
from referee.games.conjurers.rules.contests import SUMMON
from referee.games.conjurers.rules.play import RULES
from referee.games.conjurers.rules.state import GameState, Setup
from referee.play.event import Said
from referee.play.notation import read_each, readings
from referee.play.session import Session
from referee.saves.save import OpenSave
from tests.conjurers.evenings import (
    CREATURES,
    Play,
    acting,
    army,
    asked,
    battle,
    contest,
    duel,
    happened,
    minus,
    options,
    play,
    question,
    refused,
    resolving,
    ruling,
    set_up,
    shut,
)
from tests.conjurers.kept import kept_setup, new_game
from tests.steps import begin_save

FACES = (0, 1, 2)

# --- the engine -------------------------------------------------------------------------------------


def card(name: str, hp: int = 5, bd: int = 0) -> Creature:
    """A level 1 creature without abilities."""
    return Creature(name=name, level=1, hp=hp, bd=bd, abilities={})


def drawn(*hit_points: int, enemy: Sequence[Creature] = (card("Bull", 50, 9),), many: int = 3) -> Battle:
    """Anna's duel with `many` of the creatures A, B, C...; she challenges Bo, whose creatures are known."""
    creatures = tuple(card(name, hp) for name, hp in zip("ABCDE", hit_points, strict=False))
    return start_battle("duel", Lineup("Anna", creatures, drawn=many), Lineup("Bo", tuple(enemy)))


def fight(start: Battle, *texts: str) -> Session[Battle]:
    """A battle with average dice after some moves."""
    found: Session[Battle] = Session(BattleGame(Average(FACES)), start)
    for text in texts:
        found.answer(text)
    return found


def hand(found: Session[Battle]) -> tuple[int, int]:
    """How many creatures wait in Anna's hand, and how many of them aren't known."""
    return found.present.hand_size("attacker"), found.present.sides["attacker"].hidden


def creature(found: Session[Battle], name: str) -> Fighter:
    """A creature by name."""
    return next(fighter for fighter in found.present.fighters if fighter.name == name)


@pytest.mark.rule("random-draw", "summon")
def test_a_hand_of_which_only_the_number_is_known() -> None:
    """P. 15: three of five, and any of them may come out."""
    found = fight(drawn(5, 5, 5, 5, 5))
    start = found.present
    assert (hand(found), start.living("attacker"), start.beaten("attacker")) == ((3, 3), [], False)
    assert not [fighter for fighter in start.fighters if fighter.side == "attacker" and fighter.in_hand]
    assert found.question is not None
    assert {option.text for option in found.question.options()} == {
        f"summon {name} {slot}" for name in "ABCDE" for slot in (1, 2, 3)
    }


@pytest.mark.rule("random-draw", "summon")
def test_a_summoned_creature_is_named_and_leaves_the_hand() -> None:
    """P. 15: two are left, and they can still be any of the other four."""
    found = fight(drawn(5, 5, 5, 5, 5), "summon C 2")
    assert hand(found) == (2, 2)
    assert [fighter.name for fighter in found.present.living("attacker")] == ["C"]
    assert [fighter.name for fighter in found.present.of("attacker") if fighter.maybe] == ["A", "B", "D", "E"]
    assert (creature(found, "C").slot, creature(found, "C").maybe) == (2, False)


@pytest.mark.rule("random-draw")
def test_a_fourth_creature_was_not_drawn() -> None:
    """P. 15: A and B died, C stands; slot 1 is free, and D is not in this battle."""
    found = fight(drawn(1, 1, 1, 1), "summon A 1", "summon Bull 1", "summon B 1", "move Bull 2", "summon C 3")
    found.answer("move Bull 1")
    assert (hand(found), found.present.outcome) == ((0, 0), None)
    with pytest.raises(Illegal) as caught:
        found.answer("summon D 1")
    assert caught.value.ruling == "random-draw"
    assert "D is not in this battle" in caught.value.reason
    legal = moves.legal_moves(found.present)
    assert legal
    assert not [move for move in legal if isinstance(move, Summon)]


@pytest.mark.rule("random-draw", "battle-end", "B25")
def test_a_side_with_a_hidden_creature_isnt_beaten() -> None:
    """B25: two of three are dead and none stands, but the third waits; the battle ends when it dies."""
    found = fight(drawn(1, 1, 1, 1), "summon A 1", "summon Bull 1", "summon B 1")
    start = found.present
    assert (hand(found), start.living("attacker"), start.beaten("attacker")) == ((1, 1), [], False)
    assert start.outcome is None
    found.answer("move Bull 2")
    found.answer("summon D 2")
    outcome = found.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, found.state.beaten("attacker")) == ("defender", "eliminated", True)


@pytest.mark.rule("battle-tie", "B4", "random-draw")
def test_who_has_a_hidden_creature_left_survives_a_fight_that_kills_both() -> None:
    """B4 doesn't apply: Bo's last creature dies with Anna's first, and two of hers wait in the hand."""
    creatures = tuple(card(name, 1, 1) for name in "ABCD")
    start = start_battle("duel", Lineup("Anna", creatures, drawn=3), Lineup("Bo", (card("Rat", 1, 1),)))
    outcome = fight(start, "summon A 1", "summon Rat 1").state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("attacker", "eliminated")


@pytest.mark.rule("random-draw", "B2", "must-act")
def test_passing_is_illegal_while_a_hidden_creature_can_be_summoned() -> None:
    """B2: whichever it is, it can be summoned."""
    found = fight(drawn(5, 5, 5, 5))
    assert moves.can_act(found.present)
    with pytest.raises(Illegal) as caught:
        moves.MOVES.verify(found.present, Pass())
    assert caught.value.ruling == "B2"


@pytest.mark.rule("random-draw", "move", "attack", "devour", "B18")
@pytest.mark.parametrize(("text", "rule"), [("move B 1", "move"), ("attack B", "attack"), ("devour B", "devour")])
def test_what_isnt_known_does_nothing_else_and_isnt_told_to_be_in_the_hand(text: str, rule: str) -> None:
    """P. 15: the refusal doesn't say whether B was drawn."""
    found = fight(drawn(5, 5, 5, 5), "summon A 2", "summon Bull 1")
    with pytest.raises(Illegal) as caught:
        found.answer(text)
    assert (caught.value.ruling, caught.value.reason) == (rule, "B is not in a slot")


@pytest.mark.rule("B16")
@pytest.mark.parametrize(("how", "why"), [("devouring", "A devours"), ("devoured_by", "A is devoured")])
def test_who_devours_or_is_devoured_is_put_into_no_other_slot(how: str, why: str) -> None:
    found = fight(drawn(5, 5, 5), "summon A 1").present
    one = next(fighter for fighter in found.fighters if fighter.name == "A")
    setattr(one, how, 3)
    with pytest.raises(Illegal) as caught:
        moves.put_slots(found, {one.number: 2})
    assert (caught.value.reason, caught.value.ruling) == (why, "B16")


@pytest.mark.rule("B18")
def test_what_isnt_known_cant_be_bound() -> None:
    """B18: Bo's Net binds creatures in slots; whether B was drawn isn't told."""
    net = Lineup("Bo", (card("Bull", 50),), equipment=(Equipment("Net", {"bind": 1}),))
    start = start_battle("duel", Lineup("Anna", tuple(card(name) for name in "ABCD"), drawn=3), net)
    found = fight(start, "summon A 2", "summon Bull 1 with Net", "move A 3")
    with pytest.raises(Illegal) as caught:
        found.answer("bind B")
    assert (caught.value.ruling, "B is not in a slot" in caught.value.reason) == ("B18", True)
    found.answer("bind A")
    assert creature(found, "A").bound


@dataclass
class Opened:
    """A battle in which Anna shows her hand where the rules ask for it; when they do is written down."""

    shows: tuple[str, ...]
    asked: list[int] = field(default_factory=list)

    def next_decision(self, state: Battle, events: list[Any]) -> Procedure[None] | None:
        if state.outcome is not None:
            return None
        return turn(BattlePlay(state, Average(FACES), events, open_hands=self._open))

    def _open(self, now: BattlePlay) -> Procedure[None]:
        self.asked.append(now.battle.turn)
        shown = yield Question("hand", "shows", lambda text: text.split(), forced=lambda: " ".join(self.shows))
        for fighter in now.battle.fighters:
            if fighter.name in shown:
                fighter.maybe = False
        now.battle.sides["attacker"].hidden = 0


QUIET = ("summon A 1", "summon Bull 3", "summon B 2", "move Bull 2", "move B 3")
"""Five turns without dice: a sixth ends the third round."""


@pytest.mark.rule("stalemate", "B3", "X8", "random-draw")
@pytest.mark.parametrize(("shows", "winner"), [("C", "defender"), ("D", "attacker"), ("E", "attacker")])
def test_a_stalemate_opens_the_hands_and_counts_them(shows: str, winner: str) -> None:
    """B3: 5 + 5 and the one in the hand (1, 11 or 12) against 20: what was not drawn doesn't count."""
    game = Opened((shows,))
    found: Session[Battle] = Session(game, drawn(5, 5, 1, 11, 12, enemy=(card("Bull", 20),)))
    for text in QUIET:
        found.answer(text)
        assert game.asked == []
    found.answer("move Bull 1")
    outcome = found.state.outcome
    assert outcome is not None
    left = 10 + {"C": 1, "D": 11, "E": 12}[shows]
    assert (outcome.reason, outcome.tally, outcome.winner) == ("stalemate", (left, 20), winner)
    assert game.asked == [5]


@pytest.mark.rule("stalemate", "B3")
def test_known_hands_need_no_showing() -> None:
    """B3: the creatures in the hand count, as ever: 5 + 5 + 1 against 10."""
    creatures = tuple(card(name, hp) for name, hp in zip("ABC", (5, 5, 1), strict=True))
    start = start_battle("duel", Lineup("Anna", creatures), Lineup("Bo", (card("Bull", 10),)))
    outcome = fight(start, *QUIET, "move Bull 1").state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.tally, outcome.winner) == ("stalemate", (11, 10), "attacker")


@pytest.mark.rule("stalemate", "B3")
def test_a_stalemate_tells_after_how_many_rounds_the_table_has_it() -> None:
    creatures = tuple(card(name) for name in "AB")
    start = start_battle(
        "duel", Lineup("Anna", creatures), Lineup("Bo", (card("Bull", 10),)), readings=BattleReadings(quiet_rounds=2)
    )
    ended = next(event for event in fight(start, *QUIET[:4]).events if isinstance(event, BattleEnded))
    assert "wins: 2 rounds without a battle die" in ended.describe(str)


# --- the game: hands drawn at the table -------------------------------------------------------------

FOUR = ("Wolf", "Imp", "Owl", "Greek 2a")
FIVE = (*FOUR, "Greek 3a")


@pytest.mark.rule("random-draw", "summon")
def test_a_creature_drawn_at_the_table_is_named_as_it_is_summoned() -> None:
    """P. 15: Anna, with five, draws; all of them are offered until three are named."""
    game = duel(outcome="referee", armies={"Anna": FIVE})
    assert {text.rsplit(" ", 1)[0] for text in options(game)} == {f"summon {name}" for name in FIVE}
    play(game, "summon Owl 1", "summon Bear 2", "summon Greek 3a 3")
    assert battle(game).hand_size("attacker") == 1
    play(game, "summon Boar 1")
    assert {text.rsplit(" ", 1)[0] for text in options(game) if text.startswith("summon")} == {
        "summon Wolf",
        "summon Imp",
        "summon Greek 2a",
    }


@pytest.mark.rule("random-draw")
def test_a_fourth_named_at_the_table_is_refused() -> None:
    """P. 15: Bo's Bull has killed three Straws; the fourth and the fifth were not drawn."""
    straws = tuple(CreatureEntry(name=f"Straw {n}", level=1, hp=9, bd=0, abilities=()) for n in range(2, 6))
    game = straw_game(straws)
    play(game, "summon Straw 1", "summon Bull 1", "summon Straw 2 1", "move Bull 2", "summon Straw 3 1")
    play(game, "move Bull 3")
    reason, rule = refused(game, "summon Straw 4 2")
    assert (rule, "Straw 4 is not in this battle" in reason) == ("random-draw", True)
    assert not [text for text in options(game) if text.startswith("summon")]


def straw_game(straws: Sequence[CreatureEntry]) -> Play:
    """Anna's Straws, of which she drew three, against Bo's Bull."""
    armies = {"Anna": ["Straw", *(straw.name for straw in straws)], "Bo": ["Bull"]}
    return duel(set_up(creatures=(*CREATURES, *straws)), outcome="referee", armies=armies)


@pytest.mark.rule("random-draw", "set-aside")
def test_a_creature_that_is_set_aside_or_anothers_cant_be_named() -> None:
    """P. 15: it isn't even among those that may be in the hand."""
    game = play(duel(armies={"Bo": FIVE}), "Imp", "referee", "summon Wolf 1")
    for name in ("Imp", "Bear", "Japanese 2a"):
        with pytest.raises(Unreadable):
            game.answer(f"summon {name} 2")
    play(game, "summon Owl 2")
    assert battle(game).hand_size("defender") == 2


@pytest.mark.rule("battle-end", "random-draw")
def test_a_side_with_a_hidden_creature_fights_on_in_the_game() -> None:
    """B25: two of Anna's three are dead; with the third she loses."""
    straws = tuple(CreatureEntry(name=f"Straw {n}", level=1, hp=1, bd=0, abilities=()) for n in range(2, 5))
    game = play(straw_game(straws), "summon Straw 4 1", "summon Bull 1", "summon Straw 1")
    assert (asked(game), battle(game).hand_size("attacker")) == (("Bo", "move"), 1)
    play(game, "move Bull 2", "summon Straw 2 2")
    assert (game.state.stage, minus(game, "Anna")) == ("ending", 10)
    assert len(army(game)) == 4, "A22"


# --- a stalemate asks for the hand ------------------------------------------------------------------

STILL = tuple(
    CreatureEntry(name=name, level=1, hp=hp, bd=0, abilities=())
    for name, hp in (("Sand", 1), ("Pebble", 2), ("Stone", 4), ("Boulder", 8), ("Cliff", 16), ("Log", 14))
)
HIT_POINTS = {card.name: card.hp for card in STILL}
ROCKS = tuple(card.name for card in STILL[:5])


def still(draws: str = "table", seed: int = 0) -> Play:
    """Anna's rocks, of which she drew three, against Bo's Log: no dice are ever thrown."""
    found = set_up(creatures=(*CREATURES, *STILL), draws=draws, seed=seed)
    return duel(found, outcome="referee", armies={"Anna": ROCKS, "Bo": ["Log"]})


QUIET_GAME = ("summon Sand 1", "summon Log 3", "summon Pebble 2", "move Log 2", "move Pebble 3", "move Log 1")
"""Three rounds without dice: 1 + 2 hit points of Anna's and 14 of Bo's stand."""


@pytest.mark.rule("stalemate", "B3", "X8", "random-draw")
@pytest.mark.parametrize(("shows", "winner"), [("Stone", "defender"), ("Boulder", "defender"), ("Cliff", "attacker")])
def test_a_stalemate_asks_for_what_is_left_in_the_hand(shows: str, winner: str) -> None:
    """B3: 3 + 4 or 3 + 8 are less than 14, 3 + 16 more."""
    game = play(still(), *QUIET_GAME)
    assert asked(game) == ("Anna", "hand")
    assert question(game).record(question(game).parse(shows.upper()), shows.upper()) == shows
    play(game, shows)
    (ended,) = happened(game, BattleEnded)
    assert (ended.winner, ended.reason) == (winner, "stalemate")
    assert ended.tally == (3 + HIT_POINTS[shows], 14)
    assert (asked(game)[1], minus(game, "Anna")) == (("steal", 0) if winner == "attacker" else ("end", 10))


@pytest.mark.rule("stalemate", "random-draw")
@pytest.mark.parametrize("text", ["Stone, Cliff", "Sand", "Log", "Wolf", "", "Stone, Stone", "nobody"])
def test_the_hand_shown_is_of_the_army_and_as_big_as_it_must_be(text: str) -> None:
    """P. 15: one of those that were not named yet."""
    game = play(still(), *QUIET_GAME)
    before = game.present.copy()
    with pytest.raises(RefereeError):
        game.answer(text)
    assert (game.present, asked(game)) == (before, ("Anna", "hand"))


@pytest.mark.rule("stalemate", "B3", "X8", "random-draw")
def test_both_hands_are_shown() -> None:
    """B3: the challenger's first; Bo drew three of four and shows two: 1 + 2 + 16 against 14 + 5 + 1."""
    found = set_up(creatures=(*CREATURES, *STILL))
    game = duel(found, armies={"Anna": (*ROCKS[:3], "Cliff"), "Bo": ("Log", "Straw", "Wolf", "Bear")})
    play(game, "nobody", "referee", *QUIET_GAME)
    assert asked(game) == ("Anna", "hand")
    play(game, "Cliff")
    assert asked(game) == ("Bo", "hand")
    for text in ("Wolf, Wolf", "Wolf", "Wolf, Straw, Bear", "Wolf, Log", "Wolf, Cliff"):
        with pytest.raises(Unreadable):
            game.answer(text)
    play(game, "Wolf, Straw")
    (ended,) = happened(game, BattleEnded)
    assert (ended.tally, ended.winner) == ((19, 20), "defender")


@pytest.mark.rule("stalemate", "B3", "X8", "random-draw")
@pytest.mark.parametrize("seed", range(6))
def test_a_hand_that_the_program_drew_is_counted_without_asking(seed: int) -> None:
    """B3: what is left of it, whatever it is."""
    game = still("program", seed)
    first, second, third = contest(game).hands[0]
    stands = {"Sand": first, "Pebble": second}
    play(game, *(" ".join(stands.get(word, word) for word in text.split()) for text in QUIET_GAME))
    (ended,) = happened(game, BattleEnded)
    assert ended.tally == (sum(HIT_POINTS[name] for name in (first, second, third)), 14)


# --- hands that the program drew --------------------------------------------------------------------


def challenged(seed: int = 0) -> Play:
    """Anna, who has five creatures, challenges Bo; the program will draw."""
    found = set_up(draws="program", seed=seed)
    return resolving(found, ("Anna", "conjurer", "duel Bo"), armies={"Anna": FIVE})


def secret(seed: int = 0) -> Play:
    """Anna's duel with Bo; the program has drawn three of her five creatures."""
    return play(challenged(seed), "resolve conjurer", "referee")


def offered(game: Play) -> Iterable[str]:
    """All that a question shows to everybody, a line each."""
    asked_now = question(game)
    yield from (asked_now.prompt, asked_now.hint, asked_now.default or "")
    for option in (*asked_now.options(), *asked_now.closed()):
        yield f"{option.text} / {option.label} / {option.detail}"


def private(game: Play) -> Question[str]:
    """What the owner of the hand is asked alone."""
    (summon,) = [option for option in question(game).options() if option.text == SUMMON]
    assert summon.more is not None
    found = summon.more()
    assert found is not None
    return found


@pytest.mark.rule("random-draw")
@pytest.mark.parametrize("seed", range(6))
def test_the_options_dont_name_a_secret_hand(seed: int) -> None:
    """P. 15: what everybody sees is the same for every hand."""
    game = secret(seed)
    assert not [line for line in offered(game) for name in FIVE if name in line]
    assert list(offered(game)) == list(offered(secret(seed + 1)))
    assert options(game) == [SUMMON]
    play(game, f"summon {contest(game).hands[0][0]} 1", "summon Bear 3")
    known = contest(game).hands[0][0]
    assert not [line for line in offered(game) for name in FIVE if name != known and name in line]
    assert [text for text in options(game) if text != SUMMON] == [f"move {known} 2"]


@pytest.mark.rule("random-draw")
@pytest.mark.parametrize("seed", range(6))
def test_only_the_owners_private_question_names_it(seed: int) -> None:
    """P. 15: exactly the three that were drawn, each for every free slot; then the two that are left."""
    game = secret(seed)
    drawn_now = contest(game).hands[0]
    asked_alone = private(game)
    assert (asked_alone.private, asked_alone.who, asked_alone.key) == (True, "Anna", "hand")
    assert {option.text for option in asked_alone.options()} == {
        f"summon {name} {slot}" for name in drawn_now for slot in (1, 2, 3)
    }
    assert not question(game).private
    play(game, f"summon {drawn_now[1]} 2", "summon Bear 3")
    assert {option.text for option in private(game).options()} == {
        f"summon {name} {slot}" for name in (drawn_now[0], drawn_now[2]) for slot in (1, 3)
    }


@pytest.mark.rule("random-draw", "equipment")
def test_the_private_question_goes_on_to_the_equipment() -> None:
    """P. 15: a creature of a secret hand can wear what its player has; the answer is one move."""
    game = challenged()
    game.correct(*readings("adjust Anna gains item Dirk"))
    play(game, "resolve conjurer", "referee")
    name = contest(game).hands[0][0]
    (summon,) = [option for option in private(game).options() if option.text == f"summon {name} 1"]
    assert summon.more is not None
    worn = summon.more()
    assert worn is not None
    assert [(option.text, option.label) for option in worn.options()] == [
        (f"summon {name} 1", "without equipment"),
        (f"summon {name} 1 with Dirk", "with Dirk"),
    ]
    play(game, f"summon {name} 1 with Dirk")
    assert [piece.name for piece in fighter_named(game, name).worn] == ["Dirk"]


def fighter_named(game: Play, name: str) -> Fighter:
    """A creature of the battle under way."""
    return next(fighter for fighter in battle(game).fighters if fighter.name == name)


@pytest.mark.rule("random-draw")
@pytest.mark.parametrize("seed", range(4))
def test_a_creature_that_was_not_drawn_is_refused(seed: int) -> None:
    """P. 15: though it is one of the army."""
    game = secret(seed)
    for name in set(FIVE) - set(contest(game).hands[0]):
        reason, rule = refused(game, f"summon {name} 1")
        assert (rule, reason) == ("random-draw", f"{name} was not drawn")
    for name, slot in zip(contest(game).hands[0], (1, 2, 3), strict=True):
        play(game, f"summon {name} {slot}", f"summon {('Bear', 'Boar', 'Hen')[slot - 1]} {slot}")
    assert (battle(game).hand_size("attacker"), SUMMON in options(game)) == (0, False)


@pytest.mark.rule("random-draw")
def test_a_known_hand_is_offered_by_name() -> None:
    """P. 15: Bo has three creatures, all of which fight: there is no secret."""
    game = secret()
    play(game, f"summon {contest(game).hands[0][0]} 1")
    assert asked(game) == ("Bo", "move")
    assert {text.rsplit(" ", 1)[0] for text in options(game)} == {"summon Bear", "summon Boar", "summon Hen"}
    assert SUMMON not in options(game)


@pytest.mark.rule("random-draw")
def test_both_hands_can_be_secret() -> None:
    """P. 15: each player's private question has that player's hand."""
    game = duel(set_up(draws="program", seed=3), armies={"Anna": FIVE, "Bo": ("Bear", "Boar", "Hen", "Japanese 2a")})
    play(game, "nobody", "referee")
    ours, theirs = contest(game).hands
    play(game, f"summon {ours[0]} 1")
    assert (asked(game), options(game), private(game).who) == (("Bo", "move"), [SUMMON], "Bo")
    assert {option.text.split(" ", 1)[1].rsplit(" ", 1)[0] for option in private(game).options()} == set(theirs)
    (left_out,) = {"Bear", "Boar", "Hen", "Japanese 2a"} - set(theirs)
    assert ruling(game, f"summon {left_out} 2") == "random-draw"


@pytest.mark.rule("random-draw", "B2")
def test_a_refused_pass_doesnt_name_a_secret_hand() -> None:
    """B2: an action is possible; a creature that is named might be one that was not drawn."""
    for seed in range(6):
        game = secret(seed)
        reason, rule = refused(game, "pass")
        assert rule == "B2"
        assert not [name for name in FIVE if name in reason]


@pytest.mark.rule("random-draw", "battlegrounds")
def test_an_attacker_with_a_secret_hand_can_win_a_creature() -> None:
    """P. 15: Anna's Bull is drawn, and kills the minion and what it guards."""
    army_of_four = ("Bull", "Wolf", "Imp", "Owl")
    setups = (set_up(draws="program", seed=seed) for seed in range(20))
    games = (
        acting("mount olympus", "Greek 2b", "referee", setup=found, armies={"Anna": army_of_four}) for found in setups
    )
    game = next(game for game in games if "Bull" in contest(game).hands[0])
    play(game, "summon Minion 1", "summon Bull 1")
    while asked(game)[1] == "move":
        wanted = [text for text in options(game) if "Bull" in text or "Greek" in text]
        play(game, next((text for text in wanted if "attack" in text), wanted[0] if wanted else options(game)[0]))
    assert "Anna takes the card Greek 2b." in [event.text for event in happened(game, Said)]


# --- what stands in the log -------------------------------------------------------------------------


@pytest.mark.rule("random-draw")
def test_the_log_tells_places_and_no_names() -> None:
    """P. 15: "1 3 5" of an army; and replaying never draws again, whatever the seed is."""
    game = secret(seed=5)
    (drawn_now,) = [answer for entry in game.steps for answer in entry.answers if answer.key == "draw"]
    assert [FIVE[int(place) - 1] for place in drawn_now.text.split()] == list(contest(game).hands[0])
    for seed in range(6):
        again = Session(Playing(RULES, set_up(draws="program", seed=seed)), game.start, list(game.steps))
        assert again.state == game.state


@pytest.mark.rule("random-draw")
@pytest.mark.parametrize("said", [("duel Anna Bo referee",), ("duel Anna Bo", "referee")])
def test_a_light_table_hears_who_fights_and_never_what_was_drawn(said: tuple[str, ...], tmp_path: Path) -> None:
    """Whether the referee is asked for with the duel or afterwards."""
    save = new_game(tmp_path, msgspec.structs.replace(kept_setup(), tracking="battles", dice="average"))
    told = (*said, "1 1 1 e2 e3", "none", "1 1 e4 e5 e2", "none")
    for text in told:
        save.session.answer(text)
    (step,), secrets = save.session.steps, secrets_of(CONJURERS)
    assert len(step.answers) == len(told) + 2
    assert [answer.text for step in secrets.log([step], save.session.state) for answer in step.answers] == [*told]
    assert secrets.text(step).endswith("e2 / none / (drawn) / (drawn)]")
    CONJURERS.rules().check(save.setup, save.session.state)
    amended = msgspec.structs.replace(step, was="duel Anna Bo won", removed=("move",))
    assert [(one.was, one.removed) for one in secrets.log([amended], save.session.state)] == [
        (amended.was, amended.removed)
    ]


@pytest.mark.rule("random-draw")
@pytest.mark.parametrize("text", ["1 2", "1 2 3 4", "1 2 6", "0 1 2", "1 1 2", "Wolf, Imp, Owl", "1 2 x", ""])
def test_a_draw_is_three_different_places_of_the_army(text: str) -> None:
    """P. 15."""
    game = challenged()
    game.forcing = False
    game.give("resolve conjurer")
    game.give("referee")
    assert (asked(game), question(game).forced() is None) == (("Anna", "draw"), False)
    with pytest.raises(Unreadable):
        game.give(text)
    game.give("5 1 3")
    assert set(contest(game).hands[0]) == {"Wolf", "Owl", "Greek 3a"}


# --- on the command line ----------------------------------------------------------------------------


def command(*arguments: object) -> str:
    """What a command writes."""
    words = [str(argument) for argument in arguments]
    result = CliRunner().invoke(build([words[0]]), words)
    assert result.exit_code == 0, result.output
    return result.output


def kept(path: Path, seed: int) -> Path:
    """A save in which Anna challenged Bo, with five creatures of whom the program drew three."""
    setup: Setup = set_up(2, draws="program", seed=seed, dealt=(("Wolf", "Imp", "Owl"), ("Bear", "Boar", "Hen")))
    open_save: OpenSave[GameState] = begin_save(CONJURERS, path, setup)
    open_save.do(
        read_each(
            [
                "adjust Anna gains creature Greek 2a",
                "adjust Anna gains creature Greek 3a",
                "place conjurer duel Bo",
                "place conjurer wild animals",
                "place worker stone mine",
                "place warrior duat",
                "resolve worker",
                "resolve conjurer",
                "referee",
            ]
        )
    )
    open_save.save()
    return path


@pytest.fixture
def saves(tmp_path: Path) -> list[Path]:
    """Four games that differ in nothing but the hand that was drawn."""
    found = [kept(tmp_path / f"{seed}.toml", seed) for seed in range(4)]
    hands = {tuple(hand_of(path)) for path in found}
    assert len(hands) > 2
    return found


def hand_of(path: Path) -> tuple[str, ...]:
    """What was drawn."""
    now = OpenSave(CONJURERS, path).session.present.contest
    assert now is not None
    return now.hands[0]


@pytest.mark.rule("random-draw")
@pytest.mark.parametrize(
    "words",
    [
        ("next",),
        ("next", "--json"),
        ("status",),
        ("status", "--json"),
        ("odds",),
        ("odds", "--json"),
        ("odds", "--battle", "--seconds", "0.1", "--json"),
        ("judge",),
        ("judge", "--json"),
    ],
)
def test_no_command_tells_the_hand(saves: Sequence[Path], words: Sequence[str]) -> None:
    """P. 15: what a command says is the same for every hand."""
    name, *options_of_it = words
    told = {command(name, path, *options_of_it).replace(path.name, "FILE") for path in saves}
    assert len(told) == 1


@pytest.mark.rule("random-draw")
def test_the_moves_that_next_lists_dont_name_the_hand(saves: Sequence[Path]) -> None:
    """P. 15: how a summon is written, and how many creatures wait."""
    found = json.loads(command("next", saves[0], "--json"))
    assert (found["who"], found["key"]) == ("Anna", "move")
    assert [move["move"] for move in found["moves"]] == [SUMMON]
    assert not [name for name in FIVE if name in json.dumps(found)]


@pytest.mark.rule("random-draw")
@pytest.mark.parametrize("words", [(), ("--json",), ("--moves",)])
def test_the_log_doesnt_name_the_hand(saves: Sequence[Path], words: Sequence[str]) -> None:
    """P. 15: the draw itself is told by places only."""
    for path in saves:
        told = command("log", path, *words)
        drawn_at = told.rindex("referee")
        assert not [name for name in FIVE if name in told[drawn_at:]]


@pytest.mark.rule("random-draw")
def test_only_the_owner_looks_at_the_hand(saves: Sequence[Path]) -> None:
    """P. 15: `look Anna` names the three; Bo has nothing to look at."""
    for path in saves:
        told = command("look", path, "Anna")
        assert [name for name in FIVE if name in told] == [name for name in FIVE if name in hand_of(path)]
        assert not [name for name in FIVE if name in command("look", path, "Bo")]


@pytest.mark.rule("random-draw")
def test_a_move_from_a_secret_hand_is_made_by_do(saves: Sequence[Path]) -> None:
    """P. 15: and what isn't in the hand is refused, on the record of nothing."""
    path = saves[1]
    (absent, *_) = [name for name in FIVE if name not in hand_of(path)]
    result = CliRunner().invoke(build(["do"]), ["do", str(path), f"summon {absent} 1"])
    assert (result.exit_code, f"{absent} was not drawn" in result.output) == (1, True)
    command("do", path, f"summon {hand_of(path)[2]} 1")
    assert OpenSave(CONJURERS, path).session.present.contest is not None


@pytest.mark.rule("random-draw")
def test_amending_doesnt_tell_the_draw(saves: Sequence[Path]) -> None:
    """P. 15: nor does it when the battle goes."""
    told = {command("amend", path, 9, "defender wins").replace(str(path), "FILE") for path in saves}
    assert len(told) == 1
    assert "Entry 9 was: referee\n" in told.pop()


@pytest.mark.rule("random-draw")
def test_what_is_summoned_from_a_secret_hand_is_recorded_as_it_was_said() -> None:
    game = secret(0)
    summoned = contest(game).hands[0][0]
    assert private(game).parse(f"  summon {summoned} 1 ") == f"summon {summoned} 1"


@pytest.mark.rule("move")
def test_what_a_creature_cant_do_in_a_battle_is_listed_with_the_reason() -> None:
    game = secret(0)
    first, then = contest(game).hands[0][0], "Bear"
    play(game, f"summon {first} 1", f"summon {then} 3")
    assert any(text.startswith((f"move {first}", f"attack {first}")) and why for text, why in shut(game).items())
