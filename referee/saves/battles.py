"""Battles as commands get them, from a record or an entry of a save: their odds, verdicts and chances."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from referee.asking.moves import split_overrule
from referee.asking.question import Command
from referee.declaration.corrections import whole_counts
from referee.declaration.game import AnyBattles, CostAsked, Game, NoBattle
from referee.declaration.readings import readings_of
from referee.declaration.reports import ReportAround
from referee.errors import BadInput, Illegal, NotFought, RefereeError
from referee.files.files import Data, parse_toml, read_toml
from referee.files.kinds import is_save
from referee.saves.open_session import expect_entry
from referee.text.grammar import so_many
from referee.text.names import fold
from referee.text.pattern import lazy_pattern
from referee.text.screen import Screen, progress

if TYPE_CHECKING:
    from referee.declaration.reports import Judged, MistakeReport, Report
    from referee.play.session import Session
    from referee.sampling.race import Effort
    from referee.saves.live_record import LiveRecord, OpenRecord
    from referee.saves.save import OpenSave

SECONDS = 10.0
"""Default time limit for the chance to win a battle, in seconds."""

_BATTLE = lazy_pattern(r"battle(?:\s+(?P<aim>[1-9]\d?)\s?%)?(?:\s+(?P<seconds>\d{1,3}(?:\.\d)?))?")
"""Typed in place of a move for the whole battle, with a chance to aim at and seconds: "battle 75% 30"."""


def battles_of(game: Game[Any, Any], where: str) -> AnyBattles:
    """Return a game's battles. Raises BadInput for a game that has none."""
    if game.battles is None:
        text = f"{where}: {game.title} has no battles of its own, so there are no odds of one; check its log with: "
        quick = f", or ask for odds of numbers alone: referee odds --game {game.name} --help"
        raise BadInput(f"{text}referee judge {shlex.quote(where)}{quick if game.quick_odds is not None else ''}")
    return game.battles()


def live_battle(game: Game[Any, Any], path: Path, data: Data, screen: Screen) -> LiveRecord[Any, Any] | None:
    """Open the battle of a record, or of an unfinished set-up, to be played on; None for any other file.

    Raises BadInput, or Illegal for a record with what is illegal.
    """
    if game.battles is None or not (str(data.get("kind")) in game.battles().kinds or "record" in str(data.get("of"))):
        return None
    return game.battles().live(game, path, screen, None)


def open_record(game: Game[Any, Any], path: Path, data: Data) -> OpenRecord | None:
    """Open the battle of a record as a save; None for any other file. Raises BadInput."""
    try:
        table: Any = live_battle(game, path, data, Screen(plain=True))
    except Illegal as error:
        raise BadInput(str(error)) from None
    return None if table is None else table.open_save


