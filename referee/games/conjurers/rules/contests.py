"""The battles of the game: the draws, the hands that only their owners know, and the turns (pp. 15-16).

A hand drawn at the table is named creature by creature as it is summoned. One that the program drew is known, but
shown only to its owner; all others see the number of creatures in it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import structs

from referee.asking.dice import Mode
from referee.asking.question import Option, Procedure, Question, choice, relay
from referee.declaration.tracking import EVERYTHING
from referee.errors import Illegal, Unreadable
from referee.games.conjurers import tables
from referee.games.conjurers.battle import turn as battle_turn
from referee.games.conjurers.battle.moves import MOVES, BattleMove, Summon
from referee.games.conjurers.battle.outcome import until_decided
from referee.games.conjurers.battle.state import (
    SIDES,
    AbilitySource,
    Battle,
    Fighter,
    Kind,
    Lineup,
    Play,
    SideName,
    minion_of,
    start_battle,
)
from referee.games.conjurers.readings import in_battle
from referee.games.conjurers.rules import card_pool
from referee.games.conjurers.rules import events as e
from referee.games.conjurers.rules.card_pool import NOBODY, Context
from referee.games.conjurers.rules.spaces import FOUGHT, space_named
from referee.games.conjurers.rules.state import CONJURER, Contest, Figure, GameState, Player, Setup
from referee.games.conjurers.vocabulary import RESOURCES, Mythology
from referee.text.grammar import SMALL_NUMBERS, does
from referee.text.names import and_list, by_key, find, find_each, fold, is_nothing

TOURNAMENT_RULES = ("tournament-duels", "A18")
"""Rules cited for a battle of a tournament."""

SUMMON = "summon NAME SLOT"
"""Option for a summon from a hidden hand."""


def begin_battle(context: Context, now: Contest, armies: Sequence[Sequence[str]]) -> Procedure[None]:
    """Draw from armies of more than three, and set up the battle; `armies` are those who may fight (p. 15)."""
    most = context.setup.battle_creatures
    drawn: list[tuple[str, ...]] = []
    for number, army in zip((now.attacker, now.defender), armies, strict=True):
        hand: tuple[str, ...] = ()
        if len(army) > most:
            if context.setup.draws == "program":
                hand = yield from _draw(context, number, army, most)
            name = context.name(number)
            context.say(f"{name} draws {most} of {len(army)} creatures and keeps them in hand.", "random-draw")
        drawn.append(hand)
    now.hands = (drawn[0], drawn[1])
    now.battle = battle_of(context.setup, context.state, now, armies)
    rules = ("who-starts", *(TOURNAMENT_RULES if now.tournament else ()))
    context.emit(e.BattleSetUp(now.battle.copy(), rules))


def _draw(context: Context, number: int, army: Sequence[str], most: int) -> Procedure[tuple[str, ...]]:
    """Draw for a player, recorded by places in the army so that the log reveals nothing."""
    source = random.Random(f"{context.setup.seed}/draw/{context.state.draws}")
    context.state.draws += 1
    places = sorted(source.sample(range(1, len(army) + 1), most))

    def parse(text: str) -> tuple[int, ...]:
        words = text.split()
        found = tuple(int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 4)
        if len(found) != len(words) or len(set(found)) != most or not set(found) <= set(range(1, len(army) + 1)):
            raise Unreadable(f"{most} different places from 1 to {len(army)} are drawn")
        return found

    sentence = " ".join(map(str, places))
    chosen: tuple[int, ...] = yield Question(
        "draw",
        f"{context.player(number).name} draws {most} of {len(army)}, by their places",
        parse,
        who=context.player(number).name,
        forced=lambda: sentence,
    )
    return tuple(army[place - 1] for place in chosen)


def battle_of(setup: Setup, game: GameState, now: Contest, armies: Sequence[Sequence[str]]) -> Battle:
    """Create the battle of a contest of two armies before its first turn; of more than three, three are drawn."""
    most = setup.battle_creatures
    kind: Kind = "battleground" if now.guarded else "duel"
    lineups = []
    for number, army in zip((now.attacker, now.defender), armies, strict=True):
        owner = game.players[number]
        cards = tuple(card_pool.fighting_card(setup, game, name) for name in army)
        guards = bool(now.guarded) and number == now.defender
        worn = () if guards else (*owner.items, *owner.artifacts)
        pieces = tuple(card_pool.worn_piece(setup, game, name) for name in worn)
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
    """List the creatures still in a side's hand that the program drew; empty if the table drew."""
    if now.battle is None:
        return []
    if not (mine := now.hands[SIDES.index(side)]):
        return []
    waiting = {fold(fighter.name) for fighter in now.battle.of(side) if fighter.maybe}
    return [name for name in mine if fold(name) in waiting]


