"""A person at a terminal as the one who answers.

The options are listed once for a question, as far as they fit the screen, and again on `?`; then a line is typed that
holds as many answers as it has (`play.line`): a number of the list, words that fit one of the legal answers
(`asking.meaning`), or a command. What fits nothing is refused and never taken for something else, and what is left of
its line comes back to be mended. In plain mode the lines are plain input. Ctrl-C raises KeyboardInterrupt; what was
answered before is on disk by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from referee.asking.interrupts import interrupts_text, is_interruption, ways_to_interrupt
from referee.asking.meaning import QUIET, Meant, Several, Vocabulary, exactly, fit
from referee.asking.question import ASIDE, OF_BATTLES, Command, CommandName, Option, Question, Throw, read_command
from referee.errors import BadInput, Illegal, RefereeError, Unreadable
from referee.play import line as lines
from referee.play.line import has_terminal, wait_until_alone
from referee.play.loop import why_not
from referee.play.notation import as_answer, looks_like_correction, read_one
from referee.play.reading import OVER, Reader, answers, expect_thrown, shortest
from referee.play.table import Answerer, Cite
from referee.text.grammar import ORDINALS, whose
from referee.text.names import fold, printable
from referee.text.pattern import lazy_pattern
from referee.text.streams import in_short, seen

if TYPE_CHECKING:
    from referee.text.keyboard import Keyboard
    from referee.text.screen import Screen

LISTED, CLOSED = 45, 6
"""Up to so many options are listed (more are found by their beginning), and so many closed ones with the reason."""

CHOOSING = "to choose from; type the beginning of a name"

NAMES = 9
"""No more are listed above the words that can be typed in a new one, which fill a screen."""

FEWEST, LEAST, SHUT = 3, 6, 3
"""So many lines a list takes at least, however little room is left, and one of few or of many answers, none of which
is to be cut off; and so many are kept for what is closed."""


ROUND = 4
"""So many answers of several players, typed one by one, are shown as one line."""

CUT, UNCUT = 4, 6
"""So many letters are left of a name in that line at least; one of no more letters than the second isn't cut."""

SIDES = 6
"""Of a die with so many, a number of the list and a die look like two dice."""

LONG, LONGER = 24, 72
"""A card as long as the first comes back to be mended when it is refused; a shorter one is typed anew as quickly. A
longer list than the second isn't told where it stands above."""

_LEFT_ALONE = ("leave it", "leave them", "leave that")
"""What is said to do nothing more, and begins like the correction that somebody goes home."""
_PLACE = lazy_pattern(r"(?:the |number |nr |no\. ?|#)?(\w+)(?: one)?")
"""A place in a list: "the second one"."""
_YES = ("y", "yes", "ok", "okay", "sure", "done", "all done", "that is all")
_NO = ("n", "no")


def person(screen: Screen, otherwise: str = "") -> Person:
    """The answerer for this terminal. Raises BadInput that says what to do `otherwise` if there is no terminal."""
    if not has_terminal():
        instead = otherwise or "give the answers in a file with --moves FILE"
        raise BadInput(f"there is no terminal to ask at; {instead}")
    return Person(screen)


class TypedLine(Struct):
    """A line as it was typed: what is left of it, and its `part` that was given last.

    It is `parted` where people typed several answers, and has `several` also where dice stood behind one; `thrown` if
    its part given last was dice. What can't be read may be `piled` behind a refused line that stood there. Enter said
    that the `sure` answer is meant: that isn't asked about again, and while the line is `fresh` it stands for nothing
    else.
    """

    left: list[str] = []
    part: str = ""
    parted: bool = False
    several: bool = False
    thrown: bool = False
    piled: bool = False
    sure: str = ""
    fresh: bool = True

    def take(self) -> str:
        """The next answer of the line."""
        self.part = self.left.pop(0)
        return self.part

    def put_back(self, rest: Sequence[str]) -> None:
        """Take what stands behind an answer as the next ones."""
        self.left[:0] = rest
        self.several = True


