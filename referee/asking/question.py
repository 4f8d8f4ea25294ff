"""One protocol for every decision: a procedure asks, a person, a script or a test answers.

A procedure is a generator. It yields a `Question` whenever something must be decided (a move, a roll that the
table makes, a name) and is sent the value of the answer. It does nothing else: no printing, no files. So the
same rules play live, replay a record and run in tests; only where the answers come from differs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.errors import BadInput, Illegal, RefereeError, Unreadable
from referee.text.grammar import SMALL_NUMBERS, so_many
from referee.text.names import did_you_mean, fold, keyed, names_in, nearest, or_list, refuse_hidden
from referee.text.names import find as find_name
from referee.text.pattern import lazy_pattern

if TYPE_CHECKING:
    from referee.asking.interrupts import Interrupt
    from referee.asking.moves import MovesNow

T = TypeVar("T")

FEW = 8
"""So many answers are all named when something else is typed."""


def no_options() -> Sequence[Option]:
    """The options of a question that is answered with free text."""
    return ()


def not_forced() -> str | None:
    """What a question says that leaves a choice."""
    return None


class Option(Struct, frozen=True):
    """A possible answer: what is typed and recorded, how it is shown, and what it does or why it is closed.

    `rule` is the id of the rule or ruling that closes it. `also` are other words for it, and options of the same
    `alike` are as good as each other. Options of the same `group` stand together where there is little room.
    One that is `weighed` by its detail (odds) keeps it where there is little room; of others what is `brief` is kept.
    `number` is typed for it whatever else is listed, where the options of a question have numbers of their own.
    `example` is a whole answer like it, where the text is none: dice, an offer.
    `more` asks for the rest of the answer where the option is only its beginning (which equipment?): it
    returns the question whose answer is the whole text, or None. `ways` are whole answers that do the same more often
    or for another price; they are too many to be listed.
    """

    text: str
    label: str = ""
    detail: str = ""
    more: Callable[[], Question[str] | None] | None = None
    ways: Callable[[], Sequence[str]] = tuple
    rule: str = ""
    also: tuple[str, ...] = ()
    number: str = ""
    alike: str = ""
    group: str = ""
    weighed: bool = False
    brief: str = ""
    example: str = ""

    @property
    def playable(self) -> str:
        """What a script can answer."""
        return self.example or self.text

    @property
    def shown(self) -> str:
        """What a person reads."""
        return self.label or self.text


def closed_by(text: str, error: Illegal) -> Option:
    """What can't be answered, with the reason and its rule."""
    return Option(text, detail=error.reason, rule=error.ruling)


class Throw(Struct, frozen=True):
    """Dice that a question asks for: how many, what each of them can show, and whose they are ("" for nobody's)."""

    count: int
    faces: tuple[int, ...]
    who: str = ""


class DiceThere(Struct, frozen=True):
    """Dice that lie on the table: whose they are ("" for nobody's), what each can show, and what each shows."""

    who: str
    faces: tuple[int, ...]
    showing: tuple[int, ...]


