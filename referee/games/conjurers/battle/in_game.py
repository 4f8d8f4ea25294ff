"""Claims on a battle, which are judged at once and recorded; battles of a game as battle records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from referee.declaration.changes import ADJUST
from referee.declaration.game import NoBattle
from referee.errors import BadInput, NotFought, RefereeError
from referee.games.conjurers.battle import moves
from referee.games.conjurers.battle.moves import Summon
from referee.games.conjurers.battle.outcome import is_of_turn, winner_of
from referee.games.conjurers.battle.record import (
    MinionEntry,
    Record,
    RecordFile,
    RecordTurn,
    SideEntry,
    TurnEntry,
    Unfinished,
    dice_of,
    entry_of,
    replay,
    turn_of,
)
from referee.games.conjurers.battle.state import SIDES, AbilitySource, Battle, SideName
from referee.games.conjurers.rules.card_pool import creature_card, fighting_card, piece_card, worn_piece
from referee.games.conjurers.rules.contests import battles_ahead, is_minion, unread
from referee.games.conjurers.rules.state import GameState, Setup
from referee.games.conjurers.vocabulary import GAME
from referee.play.notation import Answer, Step
from referee.play.session import NoFurther, Session
from referee.saves.open_session import expect_entry
from referee.text.names import fold

KEPT = f"adjust {moves.WORD} "
"""Prefix of a recorded claim among the steps."""


def with_claim(record: Record, text: str) -> Record:
    """Add claims of damage on creatures to a record's last turn, as in "Griffin 4, Sphinx 2".

    Raises BadInput if no turn was played, for text that is no claim, and for a name of no or several creatures.
    """
    if not record.turns:
        moves.expect_turn(record.start)
    found = moves.parse_claims(text, record.start)
    *before, last = record.turns
    return replace(record, turns=(*before, replace(last, claims={**last.claims, **found})))


def claim_step(text: str, battle: Battle) -> str:
    """Return the step that records a claim with a battle's last turn. Raises BadInput as `with_claim`."""
    moves.expect_turn(battle)
    return KEPT + moves.format_claims(moves.parse_claims(text, battle), battle)


def turns_of(steps: Sequence[Step], battle: Battle) -> tuple[list[TurnEntry], SideName | None]:
    """Convert steps to turns of a record, each with the claims after it; return also the winner by outcome.

    `battle` is the battle at any moment; it supplies the names.
    """
    entries: list[TurnEntry] = []
    winner: SideName | None = None
    for step in steps:
        of_turn = _kept(step.answers)
        if of_turn and (winner := winner_of(of_turn[-1].text)) is None:
            entries.append(entry_of(of_turn))
        elif entries and step.correct.startswith(KEPT):
            with suppress(RefereeError):  # it may be a claim of counts
                found = moves.claims_by_name(moves.exact(step.correct.removeprefix(KEPT), battle), battle)
                entries[-1] = replace(entries[-1], claim={**entries[-1].claim, **found})
        elif entries and (put := moves.parse_correction(step.correct.removeprefix(f"{ADJUST} "), battle)):
            what, key, number = put
            named = moves.claims_by_name({key: number}, battle)
            entries[-1] = replace(entries[-1], **{what: {**getattr(entries[-1], what), **named}})
    return entries, winner


# --- A refereed battle inside a whole game, as a battle record


class FoughtBattle(NamedTuple):
    """A refereed battle in a log: its first and last entry, the state before the first, and the battle then."""

    first: int
    last: int
    start: GameState
    battle: Battle


