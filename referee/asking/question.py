"""One protocol for every decision: a procedure asks; a person, a script or a test answers.

A procedure is a generator. It yields a `Question` whenever something must be decided (a move, a roll that the
table makes, a name) and is sent the value of the answer. It does nothing else: no printing, no files. So the
same rules play live, replay a record and run in tests; only the source of the answers differs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.effects.phrases import Misread
from referee.errors import BadInput, Illegal, RefereeError, Unreadable
from referee.text.grammar import FIGURES
from referee.text.names import (
    a_or_an,
    by_key,
    did_you_mean,
    fold,
    names_in,
    nearest,
    or_list,
    printable,
    refuse_hidden,
    word_set,
)
from referee.text.names import find as find_name
from referee.text.pattern import lazy_pattern

if TYPE_CHECKING:
    from re import Pattern

    from referee.asking.interrupts import Interrupt, Refusal
    from referee.asking.moves import MovesNow
    from referee.sampling.race import Meanwhile

T = TypeVar("T")

FEW = 8
"""Up to this number, all answers are named in the message when something else is typed."""


def no_answer() -> str | None:
    """Return no answer: the question is asked."""
    return None


class Option(Struct, frozen=True):
    """Possible answer: what is typed and recorded, how it is shown, and what it does or why it is closed.

    `rule` is the id of the rule or ruling that closes it. `also` are other words for it; options with the same
    `alike` are equivalent. Options of the same `group` stand together where there is little room. There, an option
    that has odds (`has_odds`) keeps its detail; others show `brief` instead.
    `number` is the option's own number, for questions whose options aren't numbered by their place in the list.
    `example` is a complete answer of this kind if `text` isn't one: dice, an offer.
    `more` is for an option that is only the beginning of an answer (which equipment?): it returns the question for
    the rest, whose answer is the whole text, or None. `ways` are complete answers that do the same more often or for
    another price; they are too many to be listed.
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
    has_odds: bool = False
    brief: str = ""
    example: str = ""

    @property
    def playable(self) -> str:
        """Text that a script can answer."""
        return self.example or self.text

    @property
    def shown(self) -> str:
        """Text that a person reads."""
        return self.label or self.text


def closed_by(text: str, why: Illegal | Refusal) -> Option:
    """Return an option for an answer that is illegal, with the reason and its rule."""
    return Option(text, detail=why.reason, rule=why.ruling)


class Throw(Struct, frozen=True):
    """Dice that a question asks for: how many, the faces of each, and whose they are ("" for no player's)."""

    count: int
    faces: tuple[int, ...]
    who: str = ""


class DiceThere(Struct, frozen=True):
    """Dice that lie on the table: whose they are ("" for no player's), the faces of each, and what each shows."""

    who: str
    faces: tuple[int, ...]
    showing: tuple[int, ...]