class Question(Struct, Generic[T], eq=False):
    """Something that must be decided now.

    The fields stand by who needs them: the rules, a person at the prompt, a script or file, the session. What only
    one of them knows is left at its default by the others.
    """

    # --- what is asked ---
    key: str
    """What kind of answer it is: "move", "roll"."""
    prompt: str
    parse: Callable[[str], T]
    """Turns a typed answer into its value. Raises Unreadable, Ambiguous or Illegal."""
    options: Callable[[], Sequence[Option]] = no_options
    """The legal answers, where they can be listed."""
    closed: Callable[[], Sequence[Option]] = no_options
    """Answers that aren't legal, with the reason and its rule."""
    who: str = ""
    """Who decides; "" for the table."""
    hint: str = ""
    default: str | None = None
    """The usual answer."""
    forced: Callable[[], str | None] = not_forced
    """The answer where there is only one, which isn't asked for then."""
    write: Callable[[T], str] | None = None
    """A value as the text that is recorded; None: it is what was typed."""

    # --- what its answers are ---
    open: bool = False
    """There are answers that the options don't list."""
    private: bool = False
    """The options are for the eyes of `who` alone."""
    throw: Throw | None = None
    """The dice that are asked for, if it is a throw of the table's."""
    dice: tuple[DiceThere, ...] = ()
    """The dice that the answer is about."""
    in_parts: bool = False
    """An answer may have several of the options, each as those before it leave it (`asking.parts`)."""
    numbers: tuple[int, int | None] | None = None
    """The answer is a whole number from the least to the most, if there is one."""
    whole: bool = False
    """The answer (what is printed on a card) is all of a line, semicolons and brackets too."""
    coins: Callable[[T], str] | None = None
    """The name that a value gives to a card that wasn't named yet; "" if it gives none."""
    interrupts: tuple[Interrupt, ...] = ()
    """What may be said besides an answer (`asking.interrupts`)."""
    moves: MovesNow[Any] | None = None
    """Reads and writes its answers as data, where they are moves that a game declares (`asking.moves`)."""

    # --- how a person is asked ---
    example: Callable[[], str] = str
    """The shortest way to type an answer, behind the prompt; "" for none."""
    heading: Callable[[], None] | None = None
    """Shows, above the answers, what the one who decides has."""
    grouped: Callable[[], Sequence[Option]] = no_options
    """Fewer options to begin with, where there are many; the rest is asked for by their `more`."""
    tells_closed: bool = False
    """What is closed is shown without being asked for."""
    by_enter: Callable[[], bool] = lambda: True
    """Whether Enter alone gives the usual answer: nothing that matters is decided by it."""
    waits: bool = False
    """It is asked even where there is only one answer."""
    routine: bool = False
    """The usual answer asks for nothing more, so such questions are asked together."""
    opens: bool = False
    """The usual answer only opens another question, which can be declined itself: that one is asked at once."""
    words: Callable[[], Sequence[str]] = tuple
    """Words that can be typed in an answer that isn't one of the options, for the tab key."""
    language: Callable[[], Sequence[str]] = tuple
    """Lines for somebody who asks what can be typed."""
    warns: Callable[[T], str] | None = None
    """Why a person should think twice before giving a value; "" if there is no reason."""
    rather: Callable[[T], str] | None = None
    """The answer that a person who types so little most likely wants instead; "" if it is well so."""
    subject: str = ""
    """The piece that makes the moves, where only one does: its name may stand in front of each."""
    meanwhile: Callable[[], str] | None = None
    """A line below the prompt, while somebody thinks, that says more and more."""

    # --- how a script or a file answers ---
    skippable: bool = False
    """It wasn't always asked: where a script answers the next question instead, the usual answer is meant."""
    foresees: Callable[[str], str] = lambda text: ""
    """The answer meant before a line that a person typed, where that answers the next question; else nothing."""

    # --- what the session adds ---
    look_again: Callable[[], None] | None = None
    """Lets what is listed be found anew, where something else was done before the answer."""
    follows: Callable[[str], Question[Any] | None] | None = None
    """Plays an answer ahead and returns the question after it, None for the end; None where nobody looks ahead."""

    passed: Sequence[str] = ()
    """The answers that came by themselves right before it, where an answer was played ahead."""

    def only(self) -> str | None:
        """The answer that there is no choice about; None where there is one, or where it must be waited for."""
        if (only := self.forced()) is not None or self.open or self.waits or self.private:
            return only
        options = self.options()
        return options[0].text if len(options) == 1 and options[0].more is None else None

    @property
    def verbs(self) -> set[str]:
        """The words with which moves begin, where one is asked for."""
        return self.moves.moves.begins if self.moves is not None else set()

    @property
    def decides(self) -> bool:
        """Whether somebody decides something by the answer."""
        return not self.opens and self.only() is None

    def left_out(self) -> str | None:
        """The answer that a log or a script may leave out; None if it must be there."""
        return self.default if self.skippable else self.forced()

    def passed_over(self, text: str) -> bool:
        """Whether a text from a script or a file doesn't answer a skippable question, but the next one."""
        if not self.skippable:
            return False
        try:
            self.parse(text)
        except (Unreadable, Illegal):
            return True
        return False

    def record(self, value: T, typed: str) -> str:
        """The text under which an answer is recorded."""
        return self.write(value) if self.write is not None else typed.strip()


