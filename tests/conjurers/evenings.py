"""Short ways to write games of Conjurers outside their fights in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import pytest
from msgspec import convert
from msgspec.structs import replace

from referee.asking.question import Question
from referee.declaration.game import Playing
from referee.errors import Illegal
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.cards.cards import CreatureEntry, ItemEntry
from referee.games.conjurers.rules.play import RULES, start_game
from referee.games.conjurers.rules.state import Contest, Figure, GameState, Player, Seat, Setup
from referee.games.conjurers.vocabulary import Assistant, Mythology
from referee.play.session import Session
from tests.steps import Corrected

T = TypeVar("T")
Play = Session[GameState]

NAMES = ("Anna", "Bo", "Cleo", "Dan")
ASSISTANTS: tuple[Assistant, ...] = ("worker", "warrior", "merchant", "recruiter")
LOCKED: Mapping[int, tuple[Mythology, ...]] = {2: ("norse", "biblical"), 3: ("norse",), 4: ()}
DEALT = (("Wolf", "Imp", "Owl"), ("Bear", "Boar", "Hen"), ("Ant", "Bee", "Cat"), ("Dog", "Eel", "Fly"))
MYTHOLOGIES: tuple[Mythology, ...] = ("egyptian", "greek", "japanese", "norse", "biblical")
LEVELS = ("2a", "2b", "2c", "3a", "3b", "4a", "4b", "5a")


def _card(name: str, level: int, *abilities: str, mythology: str = "", hp: int = 5, bd: int = 1) -> CreatureEntry:
    entry: dict[str, Any] = {"name": name, "level": level, "hp": hp, "bd": bd, "abilities": abilities}
    return convert(entry | ({"mythology": mythology} if mythology else {}), CreatureEntry)


CREATURES = (
    *(_card(name, 1) for hand in DEALT for name in hand),
    _card("Tinker", 1, "weapon smith"),
    _card("Bull", 1, hp=9, bd=9),
    _card("Straw", 1, hp=1, bd=0),
    *(_card(f"{m.capitalize()} {mark}", int(mark[0]), mythology=m) for m in MYTHOLOGIES for mark in LEVELS),
    _card("Forger", 2, "weapon smith", mythology="egyptian"),
    _card("Master", 4, "weapon smith", mythology="egyptian"),
)
"""Invented cards: eight and two smiths; "Greek 3b" is the second Greek creature of level 3."""

ITEMS = tuple(
    convert({"name": name, "cost": cost}, ItemEntry)
    for name, cost in (
        ("Dirk", {"wood": 2, "iron": 1}),
        ("Club", {"wood": 4}),
        ("Cloak", {"wood": 4, "sapphire": 2}),
        ("Plume", {"bronze": 4, "sapphire": 2, "diamond": 2}),
    )
)


def set_up(players: int = 3, assistants: Sequence[Assistant] = ASSISTANTS, **settings: Any) -> Setup:
    """A set-up with Anna, Bo, Cleo and Dan; average dice, draws by the table."""
    seats = tuple(Seat(name, "red", kind) for name, kind in zip(NAMES[:players], assistants, strict=False))
    known = {"dice": "average", "locked": LOCKED[players], "creatures": CREATURES, "items": ITEMS}
    return Setup(players=seats, **{**known, **settings})


def begin(
    setup: Setup,
    *,
    turn: int = 1,
    holder: str = "",
    goods: Mapping[str, Mapping[str, int]] | None = None,
    armies: Mapping[str, Sequence[str]] | None = None,
    assistants: Mapping[str, Sequence[Assistant]] | None = None,
    mines: Mapping[str, str] | None = None,
) -> GameState:
    """A game before its first placing, changed as said; all by players' names."""
    game = start_game(replace(setup, dealt=DEALT[: len(setup.players)]))
    game.turn = turn
    if holder:
        game.holder = game.next_seat = NAMES.index(holder)
    for name, held in (goods or {}).items():
        for good, amount in held.items():
            player(game, name).gain(good, amount)
    for name, army in (armies or {}).items():
        player(game, name).creatures = list(army)
    for name, kinds in (assistants or {}).items():
        player(game, name).assistants = list(kinds)
    game.mines = {mine: NAMES.index(owner) for mine, owner in (mines or {}).items()}
    return game


