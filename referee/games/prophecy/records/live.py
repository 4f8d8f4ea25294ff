"""A fight refereed live: set up by questions, fought announcement by announcement, kept as a fight record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import tomli_w
from msgspec import UNSET, to_builtins
from msgspec.structs import replace

from referee.asking.commands import Command
from referee.asking.question import Option, Procedure, Question, relay
from referee.errors import Illegal, Unreadable
from referee.files.files import Data
from referee.games.prophecy.cards.language import CARDS
from referee.games.prophecy.fights import aftermath, against_hero, fight, moves, opening
from referee.games.prophecy.fights.fight import FightEnd
from referee.games.prophecy.fights.moves import Opening
from referee.games.prophecy.fights.state import OWN, Fighter
from referee.games.prophecy.fights.words import chances
from referee.games.prophecy.odds.options import FightOption as Odds
from referee.games.prophecy.odds.options import best_of_each
from referee.games.prophecy.odds.reckoning import Reckoning
from referee.games.prophecy.records.ask import ask_record
from referee.games.prophecy.records.record import KnownCards, Record, RecordFile, read_record
from referee.games.prophecy.records.verdict import Over, RecordPlayer, begin
from referee.games.prophecy.vocabulary import GAME, Result
from referee.play.form import Form, Interview, answer_all
from referee.play.live_record import LiveRecord, before, told
from referee.play.session import Session
from referee.saves.battles import tell_of_record

MOVES = ("opening", "defend", "roll", "answer", "die", "reward", "use", "drawn")
"""The keys of what is answered in a fight."""
_FIRST_LINE = '# A fight record of referee. Comments are not kept when it is written again; use note = "...".\n'


@dataclass
class Stage:
    """How far a live fight has come: its set-up, then the record's head, the answers so far, and the result."""

    form: Form[RecordFile] = field(default_factory=Form)
    file: RecordFile | None = None
    values: list[Any] = field(default_factory=list)
    told: int = 0
    result: Result | None = None

    def copy(self) -> Stage:
        """An independent copy."""
        return Stage(self.form.copy(), self.file, list(self.values), self.told, self.result)


class _AskedMove(Exception):
    """The one question was asked; the next one comes with the next step."""


class _Ground(RecordPlayer):
    """A record whose answers come one by one; every reward is rolled for."""

    def skips(self, what: str) -> bool:
        return self.dice == "average"


class LiveFight:
    """A live fight as a session plays it: each answer is a step, so that each can be taken back."""

    def __init__(self, cards: KnownCards, path: Path) -> None:
        self._cards, self._path = cards, path
        self._interview = Interview(lambda: ask_record(cards))

    def copy(self, state: Stage) -> Stage:
        """An independent copy."""
        return state.copy()

    def next_decision(self, state: Stage, events: list[Any]) -> Procedure[None] | None:
        """The next answer; None when the fight is over."""
        if state.result is not None:
            return None
        return self._set_up(state) if state.file is None else self._next(state, events)

    def _set_up(self, state: Stage) -> Procedure[None]:
        yield from self._interview.ask_next(state.form)
        state.file = state.form.result

    def record(self, file: RecordFile) -> Record:
        """The record of a fight before its first move. Raises BadInput."""
        return read_record(self._path, _data(replace(file, moves=(), deck="")))

    def _next(self, state: Stage, events: list[Any]) -> Procedure[None]:
        assert state.file is not None
        ground = _Ground(self.record(state.file))
        asked = len(state.values)
        known = iter(list(state.values))

        def answer(question: Question[Any]) -> Procedure[Any]:
            for value in known:
                return value
            if len(state.values) > asked:
                raise _AskedMove
            value = yield question
            state.values.append(value)
            return value

        try:
            ended: FightEnd = yield from relay(_whole(ground), answer)
            state.result = ended.result
        except Over as over:
            state.result = over.result or "lost"
        except _AskedMove:
            pass
        events.extend(ground.verdict.events[state.told :])
        state.told = len(ground.verdict.events)


def _whole(ground: _Ground) -> Procedure[FightEnd]:
    """A fight from its first move to all that follows it."""
    record = ground.record
    hero = record.heroes[OWN]
    said: Opening = yield opening_question(record, hero)
    if record.scene.creature is None:
        attacked = yield from against_hero.attack(ground, record.scene, record.heroes, said)
        return (yield from against_hero.settle(ground, attacked))
    while True:
        met = yield from ground.meet(hero)
        if said.type is None and not list(opening.open_types(record.scene, met)):
            raise Over(met, "drawn")
        begun = begin(ground, said, met)
        ground.keep(begun)
        ended = yield from fight.settle(ground, (yield from fight.play(ground, begun)))
        if not ended.again:
            return ended
        hero = ended.fight.own.hero
        again: Opening | None = yield fight.or_no(opening_question(record, hero))  # a new battle (Fanaticism)
        if again is None:
            return ended
        said = again


