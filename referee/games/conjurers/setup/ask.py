"""Setting a game up by questions (p. 9; E1-E11)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from msgspec import UNSET
from msgspec.structs import replace as changed

from referee.asking.players import name_reader
from referee.asking.question import (
    Option,
    Procedure,
    Question,
    choice,
    free_text,
    whole_number,
    with_default,
    yes_or_no,
)
from referee.errors import BadInput, Unreadable
from referee.games.conjurers.battle.minion import NAME as MINION
from referee.games.conjurers.cards.cards import CardEntry, CreatureEntry, DeckFile, ItemEntry, read_card_name
from referee.games.conjurers.rules.state import Seat, Setup
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.vocabulary import MYTHOLOGIES, Assistant, Mythology
from referee.text.names import find, fold, keyed

COLOURS = ("red", "blue", "green", "yellow")
NONE = "none"
SWITCHES = ("shared spaces", "battles last", "sacrificed return", "unlock")
"""The keys of the questions for rulings that a table may change."""

E = TypeVar("E", CreatureEntry, ItemEntry)
Hand = tuple[str, ...]

_UNLOCK = re.compile(r"(.+?)\s+(iii|ii|i|[123])")
_PHASES = {"i": 1, "ii": 2, "iii": 3, "1": 1, "2": 2, "3": 3}


def ask_setup(load: Callable[[str], DeckFile]) -> Procedure[Setup]:
    """Ask for players, optional rules, switches, the deck, and what is locked and dealt.

    `load` reads a deck by the name of its file and raises BadInput.
    """
    seats: tuple[Seat, ...] = yield from _seats()
    names = [seat.name for seat in seats]
    start = yield with_default(choice("start", "Who starts", [Option(name) for name in names]), names[0])
    deck_file, deck = yield _deck_question(load)
    dice: Literal["entered", "rolled", "average"] = yield with_default(
        choice("dice", "Whose dice", [
            Option("entered", detail="you throw your own and type them in"),
            Option("rolled", detail="the program throws"),
            Option("average", detail="no dice: each deals 1 (optional rule, p. 17)"),
        ]), "entered",
    )  # fmt: skip
    draws: Literal["table", "program"] = yield with_default(
        choice("draws", "Who draws at random", [
            Option("table", detail="you shuffle, and type in what must be known"),
            Option("program", detail="locked mythologies, starting creatures, hands"),
        ]), "program" if _is_whole(deck) else "table",
    )  # fmt: skip
    seed = 0
    if "program" in draws or dice == "rolled":
        any_seed = str(random.SystemRandom().randrange(1_000_000))
        seed = yield whole_number("seed", "Seed of what the program draws", 0, 999_999_999, default=any_seed,
                                  hint="enter for any")  # fmt: skip
    optional = yield with_default(
        choice("optional rules", "Optional rules (p. 21)", [Option(o) for o in (NONE, "elements", "morale", "both")]),
        NONE,
    )
    tournament = len(seats) == board_tables.tournaments().players and (
        yield yes_or_no("tournament", "Tournaments after turns 6 and 12 (p. 14)")
    )
    switches: dict[str, Any] = yield from _switches(seats)
    locked = yield from _locked(len(seats), draws, seed)
    creatures = _copied(deck.creature)
    dealt = yield from _dealt(names, [card.name for card in creatures if card.level == 1], draws, seed)
    return Setup(
        players=seats, start=names.index(start), seed=seed, dice=dice, draws=draws,
        elements=optional in ("elements", "both"), morale=optional in ("morale", "both"), tournament=tournament,
        locked=locked, dealt=dealt, deck=deck_file, creatures=creatures, items=_copied(deck.item),
        artifacts=tuple(ItemEntry(name=c.name, abilities=c.abilities, cost=c.cost) for c in deck.artifact),
        **switches,
    )  # fmt: skip


# --- players --------------------------------------------------------------------------------------


def _seats() -> Procedure[tuple[Seat, ...]]:
    setups = box_tables.players().setups
    number: int = yield whole_number("players", "How many players", min(setups), max(setups))
    seats: list[Seat] = []
    for seat in range(1, number + 1):
        names = {other.name: other.name for other in seats}
        colours = {other.colour: other.name for other in seats}
        name = yield free_text(f"player {seat}", f"Player {seat}, clockwise", name_reader("name", names))
        free = next(colour for colour in COLOURS if colour not in colours)
        colour = yield free_text(f"colour {seat}", f"{name}'s colour", name_reader("colour", colours), default=free)
        kinds = [Option(kind, detail=_spaces(kind)) for kind in board_tables.phases().assistants]
        assistant: Assistant = yield choice(f"assistant {seat}", f"{name} starts with a", kinds)
        seats.append(Seat(name, colour, assistant))
    return tuple(seats)


def _spaces(kind: Assistant) -> str:
    return ", ".join(board_tables.phases().assistants[kind])


# --- the deck -------------------------------------------------------------------------------------


def _deck_question(load: Callable[[str], DeckFile]) -> Question[tuple[str, DeckFile]]:
    def parse(text: str) -> tuple[str, DeckFile]:
        if fold(text) in ("", NONE):
            return "", DeckFile()
        try:
            deck = load(text.strip())
            for card in (*deck.creature, *deck.item, *deck.artifact):
                read_card_name(card.name)
            if MINION in (card.name for card in deck.creature):
                raise Unreadable(f'"{MINION}" is what the minion is called; that creature needs another name')
        except (BadInput, Unreadable) as error:
            raise Unreadable(str(error)) from None
        return text.strip(), deck

    return Question(
        "deck", "File with your cards", parse, default=NONE, hint="none: cards are asked for as they come up",
        write=lambda value: value[0] or NONE,
    )  # fmt: skip


def _is_whole(deck: DeckFile) -> bool:
    """Whether a deck has all level 1 creatures, so that the program can deal them."""
    ones = sum(len(_copies(card)) for card in deck.creature if card.level == 1)
    return ones >= box_tables.players().box.level_1_creatures


def _copied(cards: Sequence[E]) -> tuple[E, ...]:
    """Each card of a deck once, the second of a kind as "Wolf #2"."""
    found: list[E] = []
    for card in cards:
        found += [changed(card, name=name, copies=UNSET) for name in _copies(card)]
    return tuple(found)


def _copies(card: CardEntry) -> list[str]:
    many = 1 if card.copies is UNSET else card.copies
    return [card.name, *(f"{card.name} #{number}" for number in range(2, many + 1))]


# --- switches of the rulings ----------------------------------------------------------------------


def _switches(seats: Sequence[Seat]) -> Procedure[dict[str, Any]]:
    usual = Option("usual", detail="one figure a space, battles as A1 has it, pit creatures leave the game")
    asked = yield with_default(
        choice("switches", "Rulings that a table may change", [usual, Option("change", detail="go through them")]),
        "usual",
    )
    if asked == "usual":
        return {}
    shared = yield yes_or_no("shared spaces", "May several figures stand on one space (E1)")
    last = yield with_default(
        choice("battles last", "Are battles fought after all other actions (A1)", [
            Option("auto", detail="with four players"), Option("always"), Option("never"),
        ]), "auto",
    )  # fmt: skip
    back = yield yes_or_no("sacrificed return", "Do sacrificed creatures go back to their pile (A4)")
    unlock = yield _unlock_question()
    return {"shared_spaces": shared, "battles_last": last, "sacrificed_return": back, "unlock": unlock}


def _unlock_question() -> Question[dict[str, int]]:
    known = keyed(board_tables.phases().unlock, str)

    def parse(text: str) -> dict[str, int]:
        if fold(text) in ("", NONE):
            return {}
        found = {}
        for part in text.split(","):
            match = _UNLOCK.fullmatch(fold(part))
            if match is None:
                raise Unreadable(f'can\'t read "{part.strip()}"; write like tavern II, guild house II')
            space = find(match[1], known, "space")
            if (opens := _opens_late(space)) and _PHASES[match[2]] != opens:
                raise Unreadable(f"the {space} opens in phase {'I' * opens}, as the output table shows (p. 11; E3)")
            found[space] = _PHASES[match[2]]
        return found

    def write(value: dict[str, int]) -> str:
        return ", ".join(f"{space} {phase}" for space, phase in value.items()) or NONE

    return Question(
        "unlock", "Spaces whose numeral on your board differs from the tables (E3)", parse, default=NONE,
        hint="like tavern II, guild house II; or none", write=write,
    )  # fmt: skip


def _opens_late(space: str) -> int:
    """The phase in which a mine or storage opens that puts nothing out in phase I (E3); 0 for other spaces."""
    table = board_tables.phases()
    source = table.mines.get(space) or table.storages.get(space)
    first = next((phase for phase, output in enumerate(source.output, 1) if output), 0) if source else 0
    return first if first > 1 else 0


# --- what is drawn --------------------------------------------------------------------------------


def _locked(players: int, draws: str, seed: int) -> Procedure[tuple[Mythology, ...]]:
    """The mythologies that are out of the game (p. 9; E6)."""
    many = box_tables.players().setups[players].locked
    if not many:
        return ()
    known = keyed(MYTHOLOGIES, str)

    def parse(text: str) -> tuple[Mythology, ...]:
        found = tuple(find(part.strip(), known, "mythology") for part in text.split(","))
        if len(set(found)) != many or len(found) != many:
            raise Unreadable(
                f"with {players} players {'one is' if many == 1 else f'{many} different ones are'} locked"
            )
        return found

    def drawn() -> str | None:
        return ", ".join(random.Random(f"{seed}/locked").sample(MYTHOLOGIES, many)) if draws == "program" else None

    locked: tuple[Mythology, ...] = yield Question(
        "locked", f"Locked: the {'mythology' if many == 1 else f'{many} mythologies'} drawn", parse, forced=drawn,
        write=", ".join,
        hint=f"of {', '.join(MYTHOLOGIES)}; commas between",
    )  # fmt: skip
    return locked


def _dealt(names: Sequence[str], pile: Sequence[str], draws: str, seed: int) -> Procedure[tuple[Hand, ...]]:
    """Each player's three random level 1 creatures (p. 9; E8)."""
    many = box_tables.players().box.starting_creatures
    drawn: list[str] = list(pile)
    random.Random(f"{seed}/dealt").shuffle(drawn)
    by_program = draws == "program" and len(pile) >= many * len(names)
    dealt: list[Hand] = []
    for seat, name in enumerate(names, 1):
        given = [card for hand in dealt for card in hand]
        hand = ", ".join(drawn[many * (seat - 1) : many * seat]) if by_program else None
        dealt.append((yield _hand(seat, name, many, pile, given, hand)))
    return tuple(dealt)


