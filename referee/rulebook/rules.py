"""The games' tables: the numbers of a rulebook as TOML, read through typed schemas.

An installed copy carries them in the package, a checkout has them at its top level; each as JSON too (`made`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    """Return the folder that holds a folder of tables for each game."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "tables"
    return inside if inside.is_dir() else package.parent / "tables"


def path_of(game: str, subject: str) -> Path:
    """Return the path of the file with one subject's tables of one game."""
    return folder() / game / f"{subject}.toml"


def read(game: str, subject: str, kind: type[T], root: Path | None = None) -> T:
    """Read one subject's tables as `kind`. Raises BadInput that names file, key and what was expected."""
    path = (root or folder()) / game / f"{subject}.toml"
    if not path.is_file():
        raise BadInput(f"{path}: this table of {game} is missing; the program is not whole")
    with suppress(OSError, msgspec.MsgspecError):
        place, mark = made_of(path)
        of, _, made = place.read_bytes().partition(b"\n")
        if of == mark:
            return msgspec.json.decode(made, type=kind)
    found = convert(read_toml(path), kind, str(path))
    with suppress(OSError):  # if the folder is read-only, the TOML is read each time
        make(path)
    return found


def table(game: str, subject: str, kind: type[T]) -> Callable[[], T]:
    """Return the function that reads one subject's tables as `kind`, once. Raises BadInput as `read` does."""
    return cache(partial(read, game, subject, kind))


# --- Numbers --------------------------------------------------------------------------------------
# Numbers in the texts of rules: "{upkeep.feeding.short}" stands for a number of a game's tables.
#
# So a number is written in one place, and a text always agrees with what the program computes. A path names a table
# file and the keys in it; an element of a list is named by its "name" or its number from 1. After a colon stands the
# format of the value: "part" writes 2 as "half", "times" as "twice", "and" and "or" join a list with that word.


_PLACE = lazy_pattern(r"\{([^{}:]+)(?::([a-z]+))?\}")
PARTS = {2: "half", 3: "third", 4: "quarter", 5: "fifth"}
"""Words for fractions, by their denominator."""
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
        """Return a text with every placeholder filled, some with other numbers `instead`.

        Raises BadInput that names the entry (`where`) and the path.
        """
        return _fill(text, self._at, f"{self._game} rules: {where}", instead)

    def rows(self, of: str, each: str, where: str) -> list[str]:
        """Format a line by `each` for every row of the table at `of`. Raises BadInput.

        Placeholders are keys of the row; {key} is the row's own key, {value} the whole row, {number} its number.
        """
        place = f"{self._game} rules: {where}"
        return [_fill(each, row, place) for row in _rows(_step_into(self._at, of, place))]

    def _at(self, subject: str) -> Any:
        if subject not in self._tables:
            self._tables[subject] = read(self._game, subject, dict[str, Any])
        return self._tables[subject]


def write(value: Any) -> str:
    """Format a value: a list with commas, a list in a list with "and", goods like "4 wood and 4 stone"."""
    if isinstance(value, dict):
        return and_list(f"{amount} {good}" for good, amount in value.items())
    if isinstance(value, list):
        return ", ".join(and_list(map(write, item)) if isinstance(item, list) else write(item) for item in value)
    return str(value)


def _fill(
    text: str, first: Callable[[str], Any], where: str, instead: Mapping[str, int] = MappingProxyType({})
) -> str:
    def replacement(match: re.Match[str]) -> str:
        value = instead[match[1]] if match[1] in instead else _step_into(first, match[1], where)
        try:
            return _WRITERS[match[2]](value) if match[2] else write(value)
        except (KeyError, TypeError):
            raise BadInput(f'{where}: {value!r} can\'t be written as "{match[2]}"') from None

    return _PLACE.sub(replacement, text)


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
    """Yield a getter of the placeholders' values for each row of a list or a dict."""
    pairs = table.items() if isinstance(table, dict) else enumerate(table, 1)
    for number, (key, row) in enumerate(pairs, 1):
        placeholders = {"key": key, "value": row, "number": number, **(row if isinstance(row, dict) else {})}
        yield placeholders.__getitem__


# --- Rules as data: the entries of a game's rulebook and its rulings, found and cited by id -------
# Each game has a `rules.toml` among its tables: every rule with its printed page in the project's own words, and
# every ruling that settles a point the rulebook leaves open. Numbers in the texts come from the other tables
# (`TableValues`); plain-language questions are answered by `search`, which is imported only then.