class Question(Struct, Generic[T], eq=False):
    """Decision that must be made now.

    The fields are grouped by who needs them: the rules, a person at the prompt, a script or file, the session.
    Each leaves the fields that it doesn't know at their defaults.
    """

    # --- the question ---
    key: str
    """Kind of answer: "move", "roll"."""
    prompt: str
    parse: Callable[[str], T]
    """Parses a typed answer into its value. Raises Unreadable, Ambiguous or Illegal."""
    options: Callable[[], Sequence[Option]] = tuple
    """Legal answers, if they can be listed."""
    closed: Callable[[], Sequence[Option]] = tuple
    """Answers that aren't legal, with the reason and its rule."""
    who: str = ""
    """Player who decides; "" for the table."""
    hint: str = ""
    default: str | None = None
    """Default answer, which Enter gives."""
    forced: Callable[[], str | None] = no_answer
    """The only answer, if there is only one; then it is given without asking."""
    write: Callable[[T], str] | None = None
    """Formats a value as the text that is recorded; None: the typed text is recorded."""

    # --- the answers ---
    open: bool = False
    """Whether there are answers that the options don't list."""
    private: bool = False
    """Whether only `who` may see the options."""
    throw: Throw | None = None
    """The dice that are asked for, if the table throws dice."""
    dice: tuple[DiceThere, ...] = ()
    """The dice that the answer is about."""
    in_parts: bool = False
    """Whether an answer may combine several options, each depending on those before it (`Parts`)."""
    numbers: tuple[int, int | None] | None = None
    """Bounds of an answer that is an integer: minimum, and maximum or None."""
    whole: bool = False
    """Whether the answer (a card's printed text) is the whole line, with semicolons and brackets."""
    coins: Callable[[T], str] | None = None
    """Returns the new name that a value gives to a card that had none; "" if it gives none."""
    interrupts: Callable[[], Sequence[Interrupt]] = tuple
    """Returns the interrupts that may be typed instead of an answer (`asking.interrupts`)."""
    plain: Callable[[str], T] | None = None
    """Parses what is known to be no interrupt; None: as `parse` does."""
    moves: MovesNow[Any] | None = None
    """Converts answers from and to JSON, if they are moves that a game declares (`asking.moves`)."""

    # --- how a person is asked ---
    example: Callable[[], str] = str
    """Returns a short example of an answer, for the prompt; "" for none."""
    heading: Callable[[], None] | None = None
    """Shows, above the answers, what the deciding player has."""
    grouped: Callable[[], Sequence[Option]] = tuple
    """Fewer options to list first, if there are many; their `more` asks for the rest."""
    tells_closed: bool = False
    """Whether closed answers are listed without being asked for."""
    by_enter: Callable[[], bool] = lambda: True
    """Returns whether Enter alone gives the default: it decides nothing that matters."""
    waits: bool = False
    """Whether the question is asked even if there is only one answer."""
    routine: bool = False
    """The default asks for nothing more, so such questions are asked together."""
    opens: bool = False
    """The default only opens another question, which can be declined itself: that one is asked at once."""
    words: Callable[[], Sequence[str]] = tuple
    """Words that can be typed in an answer that isn't one of the options, for the tab key."""
    language: Callable[[], Sequence[str]] = tuple
    """Lines of help on what can be typed."""
    warns: Callable[[T], str] | None = None
    """Returns a warning against a value, which must then be confirmed; "" for none."""
    rather: Callable[[T], str] | None = None
    """Returns the fuller answer that is most likely meant by a short one; "" if it is fine as it is."""
    subject: str = ""
    """The piece that makes the moves, if only one does: its name may stand in front of each."""
    meanwhile: Meanwhile | None = None
    """Returns a line to show below the prompt while the player thinks; it is updated."""

    # --- how a script or a file answers ---
    skippable: bool = False
    """Old scripts may omit this answer; if they answer the next question instead, the default is used."""
    foresees: Callable[[str], str] = lambda text: ""
    """Returns the answer implied by a typed line that answers the next question; "" for none."""

    # --- what the session adds ---
    look_again: Callable[[], None] | None = None
    """Clears the cached lists, after something else was done before the answer."""
    follows: Callable[[str], Question[Any] | None] | None = None
    """Plays an answer ahead and returns the question after it, None for the end; None: no looking ahead."""

    passed: Sequence[str] = ()
    """Automatic answers right before this question, if an answer was played ahead."""

    def only(self) -> str | None:
        """Return the answer if there is no choice; None if there is one, or if the question must be asked anyway."""
        if (only := self.forced()) is not None or self.open or self.waits or self.private:
            return only
        options = self.options()
        return options[0].text if len(options) == 1 and options[0].more is None else None

    @property
    def verbs(self) -> set[str]:
        """First words of moves, if a move is asked for."""
        return self.moves.moves.begins if self.moves is not None else set()

    @property
    def decides(self) -> bool:
        """Whether the answer decides anything."""
        return not self.opens and self.only() is None

    def left_out(self) -> str | None:
        """Return the answer that a log or a script may omit; None if there must be one."""
        return self.default if self.skippable else self.forced()

    def passed_over(self, text: str) -> bool:
        """Return whether a text of a script or file doesn't answer this skippable question, but the next one."""
        if not self.skippable:
            return False
        try:
            self.parse(text)
        except (Unreadable, Illegal):
            return True
        return False

    def record(self, value: T, typed: str) -> str:
        """Return the text under which an answer is recorded."""
        return self.write(value) if self.write is not None else typed.strip()

    def remembering(self) -> Question[T]:
        """Return this question with its lists, what a text means, and what follows an answer, found only once.

        A line is tried in many ways, and most share their parts. It holds until something is played.
        """
        meanings: dict[str, T | RefereeError] = {}

        def parse(text: str) -> T:
            if text not in meanings:
                try:
                    meanings[text] = self.parse(text)
                except RefereeError as error:
                    meanings[text] = error
            if isinstance(meaning := meanings[text], RefereeError):
                raise meaning.with_traceback(None)
            return meaning

        follows = cache(self.follows) if self.follows is not None else None
        return replace(self, parse=parse, options=cache(self.options), closed=cache(self.closed), follows=follows)

    def recorded(self, text: str) -> str:
        """Return a text as it is recorded, whichever words were typed. Raises as `parse` does."""
        return self.record(self.parse(text), text)