# --- a turn ---------------------------------------------------------------------------------------


def turn(context: Context, now: Contest) -> Procedure[SideName | None]:
    """Play one turn of a battle; ask for unknown cards as they come into it.

    Returns the winner if the table declares one in place of a move: it fights on with the cards, or a side gives up.
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

    return (yield from until_decided(relay(battle_turn.turn(play), answer), lambda: play.battle))


def _move_question(context: Context, now: Contest, question: Question[BattleMove]) -> Question[BattleMove]:
    """Return the question for a move, showing a drawn hand only to its owner."""
    battle = now.battle
    assert battle is not None
    side = battle.side_to_move
    hand = {fold(name) for name in drawn_hand(now, side)}
    if not hand:
        hint = question.hint
        if hint == battle_turn.DICE_BEHIND:
            unknown = unread(context.setup, context.state, battle)
            new = next((one.name for one in battle.of(side) if one.in_hand and one.number in unknown), "")
            hint = f"with its card and the dice on one line: {new} 2; 5/2 poisonous; 2110" if new else hint

        def listed() -> list[Option]:
            return MOVES.options(battle, unknown=unread(context.setup, context.state, battle))

        return structs.replace(question, options=listed, hint=hint)

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
            raise Illegal("an action is possible", "B2") from None  # naming it would reveal the hand
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

    return structs.replace(question, parse=parse, options=options)


def _learn_summoned(context: Context, battle: Battle, move: Summon) -> Procedure[None]:
    fighter = battle.fighters[move.creature]
    if not is_minion(battle, fighter):
        yield from card_pool.learn_creature(context, fighter.name)
        _update_card(context, fighter)
    side = battle.sides[fighter.side]
    for number in move.equipment:
        yield from card_pool.learn_piece(context, side.equipment[number].name)
    side.equipment = tuple(card_pool.worn_piece(context.setup, context.state, piece.name) for piece in side.equipment)


def battle_fought(setup: Setup, game: GameState) -> tuple[Battle, Mode, list[int]] | None:
    """Return the battle under way, its dice mode, and the creatures with unknown cards; None outside a battle."""
    return None if game.battle is None else (game.battle, setup.dice, unread(setup, game, game.battle))


def unread(setup: Setup, game: GameState, battle: Battle) -> list[int]:
    """List the numbers of the creatures whose cards aren't known yet."""
    return [
        fighter.number
        for fighter in battle.fighters
        if not is_minion(battle, fighter) and card_pool.creature_card(setup, game, fighter.name) is None
    ]


def is_minion(battle: Battle, fighter: Fighter) -> bool:
    """Return whether a fighter is the minion that guards a battleground's creature, the first of its side (p. 15)."""
    return not fighter.may_wear and fighter is next(battle.of(fighter.side))


def _update_card(context: Context, fighter: Fighter) -> None:
    """Update a creature in the battle from its card."""
    fighter.card = card_pool.fighting_card(context.setup, context.state, fighter.name)
    fighter.own = AbilitySource(fighter.card.name, fighter.card.abilities)


def _open_hands(context: Context, now: Contest, play: Play) -> Procedure[None]:
    """Ask for the creatures left in the hands: their hit points count when a battle ends without dice (p. 15; B3)."""
    battle = play.battle
    for side in SIDES:
        hand: Sequence[str] = drawn_hand(now, side)
        if not hand and battle.sides[side].hidden:
            hand = yield _hand_question(battle, side)
        for fighter in battle.of(side):
            if fighter.name in hand:
                fighter.maybe = False
        battle.sides[side].hidden = 0
        for fighter in battle.of(side):
            if fighter.in_hand and not is_minion(battle, fighter):
                yield from card_pool.learn_creature(context, fighter.name)
                _update_card(context, fighter)


