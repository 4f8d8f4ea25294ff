"""The answerer for a person at a terminal.

The options are listed once for a question, as far as they fit the screen, and again on `?`; then a line is read that
may hold several answers (`play.line`): a number of the list, words that fit one of the legal answers
(`asking.meaning`), or a command. A text that fits nothing is refused and never taken for something else, and the rest
of its line comes back to be edited. In plain mode lines are read with `input`. Ctrl-C raises KeyboardInterrupt;
earlier answers are on disk by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from referee.asking.interrupts import interrupts_text, is_interruption, ways_to_interrupt
from referee.asking.meaning import QUIET, AmbiguousText, Suggestion, Vocabulary, exactly, fit
from referee.asking.question import (
    ASIDE,
    OF_BATTLES,
    Command,
    CommandName,
    Option,
    Question,
    Throw,
    asks_for_list,
    read_command,
)
from referee.asking.words import asks, tells_of
from referee.errors import BadInput, Illegal, Incomplete, RefereeError, Unreadable, fault
from referee.play import line as lines
from referee.play.line import has_terminal, wait_until_alone
from referee.play.loop import why_not
from referee.play.notation import as_answer, looks_like_correction, read_one
from referee.play.reading import OVER, Earlier, Reader, answers, expect_thrown, shortest
from referee.play.table import Answerer, Cite
from referee.text.grammar import ORDINALS, whose
from referee.text.names import fold, printable
from referee.text.pattern import lazy_pattern
from referee.text.streams import in_short, sanitized

if TYPE_CHECKING:
    from referee.text.keyboard import Keyboard
    from referee.text.screen import Screen

LISTED, CLOSED = 45, 6
"""Maximal number of options that are listed (more are found by their beginning), and of closed ones with reasons."""

CHOOSING = "to choose from; type the beginning of a name"

NAMES = 9
"""Maximal number of options listed above a question's language help, which fills a screen."""

FEWEST, LEAST, SHUT = 3, 6, 3
"""Minimal number of lines of a list, however little room is left: `FEWEST` for 3 to `LEAST` answers, `LEAST` for
fewer or more; and the number of lines kept for closed answers."""


ROUND = 4
"""Number of answers of several players, typed one by one, after which they are shown as one line."""

LONGEST_LESSON = 60
"""Length of the longest such line that is worth showing."""

CUT, UNCUT = 4, 6
"""Minimal number of letters left of a name in that line; a name with up to `UNCUT` letters isn't shortened."""

SIDES = 6
"""With dice of this many faces, a number of the list and a die look like two dice."""

LONG, LONGER = 24, 72
"""A refused card with more than `LONG` letters comes back to be edited; a shorter one is retyped as quickly. A list
with more than `LONGER` letters isn't repeated in a message if it stands above."""

_WE = lazy_pattern(r"(?i)\b(?:i|we)\b")
"""Words for the player who typed a line."""
_PLACE = lazy_pattern(
    r"(?:(?:i'll |i |we'll |let's )?(?:take |do |pick |choose |use )(?=the |number ))?"
    r"(?:the |number |nr |no\. ?|#)?(\w+)(?: one)?"
)
"""A place in a list: "the second one"."""
_YES = ("y", "yes", "ok", "okay", "sure", "done", "all done", "that is all")
_NO = ("n", "no")


def person(screen: Screen, otherwise: str = "") -> Person:
    """Create the answerer for this terminal. Raises BadInput if there is no terminal, with the advice `otherwise`."""
    if not has_terminal():
        instead = otherwise or "give the answers in a file with --moves FILE"
        raise BadInput(f"there is no terminal to ask at; {instead}")
    return Person(screen)


class TypedLine(Struct):
    """Typed line: the answers `left` of it, and the `part` that was taken last.

    It is `parted` if several answers were typed, and `several` also if dice followed one; `thrown` if the last part
    was dice. The `sure` answer was confirmed with Enter: it isn't questioned again, and while the line is `fresh` it
    means nothing else. `who` decided something in it last. What is `kept` of a line waits for the answer to a
    question that came between.
    """

    left: list[str] = []
    part: str = ""
    parted: bool = False
    several: bool = False
    thrown: bool = False
    sure: str = ""
    fresh: bool = True
    who: str = ""
    kept: bool = False

    def take(self) -> str:
        """Take the next answer of the line."""
        self.part = self.left.pop(0)
        return self.part

    def put_back(self, rest: Sequence[str]) -> None:
        """Put the texts after an answer back, as the next answers."""
        self.left[:0] = rest
        self.several = True


class Proposed(Struct, frozen=True):
    """Answers proposed instead of a refused one, with those that were to follow; Enter accepts them.

    After the name of a `new` card, its printed text may be typed.
    """

    answers: list[str]
    new: bool = False


class Fitting(Struct, frozen=True):
    """The options that a refused answer fits: a number chooses one, and `rest` follows it."""

    options: Sequence[Option]
    rest: list[str]


class LineToEdit(Struct, frozen=True):
    """A refused line that stands in the input line, to be edited."""

    line: str


class Begun(Struct, frozen=True):
    """An incomplete answer, of which the next line may say the rest."""

    text: str


