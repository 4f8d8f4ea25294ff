"""A fight inside a whole game, converted to a fight record."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.dice import Mode
from referee.asking.moves import overruled, split_overrule
from referee.declaration.readings import readings_of
from referee.errors import BadInput
from referee.games.prophecy.cards.language import write_card
from referee.games.prophecy.fights import opening
from referee.games.prophecy.fights.live import MOVES
from referee.games.prophecy.fights.record import HeroEntry, Record, RecordFile, read_claim, with_claim
from referee.games.prophecy.fights.state import Fighter, Scene, fighter_of
from referee.games.prophecy.fights.verdict import judge
from referee.games.prophecy.readings import ProphecyReadings
from referee.games.prophecy.rules import combat, effects
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.state import GameState, Setup
from referee.games.prophecy.rules.turns import RULES
from referee.play.notation import Answer, Step
from referee.play.session import Session
from referee.saves.open_session import expect_entry, find_entry
from referee.text.names import fold

_FIGHTS = ("fight", "attack")


def battle_in(
    where: str, setup: Setup, session: Session[GameState], number: int | None, whole: bool
) -> Record | tuple[Setup, GameState]:
    """Return the fight of a log's entry; or, if not `whole`, the state of the game before it.

    Raises BadInput for a missing entry, or for the state of a light table.
    """
    if whole or (number is None and is_under_way(setup, session)):
        return fight_in(where, setup, session, number)
    if number is not None:
        expect_entry(where, number, len(session.steps))
    state = session.present if number is None else session.state_before(number)
    if state.light:
        raise BadInput(
            "this table doesn't track heroes and cards, so nobody can tell which fights are in reach; "
            "what wins how often: referee odds --game prophecy"
        )
    return RULES.in_force(setup, state), state


def expect_whole(fought: Record, again: Callable[[], Record]) -> None:
    """Check that a record has all of a fight of a game; `again` reads it. Raises BadInput."""
    if judge(again()).data() != judge(fought).data():
        raise BadInput(f"{fought.where}: this fight can't be a record: what the other heroes have counts in it")


def is_under_way(setup: Setup, session: Session[GameState]) -> bool:
    """Return whether the step under way is a fight."""
    return bool(session.draft) and _is_fight(session.state, Step.of(session.draft))


def fight_in(where: str, setup: Setup, session: Session[GameState], number: int | None) -> Record:
    """Return the fight of a log's entry; without a number the one under way, else the last. Raises BadInput.

    Facts of the game are included: bonuses of the turn, the space, who has least. Cards are used as known now.
    """
    if number is None and is_under_way(setup, session):
        return _with_claim(_record(where, setup, session.state, Step.of(session.draft)), session, None)
    never = f"there was no fight yet; the fights within reach: referee odds {shlex.quote(where)}"
    if session.state.light:
        never = "no fight was refereed in this game; a light table tells only its totals"
    other = 'entry {number} isn\'t a fight with its cards but "{text}"'
    number = find_entry(where, session, number, lambda at: _is_fought(session, at), never, other)
    record = _record(where, setup, session.state_before(number), session.steps[number - 1])
    return _with_claim(record, session, number)


def _with_claim(record: Record, session: Session[GameState], number: int | None) -> Record:
    """Return the fight with the last claim of its result."""
    claims = session.claims_about(number, lambda at: _is_fought(session, at), read_claim)
    return with_claim(record, claims[-1][0]) if claims else record


def _is_fought(session: Session[GameState], number: int) -> bool:
    return _is_fight(session.state_before(number), session.steps[number - 1])


def _is_fight(state: GameState, step: Step) -> bool:
    """Return whether a step from this state is a fight with its cards; at a light table they aren't known."""
    return not state.light and fold(split_overrule(step.do)[0]).partition(" ")[0] in _FIGHTS


def _record(where: str, setup: Setup, state: GameState, step: Step) -> Record:
    quest = Quest(RULES.in_force(setup, state), state.copy(), [])
    verb, _, rest = split_overrule(step.do)[0].partition(" ")
    verb = fold(verb)
    dice: Mode = "average" if quest.setup.dice == "average" else "entered"
    seats: tuple[int, ...] = (quest.seat,)
    with overruled():
        move = (combat.CreatureFight if verb == "fight" else combat.HeroAttack).read(quest, verb, rest)
    if isinstance(move, combat.CreatureFight):
        creature = effects.creature_of(quest, move.name)
        scene = effects.scene(quest, move.name, first=quest.state.first)
    else:
        creature, scene, seats = None, effects.scene(quest, foe=move.seat), (quest.seat, move.seat)
    told = [one for one in zip(step.by, step.then, strict=False) if one[1].key == "sex"]
    sexes: dict[str, Any] = {who: text for who, (_, text) in told if text != effects.UNKNOWN}
    known = [fighter_of(quest.state.players[seat]) for seat in seats]
    heroes = tuple(replace(one, sex=sexes.get(one.name, one.sex)) for one in known)
    file = RecordFile(
        "prophecy",
        "hero" if creature is None else "creature",
        dice=dice,
        creature=UNSET if creature is None else write_card(creature),
        new=scene.new,
        moves=(opening.write_opening(move.opening._replace(verb=verb, who="")), *_moves(verb, step.answers[1:])),
        **_entries(quest, heroes, scene),
        **{name: getattr(quest.setup, name) for name in readings_of(ProphecyReadings)},
    )
    return Record(where, file, scene, heroes)


def _moves(verb: str, answers: Sequence[Answer]) -> list[str]:
    """Return the answers within a fight as the moves of a record; dice thrown by the program follow "roll".

    What is given goes to a Creature; heroes hand things over apart from their fight.
    """
    moves: list[str] = []
    keys = (*MOVES, "give") if verb == "fight" else MOVES
    for answer in answers:
        if answer.key in keys:
            thrown = answer.text[:1].isdigit()
            if thrown and moves[-1:] == ["roll"]:
                moves.pop()
            moves.append(f"roll {answer.text}" if thrown else answer.text)
    return moves


def _entries(quest: Quest, heroes: Sequence[Fighter], scene: Scene) -> dict[str, Any]:
    """Return the heroes as entries of a record's file."""
    place = quest.board[quest.hero.space]
    space = ", ".join([place.name, *(word for word in ("port", "gate") if getattr(place, word))])
    keys = ("hero",) if len(heroes) == 1 else ("attacker", "defender")
    same = ("health", "magic", "name", "red", "blue", "sex", "gold", "experience", "bonuses", "marks", "cast")
    return {
        key: HeroEntry(
            **{name: getattr(hero, name) for name in same},
            items=tuple(write_card(scene.card(name)) for name in hero.held),
            damaged=tuple(write_card(scene.card(name)) for name in hero.damaged),
            abilities=tuple(write_card(scene.card(name)) for name in hero.abilities),
            space=space if scene.place or not scene.plane else "",
        )
        for key, hero in zip(keys, heroes, strict=True)
    }
