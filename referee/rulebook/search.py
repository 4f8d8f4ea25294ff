"""Questions in plain words, answered from texts: full-text ranking by SQLite, spelling mended by RapidFuzz.

Of a word's ways to be found the best one counts: as it is typed (SQLite's stemmer makes "duels" of "dueling"), as one
of the game's words for it, as the beginning of a word, or as the nearest word if it is misspelled. What the words
bring to a document is added up; it counts for more if the document has many of them, if they stand there side by side
as they were asked, and if they are most of its title. The libraries are loaded for questions alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from referee.rulebook.fulltext import Document, engine, plain
from referee.text.names import fold

AS_TYPED, OTHER_WORD, BEGINNING, MENDED = 1.0, 0.8, 0.7, 0.7
"""What a word counts that was found as it was typed, as another word for it, as a beginning, or mended."""
SIDE_BY_SIDE = 0.1
"""What two words of a question count that stand side by side in a document, besides what each of them counts."""
WHOLE_TITLE = 0.3
"""What a document counts more if the question has all words of its title; for a part of them a part of it."""
PARTLY = 0.6
"""How much it takes from a document that it lacks words of the question (an exponent; 0 takes nothing)."""
LIGHT = 0.5
"""What a light word of a question counts, where it has others: a number, or what the game says is one."""
FAR = 0.3
"""What brings less than this part of the best answer is none."""
SHORTEST, LONGEST = 3, 30
"""How many letters a word has that is a part of another or a beginning, and a word at most."""
LIKE_A_TITLE = 85
"""How alike a misspelled question and a title must be, in percent, to be the same."""

_WORD = re.compile(r"[a-z0-9]+")
_BRACKETS = re.compile(r"\(.*?\)")
_EMPTY = frozenset(
    _WORD.findall(
        "a an the of to in on at by for from with into onto and or but if so then than as is are be am was were been "
        "being do does did done doing can could may might must shall should will would have has had having i me my "
        "you your he him his she her it its we us our they them their this that these those there here what which "
        "who whom whose when where why how many much some any somebody someone anybody anyone something anything "
        "happen happens happened go goes going want wants wanted get gets got give gives given mean means work works "
        "one ones another still just also too very really not no yes please tell explain rule rules dont cant doesnt "
        "isnt whats whos wheres hows s t im ive use uses used using every each allowed able possible let lets "
        "exactly actually thing things stuff people person now already ever never always about"
    )
)
"""Words of a question that say nothing about what is asked; they count only if there are no others."""


_WELL_SPELT = frozenset(
    _WORD.findall(
        "myself yourself himself herself itself ourselves yourselves themselves look looks looked looking see sees "
        "seen seeing show shows"
    )
)
"""Words that are no misspellings of others, though no text has them; nothing need be known of them."""


class Hits(Struct, frozen=True):
    """The ids that answer a question, best first, and the misspelled words with what they were taken for.

    `unknown` are the words of the question of which nothing is known.
    """

    ids: tuple[str, ...]
    read_as: dict[str, str] = {}
    unknown: tuple[str, ...] = ()


class _Way(Struct, frozen=True):
    """A way in which a word of a question is found: some words in a row, or the beginning of one."""

    words: str
    counts: float
    beginning: bool = False


class _Term(Struct, frozen=True):
    """What of a question is looked for: the ways in which it is found, and what it counts."""

    ways: tuple[_Way, ...]
    counts: float = 1.0


class SearchIndex:
    """Documents that can be asked. `words` maps what people say to the words of the texts.

    `light` are words that say of what kind or how many, not what is asked: the verb of a question counts for more.
    """

    def __init__(
        self, documents: Sequence[Document], words: Mapping[str, Sequence[str]], light: Iterable[str] = ()
    ) -> None:
        self._documents = documents
        self._light = frozenset(map(fold, light))
        self._words = {fold(word): tuple(map(fold, others)) for word, others in words.items()}
        self._vocabulary = {word for d in documents for word in words_of(d.title, d.text, d.also)} | set(self._words)
        self._title_lengths = [max(1, len(_title_words(document.title))) for document in documents]
        self._engine = engine(documents)

    def ask(self, question: str) -> Hits:
        """The documents that answer a question, best first; none if no word of it is known."""
        typed = list(words_of(question))
        read_as: dict[str, str] = {}
        terms = self._terms(typed)
        weigh = self._weigher(terms)
        found = {term: self._ways(term, read_as) for term in terms}
        asked = [_Term(tuple(ways), weigh(term)) for term, ways in found.items() if ways]
        total = self._ranked([self._best(term) for term in asked])
        for pair in pairwise(typed):
            if not _EMPTY.issuperset(pair):
                counts = SIDE_BY_SIDE * max(map(weigh, pair))
                for row, score in self._engine.scores(" ".join(pair)).items():
                    total[row] = total.get(row, 0.0) + counts * score
        for row, share in self._titled(asked).items():
            total[row] *= 1 + WHOLE_TITLE * share
        if read_as and (meant := self._nearest_title(typed)) is not None:
            total[meant] = max(total.values(), default=0.0) + 1
        least = FAR * max(total.values(), default=0.0)
        ranked = sorted((row for row in total if total[row] >= least), key=lambda row: (-total[row], row))
        nothing = _EMPTY | _WELL_SPELT | read_as.keys()
        unknown = tuple(term for term, ways in found.items() if not ways and term not in nothing)
        return Hits(tuple(self._documents[row].id for row in ranked), read_as, unknown)

    def _terms(self, typed: Sequence[str]) -> list[str]:
        """What of a question is looked for: words that tell something, two that are one ("market place"), keys."""
        whole = f" {' '.join(typed)} "
        several = [key for key in self._words if " " in key and f" {key} " in whole]
        joined = [one + two for one, two in pairwise(typed) if min(len(one), len(two)) >= SHORTEST]
        made = [word for word in joined if word in self._vocabulary]
        telling = [word for word in typed if word not in _EMPTY]
        return list(dict.fromkeys([*several, *made, *telling])) or list(typed)

    def _weigher(self, terms: Sequence[str]) -> Callable[[str], float]:
        """What says how much a word of a question counts: a light one less, unless all are light."""
        light = {term for term in terms if term.isdecimal() or term in self._light}
        few = LIGHT if len(light) < len(terms) else 1.0
        return lambda word: few if word in light else 1.0

    def _ranked(self, found: Sequence[Mapping[int, float]]) -> dict[int, float]:
        """What the words of a question bring to each document, less for one that lacks telling words."""
        total: dict[int, float] = {}
        held: dict[int, float] = {}
        for scores in found:
            best = max(scores.values())
            for row, score in scores.items():
                total[row] = total.get(row, 0.0) + score
                held[row] = held.get(row, 0.0) + best
        whole = sum(max(scores.values()) for scores in found) or 1.0
        return {row: score * (held[row] / whole) ** PARTLY for row, score in total.items()}

    def _titled(self, asked: Iterable[_Term]) -> dict[int, float]:
        """The documents with words of the question in their titles: which part of the title's words these are."""
        titled = self._engine.titled
        rows = ({row for way in term.ways for row in titled(way.words, beginning=way.beginning)} for term in asked)
        hit = Counter(row for found in rows for row in found)
        return {row: min(1.0, number / self._title_lengths[row]) for row, number in hit.items()}

    # --- how a word is found --------------------------------------------------------------------------

    def _best(self, term: _Term) -> dict[int, float]:
        """What one word of the question brings to each document, by the best of its ways."""
        found: dict[int, float] = {}
        for way in term.ways:
            for row, score in self._engine.scores(way.words, beginning=way.beginning).items():
                found[row] = max(score * way.counts * term.counts, found.get(row, 0.0))
        return found

    def _ways(self, term: str, read_as: dict[str, str]) -> list[_Way]:
        """The ways in which a word of the question is found; none if it isn't."""
        if ways := self._as_typed_or_meant(term):
            return ways
        if len(term) >= SHORTEST and self._engine.scores(term, beginning=True):
            return [_Way(term, BEGINNING, beginning=True)]
        if two := self._in_two(term):
            return [_Way(two, AS_TYPED)]
        near = None if term in _WELL_SPELT else self._nearest(term)
        if near is None or near in _EMPTY:
            return []
        read_as[term] = near
        return [_Way(way.words, way.counts * MENDED) for way in self._as_typed_or_meant(near)]

    def _as_typed_or_meant(self, term: str) -> list[_Way]:
        others = self._words.get(term) or self._words.get(term.removesuffix("s"), ())
        ways = [_Way(term, AS_TYPED), *(_Way(other, OTHER_WORD) for other in others)]
        return [way for way in ways if self._engine.scores(way.words)]

    def _in_two(self, term: str) -> str | None:
        """The two words that were written as one: "frostmarker"."""
        halves = (f"{term[:at]} {term[at:]}" for at in range(SHORTEST, min(len(term), LONGEST) - SHORTEST + 1))
        return next((two for two in halves if self._engine.scores(two)), None)

    def _nearest(self, term: str) -> str | None:
        """The known word, a telling one or not, that a misspelled one is; None if too far.

        A short word may have one slip, a long one two; and both are said alike (`_alike`).
        """
        if len(term) < 4:
            return None
        from rapidfuzz import process  # loaded only for a word that is not known
        from rapidfuzz.distance import OSA

        slips = 1 if len(term) < 6 else 2
        near = process.extract(term, self._vocabulary | _EMPTY, scorer=OSA.distance, score_cutoff=slips, limit=None)
        found = ((word, distance) for word, distance, _ in near if len(word) > 2 and _alike(term, word, distance))
        likely = ((distance, word[0] != term[0], word not in _EMPTY, word) for word, distance in found)
        return min(likely, default=(None,))[-1]

    def _nearest_title(self, typed: Sequence[str]) -> int | None:
        """The document whose title a whole misspelled question nearly is: "sacrifical pitt"."""
        from rapidfuzz import fuzz, process

        titles = [" ".join(words_of(document.title)) for document in self._documents]
        near = process.extractOne(" ".join(typed), titles, scorer=fuzz.ratio, score_cutoff=LIKE_A_TITLE)
        return None if near is None else near[2]


