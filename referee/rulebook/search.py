"""Questions in plain words, answered from an index (`indexing`): words and votes bring something to each entry.

Of a word's ways to be found the best one counts: as it is typed, as one of the game's words for it, as one that is
near in meaning, as the beginning of a word, or as the nearest word if it is misspelled. An entry that lacks words of
the question gets less; one whose title is asked for gets more. RapidFuzz is loaded for misspelled words alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import log
from pathlib import Path

from msgspec import Struct

from referee.rulebook.indexing import (
    EMPTY,
    SCALE,
    Postings,
    RuleIndex,
    key_of,
    marks,
    of_length_one,
    plain,
    stem,
    words_of,
)
from referee.text.names import fold

TEXTS, ASKED, VOTES, SAID = 0.5, 0.5, 1.4, 0.6
"""What the texts of entries, the words of the questions that ask for them, the votes of these, and the one of them
that is most like the question count."""
AHEAD = 8
"""Of so many documents, best first, the questions that ask for each are compared with the question."""
OTHER_WORD, NEAR, BEGINNING, MENDED = 0.8, 0.7, 0.7, 0.7
"""What a word counts that was found as another word for it, as one near in meaning, as a beginning, or mended."""
ALONE = 0.5
"""How near in meaning to a word of the texts a word must be that is all there is of a question."""
WHOLE_TITLE = 0.2
"""What a document counts more if the question has all words of its title; for a part of them a part of it."""
PARTLY = 0.75
"""How much it takes from a document that it lacks words of the question (an exponent; 0 takes nothing)."""
KNOWN = 1.5
"""How much better than the best other a document fits that is known to be asked for by the very question."""
FAR = 0.3
"""What brings less than this part of the best answer is none."""
SHORTEST, LONGEST = 3, 30
"""How many letters a word has that is a part of another or a beginning, and a word at most."""


class Hits(Struct, frozen=True):
    """The ids that answer a question, best first, and the misspelled words with what they were taken for.

    `scores` says how well each fits, as a part of one. `unknown` are the words of which nothing is known; `asked` is
    the question with its slips mended.
    """

    ids: tuple[str, ...]
    scores: tuple[float, ...] = ()
    read_as: dict[str, str] = {}
    unknown: tuple[str, ...] = ()
    asked: str = ""


class SearchIndex:
    """An index that can be asked. `words` maps what players say to the words of the texts."""

    def __init__(self, index: RuleIndex, words: Mapping[str, Sequence[str]]) -> None:
        self._index = index
        self._words = {fold(word): tuple(map(fold, others)) for word, others in words.items()}
        self._titles = [frozenset(title) for title in index.titles]

    def ask(self, question: str, names: Iterable[str] = ()) -> Hits:
        """The documents that answer a question, best first; none if no word of it is known.

        `names` are never taken for misspelled words.
        """
        text = plain(question)[0]
        typed = list(words_of(text))
        asked, read_as, unknown = self.mended(text, names)
        terms = self._terms(asked)
        ways = {term: self._ways(term, MENDED if term in read_as.values() else 1.0) for term in terms}
        texts = self._ranked(self._index.texts, ways)
        known = self._ranked(self._index.asked, ways)
        known_by = self._asked_for(typed) or (self._asked_for(asked) if asked != typed else ())
        found = (texts or known) and not (set(unknown).issuperset(terms) and not self._near(unknown))
        if not found and not known_by:
            return Hits((), (), read_as, tuple(unknown))
        stems = set(map(stem, asked))
        total: dict[int, float] = defaultdict(float)
        for number, score in texts.items():
            title = self._titles[number]
            total[number] += TEXTS * score * (1 + WHOLE_TITLE * len(title & stems) / (len(title) or 1))
        for scores, counts in ((known, ASKED), (self._voted(asked, ways), VOTES)):
            for number, score in scores.items():
                total[number] += counts * score
        for number, score in self._said(asked, sorted(total, key=total.__getitem__)[-AHEAD:]).items():
            total[number] += SAID * score
        for number in total:
            total[number] *= self._index.weights[number]
        best = max(total.values(), default=1.0)
        total.update({number: total[number] + KNOWN * best for number in known_by})
        least = FAR * max(total.values())
        ranked = sorted((number for number in total if total[number] >= least), key=lambda at: (-total[at], at))
        whole = TEXTS * (1 + WHOLE_TITLE) + ASKED + VOTES + SAID
        return Hits(
            tuple(self._index.ids[number] for number in ranked),
            tuple(round(min(total[number] / whole, 1.0), 3) for number in ranked),
            read_as,
            tuple(unknown),
            " ".join(asked),
        )

    def mended(self, question: str, names: Iterable[str] = ()) -> tuple[list[str], dict[str, str], list[str]]:
        """The words of a question with its slips mended, those that were misspelled, and those that nobody knows.

        `names` are never taken for misspelled words.
        """
        kept = {form for name in names for word in words_of(name) for form in (word, f"{word}s")}
        read_as: dict[str, str] = {}
        asked: list[str] = []
        unknown: list[str] = []
        for word in words_of(question):
            if word in EMPTY or word in kept or self._known(word):
                asked.append(word)
            elif not is_english(word) and (near := self._mended(word, kept)):
                asked += near.split()
                if " " not in near and not near.startswith(word) and near not in EMPTY:
                    read_as[word] = near
            else:
                asked.append(word)
                unknown.append(word)
        return asked, read_as, unknown

    def ways(self, question: str) -> dict[str, dict[str, float]]:
        """The stems by which each telling word of a question is found."""
        return {
            stem(word): self._ways(word, 1.0) if word in self._words or is_english(word) else {stem(word): 1.0}
            for word in words_of(question)
            if word not in EMPTY
        }

    def _near(self, words: Iterable[str]) -> bool:
        """Whether a word that is not known is as near in meaning to one that is known as to stand for it alone."""
        return any(
            much >= ALONE and self._known(other) for word in words for other, much in near_in_meaning(word).items()
        )

    def _known(self, word: str) -> bool:
        return word in self._index.spelt or stem(word) in self._index.texts or word in self._words

    def _terms(self, typed: Sequence[str]) -> list[str]:
        """What of a question is looked for: telling words, two that are one, keys."""
        whole = f" {' '.join(typed)} "
        several = [key for key in self._words if " " in key and f" {key} " in whole]
        joined = [one + two for one, two in pairwise(typed) if min(len(one), len(two)) >= SHORTEST]
        made = [word for word in joined if word in self._index.spelt]
        telling = [word for word in typed if word not in EMPTY]
        return list(dict.fromkeys([*several, *made, *telling])) or list(typed)

    def _ways(self, term: str, counts: float) -> dict[str, float]:
        """The stems by which a word of the question is found, with what each counts."""
        found = {stem(term): counts}
        others = self._words.get(term) or self._words.get(term.removesuffix("s"), ())
        said = {stem(word): OTHER_WORD for other in others for word in other.split()}
        near = {stem(word): NEAR * much for word, much in near_in_meaning(term).items()}
        for other, much in (*said.items(), *near.items()):
            found[other] = max(counts * much, found.get(other, 0.0))
        return found

    def _ranked(self, postings: Postings, ways: Mapping[str, Mapping[str, float]]) -> dict[int, float]:
        """What the words of a question bring to each document, less for one that lacks some of them."""
        total: dict[int, float] = defaultdict(float)
        held: dict[int, float] = defaultdict(float)
        whole = 0.0
        for found in ways.values():
            best: dict[int, float] = {}
            for word, counts in found.items():
                for number, weight in read(postings.get(word, ""))[1]:
                    if (score := weight * counts) > best.get(number, 0.0):
                        best[number] = score
            if not best:
                continue
            most = max(best.values())
            whole += most
            for number, score in best.items():
                total[number] += score
                held[number] += most
        return {number: score / whole * (held[number] / whole) ** PARTLY for number, score in total.items()}

    def _voted(self, typed: Sequence[str], ways: Mapping[str, Mapping[str, float]]) -> dict[int, float]:
        """What the marks of a question bring to each document."""
        votes = self._index.votes
        wanted: dict[str, float] = {mark: 1 + log(number) for mark, number in marks(typed).items() if mark in votes}
        near = ((f"{word} ", counts) for several in ways.values() for word, counts in several.items())
        for mark, counts in near:
            if mark in votes:
                wanted[mark] = max(counts, wanted.get(mark, 0.0))
        found = {mark: read(votes[mark]) for mark in wanted}
        weights = of_length_one({mark: counts * found[mark][0] for mark, counts in wanted.items()})
        total = [0.0] * len(self._index.ids)
        for mark, weight in weights.items():
            counts = weight / SCALE
            for number, vote in found[mark][1]:
                total[number] += counts * vote
        return {number: score for number, score in enumerate(total) if score}

    def _asked_for(self, typed: Sequence[str]) -> Sequence[int]:
        """The documents that a question is known to ask for."""
        line = f"\n{key_of(typed)}\n"
        return [number for number, known in enumerate(self._index.known) if line in known]

    def _said(self, typed: Sequence[str], numbers: Iterable[int]) -> dict[int, float]:
        """For some documents how much the known question that is most like a question has of the same words."""
        words = set(key_of(typed).split())
        found: dict[int, float] = {}
        for number in numbers:
            most = 0.0
            for key in map(str.split, self._index.known[number].split("\n")):
                if both := len(words.intersection(key)):
                    most = max(most, both / (len(words) + len(key) - both))
            found[number] = most
        return found

    # --- a word that is not known ---------------------------------------------------------------------

    def _mended(self, word: str, names: Collection[str]) -> str | None:
        """What a word that isn't known may be: the beginning of one, two written as one, or a misspelled one."""
        spelt = self._index.spelt
        if len(word) < SHORTEST or len(word) > LONGEST:
            return None
        if begun := next((known for known in spelt if known.startswith(word)), None):
            return begun
        halves = ((word[:at], word[at:]) for at in range(SHORTEST, len(word) - SHORTEST + 1))
        if two := next((f"{one} {two}" for one, two in halves if one in spelt and two in spelt), None):
            return two
        return self._nearest(word, names)

    def _nearest(self, word: str, names: Collection[str]) -> str | None:
        """The known word, a telling one or not, or the name that a misspelled one is; None if too far.

        A short word may have one slip, a long one two; and both are said alike (`_alike`).
        """
        if len(word) < 4 or not word.isalpha():
            return None
        from rapidfuzz import process  # loaded only for a word that is not known
        from rapidfuzz.distance import OSA

        spelt = self._index.spelt
        slips = 1 if len(word) < 6 else 2
        near = process.extract(word, {*spelt, *EMPTY, *names}, scorer=OSA.distance, score_cutoff=slips, limit=None)
        found = ((one, distance) for one, distance, _ in near if len(one) > 2 and _alike(word, one, distance))
        likely = (
            (distance, one[0] != word[0], sorted(one) != sorted(word), -spelt.get(one, 1000), one)
            for one, distance in found
        )
        return min(likely, default=(None,))[-1]


def read(posting: str) -> tuple[int, list[tuple[int, int]]]:
    """How rare the word of a posting is, and the numbers of its documents with their weights."""
    numbers = map(int, posting.split())
    return next(numbers, 0), list(zip(numbers, numbers, strict=True))


@cache
def _english() -> str:
    """The common words of English, a line each, with what is near in meaning and how near, in percent."""
    return "\n" + Path(__file__).with_name("near.txt").read_text(encoding="ascii")


def is_english(word: str) -> bool:
    """Whether a word is a common English one, and so misspelled by nobody."""
    return f"\n{word}:" in _english()


def near_in_meaning(word: str) -> dict[str, float]:
    """The words near in meaning to a common English one, with how near each is."""
    english, begins = _english(), f"\n{word}:"
    at = english.find(begins)
    near = english[at + len(begins) : english.find("\n", at + 1)].split() if at >= 0 else ()
    return {one[:-2]: int(one[-2:]) / 100 for one in near}


_SOUNDS = str.maketrans(
    {"c": "k", "q": "k", "g": "k", "j": "k", "x": "k", "z": "s", "v": "f", "b": "p", "d": "t", "n": "m"}
    | dict.fromkeys("aeiouyhw")
)
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