def opening_question(record: Record, hero: Fighter) -> Question[Opening]:
    """How a fight is opened: the type, the Items; with the best of each type and its odds."""
    scene = record.scene
    verb = "attack" if scene.creature is None else "fight"

    def parse(text: str) -> Opening:
        said = moves.read_opening(text, (verb,), hero, scene)
        if scene.creature is None:
            against_hero.attacked(scene, record.heroes, said)
        else:
            if said.who and said.who.casefold() != scene.creature.name.casefold():
                raise Unreadable(f'it is {scene.creature.name} that is fought, not "{said.who}"')
            met = aftermath.met(scene, hero)
            if met.alive and (said.type is not None or list(opening.open_types(scene, met))):
                begin(_Ground(record), said, met)  # an illegal one is refused here
        return said

    def options() -> list[Option]:
        if scene.creature is None:
            return [Option("attack strength"), Option("attack wills")]
        found = best_of_each(Reckoning(average=record.file.dice == "average"), scene, hero)
        return [Option(one.move, detail=f"{one.own}:{one.enemy}, {_told(one)}") for one in found]

    enemy = scene.creature.name if scene.creature is not None else record.heroes[1].name
    return Question(
        "opening", f"{hero.name} against {enemy}: the type of fight and the Items used", parse, options=options,
        who=hero.name, hint=f"like {verb} strength with Axe, Spiked Shield", write=moves.write_opening, open=True,
    )  # fmt: skip


def _told(one: Odds) -> str:
    chance = one.chance
    parts = (Fraction(many, chance.ways) for many in (chance.won, chance.drawn, chance.lost, chance.dies))
    return f"{chances(*parts)}{one.counts_on}"


def _data(file: RecordFile) -> Data:
    """A record as a file's data, its keys in a good order."""
    plain: Data = to_builtins(file)
    order = (
        "game",
        "kind",
        "dice",
        "seed",
        "creature",
        "claim",
        "deck",
        "note",
        "moves",
        "hero",
        "attacker",
        "defender",
    )
    kept: Data = {"game": GAME, "kind": file.kind, "dice": file.dice}
    return {key: value for key in order if (value := kept.get(key, plain.get(key))) not in (None, "", [], ())}


def record_text(file: RecordFile) -> str:
    """A record as TOML text."""
    return _FIRST_LINE + tomli_w.dumps(_data(file))


def played_again(record: Record, number: int, instead: str, deck: str) -> tuple[str, str, str]:
    """A fight record up to before one of its moves, without a claim. Raises BadInput."""
    kept = before(record.where, record.file.moves, "move", number, instead)
    return record_text(replace(record.file, moves=kept, claim=UNSET, deck=deck)), told("move", len(kept)), ""


class FightTable(LiveRecord[Stage]):
    """A live fight, the record that it is kept in, and the screen that it is shown on."""

    game, what = GAME, "fight record"

    def _playing(self) -> LiveFight:
        return LiveFight(
            KnownCards(CARDS.load(self.deck) if self.deck is not None else (), str(self.path)), self.path
        )

    def begun(self) -> Session[Stage]:
        """A fight that isn't set up. Raises BadInput."""
        return Session(self._playing(), Stage())

    def opened(self, data: Data) -> Session[Stage]:
        """A fight that goes on from its record. Raises BadInput, or Illegal for an illegal one."""
        file = read_record(self.path, data, self.deck).file
        session = Session(self._playing(), Stage(file=replace(file, moves=())))
        try:
            answer_all(session, file.moves, str(self.path))
        except Illegal as error:
            raise Illegal(f"{self.path}: {error}; see: referee judge {self.path}", error.ruling) from None
        return session

    def written(self) -> str | None:
        """The record as a file's text; None while it isn't set up."""
        file = self.session.state.file
        if file is None:
            return None
        given = [*(answer for step in self.session.steps for answer in step.answers), *self.session.draft]
        return record_text(replace(file, moves=tuple(answer.text for answer in given if answer.key in MOVES)))

    def show(self, events: Sequence[Any]) -> None:
        """Tell what happened."""
        for event in events:
            self.screen.line(event.told(str))

    def of_battle(self, said: Command) -> None:
        """Show odds or the verdict of the record, or whether a claim holds. Raises BadInput, or Illegal."""
        tell_of_record(self.battles, self.path, self.deck, said, self.screen)

    @property
    def is_set_up(self) -> bool:
        """Whether the sides are set up, so that options for the set-up come too late."""
        return self.session.state.file is not None

    @property
    def over(self) -> bool:
        """Whether the fight is over."""
        return self.session.state.result is not None
