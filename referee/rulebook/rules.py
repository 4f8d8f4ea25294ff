"""The games' tables: the numbers of a rulebook as TOML, read through typed schemas.

An installed copy carries them in the package, a checkout has them at its top level; each as JSON too (`made`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property, partial
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct, structs

from referee.errors import BadInput
from referee.files.files import convert, read_toml
from referee.rulebook.made import made_of, make
from referee.text.names import and_list, did_you_mean, fold, or_list, printable
from referee.text.pattern import lazy_pattern

if TYPE_CHECKING:
    from referee.rulebook.answering import Kind
    from referee.rulebook.indexing import Document, RuleIndex
    from referee.rulebook.search import SearchIndex

T = TypeVar("T")


@cache
def folder() -> Path:
    """The folder that holds a folder of tables for each game."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "tables"
    return inside if inside.is_dir() else package.parent / "tables"


def path_of(game: str, subject: str) -> Path:
    """The file with one subject's tables of one game."""
    return folder() / game / f"{subject}.toml"


def read(game: str, subject: str, kind: type[T], root: Path | None = None) -> T:
    """One subject's tables as `kind`. Raises BadInput naming file, key and what was expected."""
    path = (root or folder()) / game / f"{subject}.toml"
    if not path.is_file():
        raise BadInput(f"{path}: this table of {game} is missing; the program is not whole")
    with suppress(OSError, msgspec.MsgspecError):
        place, mark = made_of(path)
        of, _, made = place.read_bytes().partition(b"\n")
        if of == mark:
            return msgspec.json.decode(made, type=kind)
    found = convert(read_toml(path), kind, str(path))
    with suppress(OSError):  # a folder that can't be written keeps its TOML
        make(path)
    return found


# --- Numbers --------------------------------------------------------------------------------------
# Numbers in the texts of rules: "{upkeep.feeding.short}" stands for a number of a game's tables.
#
# So a number is written in one place, and a text can't say anything but what the program reckons with. A path names a
# table file and the keys in it; an element of a list is named by its "name" or counted from 1. After a colon stands
# how the value is written: "part" makes 2 a half, "times" makes it twice, "and" and "or" join a list with that word.


_PLACE = lazy_pattern(r"\{([^{}:]+)(?::([a-z]+))?\}")
PARTS = {2: "half", 3: "third", 4: "quarter", 5: "fifth"}
"""The words for parts of something, by how many there are."""
_TIMES = {1: "once", 2: "twice"}
_WRITERS: Mapping[str, Callable[[Any], str]] = {
    "part": lambda value: PARTS[value],
    "times": lambda value: _TIMES.get(value, f"{value} times"),
    "and": lambda value: and_list(map(write, value)),
    "or": lambda value: or_list(map(write, value)),
}


