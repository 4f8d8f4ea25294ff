"""Short ways to write games of Enchanters in tests, with cards made up for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import pytest

from referee.asking.question import Question
from referee.declaration.game import Playing
from referee.errors import Illegal
from referee.games.enchanters import GAME as ENCHANTERS
from referee.games.enchanters.cards.cards import Card
from referee.games.enchanters.cards.language import read_card, read_village
from referee.games.enchanters.rules.context import total
from referee.games.enchanters.rules.state import GameState, Player, Setup
from referee.play.session import Session
from tests.steps import Corrected

T = TypeVar("T")
Play = Session[GameState]

NAMES = ("Anna", "Bo", "Cleo", "Dan", "Eve", "Finn")
FIST, ENCHANTING = read_card("Fist", "item, lower attack 1"), read_card("of Enchanting", "enchantment")
STICK = "item, attack 1"


def deck(cards: Mapping[str, str]) -> tuple[Card, ...]:
    """Cards by name and line."""
    return tuple(read_card(name, line) for name, line in cards.items())


def playing(
    track: Sequence[str] = (),
    *,
    cards: Mapping[str, str] | None = None,
    village: str = "",
    players: int = 2,
    crystals: Mapping[str, int] | None = None,
    wounds: Mapping[str, int] | None = None,
    piles: Mapping[str, Sequence[str]] | None = None,
    graveyard: Sequence[str] = (),
    left: int = 0,
    enchanting: str = "enchantment",
    **settings: Any,
) -> Play:
    """A game before Anna's turn: the track, every card's line, and who has what; piles from their bottom on.

    Cards of the track that have no line are sticks; the adventure deck is empty unless `left` says otherwise.
    """
    lines = dict.fromkeys((*track, *graveyard), STICK) | dict(cards or {})
    lines = {name.partition(" #")[0]: line for name, line in lines.items()}
    name_of, _, rules = village.partition(":")
    setup = Setup(
        players=NAMES[:players],
        village=read_village(name_of or "Nowhere", rules),
        track=tuple(track),
        size=left,
        cards=(FIST, read_card("of Enchanting", enchanting), *deck(lines)),
        **settings,
    )
    game = ENCHANTERS.rules().start(setup)
    game.graveyard = list(graveyard)
    for name, many in (crystals or {}).items():
        player(game, name).crystals = many
    for name, many in (wounds or {}).items():
        player(game, name).wounds = many
    for name, held in (piles or {}).items():
        for card in held:
            kind = setup.known[card.partition(" #")[0].lower()].type
            pile = "monsters" if kind in ("monster", "dragon") else f"{kind}s"
            getattr(player(game, name), pile).append(card)
    return session(setup, game)


def session(setup: Setup, game: GameState | None = None, **told: Any) -> Play:
    """A session as an open save makes it."""
    rules = ENCHANTERS.rules()
    corrector = Corrected(lambda state, text, events: rules.all_corrections.carry_out(setup, state, text, events))
    return Session(Playing(rules, setup), game or rules.start(setup), corrector=corrector, label=rules.label, **told)


def setup_of(game: Play) -> Setup:
    """The set-up of a game."""
    found: Setup = game.game.setup  # type: ignore[attr-defined]
    return found


def player(game: GameState, name: str) -> Player:
    """A player by name."""
    return game.players[NAMES.index(name)]


def play(game: Play, *texts: str) -> Play:
    """Give answers."""
    for text in texts:
        game.answer(text)
    return game


def power(game: Play, what: Any, name: str = "Anna") -> int:
    """A player's attack or defence now."""
    return total(setup_of(game), game.present, NAMES.index(name), what)


def has(game: Play, name: str = "Anna") -> tuple[int, int]:
    """A player's crystals and wounds."""
    held = player(game.present, name)
    return held.crystals, held.wounds


def monsters(game: Play, name: str = "Anna") -> list[str]:
    """A player's monster pile, the top card last."""
    return player(game.present, name).monsters


def question(game: Play) -> Question[Any]:
    """What must be decided; there must be something."""
    assert game.question is not None, "the game is over"
    return game.question


def asked(game: Play) -> tuple[str, str]:
    """Who is asked for what."""
    return question(game).who, question(game).key


def options(game: Play) -> list[str]:
    """The answers that are listed."""
    return [option.text for option in question(game).options()]


def shut(game: Play) -> dict[str, str]:
    """What is listed as closed, with the reasons."""
    return {option.text: option.detail for option in question(game).closed()}


def ruling(game: Play, text: str) -> str:
    """The ruling by which an answer is refused; it must change nothing."""
    before, answers = game.present.copy(), list(game.draft)
    with pytest.raises(Illegal) as caught:
        game.answer(text)
    assert (game.present, game.draft) == (before, answers)
    return caught.value.ruling


def happened(game: Play, kind: type[T]) -> list[T]:
    """All events of a kind so far."""
    return [event for event in game.events if isinstance(event, kind)]
