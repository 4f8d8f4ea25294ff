"""A battle refereed live: set up by questions, played step by step, kept as a battle record."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from referee.asking.dice import any_seed
from referee.asking.question import EVERYWHERE, OF_BATTLES, Command, CommandName, Procedure, Question
from referee.declaration.game import Explaining, Happened
from referee.declaration.plain import rules_of
from referee.errors import BadInput, Unreadable
from referee.explain.why import Explained, explain
from referee.files.files import Data, expect_place, parse_toml, put_file, read_text, read_toml
from referee.play.event import Event
from referee.play.form import Form, answer_all, ask_next, deck_of, resume, unfinished_of, write_unfinished
from referee.play.notation import CLAIM, Step, write_step
from referee.play.session import Copied, Session
from referee.play.table import Table
from referee.rulebook.rules import rulebook
from referee.saves.amending import amend_at_prompt
from referee.saves.battles import BattleFile, battles_of
from referee.saves.open_session import OpenSession
from referee.text.names import a_or_an

if TYPE_CHECKING:
    from referee.declaration.game import Game
    from referee.explain.screen import WhyReport
    from referee.text.screen import Screen


F = TypeVar("F", bound=Struct)
"""A record as its file has it."""
B = TypeVar("B", bound=Copied)
"""A battle being played."""


class Stage(Struct, Generic[F, B]):
    """Progress of a live battle: its set-up, then the battle itself, and the claims about it as it stands."""

    form: Form[F] = field(default_factory=Form)
    battle: B | None = None
    claims: tuple[str, ...] = ()

    def copy(self) -> Stage[F, B]:
        """Return an independent copy."""
        return Stage(self.form.copy(), None if self.battle is None else self.battle.copy(), self.claims)


class OpenRecord(OpenSession[Any]):
    """A live battle as an open save; changing its file by hand changes the battle."""

    changed: Sequence[str] = ()
    changed_in_words = ""
    notes: Sequence[str] = ()

    def __init__(self, table: LiveRecord[Any, Any]) -> None:
        """Open a live battle's record."""
        self._table = table
        self.session, self.path, self.save = table.session, table.path, table.save

    def describe(self, events: Sequence[Any]) -> list[str]:
        """Describe what happened."""
        return [one.text for one in self._table.explaining.describe(None, self.session.present, events)]

    def public_texts(self) -> list[str]:
        """Return the answers so far as texts."""
        return list(map(write_step, self.session.steps))

    def public_state(self) -> dict[str, Any]:
        """Return the data of the verdict on the battle as it stands."""
        return self._table.public_state()

    def outcome(self) -> NoReturn:
        """Refuse, as a battle has no score. Raises BadInput."""
        raise BadInput(f"{self.path}: a battle has no score; see: referee judge {shlex.quote(str(self.path))}")


