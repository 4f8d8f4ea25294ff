"""A game at the table: its session, the save it is kept in, and what the commands do with both.

Opening a save goes one way: the text on the disk, its data, the save (`save`), the set-up and state in the game's own
types, the session. Writing goes back the same way.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from referee.asking.moves import decode
from referee.declaration.game import Finding, Game, Playing, Rules, State, secrets_of
from referee.declaration.plain import explaining_of
from referee.declaration.tracking import public_view, without_hidden
from referee.errors import BadInput, Illegal, RefereeError, Unchanged, Unreadable, naming_place
from referee.files.files import Data, backup_of, convert, naming_backup, read_text, replace_file
from referee.play.notation import (
    VERBS,
    Answer,
    StateChange,
    Step,
    TypedStep,
    expect_text,
    looks_like_edit,
    readings,
    write_step,
)
from referee.play.session import Session, Unplayable
from referee.rulebook.rules import rulebook
from referee.saves.edits import apply_edits, differences, differences_text
from referee.saves.layout import FORMAT, Checkpoint, History, SaveFile, Writer, data_of, file_of, marks_of, new_save
from referee.saves.open_session import OpenSession
from referee.text.names import and_list

if TYPE_CHECKING:
    from referee.scores.score import Outcome

S = TypeVar("S", bound=State)


_PARTS = {"setup": "set-up", "state": "state", "history": "log"}
"""Names of the parts of a save in messages."""


def _on_one_line(error: BadInput) -> str:
    """Join the lines of a message, which may quote a file."""
    return " ".join(str(error).splitlines())


class OnDisk(NamedTuple):
    """A save's file as it was read: its path, its text, and the text's data."""

    path: Path
    text: str
    data: Data


def read_save(path: Path) -> OnDisk:
    """Read the file of a save. Raises BadInput if it can't be read or is no TOML."""
    with naming_backup(path):
        text = read_text(path)
        if not text.strip():
            raise BadInput(f"{path}: is empty")
        return OnDisk(path, text, data_of(text, str(path)))


def first_save(game: Game[Any, Any], setup: Any) -> str:
    """Format a game's save before its first decision."""
    rules = game.rules()
    return Writer().text_of(new_save(game.name, rules.version, _plain(setup), _plain(rules.start(setup))))


def _plain(value: Any) -> Data:
    """Convert a game's own types to plain data, as a file has it."""
    data: Data = msgspec.to_builtins(value, str_keys=True)
    return data


