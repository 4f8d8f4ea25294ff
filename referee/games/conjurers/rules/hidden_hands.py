"""Who fights in a battle of the game: the draws, the hands that only their owners know, and the turns (pp. 15-16).

A hand drawn at the table is named creature by creature as it is summoned. One that the program drew is known, but
shown to its owner alone; everybody else sees how many creatures are in it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from referee.asking.dice import Mode
from referee.asking.question import Option, Procedure, Question, relay
from referee.errors import Illegal, Unreadable
from referee.games.conjurers.battle import turn as battle_turn
from referee.games.conjurers.battle.minion import minion_of
from referee.games.conjurers.battle.moves import MOVES, BattleMove, Summon
from referee.games.conjurers.battle.outcome import until_decided
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import (
    SIDES,
    AbilitySource,
    Battle,
    Fighter,
    Kind,
    Lineup,
    SideName,
    start_battle,
)
from referee.games.conjurers.readings import in_battle
from referee.games.conjurers.rules import learning
from referee.games.conjurers.rules.card_pool import creature_card, fighting_card, worn_piece
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import BattleSetUp, Drawn
from referee.games.conjurers.rules.state import Contest, GameState, Setup
from referee.games.conjurers.tables import battle as battle_tables
from referee.text.names import find, fold, keyed

TOURNAMENT_RULES = ("tournament-duels", "A18")
"""What tells of a battle that is fought in a tournament."""

SUMMON = "summon NAME SLOT"
"""How a summon from a hand that isn't everybody's to see is offered."""


def begin_battle(context: Context, now: Contest, armies: Sequence[Sequence[str]]) -> Procedure[None]:
    """Draw from armies of more than three and set the battle up; `armies` are those who may fight (p. 15)."""
    most = battle_tables.numbers().most_creatures
    drawn: list[tuple[str, ...]] = []
    for number, army in zip((now.attacker, now.defender), armies, strict=True):
        if len(army) > most and context.setup.draws == "program":
            drawn.append((yield from _draw(context, number, army, most)))
        else:
            drawn.append(())
            if len(army) > most:
                context.emit(Drawn(number, most, len(army)))
    now.hands = (drawn[0], drawn[1])
    now.battle = battle_of(context.setup, context.state, now, armies)
    rules = ("who-starts", *(TOURNAMENT_RULES if now.tournament else ()))
    context.emit(BattleSetUp(now.battle.copy(), rules))


def _draw(context: Context, number: int, army: Sequence[str], most: int) -> Procedure[tuple[str, ...]]:
    """The program's draw, recorded by places in the army so that the log gives nothing away."""
    source = random.Random(f"{context.setup.seed}/draw/{context.state.draws}")
    context.state.draws += 1
    places = sorted(source.sample(range(1, len(army) + 1), most))

    def parse(text: str) -> tuple[int, ...]:
        found = tuple(int(word) for word in text.split() if word.isascii() and word.isdigit() and len(word) < 4)
        if len(set(found)) != most or not set(found) <= set(range(1, len(army) + 1)):
            raise Unreadable(f"{most} different places from 1 to {len(army)} are drawn")
        return found

    told = " ".join(map(str, places))
    chosen: tuple[int, ...] = yield Question(
        "draw", f"{context.player(number).name} draws {most} of {len(army)}, by their places", parse,
        who=context.player(number).name, forced=lambda: told, write=lambda found: " ".join(map(str, found)),
    )  # fmt: skip
    context.emit(Drawn(number, most, len(army)))
    return tuple(army[place - 1] for place in chosen)


def battle_of(setup: Setup, game: GameState, now: Contest, armies: Sequence[Sequence[str]]) -> Battle:
    """The battle of a contest between two armies before its first turn; of more than three, three are drawn."""
    most = battle_tables.numbers().most_creatures
    kind: Kind = "battleground" if now.guarded else "duel"
    lineups = []
    for number, army in zip((now.attacker, now.defender), armies, strict=True):
        owner = game.players[number]
        cards = tuple(fighting_card(setup, game, name) for name in army)
        guards = bool(now.guarded) and number == now.defender
        pieces = () if guards else tuple(worn_piece(setup, game, name) for name in (*owner.items, *owner.artifacts))
        minion = None
        if guards:
            guarded = cards[0]
            assert guarded.mythology is not None
            minion = minion_of(guarded.mythology, guarded.level)
        lineups.append(Lineup(owner.name, cards, pieces, minion, drawn=most if len(army) > most else 0))
    return start_battle(
        kind, lineups[0], lineups[1], elements=setup.elements, morale=setup.morale, readings=in_battle(setup)
    )


def drawn_hand(now: Contest, side: SideName) -> list[str]:
    """What a side has in its hand of what the program drew for it; empty where the table drew."""
    if now.battle is None:
        return []
    mine = now.hands[SIDES.index(side)]
    waiting = {fold(fighter.name) for fighter in now.battle.of(side) if fighter.maybe}
    return [name for name in mine if fold(name) in waiting]


# --- a turn ---------------------------------------------------------------------------------------


