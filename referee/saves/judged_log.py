"""Judge the log of a game: replay it, and report illegal entries and wrong claims.

A record has the game's `setup` and its `log`: each entry as `log --moves` writes it, or "claim Anna gold 3". The
state of a save is its last claim.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from referee.asking.moves import split_overrule
from referee.declaration.changes import ADJUST
from referee.declaration.corrections import READING, claimed_counts, tracked_counts, whole_counts
from referee.declaration.game import Game, Rules, secrets_of
from referee.declaration.readings import find_reading
from referee.declaration.reports import ShortReport
from referee.errors import BadInput, Illegal, RefereeError, fault
from referee.files.files import Data, convert
from referee.files.kinds import expect, is_save
from referee.play.notation import Step, TypedStep, read_script, write_step
from referee.play.script import give_all
from referee.rulebook.rules import rulebook
from referee.saves.differing import COUNTS, Differing, J, differing
from referee.saves.edits import compare_states, differences, value_text
from referee.saves.layout import KIND, file_of, new_save
from referee.saves.open_session import expect_entry
from referee.saves.save import OnDisk, OpenSave
from referee.text.grammar import so_many

CLAIM = "claim "
"""Prefix of an entry that claims what is so by then."""


class LogRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as its file has it."""

    game: str
    setup: dict[str, Any]
    log: list[str]


class _Log(NamedTuple):
    """A log to be judged: its entries as they are played and as they are shown, and the set-up.

    Play starts `after` that many entries at the state `begun` (plain data), or (None) at the set-up's. `end` is the
    state that is claimed at the end, `finished` the number of complete entries.
    """

    texts: list[str]
    shown: list[str]
    setup: Data
    finished: int
    begun: Data | None = None
    after: int = 0
    end: Data | None = None


def _log_of(game: Game[Any, Any], where: str, data: Data) -> _Log:
    """Read the log of a record, or of a save with its step under way as the last entry. Raises BadInput."""
    if not is_save(data):
        expect("log", data, where)
        record = convert(data, LogRecord, where)
        return _Log(record.log, record.log, record.setup, len(record.log))
    file, text = file_of(data, where), secrets_of(game).text
    steps = [*file.history.log, *([Step.of(file.history.draft)] if file.history.draft else [])]
    log = _Log([*map(write_step, steps)], [*map(text, steps)], file.setup, len(file.history.log), end=file.state)
    point = file.checkpoint
    return log if point is None else log._replace(begun=point.state, after=point.after)


