"""Divine stones: claimed, dropped, absorbed; omphalos cards that heal (Divine stones)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Self

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.moves import Move
from referee.declaration.tracking import EVERYTHING
from referee.effects.phrases import Names
from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules import cards, endings, powers
from referee.games.mythic.rules.activation import Act
from referee.games.mythic.rules.events import Absorbed, Claimed
from referee.games.mythic.rules.state import GREEK, OMPHALOS, Match, Piece, unit_names
from referee.games.mythic.tables import numbers
from referee.games.mythic.vocabulary import MYTHOLOGIES
from referee.text.grammar import does, whose
from referee.text.names import fold, or_list, printed

# --- claiming ---------------------------------------------------------------------------------------


def claimable(match: Match, piece: Piece) -> list[str]:
    """List the areas from which a unit may claim: its own, and with gem collector those seen around it (M68)."""
    if "gem collector" not in powers.talents(match, piece):
        return [piece.area]
    return [piece.area, *powers.seen_around(match, piece.area)]


def why_not_claim(match: Match, piece: Piece, area: str) -> Refusal:
    """Return why a unit can't claim a stone of an area."""
    if piece.stone:
        return Refusal(does(printed(piece.name), f"carries {match.a_stone(piece.stone)} already"), "carried-stones")
    if area not in claimable(match, piece):
        return Refusal(does(printed(piece.name), "claims in its own area"), "claim")
    if not match.spot(area).stones:
        return Refusal(f"no stone lies in {area}", "claim")
    if "block" not in powers.talents(match, piece) and (other := powers.blocker(match, piece, area)):
        return Refusal(f"{other} blocks {area}", "block")
    return powers.forbidden(match, piece, "claim")


Stone = Annotated[
    str,
    Names(
        "stone",
        lambda match: dict.fromkeys(stone for spot in match.state.spots.values() for stone in spot.stones).keys(),
        lambda match, text: text if " " not in text else None,
    ),
]


_TAKE, _HERE = "(claim|collect|pick up|take|get|grab|steal)", "(|here|there|from here|lying here|that lies here)"


class Claim(Act, frozen=True):
    """A stone that is claimed; its mythology is said where several lie, its area where it isn't the own."""

    says = (
        "claim[ from {area}]",
        "(claim|take|pick|get) it (|up)",
        f"{_TAKE} (|the|a) stone[ (from|in|of) {{area}}] {_HERE}",
        "claim {area}",
        "claim {stone}[ from {area}]",
        f"{_TAKE} (|the|a) {{stone}} stone[ (from|in|of) {{area}}] {_HERE}",
        "pick (the|a) stone up",
        "pick (the|a) {stone} stone up",
    )
    action = "claim"
    stone: Stone = ""
    area: Annotated[str, Names("area", lambda match: match.state.board.names)] = ""

    @classmethod
    def nothing(cls, match: Match) -> Refusal:
        """Return why no stone can be claimed."""
        return ALLOWED if any(cls.candidates(match)) else why_not_claim(match, match.actor, match.actor.area)

    @classmethod
    def candidates(cls, match: Match) -> Iterator[Self]:
        """Yield the stones that can be claimed."""
        for area in claimable(match, match.actor):
            if not why_not_claim(match, match.actor, area):
                for stone in dict.fromkeys(match.spot(area).stones):
                    yield cls(stone, area).complete(match)

    def _where(self, match: Match) -> tuple[str, str]:
        """Return the stone and its area."""
        area = self.area or match.actor.area
        return self.stone or match.spot(area).stones[0], area

    def complete(self, match: Match) -> Self:
        """Shorten to what must be typed. Raises Illegal, and Unreadable if more must be."""
        area = self.area or match.actor.area
        match.refuse(*why_not_claim(match, match.actor, area))
        there = list(dict.fromkeys(match.spot(area).stones))
        if not self.stone and len(there) > 1:
            raise Unreadable(f"several stones lie in {area}; write claim {there[0]} or claim {there[1]}")
        if self.stone and self.stone not in there:
            raise Unreadable(f'no stone in {area} is called "{self.stone}"; it can be {or_list(there)}')
        return type(self)(self.stone * (len(there) > 1), area * (area != match.actor.area))

    def detail(self, match: Match) -> str:
        """Describe the stone."""
        stone, area = self._where(match)
        return f"the {match.stone_text(stone)} of {area}"

    def act(self, match: Match, piece: Piece) -> None:
        """Take the stone up."""
        stone, area = self._where(match)
        match.spot(area).stones.remove(stone)
        piece.stone = stone
        match.emit(Claimed(piece.name, match.stone_text(stone), area))


class Drop(Move[Match], frozen=True):
    """The carried stone is put down."""

    says = "drop[ (it|stone|the stone|its stone|a stone)]"

    @classmethod
    def why_none(cls, match: Match) -> Refusal:
        """Return why no stone can be dropped: no unit is activated, or it carries none."""
        if not match.state.acting.unit or not match.actor.there:
            return Refusal("no unit is activated now", "drop")
        name = printed(match.actor.name)
        if match.state.acting.stopped:
            return Refusal(f"{whose(name)} activation is over", "drop")
        return ALLOWED if match.actor.stone else Refusal(does(name, "carries no stone"), "drop")

    def detail(self, match: Match) -> str:
        """Describe the stone and its place."""
        return f"the {match.stone_text(match.actor.stone)}, in {match.actor.area}"

    def do(self, match: Match) -> None:
        """Put the stone down."""
        endings.drop(match, match.actor)


# --- absorbing --------------------------------------------------------------------------------------