class BattleFile:
    """The battle that a command is about: of a record, or of a save and perhaps an entry of its log.

    A save's battle is the one that the entry belongs to; without an entry it is the one under way, or the last. Its
    methods raise BadInput.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        path: Path,
        data: Data,
        deck: Path | None,
        entry: int | None,
        at_prompt: OpenSave[Any] | None = None,
    ) -> None:
        """Take what a command named; or the save that is open at the prompt, which needs no data."""
        self._game, self._path, self._data, self._deck, self._entry = game, path, data, deck, entry
        self._at_prompt = at_prompt

    @property
    def battles(self) -> AnyBattles:
        """The battles of its game."""
        return battles_of(self._game, str(self._path))

    @cached_property
    def _save(self) -> OpenSave[Any] | None:
        """The opened save; None for a record."""
        from referee.saves.save import OnDisk, OpenSave

        if self._at_prompt is not None or not is_save(self._data):
            return self._at_prompt
        if self._deck is not None:
            raise BadInput(f"{self._path}: is a save, which has its cards; --deck goes with a battle record")
        return OpenSave(self._game, OnDisk(self._path, "", self._data))

    def battle(self, *, whole: bool = True) -> Any:
        """Return the battle as its game's `Battles` know it; unless `whole`, as it stood before the entry."""
        battles = self.battles
        if (save := self._save) is not None:
            from referee.play.session import NoFurther

            try:
                return battles.in_game(str(self._path), save.setup, save.session, self._entry, whole)
            except NoFurther as error:
                raise NotFought(f"{self._path}: {error}") from None
        if self._entry is not None:
            no_save = f"{self._path}: isn't a save, so it has no entry {self._entry}"
            raise BadInput(f"{no_save}; a file of that name is written ./{self._entry}")
        return battles.read(self._path, self._data, self._deck)

    def judged(self) -> Any:
        """Return the battle that a verdict is on; None where it is on the log itself.

        That is so in a game without battles, for the record of a log, for an entry that is part of no battle, and
        after a claim of counts.
        """
        if self._game.battles is None or ("log" in self._data and not is_save(self._data)):
            return None
        save = self._save
        if save is not None and self._entry is None and save.session.steps and not save.session.draft:
            last = save.session.steps[-1].claim
            if last and whole_counts(save.rules, save.session.present, last):
                return None
        try:
            return self.battle()
        except NotFought:
            return None

    def _setup_and_session(self) -> tuple[Any, Session[Any]] | None:
        """Return set-up and session of a save, as it stands or stood before the entry; None for a record."""
        if (save := self._save) is None:
            return None
        session = save.session
        if self._entry is not None:
            expect_entry(str(self._path), self._entry, len(session.steps))
            session = session.before(self._entry)
        return save.setup_of(session.present), session

    def _no_battle(self) -> NoBattle | None:
        """Return the remark that no battle is under way, for a save without a named entry; else None."""
        no_battle = self.battles.no_battle
        asked = self._setup_and_session() if self._entry is None and no_battle is not None else None
        return None if asked is None or no_battle is None else no_battle(*asked)

    def chances(self, effort: Effort, on_progress: Callable[[str], None]) -> Report:
        """Estimate the chance to win the battle, or other chances that a game computes for a save.

        `on_progress` is called meanwhile with the estimate so far.
        """
        battles = self.battles
        if effort.aim is not None and not (battles.has_target and self._save is not None):
            raise BadInput(f"{self._path}: there is no chance to be aimed at here; leave out --aim")
        if battles.ahead is not None and (asked := self._setup_and_session()) is not None:
            report = battles.ahead(*asked, effort, on_progress)
            if report is not None:
                return report
        if battles.winning is None:
            needs = "needs a save" if battles.ahead is not None else "isn't computed"
            text = f"the chance of a whole battle {needs} in {self._game.title}; leave out --battle"
            raise BadInput(f"{self._path}: {text}")
        report = battles.winning(self.battle(whole=False), effort, on_progress)
        no_battle = self._no_battle()
        return report if no_battle is None else _OfLast(report, NoBattle(no_battle.last))

    def odds(self, move: str | None, magic: Iterable[str], screen: Screen | None = None) -> Report:
        """Compute the odds of the possible next moves, of one `move`, or of what it names in a save.

        That no battle is under way is shown at once on the prompt's `screen`, else with the report. Raises Illegal
        for a move that isn't legal.
        """
        battles = self.battles
        if battles.named is not None and move is not None and (asked := self._setup_and_session()) is not None:
            report = battles.named(*asked, move)
            if report is not None:
                return report
        no_battle, way = self._no_battle(), shlex.join(["referee", "odds", str(self._path), "--battle"])
        way = way if screen is None else "odds battle"
        try:
            fought = self.battle(whole=False)
        except BadInput as error:
            if no_battle is None or not no_battle.ahead:
                raise
            raise type(error)(f"{error}; {no_battle.ahead[0].lower()}{no_battle.ahead[1:]}: {way}") from None
        if no_battle is not None and move is not None:
            raise BadInput(f"{no_battle.last}{no_battle.ahead and f' {no_battle.ahead}: {way}'}")
        if no_battle is not None and screen is not None:
            _show_no_battle(no_battle, way, screen)
            no_battle = None
        report = battles.odds(fought, move, magic)
        return report if no_battle is None else _OfLast(report, no_battle, way)

    def verdict(
        self, fought: Any, *, brief: bool, filed: bool, every: bool = False, seconds: float = SECONDS
    ) -> Judged:
        """Judge a battle of this file, or for None its log, with the readings that it depends on.

        That of a record is `filed` if the file has all of it, claims too. A verdict on a save's battle includes what
        the table overruled, in all of the log or in the entry; the step under way has the number that it will have.
        """
        game, path, entry, save = self._game, self._path, self._entry, self._save
        data = self._data or read_toml(path)
        if fought is None:
            from referee.saves.judged_log import judge_log, log_by_readings

            judged = judge_log(game, path, data, entry, at_prompt=self._at_prompt is not None)
            return log_by_readings(game, path, data, judged, entry, every=every, seconds=seconds)
        battles, record = self.battles, data if filed and save is None else None
        report = battles.judge(fought, brief)
        report = self._by_readings(report, fought, record, every=every, seconds=seconds)
        if save is not None:
            if every:
                from referee.saves.judged_log import log_by_readings

                # an entry's other fights aren't in its record
                tried = readings_of(battles.readings) if "others" not in report.data() else ()
                report = log_by_readings(game, path, data, report, entry, every=True, seconds=seconds, but=tried)
            report = self._with_agreed(report, save.session)
        return report

    def _with_agreed(self, report: Judged, session: Session[Any]) -> Judged:
        """Add what the table overruled to a verdict; one that lists it itself stays as it is."""
        steps = enumerate([*(step.answers for step in session.steps), session.draft], 1)
        texts = ((n, one.text) for n, answers in steps if self._entry in (None, n) for one in answers)
        agreed = tuple((n, text) for n, text in texts if split_overrule(text)[1])
        return _WithAgreed(report, agreed) if agreed and "agreed" not in report.data() else report

    def _by_readings(self, report: Judged, fought: Any, data: Data | None, *, every: bool, seconds: float) -> Judged:
        """Return a verdict with the readings it depends on; without `data` a record is made of the battle."""
        from referee.saves.differing import NotFitting, differing

        battles, path = self.battles, self._path
        declared = battles.readings
        if declared is None or not (every or report.against):
            return report
        try:
            found = parse_toml(battles.text(fought), str(path)) if data is None else data
        except RefereeError:
            return report  # no record can express it

        def judged(other: Data) -> Mapping[str, Any]:
            try:
                return battles.came_of(battles.judge(battles.read(path, {**found, **other}, self._deck), True).data())
            except BadInput as error:
                raise NotFitting(str(error).removeprefix(f"{path}: ")) from None

        # not all that came of it in a game is in its record
        ruled = battles.came_of(report.data()) if data is not None else judged({})
        if ruled["legal"] != report.data()["legal"]:
            return report  # a record doesn't allow what the table overruled
        return differing(self._game.name, report, declared, found, ruled, judged, every=every, seconds=seconds)

    def show(self, said: Command, screen: Screen) -> None:
        """Show what is asked at the prompt: the odds, the verdict, or whether a claim holds.

        Raises BadInput, Unreadable or Ambiguous, and Illegal for a move that isn't legal.
        """
        if said.name == "odds":
            effort = effort_for_battle(said, has_target=self.battles.has_target)
            if effort is not None:
                who_wins(self.chances, effort, screen)
            else:
                _show(self.odds(said.argument or None, (), screen), screen)
            return
        fought = self.judged() if said.name == "judge" else self.battles.claimed(self.battle(), said.argument)
        report: Report = self.verdict(fought, brief=True, filed=False)
        if said.name == "judge" and fought is not None and report.against and self.battles.cost is not None:
            from referee.preferences import load
            from referee.sampling.race import Effort

            cost = partial(self.battles.cost, fought)
            report = WithCost(report, cost, Effort(SECONDS), estimated=load().cost, at_prompt=True)
        _show(report, screen)