class Proposed(Struct, frozen=True):
    """What is meant instead of what was refused, with what was to follow: Enter takes it.

    Behind a `new` card's name what is printed on it may be typed.
    """

    answers: list[str]
    new: bool = False


class Fitting(Struct, frozen=True):
    """The options that what was refused fits: their numbers choose one, and `rest` follows it."""

    options: Sequence[Option]
    rest: list[str]


class ToMend(Struct, frozen=True):
    """A refused line that stands in the input line, to be mended."""

    line: str


Said = str | Command | Option
"""What is said at a question: an answer, a command, or an option of those that were listed."""

AfterRefusal = Proposed | Fitting | ToMend | None
"""What a refusal leaves to the next line."""


class Lesson(Struct):
    """Lines of one answer each to questions of one `key`, and who answered; once they are shown as one line.

    The last of them is `untried` until something else is asked for.
    """

    key: str = ""
    singles: list[tuple[str, str]] = []
    over: bool = False
    untried: bool = False

    def refused(self) -> None:
        """What was answered last is no answer."""
        if self.untried:
            self.singles.pop()
        self.untried = False

    def next(self, key: str) -> str:
        """The answers of several players that were typed one by one as a line, when other questions come."""
        if key == self.key:
            return ""
        singles, self.key, self.singles = self.singles, key, []
        if self.over or len({who for who, _ in singles}) < 2 or len(singles) < ROUND:
            return ""
        if any(":" in said for _, said in singles):
            return ""  # nobody types several cards in a line
        self.over = True
        return "; ".join(said for _, said in singles)