Procedure = Generator[Question[Any], Any, T]
"""A generator of rules: it yields questions, is sent the values of the answers, and returns a T."""


def carried_out(done: Any) -> Procedure[Any]:
    """Return `done`; if it is a procedure, run it within this one first and return its result."""
    return (yield from done) if isinstance(done, Generator) else done


def finish(procedure: Procedure[T]) -> T:
    """Run a procedure that asks nothing. Raises RuntimeError if it asks after all."""
    return drive(procedure, _refuse_to_answer)


def _refuse_to_answer(question: Question[Any]) -> Any:
    raise RuntimeError(f"asked without anybody to answer: {question.prompt}")


def drive(procedure: Procedure[T], answer: Callable[[Question[Any]], Any]) -> T:
    """Run a procedure to its end and return its result; `answer` returns the value for each question.

    Exceptions of `answer` and of the procedure pass through.
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
    """Run a procedure within another one; `answer` is a procedure that returns the value for each of its questions.

    An `answer` that only asks the same question (`value = yield question`) changes nothing.
    """
    value: Any = None
    while True:
        try:
            question = procedure.send(value)
        except StopIteration as stop:
            result: T = stop.value
            return result
        value = yield from answer(question)


def pick(key: str, prompt: str, names: Mapping[str, T], what: str, *, verb: str = "", **more: Any) -> Question[T]:
    """Return the question for one of several things, by name, its beginning, or number; skipped if there is only one.

    `what` is the word for such a thing in messages ("": an answer); `verb` may stand before the name, and is recorded
    so. `more` are further fields of the question.
    """
    keys = by_key(names, str)
    options = [Option(name) for name in names]

    def parse(text: str) -> T:
        typed = text.strip()
        if verb and fold(typed).startswith(f"{verb} ") and fold(typed) not in keys:
            typed = typed[len(verb) :].strip()
        if typed.isdecimal() and fold(typed) not in keys:
            if len(typed) > 9 or not 1 <= int(typed) <= len(options):
                there = "only 1" if len(options) == 1 else f"1 to {len(options)}"
                raise Unreadable(f"{typed} is not in the list; it has {there}")
            typed = options[int(typed) - 1].text
        return names[find_name(typed, keys, what, listing=FEW)]

    def write(value: T) -> str:
        name = next(name for name, one in names.items() if one == value)
        return f"{verb} {name}" if verb else name

    rest: dict[str, Any] = {
        "options": lambda: options,
        "write": write,
        "forced": lambda: options[0].text if len(options) == 1 else None,
    }
    return Question(key, prompt, parse, **(rest | more))


def choice(key: str, prompt: str, options: Sequence[Option] | Mapping[str, str], **more: Any) -> Question[str]:
    """Return a question with a few answers, perhaps with details, chosen by number or the beginning of the text.

    `more` are further fields of the question.
    """
    if isinstance(options, Mapping):
        options = [Option(text, detail=detail) for text, detail in options.items()]
    texts = {option.text: option.text for option in options}
    usual: dict[str, Any] = {"options": lambda: options, "write": str, "forced": no_answer}
    return pick(key, prompt, texts, "", **(usual | more))


def kind_of_move(word: str, kinds: Sequence[str], options: Callable[[], Iterable[Option]], behind: str = "") -> str:
    """Return the kind of move, of all `kinds`, that a word names or begins; more words may stand `behind` it.

    Raises Ambiguous, or Unreadable with the nearest kind, else with the kinds of the moves that are legal now.
    """
    known = {kind: kind for kind in kinds}
    try:
        return find_name(word, known, "kind of move")
    except Unreadable as error:
        if nearest(word, kinds):
            raise
        first = {fold(option.text).partition(" ")[0] for option in options()}
        unread = f'can\'t read "{printable(f"{word} {behind}")}"' if behind else error
        raise Unreadable(f"{unread}; now you can type {or_list(kind for kind in kinds if kind in first)}") from None


def but_not(question: Question[T], others: Iterable[str], reason: str, ruling: str) -> Question[T]:
    """Return the question with `others` as answers of its kind that aren't allowed: Illegal, not Unreadable."""
    refused = {fold(other) for other in others}

    def parse(text: str) -> T:
        if fold(text) in refused:
            raise Illegal(reason, ruling)
        return question.parse(text)

    return replace(question, parse=parse)