def player(game: GameState, name: str) -> Player:
    """A player by name."""
    return game.players[NAMES.index(name)]


def session(setup: Setup, game: GameState | None = None) -> Play:
    """A game being played, with corrections as an open save makes them."""

    corrector = Corrected(lambda state, text, events: RULES.all_corrections.carry_out(setup, state, text, events))
    return Session(Playing(RULES, setup), game or begin(setup), corrector=corrector)


def playing(setup: Setup | None = None, **start: Any) -> Play:
    """A game at its placing; see `begin` for what can be changed."""
    setup = setup or set_up()
    return session(setup, begin(setup, **start))


def resolving(setup: Setup, *figures: tuple[str, str, str], waiting: bool = False, **start: Any) -> Play:
    """A game whose figures stand, each (player, kind, space), and are resolved, or fought for, in this order."""
    game = begin(setup, **start)
    standing = [Figure(NAMES.index(name), kind, space) for name, kind, space in figures]
    game.placed, game.order = list(standing), game.clockwise(game.holder)
    game.stage = "resolving"
    game.figures, game.waiting = ([], standing) if waiting else (standing, [])
    return session(setup, game)


def acting(space: str, *texts: str, setup: Setup | None = None, **start: Any) -> Play:
    """A game in which Anna's conjurer has just been resolved on a space, and these answers given."""
    found = resolving(setup or set_up(), ("Anna", "conjurer", space), **start)
    return play(found, "resolve conjurer", *texts)


def ending(setup: Setup | None = None, **start: Any) -> Play:
    """A game in which nothing but the end of the turn is left to say."""
    setup = setup or set_up()
    game = begin(setup, **start)
    game.stage, game.order = "ending", game.clockwise(game.holder)
    return session(setup, game)


def duel(setup: Setup | None = None, outcome: str = "", **start: Any) -> Play:
    """Anna's duel with Bo about to be fought, or just fought with this outcome."""
    found = resolving(setup or set_up(), ("Anna", "conjurer", "duel Bo"), **start)
    return play(found, "resolve conjurer", *([outcome] if outcome else []))


def play(game: Play, *texts: str) -> Play:
    """Give answers."""
    for text in texts:
        game.answer(text)
    return game


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


def refused(game: Play, text: str) -> tuple[str, str]:
    """The reason and the ruling by which an answer is refused; it must change nothing."""
    before, answers = game.present.copy(), list(game.draft)
    with pytest.raises(Illegal) as caught:
        game.answer(text)
    assert (game.present, game.draft) == (before, answers)
    return caught.value.reason, caught.value.ruling


def ruling(game: Play, text: str) -> str:
    """The ruling by which an answer is refused."""
    return refused(game, text)[1]


def goods(game: Play, name: str = "Anna") -> dict[str, int]:
    """A player's resources and food, without what is 0."""
    held = player(game.present, name)
    return {str(good): amount for good, amount in held.resources.items()} | ({"food": held.food} if held.food else {})


def army(game: Play, name: str = "Anna") -> list[str]:
    """A player's creatures."""
    return player(game.present, name).creatures


def minus(game: Play, name: str = "Anna") -> int:
    """A player's minus points."""
    return player(game.present, name).minus_points


def contest(game: Play) -> Contest:
    """The battle under way."""
    assert game.present.contest is not None, "no battle is under way"
    return game.present.contest


def battle(game: Play) -> Battle:
    """The refereed battle under way."""
    found = contest(game).battle
    assert found is not None, "the battle hasn't begun"
    return found


def happened(game: Play, kind: type[T]) -> list[T]:
    """All events of a kind so far."""
    return [event for event in game.events if isinstance(event, kind)]


def seats(game: Play, count: int) -> list[str]:
    """Who places next, `count` times, each on the first free space."""
    found = []
    for _ in range(count):
        found.append(asked(game)[0])
        game.answer(options(game)[0])
    return found