def _hand_question(battle: Battle, side: SideName) -> Question[tuple[str, ...]]:
    player, hidden = battle.sides[side].player, battle.sides[side].hidden
    known = by_key((fighter.name for fighter in battle.of(side) if fighter.maybe), str)

    def parse(text: str) -> tuple[str, ...]:
        found = find_each(text, known, f"creature of {player}")
        if len(found) != hidden or len(set(found)) != hidden:
            raise Unreadable(f"{hidden} different creatures are in {player}'s hand; name them with commas between")
        return found

    return Question(
        "hand",
        f"{player} shows the hand: {hidden} creatures",
        parse,
        who=player,
        hint="names, commas between",
        write=", ".join,
    )


# --- Contests -------------------------------------------------------------------------------------
# Battles of the game: the creature fought for, the one set aside, the draws, the fight or its outcome, the spoils
# (pp. 12-13, 15; A1, A6-A8, A10, A17-A20, A22).


CREATURE, ASIDE, HOW = "creature", "set aside", "battle"
"""Keys of the questions before a battle."""
PAIRED = 4
"""Least players present for two battles at once: with fewer, any two share a player (A19)."""


def open_contest(context: Context, figure: Figure) -> None:
    """Start a battle, unless no creature or opponent is left to fight (A20, A21)."""
    game = context.state
    if not _is_fought(context, figure):
        return
    opponent = space_named(context.setup, figure.space).opponent
    defender = _minions_player(context, figure) if opponent is None else opponent
    game.contest = Contest(figure.player, defender, space=figure.space, figure=figure.kind)
    if opponent is not None:
        say_begun(context, game.contest)


def _is_fought(context: Context, figure: Figure) -> bool:
    """Return whether a figure's battle is fought: not at a leaver's house or an emptied battleground (A20, A21)."""
    game, space = context.state, space_named(context.setup, figure.space)
    if space.opponent is not None:
        return not game.players[space.opponent].left
    return card_pool.is_left(context.setup, game, tables.phases().battlegrounds[space.kind])


def drop_if_empty(context: Context) -> None:
    """Drop a battle that hasn't begun if a correction took the last creature of its battleground (A20)."""
    game, grounds = context.state, tables.phases().battlegrounds
    now = game.contest
    if now is None or now.battle is not None or now.space not in grounds or game.known != EVERYTHING:
        return
    if not card_pool.is_left(context.setup, game, grounds[now.space]):
        game.contest, game.stage = None, "resolving"


def battles_wait(setup: Setup) -> bool:
    """Return whether battles are fought after all other actions (p. 13; A1)."""
    return setup.battles_last == "always" or (setup.battles_last == "auto" and len(setup.players) == 4)


def fights(context: Context) -> list[Figure]:
    """List the figures of this turn that fight, in the order of the resolving phase, a conjurer last (A1)."""
    game = context.state
    fought = [f for f in game.placed if space_named(context.setup, f.space).sort in FOUGHT]
    return sorted(fought, key=lambda figure: (game.order.index(figure.player), figure.kind == CONJURER))


def _sides(context: Context, figure: Figure) -> set[int]:
    opponent = space_named(context.setup, figure.space).opponent
    return {figure.player} if opponent is None else {figure.player, opponent}


def _minions_player(context: Context, figure: Figure) -> int:
    """Return the player to the left, or the next who isn't in the battle fought at the same time (A8, A19).

    Waiting battles go two at a time while four players are present, unless two in a row share a player.
    """
    game = context.state
    player = figure.player
    left = _on_the_left(game, player)
    at_once = battles_wait(context.setup) and len(game.present()) >= PAIRED
    waiting = _all_fought(context) if at_once else []
    while waiting:
        first, *others = waiting
        second = others[0] if others and not _sides(context, first) & _sides(context, others[0]) else None
        if second is not None and first == figure:
            return next((n for n in left if n not in _sides(context, second)), left[0])
        if second is not None and second == figure:
            busy = _sides(context, first)
            if len(busy) == 1:  # the first one has minions too, whose player isn't free either
                seats = game.clockwise(first.player + 1)
                busy.add(next((n for n in seats if n not in (first.player, player)), first.player))
            return next((n for n in left if n not in busy), left[0])
        waiting = others[1:] if second is not None else others
    return left[0]


