"""The log of a game as a record: played again, it is told what is illegal in it, and what is claimed wrongly.

A record has the game's `setup` and its `log`: each entry as `log --moves` writes it, or "claim Anna gold 3". The
state of a save is its last claim.
"""

from __future__ import annotations

import shlex
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from referee.asking.moves import said_against
from referee.declaration.changes import ADJUST
from referee.declaration.corrections import READING, claimed_counts, tracked_counts, whole_counts
from referee.declaration.game import Game, Rules, secrets_of
from referee.declaration.readings import find_reading
from referee.declaration.reports import ShortReport
from referee.errors import BadInput, Illegal, RefereeError
from referee.files.files import Data, convert
from referee.play.notation import SaidStep, Step, read_script, written
from referee.play.script import give_all
from referee.rulebook.rules import rulebook
from referee.saves.differing import COUNTS, Differing, J, differing
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
    game: Game[Any, Any],
    path: Path,
    data: Data,
    entry: int | None = None,
    *,
    at_prompt: bool = False,
    others: Mapping[str, Any] = MappingProxyType({}),
    stated: bool = True,
) -> ShortReport:
    """The verdict on the log of a save or a record, up to an entry if one is named: what is wrong, and the ways on.

    The step under way is judged by the number that it will have. Play stops before what is illegal. `at_prompt` says
    the ways as they are typed at the game's own prompt. `others` are readings that hold all through it, whatever the
    set-up and the log decide. The state of a save is claimed only if it is `stated`, else all counts are told.
    Raises BadInput.
    """
    where, rules, end, begun, settled = str(path), game.rules(), None, None, 0
    is_save = data.get("kind") == KIND
    if is_save:
        file = file_of(data, where)
        log, shown = (list(map(how, file.history.log)) for how in (written, secrets_of(game).text))
        setup, end = file.setup, file.state if entry is None and stated else None
        if file.checkpoint is not None:
            begun, settled = file.checkpoint.state, file.checkpoint.after
    else:
        record = convert(data, LogRecord, where)
        setup, log, shown = record.setup, record.log, record.log
    if entry is not None and not 1 <= entry <= len(log):
        raise BadInput(f"{where}: there is no entry {entry}; they are numbered from 1 to {len(log)}")
    finished = len(log)
    if is_save and entry is None and file.history.draft:
        under_way = Step.of(file.history.draft)
        log, shown = [*log, written(under_way)], [*shown, secrets_of(game).text(under_way)]
    setup = {**setup, **others}
    if begun is None:
        begun = to_builtins(rules.start(convert(setup, rules.setup_type, f"{where}: setup")), str_keys=True)
    save = to_builtins(new_save(game.name, rules.version, setup, begun), str_keys=True) | {"kind": KIND}
    played: OpenSave[Any] = OpenSave(game, OnDisk(path, "", save))
    played.session.forcing = not is_save  # the log of a save has what was forced, too
    disputes: list[dict[str, Any]] = []
    illegal: dict[str, Any] | None = None
    wrong: dict[int, list[str]] = {}
    notes: dict[int, list[str]] = {}
    agreed: list[dict[str, Any]] = []
    for number, text in enumerate(log[settled:entry], settled + 1):
        try:
            said, _, _ = text.removeprefix(f"{ADJUST} ").partition(" because ")
            if others and _decides(rules, said) in others:
                continue
            # "claim from H" is a move of Mythic Battles; a save keeps what is claimed as a correction
            if said.startswith(CLAIM) and (text.startswith(ADJUST) or not (is_save or _is_legal(played, text))):
                counts = claimed_counts if game.battles is None else whole_counts  # others are judged with a battle
                found = counts(rules, played.session.present, said.removeprefix(CLAIM))
                disputes += [
                    {"entry": number, "of": of, "claimed": claimed, "ruled": ruled}
                    for of, claimed, ruled in found
                    if ruled not in (claimed, None)
                ]
            else:
                script = [replace(one, line=number) for one in read_script(text)]
                if others:
                    script = _without_overruling(played, script)
                played.do(script, where, "entry")
                if others and number <= finished and played.session.draft and played.session.question is not None:
                    raise BadInput(f"it asks for more: {played.session.question.prompt}")
                if against := [because for one in script if (because := said_against(one.text)[1])]:
                    agreed += ({"entry": number, "because": because} for because in against)
                    notes[number] = ["  agreed against the rules"]
        except Illegal as error:
            why, entry = error.__cause__ if isinstance(error.__cause__, Illegal) else error, number
            illegal = {"entry": number, "move": shown[number - 1], "reason": why.reason, "ruling": why.ruling}
            cited = f" ({rulebook(game.name).in_words(why.ruling)})" if why.ruling else ""
            wrong[number] = [f"  illegal: {why}{cited}", *_legal(played)]
            break
        except RefereeError as error:
            if others:  # what was played can't follow what has come of them
                illegal = {"entry": number, "move": shown[number - 1], "reason": str(error), "ruling": ""}
                wrong[number] = [f"  can't be played: {error}"]
                break
            place = "" if str(error).startswith(where) else f"{where}, entry {number}: "
            raise BadInput(f"{place}{error}") from None
    ways = _ways(path, finished, disputes, at_prompt=at_prompt) if is_save else []
    if end is not None and illegal is None:
        led = to_builtins(played.session.state, str_keys=True)
        end = to_builtins(convert(end, rules.state_type, f"{where}: state"), str_keys=True)
        by_hand = [
            {"entry": finished, "of": what, "claimed": claimed, "ruled": ruled}
            for what, ruled, claimed in compared(differences(led, end), led, end)
        ]
        disputes += by_hand
        if by_hand:
            ways.append(f"keep the log, or what the file says: referee verify {path} --restore, or --accept")
    for one in disputes:
        wrong.setdefault(one["entry"], []).append(f"  disputed: {one['of']} is {one['ruled']}, not {one['claimed']}")
    lines = wrong.get(0, []) + [
        line
        for at, text in enumerate(shown[:entry], 1)
        if at in wrong or at in notes
        for line in (f"entry {at}  {text}", *notes.get(at, ()), *wrong.get(at, ()))
    ]
    if ways:
        lines += ["The table can:", *(f"  - {way}" for way in ways)]
    entries, outcome = shown[:finished][:entry], game.scores().outcome(played.setup, played.session.present)
    told = {
        "game": game.name,
        "legal": illegal is None,
        "illegal": illegal,
        "disputes": disputes,
        "entries": entries,
        "over": outcome.over,
        "winners": list(outcome.winners),
        **({"agreed": agreed} if agreed else {}),
    }
    if not stated:
        told[COUNTS] = outcome.points | tracked_counts(rules, played.session.present)
    many = len(entries)
    whole = f"{path.name} · {many} {'entry' if many == 1 else 'entries'}"
    stands = () if wrong else ("Nothing is illegal or claimed wrongly.",)
    return ShortReport(told, (whole, *lines, *stands), against=bool(wrong))