Procedure = Generator[Question[Any], Any, T]
"""Rules that ask: yields questions, is sent their answers' values, returns a T."""


def carried_out(done: Any) -> Procedure[Any]:
    """What a part of the rules has done, as a procedure: one that asks nothing needn't be one."""
    return (yield from done) if isinstance(done, Generator) else done


def finish(procedure: Procedure[T]) -> T:
    """Run a procedure that has nothing to ask. Raises RuntimeError if it asks after all."""
    return drive(procedure, _nobody)


def _nobody(question: Question[Any]) -> Any:
    raise RuntimeError(f"asked without anybody to answer: {question.prompt}")


def drive(procedure: Procedure[T], answer: Callable[[Question[Any]], Any]) -> T:
    """Run a procedure to its end, each question answered with the value that `answer` has for it; its result.

    What `answer` or the procedure raises is raised.
    """
    value: Any = None
    while True:
        try:
            question = procedure.send(value)
        except StopIteration as stop:
            result: T = stop.value
            return result
        value = answer(question)


def relay(procedure: Procedure[T], answer: Callable[[Question[Any]], Procedure[Any]]) -> Procedure[T]:
    """Run a procedure within another: `answer` is the procedure that finds the value for each of its questions.

    One that asks the same question on (`value = yield question`) changes nothing.
    """
    value: Any = None
    while True:
        try:
            question = procedure.send(value)
        except StopIteration as stop:
            result: T = stop.value
            return result
        value = yield from answer(question)


def choice(
    key: str,
    prompt: str,
    options: Sequence[Option] | Mapping[str, str],
    *,
    who: str = "",
    hint: str = "",
    default: str | None = None,
) -> Question[str]:
    """A question with a few answers, perhaps each with a detail, chosen by the beginning of its text or by number."""
    if isinstance(options, Mapping):
        options = [Option(text, detail=detail) for text, detail in options.items()]
    texts = keyed([option.text for option in options], str)

    def parse(text: str) -> str:
        typed = text.strip()
        if typed.isdecimal() and fold(typed) not in texts:
            if len(typed) > 9 or not 1 <= int(typed) <= len(options):
                raise Unreadable(
                    f"{typed} is not in the list; it has {'only 1' if len(options) == 1 else f'1 to {len(options)}'}"
                )
            return options[int(typed) - 1].text
        return find_name(typed, texts, "answer", listing=FEW)

    return Question(key, prompt, parse, options=lambda: options, who=who, hint=hint, write=str, default=default)


def kind_of_move(word: str, kinds: Sequence[str], options: Callable[[], Iterable[Option]]) -> str:
    """The kind of move that a word names or begins, of all `kinds` that there are.

    Raises Ambiguous, or Unreadable: with the nearest kind, else with those of the moves that are legal now.
    """
    known = {kind: kind for kind in kinds}
    try:
        return find_name(word, known, "kind of move")
    except Unreadable as error:
        if nearest(word, kinds):
            raise
        first = {fold(option.text).partition(" ")[0] for option in options()}
        raise Unreadable(f"{error}; now it can be {or_list(kind for kind in kinds if kind in first)}") from None


def but_not(question: Question[T], others: Iterable[str], reason: str, ruling: str) -> Question[T]:
    """A question to which some `others` are answers of its kind that aren't allowed: Illegal, not unreadable."""
    refused = {fold(other) for other in others}

    def parse(text: str) -> T:
        if fold(text) in refused:
            raise Illegal(reason, ruling)
        return question.parse(text)

    return replace(question, parse=parse)


def with_default(question: Question[T], default: str) -> Question[T]:
    """A question with a usual answer."""
    return replace(question, default=default)


def yes_or_no(key: str, prompt: str, *, hint: str = "") -> Question[bool]:
    """A question with the answers yes and no."""
    asked = choice(key, prompt, (Option("yes"), Option("no")), hint=hint)
    return Question(
        key,
        prompt,
        lambda text: asked.parse(text) == "yes",
        options=asked.options,
        hint=hint,
        default="no",
        write=lambda value: "yes" if value else "no",
    )


