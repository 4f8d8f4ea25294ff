"""Light mode, and reactions of the other side before the dice of an attack: guard, evade, initiative (M38).

Reactions are asked for together with the dice, if known cards make one possible; the dice alone mean none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal, Self, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.asking.dice import write_roll
from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.moves import Move, Moves
from referee.asking.question import Option, Procedure, Question, carried_out
from referee.declaration.statements import read_report
from referee.declaration.tracking import SCORE, Stopped, wants_more
from referee.effects.phrases import Also, Names
from referee.errors import Illegal, Unreadable
from referee.games.mythic.attack.assault import assault, attack_event, no_answer, roll_question
from referee.games.mythic.attack.values import Attack, Modifier, values_of
from referee.games.mythic.readings import in_attack
from referee.games.mythic.rules import endings, manoeuvres, powers, recalls, recruiting, stones
from referee.games.mythic.rules import events as e
from referee.games.mythic.rules.activation import why_turn_is_full
from referee.games.mythic.rules.attacks import AttackTarget, side_of
from referee.games.mythic.rules.fights import Arena, say_guarded, say_spent
from referee.games.mythic.rules.state import (
    LONGEST_MYTHOLOGY,
    UNDER_WAY,
    Acting,
    Action,
    Cards,
    GameState,
    Match,
    Piece,
    Setup,
    Spot,
    unit_names,
)
from referee.games.mythic.units.powers import ActivateEffect, powers_of
from referee.games.mythic.vocabulary import AttackKind
from referee.text.grammar import FIGURES, agreeing, does, so_many
from referee.text.names import by_key, find, fold, is_nothing, printable, printed

Kind = Literal["guard", "evade", "initiative"]


class DiceOrReaction(Struct, frozen=True):
    """The typed dice of the first roll, () if they are thrown later; or the reaction before them, and who guards."""

    faces: tuple[int, ...] = ()
    kind: Kind | None = None
    guard: str = ""


def first_dice(
    match: Match, attack: Attack, count: int, attacker: Piece, target: Piece, done: Sequence[Kind], who: str
) -> Procedure[DiceOrReaction]:
    """Ask for the first dice of an attack, or a reaction before them; ask nothing where no reaction is possible."""
    possible = [
        option for option in _reactions(match, attack, attacker, target) if option.text.partition(" ")[0] not in done
    ]
    if not (possible and count) or match.setup.dice != "entered":
        return DiceOrReaction()
    what = f"{does(attack.attacker.name, 'attacks')} {attack.defender.name}"
    roll = roll_question(count, what, who)

    def parse(text: str) -> DiceOrReaction:
        if text.strip()[:1] in tuple("0123456789-"):
            return DiceOrReaction(roll.parse(text))
        names = by_key((option.text for option in possible), str) | {
            fold(option.text.partition(" ")[2]): option.text for option in possible if " " in option.text
        }
        try:
            kind, _, guard = find(text, names, "", listing=4).partition(" ")
        except Unreadable as error:
            raise Unreadable(f"{error}; else type the dice") from None
        return DiceOrReaction(kind=cast("Kind", kind), guard=guard)

    def write(answer: DiceOrReaction) -> str:
        return write_roll(answer.faces) if answer.kind is None else f"{answer.kind} {answer.guard}".strip()

    asked = replace(roll, parse=parse, write=write, options=lambda: list(possible), open=True)
    answer: DiceOrReaction = yield asked
    return answer


def _reactions(match: Match, attack: Attack, attacker: Piece, target: Piece) -> Iterator[Option]:
    """Yield the possible reactions, by units and talents alone; the table knows the positions (M39 to M41)."""
    unit = match.unit(target.name)
    if attack.kind != "retaliation" and match.enemy(attacker, target):
        for one in match.state.standing:
            if match.are_allied(target, one) and "guard" in _talents(match, one):
                yield Option(f"guard {one.name}", detail="becomes the target, if it stands beside it")
    near = attack.distance == 0 and attack.kind != "area"
    bought = match.state.players[target.owner].bought.count(manoeuvres.EVADE) >= match.setup.manoeuvres
    if near and "flying" in unit.types and not unit.troop and not bought:
        yield Option("evade", detail=manoeuvres.cost(match))
    first = "initiative" in _talents(match, target) and "initiative" not in _talents(match, attacker)
    if near and attack.kind == "attack" and first and not target.retaliated:
        yield Option("initiative", detail=f"strikes first, for {_answer_card(match)}")


def _answer_card(match: Match) -> str:
    """Describe the cost of an answer (M67)."""
    return "any card" if match.setup.answer_card == "any" else "a card of its own"


def _talents(match: Match, piece: Piece) -> Sequence[str]:
    """Return the talents of a unit; a troop down to its last miniature has none (M61)."""
    return () if powers.alone(match, piece) else match.unit(piece.name).talents


# --- Light ----------------------------------------------------------------------------------------
# Turns of which only activations, attacks, vitality and stones are tracked; the table does the rest.
#
# Areas, cards and powers lie in sight. What they add to an attack is typed with it: "attack Marsh Serpent at 1,
# defence +1"; a guard, evasion or first strike, in the place of its dice. Where the score alone is tracked, only
# the active player is.


BY_TABLE = "told by the table"
UNNAMED = "divine"
"""Mythology of a stone for which none is known."""
DONE: Mapping[Action, str] = {
    "attack": "attacked",
    "area attack": "attacked",
    "claim": "claimed",
    "absorb": "absorbed",
}
SAME: Mapping[Action, Sequence[Action]] = {"attack": ("attack", "area attack"), "area attack": ("attack",)}
"""Actions after which one can't follow, if not just itself: an area attack has several targets."""
PLACES = ("first", "second", "third", "fourth")
"""Places of the units activated in a turn."""
DICE_TALENTS = ("monster slayer",)
"""Talents that change the dice: these are applied even if both values are typed."""


