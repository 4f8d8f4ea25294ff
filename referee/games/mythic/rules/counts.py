"""What is counted of players, units and areas; corrections, checks and status follow from it."""

from __future__ import annotations

from referee.declaration.counts import Counter, Owners, Wording, by_name
from referee.declaration.tracking import BATTLES, SCORE, TrackingLevel, TrackingLevels
from referee.games.mythic.rules.state import GameState, Piece, Player

UNITS = Owners("unit", lambda game: by_name(game.pieces))
AREAS = Owners("area", lambda game: game.spots)
STANDING = ("stones", "divinities", "units")
"""What the standing at the end is made of, besides counters: stones absorbed, divinities, units left."""


def _total(player: Player) -> int:
    """All cards in a player's hand and deck."""
    return player.cards.held + player.cards.deck


def _put_hand(player: Player, number: int) -> None:
    _put_deck(player, _total(player) - number)


def _put_deck(player: Player, number: int) -> None:
    """So many cards in the deck; the others are in the hand. Where more lie there than can be, none is sure."""
    cards = player.cards
    if number > sum(cards.pool.values()):
        for name, many in cards.sure.items():
            cards.pool[name] = cards.pool.get(name, 0) + many
        cards.sure = {}
    cards.deck = number


def _full(piece: Piece) -> int:
    return piece.full


def _cards(place: str) -> Wording:
    """How cards of a place are told, and what hands do with them."""
    return Wording(amount=lambda number: f"{number} card{'s' * (number != 1)} in {place}",
                more="{many} more", fewer="{many} less")  # fmt: skip


COUNTERS: tuple[Counter[GameState], ...] = (
    Counter("hand", most=_total, rule="M67", value=lambda player: player.cards.held, put=_put_hand,
            unit="cards in hand", said=_cards("the hand")),
    Counter("deck", most=_total, rule="M67", value=lambda player: player.cards.deck, put=_put_deck,
            unit="cards in the deck", said=_cards("the deck")),
    Counter("vitality", owners=UNITS, most=_full, rule="M63"),
    Counter("elements", owners=AREAS, rule="elements"),
)  # fmt: skip


TRACKING_LEVELS: TrackingLevels[GameState] = TrackingLevels(
    lighter={
        BATTLES: TrackingLevel(
            names=("vitality", *STANDING),
            keeps="turns and activations, attacks with their odds, vitality, stones carried and absorbed",
        ),
        SCORE: TrackingLevel(keeps="players and turns; the standing is asked for at the end"),
    },
    ready=lambda state: state.phase == "start",
    scored=STANDING,
    heading=lambda state: "the end" if state.over else f"{state.player.name}'s turn",
    others=(*STANDING, "areas", "terrain", "discards"),
)
"""What the lighter levels keep: the clock, the fights, and what decides the end."""
