"""Battle records: a battle's sides and turns as a TOML file, read and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, field, to_builtins
from msgspec.structs import replace

from referee.asking.dice import Average, Dice, Entered, Mode, Seeded, split_rolls, write_roll
from referee.asking.moves import split_overrule
from referee.asking.question import Question, drive
from referee.declaration import judged
from referee.declaration.game import twice
from referee.declaration.judged import Layout, OnRecord
from referee.declaration.reports import IllegalAt
from referee.errors import BadInput, Illegal, RefereeError, Unreadable, naming_place, refusal
from referee.games.conjurers import tables
from referee.games.conjurers.battle.moves import DAMAGE, MOVES, RECORDED, SLOT, BattleMove, put_damage, put_slots
from referee.games.conjurers.battle.state import (
    MINION,
    SIDES,
    Battle,
    BattleOutcome,
    Fighter,
    Kind,
    Lineup,
    Play,
    SideName,
    enemy_of,
    find_key,
    minion_of,
    start_battle,
)
from referee.games.conjurers.battle.turn import turn as play_turn
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
from referee.games.conjurers.vocabulary import GAME, Amount, Mythology, Name
from referee.play.notation import Answer
from referee.rulebook.rules import rulebook
from referee.text.grammar import does, so_many
from referee.text.names import check_name, did_you_mean, fold, or_list

if TYPE_CHECKING:
    from referee.text.screen import Screen

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


class RecordFile(RecordReadings, Layout, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A battle record's layout. A `winner` is written if the table ended the battle by its outcome (A22)."""

    readings_after, at_end = "morale", ("winner", "unfinished")
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


class Record(OnRecord[RecordFile], frozen=True):
    """A battle record that can be played: `start` is the battle before its first turn.

    `unknown` are the keys of creatures whose cards aren't known yet: in a game they may still be in a hand.
    `entries` are the log entries of its turns in a game, whose log has `logged` entries; None for a record file.
    """

    start: Battle
    dice: Dice
    turns: tuple[RecordTurn, ...]
    unknown: frozenset[str] = frozenset()
    entries: tuple[int, ...] | None = None
    logged: int = 0


def record_of(path: Path, file: RecordFile, deck: Path | None = None) -> Record:
    """Build a battle record from its fields, without playing it. Raises BadInput with file, place and turn."""
    where = str(path)
    start = start_of(file, deck_for(path, file.deck, deck), where)
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
    faces = tables.battle().die
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
    """Return a card `named` in a deck, or `made` from a table or a line as people type it. Raises BadInput."""
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
        move = RECORDED.exactly(replace(start, turn=number - 1), move_text)
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
    choices = {fold(choice): choice for choice in tables.battle().magician}
    if fold(word) not in choices:
        hint = did_you_mean(word, choices.values()) or f"; it is {or_list(choices.values())}"
        raise Unreadable(f'magic: there is no "{word}"{hint}')
    pieces = start.sides[fighter.side].equipment if fighter.may_wear else ()
    if not any("magician" in source for source in (fighter.card.abilities, *(p.abilities for p in pieces))):
        raise Unreadable(f"magic: {fighter.name} isn't a magician and has nothing to wear that makes it one")
    return fighter.key, choices[fold(word)]


def entry_of(answers: Sequence[Answer]) -> TurnEntry:
    """Return a turn as a record has it, from the answers given in it."""
    move = next(answer.text for answer in answers if answer.key == "move")
    dice = " / ".join(answer.text for answer in answers if answer.key == "roll")
    magic = {a.key.removeprefix("magic "): a.text for a in answers if a.key.startswith("magic ")}
    return TurnEntry(move, dice or UNSET, magic)


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
            f"{record.where}: the chance to win depends on cards that aren't known yet: {few}; "
            "type them in with: referee cards add"
        )


# --- Verdict --------------------------------------------------------------------------------------
# The referee plays a record's turns and says what is illegal or disputed.


class PlayedTurn(Struct, frozen=True):
    """A turn that was played: its answers and events, and the battle after it."""

    turn: RecordTurn
    answers: tuple[Answer, ...]
    events: tuple[Any, ...]
    after: Battle


class Dispute(Struct, frozen=True):
    """A wrong claim: the damage claimed and the damage ruled."""

    turn: int
    creature: str
    claimed: int
    ruled: int