def without(question: Question[str], word: str, why: str, rule: str = "") -> Question[str]:
    """Return the question of few words with one of them closed, for a reason and by a rule."""

    def parse(text: str) -> str:
        if (found := question.parse(text)) == word:
            raise Unreadable(why)
        return found

    return replace(
        question,
        parse=parse,
        options=lambda: [one for one in question.options() if one.text != word],
        closed=lambda: [Option(word, detail=why, rule=rule)],
    )


def yes_or_no(key: str, prompt: str, *, hint: str = "", default: str = "no") -> Question[bool]:
    """Return a question with the answers yes and no."""
    return pick(key, prompt, {"yes": True, "no": False}, "", hint=hint, default=default, forced=no_answer)


def whole_number(
    key: str, prompt: str, least: int, most: int | None = None, *, default: str | None = None, hint: str = ""
) -> Question[int]:
    """Return a question for an integer from `least` to `most` (None: no upper bound)."""
    limits = f"from {least} to {most}" if most is not None else f"{least} or more"

    def parse(text: str) -> int:
        typed = FIGURES.get(fold(text), text.strip())
        if not typed.removeprefix("-").isascii() or not typed.removeprefix("-").isdigit():
            raise Unreadable(f'"{text}" isn\'t a whole number; it must be {limits}')
        if len(typed) > 9 or int(typed) < least or (most is not None and int(typed) > most):
            raise Unreadable(f"it must be {limits}, not {typed}")
        return int(typed)

    return Question(key, prompt, parse, default=default, hint=hint, numbers=(least, most))


def free_text(
    key: str, prompt: str, check: Callable[[str], str] = str.strip, *, hint: str = "", default: str | None = None
) -> Question[str]:
    """Return a question for text; `check` returns it tidied or raises Unreadable."""
    return Question(key, prompt, check, hint=hint, default=default)


# --- Commands at a prompt -------------------------------------------------------------------------


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
"""Word before a move that is made although it is refused."""

COMMANDS: Mapping[CommandName, str] = {
    "undo": "undo the last answer, or several: undo 3",
    "redo": "redo what was undone, or several",
    "back": "go back to an earlier entry; you choose it from a list",
    "status": "show where things stand",
    "score": "the score if the game ended now",
    "why": "explain an entry, the last one without a number: why 12",
    "why not": "show what is blocked, and why; one answer: why not ANSWER",
    "rules": "look a rule up: rules WORD, or a question",
    "odds": "how the next fights may end; one move: odds MOVE; who wins: odds battle",
    "claim": "check what somebody says, and log it: claim NAME NUMBER",
    "judge": "check the last battle for illegal moves, or a log entry: judge 22",
    "adjust": "correct a mistake you noticed later (it is logged)",
    "log": "what happened so far, numbered: log turn 2, log NAME, log WORD",
    "amend": "change an earlier entry: amend 12, amend WORD; amend 12 remove",
    "look": "show a player the hand that the program drew: look PLAYER",
    "until": "say how many turns fit before a time: until 23:00, or until off",
    "help": "the commands that a table needs most; help all shows every one",
    "stop": "save and quit",
}
"""Commands at a prompt, with their descriptions."""

OTHER_WORDS: Mapping[str, CommandName] = {
    "?": "help",
    "correct": "adjust",
    "let it stand": "status",
    "cancel": "status",
    "never mind": "status",
    "nevermind": "status",
    "what did we do last": "log",
    "what happened last": "log",
    "what was that": "log",
    "who did that": "log",
    "chances": "odds",
    "is it worth it": "odds",
    "how likely is it": "odds",
    "how likely is it that i win": "odds",
    "how likely am i to win": "odds",
    "will i win": "odds",
    "can i win": "odds",
    "can i win this": "odds",
    "what are the chances": "odds",
    "what are my chances": "odds",
    "what are my odds": "odds",
    "what are the odds": "odds",
}
"""Synonyms of some commands; "let it stand" is what a verdict offers, "cancel" leaves an aside as it is."""

