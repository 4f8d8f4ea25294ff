"""The set-up before the first turn, each field declared once.

From a field follow the question, the option of `referee new`, the words of a script's first line, and for a switch of
the rulings the alternative that `why` shows.
"""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from referee.asking.dice import seed_question, whose_dice
from referee.asking.question import (
    Option,
    Procedure,
    Question,
    carried_out,
    choice,
    expect_known,
    player_reader,
    seat_question,
    seats_question,
    whole_number,
    without,
    yes_or_no,
)
from referee.declaration.game import Alternative
from referee.declaration.readings import (
    READINGS,
    Reading,
    Readings,
    answer_of,
    readings_of,
    readings_question,
    unusual,
)
from referee.declaration.tracking import BATTLES, EVERYTHING, NAMES, HowMuch, TrackingLevels, how_much_question
from referee.errors import BadInput, RefereeError, Unreadable, as_unreadable
from referee.text.grammar import so_many
from referee.text.names import fold, is_nothing, or_list
from referee.text.pattern import lazy_pattern

G = TypeVar("G")
T = TypeVar("T")

Agreed = Mapping[str, Any]
"""Answers so far, by the names of the fields; without those that weren't asked for."""

Options = Mapping[str, Sequence[str]]
"""Options of a command, each with its values."""

YES, NO, NONE, RANDOM = "yes", "no", "none", "random"
TRACKING, TRACK = "tracking", "track"
"""Field of the tracking level, and its option; a game may have cards on a track that are named by the same option."""


class SetUpField(Struct, Generic[G], frozen=True, kw_only=True):
    """One field of a set-up, by the name of its option; the key of its question is the same with blanks.

    `takes` describes what the option takes. `ask` are its questions, after what was agreed before; None where there
    is nothing to ask. `line` has the option's values in a script's first line. An option that `repeats` may be given
    several times, joined by commas. `switches` are the attributes of the set-up that `why` turns besides readings,
    with the ids of the rules about each, unless a rule names it; an attribute is on or off, or one of two `words`.
    `answered` converts the option's values to answers by question key, where they are more than one answer. A field
    that takes nothing has no option. A `file` that a script names is looked for beside it first.
    """

    name: str
    takes: str
    ask: Callable[[Agreed], Procedure[Any] | Question[Any] | None]
    line: Callable[[G], Sequence[str]] = lambda setup: ()
    repeats: bool = False
    switches: Mapping[str, Sequence[str]] = field(default_factory=dict)
    words: Sequence[str] = ()
    answered: Callable[[Sequence[str], Options], dict[str, str]] | None = None
    file: bool = False

    @property
    def attribute(self) -> str:
        """Name of the set-up's attribute."""
        return self.name.replace("-", "_")

    @property
    def option(self) -> str:
        """Name of its option."""
        return TRACK if self.name == TRACKING else self.name

    def answers(self, options: Options) -> dict[str, str]:
        """Return the option's values, if it is given, as answers by question key. Raises BadInput."""
        values = options.get(self.name, ())
        if not values:
            return {}
        if self.answered is not None:
            return self.answered(values, options)
        if len(values) > 1 and not self.repeats:
            raise BadInput(f"--{self.name} is given twice")
        return {self.name.replace("-", " "): ", ".join(values)}


