"""The log of a game as a record: played again, it is told what is illegal in it, and what is claimed wrongly.

A record has the game's `setup` and its `log`: each entry as `log --moves` writes it, or "claim Anna gold 3". The
state of a save is its last claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct, to_builtins

from referee.declaration.game import Game
from referee.declaration.secrets import secrets_of
from referee.errors import BadInput, Illegal, RefereeError, Unreadable
from referee.files.files import Data, convert
from referee.play.notation import read_script, written
from referee.rulebook.rules import rulebook
from referee.saves.edits import compared, differences
from referee.saves.layout import KIND, file_of, new_save
from referee.saves.save import OnDisk, OpenSave
from referee.text.names import find, keyed

if TYPE_CHECKING:
    from referee.text.screen import Screen

CLAIM = "claim "
"""How an entry begins that says what is so by then."""


class LogRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as a file has it."""

    game: str
    setup: dict[str, Any]
    log: list[str]


class Dispute(NamedTuple):
    """Something that was claimed after an entry, and what it is."""

    entry: int
    of: str
    claimed: Any
    ruled: Any


class LogVerdict(Struct, frozen=True):
    """The verdict on a log: the first `illegal` entry, before which play stops, and the claims that aren't so."""

    game: Game[Any, Any]
    log: list[str]
    played: OpenSave[Any]
    disputes: list[Dispute]
    illegal: Illegal | None
    brief: bool
    notes: tuple[str, ...] = ()

    @property
    def against(self) -> bool:
        """Whether anything is illegal or claimed wrongly."""
        return self.cites or bool(self.disputes)

    @property
    def cites(self) -> bool:
        """Whether it names a rule."""
        return self.illegal is not None

    def data(self) -> dict[str, Any]:
        """The verdict as plain data; entries count from 1, and an illegal one is the last."""
        why, outcome = self.illegal, self.game.scores().outcome(self.played.setup, self.played.session.present)
        last = {"entry": len(self.log), "move": self.log[-1]} if why else {}
        return {
            "game": self.game.name, "legal": why is None,
            "illegal": {**last, "reason": why.reason, "ruling": why.ruling} if why else None,
            "disputes": [one._asdict() for one in self.disputes], "entries": self.log,
            "over": outcome.over, "winners": list(outcome.winners),
        }  # fmt: skip

    def show(self, screen: Screen) -> None:
        """Each entry, with what is wrong in it."""
        wrong = [(one.entry, f"disputed: {one.of} is {one.ruled}, not {one.claimed}") for one in self.disputes]
        if self.illegal is not None:
            cited = rulebook(self.game.name).in_words(self.illegal.ruling) if self.illegal.ruling else ""
            wrong.append((len(self.log), f"illegal: {self.illegal}{f' ({cited})' if cited else ''}"))
        for number, text in enumerate(self.log, 1):
            found = [told for at, told in wrong if at == number]
            if found or not self.brief:
                screen.line(f"entry {number}  {text}")
            for told in found:
                screen.print_indented(told)
        if not wrong:
            screen.line("Nothing is illegal or claimed wrongly.")


def judge_log(
    game: Game[Any, Any], path: Path, data: Data, entry: int | None = None, brief: bool = False
) -> LogVerdict:
    """The verdict on the log of a save or a record, up to an entry if one is named. Raises BadInput."""
    where, rules, end, begun, settled = str(path), game.rules(), None, None, 0
    if data.get("kind") == KIND:
        file = file_of(data, where)
        log, shown = (list(map(how, file.history.log)) for how in (written, secrets_of(game).text))
        setup, end = file.setup, file.state if entry is None else None
        if file.checkpoint is not None:
            begun, settled = file.checkpoint.state, file.checkpoint.after
    else:
        record = convert(data, LogRecord, where)
        setup, log, shown = record.setup, record.log, record.log
    if entry is not None and not 1 <= entry <= len(log):
        raise BadInput(f"{where}: there is no entry {entry}; they are numbered from 1 to {len(log)}")
    if begun is None:
        begun = to_builtins(rules.start(convert(setup, rules.setup_type, f"{where}: setup")), str_keys=True)
    save = new_save(game.name, rules.version, setup, begun)
    played: OpenSave[Any] = OpenSave(game, OnDisk(path, "", to_builtins(save, str_keys=True) | {"kind": KIND}))
    disputes: list[Dispute] = []
    for number, text in enumerate(log[settled:entry], settled + 1):
        try:
            if text.startswith(CLAIM):
                disputes += _disputed(played, number, text.removeprefix(CLAIM))
            else:
                played.do([replace(said, line=number) for said in read_script(text)], where, "entry")
        except Illegal as error:
            why = error.__cause__ if isinstance(error.__cause__, Illegal) else error
            return LogVerdict(game, shown[:number], played, disputes, why, brief)
        except RefereeError as error:
            place = "" if str(error).startswith(where) else f"{where}, entry {number}: "
            raise BadInput(f"{place}{error}") from None
    if end is not None:
        led = to_builtins(played.session.state, str_keys=True)
        end = to_builtins(convert(end, rules.state_type, f"{where}: state"), str_keys=True)
        disputes += [
            Dispute(len(log), what, now, was) for what, was, now in compared(differences(led, end), led, end)
        ]
    return LogVerdict(game, shown[:entry], played, disputes, None, brief)


def _disputed(played: OpenSave[Any], number: int, text: str) -> Iterator[Dispute]:
    """The counts of a claim that aren't so. Raises Unreadable or Ambiguous."""
    state = played.session.present
    counts = {f"{name} {one.name}".strip(): one.of(owner) for one in played.rules.counters
              for name, owner in one.owners.all_in(state).items()}  # fmt: skip
    for part in text.split(","):
        what, _, claimed = part.strip().rpartition(" ")
        if not claimed.isdecimal():
            raise Unreadable(f'can\'t read "{CLAIM}{part.strip()}"; write like {CLAIM}{next(iter(counts))} 3')
        of = find(what, keyed(counts, str), "count")
        if counts[of] != int(claimed):
            yield Dispute(number, of, int(claimed), counts[of])