def _without_overruling(played: OpenSave[Any], script: Sequence[SaidStep]) -> list[SaidStep]:
    """An entry without what the table overruled of moves that are legal where other readings hold."""
    found: list[SaidStep] = []
    for one in script:
        move, because = said_against(one.text)
        plain = replace(one, text=move)
        with suppress(RefereeError):
            if because:
                give_all(played.session.ahead(), [*found, plain], "")
                one = plain
        found.append(one)
    return found


def _is_legal(played: OpenSave[Any], move: str) -> bool:
    """Whether a move can be made now."""
    try:
        return played.session.question is not None and bool(played.session.question.parse(move))
    except RefereeError:
        return False


def log_by_readings(
    game: Game[Any, Any],
    path: Path,
    data: Data,
    report: J,
    entry: int | None,
    *,
    every: bool,
    seconds: float,
    but: Container[str] = (),
) -> J | Differing:
    """A verdict on a log, or on a battle in it, with what hangs in the log on a reading, but those already tried.

    The state of a save is no claim of what would have come of another reading. Raises BadInput.
    """
    if not (every or report.against):
        return report
    ruled = judge_log(game, path, data, entry, stated=False).data()
    held = {**data["setup"], **data.get("state", {}).get("readings", {})}

    def anew(others: Data) -> Data:
        return judge_log(game, path, data, entry, others=others, stated=False).data()

    declared = game.rules().readings
    return differing(game.name, report, declared, held, anew, every=every, seconds=seconds, ruled=ruled, but=but)


def _decides(rules: Rules[Any, Any], said: str) -> str:
    """Which reading a correction decides; "" for another one, or a move."""
    if rules.readings is None or not said.startswith(f"{READING} "):
        return ""
    return find_reading(rules.readings, said.removeprefix(f"{READING} "))[0].name


LISTED = 4
"""So many legal answers are named where an illegal one stands."""


def _legal(played: OpenSave[Any]) -> list[str]:
    """The line that names what was legal where something isn't."""
    options = played.session.question.options() if played.session.question is not None else ()
    named = "; ".join(option.text for option in options[:LISTED])
    return [f"  legal: {named}{' ...' if len(options) > LISTED else ''}"] if named else []


def _ways(path: Path, many: int, disputes: Sequence[Mapping[str, Any]], *, at_prompt: bool) -> list[str]:
    """What a table can do about the claims in a game of so `many` entries that are wrong."""
    if not disputes:
        return []
    last, file = disputes[-1], shlex.quote(str(path))
    said = f"{last['of']} {last['claimed']}"
    corrected = f"adjust {said}" if at_prompt else f"referee adjust {file} {said}"
    find = "log, and then amend NUMBER" if at_prompt else f"referee log {file}, and then referee amend {file} NUMBER"
    ways = ["go by the count, and correct the table", f"change the entry that is wrong: {find}"]
    return [*ways, f"go by what was said: {corrected}"] if last["entry"] == many else ways