class Absorb(Act, frozen=True):
    """A stone that is absorbed; its mythology or its bearer is said where there are several."""

    says = (
        "absorb[ (the|a|its) stone][ from {bearer}]",
        "absorb {stone}[ from {bearer}]",
        "absorb (|the|a) [{stone} ]stone[ (in|from|at) {area}]",
        "absorb (the|) {bearer} stone",
        "absorb (the stone|a stone|what) (of|that|) {bearer} (|carries|carry|has|have|holds|hold)",
    )
    action = "absorb"
    stone: Stone = ""
    bearer: Annotated[str, unit_names("bearer", lambda match: match.state.pieces)] = ""
    area: Annotated[str, Names("area", lambda match: match.state.board.names)] = ""

    @classmethod
    def nothing(cls, match: Match) -> Refusal:
        """Return why nothing can be absorbed here."""
        if not match.unit(match.actor.name).divinity:
            return Refusal("only divinities absorb", "absorb")
        return (
            ALLOWED
            if absorbable(match, match.actor)
            else Refusal(f"no stone that it could absorb is in {match.actor.area}", "M73")
        )

    @classmethod
    def candidates(cls, match: Match) -> Iterable[Self]:
        """List each stone."""
        return (cls(one.stone, one.bearer).complete(match) for one in absorbable(match, match.actor))

    def _fitting(self, match: Match) -> list[Absorb]:
        """List the stones that may be meant."""
        found = absorbable(match, match.actor)
        if self.bearer:
            return [one for one in found if one.bearer == self.bearer and self.stone in ("", one.stone)]
        return [one for one in found if not one.bearer and one.stone == self.stone] if self.stone else found

    def complete(self, match: Match) -> Self:
        """Shorten to what must be typed. Raises Illegal, and Unreadable if more must be."""
        if self.stone in match.setup.things:
            raise Illegal(f"{self.stone} counts as a stone, but isn't absorbed", "M75")
        match.refuse(*self.nothing(match))
        if self.area not in ("", match.actor.area):
            raise Unreadable(
                f"{does(printed(match.actor.name), 'absorbs')} in {match.actor.area}, not in {self.area}"
            )
        found, every = self._fitting(match), absorbable(match, match.actor)
        if not found:
            why = f"{self.bearer or f'no {self.stone} stone lies here'}: nothing that could be absorbed"
            raise Illegal(why, "M73") if self.bearer or self.stone in MYTHOLOGIES else Unreadable(why)
        if len(found) > 1:
            text = or_list(f"absorb {f'from {one.bearer}' if one.bearer else one.stone}" for one in found)
            raise Unreadable(f"several stones can be absorbed; write {text}")
        stone, bearer = found[0].stone, found[0].bearer
        if bearer:
            return type(self)(bearer=bearer * (len(every) > 1 or bearer != match.actor.name))
        return type(self)(stone * (len(every) > 1))

    def detail(self, match: Match) -> str:
        """Describe the stone."""
        return f"the {match.stone_text(self._fitting(match)[0].stone)}"

    def act(self, match: Match, piece: Piece) -> None:
        """Take the stone and absorb it."""
        meant = self._fitting(match)[0]
        if meant.bearer:
            match.state.piece(meant.bearer).stone = ""
        else:
            match.spot(piece.area).stones.remove(meant.stone)
        absorb(match, piece, meant.stone)


def absorb(match: Match, piece: Piece, stone: str) -> None:
    """Put a stone onto the dashboard; the omphalos brings a Greek divinity's player a card (M74)."""
    absorbed = match.state.players[piece.owner].absorbed
    absorbed.append(stone)
    card = fold(stone) == GREEK and fold(match.unit(piece.name).mythology) == GREEK
    if card and match.state.known == EVERYTHING:
        cards.receive(match, piece.owner, OMPHALOS)
    match.emit(Absorbed(piece.owner, piece.name, match.stone_text(stone), len(absorbed), card))
    endings.look_at_stones(match, piece.owner)


def absorbable(match: Match, piece: Piece) -> list[Absorb]:
    """List the stones that a unit can absorb: a divinity in its area, its own, or carried by an ally there (M73)."""
    if not match.unit(piece.name).divinity:
        return []
    things = match.setup.things
    found = [Absorb(stone) for stone in dict.fromkeys(match.spot(piece.area).stones) if stone not in things]
    bearers = [piece, *(one for one in match.state.within(piece.area) if match.are_allied(piece, one))]
    return [*found, *(Absorb(one.stone, one.name) for one in bearers if one.stone and one.stone not in things)]


# --- healing ----------------------------------------------------------------------------------------


class Heal(Move[Match], frozen=True):
    """An omphalos card goes back to the box for vitality; what was absorbed stays absorbed (M81)."""

    says = "heal"
    leads_to = "an omphalos card: the divinity regains 1 vitality"

    @classmethod
    def why_none(cls, match: Match) -> Refusal:
        """Return why the player can't heal now."""
        piece = match.divinity(match.seat)
        if piece is None or not piece.in_play:
            return Refusal("there is no divinity to heal", "heal-with-omphalos")
        if piece.vitality >= piece.full:
            return Refusal(does(printed(piece.name), "has full vitality: nothing to heal"), "M63")
        if not match.player.cards.possible(OMPHALOS):
            return Refusal(f"{match.player.name} has no omphalos card in hand", "heal-with-omphalos")
        return ALLOWED

    def do(self, match: Match) -> None:
        """Put the card back into the box, and heal."""
        piece = match.divinity(match.seat)
        assert piece is not None
        cards.to_box(match, match.seat, OMPHALOS)
        endings.heal(match, piece, numbers().stones.omphalos_heals, "omphalos card", ("heal-with-omphalos", "M81"))