class Verdict(judged.Verdict[Record]):
    """The referee's findings on a battle record."""

    played: list[PlayedTurn] = field(default_factory=list)

    @property
    def disputes(self) -> list[Dispute]:
        """The wrong claims."""
        return [
            Dispute(one.turn.number, fighter.key, claimed, fighter.damage)
            for one in self.played
            for key, claimed in one.turn.claims.items()
            for fighter in one.after.fighters
            if fighter.key == key and fighter.damage != claimed
        ]

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for people."""
        unfinished = self.record.file.unfinished
        return (f"{self.record.where}: its last turn is unfinished and isn't judged",) if unfinished else ()

    @property
    def cites(self) -> bool:
        """Whether it names rules: in full every hit of a turn does, in brief only what is wrong."""
        return self.against or (not self.brief and bool(self.played))

    @property
    def illegal_data(self) -> dict[str, Any] | None:
        """The illegal move in the fixed machine format, with the page of its rule; None without one."""
        found = super().illegal_data
        return found and {
            "turn": found["turn"],
            "move": self.illegal_text,
            "reason": found["reason"],
            "ruling": rulebook(GAME).cite_short(found["ruling"]),
        }

    @property
    def illegal_text(self) -> str:
        """The illegal move as it is written; "" without one."""
        return self.record.turns[self.illegal.number - 1].text if self.illegal is not None else ""

    def after(self, turn: int) -> Battle:
        """Return the battle after a turn that was played; the start of the battle for turn 0."""
        return self.played[turn - 1].after if turn else self.record.start

    @property
    def battle(self) -> Battle:
        """The battle after the last legal turn, and after its end by the outcome."""
        last = self.after(len(self.played))
        winner = self.record.file.winner
        if winner is UNSET or self.illegal is not None or len(self.played) < len(self.record.turns):
            return last
        ended = last.copy()
        ended.outcome = BattleOutcome(winner, "outcome")
        return ended

    def data(self) -> dict[str, Any]:
        """Return the verdict in the fixed machine format; damage in damage markers."""
        battle, outcome = self.battle, self.battle.outcome
        agreed = [{"turn": one.turn.number, "because": one.turn.because} for one in self.played if one.turn.because]
        return {
            **self.head,
            "game": GAME,
            "disputes": to_builtins(self.disputes),
            "turns": [
                {
                    "turn": played.turn.number,
                    "side": played.turn.side,
                    "move": played.turn.text,
                    "damage": {one.key: one.damage for one in played.after.fighters if not one.maybe},
                }
                for played in self.played
            ],
            "over": outcome is not None,
            "winner": outcome.winner if outcome else None,
            "reason": outcome.reason if outcome else None,
            "state": {side: _side(battle, side) for side in SIDES},
        } | ({"agreed": agreed} if agreed else {})

    def show(self, screen: Screen) -> None:
        """Show the board and the arithmetic turn by turn, then what is illegal or disputed."""
        from referee.games.conjurers.screens.verdict import show_verdict

        show_verdict(self, screen, brief=self.brief)


def replay(record: Record, brief: bool = False) -> Verdict:
    """Play a record up to its end or its first illegal move. Raises BadInput for dice that don't fit."""
    verdict = Verdict(record, brief=brief)
    for turn in record.turns:
        try:
            verdict.played.append(_play(record, verdict.battle, turn))
        except Illegal as error:
            verdict.illegal = IllegalAt(turn.number, str(error), error.ruling)
            break
    if record.file.winner is not UNSET and verdict.played and verdict.played[-1].after.outcome is not None:
        last = verdict.played[-1].turn.number
        raise BadInput(f"{record.where}: a winner is written, but turn {last} ended the battle")
    return verdict


class _WrongRoll(Exception):
    """Raised when a roll of the record is missing or doesn't fit; `moved` if the move was made before it."""

    def __init__(self, why: str, moved: bool) -> None:
        super().__init__(why)
        self.moved = moved