Text = Annotated[str, Meta(min_length=1)]
Status = Literal["enforced", "computed", "told"]
"""How the program treats a rule: enforces it, computes a number by it, only tells it."""


RULE_FIRST = 1.03
"""Weight of a rule, relative to a ruling that matches a question as well."""
SAYS = 1.06
"""Factor for an entry that has a short answer to a question of that kind."""
CLEAR = 1.5
"""Factor by which the first entry's score must exceed the next one's to be clearly ahead."""
AHEAD = 1.15
"""The same for a yes or no to be answered from an entry whose title has no word of the question."""

BESIDE = 1.3
"""The same for the next entry's answer to be left out though it tells more of the question's words; one that tells as
many is left out if the first is `AHEAD`."""
CANDIDATES = 5
"""Number of entries found for a question, best first, that may answer half of it."""

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
"""Pattern of questions about the course of a turn."""


class Lines(Struct, frozen=True, forbid_unknown_fields=True):
    """A line for each row of the table at `of`, made by filling `each` (see `TableValues.rows`)."""

    of: Text
    each: Text


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule or a ruling as written in the file; its text may have placeholders for numbers of the tables.

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
    """A point that the rulebook leaves `open` and a table decides; `entry` is the ruling that settles it.

    `name` is the name of the reading. `answers` maps each answer to its meaning in a sentence, the usual one first; a
    number has none. `number` lists the paths in the tables of the usual number.
    """

    name: Text
    entry: Text
    open: Text
    answers: dict[Text, Text] = {}
    number: tuple[Text, ...] = ()


class RulesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of a game's `rules.toml`; `call` is the command that shows its rules, `ask` an example question.

    `title` is the game's name in sentences, if it has another there. `course` lists the ids of the entries that
    describe the course of a turn, in order. `newcomers` are the lines that begin a first game: the goal, a turn, what
    to look out for, a good first turn.
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
    """The layout of a game's `words.toml`: players' words, each with the rulebook's words for it.

    `names` are those of published pieces, which mean a kind in a question about the rules, and themselves in a game.
    `rephrased` maps patterns of questions to an open game to the question that may be asked instead, `told` words of
    a question why or who ("wounded/hurt") to the phrases by which the log tells of it.
    """

    words: dict[Text, tuple[Text, ...]] = {}
    names: dict[Text, tuple[Text, ...]] = {}
    rephrased: dict[Text, Text] = {}
    told: dict[Text, tuple[Text, ...]] = {}


class EntryText(Struct, frozen=True):
    """An entry as shown and as JSON: its placeholders filled, and both directions of its references."""

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
        """The pages where it is printed, as cited: "pp. 18-19"."""
        return _pages(self.page.split(", "))


