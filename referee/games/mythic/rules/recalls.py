"""The change of turns; what lasted for a turn or a round ends with it (4b, 1a, M70, M94)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.moves import Move, Moves
from referee.asking.question import Option, Procedure
from referee.errors import Unreadable, refusal
from referee.games.mythic.rules import activation, cards, movement, powers, recruiting
from referee.games.mythic.rules.activation import Area
from referee.games.mythic.rules.events import Recalled, TurnBegan, TurnEnded
from referee.games.mythic.rules.state import Acting, Match, Piece, unit_names
from referee.text.grammar import does, so_many
from referee.text.names import printed


def next_turn(match: Match) -> None:
    """End the turn, with what lasted for it; move on to the next player, and to the next round if it begins."""
    game = match.state
    match.emit(TurnEnded(match.seat))
    order = game.clockwise(game.active + 1)
    seats = order[: order.index(game.playing(game.active + 1)[0]) + 1]  # players who are out, and the next one (M94)
    for piece in game.pieces:
        piece.activated, piece.retaliated, piece.guest = False, False, -1
        piece.bonuses = [one for one in piece.bonuses if one.until == "round" and one.by not in seats]
        piece.marks = [mark for mark in piece.marks if not mark.startswith("turn:")]
    game.active = seats[-1]
    if game.lead in seats:
        game.lead = game.active  # the lead player, or the next in seat if that one is out
        game.round += 1
        for player in game.players:
            player.bought = []
        for piece in game.pieces:
            piece.marks = [mark for mark in piece.marks if not mark.startswith("round:")]
    game.turn += 1
    game.phase, game.passed, game.activated, game.acting = "start", False, 0, Acting()
    game.call()
    match.emit(TurnBegan(game.active, game.round))


def turns_ahead(match: Match) -> list[int]:
    """List the seats that have a turn after this one, to the first of the next round."""
    ahead, found = replace(match, state=match.state.copy(), events=[]), list[int]()
    while ahead.state.round == match.state.round:
        next_turn(ahead)
        found.append(ahead.seat)
    return found


# --- Recalls --------------------------------------------------------------------------------------
# A troop recalled at the end of a turn for an AoW card: which, how many, where, as the players choose (4a, M60).


RULES = ("recall", "M60")


def troops(match: Match) -> list[Piece]:
    """List the troops that have lost miniatures, or all of them."""
    return [
        piece
        for piece in match.state.of(match.seat)
        if match.unit(piece.name).troop and piece.status in ("board", "destroyed") and piece.lost
    ]


def possible(match: Match) -> bool:
    """Return whether a recall could be paid for, and there is a troop to recall."""
    return bool(troops(match)) and not cards.why_not_pay(match, match.seat, match.setup.recall_aow)


def _offered(match: Match, piece: Piece) -> int:
    """Return how many miniatures are offered: all missing ones, or as many as were recalled first if that is kept."""
    kept = match.state.recalled
    return piece.lost if not kept or kept == "whole" else min(piece.lost, int(kept))


def _kept_area(match: Match, piece: Piece) -> list[str]:
    """Return the only area for a recall: where the troop stands, or the first recall's if kept and open."""
    if piece.there:
        return [piece.area]
    kept = match.state.players[piece.owner].recalls_to
    return [kept] if kept and not powers.why_not_recalled(match, piece, kept) else []


def _why_not(match: Match, piece: Piece, many: int, area: str) -> Refusal:
    if not 1 <= many <= piece.lost:
        lacks = f"lacks {so_many(piece.lost, 'miniature')}; {many} can't come back"
        return Refusal(does(printed(piece.name), lacks), "recall")
    if match.setup.recall == "keep" and match.state.recalled and many != _offered(match, piece):
        first = f"this table recalls {match.state.recalled} (the first answer holds)"
        return Refusal(f"{first}; here {_offered(match, piece)}", "M60")
    if piece.there and area != piece.area:
        return Refusal(does(printed(piece.name), f"stands in {piece.area}"), "recall")
    if (kept := _kept_area(match, piece)) and area not in kept:
        return Refusal(f"{match.player.name} recalls to {kept[0]} (the first answer holds)", "M60")
    if piece.there:
        return ALLOWED
    return powers.why_not_recalled(match, piece, area) if area in match.state.board else ALLOWED


Troop = Annotated[str, unit_names("troop to recall", lambda match: troops(match))]


