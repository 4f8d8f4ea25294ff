"""An open save as the loop plays it: show it, score it, explain it, as its game declares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from referee import recent
from referee.asking.meaning import Vocabulary
from referee.asking.question import COMMANDS, Command, CommandName, Procedure, Question
from referee.declaration.corrections import whole_counts
from referee.declaration.game import Game, public_log, secrets_of
from referee.declaration.plain import light_status, screens_of
from referee.declaration.readings import unusual, write_readings
from referee.declaration.tracking import hands, missing, moved_things, verify_counted
from referee.errors import BadInput, NotFought, Unreadable
from referee.explain.why import explain, explained_game, just_happened
from referee.play.line import show_alone
from referee.play.loop import found_in_log
from referee.play.notation import CLAIM, UNDER_WAY, Step, write_step
from referee.play.session import Session
from referee.play.table import Table
from referee.rulebook.rules import rulebook, table_words
from referee.saves.amending import amend_at_prompt
from referee.saves.battles import BattleFile
from referee.saves.evening import BREAK, length_of
from referee.saves.save import OnDisk, OpenSave
from referee.text.names import by_key, find, printable
from referee.text.pattern import lazy_pattern

if TYPE_CHECKING:
    from referee.cards.remember import Memory
    from referee.explain.screen import WhyReport
    from referee.text.screen import Screen


PARTED = 5
"""Limit of events at a turn's end shown one a line at a terminal; more go in a paragraph above the board."""

ENDLESS, LOG_HEAD, AROUND_SCORE = 10_000, 5, 3
"""Height of a screen without a limit; lines kept free for other things below a listed log, and around a score."""