class Person(Answerer):
    """Asks with numbered lists and typed lines."""

    patient = True

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._cite: Cite = str
        self._vocabulary = QUIET
        self._begun: tuple[str, str] | None = None  # a question's prompt and the beginning of its answer
        self._typed = TypedLine()  # the line that was typed last
        self._after: AfterRefusal = None  # what a refusal left to the next line
        self._lesson = Lesson()  # what was typed one by one, to be shown as the line that it could have been
        self._decided = ""  # who has decided something last
        self._moved = ""  # who made a move behind which dice may stand that the table hasn't asked for yet
        self._order_told: set[tuple[str, str]] = set()  # who moved, and who was said to throw first all the same
        self._insisted = ""  # what something else was proposed for: it is taken where it is typed again
        self._hinted = ""  # the hint that was told last
        self._earlier: Callable[[str], Option | None] = lambda part: None  # by number, what could be answered last
        self._listed: tuple[object, ...] | None = None  # the question whose answers stand on the screen
        self._keyboard: Keyboard | None = None  # it recalls lines for the arrow keys
        self._alone = False  # whether only one player may look
        self._meanwhile: Callable[[], str] | None = None  # what stands below the prompt while somebody thinks

    def greet(self, commands: Sequence[CommandName], cite: Cite, vocabulary: Vocabulary = QUIET) -> None:
        """Say what can be said instead of an answer."""
        self._cite, self._vocabulary = cite, vocabulary
        if self.greeted:
            return
        self.greeted = True
        self.screen.line("? lists the answers, help the commands; everything is saved at once.", style="dim")

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Ask until something is said."""
        if question.private:
            return self._ask_alone(question)
        self._lesson.untried = False
        while True:
            options = _in_order(question.grouped() or question.options())
            said: Said | None = self._gone_on_with(question, options)
            if said is None:
                try:
                    said = self._read(question, options, self._next_part(question, options))
                    self._expect_sure(question, said)
                except RefereeError as error:
                    self.refused(question, error)
                    continue
            self._learn(question, said)
            if not isinstance(said, Command):
                self._earlier = partial(_numbered, question, options)
            if not isinstance(said, Option):
                return said
            if said.more is None or (more := said.more()) is None:
                return as_answer(said.text)
            rest = self._ask_rest(more)
            if isinstance(rest, Command) and rest.name in ASIDE:
                self._begun = question.prompt, said.text
            if rest != Command("undo"):  # undo there takes back the beginning of this answer only
                return rest

    def _learn(self, question: Question[Any], said: Said) -> None:
        """Keep what an answer means for those after it: whose dice may come, and what could have been one line."""
        self._decided = question.who or self._decided
        if self._typed.left:
            self._listed = None  # should the same be asked again further on in the line, much has happened
        if question.throw is not None or not self._typed.left:
            self._moved = ""
        elif question.who and self._typed.part:  # what is printed on a card that is played is nobody's
            self._moved = question.who
        if question.key != self._lesson.key or self._typed.parted or isinstance(said, Command):
            return
        if self._typed.left:  # dice stand behind it: nobody could have typed more in that line
            self._lesson.singles.clear()
        else:
            text, part = said.text if isinstance(said, Option) else said, self._typed.part
            said_so = text if part.isdigit() else part
            taught = said_so if self._lesson.over else _cut_short(question, said_so, self._vocabulary)
            self._lesson.singles.append((question.who, taught))
            self._lesson.untried = True

    def _expect_sure(self, question: Question[Any], answer: Said) -> None:
        """Ask again about an answer to be thought twice about, or one that leaves out what is usually wanted.

        Not where Enter has said that it is meant, or where it is typed again.

        Raises Meant.
        """
        insisted, self._insisted = self._insisted, ""
        said = answer.text if isinstance(answer, Option) else answer
        said = said.words if isinstance(said, Command) and said.name in OF_BATTLES else said
        if not isinstance(said, str) or read_one(said).text == self._typed.sure:
            return
        if question.warns is None and question.rather is None:
            return
        typed = text = read_one(said).text
        why = rather = ""
        with suppress(RefereeError):
            value = question.parse(text)
            text = question.record(value, text)
            why = question.warns(value) if question.warns is not None else ""
            rather = question.rather(value) if question.rather is not None and typed != insisted else ""
        if why:
            raise Meant(f"{why} Press Enter to do it anyway.", text)
        if rather:
            self._insisted = typed
            raise Meant(f"Did you mean {rather}? Type {printable(typed)} again if not.", rather)

    def _gone_on_with(self, question: Question[Any], options: Sequence[Option]) -> Option | None:
        """The beginning of this very question's answer, if a command came between it and the rest."""
        begun, self._begun = self._begun, None
        return next((option for option in options if begun == (question.prompt, option.text)), None)

    def _ask_rest(self, question: Question[str]) -> str | Command | None:
        """Ask for the rest of an answer until it can be read; the whole answer."""
        while True:
            said = self.ask(question)
            if isinstance(said, Command) and said.name == "why not" and said.argument:
                self.screen.line(f"  {why_not(question, said.argument, self._cite)}")
                continue
            if not isinstance(said, str):
                return said
            try:
                return as_answer(question.parse(read_one(said).text))
            except RefereeError as error:
                self.refused(question, error)

    def _ask_alone(self, question: Question[Any]) -> str | Command | None:
        """Ask what only one player may see: the others look away, and nothing of it stays on the screen."""
        self._typed.left.clear()  # nobody types ahead of what only one may see
        said = wait_until_alone(
            question.who,
            self.screen,
            lambda prompt: self._line(prompt, []),
            lambda typed: bool(read_command(typed)) or is_interruption(question, typed),
        )
        if said:
            return read_command(said) or as_answer(said)
        self._alone = True
        try:
            with self.screen.apart():
                return self.ask(structs.replace(question, private=False))
        finally:
            self._listed, self._alone = None, False

    # --- what was typed ---------------------------------------------------------------------------

    def _next_part(self, question: Question[Any], options: Sequence[Option]) -> str:
        """The next answer of the line that was typed, or of a new one."""
        if self._typed.left:
            part = self._typed.take()
            ended = fold(part) in OVER and self._decided not in ("", question.who)
            if ended and not self._reads(question, options, part):
                self.screen.line(f"  {whose(self._decided)} turn is over already.", style="dim")
                return self._next_part(question, options)
            if question.whole and not self._reader(question).is_instead(part):
                self._typed.part = lines.whole(part, self._typed.left)
            return self._foreseen(question)
        self._moved = ""
        typed, piled = self._without_stood(question, options, *self._type(question, options))
        self._typed = self._line_of(question, typed)
        self._typed.piled = piled
        self._lesson.over |= self._typed.parted
        self._typed.take()
        return self._foreseen(question)

    def _foreseen(self, question: Question[Any]) -> str:
        """The answer that is read now, or the one that is meant before it."""
        part = self._typed.part
        if part and (first := question.foresees(part)):
            if question.moves is None:  # what a move does is shown
                self.screen.line(f"  {question.prompt}: {first}", style="dim")
            self._typed.put_back([part])
            self._typed.part = first
        return self._typed.part

    def _without_stood(
        self, question: Question[Any], options: Sequence[Option], typed: str, stood: str
    ) -> tuple[str, bool]:
        """What was typed behind a refused line that stood there still, if that can be read by itself.

        It can't where it ends the refused line so that this can be read, or goes on with it; then it may be piled up
        behind it.
        """
        added = typed.removeprefix(stood)
        if not stood or added in ("", typed) or self._reads(question, options, typed):
            return typed, False
        behind = added[0].isalnum()
        if read_command(added.strip()) is not None or (behind and self._reads(question, options, added)):
            return added.strip(), False
        return typed, behind and ":" not in stood

    def _reads(self, question: Question[Any], options: Sequence[Option], typed: str) -> bool:
        """Whether a line, or its first answer, is a command or one of the answers."""
        first = self._reader(question).split(typed)[0]
        if read_command(first) is not None or _numbered(question, options, first) is not None:
            return True
        with suppress(RefereeError):
            if question.throw is not None and first[:1].isdigit():
                question.parse(lines.next_throw(first, question.throw)[0])
            else:
                question.parse(fit(question, first, self._vocabulary))  # a hidden hand may refuse what it lists
            return True
        return False

    def _line_of(self, question: Question[Any], typed: str) -> TypedLine:
        """A line with its answers; one that answers the question as a whole, or corrects something, is one."""
        after, sure, found = self._after, "", list[str]()
        if isinstance(after, Proposed):
            if fold(typed) in (*_YES, *_NO) and exactly(typed, question.options()) is None:
                typed = "" if fold(typed) in _YES else "?"  # it was asked whether something else is meant
            if not typed:
                found, sure = [*after.answers], after.answers[0]
            elif after.new and (card := self._reader(question).printed_on(after.answers[0], typed)):
                return TypedLine(card, sure=card[0])
        elif isinstance(after, Fitting) and typed.isdecimal():
            found = [typed, *after.rest]
        found = found or (self._reader(question).split(typed) if typed else [""])
        return TypedLine(found, sure=sure, parted=len(found) > 1, several=len(found) > 1)

    def _read(self, question: Question[Any], options: Sequence[Option], part: str) -> Said:
        """What a part of a line is. Raises Unreadable, Ambiguous or Illegal for what is nothing that can be said."""
        after, self._after = self._after, None
        thrown, self._typed.thrown = self._typed.thrown, False
        if part in ("", "?"):
            return self._without_words(question, options, part)
        if not question.whole:
            taken_back = self._reader(question).taken_back(part, partial(_numbered, question, options), self._earlier)
            if taken_back is not None:
                raise taken_back
        confirmed, self._typed.fresh = self._typed.fresh and part == self._typed.sure, False
        if (command := read_command(part)) is not None:
            if command.name not in ASIDE:
                self._listed = None
            return command
        if is_interruption(question, part):
            return as_answer(part)
        correction = self._vocabulary.correction(part) if " " in part else ""
        if question.throw is not None and not correction and not looks_like_correction(part):
            part = lines.dice_told(part, question.prompt, self._vocabulary.players())
            if part[:1].isdigit() or not options:  # or what can be done first
                try:
                    return self._thrown(question, question.throw, part)
                except Unreadable as error:
                    return self._reader(question).refusal(part, error)
        if (exact := exactly(part, options)) is not None:
            return taken(exact)
        if correction.startswith("reading ") or (correction and not answers(question, part)):
            return correction
        if part.startswith('"') or (looks_like_correction(part) and fold(part) not in _LEFT_ALONE):
            return part
        if confirmed:
            return as_answer(part)
        agreed = all(one.strip() in _YES for one in fold(part).split(","))  # "yes, all done"
        usual = self._usual(question, options) if agreed and not answers(question, part) else None
        if usual is not None:
            return usual
        part = self._reader(question).without_player(part)
        if isinstance(after, Fitting) and part.isdecimal() and 1 <= int(part[:6]) <= len(after.options):
            return after.options[int(part[:6]) - 1]
        chosen = self._chosen(question, options, part, thrown=thrown)
        return chosen if chosen is not None else self._fitted(question, options, part)

    def _without_words(self, question: Question[Any], options: Sequence[Option], part: str) -> Said:
        """What Enter alone is, or what is typed next where that or "?" decides nothing. Raises Unreadable."""
        if not part and (usual := self._usual(question, options)) is not None:
            return usual
        if part or not self._typed.left:  # else what Enter was for has come by itself
            self._list_once(question, options, again=True)
            if not part and question.default is not None:
                raise Unreadable("Enter alone decides nothing here: type the move, or its number.")
            if not part and not options:
                raise Unreadable("Please answer. help lists commands, why not shows what is blocked, quit ends.")
            if part and not options and not question.hint:
                question.parse(part)  # what is wrong with it says what would be right
        return self._read(question, options, self._next_part(question, options))

    def _chosen(self, question: Question[Any], options: Sequence[Option], part: str, *, thrown: bool) -> Said | None:
        """The option whose number a part is, perhaps with dice behind it; None for none. Raises Unreadable.

        Where dice were `thrown` right before, a number alone would be one too many.
        """
        if (chosen := _numbered(question, options, part)) is not None:
            if thrown and part.isdecimal():
                raise Unreadable(f"{part} is left over: no more dice are thrown here")
            return chosen
        sole = options[0] if len(options) == 1 and len(part) > 1 and question.moves is not None else None
        if not (sole or " " in part) or not lines.are_dice(part) or answers(question, part):
            return None
        number, _, dice = part.partition(" ")
        apart = thrown or not dice.isdecimal()  # dice apart are no number of the list with dice
        chosen = None if apart else _numbered(question, options, number)
        if chosen is None and not thrown:  # where only one move can be made, dice tell that it is
            chosen, dice = sole, part
        following = question.follows(as_answer(chosen.text)) if chosen and question.follows else None
        if chosen is not None and following is not None and following.throw is not None:
            expect_thrown(following, dice)
            faces = following.throw.faces if following.throw.count == 1 and chosen is not sole else ()
            if len(faces) == SIDES and int(number) in faces:
                either = f"Is {number} the move {chosen.shown}, and {dice} a die?"  # it looks like two dice
                raise Meant(either, chosen.text, rest=[dice])
            self._typed.put_back([dice])  # what was thrown for isn't asked any further
            return taken(chosen)
        if question.moves is not None:
            raise Unreadable(f"{part}: no dice are thrown now; say first what you do")
        return None

    def _fitted(self, question: Question[Any], options: Sequence[Option], part: str) -> Said:
        """The answer that a part means, with what is kept of it. Raises Unreadable, Ambiguous or Illegal."""
        group = _beginning(part, options) if question.grouped() else None
        if group is not None:
            return group
        then = self._typed.left[0] if self._typed.left else None
        read = self._reader(question, then, self._usual(question, options)).read(part)
        if isinstance(read, Command):
            return read
        if read.rest:
            self._typed.put_back(read.rest)
        half = None if read.rest else exactly(read_one(read.text).text, options)
        return half if half is not None and is_half(half) else read.text

    def _reader(self, question: Question[Any], then: str | None = None, usual: str | None = None) -> Reader:
        """What reads at a question, in the words of this table."""
        return Reader(question, self._vocabulary, then, usual)

    def _thrown(self, question: Question[Any], throw: Throw, part: str) -> str:
        """The dice of one throw, where more may have been typed.

        Raises Unreadable, and Meant for dice that were typed with one player's move where another throws first.
        """
        expect_thrown(question, part)
        dice, rest = lines.next_throw(part, throw)
        moved, self._moved = self._moved, ""
        if moved and throw.who not in ("", moved) and (moved, throw.who) not in self._order_told:
            self._order_told.add((moved, throw.who))
            then = f", and then {rest}" if rest else ""
            raise Meant(f"{throw.who} throws first here. Are these {throw.who}'s dice: {dice}{then}?", part)
        if rest:
            self._typed.put_back([rest])
        self._typed.thrown = True
        return dice

    # --- what is shown ----------------------------------------------------------------------------

    def _type(self, question: Question[Any], options: Sequence[Option]) -> tuple[str, str]:
        """Ask for a line, and what stood in it; what can be answered stands above it, once for a question."""
        if line := self._lesson.next(question.key):
            self.screen.line(f"All of that goes on one line, words cut short: {line}", style="dim")
        self._list_once(question, options)
        every = [*options, *question.options()]
        usual = [self._usual(question, options) or ""]
        first, *more = self._after.answers if isinstance(self._after, Proposed) else usual
        told = lines.together([next((one.shown for one in every if one.text == first), first), *more])
        enter = f" [Enter: {told}]" if told else ""
        like = f" (like {example})" if (example := shortest(question, self._vocabulary)) else ""
        words = [option.text for option in (*options, *ways_to_interrupt(question))] + [*question.words()]
        mending = self._after.line if isinstance(self._after, ToMend) else ""
        self._meanwhile = question.meanwhile
        try:
            typed = self._line(f"{question.prompt}{like}{enter}: ", words, mending).strip()
        finally:
            self._meanwhile = None
        return typed, "" if self.screen.plain else mending

    def _usual(self, question: Question[Any], options: Sequence[Option]) -> str | None:
        """What Enter answers: the usual answer, or the only one that there is, where it is waited for.

        Nothing that comes of a hidden hand, which looks the same whether there is a choice or not, and no new card.
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
        """List what can be answered unless it stands on the screen already, or somebody asks for it `again`.

        So many lines stand `below` it, besides the prompt.
        """
        asked = _asked(question, options)
        if again or asked != self._listed:
            if question.heading is not None and not (again and question.language()):  # that fills the screen
                question.heading()
            self._list(question, options, again=again, below=below)
            self._listed = asked

    def _list(
        self, question: Question[Any], options: Sequence[Option], *, again: bool = False, below: int = 0
    ) -> None:
        """List what can be answered, as far as it fits the screen; `again` if somebody asks for it."""
        closed = question.closed() if question.tells_closed else ()
        taught = question.language() if again and self._typed.part else ()  # long, so not for Enter alone
        hint = -(-len(question.hint) // self.screen.width)
        if taught and len(options) > NAMES:
            self.screen.line(f"  {len(options)} {CHOOSING}", style="dim")
        else:
            self._list_options(options, below + hint + min(len(closed), SHUT))
        self._list_closed(closed, self.screen.room_left - below - hint)
        there = self._listed is not None and not options and question.hint == self._hinted
        told = there or question.throw is not None  # dice are thrown too often to be told each time
        if question.hint and (again or not told) and not taught:
            self.screen.line(f"  ({question.hint})", style="dim")
        self._hinted = question.hint
        for line in taught:
            self.screen.line(f"  {line}", style="dim")
        if again and (text := interrupts_text(question)):
            self.screen.line(f"  {text}", style="dim")

    def _list_options(self, options: Sequence[Option], below: int = 0) -> None:
        """List options, with room for so many lines `below` them."""
        if len(options) > LISTED:
            self.screen.line(f"  {len(options)} {CHOOSING}", style="dim")
            return
        numbered = [
            (number, "" if option.shown == number else option.shown, option)
            for number, option in zip(_numbers(options), options, strict=True)
        ]
        if self.screen.plain:
            for number, shown, option in numbered:
                text = ": ".join(part for part in (shown, option.detail) if part)
                self.screen.line(f"{number}. {text}" if text and number else text or number)
        elif options:
            from referee.text.menu import MenuRow, show_menu

            rows = [
                MenuRow(number, shown, one.detail, one.group, one.weighed, one.brief)
                for number, shown, one in numbered
            ]
            least = FEWEST if 2 < len(rows) <= LEAST else LEAST
            show_menu(self.screen, rows, max(least, self.screen.room_left - below))

    def _list_closed(self, closed: Sequence[Option], room: int) -> None:
        """What isn't possible now and why, the first few, each of two lines at most."""
        few = min(CLOSED, max(1, (room - 1) // 2))
        for option in closed[:few]:
            rule = f" ({self._cite(option.rule)})" if option.rule else ""
            self.screen.line(f"   -  {option.shown}: {option.detail}{rule}", style="dim")
        if len(closed) > few:
            self.screen.line(f"      {len(closed) - few} more are closed; why not tells all", style="dim")

    def _line(self, prompt: str, words: Sequence[str], default: str = "") -> str:
        """A line as it is typed; `default` stands in it, to be mended."""
        prompt = seen(prompt)
        self.screen.asked()
        if self.screen.plain:
            return input(prompt)
        from referee.text.keyboard import Keyboard  # only a person at a terminal needs it

        if self._alone:
            return Keyboard().read(prompt, words, default, offers=len(words) > LISTED)
        self._keyboard = self._keyboard or Keyboard()
        keyboard = self._keyboard if self._meanwhile is None else self._keyboard.above(self._meanwhile)
        return keyboard.read(prompt, words, default, offers=len(words) > LISTED)

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Say why, keep what is left of the line, and go on."""
        self._lesson.refused()
        ruling = f" ({self._cite(error.ruling)})" if isinstance(error, Illegal) and error.ruling else ""
        options = _in_order(question.grouped() or question.options())
        text, can_be, every = in_short(str(error)).partition("; it can be ")
        listed = (len(every) > LONGER or "[" in every) and 0 < len(options) <= LISTED
        text += ". ? lists the answers." if listed else can_be + every
        typed = self._typed
        left, typed.left = [typed.part, *typed.left], []
        if isinstance(error, Several) and len(error.options) <= LISTED:
            self._listed = _asked(question, options)  # what fits is listed instead
            self.screen.line(f'  "{printable(typed.part)}" fits several:', style="red")
            self._list_options(error.options)
            self._after = Fitting(error.options, left[1:])
            return
        if typed.several and typed.part and typed.part not in text:
            text = f'"{printable(typed.part)}": {text}'
        mended = len(f"{question.prompt}: {lines.together(left)}") if typed.parted else 0
        below = -(-len(f"  {text}{ruling}") // self.screen.width) + mended // self.screen.width
        self._list_once(question, options, below=below)  # what was refused stands last
        self.screen.line(f"  {text}", style="red", dim=ruling)
        if isinstance(error, Meant):
            self._after = Proposed([error.answer, *error.rest, *left[1:]], new=error.new)
            return
        mends = (typed.parted and not typed.piled) or (len(typed.part) > LONG and bool(set(":,") & set(typed.part)))
        if mends:
            self._after = ToMend(lines.together(left))
        if self.screen.plain and (mends or typed.several):
            self.screen.line(f"  Not entered: {printable(lines.together(left), 200)}")

    def drop_line(self) -> None:
        """Forget what is left of the line that was typed last, and say so."""
        if self._typed.left:
            self.screen.line(f"  Not entered: {printable(lines.together(self._typed.left), 200)}")
        self._typed.left = []

    def types_ahead(self) -> bool:
        """Whether more answers stand on the line that was typed."""
        return bool(self._typed.left)

    def at_end(self) -> Command | None:
        """Offer to take the last answer back before all is closed; a line that ends with Enter has left already."""
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
        """A file to write to, or None for none."""
        typed = self._line(f"{prompt} (a name like {example}; enter for none): ", []).strip()
        if fold(typed) in _YES:
            typed = example
        return Path(typed) if typed and fold(typed) not in ("n", "no", "none") else None


def _in_order(options: Iterable[Option]) -> list[Option]:
    """Options as they are numbered: each kind together, attacks first; as they stand where answers are numbers."""
    listed = list(options)
    if any(option.number or option.text.isdigit() for option in listed):
        return listed
    groups = [option.group for option in listed]
    verbs = [(option.group, option.shown.partition(" ")[0]) for option in listed]
    fought = {verb for verb, option in zip(verbs, listed, strict=True) if option.weighed or verb[1] == "attack"}

    def place(at: int) -> tuple[int, bool, int]:
        return groups.index(groups[at]), verbs[at] not in fought, verbs.index(verbs[at])

    return [listed[at] for at in sorted(range(len(listed)), key=place)]


def _asked(question: Question[Any], options: Sequence[Option]) -> tuple[Any, ...]:
    """What a list of answers is about: it isn't repeated for the same."""
    return question.key, question.prompt, question.who, tuple(option.text for option in options)


def _numbers(options: Sequence[Option]) -> list[str]:
    """What is typed for each option: its place in the list, or the answer itself where answers are numbers."""
    if any(option.number for option in options):
        return [option.number for option in options]
    texts = [option.text for option in options]
    if any(text.isdigit() for text in texts):
        return [text if text.isdigit() else "" for text in texts]
    return [str(place) for place in range(1, len(texts) + 1)]


def _numbered(question: Question[Any], options: Sequence[Option], part: str) -> Option | None:
    """The option of this number in the list, which more words may follow: "3 with Dirk"; "the third one" too."""
    place = _PLACE.fullmatch(fold(part))
    said = place[1] if place is not None else ""
    number, _, rest = (said if said.isdecimal() else ORDINALS.get(said, part)).partition(" ")
    if len(options) > LISTED or not number or number not in (numbers := _numbers(options)):
        return None
    option = options[numbers.index(number)]
    if not rest:
        return option
    if lines.are_dice(rest):
        return None  # dice that nobody throws here, and no number of the list
    whole = f"{option.text} {rest.strip()}"
    return Option(whole) if number != option.text and answers(question, whole) else None


def _cut_short(question: Question[Any], said: str, vocabulary: Vocabulary) -> str:
    """An answer in fewer words and letters that mean the same: "w wild" for "warrior wild animals"."""

    def means(text: str) -> str:
        with suppress(RefereeError):
            answer = fit(question, text, vocabulary)
            return question.record(question.parse(answer), answer)
        return ""

    meant, words = means(said), said.split()
    if not (meant and words) or question.coins is not None or not all(word.isalpha() for word in words):
        return said

    def shortest(kept: Sequence[list[str]]) -> list[str]:
        return next((one for one in kept if means(" ".join(one)) == meant), words)

    words = shortest([words[:many] for many in range(1, len(words))])
    if len(words) > 1:
        words = shortest([[words[0][:many], *words[1:]] for many in range(1, len(words[0]))])
    if len(words[-1]) > UNCUT:
        words = shortest([[*words[:-1], words[-1][:many]] for many in range(CUT, len(words[-1]))])
    return " ".join(words)


def taken(option: Option) -> Said:
    """An option as it is said: itself, if the rest of its answer has to be asked for."""
    return option if is_half(option) else as_answer(option.text)


def is_half(option: Option) -> bool:
    """Whether an option is only the beginning of an answer, whose rest has to be asked for."""
    more = option.more() if option.more is not None else None
    return more is not None and more.default is None


def _beginning(typed: str, options: Sequence[Option]) -> Option | None:
    """The only option that is shown with such a beginning."""
    starting = [option for option in options if fold(option.shown).startswith(fold(typed))]
    return starting[0] if len(starting) == 1 else None
