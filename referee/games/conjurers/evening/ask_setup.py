"""Setting a game up by questions (p. 9; E1-E11)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET

from referee.ask import Option, Procedure, Question, choice, free_text, whole_number, yes_or_no
from referee.errors import Unreadable
from referee.games.conjurers.cards import DeckFile, ItemEntry
from referee.games.conjurers.evening.state import Seat, Setup
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.vocabulary import MYTHOLOGIES, Assistant, Mythology
from referee.names import find, fold, keyed

COLOURS = ("red", "blue", "green", "yellow")


def ask_setup(deck: DeckFile) -> Procedure[Setup]:
    """Ask for players, optional rules, switches, what is locked and what is dealt."""
    number: int = yield whole_number("players", "How many players", 2, 4)
    seats: list[Seat] = []
    for seat in range(1, number + 1):
        taken = [other.name for other in seats]
        name = yield free_text(f"player {seat}", f"Player {seat}, clockwise", _new_name(taken))
        kinds = [Option(kind) for kind in board_tables.phases().assistants]
        assistant: Assistant = yield choice(f"assistant {seat}", f"{name} starts with a", kinds)
        seats.append(Seat(name, COLOURS[seat - 1], assistant))
    names = [seat.name for seat in seats]
    start = yield _default(choice("start", "Who starts", [Option(name) for name in names]), names[0])
    dice = yield _default(
        choice("dice", "Whose dice", [Option("entered"), Option("rolled"), Option("average")]), "entered"
    )
    draws = yield _default(
        choice("draws", "Who draws at random", [Option("table"), Option("program")]),
        "program" if deck.creature else "table",
    )
    drawn = str(random.SystemRandom().randrange(1_000_000))
    seed: int = yield whole_number("seed", "Seed of what the program draws", 0, 999_999_999, default=drawn)
    rules = ["none", "elements", "morale", "both"]
    optional = yield _default(choice("optional rules", "Optional rules", [Option(rule) for rule in rules]), "none")
    tournament = (
        (yield yes_or_no("tournament", "Tournaments")) if number == board_tables.tournaments().players else False
    )
    shared = yield yes_or_no("shared spaces", "May several figures stand on one space (E1)")
    last = yield _default(
        choice(
            "battles last",
            "Battles after all other actions (A1)",
            [Option("auto"), Option("always"), Option("never")],
        ),
        "auto",
    )
    locked = yield from _locked(number, draws, seed)
    dealt = yield from _dealt(names, deck, draws, seed)
    return Setup(
        players=tuple(seats), start=names.index(start), seed=seed, dice=dice, draws=draws,
        elements=optional in ("elements", "both"), morale=optional in ("morale", "both"), tournament=tournament,
        shared_spaces=shared, battles_last=last, locked=locked, dealt=dealt, creatures=deck.creature, items=deck.item,
        artifacts=tuple(
            ItemEntry(name=card.name, abilities=card.abilities, cost=card.cost if card.cost is not UNSET else UNSET)
            for card in deck.artifact
        ),
    )  # fmt: skip


def _default(question: Question[str], default: str) -> Question[str]:
    return Question(
        question.key, question.prompt, question.parse, options=question.options, default=default, write=question.write
    )


def _new_name(taken: Sequence[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        name = text.strip()
        if not name or len(name) > 30 or name.casefold() == "nobody":
            raise Unreadable("a name of 1 to 30 letters is needed")
        if fold(name) in map(fold, taken):
            raise Unreadable(f"another player is called {name} already")
        return name

    return read


def _locked(players: int, draws: str, seed: int) -> Procedure[tuple[Mythology, ...]]:
    """The mythologies that are out of the game (p. 9; E6)."""
    many = box_tables.players().setups[players].locked
    if not many:
        return ()
    if draws == "program":
        return tuple(random.Random(f"{seed}/locked").sample(MYTHOLOGIES, many))
    known = keyed(MYTHOLOGIES, str)

    def parse(text: str) -> tuple[Mythology, ...]:
        found = tuple(find(part.strip(), known, "mythology") for part in text.split(","))
        if len(set(found)) != many or len(found) != many:
            raise Unreadable(f"{many} different mythologies are locked with {players} players")
        return found

    locked: tuple[Mythology, ...] = yield Question(
        "locked", f"Which {many} of the mythologies were drawn to be locked", parse, write=", ".join
    )
    return locked


def _dealt(names: Sequence[str], deck: DeckFile, draws: str, seed: int) -> Procedure[tuple[tuple[str, ...], ...]]:
    """Each player's three random level 1 creatures (p. 9; E8)."""
    many = box_tables.players().box.starting_creatures
    pile = [name for card in deck.creature if card.level == 1 for name in _copies(card)]
    if draws == "program" and len(pile) >= many * len(names):
        random.Random(f"{seed}/dealt").shuffle(pile)
        return tuple(tuple(pile[many * n : many * (n + 1)]) for n in range(len(names)))
    dealt: list[tuple[str, ...]] = []
    for seat, name in enumerate(names, 1):
        given = [card for hand in dealt for card in hand]
        dealt.append((yield _hand(seat, name, many, pile, given)))
    return tuple(dealt)


def _copies(card: Any) -> list[str]:
    many = 1 if card.copies is UNSET else card.copies
    return [card.name, *(f"{card.name} #{number}" for number in range(2, many + 1))]


def _hand(seat: int, player: str, many: int, pile: Sequence[str], given: Sequence[str]) -> Question[tuple[str, ...]]:
    known = keyed(pile, str)

    def parse(text: str) -> tuple[str, ...]:
        typed = [part.strip() for part in text.split(",") if part.strip()]
        found = tuple(find(part, known, "level 1 creature") for part in typed) if known else tuple(typed)
        if len(found) != many or len({fold(name) for name in found}) != many:
            raise Unreadable(f"{many} different cards are dealt to each player; name them with commas between")
        if twice := [name for name in found if fold(name) in map(fold, given)]:
            raise Unreadable(f"{twice[0]} was dealt to somebody already")
        return found

    prompt = f"{player}'s {many} level 1 creatures"
    return Question(f"dealt {seat}", prompt, parse, hint="names, commas between", write=", ".join)