def _hand(
    seat: int, player: str, many: int, pile: Sequence[str], given: Sequence[str], drawn: str | None
) -> Question[Hand]:
    known = keyed(pile, str)
    most = box_tables.players().box.level_1_creatures
    complete = len(pile) >= most

    def named(text: str) -> str:
        starting = [name for name in known if name.startswith(fold(text))]
        return find(text, known, "level 1 creature") if complete or starting else read_card_name(text)

    def new(cards: Sequence[str]) -> int:
        return sum(fold(card) not in known for card in cards)

    def parse(text: str) -> Hand:
        found = tuple(named(part.strip()) for part in text.split(",") if part.strip())
        if len(found) != many or len({fold(name) for name in found}) != many:
            raise Unreadable(
                f"{many} different cards are dealt to each player; name them with commas between, "
                'a second card of one name as "Wolf #2"'
            )
        if twice := [name for name in found if fold(name) in map(fold, given)]:
            raise Unreadable(f'{twice[0]} was dealt to somebody already; a second card is "{twice[0]} #2"')
        if len(pile) + new((*given, *found)) > most:
            raise Unreadable(f"the box has {most} level 1 creatures (p. 6); the deck knows {len(pile)} of them")
        return found

    return Question(
        f"dealt {seat}", f"{player}'s {many} level 1 creatures", parse, hint="names, commas between",
        write=", ".join, forced=lambda: drawn,
    )  # fmt: skip