class TableValues:
    """The tables of one game as plain data; a file is read when the first path leads into it."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._tables: dict[str, Any] = {}

    def fill(self, text: str, where: str, instead: Mapping[str, int] = MappingProxyType({})) -> str:
        """A text with every place filled, some with other numbers `instead`.

        Raises BadInput that names the entry (`where`) and the path.
        """
        return _filled(text, self._at, f"{self._game} rules: {where}", instead)

    def rows(self, of: str, each: str, where: str) -> list[str]:
        """A line made by `each` for every row of the table at `of`. Raises BadInput.

        Places in `each` are keys of the row; {key} is the row's own key, {value} the whole row, {number} its number.
        """
        place = f"{self._game} rules: {where}"
        return [_filled(each, row, place) for row in _rows(_step_into(self._at, of, place))]

    def _at(self, subject: str) -> Any:
        if subject not in self._tables:
            self._tables[subject] = read(self._game, subject, dict[str, Any])
        return self._tables[subject]


def write(value: Any) -> str:
    """A value in words: a list with commas, a list in a list with "and", goods like "4 wood and 4 stone"."""
    if isinstance(value, dict):
        return and_list(f"{amount} {good}" for good, amount in value.items())
    if isinstance(value, list):
        return ", ".join(and_list(map(write, item)) if isinstance(item, list) else write(item) for item in value)
    return str(value)


def _filled(
    text: str, first: Callable[[str], Any], where: str, instead: Mapping[str, int] = MappingProxyType({})
) -> str:
    def one(match: re.Match[str]) -> str:
        value = instead[match[1]] if match[1] in instead else _step_into(first, match[1], where)
        try:
            return _WRITERS[match[2]](value) if match[2] else write(value)
        except (KeyError, TypeError):
            raise BadInput(f'{where}: {value!r} can\'t be written as "{match[2]}"') from None

    return _PLACE.sub(one, text)


def _step_into(first: Callable[[str], Any], path: str, where: str) -> Any:
    head, *rest = path.split(".")
    try:
        value = first(head)
        for key in rest:
            value = _element(value, key)
    except (KeyError, IndexError, StopIteration, TypeError):
        raise BadInput(f'{where}: the tables have no "{path}"') from None
    return value


def _element(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return value[key]
    if key.isdigit() and int(key) > 0:
        return value[int(key) - 1]
    return next(row for row in value if row["name"] == key)


def _rows(table: Any) -> Iterator[Callable[[str], Any]]:
    """Each row of a list or of a dict, as what gives its places their values."""
    pairs = table.items() if isinstance(table, dict) else enumerate(table, 1)
    for number, (key, row) in enumerate(pairs, 1):
        found = {"key": key, "value": row, "number": number, **(row if isinstance(row, dict) else {})}
        yield found.__getitem__


# --- Rules as data: the entries of a game's rulebook and its rulings, found and cited by id -------
# Each game has a `rules.toml` among its tables: every rule with its printed page in the project's own words, and
# every ruling that settles what the rulebook leaves open. Numbers in the texts come from the other tables
# (`filling`); what people ask in plain words is searched for by `search`, which is loaded only then.


Text = Annotated[str, Meta(min_length=1)]
Status = Literal["enforced", "computed", "told"]
"""What the program does with a rule: forbids or carries it out, computes a number by it, only tells it."""


RULE_FIRST = 1.03
"""What a rule counts more than a ruling that fits a question as well."""
SAYS = 1.06
"""What an entry counts more that has a short answer to what a question asks for."""
CLEAR = 1.5
"""So many times as well as the next the first entry must answer a question to be clearly ahead."""
AHEAD = 1.15
"""So many times as well, for a yes or no to be told of an entry of whose title the question has no word."""

_ASKS_READINGS = (
    "reading",
    "readings",
    "house rule",
    "house rules",
    "house number",
    "house numbers",
    "tables differ",
)
_ASKS_THE_COURSE = (
    r"how (?:do|can|should) (?:i|we|you|people) play(?: this| it| this game| the game)?"
    r"|how (?:to play|is (?:this|it|this game|the game) played)(?: this| it| this game| the game)?"
    r"|how (?:do|does) (?:a|the|my|your|one) (?:turn|turns|round) (?:go|work|run)|how does (?:it|this game) work"
    r"|(?:the )?course of (?:a|the|my) turn|what (?:do|can) (?:i|we|you) do (?:in|on) (?:a|my|our|your|the) turn"
    r"|what happens (?:in|on|during) (?:a|my|the) turn|teach me|i am new(?: here)?"
)
"""How people ask for the course of a turn."""


class Lines(Struct, frozen=True, forbid_unknown_fields=True):
    """A line for each row of the table at `of`, made by filling `each` (see `filling.Values.rows`)."""

    of: Text
    each: Text


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule or a ruling as written in the file; its text may have places for numbers of the tables.

    `page` is where it is printed: pages ("18-19, 22"), or a heading where a rulebook's pages have no numbers.
    `switch` names the setting by which a table may change it; `also` holds words that people ask with and the text
    doesn't use; `short` are answers by the kind of question (`answering.Kind`).
    """

    id: Text
    page: Text
    topic: Text
    title: Text
    text: Text
    status: Status
    lines: tuple[Lines, ...] = ()
    switch: str = ""
    see: tuple[str, ...] = ()
    also: str = ""
    short: dict[str, Text] = {}