def _play(record: Record, battle: Battle, turn: RecordTurn) -> PlayedTurn:
    """Play one turn on a copy. Raises Illegal, or BadInput for its dice."""
    if battle.outcome is not None:
        raise Illegal(f"the battle is over since turn {battle.turn}", battle.outcome.rule)
    place = f"{record.where}: turn {turn.number}"
    if turn.rolls is not None and record.file.dice != "entered":
        raise BadInput(f'{place}: dice are written with dice = "entered" only; here dice = "{record.file.dice}"')
    written = turn.rolls or ()
    rolls = list(written)
    try:
        played = _run(record.dice, battle, turn, rolls)
    except _WrongRoll as wrong:
        if not wrong.moved and (error := _illegal_anyhow(battle, turn)):
            raise error from None
        raise BadInput(f"{place}{wrong}") from None
    if rolls:
        needed = len(written) - len(rolls)
        there = does(str(len(written)), "is", many=len(written) != 1)
        raise BadInput(f"{place}: it takes {so_many(needed, 'roll')}; {there} written")
    return played


def _run(dice: Dice, battle: Battle, turn: RecordTurn, rolls: list[str]) -> PlayedTurn:
    """Play one turn on a copy, using up `rolls` as far as the dice ask for any."""
    after = battle.copy()
    events: list[Any] = []
    given: list[Answer] = []

    written = len(rolls)

    def answer(question: Question[Any]) -> Any:
        if question.key == "move":
            if not turn.because:
                MOVES.verify(after, turn.move)
            given.append(Answer(question.key, turn.text))
            return turn.move
        if question.key != "roll":
            chosen = turn.magic.get(question.key.removeprefix("magic "), tables.battle().magician[0])
            given.append(Answer(question.key, chosen))
            return chosen
        moved = any(one.key == "move" for one in given)
        if not rolls:
            what = question.prompt.partition(" (like ")[0]
            raise _WrongRoll(f": roll {written + 1} is missing: {what}", moved)
        given.append(Answer(question.key, rolls.pop(0)))
        try:
            return question.parse(given[-1].text)
        except Unreadable as error:
            raise _WrongRoll(f", roll {written - len(rolls)}: {error}", moved) from None

    drive(play_turn(Play(after, dice, events)), answer)
    put = [(what, find_key(key, after.fighters).number, one) for what, key, one in turn.put_right]
    put_slots(after, {number: one for what, number, one in put if what == SLOT})
    for what, number, one in put:
        if what == DAMAGE:
            put_damage(after, number, one)
    return PlayedTurn(turn, tuple(given), tuple(events), after)


def _illegal_anyhow(battle: Battle, turn: RecordTurn) -> Illegal | None:
    """Return why a move is illegal whatever the dice before it show: with the lowest and the highest; or None."""
    found = None
    for face in (min(tables.battle().die), max(tables.battle().die)):
        refused = refusal(_run, Seeded((face,), ""), battle, turn, [])
        if refused is None:
            return None
        found = found or refused
    return found


def _side(battle: Battle, side: SideName) -> dict[str, Any]:
    slots: list[dict[str, Any] | None] = [None] * tables.battle().slots
    for fighter in battle.in_slots(side):
        assert fighter.slot is not None
        slots[fighter.slot - 1] = _in_slot(battle, fighter)
    return {
        "hand": [fighter.name for fighter in battle.of(side) if fighter.in_hand],
        "slots": slots,
        "dead": [battle.fighters[number].name for number in battle.sides[side].dead],
    }


def _in_slot(battle: Battle, fighter: Fighter) -> dict[str, Any]:
    def name(number: int | None) -> str | None:
        return None if number is None else battle.fighters[number].name

    return {
        "name": fighter.name,
        "damage": fighter.damage,
        "frost": fighter.frost,
        "poison": fighter.poison,
        "bound": fighter.bound,
        "equipment": [{"name": piece.name, "absorbed": piece.absorbed} for piece in fighter.worn],
        "devouring": name(fighter.devouring),
        "devoured_by": name(fighter.devoured_by),
    }


def with_creatures(ruled: Mapping[str, Any]) -> Mapping[str, Any]:
    """Add each creature's state to the data of a verdict: its damage and markers, or that it is dead."""
    sides = {side: of for side, of in (ruled.get("state") or {}).items() if "slots" in of}
    if not sides:
        return ruled
    after = ruled["turns"][-1]["damage"] if ruled["turns"] else {}
    creatures = {name: {"damage": damage} for name, damage in after.items()}
    for side, of in sides.items():
        for one in filter(None, of["slots"]):
            creatures[f"{side}.{one['name']}"] |= {"frost": one["frost"], "poison": one["poison"]}
        for name in of["dead"]:
            creatures[f"{side}.{name}"] |= {"dead": True}
    return {**ruled, "creatures": creatures}
