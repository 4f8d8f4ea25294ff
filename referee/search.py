"""Questions in plain words, answered from texts: full-text ranking by SQLite, spelling mended by RapidFuzz.

Both are loaded here and nowhere else. Of a word's ways to be found the best one counts: as it is typed (SQLite's
stemmer makes "duels" of "dueling"), as one of the game's words for it, as the beginning of a word, or as the nearest
word if it is misspelled. An SQLite without full-text search (rare: builds that leave FTS5 out) counts words instead.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log

from msgspec import Struct

from referee.names import fold

TITLE, TEXT, ALSO = 5.0, 1.0, 2.0
"""What a word found in a title, in a text, or among the words that people ask with, counts."""
AS_TYPED, OTHER_WORD, BEGINNING, MENDED = 1.0, 0.8, 0.7, 0.7
"""What a word counts that was found as it was typed, as another word for it, as a beginning, or mended."""
FAR = 0.3
"""What brings less than this part of the best answer is none."""
LONGEST = 30
"""Words have at most so many letters."""
LIKE_A_TITLE = 85
"""How alike a misspelled question and a title must be, in percent, to be the same."""

_WORD = re.compile(r"[a-z0-9]+")
_EMPTY = frozenset(
    _WORD.findall(
        "a an the of to in on at by for from with into onto and or but if so then than as is are be am was were been "
        "being do does did done doing can could may might must shall should will would have has had having i me my "
        "you your he him his she her it its we us our they them their this that these those there here what which "
        "who whom whose when where why how many much some any somebody someone anybody anyone something anything "
        "happen happens happened go goes going want wants wanted get gets got give gives given mean means work works "
        "one ones another still just also too very really not no yes please tell explain rule rules dont cant doesnt "
        "isnt whats s t"
    )
)
"""Words of a question that say nothing about what is asked; they count only if there are no others."""


class Document(Struct, frozen=True):
    """What can be found: an id with its title, its text, and more words that lead to it."""

    id: str
    title: str
    text: str
    also: str = ""


class Hits(Struct, frozen=True):
    """The ids that answer a question, best first, and the misspelled words with what they were taken for."""

    ids: tuple[str, ...]
    read_as: dict[str, str] = {}


class Index:
    """Documents that can be asked. `words` maps what people say to the words of the texts."""

    def __init__(self, documents: Sequence[Document], words: Mapping[str, Sequence[str]]) -> None:
        self._documents = documents
        self._words = {fold(word): tuple(map(fold, others)) for word, others in words.items()}
        self._vocabulary = sorted(
            {word for d in documents for word in words_of(d.title, d.text, d.also)} | set(self._words)
        )
        self._engine = _FullText(documents) if has_full_text() else _Counting(documents)

    def ask(self, question: str) -> Hits:
        """The documents that answer a question, best first; none if no word of it is known."""
        typed = list(words_of(question))
        terms = self._terms(typed)
        total: dict[int, float] = {}
        read_as: dict[str, str] = {}
        for term in terms:
            for row, score in self._one(term, read_as).items():
                total[row] = total.get(row, 0.0) + score
        if read_as and (meant := self._nearest_title(typed)) is not None:
            total[meant] = max(total.values(), default=0.0) + 1
        least = FAR * max(total.values(), default=0.0)
        ranked = sorted((row for row in total if total[row] >= least), key=lambda row: (-total[row], row))
        return Hits(tuple(self._documents[row].id for row in ranked), read_as)

    def _terms(self, typed: Sequence[str]) -> list[str]:
        """What of a question is looked for: its telling words, and what of several words has other words."""
        whole = f" {' '.join(typed)} "
        several = [key for key in self._words if " " in key and f" {key} " in whole]
        telling = [word for word in typed if word not in _EMPTY]
        return list(dict.fromkeys([*several, *telling])) or list(typed)

    def _one(self, term: str, read_as: dict[str, str]) -> dict[int, float]:
        """What one word of the question brings to each document."""
        found = self._as_typed_or_meant(term)
        if found:
            return found
        if len(term) >= 3 and (found := self._engine.scores(term, beginning=True)):
            return _times(found, BEGINNING)
        if found := self._in_two(term):
            return found
        near = self._nearest(term)
        if near is None:
            return {}
        read_as[term] = near
        return _times(self._as_typed_or_meant(near), MENDED)

    def _as_typed_or_meant(self, term: str) -> dict[int, float]:
        found = _times(self._engine.scores(term), AS_TYPED)
        for other in self._words.get(term) or self._words.get(term.removesuffix("s"), ()):
            for row, score in _times(self._engine.scores(other), OTHER_WORD).items():
                found[row] = max(score, found.get(row, 0.0))
        return found

    def _in_two(self, term: str) -> dict[int, float]:
        """What two words bring that were written as one: "frostmarker"."""
        halves = (f"{term[:at]} {term[at:]}" for at in range(3, min(len(term), LONGEST) - 2))
        return next((found for two in halves if (found := self._engine.scores(two))), {})

    def _nearest(self, term: str) -> str | None:
        """The known word that a misspelled one is: one slip in a short word, two in a long one, None if too far."""
        if len(term) < 4:
            return None
        from rapidfuzz import process  # loaded only for a word that is not known
        from rapidfuzz.distance import OSA

        slips = 1 if len(term) < 6 else 2
        near = process.extract(term, self._vocabulary, scorer=OSA.distance, score_cutoff=slips, limit=None)
        likely = [(distance, word[0] != term[0], word) for word, distance, _ in near if len(word) > 2]
        return min(likely)[2] if likely else None

    def _nearest_title(self, typed: Sequence[str]) -> int | None:
        """The document whose title a whole misspelled question nearly is: "sacrifical pitt"."""
        from rapidfuzz import fuzz, process

        titles = [" ".join(words_of(document.title)) for document in self._documents]
        near = process.extractOne(" ".join(typed), titles, scorer=fuzz.ratio, score_cutoff=LIKE_A_TITLE)
        return None if near is None else near[2]


class _FullText:
    """SQLite's full-text search in memory; a score is what its BM25 ranking gives."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._base = sqlite3.connect(":memory:")
        self._base.execute("CREATE VIRTUAL TABLE entry USING fts5(title, text, also, tokenize = 'porter unicode61')")
        rows = ((number, fold(d.title), fold(d.text), fold(d.also)) for number, d in enumerate(documents))
        self._base.executemany("INSERT INTO entry(rowid, title, text, also) VALUES (?, ?, ?, ?)", rows)

    def __del__(self) -> None:
        self._base.close()

    def scores(self, term: str, *, beginning: bool = False) -> dict[int, float]:
        """The documents with a word, or with several in a row; each with its score."""
        found = self._base.execute(
            "SELECT rowid, -bm25(entry, ?, ?, ?) FROM entry WHERE entry MATCH ?",
            (TITLE, TEXT, ALSO, f'"{term}"' + ("*" if beginning else "")),
        )
        return dict(found.fetchall())


