"""What is printed on the cards of a game that is played: those of its deck, and those learnt at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from referee.text.names import fold, printed


class _HasName(Protocol):
    @property
    def name(self) -> str: ...


C = TypeVar("C", bound=_HasName)
C_co = TypeVar("C_co", bound=_HasName, covariant=True)


class _Setup(Protocol[C_co]):
    @property
    def known(self) -> Mapping[str, C_co]: ...


class _State(Protocol[C_co]):
    @property
    def learnt(self) -> Sequence[C_co]: ...


def by_name(cards: Iterable[C]) -> dict[str, C]:
    """Cards by folded printed name; of two the last counts."""
    return {fold(card.name): card for card in cards}


def learnt(game: _State[C]) -> dict[str, C]:
    """The cards that were typed in at the table, by folded name; what was typed last counts."""
    return by_name(game.learnt)


def find_card(setup: _Setup[C], game: _State[C], name: str) -> C | None:
    """What is printed on a card, if it is known. What was learnt last goes before the deck (it was put right)."""
    key = fold(printed(name))
    return next((card for card in reversed(game.learnt) if fold(card.name) == key), setup.known.get(key))


def card_of(setup: _Setup[C], game: _State[C], name: str) -> C:
    """What is printed on a card that was learnt when it came into play."""
    card = find_card(setup, game, name)
    assert card is not None, f"{name} was never learnt"
    return card


def without_known(setup: _Setup[C], game: Any, plain: Callable[[C], C] = lambda card: card) -> Any:
    """A copy of a state that has learnt no card as the deck has it, and the others by name.

    `plain` is a card without what nobody types.
    """
    copy = game.copy()
    said = {key: plain(card) for key, card in learnt(game).items()}
    copy.learnt = [said[key] for key in sorted(said)
                   if key not in setup.known or said[key] != plain(setup.known[key])]  # fmt: skip
    return copy