class SetUp(Struct, Generic[G], frozen=True, kw_only=True):
    """The set-up of a game.

    `make` builds it from all that was agreed, and may ask for what lies on the table. A `group` keeps the answers to
    the questions of these keys from game to game, with the players as `people` has them for a line. Answers to
    questions of a `secret` key are never repeated on the screen. `notes` are shown for a finished one; `typed` are
    the cards that were typed in while it was asked for, by their folded names; `remember` keeps what else the group
    needn't be asked again. `readings` are those that a table decides; those that aren't fields of their own are never
    asked for.
    """

    fields: Sequence[SetUpField[G]]
    make: Callable[[Agreed], Procedure[G] | G]
    notes: Callable[[G], Iterable[str]] = lambda setup: ()
    typed: Callable[[G], Mapping[str, Any]] = lambda setup: {}
    remember: Callable[[G, Callable[[str], None]], None] = lambda setup, say: None
    group: Collection[str] = ()
    people: Callable[[G], Sequence[str]] = lambda setup: ()
    secret: Collection[str] = ()
    readings: type[Readings] | None = None

    @property
    def unasked(self) -> dict[str, Reading]:
        """Readings that are never asked for, by the name of their option."""
        asked = {one.name for one in self.fields}
        return {name: one for name, one in by_option(self.readings).items() if name not in asked}

    def kept_answers(self, setup: G, answers: Mapping[str, str]) -> dict[str, str]:
        """Return the answers of a finished set-up, by question key, that a group keeps; none where it keeps none."""
        players = ", ".join(self.people(setup))
        return {"players": players} | {key: answers[key] for key in self.group if key in answers} if players else {}

    @property
    def files(self) -> list[str]:
        """Options that take a file."""
        return [one.name for one in self.fields if one.file]

    @property
    def options(self) -> dict[str, str]:
        """Options of a new game, with what they take."""
        found: dict[str, str] = {}
        for one in self.fields:
            if one.takes:
                found[one.option] = f"{found[one.option]}; or {one.takes}" if one.option in found else one.takes
        return found | {name: one.takes for name, one in self.unasked.items()}

    def ask(self) -> Procedure[G]:
        """Ask for the whole set-up."""
        agreed: dict[str, Any] = {}
        if self.readings is not None:
            agreed[READINGS] = yield readings_question(self.readings)
        for one in self.fields:
            asked = one.ask(agreed)
            if isinstance(asked, Question):
                agreed[one.name] = yield asked
            elif asked is not None:
                agreed[one.name] = yield from asked
        made: G = yield from carried_out(self.make(agreed))
        return made

    def answers(self, options: Options) -> dict[str, str]:
        """Convert a command's options to answers by question key. Raises BadInput with the nearest option."""
        expect_known(options, self.options, "a new game")
        if any(one.name == TRACKING for one in self.fields) and set(options.get(TRACK, ())) & set(NAMES):
            options = {TRACKING if name == TRACK else name: values for name, values in options.items()}
        found: dict[str, str] = {}
        for one in self.fields:
            found |= one.answers(options)
        if said := answer_of(by_option(self.readings), options):  # of a field that isn't asked for now, too
            found[READINGS] = said
        return found

    def begin_line(self, game: str | None, setup: G) -> str:
        """Format the script line that begins a game with this set-up; `game` is named unless it is None."""
        words = ["new"] if game is None else ["new", "--game", game]
        for one in self.fields:
            for value in one.line(setup):
                words += [f"--{one.option}", value]
        for reading, word in unusual(self.readings, setup).items():
            if (option := f"--{reading.replace('_', '-')}") not in words:
                words += [option, word]
        return shlex.join(words)

    def alternatives(self, setup: G, fitted: Callable[[G], Any]) -> Iterator[Alternative]:
        """Yield the set-up with each switch the other way; `fitted` returns the state as it would be under it."""
        for one in self.fields:
            for attribute, rules in one.switches.items():
                now = getattr(setup, attribute)
                instead = next(word for word in one.words or (True, False) if word != now)
                other: G = replace(setup, **{attribute: instead})  # type: ignore[type-var]
                yield Alternative(attribute, _word(now), _word(instead), other, fitted(other), tuple(rules))
        readings = readings_of(self.readings)
        asked = (readings[one.attribute] for one in self.fields if one.attribute in readings)
        for reading in (*asked, *self.unasked.values()):
            now = getattr(setup, reading.name)
            for word, value in reading.answers.items():
                if value != now:
                    other = replace(setup, **{reading.name: value})  # type: ignore[type-var]
                    yield Alternative(reading.name, reading.write(now), word, other, fitted(other))


def by_option(declared: type[Readings] | None) -> dict[str, Reading]:
    """Return all readings by the name of their option."""
    return {name.replace("_", "-"): one for name, one in readings_of(declared).items()}


def _word(value: Any) -> str:
    return (YES if value else NO) if isinstance(value, bool) else str(value)


def taken_over(agreed: Agreed, *names: str) -> dict[str, Any]:
    """Return what was agreed for these fields, by the attributes of the set-up; nothing for one that wasn't asked."""
    return {name.replace("-", "_"): agreed[name] for name in names if name in agreed}


# --- fields that many games have ------------------------------------------------------------------


