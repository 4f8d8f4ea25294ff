"""A game at the table: its session, the save it is kept in, and what the commands do with both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from referee.ask import Procedure, Question
from referee.errors import BadInput, Illegal, RefereeError, Unreadable
from referee.files import Data, convert, write_atomic
from referee.save import (
    FORMAT,
    KIND,
    History,
    LogEntry,
    SaveFile,
    differences,
    entry_of,
    fingerprint,
    mend,
    read_save,
    replace_save,
    save_from,
    text_of,
    told_differences,
)
from referee.scripts import Script, read_script
from referee.session import MEND, Answer, Entry, Playable, Session, is_correction

S = TypeVar("S")


class KeptGame(Protocol[S]):
    """What a game gives to be kept and played as a whole."""

    name: str
    rules_version: int
    setup_type: type[Any]
    state_type: type[S]

    def playable(self, setup: Any) -> Playable[S]:
        """The game with this set-up."""

    def start(self, setup: Any) -> S:
        """The state before the first decision."""

    def correct(self, setup: Any, state: S, text: str, events: list[Any]) -> S:
        """Carry out a correction. Raises Unreadable or Illegal."""

    def ask_correction(self, setup: Any, state: S) -> Procedure[str]:
        """Ask for a correction step by step; its text."""

    def check_setup(self, setup: Any, *, closely: bool = True) -> None:
        """Look whether a set-up that was read can be. Raises BadInput that says what can't."""

    def check(self, setup: Any, state: S, *, closely: bool = True) -> None:
        """Look whether a state can be. Raises BadInput that says what can't.

        Without `closely`, for a state that is as the program wrote it, only what takes no time.
        """

    def begin_line(self, setup: Any) -> str:
        """The line of a script that begins a game with this set-up: "new --player Anna:worker ..."."""

    def at(self, state: S) -> str:
        """Where in the game a state is, in a few words: "turn 4"."""

    def heard(self, entry: Entry) -> str:
        """A step as everybody may hear it."""


def first_save(game: KeptGame[Any], setup: Any) -> str:
    """The text of a game's save before its first decision."""
    state = msgspec.to_builtins(game.start(setup))
    file = SaveFile(
        game=game.name, kind=KIND, format=FORMAT, rules=game.rules_version, revision=1,
        fingerprint=fingerprint(state), setup=msgspec.to_builtins(setup), state=state,
    )  # fmt: skip
    return text_of(file)


class Amendment(RefereeError):
    """A later entry doesn't hold after an earlier one was changed. `number` counts from 1."""

    def __init__(self, number: int, entry: LogEntry, why: RefereeError) -> None:
        super().__init__(f"entry {number} ({entry.at}: {entry.move}) doesn't hold any more: {why}")
        self.number = number
        self.why = why