_SAID_FOR: Mapping[str, CommandName] = {
    **{name: name for name in ("undo", "redo", "status", "score", "log", "help", "judge")},
    **dict.fromkeys(("board", "overview"), "status"),
    "history": "log",
    **dict.fromkeys(("bye", "exit", "goodbye", "pause", "quit", "save"), "stop"),
}
"""Words for some commands, in a sentence of nothing else ("show me the board")."""
_SAID_BESIDE = word_set("""a again all and answer answers current entry for give here i i'd i'll it just last let
    let's lets like list me move moves my need no now of oh one oops our please pls see show so sorry step steps stop
    thanks that the then this to today tonight view wait want we we'll wrong""")
"""Words beside them."""
_JUDGED = word_set("battle fight")
"""What is judged, but not undone: that is more than an answer."""
_TAKE_BACK = lazy_pattern(r"\b(?:take|step)(?: (?:it|one|that|this))? back\b|\bgo back\b(?=.*\bsteps?\b)")

_ABOUT: Sequence[tuple[Pattern[str], tuple[CommandName, ...]]] = (
    (
        lazy_pattern(
            r"undo(?: .+)?|take (?:back )?(?:it|that|this|(?:a|the|my)(?: last)? (?:move|answer))(?: back)?"
        ),
        ("undo",),
    ),
    (
        lazy_pattern(r"(?:correct|fix) .*\b(?:card|mistake|error|name|number|score|slip|spelling|typo)s?"),
        ("undo", "amend", "adjust"),
    ),
    (
        lazy_pattern(r"(?:save|quit|exit)|(?:save|quit|exit|stop) .*\b(?:game|program|evening|later|quit|stop|exit)"),
        ("stop",),
    ),
    (lazy_pattern(r"(?:say|type|write)(?: here| now)?"), ("help", "why not")),
)
"""Questions about the program, without how they begin, and the commands that answer them."""
_HOW = lazy_pattern(
    r"(?:and )?(?:how|what|where)?(?: )?(?:do|can|could|may|must|should|to)(?: (?:i|we|you|one))? (.+)"
)


_MISTAKEN = lazy_pattern(
    r"(?:oops |sorry |wait )?"
    r"(?:(?:i|we)(?: have|'ve)? made an? (?:mistake|error)|(?:that|this) was (?:a mistake|wrong))"
    r"(?: (?:sorry|again|here|there|before|earlier|just now))*"
    r"|(?:amend|change|delete|fix|undo) .*\b(?:answer|choice|entry|move|placement)s?\b.*"
    r"|(?:re)?start .*\bturn (?:again|over|anew)"
)
"""Words of somebody who wants to put something right."""


_LIST = lazy_pattern(
    r"(?:(?:but|hm+|sorry|um|wait) )*"
    r"(?:what(?:'?s| is) the difference|list(?: them)?|pardon|repeat(?: it| that)?|say (?:it|that) again|eh|huh|what"
    r"|what(?:'?s| is| does| do you)(?: (?:that|this|it))?(?: supposed to)?(?: mean)?(?: (?:by )?(?:that|this|it))?"
    r"|(?:i|we) (?:do not|don'?t) (?:get|understand)(?: (?:it|that|this|the question))*"
    r"|why (?:do|are) you ask(?:ing)?(?: (?:me|us|that|this))*|what (?:do you want|are you asking)(?: to know)?"
    r"|(?:what|which)(?: ones?)? (?:are|is) (?:allowed|possible|there)|which(?: ones?)?"
    r"|what (?:do|should) (?:i|we)(?: (?:have|need) to)? (?:answer|enter|say|type|write)(?: here| now)*"
    r"|(?:(?:what(?:'?s| is| are)?|(?:give|show|tell)(?: me)?|list)(?: all)?(?: (?:my|our|the|these|those))? )?"
    r"(?:answers|choices|options|possibilities)(?: again| please| (?:do|have) (?:i|we)(?: have)?)*)"
)
"""Words for the list of answers."""