def turn(context: Context, now: Contest) -> Procedure[SideName | None]:
    """One turn of a battle; cards that aren't known are asked for as they come into it.

    Returns who has won, if the table says so in place of a move: it fights on with the cards, or somebody gives up.
    """
    assert now.battle is not None
    now.claims = {}  # they are about the turn before
    play = Play(now.battle, context.dice, context.events, open_hands=partial(_open_hands, context, now))

    def answer(question: Question[Any]) -> Procedure[Any]:
        if question.key != "move":
            return (yield question)
        move = yield _move_question(context, now, question)
        if isinstance(move, Summon) and now.battle is not None:
            yield from _learn_summoned(context, now.battle, move)
        return move

    return (yield from until_decided(relay(battle_turn.turn(play), answer), lambda: now.battle or play.battle))


def _move_question(context: Context, now: Contest, question: Question[BattleMove]) -> Question[BattleMove]:
    """The question for a move, where part of the hand is for its owner's eyes alone."""
    battle = now.battle
    assert battle is not None
    side = battle.side_to_move
    hand = {fold(name) for name in drawn_hand(now, side)}
    unknown = unread(context.setup, context.state, battle)
    if not hand:
        return replace(question, options=lambda: MOVES.options(battle, unknown=unknown))

    def of_hand(move: BattleMove) -> bool:
        return isinstance(move, Summon) and battle.fighters[move.creature].maybe

    def drawn(move: BattleMove) -> bool:
        return isinstance(move, Summon) and fold(battle.fighters[move.creature].name) in hand

    def parse(text: str) -> BattleMove:
        try:
            move = question.parse(text)
        except Illegal as error:
            if error.ruling != "B2":
                raise
            raise Illegal("an action is possible", "B2") from None  # which one is for the owner's eyes
        if of_hand(move) and not drawn(move):
            assert isinstance(move, Summon)
            raise Illegal(f"{battle.fighters[move.creature].name} was not drawn", "random-draw")
        return move

    def options() -> list[Option]:
        found = MOVES.options(battle, lambda move: not of_hand(move))
        summons = MOVES.options(battle, lambda move: of_hand(move) and drawn(move))
        if summons:
            looking = f"{len(hand)} in hand; only {question.who} may look"
            found.append(Option(SUMMON, "summon from the hand", looking, more=lambda: private(summons)))
        return found

    def whole(text: str) -> str:
        parse(text)
        return text.strip()

    def private(summons: Sequence[Option]) -> Question[str]:
        return Question(
            "hand", f"{question.who} summons", whole, options=lambda: summons, who=question.who, private=True
        )

    return replace(question, parse=parse, options=options)


def _learn_summoned(context: Context, battle: Battle, move: Summon) -> Procedure[None]:
    fighter = battle.fighters[move.creature]
    if not is_minion(battle, fighter):
        yield from learning.learn_creature(context, fighter.name)
        _read(context, fighter)
    side = battle.sides[fighter.side]
    for number in move.equipment:
        yield from learning.learn_piece(context, side.equipment[number].name)
    side.equipment = tuple(worn_piece(context.setup, context.state, piece.name) for piece in side.equipment)


def battle_fought(setup: Setup, game: GameState) -> tuple[Battle, Mode, list[int]] | None:
    """The battle under way, whose dice it has, and the creatures whose cards aren't known yet; None outside one."""
    battle = game.contest.battle if game.contest is not None else None
    return None if battle is None else (battle, setup.dice, unread(setup, game, battle))


def unread(setup: Setup, game: GameState, battle: Battle) -> list[int]:
    """The numbers of the creatures whose cards aren't known yet."""
    return [
        fighter.number
        for fighter in battle.fighters
        if not is_minion(battle, fighter) and creature_card(setup, game, fighter.name) is None
    ]


def is_minion(battle: Battle, fighter: Fighter) -> bool:
    """Whether a fighter is the minion that guards a creature of the battleground, the first of its side (p. 15)."""
    return not fighter.may_wear and fighter is next(battle.of(fighter.side))


def _read(context: Context, fighter: Fighter) -> None:
    """Take over what a creature's card says."""
    fighter.card = fighting_card(context.setup, context.state, fighter.name)
    fighter.own = AbilitySource(fighter.card.name, fighter.card.abilities)


def _open_hands(context: Context, now: Contest, play: Play) -> Procedure[None]:
    """Name what is left in the hands: their hit points count when a battle ends without dice (p. 15; B3)."""
    battle = play.battle
    for side in SIDES:
        shown: Sequence[str] = drawn_hand(now, side)
        if not shown and battle.sides[side].hidden:
            shown = yield _hand_question(battle, side)
        for fighter in battle.of(side):
            if fighter.name in shown:
                fighter.maybe = False
        battle.sides[side].hidden = 0
        for fighter in battle.of(side):
            if fighter.in_hand and not is_minion(battle, fighter):
                yield from learning.learn_creature(context, fighter.name)
                _read(context, fighter)


def _hand_question(battle: Battle, side: SideName) -> Question[tuple[str, ...]]:
    player, hidden = battle.sides[side].player, battle.sides[side].hidden
    known = keyed((fighter.name for fighter in battle.of(side) if fighter.maybe), str)

    def parse(text: str) -> tuple[str, ...]:
        found = tuple(find(part.strip(), known, f"creature of {player}") for part in text.split(","))
        if len(found) != hidden or len(set(found)) != hidden:
            raise Unreadable(f"{hidden} different creatures are in {player}'s hand; name them with commas between")
        return found

    return Question(
        "hand", f"{player} shows the hand: {hidden} creatures", parse, who=player, hint="names, commas between",
        write=", ".join,
    )  # fmt: skip