def whole_number(
    key: str, prompt: str, least: int, most: int | None = None, *, default: str | None = None, hint: str = ""
) -> Question[int]:
    """A question for a whole number from `least` to `most`."""
    limits = f"from {least} to {most}" if most is not None else f"{least} or more"

    def parse(text: str) -> int:
        typed = text.strip()
        if fold(typed) in SMALL_NUMBERS:
            typed = str(SMALL_NUMBERS.index(fold(typed)) + 1)
        if not typed.removeprefix("-").isascii() or not typed.removeprefix("-").isdigit():
            raise Unreadable(f'"{text}" isn\'t a whole number; it must be {limits}')
        if len(typed) > 9 or int(typed) < least or (most is not None and int(typed) > most):
            raise Unreadable(f"it must be {limits}, not {typed}")
        return int(typed)

    return Question(key, prompt, parse, default=default, hint=hint, numbers=(least, most))


def free_text(
    key: str, prompt: str, check: Callable[[str], str] = str.strip, *, hint: str = "", default: str | None = None
) -> Question[str]:
    """A question for text; `check` returns it tidied or raises Unreadable."""
    return Question(key, prompt, check, hint=hint, default=default)


# --- What can be said at a prompt instead of an answer --------------------------------------------


CommandName = Literal[
    "undo",
    "redo",
    "back",
    "status",
    "score",
    "why",
    "why not",
    "rules",
    "odds",
    "claim",
    "judge",
    "adjust",
    "amend",
    "look",
    "until",
    "log",
    "help",
    "stop",
]

OVERRULE = "overrule"
"""What makes a move that is refused all the same."""

COMMANDS: Mapping[CommandName, str] = {
    "undo": "undo the last answer, or several: undo 3",
    "redo": "redo what was undone, or several",
    "back": "go back to an earlier entry; you choose it from a list",
    "status": "show where things stand",
    "score": "the score if the game ended now",
    "why": "explain an entry, the last one without a number: why 12",
    "why not": "show what is blocked, and why; or why one answer is: why not ANSWER",
    "rules": "look a rule up: rules WORD, or a question",
    "odds": "how the fights that can come next may end, or one move: odds MOVE; who wins: odds battle",
    "claim": "check what somebody says, and log it: claim NAME NUMBER",
    "judge": "check the last battle for illegal moves, or an entry of the log: judge 22",
    "adjust": "correct a mistake you noticed later (it is logged); correct says the same",
    "log": "what happened so far, numbered: log turn 2, log NAME, log WORD",
    "amend": "change an earlier entry, found by number or words: amend 12, amend WORD; amend 12 remove",
    "look": "show a player the hand that the program drew: look PLAYER",
    "until": "when the evening is to end, to be told how many turns fit: until 23:00, or until off",
    "help": "the commands that a table needs most; help all shows every one",
    "stop": "save and quit; quit says the same",
}
"""What can be said at a prompt instead of an answer."""

OTHER_WORDS: Mapping[str, CommandName] = {
    "?": "help",
    "quit": "stop",
    "exit": "stop",
    "correct": "adjust",
    "let it stand": "status",
    "chances": "odds",
    "what are the chances": "odds",
    "what are my chances": "odds",
    "what are my odds": "odds",
    "what are the odds": "odds",
}
"""Other words for some of them; what a verdict offers is said by who goes on."""

BESIDE: Mapping[str, str] = {
    "reading": "what your table reads differently, from now on: reading NAME ANSWER; reading alone lists it",
    "overrule": "make a refused move all the same (it is logged): overrule MOVE because REASON",
}
"""What else a table says at a prompt, told with all commands."""

NEEDED: tuple[CommandName, ...] = ("undo", "status", "adjust", "rules", "help", "stop")
"""The commands that a newcomer needs."""

OF_BATTLES: tuple[CommandName, ...] = ("odds", "claim", "judge")
"""The commands about a battle that is refereed."""

ASIDE: tuple[CommandName, ...] = (
    "status",
    "score",
    "why",
    "why not",
    "rules",
    *OF_BATTLES,
    "look",
    "until",
    "log",
    "help",
)
"""The commands after which an answer goes on where it was."""

OF_THE_LOG: tuple[CommandName, ...] = ("undo", "redo", "back", "amend")
"""The commands that go back in the log or change an entry of it."""