class _LightArena(Arena):
    """The arena of an attack while no areas are tracked: the table sees to where a target is thrown.

    `typed` are the dice of the first roll, if they were typed already.
    """

    typed: tuple[int, ...] = ()

    def roll(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Throw `count` dice, or return those that were typed already."""
        if not self.typed:
            return (yield from super().roll(count, what))
        self.match.state.thrown += 1
        typed, self.typed = self.typed, ()
        return typed


def lighten(game: GameState) -> None:
    """Drop what a light table doesn't track. Raises Unreadable after the end."""
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
    game.acting = Acting()
    game.call()
    if begun:
        game.phase = "act" if game.phase == "act" else "start"
    if game.tracking == SCORE:
        game.pieces, game.phase = [], "start"
        for player in game.players:
            player.absorbed, player.points, player.recruited = [], 0, False


def decision(match: Match) -> Procedure[None] | None:
    """Return the procedure of the next decision at a lighter tracking level; None when the game is over."""
    if match.state.over:
        return None
    return recruiting.recruit(match) if match.state.phase == "recruit" else _turn(match)


def _turn(match: Match) -> Procedure[None]:
    """Ask for one event of the turn, or for its end."""
    game = match.state
    if game.phase not in UNDER_WAY:  # all armies are complete; the table does the rest of the set-up
        for piece in game.pieces:
            piece.status = "board"
        game.phase, game.active = "start", game.lead
        match.emit(e.TurnBegan(game.active, game.round))
        return
    if game.player.out:
        recalls.next_turn(match)
        return
    move: Move[Match] = yield _move_question(match)
    yield from carried_out(move.do(match))


def _move_question(match: Match) -> Question[Move[Match]]:
    """Return the question for an event of the turn, or for its end."""
    game, name, piece = match.state, match.player.name, _acting(match)
    light, acting = game.known != SCORE, piece.name if piece is not None else ""
    status = f"'s turn: {does(printed(acting), 'is activated')}" if acting else " activates" if light else "'s turn"
    note = " · everything is tracked from the next turn on" if wants_more(game) else ""
    return (TOLD if light else COUNTED).question(
        match,
        "turn",
        f"{name}{status}{note}",
        who=name,
        default="end turn",
        open=light,
        by_enter=lambda: bool(acting) or not light,
        hint=f"like {_example(match)} at 1, defence +1; claim greek; absorb" if light else "",
        warns=lambda move: move.doubt(match) if isinstance(move, Doing) else "",
        options=lambda: (LISTED if light else COUNTED).options(match),
    )


# --- moves of a turn ------------------------------------------------------------------------------


def _enemies(match: Match, seat: int) -> list[Piece]:
    return [one for one in match.state.standing if not match.setup.are_allied(seat, one.owner)]


def _example(match: Match) -> str:
    """Return an example of an attack, by the player's first living unit on an enemy's."""
    own = next((piece.name for piece in match.state.standing if piece.owner == match.seat), "Ash Runner")
    enemy = next((piece.name for piece in _enemies(match, match.seat)), "Marsh Serpent")
    return f"{printed(own)} attacks {printed(enemy)}"


def _acting(match: Match) -> Piece | None:
    """Return the activated unit; None if none is, or it is there no more."""
    return next((piece for piece in match.state.standing if piece.name == match.state.acting.unit), None)


def _destroyed(match: Match) -> dict[str, Illegal]:
    gone = (printed(piece.name) for piece in match.state.pieces if piece.status == "destroyed")
    return {name: Illegal(does(name, "is destroyed"), "M14") for name in gone}


Unit = Annotated[str, unit_names("unit", lambda match: match.state.standing, _destroyed)]
Enemy = Annotated[str, unit_names("enemy", lambda match: _enemies(match, match.seat), _destroyed)]
Distance = Annotated[int, Meta(ge=0, le=9)]
Added = Annotated[int, Meta(ge=-9, le=9, extra={"sign": True})]
Dice = Annotated[int, Meta(ge=0, le=10)]
_FIGURES = Also({word: int(figure) for word, figure in FIGURES.items()})
_HOW = (
    "<[ (|,) (at|range|at range|at distance|distance|from) {at}][ (|,|from) {at} (away|area away|areas away)]"
    "[(,|) offence {offence}][(,|) {offence} offence][(,|) defence {defence}][(,|) {defence} defence]"
    "[(,|with|) {own}(/|against|vs|to|dice against|dice vs){other}][(,|with|) offence {own} (,|) defence {other}]>"
)


def why_not_activate(match: Match, piece: Piece) -> Refusal:
    """Return why a unit can't be activated now; one of the next player's can, and begins that player's turn."""
    game = match.state
    if piece.owner == game.playing(game.active + 1)[0] != game.active:
        return ALLOWED
    if piece.owner != game.active and not _may_be_called(match, piece):
        other = f"is {match.name(piece.owner)}'s; it is {match.player.name}'s turn"
        return Refusal(does(printed(piece.name), other), "activation")
    if piece.activated:
        return Refusal(does(printed(piece.name), "was activated this turn"), "two-units")
    return why_turn_is_full(match)


def _may_be_called(match: Match, piece: Piece) -> bool:
    """Return whether the activated unit may have called a teammate's troop, as a leader or by a power (M68)."""
    leader = match.known(match.state.acting.unit)
    if leader is None or not (match.unit(piece.name).troop and match.setup.are_allied(piece.owner, match.seat)):
        return False
    calls = (isinstance(effect, ActivateEffect) for power in powers_of(leader) for effect in power.effects)
    return "leader" in leader.talents or any(calls)


class EndTurn(Move[Match], frozen=True):
    """The end of a turn."""

    says = "(end turn|end|done|pass|passes)"

    def do(self, match: Match) -> None:
        """Begin the next turn."""
        recalls.next_turn(match)


class GameOver(Move[Match], frozen=True):
    """The end of the game, where the score alone is tracked."""

    says = "game over"
    leads_to = "the standing is asked for"

    def do(self, match: Match) -> None:
        """End the game."""
        match.state.over, match.state.phase = True, "over"
        match.emit(Stopped(("skirmish-win",)))


class Doing(Move[Match], frozen=True, kw_only=True):
    """Something that a unit does: the one that is named, or the one that is activated.

    `action` is the action that it takes; what units do `unbidden` needs no activation.
    """

    listed = False
    action: ClassVar[Action | None] = None
    unbidden: ClassVar[bool] = False
    unit: Unit = ""

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """Yield the action alone as the beginning of a move, if the activated unit can take it."""
        piece = _acting(match) if cls.leads_to and not closed else None
        if cls.action and piece is not None and not cls(unit=piece.name).why_not(match):
            yield Option(cls.action, detail=cls.leads_to)

    def complete(self, match: Match) -> Self:
        """Fill in the activated unit, where none is named. Raises Illegal if none is activated."""
        if self.unit:
            return self
        if (piece := _acting(match)) is None:
            raise Illegal(f"no unit is activated now; write which, like {_example(match)}", "activation")
        return replace(self, unit=piece.name)

    def why_not(self, match: Match) -> Refusal:
        """Return why the unit can't be activated, unless it is already or needn't be."""
        piece = match.state.piece(self.unit)
        return ALLOWED if self.unbidden or piece is _acting(match) else why_not_activate(match, piece)

    def doubt(self, match: Match) -> str:
        """Return a warning if the unit can hardly do so much in one activation, else an empty text (2c)."""
        acting, name = match.state.acting, printed(self.unit)
        if self.action is None or self.unit != acting.unit or not acting.done:
            return ""
        if "absorb" in (self.action, *acting.done):
            before = does(name, f"has {DONE['absorb' if 'absorb' in acting.done else acting.done[-1]]}")
            return f"{before}: to absorb is a complex action, the only one of its activation."
        before = does(name, f"has {DONE[self.action]} already")
        again = set(acting.done).intersection(SAME.get(self.action, (self.action,)))
        return f"{before}: the two simple actions of an activation are different." * bool(again)

    def do(self, match: Match) -> Procedure[None]:
        """Activate the unit if it isn't, and carry the action out; a unit of the next player ends the turn first."""
        game, piece = match.state, match.state.piece(self.unit)
        if not self.unbidden and self.unit != game.acting.unit:
            if piece.owner != game.active and not _may_be_called(match, piece):
                recalls.next_turn(match)
            if piece.owner != game.active:
                piece.guest = game.active
            game.acting, game.phase, piece.activated = Acting(piece.name), "act", True
            game.activated += 1
            place = f"the {PLACES[game.activated - 1]} unit of this turn"
            match.say(f"{match.player.name} activates {printed(piece.name)}, {place}.", "activation", "two-units")
        if self.action is not None:
            game.acting.done.append(self.action)
        yield from carried_out(self.done_by(match, piece))

    def done_by(self, match: Match, piece: Piece) -> Procedure[None] | None:
        """Carry the action out, once the unit is activated."""


class LightActivate(Doing, frozen=True, kw_only=True):
    """A unit is activated."""

    says = ("(activate|activates|) {unit} (|simple|complex)", "{unit} (walks|moves|runs|flies|walked|moved|ran|flew)")
    listed = True
    unit: Unit

    @classmethod
    def candidates(cls, match: Match) -> Iterator[Self]:
        """Yield the player's own units that can be activated."""
        for piece in match.state.standing:
            if piece.owner == match.seat and not why_not_activate(match, piece):
                yield cls(unit=piece.name)

    def why_not(self, match: Match) -> Refusal:
        """Return why the unit can't be activated."""
        return why_not_activate(match, match.state.piece(self.unit))

    def option(self, match: Match, text: str) -> Option:
        """Return the option with the unit's vitality; the unit's name alone is accepted too."""
        return Option(text, detail=_vitality(match.state.piece(self.unit)), also=(self.unit,))


def _vitality(piece: Piece) -> str:
    return f"{piece.vitality} of {piece.full}"


class LightAttack(Doing, frozen=True, kw_only=True):
    """An attack: from how far, what areas, allies and powers add, or both values where the table has reckoned them.

    With the first dice the other side may say that it guards, evades or strikes first.
    """

    says = (
        "[{unit} ](attacks|attack|attacked|strikes|struck|hits|hit|shoots|shoot|shot|bites|bite|charges|charge"
        "|smashes|smash|fires|fire|fired|fights|fight|stabs|stab|punches|punch|assaults|assault|engages|engage"
        "|aerial attacks|aerial attack)"
        f"[ (|against|at) {{target}}]{_HOW}"
    )
    action: ClassVar[Action | None] = "attack"
    kind: ClassVar[AttackKind] = "attack"
    target: Enemy | Unit = ""
    at: Distance = -1
    offence: Added = 0
    defence: Added = 0
    own: Dice = -1
    other: Dice = -1

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """Yield the beginnings of attacks by the activated unit, one for each enemy."""
        if (acting := _acting(match)) is not None and not closed and cls.kind == "attack":
            for piece in _enemies(match, acting.owner):
                yield Option(f"attack {piece.name}", detail=_vitality(piece))

    def complete(self, match: Match) -> Self:
        """Fill in unit and range 0, where none is typed. Raises Unreadable for no valid target, or Illegal."""
        done = replace(super().complete(match), at=max(self.at, 0))
        enemies = _enemies(match, match.state.piece(done.unit).owner)
        if not self.target:
            raise Unreadable(
                f"write whom, like {self.action} {printed(enemies[0].name) if enemies else 'Ash Runner'}"
            )
        if self.kind == "area":
            others = [one for one in match.state.standing if one.name != done.unit]
            match.find_piece(self.target, others, "unit besides the attacker")
        else:
            match.find_piece(self.target, enemies, "enemy")
        return done

    def done_by(self, match: Match, piece: Piece) -> Procedure[None]:
        """Resolve the attack, with the best use of the dice on offer, and any reactions before it."""
        done: tuple[Kind, ...] = ()
        move, guarded = self, ""
        while True:
            defender = match.state.piece(move.target)
            attack = attack_of(match, piece, defender, move, guarded)
            values = values_of(attack)
            match.fought.append(attack)
            match.emit(attack_event(attack, values))
            who = match.name(piece.seat if match.enemy(piece, defender) else match.opponent(piece.seat))
            answer = yield from first_dice(match, attack, values.offence, piece, defender, done, who)
            if answer.kind is None:
                break
            match.fought.pop()
            done = (*done, answer.kind)
            if answer.kind == "guard":
                say_guarded(match, answer.guard, defender.name)
                move, guarded = replace(move, target=answer.guard, own=-1), defender.name
            elif answer.kind == "evade":
                match.state.players[defender.owner].bought.append(manoeuvres.EVADE)
                match.say(f"{printed(defender.name)} evades.", "evade", "M40")
                if self.kind == "attack":
                    match.state.acting.done.remove("attack")  # it may go on to another target
                elsewhere = ", unless another target is named" * (self.kind == "attack")
                say_spent(match, piece.name, f"evaded{elsewhere}", "evade", "M40")
                return
            else:
                yield from Retaliate(at=0).done_by(match, defender)
                if not piece.there:
                    return
        arena = _LightArena(match, piece, AttackTarget(defender.name), who, typed=answer.faces)
        dice = yield from assault(arena, attack, values, who=who, average=match.setup.dice == "average")
        endings.wound(match, defender, dice.placed)
        if not no_answer(attack, dice.placed) and not defender.retaliated:
            may = f"{printed(defender.name)} may retaliate, for {_answer_card(match)}"
            match.say(f"{may}; if so, type: {printed(defender.name)} retaliates.", "retaliation", "M42")


class LightAreaAttack(LightAttack, frozen=True, kw_only=True):
    """An attack on all in an area, one after the other."""

    says = f"[{{unit}} ](area attacks|area attack)[ (|against) {{target}}]{_HOW}"
    kind = "area"
    action = "area attack"


class Retaliate(LightAttack, frozen=True, kw_only=True):
    """A unit answers the one that is activated, or strikes first (initiative)."""

    says = f"[{{unit}} ](retaliates|retaliate|retaliated|strikes back|hits back){_HOW}"
    kind = "retaliation"
    action = None
    unbidden = True
    target: str = ""

    def complete(self, match: Match) -> Self:
        """Check that a unit is activated and an enemy of it answers. Raises Unreadable or Illegal."""
        if (acting := _acting(match)) is None:
            raise Illegal("only a unit that is attacked answers; no unit is activated now", "retaliation")
        enemies = _enemies(match, acting.owner)
        if not self.unit:
            raise Unreadable(f"write who answers, like {printed(enemies[0].name)} retaliates")
        match.find_piece(self.unit, enemies, "enemy of the unit that is activated")
        return replace(self, at=max(self.at, 0))

    def why_not(self, match: Match) -> Refusal:
        """Refuse a second answer in a turn."""
        why = does(printed(self.unit), "has answered this turn")
        return Refusal(why, "retaliation") if match.state.piece(self.unit).retaliated else ALLOWED

    def doubt(self, match: Match) -> str:
        """Return a warning if the activated unit has made no attack that is answered: none, or an area attack."""
        acting = match.state.acting
        if "attack" in acting.done or "initiative" in _talents(match, match.state.piece(self.unit)):
            return ""
        none = does(printed(acting.unit), "has made no attack that is answered")
        return f"{none}: only a target of a normal attack at range 0 retaliates."

    def done_by(self, match: Match, piece: Piece) -> Procedure[None]:
        """Strike back."""
        strike = replace(self, target=match.state.acting.unit)
        piece.retaliated = True
        answers = f"{does(printed(piece.name), 'answers')} {printed(strike.target)}"
        its = agreeing("its", printed(piece.name))
        match.say(f"{answers}, {its} one answer of this turn.", "retaliation", "M42")
        yield from super(Retaliate, strike).done_by(match, piece)


class LightClaim(Doing, frozen=True, kw_only=True):
    """A stone is claimed; its mythology, or the thing that counts as one, needn't be said."""

    says = (
        "[{unit} ](claims|claim|claimed)[ {stone}]",
        "[{unit} ](takes|take|took|picks up|pick up|picked up) (a|its|the|) (stone|omphalos)",
        "[{unit} ](takes|take|took|picks up|pick up|picked up) {stone} (stone|omphalos)",
    )
    leads_to = "a stone; its mythology may follow"
    action = "claim"
    stone: Annotated[str, Names("stone", lambda match: match.setup.things, lambda match, text: text)] = ""

    def complete(self, match: Match) -> Self:
        """Parse the stone, a mythology or the name of a thing. Raises Unreadable or Illegal."""
        return replace(super().complete(match), stone=_stone(match, self.stone))

    def why_not(self, match: Match) -> Refusal:
        """Refuse a second stone, besides what forbids the activation."""
        piece = match.state.piece(self.unit)
        carries = does(printed(piece.name), f"carries {match.a_stone(piece.stone)} already") if piece.stone else ""
        return super().why_not(match) or Refusal(carries, "carried-stones")

    def done_by(self, match: Match, piece: Piece) -> None:
        """Give the stone to the unit."""
        piece.stone = self.stone
        match.emit(e.Claimed(piece.name, match.stone_text(piece.stone), ""))


_AROUND_STONE = ("a", "here", "it", "its", "omphalos", "stone", "the")


def _stone(match: Match, text: str) -> str:
    """Parse a thing that counts as a stone, or a stone's mythology, a single word. Raises Unreadable."""
    typed = " ".join(word for word in fold(text).split() if word not in _AROUND_STONE)
    thing = {fold(thing): thing for thing in match.setup.things}.get(fold(text))
    if thing is None and typed and (is_nothing(typed) or not (typed.isalpha() and len(typed) <= LONGEST_MYTHOLOGY)):
        raise Unreadable(f'no stone is called "{printable(text)}"; write its mythology, like claim greek')
    return thing or typed or UNNAMED


class LightDrop(Doing, frozen=True, kw_only=True):
    """A stone is dropped."""

    says = "[{unit} ](drops|drop|dropped) (|it|stone|the stone|its stone|a stone)"
    unbidden = True  # a unit that is thrown drops its stone too

    def why_not(self, match: Match) -> Refusal:
        """Refuse a unit that carries no stone."""
        none = does(printed(self.unit), "carries no stone") * (not match.state.piece(self.unit).stone)
        return Refusal(none, "drop")

    def done_by(self, match: Match, piece: Piece) -> None:
        """Put the stone down."""
        endings.drop(match, piece)


class LightAbsorb(Doing, frozen=True, kw_only=True):
    """A divinity absorbs a stone: its own, that of an ally ("from Ash Runner"), or one that lies there (M73, M74)."""

    says = ("[{unit} ](absorbs|absorb|absorbed) from {bearer}", "[{unit} ](absorbs|absorb|absorbed)[ {stone}]")
    leads_to = "a stone, by a divinity"
    action = "absorb"
    bearer: Unit = ""
    stone: str = ""

    def complete(self, match: Match) -> Self:
        """Fill in the unit's own stone, where no other is named. Raises Unreadable for a bearer without one."""
        done = super().complete(match)
        piece = match.state.piece(done.unit)
        said, _, bearer = f" {self.stone}".partition(" from ")
        if typed := self.bearer or bearer:
            carrying = [one for one in match.state.standing if one.stone and not match.enemy(piece, one)]
            stone = _stone(match, said.strip()) if said.strip() else ""
            carrying = [one for one in carrying if one.stone == (stone or one.stone)]
            try:
                return replace(done, bearer=match.find_piece(typed, carrying, "ally with a stone").name, stone="")
            except Unreadable as error:  # a unit that carries none is no stone's name either
                raise (Illegal(str(error), "absorb") if self.bearer else error) from None
        own = bool(piece.stone and not self.stone)
        return replace(done, bearer=done.unit) if own else replace(done, stone=_stone(match, self.stone))

    def _absorbed_stone(self, match: Match) -> str:
        return match.state.piece(self.bearer).stone if self.bearer else self.stone

    def why_not(self, match: Match) -> Refusal:
        """Refuse units that are no divinities, and things that only count as stones."""
        piece, stone = match.state.piece(self.unit), self._absorbed_stone(match)
        if (why := super().why_not(match)) or not match.unit(piece.name).divinity:
            return why or Refusal("only divinities absorb", "absorb")
        return Refusal(f"{stone} counts as a stone, but isn't absorbed" * (stone in match.setup.things), "M75")

    def done_by(self, match: Match, piece: Piece) -> None:
        """Move the stone to the dashboard."""
        stone = self._absorbed_stone(match)
        if self.bearer:
            match.state.piece(self.bearer).stone = ""
        stones.absorb(match, piece, stone)


class LightRecall(Doing, frozen=True, kw_only=True):
    """A troop gets miniatures back; all of them, where no number stands there."""

    says = (
        "recall {unit}[ {number}]",
        "(recall|bring back) {number} {unit}",
        "bring[ {number}] {unit} back",
        "{unit} (comes|come) back[ with {number}]",
    )
    unbidden = True
    unit: Annotated[
        str,
        unit_names(
            "troop of the player's",
            lambda match: (one for one in match.state.of(match.seat) if match.unit(one.name).troop),
        ),
    ]
    number: Annotated[int, _FIGURES] = -1

    def complete(self, match: Match) -> Self:
        """Fill in all lost miniatures, where no number is typed."""
        piece = match.state.piece(self.unit)
        return self if self.number >= 0 else replace(self, number=piece.lost)

    def why_not(self, match: Match) -> Refusal:
        """Refuse more miniatures than the troop has lost."""
        piece, name = match.state.piece(self.unit), printed(self.unit)
        if not piece.lost:
            return Refusal(does(name, "has all miniatures"), "M60")
        why = does(name, f"has lost {piece.lost}; {self.number} can't come back")
        return ALLOWED if 1 <= self.number <= piece.lost else Refusal(why, "M60")

    def done_by(self, match: Match, piece: Piece) -> None:
        """Put the miniatures back on the board."""
        piece.status, piece.vitality = "board", min(piece.full, piece.vitality + self.number)
        has = does(printed(piece.name), "has")
        match.say(f"{has} {so_many(piece.vitality, 'miniature')} again.", "recall", "M60")


class LightWound(Doing, frozen=True, kw_only=True):
    """A unit loses vitality otherwise than by the dice of an attack; all of it, where no number stands there."""

    says = (
        "(wound|wounds) {unit} {number}",
        "{number} (wounds|wound|damage) (on|to|for) {unit}",
        "{unit} (takes|take|took|gets|got|suffers|suffer|loses|lose|lost) {number}"
        " (wounds|wound|damage|vitality|miniatures|miniature|)"
        " (|from lava|from the lava|by lava|from a power|from the power)",
        "{unit} (dies|die|died)",
        "(killed|destroyed) {unit}",
        "{unit} (is|are|was|were) (dead|destroyed|gone|killed)",
    )
    unbidden = True
    unit: Unit
    number: Annotated[int, Meta(ge=1, le=20), _FIGURES] = -1

    def complete(self, match: Match) -> Self:
        """Fill in all of the unit's vitality, where no number is typed."""
        return self if self.number > 0 else replace(self, number=match.state.piece(self.unit).vitality)

    def done_by(self, match: Match, piece: Piece) -> None:
        """Take the vitality from the unit."""
        endings.wound(match, piece, self.number, BY_TABLE)


TOLD = Moves(
    EndTurn,
    LightRecall,
    LightAreaAttack,
    LightAttack,
    Retaliate,
    LightWound,
    LightClaim,
    LightDrop,
    LightAbsorb,
    LightActivate,
    typed=read_report,
)
"""Moves of a turn."""
LISTED = Moves(EndTurn, LightActivate, LightAttack, LightClaim, LightAbsorb)
COUNTED = Moves(EndTurn, GameOver)
"""Moves of a turn where only the score is tracked."""


# --- attacks ----------------------------------------------------------------------------------------


def attack_of(match: Match, attacker: Piece, defender: Piece, move: LightAttack, guarded: str = "") -> Attack:
    """Return the attack of a move; areas, powers and allies count only as typed, but for the ally that is guarded."""
    ally = match.state.piece(guarded) if guarded else None
    beside = {"company": (match.unit(guarded).kind,), "helped": tuple(_talents(match, ally))} if ally else {}
    own, other = side_of(match, attacker), side_of(match, defender, **beside)
    own = replace(own, range=max(own.range, move.at))
    if move.own >= 0:
        own = replace(own, offence=move.own, talents=tuple(one for one in own.talents if one in DICE_TALENTS))
        other = replace(other, defence=move.other, talents=())
    added = Modifier(why=BY_TABLE, offence=move.offence, defence=move.defence)
    given = (added,) if move.offence or move.defence else ()
    house = in_attack(match.setup)
    return Attack(attacker=own, defender=other, kind=move.kind, distance=move.at, modifiers=given, **house)


def lines(setup: Setup, game: GameState) -> Iterator[str]:
    """Yield a line for each army: vitality, stones carried and absorbed; before them who plays together, in teams."""
    match = Match(setup, game, [])
    if setup.teams:
        yield setup.sides
    for seat, player in enumerate(game.players):
        units = [piece for piece in game.of(seat) if piece.in_play]
        if not units:
            continue
        absorbed = so_many(len(player.absorbed), "stone")
        yield f"{player.name} ({absorbed} absorbed): {', '.join(map(match.unit_text, units))}"