class Recall(Move[Match], frozen=True):
    """The one recall of a turn; a troop, so many miniatures, an area, and what is discarded for it."""

    says = (
        "(recall|call back|bring back) {unit} {miniatures} {area}[ with {paid}]",
        "(recall|call back|bring back) (|all) {miniatures} (|miniature of|miniatures of|mini of|minis of) {unit}"
        "[ (|in|to|at) {area}][ with {paid}]",
        "(recall|call back|bring back) (|all|the) {unit}[ {miniatures}][ (in|to|at) {area}][ with {paid}]",
    )
    unit: Troop
    miniatures: Annotated[int, Meta(ge=0, le=999)] = -1
    area: Area = ""
    paid: str = ""

    @classmethod
    def why_none(cls, match: Match) -> Refusal:
        """Return why no recall is possible: it ends a turn, and is paid for."""
        if match.state.phase != "act":
            return Refusal("a recall belongs to the end of the turn", "recall")
        return Refusal(cards.why_not_pay(match, match.seat, match.setup.recall_aow), "aow-payment")

    @classmethod
    def candidates(cls, match: Match) -> Iterator[Self]:
        """Yield each destroyed troop at full strength in its zone, the others where they stand."""
        paid = cards.price_text(next(cards.prices(match, match.seat, match.setup.recall_aow)))
        for piece in troops(match):
            for area in _kept_area(match, piece) or powers.open_areas(match, piece):
                yield cls(piece.name, _offered(match, piece), area, paid)

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """Offer an area that the map lacks so far."""
        for piece in () if closed or cls.why_none(match) else troops(match):
            if not _kept_area(match, piece):
                prefix = f"recall {piece.name} {_offered(match, piece)}"
                yield from recruiting.new_area(match, piece.owner, prefix, RECALLING)

    def complete(self, match: Match) -> Self:
        """Fill in what is left out, and the payment as written. Raises Illegal, and Unreadable."""
        piece = match.state.piece(self.unit)
        many = self.miniatures if self.miniatures >= 0 else _offered(match, piece)
        area = self.area or next(iter(_kept_area(match, piece)), "")
        if not area:
            raise Unreadable(f"write where to, like recall {self.unit} {many} {match.state.board.names[0]}")
        match.refuse(*_why_not(match, piece, many, area))
        price = cards.read_price(match, match.seat, self.paid, match.setup.recall_aow)
        return replace(self, miniatures=many, area=area, paid=cards.price_text(price))

    def option(self, match: Match, text: str) -> Option:
        """Format the option; its areas are equally good."""
        many = match.setup.recall_aow
        ways = partial(self._other_ways, match, text, many)
        back = f"{so_many(self.miniatures, 'miniature')} back, for {so_many(many, 'AoW card')}"
        return Option(text, detail=back, alike=f"recall {self.unit}", ways=ways)

    def _other_ways(self, match: Match, text: str, due: int) -> list[str]:
        """List the same recall with fewer miniatures, and for other cards."""
        piece = match.state.piece(self.unit)
        fewer = (many for many in range(self.miniatures - 1, 0, -1) if not _why_not(match, piece, many, self.area))
        texts = [text, *(RECALLING.write(replace(self, miniatures=many), match) for many in fewer)]
        return [way for one in texts for way in (one, *cards.other_ways(match, match.seat, one, due))][1:]

    def do(self, match: Match) -> Procedure[None]:
        """Recall and end the turn; it waits if the end of the activation has changed what it needs."""
        many, overruled = match.setup.recall_aow, refusal(self.complete, match) is not None
        called = yield from activation.called_at_end(match)
        if match.state.over:
            return
        why = f"{printed(match.state.led)} may be activated first" if called else refusal(self.complete, match)
        if why and (called or not overruled):
            match.say(f"The recall waits: {why}. Nothing is spent.", "recall", "M89")
            return
        piece, area = match.state.piece(self.unit), self.area
        if not piece.there:
            area = yield from recruiting.known_area(match, area, partial(powers.why_not_recalled, piece=piece))
        price = cards.price_of(self.paid or cards.price_text(next(cards.prices(match, match.seat, many))), many)
        cards.spend(match, match.seat, price, "a troop recall", RULES)
        if match.setup.recall == "keep":
            whole = piece.vitality + self.miniatures == piece.full
            match.state.recalled = match.state.recalled or ("whole" if whole else str(self.miniatures))
            if not piece.there:
                match.player.recalls_to = match.player.recalls_to or area
        comes = not piece.there
        piece.vitality += self.miniatures
        piece.status, piece.area = "board", area
        match.emit(Recalled(match.seat, piece.name, self.miniatures, area))
        if comes:
            yield from movement.resolve_arrival(match, piece)
            yield from match.settle(match)
        if not match.state.over:
            next_turn(match)


RECALLING = Moves(Recall)