Said = str | Command | Option
"""What was typed at a question: an answer, a command, or a listed option."""

AfterRefusal = Proposed | Fitting | LineToEdit | Begun | None
"""State that a refusal leaves for the next line."""


class LineLesson(Struct):
    """Lines with one answer each to questions of one `key`, and who answered; once they are shown as a single line.

    The last of them is `untried` until the next question.
    """

    key: str = ""
    singles: list[tuple[str, str]] = []
    over: bool = False
    untried: bool = False

    def refused(self) -> None:
        """Drop the last answer, which was refused."""
        if self.untried:
            self.singles.pop()
        self.untried = False

    def next(self, key: str) -> str:
        """Return the players' answers typed one by one as a single line, once another question comes; else ""."""
        if key == self.key:
            return ""
        singles, self.key, self.singles = self.singles, key, []
        if self.over or len({who for who, _ in singles}) < 2 or len(singles) < ROUND:
            return ""
        if any(":" in text for _, text in singles):
            return ""  # several cards aren't typed in a line
        line = "; ".join(text for _, text in singles)
        self.over = len(line) <= LONGEST_LESSON
        return line if self.over else ""


class Person(Answerer):
    """Answerer that shows numbered lists and reads typed lines."""

    patient = True

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._cite: Cite = str
        self._vocabulary = QUIET
        self._begun: tuple[str, str] | None = None  # a prompt, and the option whose rest a command interrupted
        self._typed = TypedLine()  # the line that was typed last
        self._kept: TypedLine | None = None  # the rest of a line that waits for the answer to another question
        self._after: AfterRefusal = None  # state that a refusal left for the next line
        self._refused = ""  # what was refused last, if nothing was answered since: there is nothing to take back
        self._lesson = LineLesson()  # answers typed one by one, to be shown as the line that they could have been
        self._last_decider = ""  # the player who decided something last
        self._automatic: Reader | None = None  # the question after the last answer, if more of the line was left
        self._mover = ""  # the player whose move in this line may be followed by dice that aren't asked for yet
        self._explained_orders: set[tuple[str, str]] = set()  # pairs of mover and first thrower
        self._insisted = ""  # an answer that was questioned: it is accepted if it is typed again
        self._last_hint = ""  # the hint that was shown last
        self._dice_explained: set[str] = set()  # keys of throws of which the hint was shown: once is enough
        self._find_earlier: Earlier | None = None  # finds the last question's options, if no command came between
        self._given = ""  # the last answer, as it is recorded
        self._listed: tuple[object, ...] | None = None  # the question whose answers are on the screen
        self._keyboard: Keyboard | None = None  # it has the history for the arrow keys
        self._alone = False  # whether only one player may look
        self._meanwhile: Callable[[], str] | None = None  # the line below the prompt while the player thinks

    def greet(self, commands: Sequence[CommandName], cite: Cite, vocabulary: Vocabulary = QUIET) -> None:
        """Say how to list answers and commands."""
        self._cite, self._vocabulary = cite, vocabulary
        if self.greeted:
            return
        self.greeted = True
        self.screen.line("? lists the answers, help the commands; everything is saved at once.", style="dim")

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Ask until something valid is typed."""
        if question.private:
            return self._ask_alone(question)
        question = question.remembering()
        self._lesson.untried = False
        while True:
            options = _sort_options(question.grouped() or question.options())
            begun, self._begun = self._begun, None
            given: Said | None = next((one for one in options if begun == (question.prompt, one.text)), None)
            if given is None:
                try:
                    given = self._read(question, options, self._next_part(question, options))
                    self._expect_sure(question, given)
                except RefereeError as error:
                    self.refused(question, error)
                    continue
            self._learn(question, given)
            if not isinstance(given, Command):
                answer = given.text if isinstance(given, Option) else read_one(given).text
                corrects = not isinstance(given, Option) and looks_like_correction(given)
                with suppress(RefereeError):
                    answer = question.recorded(answer)
                self._find_earlier = None if corrects else partial(self._find_in, question, options, answer)
                self._given = answer
            elif given.name not in ASIDE:
                self._find_earlier, self._given = None, ""
            if not isinstance(given, Option):
                return given
            if given.more is None or (more := given.more()) is None:
                return as_answer(given.text)
            rest = self._ask_rest(more)
            if isinstance(rest, Command) and rest.name in ASIDE:
                self._begun = question.prompt, given.text
            if rest != Command("undo"):  # undo there undoes only the beginning of this answer
                return rest

    def _learn(self, question: Question[Any], said: Said) -> None:
        """Update what later answers depend on: whose dice may follow, and which answers could have been one line."""
        if not (isinstance(said, Command) and said.name in ASIDE):
            self._after, self._refused = None, ""
        self._last_decider = question.who or self._last_decider
        self._automatic = None
        self._typed.who = question.who or self._typed.who
        if self._kept is not None and not (self._typed.left or (isinstance(said, Command) and said.name in ASIDE)):
            kept, self._kept = self._kept, None
            if isinstance(said, Command):
                self._say_left(kept.left)
            else:
                self._typed = kept
        if self._typed.left and not isinstance(said, Command):
            self._automatic = self._reader(question).after(said.text if isinstance(said, Option) else said)
        if self._typed.left:
            self._listed = None  # if the same is asked again later in the line, list it again
        if question.throw is not None or not self._typed.left:
            self._mover = ""
        elif question.who and self._typed.part:  # a question about a card's printed text has no player
            self._mover = question.who
        if question.key != self._lesson.key or self._typed.parted or isinstance(said, Command):
            return
        if self._typed.left:  # dice follow it: no more could have been typed in that line
            self._lesson.singles.clear()
        else:
            text, part = said.text if isinstance(said, Option) else said, self._typed.part
            said_so = text if part.isdigit() else part
            shortest_text = said_so if self._lesson.over else _shorten(question, said_so, self._vocabulary)
            self._lesson.singles.append((question.who, shortest_text))
            self._lesson.untried = True

    def _expect_sure(self, question: Question[Any], answer: Said) -> None:
        """Ask again about an answer with a warning, or one that omits what is usually wanted.

        An answer that was confirmed with Enter or typed again isn't questioned. Raises Meant.
        """
        insisted, self._insisted = self._insisted, ""
        given = answer.text if isinstance(answer, Option) else answer
        given = given.words if isinstance(given, Command) and given.name in OF_BATTLES else given
        if not isinstance(given, str) or read_one(given).text == self._typed.sure:
            return
        if question.warns is None and question.rather is None:
            return
        typed = text = read_one(given).text
        why = rather = ""
        with suppress(RefereeError):
            value = question.parse(text)
            text = question.record(value, text)
            why = question.warns(value) if question.warns is not None else ""
            rather = question.rather(value) if question.rather is not None and typed != insisted else ""
        if why:
            raise Suggestion(f"{why} Press Enter to do it anyway.", text)
        if rather:
            self._insisted = typed
            raise Suggestion(f"Did you mean {rather}? Type {printable(typed)} again if not.", rather)

    def _ask_rest(self, question: Question[str]) -> str | Command | None:
        """Ask for the rest of an answer until it can be parsed; return the whole answer."""
        while True:
            given = self.ask(question)
            if isinstance(given, Command) and given.name == "why not" and given.argument:
                why = why_not(question, given.argument, self._cite)
                self.screen.line(f"  {why or 'That is no answer here.'}")
                continue
            if not isinstance(given, str):
                return given
            try:
                return as_answer(question.parse(read_one(given).text))
            except RefereeError as error:
                self.refused(question, error)

    def _ask_alone(self, question: Question[Any]) -> str | Command | None:
        """Ask what only one player may see: the others look away, and nothing of it stays on the screen."""
        self._typed.left.clear()  # no typing ahead of what only one player may see
        answer = wait_until_alone(
            question.who,
            self.screen,
            lambda prompt: self._line(prompt, []),
            lambda typed: bool(read_command(typed)) or is_interruption(question, typed),
        )
        if answer:
            return read_command(answer) or as_answer(answer)
        self._alone = True
        try:
            with self.screen.apart():
                return self.ask(structs.replace(question, private=False))
        finally:
            self._listed, self._alone = None, False

    # --- typed lines ------------------------------------------------------------------------------

    def _next_part(self, question: Question[Any], options: Sequence[Option]) -> str:
        """Return the next answer of the typed line, or of a new one."""
        if self._typed.kept and question.who not in ("", self._typed.who):
            self.drop_line()  # it was typed for the turn before
        if self._typed.left:
            part = self._typed.take()
            ended = fold(part) in OVER and self._last_decider not in ("", question.who) and question.coins is None
            if ended and not self._can_read(question, options, part):
                self.screen.line(f"  {whose(self._last_decider)} turn is over already.", style="dim")
                return self._next_part(question, options)
            given = self._automatic is not None and self._automatic.was_given(part)
            if given and not self._can_read(question, options, part):
                self._automatic = None
                return self._next_part(question, options)  # there was no other choice
            if question.whole and not self._reader(question).is_instead(part):
                self._typed.part = lines.whole(part, self._typed.left)
            return self._implied_answer(question)
        self._mover = ""
        self._typed = self._split_line(question, self._read_line(question, options))
        self._lesson.over |= self._typed.parted
        first = self._typed.take()
        given = bool(self._typed.left) and self._reader(question).was_given(first)
        if given and not self._can_read(question, options, first):
            self._typed.take()  # "draw; guard b", where the card is drawn already
        return self._implied_answer(question)

    def _implied_answer(self, question: Question[Any]) -> str:
        """Return the current answer, or the one that it implies for this question."""
        part = self._typed.part
        if part and not (question.whole and self._is_aside(part)) and (first := question.foresees(part)):
            if question.moves is None and not question.whole:  # the events of a move or card are shown anyway
                self.screen.line(f"  {question.prompt}: {first}", style="dim")
            self._typed.put_back([part])
            self._typed.part = first
        return self._typed.part

    def _is_aside(self, part: str) -> bool:
        """Return whether a part of a line is a command, a correction or a question, wherever it is typed."""
        corrects = looks_like_correction(part) or bool(self._vocabulary.correction(part))
        return corrects or asks(part) or read_command(part) is not None

    def _can_read(self, question: Question[Any], options: Sequence[Option], typed: str) -> bool:
        """Return whether a line, or its first answer, is a command or one of the answers."""
        first = self._reader(question).split(typed)[0]
        if read_command(first) is not None or _find_by_number(question, options, first) is not None:
            return True
        with suppress(RefereeError):
            if question.throw is not None and first[:1].isdigit():
                question.parse(lines.next_throw(first, question.throw)[0])
            else:
                question.parse(fit(question, first, self._vocabulary))  # a hidden hand may refuse listed answers
            return True
        return False

    def _split_line(self, question: Question[Any], typed: str) -> TypedLine:
        """Split a line into answers; a line that answers the question as a whole, or corrects something, is one."""
        after, sure, found = self._after, "", list[str]()
        if isinstance(after, Proposed):
            if fold(typed) in (*_YES, *_NO) and exactly(typed, question.options()) is None:
                typed = "" if fold(typed) in _YES else "?"  # it answers whether the proposal is meant
            if not typed:
                found, sure = [*after.answers], after.answers[0]
            elif after.new and (card := self._reader(question).printed_on(after.answers[0], typed)):
                return TypedLine([*card, *after.answers[1:]], sure=card[0])
        elif isinstance(after, Fitting) and typed.isdecimal():
            found = [typed, *after.rest]
        elif isinstance(after, Begun) and read_command(typed) is None:
            alone = fault(question.parse, typed) is None and " " in typed.strip()
            wholes = () if alone else (f"{after.text}; {typed}", f"{typed}, {after.text}")  # a type goes in front
            for whole in wholes:
                if isinstance(fault(question.parse, whole), Incomplete | None):
                    return TypedLine([whole])
        found = found or (self._reader(question).split(typed) if typed else [""])
        return TypedLine(found, sure=sure, parted=len(found) > 1, several=len(found) > 1)

    def _read(self, question: Question[Any], options: Sequence[Option], part: str) -> Said:
        """Interpret a part of a line. Raises Unreadable, Ambiguous or Illegal if it means nothing here."""
        after = self._after
        self._after = after if isinstance(after, Begun) else None  # what was begun waits while something is asked
        thrown, self._typed.thrown = self._typed.thrown, False
        if not part or asks_for_list(part):
            return self._handle_enter(question, options, part)
        if self._refused and (meant := self._reader(question).meant(part)) != self._refused:
            part = meant
        earlier = self._find_earlier if after is None else lambda part: None  # "no, ..." denies what was proposed
        self._expect_not_taken_back(question, options, part, earlier)
        ahead, confirmed = not self._typed.fresh, self._typed.fresh and part == self._typed.sure
        self._typed.fresh = False
        if (command := read_command(part)) is not None:
            if command.name not in ASIDE:
                self._listed = None
            if self._reader(question).is_command(part):
                return command
        if is_interruption(question, part):
            return as_answer(part)
        correction = self._vocabulary.correction(part) if " " in part else ""
        if question.throw is not None and not correction and not looks_like_correction(part):
            said = _WE.sub(self._mover, part) if self._mover else part
            part = self._reader(question).in_dice(said)
            # options are what can be done before the throw
            if part[:1].isdigit() or not options or self._reader(question).dice_before(part):
                return self._find_throw(question, question.throw, part)
        if (exact := exactly(part, options)) is not None:
            return taken(exact)
        if correction.startswith("reading ") or (correction and not answers(question, part)):
            return correction
        if part.startswith('"') or self._may_correct(part):
            if fold(part).startswith(("adjust ", "correct ")) and len(part.split()) == 2:  # "correct leave"
                self._typed.put_back([part.split()[1]])
                return Command("adjust")
            return part
        if confirmed:
            return as_answer(part)
        if (usual := self._agreed(question, options, part)) is not None:
            return usual
        part = self._reader(question).without_player(part)
        if isinstance(after, Fitting) and part.isdecimal() and 1 <= int(part[:6]) <= len(after.options):
            return after.options[int(part[:6]) - 1]
        chosen = self._choose_by_number(question, options, part, thrown=thrown, ahead=ahead)
        return chosen if chosen is not None else self._find_answer(question, options, part)

    def _find_in(self, question: Question[Any], options: Sequence[Option], given: str, part: str) -> Option | None:
        """Find the option that a text likely means in place of what was given at a question answered before."""
        if (chosen := _find_by_number(question, options, part)) is not None:
            return chosen
        listed = [structs.replace(one, more=None) for one in question.options()]  # what they led to is another now
        past = structs.replace(question, options=lambda: listed)
        read = self._reader(past).fitting(part, given)
        return (exactly(read, options) or Option(read)) if read else None

    def _expect_not_taken_back(
        self,
        question: Question[Any],
        options: Sequence[Option],
        part: str,
        earlier: Earlier | None,
    ) -> None:
        """Raise what asks whether an earlier answer is taken back, if a part says so."""
        by_number, reader = partial(_find_by_number, question, options), self._reader(question)
        if self._typed.left and not question.whole and reader.takes_back(self._typed.left[0]):
            part = f"{part}, {self._typed.left.pop(0)}"  # before anything of it is done
            self._typed.part = part
        theirs = self._last_decider not in ("", question.who)
        if question.whole:
            back = reader.amended(part, earlier, theirs=theirs)
        else:
            back = reader.taken_back(part, by_number, earlier, theirs=theirs)
        same = isinstance(back, Suggestion) and [*back.rest] == [self._given] != [""]
        if same or reader.insists(part, self._given):
            raise Unreadable(f"{printable(self._given)} was taken already; undo takes it back")
        if back is not None:
            raise back

    def _agreed(self, question: Question[Any], options: Sequence[Option], part: str) -> Said | None:
        """Return what Enter answers if a part only agrees to it ("yes, all done"); a yes declines nothing."""
        also = [word for option in options for word in option.also]
        if (
            answers(question, part)
            or fold(part) in also
            or not all(one.strip() in _YES for one in fold(part).split(","))
        ):
            return None
        usual = self._enter_answer(question, options)
        if usual is None or (fold(usual) in ("no", "none", "usual") and fold(part)[:1] in "ys"):
            return None
        return usual

    def _may_correct(self, part: str) -> bool:
        """Return whether a part looks like a correction; "leave" is one before a player ("leave the stone" isn't)."""
        leaves, alone = fold(part).startswith("leave "), " alone" in fold(part)
        return looks_like_correction(part) and (
            not leaves or (lines.is_player(part.split()[1], self._vocabulary.players()) and not alone)
        )

    def _handle_enter(self, question: Question[Any], options: Sequence[Option], part: str) -> Said:
        """Interpret Enter or "?"; read the next line if it decides nothing. Raises Unreadable."""
        if not part and (usual := self._enter_answer(question, options)) is not None:
            return usual
        if part or not self._typed.left:  # else the question for this Enter was answered automatically
            self._list_once(question, options, again=True)
            if not part and question.default is not None:
                raise Unreadable("Enter alone decides nothing here: type the move, or its number.")
            if not part and not options:
                raise Unreadable("Please answer. help lists commands, why not shows what is blocked, quit ends.")
            if part and not options and not question.hint:
                question.parse(part)  # its error says what would be right
        return self._read(question, options, self._next_part(question, options))

    def _choose_by_number(
        self, question: Question[Any], options: Sequence[Option], part: str, *, thrown: bool, ahead: bool = False
    ) -> Said | None:
        """Return the option whose number a part is, perhaps followed by dice; None if none. Raises Unreadable.

        If dice were `thrown` right before, a number alone is refused: it is a die too many. One typed `ahead`, after
        another player's move, may be a die that wasn't thrown.
        """
        if (chosen := _find_by_number(question, options, part)) is not None:
            if thrown and part.isdecimal():
                raise Unreadable(f"{part} is left over: no more dice are thrown here")
            if ahead and part.isdecimal() and self._last_decider not in ("", question.who):
                following = question.follows(as_answer(chosen.text)) if question.follows else None
                if following is not None and following.throw is not None and int(part) in following.throw.faces:
                    raise Suggestion(f"Is {part} {whose(question.who)} move {chosen.shown}?", chosen.text)
            return chosen
        sole = options[0] if len(options) == 1 and len(part) > 1 and question.moves is not None else None
        if not (sole or " " in part) or not lines.are_dice(part) or answers(question, part):
            return None
        if question.moves is None and self._reader(question).before_dice(part):
            return None  # they are thrown after others have answered
        number, _, dice = part.partition(" ")
        throws = dice.replace("/", " ").split()
        apart = (
            thrown or not throws or len(throws[0]) == 1 < len(throws)
        )  # single dice don't follow a number of the list
        chosen = None if apart else _find_by_number(question, options, number)
        if chosen is None and not thrown:  # if only one move can be made, dice alone choose it
            chosen, dice = sole, part
        following = question.follows(as_answer(chosen.text)) if chosen and question.follows else None
        if chosen is not None and following is not None and following.throw is not None:
            expect_thrown(following, dice)
            faces = following.throw.faces if following.throw.count == 1 and chosen is not sole else ()
            if len(faces) == SIDES and int(number) in faces:
                either = f"Is {number} the move {chosen.shown}, and {dice} a die?"  # it looks like two dice
                raise Suggestion(either, chosen.text, rest=[dice])
            self._typed.put_back([dice])  # dice decide the move, so its rest isn't asked for
            return taken(chosen)
        if question.moves is not None:
            raise Unreadable(f"{part}: no dice are thrown now; say first what you do")
        return None

    def _find_answer(self, question: Question[Any], options: Sequence[Option], part: str) -> Said:
        """Find the answer that a part means, and keep the rest of it. Raises Unreadable, Ambiguous or Illegal."""
        if question.grouped():
            groups = [option for option in options if fold(option.shown).startswith(fold(part))]
            if len(groups) == 1:
                return groups[0]
        then = self._typed.left[0] if self._typed.left else None
        try:
            read = self._reader(question, then, self._enter_answer(question, options)).read(part)
        except Suggestion as error:
            self._expect_name(question, error.answer)
            raise
        if isinstance(read, Command):
            return read
        self._expect_name(question, read.text)
        if read.rest:
            self._typed.put_back(read.rest)
        half = None if read.rest else exactly(read_one(read.text).text, options)
        return half if half is not None and is_half(half) else read.text

    def _expect_name(self, question: Question[Any], text: str) -> None:
        """Check that a new card isn't called by a sentence about a player. Raises Unreadable."""
        if question.coins is None:
            return
        name, said = "", read_one(text).text
        with suppress(RefereeError):
            value = question.parse(said)
            name, _, line = question.record(value, said).partition(":")
            name = question.coins(value) or (name if line else "")
        if name and tells_of(name, self._vocabulary.players()):
            raise Unreadable(f"\"{printable(name)}\" isn't a card's name")

    def _reader(self, question: Question[Any], then: str | None = None, usual: str | None = None) -> Reader:
        """Create the reader for a question, in the words of this table."""
        return Reader(question, self._vocabulary, then, usual)

    def _find_throw(self, question: Question[Any], throw: Throw, part: str) -> Said:
        """Parse the dice of one throw, perhaps with words behind it, which are put back. Raises as `_parse_throw`."""
        try:
            return self._parse_throw(question, throw, part)
        except Unreadable as error:
            if found := self._reader(question).dice_before(part):
                self._typed.put_back(found[1:])
                return self._parse_throw(question, throw, found[0])
            if not isinstance(error, Suggestion) and (likely := self._reader(question).dice_among(part)):
                raise Suggestion(f"Did you mean the dice {likely}?", likely) from None
            return self._reader(question).refusal(part, error)

    def _parse_throw(self, question: Question[Any], throw: Throw, part: str) -> str:
        """Parse the dice of one throw, and put back what was typed after them.

        Raises Unreadable, and Meant for dice that were typed with one player's move where another throws first.
        """
        expect_thrown(question, part)
        dice, rest = lines.next_throw(part, throw)
        moved, self._mover = self._mover, ""
        if moved and throw.who not in ("", moved) and (moved, throw.who) not in self._explained_orders:
            self._explained_orders.add((moved, throw.who))
            then = f", and then {rest}" if rest else ""
            raise Suggestion(f"{throw.who} throws first here. Are these {throw.who}'s dice: {dice}{then}?", part)
        if rest:
            self._typed.put_back([rest])
        self._typed.thrown = True
        return dice

    # --- lists and output -------------------------------------------------------------------------

    def _read_line(self, question: Question[Any], options: Sequence[Option]) -> str:
        """Read a line. Lists the answers above it, once for a question."""
        if line := self._lesson.next(question.key):
            self.screen.line(f"All of that fits one line: {line}", style="dim")
        self._list_once(question, options)
        every = [*options, *question.options()]
        usual = [self._enter_answer(question, options) or ""]
        first, *more = self._after.answers if isinstance(self._after, Proposed) else usual
        same = (
            one.shown for one in every if one.text == first or (question.in_parts and _means(question, one, first))
        )
        enter_text = lines.together([next(same, first), *more])
        mending = self._after.line if isinstance(self._after, LineToEdit) else ""
        edited = mending and not self.screen.plain  # it stands in the line, and Enter sends it again
        enter = f" [Enter: {enter_text}]" if enter_text and not edited else ""
        like = f" (like {example})" if (example := shortest(question, self._vocabulary)) else ""
        if len(question.prompt + like + enter) + len(": ") > self.screen.width:
            like = ""  # it would be broken across lines
        words = [option.text for option in (*options, *ways_to_interrupt(question))] + [*question.words()]
        self._meanwhile = question.meanwhile
        try:
            return self._line(f"{question.prompt}{like}{enter}: ", words, mending).strip()
        finally:
            self._meanwhile = None

    def _enter_answer(self, question: Question[Any], options: Sequence[Option]) -> str | None:
        """Return the answer of Enter: the default, or the only answer if it is waited for; None if there is none.

        None for a hidden hand, which looks the same whether there is a choice or not, and for a new card.
        """
        if question.default is not None:
            return question.default if question.by_enter() else None
        alone = question.waits and len(options) == 1 and not self._alone
        if not alone or question.coins is not None or question.throw is not None:
            return None
        more = options[0].more
        return options[0].text if more is None or more() is None else None

    def _list_once(
        self, question: Question[Any], options: Sequence[Option], *, again: bool = False, below: int = 0
    ) -> None:
        """List the answers unless they are on the screen already, or if a player asks `again`.

        `below` is the number of lines under the list, besides the prompt.
        """
        identity = _list_identity(question, options)
        if again or identity != self._listed:
            if question.heading is not None and not (again and question.language()):  # `language` fills the screen
                question.heading()
            self._list(question, options, again=again, below=below)
            self._listed = identity

    def _list(
        self, question: Question[Any], options: Sequence[Option], *, again: bool = False, below: int = 0
    ) -> None:
        """List the answers, as far as they fit the screen; `again` if a player asks for the list."""
        closed = question.closed() if question.tells_closed else ()
        help_lines = question.language() if again and self._typed.part else ()  # long, so not for Enter alone
        hint = -(-len(question.hint) // self.screen.width)
        if help_lines and len(options) > NAMES:
            self.screen.line(f"  {len(options)} {CHOOSING}", style="dim")
        else:
            self._list_options(options, below + hint + min(len(closed), SHUT))
        self._list_closed(closed, self.screen.room_left - below - hint)
        repeated = self._listed is not None and not options and question.hint == self._last_hint
        skip_hint = repeated or question.key in self._dice_explained
        if question.hint and (again or not skip_hint) and not help_lines:
            self.screen.print_indented("", dim=f"({question.hint})")
            self._dice_explained.update([question.key] if question.throw is not None else [])
        self._last_hint = question.hint
        for line in help_lines:
            self.screen.print_indented("", dim=line)
        if again and (text := interrupts_text(question)):
            self.screen.line(f"  {text}", style="dim")

    def _list_options(self, options: Sequence[Option], below: int = 0) -> None:
        """List options, with room for `below` lines under them."""
        if len(options) > LISTED:
            self.screen.line(f"  {len(options)} {CHOOSING}", style="dim")
            return
        numbered = [
            (number, "" if option.shown == number else option.shown, option)
            for number, option in zip(_numbers(options), options, strict=True)
        ]
        if self.screen.plain:
            for number, label, option in numbered:
                text = ": ".join(part for part in (label, option.detail) if part)
                self.screen.line(f"{number}. {text}" if text and number else text or number)
        elif options:
            from referee.text.menu import MenuRow, show_menu

            rows = [
                MenuRow(number, label, one.detail, one.group, one.has_odds, one.brief)
                for number, label, one in numbered
            ]
            least = FEWEST if 2 < len(rows) <= LEAST else LEAST
            show_menu(self.screen, rows, max(least, self.screen.room_left - below))

    def _list_closed(self, closed: Sequence[Option], room: int) -> None:
        """List the first closed answers, with the reasons, each in two lines at most."""
        few = min(CLOSED, max(1, (room - 1) // 2))
        for option in closed[:few]:
            rule = f" ({self._cite(option.rule)})" if option.rule else ""
            self.screen.line(f"   -  {option.shown}: {option.detail}{rule}", style="dim")
        if len(closed) > few:
            self.screen.line(f"      {len(closed) - few} more are closed; why not tells all", style="dim")

    def _line(self, prompt: str, words: Sequence[str], default: str = "") -> str:
        """Read a line; `default` stands in it, to be edited."""
        prompt = sanitized(prompt)
        self.screen.on_prompt()
        if self.screen.plain:
            return input(prompt)
        from referee.text.keyboard import Keyboard  # only a person at a terminal needs it

        if self._alone:
            return Keyboard().read(prompt, words, default, offers=len(words) > LISTED)
        self._keyboard = self._keyboard or Keyboard()
        keyboard = self._keyboard if self._meanwhile is None else self._keyboard.above(self._meanwhile)
        return keyboard.read(prompt, words, default, offers=len(words) > LISTED)

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Show why the answer was refused, and keep the rest of the line."""
        self._lesson.refused()
        self._refused = self._typed.part
        ruling = f" ({self._cite(error.ruling)})" if isinstance(error, Illegal) and error.ruling else ""
        options = _sort_options(question.grouped() or question.options())
        text, can_be, every = in_short(str(error)).partition("; it can be ")
        listed = (len(every) > LONGER or "[" in every) and 0 < len(options) <= LISTED
        text += ". ? lists the answers." if listed else can_be + every
        text += "; type only that" * isinstance(error, Incomplete)
        typed = self._typed
        left, typed.left = [typed.part, *typed.left], []
        waits = self._waits(question, typed)
        if isinstance(error, AmbiguousText) and len(error.options) <= LISTED and not waits:
            self._listed = _list_identity(question, options)  # the fitting options are listed instead
            self.screen.line(f'  "{printable(typed.part)}" fits several:', style="red")
            self._list_options(error.options)
            self._after = Fitting(error.options, left[1:])
            return
        if typed.several and typed.part and fold(typed.part) not in fold(text):
            text = f'"{printable(typed.part)}": {text}'
        mended = len(f"{question.prompt}: {lines.together(left)}") if typed.parted else 0
        below = -(-len(f"  {text}{ruling}") // self.screen.width) + mended // self.screen.width
        self._list_once(question, options, below=below)  # the refusal stands last
        if not (waits and typed.kept):  # it was told
            self.screen.line(f"  {text}", style="red", dim=ruling)
        if waits:
            self._kept = structs.replace(typed, left=left, kept=True, several=True)
            self._typed = TypedLine(who=typed.who)
            self.screen.line(f"  Kept until this is answered: {printable(lines.together(left), 200)}", style="dim")
            return
        if isinstance(error, Suggestion):
            self._after = Proposed([error.answer, *error.rest, *left[1:]], new=error.new)
            return
        if isinstance(error, Incomplete):
            self._after = Begun(typed.part)
            return
        mends = typed.parted or (len(typed.part) > LONG and bool(set(":,") & set(typed.part)))
        if mends:
            self._after = LineToEdit(lines.together(left))
        if self.screen.plain and (mends or typed.several):
            self._say_left(left)

    def _waits(self, question: Question[Any], typed: TypedLine) -> bool:
        """Return whether a refused part, and the rest of its line, wait for the answer to a question between.

        They are moves of the player who typed the line, behind an answer of it; what may be meant as the answer to
        the question (dice, a name) doesn't wait.
        """
        between = not typed.fresh and question.moves is None and question.who in ("", typed.who) and typed.who != ""
        return between and self._reader(question).is_later_move(typed.part)

    def _say_left(self, left: Sequence[str]) -> None:
        self.screen.line(f"  Not entered: {printable(lines.together(left), 200)}")

    def drop_line(self) -> None:
        """Drop the rest of the line that was typed last, and say so."""
        if self._typed.left:
            self._say_left(self._typed.left)
        self._typed.left = []

    def types_ahead(self) -> bool:
        """Return whether the typed line has more answers."""
        return bool(self._typed.left)

    def at_end(self) -> Command | None:
        """Offer to undo the last answer before the end; a line that ended with Enter quits at once."""
        left = self._typed.left == [""]
        self._typed.left.clear()
        if left:
            return None
        while typed := self._line("All done. Enter ends, undo goes back: ", []).strip():
            if (command := read_command(typed)) is not None:
                return None if command.name == "stop" else command
            self.screen.line(f'  "{printable(typed)}" comes after the end; undo goes back, Enter quits', style="red")
        return None

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """Ask for a file to write to; None for none."""
        typed = self._line(f"{prompt} (a name like {example}; enter for none): ", []).strip()
        if fold(typed) in _YES:
            typed = example
        return Path(typed) if typed and fold(typed) not in ("n", "no", "none") else None


def _sort_options(options: Iterable[Option]) -> list[Option]:
    """Sort options for the list: each kind together, attacks first; unchanged if the answers are numbers."""
    listed = list(options)
    if any(option.number or option.text.isdigit() for option in listed):
        return listed
    groups = [option.group for option in listed]
    verbs = [(option.group, option.shown.partition(" ")[0]) for option in listed]
    fought = {verb for verb, option in zip(verbs, listed, strict=True) if option.has_odds or verb[1] == "attack"}

    def place(at: int) -> tuple[int, bool, int]:
        return groups.index(groups[at]), verbs[at] not in fought, verbs.index(verbs[at])

    return [listed[at] for at in sorted(range(len(listed)), key=place)]


def _list_identity(question: Question[Any], options: Sequence[Option]) -> tuple[Any, ...]:
    """Return the identity of a list of answers, which isn't repeated for the same question."""
    return question.key, question.prompt, question.who, tuple(option.text for option in options)


def _numbers(options: Sequence[Option]) -> list[str]:
    """List what is typed for each option: its place in the list, or the answer itself if answers are numbers."""
    if any(option.number for option in options):
        return [option.number for option in options]
    texts = [option.text for option in options]
    if any(text.isdigit() for text in texts):
        return [text if text.isdigit() else "" for text in texts]
    return [str(place) for place in range(1, len(texts) + 1)]


def _find_by_number(question: Question[Any], options: Sequence[Option], part: str) -> Option | None:
    """Find the option with this number in the list; words may follow: "3 with Dirk". Takes "the third one" too."""
    place = _PLACE.fullmatch(fold(part))
    word = place[1] if place is not None else ""
    number, _, rest = (word if word.isdecimal() else ORDINALS.get(word, part)).partition(" ")
    if len(options) > LISTED or not number or number not in (numbers := _numbers(options)):
        return None
    option = options[numbers.index(number)]
    if not rest:
        return option
    if lines.are_dice(rest):
        return None  # dice that aren't thrown here, and no number of the list
    whole = f"{option.text} {rest.strip()}"
    return Option(whole) if number != option.text and answers(question, whole) else None


def _shorten(question: Question[Any], typed: str, vocabulary: Vocabulary) -> str:
    """Shorten an answer to fewer words and letters with the same meaning: "w wild" for "warrior wild animals"."""

    def means(text: str) -> str:
        with suppress(RefereeError):
            return question.recorded(fit(question, text, vocabulary))
        return ""

    meaning, words = means(typed), typed.split()
    if not (meaning and words) or question.coins is not None or not all(word.isalpha() for word in words):
        return typed

    def shortest(kept: Sequence[list[str]]) -> list[str]:
        return next((one for one in kept if means(" ".join(one)) == meaning), words)

    words = shortest([words[:many] for many in range(1, len(words))])
    if len(words) > 1:
        words = shortest([[words[0][:many], *words[1:]] for many in range(1, len(words[0]))])
    if len(words[-1]) > UNCUT:
        words = shortest([[*words[:-1], words[-1][:many]] for many in range(CUT, len(words[-1]))])
    return " ".join(words)


def taken(option: Option) -> Said:
    """Return the answer for an option: the option itself if the rest of its answer must be asked for."""
    return option if is_half(option) else as_answer(option.text)


def is_half(option: Option) -> bool:
    """Return whether an option is only the beginning of an answer, whose rest must be asked for."""
    more = option.more() if option.more is not None else None
    return more is not None and more.default is None


def _means(question: Question[Any], option: Option, answer: str) -> bool:
    """Return whether an option stands for an answer that is written in another way."""
    with suppress(RefereeError):
        return question.recorded(option.text) == answer
    return False