def commands_asked(text: str) -> tuple[CommandName, ...]:
    """Return the commands that a question about the program is about: "how do I undo that"; () if it is another."""
    plain = _plain(text)
    if _MISTAKEN.fullmatch(plain):
        return ("undo", "amend", "adjust")
    asked = _HOW.fullmatch(plain)
    return next((names for pattern, names in _ABOUT if asked and pattern.fullmatch(asked[1])), ())


def asks_for_list(text: str) -> bool:
    """Return whether a text at a prompt asks for the answers with what they mean: "?", "what's the difference"."""
    return text == "?" or _LIST.fullmatch(_plain(text)) is not None


def _plain(text: str) -> str:
    return " ".join(fold(text.rstrip(" ?!.")).replace(",", " ").split())


BESIDE: Mapping[str, str] = {
    "reading": "a house rule from now on: reading NAME ANSWER; reading lists them",
    "overrule": "make a refused move all the same: overrule MOVE because REASON",
}
"""Further words at a prompt, listed with all commands."""

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
"""Commands after which the same answer is asked for again, where it was."""

OF_THE_LOG: tuple[CommandName, ...] = ("undo", "redo", "back", "amend")
"""The commands that go back in the log or change an entry of it."""

EVERYWHERE: tuple[CommandName, ...] = ("undo", "redo", "status", "why", "why not", "rules", "help", "stop")
"""Commands that every table has."""


_ARGUMENTS: Mapping[CommandName, Pattern[str]] = {
    **dict.fromkeys(("why not", "rules", "odds", "claim", "log", "amend"), lazy_pattern(".+")),
    **dict.fromkeys(("judge", "undo", "redo", "back", "why"), lazy_pattern(r"\d+")),
    "look": lazy_pattern(r"\S+"),  # "look at the top card" is something else
    "until": lazy_pattern(r"\S+|\d.*"),
}
"""What may stand behind the commands that take an argument."""


class Command(Struct, frozen=True):
    """Command typed at a prompt. `argument` is the text behind the word."""

    name: CommandName
    argument: str = ""

    @property
    def words(self) -> str:
        """Command as typed; at some tables a move begins with the same word."""
        return f"{self.name} {self.argument}".strip()


def read_command(text: str) -> Command | None:
    """Parse a command; None for an answer. Only some commands take an argument: words, a name or a number."""
    typed = fold(text)
    if (plain := _plain(text) or typed) in OTHER_WORDS:
        return Command(OTHER_WORDS[plain])
    if typed in ("reading", "readings", "house rules", "house numbers", "tables differ"):
        return Command("rules", "readings")
    if typed == "help all":
        return Command("help", "all")
    for name in COMMANDS:
        if typed == name:
            return Command(name)
    for name, argument in _ARGUMENTS.items():
        if typed.startswith(f"{name} ") and argument.fullmatch(typed.removeprefix(f"{name} ")):
            return Command(name, text.strip().split(maxsplit=len(name.split()))[-1])
    return _in_sentence(plain) or (Command("rules", text) if _MISTAKEN.fullmatch(plain) else None)


def _in_sentence(plain: str) -> Command | None:
    """Return the command that a sentence without any other word means: "undo the last two", "save and quit"."""
    said = _TAKE_BACK.sub("undo", plain).split()
    beside = _SAID_BESIDE | _JUDGED if "judge" in said else _SAID_BESIDE
    words = [FIGURES.get(word, word) for word in said if word not in beside]
    names, numbers = {_SAID_FOR.get(word) for word in words if not word.isdecimal()}, [*filter(str.isdecimal, words)]
    name = names.pop() if len(names) == 1 else None
    counts = name in ("undo", "redo") and len(numbers) == 1
    return Command(name, *numbers) if name is not None and (counts or not numbers) else None


# --- Parts ----------------------------------------------------------------------------------------
# Answers of several parts, each of which depends on those before it: dice assigned one after the other.
#
# They are typed with commas between, as in "lift 4 by 1, lift 4 by 2"; "done" is an answer without parts. If an
# answer is suggested, Enter takes it, and so does "best".


S = TypeVar("S")
P = TypeVar("P")

DONE: Final = "done"
"""The answer that has no parts."""

