"""A troop recalled at the end of a turn for an AoW card: which, how many, where, as the table says (4a, M60)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from referee.asking.question import Option, Procedure
from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules import cards, learning, places
from referee.games.mythic.rules.cards import Price
from referee.games.mythic.rules.context import FREE, Match, Refusal
from referee.games.mythic.rules.events import Recalled
from referee.games.mythic.rules.state import Piece
from referee.games.mythic.tables import numbers
from referee.text.grammar import does, so_many
from referee.text.names import printed

RULES = ("recall", "M60")


class Recall(Struct, frozen=True):
    """A troop, so many miniatures, an area, and what is discarded for it."""

    unit: str
    miniatures: int
    area: str
    price: Price = Price()


def troops(match: Match) -> list[Piece]:
    """The troops that have lost miniatures, or all of them."""
    return [piece for piece in match.state.of(match.seat) if match.unit(piece.name).troop
            and piece.status in ("board", "destroyed") and piece.vitality < piece.full]  # fmt: skip


def possible(match: Match) -> bool:
    """Whether a recall could be paid for, and there is a troop to recall."""
    return bool(troops(match)) and not cards.why_not_pay(match, match.seat, numbers().turn.recall_aow)


def _offered(match: Match, piece: Piece) -> int:
    """How many miniatures are offered: all that are missing, or as many as were recalled first where that is kept."""
    missing = piece.full - piece.vitality
    kept = match.state.recalled
    return missing if not kept or kept == "whole" else min(missing, int(kept))


def options(match: Match) -> Iterator[Option]:
    """The recalls that are offered: a destroyed troop whole in its zone, another where it stands."""
    paid = next(cards.prices(match, match.seat, numbers().turn.recall_aow), Price())
    for piece in troops(match) if paid.paid else ():
        many = _offered(match, piece)
        where = _kept_area(match, piece)
        for area in where or _zone(match, piece):
            text = f"recall {piece.name} {many} {area}{cards.write_price(paid)}"
            yield Option(text, detail="1 AoW card", alike=f"recall {piece.name}")
        if not where:
            begun = f"recall {piece.name} {many}"
            yield from learning.new_area(
                match, piece.owner, begun, lambda said: read(match, said.removeprefix("recall "))
            )


def _kept_area(match: Match, piece: Piece) -> list[str]:
    """Where alone a troop can come back: where it stands, or to the first area, if that is kept and open."""
    if piece.there:
        return [piece.area]
    kept = match.state.players[piece.owner].recalls_to
    return [kept] if kept and not places.why_not_recalled(match, piece, kept)[0] else []


def _zone(match: Match, piece: Piece) -> list[str]:
    return [name for name in match.state.board.names if not places.why_not_deploy(match, piece, name)[0]]


def read(match: Match, text: str) -> Recall:
    """A recall as typed: "Reed Archers 4 A". Raises Unreadable or Illegal."""
    if match.state.phase != "act":
        raise Illegal("a recall belongs to the end of the turn", "recall")
    if why := cards.why_not_pay(match, match.seat, numbers().turn.recall_aow):
        raise Illegal(why, "aow-payment")
    words, paid = cards.split_price(text)
    parts = words.split()
    if len(parts) < 3 or not parts[-2].isdecimal():
        raise Unreadable("write the troop, how many miniatures, and the area, like recall Reed Archers 4 A")
    piece = match.find_piece(" ".join(parts[:-2]), troops(match), "troop to recall")
    many, area = int(parts[-2][:3]), learning.area_named(match, parts[-1])
    if not places.learns(match):
        area = match.find_area(parts[-1])
    match.refuse(*_why_not(match, piece, many, area))
    return Recall(piece.name, many, area, cards.read_price(match, match.seat, paid, numbers().turn.recall_aow))


def why_no_more(match: Match, called: Recall) -> str:
    """Why a recall that was read can't be carried out any more, "" if it still can."""
    try:
        read(match, write(called).removeprefix("recall "))
    except (Illegal, Unreadable) as error:
        return str(error)
    return ""


def _why_not(match: Match, piece: Piece, many: int, area: str) -> Refusal:
    missing = piece.full - piece.vitality
    if not 1 <= many <= missing:
        return does(printed(piece.name), f"lacks {so_many(missing, 'miniature')}; {many} can't come back"), "recall"
    if match.setup.recall == "keep" and match.state.recalled and many != _offered(match, piece):
        return (
            f"this table recalls {match.state.recalled} (the first answer holds); here {_offered(match, piece)}",
            "M60",
        )
    if piece.there and area != piece.area:
        return does(printed(piece.name), f"stands in {piece.area}"), "recall"
    if (kept := _kept_area(match, piece)) and area not in kept:
        return f"{match.player.name} recalls to {kept[0]} (the first answer holds)", "M60"
    if piece.there:
        return FREE
    return places.why_not_recalled(match, piece, area) if area in match.state.board else FREE


def write(recall: Recall) -> str:
    """A recall as it is recorded."""
    return f"recall {recall.unit} {recall.miniatures} {recall.area}{cards.write_price(recall.price)}"


def recall(match: Match, called: Recall) -> Procedure[None]:
    """Pay for the recall; the miniatures come back."""
    piece = match.state.piece(called.unit)
    area = called.area
    if not piece.there:
        area = yield from learning.known_area(
            match, area, lambda trial, name: places.why_not_recalled(trial, piece, name)
        )
    cards.spend(match, match.seat, called.price, "a troop recall", RULES)
    if match.setup.recall == "keep":
        whole = piece.vitality + called.miniatures == piece.full
        match.state.recalled = match.state.recalled or ("whole" if whole else str(called.miniatures))
        if not piece.there:
            match.player.recalls_to = match.player.recalls_to or area
    piece.vitality += called.miniatures
    piece.status, piece.area = "board", area
    match.emit(Recalled(match.seat, piece.name, called.miniatures, area))