def battle_in(where: str, setup: Setup, session: Session[GameState], number: int | None, whole: bool) -> Record:
    """Return the refereed battle of a log entry; without a number the one under way, else the last one.

    It has all turns if `whole`, else those before that entry, with all that is known of its cards today, with
    corrections of damage and slots, and with claims. Raises BadInput if there is none.
    """
    fought = _find(where, session, number)
    end = fought.last if whole or number is None else min(number - 1, fought.last)
    again = Session(session.game, fought.start.copy(), corrector=session.corrector, forcing=False)
    for step in session.steps[fought.first - 1 : end]:  # older logs lack keys of questions, and some dice
        again.repeat(step)
    steps = again.steps
    going_on = fought.last == len(session.steps) and session.state.battle is not None
    draft = session.draft if going_on and (whole or number is None) else ()
    start = _start(setup, session.state, fought.battle)
    entries, winner = turns_of(steps, start)
    turns = tuple(turn_of(at, entry, start, where) for at, entry in enumerate(entries, 1))
    hands = () if going_on or fought.start.contest is None else fought.start.contest.hands
    _name_hands(start, turns, steps, hands)
    unfinished = Unfinished(turn=tuple(answer.text for answer in _kept(draft)))
    file = RecordFile(
        game=GAME,
        kind=start.kind,
        dice="average" if setup.dice == "average" else "entered",
        attacker=_side(setup, session.state, start, "attacker"),
        defender=_side(setup, session.state, start, "defender"),
        elements=start.elements,
        morale=start.morale,
        **asdict(start.readings),
        turns=tuple(entries),
        winner=winner or UNSET,
        unfinished=unfinished if unfinished.turn else UNSET,
    )
    unknown = frozenset(start.fighters[number].key for number in unread(setup, session.state, start))
    played = tuple(at for at, step in enumerate(steps, fought.first) if _kept(step.answers))[: len(turns)]
    return Record(where, file, start, dice_of(file, where), turns, unknown, played, len(session.steps))


def claim_in(session: Session[GameState], text: str) -> str:
    """Return the correction that records a claim with the last turn of the battle under way.

    Raises BadInput for text that is no claim, and if no battle is under way or no turn of it is over.
    """
    battle = session.present.battle
    if battle is None:
        raise BadInput(f"No battle is under way{_last_one(session)} So there is nothing to claim.")
    return claim_step(text, battle)


def no_battle(setup: Setup, session: Session[GameState]) -> NoBattle | None:
    """Return a message that no battle is under way; None if one is."""
    game, question = session.present, session.question
    battle = game.battle
    if battle is not None and battle.outcome is None:
        return None
    prepared = question is not None and battles_ahead(setup, game, question.key) is not None
    return NoBattle(f"No battle is under way{_last_one(session)}", "Who wins the next one" if prepared else "")


def _last_one(session: Session[GameState]) -> str:
    """Name the last battle of a log: its players, and its entries."""
    battles = battles_of(session)
    if not battles:
        return " yet."
    last = battles[-1]
    whose = " against ".join(last.battle.sides[side].player for side in SIDES)
    return f". The last one: {whose}, entries {last.first} to {last.last}."


def expect_whole(fought: Record, again: Callable[[], Record]) -> None:
    """Check that a record has all of a battle of a game; `again` reads it.

    Raises BadInput if the record needs unknown names: of creatures in a hand that aren't named yet.
    """
    verdict = replay(fought)
    for side in verdict.battle.sides.values():
        if side.hidden and verdict.battle.outcome is None:
            cards = "1 creature isn't" if side.hidden == 1 else f"{side.hidden} creatures aren't"
            raise BadInput(
                f"{fought.where}: {cards} named yet in {side.player}'s hand, and a record names them all; "
                "write it when the battle is over"
            )
    try:
        other = replay(again())
        whole = (other.illegal, other.battle.outcome) == (verdict.illegal, verdict.battle.outcome)
    except BadInput:  # a minion's record needs the creature that it guards
        whole = False
    if not whole:
        raise BadInput(f"{fought.where}: this battle can't be a record: a creature that counts in it was never named")