_SOUNDS = str.maketrans({"c": "k", "q": "k", "g": "k", "j": "k", "x": "k", "z": "s", "v": "f", "b": "p", "d": "t",
                         "n": "m"} | dict.fromkeys("aeiouyhw"))  # fmt: skip
"""Letters that are heard alike, as one; those that are hardly heard are left out."""


def _sound(word: str) -> str:
    """A word as it is heard: its consonants, those that are alike as one, none twice in a row."""
    heard = word.replace("ph", "f").replace("ck", "k").translate(_SOUNDS)
    return "".join(letter for at, letter in enumerate(heard) if heard[at - 1 : at] != letter)


def _alike(typed: str, word: str, slips: int) -> bool:
    """Whether a word can be a misspelling of another: "dragon" is none of "drawn", nor "look" of "took".

    Both are about as long. With one slip they begin alike or are long; with two they sound alike.
    """
    if abs(len(typed) - len(word)) > 1:
        return False
    same = _sound(typed) == _sound(word)
    if slips <= 1:
        return same or typed[0] == word[0] or len(typed) > 5
    return same or (typed[0] == word[0] and len(typed) > 7)


def words_of(*texts: str) -> Iterator[str]:
    """The words of texts, folded, in order."""
    for text in texts:
        yield from _WORD.findall(plain(text))


def _title_words(title: str) -> list[str]:
    """The telling words of a title, without single letters and what stands in brackets."""
    return [word for word in words_of(_BRACKETS.sub("", title)) if len(word) > 1 and word not in _EMPTY]
