"""The log of a game as a record: played again, it is told what is illegal in it, and what is claimed wrongly.

A record has the game's `setup` and its `log`: each entry as `log --moves` writes it, or "claim Anna gold 3". The
state of a save is its last claim.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from referee.asking.moves import said_against
from referee.declaration.changes import ADJUST
from referee.declaration.corrections import claimed_counts
from referee.declaration.game import Game, secrets_of
from referee.declaration.reports import ShortReport
from referee.errors import BadInput, Illegal, RefereeError
from referee.files.files import Data, convert
from referee.play.notation import read_script, written
from referee.rulebook.rules import rulebook
from referee.saves.edits import compared, differences
from referee.saves.layout import KIND, file_of, new_save
from referee.saves.save import OnDisk, OpenSave

CLAIM = "claim "
"""How an entry begins that says what is so by then."""


class LogRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as a file has it."""

    game: str
    setup: dict[str, Any]
    log: list[str]


def judge_log(
    game: Game[Any, Any], path: Path, data: Data, entry: int | None = None, brief: bool = False
) -> ShortReport:
    """The verdict on the log of a save or a record, up to an entry if one is named. Raises BadInput.

    Play stops before what is illegal.
    """
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
    save = to_builtins(new_save(game.name, rules.version, setup, begun), str_keys=True) | {"kind": KIND}
    played: OpenSave[Any] = OpenSave(game, OnDisk(path, "", save))
    disputes: list[dict[str, Any]] = []
    illegal: dict[str, Any] | None = None
    wrong: dict[int, list[str]] = {}
    notes: dict[int, list[str]] = {}
    agreed: list[dict[str, Any]] = []
    for number, text in enumerate(log[settled:entry], settled + 1):
        try:
            said, _, _ = text.removeprefix(f"{ADJUST} ").partition(" because ")
            if said.startswith(CLAIM):
                found = claimed_counts(rules, played.session.present, said.removeprefix(CLAIM))
                disputes += [
                    {"entry": number, "of": of, "claimed": claimed, "ruled": ruled}
                    for of, claimed, ruled in found
                    if ruled not in (claimed, None)
                ]
            else:
                script = [replace(one, line=number) for one in read_script(text)]
                played.do(script, where, "entry")
                if because := said_against(script[0].text)[1]:
                    agreed.append({"entry": number, "because": because})
                    notes[number] = ["  agreed against the rules"]
        except Illegal as error:
            why, entry = error.__cause__ if isinstance(error.__cause__, Illegal) else error, number
            illegal = {"entry": number, "move": shown[number - 1], "reason": why.reason, "ruling": why.ruling}
            cited = f" ({rulebook(game.name).in_words(why.ruling)})" if why.ruling else ""
            wrong[number] = [f"  illegal: {why}{cited}"]
            break
        except RefereeError as error:
            place = "" if str(error).startswith(where) else f"{where}, entry {number}: "
            raise BadInput(f"{place}{error}") from None
    if end is not None and illegal is None:
        led = to_builtins(played.session.state, str_keys=True)
        end = to_builtins(convert(end, rules.state_type, f"{where}: state"), str_keys=True)
        disputes += [
            {"entry": len(log), "of": what, "claimed": claimed, "ruled": ruled}
            for what, ruled, claimed in compared(differences(led, end), led, end)
        ]
    for one in disputes:
        wrong.setdefault(one["entry"], []).append(f"  disputed: {one['of']} is {one['ruled']}, not {one['claimed']}")
    entries = enumerate(shown[:entry], 1)
    lines = [
        line
        for at, text in entries
        if at in wrong or at in notes or not brief
        for line in (f"entry {at}  {text}", *notes.get(at, ()), *wrong.get(at, ()))
    ]
    outcome = game.scores().outcome(played.setup, played.session.present)
    told = {
        "game": game.name,
        "legal": illegal is None,
        "illegal": illegal,
        "disputes": disputes,
        "entries": shown[:entry],
        "over": outcome.over,
        "winners": list(outcome.winners),
        **({"agreed": agreed} if agreed else {}),
    }
    stands = () if wrong else ("Nothing is illegal or claimed wrongly.",)
    return ShortReport(told, (*lines, *stands), against=bool(wrong))
