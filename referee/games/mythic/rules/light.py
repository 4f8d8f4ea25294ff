"""A turn of which only activations, attacks, vitality and stones are tracked; the table does the rest.

Areas, cards and powers lie in sight. What they add to an attack is told with it: "attack Marsh Serpent at 1,
defence +1"; that somebody guards, evades or strikes first, in the place of its dice. Where the score
alone is tracked, only whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.asking.question import Option, Procedure
from referee.declaration.tracking import SCORE
from referee.errors import Unreadable
from referee.games.mythic.attack.aftermath import no_answer
from referee.games.mythic.attack.assault import assault
from referee.games.mythic.attack.attack import Attack, Modifier, Side
from referee.games.mythic.attack.events import attacked
from referee.games.mythic.attack.values import values_of
from referee.games.mythic.rules import endings, forestalling, harm, manoeuvres, rounds, telling
from referee.games.mythic.rules.attacks import AttackTarget
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.events import (
    Absorbed,
    AttackSpent,
    Claimed,
    Evaded,
    Guarded,
    LightActivated,
    LightAnswered,
    LightRecalled,
    MayAnswer,
    Stopped,
    TurnBegan,
)
from referee.games.mythic.rules.fights import Arena
from referee.games.mythic.rules.state import GREEK, Acting, Cards, GameState, Piece, Spot
from referee.games.mythic.rules.telling import Told
from referee.games.mythic.units.unit import Unit
from referee.games.mythic.vocabulary import AttackKind
from referee.text.names import fold, printed

TOLD = "told by the table"
DICE_TALENTS = ("monster slayer",)
"""Talents that work on the dice: they are used where the table tells both values itself."""


class _LightArena(Arena):
    """Where dice are thrown while no areas are tracked: where a target is thrown to is the table's.

    `lying` are the dice of the first roll, where they were typed already.
    """

    lying: tuple[int, ...] = ()

    def roll(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Throw so many dice, or take those that were typed."""
        if not self.lying:
            return (yield from super().roll(count, what))
        self.match.state.thrown += 1
        lying, self.lying = self.lying, ()
        return lying

    def places(self) -> Sequence[Option]:
        """Nowhere that the program knows."""
        return ()


def lighten(game: GameState) -> None:
    """Let go of what a light table doesn't keep. Raises Unreadable after the end."""
    if game.over:
        raise Unreadable("what is tracked can't be changed now: the game is over")
    begun = game.phase != "recruit"
    for piece in game.pieces:
        piece.area, piece.bonuses, piece.marks, piece.guest = "", [], [], -1
        if piece.status == "waiting" and begun:
            piece.status = "board"
    for player in game.players:
        player.cards, player.bought, player.zone = Cards(), [], ""
    game.spots = {name: Spot() for name in game.board.names}
    game.acting, game.led = Acting(), ""
    if begun:
        game.phase = "act" if game.phase == "act" else "start"
    if game.tracking == SCORE:
        game.pieces, game.phase = [], "start"
        for player in game.players:
            player.absorbed, player.points, player.recruited = [], 0, False


def turn(match: Match) -> Procedure[None]:
    """One thing that the table tells of a turn, or its end."""
    game = match.state
    if game.phase not in ("start", "choose", "act"):
        _begin(match)
        return
    if game.player.out:
        rounds.next_turn(match)
        return
    told: Told = yield telling.question(match)
    if told.kind == telling.OVER:
        game.over, game.phase = True, "over"
        match.emit(Stopped())
    elif told.kind == telling.END:
        rounds.next_turn(match)
    else:
        yield from _carry_out(match, told)


def _begin(match: Match) -> None:
    """All armies are complete: what else is set up is the table's, and the lead player begins."""
    game = match.state
    for piece in game.pieces:
        piece.status = "board"
    game.phase, game.active = "start", game.lead
    match.emit(TurnBegan(game.active, game.round))


def _carry_out(match: Match, told: Told) -> Procedure[None]:
    piece = match.state.piece(told.unit)
    if told.kind not in telling.BY_ANYBODY and told.unit != match.state.acting.unit:
        _activate(match, piece)
    if (action := telling.ACTIONS.get(told.kind)) is not None:
        match.state.acting.done.append(action)
    match told.kind:
        case "attack" | "area attack" | "retaliate":
            yield from _attack(match, piece, told)
        case "claim":
            piece.stone = told.stone
            match.emit(Claimed(piece.name, match.stone_told(piece.stone), ""))
        case "drop":
            harm.drop(match, piece)
        case "absorb":
            _absorb(match, piece, told)
        case "recall":
            piece.status, piece.vitality = "board", min(piece.full, piece.vitality + told.number)
            match.emit(LightRecalled(piece.name, piece.vitality))