def _all_fought(context: Context) -> list[Figure]:
    """List the figures whose battle is or was fought; the first at a battleground may have emptied it (A20)."""
    every, waiting = fights(context), context.state.waiting

    def had_a_foe(at: int, one: Figure) -> bool:
        return one not in waiting and one.space not in [before.space for before in every[:at]]

    return [one for at, one in enumerate(every) if _is_fought(context, one) or had_a_foe(at, one)]


def _on_the_left(game: GameState, player: int) -> list[int]:
    """List the other players, from the left neighbour on."""
    return [n for n in game.clockwise(player + 1) if n != player]


def contest(
    context: Context, prepare: Callable[[Context, Contest], Procedure[None]] | None = None
) -> Procedure[None]:
    """Play one step of a battle: the creature fought for, the fighters, then each turn, then the spoils."""
    game = context.state
    now = game.contest
    assert now is not None
    if now.battle is None:
        if not now.guarded and not now.tournament and now.space in tables.phases().battlegrounds:
            yield from _choose_creature(context, now)
        yield from (prepare or _prepare)(context, now)
    elif (winner := (yield from turn(context, now))) is not None:
        yield from close(context, now, winner)
        return
    if now.battle is not None and now.battle.outcome is not None:
        yield from close(context, now, now.battle.outcome.winner)


def _prepare(context: Context, now: Contest) -> Procedure[None]:
    """Ask all that precedes the first turn; the outcome of a battle fought with the cards ends it."""
    game = context.state
    attacker, defender = game.players[now.attacker], game.players[now.defender]
    least = tables.upkeep().duel.set_aside_from
    if not now.guarded and attacker.creatures and len(defender.creatures) >= least:
        now.aside = yield _set_aside_question(context, defender)
        context.say(f"{defender.name} sets {now.aside or 'nobody'} aside.", "set-aside", "A23")
    armies = [list(attacker.creatures), [n for n in defender.creatures if n != now.aside]]
    if now.guarded:
        armies[1] = [now.guarded]
    if not armies[0] or not armies[1]:  # A17: a side without creatures loses at once
        yield from close(context, now, "attacker" if armies[0] else "defender")
        return
    how = yield how_question(attacker, defender)
    if how != "referee":
        yield from close(context, now, "attacker" if how.startswith("attacker") else "defender")
        return
    yield from begin_battle(context, now, armies)


def battles_ahead(setup: Setup, game: GameState, asked: str) -> tuple[SideName, dict[str, Battle]] | None:
    """Return the battles after each answer to a decision before one, and the side that decides.

    `asked` is the key of the question: for the creature to fight for, the one set aside, or how it is fought. None
    if no battle is being prepared, or a side has no creature to fight it.
    """
    now = game.contest
    if now is None or now.battle is not None or game.known != EVERYTHING:
        return None
    attacker, defender = game.players[now.attacker], game.players[now.defender]
    against: dict[str, tuple[Contest, list[str]]] = {}
    if asked == CREATURE:
        mythology = tables.phases().battlegrounds[now.space]
        for name in card_pool.pile(setup, game, mythology):
            against[name] = structs.replace(now, guarded=name), [name]
    elif asked == ASIDE:
        for name in (NOBODY, *defender.creatures):
            against[name] = now, [other for other in defender.creatures if other != name]
    elif asked == HOW:
        own = [now.guarded] if now.guarded else [name for name in defender.creatures if name != now.aside]
        against[""] = now, own
    by_answer = {
        answer: battle_of(setup, game, contest, [list(attacker.creatures), army])
        for answer, (contest, army) in against.items()
        if army and attacker.creatures
    }
    return ("defender" if asked == ASIDE else "attacker", by_answer) if by_answer else None


