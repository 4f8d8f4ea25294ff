"""Random legal battles: what must hold after every step, whatever is on the cards."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from msgspec import UNSET, convert

from referee.asking.dice import Dice
from referee.asking.question import Procedure
from referee.errors import Illegal
from referee.games.conjurers.battle import moves
from referee.games.conjurers.battle.abilities import markers
from referee.games.conjurers.battle.battles import BATTLES
from referee.games.conjurers.battle.record import RecordFile, TurnEntry, dice_of, replay, start_of
from referee.games.conjurers.battle.state import NONE, SIDES, AbilitySource, Battle, BattleOutcome, Fighter, enemy_of
from referee.games.conjurers.battle.turn import BattleGame
from referee.games.conjurers.cards.cards import Deck
from referee.play.notation import Step
from referee.play.session import Session
from referee.rulebook.rules import rulebook
from tests.conjurers import fights
from tests.conjurers.fights import positions
from tests.random_runs import examples

MOST_TURNS = 60
MYTHOLOGIES = ("egyptian", "greek", "japanese", "norse", "biblical")
ELEMENTS = ("fire", "earth", "air", "water")
NUMBERED = ("offensive", "defensive", "burning", "absorption", "power hit")
PLAIN = (*fights.PLAIN, "weapon smith")

ability = st.one_of(
    st.sampled_from(PLAIN),
    st.sampled_from(("devour", "bind", "resurrection", "burning 2", "multi attack")),
    st.builds(lambda name, number: f"{name} {number}", st.sampled_from(NUMBERED), st.integers(1, 4)),
)


# Strategies are made here once: making one costs more than drawing from it.

LEVELS, HIGHER_LEVELS = st.integers(1, 5), st.integers(2, 5)
HIT_POINTS, BATTLE_DICE, FEW, SEEDS = st.integers(2, 20), st.integers(0, 4), st.integers(1, 3), st.integers(0, 10_000)
OF_A_MYTHOLOGY, OF_AN_ELEMENT = st.sampled_from(MYTHOLOGIES), st.sampled_from(ELEMENTS)
OF_A_CREATURE = st.lists(ability, min_size=1, max_size=5)
OF_PIECES = st.lists(st.lists(ability, min_size=1, max_size=3), max_size=4)
MAYBE = st.booleans()


@st.composite
def creatures(draw: st.DrawFn, name: str, kin: str | None = None, level: int | None = None) -> dict[str, Any]:
    """A creature's entry; `kin` and `level` fix its mythology and level."""
    level = draw(LEVELS) if level is None else level
    entry: dict[str, Any] = {
        "name": name,
        "level": level,
        "hp": draw(HIT_POINTS),
        "bd": draw(BATTLE_DICE),
        "abilities": draw(OF_A_CREATURE),
    }
    if level > 1:
        entry["mythology"] = kin or draw(OF_A_MYTHOLOGY)
    if draw(MAYBE):
        entry["element"] = draw(OF_AN_ELEMENT)
    return entry


@st.composite
def pieces(draw: st.DrawFn, side: str) -> list[dict[str, Any]]:
    """Up to four pieces of equipment of a side."""
    worn = draw(OF_PIECES)
    return [{"name": f"{side} piece {number}", "abilities": abilities} for number, abilities in enumerate(worn)]


@st.composite
def battles(draw: st.DrawFn) -> RecordFile:
    """A record before its first turn: a duel, or a battleground with its minion; dice entered or rolled."""
    entered = draw(MAYBE)
    attackers = [draw(creatures(f"Ant {n}")) for n in range(draw(FEW))]
    attacker = {"name": "Anna", "creatures": attackers, "equipment": draw(pieces("Anna's"))}
    data: dict[str, Any] = {
        "game": "conjurers",
        "dice": "entered" if entered else "rolled",
        "elements": draw(MAYBE),
        "morale": draw(MAYBE),
        "attacker": attacker,
    }
    if not entered:
        data["seed"] = draw(SEEDS)
    if draw(MAYBE):
        data["kind"] = "duel"
        defenders = [draw(creatures(f"Bee {n}")) for n in range(draw(FEW))]
        data["defender"] = {"name": "Bo", "creatures": defenders, "equipment": draw(pieces("Bo's"))}
    else:
        data["kind"] = "battleground"
        mythology, level = draw(OF_A_MYTHOLOGY), draw(HIGHER_LEVELS)
        data["defender"] = {
            "name": "Bo",
            "creatures": [draw(creatures("Bee", mythology, level))],
            "minion": {"mythology": mythology, "level": level},
        }
    return convert(data, RecordFile)