def _activate(match: Match, piece: Piece) -> None:
    """A unit is activated; one of the next player's ends the turn before it."""
    game = match.state
    if piece.owner != game.active:
        rounds.next_turn(match)
    game.acting, game.phase, piece.activated = Acting(piece.name), "act", True
    game.activated += 1
    match.emit(LightActivated(match.seat, piece.name, ("first", "second")[game.activated - 1]))


# --- attacks ----------------------------------------------------------------------------------------


def _attack(match: Match, attacker: Piece, told: Told) -> Procedure[None]:
    """An attack by the values of the window and what the table tells; the best use of the dice is offered.

    With the first dice the other side may say that it guards, evades or strikes first.
    """
    if told.kind == telling.RETALIATE:
        attacker.retaliated = True
        match.emit(LightAnswered(attacker.name, told.target))
    done: tuple[forestalling.Kind, ...] = ()
    while True:
        defender = match.state.piece(told.target)
        attack = attack_of(match, attacker, defender, told)
        values = values_of(attack)
        match.fought.append(attack)
        match.emit(attacked(attack, values))
        who = match.name(attacker.owner)
        said = yield from forestalling.first_dice(match, attack, values.offence, attacker, told, done, who)
        if said.kind is None:
            break
        match.fought.pop()
        done = (*done, said.kind)
        if said.kind == "guard":
            match.emit(Guarded(said.guard, defender.name))
            told = replace(told, target=said.guard, totals=())
        elif said.kind == "evade":
            match.state.players[defender.owner].bought.append(manoeuvres.EVADE)
            match.emit(Evaded(defender.name))
            if told.kind == telling.ATTACK:
                match.state.acting.done.remove("attack")  # it may go on to another target
            match.emit(AttackSpent(attacker.name, "evaded, unless another target is named", ("evade", "M40")))
            return
        else:
            yield from _attack(match, defender, Told(telling.RETALIATE, defender.name, attacker.name))
            if match.state.over or not attacker.there:
                return
    arena = _LightArena(match, attacker, AttackTarget(defender.name), who)
    arena.lying = said.faces
    dice = yield from assault(arena, attack, values, who=who, average=match.setup.dice == "average")
    harm.wound(match, defender, dice.placed)
    if no_answer(attack, dice.placed) is None and not defender.retaliated:
        match.emit(MayAnswer(defender.name))


def attack_of(match: Match, attacker: Piece, defender: Piece, told: Told) -> Attack:
    """An attack as the table has told it. What areas, allies and powers add is in it only as far as it is told."""
    kinds: dict[str, AttackKind] = {telling.RETALIATE: "retaliation", telling.AREA_ATTACK: "area"}
    own, other = _side(match, attacker), _side(match, defender)
    own = replace(own, range=max(own.range, told.at))
    if told.totals:
        own = replace(own, offence=told.totals[0], talents=tuple(one for one in own.talents if one in DICE_TALENTS))
        other = replace(other, defence=told.totals[1], talents=())
    more = [Modifier(why=TOLD, offence=told.offence, defence=told.defence)] if told.offence or told.defence else []
    return Attack(
        attacker=own, defender=other, kind=kinds.get(told.kind, "attack"), distance=told.at, modifiers=tuple(more),
        ceiling=match.setup.ceiling, throw_counts=match.setup.throw_counts,
    )  # fmt: skip


def _side(match: Match, piece: Piece) -> Side:
    unit: Unit = match.unit(piece.name)
    stats = match.line(piece).stats
    return Side(
        name=printed(piece.name), kind=unit.kind, offence=stats.offence, defence=stats.defence, range=stats.range,
        talents=unit.talents, types=unit.types, miniatures=piece.vitality if unit.troop else None,
        full=unit.full if unit.troop else None, vitality=piece.vitality,
    )  # fmt: skip


# --- stones -----------------------------------------------------------------------------------------


def _absorb(match: Match, piece: Piece, told: Told) -> None:
    """A stone that lay there, or that the divinity or an ally carried, comes onto the dashboard (M73, M74)."""
    if told.target:
        match.state.piece(told.target).stone = ""
    absorbed = match.state.players[piece.owner].absorbed
    absorbed.append(told.stone)
    card = fold(told.stone) == GREEK and fold(match.unit(piece.name).mythology) == GREEK
    match.emit(Absorbed(piece.owner, piece.name, match.stone_told(told.stone), len(absorbed), card))
    endings.look_at_stones(match, piece.owner)


def lines(match: Match) -> Iterator[str]:
    """What a light table sees of each army: vitality, stones carried and absorbed."""
    for seat, player in enumerate(match.state.players):
        units = [piece for piece in match.state.of(seat) if piece.status in ("board", "waiting")]
        if not units:
            continue
        told = [f"{printed(piece.name)} {piece.vitality}/{piece.full}"
                + (f" with {match.a_stone(piece.stone)}" if piece.stone else "") for piece in units]  # fmt: skip
        stones = len(player.absorbed)
        yield f"{player.name} ({stones} stone{'s' * (stones != 1)} absorbed): {', '.join(told)}"