_CHALLENGER = {
    "challenger wins": "attacker wins",
    "challenger won": "attacker wins",
    "challenger loses": "defender wins",
    "challenger lost": "defender wins",
}
"""Outcomes of a duel in the rulebook's word for the attacker (p. 13)."""


def _victory_words(winner: Player | None, loser: Player | None) -> tuple[str, ...]:
    """Return other words for a player's victory, or for the other's defeat."""
    fought = "the duel battle fight him her it"
    won = "wins won win winner victory victorious beats beat defeats defeated kills killed takes"
    wins = (f"{winner.name} {won} {fought}",) if winner is not None else ()
    return (*wins, f"{loser.name} loses lost was beaten {fought}") if loser is not None else wins


def how_question(attacker: Player, defender: Player | None) -> Question[str]:
    """Return the question whether a battle is refereed here, or who won it; against minions without a defender."""
    other = defender.name if defender is not None else "the battleground's creature"
    question = choice(
        HOW,
        f"{attacker.name} against {other}: how is it fought",
        [
            Option(
                "referee", detail="here, with dice", also=("play fight it out here", "with dice", "roll the dice")
            ),
            Option(
                "attacker wins",
                detail=f"{attacker.name} won it on the table",
                also=(*_victory_words(attacker, defender), "defender loses lost"),
            ),
            Option(
                "defender wins",
                detail=f"{other} won it on the table",
                also=(*_victory_words(defender, attacker), "attacker loses lost"),
            ),
        ],
    )
    if defender is None:
        return question

    def parse(text: str) -> str:
        return question.parse(_CHALLENGER.get(fold(text), text))

    return structs.replace(question, parse=parse)


def _set_aside_question(context: Context, defender: Player) -> Question[str]:
    """Return the question which creature a defender keeps out of the draw, "" for none (pp. 13, 15; A23)."""
    home = ("leave keep {} home out aside", "{} stays sits home out", "without {}")
    options = [
        Option(NOBODY, also=("all fight", "everybody fights", "everyone fights")),
        *(Option(name, also=tuple(way.format(name) for way in home)) for name in defender.creatures),
    ]
    question = choice(ASIDE, f"{defender.name} sets aside", options, who=defender.name)
    army = by_key(defender.creatures, str)

    def parse(text: str) -> str:
        if fold(text) not in army:
            card_pool.refuse_known(context, text, "set-aside", f"choose one of {defender.name}'s")
        chosen = question.parse(text)
        return "" if chosen == NOBODY else chosen

    return structs.replace(question, parse=parse, write=lambda name: name or NOBODY, default=NOBODY)


def _choose_creature(context: Context, now: Contest) -> Procedure[None]:
    """Ask for the creature to fight for: of the battleground's mythology and still in its pile (p. 12; A7)."""
    mythology = tables.phases().battlegrounds[now.space]
    now.guarded = yield _creature_question(context, context.player(now.attacker).name, mythology)
    yield from card_pool.learn_level(context, now.guarded, mythology)
    left = _on_the_left(context.state, now.attacker)
    busy = tuple(left[: left.index(now.defender)])
    say_begun(context, now, busy)


def say_begun(context: Context, now: Contest, busy: Sequence[int] = ()) -> None:
    """Describe who fights for what; those who are `busy` on the attacker's left fight at the same time."""
    attacker, defender = context.name(now.attacker), context.name(now.defender)
    if not now.guarded:
        context.say(f"{attacker} challenges {defender} to a duel.", "duel")
        return
    fights = does(and_list(map(context.name, busy)) + ", on the left,", "fights", many=len(busy) > 1)
    others = f" ({fights} at the same time)" if busy else ""
    context.say(
        f"{attacker} fights for {now.guarded}; {defender} plays the minion{others}.", "battlegrounds", "A7", "A8"
    )