class Answers(Struct, frozen=True):
    """The entries found for some words, best first, and the words that were corrected ("flyng" to "flying").

    `by` is the kind of match: an entry by its id or title, all entries of a topic, the answers to a question, the
    course of a turn, or all that a table decides. `scores` say how well each answers (1: perfectly); `kind` is the
    kind of the question, and `answer` the first entry's answer to it. `held` are the readings and house numbers of a
    table that aren't usual, by name; `answer` is given with these numbers.
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
        """True if the first entry answers a question far better than the next."""
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
        references = [
            *((entry.id, other) for entry in self.entries.values() for other in entry.see),
            *((f"the reading {one.name}", one.entry) for one in file.readings),
            *(("course", entry_id) for entry_id in file.course),
        ]
        for source, target in references:
            if target not in self.entries:
                raise BadInput(f'{game} rules: {source} refers to "{target}", which isn\'t an entry')
        if len(self.entries) != len(file.rules) + len(file.rulings):
            raise BadInput(f"{game} rules: an id stands twice")

    @property
    def newcomers(self) -> list[str]:
        """The introduction to a first game: the goal, a turn, what to look out for, a good first turn."""
        return [self._values.fill(line, "newcomers") for line in self._newcomers]

    @property
    def topics(self) -> list[str]:
        """The topics in the order of the entries."""
        return list(dict.fromkeys(entry.topic for entry in self.entries.values()))

    def of_topic(self, topic: str) -> list[Entry]:
        """Return the entries of a topic, rules first."""
        return [entry for entry in self.entries.values() if entry.topic == topic]

    def is_ruling(self, entry_id: str) -> bool:
        """Return whether an id is a ruling's and not a printed rule's."""
        return entry_id in self._ruling_ids

    # --- formatting -----------------------------------------------------------------------------------

    def cite(self, ids: Iterable[str]) -> str:
        """Cite the pages and rulings of entries, in short form: "pp. 18-19, B9"."""
        pages: list[str] = []
        rulings: list[str] = []
        for entry_id in ids:
            entry = self.entries[entry_id]
            if self.is_ruling(entry_id):
                rulings.append(entry_id)
            else:
                pages += entry.page.split(", ")
        unique = sorted(dict.fromkeys(pages), key=_page_key)
        unique = [page for page in unique if not any(page in _within(other) for other in unique)]
        cited = [_pages(unique)] if unique else []
        return ", ".join(cited + list(dict.fromkeys(rulings)))

    def cite_short(self, entry_id: str) -> str:
        """Return an entry's name for a refusal: "tavern, p. 12", a ruling's id alone; an unknown id as it is."""
        if entry_id not in self.entries or self.is_ruling(entry_id):
            return entry_id
        return f"{entry_id}, {self.cite([entry_id])}"

    def in_words(self, entry_id: str) -> str:
        """Return an entry's name for a prompt: its title, its page (no heading twice), or a ruling's id."""
        if entry_id not in self.entries:
            return entry_id
        title, places = self.entries[entry_id].title, self.cite([entry_id]).split(", ")
        return ", ".join((title, *(place for place in places if fold(place) not in fold(title))))

    def text(self, entry: Entry) -> str:
        """Return an entry's text with its numbers. Raises BadInput if the tables lack one."""
        return self._values.fill(entry.text, entry.id)

    def lines(self, entry: Entry) -> list[str]:
        """Return the rows of an entry with a table, [] for most entries. Raises BadInput if a value is missing."""
        return [line for part in entry.lines for line in self._values.rows(part.of, part.each, entry.id)]

    def related(self, entry: Entry) -> list[str]:
        """Return the ids that an entry refers to, then those of the entries that refer to it."""
        return list(dict.fromkeys((*entry.see, *self._referrers.get(entry.id, ()))))

    @cached_property
    def _referrers(self) -> Mapping[str, Sequence[str]]:
        by_target: dict[str, list[str]] = {}
        for entry in self.entries.values():
            for other in entry.see:
                by_target.setdefault(other, []).append(entry.id)
        return by_target

    def explain(self, ids: Iterable[str]) -> list[EntryText]:
        """Return the entries of some ids, each once, whole: page, text with its numbers, switch, related entries.

        Raises BadInput with the nearest ids for an unknown one.
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
        """Return the entries that `look_up` finds, best first. Raises BadInput if there is none."""
        return self.look_up(words).entries

    def look_up(
        self, words: str, names: Iterable[str] = (), held: Mapping[str, str] = MappingProxyType({})
    ) -> Answers:
        """Find the entry of an id or a title, the entries of a topic, or the answers to a plain-language question.

        `names` are never taken for misspelled words. `held` are a table's unusual readings and house numbers. Raises
        BadInput if there is none, with the nearest ids if the words look like one.
        """
        return structs.replace(self._look_up(words, names, held), held=held)

    def _look_up(self, words: str, names: Iterable[str], held: Mapping[str, str]) -> Answers:
        folded = fold(words.rstrip(" ?!."))
        if (named := self._by_name(folded)) is not None:
            return Answers("name", (named,))
        for topic in self.topics:
            if fold(topic) == folded:
                return Answers("topic", tuple(self.of_topic(topic)))
        if folded in _ASKS_READINGS and self.readings:
            entries = dict.fromkeys(one.entry for one in self.readings.values())
            return Answers("readings", tuple(self.entries[entry_id] for entry_id in entries))
        if (point := self.readings.get(folded.replace(" ", "_"))) is not None:
            return Answers("name", (self.entries[point.entry],))
        if self.course and re.fullmatch(_ASKS_THE_COURSE, folded):
            return Answers("course", tuple(self.entries[entry_id] for entry_id in self.course))
        hits = self._search.ask(words, names)
        if hits.ids:
            from referee.rulebook.answering import (  # loaded only for a question
                BOTH,
                YES_OR_NO,
                agree,
                halves,
                is_verdict,
                kind_of,
                of_halves,
                of_two,
                positive_claim,
                verdict_word,
            )
            from referee.rulebook.indexing import plain

            typed, meant = plain(words)
            kind = kind_of(hits.asked, typed, meant)
            matches = zip(hits.ids, hits.scores, strict=True)
            scored = [(one, round(score * (SAYS if self._answers(one, kind) else 1), 3)) for one, score in matches]
            scored.sort(key=itemgetter(1), reverse=True)
            found, scores = tuple(self.entries[one] for one, _ in scored), tuple(score for _, score in scored)
            asked = positive_claim(hits.asked) if meant == "claim" and kind in YES_OR_NO else hits.asked
            ahead = len(scores) < 2 or scores[0] >= AHEAD * scores[1]
            answer = self._answer(found[0], asked, kind, held, ahead=ahead)
            if len(found) > 1 and not is_verdict(answer):
                numbers, ways = self._numbers(held), self._search.ways(asked)
                two = [(self._short_with(entry, numbers), entry.title) for entry in found[:2]]
                if both := agree(two, asked, kind, known=self.index.texts, ways=ways):
                    answer = self._values.fill(both, found[0].id, numbers)
            if len(found) > 1 and scores[0] < BESIDE * scores[1] and not is_verdict(answer):
                told = self._words_told(found[0], asked, kind, answer)
                more = self._words_told(found[1], asked, kind, "")
                if more and more + (not ahead) > told:
                    answer = of_two(answer, self._answer(found[1], asked, kind, held, ahead=False), found[1].title)
            if asked != hits.asked or meant == "refused":
                answer = verdict_word(answer, meant)
            if not meant and (parts := halves(typed)):
                joined = of_halves([self._answer_half(part, found, scores, names, held) for part in parts])
                answer = joined if len(joined) <= BOTH else answer
            return Answers("question", found, hits.read_as, scores, kind, answer)
        ids = did_you_mean(words, self.entries) if any(letter.isdigit() for letter in words) else ""
        what = printable(" ".join(hits.unknown) or words)
        text = f'nothing is known of "{what}" in the rules of {self.title}'
        raise BadInput(text + (ids or f"; list the topics with: {self.call}"))

    def speaks_of(self, name: str) -> bool:
        """Return whether a title or a text has a name, whole."""
        said = (f"{one.title} {self.text(one)}".lower() for one in self.entries.values())
        return any(re.search(rf"\b{re.escape(name.lower())}\b", text) for text in said)

    def correct_spelling(self, words: str, names: Iterable[str] = ()) -> str:
        """Return a question with its misspellings corrected; `names` are spelt right."""
        return " ".join(self._search.correct_spelling(words, names)[0])

    def _answers(self, entry_id: str, kind: Kind) -> bool:
        """Return whether an entry has a short answer to this kind of question."""
        return any(
            key.partition(":")[0].strip() == kind for keys in self.entries[entry_id].short for key in keys.split(",")
        )

    def _numbers(self, held: Mapping[str, str]) -> Mapping[str, int]:
        """Return the house numbers that are `held`, by their places in the tables."""
        return {
            place: int(word)
            for name, word in held.items()
            if name in self.readings
            for place in self.readings[name].number
        }

    def _answer(self, entry: Entry, question: str, kind: Kind, held: Mapping[str, str], *, ahead: bool = True) -> str:
        """Return an entry's answer to a spell-checked question of a kind; `ahead`: it is far ahead of all others.

        House numbers that are `held` replace the usual ones; a short answer with a usual number isn't given then.
        """
        from referee.rulebook.answering import best_answer

        numbers = self._numbers(held)
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

    def _answer_half(
        self,
        half: str,
        found: Sequence[Entry],
        scores: Sequence[float],
        names: Iterable[str],
        held: Mapping[str, str],
    ) -> str:
        """Return the answer to half of a question, from the best of the entries `found` for the whole question."""
        from referee.rulebook.answering import kind_of, leans

        hits = self._search.ask(half, names)
        fits = dict(zip(hits.ids, hits.scores, strict=True))
        near = zip(found[: 1 if leans(half) else CANDIDATES], scores, strict=False)
        entry, _ = max(near, key=lambda one: one[1] + fits.get(one[0].id, 0.0))
        return self._answer(entry, hits.asked, kind_of(hits.asked, half), held, ahead=False)

    def _words_told(self, entry: Entry, question: str, kind: Kind, given: str) -> int:
        """Return how many words of a spell-checked question an entry's short answer, or a `given` one, is about."""
        from referee.rulebook.answering import words_told

        known, ways = self.index.texts, self._search.ways(question)
        return words_told(entry.short, question, kind, given, known=known, title=entry.title, ways=ways)

    def usual_number(self, point: OpenPoint) -> str:
        """Return the usual number of an open point, from the tables; "" if it has none."""
        return self._values.fill(f"{{{point.number[0]}}}", point.entry) if point.number else ""

    def _short_with(self, entry: Entry, numbers: Mapping[str, int]) -> Mapping[str, str]:
        """Return an entry's short answers without those that state a usual number that `numbers` replace."""
        every = " ".join((entry.text, *entry.short.values()))
        usual = {self._values.fill(f"{{{place}}}", entry.id) for place in numbers if f"{{{place}" in every}
        return {
            keys: answer
            for keys, answer in entry.short.items()
            if not usual.intersection(re.findall(r"\d+", _PLACE.sub("", answer)))
        }

    def has(self, words: str) -> bool:
        """Return whether an entry or a topic has exactly this name."""
        return self._by_name(fold(words)) is not None or fold(words) in map(fold, self.topics)

    def _by_name(self, folded: str) -> Entry | None:
        ids, titles = self._named
        is_question = folded.partition(" ")[0] in ("who", "what", "how", "when", "where")
        return ids.get(folded) or (None if is_question else ids.get(folded.replace(" ", "-"))) or titles.get(folded)

    @cached_property
    def _named(self) -> tuple[Mapping[str, Entry], Mapping[str, Entry]]:
        """The entries by id, and by title; a rule's title goes before a ruling's."""
        entries = list(self.entries.values())
        return {fold(e.id): e for e in entries}, {fold(e.title): e for e in reversed(entries)}

    @cached_property
    def _search(self) -> SearchIndex:
        from referee.rulebook.search import SearchIndex  # loaded only for a question

        words = players_words(self.game)
        return SearchIndex(self.index, words.words | words.names)

    @cached_property
    def index(self) -> RuleIndex:
        """The index that questions are searched in: the compiled one, or compiled now if its sources have changed."""
        from referee.rulebook.indexing import load_index

        place = path_of(self.game, "index").with_suffix(".json")
        return load_index(lambda: self.documents, sorted(place.parent.glob("*.toml")), place)

    @property
    def documents(self) -> list[Document]:
        """The entries as searched, with the questions that are known to ask for each, if any."""
        from referee.rulebook.indexing import Document

        known = path_of(self.game, "asked").is_file()
        asked = read(self.game, "asked", dict[str, tuple[str, ...]]) if known else {}
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
    """Return the words in the keys of short answers, each once: people ask with them."""
    parts = (key.partition(":")[2] for keys in short for key in keys.split(","))
    return dict.fromkeys(word for part in parts for word in part.replace("#", " ").split())