class _OfLast(ReportAround, frozen=True):
    """A report on the last battle of a game, preceded by the remark that none is under way."""

    no_battle: NoBattle
    way: str = ""

    def show(self, screen: Screen) -> None:
        """Show the remark, then the report."""
        _show_no_battle(self.no_battle, self.way, screen)
        self.report.show(screen)


def _show_no_battle(no_battle: NoBattle, way: str, screen: Screen) -> None:
    """Show that no battle is under way, and the command that shows what lies ahead."""
    screen.line(no_battle.last)
    if no_battle.ahead:
        screen.line(f"{no_battle.ahead}:")
        screen.command(way)


def effort_for_battle(said: Command, *, has_target: bool = False) -> Effort | None:
    """Parse the effort for the chance to win ("odds battle 30": seconds); None for another command.

    In a game that `has_target` at a chance, that can be named: "odds battle 75%". Raises BadInput in other games.
    """
    asked = _BATTLE.fullmatch(fold(said.argument)) if said.name == "odds" else None
    if asked is None:
        return None
    from referee.sampling.race import Effort

    if asked["aim"] and not has_target:
        raise BadInput(f"there is no chance to be aimed at here; leave out {asked['aim']}%")
    return Effort(float(asked["seconds"] or SECONDS), aim=int(asked["aim"]) / 100 if asked["aim"] else None)