class Keeper(Generic[S]):
    """A save that is open."""

    def __init__(self, game: KeptGame[S], path: Path, data: Data | None = None) -> None:
        """Open a save, from its data if it was read already. Raises BadInput if it can't be used."""
        self.game = game
        self.path = path
        self.file = read_save(path) if data is None else save_from(data, str(path))
        self._load()

    @classmethod
    def create(cls, game: KeptGame[S], path: Path, setup: Any) -> Keeper[S]:
        """Begin a game and write its first save. Raises BadInput if the file exists."""
        if path.exists():
            raise BadInput(f"{path}: is there already; name another file, or go on with: referee play {path}")
        write_atomic(path, first_save(game, setup))
        return cls(game, path)

    @classmethod
    def restore(cls, game: KeptGame[S], path: Path, data: Data) -> Keeper[S]:
        """Put back the state that the log leads to, also where the file's state can't be used; the save, opened.

        Raises BadInput if its set-up or its log can't be used, Overtaken if another program was faster.
        """
        file = save_from(data, str(path))
        setup = convert(file.setup, game.setup_type, f"{path}: setup")
        begun = replace(file, state=msgspec.to_builtins(game.start(setup)), history=History(), draft=[])
        keeper = cls(game, path, msgspec.to_builtins(begun))
        keeper.file = file
        keeper.drop_mended()
        return keeper

    def _load(self) -> None:
        where, closely = str(self.path), self.file.mended
        self.setup = convert(self.file.setup, self.game.setup_type, f"{where}: setup")
        try:
            self.game.check_setup(self.setup, closely=closely)
        except BadInput as error:
            raise BadInput(f"{where}: setup: {error}") from None
        try:
            self.state_on_file = convert(self.file.state, self.game.state_type, f"{where}: state")
            self.game.check(self.setup, self.state_on_file, closely=closely)
        except BadInput as error:
            told = str(error) if str(error).startswith(where) else f"{where}: state: {error}"
            raise BadInput(
                f"{told}. Mend it, or put back what the log leads to: referee verify {where} --restore"
            ) from None
        log = self.file.history.entries()
        self.session = self._session([entry.answers() for entry in log], self.file.draft, self.state_on_file)
        self.session.labels = [entry.at for entry in log]
        self.session.undone = [list(entry.answers()) for entry in self.file.history.undone_entries()]
        self._accepted = False  # a mended state, and not saved yet

    def _session(
        self, entries: Sequence[Entry], draft: Sequence[str] = (), resumed: S | None = None, *, forcing: bool = True
    ) -> Session[S]:
        try:
            return Session(
                self.game.playable(self.setup), self.game.start(self.setup), list(entries),
                [Answer("", text) for text in draft], resumed=resumed, intervene=self._intervene, forcing=forcing,
                label=self.game.at, told=self.game.heard,
            )  # fmt: skip
        except RefereeError as error:
            backup = self.path.with_name(f"{self.path.name}.bak")
            older = f", or take the version before, {backup}" if backup.exists() else ""
            raise BadInput(f"{self.path}: its log can't be replayed: {error}. Mend that line of it{older}") from None

    def _intervene(self, state: S, text: str, events: list[Any]) -> S:
        """The state after a correction. Raises Unreadable, also where what it leads to can't be, or Illegal."""
        if not text.startswith(MEND):
            corrected = self.game.correct(self.setup, state, text, events)
        try:
            if text.startswith(MEND):
                lines = text.removeprefix(MEND).partition(" because ")[0].split("; ")
                corrected = convert(mend(msgspec.to_builtins(state), lines), self.game.state_type, "the state")
            self.game.check(self.setup, corrected)
        except BadInput as error:
            raise Unreadable(f'"{text}" leads to what can\'t be: {error}') from None
        return corrected

    # --- playing ----------------------------------------------------------------------------------

    @property
    def question(self) -> Question[Any] | None:
        """What must be decided now."""
        return self.session.question

    def reload(self) -> None:
        """Read the save again, as another program has left it."""
        self.file = read_save(self.path)
        self._load()

    def save(self) -> None:
        """Write the save if anything has changed. Raises Overtaken if another program was faster."""
        session = self.session
        entries = zip(session.labels, session.entries, strict=True)
        history = History.of([entry_of(label, answers) for label, answers in entries],
                             [entry_of("", tuple(answers)) for answers in session.undone])  # fmt: skip
        draft = [answer.text for answer in session.draft]
        if (history, draft) == (self.file.history, self.file.draft) and not self._accepted:
            return
        state = msgspec.to_builtins(session.state)
        file = replace(self.file, history=history, draft=draft, state=state, fingerprint=fingerprint(state))
        replace_save(self.path, file, self.file)
        self.file = file
        self._accepted = False

    def do(self, texts: Sequence[str], where: str = "moves", unit: str = "line") -> None:
        """Give answers in order; all or none: nothing is saved here. Raises Illegal or BadInput."""
        session = self.session
        state, entries, draft, undone = (
            session.state,
            list(session.entries),
            list(session.draft),
            list(session.undone),
        )
        labels = list(session.labels)
        try:
            self._do(texts, where, unit)
        except RefereeError:
            self.session = self._session(entries, [answer.text for answer in draft], state)
            self.session.undone, self.session.labels = undone, labels
            raise

    def _do(self, texts: Sequence[str], where: str, unit: str = "line") -> None:
        lines = [pair for number, text in enumerate(texts, 1) for pair in _numbered(number, text)]
        script, session = Script(lines, where, unit), self.session
        while True:
            text, question = script.peek(), session.question
            by_itself = question is not None and (session.forcing or session.draft)
            only = question.forced() if question is not None and by_itself else None
            if text is not None and is_correction(text):
                session.correct(script.next_text() or "")
            elif only is not None and not _fits(question, text):  # a script may name what goes by itself, or not
                session.give(only)
            elif text is None:
                return
            elif question is None:
                raise BadInput(f'"{text}" comes after the end of the game')
            else:
                try:
                    session.give(script.next_text() or "")
                except (Unreadable, Illegal) as error:
                    script.refused(question, error)

    # --- state and log ----------------------------------------------------------------------------

    def replayed(self) -> S:
        """The state that the log leads to, played from the start. Raises BadInput if it can't be."""
        return self._session([entry.answers() for entry in self.file.history.entries()], self.file.draft).state

    def disagreements(self) -> list[str]:
        """Where the state on file differs from the one that the log leads to."""
        return differences(msgspec.to_builtins(self.replayed()), msgspec.to_builtins(self.state_on_file))

    def disagreements_in_words(self) -> list[str]:
        """The same for people: "Anna's food is 7; the log leads to 5"."""
        return told_differences(msgspec.to_builtins(self.replayed()), msgspec.to_builtins(self.state_on_file))

    def accept_mended(self, why: str = "") -> list[str]:
        """Record a change of the state by hand as a correction; the lines of it."""
        lines = self.disagreements()
        self.session = self._session([entry.answers() for entry in self.file.history.entries()], self.file.draft)
        if lines:
            reason = f" because {why}" if why else ""
            self.session.correct(f"{MEND}{'; '.join(lines)}{reason}")
        self._accepted = True
        return lines

    def drop_mended(self) -> None:
        """Put the state back that the log leads to."""
        self.session = self._session([entry.answers() for entry in self.file.history.entries()], self.file.draft)
        state = msgspec.to_builtins(self.session.state)
        replace_save(self.path, replace(self.file, state=state, fingerprint=fingerprint(state)), self.file)
        self.reload()

    def amend(self, number: int, text: str | None, *, cut: bool = False) -> int:
        """Replace the n-th entry (or remove it, without a text) and play the rest again; how many were cut off.

        Raises Amendment at the first later entry that doesn't hold, unless `cut` allows to end the log there.
        """
        log = self.file.history.entries()
        if not 1 <= number <= len(log):
            raise BadInput(f"there is no entry {number}; the log has {len(log)}")
        try:
            return self._amend(log, number, text, cut=cut)
        except RefereeError:
            self._load()
            raise

    def _amend(self, log: Sequence[LogEntry], number: int, text: str | None, *, cut: bool) -> int:
        # what was forced is in the log like the rest, and isn't to be played twice
        self.session = self._session([entry.answers() for entry in log[: number - 1]], forcing=False)
        if text is not None:
            self._do([text], f"entry {number}")
        cut_off = 0
        for later, entry in enumerate(log[number:], number + 1):
            held = list(self.session.entries)
            try:
                self._repeat(entry)
            except RefereeError as error:
                if not cut:
                    raise Amendment(later, entry, error) from None
                self.session = self._session(held)
                cut_off = len(log) - later + 1
                break
        self.session.force()
        return cut_off

    def _repeat(self, entry: LogEntry) -> None:
        """Play an entry again. Raises what its answers raise, and Unreadable if it lacks one."""
        self.session.repeat(entry.answers())
        if self.session.draft:
            raise Unreadable(f"it lacks an answer now: {self.session.question and self.session.question.prompt}")


def _fits(question: Question[Any] | None, text: str | None) -> bool:
    """Whether a text answers a question."""
    if question is None or text is None:
        return False
    try:
        question.parse(text)
    except RefereeError:
        return False
    return True


def _numbered(number: int, text: str) -> Iterator[tuple[int, str]]:
    if is_correction(text):
        yield number, text
    else:
        for _, answer in read_script(text):
            yield number, answer
