"""What may be wrong with a deck's cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from referee.cards.entry import C, Written
from referee.cards.language import CardLanguage
from referee.text.names import fold


class Findings(Struct, frozen=True):
    """What was found: sentences that begin with the card's name."""

    faults: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def check(language: CardLanguage[C], cards: Sequence[Written[C]]) -> Findings:
    """All that may be wrong with the cards of a deck."""
    faults = [fault for card in cards for fault in card_faults(language, card)]
    doubts = [doubt for card in cards if card.entry is not None for doubt in language.doubts(card.entry)]
    return Findings((*faults, *_twice(language, cards), *language.faults_together(cards)), tuple(doubts))


def card_faults(language: CardLanguage[C], card: Written[C]) -> Iterator[str]:
    """What makes a card unfit to be played with."""
    if card.entry is None:
        yield card.problem
    else:
        yield from language.faults(card.entry)


def _twice(language: CardLanguage[C], cards: Sequence[Written[C]]) -> Iterator[str]:
    for at, card in enumerate(cards):
        if any(fold(other.name) == fold(card.name) and language.alike(other.kind, card.kind) for other in cards[:at]):
            yield f"{card.name}: stands there twice; write it once, with the number of cards as copies = 2"
