"""A fight inside a whole game, as the record that it would be on a file of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from referee.asking.dice import Mode
from referee.errors import BadInput
from referee.games.prophecy.cards.language import write_card
from referee.games.prophecy.fights import moves
from referee.games.prophecy.fights.opening import Chosen
from referee.games.prophecy.fights.state import Fighter, Scene, fighter_of
from referee.games.prophecy.records.live import MOVES
from referee.games.prophecy.records.record import HeroEntry, Record, RecordFile
from referee.games.prophecy.rules import combat, effects
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.state import GameState, Setup
from referee.play.session import Session
from referee.play.step import Answer, Step
from referee.text.names import fold

_FIGHTS = ("fight", "attack")


class Stand(NamedTuple):
    """A game as it stands, of which the fights within reach are told."""

    setup: Setup
    state: GameState
    notes: tuple[str, ...] = ()


def stand_of(setup: Setup, session: Session[GameState], number: int | None) -> Stand:
    """A game now, or as it stood before an entry. Raises BadInput for an entry that isn't there."""
    if number is None:
        return Stand(setup, session.present)
    _expect_entry(session, number)
    return Stand(setup, session.state_before(number))


def fight_under_way(session: Session[GameState]) -> bool:
    """Whether the step under way is a fight."""
    return bool(session.draft) and _is_fight(Step.of(session.draft))


def fight_in(where: str, setup: Setup, session: Session[GameState], number: int | None) -> Record:
    """The fight that an entry of a log is; without a number the one under way, else the last. Raises BadInput.

    What hangs on the game is taken over: bonuses of the turn, the space, who has least. What is known of its cards
    today counts.
    """
    if number is None and fight_under_way(session):
        return _record(where, Quest(setup, session.state.copy(), []), Step.of(session.draft))
    if number is None:
        number = next((n for n in range(len(session.steps), 0, -1) if _is_fight(session.steps[n - 1])), None)
        if number is None:
            raise BadInput(f"{where}: there was no fight yet; the fights within reach: referee odds {where}")
    _expect_entry(session, number)
    step = session.steps[number - 1]
    if not _is_fight(step):
        raise BadInput(
            f'{where}: entry {number} is no fight but "{step.do or step.correct}"; see: referee log {where}'
        )
    quest = Quest(setup, session.state_before(number).copy(), [])
    return _record(where, quest, step)


def _expect_entry(session: Session[GameState], number: int) -> None:
    if not 1 <= number <= len(session.steps):
        raise BadInput(f"there is no entry {number}; the log has 1 to {len(session.steps)}")


def _is_fight(step: Step) -> bool:
    return fold(step.do).partition(" ")[0] in _FIGHTS


def _record(where: str, quest: Quest, step: Step) -> Record:
    verb, _, rest = step.do.partition(" ")
    dice: Mode = "average" if quest.setup.dice == "average" else "entered"
    seats: tuple[int, ...] = (quest.seat,)
    if fold(verb) == "fight":
        said = combat.CreatureFight.read(quest, "fight", rest)
        creature = combat.creature_of(quest, said.name)
        scene = effects.scene(quest, creature, first=quest.state.first)
        first = _opening(said.opening.type, said.opening.items, "fight")
    else:
        attack = combat.HeroAttack.read(quest, "attack", rest)
        creature, scene, seats = None, effects.scene(quest), (quest.seat, attack.seat)
        first = _opening(attack.opening.type, attack.opening.items, "attack")
    heroes = tuple(fighter_of(quest.state.players[seat], quest.state.players[seat].sex or None) for seat in seats)
    file = RecordFile(
        "prophecy", "hero" if creature is None else "creature", dice=dice,
        creature=UNSET if creature is None else write_card(creature),
        moves=(first, *_moves(step.answers[1:])), **_entries(quest, heroes, scene),
    )  # fmt: skip
    return Record(where, file, scene, heroes)


def _opening(kind: Chosen | None, items: tuple[str, ...], verb: str) -> str:
    return moves.write_opening(moves.Opening(verb, "", kind, items))


def _moves(answers: Sequence[Answer]) -> Iterator[str]:
    """The answers within a fight as the moves of a record: what the program threw stands behind "roll"."""
    rolling = ""
    for answer in answers:
        if answer.key not in MOVES:
            continue
        if answer.text[:1].isdigit():
            yield f"roll {answer.text}"
            rolling = ""
            continue
        if rolling:
            yield rolling
        rolling = answer.text if answer.text == "roll" else ""
        if not rolling:
            yield answer.text
    if rolling:
        yield rolling


def _entries(quest: Quest, heroes: Sequence[Fighter], scene: Scene) -> dict[str, Any]:
    """The heroes as a file has them."""
    place = quest.board[quest.hero.space]
    space = ", ".join([place.name, *(word for word in ("port", "gate") if getattr(place, word))])
    keys = ("hero",) if len(heroes) == 1 else ("attacker", "defender")
    return {
        key: HeroEntry(
            hero.health, hero.magic, name=hero.name, red=hero.red, blue=hero.blue, gold=hero.gold,
            experience=hero.experience, items=tuple(write_card(scene.card(name)) for name in hero.held),
            abilities=tuple(write_card(scene.card(name)) for name in hero.abilities), space=space,
            sex=hero.sex or UNSET,
        )
        for key, hero in zip(keys, heroes, strict=True)
    }  # fmt: skip