BEST: Final = "best"
"""The word for the suggested answer."""

_BETWEEN: Final = ", "


class Parts(Struct, Generic[S, P], frozen=True, kw_only=True):
    """Parser and writer of an answer's parts; S is what there is to choose from (the dice in hand).

    `read` parses a part and raises Unreadable, Ambiguous or Illegal; `write` formats it, `after` returns what is left
    after a part (S itself isn't changed), `options` lists the possible parts; `plain` converts people's own words for
    several parts into the form that is parsed.
    """

    read: Callable[[S, str], P]
    write: Callable[[P], str]
    after: Callable[[S, P], S]
    options: Callable[[S], Sequence[Option]]
    plain: Callable[[str], str] = str

    def parse(self, there: S, text: str) -> tuple[P, ...]:
        """Parse the parts of an answer. Raises as `read` does, naming the part if there are several."""
        texts = [] if fold(text := self.plain(text)) == DONE else text.split(_BETWEEN.strip())
        found: list[P] = []
        for typed in texts:
            try:
                found.append(self.read(there, typed.strip()))
            except RefereeError as error:
                raise _name_part(typed.strip(), error) if len(texts) > 1 else error from None
            there = self.after(there, found[-1])
        return tuple(found)

    def text(self, parts: Sequence[P]) -> str:
        """Format an answer as it is recorded."""
        return _BETWEEN.join(map(self.write, parts)) or DONE


def _name_part(typed: str, error: RefereeError) -> RefereeError:
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
    """Return a question whose answer has parts, or none; `dice` are those it is about, `words` can occur in parts."""
    best = None if suggested is None else parts.text(suggested)

    def parse(text: str) -> tuple[P, ...]:
        return parts.parse(there, best if best is not None and fold(parts.plain(text)) == BEST else text)

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
# Questions of every set-up: distinct names of players; and checks of the options of a new game.


_NAME = lazy_pattern(r"[^\[\]/:,;]{1,30}")
_COUNTED = lazy_pattern(
    r"(?!player \d)[^:,]*?\b(\d+|(?:two|three|four|five|six)\b)(?:[^:,]*:| players?\b,?|,) *(.+)", re.IGNORECASE
)
"""A line of players behind their number: "we are three: Anna, Bo, Cleo", "two players, Anna Bo"."""
_AROUND = lazy_pattern(
    r"(?i)^(?:(?:it'?s|it is|i'?m|i am|my name is|(?:we|there|those|these|who) are|(?:we|there)'re|first is|and"
    r"|then|just|only|us|the(?= \w+ of us)|(?:the )?players?(?: are)?|today|tonight|clockwise|playing(?: are)?|with)"
    r"\b[:,]? )+(?=\w)|(?<=\w)(?:,? (?:as|has|the|with|is|are|play|plays|playing|players|people|sits?|starts?|begins?"
    r"|first|last|of us|here|today|tonight|this time|again|please|in all))+[.!]*$"
)
"""Words around the name, or the number, of players: "we are three this time", "Bo and Cleo are playing"."""
_NO_NAME = word_set("""against are begins both can't default dunno else everybody everyone idk is isn't me no nobody
    none not of other others player players playing plays random same skip starts teams that us versus vs was we
    won't""")
"""Words that no player's name has."""
_PAIR = lazy_pattern(r"(?i)((?:(?! and )[^,:&])+?) (?:plays? )?(?:against|plus|versus|vs\.?) ((?:(?! and )[^,:&])+)")


def name_reader(what: str, taken: Mapping[str, str]) -> Callable[[str], str]:
    """Return a parser for the name of a player (or another `what`) that isn't taken; the parser raises Unreadable.

    `taken` maps each taken name to the player who has it.
    """
    owners = {fold(name): owner for name, owner in taken.items()}

    def read(text: str) -> str:
        name = " ".join(text.split())
        refuse_hidden(name)
        if not _NAME.fullmatch(name):
            raise Unreadable(f'{a_or_an(what)} has 1 to 30 letters, without brackets, commas, colons, ";" or "/"')
        if name == "?":
            raise Unreadable(f"type the name of {a_or_an(what)}, of 1 to 30 letters")
        if fold(name) in ("dunno", "idk", "nobody", "none") or name.isdigit():
            raise Unreadable(f'"{name}" can\'t be {a_or_an(what)}; write another one')
        if read_command(name) is not None:
            raise Unreadable(f'"{name}" is what you say to the referee; another name is needed')
        if fold(name) in owners:
            raise Unreadable(f"{owners[fold(name)]} has that {what} already")
        if fold(name) in ("i", "me", "myself", "you"):
            raise Unreadable(f'"{name}" is somebody else for each reader; write the name')
        return name

    return read