def _find(where: str, session: Session[GameState], number: int | None) -> FoughtBattle:
    """Find the battle that an entry belongs to. Raises BadInput."""
    if number is not None:
        expect_entry(where, number, len(session.steps))
    battles = battles_of(session)
    if number is None and battles:
        return battles[-1]
    for fought in battles:
        if number is not None and fought.first - 1 <= number <= fought.last:  # the entry that set it up, too
            return fought
    if not battles:
        raise NotFought(f"{where}: no battle was refereed turn by turn in this game yet")
    text = ", ".join(f"{fought.first} to {fought.last}" for fought in battles)
    raise NotFought(f"{where}: entry {number} isn't part of a refereed battle; those are entries {text}")


def battles_of(session: Session[GameState]) -> list[FoughtBattle]:
    """List the refereed battles of a log, as far back as it can be replayed."""
    found: list[FoughtBattle] = []
    before: Battle | None = None
    for number in range(1, len(session.steps) + 2):
        try:
            state = session.state_before(number) if number <= len(session.steps) else session.state
        except NoFurther:
            continue
        now = state.battle
        if now is not None and (before is None or now.turn < before.turn):
            found.append(FoughtBattle(number, number - 1, state, now))
        if now is not None and number <= len(session.steps):
            found[-1] = found[-1]._replace(last=number)
        before = now
    return found


def battles_over(where: str, setup: Setup, session: Session[GameState]) -> Iterator[Record]:
    """Yield the finished refereed battles of a log. Raises BadInput."""
    for fought in battles_of(session):
        if fought.last < len(session.steps) or session.state.battle is None:
            yield battle_in(where, setup, session, fought.first, whole=True)


def _start(setup: Setup, game: GameState, battle: Battle) -> Battle:
    """Return the battle before its first turn, with all that is known of its cards by now."""
    start = battle.copy()
    for fighter in start.fighters:
        if not is_minion(start, fighter):
            fighter.card = fighting_card(setup, game, fighter.name)
            fighter.own = AbilitySource(fighter.card.name, fighter.card.abilities)
    for side in start.sides.values():
        side.equipment = tuple(worn_piece(setup, game, piece.name) for piece in side.equipment)
    return start


def _name_hands(
    start: Battle, turns: Sequence[RecordTurn], steps: Sequence[Step], hands: Sequence[Sequence[str]]
) -> None:
    """Mark drawn creatures as fighting if that is known: they were summoned or shown, or the battle is over."""
    named = {turn.move.creature for turn in turns if isinstance(turn.move, Summon)}
    revealed = {
        fold(name)
        for step in steps
        for answer in step.answers
        if answer.key == "hand"
        for name in answer.text.split(", ")
    }
    drawn = {(side, fold(name)) for side, hand in zip(SIDES, hands, strict=False) for name in hand}
    for fighter in start.fighters:
        known = (
            fighter.number in named or fold(fighter.name) in revealed or (fighter.side, fold(fighter.name)) in drawn
        )
        if fighter.maybe and known:
            fighter.maybe = False
            start.sides[fighter.side].hidden -= 1


def _kept(answers: Sequence[Answer]) -> list[Answer]:
    """Return the answers that a battle record has."""
    return [one for one in answers if is_of_turn(one.key)]


def _side(setup: Setup, game: GameState, start: Battle, side: SideName) -> SideEntry:
    """Return a side as a record has it: fighting creatures and equipment, as far as their cards are known."""
    army = [fighter for fighter in start.of(side) if not is_minion(start, fighter) and not fighter.maybe]
    cards = [(fighter.name, creature_card(setup, game, fighter.name)) for fighter in army]
    pieces = [piece_card(setup, game, piece.name) for piece in start.sides[side].equipment]
    guarded = army[0].card if start.kind == "battleground" and side == "defender" else None
    minion: MinionEntry | UnsetType = UNSET
    if guarded is not None and guarded.mythology is not None:
        minion = MinionEntry(guarded.mythology, guarded.level)
    return SideEntry(
        start.sides[side].player,
        tuple(replace(card, name=name) for name, card in cards if card is not None),
        tuple(piece for piece in pieces if piece is not None),
        minion,
    )