EVERYWHERE: tuple[CommandName, ...] = ("undo", "redo", "status", "why", "why not", "rules", "help", "stop")
"""The commands that every table knows."""


_TAKE_WORDS: tuple[CommandName, ...] = ("rules", "odds", "claim", "log", "amend")

_VERB_AND_NAME = 2
"""Words of a command that takes one name; what goes on is something else ("look at the top card")."""


class Command(Struct, frozen=True):
    """Something said at a prompt that is no answer. `argument` is what follows the word."""

    name: CommandName
    argument: str = ""

    @property
    def words(self) -> str:
        """What was typed; at some tables a move begins with the same word."""
        return f"{self.name} {self.argument}".strip()


def read_command(text: str) -> Command | None:
    """A command as typed, or None for an answer. Commands stand alone; only a few take words, a name or a number."""
    typed = fold(text)
    if typed in OTHER_WORDS:
        return Command(OTHER_WORDS[typed])
    if typed in ("reading", "readings", "house rules", "house numbers", "tables differ"):
        return Command("rules", "readings")
    if typed == "help all":
        return Command("help", "all")
    for name in COMMANDS:
        if typed == name:
            return Command(name)
    if typed.startswith("why not "):
        return Command("why not", text.split(maxsplit=2)[2])
    for name in _TAKE_WORDS:
        if typed.startswith(f"{name} "):
            return Command(name, text.split(maxsplit=1)[1])
    if typed.startswith("judge ") and typed.removeprefix("judge ").isdecimal():
        return Command("judge", typed.removeprefix("judge "))
    if typed.startswith("look ") and len(typed.split()) == _VERB_AND_NAME:
        return Command("look", text.split()[1])
    if typed.startswith("until ") and (len(typed.split()) == _VERB_AND_NAME or typed.split()[1][0].isdigit()):
        return Command("until", text.split(maxsplit=1)[1])
    numbered: tuple[CommandName, ...] = ("undo", "redo", "back", "why")
    for name in numbered:
        if typed.startswith(f"{name} ") and (number := typed.removeprefix(f"{name} ")).isdecimal():
            return Command(name, number)
    return None


# --- Parts ----------------------------------------------------------------------------------------
# Answers of several parts, each of which can be what those before it leave: dice assigned one after the other.
#
# They are typed with commas between, as in "lift 4 by 1, lift 4 by 2"; "done" is an answer without parts. Where an
# answer is suggested, Enter takes it, and so does "best".


S = TypeVar("S")
P = TypeVar("P")

DONE: Final = "done"
"""The answer that has no parts."""

BEST: Final = "best"
"""The word for the suggested answer."""

_BETWEEN: Final = ", "


class Parts(Struct, Generic[S, P], frozen=True, kw_only=True):
    """How the parts of an answer are read, where S is what there is to choose among (the dice in hand).

    `read` makes a part of its text and raises Unreadable, Ambiguous or Illegal; `write` gives the text back, `after`
    is what there is after a part (S itself stays as it is), `options` are the parts that there can be; `plain` puts
    people's own words of several parts as they are read.
    """

    read: Callable[[S, str], P]
    write: Callable[[P], str]
    after: Callable[[S, P], S]
    options: Callable[[S], Sequence[Option]]
    plain: Callable[[str], str] = str

    def parse(self, there: S, text: str) -> tuple[P, ...]:
        """The parts of an answer. Raises as `read` does, naming the part where there are several."""
        texts = [] if fold(text := self.plain(text)) == DONE else text.split(_BETWEEN.strip())
        found: list[P] = []
        for typed in texts:
            try:
                found.append(self.read(there, typed.strip()))
            except RefereeError as error:
                raise _of_part(typed.strip(), error) if len(texts) > 1 else error from None
            there = self.after(there, found[-1])
        return tuple(found)

    def text(self, parts: Sequence[P]) -> str:
        """An answer as it is recorded."""
        return _BETWEEN.join(map(self.write, parts)) or DONE


def _of_part(typed: str, error: RefereeError) -> RefereeError:
    if isinstance(error, Illegal):
        return Illegal(f"{typed}: {error}", error.ruling)
    return Unreadable(f"{typed}: {error}")