def player_reader(taken: Mapping[str, str]) -> Callable[[str], str]:
    """Return a parser for the name that a player says, maybe with words around it; raises as `name_reader` does."""
    check = name_reader("name", taken)

    def read(text: str) -> str:
        if re.fullmatch(r"(?i)player \d+", text.strip()):
            return check(text)
        name = _AROUND.sub("", text.strip())
        words = fold(name).split() if " " in name else [name]  # Skip may be a player
        if fold(name) in FIGURES or not _NO_NAME.isdisjoint(words):
            raise Unreadable(f"\"{printable(text)}\" isn't a player's name; write names, commas between")
        return check(name)

    return read


def seats_question(least: int, most: int, read: Callable[[list[str]], T], hint: str) -> Question[int | T]:
    """Return the question for the number of players, or a line with all of them, which `read` parses or refuses."""
    inner = whole_number("players", "How many players", least, most)

    def parse(text: str) -> int | T:
        text = re.sub(r"\s*[;+/]\s*|(?<!\b\w)(?<!\b[DMS][rst])(?<!\bMrs)\.\s+(?=\w)", ", ", text)
        if (pair := _PAIR.fullmatch(text)) is not None:
            text = f"{pair[1]}, {pair[2]}"
        if (number := _AROUND.sub("", text.strip())).isdigit() or fold(number) in FIGURES:
            return inner.parse(number)
        counted = _COUNTED.fullmatch(text)
        seats = names_in(counted[2] if counted is not None else text)
        many = int(FIGURES.get(fold(counted[1]), counted[1])) if counted is not None else len(seats)
        if len(seats) == 1 and len(seats[0].split()) == many:
            seats = seats[0].split()
        first, *others = ([word for word in seat.split() if word[1:]] for seat in seats)
        if counted is None and "," not in text and first[1:] and others and all(len(one) == 1 for one in others):
            apart = ", ".join([*first, *(one[0] for one in others)])
            raise Misread(
                f'Did you mean {apart}? With "{seats[0]}" for one player, write {", ".join(seats)}.', meant=apart
            )
        if len(seats) != many:
            seats = names_in(text)
        if text.strip().removeprefix("-").isdigit() or not text.strip():
            return inner.parse(text)
        if numbered := next((seat for seat in seats if re.match(r"\d+ \D", seat)), ""):
            raise Unreadable(f"\"{printable(numbered)}\" isn't a player's name; write names, commas between")
        if not least <= len(seats) <= most:
            words = text.split()
            named = len(seats) == 1 and least <= len(words) <= most and _NO_NAME.isdisjoint(fold(text).split())
            apart = f"; did you mean {', '.join(words)}?" if named else ""
            raise Unreadable(f"{least} to {most} can play; this line names {len(seats)}{apart}")
        return read(seats)

    return Question(inner.key, inner.prompt, parse, hint=f"or the players' names: {hint}")


def seat_question(seat: int, number: int, one: Callable[[str], T], every: Callable[[list[str]], T]) -> Question[T]:
    """Return the question for one player of `number`; the first answer may name all, as in `seats_question`.

    `one` parses a player, `every` the players of a line; both raise Unreadable.
    """

    def parse(text: str) -> T:
        seats = names_in(text)
        return every(seats) if seat == 1 and len(seats) == number > 1 else one(text)

    return Question(f"player {seat}", f"Player {seat}, clockwise", parse)


def expect_known(given: Iterable[str], known: Iterable[str], who: str) -> None:
    """Check that all given options are known; `who` asks for them. Raises BadInput with the nearest one."""
    names = list(known)
    unknown = next((name for name in given if name not in names), None)
    if unknown is not None:
        near = did_you_mean(unknown, names).replace("did you mean ", "did you mean --")
        hint = near or f"; {who} knows {', '.join(names)}"
        raise BadInput(f"there is no option --{unknown}{hint}")