# --- playing --------------------------------------------------------------------------------------


class Table(BattleGame):
    """A battle game that shows the battle in the middle of a turn: what the damage before the action made of it."""

    def __init__(self, dice: Dice) -> None:
        super().__init__(dice)
        self.now: Battle

    def next_decision(self, state: Battle, events: list[Any]) -> Procedure[None] | None:
        """The next turn, of which `now` is the battle."""
        self.now = state
        return super().next_decision(state, events)


@dataclass
class Game:
    """A battle being played at random."""

    table: Table
    session: Session[Battle]


def answer_for(game: Game, chance: random.Random) -> str:
    """A random answer to the question that is asked."""
    question = game.session.question
    assert question is not None
    if question.key == "move":
        return moves.MOVES.write(chance.choice(moves.legal_moves(game.table.now)), game.table.now)
    if question.key == "roll":
        count = re.search(r"(\d+) (?:die|dice)(?:$|, then )", question.prompt)
        assert count is not None, question.prompt
        return " ".join(str(chance.randrange(3)) for _ in range(int(count[1])))
    assert question.key.startswith("magic "), question.key
    return chance.choice(question.options()).text


def play(file: RecordFile, chance: random.Random) -> Iterator[Game]:
    """Play a record's battle at random; the game after each answer."""
    table = Table(dice_of(file, "random"))
    game = Game(table, Session(table, start_of(file, Deck(), "random")))
    yield game
    while game.session.question is not None and game.session.state.turn < MOST_TURNS:
        game.session.answer(answer_for(game, chance))
        yield game


@dataclass
class Watch:
    """What is remembered from step to step to see that it doesn't turn back."""

    dead: set[str] = field(default_factory=set)
    rose: dict[str, int] = field(default_factory=dict)
    put_on: dict[tuple[str, str], int] = field(default_factory=dict)

    def events(self, happened: list[Any]) -> None:
        """Check events, and remember deaths, resurrections and equipment."""
        known = rulebook("conjurers").entries
        for one in happened:
            kind = type(one).__name__
            terms = (*getattr(one, "terms", ()), *getattr(one, "pool", ()))
            for rule in (*getattr(one, "rules", ()), *(rule for term in terms for rule in term.rules)):
                assert rule in known, (kind, rule)
            if kind == "Hit":
                assert min(one.dealt, one.received) >= 0
                assert one.dealt == one.received + sum(taken.amount for taken in one.absorbed)
                assert len(one.dice) == one.count
                assert sum(one.dice) == one.rolled or not one.dice
            elif kind == "Died":
                assert one.creature not in self.dead, f"{one.creature} died twice"
                self.dead.add(one.creature)
            elif kind == "Resurrected":
                self.rose[one.creature] = self.rose.get(one.creature, 0) + 1
                assert self.rose[one.creature] == 1, f"{one.creature} resurrected twice"
            elif kind == "Summoned":
                for name in one.equipment:
                    key = (one.creature.split(".")[0], name)
                    self.put_on[key] = self.put_on.get(key, 0) + 1
                    assert self.put_on[key] == 1, f"{name} was put on twice"


def check(battle: Battle, watch: Watch | None = None) -> None:
    """What holds in every battle between two turns."""
    for fighter in battle.fighters:
        check_fighter(battle, fighter)
    for side in SIDES:
        slots = [f.slot for f in battle.of(side) if f.slot is not None]
        assert len(slots) == len(set(slots)), "two in a slot"
        assert set(slots) <= {1, 2, 3}
        worn = [piece.name for f in battle.of(side) for piece in f.worn]
        assert len(worn) == len(set(worn)), "a piece is worn twice"
        used = {battle.sides[side].equipment[number].name for number in battle.sides[side].used}
        assert set(worn) <= used
        dead = [f.number for f in battle.of(side) if f.dead]
        assert sorted(battle.sides[side].dead) == dead
    if battle.outcome is None:
        assert all(battle.living(side) for side in SIDES), "a side is gone and the battle goes on"
    elif battle.outcome.reason != "stalemate":
        assert not all(battle.living(side) for side in SIDES), "over, and both sides live"
    if watch is not None:
        assert {f.key for f in battle.fighters if f.dead} == watch.dead
        assert {f.key for f in battle.fighters if f.resurrected} == set(watch.rose)