class SavedTable(Table):
    """A game at the table: the save, the screen that it is shown on, and the cards that it learns."""

    game: Game[Any, Any]
    check = "score"  # the command that tells how it ended

    def __init__(self, game: Game[Any, Any], found: OnDisk, screen: Screen) -> None:
        """Open a save that was read, for play at the table. Raises BadInput."""
        self.open_save: OpenSave[Any] = OpenSave(game, found)
        self.game = game
        self.screen = screen
        self.commands = commands_of(game)
        self._screens = screens_of(game)
        self._greeted = False
        self._shown_lines: set[str] = set()  # lines about choices that newcomers have seen
        self.laid_out = False  # whether hands were told step by step how the board is laid out
        self.teaching = False  # whether newcomers are told what is new to them
        self.until = ""  # when the evening is to end, as "23:00"
        self._opened = datetime.now().astimezone()
        self._warned = False  # whether it was said that the end is past
        self._timed_turn = ""
        self._taught: set[str] = set()
        self.goal_told = bool(self.session.steps or self.session.draft)  # or the game began before newcomers came
        self._last_shown: Any = None  # the state that was shown last
        self._more: Callable[[], bool] = bool  # whether more answers are typed already
        self._passed = ""  # who was to see a lasting heading, where the answer was typed already
        self._delayed: list[Callable[[], None]] = []  # the boards that weren't shown for them
        self.tell_from_here()
        deck = self.setup.deck if game.cards is not None else ""
        self._memory = memory(game, deck, found.path, self._learnt(self.session.state), self.say)

    @property
    def setup(self) -> Any:
        """The set-up before the first turn, with the readings that hold now."""
        return self.open_save.setup_of(self.session.present)

    @property
    def _held(self) -> dict[str, str]:
        """Readings that the table has decided otherwise than usual."""
        return unusual(self.open_save.rules.readings, self.setup)

    def _show_house_rules(self, screen: Screen) -> None:
        """Show these readings in a line, if there are any."""
        if held := self._held:
            screen.line(f"House rules: {write_readings(held)}")

    @property
    def session(self) -> Session[Any]:  # type: ignore[override]
        """The game being played."""
        return self.open_save.session

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.open_save.rules.over(self.setup, self.session.state)

    # --- the save ---------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the save, and cards learnt since to the group's deck. Raises Overtaken if another was faster."""
        self.open_save.save()
        if self._memory is not None:
            self._memory.print_doubts(self._learnt(self.session.present))
            self._memory.remember(self._learnt(self.session.state))

    def _learnt(self, state: Any) -> dict[str, Any]:
        return dict(self.game.learnt(state)) if self.game.learnt is not None else {}

    def tell_from_here(self) -> None:
        """Tell later events from the present state on, which may lie in another battle after a jump in the log."""
        self._told = self._screens.begin(self.session.present)

    def reload(self) -> None:
        """Load what another program has written. Raises BadInput for a state that was changed by hand."""
        self.open_save.reload()
        self.tell_from_here()
        if self.open_save.changed:
            raise BadInput(
                f"{self.open_save.path}: it was changed by hand while you played; your last answer isn't in it. "
                f"Go on with: referee play {self.open_save.path}, which asks what is to be done with the change"
            )

    def refresh(self) -> bool:
        """Load what another program has written since; return whether there was anything. Raises as `reload` does."""
        stale = self.open_save.stale
        if stale:
            self.reload()
        return stale

    @property
    def vocabulary(self) -> Vocabulary:
        """Players' names, the game's words, and a check for corrections typed without their verb."""
        return Vocabulary(
            lambda: [player.name for player in self.session.present.players],
            lambda: table_words(self.open_save.game.name),
            lambda text: self.open_save.rules.all_corrections.bare(self.setup, self.session.present, text),
            lambda: {verb for moves in self.open_save.game.moves.values() for verb in moves().begins},
        )

    def correction(self) -> Procedure[Step | None]:
        """Ask for a correction of the state."""
        asked = self.session.question.who if self.session.question is not None else ""
        return self.open_save.rules.all_corrections.ask(self.setup, self.session.state, asked, self.session.present)

    def hands(self, before: Any) -> list[str]:
        """List what hands must move so that the table is as the state says now, and not as `before`."""
        rules, now = self.open_save.rules, self.session.present
        lacked, lacks = missing(rules, before), missing(rules, now)
        moved = (
            moved_things(rules.places(self.setup, before), rules.places(self.setup, now)) if lacked == lacks else ()
        )
        return [*hands(rules, before, now, {*lacked, *lacks}), *moved]

    # --- what it shows ----------------------------------------------------------------------------

    def show(self, events: Sequence[Any]) -> None:
        """Show what the hands must do; at the start and at a turn's end where everybody stands, at last the score."""
        begun = bool(self.session.steps or self.session.draft)
        if not self._greeted and not events and not begun and not self.laid_out:
            self._screens.show_start(self.setup, self.screen)
        over = any(event.ends_turn for event in events)
        if not self._greeted and not over:
            self.status()  # what has happened of the step under way stands below it, as below a battle
        elif events and not over and not self.session.draft:
            self._show_or_delay(self._show_under_way)
        self._greeted = True
        long = over and len(events) > PARTED and self.screen.height is not None
        self.screen.dense = self._more() or long
        self._told = self._screens.tell(self.session.present, events, self.screen, self._told)
        if over:
            if self.over:
                self.score(brief=True)
            else:
                self._show_or_delay(self.status)
                if self.until:
                    self._tell_time()
        self._teach()

    def show_boards_unless(self, more: Callable[[], bool]) -> None:
        """Show no board while there are `more` answers; it is shown when something is asked."""
        self._more = more

    def _show_or_delay(self, board: Callable[[], None]) -> None:
        if board in self._delayed:
            self._delayed.remove(board)
        if self._more():
            self._delayed.append(board)
        else:
            board()

    def _show_under_way(self) -> None:
        """Show the state while a step is under way."""
        self._screens.under_way(self.session.present, self.screen)

    def _tell_time(self) -> None:
        """Tell how long the turn took and how many fit, once for each turn and only when a new one has begun."""
        steps = self.session.steps
        turn = steps[-1].at.partition(",")[0] if steps else ""
        if (
            turn in ("", self._timed_turn)
            or turn == self.open_save.rules.label(self.session.present).partition(",")[0]
        ):
            return
        self._timed_turn = turn
        now = datetime.now().astimezone()
        if line := time_report(
            steps, self.until, now, self._opened, warned=self._warned, turns=self.open_save.rules.turns(self.setup)
        ):
            self.say(line)
        self._warned = is_past(steps, self.until, now)

    def _teach(self) -> None:
        """Tell newcomers the goal, the rule of each new kind of question, and in the first turn what can be done."""
        question, state = self.session.question, self.session.present
        if question is None or not self.teaching:
            return
        book = rulebook(self.game.name)
        if not self.goal_told:
            self.goal_told = True
            for line in book.newcomers:
                self.screen.line(line)
        lesson = self._screens.lessons.get(question.key)
        if lesson is None:
            return
        if question.key not in self._taught:
            known = {answer.key for step in self.session.steps for answer in step.answers}
            if question.key not in known:
                sentence = book.text(book.entries[lesson.rule]).partition(". ")[0].rstrip(".")
                self.screen.print_indented(f"New: {sentence}.", dim=f"  ({book.in_words(lesson.rule)})")
            self._taught.add(question.key)
        if self._screens.is_first_turn(state):
            for line in lesson.lines(self.setup, state):
                if line not in self._shown_lines:
                    self._shown_lines.add(line)
                    self.screen.print_indented(line, by=4)

    def heading(self, question: Question[Any]) -> Callable[[], None] | None:
        """Return a function that shows, above a question, what the player who decides has; None for nothing."""
        show = self._screens.headings.get(question.key)
        if show is not None and missing(self.open_save.rules, self.session.present):
            show = None
        if show is not None and question.key == self._screens.lasting and self._more():
            self._passed = question.who
        if show is None and self._passed:
            show = self._screens.headings[self._screens.lasting]
        if show is None and not self._delayed:
            return None

        def draw() -> None:
            owed, self._delayed = self._delayed, []
            for board in owed:
                board()
            self._passed = ""
            if show is not None and self._last_shown is not self.session.present:  # else it has just been shown
                show(self.setup, self.session.present, question.who, self.screen)

        return draw

    def show_events(self, events: Sequence[Any]) -> None:
        """Show what the hands must do, and not where everybody stands unless a turn is over."""
        self._greeted = True
        self.show(events)

    def status(self) -> None:
        """Show where everybody stands."""
        self._last_shown, self._delayed = self.session.present, []
        self.tell_from_here()
        self._show_standing(self._screens.status, self.screen)

    def asked_status(self) -> None:
        """Show where everybody stands, and what else the game shows on request."""
        self._show_standing(self._screens.asked or self._screens.status, self.screen, asked=True)
        self._show_house_rules(self.screen)

    def board(self, screen: Screen | None = None) -> None:
        """Show everything that everybody may see, as one picture."""
        screen = screen or self.screen
        self._show_standing(self._screens.board, screen, asked=True)
        self._show_house_rules(screen)

    def layout(self) -> list[str]:
        """List the steps in which the board is laid out for this game. Raises BadInput if the game has none."""
        steps = list(self._screens.layout(self.setup))
        if not steps:
            raise BadInput(f"{self.game.title} has no checklist yet; see its rules of set-up")
        return steps

    def _show_standing(
        self, show: Callable[[Any, Any, Screen], None], screen: Screen, *, asked: bool = False
    ) -> None:
        """Show where everybody stands; of a game that doesn't track everything, what is tracked."""
        if missing(self.open_save.rules, self.session.present):
            light_status(self.game, self.setup, self.session.present, screen, asked=asked)
        else:
            show(self.setup, self.session.present, screen)

    def score(self, *, brief: bool = False) -> None:
        """Show the score if the game ended now; at the end, or where the terminal is too low, a `brief` one."""
        import shlex
        from io import StringIO

        from referee.scores.screen import show_score
        from referee.text.screen import Screen

        try:
            verify_counted(self.open_save.rules, self.session.present)
        except BadInput as error:
            self.say(f"{error}.")
            return
        scores = self.game.scores()
        outcome, words = scores.outcome(self.setup, self.session.present), scores.words()
        long = False
        if not brief and self.screen.height is not None:
            show_score(outcome, words, Screen(self.screen.plain, whole := StringIO(), self.screen.width))
            long = whole.getvalue().count("\n") + AROUND_SCORE > self.screen.height
        self.screen.line()
        show_score(outcome, words, self.screen, brief=brief or long)
        if long:
            self.say(f"A line for each point: referee score {shlex.quote(str(self.open_save.path))}")
        self._show_house_rules(self.screen)

    def explanation(self, number: int | None = None) -> WhyReport:
        """Explain why an entry of the log, by default the last one, came out as it did. Raises BadInput."""
        from referee.explain.screen import WhyReport

        return WhyReport(
            explain(explained_game(self.game), self.open_save.setup, self.session, number), rulebook(self.game.name)
        )

    def why(self, number: int | None = None) -> None:
        """Show the explanation of an entry, by default of what has just happened. Raises BadInput."""
        self.explanation(just_happened(self.session) if number is None else number).show(self.screen)

    def public_state(self) -> dict[str, Any]:
        """Return the state as plain data, as far as everybody may see it."""
        lacks = missing(self.open_save.rules, self.session.present)
        return {**self.open_save.public_state(), **({"not_tracked": lacks} if lacks else {})}

    def public_log(self) -> list[Step]:
        """Return the log, as far as everybody may see it."""
        return public_log(self.game, self.session.steps, self.session.present, lambda: self.over)

    def advise(self, question: Question[Any]) -> Question[Any]:
        """Add their odds to the moves of a battle."""
        if self.game.battles is None:
            return question
        return self.game.battles().advised(question, lambda: (self.setup, self.session.present))

    def hand_of(self, name: str) -> tuple[str, list[str]]:
        """Return a player's name, and what only this player may see now: cards in the hand.

        Raises Unreadable or Ambiguous for the name.
        """
        state = self.session.present
        name = find(name, by_key((player.name for player in state.players), str), "player")
        return name, secrets_of(self.game).hand(state, name)

    def log(self, words: str) -> None:
        """List the entries that have these words, or are of that turn; without words the last ones."""
        list_entries(self, self.public_log(), words)

    def look(self, name: str) -> None:
        """Show a player, alone, the cards that the program drew for the hand. Raises as `hand_of` does."""
        if not name:
            raise Unreadable("Say whose hand, like look " + str(self.session.present.players[0].name))
        player, hand = self.hand_of(name)
        show_alone(player, f"{player}'s hand: {', '.join(hand) or 'nothing that the program drew'}", self.screen)

    def claim(self, said: str) -> str:
        """Check a claim; return the correction that records it, "" where the game keeps none now. Raises BadInput."""
        if self.game.battles is None:
            return CLAIM + said
        if counts := whole_counts(self.open_save.rules, self.session.present, said):
            return CLAIM + ", ".join(f"{of} {number}" for of, number, _ in counts)
        battles, read = self.game.battles(), self.open_save.rules.claims
        if battles.kept_claim is not None or read is None:
            return "" if battles.kept_claim is None else battles.kept_claim(self.session, said)
        if self.session.draft and not battles.under_way(self.setup, self.session):
            raise BadInput("What is under way has no values: nothing can be claimed of it yet.")
        path = self.open_save.path
        with _without_file(path):
            battles.claimed(battles.in_game(path.name, self.setup, self.session, None, True), said)
        kept = read(said)
        if self.session.draft and not battles.outlasts(kept):
            self.say("Not kept, as it may still change; now it is so:")
            return ""
        return f"{CLAIM}{UNDER_WAY * bool(self.session.draft)}{kept}"

    def of_battle(self, said: Command) -> None:
        """Show odds or the verdict of the battle under way, or the last one, or whether a claim holds.

        A verdict may be on the battle of an entry; where there is none it is on the log, up to an entry. Raises
        BadInput, and Illegal for a move that isn't legal.
        """
        entry = int(said.argument[:9]) if said.name == "judge" and said.argument else None
        if said.name == "claim" and (
            self.game.battles is None or whole_counts(self.open_save.rules, self.session.present, said.argument)
        ):
            return  # what is claimed there is told when it is kept
        with _without_file(self.open_save.path):
            BattleFile(self.game, self.open_save.path, {}, None, entry, self.open_save).show(said, self.screen)

    def end_at(self, said: str) -> str:
        """Set the evening's end to `said`, if given, beside the save and not in it; return what to tell of the end.

        Raises Unreadable for what is no time.
        """
        if said:
            self.until, self._warned = read_time(said), False
            recent.ends(self.open_save.path, self.until)
        return describe_time_left(self.session.steps, self.until, datetime.now().astimezone())

    def amend(self, number: int, said: str, ask: Callable[[Question[Any]], Any]) -> list[str]:
        """Replace an entry of the log, or remove it; return lines for the table. Raises RefereeError."""
        return amend_at_prompt(self, number, said, ask)

    def cite(self, rule: str) -> str:
        """Format a rule by title and page, a ruling by title and id; name the readings where tables differ."""
        book = rulebook(self.game.name)
        open_points = (one.name for one in book.readings.values() if one.entry == rule and one.answers)
        return "; ".join(
            (book.in_words(rule), *(f"tables differ: rules {name.replace('_', ' ')}" for name in open_points))
        )

    def rules(self, words: str) -> None:
        """Show this game's answer to a question, or the rules and rulings on a word."""
        from referee.answers.forms import show_answer
        from referee.answers.open_game import OpenGame
        from referee.rulebook.screen import show_rules

        book, game = rulebook(self.game.name), OpenGame(self)
        if words and (answer := game.says(words)):
            show_answer(answer, book, game.of_rules(words), self.screen)
        else:
            show_rules(
                book, game.of_rules(words), self.screen, example=self.game.example, names=game.names, held=self._held
            )

    def ask(self, words: str) -> dict[str, Any]:
        """Return this game's answer to a question, or the rules on it, as data. Raises BadInput if there are none."""
        from referee.answers.forms import rules_behind
        from referee.answers.open_game import OpenGame

        book, game = rulebook(self.game.name), OpenGame(self)
        if said := game.says(words):
            ids = rules_behind(said, book, game.of_rules(words))
            return {"game": book.game, "found_by": "state", "answer": said.answer, "lines": said.lines, "rules": ids}
        found = book.look_up(game.of_rules(words), game.names, self._held)
        ids = [entry.id for entry in found.entries]
        return {"game": book.game, "found_by": found.by, "answer": found.answer, "lines": (), "rules": ids}