class OpenPoint(Struct, frozen=True, forbid_unknown_fields=True):
    """What the rulebook leaves `open` and a table decides, with the `entry` of the ruling that settles it.

    `name` is the reading's. `answers` are what each means in a sentence, the usual one first; a number has none.
    `number` are the places in the tables where the usual number stands.
    """

    name: Text
    entry: Text
    open: Text
    answers: dict[Text, Text] = {}
    number: tuple[Text, ...] = ()


class RulesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a game's `rules.toml`; `call` is how its rules are asked for, `ask` a question as an example.

    `title` is what the game is called in sentences, where that isn't its name. `course` are the ids of the entries
    that tell how a turn goes, in their order. `newcomers` are the lines that begin a first game: the goal, a turn,
    what to look out for, a good first turn.
    """

    call: Text
    ask: Text
    rules: tuple[Entry, ...]
    rulings: tuple[Entry, ...]
    course: tuple[Text, ...] = ()
    newcomers: tuple[Text, ...] = ()
    title: str = ""
    readings: tuple[OpenPoint, ...] = ()


class WordsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a game's `words.toml`: what players say, and the rulebook's words for it.

    `rephrased` are questions to an open game, as patterns, with the question that may be asked instead.
    """

    words: dict[Text, tuple[Text, ...]] = {}
    rephrased: dict[Text, Text] = {}


class EntryText(Struct, frozen=True):
    """An entry as people and scripts get it: its places filled, and both directions of its references."""

    id: str
    title: str
    page: str
    topic: str
    ruling: bool
    status: Status
    switch: str
    text: str
    lines: tuple[str, ...]
    rulings: tuple[str, ...]
    see: tuple[str, ...]
    readings: tuple[OpenPoint, ...] = ()

    @property
    def pages(self) -> str:
        """Where it is printed, as cited: "pp. 18-19"."""
        return _pages(self.page.split(", "))


class Answers(Struct, frozen=True):
    """What was found for some words, best first, and the words that were read as others ("flyng" as "flying").

    `by` says how: an entry by its id or title, all entries of a topic, the answers to a question, the course of a
    turn, or all that a table decides. `scores` are how well each answers a question, as parts of one; `kind` is what
    the question asks for, and `answer` what the first says to that. `held` are the readings and house numbers of a
    table that aren't usual, by name, of which `answer` has the numbers.
    """

    by: Literal["name", "topic", "question", "course", "readings"]
    entries: tuple[Entry, ...]
    read_as: dict[str, str] = {}
    scores: tuple[float, ...] = ()
    kind: str = ""
    answer: str = ""
    held: Mapping[str, str] = {}

    @property
    def clear(self) -> bool:
        """Whether the first answers a question far better than the next."""
        return len(self.scores) < 2 or self.scores[0] >= CLEAR * self.scores[1]