def check_fighter(battle: Battle, fighter: Fighter) -> None:
    """What holds for each creature between two turns."""
    assert fighter.damage >= 0
    assert fighter.dead == (fighter.damage >= fighter.card.hp), "dead and hit points don't agree"
    assert not (fighter.dead and fighter.slot is not None), "a dead creature is in a slot"
    assert fighter.slot is not None or (fighter.devouring, fighter.devoured_by) == (None, None)
    assert len(fighter.worn) <= 2
    for source in (*fighter.worn, fighter.own):
        assert 0 <= source.absorbed <= source.abilities.get("absorption", 0)
    if fighter.in_hand:
        assert (fighter.damage, fighter.frost, fighter.poison, fighter.bound) == (0, False, 0, False)
        assert fighter.worn == []
    if not fighter.may_wear:
        assert fighter.worn == []
    if fighter.devouring is not None:
        victim = battle.fighters[fighter.devouring]
        assert victim.devoured_by == fighter.number
        assert victim.side != fighter.side
        assert victim.slot == fighter.slot, "a devourer faces its victim and holds its own slot"
        assert not fighter.bound
    if fighter.devoured_by is not None:
        assert battle.fighters[fighter.devoured_by].devouring == fighter.number


def candidates(battle: Battle, equipment: bool = True) -> Iterator[moves.BattleMove]:
    """Every move that the side to move could think of; with `equipment`, a summon for each choice of pieces."""
    for fighter in battle.of(battle.side_to_move):
        for slot in (1, 2, 3):
            worn = [(), *moves.outfits(battle)] if equipment and fighter.may_wear else [()]
            yield from (moves.Summon(fighter.number, slot, pieces) for pieces in worn)
            yield moves.MoveTo(fighter.number, slot)
        yield from (kind(fighter.number) for kind in (moves.Attack, moves.Devour, moves.BreakFree))
    for target in battle.of(enemy_of(battle.side_to_move)):
        for wearer in markers.wearers(battle, battle.side_to_move):
            yield moves.Bind(target.number, wearer.number)


def tried(battle: Battle, equipment: bool) -> Iterator[moves.BattleMove]:
    """The legal actions, found by trying all that a side could think of."""
    for move in candidates(battle, equipment):
        with suppress(Illegal):
            moves.MOVES.verify(battle, move)
            yield move


def check_list(battle: Battle) -> None:
    """The legal moves are listed as trying all finds them, in the same order."""
    for equipment in (False, True):
        found = list(tried(battle, equipment))
        assert moves.legal_moves(battle, equipment) == (found or [moves.Pass()])
    assert moves.can_act(battle) == bool(found)


def check_moves(battle: Battle) -> None:
    """Legal moves and the others: each other one is refused by a rule that exists."""
    known = rulebook("conjurers").entries
    check_list(battle)
    legal = set(moves.legal_moves(battle))
    for move in candidates(battle):
        if move in legal:
            assert moves.MOVES.find_move(battle, moves.MOVES.write(move, battle)) == move
            continue
        with pytest.raises(Illegal) as refusal:
            moves.MOVES.verify(battle, move)
        assert refusal.value.ruling in known, (move, refusal.value.ruling)
        assert refusal.value.reason
    if moves.Pass() not in legal:
        with pytest.raises(Illegal) as refusal:
            moves.MOVES.verify(battle, moves.Pass())
        assert refusal.value.ruling in known


def check_onward(before: Battle, after: Battle) -> None:
    """What never turns back from one turn to the next."""
    for then, now in zip(before.fighters, after.fighters, strict=True):
        assert then.dead <= now.dead, "the dead stay dead"
        assert then.resurrected <= now.resurrected
        assert then.bound <= now.bound
        assert (now.slot is None) <= (then.slot is None or now.dead), "nobody goes back to hand"
        if now.worn and then.worn:
            assert [piece.name for piece in now.worn] == [piece.name for piece in then.worn]
            assert all(old.absorbed <= new.absorbed for old, new in zip(then.worn, now.worn, strict=True))
    for side in SIDES:
        assert before.sides[side].used <= after.sides[side].used
        assert after.sides[side].dead[: len(before.sides[side].dead)] == before.sides[side].dead


def check_undo(session: Session[Battle]) -> None:
    """Undo, then redo: everything as it was."""
    state, entries, draft = session.state.copy(), list(session.steps), list(session.draft)
    asked = session.question.prompt if session.question is not None else None
    if session.undo():
        assert (session.steps, session.draft) != (entries, draft)
        check(session.state)
        assert session.redo()
    assert session.state == state
    assert (session.steps, session.draft) == (entries, draft)
    assert asked == (session.question.prompt if session.question is not None else None)