def who_wins(compute: Callable[[Effort, Callable[[str], None]], Report], effort: Effort, screen: Screen) -> None:
    """Show a chance to win, with a progress bar that Ctrl-C stops. Raises BadInput."""
    try:
        with progress(effort.seconds, silent=screen.plain) as on_progress:
            report = compute(effort, on_progress)
    except KeyboardInterrupt:
        screen.line("  Stopped.")
        return
    _show(report, screen)


def _show(report: Report, screen: Screen) -> None:
    """Show a report at the prompt, with its notes."""
    report.show(screen)
    for note in report.notes:
        screen.line(f"note: {note}", style="dim")


class _WithAgreed(ReportAround, frozen=True):
    """A verdict on a battle, followed by what the table overruled in it."""

    agreed: tuple[tuple[int, str], ...]

    def data(self) -> dict[str, Any]:
        """Return the verdict, with the overruled entries and the reasons."""
        agreed = [{"entry": number, "because": split_overrule(text)[1]} for number, text in self.agreed]
        return {**self.report.data(), "agreed": agreed}

    def show(self, screen: Screen) -> None:
        """Show the verdict, then a line for each entry."""
        self.report.show(screen)
        for number, text in self.agreed:
            screen.line(f"entry {number}  agreed against the rules: {text}")


# --- A record replayed from one of its turns, with another move in its place ----------------------


def played_again(battles: AnyBattles, record: Any, number: int, instead: str, deck: str) -> tuple[str, str, str]:
    """Replay a record up to a turn; with `instead` play that move, then the rest with the same dice while they fit.

    Returns the new record's text, how much was kept ("4 turns"), and why it ends there ("" if all was kept). Claims
    are left out from there on. `deck` is where the new record finds its cards. Raises BadInput for a turn that the
    record doesn't have, Illegal for a move that isn't legal there, and what can't be read.
    """
    where, name = record.where, record.file.part
    every = getattr(record.file, f"{name}s")
    if not 1 <= number <= len(every):
        raise BadInput(f"{where}: there is no {name} {number}; they are numbered from 1 to {len(every)}")
    kept, ended = tuple(every[: number - 1]), ""

    def text(turns: Sequence[Any], deck: str) -> str:
        return battles.write(replace(battles.without_parts(record.file), **{f"{name}s": turns, "deck": deck}))

    def read(turn: Any) -> Any:
        return battles.read(Path(where), parse_toml(text((*kept, turn), record.file.deck), where), None)

    first, *others = battles.instead(every[number - 1], instead) if instead else (None,)
    if instead:
        read(first)  # raises for a move that can't be read
    for other in others:  # its dice were those of another move
        try:
            battles.judge(read(first), True)
        except BadInput:
            first = other
    for turn in (first, *(battles.instead(one, "")[0] for one in every[number:])) if instead else ():
        try:
            judged: Any = battles.judge(read(turn), True)
        except BadInput as error:
            if turn is first and not others:
                raise
            ended = str(error).removeprefix(f"{where}: ")
            break
        if (illegal := judged.illegal) is not None:
            at = illegal.number
            if at == number:
                raise Illegal(illegal.reason, illegal.ruling)
            entry = (*kept, turn)[max(at, 1) - 1]
            ended = f"{name} {at} ({getattr(entry, 'move', entry)}) isn't legal: {illegal.reason}"
            break
        kept = (*kept, turn)
    return text(kept, deck), so_many(len(kept), name), ended