def players(
    least: int,
    most: int,
    line: Callable[[Any], Sequence[str]],
    *,
    form: str = "NAME",
    also: Sequence[str] = (),
    known: Callable[[], Iterable[str]] = tuple,
) -> SetUpField[Any]:
    """Build the field of the players' names, clockwise, from `least` to `most` of them.

    The option, and a line of players, may say more of a player after colons, as `form` shows: the answers to the
    questions `also`, which `with_typed_players` gives to them. In a line the colon may be left out where each name
    ends with another of the answers that are `known`.
    """

    def ask(agreed: Agreed) -> Procedure[SetUpSeat]:
        hint = f"Mette:{also[0].upper()}, Jonas" if also else "Mette, Jonas"
        read = partial(read_seats, also=also, known=known)
        asked = seats_question(least, most, read, hint)
        asked = replace(asked, write=lambda seats: _write_seats(seats, also))
        number: int | SetUpSeat = yield replace(asked, warns=lambda seats: _without_colons(seats, also))
        names = SetUpSeat()
        if not isinstance(number, int):
            return number
        for seat in range(1, number + 1):
            taken = {name: name for name in names}
            asked_for = seat_question(seat, number, partial(_one_seat, player_reader(taken)), read)
            said: SetUpSeat = yield replace(asked_for, write=lambda seats: _write_seats(seats, also))
            if len(said) > 1:
                return said
            names += said
        return names

    def answered(values: Sequence[str], options: Options) -> dict[str, str]:
        if not least <= len(values) <= most:
            times = so_many(len(values), "time")
            raise BadInput(f"this game is for {least} to {most} players; you gave --player {times}")
        found = {"players": str(len(values))}
        for seat, value in enumerate(values, 1):
            said = _seat(value, also)
            if said is None:
                raise BadInput(f'--player "{value}": write {form}')
            found |= {f"{key} {seat}": text for key, text in zip(("player", *also), said, strict=False)}
        return found

    return SetUpField(name="player", takes=f"{form}, clockwise; repeat it", ask=ask, line=line, answered=answered)


def how_much(levels: TrackingLevels[Any]) -> SetUpField[Any]:
    """Build the field of how much is tracked: asked first, as the other fields of a lighter level are fewer."""
    return SetUpField(
        name=TRACKING,
        takes=or_list(levels.names),
        ask=lambda agreed: how_much_question(levels),
        line=value_of(TRACKING, EVERYTHING),
    )


def where_tracked(one: SetUpField[G], *names: HowMuch) -> SetUpField[G]:
    """Return a field that is asked for only where one of these levels is chosen."""
    return replace(
        one,
        ask=lambda agreed: one.ask(agreed) if agreed[TRACKING] in names else None,
        line=lambda setup: one.line(setup) if getattr(setup, TRACKING) in names else (),
    )


def beyond_score(one: SetUpField[G]) -> SetUpField[G]:
    """Return a field that is asked for only where more than the score is tracked."""
    return where_tracked(one, EVERYTHING, BATTLES)


def whole(one: SetUpField[G]) -> SetUpField[G]:
    """Return a field that is asked for only where everything is tracked."""
    return where_tracked(one, EVERYTHING)


_PLAYS = lazy_pattern(r"(?i) (?:as|is|plays|with)(?: (?:the|an?))? (?=\w)(?!playing\b)")
"""Words between a player and what is said of the seat: "Anna as Sorceress"."""


class SetUpSeat(list[str]):
    """Players' names, and what was typed with them: answers by question key."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        super().__init__(names)
        self.said: dict[str, str] = {}


def _seat(text: str, also: Sequence[str]) -> list[str] | None:
    """Split a player's name from what follows it after colons or in brackets; None where that is too much."""
    parts = [part.strip(" )") for part in re.split("[:(]", text)] if also else [text]
    return parts if parts[0] and len(parts) <= 1 + len(also) else None


def read_seats(
    seats: Sequence[str], also: Sequence[str] = (), known: Callable[[], Iterable[str]] = tuple
) -> SetUpSeat:
    """Parse players' names, all different, perhaps with more after colons, or with a known answer after each name.

    Raises Unreadable.
    """
    names = SetUpSeat()
    for number, text in enumerate(
        _with_colons([_PLAYS.sub(":", seat, 1) for seat in seats], known) if also else seats, 1
    ):
        name, *more = _seat(text, also) or [text]
        names.append(player_reader({name: name for name in names})(name))
        names.said |= {f"{key} {number}": said for key, said in zip(also, more, strict=False)}
    return names


def _with_colons(seats: Sequence[str], known: Callable[[], Iterable[str]]) -> Sequence[str]:
    """Put the colon into names that all end with a different known answer; return them unchanged otherwise."""
    if not all(" " in seat and ":" not in seat for seat in seats):
        return seats
    ends = sorted(known(), key=len, reverse=True)
    found = [next((one for one in ends if fold(seat).endswith(f" {fold(one)}")), "") for seat in seats]
    if not all(found) or len(set(map(fold, found))) < len(found):
        return seats
    pairs = zip((seat.split() for seat in seats), found, strict=True)
    return [f"{' '.join(words[: -len(end.split())])}:{end}" for words, end in pairs]