def _creature_question(context: Context, player: str, mythology: Mythology) -> Question[str]:
    setup, game = context.setup, context.state
    known = by_key(card_pool.pile(setup, game, mythology), str)
    unknown = card_pool.unknown_creatures(setup, game, mythology)
    one_of_them = f"{'or another' if known else 'one'} of the pile, with level, hit points/dice, abilities"

    def parse(text: str) -> str:
        if fold(text) not in known:
            card_pool.refuse_known(context, text, "A7", f"choose a creature that is {mythology} and in its pile")
        new = partial(card_pool.read_new_name, context) if unknown else None
        return card_pool.find_or_new(text, known, f"{mythology} creature in its pile", new)

    def options() -> list[Option]:
        found = []
        for name in known.values():
            card = card_pool.fighting_card(setup, game, name)
            strength = f"{card.hp}/{card.bd}, " if card_pool.creature_card(setup, game, name) is not None else ""
            minion = minion_of(mythology, card.level)
            found.append(Option(name, detail=f"level {card.level}, {strength}with a minion {minion.hp}/{minion.bd}"))
        return found

    return Question(
        CREATURE,
        f"Which {mythology} creature does {player} fight for",
        parse,
        options=options,
        who=player,
        write=str,
        open=unknown > 0,
        coins=lambda name: "" if fold(name) in known or not unknown else name,
        hint=f"{one_of_them}, like Pegasus 2, 7/2, flying" if unknown else "",
    )


def close(context: Context, now: Contest, winner: SideName) -> Procedure[None]:
    """Apply the result of a battle: a creature won, spoils and tokens, or the next bout of a tournament."""
    game = context.state
    won = now.attacker if winner == "attacker" else now.defender
    game.contest = None
    rules: tuple[str, ...] = ("battle-end", "A22", *(TOURNAMENT_RULES if now.tournament else ()))
    ended = e.ContestEnded(now.attacker, now.defender, won, now.guarded, now.tournament, rules, bool(now.guarded))
    context.emit(ended)
    if now.tournament:
        game.finished[now.tournament] = won
        return
    if context.setup.dead_creatures == "lost":
        yield from _bury(context, now, winner)
    if now.guarded:
        if winner == "attacker":
            game.players[now.attacker].creatures.append(now.guarded)
            context.say(f"{context.name(now.attacker)} takes the card {now.guarded}.", "battlegrounds")
        return
    setup = context.setup
    if winner == "attacker":
        if setup.stolen_kinds and game.known == EVERYTHING:
            yield from _steal(context, now)
        elif setup.stolen_kinds:
            taker, victim = context.name(now.attacker), context.name(now.defender)
            half = f"half, rounded up, of {SMALL_NUMBERS[setup.stolen_kinds - 1]} of {victim}'s resources or food"
            context.say(f"{taker} takes {half}.", "duel-spoils", "A6")
        context.penalize(now.defender, setup.beaten_defender, "beaten in a duel at home", "duel", "A10")
    else:
        context.penalize(now.attacker, setup.beaten_challenger, "lost the challenge", "duel", "A10")


def _bury(context: Context, now: Contest, winner: SideName) -> Procedure[None]:
    """Remove the players' dead creatures from their armies; ask for more if it wasn't fought out here.

    Those of level 1 are out of the game, the others are back in their piles; their equipment is kept (A22).
    """
    game, battle = context.state, now.battle
    fighting = (now.attacker,) if now.guarded else (now.attacker, now.defender)
    if battle is None and not all(game.players[number].creatures for number in fighting):
        return  # a side without creatures loses without a battle (A17)
    for number in fighting:
        owner = context.player(number)
        side: SideName = "attacker" if number == now.attacker else "defender"
        dead = tuple(fighter.name for fighter in battle.of(side) if fighter.dead) if battle is not None else ()
        dead = tuple(name for name in dead if name in owner.creatures)  # a correction may have taken it
        if (battle is None or battle.outcome is None) and game.known == EVERYTHING:
            aside = now.aside if number == now.defender else ""
            fought = min(len(owner.creatures) - bool(aside), context.setup.battle_creatures)
            question = _dead_question(owner, aside, dead, fought - (side == winner == "attacker"))
            dead = yield structs.replace(question, parse=partial(_of_the_drawn, now, side, question.parse))
        for name in dead:
            owner.creatures.remove(name)
            if card_pool.level_of(context.setup, game, name) == 1:
                game.gone.append(name)
        if dead:
            context.emit(e.CreaturesLost(number, dead))


