"""A unit is activated: its card, simple or complex actions, its end; force of nature, leaders (2a to 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, Self

from msgspec.structs import replace

from referee.asking.interrupts import Refusal as Closed
from referee.asking.moves import Move
from referee.asking.question import Option, Procedure, choice
from referee.effects.phrases import Names
from referee.errors import Illegal
from referee.games.mythic.rules import attacks, cards, harm, moments, places, powers
from referee.games.mythic.rules.acting import COMPLEX, SIMPLE, shut, why_not_action, why_passed
from referee.games.mythic.rules.cards import Price
from referee.games.mythic.rules.context import FREE, Match, Refusal
from referee.games.mythic.rules.events import Activated, ActivationEnded, ActivationWaits, ElementRemoved
from referee.games.mythic.rules.state import Acting, Piece
from referee.games.mythic.tables import numbers
from referee.text.grammar import does
from referee.text.names import a_or_an, printed

# --- who can be activated ---------------------------------------------------------------------------


def why_not_activate(match: Match, piece: Piece) -> Refusal:
    """Why a unit can't be activated now, by what everybody knows."""
    game, name = match.state, printed(piece.name)
    if (passed := why_passed(match))[0]:
        return passed
    if game.activated >= numbers().turn.units:
        return f"{game.activated} units were activated in this turn", "two-units"
    if piece.activated:
        return does(name, "was activated in this turn"), "two-units"
    if piece.status in ("destroyed", "away"):
        return does(name, "is destroyed"), "destroyed"
    if not game.players[match.seat].cards.possible(piece.name):
        return f"{match.player.name} can't have {a_or_an(name)} card in hand", "activation"
    if aow_due(match, piece) and (why := cards.why_not_pay(match, match.seat, aow_due(match, piece), [piece.name])):
        return f"a second unit costs an AoW card, and {why}", "second-unit"
    return "", ""


def aow_due(match: Match, piece: Piece) -> int:
    """The AoW cards that activating a unit costs besides its card; a troop that a leader called costs none."""
    return numbers().turn.second_unit_aow if match.state.activated and match.state.led != piece.name else 0


def mine(match: Match) -> list[Piece]:
    """The units that the player of the turn controls."""
    return [piece for piece in match.state.pieces if piece.seat == match.seat and piece.status != "away"]


Mine = Annotated[str, Names("unit of the player's", lambda match: match.named(mine(match)))]


class Activate(Move[Match], frozen=True):
    """A unit to be activated, how ("": it is asked), and what is discarded where it is the second."""

    says = "activate {unit}[ {how}][ with {paid}]"
    unit: Mine
    how: Literal["", "simple", "complex"] = ""
    paid: str = ""

    @classmethod
    def candidates(cls, match: Match) -> Iterator[Self]:
        """The units, simple or complex; those that can't be activated once."""
        for piece in mine(match):
            if why_not_activate(match, piece)[0]:
                yield cls(piece.name)
                continue
            price = next(cards.prices(match, match.seat, aow_due(match, piece), [piece.name]))
            if piece.there:
                yield cls(piece.name, SIMPLE, cards.price_said(price))
            yield cls(piece.name, COMPLEX, cards.price_said(price))

    def complete(self, match: Match) -> Self:
        """How, where only one way is open, and what pays, as it is written. Raises Illegal, and Unreadable."""
        piece = match.state.piece(self.unit)
        name, many = printed(piece.name), aow_due(match, piece)
        match.refuse(*why_not_activate(match, piece))
        if self.how == SIMPLE and not piece.there:
            raise Illegal(does(name, "isn't on the board: only deploying is open, a complex action"), "M59")
        if self.paid and not many:
            raise Illegal(f"activating {name} costs no AoW card", "second-unit")
        match.refuse(cards.lacks(match, match.seat, [piece.name]), "activation")
        price = cards.read_price(match, match.seat, self.paid, many, [piece.name])
        return replace(self, how=self.how if piece.there else COMPLEX, paid=cards.price_said(price))

    def why_not(self, match: Match) -> Closed | str:
        """Why the unit can't be activated."""
        return shut(why_not_activate(match, match.state.piece(self.unit)))

    def option(self, match: Match, text: str) -> Option:
        """How it is listed, with how the unit fares."""
        piece = match.state.piece(self.unit)
        where = f"in {piece.area}" if piece.there else "off the board"
        what = "deploy" if not piece.there else "one action" if self.how == COMPLEX else "up to two actions"
        price = "; 1 AoW card" if aow_due(match, piece) else ""
        return Option(text, detail=f"{piece.vitality} of {piece.full}, {where}: {what}{price}", group=piece.name)

    def do(self, match: Match) -> Procedure[None]:
        """Discard the card, say what kind of actions, and begin (2a, 2b)."""
        yield from close(match)
        game, piece, turn = match.state, match.state.piece(self.unit), numbers().turn
        if game.over:
            return
        price = cards.price_of(self.paid, turn.second_unit_aow)
        price = price if aow_due(match, piece) else Price()  # a power that has just called it spares the card
        why = why_not_activate(match, piece)[0] or cards.lacks(match, match.seat, [*price.cards, piece.name])
        if why:
            match.emit(ActivationWaits(piece.name, why))
            return
        how: str = self.how
        if not how:
            how = yield choice(
                "actions", f"{printed(piece.name)}: simple actions or a complex one", [
                    Option(SIMPLE, detail="two of walk, attack, claim"),
                    Option(COMPLEX, detail="one of run, absorb, and for flyers flight and aerial attack"),
                ], who=match.player.name,
            )  # fmt: skip
        cards.spend(match, match.seat, price, "a second unit", ("second-unit", "aow-payment"))
        cards.discard(match, match.seat, piece.name, piece.owner)
        declared = how == COMPLEX
        game.acting = Acting(piece.name, declared, limit=turn.complex_actions if declared else turn.simple_actions)
        game.phase, game.led, piece.activated = "act", "", True
        game.activated += 1
        match.emit(Activated(match.seat, piece.name, declared, game.activated))
        _begin(match, piece)
        moments.note(match, "start", piece)
        yield from match.settle(match)