def turn_of(step: Step) -> TurnEntry:
    """A whole step of a session as a record writes it."""
    rolls = [answer.text for answer in step.answers if answer.key == "roll"]
    (move,) = [answer.text for answer in step.answers if answer.key == "move"]
    magic = {a.key.removeprefix("magic "): a.text for a in step.answers if a.key.startswith("magic ")}
    return TurnEntry(move, " / ".join(rolls) if rolls else UNSET, magic)


def recorded(file: RecordFile, session: Session[Battle]) -> RecordFile:
    """The record with the turns that were played, claiming the damage after the last one."""
    turns = [turn_of(step) for step in session.steps]
    if turns:
        last = turns[-1]
        turns[-1] = TurnEntry(last.move, last.dice, last.magic, {f.key: f.damage for f in session.state.fighters})
    data = {name: getattr(file, name) for name in RecordFile.__struct_fields__}
    return RecordFile(**{**data, "turns": tuple(turns)})


# --- the tests ------------------------------------------------------------------------------------


@pytest.mark.rule("B1", "B4", "B5", "B16", "B17", "B25", "B26")
@examples(120)
@given(battles(), st.integers(0, 2**32))
def test_every_legal_battle_keeps_the_rules(file: RecordFile, seed: int) -> None:
    """No legal move fails; the board stays possible; refusals and events cite rules that exist."""
    watch, before = Watch(), start_of(file, Deck(), "random")
    for game in play(file, random.Random(seed)):
        session = game.session
        if session.question is not None and session.question.key == "move":
            check_moves(game.table.now)
        if session.state.turn == before.turn:
            continue
        check(session.state)
        check_onward(before, session.state)
        before = session.state.copy()
    watch.events(list(session.events))
    for kind in {type(one).__name__ for one in session.events}:
        event(kind)
    event(f"over: {session.state.outcome.reason if session.state.outcome else 'not yet'}")
    if session.state.outcome is not None:
        assert session.question is None
        check(session.state, watch)


@pytest.mark.rule("B2", "B5", "B6", "B8", "B16", "B18", "random-draw")
@examples(500)
@given(positions(most_dice=1, decided=True), st.randoms(use_true_random=False))
def test_legal_moves_are_listed_as_trying_all_finds_them(battle: Battle, chance: random.Random) -> None:
    """In any position: with creatures dead, devoured, tired of devouring or moving, or not named yet."""
    mover = battle.side_to_move
    side, own = battle.sides[mover], list(battle.of(mover))
    side.moved = tuple(chance.choice((NONE, own[0].number)) for _ in range(chance.randrange(4)))
    side.used = {number for number in range(len(side.equipment)) if chance.random() < 0.3}
    side.hidden = chance.randrange(2)
    for fighter in battle.fighters:
        if chance.random() < 0.5:
            some = {name: 1 for name in ("devour", "flying", "ranged") if chance.random() < 0.5}
            fighter.own = AbilitySource(fighter.name, some)
    for fighter in own:
        fighter.returned = chance.choice((None, battle.turn - 3, battle.turn - 2, battle.turn - 1))
        fighter.may_wear = chance.random() < 0.8
        enemy = battle.in_front(fighter)
        if enemy is not None and fighter.devouring is None and chance.random() < 0.2:
            fighter.devoured_by, enemy.devouring = enemy.number, fighter.number
        if fighter.slot is None:
            fighter.dead, fighter.maybe = chance.choice(((False, False), (True, False), (False, True)))
    battle.outcome = chance.choice((None,) * 9 + (BattleOutcome("attacker", "eliminated"),))
    check_list(battle)
    for kind in {type(move).__name__ for move in moves.legal_moves(battle)}:
        event(kind)


@pytest.mark.rule("B23")
@examples(120)
@given(battles(), st.integers(0, 2**32))
def test_undo_and_redo_lead_back(file: RecordFile, seed: int) -> None:
    """After any answer, also in the middle of a turn: the same state, log and question."""
    chance, when = random.Random(seed), random.Random(seed + 1)
    for game in play(file, chance):
        if when.random() < 0.15:
            check_undo(game.session)
    check_undo(game.session)


@pytest.mark.rule("B22", "B23")
@examples(120)
@given(battles(), st.integers(0, 2**32))
def test_a_played_battle_is_judged_alike(file: RecordFile, seed: int) -> None:
    """Written as a record and judged, each battle ends in the state that was played, with nothing to dispute."""
    for game in play(file, random.Random(seed)):
        session = game.session
    text = BATTLES.write(recorded(file, session))
    verdict = replay(BATTLES.read(Path("random.toml"), tomllib.loads(text)))
    assert verdict.illegal is None, verdict.illegal
    assert verdict.disputes == []
    assert verdict.battle == session.state
    assert len(verdict.played) == len(session.steps)