class _Findings(Struct):
    """Errors and notes found in a log, as lines for each entry; and the errors as data."""

    wrong: defaultdict[int, list[str]]
    notes: defaultdict[int, list[str]]
    disputes: list[dict[str, Any]] = []
    agreed: list[dict[str, Any]] = []
    illegal: dict[str, Any] | None = None

    def dispute(self, entry: int, found: Iterable[tuple[str, Any, Any]]) -> list[dict[str, Any]]:
        """Record claims that differ from the state: what is claimed, the claimed and the actual value."""
        more = [{"entry": entry, "of": of, "claimed": value, "ruled": ruled} for of, value, ruled in found]
        for one in more:
            ruled, claimed = value_text(one["ruled"]), value_text(one["claimed"])
            self.wrong[entry].append(f"  disputed: {one['of']} is {ruled}, not {claimed}")
        self.disputes += more
        return more

    def forbid(self, entry: int, move: str, reason: str, ruling: str, lines: list[str]) -> None:
        """Record the entry that is illegal."""
        self.illegal = {"entry": entry, "move": move, "reason": reason, "ruling": ruling}
        self.wrong[entry] += lines


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
    """Return the verdict on the log of a save or a record, up to `entry` if given: the errors, and the ways on.

    The step under way has the number that it will have. Play stops before an illegal entry. `at_prompt` shows the
    ways as they are typed at the game's own prompt. `others` are readings that hold throughout, whatever the set-up
    and the log decide. The state of a save is a claim only if it is `stated`, else all counts are reported. Raises
    BadInput.
    """
    where, rules, of_save = str(path), game.rules(), is_save(data)
    log = _log_of(game, where, data)
    if entry is not None:
        expect_entry(where, entry, log.finished)
    played = _before(game, path, log, others, forcing=not of_save)  # a save's log includes forced answers
    found = _Findings(defaultdict(list), defaultdict(list))
    for number in range(log.after + 1, (entry or len(log.texts)) + 1):
        try:
            _play(played, log, number, found, where, of_save=of_save, others=others)
        except Illegal as error:
            why = error.__cause__ if isinstance(error.__cause__, Illegal) else error
            cited = f" ({rulebook(game.name).in_words(why.ruling)})" if why.ruling else ""
            lines = [f"  illegal: {why}{cited}", *_legal(played)]
            found.forbid(number, log.shown[number - 1], why.reason, why.ruling, lines)
        except RefereeError as error:
            if not others:
                place = "" if str(error).startswith(where) else f"{where}, entry {number}: "
                raise BadInput(f"{place}{error}") from None
            # under the other readings the entry doesn't fit any more
            found.forbid(number, log.shown[number - 1], str(error), "", [f"  can't be played: {error}"])
        if found.illegal is not None:
            entry = number
            break
    ways = _ways(path, log.finished, found.disputes, at_prompt=at_prompt) if of_save else []
    if of_save and entry is None and stated:
        replayed = to_builtins(played.session.state, str_keys=True)
        end = to_builtins(convert(log.end, rules.state_type, f"{where}: state"), str_keys=True)
        changed = compare_states(differences(replayed, end), replayed, end)
        if found.dispute(log.finished, [(of, claimed, ruled) for of, ruled, claimed in changed]):
            ways.append(
                f"keep the log, or what the file says: referee verify {shlex.quote(str(path))} --restore, or --accept"
            )
    return _report(played, path, log, found, ways, entry, stated=stated)


def _before(
    game: Game[Any, Any], path: Path, log: _Log, others: Mapping[str, Any], *, forcing: bool
) -> OpenSave[Any]:
    """Open the game before the first entry of its log, with the readings `others`. Raises BadInput."""
    rules, setup = game.rules(), {**log.setup, **others}
    begun = log.begun
    if begun is None:
        start = rules.start(convert(setup, rules.setup_type, f"{path}: setup"))
        begun = to_builtins(start, str_keys=True)
    save = to_builtins(new_save(game.name, rules.version, setup, begun), str_keys=True) | {"kind": KIND}
    played: OpenSave[Any] = OpenSave(game, OnDisk(path, "", save))
    played.session.forcing = forcing
    return played


def _play(
    played: OpenSave[Any],
    log: _Log,
    number: int,
    found: _Findings,
    where: str,
    *,
    of_save: bool,
    others: Mapping[str, Any],
) -> None:
    """Play an entry, or check its claim; skip one that decides one of the readings `others`.

    Raises Illegal and RefereeError.
    """
    text, rules, session = log.texts[number - 1], played.rules, played.session
    typed, _, _ = text.removeprefix(f"{ADJUST} ").partition(" because ")
    if others and _decides(rules, typed) in others:
        return
    # "claim from H" is a move of Mythic Battles; a save keeps what is claimed as a correction
    question = session.question
    if typed.startswith(CLAIM) and (
        text.startswith(ADJUST) or (not of_save and (question is None or fault(question.parse, text)))
    ):
        counts = claimed_counts if played.game.battles is None else whole_counts  # others are judged with a battle
        claims = counts(rules, session.present, typed.removeprefix(CLAIM))
        found.dispute(number, [one for one in claims if one[2] not in (one[1], None)])
        return
    script = [replace(one, line=number) for one in read_script(text)]
    if others:
        script = _without_overruling(played, script)
    played.do(script, where, "entry")
    if others and number <= log.finished and session.draft and session.question is not None:
        raise BadInput(f"it asks for more: {session.question.prompt}")
    if against := [because for one in script if (because := split_overrule(one.text)[1])]:
        found.agreed += ({"entry": number, "because": because} for because in against)
        found.notes[number].append("  agreed against the rules")


