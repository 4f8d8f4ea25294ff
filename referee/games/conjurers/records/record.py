"""Battle records: a battle's sides and turns as a TOML file, read and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import replace

from referee.asking.dice import Average, Dice, Entered, Mode, Seeded, split_rolls, write_roll
from referee.asking.moves import split_overrule
from referee.declaration.game import twice
from referee.errors import BadInput, RefereeError, Unreadable, naming_place
from referee.files.files import Data, convert
from referee.files.kinds import expect
from referee.games.conjurers.battle.moves import DAMAGE, MOVES, SLOT, BattleMove
from referee.games.conjurers.battle.state import NAME as MINION
from referee.games.conjurers.battle.state import (
    Battle,
    Kind,
    Lineup,
    SideName,
    enemy_of,
    find_key,
    minion_of,
    start_battle,
)
from referee.games.conjurers.cards.cards import (
    CreatureEntry,
    Deck,
    ItemEntry,
    base_name,
    creature_of,
    deck_for,
    equipment_of,
)
from referee.games.conjurers.readings import RecordReadings, in_battle
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import GAME, Amount, Mythology, Name
from referee.play.notation import Answer
from referee.saves.battles import record_text
from referee.text.names import check_name, did_you_mean, fold, or_list

T = TypeVar("T")
E = TypeVar("E", CreatureEntry, ItemEntry)


class MinionEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A minion, by the creature that it guards."""

    mythology: Mythology
    level: Annotated[int, Meta(ge=2, le=5)]


class SideEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side as written in a record."""

    name: Name
    creatures: tuple[str | CreatureEntry, ...]
    equipment: tuple[str | ItemEntry, ...] = ()
    minion: MinionEntry | UnsetType = UNSET


class TurnEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A turn as written in a record: the move, the rolls in order (B23), the players' claims.

    `damage` and `slot` are corrections after it, by creature.
    """

    move: str
    dice: str | tuple[tuple[int, ...], ...] | UnsetType = UNSET
    magic: dict[str, str] = {}
    claim: dict[str, Amount] = {}
    damage: dict[str, Amount] = {}
    slot: dict[str, Annotated[int, Meta(ge=1, le=3)]] = {}