def _page_key(page: str) -> list[int]:
    """Return the sort key of a page: by its numbers; headings stay as they come, behind them."""
    return [int(number) if number.isdigit() else 10_000 for number in page.split("-")]


def _within(pages: str) -> list[str]:
    """List the single pages of a range, "18-19"; none of a page or a heading."""
    first, _, last = pages.partition("-")
    return list(map(str, range(int(first), int(last) + 1))) if first.isdigit() and last.isdigit() else []


def _pages(pages: Sequence[str]) -> str:
    """Format printed pages as they are cited: "p. 18", "pp. 18-19". A heading is its own name."""
    if not pages[0][0].isdigit():
        return ", ".join(pages)
    several = len(pages) > 1 or "-" in pages[0]
    return f"{'pp.' if several else 'p.'} {', '.join(pages)}"


@cache
def players_words(game: str) -> WordsFile:
    """Read the game's `words.toml`, if it has one. Raises BadInput if it is broken."""
    return read(game, "words", WordsFile) if path_of(game, "words").is_file() else WordsFile()


def table_words(game: str) -> Mapping[str, Sequence[str]]:
    """Return players' words, without names, with the rulebook's for each. Raises BadInput if the file is broken."""
    return players_words(game).words


@cache
def rulebook(game: str) -> RuleBook:
    """Load the rules and rulings of a game. Raises BadInput if its rules.toml is broken."""
    return RuleBook(game, read(game, "rules", RulesFile))