def _one_seat(check: Callable[[str], str], text: str) -> SetUpSeat:
    """Return the seat of one player, whose name `check` tidies."""
    return SetUpSeat([check(text)])


def _write_seats(seats: int | SetUpSeat, also: Sequence[str]) -> str:
    """Format the number of players, or the line that names them, with all that it says of them after colons."""
    if isinstance(seats, int):
        return str(seats)
    more = ((seats.said.get(f"{key} {number}", "") for key in also) for number in range(1, len(seats) + 1))
    return ", ".join(":".join(filter(None, (name, *said))) for name, said in zip(seats, more, strict=True))


def _without_colons(seats: int | SetUpSeat, also: Sequence[str]) -> str:
    """Return a warning if a typed name seems to hold more than a name, else ""."""
    if isinstance(seats, int) or not also or seats.said:
        return ""
    long = next((name for name in seats if " " in name), "")
    first, _, rest = long.partition(" ")
    return f"{long} is one name here; with a {also[0]}, write {first}:{rest}." if long else ""


def with_typed_players(question: Question[Any], players: Sequence[str]) -> Question[Any]:
    """Return the question with the answer typed with the players' names, if that can be one; else it is asked."""
    typed = players.said.get(question.key, "") if isinstance(players, SetUpSeat) else ""

    def forced() -> str | None:
        try:
            return question.recorded(typed) if typed else None
        except RefereeError:
            return None

    return replace(question, forced=forced)


def value_of(attribute: str, usual: Any = None) -> Callable[[Any], Sequence[str]]:
    """Return a function that gives a set-up's attribute as a word of a first line; nothing for the `usual` value."""

    def line(setup: Any) -> Sequence[str]:
        value = getattr(setup, attribute)
        return () if value == usual else (_word(value),)

    return line


def one_of(
    name: str,
    prompt: str,
    options: Mapping[str, str],
    *,
    takes: str = "",
    always: bool = False,
    rules: Sequence[str] = (),
) -> SetUpField[Any]:
    """Build the field of a choice of few words, with what each means; the first is the usual one.

    It stands in a script's first line `always`, or where it isn't the usual. With `rules` it is a switch that they
    describe.
    """
    usual, attribute = next(iter(options)), name.replace("-", "_")
    choices = [Option(word, detail=detail) for word, detail in options.items()]
    return SetUpField(
        name=name,
        takes=takes or or_list(options),
        line=value_of(attribute, None if always else usual),
        ask=lambda agreed: choice(name.replace("-", " "), prompt, choices, default=usual),
        switches={attribute: rules} if rules else {},
        words=tuple(options),
    )


def dice(average: str, modes: Sequence[str] = ("entered", "rolled", "average")) -> SetUpField[Any]:
    """Build the field of whose dice are thrown; `average` describes the game without dice."""
    return SetUpField(
        name="dice", takes=or_list(modes), line=value_of("dice"), ask=lambda agreed: whose_dice(average, modes)
    )


def which_teams(agreed: Agreed) -> str:
    """Format the question whether four play as two teams, who sit in turn."""
    first, second, third, fourth = (getattr(player, "name", player) for player in agreed["player"])
    return f"Do you play in teams, {first} and {third} against {second} and {fourth}"


def on_or_off(
    name: str,
    prompt: str | Callable[[Agreed], str],
    takes: str,
    *,
    hint: str = "",
    rules: Sequence[str] = (),
    usual: bool = False,
    where: Callable[[Agreed], bool] = lambda agreed: True,
) -> SetUpField[Any]:
    """Build a yes-or-no field, `usual` by default; asked only `where` it can be. With `rules` it is a switch."""
    attribute = name.replace("-", "_")

    def ask(agreed: Agreed) -> Question[Any]:
        text = prompt if isinstance(prompt, str) else prompt(agreed)
        return yes_or_no(name.replace("-", " "), text, hint=hint, default=_word(usual))

    return SetUpField(
        name=name,
        takes=takes,
        line=value_of(attribute, usual),
        switches={attribute: rules} if rules else {},
        ask=lambda agreed: ask(agreed) if where(agreed) else None,
    )


def number(name: str, prompt: str, least: int, most: int, usual: int, *, takes: str = "") -> SetUpField[Any]:
    """Build the field of a whole number from `least` to `most`, `usual` by default."""
    asked = whole_number(name.replace("-", " "), prompt, least, most, default=str(usual))
    return SetUpField(
        name=name,
        takes=takes or f"a number from {least} to {most}",
        ask=lambda agreed: asked,
        line=value_of(name.replace("-", "_"), usual),
    )