class LiveRecord(Table, ABC, Generic[F, B]):
    """A live battle, the record that it is kept in, and the screen that it is shown on.

    `claimed` is an example of a claim.
    """

    claimed: str
    readings: Mapping[str, Any]
    """Readings of a new battle other than the usual ones, by the names of the record's fields."""
    commands: Sequence[CommandName] = (*EVERYWHERE, *OF_BATTLES, "back", "log", "amend")
    session: Session[Stage[F, B]]
    only_claims = True

    def __init__(
        self,
        declared: Game[Any, Any],
        path: Path,
        screen: Screen,
        deck: Path | None = None,
        readings: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """Open a record to go on with, or begin a new one. Raises BadInput, or Illegal for an illegal record."""
        self.game, self.declared, self.battles = declared.name, declared, battles_of(declared, str(path))
        self.what = self.battles.what
        self.path, self.screen, self.deck, self.readings = path, screen, deck, readings
        expect_place(path)
        self.reload()

    @abstractmethod
    def asking(self) -> Procedure[F]:
        """Ask for everything before the battle's first answer."""

    @abstractmethod
    def begun(self, file: F, events: list[Any]) -> B:
        """Return the battle of a record before its first answer. Raises BadInput."""

    @abstractmethod
    def next_step(self, file: F, battle: B, events: list[Any]) -> Procedure[None]:
        """Play the battle's next step."""

    @abstractmethod
    def ended(self, battle: B) -> bool:
        """Return whether the battle is over."""

    @abstractmethod
    def filled(self, file: F) -> F:
        """Return a record's fields with all that was played and claimed."""

    @abstractmethod
    def resume_session(self, data: Data) -> Session[Stage[F, B]]:
        """Return a session that goes on from a record's data. Raises BadInput, or Illegal for an illegal one."""

    def start_session(self) -> Session[Stage[F, B]]:
        """Return a session before its first answer. Raises BadInput."""
        return self.begin(Stage())

    @property
    def is_set_up(self) -> bool:
        """True if the sides are set up, so that options for the set-up come too late."""
        return self.session.state.form.result is not None

    @property
    def over(self) -> bool:
        """True if the battle is over."""
        battle = self.session.state.battle
        return battle is not None and self.ended(battle)

    def next_decision(self, state: Stage[F, B], events: list[Any]) -> Procedure[None] | None:
        """Ask for the next answer of the set-up, or the battle's next decision; None when it is over."""
        if state.form.result is None or state.battle is None:
            return self._set_up(state, events)
        if self.ended(state.battle):
            return None
        state.claims = tuple(filter(self.battles.outlasts, state.claims))
        return self.next_step(state.form.result, state.battle, events)

    def _set_up(self, state: Stage[F, B], events: list[Any]) -> Procedure[None]:
        yield from ask_next(self._asking(), state.form)
        if state.form.result is not None:
            state.battle = self.begun(state.form.result, events)

    def _asking(self) -> Procedure[F]:
        file = yield from self.asking()
        changed: F = replace(file, **self.readings)
        return changed

    def label(self, state: Stage[F, B]) -> str:
        """Return the stage of the session: "set-up", or the battle's."""
        return "set-up" if state.form.result is None else self.what.removesuffix(" record")

    def correct(self, state: Stage[F, B], step: Step, events: list[Any]) -> Stage[F, B]:
        """Return the state with a claim added. Raises BadInput."""
        state.claims = (*state.claims, step.claim)
        return state

    def begin(self, start: Stage[F, B], *, forcing: bool = True) -> Session[Stage[F, B]]:
        """Return a session that starts at this state."""
        return Session(self, start, corrector=self, forcing=forcing, label=self.label)

    def to_text(self) -> str | None:
        """Format the record as the text of a file; None while it isn't set up."""
        file = self.session.state.form.result
        return None if file is None else self.battles.write(self.filled(file))

    def built(self, file: F) -> Any:
        """Return the battle of a record's fields. Raises BadInput."""
        return self.battles.build(self.path, file, self.deck)

    def fought(self, data: Data | None = None) -> Any:
        """Return the battle of a record's data, by default of this record as it stands. Raises BadInput."""
        data = parse_toml(self.to_text() or "", str(self.path)) if data is None else data
        return self.battles.read(self.path, data, self.deck)

    def show(self, events: Sequence[Any]) -> None:
        """Show what happened."""
        for event in events:
            self.screen.line(event.sentence(str))

    def corrects(self, state: Stage[F, B], text: str) -> bool:
        """Return whether a text is a claim to be kept, or a correction, which is refused.

        In the set-up a card may begin with another verb of corrections, but not with "adjust" or "correct".
        """
        return state.form.result is not None or text.lower().startswith(("adjust ", "correct "))

    def named(self, state: Stage[F, B], text: str, asked: str) -> str:
        """Return a claim as it is, as it names all that it is about. Raises Unreadable for what is no claim."""
        if not text.startswith(CLAIM):
            raise Unreadable(
                f"{a_or_an(self.what)} takes no corrections; mend its set-up in the file, and take back its moves "
                f"with undo; what somebody says is a claim: {CLAIM}{self.claimed}"
            )
        return text

    def of_battle(self, said: Command) -> None:
        """Show odds or the verdict of the record, or whether a claim holds. Raises BadInput, or Illegal."""
        BattleFile(self.declared, self.path, read_toml(self.path), self.deck, None).show(said, self.screen)

    # --- the interface of a saved table -------------------------------------------------------------

    check = "judge"
    explaining: Explaining[Any, Any] = Explaining(
        describe=lambda setup, before, events: [Happened(one.sentence(str), (), rules_of(one)) for one in events],
        seen=lambda setup, state: {},
        alternatives=lambda setup, state: (),
    )

    @property
    def open_save(self) -> OpenRecord:
        """The battle as an open save."""
        return OpenRecord(self)

    def amend(self, number: int, said: str, ask: Callable[[Question[Any]], Any]) -> list[str]:
        """Replace an entry, or remove it; return lines for the table. Raises RefereeError."""
        return amend_at_prompt(self, number, said, ask)

    def show_events(self, events: Sequence[Any]) -> None:
        """Show what happened."""
        self.show(events)

    def example(self, rule: str) -> Sequence[str]:
        """Return a worked example of a rule by its id."""
        return self.declared.example(rule)

    def board(self) -> None:
        """Show all that there is to see."""
        self.status()

    def public_log(self) -> Sequence[Step]:
        """Return the answers so far."""
        return list(self.session.steps)

    def log(self, words: str) -> None:
        """List the answers that have these words; without words the last ones."""
        from referee.saves.table import list_entries  # loaded only where it is asked for

        list_entries(self, self.public_log(), words)

    def public_state(self) -> dict[str, Any]:
        """Return the data of the verdict on the battle as it stands; before it is set up, the answers so far."""
        if not self.is_set_up:
            return {"game": self.game, "of": self.what, "answers": [answer.text for answer in self.session.answers]}
        return self.battles.judge(self.fought(), True).data()

    def explanation(self, number: int | None = None) -> WhyReport:
        """Explain why an entry, by default the last that is no claim, came out as it did.

        Raises BadInput if there is none.
        """
        from referee.explain.screen import WhyReport

        steps = self.session.steps
        if number is None:
            number = next((at for at in range(len(steps), 0, -1) if not steps[at - 1].claim), None)
        battle = Explained(
            name=self.game, playable=lambda setup: self.session.game, parts=self.explaining, seen=self.explaining.seen
        )
        return WhyReport(explain(battle, None, self.session, number), rulebook(self.game))

    def why(self, number: int | None = None) -> None:
        """Show the explanation of an entry, by default the last one. Raises BadInput where there is none."""
        self.explanation(number).show(self.screen)

    def reload(self) -> None:
        """Read the record as it is on the disk, or begin it."""
        self._last = read_text(self.path) if self.path.exists() else None
        data = None if self._last is None else parse_toml(self._last, str(self.path))
        if data is not None and unfinished_of(data) != self.what:
            self.session = self.resume_session(data)
            return
        self.deck = self.deck or deck_of(data or {}, self.path)
        self.session = self.start_session()
        if data is not None:
            resume(self.session, data, str(self.path), self.game)

    @property
    def stale(self) -> bool:
        """True if another program has written the record since it was read or last written."""
        return self.path.exists() and read_text(self.path) != self._last

    def save(self) -> None:
        """Write the record, if anything was answered since it was read or last written.

        Raises Overtaken if it has been changed on the disk meanwhile, BadInput if it can't be written or another
        program has begun it.
        """
        text = self.to_text() or write_unfinished(self.game, self.what, self.session, self.path, self.deck)
        if text != self._last:
            put_file(self.path, text, self._last)
            self._last = text

    def default_answers(self) -> Mapping[str, str]:
        """Return answers, by question key, that a person needn't give: a random seed for the dice."""
        return {"seed": any_seed()}


# --- A fight that is replayed from its set-up for each answer: every answer is a step --------------


class Answered(Form[Any]):
    """Progress of such a fight: its answers, and the number of events shown."""

    told: int = 0

    def copy(self) -> Answered:
        """Return an independent copy."""
        return Answered(list(self.values), self.result, self.told)


class Fought(NamedTuple):
    """A fight before its first answer: its events so far, and the procedure that plays it to its end."""

    events: Sequence[Event]
    play: Procedure[Any]


class AnsweredRecord(LiveRecord[F, Answered]):
    """A live fight with a step for each answer, so that each can be undone; claims are kept with it."""

    @abstractmethod
    def start_fight(self, record: Any) -> Fought:
        """Return the fight of a record, as it is built of its file, before its first answer. Raises BadInput."""

    @abstractmethod
    def said(self, file: F) -> tuple[Sequence[str], Iterable[str]]:
        """Return the answers in a record, and its claims as they are typed."""

    def begun(self, file: F, events: list[Any]) -> Answered:
        """Return the fight of a record before its first answer. Raises BadInput."""
        told = self.start_fight(self.built(file)).events
        events.extend(told)
        return Answered(told=len(told))

    def next_step(self, file: F, battle: Answered, events: list[Any]) -> Procedure[None]:
        """Play on from the fight's next answer."""
        fought = self.start_fight(self.built(file))
        yield from ask_next(fought.play, battle)
        events.extend(fought.events[battle.told :])
        battle.told = len(fought.events)

    def ended(self, battle: Answered) -> bool:
        """Return whether the fight is over."""
        return battle.result is not None

    def resume_session(self, data: Data) -> Session[Stage[F, Answered]]:
        """Return the session of a fight resumed from its record. Raises BadInput, or Illegal for an illegal one."""
        file = self.fought(data).file
        answers, claims = self.said(file)
        head: F = self.battles.without_parts(file)
        session = self.begin(Stage(Form(result=head), self.begun(head, [])))
        try:
            answer_all(session, answers, str(self.path), "answer")
        except BadInput as error:
            raise BadInput(f"{error}; see: referee judge {shlex.quote(str(self.path))}") from None
        for claim in claims:
            session.put_right(Step(correct=CLAIM + claim))
        return session

    def claim(self, said: str) -> str:
        """Check a claim, and return the step that records it; "" while the fight isn't set up. Raises BadInput."""
        if self.session.present.form.result is None:
            return ""
        self.battles.claimed(self.fought(), said)
        return CLAIM + said
