"""Divine stones: claimed, dropped, absorbed; omphalos cards that heal (Divine stones)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from referee.asking.question import Option
from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules import cards, endings, harm, places, powers
from referee.games.mythic.rules.context import FREE, Match, Refusal
from referee.games.mythic.rules.events import Absorbed, Claimed
from referee.games.mythic.rules.state import GREEK, OMPHALOS, Piece
from referee.games.mythic.tables import numbers
from referee.text.grammar import does
from referee.text.names import find, fold, printed


class Claim(Struct, frozen=True):
    """A stone that is claimed: its mythology, and the area where it lies."""

    stone: str
    area: str


class Absorb(Struct, frozen=True):
    """A stone that is absorbed: its mythology, and the unit that carries it ("" for one that lies there)."""

    stone: str
    bearer: str = ""


class Drop(Struct, frozen=True):
    """The carried stone is put down."""


class Heal(Struct, frozen=True):
    """An omphalos card goes back to the box."""


# --- claiming ---------------------------------------------------------------------------------------


def claimable(match: Match, piece: Piece) -> list[str]:
    """The areas from which a unit may claim: its own, and with gem collector those seen around it (M68)."""
    if "gem collector" not in powers.talents(match, piece):
        return [piece.area]
    return [piece.area, *places.seen_around(match, piece.area)]


def why_not_claim(match: Match, piece: Piece, area: str) -> Refusal:
    """Why a unit can't claim a stone of an area."""
    if piece.stone:
        return does(printed(piece.name), f"carries {match.a_stone(piece.stone)} already"), "carried-stones"
    if area not in claimable(match, piece):
        return does(printed(piece.name), "claims in its own area"), "claim"
    if not match.spot(area).stones:
        return f"no stone lies in {area}", "claim"
    if "block" not in powers.talents(match, piece) and (other := places.blocker(match, piece, area)):
        return f"{other} blocks {area}", "block"
    return powers.forbidden(match, piece, "claim")


def claim_options(match: Match, piece: Piece) -> Iterator[Option]:
    """The stones that a unit can claim, each as it is typed."""
    for area in claimable(match, piece):
        if why_not_claim(match, piece, area)[0]:
            continue
        for stone in dict.fromkeys(match.spot(area).stones):
            text = write_claim(match, piece, Claim(stone, area))
            yield Option(text, detail=f"the {match.stone_told(stone)} of {area}")


def write_claim(match: Match, piece: Piece, claim: Claim) -> str:
    """A claim as it is recorded."""
    several = len(set(match.spot(claim.area).stones)) > 1
    place = f" from {claim.area}" if claim.area != piece.area else ""
    return f"claim{f' {claim.stone}' if several else ''}{place}"


def read_claim(match: Match, piece: Piece, text: str) -> Claim:
    """A claim as typed: "", "greek", "from E", "greek from E". Raises Unreadable or Illegal."""
    stone, parted, place = f" {text}".partition(" from ")
    area = match.find_area(place) if parted else piece.area
    match.refuse(*why_not_claim(match, piece, area))
    there = list(dict.fromkeys(match.spot(area).stones))
    if not stone.strip():
        if len(there) > 1:
            raise Unreadable(f"several stones lie in {area}; write claim {there[0]} or claim {there[1]}")
        return Claim(there[0], area)
    return Claim(find(stone.strip(), {fold(one): one for one in there}, f"stone in {area}", listing=8), area)


def claim(match: Match, piece: Piece, claimed: Claim) -> None:
    """A unit takes a stone up."""
    match.spot(claimed.area).stones.remove(claimed.stone)
    piece.stone = claimed.stone
    match.emit(Claimed(piece.name, match.stone_told(claimed.stone), claimed.area))


# --- absorbing --------------------------------------------------------------------------------------