def changeable(name: str, usual: Option, change: Option, rulings: Sequence[SetUpField[G]]) -> list[SetUpField[G]]:
    """Build the fields of rulings that a table may change: asked for only if it chooses `change` and not `usual`.

    The option of one of them chooses it, too.
    """
    usual = replace(usual, also=("no", "none", "no house rules", "as printed"))
    change = replace(change, also=("yes", "we have some", "some"))
    of_two = choice(name, "House rules", [usual, change], default=usual.text)

    def parse(text: str) -> str:
        try:
            return of_two.parse(text)
        except Unreadable as error:
            raise Unreadable(f"{error}; other readings are chosen once you play: reading NAME ANSWER") from None

    asked = replace(of_two, parse=parse)

    def changed(one: SetUpField[G]) -> SetUpField[G]:
        return replace(
            one,
            ask=lambda agreed: one.ask(agreed) if agreed.get(name) == change.text else None,
            answered=lambda values, options: {name: change.text} | one.answers({one.name: values}),
        )

    return [SetUpField(name=name, takes="", ask=lambda agreed: asked), *map(changed, rulings)]


def who_starts(prompt: str, takes: str, *, chance: str = "", called: Callable[[Any], str] = str) -> SetUpField[Any]:
    """Build the field of who starts, by default the first player: one of the players, as each is `called`.

    Or anybody by `chance`, which describes how: the name that is drawn is recorded.
    """

    def ask(agreed: Agreed) -> Question[str]:
        names = [called(player) for player in agreed["player"]]
        anybody = [Option(RANDOM, detail=chance)] if chance and fold(RANDOM) not in map(fold, names) else []
        asked = choice("start", prompt, [*map(Option, names), *anybody])

        def parse(text: str) -> str:
            name = asked.parse(text)
            return name if name in names else random.SystemRandom().choice(names)

        return replace(asked, parse=parse, default=names[0])

    return SetUpField(name="start", takes=takes, ask=ask, line=lambda setup: [called(setup.players[setup.start])])


def file_question(
    key: str, read: Callable[[str], T], none: T, file: Callable[[T], str], *, word: str = NONE, **more: Any
) -> Question[T]:
    """Return the question for a file of the table's own, which `read` opens by its name, or raises BadInput for.

    By default the answer is the `word`, for `none`. `file` returns the name of what was read; `more` are further
    fields of the question.
    """

    def parse(text: str) -> T:
        if is_nothing(text) or fold(text) == word:
            return none
        with as_unreadable():
            return read(text.strip())

    def write(found: T) -> str:
        return file(found) or word

    prompt = f"File with your {'cards' if key == 'deck' else key}"
    return Question(key, prompt, parse, default=word, write=write, **more)


def deck_file(read: Callable[[str], Any], none: Any) -> SetUpField[Any]:
    """Build the field of the file with the group's cards: `read` makes the deck of its name; `none` is no deck.

    Both keep the name as `file`. `read` raises BadInput or Unreadable.
    """
    asked = file_question(
        "deck", read, none, lambda deck: deck.file, hint="none: cards are asked for as they come up"
    )
    return SetUpField(
        name="deck",
        takes="a file with your cards, or none",
        ask=lambda agreed: asked,
        file=True,
        line=lambda setup: [setup.deck or NONE],
    )


def who_draws(program: str, lacks: Callable[[Agreed], str], usual: str = "program") -> SetUpField[Any]:
    """Build the field of who shuffles: the table, or the program, unless it `lacks` something, in words.

    `program` describes what it draws, `usual` is the default.
    """

    def ask(agreed: Agreed) -> Question[str]:
        table = Option(
            "table", detail="you shuffle, and say which card comes", also=("we draw", "we shuffle ourselves")
        )
        both = [table, Option("program", detail=program, also=("you draw", "you shuffle", "the computer draws"))]
        why = lacks(agreed)
        asked = choice("draws", "Who draws", both, default="table" if why else usual)

        return replace(without(asked, "program", why), forced=lambda: "table") if why else asked

    return SetUpField(name="draws", takes="table or program", ask=ask, line=value_of("draws"))


def seed(where: Callable[[Agreed], bool], line: Callable[[Any], Sequence[str]] | None = None) -> SetUpField[Any]:
    """Build the field of the seed for what the program draws, asked `where` it draws anything."""

    takes = "a number for what the program draws"

    def ask(agreed: Agreed) -> Question[int] | None:
        hint = "the same number draws the same again"
        return seed_question("A number that decides what the program draws", hint) if where(agreed) else None

    return SetUpField(name="seed", takes=takes, ask=ask, line=line or value_of("seed", 0))