@contextmanager
def _without_file(path: Path) -> Iterator[None]:
    """Name no file where no battle was fought: at the prompt it is clear which game is meant."""
    try:
        yield
    except NotFought as error:
        raise NotFought(str(error).removeprefix(f"{path}: ").removeprefix(f"{path.name}: ")) from None


def commands_of(game: Game[Any, Any]) -> list[CommandName]:
    """List the commands: without odds where a game has no battles, without look where no hands are hidden."""
    lacks: set[CommandName] = {"odds"} if game.battles is None else set()
    if not secrets_of(game).hides_hands:
        lacks.add("look")
    return [name for name in COMMANDS if name not in lacks]


def memory(
    game: Game[Any, Any], deck: str, save: Path, known: dict[str, Any], say: Callable[[str], None]
) -> Memory[Any] | None:
    """Return the memory for cards that a game learns, in the deck it was begun with; None for one without cards."""
    if game.cards is None:
        return None
    from referee.cards.remember import Memory

    return Memory(game.cards, game.name, deck, save, known, say)


# --- The log on the screen ------------------------------------------------------------------------


def list_entries(table: Table, log: Sequence[Step], words: str) -> None:
    """List the entries of a log that have these words, or are of that turn; without words the last ones."""
    found = found_in_log(log, words, table.session.public_text)
    if not found:
        table.say(f'No entry has "{printable(words)}".' if words else "Nothing has been entered yet.")
    rows, first = 0, len(found)
    for step, after in pairwise([*(log[number - 1] for number in reversed(found)), None]):
        assert step is not None
        rows += -(-(len(write_step(step)) + 6) // table.screen.width) + (after is None or after.at != step.at)
        if rows > (table.screen.height or ENDLESS) - LOG_HEAD and first < len(found):
            break
        first -= 1
    if first:
        table.say(f"{first} earlier; words find them, like log turn 2.")
    show_log([(number, log[number - 1]) for number in found[first:]], table.screen)


def show_log(steps: Iterable[tuple[int, Step]], screen: Screen) -> None:
    """Show the steps of a log with their numbers, under headings where the place in the game changes."""
    before = None
    for number, step in steps:
        if step.at != before:
            screen.line(f"{step.at[:1].upper()}{step.at[1:]}", style="bold")
            before = step.at
        for old in step.removed:
            screen.line(f"      amended: {_indent_further_lines(old)} was taken out here", style="dim")
        whose = f"{step.who}: " if step.who else ""
        text = write_step(replace(step, because="")).removeprefix(whose)
        screen.line(f"{number:>4}  {whose}{_indent_further_lines(text)}")
        if step.because:
            screen.line(f"      because {_indent_further_lines(step.because)}", style="dim")
        if step.was:
            screen.line(f"      amended: it was {_indent_further_lines(step.was)}", style="dim")


def _indent_further_lines(text: str) -> str:
    """Indent the further lines of a text in the log to where no entry can begin."""
    return "\n        ".join(text.splitlines())


# --- The clock of an evening: how long turns took, and how many fit before its end ----------------


_TIME = lazy_pattern(r"([0-9]{1,2})(?::([0-5][0-9]))?")
NEVER = ("none", "off")
"""Typed for an evening without a set end."""
LATE = timedelta(hours=6)
"""An evening that begins up to this long after its end is late; later the next day's end is meant."""


def read_time(text: str) -> str:
    """Parse a time of day, "23:00"; "" for none. Raises Unreadable."""
    end = text.strip().lower().replace(".", ":")
    if end in NEVER:
        return ""
    if (found := _TIME.fullmatch(end)) and int(found[1]) < 24:
        return f"{int(found[1]):02}:{found[2] or '00'}"
    raise Unreadable(f'"{text}" isn\'t a time of day; write it like 23:00, or {NEVER[0]}')


SHORT = timedelta(seconds=30)
"""Turns shorter than this aren't counted to see how many fit."""


def time_report(
    steps: Sequence[Step],
    until: str,
    now: datetime,
    opened: datetime | None = None,
    *,
    warned: bool = False,
    turns: int = 0,
) -> str:
    """Describe, at a turn's end, how long it took, and how many like those so far fit before `until`.

    A turn is what the entries have before their first comma ("turn 4"). The time before the program was `opened`
    counts as a pause, as does a long time without an entry. That the end is past is told once, and not to those who
    are `warned`. "" where too little is known.
    """
    spans = _turn_lengths(steps, opened)
    if not spans:
        return ""
    turn, took = list(spans.items())[-1]
    sentence = f"{turn[:1].upper()}{turn[1:]} took {_length(took)}."
    time_left = ends(until, sitting(steps, now)) - now
    if time_left <= timedelta():
        return sentence if warned else f"{sentence} It is past {until}."
    from statistics import median  # loaded once an evening has lasted a turn

    usual = timedelta(seconds=median(span.total_seconds() for span in spans.values()))
    if usual < SHORT:
        return f"{sentence} {_length(time_left)} are left until {until}."
    fit = int(time_left / usual)
    number = turn.rpartition(" ")[2]
    remain = turns - int(number) if turns and number.isdecimal() else 0
    if 0 < remain <= fit:
        return f"{sentence} All {remain} turns left fit (about {_length(remain * usual)})."
    more = "no other fits" if fit == 0 else f"{fit} more fit" if fit > 1 else "one more fits"
    return f"{sentence} {more[:1].upper()}{more[1:]} before {until}, at {_length(usual)} each."


def describe_time_left(steps: Sequence[Step], until: str, now: datetime) -> str:
    """Describe how much time is left before `until`; for "" how an end is set."""
    if not until:
        return "The evening has no end. Set one like this: until 23:00."
    if is_past(steps, until, now):
        return f"It is past {until}."
    return f"{_length(ends(until, sitting(steps, now)) - now)} are left until {until}."


def is_past(steps: Sequence[Step], until: str, now: datetime) -> bool:
    """Return whether the end of the evening has passed."""
    return now >= ends(until, sitting(steps, now))


def _turn_lengths(steps: Sequence[Step], opened: datetime | None) -> dict[str, timedelta]:
    """Compute how long each turn took, by its label."""
    spans: dict[str, timedelta] = {}
    last: datetime | None = None
    for step in steps:
        at = step.made
        if at is None:
            continue
        if last is not None and opened is not None and last < opened <= at:
            last = opened
        spent = at - last if last is not None and timedelta() <= at - last < BREAK else timedelta()
        turn = step.at.partition(",")[0]
        spans[turn] = spans.get(turn, timedelta()) + spent
        last = at
    return spans


def sitting(steps: Sequence[Step], now: datetime) -> datetime:
    """Return when those who play now sat down: the first entry since the last long time without one."""
    began = now
    for step in reversed(steps):
        at = step.made
        if at is not None:
            if began - at >= BREAK:
                break
            began = min(at, began)
    return began


def ends(until: str, began: datetime) -> datetime:
    """Return when an evening that `began` then is to end: by local time, within the day, or a little before.

    Somebody who sits down at 23:10, and is to end at 23:00, is late, and doesn't play until the next evening.
    """
    earliest = began - LATE
    day = earliest.astimezone().date()
    for later in range(3):
        end = datetime.combine(day + timedelta(days=later), time.fromisoformat(until)).astimezone()
        if end > earliest:
            break
    return end


def _length(span: timedelta) -> str:
    return length_of(round(span / timedelta(minutes=1)))