# --- Verdict with costs ---------------------------------------------------------------------------
# A verdict, and the cost of its mistakes: that may take some seconds, so it is shown after the verdict.


Cost = Callable[[CostAsked], "Iterable[MistakeReport]"]
"""Computes the cost of each mistake, one after the other."""

BEGUN = "what difference it makes; Ctrl-C stops that"
"""Text beside the progress bar before there is an estimate."""

NO_MISTAKE = "No mistakes found."
NO_CHANCE = "It changes no chance, or the battle is over by then."
"""Texts for when no cost was found."""


class WithCost(ReportAround, frozen=True):
    """A verdict, and the cost of its mistakes, computed after it; in a game perhaps that of one `entry` of its log.

    If that was `asked` for, it is shown too that there is no mistake. Unless `estimated`, only the ways open to the
    table are shown. `at_prompt` shows them as they are typed there.
    """

    cost: Cost
    effort: Effort
    entry: int | None = None
    asked: bool = True
    estimated: bool = True
    at_prompt: bool = False

    def data(self) -> dict[str, Any]:
        """Return the verdict in the fixed machine format, with the cost of each mistake. Raises BadInput."""
        return {**self.report.data(), "cost": [one.data() for one in self._costs(lambda line: None)]}

    def show(self, screen: Screen) -> None:
        """Show the verdict at once, then the cost of its mistakes."""
        self.report.show(screen)
        screen.flush()
        told = self._show_costs(screen) if self.estimated else self._show_ways(screen, ())
        if not told and self.estimated and (self.asked or self.against):
            screen.line(NO_CHANCE if self.against else NO_MISTAKE)

    def _costs(self, tell: Callable[[str], None]) -> Iterable[MistakeReport]:
        return self.cost(CostAsked(self.effort, tell, self.entry))

    def _show_costs(self, screen: Screen) -> bool:
        """Show the cost of each mistake, with a progress bar meanwhile; return whether anything was shown.

        Ctrl-C stops it; the results so far are shown, and the ways that need no estimate. So is the reason if nothing
        can be computed.
        """
        begun = time.monotonic()
        found: list[MistakeReport] = []
        last = looks = ""

        def tell(line: str) -> None:
            nonlocal looks
            looks = line
            on_progress(line)

        try:
            with progress(self.effort.seconds, BEGUN, silent=screen.plain) as on_progress:
                for one in self._costs(tell):
                    found.append(one)
                    looks = ""
        except KeyboardInterrupt:
            last = f"Stopped after {round(time.monotonic() - begun)} s{f'; so far {looks}' if looks else ''}."
        except BadInput as error:
            last = f"Its effect can't be shown: {error}"
        for one in found:
            one.show(screen, at_prompt=self.at_prompt)
        if last:
            screen.line()
            screen.line(last)
            self._show_ways(screen, found)
        return bool(found or last)

    def _show_ways(self, screen: Screen, known: Iterable[MistakeReport]) -> bool:
        """Show the ways that need no estimate, for mistakes not yet `known`; return whether there were any."""
        known_mistakes = {one.about for one in known}
        left: list[MistakeReport] = []
        with suppress(BadInput):  # there are none, as for an entry that is no turn
            asked = CostAsked(self.effort, lambda line: None, self.entry, estimated=False)
            left += [one for one in self.cost(asked) if one.about not in known_mistakes]
        for one in left:
            one.show_ways(screen, at_prompt=self.at_prompt)
        return bool(left)