def now() -> str:
    """Return the current local time as it is stored: to the second, with the offset from UTC."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


class Around(NamedTuple):
    """A correction, and what everybody sees before and after it."""

    step: Step
    before: Mapping[str, str]
    after: Mapping[str, str]


class GameCorrector(Generic[S]):
    """Corrections and edits of one game, by its set-up; the state that they lead to must be possible."""

    only_claims = False

    def __init__(self, rules: Rules[Any, S], setup: Any) -> None:
        self._rules = rules
        self._setup = setup

    def corrects(self, state: S, text: str) -> bool:
        """Return whether a text is a correction and no answer; an edit always is one."""
        reads = self._rules.all_corrections.reads
        return looks_like_edit(text) or any(reads(state, one.correct) for one in readings(text))

    def named(self, state: S, text: str, asked: str) -> str:
        """Return a correction with the name of the player whose turn it is, if it has no name."""
        return self._rules.all_corrections.named(self._setup, state, text, asked)

    def recorded(self, state: S, now: S, step: Step) -> tuple[Step, Callable[[S], bool]]:
        """Return a typed correction as it is recorded, and a function that tells whether it holds of a state.

        An edit applies to the state before the step under way. Raises Unreadable, Illegal or Unchanged.
        """
        if step.edit:
            return step, lambda after: True
        text, holds = self._rules.all_corrections.recorded(self._setup, state, now, step.correct)
        return replace(step, correct=text), holds

    def correct(self, state: S, step: Step, events: list[Any]) -> S:
        """Return the state after a correction or an edit. Raises Unreadable or Illegal."""
        expect_text(step.because)
        before = state.copy()
        try:
            if step.edit:
                after = convert(apply_edits(_plain(state), step.edit), self._rules.state_type, "the state")
            else:
                after = self._rules.all_corrections.carry_out(self._setup, state, step.correct, events)
        except (Unreadable, Illegal):
            raise
        except BadInput as error:
            raise Unreadable(f'"{write_step(step)}" can\'t be: {error}') from None
        if wrong := self._made_impossible(before, after):
            raise Unreadable(f'"{write_step(step)}" can\'t be: {wrong}')
        return after

    def _made_impossible(self, before: S, after: S) -> str:
        """Describe what is impossible only after a correction; "" for nothing, so that a repair goes through."""
        found = self._rules.impossible(self._setup, after)
        if not found:
            return ""
        known = self._rules.impossible(self._setup, before)
        many = Counter(one.check for one in known)
        for one in found:
            many[one.check] -= 1
            if many[one.check] < 0:
                return next((new.text for new in found if new.check == one.check and new not in known), one.text)
        return ""


class OpenSave(OpenSession[S]):
    """An open save of a game."""

    def __init__(self, game: Game[Any, S], save: Path | OnDisk) -> None:
        """Open a save, from what was read of it if it was read already. Raises BadInput if it can't be used."""
        found = read_save(save) if isinstance(save, Path) else save
        self.game, self.rules = game, game.rules()
        self.path = found.path
        self._open(found)

    @classmethod
    def restore(cls, game: Game[Any, S], found: OnDisk) -> OpenSave[S]:
        """Undo changes by hand, even if the file's set-up or state can't be used; return the opened save.

        Raises BadInput if that can't be, Overtaken if another program was faster.
        """
        file, where = file_of(found.data, str(found.path)), str(found.path)
        if _needs_backup(file):
            usable = _trusted_backup(found.path, file.id)
        else:
            start = game.rules().start(convert(file.setup, game.rules().setup_type, f"{where}: setup"))
            usable = replace(file, state=_plain(start), history=History(), checkpoint=None)
        open_save = cls.__new__(cls)
        open_save.game, open_save.rules, open_save.path = game, game.rules(), found.path
        open_save._load(usable, found.text)
        open_save.file = file
        open_save.drop_mended()
        return open_save

    def _open(self, found: OnDisk) -> None:
        migrated = found.data.get("format") != FORMAT
        self._load(file_of(found.data, str(found.path)), found.text, migrated=migrated)

    def _load(self, file: SaveFile, text: str, *, migrated: bool = False) -> None:
        self.file = file
        self._text = text  # as it is on the disk
        self._migrated = migrated
        self._writer = Writer()
        where = str(self.path)
        back = f"put back what the log leads to: referee verify {shlex.quote(where)} --restore"
        if not 0 <= file.rules <= self.rules.version:
            raise BadInput(
                f"{where}: rules is {file.rules}; this referee knows the rules of {file.game} up to version "
                f"{self.rules.version}. Nothing was changed; if a newer one wrote it, please update referee"
            )
        self.setup = convert(file.setup, self.rules.setup_type, f"{where}: setup")
        try:
            if file.changed:
                self.rules.check_setup(self.setup)
        except BadInput as error:
            raise BadInput(f"{where}: setup: {_on_one_line(error)}") from None
        try:
            self.state_on_file = convert(file.state, self.rules.state_type, f"{where}: state")
            if file.changed:
                self.rules.check(self.setup, self.state_on_file)
        except BadInput as error:
            message = _on_one_line(error)
            sentence = message if message.startswith(where) else f"{where}: state: {message}"
            sentence += "" if sentence.endswith("?") else "."
            raise BadInput(f"{sentence} Mend it, or {back}") from None
        known = [] if file.changed else self.rules.impossible(self.setup, self.state_on_file, closely=False)
        self._doubts = [one.text for one in known]
        try:
            self.session = self._resume()
        except Exception:
            wrong = [] if file.changed else self.rules.impossible(self.setup, self.state_on_file)
            if not wrong:
                raise
            mend = "mend it in the file's [setup]" if wrong[0].of == "setup" else back
            raise BadInput(f"{where}: the game can't go on: {wrong[0].text}; {mend}") from None
        self._accepted = False  # a change by hand, and not saved yet

    def _resume(self) -> Session[S]:
        """Open a session at the state on file; a step under way that the rules forbid now is reported and dropped."""
        draft = self.file.history.draft
        try:
            return self._session(self.state_on_file, draft)
        except BadInput:
            if not draft or self.file.changed:
                raise
        session = self._session(self.state_on_file)
        public = secrets_of(self.game).text
        self._doubts.append(f'"{public(Step.of(draft))}" was under way and no longer holds; say it again')
        return session

    def _session(self, resumed: S | None, draft: Sequence[Answer] = ()) -> Session[S]:
        file, history = self.file, self.file.history
        settled = file.checkpoint.after if file.checkpoint is not None else 0
        corrector = GameCorrector(self.rules, self.setup)
        try:
            return Session(
                Playing(self.rules, self.setup),
                self._start(),
                list(history.log),
                list(draft),
                [list(steps) for steps in history.undone],
                resumed=resumed,
                settled=settled,
                drifting=self.older_rules,
                corrector=corrector,
                recorder=corrector.recorded,
                label=self.rules.label,
                public_text=secrets_of(self.game).text,
                clock=now,
                earlier=self._earlier,
            )
        except RefereeError as error:
            raise self._unplayable(error) from None

    def _earlier(self, at: int) -> S | None:
        """Return the state before a step from the backup, if that ends there and is unchanged; else None."""
        backup, file = backup_of(self.path), self.file
        try:
            older = file_of(read_save(backup).data, str(backup))
            alike = (older.id, older.rules, older.setup, older.checkpoint) == (
                file.id,
                self.rules.version,
                file.setup,
                file.checkpoint,
            )
            if alike and not older.changed and list(older.history.log) == self.session.steps[:at]:
                return convert(older.state, self.rules.state_type, str(backup))
        except BadInput:
            pass
        return None

    def _start(self) -> S:
        """Return the state from which the log is played."""
        checkpoint = self.file.checkpoint
        if checkpoint is None:
            return self.rules.start(self.setup)
        return convert(checkpoint.state, self.rules.state_type, f"{self.path}: checkpoint")

    def _unplayable(self, error: RefereeError) -> BadInput:
        backup, path = backup_of(self.path), shlex.quote(str(self.path))
        other = f"take the version before, {backup}"
        if set(self.changed) - {"state"}:
            other = f"put back the version before with: referee verify {path} --restore"
        if self.lost_log:
            other = f"go on from the state as it stands with: referee verify {path} --accept"
        text = str(error)
        if isinstance(error, Unplayable) and isinstance(error.why, Illegal) and error.why.ruling:
            text += f" ({rulebook(self.game.name).in_words(error.why.ruling)})"
        text += "." * (not text.endswith("?"))
        return BadInput(f"{self.path}: its log can't be replayed: {text} Mend that line of it, or {other}")

    def setup_of(self, state: S) -> Any:
        """Return the set-up, with the readings that the table has changed up to a state."""
        return self.rules.in_force(self.setup, state)

    @property
    def older_rules(self) -> bool:
        """True if the save was written under rules that have been fixed since."""
        return self.file.rules < self.rules.version

    @property
    def mended_rules(self) -> list[str]:
        """Ids of the rules and rulings that were fixed since the save was written."""
        versions = range(self.file.rules + 1, self.rules.version + 1)
        return [*dict.fromkeys(rule for version in versions for rule in self.rules.mended.get(version, ()))]

    # --- playing ----------------------------------------------------------------------------------

    def describe(self, events: Sequence[Any]) -> list[str]:
        """Describe what happened."""
        return [one.text for one in explaining_of(self.game).describe(self.setup, self.session.present, events)]

    def public_texts(self) -> list[str]:
        """Return the log's entries as they can be replayed; secret answers as everybody may hear them."""
        secrets = secrets_of(self.game)
        return [secrets.text(step) for step in secrets.log(self.session.steps, self.session.present)]

    def public_state(self) -> dict[str, Any]:
        """Return the state as plain data, as far as everybody may see it."""
        return secrets_of(self.game).state(without_hidden(self.rules, self.session.present))

    def outcome(self, state: S | None = None) -> Outcome:
        """Return how the game ended, or where everybody stands if it isn't over; now, or in an earlier state."""
        state = self.session.present if state is None else state
        return self.game.scores().outcome(self.setup_of(state), state)

    @property
    def stale(self) -> bool:
        """True if another program has written the save since it was read or written here."""
        try:
            return read_text(self.path) != self._text
        except BadInput:  # it is gone, or can't be read now: the next write reports it
            return False

    def reload(self) -> None:
        """Read the save again, as another program has left it."""
        self._open(read_save(self.path))

    def save(self) -> None:
        """Write the save if anything has changed. Raises Overtaken if another program was faster."""
        session = self.session
        history = History(tuple(session.steps), tuple(session.draft), tuple(map(tuple, session.undone)))
        if history == self.file.history and not self._accepted:
            return
        self._settle_rules()
        self._write(_plain(session.state), history)
        self._accepted = False

    def _settle_rules(self) -> None:
        """Move a save of older rules to today's version; add a checkpoint if its log leads elsewhere now."""
        if self.older_rules:
            self._recall()
        checkpoint = self.file.checkpoint
        if self.session.settled or self.session.start is self.session.resumed:
            checkpoint = Checkpoint(self.session.settled, _plain(self.session.start))
        self.file = replace(self.file, rules=self.rules.version, checkpoint=checkpoint)

    def _recall(self) -> None:
        """Replay the log of a save of older rules. Raises BadInput if it was stored so that it can't be read back."""
        try:
            self.session.recall()
        except RefereeError as error:
            raise self._unplayable(error) from None
        unplayable = self.session.unplayable
        if unplayable is None or not self._migrated or self._accepted:
            return
        from referee.saves.layout import doubtful  # loaded only for an older save

        if doubtful(unplayable.step):
            raise BadInput(
                f"{self.path}: the older format kept its log so that it can't be read back: {unplayable}. The file "
                f"was left as it is. To go on from its state as it stands, with no undo before that: "
                f"referee verify {shlex.quote(str(self.path))} --accept"
            )

    def _write(self, state: Data, history: History, *, backup: bool = True) -> None:
        file = replace(
            self.file,
            revision=self.file.revision + 1,
            state=state,
            history=history,
            marks=marks_of(self.file.setup, state, history, self.file.checkpoint),
        )
        text = self._writer.text_of(file)
        replace_file(self.path, text, self._text, backup=backup)
        self.file, self._text = file, text

    def as_typed(self, said: TypedStep) -> TypedStep:
        """Return a correction that was given as data as it is typed; anything else unchanged. Raises Unreadable."""
        if not said.quoted or '"move"' not in said.text:
            return said
        data = decode(said.text)
        if str(data.get("move")).partition(" ")[0] not in VERBS:
            return said
        return TypedStep(self.rules.all_corrections.text_of(data), said.line)

    # --- what was changed by hand -----------------------------------------------------------------

    @property
    def changed(self) -> tuple[str, ...]:
        """Parts of the save that were changed by hand: "setup", "state", "history"."""
        return self.file.changed

    @property
    def changed_in_words(self) -> str:
        """The same for people: "set-up and log were changed by hand"; "" for nothing."""
        words, verb = and_list(_PARTS[part] for part in self.changed), "were" if len(self.changed) > 1 else "was"
        return f"{words} {verb} changed by hand" if self.changed else ""

    @property
    def notes(self) -> tuple[str, ...]:
        """A warning that the save was changed by hand, if it was, or that something in it is impossible."""
        see = f"see: referee verify {shlex.quote(str(self.path))}"
        if self.changed:
            return (f"{self.path}: its {self.changed_in_words}; {see}",)
        return (f"{self.path}: this can't be: {self._doubts[0]}; {see}",) if self._doubts else ()

    def replay(self) -> S:
        """Return the state that the log leads to, played from the start. Raises BadInput if it can't be."""
        return self._session(None, self.session.draft).state

    @property
    def lost_log(self) -> bool:
        """True if the log was changed by hand and there is no backup to restore it from."""
        return "history" in self.changed and not backup_of(self.path).exists()

    def outdated(self) -> Unplayable | None:
        """Return where the rules of today stop the log of a save of older ones; None where they don't.

        Raises BadInput if it was stored so that it can't be read back.
        """
        if not self.older_rules:
            return None
        self._recall()
        return self.session.unplayable

    def disagreements(self) -> list[StateChange]:
        """List where the state on file differs from the one that the log leads to."""
        return differences(_plain(self.replay()), _plain(self.state_on_file))

    def in_words(self, changes: Sequence[StateChange]) -> list[str]:
        """Describe such differences for people: "Anna's food is 7; the log leads to 5"."""
        return differences_text(changes, _plain(self.replay()), _plain(self.state_on_file)) if changes else []

    def impossible(self) -> list[Finding]:
        """List what is impossible in the set-up and the state as they stand, by all that is known."""
        return self.rules.impossible(self.setup, self.session.state)

    def way_out(self, wrong: Finding) -> str:
        """Describe how to repair something impossible: restore what the log leads to, if possible, else change it."""
        path = shlex.quote(str(self.path))
        if wrong.of == "setup":
            return "mend it in the file's [setup]"
        begun = self._impossible_since(wrong)
        if begun is None:
            return f"the log leads to what can be: referee verify {path} --restore"
        since = f"it has been so since entry {begun}: referee amend {path} {begun}, or" if begun else "mend it with:"
        return f"{since} referee adjust {path}"

    def _impossible_since(self, wrong: Finding) -> int | None:
        """Find the entry since which something is impossible, 0 if unknown; None where the log leads elsewhere."""
        session = self.session
        try:
            if not self._is_impossible(self.replay(), wrong):
                return None
            states = [session.state_before(number) for number in range(1, len(session.steps) + 1)]
        except Exception:  # a log of what can't be may end in any way
            return 0
        return next((at for at in range(len(states), 0, -1) if not self._is_impossible(states[at - 1], wrong)), 0)

    def _is_impossible(self, state: S, wrong: Finding) -> bool:
        return any(one.check == wrong.check for one in self.rules.impossible(self.setup, state))

    def accept_mended(self, why: str = "") -> list[StateChange]:
        """Accept what was changed by hand: a state as a recorded correction, a log or a set-up as it is.

        Returns what differs in the state. A log that can't be played becomes history. Nothing is saved yet.
        """
        self._accepted = True
        if self.older_rules:
            self._recall()
            if self.session.unplayable is not None or "state" not in self.changed:  # it counts as it stands
                return []
        try:
            changes = self.disagreements()
        except BadInput:
            if not self.lost_log:
                raise
            self.session.drifting = True  # a log that can't be played is history: the state counts as it stands
            self.session.recall()
            return []
        self.session = self._session(None, self.session.draft)
        if changes and "state" in self.changed:
            self.session.correct(Step(edit=tuple(changes), because=why))
        self.session.take_events()  # those of the whole log
        return changes

    def drop_mended(self) -> None:
        """Undo what was changed by hand: restore a state by the log, a log or a set-up from the backup.

        Raises BadInput if there is no backup that can be trusted.
        """
        if _needs_backup(self.file):
            self._put_back(_trusted_backup(self.path, self.file.id))
        else:
            self._write(_plain(self.replay()), self.file.history)
        self.reload()

    def _put_back(self, older: SaveFile) -> None:
        """Write an older version again, with the state that its log leads to if that was changed by hand."""
        if "state" in older.changed:
            found = OnDisk(backup_of(self.path), "", msgspec.to_builtins(older))
            older = replace(older, state=_plain(OpenSave(self.game, found).replay()))
        self.file = replace(older, revision=self.file.revision, note=self.file.note)
        self._write(older.state, older.history, backup=False)  # it stays the good one

    # --- amending ---------------------------------------------------------------------------------

    def expect_in_full(self, state: S, step: Step) -> None:
        """Check that a correction can be carried out in full, not cut off at none or at the most. Raises Illegal."""
        if step.kind == "correction":
            with suppress(Unchanged):
                GameCorrector(self.rules, self.setup).recorded(state, state, step)

    def changes_nothing(self, before: S) -> bool:
        """Return whether a correction has left all as it was."""
        return self.rules.all_corrections.alike(self.setup, self.session.state, before)

    def corrected_later(self, number: int) -> list[Around]:
        """List the corrections after an entry, each with what everybody sees before and after it."""
        session = self.session
        states = [*(session.state_before(at) for at in range(number + 1, len(session.steps) + 1)), session.state]
        found = [public_view(self.rules, state) for state in states]
        steps = zip(session.steps[number:], found, found[1:], strict=False)
        return [Around(step, one, other) for step, one, other in steps if step.kind == "correction"]

    def masking_corrections(self, earlier: Sequence[Around]) -> list[str]:
        """Describe which corrections hide what an amendment before them changed, because they set a value outright.

        `earlier` are the corrections as they were before it.
        """
        lines = []
        for was in earlier:
            step = was.step.correct, was.step.when
            at = next((at for at, one in enumerate(self.session.steps, 1) if (one.correct, one.when) == step), None)
            if at is None:
                continue
            state = self.session.state_before(at + 1) if at < len(self.session.steps) else self.session.state
            before, after = public_view(self.rules, self.session.state_before(at)), public_view(self.rules, state)
            hidden = (
                what for what in after if after[what] == was.after.get(what) and before.get(what) != after[what]
            )
            lines += [
                f"entry {at} ({write_step(was.step)}) sets {what} to {after[what]}, whatever it was before: "
                "what you changed doesn't show there. Amend that entry too if it should."
                for what in hidden
                if before.get(what) != was.before.get(what)
            ]
        return lines


def look_closely(game: Game[Any, Any], file: SaveFile, where: str) -> None:
    """Check that set-up and state of a save are possible, even if its marks are right. Raises BadInput if not."""
    rules = game.rules()
    setup = convert(file.setup, rules.setup_type, f"{where}: setup")
    state = convert(file.state, rules.state_type, f"{where}: state")
    with naming_place(where, BadInput):
        rules.check_setup(setup)
        rules.check(setup, state)


def _needs_backup(file: SaveFile) -> bool:
    """Return whether changes by hand can only be undone from the backup: the log doesn't lead to what was there."""
    return bool({"setup", "history"} & set(file.changed))


def _trusted_backup(path: Path, game_id: str) -> SaveFile:
    """Return the backup of a save, if its set-up and log weren't changed by hand. Raises BadInput."""
    backup = backup_of(path)
    with naming_place(f"{path}: there is no version before to be put back", BadInput):
        older = file_of(read_save(backup).data, str(backup))
    if older.id != game_id or set(older.changed) - {"state"}:
        raise BadInput(f"{path}: the version before, {backup}, was changed by hand too, or is of another game")
    return older