class Unfinished(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The answers so far of an unfinished turn, in order."""

    turn: tuple[str, ...] = ()


class RecordFile(RecordReadings, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A battle record's layout. A `winner` is written if the table ended the battle by its outcome (A22)."""

    game: str
    kind: Kind
    dice: Mode
    seed: int | UnsetType = UNSET
    elements: bool = False
    morale: bool = False
    deck: str = ""
    note: str = ""
    attacker: SideEntry
    defender: SideEntry
    turns: tuple[TurnEntry, ...] = ()
    winner: SideName | UnsetType = UNSET
    unfinished: Unfinished | UnsetType = UNSET


class RecordTurn(Struct, frozen=True):
    """A turn of a record, parsed: side, move, rolls as text, choices of magic, and claims by creature.

    `because` is the reason of a move that the table makes against the rules. `put_right` are corrections after it, of
    damage and slots, by creature's key.
    """

    number: int
    side: SideName
    text: str
    move: BattleMove
    rolls: tuple[str, ...] | None = None
    magic: dict[str, str] = field(default_factory=dict)
    claims: dict[str, int] = field(default_factory=dict)
    because: str = ""
    put_right: tuple[tuple[str, str, int], ...] = ()


class Record(Struct, frozen=True):
    """A battle record that can be played: `start` is the battle before its first turn.

    `unknown` are the keys of creatures whose cards aren't known yet: in a game they may still be in a hand.
    `entries` are the log entries of its turns in a game, whose log has `logged` entries; None for a record file.
    """

    where: str
    file: RecordFile
    start: Battle
    dice: Dice
    turns: tuple[RecordTurn, ...]
    unknown: frozenset[str] = frozenset()
    entries: tuple[int, ...] | None = None
    logged: int = 0


def read_record(path: Path, data: Data, deck: Path | None = None) -> Record:
    """Read a battle record from a file's data, without playing. Raises BadInput with file, place and turn."""
    where = str(path)
    expect("battle record", data, path)
    file = convert(data, RecordFile, where)
    cards = deck_for(path, file.deck, deck)
    start = start_of(file, cards, where)
    turns = tuple(turn_of(number, entry, start, where) for number, entry in enumerate(file.turns, 1))
    return Record(where, file, start, dice_of(file, where), turns)


def start_of(file: RecordFile, deck: Deck, where: str) -> Battle:
    """Return the battle of a record before its first turn. Raises BadInput."""
    for side, entry in (("attacker", file.attacker), ("defender", file.defender)):
        check_name(entry.name, f"{where}: {side}")
    if fold(file.attacker.name) == fold(file.defender.name):
        raise BadInput(f"{where}: attacker and defender are both called {file.attacker.name}")
    _check_copies(file, deck, where)
    attacker = _lineup(file, file.attacker, deck, f"{where}: attacker")
    defender = _lineup(file, file.defender, deck, f"{where}: defender")
    return start_battle(
        file.kind, attacker, defender, elements=file.elements, morale=file.morale, readings=in_battle(file)
    )


def _check_copies(file: RecordFile, deck: Deck, where: str) -> None:
    """Refuse more cards of one name than the deck states. Raises BadInput."""
    sides = (file.attacker, file.defender)
    named = [card for side in sides for card in (*side.creatures, *side.equipment) if isinstance(card, str)]
    for name, count in Counter(fold(base_name(card)) for card in named).items():
        stated = deck.stated_copies(name)
        if stated is not None and count > stated:
            raise BadInput(f'{where}: "{name}" is named {count} times; {deck.where} has {stated}')


def dice_of(file: RecordFile, where: str) -> Dice:
    """Return the source of a record's dice. Raises BadInput."""
    faces = battle_tables.numbers().die
    if file.dice != "rolled" and file.seed is not UNSET:
        raise BadInput(f'{where}: "seed" goes with dice = "rolled"; here dice = "{file.dice}"')
    if file.dice == "rolled":
        if file.seed is UNSET:
            raise BadInput(f'{where}: dice = "rolled" needs its "seed", as in seed = 7')
        return Seeded(faces, file.seed)
    return Average(faces) if file.dice == "average" else Entered(faces)


def _lineup(file: RecordFile, entry: SideEntry, deck: Deck, place: str) -> Lineup:
    creatures = tuple(_card(one, CreatureEntry, deck.creature, creature_of, place) for one in entry.creatures)
    equipment = tuple(_card(one, ItemEntry, deck.piece, equipment_of, place) for one in entry.equipment)
    minion = None
    if entry.minion is not UNSET:
        if file.kind != "battleground" or entry is not file.defender:
            raise BadInput(f'{place}: only the defender of a "battleground" has a minion')
        if len(creatures) != 1:
            raise BadInput(f"{place}: a minion guards one creature, not {len(creatures)}")
        guarded = creatures[0]
        if (guarded.mythology, guarded.level) != (entry.minion.mythology, entry.minion.level):
            is_of = f"{guarded.mythology} {guarded.level}" if guarded.mythology else "level 1, without a mythology"
            raise BadInput(
                f"{place}: the minion is {entry.minion.mythology} {entry.minion.level}, but {guarded.name} is "
                f"{is_of}; they must be alike (p. 15)"
            )
        if fold(guarded.name) == fold(MINION):
            raise BadInput(f'{place}: "{MINION}" is the minion\'s name; the guarded creature needs another')
        minion = minion_of(entry.minion.mythology, entry.minion.level)
    elif not 1 <= len(creatures) <= file.battle_creatures:
        raise BadInput(f"{place}: {len(creatures)} creatures; a side has 1 to {file.battle_creatures}")
    _unique([card.name for card in creatures] + ([MINION] if minion else []), "creatures", place)
    _unique([piece.name for piece in equipment], "pieces of equipment", place)
    return Lineup(entry.name, creatures, equipment, minion)


def _unique(names: list[str], what: str, place: str) -> None:
    if name := twice(names):
        raise BadInput(f'{place}: two {what} are called "{name}"; write "{name} #2" for a second copy')


def _card(
    entry: str | E, layout: type[E], named: Callable[[str, str], T], made: Callable[[E, str], T], where: str
) -> T:
    """Return a card `named` in a deck, or `made` from a table or a line as people type it.

    Raises BadInput.
    """
    if isinstance(entry, str):
        if ":" not in entry:
            return named(entry, where)
        from referee.games.conjurers.cards.language import CARDS  # not needed for a record of names and tables

        with naming_place(where, RefereeError):
            entry = CARDS.read_as(entry, layout)
    return made(entry, where)


def turn_of(number: int, entry: TurnEntry, start: Battle, where: str) -> RecordTurn:
    """Parse a turn. Raises BadInput with its place if it can't be read."""
    side = start.first if number % 2 else enemy_of(start.first)
    place = f"{where}: turn {number}"
    with naming_place(place, RefereeError):
        move_text, because = split_overrule(entry.move)
        move = MOVES.exactly(replace(start, turn=number - 1), move_text)
        claims = {find_key(name, start.fighters).key: damage for name, damage in entry.claim.items()}
        magic = dict(magic_choice(name, word, start) for name, word in entry.magic.items())
        put_right = tuple(
            (what, find_key(name, start.fighters).key, one)
            for what, by_name in ((SLOT, entry.slot), (DAMAGE, entry.damage))
            for name, one in by_name.items()
        )
    if len(claims) != len(entry.claim) or len(magic) != len(entry.magic):
        raise BadInput(f"{place}: a creature is named twice in its claim or magic")
    return RecordTurn(number, side, entry.move.strip(), move, _rolls(entry), magic, claims, because, put_right)


def _rolls(entry: TurnEntry) -> tuple[str, ...] | None:
    if entry.dice is UNSET:
        return None
    if isinstance(entry.dice, str):
        return tuple(split_rolls(entry.dice))
    return tuple(write_roll(values) + "," for values in entry.dice)


def magic_choice(name: str, word: str, start: Battle) -> tuple[str, str]:
    """Parse a magician's choice, and return its key with it (B19). Raises BadInput or Unreadable."""
    fighter = find_key(name, start.fighters)
    choices = {fold(choice): choice for choice in battle_tables.numbers().magician}
    if fold(word) not in choices:
        hint = did_you_mean(word, choices.values()) or f"; it is {or_list(choices.values())}"
        raise Unreadable(f'magic: there is no "{word}"{hint}')
    pieces = start.sides[fighter.side].equipment if fighter.may_wear else ()
    if not any("magician" in source for source in (fighter.card.abilities, *(p.abilities for p in pieces))):
        raise Unreadable(f"magic: {fighter.name} isn't a magician and has nothing to wear that makes it one")
    return fighter.key, choices[fold(word)]


# --- writing --------------------------------------------------------------------------------------


def entry_of(answers: Sequence[Answer]) -> TurnEntry:
    """Return a turn as a record has it, from the answers given in it."""
    move = next(answer.text for answer in answers if answer.key == "move")
    dice = " / ".join(answer.text for answer in answers if answer.key == "roll")
    magic = {a.key.removeprefix("magic "): a.text for a in answers if a.key.startswith("magic ")}
    return TurnEntry(move, dice or UNSET, magic)


def write_record(file: RecordFile) -> str:
    """Write a record as TOML text."""
    return record_text("battle record", file, "morale", game=GAME)


def turn_instead(entry: TurnEntry, move: str) -> Sequence[TurnEntry]:
    """Return a turn without claims; with another `move` two to try: with the turn's dice, then without."""
    found = replace(entry, move=move or entry.move, claim={})
    return (found, replace(found, dice=UNSET)) if move else (found,)


def expect_known(record: Record, battle: Battle) -> None:
    """Raise BadInput if a creature may still fight whose card isn't known."""
    unread = [battle.label(f) for f in battle.fighters if f.key in record.unknown and not f.dead]
    if unread:
        few = ", ".join(unread[:3]) + (f" and {len(unread) - 3} more" if len(unread) > 3 else "")
        raise BadInput(
            f"{record.where}: the chance to win hangs on cards that aren't known yet: {few}; "
            "type them in with: referee cards add"
        )