def in_parts(
    key: str,
    prompt: str,
    parts: Parts[S, P],
    there: S,
    *,
    suggested: Sequence[P] | None = None,
    who: str = "",
    hint: str = "",
    dice: Sequence[DiceThere] = (),
    words: Callable[[], Sequence[str]] = tuple,
) -> Question[tuple[P, ...]]:
    """A question whose answer has several parts, or none; `dice` are those that it is about, `words` make parts."""
    best = None if suggested is None else parts.text(suggested)

    def parse(text: str) -> tuple[P, ...]:
        return parts.parse(there, best if best is not None and fold(text) == BEST else text)

    def options() -> list[Option]:
        return [*parts.options(there), Option(DONE)]

    return Question(
        key,
        prompt,
        parse,
        options=options,
        who=who,
        hint=hint or "several with commas between",
        default=best,
        write=parts.text,
        open=True,
        dice=tuple(dice),
        words=lambda: [*words(), *((BEST,) if best is not None else ())],
        in_parts=True,
    )


# --- Players --------------------------------------------------------------------------------------
# What every set-up asks alike: players' names that can be told apart, and options that a new game knows.


_NAME = lazy_pattern(r"[^\[\]/:,;]{1,30}")


def name_reader(what: str, taken: Mapping[str, str]) -> Callable[[str], str]:
    """What reads a player's name (or another `what`) that nobody has yet; the reader raises Unreadable.

    `taken` says of each that is taken which player has it.
    """
    owners = {fold(name): owner for name, owner in taken.items()}

    def read(text: str) -> str:
        name = " ".join(text.split())
        refuse_hidden(name)
        if not _NAME.fullmatch(name) or fold(name) in ("nobody", "?") or name.isdigit():
            raise Unreadable('it must be 1 to 30 letters, without brackets, commas, colons or "/"')
        if read_command(name) is not None:
            raise Unreadable(f'"{name}" is what you say to the referee; another name is needed')
        if fold(name) in owners:
            raise Unreadable(f"{owners[fold(name)]} has that {what} already")
        return name

    return read


def seats_question(least: int, most: int, read: Callable[[list[str]], T], hint: str) -> Question[int | T]:
    """How many players, or all of them in a line with commas between, which `read` reads; it raises Unreadable."""
    asked = whole_number("players", "How many players", least, most)

    def parse(text: str) -> int | T:
        seats = names_in(text)
        if text.strip().removeprefix("-").isdigit() or fold(text) in (*SMALL_NUMBERS, ""):
            return asked.parse(text)
        if not least <= len(seats) <= most:
            raise Unreadable(f"{least} to {most} can play; this line names {len(seats)}")
        return read(seats)

    return Question(asked.key, asked.prompt, parse, hint=f"or all in a line: {hint}")


def seat_question(seat: int, number: int, one: Callable[[str], T], every: Callable[[list[str]], T]) -> Question[T]:
    """Which player has a seat, of so many; the line of the first may name all, as `seats_question` takes it.

    `one` reads a player, `every` the players of a line; both raise Unreadable.
    """

    def parse(text: str) -> T:
        seats = names_in(text)
        return every(seats) if seat == 1 and len(seats) == number > 1 else one(text)

    return Question(f"player {seat}", f"Player {seat}, clockwise", parse)


def check_number(players: Sequence[str], least: int, most: int) -> None:
    """Refuse more or fewer players than can play, where any are named. Raises BadInput."""
    if players and not least <= len(players) <= most:
        times = so_many(len(players), "time")
        raise BadInput(f"this game is for {least} to {most} players; you gave --player {times}")


def check_options(given: Iterable[str], known: Mapping[str, str]) -> None:
    """Refuse an option that a new game doesn't know. Raises BadInput with the nearest one."""
    expect_known(given, known, "a new game")


def expect_known(given: Iterable[str], known: Iterable[str], who: str) -> None:
    """Refuse an option that `who` asks for it doesn't know. Raises BadInput with the nearest one."""
    names = list(known)
    unknown = next((name for name in given if name not in names), None)
    if unknown is not None:
        near = did_you_mean(unknown, names).replace("did you mean ", "did you mean --")
        hint = near or f"; {who} knows {', '.join(names)}"
        raise BadInput(f"there is no option --{unknown}{hint}")