class RuleBook:
    """All entries of one game, rules first."""

    def __init__(self, game: str, file: RulesFile) -> None:
        self.game = game
        self.title = file.title or game.capitalize()
        self.call = file.call
        self.ask = file.ask
        self.course = file.course
        self._newcomers = file.newcomers
        self.rules = file.rules
        self.rulings = file.rulings
        self.entries = {entry.id: entry for entry in (*file.rules, *file.rulings)}
        self.readings = {one.name: one for one in file.readings}
        self._ruling_ids = {entry.id for entry in file.rulings}
        self._values = TableValues(game)
        for entry in self.entries.values():
            for other in entry.see:
                if other not in self.entries:
                    raise BadInput(f'{game} rules: {entry.id} refers to "{other}", which isn\'t an entry')
        for one in file.readings:
            if one.entry not in self.entries:
                raise BadInput(f'{game} rules: the reading {one.name} refers to "{one.entry}", which isn\'t an entry')
        for entry_id in file.course:
            if entry_id not in self.entries:
                raise BadInput(f'{game} rules: course refers to "{entry_id}", which isn\'t an entry')
        if len(self.entries) != len(file.rules) + len(file.rulings):
            raise BadInput(f"{game} rules: an id stands twice")

    @property
    def newcomers(self) -> list[str]:
        """What is said before a first game: the goal, a turn, what to look out for, a good first turn."""
        return [self._values.fill(line, "newcomers") for line in self._newcomers]

    @property
    def topics(self) -> list[str]:
        """The topics in the order of the entries."""
        return list(dict.fromkeys(entry.topic for entry in self.entries.values()))

    def of_topic(self, topic: str) -> list[Entry]:
        """The entries of a topic, rules first."""
        return [entry for entry in self.entries.values() if entry.topic == topic]

    def is_ruling(self, entry_id: str) -> bool:
        """Whether an id is a ruling's and not a printed rule's."""
        return entry_id in self._ruling_ids

    # --- telling --------------------------------------------------------------------------------------

    def cite(self, ids: Iterable[str]) -> str:
        """Where entries stand, as short as a person wants it: "pp. 18-19, B9"."""
        pages: list[str] = []
        rulings: list[str] = []
        for entry_id in ids:
            entry = self.entries[entry_id]
            if self.is_ruling(entry_id):
                rulings.append(entry_id)
            else:
                pages += entry.page.split(", ")
        unique = sorted(dict.fromkeys(pages), key=_in_order)
        cited = [_pages(unique)] if unique else []
        return ", ".join(cited + list(dict.fromkeys(rulings)))

    def named(self, entry_id: str) -> str:
        """One entry as a refusal names it: "tavern, p. 12", a ruling by its id alone; what is no entry as it is."""
        if entry_id not in self.entries or self.is_ruling(entry_id):
            return entry_id
        return f"{entry_id}, {self.cite([entry_id])}"

    def in_words(self, entry_id: str) -> str:
        """One entry as people at a prompt are told it: its title, its page (no heading twice), or a ruling's id."""
        if entry_id not in self.entries:
            return entry_id
        title, places = self.entries[entry_id].title, self.cite([entry_id]).split(", ")
        return ", ".join((title, *(place for place in places if fold(place) not in fold(title))))

    def text(self, entry: Entry) -> str:
        """An entry's text with its numbers. Raises BadInput if the tables lack one."""
        return self._values.fill(entry.text, entry.id)

    def lines(self, entry: Entry) -> list[str]:
        """The lines of an entry that tells a table; none for most. Raises BadInput if the tables lack something."""
        return [line for part in entry.lines for line in self._values.rows(part.of, part.each, entry.id)]

    def related(self, entry: Entry) -> list[str]:
        """The ids that an entry names, then those of the entries that name it."""
        return list(dict.fromkeys((*entry.see, *self._naming.get(entry.id, ()))))

    @cached_property
    def _naming(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for entry in self.entries.values():
            for other in entry.see:
                found.setdefault(other, []).append(entry.id)
        return found

    def explain(self, ids: Iterable[str]) -> list[EntryText]:
        """The entries behind some ids, each once, whole: page, text with its numbers, switch, what is related.

        Raises BadInput with the nearest ids for one that is no entry.
        """
        return [self._text_of(entry_id) for entry_id in dict.fromkeys(ids)]

    def _text_of(self, entry_id: str) -> EntryText:
        if entry_id not in self.entries:
            hint = did_you_mean(entry_id, self.entries)
            raise BadInput(f'no rule of {self.game} has the id "{printable(entry_id)}"{hint}')
        entry = self.entries[entry_id]
        related = self.related(entry)
        return EntryText(
            entry.id,
            entry.title,
            entry.page,
            entry.topic,
            self.is_ruling(entry.id),
            entry.status,
            entry.switch,
            self.text(entry),
            tuple(self.lines(entry)),
            tuple(other for other in related if self.is_ruling(other)),
            tuple(other for other in related if not self.is_ruling(other)),
            tuple(one for one in self.readings.values() if one.entry == entry.id),
        )

    # --- finding --------------------------------------------------------------------------------------

    def find(self, words: str) -> Sequence[Entry]:
        """The entries that `look_up` finds, best first. Raises BadInput if there is none."""
        return self.look_up(words).entries

    def look_up(
        self, words: str, names: Iterable[str] = (), held: Mapping[str, str] = MappingProxyType({})
    ) -> Answers:
        """The entry of an id or a title, the entries of a topic, or the answers to a question in plain words.

        `names` are never taken for misspelled words. `held` is what a table has decided otherwise than usual. Raises
        BadInput if there is none, with the nearest ids for what looks like one.
        """
        return structs.replace(self._look_up(words, names, held), held=held)

    def _look_up(self, words: str, names: Iterable[str], held: Mapping[str, str]) -> Answers:
        wanted = fold(words.rstrip(" ?!."))
        if (named := self._called(wanted)) is not None:
            return Answers("name", (named,))
        for topic in self.topics:
            if fold(topic) == wanted:
                return Answers("topic", tuple(self.of_topic(topic)))
        if wanted in _ASKS_READINGS and self.readings:
            entries = dict.fromkeys(one.entry for one in self.readings.values())
            return Answers("readings", tuple(self.entries[entry_id] for entry_id in entries))
        if (decided := self.readings.get(wanted.replace(" ", "_"))) is not None:
            return Answers("name", (self.entries[decided.entry],))
        if self.course and re.fullmatch(_ASKS_THE_COURSE, wanted):
            return Answers("course", tuple(self.entries[entry_id] for entry_id in self.course))
        hits = self._search.ask(words, names)
        if hits.ids:
            from referee.rulebook.answering import YES_OR_NO, judged, kind_of, undenied  # loaded only for a question
            from referee.rulebook.indexing import plain

            typed, meant = plain(words)
            kind = kind_of(hits.asked, typed, meant)
            much = zip(hits.ids, hits.scores, strict=True)
            scored = [(one, round(score * (SAYS if kind in self._kinds[one] else 1), 3)) for one, score in much]
            scored.sort(key=itemgetter(1), reverse=True)
            found, scores = tuple(self.entries[one] for one, _ in scored), tuple(score for _, score in scored)
            asked = undenied(hits.asked) if meant == "claim" and kind in YES_OR_NO else hits.asked
            ahead = len(scores) < 2 or scores[0] >= AHEAD * scores[1]
            answer = self._answer(found[0], asked, kind, held, ahead=ahead)
            if asked != hits.asked or meant == "refused":
                answer = judged(answer, meant)
            return Answers("question", found, hits.read_as, scores, kind, answer)
        ids = did_you_mean(words, self.entries) if any(letter.isdigit() for letter in words) else ""
        what = printable(" ".join(hits.unknown) or words)
        text = f'nothing is known of "{what}" in the rules of {self.title}'
        raise BadInput(text + (ids or f"; list the topics with: {self.call}"))

    def mended(self, words: str, names: Iterable[str] = ()) -> str:
        """A question with its slips mended; `names` are spelt right."""
        return " ".join(self._search.mended(words, names)[0])

    @cached_property
    def _kinds(self) -> Mapping[str, Collection[str]]:
        """The kinds of question to which each entry has a short answer."""
        return {
            e.id: {key.partition(":")[0].strip() for keys in e.short for key in keys.split(",")}
            for e in self.entries.values()
        }

    def _answer(self, entry: Entry, question: str, kind: Kind, held: Mapping[str, str], *, ahead: bool = True) -> str:
        """What an entry, which may be `ahead` of all others, says to a question of a kind, whose slips are mended.

        House numbers that are `held` stand in the place of the usual ones; a short answer that has a usual one isn't
        given then.
        """
        from referee.rulebook.answering import best_answer

        numbers = {
            place: int(word)
            for name, word in held.items()
            if name in self.readings
            for place in self.readings[name].number
        }
        fill = partial(self._values.fill, where=entry.id, instead=numbers)
        return best_answer(
            self._short_with(entry, numbers),
            fill(entry.text),
            self.lines(entry),
            question,
            kind,
            known=self.index.texts,
            title=entry.title,
            fill=fill,
            ways=self._search.ways(question),
            ahead=ahead,
        )

    def usual_number(self, point: OpenPoint) -> str:
        """The usual number of what a table decides, as the tables have it; "" where they have none."""
        return self._values.fill(f"{{{point.number[0]}}}", point.entry) if point.number else ""

    def _short_with(self, entry: Entry, numbers: Mapping[str, int]) -> Mapping[str, str]:
        """An entry's short answers but those with a number of the rulebook's in whose place a table has another."""
        every = " ".join((entry.text, *entry.short.values()))
        usual = {self._values.fill(f"{{{place}}}", entry.id) for place in numbers if f"{{{place}" in every}
        return {
            keys: told
            for keys, told in entry.short.items()
            if not usual.intersection(re.findall(r"\d+", _PLACE.sub("", told)))
        }

    def has(self, words: str) -> bool:
        """Whether an entry or a topic is called just so."""
        return self._called(fold(words)) is not None or fold(words) in map(fold, self.topics)

    def _called(self, wanted: str) -> Entry | None:
        ids, titles = self._named
        asks = wanted.partition(" ")[0] in ("who", "what", "how", "when", "where")
        return ids.get(wanted) or (None if asks else ids.get(wanted.replace(" ", "-"))) or titles.get(wanted)

    @cached_property
    def _named(self) -> tuple[Mapping[str, Entry], Mapping[str, Entry]]:
        """The entries by id, and by title; a rule's title goes before a ruling's."""
        entries = list(self.entries.values())
        return {fold(e.id): e for e in entries}, {fold(e.title): e for e in reversed(entries)}

    @cached_property
    def _search(self) -> SearchIndex:
        from referee.rulebook.search import SearchIndex  # loaded only for a question

        return SearchIndex(self.index, table_words(self.game))

    @cached_property
    def index(self) -> RuleIndex:
        """What a question is looked up in: as it was compiled before, or now where something has changed since."""
        from referee.rulebook.indexing import indexed

        return indexed(self.documents, path_of(self.game, "index").with_suffix(".json"))

    @property
    def documents(self) -> list[Document]:
        """The entries as they are searched, with the questions that are known to ask for each."""
        from referee.rulebook.indexing import Document

        asked = _asked(self.game)
        return [
            Document(
                e.id,
                e.title,
                " ".join((self.text(e), *self.lines(e))),
                " ".join((e.id, e.topic, e.also, *_key_words(e.short))),
                asked.get(e.id, ()),
                1.0 if self.is_ruling(e.id) else RULE_FIRST,
            )
            for e in self.entries.values()
        ]


def _key_words(short: Iterable[str]) -> Iterable[str]:
    """The words in the keys of short answers, each once: people ask with them."""
    parts = (key.partition(":")[2] for keys in short for key in keys.split(","))
    return dict.fromkeys(word for part in parts for word in part.replace("#", " ").split())


def _in_order(page: str) -> list[int]:
    """What sorts pages by their numbers; headings stay as they come, behind them."""
    return [int(number) if number.isdigit() else 10_000 for number in page.split("-")]


def _pages(pages: Sequence[str]) -> str:
    """Printed pages as they are cited: "p. 18", "pp. 18-19". A heading is its own name."""
    if not pages[0][0].isdigit():
        return ", ".join(pages)
    several = len(pages) > 1 or "-" in pages[0]
    return f"{'pp.' if several else 'p.'} {', '.join(pages)}"


def _words(game: str) -> WordsFile:
    """The game's `words.toml`, if it has one. Raises BadInput if it is broken."""
    return read(game, "words", WordsFile) if path_of(game, "words").is_file() else WordsFile()


def _asked(game: str) -> Mapping[str, tuple[str, ...]]:
    """The questions that are known to ask for each entry, if there are any. Raises BadInput if they are broken."""
    kind = dict[str, tuple[str, ...]]
    return read(game, "asked", kind) if path_of(game, "asked").is_file() else {}


@cache
def table_words(game: str) -> Mapping[str, Sequence[str]]:
    """What players say, and the rulebook's words for it. Raises BadInput if the game's `words.toml` is broken."""
    return _words(game).words


@cache
def rephrasings(game: str) -> Mapping[str, str]:
    """Questions to an open game, as patterns, with those that may be asked instead. Raises BadInput as above."""
    return _words(game).rephrased


@cache
def rulebook(game: str) -> RuleBook:
    """The rules and rulings of a game. Raises BadInput if its rules.toml is broken."""
    return RuleBook(game, read(game, "rules", RulesFile))
