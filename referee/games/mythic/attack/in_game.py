"""Conversion of an attack in a whole game to an attack record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from referee.asking.question import Procedure, Question, relay
from referee.declaration.game import NoBattle, Playing
from referee.errors import BadInput
from referee.explain.why import play
from referee.games.mythic.attack.live import ASSAULT, ROLL, steps_of
from referee.games.mythic.attack.moves import ThrowTarget, write_move
from referee.games.mythic.attack.record import (
    SIDE_FIELDS,
    VALUES,
    Record,
    RecordFile,
    SideEntry,
    Situation,
    claim_of,
    with_claims,
    with_steps,
)
from referee.games.mythic.attack.values import Attack, Side, compute
from referee.games.mythic.readings import in_attack
from referee.games.mythic.rules import light, turns, using
from referee.games.mythic.rules.state import UNDER_WAY, GameState, Match, Setup
from referee.play.notation import Answer
from referee.play.session import Session
from referee.saves.open_session import find_entry

_THROW = write_move(ThrowTarget(""))
_BEFORE_DICE = ("guard", "evade", "initiative")
"""First words of reactions that a table in light mode answers in place of the first dice."""


class FoughtAttack(NamedTuple):
    """An attack of a step: its values as taken, and the recorded answers about its dice, with the questions' keys."""

    attack: Attack
    said: tuple[tuple[str, str], ...]


def attack_in(where: str, setup: Setup, session: Session[GameState], number: int | None, whole: bool) -> Record:
    """Return the attack of a log entry; without a number the one under way, else the last.

    For an entry it is the attack itself, not the answer to it, of several targets the first; the rest is in `others`.
    Its dice are included if `whole`, else it is as before them; the one under way includes the dice so far. Raises
    BadInput if there is none.
    """
    if number is None and (under_way := _under_way(setup, session)):
        return _with_claims(_record(where, setup, under_way[-1]), session.claims_about(None, bool, claim_of))

    def is_attack(at: int) -> bool:
        return bool(_of_entry(setup, session, at))

    never, other = "nobody has attacked in this game yet", 'entry {number} ("{text}") came to no attack'
    number = find_entry(where, session, number, is_attack, never, other)
    fought = _of_entry(setup, session, number)
    meant = next((at for at, one in enumerate(fought) if one.attack.kind != "retaliation"), 0)
    ordered = (fought[meant], *fought[:meant], *fought[meant + 1 :])
    first, *others = (_record(where, setup, one, whole=whole) for one in ordered)
    record = replace(first, others=tuple(others))
    return _with_claims(record, session.claims_about(number, is_attack, claim_of)) if whole else record


def _with_claims(record: Record, claims: Sequence[tuple[str, bool]]) -> Record:
    """Add claims to a record; while the attack is under way, only claims known from the start are judged."""
    parsed = ((*claim_of(text), under_way) for text, under_way in claims)
    return with_claims(record, {what: said for what, said, under_way in parsed if not under_way or what in VALUES})


def is_under_way(setup: Setup, session: Session[GameState]) -> bool:
    """Return whether the values of an attack of the step under way are taken."""
    return bool(_under_way(setup, session))


def no_battle(setup: Setup, session: Session[GameState]) -> NoBattle | None:
    """Return the message for a game without an attack under way; None if there is one."""
    if is_under_way(setup, session):
        return None
    tracked = not session.state.light and session.state.phase in UNDER_WAY
    last = "No attack is under way: this is the last one, as it stood before its dice."
    return NoBattle(last, "What each unit has to fear this round" if tracked else "")


def expect_whole(fought: Record, again: Callable[[], Record]) -> None:
    """Check that a record has all of an attack of a game; `again` reads it. Raises BadInput."""
    if again().attack != fought.attack:
        raise BadInput(f"{fought.where}: this attack can't be a record: its force of nature was used somewhere else")


# --- found in the log -----------------------------------------------------------------------------------


def _under_way(setup: Setup, session: Session[GameState]) -> list[FoughtAttack]:
    """Return the attacks of the step under way, as far as they have come."""
    return _attacks_of_step(setup, session.state, session.draft) if session.draft else []


def _of_entry(setup: Setup, session: Session[GameState], number: int) -> list[FoughtAttack]:
    """Return the attacks of an entry, in order."""
    step = session.steps[number - 1]
    return _attacks_of_step(setup, session.state_before(number), step.answers) if step.kind == "move" else []


class _Watch(Struct):
    """Observer that replays a step and collects its attacks, each with the answers about its dice."""

    opened: list[Match] = field(default_factory=list)
    said: dict[int, list[tuple[str, str]]] = field(default_factory=dict)

    def decision(self, setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
        """Return the procedure of the next decision, observed; None when the game is over."""
        match = Match(setup, state, events, settle=using.settle)
        asking = light.decision(match) if state.light else turns.decision(match)
        self.opened.append(match)
        return None if asking is None else relay(asking, self._note)

    def _note(self, question: Question[Any]) -> Procedure[Any]:
        value = yield question
        answer_text = question.record(value, "")
        if question.key in (ROLL, ASSAULT) and not answer_text.startswith(_BEFORE_DICE):
            self.said.setdefault(len(self.attacks), []).append((question.key, answer_text))
        return value

    @property
    def attacks(self) -> list[Attack]:
        """Attacks so far, in the order in which their values were taken."""
        return [attack for match in self.opened for attack in match.fought]


def _attacks_of_step(setup: Setup, before: GameState, answers: Sequence[Answer]) -> list[FoughtAttack]:
    """Replay a step; return its attacks in order, as far as the answers go."""
    watch = _Watch()
    playing = Playing(replace(turns.RULES, next_decision=watch.decision, tracking_levels=None), setup)
    play(playing, before, [(answer.key, None, answer.text) for answer in answers])
    return [FoughtAttack(attack, tuple(watch.said.get(at, ()))) for at, attack in enumerate(watch.attacks, 1)]


# --- as a record ----------------------------------------------------------------------------------------


def _record(where: str, setup: Setup, fought: FoughtAttack, *, whole: bool = True) -> Record:
    """Convert an attack to a record, with the moves of its dice if it is `whole`."""
    attack = fought.attack
    average = setup.dice == "average"
    file = RecordFile(
        game="mythic",
        kind=attack.kind,
        **in_attack(attack),
        dice="average" if average else "entered",
        situation=Situation(**{name: getattr(attack, name) for name in Situation.__struct_fields__}),
        modifiers=attack.modifiers,
        attacker=_side(attack.attacker),
        defender=_side(attack.defender),
    )
    steps = list(steps_of(fought.said, average=average)) if whole and compute(attack).offence else []
    steps = [_THROW if step.startswith(_THROW) else step for step in steps]  # a record has no map
    return with_steps(Record(where, file, attack, (), saved=True), steps)


def _side(side: Side) -> SideEntry:
    """Convert one side to a record's entry, without reference to a deck."""
    others = ("vitality",) if side.kind == "troop" else ("miniatures", "full")
    fields = [name for name in SideEntry.__struct_fields__ if name not in ("unit", *others)]
    return SideEntry(**{name: getattr(side, SIDE_FIELDS.get(name, name)) for name in fields})