def _begin(match: Match, piece: Piece) -> None:
    """What the terrain does to a unit that begins its activation there (Polar, M53)."""
    acting = match.state.acting
    if not piece.there:
        return
    row = places.row(match, piece.area)
    if places.mover(match, piece).ignores(row.name):
        return
    if row.actions is not None:
        acting.limit, acting.frozen = min(acting.limit, row.actions), row.no_powers
    harm.wound(match, piece, row.starting_wounds, row.name, (row.name, "M53"))


def close(match: Match) -> Procedure[None]:
    """An activation is over: powers at its end, then what lasted for it ends (2d)."""
    game = match.state
    if not game.acting.unit:
        return
    moments.note(match, "end", match.actor)
    yield from match.settle(match)
    for piece in game.pieces:
        piece.bonuses = [one for one in piece.bonuses if one.until != "activation"]
    game.acting = Acting()


def called_at_end(match: Match) -> Procedure[bool]:
    """End the activation; whether a power has called a troop with that, which may be activated yet (2d, M89)."""
    game = match.state
    before = game.led
    yield from close(match)
    return game.led not in ("", before) and game.activated < numbers().turn.units


def told(match: Match) -> str:
    """What is decided now, in the prompt."""
    game = match.state
    if game.phase == "choose":
        return "activate a unit, or pass"
    if game.passed:
        return "recall a troop, or end the turn"
    if not game.acting.unit:
        return "end the turn, or activate another unit"
    piece = match.actor
    where = f" in {piece.area}" if piece.there else ""
    return f"{printed(piece.name)}{where} ({piece.vitality} of {piece.full})"


# --- force of nature --------------------------------------------------------------------------------


class Nature(Move[Match], frozen=True):
    """Force of nature: a 3D element of the own area is removed before a target is chosen (M47)."""

    says = "nature ..."
    leads_to = "force of nature: a 3D element goes, offence +1 and range +1"

    @classmethod
    def why_none(cls, match: Match) -> Closed | str:
        """Why the activated unit can't use it now."""
        why = why_not_action(match, "attack")
        if why[0] and why_not_action(match, "aerial attack")[0]:
            return shut(why)
        piece = match.actor
        if attacks.NATURE not in powers.talents(match, piece):
            return Closed(does(printed(piece.name), "hasn't force of nature, or it is silent"), "force-of-nature")
        if attacks.NATURE in match.state.acting.used:
            return Closed("force of nature was used in this activation", "talents-add-up")
        if not match.spot(piece.area).elements:
            return Closed(f"no 3D element is left in {piece.area}", "force-of-nature")
        return ""

    def do(self, match: Match) -> None:
        """Take the element away."""
        area = match.actor.area
        spot, ground = match.spot(area), places.terrain(match, area)
        spot.elements -= 1
        match.state.acting.used.append(attacks.NATURE)
        match.emit(ElementRemoved(area, spot.elements, ground, ("force-of-nature", "M58")))


# --- leader -----------------------------------------------------------------------------------------


def led_by(match: Match) -> Iterator[tuple[Piece, Refusal]]:
    """The allied troops that the activated unit could call as a leader, each with why it can't be."""
    acting = match.state.acting
    if not acting.unit or not match.actor.there or "leader" not in powers.talents(match, match.actor):
        return
    leader = match.actor
    around = [leader.area, *places.seen_around(match, leader.area)]
    for piece in match.state.pieces:
        if not (match.allied(leader, piece) and match.unit(piece.name).troop and piece.area in around):
            continue
        if piece.activated:
            yield piece, (does(printed(piece.name), "was activated in this turn"), "M68")
        elif not min(
            match.state.players[piece.owner].cards.pool.get(piece.name, 0),
            match.state.players[piece.owner].cards.deck,
        ):
            yield piece, (f"no {printed(piece.name)} card can be in {match.name(piece.owner)}'s deck", "leader")
        else:
            yield piece, FREE


Led = Annotated[str, Names("troop to lead", lambda match: match.named(piece for piece, _ in led_by(match)))]


class Lead(Move[Match], frozen=True):
    """A troop that a leader calls: its activation ends, and the troop's card is searched for and shown (M68)."""

    says = "leader {unit}"
    leads_to = "its card comes from the deck, shown; it can be activated"
    unit: Led

    @classmethod
    def why_none(cls, match: Match) -> Closed | str:
        """No leader has a troop around."""
        none = next(led_by(match), None) is None
        return Closed("no leader is activated with an allied troop in sight around it", "leader") if none else ""

    @classmethod
    def candidates(cls, match: Match) -> Iterable[Self]:
        """The troops that can be called."""
        return (cls(piece.name) for piece, (why, _) in led_by(match) if not why)

    def why_not(self, match: Match) -> Closed | str:
        """Why the troop can't be called."""
        return shut(next(why for piece, why in led_by(match) if piece.name == self.unit))

    def do(self, match: Match) -> Procedure[None]:
        """Call it."""
        piece, leader = match.state.piece(self.unit), match.state.acting.unit
        cards.fetch(match, piece.owner, match.seat, piece.name, ("leader", "M68"))
        yield from close(match)
        if piece.owner != match.seat:
            piece.guest = match.seat
        match.state.led = piece.name
        match.emit(ActivationEnded(leader, "it has called a troop", ("leader",)))