def _of_the_drawn(
    now: Contest, side: SideName, parse: Callable[[str], tuple[str, ...]], text: str
) -> tuple[str, ...]:
    """Parse who died. Raises Illegal for one that is known not to have been drawn for the battle (p. 15)."""
    found, battle = parse(text), now.battle
    if battle is None or (battle.sides[side].hidden and not now.hands[SIDES.index(side)]):
        return found
    for fighter in battle.of(side):
        if fighter.maybe and fighter.name in found and fighter.name not in drawn_hand(now, side):
            raise Illegal(f"{fighter.name} was not drawn for this battle", "random-draw")
    return found


def _dead_question(owner: Player, aside: str, dead: Sequence[str], most: int) -> Question[tuple[str, ...]]:
    """Return the question which creatures died in a battle not refereed to its end, besides the known `dead`.

    The one set aside didn't. An attacker who won has at least one left: if both lose their last at once the
    defender wins (p. 15).
    """
    army = by_key([name for name in owner.creatures if name != aside], str)

    def parse(text: str) -> tuple[str, ...]:
        named = () if is_nothing(text) else find_each(text, army, f"creature of {owner.name}")
        found = tuple(dict.fromkeys((*dead, *named)))
        if len(found) > max(most, len(dead)):  # by a correction more may have died than could
            raise Illegal(f"at most {most} of {owner.name}'s creatures can have died in it", "battle-end")
        return found

    return Question(
        "died",
        f"Which {'other ' if dead else ''}creatures of {owner.name} died",
        parse,
        who=owner.name,
        default=NOBODY,
        options=lambda: [Option(NOBODY), *(Option(one) for one in army.values() if one not in dead and most)],
        hint="names, commas between",
        write=lambda names: ", ".join(names) or NOBODY,
        open=True,
    )


def _steal(context: Context, now: Contest) -> Procedure[None]:
    """Ask which categories the winner steals half of, rounded up: three, or the table's number (p. 13; A6)."""
    duel = tables.upkeep().duel
    victim, thief = context.player(now.defender), context.player(now.attacker)
    goods = [g for g in (*RESOURCES, "food") if g not in context.instead]
    many = min(context.setup.stolen_kinds, len(goods))
    half = {good: -(-victim.has(good) // duel.stolen_part) for good in goods}
    known = {str(good): str(good) for good in (*RESOURCES, "food")}

    def parse(text: str) -> tuple[str, ...]:
        words = re.sub(r"^(?:(?:i|just|only|steals?|takes?) )+", "", fold(text)).replace(" and ", ",").split(",")
        words = [word.strip().removeprefix("the ") for word in words if word.strip()]
        if words in (["all"], ["everything"], ["most"]):
            words = best.split(", ")
        found = tuple(find(word, known, "category") for word in words)
        for good in found:
            context.verify_in_game(good)
        if len(set(found)) != len(found) or len(found) != many:
            one = "1 category is" if many == 1 else f"{many} different categories are"
            raise Illegal(f"{one} stolen; the most are {best}", "A6")
        return found

    ranked = sorted(goods, key=lambda good: -half[good])
    best, has = ", ".join(ranked[:many]), [good for good in ranked if half[good]]
    stolen = yield Question(
        "steal",
        f"{thief.name} steals half of {SMALL_NUMBERS[many - 1]} from {victim.name}",
        parse,
        who=thief.name,
        options=lambda: [Option(f"steal {best}", detail="the most")],
        hint=f"{thief.name} gets: {', '.join(f'{good} {half[good]}' for good in has) or 'nothing'}",
        default=f"steal {best}" if len(has) <= many else None,
        write=lambda found: f"steal {', '.join(found)}",
        open=bool(has),
    )
    taken = {good: half[good] for good in stolen if half[good]}
    for good, amount in taken.items():
        victim.gain(good, -amount)
        thief.gain(good, amount)
    context.emit(e.Stolen(now.attacker, now.defender, taken))