class _Counting:
    """Without full-text search: the same question answered by counting words, beginnings among them."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._parts = [[(TITLE, fold(d.title)), (TEXT, fold(d.text)), (ALSO, fold(d.also))] for d in documents]

    def scores(self, term: str, *, beginning: bool = False) -> dict[int, float]:
        """The documents with a word, or with several in a row; rare words count for more."""
        word = re.compile(rf"\b{re.escape(term)}" + ("" if beginning else r"(?:s|es|d|ed|ing)?\b"))
        found = {
            number: sum(weight for weight, text in parts if word.search(text))
            for number, parts in enumerate(self._parts)
        }
        held = {number: score for number, score in found.items() if score}
        rarity = log(len(self._parts) / max(1, len(held)))
        return {number: score * rarity for number, score in held.items()}


def has_full_text() -> bool:
    """Whether this Python's SQLite was built with full-text search."""
    with_it = sqlite3.connect(":memory:")
    try:
        with_it.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except sqlite3.OperationalError:
        return False
    finally:
        with_it.close()
    return True


def words_of(*texts: str) -> Iterator[str]:
    """The words of texts, folded, in order."""
    for text in texts:
        yield from _WORD.findall(fold(text).replace("'", ""))


def _times(scores: Mapping[int, float], factor: float) -> dict[int, float]:
    return {row: score * factor for row, score in scores.items()}