def _report(
    played: OpenSave[Any],
    path: Path,
    log: _Log,
    found: _Findings,
    ways: Sequence[str],
    entry: int | None,
    *,
    stated: bool,
) -> ShortReport:
    """Build the verdict in words and as data, up to `entry` if given."""
    lines = found.wrong[0] + [
        line
        for at, text in enumerate(log.shown[:entry], 1)
        if at in found.wrong or at in found.notes
        for line in (f"entry {at}  {text}", *found.notes[at], *found.wrong[at])
    ]
    if ways:
        lines += ["The table can:", *(f"  - {way}" for way in ways)]
    state = played.session.present
    entries, outcome = log.shown[: log.finished][:entry], played.game.scores().outcome(played.setup, state)
    verdict = {
        "game": played.game.name,
        "legal": found.illegal is None,
        "illegal": found.illegal,
        "disputes": found.disputes,
        "entries": entries,
        "over": outcome.over,
        "winners": list(outcome.winners),
        **({"agreed": found.agreed} if found.agreed else {}),
    }
    if not stated:
        verdict[COUNTS] = outcome.points | tracked_counts(played.rules, state)
    against = any(found.wrong.values())
    whole = f"{path.name} · {so_many(len(entries), 'entry')}"
    stands = () if against else ("Nothing is illegal or claimed wrongly.",)
    return ShortReport(verdict, (whole, *lines, *stands), against=against)


def _without_overruling(played: OpenSave[Any], script: Sequence[TypedStep]) -> list[TypedStep]:
    """Return an entry without overruling moves that are legal under the readings in force."""
    found: list[TypedStep] = []
    for one in script:
        move, because = split_overrule(one.text)
        plain = replace(one, text=move)
        with suppress(RefereeError):
            if because:
                give_all(played.session.ahead(), [*found, plain], "")
                one = plain
        found.append(one)
    return found


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
    """Return a verdict on a log, or a battle in it, with the readings that the log depends on, but those in `but`.

    The state of a save is no claim of what would have come of another reading. Raises BadInput.
    """
    if not (every or report.against):
        return report
    held = {**data["setup"], **data.get("state", {}).get("readings", {})}

    def judge_again(others: Data) -> Data:
        return judge_log(game, path, data, entry, others=others, stated=False).data()

    declared, ruled = game.rules().readings, judge_again({})
    return differing(game.name, report, declared, held, ruled, judge_again, every=every, seconds=seconds, but=but)


def _decides(rules: Rules[Any, Any], correction: str) -> str:
    """Return the name of the reading that a correction decides; "" for another correction, or a move."""
    if rules.readings is None or not correction.startswith(f"{READING} "):
        return ""
    return find_reading(rules.readings, correction.removeprefix(f"{READING} "))[0].name


LISTED = 4
"""Limit of legal answers that are listed for an illegal one."""


def _legal(played: OpenSave[Any]) -> list[str]:
    """Return the line that lists the legal answers where an entry is illegal."""
    options = played.session.question.options() if played.session.question is not None else ()
    named = "; ".join(option.text for option in options[:LISTED])
    return [f"  legal: {named}{' ...' if len(options) > LISTED else ''}"] if named else []


def _ways(path: Path, many: int, disputes: Sequence[Mapping[str, Any]], *, at_prompt: bool) -> list[str]:
    """List what a table can do about wrong claims in a game of `many` entries."""
    if not disputes:
        return []
    last, file = disputes[-1], shlex.quote(str(path))
    claim = f"{last['of']} {last['claimed']}"
    corrected = f"adjust {claim}" if at_prompt else f"referee adjust {file} {claim}"
    find = "log, and then amend NUMBER" if at_prompt else f"referee log {file}, and then referee amend {file} NUMBER"
    ways = ["go by the count, and correct the table", f"change the entry that is wrong: {find}"]
    return [*ways, f"go by what was said: {corrected}"] if last["entry"] == many else ways