def absorbable(match: Match, piece: Piece) -> list[Absorb]:
    """The stones that a divinity can absorb: lying in its area, its own, or carried by an ally there (M73)."""
    if not match.unit(piece.name).divinity:
        return []
    found = [
        Absorb(stone) for stone in dict.fromkeys(match.spot(piece.area).stones) if stone not in match.setup.things
    ]
    bearers = [piece, *(one for one in match.state.within(piece.area) if match.allied(piece, one))]
    return [*found, *(Absorb(one.stone, one.name) for one in bearers
            if one.stone and one.stone not in match.setup.things)]  # fmt: skip


def why_not_absorb(match: Match, piece: Piece) -> Refusal:
    """Why a unit can't absorb anything here."""
    if not match.unit(piece.name).divinity:
        return "only divinities absorb", "absorb"
    return FREE if absorbable(match, piece) else (f"no stone that it could absorb is in {piece.area}", "M73")


def write_absorb(match: Match, piece: Piece, absorb: Absorb) -> str:
    """An absorption as it is recorded."""
    if absorb.bearer:
        return "absorb" if absorb.bearer == piece.name and len(absorbable(match, piece)) == 1 else (
            f"absorb from {absorb.bearer}"
        )  # fmt: skip
    several = len(absorbable(match, piece)) > 1
    return f"absorb {absorb.stone}" if several else "absorb"


def read_absorb(match: Match, piece: Piece, text: str) -> Absorb:
    """An absorption as typed: "", "greek", "from Ash Runner". Raises Unreadable or Illegal."""
    match.refuse(*why_not_absorb(match, piece))
    found = absorbable(match, piece)
    _, parted, bearer = f" {text}".partition(" from ")
    if parted:
        who = match.find_piece(bearer, [match.state.piece(one.bearer) for one in found if one.bearer], "bearer")
        return next(one for one in found if one.bearer == who.name)
    if not text.strip():
        if len(found) > 1:
            told = " or ".join(write_absorb(match, piece, one) for one in found)
            raise Unreadable(f"several stones can be absorbed; write {told}")
        return found[0]
    return find(text, {fold(one.stone): one for one in found if not one.bearer}, "stone here", listing=8)


def absorb(match: Match, piece: Piece, absorbed: Absorb) -> None:
    """A stone comes onto the dashboard; the omphalos brings a Greek divinity's player a card (M74)."""
    player = match.state.players[piece.owner]
    if absorbed.bearer:
        match.state.piece(absorbed.bearer).stone = ""
    else:
        match.spot(piece.area).stones.remove(absorbed.stone)
    player.absorbed.append(absorbed.stone)
    card = fold(absorbed.stone) == GREEK and fold(match.unit(piece.name).mythology) == GREEK
    if card:
        cards.receive(match, piece.owner, OMPHALOS)
    match.emit(Absorbed(piece.owner, piece.name, match.stone_told(absorbed.stone), len(player.absorbed), card))
    endings.look_at_stones(match, piece.owner)


# --- healing ----------------------------------------------------------------------------------------


def why_not_heal(match: Match, seat: int) -> Refusal:
    """Why a player can't heal with an omphalos card now."""
    piece = match.divinity(seat)
    if piece is None or piece.status in ("destroyed", "away"):
        return "there is no divinity to heal", "heal-with-omphalos"
    if piece.vitality >= piece.full:
        return does(printed(piece.name), "has full vitality: nothing to heal"), "M63"
    if not match.state.players[seat].cards.possible(OMPHALOS):
        return f"{match.name(seat)} has no omphalos card in hand", "heal-with-omphalos"
    return FREE


def heal(match: Match, seat: int) -> None:
    """An omphalos card goes back to the box for vitality; what was absorbed stays absorbed (M81)."""
    piece = match.divinity(seat)
    if piece is None:
        raise Illegal(*why_not_heal(match, seat))
    cards.to_box(match, seat, OMPHALOS)
    harm.heal(match, piece, numbers().stones.omphalos_heals, "omphalos card", ("heal-with-omphalos", "M81"))
